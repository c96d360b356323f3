/*
 * automata_mealy.h: Mealy and Moore machines, tests of them, and learning.
 *
 * A machine gives outputs for inputs. It is deterministic and may be partial. A Mealy machine
 * outputs on transitions, a Moore machine in states:
 *
 *     automata_mealy *machine = NULL, *minimal = NULL;
 *     automata_error error;
 *     if (automata_mealy_from_text(text, length, AUTOMATA_MEALY_FORMAT_DOT, NULL, &machine,
 *                                 &error) ||
 *         automata_mealy_minimize(machine, NULL, &minimal, &error))
 *         fprintf(stderr, "%s\n", error.message);
 *
 * The rules in automata.h hold here, too.
 */
#ifndef AUTOMATA_MEALY_H
#define AUTOMATA_MEALY_H

#include "automata.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A Mealy or Moore machine. Inputs, outputs and states are numbered from 0. Immutable. */
typedef struct automata_mealy automata_mealy;

typedef enum automata_mealy_format {
    /* DOT with labels input/output, as AutomataLib and AALpy write it. */
    AUTOMATA_MEALY_FORMAT_DOT = 1,
    /* This library's JSON. */
    AUTOMATA_MEALY_FORMAT_JSON = 2,
    /* KISS2 of logic synthesis, for Mealy machines over bits. */
    AUTOMATA_MEALY_FORMAT_KISS2 = 3
} automata_mealy_format;

/* Reads a machine from a text. A text that holds another system is refused by name.
 * Fails with INVALID_TEXT and the place. Linear in the text and the table of the machine. */
automata_status automata_mealy_from_text(
    const char *text, size_t length, automata_mealy_format format, const automata_budget *budget,
    automata_mealy **machine, automata_error *error);

/* Writes a machine as text. Fails with NOT_REPRESENTABLE. Linear in the text. */
automata_status automata_mealy_text(
    const automata_mealy *machine, automata_mealy_format format, const automata_budget *budget,
    char **text, size_t *length, automata_error *error);

/* Adds an owner, who must free the handle, too, and returns the handle; NULL for NULL. O(1). */
automata_mealy *automata_mealy_retain(const automata_mealy *machine);

/* Frees a handle. */
void automata_mealy_free(automata_mealy *machine);

/* Tests whether two machines have the same names and tables; true for two NULLs. */
bool automata_mealy_equal(const automata_mealy *left, const automata_mealy *right);

/* Tests whether the machine is a Moore machine; false for NULL. */
bool automata_mealy_is_moore(const automata_mealy *machine);

/* Returns the number of states; 0 for NULL. */
size_t automata_mealy_state_count(const automata_mealy *machine);

/* Returns the names of the inputs and of the outputs; none for NULL. */
automata_names automata_mealy_inputs(const automata_mealy *machine);
automata_names automata_mealy_outputs(const automata_mealy *machine);

/* Runs the machine on `count` inputs, given by number. `outputs` are the numbers of the outputs:
 * one for each input that was read, and for a Moore machine that of the initial state before. If
 * there are fewer than inputs, the next input is undefined. Fails with OUT_OF_RANGE. O(count). */
automata_status automata_mealy_run(
    const automata_mealy *machine, const automata_symbol *inputs, size_t count,
    automata_symbol **outputs, size_t *output_count, automata_error *error);

/* Makes the smallest machine of the same kind with the same behavior. O(n k log n). */
automata_status automata_mealy_minimize(
    const automata_mealy *machine, const automata_budget *budget, automata_mealy **result,
    automata_error *error);

/* Finds a shortest word of inputs for which two machines give different outputs, or that only one
 * of them reads; NULL if they are equivalent. The witness is over the inputs of both. Two Moore
 * machines are compared with their outputs before the first input, otherwise both are compared as
 * Mealy machines. O(n k) for n states of both. */
automata_status automata_mealy_find_difference(
    const automata_mealy *first, const automata_mealy *second, const automata_budget *budget,
    automata_witness **difference, automata_error *error);

/* ---------------------------------------------------------------------------------------------- */
/* Tests and learning                                                                             */
/* ---------------------------------------------------------------------------------------------- */

typedef enum automata_mealy_tests {
    /* Each transition is followed by all words that tell states apart (Chow, 1978). */
    AUTOMATA_MEALY_TESTS_W = 1,
    /* The partial W-method: the same faults with fewer words (Fujiwara and others, 1991). */
    AUTOMATA_MEALY_TESTS_WP = 2
} automata_mealy_tests;

/* Makes words of inputs that tell the machine from every faulty implementation with at most
 * `extra_states` more states than the minimal machine. Word i is inputs[offsets[i]] to
 * inputs[offsets[i + 1] - 1]; there are count + 1 offsets. An undefined input ends a word. The
 * inputs of all words count as states of the budget. O(n^2 k^(extra_states + 1)) words at worst. */
automata_status automata_mealy_test_suite(
    const automata_mealy *machine, automata_mealy_tests method, size_t extra_states,
    const automata_budget *budget, automata_symbol **inputs, size_t **offsets, size_t *count,
    automata_error *error);

/* Resets a system, gives it a word of inputs, and writes its outputs, one for each input: symbols
 * of the alphabets that automata_mealy_learn() got. Returns 0, or another number to stop. */
typedef int (*automata_mealy_system)(
    const automata_symbol *inputs, size_t count, automata_symbol *outputs, void *context);

typedef struct automata_mealy_learn_options {
    size_t struct_size;
    /* May be NULL. */
    const automata_budget *budget;
    /* The context of the system. */
    void *context;
    /* A hypothesis is tested by a suite of the Wp-method for systems with so many states more; 0
     * means 1. */
    uint64_t extra_states;
    /* If this isn't 0, a hypothesis is tested by so many random words instead, of at most
     * `maximum_length` inputs (0 means 100, and at most 1,000,000), drawn from `seed`. */
    uint64_t random_words;
    uint64_t maximum_length;
    uint64_t seed;
} automata_mealy_learn_options;

#define AUTOMATA_MEALY_LEARN_OPTIONS_INIT \
    {sizeof(automata_mealy_learn_options), NULL, NULL, 0, 0, 0, 0}

/* Learns a minimal machine from a system that answers words of inputs (discrimination trees; Kearns
 * and Vazirani, 1994; Rivest and Schapire, 1993). The system must be deterministic. If it has at
 * most `extra_states` more states than the result, then the result is equivalent to it. The
 * machine's outputs are numbered in the order in which they came. `query_count` is the number of
 * words that the system answered, also for tests; it may be NULL. Fails with NONDETERMINISTIC and
 * the word if the system contradicts itself, with OUT_OF_RANGE if it gives an output that isn't in
 * its alphabet, with TOO_LARGE for too long random words, and with CANCELLED if it stops. O(k n^2 +
 * n log m) words for counterexamples of length m, and those of the tests. */
automata_status automata_mealy_learn(
    const automata_alphabet *inputs, const automata_alphabet *outputs,
    automata_mealy_system system, const automata_mealy_learn_options *options,
    automata_mealy **machine, uint64_t *query_count, automata_error *error);

/* ---------------------------------------------------------------------------------------------- */
/* Automata                                                                                       */
/* ---------------------------------------------------------------------------------------------- */

/* Makes the automaton of the words of pairs such as push/click; all of its states are final. Fails
 * with NOT_REPRESENTABLE if two pairs have the same name. O(n k). */
automata_status automata_fa_from_mealy(
    const automata_mealy *machine, automata_fa **result, automata_error *error);

#ifdef __cplusplus
}
#endif

#endif
