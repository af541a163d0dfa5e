// Depth-first search over the throws; never deeper than the best solution so far.
#include <cstdio>
#include <vector>

const int LIMIT = 10;
const int DOWN[4] = {-1, 0, 1, 0}, RIGHT[4] = {0, 1, 0, -1};

int width, height, fewest;
std::vector<std::vector<int>> square;  // 0 vacant, 1 block, 3 goal

bool on_board(int row, int col) {
    return row >= 0 && row < height && col >= 0 && col < width;
}

void play(int row, int col, int throws) {
    if (throws == LIMIT || throws + 1 >= fewest) return;
    for (int d = 0; d < 4; d++) {
        int r = row + DOWN[d], c = col + RIGHT[d];
        if (on_board(r, c) && square[r][c] == 1) continue;
        while (on_board(r, c) && square[r][c] == 0) {
            r += DOWN[d];
            c += RIGHT[d];
        }
        if (!on_board(r, c)) continue;
        if (square[r][c] == 3) {
            fewest = throws + 1;
            return;
        }
        square[r][c] = 0;
        play(r - DOWN[d], c - RIGHT[d], throws + 1);
        square[r][c] = 1;
    }
}

int main() {
    while (scanf("%d %d", &width, &height) == 2 && width > 0) {
        square.assign(height, std::vector<int>(width));
        int row = 0, col = 0;
        for (int r = 0; r < height; r++) {
            for (int c = 0; c < width; c++) {
                if (scanf("%d", &square[r][c]) != 1) return 1;
                if (square[r][c] != 2) continue;
                row = r;
                col = c;
                square[r][c] = 0;  // vacant as soon as the stone has left
            }
        }
        fewest = LIMIT + 1;
        play(row, col, 0);
        printf("%d\n", fewest > LIMIT ? -1 : fewest);
    }
}
