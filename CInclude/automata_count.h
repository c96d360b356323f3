/*
 * automata_count.h: counting, ranking and sampling of words.
 *
 * Numbers are exact, of any size. Make a counter, a ranking or a sampler from an automaton once,
 * and ask it any number of times:
 *
 *     automata_counter *counter = NULL;
 *     automata_integer *count = NULL;
 *     char *digits = NULL;
 *     size_t length;
 *     automata_error error;
 *     if (automata_counter_new(automaton, NULL, &counter, &error) ||
 *         automata_counter_count(counter, 1000, AUTOMATA_COUNTING_AUTOMATIC, NULL, &count,
 *                                &error) ||
 *         automata_integer_text(count, NULL, &digits, &length, &error))
 *         fprintf(stderr, "%s\n", error.message);
 *
 * Words consist of letters: bytes or scalars in an alphabet of classes, symbols otherwise. The
 * rules in automata.h hold here, too.
 */
#ifndef AUTOMATA_COUNT_H
#define AUTOMATA_COUNT_H

#include "automata.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------------------------------------- */
/* Integers                                                                                       */
/* ---------------------------------------------------------------------------------------------- */

/* An integer of any size. Immutable. */
typedef struct automata_integer automata_integer;

/* Parses decimal digits with an optional sign. The budget's callback is called between
 * multiplications. Fails with INVALID_TEXT. */
automata_status automata_integer_from_text(
    const char *text, size_t length, const automata_budget *budget, automata_integer **integer,
    automata_error *error);

/* Makes the integer whose magnitude has the given limbs of 64 bits, the least significant first. */
automata_status automata_integer_from_limbs(
    const uint64_t *limbs, size_t count, bool is_negative, automata_integer **integer,
    automata_error *error);

/* Frees an integer. */
void automata_integer_free(automata_integer *integer);

/* Borrowed limbs. */
typedef struct automata_limbs {
    const uint64_t *items;
    size_t count;
} automata_limbs;

/* Returns the limbs of the magnitude, the least significant first; no limbs for zero and for NULL.
 * The last limb is never zero. */
automata_limbs automata_integer_limbs(const automata_integer *integer);

/* Returns -1 for a negative integer, 0 for zero and NULL, and 1 for a positive integer. */
int automata_integer_sign(const automata_integer *integer);

/* Writes the integer in decimal, with a minus sign if it is negative. The budget's callback is
 * called between divisions. */
automata_status automata_integer_text(
    const automata_integer *integer, const automata_budget *budget, char **text, size_t *length,
    automata_error *error);

/* Returns the nearest double, with ties to even; infinity beyond the largest double, 0 for NULL. */
double automata_integer_double(const automata_integer *integer);

/* A sequence of integers. Immutable. */
typedef struct automata_integers automata_integers;

/* Frees a sequence. */
void automata_integers_free(automata_integers *integers);

/* Returns the number of integers; 0 for NULL. */
size_t automata_integers_count(const automata_integers *integers);

/* Returns an integer of the sequence, borrowed; NULL for an index out of range. */
const automata_integer *automata_integers_item(const automata_integers *integers, size_t index);

/* ---------------------------------------------------------------------------------------------- */
/* Counting                                                                                       */
/* ---------------------------------------------------------------------------------------------- */

/* Counts the words of a language. Immutable; independent of the automaton's handle. */
typedef struct automata_counter automata_counter;

/* Makes a counter. Each word counts once, as an ambiguous automaton is determinized first. */
automata_status automata_counter_new(
    const automata_fa *automaton, const automata_budget *budget, automata_counter **counter,
    automata_error *error);

/* Returns the counter as bytes, for automata_counter_load(). The bytes depend on the machine's byte
 * order and on the version of the format; see Documentation/formats/compiled.md. O(size). */
automata_status automata_counter_save(
    const automata_counter *counter, uint8_t **bytes, size_t *size, automata_error *error);

/* Makes a counter from saved bytes, which are checked and copied. Nothing is determinized or
 * reduced again. Fails with NOT_LOADABLE. O(size), and some milliseconds. */
automata_status automata_counter_load(
    const void *bytes, size_t size, automata_counter **counter, automata_error *error);

/* Frees a counter. */
void automata_counter_free(automata_counter *counter);

/* The methods of counting; all give the same number. */
typedef enum automata_counting {
    /* The method that is fastest by an estimate of costs. */
    AUTOMATA_COUNTING_AUTOMATIC = 0,
    /* A vector of counts, updated for each length. Best for short words. */
    AUTOMATA_COUNTING_ITERATION = 1,
    /* Repeated squaring of the automaton's matrix. */
    AUTOMATA_COUNTING_MATRIX = 2,
    /* The shortest linear recurrence. Best for long words. */
    AUTOMATA_COUNTING_RECURRENCE = 3
} automata_counting;

/* Returns the method that AUTOMATA_COUNTING_AUTOMATIC chooses for a length of at most INT64_MAX;
 * AUTOMATA_COUNTING_AUTOMATIC for NULL. */
automata_counting automata_counter_method(const automata_counter *counter, uint64_t length);

/* Counts the words of a length. */
automata_status automata_counter_count(
    const automata_counter *counter, uint64_t length, automata_counting method,
    const automata_budget *budget, automata_integer **count, automata_error *error);

/* Counts the words up to a length. */
automata_status automata_counter_count_up_to(
    const automata_counter *counter, uint64_t length, automata_counting method,
    const automata_budget *budget, automata_integer **count, automata_error *error);

/* Counts all words; NULL if there are infinitely many. */
automata_status automata_counter_count_all(
    const automata_counter *counter, const automata_budget *budget, automata_integer **count,
    automata_error *error);

/* Counts the words of each length from 0 to the given one. */
automata_status automata_counter_count_each(
    const automata_counter *counter, uint64_t length, const automata_budget *budget,
    automata_integers **counts, automata_error *error);

/* Computes the generating function of the counts: the coefficients of 1, x, x^2, ... of two
 * polynomials without a common factor. The denominator's first coefficient is 1. */
automata_status automata_counter_generating_function(
    const automata_counter *counter, const automata_budget *budget, automata_integers **numerator,
    automata_integers **denominator, automata_error *error);

/* Computes the shortest linear recurrence of the counts, a(n) = c1 a(n-1) + c2 a(n-2) + ..., and
 * the first counts, to which the recurrence doesn't apply. */
automata_status automata_counter_recurrence(
    const automata_counter *counter, const automata_budget *budget,
    automata_integers **coefficients, automata_integers **initial_terms, automata_error *error);

/* Computes bounds on the asymptotic growth rate: the factor by which the counts grow with each
 * letter; 0 for a finite language. The relative distance of the bounds is at most `precision`,
 * unless doubles aren't precise enough or the computation converges slowly; 0 stands for 1e-12. */
automata_status automata_counter_growth_rate(
    const automata_counter *counter, double precision, const automata_budget *budget,
    double *lower, double *upper, automata_error *error);

/* ---------------------------------------------------------------------------------------------- */
/* Ranking                                                                                        */
/* ---------------------------------------------------------------------------------------------- */

/* The accepted words by their positions in shortlex order, counted from 0. Immutable; independent
 * of the automaton's handle. */
typedef struct automata_ranking automata_ranking;

/* Makes a ranking. A nondeterministic automaton is determinized first. */
automata_status automata_ranking_new(
    const automata_fa *automaton, const automata_budget *budget, automata_ranking **ranking,
    automata_error *error);

/* Frees a ranking. */
void automata_ranking_free(automata_ranking *ranking);

/* Counts the accepted words before a word: all of them, or only words of the same length. The word
 * itself needn't be accepted. */
automata_status automata_ranking_rank(
    const automata_ranking *ranking, const automata_letter *letters, size_t count,
    bool within_length, const automata_budget *budget, automata_integer **rank,
    automata_error *error);

/* Finds the word at a position; NULL if there are fewer words. */
automata_status automata_ranking_unrank(
    const automata_ranking *ranking, const automata_integer *rank, const automata_budget *budget,
    automata_letter **letters, size_t *count, automata_error *error);

/* Finds the word at a position among the words of one length; NULL if there are fewer words. */
automata_status automata_ranking_unrank_length(
    const automata_ranking *ranking, const automata_integer *rank, size_t length,
    const automata_budget *budget, automata_letter **letters, size_t *count,
    automata_error *error);

/* ---------------------------------------------------------------------------------------------- */
/* Sampling                                                                                       */
/* ---------------------------------------------------------------------------------------------- */

/* A sequence of random numbers that depends only on its seed. Belongs to one thread at a time. */
typedef struct automata_random automata_random;

/* Makes a sequence. */
automata_status automata_random_new(
    uint64_t seed, automata_random **random, automata_error *error);

/* Frees a sequence. */
void automata_random_free(automata_random *random);

/* Returns the next number; 0 for NULL. */
uint64_t automata_random_next(automata_random *random);

/* Draws words at random, all with the same probability. Immutable; independent of the automaton's
 * handle. */
typedef struct automata_sampler automata_sampler;

/* Makes a sampler of the words of a length, or of at most this length if `or_shorter` is set. The
 * length is 2^26 - 1 at most. A nondeterministic automaton is determinized first. Fails with
 * TOO_LARGE. */
automata_status automata_sampler_new(
    const automata_fa *automaton, size_t length, bool or_shorter, const automata_budget *budget,
    automata_sampler **sampler, automata_error *error);

/* Frees a sampler. */
void automata_sampler_free(automata_sampler *sampler);

/* Draws `count` words. Word i is letters[offsets[i]] to letters[offsets[i + 1] - 1]; there are
 * count + 1 offsets. Both arrays are NULL if there is no word to draw. */
automata_status automata_sampler_draw(
    const automata_sampler *sampler, automata_random *random, size_t count,
    const automata_budget *budget, automata_letter **letters, size_t **offsets,
    automata_error *error);

#ifdef __cplusplus
}
#endif

#endif
