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

/* What a system that is learned does. */
typedef struct behavior {
    const automata_mealy *machine;
    automata_symbol shift;
    size_t count, stop_at;
} behavior;

static int answer(const automata_symbol *inputs, size_t count, automata_symbol *outputs, void *context) {
    behavior *given = (behavior *)context;
    automata_symbol *found = NULL;
    size_t found_count = 0;
    automata_error error;
    given->count++;
    if (given->count == given->stop_at)
        return 1;
    CHECK_OK(automata_mealy_run(given->machine, inputs, count, &found, &found_count, &error));
    CHECK(found_count == count);
    /* A system that isn't deterministic changes its answers. */
    for (size_t index = 0; index < count; index++)
        outputs[index] = given->shift == 0 ? found[index] : (automata_symbol)(given->count % given->shift);
    automata_free(found);
    return 0;
}

static void tests(void) {
    automata_mealy *machine = parsed(toggle, AUTOMATA_MEALY_FORMAT_DOT);
    automata_symbol *inputs = NULL;
    size_t *offsets = NULL, count = 0, wp;
    automata_error error;

    CHECK_OK(automata_mealy_test_suite(machine, AUTOMATA_MEALY_TESTS_WP, 1, NULL, &inputs, &offsets, &count, &error));
    CHECK(count > 0 && offsets[0] == 0 && offsets[count] > offsets[count - 1] && inputs[0] == 0);
    wp = count;
    automata_free(inputs);
    automata_free(offsets);
    CHECK_OK(automata_mealy_test_suite(machine, AUTOMATA_MEALY_TESTS_W, 1, NULL, &inputs, &offsets, &count, &error));
    CHECK(count >= wp);
    automata_free(inputs);
    automata_free(offsets);
    CHECK(automata_mealy_test_suite(machine, (automata_mealy_tests)9, 1, NULL, &inputs, &offsets, &count, &error) ==
          AUTOMATA_ERROR_INVALID_ARGUMENT);
    CHECK(inputs == NULL && offsets == NULL && count == 0);
    automata_mealy_free(machine);
}

static void learning(void) {
    automata_mealy *machine = parsed(toggle, AUTOMATA_MEALY_FORMAT_DOT), *learned = NULL;
    automata_mealy_learn_options options = AUTOMATA_MEALY_LEARN_OPTIONS_INIT;
    const char *push[] = {"push"}, *sounds[] = {"click", "clack"};
    automata_alphabet *inputs = NULL, *outputs = NULL;
    automata_witness *difference = NULL;
    behavior given = {machine, 0, 0, 0};
    uint64_t queries = 0;
    automata_error error;

    CHECK_OK(automata_alphabet_from_names(push, NULL, 1, &inputs, &error));
    CHECK_OK(automata_alphabet_from_names(sounds, NULL, 2, &outputs, &error));
    options.context = &given;
    for (int round = 0; round < 2; round++) {
        options.random_words = round == 1 ? 20 : 0;
        given.count = 0;
        CHECK_OK(automata_mealy_learn(inputs, outputs, answer, &options, &learned, round == 1 ? NULL : &queries, &error));
        CHECK(automata_mealy_state_count(learned) == 2 && (round == 1 || queries == given.count));
        CHECK_OK(automata_mealy_find_difference(machine, learned, NULL, &difference, &error));
        CHECK(difference == NULL);
        automata_mealy_free(learned);
    }
    given.stop_at = given.count + 2;
    CHECK(automata_mealy_learn(inputs, outputs, answer, &options, &learned, &queries, &error) == AUTOMATA_ERROR_CANCELLED);
    CHECK(learned == NULL && queries == 0);
    given.stop_at = 0;
    given.shift = 2;
    CHECK(automata_mealy_learn(inputs, outputs, answer, &options, &learned, NULL, &error) == AUTOMATA_ERROR_NONDETERMINISTIC);
    given.shift = 1000;
    CHECK(automata_mealy_learn(inputs, outputs, answer, &options, &learned, NULL, &error) == AUTOMATA_ERROR_OUT_OF_RANGE);
    CHECK(automata_mealy_learn(inputs, outputs, NULL, &options, &learned, NULL, &error) == AUTOMATA_ERROR_INVALID_ARGUMENT);
    automata_alphabet_free(inputs);
    automata_alphabet_free(outputs);
    automata_mealy_free(machine);
}

int main(void) {
    runs();
    comparisons();
    tests();
    learning();
    return check_done();
}
