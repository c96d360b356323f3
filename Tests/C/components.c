/* Components that talk by messages: by functions and by charts, commands, traces, changes, and calls that are refused. */
#include <sys/stat.h>

#include "check.h"

#define SECOND UINT64_C(1000000000)

static automata_statechart_value json(const char *text) {
    automata_statechart_value value = AUTOMATA_STATECHART_VALUE_INIT;
    value.kind = AUTOMATA_STATECHART_VALUE_JSON;
    value.text.data = text, value.text.length = AUTOMATA_ZERO_TERMINATED;
    return value;
}

static automata_statechart_value number(double value) {
    automata_statechart_value result = AUTOMATA_STATECHART_VALUE_INIT;
    result.kind = AUTOMATA_STATECHART_VALUE_NUMBER, result.number = value;
    return result;
}

static bool is(automata_text text, const char *wanted) { return strcmp(text.data, wanted) == 0 && text.length == strlen(wanted); }

static const char *const names_fetch[] = {"fetch"}, *const names_fetched[] = {"fetched"}, *const names_tick[] = {"tick"};
static const char *const names_price[] = {"price"}, *const names_twice[] = {"tick", "tick"};

#define PORT(name, direction, messages) {name, direction, false, {false, false, false}, messages, 1, NULL, 0}
#define COMMANDS(name, direction, commands) {name, direction, true, {false, false, false}, NULL, 0, commands, 1}

static automata_component_definition definition(
    const char *name, const automata_component_port *ports, size_t count, automata_component_handler handler, void *context) {
    automata_component_definition result = AUTOMATA_COMPONENT_DEFINITION_INIT;
    result.name = name, result.ports = ports, result.port_count = count;
    result.handler = handler, result.context = context;
    return result;
}

static automata_assembly *assembly_new(void) {
    automata_assembly *assembly = NULL;
    automata_error error;
    CHECK_OK(automata_assembly_new(&assembly, &error));
    return assembly;
}

static automata_simulation *started(automata_assembly *assembly, const automata_simulation_options *options) {
    automata_simulation *run = NULL;
    automata_error error;
    CHECK_OK(automata_simulation_start(assembly, options, &run, &error));
    return run;
}

/* A button, a model and a slow service. */

typedef struct {
    int starts, fetches;
    char shown[64];
} screen;

static int model(automata_simulation *run, const automata_message *message, void *context) {
    screen *shown = (screen *)context;
    automata_error error;
    CHECK_TEXT("model", automata_component_name(run));
    if (message->kind == AUTOMATA_MESSAGE_START) {
        shown->starts++;
    } else if (is(message->name, "fetch")) {
        CHECK(is(message->port, "button") && message->kind == AUTOMATA_MESSAGE_PLAIN && message->command == 0);
        shown->fetches++;
        CHECK_OK(automata_component_send(run, "service", "fetch", NULL, 0, &error));
    } else {
        CHECK(is(message->port, "replies") && message->body.kind == AUTOMATA_STATECHART_VALUE_JSON);
        snprintf(shown->shown, sizeof shown->shown, "%s", message->body.text.data);
    }
    return 0;
}

static int service(automata_simulation *run, const automata_message *message, void *context) {
    automata_statechart_value answer = json("[12, 30]");
    (void)context;
    if (message->kind == AUTOMATA_MESSAGE_START) return 0;
    return automata_component_send(run, "replies", "fetched", &answer, 2 * SECOND, NULL);
}

static const automata_component_port model_ports[] = {
    PORT("button", AUTOMATA_PORT_INPUT, names_fetch), PORT("service", AUTOMATA_PORT_OUTPUT, names_fetch),
    PORT("replies", AUTOMATA_PORT_INPUT, names_fetched)};
static const automata_component_port service_ports[] = {
    PORT("requests", AUTOMATA_PORT_INPUT, names_fetch), PORT("replies", AUTOMATA_PORT_OUTPUT, names_fetched)};

static int count_events(const automata_trace_event *event, void *context) {
    int *counts = (int *)context;
    CHECK(event->reserved == 0 && event->component.data != NULL);
    if (event->kind == AUTOMATA_TRACE_SENT && is(event->name, "replies.fetched")) {
        CHECK(is(event->component, "service") && event->time == 2 * SECOND && is(event->message, "service/1"));
        CHECK(is(event->cause, "model/1") && is(event->body.text, "[12, 30]"));
    }
    return ++counts[event->kind] == 3;
}

static void by_functions(void) {
    automata_assembly *assembly = assembly_new();
    automata_simulation_options options = AUTOMATA_SIMULATION_OPTIONS_INIT;
    automata_simulation *run, *other;
    automata_error error;
    screen shown = {0, 0, ""};
    automata_component_definition parts[] = {
        definition("model", model_ports, 3, model, &shown), definition("service", service_ports, 2, service, NULL)};
    int counts[6] = {0};
    char *trace = NULL;
    size_t length = 0, errors = 1;
    bool stepped = false;
    for (int i = 0; i < 2; i++) CHECK_OK(automata_assembly_add(assembly, &parts[i], &error));
    CHECK_OK(automata_assembly_connect(assembly, "model.service", "service.requests", AUTOMATA_CHANNEL_ALL, 0, &error));
    CHECK_OK(automata_assembly_connect(assembly, "service.replies", "model.replies", AUTOMATA_CHANNEL_ONE, 5, &error));
    CHECK_OK(automata_assembly_check(assembly, NULL, NULL, &errors, &error));
    CHECK(errors == 0);
    options.trace_limit = 100;
    run = started(assembly, &options);
    CHECK(shown.starts == 1);
    other = started(assembly, NULL);
    automata_assembly_free(assembly);
    CHECK_OK(automata_simulation_send(run, "model.button", "fetch", NULL, &error));
    CHECK(shown.fetches == 0);
    CHECK_OK(automata_simulation_step(run, &stepped, &error));
    CHECK(stepped && shown.fetches == 1);
    CHECK_OK(automata_simulation_run(run, &error));
    CHECK(automata_simulation_deadline(run) == 2 * SECOND && automata_simulation_time(run) == 0);
    CHECK_OK(automata_simulation_advance(run, 2 * SECOND - 1, &error));
    CHECK_TEXT("", shown.shown);
    CHECK_OK(automata_simulation_advance(run, 3 * SECOND, &error));
    CHECK_TEXT("[12, 30]", shown.shown);
    CHECK(automata_simulation_time(run) == 3 * SECOND && automata_simulation_deadline(run) == AUTOMATA_MACHINE_NO_TIME);
    CHECK_OK(automata_simulation_advance(run, SECOND, &error));
    CHECK(automata_simulation_time(run) == 3 * SECOND);
    CHECK_OK(automata_simulation_step(run, &stepped, &error));
    CHECK(!stepped && automata_simulation_failures(run).count == 0);
    CHECK_OK(automata_simulation_trace(run, &trace, &length, &error));
    CHECK(strlen(trace) == length && strstr(trace, "\"sender\": \"service\"") && strstr(trace, "\"body\": [12, 30]"));
    CHECK(strstr(trace, "\"sender\": \"outside\", \"receiver\": \"model\", \"port\": \"button\", \"type\": \"fetch\"") != NULL);
    automata_free(trace);
    CHECK_OK(automata_simulation_visit_trace(run, count_events, counts, &error));
    CHECK(counts[AUTOMATA_TRACE_SENT] == 3 && counts[AUTOMATA_TRACE_HANDLED] == 2);
    /* The runs of an assembly don't know each other. */
    CHECK_OK(automata_simulation_run(other, &error));
    CHECK(shown.fetches == 1 && shown.starts == 2);
    CHECK_OK(automata_simulation_trace(other, &trace, &length, &error));
    CHECK(length == 0);
    automata_free(trace);
    automata_simulation_free(run);
    automata_simulation_free(other);
}

/* Assemblies from JSON. */

static int show(automata_simulation *run, const automata_message *message, void *context) {
    screen *shown = (screen *)context;
    CHECK(automata_component_name(run) == NULL && is(message->port, "list") && is(message->name, "shown"));
    snprintf(shown->shown, sizeof shown->shown, "%s", message->body.text.data);
    return 0;
}

static void by_charts(void) {
    automata_assembly *assembly = NULL;
    automata_simulation_options options = AUTOMATA_SIMULATION_OPTIONS_INIT;
    automata_simulation *run;
    automata_error error;
    screen shown = {0, 0, ""};
    options.received = show, options.context = &shown;
    CHECK_OK(automata_assembly_from_file("Examples/components/expenses.json", NULL, &assembly, &error));
    run = started(assembly, &options);
    automata_assembly_free(assembly);
    CHECK(automata_simulation_active_states(run, "model").count == 1 && automata_simulation_active_states(run, "x").count == 0);
    CHECK_OK(automata_simulation_send(run, "button", "fetch", NULL, &error));
    CHECK_OK(automata_simulation_run(run, &error));
    CHECK(is(automata_simulation_active_states(run, "model").items[0], "Fetching"));
    CHECK_OK(automata_simulation_advance(run, 2 * SECOND, &error));
    CHECK(is(automata_simulation_active_states(run, "model").items[0], "Showing"));
    CHECK_TEXT("[12, 30]", shown.shown);
    CHECK_STATUS(AUTOMATA_ERROR_UNKNOWN_NAME, automata_simulation_send(run, "door", "fetch", NULL, &error));
    CHECK_STATUS(AUTOMATA_ERROR_UNKNOWN_NAME, automata_simulation_send(run, "button", "push", NULL, &error));
    automata_simulation_free(run);
}

static int double_number(automata_simulation *run, const automata_message *message, void *context) {
    automata_statechart_value twice = number(2 * message->body.number);
    automata_error error;
    (void)context;
    if (message->kind == AUTOMATA_MESSAGE_START) return 0;
    CHECK(message->body.kind == AUTOMATA_STATECHART_VALUE_NUMBER);
    CHECK_OK(automata_component_send(run, "out", "done", &twice, 0, &error));
    twice.kind = AUTOMATA_STATECHART_VALUE_BOOLEAN;
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_component_send(run, "out", "done", &twice, 0, &error));
    return 0;
}

static int keep_number(automata_simulation *run, const automata_message *message, void *context) {
    (void)run;
    *(double *)context = message->body.number;
    return 7;
}

static void by_program(void) {
    static const char text[] =
        "{\"components\": {\"doubler\": {\"in\": {\"in\": {\"do\": \"number\"}}, \"out\": {\"out\": {\"done\": \"number\"}}}},"
        " \"environment\": {\"in\": \"doubler.in\", \"out\": \"doubler.out\"}}";
    automata_assembly *assembly = NULL;
    automata_simulation_options options = AUTOMATA_SIMULATION_OPTIONS_INIT;
    automata_simulation *run;
    automata_statechart_value body = number(21), wrong = json("\"x\"");
    automata_error error;
    double kept = 0;
    options.received = keep_number, options.context = &kept;
    CHECK_OK(automata_assembly_from_text(text, sizeof text - 1, NULL, &assembly, &error));
    CHECK_STATUS(AUTOMATA_ERROR_UNKNOWN_NAME, automata_assembly_bind(assembly, "x", double_number, NULL, &error));
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_assembly_bind(assembly, "doubler", NULL, NULL, &error));
    CHECK_OK(automata_assembly_bind(assembly, "doubler", double_number, NULL, &error));
    run = started(assembly, &options);
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_simulation_send(run, "in", "do", &wrong, &error));
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_simulation_send(run, "doubler.in", "do", &wrong, &error));
    CHECK_TEXT("doubler.in.do: expected \"number\" as the body, found a text", error.message);
    CHECK_STATUS(AUTOMATA_ERROR_UNKNOWN_NAME, automata_simulation_send(run, "in", "nope", &body, &error));
    CHECK_TEXT("the environment has no port 'in' with a message 'nope'; fix the names", error.message);
    CHECK_OK(automata_simulation_send(run, "in", "do", &body, &error));
    CHECK_OK(automata_simulation_run(run, &error));
    CHECK(kept == 42 && automata_simulation_failures(run).count == 0);
    automata_simulation_free(run);
    automata_assembly_free(assembly);
}

/* A component that breaks its contract fails: here it may be asked once. */
static void by_contract(void) {
    static const char text[] =
        "{\"components\": {\"doubler\": {\"in\": {\"in\": {\"do\": \"number\"}}, \"out\": {\"out\": {\"done\": \"number\"}},"
        "  \"contracts\": {\"once\": {\"ports\": [\"in\", \"out\"], \"messages\": \"?do !done\"}}}},"
        " \"environment\": {\"in\": \"doubler.in\", \"out\": \"doubler.out\"}}";
    automata_assembly *assembly = NULL;
    automata_simulation_options options = AUTOMATA_SIMULATION_OPTIONS_INIT;
    automata_simulation *run;
    automata_statechart_value body = number(21);
    automata_error error;
    double kept = 0;
    options.received = keep_number, options.context = &kept;
    CHECK_OK(automata_assembly_from_text(text, sizeof text - 1, NULL, &assembly, &error));
    CHECK_OK(automata_assembly_bind(assembly, "doubler", double_number, NULL, &error));
    run = started(assembly, &options);
    CHECK_OK(automata_simulation_send(run, "in", "do", &body, &error));
    CHECK_OK(automata_simulation_run(run, &error));
    CHECK(kept == 42 && automata_simulation_failures(run).count == 0);
    body = number(4);
    CHECK_OK(automata_simulation_send(run, "in", "do", &body, &error));
    CHECK_OK(automata_simulation_run(run, &error));
    CHECK(kept == 42 && automata_simulation_failures(run).count == 1);
    CHECK_TEXT(
        "doubler: 'doubler' breaks its contract 'once' by ?do; expected nothing; mend the component or the contract",
        automata_simulation_failures(run).items[0].data);
    automata_simulation_free(run);
    automata_assembly_free(assembly);
}

/* Commands. */

typedef struct {
    uint64_t waiting;
    int answers, refusals;
    double last;
    char reason[80];
} shop;

static int catalogue(automata_simulation *run, const automata_message *message, void *context) {
    shop *shared = (shop *)context;
    automata_error error;
    automata_statechart_value price = number(message->body.number + 1);
    if (message->kind == AUTOMATA_MESSAGE_START) return 0;
    CHECK(message->kind == AUTOMATA_MESSAGE_COMMAND && message->command > 0);
    if (message->body.number == 1) {
        CHECK_OK(automata_component_answer(run, message->command, &price, &error));
        CHECK_STATUS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_component_answer(run, message->command, &price, &error));
    } else if (message->body.number == 2) {
        CHECK_OK(automata_component_refuse(run, message->command, "no such item", &error));
    } else if (message->body.number == 3) {
        shared->waiting = message->command;
    } else {
        CHECK_OK(automata_component_answer(run, shared->waiting, &price, &error));
        CHECK_OK(automata_component_end(run, &error));
    }
    return 0;
}

static int customer(automata_simulation *run, const automata_message *message, void *context) {
    shop *shared = (shop *)context;
    automata_error error;
    if (message->kind == AUTOMATA_MESSAGE_ANSWER) {
        CHECK(is(message->port, "prices") && is(message->name, "price") && message->request.number > 0);
        shared->answers++, shared->last = message->body.number;
    } else if (message->kind == AUTOMATA_MESSAGE_REFUSAL) {
        CHECK(message->request.number > 0);
        shared->refusals++;
        snprintf(shared->reason, sizeof shared->reason, "%s", message->body.text.data);
    } else if (message->kind == AUTOMATA_MESSAGE_PLAIN) {
        CHECK_STATUS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_component_answer(run, 1, NULL, &error));
        CHECK_STATUS(AUTOMATA_ERROR_UNKNOWN_NAME, automata_component_ask(run, "prices", "cost", NULL, 0, &error));
        CHECK_STATUS(AUTOMATA_ERROR_UNKNOWN_NAME, automata_component_send(run, "prices", "price", NULL, 0, &error));
        CHECK_OK(automata_component_ask(run, "prices", "price", &message->body, 5 * SECOND, &error));
    }
    return 0;
}

static void commands(void) {
    static const automata_component_port catalogue_ports[] = {COMMANDS("prices", AUTOMATA_PORT_INPUT, names_price)};
    static const automata_component_port customer_ports[] = {
        COMMANDS("prices", AUTOMATA_PORT_OUTPUT, names_price), PORT("ask", AUTOMATA_PORT_INPUT, names_tick)};
    automata_assembly *assembly = assembly_new();
    automata_simulation *run;
    automata_statechart_value body = number(1), answer;
    automata_error error;
    shop shared = {0, 0, 0, 0, ""};
    automata_component_definition parts[] = {
        definition("catalogue", catalogue_ports, 1, catalogue, &shared), definition("customer", customer_ports, 2, customer, &shared)};
    for (int i = 0; i < 2; i++) CHECK_OK(automata_assembly_add(assembly, &parts[i], &error));
    CHECK_OK(automata_assembly_connect(assembly, "customer.prices", "catalogue.prices", AUTOMATA_CHANNEL_ALL, 0, &error));
    run = started(assembly, NULL);
    automata_assembly_free(assembly);
    CHECK_OK(automata_simulation_send(run, "customer.ask", "tick", &body, &error));
    CHECK_OK(automata_simulation_run(run, &error));
    CHECK(shared.answers == 1 && shared.last == 2 && shared.refusals == 0);
    body.number = 2;
    CHECK_OK(automata_simulation_send(run, "customer.ask", "tick", &body, &error));
    CHECK_OK(automata_simulation_run(run, &error));
    CHECK(shared.refusals == 1);
    CHECK_TEXT("no such item", shared.reason);
    /* From outside. */
    body.number = 1;
    CHECK_OK(automata_simulation_ask(run, "catalogue.prices", "price", &body, &answer, &error));
    CHECK(answer.kind == AUTOMATA_STATECHART_VALUE_NUMBER && answer.number == 2);
    body.number = 2;
    CHECK_STATUS(AUTOMATA_ERROR_REFUSED, automata_simulation_ask(run, "catalogue.prices", "price", &body, &answer, &error));
    CHECK_TEXT("no such item", error.message);
    CHECK_STATUS(AUTOMATA_ERROR_UNKNOWN_NAME, automata_simulation_ask(run, "customer.ask", "tick", &body, &answer, &error));
    CHECK_STATUS(AUTOMATA_ERROR_UNKNOWN_NAME, automata_simulation_ask(run, "customer.x", "tick", &body, &answer, &error));
    CHECK_STATUS(AUTOMATA_ERROR_UNKNOWN_NAME, automata_simulation_ask(run, "nobody.ask", "tick", &body, &answer, &error));
    CHECK_STATUS(AUTOMATA_ERROR_UNKNOWN_NAME, automata_simulation_send(run, "customer.ask", "nope", &body, &error));
    CHECK_STATUS(AUTOMATA_ERROR_UNKNOWN_NAME, automata_simulation_send(run, "customer.prices", "price", &body, &error));
    CHECK_STATUS(AUTOMATA_ERROR_UNKNOWN_NAME, automata_simulation_send(run, "nobody.ask", "tick", &body, &error));
    CHECK_TEXT("unknown part 'nobody'; fix the name", error.message);
    /* Too late, and after that no receiver is left. */
    body.number = 3;
    CHECK_OK(automata_simulation_send(run, "customer.ask", "tick", &body, &error));
    CHECK_OK(automata_simulation_advance(run, 6 * SECOND, &error));
    CHECK(shared.refusals == 2);
    CHECK_TEXT("no answer within the time limit", shared.reason);
    body.number = 4;
    CHECK_OK(automata_simulation_send(run, "customer.ask", "tick", &body, &error));
    CHECK_OK(automata_simulation_run(run, &error));
    CHECK(shared.answers == 1 && shared.refusals == 3 && !automata_simulation_contains(run, "catalogue"));
    CHECK(strncmp(shared.reason, "the receiver has ended, or lost or dropped the command", 54) == 0);
    CHECK_OK(automata_simulation_send(run, "customer.ask", "tick", &body, &error));
    CHECK_OK(automata_simulation_run(run, &error));
    CHECK_TEXT("nobody receives the command; connect its port to one that does", shared.reason);
    CHECK_STATUS(AUTOMATA_ERROR_UNKNOWN_NAME, automata_simulation_ask(run, "catalogue.prices", "price", &body, &answer, &error));
    CHECK(strstr(error.message, "the part 'catalogue' has ended") != NULL);
    automata_simulation_free(run);
}

/* What traces tell of commands, and of messages for which they have no room. */

static int silent(automata_simulation *run, const automata_message *message, void *context) {
    automata_error error;
    automata_statechart_value price = number(12);
    (void)context;
    if (message->kind != AUTOMATA_MESSAGE_COMMAND) return 0;
    if (message->body.number == 1) return automata_component_answer(run, message->command, &price, &error);
    if (message->body.number == 2) return automata_component_refuse(run, message->command, "", &error);
    /* It fails with the command in its hands. */
    return 9;
}

static int keep_bodies(const automata_trace_event *event, void *context) {
    char *text = (char *)context;
    size_t length = strlen(text);
    if (event->kind != AUTOMATA_TRACE_SENT || strncmp(event->name.data, "answer to ", 10) != 0) return 0;
    if (event->body.kind == AUTOMATA_STATECHART_VALUE_NUMBER)
        snprintf(text + length, 200 - length, "%g|", event->body.number);
    else
        snprintf(text + length, 200 - length, "%s|", event->body.text.data);
    return 0;
}

static void traces(void) {
    static const automata_component_port catalogue_ports[] = {COMMANDS("prices", AUTOMATA_PORT_INPUT, names_price)};
    static const automata_component_port customer_ports[] = {
        COMMANDS("prices", AUTOMATA_PORT_OUTPUT, names_price), PORT("ask", AUTOMATA_PORT_INPUT, names_tick)};
    automata_simulation_options options = AUTOMATA_SIMULATION_OPTIONS_INIT;
    for (uint64_t limit = 1; limit <= 100; limit += 99) {
        automata_assembly *assembly = assembly_new();
        automata_simulation *run;
        automata_statechart_value body = number(1);
        automata_error error;
        shop shared = {0, 0, 0, 0, ""};
        automata_component_definition parts[] = {
            definition("catalogue", catalogue_ports, 1, silent, NULL), definition("customer", customer_ports, 2, customer, &shared)};
        char *trace = NULL, bodies[200] = "";
        size_t length = 0;
        for (int i = 0; i < 2; i++) CHECK_OK(automata_assembly_add(assembly, &parts[i], &error));
        CHECK_OK(automata_assembly_connect(assembly, "customer.prices", "catalogue.prices", AUTOMATA_CHANNEL_ALL, 0, &error));
        options.trace_limit = limit;
        run = started(assembly, &options);
        automata_assembly_free(assembly);
        for (int i = 1; i <= 3; i++) {
            body.number = i;
            CHECK_OK(automata_simulation_send(run, "customer.ask", "tick", &body, &error));
            CHECK_OK(automata_simulation_run(run, &error));
            if (i == 2) CHECK_TEXT("the receiver refused the command", shared.reason);
        }
        CHECK(shared.answers == 1 && shared.refusals == 2 && !automata_simulation_contains(run, "catalogue"));
        CHECK(strncmp(shared.reason, "the receiver has ended", 22) == 0);
        CHECK_OK(automata_simulation_trace(run, &trace, &length, &error));
        CHECK_OK(automata_simulation_visit_trace(run, keep_bodies, bodies, &error));
        if (limit == 1) {
            /* The last event: the answer was handled, and what was sent has left the trace. */
            CHECK(length > 0 && strstr(trace, "\"port\": null, \"type\": null, \"body\": null, \"cause\": null") != NULL);
        } else {
            CHECK(strncmp(bodies, "12|refused|", 11) == 0 && strstr(trace, "\"body\": 12") && strstr(trace, "\"body\": \"refused\""));
            CHECK(strstr(trace, "Swift") == NULL && strstr(bodies, "Swift") == NULL);
        }
        automata_free(trace);
        automata_simulation_free(run);
    }
}

/* Endless messages, failures, and full mailboxes. */

static int again(automata_simulation *run, const automata_message *message, void *context) {
    const uint64_t *delay = (const uint64_t *)context;
    automata_error error;
    if (message->kind == AUTOMATA_MESSAGE_START) return 0;
    if (message->body.number == 5) return 5;
    CHECK_OK(automata_component_send(run, "own", "tick", &message->body, *delay, &error));
    return 0;
}

static int fail_at_start(automata_simulation *run, const automata_message *message, void *context) {
    (void)run, (void)message, (void)context;
    return 3;
}

static const automata_component_port looping_ports[] = {
    PORT("own", AUTOMATA_PORT_EVENT, names_tick), PORT("input", AUTOMATA_PORT_INPUT, names_tick)};

static void loops(void) {
    automata_assembly *assembly = assembly_new();
    automata_simulation_options options = AUTOMATA_SIMULATION_OPTIONS_INIT;
    automata_simulation *run;
    automata_statechart_value body = number(5);
    automata_error error;
    uint64_t delay = 0;
    automata_component_definition part = definition("loop", looping_ports, 2, again, &delay);
    part.mailbox_capacity = 2;
    CHECK_OK(automata_assembly_add(assembly, &part, &error));
    options.maximum_steps = 1000;
    run = started(assembly, &options);
    CHECK_OK(automata_simulation_send(run, "loop.input", "tick", NULL, &error));
    CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED, automata_simulation_run(run, &error));
    CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED, automata_simulation_advance(run, SECOND, &error));
    delay = 1;
    CHECK_OK(automata_simulation_run(run, &error));
    CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED, automata_simulation_advance(run, SECOND, &error));
    CHECK(automata_simulation_time(run) < 5000);
    CHECK_OK(automata_simulation_send(run, "loop.input", "tick", &body, &error));
    CHECK_OK(automata_simulation_run(run, &error));
    CHECK(automata_simulation_failures(run).count == 1);
    CHECK_TEXT("loop: its handler returned 5", automata_simulation_failures(run).items[0].data);
    CHECK_STATUS(AUTOMATA_ERROR_UNKNOWN_NAME, automata_simulation_send(run, "loop.input", "tick", &body, &error));
    CHECK(strstr(error.message, "the part 'loop' has ended") != NULL);
    /* The latest thousand failures are kept. */
    part.handler = fail_at_start;
    for (int i = 0; i < 1001; i++) CHECK_OK(automata_simulation_add(run, &part, &error));
    CHECK(automata_simulation_failures(run).count == 1001);
    CHECK_TEXT("2 earlier failures aren't kept", automata_simulation_failures(run).items[0].data);
    CHECK_TEXT("loop: its handler returned 3", automata_simulation_failures(run).items[1].data);
    part.handler = again;
    automata_simulation_free(run);
    run = started(assembly, NULL);
    for (int i = 0; i < 3; i++) CHECK_OK(automata_simulation_send(run, "loop.input", "tick", NULL, &error));
    CHECK(automata_simulation_failures(run).count == 1);
    CHECK(strstr(automata_simulation_failures(run).items[0].data, "full at 2") != NULL);
    automata_simulation_free(run);
    automata_assembly_free(assembly);
}

/* Calls at wrong times. */

static int misplaced(automata_simulation *run, const automata_message *message, void *context) {
    automata_statechart_value answer;
    automata_error error;
    bool stepped;
    (void)message, (void)context;
    CHECK_STATUS(AUTOMATA_ERROR_MISPLACED_CALL, automata_simulation_step(run, &stepped, &error));
    CHECK_STATUS(AUTOMATA_ERROR_MISPLACED_CALL, automata_simulation_run(run, &error));
    CHECK_STATUS(AUTOMATA_ERROR_MISPLACED_CALL, automata_simulation_advance(run, 1, &error));
    CHECK_STATUS(AUTOMATA_ERROR_MISPLACED_CALL, automata_simulation_send(run, "loop.input", "tick", NULL, &error));
    CHECK_STATUS(AUTOMATA_ERROR_MISPLACED_CALL, automata_simulation_ask(run, "loop.input", "tick", NULL, &answer, &error));
    if (message->kind == AUTOMATA_MESSAGE_START) {
        CHECK_STATUS(AUTOMATA_ERROR_MISPLACED_CALL, automata_simulation_remove(run, "loop", &error));
    } else {
        automata_simulation_free(run);
        CHECK_OK(automata_component_send(run, "own", "tick", NULL, 0, &error));
    }
    return 0;
}

static int end_at_start(automata_simulation *run, const automata_message *message, void *context) {
    (void)message, (void)context;
    automata_simulation_free(run);
    return 0;
}

static void wrong_times(void) {
    automata_assembly *assembly = assembly_new();
    automata_simulation *run;
    automata_error error;
    automata_component_definition part = definition("loop", looping_ports, 2, misplaced, NULL);
    CHECK_OK(automata_assembly_add(assembly, &part, &error));
    run = started(assembly, NULL);
    CHECK(automata_component_name(run) == NULL);
    CHECK_STATUS(AUTOMATA_ERROR_MISPLACED_CALL, automata_component_send(run, "own", "tick", NULL, 0, &error));
    CHECK_STATUS(AUTOMATA_ERROR_MISPLACED_CALL, automata_component_end(run, &error));
    CHECK_OK(automata_simulation_send(run, "loop.input", "tick", NULL, &error));
    /* Its handler frees the run. */
    CHECK_OK(automata_simulation_run(run, &error));
    automata_assembly_free(assembly);

    assembly = assembly_new();
    part.handler = end_at_start;
    CHECK_OK(automata_assembly_add(assembly, &part, &error));
    run = (automata_simulation *)&error;
    CHECK_OK(automata_simulation_start(assembly, NULL, &run, &error));
    CHECK(run == NULL);
    automata_assembly_free(assembly);
}

/* Changes while components run. */

static int worker(automata_simulation *run, const automata_message *message, void *context) {
    (void)run;
    if (message->kind == AUTOMATA_MESSAGE_PLAIN) ++*(int *)context;
    return 0;
}

static const automata_component_port worker_ports[] = {PORT("jobs", AUTOMATA_PORT_INPUT, names_tick)};

static int manager(automata_simulation *run, const automata_message *message, void *context) {
    automata_component_definition part = definition("worker", worker_ports, 1, worker, context);
    automata_error error;
    if (message->kind == AUTOMATA_MESSAGE_START) return 0;
    CHECK_OK(automata_simulation_add(run, &part, &error));
    CHECK_STATUS(AUTOMATA_ERROR_DUPLICATE_NAME, automata_simulation_add(run, &part, &error));
    CHECK_OK(automata_simulation_connect(run, "manager.jobs", "worker.jobs", AUTOMATA_CHANNEL_ALL, 0, &error));
    CHECK_OK(automata_component_send(run, "jobs", "tick", NULL, 0, &error));
    return 0;
}

static void changes(void) {
    automata_component_port manager_ports[] = {
        PORT("jobs", AUTOMATA_PORT_OUTPUT, names_tick), PORT("orders", AUTOMATA_PORT_INPUT, names_tick)};
    automata_assembly *assembly = assembly_new();
    automata_simulation *run;
    automata_error error;
    int count = 0;
    automata_component_definition part = definition("manager", manager_ports, 2, manager, &count);
    automata_component_definition other = definition("other", worker_ports, 1, worker, &count);
    struct stat status;
    manager_ports[0].is_optional = true;
    CHECK_OK(automata_assembly_add(assembly, &part, &error));
    run = started(assembly, NULL);
    automata_assembly_free(assembly);
    CHECK_OK(automata_simulation_send(run, "manager.orders", "tick", NULL, &error));
    CHECK_OK(automata_simulation_run(run, &error));
    CHECK(count == 1 && automata_simulation_contains(run, "worker"));
    CHECK_OK(automata_simulation_inspect(run, "components.sock", false, &error));
    CHECK(stat("components.sock", &status) == 0 && (status.st_mode & 0777) == 0600);
    CHECK_STATUS(AUTOMATA_ERROR_FILE, automata_simulation_inspect(run, ".", true, &error));
    CHECK(stat("components.sock", &status) != 0);
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_simulation_inspect(run, "", true, &error));
    CHECK_OK(automata_simulation_inspect(run, NULL, false, &error));
    CHECK_OK(automata_simulation_disconnect(run, "worker.jobs", &error));
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ASSEMBLY, automata_simulation_disconnect(run, "worker.jobs", &error));
    CHECK_OK(automata_simulation_remove(run, "worker", &error));
    CHECK_STATUS(AUTOMATA_ERROR_UNKNOWN_NAME, automata_simulation_remove(run, "worker", &error));
    CHECK_OK(automata_simulation_add(run, &other, &error));
    CHECK_STATUS(
        AUTOMATA_ERROR_UNKNOWN_NAME, automata_simulation_connect(run, "manager.jobs", "x.jobs", AUTOMATA_CHANNEL_ALL, 0, &error));
    CHECK_STATUS(
        AUTOMATA_ERROR_INVALID_ASSEMBLY, automata_simulation_connect(run, "manager.x", "other.jobs", AUTOMATA_CHANNEL_ALL, 0, &error));
    CHECK_STATUS(
        AUTOMATA_ERROR_INVALID_ARGUMENT,
        automata_simulation_connect(run, "manager.jobs", "other.jobs", (automata_channel_kind)9, 0, &error));
    CHECK_STATUS(
        AUTOMATA_ERROR_INVALID_ARGUMENT, automata_simulation_connect(run, "manager", "other.jobs", AUTOMATA_CHANNEL_ALL, 0, &error));
    automata_simulation_free(run);
}

/* All findings at once. */

typedef struct {
    int count;
    char text[2000];
} findings;

static void keep_finding(const char *note, void *context) {
    findings *found = (findings *)context;
    size_t length = strlen(found->text);
    found->count++;
    snprintf(found->text + length, sizeof found->text - length, "%s\n", note);
}

static void wrong_assemblies(void) {
    automata_assembly *assembly = assembly_new(), *read = NULL;
    automata_assembly_options options = AUTOMATA_ASSEMBLY_OPTIONS_INIT;
    automata_simulation *run = NULL;
    automata_error error;
    findings found = {0, ""};
    size_t errors = 0;
    automata_component_port ports[] = {PORT("a", AUTOMATA_PORT_INPUT, names_fetch), PORT("a", AUTOMATA_PORT_INPUT, names_fetch)};
    automata_component_definition part = definition("model", model_ports, 3, model, NULL), wrong;
    CHECK_OK(automata_assembly_add(assembly, &part, &error));
    CHECK_OK(automata_assembly_add(assembly, &part, &error));
    CHECK_OK(automata_assembly_connect(assembly, "model.x", "gone.requests", AUTOMATA_CHANNEL_ALL, 0, &error));
    CHECK_OK(automata_assembly_check(assembly, keep_finding, &found, &errors, &error));
    CHECK(errors >= 4 && strstr(found.text, "duplicate part 'model'") && strstr(found.text, "unknown part 'gone'"));
    CHECK(strstr(found.text, "model.service has no channel; connect it, or set is_optional") && strstr(found.text, "warning: "));
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ASSEMBLY, automata_simulation_start(assembly, NULL, &run, &error));
    CHECK(run == NULL && strstr(error.message, "duplicate part 'model'; rename one") && strstr(error.message, "unknown port 'x'"));

    static const char *const names[] = {"", "#a", "outside", "outside7", "environment", "a\nb"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        wrong = definition(names[i], NULL, 0, NULL, NULL);
        CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_assembly_add(assembly, &wrong, &error));
        CHECK(strchr(error.message, '\n') == NULL && strstr(error.message, "name") != NULL);
    }
    wrong = definition("two words", NULL, 0, NULL, NULL);
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_assembly_add(assembly, &wrong, &error));
    wrong = definition("a.b", NULL, 0, NULL, NULL);
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_assembly_add(assembly, &wrong, &error));
    wrong = definition(NULL, NULL, 0, NULL, NULL);
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_assembly_add(assembly, &wrong, &error));
    wrong = definition("twice", ports, 2, NULL, NULL);
    CHECK_STATUS(AUTOMATA_ERROR_DUPLICATE_NAME, automata_assembly_add(assembly, &wrong, &error));
    wrong = definition("odd", ports, 1, NULL, NULL);
    ports[0].direction = (automata_port_direction)0;
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_assembly_add(assembly, &wrong, &error));
    ports[0].direction = AUTOMATA_PORT_INPUT, ports[0].reserved[1] = true;
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_assembly_add(assembly, &wrong, &error));
    ports[0].reserved[1] = false, ports[0].name = "#failures";
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_assembly_add(assembly, &wrong, &error));
    ports[0].name = "a", ports[0].messages = names_twice, ports[0].message_count = 2;
    CHECK_STATUS(AUTOMATA_ERROR_DUPLICATE_NAME, automata_assembly_add(assembly, &wrong, &error));
    ports[0].message_count = 1000000;
    CHECK_STATUS(AUTOMATA_ERROR_TOO_LARGE, automata_assembly_add(assembly, &wrong, &error));
    wrong.mailbox_policy = (automata_mailbox_policy)7, ports[0].message_count = 1;
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_assembly_add(assembly, &wrong, &error));
    automata_assembly_free(assembly);

    /* Texts: all errors with their places. */
    found.count = 0, found.text[0] = '\0';
    options.note = keep_finding, options.context = &found, options.input_name = "shop.json";
    CHECK_STATUS(
        AUTOMATA_ERROR_INVALID_TEXT,
        automata_assembly_from_text(
            "{\"components\": {\"a\": {\"in\": 3}, \"b\": {\"colour\": 1}}}", AUTOMATA_ZERO_TERMINATED, &options, &read, &error));
    CHECK(found.count == 2 && strstr(found.text, "shop.json:1:29: ") && strstr(found.text, "unknown key 'colour'"));
    CHECK(read == NULL && error.line == 1 && error.column == 29);
    CHECK_STATUS(
        AUTOMATA_ERROR_INVALID_TEXT,
        automata_assembly_from_text(
            "{\"components\": {\"b\": {\"out\": {\"q\": [\"n\"]}}},\n \"channels\": [{\"from\": \"x.y\", \"to\": \"b.z\"}]}",
            AUTOMATA_ZERO_TERMINATED, &options, &read, &error));
    CHECK(found.count == 5 && strstr(found.text, "shop.json:2:24: unknown part 'x'") && strstr(found.text, "b.q has no channel"));
    CHECK_STATUS(
        AUTOMATA_ERROR_INVALID_TEXT,
        automata_assembly_from_text(
            "{\"components\": {\"a\": {\"chart\": \"model.scxml\"}}}", AUTOMATA_ZERO_TERMINATED, NULL, &read, &error));
    CHECK(strstr(error.message, "folder") != NULL);
    options.folder = "Examples/components";
    CHECK_STATUS(
        AUTOMATA_ERROR_INVALID_TEXT,
        automata_assembly_from_text(
            "{\"components\": {\"a\": {\"chart\": \"../statecharts/door.json\"}}}", AUTOMATA_ZERO_TERMINATED, &options, &read, &error));
    CHECK(strstr(error.message, "outside of the folder") != NULL);
    CHECK_STATUS(AUTOMATA_ERROR_FILE, automata_assembly_from_file("/nonexistent.json", NULL, &read, &error));
    /* A budget with room for one component, and for the text, but not for the chart. */
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    budget.maximum_bytes = 16384, options.budget = &budget;
    CHECK_STATUS(
        AUTOMATA_ERROR_BUDGET_EXCEEDED,
        automata_assembly_from_text(
            "{\"components\": {\"a\": {\"chart\": \"model.scxml\"}}}", AUTOMATA_ZERO_TERMINATED, &options, &read, &error));
}

static void hostile_texts(void) {
    static const char *const texts[] = {
        "", "[]", "{", "null", "{\"components\": []}", "{\"components\": {\"\": {}}}", "{\"components\": {\"a\": {}, \"a\": {}}}",
        "{\"components\": {\"a\": {\"chart\": \"/etc/passwd\"}}}", "{\"components\": {\"a\": {\"in\": {\"b\": [\"c\", \"c\"]}}}}",
        "{\"environment\": {\"a\": \"b\"}}", "{\"channels\": [{\"from\": [], \"to\": []}]}", "{\"components\": {\"a\": {\"mailbox\": -1}}}",
        "\xff\xfe", "{\"components\": {\"a\": {\"in\": {\"b\": {\"c\": \"\\ud800\"}}}}}"};
    automata_assembly *read;
    automata_error error;
    size_t deep = 100000, large = 1 << 20;
    char *text = (char *)malloc(deep + large);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        read = (automata_assembly *)&error;
        if (automata_assembly_from_text(texts[i], AUTOMATA_ZERO_TERMINATED, NULL, &read, &error) != AUTOMATA_OK)
            CHECK(read == NULL && error.status == AUTOMATA_ERROR_INVALID_TEXT);
        automata_assembly_free(read);
    }
    /* Deep, and with more components than there may be. */
    memset(text, '[', deep);
    CHECK(automata_assembly_from_text(text, deep, NULL, &read, &error) != AUTOMATA_OK && read == NULL);
    size_t length = (size_t)sprintf(text, "{\"components\": {");
    for (int i = 0; i < 20000; i++) length += (size_t)sprintf(text + length, "%s\"c%d\": {}", i ? ", " : "", i);
    length += (size_t)sprintf(text + length, "}}");
    CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED, automata_assembly_from_text(text, length, NULL, &read, &error));
    free(text);
}

int main(void) {
    by_functions();
    by_charts();
    by_program();
    by_contract();
    commands();
    traces();
    loops();
    wrong_times();
    changes();
    wrong_assemblies();
    hostile_texts();
    return check_done();
}
