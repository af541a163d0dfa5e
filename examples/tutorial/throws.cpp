// Curling (POJ 3009): the fewest throws to the goal.
// Right on the samples, and the judge says "wrong answer".
#include <algorithm>
#include <iostream>
using namespace std;

int width, height, best;
int board[20][20];    // 0 vacant, 1 block, 2 start, 3 goal
bool visited[20][20]; // the stone has stopped here

bool inside(int row, int col) { return 0 <= row && row < height && 0 <= col && col < width; }

void search(int row, int col, int throws) {
    if (throws == 10) return;
    const int down[] = {-1, 0, 1, 0}, right[] = {0, 1, 0, -1};
    for (int i = 0; i < 4; i++) {
        int r = row + down[i], c = col + right[i];
        if (inside(r, c) && board[r][c] == 1) continue; // blocked: no throw
        while (inside(r, c) && board[r][c] != 1 && board[r][c] != 3) r += down[i], c += right[i];
        if (!inside(r, c)) continue; // lost
        if (board[r][c] == 3) {
            best = min(best, throws + 1);
            return;
        }
        int stop_row = r - down[i], stop_col = c - right[i];
        if (visited[stop_row][stop_col]) continue; // never walk in a circle
        visited[stop_row][stop_col] = true;
        board[r][c] = 0;
        search(stop_row, stop_col, throws + 1);
        board[r][c] = 1;
        visited[stop_row][stop_col] = false;
    }
}

int main() {
    while (cin >> width >> height && width > 0) {
        int start_row = 0, start_col = 0;
        for (int r = 0; r < height; r++)
            for (int c = 0; c < width; c++) {
                cin >> board[r][c];
                if (board[r][c] == 2) start_row = r, start_col = c;
            }
        best = 11;
        search(start_row, start_col, 0);
        cout << (best > 10 ? -1 : best) << endl;
    }
}
