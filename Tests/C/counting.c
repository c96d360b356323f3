/* Counting, places and samples of words, and integers. */
#include "check.h"

/* The digits of an integer, which is freed. */
static const char *digits(automata_integer *integer) {
    static char copy[300];
    automata_error error;
    char *text = NULL;
    size_t length = 0;

    CHECK_OK(automata_integer_text(integer, NULL, &text, &length, &error));
    CHECK(text != NULL && length == strlen(text) && length < sizeof copy);
    strcpy(copy, text == NULL ? "" : text);
    automata_free(text);
    automata_integer_free(integer);
    return copy;
}

/* Words over {0, 1} without two ones in a row, whose number is Fibonacci's. */
static automata_fa *fibonacci(void) {
    return automaton_of(
        "@NFA-explicit\n%Alphabet-auto\n%Initial p\n%Final p q\np 0 p\np 1 q\nq 0 p\n", AUTOMATA_FORMAT_MATA);
}

static void integers(void) {
    const uint64_t limbs[] = {0, 1, 0};
    automata_integer *integer = NULL;
    automata_limbs seen;
    automata_error error;

    CHECK_OK(automata_integer_from_text("-340282366920938463463374607431768211456", AUTOMATA_ZERO_TERMINATED, NULL, &integer, &error));
    seen = automata_integer_limbs(integer);
    CHECK(seen.count == 3 && seen.items[0] == 0 && seen.items[1] == 0 && seen.items[2] == 1);
    CHECK(automata_integer_sign(integer) == -1);
    CHECK(automata_integer_double(integer) == -340282366920938463463374607431768211456.0);
    CHECK_TEXT("-340282366920938463463374607431768211456", digits(integer));
    CHECK_OK(automata_integer_from_limbs(limbs, 3, false, &integer, &error));
    CHECK(automata_integer_limbs(integer).count == 2 && automata_integer_sign(integer) == 1);
    CHECK_TEXT("18446744073709551616", digits(integer));
    CHECK_OK(automata_integer_from_limbs(NULL, 0, true, &integer, &error));
    CHECK(automata_integer_limbs(integer).count == 0 && automata_integer_sign(integer) == 0);
    CHECK_TEXT("0", digits(integer));
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_TEXT, automata_integer_from_text("12x", 3, NULL, &integer, &error));
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_TEXT, automata_integer_from_text("", 0, NULL, &integer, &error));
    CHECK(integer == NULL && automata_integer_sign(NULL) == 0 && automata_integer_limbs(NULL).count == 0);
    automata_integer_free(NULL);
}

static void counts(void) {
    static const automata_counting methods[] = {
        AUTOMATA_COUNTING_AUTOMATIC, AUTOMATA_COUNTING_ITERATION, AUTOMATA_COUNTING_MATRIX, AUTOMATA_COUNTING_RECURRENCE};
    automata_fa *automaton = fibonacci(), *nfa = ends_with_01();
    automata_counter *counter = NULL;
    automata_integer *count = NULL;
    automata_integers *first = NULL, *second = NULL;
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    automata_error error;
    double lower, upper;
    size_t i;

    CHECK_OK(automata_counter_new(automaton, NULL, &counter, &error));
    automata_fa_free(automaton);
    for (i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        CHECK_OK(automata_counter_count(counter, 100, methods[i], NULL, &count, &error));
        CHECK_TEXT("927372692193078999176", digits(count));
        CHECK_OK(automata_counter_count_up_to(counter, 3, methods[i], NULL, &count, &error));
        CHECK_TEXT("11", digits(count));
    }
    CHECK_OK(automata_counter_count(counter, 100000, AUTOMATA_COUNTING_AUTOMATIC, NULL, &count, &error));
    CHECK(automata_integer_limbs(count).count == 1085);
    automata_integer_free(count);
    CHECK(automata_counter_method(counter, 1) == AUTOMATA_COUNTING_ITERATION);
    CHECK(automata_counter_method(counter, 1u << 30) == AUTOMATA_COUNTING_RECURRENCE);
    CHECK_OK(automata_counter_count_all(counter, NULL, &count, &error));
    CHECK(count == NULL);
    CHECK_OK(automata_counter_count_each(counter, 4, NULL, &first, &error));
    CHECK(automata_integers_count(first) == 5 && automata_integers_item(first, 5) == NULL);
    CHECK(automata_integer_limbs(automata_integers_item(first, 4)).items[0] == 8);
    automata_integers_free(first);
    CHECK_OK(automata_counter_generating_function(counter, NULL, &first, &second, &error));
    CHECK(automata_integers_count(first) == 2 && automata_integers_count(second) == 3);
    CHECK(automata_integer_double(automata_integers_item(second, 2)) == -1);
    automata_integers_free(first);
    automata_integers_free(second);
    CHECK_OK(automata_counter_recurrence(counter, NULL, &first, &second, &error));
    CHECK(automata_integers_count(first) == 2 && automata_integers_count(second) == 2);
    CHECK(automata_integer_double(automata_integers_item(first, 1)) == 1);
    automata_integers_free(first);
    automata_integers_free(second);
    CHECK_OK(automata_counter_growth_rate(counter, 0, NULL, &lower, &upper, &error));
    CHECK(lower > 1.6180339887 && upper < 1.6180339888 && lower <= upper);
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_counter_growth_rate(counter, -1, NULL, &lower, &upper, &error));
    CHECK_STATUS(
        AUTOMATA_ERROR_INVALID_ARGUMENT, automata_counter_count(counter, 1, (automata_counting)7, NULL, &count, &error));
    budget.maximum_bytes = 1 << 20;
    CHECK_STATUS(
        AUTOMATA_ERROR_BUDGET_EXCEEDED,
        automata_counter_count(counter, UINT64_MAX, AUTOMATA_COUNTING_AUTOMATIC, &budget, &count, &error));
    CHECK(count == NULL);
    automata_counter_free(counter);

    CHECK_OK(automata_counter_new(nfa, NULL, &counter, &error));
    CHECK_OK(automata_counter_count(counter, 66, AUTOMATA_COUNTING_AUTOMATIC, NULL, &count, &error));
    CHECK_TEXT("18446744073709551616", digits(count));
    automata_counter_free(counter);
    automata_counter_free(NULL);
    automata_integers_free(NULL);
    automata_fa_free(nfa);
}

static void places(void) {
    automata_fa *automaton = fibonacci();
    automata_ranking *ranking = NULL;
    automata_integer *place = NULL, *again = NULL;
    automata_letter *letters = NULL;
    automata_error error;
    size_t count;

    CHECK_OK(automata_ranking_new(automaton, NULL, &ranking, &error));
    CHECK_OK(automata_integer_from_text("123456789012345678901234567890", AUTOMATA_ZERO_TERMINATED, NULL, &place, &error));
    CHECK_OK(automata_ranking_unrank(ranking, place, NULL, &letters, &count, &error));
    CHECK(letters != NULL && count > 100);
    CHECK_OK(automata_ranking_rank(ranking, letters, count, false, NULL, &again, &error));
    CHECK_TEXT("123456789012345678901234567890", digits(again));
    automata_free(letters);
    CHECK_OK(automata_ranking_unrank_length(ranking, place, 5, NULL, &letters, &count, &error));
    CHECK(letters == NULL && count == 0);
    automata_integer_free(place);
    CHECK_OK(automata_integer_from_text("7", 1, NULL, &place, &error));
    CHECK_OK(automata_ranking_unrank_length(ranking, place, 4, NULL, &letters, &count, &error));
    CHECK(count == 4 && letters[0] == 1 && letters[1] == 0 && letters[2] == 1 && letters[3] == 0);
    CHECK_OK(automata_ranking_rank(ranking, letters, count, true, NULL, &again, &error));
    CHECK_TEXT("7", digits(again));
    automata_free(letters);
    CHECK_STATUS(
        AUTOMATA_ERROR_INVALID_ARGUMENT, automata_ranking_unrank(ranking, NULL, NULL, &letters, &count, &error));
    automata_integer_free(place);
    automata_ranking_free(ranking);
    automata_ranking_free(NULL);
    automata_fa_free(automaton);
}

static void samples(void) {
    automata_fa *automaton = fibonacci();
    automata_sampler *sampler = NULL;
    automata_random *random = NULL, *other = NULL;
    automata_letter *letters = NULL;
    automata_error error;
    size_t *offsets = NULL;
    size_t i, j;

    CHECK_OK(automata_random_new(7, &random, &error));
    CHECK_OK(automata_random_new(7, &other, &error));
    CHECK(automata_random_next(random) == automata_random_next(other) && automata_random_next(NULL) == 0);
    CHECK_OK(automata_sampler_new(automaton, 20, true, NULL, &sampler, &error));
    CHECK_OK(automata_sampler_draw(sampler, random, 50, NULL, &letters, &offsets, &error));
    CHECK(offsets[0] == 0);
    for (i = 0; i < 50; i++) {
        CHECK(offsets[i + 1] >= offsets[i] && offsets[i + 1] - offsets[i] <= 20);
        for (j = offsets[i] + 1; j < offsets[i + 1]; j++) CHECK(letters[j] == 0 || letters[j - 1] == 0);
    }
    automata_free(letters);
    automata_free(offsets);
    CHECK_OK(automata_sampler_draw(sampler, random, 0, NULL, &letters, &offsets, &error));
    CHECK(offsets != NULL && offsets[0] == 0);
    automata_free(letters);
    automata_free(offsets);
    CHECK_STATUS(
        AUTOMATA_ERROR_BUDGET_EXCEEDED, automata_sampler_draw(sampler, random, SIZE_MAX, NULL, &letters, &offsets, &error));
    CHECK(letters == NULL && offsets == NULL);
    automata_sampler_free(sampler);
    CHECK_STATUS(
        AUTOMATA_ERROR_TOO_LARGE, automata_sampler_new(automaton, SIZE_MAX, false, NULL, &sampler, &error));
    CHECK(sampler == NULL);
    automata_sampler_free(NULL);
    automata_random_free(random);
    automata_random_free(other);
    automata_random_free(NULL);
    automata_fa_free(automaton);
}

int main(void) {
    integers();
    counts();
    places();
    samples();
    return check_done();
}
