/* The structure of feature models: the tree, groups, attributes, constraints, and imported models. */
#include "feature_models.h"

static const char house[] =
    "imports\n\tparts.lock as front\nfeatures\n\tHouse {abstract, area 80.5, owner 'Eva', rooms ['hall', 2], heat {kind 'gas', on true}}\n"
    "\t\tmandatory\n\t\t\tfront.Lock\n\t\t\tRoof\n\t\t[0..2]\n\t\t\tGarden\n\t\t\tPool cardinality [2..*]\n\t\t\tSauna cardinality [0..3]\n"
    "\t\toptional\n\t\t\tInteger Floors {values [1, 2]}\nconstraints\n\tfront.Key => !Garden\n\tlen('ab') + Floors > 3\n";
static const char lock[] = "features\n\tLock\n\t\tor\n\t\t\tKey\n\t\t\tCode\nconstraints\n\tKey | Code\n";

/* What the callback gives, and how often it was asked. */
typedef struct source {
    const char *text;
    int calls;
} source;

static bool give(const char *path, size_t length, automata_text *text, void *context) {
    source *from = (source *)context;
    from->calls++;
    CHECK_TEXT("parts/lock.uvl", path);
    CHECK(strlen(path) == length);
    if (from->text == NULL) return false;
    text->data = from->text;
    text->length = strlen(from->text);
    return true;
}

static automata_status read(const char *text, source *from, automata_feature_model **model) {
    automata_feature_model_options options = AUTOMATA_FEATURE_MODEL_OPTIONS_INIT;
    options.input_name = "house.uvl";
    options.load = give;
    options.context = from;
    return automata_feature_model_from_text(text, AUTOMATA_ZERO_TERMINATED, AUTOMATA_FEATURE_FORMAT_UVL, &options, model, &error);
}

/* The names of features, with commas between them. */
static const char *names_of(const automata_feature_model *model, automata_features features) {
    static char text[400];
    size_t i, at = 0;
    text[0] = '\0';
    for (i = 0; i < features.count; i++)
        at += (size_t)snprintf(text + at, sizeof text - at, "%s%s", i ? "," : "", automata_feature_model_node(model, features.items[i]).name.data);
    return text;
}

static void check_group(const automata_feature_model *model, size_t number, int kind, size_t minimum, size_t maximum, const char *members) {
    const automata_feature_group group = automata_feature_model_group(model, number);
    CHECK(group.kind == (automata_feature_group_kind)kind && group.minimum == minimum && group.maximum == maximum && group.place.line > 0);
    CHECK_TEXT(members, names_of(model, group.members));
}

static void check_constraint(const automata_feature_model *model, size_t number, const char *wanted, const char *path, uint64_t line) {
    automata_feature_place place;
    char *text = NULL;
    size_t length = 0;
    CHECK_OK(automata_feature_model_constraint_text(model, number, NULL, &text, &length, &place, &error));
    CHECK_TEXT(wanted, text);
    CHECK(strlen(text) == length && place.line == line && place.column == 2);
    CHECK_TEXT(path, place.path.data);
    automata_free(text);
}

static void test_tree(void) {
    source from = {lock, 0};
    automata_feature_model *model = NULL;
    automata_feature_node node;
    const automata_feature_attribute *heat;
    char *text = NULL;
    size_t length = 0;
    CHECK_OK(read(house, &from, &model));
    CHECK(from.calls == 1 && automata_feature_model_group_count(model) == 5);

    node = automata_feature_model_node(model, 0);
    CHECK_TEXT("House", node.name.data);
    CHECK(node.parent == AUTOMATA_NO_FEATURE && node.group == AUTOMATA_NO_GROUP && node.is_abstract && !node.has_clones);
    CHECK(node.group_count == 3 && node.groups[0] == 0 && node.groups[1] == 2 && node.groups[2] == 3);
    CHECK_TEXT("front.Lock,Roof,Garden,Pool,Sauna,Floors", names_of(model, node.children));
    CHECK(node.place.path.length == 0 && node.place.line == 4 && node.place.column == 2);
    CHECK(node.attribute_count == 4);
    CHECK_TEXT("area", node.attributes[0].name.data);
    CHECK(node.attributes[0].kind == AUTOMATA_FEATURE_VALUE_NUMBER && node.attributes[0].number == 80.5);
    CHECK_TEXT("Eva", node.attributes[1].text.data);
    CHECK(node.attributes[2].kind == AUTOMATA_FEATURE_VALUE_LIST && node.attributes[2].item_count == 2);
    CHECK_TEXT("hall", node.attributes[2].items[0].text.data);
    CHECK(node.attributes[2].items[0].name.length == 0 && node.attributes[2].items[1].number == 2);
    heat = &node.attributes[3];
    CHECK(heat->kind == AUTOMATA_FEATURE_VALUE_ATTRIBUTES && heat->item_count == 2);
    CHECK_TEXT("kind", heat->items[0].name.data);
    CHECK(heat->items[1].kind == AUTOMATA_FEATURE_VALUE_BOOLEAN && heat->items[1].boolean && heat->items[1].items == NULL);

    check_group(model, 0, AUTOMATA_FEATURE_GROUP_MANDATORY, 2, 2, "front.Lock,Roof");
    check_group(model, 1, AUTOMATA_FEATURE_GROUP_OR, 1, 2, "front.Key,front.Code");
    check_group(model, 2, AUTOMATA_FEATURE_GROUP_CARDINALITY, 0, 2, "Garden,Pool,Sauna");
    check_group(model, 3, AUTOMATA_FEATURE_GROUP_OPTIONAL, 0, 1, "Floors");
    check_group(model, 4, AUTOMATA_FEATURE_GROUP_ALTERNATIVE, 1, 1, "Floors.1,Floors.2");
    CHECK_TEXT("parts/lock.uvl", automata_feature_model_group(model, 1).place.path.data);

    node = automata_feature_model_node(model, feature_of(model, "Pool"));
    CHECK(node.parent == 0 && node.group == 2 && node.has_clones && node.minimum_clones == 2 && node.maximum_clones == UINT64_MAX);
    node = automata_feature_model_node(model, feature_of(model, "Sauna"));
    CHECK(node.minimum_clones == 0 && node.maximum_clones == 3 && node.children.items == NULL && node.groups == NULL);
    node = automata_feature_model_node(model, feature_of(model, "Floors"));
    CHECK(node.type == AUTOMATA_FEATURE_TYPE_INTEGER && node.minimum_clones == 1 && node.maximum_clones == 1);
    node = automata_feature_model_node(model, feature_of(model, "front.Key"));
    CHECK_TEXT("parts/lock.uvl", node.place.path.data);
    CHECK(node.place.line == 4 && node.place.column == 4);
    node = automata_feature_model_node(model, UINT32_MAX);
    CHECK(node.name.data == NULL && node.parent == AUTOMATA_NO_FEATURE && node.group == AUTOMATA_NO_GROUP);
    CHECK(automata_feature_model_group(model, 5).members.count == 0 && automata_feature_model_group(model, SIZE_MAX).members.items == NULL);

    CHECK(automata_feature_model_constraint_count(model) == 3);
    check_constraint(model, 0, "front.Key | front.Code", "parts/lock.uvl", 7);
    check_constraint(model, 1, "front.Key => !Garden", "", 15);
    check_constraint(model, 2, "len('ab') + Floors > 3", "", 16);
    CHECK_STATUS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_feature_model_constraint_text(model, 3, NULL, &text, &length, NULL, &error));
    CHECK_TEXT("there is no constraint 3; the model has 3, counted from 0", error.message);
    CHECK(text == NULL && length == 0);
    automata_feature_model_free(model);
}

/* Problems of imports have the place of the import, or the place in the imported text. */
static void test_imports(void) {
    static const char *const cyclic = "imports\n\tparts.lock as again\nfeatures\n\tLock\n\t\toptional\n\t\t\tagain.Lock\n";
    source from = {NULL, 0};
    automata_feature_model *model = NULL;
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_TEXT, read(house, &from, &model));
    CHECK(error.line == 2 && error.column == 2 && model == NULL);
    CHECK(strncmp(error.message, "house.uvl:2:2: 'parts/lock.uvl' can't be read: the program has no such text; add it, or remove the import", 98) == 0);
    from.text = cyclic;
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_TEXT, read(house, &from, &model));
    CHECK(strncmp(error.message, "parts/lock.uvl:2:2: a model imports itself: 'parts/lock.uvl' imports 'parts/lock.uvl'", 84) == 0);
    from.text = "features\n\tLock\n\t\tor\n";
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_TEXT, read(house, &from, &model));
    CHECK(strncmp(error.message, "parts/lock.uvl:3:3: a group has no members", 42) == 0);
}

static int cancel_late(uint64_t built, uint64_t pending, void *context) {
    (void)built;
    (void)pending;
    return ++*(int *)context > 20;
}

/* A text with many variables, and a constraint with many operands, are read and written at the pace of a callback. */
static void test_pace(void) {
    enum { COUNT = 200000 };
    char *text = (char *)malloc(12 * COUNT + 100), *written = NULL;
    automata_feature_model_options options = AUTOMATA_FEATURE_MODEL_OPTIONS_INIT;
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    automata_feature_model *model = NULL;
    size_t length = 0;
    int i, at = sprintf(text, "p cnf %d 1\n", COUNT), calls = 0;
    for (i = 1; i <= COUNT; i++) at += sprintf(text + at, "%d ", i);
    at += sprintf(text + at, "0\n");
    budget.progress = cancel_late;
    budget.context = &calls;
    options.budget = &budget;
    CHECK_STATUS(AUTOMATA_ERROR_CANCELLED, automata_feature_model_from_text(text, (size_t)at, AUTOMATA_FEATURE_FORMAT_DIMACS, &options, &model, &error));
    CHECK(calls == 21 && model == NULL);
    CHECK_OK(automata_feature_model_from_text(text, (size_t)at, AUTOMATA_FEATURE_FORMAT_DIMACS, NULL, &model, &error));
    for (i = AUTOMATA_FEATURE_FORMAT_UVL; i <= AUTOMATA_FEATURE_FORMAT_JSON; i++) {
        calls = 0;
        CHECK_STATUS(AUTOMATA_ERROR_CANCELLED, automata_feature_model_text(model, (automata_feature_format)i, &budget, &written, &length, &error));
        CHECK(calls == 21 && written == NULL);
    }
    calls = 0;
    CHECK_STATUS(AUTOMATA_ERROR_CANCELLED, automata_feature_model_constraint_text(model, 0, &budget, &written, &length, NULL, &error));
    CHECK(calls == 21 && written == NULL);
    CHECK_OK(automata_feature_model_constraint_text(model, 0, NULL, &written, &length, NULL, &error));
    CHECK(length > 6 * COUNT);
    automata_free(written);
    automata_feature_model_free(model);
    free(text);
}

/* Chains of one operator are as long as you like. */
static void test_chains(void) {
    static const char *const operators[] = {" & ", " | ", " <=> ", " => ", " + ", " - ", " * "};
    enum { COUNT = 3000 };
    char *text = (char *)malloc(40 * COUNT);
    size_t i;
    for (i = 0; i < sizeof operators / sizeof *operators; i++) {
        const bool is_sum = i >= 4;
        automata_feature_model *model = NULL;
        int k, at = sprintf(text, "features\n\tR\n\t\toptional\n");
        for (k = 0; k < COUNT; k++) at += sprintf(text + at, "\t\t\tF%d {c 1}\n", k);
        at += sprintf(text + at, "constraints\n\t");
        for (k = 0; k < COUNT; k++) at += sprintf(text + at, "%sF%d%s", k ? operators[i] : "", k, is_sum ? ".c" : "");
        sprintf(text + at, "%s\n", is_sum ? " > 3" : "");
        if (i < 6) {
            CHECK_OK(automata_feature_model_from_text(text, AUTOMATA_ZERO_TERMINATED, AUTOMATA_FEATURE_FORMAT_UVL, NULL, &model, &error));
        } else {
            /* A product of so many numbers isn't exact. */
            CHECK_STATUS(AUTOMATA_ERROR_INVALID_TEXT,
                         automata_feature_model_from_text(text, AUTOMATA_ZERO_TERMINATED, AUTOMATA_FEATURE_FORMAT_UVL, NULL, &model, &error));
        }
        automata_feature_model_free(model);
    }
    free(text);
}

int main(void) {
    test_tree();
    test_imports();
    test_pace();
    test_chains();
    return check_done();
}
