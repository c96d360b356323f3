/* Statecharts with expressions, data and logs, and the examples in Examples/statecharts. */
#include "statecharts.h"

/* ---- The examples ---- */

static char *contents(const char *path) {
    static char text[20000];
    FILE *file = fopen(path, "rb");
    size_t length = file == NULL ? 0 : fread(text, 1, sizeof text - 1, file);
    if (file == NULL) {
        fprintf(stderr, "%s is missing\n", path);
        exit(2);
    }
    fclose(file);
    text[length] = '\0';
    return text;
}

/* The active states as a list of JSON. */
static const char *configuration(const automata_statechart *chart, const automata_machine *machine) {
    static char text[512];
    const automata_names names = automata_statechart_state_names(chart);
    const automata_statechart_states states = automata_machine_active_states(machine);
    size_t i;
    strcpy(text, "[");
    for (i = 0; i < states.count; i++) sprintf(text + strlen(text), "%s\"%s\"", i > 0 ? ", " : "", names.items[states.items[i]].data);
    strcat(text, "]");
    return text;
}

/* Takes a line such as {"after": 500, "event": "coin", "data": 2, "configuration": ["open"]}. */
static void expect_line(const automata_statechart *chart, automata_machine *machine, char *line) {
    char *after = strstr(line, "\"after\": "), *event = strstr(line, "\"event\": \""), *data = strstr(line, "\"data\": "),
         *wanted = strstr(line, "\"configuration\": ");
    automata_statechart_value value = AUTOMATA_STATECHART_VALUE_INIT;
    CHECK(wanted != NULL);
    if (wanted == NULL) return;
    /* Ends the data before the comma. */
    if (data != NULL) wanted[-2] = '\0';
    wanted += strlen("\"configuration\": ");
    *strrchr(wanted, '}') = '\0';
    if (data != NULL) {
        value.kind = AUTOMATA_STATECHART_VALUE_JSON;
        value.text.data = data + strlen("\"data\": ");
        value.text.length = AUTOMATA_ZERO_TERMINATED;
    }
    if (after != NULL) {
        const uint64_t wait = strtoull(after + strlen("\"after\": "), NULL, 10) * 1000000;
        CHECK_OK(automata_machine_advance(machine, automata_machine_time(machine) + wait, &error));
    }
    if (event != NULL) {
        event += strlen("\"event\": \"");
        CHECK_OK(automata_machine_send_value(machine, event, strcspn(event, "\""), &value, NULL, &error));
    }
    CHECK_TEXT(wanted, configuration(chart, machine));
}

static void run_example(const char *name) {
    automata_statechart *chart = NULL;
    automata_machine *machine = NULL;
    char path[100], *line;
    sprintf(path, "Examples/statecharts/%s.scxml", name);
    CHECK_OK(automata_statechart_from_file(path, AUTOMATA_STATECHART_FORMAT_GUESS, NULL, &chart, &error));
    if (chart == NULL) return;
    CHECK_OK(automata_machine_start(chart, NULL, &machine, &error));
    sprintf(path, "Examples/statecharts/%s.expect.ndjson", name);
    for (line = strtok(contents(path), "\n"); line != NULL; line = strtok(NULL, "\n")) expect_line(chart, machine, line);
    automata_machine_free(machine);
    automata_statechart_free(chart);
}

static void test_examples(void) {
    automata_statechart *chart = NULL;
    run_example("login");
    run_example("microwave");
    run_example("tiktok");
    run_example("traffic-lights");
    CHECK_STATUS(
        AUTOMATA_ERROR_INVALID_STATECHART,
        automata_statechart_from_file("Examples/statecharts/payment.scxml", AUTOMATA_STATECHART_FORMAT_GUESS, NULL, &chart, &error));
    CHECK(strstr(error.message, "Examples/statecharts/payment.scxml:") == error.message && strstr(error.message, "scripts in 'ecmascript' can't run from C") != NULL);
    CHECK_STATUS(
        AUTOMATA_ERROR_INVALID_STATECHART,
        automata_statechart_from_file("Examples/statecharts/vending.scxml", AUTOMATA_STATECHART_FORMAT_GUESS, NULL, &chart, &error));
    CHECK(chart == NULL && strstr(error.message, "scripts in 'ecmascript'") != NULL);
}

/* ---- Data ---- */

static const char shop[] =
    "<scxml xmlns='http://www.w3.org/2005/07/scxml' xmlns:automata='urn:automata:statechart' version='1.0' datamodel='automata' name='shop'>"
    "<datamodel><data id='paid' expr='0'/><data id='price' expr='100'/><data id='items' expr=\"['tea']\"/><data id='nothing'/></datamodel>"
    "<state id='open'>"
    "  <transition event='coin' cond='isOpen &amp;&amp; _event.data &gt; 0'><assign location='paid' expr='paid + _event.data'/>"
    "    <automata:perform name='ring'/><log label='paid' expr='paid'/></transition>"
    "  <transition event='coin' cond='!isOpen'><log label='closed'/></transition>"
    "  <transition event='list'><foreach array='_event.data' item='each'><if cond='isOpen'><log label='item' expr='each'/></if></foreach></transition>"
    "  <transition event='bad'><log label='bad' expr='paid + nothing'/></transition>"
    "  <transition event='later'><send event='coin' delay='1s'><content expr='5'/></send></transition>"
    "  <transition cond='paid &gt;= price' target='sold'/>"
    "</state><final id='sold'/></scxml>";

static void note_log(automata_machine *machine, const char *label, const automata_statechart_value *value, void *context) {
    CHECK(context == &seen && automata_machine_active_states(machine).count == 0);
    note_text(label);
    note_text(value->text.data);
    CHECK(strlen(value->text.data) == value->text.length);
}

static void note_failure(const char *sentence, void *context) {
    CHECK(context == &seen);
    note_text(sentence);
}

static automata_machine *shop_machine(const automata_statechart *chart) {
    automata_machine_options all = AUTOMATA_MACHINE_OPTIONS_INIT;
    automata_machine *machine = NULL;
    all.context = &seen;
    all.log = note_log;
    all.note = note_failure;
    CHECK_OK(automata_machine_start(chart, &all, &machine, &error));
    if (machine == NULL) exit(check_done());
    return machine;
}

/* The value of an expression as a text. */
static const char *evaluated(automata_machine *machine, const char *text) {
    automata_statechart_value value = AUTOMATA_STATECHART_VALUE_INIT;
    CHECK_OK(automata_machine_evaluate(machine, text, AUTOMATA_ZERO_TERMINATED, &value, &error));
    return value.text.data;
}

static automata_statechart_value value_of(automata_statechart_value_kind kind, double number, const char *text) {
    automata_statechart_value value = AUTOMATA_STATECHART_VALUE_INIT;
    value.kind = kind;
    value.number = number;
    value.text.data = text;
    value.text.length = text == NULL ? 0 : AUTOMATA_ZERO_TERMINATED;
    return value;
}

/* The same in a place of its own, until the next call. */
static const automata_statechart_value *value_at(automata_statechart_value_kind kind, double number) {
    static automata_statechart_value value;
    value = value_of(kind, number, NULL);
    return &value;
}

static void test_expressions(void) {
    automata_statechart *chart = chart_of(shop);
    automata_machine *machine = shop_machine(chart), *again = NULL;
    automata_statechart_value value = value_of(AUTOMATA_STATECHART_VALUE_JSON, 0, "[1, {\"a\": true}, \"x\", null]");
    automata_machine_options all = AUTOMATA_MACHINE_OPTIONS_INIT;
    char *text = NULL, *other = NULL;
    size_t length = 0;

    CHECK(send_named(machine, "coin", 20) == AUTOMATA_MACHINE_FATE_TAKEN);
    CHECK_TEXT("closed null ", seen.log);
    forget();
    seen.is_open = true;
    CHECK(send_named(machine, "coin", 20) == AUTOMATA_MACHINE_FATE_TAKEN);
    CHECK_TEXT("ring paid 20 ", seen.log);
    CHECK(seen.data == 20 && seen.event == event_of(chart, "coin"));
    CHECK(send_named(machine, "coin", 0) == AUTOMATA_MACHINE_FATE_IGNORED);
    /* Values. */
    forget();
    seen.is_open = true;
    CHECK_OK(automata_machine_send_value(machine, "list", 4, &value, NULL, &error));
    CHECK_TEXT("item 1 item {\"a\": true} item x item null ", seen.log);
    CHECK_TEXT("20", evaluated(machine, "paid"));
    CHECK_TEXT("tea", evaluated(machine, "items[0]"));
    CHECK_TEXT("[\"tea\"]", evaluated(machine, "items"));
    CHECK_TEXT("true", evaluated(machine, "In('open') && price == 100"));
    CHECK_OK(automata_machine_evaluate(machine, "paid / 8", AUTOMATA_ZERO_TERMINATED, &value, &error));
    CHECK(value.kind == AUTOMATA_STATECHART_VALUE_NUMBER && value.number == 2.5);
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_TEXT, automata_machine_evaluate(machine, "paid +", 6, &value, &error));
    CHECK(value.kind == AUTOMATA_STATECHART_VALUE_NULL && strstr(error.message, "column 7") != NULL);
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_TEXT, automata_machine_evaluate(machine, "nothing", 7, &value, &error));
    CHECK_TEXT("the variable 'nothing' has no value", error.message);
    value = value_of(AUTOMATA_STATECHART_VALUE_TEXT, 0, "a \"b\"");
    CHECK_OK(automata_machine_assign(machine, "nothing", 7, &value, &error));
    CHECK_TEXT("a \"b\"", evaluated(machine, "nothing"));
    CHECK_TEXT("[\"a \\\"b\\\"\"]", evaluated(machine, "[nothing]"));
    CHECK_STATUS(AUTOMATA_ERROR_UNKNOWN_NAME, automata_machine_assign(machine, "nobody", 6, &value, &error));
    value = value_of(AUTOMATA_STATECHART_VALUE_JSON, 0, "[1,");
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_TEXT, automata_machine_assign(machine, "nothing", 7, &value, &error));
    /* What fails is told, and raises error.execution. */
    forget();
    CHECK(send_named(machine, "bad", 0) == AUTOMATA_MACHINE_FATE_TAKEN);
    CHECK(strstr(seen.log, "'log bad: paid + nothing' failed: ") == NULL && strstr(seen.log, "bad 20a \"b\"") != NULL);
    CHECK_OK(automata_machine_assign(machine, "paid", 4, value_at(AUTOMATA_STATECHART_VALUE_BOOLEAN, 1), &error));
    forget();
    CHECK(send_named(machine, "bad", 0) == AUTOMATA_MACHINE_FATE_TAKEN);
    CHECK(strstr(seen.log, "'log bad: paid + nothing' failed: '+' adds two numbers") != NULL);
    CHECK_OK(automata_machine_assign(machine, "paid", 4, value_at(AUTOMATA_STATECHART_VALUE_NUMBER, 30), &error));
    CHECK_STATUS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_machine_send(machine, event_of(chart, "coin"), UINT64_MAX, NULL, &error));
    /* A snapshot keeps the data, and that of waiting events. */
    CHECK(send_named(machine, "later", 0) == AUTOMATA_MACHINE_FATE_TAKEN);
    CHECK_OK(automata_machine_snapshot(machine, &text, &length, &error));
    all.context = &seen;
    all.log = note_log;
    CHECK_OK(automata_machine_restore(chart, text, length, &all, &again, &error));
    CHECK_OK(automata_machine_snapshot(again, &other, &length, &error));
    CHECK_TEXT(text, other);
    seen.is_open = true;
    CHECK_OK(automata_machine_advance(again, UINT64_C(1000000000), &error));
    CHECK_TEXT("35", evaluated(again, "paid"));
    CHECK_TEXT("30", evaluated(machine, "paid"));
    /* Setting data and then an event. */
    CHECK_OK(automata_machine_assign(again, "paid", 4, value_at(AUTOMATA_STATECHART_VALUE_NUMBER, 100), &error));
    send_named(again, "any", 0);
    CHECK(automata_machine_has_ended(again));
    automata_free(text);
    automata_free(other);
    automata_machine_free(again);
    automata_machine_free(machine);
    automata_statechart_free(chart);
}

/* ---- Data within guards and actions ---- */

static int use_data(automata_machine *machine, void *context) {
    automata_statechart_value value = AUTOMATA_STATECHART_VALUE_INIT;
    (void)context;
    CHECK_OK(automata_machine_evaluate(machine, "_event.data.user", AUTOMATA_ZERO_TERMINATED, &value, &error));
    note_text(value.text.data);
    value = value_of(AUTOMATA_STATECHART_VALUE_TEXT, 0, "seen");
    CHECK_OK(automata_machine_assign(machine, "who", 3, &value, &error));
    CHECK_STATUS(AUTOMATA_ERROR_MISPLACED_CALL, automata_machine_send_value(machine, "e", 1, &value, NULL, &error));
    CHECK_STATUS(AUTOMATA_ERROR_MISPLACED_CALL, automata_machine_copy(machine, NULL, &seen.machine, &error));
    return 0;
}

static int is_ada(automata_machine *machine, void *context) {
    automata_statechart_value value = AUTOMATA_STATECHART_VALUE_INIT;
    (void)context;
    CHECK_STATUS(AUTOMATA_ERROR_MISPLACED_CALL, automata_machine_assign(machine, "who", 3, &value, &error));
    CHECK_OK(automata_machine_evaluate(machine, "_event.data.user == 'ada'", AUTOMATA_ZERO_TERMINATED, &value, &error));
    return value.kind == AUTOMATA_STATECHART_VALUE_BOOLEAN && value.number == 1;
}

static void test_callbacks(void) {
    static const char text[] =
        "{\"format\": \"statechart\", \"name\": \"c\", \"variables\": {\"who\": \"'nobody'\"}, \"states\": [{\"name\": \"a\", \"transitions\": ["
        "{\"on\": \"e\", \"when\": \"ada && who == 'nobody' || 1 > 2\", \"do\": [\"use\"], \"to\": \"b\"}]}, {\"name\": \"b\"}]}";
    static const automata_statechart_binding ada[] = {{"ada", is_ada}}, use[] = {{"use", use_data}};
    automata_statechart_options all = AUTOMATA_STATECHART_OPTIONS_INIT;
    automata_statechart *chart = NULL;
    automata_machine *machine;
    automata_machine_fate fate;
    automata_statechart_value value = value_of(AUTOMATA_STATECHART_VALUE_JSON, 0, "{\"user\": \"bob\"}");
    all.guards = ada;
    all.guard_count = 1;
    /* An action without a function, and a name that is neither a variable nor a guard. */
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_STATECHART, automata_statechart_from_text(text, sizeof text - 1, AUTOMATA_STATECHART_FORMAT_JSON, &all, &chart, &error));
    CHECK(strstr(error.message, "no function is bound to the action 'use'; add it to options.actions") != NULL);
    all.actions = use;
    all.action_count = 1;
    all.guard_count = 0;
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_STATECHART, automata_statechart_from_text(text, sizeof text - 1, AUTOMATA_STATECHART_FORMAT_JSON, &all, &chart, &error));
    CHECK(strstr(error.message, "no function is bound to the guard 'ada'; add it to options.guards") != NULL);
    all.guard_count = 1;
    CHECK_OK(automata_statechart_from_text(text, sizeof text - 1, AUTOMATA_STATECHART_FORMAT_JSON, &all, &chart, &error));
    seen.chart = chart;
    machine = machine_of(chart, NULL);
    CHECK_OK(automata_machine_send_value(machine, "e", 1, &value, &fate, &error));
    CHECK(fate == AUTOMATA_MACHINE_FATE_IGNORED);
    value = value_of(AUTOMATA_STATECHART_VALUE_JSON, 0, "{\"user\": \"ada\"}");
    CHECK_OK(automata_machine_send_value(machine, "e", 1, &value, &fate, &error));
    CHECK(fate == AUTOMATA_MACHINE_FATE_TAKEN);
    CHECK_TEXT("ada ", seen.log);
    CHECK_TEXT("seen", evaluated(machine, "who"));
    automata_machine_free(machine);
    automata_statechart_free(chart);
}

/* Names of guards alone, joined in SCXML's cond: no expressions. */
static void test_joined_guards(void) {
    static const char text[] =
        "<scxml xmlns='http://www.w3.org/2005/07/scxml' version='1.0' name='j'><state id='a'>"
        "<transition event='e' cond=\"!isOpen || In('b')\" target='b'/></state><state id='b'>"
        "<transition event='e' cond='isOpen &amp;&amp; true' target='a'/></state></scxml>";
    automata_statechart *chart = chart_of(text);
    automata_machine *machine = machine_of(chart, NULL);
    automata_statechart_value value = value_of(AUTOMATA_STATECHART_VALUE_TEXT, 0, "x");
    seen.is_open = true;
    CHECK(send_named(machine, "e", UINT64_MAX) == AUTOMATA_MACHINE_FATE_IGNORED);
    seen.is_open = false;
    CHECK(send_named(machine, "e", 0) == AUTOMATA_MACHINE_FATE_TAKEN);
    CHECK(send_named(machine, "e", 0) == AUTOMATA_MACHINE_FATE_IGNORED);
    seen.is_open = true;
    /* Such a chart has no data. */
    CHECK_STATUS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_machine_send_value(machine, "e", 1, &value, NULL, &error));
    CHECK_STATUS(AUTOMATA_ERROR_UNKNOWN_NAME, automata_machine_assign(machine, "x", 1, &value, &error));
    CHECK_TEXT("true", evaluated(machine, "In('b')"));
    value = value_of(AUTOMATA_STATECHART_VALUE_NUMBER, 7, NULL);
    CHECK_OK(automata_machine_send_value(machine, "e", 1, &value, NULL, &error));
    CHECK_TEXT("a", active(machine));
    automata_machine_free(machine);
    automata_statechart_free(chart);
}

/* ---- Copies ---- */

static void test_copies(void) {
    automata_statechart *chart = chart_of(shop), *plain = chart_of(door);
    automata_machine *machine = shop_machine(chart), *copy = NULL;
    char own[4] = "own";
    seen.chart = chart;
    seen.is_open = true;
    send_named(machine, "coin", 40);
    send_named(machine, "later", 0);
    CHECK_OK(automata_machine_copy(machine, &seen, &copy, &error));
    CHECK(automata_machine_deadline(copy) == automata_machine_deadline(machine));
    send_named(copy, "coin", 60);
    CHECK(automata_machine_has_ended(copy) && !automata_machine_has_ended(machine));
    CHECK_TEXT("40", evaluated(machine, "paid"));
    automata_machine_free(machine);
    CHECK_TEXT("100", evaluated(copy, "paid"));
    automata_machine_free(copy);
    automata_statechart_free(chart);
    /* Without expressions, with another context. */
    seen.chart = plain;
    machine = machine_of(plain, NULL);
    send_named(machine, "push", 0);
    CHECK_OK(automata_machine_copy(machine, own, &copy, &error));
    CHECK_TEXT("opened", active(copy));
    CHECK_OK(automata_machine_advance(machine, UINT64_C(10000000000), &error));
    CHECK_TEXT("closed", active(machine));
    CHECK_TEXT("opened", active(copy));
    automata_machine_free(machine);
    automata_machine_free(copy);
    automata_statechart_free(plain);
}

/* A chart that is built, with data and a condition. */
static void test_built_data(void) {
    static const automata_statechart_variable variables[] = {{"n", "1"}, {"empty", NULL}};
    static const automata_statechart_action count[] = {
        {AUTOMATA_STATECHART_ACTION_ASSIGN, "n", 0, NULL, "n + 1"}, {AUTOMATA_STATECHART_ACTION_LOG, "n", 0, NULL, "n"},
        {AUTOMATA_STATECHART_ACTION_RAISE, "again", 0, NULL, "n"}, {AUTOMATA_STATECHART_ACTION_SEND, "late", 5, "i", "'x'"}};
    automata_statechart_state_definition root = AUTOMATA_STATECHART_STATE_DEFINITION_INIT, state = AUTOMATA_STATECHART_STATE_DEFINITION_INIT;
    automata_statechart_transition_definition transition = AUTOMATA_STATECHART_TRANSITION_DEFINITION_INIT;
    automata_statechart_builder *builder = NULL;
    automata_statechart_options all = options();
    automata_statechart *chart = NULL;
    automata_machine *machine;
    root.name = "root";
    root.variables = variables;
    root.variable_count = 2;
    root.initial = "b";
    root.entry = count;
    root.entry_count = 4;
    root.parent = "x";
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_statechart_builder_new(&root, &builder, &error));
    CHECK_TEXT("the root has a 'parent'; set it to NULL", error.message);
    root.parent = NULL;
    root.kind = AUTOMATA_STATECHART_STATE_FINAL;
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_statechart_builder_new(&root, &builder, &error));
    root.kind = AUTOMATA_STATECHART_STATE_PLAIN;
    CHECK_OK(automata_statechart_builder_new(&root, &builder, &error));
    state.name = "a";
    CHECK_OK(automata_statechart_builder_add_state(builder, &state, &error));
    state.name = "b";
    CHECK_OK(automata_statechart_builder_add_state(builder, &state, &error));
    transition.event = "again never";
    transition.guard = "isOpen";
    transition.condition = "_event.data == 2 && n == 2";
    transition.target = "a";
    CHECK_OK(automata_statechart_builder_add_transition(builder, &transition, &error));
    transition.condition = "n ==";
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_TEXT, automata_statechart_builder_add_transition(builder, &transition, &error));
    CHECK(strstr(error.message, "a transition of the root: in 'condition': ") != NULL);
    CHECK_OK(automata_statechart_builder_build(builder, &all, &chart, &error));
    seen.chart = chart;
    seen.is_open = true;
    machine = machine_of(chart, NULL);
    CHECK_TEXT("a", active(machine));
    CHECK(automata_machine_deadline(machine) == 5);
    automata_machine_free(machine);
    automata_statechart_free(chart);
    automata_statechart_builder_free(builder);
}

int main(void) {
    static void (*const tests[])(void) = {
        test_examples, test_expressions, test_callbacks, test_joined_guards, test_copies, test_built_data};
    return run_tests(tests, sizeof tests / sizeof *tests);
}
