/* The builder. */
#include "check.h"

static void textbook(void) {
    automata_builder *builder = NULL;
    automata_fa *nfa = NULL, *again = NULL, *dfa = NULL;
    automata_state p, q, r, same;
    automata_error error;
    bool accepted = false;

    CHECK_OK(automata_builder_new(NULL, &builder, &error));
    CHECK_OK(automata_builder_state(builder, "p", 1, &p, &error));
    CHECK_OK(automata_builder_state(builder, "q", 1, &q, &error));
    CHECK_OK(automata_builder_state(builder, "r!", 1, &r, &error));
    CHECK_OK(automata_builder_state(builder, "q", AUTOMATA_ZERO_TERMINATED, &same, &error));
    CHECK(p == 0 && q == 1 && r == 2 && same == q);
    CHECK(automata_builder_state_count(builder) == 3);
    CHECK_OK(automata_builder_add_transition_named(builder, p, "0", 1, p, &error));
    CHECK_OK(automata_builder_add_transition_named(builder, p, "1", 1, p, &error));
    CHECK_OK(automata_builder_add_transition_named(builder, p, "0", 1, q, &error));
    CHECK_OK(automata_builder_add_transition_named(builder, q, "1", 1, r, &error));
    CHECK_OK(automata_builder_add_transition(builder, q, 1, r, &error));
    CHECK_OK(automata_builder_set_initial(builder, p, &error));
    CHECK_OK(automata_builder_set_final(builder, r, &error));
    CHECK_OK(automata_builder_build(builder, AUTOMATA_MODEL_MOST_SPECIFIC, NULL, &nfa, &error));
    CHECK(automata_fa_model(nfa) == AUTOMATA_MODEL_NFA);
    CHECK(automata_fa_state_count(nfa) == 3 && automata_fa_transition_count(nfa) == 4);
    CHECK_TEXT("r", automata_fa_state_name(nfa, r));

    CHECK_STATUS(AUTOMATA_ERROR_NONDETERMINISTIC, automata_builder_build(builder, AUTOMATA_MODEL_DFA, NULL, &dfa, &error));
    CHECK(dfa == NULL);

    /* The builder goes on where it was, and what it has built stays. */
    CHECK_OK(automata_builder_add_transition(builder, r, AUTOMATA_EPSILON, p, &error));
    CHECK_STATUS(AUTOMATA_ERROR_EPSILON_MOVES, automata_builder_build(builder, AUTOMATA_MODEL_NFA, NULL, &dfa, &error));
    CHECK_OK(automata_builder_build(builder, AUTOMATA_MODEL_MOST_SPECIFIC, NULL, &again, &error));
    automata_builder_free(builder);
    CHECK(automata_fa_model(again) == AUTOMATA_MODEL_EPSILON_NFA);
    CHECK(automata_fa_transition_count(again) == 5 && automata_fa_epsilon_move_count(again) == 1);
    CHECK(automata_fa_transition_count(nfa) == 4);
    CHECK_OK(automata_fa_accepts(nfa, "1101", 4, NULL, 0, &accepted, &error));
    CHECK(accepted);
    automata_fa_free(again);
    automata_fa_free(nfa);
}

static void ids(void) {
    const automata_symbol_range digits[] = {{'0', '9', 0}, {'.', '.', 1}};
    const automata_transition good[] = {{0, 0, 1}, {1, 0, 1}, {1, 1, 2}, {2, 0, 3}, {3, 0, 3}};
    const automata_transition bad[] = {{0, 1, 0}, {0, 2, 1}, {0, 0, 9}};
    automata_alphabet *alphabet = NULL;
    automata_builder *builder = NULL;
    automata_fa *dfa = NULL;
    automata_state first = 9;
    automata_error error;
    bool accepted = false;

    CHECK_OK(automata_alphabet_from_ranges(AUTOMATA_ALPHABET_BYTES, digits, 2, &alphabet, &error));
    CHECK_OK(automata_builder_new(alphabet, &builder, &error));
    automata_alphabet_free(alphabet);
    CHECK_OK(automata_builder_add_states(builder, 3, &first, &error));
    CHECK(first == 0);
    CHECK_OK(automata_builder_add_states(builder, 1, &first, &error));
    CHECK(first == 3 && automata_builder_state_count(builder) == 4);
    CHECK_STATUS(AUTOMATA_ERROR_TOO_LARGE, automata_builder_add_states(builder, UINT32_MAX, &first, &error));
    CHECK(automata_builder_state_count(builder) == 4);
    CHECK_STATUS(AUTOMATA_ERROR_WRONG_NAME_COUNT, automata_builder_state(builder, "new", 3, &first, &error));

    CHECK_OK(automata_builder_add_transitions(builder, good, 5, &error));
    /* All or nothing, and the message tells which. */
    CHECK_STATUS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_builder_add_transitions(builder, bad, 3, &error));
    CHECK(strstr(error.message, "1") != NULL || strstr(error.message, "2") != NULL);
    CHECK_STATUS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_builder_add_transition(builder, 4, 0, 0, &error));
    CHECK_STATUS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_builder_add_transition(builder, 0, 2, 0, &error));
    CHECK_STATUS(AUTOMATA_ERROR_UNKNOWN_NAME,
                 automata_builder_add_transition_named(builder, 0, "x", 1, 0, &error));
    CHECK_STATUS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_builder_set_initial(builder, 4, &error));
    CHECK_STATUS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_builder_set_final(builder, AUTOMATA_NO_STATE, &error));
    CHECK_OK(automata_builder_set_initial(builder, 0, &error));
    CHECK_OK(automata_builder_set_final(builder, 1, &error));
    CHECK_OK(automata_builder_set_final(builder, 3, &error));
    CHECK_OK(automata_builder_build(builder, AUTOMATA_MODEL_DFA, NULL, &dfa, &error));
    automata_builder_free(builder);
    CHECK(automata_fa_transition_count(dfa) == 5);
    CHECK(!automata_fa_has_state_names(dfa));
    CHECK_OK(automata_fa_accepts(dfa, "3.14", 4, NULL, 0, &accepted, &error));
    CHECK(accepted);
    CHECK_OK(automata_fa_accepts(dfa, "3.", 2, NULL, 0, &accepted, &error));
    CHECK(!accepted);
    automata_fa_free(dfa);
}

static void named_class(void) {
    const automata_symbol_range digits[] = {{'0', '9', 0}};
    automata_alphabet *alphabet = NULL;
    automata_builder *builder = NULL;
    automata_fa *dfa = NULL;
    automata_state state;
    automata_error error;

    CHECK_OK(automata_alphabet_from_ranges(AUTOMATA_ALPHABET_SCALARS, digits, 1, &alphabet, &error));
    CHECK_OK(automata_builder_new(alphabet, &builder, &error));
    CHECK_OK(automata_builder_add_states(builder, 2, &state, &error));
    CHECK_OK(automata_builder_add_transition_named(builder, 0, "7", 1, 1, &error));
    CHECK_OK(automata_builder_build(builder, AUTOMATA_MODEL_DFA, NULL, &dfa, &error));
    CHECK(automata_fa_targets(dfa, 0, 0).count == 1);
    CHECK(automata_alphabet_equal(alphabet, automata_fa_alphabet(dfa)));
    CHECK(automata_fa_initial_state(dfa) == AUTOMATA_NO_STATE);
    automata_fa_free(dfa);
    automata_builder_free(builder);
    automata_alphabet_free(alphabet);
}

static void budgets(void) {
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    automata_builder *builder = NULL;
    automata_fa *automaton = NULL;
    automata_state first;
    automata_error error;

    budget.maximum_states = 10;
    CHECK_OK(automata_builder_new(NULL, &builder, &error));
    CHECK_OK(automata_builder_build(builder, AUTOMATA_MODEL_MOST_SPECIFIC, NULL, &automaton, &error));
    CHECK(automata_fa_state_count(automaton) == 0 && automata_fa_is_empty(automaton));
    automata_fa_free(automaton);
    CHECK_OK(automata_builder_add_states(builder, 10, &first, &error));
    CHECK_OK(automata_builder_build(builder, AUTOMATA_MODEL_MOST_SPECIFIC, &budget, &automaton, &error));
    automata_fa_free(automaton);
    CHECK_OK(automata_builder_add_states(builder, 1, &first, &error));
    CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED,
                 automata_builder_build(builder, AUTOMATA_MODEL_MOST_SPECIFIC, &budget, &automaton, &error));
    CHECK(automaton == NULL);
    automata_builder_free(builder);
}

/* Names keep their bytes, and are found by them. */
static void bytes_as_names(void) {
    const char *names[] = {"\xff", "\xfe"}, *twice[] = {"\xff", "\xff"}, *states[] = {"\xc3", "\xc3\xa9"};
    automata_alphabet *alphabet = NULL, *none = NULL;
    automata_builder *builder = NULL;
    automata_fa *automaton = NULL, *renamed = NULL, *back = NULL;
    automata_state first, second, found;
    automata_symbol *word = NULL;
    size_t count;
    automata_error error;
    bool accepted = false;
    char *text = NULL;
    size_t length;

    CHECK_OK(automata_alphabet_from_names(names, NULL, 2, &alphabet, &error));
    CHECK_TEXT("\xfe", automata_alphabet_symbol_name(alphabet, 1));
    CHECK_STATUS(AUTOMATA_ERROR_DUPLICATE_NAME, automata_alphabet_from_names(twice, NULL, 2, &none, &error));
    CHECK(none == NULL && strstr(error.message, "\xef\xbf\xbd") != NULL);

    CHECK_OK(automata_builder_new(alphabet, &builder, &error));
    CHECK_OK(automata_builder_state(builder, "\x80", 1, &first, &error));
    CHECK_OK(automata_builder_state(builder, "\x81", 1, &second, &error));
    CHECK(first != second);
    CHECK_OK(automata_builder_add_transition_named(builder, first, "\xfe", 1, second, &error));
    CHECK_OK(automata_builder_set_initial(builder, first, &error));
    CHECK_OK(automata_builder_set_final(builder, second, &error));
    CHECK_OK(automata_builder_build(builder, AUTOMATA_MODEL_DFA, NULL, &automaton, &error));
    CHECK_TEXT("\x81", automata_fa_state_name(automaton, second));
    CHECK_OK(automata_fa_find_state(automaton, "\x81", 1, &found, &error));
    CHECK(found == second);

    /* Only a separator tells where such a name ends. */
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_fa_accepts(automaton, "\xfe", 1, NULL, 0, &accepted, &error));
    CHECK(strstr(error.message, "separator") != NULL);
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_word_from_text(alphabet, "\xfe", 1, NULL, 0, &word, &count, &error));
    CHECK_OK(automata_fa_accepts(automaton, "\xfe", 1, " ", 1, &accepted, &error));
    CHECK(accepted);
    CHECK_OK(automata_word_from_text(alphabet, "\xfe,\xff", 3, ",", 1, &word, &count, &error));
    CHECK(count == 2 && word[0] == 1 && word[1] == 0);
    automata_free(word);

    CHECK_OK(automata_fa_rename_states(automaton, states, NULL, 2, &renamed, &error));
    CHECK_TEXT("\xc3", automata_fa_state_name(renamed, 0));
    CHECK_STATUS(AUTOMATA_ERROR_DUPLICATE_NAME, automata_fa_rename_states(automaton, twice, NULL, 2, &back, &error));
    CHECK_STATUS(AUTOMATA_ERROR_WRONG_NAME_COUNT, automata_fa_rename_states(automaton, names, NULL, 1, &back, &error));
    CHECK_OK(automata_fa_text(renamed, AUTOMATA_FORMAT_JSON, NULL, &text, &length, &error));
    CHECK_OK(automata_fa_from_text(text, length, AUTOMATA_FORMAT_JSON, NULL, &back, &error));
    CHECK(automata_fa_equal(renamed, back));
    automata_free(text);
    automata_fa_free(back);
    CHECK_STATUS(AUTOMATA_ERROR_NOT_REPRESENTABLE,
                 automata_fa_text(renamed, AUTOMATA_FORMAT_JFLAP, NULL, &text, &length, &error));
    automata_fa_free(renamed);
    automata_fa_free(automaton);
    automata_builder_free(builder);
    automata_alphabet_free(alphabet);
}

/* A builder whose alphabet grows, a copy that goes on by itself, and one that begins anew. */
static void copies(void) {
    automata_builder *builder = NULL, *copy;
    automata_fa *automaton = NULL;
    automata_state state;
    automata_symbol coin = 9, button = 9, again = 9;
    automata_error error;

    CHECK_OK(automata_builder_new(NULL, &builder, &error));
    CHECK_OK(automata_builder_symbol(builder, "coin", 4, &coin, &error));
    CHECK_OK(automata_builder_symbol(builder, "button", AUTOMATA_ZERO_TERMINATED, &button, &error));
    CHECK_OK(automata_builder_symbol(builder, "coin", 4, &again, &error));
    CHECK(coin == 0 && button == 1 && again == 0);
    CHECK_OK(automata_builder_add_states(builder, 2, &state, &error));
    CHECK_OK(automata_builder_add_transition(builder, 0, button, 1, &error));
    /* A transition that is refused adds no symbol. */
    CHECK_STATUS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_builder_add_transition_named(builder, 0, "new", 3, 7, &error));

    CHECK_OK(automata_builder_copy(builder, &copy, &error));
    CHECK_OK(automata_builder_add_transition(copy, 1, coin, 0, &error));
    CHECK_OK(automata_builder_build(builder, AUTOMATA_MODEL_NFA, NULL, &automaton, &error));
    CHECK(automata_fa_transition_count(automaton) == 1 && automata_alphabet_symbol_count(automata_fa_alphabet(automaton)) == 2);
    automata_fa_free(automaton);
    CHECK_OK(automata_builder_build(copy, AUTOMATA_MODEL_NFA, NULL, &automaton, &error));
    CHECK(automata_fa_transition_count(automaton) == 2);
    automata_fa_free(automaton);

    automata_builder_reset(copy);
    CHECK(automata_builder_state_count(copy) == 0 && automata_builder_state_count(builder) == 2);
    CHECK_OK(automata_builder_build(copy, AUTOMATA_MODEL_DFA, NULL, &automaton, &error));
    CHECK(automata_fa_state_count(automaton) == 0 && automata_alphabet_symbol_count(automata_fa_alphabet(automaton)) == 0);
    automata_fa_free(automaton);
    automata_builder_free(copy);
    automata_builder_free(builder);
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_builder_copy(NULL, &copy, &error));
    CHECK(copy == NULL);
    automata_builder_reset(NULL);
}

int main(void) {
    bytes_as_names();
    copies();
    textbook();
    ids();
    named_class();
    budgets();
    return check_done();
}
