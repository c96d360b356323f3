/* Regular expressions: both syntaxes, their options, errors and constructions. */
#include "check.h"

static automata_regex *parsed(const char *text, const automata_regex_options *options) {
    automata_regex *regex = NULL;
    automata_error error;
    CHECK_OK(automata_regex_from_text(text, AUTOMATA_ZERO_TERMINATED, options, &regex, &error));
    return regex;
}

static bool accepts(const automata_regex *regex, const char *text) {
    automata_fa *dfa = NULL;
    automata_matcher *matcher = NULL;
    automata_error error;
    bool accepted = false;
    CHECK_OK(automata_fa_from_regex(regex, AUTOMATA_REGEX_CONSTRUCTION_MINIMAL_DFA, NULL, &dfa, &error));
    CHECK_OK(automata_matcher_new(dfa, &matcher, &error));
    CHECK_OK(automata_matcher_accepts(matcher, text, strlen(text), &accepted, &error));
    automata_matcher_free(matcher);
    automata_fa_free(dfa);
    return accepted;
}

static void programmers(void) {
    automata_regex *regex = parsed("[a-z_]\\w*", NULL), *copy = automata_regex_retain(regex);
    automata_alphabet *alphabet = NULL;
    automata_error error;
    char *text = NULL;
    size_t length = 0;
    automata_regex_free(regex);
    CHECK(accepts(copy, "x_1") && !accepts(copy, "1x") && !accepts(copy, ""));
    CHECK(automata_regex_node_count(copy) == 4 && automata_regex_node_count(NULL) == 0);
    CHECK_OK(automata_regex_alphabet(copy, &alphabet, &error));
    CHECK(automata_alphabet_kind_of(alphabet) == AUTOMATA_ALPHABET_BYTES && automata_alphabet_symbol_count(alphabet) == 3);
    automata_alphabet_free(alphabet);
    CHECK_OK(automata_regex_text(copy, AUTOMATA_REGEX_SYNTAX_PROGRAMMER, NULL, &text, &length, &error));
    CHECK_TEXT("[_a-z]\\w*", text);
    CHECK(length == strlen(text));
    automata_free(text);
    automata_regex_free(copy);
    CHECK(automata_regex_retain(NULL) == NULL);
}

static void options(void) {
    automata_regex_options options = AUTOMATA_REGEX_OPTIONS_INIT;
    automata_regex *regex;
    options.ignore_case = options.allow_text_around = true;
    regex = parsed("^ab|c$", &options);
    CHECK(accepts(regex, "AB!") && accepts(regex, "!C") && !accepts(regex, "!ab"));
    automata_regex_free(regex);
    options.allow_text_around = false;
    options.has_operators = options.ignore_whitespace = options.dot_matches_newline = true;
    options.anchors_match_lines = true;
    regex = parsed(". * & ! (.* a \\n ^ .*)", &options);
    CHECK(accepts(regex, "b\nb") && !accepts(regex, "A\nb"));
    automata_regex_free(regex);
    options.unit = AUTOMATA_REGEX_UNIT_UTF8;
    regex = parsed("\\p{Greek}.", &options);
    CHECK(accepts(regex, "\xce\xb1\xe2\x82\xac") && !accepts(regex, "a\xe2\x82\xac"));
    automata_regex_free(regex);
}

static void textbooks(void) {
    automata_regex_options options = AUTOMATA_REGEX_OPTIONS_INIT;
    const char *names[] = {"a", "b", "coin"};
    automata_alphabet *alphabet = NULL;
    automata_fa *minimal = NULL, *made = NULL;
    automata_regex *regex;
    automata_error error;
    char *text = NULL;
    size_t length = 0;
    int construction;
    CHECK_OK(automata_alphabet_from_names(names, NULL, 3, &alphabet, &error));
    options.syntax = AUTOMATA_REGEX_SYNTAX_TEXTBOOK;
    options.alphabet = alphabet;
    regex = parsed("(a+b)*'coin'{2}", &options);
    automata_alphabet_free(alphabet);
    CHECK_OK(automata_fa_from_regex(regex, AUTOMATA_REGEX_CONSTRUCTION_MINIMAL_DFA, NULL, &minimal, &error));
    CHECK(automata_fa_state_count(minimal) == 3);
    for (construction = AUTOMATA_REGEX_CONSTRUCTION_AUTOMATIC; construction <= AUTOMATA_REGEX_CONSTRUCTION_DERIVATIVES; construction++) {
        automata_fa *smallest = NULL;
        CHECK_OK(automata_fa_from_regex(regex, (automata_regex_construction)construction, NULL, &made, &error));
        CHECK_OK(automata_fa_minimize(made, NULL, &smallest, &error));
        CHECK(automata_fa_equal(smallest, minimal));
        CHECK(automata_fa_model(made) == (construction == AUTOMATA_REGEX_CONSTRUCTION_THOMPSON      ? AUTOMATA_MODEL_EPSILON_NFA
                                          : construction == AUTOMATA_REGEX_CONSTRUCTION_DERIVATIVES ? AUTOMATA_MODEL_DFA
                                                                                              : AUTOMATA_MODEL_NFA));
        automata_fa_free(smallest);
        automata_fa_free(made);
    }
    automata_fa_free(minimal);
    CHECK_OK(automata_regex_text(regex, AUTOMATA_REGEX_SYNTAX_TEXTBOOK, NULL, &text, &length, &error));
    CHECK_TEXT("(a|b)*'coin'{2}", text);
    automata_free(text);
    CHECK_STATUS(AUTOMATA_ERROR_NOT_REPRESENTABLE,
                 automata_regex_text(regex, AUTOMATA_REGEX_SYNTAX_PROGRAMMER, NULL, &text, &length, &error));
    CHECK(text == NULL && length == 0);
    automata_regex_free(regex);
}

static void refused(void) {
    automata_regex_options options = AUTOMATA_REGEX_OPTIONS_INIT;
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    const char *names[] = {"a"};
    automata_alphabet *alphabet = NULL;
    automata_fa *automaton = NULL;
    automata_regex *regex = NULL;
    automata_error error;
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_TEXT, automata_regex_from_text("a\nb(c", 5, NULL, &regex, &error));
    CHECK(regex == NULL && error.line == 2 && error.column == 2);
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_TEXT, automata_regex_from_text("(a)\\1", 5, NULL, &regex, &error));
    CHECK(error.line == 1 && error.column == 4 && strstr(error.message, "back reference") != NULL);
    CHECK_STATUS(AUTOMATA_ERROR_TOO_LARGE, automata_regex_from_text("a{99999999999}", 14, NULL, &regex, &error));
    CHECK_OK(automata_alphabet_from_names(names, NULL, 1, &alphabet, &error));
    options.syntax = AUTOMATA_REGEX_SYNTAX_TEXTBOOK;
    options.alphabet = alphabet;
    CHECK_STATUS(AUTOMATA_ERROR_UNKNOWN_NAME, automata_regex_from_text("ab", 2, &options, &regex, &error));
    automata_alphabet_free(alphabet);
    regex = parsed("((a{1000}){1000}){1000}", NULL);
    CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED, automata_fa_from_regex(regex, AUTOMATA_REGEX_CONSTRUCTION_MINIMAL_DFA, NULL, &automaton, &error));
    automata_regex_free(regex);
    regex = parsed("(a|b)*a(a|b){30}", NULL);
    budget.maximum_states = 100000;
    CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED, automata_fa_from_regex(regex, AUTOMATA_REGEX_CONSTRUCTION_MINIMAL_DFA, &budget, &automaton, &error));
    CHECK(automaton == NULL);
    automata_regex_free(regex);
}

/* Nesting and repetition as deep as somebody may send them. */
static void deep(void) {
    enum { DEPTH = 100000 };
    static char text[2 * DEPTH + 2];
    static const char *const around[][2] = {{"(", ")"}, {"!", ""}, {"a|(", ")"}};
    automata_regex_options options = AUTOMATA_REGEX_OPTIONS_INIT;
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    automata_fa *automaton = NULL;
    automata_regex *regex = NULL;
    automata_error error;
    char *printed = NULL;
    size_t i, j, length;
    memset(text, '(', DEPTH);
    text[DEPTH] = 'a';
    memset(text + DEPTH + 1, ')', DEPTH);
    regex = parsed(text, NULL);
    CHECK_OK(automata_fa_from_regex(regex, AUTOMATA_REGEX_CONSTRUCTION_MINIMAL_DFA, NULL, &automaton, &error));
    CHECK(automata_fa_state_count(automaton) == 2);
    automata_fa_free(automaton);
    automata_regex_free(regex);
    text[2 * DEPTH] = '\0';
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_TEXT, automata_regex_from_text(text, 2 * DEPTH, NULL, &regex, &error));
    CHECK(regex == NULL && error.column == 1);
    options.has_operators = true;
    for (i = 0; i < 3; i++) {
        const size_t depth = 20000;
        char *end = text;
        for (j = 0; j < depth; j++) end = strcpy(end, around[i][0]) + strlen(around[i][0]);
        *end++ = 'b';
        for (j = 0; j < depth; j++) end = strcpy(end, around[i][1]) + strlen(around[i][1]);
        CHECK_OK(automata_regex_from_text(text, (size_t)(end - text), &options, &regex, &error));
        CHECK_OK(automata_regex_text(regex, AUTOMATA_REGEX_SYNTAX_PROGRAMMER, NULL, &printed, &length, &error));
        automata_free(printed);
        CHECK_OK(automata_fa_from_regex(regex, AUTOMATA_REGEX_CONSTRUCTION_MINIMAL_DFA, NULL, &automaton, &error));
        CHECK(automata_fa_state_count(automaton) == 2);
        automata_fa_free(automaton);
        automata_regex_free(regex);
    }
    regex = parsed("(a|b)*a(a|b){40}", NULL);
    CHECK_OK(automata_fa_from_regex(regex, AUTOMATA_REGEX_CONSTRUCTION_AUTOMATIC, NULL, &automaton, &error));
    CHECK(automata_fa_state_count(automaton) < 100);
    automata_fa_free(automaton);
    budget.maximum_states = 1000000;
    CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED, automata_fa_from_regex(regex, AUTOMATA_REGEX_CONSTRUCTION_MINIMAL_DFA, &budget, &automaton, &error));
    CHECK(automaton == NULL && strstr(error.message, "1000000") != NULL);
    automata_regex_free(regex);
}

int main(void) {
    programmers();
    options();
    textbooks();
    refused();
    deep();
    return check_done();
}
