/* Budgets that are none, tiny or boundless, and callbacks that cancel at each point. */
#include "check.h"

typedef struct {
    uint64_t calls;
    uint64_t cancel_at; /* counted from 1; 0 never */
    uint64_t most_built;
} observer;

static int observe(uint64_t built, uint64_t pending, void *context) {
    observer *seen = (observer *)context;
    (void)pending;
    seen->calls++;
    if (built > seen->most_built) seen->most_built = built;
    return seen->calls == seen->cancel_at;
}

/* Each operation that takes a budget, for one automaton. */
typedef automata_status (*operation)(
    const automata_automaton *automaton, const automata_budget *budget, automata_automaton **result, automata_error *error);

static automata_status determinize(
    const automata_automaton *automaton, const automata_budget *budget, automata_automaton **result,
    automata_error *error) {
    automata_determinize_options options = AUTOMATA_DETERMINIZE_OPTIONS_INIT;
    options.budget = budget;
    return automata_determinize(automaton, &options, result, error);
}

static automata_status minimize(
    const automata_automaton *automaton, const automata_budget *budget, automata_automaton **result,
    automata_error *error) {
    automata_minimize_options options = AUTOMATA_MINIMIZE_OPTIONS_INIT;
    options.budget = budget;
    return automata_minimize(automaton, &options, result, error);
}

static automata_status brzozowski(
    const automata_automaton *automaton, const automata_budget *budget, automata_automaton **result,
    automata_error *error) {
    automata_minimize_options options = AUTOMATA_MINIMIZE_OPTIONS_INIT;
    options.budget = budget;
    options.algorithm = AUTOMATA_MINIMIZE_BRZOZOWSKI;
    return automata_minimize(automaton, &options, result, error);
}

static const struct {
    const char *name;
    operation run;
} operations[] = {
    {"determinize", determinize},
    {"minimize", minimize},
    {"brzozowski", brzozowski},
    {"remove epsilon", automata_remove_epsilon},
    {"complete", automata_complete},
};
enum { OPERATION_COUNT = 5 };

static void sizes(const automata_automaton *automaton) {
    automata_error error;
    int i;
    for (i = 0; i < OPERATION_COUNT; i++) {
        automata_budget budget = AUTOMATA_BUDGET_INIT;
        automata_automaton *wanted = NULL, *result = NULL;
        CHECK_OK(operations[i].run(automaton, NULL, &wanted, &error));
        CHECK_OK(operations[i].run(automaton, &budget, &result, &error));
        CHECK(automata_equal(wanted, result));
        automata_automaton_free(result);

        budget.maximum_states = UINT64_MAX;
        budget.maximum_bytes = UINT64_MAX;
        CHECK_OK(operations[i].run(automaton, &budget, &result, &error));
        CHECK(automata_equal(wanted, result));
        automata_automaton_free(result);
        automata_automaton_free(wanted);

        /* Where there are no epsilon moves, there is nothing to build; and removing some never adds a state. */
        if (operations[i].run == automata_remove_epsilon && automata_epsilon_move_count(automaton) == 0) continue;
        result = NULL;
        if (operations[i].run != automata_remove_epsilon) {
            budget.maximum_states = 1;
            CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED, operations[i].run(automaton, &budget, &result, &error));
            CHECK(result == NULL);
        }
        budget.maximum_states = 0;
        budget.maximum_bytes = 1;
        CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED, operations[i].run(automaton, &budget, &result, &error));
        CHECK(result == NULL);
    }
}

static void cancelling(const automata_automaton *automaton) {
    automata_error error;
    int i;
    for (i = 0; i < OPERATION_COUNT; i++) {
        automata_budget budget = AUTOMATA_BUDGET_INIT;
        automata_automaton *wanted = NULL, *result = NULL;
        observer seen = {0, 0, 0};
        uint64_t calls, cancel_at;
        budget.progress = observe;
        budget.context = &seen;
        CHECK_OK(operations[i].run(automaton, &budget, &wanted, &error));
        calls = seen.calls;
        if (calls == 0) fprintf(stderr, "%s: ", operations[i].name);
        CHECK(calls > 0);
        for (cancel_at = 1; cancel_at <= calls + 1; cancel_at++) {
            automata_status status;
            seen.calls = 0;
            seen.cancel_at = cancel_at;
            status = operations[i].run(automaton, &budget, &result, &error);
            CHECK(error.status == status);
            if (cancel_at <= calls) {
                CHECK(status == AUTOMATA_ERROR_CANCELLED && result == NULL && seen.calls == cancel_at);
            } else {
                CHECK(status == AUTOMATA_OK && automata_equal(result, wanted));
                automata_automaton_free(result);
            }
        }
        automata_automaton_free(wanted);
    }
}

/* Runs ask too. */
static void runs(void) {
    automata_automaton *automaton = kth_from_end(20);
    automata_symbol *word = (automata_symbol *)calloc(20000, sizeof *word);
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    observer seen = {0, 0, 0};
    automata_run *run = NULL;
    automata_error error;
    uint64_t calls, cancel_at;
    size_t i;

    if (word == NULL) exit(2);
    for (i = 0; i < 20000; i++) word[i] = 1;
    budget.progress = observe;
    budget.context = &seen;
    CHECK_OK(automata_run_on_word(automaton, word, 20000, &budget, &run, &error));
    automata_run_free(run);
    calls = seen.calls;
    CHECK(calls > 0);
    for (cancel_at = 1; cancel_at <= calls; cancel_at++) {
        seen.calls = 0;
        seen.cancel_at = cancel_at;
        CHECK_STATUS(AUTOMATA_ERROR_CANCELLED, automata_run_on_word(automaton, word, 20000, &budget, &run, &error));
        CHECK(run == NULL);
    }
    automata_automaton_free(automaton);
    free(word);
}

/* 2 to the 40 states end at the budget, and soon. */
static void explosion(void) {
    automata_automaton *automaton = kth_from_end(40), *result = NULL;
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    observer seen = {0, 0, 0};
    automata_error error;

    budget.maximum_states = 100000;
    budget.progress = observe;
    budget.context = &seen;
    CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED, determinize(automaton, &budget, &result, &error));
    CHECK(result == NULL && seen.calls > 1 && seen.most_built > 1000 && seen.most_built <= 101000);
    automata_automaton_free(automaton);
}

/* The callback may call the library, with the automaton that is being worked on too. */
static int work_within(uint64_t built, uint64_t pending, void *context) {
    const automata_automaton *automaton = (const automata_automaton *)context;
    automata_automaton *result = NULL;
    int failed;
    (void)built;
    (void)pending;
    failed = automata_trim(automaton, &result, NULL) != AUTOMATA_OK || automata_state_count(result) != 13;
    automata_automaton_free(result);
    return failed;
}

static void reentrance(void) {
    automata_automaton *automaton = kth_from_end(12), *result = NULL;
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    automata_error error;
    budget.progress = work_within;
    budget.context = automaton;
    CHECK_OK(determinize(automaton, &budget, &result, &error));
    CHECK(automata_state_count(result) == 4096);
    automata_automaton_free(result);
    automata_automaton_free(automaton);
}

int main(void) {
    automata_automaton *automaton = kth_from_end(12), *small = ends_with_0();
    sizes(automaton);
    sizes(small);
    cancelling(automaton);
    cancelling(small);
    automata_automaton_free(small);
    automata_automaton_free(automaton);
    runs();
    explosion();
    reentrance();
    return check_done();
}
