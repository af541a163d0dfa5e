
int main() {
    for (;;) {
        long start = integer("a square from 1 to 64, or -1", -1, 64);
        newline();
        if (start == -1) end();
        if (start == 0) illegal("a square from 1 to 64, or -1");
    }
}
