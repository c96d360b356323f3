/* Grammars: their text, their class and what is in its way, and automata of them and back. */
#include "check.h"

static const char even_zeros[] = "S -> 1S | 0A | \"\"\nA -> 1A | 0S\n";

static automata_grammar *parsed(const char *text) {
    automata_grammar *grammar = NULL;
    automata_error error;
    CHECK_OK(automata_grammar_from_text(text, AUTOMATA_ZERO_TERMINATED, NULL, NULL, &grammar, &error));
    return grammar;
}

static void check_printed(const char *wanted, const automata_grammar *grammar) {
    automata_error error;
    char *text = NULL;
    size_t length = 0;
    CHECK_OK(automata_grammar_text(grammar, NULL, &text, &length, &error));
    CHECK_TEXT(wanted, text);
    CHECK(text != NULL && length == strlen(text));
    automata_free(text);
}

static void texts(void) {
    const char *names[] = {"0", "1"};
    automata_grammar *grammar = parsed(even_zeros), *copy = automata_grammar_retain(grammar), *again = NULL;
    automata_alphabet *alphabet = NULL, *terminals = NULL;
    automata_names nonterminals;
    automata_production production;
    automata_error error;

    CHECK(automata_grammar_equal(grammar, copy) && !automata_grammar_equal(grammar, NULL));
    CHECK(automata_grammar_equal(NULL, NULL));
    automata_grammar_free(grammar);
    check_printed("S \xe2\x86\x92 1S | 0A | \xce\xb5\nA \xe2\x86\x92 1A | 0S\n", copy);
    nonterminals = automata_grammar_nonterminals(copy);
    CHECK(nonterminals.count == 2);
    CHECK_TEXT("S", nonterminals.items[0].data);
    CHECK_TEXT("A", nonterminals.items[1].data);
    CHECK_OK(automata_alphabet_from_names(names, NULL, 2, &alphabet, &error));
    CHECK_OK(automata_grammar_terminals(copy, &terminals, &error));
    CHECK(automata_alphabet_equal(alphabet, terminals));
    automata_alphabet_free(terminals);
    CHECK_OK(automata_grammar_from_text(even_zeros, strlen(even_zeros), alphabet, NULL, &again, &error));
    CHECK(automata_grammar_equal(again, copy));
    automata_grammar_free(again);

    CHECK(automata_grammar_production_count(copy) == 5 && automata_grammar_production_count(NULL) == 0);
    production = automata_grammar_production(copy, 1);
    CHECK(production.left_count == 1 && production.left[0] == AUTOMATA_GRAMMAR_NONTERMINAL);
    CHECK(production.right_count == 2 && production.right[0] == 0 && production.right[1] == (AUTOMATA_GRAMMAR_NONTERMINAL | 1));
    CHECK(automata_grammar_production(copy, 2).right_count == 0 && automata_grammar_production(copy, 2).left_count == 1);
    CHECK(automata_grammar_production(copy, 5).left == NULL && automata_grammar_production(NULL, 0).left_count == 0);
    CHECK(automata_grammar_production(copy, SIZE_MAX).right == NULL);

    CHECK_STATUS(AUTOMATA_ERROR_INVALID_TEXT, automata_grammar_from_text("S -> a\nB", 8, NULL, NULL, &again, &error));
    CHECK(again == NULL && error.line == 2 && error.column == 1);
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_TEXT, automata_grammar_from_text("S -> a\n+ -> b", 13, NULL, NULL, &again, &error));
    CHECK_STATUS(AUTOMATA_ERROR_UNKNOWN_NAME, automata_grammar_from_text("S -> 02", 7, alphabet, NULL, &again, &error));
    CHECK(error.line == 1 && error.column == 7);
    automata_alphabet_free(alphabet);
    automata_grammar_free(copy);
    automata_grammar_free(NULL);
    CHECK(automata_grammar_retain(NULL) == NULL && automata_grammar_nonterminals(NULL).count == 0);
}

static void check_obstacle(
    const char *text, automata_chomsky_type type, automata_grammar_property property, automata_grammar_obstacle_reason reason,
    const char *sentence) {
    automata_grammar *grammar = parsed(text);
    automata_grammar_obstacle obstacle;
    automata_error error;
    char *why = NULL;
    size_t length = 7;
    CHECK(automata_grammar_type(grammar) == type);
    CHECK_OK(automata_grammar_find_obstacle(grammar, property, &obstacle, &why, &length, &error));
    CHECK(obstacle.reason == reason);
    if (sentence == NULL) {
        CHECK(why == NULL && length == 0 && obstacle.production_count == 0);
    } else {
        CHECK_TEXT(sentence, why);
        CHECK(obstacle.production_count > 0 && obstacle.production_count <= 2);
    }
    automata_free(why);
    automata_grammar_free(grammar);
}

static void classes(void) {
    check_obstacle(even_zeros, AUTOMATA_CHOMSKY_REGULAR, AUTOMATA_GRAMMAR_REGULAR, AUTOMATA_GRAMMAR_OBSTACLE_NONE, NULL);
    check_obstacle(even_zeros, AUTOMATA_CHOMSKY_REGULAR, AUTOMATA_GRAMMAR_RIGHT_LINEAR, AUTOMATA_GRAMMAR_OBSTACLE_NONE, NULL);
    check_obstacle(
        even_zeros, AUTOMATA_CHOMSKY_REGULAR, AUTOMATA_GRAMMAR_LEFT_LINEAR, AUTOMATA_GRAMMAR_OBSTACLE_NONTERMINAL_NOT_FIRST,
        "S \xe2\x86\x92 1S has a nonterminal that isn't first");
    check_obstacle(
        "S -> aA | a\nA -> Sb", AUTOMATA_CHOMSKY_CONTEXT_FREE, AUTOMATA_GRAMMAR_REGULAR, AUTOMATA_GRAMMAR_OBSTACLE_LAST_AND_FIRST,
        "S \xe2\x86\x92 " "aA has its nonterminal last and A \xe2\x86\x92 Sb has it first; put all last, or all first");
    check_obstacle(
        "S -> SS | a", AUTOMATA_CHOMSKY_CONTEXT_FREE, AUTOMATA_GRAMMAR_LINEAR, AUTOMATA_GRAMMAR_OBSTACLE_SEVERAL_NONTERMINALS,
        "S \xe2\x86\x92 SS has several nonterminals on its right side");
    check_obstacle(
        "S -> aSB | ab\nbB -> Bb", AUTOMATA_CHOMSKY_CONTEXT_SENSITIVE, AUTOMATA_GRAMMAR_CONTEXT_FREE,
        AUTOMATA_GRAMMAR_OBSTACLE_SEVERAL_SYMBOLS_ON_THE_LEFT, "bB \xe2\x86\x92 Bb has more than one symbol on its left side");
    check_obstacle(
        "S -> aA\naA -> b", AUTOMATA_CHOMSKY_UNRESTRICTED, AUTOMATA_GRAMMAR_MONOTONIC, AUTOMATA_GRAMMAR_OBSTACLE_SHRINKING,
        "aA \xe2\x86\x92 b has a right side that is shorter than its left side");
    CHECK(automata_grammar_type(NULL) == AUTOMATA_CHOMSKY_UNRESTRICTED);
}

static bool are_equivalent(const automata_fa *left, const automata_fa *right) {
    automata_error error;
    bool answer = false;
    CHECK_OK(automata_fa_is_equivalent(left, right, NULL, &answer, NULL, &error));
    return answer;
}

static void automata(void) {
    automata_fa *nfa = ends_with_01(), *made = NULL;
    automata_grammar *grammar = NULL, *letters = NULL, *trimmed = NULL;
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    automata_error error;

    CHECK_OK(automata_grammar_from_fa(nfa, AUTOMATA_GRAMMAR_RIGHT_LINEAR, NULL, &grammar, &error));
    CHECK_OK(automata_grammar_with_letters(grammar, &letters, &error));
    check_printed("S \xe2\x86\x92 0S | 0A | 1S\nA \xe2\x86\x92 1B\nB \xe2\x86\x92 \xce\xb5\n", letters);
    CHECK_OK(automata_fa_from_grammar(letters, NULL, &made, &error));
    CHECK(are_equivalent(nfa, made));
    automata_fa_free(made);
    automata_grammar_free(letters);
    automata_grammar_free(grammar);
    CHECK_OK(automata_grammar_from_fa(nfa, AUTOMATA_GRAMMAR_LEFT_LINEAR, NULL, &grammar, &error));
    check_printed("r \xe2\x86\x92 q 1\nq \xe2\x86\x92 p 0\np \xe2\x86\x92 p 0 | p 1 | \xce\xb5\n", grammar);
    CHECK_OK(automata_fa_from_grammar(grammar, NULL, &made, &error));
    CHECK(are_equivalent(nfa, made));
    automata_fa_free(made);
    automata_grammar_free(grammar);

    grammar = parsed(even_zeros);
    CHECK_OK(automata_grammar_without_epsilon(grammar, &letters, &error));
    check_printed("S' \xe2\x86\x92 1S | 1 | 0A | \xce\xb5\nS \xe2\x86\x92 1S | 1 | 0A\nA \xe2\x86\x92 1A | 0S | 0\n", letters);
    automata_grammar_free(letters);
    automata_grammar_free(grammar);
    grammar = parsed("S -> A | aS\nA -> b");
    CHECK_OK(automata_grammar_without_units(grammar, NULL, &letters, &error));
    check_printed("S \xe2\x86\x92 aS | b\n", letters);
    automata_grammar_free(letters);
    budget.maximum_bytes = 1;
    CHECK_STATUS(
        AUTOMATA_ERROR_BUDGET_EXCEEDED, automata_grammar_without_units(grammar, &budget, &letters, &error));
    budget.maximum_bytes = 0;
    automata_grammar_free(grammar);

    grammar = parsed("S -> a | AB\nA -> b");
    CHECK_STATUS(AUTOMATA_ERROR_WRONG_GRAMMAR, automata_grammar_without_epsilon(grammar, &letters, &error));
    CHECK_STATUS(AUTOMATA_ERROR_WRONG_GRAMMAR, automata_grammar_without_units(grammar, NULL, &letters, &error));
    CHECK_OK(automata_grammar_trim(grammar, &trimmed, &error));
    check_printed("S \xe2\x86\x92 a\n", trimmed);
    CHECK_STATUS(AUTOMATA_ERROR_WRONG_GRAMMAR, automata_fa_from_grammar(grammar, NULL, &made, &error));
    CHECK(made == NULL);
    budget.maximum_states = 1;
    CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED, automata_fa_from_grammar(trimmed, &budget, &made, &error));
    automata_grammar_free(trimmed);
    automata_grammar_free(grammar);
    grammar = parsed("S -> AB\nAB -> a");
    CHECK_STATUS(AUTOMATA_ERROR_WRONG_GRAMMAR, automata_grammar_trim(grammar, &trimmed, &error));
    automata_grammar_free(grammar);
    budget.maximum_states = 0;
    budget.maximum_bytes = 16;
    CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED,
        automata_grammar_from_fa(nfa, AUTOMATA_GRAMMAR_RIGHT_LINEAR, &budget, &grammar, &error));
    automata_fa_free(nfa);
}

int main(void) {
    texts();
    classes();
    automata();
    return check_done();
}
