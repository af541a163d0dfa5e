
// The lines of a text, without blanks at their ends and without empty lines at the end.
static std::vector<std::string> lines(std::istream &text) {
    std::vector<std::string> lines;
    for (std::string line; std::getline(text, line);) {
        line.erase(line.find_last_not_of(" \t\r\f\v") + 1);
        lines.push_back(line);
    }
    while (!lines.empty() && lines.back().empty()) lines.pop_back();
    return lines;
}

int main(int argc, char **argv) {
    open_feedback(argc, argv);
    std::ifstream answers = open_file(argv[2]);
    std::vector<std::string> right = lines(answers), given = lines(std::cin);
    long maze = 0;
    for (size_t i = 0; i < right.size(); i++) {
        if (right[i].compare(0, 4, "Maze") == 0) maze++;
        if (i >= given.size()) wrong(maze, "the output ends too soon");
        if (given[i] != right[i]) wrong(maze, "line " + std::to_string(i + 1) + " differs: expected " + right[i]);
    }
    if (given.size() > right.size()) wrong(maze, "extra output after the last maze");
    return 42;
}
