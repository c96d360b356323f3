/* Acceptance, and runs that show how it came to be. */
#include "check.h"

static void acceptance(void) {
    static const struct {
        const char *word;
        bool accepted;
    } words[] = {{"01", true}, {"1101", true}, {"", false}, {"0", false}, {"10", false}, {"011", false}, {"0201", false}};
    automata_fa *nfa = ends_with_01(), *dfa = minimal(ends_with_01());
    const automata_symbol symbols[] = {1, 0, 1}, outside[] = {0, 1, 2};
    automata_error error;
    bool accepted;
    size_t i;

    for (i = 0; i < sizeof words / sizeof words[0]; i++) {
        CHECK_OK(automata_fa_accepts(nfa, words[i].word, AUTOMATA_ZERO_TERMINATED, NULL, 0, &accepted, &error));
        CHECK(accepted == words[i].accepted);
        CHECK_OK(automata_fa_accepts(dfa, words[i].word, strlen(words[i].word), NULL, 0, &accepted, &error));
        CHECK(accepted == words[i].accepted);
    }
    CHECK_OK(automata_fa_accepts(nfa, "1 0 1", 5, " ", 1, &accepted, &error));
    CHECK(accepted);
    CHECK_OK(automata_fa_accepts_word(nfa, symbols, 3, &accepted, &error));
    CHECK(accepted);
    CHECK_OK(automata_fa_accepts_word(dfa, symbols, 2, &accepted, &error));
    CHECK(!accepted);
    CHECK_OK(automata_fa_accepts_word(dfa, outside, 3, &accepted, &error));
    CHECK(!accepted);
    CHECK_OK(automata_fa_accepts_word(dfa, NULL, 0, &accepted, &error));
    CHECK(!accepted);
    automata_fa_free(dfa);
    automata_fa_free(nfa);
}

static void accepting(void) {
    automata_fa *automaton = ends_with_0();
    automata_run *run = NULL;
    automata_error error;
    automata_rows rows;
    automata_path path;
    char *text = NULL;
    size_t length;

    CHECK_OK(automata_run_on_text(automaton, "10", 2, NULL, 0, NULL, &run, &error));
    automata_fa_free(automaton);
    CHECK(automata_run_is_accepting(run) && automata_run_stuck_position(run) == AUTOMATA_NO_POSITION);
    rows = automata_run_states(run);
    CHECK(rows.row_count == 3 && rows.symbols == NULL);
    CHECK(rows.offsets[1] == 2 && rows.targets[0] == 0 && rows.targets[1] == 1);
    CHECK(rows.offsets[3] - rows.offsets[2] == 3 && rows.count == rows.offsets[3]);
    path = automata_run_path(run);
    CHECK(path.start == 0 && path.count == 3);
    CHECK(path.moves[0].symbol == 1 && path.moves[0].target == 0);
    CHECK(path.moves[1].symbol == AUTOMATA_EPSILON && path.moves[1].target == 1);
    CHECK(path.moves[2].symbol == 0 && path.moves[2].target == 2);
    CHECK_OK(automata_run_text(run, NULL, &text, &length, &error));
    CHECK(length == strlen(text) && strstr(text, "accepted") != NULL && strstr(text, "last") != NULL);
    automata_free(text);
    automata_run_free(run);
}

static void stuck(void) {
    automata_fa *dfa =
        minimal(automaton_of("@NFA-explicit\n%Alphabet-auto\n%Initial p\n%Final r\np a q\nq b r\n", AUTOMATA_FORMAT_MATA));
    const automata_symbol symbols[] = {0, 1}, outside[] = {0, 5};
    automata_run *run = NULL;
    automata_error error;

    CHECK_OK(automata_run_on_text(dfa, "aab", 3, NULL, 0, NULL, &run, &error));
    CHECK(!automata_run_is_accepting(run) && automata_run_stuck_position(run) == 1);
    CHECK(automata_run_states(run).row_count == 2 && automata_run_states(run).count == 2);
    CHECK(automata_run_path(run).start == AUTOMATA_NO_STATE && automata_run_path(run).count == 0);
    automata_run_free(run);

    CHECK_OK(automata_run_on_word(dfa, symbols, 2, NULL, &run, &error));
    CHECK(automata_run_is_accepting(run) && automata_run_path(run).count == 2);
    automata_run_free(run);
    CHECK_OK(automata_run_on_word(dfa, outside, 2, NULL, &run, &error));
    CHECK(!automata_run_is_accepting(run) && automata_run_stuck_position(run) == 1);
    automata_run_free(run);
    CHECK_STATUS(AUTOMATA_ERROR_UNKNOWN_NAME, automata_run_on_text(dfa, "ax", 2, NULL, 0, NULL, &run, &error));
    CHECK(run == NULL && strstr(error.message, "x") != NULL);
    automata_fa_free(dfa);
}

static void without_states(void) {
    automata_fa *nothing = automaton_of(
        "{\"format\": \"automata\", \"version\": 1, \"kind\": \"DFA\", \"alphabet\": [\"a\"], \"states\": [\"p\"],"
        " \"initial\": [], \"final\": [\"p\"], \"transitions\": []}",
        AUTOMATA_FORMAT_JSON);
    automata_run *run = NULL;
    automata_error error;

    CHECK_OK(automata_run_on_text(nothing, "", 0, NULL, 0, NULL, &run, &error));
    CHECK(!automata_run_is_accepting(run));
    CHECK(automata_run_states(run).row_count == 0 && automata_run_states(run).offsets == NULL);
    CHECK(automata_run_path(run).start == AUTOMATA_NO_STATE);
    automata_run_free(run);
    automata_fa_free(nothing);
}

static void budgets(void) {
    automata_fa *automaton = kth_from_end(64);
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    automata_symbol word[1000];
    automata_run *run = NULL;
    automata_error error;
    char *text = NULL;
    size_t i, length = 1;

    for (i = 0; i < 1000; i++) word[i] = 1;
    budget.maximum_bytes = 100;
    CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED, automata_run_on_word(automaton, word, 1000, &budget, &run, &error));
    CHECK(run == NULL);
    CHECK_OK(automata_run_on_word(automaton, word, 1000, NULL, &run, &error));
    CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED, automata_run_text(run, &budget, &text, &length, &error));
    CHECK(text == NULL && length == 0);
    automata_run_free(run);
    automata_fa_free(automaton);
}

int main(void) {
    acceptance();
    accepting();
    stuck();
    without_states();
    budgets();
    return check_done();
}
