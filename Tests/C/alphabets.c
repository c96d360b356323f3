/* Versions, statuses, alphabets and words. */
#include "check.h"

static void versions(void) {
    char text[64];
    snprintf(text, sizeof text, "%d.%d.%d", AUTOMATA_VERSION_MAJOR, AUTOMATA_VERSION_MINOR, AUTOMATA_VERSION_PATCH);
    CHECK(automata_version_number() == AUTOMATA_VERSION_NUMBER);
    CHECK_TEXT(text, automata_version_string());
    CHECK(automata_version_check(AUTOMATA_VERSION_MAJOR, AUTOMATA_VERSION_MINOR, AUTOMATA_VERSION_PATCH));
    CHECK(automata_version_check(AUTOMATA_VERSION_MAJOR, AUTOMATA_VERSION_MINOR, 0));
    CHECK(!automata_version_check(AUTOMATA_VERSION_MAJOR, AUTOMATA_VERSION_MINOR, AUTOMATA_VERSION_PATCH + 1));
    CHECK(!automata_version_check(AUTOMATA_VERSION_MAJOR, AUTOMATA_VERSION_MINOR + 1, 0));
    CHECK(!automata_version_check(AUTOMATA_VERSION_MAJOR + 1, 0, 0));
    CHECK(automata_version_check(AUTOMATA_VERSION_MAJOR, AUTOMATA_VERSION_MINOR - 1, 0) == (AUTOMATA_VERSION_MAJOR > 0));
}

static void statuses(void) {
    int number, other;
    CHECK_TEXT("budget exceeded", automata_status_string(AUTOMATA_ERROR_BUDGET_EXCEEDED));
    CHECK_TEXT("unknown status", automata_status_string((automata_status)-1000));
    CHECK_TEXT("unknown status", automata_status_string((automata_status)1));
    for (number = 0; number >= -18; number--) {
        const char *string = automata_status_string((automata_status)number);
        CHECK(string[0] != '\0' && strcmp(string, "unknown status") != 0);
        for (other = 0; other > number; other--)
            CHECK(strcmp(string, automata_status_string((automata_status)other)) != 0);
    }
}

static void named(void) {
    const char *names[] = {"0", "1", "ab", "\xc3\xa9"};
    const char *unterminated[] = {"0x", "1y", "abz", "\xc3\xa9!"};
    const char *twice[] = {"0", "1", "0"};
    const size_t lengths[] = {1, 1, 2, 2};
    automata_alphabet *alphabet = NULL, *same = NULL, *copy, *none = NULL;
    automata_names all;
    automata_symbol symbol = 9;
    automata_error error;

    CHECK_OK(automata_alphabet_from_names(names, NULL, 4, &alphabet, &error));
    CHECK_OK(automata_alphabet_from_names(unterminated, lengths, 4, &same, &error));
    CHECK(automata_alphabet_equal(alphabet, same));
    CHECK(automata_alphabet_kind_of(alphabet) == AUTOMATA_ALPHABET_NAMED);
    CHECK(automata_alphabet_symbol_count(alphabet) == 4);
    CHECK(automata_alphabet_symbol_width(alphabet, 2) == 1 && automata_alphabet_symbol_width(alphabet, 4) == 0);
    CHECK_TEXT("ab", automata_alphabet_symbol_name(alphabet, 2));
    CHECK_TEXT("\xc3\xa9", automata_alphabet_symbol_name(alphabet, 3));
    CHECK_TEXT("", automata_alphabet_symbol_name(alphabet, 4));
    all = automata_alphabet_symbol_names(alphabet);
    CHECK(all.count == 4 && all.items[3].length == 2 && all.items[3].data[2] == '\0');
    CHECK_TEXT("1", all.items[1].data);
    CHECK(automata_alphabet_ranges(alphabet).count == 0);

    CHECK_OK(automata_alphabet_find_symbol(alphabet, "abc", 2, &symbol, &error));
    CHECK(symbol == 2);
    CHECK_OK(automata_alphabet_find_symbol(alphabet, "1", AUTOMATA_ZERO_TERMINATED, &symbol, &error));
    CHECK(symbol == 1);
    CHECK_STATUS(AUTOMATA_ERROR_UNKNOWN_NAME, automata_alphabet_find_symbol(alphabet, "b", 1, &symbol, &error));
    CHECK(symbol == 0 && strstr(error.message, "b") != NULL);

    copy = automata_alphabet_retain(alphabet);
    automata_alphabet_free(alphabet);
    CHECK(automata_alphabet_symbol_count(copy) == 4 && automata_alphabet_equal(copy, same));
    automata_alphabet_free(copy);
    automata_alphabet_free(same);

    CHECK_OK(automata_alphabet_from_names(NULL, NULL, 0, &alphabet, &error));
    CHECK(automata_alphabet_symbol_count(alphabet) == 0 && automata_alphabet_symbol_names(alphabet).count == 0);
    automata_alphabet_free(alphabet);

    CHECK_STATUS(AUTOMATA_ERROR_DUPLICATE_NAME, automata_alphabet_from_names(twice, NULL, 3, &none, &error));
    CHECK(none == NULL && strstr(error.message, "0") != NULL);
}

static void bytes(void) {
    automata_alphabet *alphabet = NULL;
    automata_symbol_ranges ranges;
    automata_symbol symbol, *word = NULL;
    automata_error error;
    size_t i, count = 0;

    CHECK_OK(automata_alphabet_bytes(&alphabet, &error));
    CHECK(automata_alphabet_kind_of(alphabet) == AUTOMATA_ALPHABET_BYTES);
    CHECK(automata_alphabet_symbol_count(alphabet) == 256);
    ranges = automata_alphabet_ranges(alphabet);
    CHECK(ranges.count == 256);
    for (i = 0; i < ranges.count; i++)
        CHECK(ranges.items[i].lower == i && ranges.items[i].upper == i && ranges.items[i].symbol == i);
    CHECK_OK(automata_alphabet_find_symbol(alphabet, "A", 1, &symbol, &error));
    CHECK(symbol == 'A');
    CHECK_TEXT("A", automata_alphabet_symbol_name(alphabet, 'A'));
    CHECK_TEXT("\\x00", automata_alphabet_symbol_name(alphabet, 0));
    /* Without a separator a text is bytes here, also one that isn't UTF-8. */
    CHECK_OK(automata_word_from_text(alphabet, "a\0\xff", 3, NULL, 0, &word, &count, &error));
    CHECK(count == 3 && word[0] == 'a' && word[1] == 0 && word[2] == 255);
    automata_free(word);
    automata_alphabet_free(alphabet);
}

static void classes(void) {
    const automata_symbol_range identifiers[] = {{'0', '9', 0}, {'a', 'z', 1}, {'A', 'Z', 1}, {'_', '_', 1}};
    const automata_symbol_range scalars[] = {{0x10000, 0x10ffff, 1}, {0, 0xd7ff, 0}, {0xe000, 0xffff, 0}};
    const automata_symbol_range overlap[] = {{'a', 'm', 0}, {'m', 'z', 1}};
    const automata_symbol_range backwards[] = {{'b', 'a', 0}};
    const automata_symbol_range outside[] = {{0, 256, 0}};
    const automata_symbol_range gap[] = {{'a', 'a', 0}, {'b', 'b', 2}};
    automata_alphabet *alphabet = NULL, *other = NULL;
    automata_symbol_ranges ranges;
    automata_symbol symbol, *word = NULL;
    automata_error error;
    size_t count = 0;

    CHECK_OK(automata_alphabet_from_ranges(AUTOMATA_ALPHABET_BYTES, identifiers, 4, &alphabet, &error));
    CHECK(automata_alphabet_symbol_count(alphabet) == 2);
    CHECK(automata_alphabet_symbol_width(alphabet, 0) == 10 && automata_alphabet_symbol_width(alphabet, 1) == 53);
    CHECK_TEXT("[0-9]", automata_alphabet_symbol_name(alphabet, 0));
    CHECK_TEXT("[A-Z_a-z]", automata_alphabet_symbol_name(alphabet, 1));
    ranges = automata_alphabet_ranges(alphabet);
    CHECK(ranges.count == 4 && ranges.items[1].lower == 'A' && ranges.items[2].upper == '_');
    CHECK_OK(automata_alphabet_find_symbol(alphabet, "q", 1, &symbol, &error));
    CHECK(symbol == 1);
    CHECK_OK(automata_word_from_text(alphabet, "a1_", 3, NULL, 0, &word, &count, &error));
    CHECK(count == 3 && word[0] == 1 && word[1] == 0 && word[2] == 1);
    automata_free(word);
    CHECK_STATUS(AUTOMATA_ERROR_UNKNOWN_NAME, automata_word_from_text(alphabet, "a-", 2, NULL, 0, &word, &count, &error));
    CHECK(word == NULL && count == 0);

    CHECK_OK(automata_alphabet_from_ranges(AUTOMATA_ALPHABET_SCALARS, scalars, 3, &other, &error));
    CHECK(automata_alphabet_kind_of(other) == AUTOMATA_ALPHABET_SCALARS);
    CHECK(automata_alphabet_symbol_width(other, 1) == 0x100000 && automata_alphabet_symbol_width(other, 0) == 0x10000 - 0x800);
    CHECK_OK(automata_alphabet_find_symbol(other, "\xf0\x9f\x98\x80", AUTOMATA_ZERO_TERMINATED, &symbol, &error));
    CHECK(symbol == 1);
    CHECK(!automata_alphabet_equal(alphabet, other));
    automata_alphabet_free(alphabet);
    automata_alphabet_free(other);

    CHECK_STATUS(AUTOMATA_ERROR_DUPLICATE_NAME,
                 automata_alphabet_from_ranges(AUTOMATA_ALPHABET_BYTES, overlap, 2, &alphabet, &error));
    CHECK(alphabet == NULL);
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_CLASS,
                 automata_alphabet_from_ranges(AUTOMATA_ALPHABET_BYTES, backwards, 1, &alphabet, &error));
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_CLASS,
                 automata_alphabet_from_ranges(AUTOMATA_ALPHABET_BYTES, outside, 1, &alphabet, &error));
    CHECK_STATUS(AUTOMATA_ERROR_OUT_OF_RANGE,
                 automata_alphabet_from_ranges(AUTOMATA_ALPHABET_BYTES, gap, 2, &alphabet, &error));
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT,
                 automata_alphabet_from_ranges(AUTOMATA_ALPHABET_NAMED, identifiers, 4, &alphabet, &error));
}

static void words(void) {
    const char *names[] = {"push", "pop", "a"};
    const char *letters[] = {"x", "\xc3\xa9"};
    const automata_symbol outside[] = {0, 7};
    automata_alphabet *alphabet = NULL, *short_names = NULL;
    automata_symbol *word = NULL;
    automata_error error;
    char *text = NULL;
    size_t count = 9, length = 9;

    CHECK_OK(automata_alphabet_from_names(names, NULL, 3, &alphabet, &error));
    CHECK_OK(automata_word_from_text(alphabet, "push,pop,a,pop", AUTOMATA_ZERO_TERMINATED, ",", 1, &word, &count, &error));
    CHECK(count == 4 && word[0] == 0 && word[1] == 1 && word[2] == 2 && word[3] == 1);
    CHECK_OK(automata_word_text(alphabet, word, count, NULL, 0, &text, &length, &error));
    CHECK_TEXT("push pop a pop", text);
    CHECK(length == 14);
    automata_free(text);
    CHECK_OK(automata_word_text(alphabet, word, count, " -> ", 4, &text, &length, &error));
    CHECK_TEXT("push -> pop -> a -> pop", text);
    automata_free(text);
    automata_free(word);

    CHECK_OK(automata_word_from_text(alphabet, "", 0, ",", 1, &word, &count, &error));
    CHECK(count == 0);
    automata_free(word);
    CHECK_OK(automata_word_from_text(alphabet, NULL, 0, NULL, 0, &word, &count, &error));
    CHECK(count == 0);
    automata_free(word);
    CHECK_STATUS(AUTOMATA_ERROR_UNKNOWN_NAME, automata_word_from_text(alphabet, "pop,fly", 7, ",", 1, &word, &count, &error));
    CHECK(word == NULL && count == 0 && strstr(error.message, "fly") != NULL);
    CHECK_STATUS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_word_text(alphabet, outside, 2, NULL, 0, &text, &length, &error));
    CHECK(text == NULL && length == 0);

    CHECK_OK(automata_alphabet_from_names(letters, NULL, 2, &short_names, &error));
    CHECK_OK(automata_word_from_text(short_names, "\xc3\xa9x", 3, NULL, 0, &word, &count, &error));
    CHECK(count == 2 && word[0] == 1 && word[1] == 0);
    CHECK_OK(automata_word_text(short_names, word, count, NULL, 0, &text, &length, &error));
    CHECK_TEXT("\xc3\xa9x", text);
    automata_free(text);
    automata_free(word);
    CHECK_OK(automata_word_text(short_names, NULL, 0, NULL, 0, &text, &length, &error));
    CHECK_TEXT("", text);
    automata_free(text);
    automata_alphabet_free(short_names);
    automata_alphabet_free(alphabet);
}

/* A word over classes is spelled with members of them, so that it can be read back. */
static void words_over_classes(void) {
    const automata_symbol_range ranges[] = {{0x20, 0x20, 0}, {0x61, 0x7A, 1}, {0x5C, 0x5C, 2}, {0xE9, 0xE9, 3}};
    const automata_symbol spelled[] = {1, 0, 2, 3};
    automata_alphabet *alphabet = NULL;
    automata_symbol *word = NULL;
    automata_error error;
    char *text = NULL;
    size_t count = 0, length = 0;

    CHECK_OK(automata_alphabet_from_ranges(AUTOMATA_ALPHABET_BYTES, ranges, 4, &alphabet, &error));
    CHECK_OK(automata_word_text(alphabet, spelled, 4, NULL, 0, &text, &length, &error));
    CHECK(length == 4 && memcmp(text, "a \\\xE9", 4) == 0);
    CHECK_OK(automata_word_from_text(alphabet, text, length, NULL, 0, &word, &count, &error));
    CHECK(count == 4 && memcmp(word, spelled, sizeof spelled) == 0);
    automata_free(word);
    automata_free(text);
    CHECK_OK(automata_word_text(alphabet, spelled, 4, "--", 2, &text, &length, &error));
    CHECK(length == 10 && memcmp(text, "a-- --\\--\xE9", 10) == 0);
    automata_free(text);
    automata_alphabet_free(alphabet);
}

/* Names that can't be told apart without something between them. */
static void words_over_unclear_names(void) {
    const char *const names[] = {"", "a", "\xff"};
    const automata_symbol spelled[] = {0, 1, 2};
    automata_alphabet *alphabet = NULL;
    automata_symbol *word = NULL;
    char *text = NULL;
    size_t count = 0, length = 0;
    automata_error error;
    int number;

    /* An empty one, and one that is no UTF-8. */
    for (number = 0; number < 2; number++) {
        CHECK_OK(automata_alphabet_from_names(names + number, NULL, 2, &alphabet, &error));
        CHECK_OK(automata_word_text(alphabet, spelled, 2, NULL, 0, &text, &length, &error));
        CHECK(memcmp(text, number == 0 ? " a" : "a \xff", length) == 0 && length == (number == 0 ? 2 : 3));
        CHECK_OK(automata_word_from_text(alphabet, text, length, " ", 1, &word, &count, &error));
        CHECK(count == 2 && memcmp(word, spelled, 2 * sizeof *spelled) == 0);
        automata_free(word);
        automata_free(text);
        automata_alphabet_free(alphabet);
    }
}

int main(void) {
    versions();
    statuses();
    named();
    bytes();
    classes();
    words();
    words_over_classes();
    words_over_unclear_names();
    return check_done();
}
