/* Mealy and Moore machines: texts, runs, minimization, differences, and automata of them. */
#include "check.h"

static const char toggle[] =
    "digraph g { s0 [label=\"off\"]; s1 [label=\"on\"]; s2 [label=\"off2\"];\n"
    "s0 -> s1 [label=\"push / click\"]; s1 -> s2 [label=\"push / clack\"]; s2 -> s1 [label=\"push / click\"];\n"
    "__start0 [label=\"\", shape=none]; __start0 -> s0; }";
static const char moore[] =
    "digraph g { s0 [label=\"a|red\"]; s0 -> s0 [label=\"tick\"]; __start0 [label=\"\", shape=none]; __start0 -> s0; }";
static const char json[] =
    "{\"format\": \"automata\", \"version\": 1, \"kind\": \"Mealy\", \"inputs\": [\"push\"], \"outputs\": [\"click\"],"
    " \"states\": 1, \"initial\": 0, \"transitions\": [[0, \"push\", \"click\", 0]]}";

static automata_mealy *parsed(const char *text, automata_mealy_format format) {
    automata_mealy *machine = NULL;
    automata_error error;
    CHECK_OK(automata_mealy_from_text(text, AUTOMATA_ZERO_TERMINATED, format, NULL, &machine, &error));
    return machine;
}

static void runs(void) {
    automata_mealy *machine = parsed(toggle, AUTOMATA_MEALY_FORMAT_DOT), *copy = automata_mealy_retain(machine);
    automata_mealy *red = parsed(moore, AUTOMATA_MEALY_FORMAT_DOT);
    const automata_symbol word[] = {0, 0}, odd[] = {7};
    automata_symbol *outputs = NULL;
    size_t count = 0;
    automata_error error;

    automata_mealy_free(machine);
    CHECK(automata_mealy_state_count(copy) == 3 && !automata_mealy_is_moore(copy) && automata_mealy_is_moore(red));
    CHECK(automata_mealy_inputs(copy).count == 1 && automata_mealy_outputs(copy).count == 2);
    CHECK_TEXT("push", automata_mealy_inputs(copy).items[0].data);
    CHECK_OK(automata_mealy_run(copy, word, 2, &outputs, &count, &error));
    CHECK(count == 2 && outputs[0] == 0 && outputs[1] == 1);
    automata_free(outputs);
    CHECK_OK(automata_mealy_run(red, word, 2, &outputs, &count, &error));
    CHECK(count == 3);
    automata_free(outputs);
    CHECK(automata_mealy_run(copy, odd, 1, &outputs, &count, &error) == AUTOMATA_ERROR_OUT_OF_RANGE);
    CHECK(outputs == NULL && count == 0);
    automata_mealy_free(copy);
    automata_mealy_free(red);
}

static void comparisons(void) {
    automata_mealy *machine = parsed(toggle, AUTOMATA_MEALY_FORMAT_DOT), *minimal = NULL, *again = NULL;
    automata_mealy *other = parsed(json, AUTOMATA_MEALY_FORMAT_JSON);
    automata_witness *difference = NULL;
    automata_fa *traces = NULL;
    char *text = NULL;
    size_t length = 0;
    automata_error error;

    CHECK_OK(automata_mealy_minimize(machine, NULL, &minimal, &error));
    CHECK(automata_mealy_state_count(minimal) == 2);
    CHECK_OK(automata_mealy_find_difference(machine, minimal, NULL, &difference, &error));
    CHECK(difference == NULL);
    CHECK_OK(automata_mealy_find_difference(machine, other, NULL, &difference, &error));
    CHECK(difference != NULL && automata_witness_word(difference).count == 2);
    automata_witness_free(difference);
    CHECK_OK(automata_mealy_text(minimal, AUTOMATA_MEALY_FORMAT_JSON, NULL, &text, &length, &error));
    CHECK_OK(automata_mealy_from_text(text, length, AUTOMATA_MEALY_FORMAT_JSON, NULL, &again, &error));
    CHECK(automata_mealy_equal(again, minimal) && !automata_mealy_equal(again, NULL) && automata_mealy_equal(NULL, NULL));
    automata_free(text);
    CHECK(automata_mealy_text(minimal, AUTOMATA_MEALY_FORMAT_KISS2, NULL, &text, &length, &error) ==
          AUTOMATA_ERROR_NOT_REPRESENTABLE);
    CHECK_OK(automata_fa_from_mealy(minimal, &traces, &error));
    CHECK(automata_fa_state_count(traces) == 2);
    automata_fa_free(traces);
    CHECK(automata_fa_from_text(toggle, AUTOMATA_ZERO_TERMINATED, AUTOMATA_FORMAT_DOT, NULL, &traces, &error) ==
          AUTOMATA_ERROR_INVALID_TEXT);
    CHECK(strstr(error.message, "Mealy machine") != NULL);
    automata_mealy_free(again);
    automata_mealy_free(other);
    automata_mealy_free(minimal);
    automata_mealy_free(machine);
}

int main(void) {
    runs();
    comparisons();
    return check_done();
}
