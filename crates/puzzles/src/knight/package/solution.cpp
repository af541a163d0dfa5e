// Depth-first search, the square with the fewest ways on first (Warnsdorff), of equal ones the one
// farthest from the centre (Roth). Another board than 8 x 8: solution ROWS COLS.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

const int DOWN[8] = {-2, -1, 1, 2, 2, 1, -1, -2}, RIGHT[8] = {1, 2, 2, 1, -1, -2, -2, -1};

int rows = 8, cols = 8;
std::vector<std::vector<bool>> seen;
std::vector<int> tour;

bool is_open(int row, int col) {
    return row >= 0 && row < rows && col >= 0 && col < cols && !seen[row][col];
}

int ways_on(int row, int col) {
    int count = 0;
    for (int d = 0; d < 8; d++) count += is_open(row + DOWN[d], col + RIGHT[d]);
    return count;
}

// Twice the distance from the centre, squared.
int distance(int row, int col) {
    int down = 2 * row - rows + 1, right = 2 * col - cols + 1;
    return down * down + right * right;
}

bool extend(int row, int col) {
    seen[row][col] = true;
    tour.push_back(row * cols + col + 1);
    if ((int)tour.size() == rows * cols) return true;
    std::vector<std::pair<std::pair<int, int>, int>> next;
    for (int d = 0; d < 8; d++) {
        int r = row + DOWN[d], c = col + RIGHT[d];
        if (is_open(r, c)) next.push_back({{ways_on(r, c), -distance(r, c)}, d});
    }
    std::sort(next.begin(), next.end());
    for (auto &way : next) {
        if (extend(row + DOWN[way.second], col + RIGHT[way.second])) return true;
    }
    seen[row][col] = false;
    tour.pop_back();
    return false;
}

int main(int argc, char **argv) {
    if (argc == 3) {
        rows = atoi(argv[1]);
        cols = atoi(argv[2]);
    }
    int start;
    while (scanf("%d", &start) == 1 && start != -1) {
        seen.assign(rows, std::vector<bool>(cols));
        tour.clear();
        extend((start - 1) / cols, (start - 1) % cols);
        if (tour.empty()) tour.push_back(-1);
        for (size_t i = 0; i < tour.size(); i++) printf(i == 0 ? "%d" : " %d", tour[i]);
        printf("\n");
    }
}
