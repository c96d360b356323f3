/* Feature models and their products: reading, writing, answers, and what is refused. */
#include "check.h"

static automata_error error;

static const char phone[] =
    "features\n\tPhone\n\t\tmandatory\n\t\t\tScreen\n\t\t\t\talternative\n\t\t\t\t\tBasic\n\t\t\t\t\tColor\n\t\t\t\t\tHighResolution\n"
    "\t\toptional\n\t\t\tCamera\n\t\t\tMedia\nconstraints\n\tCamera => HighResolution\n";
enum { PHONE, SCREEN, BASIC, COLOR, HIGH, CAMERA, MEDIA, COUNT };

static automata_feature_model *model_of(const char *text) {
    automata_feature_model *model = NULL;
    CHECK_OK(automata_feature_model_from_text(text, AUTOMATA_ZERO_TERMINATED, AUTOMATA_FEATURE_FORMAT_GUESS, NULL, &model, &error));
    return model;
}

static automata_products *products_of(
    const automata_feature_model *model, automata_feature_scope scope, automata_feature_engine engine) {
    automata_products_options options = AUTOMATA_PRODUCTS_OPTIONS_INIT;
    automata_products *products = NULL;
    options.scope = scope;
    options.engine = engine;
    CHECK_OK(automata_products_new(model, &options, &products, &error));
    return products;
}

static uint64_t small(const automata_integer *integer) {
    const automata_limbs limbs = automata_integer_limbs(integer);
    CHECK(limbs.count <= 1);
    return limbs.count == 0 ? 0 : limbs.items[0];
}

/* The number of products of a text. */
static uint64_t count(const char *text, automata_feature_scope scope) {
    automata_feature_model *model = model_of(text);
    automata_products *products = products_of(model, scope, AUTOMATA_FEATURE_ENGINE_AUTOMATIC);
    uint64_t number = small(automata_products_count(products));
    automata_feature_model_free(model);
    automata_products_free(products);
    return number;
}

/* ---- Models ---- */

static void test_models(void) {
    automata_feature_model *model = model_of(phone), *other = NULL;
    const automata_names names = automata_feature_model_feature_names(model);
    automata_feature feature = 9;
    char *text = NULL, *again = NULL;
    size_t length = 0, again_length = 0;
    int format;

    CHECK(names.count == COUNT && strcmp(names.items[PHONE].data, "Phone") == 0 && strcmp(names.items[MEDIA].data, "Media") == 0);
    CHECK(automata_feature_model_parent(model, HIGH) == SCREEN && automata_feature_model_parent(model, CAMERA) == PHONE);
    CHECK(automata_feature_model_parent(model, PHONE) == AUTOMATA_NO_FEATURE && automata_feature_model_parent(model, COUNT) == AUTOMATA_NO_FEATURE);
    CHECK(!automata_feature_model_is_abstract(model, SCREEN) && !automata_feature_model_is_abstract(model, UINT32_MAX));
    CHECK_OK(automata_feature_model_find_feature(model, "Color", 5, &feature, &error));
    CHECK(feature == COLOR);
    CHECK_STATUS(AUTOMATA_ERROR_UNKNOWN_NAME, automata_feature_model_find_feature(model, "x", 1, &feature, &error));
    CHECK_TEXT("there is no feature named 'x'", error.message);
    CHECK(feature == 0);
    /* What is written has the same products. */
    for (format = AUTOMATA_FEATURE_FORMAT_UVL; format <= AUTOMATA_FEATURE_FORMAT_CSV; format++) {
        CHECK_OK(automata_feature_model_text(model, (automata_feature_format)format, NULL, &text, &length, &error));
        CHECK(text != NULL && strlen(text) == length);
        CHECK(count(text, AUTOMATA_FEATURE_SCOPE_ALL_FEATURES) == 8);
        CHECK_OK(automata_feature_model_from_text(text, length, AUTOMATA_FEATURE_FORMAT_GUESS, NULL, &other, &error));
        CHECK_OK(automata_feature_model_text(other, (automata_feature_format)format, NULL, &again, &again_length, &error));
        /* Clauses have no order of their own. */
        if (format != AUTOMATA_FEATURE_FORMAT_DIMACS) CHECK_TEXT(text, again);
        automata_feature_model_free(other);
        automata_free(text);
        automata_free(again);
    }
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_feature_model_text(model, AUTOMATA_FEATURE_FORMAT_GUESS, NULL, &text, &length, &error));
    automata_feature_model_free(model);
}

static void count_notes(const char *text, void *context) {
    CHECK(text[0] != '\0');
    ++*(int *)context;
}

static void test_problems(void) {
    automata_feature_model_options options = AUTOMATA_FEATURE_MODEL_OPTIONS_INIT;
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    automata_feature_model *model = NULL;
    int notes = 0;
    options.note = count_notes;
    options.context = &notes;
    options.input_name = "f.uvl";
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_TEXT, automata_feature_model_from_text(
        "features\n\tA\n\t\toptional\n\t\t\tB\n\t\t\tB\nconstraints\n\tX => B\n", AUTOMATA_ZERO_TERMINATED,
        AUTOMATA_FEATURE_FORMAT_GUESS, &options, &model, &error));
    CHECK(notes == 2 && model == NULL && error.line == 5 && error.column == 4);
    CHECK(strncmp(error.message, "f.uvl:5:4: ", 11) == 0 && strstr(error.message, "; f.uvl:7:2: ") != NULL && strchr(error.message, '\n') == NULL);
    /* Imports need a callback. */
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_TEXT, automata_feature_model_from_text(
        "imports\n\tsub.model as m\nfeatures\n\tA\n\t\toptional\n\t\t\tm.B\n", AUTOMATA_ZERO_TERMINATED,
        AUTOMATA_FEATURE_FORMAT_UVL, &options, &model, &error));
    CHECK(error.line == 2 && strstr(error.message, "the callback 'load' is missing; set it, or merge the models into one file") != NULL);
    CHECK_STATUS(AUTOMATA_ERROR_UNKNOWN_FORMAT, automata_feature_model_from_text("?", 1, AUTOMATA_FEATURE_FORMAT_GUESS, NULL, &model, &error));
    CHECK_STATUS(AUTOMATA_ERROR_UNKNOWN_FORMAT, automata_feature_model_from_text("", 0, AUTOMATA_FEATURE_FORMAT_GUESS, NULL, &model, &error));
    CHECK_STATUS(AUTOMATA_ERROR_FILE, automata_feature_model_from_file("/nonexistent/x.uvl", AUTOMATA_FEATURE_FORMAT_GUESS, NULL, &model, &error));
    budget.maximum_bytes = 640;
    options.budget = &budget;
    CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED, automata_feature_model_from_text(phone, sizeof phone - 1, AUTOMATA_FEATURE_FORMAT_UVL, &options, &model, &error));
    CHECK(model == NULL);
    /* A short text that declares a million features. */
    budget.maximum_bytes = 16 << 20;
    CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED, automata_feature_model_from_text(
        "p cnf 1000000 1\n1 0\n", AUTOMATA_ZERO_TERMINATED, AUTOMATA_FEATURE_FORMAT_GUESS, &options, &model, &error));
    CHECK(model == NULL && error.line == 1 && error.column == 7);
}

/* A bound of a group takes far more clauses than the group has features. */
static void test_wide_bounds(void) {
    enum { COUNT = 2800 };
    static char text[20 * COUNT];
    automata_feature_model *model;
    char *written = NULL;
    size_t length = 0;
    int i, at = sprintf(text, "features\n\tR\n\t\t[%d]\n", COUNT / 2);
    for (i = 0; i < COUNT; i++) at += sprintf(text + at, "\t\t\tf%d\n", i);
    model = model_of(text);
    CHECK_STATUS(AUTOMATA_ERROR_TOO_LARGE, automata_feature_model_text(model, AUTOMATA_FEATURE_FORMAT_DIMACS, NULL, &written, &length, &error));
    CHECK(written == NULL && length == 0 && strstr(error.message, "write UVL or JSON") != NULL);
    CHECK_STATUS(AUTOMATA_ERROR_TOO_LARGE, automata_feature_model_text(model, AUTOMATA_FEATURE_FORMAT_FEATUREIDE, NULL, &written, &length, &error));
    automata_feature_model_free(model);
}

static void test_options(void) {
    static const char xml[] =
        "<featureModel><struct><and name=\"A\" mandatory=\"true\"><alt name=\"B\"><feature name=\"C\"/></alt></and></struct></featureModel>";
    static const char concrete[] =
        "features\n\tA {abstract}\n\t\toptional\n\t\t\tB {abstract}\n\t\t\t\toptional\n\t\t\t\t\tC\n";
    automata_feature_model_options options = AUTOMATA_FEATURE_MODEL_OPTIONS_INIT;
    automata_feature_model *model = NULL;
    automata_products *products;
    automata_feature_decision decisions[3] = {-1, -1, 0}, *found = NULL;
    uint32_t *sets = NULL;
    size_t length = 0;
    bool possible = false;

    CHECK(count(xml, AUTOMATA_FEATURE_SCOPE_ALL_FEATURES) == 3);
    options.single_child = AUTOMATA_FEATURE_SINGLE_CHILD_MANDATORY;
    CHECK_OK(automata_feature_model_from_text(xml, sizeof xml - 1, AUTOMATA_FEATURE_FORMAT_FEATUREIDE, &options, &model, &error));
    products = products_of(model, AUTOMATA_FEATURE_SCOPE_ALL_FEATURES, AUTOMATA_FEATURE_ENGINE_AUTOMATIC);
    CHECK(small(automata_products_count(products)) == 2);
    automata_products_free(products);
    automata_feature_model_free(model);

    CHECK(count(concrete, AUTOMATA_FEATURE_SCOPE_ALL_FEATURES) == 3 && count(concrete, AUTOMATA_FEATURE_SCOPE_CONCRETE_FEATURES) == 2);
    model = model_of(concrete);
    CHECK(automata_feature_model_is_abstract(model, 0) && !automata_feature_model_is_abstract(model, 2));
    products = products_of(model, AUTOMATA_FEATURE_SCOPE_CONCRETE_FEATURES, AUTOMATA_FEATURE_ENGINE_AUTOMATIC);
    automata_feature_model_free(model);
    /* Abstract features don't count, and are left open. */
    CHECK_OK(automata_products_can_complete(products, decisions, 3, &possible, &error));
    CHECK(possible);
    decisions[2] = 1;
    CHECK_OK(automata_products_nearest(products, decisions, 3, NULL, &found, &length, &error));
    CHECK(found != NULL && found[0] == 0 && found[1] == 0 && found[2] == 1 && length == 0);
    CHECK_OK(automata_products_contains(products, found, 3, &possible, &error));
    CHECK(possible);
    found[2] = 0;
    CHECK_OK(automata_products_contains(products, found, 3, &possible, &error));
    CHECK(!possible);
    automata_free(found);
    CHECK_OK(automata_products_atomic_sets(products, NULL, &sets, &length, &error));
    CHECK(length == 3 && sets[0] == AUTOMATA_NO_FEATURE && sets[2] == 0);
    automata_free(sets);
    automata_products_free(products);
}

/* ---- Products ---- */

static void check_product(const automata_feature_decision *product, const char *wanted) {
    int feature;
    for (feature = 0; feature < COUNT; feature++) CHECK(product != NULL && product[feature] == (wanted[feature] == '1' ? 1 : -1));
}

static void test_configurations(const automata_products *products) {
    automata_feature_decision decisions[COUNT] = {0}, *found = NULL;
    automata_integer *number = NULL;
    size_t changes = 9;
    bool answer = false;

    decisions[CAMERA] = AUTOMATA_FEATURE_DECISION_SELECTED;
    CHECK_OK(automata_products_contains(products, decisions, COUNT, &answer, &error));
    CHECK(!answer);
    CHECK_OK(automata_products_can_complete(products, decisions, COUNT, &answer, &error));
    CHECK(answer);
    CHECK_OK(automata_products_count_with(products, decisions, COUNT, NULL, &number, &error));
    CHECK(small(number) == 2);
    automata_integer_free(number);
    CHECK_OK(automata_products_propagate(products, decisions, COUNT, &answer, &error));
    CHECK(answer && decisions[MEDIA] == AUTOMATA_FEATURE_DECISION_OPEN);
    decisions[MEDIA] = AUTOMATA_FEATURE_DECISION_DESELECTED;
    check_product(decisions, "1100110");
    CHECK_OK(automata_products_contains(products, decisions, COUNT, &answer, &error));
    CHECK(answer);
    /* Two kinds of screens are too many. */
    decisions[COLOR] = AUTOMATA_FEATURE_DECISION_SELECTED;
    CHECK_OK(automata_products_propagate(products, decisions, COUNT, &answer, &error));
    CHECK(!answer && decisions[COLOR] == AUTOMATA_FEATURE_DECISION_SELECTED);
    CHECK_OK(automata_products_count_with(products, decisions, COUNT, NULL, &number, &error));
    CHECK(automata_integer_sign(number) == 0);
    automata_integer_free(number);
    CHECK_OK(automata_products_nearest(products, decisions, COUNT, NULL, &found, &changes, &error));
    CHECK(changes == 1);
    check_product(found, "1100110");
    automata_free(found);
    CHECK_OK(automata_products_rank(products, decisions, COUNT, NULL, &number, &error));
    CHECK(number == NULL);
}

static void test_order(const automata_products *products) {
    static const char *const all[] = {"1100100", "1100101", "1100110", "1100111", "1101000", "1101001", "1110000", "1110001"};
    static const int64_t weights[COUNT] = {0, 0, 1, 2, 5, 10, 3}, negative[COUNT] = {0, 0, -1, -2, -5, -10, -(INT64_C(1) << 61)};
    automata_feature_decision *found = NULL, decisions[COUNT] = {0};
    automata_random *random = NULL;
    int64_t *sums = NULL;
    size_t found_count = 0;
    uint64_t place;

    for (place = 0; place <= 8; place++) {
        automata_integer *rank = NULL, *again = NULL;
        CHECK_OK(automata_integer_from_limbs(&place, 1, false, &rank, &error));
        CHECK_OK(automata_products_unrank(products, rank, NULL, &found, &error));
        automata_integer_free(rank);
        CHECK((found == NULL) == (place == 8));
        if (found == NULL) continue;
        check_product(found, all[place]);
        CHECK_OK(automata_products_rank(products, found, COUNT, NULL, &again, &error));
        CHECK(small(again) == place);
        automata_integer_free(again);
        automata_free(found);
    }
    CHECK_OK(automata_products_lightest(products, weights, NULL, COUNT, 3, NULL, &found, &sums, &found_count, &error));
    CHECK(found_count == 3 && sums[0] == 1 && sums[1] == 2 && sums[2] == 4);
    check_product(found, "1110000");
    check_product(found + COUNT, "1101000");
    check_product(found + 2 * COUNT, "1110001");
    automata_free(found);
    automata_free(sums);
    decisions[CAMERA] = 1;
    CHECK_OK(automata_products_lightest(products, weights, decisions, COUNT, SIZE_MAX, NULL, &found, &sums, &found_count, &error));
    CHECK(found_count == 2 && sums[0] == 15 && sums[1] == 18);
    automata_free(found);
    automata_free(sums);
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_products_lightest(products, negative, NULL, COUNT, 3, NULL, &found, &sums, &found_count, &error));
    CHECK(found == NULL && sums == NULL && found_count == 0);

    CHECK_OK(automata_random_new(5, &random, &error));
    CHECK_OK(automata_products_sample(products, random, 1000, NULL, &found, &error));
    for (place = 0; place < 1000; place++) {
        bool is_product = false;
        CHECK_OK(automata_products_contains(products, found + place * COUNT, COUNT, &is_product, &error));
        CHECK(is_product);
    }
    automata_free(found);
    CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED, automata_products_sample(products, random, SIZE_MAX, NULL, &found, &error));
    automata_random_free(random);
}

static void test_features(const automata_products *products) {
    static const uint64_t numbers[COUNT] = {8, 8, 2, 2, 4, 2, 4}, sized[] = {0, 0, 0, 3, 4, 1};
    automata_integers *counts = NULL;
    double *parts = NULL;
    uint32_t *items = NULL;
    size_t length = 0, i;

    CHECK_OK(automata_products_feature_counts(products, NULL, &counts, &error));
    CHECK(automata_integers_count(counts) == COUNT);
    for (i = 0; i < COUNT; i++) CHECK(small(automata_integers_item(counts, i)) == numbers[i]);
    automata_integers_free(counts);
    CHECK_OK(automata_products_commonalities(products, NULL, &parts, &length, &error));
    CHECK(length == COUNT);
    for (i = 0; i < COUNT; i++) CHECK(parts[i] == (double)numbers[i] / 8);
    automata_free(parts);
    CHECK_OK(automata_products_sizes(products, NULL, &counts, &error));
    CHECK(automata_integers_count(counts) == 6);
    for (i = 0; i < 6; i++) CHECK(small(automata_integers_item(counts, i)) == sized[i]);
    automata_integers_free(counts);
    CHECK_OK(automata_products_feature_properties(products, NULL, &items, &length, &error));
    CHECK(length == COUNT);
    for (i = 0; i < COUNT; i++) CHECK(items[i] == (i <= SCREEN ? (uint32_t)AUTOMATA_FEATURE_CORE : (uint32_t)AUTOMATA_FEATURE_VARIANT));
    automata_free(items);
    CHECK_OK(automata_products_atomic_sets(products, NULL, &items, &length, &error));
    CHECK(length == COUNT && items[PHONE] == 0);
    for (i = 1; i < COUNT; i++) CHECK(items[i] == i - 1);
    automata_free(items);
}

/* The automaton has a word of a letter a feature for each product. */
static void test_automaton(const automata_products *products) {
    automata_fa *automaton = NULL;
    automata_counter *counter = NULL;
    automata_integer *number = NULL;
    bool is_accepted = false;
    CHECK_OK(automata_fa_from_products(products, NULL, &automaton, &error));
    CHECK_OK(automata_counter_new(automaton, NULL, &counter, &error));
    CHECK_OK(automata_counter_count(counter, COUNT, AUTOMATA_COUNTING_AUTOMATIC, NULL, &number, &error));
    CHECK(small(number) == 8);
    CHECK_OK(automata_fa_accepts(automaton, "1100110", COUNT, NULL, 0, &is_accepted, &error));
    CHECK(is_accepted);
    automata_integer_free(number);
    automata_counter_free(counter);
    automata_fa_free(automaton);
}

/* A shop with one store front or two, each with three choices: 3 and 3 * 3 products. */
static void test_clones(void) {
    static const char text[] =
        "features\n\tShop\n\t\tmandatory\n\t\t\tFront cardinality [1..2]\n\t\t\t\tor\n\t\t\t\t\tCard\n\t\t\t\t\tCash\n";
    static const char endless[] = "features\n\tShop\n\t\tmandatory\n\t\t\tFront cardinality [1..*]\n";
    automata_feature_model *model = model_of(text), *unfolded = NULL;
    automata_products *products = NULL;
    automata_names names;
    automata_fa *automaton = NULL;
    automata_counter *counter = NULL;
    automata_integer *number = NULL;
    CHECK(automata_feature_model_has_clones(model));
    CHECK(automata_products_new(model, NULL, &products, &error) == AUTOMATA_ERROR_INVALID_ARGUMENT);
    CHECK(strstr(error.message, "clones") != NULL);
    CHECK_OK(automata_feature_model_unfold(model, 0, NULL, &unfolded, &error));
    CHECK(!automata_feature_model_has_clones(unfolded));
    names = automata_feature_model_feature_names(unfolded);
    CHECK(names.count == 7);
    CHECK_OK(automata_products_new(unfolded, NULL, &products, &error));
    CHECK(small(automata_products_count(products)) == 12);
    automata_products_free(products);
    automata_feature_model_free(unfolded);
    CHECK_OK(automata_fa_from_feature_model(model, NULL, &automaton, &error));
    CHECK_OK(automata_counter_new(automaton, NULL, &counter, &error));
    /* The longest word has two store fronts with both payments. */
    CHECK_OK(automata_counter_count(counter, 10, AUTOMATA_COUNTING_AUTOMATIC, NULL, &number, &error));
    CHECK(small(number) == 1);
    automata_integer_free(number);
    automata_counter_free(counter);
    automata_fa_free(automaton);
    automata_feature_model_free(model);

    model = model_of(endless);
    CHECK(automata_feature_model_unfold(model, 0, NULL, &unfolded, &error) == AUTOMATA_ERROR_INVALID_ARGUMENT);
    CHECK(unfolded == NULL && strstr(error.message, "upper bound") != NULL);
    CHECK_OK(automata_feature_model_unfold(model, 5, NULL, &unfolded, &error));
    names = automata_feature_model_feature_names(unfolded);
    CHECK(names.count == 6);
    automata_feature_model_free(unfolded);
    CHECK_OK(automata_fa_from_feature_model(model, NULL, &automaton, &error));
    automata_fa_free(automaton);
    automata_feature_model_free(model);
}

static void test_products(void) {
    int engine;
    for (engine = AUTOMATA_FEATURE_ENGINE_AUTOMATIC; engine <= AUTOMATA_FEATURE_ENGINE_LAYERED_DFA; engine++) {
        automata_feature_model *model = model_of(phone);
        automata_products *products = products_of(model, AUTOMATA_FEATURE_SCOPE_ALL_FEATURES, (automata_feature_engine)engine);
        char *digits = NULL;
        size_t length = 0;
        automata_feature_model_free(model);
        CHECK(engine == AUTOMATA_FEATURE_ENGINE_AUTOMATIC || (int)automata_products_engine(products) == engine);
        CHECK(automata_products_engine(products) != AUTOMATA_FEATURE_ENGINE_AUTOMATIC);
        CHECK(!automata_products_is_empty(products));
        CHECK(small(automata_products_count(products)) == 8 && automata_integer_double(automata_products_count(products)) == 8);
        CHECK_OK(automata_integer_text(automata_products_count(products), NULL, &digits, &length, &error));
        CHECK_TEXT("8", digits);
        automata_free(digits);
        test_automaton(products);
        test_configurations(products);
        test_order(products);
        test_features(products);
        automata_products_free(products);
    }
}

static void test_properties(void) {
    static const uint32_t wanted[] = {
        AUTOMATA_FEATURE_CORE, AUTOMATA_FEATURE_CORE | AUTOMATA_FEATURE_FALSE_OPTIONAL, AUTOMATA_FEATURE_DEAD,
        AUTOMATA_FEATURE_VARIANT | AUTOMATA_FEATURE_UNIQUE};
    automata_feature_model *model = model_of("features\n\tA\n\t\toptional\n\t\t\tB\n\t\t\tC\n\t\t\tD\nconstraints\n\tB\n\t!C\n");
    automata_products *products = products_of(model, AUTOMATA_FEATURE_SCOPE_ALL_FEATURES, AUTOMATA_FEATURE_ENGINE_AUTOMATIC);
    uint32_t *properties = NULL;
    size_t length = 0, i;
    CHECK_OK(automata_products_feature_properties(products, NULL, &properties, &length, &error));
    CHECK(length == 4);
    for (i = 0; i < 4; i++) CHECK(properties[i] == wanted[i]);
    automata_free(properties);
    automata_products_free(products);
    automata_feature_model_free(model);
}

/* A model without products. */
static void test_void(void) {
    automata_feature_model *model = model_of("features\n\tA\n\t\toptional\n\t\t\tB\nconstraints\n\t!A\n");
    automata_products *products = products_of(model, AUTOMATA_FEATURE_SCOPE_ALL_FEATURES, AUTOMATA_FEATURE_ENGINE_AUTOMATIC);
    automata_feature_decision decisions[2] = {0, 1}, *found = (automata_feature_decision *)(void *)&error;
    static const int64_t weights[] = {1, 1};
    automata_integers *sizes = NULL;
    automata_random *random = NULL;
    int64_t *sums = NULL;
    uint32_t *items = NULL;
    size_t length = 7;
    bool answer = true;
    CHECK(automata_products_is_empty(products) && automata_integer_sign(automata_products_count(products)) == 0);
    CHECK_OK(automata_products_propagate(products, decisions, 2, &answer, &error));
    CHECK(!answer && decisions[1] == 1);
    CHECK_OK(automata_products_nearest(products, decisions, 2, NULL, &found, &length, &error));
    CHECK(found == NULL && length == 0);
    CHECK_OK(automata_random_new(1, &random, &error));
    CHECK_OK(automata_products_sample(products, random, 3, NULL, &found, &error));
    CHECK(found == NULL);
    automata_random_free(random);
    CHECK_OK(automata_products_lightest(products, weights, NULL, 2, 3, NULL, &found, &sums, &length, &error));
    CHECK(length == 0);
    automata_free(found);
    automata_free(sums);
    CHECK_OK(automata_products_sizes(products, NULL, &sizes, &error));
    CHECK(automata_integers_count(sizes) == 0);
    automata_integers_free(sizes);
    CHECK_OK(automata_products_feature_properties(products, NULL, &items, &length, &error));
    CHECK(length == 2 && items[0] == AUTOMATA_FEATURE_DEAD && items[1] == AUTOMATA_FEATURE_DEAD);
    automata_free(items);
    CHECK_OK(automata_products_atomic_sets(products, NULL, &items, &length, &error));
    CHECK(length == 2 && items[0] == 0 && items[1] == 0);
    automata_free(items);
    automata_products_free(products);
    automata_feature_model_free(model);
}

int main(void) {
    test_models();
    test_problems();
    test_options();
    test_wide_bounds();
    test_products();
    test_clones();
    test_properties();
    test_void();
    return check_done();
}
