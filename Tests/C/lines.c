/* Products of product lines: what a derivation makes, what it asks the program for, and what it refuses. */
#include "feature_models.h"

/* The texts of Examples/ProductLine. */
static char line_text[20000], product_text[8000];

/* What the callback is asked, and the name of the file that it lacks. */
typedef struct folder {
    const char *missing;
    int calls;
} folder;

static size_t read_file(const char *path, char *text, size_t capacity) {
    FILE *file = fopen(path, "rb");
    size_t size = 0;
    if (file == NULL) return SIZE_MAX;
    size = fread(text, 1, capacity, file);
    fclose(file);
    return size;
}

static bool load(const char *path, size_t length, bool is_of_product, automata_text *content, void *context) {
    static char text[100000];
    char full[200];
    folder *from = (folder *)context;
    from->calls++;
    CHECK(strlen(path) == length && strstr(path, "..") == NULL);
    if (from->missing != NULL && strcmp(path, from->missing) == 0) return false;
    snprintf(full, sizeof full, "Examples/ProductLine/%s%s", is_of_product ? "products/shredder/" : "", path);
    content->data = text;
    content->length = read_file(full, text, sizeof text);
    return content->length != SIZE_MAX;
}

static automata_products *products(automata_feature_scope scope) {
    automata_products_options options = AUTOMATA_PRODUCTS_OPTIONS_INIT;
    automata_feature_model *model = example("companion.uvl");
    automata_products *products = NULL;
    options.scope = scope;
    CHECK_OK(automata_products_new(model, &options, &products, &error));
    automata_feature_model_free(model);
    return products;
}

static automata_status derive(const automata_derivation_options *options, const char *product, automata_derivation **derivation) {
    automata_products *all = products(AUTOMATA_FEATURE_SCOPE_ALL_FEATURES);
    const automata_status status = automata_derivation_new(
        all, line_text, AUTOMATA_ZERO_TERMINATED, product, AUTOMATA_ZERO_TERMINATED, options, derivation, &error);
    automata_products_free(all);
    return status;
}

static void test_files(void) {
    static const char *const paths[] = {
        "Package.swift", "Sources/Shredder/Resources/background.svg", "Sources/Shredder/Resources/icon.svg",
        "Sources/Shredder/Resources/logo.svg", "Sources/Shredder/ShredderConfiguration.swift",
        "Sources/Shredder/ShredderFileList.swift", "Sources/Shredder/main.swift", "features.txt"};
    automata_derivation_options options = AUTOMATA_DERIVATION_OPTIONS_INIT;
    automata_derivation *derivation = NULL;
    automata_derived_product product;
    folder from = {NULL, 0};
    size_t i;
    options.load = load;
    options.context = &from;
    options.line_folder = "../..";
    CHECK_OK(derive(&options, product_text, &derivation));
    product = automata_derivation_product(derivation);
    CHECK_TEXT("Shredder", product.name.data);
    CHECK_TEXT("at.example.shredder", product.identifier.data);
    CHECK_TEXT("1.4", product.version.data);
    CHECK_TEXT("3.2", product.build.data);
    CHECK(product.core_changes == 0 && product.configurations == 3 && product.overridden_types == 4);
    CHECK(product.new_types == 2 && product.resources == 3 && product.style_lines == 54);
    CHECK(automata_derivation_file_count(derivation) == sizeof paths / sizeof *paths);
    for (i = 0; i < sizeof paths / sizeof *paths; i++) {
        const automata_derived_file file = automata_derivation_file(derivation, i);
        CHECK_TEXT(paths[i], file.path.data);
        CHECK(file.content.length > 0 && strlen(file.content.data) == file.content.length);
    }
    CHECK(strstr(automata_derivation_file(derivation, 0).content.data, "path: \"../../Core\"") != NULL);
    CHECK(strncmp(automata_derivation_file(derivation, 7).content.data, "Companion\n", 10) == 0);
    CHECK(automata_derivation_file(derivation, 8).path.data == NULL && automata_derivation_file(derivation, SIZE_MAX).content.data == NULL);
    CHECK(automata_derivation_decisions(derivation).count > 23 && automata_derivation_decisions(derivation).items[0] == 1);
    automata_derivation_free(derivation);
}

static void count_notes(const char *text, void *context) {
    CHECK(text[0] != '\0');
    ++((folder *)context)->calls;
}

static void test_refusals(void) {
    automata_derivation_options options = AUTOMATA_DERIVATION_OPTIONS_INIT;
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    automata_derivation *derivation = NULL;
    automata_products *concrete = products(AUTOMATA_FEATURE_SCOPE_CONCRETE_FEATURES);
    folder from = {"logo.svg", 0};
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, derive(NULL, product_text, &derivation));
    options.load = load;
    options.context = &from;
    options.product_name = "shredder.product";
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_derivation_new(
        concrete, line_text, AUTOMATA_ZERO_TERMINATED, product_text, AUTOMATA_ZERO_TERMINATED, &options, &derivation, &error));
    automata_products_free(concrete);
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_TEXT, derive(&options, product_text, &derivation));
    CHECK(derivation == NULL && error.line == 13 && error.column == 29);
    CHECK_TEXT("shredder.product:13:29: can't read 'logo.svg': the program has no such file; add it, or fix the name", error.message);
    options.note = count_notes;
    from.missing = NULL;
    from.calls = 0;
    options.load = load;
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_TEXT, derive(&options, "{\"Name\": \"x y\", \"Features\": [\"Delta\", \"Nothing\"]}", &derivation));
    CHECK(strncmp(error.message, "shredder.product:1:1: expected the keys 'Identifier', 'Version'; add them; shredder.product:1:10: invalid program name", 100) == 0);
    CHECK(from.calls > 3);
    options.budget = &budget;
    budget.maximum_bytes = 100000;
    CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED, derive(&options, product_text, &derivation));
}

int main(void) {
    line_text[read_file("Examples/ProductLine/companion.line", line_text, sizeof line_text - 1)] = '\0';
    product_text[read_file("Examples/ProductLine/products/shredder/shredder.product", product_text, sizeof product_text - 1)] = '\0';
    test_files();
    test_refusals();
    return check_done();
}
