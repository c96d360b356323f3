/* What the tests of statecharts share: a chart, guards and actions that note what they see, and calls that must succeed. */
#ifndef STATECHARTS_H
#define STATECHARTS_H

#include "check.h"

static automata_error error;

/* What callbacks have seen, and what they do. */
static struct {
    char log[512];
    automata_machine *machine;
    const automata_statechart *chart;
    automata_statechart_event event;
    uint64_t data, time;
    automata_status status;
    bool is_open, frees;
    uint32_t region;
    int answer;
} seen;

static inline void forget(void) { memset(&seen, 0, sizeof seen); }

static inline void note_text(const char *text) {
    strncat(seen.log, text, sizeof seen.log - strlen(seen.log) - 1);
    strncat(seen.log, " ", sizeof seen.log - strlen(seen.log) - 1);
}

static inline int note_name(automata_machine *machine, void *context) {
    seen.machine = machine;
    seen.event = automata_machine_event(machine);
    seen.data = automata_machine_event_data(machine);
    seen.time = automata_machine_time(machine);
    seen.region = automata_machine_region(machine);
    CHECK(context == &seen);
    note_text(automata_machine_callback_name(machine));
    if (seen.frees) automata_machine_free(machine);
    return seen.answer;
}

static inline int is_open(automata_machine *machine, void *context) {
    (void)machine;
    CHECK(context == &seen);
    CHECK_TEXT("isOpen", automata_machine_callback_name(machine));
    CHECK_STATUS(AUTOMATA_ERROR_MISPLACED_CALL, automata_machine_raise(machine, 0, 0, &error));
    return seen.answer < 0 ? seen.answer : seen.is_open;
}

static const automata_statechart_binding guards[] = {{"isOpen", is_open}}, actions[] = {{NULL, note_name}};

static inline automata_statechart_options options(void) {
    automata_statechart_options all = AUTOMATA_STATECHART_OPTIONS_INIT;
    all.guards = guards;
    all.guard_count = 1;
    all.actions = actions;
    all.action_count = 1;
    return all;
}

static inline automata_statechart *chart_of(const char *text) {
    automata_statechart_options all = options();
    automata_statechart *chart = NULL;
    CHECK_OK(automata_statechart_from_text(text, AUTOMATA_ZERO_TERMINATED, AUTOMATA_STATECHART_FORMAT_GUESS, &all, &chart, &error));
    if (chart == NULL) exit(check_done());
    seen.chart = chart;
    return chart;
}

/* Starts to build a chart. */
static inline automata_statechart_builder *builder_of(const char *name, automata_statechart_state_kind kind) {
    automata_statechart_state_definition root = AUTOMATA_STATECHART_STATE_DEFINITION_INIT;
    automata_statechart_builder *builder = NULL;
    root.name = name;
    root.kind = kind;
    CHECK_OK(automata_statechart_builder_new(&root, &builder, &error));
    return builder;
}

static inline automata_machine *machine_of(const automata_statechart *chart, automata_machine_recorder recorder) {
    automata_machine_options all = AUTOMATA_MACHINE_OPTIONS_INIT;
    automata_machine *machine = NULL;
    all.context = &seen;
    all.recorder = recorder;
    CHECK_OK(automata_machine_start(chart, &all, &machine, &error));
    if (machine == NULL) exit(check_done());
    return machine;
}

static inline automata_statechart_event event_of(const automata_statechart *chart, const char *name) {
    automata_statechart_event event = 0;
    CHECK_OK(automata_statechart_find_event(chart, name, AUTOMATA_ZERO_TERMINATED, &event, &error));
    return event;
}

static inline automata_statechart_state state_of(const automata_statechart *chart, const char *name) {
    automata_statechart_state state = 0;
    CHECK_OK(automata_statechart_find_state(chart, name, AUTOMATA_ZERO_TERMINATED, &state, &error));
    return state;
}

/* The names of the active states, with blanks between. */
static const char *active(const automata_machine *machine) {
    static char text[256];
    const automata_names names = automata_statechart_state_names(seen.chart);
    const automata_statechart_states states = automata_machine_active_states(machine);
    size_t i;
    text[0] = '\0';
    for (i = 0; i < states.count; i++) {
        CHECK(automata_machine_is_active(machine, states.items[i]));
        if (i > 0) strcat(text, " ");
        strcat(text, names.items[states.items[i]].data);
    }
    return text;
}

static inline automata_machine_fate send_named(automata_machine *machine, const char *name, uint64_t data) {
    automata_machine_fate fate = AUTOMATA_MACHINE_FATE_DEFERRED;
    CHECK_OK(automata_machine_send_named(machine, name, AUTOMATA_ZERO_TERMINATED, data, &fate, &error));
    return fate;
}

static const char door[] =
    "{\"format\": \"statechart\", \"name\": \"door\", \"states\": ["
    "  {\"name\": \"closed\", \"exit\": [\"creak\"], \"transitions\": ["
    "    {\"on\": \"push\", \"if\": \"isOpen\", \"to\": \"opened\", \"do\": [\"count\"]}]},"
    "  {\"name\": \"opened\", \"entry\": [\"ring\"], \"defer\": \"close\", \"transitions\": ["
    "    {\"after\": \"10s\", \"to\": \"closed\"}, {\"on\": \"break.*\", \"to\": \"broken\"}]},"
    "  {\"name\": \"broken\", \"kind\": \"final\"}]}";

static inline int run_tests(void (*const *tests)(void), size_t count) {
    size_t i;
    for (i = 0; i < count; i++) {
        forget();
        tests[i]();
    }
    return check_done();
}

#endif
