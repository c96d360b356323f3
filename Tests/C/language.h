/* What the tests of operations and decisions share: languages as lists of words. */
#ifndef LANGUAGE_H
#define LANGUAGE_H

#include "check.h"

/* The accepted words over single-byte symbols up to a length, shortest first, with a dot for the empty word and
 * spaces between them. The text lives until the next call. */
static inline const char *words_of(const automata_fa *automaton, const char *symbols, size_t longest) {
    static char text[1000];
    size_t base = strlen(symbols), length, end = 0;
    text[0] = '\0';
    for (length = 0; length <= longest; length++) {
        size_t number, count = 1, i;
        for (i = 0; i < length; i++) count *= base;
        for (number = 0; number < count; number++) {
            char word[16] = "";
            size_t rest = number;
            bool accepted = false;
            for (i = length; i > 0; i--, rest /= base) word[i - 1] = symbols[rest % base];
            if (automata_fa_accepts(automaton, word, length, NULL, 0, &accepted, NULL) != AUTOMATA_OK) return "failed";
            if (!accepted) continue;
            if (end + length + 2 > sizeof text) return "too many words";
            if (end > 0) text[end++] = ' ';
            memcpy(text + end, length == 0 ? "." : word, length == 0 ? 1 : length);
            end += length == 0 ? 1 : length;
            text[end] = '\0';
        }
    }
    return text;
}

/* The automaton's words are these; it is freed, as operations make many. */
#define CHECK_WORDS(wanted, automaton, symbols, longest) \
    do { \
        CHECK_TEXT(wanted, words_of(automaton, symbols, longest)); \
        automata_fa_free(automaton); \
        (automaton) = NULL; \
    } while (0)

/* Whether two DFAs are the same but for the names and numbers of their states. */
static inline bool are_isomorphic(const automata_fa *left, const automata_fa *right) {
    bool answer = false;
    return automata_fa_is_isomorphic(left, right, &answer, NULL, NULL, NULL) == AUTOMATA_OK && answer;
}

/* The automaton for one word, each byte of which is a symbol, over the symbols that it has. */
static inline automata_fa *only(const char *word) {
    automata_builder *builder = NULL;
    automata_fa *automaton = NULL;
    automata_state state = 0, length = (automata_state)strlen(word);
    int failed = automata_builder_new(NULL, &builder, NULL) != AUTOMATA_OK
        || automata_builder_add_states(builder, (size_t)length + 1, &state, NULL) != AUTOMATA_OK;
    for (state = 0; !failed && state < length; state++)
        failed = automata_builder_add_transition_named(builder, state, word + state, 1, state + 1, NULL) != AUTOMATA_OK;
    if (failed || automata_builder_set_initial(builder, 0, NULL) != AUTOMATA_OK
        || automata_builder_set_final(builder, length, NULL) != AUTOMATA_OK
        || automata_builder_build(builder, AUTOMATA_MODEL_DFA, NULL, &automaton, NULL) != AUTOMATA_OK) {
        fprintf(stderr, "no automaton to test with\n");
        exit(2);
    }
    automata_builder_free(builder);
    return automaton;
}

#endif
