/* Feature models explained and compared: rules in words, with places, and decisions. */
#include "feature_models.h"

/* Explains a fact about decisions, or about none, and checks the rules and the features. */
static void check_fact(
    const automata_feature_model *model, automata_feature_fact fact, uint32_t subject, const char *names, const char *rules,
    const char *decided) {
    automata_feature_decision *decisions = names == NULL ? NULL : decisions_of(model, names);
    automata_feature_rules *found = NULL;
    CHECK_OK(automata_feature_model_explain(model, fact, subject, decisions, decisions == NULL ? 0 : feature_count(model), NULL, &found, &error));
    CHECK((found == NULL) == (rules == NULL));
    if (found != NULL && rules != NULL) check_rules(found, rules, decided);
    automata_feature_rules_free(found);
    free(decisions);
}

/* What Documentation/features.md tells, too. */
static void test_phone(void) {
    automata_feature_model *model = example("phone.uvl");
    const automata_feature basic = feature_of(model, "Basic"), camera = feature_of(model, "Camera"), gps = feature_of(model, "GPS");
    CHECK(automata_feature_model_constraint_count(model) == 2);
    check_fact(model, AUTOMATA_FEATURE_FACT_DESELECTED, basic, "+Camera",
               "0 3 2 1 8:5 'Screen' has exactly one of 'Basic', 'Color', 'High Resolution'\n"
               "0 4 -1 0 25:2 the constraint Camera => \"High Resolution\"\n", "8");
    check_fact(model, AUTOMATA_FEATURE_FACT_SELECTED, feature_of(model, "Media"), "+Camera", "0 1 8 0 16:6 'Camera' needs its parent 'Media'\n", "8");
    check_fact(model, AUTOMATA_FEATURE_FACT_SELECTED, feature_of(model, "Calls"), NULL,
               "0 0 0 0 4:2 each product has the root, 'Phone'\n0 2 1 0 6:4 'Phone' needs 'Calls'\n", "");
    check_fact(model, AUTOMATA_FEATURE_FACT_CONTRADICTORY, 0, "+GPS +Basic +MP3", "0 4 -1 1 26:2 the constraint !(GPS & Basic)\n", "3,6");
    /* Nothing of this is so. */
    check_fact(model, AUTOMATA_FEATURE_FACT_CONTRADICTORY, UINT32_MAX, NULL, NULL, NULL);
    check_fact(model, AUTOMATA_FEATURE_FACT_CONTRADICTORY, 0, "+GPS", NULL, NULL);
    check_fact(model, AUTOMATA_FEATURE_FACT_SELECTED, gps, "+Camera", NULL, NULL);
    check_fact(model, AUTOMATA_FEATURE_FACT_DESELECTED, gps, "+Camera", NULL, NULL);
    check_fact(model, AUTOMATA_FEATURE_FACT_FALSE_OPTIONAL, camera, NULL, NULL, NULL);
    check_fact(model, AUTOMATA_FEATURE_FACT_FALSE_OPTIONAL, 0, NULL, NULL, NULL);
    check_fact(model, AUTOMATA_FEATURE_FACT_REDUNDANT, 0, NULL, NULL, NULL);
    check_fact(model, AUTOMATA_FEATURE_FACT_REDUNDANT, 1, NULL, NULL, NULL);
    automata_feature_model_free(model);
}

static void test_anomalies(void) {
    automata_feature_model *model = model_of(
        "features\n\tA\n\t\toptional\n\t\t\tB\n\t\t\tC\n\t\t\tD\nconstraints\n\tA => B\n\tB => !C\n\tC => !B\n");
    automata_feature_model *empty = model_of("features\n\tA\n\t\toptional\n\t\t\tB\nconstraints\n\t!A\n\tB | A\n");
    check_fact(model, AUTOMATA_FEATURE_FACT_DESELECTED, 2, NULL, "0 0 0 0 2:2 each product has the root, 'A'\n"
               "0 4 -1 0 8:2 the constraint A => B\n0 4 -1 1 9:2 the constraint B => !C\n", "");
    check_fact(model, AUTOMATA_FEATURE_FACT_FALSE_OPTIONAL, 1, NULL, "0 4 -1 0 8:2 the constraint A => B\n", "");
    check_fact(model, AUTOMATA_FEATURE_FACT_REDUNDANT, 1, NULL, "0 4 -1 2 10:2 the constraint C => !B\n", "");
    check_fact(model, AUTOMATA_FEATURE_FACT_REDUNDANT, 0, NULL, NULL, NULL);
    check_fact(model, AUTOMATA_FEATURE_FACT_FALSE_OPTIONAL, 3, NULL, NULL, NULL);
    check_fact(empty, AUTOMATA_FEATURE_FACT_CONTRADICTORY, 0, NULL, "0 0 0 0 2:2 each product has the root, 'A'\n0 4 -1 0 6:2 the constraint !A\n", "");
    /* In a void model all follows from anything. */
    check_fact(empty, AUTOMATA_FEATURE_FACT_SELECTED, 1, "-B", "0 0 0 0 2:2 each product has the root, 'A'\n0 4 -1 0 6:2 the constraint !A\n", "");
    automata_feature_model_free(model);
    automata_feature_model_free(empty);
}

static void test_violations(void) {
    automata_feature_model *model = example("phone.uvl");
    automata_feature_decision *decisions = decisions_of(model, "-Calls +Phone -Media +Camera +Basic +Color +GPS");
    automata_feature_rules *rules = NULL;
    CHECK_OK(automata_feature_model_violations(model, decisions, feature_count(model), &rules, &error));
    automata_feature_model_free(model);
    /* They outlive the model. */
    check_rules(rules,
                "0 1 8 0 16:6 'Camera' needs its parent 'Media'\n0 2 1 0 6:4 'Phone' needs 'Calls'\n"
                "0 4 -1 1 26:2 the constraint !(GPS & Basic)\n", "");
    automata_feature_rules_free(rules);
    free(decisions);
    model = example("phone.uvl");
    decisions = decisions_of(model, "+Phone +Screen +Basic +Color");
    CHECK_OK(automata_feature_model_violations(model, decisions, feature_count(model), &rules, &error));
    check_rules(rules, "0 3 2 1 8:5 'Screen' has exactly one of 'Basic', 'Color', 'High Resolution'\n", "");
    automata_feature_rules_free(rules);
    memset(decisions, 0, feature_count(model));
    CHECK_OK(automata_feature_model_violations(model, decisions, feature_count(model), &rules, &error));
    CHECK(rules != NULL);
    check_rules(rules, "", "");
    automata_feature_rules_free(rules);
    free(decisions);
    automata_feature_model_free(model);
}

/* A configuration breaks rules if and only if it is no product. */
static void test_agreement(void) {
    automata_feature_model *model = example("phone.uvl");
    automata_products *products = products_of(model);
    const size_t count = feature_count(model);
    automata_feature_decision decisions[20];
    uint32_t bits;
    size_t i, explained = 0;
    CHECK(count == 14);
    for (bits = 0; bits < 1u << count; bits += 7) {
        automata_feature_rules *rules = NULL;
        bool is_product = false;
        for (i = 0; i < count; i++) decisions[i] = bits >> i & 1 ? 1 : -1;
        CHECK_OK(automata_products_contains(products, decisions, count, &is_product, &error));
        CHECK_OK(automata_feature_model_violations(model, decisions, count, &rules, &error));
        CHECK((automata_feature_rules_count(rules) == 0) == is_product);
        automata_feature_rules_free(rules);
        if (bits % 5) continue;
        CHECK_OK(automata_feature_model_explain(model, AUTOMATA_FEATURE_FACT_CONTRADICTORY, 0, decisions, count, NULL, &rules, &error));
        CHECK((rules == NULL) == is_product);
        explained += rules != NULL;
        automata_feature_rules_free(rules);
    }
    CHECK(explained > 100);
    automata_products_free(products);
    automata_feature_model_free(model);
}

static void test_refusals(void) {
    automata_feature_model *model = example("phone.uvl");
    const automata_feature_decision *none = NULL;
    automata_feature_decision *some = decisions_of(model, "+GPS");
    automata_feature_rules *rules = NULL;
    CHECK_STATUS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_feature_model_explain(model, AUTOMATA_FEATURE_FACT_SELECTED, 14, none, 0, NULL, &rules, &error));
    CHECK_TEXT("there is no feature 14; the model has 14, counted from 0", error.message);
    CHECK_STATUS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_feature_model_explain(model, AUTOMATA_FEATURE_FACT_DESELECTED, UINT32_MAX, none, 0, NULL, &rules, &error));
    CHECK_STATUS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_feature_model_explain(model, AUTOMATA_FEATURE_FACT_FALSE_OPTIONAL, 14, none, 0, NULL, &rules, &error));
    CHECK_STATUS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_feature_model_explain(model, AUTOMATA_FEATURE_FACT_REDUNDANT, 2, none, 0, NULL, &rules, &error));
    CHECK_TEXT("there is no constraint 2; the model has 2, counted from 0", error.message);
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_feature_model_explain(model, AUTOMATA_FEATURE_FACT_REDUNDANT, 0, some, 14, NULL, &rules, &error));
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_feature_model_explain(model, AUTOMATA_FEATURE_FACT_FALSE_OPTIONAL, 6, some, 14, NULL, &rules, &error));
    CHECK(rules == NULL);
    free(some);
    automata_feature_model_free(model);
}

/* Bounds of groups become clauses, which would take far more memory than the model: the budget is asked before. */
static void test_wide_groups(void) {
    enum { COUNT = 20000 };
    char *text = (char *)malloc(20 * COUNT);
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    automata_feature_model *model;
    automata_feature_rules *rules = NULL;
    automata_configurator *configurator = NULL;
    int i, at = sprintf(text, "features\n\tR\n\t\t[%d]\n", COUNT / 2);
    for (i = 0; i < COUNT; i++) at += sprintf(text + at, "\t\t\tf%d\n", i);
    model = model_of(text);
    budget.maximum_bytes = 64 << 20;
    CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED, automata_feature_model_explain(model, AUTOMATA_FEATURE_FACT_CONTRADICTORY, 0, NULL, 0, &budget, &rules, &error));
    CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED, automata_feature_model_explain(model, AUTOMATA_FEATURE_FACT_CONTRADICTORY, 0, NULL, 0, NULL, &rules, &error));
    CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED, automata_configurator_from_feature_model(model, &budget, &configurator, &error));
    CHECK(rules == NULL && configurator == NULL);
    automata_feature_model_free(model);
    free(text);
}

/* ---- Comparisons ---- */

static automata_feature_comparison *comparison_of(
    const automata_feature_model *old_model, const automata_feature_model *new_model, automata_feature_engine engine) {
    automata_products_options options = AUTOMATA_PRODUCTS_OPTIONS_INIT;
    automata_feature_comparison *comparison = NULL;
    options.engine = engine;
    CHECK_OK(automata_feature_comparison_new(old_model, new_model, &options, &comparison, &error));
    return comparison;
}

static void check_side(
    const automata_feature_comparison *comparison, automata_side side, const automata_feature_model *old_model, const char *number,
    const char *product, const char *causes) {
    automata_feature_decision *first = NULL;
    automata_feature_rules *rules = NULL;
    check_number(automata_feature_comparison_count(comparison, side), number);
    CHECK_OK(automata_feature_comparison_first_product(comparison, side, NULL, &first, &error));
    CHECK((first == NULL) == (product == NULL));
    if (product != NULL) CHECK_TEXT(product, selected(old_model, first));
    automata_free(first);
    CHECK_OK(automata_feature_comparison_causes(comparison, side, NULL, &rules, &error));
    check_rules(rules, causes, "");
    automata_feature_rules_free(rules);
}

/* What Documentation/features.md tells, too. */
static void test_comparison(void) {
    static const char before[] = "Phone,Calls,Screen,High Resolution,Slots,eSIM,Memory", after[] = "Phone,Calls,Screen,Color,Media,Camera";
    static const char slots[] = "0 3 11 4 20:5 'Slots' has exactly one of 'SIM', 'eSIM', 'Memory'\n";
    static const char camera[] = "0 4 -1 0 25:2 the constraint Camera => \"High Resolution\"\n";
    automata_feature_model *old_model = example("phone.uvl"), *new_model = example("phone-next.uvl");
    int engine;
    for (engine = AUTOMATA_FEATURE_ENGINE_AUTOMATIC; engine <= AUTOMATA_FEATURE_ENGINE_LAYERED_DFA; engine++) {
        automata_feature_comparison *comparison = comparison_of(old_model, new_model, (automata_feature_engine)engine);
        automata_features features = automata_feature_comparison_features(comparison, AUTOMATA_SIDE_SECOND);
        CHECK(features.count == 1 && features.items[0] == feature_of(new_model, "Stylus"));
        CHECK(automata_feature_comparison_features(comparison, AUTOMATA_SIDE_FIRST).count == 0);
        features = automata_feature_comparison_features(comparison, AUTOMATA_SIDE_NONE);
        CHECK(features.count == 14 && features.items[0] == 0 && features.items[13] == 13);
        CHECK(automata_feature_comparison_edit(comparison) == AUTOMATA_FEATURE_EDIT_ARBITRARY);
        check_number(automata_feature_comparison_count(comparison, AUTOMATA_SIDE_NONE), "56");
        check_side(comparison, AUTOMATA_SIDE_FIRST, old_model, "42", before, slots);
        check_side(comparison, AUTOMATA_SIDE_SECOND, old_model, "16", after, camera);
        automata_feature_comparison_free(comparison);
        /* The other way round. */
        comparison = comparison_of(new_model, old_model, (automata_feature_engine)engine);
        CHECK(automata_feature_comparison_features(comparison, AUTOMATA_SIDE_FIRST).count == 1);
        check_side(comparison, AUTOMATA_SIDE_FIRST, new_model, "16", after, camera);
        check_side(comparison, AUTOMATA_SIDE_SECOND, new_model, "42", before, slots);
        automata_feature_comparison_free(comparison);
    }
    automata_feature_model_free(old_model);
    automata_feature_model_free(new_model);
}

static void test_edits(void) {
    static const char text[] = "features\n\tA\n\t\toptional\n\t\t\tB\n\t\t\tC\n", more[] = "features\n\tA\n\t\toptional\n\t\t\tB\n\t\t\tC\nconstraints\n\tB => C\n";
    automata_feature_model *wide = model_of(text), *narrow = model_of(more);
    automata_feature_comparison *comparison = comparison_of(wide, wide, AUTOMATA_FEATURE_ENGINE_AUTOMATIC);
    CHECK(automata_feature_comparison_edit(comparison) == AUTOMATA_FEATURE_EDIT_REFACTORING);
    check_side(comparison, AUTOMATA_SIDE_FIRST, wide, "0", NULL, "");
    check_side(comparison, AUTOMATA_SIDE_SECOND, wide, "0", NULL, "");
    automata_feature_comparison_free(comparison);
    comparison = comparison_of(narrow, wide, AUTOMATA_FEATURE_ENGINE_AUTOMATIC);
    CHECK(automata_feature_comparison_edit(comparison) == AUTOMATA_FEATURE_EDIT_GENERALIZATION);
    automata_feature_comparison_free(comparison);
    comparison = comparison_of(wide, narrow, AUTOMATA_FEATURE_ENGINE_AUTOMATIC);
    automata_feature_model_free(wide);
    automata_feature_model_free(narrow);
    /* It outlives the models. */
    CHECK(automata_feature_comparison_edit(comparison) == AUTOMATA_FEATURE_EDIT_SPECIALIZATION);
    wide = model_of(text);
    check_side(comparison, AUTOMATA_SIDE_FIRST, wide, "1", "A,B", "0 4 -1 0 7:2 the constraint B => C\n");
    automata_feature_model_free(wide);
    CHECK(automata_feature_comparison_count(comparison, (automata_side)3) == NULL);
    automata_feature_comparison_free(comparison);
}

/* Rules that exclude a product together, through a feature of their own, are one cause. */
static void test_causes(void) {
    automata_feature_model *old_model = model_of("features\n\tA\n\t\toptional\n\t\t\tB\n\t\t\tC\n\t\t\tD\n\t\t\tE\n");
    automata_feature_model *new_model = model_of(
        "features\n\tA\n\t\toptional\n\t\t\tB\n\t\t\tC\n\t\t\tD\n\t\t\tE\n\t\t\tX\nconstraints\n\tB => X\n\tX => C\n\tD => !E\n");
    automata_feature_comparison *comparison = comparison_of(old_model, new_model, AUTOMATA_FEATURE_ENGINE_AUTOMATIC);
    check_side(comparison, AUTOMATA_SIDE_FIRST, old_model, "7", "A,D,E",
               "0 4 -1 0 10:2 the constraint B => X\n0 4 -1 1 11:2 the constraint X => C\n1 4 -1 2 12:2 the constraint D => !E\n");
    automata_feature_comparison_free(comparison);
    automata_feature_model_free(old_model);
    automata_feature_model_free(new_model);
}

int main(void) {
    test_phone();
    test_anomalies();
    test_violations();
    test_agreement();
    test_refusals();
    test_wide_groups();
    test_comparison();
    test_edits();
    test_causes();
    return check_done();
}
