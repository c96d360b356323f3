/* Automata made of automata, with languages that are known. */
#include "language.h"

static automata_error error;

static void boolean(void) {
    automata_fa *nfa = ends_with_01(), *dfa = minimal(ends_with_01()), *one = only("1"), *word = only("01"), *result;
    automata_fa *other = minimal(kth_from_end(2));
    automata_fa *pair[2], *three[3];
    automata_fa_product_options options = AUTOMATA_FA_PRODUCT_OPTIONS_INIT;

    pair[0] = nfa;
    pair[1] = one;
    CHECK_OK(automata_fa_union(pair, 2, NULL, &result, &error));
    CHECK(automata_fa_model(result) == AUTOMATA_MODEL_NFA);
    CHECK_WORDS("1 01 001 101", result, "01", 3);
    CHECK_OK(automata_fa_intersection(pair, 2, NULL, &result, &error));
    CHECK(automata_fa_is_empty(result));
    automata_fa_free(result);
    three[0] = dfa;
    three[1] = nfa;
    three[2] = word;
    CHECK_OK(automata_fa_intersection(three, 3, NULL, &result, &error));
    CHECK_WORDS("01", result, "01", 4);
    CHECK_OK(automata_fa_union(three, 1, NULL, &result, &error));
    CHECK(automata_fa_equal(result, dfa));
    automata_fa_free(result);
    CHECK_OK(automata_fa_union(NULL, 0, NULL, &result, &error));
    CHECK_WORDS("", result, "01", 2);
    CHECK_OK(automata_fa_intersection(NULL, 0, NULL, &result, &error));
    CHECK_WORDS(".", result, "01", 2);

    CHECK_OK(automata_fa_difference(nfa, word, NULL, &result, &error));
    CHECK_WORDS("001 101", result, "01", 3);
    CHECK_OK(automata_fa_difference(dfa, other, NULL, &result, &error));
    CHECK(automata_fa_model(result) == AUTOMATA_MODEL_DFA);
    CHECK_WORDS("01 001 101", result, "01", 3);
    CHECK_OK(automata_fa_symmetric_difference(dfa, other, NULL, &result, &error));
    CHECK_WORDS("01 10 11", result, "01", 2);

    CHECK_OK(automata_fa_complement(nfa, NULL, NULL, &result, &error));
    CHECK(automata_fa_model(result) == AUTOMATA_MODEL_DFA);
    CHECK_WORDS(". 0 1 00 10 11", result, "01", 2);
    CHECK_OK(automata_fa_complement(one, automata_fa_alphabet(nfa), NULL, &result, &error));
    CHECK_WORDS(". 0 00 01 10 11", result, "01", 2);

    /* The product of two DFAs, with names and without. */
    options.name_pairs = true;
    pair[0] = word;
    pair[1] = one;
    CHECK_OK(automata_fa_union(pair, 2, &options, &result, &error));
    CHECK_TEXT("(q0,q0)", automata_fa_state_name(result, automata_fa_initial_state(result)));
    CHECK_WORDS("1 01", result, "01", 3);
    CHECK_OK(automata_fa_intersection(pair, 2, &options, &result, &error));
    automata_fa_free(result);
    CHECK_OK(automata_fa_difference(word, one, &options, &result, &error));
    CHECK(automata_fa_has_state_names(result));
    CHECK_WORDS("01", result, "01", 3);
    CHECK_OK(automata_fa_symmetric_difference(word, one, &options, &result, &error));
    CHECK_WORDS("1 01", result, "01", 3);
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_fa_union(pair, 1, &options, &result, &error));
    pair[0] = nfa;
    CHECK_STATUS(AUTOMATA_ERROR_NONDETERMINISTIC, automata_fa_union(pair, 2, &options, &result, &error));
    CHECK(result == NULL);
    automata_fa_free(other);
    automata_fa_free(word);
    automata_fa_free(one);
    automata_fa_free(dfa);
    automata_fa_free(nfa);
}

static void alphabets(void) {
    automata_fa *nfa = ends_with_01(), *word = only("ab"), *result;
    automata_alphabet *bytes, *joint, *swapped;
    automata_builder *builder;
    automata_fa *other;
    const char *names[] = {"1", "x", "0"};
    automata_fa *pair[2];

    CHECK_OK(automata_alphabet_join(automata_fa_alphabet(word), automata_fa_alphabet(nfa), &joint, &error));
    CHECK(automata_alphabet_symbol_count(joint) == 4);
    CHECK_TEXT("a", automata_alphabet_symbol_name(joint, 0));
    CHECK_TEXT("1", automata_alphabet_symbol_name(joint, 3));
    CHECK_OK(automata_fa_align(word, joint, NULL, &result, &error));
    CHECK(automata_alphabet_equal(automata_fa_alphabet(result), joint));
    CHECK_WORDS("ab", result, "ab01", 3);
    CHECK_STATUS(AUTOMATA_ERROR_UNKNOWN_NAME, automata_fa_align(word, automata_fa_alphabet(nfa), NULL, &result, &error));
    CHECK_OK(automata_alphabet_from_names(names, NULL, 3, &swapped, &error));
    CHECK_OK(automata_fa_align(nfa, swapped, NULL, &result, &error));
    CHECK(automata_alphabet_symbol_count(automata_fa_alphabet(result)) == 3);
    CHECK_WORDS("01", result, "x01", 2);
    automata_alphabet_free(swapped);

    CHECK_OK(automata_alphabet_bytes(&bytes, &error));
    CHECK_STATUS(AUTOMATA_ERROR_INCOMPATIBLE_ALPHABETS, automata_alphabet_join(bytes, joint, &swapped, &error));
    CHECK(swapped == NULL);
    CHECK_OK(automata_builder_new(bytes, &builder, &error));
    CHECK_OK(automata_builder_build(builder, AUTOMATA_MODEL_DFA, NULL, &other, &error));
    pair[0] = nfa;
    pair[1] = other;
    CHECK_STATUS(AUTOMATA_ERROR_INCOMPATIBLE_ALPHABETS, automata_fa_union(pair, 2, NULL, &result, &error));
    CHECK(strstr(error.message, "automata_fa_preimage") != NULL);
    CHECK_STATUS(AUTOMATA_ERROR_INCOMPATIBLE_ALPHABETS, automata_fa_concatenate(pair, 2, NULL, &result, &error));
    CHECK_STATUS(AUTOMATA_ERROR_INCOMPATIBLE_ALPHABETS, automata_fa_complement(nfa, bytes, NULL, &result, &error));
    CHECK(result == NULL);
    automata_builder_free(builder);
    automata_alphabet_free(bytes);
    automata_alphabet_free(joint);
    automata_fa_free(other);
    automata_fa_free(word);
    automata_fa_free(nfa);
}

static void rational(void) {
    automata_fa *a = only("a"), *ab = only("ab"), *abba = only("abba"), *result, *star;
    automata_fa *list[5];
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    const automata_symbol word[] = {0, 1}, outside[] = {0, 7};
    size_t i;

    for (i = 0; i < 5; i++) list[i] = i % 2 == 0 ? a : ab;
    CHECK_OK(automata_fa_concatenate(list, 3, NULL, &result, &error));
    CHECK_WORDS("aaba", result, "ab", 5);
    CHECK_OK(automata_fa_concatenate(list, 5, NULL, &result, &error));
    CHECK_WORDS("aabaaba", result, "ab", 7);
    CHECK_OK(automata_fa_concatenate(NULL, 0, NULL, &result, &error));
    CHECK_WORDS(".", result, "ab", 2);

    CHECK_OK(automata_fa_repeat(ab, 0, AUTOMATA_UNBOUNDED, NULL, &star, &error));
    CHECK_TEXT(". ab abab", words_of(star, "ab", 5));
    CHECK_OK(automata_fa_repeat(a, 1, AUTOMATA_UNBOUNDED, NULL, &result, &error));
    CHECK_WORDS("a aa aaa", result, "ab", 3);
    CHECK_OK(automata_fa_repeat(a, 2, AUTOMATA_UNBOUNDED, NULL, &result, &error));
    CHECK_WORDS("aa aaa", result, "ab", 3);
    CHECK_OK(automata_fa_repeat(ab, 0, 1, NULL, &result, &error));
    CHECK_WORDS(". ab", result, "ab", 4);
    CHECK_OK(automata_fa_repeat(a, 3, 3, NULL, &result, &error));
    CHECK_WORDS("aaa", result, "ab", 5);
    CHECK_OK(automata_fa_repeat(a, 0, 0, NULL, &result, &error));
    CHECK_WORDS(".", result, "ab", 3);
    CHECK_OK(automata_fa_repeat(a, 1, 3, NULL, &result, &error));
    CHECK_WORDS("a aa aaa", result, "ab", 5);
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_fa_repeat(a, 3, 1, NULL, &result, &error));
    CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED, automata_fa_repeat(a, SIZE_MAX - 1, SIZE_MAX - 1, NULL, &result, &error));
    CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED, automata_fa_repeat(a, SIZE_MAX / 2, AUTOMATA_UNBOUNDED, NULL, &result, &error));
    budget.maximum_states = 10;
    CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED, automata_fa_repeat(a, 100, 100, &budget, &result, &error));
    budget.maximum_states = UINT64_MAX;
    CHECK_STATUS(
        AUTOMATA_ERROR_BUDGET_EXCEEDED, automata_fa_repeat(a, (size_t)1 << 30, (size_t)1 << 30, &budget, &result, &error));
    budget.maximum_states = 10;

    CHECK_OK(automata_fa_left_quotient(abba, ab, NULL, &result, &error));
    CHECK_WORDS("ba", result, "ab", 4);
    CHECK_OK(automata_fa_right_quotient(abba, a, NULL, &result, &error));
    CHECK_WORDS("abb", result, "ab", 4);
    CHECK_OK(automata_fa_residual(abba, word, 2, &result, &error));
    CHECK_WORDS("ba", result, "ab", 4);
    CHECK_OK(automata_fa_residual(abba, outside, 2, &result, &error));
    CHECK(automata_fa_is_empty(result));
    automata_fa_free(result);
    CHECK_OK(automata_fa_residual(star, word, 1, &result, &error));
    CHECK_WORDS("b bab", result, "ab", 4);

    CHECK_OK(automata_fa_subwords(abba, AUTOMATA_SUBWORD_PREFIXES, &result, &error));
    CHECK_WORDS(". a ab abb abba", result, "ab", 4);
    CHECK_OK(automata_fa_subwords(abba, AUTOMATA_SUBWORD_SUFFIXES, &result, &error));
    CHECK_WORDS(". a ba bba abba", result, "ab", 4);
    CHECK_OK(automata_fa_subwords(abba, AUTOMATA_SUBWORD_FACTORS, &result, &error));
    CHECK_WORDS(". a b ab ba bb abb bba abba", result, "ab", 4);
    CHECK_OK(automata_fa_subwords(ab, AUTOMATA_SUBWORD_SUBSEQUENCES, &result, &error));
    CHECK_WORDS(". a b ab", result, "ab", 4);
    CHECK_OK(automata_fa_cyclic_shift(abba, NULL, &result, &error));
    CHECK(automata_fa_model(result) == AUTOMATA_MODEL_NFA);
    CHECK_WORDS("aabb abba baab bbaa", result, "ab", 5);
    budget.maximum_states = 10;
    CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED, automata_fa_cyclic_shift(abba, &budget, &result, &error));
    CHECK(result == NULL);
    CHECK_OK(automata_fa_shuffle(ab, a, NULL, &result, &error));
    CHECK_WORDS("aab aba", result, "ab", 4);

    CHECK_OK(automata_fa_restrict_lengths(star, 1, 4, NULL, &result, &error));
    CHECK_WORDS("ab abab", result, "ab", 7);
    CHECK_OK(automata_fa_restrict_lengths(star, 3, AUTOMATA_UNBOUNDED, NULL, &result, &error));
    CHECK_WORDS("abab ababab", result, "ab", 7);
    CHECK_OK(automata_fa_restrict_lengths(abba, 0, SIZE_MAX - 1, NULL, &result, &error));
    CHECK_WORDS("abba", result, "ab", 5);
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_fa_restrict_lengths(a, 3, 1, NULL, &result, &error));
    CHECK_STATUS(
        AUTOMATA_ERROR_BUDGET_EXCEEDED,
        automata_fa_restrict_lengths(star, SIZE_MAX - 1, AUTOMATA_UNBOUNDED, &budget, &result, &error));
    CHECK(result == NULL);

    CHECK_OK(automata_fa_neighborhood(1, word, 2, automata_fa_alphabet(ab), NULL, &result, &error));
    CHECK_WORDS("a b aa ab bb aab aba abb bab", result, "ab", 4);
    CHECK_OK(automata_fa_neighborhood(0, word, 2, automata_fa_alphabet(ab), NULL, &result, &error));
    CHECK_WORDS("ab", result, "ab", 4);
    CHECK_STATUS(
        AUTOMATA_ERROR_OUT_OF_RANGE, automata_fa_neighborhood(1, outside, 2, automata_fa_alphabet(ab), NULL, &result, &error));
    CHECK_STATUS(
        AUTOMATA_ERROR_TOO_LARGE, automata_fa_neighborhood(SIZE_MAX, word, 2, automata_fa_alphabet(ab), NULL, &result, &error));
    CHECK(result == NULL);
    automata_fa_free(star);
    automata_fa_free(abba);
    automata_fa_free(ab);
    automata_fa_free(a);
}

static void homomorphisms(void) {
    automata_fa *ab = only("ab"), *word = only("0110"), *star, *result;
    automata_homomorphism *homomorphism;
    automata_fa *languages[2];
    automata_symbol *image = NULL;
    size_t count = 0;
    /* a becomes 01, and b becomes 10. */
    const size_t offsets[] = {0, 2, 4}, falling[] = {0, 3, 2}, late[] = {1, 2, 4}, erasing[] = {0, 0, 1};
    const automata_symbol symbols[] = {0, 1, 1, 0}, outside[] = {0, 1, 2, 0}, both[] = {0, 1, 0};
    const char *names[] = {NULL, "a"}, *new_names[] = {"x", "a"};

    CHECK_OK(automata_homomorphism_new(
        automata_fa_alphabet(ab), automata_fa_alphabet(word), offsets, symbols, &homomorphism, &error));
    CHECK_OK(automata_homomorphism_apply(homomorphism, both, 3, &image, &count, &error));
    CHECK(count == 6 && image[0] == 0 && image[1] == 1 && image[2] == 1 && image[3] == 0 && image[4] == 0 && image[5] == 1);
    automata_free(image);
    CHECK_STATUS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_homomorphism_apply(homomorphism, outside, 3, &image, &count, &error));
    CHECK(image == NULL && count == 0);
    CHECK_OK(automata_fa_image(ab, homomorphism, NULL, &result, &error));
    CHECK_WORDS("0110", result, "01", 5);
    CHECK_OK(automata_fa_preimage(word, homomorphism, NULL, &result, &error));
    CHECK(automata_fa_model(result) == AUTOMATA_MODEL_DFA);
    CHECK_WORDS("ab", result, "ab", 5);
    automata_homomorphism_free(homomorphism);
    CHECK_OK(automata_homomorphism_new(
        automata_fa_alphabet(ab), automata_fa_alphabet(word), erasing, symbols + 1, &homomorphism, &error));
    CHECK_OK(automata_fa_image(ab, homomorphism, NULL, &result, &error));
    CHECK_WORDS("1", result, "01", 5);
    CHECK_STATUS(AUTOMATA_ERROR_UNKNOWN_NAME, automata_fa_image(word, homomorphism, NULL, &result, &error));
    automata_homomorphism_free(homomorphism);
    CHECK_STATUS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_homomorphism_new(
        automata_fa_alphabet(ab), automata_fa_alphabet(word), offsets, outside, &homomorphism, &error));
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_homomorphism_new(
        automata_fa_alphabet(ab), automata_fa_alphabet(word), falling, symbols, &homomorphism, &error));
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_homomorphism_new(
        automata_fa_alphabet(ab), automata_fa_alphabet(word), late, symbols, &homomorphism, &error));
    CHECK(homomorphism == NULL);

    CHECK_OK(automata_fa_repeat(word, 0, AUTOMATA_UNBOUNDED, NULL, &star, &error));
    languages[0] = NULL;
    languages[1] = star;
    CHECK_OK(automata_fa_substitute(ab, languages, 2, NULL, &result, &error));
    CHECK_WORDS("a a0110", result, "ab01", 5);
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_fa_substitute(ab, languages, 1, NULL, &result, &error));
    CHECK_OK(automata_fa_project(word, symbols, 1, &result, &error));
    CHECK(automata_alphabet_symbol_count(automata_fa_alphabet(result)) == 1);
    CHECK_WORDS("00", result, "0", 4);
    CHECK_OK(automata_fa_project(word, NULL, 0, &result, &error));
    CHECK_WORDS(".", result, "0", 4);
    CHECK_STATUS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_fa_project(word, outside, 3, &result, &error));

    CHECK_OK(automata_fa_rename_symbols(ab, new_names, NULL, 2, &result, &error));
    CHECK(automata_fa_model(result) == AUTOMATA_MODEL_DFA);
    CHECK_WORDS("xa", result, "xab", 3);
    CHECK_OK(automata_fa_rename_symbols(ab, names, NULL, 2, &result, &error));
    CHECK(automata_alphabet_symbol_count(automata_fa_alphabet(result)) == 1);
    CHECK_WORDS("aa", result, "a", 3);
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_fa_rename_symbols(ab, names, NULL, 1, &result, &error));
    names[0] = "\xff";
    CHECK_OK(automata_fa_rename_symbols(ab, names, NULL, 2, &result, &error));
    CHECK_TEXT("\xff", automata_alphabet_symbol_name(automata_fa_alphabet(result), 0));
    automata_fa_free(result);
    automata_fa_free(star);
    automata_fa_free(word);
    automata_fa_free(ab);
}

static void reduction(void) {
    /* q and s do the same, and so the smaller automaton has two states less. */
    automata_fa *nfa = automaton_of(
        "@NFA-explicit\n%Alphabet-auto\n%Initial p\n%Final r t\np a q\np a s\nq b r\ns b t\n", AUTOMATA_FORMAT_MATA);
    automata_fa *epsilon = ends_with_0(), *result;
    bool equivalent;
    int method;

    for (method = AUTOMATA_REDUCE_AUTOMATIC; method <= AUTOMATA_REDUCE_SIMULATION; method++) {
        CHECK_OK(automata_fa_reduce(nfa, (automata_reduction)method, NULL, &result, &error));
        if (method != AUTOMATA_REDUCE_BACKWARD_BISIMULATION && method != AUTOMATA_REDUCE_BACKWARD_SIMULATION)
            CHECK(automata_fa_state_count(result) == 3);
        CHECK_WORDS("ab", result, "ab", 4);
        CHECK_OK(automata_fa_reduce(epsilon, (automata_reduction)method, NULL, &result, &error));
        CHECK(automata_fa_state_count(result) <= automata_fa_state_count(epsilon));
        CHECK_OK(automata_fa_is_equivalent(epsilon, result, NULL, &equivalent, NULL, &error));
        CHECK(equivalent);
        automata_fa_free(result);
    }
    automata_fa_free(epsilon);
    automata_fa_free(nfa);
}

int main(void) {
    boolean();
    alphabets();
    rational();
    homomorphisms();
    reduction();
    return check_done();
}
