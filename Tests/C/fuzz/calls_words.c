/* Calls of the functions on words in order, as calls.c makes those of the others. */
#include "calls.h"

static automata_word_iterator *places[SLOTS];
/* What the words of each place are accepted by. */
static automata_fa *languages[SLOTS];

static void keep_place(input *in, automata_word_iterator *made, const automata_fa *language)
{
    uint32_t kept_in = slot(in);
    automata_fa *copy = made ? automata_fa_retain(language) : NULL;
    automata_word_iterator_free(places[kept_in]);
    automata_fa_free(languages[kept_in]);
    places[kept_in] = made;
    languages[kept_in] = copy;
}

void free_words(void)
{
    for (int i = 0; i < SLOTS; i++) {
        automata_word_iterator_free(places[i]);
        automata_fa_free(languages[i]);
        places[i] = NULL;
        languages[i] = NULL;
    }
}

/* Whether a word comes after another in shortlex order. */
static bool is_after(automata_letters one, automata_letters other)
{
    if (one.count != other.count)
        return one.count > other.count;
    for (size_t i = 0; i < one.count; i++) {
        if (one.items[i] != other.items[i])
            return one.items[i] > other.items[i];
    }
    return false;
}

/* That the word at a place is accepted, and spells a text. */
static void check_place(const automata_word_iterator *words, const automata_fa *language)
{
    automata_letters letters = automata_word_iterator_letters(words);
    automata_symbol *symbols;
    automata_error error;
    bool accepted = false;
    REQUIRE(letters.count == 0 || letters.items != NULL);
    automata_status status =
        automata_word_from_letters(automata_fa_alphabet(language), letters.items, letters.count, &symbols, &error);
    REQUIRE(is_ok(status, &error));
    REQUIRE(automata_fa_accepts_word(language, symbols, letters.count, &accepted, NULL) == AUTOMATA_OK && accepted);
    automata_free(symbols);
}

static void call_letters(input *in, automata_error *error)
{
    automata_alphabet *alphabet = ANY(alphabets);
    automata_letter *letters = WRONG(automata_letter);
    automata_symbol *symbols = WRONG(automata_symbol);
    size_t count = 9, length = 9;
    char *string = WRONG(char);
    text separator = take_text(in, 2), text = {NULL, 0, 0};
    automata_status status;
    switch (take_below(in, 3)) {
    case 0:
        text = take_text(in, 12);
        status = automata_letters_from_text(
            alphabet, text.data, text.argument, separator.data, separator.argument, &letters, &count, error);
        if (is_ok(status, error)) {
            status = automata_letters_text(
                alphabet, letters, count, separator.data, separator.argument, &string, &length, error);
            free_text(string, length, is_ok(status, error));
        } else {
            REQUIRE(letters == NULL && count == 0);
        }
        automata_free(letters);
        break;
    case 1: {
        word word = take_word(in);
        status = automata_letters_text(
            alphabet, START(word), word.count, separator.data, separator.argument, &string, &length, error);
        free_text(string, length, is_ok(status, error));
        break;
    }
    default: {
        word word = take_word(in);
        status = automata_word_from_letters(alphabet, START(word), word.count, &symbols, error);
        if (is_ok(status, error)) {
            for (size_t i = 0; i < word.count; i++)
                REQUIRE(symbols[i] < automata_alphabet_symbol_count(alphabet));
        } else {
            REQUIRE(symbols == NULL);
        }
        automata_free(symbols);
    }
    }
    free(separator.data);
    free(text.data);
}

void call_words(input *in)
{
    automata_error *error = error_place(in);
    automata_word_iterator *made = WRONG(automata_word_iterator);
    automata_status status;
    bool found = true;
    budget storage;
    uint32_t number = slot(in);
    automata_word_iterator *words = places[number];
    automata_fa *language = languages[number];
    switch (take_below(in, 10)) {
    case 0:
        call_letters(in, error);
        break;
    case 1:
    case 2:
    case 3: {
        automata_fa *automaton = take_linear(in);
        size_t shortest = take_size(in), longest = take_byte(in) & 1 ? SIZE_MAX : take_size(in);
        status = automata_word_iterator_new(automaton, shortest, longest, take_bounded(in, &storage), &made, error);
        REQUIRE(is_ok(status, error) ? automata_word_iterator_letters(made).count == 0 : made == NULL);
        keep_place(in, made, automaton);
        break;
    }
    case 4:
        status = automata_word_iterator_copy(words, &made, error);
        REQUIRE(is_ok(status, error) ? automata_word_iterator_letters(made).count == automata_word_iterator_letters(words).count : made == NULL);
        keep_place(in, made, language);
        break;
    case 5:
        keep_place(in, NULL, NULL);
        break;
    case 6:
    case 7: {
        /* Some in a row, there or back, each farther than the last. */
        bool is_forward = take_byte(in) & 1;
        uint32_t steps = take_below(in, 20);
        automata_letter last[64];
        automata_letters before = {last, SIZE_MAX};
        for (uint32_t i = 0; i <= steps; i++) {
            const automata_budget *budget = take_bounded(in, &storage);
            status = is_forward ? automata_word_iterator_next(words, budget, &found, error)
                                : automata_word_iterator_previous(words, budget, &found, error);
            REQUIRE(is_ok(status, error) || !found);
            if (!found)
                break;
            check_place(words, language);
            automata_letters here = automata_word_iterator_letters(words);
            if (before.count != SIZE_MAX)
                REQUIRE(is_forward ? is_after(here, before) : is_after(before, here));
            before.count = here.count <= 64 ? here.count : SIZE_MAX;
            if (here.count != 0 && here.count <= 64)
                memcpy(last, here.items, here.count * sizeof *last);
        }
        break;
    }
    default: {
        bool is_forward = take_byte(in) & 1;
        word from = take_word(in);
        const automata_budget *budget = take_bounded(in, &storage);
        status = is_forward ? automata_word_iterator_seek_after(words, START(from), from.count, budget, &found, error)
                            : automata_word_iterator_seek_before(words, START(from), from.count, budget, &found, error);
        REQUIRE(is_ok(status, error) || !found);
        if (!found)
            break;
        check_place(words, language);
        automata_letters here = automata_word_iterator_letters(words), there = {START(from), from.count};
        REQUIRE(is_forward ? is_after(here, there) : is_after(there, here));
    }
    }
}
