/* Running statecharts: events, callbacks, time, limits, regions, snapshots. */
#include "statecharts.h"

/* ---- Events and time ---- */

static void test_events(void) {
    automata_statechart *chart = chart_of(door);
    automata_machine *machine = machine_of(chart, NULL);
    automata_statechart_event *enabled = NULL;
    automata_statechart_event push = event_of(chart, "push");
    automata_machine_fate fate = AUTOMATA_MACHINE_FATE_DEFERRED;
    size_t count = 0;

    CHECK_TEXT("closed", active(machine));
    CHECK(automata_machine_is_active(machine, 0) && !automata_machine_is_active(machine, 2) && !automata_machine_is_active(machine, 77));
    CHECK(automata_machine_event(machine) == AUTOMATA_STATECHART_NO_EVENT && automata_machine_callback_name(machine) == NULL);
    CHECK_OK(automata_machine_enabled_events(machine, &enabled, &count, &error));
    CHECK(count == 0);
    automata_free(enabled);
    CHECK_OK(automata_machine_send(machine, push, 5, &fate, &error));
    CHECK(fate == AUTOMATA_MACHINE_FATE_IGNORED);
    /* A guard that fails doesn't hold. */
    seen.answer = -1;
    CHECK(send_named(machine, "push", 5) == AUTOMATA_MACHINE_FATE_IGNORED);
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
    CHECK(send_named(machine, "close", 0) == AUTOMATA_MACHINE_FATE_DEFERRED);
    CHECK(send_named(machine, "anything-else", 0) == AUTOMATA_MACHINE_FATE_IGNORED);
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_machine_send_named(machine, "a b", 3, 0, &fate, &error));
    CHECK_TEXT("invalid event name 'a b'; remove the space", error.message);
    /* An event that the chart doesn't mention, for a pattern; and the end. */
    CHECK(send_named(machine, "break.it", 0) == AUTOMATA_MACHINE_FATE_TAKEN);
    CHECK(automata_machine_has_ended(machine));
    CHECK_TEXT("broken", active(machine));
    CHECK(send_named(machine, "push", 0) == AUTOMATA_MACHINE_FATE_IGNORED);
    CHECK_STATUS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_machine_send(machine, AUTOMATA_STATECHART_NO_EVENT, 0, &fate, &error));
    automata_statechart_free(chart);
    /* A machine outlives its chart's handle. */
    CHECK(!automata_machine_is_active(machine, 1));
    automata_machine_free(machine);
}

static void test_time(void) {
    automata_statechart *chart = chart_of(door);
    automata_machine *machine = machine_of(chart, NULL);
    seen.is_open = true;
    CHECK(automata_machine_deadline(machine) == AUTOMATA_MACHINE_NO_TIME);
    CHECK_OK(automata_machine_advance(machine, 500, &error));
    CHECK(automata_machine_time(machine) == 500);
    CHECK(send_named(machine, "push", 0) == AUTOMATA_MACHINE_FATE_TAKEN);
    CHECK(seen.time == 500 && automata_machine_deadline(machine) == UINT64_C(10000000500));
    CHECK_OK(automata_machine_advance(machine, UINT64_C(10000000499), &error));
    CHECK_TEXT("opened", active(machine));
    CHECK_OK(automata_machine_advance(machine, 3, &error));
    CHECK_OK(automata_machine_advance(machine, UINT64_C(10000000500), &error));
    CHECK_TEXT("closed", active(machine));
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_machine_advance(machine, AUTOMATA_MACHINE_NO_TIME, &error));
    CHECK_OK(automata_machine_advance(machine, UINT64_MAX - 1, &error));
    CHECK(automata_machine_time(machine) == UINT64_MAX - 1);
    /* A timer that is due later than any number says never comes. */
    CHECK(send_named(machine, "push", 0) == AUTOMATA_MACHINE_FATE_TAKEN);
    CHECK(automata_machine_deadline(machine) == AUTOMATA_MACHINE_NO_TIME);
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

static void record(automata_machine *machine, const automata_machine_record *what, void *context) {
    const automata_names states = automata_statechart_state_names(seen.chart), events = automata_statechart_event_names(seen.chart);
    char text[80];
    CHECK(context == &seen);
    CHECK(automata_machine_active_states(machine).count == 0 && !automata_machine_is_active(machine, 0));
    CHECK_STATUS(AUTOMATA_ERROR_MISPLACED_CALL, automata_machine_send(machine, 0, 0, NULL, &error));
    switch (what->kind) {
    case AUTOMATA_MACHINE_RECORD_STEP:
        CHECK(what->state == AUTOMATA_STATECHART_NO_STATE);
        snprintf(text, sizeof text, "<%s>", what->event == AUTOMATA_STATECHART_NO_EVENT ? "" : events.items[what->event].data);
        break;
    case AUTOMATA_MACHINE_RECORD_TAKEN:
        snprintf(text, sizeof text, "%s[%u]", states.items[what->state].data, (unsigned)what->transition);
        break;
    default:
        CHECK(what->event == AUTOMATA_STATECHART_NO_EVENT);
        snprintf(text, sizeof text, "%c%s", what->kind == AUTOMATA_MACHINE_RECORD_LEFT ? '-' : '+', states.items[what->state].data);
    }
    note_text(text);
}

static void test_recorder(void) {
    automata_statechart *chart = chart_of(door);
    automata_machine *machine = machine_of(chart, record);
    CHECK_TEXT("+door +closed ", seen.log);
    seen.log[0] = '\0';
    seen.is_open = true;
    CHECK(send_named(machine, "push", 0) == AUTOMATA_MACHINE_FATE_TAKEN);
    CHECK_OK(automata_machine_advance(machine, UINT64_C(10000000000), &error));
    CHECK_TEXT("<push> -closed creak closed[0] count +opened ring <> -opened opened[0] +closed ", seen.log);
    automata_machine_free(machine);
    automata_statechart_free(chart);
}

/* ---- Callbacks that call back ---- */

static int call_back(automata_machine *machine, void *context) {
    const automata_statechart_state here = state_of(seen.chart, "on");
    automata_machine *second = NULL;
    automata_statechart_event *events = (automata_statechart_event *)context, *enabled = NULL;
    char *text = NULL;
    size_t count = 9;
    if (automata_machine_event(machine) != event_of(seen.chart, "go")) return 0;
    CHECK(automata_machine_is_active(machine, here) && !automata_machine_has_ended(machine));
    CHECK(automata_machine_deadline(machine) == AUTOMATA_MACHINE_NO_TIME && automata_machine_active_states(machine).count == 0);
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
    const automata_statechart_binding own[] = {{"back", call_back}, {NULL, note_data}};
    automata_statechart_options all = AUTOMATA_STATECHART_OPTIONS_INIT;
    automata_machine_options machines = AUTOMATA_MACHINE_OPTIONS_INIT;
    automata_statechart *chart = NULL;
    automata_machine *machine = NULL;
    automata_statechart_event calls = 0;
    all.actions = own;
    all.action_count = 2;
    CHECK_OK(automata_statechart_from_text(text, sizeof text - 1, AUTOMATA_STATECHART_FORMAT_JSON, &all, &chart, &error));
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
    CHECK(send_named(machine, "go", 0) == AUTOMATA_MACHINE_FATE_TAKEN);
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
    automata_machine_fate fate = AUTOMATA_MACHINE_FATE_TAKEN;
    all.context = &seen;
    all.maximum_steps = 9;
    all.maximum_events = 1;
    CHECK_OK(automata_machine_start(chart, &all, &machine, &error));
    seen.is_open = true;
    CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED, automata_machine_send_named(machine, "go", 2, 0, &fate, &error));
    CHECK(fate == AUTOMATA_MACHINE_FATE_IGNORED && automata_machine_active_states(machine).count == 1);
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
    CHECK(send_named(machine, "next", UINT64_MAX) == AUTOMATA_MACHINE_FATE_DEFERRED);
    CHECK_OK(automata_machine_snapshot(machine, &text, &length, &error));
    automata_machine_free(machine);
    CHECK_OK(automata_machine_restore(chart, text, length, NULL, &again, &error));
    CHECK_OK(automata_machine_snapshot(again, &same, &length, &error));
    CHECK_TEXT(text, same);
    CHECK_TEXT("off", active(again));
    CHECK(automata_machine_time(again) == 1500 && automata_machine_deadline(again) == 3000000);
    CHECK(send_named(again, "play", 0) == AUTOMATA_MACHINE_FATE_TAKEN);
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
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_TEXT, automata_machine_restore(
        chart, "{\"format\": \"statechart-machine\", \"version\": 1, \"activ\": []}", AUTOMATA_ZERO_TERMINATED, NULL, &again, &error));
    CHECK_TEXT("1:48: unknown key 'activ' in a snapshot; did you mean 'active'?", error.message);
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_TEXT, automata_machine_restore(chart, "", 0, NULL, &again, &error));
    CHECK_TEXT("1:1: expected a snapshot, found the end of the file", error.message);
    few.maximum_events = 1;
    CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED, automata_machine_restore(chart, text, length, &few, &again, &error));
    CHECK_TEXT("the snapshot has more than 1 events, timers or regions; allow more in the options", error.message);
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
    automata_statechart_event ring = event_of(chart, "ring"), hang_up = event_of(chart, "hangUp");
    automata_machine_fate fate = AUTOMATA_MACHINE_FATE_DEFERRED;
    char *text = NULL, *same = NULL;
    size_t length = 0;
    int i;
    for (i = 0; i < 5; i++) CHECK_OK(automata_machine_send(machine, ring, 0, NULL, &error));
    CHECK(automata_machine_active_states(machine).count == 5);
    CHECK_OK(automata_machine_send_to_region(machine, 2, hang_up, 3, &fate, &error));
    CHECK(fate == AUTOMATA_MACHINE_FATE_TAKEN && seen.data == 3 && seen.region == 2);
    CHECK(automata_machine_active_states(machine).count == 4 && automata_machine_region(machine) == 0);
    CHECK_OK(automata_machine_send_to_region(machine, 2, hang_up, 3, &fate, &error));
    CHECK(fate == AUTOMATA_MACHINE_FATE_IGNORED);
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

/* ---- Observers ---- */

static const char *const twice =
    "{\"format\": \"statechart\", \"states\": ["
    "{\"name\": \"none\", \"transitions\": [{\"on\": \"entered.opened\", \"to\": \"once\"}]},"
    "{\"name\": \"once\", \"transitions\": [{\"on\": \"entered.opened\", \"to\": \"fail.twice\"}]},"
    "{\"name\": \"fail.twice\"}]}";
static const char *const late =
    "{\"format\": \"statechart\", \"states\": ["
    "{\"name\": \"none\", \"transitions\": [{\"on\": \"performed.ring\", \"to\": \"rung\"}]},"
    "{\"name\": \"rung\", \"transitions\": [{\"after\": \"20s\", \"to\": \"fail\"}]},"
    "{\"name\": \"fail\"}]}";

static void test_observers(void) {
    automata_statechart *chart = chart_of(door), *rules[2] = {chart_of(twice), chart_of(late)};
    const automata_statechart *observers[2];
    automata_machine_options all = AUTOMATA_MACHINE_OPTIONS_INIT;
    automata_machine *machine = NULL, *copy = NULL;
    automata_machine_observation found;
    observers[0] = rules[0];
    observers[1] = rules[1];
    all.context = &seen;
    all.observers = observers;
    all.observer_count = 2;
    seen.chart = chart;
    seen.is_open = true;
    CHECK_OK(automata_machine_start(chart, &all, &machine, &error));
    automata_statechart_free(rules[0]);
    automata_statechart_free(rules[1]);
    CHECK(automata_machine_observed(machine, 0).state == NULL && automata_machine_observed(machine, 0).problem == NULL);
    CHECK(send_named(machine, "push", 0) == AUTOMATA_MACHINE_FATE_TAKEN);
    CHECK_OK(automata_machine_advance(machine, UINT64_C(10000000000), &error));
    CHECK_TEXT("closed", active(machine));
    CHECK(automata_machine_observed(machine, 0).state == NULL);
    CHECK_OK(automata_machine_copy(machine, &seen, &copy, &error));
    CHECK(send_named(machine, "push", 0) == AUTOMATA_MACHINE_FATE_TAKEN);
    found = automata_machine_observed(machine, 0);
    CHECK_TEXT("fail.twice", found.state);
    CHECK_TEXT("entered.opened", found.event);
    CHECK(found.time == UINT64_C(10000000000) && found.dropped_count == 0 && found.inputs.count == 3);
    CHECK_TEXT("push", found.inputs.items[0].data);
    CHECK_TEXT("+10000", found.inputs.items[1].data);
    CHECK_TEXT("push", found.inputs.items[2].data);
    CHECK(automata_machine_observed(machine, 1).state == NULL);
    CHECK_OK(automata_machine_advance(machine, UINT64_C(20000000000), &error));
    found = automata_machine_observed(machine, 1);
    CHECK_TEXT("fail", found.state);
    CHECK_TEXT("", found.event);
    CHECK(found.time == UINT64_C(20000000000));
    CHECK(automata_machine_observed(machine, 2).state == NULL && automata_machine_observed(NULL, 0).state == NULL);
    /* The copy has its own observers. */
    CHECK(automata_machine_observed(copy, 0).state == NULL && automata_machine_observed(copy, 1).state == NULL);
    automata_machine_free(copy);
    automata_machine_free(machine);
    /* A chart that can't fail is refused. */
    machine = NULL;
    observers[0] = chart;
    all.observer_count = 1;
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_machine_start(chart, &all, &machine, &error));
    CHECK(machine == NULL && strstr(error.message, "'fail'") != NULL);
    automata_statechart_free(chart);
}

int main(void) {
    static void (*const tests[])(void) = {
        test_events, test_time, test_many_timers, test_recorder, test_callbacks, test_free_in_callback,
        test_failures, test_limits, test_snapshots, test_regions, test_observers};
    return run_tests(tests, sizeof tests / sizeof *tests);
}
