/* Statecharts: reading, writing, building, and what is refused. */
#include "statecharts.h"

/* ---- Charts ---- */

static void test_charts(void) {
    automata_statechart *chart = chart_of(door), *copy = automata_statechart_retain(chart), *other = NULL;
    automata_statechart_options all = options();
    automata_names states = automata_statechart_state_names(chart), events = automata_statechart_event_names(chart);
    automata_statechart_format format;
    automata_statechart_state state = 9;
    automata_statechart_event event = 9;
    char *text = NULL;
    size_t length = 0, i;

    CHECK(states.count == 4 && strcmp(states.items[0].data, "door") == 0 && strcmp(states.items[3].data, "broken") == 0);
    CHECK(automata_statechart_parent(chart, 2) == 0);
    CHECK(automata_statechart_parent(chart, 0) == AUTOMATA_STATECHART_NO_STATE && automata_statechart_parent(chart, 4) == AUTOMATA_STATECHART_NO_STATE);
    CHECK(state_of(chart, "opened") == 2);
    CHECK_STATUS(AUTOMATA_ERROR_UNKNOWN_NAME, automata_statechart_find_state(chart, "x", 1, &state, &error));
    CHECK_TEXT("there is no state named 'x'", error.message);
    CHECK(state == 0);
    for (i = 0; i < events.count; i++) CHECK(event_of(chart, events.items[i].data) == i);
    CHECK(event_of(chart, "push") < events.count && event_of(chart, "break") < events.count);
    CHECK_STATUS(AUTOMATA_ERROR_UNKNOWN_NAME, automata_statechart_find_event(chart, "break.it", 8, &event, &error));
    /* What is written is read as the same. */
    for (format = AUTOMATA_STATECHART_FORMAT_JSON; format <= AUTOMATA_STATECHART_FORMAT_SCXML; format = (automata_statechart_format)(format + 1)) {
        char *again = NULL;
        size_t again_length = 0;
        CHECK_OK(automata_statechart_text(chart, format, &text, &length, &error));
        CHECK(text != NULL && strlen(text) == length);
        CHECK_OK(automata_statechart_from_text(text, length, AUTOMATA_STATECHART_FORMAT_GUESS, &all, &other, &error));
        CHECK_OK(automata_statechart_text(other, format, &again, &again_length, &error));
        CHECK_TEXT(text, again);
        automata_free(text);
        automata_free(again);
        automata_statechart_free(other);
    }
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_statechart_text(chart, AUTOMATA_STATECHART_FORMAT_GUESS, &text, &length, &error));
    automata_statechart_free(chart);
    CHECK_TEXT("closed", automata_statechart_state_names(copy).items[1].data);
    automata_statechart_free(copy);
}

static int is_never(automata_machine *machine, void *context) {
    (void)machine;
    (void)context;
    return 0;
}

static void count_notes(const char *text, void *context) {
    CHECK(text[0] != '\0');
    ++*(int *)context;
}

static void test_findings(void) {
    static const char wrong[] =
        "{\"format\": \"statechart\", \"name\": \"w\", \"states\": [{\"name\": \"a\", \"entry\": [\"x\"],"
        " \"transitions\": [{\"on\": \"e\", \"to\": \"nowhere\"}, {\"on\": \"e\", \"to\": \"void\"}]}]}";
    static const automata_statechart_binding twice[] = {{"a", note_name}, {"a", note_name}}, rests[] = {{NULL, note_name}, {NULL, note_name}};
    automata_statechart_options all = AUTOMATA_STATECHART_OPTIONS_INIT;
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    automata_statechart *chart = NULL;
    int notes = 0;
    all.note = count_notes;
    all.context = &notes;
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_STATECHART, automata_statechart_from_text(wrong, sizeof wrong - 1, AUTOMATA_STATECHART_FORMAT_JSON, &all, &chart, &error));
    CHECK(notes == 2 && chart == NULL);
    CHECK(error.line == 1 && error.column == 50 && strncmp(error.message, "-:1:50: w/a: ", 13) == 0);
    CHECK(strstr(error.message, "w/a: ") != NULL && strstr(error.message, "'nowhere'") != NULL && strstr(error.message, "'void'") != NULL);
    /* Warnings don't keep a chart from running. */
    notes = 0;
    CHECK_OK(automata_statechart_from_text(
        "{\"format\": \"statechart\", \"name\": \"w\", \"states\": [{\"name\": \"a\"}, {\"name\": \"b\"}]}", AUTOMATA_ZERO_TERMINATED,
        AUTOMATA_STATECHART_FORMAT_JSON, &all, &chart, &error));
    CHECK(notes == 1);
    automata_statechart_free(chart);
    /* Nor does what the reader doubts or leaves out: another version, and metadata. */
    notes = 0;
    CHECK_OK(automata_statechart_from_text(
        "<scxml xmlns='http://www.w3.org/2005/07/scxml' xmlns:q='http://q' version='2.0'><state id='a' q:x='1'>"
        "<transition event='e' target='a'/></state></scxml>", AUTOMATA_ZERO_TERMINATED,
        AUTOMATA_STATECHART_FORMAT_SCXML, &all, &chart, &error));
    CHECK(notes == 2);
    automata_statechart_free(chart);
    /* Functions that are missing, given twice or NULL. */
    notes = 0;
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_STATECHART, automata_statechart_from_text(door, sizeof door - 1, AUTOMATA_STATECHART_FORMAT_JSON, &all, &chart, &error));
    CHECK(notes == 4);
    CHECK(strstr(error.message, "no function is bound to the guard 'isOpen'; add it to options.guards") != NULL);
    CHECK(strstr(error.message, "no function is bound to the action 'creak'; add it to options.actions") != NULL);
    all.actions = twice;
    all.action_count = 2;
    CHECK_STATUS(AUTOMATA_ERROR_DUPLICATE_NAME, automata_statechart_from_text(door, sizeof door - 1, AUTOMATA_STATECHART_FORMAT_JSON, &all, &chart, &error));
    all.actions = rests;
    CHECK_STATUS(AUTOMATA_ERROR_DUPLICATE_NAME, automata_statechart_from_text(door, sizeof door - 1, AUTOMATA_STATECHART_FORMAT_JSON, &all, &chart, &error));
    /* Nobody would evaluate scripts, or run activities. */
    all = options();
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_STATECHART, automata_statechart_from_text(
        "{\"format\": \"statechart\", \"states\": [{\"name\": \"a\", \"activities\": [\"x\"]}]}", AUTOMATA_ZERO_TERMINATED,
        AUTOMATA_STATECHART_FORMAT_JSON, &all, &chart, &error));
    CHECK_TEXT("-:1:37: /a: a machine doesn't run activities; use entry and exit actions", error.message);
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_STATECHART, automata_statechart_from_text(
        "<scxml xmlns=\"http://www.w3.org/2005/07/scxml\" version=\"1.0\" datamodel=\"ecmascript\">"
        "<state id=\"a\"><transition event=\"go\" cond=\"x > 1\"/></state></scxml>",
        AUTOMATA_ZERO_TERMINATED, AUTOMATA_STATECHART_FORMAT_SCXML, &all, &chart, &error));
    CHECK_TEXT(
        "-:1:1: scripts in 'ecmascript' can't run from C; use datamodel 'automata', or guards and actions that your C code"
        " implements",
        error.message);
    /* In SCXML, the name of a guard is a condition. */
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_STATECHART, automata_statechart_from_text(
        "<scxml xmlns=\"http://www.w3.org/2005/07/scxml\" version=\"1.0\">"
        "<state id=\"a\"><transition event=\"go\" cond=\"nobody\"/></state></scxml>",
        AUTOMATA_ZERO_TERMINATED, AUTOMATA_STATECHART_FORMAT_SCXML, &all, &chart, &error));
    CHECK_TEXT("-:1:62: /a: no function is bound to the guard 'nobody'; add it to options.guards", error.message);
    {
        const automata_statechart_binding ready[] = {{"ready", is_never}};
        automata_statechart_options with_ready = AUTOMATA_STATECHART_OPTIONS_INIT;
        automata_machine *machine = NULL;
        with_ready.guards = ready;
        with_ready.guard_count = 1;
        CHECK_OK(automata_statechart_from_text(
            "<scxml xmlns=\"http://www.w3.org/2005/07/scxml\" version=\"1.0\"><state id=\"a\">"
            "<transition event=\"go\" cond=\"ready\" target=\"b\"/><transition event=\"go\" target=\"c\"/></state>"
            "<state id=\"b\"/><state id=\"c\"/></scxml>",
            AUTOMATA_ZERO_TERMINATED, AUTOMATA_STATECHART_FORMAT_SCXML, &with_ready, &chart, &error));
        CHECK_OK(automata_machine_start(chart, NULL, &machine, &error));
        CHECK_OK(automata_machine_send(machine, event_of(chart, "go"), 0, NULL, &error));
        CHECK(automata_machine_is_active(machine, state_of(chart, "c")));
        automata_machine_free(machine);
        automata_statechart_free(chart);
    }
    /* No budget raises a fixed limit. */
    {
        enum { LEVELS = 1100 };
        char *deep = (char *)malloc(LEVELS * 40 + 200);
        int end = sprintf(deep, "<scxml xmlns='http://www.w3.org/2005/07/scxml' version='1.0'>"), level;
        for (level = 0; level < LEVELS; level++) end += sprintf(deep + end, "<state id='s%d'>", level);
        for (level = 0; level < LEVELS; level++) end += sprintf(deep + end, "</state>");
        sprintf(deep + end, "</scxml>");
        CHECK_STATUS(AUTOMATA_ERROR_TOO_LARGE, automata_statechart_from_text(deep, AUTOMATA_ZERO_TERMINATED, AUTOMATA_STATECHART_FORMAT_SCXML, &all, &chart, &error));
        free(deep);
    }
    /* The sentence comes after a long path, too. */
    {
        enum { LEVELS = 900 };
        char *deep = (char *)malloc(LEVELS * 40 + 200);
        int end = sprintf(deep, "<scxml xmlns='http://www.w3.org/2005/07/scxml' version='1.0'>"), level;
        for (level = 0; level < LEVELS; level++) end += sprintf(deep + end, "<state id='s%d'>", level);
        end += sprintf(deep + end, "<transition event='e' target='x'/>");
        for (level = 0; level < LEVELS; level++) end += sprintf(deep + end, "</state>");
        sprintf(deep + end, "</scxml>");
        CHECK_STATUS(AUTOMATA_ERROR_INVALID_STATECHART, automata_statechart_from_text(deep, AUTOMATA_ZERO_TERMINATED, AUTOMATA_STATECHART_FORMAT_SCXML, &all, &chart, &error));
        CHECK(strstr(error.message, "s0/s1/s2/") != NULL && strstr(error.message, "\xe2\x80\xa6") != NULL);
        CHECK(strstr(error.message, "/s899: ") != NULL && strstr(error.message, "'x'") != NULL);
        free(deep);
    }
    /* A ring of charts is too large for every budget, as the names of copies are. */
    {
        enum { CHARTS = 20000 };
        char *ring = (char *)malloc(CHARTS * 100 + 200);
        int end = sprintf(ring, "{\"format\": \"statechart\", \"states\": [{\"name\": \"a\", \"submachine\": \"m0\"}], \"submachines\": ["), i;
        for (i = 0; i < CHARTS; i++)
            end += sprintf(
                ring + end, "%s{\"name\": \"m%d\", \"states\": [{\"name\": \"s\", \"submachine\": \"m%d\"}]}", i > 0 ? "," : "", i, (i + 1) % CHARTS);
        sprintf(ring + end, "]}");
        CHECK_STATUS(AUTOMATA_ERROR_TOO_LARGE, automata_statechart_from_text(ring, AUTOMATA_ZERO_TERMINATED, AUTOMATA_STATECHART_FORMAT_JSON, &all, &chart, &error));
        free(ring);
    }
    /* Of two submachines with one name, states could use only one. */
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_STATECHART, automata_statechart_from_text(
        "{\"format\": \"statechart\", \"name\": \"w\", \"states\": [{\"name\": \"a\", \"submachine\": \"m\"}], \"submachines\": ["
        "{\"name\": \"m\", \"states\": [{\"name\": \"x\"}]}, {\"name\": \"m\", \"states\": [{\"name\": \"y\"}]}]}",
        AUTOMATA_ZERO_TERMINATED, AUTOMATA_STATECHART_FORMAT_JSON, &all, &chart, &error));
    CHECK(strstr(error.message, "there are two submachines 'm'; rename one of the two") != NULL);
    /* Copies of submachines count before they are made. */
    {
        automata_budget budget = AUTOMATA_BUDGET_INIT;
        automata_statechart_options small = options();
        budget.maximum_bytes = 1000000;
        small.budget = &budget;
        CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED, automata_statechart_from_text(
            "{\"format\": \"statechart\", \"submachines\": ["
            "{\"name\": \"m\", \"states\": [{\"name\": \"x\"}, {\"name\": \"y\"}, {\"name\": \"z\"}, {\"name\": \"u\"}, {\"name\": \"v\"}, {\"name\": \"w\"}, {\"name\": \"o\"}, {\"name\": \"p\"}, {\"name\": \"q\"}]},"
            "{\"name\": \"n\", \"states\": [{\"name\": \"a\", \"submachine\": \"m\"}, {\"name\": \"b\", \"submachine\": \"m\"},"
            " {\"name\": \"c\", \"submachine\": \"m\"}, {\"name\": \"d\", \"submachine\": \"m\"}, {\"name\": \"e\", \"submachine\": \"m\"}]},"
            "{\"name\": \"o\", \"states\": [{\"name\": \"a\", \"submachine\": \"n\"}, {\"name\": \"b\", \"submachine\": \"n\"},"
            " {\"name\": \"c\", \"submachine\": \"n\"}, {\"name\": \"d\", \"submachine\": \"n\"}, {\"name\": \"e\", \"submachine\": \"n\"}]},"
            "{\"name\": \"p\", \"states\": [{\"name\": \"a\", \"submachine\": \"o\"}, {\"name\": \"b\", \"submachine\": \"o\"},"
            " {\"name\": \"c\", \"submachine\": \"o\"}, {\"name\": \"d\", \"submachine\": \"o\"}, {\"name\": \"e\", \"submachine\": \"o\"}]}],"
            " \"states\": [{\"name\": \"z\", \"submachine\": \"p\"}]}",
            AUTOMATA_ZERO_TERMINATED, AUTOMATA_STATECHART_FORMAT_JSON, &small, &chart, &error));
    }
    /* Conditions about states need no scripts. */
    CHECK_OK(automata_statechart_from_text(
        "<scxml xmlns=\"http://www.w3.org/2005/07/scxml\" version=\"1.0\" datamodel=\"ecmascript\">"
        "<state id=\"a\"><transition event=\"go\" cond=\"!In('a')\"/></state></scxml>",
        AUTOMATA_ZERO_TERMINATED, AUTOMATA_STATECHART_FORMAT_SCXML, &all, &chart, &error));
    automata_statechart_free(chart);
    chart = NULL;
    /* Texts. */
    all.input_name = "f.json";
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_TEXT, automata_statechart_from_text("{\n  7}", 6, AUTOMATA_STATECHART_FORMAT_GUESS, &all, &chart, &error));
    CHECK(error.line == 2 && error.column == 3 && strncmp(error.message, "f.json:2:3: ", 12) == 0);
    CHECK_STATUS(AUTOMATA_ERROR_UNKNOWN_FORMAT, automata_statechart_from_text("?", 1, AUTOMATA_STATECHART_FORMAT_GUESS, &all, &chart, &error));
    CHECK_STATUS(AUTOMATA_ERROR_UNKNOWN_FORMAT, automata_statechart_from_text("", 0, AUTOMATA_STATECHART_FORMAT_GUESS, &all, &chart, &error));
    CHECK_STATUS(AUTOMATA_ERROR_FILE, automata_statechart_from_file("/nonexistent/x.json", AUTOMATA_STATECHART_FORMAT_GUESS, &all, &chart, &error));
    /* Of a file without end, as much is read as a text may have. */
    CHECK_STATUS(AUTOMATA_ERROR_TOO_LARGE, automata_statechart_from_file("/dev/zero", AUTOMATA_STATECHART_FORMAT_GUESS, &all, &chart, &error));
    CHECK_TEXT("f.json: the text is longer than 16777216 bytes; divide the chart", error.message);
    budget.maximum_bytes = 640;
    all.budget = &budget;
    CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED, automata_statechart_from_text(door, sizeof door - 1, AUTOMATA_STATECHART_FORMAT_JSON, &all, &chart, &error));
    CHECK_TEXT("f.json: the text is longer than 10 bytes; divide the chart", error.message);
    CHECK(chart == NULL);
}

/* ---- Building ---- */

static void add_state(automata_statechart_builder *builder, const char *parent, const char *name, automata_statechart_state_kind kind) {
    automata_statechart_state_definition state = AUTOMATA_STATECHART_STATE_DEFINITION_INIT;
    state.parent = parent;
    state.name = name;
    state.kind = kind;
    CHECK_OK(automata_statechart_builder_add_state(builder, &state, &error));
}

static void add_transition(
    automata_statechart_builder *builder, const char *source, const char *event, const char *guard, const char *target) {
    automata_statechart_transition_definition transition = AUTOMATA_STATECHART_TRANSITION_DEFINITION_INIT;
    transition.source = source;
    transition.trigger = event == NULL ? AUTOMATA_STATECHART_TRIGGER_ALWAYS : AUTOMATA_STATECHART_TRIGGER_EVENT;
    transition.event = event;
    transition.guard = guard;
    transition.target = target;
    CHECK_OK(automata_statechart_builder_add_transition(builder, &transition, &error));
}

static void test_building(void) {
    static const char *const waiting[] = {"late"}, *const second[] = {"b2"};
    const automata_statechart_action entry[] = {
        {AUTOMATA_STATECHART_ACTION_PERFORM, "hello", 0, NULL, NULL}, {AUTOMATA_STATECHART_ACTION_RAISE, "go", 0, NULL, NULL},
        {AUTOMATA_STATECHART_ACTION_SEND, "soon", 2000, "s", NULL}, {AUTOMATA_STATECHART_ACTION_SEND, "never", 1000, "n", NULL},
        {AUTOMATA_STATECHART_ACTION_CANCEL, NULL, 0, "n", NULL}};
    automata_statechart_builder *builder = NULL;
    automata_statechart_options all = options();
    automata_statechart_state_definition state = AUTOMATA_STATECHART_STATE_DEFINITION_INIT;
    automata_statechart_transition_definition transition = AUTOMATA_STATECHART_TRANSITION_DEFINITION_INIT;
    const automata_statechart_state_definition blank_state = AUTOMATA_STATECHART_STATE_DEFINITION_INIT;
    const automata_statechart_transition_definition blank_transition = AUTOMATA_STATECHART_TRANSITION_DEFINITION_INIT;
    automata_statechart *chart = NULL, *whole = NULL;
    automata_machine *machine;

    builder = builder_of("built", AUTOMATA_STATECHART_STATE_PLAIN);
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
    add_state(builder, NULL, "fork", AUTOMATA_STATECHART_STATE_CHOICE);
    add_state(builder, NULL, "both", AUTOMATA_STATECHART_STATE_ORTHOGONAL);
    add_state(builder, "both", "a", AUTOMATA_STATECHART_STATE_PLAIN);
    add_state(builder, "a", "a1", AUTOMATA_STATECHART_STATE_PLAIN);
    add_state(builder, "a", "a2", AUTOMATA_STATECHART_STATE_PLAIN);
    add_state(builder, "both", "b", AUTOMATA_STATECHART_STATE_PLAIN);
    add_state(builder, "b", "b1", AUTOMATA_STATECHART_STATE_PLAIN);
    add_state(builder, "b", "b2", AUTOMATA_STATECHART_STATE_PLAIN);
    add_state(builder, NULL, "end", AUTOMATA_STATECHART_STATE_FINAL);
    add_transition(builder, "start", "soon", NULL, "fork");
    add_transition(builder, "fork", NULL, "isOpen", "end");
    transition.source = "fork";
    transition.trigger = AUTOMATA_STATECHART_TRIGGER_ALWAYS;
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
    CHECK(send_named(machine, "late", 0) == AUTOMATA_MACHINE_FATE_DEFERRED);
    CHECK(automata_machine_deadline(machine) == 2000);
    CHECK_OK(automata_machine_advance(machine, 2000, &error));
    CHECK_TEXT("end", active(machine));
    CHECK_TEXT("hello hello ", seen.log);
    automata_machine_free(machine);
    automata_statechart_builder_free(builder);

    /* The chart as a part of another one. */
    builder = builder_of("whole", AUTOMATA_STATECHART_STATE_PLAIN);
    CHECK_OK(automata_statechart_builder_add_submachine(builder, chart, &error));
    CHECK_STATUS(AUTOMATA_ERROR_DUPLICATE_NAME, automata_statechart_builder_add_submachine(builder, chart, &error));
    automata_statechart_free(chart);
    state = blank_state;
    state.name = "part";
    state.submachine = "built";
    CHECK_OK(automata_statechart_builder_add_state(builder, &state, &error));
    add_state(builder, NULL, "done", AUTOMATA_STATECHART_STATE_PLAIN);
    transition = blank_transition;
    transition.source = "part";
    transition.trigger = AUTOMATA_STATECHART_TRIGGER_COMPLETION;
    transition.target = "done";
    CHECK_OK(automata_statechart_builder_add_transition(builder, &transition, &error));
    transition.source = "done";
    transition.trigger = AUTOMATA_STATECHART_TRIGGER_AFTER;
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

/* Conditions that need no expressions: names, states, and what joins them. */
static void test_conditions(void) {
    static const char *const texts[] = {
        "{\"format\": \"statechart\", \"name\": \"c\", \"states\": [{\"name\": \"a\", \"transitions\": [{\"on\": \"go\", \"if\": {\"all\": ["
        "{\"active\": \"a\"}, \"isOpen\", {\"not\": {\"any\": [{\"active\": \"b\"}]}}]}, \"to\": \"b\"}]}, {\"name\": \"b\"}]}",
        "<scxml xmlns='http://www.w3.org/2005/07/scxml' xmlns:automata='urn:automata:statechart' version='1.0' name='c'><state id='a'>"
        "<transition event='go' cond=\"In('a') &amp;&amp; !(In('b') || In('b'))\" automata:guard='isOpen' target='b'/></state>"
        "<state id='b'/></scxml>"};
    size_t i;
    for (i = 0; i < 2; i++) {
        automata_statechart *chart = chart_of(texts[i]);
        automata_machine *machine = machine_of(chart, NULL);
        seen.is_open = false;
        CHECK(send_named(machine, "go", 0) == AUTOMATA_MACHINE_FATE_IGNORED);
        seen.is_open = true;
        CHECK(send_named(machine, "go", 0) == AUTOMATA_MACHINE_FATE_TAKEN);
        automata_machine_free(machine);
        automata_statechart_free(chart);
    }
}

/* ---- Inspecting ---- */

static const char lift[] =
    "{\"format\": \"statechart\", \"name\": \"lift\", \"variables\": {\"floor\": \"0\"}, \"defer\": \"call\", \"entry\": [\"hello\"],"
    " \"submachines\": [{\"name\": \"door\", \"states\": [{\"name\": \"shut\", \"transitions\": [{\"on\": [\"open\", \"key.*\"], \"to\": \"wide\"}]},"
    "  {\"name\": \"wide\"}], \"transitions\": [{\"on\": \"reset\", \"to\": \"shut\", \"do\": [{\"log\": \"l\", \"value\": \"floor\"}]}]}],"
    " \"states\": [{\"name\": \"here\", \"submachine\": \"door\", \"transitions\": [{\"after\": \"2s\", \"if\": {\"all\": [\"isOpen\", {\"when\": \"floor > 1\"}]},"
    "  \"to\": \"both\", \"do\": [{\"assign\": \"floor\", \"value\": \"floor + 1\"}, {\"choose\": [{\"if\": \"isOpen\", \"do\": [\"x\"]}]}]}]},"
    " {\"name\": \"h\", \"kind\": \"deepHistory\", \"transitions\": [{\"to\": \"here\"}]},"
    " {\"name\": \"both\", \"kind\": \"orthogonal\", \"states\": [{\"name\": \"a\"}, {\"name\": \"b\", \"transitions\": [{\"on\": \"go\", \"if\": \"isOpen\","
    "  \"to\": [\"h\"], \"local\": true}]}]}]}";

static automata_machine_record taken;

static void keep_taken(automata_machine *machine, const automata_machine_record *record, void *context) {
    (void)machine;
    (void)context;
    if (record->kind == AUTOMATA_MACHINE_RECORD_TAKEN) taken = *record;
}

static void test_inspecting(void) {
    automata_statechart *chart = chart_of(lift);
    const automata_names names = automata_statechart_state_names(chart);
    const automata_statechart_state here = state_of(chart, "here"), b = state_of(chart, "b"), history = (automata_statechart_state)names.count;
    const automata_statechart_state_definition *state = automata_statechart_definition(chart, 0);
    const automata_statechart_transition_definition *transition;
    automata_machine *machine;
    automata_statechart_state number;
    CHECK(state->parent == NULL && state->variable_count == 1 && state->entry_count == 1 && state->deferred_count == 1);
    CHECK(state->kind == AUTOMATA_STATECHART_STATE_PLAIN && state->struct_size == sizeof *state);
    CHECK_TEXT("lift", state->name);
    CHECK_TEXT("floor", state->variables[0].name);
    CHECK_TEXT("0", state->variables[0].value);
    CHECK_TEXT("call", state->deferred[0]);
    CHECK(state->entry[0].kind == AUTOMATA_STATECHART_ACTION_PERFORM && strcmp(state->entry[0].name, "hello") == 0);
    /* The same names as those of states, and the pseudostates after them. */
    for (number = 0; (state = automata_statechart_definition(chart, number)) != NULL; number++)
        if (number < names.count) CHECK_TEXT(names.items[number].data, state->name);
    CHECK(number == history + 1);
    state = automata_statechart_definition(chart, history);
    CHECK(state->kind == AUTOMATA_STATECHART_STATE_DEEP_HISTORY && strcmp(state->name, "h") == 0);
    CHECK(automata_statechart_parent(chart, history) == 0);
    transition = automata_statechart_transition(chart, history, 0);
    CHECK(transition != NULL && transition->trigger == AUTOMATA_STATECHART_TRIGGER_ALWAYS);
    CHECK_TEXT("here", transition->target);
    CHECK(automata_statechart_transition(chart, history, 1) == NULL && automata_statechart_transition(chart, history + 1, 0) == NULL);
    /* A state with a submachine, and what its root brings. */
    state = automata_statechart_definition(chart, here);
    CHECK_TEXT("door", state->submachine);
    transition = automata_statechart_transition(chart, here, 0);
    CHECK(transition->trigger == AUTOMATA_STATECHART_TRIGGER_AFTER && transition->delay == UINT64_C(2000000000));
    CHECK_TEXT("here", transition->source);
    CHECK_TEXT("isOpen && floor > 1", transition->condition);
    CHECK(transition->guard == NULL && transition->action_count == 4 && transition->actions[0].kind == AUTOMATA_STATECHART_ACTION_ASSIGN);
    CHECK_TEXT("floor + 1", transition->actions[0].value);
    CHECK(transition->actions[1].kind == AUTOMATA_STATECHART_ACTION_IF && transition->actions[3].kind == AUTOMATA_STATECHART_ACTION_END);
    CHECK_TEXT("isOpen", transition->actions[1].value);
    CHECK_TEXT("x", transition->actions[2].name);
    transition = automata_statechart_transition(chart, here, 1);
    CHECK_TEXT("reset", transition->event);
    CHECK_TEXT("here.shut", transition->target);
    CHECK(transition->actions[0].kind == AUTOMATA_STATECHART_ACTION_LOG);
    transition = automata_statechart_transition(chart, state_of(chart, "here.shut"), 0);
    CHECK_TEXT("open key", transition->event);
    CHECK_TEXT("here.wide", transition->target);
    CHECK(strcmp(automata_statechart_definition(chart, b)->parent, "both") == 0);
    transition = automata_statechart_transition(chart, b, 0);
    CHECK(transition->is_local && transition->condition == NULL && transition->fork_count == 0);
    CHECK_TEXT("isOpen", transition->guard);
    /* A record leads to its transition. */
    machine = machine_of(chart, keep_taken);
    send_named(machine, "reset", 0);
    CHECK(taken.state == here && taken.transition == 1);
    CHECK_TEXT("reset", automata_statechart_transition(chart, taken.state, taken.transition)->event);
    send_named(machine, "key", 0);
    CHECK_TEXT("here.wide", automata_statechart_transition(chart, taken.state, taken.transition)->target);
    automata_machine_free(machine);
    automata_statechart_free(chart);
}

/* ---- Actions in others ---- */

static const automata_statechart_action nested[] = {
    {AUTOMATA_STATECHART_ACTION_FOR_EACH, "item", 0, "place", "[3, 5, 8]"},
    {AUTOMATA_STATECHART_ACTION_IF, NULL, 0, NULL, "item == 3 && isOpen"},
    {AUTOMATA_STATECHART_ACTION_PERFORM, "three", 0, NULL, NULL},
    {AUTOMATA_STATECHART_ACTION_ELSE_IF, NULL, 0, NULL, "place == 1"},
    {AUTOMATA_STATECHART_ACTION_PERFORM, "second", 0, NULL, NULL},
    {AUTOMATA_STATECHART_ACTION_IF, NULL, 0, NULL, "In('a')"},
    {AUTOMATA_STATECHART_ACTION_PERFORM, "in-a", 0, NULL, NULL},
    {AUTOMATA_STATECHART_ACTION_END, NULL, 0, NULL, NULL},
    {AUTOMATA_STATECHART_ACTION_ELSE, NULL, 0, NULL, NULL},
    {AUTOMATA_STATECHART_ACTION_PERFORM, "other", 0, NULL, NULL},
    {AUTOMATA_STATECHART_ACTION_END, NULL, 0, NULL, NULL},
    {AUTOMATA_STATECHART_ACTION_END, NULL, 0, NULL, NULL},
    {AUTOMATA_STATECHART_ACTION_PERFORM, "last", 0, NULL, NULL}};
enum { NESTED_COUNT = sizeof nested / sizeof *nested };

/* What is built is lent as it was given, also after it was written and read. */
static void test_nested_actions(void) {
    automata_statechart_builder *builder = builder_of("n", AUTOMATA_STATECHART_STATE_PLAIN);
    automata_statechart_transition_definition transition = AUTOMATA_STATECHART_TRANSITION_DEFINITION_INIT;
    automata_statechart_options all = options();
    automata_statechart *charts[3] = {NULL, NULL, NULL};
    automata_machine *machine;
    char *text = NULL;
    size_t length = 0, i, k;
    add_state(builder, NULL, "a", AUTOMATA_STATECHART_STATE_PLAIN);
    transition.source = "a";
    transition.event = "go";
    transition.actions = nested;
    transition.action_count = NESTED_COUNT;
    CHECK_OK(automata_statechart_builder_add_transition(builder, &transition, &error));
    CHECK_OK(automata_statechart_builder_build(builder, &all, &charts[0], &error));
    automata_statechart_builder_free(builder);
    for (i = 0; i < 3; i++) {
        const automata_statechart_transition_definition *lent;
        if (i > 0) {
            CHECK_OK(automata_statechart_text(charts[0], (automata_statechart_format)i, &text, &length, &error));
            CHECK_OK(automata_statechart_from_text(text, length, AUTOMATA_STATECHART_FORMAT_GUESS, &all, &charts[i], &error));
            automata_free(text);
        }
        lent = automata_statechart_transition(charts[i], state_of(charts[i], "a"), 0);
        CHECK(lent->action_count == NESTED_COUNT);
        for (k = 0; k < lent->action_count && k < NESTED_COUNT; k++) {
            CHECK(lent->actions[k].kind == nested[k].kind);
            if (nested[k].name != NULL) CHECK_TEXT(nested[k].name, lent->actions[k].name);
            if (nested[k].id != NULL) CHECK_TEXT(nested[k].id, lent->actions[k].id);
            if (nested[k].value != NULL) CHECK_TEXT(nested[k].value, lent->actions[k].value);
        }
        forget();
        machine = machine_of(charts[i], NULL);
        seen.is_open = true;
        send_named(machine, "go", 0);
        CHECK_TEXT("three second in-a other last ", seen.log);
        automata_machine_free(machine);
    }
    for (i = 0; i < 3; i++) automata_statechart_free(charts[i]);
}

static void test_refused_nesting(void) {
    static const automata_statechart_action
        opening = {AUTOMATA_STATECHART_ACTION_IF, NULL, 0, NULL, "true"}, end = {AUTOMATA_STATECHART_ACTION_END, NULL, 0, NULL, NULL},
        otherwise = {AUTOMATA_STATECHART_ACTION_ELSE, NULL, 0, NULL, NULL}, no_condition = {AUTOMATA_STATECHART_ACTION_IF, NULL, 0, NULL, NULL},
        no_list = {AUTOMATA_STATECHART_ACTION_FOR_EACH, "i", 0, NULL, NULL}, loop = {AUTOMATA_STATECHART_ACTION_FOR_EACH, "i", 0, NULL, "[]"};
    const struct {
        automata_statechart_action actions[4];
        size_t count;
        const char *message;
    } cases[] = {
        {{opening}, 1, "the state 'a': 'entry': an IF or a FOR_EACH has no END; add the END"},
        {{opening, end, end}, 3, "the state 'a': 'entry[2]': there is no IF or FOR_EACH to end; remove the END"},
        {{otherwise}, 1, "the state 'a': 'entry[0]': a branch is outside an IF or after its ELSE; put the branch between IF and ELSE"},
        {{loop, otherwise, end}, 3, "the state 'a': 'entry[1]': a branch is outside an IF or after its ELSE; put the branch between IF and ELSE"},
        {{opening, otherwise, otherwise, end}, 4, "the state 'a': 'entry[2]': a branch is outside an IF or after its ELSE; put the branch between IF and ELSE"},
        {{no_condition, end}, 2, "the state 'a': 'entry[0]': 'value' is NULL; give a condition"},
        {{no_list, end}, 2, "the state 'a': 'entry[0]': 'value' is NULL; give an expression for the list"},
    };
    automata_statechart_action deep[128];
    automata_statechart_builder *builder = builder_of("r", AUTOMATA_STATECHART_STATE_PLAIN);
    automata_statechart_state_definition state = AUTOMATA_STATECHART_STATE_DEFINITION_INIT;
    size_t i;
    state.name = "a";
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        state.entry = cases[i].actions;
        state.entry_count = cases[i].count;
        CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_statechart_builder_add_state(builder, &state, &error));
        CHECK_TEXT(cases[i].message, error.message);
    }
    for (i = 0; i < 128; i++) deep[i] = i < 64 ? opening : end;
    state.entry = deep;
    state.entry_count = 128;
    CHECK_STATUS(AUTOMATA_ERROR_TOO_LARGE, automata_statechart_builder_add_state(builder, &state, &error));
    state.entry = deep + 1;
    state.entry_count = 126;
    CHECK_OK(automata_statechart_builder_add_state(builder, &state, &error));
    automata_statechart_builder_free(builder);
}

/* Names that nothing could refer to. */
static void test_refused_names(void) {
    static const automata_statechart_variable variables[] = {{"x", "1"}, {"true", "2"}, {"x", NULL}};
    static const char json[] =
        "{\"format\": \"statechart\", \"name\": \"w\", \"variables\": {\"a b\": \"1\"},\n"
        " \"states\": [{\"name\": \"a\", \"variables\": {\"\": null}, \"transitions\": [{\"on\": \"e f\"}]}]}";
    static const char scxml[] =
        "<scxml version='1.0' datamodel='automata' name='w'><datamodel><data id='x'/></datamodel>\n"
        "<state id='a'><datamodel><data id='x'/></datamodel></state></scxml>";
    automata_statechart_state_definition root = AUTOMATA_STATECHART_STATE_DEFINITION_INIT;
    automata_statechart_transition_definition transition = AUTOMATA_STATECHART_TRANSITION_DEFINITION_INIT;
    automata_statechart_builder *builder = NULL;
    automata_statechart_options all = options();
    automata_statechart *chart = NULL;
    const char *const empty[] = {""};
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_STATECHART, automata_statechart_from_text(json, sizeof json - 1, AUTOMATA_STATECHART_FORMAT_JSON, &all, &chart, &error));
    CHECK_TEXT(
        "-:1:1: w: invalid name 'a b' of a variable; use letters, digits, '_' and '$', and no digit first; "
        "-:2:13: w/a: a variable has no name; give the variable a name; -:2:13: w/a: invalid event name 'e f'; remove the space",
        error.message);
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_STATECHART, automata_statechart_from_text(scxml, sizeof scxml - 1, AUTOMATA_STATECHART_FORMAT_SCXML, &all, &chart, &error));
    CHECK_TEXT("-:2:1: w/a: there is another variable 'x'; rename one of the two", error.message);
    root.name = "w";
    root.variables = variables;
    root.variable_count = 3;
    CHECK_OK(automata_statechart_builder_new(&root, &builder, &error));
    add_state(builder, NULL, "a", AUTOMATA_STATECHART_STATE_PLAIN);
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_STATECHART, automata_statechart_builder_build(builder, &all, &chart, &error));
    CHECK_TEXT(
        "w: 'true' is a constant, so no variable can have the name; rename it; w: there is another variable 'x'; rename one of the two", error.message);
    transition.event = " ";
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_statechart_builder_add_transition(builder, &transition, &error));
    CHECK_TEXT("a transition of the root: 'event' names no event; write '*' for all events", error.message);
    automata_statechart_builder_free(builder);
    root.variable_count = 0;
    root.deferred = empty;
    root.deferred_count = 1;
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_statechart_builder_new(&root, &builder, &error));
    CHECK_TEXT("the state 'w': 'deferred[0]' is empty; write '*' for all events", error.message);
}

static void test_refused_definitions(void) {
    const automata_statechart_action blank = AUTOMATA_STATECHART_ACTION_INIT;
    const automata_statechart_action odd[] = {{(automata_statechart_action_kind)15, "x", 0, NULL, NULL}},
                                      other[] = {{AUTOMATA_STATECHART_ACTION_OTHER, "x", 0, NULL, NULL}},
                                      empty[] = {{AUTOMATA_STATECHART_ACTION_RAISE, NULL, 0, NULL, NULL}};
    static const char *const hole[] = {NULL};
    automata_statechart_builder *builder = NULL;
    automata_statechart_state_definition good = AUTOMATA_STATECHART_STATE_DEFINITION_INIT, state;
    automata_statechart_transition_definition fine = AUTOMATA_STATECHART_TRANSITION_DEFINITION_INIT, transition;
    builder = builder_of("r", AUTOMATA_STATECHART_STATE_ORTHOGONAL);
    good.name = "a";
#define REFUSED_STATE(change) \
    do { \
        state = good; \
        change; \
        CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_statechart_builder_add_state(builder, &state, &error)); \
    } while (0)
    REFUSED_STATE(state.name = NULL);
    REFUSED_STATE((state.entry = &blank, state.entry_count = 1));
    REFUSED_STATE(state.name = "\xff");
    REFUSED_STATE(state.kind = (automata_statechart_state_kind)11);
    REFUSED_STATE(state.struct_size = 8);
    REFUSED_STATE((state.entry = odd, state.entry_count = 1));
    REFUSED_STATE((state.entry = other, state.entry_count = 1));
    REFUSED_STATE((state.exit = empty, state.exit_count = 1));
    CHECK_TEXT("the state 'a': 'exit[0]': 'name' is NULL; name the event", error.message);
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
    CHECK_TEXT(
        "a transition of the root: 'event' is NULL; name an event, or set 'trigger' to AUTOMATA_STATECHART_TRIGGER_ALWAYS if none is needed",
        error.message);
    REFUSED_TRANSITION((transition.source = "a", transition.actions = empty, transition.action_count = 1));
    CHECK_TEXT("a transition of 'a': 'actions[0]': 'name' is NULL; name the event", error.message);
    REFUSED_TRANSITION(transition.trigger = (automata_statechart_trigger)4);
    REFUSED_TRANSITION((transition.fork = hole, transition.fork_count = 1));
    REFUSED_TRANSITION((transition.fork = &good.name, transition.fork_count = 1));
    REFUSED_TRANSITION(transition.join_count = SIZE_MAX);
    REFUSED_TRANSITION((transition.actions = odd, transition.action_count = 1));
    automata_statechart_builder_free(builder);
}

int main(void) {
    static void (*const tests[])(void) = {
        test_charts, test_findings, test_conditions, test_building, test_inspecting, test_nested_actions, test_refused_nesting,
        test_refused_names, test_refused_definitions};
    return run_tests(tests, sizeof tests / sizeof *tests);
}
