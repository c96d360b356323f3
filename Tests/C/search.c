/* The search: on whole texts, in pieces, by several threads, with callbacks that go back to the library. */
#include "check.h"
#include <pthread.h>

enum { MOST = 64 };

typedef struct {
    automata_search_match matches[MOST];
    size_t count, limit;
    automata_search *search;
} matches;

static int note(const automata_search_match *match, void *context) {
    matches *all = (matches *)context;
    automata_error error;
    CHECK(match->start <= match->end && match->reserved == 0);
    if (all->count < MOST) all->matches[all->count] = *match;
    all->count++;
    if (all->search) {
        /* The search that calls can't be used here. */
        automata_search *copy = NULL;
        CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_search_feed(all->search, "a", 1, note, context, &error));
        CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_search_finish(all->search, note, context, &error));
        CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_search_copy(all->search, &copy, &error));
        CHECK(copy == NULL && !automata_search_is_over(all->search));
        automata_search_restart(all->search);
    }
    return all->limit != 0 && all->count == all->limit;
}

static automata_searcher *searcher_for(const char *const *expressions, size_t count, bool within_lines, bool lazily) {
    automata_regex *regexes[8] = {NULL};
    automata_searcher_options options = AUTOMATA_SEARCHER_OPTIONS_INIT;
    automata_searcher *searcher = NULL;
    automata_error error;
    size_t i;
    for (i = 0; i < count; i++)
        CHECK_OK(automata_regex_from_text(expressions[i], AUTOMATA_ZERO_TERMINATED, NULL, &regexes[i], &error));
    options.within_lines = within_lines;
    options.lazily = lazily;
    CHECK_OK(automata_searcher_from_regexes(
        regexes, count, &options, &searcher, &error));
    for (i = 0; i < count; i++) automata_regex_free(regexes[i]);
    return searcher;
}

static void refused_texts(void) {
    const char *const expressions[] = {"a+", "(b"}, *const holes[] = {"a+", NULL};
    const size_t lengths[] = {1, 1};
    automata_regex_options syntax = AUTOMATA_REGEX_OPTIONS_INIT;
    automata_searcher *searcher = NULL;
    automata_error error;
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_TEXT, automata_searcher_from_texts(expressions, NULL, 2, NULL, NULL, &searcher, &error));
    CHECK(searcher == NULL && error.line == 1 && error.column == 1 && strstr(error.message, "in text 1: ") != NULL);
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_searcher_from_texts(holes, NULL, 2, NULL, NULL, &searcher, &error));
    syntax.syntax = AUTOMATA_REGEX_SYNTAX_TEXTBOOK;
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_TEXT, automata_searcher_from_texts(expressions, lengths, 2, &syntax, NULL, &searcher, &error));
    CHECK_OK(automata_searcher_from_texts(expressions, lengths, 1, &syntax, NULL, &searcher, &error));
    CHECK(automata_searcher_pattern_count(searcher) == 1);
    automata_searcher_free(searcher);
}

static bool is_match(const automata_search_match *match, uint64_t start, uint64_t end, uint32_t pattern) {
    return match->start == start && match->end == end && match->pattern == pattern;
}

static void whole(bool lazily) {
    const char *const expressions[] = {"[a-z]+", "if|else", "[0-9]+", "else"};
    automata_searcher *searcher = searcher_for(expressions, 4, false, lazily);
    automata_search_match first, *array = NULL, wrong;
    matches all = {{{0, 0, 0, 0, 0}}, 0, 0, NULL};
    uint32_t *patterns = NULL;
    size_t count = 0;
    bool found = false;
    automata_error error;

    CHECK(automata_searcher_pattern_count(searcher) == 4 && automata_searcher_table_size(searcher) > 0);
    CHECK_OK(automata_searcher_each_match(searcher, "if x1 else", 10, NULL, note, &all, &error));
    CHECK(all.count == 4 && is_match(&all.matches[0], 0, 2, 0) && is_match(&all.matches[1], 3, 4, 0));
    CHECK(is_match(&all.matches[2], 4, 5, 2) && is_match(&all.matches[3], 6, 10, 0));
    CHECK_OK(automata_searcher_patterns(searcher, &all.matches[3], &patterns, &count, &error));
    CHECK(count == 3 && patterns[0] == 0 && patterns[1] == 1 && patterns[2] == 3);
    automata_free(patterns);
    /* A key that no match has. */
    wrong = all.matches[3];
    wrong.key = UINT64_MAX;
    CHECK_OK(automata_searcher_patterns(searcher, &wrong, &patterns, &count, &error));
    CHECK(count == 0);
    automata_free(patterns);

    all.count = 0;
    all.limit = 2;
    CHECK_OK(automata_searcher_each_match(searcher, "if x1 else", 10, NULL, note, &all, &error));
    CHECK(all.count == 2);
    CHECK_OK(automata_searcher_first_match(searcher, "  7", 3, NULL, &found, &first, &error));
    CHECK(found && is_match(&first, 2, 3, 2));
    CHECK_OK(automata_searcher_first_match(searcher, NULL, 0, NULL, &found, NULL, &error));
    CHECK(!found);
    CHECK_OK(automata_searcher_matches(searcher, "if x1 else", 10, NULL, &array, &count, &error));
    CHECK(count == 4 && is_match(&array[3], 6, 10, 0));
    automata_free(array);
    CHECK_OK(automata_searcher_matches(searcher, "", 0, NULL, &array, &count, &error));
    CHECK(count == 0 && array != NULL);
    automata_free(array);
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT,
                 automata_searcher_each_match(searcher, "a", AUTOMATA_ZERO_TERMINATED, NULL, note, &all, &error));
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_searcher_each_match(searcher, "a", 1, NULL, NULL, NULL, &error));
    automata_searcher_free(searcher);
}

/* Leftmost-longest, anchors and lines. */
static void rules(void) {
    const char *const overlapping[] = {"abcd|bc"}, *const lines[] = {"(?m)^a[^b]*"}, *const bounded[] = {"\\bfoo\\b"};
    const struct {
        const char *const *expressions;
        const char *text;
        uint64_t places[2][2];
        bool within_lines;
    } cases[] = {
        {overlapping, "abcabcd", {{1, 3}, {3, 7}}, false},
        {lines, "axx\nab a", {{0, 3}, {4, 5}}, true},
        {bounded, "foo foot xfoo foo", {{0, 3}, {14, 17}}, false},
    };
    automata_error error;
    size_t i;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        automata_searcher *searcher = searcher_for(cases[i].expressions, 1, cases[i].within_lines, false);
        matches all = {{{0, 0, 0, 0, 0}}, 0, 0, NULL};
        CHECK_OK(automata_searcher_each_match(searcher, cases[i].text, strlen(cases[i].text), NULL, note, &all, &error));
        CHECK(all.count == 2 && is_match(&all.matches[0], cases[i].places[0][0], cases[i].places[0][1], 0));
        CHECK(is_match(&all.matches[1], cases[i].places[1][0], cases[i].places[1][1], 0));
        automata_searcher_free(searcher);
    }
}

/* Cut at every position. */
static void pieces(bool lazily) {
    const char *const expressions[] = {"a+b?", "\\bx", "[0-9]{2}"};
    const char text[] = "aab xa 12a3 456 xx aaaab";
    const size_t size = sizeof text - 1;
    automata_searcher *searcher = searcher_for(expressions, 3, false, lazily);
    automata_search *search = NULL, *copy = NULL;
    matches wanted = {{{0, 0, 0, 0, 0}}, 0, 0, NULL};
    automata_error error;
    size_t cut, i;

    CHECK_OK(automata_searcher_each_match(searcher, text, size, NULL, note, &wanted, &error));
    CHECK(wanted.count == 8);
    CHECK_OK(automata_search_new(searcher, NULL, &search, &error));
    automata_searcher_free(searcher);
    for (cut = 0; cut <= size; cut++) {
        matches all = {{{0, 0, 0, 0, 0}}, 0, 0, NULL}, rest;
        all.search = search;
        automata_search_restart(search);
        CHECK_OK(automata_search_feed(search, text, cut, note, &all, &error));
        CHECK(automata_search_consumed_count(search) == cut && automata_search_held_count(search) <= cut);
        CHECK_OK(automata_search_copy(search, &copy, &error));
        rest = all;
        CHECK_OK(automata_search_feed(search, text + cut, size - cut, note, &all, &error));
        CHECK_OK(automata_search_finish(search, note, &all, &error));
        CHECK(automata_search_is_over(search) && all.count == wanted.count);
        /* The copy goes on by itself. */
        rest.search = NULL;
        for (i = cut; i < size; i++) CHECK_OK(automata_search_feed(copy, text + i, 1, note, &rest, &error));
        CHECK_OK(automata_search_finish(copy, note, &rest, &error));
        CHECK(rest.count == wanted.count);
        for (i = 0; i < wanted.count; i++) {
            CHECK(is_match(&all.matches[i], wanted.matches[i].start, wanted.matches[i].end, wanted.matches[i].pattern));
            CHECK(is_match(&rest.matches[i], wanted.matches[i].start, wanted.matches[i].end, wanted.matches[i].pattern));
        }
        automata_search_free(copy);
    }
    automata_search_free(search);
}

static void held(void) {
    const char *const expressions[] = {"a[^z]*z"};
    automata_searcher *searcher = searcher_for(expressions, 1, false, false);
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    automata_search *search = NULL;
    matches all = {{{0, 0, 0, 0, 0}}, 0, 0, NULL};
    automata_error error;
    char piece[4096];
    budget.maximum_bytes = 10000;
    memset(piece, 'a', sizeof piece);
    CHECK_OK(automata_search_new(searcher, &budget, &search, &error));
    CHECK_OK(automata_search_feed(search, piece, sizeof piece, note, &all, &error));
    CHECK(automata_search_held_count(search) == sizeof piece);
    CHECK_OK(automata_search_feed(search, piece, sizeof piece, note, &all, &error));
    CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED, automata_search_feed(search, piece, sizeof piece, note, &all, &error));
    CHECK(automata_search_is_over(search) && automata_search_held_count(search) == 0);
    automata_search_free(search);
    automata_searcher_free(searcher);
    CHECK(automata_search_is_over(NULL));
}

static int note_end(uint64_t position, const uint32_t *patterns, size_t count, void *context) {
    char *text = (char *)context + strlen((char *)context);
    snprintf(text, 16, "%d:%d,%d ", (int)position, (int)patterns[0], (int)count);
    return position == 4;
}

static void ends(bool lazily) {
    const char *const expressions[] = {"ab", "(ab)+", "b"};
    automata_searcher *searcher = searcher_for(expressions, 3, false, lazily);
    char text[128] = "";
    automata_error error;
    CHECK_OK(automata_searcher_each_end(searcher, "ababab", 6, NULL, note_end, text, &error));
    CHECK_TEXT("2:0,3 4:0,3 ", text);
    automata_searcher_free(searcher);
}

static int note_all_ends(uint64_t position, const uint32_t *patterns, size_t count, void *context) {
    note_end(position, patterns, count, context);
    return 0;
}

/* Ends in pieces: at once if no pattern depends on the text around its words, otherwise with the next piece. */
static void ends_in_pieces(bool lazily) {
    const char *const expressions[] = {"ab", "(ab)+", "b"}, *const anchored[] = {"ab$", "b"};
    automata_searcher *searcher = searcher_for(expressions, 3, false, lazily), *other = searcher_for(anchored, 2, false, lazily);
    automata_search *search = NULL, *copy = NULL;
    matches all = {{{0, 0, 0, 0, 0}}, 0, 0, NULL};
    char text[128] = "";
    automata_error error;
    CHECK_OK(automata_search_new(searcher, NULL, &search, &error));
    CHECK_OK(automata_search_feed_ends(search, "a", 1, note_all_ends, text, &error));
    CHECK_TEXT("", text);
    CHECK_OK(automata_search_feed_ends(search, "b", 1, note_all_ends, text, &error));
    CHECK_TEXT("2:0,3 ", text);
    CHECK_OK(automata_search_copy(search, &copy, &error));
    CHECK_OK(automata_search_feed_ends(search, "abxb", 4, note_all_ends, text, &error));
    CHECK_TEXT("2:0,3 4:0,3 6:2,1 ", text);
    CHECK(automata_search_consumed_count(search) == 6 && automata_search_held_count(search) == 0);
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_search_feed(search, "a", 1, note, &all, &error));
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_search_finish(search, note, &all, &error));
    CHECK_OK(automata_search_finish_ends(search, note_all_ends, text, &error));
    CHECK_TEXT("2:0,3 4:0,3 6:2,1 ", text);
    CHECK(automata_search_is_over(search) && !automata_search_is_over(copy));

    text[0] = '\0';
    CHECK_OK(automata_search_feed_ends(copy, "ab", 2, note_end, text, &error));
    CHECK_TEXT("4:0,3 ", text);
    CHECK(automata_search_is_over(copy));
    CHECK_OK(automata_search_feed_ends(copy, "ab", 2, note_end, text, &error));
    automata_search_free(copy);

    automata_search_restart(search);
    CHECK_OK(automata_search_feed(search, "ab", 2, note, &all, &error));
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_search_feed_ends(search, "a", 1, note_all_ends, text, &error));
    automata_search_free(search);

    text[0] = '\0';
    CHECK_OK(automata_search_new(other, NULL, &search, &error));
    CHECK_OK(automata_search_feed_ends(search, "ab", 2, note_all_ends, text, &error));
    CHECK_TEXT("", text);
    CHECK_OK(automata_search_feed_ends(search, "ab", 2, note_all_ends, text, &error));
    CHECK_TEXT("2:1,1 ", text);
    CHECK_OK(automata_search_finish_ends(search, note_all_ends, text, &error));
    CHECK_TEXT("2:1,1 4:0,2 ", text);
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_search_feed_ends(NULL, "ab", 2, note_end, text, &error));
    automata_search_free(search);
    automata_searcher_free(other);
    automata_searcher_free(searcher);
}

static int cancel_later(uint64_t built, uint64_t pending, void *context) {
    (void)built;
    (void)pending;
    return ++*(int *)context > 3;
}

/* Each byte of the text has a new set of thousands of states, so that all of it would take hours. */
static void slow_search(void) {
    enum { SIZE = 1 << 21 };
    const char *const expressions[] = {"[ab]*a[ab]{5000}x"}, *const letters[] = {"a"};
    automata_searcher *searcher = searcher_for(expressions, 1, false, true);
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    matches all = {{{0, 0, 0, 0, 0}}, 0, 0, NULL};
    automata_search_match *array = NULL;
    size_t count = 0;
    bool found = false;
    char *bytes = (char *)malloc(SIZE), text[128] = "";
    uint32_t seed = 1;
    automata_error error;
    int calls = 0, i;
    for (i = 0; i < SIZE; i++) bytes[i] = (char)('a' + ((seed = seed * 1664525 + 1013904223) >> 31));
    budget.progress = cancel_later;
    budget.context = &calls;
    CHECK_STATUS(AUTOMATA_ERROR_CANCELLED, automata_searcher_each_match(searcher, bytes, SIZE, &budget, note, &all, &error));
    calls = 0;
    CHECK_STATUS(AUTOMATA_ERROR_CANCELLED, automata_searcher_first_match(searcher, bytes, SIZE, &budget, &found, NULL, &error));
    calls = 0;
    CHECK_STATUS(AUTOMATA_ERROR_CANCELLED, automata_searcher_matches(searcher, bytes, SIZE, &budget, &array, &count, &error));
    calls = 0;
    CHECK_STATUS(AUTOMATA_ERROR_CANCELLED, automata_searcher_each_end(searcher, bytes, SIZE, &budget, note_end, text, &error));
    CHECK(all.count == 0 && array == NULL && !found);
    automata_searcher_free(searcher);

    /* A list of matches may be longer than the budget allows. */
    searcher = searcher_for(letters, 1, false, false);
    budget.progress = NULL;
    budget.maximum_bytes = 10000;
    memset(bytes, 'a', SIZE);
    CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED, automata_searcher_matches(searcher, bytes, SIZE, &budget, &array, &count, &error));
    CHECK(array == NULL && count == 0);
    CHECK_OK(automata_searcher_each_match(searcher, bytes, SIZE, &budget, note, &all, &error));
    CHECK(all.count == SIZE);
    automata_searcher_free(searcher);
    free(bytes);
}

static void words_and_automata(void) {
    const char *const words[] = {"he", "she", "his", "hers"}, *const lines[] = {"a\nb", "bb"};
    const size_t lengths[] = {2, 3, 3, 4};
    const char *const expressions[] = {"[ab]*a[ab]{30}x"};
    automata_fa *automaton = NULL;
    const automata_fa *automata[1];
    automata_regex *regex = NULL;
    automata_searcher_options options = AUTOMATA_SEARCHER_OPTIONS_INIT;
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    automata_searcher *searcher = NULL;
    automata_search_match match;
    automata_error error;
    bool found = false;
    int i;

    CHECK_OK(automata_searcher_from_words(words, lengths, 4, NULL, &searcher, &error));
    CHECK_OK(automata_searcher_first_match(searcher, "ushers", 6, NULL, &found, &match, &error));
    CHECK(found && is_match(&match, 1, 4, 1));
    automata_searcher_free(searcher);
    CHECK_OK(automata_searcher_from_words(words, NULL, 4, NULL, &searcher, &error));
    CHECK(automata_searcher_pattern_count(searcher) == 4);
    automata_searcher_free(searcher);

    automaton = ends_with_01();
    automata[0] = automaton;
    CHECK_OK(automata_searcher_from_automata(automata, 1, NULL, &searcher, &error));
    CHECK_OK(automata_searcher_first_match(searcher, "x0010x", 6, NULL, &found, &match, &error));
    CHECK(found && is_match(&match, 1, 4, 0));
    automata_searcher_free(searcher);
    automata_fa_free(automaton);

    /* Lines apart, and words that aren't within one. */
    options.within_lines = true;
    CHECK_OK(automata_searcher_from_words(lines, NULL, 2, &options, &searcher, &error));
    CHECK_OK(automata_searcher_first_match(searcher, "a\nbb", 4, NULL, &found, &match, &error));
    CHECK(found && is_match(&match, 2, 4, 1));
    automata_searcher_free(searcher);
    CHECK_OK(automata_regex_from_text("[^x]+", AUTOMATA_ZERO_TERMINATED, NULL, &regex, &error));
    CHECK_OK(automata_fa_from_regex(regex, AUTOMATA_REGEX_CONSTRUCTION_AUTOMATIC, NULL, &automaton, &error));
    automata_regex_free(regex);
    automata[0] = automaton;
    for (i = 0; i < 4; i++) {
        options.within_lines = i % 2 == 0;
        options.lazily = i / 2 != 0;
        CHECK_OK(automata_searcher_from_automata(automata, 1, &options, &searcher, &error));
        CHECK_OK(automata_searcher_first_match(searcher, "xab\ncd", 6, NULL, &found, &match, &error));
        CHECK(found && is_match(&match, 1, options.within_lines ? 3 : 6, 0));
        automata_searcher_free(searcher);
    }
    options.within_lines = options.lazily = false;
    automata_fa_free(automaton);

    /* A DFA that exceeds the budget, and none. */
    CHECK_OK(automata_regex_from_text(expressions[0], AUTOMATA_ZERO_TERMINATED, NULL, &regex, &error));
    budget.maximum_states = 10000;
    options.budget = &budget;
    CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED, automata_searcher_from_regexes(
        &regex, 1, &options, &searcher, &error));
    CHECK(searcher == NULL);
    options.lazily = true;
    CHECK_OK(automata_searcher_from_regexes(&regex, 1, &options, &searcher, &error));
    automata_searcher_free(searcher);
    automata_regex_free(regex);
}

/* Any number as the key of a match. */
static void keys(bool lazily) {
    const char *const expressions[] = {"[a-z]+", "if|else", "\\bx"};
    automata_searcher *searcher = searcher_for(expressions, 3, false, lazily);
    automata_search_match match = {0, 0, 0, 0, 0};
    matches all = {{{0, 0, 0, 0, 0}}, 0, 0, NULL};
    uint64_t random = 1;
    automata_error error;
    int i;
    CHECK_OK(automata_searcher_each_match(searcher, "if x", 4, NULL, note, &all, &error));
    for (i = 0; i < 20000; i++) {
        uint32_t *patterns = NULL;
        size_t count = 0, k;
        random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        match.key = i < 4096 ? (uint64_t)i : random >> i % 64;
        if (automata_searcher_patterns(searcher, &match, &patterns, &count, &error) != AUTOMATA_OK) check_failed(__FILE__, __LINE__, "key", error.message);
        for (k = 0; k < count; k++) CHECK(patterns[k] < 3 && (k == 0 || patterns[k - 1] < patterns[k]));
        automata_free(patterns);
    }
    automata_searcher_free(searcher);
}

/* No patterns, patterns without words, the empty word, and patterns that aren't over bytes. */
static void odd_patterns(void) {
    const char *const none[] = {"[^\\x00-\\xff]"}, *const empty[] = {"a*"};
    automata_searcher *searcher = NULL;
    automata_regex_options options = AUTOMATA_REGEX_OPTIONS_INIT;
    automata_regex *regex = NULL;
    automata_fa *automaton = NULL;
    const automata_fa *automata[1];
    matches all = {{{0, 0, 0, 0, 0}}, 0, 0, NULL};
    automata_error error;

    CHECK_OK(automata_searcher_from_regexes(NULL, 0, NULL, &searcher, &error));
    CHECK(automata_searcher_pattern_count(searcher) == 0);
    CHECK_OK(automata_searcher_each_match(searcher, "abc", 3, NULL, note, &all, &error));
    automata_searcher_free(searcher);
    CHECK_OK(automata_searcher_from_words(NULL, NULL, 0, NULL, &searcher, &error));
    CHECK_OK(automata_searcher_each_match(searcher, "abc", 3, NULL, note, &all, &error));
    automata_searcher_free(searcher);
    CHECK_OK(automata_searcher_from_automata(NULL, 0, NULL, &searcher, &error));
    CHECK_OK(automata_searcher_each_match(searcher, "abc", 3, NULL, note, &all, &error));
    automata_searcher_free(searcher);
    options.unit = AUTOMATA_REGEX_UNIT_BYTES;
    CHECK_OK(automata_regex_from_text(none[0], AUTOMATA_ZERO_TERMINATED, &options, &regex, &error));
    CHECK_OK(automata_searcher_from_regexes(&regex, 1, NULL, &searcher, &error));
    CHECK_OK(automata_searcher_each_match(searcher, "abc", 3, NULL, note, &all, &error));
    CHECK(all.count == 0);
    automata_searcher_free(searcher);
    automata_regex_free(regex);
    searcher = searcher_for(empty, 1, false, false);
    CHECK_OK(automata_searcher_each_match(searcher, "baac", 4, NULL, note, &all, &error));
    CHECK(all.count == 3 && is_match(&all.matches[0], 0, 0, 0) && is_match(&all.matches[1], 1, 3, 0));
    CHECK(is_match(&all.matches[2], 4, 4, 0));
    automata_searcher_free(searcher);

    options.unit = AUTOMATA_REGEX_UNIT_SCALARS;
    CHECK_OK(automata_regex_from_text("a", 1, &options, &regex, &error));
    CHECK_STATUS(AUTOMATA_ERROR_INCOMPATIBLE_ALPHABETS, automata_searcher_from_regexes(
        &regex, 1, NULL, &searcher, &error));
    CHECK_OK(automata_fa_from_regex(regex, AUTOMATA_REGEX_CONSTRUCTION_AUTOMATIC, NULL, &automaton, &error));
    automata[0] = automaton;
    CHECK_STATUS(AUTOMATA_ERROR_INCOMPATIBLE_ALPHABETS, automata_searcher_from_automata(automata, 1, NULL, &searcher, &error));
    CHECK(searcher == NULL);
    automata_fa_free(automaton);
    automata_regex_free(regex);
}

/* Words by a search and by comparing each with each place; the text as a whole and in pieces. */
static void words_and_places(bool are_bytes) {
    enum { WORDS = 300, TEXT = 20000 };
    static char room[WORDS][16], text[TEXT];
    const char *words[WORDS];
    size_t lengths[WORDS], i, k, count = 0, at, fed = 0, place = 0;
    automata_searcher *searcher = NULL;
    automata_search *search = NULL;
    automata_search_match *found = NULL;
    matches all = {{{0, 0, 0, 0, 0}}, 0, 0, NULL};
    uint64_t random = are_bytes ? 7 : 8;
    automata_error error;
#define NEXT_RANDOM() (random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407), (size_t)(random >> 40))
    for (i = 0; i < WORDS; i++) {
        words[i] = room[i];
        lengths[i] = 2 + NEXT_RANDOM() % 12;
        for (k = 0; k < lengths[i]; k++) room[i][k] = are_bytes ? (char)(NEXT_RANDOM() % 256) : (char)('a' + NEXT_RANDOM() % 3);
    }
    for (at = 0; at < TEXT;) {
        const size_t word = NEXT_RANDOM() % WORDS;
        if (NEXT_RANDOM() % 3) {
            text[at++] = are_bytes ? (char)(NEXT_RANDOM() % 256) : (char)('a' + NEXT_RANDOM() % 4);
            continue;
        }
        for (k = 0; k < lengths[word] && at < TEXT; k++) text[at++] = words[word][k];
    }
    CHECK_OK(automata_searcher_from_words(words, lengths, WORDS, NULL, &searcher, &error));
    CHECK_OK(automata_searcher_matches(searcher, text, TEXT, NULL, &found, &count, &error));
    for (at = 0; at < TEXT;) {
        size_t longest = 0, least = 0;
        for (i = 0; i < WORDS; i++)
            if (lengths[i] > longest && lengths[i] <= TEXT - at && memcmp(words[i], text + at, lengths[i]) == 0) {
                longest = lengths[i];
                least = i;
            }
        if (longest == 0) {
            at++;
            continue;
        }
        CHECK(place < count && is_match(&found[place], at, at + longest, (uint32_t)least));
        place++;
        at += longest;
    }
    CHECK(place == count && count > 1000);
    automata_free(found);
    CHECK_OK(automata_search_new(searcher, NULL, &search, &error));
    while (fed < TEXT) {
        size_t piece = NEXT_RANDOM() % 500;
        if (piece > TEXT - fed) piece = TEXT - fed;
        CHECK_OK(automata_search_feed(search, text + fed, piece, note, &all, &error));
        fed += piece;
    }
    CHECK_OK(automata_search_finish(search, note, &all, &error));
    CHECK(all.count == count);
    automata_search_free(search);
    automata_searcher_free(searcher);
}

/* Texts that take quadratic time where each place is tried, and are read from their ends instead. */
static void much_in_vain(bool lazily) {
    enum { SIZE = 300000 };
    const char *const expressions[] = {"a*b", "a*c|x"};
    automata_searcher *searcher = searcher_for(expressions, 2, false, lazily);
    automata_search *search = NULL;
    matches all = {{{0, 0, 0, 0, 0}}, 0, 0, NULL};
    char *text = (char *)malloc(SIZE);
    size_t fed;
    automata_error error;
    if (text == NULL) exit(2);
    memset(text, 'a', SIZE);
    text[10] = 'b';
    text[SIZE - 5] = 'x';
    CHECK_OK(automata_searcher_each_match(searcher, text, SIZE, NULL, note, &all, &error));
    CHECK(all.count == 2 && is_match(&all.matches[0], 0, 11, 0) && is_match(&all.matches[1], SIZE - 5, SIZE - 4, 1));
    all.count = 0;
    CHECK_OK(automata_search_new(searcher, NULL, &search, &error));
    for (fed = 0; fed < SIZE; fed += 1000) CHECK_OK(automata_search_feed(search, text + fed, 1000, note, &all, &error));
    CHECK(automata_search_consumed_count(search) == SIZE);
    CHECK_OK(automata_search_finish(search, note, &all, &error));
    CHECK(all.count == 2 && is_match(&all.matches[1], SIZE - 5, SIZE - 4, 1));
    automata_search_free(search);
    automata_searcher_free(searcher);
    free(text);
}

/* ---- Callbacks ---- */

typedef struct {
    automata_searcher *searcher;
    automata_search *search;
    size_t count;
} freed;

/* Frees what calls it, after it has searched with it once more. */
static int free_caller(const automata_search_match *match, void *context) {
    freed *own = (freed *)context;
    own->count++;
    if (own->searcher != NULL) {
        automata_search_match *array = NULL;
        uint32_t *patterns = NULL;
        size_t count = 0;
        automata_error error;
        CHECK_OK(automata_searcher_matches(own->searcher, "a1", 2, NULL, &array, &count, &error));
        CHECK(count == 2);
        automata_free(array);
        CHECK_OK(automata_searcher_patterns(own->searcher, match, &patterns, &count, &error));
        CHECK(count == 1 && patterns[0] == match->pattern);
        automata_free(patterns);
        automata_searcher_free(own->searcher);
        own->searcher = NULL;
    }
    automata_search_free(own->search);
    own->search = NULL;
    return 0;
}

static int free_at_end(uint64_t position, const uint32_t *patterns, size_t count, void *context) {
    freed *own = (freed *)context;
    CHECK(position > 0 && count == 1 && patterns[0] < 2);
    own->count++;
    automata_searcher_free(own->searcher);
    own->searcher = NULL;
    return 0;
}

static void freeing(bool lazily) {
    const char *const expressions[] = {"[a-z]", "[0-9]"};
    automata_error error;
    freed own = {NULL, NULL, 0};
    own.searcher = searcher_for(expressions, 2, false, lazily);
    CHECK_OK(automata_searcher_each_match(own.searcher, "a1b2", 4, NULL, free_caller, &own, &error));
    CHECK(own.searcher == NULL && own.count == 4);
    own.searcher = searcher_for(expressions, 2, false, lazily);
    CHECK_OK(automata_searcher_each_end(own.searcher, "a1b2", 4, NULL, free_at_end, &own, &error));
    CHECK(own.searcher == NULL && own.count == 8);
    own.searcher = searcher_for(expressions, 2, false, lazily);
    CHECK_OK(automata_search_new(own.searcher, NULL, &own.search, &error));
    CHECK_OK(automata_search_feed(own.search, "a1b2", 4, free_caller, &own, &error));
    CHECK(own.searcher == NULL && own.search == NULL && own.count >= 11);
}

static int cancel_once(uint64_t built, uint64_t pending, void *context) {
    int *calls = (int *)context;
    (void)built;
    (void)pending;
    return ++*calls == 2;
}

/* What one call was cancelled by doesn't cancel the next text, nor a copy. */
static void canceling(void) {
    const char *const expressions[] = {"a[^z]*z"};
    automata_searcher *searcher = searcher_for(expressions, 1, false, false);
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    automata_search *search = NULL, *copy = NULL;
    matches all = {{{0, 0, 0, 0, 0}}, 0, 0, NULL};
    automata_error error;
    int calls = 0, i;
    budget.progress = cancel_once;
    budget.context = &calls;
    CHECK_OK(automata_search_new(searcher, &budget, &search, &error));
    memset(&budget, 0, sizeof budget);
    CHECK_OK(automata_search_feed(search, "", 0, note, &all, &error));
    CHECK_OK(automata_search_copy(search, &copy, &error));
    CHECK_STATUS(AUTOMATA_ERROR_CANCELLED, automata_search_feed(search, "az", 2, note, &all, &error));
    CHECK(automata_search_is_over(search) && all.count == 0);
    for (i = 0; i < 3; i++) {
        CHECK_OK(automata_search_feed(copy, "az", 2, note, &all, &error));
        automata_search_restart(search);
        CHECK_OK(automata_search_feed(search, "az", 2, note, &all, &error));
    }
    CHECK_OK(automata_search_finish(search, note, &all, &error));
    CHECK(automata_search_consumed_count(search) == 2 && automata_search_consumed_count(copy) == 6);
    all.count = 0;
    CHECK_OK(automata_search_finish(copy, note, &all, &error));
    CHECK(all.count == 1 && is_match(&all.matches[0], 4, 6, 0));
    automata_search_free(copy);
    automata_search_free(search);
    automata_searcher_free(searcher);
}

static void *search_often(void *context) {
    const automata_searcher *searcher = (const automata_searcher *)context;
    automata_error error;
    int i;
    for (i = 0; i < 200; i++) {
        automata_search_match *array = NULL;
        size_t count = 0;
        if (automata_searcher_matches(searcher, "me@home.org, you@there.com", 26, NULL, &array, &count, &error) || count != 2) return context;
        automata_free(array);
    }
    return NULL;
}

static void threads(void) {
    const char *const expressions[] = {"[a-z]+@[a-z]+\\.(com|org)"};
    bool lazily = false;
    do {
        automata_searcher *searcher = searcher_for(expressions, 1, false, lazily);
        pthread_t all[4];
        size_t i;
        for (i = 0; i < 4; i++) CHECK(pthread_create(&all[i], NULL, search_often, searcher) == 0);
        for (i = 0; i < 4; i++) {
            void *failure = NULL;
            CHECK(pthread_join(all[i], &failure) == 0 && failure == NULL);
        }
        automata_searcher_free(searcher);
        lazily = !lazily;
    } while (lazily);
}

int main(void) {
    whole(false);
    whole(true);
    rules();
    pieces(false);
    pieces(true);
    keys(false);
    keys(true);
    odd_patterns();
    words_and_places(false);
    words_and_places(true);
    much_in_vain(false);
    much_in_vain(true);
    held();
    ends(false);
    ends(true);
    ends_in_pieces(false);
    ends_in_pieces(true);
    slow_search();
    freeing(false);
    freeing(true);
    canceling();
    words_and_automata();
    refused_texts();
    threads();
    return check_done();
}
