/* Searchers, matchers, counters and products that are saved and loaded, and tables for lexical analyzers. */
#include "check.h"
#include "compiled_object.h"

static automata_searcher *lexer(bool lazily) {
    const char *const expressions[] = {"if|else", "[a-z]+", "[0-9]+", " +"};
    automata_searcher_options options = AUTOMATA_SEARCHER_OPTIONS_INIT;
    automata_searcher *searcher = NULL;
    automata_error error;
    options.lazily = lazily;
    CHECK_OK(automata_searcher_from_texts(expressions, NULL, 4, NULL, &options, &searcher, &error));
    return searcher;
}

/* The tokens of a text: the number of the pattern and the end of each. */
static void tokens(const automata_searcher *searcher) {
    static const char text[] = "if x else1 elsewhere!";
    static const struct { uint64_t end; uint32_t pattern; } wanted[] = {{2, 0}, {3, 3}, {4, 1}, {5, 3}, {9, 0}, {10, 2}, {11, 3}, {20, 1}};
    automata_search_match match;
    automata_error error;
    bool found = false;
    size_t offset = 0, i;
    for (i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        CHECK_OK(automata_searcher_match_at(searcher, text, sizeof text - 1, offset, &found, &match, &error));
        CHECK(found && match.start == offset && match.end == wanted[i].end && match.pattern == wanted[i].pattern);
        offset = (size_t)match.end;
    }
    CHECK_OK(automata_searcher_match_at(searcher, text, sizeof text - 1, offset, &found, &match, &error));
    CHECK(!found && match.end == 0);
    CHECK_OK(automata_searcher_match_at(searcher, text, 21, 21, &found, NULL, &error));
    CHECK(!found);
    CHECK_STATUS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_searcher_match_at(searcher, text, 21, 22, &found, NULL, &error));
    CHECK_STATUS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_searcher_match_at(searcher, text, 21, SIZE_MAX, &found, NULL, &error));
}

static void tables(void) {
    static const char text[] = "else1";
    automata_searcher *searcher = lexer(false), *lazy = lexer(true), *anchored = NULL;
    automata_search_tables *tables = NULL;
    automata_regex *regex = NULL;
    automata_error error;
    uint32_t state;
    size_t i;

    CHECK_OK(automata_searcher_tables(searcher, NULL, &tables, &error));
    if (tables != NULL) {
        CHECK(tables->start != 0 && tables->start < tables->state_count && tables->reserved == 0);
        CHECK(tables->state_count == 10 && tables->class_count == 9);
        CHECK(tables->labels[0] == AUTOMATA_NO_PATTERN && tables->labels[tables->start] == AUTOMATA_NO_PATTERN);
        state = tables->start;
        for (i = 0; i < 4; i++) state = tables->targets[state * tables->class_count + tables->class_of_byte[(uint8_t)text[i]]];
        CHECK(tables->labels[state] == 0);
        CHECK(tables->targets[state * tables->class_count + tables->class_of_byte[(uint8_t)'1']] == 0);
        for (i = 0; i < tables->class_count; i++) CHECK(tables->targets[i] == 0);
    }
    automata_free(tables);
    CHECK_STATUS(AUTOMATA_ERROR_NOT_REPRESENTABLE, automata_searcher_tables(lazy, NULL, &tables, &error));
    CHECK(tables == NULL);
    CHECK_OK(automata_regex_from_text("^a", AUTOMATA_ZERO_TERMINATED, NULL, &regex, &error));
    CHECK_OK(automata_searcher_from_regexes((const automata_regex *const *)&regex, 1, NULL, &anchored, &error));
    CHECK_STATUS(AUTOMATA_ERROR_NOT_REPRESENTABLE, automata_searcher_tables(anchored, NULL, &tables, &error));
    automata_regex_free(regex);
    automata_searcher_free(anchored);
    automata_searcher_free(lazy);
    automata_searcher_free(searcher);
}

static void searchers(void) {
    automata_searcher *searcher = lexer(false), *loaded = NULL, *lazy = lexer(true);
    automata_matcher *matcher = NULL;
    uint8_t *bytes = NULL, *again = NULL, *shifted;
    size_t size = 0, size_again = 0, i;
    automata_error error;

    CHECK_STATUS(AUTOMATA_ERROR_NOT_REPRESENTABLE, automata_searcher_save(lazy, &bytes, &size, &error));
    CHECK(bytes == NULL && size == 0);
    CHECK_OK(automata_searcher_save(searcher, &bytes, &size, &error));
    CHECK(bytes != NULL && size > 0 && size % 64 == 0);
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_searcher_save(searcher, NULL, &size_again, &error));

    /* The memory needn't be aligned, and isn't needed afterwards. */
    shifted = (uint8_t *)malloc(size + 1);
    memcpy(shifted + 1, bytes, size);
    CHECK_OK(automata_searcher_load(shifted + 1, size, &loaded, &error));
    memset(shifted, 0xff, size + 1);
    free(shifted);
    CHECK(automata_searcher_pattern_count(loaded) == 4);
    CHECK(automata_searcher_table_size(loaded) == automata_searcher_table_size(searcher));
    tokens(loaded);
    CHECK_OK(automata_searcher_save(loaded, &again, &size_again, &error));
    CHECK(size_again == size && memcmp(again, bytes, size) == 0);
    automata_free(again);
    automata_searcher_free(loaded);

    for (i = 0; i < size; i += 1 + i / 97) {
        CHECK_STATUS(AUTOMATA_ERROR_NOT_LOADABLE, automata_searcher_load(bytes, i, &loaded, &error));
        CHECK(loaded == NULL);
        bytes[i] ^= 0x10;
        CHECK_STATUS(AUTOMATA_ERROR_NOT_LOADABLE, automata_searcher_load(bytes, size, &loaded, &error));
        bytes[i] ^= 0x10;
    }
    /* With a right checksum an object can be loaded although it was changed. */
    bytes[size - 64] ^= 0x10;
    seal_object(bytes, size);
    if (automata_searcher_load(bytes, size, &loaded, &error) != AUTOMATA_OK) CHECK(error.status == AUTOMATA_ERROR_NOT_LOADABLE);
    automata_searcher_free(loaded);
    bytes[size - 64] ^= 0x10;
    seal_object(bytes, size);
    CHECK_OK(automata_searcher_load(bytes, size, &loaded, &error));
    tokens(loaded);
    automata_searcher_free(loaded);

    CHECK_STATUS(AUTOMATA_ERROR_NOT_LOADABLE, automata_matcher_load(bytes, size, &matcher, &error));
    CHECK_TEXT("the object is a saved searcher; give a saved matcher", error.message);
    bytes[8] = 9;
    CHECK_STATUS(AUTOMATA_ERROR_NOT_LOADABLE, automata_searcher_load(bytes, size, &loaded, &error));
    CHECK_TEXT("the object has version 9 of the format, and this library reads version 1; compile and save it again", error.message);
    CHECK_STATUS(AUTOMATA_ERROR_NOT_LOADABLE, automata_searcher_load("%PDF-1.7", 8, &loaded, &error));
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_searcher_load(NULL, 8, &loaded, &error));
    automata_free(bytes);
    automata_searcher_free(lazy);
    automata_searcher_free(searcher);
}

static void matchers(void) {
    automata_fa *nfa = ends_with_01(), *dfa = NULL;
    automata_matcher *matcher = NULL, *loaded = NULL;
    uint8_t *bytes = NULL;
    size_t size = 0;
    automata_error error;
    bool accepted = false;

    CHECK_OK(automata_fa_minimize(nfa, NULL, &dfa, &error));
    CHECK_OK(automata_matcher_new(dfa, &matcher, &error));
    CHECK_OK(automata_matcher_save(matcher, &bytes, &size, &error));
    CHECK_OK(automata_matcher_load(bytes, size, &loaded, &error));
    CHECK_OK(automata_matcher_accepts(loaded, "110101", 6, &accepted, &error));
    CHECK(accepted);
    CHECK_OK(automata_matcher_accepts(loaded, "110100", 6, &accepted, &error));
    CHECK(!accepted && automata_matcher_table_size(loaded) == automata_matcher_table_size(matcher));
    automata_matcher_free(loaded);
    bytes[size - 1] ^= 1;
    CHECK_STATUS(AUTOMATA_ERROR_NOT_LOADABLE, automata_matcher_load(bytes, size, &loaded, &error));
    CHECK(loaded == NULL);
    automata_free(bytes);
    automata_matcher_free(matcher);
    automata_fa_free(dfa);
    automata_fa_free(nfa);
}

static void counters(void) {
    automata_fa *nfa = ends_with_01();
    automata_counter *counter = NULL, *loaded = NULL;
    automata_integer *count = NULL;
    uint8_t *bytes = NULL;
    size_t size = 0;
    automata_error error;

    CHECK_OK(automata_counter_new(nfa, NULL, &counter, &error));
    CHECK_OK(automata_counter_save(counter, &bytes, &size, &error));
    CHECK_OK(automata_counter_load(bytes, size, &loaded, &error));
    CHECK_OK(automata_counter_count(loaded, 40, AUTOMATA_COUNTING_AUTOMATIC, NULL, &count, &error));
    CHECK(automata_integer_double(count) == 274877906944.0);
    automata_integer_free(count);
    automata_counter_free(loaded);
    bytes[size - 1] ^= 1;
    CHECK_STATUS(AUTOMATA_ERROR_NOT_LOADABLE, automata_counter_load(bytes, size, &loaded, &error));
    automata_free(bytes);
    automata_counter_free(counter);
    automata_fa_free(nfa);
}

static automata_feature_model *phone(const char *constraints) {
    static const char features[] = "features\n    Phone\n        mandatory\n            Screen\n        optional\n            Camera\n            GPS\n";
    automata_feature_model *model = NULL;
    automata_error error;
    char text[300];
    snprintf(text, sizeof text, "%s%s", features, constraints);
    CHECK_OK(automata_feature_model_from_text(text, AUTOMATA_ZERO_TERMINATED, AUTOMATA_FEATURE_FORMAT_UVL, NULL, &model, &error));
    return model;
}

static void products(void) {
    automata_feature_model *model = phone("constraints\n    GPS => Camera\n"), *same = phone("constraints\n    GPS => Camera\n"), *other = phone("");
    automata_products *compiled = NULL, *loaded = NULL;
    uint8_t *bytes = NULL;
    size_t size = 0;
    automata_error error;

    CHECK_OK(automata_products_new(model, NULL, &compiled, &error));
    CHECK_OK(automata_products_save(compiled, NULL, &bytes, &size, &error));
    CHECK_OK(automata_products_load(bytes, size, same, NULL, &loaded, &error));
    automata_feature_model_free(same);
    CHECK(automata_integer_double(automata_products_count(loaded)) == 3);
    CHECK(automata_products_engine(loaded) == automata_products_engine(compiled));
    automata_products_free(loaded);
    CHECK_STATUS(AUTOMATA_ERROR_NOT_LOADABLE, automata_products_load(bytes, size, other, NULL, &loaded, &error));
    CHECK_TEXT("the products were compiled from a different model; compile and save the products again", error.message);
    CHECK(loaded == NULL);
    bytes[size - 1] ^= 1;
    CHECK_STATUS(AUTOMATA_ERROR_NOT_LOADABLE, automata_products_load(bytes, size, model, NULL, &loaded, &error));
    automata_free(bytes);
    automata_products_free(compiled);
    automata_feature_model_free(other);
    automata_feature_model_free(model);
}

int main(void) {
    automata_searcher *searcher = lexer(false), *lazy = lexer(true);
    tokens(searcher);
    tokens(lazy);
    automata_searcher_free(lazy);
    automata_searcher_free(searcher);
    tables();
    searchers();
    matchers();
    counters();
    products();
    return check_done();
}
