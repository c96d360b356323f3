#define _POSIX_C_SOURCE 200809L

/* Formats: names, guessing, reading, writing, notes, files. */
#include "language.h"
#include <fcntl.h>
#include <stddef.h>
#include <unistd.h>

static const char mata[] = "@NFA-explicit\n%Alphabet-auto\n%Initial p\n%Final r\np 0 p\np 1 p\np 0 q\nq 1 r\n";
static const char att[] = "0\t0\t0\t0\n0\t0\t1\t1\n0\t1\t0\t0\n1\t2\t1\t1\n2\n";
static const char json[] =
    "{\"format\": \"automata\", \"version\": 1, \"kind\": \"NFA\", \"alphabet\": [\"0\", \"1\"],"
    " \"states\": [\"p\", \"q\", \"r\"], \"initial\": [\"p\"], \"final\": [\"r\"], \"transitions\":"
    " [[\"p\", \"0\", \"p\"], [\"p\", \"0\", \"q\"], [\"p\", \"1\", \"p\"], [\"q\", \"1\", \"r\"]]}";
static const char jflap[] =
    "<?xml version=\"1.0\"?><structure><type>fa</type><automaton>"
    "<state id=\"0\" name=\"p\"><initial/></state><state id=\"1\" name=\"q\"/><state id=\"2\" name=\"r\"><final/></state>"
    "<transition><from>0</from><to>0</to><read>0</read></transition>"
    "<transition><from>0</from><to>0</to><read>1</read></transition>"
    "<transition><from>0</from><to>1</to><read>0</read></transition>"
    "<transition><from>1</from><to>2</to><read>1</read></transition></automaton></structure>";
static const char dot[] =
    "digraph { rankdir=LR; start [shape=point]; r [shape=doublecircle]; start -> p;"
    " p -> p [label=\"0,1\"]; p -> q [label=\"0\"]; q -> r [label=\"1\"]; }";
static const char ba[] = "[0]\n0,[0]->[0]\n1,[0]->[0]\n0,[0]->[1]\n1,[1]->[2]\n[2]\n";

static const struct {
    automata_format format;
    const char *name, *extension, *text;
} formats[] = {
    {AUTOMATA_FORMAT_MATA, "mata", "mata", mata},
    {AUTOMATA_FORMAT_JFLAP, "jflap", "jff", jflap},
    {AUTOMATA_FORMAT_ATT, "att", "att", att},
    {AUTOMATA_FORMAT_JSON, "json", "json", json},
    {AUTOMATA_FORMAT_DOT, "dot", "dot", dot},
    {AUTOMATA_FORMAT_BA, "ba", "ba", ba},
};
enum { FORMAT_COUNT = 6 };

static void names(void) {
    char file_name[32];
    int i;
    for (i = 0; i < FORMAT_COUNT; i++) {
        CHECK_TEXT(formats[i].name, automata_format_name(formats[i].format));
        CHECK_TEXT(formats[i].extension, automata_format_extension(formats[i].format));
        CHECK(automata_format_from_name(formats[i].name) == formats[i].format);
        snprintf(file_name, sizeof file_name, "folder/x.%s", formats[i].extension);
        CHECK(automata_format_recognize(file_name, NULL, 0) == formats[i].format);
        CHECK(automata_format_recognize(NULL, formats[i].text, AUTOMATA_ZERO_TERMINATED) == formats[i].format);
    }
    CHECK(automata_format_name((automata_format)7) == NULL && automata_format_extension((automata_format)-1) == NULL);
    CHECK(automata_format_name(AUTOMATA_FORMAT_GUESS) == NULL);
    CHECK(automata_format_from_name("xyz") == AUTOMATA_FORMAT_GUESS);
    CHECK(automata_format_recognize("x.xyz", "\x01 nothing", 9) == AUTOMATA_FORMAT_GUESS);
}

/* Every text holds the same language, and each format gives it back. */
static void round_trips(void) {
    automata_fa *wanted = minimal(ends_with_01());
    automata_error error;
    int i, j;

    for (i = 0; i < FORMAT_COUNT; i++) {
        automata_fa *guessed = automaton_of(formats[i].text, AUTOMATA_FORMAT_GUESS);
        CHECK(automata_fa_state_count(guessed) == 3 && automata_fa_transition_count(guessed) == 4);
        for (j = 0; j < FORMAT_COUNT; j++) {
            automata_fa *back;
            char *text = NULL;
            size_t length = 0;
            CHECK_OK(automata_fa_text(guessed, formats[j].format, NULL, &text, &length, &error));
            CHECK(text != NULL && length == strlen(text));
            if (text == NULL) continue;
            back = minimal(automaton_of(text, formats[j].format));
            CHECK(are_isomorphic(back, wanted));
            automata_fa_free(back);
            automata_free(text);
        }
        automata_fa_free(guessed);
    }
    automata_fa_free(wanted);
}

static void count_note(const char *note, void *context) {
    if (*note != '\0') ++*(int *)context;
}

static void options(void) {
    automata_read_options options = AUTOMATA_READ_OPTIONS_INIT;
    automata_write_options writing = AUTOMATA_WRITE_OPTIONS_INIT;
    automata_fa *automaton = NULL;
    automata_error error;
    const char numbers[] = "@NFA-explicit\n%Alphabet-auto\n%Initial a\n%Final b\na 97 b\n";
    const char table[] = "<eps> 0\nzero 1\none 2\n";
    char *text = NULL;
    size_t length;
    int notes = 0;

    options.input_name = "lecture.mata";
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_TEXT,
                 automata_fa_from_text("@NFA-explicit\n%Initial p\np a\n", AUTOMATA_ZERO_TERMINATED, AUTOMATA_FORMAT_MATA, &options,
                               &automaton, &error));
    CHECK(automaton == NULL && error.line == 3 && error.column >= 1);
    CHECK(strncmp(error.message, "lecture.mata:3:", 15) == 0);
    options.input_name = NULL;

    options.symbols_are_bytes = true;
    CHECK_OK(automata_fa_from_text(numbers, AUTOMATA_ZERO_TERMINATED, AUTOMATA_FORMAT_MATA, &options, &automaton, &error));
    CHECK(automata_alphabet_kind_of(automata_fa_alphabet(automaton)) == AUTOMATA_ALPHABET_BYTES);
    automata_fa_free(automaton);
    options.symbols_are_bytes = false;

    options.symbol_table = table;
    options.symbol_table_length = AUTOMATA_ZERO_TERMINATED;
    CHECK_OK(automata_fa_from_text("0 1 1 1\n1 1 2 2\n1\n", AUTOMATA_ZERO_TERMINATED, AUTOMATA_FORMAT_ATT, &options, &automaton,
                           &error));
    CHECK_TEXT("zero", automata_alphabet_symbol_name(automata_fa_alphabet(automaton), 0));
    automata_fa_free(automaton);
    options.symbol_table = NULL;
    options.symbol_table_length = 0;

    /* AT&T text has one initial state, so that a second one makes the writer add a state, and say so. */
    automaton = automaton_of(
        "@NFA-explicit\n%Alphabet-auto\n%Initial p q\n%Final q\np a q\n", AUTOMATA_FORMAT_MATA);
    writing.note = count_note;
    writing.context = &notes;
    CHECK_OK(automata_fa_text(automaton, AUTOMATA_FORMAT_ATT, &writing, &text, &length, &error));
    CHECK(notes > 0);
    automata_free(text);
    automata_fa_free(automaton);

    notes = 0;
    options.note = count_note;
    options.context = &notes;
    CHECK_OK(automata_fa_from_text(json, sizeof json - 1, AUTOMATA_FORMAT_JSON, &options, &automaton, &error));
    CHECK(notes == 0);
    automata_fa_free(automaton);
}

static void failures(void) {
    automata_fa *automaton = NULL, *epsilon = ends_with_0();
    automata_error error;
    char *text = NULL;
    size_t length = 1;

    CHECK_STATUS(AUTOMATA_ERROR_UNKNOWN_FORMAT,
                 automata_fa_from_text("\x01?", 2, AUTOMATA_FORMAT_GUESS, NULL, &automaton, &error));
    CHECK(strstr(error.message, "can't detect the format from the name or the content; pass a format constant") != NULL);
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT,
                 automata_fa_from_text("", 0, (automata_format)7, NULL, &automaton, &error));
    CHECK_STATUS(AUTOMATA_ERROR_NOT_REPRESENTABLE,
                 automata_fa_text(epsilon, AUTOMATA_FORMAT_MATA, NULL, &text, &length, &error));
    CHECK(text == NULL && length == 0);
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT,
                 automata_fa_text(epsilon, AUTOMATA_FORMAT_GUESS, NULL, &text, &length, &error));
    automata_fa_free(epsilon);
}

static void files(void) {
    char folder[] = "/tmp/automata-formats.XXXXXX", path[64];
    automata_fa *automaton = ends_with_01(), *back = NULL;
    automata_error error;
    FILE *file;
    int i;

    CHECK(mkdtemp(folder) != NULL);
    for (i = 0; i < FORMAT_COUNT; i++) {
        snprintf(path, sizeof path, "%s/x.%s", folder, formats[i].extension);
        CHECK_OK(automata_fa_write_file(automaton, path, AUTOMATA_FORMAT_GUESS, NULL, &error));
        CHECK_OK(automata_fa_from_file(path, AUTOMATA_FORMAT_GUESS, NULL, &back, &error));
        CHECK(automata_fa_state_count(back) == 3);
        automata_fa_free(back);
        /* Replaces what was there. */
        CHECK_OK(automata_fa_write_file(automaton, path, formats[i].format, NULL, &error));
        CHECK(remove(path) == 0);
    }
    snprintf(path, sizeof path, "%s/x.xyz", folder);
    CHECK_STATUS(AUTOMATA_ERROR_UNKNOWN_FORMAT,
                 automata_fa_write_file(automaton, path, AUTOMATA_FORMAT_GUESS, NULL, &error));
    CHECK(strstr(error.message, "can't detect the format from the name; pass a format constant") != NULL);
    CHECK_STATUS(AUTOMATA_ERROR_FILE, automata_fa_from_file(path, AUTOMATA_FORMAT_GUESS, NULL, &back, &error));
    CHECK(back == NULL && strstr(error.message, path) != NULL);
    CHECK_STATUS(AUTOMATA_ERROR_FILE,
                 automata_fa_write_file(automaton, "/nonexistent/x.mata", AUTOMATA_FORMAT_GUESS, NULL, &error));
    CHECK_STATUS(AUTOMATA_ERROR_FILE, automata_fa_from_file(folder, AUTOMATA_FORMAT_MATA, NULL, &back, &error));

    /* What isn't named is recognized by its content, and messages name the path. */
    file = fopen(path, "w");
    CHECK(file != NULL);
    fputs(mata, file);
    fclose(file);
    CHECK_OK(automata_fa_from_file(path, AUTOMATA_FORMAT_GUESS, NULL, &back, &error));
    CHECK(automata_fa_equal(automaton, back));
    automata_fa_free(back);
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_TEXT, automata_fa_from_file(path, AUTOMATA_FORMAT_JSON, NULL, &back, &error));
    CHECK(strncmp(error.message, path, strlen(path)) == 0 && error.line == 1);
    CHECK(remove(path) == 0);

    /* Paths are bytes, and messages spell out those that aren't UTF-8. */
    snprintf(path, sizeof path, "%s/caf\xE9.mata", folder);
    CHECK_OK(automata_fa_write_file(automaton, path, AUTOMATA_FORMAT_GUESS, NULL, &error));
    CHECK(access(path, F_OK) == 0);
    CHECK_OK(automata_fa_from_file(path, AUTOMATA_FORMAT_GUESS, NULL, &back, &error));
    CHECK(automata_fa_equal(automaton, back));
    automata_fa_free(back);
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_TEXT, automata_fa_from_file(path, AUTOMATA_FORMAT_JSON, NULL, &back, &error));
    CHECK(strstr(error.message, "/caf\\xE9.mata:1") != NULL);
    CHECK(remove(path) == 0 && rmdir(folder) == 0);
    automata_fa_free(automaton);
}

typedef struct {
    uint64_t calls;
    uint64_t cancel_at; /* counted from 1; 0 never */
} observer;

static int observe(uint64_t built, uint64_t pending, void *context) {
    observer *seen = (observer *)context;
    (void)built;
    (void)pending;
    return ++seen->calls == seen->cancel_at;
}

/* A chain of so many states over three symbols. */
static automata_fa *chain(uint32_t count) {
    automata_builder *builder = NULL;
    automata_fa *automaton = NULL;
    automata_state first, state;
    int failed = automata_builder_new(NULL, &builder, NULL) != AUTOMATA_OK
        || automata_builder_add_states(builder, count, &first, NULL) != AUTOMATA_OK
        || automata_builder_set_initial(builder, 0, NULL) != AUTOMATA_OK
        || automata_builder_set_final(builder, count - 1, NULL) != AUTOMATA_OK;
    for (state = 0; !failed && state + 1 < count; state++)
        failed = automata_builder_add_transition_named(builder, state, state % 3 ? state % 2 ? "a" : "b" : "cc",
                                                       AUTOMATA_ZERO_TERMINATED, state + 1, NULL) != AUTOMATA_OK;
    if (failed || automata_builder_build(builder, AUTOMATA_MODEL_DFA, NULL, &automaton, NULL) != AUTOMATA_OK) exit(2);
    automata_builder_free(builder);
    return automaton;
}

/* Reading and writing ask now and then, and stop when they are told to or hold too much. */
static void budgets(void) {
    enum { STATES = 20000 };
    automata_fa *automaton = chain(STATES), *back = NULL;
    automata_error error;
    int i;
    for (i = 0; i < FORMAT_COUNT; i++) {
        automata_write_options writing = AUTOMATA_WRITE_OPTIONS_INIT;
        automata_read_options reading = AUTOMATA_READ_OPTIONS_INIT;
        automata_budget budget = AUTOMATA_BUDGET_INIT;
        observer seen = {0, 0};
        char *text = NULL, *other = NULL;
        size_t length = 0, other_length;
        uint64_t calls, cancel_at;

        budget.progress = observe;
        budget.context = &seen;
        writing.budget = &budget;
        reading.budget = &budget;
        CHECK_OK(automata_fa_text(automaton, formats[i].format, &writing, &text, &length, &error));
        calls = seen.calls;
        CHECK(calls >= 1);
        for (cancel_at = 1; cancel_at <= calls; cancel_at += 1 + calls / 4) {
            seen.calls = 0;
            seen.cancel_at = cancel_at;
            CHECK_STATUS(AUTOMATA_ERROR_CANCELLED,
                         automata_fa_text(automaton, formats[i].format, &writing, &other, &other_length, &error));
            CHECK(other == NULL && other_length == 0 && seen.calls == cancel_at);
        }
        seen.cancel_at = 0;
        budget.maximum_bytes = length / 2;
        CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED,
                     automata_fa_text(automaton, formats[i].format, &writing, &other, &other_length, &error));
        budget.maximum_bytes = 0;

        seen.calls = 0;
        CHECK_OK(automata_fa_from_text(text, length, formats[i].format, &reading, &back, &error));
        CHECK(automata_fa_state_count(back) == STATES);
        automata_fa_free(back);
        calls = seen.calls;
        if (calls < 3) fprintf(stderr, "%s: ", formats[i].name);
        CHECK(calls >= 3);
        for (cancel_at = 1; cancel_at <= calls; cancel_at += 1 + calls / 4) {
            seen.calls = 0;
            seen.cancel_at = cancel_at;
            CHECK_STATUS(AUTOMATA_ERROR_CANCELLED,
                         automata_fa_from_text(text, length, formats[i].format, &reading, &back, &error));
            CHECK(back == NULL && seen.calls == cancel_at && error.line == 0);
        }
        seen.cancel_at = 0;
        budget.maximum_states = STATES - 1;
        CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED,
                     automata_fa_from_text(text, length, formats[i].format, &reading, &back, &error));
        CHECK(back == NULL);
        budget.maximum_states = STATES;
        CHECK_OK(automata_fa_from_text(text, length, formats[i].format, &reading, &back, &error));
        automata_fa_free(back);
        budget.maximum_bytes = 1 << 16;
        CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED,
                     automata_fa_from_text(text, length, formats[i].format, &reading, &back, &error));
        CHECK(back == NULL);
        automata_free(text);
    }
    automata_fa_free(automaton);
}

/* What a short text stands for counts too. */
static void short_texts(void) {
    automata_read_options reading = AUTOMATA_READ_OPTIONS_INIT;
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    automata_fa *automaton = NULL;
    automata_error error;
    observer seen = {0, 0};
    char text[4000] = "@NFA-bits\n%Alphabet-auto\n%Initial p\n%Final q\n", *end = text + strlen(text);
    const char *start = text;
    const automata_read_options *options = &reading;
    int i;

    /* Each variable on its own: 2 to the 16 minterms, half of them on each transition. */
    for (i = 0; i < 16; i++) end += snprintf(end, 20, "p x%d q\n", i);
    budget.progress = observe;
    budget.context = &seen;
    reading.budget = &budget;
    CHECK_OK(automata_fa_from_text(text, AUTOMATA_ZERO_TERMINATED, AUTOMATA_FORMAT_MATA, &reading, &automaton, &error));
    CHECK(automata_fa_transition_count(automaton) >= 1 << 15 && seen.calls > 10);
    automata_fa_free(automaton);
    seen.cancel_at = seen.calls - 2;
    seen.calls = 0;
    CHECK_STATUS(AUTOMATA_ERROR_CANCELLED,
                 automata_fa_from_text(text, AUTOMATA_ZERO_TERMINATED, AUTOMATA_FORMAT_MATA, &reading, &automaton, &error));
    budget.progress = NULL;
    budget.maximum_bytes = 1 << 20;
    CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED,
                 automata_fa_from_text(text, AUTOMATA_ZERO_TERMINATED, AUTOMATA_FORMAT_MATA, &reading, &automaton, &error));
    CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED,
                 automata_fa_from_texts(&start, NULL, NULL, &options, 1, &automaton, &error));
    CHECK(automaton == NULL);

    /* Groups of a hundred nodes each. */
    end = text + sprintf(text, "digraph { 0 [shape=doublecircle]; {");
    for (i = 0; i < 400; i++) end += sprintf(end, "%d ", i);
    end += sprintf(end, "} -> {");
    for (i = 0; i < 400; i++) end += sprintf(end, "%d ", i);
    sprintf(end, "} [label=a] }");
    CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED,
                 automata_fa_from_text(text, AUTOMATA_ZERO_TERMINATED, AUTOMATA_FORMAT_DOT, &reading, &automaton, &error));
    CHECK(automaton == NULL);
}

/* Messages stay on one line, and tell a terminal nothing. */
static void input_names(void) {
    automata_read_options reading = AUTOMATA_READ_OPTIONS_INIT;
    automata_fa *automaton = NULL;
    automata_error error;
    reading.input_name = "a\nb\x1b[2J";
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_TEXT, automata_fa_from_text("@NFA\n?\n", 7, AUTOMATA_FORMAT_MATA, &reading, &automaton, &error));
    CHECK(strpbrk(error.message, "\n\x1b") == NULL && strncmp(error.message, "a\\nb", 4) == 0);
}

static void descriptors(void) {
    automata_fa *wanted = ends_with_01(), *automaton = NULL;
    automata_read_options reading = AUTOMATA_READ_OPTIONS_INIT;
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    observer seen = {0, 3};
    automata_error error;
    int ends[2], endless = open("/dev/zero", O_RDONLY);

    CHECK(endless >= 0 && pipe(ends) == 0);
    CHECK(write(ends[1], mata, sizeof mata - 1) == (ssize_t)(sizeof mata - 1) && close(ends[1]) == 0);
    CHECK_OK(automata_fa_from_descriptor(ends[0], AUTOMATA_FORMAT_GUESS, NULL, &automaton, &error));
    CHECK(automata_fa_equal(automaton, wanted));
    automata_fa_free(automaton);
    CHECK(close(ends[0]) == 0);
    CHECK_STATUS(AUTOMATA_ERROR_FILE, automata_fa_from_descriptor(-1, AUTOMATA_FORMAT_MATA, NULL, &automaton, &error));
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT,
                 automata_fa_from_descriptor(endless, (automata_format)99, NULL, &automaton, &error));

    /* What has no end is read no longer than the budget wants it. */
    reading.budget = &budget;
    budget.maximum_bytes = 1 << 20;
    CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED,
                 automata_fa_from_file("/dev/zero", AUTOMATA_FORMAT_MATA, &reading, &automaton, &error));
    CHECK(strncmp(error.message, "/dev/zero: ", 11) == 0);
    reading.input_name = "zeros";
    CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED,
                 automata_fa_from_descriptor(endless, AUTOMATA_FORMAT_MATA, &reading, &automaton, &error));
    CHECK(strncmp(error.message, "zeros: ", 7) == 0);
    budget.maximum_bytes = 0;
    budget.progress = observe;
    budget.context = &seen;
    CHECK_STATUS(AUTOMATA_ERROR_CANCELLED,
                 automata_fa_from_file("/dev/zero", AUTOMATA_FORMAT_MATA, &reading, &automaton, &error));
    CHECK(automaton == NULL && seen.calls == 3);
    CHECK(close(endless) == 0);
    automata_fa_free(wanted);
}

/* What is written to a descriptor is what is written as text, and the descriptor stays open. */
static void written_descriptors(void) {
    automata_fa *automaton = ends_with_01(), *back = NULL;
    automata_error error;
    int ends[2];

    CHECK(pipe(ends) == 0);
    CHECK_OK(automata_fa_write_descriptor(automaton, ends[1], AUTOMATA_FORMAT_MATA, NULL, &error));
    CHECK(write(ends[1], "# a comment\n", 12) == 12 && close(ends[1]) == 0);
    CHECK_OK(automata_fa_from_descriptor(ends[0], AUTOMATA_FORMAT_MATA, NULL, &back, &error));
    CHECK(automata_fa_equal(automaton, back) && close(ends[0]) == 0);
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT,
                 automata_fa_write_descriptor(automaton, 1, AUTOMATA_FORMAT_GUESS, NULL, &error));
    CHECK_STATUS(AUTOMATA_ERROR_FILE, automata_fa_write_descriptor(automaton, -1, AUTOMATA_FORMAT_MATA, NULL, &error));
    /* Nobody reads: an error, and no SIGPIPE. */
    CHECK(pipe(ends) == 0 && close(ends[0]) == 0);
    CHECK_STATUS(AUTOMATA_ERROR_FILE, automata_fa_write_descriptor(automaton, ends[1], AUTOMATA_FORMAT_MATA, NULL, &error));
    CHECK(close(ends[1]) == 0);
    automata_fa_free(back);
    automata_fa_free(automaton);
}

/* Paths have any bytes, and a file is the same whether it is synced or not. */
static void paths_of_bytes(void) {
    char folder[] = "/tmp/automata-bytes.XXXXXX", path[64];
    automata_write_options options = AUTOMATA_WRITE_OPTIONS_INIT;
    automata_fa *automaton = ends_with_01(), *back = NULL;
    automata_error error;
    int round;

    CHECK(mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/\xff\xc3.json", folder);
    for (round = 0; round < 2; round++) {
        options.skip_sync = round == 1;
        CHECK_OK(automata_fa_write_file(automaton, path, AUTOMATA_FORMAT_GUESS, &options, &error));
        CHECK_OK(automata_fa_from_file(path, AUTOMATA_FORMAT_GUESS, NULL, &back, &error));
        CHECK(automata_fa_equal(automaton, back) && unlink(path) == 0);
        automata_fa_free(back);
    }
    CHECK_STATUS(AUTOMATA_ERROR_FILE, automata_fa_from_file(path, AUTOMATA_FORMAT_GUESS, NULL, &back, &error));
    CHECK(rmdir(folder) == 0);
    automata_fa_free(automaton);
}

/* Formulas mean the same in files that are read together. */
static void joint_files(void) {
    const char *texts[] = {"@NFA-bits\n%Alphabet-auto\n%Initial p\n%Final q\np a0 q\n",
                           "@NFA-bits\n%Alphabet-auto\n%Initial p\n%Final q\np a0 & a1 q\n"};
    char folder[] = "/tmp/automata-joint.XXXXXX", first[64], second[64];
    const char *paths[2];
    automata_fa *both[2];
    automata_error error;
    bool included = false;
    int i;

    CHECK(mkdtemp(folder) != NULL);
    snprintf(first, sizeof first, "%s/first.mata", folder);
    snprintf(second, sizeof second, "%s/second.mata", folder);
    paths[0] = first;
    paths[1] = second;
    for (i = 0; i < 2; i++) {
        FILE *file = fopen(paths[i], "w");
        if (file == NULL) exit(2);
        fputs(texts[i], file);
        fclose(file);
    }
    CHECK_OK(automata_fa_from_files(paths, NULL, NULL, 2, both, &error));
    CHECK_OK(automata_fa_is_included(both[1], both[0], NULL, &included, NULL, &error));
    CHECK(included);
    CHECK_OK(automata_fa_is_included(both[0], both[1], NULL, &included, NULL, &error));
    CHECK(!included);
    automata_fa_free(both[0]);
    automata_fa_free(both[1]);
    CHECK(remove(second) == 0);
    CHECK_STATUS(AUTOMATA_ERROR_FILE, automata_fa_from_files(paths, NULL, NULL, 2, both, &error));
    CHECK(both[0] == NULL && both[1] == NULL && strstr(error.message, "second.mata") != NULL);
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_fa_from_files(NULL, NULL, NULL, 2, both, &error));
    CHECK_OK(automata_fa_from_files(NULL, NULL, NULL, 0, NULL, &error));
    CHECK(remove(first) == 0 && rmdir(folder) == 0);
}

int main(void) {
    names();
    round_trips();
    options();
    failures();
    files();
    budgets();
    short_texts();
    input_names();
    descriptors();
    written_descriptors();
    paths_of_bytes();
    joint_files();
    return check_done();
}
