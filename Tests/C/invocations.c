/* Charts that invoke others and services of the program, send by its transports and have its actions. */
#include "check.h"

static automata_error error;

static const char head[] = "<scxml xmlns='http://www.w3.org/2005/07/scxml' xmlns:automata='urn:automata:statechart' xmlns:p='urn:p' version='1.0' datamodel='automata' ";

/* What callbacks have told, a line each. */
static char told[4000];

static void tell(const char *line) {
    if (strlen(told) + strlen(line) + 2 < sizeof told) strcat(strcat(told, line), "\n");
}

#define CHECK_TOLD(wanted) \
    do { \
        CHECK_TEXT(wanted, told); \
        told[0] = '\0'; \
    } while (0)

/* What the program does when it is asked. */
typedef struct {
    /* What the handler returns. */
    int answer;
    /* The service that was started last. */
    uint32_t service;
    bool frees, finishes, speaks, calls_back;
    const automata_statechart_options *chart_options;
} program;

static automata_statechart *chart_of(const char *text, const automata_statechart_options *chart_options) {
    static char whole[8000];
    automata_statechart *chart = NULL;
    snprintf(whole, sizeof whole, "%s%s", head, text);
    CHECK_OK(automata_statechart_from_text(whole, AUTOMATA_ZERO_TERMINATED, AUTOMATA_STATECHART_FORMAT_SCXML, chart_options, &chart, &error));
    if (chart == NULL) exit(2);
    return chart;
}

static automata_statechart_value json(const char *text) {
    automata_statechart_value value = AUTOMATA_STATECHART_VALUE_INIT;
    value.kind = AUTOMATA_STATECHART_VALUE_JSON;
    value.text.data = text;
    value.text.length = strlen(text);
    return value;
}

static automata_status send_json(automata_machine *machine, const char *name, const char *data) {
    const automata_statechart_value value = json(data);
    return automata_machine_send_value(machine, name, AUTOMATA_ZERO_TERMINATED, &value, NULL, &error);
}

static automata_status send_named(automata_machine *machine, const char *name) {
    return automata_machine_send_named(machine, name, AUTOMATA_ZERO_TERMINATED, 0, NULL, &error);
}

/* All active states, also of invoked charts: "a b | id: c | id: d". */
static const char *all_states(const automata_statechart *chart, const automata_machine *machine) {
    static char text[1000];
    const automata_names names = automata_statechart_state_names(chart);
    const automata_statechart_states states = automata_machine_active_states(machine);
    const automata_machine_invoked_charts charts = automata_machine_invocations(machine);
    size_t i, k;
    text[0] = '\0';
    for (i = 0; i < states.count; i++) sprintf(text + strlen(text), "%s%s", i > 0 ? " " : "", names.items[states.items[i]].data);
    for (i = 0; i < charts.count; i++) {
        CHECK(charts.items[i].parent == AUTOMATA_NO_POSITION || charts.items[i].parent < i);
        sprintf(text + strlen(text), " | %s%s:", charts.items[i].parent == AUTOMATA_NO_POSITION ? "" : "+", charts.items[i].id);
        for (k = 0; k < charts.items[i].states.count; k++) sprintf(text + strlen(text), " %s", charts.items[i].states.items[k].data);
    }
    return text;
}

/* ---- Callbacks ---- */

static void note_log(automata_machine *machine, const char *label, const automata_statechart_value *value, void *context) {
    char line[300];
    (void)machine;
    (void)context;
    snprintf(line, sizeof line, "log %s %s", label, value->text.data);
    tell(line);
}

static void note_failure(const char *sentence, void *context) {
    char line[300];
    (void)context;
    snprintf(line, sizeof line, "note %s", sentence);
    tell(line);
}

static const char sub_text[] =
    "name='sub'><state id='x'><onentry><automata:perform name='act'/></onentry>"
    "<transition event='up'><send event='child.says' target='#_parent'><param name='n' expr='7'/></send></transition>"
    "<transition event='stop' target='e'/></state><final id='e'><donedata><param name='r' expr='42'/></donedata></final></scxml>";

static automata_statechart *load(automata_machine *machine, const char *location, void *context) {
    const program *own = (const program *)context;
    CHECK_STATUS(AUTOMATA_ERROR_MISPLACED_CALL, automata_machine_send_named(machine, "x", 1, 0, NULL, &error));
    tell(location);
    return strcmp(location, "sub.scxml") == 0 ? chart_of(sub_text, own->chart_options) : NULL;
}

static void call_back(automata_machine *machine) {
    const automata_statechart_value value = json("1");
    automata_machine *copy = NULL;
    char *text = NULL;
    size_t length = 0;
    CHECK_STATUS(AUTOMATA_ERROR_MISPLACED_CALL, automata_machine_send(machine, 0, 0, NULL, &error));
    CHECK_STATUS(AUTOMATA_ERROR_MISPLACED_CALL, automata_machine_advance(machine, 1, &error));
    CHECK_STATUS(AUTOMATA_ERROR_MISPLACED_CALL, automata_machine_snapshot(machine, &text, &length, &error));
    CHECK_STATUS(AUTOMATA_ERROR_MISPLACED_CALL, automata_machine_copy(machine, NULL, &copy, &error));
    CHECK_STATUS(AUTOMATA_ERROR_MISPLACED_CALL, automata_machine_send_value(machine, "x", 1, &value, NULL, &error));
    CHECK(automata_machine_active_states(machine).count == 0 && automata_machine_invocations(machine).count == 0);
    CHECK(automata_machine_deadline(machine) == AUTOMATA_MACHINE_NO_TIME && !automata_machine_has_ended(machine));
}

static int handle(automata_machine *machine, const automata_machine_request *request, void *context) {
    static const char *const kinds[] = {"", "start", "deliver", "end", "send", "perform"};
    program *own = (program *)context;
    automata_statechart_value value;
    char line[500];
    snprintf(
        line, sizeof line, "%s %s/%s/%s/%s/%s %s", kinds[request->kind], request->type.data ? request->type.data : "-",
        request->id.data ? request->id.data : "-", request->name.data ? request->name.data : "-",
        request->target.data ? request->target.data : "-", request->text.data ? request->text.data : "-", request->data.text.data);
    tell(line);
    CHECK((request->service > 0) == (request->kind <= AUTOMATA_MACHINE_REQUEST_END));
    if (request->kind == AUTOMATA_MACHINE_REQUEST_PERFORM) {
        /* As in an action. */
        CHECK_OK(automata_machine_evaluate(machine, "n + 1", AUTOMATA_ZERO_TERMINATED, &value, &error));
        CHECK_OK(automata_machine_assign(machine, "n", 1, &value, &error));
        CHECK_OK(automata_machine_raise(machine, 0, 0, &error));
        return own->answer;
    }
    if (own->calls_back) call_back(machine);
    CHECK(automata_machine_evaluate(machine, "1", 1, &value, &error) == AUTOMATA_ERROR_MISPLACED_CALL);
    if (request->kind == AUTOMATA_MACHINE_REQUEST_START) own->service = request->service;
    if (own->frees) automata_machine_free(machine);
    value = json("[1]");
    if (own->speaks) CHECK_OK(automata_machine_send_from_service(machine, own->service, "service.says", AUTOMATA_ZERO_TERMINATED, &value, &error));
    if (own->finishes) CHECK_OK(automata_machine_send_from_service(machine, own->service, NULL, 0, &value, &error));
    return own->answer;
}

static int act(automata_machine *machine, void *context) {
    const automata_statechart_value value = json("1");
    const char *id = automata_machine_invocation_id(machine);
    automata_statechart_value result;
    char line[100];
    (void)context;
    CHECK_STATUS(AUTOMATA_ERROR_MISPLACED_CALL, automata_machine_send_from_service(machine, 1, "a", 1, &value, &error));
    snprintf(line, sizeof line, "%s by %s", automata_machine_callback_name(machine), id == NULL ? "nobody" : id);
    tell(line);
    CHECK_OK(automata_machine_evaluate(machine, "_sessionid", AUTOMATA_ZERO_TERMINATED, &result, &error));
    CHECK((strcmp(result.text.data, "session") == 0) == (automata_machine_invocation_id(machine) == NULL));
    CHECK(automata_machine_is_active(machine, 0) == (automata_machine_invocation_id(machine) == NULL));
    if (automata_machine_invocation_id(machine) == NULL) return 0;
    CHECK(automata_machine_event(machine) == AUTOMATA_STATECHART_NO_EVENT);
    CHECK_STATUS(AUTOMATA_ERROR_MISPLACED_CALL, automata_machine_raise(machine, 0, 0, &error));
    CHECK_STATUS(AUTOMATA_ERROR_MISPLACED_CALL, automata_machine_send_later(machine, 0, 0, 1, "", 0, &error));
    return 0;
}

static const automata_statechart_binding act_bindings[] = {{"act", act}};

static automata_statechart_options chart_options(void) {
    automata_statechart_options all = AUTOMATA_STATECHART_OPTIONS_INIT;
    all.actions = act_bindings;
    all.action_count = 1;
    return all;
}

static automata_machine_options machine_options(program *own) {
    automata_machine_options all = AUTOMATA_MACHINE_OPTIONS_INIT;
    all.context = own;
    all.log = note_log;
    all.note = note_failure;
    all.handler = handle;
    all.load = load;
    return all;
}

static automata_machine *started(const automata_statechart *chart, const automata_machine_options *options) {
    automata_machine *machine = NULL;
    CHECK_OK(automata_machine_start(chart, options, &machine, &error));
    return machine;
}

/* ---- Invoked charts ---- */

static const char shop[] =
    "name='shop' initial='idle'><datamodel><data id='n' expr='0'/><data id='got'/></datamodel>"
    "<state id='idle'><transition event='go' target='busy'/><transition event='load' target='loading'/><transition event='lose' target='lost'/></state>"
    "<state id='busy'>"
    "<invoke id='in' autoforward='true'><param name='start' expr='n'/><finalize><if cond='_event.name == \"child.tick\"'><assign location='n' expr='_event.data.n'/></if></finalize><content>"
    "<scxml version='1.0' datamodel='automata' name='inner'><datamodel><data id='start' expr='5'/></datamodel>"
    "<state id='p'><onentry><automata:perform name='act'/><log label='start' expr='start'/><send event='late' delay='2s'/></onentry>"
    "<transition event='tick'><send event='child.tick' target='#_parent'><param name='n' expr='start + 1'/></send></transition>"
    "<transition event='deep' target='q'/><transition event='late' target='r'/></state>"
    "<state id='q'><invoke id='two' src='sub.scxml'/><transition event='done.invoke.two' target='r'><log label='two' expr='_event.data'/></transition></state>"
    "<final id='r'/></scxml></content></invoke>"
    "<transition event='child.tick'><log label='n' expr='n'/></transition>"
    "<transition event='out' target='idle'/>"
    "<transition event='done.invoke.in' target='idle'><log label='done' expr='_event.invokeid'/></transition></state>"
    "<state id='loading'><invoke id='sub' src='sub.scxml'/>"
    "<transition event='up'><send event='up' target='#_sub'/></transition><transition event='stop'><send event='stop' target='#_sub'/></transition>"
    "<transition event='child.says'><log label='child' expr='_event.data'/></transition>"
    "<transition event='done.invoke' target='idle'><log label='result' expr='_event.data'/></transition></state>"
    "<state id='lost'><invoke src='none.scxml'/><transition event='error.communication' target='idle'><log label='error' expr='_event.name'/></transition></state>"
    "</scxml>";

static void test_charts(void) {
    const automata_statechart_options options_of_charts = chart_options();
    program own = {1, 0, false, false, false, false, NULL};
    automata_machine_options options = machine_options(&own);
    automata_statechart *chart = chart_of(shop, &options_of_charts);
    automata_machine *machine;
    own.chart_options = &options_of_charts;
    machine = started(chart, &options);
    CHECK_TEXT("idle", all_states(chart, machine));
    CHECK_OK(send_named(machine, "go"));
    CHECK_TOLD("act by in\nlog start 0\n");
    CHECK_TEXT("busy | in: p", all_states(chart, machine));
    CHECK(automata_machine_deadline(machine) == UINT64_C(2000000000));
    CHECK_OK(send_named(machine, "tick"));
    CHECK_TOLD("log n 1\n");
    CHECK_OK(send_named(machine, "deep"));
    CHECK_TOLD("sub.scxml\nact by two\n");
    CHECK_TEXT("busy | in: q | +two: x", all_states(chart, machine));
    /* The delayed event of the inner chart finds nobody. */
    CHECK_OK(automata_machine_advance(machine, UINT64_C(2500000000), &error));
    CHECK(automata_machine_time(machine) == UINT64_C(2500000000) && automata_machine_deadline(machine) == AUTOMATA_MACHINE_NO_TIME);
    CHECK_OK(send_named(machine, "out"));
    CHECK_TEXT("idle", all_states(chart, machine));
    CHECK_OK(send_named(machine, "go"));
    CHECK_OK(automata_machine_advance(machine, UINT64_C(4600000000), &error));
    CHECK_TEXT("idle", all_states(chart, machine));
    CHECK_TOLD("act by in\nlog start 1\nlog done in\n");
    /* A chart of the program, and one that it doesn't have. */
    CHECK_OK(send_named(machine, "load"));
    CHECK_OK(send_named(machine, "up"));
    CHECK_OK(send_named(machine, "stop"));
    CHECK_TOLD("sub.scxml\nact by sub\nlog child {\"n\": 7}\nlog result {\"r\": 42}\n");
    CHECK_OK(send_named(machine, "lose"));
    CHECK_TOLD("none.scxml\nnote 'an invocation' failed: can't load the chart 'none.scxml'\nlog error error.communication\n");
    automata_machine_free(machine);
    /* Without callbacks. */
    options = machine_options(&own);
    options.load = NULL;
    options.handler = NULL;
    machine = started(chart, &options);
    CHECK_OK(send_named(machine, "load"));
    CHECK_TEXT("loading", all_states(chart, machine));
    CHECK_TOLD("note 'the invocation sub' failed: can't load the chart 'sub.scxml'; set 'load' in the options of the machine\n");
    automata_machine_free(machine);
    automata_statechart_free(chart);
}

/* The functions of invoked charts are those of the chart that invokes them. */
static void test_functions(void) {
    const automata_statechart_options options_of_charts = chart_options();
    program own = {1, 0, false, false, false, false, NULL};
    automata_machine_options options = machine_options(&own);
    automata_statechart *chart = chart_of(
        "name='a'><state id='s'><invoke src='sub.scxml'/><transition event='e'><raise event='f'/></transition></state></scxml>", NULL);
    automata_machine *machine;
    own.chart_options = &options_of_charts;
    machine = started(chart, &options);
    CHECK_TOLD("sub.scxml\nnote 'act' failed: no function is bound to the action 'act'; add it to options.actions\n");
    CHECK_TEXT("s | s.1: x", all_states(chart, machine));
    automata_machine_free(machine);
    automata_statechart_free(chart);
    /* A text as the value of an expression, and one that can't be read or run. */
    chart = chart_of(
        "name='a'><datamodel><data id='t'/></datamodel><state id='s'><transition event='e' target='u'><assign location='t' expr='_event.data'/></transition></state>"
        "<state id='u'><invoke id='i'><content expr='t'/></invoke><transition event='error' target='s'><log label='bad' expr='_event.name'/></transition></state></scxml>",
        NULL);
    machine = started(chart, &options);
    CHECK_OK(send_json(machine, "e", "\"<scxml xmlns='http://www.w3.org/2005/07/scxml' version='1.0'><state id='v'/></scxml>\""));
    CHECK_TEXT("u | i: v", all_states(chart, machine));
    automata_machine_free(machine);
    machine = started(chart, &options);
    CHECK_OK(send_json(machine, "e", "\"nothing\""));
    CHECK_TOLD("note 'the invocation i' failed: -: can't detect the format from the text; name the format\nlog bad error.communication\n");
    CHECK_OK(send_json(machine, "e", "\"<scxml xmlns='http://www.w3.org/2005/07/scxml' datamodel='ecmascript' version='1.0'><state id='v'><transition cond='x.y() > 1'/></state></scxml>\""));
    CHECK_TEXT("s", all_states(chart, machine));
    CHECK(strstr(told, "ecmascript") != NULL);
    told[0] = '\0';
    automata_machine_free(machine);
    automata_statechart_free(chart);
    /* Scripts and activities within a chart that is invoked. */
    chart = NULL;
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_STATECHART, automata_statechart_from_text(
        "<scxml xmlns='http://www.w3.org/2005/07/scxml' version='1.0'><state id='a'><invoke><content>"
        "<scxml version='1.0' datamodel='ecmascript'><state id='b'><transition cond='x.y() > 1'/></state></scxml></content></invoke></state></scxml>",
        AUTOMATA_ZERO_TERMINATED, AUTOMATA_STATECHART_FORMAT_SCXML, NULL, &chart, &error));
    CHECK(chart == NULL && strstr(error.message, "scripts in 'ecmascript' can't run from C") != NULL);
}

/* ---- Services, transports and actions ---- */

static const char desk[] =
    "name='desk' initial='a'><datamodel><data id='n' expr='3'/></datamodel>"
    "<state id='a'><transition event='serve' target='b'/>"
    "<transition event='post'><send id='m' event='mail' type='smtp' target='me' delay='1s'><param name='x' expr='n'/></send>"
    "<send event='now' type='smtp'/></transition>"
    "<transition event='custom'><p:beep tone='high'/><log label='n' expr='n'/></transition>"
    "<transition event='error.*'><log label='error' expr='_event.name'/></transition></state>"
    "<state id='b'><invoke type='clock' id='c' src='the clock'><param name='rate' expr='n'/></invoke>"
    "<transition event='service.says'><log label='says' expr='_event.data'/></transition>"
    "<transition event='tell'><send event='set' target='#_c'><content expr='9'/></send></transition>"
    "<transition event='back' target='a'/>"
    "<transition event='done.invoke.c' target='a'><log label='done' expr='_event.data'/></transition>"
    "<transition event='error.*' target='a'><log label='error' expr='_event.name'/></transition></state></scxml>";

static void test_services(void) {
    program own = {1, 0, false, false, false, false, NULL};
    automata_machine_options options = machine_options(&own);
    automata_statechart *chart = chart_of(desk, NULL);
    const automata_statechart_value value = json("{\"t\": 1}");
    automata_machine *machine = started(chart, &options), *copy = NULL;
    char *text = NULL;
    size_t length = 0;
    CHECK_STATUS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_machine_send_from_service(machine, 1, "e", 1, &value, &error));
    own.calls_back = true;
    CHECK_OK(send_named(machine, "serve"));
    CHECK_TOLD("start clock/c/-/the clock/- {\"rate\": 3}\n");
    CHECK_TEXT("b", all_states(chart, machine));
    CHECK_OK(automata_machine_send_from_service(machine, own.service, "service.says", AUTOMATA_ZERO_TERMINATED, &value, &error));
    CHECK_TOLD("log says {\"t\": 1}\n");
    CHECK_OK(automata_machine_send_from_service(machine, own.service, "service.says", AUTOMATA_ZERO_TERMINATED, NULL, &error));
    CHECK_TOLD("log says null\n");
    own.speaks = true;
    CHECK_OK(send_named(machine, "tell"));
    CHECK_TOLD("deliver -/c/set/-/- 9\nlog says [1]\n");
    own.speaks = false;
    CHECK_STATUS(AUTOMATA_ERROR_NOT_REPRESENTABLE, automata_machine_snapshot(machine, &text, &length, &error));
    CHECK_TEXT("the running service 'c' can't be saved; wait until it ends", error.message);
    CHECK_STATUS(AUTOMATA_ERROR_NOT_REPRESENTABLE, automata_machine_copy(machine, NULL, &copy, &error));
    CHECK(text == NULL && copy == NULL);
    CHECK_OK(automata_machine_send_from_service(machine, own.service, NULL, 0, &value, &error));
    CHECK_TOLD("log done {\"t\": 1}\n");
    CHECK_TEXT("a", all_states(chart, machine));
    CHECK_STATUS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_machine_send_from_service(machine, own.service, NULL, 0, &value, &error));
    /* Its state is left. */
    CHECK_OK(send_named(machine, "serve"));
    CHECK_OK(send_named(machine, "back"));
    CHECK_TOLD("start clock/c/-/the clock/- {\"rate\": 3}\nend -/c/-/-/- null\n");
    CHECK_STATUS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_machine_send_from_service(machine, own.service, "e", 1, &value, &error));
    /* It ends while it begins. */
    own.finishes = true;
    CHECK_OK(send_named(machine, "serve"));
    CHECK_TOLD("start clock/c/-/the clock/- {\"rate\": 3}\nlog done [1]\n");
    own.finishes = false;
    /* It can't begin, or take an event. */
    own.answer = 0;
    CHECK_OK(send_named(machine, "serve"));
    own.answer = -1;
    CHECK_OK(send_named(machine, "serve"));
    CHECK_TOLD(
        "start clock/c/-/the clock/- {\"rate\": 3}\n"
        "note 'the invocation c' failed: no program has the service 'clock'; invoke a chart by the type 'scxml'\nlog error error.execution\n"
        "start clock/c/-/the clock/- {\"rate\": 3}\nnote 'the invocation c' failed: the program has failed\nlog error error.execution\n");
    own.answer = 1;
    CHECK_OK(send_named(machine, "serve"));
    own.answer = 0;
    CHECK_OK(send_named(machine, "tell"));
    CHECK(strstr(told, "log error error.communication\nend -/c") != NULL || strstr(told, "end -/c/-/-/- null\nlog error error.communication") != NULL);
    told[0] = '\0';
    /* Transports. */
    own.answer = 1;
    CHECK_OK(send_named(machine, "post"));
    CHECK_TOLD("send smtp/-/now/-/- null\n");
    CHECK_OK(automata_machine_advance(machine, automata_machine_deadline(machine), &error));
    CHECK_TOLD("send smtp/m/mail/me/- {\"x\": 3}\n");
    own.answer = 0;
    CHECK_OK(send_named(machine, "post"));
    CHECK(strstr(told, "log error error.execution") != NULL);
    own.answer = -1;
    CHECK_OK(automata_machine_advance(machine, automata_machine_deadline(machine), &error));
    CHECK(strstr(told, "log error error.communication") != NULL);
    told[0] = '\0';
    /* Actions. */
    own.answer = 1;
    CHECK_OK(send_named(machine, "custom"));
    CHECK_TOLD("perform urn:p/-/beep/-/- {\"tone\": \"high\"}\nlog n 4\n");
    own.answer = 0;
    CHECK_OK(send_named(machine, "custom"));
    CHECK(strstr(told, "log error error.execution") != NULL && strstr(told, "log n") == NULL);
    told[0] = '\0';
    /* The handler frees the machine. */
    own.answer = 1;
    own.frees = true;
    CHECK_OK(send_named(machine, "serve"));
    automata_statechart_free(chart);
    told[0] = '\0';
}

/* A service in the initial state speaks and ends while the machine starts, and ends if that fails. */
static void test_services_at_start(void) {
    program own = {1, 0, false, false, true, false, NULL};
    automata_machine_options options = machine_options(&own);
    automata_statechart *chart = chart_of(
        "name='early'><state id='a'><invoke type='clock' id='c'/>"
        "<transition event='service.says'><log label='says' expr='_event.data'/></transition>"
        "<transition event='done.invoke.c' target='b'/></state><state id='b'/></scxml>",
        NULL);
    automata_machine *machine = started(chart, &options);
    CHECK_TOLD("start clock/c/-/-/- {}\nlog says [1]\n");
    CHECK_TEXT("a", all_states(chart, machine));
    automata_machine_free(machine);
    own.finishes = true;
    machine = started(chart, &options);
    CHECK_TOLD("start clock/c/-/-/- {}\nlog says [1]\n");
    CHECK_TEXT("b", all_states(chart, machine));
    automata_machine_free(machine);
    automata_statechart_free(chart);
    own.speaks = own.finishes = false;
    options.maximum_steps = 10;
    chart = chart_of(
        "name='endless'><state id='a'><onentry><send event='e'/></onentry><invoke type='clock' id='c'/>"
        "<transition event='e'><send event='e'/></transition></state></scxml>",
        NULL);
    machine = NULL;
    CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED, automata_machine_start(chart, &options, &machine, &error));
    CHECK(machine == NULL);
    CHECK_TOLD("start clock/c/-/-/- {}\nend -/c/-/-/- null\n");
    automata_statechart_free(chart);
    /* Room for charts isn't for services. */
    options.maximum_events = 1;
    options.maximum_steps = 0;
    chart = chart_of(
        "name='full'><state id='a'><invoke type='clock' id='c'/><invoke id='d'><content><scxml version='1.0'><state id='x'/></scxml></content></invoke></state></scxml>",
        NULL);
    machine = started(chart, &options);
    CHECK_TOLD("start clock/c/-/-/- {}\nnote 'the invocation d' failed: at most 1 chart can run at once; let some end before invoking more\n");
    automata_machine_free(machine);
    automata_statechart_free(chart);
    told[0] = '\0';
}

static void test_no_handler(void) {
    automata_machine_options options = machine_options(NULL);
    automata_statechart *chart = chart_of(desk, NULL);
    automata_machine *machine;
    options.handler = NULL;
    machine = started(chart, &options);
    CHECK_OK(send_named(machine, "serve"));
    CHECK_OK(send_named(machine, "post"));
    CHECK_OK(send_named(machine, "custom"));
    CHECK_TEXT("a", all_states(chart, machine));
    CHECK(strstr(told, "no program has the service 'clock'") != NULL && strstr(told, "can't send by 'smtp'") != NULL);
    CHECK(strstr(told, "no program carries out the action 'beep'") != NULL);
    told[0] = '\0';
    automata_machine_free(machine);
    automata_statechart_free(chart);
}

/* ---- Limits ---- */

static void test_limits(void) {
    program own = {1, 0, false, false, false, false, NULL};
    automata_machine_options options = machine_options(&own);
    automata_statechart *chart = chart_of(
        "name='pair'><state id='a'><invoke id='i'><content><scxml version='1.0' datamodel='automata'><state id='b'>"
        "<transition event='ping'><send event='pong' target='#_parent'/></transition></state></scxml></content></invoke>"
        "<transition event='pong'><send event='ping' target='#_i'/></transition>"
        "<transition event='every'><send event='every' delay='1ms'/></transition></state></scxml>",
        NULL);
    automata_machine *machine;
    options.maximum_steps = 100;
    machine = started(chart, &options);
    CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED, send_named(machine, "pong"));
    CHECK_TEXT("a | i: b", all_states(chart, machine));
    automata_machine_free(machine);
    /* Timers in one call. */
    machine = started(chart, &options);
    CHECK_OK(send_named(machine, "every"));
    CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED, automata_machine_advance(machine, UINT64_C(1) << 62, &error));
    CHECK(automata_machine_time(machine) == UINT64_C(100000000));
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_machine_advance(machine, AUTOMATA_MACHINE_NO_TIME, &error));
    CHECK_TEXT("'time' is AUTOMATA_MACHINE_NO_TIME; give the time until which to advance", error.message);
    automata_machine_free(machine);
    automata_statechart_free(chart);
    /* A chart that invokes itself. */
    chart = chart_of("name='self'><state id='a'><invoke src='self.scxml'/></state></scxml>", NULL);
    machine = started(chart, &options);
    automata_machine_free(machine);
    automata_statechart_free(chart);
    told[0] = '\0';
}

static int load_count;

static automata_statechart *load_again(automata_machine *machine, const char *location, void *context) {
    (void)machine;
    (void)location;
    load_count++;
    return automata_statechart_retain((const automata_statechart *)context);
}

static void test_recursion(void) {
    automata_machine_options options = AUTOMATA_MACHINE_OPTIONS_INIT;
    automata_statechart *chart = chart_of("name='self'><state id='a'><invoke src='self.scxml'/></state></scxml>", NULL);
    automata_machine *machine;
    options.context = chart;
    options.load = load_again;
    machine = started(chart, &options);
    CHECK(load_count == 32 && automata_machine_invocations(machine).count == 32);
    automata_machine_free(machine);
    automata_statechart_free(chart);
}

/* ---- Snapshots ---- */

static automata_machine *saved_and_restored(const automata_statechart *chart, automata_machine *machine, const automata_machine_options *options) {
    automata_machine *again = NULL;
    char *text = NULL, *other = NULL;
    size_t length = 0, other_length = 0;
    CHECK_OK(automata_machine_snapshot(machine, &text, &length, &error));
    CHECK_OK(automata_machine_restore(chart, text, length, options, &again, &error));
    if (again == NULL) exit(2);
    CHECK_OK(automata_machine_snapshot(again, &other, &other_length, &error));
    CHECK(length == other_length && memcmp(text, other, length) == 0);
    automata_free(text);
    automata_free(other);
    automata_machine_free(machine);
    return again;
}

/* Random events for three machines: one that goes on, one that is saved and restored after each, and one that is copied. */
static void test_snapshots(void) {
    static const char *const events[] = {"go", "tick", "deep", "stop", "up", "load", "lose", "out"};
    const automata_statechart_options options_of_charts = chart_options();
    program own = {1, 0, false, false, false, false, NULL};
    automata_machine_options options = machine_options(&own);
    automata_statechart *chart = chart_of(shop, &options_of_charts);
    unsigned seed = 7;
    int run, i, k;
    own.chart_options = &options_of_charts;
    for (run = 0; run < 20; run++) {
        automata_machine *machines[3], *copy = NULL;
        for (k = 0; k < 3; k++) machines[k] = started(chart, &options);
        told[0] = '\0';
        for (i = 0; i < 40; i++) {
            char first[4000] = "", states[1000] = "";
            seed = seed * 1103515245u + 12345u;
            for (k = 0; k < 3; k++) {
                if ((seed >> 16) % 9 == 8) {
                    CHECK_OK(automata_machine_advance(machines[k], automata_machine_time(machines[k]) + UINT64_C(700000000), &error));
                } else {
                    CHECK_OK(send_named(machines[k], events[(seed >> 16) % 9]));
                }
                if (k == 1) machines[k] = saved_and_restored(chart, machines[k], &options);
                if (k == 2) {
                    CHECK_OK(automata_machine_copy(machines[k], &own, &copy, &error));
                    automata_machine_free(machines[k]);
                    machines[k] = copy;
                }
                if (k == 0) {
                    strcpy(first, told);
                    strcpy(states, all_states(chart, machines[k]));
                } else {
                    /* Restoring loads nothing and calls nothing. */
                    CHECK_TEXT(first, told);
                    CHECK_TEXT(states, all_states(chart, machines[k]));
                }
                told[0] = '\0';
                CHECK(automata_machine_deadline(machines[k]) == automata_machine_deadline(machines[0]));
            }
        }
        for (k = 0; k < 3; k++) automata_machine_free(machines[k]);
    }
    automata_statechart_free(chart);
}

static void test_other_versions(void) {
    static const char one[] = "name='v'><state id='a'><invoke id='i'><content><scxml version='1.0'><state id='b'/></scxml></content></invoke></state></scxml>";
    static const char two[] = "name='v'><state id='a'><invoke id='i'><content><scxml version='1.0'><state id='c'/></scxml></content></invoke></state><state id='n'/></scxml>";
    automata_statechart *chart = chart_of(one, NULL), *newer = chart_of(two, NULL), *plain = chart_of("name='v'><state id='a'/></scxml>", NULL);
    automata_machine *machine = started(chart, NULL), *again = NULL;
    char *text = NULL;
    size_t length = 0;
    CHECK_OK(automata_machine_snapshot(machine, &text, &length, &error));
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_TEXT, automata_machine_restore(newer, text, length, NULL, &again, &error));
    CHECK_TEXT(
        "the snapshot doesn't fit the chart: the snapshot was made with a different version of the chart: the state 'n' is new; the state 'a' has different invocations",
        error.message);
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_TEXT, automata_machine_restore(plain, text, length, NULL, &again, &error));
    CHECK_TEXT(
        "2:13: expected the format 'statechart-machine', but the snapshot is of a version of the chart that invokes charts or sends events by transports; restore it with that version",
        error.message);
    automata_free(text);
    automata_machine_free(machine);
    machine = started(plain, NULL);
    CHECK_OK(automata_machine_snapshot(machine, &text, &length, &error));
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_TEXT, automata_machine_restore(chart, text, length, NULL, &again, &error));
    CHECK(again == NULL);
    CHECK_TEXT(
        "2:13: expected the format 'statechart-session', but the snapshot is of a version of the chart that neither invokes charts nor sends events by transports; restore it with that version",
        error.message);
    automata_free(text);
    automata_machine_free(machine);
    automata_statechart_free(chart);
    automata_statechart_free(newer);
    automata_statechart_free(plain);
}

static void try_snapshot(const automata_statechart *chart, const char *text, size_t length) {
    automata_machine *machine = NULL;
    automata_status status = automata_machine_restore(chart, text, length, NULL, &machine, &error);
    CHECK((status == AUTOMATA_OK) == (machine != NULL));
    CHECK(status == AUTOMATA_OK || status == AUTOMATA_ERROR_INVALID_TEXT || status == AUTOMATA_ERROR_TOO_LARGE
          || status == AUTOMATA_ERROR_BUDGET_EXCEEDED || status == AUTOMATA_ERROR_INVALID_STATECHART);
    CHECK(status == AUTOMATA_OK || error.message[0] != '\0');
    if (machine == NULL) return;
    automata_machine_advance(machine, UINT64_C(9000000000), NULL);
    send_named(machine, "tick");
    send_named(machine, "stop");
    send_named(machine, "out");
    automata_machine_invocations(machine);
    automata_machine_free(machine);
}

/* Texts that are cut, changed in one byte, or have a part twice. */
static void test_hostile_snapshots(void) {
    static const char bytes[] = "\0\"{}[]0-9,:aex\\\xff";
    const automata_statechart_options options_of_charts = chart_options();
    program own = {1, 0, false, false, false, false, NULL};
    automata_machine_options options = machine_options(&own);
    automata_statechart *chart = chart_of(shop, &options_of_charts);
    automata_machine *machine;
    char *text = NULL, *damaged;
    size_t length = 0, i;
    unsigned seed = 3;
    own.chart_options = &options_of_charts;
    machine = started(chart, &options);
    CHECK_OK(send_named(machine, "go"));
    CHECK_OK(send_named(machine, "deep"));
    CHECK_OK(automata_machine_snapshot(machine, &text, &length, &error));
    damaged = (char *)malloc(2 * length);
    if (damaged == NULL) exit(2);
    for (i = 0; i < length; i += 1 + i % 13) try_snapshot(chart, text, i);
    for (i = 0; i < 3000; i++) {
        size_t place, size = length;
        memcpy(damaged, text, length);
        seed = seed * 1103515245u + 12345u;
        place = (seed >> 8) % length;
        if (i % 3 == 2) {
            const size_t end = place + (seed >> 5) % 200 < length ? place + (seed >> 5) % 200 : length;
            memcpy(damaged + end, text + place, length - place);
            size = end + length - place;
        } else if (i % 3 == 1) {
            /* Another number. */
            while (place < length && (text[place] < '0' || text[place] > '9')) place++;
            if (place < length) damaged[place] = (char)('0' + (seed >> 4) % 10);
        } else {
            damaged[place] = bytes[(seed >> 3) % (sizeof bytes - 1)];
        }
        try_snapshot(chart, damaged, size);
    }
    free(damaged);
    automata_free(text);
    automata_machine_free(machine);
    automata_statechart_free(chart);
    told[0] = '\0';
}

int main(void) {
    test_charts();
    test_functions();
    test_services();
    test_services_at_start();
    test_no_handler();
    test_limits();
    test_recursion();
    test_snapshots();
    test_other_versions();
    test_hostile_snapshots();
    CHECK(automata_machine_invocations(NULL).count == 0 && automata_machine_invocation_id(NULL) == NULL);
    return check_done();
}
