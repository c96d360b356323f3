/*
 * Compiled objects: the first byte chooses a searcher, a matcher, a counter or products, which are saved, changed and sealed with a
 * right checksum. Each further four bytes are a place and what is written there; if the second byte is odd, the rest is the object
 * itself. What is loaded is used, whatever it answers.
 */
#include "support.h"
#include "../compiled_object.h"

enum { SEARCHERS = 5, MATCHERS = 2, OBJECTS = SEARCHERS + MATCHERS + 2 };

static automata_error error;
static automata_feature_model *model;
static uint8_t *objects[OBJECTS];
static size_t sizes[OBJECTS];

static automata_regex *regex(const char *text, automata_regex_syntax syntax)
{
    automata_regex_options options = AUTOMATA_REGEX_OPTIONS_INIT;
    automata_regex *made;
    options.syntax = syntax;
    REQUIRE(automata_regex_from_text(text, AUTOMATA_ZERO_TERMINATED, &options, &made, &error) == AUTOMATA_OK);
    return made;
}

/* Searchers with each filter: a pair, factors, grams, first ends, and none. */
static void save_searchers(void)
{
    static const char *const texts[SEARCHERS][2] = {
        {"needle", "n.*x"}, {"[0-9]+ms", "error|alpha|beta"}, {NULL, NULL}, {"[a-z]+@[a-z]+\\.(com|org)", "a+b"}, {"\\ba*", "^c$"}};
    static char words[600][8];
    const char *starts[600];
    for (int i = 0; i < 600; i++) {
        snprintf(words[i], sizeof words[i], "w%06d", i * 1657 % 999983);
        starts[i] = words[i];
    }
    for (int i = 0; i < SEARCHERS; i++) {
        automata_searcher *searcher;
        if (texts[i][0] == NULL) {
            REQUIRE(automata_searcher_from_words(starts, NULL, 600, NULL, &searcher, &error) == AUTOMATA_OK);
        } else {
            const automata_regex *pair[2];
            for (int k = 0; k < 2; k++)
                pair[k] = regex(texts[i][k], AUTOMATA_REGEX_SYNTAX_PROGRAMMER);
            REQUIRE(automata_searcher_from_regexes(pair, 2, NULL, &searcher, &error) == AUTOMATA_OK);
            for (int k = 0; k < 2; k++)
                automata_regex_free((automata_regex *)pair[k]);
        }
        REQUIRE(automata_searcher_save(searcher, &objects[i], &sizes[i], &error) == AUTOMATA_OK);
        automata_searcher_free(searcher);
    }
}

static void save_others(void)
{
    static const char features[] = "features\n    a\n        or\n            b\n            c\n        optional\n            d\n            e\nconstraints\n    d => c | e\n";
    automata_regex *expressions[MATCHERS] = {
        regex("(a|b)*abb", AUTOMATA_REGEX_SYNTAX_TEXTBOOK), regex("[a-z]+[0-9]*|x.*y", AUTOMATA_REGEX_SYNTAX_PROGRAMMER)};
    automata_products *products;
    automata_counter *counter;
    for (int i = 0; i < MATCHERS; i++) {
        automata_fa *nfa, *dfa;
        automata_matcher *matcher;
        REQUIRE(automata_fa_from_regex(expressions[i], AUTOMATA_REGEX_CONSTRUCTION_AUTOMATIC, NULL, &nfa, &error) == AUTOMATA_OK);
        REQUIRE(automata_fa_minimize(nfa, NULL, &dfa, &error) == AUTOMATA_OK);
        REQUIRE(automata_matcher_new(dfa, &matcher, &error) == AUTOMATA_OK);
        REQUIRE(automata_matcher_save(matcher, &objects[SEARCHERS + i], &sizes[SEARCHERS + i], &error) == AUTOMATA_OK);
        automata_matcher_free(matcher);
        if (i == 0) {
            REQUIRE(automata_counter_new(dfa, NULL, &counter, &error) == AUTOMATA_OK);
            REQUIRE(automata_counter_save(counter, &objects[OBJECTS - 2], &sizes[OBJECTS - 2], &error) == AUTOMATA_OK);
            automata_counter_free(counter);
        }
        automata_fa_free(dfa);
        automata_fa_free(nfa);
        automata_regex_free(expressions[i]);
    }
    REQUIRE(automata_feature_model_from_text(features, sizeof features - 1, AUTOMATA_FEATURE_FORMAT_UVL, NULL, &model, &error) == AUTOMATA_OK);
    REQUIRE(automata_products_new(model, NULL, &products, &error) == AUTOMATA_OK);
    REQUIRE(automata_products_save(products, NULL, &objects[OBJECTS - 1], &sizes[OBJECTS - 1], &error) == AUTOMATA_OK);
    automata_products_free(products);
}

static int see_match(const automata_search_match *match, void *context)
{
    uint32_t *patterns;
    size_t count;
    if (automata_searcher_patterns((const automata_searcher *)context, match, &patterns, &count, &error) == AUTOMATA_OK)
        automata_free(patterns);
    return 0;
}

static int see_end(uint64_t position, const uint32_t *patterns, size_t count, void *context)
{
    (void)position;
    (void)patterns;
    (void)context;
    return count == 0;
}

static const char sample[] =
    "needle n x 17ms error alpha w001657 w998 me@home.org aaab \nc\n aab x12y the end of a text that is longer than a vector's words, "
    "and has \"quoted\" parts, 0123456789, w000000w001657w003314, zzz@zzz.com and so on until its last line\nc";

static void search(const uint8_t *bytes, size_t size)
{
    automata_searcher *searcher;
    automata_search_tables *tables;
    automata_search_match match;
    bool found;
    if (!is_ok(automata_searcher_load(bytes, size, &searcher, &error), &error))
        return;
    is_ok(automata_searcher_each_match(searcher, sample, sizeof sample - 1, NULL, see_match, searcher, &error), &error);
    is_ok(automata_searcher_each_end(searcher, sample, sizeof sample - 1, NULL, see_end, NULL, &error), &error);
    is_ok(automata_searcher_match_at(searcher, sample, sizeof sample - 1, 3, &found, &match, &error), &error);
    if (is_ok(automata_searcher_tables(searcher, NULL, &tables, &error), &error))
        automata_free(tables);
    automata_searcher_free(searcher);
}

static void read_text(const uint8_t *bytes, size_t size)
{
    static const automata_symbol word[] = {0, 1, 1, 0, UINT32_MAX, 2};
    automata_matcher *matcher;
    bool accepted;
    if (!is_ok(automata_matcher_load(bytes, size, &matcher, &error), &error))
        return;
    REQUIRE(automata_matcher_accepts(matcher, sample, sizeof sample - 1, &accepted, &error) == AUTOMATA_OK);
    REQUIRE(automata_matcher_accepts(matcher, "abb", 3, &accepted, &error) == AUTOMATA_OK);
    REQUIRE(automata_matcher_accepts_word(matcher, word, 6, &accepted, &error) == AUTOMATA_OK);
    automata_matcher_free(matcher);
}

static void count(const uint8_t *bytes, size_t size)
{
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    automata_counter *counter;
    automata_integer *number;
    budget.maximum_bytes = 16 << 20;
    if (!is_ok(automata_counter_load(bytes, size, &counter, &error), &error))
        return;
    for (int method = AUTOMATA_COUNTING_AUTOMATIC; method <= AUTOMATA_COUNTING_RECURRENCE; method++)
        if (is_ok(automata_counter_count(counter, 20, (automata_counting)method, &budget, &number, &error), &error))
            automata_integer_free(number);
    if (is_ok(automata_counter_count_all(counter, &budget, &number, &error), &error))
        automata_integer_free(number);
    automata_counter_free(counter);
}

static void ask(const uint8_t *bytes, size_t size)
{
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    automata_products *products;
    automata_integers *numbers;
    uint32_t *properties;
    size_t length;
    budget.maximum_bytes = 16 << 20;
    if (!is_ok(automata_products_load(bytes, size, model, &budget, &products, &error), &error))
        return;
    if (is_ok(automata_products_feature_properties(products, &budget, &properties, &length, &error), &error))
        automata_free(properties);
    if (is_ok(automata_products_sizes(products, &budget, &numbers, &error), &error))
        automata_integers_free(numbers);
    automata_products_free(products);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in = {data, size};
    uint8_t *bytes;
    uint32_t chosen = take_below(&in, OBJECTS);
    bool is_whole = take_byte(&in) & 1;
    if (objects[0] == NULL) {
        save_searchers();
        save_others();
    }
    size_t length = is_whole ? in.left / 64 * 64 : sizes[chosen];
    if (length < 64)
        return 0;
    bytes = malloc(length);
    REQUIRE(bytes);
    memcpy(bytes, is_whole ? in.next : objects[chosen], length);
    while (!is_whole && in.left > 0) {
        size_t place = (size_t)take_bytes(&in, 3) % length;
        bytes[place] = take_byte(&in);
    }
    seal_object(bytes, length);
    if (chosen < SEARCHERS)
        search(bytes, length);
    else if (chosen < SEARCHERS + MATCHERS)
        read_text(bytes, length);
    else if (chosen == OBJECTS - 2)
        count(bytes, length);
    else
        ask(bytes, length);
    free(bytes);
    return 0;
}
