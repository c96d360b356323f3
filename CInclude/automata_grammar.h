/*
 * automata_grammar.h: grammars.
 *
 * A grammar has nonterminals, terminals, productions with any sides, and a start symbol. Regular
 * grammars and automata are converted to each other:
 *
 *     automata_grammar *grammar = NULL;
 *     automata_fa *nfa = NULL;
 *     automata_error error;
 *     if (automata_grammar_from_text("S -> 1S | 0A | \"\"\nA -> 1A | 0S",
 *                                    AUTOMATA_ZERO_TERMINATED, NULL, NULL, &grammar, &error) ||
 *         automata_fa_from_grammar(grammar, NULL, &nfa, &error))
 *         fprintf(stderr, "%s\n", error.message);
 *
 * The rules in automata.h hold here, too.
 */
#ifndef AUTOMATA_GRAMMAR_H
#define AUTOMATA_GRAMMAR_H

#include "automata.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A grammar. The start symbol is nonterminal 0. Productions with the same left side are together,
 * beginning with the productions of the start symbol. Immutable. */
typedef struct automata_grammar automata_grammar;

/* Parses a grammar in the usual notation: a line for each left side, such as S -> 0A | 1, beginning
 * with the line of the start symbol. Capital letters, names in <> and symbols that stand alone on a
 * left side are nonterminals. If spaces separate symbols, or a left side is a word, then spaces
 * separate all symbols; otherwise each letter is a symbol. Any text in quotes is a terminal. If
 * `terminals` is NULL, the terminals are the symbols that occur in the text, sorted.
 * Fails with INVALID_TEXT, UNKNOWN_NAME (a terminal that isn't given), TOO_LARGE, all with the line
 * and the column. Linear in the text. */
automata_status automata_grammar_from_text(
    const char *text, size_t length, const automata_alphabet *terminals,
    const automata_budget *budget, automata_grammar **grammar, automata_error *error);

/* Adds an owner, who must free the handle, too, and returns the handle; NULL for NULL. O(1). */
automata_grammar *automata_grammar_retain(const automata_grammar *grammar);

/* Frees a handle. */
void automata_grammar_free(automata_grammar *grammar);

/* Tests whether two grammars have the same symbols and productions; true for two NULLs. */
bool automata_grammar_equal(const automata_grammar *left, const automata_grammar *right);

/* Writes a grammar as text, from which automata_grammar_from_text() makes the same grammar if it
 * gets the same terminals. */
automata_status automata_grammar_text(
    const automata_grammar *grammar, const automata_budget *budget, char **text, size_t *length,
    automata_error *error);

/* Returns the names of the nonterminals; none for NULL. */
automata_names automata_grammar_nonterminals(const automata_grammar *grammar);

/* Makes the alphabet of the terminals. */
automata_status automata_grammar_terminals(
    const automata_grammar *grammar, automata_alphabet **terminals, automata_error *error);

/* A symbol of a production: the number of a terminal, or the number of a nonterminal plus
 * AUTOMATA_GRAMMAR_NONTERMINAL. */
typedef uint32_t automata_grammar_symbol;
#define AUTOMATA_GRAMMAR_NONTERMINAL ((automata_grammar_symbol)0x80000000)

/* The two sides of a production, borrowed. An empty right side is the empty word. */
typedef struct automata_production {
    const automata_grammar_symbol *left;
    size_t left_count;
    const automata_grammar_symbol *right;
    size_t right_count;
} automata_production;

/* Returns the number of productions; 0 for NULL. */
size_t automata_grammar_production_count(const automata_grammar *grammar);

/* Returns the production at an index; an empty one for an index out of range. */
automata_production automata_grammar_production(const automata_grammar *grammar, size_t index);

/* ---------------------------------------------------------------------------------------------- */
/* Types and properties                                                                           */
/* ---------------------------------------------------------------------------------------------- */

/* The types of Chomsky's hierarchy, with their numbers. */
typedef enum automata_chomsky_type {
    AUTOMATA_CHOMSKY_UNRESTRICTED = 0,
    AUTOMATA_CHOMSKY_CONTEXT_SENSITIVE = 1,
    AUTOMATA_CHOMSKY_CONTEXT_FREE = 2,
    AUTOMATA_CHOMSKY_REGULAR = 3
} automata_chomsky_type;

/* Returns the smallest class that contains the grammar; its language can be in a smaller class.
 * AUTOMATA_CHOMSKY_UNRESTRICTED for NULL. Linear. */
automata_chomsky_type automata_grammar_type(const automata_grammar *grammar);

/* A form of all productions of a grammar; A and B are nonterminals, v and w words of terminals. */
typedef enum automata_grammar_property {
    /* A -> wB or A -> w. */
    AUTOMATA_GRAMMAR_RIGHT_LINEAR = 0,
    /* A -> Bw or A -> w. */
    AUTOMATA_GRAMMAR_LEFT_LINEAR = 1,
    /* All productions right-linear, or all left-linear: type 3. */
    AUTOMATA_GRAMMAR_REGULAR = 2,
    /* A -> vBw or A -> w. */
    AUTOMATA_GRAMMAR_LINEAR = 3,
    /* One nonterminal on each left side: type 2. */
    AUTOMATA_GRAMMAR_CONTEXT_FREE = 4,
    /* One nonterminal of each left side is replaced by a nonempty word between the same neighbors.
     * The start symbol may become empty if it is on no right side. */
    AUTOMATA_GRAMMAR_CONTEXT_SENSITIVE = 5,
    /* No right side is shorter than its left side: type 1. The start symbol may become empty if it
     * is on no right side. */
    AUTOMATA_GRAMMAR_MONOTONIC = 6
} automata_grammar_property;

/* The reason why a grammar lacks a property. */
typedef enum automata_grammar_obstacle_reason {
    /* The grammar has the property. */
    AUTOMATA_GRAMMAR_OBSTACLE_NONE = 0,
    AUTOMATA_GRAMMAR_OBSTACLE_SEVERAL_SYMBOLS_ON_THE_LEFT = 1,
    AUTOMATA_GRAMMAR_OBSTACLE_SEVERAL_NONTERMINALS = 2,
    AUTOMATA_GRAMMAR_OBSTACLE_NONTERMINAL_INSIDE = 3,
    AUTOMATA_GRAMMAR_OBSTACLE_NONTERMINAL_NOT_LAST = 4,
    AUTOMATA_GRAMMAR_OBSTACLE_NONTERMINAL_NOT_FIRST = 5,
    /* One production has its nonterminal last, and another one has it first. */
    AUTOMATA_GRAMMAR_OBSTACLE_LAST_AND_FIRST = 6,
    AUTOMATA_GRAMMAR_OBSTACLE_SHRINKING = 7,
    /* The start symbol may become empty, but the second production has it on its right side. */
    AUTOMATA_GRAMMAR_OBSTACLE_EPSILON_AT_RECURSIVE_START = 8,
    AUTOMATA_GRAMMAR_OBSTACLE_NO_CONTEXT = 9
} automata_grammar_obstacle_reason;

typedef struct automata_grammar_obstacle {
    automata_grammar_obstacle_reason reason;
    /* The number of productions that are the reason, 0 to 2, and the indices of these
     * productions. */
    uint32_t production_count;
    size_t productions[2];
} automata_grammar_obstacle;

/* Finds the first production because of which a grammar lacks a property, with a sentence for
 * people; AUTOMATA_GRAMMAR_OBSTACLE_NONE and a NULL text if it has the property. Linear. */
automata_status automata_grammar_find_obstacle(
    const automata_grammar *grammar, automata_grammar_property property,
    automata_grammar_obstacle *obstacle, char **text, size_t *length, automata_error *error);

/* ---------------------------------------------------------------------------------------------- */
/* Other grammars for the same language                                                           */
/* ---------------------------------------------------------------------------------------------- */

/* Removes the useless nonterminals of a context-free grammar: nonterminals that derive no word or
 * that aren't reachable from the start symbol. Fails with WRONG_GRAMMAR. Linear. */
automata_status automata_grammar_trim(
    const automata_grammar *grammar, automata_grammar **result, automata_error *error);

/* Renames the nonterminals to S, A, B and so on. Linear. */
automata_status automata_grammar_with_letters(
    const automata_grammar *grammar, automata_grammar **result, automata_error *error);

/* Removes the epsilon productions of a regular grammar. In the result, only the start symbol may
 * become empty, and then it is on no right side. Useless nonterminals are removed, too. Fails with
 * WRONG_GRAMMAR, TOO_LARGE. Linear. */
automata_status automata_grammar_without_epsilon(
    const automata_grammar *grammar, automata_grammar **result, automata_error *error);

/* Removes the unit productions, such as A -> B, of a regular grammar. Useless nonterminals are
 * removed, too. For the grammar of an automaton, without epsilon and unit productions, only
 * productions A -> aB and A -> a remain.
 * Fails with WRONG_GRAMMAR, TOO_LARGE. O(n m) for n nonterminals and productions of length m. */
automata_status automata_grammar_without_units(
    const automata_grammar *grammar, const automata_budget *budget, automata_grammar **result,
    automata_error *error);

/* ---------------------------------------------------------------------------------------------- */
/* Grammars and automata                                                                          */
/* ---------------------------------------------------------------------------------------------- */

/* Makes an automaton for a regular grammar's language, with the nonterminals as states.
 * Fails with WRONG_GRAMMAR, TOO_LARGE. Linear. */
automata_status automata_fa_from_grammar(
    const automata_grammar *grammar, const automata_budget *budget, automata_fa **result,
    automata_error *error);

/* Makes a regular grammar for an automaton's language, with the states as nonterminals. `property`
 * is AUTOMATA_GRAMMAR_RIGHT_LINEAR or AUTOMATA_GRAMMAR_LEFT_LINEAR. Fails with TOO_LARGE.
 * Linear. */
automata_status automata_grammar_from_fa(
    const automata_fa *automaton, automata_grammar_property property,
    const automata_budget *budget, automata_grammar **grammar, automata_error *error);

#ifdef __cplusplus
}
#endif

#endif
