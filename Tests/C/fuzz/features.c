/*
 * Feature models: the first byte chooses format and options, the rest is the text. What is read is written in every format and read
 * again, with the same number of products; without clones it is compiled by each engine, which must agree on every question, and with a solver's
 * explanations and configurations.
 */
#include "support.h"
#include "../compiled_object.h"

static automata_error error;

static void look(const char *note, void *context)
{
    REQUIRE(is_utf8(note, strlen(note)));
    ++*(size_t *)context;
}

static automata_products *compile(const automata_feature_model *model, automata_feature_engine engine, automata_feature_scope scope)
{
    automata_products_options options = AUTOMATA_PRODUCTS_OPTIONS_INIT;
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    automata_products *products = (automata_products *)&error;
    budget.maximum_states = 20000;
    budget.maximum_bytes = 64 << 20;
    options.budget = &budget;
    options.engine = engine;
    options.scope = scope;
    if (automata_products_new(model, &options, &products, &error) == AUTOMATA_OK)
        return products;
    REQUIRE(error.status == AUTOMATA_ERROR_BUDGET_EXCEEDED && products == NULL);
    return NULL;
}

/* Returns the model without clones, or NULL if that is too large; frees the model. */
static automata_feature_model *unfold(automata_feature_model *model)
{
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    automata_feature_model *unfolded;
    automata_fa *automaton;
    automata_status status;
    budget.maximum_states = 2000;
    budget.maximum_bytes = 64 << 20;
    status = automata_fa_from_feature_model(model, &budget, &automaton, &error);
    REQUIRE(status == AUTOMATA_OK || (automaton == NULL && (status == AUTOMATA_ERROR_BUDGET_EXCEEDED || status == AUTOMATA_ERROR_INVALID_ARGUMENT)));
    automata_fa_free(automaton);
    if (!automata_feature_model_has_clones(model))
        return model;
    status = automata_feature_model_unfold(model, 2, &budget, &unfolded, &error);
    REQUIRE(status == AUTOMATA_OK || (unfolded == NULL && (status == AUTOMATA_ERROR_BUDGET_EXCEEDED || status == AUTOMATA_ERROR_INVALID_ARGUMENT)));
    REQUIRE(unfolded == NULL || !automata_feature_model_has_clones(unfolded));
    automata_feature_model_free(model);
    return unfolded;
}

static bool equal(const automata_integer *left, const automata_integer *right)
{
    automata_limbs a = automata_integer_limbs(left), b = automata_integer_limbs(right);
    return a.count == b.count && (a.count == 0 || memcmp(a.items, b.items, a.count * sizeof *a.items) == 0);
}

/* Names, parents and kinds of features, also of those that aren't there; and the same model in a file. */
static void look_at_features(
    const automata_feature_model *model, const automata_feature_model_options *options, const uint8_t *text, size_t size, automata_feature_format format)
{
    automata_names names = automata_feature_model_feature_names(model);
    automata_feature found;
    automata_feature_model *again = NULL;
    for (size_t i = 0; i < names.count; i++) {
        automata_feature parent = automata_feature_model_parent(model, (automata_feature)i);
        REQUIRE(automata_feature_model_find_feature(model, names.items[i].data, names.items[i].length, &found, &error) == AUTOMATA_OK);
        REQUIRE(found == i && (i == 0 ? parent == AUTOMATA_NO_FEATURE : parent < i));
        automata_feature_model_is_abstract(model, (automata_feature)i);
    }
    REQUIRE(automata_feature_model_parent(model, (automata_feature)names.count) == AUTOMATA_NO_FEATURE);
    REQUIRE(!automata_feature_model_is_abstract(model, AUTOMATA_NO_FEATURE));
    REQUIRE(automata_feature_model_find_feature(model, "no feature has\xff", AUTOMATA_ZERO_TERMINATED, &found, &error) == AUTOMATA_ERROR_INVALID_ARGUMENT);
    if (size > 200)
        return;
    const char *path = make_file(text, size);
    REQUIRE(automata_feature_model_from_file(path, format, options, &again, &error) == AUTOMATA_OK);
    REQUIRE(automata_feature_model_feature_names(again).count == names.count);
    automata_feature_model_free(again);
    unlink(path);
}

/* What both engines say of sizes, shares and sums, and the automaton of the products. */
static void measure(const automata_products *products, size_t count, const automata_products *other)
{
    automata_integers *sizes, *others;
    automata_integer *number;
    automata_feature_decision *decisions = calloc(count, 1), *lightest;
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    automata_fa *automaton;
    double *shares;
    int64_t *weights = calloc(count, sizeof *weights), *sums;
    size_t length, i;
    bool contained;
    REQUIRE(automata_products_engine(products) == AUTOMATA_FEATURE_ENGINE_DECISION_DNNF);
    REQUIRE(automata_products_engine(other) == AUTOMATA_FEATURE_ENGINE_LAYERED_DFA);
    REQUIRE(automata_products_feature_count(products) == count);
    REQUIRE(automata_products_count_with(products, decisions, count, NULL, &number, &error) == AUTOMATA_OK);
    REQUIRE(equal(number, automata_products_count(products)));
    automata_integer_free(number);
    REQUIRE(automata_products_sizes(products, NULL, &sizes, &error) == AUTOMATA_OK);
    REQUIRE(automata_products_sizes(other, NULL, &others, &error) == AUTOMATA_OK);
    REQUIRE(automata_integers_count(sizes) == automata_integers_count(others));
    for (i = 0; i < automata_integers_count(sizes); i++)
        REQUIRE(equal(automata_integers_item(sizes, i), automata_integers_item(others, i)));
    automata_integers_free(sizes);
    automata_integers_free(others);
    REQUIRE(automata_products_commonalities(products, NULL, &shares, &length, &error) == AUTOMATA_OK && length == count);
    for (i = 0; i < count; i++) {
        REQUIRE(shares[i] >= 0 && shares[i] <= 1);
        weights[i] = (int64_t)(i * 7 % 5) - 2;
    }
    automata_free(shares);
    REQUIRE(automata_products_lightest(products, weights, decisions, count, 3, NULL, &lightest, &sums, &length, &error) == AUTOMATA_OK);
    REQUIRE(length <= 3 && (length == 0) == automata_products_is_empty(products));
    for (i = 0; i < length; i++) {
        int64_t sum = 0;
        for (size_t k = 0; k < count; k++)
            sum += lightest[i * count + k] > 0 ? weights[k] : 0;
        REQUIRE(sum == sums[i] && (i == 0 || sums[i - 1] <= sum));
        REQUIRE(automata_products_contains(other, lightest + i * count, count, &contained, &error) == AUTOMATA_OK && contained);
    }
    automata_free(lightest);
    automata_free(sums);
    budget.maximum_states = 2000;
    if (automata_fa_from_products(products, &budget, &automaton, &error) == AUTOMATA_OK) {
        REQUIRE(automata_fa_is_empty(automaton) == automata_products_is_empty(products));
        automata_fa_free(automaton);
    } else
        REQUIRE(error.status == AUTOMATA_ERROR_BUDGET_EXCEEDED && automaton == NULL);
    free(decisions);
    free(weights);
}

static void ask(const automata_products *products, size_t count, const automata_products *other)
{
    automata_integers *counts, *others;
    uint32_t *properties, *sets;
    automata_random *random;
    automata_feature_decision *sample;
    size_t length, i, k;
    REQUIRE(equal(automata_products_count(products), automata_products_count(other)));
    REQUIRE(automata_products_feature_counts(products, NULL, &counts, &error) == AUTOMATA_OK);
    REQUIRE(automata_products_feature_counts(other, NULL, &others, &error) == AUTOMATA_OK);
    REQUIRE(automata_integers_count(counts) == count && automata_integers_count(others) == count);
    for (i = 0; i < count; i++)
        REQUIRE(equal(automata_integers_item(counts, i), automata_integers_item(others, i)));
    automata_integers_free(others);
    REQUIRE(automata_products_feature_properties(products, NULL, &properties, &length, &error) == AUTOMATA_OK && length == count);
    REQUIRE(automata_products_atomic_sets(products, NULL, &sets, &length, &error) == AUTOMATA_OK && length == count);
    for (i = 0; i < count; i++) {
        bool is_dead = properties[i] & AUTOMATA_FEATURE_DEAD;
        REQUIRE(sets[i] == AUTOMATA_NO_FEATURE || is_dead == (automata_integer_sign(automata_integers_item(counts, i)) == 0));
    }
    automata_integers_free(counts);
    REQUIRE(automata_random_new(count, &random, &error) == AUTOMATA_OK);
    REQUIRE(automata_products_sample(products, random, 5, NULL, &sample, &error) == AUTOMATA_OK);
    REQUIRE((sample == NULL) == automata_products_is_empty(products));
    for (i = 0; sample != NULL && i < 5; i++) {
        automata_feature_decision *product = sample + i * count, *again, *nearest;
        automata_integer *rank;
        size_t changes;
        bool possible;
        REQUIRE(automata_products_can_complete(other, product, count, &possible, &error) == AUTOMATA_OK && possible);
        REQUIRE(automata_products_rank(products, product, count, NULL, &rank, &error) == AUTOMATA_OK && rank != NULL);
        REQUIRE(automata_products_unrank(other, rank, NULL, &again, &error) == AUTOMATA_OK && again != NULL);
        REQUIRE(memcmp(product, again, count) == 0);
        automata_integer_free(rank);
        automata_free(again);
        for (k = 0; k < count; k++) {
            REQUIRE(product[k] <= 0 || !(properties[k] & AUTOMATA_FEATURE_DEAD));
            REQUIRE(product[k] >= 0 || !(properties[k] & AUTOMATA_FEATURE_CORE));
        }
        for (k = 1; k < count; k++)
            REQUIRE(sets[k] == AUTOMATA_NO_FEATURE || sets[k] != sets[k - 1] || product[k] == product[k - 1]);
        product[i % count] = (automata_feature_decision)-product[i % count];
        REQUIRE(automata_products_nearest(products, product, count, NULL, &nearest, &changes, &error) == AUTOMATA_OK);
        REQUIRE(nearest != NULL && changes <= 1);
        automata_free(nearest);
        REQUIRE(automata_products_propagate(products, product, count, &possible, &error) == AUTOMATA_OK);
    }
    automata_free(sample);
    automata_random_free(random);
    automata_free(properties);
    automata_free(sets);
}

/* The tree, the groups and the texts of constraints agree with each other. */
static void look_at_structure(const automata_feature_model *model)
{
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    size_t children = 0, members = 0, i, k;
    automata_feature feature, count = (automata_feature)automata_feature_model_feature_names(model).count;
    budget.maximum_bytes = 1 << 20;
    for (feature = 0; feature < count; feature++) {
        const automata_feature_node node = automata_feature_model_node(model, feature);
        REQUIRE(strlen(node.place.path.data) == node.place.path.length && node.place.line > 0 && node.place.column > 0);
        REQUIRE(node.parent == automata_feature_model_parent(model, feature) && (node.group == AUTOMATA_NO_GROUP) == (feature == 0));
        REQUIRE(node.minimum_clones <= node.maximum_clones && (node.has_clones || node.maximum_clones == 1));
        for (i = 0; i < node.children.count; i++)
            REQUIRE(automata_feature_model_parent(model, node.children.items[i]) == feature);
        for (i = 0; i < node.attribute_count; i++)
            REQUIRE(node.attributes[i].name.data[node.attributes[i].name.length] == '\0');
        children += node.children.count;
    }
    for (i = 0; i < automata_feature_model_group_count(model); i++) {
        const automata_feature_group group = automata_feature_model_group(model, i);
        REQUIRE(group.minimum <= group.maximum && group.maximum <= group.members.count);
        for (k = 0; k < group.members.count; k++)
            REQUIRE(automata_feature_model_node(model, group.members.items[k]).group == i);
        members += group.members.count;
    }
    REQUIRE(children == count - 1 && members == children);
    for (i = 0; i < automata_feature_model_constraint_count(model) && i < 50; i++) {
        automata_feature_place place;
        char *text;
        size_t length;
        automata_status status = automata_feature_model_constraint_text(model, i, &budget, &text, &length, &place, &error);
        REQUIRE(status == AUTOMATA_OK ? text[length] == '\0' && place.line > 0 : status == AUTOMATA_ERROR_BUDGET_EXCEEDED && text == NULL);
        automata_free(text);
    }
}

/* Gives one model for each path of odd length. */
static bool load(const char *path, size_t length, automata_text *text, void *context)
{
    static const char model[] = "features\n\tA\n\t\tor\n\t\t\tB\n\t\t\tC {c 2}\nconstraints\n\tB => sum(c) > 1\n";
    (void)context;
    REQUIRE(path[length] == '\0');
    text->data = model;
    text->length = sizeof model - 1;
    return length % 2;
}

/* Looks at rules, and returns whether there are any, or features with decisions. */
static bool look_at_rules(automata_feature_rules *rules, size_t count, size_t constraint_count)
{
    automata_features features = automata_feature_rules_decisions(rules);
    bool is_there = rules != NULL;
    size_t i, number = automata_feature_rules_count(rules);
    for (i = 0; i < features.count; i++)
        REQUIRE(features.items[i] < count && (i == 0 || features.items[i] > features.items[i - 1]));
    for (i = 0; i < number; i++) {
        const automata_feature_rule *rule = automata_feature_rules_item(rules, i);
        bool is_constraint = rule->kind == AUTOMATA_FEATURE_RULE_CONSTRAINT;
        REQUIRE(is_constraint ? rule->feature == AUTOMATA_NO_FEATURE && rule->number < constraint_count : rule->feature < count);
        REQUIRE(rule->place.line > 0 && rule->place.column > 0 && is_utf8(rule->text.data, rule->text.length) && rule->text.length > 0);
        REQUIRE(i == 0 || rule->cause - automata_feature_rules_item(rules, i - 1)->cause <= 1);
    }
    automata_feature_rules_free(rules);
    return is_there;
}

static bool is_explained(const automata_feature_model *model, automata_feature_fact fact, uint32_t subject, const automata_feature_decision *decisions, size_t count)
{
    automata_feature_rules *rules = (automata_feature_rules *)&error;
    REQUIRE(automata_feature_model_explain(model, fact, subject, decisions, count, NULL, &rules, &error) == AUTOMATA_OK);
    return look_at_rules(rules, count, automata_feature_model_constraint_count(model));
}

/* Explanations agree with what the compiled products say, over all features. */
static void explain(const automata_feature_model *model, const automata_products *products, size_t count, input in)
{
    const size_t constraints = automata_feature_model_constraint_count(model);
    const bool is_void = automata_products_is_empty(products);
    uint32_t *properties, i;
    automata_feature_decision *decisions = calloc(count, 1);
    automata_feature_rules *rules;
    size_t length, number;
    bool possible, contained;
    REQUIRE(automata_products_feature_properties(products, NULL, &properties, &length, &error) == AUTOMATA_OK);
    for (i = 0; i < count && i < 20; i++) {
        REQUIRE(is_explained(model, AUTOMATA_FEATURE_FACT_SELECTED, i, NULL, count) == (is_void || (properties[i] & AUTOMATA_FEATURE_CORE)));
        REQUIRE(is_explained(model, AUTOMATA_FEATURE_FACT_DESELECTED, i, NULL, count) == !!(properties[i] & AUTOMATA_FEATURE_DEAD));
        bool is_false_optional = is_explained(model, AUTOMATA_FEATURE_FACT_FALSE_OPTIONAL, i, NULL, count);
        REQUIRE(is_false_optional || !(properties[i] & AUTOMATA_FEATURE_FALSE_OPTIONAL));
    }
    for (i = 0; i < constraints && i < 5; i++)
        is_explained(model, AUTOMATA_FEATURE_FACT_REDUNDANT, i, NULL, count);
    automata_free(properties);
    for (number = 0; number < 5; number++) {
        bool is_complete = number % 2;
        for (i = 0; i < count; i++) {
            uint8_t byte = take_byte(&in);
            decisions[i] = (automata_feature_decision)(is_complete || byte % 3 ? (byte & 64 ? 1 : -1) : 0);
        }
        REQUIRE(automata_products_can_complete(products, decisions, count, &possible, &error) == AUTOMATA_OK);
        REQUIRE(is_explained(model, AUTOMATA_FEATURE_FACT_CONTRADICTORY, 0, decisions, count) == !possible);
        REQUIRE(automata_products_contains(products, decisions, count, &contained, &error) == AUTOMATA_OK);
        REQUIRE(automata_feature_model_violations(model, decisions, count, &rules, &error) == AUTOMATA_OK);
        bool is_kept = automata_feature_rules_count(rules) == 0;
        look_at_rules(rules, count, constraints);
        REQUIRE(is_complete ? is_kept == contained : is_kept || !possible);
    }
    free(decisions);
}

/* A configurator of products and one of a solver agree, and end in products. */
static void configure(const automata_feature_model *model, const automata_products *products, size_t count, input in)
{
    automata_configurator *pair[2];
    automata_feature_decisions left, right;
    automata_status status = automata_configurator_from_products(products, &pair[0], &error);
    bool contained;
    REQUIRE(automata_configurator_from_feature_model(model, NULL, &pair[1], &error) == status);
    REQUIRE(status == AUTOMATA_OK || status == AUTOMATA_ERROR_INVALID_TEXT || (status == AUTOMATA_ERROR_REFUSED && automata_products_is_empty(products)));
    if (status != AUTOMATA_OK)
        return;
    for (int step = 0; step < 20; step++) {
        uint8_t byte = take_byte(&in);
        if (byte % 8 == 0) {
            status = automata_configurator_advance(pair[0], &error);
            REQUIRE(automata_configurator_advance(pair[1], &error) == status);
        } else {
            automata_feature feature = (automata_feature)(take_byte(&in) % count);
            automata_feature_decision decision = (automata_feature_decision)(byte % 3 - 1);
            bool is_open = automata_configurator_state(pair[0], feature) == AUTOMATA_FEATURE_STATE_OPEN && decision != 0
                && automata_configurator_binding_time(pair[0], feature) == automata_configurator_stage(pair[0]);
            status = automata_configurator_decide(pair[0], feature, decision, NULL, &error);
            REQUIRE(!is_open || status == AUTOMATA_OK);
            REQUIRE(automata_configurator_decide(pair[1], feature, decision, NULL, &error) == status);
        }
        REQUIRE(status == AUTOMATA_OK || status == AUTOMATA_ERROR_REFUSED);
        left = automata_configurator_decisions(pair[0]);
        right = automata_configurator_decisions(pair[1]);
        REQUIRE(left.count == count && right.count == count && memcmp(left.items, right.items, count) == 0);
        REQUIRE(automata_configurator_decided(pair[0]).count == automata_configurator_decided(pair[1]).count);
        automata_integer *of_decisions, *of_configurator;
        REQUIRE(automata_products_count_with(products, left.items, count, NULL, &of_decisions, &error) == AUTOMATA_OK);
        REQUIRE(automata_configurator_count(pair[0], NULL, &of_configurator, &error) == AUTOMATA_OK);
        REQUIRE(equal(of_decisions, of_configurator) && automata_integer_sign(of_decisions) > 0);
        automata_integer_free(of_decisions);
        automata_integer_free(of_configurator);
        REQUIRE(automata_configurator_count(pair[1], NULL, &of_configurator, &error) == AUTOMATA_OK && of_configurator == NULL);
    }
    for (int i = 0; i < 2; i++) {
        do
            REQUIRE(automata_configurator_complete(pair[i], NULL, &error) == AUTOMATA_OK);
        while (automata_configurator_advance(pair[i], &error) == AUTOMATA_OK);
        REQUIRE(automata_configurator_is_at_last_stage(pair[i]));
        left = automata_configurator_decisions(pair[i]);
        REQUIRE(automata_products_contains(products, left.items, count, &contained, &error) == AUTOMATA_OK && contained);
        automata_configurator_free(pair[i]);
    }
}

/* Saved products are loaded again, and answer the same; changed ones are refused, or answer somehow. */
static void save(const automata_feature_model *model, const automata_products *products, size_t count, input in)
{
    automata_products *loaded = NULL;
    uint32_t *properties;
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    uint8_t *bytes;
    size_t size, length;
    REQUIRE(automata_products_save(products, NULL, &bytes, &size, &error) == AUTOMATA_OK);
    REQUIRE(automata_products_load(bytes, size, model, NULL, &loaded, &error) == AUTOMATA_OK);
    ask(loaded, count, products);
    automata_products_free(loaded);
    for (size_t i = 0, place = (size_t)take_number(&in); i < 3; i++)
        bytes[(place % size + i) % size] = take_byte(&in);
    seal_object(bytes, size);
    budget.maximum_bytes = 64 << 20;
    if (automata_products_load(bytes, size, model, &budget, &loaded, &error) == AUTOMATA_OK) {
        if (automata_products_feature_properties(loaded, &budget, &properties, &length, &error) == AUTOMATA_OK)
            automata_free(properties);
        automata_products_free(loaded);
    }
    automata_free(bytes);
}

/* Each pair of decisions that a product has is in the sample. */
static void cover(const automata_products *products, size_t count)
{
    automata_feature_decision *sample, *decisions = calloc(count, 1);
    size_t size, i;
    REQUIRE(automata_products_covering_sample(products, 2, NULL, &sample, &size, &error) == AUTOMATA_OK);
    REQUIRE((size == 0) == automata_products_is_empty(products));
    for (size_t chosen = 0; chosen < 4 * (count - 1); chosen++) {
        size_t feature = chosen / 4;
        bool possible, covered = false;
        decisions[feature] = chosen & 1 ? 1 : -1;
        decisions[feature + 1] = chosen & 2 ? 1 : -1;
        REQUIRE(automata_products_can_complete(products, decisions, count, &possible, &error) == AUTOMATA_OK);
        for (i = 0; i < size; i++)
            covered |= sample[i * count + feature] == decisions[feature] && sample[i * count + feature + 1] == decisions[feature + 1];
        REQUIRE(possible == covered);
        decisions[feature] = decisions[feature + 1] = 0;
    }
    for (i = 0; i < size; i++)
        REQUIRE(automata_products_contains(products, sample + i * count, count, &(bool){false}, &error) == AUTOMATA_OK);
    automata_free(sample);
    free(decisions);
}

/* Compares models; products that one alone has keep its rules, and have causes. */
static void compare(const automata_feature_model *model, const automata_feature_model *other, size_t count, automata_feature_scope scope, bool are_same)
{
    automata_products_options options = AUTOMATA_PRODUCTS_OPTIONS_INIT;
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    automata_feature_comparison *comparison;
    budget.maximum_states = 20000;
    budget.maximum_bytes = 64 << 20;
    options.budget = &budget;
    options.scope = scope;
    if (automata_feature_comparison_new(model, other, &options, &comparison, &error) != AUTOMATA_OK) {
        REQUIRE(error.status == AUTOMATA_ERROR_BUDGET_EXCEEDED && comparison == NULL);
        return;
    }
    REQUIRE(!are_same || automata_feature_comparison_edit(comparison) == AUTOMATA_FEATURE_EDIT_REFACTORING);
    for (int side = AUTOMATA_SIDE_FIRST; side <= AUTOMATA_SIDE_SECOND; side++) {
        bool is_none = automata_integer_sign(automata_feature_comparison_count(comparison, (automata_side)side)) == 0;
        automata_features features = automata_feature_comparison_features(comparison, (automata_side)side);
        size_t feature_count = automata_feature_model_feature_names(side == AUTOMATA_SIDE_FIRST ? model : other).count;
        for (size_t i = 0; i < features.count; i++)
            REQUIRE(features.items[i] < feature_count && !are_same);
        const automata_feature_model *excluding = side == AUTOMATA_SIDE_FIRST ? other : model;
        automata_feature_decision *product;
        automata_feature_rules *rules;
        REQUIRE(automata_feature_comparison_first_product(comparison, (automata_side)side, &budget, &product, &error) == AUTOMATA_OK);
        REQUIRE(is_none == (product == NULL));
        if (product != NULL && side == AUTOMATA_SIDE_FIRST)
            REQUIRE(!is_explained(model, AUTOMATA_FEATURE_FACT_CONTRADICTORY, 0, product, count));
        automata_free(product);
        if (automata_feature_comparison_causes(comparison, (automata_side)side, &budget, &rules, &error) == AUTOMATA_OK) {
            REQUIRE((automata_feature_rules_count(rules) == 0) == is_none);
            look_at_rules(rules, automata_feature_model_feature_names(excluding).count, automata_feature_model_constraint_count(excluding));
        } else
            REQUIRE(error.status == AUTOMATA_ERROR_BUDGET_EXCEEDED);
    }
    automata_feature_comparison_free(comparison);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    automata_feature_model_options options = AUTOMATA_FEATURE_MODEL_OPTIONS_INIT;
    automata_feature_model *model = NULL;
    size_t notes = 0, count;
    if (size == 0)
        return 0;
    /* Tables from 200 on. */
    automata_feature_format format = (automata_feature_format)(data[0] < 200 ? data[0] % 5 : AUTOMATA_FEATURE_FORMAT_MARKDOWN + data[0] % 2);
    automata_feature_scope scope = (automata_feature_scope)(data[0] / 10 & 1);
    options.note = look;
    options.context = &notes;
    options.load = load;
    options.single_child = (automata_feature_single_child)(data[0] / 5 & 1);
    if (automata_feature_model_from_text((const char *)data + 1, size - 1, format, &options, &model, &error) != AUTOMATA_OK) {
        REQUIRE(model == NULL && is_utf8(error.message, strlen(error.message)));
        REQUIRE(error.status == AUTOMATA_ERROR_UNKNOWN_FORMAT || notes > 0);
        return 0;
    }
    REQUIRE(notes == 0);
    if (options.single_child == AUTOMATA_FEATURE_SINGLE_CHILD_OPTIONAL)
        look_at_features(model, &options, data + 1, size - 1, format);
    look_at_structure(model);
    model = unfold(model);
    if (model == NULL)
        return 0;
    count = automata_feature_model_feature_names(model).count;
    automata_products *products = compile(model, AUTOMATA_FEATURE_ENGINE_DECISION_DNNF, scope);
    automata_products *other = compile(model, AUTOMATA_FEATURE_ENGINE_LAYERED_DFA, scope);
    if (products != NULL && other != NULL) {
        ask(products, count, other);
        measure(products, count, other);
    }
    automata_products_free(other);
    if (products != NULL && scope == AUTOMATA_FEATURE_SCOPE_ALL_FEATURES && count <= 60) {
        input in = {data, size};
        explain(model, products, count, in);
        configure(model, products, count, in);
        save(model, products, count, in);
        if (count <= 20)
            cover(products, count);
    }
    for (int target = AUTOMATA_FEATURE_FORMAT_UVL; target <= AUTOMATA_FEATURE_FORMAT_CSV; target++) {
        automata_feature_model *again;
        char *text;
        size_t length;
        if (automata_feature_model_text(model, (automata_feature_format)target, NULL, &text, &length, &error) != AUTOMATA_OK) {
            REQUIRE(target != AUTOMATA_FEATURE_FORMAT_JSON);
            continue;
        }
        REQUIRE(automata_feature_model_from_text(text, length, (automata_feature_format)target, NULL, &again, &error) == AUTOMATA_OK);
        /* Features that aren't the model's own may stand for what a format lacks. */
        if (products != NULL && scope == AUTOMATA_FEATURE_SCOPE_ALL_FEATURES && automata_feature_model_feature_names(again).count == count) {
            automata_products *same = compile(again, AUTOMATA_FEATURE_ENGINE_AUTOMATIC, scope);
            REQUIRE(same == NULL || equal(automata_products_count(products), automata_products_count(same)));
            automata_products_free(same);
        }
        if (products != NULL && count <= 60)
            compare(model, again, count, scope, target == AUTOMATA_FEATURE_FORMAT_JSON);
        automata_free(text);
        automata_feature_model_free(again);
    }
    automata_products_free(products);
    automata_feature_model_free(model);
    return 0;
}
