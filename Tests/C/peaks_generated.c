/* What readers take is at most twice the budget's bytes and 8 MB, on wide texts that are generated, alone and read together.
 *
 *   peaks_generated [COUNT [FIRST [FILE]]]
 *
 * reads COUNT times, 150 by default, beginning with number FIRST, and writes the text of the last to FILE. */
#include "check.h"
#include "counted_malloc.h"
#include "wide_texts.h"

enum { MAXIMUM_TEXT_COUNT = 12 };

/* Where each text of a case begins and ends, how it is read, and what it becomes. */
typedef struct reading {
    size_t count;
    const char *texts[MAXIMUM_TEXT_COUNT];
    size_t lengths[MAXIMUM_TEXT_COUNT];
    automata_format formats[MAXIMUM_TEXT_COUNT];
    automata_read_options options[MAXIMUM_TEXT_COUNT];
    const automata_read_options *option_pointers[MAXIMUM_TEXT_COUNT];
    automata_fa *automata[MAXIMUM_TEXT_COUNT];
} reading;

static automata_status read_texts(reading *reading, automata_error *error) {
    if (reading->count == 1)
        return automata_fa_from_text(
            reading->texts[0], reading->lengths[0], reading->formats[0], &reading->options[0], &reading->automata[0], error);
    return automata_fa_from_texts(
        reading->texts, reading->lengths, reading->formats, reading->option_pointers, reading->count, reading->automata,
        error);
}

static void free_automata(reading *reading) {
    size_t i;
    for (i = 0; i < reading->count; i++) automata_fa_free(reading->automata[i]);
}

static const char *const names[] = {"mata", "jflap", "att", "json", "dot", "ba", "joint"};

/* The case of a number, which alone decides about it. */
static reading make(unsigned long number, automata_budget *budget) {
    reading made;
    size_t i;
    memset(&made, 0, sizeof made);
    wide_state = (number + 1) * 0x2545F4914F6CDD1Du;
    wide_length = 0;
    made.count = wide_chance(7) ? 1 + wide_size(MAXIMUM_TEXT_COUNT - 1) : 1;
    budget->maximum_bytes = wide_size(64) << 20;
    budget->maximum_states = wide_chance(2) ? 0 : wide_size(1ul << 20);
    for (i = 0; i < made.count; i++) {
        const automata_read_options options = AUTOMATA_READ_OPTIONS_INIT;
        const bool are_bytes = wide_chance(6);
        size_t begin = wide_length;
        /* Formulas are what reading together is for. */
        made.formats[i] = made.count > 1 && wide_chance(2) ? AUTOMATA_FORMAT_MATA
                                                           : (automata_format)(AUTOMATA_FORMAT_MATA + wide_below(6));
        put_wide_text(made.formats[i], are_bytes, ((size_t)16 << 20) / made.count);
        made.texts[i] = wide_text + begin;
        made.lengths[i] = wide_length - begin;
        made.options[i] = options;
        made.options[i].budget = budget;
        made.options[i].symbols_are_bytes = are_bytes;
    }
    return made;
}

int main(int argument_count, char **arguments) {
    const unsigned long count = argument_count > 1 ? strtoul(arguments[1], NULL, 10) : 150;
    const unsigned long first = argument_count > 2 ? strtoul(arguments[2], NULL, 10) : 0;
    size_t outcomes[7][3] = {{0}};
    double worst[7] = {0};
    unsigned long number, worst_number[7] = {0};
    size_t i, k;
    for (number = first; number < first + count; number++) {
        automata_budget budget = AUTOMATA_BUDGET_INIT;
        reading reading = make(number, &budget);
        automata_error error;
        automata_status status;
        size_t before = held, kind = reading.count > 1 ? 6 : (size_t)(reading.formats[0] - AUTOMATA_FORMAT_MATA);
        double part;
        for (i = 0; i < reading.count; i++) reading.option_pointers[i] = &reading.options[i];
        peak = held;
        status = read_texts(&reading, &error);
        part = ((double)(peak - before) - (8 << 20)) / (double)budget.maximum_bytes;
        if (part > worst[kind]) {
            worst[kind] = part;
            worst_number[kind] = number;
        }
        if (part > 2) {
            char what[200];
            snprintf(what, sizeof what, "case %lu, %s of %zu MB, takes %zu MB of %zu MB: %.90s", number, names[kind],
                wide_length >> 20, (peak - before) >> 20, (size_t)budget.maximum_bytes >> 20,
                status == AUTOMATA_OK ? "ok" : error.message);
            check_failed(__FILE__, __LINE__, "too much", what);
        }
        outcomes[kind][status == AUTOMATA_OK ? 0 : status == AUTOMATA_ERROR_BUDGET_EXCEEDED ? 1 : 2]++;
        if (argument_count > 2 && status != AUTOMATA_OK && status != AUTOMATA_ERROR_BUDGET_EXCEEDED)
            printf("%lu: %s\n", number, error.message);
        free_automata(&reading);
    }
    if (argument_count > 3) {
        FILE *file = fopen(arguments[3], "wb");
        if (file == NULL || fwrite(wide_text, 1, wide_length, file) != wide_length || fclose(file) != 0) return 2;
    }
    for (k = 0; k < 7; k++)
        printf("%-5s %5zu read, %5zu over budget, %5zu refused; 8 MB and %.2f times the budget at most, in %lu\n", names[k],
            outcomes[k][0], outcomes[k][1], outcomes[k][2], worst[k], worst_number[k]);
    return check_done();
}
