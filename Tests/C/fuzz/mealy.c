/*
 * Texts of Mealy and Moore machines: the first byte chooses the format, the rest is the text. What is read is minimized, compared, run,
 * made an automaton, written in every format and read again, and learned by its own answers.
 */
#include "support.h"

static void check_written(const automata_mealy *machine, automata_mealy_format format)
{
    automata_error error;
    automata_mealy *read = NULL;
    automata_witness *difference = NULL;
    char *text;
    size_t length;
    if (automata_mealy_text(machine, format, NULL, &text, &length, &error) != AUTOMATA_OK) {
        REQUIRE(text == NULL && error.status == AUTOMATA_ERROR_NOT_REPRESENTABLE && format == AUTOMATA_MEALY_FORMAT_KISS2);
        return;
    }
    /* KISS2 can't hold a machine without transitions. */
    if (automata_mealy_from_text(text, length, format, NULL, &read, &error) == AUTOMATA_OK) {
        REQUIRE(automata_mealy_find_difference(machine, read, NULL, &difference, &error) == AUTOMATA_OK && difference == NULL);
        REQUIRE(format != AUTOMATA_MEALY_FORMAT_JSON || automata_mealy_equal(machine, read));
    } else {
        REQUIRE(format == AUTOMATA_MEALY_FORMAT_KISS2);
    }
    automata_mealy_free(read);
    automata_free(text);
}

/* The machine as a system, which gives an output for undefined inputs, too. */
static int answer(const automata_symbol *inputs, size_t count, automata_symbol *outputs, void *context)
{
    const automata_mealy *machine = context;
    const size_t first = automata_mealy_is_moore(machine) ? 1 : 0;
    automata_symbol *found = NULL;
    size_t found_count = 0;
    automata_error error;
    REQUIRE(automata_mealy_run(machine, inputs, count, &found, &found_count, &error) == AUTOMATA_OK);
    for (size_t i = 0; i < count; i++)
        outputs[i] = first + i < found_count ? found[first + i] : (automata_symbol)automata_mealy_outputs(machine).count;
    automata_free(found);
    return 0;
}

static automata_alphabet *alphabet_of(automata_names names, const char *more)
{
    const char *texts[65] = {NULL};
    size_t lengths[65] = {0};
    automata_alphabet *alphabet = NULL;
    automata_error error;
    for (size_t i = 0; i < names.count; i++)
        texts[i] = names.items[i].data, lengths[i] = names.items[i].length;
    texts[names.count] = more;
    lengths[names.count] = more == NULL ? 0 : strlen(more);
    REQUIRE(automata_alphabet_from_names(texts, lengths, names.count + (more != NULL), &alphabet, &error) == AUTOMATA_OK);
    return alphabet;
}

/* Small machines are learned, up to one state more for undefined inputs. */
static void check_learned(automata_mealy *machine, size_t minimal_count)
{
    const automata_names inputs = automata_mealy_inputs(machine), outputs = automata_mealy_outputs(machine);
    if (inputs.count > 8 || outputs.count > 64 || minimal_count > 8)
        return;
    for (size_t i = 0; i < inputs.count + outputs.count; i++) {
        const automata_text name = i < inputs.count ? inputs.items[i] : outputs.items[i - inputs.count];
        if (!is_utf8(name.data, name.length))
            return;
    }
    automata_symbol *letters = NULL;
    size_t *offsets = NULL, count = 0;
    automata_error error;
    REQUIRE(automata_mealy_test_suite(machine, AUTOMATA_MEALY_TESTS_WP, 1, NULL, &letters, &offsets, &count, &error) == AUTOMATA_OK);
    for (size_t i = 0; i < count; i++)
        REQUIRE(offsets[i] < offsets[i + 1]);
    for (size_t i = 0; i < offsets[count]; i++)
        REQUIRE(letters[i] < inputs.count);
    automata_free(letters);
    automata_free(offsets);
    automata_mealy_learn_options options = AUTOMATA_MEALY_LEARN_OPTIONS_INIT;
    automata_alphabet *read = alphabet_of(inputs, NULL), *written = alphabet_of(outputs, "an output that no text has");
    automata_mealy *learned = NULL;
    options.context = machine;
    REQUIRE(automata_mealy_learn(read, written, answer, &options, &learned, NULL, &error) == AUTOMATA_OK);
    REQUIRE(automata_mealy_state_count(learned) <= minimal_count + 1);
    automata_mealy_free(learned);
    automata_alphabet_free(read);
    automata_alphabet_free(written);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    automata_error error;
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    budget.maximum_bytes = 64 << 20;
    automata_mealy_format format = (automata_mealy_format)(1 + data[0] % 3);
    automata_mealy *machine = (automata_mealy *)&error, *minimal = NULL;
    if (automata_mealy_from_text((const char *)data + 1, size - 1, format, &budget, &machine, &error) != AUTOMATA_OK) {
        REQUIRE(machine == NULL);
        REQUIRE(error.status == AUTOMATA_ERROR_INVALID_TEXT || error.status == AUTOMATA_ERROR_TOO_LARGE ||
                error.status == AUTOMATA_ERROR_BUDGET_EXCEEDED);
        return 0;
    }
    REQUIRE(automata_mealy_equal(machine, machine) && automata_mealy_state_count(machine) > 0);
    automata_mealy *kept = automata_mealy_retain(machine);
    automata_mealy_free(kept);
    REQUIRE(automata_mealy_minimize(machine, NULL, &minimal, &error) == AUTOMATA_OK);
    REQUIRE(automata_mealy_state_count(minimal) <= automata_mealy_state_count(machine));
    REQUIRE(automata_mealy_is_moore(minimal) == automata_mealy_is_moore(machine));
    automata_witness *difference = NULL;
    REQUIRE(automata_mealy_find_difference(machine, minimal, NULL, &difference, &error) == AUTOMATA_OK && difference == NULL);
    /* Both give the same outputs for any inputs. */
    const size_t inputs = automata_mealy_inputs(machine).count;
    automata_symbol word[32], *outputs = NULL, *others = NULL;
    size_t count = 0, other_count = 0;
    for (size_t index = 0; index < 32; index++)
        word[index] = inputs == 0 ? 0 : data[index % size] % (uint32_t)inputs;
    const size_t length = inputs == 0 ? 0 : 32;
    REQUIRE(automata_mealy_run(machine, word, length, &outputs, &count, &error) == AUTOMATA_OK);
    REQUIRE(automata_mealy_run(minimal, word, length, &others, &other_count, &error) == AUTOMATA_OK);
    REQUIRE(count == other_count && memcmp(outputs, others, count * sizeof *outputs) == 0);
    for (size_t index = 0; index < count; index++)
        REQUIRE(outputs[index] < automata_mealy_outputs(machine).count);
    automata_free(outputs);
    automata_free(others);
    automata_fa *traces = NULL;
    if (automata_fa_from_mealy(machine, &traces, &error) == AUTOMATA_OK)
        REQUIRE(automata_fa_state_count(traces) == automata_mealy_state_count(machine));
    automata_fa_free(traces);
    for (int other = AUTOMATA_MEALY_FORMAT_DOT; other <= AUTOMATA_MEALY_FORMAT_KISS2; other++)
        check_written(machine, (automata_mealy_format)other);
    check_learned(machine, automata_mealy_state_count(minimal));
    automata_mealy_free(minimal);
    automata_mealy_free(machine);
    return 0;
}
