/* What the programs share that ask feature models: the examples, and products by their names. */
#ifndef FEATURE_MODELS_H
#define FEATURE_MODELS_H

#include "check.h"

static automata_error error;

static inline automata_feature_model *model_of(const char *text) {
    automata_feature_model *model = NULL;
    CHECK_OK(automata_feature_model_from_text(text, AUTOMATA_ZERO_TERMINATED, AUTOMATA_FEATURE_FORMAT_GUESS, NULL, &model, &error));
    return model;
}

/* A model in Examples/features. */
static inline automata_feature_model *example(const char *name) {
    automata_feature_model *model = NULL;
    char path[80];
    snprintf(path, sizeof path, "Examples/features/%s", name);
    CHECK_OK(automata_feature_model_from_file(path, AUTOMATA_FEATURE_FORMAT_GUESS, NULL, &model, &error));
    return model;
}

static inline automata_feature feature_of(const automata_feature_model *model, const char *name) {
    automata_feature feature = 0;
    CHECK_OK(automata_feature_model_find_feature(model, name, AUTOMATA_ZERO_TERMINATED, &feature, &error));
    return feature;
}

static inline size_t feature_count(const automata_feature_model *model) {
    return automata_feature_model_feature_names(model).count;
}

static inline automata_products *products_of(const automata_feature_model *model) {
    automata_products *products = NULL;
    CHECK_OK(automata_products_new(model, NULL, &products, &error));
    return products;
}

/* Decisions about features: `names` is a list such as "+Camera -Basic", without spaces in names. */
static inline automata_feature_decision *decisions_of(const automata_feature_model *model, const char *names) {
    automata_feature_decision *decisions = (automata_feature_decision *)calloc(feature_count(model), sizeof *decisions);
    char name[80];
    int length;
    while (sscanf(names, " %79s%n", name, &length) == 1) {
        decisions[feature_of(model, name + 1)] = name[0] == '+' ? AUTOMATA_FEATURE_DECISION_SELECTED : AUTOMATA_FEATURE_DECISION_DESELECTED;
        names += length;
    }
    return decisions;
}

/* The names of the selected features with commas between them, until the next call. */
static inline const char *selected(const automata_feature_model *model, const automata_feature_decision *decisions) {
    static char text[1000];
    const automata_names names = automata_feature_model_feature_names(model);
    size_t i, at = 0;
    text[0] = '\0';
    for (i = 0; decisions != NULL && i < names.count; i++)
        if (decisions[i] == AUTOMATA_FEATURE_DECISION_SELECTED)
            at += (size_t)snprintf(text + at, sizeof text - at, "%s%s", at ? "," : "", names.items[i].data);
    return text;
}

static inline void check_number(const automata_integer *number, const char *wanted) {
    char *digits = NULL;
    size_t length = 0;
    CHECK(number != NULL);
    if (number == NULL) return;
    CHECK_OK(automata_integer_text(number, NULL, &digits, &length, &error));
    CHECK_TEXT(wanted, digits);
    automata_free(digits);
}

/* Rules as lines of "cause kind feature number line:column text", and the features with decisions. */
static inline void check_rules(const automata_feature_rules *rules, const char *wanted, const char *decisions) {
    char text[4000];
    const automata_features features = automata_feature_rules_decisions(rules);
    size_t i, at = 0;
    text[0] = '\0';
    for (i = 0; i < automata_feature_rules_count(rules); i++) {
        const automata_feature_rule *rule = automata_feature_rules_item(rules, i);
        CHECK(strlen(rule->text.data) == rule->text.length);
        at += (size_t)snprintf(text + at, sizeof text - at, "%zu %d %d %zu %d:%d %s\n", rule->cause, (int)rule->kind, (int)rule->feature,
                               rule->number, (int)rule->place.line, (int)rule->place.column, rule->text.data);
    }
    CHECK(automata_feature_rules_item(rules, i) == NULL && automata_feature_rules_item(rules, SIZE_MAX) == NULL);
    CHECK_TEXT(wanted, text);
    text[0] = '\0';
    for (i = at = 0; i < features.count; i++) at += (size_t)snprintf(text + at, sizeof text - at, "%s%u", i ? "," : "", (unsigned)features.items[i]);
    CHECK_TEXT(decisions, text);
}

#endif
