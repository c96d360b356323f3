/*
 * Texts in every format: the first byte chooses format and options, the rest is the text. What is read is put through every
 * operation, written in every format and read again.
 */
#include "exercise.h"

static void check_format(const automata_fa *automaton, automata_format format, size_t minimal)
{
    automata_error error;
    char *text, *again;
    size_t length, length_again, notes = 0;
    automata_write_options writing = AUTOMATA_WRITE_OPTIONS_INIT;
    writing.note = count_note;
    writing.context = &notes;
    if (!is_ok(automata_fa_text(automaton, format, &writing, &text, &length, &error), &error)) {
        REQUIRE(text == NULL && length == 0);
        REQUIRE(error.status == AUTOMATA_ERROR_NOT_REPRESENTABLE && format != AUTOMATA_FORMAT_JSON);
        return;
    }
    REQUIRE(text[length] == 0);

    automata_fa *read;
    REQUIRE(is_ok(automata_fa_from_text(text, length, format, NULL, &read, &error), &error));
    check_structure(read);
    REQUIRE(format != AUTOMATA_FORMAT_JSON || (automata_fa_equal(automaton, read) && notes == 0));
    /* The number of states of the minimal automaton doesn't depend on how the symbols are called. */
    REQUIRE(minimal == SIZE_MAX || minimal_size(read) == minimal);

    REQUIRE(is_ok(automata_fa_text(read, format, NULL, &again, &length_again, &error), &error));
    REQUIRE(format != AUTOMATA_FORMAT_JSON || (length == length_again && memcmp(text, again, length) == 0));
    automata_free(again);
    automata_fa_free(read);
    automata_free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    automata_error error;
    spoil(&error);
    size_t notes = 0;
    automata_read_options options = AUTOMATA_READ_OPTIONS_INIT;
    options.note = count_note;
    options.context = &notes;
    options.symbols_are_bytes = data[0] / 6 & 1;
    /* A format added later takes a bit of its own, so that the corpus keeps its meaning. */
    automata_format format = data[0] / 24 & 1 ? AUTOMATA_FORMAT_BA : (automata_format)(data[0] % 6);
    const char *text = (const char *)data + 1;
    size_t length = size - 1;
    /* A symbol table comes first and ends with a zero byte. */
    const char *end = data[0] / 12 & 1 && length ? memchr(text, 0, length) : NULL;
    if (end) {
        options.symbol_table = text;
        options.symbol_table_length = (size_t)(end - text);
        length -= options.symbol_table_length + 1;
        text = end + 1;
    }

    REQUIRE(automata_format_recognize(NULL, text, length) <= AUTOMATA_FORMAT_BA);
    automata_fa *automaton = (automata_fa *)&error;
    if (!is_ok(automata_fa_from_text(text, length, format, &options, &automaton, &error), &error)) {
        REQUIRE(automaton == NULL);
        REQUIRE(error.status == AUTOMATA_ERROR_INVALID_TEXT || error.status == AUTOMATA_ERROR_TOO_LARGE ||
                (error.status == AUTOMATA_ERROR_UNKNOWN_FORMAT && format == AUTOMATA_FORMAT_GUESS));
        return 0;
    }
    size_t tail = length < 40 ? length : 40;
    exercise(automaton, data + size - tail, tail);
    size_t minimal = automata_fa_state_count(automaton) < 200 ? minimal_size(automaton) : SIZE_MAX;
    for (int other = AUTOMATA_FORMAT_MATA; other <= AUTOMATA_FORMAT_BA; other++)
        check_format(automaton, (automata_format)other, minimal);
    automata_fa_free(automaton);
    return 0;
}
