/*
 * Product lines: the bytes up to the first zero are the description of a line, those up to the next one the description of a product, and
 * the rest is the content of each file that they name. What is derived has valid paths, each once, and a product of the model.
 */
#include "support.h"

static automata_error error;

static const char model_text[] = "features\n\tA\n\t\toptional\n\t\t\tB\n\t\t\tC\n\t\talternative\n\t\t\tD\n\t\t\tE\nconstraints\n\tB => C\n";

static bool load(const char *path, size_t length, bool is_of_product, automata_text *content, void *context)
{
    REQUIRE(strlen(path) == length && length > 0 && is_utf8(path, length));
    *content = *(const automata_text *)context;
    return is_of_product || length % 3 > 0;
}

static void look(const char *note, void *context)
{
    (void)context;
    REQUIRE(is_utf8(note, strlen(note)));
}

static void look_at_files(const automata_derivation *derivation, const automata_products *products)
{
    const automata_feature_decisions decisions = automata_derivation_decisions(derivation);
    size_t i, count = automata_derivation_file_count(derivation);
    bool contained;
    REQUIRE(automata_products_contains(products, decisions.items, decisions.count, &contained, &error) == AUTOMATA_OK && contained);
    REQUIRE(automata_derivation_product(derivation).name.length > 0 && count >= 3);
    for (i = 0; i < count; i++) {
        const automata_derived_file file = automata_derivation_file(derivation, i);
        REQUIRE(is_utf8(file.path.data, file.path.length) && strstr(file.path.data, "/../") == NULL && file.path.data[0] != '/');
        REQUIRE(i == 0 || strcmp(automata_derivation_file(derivation, i - 1).path.data, file.path.data) != 0);
        REQUIRE(file.content.data[file.content.length] == '\0');
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static automata_products *products;
    automata_derivation_options options = AUTOMATA_DERIVATION_OPTIONS_INIT;
    automata_derivation *derivation = (automata_derivation *)&error;
    const uint8_t *first = memchr(data, 0, size), *second;
    automata_text content = {NULL, 0};
    if (products == NULL) {
        automata_feature_model *model;
        REQUIRE(automata_feature_model_from_text(model_text, AUTOMATA_ZERO_TERMINATED, AUTOMATA_FEATURE_FORMAT_UVL, NULL, &model, &error) == AUTOMATA_OK);
        REQUIRE(automata_products_new(model, NULL, &products, &error) == AUTOMATA_OK);
        automata_feature_model_free(model);
    }
    if (first == NULL || (second = memchr(first + 1, 0, size - (size_t)(first + 1 - data))) == NULL)
        return 0;
    content.data = (const char *)second + 1;
    content.length = size - (size_t)(second + 1 - data);
    options.load = load;
    options.note = look;
    options.context = &content;
    if (automata_derivation_new(products, (const char *)data, (size_t)(first - data), (const char *)first + 1, (size_t)(second - first - 1),
                                &options, &derivation, &error) != AUTOMATA_OK) {
        REQUIRE(derivation == NULL && error.status == AUTOMATA_ERROR_INVALID_TEXT && is_utf8(error.message, strlen(error.message)));
        return 0;
    }
    look_at_files(derivation, products);
    automata_derivation_free(derivation);
    return 0;
}
