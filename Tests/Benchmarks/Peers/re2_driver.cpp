/* RE2 in one process: re2_driver regex FILE TEXT, each line of a file from text to a first scan with it, as it makes its DFA while
   it scans, and only the states that the scan meets. Prints the seconds, how many expressions have the text among their words,
   and how many are refused; then why.
   Or, to compare results and not times: re2_driver match bytes|utf8 EXPRESSIONS TEXTS, all in hexadecimal digits, prints for each
   expression 1 or 0 for each text, or that it is refused; with spans in place of match, the places of the longest matches, one after
   the other, of which an empty one isn't at the end of the one before. */
#include <re2/re2.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tab_file.h"

static std::vector<std::string> lines_of(const char *path)
{
    std::ifstream file(path, std::ios::binary);
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);)
        lines.push_back(line);
    return lines;
}

static std::string decoded(const std::string &digits)
{
    std::string bytes;
    for (size_t i = 0; i + 1 < digits.size(); i += 2)
        bytes.push_back((char)std::stoi(digits.substr(i, 2), nullptr, 16));
    return bytes;
}

static RE2::Options options(bool is_utf8)
{
    RE2::Options options(is_utf8 ? RE2::DefaultOptions : RE2::Latin1);
    /* Room for all states, so that none is made twice. */
    options.set_max_mem((int64_t)2 << 30);
    options.set_log_errors(false);
    return options;
}

static int time_expressions(const char *path, const char *text_path)
{
    std::ifstream file(text_path, std::ios::binary);
    std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    std::vector<std::string> lines = lines_of(path), refused;
    RE2::Options bytes = options(false);
    int matched = 0;
    double seconds = 0;
    for (const std::string &line : lines) {
        struct stopwatch watch = stopwatch_started();
        RE2 expression(line, bytes);
        if (!expression.ok())
            refused.push_back(expression.error() + ": " + line);
        else if (RE2::FullMatch(text, expression))
            matched++;
        seconds += stopwatch_seconds(watch);
    }
    printf("%.9f\t%d\t%zu\n", seconds, matched, refused.size());
    for (const std::string &line : refused)
        puts(line.c_str());
    return 0;
}

static int match(const char *unit, const char *expressions, const char *texts_path)
{
    RE2::Options own = options(!strcmp(unit, "utf8"));
    std::vector<std::string> texts;
    for (const std::string &line : lines_of(texts_path))
        texts.push_back(decoded(line));
    for (const std::string &line : lines_of(expressions)) {
        RE2 expression(decoded(line), own);
        std::string answers = expression.ok() ? "" : "refused: " + expression.error();
        if (expression.ok()) {
            for (const std::string &text : texts)
                answers.push_back(RE2::FullMatch(text, expression) ? '1' : '0');
        }
        puts(answers.c_str());
    }
    return 0;
}

static int spans(const char *unit, const char *expressions, const char *texts_path)
{
    RE2::Options own = options(!strcmp(unit, "utf8"));
    own.set_longest_match(true);
    std::vector<std::string> texts;
    for (const std::string &line : lines_of(texts_path))
        texts.push_back(decoded(line));
    for (const std::string &line : lines_of(expressions)) {
        RE2 expression(decoded(line), own);
        std::string answers = expression.ok() ? "" : "refused: " + expression.error();
        for (size_t i = 0; expression.ok() && i < texts.size(); i++) {
            const std::string &text = texts[i];
            size_t last = std::string::npos;
            const char *between = "";
            re2::StringPiece match;
            for (size_t at = 0; at <= text.size() && expression.Match(text, at, text.size(), RE2::UNANCHORED, &match, 1);) {
                size_t start = (size_t)(match.data() - text.data()), end = start + match.size();
                at = match.empty() ? end + 1 : end;
                if (match.empty() && start == last)
                    continue;
                answers += between + std::to_string(start) + "-" + std::to_string(end);
                between = ",";
                last = end;
            }
            if (i + 1 < texts.size())
                answers += ";";
        }
        puts(answers.c_str());
    }
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 2 && !strcmp(argv[1], "idle"))
        return puts("0\t0\t0") == EOF;
    if (argc == 4 && !strcmp(argv[1], "regex"))
        return time_expressions(argv[2], argv[3]);
    if (argc == 5 && !strcmp(argv[1], "match"))
        return match(argv[2], argv[3], argv[4]);
    if (argc == 5 && !strcmp(argv[1], "spans"))
        return spans(argv[2], argv[3], argv[4]);
    return 2;
}
