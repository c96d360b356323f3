/* A phone product line: which phones are there, what follows from a choice, and which ones to test? */
#include <automata_features.h>
#include <stdio.h>

static const char model_text[] =
    "features\n"
    "\tPhone {abstract}\n"
    "\t\tmandatory\n"
    "\t\t\tCalls\n"
    "\t\t\tScreen {abstract}\n"
    "\t\t\t\talternative\n"
    "\t\t\t\t\tBasic\n"
    "\t\t\t\t\tColor\n"
    "\t\t\t\t\t\"High resolution\"\n"
    "\t\toptional\n"
    "\t\t\tGPS\n"
    "\t\t\tMedia {abstract}\n"
    "\t\t\t\tor\n"
    "\t\t\t\t\tCamera\n"
    "\t\t\t\t\tMP3\n"
    "constraints\n"
    "\tCamera => \"High resolution\"\n"
    "\tGPS => !Basic\n";

enum { MOST_FEATURES = 16 };

/* Prints the concrete features that are selected. */
static void print(const automata_feature_model *model, const automata_feature_decision *decisions) {
    const automata_names names = automata_feature_model_feature_names(model);
    const char *comma = "";
    automata_feature feature;
    for (feature = 0; feature < names.count; feature++) {
        if (decisions[feature] != AUTOMATA_FEATURE_DECISION_SELECTED || automata_feature_model_is_abstract(model, feature)) continue;
        printf("%s%s", comma, names.items[feature].data);
        comma = ", ";
    }
    printf("\n");
}

int main(void) {
    automata_feature_model *model = NULL;
    automata_products *products = NULL;
    automata_random *random = NULL;
    automata_feature_decision choice[MOST_FEATURES] = {0}, *nearest = NULL, *sample = NULL;
    automata_feature camera, gps, basic;
    automata_error error;
    char *digits = NULL;
    size_t length, count, changes, i;
    bool possible;

    if (automata_feature_model_from_text(model_text, sizeof model_text - 1, AUTOMATA_FEATURE_FORMAT_UVL, NULL, &model, &error) ||
        automata_products_new(model, NULL, &products, &error) ||
        automata_integer_text(automata_products_count(products), NULL, &digits, &length, &error))
        goto failed;
    count = automata_feature_model_feature_names(model).count;
    if (count > MOST_FEATURES) return 1;
    printf("%s phones\n", digits);

    if (automata_feature_model_find_feature(model, "Camera", 6, &camera, &error) ||
        automata_feature_model_find_feature(model, "GPS", 3, &gps, &error) ||
        automata_feature_model_find_feature(model, "Basic", 5, &basic, &error))
        goto failed;
    /* A customer wants a camera. */
    choice[camera] = AUTOMATA_FEATURE_DECISION_SELECTED;
    if (automata_products_propagate(products, choice, count, &possible, &error)) goto failed;
    printf("with a camera: ");
    print(model, choice);

    /* Another one wants a basic screen and GPS, which no phone has. */
    for (i = 0; i < count; i++) choice[i] = AUTOMATA_FEATURE_DECISION_OPEN;
    choice[basic] = choice[gps] = AUTOMATA_FEATURE_DECISION_SELECTED;
    if (automata_products_can_complete(products, choice, count, &possible, &error) ||
        automata_products_nearest(products, choice, count, NULL, &nearest, &changes, &error))
        goto failed;
    printf("basic, with GPS: %s; %zu change away: ", possible ? "yes" : "no", changes);
    print(model, nearest);

    /* The same seed draws the same phones. */
    if (automata_random_new(2026, &random, &error) ||
        automata_products_sample(products, random, 3, NULL, &sample, &error))
        goto failed;
    printf("to be tested:\n");
    for (i = 0; i < 3; i++) print(model, sample + i * count);

    automata_free(sample);
    automata_random_free(random);
    automata_free(nearest);
    automata_free(digits);
    automata_products_free(products);
    automata_feature_model_free(model);
    return 0;

failed:
    fprintf(stderr, "%s\n", error.message);
    return 1;
}
