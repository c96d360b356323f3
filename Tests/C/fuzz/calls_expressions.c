/* Calls of the functions on regular expressions, as calls.c makes those of the others. */
#include "calls.h"

automata_regex *regexes[SLOTS];

void free_expressions(void)
{
    for (int i = 0; i < SLOTS; i++) {
        automata_regex_free(regexes[i]);
        regexes[i] = NULL;
    }
}

void keep_regex(input *in, automata_regex *made)
{
    REQUIRE(made == NULL || automata_regex_node_count(made) > 0);
    KEEP(regexes, automata_regex_free, made);
}

static text take_expression(input *in)
{
    static const char *const parts[] = {
        "a", "b", "(", ")", "|", "*", "+", "?", ".", "[a-c]", "[^b\\d]", "{2}", "{0,3}", "{1000}", "\\w", "\\b", "\\B", "^", "$", "(?i:", "(?s)", "&", "!",
        "\\p{Lu}", "\\x{3b1}", "\xce\xb1", "(?:", "(?o)", "[[:alpha:]]", "\\Q", "\\E", "\\xe9", "-", "\xc2\xb7", "\xce\xb5", "\xe2\x88\x85", "'ab'", "~", "\\", "[",
        "]", "{", "}", ",", "\\1", "(?=", "(?P<n>", "\\z", "\\R", "\n", "\xff",
    };
    return take_parts(in, parts, COUNT_OF(parts), 20);
}

static bool is_same_language(const automata_fa *left, const automata_fa *right, input *in)
{
    budget storage;
    automata_inclusion_options options = AUTOMATA_INCLUSION_OPTIONS_INIT;
    options.budget = take_bounded(in, &storage);
    bool answer = true;
    automata_error error;
    /* Where the budget isn't enough, nobody knows. */
    return automata_fa_is_equivalent(left, right, &options, &answer, NULL, &error) != AUTOMATA_OK || answer;
}

static void call_parse(input *in, automata_error *error)
{
    union {
        automata_regex_options value;
        char room[sizeof(automata_regex_options) + 16];
    } options;
    automata_regex *made = WRONG(automata_regex);
    text text = take_expression(in);
    uint8_t choice = take_byte(in), flags = take_byte(in);
    memset(&options, 0, sizeof options);
    options.value.syntax = (automata_regex_syntax)(choice & 1);
    options.value.unit = (automata_regex_unit)(choice < 250 ? (choice >> 1) % 3 : (int)take_id(in));
    options.value.alphabet = choice & 64 ? ANY(alphabets) : NULL;
    options.value.ignore_case = flags & 1;
    options.value.dot_matches_newline = flags >> 1 & 1;
    options.value.anchors_match_lines = flags >> 2 & 1;
    options.value.ignore_whitespace = flags >> 3 & 1;
    options.value.has_operators = flags >> 4 & 1;
    options.value.allow_text_around = flags >> 5 & 1;
    options.value.struct_size = take_struct_size(in, sizeof options.value, options.room, sizeof options);
    automata_status status =
        automata_regex_from_text(text.data, text.argument, flags & 64 ? NULL : &options.value, &made, error);
    REQUIRE(is_ok(status, error) ? automata_regex_node_count(made) > 0 : made == NULL);
    free(text.data);
    KEEP(regexes, automata_regex_free, made);
}

/* What is printed is read again, as an expression of the same language. */
static void check_text(const automata_regex *regex, const char *printed, size_t length, automata_regex_syntax syntax, input *in)
{
    automata_regex_options options = AUTOMATA_REGEX_OPTIONS_INIT;
    automata_alphabet *alphabet;
    automata_fa *one, *other;
    automata_regex *again;
    automata_error error;
    budget storage;
    REQUIRE(automata_regex_alphabet(regex, &alphabet, &error) == AUTOMATA_OK);
    options.syntax = syntax;
    bool is_scalars = automata_alphabet_kind_of(alphabet) == AUTOMATA_ALPHABET_SCALARS;
    options.unit = is_scalars ? AUTOMATA_REGEX_UNIT_SCALARS : AUTOMATA_REGEX_UNIT_BYTES;
    if (syntax == AUTOMATA_REGEX_SYNTAX_TEXTBOOK)
        options.alphabet = alphabet;
    automata_status status = automata_regex_from_text(printed, length, &options, &again, &error);
    bool was_named = automata_alphabet_kind_of(alphabet) == AUTOMATA_ALPHABET_NAMED;
    automata_alphabet_free(alphabet);
    REQUIRE(is_ok(status, &error));
    /* A syntax that is about something else gives another alphabet, which no language is compared with. */
    if (was_named == (syntax == AUTOMATA_REGEX_SYNTAX_TEXTBOOK) &&
        automata_fa_from_regex(regex, AUTOMATA_REGEX_CONSTRUCTION_AUTOMATIC, take_bounded(in, &storage), &one, &error) == AUTOMATA_OK) {
        if (automata_fa_from_regex(again, AUTOMATA_REGEX_CONSTRUCTION_AUTOMATIC, take_bounded(in, &storage), &other, &error) == AUTOMATA_OK) {
            REQUIRE(is_same_language(one, other, in));
            automata_fa_free(other);
        }
        automata_fa_free(one);
    }
    automata_regex_free(again);
}

void call_expressions(input *in)
{
    automata_error *error = error_place(in);
    automata_regex *regex = ANY(regexes), *copy;
    automata_fa *made = WRONG(automata_fa), *other;
    automata_alphabet *alphabet = WRONG(automata_alphabet);
    automata_status status;
    budget storage;
    char *printed = WRONG(char);
    size_t length = 9;
    switch (take_below(in, 13)) {
    case 0:
        copy = automata_regex_retain(regex);
        REQUIRE((copy == NULL) == (regex == NULL) && automata_regex_node_count(copy) == automata_regex_node_count(regex));
        KEEP(regexes, automata_regex_free, copy);
        break;
    case 1:
        KEEP(regexes, automata_regex_free, NULL);
        break;
    case 2:
        status = automata_regex_alphabet(regex, &alphabet, error);
        REQUIRE(is_ok(status, error) ? alphabet != NULL : alphabet == NULL);
        KEEP(alphabets, automata_alphabet_free, alphabet);
        break;
    case 3:
    case 4: {
        automata_regex_syntax syntax = take_byte(in) < 240 ? (automata_regex_syntax)take_below(in, 2) : (automata_regex_syntax)take_id(in);
        status = automata_regex_text(regex, syntax, take_bounded(in, &storage), &printed, &length, error);
        if (is_ok(status, error))
            check_text(regex, printed, length, syntax, in);
        free_text(printed, length, status == AUTOMATA_OK);
        break;
    }
    case 5:
        status = automata_fa_from_regex(regex, AUTOMATA_REGEX_CONSTRUCTION_MINIMAL_DFA, take_bounded(in, &storage), &made, error);
        REQUIRE(status != AUTOMATA_OK || automata_fa_is_minimal(made));
        keep_automaton(in, made, status, error);
        break;
    case 6:
    case 7:
    case 8: {
        automata_regex_construction construction =
            take_byte(in) < 240 ? (automata_regex_construction)take_below(in, 6) : (automata_regex_construction)take_id(in);
        status = automata_fa_from_regex(regex, construction, take_bounded(in, &storage), &made, error);
        if (is_ok(status, error) &&
            automata_fa_from_regex(regex, AUTOMATA_REGEX_CONSTRUCTION_THOMPSON, take_bounded(in, &storage), &other, NULL) == AUTOMATA_OK) {
            REQUIRE(is_same_language(made, other, in));
            automata_fa_free(other);
        }
        keep_automaton(in, made, status, error);
        break;
    }
    default:
        call_parse(in, error);
    }
}
