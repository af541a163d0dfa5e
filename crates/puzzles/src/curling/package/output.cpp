
int main(int argc, char **argv) {
    open_feedback(argc, argv);
    std::ifstream answers = open_file(argv[2]);
    long boards = 0, right, given;
    while (answers >> std::ws && !answers.eof()) {
        if (!read_integer(answers, right)) jury_wrong("the answer is no number");
        boards++;
        if (!read_integer(std::cin, given)) wrong(boards, "a number is missing or unreadable");
        if (given != right) wrong(boards, "it takes " + std::to_string(right) + ", not " + std::to_string(given));
    }
    finish(boards);
}
