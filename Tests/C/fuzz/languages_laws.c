#include "languages.h"

/* Beyond these an input would take seconds. */
enum { MOST_BUILT = 150, MOST_BYTES = 4 << 20, MANY_STATES = 12, MANY_PRODUCTIONS = 200, LONGEST_TEXT = 4000, WORDS = 12 };

static automata_budget budget_of_laws(void)
{
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    budget.maximum_states = MOST_BUILT;
    budget.maximum_bytes = MOST_BYTES;
    return budget;
}

bool is_done(automata_status status, const automata_error *error)
{
    if (is_ok(status, error))
        return true;
    REQUIRE(status == AUTOMATA_ERROR_BUDGET_EXCEEDED || status == AUTOMATA_ERROR_TOO_LARGE);
    return false;
}

void check_equivalent(const automata_fa *left, const automata_fa *right)
{
    automata_budget budget = budget_of_laws();
    automata_inclusion_options options = AUTOMATA_INCLUSION_OPTIONS_INIT;
    automata_error error;
    bool answer = false;
    options.budget = &budget;
    REQUIRE(!is_done(automata_fa_is_equivalent(left, right, &options, &answer, NULL, &error), &error) || answer);
}

void check_equivalent_expressions(const automata_regex *left, const automata_regex *right)
{
    automata_budget budget = budget_of_laws();
    automata_inclusion_options options = AUTOMATA_INCLUSION_OPTIONS_INIT;
    automata_witness *witness;
    automata_error error;
    bool answer = false;
    options.budget = &budget;
    if (is_done(automata_regex_is_equivalent(left, right, &options, &answer, &witness, &error), &error))
        REQUIRE(answer && witness == NULL);
}

automata_fa *minimal_of(const automata_fa *automaton)
{
    automata_budget budget = budget_of_laws();
    automata_minimize_options options = AUTOMATA_MINIMIZE_OPTIONS_INIT;
    automata_fa *minimal;
    automata_error error;
    options.budget = &budget;
    return is_done(automata_fa_minimize(automaton, &options, &minimal, &error), &error) ? minimal : NULL;
}

/* That an expression has an automaton's language, and isn't too long to be looked at. */
static void check_denotes(const automata_regex *regex, const automata_fa *automaton)
{
    automata_budget budget = budget_of_laws();
    automata_fa *own;
    automata_error error;
    if (!is_done(automata_fa_from_regex(regex, AUTOMATA_REGEX_CONSTRUCTION_MINIMAL_DFA, &budget, &own, &error), &error))
        return;
    check_equivalent(own, automaton);
    REQUIRE(automata_fa_is_minimal(own));
    automata_fa_free(own);
}

/* The syntax that an expression over its alphabet is read in again. */
static automata_regex_syntax own_syntax(const automata_alphabet *alphabet)
{
    return automata_alphabet_kind_of(alphabet) == AUTOMATA_ALPHABET_NAMED ? AUTOMATA_REGEX_SYNTAX_TEXTBOOK : AUTOMATA_REGEX_SYNTAX_PROGRAMMER;
}

/* What is printed is read, in the syntax that is about its alphabet as an expression of the same language. */
static void check_printed(const automata_regex *regex, automata_regex_syntax syntax)
{
    automata_budget budget = budget_of_laws();
    automata_regex_options options = AUTOMATA_REGEX_OPTIONS_INIT;
    automata_alphabet *alphabet;
    automata_regex *again;
    automata_error error;
    char *printed;
    size_t length;
    automata_status status = automata_regex_text(regex, syntax, &budget, &printed, &length, &error);
    REQUIRE(is_ok(automata_regex_alphabet(regex, &alphabet, NULL), NULL));
    if (status == AUTOMATA_ERROR_NOT_REPRESENTABLE) {
        REQUIRE(is_ok(status, &error) || (printed == NULL && length == 0));
    } else if (is_done(status, &error)) {
        REQUIRE(printed[length] == 0);
        options.syntax = syntax;
        options.unit = automata_alphabet_kind_of(alphabet) == AUTOMATA_ALPHABET_SCALARS ? AUTOMATA_REGEX_UNIT_SCALARS : AUTOMATA_REGEX_UNIT_BYTES;
        if (syntax == AUTOMATA_REGEX_SYNTAX_TEXTBOOK)
            options.alphabet = alphabet;
        REQUIRE(is_ok(automata_regex_from_text(printed, length, &options, &again, &error), &error));
        if (syntax == own_syntax(alphabet) && length < LONGEST_TEXT)
            check_equivalent_expressions(regex, again);
        automata_regex_free(again);
    }
    automata_free(printed);
    automata_alphabet_free(alphabet);
}

static void check_simplified(const automata_regex *regex)
{
    automata_budget budget = budget_of_laws();
    automata_regex *simple;
    automata_error error;
    if (!is_done(automata_regex_simplify(regex, &budget, &simple, &error), &error))
        return;
    REQUIRE(automata_regex_length(simple) <= automata_regex_length(regex));
    check_equivalent_expressions(regex, simple);
    automata_regex_free(simple);
}

/* The automaton whose transitions carry expressions keeps its language while states are taken out of it. */
static void check_elimination(automata_extended *extended, const automata_fa *automaton, input *choices)
{
    automata_error error;
    bool plain = take_byte(choices) & 1;
    for (int step = 0; step < 4; step++) {
        automata_budget budget = budget_of_laws();
        automata_regex_extraction_options options = AUTOMATA_REGEX_EXTRACTION_OPTIONS_INIT;
        automata_extended *next;
        automata_regex *regex;
        options.budget = &budget;
        options.plain = plain;
        size_t count = automata_extended_state_count(extended);
        if (is_done(automata_regex_from_extended(extended, &options, &regex, &error), &error)) {
            check_denotes(regex, automaton);
            automata_regex_free(regex);
        }
        automata_state state = take_below(choices, (uint32_t)count + 1);
        automata_status status = automata_extended_eliminate(extended, state, &options, &next, &error);
        if (state >= count)
            REQUIRE(status == AUTOMATA_ERROR_OUT_OF_RANGE && next == NULL);
        else if (is_done(status, &error)) {
            REQUIRE(automata_extended_state_count(next) <= count + 1);
            automata_extended_free(extended);
            extended = next;
        }
    }
    automata_extended_free(extended);
}

static void check_extended(automata_extended *extended, const automata_fa *automaton, input *choices)
{
    automata_budget budget = budget_of_laws();
    automata_extended *ends;
    automata_fa *picture;
    automata_regex *label;
    automata_error error;
    size_t labels = 0, count = automata_extended_state_count(extended);
    automata_regex_syntax syntax = (automata_regex_syntax)take_below(choices, 2);
    for (automata_state source = 0; source < count; source++)
        for (automata_state target = 0; target < count; target++) {
            REQUIRE(is_ok(automata_extended_label(extended, source, target, &label, &error), &error));
            labels += label != NULL;
            automata_regex_free(label);
        }
    REQUIRE(labels == automata_extended_transition_count(extended));
    automata_status status = automata_extended_picture(extended, syntax, &budget, &picture, &error);
    if (status != AUTOMATA_ERROR_NOT_REPRESENTABLE && is_done(status, &error))
        check_structure(picture);
    automata_fa_free(picture);
    REQUIRE(is_ok(automata_extended_with_own_ends(extended, &ends, &error), &error));
    REQUIRE(automata_extended_state_count(ends) == count || automata_extended_state_count(ends) == count + 2);
    check_elimination(ends, automaton, choices);
    check_elimination(extended, automaton, choices);
}

static void check_extraction(const automata_fa *automaton, input *choices)
{
    automata_budget budget = budget_of_laws();
    automata_regex_extraction_options options = AUTOMATA_REGEX_EXTRACTION_OPTIONS_INIT;
    automata_extended *extended;
    automata_regex *regex;
    automata_error error;
    options.budget = &budget;
    options.extraction = (automata_regex_extraction)take_below(choices, 3);
    options.order = (automata_regex_order)take_below(choices, 6);
    options.plain = take_byte(choices) & 1;
    if (is_done(automata_regex_from_fa(automaton, &options, &regex, &error), &error)) {
        REQUIRE(automata_regex_width(regex) <= automata_regex_length(regex));
        check_denotes(regex, automaton);
        if (automata_regex_length(regex) < LONGEST_TEXT) {
            check_printed(regex, own_syntax(automata_fa_alphabet(automaton)));
            check_simplified(regex);
        }
        automata_regex_free(regex);
    }
    if (is_done(automata_extended_from_fa(automaton, &budget, &extended, &error), &error))
        check_extended(extended, automaton, choices);
}

bool is_equal(const automata_integer *one, const automata_integer *other)
{
    automata_limbs left = automata_integer_limbs(one), right = automata_integer_limbs(other);
    return automata_integer_sign(one) == automata_integer_sign(other) && left.count == right.count &&
           (left.count == 0 || memcmp(left.items, right.items, left.count * sizeof *left.items) == 0);
}

void check_number(const automata_integer *integer, const char *text)
{
    automata_integer *again;
    automata_error error;
    char *printed, *printed_again;
    size_t length, length_again;
    REQUIRE(is_ok(automata_integer_text(integer, NULL, &printed, &length, &error), &error));
    REQUIRE(is_ok(automata_integer_from_text(printed, length, NULL, &again, &error), &error) && is_equal(integer, again));
    REQUIRE(is_ok(automata_integer_text(again, NULL, &printed_again, &length_again, &error), &error));
    REQUIRE(length == length_again && memcmp(printed, printed_again, length) == 0);
    REQUIRE((printed[0] == '-') == (automata_integer_sign(integer) < 0));
    REQUIRE((strcmp(printed, "0") == 0) == (automata_integer_sign(integer) == 0));
    automata_integer_free(again);
    automata_free(printed_again);
    automata_limbs limbs = automata_integer_limbs(integer);
    REQUIRE(limbs.count == 0 || limbs.items[limbs.count - 1] != 0);
    REQUIRE(is_ok(automata_integer_from_limbs(limbs.items, limbs.count, automata_integer_sign(integer) < 0, &again, &error), &error));
    REQUIRE(is_equal(integer, again));
    automata_integer_free(again);
    REQUIRE(automata_integer_double(integer) == strtod(text ? text : printed, NULL));
    automata_free(printed);
}

void check_place(const automata_fa *automaton, const automata_integer *place, size_t length)
{
    automata_budget budget = budget_of_laws();
    automata_ranking *ranking;
    automata_integer *rank;
    automata_letter *letters;
    automata_error error;
    size_t count;
    bool is_negative = automata_integer_sign(place) < 0;
    if (!is_done(automata_ranking_new(automaton, &budget, &ranking, &error), &error))
        return;
    for (int within = 0; within < 2; within++) {
        automata_status status = within ? automata_ranking_unrank_length(ranking, place, length, &budget, &letters, &count, &error)
                                        : automata_ranking_unrank(ranking, place, &budget, &letters, &count, &error);
        if (!is_done(status, &error) || letters == NULL) {
            REQUIRE(letters == NULL && count == 0);
            continue;
        }
        REQUIRE(!is_negative && (!within || count == length));
        if (is_done(automata_ranking_rank(ranking, letters, count, within, &budget, &rank, &error), &error))
            REQUIRE(is_equal(place, rank));
        automata_integer_free(rank);
        automata_symbol *symbols;
        bool accepted = false;
        REQUIRE(is_ok(automata_word_from_letters(automata_fa_alphabet(automaton), letters, count, &symbols, &error), &error));
        REQUIRE(is_ok(automata_fa_accepts_word(automaton, symbols, count, &accepted, &error), &error) && accepted);
        automata_free(symbols);
        automata_free(letters);
    }
    automata_ranking_free(ranking);
}

/* The words in order have the places 0, 1 and so on. */
static void check_words(const automata_fa *automaton)
{
    automata_budget budget = budget_of_laws();
    automata_ranking *ranking;
    automata_word_iterator *words;
    automata_integer *rank, *number;
    automata_error error;
    bool found = true;
    if (!is_done(automata_ranking_new(automaton, &budget, &ranking, &error), &error))
        return;
    REQUIRE(is_ok(automata_word_iterator_new(automaton, 0, SIZE_MAX, NULL, &words, &error), &error));
    for (uint64_t i = 0; i < WORDS; i++) {
        if (!is_done(automata_word_iterator_next(words, &budget, &found, &error), &error) || !found)
            break;
        automata_letters letters = automata_word_iterator_letters(words);
        if (!is_done(automata_ranking_rank(ranking, letters.items, letters.count, false, &budget, &rank, &error), &error))
            break;
        REQUIRE(is_ok(automata_integer_from_limbs(&i, 1, false, &number, &error), &error) && is_equal(rank, number));
        automata_integer_free(rank);
        check_place(automaton, number, letters.count);
        automata_integer_free(number);
    }
    automata_word_iterator_free(words);
    automata_ranking_free(ranking);
}

static void check_counts(const automata_fa *automaton, input *choices)
{
    automata_budget budget = budget_of_laws();
    automata_counter *counter;
    automata_integers *numbers;
    automata_error error;
    uint64_t length = take_byte(choices);
    if (!is_done(automata_counter_new(automaton, &budget, &counter, &error), &error))
        return;
    if (is_done(automata_counter_count_each(counter, length, &budget, &numbers, &error), &error)) {
        for (int method = AUTOMATA_COUNTING_AUTOMATIC; method <= AUTOMATA_COUNTING_RECURRENCE; method++) {
            automata_integer *number;
            if (is_done(automata_counter_count(counter, length, (automata_counting)method, &budget, &number, &error), &error))
                REQUIRE(is_equal(number, automata_integers_item(numbers, length)));
            automata_integer_free(number);
        }
        automata_integers_free(numbers);
    }
    automata_integer *all;
    if (is_done(automata_counter_count_all(counter, &budget, &all, &error), &error)) {
        REQUIRE((all != NULL) == automata_fa_is_finite(automaton));
        REQUIRE(all == NULL || (automata_integer_sign(all) == 0) == automata_fa_is_empty(automaton));
        automata_integer_free(all);
    }
    automata_counter_free(counter);
}

/* The productions are as the type says, and each property has an obstacle or none, as the smaller ones imply. */
static void check_class(const automata_grammar *grammar)
{
    automata_error error;
    bool holds[AUTOMATA_GRAMMAR_MONOTONIC + 1];
    size_t count = automata_grammar_production_count(grammar);
    for (int property = AUTOMATA_GRAMMAR_RIGHT_LINEAR; property <= AUTOMATA_GRAMMAR_MONOTONIC; property++) {
        automata_grammar_obstacle obstacle;
        char *text;
        size_t length;
        REQUIRE(is_ok(
            automata_grammar_find_obstacle(grammar, (automata_grammar_property)property, &obstacle, &text, &length, &error), &error));
        holds[property] = obstacle.reason == AUTOMATA_GRAMMAR_OBSTACLE_NONE;
        REQUIRE(holds[property] ? text == NULL && obstacle.production_count == 0 : text != NULL && text[length] == 0);
        REQUIRE(obstacle.reason >= AUTOMATA_GRAMMAR_OBSTACLE_NONE && obstacle.reason <= AUTOMATA_GRAMMAR_OBSTACLE_NO_CONTEXT);
        REQUIRE(obstacle.production_count <= 2);
        for (uint32_t i = 0; i < obstacle.production_count; i++)
            REQUIRE(obstacle.productions[i] < count);
        automata_free(text);
    }
    REQUIRE(holds[AUTOMATA_GRAMMAR_REGULAR] == (holds[AUTOMATA_GRAMMAR_RIGHT_LINEAR] || holds[AUTOMATA_GRAMMAR_LEFT_LINEAR]));
    REQUIRE(!holds[AUTOMATA_GRAMMAR_REGULAR] || holds[AUTOMATA_GRAMMAR_LINEAR]);
    REQUIRE(!holds[AUTOMATA_GRAMMAR_LINEAR] || holds[AUTOMATA_GRAMMAR_CONTEXT_FREE]);
    automata_chomsky_type type = automata_grammar_type(grammar);
    REQUIRE((type == AUTOMATA_CHOMSKY_REGULAR) == holds[AUTOMATA_GRAMMAR_REGULAR]);
    REQUIRE((type >= AUTOMATA_CHOMSKY_CONTEXT_FREE) == holds[AUTOMATA_GRAMMAR_CONTEXT_FREE]);
    REQUIRE((type == AUTOMATA_CHOMSKY_UNRESTRICTED) == (!holds[AUTOMATA_GRAMMAR_CONTEXT_FREE] && !holds[AUTOMATA_GRAMMAR_MONOTONIC]));
}

/* What is printed is read as the same grammar, where it is given the same terminals. */
static void check_grammar_text(const automata_grammar *grammar)
{
    automata_budget budget = budget_of_laws();
    automata_alphabet *terminals;
    automata_grammar *again, *copy;
    automata_error error;
    char *text;
    size_t length;
    if (!is_done(automata_grammar_text(grammar, &budget, &text, &length, &error), &error))
        return;
    REQUIRE(is_ok(automata_grammar_terminals(grammar, &terminals, &error), &error));
    REQUIRE(is_ok(automata_grammar_from_text(text, length, terminals, NULL, &again, &error), &error));
    REQUIRE(automata_grammar_equal(grammar, again));
    copy = automata_grammar_retain(again);
    REQUIRE(automata_grammar_equal(copy, again));
    automata_grammar_free(copy);
    automata_grammar_free(again);
    automata_alphabet_free(terminals);
    automata_free(text);
}

/* The automaton of a grammar; NULL where it isn't regular or the budget isn't enough. */
static automata_fa *automaton_of_grammar(const automata_grammar *grammar)
{
    automata_budget budget = budget_of_laws();
    automata_fa *automaton;
    automata_error error;
    automata_status status = automata_fa_from_grammar(grammar, &budget, &automaton, &error);
    REQUIRE((status == AUTOMATA_ERROR_WRONG_GRAMMAR) == (automata_grammar_type(grammar) != AUTOMATA_CHOMSKY_REGULAR));
    if (status == AUTOMATA_ERROR_WRONG_GRAMMAR || !is_done(status, &error)) {
        REQUIRE(automaton == NULL);
        return NULL;
    }
    check_structure(automaton);
    return automaton;
}

/* What a function makes of a grammar: checked as to text and class, and freed. */
static void check_made(automata_grammar *made, automata_status status, const automata_error *error, const automata_fa *automaton)
{
    if (status == AUTOMATA_ERROR_WRONG_GRAMMAR)
        REQUIRE(made == NULL && automaton == NULL);
    else if (is_done(status, error)) {
        check_grammar_text(made);
        check_class(made);
        automata_fa *again = automaton ? automaton_of_grammar(made) : NULL;
        if (again)
            check_equivalent(again, automaton);
        automata_fa_free(again);
    }
    automata_grammar_free(made);
}

/* Grammars of the same language. */
static void check_transformations(const automata_grammar *grammar, const automata_fa *automaton)
{
    automata_budget budget = budget_of_laws();
    automata_grammar *made;
    automata_error error;
    automata_status status = automata_grammar_trim(grammar, &made, &error);
    REQUIRE((status == AUTOMATA_ERROR_WRONG_GRAMMAR) == (automata_grammar_type(grammar) < AUTOMATA_CHOMSKY_CONTEXT_FREE));
    check_made(made, status, &error, automaton);
    status = automata_grammar_with_letters(grammar, &made, &error);
    check_made(made, status, &error, automaton);
    status = automata_grammar_without_epsilon(grammar, &made, &error);
    check_made(made, status, &error, automaton);
    status = automata_grammar_without_units(grammar, &budget, &made, &error);
    check_made(made, status, &error, automaton);
}

static void check_grammars_of(const automata_fa *automaton)
{
    for (int property = AUTOMATA_GRAMMAR_RIGHT_LINEAR; property <= AUTOMATA_GRAMMAR_LEFT_LINEAR; property++) {
        automata_budget budget = budget_of_laws();
        automata_grammar *grammar;
        automata_grammar_obstacle obstacle;
        automata_error error;
        char *text;
        size_t length;
        automata_status status =
            automata_grammar_from_fa(automaton, (automata_grammar_property)property, &budget, &grammar, &error);
        /* Classes of many characters may have no names to be terminals. */
        if (!is_done(status, &error))
            continue;
        REQUIRE(is_ok(
            automata_grammar_find_obstacle(grammar, (automata_grammar_property)property, &obstacle, &text, &length, &error), &error));
        REQUIRE(obstacle.reason == AUTOMATA_GRAMMAR_OBSTACLE_NONE && text == NULL);
        check_grammar_text(grammar);
        automata_fa *again = automaton_of_grammar(grammar);
        if (again && automata_alphabet_kind_of(automata_fa_alphabet(automaton)) == AUTOMATA_ALPHABET_NAMED)
            check_equivalent(again, automaton);
        check_transformations(grammar, again);
        automata_fa_free(again);
        automata_grammar_free(grammar);
    }
}

void check_language(const automata_fa *automaton, input *choices)
{
    automata_fa *minimal = minimal_of(automaton);
    if (!minimal)
        return;
    check_counts(minimal, choices);
    check_words(minimal);
    const automata_fa *chosen = take_byte(choices) & 1 ? minimal : automaton;
    if (automata_fa_state_count(chosen) <= MANY_STATES) {
        check_extraction(chosen, choices);
        check_grammars_of(chosen);
    }
    automata_fa_free(minimal);
}

void check_expression(const automata_regex *regex, input *choices)
{
    automata_error error;
    automata_budget budget = budget_of_laws();
    automata_fa *dfa, *made;
    automata_extended *extended;
    automata_regex *copy = automata_regex_retain(regex);
    REQUIRE(automata_regex_node_count(copy) == automata_regex_node_count(regex) && automata_regex_node_count(regex) > 0);
    REQUIRE(automata_regex_width(regex) <= automata_regex_length(regex));
    automata_regex_free(copy);
    check_printed(regex, AUTOMATA_REGEX_SYNTAX_PROGRAMMER);
    check_printed(regex, AUTOMATA_REGEX_SYNTAX_TEXTBOOK);
    check_simplified(regex);
    if (!is_done(automata_fa_from_regex(regex, AUTOMATA_REGEX_CONSTRUCTION_MINIMAL_DFA, &budget, &dfa, &error), &error))
        return;
    for (int construction = AUTOMATA_REGEX_CONSTRUCTION_AUTOMATIC; construction <= AUTOMATA_REGEX_CONSTRUCTION_DERIVATIVES; construction++) {
        budget = budget_of_laws();
        if (!is_done(automata_fa_from_regex(regex, (automata_regex_construction)construction, &budget, &made, &error), &error))
            continue;
        check_structure(made);
        automata_fa *minimal = minimal_of(made);
        REQUIRE(!minimal || automata_fa_equal(minimal, dfa));
        automata_fa_free(minimal);
        if (construction == AUTOMATA_REGEX_CONSTRUCTION_THOMPSON)
            check_language(made, choices);
        automata_fa_free(made);
    }
    budget = budget_of_laws();
    if (is_done(automata_extended_from_fa(dfa, &budget, &extended, &error), &error))
        check_extended(extended, dfa, choices);
    automata_fa_free(dfa);
}

void check_grammar(const automata_grammar *grammar, input *choices)
{
    automata_names names = automata_grammar_nonterminals(grammar);
    size_t count = automata_grammar_production_count(grammar);
    automata_alphabet *terminals;
    automata_error error;
    REQUIRE(names.count > 0 && is_ok(automata_grammar_terminals(grammar, &terminals, &error), &error));
    for (size_t i = 0; i < count; i++) {
        automata_production production = automata_grammar_production(grammar, i);
        REQUIRE(production.left_count > 0);
        for (size_t k = 0; k < production.left_count + production.right_count; k++) {
            automata_grammar_symbol symbol =
                k < production.left_count ? production.left[k] : production.right[k - production.left_count];
            REQUIRE(symbol & AUTOMATA_GRAMMAR_NONTERMINAL ? (symbol ^ AUTOMATA_GRAMMAR_NONTERMINAL) < names.count
                                                  : symbol < automata_alphabet_symbol_count(terminals));
        }
    }
    REQUIRE(automata_grammar_production(grammar, count).left_count == 0);
    automata_alphabet_free(terminals);
    check_grammar_text(grammar);
    check_class(grammar);
    automata_fa *automaton = automaton_of_grammar(grammar);
    if (count <= MANY_PRODUCTIONS)
        check_transformations(grammar, automaton);
    if (automaton)
        check_language(automaton, choices);
    automata_fa_free(automaton);
}
