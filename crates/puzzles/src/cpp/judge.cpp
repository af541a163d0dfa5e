// Output validator: INPUT ANSWER FEEDBACK_FOLDER < OUTPUT. Exits with 42 where the output is right, with
// 43 where it is wrong, with 1 where a file of the jury is.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

static std::string feedback;

[[noreturn]] inline void wrong(long dataset, const std::string &why) {
    std::ofstream message(feedback + "judgemessage.txt", std::ios::app);
    message << "dataset " << dataset << ": " << why << std::endl;
    exit(43);
}

[[noreturn]] inline void jury_wrong(const std::string &why) {
    std::cerr << "the jury's files: " << why << std::endl;
    exit(1);
}

// The next token as an integer; false where it is none or does not fit.
inline bool read_integer(std::istream &text, long &number) {
    std::string token;
    if (!(text >> token) || token.size() > 9) return false;
    char *rest = nullptr;
    number = strtol(token.c_str(), &rest, 10);
    return rest == token.c_str() + token.size();
}

inline std::ifstream open_file(const char *name) {
    std::ifstream file(name);
    if (!file) jury_wrong(std::string("cannot open ") + name);
    return file;
}

[[noreturn]] inline void finish(long datasets) {
    std::string token;
    if (std::cin >> token) wrong(datasets, "extra output after the last answer");
    exit(42);
}

inline void open_feedback(int argc, char **argv) {
    if (argc < 4) jury_wrong("usage: INPUT ANSWER FEEDBACK_FOLDER < OUTPUT");
    feedback = std::string(argv[3]) + "/";
}
