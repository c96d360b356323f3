/* Calls of the functions on expressions over automata, as calls.c makes those of the others. */
#include "calls.h"

static automata_expression *expressions[SLOTS];

void free_evaluation(void)
{
    for (int i = 0; i < SLOTS; i++) {
        automata_expression_free(expressions[i]);
        expressions[i] = NULL;
    }
}

/* Any parts in any order. */
static void add_parts(input *in, formula *formula)
{
    static const char *const parts[] = {
        "x0", " ", "&", "|", " - ", "^", "!", "*", "{", "}", "(", ")", "<a>", "<ab\\>", "<", ">", "'", "\"", ",", "any(", "lengths(", "{1,2}",
        "\xe2\x88\xaa", "\xc2\xac", "\\", "-", "\n", "unknown", "99999999999", "\xff",
    };
    for (uint32_t count = take_below(in, 20); count > 0; count--)
        add_part(formula, PICK(in, parts));
}

/* Parts that follow each other as they should. */
static void add_expression(input *in, formula *formula)
{
    static const char *const operands[] = {
        "x0", "x1", "x2", "x3", "'x1'", "\"x2\"", "<a>", "<>", "<ab>", "any()", "neighborhood(<a>, 2)", "project(x1, <a>)", "lengths(x2, {1,2})",
    };
    static const char *const openings[] = {
        "(", "reverse(", "minimize(", "determinize(", "reduce(", "trim(", "prefixes(", "suffixes(", "factors(", "subsequences(", "shuffle(x0, ",
        "cyclic-shift(", "left-quotient(x1, ", "right-quotient(x2, ",
    };
    static const char *const signs[] = {
        " ", "&", "|", " - ", "^", "\xe2\x88\xaa", "\xe2\x88\xa9", "\xe2\x88\x96", "\xe2\x96\xb3", "\n\\ ",
    };
    static const char *const repetitions[] = {"*", "+", "?", "{2}", "{0,3}", "{1,}", "{1000000}"};
    int depth = 0;
    bool wants_operand = true;
    for (uint32_t count = take_below(in, 30); count > 0 || wants_operand; count -= count > 0) {
        uint8_t choice = take_byte(in);
        if (!wants_operand && choice < 60) {
            add_part(formula, PICK(in, repetitions));
        } else if (!wants_operand && depth > 0 && choice < 110) {
            add_part(formula, ")");
            depth--;
        } else if (!wants_operand) {
            add_part(formula, PICK(in, signs));
            wants_operand = true;
        } else if (choice < 40 && count > 0) {
            add_part(formula, choice & 1 ? "!" : "\xc2\xac");
        } else if (choice < 100 && count > 0) {
            add_part(formula, PICK(in, openings));
            depth++;
        } else {
            add_part(formula, PICK(in, operands));
            wants_operand = false;
        }
    }
    for (; depth > 0; depth--)
        add_part(formula, ")");
}

/* A text of any bytes, or one of parts that make sense more often. */
static text take_formula(input *in)
{
    formula formula = {.length = 0};
    uint8_t choice = take_byte(in);
    if (choice < 40)
        return take_text(in, 60);
    if (choice >= 80)
        add_expression(in, &formula);
    if (choice < 100)
        add_parts(in, &formula);
    return make_text(formula.bytes, formula.length, choice & 1);
}

typedef struct named {
    const char *names[4];
    size_t lengths[4];
    automata_fa *items[4];
    size_t count; /* as the call is told */
    bool has_names, has_lengths;
} named;

static named take_named(input *in)
{
    static const char *const names[] = {"x0", "x1", "x2", "x3"};
    uint8_t choice = take_byte(in);
    named result = {.count = choice < 200 ? 4 : take_below(in, 5), .has_names = choice & 1 || choice & 2, .has_lengths = choice & 4};
    /* Something to work with, where no other call has made it. */
    if (automata[0] == NULL && choice & 16)
        REQUIRE(automata_fa_eval("<ab>* | <ba>", 12, NULL, NULL, NULL, 0, NULL, &automata[0], NULL) == AUTOMATA_OK);
    for (size_t i = 0; i < result.count; i++) {
        result.names[i] = names[choice < 240 ? i : take_below(in, 4)];
        result.lengths[i] = 2;
        result.items[i] = ANY(automata);
        /* NULL ends the call at once, so that it is left in seldom. */
        for (int k = 0; k < SLOTS && result.items[i] == NULL && (choice & 24) != 0; k++)
            result.items[i] = automata[k];
    }
    if (choice > 250)
        result.count = SIZE_MAX - (choice & 3);
    return result;
}

#define NAMED(list)                                                                                              \
    (list).has_names ? (list).names : NULL, (list).has_lengths ? (list).lengths : NULL,                          \
        (list).count == 0 ? NULL : (list).items, (list).count

static const automata_expression_options *take_options(input *in, automata_expression_options *own, budget *storage)
{
    uint8_t choice = take_byte(in);
    *own = (automata_expression_options)AUTOMATA_EXPRESSION_OPTIONS_INIT;
    own->budget = take_bounded(in, storage);
    if (choice & 1) {
        own->separator = ",";
        own->separator_length = choice & 2 ? 1 : AUTOMATA_ZERO_TERMINATED;
    }
    if (choice > 250)
        own->struct_size = take_below(in, 100);
    return own;
}

/* What is printed is read again as the same expression. */
static void check_printed(const automata_expression *expression)
{
    char *printed = NULL;
    size_t length = 0;
    automata_expression *again = NULL;
    REQUIRE(automata_expression_text(expression, &printed, &length, NULL) == AUTOMATA_OK);
    REQUIRE(automata_expression_from_text(printed, length, NULL, &again, NULL) == AUTOMATA_OK);
    REQUIRE(automata_expression_equal(expression, again));
    automata_names names = automata_expression_names(expression), same = automata_expression_names(again);
    REQUIRE(names.count == same.count);
    for (size_t i = 0; i < names.count; i++)
        REQUIRE(strcmp(names.items[i].data, same.items[i].data) == 0);
    automata_names words = automata_expression_words(expression), same_words = automata_expression_words(again);
    REQUIRE(words.count == same_words.count);
    for (size_t i = 0; i < words.count; i++)
        REQUIRE(words.items[i].length == same_words.items[i].length);
    automata_free(printed);
    automata_expression_free(again);
}

void call_evaluation(input *in)
{
    automata_error *error = error_place(in);
    automata_expression *expression = ANY(expressions), *parsed = WRONG(automata_expression);
    automata_fa *made = WRONG(automata_fa);
    automata_expression_options options;
    automata_status status;
    budget storage;
    named list;
    text formula;
    switch (take_below(in, 8)) {
    case 0:
        parsed = automata_expression_retain(expression);
        REQUIRE((parsed == NULL) == (expression == NULL) && automata_expression_equal(parsed, expression));
        KEEP(expressions, automata_expression_free, parsed);
        break;
    case 1:
    case 2:
        formula = take_formula(in);
        status = automata_expression_from_text(formula.data, formula.argument, NULL, &parsed, error);
        REQUIRE(is_ok(status, error) == (parsed != NULL));
        if (parsed != NULL)
            check_printed(parsed);
        free(formula.data);
        KEEP(expressions, automata_expression_free, parsed);
        break;
    case 3:
    case 4:
        list = take_named(in);
        status = automata_fa_from_expression(expression, NAMED(list), take_options(in, &options, &storage), &made, error);
        keep_automaton(in, made, status, error);
        break;
    default:
        formula = take_formula(in);
        list = take_named(in);
        status = automata_fa_eval(
            formula.data, formula.argument, NAMED(list), take_options(in, &options, &storage), &made, error);
        free(formula.data);
        keep_automaton(in, made, status, error);
    }
}
