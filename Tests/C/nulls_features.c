/* The functions of feature models and products with arguments of no use, as in nulls.c. */
#include "nulls.h"

static automata_feature_model *model;
static automata_products *products;
static automata_random *source;
static automata_integer *one;
static automata_budget wrong = AUTOMATA_BUDGET_INIT;

static const char text[] = "features\n\tA\n\t\toptional\n\t\t\tB\n";
static const automata_decision decisions[] = {1, 0}, odd[] = {1, 2};

static void models(void) {
    automata_feature_model_options options = AUTOMATA_FEATURE_MODEL_OPTIONS_INIT;
    const automata_feature_format uvl = AUTOMATA_FEATURE_FORMAT_UVL;
    const size_t size = sizeof text - 1;
    int i;

    REFUSED(automata_feature_model_read, NULL, 1, uvl, NULL, &out.feature_model);
    REFUSED(automata_feature_model_read, NULL, AUTOMATA_ZERO_TERMINATED, uvl, NULL, &out.feature_model);
    REFUSED(automata_feature_model_read, text, SIZE_MAX - 1, uvl, NULL, &out.feature_model);
    REFUSED(automata_feature_model_read, text, size, uvl, NULL, NULL);
    REFUSED(automata_feature_model_read_file, NULL, uvl, NULL, &out.feature_model);
    REFUSED(automata_feature_model_read_file, "/", uvl, NULL, NULL);
    REFUSED(automata_feature_model_text, NULL, uvl, &out.text, &out.count);
    REFUSED(automata_feature_model_text, model, uvl, NULL, &out.count);
    REFUSED(automata_feature_model_text, model, uvl, &out.text, NULL);
    for (i = 0; i < ODD_COUNT; i++) {
        if (odd_numbers[i] == 0) continue;
        REFUSED(automata_feature_model_read, text, size, (automata_feature_format)odd_numbers[i], NULL, &out.feature_model);
        REFUSED(automata_feature_model_text, model, (automata_feature_format)odd_numbers[i], &out.text, &out.count);
        options.single_child = (automata_single_child)odd_numbers[i];
        REFUSED(automata_feature_model_read, text, size, uvl, &options, &out.feature_model);
    }
    options.single_child = AUTOMATA_SINGLE_CHILD_OPTIONAL;
    options.struct_size = 0;
    REFUSED(automata_feature_model_read, text, size, uvl, &options, &out.feature_model);
    options.struct_size = sizeof options - 1;
    REFUSED(automata_feature_model_read, text, size, uvl, &options, &out.feature_model);
    options.struct_size = sizeof options;
    options.budget = &wrong;
    REFUSED(automata_feature_model_read, text, size, uvl, &options, &out.feature_model);

    REFUSED(automata_feature_model_find_feature, NULL, "A", 1, &out.feature);
    REFUSED(automata_feature_model_find_feature, model, NULL, 1, &out.feature);
    REFUSED(automata_feature_model_find_feature, model, "\xff", 1, &out.feature);
    REFUSED(automata_feature_model_find_feature, model, "A", 1, NULL);
    CHECK(automata_feature_model_feature_names(NULL).count == 0);
    CHECK(automata_feature_model_parent(NULL, 0) == AUTOMATA_NO_FEATURE && !automata_feature_model_is_abstract(NULL, 0));
    automata_feature_model_free(NULL);

    CHECK(!automata_feature_model_has_clones(NULL));
    REFUSED(automata_feature_model_unfold, NULL, 0, NULL, &out.feature_model);
    REFUSED(automata_feature_model_unfold, model, 0, &wrong, &out.feature_model);
    REFUSED(automata_feature_model_unfold, model, 0, NULL, NULL);
    REFUSED(automata_fa_from_feature_model, NULL, NULL, &out.automaton);
    REFUSED(automata_fa_from_feature_model, model, &wrong, &out.automaton);
    REFUSED(automata_fa_from_feature_model, model, NULL, NULL);
}

static void compiling(void) {
    automata_products_options options = AUTOMATA_PRODUCTS_OPTIONS_INIT;
    int i;
    REFUSED(automata_products_new, NULL, NULL, &out.products);
    REFUSED(automata_products_new, model, NULL, NULL);
    for (i = 0; i < ODD_COUNT; i++) {
        if (odd_numbers[i] == 0) continue;
        options.scope = (automata_product_scope)odd_numbers[i];
        REFUSED(automata_products_new, model, &options, &out.products);
        options.scope = AUTOMATA_SCOPE_ALL_FEATURES;
        options.engine = (automata_product_engine)odd_numbers[i];
        REFUSED(automata_products_new, model, &options, &out.products);
        options.engine = AUTOMATA_ENGINE_AUTOMATIC;
    }
    options.struct_size = SIZE_MAX;
    REFUSED(automata_products_new, model, &options, &out.products);
    options.struct_size = sizeof options;
    options.budget = &wrong;
    REFUSED(automata_products_new, model, &options, &out.products);
    REFUSED(automata_fa_from_products, NULL, NULL, &out.automaton);
    REFUSED(automata_fa_from_products, products, &wrong, &out.automaton);
    REFUSED(automata_fa_from_products, products, NULL, NULL);
    CHECK(automata_products_engine(NULL) == AUTOMATA_ENGINE_AUTOMATIC && automata_products_count(NULL) == NULL);
    CHECK(!automata_products_is_empty(NULL));
    automata_products_free(NULL);
}

static void configurations(void) {
    automata_decision own[] = {1, 0};
    REFUSED(automata_products_contains, NULL, decisions, 2, &out.flag);
    REFUSED(automata_products_contains, products, NULL, 2, &out.flag);
    REFUSED(automata_products_contains, products, decisions, 1, &out.flag);
    REFUSED(automata_products_contains, products, decisions, SIZE_MAX, &out.flag);
    REFUSED(automata_products_contains, products, odd, 2, &out.flag);
    REFUSED(automata_products_contains, products, decisions, 2, NULL);
    REFUSED(automata_products_can_complete, NULL, decisions, 2, &out.flag);
    REFUSED(automata_products_can_complete, products, NULL, 2, &out.flag);
    REFUSED(automata_products_can_complete, products, decisions, 0, &out.flag);
    REFUSED(automata_products_can_complete, products, decisions, 2, NULL);
    REFUSED(automata_products_count_with, NULL, decisions, 2, NULL, &out.integer);
    REFUSED(automata_products_count_with, products, NULL, 2, NULL, &out.integer);
    REFUSED(automata_products_count_with, products, odd, 2, NULL, &out.integer);
    REFUSED(automata_products_count_with, products, decisions, 2, &wrong, &out.integer);
    REFUSED(automata_products_count_with, products, decisions, 2, NULL, NULL);
    REFUSED(automata_products_propagate, NULL, own, 2, &out.flag);
    REFUSED(automata_products_propagate, products, NULL, 2, &out.flag);
    REFUSED(automata_products_propagate, products, NULL, 0, &out.flag);
    REFUSED(automata_products_propagate, products, own, 3, &out.flag);
    REFUSED(automata_products_propagate, products, own, 2, NULL);
    CHECK(own[0] == 1 && own[1] == 0);
    REFUSED(automata_products_nearest, NULL, decisions, 2, NULL, &out.decisions, &out.count);
    REFUSED(automata_products_nearest, products, NULL, 2, NULL, &out.decisions, &out.count);
    REFUSED(automata_products_nearest, products, decisions, 2, &wrong, &out.decisions, &out.count);
    REFUSED(automata_products_nearest, products, decisions, 2, NULL, NULL, &out.count);
    REFUSED(automata_products_nearest, products, decisions, 2, NULL, &out.decisions, NULL);
}

static void order(void) {
    static const int64_t weights[] = {1, 1}, heavy[] = {INT64_MIN, INT64_MIN}, border[] = {INT64_C(1) << 60, INT64_C(1) << 60};
    REFUSED(automata_products_rank, NULL, decisions, 2, NULL, &out.integer);
    REFUSED(automata_products_rank, products, NULL, 2, NULL, &out.integer);
    REFUSED(automata_products_rank, products, decisions, 2, &wrong, &out.integer);
    REFUSED(automata_products_rank, products, decisions, 2, NULL, NULL);
    REFUSED(automata_products_unrank, NULL, one, NULL, &out.decisions);
    REFUSED(automata_products_unrank, products, NULL, NULL, &out.decisions);
    REFUSED(automata_products_unrank, products, one, &wrong, &out.decisions);
    REFUSED(automata_products_unrank, products, one, NULL, NULL);
    REFUSED(automata_products_sample, NULL, source, 1, NULL, &out.decisions);
    REFUSED(automata_products_sample, products, NULL, 1, NULL, &out.decisions);
    REFUSED(automata_products_sample, products, source, 1, &wrong, &out.decisions);
    REFUSED(automata_products_sample, products, source, 1, NULL, NULL);
    FAILS(AUTOMATA_ERROR_BUDGET_EXCEEDED, automata_products_sample, products, source, SIZE_MAX, NULL, &out.decisions);
    FAILS(AUTOMATA_ERROR_BUDGET_EXCEEDED, automata_products_sample, products, source, SIZE_MAX / 2, NULL, &out.decisions);
    REFUSED(automata_products_covering_sample, NULL, 2, NULL, &out.decisions, &out.count);
    REFUSED(automata_products_covering_sample, products, 0, NULL, &out.decisions, &out.count);
    REFUSED(automata_products_covering_sample, products, 2, &wrong, &out.decisions, &out.count);
    REFUSED(automata_products_covering_sample, products, 2, NULL, NULL, &out.count);
    REFUSED(automata_products_covering_sample, products, 2, NULL, &out.decisions, NULL);
    REFUSED(automata_products_lightest, NULL, weights, NULL, 2, 1, NULL, &out.decisions, &out.sums, &out.count);
    REFUSED(automata_products_lightest, products, NULL, NULL, 2, 1, NULL, &out.decisions, &out.sums, &out.count);
    REFUSED(automata_products_lightest, products, weights, NULL, 1, 1, NULL, &out.decisions, &out.sums, &out.count);
    REFUSED(automata_products_lightest, products, weights, NULL, SIZE_MAX, 1, NULL, &out.decisions, &out.sums, &out.count);
    REFUSED(automata_products_lightest, products, weights, odd, 2, 1, NULL, &out.decisions, &out.sums, &out.count);
    REFUSED(automata_products_lightest, products, heavy, NULL, 2, 1, NULL, &out.decisions, &out.sums, &out.count);
    REFUSED(automata_products_lightest, products, border, NULL, 2, 1, NULL, &out.decisions, &out.sums, &out.count);
    REFUSED(automata_products_lightest, products, weights, NULL, 2, 1, &wrong, &out.decisions, &out.sums, &out.count);
    REFUSED(automata_products_lightest, products, weights, NULL, 2, 1, NULL, NULL, &out.sums, &out.count);
    REFUSED(automata_products_lightest, products, weights, NULL, 2, 1, NULL, &out.decisions, NULL, &out.count);
    REFUSED(automata_products_lightest, products, weights, NULL, 2, 1, NULL, &out.decisions, &out.sums, NULL);
}

static void features(void) {
    REFUSED(automata_products_feature_counts, NULL, NULL, &out.integers);
    REFUSED(automata_products_feature_counts, products, &wrong, &out.integers);
    REFUSED(automata_products_feature_counts, products, NULL, NULL);
    REFUSED(automata_products_sizes, NULL, NULL, &out.integers);
    REFUSED(automata_products_sizes, products, &wrong, &out.integers);
    REFUSED(automata_products_sizes, products, NULL, NULL);
    REFUSED(automata_products_commonalities, NULL, NULL, &out.parts, &out.count);
    REFUSED(automata_products_commonalities, products, &wrong, &out.parts, &out.count);
    REFUSED(automata_products_commonalities, products, NULL, NULL, &out.count);
    REFUSED(automata_products_commonalities, products, NULL, &out.parts, NULL);
    REFUSED(automata_products_feature_properties, NULL, NULL, &out.blocks, &out.count);
    REFUSED(automata_products_feature_properties, products, &wrong, &out.blocks, &out.count);
    REFUSED(automata_products_feature_properties, products, NULL, NULL, &out.count);
    REFUSED(automata_products_feature_properties, products, NULL, &out.blocks, NULL);
    REFUSED(automata_products_atomic_sets, NULL, NULL, &out.blocks, &out.count);
    REFUSED(automata_products_atomic_sets, products, &wrong, &out.blocks, &out.count);
    REFUSED(automata_products_atomic_sets, products, NULL, NULL, &out.count);
    REFUSED(automata_products_atomic_sets, products, NULL, &out.blocks, NULL);
}

static void explaining(void) {
    const automata_feature_fact fact = AUTOMATA_FACT_SELECTED;
    int i;
    REFUSED(automata_feature_model_explain, NULL, fact, 0, NULL, 0, NULL, &out.rules);
    REFUSED(automata_feature_model_explain, model, fact, 0, decisions, 1, NULL, &out.rules);
    REFUSED(automata_feature_model_explain, model, fact, 0, decisions, SIZE_MAX, NULL, &out.rules);
    REFUSED(automata_feature_model_explain, model, fact, 0, odd, 2, NULL, &out.rules);
    REFUSED(automata_feature_model_explain, model, fact, 0, NULL, 0, &wrong, &out.rules);
    REFUSED(automata_feature_model_explain, model, fact, 0, NULL, 0, NULL, NULL);
    for (i = 0; i < ODD_COUNT; i++)
        if (odd_numbers[i] != 0) REFUSED(automata_feature_model_explain, model, (automata_feature_fact)odd_numbers[i], 0, NULL, 0, NULL, &out.rules);
    FAILS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_feature_model_explain, model, fact, 2, NULL, 0, NULL, &out.rules);
    REFUSED(automata_feature_model_violations, NULL, decisions, 2, &out.rules);
    REFUSED(automata_feature_model_violations, model, NULL, 2, &out.rules);
    REFUSED(automata_feature_model_violations, model, decisions, 3, &out.rules);
    REFUSED(automata_feature_model_violations, model, odd, 2, &out.rules);
    REFUSED(automata_feature_model_violations, model, decisions, 2, NULL);
    CHECK(automata_feature_model_constraint_count(NULL) == 0 && automata_feature_rules_count(NULL) == 0);
    CHECK(automata_feature_rules_item(NULL, 0) == NULL && automata_feature_rules_decisions(NULL).count == 0);
    automata_feature_rules_free(NULL);
}

static void configuring(void) {
    static const int64_t weights[] = {1, 1}, heavy[] = {INT64_MIN, 0};
    automata_completion_options options = AUTOMATA_COMPLETION_OPTIONS_INIT;
    automata_configurator *configurator = NULL;
    REFUSED(automata_configurator_from_products, NULL, &out.configurator);
    REFUSED(automata_configurator_from_products, products, NULL);
    REFUSED(automata_configurator_from_feature_model, NULL, NULL, &out.configurator);
    REFUSED(automata_configurator_from_feature_model, model, &wrong, &out.configurator);
    REFUSED(automata_configurator_from_feature_model, model, NULL, NULL);
    CHECK_OK(automata_configurator_from_products(products, &configurator, &error));
    REFUSED(automata_configurator_decide, NULL, 1, 1, NULL);
    REFUSED(automata_configurator_decide, configurator, 1, 2, NULL);
    REFUSED(automata_configurator_decide, configurator, 1, -128, NULL);
    REFUSED(automata_configurator_decide, configurator, 1, 1, &wrong);
    FAILS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_configurator_decide, configurator, UINT32_MAX, 1, NULL);
    REFUSED(automata_configurator_complete, NULL, NULL);
    options.struct_size = 1;
    REFUSED(automata_configurator_complete, configurator, &options);
    options.struct_size = sizeof options;
    options.budget = &wrong;
    REFUSED(automata_configurator_complete, configurator, &options);
    options.budget = NULL;
    options.weights = weights;
    REFUSED(automata_configurator_complete, configurator, &options);
    options.weight_count = SIZE_MAX;
    REFUSED(automata_configurator_complete, configurator, &options);
    options.weight_count = 2;
    options.random = source;
    REFUSED(automata_configurator_complete, configurator, &options);
    options.random = NULL;
    options.weights = heavy;
    REFUSED(automata_configurator_complete, configurator, &options);
    REFUSED(automata_configurator_advance, NULL);
    REFUSED(automata_configurator_count, NULL, NULL, &out.integer);
    REFUSED(automata_configurator_count, configurator, &wrong, &out.integer);
    REFUSED(automata_configurator_count, configurator, NULL, NULL);
    CHECK(automata_configurator_state(configurator, 1) == AUTOMATA_FEATURE_STATE_OPEN);
    CHECK(automata_configurator_stage(NULL) == AUTOMATA_BINDING_DEVELOPMENT && !automata_configurator_is_at_last_stage(NULL));
    CHECK(automata_configurator_binding_time(NULL, 0) == AUTOMATA_BINDING_DEVELOPMENT);
    CHECK(automata_configurator_binding_time(configurator, UINT32_MAX) == AUTOMATA_BINDING_DEVELOPMENT);
    CHECK(automata_configurator_state(NULL, 0) == AUTOMATA_FEATURE_STATE_OPEN);
    CHECK(automata_configurator_decisions(NULL).items == NULL && automata_configurator_decided(NULL).count == 0);
    automata_configurator_free(configurator);
    automata_configurator_free(NULL);
}

static void comparing(void) {
    automata_products_options options = AUTOMATA_PRODUCTS_OPTIONS_INIT;
    automata_feature_comparison *comparison = NULL;
    int i;
    REFUSED(automata_feature_comparison_new, NULL, model, NULL, &out.comparison);
    REFUSED(automata_feature_comparison_new, model, NULL, NULL, &out.comparison);
    REFUSED(automata_feature_comparison_new, model, model, NULL, NULL);
    options.budget = &wrong;
    REFUSED(automata_feature_comparison_new, model, model, &options, &out.comparison);
    options.budget = NULL;
    options.engine = (automata_product_engine)odd_numbers[2];
    REFUSED(automata_feature_comparison_new, model, model, &options, &out.comparison);
    options.engine = AUTOMATA_ENGINE_AUTOMATIC;
    options.scope = (automata_product_scope)odd_numbers[2];
    REFUSED(automata_feature_comparison_new, model, model, &options, &out.comparison);
    CHECK_OK(automata_feature_comparison_new(model, model, NULL, &comparison, &error));
    REFUSED(automata_feature_comparison_first_product, NULL, AUTOMATA_SIDE_FIRST, NULL, &out.decisions);
    REFUSED(automata_feature_comparison_first_product, comparison, AUTOMATA_SIDE_FIRST, &wrong, &out.decisions);
    REFUSED(automata_feature_comparison_first_product, comparison, AUTOMATA_SIDE_FIRST, NULL, NULL);
    REFUSED(automata_feature_comparison_causes, NULL, AUTOMATA_SIDE_FIRST, NULL, &out.rules);
    REFUSED(automata_feature_comparison_causes, comparison, AUTOMATA_SIDE_FIRST, &wrong, &out.rules);
    REFUSED(automata_feature_comparison_causes, comparison, AUTOMATA_SIDE_FIRST, NULL, NULL);
    for (i = 0; i < ODD_COUNT; i++) {
        const automata_side side = (automata_side)odd_numbers[i];
        REFUSED(automata_feature_comparison_first_product, comparison, side, NULL, &out.decisions);
        REFUSED(automata_feature_comparison_causes, comparison, side, NULL, &out.rules);
        CHECK(odd_numbers[i] == 0 || automata_feature_comparison_count(comparison, side) == NULL);
        CHECK(odd_numbers[i] == 0 || automata_feature_comparison_features(comparison, side).items == NULL);
    }
    CHECK(automata_feature_comparison_edit(NULL) == AUTOMATA_EDIT_REFACTORING);
    CHECK(automata_feature_comparison_count(NULL, AUTOMATA_SIDE_FIRST) == NULL);
    CHECK(automata_feature_comparison_features(NULL, AUTOMATA_SIDE_NONE).count == 0);
    automata_feature_comparison_free(comparison);
    automata_feature_comparison_free(NULL);
}

int main(void) {
    wrong.struct_size = 3;
    CHECK_OK(automata_feature_model_read(text, sizeof text - 1, AUTOMATA_FEATURE_FORMAT_UVL, NULL, &model, &error));
    CHECK_OK(automata_products_new(model, NULL, &products, &error));
    CHECK_OK(automata_random_new(1, &source, &error));
    CHECK_OK(automata_integer_from_text("1", 1, &one, &error));
    models();
    compiling();
    configurations();
    order();
    features();
    explaining();
    configuring();
    comparing();
    automata_integer_free(one);
    automata_random_free(source);
    automata_products_free(products);
    automata_feature_model_free(model);
    return check_done();
}
