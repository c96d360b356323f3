/*
 * automata_regex.h: regular expressions.
 *
 * An expression is a value, like an automaton. Parse it, and make an automaton from it:
 *
 *     automata_regex *regex = NULL;
 *     automata_fa *dfa = NULL;
 *     automata_error error;
 *     if (automata_regex_from_text("[0-9]+(\\.[0-9]+)?", AUTOMATA_ZERO_TERMINATED, NULL, &regex,
 *                                  &error) ||
 *         automata_fa_from_regex(regex, AUTOMATA_REGEX_CONSTRUCTION_MINIMAL_DFA, NULL, &dfa,
 *                                &error))
 *         fprintf(stderr, "%s\n", error.message);
 *
 * An expression denotes whole words. With allow_text_around a matcher checks whether a text
 * contains a word; automata_search.h finds the positions, also for many expressions together.
 *
 * Two syntaxes are known: the regular part of PCRE's, and that of textbooks. In PCRE's syntax ^ and
 * $ are the beginning and the very end of the input, as in RE2, Go and Rust, or of a line with
 * anchors_match_lines. In PCRE and Python $ also matches before a last newline; write \n?\z for
 * that. \z is the very end in any mode. \Z is refused, because PCRE and Python disagree about it.
 *
 * The rules in automata.h hold here, too.
 */
#ifndef AUTOMATA_REGEX_H
#define AUTOMATA_REGEX_H

#include "automata.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------------------------------------- */
/* Expressions                                                                                    */
/* ---------------------------------------------------------------------------------------------- */

/* A regular expression over an alphabet. Immutable. */
typedef const struct automata_regex_value automata_regex;

typedef enum automata_regex_syntax {
    /* The regular part of PCRE's syntax, such as [a-z_]\w*, over bytes or Unicode scalars. */
    AUTOMATA_REGEX_SYNTAX_PROGRAMMER = 0,
    /* The syntax of textbooks, such as (a+b)*a, with signs for the empty word and the empty set,
     * over named symbols. */
    AUTOMATA_REGEX_SYNTAX_TEXTBOOK = 1
} automata_regex_syntax;

/* The input of a programmer's expression. */
typedef enum automata_regex_unit {
    /* Any bytes. A character outside of ASCII stands for its bytes in UTF-8. */
    AUTOMATA_REGEX_UNIT_BYTES = 0,
    /* UTF-8, over the alphabet of bytes: a dot is one Unicode scalar. */
    AUTOMATA_REGEX_UNIT_UTF8 = 1,
    /* Text over the alphabet of Unicode scalars. */
    AUTOMATA_REGEX_UNIT_SCALARS = 2
} automata_regex_unit;

typedef struct automata_regex_options {
    size_t struct_size;
    /* May be NULL. Nodes of the expression count as states. */
    const automata_budget *budget;
    automata_regex_syntax syntax;
    automata_regex_unit unit;
    /* The alphabet of a textbook's expression; NULL stands for the symbols that occur in the
     * expression, sorted. */
    const automata_alphabet *alphabet;
    /* The flags i, s, m and x of programmer's expressions. */
    bool ignore_case;
    bool dot_matches_newline;
    bool anchors_match_lines;
    bool ignore_whitespace;
    /* The flag o: & and ! are operators for intersection and complement instead of symbols. */
    bool has_operators;
    /* Any input, even newlines and invalid UTF-8, may come before and after a match, as in a
     * search. */
    bool allow_text_around;
    bool reserved[2];
} automata_regex_options;

#define AUTOMATA_REGEX_OPTIONS_INIT \
    { sizeof(automata_regex_options), NULL, AUTOMATA_REGEX_SYNTAX_PROGRAMMER, \
      AUTOMATA_REGEX_UNIT_BYTES, NULL, false, false, false, false, false, false, { false, false } }

/* Parses an expression. Constructs that aren't regular, such as back references, are refused. A
 * programmer's text over bytes may have any bytes.
 * Fails with INVALID_TEXT, TOO_LARGE (a number), UNKNOWN_NAME (a symbol), all with the line and the
 * column. Linear in the text. */
automata_status automata_regex_from_text(
    const char *text, size_t length, const automata_regex_options *options,
    automata_regex **regex, automata_error *error);

/* Adds an owner, who must free the handle, too, and returns the handle; NULL for NULL. O(1). */
automata_regex *automata_regex_retain(const automata_regex *regex);

/* Frees a handle. */
void automata_regex_free(automata_regex *regex);

/* Returns the number of nodes; equal parts count once. 0 for NULL. */
size_t automata_regex_node_count(const automata_regex *regex);

/* Returns the number of symbols and operators. Repeated parts count each time; a class of bytes or
 * scalars counts once. INT64_MAX for greater numbers; 0 for NULL. */
uint64_t automata_regex_length(const automata_regex *regex);

/* Returns the number of symbols. Repeated parts count each time; a class of bytes or scalars counts
 * once. INT64_MAX for greater numbers; 0 for NULL. */
uint64_t automata_regex_width(const automata_regex *regex);

/* Makes the expression's alphabet. A programmer's expression has an alphabet of all bytes or all
 * scalars, in the coarsest classes that it needs. */
automata_status automata_regex_alphabet(
    const automata_regex *regex, automata_alphabet **alphabet, automata_error *error);

/* Writes an expression as text, from which automata_regex_from_text() makes an expression of the
 * same language. To read a programmer's expression over bytes, use AUTOMATA_REGEX_UNIT_BYTES, even
 * if it came from UTF-8. Fails with NOT_REPRESENTABLE for names that the programmer's syntax can't
 * express, and for anchors and \b in the textbook's syntax. */
automata_status automata_regex_text(
    const automata_regex *regex, automata_regex_syntax syntax, const automata_budget *budget,
    char **text, size_t *length, automata_error *error);

/* Makes an expression of the same language that isn't longer, by algebraic laws. */
automata_status automata_regex_simplify(
    const automata_regex *regex, const automata_budget *budget, automata_regex **result,
    automata_error *error);

/* Tests whether the right expression matches every word that the left expression matches, like
 * automata_fa_is_included(). `included` and `witness` may be NULL.
 * Fails with INCOMPATIBLE_ALPHABETS. */
automata_status automata_regex_is_included(
    const automata_regex *left, const automata_regex *right,
    const automata_inclusion_options *options, bool *included, automata_witness **witness,
    automata_error *error);

/* Tests whether two expressions have the same language, like automata_fa_is_equivalent().
 * `equivalent` and `witness` may be NULL. Fails with INCOMPATIBLE_ALPHABETS. */
automata_status automata_regex_is_equivalent(
    const automata_regex *left, const automata_regex *right,
    const automata_inclusion_options *options, bool *equivalent, automata_witness **witness,
    automata_error *error);

/* ---------------------------------------------------------------------------------------------- */
/* From expressions to automata                                                                   */
/* ---------------------------------------------------------------------------------------------- */

typedef enum automata_regex_construction {
    /* The fastest construction: an NFA without epsilon moves. */
    AUTOMATA_REGEX_CONSTRUCTION_AUTOMATIC = 0,
    /* Thompson's epsilon-NFA. Linear. */
    AUTOMATA_REGEX_CONSTRUCTION_THOMPSON = 1,
    /* Glushkov's NFA: a state for each occurrence of a symbol, and an initial state. */
    AUTOMATA_REGEX_CONSTRUCTION_GLUSHKOV = 2,
    /* The follow automaton of Ilie and Yu, an NFA that is never larger than Glushkov's. */
    AUTOMATA_REGEX_CONSTRUCTION_FOLLOW = 3,
    /* Antimirov's NFA of partial derivatives, never larger than Glushkov's. */
    AUTOMATA_REGEX_CONSTRUCTION_PARTIAL_DERIVATIVES = 4,
    /* Brzozowski's DFA of derivatives. It can have exponentially many states, and more than the
     * subset construction gives, because derivatives are compared only by their form. Give it a
     * budget. */
    AUTOMATA_REGEX_CONSTRUCTION_DERIVATIVES = 5,
    /* The smallest DFA, which can have 2^n states for n occurrences of symbols. */
    AUTOMATA_REGEX_CONSTRUCTION_MINIMAL_DFA = 6
} automata_regex_construction;

/* Makes an automaton for an expression. Repetitions are unrolled; the budget is checked first.
 * Fails with TOO_LARGE. */
automata_status automata_fa_from_regex(
    const automata_regex *regex, automata_regex_construction construction,
    const automata_budget *budget, automata_fa **result, automata_error *error);

/* ---------------------------------------------------------------------------------------------- */
/* From automata to expressions                                                                   */
/* ---------------------------------------------------------------------------------------------- */

/* The methods to make an expression from an automaton. All give the same language. */
typedef enum automata_regex_extraction {
    /* The shorter result of both methods for a small automaton, state elimination otherwise. */
    AUTOMATA_REGEX_EXTRACTION_AUTOMATIC = 0,
    /* Eliminates one state after another. */
    AUTOMATA_REGEX_EXTRACTION_STATE_ELIMINATION = 1,
    /* Solves Brzozowski's equations, with an unknown language for each state, by Arden's rule. */
    AUTOMATA_REGEX_EXTRACTION_EQUATIONS = 2
} automata_regex_extraction;

/* The order in which states are eliminated. It has the greatest influence on the length of the
 * expression. */
typedef enum automata_regex_order {
    /* The shortest result of several orders for a small automaton, BRIDGES otherwise. */
    AUTOMATA_REGEX_ORDER_AUTOMATIC = 0,
    /* By the numbers of the states. */
    AUTOMATA_REGEX_ORDER_NUMBERS = 1,
    /* First the states with the least product of the numbers of entering and leaving
     * transitions. */
    AUTOMATA_REGEX_ORDER_DEGREE = 2,
    /* First the states whose elimination makes the expressions grow least: the weight of Delgado
     * and Morais. */
    AUTOMATA_REGEX_ORDER_WEIGHT = 3,
    /* First the states on the fewest cycles that a depth-first search finds. */
    AUTOMATA_REGEX_ORDER_CYCLES = 4,
    /* By WEIGHT, but states that every accepting path passes exactly once come last. */
    AUTOMATA_REGEX_ORDER_BRIDGES = 5
} automata_regex_order;

typedef struct automata_regex_extraction_options {
    size_t struct_size;
    /* May be NULL. Parts of expressions count as states. */
    const automata_budget *budget;
    automata_regex_extraction extraction;
    automata_regex_order order;
    /* Don't simplify the expressions that the method gives. */
    bool plain;
    bool reserved[7];
} automata_regex_extraction_options;

#define AUTOMATA_REGEX_EXTRACTION_OPTIONS_INIT \
    { sizeof(automata_regex_extraction_options), NULL, AUTOMATA_REGEX_EXTRACTION_AUTOMATIC, \
      AUTOMATA_REGEX_ORDER_AUTOMATIC, false, { false, false, false, false, false, false, false } }

/* Makes an expression for an automaton's language, over its alphabet. If both the method and the
 * order are automatic, other small automata of the language are tried, too. Smaller automata
 * usually give shorter expressions, so minimize or reduce first. The expression has O(n^3) parts;
 * its text can be exponentially long. */
automata_status automata_regex_from_fa(
    const automata_fa *automaton, const automata_regex_extraction_options *options,
    automata_regex **regex, automata_error *error);

/* ---------------------------------------------------------------------------------------------- */
/* Automata whose transitions read expressions                                                    */
/* ---------------------------------------------------------------------------------------------- */

/* An automaton whose transitions read words of regular expressions, with at most one transition
 * from one state to another. It shows state elimination step by step. Immutable. */
typedef struct automata_extended automata_extended;

/* Makes an extended automaton from an automaton; transitions between the same states are joined. */
automata_status automata_extended_from_fa(
    const automata_fa *automaton, const automata_budget *budget, automata_extended **result,
    automata_error *error);

/* Frees a handle. */
void automata_extended_free(automata_extended *extended);

/* Returns the number of states; 0 for NULL. */
size_t automata_extended_state_count(const automata_extended *extended);

/* Returns the number of transitions; 0 for NULL. */
size_t automata_extended_transition_count(const automata_extended *extended);

/* Makes the expression on the transition between two states; NULL if there is no such transition.
 * Fails with OUT_OF_RANGE. */
automata_status automata_extended_label(
    const automata_extended *extended, automata_state source, automata_state target,
    automata_regex **regex, automata_error *error);

/* Makes the same automaton with one initial state that no transition enters and one final state
 * that no transition leaves. States that are missing for this are added at the end, named start and
 * end. */
automata_status automata_extended_with_own_ends(
    const automata_extended *extended, automata_extended **result, automata_error *error);

/* Eliminates a state: the labels between its neighbors take over the paths through it. The numbers
 * of later states decrease by one; names stay. For an initial or final state,
 * automata_extended_with_own_ends() is applied first. Only the options `budget` and `plain` are
 * used. Fails with OUT_OF_RANGE. */
automata_status automata_extended_eliminate(
    const automata_extended *extended, automata_state state,
    const automata_regex_extraction_options *options, automata_extended **result,
    automata_error *error);

/* Makes an expression for the language. */
automata_status automata_regex_from_extended(
    const automata_extended *extended, const automata_regex_extraction_options *options,
    automata_regex **regex, automata_error *error);

/* Makes an automaton of the same states whose symbols are the texts of the labels, to draw it or to
 * look up names, initial and final states. Fails with NOT_REPRESENTABLE like
 * automata_regex_text(). */
automata_status automata_extended_picture(
    const automata_extended *extended, automata_regex_syntax syntax, const automata_budget *budget,
    automata_fa **result, automata_error *error);

#ifdef __cplusplus
}
#endif

#endif
