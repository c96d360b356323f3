/* The matcher, on whole inputs and on streams. */
#include "check.h"

/* Identifiers: a letter, then letters and digits, over classes of bytes or scalars. The hyphen is of the alphabet, so that a
 * continuation with it can be rejected. */
static automata_fa *identifiers(automata_alphabet_kind kind) {
    const automata_symbol_range bytes[] = {{'0', '9', 0}, {'a', 'z', 1}, {'_', '_', 1}, {'-', '-', 2}};
    const automata_symbol_range scalars[] = {{'0', '9', 0}, {'a', 'z', 1}, {0xe0, 0x24f, 1}, {0x1f600, 0x1f64f, 1}, {'-', '-', 2}};
    const automata_transition transitions[] = {{0, 1, 1}, {1, 0, 1}, {1, 1, 1}};
    automata_alphabet *alphabet = NULL;
    automata_builder *builder = NULL;
    automata_fa *dfa = NULL;
    automata_state first;
    automata_error error;
    if (kind == AUTOMATA_ALPHABET_BYTES)
        CHECK_OK(automata_alphabet_from_ranges(kind, bytes, 4, &alphabet, &error));
    else
        CHECK_OK(automata_alphabet_from_ranges(kind, scalars, 5, &alphabet, &error));
    CHECK_OK(automata_builder_new(alphabet, &builder, &error));
    CHECK_OK(automata_builder_add_states(builder, 2, &first, &error));
    CHECK_OK(automata_builder_add_transitions(builder, transitions, 3, &error));
    CHECK_OK(automata_builder_set_initial(builder, 0, &error));
    CHECK_OK(automata_builder_set_final(builder, 1, &error));
    CHECK_OK(automata_builder_build(builder, AUTOMATA_MODEL_DFA, NULL, &dfa, &error));
    automata_builder_free(builder);
    automata_alphabet_free(alphabet);
    return dfa;
}

static bool accepts(const automata_matcher *matcher, const char *bytes, size_t size) {
    automata_error error;
    bool accepted = true;
    CHECK_OK(automata_matcher_accepts(matcher, bytes, size, &accepted, &error));
    return accepted;
}

static void whole(void) {
    automata_fa *dfa = identifiers(AUTOMATA_ALPHABET_BYTES), *nfa = ends_with_01();
    automata_matcher *matcher = NULL, *none = NULL;
    const automata_symbol word[] = {1, 0, 0}, outside[] = {1, 3};
    automata_error error;
    bool accepted = false;

    CHECK_OK(automata_matcher_new(dfa, &matcher, &error));
    automata_fa_free(dfa);
    CHECK(!automata_matcher_reads_scalars(matcher));
    CHECK(automata_matcher_table_size(matcher) > 0 && automata_matcher_table_size(matcher) < 4096);
    CHECK(accepts(matcher, "abc_9", 5) && accepts(matcher, "a9-", 2));
    CHECK(!accepts(matcher, "9a", 2) && !accepts(matcher, NULL, 0) && !accepts(matcher, "a\0b", 3));
    CHECK_OK(automata_matcher_accepts_word(matcher, word, 3, &accepted, &error));
    CHECK(accepted);
    CHECK_OK(automata_matcher_accepts_word(matcher, outside, 2, &accepted, &error));
    CHECK(!accepted);
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT,
                 automata_matcher_accepts(matcher, "a", AUTOMATA_ZERO_TERMINATED, &accepted, &error));
    automata_matcher_free(matcher);
    CHECK_STATUS(AUTOMATA_ERROR_NONDETERMINISTIC, automata_matcher_new(nfa, &none, &error));
    CHECK(none == NULL);
    automata_fa_free(nfa);
}

static void scalars(void) {
    automata_fa *dfa = identifiers(AUTOMATA_ALPHABET_SCALARS);
    automata_matcher *matcher = NULL;
    automata_scan *scan = NULL;
    automata_verdict verdict;
    automata_error error;
    const char text[] = "\xc3\xa9\xf0\x9f\x98\x80""7";
    size_t i;

    CHECK_OK(automata_matcher_new(dfa, &matcher, &error));
    automata_fa_free(dfa);
    CHECK(automata_matcher_reads_scalars(matcher));
    CHECK(accepts(matcher, text, 7) && accepts(matcher, text, 6));
    CHECK(!accepts(matcher, text, 5) && !accepts(matcher, text, 1) && !accepts(matcher, "a\xff", 2));

    /* A piece may end inside a scalar. */
    CHECK_OK(automata_scan_new(matcher, &scan, &error));
    for (i = 0; i < 7; i++) {
        CHECK_OK(automata_scan_feed(scan, text + i, 1, &verdict, &error));
        CHECK(verdict == AUTOMATA_VERDICT_UNDECIDED);
        CHECK(automata_scan_is_accepting(scan) == (i == 1 || i == 5 || i == 6));
    }
    CHECK(automata_scan_consumed_count(scan) == 7);
    automata_scan_free(scan);
    automata_matcher_free(matcher);
}

static void streams(void) {
    automata_fa *dfa = identifiers(AUTOMATA_ALPHABET_BYTES);
    automata_matcher *matcher = NULL;
    automata_scan *scan = NULL, *copy = NULL;
    const automata_symbol word[] = {1, 0};
    automata_verdict verdict = AUTOMATA_VERDICT_ACCEPTED;
    automata_error error;

    CHECK_OK(automata_matcher_new(dfa, &matcher, &error));
    automata_fa_free(dfa);
    CHECK_OK(automata_scan_new(matcher, &scan, &error));
    automata_matcher_free(matcher);
    CHECK(automata_scan_verdict(scan) == AUTOMATA_VERDICT_UNDECIDED && !automata_scan_is_accepting(scan));
    CHECK_OK(automata_scan_feed(scan, "ab", 2, &verdict, &error));
    CHECK(verdict == AUTOMATA_VERDICT_UNDECIDED && automata_scan_is_accepting(scan));
    CHECK_OK(automata_scan_copy(scan, &copy, &error));
    CHECK_OK(automata_scan_feed(scan, "c- and more", 11, &verdict, &error));
    CHECK(verdict == AUTOMATA_VERDICT_REJECTED && automata_scan_verdict(scan) == AUTOMATA_VERDICT_REJECTED);
    CHECK(automata_scan_consumed_count(scan) == 4);
    CHECK_OK(automata_scan_feed(scan, "abc", 3, &verdict, &error));
    CHECK(verdict == AUTOMATA_VERDICT_REJECTED && automata_scan_consumed_count(scan) == 4);
    CHECK(automata_scan_verdict(copy) == AUTOMATA_VERDICT_UNDECIDED && automata_scan_is_accepting(copy));
    CHECK(automata_scan_consumed_count(copy) == 2);
    CHECK_OK(automata_scan_feed(copy, NULL, 0, &verdict, &error));
    CHECK(verdict == AUTOMATA_VERDICT_UNDECIDED);
    automata_scan_free(copy);
    automata_scan_restart(scan);
    CHECK(automata_scan_verdict(scan) == AUTOMATA_VERDICT_UNDECIDED && automata_scan_consumed_count(scan) == 0);
    CHECK_OK(automata_scan_feed_word(scan, word, 2, &verdict, &error));
    CHECK(verdict == AUTOMATA_VERDICT_UNDECIDED && automata_scan_is_accepting(scan) && automata_scan_consumed_count(scan) == 2);
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT,
                 automata_scan_feed(scan, "a", AUTOMATA_ZERO_TERMINATED, &verdict, &error));
    automata_scan_free(scan);
}

/* Once "x" was read everything is accepted: the scan is certain only where nothing foreign can follow. */
static void accepted_early(bool any_byte) {
    const automata_symbol_range classes[] = {{'x', 'x', 0}, {0, 'x' - 1, 1}, {'x' + 1, any_byte ? 255u : 122u, 1}};
    automata_alphabet *alphabet = NULL;
    automata_builder *builder = NULL;
    automata_fa *dfa = NULL;
    automata_matcher *matcher = NULL;
    automata_scan *scan = NULL;
    automata_verdict verdict = AUTOMATA_VERDICT_UNDECIDED;
    automata_state first = 0;
    automata_error error;

    CHECK_OK(automata_alphabet_from_ranges(AUTOMATA_ALPHABET_BYTES, classes, 3, &alphabet, &error));
    CHECK_OK(automata_builder_new(alphabet, &builder, &error));
    CHECK_OK(automata_builder_add_states(builder, 2, &first, &error));
    CHECK_OK(automata_builder_add_transition(builder, 0, 1, 0, &error));
    CHECK_OK(automata_builder_add_transition(builder, 0, 0, 1, &error));
    CHECK_OK(automata_builder_add_transition_range(builder, 1, 0, 1, 1, &error));
    CHECK_STATUS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_builder_add_transition_range(builder, 1, 0, 2, 1, &error));
    CHECK_STATUS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_builder_add_transition_range(builder, 2, 0, 1, 1, &error));
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_builder_add_transition_range(builder, 1, 1, 0, 1, &error));
    CHECK_OK(automata_builder_set_initial(builder, 0, &error));
    CHECK_OK(automata_builder_set_final(builder, 1, &error));
    CHECK_OK(automata_builder_build(builder, AUTOMATA_MODEL_DFA, NULL, &dfa, &error));
    automata_builder_free(builder);
    automata_alphabet_free(alphabet);
    CHECK(automata_fa_transition_count(dfa) == 4);

    CHECK_OK(automata_matcher_new(dfa, &matcher, &error));
    CHECK_OK(automata_scan_new(matcher, &scan, &error));
    CHECK_OK(automata_scan_feed(scan, "aaxaaa", 6, &verdict, &error));
    CHECK(verdict == (any_byte ? AUTOMATA_VERDICT_ACCEPTED : AUTOMATA_VERDICT_UNDECIDED) && automata_scan_is_accepting(scan));
    CHECK(automata_scan_consumed_count(scan) == (any_byte ? 3 : 6));
    CHECK_OK(automata_scan_feed(scan, "\xff", 1, &verdict, &error));
    CHECK(verdict == (any_byte ? AUTOMATA_VERDICT_ACCEPTED : AUTOMATA_VERDICT_REJECTED) && automata_scan_is_accepting(scan) == any_byte);
    automata_scan_free(scan);
    automata_matcher_free(matcher);
    automata_fa_free(dfa);
}

int main(void) {
    whole();
    scalars();
    streams();
    accepted_early(true);
    accepted_early(false);
    return check_done();
}
