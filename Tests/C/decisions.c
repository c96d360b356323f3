/* Yes/no questions and isomorphism. */
#include "check.h"

static void questions(void) {
    automata_fa *nfa = ends_with_01(), *dfa = minimal(ends_with_01()), *epsilon = ends_with_0(), *copy;
    automata_fa *word =
        automaton_of("@NFA-explicit\n%Alphabet-auto\n%Initial p\n%Final q\np a q\nr a r\n", AUTOMATA_FORMAT_MATA);
    automata_fa *nothing =
        automaton_of("@NFA-explicit\n%Alphabet-auto\n%Initial p\n%Final q\np a p\n", AUTOMATA_FORMAT_MATA);

    CHECK(!automata_fa_is_empty(nfa) && !automata_fa_is_empty(dfa) && !automata_fa_is_empty(epsilon) && automata_fa_is_empty(nothing));
    CHECK(!automata_fa_is_finite(nfa) && !automata_fa_is_finite(epsilon));
    CHECK(automata_fa_is_finite(word) && automata_fa_is_finite(nothing));
    CHECK(!automata_fa_is_deterministic(nfa) && !automata_fa_is_deterministic(epsilon) && automata_fa_is_deterministic(word));
    CHECK(automata_fa_is_total(dfa) && !automata_fa_is_total(nfa) && !automata_fa_is_total(word));
    CHECK(automata_fa_is_minimal(dfa) && !automata_fa_is_minimal(nfa));
    copy = automata_fa_retain(nfa);
    CHECK(automata_fa_equal(nfa, copy) && automata_fa_equal(nfa, nfa) && !automata_fa_equal(nfa, dfa));
    automata_fa_free(copy);
    automata_fa_free(nothing);
    automata_fa_free(word);
    automata_fa_free(epsilon);
    automata_fa_free(dfa);
    automata_fa_free(nfa);
}

static void isomorphism(void) {
    automata_fa *left = automaton_of(
        "{\"format\": \"automata\", \"version\": 1, \"kind\": \"DFA\", \"alphabet\": [\"a\"], \"states\": [\"e\", \"o\", \"u\"],"
        " \"initial\": [\"e\"], \"final\": [\"o\"], \"transitions\": [[\"e\", \"a\", \"o\"], [\"o\", \"a\", \"e\"]]}",
        AUTOMATA_FORMAT_JSON);
    automata_fa *right = automaton_of(
        "{\"format\": \"automata\", \"version\": 1, \"kind\": \"DFA\", \"alphabet\": [\"a\"], \"states\": [\"odd\", \"even\"],"
        " \"initial\": [\"even\"], \"final\": [\"odd\"], \"transitions\": [[\"odd\", \"a\", \"even\"], [\"even\", \"a\", \"odd\"]]}",
        AUTOMATA_FORMAT_JSON);
    automata_fa *other = minimal(ends_with_01()), *nfa = ends_with_01();
    automata_state *mapping = NULL;
    automata_error error;
    size_t count = 9;
    bool answer = false;

    CHECK_OK(automata_fa_is_isomorphic(right, left, &answer, NULL, NULL, &error));
    CHECK(answer);
    CHECK_OK(automata_fa_is_isomorphic(left, right, NULL, &mapping, &count, &error));
    CHECK(mapping != NULL && count == 3);
    CHECK(mapping[0] == 1 && mapping[1] == 0 && mapping[2] == AUTOMATA_NO_STATE);
    automata_free(mapping);
    CHECK_OK(automata_fa_is_isomorphic(left, other, &answer, &mapping, &count, &error));
    CHECK(!answer && mapping == NULL && count == 0);
    CHECK_STATUS(
        AUTOMATA_ERROR_NONDETERMINISTIC, automata_fa_is_isomorphic(nfa, left, &answer, &mapping, &count, &error));
    CHECK(mapping == NULL && count == 0);
    automata_fa_free(nfa);
    automata_fa_free(other);
    automata_fa_free(right);
    automata_fa_free(left);
}

/* Automata without states are isomorphic, and that shows in a mapping that isn't NULL. */
static void nothing(void) {
    const char text[] = "{\"format\": \"automata\", \"version\": 1, \"kind\": \"DFA\", \"alphabet\": [], \"states\": [],"
                        " \"initial\": [], \"final\": [], \"transitions\": []}";
    automata_fa *left = automaton_of(text, AUTOMATA_FORMAT_JSON), *right = automaton_of(text, AUTOMATA_FORMAT_JSON);
    automata_state *mapping = NULL;
    automata_error error;
    size_t count = 9;
    bool answer = false;

    CHECK(automata_fa_is_empty(left) && automata_fa_is_finite(left) && automata_fa_is_minimal(left));
    CHECK_OK(automata_fa_is_isomorphic(left, right, &answer, &mapping, &count, &error));
    CHECK(answer && mapping != NULL && count == 0);
    automata_free(mapping);
    automata_fa_free(right);
    automata_fa_free(left);
}

int main(void) {
    questions();
    isomorphism();
    nothing();
    return check_done();
}
