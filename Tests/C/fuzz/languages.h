/* What holds for every automaton, regular expression and grammar that languages.c reads. */
#ifndef FUZZ_LANGUAGES_H
#define FUZZ_LANGUAGES_H

#include "exercise.h"

/* Whether a call did what it says. It may also have found that the budget isn't enough, which nothing can be said about. */
bool is_done(automata_status status, const automata_error *error);

/* That two automata have the same language, as far as the budget tells. */
void check_equivalent(const automata_fa *left, const automata_fa *right);
void check_equivalent_expressions(const automata_regex *left, const automata_regex *right);

/* The smallest DFA; NULL where the budget isn't enough. */
automata_fa *minimal_of(const automata_fa *automaton);

/* That what is made of an automaton says what the automaton says: expressions by every method, automata whose transitions
 * carry expressions, grammars, numbers of words and places among them. The bytes choose where there is a choice. */
void check_language(const automata_fa *automaton, input *choices);

/* That an expression's text is read as the same, simplification keeps its language, and each construction gives it. */
void check_expression(const automata_regex *regex, input *choices);

/* That a grammar's text is read as the same grammar, its class and what is in the way of properties agree, and what is made of a
 * regular one keeps its language. */
void check_grammar(const automata_grammar *grammar, input *choices);

/* That an integer's text and limbs are read as the same; where a text is given, the double is the one that C reads there. */
void check_number(const automata_integer *integer, const char *text);

bool is_equal(const automata_integer *one, const automata_integer *other);

/* That the word at a place among the words of an automaton has that place. */
void check_place(const automata_fa *automaton, const automata_integer *place, size_t length);

#endif
