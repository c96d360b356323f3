/* Every function with NULL in every position, lengths of 0 and SIZE_MAX, ids and enum numbers out of range, and options structs
 * of wrong sizes: each call is refused, with a message, and leaves zeros in its results. */
#include "check.h"

/* Where results go: full of junk before each call. After a failure, those that were given hold zeros. */
static struct {
    automata_alphabet *alphabet;
    automata_automaton *automaton;
    automata_builder *builder;
    automata_matcher *matcher;
    automata_run *run;
    automata_scan *scan;
    automata_symbol *symbols;
    automata_state *states;
    char *text;
    size_t count;
    automata_symbol symbol;
    automata_state state;
    bool flag;
    automata_verdict verdict;
} out;
static automata_error error;

static void poison(void) {
    /* Not memset for `flag` and `verdict`, which have values that aren't theirs. */
    memset(&out, 0xaa, sizeof out);
    out.flag = true;
    out.verdict = AUTOMATA_REJECTED;
    memset(&error, 0xaa, sizeof error);
}

static void check_outputs(const char *arguments, int line) {
#define CHECK_OUTPUT(member, is_zero) \
    if (strstr(arguments, "&out." #member) != NULL && !(is_zero)) \
        check_failed(__FILE__, line, arguments, #member " isn't zero after the failure")
    CHECK_OUTPUT(alphabet, out.alphabet == NULL);
    CHECK_OUTPUT(automaton, out.automaton == NULL);
    CHECK_OUTPUT(builder, out.builder == NULL);
    CHECK_OUTPUT(matcher, out.matcher == NULL);
    CHECK_OUTPUT(run, out.run == NULL);
    CHECK_OUTPUT(scan, out.scan == NULL);
    CHECK_OUTPUT(symbols, out.symbols == NULL);
    CHECK_OUTPUT(states, out.states == NULL);
    CHECK_OUTPUT(text, out.text == NULL);
    CHECK_OUTPUT(count, out.count == 0);
    CHECK_OUTPUT(symbol, strstr(arguments, "&out.symbols") != NULL || out.symbol == 0);
    CHECK_OUTPUT(state, strstr(arguments, "&out.states") != NULL || out.state == 0);
    CHECK_OUTPUT(flag, !out.flag);
    CHECK_OUTPUT(verdict, out.verdict == AUTOMATA_UNDECIDED);
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

static automata_alphabet *alphabet;
static automata_automaton *nfa, *dfa;
static const char junk[] = "01";
static const automata_symbol word[] = {0, 1};
static const automata_state states[] = {0};

/* Enum numbers that no enum has, volatile so that no compiler knows. */
static volatile int odd_numbers[] = {-1, 0, 7, 1000, INT32_MIN, INT32_MAX};
enum { ODD_COUNT = 6 };

static void alphabets(void) {
    const char *names[] = {"a", "b"}, *hole[] = {"a", NULL};
    const size_t lengths[] = {1, SIZE_MAX - 1};
    const automata_symbol_range ranges[] = {{'a', 'z', 0}};
    int i;

    REFUSED(automata_alphabet_named, NULL, NULL, 2, &out.alphabet);
    REFUSED(automata_alphabet_named, hole, NULL, 2, &out.alphabet);
    REFUSED(automata_alphabet_named, names, lengths, 2, &out.alphabet);
    REFUSED(automata_alphabet_named, names, NULL, SIZE_MAX, &out.alphabet);
    REFUSED(automata_alphabet_named, names, NULL, SIZE_MAX / 2, &out.alphabet);
    REFUSED(automata_alphabet_named, names, NULL, 2, NULL);
    REFUSED(automata_alphabet_bytes, NULL);
    REFUSED(automata_alphabet_classes, AUTOMATA_ALPHABET_BYTES, NULL, 1, &out.alphabet);
    REFUSED(automata_alphabet_classes, AUTOMATA_ALPHABET_BYTES, ranges, SIZE_MAX, &out.alphabet);
    REFUSED(automata_alphabet_classes, AUTOMATA_ALPHABET_BYTES, ranges, SIZE_MAX / 2, &out.alphabet);
    REFUSED(automata_alphabet_classes, AUTOMATA_ALPHABET_BYTES, ranges, 1, NULL);
    for (i = 0; i < ODD_COUNT; i++)
        REFUSED(automata_alphabet_classes, (automata_alphabet_kind)odd_numbers[i], ranges, 1, &out.alphabet);

    REFUSED(automata_symbol_named, NULL, junk, 1, &out.symbol);
    REFUSED(automata_symbol_named, alphabet, NULL, 1, &out.symbol);
    REFUSED(automata_symbol_named, alphabet, NULL, AUTOMATA_ZERO_TERMINATED, &out.symbol);
    REFUSED(automata_symbol_named, alphabet, junk, SIZE_MAX - 1, &out.symbol);
    REFUSED(automata_symbol_named, alphabet, junk, 1, NULL);
    FAILS(AUTOMATA_ERROR_UNKNOWN_NAME, automata_symbol_named, alphabet, NULL, 0, &out.symbol);
    FAILS(AUTOMATA_ERROR_UNKNOWN_NAME, automata_symbol_named, alphabet, "\xff", 1, &out.symbol);

    REFUSED(automata_word, NULL, junk, 2, NULL, 0, &out.symbols, &out.count);
    REFUSED(automata_word, alphabet, NULL, 2, NULL, 0, &out.symbols, &out.count);
    REFUSED(automata_word, alphabet, junk, SIZE_MAX - 1, NULL, 0, &out.symbols, &out.count);
    REFUSED(automata_word, alphabet, junk, 2, junk, SIZE_MAX - 1, &out.symbols, &out.count);
    FAILS(AUTOMATA_ERROR_UNKNOWN_NAME, automata_word, alphabet, junk, 2, "\xff", 1, &out.symbols, &out.count);
    REFUSED(automata_word, alphabet, junk, 2, NULL, 0, NULL, &out.count);
    REFUSED(automata_word, alphabet, junk, 2, NULL, 0, &out.symbols, NULL);
    REFUSED(automata_word_text, NULL, word, 2, NULL, 0, &out.text, &out.count);
    REFUSED(automata_word_text, alphabet, NULL, 2, NULL, 0, &out.text, &out.count);
    REFUSED(automata_word_text, alphabet, word, SIZE_MAX, NULL, 0, &out.text, &out.count);
    REFUSED(automata_word_text, alphabet, word, SIZE_MAX / 2, NULL, 0, &out.text, &out.count);
    REFUSED(automata_word_text, alphabet, word, 2, junk, SIZE_MAX - 1, &out.text, &out.count);
    REFUSED(automata_word_text, alphabet, word, 2, NULL, 0, NULL, &out.count);
    REFUSED(automata_word_text, alphabet, word, 2, NULL, 0, &out.text, NULL);

    CHECK(automata_alphabet_kind_of(NULL) == 0);
    CHECK(automata_symbol_count(NULL) == 0 && automata_symbol_width(NULL, 0) == 0);
    CHECK(automata_symbol_width(alphabet, UINT32_MAX) == 0);
    CHECK_TEXT("", automata_symbol_name(NULL, 0));
    CHECK_TEXT("", automata_symbol_name(alphabet, UINT32_MAX));
    CHECK(automata_symbol_names(NULL).count == 0 && automata_alphabet_ranges(NULL).count == 0);
    CHECK(!automata_alphabet_equal(NULL, alphabet) && !automata_alphabet_equal(alphabet, NULL));
}

static void builders(void) {
    const automata_transition transitions[] = {{0, 0, 0}};
    automata_builder *builder = NULL;
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    automata_state first;
    int i;

    REFUSED(automata_builder_new, NULL, NULL);
    REFUSED(automata_builder_new, alphabet, NULL);
    CHECK(automata_builder_new(alphabet, &builder, NULL) == AUTOMATA_OK);
    CHECK(automata_builder_add_states(builder, 1, &first, NULL) == AUTOMATA_OK);
    CHECK(automata_builder_add_states(builder, 0, &first, NULL) == AUTOMATA_OK && first == 1);
    CHECK(automata_builder_state_count(NULL) == 0);
    REFUSED(automata_builder_add_states, NULL, 1, &out.state);
    REFUSED(automata_builder_add_states, builder, 1, NULL);
    FAILS(AUTOMATA_ERROR_TOO_LARGE, automata_builder_add_states, builder, SIZE_MAX / 2, &out.state);
    poison();
    CHECK(automata_builder_add_states(builder, SIZE_MAX, &out.state, &error) != AUTOMATA_OK && out.state == 0);
    REFUSED(automata_builder_state, NULL, junk, 1, &out.state);
    REFUSED(automata_builder_state, builder, NULL, 1, &out.state);
    REFUSED(automata_builder_state, builder, junk, SIZE_MAX - 1, &out.state);
    REFUSED(automata_builder_state, builder, "\xc3", 1, &out.state);
    REFUSED(automata_builder_state, builder, junk, 1, NULL);
    REFUSED(automata_builder_add_transition, NULL, 0, 0, 0);
    FAILS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_builder_add_transition, builder, UINT32_MAX, 0, 0);
    FAILS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_builder_add_transition, builder, 0, 0, UINT32_MAX);
    FAILS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_builder_add_transition, builder, 0, UINT32_MAX - 1, 0);
    REFUSED(automata_builder_add_transition_named, NULL, 0, junk, 1, 0);
    REFUSED(automata_builder_add_transition_named, builder, 0, NULL, 1, 0);
    REFUSED(automata_builder_add_transition_named, builder, 0, junk, SIZE_MAX - 1, 0);
    FAILS(AUTOMATA_ERROR_UNKNOWN_NAME, automata_builder_add_transition_named, builder, 0, "\xff", 1, 0);
    FAILS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_builder_add_transition_named, builder, 9, junk, 1, 0);
    REFUSED(automata_builder_add_transition_range, NULL, 0, 0, 0, 0);
    REFUSED(automata_builder_add_transitions, NULL, transitions, 1);
    REFUSED(automata_builder_add_transitions, builder, NULL, 1);
    REFUSED(automata_builder_add_transitions, builder, transitions, SIZE_MAX);
    REFUSED(automata_builder_add_transitions, builder, transitions, SIZE_MAX / 2);
    CHECK(automata_builder_add_transitions(builder, NULL, 0, NULL) == AUTOMATA_OK);
    REFUSED(automata_builder_set_initial, NULL, 0);
    REFUSED(automata_builder_set_final, NULL, 0);
    FAILS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_builder_set_initial, builder, UINT32_MAX);
    FAILS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_builder_set_final, builder, 1);
    REFUSED(automata_builder_build, NULL, AUTOMATA_DFA, NULL, &out.automaton);
    REFUSED(automata_builder_build, builder, AUTOMATA_DFA, NULL, NULL);
    for (i = 0; i < ODD_COUNT; i++)
        REFUSED(automata_builder_build, builder, (automata_model)odd_numbers[i], NULL, &out.automaton);
    budget.struct_size = 0;
    REFUSED(automata_builder_build, builder, AUTOMATA_DFA, &budget, &out.automaton);
    automata_builder_free(builder);
}

static void inspecting(void) {
    const char *names[] = {"a", "b", "c"}, *hole[] = {"a", NULL, "c"};
    char buffer[4];
    automata_rows rows = automata_transitions(NULL);
    int i;

    CHECK(automata_model_of(NULL) == 0 && automata_alphabet_of(NULL) == NULL);
    CHECK(automata_state_count(NULL) == 0 && automata_transition_count(NULL) == 0 && automata_epsilon_move_count(NULL) == 0);
    CHECK(automata_initial_state(NULL) == AUTOMATA_NO_STATE);
    CHECK(automata_initial_states(NULL).count == 0 && automata_final_states(NULL).count == 0);
    CHECK(!automata_is_initial(NULL, 0) && !automata_is_final(NULL, 0));
    CHECK(!automata_is_initial(nfa, UINT32_MAX) && !automata_is_final(nfa, UINT32_MAX));
    CHECK(rows.row_count == 0 && rows.count == 0 && rows.offsets == NULL);
    CHECK(automata_epsilon_moves(NULL).row_count == 0);
    CHECK(automata_targets(NULL, 0, 0).count == 0 && automata_targets(nfa, UINT32_MAX, 0).count == 0);
    CHECK(automata_targets(nfa, 0, UINT32_MAX - 1).count == 0 && automata_targets(nfa, UINT32_MAX, UINT32_MAX).count == 0);
    CHECK(!automata_has_state_names(NULL));
    CHECK_TEXT("", automata_state_name(NULL, 0));
    CHECK_TEXT("", automata_state_name(nfa, UINT32_MAX));
    CHECK(automata_state_names(NULL).count == 0);
    strcpy(buffer, "xyz");
    CHECK(automata_copy_state_name(NULL, 0, buffer, sizeof buffer) == 0 && buffer[0] == '\0');
    CHECK(automata_copy_state_name(nfa, 0, NULL, 0) == 1 && automata_copy_state_name(nfa, 0, NULL, 9) == 1);
    CHECK(automata_copy_state_name(nfa, 0, buffer, SIZE_MAX) == 1);

    REFUSED(automata_state_named, NULL, junk, 1, &out.state);
    REFUSED(automata_state_named, nfa, NULL, 1, &out.state);
    REFUSED(automata_state_named, nfa, junk, SIZE_MAX - 1, &out.state);
    REFUSED(automata_state_named, nfa, junk, 1, NULL);
    REFUSED(automata_with_state_names, NULL, names, NULL, 3, &out.automaton);
    REFUSED(automata_with_state_names, nfa, hole, NULL, 3, &out.automaton);
    REFUSED(automata_with_state_names, nfa, names, NULL, SIZE_MAX, &out.automaton);
    REFUSED(automata_with_state_names, nfa, names, NULL, 3, NULL);
    REFUSED(automata_transition_table, NULL, NULL, &out.text, &out.count);
    REFUSED(automata_transition_table, nfa, NULL, NULL, &out.count);
    REFUSED(automata_transition_table, nfa, NULL, &out.text, NULL);
    REFUSED(automata_convert_model, NULL, AUTOMATA_NFA, &out.automaton);
    REFUSED(automata_convert_model, nfa, AUTOMATA_NFA, NULL);
    for (i = 0; i < ODD_COUNT; i++)
        REFUSED(automata_convert_model, nfa, (automata_model)odd_numbers[i], &out.automaton);
}

static void formats(void) {
    automata_read_options reading = AUTOMATA_READ_OPTIONS_INIT;
    automata_write_options writing = AUTOMATA_WRITE_OPTIONS_INIT;
    int i;

    REFUSED(automata_read, NULL, 1, AUTOMATA_FORMAT_MATA, NULL, &out.automaton);
    REFUSED(automata_read, NULL, AUTOMATA_ZERO_TERMINATED, AUTOMATA_FORMAT_MATA, NULL, &out.automaton);
    REFUSED(automata_read, junk, SIZE_MAX - 1, AUTOMATA_FORMAT_MATA, NULL, &out.automaton);
    REFUSED(automata_read, junk, 2, AUTOMATA_FORMAT_MATA, NULL, NULL);
    REFUSED(automata_read_file, NULL, AUTOMATA_FORMAT_MATA, NULL, &out.automaton);
    REFUSED(automata_read_file, "/nonexistent", AUTOMATA_FORMAT_MATA, NULL, NULL);
    FAILS(AUTOMATA_ERROR_FILE, automata_read_file, "/nonexistent", AUTOMATA_FORMAT_MATA, NULL, &out.automaton);
    FAILS(AUTOMATA_ERROR_FILE, automata_read_file, "", AUTOMATA_FORMAT_MATA, NULL, &out.automaton);
    REFUSED(automata_write, NULL, AUTOMATA_FORMAT_MATA, NULL, &out.text, &out.count);
    REFUSED(automata_write, nfa, AUTOMATA_FORMAT_MATA, NULL, NULL, &out.count);
    REFUSED(automata_write, nfa, AUTOMATA_FORMAT_MATA, NULL, &out.text, NULL);
    REFUSED(automata_write_file, NULL, "/nonexistent/x", AUTOMATA_FORMAT_MATA, NULL);
    REFUSED(automata_write_file, nfa, NULL, AUTOMATA_FORMAT_MATA, NULL);
    for (i = 0; i < ODD_COUNT; i++) {
        const automata_format format = (automata_format)odd_numbers[i];
        CHECK(automata_format_name(format) == NULL && automata_format_extension(format) == NULL);
        if (odd_numbers[i] == 0) continue;
        REFUSED(automata_read, junk, 2, format, NULL, &out.automaton);
        REFUSED(automata_read_file, "/etc/passwd", format, NULL, &out.automaton);
        REFUSED(automata_write, nfa, format, NULL, &out.text, &out.count);
        REFUSED(automata_write_file, nfa, "/nonexistent/x", format, NULL);
    }
    reading.struct_size = 0;
    REFUSED(automata_read, junk, 2, AUTOMATA_FORMAT_MATA, &reading, &out.automaton);
    REFUSED(automata_read_file, "/nonexistent", AUTOMATA_FORMAT_MATA, &reading, &out.automaton);
    writing.struct_size = 4;
    REFUSED(automata_write, nfa, AUTOMATA_FORMAT_MATA, &writing, &out.text, &out.count);
    REFUSED(automata_write_file, nfa, "/nonexistent/x", AUTOMATA_FORMAT_MATA, &writing);
    CHECK(automata_format_named(NULL) == AUTOMATA_FORMAT_GUESS && automata_format_named("") == AUTOMATA_FORMAT_GUESS);
    CHECK(automata_format_recognize(NULL, NULL, 0) == AUTOMATA_FORMAT_GUESS);
    CHECK(automata_format_recognize(NULL, NULL, 7) == AUTOMATA_FORMAT_GUESS);
    CHECK(automata_format_recognize(NULL, NULL, AUTOMATA_ZERO_TERMINATED) == AUTOMATA_FORMAT_GUESS);
    CHECK(automata_format_recognize("", "", SIZE_MAX - 1) == AUTOMATA_FORMAT_GUESS);
}

static void algorithms(void) {
    automata_determinize_options determinize = AUTOMATA_DETERMINIZE_OPTIONS_INIT;
    automata_minimize_options minimize = AUTOMATA_MINIMIZE_OPTIONS_INIT;
    automata_budget wrong = AUTOMATA_BUDGET_INIT;
    const automata_state outside[] = {0, UINT32_MAX};
    int i;

    wrong.struct_size = sizeof wrong - 1;
    REFUSED(automata_determinize, NULL, NULL, &out.automaton);
    REFUSED(automata_determinize, nfa, NULL, NULL);
    determinize.budget = &wrong;
    REFUSED(automata_determinize, nfa, &determinize, &out.automaton);
    determinize.budget = NULL;
    determinize.struct_size = 0;
    REFUSED(automata_determinize, nfa, &determinize, &out.automaton);
    REFUSED(automata_minimize, NULL, NULL, &out.automaton);
    REFUSED(automata_minimize, nfa, NULL, NULL);
    minimize.budget = &wrong;
    REFUSED(automata_minimize, nfa, &minimize, &out.automaton);
    minimize.budget = NULL;
    for (i = 0; i < ODD_COUNT; i++) {
        if (odd_numbers[i] == 0) continue;
        minimize.algorithm = (automata_minimization)odd_numbers[i];
        REFUSED(automata_minimize, nfa, &minimize, &out.automaton);
    }
    minimize.algorithm = AUTOMATA_MINIMIZE_AUTOMATIC;
    minimize.struct_size = 1;
    REFUSED(automata_minimize, nfa, &minimize, &out.automaton);
    REFUSED(automata_remove_epsilon, NULL, NULL, &out.automaton);
    REFUSED(automata_remove_epsilon, nfa, NULL, NULL);
    REFUSED(automata_remove_epsilon, nfa, &wrong, &out.automaton);
    REFUSED(automata_accessible_part, NULL, &out.automaton);
    REFUSED(automata_accessible_part, nfa, NULL);
    REFUSED(automata_coaccessible_part, NULL, &out.automaton);
    REFUSED(automata_coaccessible_part, nfa, NULL);
    REFUSED(automata_trim, NULL, &out.automaton);
    REFUSED(automata_trim, nfa, NULL);
    REFUSED(automata_reverse, NULL, &out.automaton);
    REFUSED(automata_reverse, nfa, NULL);
    REFUSED(automata_complete, NULL, NULL, &out.automaton);
    REFUSED(automata_complete, nfa, NULL, NULL);
    REFUSED(automata_complete, nfa, &wrong, &out.automaton);
    REFUSED(automata_number_canonically, NULL, &out.automaton);
    REFUSED(automata_number_canonically, dfa, NULL);
    REFUSED(automata_accessible_states, NULL, &out.states, &out.count);
    REFUSED(automata_accessible_states, nfa, NULL, &out.count);
    REFUSED(automata_accessible_states, nfa, &out.states, NULL);
    REFUSED(automata_coaccessible_states, NULL, &out.states, &out.count);
    REFUSED(automata_coaccessible_states, nfa, NULL, &out.count);
    REFUSED(automata_coaccessible_states, nfa, &out.states, NULL);
    REFUSED(automata_epsilon_closure, NULL, states, 1, &out.states, &out.count);
    REFUSED(automata_epsilon_closure, nfa, NULL, 1, &out.states, &out.count);
    REFUSED(automata_epsilon_closure, nfa, states, SIZE_MAX, &out.states, &out.count);
    REFUSED(automata_epsilon_closure, nfa, states, SIZE_MAX / 2, &out.states, &out.count);
    REFUSED(automata_epsilon_closure, nfa, states, 1, NULL, &out.count);
    REFUSED(automata_epsilon_closure, nfa, states, 1, &out.states, NULL);
    FAILS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_epsilon_closure, nfa, outside, 2, &out.states, &out.count);
}

static void decisions(void) {
    CHECK(!automata_equal(NULL, nfa) && !automata_equal(nfa, NULL));
    CHECK(!automata_is_empty(NULL) && !automata_is_finite(NULL) && !automata_is_deterministic(NULL));
    CHECK(!automata_is_total(NULL) && !automata_is_minimal(NULL));
    CHECK(!automata_is_isomorphic(NULL, dfa) && !automata_is_isomorphic(dfa, NULL));
    REFUSED(automata_isomorphism, NULL, dfa, &out.states, &out.count);
    REFUSED(automata_isomorphism, dfa, NULL, &out.states, &out.count);
    REFUSED(automata_isomorphism, dfa, dfa, NULL, &out.count);
    REFUSED(automata_isomorphism, dfa, dfa, &out.states, NULL);
    CHECK_TEXT("unknown status", automata_status_string((automata_status)odd_numbers[5]));
    CHECK_TEXT("unknown status", automata_status_string((automata_status)odd_numbers[4]));
}

static void runs(void) {
    automata_budget wrong = AUTOMATA_BUDGET_INIT;
    automata_run *run = NULL;

    wrong.struct_size = 3;
    REFUSED(automata_accepts, NULL, junk, 2, NULL, 0, &out.flag);
    REFUSED(automata_accepts, nfa, NULL, 2, NULL, 0, &out.flag);
    REFUSED(automata_accepts, nfa, junk, SIZE_MAX - 1, NULL, 0, &out.flag);
    REFUSED(automata_accepts, nfa, junk, 2, junk, SIZE_MAX - 1, &out.flag);
    REFUSED(automata_accepts, nfa, junk, 2, NULL, 0, NULL);
    REFUSED(automata_accepts_word, NULL, word, 2, &out.flag);
    REFUSED(automata_accepts_word, nfa, NULL, 2, &out.flag);
    REFUSED(automata_accepts_word, nfa, word, SIZE_MAX, &out.flag);
    REFUSED(automata_accepts_word, nfa, word, SIZE_MAX / 2, &out.flag);
    REFUSED(automata_accepts_word, nfa, word, 2, NULL);
    REFUSED(automata_run_on_text, NULL, junk, 2, NULL, 0, NULL, &out.run);
    REFUSED(automata_run_on_text, nfa, NULL, 2, NULL, 0, NULL, &out.run);
    REFUSED(automata_run_on_text, nfa, junk, SIZE_MAX - 1, NULL, 0, NULL, &out.run);
    FAILS(AUTOMATA_ERROR_UNKNOWN_NAME, automata_run_on_text, nfa, junk, 2, "\xff", 1, NULL, &out.run);
    REFUSED(automata_run_on_text, nfa, junk, 2, NULL, 0, &wrong, &out.run);
    REFUSED(automata_run_on_text, nfa, junk, 2, NULL, 0, NULL, NULL);
    REFUSED(automata_run_on_word, NULL, word, 2, NULL, &out.run);
    REFUSED(automata_run_on_word, nfa, NULL, 2, NULL, &out.run);
    REFUSED(automata_run_on_word, nfa, word, SIZE_MAX, NULL, &out.run);
    REFUSED(automata_run_on_word, nfa, word, 2, &wrong, &out.run);
    REFUSED(automata_run_on_word, nfa, word, 2, NULL, NULL);
    CHECK(automata_run_on_word(nfa, word, 2, NULL, &run, NULL) == AUTOMATA_OK);
    REFUSED(automata_run_text, NULL, NULL, &out.text, &out.count);
    REFUSED(automata_run_text, run, &wrong, &out.text, &out.count);
    REFUSED(automata_run_text, run, NULL, NULL, &out.count);
    REFUSED(automata_run_text, run, NULL, &out.text, NULL);
    automata_run_free(run);
    CHECK(!automata_run_is_accepting(NULL));
    (void)automata_run_stuck_position(NULL);
    CHECK(automata_run_states(NULL).row_count == 0);
    CHECK(automata_run_path(NULL).count == 0);
}

static void matchers(void) {
    automata_matcher *matcher = NULL;
    automata_scan *scan = NULL;

    REFUSED(automata_matcher_new, NULL, &out.matcher);
    REFUSED(automata_matcher_new, dfa, NULL);
    CHECK(automata_matcher_new(dfa, &matcher, NULL) == AUTOMATA_OK);
    CHECK(!automata_matcher_reads_scalars(NULL) && automata_matcher_table_size(NULL) == 0);
    REFUSED(automata_matcher_accepts, NULL, junk, 2, &out.flag);
    REFUSED(automata_matcher_accepts, matcher, NULL, 2, &out.flag);
    REFUSED(automata_matcher_accepts, matcher, junk, SIZE_MAX, &out.flag);
    REFUSED(automata_matcher_accepts, matcher, junk, SIZE_MAX - 1, &out.flag);
    REFUSED(automata_matcher_accepts, matcher, junk, 2, NULL);
    REFUSED(automata_matcher_accepts_word, NULL, word, 2, &out.flag);
    REFUSED(automata_matcher_accepts_word, matcher, NULL, 2, &out.flag);
    REFUSED(automata_matcher_accepts_word, matcher, word, SIZE_MAX, &out.flag);
    REFUSED(automata_matcher_accepts_word, matcher, word, SIZE_MAX / 2, &out.flag);
    REFUSED(automata_matcher_accepts_word, matcher, word, 2, NULL);
    REFUSED(automata_scan_new, NULL, &out.scan);
    REFUSED(automata_scan_new, matcher, NULL);
    CHECK(automata_scan_new(matcher, &scan, NULL) == AUTOMATA_OK);
    REFUSED(automata_scan_copy, NULL, &out.scan);
    REFUSED(automata_scan_copy, scan, NULL);
    REFUSED(automata_scan_feed, NULL, junk, 2, &out.verdict);
    REFUSED(automata_scan_feed, scan, NULL, 2, &out.verdict);
    REFUSED(automata_scan_feed, scan, junk, SIZE_MAX, &out.verdict);
    REFUSED(automata_scan_feed, scan, junk, SIZE_MAX - 1, &out.verdict);
    REFUSED(automata_scan_feed, scan, junk, 2, NULL);
    REFUSED(automata_scan_feed_word, NULL, word, 2, &out.verdict);
    REFUSED(automata_scan_feed_word, scan, NULL, 2, &out.verdict);
    REFUSED(automata_scan_feed_word, scan, word, SIZE_MAX, &out.verdict);
    REFUSED(automata_scan_feed_word, scan, word, SIZE_MAX / 2, &out.verdict);
    REFUSED(automata_scan_feed_word, scan, word, 2, NULL);
    /* What was refused wasn't read. */
    CHECK(automata_scan_consumed_count(scan) == 0 && automata_scan_verdict(scan) == AUTOMATA_UNDECIDED);
    CHECK(automata_scan_verdict(NULL) == AUTOMATA_REJECTED && !automata_scan_is_accepting(NULL));
    CHECK(automata_scan_consumed_count(NULL) == 0);
    automata_scan_free(scan);
    automata_matcher_free(matcher);
}

/* Structs as a later version would make them, which has more members. */
static void longer_structs(void) {
    struct {
        automata_budget known;
        uint64_t later[4];
    } budget;
    struct {
        automata_minimize_options known;
        uint64_t later;
    } options;
    automata_automaton *result = NULL;
    const automata_budget budget_init = AUTOMATA_BUDGET_INIT;
    const automata_minimize_options options_init = AUTOMATA_MINIMIZE_OPTIONS_INIT;

    memset(&budget, 0, sizeof budget);
    budget.known = budget_init;
    budget.known.struct_size = sizeof budget;
    memset(&options, 0, sizeof options);
    options.known = options_init;
    options.known.struct_size = sizeof options;
    options.known.budget = &budget.known;
    CHECK(automata_minimize(nfa, &options.known, &result, NULL) == AUTOMATA_OK);
    CHECK(automata_state_count(result) == 3);
    automata_automaton_free(result);
    budget.later[3] = 1;
    REFUSED(automata_minimize, nfa, &options.known, &out.automaton);
    REFUSED(automata_remove_epsilon, nfa, &budget.known, &out.automaton);
    budget.later[3] = 0;
    options.later = (uint64_t)1 << 63;
    REFUSED(automata_minimize, nfa, &options.known, &out.automaton);
    budget.known.struct_size = SIZE_MAX;
    REFUSED(automata_complete, nfa, &budget.known, &out.automaton);
}

int main(void) {
    nfa = ends_with_01();
    dfa = minimal(ends_with_01());
    alphabet = automata_alphabet_copy(automata_alphabet_of(nfa));
    alphabets();
    builders();
    inspecting();
    formats();
    algorithms();
    decisions();
    runs();
    matchers();
    longer_structs();
    automata_alphabet_free(alphabet);
    automata_automaton_free(dfa);
    automata_automaton_free(nfa);
    return check_done();
}
