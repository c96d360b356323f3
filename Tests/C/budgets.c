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
    const automata_fa *automaton, const automata_budget *budget, automata_fa **result, automata_error *error);

static automata_status determinize(
    const automata_fa *automaton, const automata_budget *budget, automata_fa **result,
    automata_error *error) {
    automata_determinize_options options = AUTOMATA_DETERMINIZE_OPTIONS_INIT;
    options.budget = budget;
    return automata_fa_determinize(automaton, &options, result, error);
}

static automata_status minimize(
    const automata_fa *automaton, const automata_budget *budget, automata_fa **result,
    automata_error *error) {
    automata_minimize_options options = AUTOMATA_MINIMIZE_OPTIONS_INIT;
    options.budget = budget;
    return automata_fa_minimize(automaton, &options, result, error);
}

static automata_status brzozowski(
    const automata_fa *automaton, const automata_budget *budget, automata_fa **result,
    automata_error *error) {
    automata_minimize_options options = AUTOMATA_MINIMIZE_OPTIONS_INIT;
    options.budget = budget;
    options.algorithm = AUTOMATA_MINIMIZE_BRZOZOWSKI;
    return automata_fa_minimize(automaton, &options, result, error);
}

static const struct {
    const char *name;
    operation run;
} operations[] = {
    {"determinize", determinize},
    {"minimize", minimize},
    {"brzozowski", brzozowski},
    {"remove epsilon", automata_fa_remove_epsilon},
    {"complete", automata_fa_complete},
};
enum { OPERATION_COUNT = 5 };

static void sizes(const automata_fa *automaton) {
    automata_error error;
    int i;
    for (i = 0; i < OPERATION_COUNT; i++) {
        automata_budget budget = AUTOMATA_BUDGET_INIT;
        automata_fa *wanted = NULL, *result = NULL;
        CHECK_OK(operations[i].run(automaton, NULL, &wanted, &error));
        CHECK_OK(operations[i].run(automaton, &budget, &result, &error));
        CHECK(automata_fa_equal(wanted, result));
        automata_fa_free(result);

        budget.maximum_states = UINT64_MAX;
        budget.maximum_bytes = UINT64_MAX;
        CHECK_OK(operations[i].run(automaton, &budget, &result, &error));
        CHECK(automata_fa_equal(wanted, result));
        automata_fa_free(result);
        automata_fa_free(wanted);

        /* Where there are no epsilon moves, there is nothing to build; and removing some never adds a state. */
        if (operations[i].run == automata_fa_remove_epsilon && automata_fa_epsilon_move_count(automaton) == 0) continue;
        result = NULL;
        if (operations[i].run != automata_fa_remove_epsilon) {
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

static void canceling(const automata_fa *automaton) {
    automata_error error;
    int i;
    for (i = 0; i < OPERATION_COUNT; i++) {
        automata_budget budget = AUTOMATA_BUDGET_INIT;
        automata_fa *wanted = NULL, *result = NULL;
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
                CHECK(status == AUTOMATA_OK && automata_fa_equal(result, wanted));
                automata_fa_free(result);
            }
        }
        automata_fa_free(wanted);
    }
}

/* The operations that make languages of languages; where they take two automata, the other one is the reverse. */
static automata_fa *reversed_one(const automata_fa *automaton) {
    automata_fa *result = NULL;
    if (automata_fa_reverse(automaton, &result, NULL) != AUTOMATA_OK) exit(2);
    return result;
}

typedef automata_status (*product)(
    automata_fa *const *automata, size_t count, const automata_product_options *options,
    automata_fa **result, automata_error *error);
typedef automata_status (*comparison)(
    const automata_fa *left, const automata_fa *right, const automata_product_options *options,
    automata_fa **result, automata_error *error);
typedef automata_status (*combination)(
    const automata_fa *left, const automata_fa *right, const automata_budget *budget,
    automata_fa **result, automata_error *error);

static automata_status make_product(
    product call, const automata_fa *automaton, const automata_budget *budget, automata_fa **result,
    automata_error *error) {
    automata_product_options options = AUTOMATA_PRODUCT_OPTIONS_INIT;
    automata_fa *other = reversed_one(automaton);
    automata_fa *list[3];
    automata_status status;
    list[0] = list[2] = (automata_fa *)automaton;
    list[1] = other;
    options.budget = budget;
    status = call(list, 3, &options, result, error);
    automata_fa_free(other);
    return status;
}

static automata_status make_comparison(
    comparison call, const automata_fa *automaton, const automata_budget *budget, automata_fa **result,
    automata_error *error) {
    automata_product_options options = AUTOMATA_PRODUCT_OPTIONS_INIT;
    automata_fa *other = reversed_one(automaton);
    automata_status status;
    options.budget = budget;
    status = call(automaton, other, &options, result, error);
    automata_fa_free(other);
    return status;
}

static automata_status make_combination(
    combination call, const automata_fa *automaton, const automata_budget *budget, automata_fa **result,
    automata_error *error) {
    automata_fa *other = reversed_one(automaton);
    automata_status status = call(automaton, other, budget, result, error);
    automata_fa_free(other);
    return status;
}

#define OPERATION(name, call) \
    static automata_status name( \
        const automata_fa *automaton, const automata_budget *budget, automata_fa **result, \
        automata_error *error) { \
        return call; \
    }
OPERATION(unite, make_product(automata_fa_union, automaton, budget, result, error))
OPERATION(intersect, make_product(automata_fa_intersection, automaton, budget, result, error))
OPERATION(subtract, make_comparison(automata_fa_difference, automaton, budget, result, error))
OPERATION(differ, make_comparison(automata_fa_symmetric_difference, automaton, budget, result, error))
OPERATION(left_quotient, make_combination(automata_fa_left_quotient, automaton, budget, result, error))
OPERATION(right_quotient, make_combination(automata_fa_right_quotient, automaton, budget, result, error))
OPERATION(shuffle, make_combination(automata_fa_shuffle, automaton, budget, result, error))
OPERATION(align, automata_fa_align(automaton, automata_fa_alphabet(automaton), budget, result, error))
OPERATION(complement, automata_fa_complement(automaton, NULL, budget, result, error))
OPERATION(repeat, automata_fa_repeat(automaton, 2, 9, budget, result, error))
OPERATION(star, automata_fa_repeat(automaton, 0, AUTOMATA_UNBOUNDED, budget, result, error))
OPERATION(lengths, automata_fa_restrict_lengths(automaton, 3, 20, budget, result, error))
OPERATION(cyclic_shift, automata_fa_cyclic_shift(automaton, budget, result, error))
OPERATION(reduce, automata_fa_reduce(automaton, AUTOMATA_REDUCE_AUTOMATIC, budget, result, error))
OPERATION(reduce_by_simulation, automata_fa_reduce(automaton, AUTOMATA_REDUCE_SIMULATION, budget, result, error))
OPERATION(reduce_by_bisimulation, automata_fa_reduce(automaton, AUTOMATA_REDUCE_BISIMULATION, budget, result, error))

static automata_status concatenate(
    const automata_fa *automaton, const automata_budget *budget, automata_fa **result,
    automata_error *error) {
    automata_fa *list[3];
    list[0] = list[1] = list[2] = (automata_fa *)automaton;
    return automata_fa_concatenate(list, 3, budget, result, error);
}

static automata_status substitute(
    const automata_fa *automaton, const automata_budget *budget, automata_fa **result,
    automata_error *error) {
    automata_fa *list[2];
    list[0] = (automata_fa *)automaton;
    list[1] = NULL;
    return automata_fa_substitute(automaton, list, 2, budget, result, error);
}

static automata_status words_within(
    const automata_fa *automaton, const automata_budget *budget, automata_fa **result,
    automata_error *error) {
    const automata_symbol word[] = {0, 1, 1, 0, 1};
    return automata_fa_neighborhood(2, word, 5, automata_fa_alphabet(automaton), budget, result, error);
}

static automata_status map(
    bool is_inverse, const automata_fa *automaton, const automata_budget *budget, automata_fa **result,
    automata_error *error) {
    const size_t offsets[] = {0, 2, 3};
    const automata_symbol symbols[] = {1, 0, 1};
    const automata_alphabet *alphabet = automata_fa_alphabet(automaton);
    automata_homomorphism *homomorphism = NULL;
    automata_status status;
    if (automata_homomorphism_new(alphabet, alphabet, offsets, symbols, &homomorphism, NULL) != AUTOMATA_OK) exit(2);
    status = is_inverse ? automata_fa_preimage(automaton, homomorphism, budget, result, error)
                        : automata_fa_image(automaton, homomorphism, budget, result, error);
    automata_homomorphism_free(homomorphism);
    return status;
}
OPERATION(image, map(false, automaton, budget, result, error))
OPERATION(preimage, map(true, automaton, budget, result, error))

/* Questions, whose answer is a number or a word that is there or not. */
typedef automata_status (*question)(
    const automata_fa *automaton, const automata_fa *other, const automata_budget *budget,
    automata_error *error);

#define QUESTION(name, declarations, call, is_clear) \
    static automata_status name( \
        const automata_fa *automaton, const automata_fa *other, const automata_budget *budget, \
        automata_error *error) { \
        automata_status status; \
        declarations; \
        (void)other; \
        status = call; \
        CHECK(status == AUTOMATA_OK || (is_clear)); \
        return status; \
    }
#define INCLUSION(name, function, number) \
    QUESTION( \
        name, bool answer = true; automata_inclusion_options options = AUTOMATA_INCLUSION_OPTIONS_INIT; \
        options.budget = budget; options.algorithm = (automata_inclusion)number, \
        function(automaton, other, &options, &answer, NULL, error), !answer)
INCLUSION(included, automata_fa_is_included, 0)
INCLUSION(included_1, automata_fa_is_included, 1)
INCLUSION(included_2, automata_fa_is_included, 2)
INCLUSION(included_3, automata_fa_is_included, 3)
INCLUSION(included_4, automata_fa_is_included, 4)
INCLUSION(included_5, automata_fa_is_included, 5)
INCLUSION(included_6, automata_fa_is_included, 6)
INCLUSION(equivalent, automata_fa_is_equivalent, 0)
INCLUSION(equivalent_4, automata_fa_is_equivalent, 4)
QUESTION(
    universal, bool answer = true; automata_inclusion_options options = AUTOMATA_INCLUSION_OPTIONS_INIT;
    options.budget = budget, automata_fa_is_universal(automaton, NULL, &options, &answer, NULL, error), !answer)

/* The options are for the functions that take some. */
#define WITNESS(name, call) \
    static automata_status name( \
        const automata_fa *automaton, const automata_fa *other, const automata_budget *budget, \
        automata_error *error) { \
        automata_witness *witness = NULL; \
        automata_inclusion_options options = AUTOMATA_INCLUSION_OPTIONS_INIT; \
        automata_status status; \
        options.budget = budget; \
        (void)options; \
        (void)other; \
        status = call; \
        CHECK(status == AUTOMATA_OK || witness == NULL); \
        automata_witness_free(witness); \
        return status; \
    }
WITNESS(inclusion_word, automata_fa_is_included(automaton, other, &options, NULL, &witness, error))
WITNESS(equivalence_word, automata_fa_is_equivalent(automaton, other, &options, NULL, &witness, error))
WITNESS(rejected_word, automata_fa_is_universal(automaton, NULL, &options, NULL, &witness, error))
WITNESS(common_word, automata_fa_is_disjoint(automaton, other, budget, NULL, &witness, error))
WITNESS(ambiguous_word, automata_fa_is_unambiguous(automaton, budget, NULL, &witness, error))

static automata_status pumping(
    const automata_fa *automaton, const automata_fa *other, const automata_budget *budget,
    automata_error *error) {
    automata_witness *witness = NULL;
    size_t start = 9, end = 9;
    automata_status status = automata_fa_pumping_triple(automaton, budget, &witness, &start, &end, error);
    (void)other;
    CHECK(status == AUTOMATA_OK ? start < end : witness == NULL && start == 0 && end == 0);
    automata_witness_free(witness);
    return status;
}

QUESTION(disjoint, bool answer = true, automata_fa_is_disjoint(automaton, other, budget, &answer, NULL, error), !answer)
QUESTION(unambiguous, bool answer = true, automata_fa_is_unambiguous(automaton, budget, &answer, NULL, error), !answer)
QUESTION(
    ambiguity_degree, automata_ambiguity_kind kind = AUTOMATA_INFINITELY_AMBIGUOUS; size_t degree = 9,
    automata_fa_ambiguity_degree(automaton, budget, &kind, &degree, error), kind == AUTOMATA_UNAMBIGUOUS && degree == 0)
QUESTION(
    growth, automata_growth_kind kind = AUTOMATA_GROWTH_EXPONENTIAL; size_t degree = 9,
    automata_fa_growth(automaton, budget, &kind, &degree, error), kind == AUTOMATA_GROWTH_FINITE && degree == 0)

static automata_status bisimulation(
    const automata_fa *automaton, const automata_fa *other, const automata_budget *budget,
    automata_error *error) {
    uint32_t *blocks = NULL;
    size_t count = 9, block_count = 9;
    automata_status status =
        automata_fa_bisimulation(automaton, AUTOMATA_BACKWARD, budget, &blocks, &count, &block_count, error);
    (void)other;
    CHECK(status == AUTOMATA_OK ? count == automata_fa_state_count(automaton) : blocks == NULL && count == 0);
    automata_free(blocks);
    return status;
}

static automata_status simulation(
    const automata_fa *automaton, const automata_fa *other, const automata_budget *budget,
    automata_error *error) {
    automata_preorder *preorder = NULL;
    automata_status status = automata_fa_simulation(automaton, AUTOMATA_FORWARD, budget, &preorder, error);
    (void)other;
    CHECK((status == AUTOMATA_OK) == (preorder != NULL));
    automata_preorder_free(preorder);
    return status;
}

static automata_status nonminimality(
    const automata_fa *automaton, const automata_fa *other, const automata_budget *budget,
    automata_error *error) {
    automata_nonminimality reason;
    automata_state first, second;
    automata_status status;
    (void)automaton;
    status = automata_fa_find_nonminimality(other, budget, &reason, error);
    if (status == AUTOMATA_OK) status = automata_fa_find_equivalent_states(other, budget, &first, &second, error);
    return status;
}

static const struct {
    const char *name;
    operation run;
} algebra[] = {
    {"union", unite}, {"intersection", intersect}, {"difference", subtract}, {"symmetric difference", differ},
    {"left quotient", left_quotient}, {"right quotient", right_quotient}, {"shuffle", shuffle},
    {"complement", complement}, {"repeat", repeat}, {"star", star}, {"lengths", lengths}, {"reduce", reduce},
    {"cyclic shift", cyclic_shift},
    {"reduce by simulation", reduce_by_simulation}, {"reduce by bisimulation", reduce_by_bisimulation},
    {"concatenate", concatenate}, {"substitute", substitute}, {"words within", words_within}, {"image", image},
    {"preimage", preimage}, {"align", align},
};
enum { ALGEBRA_COUNT = sizeof algebra / sizeof *algebra };

static const struct {
    const char *name;
    question ask;
} questions[] = {
    {"included", included}, {"by antichain", included_1}, {"by backward antichain", included_2},
    {"by antichain with simulation", included_3}, {"by congruence", included_4}, {"by determinization", included_5},
    {"by Hopcroft and Karp", included_6}, {"equivalent", equivalent}, {"equivalent by congruence", equivalent_4},
    {"universal", universal}, {"inclusion's word", inclusion_word}, {"equivalence's word", equivalence_word},
    {"rejected word", rejected_word}, {"common word", common_word}, {"ambiguous word", ambiguous_word},
    {"pumping", pumping}, {"disjoint", disjoint}, {"unambiguous", unambiguous}, {"ambiguity", ambiguity_degree},
    {"growth", growth}, {"bisimulation", bisimulation}, {"simulation", simulation}, {"nonminimality", nonminimality},
};
enum { QUESTION_COUNT = sizeof questions / sizeof *questions };

/* The calls at which it is cancelled: all, or where there are many a sample of them. */
static uint64_t after(uint64_t cancel_at, uint64_t calls) { return cancel_at + 1 + (cancel_at > 20 ? calls / 20 : 0); }

static void canceling_algebra(const automata_fa *automaton) {
    automata_error error;
    int i;
    for (i = 0; i < ALGEBRA_COUNT; i++) {
        automata_budget budget = AUTOMATA_BUDGET_INIT;
        automata_fa *wanted = NULL, *result = NULL;
        observer seen = {0, 0, 0};
        uint64_t calls, cancel_at;
        automata_status status;
        budget.progress = observe;
        budget.context = &seen;
        CHECK_OK(algebra[i].run(automaton, &budget, &wanted, &error));
        calls = seen.calls;
        /* What is over the alphabet already has nothing to do. */
        if (calls == 0 && algebra[i].run != align) fprintf(stderr, "%s: ", algebra[i].name);
        CHECK(calls > 0 || algebra[i].run == align);
        for (cancel_at = 1; cancel_at <= calls; cancel_at = after(cancel_at, calls)) {
            seen.calls = 0;
            seen.cancel_at = cancel_at;
            CHECK_STATUS(AUTOMATA_ERROR_CANCELLED, algebra[i].run(automaton, &budget, &result, &error));
            CHECK(result == NULL && seen.calls == cancel_at);
        }
        budget.progress = NULL;
        budget.maximum_states = 1;
        status = algebra[i].run(automaton, &budget, &result, &error);
        CHECK(status == AUTOMATA_OK || (status == AUTOMATA_ERROR_BUDGET_EXCEEDED && result == NULL));
        automata_fa_free(result);
        budget.maximum_states = 0;
        budget.maximum_bytes = 1;
        status = algebra[i].run(automaton, &budget, &result, &error);
        /* What is deterministic already has its complement in the table that it has. */
        if (status == AUTOMATA_OK && algebra[i].run != align && algebra[i].run != complement)
            fprintf(stderr, "%s: ", algebra[i].name);
        CHECK(status == AUTOMATA_ERROR_BUDGET_EXCEEDED ? result == NULL
                                                       : algebra[i].run == align || algebra[i].run == complement);
        automata_fa_free(result);
        automata_fa_free(wanted);
    }
}

static void canceling_questions(const automata_fa *automaton, const automata_fa *other) {
    automata_error error;
    int i;
    for (i = 0; i < QUESTION_COUNT; i++) {
        automata_budget budget = AUTOMATA_BUDGET_INIT;
        observer seen = {0, 0, 0};
        uint64_t calls, cancel_at;
        automata_status status;
        budget.progress = observe;
        budget.context = &seen;
        CHECK_OK(questions[i].ask(automaton, other, &budget, &error));
        calls = seen.calls;
        if (calls == 0) fprintf(stderr, "%s: ", questions[i].name);
        CHECK(calls > 0);
        for (cancel_at = 1; cancel_at <= calls; cancel_at = after(cancel_at, calls)) {
            seen.calls = 0;
            seen.cancel_at = cancel_at;
            CHECK_STATUS(AUTOMATA_ERROR_CANCELLED, questions[i].ask(automaton, other, &budget, &error));
            CHECK(seen.calls == cancel_at);
        }
        budget.progress = NULL;
        budget.maximum_states = 1;
        status = questions[i].ask(automaton, other, &budget, &error);
        CHECK(status == AUTOMATA_OK || status == AUTOMATA_ERROR_BUDGET_EXCEEDED);
        budget.maximum_states = 0;
        budget.maximum_bytes = 1;
        status = questions[i].ask(automaton, other, &budget, &error);
        CHECK(status == AUTOMATA_OK || status == AUTOMATA_ERROR_BUDGET_EXCEEDED);
    }
}

/* Runs ask too. */
static void runs(void) {
    automata_fa *automaton = kth_from_end(20);
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
    automata_fa_free(automaton);
    free(word);
}

/* Makes a searcher of expressions, of automata or of words. */
static automata_status make_searcher(
    int kind, bool lazily, const automata_budget *budget, automata_searcher **searcher, automata_error *error) {
    static const char *const words[] = {"he", "she", "his", "hers"};
    automata_searcher_options options = AUTOMATA_SEARCHER_OPTIONS_INIT;
    automata_regex *regexes[2] = {NULL, NULL};
    automata_fa *automaton = kth_from_end(5);
    automata_status status;
    options.budget = budget;
    options.lazily = lazily;
    if (automata_regex_from_text("[ab]*a[ab]{5}", AUTOMATA_ZERO_TERMINATED, NULL, &regexes[0], NULL) != AUTOMATA_OK) exit(2);
    if (automata_regex_from_text("\\b[0-9]+ms\\b", AUTOMATA_ZERO_TERMINATED, NULL, &regexes[1], NULL) != AUTOMATA_OK) exit(2);
    switch (kind) {
    case 0: status = automata_searcher_from_regexes((const automata_regex *const *)regexes, 2, &options, searcher, error); break;
    case 1: status = automata_searcher_from_automata((const automata_fa *const *)&automaton, 1, &options, searcher, error); break;
    default: status = automata_searcher_from_words(words, NULL, 4, &options, searcher, error);
    }
    automata_regex_free(regexes[0]);
    automata_regex_free(regexes[1]);
    automata_fa_free(automaton);
    return status;
}

static void searchers(void) {
    automata_searcher *searcher = NULL;
    automata_error error;
    int kind, lazily, i;
    for (kind = 0; kind < 3; kind++)
        for (lazily = 0; lazily < 2; lazily++) {
            automata_budget budget = AUTOMATA_BUDGET_INIT;
            observer seen = {0, 0, 0};
            uint64_t calls, cancel_at;
            budget.progress = observe;
            budget.context = &seen;
            CHECK_OK(make_searcher(kind, lazily, &budget, &searcher, &error));
            automata_searcher_free(searcher);
            calls = seen.calls;
            CHECK(calls > 0);
            for (cancel_at = 1; cancel_at <= calls; cancel_at++) {
                seen.calls = 0;
                seen.cancel_at = cancel_at;
                CHECK_STATUS(AUTOMATA_ERROR_CANCELLED, make_searcher(kind, lazily, &budget, &searcher, &error));
                CHECK(searcher == NULL);
            }
            budget.progress = NULL;
            for (i = 0; i < 2; i++) {
                budget.maximum_states = i == 0 ? 1 : 0;
                budget.maximum_bytes = i == 0 ? 0 : 1;
                CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED, make_searcher(kind, lazily, &budget, &searcher, &error));
                CHECK(searcher == NULL);
            }
        }
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
    const automata_fa *automaton = (const automata_fa *)context;
    automata_fa *result = NULL;
    int failed;
    (void)built;
    (void)pending;
    failed = automata_fa_trim(automaton, AUTOMATA_USEFUL, &result, NULL) != AUTOMATA_OK || automata_fa_state_count(result) != 13;
    automata_fa_free(result);
    return failed;
}

static void reentrance(void) {
    automata_fa *automaton = kth_from_end(12), *result = NULL;
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    automata_error error;
    budget.progress = work_within;
    budget.context = automaton;
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

/* ---- Feature models ---- */

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
    if (automata_feature_model_read(text, (size_t)at, AUTOMATA_FEATURE_FORMAT_UVL, NULL, &model, NULL) != AUTOMATA_OK) exit(2);
    return model;
}

/* Compiles, by each engine, and asks everything that takes a budget. */
static automata_status ask_products(const automata_feature_model *model, int question, const automata_budget *budget, automata_error *error) {
    static automata_products *products;
    static const int64_t weights[31] = {3, 1, 4, 1, 5};
    static const automata_decision decisions[31] = {0, 1, -1};
    automata_fa *automaton = NULL;
    automata_integers *integers = NULL;
    automata_integer *integer = NULL;
    automata_decision *found = NULL;
    automata_random *random = NULL;
    automata_status status;
    double *parts = NULL;
    uint32_t *items = NULL;
    int64_t *sums = NULL;
    size_t count = 0;
    if (question < 3) {
        automata_products_options options = AUTOMATA_PRODUCTS_OPTIONS_INIT;
        automata_products *made = NULL;
        options.budget = budget;
        options.engine = (automata_product_engine)question;
        status = automata_products_new(model, &options, &made, error);
        CHECK((made != NULL) == (status == AUTOMATA_OK));
        automata_products_free(made);
        return status;
    }
    if (products == NULL && automata_products_new(model, NULL, &products, NULL) != AUTOMATA_OK) exit(2);
    switch (question) {
    case 3: status = automata_products_count_with(products, decisions, 31, budget, &integer, error); break;
    case 4: status = automata_products_nearest(products, decisions, 31, budget, &found, &count, error); break;
    case 5: status = automata_products_unrank(products, automata_products_count(products), budget, &found, error); break;
    case 6:
        if (automata_random_new(1, &random, NULL) != AUTOMATA_OK) exit(2);
        status = automata_products_sample(products, random, 10, budget, &found, error);
        automata_random_free(random);
        break;
    case 7: status = automata_products_lightest(products, weights, NULL, 31, 4, budget, &found, &sums, &count, error); break;
    case 8: status = automata_products_feature_counts(products, budget, &integers, error); break;
    case 9: status = automata_products_commonalities(products, budget, &parts, &count, error); break;
    case 10: status = automata_products_sizes(products, budget, &integers, error); break;
    case 11: status = automata_products_feature_properties(products, budget, &items, &count, error); break;
    case 12: status = automata_products_atomic_sets(products, budget, &items, &count, error); break;
    case 13: status = automata_fa_from_products(products, budget, &automaton, error); break;
    default:
        automata_products_free(products);
        return AUTOMATA_OK;
    }
    CHECK(status == AUTOMATA_OK || (automaton == NULL && integers == NULL && integer == NULL && found == NULL && parts == NULL && items == NULL && sums == NULL && count == 0));
    automata_fa_free(automaton);
    automata_integers_free(integers);
    automata_integer_free(integer);
    automata_free(found);
    automata_free(parts);
    automata_free(items);
    automata_free(sums);
    return status;
}

/* Explains, configures and compares: everything that asks a solver, or takes models. */
static automata_status ask_models(const automata_feature_model *model, int question, const automata_budget *budget, automata_error *error) {
    static automata_configurator *solved, *compiled;
    static automata_feature_comparison *comparison;
    automata_products_options options = AUTOMATA_PRODUCTS_OPTIONS_INIT;
    automata_completion_options completion = AUTOMATA_COMPLETION_OPTIONS_INIT;
    automata_feature_comparison *compared = NULL;
    automata_configurator *configurator = NULL;
    automata_feature_rules *rules = NULL;
    automata_products *products = NULL;
    automata_decision *found = NULL;
    automata_integer *number = NULL;
    automata_feature_model *other = NULL;
    automata_status status;
    size_t count = 0;
    if (solved == NULL) {
        static const char less[] = "features\n\tR\n\t\toptional\n\t\t\tf1\n\t\t\tf2\nconstraints\n\tf1 => f2\n";
        if (automata_feature_model_read(less, sizeof less - 1, AUTOMATA_FEATURE_FORMAT_UVL, NULL, &other, NULL) != AUTOMATA_OK ||
            automata_products_new(model, NULL, &products, NULL) != AUTOMATA_OK ||
            automata_configurator_from_products(products, &compiled, NULL) != AUTOMATA_OK ||
            automata_configurator_from_feature_model(model, NULL, &solved, NULL) != AUTOMATA_OK ||
            automata_feature_comparison_new(model, other, NULL, &comparison, NULL) != AUTOMATA_OK) exit(2);
        automata_products_free(products);
        automata_feature_model_free(other);
        other = NULL;
        products = NULL;
    }
    options.budget = completion.budget = budget;
    switch (question) {
    case 0: status = automata_feature_model_explain(model, AUTOMATA_FACT_SELECTED, 0, NULL, 0, budget, &rules, error); break;
    case 1: status = automata_configurator_from_feature_model(model, budget, &configurator, error); break;
    case 2:
        status = automata_configurator_decide(solved, 1, AUTOMATA_DECISION_SELECTED, budget, error);
        if (status == AUTOMATA_OK && automata_configurator_decide(solved, 1, AUTOMATA_DECISION_OPEN, NULL, NULL) != AUTOMATA_OK) exit(2);
        break;
    case 3:
        status = automata_configurator_decide(compiled, 1, AUTOMATA_DECISION_SELECTED, budget, error);
        if (status == AUTOMATA_OK && automata_configurator_decide(compiled, 1, AUTOMATA_DECISION_OPEN, NULL, NULL) != AUTOMATA_OK) exit(2);
        break;
    case 4: status = automata_configurator_count(compiled, budget, &number, error); break;
    case 5: status = automata_feature_comparison_new(model, model, &options, &compared, error); break;
    case 6: status = automata_feature_comparison_first_product(comparison, AUTOMATA_SIDE_FIRST, budget, &found, error); break;
    case 7: status = automata_feature_comparison_causes(comparison, AUTOMATA_SIDE_FIRST, budget, &rules, error); break;
    case 8:
        if (automata_products_new(model, NULL, &products, NULL) != AUTOMATA_OK) exit(2);
        status = automata_products_covering_sample(products, 2, budget, &found, &count, error);
        automata_products_free(products);
        break;
    case 9: status = automata_configurator_complete(solved, &completion, error); break;
    case 10: status = automata_configurator_complete(compiled, &completion, error); break;
    case 11: status = automata_feature_model_unfold(model, 0, budget, &other, error); break;
    default:
        automata_configurator_free(solved);
        automata_configurator_free(compiled);
        automata_feature_comparison_free(comparison);
        return AUTOMATA_OK;
    }
    CHECK(status == AUTOMATA_OK || (compared == NULL && configurator == NULL && rules == NULL && found == NULL && number == NULL && other == NULL && count == 0));
    automata_feature_model_free(other);
    automata_feature_comparison_free(compared);
    automata_configurator_free(configurator);
    automata_feature_rules_free(rules);
    automata_free(found);
    automata_integer_free(number);
    return status;
}

/* A completed configuration has nothing more to complete, but each call asks. */
static void reasoning(void) {
    automata_feature_model *model = large_model();
    automata_error error;
    int question;
    for (question = 0; question <= 11; question++) {
        automata_budget budget = AUTOMATA_BUDGET_INIT;
        observer seen = {0, 0, 0};
        uint64_t calls, at;
        budget.maximum_bytes = 1;
        /* Decisions and the causes of this edit take memory in proportion to the models. */
        if (question != 3 && question != 7) CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED, ask_models(model, question, &budget, &error));
        budget.maximum_bytes = 0;
        budget.progress = observe;
        budget.context = &seen;
        /* Each call comes to the first question; others depend on what the solver has learned. */
        for (at = 1; at <= 3; at++) {
            automata_status status;
            seen.calls = 0;
            seen.cancel_at = at;
            status = ask_models(model, question, &budget, &error);
            CHECK(status == (seen.calls < at ? AUTOMATA_OK : AUTOMATA_ERROR_CANCELLED) && (at > 1 || seen.calls == 1));
        }
        seen.calls = seen.cancel_at = 0;
        CHECK_OK(ask_models(model, question, &budget, &error));
        calls = seen.calls;
        CHECK(calls > 0);
        budget.progress = NULL;
        budget.maximum_bytes = budget.maximum_states = UINT64_MAX;
        CHECK_OK(ask_models(model, question, &budget, &error));
    }
    (void)ask_models(model, 12, NULL, &error);
    automata_feature_model_free(model);
}

static void feature_models(void) {
    automata_feature_model *model = large_model();
    automata_error error;
    int question;
    for (question = 0; question <= 14; question++) {
        automata_budget budget = AUTOMATA_BUDGET_INIT;
        observer seen = {0, 0, 0};
        uint64_t calls, at;
        budget.progress = observe;
        budget.context = &seen;
        CHECK_OK(ask_products(model, question, &budget, &error));
        calls = seen.calls;
        /* The place beyond the last product is known without work. */
        CHECK(calls > 0 || question == 5 || question == 14);
        for (at = 1; at <= calls; at = after(at, calls)) {
            seen.calls = 0;
            seen.cancel_at = at;
            CHECK_STATUS(AUTOMATA_ERROR_CANCELLED, ask_products(model, question, &budget, &error));
            CHECK(seen.calls == at);
        }
        if (question == 5 || question == 14) continue;
        budget.progress = NULL;
        budget.maximum_bytes = 1;
        CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED, ask_products(model, question, &budget, &error));
        budget.maximum_bytes = UINT64_MAX;
        budget.maximum_states = UINT64_MAX;
        CHECK_OK(ask_products(model, question, &budget, &error));
    }
    {
        automata_products_options options = AUTOMATA_PRODUCTS_OPTIONS_INIT;
        automata_budget budget = AUTOMATA_BUDGET_INIT;
        automata_products *products = NULL;
        budget.maximum_states = 40;
        options.budget = &budget;
        CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED, automata_products_new(model, &options, &products, &error));
        /* Both engines tell why. */
        CHECK(strstr(error.message, "engine d-dnnf: ") != NULL && strstr(error.message, "; engine dfa: ") != NULL);
    }
    automata_feature_model_free(model);
}

int main(void) {
    automata_fa *automaton = kth_from_end(12), *small = ends_with_0(), *less = kth_from_end(7), *other;
    sizes(automaton);
    sizes(small);
    canceling(automaton);
    canceling(small);
    other = minimal(kth_from_end(5));
    canceling_algebra(other);
    automata_fa_free(other);
    other = kth_from_end(4);
    canceling_algebra(other);
    automata_fa_free(other);
    other = minimal(kth_from_end(6));
    canceling_questions(less, other);
    automata_fa_free(other);
    automata_fa_free(less);
    automata_fa_free(small);
    automata_fa_free(automaton);
    runs();
    searchers();
    explosion();
    reentrance();
    fallback();
    parsers();
    feature_models();
    reasoning();
    return check_done();
}
