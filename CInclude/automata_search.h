/*
 * automata_search.h: finds the matches of patterns in texts, with their positions and patterns.
 *
 * Make a searcher once, from expressions, automata or words, and search with it:
 *
 *     static int show(const automata_search_match *match, void *context)
 *     {
 *         printf("pattern %u at %llu\n", match->pattern, (unsigned long long)match->start);
 *         return 0;
 *     }
 *     ...
 *     automata_searcher *searcher = NULL;
 *     automata_error error;
 *     if (automata_searcher_from_regexes(regexes, 2, NULL, &searcher, &error) ||
 *         automata_searcher_each_match(searcher, text, size, NULL, show, NULL, &error))
 *         fprintf(stderr, "%s\n", error.message);
 *
 * Matches are leftmost-longest, as in POSIX and in lexical analyzers. The first match begins at the
 * first position at which any pattern matches, and is the longest one there. The next match begins
 * at its end or later. The empty word matches where no longer word does, except at the end of the
 * previous match. Searching takes time linear in the text. If much of the text doesn't match, each
 * byte can take time linear in the states, as each position can have a new set of them.
 *
 * Anchors and \b refer to the text around a match; within an intersection or a complement they
 * refer to the match itself. Don't set allow_text_around for expressions to search with. With
 * within_lines, one search finds the same matches as a search of each line.
 *
 * The rules in automata.h hold here, too.
 */
#ifndef AUTOMATA_SEARCH_H
#define AUTOMATA_SEARCH_H

#include "automata.h"
#include "automata_regex.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------------------------------------- */
/* Searchers                                                                                      */
/* ---------------------------------------------------------------------------------------------- */

/* A searcher: patterns, numbered from 0, and their automaton. It is immutable and independent of
 * the handles that it was made from. A callback may search with the searcher, and may free it; the
 * searcher then lives until the call returns. */
typedef struct automata_searcher automata_searcher;

typedef struct automata_searcher_options {
    size_t struct_size;
    /* The limits of the work; NULL for the default budget. */
    const automata_budget *budget;
    /* Treats each line as a text: no match contains a newline, and ^, \A, $ and \z match at the
     * ends of the line. */
    bool within_lines;
    /* Makes states only when a text needs them, for patterns whose DFA would exceed the budget.
     * Then no work is exponential, but searching is slower. */
    bool lazily;
    bool reserved[6];
} automata_searcher_options;

#define AUTOMATA_SEARCHER_OPTIONS_INIT \
    { sizeof(automata_searcher_options), NULL, false, false, \
      { false, false, false, false, false, false } }

/* Makes a searcher for expressions over bytes or UTF-8. Takes as long as building the minimal DFA
 * of their union, exponential at worst. Fails with INCOMPATIBLE_ALPHABETS, TOO_LARGE. */
automata_status automata_searcher_from_regexes(
    const automata_regex *const *regexes, size_t count, const automata_searcher_options *options,
    automata_searcher **searcher, automata_error *error);

/* Makes a searcher for the expressions in texts, as automata_regex_from_text() and
 * automata_searcher_from_regexes() do. `lengths` may be NULL if each text ends with a zero byte.
 * `syntax` may be NULL, and is the same for all texts. An error about a text has its number, from
 * 0. Fails with INVALID_TEXT, UNKNOWN_NAME, INCOMPATIBLE_ALPHABETS, TOO_LARGE. */
automata_status automata_searcher_from_texts(
    const char *const *texts, const size_t *lengths, size_t count,
    const automata_regex_options *syntax, const automata_searcher_options *options,
    automata_searcher **searcher, automata_error *error);

/* Makes a searcher for the languages of automata over bytes, or over named symbols of one byte
 * each. Takes as long as building the minimal DFA of their union, exponential at worst. Fails with
 * INCOMPATIBLE_ALPHABETS, TOO_LARGE. */
automata_status automata_searcher_from_automata(
    const automata_fa *const *automata, size_t count, const automata_searcher_options *options,
    automata_searcher **searcher, automata_error *error);

/* Makes a searcher for words, one pattern each. They may contain any bytes. `lengths` may be NULL
 * if each word ends with a zero byte. O(total length). Fails with TOO_LARGE. */
automata_status automata_searcher_from_words(
    const char *const *words, const size_t *lengths, size_t count,
    const automata_searcher_options *options, automata_searcher **searcher, automata_error *error);

/* Returns the searcher as bytes, for automata_searcher_load(). The bytes depend on the machine's
 * byte order and on the version of the format; see Documentation/formats/compiled.md. Fails with
 * NOT_REPRESENTABLE if the searcher is lazy. O(size). */
automata_status automata_searcher_save(
    const automata_searcher *searcher, uint8_t **bytes, size_t *size, automata_error *error);

/* Makes a searcher from saved bytes, which are checked and copied. It takes much less time than
 * making a searcher from patterns. Fails with NOT_LOADABLE. O(size). */
automata_status automata_searcher_load(
    const void *bytes, size_t size, automata_searcher **searcher, automata_error *error);

/* Frees a searcher. */
void automata_searcher_free(automata_searcher *searcher);

/* Returns the number of patterns. 0 for NULL. */
size_t automata_searcher_pattern_count(const automata_searcher *searcher);

/* Returns the number of bytes of the tables. 0 for NULL. */
size_t automata_searcher_table_size(const automata_searcher *searcher);

/* ---------------------------------------------------------------------------------------------- */
/* Texts                                                                                          */
/* ---------------------------------------------------------------------------------------------- */

/* A match of a pattern in a text. */
typedef struct automata_search_match {
    /* The positions of the first byte and of the byte after the last byte. */
    uint64_t start;
    uint64_t end;
    /* An opaque value for automata_searcher_patterns(); it differs from run to run. */
    uint64_t key;
    /* The least number of a pattern that matches there. */
    uint32_t pattern;
    uint32_t reserved;
} automata_search_match;

/* Receives a match. Return 0 to continue; any other value ends the search, which succeeds. */
typedef int (*automata_search_on_match)(const automata_search_match *match, void *context);

/* Receives a position at which matches end, and the numbers of their patterns in ascending order,
 * borrowed for the call. Return 0 to continue; any other value ends the search, which succeeds. */
typedef int (*automata_search_on_end)(
    uint64_t position, const uint32_t *patterns, size_t count, void *context);

/* Finds the first match in a text of `size` bytes; AUTOMATA_ZERO_TERMINATED isn't allowed as the
 * size. `match` may be NULL. The budget bounds the time. O(size). */
automata_status automata_searcher_first_match(
    const automata_searcher *searcher, const void *bytes, size_t size,
    const automata_budget *budget, bool *found, automata_search_match *match,
    automata_error *error);

/* Calls a function with each match, in the order of the text. `size` is the number of bytes, not
 * AUTOMATA_ZERO_TERMINATED. The budget bounds the time. O(size). */
automata_status automata_searcher_each_match(
    const automata_searcher *searcher, const void *bytes, size_t size,
    const automata_budget *budget, automata_search_on_match visit, void *context,
    automata_error *error);

/* Returns all matches as an array, in the order of the text. `size` is the number of bytes, not
 * AUTOMATA_ZERO_TERMINATED. The budget bounds the time and the bytes of the array. O(size). */
automata_status automata_searcher_matches(
    const automata_searcher *searcher, const void *bytes, size_t size,
    const automata_budget *budget, automata_search_match **matches, size_t *count,
    automata_error *error);

/* Calls a function with each position at which a word of a pattern ends, wherever the word begins;
 * words may overlap. `size` is the number of bytes, not AUTOMATA_ZERO_TERMINATED. The budget bounds
 * the time. O(size), plus the time to make each new set of states. */
automata_status automata_searcher_each_end(
    const automata_searcher *searcher, const void *bytes, size_t size,
    const automata_budget *budget, automata_search_on_end visit, void *context,
    automata_error *error);

/* Finds the longest match that begins exactly at an offset, as a lexical analyzer reads its next
 * token. `bytes` and `size` are the whole text, to which anchors and \b refer. The match is empty
 * if only the empty word matches. `match` may be NULL. Fails with OUT_OF_RANGE if the offset is
 * greater than the size. O(l) for l bytes up to the first byte with which no word can continue; a
 * lazy searcher makes its states anew in each call. */
automata_status automata_searcher_match_at(
    const automata_searcher *searcher, const void *bytes, size_t size, size_t offset, bool *found,
    automata_search_match *match, automata_error *error);

/* Returns the numbers of all patterns that match the word of a match, in ascending order. Only the
 * match's key is used. If the key isn't from a match of this searcher, the result is arbitrary. */
automata_status automata_searcher_patterns(
    const automata_searcher *searcher, const automata_search_match *match, uint32_t **patterns,
    size_t *count, automata_error *error);

/* ---------------------------------------------------------------------------------------------- */
/* Tables for lexical analyzers                                                                   */
/* ---------------------------------------------------------------------------------------------- */

/* The label of a state in which no word ends. */
#define AUTOMATA_NO_PATTERN UINT32_MAX

/* The minimal DFA over bytes whose states are labeled with the first pattern of their words. From a
 * state, the byte b leads to targets[state * class_count + class_of_byte[b]]. */
typedef struct automata_search_tables {
    /* State 0 is the sink state, from which no pattern can be reached. */
    size_t state_count;
    size_t class_count;
    /* The class of each of the 256 bytes. */
    const uint8_t *class_of_byte;
    /* The targets of all states, class_count for each. */
    const uint32_t *targets;
    /* The least number of a pattern that matches the words that lead to each state, or
     * AUTOMATA_NO_PATTERN. */
    const uint32_t *labels;
    /* The initial state. */
    uint32_t start;
    uint32_t reserved;
} automata_search_tables;

/* Returns the tables of a lexical analyzer: a match ends where the last state with a label was
 * reached before the sink state. Free the struct with automata_free(), which frees the arrays, too.
 * Fails with NOT_REPRESENTABLE if the searcher is lazy, or a pattern depends on the text around its
 * words. O(m log n) for the searcher's n states and m transitions. */
automata_status automata_searcher_tables(
    const automata_searcher *searcher, const automata_budget *budget,
    automata_search_tables **tables, automata_error *error);

/* ---------------------------------------------------------------------------------------------- */
/* Texts that come in pieces                                                                      */
/* ---------------------------------------------------------------------------------------------- */

/* A search in a text that comes in pieces. It reports the same matches as a search in the whole
 * text, with the same positions, each as soon as it can't become longer. The search keeps the bytes
 * that may still belong to a match; the match may begin before these bytes. If it is fed by
 * automata_search_feed_ends() instead, it reports ends and keeps no bytes. A search belongs to one
 * thread at a time and is independent of the searcher's handle. A callback can't use the search
 * that calls it: such calls fail or do nothing. But a callback may free the search, which then
 * lives until the call returns. */
typedef struct automata_search automata_search;

/* Starts to search a text. The budget's limit of bytes bounds the kept bytes. Its progress callback
 * is kept, and called while pieces are searched. */
automata_status automata_search_new(
    const automata_searcher *searcher, const automata_budget *budget, automata_search **search,
    automata_error *error);

/* Makes an independent search at the same position. */
automata_status automata_search_copy(
    const automata_search *search, automata_search **copy, automata_error *error);

/* Frees a search. */
void automata_search_free(automata_search *search);

/* Starts again with another text and the same budget. Does nothing for NULL. */
void automata_search_restart(automata_search *search);

/* Searches the next piece. After a failure, or after the function ended the search, nothing is
 * searched until a restart. O(size), amortized over all pieces. */
automata_status automata_search_feed(
    automata_search *search, const void *bytes, size_t size, automata_search_on_match visit,
    void *context, automata_error *error);

/* Ends the text, and reports the matches in the kept bytes. */
automata_status automata_search_finish(
    automata_search *search, automata_search_on_match visit, void *context, automata_error *error);

/* Searches the next piece for the positions at which words of patterns end, as
 * automata_searcher_each_end() does. A word that ends with the piece is reported immediately if no
 * pattern depends on the text around its words, otherwise with the next piece. Fails with
 * INVALID_ARGUMENT if automata_search_feed() was called since the last restart. After a failure, or
 * after the function ended the search, nothing is searched until a restart. O(size), plus the time
 * to make each new set of states. */
automata_status automata_search_feed_ends(
    automata_search *search, const void *bytes, size_t size, automata_search_on_end visit,
    void *context, automata_error *error);

/* Ends the text, and reports the words that end with it if automata_search_feed_ends() hasn't. */
automata_status automata_search_finish_ends(
    automata_search *search, automata_search_on_end visit, void *context, automata_error *error);

/* Tests whether the search has ended. True for NULL. */
bool automata_search_is_over(const automata_search *search);

/* Returns the number of bytes fed so far. */
uint64_t automata_search_consumed_count(const automata_search *search);

/* Returns the number of kept bytes. */
size_t automata_search_held_count(const automata_search *search);

#ifdef __cplusplus
}
#endif

#endif
