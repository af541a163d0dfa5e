// Walks as the robot does, by recursion, and draws where it has been.
#include <cstdio>
#include <cstring>

// Rows and columns count from 1; around the board all is walled.
const int MOST = 16;
bool wall_east[MOST][MOST], wall_south[MOST][MOST], seen[MOST][MOST];
int label[MOST][MOST];
int rows, cols, goal_row, goal_col;

bool reach(int r, int c, int number) {
    seen[r][c] = true;
    label[r][c] = number;
    if (r == goal_row && c == goal_col) return true;
    if (!wall_east[r][c - 1] && !seen[r][c - 1] && reach(r, c - 1, number + 1)) return true;
    if (!wall_south[r - 1][c] && !seen[r - 1][c] && reach(r - 1, c, number + 1)) return true;
    if (!wall_east[r][c] && !seen[r][c + 1] && reach(r, c + 1, number + 1)) return true;
    if (!wall_south[r][c] && !seen[r + 1][c] && reach(r + 1, c, number + 1)) return true;
    label[r][c] = 0;
    return false;
}

int main() {
    int start_row, start_col;
    for (int maze = 1; scanf("%d %d", &rows, &cols) == 2 && rows > 0; maze++) {
        if (scanf("%d %d", &start_row, &start_col) != 2) return 1;
        if (scanf("%d %d", &goal_row, &goal_col) != 2) return 1;
        memset(wall_east, true, sizeof wall_east);
        memset(wall_south, true, sizeof wall_south);
        memset(seen, false, sizeof seen);
        for (int r = 1; r <= rows; r++) {
            for (int c = 1; c <= cols; c++) {
                int code;
                if (scanf("%d", &code) != 1) return 1;
                wall_east[r][c] = (code & 1) != 0 || c == cols;
                wall_south[r][c] = (code & 2) != 0 || r == rows;
            }
        }
        reach(start_row, start_col, 1);
        printf("Maze %d\n\n+", maze);
        for (int c = 1; c <= cols; c++) printf("---+");
        printf("\n");
        for (int r = 1; r <= rows; r++) {
            printf("|");
            for (int c = 1; c <= cols; c++) {
                if (!seen[r][c]) printf("   ");
                else if (label[r][c] == 0) printf("???");
                else printf("%3d", label[r][c]);
                printf(wall_east[r][c] ? "|" : " ");
            }
            printf("\n+");
            for (int c = 1; c <= cols; c++) printf(wall_south[r][c] ? "---+" : "   +");
            printf("\n");
        }
        printf("\n\n");
    }
}
