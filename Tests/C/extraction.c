/* Expressions of automata, their laws and questions, and automata whose transitions carry expressions. */
#include "language.h"

static automata_regex *parsed(const char *text) {
    automata_regex_options options = AUTOMATA_REGEX_OPTIONS_INIT;
    const char *names[] = {"a", "b"};
    automata_alphabet *alphabet = NULL;
    automata_regex *regex = NULL;
    automata_error error;
    CHECK_OK(automata_alphabet_from_names(names, NULL, 2, &alphabet, &error));
    options.syntax = AUTOMATA_REGEX_SYNTAX_TEXTBOOK;
    options.alphabet = alphabet;
    CHECK_OK(automata_regex_from_text(text, AUTOMATA_ZERO_TERMINATED, &options, &regex, &error));
    automata_alphabet_free(alphabet);
    return regex;
}

static void check_text(const automata_regex *regex, const char *wanted) {
    automata_error error;
    char *text = NULL;
    size_t length = 0;
    CHECK_OK(automata_regex_text(regex, AUTOMATA_REGEX_SYNTAX_TEXTBOOK, NULL, &text, &length, &error));
    CHECK_TEXT(wanted, text);
    automata_free(text);
}

/* An even number of a's. */
static automata_fa *parity(void) {
    static const char text[] =
        "@NFA-explicit\n%Alphabet-enum a b\n%Initial even\n%Final even\neven b even\neven a odd\nodd b odd\nodd a even\n";
    automata_fa *automaton = NULL;
    automata_error error;
    CHECK_OK(automata_fa_from_text(text, strlen(text), AUTOMATA_FORMAT_MATA, NULL, &automaton, &error));
    return automaton;
}

static void expressions(void) {
    automata_regex_extraction_options options = AUTOMATA_REGEX_EXTRACTION_OPTIONS_INIT;
    automata_inclusion_options inclusion = AUTOMATA_INCLUSION_OPTIONS_INIT;
    automata_fa *automaton = parity(), *minimal = NULL, *again = NULL;
    automata_regex *regex = NULL, *other = NULL;
    automata_error error;
    int extraction, order;
    bool answer = false;
    CHECK_OK(automata_regex_from_fa(automaton, NULL, &regex, &error));
    check_text(regex, "(b|ab*a)*");
    CHECK(automata_regex_length(regex) == 9 && automata_regex_width(regex) == 4);
    CHECK(automata_regex_length(NULL) == 0 && automata_regex_width(NULL) == 0);
    CHECK_OK(automata_fa_minimize(automaton, NULL, &minimal, &error));
    for (extraction = AUTOMATA_REGEX_EXTRACTION_AUTOMATIC; extraction <= AUTOMATA_REGEX_EXTRACTION_EQUATIONS; extraction++) {
        for (order = AUTOMATA_REGEX_ORDER_AUTOMATIC; order <= AUTOMATA_REGEX_ORDER_BRIDGES; order++) {
            options.extraction = (automata_regex_extraction)extraction;
            options.order = (automata_regex_order)order;
            options.plain = order % 2 == 0;
            CHECK_OK(automata_regex_from_fa(automaton, &options, &other, &error));
            CHECK_OK(automata_regex_is_equivalent(regex, other, NULL, &answer, NULL, &error));
            CHECK(answer);
            CHECK_OK(automata_fa_from_regex(other, AUTOMATA_REGEX_CONSTRUCTION_MINIMAL_DFA, NULL, &again, &error));
            CHECK(are_isomorphic(again, minimal));
            automata_fa_free(again);
            automata_regex_free(other);
        }
    }
    inclusion.algorithm = AUTOMATA_INCLUSION_CONGRUENCE;
    other = parsed("(a|b)*");
    CHECK_OK(automata_regex_is_included(regex, other, &inclusion, &answer, NULL, &error));
    CHECK(answer);
    CHECK_OK(automata_regex_is_equivalent(regex, other, &inclusion, &answer, NULL, &error));
    CHECK(!answer);
    automata_regex_free(other);
    automata_regex_free(regex);
    automata_fa_free(minimal);
    automata_fa_free(automaton);
}

static void laws_and_witnesses(void) {
    automata_regex *regex = parsed("ε|aa*|(a*b)*a*"), *other = parsed("a*b*"), *simple = NULL;
    automata_witness *witness = NULL;
    automata_error error;
    CHECK_OK(automata_regex_simplify(regex, NULL, &simple, &error));
    check_text(simple, "(a|b)*");
    CHECK_OK(automata_regex_is_equivalent(simple, other, NULL, NULL, &witness, &error));
    CHECK_TEXT("ba", automata_witness_text(witness));
    CHECK(automata_witness_side(witness) == AUTOMATA_SIDE_FIRST);
    automata_witness_free(witness);
    CHECK_OK(automata_regex_is_included(simple, other, NULL, NULL, &witness, &error));
    CHECK_TEXT("ba", automata_witness_text(witness));
    automata_witness_free(witness);
    CHECK_OK(automata_regex_is_included(other, simple, NULL, NULL, &witness, &error));
    CHECK(witness == NULL);
    automata_regex_free(simple);
    automata_regex_free(other);
    CHECK_OK(automata_regex_from_text("a", 1, NULL, &other, &error));
    CHECK_STATUS(AUTOMATA_ERROR_INCOMPATIBLE_ALPHABETS,
                 automata_regex_is_equivalent(regex, other, NULL, NULL, &witness, &error));
    automata_regex_free(other);
    automata_regex_free(regex);
}

static void steps(void) {
    automata_regex_extraction_options options = AUTOMATA_REGEX_EXTRACTION_OPTIONS_INIT;
    automata_fa *automaton = parity(), *picture = NULL;
    automata_extended *extended = NULL, *ends = NULL, *step = NULL, *last = NULL;
    automata_regex *regex = NULL;
    automata_error error;
    automata_state state = 7;
    CHECK_OK(automata_extended_from_fa(automaton, NULL, &extended, &error));
    CHECK(automata_extended_state_count(extended) == 2 && automata_extended_transition_count(extended) == 4);
    CHECK_OK(automata_extended_with_own_ends(extended, &ends, &error));
    CHECK(automata_extended_state_count(ends) == 4 && automata_extended_transition_count(ends) == 6);
    options.plain = true;
    CHECK_OK(automata_extended_eliminate(ends, 1, &options, &step, &error));
    CHECK_OK(automata_extended_label(step, 0, 0, &regex, &error));
    check_text(regex, "b|ab*a");
    automata_regex_free(regex);
    CHECK_OK(automata_extended_label(step, 1, 0, &regex, &error));
    check_text(regex, "ε");
    automata_regex_free(regex);
    CHECK_OK(automata_extended_label(step, 0, 1, &regex, &error));
    CHECK(regex == NULL);
    CHECK_STATUS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_extended_label(step, 0, 3, &regex, &error));
    CHECK_STATUS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_extended_eliminate(step, 3, NULL, &last, &error));
    CHECK_OK(automata_extended_picture(step, AUTOMATA_REGEX_SYNTAX_TEXTBOOK, NULL, &picture, &error));
    CHECK(automata_fa_state_count(picture) == 3 && automata_fa_transition_count(picture) == 3);
    CHECK_TEXT("even", automata_fa_state_name(picture, 0));
    CHECK_OK(automata_fa_find_state(picture, "start", 5, &state, &error));
    CHECK(state == 1 && automata_fa_is_initial(picture, 1) && automata_fa_is_final(picture, 2));
    CHECK_OK(automata_extended_eliminate(step, 0, NULL, &last, &error));
    CHECK_OK(automata_extended_label(last, 0, 1, &regex, &error));
    check_text(regex, "(b|ab*a)*");
    automata_regex_free(regex);
    CHECK_OK(automata_regex_from_extended(step, NULL, &regex, &error));
    check_text(regex, "(b|ab*a)*");
    automata_regex_free(regex);
    automata_fa_free(picture);
    automata_fa_free(automaton);
    automata_extended_free(extended);
    automata_extended_free(step);
    automata_extended_free(last);
    automata_extended_free(ends);
}

static void bounds(void) {
    automata_regex_extraction_options options = AUTOMATA_REGEX_EXTRACTION_OPTIONS_INIT;
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    automata_alphabet *alphabet = NULL;
    automata_builder *builder = NULL;
    automata_fa *automaton = NULL;
    automata_extended *extended = NULL, *step = NULL;
    automata_regex *regex = NULL;
    const char *names[] = {"a", "b"};
    automata_error error;
    automata_state state;
    CHECK_OK(automata_alphabet_from_names(names, NULL, 2, &alphabet, &error));
    CHECK_OK(automata_builder_new(alphabet, &builder, &error));
    CHECK_OK(automata_builder_add_states(builder, 40, &state, &error));
    for (state = 0; state < 40; state++) {
        CHECK_OK(automata_builder_add_transition(builder, state, 0, (7 * state + 3) % 40, &error));
        CHECK_OK(automata_builder_add_transition(builder, state, 1, (11 * state + 1) % 40, &error));
    }
    CHECK_OK(automata_builder_set_initial(builder, 0, &error));
    CHECK_OK(automata_builder_set_final(builder, 20, &error));
    CHECK_OK(automata_builder_build(builder, AUTOMATA_MODEL_NFA, NULL, &automaton, &error));
    budget.maximum_states = 100;
    options.budget = &budget;
    CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED, automata_regex_from_fa(automaton, &options, &regex, &error));
    CHECK(regex == NULL);
    CHECK_OK(automata_extended_from_fa(automaton, NULL, &extended, &error));
    CHECK_OK(automata_extended_eliminate(extended, 1, NULL, &step, &error));
    CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED, automata_regex_from_extended(step, &options, &regex, &error));
    automata_extended_free(step);
    automata_extended_free(extended);
    automata_fa_free(automaton);
    automata_builder_free(builder);
    automata_alphabet_free(alphabet);
}

int main(void) {
    expressions();
    laws_and_witnesses();
    steps();
    bounds();
    return check_done();
}
