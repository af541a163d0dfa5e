
int main(int argc, char **argv) {
    open_feedback(argc, argv);
    std::ifstream starts = open_file(argv[1]);
    long count = 0, start;
    while (starts >> start && start != -1) {
        count++;
        std::vector<bool> seen(65);
        long last = 0;
        for (int step = 1; step <= 64; step++) {
            long square = 0;
            std::string place = "step " + std::to_string(step) + ": ";
            if (!read_integer(std::cin, square)) wrong(count, place + "a square is missing or unreadable");
            if (square < 1 || square > 64) wrong(count, place + "no such square");
            if (seen[square]) wrong(count, place + "square " + std::to_string(square) + " comes twice");
            seen[square] = true;
            if (step == 1 && square != start) wrong(count, place + "not the start");
            long down = labs((square - 1) / 8 - (last - 1) / 8), right = labs((square - 1) % 8 - (last - 1) % 8);
            if (step > 1 && down * right != 2) wrong(count, place + "no knight's move");
            last = square;
        }
    }
    finish(count);
}
