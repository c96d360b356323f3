/* Who owns what, and how long borrowed arrays live. Valgrind and AddressSanitizer see to it. */
#include "check.h"

static void nothing_is_freed(void) {
    automata_free(NULL);
    automata_alphabet_free(NULL);
    automata_fa_free(NULL);
    automata_builder_free(NULL);
    automata_run_free(NULL);
    automata_matcher_free(NULL);
    automata_scan_free(NULL);
    automata_scan_restart(NULL);
    automata_searcher_free(NULL);
    automata_search_free(NULL);
    automata_search_restart(NULL);
    CHECK(automata_alphabet_retain(NULL) == NULL && automata_fa_retain(NULL) == NULL);
}

static void borrowed_arrays_stay(void) {
    automata_fa *automaton = ends_with_01(), *copy, *renamed = NULL;
    automata_rows first = automata_fa_transitions(automaton), again;
    automata_names names = automata_fa_state_names(automaton);
    const automata_alphabet *alphabet = automata_fa_alphabet(automaton);
    const char *symbol = automata_alphabet_symbol_name(alphabet, 1);
    automata_error error;
    int i;

    for (i = 0; i < 100; i++) {
        CHECK_OK(automata_fa_rename_states(automaton, NULL, NULL, 0, &renamed, &error));
        automata_fa_free(renamed);
    }
    again = automata_fa_transitions(automaton);
    CHECK(first.offsets == again.offsets && first.symbols == again.symbols && first.targets == again.targets);
    CHECK(names.items == automata_fa_state_names(automaton).items);
    CHECK(alphabet == automata_fa_alphabet(automaton));
    CHECK_TEXT("1", symbol);
    CHECK_TEXT("p", names.items[0].data);
    CHECK(first.targets[first.offsets[0]] == 0);

    /* A copy lives on by itself, with arrays that it lends out until it is freed. */
    copy = automata_fa_retain(automaton);
    automata_fa_free(automaton);
    CHECK(automata_fa_transitions(copy).count == 4);
    CHECK_TEXT("q", automata_fa_state_name(copy, automata_fa_transitions(copy).targets[1]));
    automata_fa_free(copy);
}

static void alphabets_outlive(void) {
    automata_fa *automaton = ends_with_01();
    automata_alphabet *kept = automata_alphabet_retain(automata_fa_alphabet(automaton));
    automata_fa_free(automaton);
    CHECK(automata_alphabet_symbol_count(kept) == 2);
    CHECK_TEXT("0", automata_alphabet_symbol_name(kept, 0));
    CHECK(automata_alphabet_symbol_names(kept).count == 2);
    automata_alphabet_free(kept);
}

static void arguments_are_copied(void) {
    char name[] = "zero", text[] = "@NFA-explicit\n%Alphabet-auto\n%Initial p\n%Final p\np zero p\n";
    const char *names[1];
    automata_alphabet *alphabet = NULL;
    automata_fa *automaton = NULL;
    automata_error error;

    names[0] = name;
    CHECK_OK(automata_alphabet_from_names(names, NULL, 1, &alphabet, &error));
    memset(name, 'x', 4);
    CHECK_TEXT("zero", automata_alphabet_symbol_name(alphabet, 0));
    automata_alphabet_free(alphabet);
    CHECK_OK(automata_fa_from_text(text, sizeof text - 1, AUTOMATA_FORMAT_MATA, NULL, &automaton, &error));
    memset(text, 'x', sizeof text - 1);
    CHECK_TEXT("zero", automata_alphabet_symbol_name(automata_fa_alphabet(automaton), 0));
    CHECK_TEXT("p", automata_fa_state_name(automaton, 0));
    automata_fa_free(automaton);
}

static void runs_and_scans_outlive(void) {
    automata_fa *dfa = minimal(ends_with_01());
    automata_matcher *matcher = NULL;
    automata_scan *scan = NULL;
    automata_run *run = NULL;
    automata_verdict verdict;
    automata_error error;
    automata_path path;
    char *text = NULL;
    size_t length;

    CHECK_OK(automata_run_on_text(dfa, "1101", 4, NULL, 0, NULL, &run, &error));
    CHECK_OK(automata_matcher_new(dfa, &matcher, &error));
    automata_fa_free(dfa);
    CHECK_OK(automata_scan_new(matcher, &scan, &error));
    automata_matcher_free(matcher);
    CHECK_OK(automata_scan_feed(scan, "01", 2, &verdict, &error));
    CHECK(automata_scan_is_accepting(scan));
    automata_scan_free(scan);

    path = automata_run_path(run);
    CHECK(path.count == 4 && path.moves == automata_run_path(run).moves);
    CHECK(automata_run_states(run).targets == automata_run_states(run).targets);
    CHECK_OK(automata_run_text(run, NULL, &text, &length, &error));
    automata_run_free(run);
    CHECK(strlen(text) == length);
    automata_free(text);
}

static int count_match(const automata_search_match *match, void *context) {
    CHECK(match->end > match->start);
    ++*(size_t *)context;
    return 0;
}

/* Of words that are overwritten, a searcher that is freed, and matches that outlive it; the text isn't kept either. */
static void searches_outlive(void) {
    char first[] = "abc", text[] = "xabcx";
    const char *words[1];
    automata_searcher *searcher = NULL;
    automata_search *search = NULL, *copy = NULL;
    automata_search_match *matches = NULL;
    automata_error error;
    size_t count = 0, seen = 0;

    words[0] = first;
    CHECK_OK(automata_searcher_from_words(words, NULL, 1, NULL, &searcher, &error));
    memset(first, 'x', 3);
    CHECK_OK(automata_searcher_matches(searcher, text, 5, NULL, &matches, &count, &error));
    CHECK_OK(automata_search_new(searcher, NULL, &search, &error));
    automata_searcher_free(searcher);
    CHECK(count == 1 && matches[0].start == 1 && matches[0].end == 4);
    automata_free(matches);
    CHECK_OK(automata_search_feed(search, text, 3, count_match, &seen, &error));
    CHECK(seen == 0 && automata_search_held_count(search) == 2);
    memset(text, 'x', 3);
    CHECK_OK(automata_search_copy(search, &copy, &error));
    automata_search_free(search);
    CHECK_OK(automata_search_feed(copy, text + 3, 2, count_match, &seen, &error));
    CHECK_OK(automata_search_finish(copy, count_match, &seen, &error));
    CHECK(seen == 1);
    automata_search_free(copy);
}

static void builders_keep_their_alphabet(void) {
    automata_alphabet *alphabet = NULL;
    automata_builder *builder = NULL;
    automata_fa *one = NULL, *two = NULL;
    automata_state first;
    automata_error error;

    CHECK_OK(automata_alphabet_bytes(&alphabet, &error));
    CHECK_OK(automata_builder_new(alphabet, &builder, &error));
    automata_alphabet_free(alphabet);
    CHECK_OK(automata_builder_add_states(builder, 1, &first, &error));
    CHECK_OK(automata_builder_add_transition(builder, 0, 'a', 0, &error));
    CHECK_OK(automata_builder_build(builder, AUTOMATA_MODEL_DFA, NULL, &one, &error));
    CHECK_OK(automata_builder_build(builder, AUTOMATA_MODEL_DFA, NULL, &two, &error));
    automata_builder_free(builder);
    CHECK(automata_fa_equal(one, two));
    automata_fa_free(one);
    CHECK(automata_alphabet_symbol_count(automata_fa_alphabet(two)) == 256);
    automata_fa_free(two);
}

int main(void) {
    nothing_is_freed();
    borrowed_arrays_stay();
    alphabets_outlive();
    arguments_are_copied();
    runs_and_scans_outlive();
    searches_outlive();
    builders_keep_their_alphabet();
    return check_done();
}
