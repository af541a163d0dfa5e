
int main() {
    for (int boards = 0;; boards++) {
        long width = integer("the width, from 2 to 20, or 0", 0, 20);
        space();
        long height = integer("the height, from 1 to 20, or 0", 0, 20);
        newline();
        if (width == 0 && height == 0) end();
        if (width < 2 || height < 1) illegal("a width from 2 and a height from 1");
        if (boards == 100) illegal("0 0, since 100 boards are the most");
        int count[4] = {0, 0, 0, 0};
        for (long row = 0; row < height; row++) {
            for (long col = 0; col < width; col++) {
                count[integer("a code from 0 to 3", 0, 3)]++;
                if (col + 1 < width) space();
            }
            newline();
        }
        if (count[2] != 1 || count[3] != 1) illegal("one start and one goal");
    }
}
