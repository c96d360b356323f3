/* RE2 in one process: search_re2 search spans|set PATTERNS TEXT, leftmost-longest matches one after another, or which patterns
   match in each line. Prints the seconds of searching, those of building, the bytes of the program and the matches. */
#include <re2/re2.h>
#include <re2/set.h>

#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tab_file.h"

int main(int argc, char **argv)
{
    if (argc != 5)
        return 2;
    std::ifstream patterns_file(argv[3]), text_file(argv[4], std::ios::binary);
    std::string text((std::istreambuf_iterator<char>(text_file)), std::istreambuf_iterator<char>()), joined;
    std::vector<std::string> patterns;
    for (std::string line; std::getline(patterns_file, line);) {
        joined += (patterns.empty() ? "(?:" : "|(?:") + line + ")";
        patterns.push_back(line);
    }
    RE2::Options options(RE2::Latin1);
    options.set_longest_match(true);
    options.set_max_mem((int64_t)1 << 30);
    size_t matches = 0, size = 0;
    double build, scan;
    struct stopwatch watch = stopwatch_started();
    if (!strcmp(argv[2], "spans")) {
        RE2 expression(joined, options);
        build = stopwatch_seconds(watch);
        if (!expression.ok())
            return 1;
        size = (size_t)expression.ProgramSize();
        watch = stopwatch_started();
        re2::StringPiece match;
        for (size_t at = 0; at <= text.size() && expression.Match(text, at, text.size(), RE2::UNANCHORED, &match, 1); matches++)
            at = (size_t)(match.data() - text.data()) + (match.empty() ? 1 : match.size());
        scan = stopwatch_seconds(watch);
    } else {
        RE2::Set set(options, RE2::UNANCHORED);
        for (const std::string &pattern : patterns)
            if (set.Add(pattern, nullptr) < 0)
                return 1;
        if (!set.Compile())
            return 1;
        build = stopwatch_seconds(watch);
        std::vector<int> ids;
        watch = stopwatch_started();
        for (size_t at = 0; at < text.size();) {
            const char *start = text.data() + at, *end = (const char *)memchr(start, '\n', text.size() - at);
            size_t count = end ? (size_t)(end - start) : text.size() - at;
            if (set.Match(re2::StringPiece(start, count), &ids))
                matches += ids.size();
            at += count + 1;
        }
        scan = stopwatch_seconds(watch);
    }
    printf("%.9f %.9f %zu %zu\n", scan, build, size, matches);
    return 0;
}
