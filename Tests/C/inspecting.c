/* What an automaton tells about itself. */
#include "check.h"

static void rows(void) {
    automata_fa *nfa = ends_with_01();
    automata_rows all = automata_fa_transitions(nfa), epsilon = automata_fa_epsilon_moves(nfa);
    automata_states states;

    CHECK(automata_fa_model(nfa) == AUTOMATA_MODEL_NFA);
    CHECK(automata_fa_state_count(nfa) == 3 && automata_fa_transition_count(nfa) == 4);
    CHECK(automata_fa_epsilon_move_count(nfa) == 0);
    CHECK(automata_fa_initial_state(nfa) == 0);
    states = automata_fa_initial_states(nfa);
    CHECK(states.count == 1 && states.items[0] == 0);
    states = automata_fa_final_states(nfa);
    CHECK(states.count == 1);
    CHECK_TEXT("r", automata_fa_state_name(nfa, states.items[0]));
    CHECK(automata_fa_is_initial(nfa, 0) && !automata_fa_is_initial(nfa, 1) && !automata_fa_is_initial(nfa, 99));
    CHECK(automata_fa_is_final(nfa, states.items[0]) && !automata_fa_is_final(nfa, 0) && !automata_fa_is_final(nfa, 99));

    CHECK(all.row_count == 3 && all.count == 4 && all.offsets[0] == 0 && all.offsets[3] == 4);
    CHECK(all.offsets[1] == 3);
    CHECK(all.symbols[0] == 0 && all.targets[0] == 0 && all.symbols[1] == 0 && all.symbols[2] == 1);
    CHECK(all.targets == automata_fa_transitions(nfa).targets);
    CHECK(epsilon.row_count == 3 && epsilon.count == 0 && epsilon.symbols == NULL && epsilon.offsets[3] == 0);

    states = automata_fa_targets(nfa, 0, 0);
    CHECK(states.count == 2 && states.items[0] < states.items[1]);
    CHECK(automata_fa_targets(nfa, 0, 1).count == 1);
    CHECK(automata_fa_targets(nfa, 0, 2).count == 0 && automata_fa_targets(nfa, 3, 0).count == 0);
    CHECK(automata_fa_targets(nfa, 0, AUTOMATA_EPSILON).count == 0);
    automata_fa_free(nfa);
}

static void epsilon(void) {
    automata_fa *automaton = ends_with_0();
    automata_rows moves = automata_fa_epsilon_moves(automaton);

    CHECK(automata_fa_model(automaton) == AUTOMATA_MODEL_EPSILON_NFA);
    CHECK(automata_fa_transition_count(automaton) == 4 && automata_fa_epsilon_move_count(automaton) == 1);
    CHECK(automata_fa_transitions(automaton).count == 3);
    CHECK(moves.count == 1 && moves.offsets[1] == 1 && moves.targets[0] == 1 && moves.symbols == NULL);
    CHECK(automata_fa_targets(automaton, 0, AUTOMATA_EPSILON).count == 1);
    CHECK(automata_fa_targets(automaton, 0, AUTOMATA_EPSILON).items[0] == 1);
    automata_fa_free(automaton);
}

static void names(void) {
    const char *three[] = {"start", "zero", "done"};
    const char *two_alike[] = {"a", "a", "b"};
    const char *broken[] = {"a", "b", "\xc3"};
    const size_t lengths[] = {2, 1, 3};
    automata_fa *nfa = ends_with_01(), *renamed = NULL, *nameless = NULL, *none = NULL;
    automata_names all;
    automata_state state = 9;
    automata_error error;
    char buffer[4];

    CHECK(automata_fa_has_state_names(nfa));
    all = automata_fa_state_names(nfa);
    CHECK(all.count == 3 && all.items[0].length == 1);
    CHECK_TEXT("p", all.items[0].data);
    CHECK(automata_fa_state_name(nfa, 0) == all.items[0].data);
    CHECK_TEXT("", automata_fa_state_name(nfa, 3));
    CHECK_OK(automata_fa_find_state(nfa, "q", 1, &state, &error));
    CHECK_TEXT("q", automata_fa_state_name(nfa, state));
    CHECK_STATUS(AUTOMATA_ERROR_UNKNOWN_NAME, automata_fa_find_state(nfa, "q1", 2, &state, &error));
    CHECK(state == 0);

    CHECK_OK(automata_fa_rename_states(nfa, three, NULL, 3, &renamed, &error));
    CHECK_TEXT("zero", automata_fa_state_name(renamed, 1));
    CHECK(!automata_fa_equal(nfa, renamed));
    CHECK(automata_fa_copy_state_name(renamed, 0, buffer, sizeof buffer) == 5);
    CHECK_TEXT("sta", buffer);
    CHECK(automata_fa_copy_state_name(renamed, 2, buffer, 1) == 4);
    CHECK_TEXT("", buffer);
    CHECK(automata_fa_copy_state_name(renamed, 0, NULL, 0) == 5);
    strcpy(buffer, "xyz");
    CHECK(automata_fa_copy_state_name(renamed, 3, buffer, sizeof buffer) == 0);
    CHECK_TEXT("", buffer);
    automata_fa_free(renamed);
    CHECK_OK(automata_fa_rename_states(nfa, three, lengths, 3, &renamed, &error));
    CHECK_TEXT("st", automata_fa_state_name(renamed, 0));
    CHECK_TEXT("don", automata_fa_state_name(renamed, 2));

    CHECK_OK(automata_fa_rename_states(nfa, NULL, NULL, 0, &nameless, &error));
    CHECK(!automata_fa_has_state_names(nameless));
    CHECK_TEXT("q2", automata_fa_state_name(nameless, 2));
    CHECK_TEXT("q0", automata_fa_state_names(nameless).items[0].data);
    CHECK_OK(automata_fa_find_state(nameless, "q2", 2, &state, &error));
    CHECK(state == 2);
    CHECK_STATUS(AUTOMATA_ERROR_UNKNOWN_NAME, automata_fa_find_state(nameless, "q3", 2, &state, &error));
    CHECK_STATUS(AUTOMATA_ERROR_UNKNOWN_NAME, automata_fa_find_state(nameless, "q02", 3, &state, &error));

    CHECK_STATUS(AUTOMATA_ERROR_WRONG_NAME_COUNT, automata_fa_rename_states(nfa, three, NULL, 2, &none, &error));
    CHECK_STATUS(AUTOMATA_ERROR_DUPLICATE_NAME, automata_fa_rename_states(nfa, two_alike, NULL, 3, &none, &error));
    CHECK(none == NULL);
    /* Bytes that aren't UTF-8 stay as they are. */
    automata_fa_free(renamed);
    CHECK_OK(automata_fa_rename_states(nfa, broken, NULL, 3, &renamed, &error));
    CHECK_TEXT("\xc3", automata_fa_state_name(renamed, 2));
    automata_fa_free(nameless);
    automata_fa_free(renamed);
    automata_fa_free(nfa);
}

static void table(void) {
    automata_fa *dfa = minimal(ends_with_01());
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    automata_error error;
    char *text = NULL;
    size_t length = 0;

    CHECK_OK(automata_fa_table(dfa, NULL, &text, &length, &error));
    CHECK(length == strlen(text));
    CHECK(strstr(text, "\xe2\x86\x92") != NULL && strstr(text, "\xe2\x86\x90") != NULL);
    automata_free(text);
    budget.maximum_bytes = 10;
    CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED, automata_fa_table(dfa, &budget, &text, &length, &error));
    CHECK(text == NULL && length == 0);
    automata_fa_free(dfa);
}

static void models(void) {
    automata_fa *nfa = ends_with_01(), *epsilon = NULL, *back = NULL, *none = NULL, *dfa;
    automata_error error;

    CHECK_OK(automata_fa_convert(nfa, AUTOMATA_MODEL_EPSILON_NFA, &epsilon, &error));
    CHECK(automata_fa_model(epsilon) == AUTOMATA_MODEL_EPSILON_NFA && !automata_fa_equal(nfa, epsilon));
    CHECK_OK(automata_fa_convert(epsilon, AUTOMATA_MODEL_MOST_SPECIFIC, &back, &error));
    CHECK(automata_fa_equal(nfa, back));
    CHECK_STATUS(AUTOMATA_ERROR_NONDETERMINISTIC, automata_fa_convert(nfa, AUTOMATA_MODEL_DFA, &none, &error));
    CHECK(none == NULL);
    automata_fa_free(epsilon);
    automata_fa_free(back);

    epsilon = ends_with_0();
    CHECK_STATUS(AUTOMATA_ERROR_EPSILON_MOVES, automata_fa_convert(epsilon, AUTOMATA_MODEL_NFA, &none, &error));
    automata_fa_free(epsilon);

    dfa = minimal(nfa);
    CHECK(automata_fa_model(dfa) == AUTOMATA_MODEL_DFA);
    CHECK_OK(automata_fa_convert(dfa, AUTOMATA_MODEL_NFA, &nfa, &error));
    CHECK_OK(automata_fa_convert(nfa, AUTOMATA_MODEL_DFA, &back, &error));
    CHECK(automata_fa_equal(back, dfa));
    automata_fa_free(back);
    automata_fa_free(nfa);
    automata_fa_free(dfa);
}

int main(void) {
    rows();
    epsilon();
    names();
    table();
    models();
    return check_done();
}
