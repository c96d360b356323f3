/*
 * Texts that denote a language or a number: the first byte chooses what the text is, the second how it is read, and the rest is the
 * text. It is refused with its place, or read, and then all that can be made of it has to agree.
 */
#include "languages.h"

/* How many of the first bytes choose each: eight kinds. */
enum { KINDS = 8 };

static automata_alphabet *letters(const char *const *names, size_t count)
{
    automata_alphabet *alphabet;
    automata_error error;
    REQUIRE(is_ok(automata_alphabet_from_names(names, NULL, count, &alphabet, &error), &error));
    return alphabet;
}

/* A text is refused where it says what is wrong, and where. */
static bool is_read(automata_status status, const automata_error *error)
{
    if (is_ok(status, error))
        return true;
    REQUIRE(status == AUTOMATA_ERROR_INVALID_TEXT || status == AUTOMATA_ERROR_TOO_LARGE || status == AUTOMATA_ERROR_UNKNOWN_NAME);
    REQUIRE(error->line > 0 && error->column > 0);
    return false;
}

static void read_expression(text text, uint8_t flags, bool is_textbook, input *choices)
{
    static const char *const names[] = {"a", "b", "ab"};
    automata_regex_options options = AUTOMATA_REGEX_OPTIONS_INIT;
    automata_alphabet *alphabet = is_textbook && flags & 1 ? letters(names, 3) : NULL;
    automata_regex *regex;
    automata_error error;
    options.syntax = is_textbook ? AUTOMATA_REGEX_SYNTAX_TEXTBOOK : AUTOMATA_REGEX_SYNTAX_PROGRAMMER;
    options.unit = (automata_regex_unit)(flags % 3);
    options.alphabet = alphabet;
    options.ignore_case = flags >> 2 & 1;
    options.dot_matches_newline = flags >> 3 & 1;
    options.anchors_match_lines = flags >> 4 & 1;
    options.ignore_whitespace = flags >> 5 & 1;
    options.has_operators = flags >> 6 & 1;
    options.allow_text_around = flags >> 7 & 1;
    if (is_read(automata_regex_from_text(text.data, text.argument, &options, &regex, &error), &error)) {
        check_expression(regex, choices);
        automata_regex_free(regex);
    }
    automata_alphabet_free(alphabet);
}

static void read_grammar(text text, uint8_t flags, input *choices)
{
    static const char *const names[] = {"b", "a", "0", "1", "ab"};
    automata_alphabet *alphabet = flags & 1 ? letters(names, 5) : NULL;
    automata_grammar *grammar;
    automata_error error;
    if (is_read(automata_grammar_from_text(text.data, text.argument, alphabet, NULL, &grammar, &error), &error)) {
        check_grammar(grammar, choices);
        automata_grammar_free(grammar);
    }
    automata_alphabet_free(alphabet);
}

/* Languages that grow by leaps and by steps, a finite one, an empty one, and one of classes. */
static automata_fa *language(uint8_t number)
{
    static const char *const expressions[] = {
        "[ab]*a[ab]", "(a|bb)*c?", "a*b*c*d*", "a{3,9}|b", "[^\\x00-\\xff]", "(\\w+-)*\\w{0,3}", "", "(a[a-z]{2}|b)*", "[\\x00-\\xff]*", "(ab*c|d){4}",
    };
    automata_regex *regex;
    automata_fa *automaton;
    automata_error error;
    const char *text = expressions[number % (sizeof expressions / sizeof *expressions)];
    REQUIRE(is_ok(automata_regex_from_text(text, AUTOMATA_ZERO_TERMINATED, NULL, &regex, &error), &error));
    REQUIRE(is_ok(automata_fa_from_regex(regex, AUTOMATA_REGEX_CONSTRUCTION_MINIMAL_DFA, NULL, &automaton, &error), &error));
    automata_regex_free(regex);
    return automaton;
}

static void read_number(text text, uint8_t flags)
{
    automata_integer *integer;
    automata_error error;
    automata_status status = automata_integer_from_text(text.data, text.argument, NULL, &integer, &error);
    bool is_number = text.length > 0, has_sign = is_number && (text.data[0] == '-' || text.data[0] == '+');
    for (size_t i = has_sign; i < text.length; i++)
        is_number &= text.data[i] >= '0' && text.data[i] <= '9';
    is_number &= text.length > has_sign;
    REQUIRE(is_ok(status, &error) ? is_number : status == AUTOMATA_ERROR_INVALID_TEXT && !is_number && integer == NULL);
    if (!is_number)
        return;
    check_number(integer, text.argument == AUTOMATA_ZERO_TERMINATED ? text.data : NULL);
    automata_fa *automaton = language(flags);
    check_place(automaton, integer, text.length);
    automata_fa_free(automaton);
    automata_integer_free(integer);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    /* A text that is measured by its zero byte is as good as one of a length. */
    text text = make_text(data + 2, size - 2, data[0] & 128);
    size_t tail = size - 2 < 24 ? size - 2 : 24;
    input choices = {data + size - tail, tail};
    switch (data[0] % KINDS) {
    case 0:
    case 1:
    case 2:
        read_expression(text, data[1], false, &choices);
        break;
    case 3:
    case 4:
        read_expression(text, data[1], true, &choices);
        break;
    case 5:
    case 6:
        read_grammar(text, data[1], &choices);
        break;
    default:
        read_number(text, data[1]);
    }
    free(text.data);
    return 0;
}
