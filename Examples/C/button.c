/* A button fetches expenses from a slow service into a list: three components that know only their ports, in virtual time. */
#include <automata_components.h>
#include <stdio.h>
#include <string.h>

static automata_error error;

/* The model asks the service, and shows what comes. */
static int model(automata_simulation *run, const automata_message *message, void *context) {
    (void)context;
    if (message->kind == AUTOMATA_MESSAGE_START) return 0;
    if (strcmp(message->name.data, "fetch") == 0) return automata_component_send(run, "service", "fetch", NULL, 0, NULL);
    return automata_component_send(run, "list", "show", &message->body, 0, NULL);
}

/* The service takes two seconds. */
static int service(automata_simulation *run, const automata_message *message, void *context) {
    automata_statechart_value expenses = AUTOMATA_STATECHART_VALUE_INIT;
    (void)context;
    if (message->kind == AUTOMATA_MESSAGE_START) return 0;
    expenses.kind = AUTOMATA_STATECHART_VALUE_JSON;
    expenses.text.data = "[12, 30]", expenses.text.length = AUTOMATA_ZERO_TERMINATED;
    return automata_component_send(run, "replies", "fetched", &expenses, 2000000000, NULL);
}

static int list(automata_simulation *run, const automata_message *message, void *context) {
    (void)context;
    if (message->kind == AUTOMATA_MESSAGE_PLAIN)
        printf("after %.1f s: %s\n", (double)automata_simulation_time(run) / 1e9, message->body.text.data);
    return 0;
}

static int print_event(const automata_trace_event *event, void *context) {
    (void)context;
    if (event->kind == AUTOMATA_TRACE_SENT)
        printf("  %-10s %-16s %s%s\n", event->message.data, event->name.data, event->cause.length > 0 ? "because of " : "", event->cause.data);
    return 0;
}

static automata_status add(
    automata_assembly *assembly, const char *name, automata_component_handler handler, const automata_component_port *ports, size_t count) {
    automata_component_definition definition = AUTOMATA_COMPONENT_DEFINITION_INIT;
    definition.name = name, definition.handler = handler;
    definition.ports = ports, definition.port_count = count;
    return automata_assembly_add(assembly, &definition, &error);
}

static automata_status join(automata_assembly *assembly, const char *output, const char *input) {
    return automata_assembly_connect(assembly, output, input, AUTOMATA_CHANNEL_ALL, 0, &error);
}

int main(void) {
    static const char *const fetch[] = {"fetch"}, *const fetched[] = {"fetched"}, *const show[] = {"show"};
    const automata_component_port model_ports[] = {
        {"button", AUTOMATA_PORT_INPUT, false, {false, false, false}, fetch, 1, NULL, 0},
        {"service", AUTOMATA_PORT_OUTPUT, false, {false, false, false}, fetch, 1, NULL, 0},
        {"replies", AUTOMATA_PORT_INPUT, false, {false, false, false}, fetched, 1, NULL, 0},
        {"list", AUTOMATA_PORT_OUTPUT, false, {false, false, false}, show, 1, NULL, 0}};
    const automata_component_port service_ports[] = {
        {"requests", AUTOMATA_PORT_INPUT, false, {false, false, false}, fetch, 1, NULL, 0},
        {"replies", AUTOMATA_PORT_OUTPUT, false, {false, false, false}, fetched, 1, NULL, 0}};
    const automata_component_port list_ports[] = {
        {"contents", AUTOMATA_PORT_INPUT, false, {false, false, false}, show, 1, NULL, 0}};
    automata_assembly *assembly = NULL;
    automata_simulation *run = NULL;
    automata_simulation_options options = AUTOMATA_SIMULATION_OPTIONS_INIT;
    int failed;
    options.trace_limit = 100;
    failed = automata_assembly_new(&assembly, &error) || add(assembly, "model", model, model_ports, 4)
        || add(assembly, "service", service, service_ports, 2) || add(assembly, "list", list, list_ports, 1)
        || join(assembly, "model.service", "service.requests") || join(assembly, "service.replies", "model.replies")
        || join(assembly, "model.list", "list.contents")
        || automata_simulation_start(assembly, &options, &run, &error)
        || automata_simulation_send(run, "model.button", "fetch", NULL, &error)
        || automata_simulation_advance(run, 3000000000u, &error)
        || automata_simulation_visit_trace(run, print_event, NULL, &error);
    if (failed) fprintf(stderr, "button: %s\n", error.message);
    automata_simulation_free(run);
    automata_assembly_free(assembly);
    return failed ? 1 : 0;
}
