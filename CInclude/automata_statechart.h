/*
 * automata_statechart.h: statecharts that programs run.
 *
 * A statechart has states within each other and several at once, and transitions between them. A
 * machine runs one: it takes events, and calls the program's own guards and actions by name:
 *
 *     static int ring(automata_machine *machine, void *context) {
 *         ++*(int *)context;
 *         return 0;
 *     }
 *     ...
 *     const automata_binding actions[] = {{"ring", ring}};
 *     automata_statechart_options options = AUTOMATA_STATECHART_OPTIONS_INIT;
 *     automata_machine_options machine_options = AUTOMATA_MACHINE_OPTIONS_INIT;
 *     automata_statechart *chart = NULL;
 *     automata_machine *machine = NULL;
 *     automata_event push;
 *     automata_error error;
 *     int rings = 0;
 *     options.actions = actions, options.action_count = 1;
 *     machine_options.context = &rings;
 *     if (automata_statechart_read_file("door.json", AUTOMATA_STATECHART_GUESS, &options, &chart,
 *                                       &error) ||
 *         automata_statechart_find_event(chart, "push", 4, &push, &error) ||
 *         automata_machine_start(chart, &machine_options, &machine, &error) ||
 *         automata_machine_send(machine, push, 0, NULL, &error))
 *         fprintf(stderr, "%s\n", error.message);
 *     automata_machine_free(machine);
 *     automata_statechart_free(chart);
 *
 * Machines follow the step algorithm of SCXML with what UML adds: deferral, timeouts, choices,
 * junctions, submachines. The data that guards and actions work on belong to the program. So a
 * chart that uses expressions or a scripting language is refused. So is one whose states have
 * activities or invoke other charts: a machine never runs any.
 *
 * A condition of a chart that is read may be the name of a guard, ask whether a state is active
 * ({"active": "opened"} in JSON, In('opened') in SCXML), and join such conditions by not, all and
 * any. The other conditions, those with variables, values or data of events, are expressions.
 *
 * The rules in automata.h hold here, too.
 */
#ifndef AUTOMATA_STATECHART_H
#define AUTOMATA_STATECHART_H

#include "automata.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A chart that was checked and made into tables, with the functions of its guards and actions.
 * Immutable: any number of machines share one. */
typedef struct automata_statechart automata_statechart;

/* A chart that is being made. Belongs to one thread at a time. */
typedef struct automata_statechart_builder automata_statechart_builder;

/* A running chart. Belongs to one thread at a time. It keeps what it needs of the chart. */
typedef struct automata_machine automata_machine;

/* An event that a chart mentions: a number from 0. */
typedef uint32_t automata_event;

/* No event: one that the chart doesn't mention by its name, or none at all. */
#define AUTOMATA_NO_EVENT UINT32_MAX

/* ---------------------------------------------------------------------------------------------- */
/* Guards and actions                                                                             */
/* ---------------------------------------------------------------------------------------------- */

/* A guard or an action. `context` is the one from the machine's options.
 *
 * A guard returns a positive number if it holds, 0 if it doesn't, and a negative one if it failed,
 * which counts as 0. It must not change what guards depend on. An action returns 0 if it is done;
 * any other number is a failure, which ends the actions of its state or transition. Each failure
 * raises the event error.execution.
 *
 * Guards and actions may call any function but those that change their own machine, which fail with
 * MISPLACED_CALL. Of the functions that ask the machine, automata_machine_is_active(),
 * automata_machine_time() and those of the last section answer; the others do as for NULL. If a
 * callback frees its machine, that is done when the call that it is in returns. */
typedef int (*automata_callback)(automata_machine *machine, void *context);

/* The function of a guard or of an action. */
typedef struct automata_binding {
    /* Zero-terminated; NULL stands for all names that have no function of their own.
     * automata_machine_callback_name() tells which one it is. */
    const char *name;
    automata_callback function;
} automata_binding;

/* ---------------------------------------------------------------------------------------------- */
/* Charts                                                                                         */
/* ---------------------------------------------------------------------------------------------- */

typedef enum automata_statechart_format {
    /* As an argument of a reader: the one that the text's first character tells, { or <. */
    AUTOMATA_STATECHART_GUESS = 0,
    /* The library's JSON, which has all that a chart has. */
    AUTOMATA_STATECHART_JSON = 1,
    /* The W3C's State Chart XML. */
    AUTOMATA_STATECHART_SCXML = 2
} automata_statechart_format;

typedef struct automata_statechart_options {
    size_t struct_size;
    /* May be NULL. A text has at most 1/64 of its bytes, and 16 MiB. It is asked whether to go on
     * before the text is read and before the chart is made; states don't count. */
    const automata_budget *budget;
    /* The text's name in messages, zero-terminated; NULL means the file's path, or "-". */
    const char *input_name;
    /* Receives everything that is wrong with the chart, a sentence each, with the states from the
     * root to the one that it is about, and its place if the chart was read; if nothing is wrong,
     * everything that is likely to be a mistake. May be NULL; the error has the first sentences
     * anyway. */
    automata_note note;
    void *context;
    /* The functions of all guards and actions that the chart names. No name may stand twice. */
    const automata_binding *guards;
    size_t guard_count;
    const automata_binding *actions;
    size_t action_count;
} automata_statechart_options;

#define AUTOMATA_STATECHART_OPTIONS_INIT \
    { sizeof(automata_statechart_options), NULL, NULL, NULL, NULL, NULL, 0, NULL, 0 }

/* Reads a chart from a text.
 * Fails with INVALID_TEXT and the place, UNKNOWN_FORMAT, INVALID_STATECHART (also if a guard or an
 * action has no function), DUPLICATE_NAME in the bindings. O(length + s e) for s states that have
 * transitions and e events. */
automata_status automata_statechart_read(
    const char *text, size_t length, automata_statechart_format format,
    const automata_statechart_options *options, automata_statechart **chart,
    automata_error *error);

/* Reads a chart from a file; `path` is zero-terminated. Fails as automata_statechart_read(), and
 * with FILE. */
automata_status automata_statechart_read_file(
    const char *path, automata_statechart_format format, const automata_statechart_options *options,
    automata_statechart **chart, automata_error *error);

/* Writes a chart as text; functions have no place in it. Fails with NOT_REPRESENTABLE. */
automata_status automata_statechart_text(
    const automata_statechart *chart, automata_statechart_format format, char **text,
    size_t *length, automata_error *error);

/* Returns another handle of the same chart; NULL for NULL. */
automata_statechart *automata_statechart_copy(const automata_statechart *chart);

/* Frees a chart. Its machines live on. */
void automata_statechart_free(automata_statechart *chart);

/* Returns the names of the states that can be active, by number, in document order: the root first,
 * each state before those within it. Those of a submachine have the name of its state and a dot in
 * front. */
automata_names automata_statechart_state_names(const automata_statechart *chart);

/* Returns the number of the state around another one; AUTOMATA_NO_STATE for the root, and for a
 * state out of range. */
automata_state automata_statechart_parent(const automata_statechart *chart, automata_state state);

/* Finds the state with the given name. Fails with UNKNOWN_NAME. O(length) on average. */
automata_status automata_statechart_find_state(
    const automata_statechart *chart, const char *name, size_t length, automata_state *state,
    automata_error *error);

/* Returns the names of the events that the chart mentions, by number. */
automata_names automata_statechart_event_names(const automata_statechart *chart);

/* Finds the event with the given name. Fails with UNKNOWN_NAME if the chart doesn't mention it;
 * automata_machine_send_named() can send it nevertheless, for patterns. O(length) on average. */
automata_status automata_statechart_find_event(
    const automata_statechart *chart, const char *name, size_t length, automata_event *event,
    automata_error *error);

/* ---------------------------------------------------------------------------------------------- */
/* Building                                                                                       */
/* ---------------------------------------------------------------------------------------------- */

/* All texts in these structs are zero-terminated UTF-8. They are copied. */

typedef enum automata_state_kind {
    /* A state that is simple, or has states within, of which one is active. */
    AUTOMATA_STATE_PLAIN = 0,
    /* A state whose states within, its regions, are all active. */
    AUTOMATA_STATE_ORTHOGONAL = 1,
    /* The end of the state around it, or of the run. */
    AUTOMATA_STATE_FINAL = 2,
    /* The state beside this one that was active last. Its transitions lead to its default. */
    AUTOMATA_STATE_SHALLOW_HISTORY = 3,
    /* The innermost states beside this one that were active last. */
    AUTOMATA_STATE_DEEP_HISTORY = 4,
    /* A fork in the road: guards are asked when it is reached. Its last transition has none. */
    AUTOMATA_STATE_CHOICE = 5,
    /* A fork in the road: guards are asked before the first step is taken. */
    AUTOMATA_STATE_JUNCTION = 6,
    /* A way into the state around it. */
    AUTOMATA_STATE_ENTRY_POINT = 7,
    /* A way out of the state around it. */
    AUTOMATA_STATE_EXIT_POINT = 8,
    /* The end of the run, without exits. */
    AUTOMATA_STATE_TERMINATE = 9,
    /* A state whose regions, copies of its submachine, come and go while the chart runs. */
    AUTOMATA_STATE_REGIONS = 10
} automata_state_kind;

typedef enum automata_action_kind {
    /* Calls the function of the action `name`. */
    AUTOMATA_ACTION_PERFORM = 1,
    /* Raises the event `name`, which comes before all events from outside. */
    AUTOMATA_ACTION_RAISE = 2,
    /* Sends the event `name`, after `delay` nanoseconds. */
    AUTOMATA_ACTION_SEND = 3,
    /* Takes back the delayed events with the identifier `id`. */
    AUTOMATA_ACTION_CANCEL = 4,
    /* Adds a region to the state `name` of kind REGIONS, if it is active. */
    AUTOMATA_ACTION_ADD_REGION = 5,
    /* Ends the region in which it is carried out. */
    AUTOMATA_ACTION_REMOVE_REGION = 6
} automata_action_kind;

typedef struct automata_action {
    automata_action_kind kind;
    /* The action, the event or the state. */
    const char *name;
    /* Of SEND alone. */
    uint64_t delay;
    /* Of SEND and CANCEL; NULL for none. */
    const char *id;
} automata_action;

#define AUTOMATA_ACTION_INIT { AUTOMATA_ACTION_PERFORM, NULL, 0, NULL }

typedef struct automata_state_definition {
    size_t struct_size;
    const char *name;
    /* The state around it; NULL for the root. */
    const char *parent;
    automata_state_kind kind;
    uint32_t reserved;
    /* The state within that is entered first; NULL for the first one that was added. */
    const char *initial;
    const automata_action *entry;
    size_t entry_count;
    const automata_action *exit;
    size_t exit_count;
    /* The events that wait, if no transition takes them, until other states are active. */
    const char *const *deferred;
    size_t deferred_count;
    /* The chart whose states this state has within; NULL for none. */
    const char *submachine;
} automata_state_definition;

#define AUTOMATA_STATE_DEFINITION_INIT \
    { sizeof(automata_state_definition), NULL, NULL, AUTOMATA_STATE_PLAIN, 0, NULL, NULL, 0, NULL, \
      0, NULL, 0, NULL }

typedef enum automata_trigger {
    /* An event; pseudostates have transitions of AUTOMATA_TRIGGER_ALWAYS. */
    AUTOMATA_TRIGGER_EVENT = 0,
    /* None: the transition is taken as soon as its guard holds. */
    AUTOMATA_TRIGGER_ALWAYS = 1,
    /* The end of what is within the state. */
    AUTOMATA_TRIGGER_COMPLETION = 2,
    /* The state was active for a time. The timer starts anew each time that the state is entered,
     * also when a transition leads from the state to itself. */
    AUTOMATA_TRIGGER_AFTER = 3
} automata_trigger;

typedef struct automata_transition_definition {
    size_t struct_size;
    /* The state that it leads from; NULL for the root. */
    const char *source;
    automata_trigger trigger;
    /* A composite state isn't left for a target within it. */
    bool is_local;
    bool reserved[3];
    /* A pattern: a matches a and a.b, * matches all. */
    const char *event;
    /* The time of AFTER in nanoseconds. */
    uint64_t delay;
    /* NULL for none. */
    const char *guard;
    /* The state that is entered; NULL for an internal transition, which leaves no state. It may be
     * added later. */
    const char *target;
    /* The further targets of a fork. */
    const char *const *fork;
    size_t fork_count;
    /* The further sources of a join, which must be active, too. */
    const char *const *join;
    size_t join_count;
    const automata_action *actions;
    size_t action_count;
} automata_transition_definition;

#define AUTOMATA_TRANSITION_DEFINITION_INIT \
    { sizeof(automata_transition_definition), NULL, AUTOMATA_TRIGGER_EVENT, false, \
      { false, false, false }, NULL, 0, NULL, NULL, NULL, 0, NULL, 0, NULL, 0 }

/* Starts a chart with its root, which has the given name. The root of an orthogonal chart has
 * regions within. */
automata_status automata_statechart_builder_new(
    const char *name, size_t length, bool is_orthogonal, automata_statechart_builder **builder,
    automata_error *error);

/* Frees a builder. */
void automata_statechart_builder_free(automata_statechart_builder *builder);

/* Adds a state as the last one within its parent. Fails with DUPLICATE_NAME, UNKNOWN_NAME (no state
 * of the parent's name was added). */
automata_status automata_statechart_builder_add_state(
    automata_statechart_builder *builder, const automata_state_definition *state,
    automata_error *error);

/* Adds a transition as the last one of its source. Of two that an event enables, the first one is
 * taken. Fails with UNKNOWN_NAME (no state of the source's name was added). */
automata_status automata_statechart_builder_add_transition(
    automata_statechart_builder *builder, const automata_transition_definition *transition,
    automata_error *error);

/* Adds a chart, and those that it has itself, for states whose submachine it is. Its guards and
 * actions get their functions from automata_statechart_builder_build() again.
 * Fails with DUPLICATE_NAME (another chart has the name). */
automata_status automata_statechart_builder_add_submachine(
    automata_statechart_builder *builder, const automata_statechart *chart, automata_error *error);

/* Makes the chart of what was added so far. The builder stays as it is and can go on.
 * Fails as automata_statechart_read(), but for the reasons that lie in texts. */
automata_status automata_statechart_builder_build(
    const automata_statechart_builder *builder, const automata_statechart_options *options,
    automata_statechart **chart, automata_error *error);

/* ---------------------------------------------------------------------------------------------- */
/* Machines                                                                                       */
/* ---------------------------------------------------------------------------------------------- */

typedef enum automata_record_kind {
    /* A step begins, with `event`, or AUTOMATA_NO_EVENT if its transitions need none, come after a
     * time, or match an event that the chart doesn't mention. */
    AUTOMATA_RECORD_STEP = 1,
    /* `state` was left. */
    AUTOMATA_RECORD_LEFT = 2,
    /* The transition with the given index among those of `state` was taken. */
    AUTOMATA_RECORD_TAKEN = 3,
    /* `state` was entered. */
    AUTOMATA_RECORD_ENTERED = 4
} automata_record_kind;

/* A part of a step. */
typedef struct automata_record {
    automata_record_kind kind;
    automata_event event;
    automata_state state;
    uint32_t transition;
} automata_record;

/* Is told each part of each step as it happens. Functions that ask the machine answer as for NULL
 * meanwhile. */
typedef void (*automata_recorder)(
    automata_machine *machine, const automata_record *record, void *context);

typedef struct automata_machine_options {
    size_t struct_size;
    /* Given to guards, actions and the recorder. */
    void *context;
    /* May be NULL, which is faster. */
    automata_recorder recorder;
    /* The most steps that one event may lead to, and the most timers that one call of
     * automata_machine_advance() may take; 0 means 10,000. */
    uint64_t maximum_steps;
    /* The most events that may wait in each queue, be deferred or be delayed; 0 means 10,000. */
    uint64_t maximum_events;
} automata_machine_options;

#define AUTOMATA_MACHINE_OPTIONS_INIT { sizeof(automata_machine_options), NULL, NULL, 0, 0 }

/* The fate of an event. */
typedef enum automata_fate {
    /* Nothing reacted. */
    AUTOMATA_FATE_IGNORED = 0,
    /* Transitions were taken. */
    AUTOMATA_FATE_TAKEN = 1,
    /* The event waits until other states are active. */
    AUTOMATA_FATE_DEFERRED = 2
} automata_fate;

/* No time. */
#define AUTOMATA_NO_TIME UINT64_MAX

/* Starts a machine: it enters the initial states, with all that follows. `options` may be NULL; the
 * context is NULL then. Fails with BUDGET_EXCEEDED (a limit of the options is reached); no machine
 * is left then. If a callback frees the machine, `*machine` is NULL. */
automata_status automata_machine_start(
    const automata_statechart *chart, const automata_machine_options *options,
    automata_machine **machine, automata_error *error);

/* Frees a machine. Nothing is exited. */
void automata_machine_free(automata_machine *machine);

/* Sends an event, and takes it with all that follows before it returns. `data` is a number of the
 * program's, such as a value, an index or an address; automata_machine_event_data() tells it.
 * `fate` may be NULL. If the run has ended, events are ignored.
 *
 * It allocates nothing once queues have grown to what the chart needs.
 * Fails with OUT_OF_RANGE, MISPLACED_CALL, BUDGET_EXCEEDED (a limit of the options is reached). The
 * machine then rests between two steps in a legal configuration, and the next call goes on. */
automata_status automata_machine_send(
    automata_machine *machine, automata_event event, uint64_t data, automata_fate *fate,
    automata_error *error);

/* Sends an event by its name, which may be one that the chart doesn't mention. Otherwise as
 * automata_machine_send(). */
automata_status automata_machine_send_named(
    automata_machine *machine, const char *name, size_t length, uint64_t data, automata_fate *fate,
    automata_error *error);

/* Sends an event that, of the regions which come and go, only one sees. It is ignored if no region
 * has the number. Otherwise as automata_machine_send(). */
automata_status automata_machine_send_to_region(
    automata_machine *machine, uint32_t region, automata_event event, uint64_t data,
    automata_fate *fate, automata_error *error);

/* Lets time pass until `time` nanoseconds since the start; timers and delayed events that are due
 * come in their order. An earlier time than the present changes nothing. The machine has no clock
 * but this. Fails with MISPLACED_CALL, BUDGET_EXCEEDED (a limit of the options is reached); the
 * time is that of the last event then, and the next call goes on. */
automata_status automata_machine_advance(
    automata_machine *machine, uint64_t time, automata_error *error);

/* Returns the time since the start in nanoseconds. */
uint64_t automata_machine_time(const automata_machine *machine);

/* Returns the time of the next timer or delayed event, in nanoseconds since the start;
 * AUTOMATA_NO_TIME if none comes in the time that 64 bits count. */
uint64_t automata_machine_deadline(const automata_machine *machine);

/* Tells whether a state is active. In actions, a state that is being entered or left is. */
bool automata_machine_is_active(const automata_machine *machine, automata_state state);

/* Returns the active states that have no active state within, in document order; they are valid
 * until the next call with the machine. Those of regions that come and go follow each other region
 * by region. O(s) for s states. */
automata_states automata_machine_active_states(const automata_machine *machine);

/* Tells whether the run has ended. The last states stay active. */
bool automata_machine_has_ended(const automata_machine *machine);

/* Finds the events that the chart mentions and that would be taken now. It asks guards, and changes
 * nothing. Fails with MISPLACED_CALL. */
automata_status automata_machine_enabled_events(
    automata_machine *machine, automata_event **events, size_t *count, automata_error *error);

/* Writes the machine between two calls as JSON, by the names of states and events: what is active,
 * noted by histories, deferred and delayed, and the time. The program keeps its own data.
 * Fails with MISPLACED_CALL. */
automata_status automata_machine_snapshot(
    automata_machine *machine, char **text, size_t *length, automata_error *error);

/* Takes up a run that automata_machine_snapshot() wrote, perhaps with a newer chart. No callback is
 * called. Fails with INVALID_TEXT and the place, if it is no snapshot or doesn't fit the chart;
 * BUDGET_EXCEEDED if more events wait than the options allow. */
automata_status automata_machine_restore(
    const automata_statechart *chart, const char *text, size_t length,
    const automata_machine_options *options, automata_machine **machine, automata_error *error);

/* ---------------------------------------------------------------------------------------------- */
/* Within guards and actions                                                                      */
/* ---------------------------------------------------------------------------------------------- */

/* Returns the event that is being taken; AUTOMATA_NO_EVENT if there is none, if the chart doesn't
 * mention it, and outside of guards and actions. */
automata_event automata_machine_event(const automata_machine *machine);

/* Returns the number that was sent with the event that is being taken, or 0. */
uint64_t automata_machine_event_data(const automata_machine *machine);

/* Returns the number of the region in which a guard or an action runs, of those that come and go; 0
 * outside. Regions are numbered from 1 on, in the order in which they came. */
uint32_t automata_machine_region(const automata_machine *machine);

/* Returns the name of the guard or action that runs; NULL outside of them. Valid as long as the
 * chart. */
const char *automata_machine_callback_name(const automata_machine *machine);

/* Puts an event into the machine's internal queue: it comes before all events from outside.
 * Fails with OUT_OF_RANGE, MISPLACED_CALL outside of actions. */
automata_status automata_machine_raise(
    automata_machine *machine, automata_event event, uint64_t data, automata_error *error);

/* Sends an event to the machine itself, after `delay` nanoseconds. `id` is a text by which it can
 * be cancelled; it may be empty. Fails with OUT_OF_RANGE, MISPLACED_CALL outside of actions. */
automata_status automata_machine_send_later(
    automata_machine *machine, automata_event event, uint64_t data, uint64_t delay, const char *id,
    size_t length, automata_error *error);

/* Takes back the delayed events with an identifier.
 * Fails with MISPLACED_CALL outside of actions. */
automata_status automata_machine_cancel(
    automata_machine *machine, const char *id, size_t length, automata_error *error);

#ifdef __cplusplus
}
#endif

#endif
