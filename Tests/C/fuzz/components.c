/*
 * Components: the first byte chooses between a text, which is read as JSON and run, and bytes that say how components of
 * functions are made, joined, changed while they run, and what they send. No loop may be endless, and no call of a handler may
 * do harm.
 */
#include "support.h"

enum { PART_COUNT = 4, CALL_LIMIT = 2000 };

static const char *const messages[] = {"a", "b"}, *const commands[] = {"c"};
static const char *const parts[PART_COUNT + 1] = {"p0", "p1", "p2", "p3", "p.x"};
static const char *const ports[] = {
    "p0.in", "p1.in", "p2.in", "p3.in", "p0.out", "p1.out", "p2.out", "p3.out", "p0.own", "p1.ask", "p2.ask", "p9.in", "in", "", ".",
};
static const automata_component_port all_ports[] = {
    {"in", AUTOMATA_PORT_INPUT, false, {false, false, false}, messages, 2, commands, 1},
    {"out", AUTOMATA_PORT_OUTPUT, true, {false, false, false}, messages, 2, commands, 1},
    {"own", AUTOMATA_PORT_EVENT, false, {false, false, false}, messages, 2, NULL, 0},
    {"ask", AUTOMATA_PORT_INPUT, false, {false, false, false}, NULL, 0, commands, 1},
};

static const char *port_of(input *in) { return ports[take_below(in, sizeof ports / sizeof *ports)]; }

static automata_statechart_value value_of(input *in)
{
    static const char *const texts[] = {"null", "[1, 2]", "{\"a\": {}}", "tru", "\xff", ""};
    automata_statechart_value value = AUTOMATA_STATECHART_VALUE_INIT;
    value.kind = (automata_statechart_value_kind)take_below(in, 6);
    value.number = (double)take_byte(in) - 100;
    value.text.data = texts[take_below(in, sizeof texts / sizeof *texts)];
    value.text.length = AUTOMATA_ZERO_TERMINATED;
    return value;
}

/* The bytes that handlers read, too, and how often they were called. */
typedef struct program {
    input in;
    uint64_t calls, last_command;
} program;

static int handle(automata_simulation *run, const automata_message *message, void *context);

static automata_component_definition definition_of(program *own)
{
    automata_component_definition part = AUTOMATA_COMPONENT_DEFINITION_INIT;
    part.name = parts[take_below(&own->in, PART_COUNT + 1)];
    part.ports = all_ports, part.port_count = take_below(&own->in, 5);
    part.handler = take_below(&own->in, 4) == 0 ? NULL : handle, part.context = own;
    part.mailbox_capacity = take_below(&own->in, 4);
    part.mailbox_policy = (automata_mailbox_policy)take_below(&own->in, 4);
    return part;
}

/* What may be done at any time. */
static void change(automata_simulation *run, program *own)
{
    automata_error error;
    automata_component_definition part;
    spoil(&error);
    switch (take_below(&own->in, 5)) {
    case 0:
        part = definition_of(own);
        is_ok(automata_simulation_add(run, &part, &error), &error);
        break;
    case 1: {
        const char *output = port_of(&own->in), *to = port_of(&own->in);
        automata_channel_kind kind = (automata_channel_kind)take_below(&own->in, 3);
        is_ok(automata_simulation_connect(run, output, to, kind, take_below(&own->in, 4), &error), &error);
        break;
    }
    case 2: is_ok(automata_simulation_disconnect(run, port_of(&own->in), &error), &error); break;
    case 3: is_ok(automata_simulation_remove(run, parts[take_below(&own->in, PART_COUNT)], &error), &error); break;
    default:
        automata_simulation_contains(run, parts[0]);
        /* Removes the socket, of which there is none. */
        is_ok(automata_simulation_inspect(run, NULL, take_below(&own->in, 2) == 0, &error), &error);
    }
}

static void act(automata_simulation *run, program *own)
{
    automata_error error;
    automata_statechart_value value = value_of(&own->in);
    uint64_t delay = take_below(&own->in, 3);
    const char *port = take_below(&own->in, 2) ? "out" : "own", *message = messages[take_below(&own->in, 2)];
    spoil(&error);
    switch (take_below(&own->in, 7)) {
    case 0: is_ok(automata_component_send(run, port, message, &value, delay, &error), &error); break;
    case 1: is_ok(automata_component_ask(run, port, "c", &value, delay, &error), &error); break;
    case 2: is_ok(automata_component_answer(run, own->last_command, &value, &error), &error); break;
    case 3: is_ok(automata_component_refuse(run, own->last_command, "no", &error), &error); break;
    case 4: is_ok(automata_component_end(run, &error), &error); break;
    case 5: change(run, own); break;
    default: REQUIRE(!is_ok(automata_simulation_run(run, &error), &error) && error.status == AUTOMATA_ERROR_MISPLACED_CALL);
    }
}

static int handle(automata_simulation *run, const automata_message *message, void *context)
{
    program *own = context;
    REQUIRE(message->kind <= AUTOMATA_MESSAGE_REFUSAL && (message->kind == AUTOMATA_MESSAGE_COMMAND) == (message->command > 0));
    REQUIRE((message->kind == AUTOMATA_MESSAGE_START) == (message->name.length == 0));
    if (message->command > 0)
        own->last_command = message->command;
    if (automata_component_name(run) == NULL || ++own->calls > CALL_LIMIT)
        return 0;
    for (uint32_t count = take_below(&own->in, 3); count > 0; count--)
        act(run, own);
    return take_byte(&own->in) == 255;
}

static int look(const automata_trace_event *event, void *context)
{
    (void)context;
    REQUIRE(event->kind >= AUTOMATA_TRACE_SENT && event->kind <= AUTOMATA_TRACE_RESTARTED);
    return 0;
}

static void ignore(const char *note, void *context)
{
    (void)context;
    REQUIRE(is_utf8(note, strlen(note)));
}

/* Runs an assembly; the program says what comes from outside. */
static void run(automata_assembly *assembly, program *own, const char *const *names, size_t name_count)
{
    automata_simulation_options options = AUTOMATA_SIMULATION_OPTIONS_INIT;
    automata_simulation *run = (automata_simulation *)own;
    automata_error error;
    char *trace;
    size_t length;
    options.seed = take_byte(&own->in), options.is_shuffled = take_below(&own->in, 2), options.trace_limit = take_byte(&own->in);
    options.maximum_steps = 500, options.received = handle, options.context = own, options.note = ignore;
    options.context = own;
    if (!is_ok(automata_simulation_start(assembly, &options, &run, &error), &error)) {
        REQUIRE(run == NULL && error.status == AUTOMATA_ERROR_INVALID_ASSEMBLY);
        return;
    }
    for (int count = 0; count < 40 && own->in.left > 0; count++) {
        automata_statechart_value value = value_of(&own->in), answer;
        const char *port = name_count > 0 ? names[take_below(&own->in, (uint32_t)name_count)] : port_of(&own->in);
        bool stepped;
        spoil(&error);
        switch (take_below(&own->in, 7)) {
        case 0: is_ok(automata_simulation_send(run, port, messages[take_below(&own->in, 2)], &value, &error), &error); break;
        case 1: is_ok(automata_simulation_ask(run, port, "c", &value, &answer, &error), &error); break;
        case 2: is_ok(automata_simulation_step(run, &stepped, &error), &error); break;
        case 3: is_ok(automata_simulation_run(run, &error), &error); break;
        case 4: is_ok(automata_simulation_advance(run, automata_simulation_time(run) + take_number(&own->in) % 100, &error), &error); break;
        case 5: change(run, own); break;
        default: REQUIRE(automata_simulation_deadline(run) >= automata_simulation_time(run));
        }
    }
    automata_simulation_active_states(run, "p0");
    automata_simulation_failures(run);
    REQUIRE(automata_simulation_trace(run, &trace, &length, &error) == AUTOMATA_OK && strlen(trace) == length);
    automata_free(trace);
    REQUIRE(automata_simulation_visit_trace(run, look, NULL, &error) == AUTOMATA_OK);
    automata_simulation_free(run);
}

static void run_text(const char *text, size_t size)
{
    static const char *const names[] = {"a", "b", "in"};
    automata_assembly_options options = AUTOMATA_ASSEMBLY_OPTIONS_INIT;
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    automata_assembly *assembly = NULL;
    automata_error error;
    program own = {{(const uint8_t *)text, size}, 0, 0};
    budget.maximum_bytes = 64 << 20;
    options.budget = &budget, options.note = ignore, options.folder = "Examples/components";
    if (!is_ok(automata_assembly_from_text(text, size, &options, &assembly, &error), &error)) {
        REQUIRE(assembly == NULL);
        REQUIRE(error.status == AUTOMATA_ERROR_INVALID_TEXT || error.status == AUTOMATA_ERROR_TOO_LARGE ||
                error.status == AUTOMATA_ERROR_BUDGET_EXCEEDED);
        return;
    }
    is_ok(automata_assembly_bind(assembly, "a", handle, &own, &error), &error);
    run(assembly, &own, names, 3);
    automata_assembly_free(assembly);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    automata_assembly *assembly = NULL, *missing = NULL;
    automata_error error;
    program own = {{data, size}, 0, 0};
    size_t errors = 0;
    if (take_below(&own.in, 2) == 1) {
        run_text((const char *)own.in.next, own.in.left);
        return 0;
    }
    REQUIRE(automata_assembly_from_file("/nonexistent", NULL, &missing, &error) == AUTOMATA_ERROR_FILE && missing == NULL);
    REQUIRE(automata_assembly_new(&assembly, &error) == AUTOMATA_OK);
    for (uint32_t count = 1 + take_below(&own.in, PART_COUNT); count > 0; count--) {
        automata_component_definition part = definition_of(&own);
        is_ok(automata_assembly_add(assembly, &part, &error), &error);
    }
    for (uint32_t count = take_below(&own.in, 6); count > 0; count--) {
        const char *output = port_of(&own.in), *to = port_of(&own.in);
        automata_channel_kind kind = (automata_channel_kind)take_below(&own.in, 3);
        is_ok(automata_assembly_connect(assembly, output, to, kind, take_below(&own.in, 4), &error), &error);
    }
    REQUIRE(automata_assembly_check(assembly, ignore, NULL, &errors, &error) == AUTOMATA_OK);
    run(assembly, &own, NULL, 0);
    automata_assembly_free(assembly);
    return 0;
}
