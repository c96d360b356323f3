/* Calls of the functions on grammars, on expressions of automata and on automata whose transitions carry expressions, as calls.c
 * makes those of the others. */
#include "calls.h"

static automata_grammar *grammars[SLOTS];
static automata_extended *extended_ones[SLOTS];

void free_grammars(void)
{
    for (int i = 0; i < SLOTS; i++) {
        automata_grammar_free(grammars[i]);
        automata_extended_free(extended_ones[i]);
        grammars[i] = NULL;
        extended_ones[i] = NULL;
    }
}

static text take_grammar(input *in)
{
    static const char *const parts[] = {
        "S", "A", "B", "->", "|", "\n", "a", "b", "S -> aA", "A -> bS | \xce\xb5", "A -> Sb", " ", "<x>", "'+'", "\"\"", "\xe2\x86\x92",
        ";", "#", "ab", "::=", "\xce\xb5", "0", "S -> A | a", "aA -> Aa", "\\", "\t", "\xff",
    };
    return take_parts(in, parts, COUNT_OF(parts), 24);
}

static void keep_grammar(input *in, automata_grammar *made, automata_status status, const automata_error *error)
{
    REQUIRE(is_ok(status, error) ? made != NULL && automata_grammar_nonterminals(made).count > 0 : made == NULL);
    KEEP(grammars, automata_grammar_free, made);
}

static automata_grammar_property take_property(input *in)
{
    return take_byte(in) < 230 ? (automata_grammar_property)take_below(in, 7) : (automata_grammar_property)take_id(in);
}

static void call_obstacle(input *in, const automata_grammar *grammar, automata_error *error)
{
    automata_grammar_obstacle obstacle;
    char *string = WRONG(char);
    size_t length = 9;
    memset(&obstacle, 0xA5, sizeof obstacle);
    automata_status status =
        automata_grammar_find_obstacle(grammar, take_property(in), &obstacle, &string, &length, error);
    if (!is_ok(status, error))
        REQUIRE(string == NULL && length == 0 && obstacle.production_count == 0 && obstacle.reason == AUTOMATA_GRAMMAR_OBSTACLE_NONE);
    else
        REQUIRE(obstacle.reason == AUTOMATA_GRAMMAR_OBSTACLE_NONE ? string == NULL && length == 0 : string[length] == 0);
    automata_free(string);
}

void call_grammars(input *in)
{
    automata_error *error = error_place(in);
    automata_grammar *grammar = ANY(grammars), *made = WRONG(automata_grammar);
    automata_fa *automaton = WRONG(automata_fa);
    automata_alphabet *alphabet = WRONG(automata_alphabet);
    automata_status status;
    budget storage;
    text text;
    char *string = WRONG(char);
    size_t length = 9, index;
    switch (take_below(in, 18)) {
    case 0:
        made = automata_grammar_retain(grammar);
        REQUIRE(automata_grammar_equal(grammar, made));
        KEEP(grammars, automata_grammar_free, made);
        break;
    case 1:
        KEEP(grammars, automata_grammar_free, NULL);
        break;
    case 2:
        status = automata_grammar_terminals(grammar, &alphabet, error);
        REQUIRE(is_ok(status, error) ? alphabet != NULL : alphabet == NULL);
        KEEP(alphabets, automata_alphabet_free, alphabet);
        break;
    case 3:
        status = automata_grammar_text(grammar, take_bounded(in, &storage), &string, &length, error);
        free_text(string, length, is_ok(status, error));
        break;
    case 4:
        index = take_size(in);
        automata_production production = automata_grammar_production(grammar, index);
        REQUIRE((production.left_count > 0) == (index < automata_grammar_production_count(grammar)));
        REQUIRE(automata_grammar_type(grammar) <= AUTOMATA_CHOMSKY_REGULAR);
        automata_grammar_equal(grammar, ANY(grammars));
        break;
    case 5:
        call_obstacle(in, grammar, error);
        break;
    case 6:
        status = automata_grammar_trim(grammar, &made, error);
        keep_grammar(in, made, status, error);
        break;
    case 7:
        status = automata_grammar_with_letters(grammar, &made, error);
        keep_grammar(in, made, status, error);
        break;
    case 8:
        status = automata_grammar_without_epsilon(grammar, &made, error);
        keep_grammar(in, made, status, error);
        break;
    case 9:
        status = automata_grammar_without_units(grammar, take_bounded(in, &storage), &made, error);
        keep_grammar(in, made, status, error);
        break;
    case 10:
    case 11:
        status = automata_fa_from_grammar(grammar, take_bounded(in, &storage), &automaton, error);
        keep_automaton(in, automaton, status, error);
        break;
    case 12:
    case 13: {
        automata_grammar_property property = take_byte(in) < 200 ? (automata_grammar_property)take_below(in, 2) : take_property(in);
        status = automata_grammar_from_fa(take_linear(in), property, take_bounded(in, &storage), &made, error);
        keep_grammar(in, made, status, error);
        break;
    }
    default:
        text = take_grammar(in);
        status = automata_grammar_from_text(text.data, text.argument, take_byte(in) & 1 ? NULL : ANY(alphabets), NULL, &made, error);
        free(text.data);
        keep_grammar(in, made, status, error);
    }
}

typedef union extraction_options {
    automata_regex_extraction_options value;
    char room[sizeof(automata_regex_extraction_options) + 16];
} extraction_options;

static const automata_regex_extraction_options *take_extraction_options(input *in, extraction_options *own, budget *storage)
{
    uint8_t choice = take_byte(in);
    memset(own, 0, sizeof *own);
    own->value.budget = take_bounded(in, storage);
    own->value.extraction = (automata_regex_extraction)(choice < 240 ? choice % 3 : take_id(in));
    own->value.order = (automata_regex_order)(choice < 240 ? choice % 6 : take_id(in));
    own->value.plain = take_byte(in) & 1;
    own->value.struct_size = take_struct_size(in, sizeof own->value, own->room, sizeof *own);
    return &own->value;
}

void call_extraction(input *in)
{
    automata_error *error = error_place(in);
    automata_regex *regex = ANY(regexes), *other = ANY(regexes), *made = WRONG(automata_regex);
    automata_witness *witness = WRONG(automata_witness);
    automata_status status;
    extraction_options options;
    automata_inclusion_options inclusion = AUTOMATA_INCLUSION_OPTIONS_INIT;
    budget storage;
    bool answer = true;
    switch (take_below(in, 9)) {
    case 0:
    case 1:
    case 2:
        status = automata_regex_from_fa(take_linear(in), take_extraction_options(in, &options, &storage), &made, error);
        REQUIRE(is_ok(status, error) ? automata_regex_width(made) <= automata_regex_length(made) : made == NULL);
        keep_regex(in, made);
        break;
    case 3:
    case 4:
        status = automata_regex_simplify(regex, take_bounded(in, &storage), &made, error);
        REQUIRE(is_ok(status, error) ? automata_regex_length(made) <= automata_regex_length(regex) : made == NULL);
        keep_regex(in, made);
        break;
    case 5:
    case 6: {
        bool is_inclusion = take_byte(in) & 1;
        inclusion.budget = take_bounded(in, &storage);
        inclusion.algorithm = (automata_inclusion)(take_byte(in) < 230 ? take_below(in, 7) : take_id(in));
        status = is_inclusion ? automata_regex_is_included(regex, other, &inclusion, &answer, NULL, error)
                              : automata_regex_is_equivalent(regex, other, &inclusion, &answer, NULL, error);
        REQUIRE(is_ok(status, error) || !answer);
        break;
    }
    default: {
        bool is_inclusion = take_byte(in) & 1;
        inclusion.budget = take_bounded(in, &storage);
        inclusion.witness = (automata_witness_choice)(take_byte(in) % 3);
        status = is_inclusion ? automata_regex_is_included(regex, other, &inclusion, NULL, &witness, error)
                              : automata_regex_is_equivalent(regex, other, &inclusion, NULL, &witness, error);
        REQUIRE(is_ok(status, error) || witness == NULL);
        automata_witness_free(witness);
    }
    }
}

static void keep_extended(input *in, automata_extended *made, automata_status status, const automata_error *error)
{
    REQUIRE(is_ok(status, error) ? made != NULL : made == NULL);
    /* Labels grow with every state that is taken out. */
    if (automata_extended_state_count(made) > MOST_ALGEBRA_STATES) {
        automata_extended_free(made);
        made = NULL;
    }
    KEEP(extended_ones, automata_extended_free, made);
}

void call_extended(input *in)
{
    automata_error *error = error_place(in);
    automata_extended *extended = ANY(extended_ones), *made = WRONG(automata_extended);
    automata_fa *automaton = WRONG(automata_fa);
    automata_regex *regex = WRONG(automata_regex);
    automata_status status;
    automata_regex_syntax syntax = take_byte(in) < 240 ? (automata_regex_syntax)take_below(in, 2) : (automata_regex_syntax)take_id(in);
    extraction_options options;
    budget storage;
    switch (take_below(in, 10)) {
    case 0:
        KEEP(extended_ones, automata_extended_free, NULL);
        break;
    case 1:
    case 2:
    case 3:
        status = automata_extended_from_fa(take_linear(in), take_bounded(in, &storage), &made, error);
        keep_extended(in, made, status, error);
        break;
    case 4: {
        automata_state source = take_id(in), target = take_id(in);
        status = automata_extended_label(extended, source, target, &regex, error);
        REQUIRE(is_ok(status, error) ? source < automata_extended_state_count(extended) : regex == NULL);
        keep_regex(in, regex);
        break;
    }
    case 5:
        status = automata_extended_with_own_ends(extended, &made, error);
        keep_extended(in, made, status, error);
        break;
    case 6:
    case 7: {
        automata_state state = take_id(in);
        status = automata_extended_eliminate(extended, state, take_extraction_options(in, &options, &storage), &made, error);
        REQUIRE(status != AUTOMATA_OK || state < automata_extended_state_count(extended));
        keep_extended(in, made, status, error);
        break;
    }
    case 8:
        status = automata_regex_from_extended(extended, take_extraction_options(in, &options, &storage), &regex, error);
        REQUIRE(is_ok(status, error) ? regex != NULL : regex == NULL);
        keep_regex(in, regex);
        break;
    default:
        status = automata_extended_picture(extended, syntax, take_bounded(in, &storage), &automaton, error);
        keep_automaton(in, automaton, status, error);
    }
}
