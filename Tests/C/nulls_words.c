/* The functions on words and numbers, as nulls.c calls the others. */
#include "nulls.h"

static const automata_letter letters[] = {0, 1};
static automata_fa *nfa;
static automata_budget wrong = AUTOMATA_BUDGET_INIT;

static void texts(void) {
    const automata_alphabet *alphabet = automata_fa_alphabet(nfa);
    const automata_letter outside[] = {0, UINT32_MAX};

    REFUSED(automata_letters_from_text, NULL, "01", 2, NULL, 0, &out.letters, &out.count);
    REFUSED(automata_letters_from_text, alphabet, NULL, 2, NULL, 0, &out.letters, &out.count);
    REFUSED(automata_letters_from_text, alphabet, NULL, AUTOMATA_ZERO_TERMINATED, NULL, 0, &out.letters, &out.count);
    REFUSED(automata_letters_from_text, alphabet, "01", SIZE_MAX - 1, NULL, 0, &out.letters, &out.count);
    REFUSED(automata_letters_from_text, alphabet, "01", 2, ",", SIZE_MAX - 1, &out.letters, &out.count);
    REFUSED(automata_letters_from_text, alphabet, "01", 2, NULL, 0, NULL, &out.count);
    REFUSED(automata_letters_from_text, alphabet, "01", 2, NULL, 0, &out.letters, NULL);
    FAILS(AUTOMATA_ERROR_UNKNOWN_NAME, automata_letters_from_text, alphabet, "02", 2, NULL, 0, &out.letters, &out.count);
    REFUSED(automata_letters_text, NULL, letters, 2, NULL, 0, &out.text, &out.count);
    REFUSED(automata_letters_text, alphabet, NULL, 2, NULL, 0, &out.text, &out.count);
    REFUSED(automata_letters_text, alphabet, letters, SIZE_MAX, NULL, 0, &out.text, &out.count);
    REFUSED(automata_letters_text, alphabet, letters, SIZE_MAX / 2, NULL, 0, &out.text, &out.count);
    REFUSED(automata_letters_text, alphabet, letters, 2, "\xff", 1, &out.text, &out.count);
    REFUSED(automata_letters_text, alphabet, letters, 2, NULL, 0, NULL, &out.count);
    REFUSED(automata_letters_text, alphabet, letters, 2, NULL, 0, &out.text, NULL);
    FAILS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_letters_text, alphabet, outside, 2, NULL, 0, &out.text, &out.count);
    REFUSED(automata_word_from_letters, NULL, letters, 2, &out.symbols);
    REFUSED(automata_word_from_letters, alphabet, NULL, 2, &out.symbols);
    REFUSED(automata_word_from_letters, alphabet, letters, SIZE_MAX, &out.symbols);
    REFUSED(automata_word_from_letters, alphabet, letters, 2, NULL);
    FAILS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_word_from_letters, alphabet, outside, 2, &out.symbols);
}

static void words(void) {
    automata_word_iterator *place = NULL;

    REFUSED(automata_word_iterator_new, NULL, 0, 1, NULL, &out.words);
    REFUSED(automata_word_iterator_new, nfa, 2, 1, NULL, &out.words);
    REFUSED(automata_word_iterator_new, nfa, SIZE_MAX, 1, NULL, &out.words);
    REFUSED(automata_word_iterator_new, nfa, 0, 1, &wrong, &out.words);
    REFUSED(automata_word_iterator_new, nfa, 0, 1, NULL, NULL);
    CHECK_OK(automata_word_iterator_new(nfa, 0, SIZE_MAX, NULL, &place, &error));
    REFUSED(automata_word_iterator_copy, NULL, &out.words);
    REFUSED(automata_word_iterator_copy, place, NULL);
    REFUSED(automata_word_iterator_next, NULL, NULL, &out.flag);
    REFUSED(automata_word_iterator_next, place, &wrong, &out.flag);
    REFUSED(automata_word_iterator_next, place, NULL, NULL);
    REFUSED(automata_word_iterator_previous, NULL, NULL, &out.flag);
    REFUSED(automata_word_iterator_previous, place, &wrong, &out.flag);
    REFUSED(automata_word_iterator_previous, place, NULL, NULL);
    REFUSED(automata_word_iterator_seek_after, NULL, letters, 2, NULL, &out.flag);
    REFUSED(automata_word_iterator_seek_after, place, NULL, 2, NULL, &out.flag);
    REFUSED(automata_word_iterator_seek_after, place, letters, SIZE_MAX, NULL, &out.flag);
    REFUSED(automata_word_iterator_seek_after, place, letters, 2, &wrong, &out.flag);
    REFUSED(automata_word_iterator_seek_after, place, letters, 2, NULL, NULL);
    REFUSED(automata_word_iterator_seek_before, NULL, letters, 2, NULL, &out.flag);
    REFUSED(automata_word_iterator_seek_before, place, NULL, 2, NULL, &out.flag);
    REFUSED(automata_word_iterator_seek_before, place, letters, SIZE_MAX / 2, NULL, &out.flag);
    REFUSED(automata_word_iterator_seek_before, place, letters, 2, &wrong, &out.flag);
    REFUSED(automata_word_iterator_seek_before, place, letters, 2, NULL, NULL);
    CHECK(automata_word_iterator_letters(NULL).items == NULL && automata_word_iterator_letters(place).count == 0);
    automata_word_iterator_free(place);
    automata_word_iterator_free(NULL);
}

static void integers(void) {
    automata_integer *integer = NULL;
    const uint64_t limbs[] = {1};

    REFUSED(automata_integer_from_text, NULL, 1, &out.integer);
    REFUSED(automata_integer_from_text, NULL, AUTOMATA_ZERO_TERMINATED, &out.integer);
    REFUSED(automata_integer_from_text, "1", SIZE_MAX - 1, &out.integer);
    REFUSED(automata_integer_from_text, "1", 1, NULL);
    FAILS(AUTOMATA_ERROR_INVALID_TEXT, automata_integer_from_text, "", 0, &out.integer);
    FAILS(AUTOMATA_ERROR_INVALID_TEXT, automata_integer_from_text, "1 2", 3, &out.integer);
    REFUSED(automata_integer_from_limbs, NULL, 1, false, &out.integer);
    REFUSED(automata_integer_from_limbs, limbs, SIZE_MAX, false, &out.integer);
    REFUSED(automata_integer_from_limbs, limbs, SIZE_MAX / 2, false, &out.integer);
    REFUSED(automata_integer_from_limbs, limbs, 1, false, NULL);
    CHECK(automata_integer_limbs(NULL).count == 0 && automata_integer_limbs(NULL).items == NULL);
    CHECK(automata_integer_sign(NULL) == 0 && automata_integer_double(NULL) == 0);
    CHECK_OK(automata_integer_from_limbs(limbs, 1, true, &integer, &error));
    REFUSED(automata_integer_text, NULL, NULL, &out.text, &out.count);
    REFUSED(automata_integer_text, integer, NULL, NULL, &out.count);
    REFUSED(automata_integer_text, integer, NULL, &out.text, NULL);
    automata_integer_free(integer);
    automata_integer_free(NULL);
    CHECK(automata_integers_count(NULL) == 0 && automata_integers_item(NULL, 0) == NULL);
    automata_integers_free(NULL);
}

static void counts(void) {
    automata_counter *counter = NULL;
    automata_integers *several = NULL;
    const double no_number = strtod("nan", NULL);
    int i;

    REFUSED(automata_counter_new, NULL, NULL, &out.number_source);
    REFUSED(automata_counter_new, nfa, &wrong, &out.number_source);
    REFUSED(automata_counter_new, nfa, NULL, NULL);
    CHECK_OK(automata_counter_new(nfa, NULL, &counter, &error));
    CHECK(automata_counter_method(NULL, 7) == AUTOMATA_COUNTING_AUTOMATIC);
    CHECK(automata_counter_method(counter, UINT64_MAX) != AUTOMATA_COUNTING_AUTOMATIC);
    REFUSED(automata_counter_count, NULL, 1, AUTOMATA_COUNTING_AUTOMATIC, NULL, &out.integer);
    REFUSED(automata_counter_count, counter, 1, AUTOMATA_COUNTING_AUTOMATIC, &wrong, &out.integer);
    REFUSED(automata_counter_count, counter, 1, AUTOMATA_COUNTING_AUTOMATIC, NULL, NULL);
    REFUSED(automata_counter_count_up_to, NULL, 1, AUTOMATA_COUNTING_AUTOMATIC, NULL, &out.integer);
    REFUSED(automata_counter_count_up_to, counter, 1, AUTOMATA_COUNTING_AUTOMATIC, &wrong, &out.integer);
    REFUSED(automata_counter_count_up_to, counter, 1, AUTOMATA_COUNTING_AUTOMATIC, NULL, NULL);
    for (i = 0; i < ODD_COUNT; i++) {
        if (odd_numbers[i] == 0) continue;
        REFUSED(automata_counter_count, counter, 1, (automata_counting)odd_numbers[i], NULL, &out.integer);
        REFUSED(automata_counter_count_up_to, counter, 1, (automata_counting)odd_numbers[i], NULL, &out.integer);
    }
    for (i = AUTOMATA_COUNTING_AUTOMATIC; i <= AUTOMATA_COUNTING_RECURRENCE; i++) {
        FAILS(AUTOMATA_ERROR_BUDGET_EXCEEDED, automata_counter_count, counter, UINT64_MAX, (automata_counting)i, NULL, &out.integer);
        FAILS(AUTOMATA_ERROR_BUDGET_EXCEEDED, automata_counter_count_up_to, counter, INT64_MAX, (automata_counting)i, NULL, &out.integer);
    }
    REFUSED(automata_counter_count_all, NULL, NULL, &out.integer);
    REFUSED(automata_counter_count_all, counter, &wrong, &out.integer);
    REFUSED(automata_counter_count_all, counter, NULL, NULL);
    REFUSED(automata_counter_count_each, NULL, 1, NULL, &out.integers);
    REFUSED(automata_counter_count_each, counter, 1, &wrong, &out.integers);
    REFUSED(automata_counter_count_each, counter, 1, NULL, NULL);
    FAILS(AUTOMATA_ERROR_BUDGET_EXCEEDED, automata_counter_count_each, counter, UINT64_MAX, NULL, &out.integers);
    CHECK_OK(automata_counter_count_each(counter, 2, NULL, &several, &error));
    CHECK(automata_integers_count(several) == 3 && automata_integers_item(several, 3) == NULL);
    CHECK(automata_integers_item(several, SIZE_MAX) == NULL);
    automata_integers_free(several);
    REFUSED(automata_counter_generating_function, NULL, NULL, &out.integers, &out.more_integers);
    REFUSED(automata_counter_generating_function, counter, &wrong, &out.integers, &out.more_integers);
    REFUSED(automata_counter_generating_function, counter, NULL, NULL, &out.more_integers);
    REFUSED(automata_counter_generating_function, counter, NULL, &out.integers, NULL);
    REFUSED(automata_counter_recurrence, NULL, NULL, &out.integers, &out.more_integers);
    REFUSED(automata_counter_recurrence, counter, &wrong, &out.integers, &out.more_integers);
    REFUSED(automata_counter_recurrence, counter, NULL, NULL, &out.more_integers);
    REFUSED(automata_counter_recurrence, counter, NULL, &out.integers, NULL);
    REFUSED(automata_counter_growth_rate, NULL, 0, NULL, &out.lower, &out.upper);
    REFUSED(automata_counter_growth_rate, counter, -1, NULL, &out.lower, &out.upper);
    REFUSED(automata_counter_growth_rate, counter, no_number, NULL, &out.lower, &out.upper);
    REFUSED(automata_counter_growth_rate, counter, 0, &wrong, &out.lower, &out.upper);
    REFUSED(automata_counter_growth_rate, counter, 0, NULL, NULL, &out.upper);
    REFUSED(automata_counter_growth_rate, counter, 0, NULL, &out.lower, NULL);
    automata_counter_free(counter);
    automata_counter_free(NULL);
}

static void places(void) {
    automata_ranking *ranking = NULL;
    automata_integer *rank = NULL, *negative = NULL;

    CHECK_OK(automata_integer_from_text("3", 1, &rank, &error));
    CHECK_OK(automata_integer_from_text("-3", 2, &negative, &error));
    REFUSED(automata_ranking_new, NULL, NULL, &out.ranking);
    REFUSED(automata_ranking_new, nfa, &wrong, &out.ranking);
    REFUSED(automata_ranking_new, nfa, NULL, NULL);
    CHECK_OK(automata_ranking_new(nfa, NULL, &ranking, &error));
    REFUSED(automata_ranking_rank, NULL, letters, 2, false, NULL, &out.integer);
    REFUSED(automata_ranking_rank, ranking, NULL, 2, false, NULL, &out.integer);
    REFUSED(automata_ranking_rank, ranking, letters, SIZE_MAX, false, NULL, &out.integer);
    REFUSED(automata_ranking_rank, ranking, letters, 2, true, &wrong, &out.integer);
    REFUSED(automata_ranking_rank, ranking, letters, 2, true, NULL, NULL);
    REFUSED(automata_ranking_unrank, NULL, rank, NULL, &out.letters, &out.count);
    REFUSED(automata_ranking_unrank, ranking, NULL, NULL, &out.letters, &out.count);
    REFUSED(automata_ranking_unrank, ranking, rank, &wrong, &out.letters, &out.count);
    REFUSED(automata_ranking_unrank, ranking, rank, NULL, NULL, &out.count);
    REFUSED(automata_ranking_unrank, ranking, rank, NULL, &out.letters, NULL);
    REFUSED(automata_ranking_unrank_length, NULL, rank, 4, NULL, &out.letters, &out.count);
    REFUSED(automata_ranking_unrank_length, ranking, NULL, 4, NULL, &out.letters, &out.count);
    REFUSED(automata_ranking_unrank_length, ranking, rank, 4, &wrong, &out.letters, &out.count);
    REFUSED(automata_ranking_unrank_length, ranking, rank, 4, NULL, NULL, &out.count);
    REFUSED(automata_ranking_unrank_length, ranking, rank, 4, NULL, &out.letters, NULL);
    FAILS(AUTOMATA_ERROR_BUDGET_EXCEEDED, automata_ranking_unrank_length, ranking, rank, SIZE_MAX, NULL, &out.letters, &out.count);
    FAILS(AUTOMATA_ERROR_BUDGET_EXCEEDED, automata_ranking_unrank_length, ranking, rank, SIZE_MAX / 2, NULL, &out.letters, &out.count);
    CHECK_OK(automata_ranking_unrank(ranking, negative, NULL, &out.letters, &out.count, &error));
    CHECK(out.letters == NULL && out.count == 0);
    automata_ranking_free(ranking);
    automata_ranking_free(NULL);
    automata_integer_free(negative);
    automata_integer_free(rank);
}

static void samples(void) {
    automata_sampler *sampler = NULL;
    automata_random *random = NULL;

    REFUSED(automata_random_new, 1, NULL);
    CHECK_OK(automata_random_new(1, &random, &error));
    CHECK(automata_random_next(NULL) == 0);
    REFUSED(automata_sampler_new, NULL, 3, false, NULL, &out.sampler);
    REFUSED(automata_sampler_new, nfa, 3, false, &wrong, &out.sampler);
    REFUSED(automata_sampler_new, nfa, 3, false, NULL, NULL);
    FAILS(AUTOMATA_ERROR_TOO_LARGE, automata_sampler_new, nfa, SIZE_MAX, false, NULL, &out.sampler);
    FAILS(AUTOMATA_ERROR_TOO_LARGE, automata_sampler_new, nfa, SIZE_MAX / 2, true, NULL, &out.sampler);
    CHECK_OK(automata_sampler_new(nfa, 3, false, NULL, &sampler, &error));
    REFUSED(automata_sampler_draw, NULL, random, 2, NULL, &out.letters, &out.sizes);
    REFUSED(automata_sampler_draw, sampler, NULL, 2, NULL, &out.letters, &out.sizes);
    REFUSED(automata_sampler_draw, sampler, random, 2, &wrong, &out.letters, &out.sizes);
    REFUSED(automata_sampler_draw, sampler, random, 2, NULL, NULL, &out.sizes);
    REFUSED(automata_sampler_draw, sampler, random, 2, NULL, &out.letters, NULL);
    FAILS(AUTOMATA_ERROR_BUDGET_EXCEEDED, automata_sampler_draw, sampler, random, SIZE_MAX, NULL, &out.letters, &out.sizes);
    FAILS(AUTOMATA_ERROR_BUDGET_EXCEEDED, automata_sampler_draw, sampler, random, SIZE_MAX / 2, NULL, &out.letters, &out.sizes);
    automata_sampler_free(sampler);
    automata_sampler_free(NULL);
    automata_random_free(random);
    automata_random_free(NULL);
}

int main(void) {
    wrong.struct_size = sizeof wrong - 1;
    nfa = ends_with_01();
    texts();
    words();
    integers();
    counts();
    places();
    samples();
    automata_fa_free(nfa);
    return check_done();
}
