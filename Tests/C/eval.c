/* Expressions over automata: what they stand for, what they mention, their errors with the place, and how deep they may be. */
#include "language.h"

static automata_error error;

/* The automata a, b and c, which accept these words, and all, which accepts those over 0 and 1 that end in 01. */
enum { COUNT = 4 };
static const char *const names[] = {"a", "b", "c", "all"};
static automata_fa *automata[COUNT];

static automata_fa *const *operands(void) { return automata; }

static automata_fa *value(const char *text, const automata_expression_options *options) {
    automata_fa *result = NULL;
    CHECK_OK(automata_fa_eval(text, AUTOMATA_ZERO_TERMINATED, names, NULL, operands(), COUNT, options, &result, &error));
    return result;
}

static void check_words(const char *wanted, const char *text, const char *symbols) {
    automata_fa *result = value(text, NULL);
    if (result != NULL) CHECK_WORDS(wanted, result, symbols, 3);
}

static void values(void) {
    automata_expression_options options = AUTOMATA_EXPRESSION_OPTIONS_INIT;
    automata_fa *result;
    automata_symbol *word = NULL;
    size_t count = 0;
    bool accepted = false;

    check_words("a", "a", "abc");
    check_words("a bc", "a | b c", "abc");
    check_words("b", "!a & (a | b)", "abc");
    check_words("b", "b | c - c", "abc");
    check_words("a c", "a ^ (c | a) ^ a | a", "abc");
    check_words(". a aa aaa", "a*", "abc");
    check_words("aa", "a{2}", "abc");
    check_words(". a ab", "prefixes(a b)", "abc");
    check_words("abc acb cab", "shuffle(<ab>, c)", "abc");
    check_words(". a b", "neighborhood(<a>, 1) & (a | <> | b)", "abc");
    check_words("b", "\xc2\xac" "a \xe2\x88\xa9 (a \xe2\x88\xaa b)", "abc");
    check_words("001 101", "all \\ <01>", "01");
    check_words("b", "lengths(reverse(b (c | <>)), {1})", "abc");

    result = value("minimize(all)", NULL);
    CHECK(automata_fa_model(result) == AUTOMATA_MODEL_DFA && automata_fa_state_count(result) == 3);
    automata_fa_free(result);

    options.separator = ", ";
    options.separator_length = AUTOMATA_ZERO_TERMINATED;
    result = value("<coin, button>{2} | a", &options);
    CHECK_OK(automata_word_from_text(
        automata_fa_alphabet(result), "coin button coin button", AUTOMATA_ZERO_TERMINATED, " ", 1, &word, &count, &error));
    CHECK_OK(automata_fa_accepts_word(result, word, count, &accepted, &error));
    CHECK(accepted && count == 4);
    automata_free(word);
    automata_fa_free(result);

    /* Names that aren't mentioned don't count, be they UTF-8 or not, and lengths cut them. */
    {
        const char *const odd[] = {"a-b", "\xff", "b and more"};
        const size_t lengths[] = {3, 1, 1};
        CHECK_OK(automata_fa_eval("a-b | b", 7, odd, lengths, operands(), 3, NULL, &result, &error));
        CHECK_WORDS("a c", result, "abc", 2);
    }
    CHECK_OK(automata_fa_eval("<a>*", 4, NULL, NULL, NULL, 0, NULL, &result, &error));
    CHECK_WORDS(". a aa", result, "abc", 2);
}

static void check_names(const char *first, const char *second, automata_names found) {
    CHECK(found.count == 2);
    if (found.count != 2) return;
    CHECK_TEXT(first, found.items[0].data);
    CHECK_TEXT(second, found.items[1].data);
    CHECK(found.items[0].length == strlen(first));
}

static void two_steps(void) {
    automata_expression *expression = NULL, *copy, *again = NULL;
    automata_fa *in_order[2];
    automata_fa *result = NULL;
    char *text = NULL;
    size_t length = 0;

    CHECK_OK(automata_expression_from_text("(b|<xy>) 'a'\n- b project(a,<z>)", AUTOMATA_ZERO_TERMINATED, NULL, &expression, &error));
    copy = automata_expression_retain(expression);
    check_names("b", "a", automata_expression_names(expression));
    check_names("xy", "z", automata_expression_words(expression));
    automata_expression_free(expression);
    CHECK_OK(automata_expression_text(copy, &text, &length, &error));
    CHECK_TEXT("(b | <xy>) a - b project(a, <z>)", text);
    CHECK(text != NULL && length == strlen(text));
    CHECK_OK(automata_expression_from_text(text, length, NULL, &again, &error));
    CHECK(automata_expression_equal(copy, again) && automata_expression_equal(NULL, NULL));
    CHECK(!automata_expression_equal(copy, NULL));
    automata_expression_free(again);
    automata_free(text);

    in_order[0] = automata[1];
    in_order[1] = automata[0];
    CHECK_OK(automata_fa_from_expression(copy, NULL, NULL, in_order, 2, NULL, &result, &error));
    CHECK_WORDS("ba xya", result, "abxyz", 3);
    CHECK_OK(automata_fa_from_expression(copy, names, NULL, operands(), COUNT, NULL, &result, &error));
    CHECK_WORDS("ba xya", result, "abxyz", 3);
    CHECK_STATUS(
        AUTOMATA_ERROR_INVALID_ARGUMENT,
        automata_fa_from_expression(copy, NULL, NULL, operands(), COUNT, NULL, &result, &error));
    CHECK(strstr(error.message, "expected 2 automata, one for each name in the expression, found 4") != NULL);
    automata_expression_free(copy);

    /* Parentheses between the operands of one union are superfluous. */
    CHECK_OK(automata_expression_from_text("(a | (b | c)) | <x>", AUTOMATA_ZERO_TERMINATED, NULL, &expression, &error));
    CHECK_OK(automata_expression_text(expression, &text, &length, &error));
    CHECK_TEXT("a | b | c | <x>", text);
    CHECK_OK(automata_expression_from_text(text, length, NULL, &again, &error));
    CHECK(automata_expression_equal(expression, again));
    automata_free(text);
    automata_expression_free(again);
    automata_expression_free(expression);
}

/* The lists are wrong as a whole, whatever the expression mentions of them. */
static void lists(void) {
    const char *const again[] = {"a", "b", "a"}, *const hole[] = {"a", NULL};
    automata_fa *some[3];
    automata_fa *result = NULL;

    some[0] = some[1] = some[2] = automata[0];
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_fa_eval("b", 1, again, NULL, some, 3, NULL, &result, &error));
    CHECK(strstr(error.message, "duplicate name 'a' in 'names' at index 2") != NULL);
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_fa_eval("a", 1, hole, NULL, some, 2, NULL, &result, &error));
    some[1] = NULL;
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_fa_eval("a", 1, names, NULL, some, 3, NULL, &result, &error));
    CHECK(strstr(error.message, "'automata' has NULL at index 1") != NULL && result == NULL);
    CHECK_OK(automata_fa_eval("a", 1, again, NULL, some, 1, NULL, &result, &error));
    automata_fa_free(result);
}

static void check_error(automata_status status, const char *text, uint64_t line, uint64_t column, const char *message) {
    automata_fa *result = NULL;
    CHECK_STATUS(
        status, automata_fa_eval(text, AUTOMATA_ZERO_TERMINATED, names, NULL, operands(), COUNT, NULL, &result, &error));
    if (error.line != line || error.column != column || strstr(error.message, message) == NULL)
        check_failed(__FILE__, __LINE__, text, error.message);
    CHECK(result == NULL);
}

/* Asks to stop at once. */
static int stop(uint64_t built, uint64_t pending, void *context) {
    (void)built;
    (void)pending;
    ++*(int *)context;
    return 1;
}

static void errors(void) {
    automata_expression_options options = AUTOMATA_EXPRESSION_OPTIONS_INIT;
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    automata_fa *result = NULL, *kth = kth_from_end(16);
    automata_fa *one[1];
    automata_alphabet *bytes = NULL;
    automata_builder *builder = NULL;
    int calls = 0;

    check_error(AUTOMATA_ERROR_INVALID_TEXT, "a |", 1, 4, "1:4: expected an automaton's name");
    check_error(AUTOMATA_ERROR_INVALID_TEXT, "a |\n (b &", 2, 6, "2:6: expected");
    check_error(AUTOMATA_ERROR_INVALID_TEXT, "", 1, 1, "found the end of the expression");
    check_error(AUTOMATA_ERROR_INVALID_TEXT, "a\xff", 1, 2, "invalid UTF-8");
    check_error(AUTOMATA_ERROR_TOO_LARGE, "a{9999999}", 1, 3, "is larger than 1000000");
    check_error(AUTOMATA_ERROR_UNKNOWN_NAME, "a & (x | y)", 1, 6, "1:6: no automaton is named 'x'");
    check_error(AUTOMATA_ERROR_UNKNOWN_NAME, "a-b", 1, 1, "put spaces around a - that subtracts");

    one[0] = kth;
    options.budget = &budget;
    budget.maximum_states = 1000;
    CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED, automata_fa_eval("a | !a", 6, names, NULL, one, 1, &options, &result, &error));
    CHECK(error.line == 1 && error.column == 5);
    budget.maximum_states = 0;
    budget.maximum_bytes = 10000;
    CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED, automata_fa_eval("a | !a", 6, names, NULL, one, 1, &options, &result, &error));
    budget.maximum_bytes = 0;
    budget.progress = stop;
    budget.context = &calls;
    CHECK_STATUS(AUTOMATA_ERROR_CANCELLED, automata_fa_eval("reverse(a)", 10, names, NULL, one, 1, &options, &result, &error));
    CHECK(calls == 1 && result == NULL);
    automata_fa_free(kth);

    /* Names and bytes don't mix. */
    CHECK_OK(automata_alphabet_bytes(&bytes, &error));
    CHECK_OK(automata_builder_new(bytes, &builder, &error));
    CHECK_OK(automata_builder_build(builder, AUTOMATA_MODEL_DFA, NULL, &result, &error));
    automata_fa_free(automata[2]);
    automata[2] = result;
    check_error(
        AUTOMATA_ERROR_INCOMPATIBLE_ALPHABETS, "a |\n c", 2, 2,
        "2:2: 'a' and 'c' can't be combined: the symbols are names on one side");
    CHECK(strstr(error.message, "automata_fa_image") != NULL);
    automata_builder_free(builder);
    automata_alphabet_free(bytes);
}

/* `opening` and `closing` around a, many times. */
static char *nested(size_t count, const char *opening, const char *closing) {
    size_t before = strlen(opening), after = strlen(closing), i;
    char *text = (char *)malloc(count * (before + after) + 2);
    if (text == NULL) exit(2);
    for (i = 0; i < count; i++) {
        memcpy(text + i * before, opening, before);
        memcpy(text + count * before + 1 + i * after, closing, after);
    }
    text[count * before] = 'a';
    text[count * (before + after) + 1] = '\0';
    return text;
}

/* Whatever a user nests takes no stack. */
static void deep(void) {
    static const struct {
        const char *opening, *closing, *words;
        size_t count;
    } all[] = {
        {"(", ")", "a", 100000}, {"!(", ")", "a", 100000}, {"", "*", ". a aa", 100000}, {"", " | a", "a", 100000},
        {"a | (", ")", "a", 100000}, {"(", " & a)", "a", 3000}, {"<>(", ")", "a", 10000},
        {"", " - b", "a", 10000}, {"a & (b | ", ")", "a", 10000}, {"reverse(", ")", "a", 10000},
        {"shuffle(<>, ", ")", "a", 3000}, {"(", ")?{1,1}", ". a", 10000},
    };
    size_t i;
    for (i = 0; i < sizeof all / sizeof *all; i++) {
        char *text = nested(all[i].count, all[i].opening, all[i].closing), *printed = NULL;
        automata_expression *expression = NULL;
        automata_fa *result = value(text, NULL);
        size_t length = 0;
        if (result != NULL) CHECK_WORDS(all[i].words, result, "ab", 2);
        CHECK_OK(automata_expression_from_text(text, AUTOMATA_ZERO_TERMINATED, NULL, &expression, &error));
        CHECK_OK(automata_expression_text(expression, &printed, &length, &error));
        CHECK(length > 0);
        automata_free(printed);
        automata_expression_free(expression);
        free(text);
    }
}

int main(void) {
    size_t i;
    for (i = 0; i < 3; i++) automata[i] = only(names[i]);
    automata[3] = ends_with_01();
    values();
    two_steps();
    lists();
    deep();
    errors();
    for (i = 0; i < COUNT; i++) automata_fa_free(automata[i]);
    return check_done();
}
