/* A configurator: shows the tree of a feature model, takes decisions one by one, and explains why some are refused. */
#include <automata_features.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static automata_error error;
/* Prints a feature and what is below it: + and - are decided or follow, ? is open; * was decided by the user. */
static void print(const automata_feature_model *model, const automata_configurator *configurator, automata_feature feature, int depth) {
    static const char *const kinds[] = {"", "", "or", "one of", "some of"};
    const automata_feature_node node = automata_feature_model_node(model, feature);
    const automata_feature_decision decision = automata_configurator_decisions(configurator).items[feature];
    size_t g, i;
    printf("%*s%c %s%s\n", 2 * depth, "", decision > 0 ? '+' : decision < 0 ? '-' : '?', node.name.data,
           automata_configurator_state(configurator, feature) == AUTOMATA_FEATURE_STATE_DECIDED ? " *" : "");
    for (g = 0; g < node.group_count; g++) {
        const automata_feature_group group = automata_feature_model_group(model, node.groups[g]);
        if (*kinds[group.kind]) printf("%*s(%s)\n", 2 * depth + 2, "", kinds[group.kind]);
        for (i = 0; i < group.members.count; i++) print(model, configurator, group.members.items[i], depth + 1);
    }
}

/* Explains why the decisions of the user exclude another one. */
static void explain(const automata_feature_model *model, const automata_configurator *configurator, automata_feature feature, bool select) {
    const automata_feature_decisions all = automata_configurator_decisions(configurator);
    const automata_features decided = automata_configurator_decided(configurator);
    automata_feature_decision *decisions = (automata_feature_decision *)calloc(all.count, 1);
    automata_feature_rules *rules = NULL;
    size_t i;
    for (i = 0; i < decided.count; i++) decisions[decided.items[i]] = all.items[decided.items[i]];
    if (automata_feature_model_explain(model, select ? AUTOMATA_FEATURE_FACT_DESELECTED : AUTOMATA_FEATURE_FACT_SELECTED, feature, decisions, all.count, NULL, &rules, &error))
        printf("  %s\n", error.message);
    for (i = 0; i < automata_feature_rules_count(rules); i++) printf("  because %s\n", automata_feature_rules_item(rules, i)->text.data);
    automata_feature_rules_free(rules);
    free(decisions);
}

int main(int argc, char **argv) {
    static const char *const choices[] = {"+Camera", "+Basic", "-SIM", "+eSIM"};
    automata_feature_model *model = NULL;
    automata_configurator *configurator = NULL;
    size_t i;
    if (automata_feature_model_from_file(argc > 1 ? argv[1] : "features/phone.uvl", AUTOMATA_FEATURE_FORMAT_GUESS, NULL, &model, &error) ||
        automata_configurator_from_feature_model(model, NULL, &configurator, &error)) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    for (i = 0; i < sizeof choices / sizeof *choices; i++) {
        const bool select = choices[i][0] == '+';
        automata_feature feature;
        printf("%s\n", choices[i]);
        if (automata_feature_model_find_feature(model, choices[i] + 1, strlen(choices[i] + 1), &feature, &error)) continue;
        if (automata_configurator_decide(configurator, feature, select ? AUTOMATA_FEATURE_DECISION_SELECTED : AUTOMATA_FEATURE_DECISION_DESELECTED, NULL, &error))
            explain(model, configurator, feature, select);
    }
    print(model, configurator, 0, 0);
    automata_configurator_free(configurator);
    automata_feature_model_free(model);
    return 0;
}
