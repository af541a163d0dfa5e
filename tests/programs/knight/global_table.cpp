// Wrong on purpose. All calls share one table of the eight leaps, and each call sorts it: when a deeper
// call comes back, the loop of the caller goes on in an order that is not its own, and leaves leaps out.
// The order is by the number of leaps that stay on the board, visited or not.
// Usage: global_table [ROWS COLS]
#include <algorithm>
#include <cstdio>
#include <cstdlib>

struct Leap {
    int right, down, ways;
};

Leap leaps[8] = {{1, 2, 0}, {2, 1, 0}, {1, -2, 0}, {2, -1, 0}, {-1, 2, 0}, {-2, 1, 0}, {-1, -2, 0}, {-2, -1, 0}};
int rows = 8, cols = 8, tour[1024];
bool visited[32][32];

bool on_board(int x, int y) {
    return x >= 0 && x < cols && y >= 0 && y < rows;
}

bool extend(int x, int y, int length) {
    tour[length] = y * cols + x + 1;
    if (length + 1 == rows * cols) return true;
    for (Leap &leap : leaps) {
        leap.ways = 0;
        for (const Leap &next : leaps)
            leap.ways += on_board(x + leap.right + next.right, y + leap.down + next.down);
    }
    std::sort(leaps, leaps + 8, [](const Leap &a, const Leap &b) { return a.ways < b.ways; });
    for (int i = 0; i < 8; i++) {
        int to_x = x + leaps[i].right, to_y = y + leaps[i].down;
        if (!on_board(to_x, to_y) || visited[to_y][to_x]) continue;
        visited[to_y][to_x] = true;
        if (extend(to_x, to_y, length + 1)) return true;
        visited[to_y][to_x] = false;
    }
    return false;
}

int main(int argc, char **argv) {
    if (argc == 3) {
        rows = atoi(argv[1]);
        cols = atoi(argv[2]);
    }
    int start;
    while (scanf("%d", &start) == 1 && start != -1) {
        for (auto &row : visited) std::fill(row, row + 32, false);
        int x = (start - 1) % cols, y = (start - 1) / cols;
        visited[y][x] = true;
        if (!extend(x, y, 0)) continue;
        for (int i = 0; i < rows * cols; i++) printf("%d%c", tour[i], i + 1 < rows * cols ? ' ' : '\n');
    }
}
