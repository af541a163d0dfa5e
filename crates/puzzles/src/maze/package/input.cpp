
static long rows, cols;
static std::vector<long> codes;
static std::vector<bool> seen;

// Marks what can be reached from a cell.
static void flood(long first) {
    std::vector<long> waiting = {first};
    seen[first] = true;
    while (!waiting.empty()) {
        long here = waiting.back(), row = here / cols, col = here % cols;
        waiting.pop_back();
        auto enter = [&](bool open, long there) {
            if (!open || seen[there]) return;
            seen[there] = true;
            waiting.push_back(there);
        };
        if (col > 0) enter(!(codes[here - 1] & 1), here - 1);
        if (row > 0) enter(!(codes[here - cols] & 2), here - cols);
        if (col + 1 < cols) enter(!(codes[here] & 1), here + 1);
        if (row + 1 < rows) enter(!(codes[here] & 2), here + cols);
    }
}

int main() {
    for (bool first = true;; first = false) {
        long number[6];
        const char *name[6] = {"the number of rows, up to 12", "the number of columns, up to 12", "the row of the start",
                               "the column of the start", "the row of the goal", "the column of the goal"};
        bool all_zero = true;
        for (int i = 0; i < 6; i++) {
            number[i] = integer(name[i], 0, 12);
            all_zero = all_zero && number[i] == 0;
            if (i < 5) space();
        }
        newline();
        if (all_zero && first) illegal("one or more mazes");
        if (all_zero) end();
        rows = number[0];
        cols = number[1];
        for (int i = 0; i < 6; i++)
            if (number[i] < 1 || (i > 1 && number[i] > number[i % 2])) illegal("a cell on the board");
        codes.clear();
        for (long row = 0; row < rows; row++) {
            for (long col = 0; col < cols; col++) {
                codes.push_back(integer("a code from 0 to 3", 0, 3));
                if (col + 1 < cols) space();
            }
            newline();
        }
        if (next_byte == '\n') newline();  // one empty line between two mazes
        seen.assign(rows * cols, false);
        flood((number[2] - 1) * cols + number[3] - 1);
        if (!seen[(number[4] - 1) * cols + number[5] - 1]) illegal("a goal that can be reached");
    }
}
