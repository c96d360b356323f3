/* Operations that take much time or memory, each by a budget. */
#ifndef HEAVY_OPERATIONS_H
#define HEAVY_OPERATIONS_H

#include "check.h"

static automata_fa *kth, *small;
static automata_error error;

/*
 * Each operation makes what it needs, calls begin(), which the program defines, and may then do what the budget allows; NULL is the
 * default.
 */
static const automata_budget *budget;
static void begin(void);
typedef automata_status (*operation)(void);
/* An automaton that an operation makes. */
static automata_fa *automaton;

static automata_status determinizing(void) {
    automata_determinize_options options = AUTOMATA_DETERMINIZE_OPTIONS_INIT;
    begin();
    options.budget = budget;
    return automata_fa_determinize(kth, &options, &automaton, &error);
}

static automata_status naming_subsets(void) {
    automata_determinize_options options = AUTOMATA_DETERMINIZE_OPTIONS_INIT;
    begin();
    options.budget = budget;
    options.name_subsets = true;
    return automata_fa_determinize(kth, &options, &automaton, &error);
}

static automata_status minimizing(void) {
    automata_minimize_options options = AUTOMATA_MINIMIZE_OPTIONS_INIT;
    begin();
    options.budget = budget;
    options.algorithm = AUTOMATA_MINIMIZE_BRZOZOWSKI;
    return automata_fa_minimize(kth, &options, &automaton, &error);
}

static automata_status complementing(void) {
    begin();
    return automata_fa_complement(kth, NULL, budget, &automaton, &error);
}

static automata_status subtracting(void) {
    automata_fa_product_options options = AUTOMATA_FA_PRODUCT_OPTIONS_INIT;
    begin();
    options.budget = budget;
    return automata_fa_difference(small, kth, &options, &automaton, &error);
}

static automata_status intersecting(void) {
    automata_fa *many[12];
    automata_fa_product_options options = AUTOMATA_FA_PRODUCT_OPTIONS_INIT;
    int i;
    for (i = 0; i < 12; i++) many[i] = kth_from_end(30 + (uint32_t)i);
    begin();
    options.budget = budget;
    return automata_fa_intersection(many, 12, &options, &automaton, &error);
}

static automata_status shuffling(void) {
    automata_fa *one = kth_from_end(3000), *other = kth_from_end(3001);
    begin();
    return automata_fa_shuffle(one, other, budget, &automaton, &error);
}

static automata_status repeating(void) {
    begin();
    return automata_fa_repeat(kth, 1000000000, SIZE_MAX, budget, &automaton, &error);
}

static automata_status restricting(void) {
    begin();
    return automata_fa_restrict_lengths(kth, 900000000, 1000000000, budget, &automaton, &error);
}

static automata_status within_distance(void) {
    enum { LENGTH = 100000 };
    automata_symbol *word = (automata_symbol *)calloc(LENGTH, sizeof *word);
    begin();
    return automata_fa_neighborhood(100000, word, LENGTH, automata_fa_alphabet(kth), budget, &automaton, &error);
}

static automata_status quotient(void) {
    automata_fa *one = kth_from_end(5000), *other = kth_from_end(5001);
    begin();
    return automata_fa_left_quotient(one, other, budget, &automaton, &error);
}

static automata_status including(void) {
    automata_inclusion_options options = AUTOMATA_INCLUSION_OPTIONS_INIT;
    automata_fa *other = kth_from_end(39);
    bool answer;
    begin();
    options.budget = budget;
    options.algorithm = AUTOMATA_INCLUSION_DETERMINIZATION;
    return automata_fa_is_equivalent(kth, other, &options, &answer, NULL, &error);
}

static automata_status comparing_by_antichain(void) {
    automata_inclusion_options options = AUTOMATA_INCLUSION_OPTIONS_INIT;
    automata_fa *other = kth_from_end(39);
    bool answer;
    begin();
    options.budget = budget;
    options.algorithm = AUTOMATA_INCLUSION_ANTICHAIN;
    return automata_fa_is_included(kth, other, &options, &answer, NULL, &error);
}

static automata_status simulating(void) {
    automata_preorder *preorder = NULL;
    automata_fa *large = kth_from_end(60000);
    begin();
    return automata_fa_simulation(large, AUTOMATA_DIRECTION_FORWARD, budget, &preorder, &error);
}

static automata_status finding_ambiguity(void) {
    automata_witness *witness = NULL;
    automata_fa *large = kth_from_end(60000);
    begin();
    return automata_fa_is_unambiguous(large, budget, NULL, &witness, &error);
}

static automata_status running(void) {
    enum { LENGTH = 1000000 };
    automata_fa *large = kth_from_end(2000);
    automata_symbol *word = (automata_symbol *)calloc(LENGTH, sizeof *word);
    automata_run *run = NULL;
    size_t i;
    for (i = 0; i < LENGTH; i++) word[i] = 1;
    begin();
    return automata_run_on_word(large, word, LENGTH, budget, &run, &error);
}

static automata_status building(void) {
    automata_builder *builder = NULL;
    automata_state first;
    begin();
    if (automata_builder_new(NULL, &builder, &error) != AUTOMATA_OK) return error.status;
    if (automata_builder_add_states(builder, 4000000000u, &first, &error) != AUTOMATA_OK) return error.status;
    return automata_builder_build(builder, AUTOMATA_MODEL_DFA, budget, &automaton, &error);
}

static automata_status of_expression(const char *text, bool is_dfa) {
    automata_regex *regex = NULL;
    begin();
    if (automata_regex_from_text(text, strlen(text), NULL, &regex, &error) != AUTOMATA_OK) return error.status;
    return is_dfa ? automata_fa_from_regex(regex, AUTOMATA_REGEX_CONSTRUCTION_MINIMAL_DFA, budget, &automaton, &error)
                  : automata_fa_from_regex(regex, AUTOMATA_REGEX_CONSTRUCTION_AUTOMATIC, budget, &automaton, &error);
}
static automata_status repeated_expression(void) {
    return of_expression("((a{1000}){1000}){1000}", false);
}
static automata_status exploding_expression(void) { return of_expression("(a|b)*a(a|b){60}", true); }
static automata_status classes(void) { return of_expression("(\\w\\W){1000}\\pL{1000}", true); }
static automata_status by_derivatives(void) {
    automata_regex *regex = NULL;
    begin();
    if (automata_regex_from_text("(a|b)*a(a|b){60}", 16, NULL, &regex, &error) != AUTOMATA_OK) return error.status;
    return automata_fa_from_regex(regex, AUTOMATA_REGEX_CONSTRUCTION_DERIVATIVES, budget, &automaton, &error);
}

static automata_status extracting(void) {
    automata_regex_extraction_options options = AUTOMATA_REGEX_EXTRACTION_OPTIONS_INIT;
    automata_regex *regex = NULL;
    automata_fa *determined = minimal(kth_from_end(6));
    begin();
    options.budget = budget;
    return automata_regex_from_fa(determined, &options, &regex, &error);
}

static automata_status printing_expression(void) {
    automata_regex *regex = NULL;
    automata_fa *determined = minimal(kth_from_end(6));
    char *text = NULL;
    size_t length;
    if (automata_regex_from_fa(determined, NULL, &regex, &error) != AUTOMATA_OK) return error.status;
    begin();
    return automata_regex_text(regex, AUTOMATA_REGEX_SYNTAX_TEXTBOOK, budget, &text, &length, &error);
}

/* ---- Numbers ---- */

static automata_counter *counter_of(automata_fa *counted) {
    automata_counter *counter = NULL;
    if (automata_counter_new(counted, NULL, &counter, &error) != AUTOMATA_OK) exit(2);
    return counter;
}

static automata_status count_by(automata_counting method, uint64_t length) {
    automata_counter *counter = counter_of(minimal(kth_from_end(4)));
    automata_integer *number = NULL;
    begin();
    return automata_counter_count(counter, length, method, budget, &number, &error);
}
static automata_status counting(void) { return count_by(AUTOMATA_COUNTING_AUTOMATIC, UINT64_C(10000000000)); }
static automata_status counting_by_steps(void) { return count_by(AUTOMATA_COUNTING_ITERATION, UINT64_C(10000000000)); }
static automata_status counting_by_matrix(void) { return count_by(AUTOMATA_COUNTING_MATRIX, UINT64_C(10000000000)); }
static automata_status counting_by_recurrence(void) { return count_by(AUTOMATA_COUNTING_RECURRENCE, UINT64_C(10000000000)); }

static automata_status counting_all_lengths(void) {
    automata_counter *counter = counter_of(small);
    automata_integers *numbers = NULL;
    begin();
    return automata_counter_count_each(counter, 10000000, budget, &numbers, &error);
}

static automata_status finding_recurrence(void) {
    automata_counter *counter = counter_of(minimal(kth_from_end(12)));
    automata_integers *coefficients = NULL, *first = NULL;
    begin();
    return automata_counter_recurrence(counter, budget, &coefficients, &first, &error);
}

static automata_status ranking(void) {
    automata_ranking *made = NULL;
    automata_integer *place = NULL;
    automata_letter *letters = NULL;
    size_t count, size = 3000000;
    char *digits = (char *)malloc(size + 1);
    if (digits == NULL || automata_ranking_new(small, NULL, &made, &error) != AUTOMATA_OK) exit(2);
    memset(digits, '9', size);
    if (automata_integer_from_text(digits, size, NULL, &place, &error) != AUTOMATA_OK) return error.status;
    begin();
    return automata_ranking_unrank(made, place, budget, &letters, &count, &error);
}

static automata_status reading_digits(void) {
    automata_integer *integer = NULL;
    char *text = NULL;
    size_t length, size = 60000000;
    char *digits = (char *)malloc(size + 1);
    if (digits == NULL) exit(2);
    memset(digits, '9', size);
    begin();
    if (automata_integer_from_text(digits, size, budget, &integer, &error) != AUTOMATA_OK) return error.status;
    return automata_integer_text(integer, budget, &text, &length, &error);
}

static automata_status sampling(void) {
    automata_sampler *sampler = NULL;
    begin();
    return automata_sampler_new(small, 100000000, true, budget, &sampler, &error);
}

static automata_status many_samples(void) {
    automata_sampler *sampler = NULL;
    automata_random *source = NULL;
    automata_letter *letters = NULL;
    size_t *offsets = NULL;
    if (automata_sampler_new(small, 1000, false, NULL, &sampler, &error) != AUTOMATA_OK) exit(2);
    if (automata_random_new(1, &source, &error) != AUTOMATA_OK) exit(2);
    begin();
    return automata_sampler_draw(sampler, source, 1000000000, budget, &letters, &offsets, &error);
}

static automata_status far_words(void) {
    automata_word_iterator *words = NULL;
    bool found;
    begin();
    if (automata_word_iterator_new(small, 1000000000, SIZE_MAX, budget, &words, &error) != AUTOMATA_OK) return error.status;
    return automata_word_iterator_next(words, budget, &found, &error);
}

/* ---- Texts ---- */

static automata_status reading_formulas(void) {
    automata_read_options options = AUTOMATA_READ_OPTIONS_INIT;
    char text[4000];
    int i, at = snprintf(text, sizeof text, "@NFA-bits\n%%Alphabet-auto\n%%Initial q\n%%Final q\nq (a0");
    for (i = 1; i < 40; i++) at += snprintf(text + at, sizeof text - (size_t)at, " | a%d", i);
    at += snprintf(text + at, sizeof text - (size_t)at, ") q\n");
    begin();
    options.budget = budget;
    return automata_fa_from_text(text, (size_t)at, AUTOMATA_FORMAT_MATA, &options, &automaton, &error);
}

static automata_status reading_groups(void) {
    enum { COUNT = 3000 };
    automata_read_options options = AUTOMATA_READ_OPTIONS_INIT;
    char *text = (char *)malloc(40 * COUNT);
    int i, side, at;
    if (text == NULL) exit(2);
    at = sprintf(text, "digraph { ");
    for (side = 0; side < 2; side++) {
        at += sprintf(text + at, "%s{", side ? " -> " : "");
        for (i = 0; i < COUNT; i++) at += sprintf(text + at, " %c%d", 'a' + side, i);
        at += sprintf(text + at, " }");
    }
    at += sprintf(text + at, " [label=\"x\"] }\n");
    begin();
    options.budget = budget;
    return automata_fa_from_text(text, (size_t)at, AUTOMATA_FORMAT_DOT, &options, &automaton, &error);
}

static automata_status reading_without_end(void) {
    automata_read_options options = AUTOMATA_READ_OPTIONS_INIT;
    begin();
    options.budget = budget;
    return automata_fa_from_file("/dev/zero", AUTOMATA_FORMAT_MATA, &options, &automaton, &error);
}

static automata_status reading_and_writing(automata_format format) {
    automata_read_options reading = AUTOMATA_READ_OPTIONS_INIT;
    automata_write_options writing = AUTOMATA_WRITE_OPTIONS_INIT;
    automata_fa *large = kth_from_end(200000);
    char *text = NULL, *again = NULL;
    size_t length;
    automata_status status;
    if (automata_fa_text(large, format, NULL, &text, &length, &error) != AUTOMATA_OK) exit(2);
    begin();
    writing.budget = budget;
    reading.budget = budget;
    status = automata_fa_text(large, format, &writing, &again, &length, &error);
    if (status != AUTOMATA_OK) return status;
    return automata_fa_from_text(text, length, format, &reading, &automaton, &error);
}
static automata_status mata(void) { return reading_and_writing(AUTOMATA_FORMAT_MATA); }
static automata_status jflap(void) { return reading_and_writing(AUTOMATA_FORMAT_JFLAP); }
static automata_status att(void) { return reading_and_writing(AUTOMATA_FORMAT_ATT); }
static automata_status json(void) { return reading_and_writing(AUTOMATA_FORMAT_JSON); }
static automata_status dot(void) { return reading_and_writing(AUTOMATA_FORMAT_DOT); }
static automata_status ba(void) { return reading_and_writing(AUTOMATA_FORMAT_BA); }

static automata_status drawing_table(void) {
    automata_fa *large = kth_from_end(300000);
    char *text = NULL;
    size_t length;
    begin();
    return automata_fa_table(large, budget, &text, &length, &error);
}

static automata_status without_units(void) {
    enum { COUNT = 6000 };
    automata_grammar *grammar = NULL, *made = NULL;
    char *text = (char *)malloc(60 * COUNT);
    int i, at = 0;
    if (text == NULL) exit(2);
    for (i = 0; i < COUNT; i++) at += sprintf(text + at, "<n%d> -> <n%d> | a<n%d>\n", i, i + 1, i);
    at += sprintf(text + at, "<n%d> -> b\n", i);
    if (automata_grammar_from_text(text, (size_t)at, NULL, NULL, &grammar, &error) != AUTOMATA_OK) exit(2);
    begin();
    return automata_grammar_without_units(grammar, budget, &made, &error);
}

/* ---- Feature models ---- */

/* A chain of optional features and clauses, as UVL; without structure if the clauses are many. */
static automata_feature_model *tangle(int features, int clauses, const automata_budget *limits) {
    automata_feature_model_options options = AUTOMATA_FEATURE_MODEL_OPTIONS_INIT;
    automata_feature_model *model = NULL;
    char *text = (char *)malloc((size_t)features * 20 + (size_t)clauses * 50 + 100);
    uint32_t random = 1;
    int i, k, at;
    if (text == NULL) exit(2);
    at = sprintf(text, "features\n\tR\n\t\toptional\n");
    for (i = 0; i < features; i++) at += sprintf(text + at, "\t\t\tf%d\n", i);
    at += sprintf(text + at, "constraints\n");
    for (i = 0; i < clauses; i++)
        for (k = 0; k < 3; k++) {
            random = random * 1664525u + 1013904223u;
            at += sprintf(text + at, "%s%sf%u%s", k ? " | " : "\t", random >> 31 ? "!" : "", (random >> 8) % (unsigned)features, k == 2 ? "\n" : "");
        }
    options.budget = limits;
    if (limits != NULL) begin();
    (void)automata_feature_model_from_text(text, (size_t)at, AUTOMATA_FEATURE_FORMAT_UVL, &options, &model, &error);
    free(text);
    return model;
}

static automata_status reading_features(void) {
    automata_budget defaults = AUTOMATA_BUDGET_INIT;
    (void)tangle(200000, 100000, budget == NULL ? &defaults : budget);
    return error.status;
}

static automata_status writing_features(void) {
    automata_feature_model *model = tangle(50000, 20000, NULL);
    char *text = NULL;
    size_t length;
    int format;
    if (model == NULL) exit(2);
    begin();
    for (format = AUTOMATA_FEATURE_FORMAT_UVL; format <= AUTOMATA_FEATURE_FORMAT_JSON; format++)
        if (automata_feature_model_text(model, (automata_feature_format)format, NULL, &text, &length, &error) != AUTOMATA_OK) return error.status;
    return error.status;
}

/* Little text of many features. */
static automata_status declaring_features(void) {
    automata_feature_model_options options = AUTOMATA_FEATURE_MODEL_OPTIONS_INIT;
    automata_feature_model *model = NULL;
    char *text = NULL;
    size_t length;
    int format;
    options.budget = budget;
    begin();
    if (automata_feature_model_from_text("p cnf 1000000 0\n", 16, AUTOMATA_FEATURE_FORMAT_DIMACS, &options, &model, &error) != AUTOMATA_OK)
        return error.status;
    for (format = AUTOMATA_FEATURE_FORMAT_UVL; format <= AUTOMATA_FEATURE_FORMAT_JSON; format++)
        if (automata_feature_model_text(model, (automata_feature_format)format, NULL, &text, &length, &error) != AUTOMATA_OK) return error.status;
    return error.status;
}

/* Groups whose bounds become much text. */
static automata_status expanding_groups(void) {
    static const struct { int features, least, most; } groups[] = {{700, 350, 350}, {900, 2, 900}};
    static char text[20000], *written;
    size_t length, i;
    begin();
    for (i = 0; i < sizeof groups / sizeof *groups; i++) {
        automata_feature_model *model = NULL;
        int format, feature, at = sprintf(text, "features\n\tR\n\t\t[%d..%d]\n", groups[i].least, groups[i].most);
        for (feature = 0; feature < groups[i].features; feature++) at += sprintf(text + at, "\t\t\tf%d\n", feature);
        if (automata_feature_model_from_text(text, (size_t)at, AUTOMATA_FEATURE_FORMAT_UVL, NULL, &model, &error) != AUTOMATA_OK) exit(2);
        for (format = AUTOMATA_FEATURE_FORMAT_UVL; format <= AUTOMATA_FEATURE_FORMAT_JSON; format++) {
            automata_status status = automata_feature_model_text(model, (automata_feature_format)format, NULL, &written, &length, &error);
            if (status != AUTOMATA_OK && status != AUTOMATA_ERROR_BUDGET_EXCEEDED) return status;
            automata_free(written);
        }
    }
    return error.status;
}

/* Features within each other, whose indentation is most of the text. */
static automata_status indenting_features(void) {
    enum { DEPTH = 4000 };
    char *text = (char *)malloc(DEPTH * 60), *written;
    automata_feature_model *model = NULL;
    size_t length;
    int i, at = sprintf(text, "<featureModel><struct>");
    for (i = 0; i < DEPTH; i++) at += sprintf(text + at, "<and name=\"f%d\">", i);
    for (i = 0; i < DEPTH; i++) at += sprintf(text + at, "</and>");
    at += sprintf(text + at, "</struct></featureModel>");
    if (automata_feature_model_from_text(text, (size_t)at, AUTOMATA_FEATURE_FORMAT_FEATUREIDE, NULL, &model, &error) != AUTOMATA_OK) exit(2);
    begin();
    return automata_feature_model_text(model, AUTOMATA_FEATURE_FORMAT_UVL, NULL, &written, &length, &error);
}

static automata_status compiling_features(automata_feature_engine engine, int features, int clauses) {
    automata_products_options options = AUTOMATA_PRODUCTS_OPTIONS_INIT;
    automata_feature_model *model = tangle(features, clauses, NULL);
    automata_products *products = NULL;
    if (model == NULL) exit(2);
    begin();
    options.budget = budget;
    options.engine = engine;
    return automata_products_new(model, &options, &products, &error);
}
static automata_status compiling_by_dnnf(void) {
    return compiling_features(AUTOMATA_FEATURE_ENGINE_DECISION_DNNF, 200, 400);
}
static automata_status compiling_by_dfa(void) {
    return compiling_features(AUTOMATA_FEATURE_ENGINE_LAYERED_DFA, 200, 400);
}
static automata_status compiling_many_features(void) {
    return compiling_features(AUTOMATA_FEATURE_ENGINE_AUTOMATIC, 60000, 20000);
}

static automata_status asking_features(void) {
    automata_feature_model *model = tangle(3000, 300, NULL);
    automata_products *products = NULL;
    automata_integers *counts = NULL;
    automata_random *source = NULL;
    automata_feature_decision *found = NULL;
    int64_t *sums = NULL, *weights = (int64_t *)calloc(3001, sizeof *weights);
    uint32_t *sets = NULL;
    size_t count;
    if (model == NULL || weights == NULL || automata_random_new(1, &source, &error) != AUTOMATA_OK) exit(2);
    if (automata_products_new(model, NULL, &products, &error) != AUTOMATA_OK) exit(2);
    begin();
    if (automata_products_lightest(products, weights, NULL, 3001, 100000, budget, &found, &sums, &count, &error) != AUTOMATA_OK &&
        error.status != AUTOMATA_ERROR_BUDGET_EXCEEDED) return error.status;
    if (automata_products_sample(products, source, 1000000, budget, &found, &error) != AUTOMATA_OK &&
        error.status != AUTOMATA_ERROR_BUDGET_EXCEEDED) return error.status;
    if (automata_products_feature_counts(products, budget, &counts, &error) != AUTOMATA_OK &&
        error.status != AUTOMATA_ERROR_BUDGET_EXCEEDED) return error.status;
    return automata_products_atomic_sets(products, budget, &sets, &count, &error);
}

/* A solver with a large model, and one that searches long. */
static automata_status explaining(int features, int clauses) {
    automata_feature_model *model = tangle(features, clauses, NULL);
    automata_feature_rules *rules = NULL;
    automata_configurator *configurator = NULL;
    if (model == NULL) exit(2);
    begin();
    if (automata_feature_model_explain(model, AUTOMATA_FEATURE_FACT_CONTRADICTORY, 0, NULL, 0, budget, &rules, &error) != AUTOMATA_OK &&
        error.status != AUTOMATA_ERROR_BUDGET_EXCEEDED) return error.status;
    if (automata_configurator_from_feature_model(model, budget, &configurator, &error) != AUTOMATA_OK) return error.status;
    if (automata_configurator_decide(configurator, 1, AUTOMATA_FEATURE_DECISION_SELECTED, budget, &error) != AUTOMATA_OK &&
        error.status != AUTOMATA_ERROR_BUDGET_EXCEEDED && error.status != AUTOMATA_ERROR_REFUSED) return error.status;
    automata_configurator_free(configurator);
    return AUTOMATA_OK;
}
static automata_status explaining_much(void) { return explaining(20000, 60000); }
static automata_status explaining_hard(void) { return explaining(180, 750); }

static automata_status explaining_groups(void) {
    enum { COUNT = 4000 };
    static char text[20 * COUNT];
    automata_feature_model *model = NULL;
    automata_feature_rules *rules = NULL;
    int i, at = sprintf(text, "features\n\tR\n\t\t[%d]\n", COUNT / 2);
    for (i = 0; i < COUNT; i++) at += sprintf(text + at, "\t\t\tf%d\n", i);
    if (automata_feature_model_from_text(text, (size_t)at, AUTOMATA_FEATURE_FORMAT_UVL, NULL, &model, &error) != AUTOMATA_OK) exit(2);
    begin();
    return automata_feature_model_explain(model, AUTOMATA_FEATURE_FACT_CONTRADICTORY, 0, NULL, 0, budget, &rules, &error);
}

/* Clauses, which stand in few bytes, with a name that is long. */
static automata_status describing_constraints(void) {
    enum { CLAUSES = 20000, NAME = 100000 };
    automata_feature_decision decisions[2] = {0, 0};
    automata_feature_model *model = NULL;
    automata_feature_rules *rules = NULL;
    char *text = (char *)malloc(NAME + CLAUSES * 10 + 100);
    size_t count;
    int i, at = sprintf(text, "c 1 ");
    memset(text + at, 'x', NAME);
    at += NAME;
    at += sprintf(text + at, "\np cnf 1 %d\n", CLAUSES);
    for (i = 0; i < CLAUSES; i++) at += sprintf(text + at, "1 0\n");
    if (automata_feature_model_from_text(text, (size_t)at, AUTOMATA_FEATURE_FORMAT_DIMACS, NULL, &model, &error) != AUTOMATA_OK) exit(2);
    count = automata_feature_model_feature_names(model).count;
    if (count > 2) exit(2);
    decisions[0] = decisions[1] = AUTOMATA_FEATURE_DECISION_DESELECTED;
    begin();
    return automata_feature_model_violations(model, decisions, count, &rules, &error);
}

static automata_status comparing_models(void) {
    automata_products_options options = AUTOMATA_PRODUCTS_OPTIONS_INIT;
    automata_feature_comparison *comparison = NULL;
    automata_feature_model *model = tangle(200, 400, NULL), *other = tangle(200, 300, NULL);
    if (model == NULL || other == NULL) exit(2);
    begin();
    options.budget = budget;
    return automata_feature_comparison_new(model, other, &options, &comparison, &error);
}

static automata_status covering(void) {
    automata_feature_model *model = tangle(300, 30, NULL);
    automata_products *products = NULL;
    automata_feature_decision *sample = NULL;
    size_t count;
    if (model == NULL || automata_products_new(model, NULL, &products, &error) != AUTOMATA_OK) exit(2);
    begin();
    return automata_products_covering_sample(products, 3, budget, &sample, &count, &error);
}

/* ---- Searches ---- */

static automata_searcher *searcher_of(const char *expression, bool lazily, const automata_budget *limits) {
    automata_searcher_options options = AUTOMATA_SEARCHER_OPTIONS_INIT;
    automata_regex *regex = NULL;
    automata_searcher *searcher = NULL;
    if (automata_regex_from_text(expression, AUTOMATA_ZERO_TERMINATED, NULL, &regex, &error) != AUTOMATA_OK) exit(2);
    options.lazily = lazily;
    options.budget = limits;
    if (limits != NULL) begin();
    automata_searcher_from_regexes(&regex, 1, &options, &searcher, &error);
    return searcher;
}

static automata_status exploding_searcher(void) {
    const automata_budget standard = AUTOMATA_BUDGET_INIT;
    searcher_of("[ab]*a[ab]{60}x", false, budget != NULL ? budget : &standard);
    return error.status;
}

enum { SEARCHED = 4000000 };

static char *letters(size_t size, uint64_t random) {
    char *text = (char *)malloc(size);
    size_t i;
    if (text == NULL) exit(2);
    for (i = 0; i < size; i++) {
        random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        text[i] = (char)('a' + (random >> 60) % 2);
    }
    return text;
}

/* More than the memory that is left. */
static automata_status finding_all_matches(void) {
    automata_searcher *searcher = searcher_of("[ab]", false, NULL);
    automata_search_match *matches = NULL;
    size_t count;
    char *text = letters(SEARCHED, 1);
    begin();
    return automata_searcher_matches(searcher, text, SEARCHED, NULL, &matches, &count, &error);
}

static int count_match(const automata_search_match *match, void *context) {
    *(uint64_t *)context += match->end;
    return 0;
}

/* As many sets of rows as are kept. */
static automata_status searching_lazily(void) {
    automata_searcher *searcher = searcher_of("[ab]*a[ab]{600}x", true, NULL);
    uint64_t sum = 0;
    char *text = letters(SEARCHED / 40, 2);
    begin();
    return automata_searcher_each_match(searcher, text, SEARCHED / 40, NULL, count_match, &sum, &error);
}

/* Each position has a set of many rows. */
static automata_status searching_backwards(void) {
    automata_searcher *searcher = searcher_of("[ab]{1500}b|a", false, NULL);
    uint64_t sum = 0;
    char *text = letters(SEARCHED / 40, 4);
    begin();
    return automata_searcher_each_match(searcher, text, SEARCHED / 40, NULL, count_match, &sum, &error);
}

static automata_status holding(void) {
    automata_searcher *searcher = searcher_of("a[^z]*z", false, NULL);
    automata_search *search = NULL;
    automata_status status;
    uint64_t sum = 0;
    char *text = letters(SEARCHED, 3);
    begin();
    status = automata_search_new(searcher, budget, &search, &error);
    while (status == AUTOMATA_OK) status = automata_search_feed(search, text, SEARCHED, count_match, &sum, &error);
    return status;
}

/* ---- Strokes ---- */

static automata_status joining_strokes(void) {
    enum { COUNT = 6000000 };
    automata_stroke_recognizer *recognizer = NULL;
    automata_stroke_recognition result = AUTOMATA_STROKE_RECOGNITION_INIT;
    automata_point *points = (automata_point *)calloc(COUNT, sizeof *points);
    const size_t counts[] = {COUNT / 2, COUNT / 2};
    if (points == NULL || automata_stroke_recognizer_new(&recognizer, &error) != AUTOMATA_OK) exit(2);
    begin();
    return automata_stroke_recognizer_recognize(recognizer, points, counts, 2, NULL, &result, &error);
}

/* A text of a piece between two others, many times. */
static char *repeated(const char *first, const char *piece, size_t count, const char *last) {
    size_t size = strlen(piece), length = strlen(first), i;
    char *text = (char *)malloc(length + count * size + strlen(last) + 1);
    if (text == NULL) exit(2);
    memcpy(text, first, length);
    for (i = 0; i < count; i++) memcpy(text + length + i * size, piece, size);
    strcpy(text + length + count * size, last);
    return text;
}

static automata_status reading_ink(const char *text, automata_ink_format format) {
    automata_ink_options options = AUTOMATA_INK_OPTIONS_INIT;
    automata_ink *ink = NULL;
    options.budget = budget;
    begin();
    return automata_ink_from_text(text, AUTOMATA_ZERO_TERMINATED, format, &options, &ink, &error);
}

static automata_status reading_points(void) {
    return reading_ink(repeated("[", "[1,2,3],", 3000000, "[1,2,3]]"), AUTOMATA_INK_FORMAT_JSON);
}

static automata_status reading_elements(void) {
    return reading_ink(repeated("", "{\"kind\":\"a\",\"points\":[[1,2]]}\n", 400000, ""), AUTOMATA_INK_FORMAT_NDJSON);
}

static automata_status reading_traces(void) {
    return reading_ink(repeated("<ink><trace>", "1 2,", 4000000, "1 2</trace></ink>"), AUTOMATA_INK_FORMAT_INKML);
}

static automata_status reading_groups_of_traces(void) {
    return reading_ink(repeated("<ink>", "<traceGroup><trace>1 2</trace></traceGroup>", 400000, "</ink>"), AUTOMATA_INK_FORMAT_INKML);
}

static automata_status reading_gestures(void) {
    return reading_ink(repeated("<Gestures>", "<Gesture Name='a'><Point X='1' Y='2'/></Gesture>", 400000, "</Gestures>"), AUTOMATA_INK_FORMAT_DOLLAR);
}

static automata_ink_contents many_points(void) {
    enum { COUNT = 3000000 };
    static size_t count = COUNT, stroke_count = 1;
    automata_ink_contents contents = AUTOMATA_INK_CONTENTS_INIT;
    automata_point *points = (automata_point *)calloc(COUNT, sizeof *points);
    if (points == NULL) exit(2);
    contents.points = points, contents.point_count = COUNT;
    contents.counts = &count, contents.stroke_count = 1;
    contents.stroke_counts = &stroke_count, contents.element_count = 1;
    return contents;
}

static automata_status making_ink(void) {
    automata_ink_contents contents = many_points();
    automata_ink *ink = NULL;
    begin();
    return automata_ink_new(&contents, &ink, &error);
}

static automata_status writing_ink(void) {
    automata_ink_contents contents = many_points();
    automata_ink *ink = NULL;
    char *text = NULL;
    size_t length = 0;
    if (automata_ink_new(&contents, &ink, &error) != AUTOMATA_OK) exit(2);
    begin();
    return automata_ink_text(ink, AUTOMATA_INK_FORMAT_JSON, &text, &length, &error);
}


/* ---- Statecharts ---- */

static automata_machine_options many_events = AUTOMATA_MACHINE_OPTIONS_INIT;

static automata_statechart *deferring_chart(void) {
    static const char text[] = "{\"format\": \"statechart\", \"states\": [{\"name\": \"a\", \"defer\": [\"event\"]}]}";
    automata_statechart *chart = NULL;
    many_events.maximum_events = 5000000;
    if (automata_statechart_from_text(text, sizeof text - 1, AUTOMATA_STATECHART_FORMAT_JSON, NULL, &chart, &error) != AUTOMATA_OK) exit(2);
    return chart;
}

static automata_machine *machine_with_events(size_t count) {
    automata_machine *machine = NULL;
    automata_statechart_event event = 0;
    automata_statechart *chart = deferring_chart();
    size_t i;
    if (automata_machine_start(chart, &many_events, &machine, &error) != AUTOMATA_OK) exit(2);
    if (automata_statechart_find_event(chart, "event", 5, &event, &error) != AUTOMATA_OK) exit(2);
    for (i = 0; i < count; i++)
        if (automata_machine_send(machine, event, i, NULL, &error) != AUTOMATA_OK) exit(2);
    return machine;
}

static automata_status keeping_events(void) {
    automata_machine *machine = machine_with_events(60000);
    char *text = NULL;
    size_t length = 0;
    begin();
    return automata_machine_snapshot(machine, &text, &length, &error);
}

static automata_status resuming_with_events(void) {
    automata_machine *machine = machine_with_events(60000), *again = NULL;
    char *text = NULL;
    size_t length = 0;
    if (automata_machine_snapshot(machine, &text, &length, &error) != AUTOMATA_OK) exit(2);
    begin();
    return automata_machine_restore(deferring_chart(), text, length, &many_events, &again, &error);
}

/* Events without end, one a call, and all in one call. */
static automata_status deferring_without_end(void) {
    automata_machine *machine = machine_with_events(1);
    automata_status status = AUTOMATA_OK;
    size_t i;
    begin();
    for (i = 0; i < 66000 && status == AUTOMATA_OK; i++) status = automata_machine_send_named(machine, "event", 5, i, NULL, &error);
    return status;
}

static automata_status raising_without_end(void) {
    static const char text[] =
        "{\"format\": \"statechart\", \"states\": [{\"name\": \"a\", \"transitions\": [{\"on\": \"event\", \"do\": [{\"raise\": \"event\"}, {\"raise\": \"event\"}]}]}]}";
    automata_machine_options options = AUTOMATA_MACHINE_OPTIONS_INIT;
    automata_statechart *chart = NULL;
    automata_machine *machine = NULL;
    options.maximum_steps = options.maximum_events = UINT64_MAX;
    if (automata_statechart_from_text(text, sizeof text - 1, AUTOMATA_STATECHART_FORMAT_JSON, NULL, &chart, &error) != AUTOMATA_OK) exit(2);
    if (automata_machine_start(chart, &options, &machine, &error) != AUTOMATA_OK) exit(2);
    begin();
    return automata_machine_send_named(machine, "event", 5, 0, NULL, &error);
}

static automata_status copying_machines(void) {
    automata_machine *machine = machine_with_events(60000), *copy = NULL;
    automata_status status = AUTOMATA_OK;
    int i;
    begin();
    for (i = 0; i < 100 && status == AUTOMATA_OK; i++) {
        status = automata_machine_copy(machine, NULL, &copy, &error);
        if (status == AUTOMATA_OK) status = automata_machine_send_named(copy, "event", 5, 0, NULL, &error);
    }
    return status;
}

/* Values of up to 8 MiB in each of many variables. */
static automata_status growing_values(void) {
    automata_statechart *chart = NULL;
    automata_machine *machine = NULL;
    automata_statechart_value value;
    automata_status status;
    char text[8000];
    int length = sprintf(text, "{\"format\": \"statechart\", \"variables\": {\"v\": \"'01234567'\""), i;
    for (i = 0; i < 40; i++) length += sprintf(text + length, ", \"w%d\": 1", i);
    length += sprintf(text + length, "}, \"states\": [{\"name\": \"a\", \"transitions\": [{\"on\": \"event\", \"do\": [{\"assign\": \"v\", \"value\": \"v + v\"}");
    for (i = 0; i < 40; i++) length += sprintf(text + length, ", {\"assign\": \"w%d\", \"value\": \"v + %d\"}", i, i);
    sprintf(text + length, "]}]}]}");
    if (automata_statechart_from_text(text, AUTOMATA_ZERO_TERMINATED, AUTOMATA_STATECHART_FORMAT_JSON, NULL, &chart, &error) != AUTOMATA_OK) exit(2);
    if (automata_machine_start(chart, NULL, &machine, &error) != AUTOMATA_OK) exit(2);
    begin();
    status = AUTOMATA_OK;
    for (i = 0; i < 21 && status == AUTOMATA_OK; i++) status = automata_machine_send_named(machine, "event", 5, 0, NULL, &error);
    if (status == AUTOMATA_OK) status = automata_machine_evaluate(machine, "[v, w0]", 7, &value, &error);
    if (status == AUTOMATA_OK) {
        char *snapshot = NULL;
        size_t size;
        status = automata_machine_snapshot(machine, &snapshot, &size, &error);
    }
    return status;
}

/* The smallest texts of what waits, many times. */
static automata_status resuming_many(const char *key, const char *item) {
    enum { COUNT = 60000 };
    automata_machine *again = NULL;
    automata_statechart *chart = deferring_chart();
    size_t i, length, size = strlen(item);
    char *text = (char *)malloc(200 + COUNT * (size + 1));
    if (text == NULL) exit(2);
    length = (size_t)sprintf(text, "{\"format\": \"statechart-machine\", \"version\": 1, \"active\": [\"a\"], \"%s\": [", key);
    for (i = 0; i < COUNT; i++) {
        memcpy(text + length, item, size);
        length += size;
        text[length++] = i + 1 < COUNT ? ',' : ']';
    }
    text[length++] = '}';
    begin();
    return automata_machine_restore(chart, text, length, &many_events, &again, &error);
}

static automata_status resuming_timers(void) {
    return resuming_many("timers", "{\"at\":[0,0],\"event\":\"\"}");
}

static automata_status resuming_sent(void) {
    return resuming_many("sent", "{\"event\":\"\"}");
}

static automata_status keeping_names(void) {
    enum { LENGTH = 8000000 };
    automata_machine *again = NULL;
    automata_statechart *chart = deferring_chart();
    char *text = (char *)malloc(LENGTH + 400), *snapshot = NULL;
    size_t length;
    if (text == NULL) exit(2);
    length = (size_t)sprintf(
        text, "{\"format\": \"statechart-machine\", \"version\": 1, \"active\": [\"a\"], \"timers\": [{\"at\": [0, 0], \"event\": \"event\", \"id\": \"");
    memset(text + length, 'x', LENGTH);
    length += LENGTH;
    length += (size_t)sprintf(text + length, "\"}]}");
    if (automata_machine_restore(chart, text, length, &many_events, &again, &error) != AUTOMATA_OK) exit(2);
    begin();
    return automata_machine_snapshot(again, &snapshot, &length, &error);
}

/* Each chart has two copies of the one before, a thousandth of which would still be too much. */
static automata_status copying_charts(void) {
    automata_statechart_options options = AUTOMATA_STATECHART_OPTIONS_INIT;
    automata_statechart *chart = NULL;
    char text[4096];
    int length = sprintf(text, "{\"format\": \"statechart\", \"submachines\": [{\"name\": \"m0\", \"states\": [{\"name\": \"x\"}]}"), i;
    for (i = 1; i < 16; i++)
        length += sprintf(
            text + length, ", {\"name\": \"m%d\", \"states\": [{\"name\": \"x\", \"submachine\": \"m%d\"}, {\"name\": \"y\", \"submachine\": \"m%d\"}]}", i, i - 1,
            i - 1);
    sprintf(text + length, "], \"states\": [{\"name\": \"z\", \"submachine\": \"m15\"}]}");
    options.budget = budget;
    begin();
    return automata_statechart_from_text(text, AUTOMATA_ZERO_TERMINATED, AUTOMATA_STATECHART_FORMAT_JSON, &options, &chart, &error);
}

/* Tables of states with transitions, once for each event. */
static automata_status many_events_everywhere(void) {
    enum { STATES = 4000 };
    automata_statechart_options options = AUTOMATA_STATECHART_OPTIONS_INIT;
    automata_statechart *chart = NULL;
    char *text = (char *)malloc(STATES * 100 + 100);
    int length = sprintf(text, "{\"format\": \"statechart\", \"states\": ["), i;
    for (i = 0; i < STATES; i++)
        length += sprintf(text + length, "%s{\"name\": \"s%d\", \"transitions\": [{\"on\": \"e%d\", \"to\": \"s0\"}]}", i == 0 ? "" : ", ", i, i);
    sprintf(text + length, "]}");
    options.budget = budget;
    begin();
    return automata_statechart_from_text(text, AUTOMATA_ZERO_TERMINATED, AUTOMATA_STATECHART_FORMAT_JSON, &options, &chart, &error);
}

static automata_status searching_words(void) {
    enum { WORDS = 500000 };
    automata_searcher_options options = AUTOMATA_SEARCHER_OPTIONS_INIT;
    automata_searcher *searcher = NULL;
    const char **words = (const char **)malloc(WORDS * sizeof *words);
    char *texts = (char *)malloc(WORDS * 16);
    size_t i;
    for (i = 0; i < WORDS; i++) {
        words[i] = texts + 16 * i;
        sprintf(texts + 16 * i, "%zu", i * 7919);
    }
    options.budget = budget;
    begin();
    return automata_searcher_from_words(words, NULL, WORDS, &options, &searcher, &error);
}

static automata_status reading_clones(void) {
    enum { FEATURES = 3000 };
    automata_feature_model *model = NULL;
    char *text = (char *)malloc(FEATURES * 80 + 100);
    int length = sprintf(text, "features\n  R\n    optional\n"), i;
    for (i = 0; i < FEATURES; i++) length += sprintf(text + length, "      F%d\n", i);
    length += sprintf(text + length, "constraints\n");
    for (i = 0; i < FEATURES; i++) length += sprintf(text + length, "  F%d | !F%d | F%d\n", i, (i * 7 + 1) % FEATURES, (i * 13 + 5) % FEATURES);
    if (automata_feature_model_from_text(text, (size_t)length, AUTOMATA_FEATURE_FORMAT_UVL, NULL, &model, &error) != AUTOMATA_OK) exit(2);
    begin();
    return automata_fa_from_feature_model(model, budget, &automaton, &error);
}

/* A model with a group or constraints, and its language. */
static automata_status language_of(const char *group, int features, const char *constraints) {
    automata_feature_model *model = NULL;
    char *text = (char *)malloc((size_t)features * 40 + strlen(constraints) + 200);
    int length = sprintf(text, "features\n\tR\n\t\t%s\n", group), i;
    for (i = 0; i < features; i++) length += sprintf(text + length, "\t\t\tF%d {price %d}\n", i, i * 7919 % 1000);
    length += sprintf(text + length, "%s", constraints);
    if (automata_feature_model_from_text(text, (size_t)length, AUTOMATA_FEATURE_FORMAT_UVL, NULL, &model, &error) != AUTOMATA_OK) exit(2);
    begin();
    return automata_fa_from_feature_model(model, budget, &automaton, &error);
}

static automata_status reading_a_wide_group(void) { return language_of("[1400..1600]", 3000, ""); }

static automata_status reading_wide_clauses(void) {
    enum { FEATURES = 3000, CLAUSES = 20 };
    char *text = (char *)malloc(FEATURES * CLAUSES * 12 + 100);
    int length = sprintf(text, "constraints\n"), i, k;
    for (k = 0; k < CLAUSES; k++) {
        for (i = 0; i < FEATURES; i++) length += sprintf(text + length, "%s%sF%d", i == 0 ? "\t" : " | ", (i + k) % 3 == 0 ? "!" : "", i);
        length += sprintf(text + length, "\n");
    }
    return language_of("optional", FEATURES, text);
}

static automata_status reading_sums(void) {
    enum { SUMS = 100 };
    char text[SUMS * 40 + 100];
    int length = sprintf(text, "constraints\n"), i;
    for (i = 0; i < SUMS; i++) length += sprintf(text + length, "\tsum(price) != %d\n", 100000 + i);
    return language_of("optional", 1000, text);
}

/* A chart of states with the same contents. */
static automata_status chart_of(int count, const char *state, const char *rest) {
    automata_statechart_options options = AUTOMATA_STATECHART_OPTIONS_INIT;
    automata_statechart *chart = NULL;
    char *text = (char *)malloc((size_t)count * (strlen(state) + 30) + strlen(rest) + 100);
    int length = sprintf(text, "{\"format\": \"statechart\", %s\"states\": [", rest), i;
    for (i = 0; i < count; i++) length += sprintf(text + length, "%s{\"name\": \"s%d\"%s}", i == 0 ? "" : ", ", i, state);
    sprintf(text + length, "]}");
    options.budget = budget;
    begin();
    return automata_statechart_from_text(text, AUTOMATA_ZERO_TERMINATED, AUTOMATA_STATECHART_FORMAT_JSON, &options, &chart, &error);
}

/* Each of these states defers each of these events. */
static automata_status deferring_many(void) {
    enum { EVENTS = 4000 };
    static char text[EVENTS * 60];
    int length = sprintf(text, ", \"defer\": [\"*\"], \"transitions\": ["), i;
    for (i = 0; i < 10; i++) length += sprintf(text + length, "%s{\"on\": \"e%d\", \"to\": \"s0\"}", i == 0 ? "" : ", ", i);
    sprintf(text + length, "]");
    return chart_of(EVENTS, text, "");
}

/* Submachines within each other, and in the innermost one many states. */
static automata_status nesting_charts(void) {
    enum { LEVELS = 900, STATES = 20000 };
    static char text[LEVELS * 120 + STATES * 30];
    int length = sprintf(text, "\"submachines\": [{\"name\": \"m0\", \"states\": [{\"name\": \"x\"}"), i;
    for (i = 0; i < STATES; i++) length += sprintf(text + length, ", {\"name\": \"x%d\"}", i);
    length += sprintf(text + length, "]}");
    for (i = 1; i < LEVELS; i++)
        length += sprintf(text + length, ", {\"name\": \"m%d\", \"states\": [{\"name\": \"x\", \"submachine\": \"m%d\"}]}", i, i - 1);
    sprintf(text + length, "], ");
    return chart_of(1, ", \"submachine\": \"m899\"", text);
}

/* Strokes in rows, which are no elements. */
static automata_status reading_a_sketch(void) {
    enum { STROKES = 60000, POINTS = 8 };
    automata_point *points = (automata_point *)malloc(STROKES * POINTS * sizeof *points);
    size_t *counts = (size_t *)malloc(STROKES * sizeof *counts), i, k;
    automata_sketch *sketch = NULL;
    if (points == NULL || counts == NULL) exit(2);
    for (i = 0; i < STROKES; i++) {
        counts[i] = POINTS;
        for (k = 0; k < POINTS; k++) {
            points[i * POINTS + k].x = (double)(i % 200 * 200 + (k * 37 + i * 13) % 11 * 5);
            points[i * POINTS + k].y = (double)(i / 200 * 200 + (k * 53 + i * 29) % 7 * 7);
        }
    }
    begin();
    return automata_sketch_from_strokes(points, counts, STROKES, NULL, 0, NULL, budget, &sketch, &error);
}

static automata_status laying_out(void) {
    automata_fa *large = kth_from_end(6000);
    automata_sketch *sketch = NULL;
    begin();
    return automata_sketch_from_fa(large, NULL, budget, &sketch, &error);
}

#define OPERATION(name) {#name, name, true}
#define WITHOUT_BUDGET(name) {#name, name, false}
static const struct {
    const char *name;
    operation run;
    bool has_budget;
} operations[] = {
    OPERATION(determinizing), OPERATION(naming_subsets), OPERATION(minimizing), OPERATION(complementing), OPERATION(subtracting),
    OPERATION(intersecting), OPERATION(shuffling), OPERATION(repeating), OPERATION(restricting), OPERATION(within_distance),
    OPERATION(quotient), OPERATION(including), OPERATION(comparing_by_antichain), OPERATION(simulating), OPERATION(finding_ambiguity),
    OPERATION(running), OPERATION(building), OPERATION(repeated_expression), OPERATION(exploding_expression), OPERATION(classes),
    OPERATION(by_derivatives), OPERATION(extracting), OPERATION(printing_expression), OPERATION(counting), OPERATION(counting_by_steps),
    OPERATION(counting_by_matrix), OPERATION(counting_by_recurrence), OPERATION(counting_all_lengths), OPERATION(finding_recurrence),
    OPERATION(ranking), OPERATION(reading_digits), OPERATION(sampling), OPERATION(many_samples), OPERATION(far_words),
    OPERATION(reading_formulas), OPERATION(reading_groups), OPERATION(reading_without_end), OPERATION(mata), OPERATION(jflap),
    OPERATION(att), OPERATION(json), OPERATION(dot), OPERATION(ba), OPERATION(drawing_table), OPERATION(without_units), WITHOUT_BUDGET(joining_strokes),
    OPERATION(reading_points), OPERATION(reading_elements), OPERATION(reading_traces), OPERATION(reading_groups_of_traces),
    OPERATION(reading_gestures), WITHOUT_BUDGET(making_ink), WITHOUT_BUDGET(writing_ink),
    OPERATION(reading_features), WITHOUT_BUDGET(writing_features), WITHOUT_BUDGET(declaring_features), WITHOUT_BUDGET(expanding_groups), WITHOUT_BUDGET(indenting_features), OPERATION(compiling_by_dnnf), OPERATION(compiling_by_dfa),
    OPERATION(compiling_many_features), OPERATION(asking_features), OPERATION(explaining_much), OPERATION(explaining_hard),
    OPERATION(explaining_groups), WITHOUT_BUDGET(describing_constraints), OPERATION(comparing_models), OPERATION(covering),
    OPERATION(exploding_searcher), WITHOUT_BUDGET(finding_all_matches), WITHOUT_BUDGET(searching_lazily), WITHOUT_BUDGET(searching_backwards),
    OPERATION(holding), WITHOUT_BUDGET(keeping_events), WITHOUT_BUDGET(resuming_with_events),
    WITHOUT_BUDGET(resuming_timers), WITHOUT_BUDGET(resuming_sent), WITHOUT_BUDGET(keeping_names),
    WITHOUT_BUDGET(deferring_without_end), WITHOUT_BUDGET(raising_without_end), WITHOUT_BUDGET(copying_machines), WITHOUT_BUDGET(growing_values),
    OPERATION(copying_charts), OPERATION(many_events_everywhere), OPERATION(searching_words), OPERATION(reading_clones),
    OPERATION(reading_a_wide_group), OPERATION(reading_wide_clauses), OPERATION(reading_sums), OPERATION(deferring_many), OPERATION(nesting_charts),
    OPERATION(reading_a_sketch), OPERATION(laying_out),
};

enum { OPERATION_COUNT = sizeof operations / sizeof *operations };

/* What all operations work on. */
static void make_operands(void) {
    kth = kth_from_end(60);
    small = ends_with_01();
}

#endif
