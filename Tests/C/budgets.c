/* Budgets: what every_call.py, which cancels every function at each point, can't know about functions alone. */
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

static automata_status determinize(
    const automata_fa *automaton, const automata_budget *budget, automata_fa **result,
    automata_error *error) {
    automata_determinize_options options = AUTOMATA_DETERMINIZE_OPTIONS_INIT;
    options.budget = budget;
    return automata_fa_determinize(automaton, &options, result, error);
}

/* 2 to the 40 states end at the budget, and soon. */
static void explosion(void) {
    automata_fa *automaton = kth_from_end(40), *result = NULL;
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    observer seen = {0, 0, 0};
    automata_error error;

    budget.maximum_states = 100000;
    budget.progress = observe;
    budget.context = &seen;
    CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED, determinize(automaton, &budget, &result, &error));
    CHECK(result == NULL && seen.calls > 1 && seen.most_built > 1000 && seen.most_built <= 101000);
    automata_fa_free(automaton);
}

/* The callback may call the library, with the automaton that is being worked on too. */
static int work_within(uint64_t built, uint64_t pending, void *context) {
    const automata_fa *automaton = *(automata_fa *const *)context;
    automata_fa *result = NULL;
    int failed;
    (void)built;
    (void)pending;
    failed = automata_fa_trim(automaton, AUTOMATA_PART_USEFUL, &result, NULL) != AUTOMATA_OK || automata_fa_state_count(result) != 13;
    automata_fa_free(result);
    return failed;
}

static void reentrance(void) {
    automata_fa *automaton = kth_from_end(12), *result = NULL;
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    automata_error error;
    budget.progress = work_within;
    budget.context = &automaton;
    CHECK_OK(determinize(automaton, &budget, &result, &error));
    CHECK(automata_fa_state_count(result) == 4096);
    automata_fa_free(result);
    automata_fa_free(automaton);
}

/* Where the search for the shortest witness is cancelled, the one that the answer was found by takes its place. */
static void fallback(void) {
    automata_fa *left = kth_from_end(4), *right = kth_from_end(5);
    automata_inclusion_options options = AUTOMATA_INCLUSION_OPTIONS_INIT;
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    automata_error error;
    uint64_t number, count = 0, fallen_back = 0;
    bool is_done = false;
    options.algorithm = AUTOMATA_INCLUSION_ANTICHAIN;
    options.budget = &budget;
    for (number = 1; !is_done; number++) {
        observer seen = {0, 0, 0};
        automata_witness *witness = NULL;
        bool included = true;
        automata_status status;
        seen.cancel_at = number;
        budget.progress = observe;
        budget.context = &seen;
        options.witness = AUTOMATA_WITNESS_SHORTEST;
        status = automata_fa_is_included(left, right, &options, &included, &witness, &error);
        automata_witness_free(witness);
        is_done = status == AUTOMATA_OK;
        CHECK(is_done || (status == AUTOMATA_ERROR_CANCELLED && witness == NULL));
        seen.calls = 0;
        options.witness = AUTOMATA_WITNESS_SHORTEST_OR_ANY;
        status = automata_fa_is_included(left, right, &options, &included, &witness, &error);
        if (status == AUTOMATA_OK) {
            CHECK(!included && automata_witness_is_accepted(witness, left) && !automata_witness_is_accepted(witness, right));
            count++;
            if (!is_done) fallen_back++;
        } else {
            CHECK(status == AUTOMATA_ERROR_CANCELLED && witness == NULL);
        }
        automata_witness_free(witness);
    }
    CHECK(count > 0 && fallen_back > 0);
    automata_fa_free(right);
    automata_fa_free(left);
}

/* Parsing a long text is bounded and can be cancelled. */
static void parsers(void) {
    enum { LENGTH = 400000 };
    char *text = (char *)malloc(LENGTH + 1);
    automata_regex_options options = AUTOMATA_REGEX_OPTIONS_INIT;
    automata_regex *regex = NULL;
    automata_grammar *grammar = NULL;
    automata_expression *expression = NULL;
    automata_error error;
    int round, i;

    if (text == NULL) exit(2);
    for (i = 0; i < LENGTH; i++) text[i] = "ab|"[i % 3];
    text[LENGTH] = '\0';
    for (round = 0; round < 2; round++) {
        automata_budget budget = AUTOMATA_BUDGET_INIT;
        observer seen = {0, 2, 0};
        const automata_status wanted = round == 0 ? AUTOMATA_ERROR_BUDGET_EXCEEDED : AUTOMATA_ERROR_CANCELLED;
        if (round == 0) {
            budget.maximum_bytes = 100000;
        } else {
            budget.progress = observe;
            budget.context = &seen;
        }
        options.budget = &budget;
        CHECK_STATUS(wanted, automata_regex_from_text(text + 2, LENGTH - 2, &options, &regex, &error));
        CHECK(regex == NULL);
        seen.calls = 0;
        memcpy(text, "S->", 3);
        CHECK_STATUS(wanted, automata_grammar_from_text(text, LENGTH, NULL, &budget, &grammar, &error));
        CHECK(grammar == NULL);
        seen.calls = 0;
        memcpy(text, "ab|", 3);
        CHECK_STATUS(wanted, automata_expression_from_text(text, LENGTH, &budget, &expression, &error));
        CHECK(expression == NULL);
    }
    free(text);
}

/* A model whose constraints tie all features together. */
static automata_feature_model *large_model(void) {
    enum { FEATURES = 30 };
    char text[20000];
    automata_feature_model *model = NULL;
    int i, at = snprintf(text, sizeof text, "features\n\tR\n\t\toptional\n");
    for (i = 0; i < FEATURES; i++) at += snprintf(text + at, sizeof text - (size_t)at, "\t\t\tf%d\n", i);
    at += snprintf(text + at, sizeof text - (size_t)at, "constraints\n");
    for (i = 0; i < FEATURES * 2; i++)
        at += snprintf(text + at, sizeof text - (size_t)at, "\tf%d | !f%d | f%d\n", i * 7 % FEATURES, (i * 13 + 5) % FEATURES, (i * 29 + 3) % FEATURES);
    if (automata_feature_model_from_text(text, (size_t)at, AUTOMATA_FEATURE_FORMAT_UVL, NULL, &model, NULL) != AUTOMATA_OK) exit(2);
    return model;
}

/* Where no engine can compile the products, the message tells why of both. */
static void engines(void) {
    automata_feature_model *model = large_model();
    automata_products_options options = AUTOMATA_PRODUCTS_OPTIONS_INIT;
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    automata_products *products = NULL;
    automata_error error;
    budget.maximum_states = 40;
    options.budget = &budget;
    CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED, automata_products_new(model, &options, &products, &error));
    CHECK(strstr(error.message, "engine d-dnnf: ") != NULL && strstr(error.message, "; engine dfa: ") != NULL);
    automata_feature_model_free(model);
}

/* Results don't depend on the bounds that they keep. */
static void bounds(void) {
    automata_fa *automaton = kth_from_end(12), *wanted = NULL, *result = NULL;
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    automata_error error;
    CHECK_OK(determinize(automaton, NULL, &wanted, &error));
    budget.maximum_states = budget.maximum_bytes = UINT64_MAX;
    CHECK_OK(determinize(automaton, &budget, &result, &error));
    CHECK(automata_fa_equal(wanted, result));
    automata_fa_free(result);
    automata_fa_free(wanted);
    automata_fa_free(automaton);
}

int main(void) {
    bounds();
    explosion();
    reentrance();
    fallback();
    parsers();
    engines();
    return check_done();
}
