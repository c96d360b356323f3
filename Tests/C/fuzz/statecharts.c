/*
 * Statecharts: a first byte that three divides and a chart's text, which is read; one more and the snapshot of a machine; else a chart
 * that is built, state by state. What can be run takes events. Whatever they are, the active states are a configuration, a snapshot
 * is the machine, and an event that is told to be enabled is taken.
 */
#define _GNU_SOURCE
#include "support.h"

enum { MOST_STATES = 12, MOST_TRANSITIONS = 24, MOST_EVENTS = 40 };

static automata_error error;
static const char *const state_names[] = {"a", "b", "c", "d", "e", "f", "a.b", "", "\xce\xb1", "g", "h", "i"};
static const char *const event_names[] = {"x", "y", "x.y", "*", "z", "error.execution", "done.state.a", ""};

static const char *const expressions[] = {"v", "v + 1", "'t'", "[v, _event.data]", "v == 1 || v == 't'", "_event.data", "length(v)", "1 +"};
static const char *const json_values[] = {"1", "\"t\"", "[1, {\"a\": null}]", "true", "null", "{", "[[]]", "-1.5"};

/* ---- Callbacks ---- */

/* Evaluates an expression and assigns a value, which may be impossible. */
static void use_data(automata_machine *machine, unsigned number)
{
    automata_statechart_value value = AUTOMATA_STATECHART_VALUE_INIT;
    automata_status status = automata_machine_evaluate(machine, expressions[number % 8], AUTOMATA_ZERO_TERMINATED, &value, &error);
    REQUIRE(status == AUTOMATA_OK || status == AUTOMATA_ERROR_INVALID_TEXT);
    REQUIRE(status != AUTOMATA_OK || (is_utf8(value.text.data, value.text.length) && value.text.data[value.text.length] == 0));
    value.kind = AUTOMATA_STATECHART_VALUE_JSON;
    value.text.data = json_values[number / 8 % 8];
    value.text.length = strlen(value.text.data);
    status = automata_machine_assign(machine, "v", 1, &value, &error);
    REQUIRE(status == AUTOMATA_OK || status == AUTOMATA_ERROR_INVALID_TEXT || status == AUTOMATA_ERROR_UNKNOWN_NAME);
}

/* They do the same for the same name, so that what a guard says doesn't change. */
static unsigned sum_of(const char *name)
{
    unsigned sum = 0;
    for (; *name != 0; name++)
        sum = sum * 31 + (unsigned char)*name;
    return sum;
}

static int guard(automata_machine *machine, void *context)
{
    unsigned sum = sum_of(automata_machine_callback_name(machine));
    (void)context;
    REQUIRE(automata_machine_is_active(machine, 0) == (automata_machine_invocation_id(machine) == NULL));
    REQUIRE(automata_machine_raise(machine, 0, 0, &error) == AUTOMATA_ERROR_MISPLACED_CALL);
    return (int)(sum % 3) - 1;
}

static int action(automata_machine *machine, void *context)
{
    const automata_statechart *chart = context;
    unsigned sum = sum_of(automata_machine_callback_name(machine));
    size_t count = automata_statechart_event_names(chart).count;
    automata_statechart_event event = (automata_statechart_event)(sum % (count + 1));
    automata_status status = AUTOMATA_OK;
    REQUIRE(automata_machine_send(machine, 0, 0, NULL, &error) == AUTOMATA_ERROR_MISPLACED_CALL);
    REQUIRE(automata_machine_active_states(machine).count == 0);
    automata_machine_region(machine);
    automata_machine_event(machine);
    automata_machine_event_data(machine);
    use_data(machine, sum);
    switch (sum / 8 % 6) {
    case 0: status = automata_machine_raise(machine, event, sum, &error); break;
    case 1: status = automata_machine_send_later(machine, event, sum, sum % 5, "t", sum % 2, &error); break;
    case 2: status = automata_machine_cancel(machine, "t", 1, &error); break;
    case 3: return -1;
    default: break;
    }
    REQUIRE(status == AUTOMATA_OK || (event == count && status == AUTOMATA_ERROR_OUT_OF_RANGE)
            || (status == AUTOMATA_ERROR_MISPLACED_CALL && automata_machine_invocation_id(machine) != NULL));
    return 0;
}

/* Starts no services, as these keep a machine from being saved. */
static int handle(automata_machine *machine, const automata_machine_request *request, void *context)
{
    const automata_statechart_value value = {AUTOMATA_STATECHART_VALUE_BOOLEAN, 1, {NULL, 0}};
    (void)context;
    REQUIRE(is_utf8(request->type.data, request->type.length) && is_utf8(request->data.text.data, request->data.text.length));
    REQUIRE(automata_machine_send(machine, 0, 0, NULL, &error) == AUTOMATA_ERROR_MISPLACED_CALL);
    REQUIRE(automata_machine_send_from_service(machine, UINT32_MAX, "x", 1, &value, &error) == AUTOMATA_ERROR_OUT_OF_RANGE);
    if (request->kind != AUTOMATA_MACHINE_REQUEST_START)
        return (int)(sum_of(request->type.data) % 3) - 1;
    REQUIRE(automata_machine_send_from_service(machine, request->service, "x", 1, &value, &error) == AUTOMATA_OK);
    return -(int)(sum_of(request->type.data) % 2);
}

/* The chart itself, which may invoke itself again. */
static automata_statechart *load(automata_machine *machine, const char *location, void *context)
{
    (void)machine;
    return sum_of(location) % 2 == 0 ? NULL : automata_statechart_retain(context);
}

static void record(automata_machine *machine, const automata_machine_record *what, void *context)
{
    const automata_statechart *chart = context;
    size_t states = automata_statechart_state_names(chart).count;
    REQUIRE(what->kind == AUTOMATA_MACHINE_RECORD_STEP ? what->state == AUTOMATA_STATECHART_NO_STATE : what->state < states);
    REQUIRE(what->event == AUTOMATA_STATECHART_NO_EVENT || what->event < automata_statechart_event_names(chart).count);
    REQUIRE(!automata_machine_has_ended(machine) && automata_machine_callback_name(machine) == NULL);
}

static void look(const char *note, void *context)
{
    (void)context;
    REQUIRE(is_utf8(note, strlen(note)));
}

static void hear(automata_machine *machine, const char *label, const automata_statechart_value *value, void *context)
{
    (void)context;
    REQUIRE(is_utf8(label, strlen(label)) && is_utf8(value->text.data, value->text.length));
    REQUIRE(automata_machine_assign(machine, "v", 1, value, &error) != AUTOMATA_OK);
}

static const automata_statechart_binding all_guards[] = {{NULL, guard}}, all_actions[] = {{NULL, action}};

static automata_statechart_options options(void)
{
    automata_statechart_options own = AUTOMATA_STATECHART_OPTIONS_INIT;
    own.note = look;
    own.guards = all_guards;
    own.guard_count = 1;
    own.actions = all_actions;
    own.action_count = 1;
    return own;
}

static automata_machine_options machine_options(automata_statechart *chart, bool is_recording)
{
    automata_machine_options own = AUTOMATA_MACHINE_OPTIONS_INIT;
    own.context = chart;
    own.recorder = is_recording ? record : NULL;
    own.maximum_steps = 60;
    own.maximum_events = 20;
    own.log = hear;
    own.note = look;
    own.handler = handle;
    own.load = load;
    return own;
}

/* ---- Running ---- */

static void check_observation(const automata_machine *machine)
{
    automata_machine_observation found = automata_machine_observed(machine, 0);
    REQUIRE(found.state == NULL || (strcmp(found.state, "fail") == 0 && found.event != NULL));
    REQUIRE(found.state != NULL || found.inputs.count == 0);
    REQUIRE(automata_machine_observed(machine, 1).state == NULL);
}

/* A state is active together with the one around it. */
static void check_configuration(const automata_statechart *chart, const automata_machine *machine)
{
    size_t count = automata_statechart_state_names(chart).count;
    automata_statechart_states active = automata_machine_active_states(machine);
    check_observation(machine);
    REQUIRE(active.count > 0 && automata_machine_is_active(machine, 0));
    for (size_t i = 0; i < active.count; i++)
        REQUIRE(active.items[i] < count);
    automata_machine_invoked_charts charts = automata_machine_invocations(machine);
    for (size_t i = 0; i < charts.count; i++)
        REQUIRE((charts.items[i].parent == AUTOMATA_NO_POSITION || charts.items[i].parent < i) && charts.items[i].states.count > 0);
    for (automata_statechart_state state = 1; state < count; state++)
        if (automata_machine_is_active(machine, state))
            REQUIRE(automata_machine_is_active(machine, automata_statechart_parent(chart, state)));
}

/* All states and pseudostates, and their transitions. */
static void check_definitions(const automata_statechart *chart)
{
    automata_names names = automata_statechart_state_names(chart);
    const automata_statechart_state_definition *state;
    const automata_statechart_transition_definition *transition;
    automata_statechart_state number;
    for (number = 0; (state = automata_statechart_definition(chart, number)) != NULL; number++) {
        automata_statechart_state parent = automata_statechart_parent(chart, number);
        REQUIRE(state->struct_size == sizeof *state && (number >= names.count || strcmp(names.items[number].data, state->name) == 0));
        REQUIRE(number == 0 ? parent == AUTOMATA_STATECHART_NO_STATE : parent < names.count);
        REQUIRE((state->parent == NULL) == (number == 0 || parent == 0));
        for (size_t i = 0; (transition = automata_statechart_transition(chart, number, i)) != NULL; i++)
            REQUIRE((transition->event != NULL) == (transition->trigger == AUTOMATA_STATECHART_TRIGGER_EVENT));
    }
    REQUIRE(number >= names.count);
}

/* The same machine once more, which can be told by nothing. */
static automata_machine *check_snapshot(automata_statechart *chart, automata_machine *machine)
{
    automata_machine_options own = machine_options(chart, false);
    automata_machine *again = NULL;
    char *text, *copy;
    size_t length, other;
    REQUIRE(automata_machine_snapshot(machine, &text, &length, &error) == AUTOMATA_OK);
    REQUIRE(automata_machine_restore(chart, text, length, &own, &again, &error) == AUTOMATA_OK);
    REQUIRE(automata_machine_snapshot(again, &copy, &other, &error) == AUTOMATA_OK);
    REQUIRE(length == other && memcmp(text, copy, length) == 0);
    REQUIRE(automata_machine_time(again) == automata_machine_time(machine));
    REQUIRE(automata_machine_deadline(again) == automata_machine_deadline(machine));
    automata_free(text);
    automata_free(copy);
    return again;
}

/* A copy that is told nothing is the same; one that is told something changes alone. */
static void check_copy(automata_statechart *chart, automata_machine *machine, uint32_t event)
{
    automata_machine *copy = NULL;
    char *text, *other;
    size_t length, other_length;
    REQUIRE(automata_machine_snapshot(machine, &text, &length, &error) == AUTOMATA_OK);
    REQUIRE(automata_machine_copy(machine, chart, &copy, &error) == AUTOMATA_OK);
    automata_free(text);
    REQUIRE(automata_machine_snapshot(copy, &text, &length, &error) == AUTOMATA_OK);
    automata_machine_send(copy, event, 1, NULL, NULL);
    automata_machine_free(copy);
    REQUIRE(automata_machine_snapshot(machine, &other, &other_length, &error) == AUTOMATA_OK);
    REQUIRE(length == other_length && memcmp(text, other, length) == 0);
    automata_free(text);
    automata_free(other);
}

static void check_enabled(automata_statechart *chart, automata_machine *machine)
{
    automata_statechart_event *events;
    size_t count, next = 0;
    /* Events may be taken by charts that get copies. */
    if (automata_machine_has_ended(machine) || automata_machine_invocations(machine).count > 0)
        return;
    REQUIRE(automata_machine_enabled_events(machine, &events, &count, &error) == AUTOMATA_OK);
    for (automata_statechart_event event = 0; event < automata_statechart_event_names(chart).count; event++) {
        automata_machine *copy = check_snapshot(chart, machine);
        automata_machine_fate fate;
        bool is_enabled = next < count && events[next] == event;
        next += is_enabled;
        if (automata_machine_send(copy, event, 0, &fate, &error) == AUTOMATA_OK)
            REQUIRE((fate == AUTOMATA_MACHINE_FATE_TAKEN) == is_enabled);
        automata_machine_free(copy);
    }
    REQUIRE(next == count);
    automata_free(events);
}

static automata_status send_value(automata_machine *machine, const char *name, const char *json)
{
    automata_statechart_value value = AUTOMATA_STATECHART_VALUE_INIT;
    value.kind = AUTOMATA_STATECHART_VALUE_JSON;
    value.text.data = json;
    value.text.length = strlen(json);
    return automata_machine_send_value(machine, name, strlen(name), &value, NULL, &error);
}

static void run_machine(automata_statechart *chart, automata_machine *machine, input *in)
{
    size_t count = automata_statechart_event_names(chart).count;
    for (int i = 0; i < MOST_EVENTS && in->left > 0; i++) {
        automata_status status;
        automata_machine_fate fate = (automata_machine_fate)9;
        uint32_t event = take_below(in, (uint32_t)count + 1);
        const char *name = event_names[take_byte(in) % 8];
        switch (take_byte(in) % 9) {
        case 0: status = automata_machine_send_named(machine, name, strlen(name), take_number(in), &fate, &error); break;
        case 1: status = automata_machine_advance(machine, automata_machine_deadline(machine), &error); break;
        case 2: status = automata_machine_advance(machine, take_number(in), &error); break;
        case 3: status = automata_machine_send_to_region(machine, take_byte(in) % 4, event, 0, &fate, &error); break;
        case 4: status = send_value(machine, name, json_values[take_byte(in) % 8]); break;
        case 5: use_data(machine, take_byte(in)); status = AUTOMATA_OK; break;
        case 6: check_copy(chart, machine, event); status = AUTOMATA_OK; break;
        default: status = automata_machine_send(machine, event, take_number(in), &fate, &error);
        }
        REQUIRE(status == AUTOMATA_OK || status == AUTOMATA_ERROR_BUDGET_EXCEEDED || event == count
                || status == AUTOMATA_ERROR_INVALID_ARGUMENT || status == AUTOMATA_ERROR_OUT_OF_RANGE || status == AUTOMATA_ERROR_INVALID_TEXT);
        check_configuration(chart, machine);
    }
    automata_machine_free(check_snapshot(chart, machine));
    check_enabled(chart, machine);
    automata_machine_free(machine);
}

/* All runs, as far as the limits let. A finding has its texts, and what was confirmed is no guess. */
static void check_analysis(const automata_statechart *chart)
{
    automata_analysis_options own = AUTOMATA_ANALYSIS_OPTIONS_INIT;
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    automata_analysis *analysis = NULL;
    automata_fa *flat = NULL;
    budget.maximum_bytes = 64 << 20;
    own.budget = &budget;
    own.maximum_configurations = 30;
    own.maximum_pending_events = 2;
    own.reports_unhandled = true;
    automata_status status = automata_analysis_new(chart, &own, &analysis, &error);
    REQUIRE(status == AUTOMATA_OK || status == AUTOMATA_ERROR_NOT_REPRESENTABLE || status == AUTOMATA_ERROR_TOO_LARGE ||
            status == AUTOMATA_ERROR_BUDGET_EXCEEDED);
    REQUIRE(automata_analysis_configuration_count(analysis) <= 30);
    for (size_t i = 0; i < automata_analysis_finding_count(analysis); i++) {
        const automata_finding *finding = automata_analysis_finding(analysis, i);
        REQUIRE(finding->kind >= AUTOMATA_FINDING_NEVER && finding->kind <= AUTOMATA_FINDING_TRUNCATED);
        REQUIRE(is_utf8(finding->subject, strlen(finding->subject)) && is_utf8(finding->message, strlen(finding->message)));
        for (size_t j = 0; j < finding->events.count; j++)
            REQUIRE(finding->events.items[j].length > 0);
    }
    automata_analysis *kept = automata_analysis_retain(analysis);
    automata_analysis_free(kept);
    const automata_names texts[] = {automata_analysis_guards(analysis), automata_analysis_omissions(analysis)};
    for (size_t i = 0; i < 2; i++)
        for (size_t j = 0; j < texts[i].count; j++)
            REQUIRE(is_utf8(texts[i].items[j].data, texts[i].items[j].length));
    automata_analysis_free(analysis);
    if (status == AUTOMATA_OK && automata_fa_from_statechart(chart, &own, &flat, &error) == AUTOMATA_OK)
        REQUIRE(automata_fa_state_count(flat) <= 31);
    automata_fa_free(flat);
    automata_mealy *machine = NULL;
    if (status == AUTOMATA_OK && automata_mealy_from_statechart(chart, &own, &machine, &error) == AUTOMATA_OK)
        REQUIRE(automata_mealy_state_count(machine) > 0);
    automata_mealy_free(machine);
}

/* A chart that fails soon if the watched one leaves states. */
static automata_statechart *make_observer(void)
{
    static const char text[] =
        "{\"format\": \"statechart\", \"states\": [{\"name\": \"idle\", \"transitions\": [{\"on\": \"exited.*\", \"to\": \"busy\"}]},"
        " {\"name\": \"busy\", \"transitions\": [{\"on\": \"sent.*\", \"to\": \"fail\"}, {\"after\": 100, \"to\": \"fail\"}]},"
        " {\"name\": \"fail\"}]}";
    automata_statechart_options own = options();
    automata_statechart *observer;
    REQUIRE(automata_statechart_from_text(text, sizeof text - 1, AUTOMATA_STATECHART_FORMAT_JSON, &own, &observer, &error) == AUTOMATA_OK);
    return observer;
}

static void run(automata_statechart *chart, input *in)
{
    check_analysis(chart);
    automata_machine_options own = machine_options(chart, take_byte(in) & 1);
    automata_statechart *observer = make_observer();
    const automata_statechart *observers[] = {observer};
    own.observers = observers;
    own.observer_count = 1;
    automata_machine *machine = NULL;
    automata_status status = automata_machine_start(chart, &own, &machine, &error);
    automata_statechart_free(observer);
    check_definitions(chart);
    REQUIRE(status == AUTOMATA_OK ? machine != NULL : machine == NULL && status == AUTOMATA_ERROR_BUDGET_EXCEEDED);
    if (status == AUTOMATA_OK)
        run_machine(chart, machine, in);
}

/* ---- What is read ---- */

/* Each name is found, unless an earlier state or event has it, too. */
static void check_names(const automata_statechart *chart)
{
    automata_names states = automata_statechart_state_names(chart), events = automata_statechart_event_names(chart);
    automata_statechart_state state;
    automata_statechart_event event;
    for (size_t i = 0; i < states.count; i++) {
        automata_status status = automata_statechart_find_state(chart, states.items[i].data, states.items[i].length, &state, &error);
        REQUIRE(status == AUTOMATA_OK || (status == AUTOMATA_ERROR_UNKNOWN_NAME && states.items[i].length == 0));
        REQUIRE(status != AUTOMATA_OK || strcmp(states.items[state].data, states.items[i].data) == 0);
    }
    for (size_t i = 0; i < events.count; i++) {
        REQUIRE(automata_statechart_find_event(chart, events.items[i].data, events.items[i].length, &event, &error) == AUTOMATA_OK);
        REQUIRE(event == i);
    }
}

static void check_text(const automata_statechart *chart, automata_statechart_format format)
{
    automata_statechart_options own = options();
    automata_statechart *again = NULL;
    char *text, *copy;
    size_t length, other;
    automata_status status = automata_statechart_text(chart, format, &text, &length, &error);
    REQUIRE(status == AUTOMATA_OK || status == AUTOMATA_ERROR_NOT_REPRESENTABLE);
    if (status != AUTOMATA_OK)
        return;
    REQUIRE(automata_statechart_from_text(text, length, AUTOMATA_STATECHART_FORMAT_GUESS, &own, &again, &error) == AUTOMATA_OK);
    REQUIRE(automata_statechart_text(again, format, &copy, &other, &error) == AUTOMATA_OK);
    REQUIRE(length == other && memcmp(text, copy, length) == 0);
    automata_free(text);
    automata_free(copy);
    automata_statechart_free(again);
}

static void read_chart(input *in)
{
    /* The text ends at a zero byte, and events follow. */
    const uint8_t *end = in->left == 0 ? NULL : memchr(in->next, 0, in->left);
    size_t length = end == NULL ? in->left : (size_t)(end - in->next);
    automata_statechart_options own = options();
    automata_statechart *chart = NULL;
    automata_status status =
        automata_statechart_from_text((const char *)in->next, length, AUTOMATA_STATECHART_FORMAT_GUESS, &own, &chart, &error);
    REQUIRE(status == AUTOMATA_OK || status == AUTOMATA_ERROR_INVALID_TEXT || status == AUTOMATA_ERROR_UNKNOWN_FORMAT
            || status == AUTOMATA_ERROR_INVALID_STATECHART || status == AUTOMATA_ERROR_BUDGET_EXCEEDED || status == AUTOMATA_ERROR_TOO_LARGE);
    in->next += length;
    in->left -= length;
    if (status != AUTOMATA_OK)
        return;
    check_names(chart);
    if (length < 200) {
        const char *path = make_file(in->next - length, length);
        automata_statechart *same = automata_statechart_retain(chart), *again = NULL;
        REQUIRE(automata_statechart_from_file(path, AUTOMATA_STATECHART_FORMAT_GUESS, &own, &again, &error) == AUTOMATA_OK);
        REQUIRE(same == chart && automata_statechart_state_names(again).count == automata_statechart_state_names(same).count);
        automata_statechart_free(same);
        automata_statechart_free(again);
        unlink(path);
    }
    check_text(chart, AUTOMATA_STATECHART_FORMAT_JSON);
    run(chart, in);
    automata_statechart_free(chart);
}

static void read_snapshot(input *in)
{
    static const char text[] =
        "{\"format\": \"statechart\", \"submachines\": [{\"name\": \"s\", \"states\": [{\"name\": \"t\", \"transitions\":"
        " [{\"after\": 1, \"to\": \"u\"}]}, {\"name\": \"u\"}]}], \"states\": [{\"name\": \"a\", \"kind\": \"orthogonal\", \"defer\": \"x\","
        " \"states\": [{\"name\": \"b\", \"states\": [{\"name\": \"h\", \"kind\": \"deepHistory\", \"transitions\":"
        " [{\"to\": \"c\"}]}, {\"name\": \"c\", \"transitions\": [{\"on\": \"y\", \"to\": \"d\"}, {\"after\": 2, \"to\": \"d\"}]},"
        " {\"name\": \"d\"}]}, {\"name\": \"r\", \"kind\": \"regions\", \"submachine\": \"s\"}]},"
        " {\"name\": \"e\", \"transitions\": [{\"on\": \"x\", \"to\": \"a\"}]}]}";
    static const char invoking[] =
        "{\"format\": \"statechart\", \"variables\": {\"v\": 1}, \"states\": [{\"name\": \"a\", \"transitions\": [{\"on\": \"z\", \"to\": \"b\"}],"
        " \"invocations\": [{\"id\": \"i\", \"forwardsEvents\": true, \"chart\": {\"variables\": {\"v\": 1}, \"states\": [{\"name\": \"c\", \"transitions\":"
        " [{\"on\": \"x\", \"to\": \"d\"}, {\"after\": 2, \"to\": \"d\"}]}, {\"name\": \"d\", \"kind\": \"final\"}]}}, {\"location\": \"g\"}]},"
        " {\"name\": \"b\"}]}";
    static automata_statechart *charts[2];
    static const char word[] = "statechart-session";
    const bool is_session = memmem(in->next, in->left, word, sizeof word - 1) != NULL;
    automata_statechart *chart = charts[is_session];
    automata_statechart_options own = options();
    automata_machine_options limits;
    automata_machine *machine = NULL;
    automata_status status;
    if (chart == NULL && automata_statechart_from_text(is_session ? invoking : text, AUTOMATA_ZERO_TERMINATED, AUTOMATA_STATECHART_FORMAT_JSON, &own, &chart, &error)) {
        fprintf(stderr, "%s\n", error.message);
        abort();
    }
    charts[is_session] = chart;
    limits = machine_options(chart, false);
    status = automata_machine_restore(chart, (const char *)in->next, in->left, &limits, &machine, &error);
    REQUIRE(status == AUTOMATA_OK || status == AUTOMATA_ERROR_INVALID_TEXT || status == AUTOMATA_ERROR_BUDGET_EXCEEDED ||
            status == AUTOMATA_ERROR_TOO_LARGE || (is_session && status == AUTOMATA_ERROR_INVALID_STATECHART));
    if (status != AUTOMATA_OK)
        return;
    check_configuration(chart, machine);
    automata_machine_free(check_snapshot(chart, machine));
    run_machine(chart, machine, in);
}

/* ---- What is built ---- */

static size_t take_actions(input *in, automata_statechart_action *actions)
{
    size_t count = take_below(in, 3);
    for (size_t i = 0; i < count; i++) {
        actions[i].kind = (automata_statechart_action_kind)(1 + take_below(in, 14));
        actions[i].name = actions[i].kind == AUTOMATA_STATECHART_ACTION_ADD_REGION ? state_names[take_byte(in) % 12] : event_names[take_byte(in) % 8];
        if ((actions[i].kind == AUTOMATA_STATECHART_ACTION_ADD_REGION || actions[i].kind == AUTOMATA_STATECHART_ACTION_REMOVE_REGION) && take_byte(in) & 1)
            actions[i].kind = AUTOMATA_STATECHART_ACTION_PERFORM;
        actions[i].value = actions[i].kind >= AUTOMATA_STATECHART_ACTION_ASSIGN ? expressions[take_byte(in) % 7] : NULL;
        if (actions[i].kind == AUTOMATA_STATECHART_ACTION_ASSIGN) actions[i].name = "v";
        actions[i].delay = take_byte(in) & 1 ? 0 : take_number(in);
        actions[i].id = take_byte(in) & 1 ? "t" : "u";
    }
    return count;
}

static void build(input *in)
{
    automata_statechart_builder *builder = NULL;
    automata_statechart_options own = options();
    automata_statechart *chart = NULL, *part = NULL;
    automata_statechart_action entry[3], exit[3];
    automata_statechart_state_definition root = AUTOMATA_STATECHART_STATE_DEFINITION_INIT;
    static const automata_statechart_variable variable = {"v", "1"};
    uint32_t state_count, transition_count;
    automata_status status;
    if (take_byte(in) & 1) {
        REQUIRE(automata_statechart_from_text(
                    "{\"format\": \"statechart\", \"name\": \"part\", \"states\": [{\"name\": \"a\", \"transitions\": [{\"on\": \"x\","
                    " \"to\": \"b\"}]}, {\"name\": \"b\", \"kind\": \"final\"}]}",
                    AUTOMATA_ZERO_TERMINATED, AUTOMATA_STATECHART_FORMAT_JSON, &own, &part, &error) == AUTOMATA_OK);
    }
    root.name = "built";
    root.variables = &variable;
    root.variable_count = take_byte(in) & 1;
    root.kind = take_byte(in) > 230 ? AUTOMATA_STATECHART_STATE_ORTHOGONAL : AUTOMATA_STATECHART_STATE_PLAIN;
    REQUIRE(automata_statechart_builder_new(&root, &builder, &error) == AUTOMATA_OK);
    if (part != NULL)
        REQUIRE(automata_statechart_builder_add_submachine(builder, part, &error) == AUTOMATA_OK);
    state_count = 1 + take_below(in, MOST_STATES);
    for (uint32_t i = 0; i < state_count; i++) {
        automata_statechart_state_definition state = AUTOMATA_STATECHART_STATE_DEFINITION_INIT;
        uint8_t kind = take_byte(in), parent = take_byte(in), more = take_byte(in);
        state.name = state_names[i];
        state.kind = kind < 160 ? AUTOMATA_STATECHART_STATE_PLAIN : (automata_statechart_state_kind)(kind % 12);
        state.parent = parent < 100 ? NULL : state_names[parent % (i + 1)];
        state.initial = more % 16 == 1 ? state_names[more % 12] : NULL;
        state.submachine = part != NULL && more % 8 == 2 ? "part" : NULL;
        state.deferred = &event_names[more % 8];
        state.deferred_count = more > 200;
        state.entry = entry;
        state.entry_count = take_actions(in, entry);
        state.exit = exit;
        state.exit_count = take_actions(in, exit);
        status = automata_statechart_builder_add_state(builder, &state, &error);
        REQUIRE(status == AUTOMATA_OK || status == AUTOMATA_ERROR_UNKNOWN_NAME || status == AUTOMATA_ERROR_INVALID_ARGUMENT);
    }
    transition_count = take_below(in, MOST_TRANSITIONS);
    for (uint32_t i = 0; i < transition_count; i++) {
        automata_statechart_transition_definition transition = AUTOMATA_STATECHART_TRANSITION_DEFINITION_INIT;
        uint8_t more = take_byte(in);
        transition.source = more > 240 ? NULL : state_names[take_byte(in) % state_count];
        transition.trigger = more < 120 ? AUTOMATA_STATECHART_TRIGGER_EVENT : (automata_statechart_trigger)(more % 4);
        transition.event = event_names[take_byte(in) % 8];
        transition.guard = more & 1 ? state_names[more % 12] : NULL;
        transition.condition = more & 16 ? expressions[more % 8] : NULL;
        transition.target = more & 2 ? state_names[take_byte(in) % state_count] : NULL;
        transition.delay = take_byte(in);
        transition.is_local = more & 4;
        transition.fork = &state_names[take_byte(in) % 12];
        transition.fork_count = more % 32 == 3;
        transition.join = &state_names[take_byte(in) % 12];
        transition.join_count = more % 32 == 7;
        transition.actions = entry;
        transition.action_count = take_actions(in, entry);
        status = automata_statechart_builder_add_transition(builder, &transition, &error);
        REQUIRE(status == AUTOMATA_OK || status == AUTOMATA_ERROR_UNKNOWN_NAME || status == AUTOMATA_ERROR_INVALID_TEXT ||
                status == AUTOMATA_ERROR_INVALID_ARGUMENT);
    }
    status = automata_statechart_builder_build(builder, &own, &chart, &error);
    REQUIRE(status == AUTOMATA_OK || status == AUTOMATA_ERROR_INVALID_STATECHART);
    automata_statechart_builder_free(builder);
    automata_statechart_free(part);
    if (status != AUTOMATA_OK)
        return;
    check_text(chart, AUTOMATA_STATECHART_FORMAT_JSON);
    check_text(chart, AUTOMATA_STATECHART_FORMAT_SCXML);
    run(chart, in);
    automata_statechart_free(chart);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in = {data, size};
    switch (take_byte(&in) % 3) {
    case 0: read_chart(&in); break;
    case 1: read_snapshot(&in); break;
    default: build(&in);
    }
    return 0;
}
