/* Configurators step by step, from products and from a solver, and covering samples. */
#include "feature_models.h"

typedef automata_configurator *(*starter)(const automata_feature_model *model);

static automata_configurator *from_products(const automata_feature_model *model) {
    automata_products *products = products_of(model);
    automata_configurator *configurator = NULL;
    CHECK_OK(automata_configurator_from_products(products, &configurator, &error));
    /* It outlives the products. */
    automata_products_free(products);
    return configurator;
}

static automata_configurator *from_solver(const automata_feature_model *model) {
    automata_configurator *configurator = NULL;
    CHECK_OK(automata_configurator_from_feature_model(model, NULL, &configurator, &error));
    return configurator;
}

static const struct {
    starter start;
    bool counts;
} starters[] = {{from_products, true}, {from_solver, false}};

/* A sign a feature, which tells its decision and its state: as the tool marks them, `x!` for decisions of the program, `+-` for those
 * that follow, `*` for those that are fixed, `.` for open ones. */
static void check_states(const automata_configurator *configurator, const char *wanted) {
    static const char signs[4][4] = {"?.?", "-?+", "!?x", "*?*"};
    const automata_feature_decisions decisions = automata_configurator_decisions(configurator);
    char text[100];
    size_t i;
    CHECK(decisions.count < sizeof text);
    for (i = 0; i < decisions.count; i++)
        text[i] = signs[automata_configurator_state(configurator, (automata_feature)i)][decisions.items[i] + 1];
    text[i] = '\0';
    CHECK_TEXT(wanted, text);
}

static void check_count(const automata_configurator *configurator, bool counts, const char *wanted) {
    automata_integer *number = NULL;
    CHECK_OK(automata_configurator_count(configurator, NULL, &number, &error));
    CHECK((number != NULL) == counts);
    if (counts) check_number(number, wanted);
    automata_integer_free(number);
}

#define DECIDE(feature, decision) automata_configurator_decide(configurator, feature, AUTOMATA_FEATURE_DECISION_##decision, NULL, &error)

/* Phone 0, Calls, Screen, Basic 3, Color, High Resolution, GPS 6, Media, Camera 8, MP3, Slots 10, SIM, eSIM, Memory 13. */
static void test_steps(void) {
    size_t i;
    for (i = 0; i < 2; i++) {
        automata_feature_model *model = example("phone.uvl");
        automata_configurator *configurator = starters[i].start(model);
        const bool counts = starters[i].counts;
        automata_features decided;
        automata_feature_model_free(model);
        check_states(configurator, "+++...........");
        check_count(configurator, counts, "98");
        CHECK(automata_configurator_decided(configurator).count == 0);
        CHECK_OK(DECIDE(8, SELECTED));
        check_states(configurator, "+++--+.+x.....");
        check_count(configurator, counts, "28");
        CHECK_OK(DECIDE(6, DESELECTED));
        CHECK_OK(DECIDE(10, DESELECTED));
        check_states(configurator, "+++--+!+x.!---");
        check_count(configurator, counts, "2");
        decided = automata_configurator_decided(configurator);
        CHECK(decided.count == 3 && decided.items[0] == 8 && decided.items[1] == 6 && decided.items[2] == 10);
        /* A decision that follows becomes one of the program, and stays. */
        CHECK_OK(DECIDE(3, DESELECTED));
        CHECK_OK(DECIDE(8, OPEN));
        check_states(configurator, "+++!..!...!---");
        check_count(configurator, counts, "6");
        CHECK_STATUS(AUTOMATA_ERROR_REFUSED, DECIDE(8, OPEN));
        CHECK_TEXT("no decision was made about 'Camera'", error.message);
        CHECK_STATUS(AUTOMATA_ERROR_REFUSED, DECIDE(3, SELECTED));
        CHECK_TEXT("'Basic' is already deselected; undo the decisions that imply this", error.message);
        CHECK_STATUS(AUTOMATA_ERROR_REFUSED, DECIDE(0, DESELECTED));
        CHECK_TEXT("'Phone' is in all products and can't be deselected; change the model to allow it", error.message);
        CHECK_STATUS(AUTOMATA_ERROR_OUT_OF_RANGE, DECIDE(14, SELECTED));
        CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_configurator_decide(configurator, 8, 2, NULL, &error));
        CHECK_STATUS(AUTOMATA_ERROR_REFUSED, automata_configurator_advance(configurator, &error));
        CHECK(strstr(error.message, "the model has no stages: ") == error.message);
        check_states(configurator, "+++!..!...!---");
        CHECK(automata_configurator_state(configurator, 14) == AUTOMATA_FEATURE_STATE_OPEN);
        automata_configurator_free(configurator);
    }
}

static void complete(automata_configurator *configurator, const int64_t *weights, automata_random *random) {
    automata_configurator_completion_options options = AUTOMATA_CONFIGURATOR_COMPLETION_OPTIONS_INIT;
    options.weights = weights;
    options.weight_count = 14;
    options.random = random;
    CHECK_OK(automata_configurator_complete(configurator, &options, &error));
}

static void test_completion(void) {
    static const int64_t costs[14] = {0, 10, 0, 15, 30, 60, 20, 0, 40, 5, 0, 1, 2, 8}, gains[14] = {0, -10, 0, -15, -30, -60, -20, 0, -40, -5, 0, -1, -2, -8};
    automata_feature_model *model = example("phone.uvl");
    automata_products *products = products_of(model);
    automata_configurator *configurator = from_products(model);
    automata_random *random = NULL, *again = NULL;
    bool is_product = false;
    char first[200] = "", other[200] = "";
    CHECK_OK(DECIDE(8, SELECTED));
    CHECK_OK(automata_configurator_complete(configurator, NULL, &error));
    check_states(configurator, "+++--+!+x!!!!!");
    check_count(configurator, true, "1");
    CHECK(automata_configurator_decided(configurator).count == 7);
    automata_configurator_free(configurator);
    configurator = from_products(model);
    complete(configurator, costs, NULL);
    CHECK_TEXT("Phone,Calls,Screen,Basic", selected(model, automata_configurator_decisions(configurator).items));
    automata_configurator_free(configurator);
    configurator = from_products(model);
    complete(configurator, gains, NULL);
    CHECK_TEXT("Phone,Calls,Screen,High Resolution,GPS,Media,Camera,MP3,Slots,eSIM,Memory",
               selected(model, automata_configurator_decisions(configurator).items));
    automata_configurator_free(configurator);
    /* The same seed draws the same product. */
    CHECK_OK(automata_random_new(3, &random, &error));
    CHECK_OK(automata_random_new(3, &again, &error));
    configurator = from_products(model);
    CHECK_OK(DECIDE(6, SELECTED));
    complete(configurator, NULL, random);
    snprintf(first, sizeof first, "%s", selected(model, automata_configurator_decisions(configurator).items));
    CHECK_OK(automata_products_contains(products, automata_configurator_decisions(configurator).items, 14, &is_product, &error));
    CHECK(is_product && strstr(first, "GPS") != NULL);
    automata_configurator_free(configurator);
    configurator = from_products(model);
    CHECK_OK(DECIDE(6, SELECTED));
    complete(configurator, NULL, again);
    snprintf(other, sizeof other, "%s", selected(model, automata_configurator_decisions(configurator).items));
    CHECK_TEXT(first, other);
    automata_configurator_free(configurator);
    /* A solver takes any product, and weighs none. */
    configurator = from_solver(model);
    CHECK_OK(DECIDE(8, SELECTED));
    {
        automata_configurator_completion_options options = AUTOMATA_CONFIGURATOR_COMPLETION_OPTIONS_INIT;
        options.random = random;
        CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_configurator_complete(configurator, &options, &error));
        options.random = NULL;
        options.weights = costs;
        options.weight_count = 14;
        CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_configurator_complete(configurator, &options, &error));
        check_states(configurator, "+++--+.+x.....");
    }
    CHECK_OK(automata_configurator_complete(configurator, NULL, &error));
    CHECK_OK(automata_products_contains(products, automata_configurator_decisions(configurator).items, 14, &is_product, &error));
    CHECK(is_product);
    automata_configurator_free(configurator);
    automata_random_free(random);
    automata_random_free(again);
    automata_products_free(products);
    automata_feature_model_free(model);
}

/* A callback may look at the configurator whose step it is told of, but take no other one. */
typedef struct {
    automata_configurator *configurator;
    automata_random *random;
    int refusals;
} meddler;

static int meddle(uint64_t built, uint64_t pending, void *context) {
    meddler *self = (meddler *)context;
    automata_error own;
    (void)built, (void)pending;
    CHECK(automata_configurator_decisions(self->configurator).count == 14);
    if (automata_configurator_decide(self->configurator, 6, AUTOMATA_FEATURE_DECISION_SELECTED, NULL, &own) == AUTOMATA_ERROR_MISPLACED_CALL &&
        automata_configurator_complete(self->configurator, NULL, &own) == AUTOMATA_ERROR_MISPLACED_CALL &&
        automata_configurator_advance(self->configurator, &own) == AUTOMATA_ERROR_MISPLACED_CALL && own.message[0] != '\0')
        self->refusals++;
    (void)automata_random_next(self->random);
    return 0;
}

static void test_callbacks(void) {
    size_t i;
    for (i = 0; i < 2; i++) {
        automata_feature_model *model = example("phone.uvl");
        automata_configurator_completion_options options = AUTOMATA_CONFIGURATOR_COMPLETION_OPTIONS_INIT;
        automata_budget budget = AUTOMATA_BUDGET_INIT;
        meddler self = {NULL, NULL, 0};
        CHECK_OK(automata_random_new(1, &self.random, &error));
        self.configurator = starters[i].start(model);
        budget.progress = meddle;
        budget.context = &self;
        CHECK_OK(automata_configurator_decide(self.configurator, 8, AUTOMATA_FEATURE_DECISION_SELECTED, &budget, &error));
        CHECK(self.refusals > 0);
        check_states(self.configurator, "+++--+.+x.....");
        self.refusals = 0;
        options.budget = &budget;
        if (starters[i].counts) options.random = self.random;
        CHECK_OK(automata_configurator_complete(self.configurator, &options, &error));
        CHECK(self.refusals > 0);
        CHECK_OK(automata_configurator_decide(self.configurator, 8, AUTOMATA_FEATURE_DECISION_OPEN, NULL, &error));
        automata_configurator_free(self.configurator);
        automata_random_free(self.random);
        automata_feature_model_free(model);
    }
}

/* Two stages. */
static void test_stages(void) {
    static const char text[] =
        "features\n\tA {bindingTime 'build'}\n\t\toptional\n\t\t\tB\n\t\t\tC {bindingTime 'runtime'}\n\t\t\t\toptional\n\t\t\t\t\tD\n"
        "constraints\n\tC => B\n";
    size_t i;
    for (i = 0; i < 2; i++) {
        automata_feature_model *model = model_of(text);
        automata_configurator *configurator = starters[i].start(model);
        automata_feature_model_free(model);
        CHECK(automata_configurator_stage(configurator) == AUTOMATA_FEATURE_BINDING_BUILD && !automata_configurator_is_at_last_stage(configurator));
        CHECK(automata_configurator_binding_time(configurator, 1) == AUTOMATA_FEATURE_BINDING_BUILD);
        CHECK(automata_configurator_binding_time(configurator, 3) == AUTOMATA_FEATURE_BINDING_RUNTIME);
        CHECK_STATUS(AUTOMATA_ERROR_REFUSED, DECIDE(3, SELECTED));
        CHECK_TEXT("'D' belongs to the stage runtime; decide it at that stage", error.message);
        CHECK_STATUS(AUTOMATA_ERROR_REFUSED, automata_configurator_advance(configurator, &error));
        CHECK_TEXT("the stage has open features; decide 'B'", error.message);
        CHECK_OK(DECIDE(1, SELECTED));
        CHECK_OK(automata_configurator_advance(configurator, &error));
        CHECK(automata_configurator_stage(configurator) == AUTOMATA_FEATURE_BINDING_RUNTIME && automata_configurator_is_at_last_stage(configurator));
        check_states(configurator, "+*..");
        CHECK_STATUS(AUTOMATA_ERROR_REFUSED, DECIDE(1, OPEN));
        CHECK_OK(DECIDE(3, SELECTED));
        check_states(configurator, "+*+x");
        CHECK_STATUS(AUTOMATA_ERROR_REFUSED, automata_configurator_advance(configurator, &error));
        CHECK_TEXT("there is no next stage; this is the last stage", error.message);
        automata_configurator_free(configurator);
    }
}

static void test_beginnings(void) {
    automata_feature_model *empty = model_of("features\n\tA\nconstraints\n\t!A\n");
    automata_feature_model *odd = model_of("features\n\tA\n\t\toptional\n\t\t\tB {bindingTime 'noon'}\n");
    automata_products *products = products_of(empty);
    automata_products_options options = AUTOMATA_PRODUCTS_OPTIONS_INIT;
    automata_configurator *configurator = NULL;
    CHECK_STATUS(AUTOMATA_ERROR_REFUSED, automata_configurator_from_products(products, &configurator, &error));
    CHECK_TEXT("the model has no products", error.message);
    CHECK_STATUS(AUTOMATA_ERROR_REFUSED, automata_configurator_from_feature_model(empty, NULL, &configurator, &error));
    automata_products_free(products);
    products = products_of(odd);
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_TEXT, automata_configurator_from_products(products, &configurator, &error));
    CHECK(error.line == 4 && error.column == 4 && strncmp(error.message, "4:4: invalid value of the attribute bindingTime of 'B'", 54) == 0);
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_TEXT, automata_configurator_from_feature_model(odd, NULL, &configurator, &error));
    automata_products_free(products);
    options.scope = AUTOMATA_FEATURE_SCOPE_CONCRETE_FEATURES;
    CHECK_OK(automata_products_new(odd, &options, &products, &error));
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_configurator_from_products(products, &configurator, &error));
    CHECK(configurator == NULL);
    automata_products_free(products);
    automata_feature_model_free(odd);
    automata_feature_model_free(empty);
}

/* A void configuration is never reached: any sequence of steps keeps both kinds of configurators equal, and ends in a product. */
static void test_walks(void) {
    automata_feature_model *model = example("companion.uvl");
    automata_products *products = products_of(model);
    const size_t count = feature_count(model);
    uint32_t walk, random = 1;
    for (walk = 0; walk < 20; walk++) {
        automata_configurator *pair[2];
        automata_feature_decisions left, right;
        bool is_product = false;
        int step, i;
        pair[0] = from_products(model);
        pair[1] = from_solver(model);
        for (step = 0; step < 30; step++) {
            const automata_feature feature = (automata_feature)((random = random * 1664525u + 1013904223u) >> 8) % (automata_feature)count;
            const automata_feature_decision decision = (automata_feature_decision)((int)(random >> 4) % 3 - 1);
            const automata_status first = automata_configurator_decide(pair[0], feature, decision, NULL, &error);
            CHECK_STATUS(first, automata_configurator_decide(pair[1], feature, decision, NULL, &error));
            CHECK(first == AUTOMATA_OK || first == AUTOMATA_ERROR_REFUSED);
            left = automata_configurator_decisions(pair[0]);
            right = automata_configurator_decisions(pair[1]);
            CHECK(left.count == count && right.count == count && memcmp(left.items, right.items, count) == 0);
        }
        for (i = 0; i < 2; i++) {
            CHECK_OK(automata_configurator_complete(pair[i], NULL, &error));
            left = automata_configurator_decisions(pair[i]);
            CHECK_OK(automata_products_contains(products, left.items, count, &is_product, &error));
            CHECK(is_product);
            automata_configurator_free(pair[i]);
        }
    }
    automata_products_free(products);
    automata_feature_model_free(model);
}

/* ---- Covering samples ---- */

/* Each pair of decisions that a product has stands in the sample, too. */
static void test_pairs(void) {
    automata_feature_model *model = example("phone.uvl");
    automata_products *products = products_of(model);
    automata_feature_decision *sample = NULL;
    const size_t count = feature_count(model);
    size_t size = 0, i, left, right, chosen;
    CHECK_OK(automata_products_covering_sample(products, 2, NULL, &sample, &size, &error));
    CHECK(size >= 6 && size < 15);
    for (i = 0; i < size; i++) {
        bool is_product = false;
        CHECK_OK(automata_products_contains(products, sample + i * count, count, &is_product, &error));
        CHECK(is_product);
    }
    for (left = 0; left < count; left++)
        for (right = 0; right < left; right++)
            for (chosen = 0; chosen < 4; chosen++) {
                automata_feature_decision decisions[14] = {0};
                bool is_possible = false, is_covered = false;
                decisions[left] = chosen & 1 ? 1 : -1;
                decisions[right] = chosen & 2 ? 1 : -1;
                CHECK_OK(automata_products_can_complete(products, decisions, count, &is_possible, &error));
                for (i = 0; i < size; i++) {
                    const automata_feature_decision *product = sample + i * count;
                    is_covered |= product[left] == decisions[left] && product[right] == decisions[right];
                }
                CHECK(is_possible == is_covered);
            }
    automata_free(sample);
    automata_products_free(products);
    automata_feature_model_free(model);
}

static void test_strengths(void) {
    static const char xor_text[] = "features\n\tA\n\t\talternative\n\t\t\tB\n\t\t\tC\n\t\t\tD\n";
    automata_feature_model *model = model_of(xor_text), *empty = model_of("features\n\tA\nconstraints\n\t!A\n");
    automata_products *products = products_of(model);
    automata_feature_decision *sample = NULL;
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    size_t size = 0, strength;
    char text[1000];
    int i, at;
    for (strength = 1; strength <= 6; strength++) {
        CHECK_OK(automata_products_covering_sample(products, strength, NULL, &sample, &size, &error));
        CHECK(size == 3);
        automata_free(sample);
    }
    CHECK_OK(automata_products_covering_sample(products, SIZE_MAX, NULL, &sample, &size, &error));
    CHECK(size == 3);
    automata_free(sample);
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_products_covering_sample(products, 0, NULL, &sample, &size, &error));
    CHECK(sample == NULL && size == 0);
    automata_products_free(products);
    products = products_of(empty);
    CHECK_OK(automata_products_covering_sample(products, 2, NULL, &sample, &size, &error));
    CHECK(sample != NULL && size == 0);
    automata_free(sample);
    automata_products_free(products);
    automata_feature_model_free(model);
    automata_feature_model_free(empty);
    /* No budget has states for all choices of decisions about 63 features and more. */
    at = sprintf(text, "features\n\tR\n\t\toptional\n");
    for (i = 0; i < 70; i++) at += sprintf(text + at, "\t\t\tf%d\n", i);
    model = model_of(text);
    products = products_of(model);
    budget.maximum_states = 1000;
    for (strength = 60; strength < 72; strength++)
        CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED, automata_products_covering_sample(products, strength, &budget, &sample, &size, &error));
    automata_products_free(products);
    automata_feature_model_free(model);
}

int main(void) {
    test_steps();
    test_completion();
    test_callbacks();
    test_stages();
    test_beginnings();
    test_walks();
    test_pairs();
    test_strengths();
    return check_done();
}
