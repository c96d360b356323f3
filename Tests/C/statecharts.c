/* Statecharts: reading, building, running, callbacks, time, snapshots, and what is refused. */
#include "check.h"

static automata_error error;

/* What callbacks have seen, and what they do. */
static struct {
    char log[512];
    automata_machine *machine;
    const automata_statechart *chart;
    automata_event event;
    uint64_t data, time;
    automata_status status;
    bool is_open, frees;
    uint32_t region;
    int answer;
} seen;

static void forget(void) { memset(&seen, 0, sizeof seen); }

static void note_text(const char *text) {
    strncat(seen.log, text, sizeof seen.log - strlen(seen.log) - 1);
    strncat(seen.log, " ", sizeof seen.log - strlen(seen.log) - 1);
}

static int note_name(automata_machine *machine, void *context) {
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

static int is_open(automata_machine *machine, void *context) {
    (void)machine;
    CHECK(context == &seen);
    CHECK_TEXT("isOpen", automata_machine_callback_name(machine));
    CHECK_STATUS(AUTOMATA_ERROR_MISPLACED_CALL, automata_machine_raise(machine, 0, 0, &error));
    return seen.answer < 0 ? seen.answer : seen.is_open;
}

static const automata_binding guards[] = {{"isOpen", is_open}}, actions[] = {{NULL, note_name}};

static automata_statechart_options options(void) {
    automata_statechart_options all = AUTOMATA_STATECHART_OPTIONS_INIT;
    all.guards = guards;
    all.guard_count = 1;
    all.actions = actions;
    all.action_count = 1;
    return all;
}

static automata_statechart *chart_of(const char *text) {
    automata_statechart_options all = options();
    automata_statechart *chart = NULL;
    CHECK_OK(automata_statechart_read(text, AUTOMATA_ZERO_TERMINATED, AUTOMATA_STATECHART_GUESS, &all, &chart, &error));
    if (chart == NULL) exit(check_done());
    seen.chart = chart;
    return chart;
}

static automata_machine *machine_of(const automata_statechart *chart, automata_recorder recorder) {
    automata_machine_options all = AUTOMATA_MACHINE_OPTIONS_INIT;
    automata_machine *machine = NULL;
    all.context = &seen;
    all.recorder = recorder;
    CHECK_OK(automata_machine_start(chart, &all, &machine, &error));
    if (machine == NULL) exit(check_done());
    return machine;
}

static automata_event event_of(const automata_statechart *chart, const char *name) {
    automata_event event = 0;
    CHECK_OK(automata_statechart_find_event(chart, name, AUTOMATA_ZERO_TERMINATED, &event, &error));
    return event;
}

static automata_state state_of(const automata_statechart *chart, const char *name) {
    automata_state state = 0;
    CHECK_OK(automata_statechart_find_state(chart, name, AUTOMATA_ZERO_TERMINATED, &state, &error));
    return state;
}

/* The names of the active states, with blanks between. */
static const char *active(const automata_machine *machine) {
    static char text[256];
    const automata_names names = automata_statechart_state_names(seen.chart);
    const automata_states states = automata_machine_active_states(machine);
    size_t i;
    text[0] = '\0';
    for (i = 0; i < states.count; i++) {
        CHECK(automata_machine_is_active(machine, states.items[i]));
        if (i > 0) strcat(text, " ");
        strcat(text, names.items[states.items[i]].data);
    }
    return text;
}

static automata_fate send_named(automata_machine *machine, const char *name, uint64_t data) {
    automata_fate fate = AUTOMATA_FATE_DEFERRED;
    CHECK_OK(automata_machine_send_named(machine, name, AUTOMATA_ZERO_TERMINATED, data, &fate, &error));
    return fate;
}

/* ---- Charts ---- */

static const char door[] =
    "{\"format\": \"statechart\", \"name\": \"door\", \"states\": ["
    "  {\"name\": \"closed\", \"exit\": [\"creak\"], \"transitions\": ["
    "    {\"on\": \"push\", \"if\": \"isOpen\", \"to\": \"opened\", \"do\": [\"count\"]}]},"
    "  {\"name\": \"opened\", \"entry\": [\"ring\"], \"defer\": \"close\", \"transitions\": ["
    "    {\"after\": \"10s\", \"to\": \"closed\"}, {\"on\": \"break.*\", \"to\": \"broken\"}]},"
    "  {\"name\": \"broken\", \"kind\": \"final\"}]}";

static void test_charts(void) {
    automata_statechart *chart = chart_of(door), *copy = automata_statechart_copy(chart), *other = NULL;
    automata_statechart_options all = options();
    automata_names states = automata_statechart_state_names(chart), events = automata_statechart_event_names(chart);
    automata_statechart_format format;
    automata_state state = 9;
    automata_event event = 9;
    char *text = NULL;
    size_t length = 0, i;

    CHECK(states.count == 4 && strcmp(states.items[0].data, "door") == 0 && strcmp(states.items[3].data, "broken") == 0);
    CHECK(automata_statechart_parent(chart, 2) == 0);
    CHECK(automata_statechart_parent(chart, 0) == AUTOMATA_NO_STATE && automata_statechart_parent(chart, 4) == AUTOMATA_NO_STATE);
    CHECK(state_of(chart, "opened") == 2);
    CHECK_STATUS(AUTOMATA_ERROR_UNKNOWN_NAME, automata_statechart_find_state(chart, "x", 1, &state, &error));
    CHECK_TEXT("there is no state named 'x'", error.message);
    CHECK(state == 0);
    for (i = 0; i < events.count; i++) CHECK(event_of(chart, events.items[i].data) == i);
    CHECK(event_of(chart, "push") < events.count && event_of(chart, "break") < events.count);
    CHECK_STATUS(AUTOMATA_ERROR_UNKNOWN_NAME, automata_statechart_find_event(chart, "break.it", 8, &event, &error));
    /* What is written is read as the same. */
    for (format = AUTOMATA_STATECHART_JSON; format <= AUTOMATA_STATECHART_SCXML; format = (automata_statechart_format)(format + 1)) {
        char *again = NULL;
        size_t again_length = 0;
        CHECK_OK(automata_statechart_text(chart, format, &text, &length, &error));
        CHECK(text != NULL && strlen(text) == length);
        CHECK_OK(automata_statechart_read(text, length, AUTOMATA_STATECHART_GUESS, &all, &other, &error));
        CHECK_OK(automata_statechart_text(other, format, &again, &again_length, &error));
        CHECK_TEXT(text, again);
        automata_free(text);
        automata_free(again);
        automata_statechart_free(other);
    }
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_statechart_text(chart, AUTOMATA_STATECHART_GUESS, &text, &length, &error));
    automata_statechart_free(chart);
    CHECK_TEXT("closed", automata_statechart_state_names(copy).items[1].data);
    automata_statechart_free(copy);
}

static void count_notes(const char *text, void *context) {
    CHECK(text[0] != '\0');
    ++*(int *)context;
}

static void test_findings(void) {
    static const char wrong[] =
        "{\"format\": \"statechart\", \"name\": \"w\", \"states\": [{\"name\": \"a\", \"entry\": [\"x\"],"
        " \"transitions\": [{\"on\": \"e\", \"to\": \"nowhere\"}, {\"on\": \"e\", \"to\": \"void\"}]}]}";
    static const automata_binding twice[] = {{"a", note_name}, {"a", note_name}}, rests[] = {{NULL, note_name}, {NULL, note_name}};
    automata_statechart_options all = AUTOMATA_STATECHART_OPTIONS_INIT;
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    automata_statechart *chart = NULL;
    int notes = 0;
    all.note = count_notes;
    all.context = &notes;
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_STATECHART, automata_statechart_read(wrong, sizeof wrong - 1, AUTOMATA_STATECHART_JSON, &all, &chart, &error));
    CHECK(notes == 2 && chart == NULL);
    CHECK(strstr(error.message, "w/a: ") != NULL && strstr(error.message, "'nowhere'") != NULL && strstr(error.message, "'void'") != NULL);
    /* Warnings don't keep a chart from running. */
    notes = 0;
    CHECK_OK(automata_statechart_read(
        "{\"format\": \"statechart\", \"name\": \"w\", \"states\": [{\"name\": \"a\"}, {\"name\": \"b\"}]}", AUTOMATA_ZERO_TERMINATED,
        AUTOMATA_STATECHART_JSON, &all, &chart, &error));
    CHECK(notes == 1);
    automata_statechart_free(chart);
    /* Functions that are missing, given twice or NULL. */
    notes = 0;
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_STATECHART, automata_statechart_read(door, sizeof door - 1, AUTOMATA_STATECHART_JSON, &all, &chart, &error));
    CHECK(notes == 4);
    all.actions = twice;
    all.action_count = 2;
    CHECK_STATUS(AUTOMATA_ERROR_DUPLICATE_NAME, automata_statechart_read(door, sizeof door - 1, AUTOMATA_STATECHART_JSON, &all, &chart, &error));
    all.actions = rests;
    CHECK_STATUS(AUTOMATA_ERROR_DUPLICATE_NAME, automata_statechart_read(door, sizeof door - 1, AUTOMATA_STATECHART_JSON, &all, &chart, &error));
    /* Nobody would evaluate expressions, or run activities. */
    all = options();
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_STATECHART, automata_statechart_read(
        "{\"format\": \"statechart\", \"states\": [{\"name\": \"a\", \"entry\": [{\"assign\": \"x\", \"value\": 1}]}]}",
        AUTOMATA_ZERO_TERMINATED, AUTOMATA_STATECHART_JSON, &all, &chart, &error));
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_STATECHART, automata_statechart_read(
        "{\"format\": \"statechart\", \"states\": [{\"name\": \"a\", \"activities\": [\"x\"]}]}", AUTOMATA_ZERO_TERMINATED,
        AUTOMATA_STATECHART_JSON, &all, &chart, &error));
    /* Texts. */
    all.input_name = "f.json";
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_TEXT, automata_statechart_read("{\n  7}", 6, AUTOMATA_STATECHART_GUESS, &all, &chart, &error));
    CHECK(error.line == 2 && error.column == 3 && strncmp(error.message, "f.json:2:3: ", 12) == 0);
    CHECK_STATUS(AUTOMATA_ERROR_UNKNOWN_FORMAT, automata_statechart_read("?", 1, AUTOMATA_STATECHART_GUESS, &all, &chart, &error));
    CHECK_STATUS(AUTOMATA_ERROR_UNKNOWN_FORMAT, automata_statechart_read("", 0, AUTOMATA_STATECHART_GUESS, &all, &chart, &error));
    CHECK_STATUS(AUTOMATA_ERROR_FILE, automata_statechart_read_file("/nonexistent/x.json", AUTOMATA_STATECHART_GUESS, &all, &chart, &error));
    budget.maximum_bytes = 640;
    all.budget = &budget;
    CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED, automata_statechart_read(door, sizeof door - 1, AUTOMATA_STATECHART_JSON, &all, &chart, &error));
    CHECK(chart == NULL);
}

/* ---- Running ---- */

static void test_events(void) {
    automata_statechart *chart = chart_of(door);
    automata_machine *machine = machine_of(chart, NULL);
    automata_event *enabled = NULL;
    automata_event push = event_of(chart, "push");
    automata_fate fate = AUTOMATA_FATE_DEFERRED;
    size_t count = 0;

    CHECK_TEXT("closed", active(machine));
    CHECK(automata_machine_is_active(machine, 0) && !automata_machine_is_active(machine, 2) && !automata_machine_is_active(machine, 77));
    CHECK(automata_machine_event(machine) == AUTOMATA_NO_EVENT && automata_machine_callback_name(machine) == NULL);
    CHECK_OK(automata_machine_enabled_events(machine, &enabled, &count, &error));
    CHECK(count == 0);
    automata_free(enabled);
    CHECK_OK(automata_machine_send(machine, push, 5, &fate, &error));
    CHECK(fate == AUTOMATA_FATE_IGNORED);
    /* A guard that fails doesn't hold. */
    seen.answer = -1;
    CHECK(send_named(machine, "push", 5) == AUTOMATA_FATE_IGNORED);
    seen.answer = 0;
    seen.is_open = true;
    CHECK_OK(automata_machine_enabled_events(machine, &enabled, &count, &error));
    CHECK(count == 1 && enabled[0] == push);
    automata_free(enabled);
    /* The action of the exit fails, which ends its block alone. */
    CHECK_OK(automata_machine_send(machine, push, UINT64_MAX, NULL, &error));
    CHECK_TEXT("creak count ring ", seen.log);
    CHECK(seen.event == push && seen.data == UINT64_MAX && seen.machine == machine);
    CHECK_TEXT("opened", active(machine));
    CHECK(send_named(machine, "close", 0) == AUTOMATA_FATE_DEFERRED);
    CHECK(send_named(machine, "anything else", 0) == AUTOMATA_FATE_IGNORED);
    /* An event that the chart doesn't mention, for a pattern; and the end. */
    CHECK(send_named(machine, "break.it", 0) == AUTOMATA_FATE_TAKEN);
    CHECK(automata_machine_has_ended(machine));
    CHECK_TEXT("broken", active(machine));
    CHECK(send_named(machine, "push", 0) == AUTOMATA_FATE_IGNORED);
    CHECK_STATUS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_machine_send(machine, AUTOMATA_NO_EVENT, 0, &fate, &error));
    automata_statechart_free(chart);
    /* A machine outlives its chart's handle. */
    CHECK(!automata_machine_is_active(machine, 1));
    automata_machine_free(machine);
}

static void test_time(void) {
    automata_statechart *chart = chart_of(door);
    automata_machine *machine = machine_of(chart, NULL);
    seen.is_open = true;
    CHECK(automata_machine_deadline(machine) == AUTOMATA_NO_TIME);
    CHECK_OK(automata_machine_advance(machine, 500, &error));
    CHECK(automata_machine_time(machine) == 500);
    CHECK(send_named(machine, "push", 0) == AUTOMATA_FATE_TAKEN);
    CHECK(seen.time == 500 && automata_machine_deadline(machine) == UINT64_C(10000000500));
    CHECK_OK(automata_machine_advance(machine, UINT64_C(10000000499), &error));
    CHECK_TEXT("opened", active(machine));
    CHECK_OK(automata_machine_advance(machine, 3, &error));
    CHECK_OK(automata_machine_advance(machine, UINT64_C(10000000500), &error));
    CHECK_TEXT("closed", active(machine));
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_machine_advance(machine, AUTOMATA_NO_TIME, &error));
    CHECK_OK(automata_machine_advance(machine, UINT64_MAX - 1, &error));
    CHECK(automata_machine_time(machine) == UINT64_MAX - 1);
    /* A timer that is due later than any number says. */
    CHECK(send_named(machine, "push", 0) == AUTOMATA_FATE_TAKEN);
    CHECK(automata_machine_deadline(machine) == UINT64_MAX - 1);
    automata_machine_free(machine);
    automata_statechart_free(chart);
}

/* A clock that is late can't keep a program waiting for ever. */
static void test_many_timers(void) {
    automata_statechart *chart = chart_of(
        "{\"format\": \"statechart\", \"states\": [{\"name\": \"a\", \"transitions\": [{\"after\": 0, \"to\": \"b\"}]},"
        "{\"name\": \"b\", \"transitions\": [{\"after\": 1, \"to\": \"a\"}]}]}");
    automata_machine *machine = machine_of(chart, NULL);
    CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED, automata_machine_advance(machine, UINT64_MAX - 1, &error));
    CHECK(automata_machine_time(machine) == UINT64_C(5000000000));
    CHECK_TEXT("a", active(machine));
    CHECK_OK(automata_machine_advance(machine, UINT64_C(5000000000), &error));
    CHECK_TEXT("b", active(machine));
    automata_machine_free(machine);
    automata_statechart_free(chart);
}

static void record(automata_machine *machine, const automata_record *what, void *context) {
    const automata_names states = automata_statechart_state_names(seen.chart), events = automata_statechart_event_names(seen.chart);
    char text[80];
    CHECK(context == &seen);
    CHECK(automata_machine_active_states(machine).count == 0 && !automata_machine_is_active(machine, 0));
    CHECK_STATUS(AUTOMATA_ERROR_MISPLACED_CALL, automata_machine_send(machine, 0, 0, NULL, &error));
    switch (what->kind) {
    case AUTOMATA_RECORD_STEP:
        CHECK(what->state == AUTOMATA_NO_STATE);
        snprintf(text, sizeof text, "<%s>", what->event == AUTOMATA_NO_EVENT ? "" : events.items[what->event].data);
        break;
    case AUTOMATA_RECORD_TAKEN:
        snprintf(text, sizeof text, "%s[%u]", states.items[what->state].data, (unsigned)what->transition);
        break;
    default:
        CHECK(what->event == AUTOMATA_NO_EVENT);
        snprintf(text, sizeof text, "%c%s", what->kind == AUTOMATA_RECORD_LEFT ? '-' : '+', states.items[what->state].data);
    }
    note_text(text);
}

static void test_recorder(void) {
    automata_statechart *chart = chart_of(door);
    automata_machine *machine = machine_of(chart, record);
    CHECK_TEXT("+door +closed ", seen.log);
    seen.log[0] = '\0';
    seen.is_open = true;
    CHECK(send_named(machine, "push", 0) == AUTOMATA_FATE_TAKEN);
    CHECK_OK(automata_machine_advance(machine, UINT64_C(10000000000), &error));
    CHECK_TEXT("<push> -closed creak closed[0] count +opened ring <> -opened opened[0] +closed ", seen.log);
    automata_machine_free(machine);
    automata_statechart_free(chart);
}

/* ---- Callbacks that call back ---- */

static int call_back(automata_machine *machine, void *context) {
    const automata_state here = state_of(seen.chart, "on");
    automata_machine *second = NULL;
    automata_event *events = (automata_event *)context, *enabled = NULL;
    char *text = NULL;
    size_t count = 9;
    if (automata_machine_event(machine) != event_of(seen.chart, "go")) return 0;
    CHECK(automata_machine_is_active(machine, here) && !automata_machine_has_ended(machine));
    CHECK(automata_machine_deadline(machine) == AUTOMATA_NO_TIME && automata_machine_active_states(machine).count == 0);
    /* Refused are those that change the machine, and not those that change another one. */
    CHECK_STATUS(AUTOMATA_ERROR_MISPLACED_CALL, automata_machine_send(machine, 0, 0, NULL, &error));
    CHECK_STATUS(AUTOMATA_ERROR_MISPLACED_CALL, automata_machine_send_named(machine, "go", 2, 0, NULL, &error));
    CHECK_STATUS(AUTOMATA_ERROR_MISPLACED_CALL, automata_machine_advance(machine, 9, &error));
    CHECK_STATUS(AUTOMATA_ERROR_MISPLACED_CALL, automata_machine_enabled_events(machine, &enabled, &count, &error));
    CHECK_STATUS(AUTOMATA_ERROR_MISPLACED_CALL, automata_machine_snapshot(machine, &text, &count, &error));
    CHECK(enabled == NULL && text == NULL && count == 0);
    CHECK_OK(automata_machine_start(seen.chart, NULL, &second, &error));
    automata_machine_free(second);
    CHECK_OK(automata_machine_raise(machine, event_of(seen.chart, "more"), 7, &error));
    CHECK_OK(automata_machine_send_later(machine, event_of(seen.chart, "later"), 8, 100, "a", 1, &error));
    CHECK_OK(automata_machine_send_later(machine, event_of(seen.chart, "later"), 9, 50, "b", 1, &error));
    CHECK_OK(automata_machine_send_later(machine, event_of(seen.chart, "later"), 10, 0, NULL, 0, &error));
    CHECK_OK(automata_machine_cancel(machine, "b", 1, &error));
    CHECK_STATUS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_machine_raise(machine, 1000, 7, &error));
    if (events != NULL) events[0]++;
    return 0;
}

static int note_data(automata_machine *machine, void *context) {
    char text[32];
    (void)context;
    snprintf(text, sizeof text, "%s%u", automata_machine_callback_name(machine), (unsigned)automata_machine_event_data(machine));
    note_text(text);
    return 0;
}

static void test_callbacks(void) {
    static const char text[] =
        "{\"format\": \"statechart\", \"name\": \"c\", \"states\": [{\"name\": \"on\", \"transitions\": ["
        "{\"on\": \"go\", \"do\": [\"back\"]}, {\"on\": \"more\", \"do\": [\"m\"]}, {\"on\": \"later\", \"do\": [\"l\"]}]}]}";
    const automata_binding own[] = {{"back", call_back}, {NULL, note_data}};
    automata_statechart_options all = AUTOMATA_STATECHART_OPTIONS_INIT;
    automata_machine_options machines = AUTOMATA_MACHINE_OPTIONS_INIT;
    automata_statechart *chart = NULL;
    automata_machine *machine = NULL;
    automata_event calls = 0;
    all.actions = own;
    all.action_count = 2;
    CHECK_OK(automata_statechart_read(text, sizeof text - 1, AUTOMATA_STATECHART_JSON, &all, &chart, &error));
    seen.chart = chart;
    machines.context = &calls;
    CHECK_OK(automata_machine_start(chart, &machines, &machine, &error));
    CHECK_OK(automata_machine_send(machine, event_of(chart, "go"), 0, NULL, &error));
    CHECK_TEXT("m7 l10 ", seen.log);
    CHECK(calls == 1 && automata_machine_deadline(machine) == 100);
    CHECK_OK(automata_machine_advance(machine, 100, &error));
    CHECK_TEXT("m7 l10 l8 ", seen.log);
    CHECK_STATUS(AUTOMATA_ERROR_MISPLACED_CALL, automata_machine_raise(machine, 0, 0, &error));
    CHECK_STATUS(AUTOMATA_ERROR_MISPLACED_CALL, automata_machine_send_later(machine, 0, 0, 0, NULL, 0, &error));
    CHECK_STATUS(AUTOMATA_ERROR_MISPLACED_CALL, automata_machine_cancel(machine, "a", 1, &error));
    automata_machine_free(machine);
    automata_statechart_free(chart);
}

static void test_free_in_callback(void) {
    automata_statechart *chart = chart_of(door), *ringing;
    automata_machine_options all = AUTOMATA_MACHINE_OPTIONS_INIT;
    automata_machine *machine = machine_of(chart, NULL);
    seen.is_open = true;
    seen.frees = true;
    /* Three callbacks do. */
    CHECK_OK(automata_machine_send(machine, event_of(chart, "push"), 0, NULL, &error));
    CHECK_TEXT("creak count ring ", seen.log);
    automata_statechart_free(chart);
    ringing = chart_of("{\"format\": \"statechart\", \"states\": [{\"name\": \"a\", \"entry\": [\"ring\"]}]}");
    machine = (automata_machine *)&seen;
    all.context = &seen;
    CHECK_OK(automata_machine_start(ringing, &all, &machine, &error));
    CHECK(machine == NULL);
    automata_statechart_free(ringing);
}

/* A failure raises error.execution. */
static void test_failures(void) {
    automata_statechart *chart = chart_of(
        "{\"format\": \"statechart\", \"states\": [{\"name\": \"a\", \"transitions\": [{\"on\": \"go\", \"to\": \"b\", \"do\": [\"x\", \"y\"]}]},"
        "{\"name\": \"b\", \"transitions\": [{\"on\": \"error.execution\", \"to\": \"c\"}]}, {\"name\": \"c\"}]}");
    automata_machine *machine = machine_of(chart, NULL);
    seen.answer = 1;
    CHECK(send_named(machine, "go", 0) == AUTOMATA_FATE_TAKEN);
    CHECK_TEXT("x ", seen.log);
    CHECK_TEXT("c", active(machine));
    automata_machine_free(machine);
    automata_statechart_free(chart);
}

static void test_limits(void) {
    automata_statechart *chart = chart_of(
        "{\"format\": \"statechart\", \"states\": [{\"name\": \"a\", \"transitions\": [{\"on\": \"go\", \"to\": \"b\"}]},"
        "{\"name\": \"b\", \"transitions\": [{\"if\": \"isOpen\", \"to\": \"c\"}, {\"on\": \"go\", \"to\": \"a\"}]},"
        "{\"name\": \"c\", \"transitions\": [{\"if\": \"isOpen\", \"to\": \"b\"}]}]}");
    automata_machine_options all = AUTOMATA_MACHINE_OPTIONS_INIT;
    automata_machine *machine = NULL;
    automata_fate fate = AUTOMATA_FATE_TAKEN;
    all.context = &seen;
    all.maximum_steps = 9;
    all.maximum_events = 1;
    CHECK_OK(automata_machine_start(chart, &all, &machine, &error));
    seen.is_open = true;
    CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED, automata_machine_send_named(machine, "go", 2, 0, &fate, &error));
    CHECK(fate == AUTOMATA_FATE_IGNORED && automata_machine_active_states(machine).count == 1);
    /* It can go on. */
    seen.is_open = false;
    CHECK_OK(automata_machine_send_named(machine, "go", 2, 0, &fate, &error));
    automata_machine_free(machine);
    automata_statechart_free(chart);
}

/* ---- Snapshots ---- */

static const char player[] =
    "{\"format\": \"statechart\", \"name\": \"player\", \"states\": ["
    "  {\"name\": \"on\", \"initial\": \"one\", \"states\": ["
    "    {\"name\": \"memory\", \"kind\": \"shallowHistory\", \"transitions\": [{\"to\": \"one\"}]},"
    "    {\"name\": \"one\", \"transitions\": [{\"on\": \"next\", \"to\": \"two\"}]},"
    "    {\"name\": \"two\", \"entry\": [{\"send\": \"tick\", \"after\": \"3ms\", \"id\": \"t\"}]}],"
    "   \"transitions\": [{\"on\": \"pause\", \"to\": \"off\"}]},"
    "  {\"name\": \"off\", \"defer\": [\"next\", \"tick\"], \"transitions\": [{\"on\": \"play\", \"to\": \"memory\"}, {\"after\": 9, \"to\": \"off\"}]}]}";

static void test_snapshots(void) {
    automata_statechart *chart = chart_of(player), *other;
    automata_machine *machine = machine_of(chart, NULL), *again = NULL;
    automata_machine_options few = AUTOMATA_MACHINE_OPTIONS_INIT;
    char *text = NULL, *same = NULL;
    size_t length = 0, cut;
    send_named(machine, "next", 0);
    CHECK_OK(automata_machine_advance(machine, 1500, &error));
    send_named(machine, "pause", 0);
    CHECK(send_named(machine, "next", UINT64_MAX) == AUTOMATA_FATE_DEFERRED);
    CHECK_OK(automata_machine_snapshot(machine, &text, &length, &error));
    automata_machine_free(machine);
    CHECK_OK(automata_machine_restore(chart, text, length, NULL, &again, &error));
    CHECK_OK(automata_machine_snapshot(again, &same, &length, &error));
    CHECK_TEXT(text, same);
    CHECK_TEXT("off", active(again));
    CHECK(automata_machine_time(again) == 1500 && automata_machine_deadline(again) == 3000000);
    CHECK(send_named(again, "play", 0) == AUTOMATA_FATE_TAKEN);
    CHECK_TEXT("two", active(again));
    automata_machine_free(again);
    /* What isn't whole, doesn't fit or is too much. */
    for (cut = 0; cut + 2 < length; cut++) {
        CHECK_STATUS(AUTOMATA_ERROR_INVALID_TEXT, automata_machine_restore(chart, text, cut, NULL, &again, &error));
        CHECK(again == NULL);
    }
    other = chart_of(door);
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_TEXT, automata_machine_restore(other, text, length, NULL, &again, &error));
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_TEXT, automata_machine_restore(
        chart, "{\"format\": \"statechart-machine\", \"version\": 1, \"active\": [\"one\", \"two\"]}", AUTOMATA_ZERO_TERMINATED, NULL, &again, &error));
    few.maximum_events = 1;
    CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED, automata_machine_restore(chart, text, length, &few, &again, &error));
    automata_free(text);
    automata_free(same);
    automata_statechart_free(other);
    automata_statechart_free(chart);
}

/* A session for each caller, which ends by its own event. */
static const char switchboard[] =
    "{\"format\": \"statechart\", \"name\": \"board\", \"submachines\": [{\"name\": \"session\", \"states\": ["
    "  {\"name\": \"talks\", \"transitions\": [{\"after\": 7, \"to\": \"waits\"}, {\"on\": \"hangUp\", \"to\": \"over\", \"do\": [\"log\"]}]},"
    "  {\"name\": \"waits\"}, {\"name\": \"over\", \"kind\": \"final\"}]}], \"states\": ["
    "  {\"name\": \"calls\", \"kind\": \"regions\", \"submachine\": \"session\", \"transitions\": ["
    "    {\"on\": \"ring\", \"do\": [{\"addRegion\": \"calls\"}]}]}]}";

static void test_regions(void) {
    automata_statechart *chart = chart_of(switchboard);
    automata_machine *machine = machine_of(chart, NULL), *again = NULL;
    automata_event ring = event_of(chart, "ring"), hang_up = event_of(chart, "hangUp");
    automata_fate fate = AUTOMATA_FATE_DEFERRED;
    char *text = NULL, *same = NULL;
    size_t length = 0;
    int i;
    for (i = 0; i < 5; i++) CHECK_OK(automata_machine_send(machine, ring, 0, NULL, &error));
    CHECK(automata_machine_active_states(machine).count == 5);
    CHECK_OK(automata_machine_send_to_region(machine, 2, hang_up, 3, &fate, &error));
    CHECK(fate == AUTOMATA_FATE_TAKEN && seen.data == 3 && seen.region == 2);
    CHECK(automata_machine_active_states(machine).count == 4 && automata_machine_region(machine) == 0);
    CHECK_OK(automata_machine_send_to_region(machine, 2, hang_up, 3, &fate, &error));
    CHECK(fate == AUTOMATA_FATE_IGNORED);
    CHECK_OK(automata_machine_snapshot(machine, &text, &length, &error));
    CHECK_OK(automata_machine_restore(chart, text, length, NULL, &again, &error));
    CHECK_OK(automata_machine_snapshot(again, &same, &length, &error));
    CHECK_TEXT(text, same);
    CHECK_OK(automata_machine_advance(again, 7000000, &error));
    CHECK_TEXT("calls.waits calls.waits calls.waits calls.waits", active(again));
    automata_machine_free(again);
    automata_machine_free(machine);
    automata_free(text);
    automata_free(same);
    automata_statechart_free(chart);
}

/* ---- Building ---- */

static void add_state(automata_statechart_builder *builder, const char *parent, const char *name, automata_state_kind kind) {
    automata_state_definition state = AUTOMATA_STATE_DEFINITION_INIT;
    state.parent = parent;
    state.name = name;
    state.kind = kind;
    CHECK_OK(automata_statechart_builder_add_state(builder, &state, &error));
}

static void add_transition(
    automata_statechart_builder *builder, const char *source, const char *event, const char *guard, const char *target) {
    automata_transition_definition transition = AUTOMATA_TRANSITION_DEFINITION_INIT;
    transition.source = source;
    transition.trigger = event == NULL ? AUTOMATA_TRIGGER_ALWAYS : AUTOMATA_TRIGGER_EVENT;
    transition.event = event;
    transition.guard = guard;
    transition.target = target;
    CHECK_OK(automata_statechart_builder_add_transition(builder, &transition, &error));
}

static void test_building(void) {
    static const char *const waiting[] = {"late"}, *const second[] = {"b2"};
    const automata_action entry[] = {
        {AUTOMATA_ACTION_PERFORM, "hello", 0, NULL}, {AUTOMATA_ACTION_RAISE, "go", 0, NULL},
        {AUTOMATA_ACTION_SEND, "soon", 2000, "s"}, {AUTOMATA_ACTION_SEND, "never", 1000, "n"}, {AUTOMATA_ACTION_CANCEL, NULL, 0, "n"}};
    automata_statechart_builder *builder = NULL;
    automata_statechart_options all = options();
    automata_state_definition state = AUTOMATA_STATE_DEFINITION_INIT;
    automata_transition_definition transition = AUTOMATA_TRANSITION_DEFINITION_INIT;
    const automata_state_definition blank_state = AUTOMATA_STATE_DEFINITION_INIT;
    const automata_transition_definition blank_transition = AUTOMATA_TRANSITION_DEFINITION_INIT;
    automata_statechart *chart = NULL, *whole = NULL;
    automata_machine *machine;

    CHECK_OK(automata_statechart_builder_new("built", AUTOMATA_ZERO_TERMINATED, false, &builder, &error));
    state.name = "start";
    state.entry = entry;
    state.entry_count = 5;
    state.deferred = waiting;
    state.deferred_count = 1;
    CHECK_OK(automata_statechart_builder_add_state(builder, &state, &error));
    CHECK_STATUS(AUTOMATA_ERROR_DUPLICATE_NAME, automata_statechart_builder_add_state(builder, &state, &error));
    state.name = "lost";
    state.parent = "nowhere";
    CHECK_STATUS(AUTOMATA_ERROR_UNKNOWN_NAME, automata_statechart_builder_add_state(builder, &state, &error));
    CHECK_TEXT("there is no state named 'nowhere'", error.message);
    add_state(builder, NULL, "fork", AUTOMATA_STATE_CHOICE);
    add_state(builder, NULL, "both", AUTOMATA_STATE_ORTHOGONAL);
    add_state(builder, "both", "a", AUTOMATA_STATE_PLAIN);
    add_state(builder, "a", "a1", AUTOMATA_STATE_PLAIN);
    add_state(builder, "a", "a2", AUTOMATA_STATE_PLAIN);
    add_state(builder, "both", "b", AUTOMATA_STATE_PLAIN);
    add_state(builder, "b", "b1", AUTOMATA_STATE_PLAIN);
    add_state(builder, "b", "b2", AUTOMATA_STATE_PLAIN);
    add_state(builder, NULL, "end", AUTOMATA_STATE_FINAL);
    add_transition(builder, "start", "soon", NULL, "fork");
    add_transition(builder, "fork", NULL, "isOpen", "end");
    transition.source = "fork";
    transition.trigger = AUTOMATA_TRIGGER_ALWAYS;
    transition.target = "a2";
    transition.fork = second;
    transition.fork_count = 1;
    CHECK_OK(automata_statechart_builder_add_transition(builder, &transition, &error));
    transition = blank_transition;
    transition.source = "a2";
    transition.join = second;
    transition.join_count = 1;
    transition.event = "late";
    transition.target = "end";
    transition.actions = entry;
    transition.action_count = 1;
    CHECK_OK(automata_statechart_builder_add_transition(builder, &transition, &error));
    transition.source = "nobody";
    CHECK_STATUS(AUTOMATA_ERROR_UNKNOWN_NAME, automata_statechart_builder_add_transition(builder, &transition, &error));
    CHECK_OK(automata_statechart_builder_build(builder, &all, &chart, &error));
    seen.chart = chart;
    machine = machine_of(chart, NULL);
    CHECK_TEXT("hello ", seen.log);
    CHECK(send_named(machine, "late", 0) == AUTOMATA_FATE_DEFERRED);
    CHECK(automata_machine_deadline(machine) == 2000);
    CHECK_OK(automata_machine_advance(machine, 2000, &error));
    CHECK_TEXT("end", active(machine));
    CHECK_TEXT("hello hello ", seen.log);
    automata_machine_free(machine);
    automata_statechart_builder_free(builder);

    /* The chart as a part of another one. */
    CHECK_OK(automata_statechart_builder_new("whole", AUTOMATA_ZERO_TERMINATED, false, &builder, &error));
    CHECK_OK(automata_statechart_builder_add_submachine(builder, chart, &error));
    CHECK_STATUS(AUTOMATA_ERROR_DUPLICATE_NAME, automata_statechart_builder_add_submachine(builder, chart, &error));
    automata_statechart_free(chart);
    state = blank_state;
    state.name = "part";
    state.submachine = "built";
    CHECK_OK(automata_statechart_builder_add_state(builder, &state, &error));
    add_state(builder, NULL, "done", AUTOMATA_STATE_PLAIN);
    transition = blank_transition;
    transition.source = "part";
    transition.trigger = AUTOMATA_TRIGGER_COMPLETION;
    transition.target = "done";
    CHECK_OK(automata_statechart_builder_add_transition(builder, &transition, &error));
    transition.source = "done";
    transition.trigger = AUTOMATA_TRIGGER_AFTER;
    transition.delay = 1;
    transition.target = "part";
    CHECK_OK(automata_statechart_builder_add_transition(builder, &transition, &error));
    CHECK_OK(automata_statechart_builder_build(builder, &all, &whole, &error));
    seen.chart = whole;
    machine = machine_of(whole, NULL);
    CHECK_TEXT("part.start", active(machine));
    seen.is_open = true;
    CHECK_OK(automata_machine_advance(machine, 2000, &error));
    CHECK_TEXT("done", active(machine));
    CHECK_OK(automata_machine_advance(machine, 2001, &error));
    CHECK_TEXT("part.start", active(machine));
    automata_machine_free(machine);
    automata_statechart_free(whole);
    automata_statechart_builder_free(builder);
}

static void test_refused_definitions(void) {
    const automata_action odd[] = {{(automata_action_kind)9, "x", 0, NULL}}, empty[] = {{AUTOMATA_ACTION_RAISE, NULL, 0, NULL}};
    static const char *const hole[] = {NULL};
    automata_statechart_builder *builder = NULL;
    automata_state_definition good = AUTOMATA_STATE_DEFINITION_INIT, state;
    automata_transition_definition fine = AUTOMATA_TRANSITION_DEFINITION_INIT, transition;
    CHECK_OK(automata_statechart_builder_new("r", 1, true, &builder, &error));
    good.name = "a";
#define REFUSED_STATE(change) \
    do { \
        state = good; \
        change; \
        CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_statechart_builder_add_state(builder, &state, &error)); \
    } while (0)
    REFUSED_STATE(state.name = NULL);
    REFUSED_STATE(state.name = "\xff");
    REFUSED_STATE(state.kind = (automata_state_kind)11);
    REFUSED_STATE(state.struct_size = 8);
    REFUSED_STATE((state.entry = odd, state.entry_count = 1));
    REFUSED_STATE((state.exit = empty, state.exit_count = 1));
    REFUSED_STATE(state.exit_count = 1);
    REFUSED_STATE((state.deferred = hole, state.deferred_count = 1));
    CHECK_OK(automata_statechart_builder_add_state(builder, &good, &error));
    fine.event = "e";
#define REFUSED_TRANSITION(change) \
    do { \
        transition = fine; \
        change; \
        CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_statechart_builder_add_transition(builder, &transition, &error)); \
    } while (0)
    REFUSED_TRANSITION(transition.event = NULL);
    REFUSED_TRANSITION(transition.trigger = (automata_trigger)4);
    REFUSED_TRANSITION((transition.fork = hole, transition.fork_count = 1));
    REFUSED_TRANSITION((transition.fork = &good.name, transition.fork_count = 1));
    REFUSED_TRANSITION(transition.join_count = SIZE_MAX);
    REFUSED_TRANSITION((transition.actions = odd, transition.action_count = 1));
    automata_statechart_builder_free(builder);
}

int main(void) {
    static void (*const tests[])(void) = {
        test_charts, test_findings, test_events, test_time, test_many_timers, test_recorder, test_callbacks, test_free_in_callback, test_failures,
        test_limits, test_snapshots, test_regions, test_building, test_refused_definitions};
    size_t i;
    for (i = 0; i < sizeof tests / sizeof *tests; i++) {
        forget();
        tests[i]();
    }
    return check_done();
}
