/* What the programs share that call functions with arguments of no use: where results go, and that a refused call leaves zeros there. */
#ifndef NULLS_H
#define NULLS_H

#include "check.h"

/* Where results go: full of junk before each call. After a failure, those that were given hold zeros. */
static struct {
    automata_alphabet *alphabet;
    automata_fa *automaton;
    automata_builder *builder;
    automata_matcher *matcher;
    automata_run *run;
    automata_scan *scan;
    automata_searcher *searcher;
    automata_search *search;
    automata_match first;
    automata_match *matches;
    automata_symbol *symbols;
    automata_state *states;
    char *text;
    size_t count;
    automata_symbol symbol;
    automata_state state;
    bool flag;
    automata_verdict verdict;
    automata_homomorphism *homomorphism;
    automata_regex *regex;
    automata_extended *extended;
    automata_grammar *grammar;
    automata_expression *expression;
    automata_grammar_obstacle obstacle;
    automata_witness *witness;
    automata_preorder *preorder;
    uint32_t *blocks;
    size_t degree;
    size_t other_count;
    automata_ambiguity_kind ambiguity;
    automata_growth_kind growth;
    automata_nonminimality reason;
    automata_fa *handles[2];
    automata_stroke_recognizer *recognizer;
    automata_gesture_recognizer *gestures;
    automata_sketch *sketch;
    uint64_t id;
    automata_point *points;
    size_t *sizes;
    automata_word_iterator *words;
    automata_letter *letters;
    automata_integer *integer;
    automata_integers *integers;
    automata_integers *more_integers;
    automata_counter *number_source;
    automata_ranking *ranking;
    automata_sampler *sampler;
    automata_random *random;
    double lower;
    double upper;
    automata_feature_model *feature_model;
    automata_products *products;
    automata_feature_rules *rules;
    automata_configurator *configurator;
    automata_feature_comparison *comparison;
    automata_decision *decisions;
    automata_feature feature;
    int64_t *sums;
    double *parts;
} out;
static automata_error error;

static void poison(void) {
    /* Not memset for `flag` and enums, for which there are values that aren't theirs. */
    memset(&out, 0xaa, sizeof out);
    out.flag = true;
    out.verdict = AUTOMATA_REJECTED;
    out.ambiguity = AUTOMATA_INFINITELY_AMBIGUOUS;
    out.growth = AUTOMATA_GROWTH_EXPONENTIAL;
    out.reason.kind = AUTOMATA_EQUIVALENT_STATES;
    out.obstacle.reason = AUTOMATA_OBSTACLE_SHRINKING;
    memset(&error, 0xaa, sizeof error);
}

static void check_outputs(const char *arguments, int line) {
#define CHECK_OUTPUT(member, is_zero) \
    if (strstr(arguments, "&out." #member) != NULL && !(is_zero)) \
        check_failed(__FILE__, line, arguments, #member " isn't zero after the failure")
    CHECK_OUTPUT(alphabet, out.alphabet == NULL);
    CHECK_OUTPUT(automaton, out.automaton == NULL);
    CHECK_OUTPUT(recognizer, out.recognizer == NULL);
    CHECK_OUTPUT(gestures, out.gestures == NULL);
    CHECK_OUTPUT(sketch, out.sketch == NULL);
    CHECK_OUTPUT(id, out.id == 0);
    CHECK_OUTPUT(points, out.points == NULL);
    CHECK_OUTPUT(sizes, out.sizes == NULL);
    CHECK_OUTPUT(builder, out.builder == NULL);
    CHECK_OUTPUT(matcher, out.matcher == NULL);
    CHECK_OUTPUT(run, out.run == NULL);
    CHECK_OUTPUT(grammar, out.grammar == NULL);
    CHECK_OUTPUT(expression, out.expression == NULL);
    CHECK_OUTPUT(obstacle, out.obstacle.reason == AUTOMATA_OBSTACLE_NONE && out.obstacle.production_count == 0);
    CHECK_OUTPUT(regex, out.regex == NULL);
    CHECK_OUTPUT(extended, out.extended == NULL);
    CHECK_OUTPUT(scan, out.scan == NULL);
    CHECK_OUTPUT(searcher, out.searcher == NULL);
    CHECK_OUTPUT(search, strstr(arguments, "&out.searcher") != NULL || out.search == NULL);
    CHECK_OUTPUT(first, out.first.end == 0 && out.first.key == 0);
    CHECK_OUTPUT(matches, out.matches == NULL);
    CHECK_OUTPUT(symbols, out.symbols == NULL);
    CHECK_OUTPUT(states, out.states == NULL);
    CHECK_OUTPUT(text, out.text == NULL);
    CHECK_OUTPUT(count, out.count == 0);
    CHECK_OUTPUT(symbol, strstr(arguments, "&out.symbols") != NULL || out.symbol == 0);
    CHECK_OUTPUT(state, strstr(arguments, "&out.states") != NULL || out.state == 0);
    CHECK_OUTPUT(flag, !out.flag);
    CHECK_OUTPUT(verdict, out.verdict == AUTOMATA_UNDECIDED);
    CHECK_OUTPUT(homomorphism, out.homomorphism == NULL);
    CHECK_OUTPUT(witness, out.witness == NULL);
    CHECK_OUTPUT(preorder, out.preorder == NULL);
    CHECK_OUTPUT(blocks, out.blocks == NULL);
    CHECK_OUTPUT(degree, out.degree == 0);
    CHECK_OUTPUT(other_count, out.other_count == 0);
    CHECK_OUTPUT(ambiguity, out.ambiguity == AUTOMATA_UNAMBIGUOUS);
    CHECK_OUTPUT(growth, out.growth == AUTOMATA_GROWTH_FINITE);
    CHECK_OUTPUT(words, out.words == NULL);
    CHECK_OUTPUT(letters, out.letters == NULL);
    CHECK_OUTPUT(integer, strstr(arguments, "&out.integers") != NULL || out.integer == NULL);
    CHECK_OUTPUT(integers, out.integers == NULL);
    CHECK_OUTPUT(more_integers, out.more_integers == NULL);
    CHECK_OUTPUT(number_source, out.number_source == NULL);
    CHECK_OUTPUT(ranking, out.ranking == NULL);
    CHECK_OUTPUT(sampler, out.sampler == NULL);
    CHECK_OUTPUT(random, out.random == NULL);
    CHECK_OUTPUT(lower, out.lower == 0);
    CHECK_OUTPUT(upper, out.upper == 0);
    CHECK_OUTPUT(feature, strstr(arguments, "&out.feature_model") != NULL || out.feature == 0);
    CHECK_OUTPUT(feature_model, out.feature_model == NULL);
    CHECK_OUTPUT(products, out.products == NULL);
    CHECK_OUTPUT(rules, out.rules == NULL);
    CHECK_OUTPUT(configurator, out.configurator == NULL);
    CHECK_OUTPUT(comparison, out.comparison == NULL);
    CHECK_OUTPUT(decisions, out.decisions == NULL);
    CHECK_OUTPUT(sums, out.sums == NULL);
    CHECK_OUTPUT(parts, out.parts == NULL);
    CHECK_OUTPUT(reason, out.reason.kind == AUTOMATA_IS_MINIMAL);
}

static void check_error(automata_status wanted, automata_status status, const char *call, int line) {
    const char *end = (const char *)memchr(error.message, '\0', sizeof error.message);
    if (status != wanted || error.status != wanted)
        check_failed(__FILE__, line, call, end != NULL ? error.message : "the message has no end");
    if (end == NULL || end == error.message) check_failed(__FILE__, line, call, "no message");
}

/* The call fails in this way, whether there is a place for the error or not. */
#define FAILS(wanted, function, ...) \
    do { \
        automata_status fails_status; \
        poison(); \
        fails_status = function(__VA_ARGS__, &error); \
        check_error(wanted, fails_status, #function "(" #__VA_ARGS__ ")", __LINE__); \
        check_outputs(#__VA_ARGS__, __LINE__); \
        poison(); \
        CHECK(function(__VA_ARGS__, NULL) == (wanted)); \
        check_outputs(#__VA_ARGS__, __LINE__); \
    } while (0)
#define REFUSED(...) FAILS(AUTOMATA_ERROR_INVALID_ARGUMENT, __VA_ARGS__)

/* Enum numbers that no enum has, volatile so that no compiler knows. */
static volatile int odd_numbers[] = {-1, 0, 77, 1000, INT32_MIN, INT32_MAX};
enum { ODD_COUNT = 6 };

#endif
