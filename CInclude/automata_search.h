/*
 * automata_search.h: the words of patterns in texts: where they are, and of which pattern.
 *
 * Make a searcher of expressions, automata or words, once, and search with it:
 *
 *     static int show(const automata_match *match, void *context)
 *     {
 *         printf("pattern %u at %llu\n", match->pattern, (unsigned long long)match->start);
 *         return 0;
 *     }
 *     ...
 *     automata_searcher *searcher = NULL;
 *     automata_error error;
 *     if (automata_searcher_from_regexes(regexes, 2, NULL, &searcher, &error) ||
 *         automata_searcher_each_match(searcher, text, size, show, NULL, &error))
 *         fprintf(stderr, "%s\n", error.message);
 *
 * Matches are leftmost-longest, as in POSIX and in lexical analyzers: the first one begins where
 * the first word of any pattern begins, and is the longest word that begins there. The next one
 * begins at its end or later. The empty word matches where no longer word does, but not at the end
 * of the match before. Searching takes linear time on every text.
 *
 * Anchors and \b of expressions are about the text around a word; within an intersection or a
 * complement they are about its own word. Leave allow_text_around alone; with within_lines one
 * search finds what one of each line would.
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

/* Some patterns, numbered from 0 on, and their automaton. Immutable; independent of the handles
 * that it was made from. A callback may search with it, and may free it: it lives until the call
 * returns. */
typedef struct automata_searcher automata_searcher;

typedef struct automata_searcher_options {
    size_t struct_size;
    /* May be NULL. */
    const automata_budget *budget;
    /* Lines are texts of their own: only words without a newline match, and ^, \A, $ and \z are the
     * ends of the line. */
    bool within_lines;
    /* States are made as texts need them, for patterns whose DFA would exceed the budget: nothing
     * is exponential then, but searching is slower. */
    bool lazily;
    bool reserved[6];
} automata_searcher_options;

#define AUTOMATA_SEARCHER_OPTIONS_INIT \
    { sizeof(automata_searcher_options), NULL, false, false, \
      { false, false, false, false, false, false } }

/* Makes a searcher for expressions over bytes or UTF-8. Takes the time of the minimal DFA of their
 * union, exponential at worst. Fails with INCOMPATIBLE_ALPHABETS, TOO_LARGE. */
automata_status automata_searcher_from_regexes(
    const automata_regex *const *regexes, size_t count, const automata_searcher_options *options,
    automata_searcher **searcher, automata_error *error);

/* Makes a searcher for the languages of automata over bytes, or over named symbols of one byte
 * each. Takes the time of the minimal DFA of their union, exponential at worst.
 * Fails with INCOMPATIBLE_ALPHABETS, TOO_LARGE. */
automata_status automata_searcher_from_automata(
    const automata_fa *const *automata, size_t count, const automata_searcher_options *options,
    automata_searcher **searcher, automata_error *error);

/* Makes a searcher for words, each a pattern. They may have any bytes. `lengths` may be NULL if
 * each ends with a zero byte. Linear in their bytes. Fails with TOO_LARGE. */
automata_status automata_searcher_from_words(
    const char *const *words, const size_t *lengths, size_t count,
    const automata_searcher_options *options, automata_searcher **searcher, automata_error *error);

/* Frees a searcher. */
void automata_searcher_free(automata_searcher *searcher);

/* Returns the number of patterns. 0 for NULL. */
size_t automata_searcher_pattern_count(const automata_searcher *searcher);

/* Returns the number of bytes of the tables. 0 for NULL. */
size_t automata_searcher_table_size(const automata_searcher *searcher);

/* ---------------------------------------------------------------------------------------------- */
/* Texts                                                                                          */
/* ---------------------------------------------------------------------------------------------- */

/* A word of a pattern in a text. */
typedef struct automata_match {
    /* The place in bytes, from the first one to the one behind the last one. */
    uint64_t start;
    uint64_t end;
    /* For automata_searcher_patterns(). It tells nothing else, and changes from run to run. */
    uint64_t key;
    /* The least number of a pattern that has the word. */
    uint32_t pattern;
    uint32_t reserved;
} automata_match;

/* Receives a match. Return 0 to go on; any other value ends the search, which succeeds. */
typedef int (*automata_on_match)(const automata_match *match, void *context);

/* Receives a position at which words of some patterns end, in ascending order, borrowed for the
 * call. Return 0 to go on; any other value ends the search, which succeeds. */
typedef int (*automata_on_end)(
    uint64_t position, const uint32_t *patterns, size_t count, void *context);

/* Tells whether a text has a match, and which is the first; `match` may be NULL. `size` is the
 * number of bytes and can't be AUTOMATA_ZERO_TERMINATED, here and below. O(size). */
automata_status automata_searcher_first_match(
    const automata_searcher *searcher, const void *bytes, size_t size, bool *found,
    automata_match *match, automata_error *error);

/* Calls a function with each match, in their order. O(size). */
automata_status automata_searcher_each_match(
    const automata_searcher *searcher, const void *bytes, size_t size, automata_on_match visit,
    void *context, automata_error *error);

/* Returns all matches as an array, in their order. O(size). */
automata_status automata_searcher_matches(
    const automata_searcher *searcher, const void *bytes, size_t size, automata_match **matches,
    size_t *count, automata_error *error);

/* Calls a function with each position at which a word of a pattern ends, wherever it begins and
 * whether words overlap. O(size), and the sets of states that it meets. */
automata_status automata_searcher_each_end(
    const automata_searcher *searcher, const void *bytes, size_t size, automata_on_end visit,
    void *context, automata_error *error);

/* Returns the numbers of all patterns that have the word of a match of this searcher, as an array
 * in ascending order. They depend on `key` alone. For a key of no match of this searcher there may
 * be none, or others. */
automata_status automata_searcher_patterns(
    const automata_searcher *searcher, const automata_match *match, uint32_t **patterns,
    size_t *count, automata_error *error);

/* ---------------------------------------------------------------------------------------------- */
/* Texts that come in pieces                                                                      */
/* ---------------------------------------------------------------------------------------------- */

/* A search in a text that comes in pieces. It reports the same matches as a search in the whole
 * text, with the same positions, each as soon as no longer word can begin at its place. What may
 * still be part of a word is held, but for bytes that are part of it anyway: a match may begin
 * before what is held. Belongs to one thread at a time; independent of the searcher's handle. A
 * callback can't use the search that calls it: such calls fail, or do nothing. It may free it: that
 * is done when the call returns. */
typedef struct automata_search automata_search;

/* Starts to search a text. Of the budget, the bytes bound what is held. Its progress callback is
 * called while pieces are searched, and so must stay valid, with its context, until the search and
 * its copies are freed. */
automata_status automata_search_new(
    const automata_searcher *searcher, const automata_budget *budget, automata_search **search,
    automata_error *error);

/* Makes an independent search at the same place. */
automata_status automata_search_copy(
    const automata_search *search, automata_search **copy, automata_error *error);

/* Frees a search. */
void automata_search_free(automata_search *search);

/* Starts again with the next text, with the same budget. NULL does nothing. */
void automata_search_restart(automata_search *search);

/* Searches the next piece. After a failure, or a function that ended the search, nothing more is
 * searched until it is started again. O(size), if all pieces are taken together. */
automata_status automata_search_feed(
    automata_search *search, const void *bytes, size_t size, automata_on_match visit,
    void *context, automata_error *error);

/* Ends the text, which decides about the bytes that are held. */
automata_status automata_search_finish(
    automata_search *search, automata_on_match visit, void *context, automata_error *error);

/* Tells whether nothing more is searched; true for NULL. */
bool automata_search_is_over(const automata_search *search);

/* Returns the number of bytes that were fed. */
uint64_t automata_search_consumed_count(const automata_search *search);

/* Returns the number of bytes that are held. */
size_t automata_search_held_count(const automata_search *search);

#ifdef __cplusplus
}
#endif

#endif
