/* Calls of the functions on numbers of words, places among them and samples, as calls.c makes those of the others. */
#include "calls.h"

/* What is counted by steps, squares or tables gets no longer words; a recurrence is quick for any. */
enum { LONG = 2000, MANY_SAMPLES = 50 };

static automata_integer *integers[SLOTS];
static automata_counter *counters[SLOTS];
static automata_ranking *rankings[SLOTS];
static automata_sampler *samplers[SLOTS];
static automata_random *randoms[SLOTS];

void free_counting(void)
{
    for (int i = 0; i < SLOTS; i++) {
        automata_integer_free(integers[i]);
        automata_counter_free(counters[i]);
        automata_ranking_free(rankings[i]);
        automata_sampler_free(samplers[i]);
        automata_random_free(randoms[i]);
        integers[i] = NULL;
        counters[i] = NULL;
        rankings[i] = NULL;
        samplers[i] = NULL;
        randoms[i] = NULL;
    }
}

static bool is_equal(const automata_integer *one, const automata_integer *other)
{
    automata_limbs left = automata_integer_limbs(one), right = automata_integer_limbs(other);
    return automata_integer_sign(one) == automata_integer_sign(other) && left.count == right.count &&
           (left.count == 0 || memcmp(left.items, right.items, left.count * sizeof *left.items) == 0);
}

/* What holds for every integer, NULL included; its text is read again as the same. */
static void check_integer(const automata_integer *integer)
{
    automata_limbs limbs = automata_integer_limbs(integer);
    int sign = automata_integer_sign(integer);
    REQUIRE(limbs.count == 0 ? sign == 0 : limbs.items[limbs.count - 1] != 0 && (sign == 1 || sign == -1));
    double value = automata_integer_double(integer);
    REQUIRE(sign == 0 ? value == 0 : sign > 0 ? value >= 1 : value <= -1);
    if (!integer || limbs.count > 1000)
        return;
    automata_integer *again;
    automata_error error;
    char *text;
    size_t length;
    REQUIRE(automata_integer_text(integer, NULL, &text, &length, &error) == AUTOMATA_OK);
    REQUIRE(automata_integer_from_text(text, length, NULL, &again, &error) == AUTOMATA_OK && is_equal(integer, again));
    automata_integer_free(again);
    automata_free(text);
}

static void keep_integer(input *in, automata_integer *made, automata_status status, const automata_error *error)
{
    REQUIRE(is_ok(status, error) || made == NULL);
    check_integer(made);
    KEEP(integers, automata_integer_free, made);
}

static uint64_t take_length(input *in, bool is_any)
{
    uint64_t length = take_number(in);
    return is_any || length <= LONG ? length : length % LONG;
}

void call_integers(input *in)
{
    automata_error *error = error_place(in);
    automata_integer *made = WRONG(automata_integer), *integer = ANY(integers);
    automata_random *random = ANY(randoms), *drawn = WRONG(automata_random);
    automata_status status;
    text text;
    budget storage;
    uint64_t limbs[6];
    size_t count;
    switch (take_below(in, 7)) {
    case 0:
    case 1:
        text = take_text(in, 60);
        status = automata_integer_from_text(text.data, text.argument, take_bounded(in, &storage), &made, error);
        free(text.data);
        keep_integer(in, made, status, error);
        break;
    case 2:
    case 3:
        count = take_below(in, 7);
        for (size_t i = 0; i < count; i++)
            limbs[i] = take_number(in);
        status = automata_integer_from_limbs(count == 0 ? NULL : limbs, count, take_byte(in) & 1, &made, error);
        keep_integer(in, made, status, error);
        break;
    case 4:
        check_integer(integer);
        KEEP(integers, automata_integer_free, NULL);
        break;
    case 5:
        status = automata_random_new(take_number(in), &drawn, error);
        REQUIRE(is_ok(status, error) && drawn != NULL);
        KEEP(randoms, automata_random_free, drawn);
        break;
    default:
        REQUIRE(automata_random_next(random) == 0 || random != NULL);
    }
}

/* A list, checked and freed; its last item where there is one is copied to an integer of its own. */
static void check_list(automata_integers *list, automata_status status)
{
    size_t count = automata_integers_count(list);
    REQUIRE((list != NULL) == (status == AUTOMATA_OK));
    for (size_t i = 0; i < count; i++)
        check_integer(automata_integers_item(list, i));
    REQUIRE(automata_integers_item(list, count) == NULL && automata_integers_item(list, SIZE_MAX) == NULL);
    automata_integers_free(list);
}

/* Another method gives the same number. */
static void check_count(
    input *in, const automata_counter *counter, uint64_t length, bool is_up_to, const automata_integer *number)
{
    automata_counting method = (automata_counting)take_below(in, 4);
    automata_integer *other;
    budget storage;
    automata_status status =
        is_up_to ? automata_counter_count_up_to(counter, length, method, take_bounded(in, &storage), &other, NULL)
                 : automata_counter_count(counter, length, method, take_bounded(in, &storage), &other, NULL);
    REQUIRE(status != AUTOMATA_OK || is_equal(number, other));
    automata_integer_free(other);
}

void call_counts(input *in)
{
    automata_error *error = error_place(in);
    automata_counter *counter = ANY(counters), *made = WRONG(automata_counter);
    automata_integer *number = WRONG(automata_integer);
    automata_integers *list = WRONG(automata_integers), *other = WRONG(automata_integers);
    automata_status status;
    budget storage;
    switch (take_below(in, 12)) {
    case 0:
    case 1:
    case 2:
        status = automata_counter_new(take_linear(in), take_bounded(in, &storage), &made, error);
        REQUIRE(is_ok(status, error) ? made != NULL : made == NULL);
        KEEP(counters, automata_counter_free, made);
        break;
    case 3:
        KEEP(counters, automata_counter_free, NULL);
        break;
    case 4:
    case 5:
    case 6: {
        automata_counting method = take_byte(in) < 240 ? (automata_counting)take_below(in, 4) : (automata_counting)take_id(in);
        bool is_up_to = take_byte(in) & 1;
        uint64_t length = take_length(in, method == AUTOMATA_COUNTING_AUTOMATIC || method == AUTOMATA_COUNTING_RECURRENCE);
        const automata_budget *budget = take_bounded(in, &storage);
        status = is_up_to ? automata_counter_count_up_to(counter, length, method, budget, &number, error)
                          : automata_counter_count(counter, length, method, budget, &number, error);
        if (is_ok(status, error) && length <= LONG)
            check_count(in, counter, length, is_up_to, number);
        REQUIRE(status != AUTOMATA_OK || automata_integer_sign(number) >= 0);
        keep_integer(in, number, status, error);
        break;
    }
    case 7: {
        status = automata_counter_count_all(counter, take_bounded(in, &storage), &number, error);
        REQUIRE(is_ok(status, error) || number == NULL);
        keep_integer(in, number, status, error);
        break;
    }
    case 8: {
        uint64_t length = take_length(in, false);
        status = automata_counter_count_each(counter, length, take_bounded(in, &storage), &list, error);
        REQUIRE(!is_ok(status, error) || automata_integers_count(list) == length + 1);
        if (status == AUTOMATA_OK)
            check_count(in, counter, length, false, automata_integers_item(list, length));
        check_list(list, status);
        break;
    }
    case 9:
    case 10: {
        bool is_function = take_byte(in) & 1;
        const automata_budget *budget = take_bounded(in, &storage);
        status = is_function ? automata_counter_generating_function(counter, budget, &list, &other, error)
                             : automata_counter_recurrence(counter, budget, &list, &other, error);
        if (is_ok(status, error) && is_function)
            REQUIRE(automata_integer_double(automata_integers_item(other, 0)) == 1);
        check_list(list, status);
        check_list(other, status);
        break;
    }
    default: {
        double precision, lower = 9, upper = 9;
        uint64_t bits = take_bytes(in, 8);
        memcpy(&precision, &bits, sizeof precision);
        status = automata_counter_growth_rate(counter, precision, take_bounded(in, &storage), &lower, &upper, error);
        REQUIRE(is_ok(status, error) ? 0 <= lower && lower <= upper : lower == 0 && upper == 0);
        REQUIRE((automata_counter_method(counter, take_number(in)) == AUTOMATA_COUNTING_AUTOMATIC) == (counter == NULL));
    }
    }
}

/* The word at a place has that place. */
static void check_word(
    input *in, const automata_ranking *ranking, const automata_integer *place, bool within_length,
    const automata_letter *letters, size_t count)
{
    automata_integer *again;
    budget storage;
    automata_status status =
        automata_ranking_rank(ranking, letters, count, within_length, take_bounded(in, &storage), &again, NULL);
    REQUIRE(status != AUTOMATA_OK || is_equal(place, again));
    automata_integer_free(again);
}

static void call_samplers(input *in, automata_error *error)
{
    automata_sampler *made = WRONG(automata_sampler), *sampler = ANY(samplers);
    automata_letter *letters = WRONG(automata_letter);
    size_t *offsets = WRONG(size_t);
    automata_status status;
    budget storage;
    uint8_t choice = take_byte(in);
    if (choice < 90) {
        size_t length = take_size(in);
        if (length > LONG && length < SIZE_MAX / 4)
            length %= LONG;
        status = automata_sampler_new(take_linear(in), length, choice & 1, take_bounded(in, &storage), &made, error);
        REQUIRE(is_ok(status, error) ? made != NULL : made == NULL);
        KEEP(samplers, automata_sampler_free, made);
        return;
    }
    size_t count = take_size(in);
    if (count > MANY_SAMPLES && count < SIZE_MAX / 4)
        count %= MANY_SAMPLES;
    status = automata_sampler_draw(sampler, ANY(randoms), count, take_bounded(in, &storage), &letters, &offsets, error);
    REQUIRE(is_ok(status, error) || (letters == NULL && offsets == NULL));
    REQUIRE((letters == NULL) == (offsets == NULL));
    for (size_t i = 0; offsets && i < count; i++)
        REQUIRE(offsets[i] <= offsets[i + 1]);
    automata_free(letters);
    automata_free(offsets);
    if (choice > 250)
        KEEP(samplers, automata_sampler_free, NULL);
}

void call_places(input *in)
{
    automata_error *error = error_place(in);
    automata_ranking *ranking = ANY(rankings), *made = WRONG(automata_ranking);
    automata_integer *integer = ANY(integers), *number = WRONG(automata_integer);
    automata_letter *letters = WRONG(automata_letter);
    automata_status status;
    size_t count = 9;
    budget storage;
    switch (take_below(in, 10)) {
    case 0:
    case 1:
        status = automata_ranking_new(take_linear(in), take_bounded(in, &storage), &made, error);
        REQUIRE(is_ok(status, error) ? made != NULL : made == NULL);
        KEEP(rankings, automata_ranking_free, made);
        break;
    case 2:
        KEEP(rankings, automata_ranking_free, NULL);
        break;
    case 3: {
        word word = take_word(in);
        status = automata_ranking_rank(
            ranking, START(word), word.count, take_byte(in) & 1, take_bounded(in, &storage), &number, error);
        REQUIRE(status != AUTOMATA_OK || automata_integer_sign(number) >= 0);
        keep_integer(in, number, status, error);
        break;
    }
    case 4:
    case 5:
        status = automata_ranking_unrank(ranking, integer, take_bounded(in, &storage), &letters, &count, error);
        REQUIRE(is_ok(status, error) ? letters != NULL || count == 0 : letters == NULL && count == 0);
        if (letters)
            check_word(in, ranking, integer, false, letters, count);
        automata_free(letters);
        break;
    case 6: {
        size_t length = take_size(in);
        if (length > LONG && length < SIZE_MAX / 4)
            length %= LONG;
        status = automata_ranking_unrank_length(ranking, integer, length, take_bounded(in, &storage), &letters, &count, error);
        REQUIRE(is_ok(status, error) ? count == (letters ? length : 0) : letters == NULL && count == 0);
        if (letters)
            check_word(in, ranking, integer, true, letters, count);
        automata_free(letters);
        break;
    }
    default:
        call_samplers(in, error);
    }
}
