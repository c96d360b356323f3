/* Yes/no questions and isomorphism. */
#include "check.h"

static void questions(void) {
    automata_automaton *nfa = ends_with_01(), *dfa = minimal(ends_with_01()), *epsilon = ends_with_0(), *copy;
    automata_automaton *word =
        automaton_of("@NFA-explicit\n%Alphabet-auto\n%Initial p\n%Final q\np a q\nr a r\n", AUTOMATA_FORMAT_MATA);
    automata_automaton *nothing =
        automaton_of("@NFA-explicit\n%Alphabet-auto\n%Initial p\n%Final q\np a p\n", AUTOMATA_FORMAT_MATA);

    CHECK(!automata_is_empty(nfa) && !automata_is_empty(dfa) && !automata_is_empty(epsilon) && automata_is_empty(nothing));
    CHECK(!automata_is_finite(nfa) && !automata_is_finite(epsilon));
    CHECK(automata_is_finite(word) && automata_is_finite(nothing));
    CHECK(!automata_is_deterministic(nfa) && !automata_is_deterministic(epsilon) && automata_is_deterministic(word));
    CHECK(automata_is_total(dfa) && !automata_is_total(nfa) && !automata_is_total(word));
    CHECK(automata_is_minimal(dfa) && !automata_is_minimal(nfa));
    copy = automata_automaton_copy(nfa);
    CHECK(automata_equal(nfa, copy) && automata_equal(nfa, nfa) && !automata_equal(nfa, dfa));
    automata_automaton_free(copy);
    automata_automaton_free(nothing);
    automata_automaton_free(word);
    automata_automaton_free(epsilon);
    automata_automaton_free(dfa);
    automata_automaton_free(nfa);
}

static void isomorphism(void) {
    automata_automaton *left = automaton_of(
        "{\"format\": \"automata\", \"version\": 1, \"kind\": \"DFA\", \"alphabet\": [\"a\"], \"states\": [\"e\", \"o\", \"u\"],"
        " \"initial\": [\"e\"], \"final\": [\"o\"], \"transitions\": [[\"e\", \"a\", \"o\"], [\"o\", \"a\", \"e\"]]}",
        AUTOMATA_FORMAT_JSON);
    automata_automaton *right = automaton_of(
        "{\"format\": \"automata\", \"version\": 1, \"kind\": \"DFA\", \"alphabet\": [\"a\"], \"states\": [\"odd\", \"even\"],"
        " \"initial\": [\"even\"], \"final\": [\"odd\"], \"transitions\": [[\"odd\", \"a\", \"even\"], [\"even\", \"a\", \"odd\"]]}",
        AUTOMATA_FORMAT_JSON);
    automata_automaton *other = minimal(ends_with_01()), *nfa = ends_with_01();
    automata_state *mapping = NULL;
    automata_error error;
    size_t count = 9;

    CHECK(automata_is_isomorphic(left, right) && automata_is_isomorphic(right, left));
    CHECK(!automata_is_isomorphic(left, other) && !automata_is_isomorphic(nfa, nfa));
    CHECK_OK(automata_isomorphism(left, right, &mapping, &count, &error));
    CHECK(mapping != NULL && count == 3);
    CHECK(mapping[0] == 1 && mapping[1] == 0 && mapping[2] == AUTOMATA_NO_STATE);
    automata_free(mapping);
    CHECK_OK(automata_isomorphism(left, other, &mapping, &count, &error));
    CHECK(mapping == NULL && count == 0);
    CHECK_STATUS(AUTOMATA_ERROR_NONDETERMINISTIC, automata_isomorphism(nfa, left, &mapping, &count, &error));
    CHECK(mapping == NULL && count == 0);
    automata_automaton_free(nfa);
    automata_automaton_free(other);
    automata_automaton_free(right);
    automata_automaton_free(left);
}

/* Automata without states are isomorphic, and that shows in a mapping that isn't NULL. */
static void nothing(void) {
    const char text[] = "{\"format\": \"automata\", \"version\": 1, \"kind\": \"DFA\", \"alphabet\": [], \"states\": [],"
                        " \"initial\": [], \"final\": [], \"transitions\": []}";
    automata_automaton *left = automaton_of(text, AUTOMATA_FORMAT_JSON), *right = automaton_of(text, AUTOMATA_FORMAT_JSON);
    automata_state *mapping = NULL;
    automata_error error;
    size_t count = 9;

    CHECK(automata_is_empty(left) && automata_is_finite(left) && automata_is_minimal(left));
    CHECK_OK(automata_isomorphism(left, right, &mapping, &count, &error));
    CHECK(mapping != NULL && count == 0);
    automata_free(mapping);
    automata_automaton_free(right);
    automata_automaton_free(left);
}

int main(void) {
    questions();
    isomorphism();
    nothing();
    return check_done();
}
