/* Hyperscan in one process: search_hyperscan search ends|starts PATTERNS TEXT, all ends of all patterns, with the start of each or
   without. Prints the seconds of searching, those of building, the bytes of the database and of scratch, and the ends. */
#include <hs/hs.h>

#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tab_file.h"

static int count(unsigned, unsigned long long, unsigned long long, unsigned, void *context)
{
    ++*(size_t *)context;
    return 0;
}

int main(int argc, char **argv)
{
    if (argc != 5)
        return 2;
    std::ifstream patterns_file(argv[3]), text_file(argv[4], std::ios::binary);
    std::string text((std::istreambuf_iterator<char>(text_file)), std::istreambuf_iterator<char>());
    std::vector<std::string> patterns;
    for (std::string line; std::getline(patterns_file, line);)
        patterns.push_back(line);
    std::vector<const char *> expressions;
    std::vector<unsigned> flags(patterns.size(), !strcmp(argv[2], "starts") ? HS_FLAG_SOM_LEFTMOST : 0), ids;
    for (const std::string &pattern : patterns) {
        ids.push_back((unsigned)ids.size());
        expressions.push_back(pattern.c_str());
    }
    hs_database_t *database = nullptr;
    hs_scratch_t *scratch = nullptr;
    hs_compile_error_t *error = nullptr;
    struct stopwatch watch = stopwatch_started();
    if (hs_compile_multi(expressions.data(), flags.data(), ids.data(), (unsigned)patterns.size(), HS_MODE_BLOCK, nullptr, &database,
                         &error) != HS_SUCCESS) {
        fprintf(stderr, "%s\n", error->message);
        return 1;
    }
    double build = stopwatch_seconds(watch);
    size_t size = 0, scratch_size = 0, matches = 0;
    if (hs_alloc_scratch(database, &scratch) != HS_SUCCESS || hs_database_size(database, &size) != HS_SUCCESS ||
        hs_scratch_size(scratch, &scratch_size) != HS_SUCCESS)
        return 1;
    watch = stopwatch_started();
    if (hs_scan(database, text.data(), (unsigned)text.size(), 0, scratch, count, &matches) != HS_SUCCESS)
        return 1;
    double scan = stopwatch_seconds(watch);
    printf("%.9f %.9f %zu %zu\n", scan, build, size + scratch_size, matches);
    return 0;
}
