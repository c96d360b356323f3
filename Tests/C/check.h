/* What the test programs share: checks that count, and automata to test with. */
#ifndef CHECK_H
#define CHECK_H

#include <automata_all.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int check_failures;

static inline void check_failed(const char *file, int line, const char *what, const char *more) {
    fprintf(stderr, "%s:%d: %s%s%s\n", file, line, what, *more ? ": " : "", more);
    check_failures++;
}

#define CHECK(condition) \
    do { \
        if (!(condition)) check_failed(__FILE__, __LINE__, #condition, ""); \
    } while (0)

/* A call that takes the variable `error`, and what it must return. */
#define CHECK_STATUS(wanted, call) \
    do { \
        if ((call) != (wanted) || error.status != (wanted) || ((wanted) == AUTOMATA_OK) != (error.message[0] == '\0')) \
            check_failed(__FILE__, __LINE__, #wanted " " #call, error.message); \
    } while (0)
#define CHECK_OK(call) CHECK_STATUS(AUTOMATA_OK, call)

#define CHECK_TEXT(wanted, text) \
    do { \
        const char *check_text = (text); \
        if (check_text == NULL || strcmp(check_text, (wanted)) != 0) \
            check_failed(__FILE__, __LINE__, #text, check_text ? check_text : "NULL"); \
    } while (0)

static inline int check_done(void) {
    if (check_failures) fprintf(stderr, "%d checks failed\n", check_failures);
    return check_failures ? 1 : 0;
}

/* The automaton that a text holds; the program ends where it can't be read, as nothing could be tested. */
static inline automata_fa *automaton_of(const char *text, automata_format format) {
    automata_fa *automaton = NULL;
    automata_error error;
    if (automata_fa_from_text(text, AUTOMATA_ZERO_TERMINATED, format, NULL, &automaton, &error) != AUTOMATA_OK) {
        fprintf(stderr, "%s\n", error.message);
        exit(2);
    }
    return automaton;
}

/* Words over {0, 1} that end in 01, nondeterministic; its minimal DFA has three states. */
static inline automata_fa *ends_with_01(void) {
    return automaton_of(
        "@NFA-explicit\n%Alphabet-auto\n%Initial p\n%Final r\np 0 p\np 1 p\np 0 q\nq 1 r\n", AUTOMATA_FORMAT_MATA);
}

/* (0|1)*0, where an epsilon move leads from the loop to the last symbol. */
static inline automata_fa *ends_with_0(void) {
    return automaton_of(
        "{\"format\": \"automata\", \"version\": 1, \"kind\": \"epsilon-NFA\", \"alphabet\": [\"0\", \"1\"],"
        " \"states\": [\"loop\", \"last\", \"end\"], \"initial\": [\"loop\"], \"final\": [\"end\"], \"transitions\":"
        " [[\"loop\", \"0\", \"loop\"], [\"loop\", \"1\", \"loop\"], [\"loop\", null, \"last\"], [\"last\", \"0\", \"end\"]]}",
        AUTOMATA_FORMAT_JSON);
}

/* Words over {0, 1} whose k-th symbol from the end is 1: k + 1 states, and 2 to the k deterministic ones. */
static inline automata_fa *kth_from_end(uint32_t k) {
    const char *names[] = {"0", "1"};
    automata_alphabet *alphabet = NULL;
    automata_builder *builder = NULL;
    automata_fa *automaton = NULL;
    automata_state first = 0, state;
    int failed = automata_alphabet_from_names(names, NULL, 2, &alphabet, NULL) != AUTOMATA_OK
        || automata_builder_new(alphabet, &builder, NULL) != AUTOMATA_OK
        || automata_builder_add_states(builder, (size_t)k + 1, &first, NULL) != AUTOMATA_OK
        || automata_builder_add_transition(builder, 0, 0, 0, NULL) != AUTOMATA_OK
        || automata_builder_add_transition(builder, 0, 1, 0, NULL) != AUTOMATA_OK
        || automata_builder_add_transition(builder, 0, 1, 1, NULL) != AUTOMATA_OK;
    for (state = 1; !failed && state < k; state++)
        failed = automata_builder_add_transition(builder, state, 0, state + 1, NULL) != AUTOMATA_OK
            || automata_builder_add_transition(builder, state, 1, state + 1, NULL) != AUTOMATA_OK;
    if (failed || automata_builder_set_initial(builder, 0, NULL) != AUTOMATA_OK
        || automata_builder_set_final(builder, k, NULL) != AUTOMATA_OK
        || automata_builder_build(builder, AUTOMATA_MODEL_NFA, NULL, &automaton, NULL) != AUTOMATA_OK) {
        fprintf(stderr, "no automaton to test with\n");
        exit(2);
    }
    automata_builder_free(builder);
    automata_alphabet_free(alphabet);
    return automaton;
}

/* The minimal DFA; the argument is freed. */
static inline automata_fa *minimal(automata_fa *automaton) {
    automata_fa *result = NULL;
    automata_error error;
    if (automata_fa_minimize(automaton, NULL, &result, &error) != AUTOMATA_OK) {
        fprintf(stderr, "%s\n", error.message);
        exit(2);
    }
    automata_fa_free(automaton);
    return result;
}

/* Recognizes one stroke. */
static inline automata_status recognize_stroke(
    const automata_stroke_recognizer *recognizer, const automata_point *points, size_t count,
    const automata_stroke_recognition_options *options, automata_stroke_recognition *recognition, automata_error *error) {
    return automata_stroke_recognizer_recognize(recognizer, points, &count, 1, options, recognition, error);
}

#endif
