/*
 * automata_components.h: programs of components that talk by messages.
 *
 * A component owns its state and knows no other: it receives messages through input ports, and
 * sends through output ports. An assembly has components and the channels between their ports; it
 * is made by calls or read from JSON, where charts are components. A simulation runs an assembly,
 * in virtual time, the same way each time:
 *
 *     static int serve(automata_simulation *run, const automata_message *message, void *context) {
 *         automata_statechart_value answer = AUTOMATA_STATECHART_VALUE_INIT;
 *         answer.kind = AUTOMATA_STATECHART_VALUE_JSON, answer.text.data = "[12, 30]";
 *         answer.text.length = AUTOMATA_ZERO_TERMINATED;
 *         if (message->kind == AUTOMATA_MESSAGE_START)
 *             return 0;
 *         return automata_component_send(run, "replies", "fetched", &answer, 2000000000, NULL);
 *     }
 *     ...
 *     static const char *const fetch[] = {"fetch"}, *const fetched[] = {"fetched"};
 *     const automata_component_port ports[] = {
 *         {"requests", AUTOMATA_PORT_INPUT, false, {0}, fetch, 1, NULL, 0},
 *         {"replies", AUTOMATA_PORT_OUTPUT, false, {0}, fetched, 1, NULL, 0}};
 *     automata_component_definition service = AUTOMATA_COMPONENT_DEFINITION_INIT;
 *     service.name = "service", service.handler = serve;
 *     service.ports = ports, service.port_count = 2;
 *     if (automata_assembly_new(&assembly, &error) ||
 *         automata_assembly_add(assembly, &service, &error) || ...
 *         automata_assembly_connect(assembly, "service.replies", "model.replies",
 *                                   AUTOMATA_CHANNEL_ALL, 0, &error) ||
 *         automata_simulation_start(assembly, NULL, &run, &error) ||
 *         automata_simulation_send(run, "model.button", "fetch", NULL, &error) ||
 *         automata_simulation_advance(run, 2000000000, &error))
 *         fprintf(stderr, "%s\n", error.message);
 *     automata_simulation_free(run);
 *     automata_assembly_free(assembly);
 *
 * Bodies of messages are values as in automata_statechart.h; NULL stands for the value NULL. Ports
 * are named by the component and the port, with a dot between them. Times are nanoseconds.
 *
 * The rules in automata.h hold here, too. Names of components, ports and messages are
 * zero-terminated UTF-8.
 */
#ifndef AUTOMATA_COMPONENTS_H
#define AUTOMATA_COMPONENTS_H

#include "automata.h"
#include "automata_statechart.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Components and channels before they run. Belongs to one thread at a time. */
typedef struct automata_assembly automata_assembly;

/* A run of an assembly. Belongs to one thread at a time; independent of the assembly's handle. */
typedef struct automata_simulation automata_simulation;

/* ---------------------------------------------------------------------------------------------- */
/* Components                                                                                     */
/* ---------------------------------------------------------------------------------------------- */

typedef enum automata_message_kind {
    /* The component starts; without a port and a name. Comes first, once. */
    AUTOMATA_MESSAGE_START = 0,
    /* A message that wants no answer. */
    AUTOMATA_MESSAGE_PLAIN = 1,
    /* A command: automata_component_answer() or automata_component_refuse() answers it, now or in a
     * later call of the same component. */
    AUTOMATA_MESSAGE_COMMAND = 2,
    /* The answer to a command that the component has sent; `port` and `name` are those of the
     * command. */
    AUTOMATA_MESSAGE_ANSWER = 3,
    /* The reason why there is no answer, as a text, which isn't empty: the receiver refused, there
     * is none, it has ended, or the time is up. */
    AUTOMATA_MESSAGE_REFUSAL = 4
} automata_message_kind;

/* A message for a component, valid during the call. */
typedef struct automata_message {
    automata_message_kind kind;
    uint32_t reserved;
    /* The number of a command among those that the simulation has delivered, from 1; 0 for
     * others. */
    uint64_t command;
    /* The port that receives it. */
    automata_text port;
    automata_text name;
    automata_statechart_value body;
    /* What was sent with the command, for ANSWER and REFUSAL; NULL for others. */
    automata_statechart_value request;
} automata_message;

/* Handles a message of a component. Returns 0; after any other number the component has failed: it
 * ends, and gets no further message. Commands that it hasn't answered are refused.
 *
 * During the call, functions that run the simulation or send from outside fail with MISPLACED_CALL;
 * all others work, those that change its parts included. If the handler frees the simulation, it
 * lives until the current call returns. */
typedef int (*automata_component_handler)(
    automata_simulation *simulation, const automata_message *message, void *context);

typedef enum automata_port_direction {
    AUTOMATA_PORT_INPUT = 1,
    AUTOMATA_PORT_OUTPUT = 2,
    /* From the component to itself. */
    AUTOMATA_PORT_EVENT = 3
} automata_port_direction;

/* A port. Two ports understand each other in the messages, and in the commands, of the same
 * name. */
typedef struct automata_component_port {
    const char *name;
    automata_port_direction direction;
    /* An output that may stay without a channel. */
    bool is_optional;
    bool reserved[3];
    const char *const *messages;
    size_t message_count;
    const char *const *commands;
    size_t command_count;
} automata_component_port;

typedef enum automata_mailbox_policy {
    /* The component fails. */
    AUTOMATA_MAILBOX_FAIL = 0,
    /* The message that has waited longest is lost. */
    AUTOMATA_MAILBOX_DROP_OLDEST = 1,
    /* The new message is lost. */
    AUTOMATA_MAILBOX_DROP_NEWEST = 2
} automata_mailbox_policy;

typedef struct automata_component_definition {
    size_t struct_size;
    /* Like the names of ports, without dots, spaces and control characters, and not with '#' first.
     * "environment", "outside", and "outside" with a number stand for the program. */
    const char *name;
    const automata_component_port *ports;
    size_t port_count;
    /* Its functions are called by all simulations of the assembly, with `context`. NULL drops all
     * messages. */
    automata_component_handler handler;
    void *context;
    /* The messages that may wait for the component; 0 means 10,000. */
    uint64_t mailbox_capacity;
    /* What happens to a message for a full mailbox. */
    automata_mailbox_policy mailbox_policy;
    uint32_t reserved;
} automata_component_definition;

#define AUTOMATA_COMPONENT_DEFINITION_INIT \
    { sizeof(automata_component_definition), NULL, NULL, 0, NULL, NULL, 0, \
      AUTOMATA_MAILBOX_FAIL, 0 }

/* ---------------------------------------------------------------------------------------------- */
/* Assemblies                                                                                     */
/* ---------------------------------------------------------------------------------------------- */

typedef struct automata_assembly_options {
    size_t struct_size;
    /* May be NULL. A text may have at most 1/64 of the budget's bytes, and at most 16 MiB, as may
     * each file that it names; a component takes 16 KiB of the budget, and there may be at most
     * 10,000. The callback is called before each file is read. */
    const automata_budget *budget;
    /* The text's name in messages, zero-terminated; NULL means the file's path, or "-". */
    const char *input_name;
    /* The folder of the files that the text names, zero-terminated; NULL means that of the file, or
     * for a text that it can't name any. Files outside of the folder are refused. */
    const char *folder;
    /* Receives all errors, or if there are none all warnings, each with its place. May be NULL; the
     * error has the first ones anyway. */
    automata_note note;
    void *context;
} automata_assembly_options;

#define AUTOMATA_ASSEMBLY_OPTIONS_INIT \
    { sizeof(automata_assembly_options), NULL, NULL, NULL, NULL, NULL }

/* Makes an assembly without components. */
automata_status automata_assembly_new(automata_assembly **assembly, automata_error *error);

/* Reads an assembly from JSON, with the charts and assemblies in the files that it names, and
 * checks the whole. Simulations watch the contracts of its components. Fails with INVALID_TEXT and
 * the place of the first error, TOO_LARGE, BUDGET_EXCEEDED. */
automata_status automata_assembly_from_text(
    const char *text, size_t length, const automata_assembly_options *options,
    automata_assembly **assembly, automata_error *error);

/* Reads an assembly from a JSON file; `path` is zero-terminated. Fails with FILE, or as
 * automata_assembly_from_text(). */
automata_status automata_assembly_from_file(
    const char *path, const automata_assembly_options *options, automata_assembly **assembly,
    automata_error *error);

/* Frees an assembly. Its simulations live on. */
void automata_assembly_free(automata_assembly *assembly);

/* Adds a component. Everything in the definition is copied. Fails with DUPLICATE_NAME (two of its
 * ports, or two messages of a port, have the same name) and TOO_LARGE (more than 1,000 ports or
 * messages of a port, or more than 10,000 components). */
automata_status automata_assembly_add(
    automata_assembly *assembly, const automata_component_definition *component,
    automata_error *error);

/* Gives a component that JSON has without a chart its behavior. Until then, it drops all messages.
 * Fails with UNKNOWN_NAME. */
automata_status automata_assembly_bind(
    automata_assembly *assembly, const char *component, automata_component_handler handler,
    void *context, automata_error *error);

typedef enum automata_channel_kind {
    /* Each message goes to all ports that know it. */
    AUTOMATA_CHANNEL_ALL = 1,
    /* Each message goes to one component that is ready, in turn, and is kept until one is. */
    AUTOMATA_CHANNEL_ONE = 2
} automata_channel_kind;

/* Joins an output and an input by a channel: a new one, or that of one of the ports, which the
 * other joins. `capacity` bounds the messages that wait in a channel of kind ONE; 0 means 10,000.
 * Whether the ports exist and understand each other is checked later, all at once. */
automata_status automata_assembly_connect(
    automata_assembly *assembly, const char *output, const char *input, automata_channel_kind kind,
    uint64_t capacity, automata_error *error);

/* Checks the whole: names twice, unknown parts and ports, outputs without a channel, ends of a
 * channel without a common message, and more. `note` receives each finding as a sentence; warnings
 * begin with "warning: ". Returns the number of errors, with which the assembly can't start. */
automata_status automata_assembly_check(
    automata_assembly *assembly, automata_note note, void *context, size_t *error_count,
    automata_error *error);

/* ---------------------------------------------------------------------------------------------- */
/* Simulations                                                                                    */
/* ---------------------------------------------------------------------------------------------- */

typedef struct automata_simulation_options {
    size_t struct_size;
    /* The start of all random sequences. */
    uint64_t seed;
    /* The seed chooses which component handles its next message. The order of each sender's
     * messages to a receiver stays. */
    bool is_shuffled;
    bool reserved[7];
    /* The number of events that the trace keeps, the latest; 0 for no trace; at most 1,000,000. */
    uint64_t trace_limit;
    /* The maximum number of messages that are handled in one call; 0 means 1,000,000. */
    uint64_t maximum_steps;
    /* Receives what comes out of the environment's ports of JSON, with the names of these ports.
     * May be NULL. Its answer doesn't matter. */
    automata_component_handler received;
    /* Receives a sentence for each entry that a chart logs and for each condition or action that
     * fails in one. May be NULL. */
    automata_note note;
    void *context;
} automata_simulation_options;

#define AUTOMATA_SIMULATION_OPTIONS_INIT \
    { sizeof(automata_simulation_options), 0, false, { false, false, false, false, false, false, \
      false }, 0, 0, NULL, NULL, NULL }

/* Makes the components, connects them and starts them in their order. Fails with INVALID_ASSEMBLY
 * (the message has the errors of automata_assembly_check()). If a component frees the simulation
 * when it starts, the result is NULL. */
automata_status automata_simulation_start(
    automata_assembly *assembly, const automata_simulation_options *options,
    automata_simulation **simulation, automata_error *error);

/* Ends a run and frees it. Components aren't told. */
void automata_simulation_free(automata_simulation *simulation);

/* Sends a message from outside to an input of a component, such as "model.button", or through a
 * port of JSON's environment, such as "button". It waits until the simulation runs.
 * Fails with UNKNOWN_NAME (there is no such component, port or message, or the component has
 * ended), INVALID_ARGUMENT (the body isn't of the type that the port has in JSON),
 * MISPLACED_CALL. */
automata_status automata_simulation_send(
    automata_simulation *simulation, const char *port, const char *message,
    const automata_statechart_value *body, automata_error *error);

/* Sends a command from outside to an input of a component, and runs until it is answered; the time
 * advances if nothing else waits. The answer's text is valid until the next call with the
 * simulation. Fails with REFUSED and the reason, BUDGET_EXCEEDED (too many steps), or as
 * automata_simulation_send(). */
automata_status automata_simulation_ask(
    automata_simulation *simulation, const char *port, const char *command,
    const automata_statechart_value *request, automata_statechart_value *answer,
    automata_error *error);

/* Handles the next message. `stepped` tells whether there was one; it may be NULL. */
automata_status automata_simulation_step(
    automata_simulation *simulation, bool *stepped, automata_error *error);

/* Handles messages until none waits. Fails with BUDGET_EXCEEDED (too many steps, as if a component
 * sends to itself without end; another call goes on). */
automata_status automata_simulation_run(automata_simulation *simulation, automata_error *error);

/* Advances the time, sends the messages whose time comes, and handles all that follows. Fails with
 * BUDGET_EXCEEDED (too many steps; the time is then that of the last message). An earlier time has
 * no effect. */
automata_status automata_simulation_advance(
    automata_simulation *simulation, uint64_t time, automata_error *error);

/* Returns the time since the start. */
uint64_t automata_simulation_time(const automata_simulation *simulation);

/* Returns the time at which the next message that was sent for later is due;
 * AUTOMATA_MACHINE_NO_TIME if there is none. */
uint64_t automata_simulation_deadline(const automata_simulation *simulation);

/* Returns the names of the atomic states that are active in a component that is a chart; none for
 * others. They are valid until the next call with the simulation. */
automata_names automata_simulation_active_states(
    automata_simulation *simulation, const char *component);

/* Returns a sentence for each of the latest 1,000 failures of components, in the order of time; if
 * there were more, the first sentence has their number. They are valid until the next call with the
 * simulation. */
automata_names automata_simulation_failures(automata_simulation *simulation);

/* Lets other programs of the same user watch the run at a Unix socket, in the place of one before:
 * `automata components inspect PATH` shows it in the browser. NULL removes the socket, as freeing
 * the simulation does. With `allows_control`, listeners may pause the run before a message, and
 * take steps; the call that handles messages waits meanwhile, at the longest until none listens.
 * The socket of a program that has ended is replaced. Listeners never delay the run otherwise: a
 * thread of the library tells them the news, and slow ones are told how many events they missed.
 *
 *     automata_simulation_inspect(run, "/run/user/1000/shop.sock", false, &error);
 *
 * Fails with FILE (another program listens there, or the system refuses), INVALID_ARGUMENT (the
 * path is too long), MISPLACED_CALL. */
automata_status automata_simulation_inspect(
    automata_simulation *simulation, const char *path, bool allows_control, automata_error *error);

/* ---------------------------------------------------------------------------------------------- */
/* Traces                                                                                         */
/* ---------------------------------------------------------------------------------------------- */

/* Writes the messages of the trace that were handled or lost, as JSON, one on each line: id, time
 * (in milliseconds), sender, receiver, port, type, body, cause, and lost if it was. If the trace
 * has no room any more for the sending of a message, port, type, body and cause are null.
 * Components that failed or were restarted have lines, too: time, component, and failed with the
 * reason, or restarted. */
automata_status automata_simulation_trace(
    automata_simulation *simulation, char **text, size_t *length, automata_error *error);

typedef enum automata_trace_kind {
    AUTOMATA_TRACE_SENT = 1,
    AUTOMATA_TRACE_HANDLED = 2,
    /* A receiver didn't get the message; `name` is the reason. */
    AUTOMATA_TRACE_LOST = 3,
    /* The component failed. */
    AUTOMATA_TRACE_FAILED = 4,
    /* A fresh component took the place of one. */
    AUTOMATA_TRACE_RESTARTED = 5
} automata_trace_kind;

/* Something that happened, lent during a call. Absent texts are empty. */
typedef struct automata_trace_event {
    automata_trace_kind kind;
    uint32_t reserved;
    uint64_t time;
    /* The message: its sender and the number among those of the sender, such as "door/3". */
    automata_text message;
    /* The message whose handler sent this one. */
    automata_text cause;
    /* The component that sent, handled or lost the message, failed or was restarted; empty if it is
     * the program. */
    automata_text component;
    /* The port and the name, such as "output.ping", if it was sent. */
    automata_text name;
    /* The body, if it was sent; of an answer that there isn't, and of a failure, the reason as a
     * text, such as "timed out" or "refused: no such item". */
    automata_statechart_value body;
} automata_trace_event;

/* Receives an event; any number but 0 ends the visit. The rules of handlers hold. */
typedef int (*automata_trace_visitor)(const automata_trace_event *event, void *context);

/* Visits the events of the trace in their order. */
automata_status automata_simulation_visit_trace(
    automata_simulation *simulation, automata_trace_visitor visitor, void *context,
    automata_error *error);

/* ---------------------------------------------------------------------------------------------- */
/* Changes                                                                                        */
/* ---------------------------------------------------------------------------------------------- */

/* These functions may also be called by handlers, except while the simulation starts. */

/* Adds a component and starts it. Fails with DUPLICATE_NAME, INVALID_ASSEMBLY, or as
 * automata_assembly_add(). */
automata_status automata_simulation_add(
    automata_simulation *simulation, const automata_component_definition *component,
    automata_error *error);

/* Joins two ports by a channel as automata_assembly_connect(). Fails with UNKNOWN_NAME, or
 * INVALID_ASSEMBLY if a port doesn't exist, has another channel, or has no message in common with
 * the other. */
automata_status automata_simulation_connect(
    automata_simulation *simulation, const char *output, const char *input,
    automata_channel_kind kind, uint64_t capacity, automata_error *error);

/* Takes a port off its channel. Messages that were sent stay where they are. Fails with
 * UNKNOWN_NAME, or INVALID_ASSEMBLY if it has none. */
automata_status automata_simulation_disconnect(
    automata_simulation *simulation, const char *port, automata_error *error);

/* Ends a component, with those that it contains, after the handler that runs. Messages that wait
 * for it are lost, and its ports leave their channels. Fails with UNKNOWN_NAME. */
automata_status automata_simulation_remove(
    automata_simulation *simulation, const char *component, automata_error *error);

/* Returns whether a component has a name. */
bool automata_simulation_contains(automata_simulation *simulation, const char *component);

/* ---------------------------------------------------------------------------------------------- */
/* Within handlers                                                                                */
/* ---------------------------------------------------------------------------------------------- */

/* These functions are for the component whose handler runs; outside of handlers they fail with
 * MISPLACED_CALL. */

/* Returns the name of the component; NULL outside of handlers. Valid during the call. */
const char *automata_component_name(automata_simulation *simulation);

/* Sends a message through an output or event port, at once or after a delay. Fails with
 * UNKNOWN_NAME, or INVALID_ARGUMENT if the body isn't of the type that the port has. */
automata_status automata_component_send(
    automata_simulation *simulation, const char *port, const char *message,
    const automata_statechart_value *body, uint64_t delay, automata_error *error);

/* Sends a command through an output port. The answer, or the reason why there is none, comes as a
 * message. `limit` is the time after which it is a refusal; 0 for no limit. Fails with
 * UNKNOWN_NAME. */
automata_status automata_component_ask(
    automata_simulation *simulation, const char *port, const char *command,
    const automata_statechart_value *request, uint64_t limit, automata_error *error);

/* Answers a command by its number. A second answer, or one after the time limit, has no effect.
 * Fails with OUT_OF_RANGE if the component has no such command. */
automata_status automata_component_answer(
    automata_simulation *simulation, uint64_t command, const automata_statechart_value *answer,
    automata_error *error);

/* Refuses to answer a command, with a reason. Fails with OUT_OF_RANGE if the component has no such
 * command. */
automata_status automata_component_refuse(
    automata_simulation *simulation, uint64_t command, const char *reason, automata_error *error);

/* Ends the component after the current handler, but for one of kind START while the simulation
 * starts: then it fails with MISPLACED_CALL. Commands that it hasn't answered are refused. */
automata_status automata_component_end(automata_simulation *simulation, automata_error *error);

#ifdef __cplusplus
}
#endif

#endif
