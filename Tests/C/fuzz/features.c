/*
 * Feature models: the first byte chooses format and options, the rest is the text. What is read is written in every format and read
 * again, with the same number of products; it is compiled by each engine, which must agree on every question.
 */
#include "support.h"

static automata_error error;

static void look(const char *note, void *context)
{
    REQUIRE(is_utf8(note, strlen(note)));
    ++*(size_t *)context;
}

static automata_products *compile(const automata_feature_model *model, automata_product_engine engine, automata_product_scope scope)
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

static bool equal(const automata_integer *left, const automata_integer *right)
{
    automata_limbs a = automata_integer_limbs(left), b = automata_integer_limbs(right);
    return a.count == b.count && (a.count == 0 || memcmp(a.items, b.items, a.count * sizeof *a.items) == 0);
}

static void ask(const automata_products *products, size_t count, const automata_products *other)
{
    automata_integers *counts, *others;
    uint32_t *properties, *sets;
    automata_random *random;
    automata_decision *sample;
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
        automata_decision *product = sample + i * count, *again, *nearest;
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
        product[i % count] = (automata_decision)-product[i % count];
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    automata_feature_model_options options = AUTOMATA_FEATURE_MODEL_OPTIONS_INIT;
    automata_feature_model *model = NULL;
    size_t notes = 0, count;
    if (size == 0)
        return 0;
    automata_feature_format format = (automata_feature_format)(data[0] % 5);
    automata_product_scope scope = (automata_product_scope)(data[0] / 10 & 1);
    options.note = look;
    options.context = &notes;
    options.single_child = (automata_single_child)(data[0] / 5 & 1);
    if (automata_feature_model_read((const char *)data + 1, size - 1, format, &options, &model, &error) != AUTOMATA_OK) {
        REQUIRE(model == NULL && is_utf8(error.message, strlen(error.message)));
        REQUIRE(error.status == AUTOMATA_ERROR_UNKNOWN_FORMAT || notes > 0);
        return 0;
    }
    REQUIRE(notes == 0);
    count = automata_feature_model_feature_names(model).count;
    automata_products *products = compile(model, AUTOMATA_ENGINE_DECISION_DNNF, scope);
    automata_products *other = compile(model, AUTOMATA_ENGINE_LAYERED_DFA, scope);
    if (products != NULL && other != NULL)
        ask(products, count, other);
    automata_products_free(other);
    for (int target = AUTOMATA_FEATURE_FORMAT_UVL; target <= AUTOMATA_FEATURE_FORMAT_JSON; target++) {
        automata_feature_model *again;
        char *text;
        size_t length;
        if (automata_feature_model_text(model, (automata_feature_format)target, &text, &length, &error) != AUTOMATA_OK) {
            REQUIRE(target != AUTOMATA_FEATURE_FORMAT_JSON);
            continue;
        }
        REQUIRE(automata_feature_model_read(text, length, (automata_feature_format)target, NULL, &again, &error) == AUTOMATA_OK);
        /* Features that aren't the model's own may stand for what a format lacks. */
        if (products != NULL && scope == AUTOMATA_SCOPE_ALL_FEATURES && automata_feature_model_feature_names(again).count == count) {
            automata_products *same = compile(again, AUTOMATA_ENGINE_AUTOMATIC, scope);
            REQUIRE(same == NULL || equal(automata_products_count(products), automata_products_count(same)));
            automata_products_free(same);
        }
        automata_free(text);
        automata_feature_model_free(again);
    }
    automata_products_free(products);
    automata_feature_model_free(model);
    return 0;
}
