/*
 * automata_statechart.h: statecharts that programs run.
 *
 * A statechart has nested states, regions that are active together, and transitions. A machine runs
 * a chart: it takes events, and calls the program's own guards and actions by name:
 *
 *     static int ring(automata_machine *machine, void *context) {
 *         ++*(int *)context;
 *         return 0;
 *     }
 *     ...
 *     const automata_statechart_binding actions[] = {{"ring", ring}};
 *     automata_statechart_options options = AUTOMATA_STATECHART_OPTIONS_INIT;
 *     automata_machine_options machine_options = AUTOMATA_MACHINE_OPTIONS_INIT;
 *     automata_statechart *chart = NULL;
 *     automata_machine *machine = NULL;
 *     automata_statechart_event push;
 *     automata_error error;
 *     int rings = 0;
 *     options.actions = actions, options.action_count = 1;
 *     machine_options.context = &rings;
 *     if (automata_statechart_from_file("door.json", AUTOMATA_STATECHART_FORMAT_GUESS, &options,
 *                                       &chart, &error) ||
 *         automata_statechart_find_event(chart, "push", 4, &push, &error) ||
 *         automata_machine_start(chart, &machine_options, &machine, &error) ||
 *         automata_machine_send(machine, push, 0, NULL, &error))
 *         fprintf(stderr, "%s\n", error.message);
 *     automata_machine_free(machine);
 *     automata_statechart_free(chart);
 *
 * Machines follow the step algorithm of SCXML and add features of UML: deferral, timeouts, choices,
 * junctions, submachines. A chart may also have variables, and conditions and actions with
 * expressions. A name in a condition that isn't a variable of the chart is a guard of the program:
 * cond='!busy && coins >= price'. A machine keeps its variables itself; see "Data" below. Charts
 * without expressions run fastest.
 *
 * Charts with scripts, such as with datamodel='ecmascript', are refused, as are charts whose
 * states have activities. Swift programs and the tool run ECMAScript. A chart may invoke other
 * charts and services of the program; see "Invoked charts and services" below.
 *
 * The rules in automata.h hold here, too.
 */
#ifndef AUTOMATA_STATECHART_H
#define AUTOMATA_STATECHART_H

#include "automata.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A checked and compiled chart, with the functions of its guards and actions. Immutable; many
 * machines can share one. */
typedef struct automata_statechart automata_statechart;

/* Collects the states and transitions of a chart. Belongs to one thread at a time. */
typedef struct automata_statechart_builder automata_statechart_builder;

/* A running chart. Belongs to one thread at a time; independent of the chart's handle. */
typedef struct automata_machine automata_machine;

/* A state of a chart that can be active: a number from 0, in document order; 0 is the root. */
typedef uint32_t automata_statechart_state;

/* The absent state. */
#define AUTOMATA_STATECHART_NO_STATE UINT32_MAX

/* Borrowed states. */
typedef struct automata_statechart_states {
    const automata_statechart_state *items;
    size_t count;
} automata_statechart_states;

/* An event that a chart mentions: a number from 0. */
typedef uint32_t automata_statechart_event;

/* No event, or an event that the chart doesn't mention by its name. */
#define AUTOMATA_STATECHART_NO_EVENT UINT32_MAX

/* ---------------------------------------------------------------------------------------------- */
/* Guards and actions                                                                             */
/* ---------------------------------------------------------------------------------------------- */

/* A guard or an action. `context` is the one from the machine's options.
 *
 * A guard returns a positive number if it holds, 0 if it doesn't, and a negative number if it
 * fails, which counts as 0. It must not change data that guards read. An action returns 0 on
 * success; any other number is a failure, which ends the actions of its state or transition. Each
 * failure raises the event error.execution.
 *
 * Guards and actions of invoked charts are called, too; see automata_machine_invocation_id().
 *
 * Guards and actions may call any function, but functions that change their own machine fail with
 * MISPLACED_CALL. Of the functions that inspect the machine, automata_machine_is_active(),
 * automata_machine_time(), automata_machine_evaluate() and those in the last section work; the
 * others return the same as for NULL. If a callback frees its machine, the machine lives until the
 * current call returns. */
typedef int (*automata_machine_callback)(automata_machine *machine, void *context);

/* The function of a guard or of an action. */
typedef struct automata_statechart_binding {
    /* The zero-terminated name; NULL stands for all names without a function of their own.
     * automata_machine_callback_name() returns the name in a call. */
    const char *name;
    automata_machine_callback function;
} automata_statechart_binding;

/* ---------------------------------------------------------------------------------------------- */
/* Charts                                                                                         */
/* ---------------------------------------------------------------------------------------------- */

typedef enum automata_statechart_format {
    /* As an argument of a reader: a guess by the text. SMCAT, and PLANTUML without @startuml, must
     * be named. */
    AUTOMATA_STATECHART_FORMAT_GUESS = 0,
    /* The library's JSON, which loses nothing. */
    AUTOMATA_STATECHART_FORMAT_JSON = 1,
    /* The W3C's State Chart XML. */
    AUTOMATA_STATECHART_FORMAT_SCXML = 2,
    /* JSON of XState, of version 4 or 5; version 5 is written. The formats from here on are of
     * other tools and lose parts of charts. Their texts may have 1/256 of the budget's bytes. */
    AUTOMATA_STATECHART_FORMAT_XSTATE = 3,
    /* State diagrams of PlantUML. */
    AUTOMATA_STATECHART_FORMAT_PLANTUML = 4,
    /* State diagrams of Mermaid. */
    AUTOMATA_STATECHART_FORMAT_MERMAID = 5,
    /* Charts of state-machine-cat. Only for readers. */
    AUTOMATA_STATECHART_FORMAT_SMCAT = 6,
    /* YAML of sismic. Only for readers. */
    AUTOMATA_STATECHART_FORMAT_SISMIC = 7,
    /* XMI of YAKINDU and itemis CREATE. Only for readers. */
    AUTOMATA_STATECHART_FORMAT_SCT = 8,
    /* The language of Graphviz. Only for automata_statechart_text. */
    AUTOMATA_STATECHART_FORMAT_DOT = 9,
    /* A table of the transitions in Markdown, or separated by commas. Only for
     * automata_statechart_text. */
    AUTOMATA_STATECHART_FORMAT_MARKDOWN = 10,
    AUTOMATA_STATECHART_FORMAT_CSV = 11
} automata_statechart_format;

typedef struct automata_statechart_options {
    size_t struct_size;
    /* May be NULL. A text may have at most 1/64 of the budget's bytes, and at most 16 MiB. Each
     * state, also those in copies of submachines, takes about 1 KiB of the budget, and its name;
     * tables take 4 bytes for each pair of an event and a state with transitions, and 8 for each
     * pair of an event and a transition. A chart that is too large is refused before its copies and
     * tables are made. The callback is called before copies and before tables are made, and every
     * few thousand steps of the compilation. States don't count as the budget's states. */
    const automata_budget *budget;
    /* The text's name in messages, zero-terminated; NULL means the file's path, or "-". */
    const char *input_name;
    /* Receives all errors in the chart or, if there are none, all warnings. Each is a sentence with
     * the path of states from the root, and with the place if the chart was read from a text. Then
     * come the reader's warnings, with their places, about parts of the text that are unusual or
     * left out. May be NULL; the error has the first sentences anyway. */
    automata_note note;
    void *context;
    /* The functions of all guards and actions that the chart names. Names must differ. */
    const automata_statechart_binding *guards;
    size_t guard_count;
    const automata_statechart_binding *actions;
    size_t action_count;
} automata_statechart_options;

#define AUTOMATA_STATECHART_OPTIONS_INIT \
    { sizeof(automata_statechart_options), NULL, NULL, NULL, NULL, NULL, 0, NULL, 0 }

/* Reads a chart from a text.
 * Fails with INVALID_TEXT and the place, UNKNOWN_FORMAT, INVALID_STATECHART (also if a guard or an
 * action has no function), DUPLICATE_NAME in the bindings, and TOO_LARGE for more than 131,072
 * states or 64 MiB of names (both with the copies of submachines), more than 1,000 levels, more
 * than 2^22 transitions, conditions and actions in copies, more than 2^20 of them in paths through
 * junctions, and more than 2^26 pairs of an event and a state with transitions, of an event and a
 * transition, or of an event and a state that defers it. O(length + s e) for s states that have
 * transitions and e events. */
automata_status automata_statechart_from_text(
    const char *text, size_t length, automata_statechart_format format,
    const automata_statechart_options *options, automata_statechart **chart,
    automata_error *error);

/* Reads a chart from a file; `path` is zero-terminated. Fails with INVALID_TEXT and the place,
 * UNKNOWN_FORMAT, INVALID_STATECHART (also if a guard or an action has no function), DUPLICATE_NAME
 * in the bindings, FILE. No other file is read: INVALID_TEXT if <data>, <script> or <xi:include> of
 * SCXML names one. */
automata_status automata_statechart_from_file(
    const char *path, automata_statechart_format format, const automata_statechart_options *options,
    automata_statechart **chart, automata_error *error);

/* Writes a chart as text, without its functions. Fails with NOT_REPRESENTABLE. */
automata_status automata_statechart_text(
    const automata_statechart *chart, automata_statechart_format format, char **text,
    size_t *length, automata_error *error);

/* Adds an owner: returns the handle, which is then to be freed once more; NULL for NULL. O(1). */
automata_statechart *automata_statechart_retain(const automata_statechart *chart);

/* Frees a chart. Its machines live on. */
void automata_statechart_free(automata_statechart *chart);

/* Returns the names of the states that can be active, by number, in document order: the root first,
 * each state before its substates. States of a submachine have the name of its state and a dot as a
 * prefix. */
automata_names automata_statechart_state_names(const automata_statechart *chart);

/* Returns the number of the state around a state or a pseudostate; AUTOMATA_STATECHART_NO_STATE for
 * the root, and for a number out of range. */
automata_statechart_state automata_statechart_parent(
    const automata_statechart *chart, automata_statechart_state state);

/* Finds the state with the given name. Fails with UNKNOWN_NAME. O(length) on average. */
automata_status automata_statechart_find_state(
     const automata_statechart *chart, const char *name, size_t length, automata_statechart_state
    *state, automata_error *error);

/* Returns the names of the events that the chart mentions, by number. */
automata_names automata_statechart_event_names(const automata_statechart *chart);

/* Finds the event with the given name. Fails with UNKNOWN_NAME if the chart doesn't mention it;
 * automata_machine_send_named() can still send it, for patterns. O(length) on average. */
automata_status automata_statechart_find_event(
     const automata_statechart *chart, const char *name, size_t length, automata_statechart_event
    *event, automata_error *error);

/* ---------------------------------------------------------------------------------------------- */
/* Building                                                                                       */
/* ---------------------------------------------------------------------------------------------- */

/* All texts in these structs are zero-terminated UTF-8. They are copied. */

typedef enum automata_statechart_state_kind {
    /* A simple state, or a composite state with one active substate. */
    AUTOMATA_STATECHART_STATE_PLAIN = 0,
    /* A state whose substates, its regions, are all active. */
    AUTOMATA_STATECHART_STATE_ORTHOGONAL = 1,
    /* The end of the state around it, or of the run. */
    AUTOMATA_STATECHART_STATE_FINAL = 2,
    /* Restores the sibling state that was active last. Its transitions lead to its default. */
    AUTOMATA_STATECHART_STATE_SHALLOW_HISTORY = 3,
    /* Restores the innermost states within the parent that were active last. */
    AUTOMATA_STATECHART_STATE_DEEP_HISTORY = 4,
    /* A branch whose guards are evaluated when it is reached. Its last transition has no guard. */
    AUTOMATA_STATECHART_STATE_CHOICE = 5,
    /* A branch whose guards are evaluated before the first transition is taken. */
    AUTOMATA_STATECHART_STATE_JUNCTION = 6,
    /* An entry point of the state around it. */
    AUTOMATA_STATECHART_STATE_ENTRY_POINT = 7,
    /* An exit point of the state around it. */
    AUTOMATA_STATECHART_STATE_EXIT_POINT = 8,
    /* The end of the run, without exit actions. */
    AUTOMATA_STATECHART_STATE_TERMINATE = 9,
    /* A state with dynamic regions: copies of its submachine that come and go during the run. */
    AUTOMATA_STATECHART_STATE_REGIONS = 10
} automata_statechart_state_kind;

typedef enum automata_statechart_action_kind {
    /* Calls the function of the action `name`. */
    AUTOMATA_STATECHART_ACTION_PERFORM = 1,
    /* Raises the event `name`, which comes before all events from outside. */
    AUTOMATA_STATECHART_ACTION_RAISE = 2,
    /* Sends the event `name`, after `delay` nanoseconds. */
    AUTOMATA_STATECHART_ACTION_SEND = 3,
    /* Cancels the delayed events with the identifier `id`. */
    AUTOMATA_STATECHART_ACTION_CANCEL = 4,
    /* Adds a region to the state `name` of kind REGIONS, if it is active. */
    AUTOMATA_STATECHART_ACTION_ADD_REGION = 5,
    /* Ends the region in which it is executed. */
    AUTOMATA_STATECHART_ACTION_REMOVE_REGION = 6,
    /* Gives the variable `name` the value of the expression `value`. */
    AUTOMATA_STATECHART_ACTION_ASSIGN = 7,
    /* Logs the value of the expression `value` with the label `name`. */
    AUTOMATA_STATECHART_ACTION_LOG = 8,
    /* An action that only texts can define, such as one that sends an event to another chart;
     * `name` is its text, which may be shortened. A builder refuses it. */
    AUTOMATA_STATECHART_ACTION_OTHER = 9,
    /* The actions from here to the next ELSE_IF, ELSE or END of the same level are carried out if
     * the condition `value` holds. Up to 63 can be nested. */
    AUTOMATA_STATECHART_ACTION_IF = 10,
    /* The same, if no condition of the IF held before. */
    AUTOMATA_STATECHART_ACTION_ELSE_IF = 11,
    /* The actions from here to END are carried out if no condition held. */
    AUTOMATA_STATECHART_ACTION_ELSE = 12,
    /* The actions from here to END are carried out for each element of the list `value`. The
     * variable `name` gets the element, and the variable `id` its index, from 0. */
    AUTOMATA_STATECHART_ACTION_FOR_EACH = 13,
    /* The end of an IF or a FOR_EACH, which is counted as an action. */
    AUTOMATA_STATECHART_ACTION_END = 14
} automata_statechart_action_kind;

typedef struct automata_statechart_action {
    automata_statechart_action_kind kind;
    /* The action, the event, the state, the variable or the label. */
    const char *name;
    /* The delay of SEND in nanoseconds. */
    uint64_t delay;
    /* The identifier of SEND or CANCEL, or the variable for indices of FOR_EACH; NULL for none. */
    const char *id;
    /* The expression of ASSIGN, LOG, IF, ELSE_IF or FOR_EACH, or of the data of RAISE or SEND; NULL
     * for none. */
    const char *value;
} automata_statechart_action;

#define AUTOMATA_STATECHART_ACTION_INIT { AUTOMATA_STATECHART_ACTION_PERFORM, NULL, 0, NULL, NULL }

/* A variable of a chart. */
typedef struct automata_statechart_variable {
    const char *name;
    /* The expression of the initial value; NULL for no value. */
    const char *value;
} automata_statechart_variable;

typedef struct automata_statechart_state_definition {
    size_t struct_size;
    const char *name;
    /* The state around this state; NULL for the root. */
    const char *parent;
    automata_statechart_state_kind kind;
    /* Transitions from outside lead only to the state itself, its histories and entry points. */
    bool is_sealed;
    bool reserved[3];
    /* The substate that is entered first; NULL for the substate that was added first. */
    const char *initial;
    const automata_statechart_action *entry;
    size_t entry_count;
    const automata_statechart_action *exit;
    size_t exit_count;
    /* The deferred events: if no transition takes them, they wait until other states are active. */
    const char *const *deferred;
    size_t deferred_count;
    /* The name of the chart that is this state's submachine; NULL for none. */
    const char *submachine;
    /* Further substates that are entered first, each in a region of its own. */
    const char *const *initial_fork;
    size_t initial_fork_count;
    /* The actions on the way to the initial substates. */
    const automata_statechart_action *initial_actions;
    size_t initial_action_count;
    /* The variables, which all expressions of the chart share. */
    const automata_statechart_variable *variables;
    size_t variable_count;
} automata_statechart_state_definition;

#define AUTOMATA_STATECHART_STATE_DEFINITION_INIT \
    { sizeof(automata_statechart_state_definition), NULL, NULL, AUTOMATA_STATECHART_STATE_PLAIN, \
      false, { false, false, false }, NULL, NULL, 0, NULL, 0, NULL, 0, NULL, NULL, 0, NULL, 0, \
      NULL, 0 }

typedef enum automata_statechart_trigger {
    /* An event; pseudostates have transitions of AUTOMATA_STATECHART_TRIGGER_ALWAYS. */
    AUTOMATA_STATECHART_TRIGGER_EVENT = 0,
    /* No event: the transition is taken as soon as its guard holds. */
    AUTOMATA_STATECHART_TRIGGER_ALWAYS = 1,
    /* The completion of the state. */
    AUTOMATA_STATECHART_TRIGGER_COMPLETION = 2,
    /* The state was active for a time. The timer restarts at each entry, also after a transition
     * from the state to itself. */
    AUTOMATA_STATECHART_TRIGGER_AFTER = 3
} automata_statechart_trigger;

typedef struct automata_statechart_transition_definition {
    size_t struct_size;
    /* The source state; NULL for the root. */
    const char *source;
    automata_statechart_trigger trigger;
    /* The transition doesn't leave a composite source for a target within it. */
    bool is_local;
    bool reserved[3];
    /* Patterns with spaces between them: the pattern a matches the events a and a.b; the pattern *
     * matches all events. */
    const char *event;
    /* The time of AFTER in nanoseconds. */
    uint64_t delay;
    /* The name of a guard; NULL for none. */
    const char *guard;
    /* A condition, such as "coins >= price && !busy && In('closed')"; NULL for none. Names that
     * aren't variables are guards. If there is a guard, too, both must hold. */
    const char *condition;
    /* The target; NULL for an internal transition, which leaves no state. It may be added later. */
    const char *target;
    /* The further targets of a fork. */
    const char *const *fork;
    size_t fork_count;
    /* The further sources of a join, which must be active, too. */
    const char *const *join;
    size_t join_count;
    const automata_statechart_action *actions;
    size_t action_count;
} automata_statechart_transition_definition;

#define AUTOMATA_STATECHART_TRANSITION_DEFINITION_INIT \
    { sizeof(automata_statechart_transition_definition), NULL, AUTOMATA_STATECHART_TRIGGER_EVENT, \
      false, { false, false, false }, NULL, 0, NULL, NULL, NULL, NULL, 0, NULL, 0, NULL, 0 }

/* Starts a chart with its root, the state around all others, whose name is the chart's. The root
 * has the kind PLAIN or ORTHOGONAL, no parent and no submachine. Its name may be empty. */
automata_status automata_statechart_builder_new(
    const automata_statechart_state_definition *root, automata_statechart_builder **builder,
    automata_error *error);

/* Frees a builder. */
void automata_statechart_builder_free(automata_statechart_builder *builder);

/* Adds a state as the last within its parent. Fails with DUPLICATE_NAME, UNKNOWN_NAME (no state
 * of the parent's name was added), TOO_LARGE (more than 63 actions are nested), or as
 * automata_statechart_from_text() for expressions. */
automata_status automata_statechart_builder_add_state(
    automata_statechart_builder *builder, const automata_statechart_state_definition *state,
    automata_error *error);

/* Adds a transition as the last of its source. Of two transitions that an event enables, the
 * first is taken. Fails with UNKNOWN_NAME (no state of the source's name was added), TOO_LARGE
 * (more than 63 actions are nested), or as automata_statechart_from_text() for expressions. */
automata_status automata_statechart_builder_add_transition(
     automata_statechart_builder *builder, const automata_statechart_transition_definition
    *transition, automata_error *error);

/* Adds a chart and its own submachines, as a submachine for states. Its guards and actions get new
 * functions from automata_statechart_builder_build().
 * Fails with DUPLICATE_NAME (another chart has the name). */
automata_status automata_statechart_builder_add_submachine(
    automata_statechart_builder *builder, const automata_statechart *chart, automata_error *error);

/* Makes the chart from the states, transitions and submachines that were added so far. The builder
 * doesn't change and can be used further. Fails with INVALID_STATECHART (also if a guard or an
 * action has no function), DUPLICATE_NAME in the bindings. */
automata_status automata_statechart_builder_build(
    const automata_statechart_builder *builder, const automata_statechart_options *options,
    automata_statechart **chart, automata_error *error);

/* ---------------------------------------------------------------------------------------------- */
/* Inspecting                                                                                     */
/* ---------------------------------------------------------------------------------------------- */

/* Returns the definition of a state or a pseudostate; NULL for a number out of range. Pseudostates,
 * which are never active, have the numbers after all states: histories, junctions, entry points and
 * exit points; their places among the states aren't kept. Invocations and the data of final states
 * are left out; automata_statechart_text() has them.
 *
 * Copies of submachines are included: a state with a submachine has the copied states as substates,
 * and the variables of the submachine's root. All names of states are names in the copies; only in
 * expressions they are the submachine's own. Blocks of entry and exit actions are joined. Valid as
 * long as the chart. O(p + log n) at the first call for p parts of the state and n states. */
const automata_statechart_state_definition *automata_statechart_definition(
    const automata_statechart *chart, automata_statechart_state state);

/* Returns the transition with an index among those of a state or a pseudostate, counted from 0 as
 * in automata_machine_record; NULL if there is none. Transitions of the root of a submachine follow
 * those of the state that has the submachine. Valid as long as the chart. O(1) after
 * automata_statechart_definition(). */
const automata_statechart_transition_definition *automata_statechart_transition(
    const automata_statechart *chart, automata_statechart_state state, size_t index);

/* ---------------------------------------------------------------------------------------------- */
/* Machines                                                                                       */
/* ---------------------------------------------------------------------------------------------- */

/* A value of a chart's expressions: of variables, of the data of events, and in the log. */
typedef enum automata_statechart_value_kind {
    AUTOMATA_STATECHART_VALUE_NULL = 0,
    AUTOMATA_STATECHART_VALUE_BOOLEAN = 1,
    AUTOMATA_STATECHART_VALUE_NUMBER = 2,
    AUTOMATA_STATECHART_VALUE_TEXT = 3,
    /* A list or a record. As an argument, any value, given as JSON. */
    AUTOMATA_STATECHART_VALUE_JSON = 4
} automata_statechart_value_kind;

typedef struct automata_statechart_value {
    automata_statechart_value_kind kind;
    /* The number of NUMBER; of BOOLEAN 0 for false and 1 for true. */
    double number;
    /* The characters of TEXT; all other values as JSON. Arguments need it for TEXT and JSON only.
     * The length may be AUTOMATA_ZERO_TERMINATED then. */
    automata_text text;
} automata_statechart_value;

#define AUTOMATA_STATECHART_VALUE_INIT { AUTOMATA_STATECHART_VALUE_NULL, 0, { NULL, 0 } }

typedef enum automata_machine_record_kind {
    /* A step begins with `event`; AUTOMATA_STATECHART_NO_EVENT if its transitions need no event,
     * are timed, or match an event that the chart doesn't mention. */
    AUTOMATA_MACHINE_RECORD_STEP = 1,
    /* `state` was left. */
    AUTOMATA_MACHINE_RECORD_LEFT = 2,
    /* The transition of `state` with the given index was taken;
     * automata_statechart_transition() returns it. */
    AUTOMATA_MACHINE_RECORD_TAKEN = 3,
    /* `state` was entered. */
    AUTOMATA_MACHINE_RECORD_ENTERED = 4
} automata_machine_record_kind;

/* A part of a step. */
typedef struct automata_machine_record {
    automata_machine_record_kind kind;
    automata_statechart_event event;
    automata_statechart_state state;
    uint32_t transition;
} automata_machine_record;

/* Receives each part of each step as it happens. During the call, functions that inspect the
 * machine return the same as for NULL. */
typedef void (*automata_machine_recorder)(
    automata_machine *machine, const automata_machine_record *record, void *context);

/* Receives what a chart logs, such as by SCXML's <log>: a zero-terminated label, and a value, which
 * is valid during the call. During the call, functions that inspect the machine return the same as
 * for NULL. */
typedef void (*automata_machine_log)(
    automata_machine *machine, const char *label, const automata_statechart_value *value,
    void *context);

/* Returns the chart at a location, which the machine then owns; NULL if there is none. With its own
 * machine, it may call the same functions as an automata_machine_recorder. */
typedef automata_statechart *(*automata_machine_load)(
    automata_machine *machine, const char *location, void *context);

typedef enum automata_machine_request_kind {
    /* Start a service of `type`, for an invocation with `id`. `target` is its src, `text` its
     * content, `data` a record of its parameters. */
    AUTOMATA_MACHINE_REQUEST_START = 1,
    /* Give the service the event `name` with `data`. */
    AUTOMATA_MACHINE_REQUEST_DELIVER = 2,
    /* End the service: its state is left, or its chart ends. The answer doesn't matter. */
    AUTOMATA_MACHINE_REQUEST_END = 3,
    /* Send the event `name` with `data` to `target` by the transport `type`. `id` identifies it. */
    AUTOMATA_MACHINE_REQUEST_SEND = 4,
    /* Carry out the custom action `name` of the namespace `type`. `text` is the XML within it,
     * `data` a record of its attributes. The handler may call what actions may call. */
    AUTOMATA_MACHINE_REQUEST_PERFORM = 5
} automata_machine_request_kind;

/* A request of a chart to the program. The texts are valid during the call, end with a zero byte,
 * and are NULL if they are absent. */
typedef struct automata_machine_request {
    automata_machine_request_kind kind;
    /* The number of the service, counted from 1; 0 for SEND and PERFORM. */
    uint32_t service;
    automata_text type, id, name, target, text;
    automata_statechart_value data;
} automata_machine_request;

/* Carries out a request. Returns a positive number if it has done so; 0 if the program has no such
 * service, transport or action, which raises error.execution; and a negative number if it fails,
 * which raises error.communication for DELIVER and SEND and error.execution otherwise. As no chart
 * may wait, a service that takes time returns immediately, and sends its events later.
 *
 * The handler may call automata_machine_send_from_service(). For other functions with its own
 * machine, the rules of automata_machine_recorder hold, unless the request is an action. */
typedef int (*automata_machine_handler)(
    automata_machine *machine, const automata_machine_request *request, void *context);

typedef struct automata_machine_options {
    size_t struct_size;
    /* The value that guards, actions and all other callbacks receive. */
    void *context;
    /* May be NULL, which is faster. */
    automata_machine_recorder recorder;
    /* The maximum number of steps for an event, and of timers in one automata_machine_advance(); 0
     * means 10,000. */
    uint64_t maximum_steps;
    /* The maximum number of events in each queue, also of deferred events, of delayed events and
     * timers, and of dynamic regions; 0 means 10,000. */
    uint64_t maximum_events;
    /* May be NULL. */
    automata_machine_log log;
    /* Receives a sentence for each expression that fails, such as one with an unknown variable; the
     * event error.execution follows. May be NULL. */
    automata_note note;
    /* Carries out requests of charts. NULL has the effect of a handler that always returns 0. */
    automata_machine_handler handler;
    /* Returns the charts that a chart invokes by src. NULL has the effect of a callback that always
     * returns NULL. */
    automata_machine_load load;
    /* Charts that watch the machine; see automata_machine_observed(). They are read during the call
     * only. */
    const automata_statechart *const *observers;
    size_t observer_count;
} automata_machine_options;

#define AUTOMATA_MACHINE_OPTIONS_INIT \
    { sizeof(automata_machine_options), NULL, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, 0 }

/* The fate of an event. */
typedef enum automata_machine_fate {
    /* No transition was taken, and the event isn't deferred. */
    AUTOMATA_MACHINE_FATE_IGNORED = 0,
    /* Transitions were taken. */
    AUTOMATA_MACHINE_FATE_TAKEN = 1,
    /* The event waits until other states are active. */
    AUTOMATA_MACHINE_FATE_DEFERRED = 2
} automata_machine_fate;

/* No time. */
#define AUTOMATA_MACHINE_NO_TIME UINT64_MAX

/* Starts a machine: enters the initial states and takes all steps that follow. `options` may be
 * NULL; then the context is NULL. Fails with BUDGET_EXCEEDED (a limit of the options is reached),
 * and then there is no machine, and services that were started get END; INVALID_ARGUMENT if a chart
 * of the options can't observe (the message says why). If a callback frees the machine, `*machine`
 * is NULL. */
automata_status automata_machine_start(
    const automata_statechart *chart, const automata_machine_options *options,
    automata_machine **machine, automata_error *error);

/* Frees a machine. No exit actions run. */
void automata_machine_free(automata_machine *machine);

/* Makes an independent machine in the same state, with copies of all waiting events, timers and
 * variables. It has the options of the machine, but the given context. No callback is called.
 * Fails with MISPLACED_CALL; NOT_REPRESENTABLE while a service runs; BUDGET_EXCEEDED if there isn't
 * enough memory. */
automata_status automata_machine_copy(
    const automata_machine *machine, void *context, automata_machine **copy,
    automata_error *error);

/* Sends an event, and takes all steps that follow before it returns. `data` is any number of the
 * program, such as a value, an index or an address; automata_machine_event_data() returns it. In
 * expressions it is the number _event.data. `fate` may be NULL. If the run has ended, events are
 * ignored.
 *
 * It allocates nothing once queues have grown to what the chart needs, unless the chart has
 * expressions.
 * Fails with OUT_OF_RANGE (also if the chart has expressions, whose numbers are doubles, and `data`
 * isn't one), MISPLACED_CALL, BUDGET_EXCEEDED (a limit of the options is reached, or there isn't
 * enough memory for the events that wait). The machine then stops between two steps in a legal
 * configuration, and the next call continues. */
automata_status automata_machine_send(
     automata_machine *machine, automata_statechart_event event, uint64_t data,
    automata_machine_fate *fate, automata_error *error);

/* Sends an event by its name, like automata_machine_send(). The chart needn't mention the name.
 * Fails with INVALID_ARGUMENT (also if the name has a space), OUT_OF_RANGE, MISPLACED_CALL,
 * BUDGET_EXCEEDED (a limit of the options is reached). */
automata_status automata_machine_send_named(
     automata_machine *machine, const char *name, size_t length, uint64_t data,
    automata_machine_fate *fate, automata_error *error);

/* Sends an event that only one of the dynamic regions sees, like automata_machine_send(). The event
 * is ignored if no region has the number. Fails with OUT_OF_RANGE, MISPLACED_CALL, BUDGET_EXCEEDED
 * (a limit of the options is reached). */
automata_status automata_machine_send_to_region(
    automata_machine *machine, uint32_t region, automata_statechart_event event, uint64_t data,
    automata_machine_fate *fate, automata_error *error);

/* Lets time pass until `time` nanoseconds since the start; timers and delayed events that are due
 * come in their order. A time in the past changes nothing. The machine has no other clock. Fails
 * with INVALID_ARGUMENT for AUTOMATA_MACHINE_NO_TIME, so check whether there is a deadline before
 * you advance to it; MISPLACED_CALL; BUDGET_EXCEEDED (a limit of the options is reached); then the
 * time is the time of the last event that was taken, and the next call continues. */
automata_status automata_machine_advance(
    automata_machine *machine, uint64_t time, automata_error *error);

/* Returns the time since the start in nanoseconds. */
uint64_t automata_machine_time(const automata_machine *machine);

/* Returns the time of the next timer or delayed event, in nanoseconds since the start;
 * AUTOMATA_MACHINE_NO_TIME if there is none, or its time needs more than 64 bits. */
uint64_t automata_machine_deadline(const automata_machine *machine);

/* Tests whether a state is active. In actions, states that are being entered or left are active. */
bool automata_machine_is_active(const automata_machine *machine, automata_statechart_state state);

/* Returns the innermost active states in document order, valid until the next call with the
 * machine. States of dynamic regions are in the order of the regions. O(s) for s states. */
automata_statechart_states automata_machine_active_states(const automata_machine *machine);

/* Tests whether the run has ended. The last states stay active. */
bool automata_machine_has_ended(const automata_machine *machine);

/* Finds the events that the chart mentions and on which some transition would be taken now, if they
 * came with the number 0. Evaluates guards, but changes nothing. Fails with MISPLACED_CALL. */
automata_status automata_machine_enabled_events(
     automata_machine *machine, automata_statechart_event **events, size_t *count, automata_error
    *error);

/* Writes the state of a machine as JSON: the time, active states, histories, deferred and delayed
 * events, and variables, by name. The program must save its own data.
 * Fails with MISPLACED_CALL; NOT_REPRESENTABLE while a service runs; BUDGET_EXCEEDED if there isn't
 * enough memory. */
automata_status automata_machine_snapshot(
    automata_machine *machine, char **text, size_t *length, automata_error *error);

/* Resumes a run that automata_machine_snapshot() wrote, perhaps with a newer chart. No callback is
 * called. Fails with INVALID_TEXT if the text isn't a snapshot (the message has the place) or
 * doesn't fit the chart (the message has a name); INVALID_STATECHART if an invoked chart in the
 * text can't run; INVALID_ARGUMENT if a chart of the options can't observe; BUDGET_EXCEEDED if
 * there are more events, timers or regions than the options allow, or if there isn't enough memory;
 * TOO_LARGE if a value has more bytes or levels than a chart could assign. */
automata_status automata_machine_restore(
    const automata_statechart *chart, const char *text, size_t length,
    const automata_machine_options *options, automata_machine **machine, automata_error *error);

/* ---------------------------------------------------------------------------------------------- */
/* Observers                                                                                      */
/* ---------------------------------------------------------------------------------------------- */

/* An observer is a second chart that watches a machine. It gets each event on which the machine
 * takes a transition, by its own name, and entered.STATE, exited.STATE, sent.EVENT, raised.EVENT
 * and performed.ACTION, in their order; its timers run on the clock of the machine. It fails in a
 * state with the name "fail", or with a name that begins with "fail.", and watches no more then.
 * Its named guards and actions are variables and nothing, not functions of the program. Observers
 * cost time with each step; they begin again with a machine that is restored. */

/* What an observer has found. */
typedef struct automata_machine_observation {
    /* The name of the state in which the observer has failed; NULL if it hasn't. */
    const char *state;
    /* The observed event on which it failed; empty if a timer of the observer ended. */
    const char *event;
    /* The time at which it failed, in nanoseconds since the start. */
    uint64_t time;
    /* The run that led there: events that were sent, and times to wait in milliseconds, such as
     * "+500", as automata statechart run takes them. */
    automata_names inputs;
    /* The number of older inputs that weren't kept. */
    uint64_t dropped_count;
    /* A sentence if the observer's own work has reached a limit, so that it watches no more; NULL
     * otherwise. */
    const char *problem;
} automata_machine_observation;

/* Returns what an observer of a machine has found, by its index in the options; lent until the next
 * call with the machine. Nothing for an index out of range, and in callbacks. O(size of the
 * result). */
automata_machine_observation automata_machine_observed(
    const automata_machine *machine, size_t observer);

/* ---------------------------------------------------------------------------------------------- */
/* Data                                                                                           */
/* ---------------------------------------------------------------------------------------------- */

/* Sends an event by its name with a value as its data, like automata_machine_send(). Expressions
 * read the value as _event.data; automata_machine_event_data() returns it if it is a natural
 * number. A chart without expressions takes natural numbers only.
 * Fails with INVALID_TEXT if the JSON has an error; OUT_OF_RANGE if the chart has no expressions;
 * TOO_LARGE for a value of more than 8 MiB or 64 levels; INVALID_ARGUMENT (also if the name has a
 * space); MISPLACED_CALL; BUDGET_EXCEEDED (a limit of the options is reached). */
automata_status automata_machine_send_value(
    automata_machine *machine, const char *name, size_t length,
    const automata_statechart_value *value, automata_machine_fate *fate, automata_error *error);

/* Evaluates an expression, such as a variable, "order.items[0]", "coins >= price" or, within guards
 * and actions, "_event.data". Between events, it may name guards. The text of the value is lent
 * until the next call with the machine. O(length + size of the value).
 * Fails with INVALID_TEXT if the text isn't an expression, or has no value now; MISPLACED_CALL in a
 * recorder or a log. */
automata_status automata_machine_evaluate(
    automata_machine *machine, const char *text, size_t length, automata_statechart_value *value,
    automata_error *error);

/* Gives a variable of the chart a value, between events or within an action. Conditions of
 * transitions that need no event are evaluated with the next event.
 * Fails with UNKNOWN_NAME if the chart has no such variable; INVALID_TEXT if the JSON has an error;
 * TOO_LARGE for a value of more than 8 MiB or 64 levels; MISPLACED_CALL in other callbacks. */
automata_status automata_machine_assign(
    automata_machine *machine, const char *name, size_t length,
    const automata_statechart_value *value, automata_error *error);

/* ---------------------------------------------------------------------------------------------- */
/* Invoked charts and services                                                                    */
/* ---------------------------------------------------------------------------------------------- */

/* A chart that a state invokes runs beside the chart of the machine, on the same clock, as long as
 * the state is active; so does a service, which the machine's handler starts. Each call of the
 * machine returns when no chart has work left. A chart that can't be loaded raises
 * error.communication, and one that can't run error.execution. Up to 32 charts invoke each other in
 * turn, and `maximum_events` charts run concurrently.
 *
 * Guards and actions of the charts that it invokes are functions of the machine's own chart, so
 * read all these charts with the same options. Recorders and functions that take or return states
 * or events are about the machine's own chart; logs, notes, automata_machine_deadline() and
 * snapshots are about all.
 *
 * Such a machine's snapshot contains all charts, which aren't loaded again. It doesn't fit another
 * version of the chart, such as one that gained its first invocation or lost its last one; the
 * message lists the differences. While a service runs, a machine can't be saved or copied.
 * automata_machine_free() doesn't notify services. */

/* An invoked chart that runs. */
typedef struct automata_machine_invoked {
    /* The identifier of the invocation. */
    const char *id;
    /* The index of the invoking chart; AUTOMATA_NO_POSITION if it is the machine's own. */
    size_t parent;
    /* The names of the innermost active states, in document order. */
    automata_names states;
} automata_machine_invoked;

/* Borrowed descriptions of invoked charts. */
typedef struct automata_machine_invoked_charts {
    const automata_machine_invoked *items;
    size_t count;
} automata_machine_invoked_charts;

/* Returns the invoked charts that run, each after the chart that invoked it, valid until the next
 * call with the machine. O(size of the result). */
automata_machine_invoked_charts automata_machine_invocations(const automata_machine *machine);

/* Sends an event from a service to the chart that invoked it. A `name` of NULL ends the service
 * with the event done.invoke and the identifier of the invocation; a `value` of NULL is no data. In
 * the machine's handler, the event waits until the handler has returned; otherwise, all steps that
 * follow are taken. Fails with OUT_OF_RANGE if no such service runs; INVALID_TEXT if the JSON has
 * an error; TOO_LARGE for a value of more than 8 MiB or 64 levels; INVALID_ARGUMENT (also if the
 * name has a space); MISPLACED_CALL in other callbacks; BUDGET_EXCEEDED (a limit of the options is
 * reached). */
automata_status automata_machine_send_from_service(
    automata_machine *machine, uint32_t service, const char *name, size_t length,
    const automata_statechart_value *value, automata_error *error);

/* Returns the identifier of the invocation whose chart calls a guard, an action or the handler
 * for an action; NULL for the machine's own chart, and outside of such calls. Valid during the
 * call. In an invoked chart, automata_machine_evaluate(), automata_machine_assign() and
 * automata_machine_event_data() are about that chart; functions that take or return states or
 * events return the same as for NULL, or fail with MISPLACED_CALL. */
const char *automata_machine_invocation_id(const automata_machine *machine);

/* ---------------------------------------------------------------------------------------------- */
/* Within guards and actions                                                                      */
/* ---------------------------------------------------------------------------------------------- */

/* Returns the current event; AUTOMATA_STATECHART_NO_EVENT if there is none, if the chart doesn't
 * mention it, and outside of guards and actions. */
automata_statechart_event automata_machine_event(const automata_machine *machine);

/* Returns the number that was sent with the current event; 0 if there is none. */
uint64_t automata_machine_event_data(const automata_machine *machine);

/* Returns the number of the dynamic region in which a guard or an action runs; 0 outside of such
 * regions. Regions are numbered from 1 in the order in which they were added. */
uint32_t automata_machine_region(const automata_machine *machine);

/* Returns the name of the running guard or action; NULL if none runs. Valid as long as the
 * chart. */
const char *automata_machine_callback_name(const automata_machine *machine);

/* Adds an event to the machine's internal queue, which comes before all events from outside.
 * Fails with OUT_OF_RANGE, MISPLACED_CALL outside of actions. */
automata_status automata_machine_raise(
     automata_machine *machine, automata_statechart_event event, uint64_t data, automata_error
    *error);

/* Sends an event to the machine itself, after `delay` nanoseconds. `id` identifies it for
 * automata_machine_cancel(), and may be empty. Fails with OUT_OF_RANGE, MISPLACED_CALL outside of
 * actions. */
automata_status automata_machine_send_later(
     automata_machine *machine, automata_statechart_event event, uint64_t data, uint64_t delay,
    const char *id, size_t length, automata_error *error);

/* Cancels the delayed events with an identifier.
 * Fails with MISPLACED_CALL outside of actions. */
automata_status automata_machine_cancel(
    automata_machine *machine, const char *id, size_t length, automata_error *error);

#ifdef __cplusplus
}
#endif

#endif
