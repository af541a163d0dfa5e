// Input validator: exits with 42 where standard input is legal, with 43 where it is not.
#include <cstdio>
#include <cstdlib>
#include <vector>

static long line_number = 1;
static int next_byte = getchar();

[[noreturn]] inline void illegal(const char *expected) {
    fprintf(stderr, "line %ld: expected %s\n", line_number, expected);
    exit(43);
}

inline void expect(char byte, const char *name) {
    if (next_byte != byte) illegal(name);
    if (byte == '\n') line_number++;
    next_byte = getchar();
}

inline void space() {
    expect(' ', "one space");
}

inline void newline() {
    expect('\n', "a newline");
}

// A decimal integer without a plus sign and leading zeros.
inline long integer(const char *name, long low, long high) {
    bool negative = next_byte == '-';
    if (negative) next_byte = getchar();
    long number = 0;
    int digits = 0;
    for (; next_byte >= '0' && next_byte <= '9'; digits++) {
        if (digits > 8 || (digits == 1 && number == 0)) illegal(name);
        number = 10 * number + (next_byte - '0');
        next_byte = getchar();
    }
    if (digits == 0 || (negative && number == 0)) illegal(name);
    if (negative) number = -number;
    if (number < low || number > high) illegal(name);
    return number;
}

[[noreturn]] inline void end() {
    if (next_byte != EOF) illegal("the end");
    exit(42);
}
