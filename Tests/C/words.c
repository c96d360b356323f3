/* Words in shortlex order, both ways, and letters. */
#include "check.h"

/* The word at the place as text. */
static const char *text_at(const automata_word_iterator *words, const automata_alphabet *alphabet) {
    static char copy[100];
    automata_letters letters = automata_word_iterator_letters(words);
    automata_error error;
    char *text = NULL;
    size_t length;

    CHECK_OK(automata_letters_text(alphabet, letters.items, letters.count, NULL, 0, &text, &length, &error));
    CHECK(text != NULL && length == strlen(text) && length < sizeof copy);
    strcpy(copy, text == NULL ? "" : text);
    automata_free(text);
    return copy;
}

static void there_and_back(void) {
    static const char *const expected[] = {"01", "001", "101", "0001", "0101", "1001", "1101"};
    automata_fa *nfa = ends_with_01();
    const automata_alphabet *alphabet = automata_fa_alphabet(nfa);
    automata_word_iterator *words = NULL, *copy = NULL;
    automata_error error;
    bool found;
    size_t i;

    CHECK_OK(automata_word_iterator_new(nfa, 0, 4, NULL, &words, &error));
    CHECK(automata_word_iterator_letters(words).count == 0);
    for (i = 0; i < 7; i++) {
        CHECK_OK(automata_word_iterator_next(words, NULL, &found, &error));
        CHECK(found);
        CHECK_TEXT(expected[i], text_at(words, alphabet));
    }
    CHECK_OK(automata_word_iterator_copy(words, &copy, &error));
    CHECK_OK(automata_word_iterator_next(words, NULL, &found, &error));
    CHECK(!found && automata_word_iterator_letters(words).count == 0);
    CHECK_OK(automata_word_iterator_next(words, NULL, &found, &error));
    CHECK(!found);
    for (i = 7; i-- > 0;) {
        CHECK_OK(automata_word_iterator_previous(words, NULL, &found, &error));
        CHECK(found);
        CHECK_TEXT(expected[i], text_at(words, alphabet));
    }
    CHECK_OK(automata_word_iterator_previous(words, NULL, &found, &error));
    CHECK(!found);
    CHECK_TEXT("1101", text_at(copy, alphabet));
    CHECK_OK(automata_word_iterator_previous(copy, NULL, &found, &error));
    CHECK_TEXT("1001", text_at(copy, alphabet));
    automata_word_iterator_free(copy);
    automata_word_iterator_free(words);
    automata_fa_free(nfa);
}

static void neighbors(void) {
    automata_fa *nfa = ends_with_01();
    const automata_alphabet *alphabet = automata_fa_alphabet(nfa);
    automata_word_iterator *words = NULL;
    automata_letter *letters = NULL;
    automata_symbol *symbols = NULL;
    const automata_letter outside[] = {0, 7};
    automata_error error;
    size_t count;
    bool found, accepted;

    CHECK_OK(automata_word_iterator_new(nfa, 0, SIZE_MAX, NULL, &words, &error));
    CHECK_OK(automata_letters_from_text(alphabet, "0100", 4, NULL, 0, &letters, &count, &error));
    CHECK(count == 4 && letters[1] == 1);
    CHECK_OK(automata_word_from_letters(alphabet, letters, count, &symbols, &error));
    CHECK_OK(automata_fa_accepts_word(nfa, symbols, count, &accepted, &error));
    CHECK(!accepted);
    CHECK_OK(automata_word_iterator_seek_after(words, letters, count, NULL, &found, &error));
    CHECK(found);
    CHECK_TEXT("0101", text_at(words, alphabet));
    CHECK_OK(automata_word_iterator_seek_before(words, letters, count, NULL, &found, &error));
    CHECK(found);
    CHECK_TEXT("0001", text_at(words, alphabet));
    CHECK_OK(automata_word_iterator_seek_before(words, letters, 0, NULL, &found, &error));
    CHECK(!found);
    CHECK_OK(automata_word_iterator_next(words, NULL, &found, &error));
    CHECK(found);
    CHECK_TEXT("01", text_at(words, alphabet));
    CHECK_OK(automata_word_iterator_seek_after(words, outside, 2, NULL, &found, &error));
    CHECK_TEXT("001", text_at(words, alphabet));
    automata_free(symbols);
    automata_free(letters);
    CHECK_STATUS(
        AUTOMATA_ERROR_OUT_OF_RANGE, automata_word_from_letters(alphabet, outside, 2, &symbols, &error));
    CHECK_STATUS(
        AUTOMATA_ERROR_UNKNOWN_NAME, automata_letters_from_text(alphabet, "012", 3, NULL, 0, &letters, &count, &error));
    CHECK(symbols == NULL && letters == NULL && count == 0 && error.position == 2);
    automata_word_iterator_free(words);
    automata_fa_free(nfa);
}

static int stop(uint64_t built, uint64_t pending, void *context) {
    (void)built;
    (void)pending;
    (void)context;
    return 1;
}

static void refusals(void) {
    automata_fa *nfa = ends_with_01();
    automata_word_iterator *words = NULL;
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    automata_error error;
    bool found;

    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_word_iterator_new(nfa, 2, 1, NULL, &words, &error));
    CHECK(words == NULL);
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_word_iterator_new(NULL, 0, 1, NULL, &words, &error));
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_word_iterator_next(NULL, NULL, &found, &error));
    CHECK(!found);
    CHECK_OK(automata_word_iterator_new(nfa, SIZE_MAX, SIZE_MAX, NULL, &words, &error));
    budget.maximum_bytes = 1 << 16;
    CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED, automata_word_iterator_next(words, &budget, &found, &error));
    automata_word_iterator_free(words);
    CHECK_OK(automata_word_iterator_new(nfa, 0, SIZE_MAX, NULL, &words, &error));
    budget.progress = stop;
    CHECK_STATUS(AUTOMATA_ERROR_CANCELLED, automata_word_iterator_next(words, &budget, &found, &error));
    CHECK_OK(automata_word_iterator_next(words, NULL, &found, &error));
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_word_iterator_next(words, NULL, NULL, &error));
    CHECK(automata_word_iterator_letters(NULL).count == 0 && automata_word_iterator_letters(NULL).items == NULL);
    automata_word_iterator_free(words);
    automata_word_iterator_free(NULL);
    automata_fa_free(nfa);
}

int main(void) {
    there_and_back();
    neighbors();
    refusals();
    return check_done();
}
