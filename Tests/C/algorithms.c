/* Algorithms on textbook automata. */
#include "language.h"

static void determinizing(void) {
    automata_determinize_options options = AUTOMATA_DETERMINIZE_OPTIONS_INIT;
    automata_fa *nfa = ends_with_01(), *dfa = NULL, *total = NULL, *named = NULL, *fourth = kth_from_end(4);
    automata_error error;

    CHECK_OK(automata_fa_determinize(nfa, NULL, &dfa, &error));
    CHECK(automata_fa_model(dfa) == AUTOMATA_MODEL_DFA && automata_fa_state_count(dfa) == 3 && automata_fa_transition_count(dfa) == 6);
    CHECK(automata_fa_is_deterministic(dfa) && !automata_fa_is_deterministic(nfa));
    options.name_subsets = true;
    CHECK_OK(automata_fa_determinize(nfa, &options, &named, &error));
    CHECK_TEXT("{p}", automata_fa_state_name(named, 0));
    CHECK_TEXT("{p,q}", automata_fa_state_name(named, 1));
    CHECK(are_isomorphic(dfa, named));
    automata_fa_free(named);
    automata_fa_free(dfa);

    CHECK_OK(automata_fa_determinize(fourth, NULL, &dfa, &error));
    CHECK(automata_fa_state_count(dfa) == 16);
    automata_fa_free(dfa);
    automata_fa_free(fourth);
    automata_fa_free(nfa);

    nfa = automaton_of("@NFA-explicit\n%Alphabet-auto\n%Initial p\n%Final q\np a q\n", AUTOMATA_FORMAT_MATA);
    options.name_subsets = false;
    options.total = true;
    CHECK_OK(automata_fa_determinize(nfa, NULL, &dfa, &error));
    CHECK_OK(automata_fa_determinize(nfa, &options, &total, &error));
    CHECK(automata_fa_state_count(dfa) == 2 && !automata_fa_is_total(dfa));
    CHECK(automata_fa_state_count(total) == 3 && automata_fa_is_total(total));
    automata_fa_free(total);
    automata_fa_free(dfa);
    automata_fa_free(nfa);
}

static void minimizing(void) {
    automata_minimize_options options = AUTOMATA_MINIMIZE_OPTIONS_INIT;
    automata_fa *wanted = minimal(ends_with_01()), *nfa = ends_with_01(), *result = NULL, *word;
    automata_error error;
    int algorithm;

    CHECK(automata_fa_state_count(wanted) == 3 && automata_fa_is_minimal(wanted));
    for (algorithm = AUTOMATA_MINIMIZE_AUTOMATIC; algorithm <= AUTOMATA_MINIMIZE_BRZOZOWSKI; algorithm++) {
        options.algorithm = (automata_minimization)algorithm;
        CHECK_OK(automata_fa_minimize(nfa, &options, &result, &error));
        CHECK(automata_fa_equal(result, wanted));
        automata_fa_free(result);
    }
    options.algorithm = AUTOMATA_MINIMIZE_REVUZ;
    CHECK_STATUS(AUTOMATA_ERROR_CYCLIC, automata_fa_minimize(nfa, &options, &result, &error));
    CHECK(result == NULL);
    automata_fa_free(wanted);
    automata_fa_free(nfa);

    /* "ab" and "cb", as a tree: the endings are one state. */
    word = automaton_of(
        "@NFA-explicit\n%Alphabet-auto\n%Initial p\n%Final ab cb\np a a\np c c\na b ab\nc b cb\n", AUTOMATA_FORMAT_MATA);
    CHECK_OK(automata_fa_minimize(word, &options, &result, &error));
    CHECK(automata_fa_state_count(result) == 3 && automata_fa_transition_count(result) == 3);
    automata_fa_free(result);
    options.total = true;
    CHECK_OK(automata_fa_minimize(word, &options, &result, &error));
    CHECK(automata_fa_state_count(result) == 4 && automata_fa_is_total(result));
    automata_fa_free(result);
    automata_fa_free(word);

    /* The empty language. */
    word = automaton_of("@NFA-explicit\n%Alphabet-auto\n%Initial p\np a p\n", AUTOMATA_FORMAT_MATA);
    options.algorithm = AUTOMATA_MINIMIZE_AUTOMATIC;
    CHECK_OK(automata_fa_minimize(word, &options, &result, &error));
    CHECK(automata_fa_state_count(result) == 1 && automata_fa_is_total(result) && automata_fa_is_empty(result));
    automata_fa_free(result);
    CHECK_OK(automata_fa_minimize(word, NULL, &result, &error));
    CHECK(automata_fa_state_count(result) == 0);
    automata_fa_free(result);
    automata_fa_free(word);
}

static void epsilon(void) {
    automata_fa *automaton = ends_with_0(), *nfa = NULL;
    const automata_state loop[] = {0}, all[] = {2, 0}, outside[] = {3};
    automata_state *closure = NULL;
    automata_error error;
    size_t count = 0;
    bool accepted = false;

    CHECK_OK(automata_fa_remove_epsilon(automaton, NULL, &nfa, &error));
    CHECK(automata_fa_model(nfa) == AUTOMATA_MODEL_NFA && automata_fa_epsilon_move_count(nfa) == 0);
    CHECK_OK(automata_fa_accepts(nfa, "110", 3, NULL, 0, &accepted, &error));
    CHECK(accepted);
    CHECK_OK(automata_fa_accepts(nfa, "01", 2, NULL, 0, &accepted, &error));
    CHECK(!accepted);
    automata_fa_free(nfa);

    CHECK_OK(automata_fa_epsilon_closure(automaton, loop, 1, &closure, &count, &error));
    CHECK(count == 2 && closure[0] == 0 && closure[1] == 1);
    automata_free(closure);
    CHECK_OK(automata_fa_epsilon_closure(automaton, all, 2, &closure, &count, &error));
    CHECK(count == 3 && closure[0] == 0 && closure[1] == 1 && closure[2] == 2);
    automata_free(closure);
    CHECK_OK(automata_fa_epsilon_closure(automaton, NULL, 0, &closure, &count, &error));
    CHECK(count == 0);
    automata_free(closure);
    CHECK_STATUS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_fa_epsilon_closure(automaton, outside, 1, &closure, &count, &error));
    CHECK(closure == NULL && count == 0);
    automata_fa_free(automaton);
}

/* p -a-> q -b-> r; u is a dead end, and nothing leads to v. */
static const char parts_text[] =
    "@NFA-explicit\n%Alphabet-auto\n%Initial p\n%Final r\np a q\nq b r\nq a u\nv a q\n";

static void parts(void) {
    automata_fa *automaton = automaton_of(parts_text, AUTOMATA_FORMAT_MATA), *part = NULL;
    automata_state *states = NULL, unused;
    automata_error error;
    size_t count = 0;

    CHECK_OK(automata_fa_useful_states(automaton, AUTOMATA_PART_ACCESSIBLE, &states, &count, &error));
    CHECK(count == 4 && states[0] < states[1] && states[1] < states[2] && states[2] < states[3]);
    automata_free(states);
    CHECK_OK(automata_fa_useful_states(automaton, AUTOMATA_PART_COACCESSIBLE, &states, &count, &error));
    CHECK(count == 4);
    automata_free(states);
    CHECK_OK(automata_fa_trim(automaton, AUTOMATA_PART_ACCESSIBLE, &part, &error));
    CHECK(automata_fa_state_count(part) == 4 && automata_fa_model(part) == automata_fa_model(automaton));
    CHECK_STATUS(AUTOMATA_ERROR_UNKNOWN_NAME, automata_fa_find_state(part, "v", 1, &unused, &error));
    automata_fa_free(part);
    CHECK_OK(automata_fa_trim(automaton, AUTOMATA_PART_COACCESSIBLE, &part, &error));
    CHECK(automata_fa_state_count(part) == 4);
    CHECK_STATUS(AUTOMATA_ERROR_UNKNOWN_NAME, automata_fa_find_state(part, "u", 1, &unused, &error));
    automata_fa_free(part);
    CHECK_OK(automata_fa_trim(automaton, AUTOMATA_PART_USEFUL, &part, &error));
    CHECK(automata_fa_state_count(part) == 3 && automata_fa_transition_count(part) == 2);
    automata_fa_free(part);
    automata_fa_free(automaton);
}

static void others(void) {
    automata_fa *nfa = ends_with_01(), *dfa = minimal(ends_with_01()), *result = NULL, *epsilon = ends_with_0();
    automata_error error;
    bool accepted = false;

    CHECK_OK(automata_fa_reverse(nfa, &result, &error));
    CHECK(automata_fa_model(result) == AUTOMATA_MODEL_NFA && automata_fa_state_count(result) == 3);
    CHECK_OK(automata_fa_accepts(result, "1011", 4, NULL, 0, &accepted, &error));
    CHECK(accepted);
    CHECK_OK(automata_fa_accepts(result, "01", 2, NULL, 0, &accepted, &error));
    CHECK(!accepted);
    automata_fa_free(result);
    CHECK_OK(automata_fa_reverse(epsilon, &result, &error));
    CHECK(automata_fa_model(result) == AUTOMATA_MODEL_EPSILON_NFA);
    automata_fa_free(result);

    CHECK_OK(automata_fa_complete(nfa, NULL, &result, &error));
    CHECK(automata_fa_model(result) == AUTOMATA_MODEL_NFA && automata_fa_is_total(result) && automata_fa_state_count(result) == 4);
    automata_fa_free(result);
    CHECK_OK(automata_fa_complete(dfa, NULL, &result, &error));
    CHECK(automata_fa_state_count(result) == 3);
    automata_fa_free(result);

    CHECK_OK(automata_fa_number_canonically(dfa, &result, &error));
    CHECK(are_isomorphic(dfa, result) && automata_fa_initial_state(result) == 0);
    automata_fa_free(result);
    CHECK_STATUS(AUTOMATA_ERROR_NONDETERMINISTIC, automata_fa_number_canonically(nfa, &result, &error));
    CHECK(result == NULL);
    automata_fa_free(epsilon);
    automata_fa_free(nfa);
    automata_fa_free(dfa);
}

int main(void) {
    determinizing();
    minimizing();
    epsilon();
    parts();
    others();
    return check_done();
}
