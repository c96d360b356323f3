/* A microwave oven, as a statechart that is built by hand. One submachine counts down twice, for the meal and for the light that
 * stays on. A second press of start waits until the meal is done. In between the power fails: the machine is saved as text and
 * restored; what the program counts is its own. */
#include <automata_statechart.h>
#include <stdio.h>

typedef struct oven {
    automata_statechart_state closed;
    int meals;
} oven;

static int is_closed(automata_machine *machine, void *context) {
    return automata_machine_is_active(machine, ((const oven *)context)->closed);
}

static int count_meal(automata_machine *machine, void *context) {
    (void)machine;
    ((oven *)context)->meals++;
    return 0;
}

static int switch_off(automata_machine *machine, void *context) {
    (void)machine, (void)context;
    printf("        heater off\n");
    return 0;
}

/* ---- The chart ---- */

typedef struct state_row {
    const char *parent, *name;
    automata_statechart_state_kind kind;
    const char *submachine, *deferred, *entry, *exit;
} state_row;

typedef struct transition_row {
    const char *source;
    automata_statechart_trigger trigger;
    const char *event;
    unsigned seconds;
    const char *guard, *target;
} transition_row;

static const state_row countdown_states[] = {
    {NULL, "Three", AUTOMATA_STATECHART_STATE_PLAIN, NULL, NULL, NULL, NULL},
    {NULL, "Two", AUTOMATA_STATECHART_STATE_PLAIN, NULL, NULL, NULL, NULL},
    {NULL, "One", AUTOMATA_STATECHART_STATE_PLAIN, NULL, NULL, NULL, NULL},
    {NULL, "Zero", AUTOMATA_STATECHART_STATE_FINAL, NULL, NULL, NULL, NULL}};

static const transition_row countdown_transitions[] = {
    {"Three", AUTOMATA_STATECHART_TRIGGER_AFTER, NULL, 10, NULL, "Two"},
    {"Two", AUTOMATA_STATECHART_TRIGGER_AFTER, NULL, 10, NULL, "One"},
    {"One", AUTOMATA_STATECHART_TRIGGER_AFTER, NULL, 10, NULL, "Zero"}};

static const state_row oven_states[] = {
    {NULL, "Oven", AUTOMATA_STATECHART_STATE_ORTHOGONAL, NULL, NULL, NULL, NULL},
    {"Oven", "Heater", AUTOMATA_STATECHART_STATE_PLAIN, NULL, NULL, NULL, NULL},
    {"Heater", "Idle", AUTOMATA_STATECHART_STATE_PLAIN, NULL, NULL, NULL, NULL},
    {"Heater", "Cooking", AUTOMATA_STATECHART_STATE_PLAIN, "Countdown", "start", NULL, "switchOff"},
    {"Heater", "Beeping", AUTOMATA_STATECHART_STATE_PLAIN, NULL, "start", "countMeal", NULL},
    {"Oven", "Door", AUTOMATA_STATECHART_STATE_PLAIN, NULL, NULL, NULL, NULL},
    {"Door", "Closed", AUTOMATA_STATECHART_STATE_PLAIN, NULL, NULL, NULL, NULL},
    {"Door", "Open", AUTOMATA_STATECHART_STATE_PLAIN, NULL, NULL, NULL, NULL},
    {"Oven", "Light", AUTOMATA_STATECHART_STATE_PLAIN, NULL, NULL, NULL, NULL},
    {"Light", "Dark", AUTOMATA_STATECHART_STATE_PLAIN, NULL, NULL, NULL, NULL},
    {"Light", "Lit", AUTOMATA_STATECHART_STATE_PLAIN, NULL, NULL, NULL, NULL},
    {"Light", "Fading", AUTOMATA_STATECHART_STATE_PLAIN, "Countdown", NULL, NULL, NULL}};

static const transition_row oven_transitions[] = {
    {"Idle", AUTOMATA_STATECHART_TRIGGER_EVENT, "start", 0, "isClosed", "Cooking"},
    {"Cooking", AUTOMATA_STATECHART_TRIGGER_COMPLETION, NULL, 0, NULL, "Beeping"},
    {"Cooking", AUTOMATA_STATECHART_TRIGGER_EVENT, "open", 0, NULL, "Idle"},
    {"Beeping", AUTOMATA_STATECHART_TRIGGER_AFTER, NULL, 2, NULL, "Idle"},
    {"Closed", AUTOMATA_STATECHART_TRIGGER_EVENT, "open", 0, NULL, "Open"},
    {"Open", AUTOMATA_STATECHART_TRIGGER_EVENT, "close", 0, NULL, "Closed"},
    {"Dark", AUTOMATA_STATECHART_TRIGGER_EVENT, "open", 0, NULL, "Lit"},
    {"Lit", AUTOMATA_STATECHART_TRIGGER_EVENT, "close", 0, NULL, "Fading"},
    {"Fading", AUTOMATA_STATECHART_TRIGGER_COMPLETION, NULL, 0, NULL, "Dark"},
    {"Fading", AUTOMATA_STATECHART_TRIGGER_EVENT, "open", 0, NULL, "Lit"}};

static automata_status add_state(automata_statechart_builder *builder, const state_row *row, automata_error *error) {
    automata_statechart_action entry = AUTOMATA_STATECHART_ACTION_INIT, leave = AUTOMATA_STATECHART_ACTION_INIT;
    automata_statechart_state_definition state = AUTOMATA_STATECHART_STATE_DEFINITION_INIT;
    entry.name = row->entry;
    leave.name = row->exit;
    state.parent = row->parent;
    state.name = row->name;
    state.kind = row->kind;
    state.submachine = row->submachine;
    state.deferred = &row->deferred;
    state.deferred_count = row->deferred == NULL ? 0 : 1;
    state.entry = &entry;
    state.entry_count = row->entry == NULL ? 0 : 1;
    state.exit = &leave;
    state.exit_count = row->exit == NULL ? 0 : 1;
    return automata_statechart_builder_add_state(builder, &state, error);
}

static automata_status add_transition(
    automata_statechart_builder *builder, const transition_row *row, automata_error *error) {
    automata_statechart_transition_definition transition = AUTOMATA_STATECHART_TRANSITION_DEFINITION_INIT;
    transition.source = row->source;
    transition.trigger = row->trigger;
    transition.event = row->event;
    transition.delay = row->seconds * UINT64_C(1000000000);
    transition.guard = row->guard;
    transition.target = row->target;
    return automata_statechart_builder_add_transition(builder, &transition, error);
}

/* Builds a chart of tables; `part` may be NULL. */
static automata_status build(
    const char *name, const state_row *states, size_t state_count, const transition_row *transitions,
    size_t transition_count, const automata_statechart *part, automata_statechart **chart, automata_error *error) {
    const automata_statechart_binding guards[] = {{"isClosed", is_closed}};
    const automata_statechart_binding actions[] = {{"countMeal", count_meal}, {"switchOff", switch_off}};
    automata_statechart_options options = AUTOMATA_STATECHART_OPTIONS_INIT;
    automata_statechart_state_definition root = AUTOMATA_STATECHART_STATE_DEFINITION_INIT;
    automata_statechart_builder *builder = NULL;
    automata_status status;
    size_t i;
    root.name = name;
    options.guards = guards;
    options.guard_count = 1;
    options.actions = actions;
    options.action_count = 2;
    status = automata_statechart_builder_new(&root, &builder, error);
    if (status == AUTOMATA_OK && part != NULL) status = automata_statechart_builder_add_submachine(builder, part, error);
    for (i = 0; i < state_count && status == AUTOMATA_OK; i++) status = add_state(builder, &states[i], error);
    for (i = 0; i < transition_count && status == AUTOMATA_OK; i++)
        status = add_transition(builder, &transitions[i], error);
    if (status == AUTOMATA_OK) status = automata_statechart_builder_build(builder, &options, chart, error);
    automata_statechart_builder_free(builder);
    return status;
}

/* ---- The run ---- */

/* Takes the machine's place with one that was restored from its text. */
static automata_status save_and_restore(
    const automata_statechart *chart, const automata_machine_options *options, automata_machine **machine,
    automata_error *error) {
    char *text = NULL;
    size_t length = 0;
    automata_status status = automata_machine_snapshot(*machine, &text, &length, error);
    if (status == AUTOMATA_OK) {
        automata_machine_free(*machine);
        status = automata_machine_restore(chart, text, length, options, machine, error);
    }
    automata_free(text);
    return status;
}

static void print_states(const automata_statechart *chart, const automata_machine *machine) {
    const automata_names names = automata_statechart_state_names(chart);
    const automata_statechart_states states = automata_machine_active_states(machine);
    size_t i;
    for (i = 0; i < states.count; i++) printf("%s%s", i == 0 ? "" : ", ", names.items[states.items[i]].data);
    printf("\n");
}

int main(void) {
    static const char power_failure[] = "power failure";
    static const struct {
        unsigned seconds;
        const char *event;
    } script[] = {
        {0, "open"}, {0, "start"}, {0, "close"}, {0, "start"}, {10, "start"}, {15, power_failure}, {30, NULL}, {32, NULL},
        {33, "open"}};
    oven own = {AUTOMATA_STATECHART_NO_STATE, 0};
    automata_machine_options options = AUTOMATA_MACHINE_OPTIONS_INIT;
    automata_statechart *countdown = NULL, *chart = NULL;
    automata_machine *machine = NULL;
    automata_error error;
    automata_status status;
    size_t i;

    options.context = &own;
    status = build(
        "Countdown", countdown_states, sizeof countdown_states / sizeof *countdown_states, countdown_transitions,
        sizeof countdown_transitions / sizeof *countdown_transitions, NULL, &countdown, &error);
    if (status == AUTOMATA_OK)
        status = build(
            "Microwave", oven_states, sizeof oven_states / sizeof *oven_states, oven_transitions,
            sizeof oven_transitions / sizeof *oven_transitions, countdown, &chart, &error);
    if (status == AUTOMATA_OK)
        status = automata_statechart_find_state(chart, "Closed", AUTOMATA_ZERO_TERMINATED, &own.closed, &error);
    if (status == AUTOMATA_OK) status = automata_machine_start(chart, &options, &machine, &error);
    for (i = 0; i < sizeof script / sizeof *script && status == AUTOMATA_OK; i++) {
        static const char *const fates[] = {" is ignored", "", " waits"};
        const char *event = script[i].event;
        automata_machine_fate fate = AUTOMATA_MACHINE_FATE_TAKEN;
        status = automata_machine_advance(machine, script[i].seconds * UINT64_C(1000000000), &error);
        if (status != AUTOMATA_OK) break;
        if (event == power_failure)
            status = save_and_restore(chart, &options, &machine, &error);
        else if (event != NULL)
            status = automata_machine_send_named(machine, event, AUTOMATA_ZERO_TERMINATED, 0, &fate, &error);
        if (status != AUTOMATA_OK) break;
        printf("%4u s  %s%s: ", script[i].seconds, event == NULL ? "time" : event, fates[fate]);
        print_states(chart, machine);
    }
    if (status == AUTOMATA_OK)
        printf("%d meal\n", own.meals);
    else
        fprintf(stderr, "microwave: %s\n", error.message);
    automata_machine_free(machine);
    automata_statechart_free(chart);
    automata_statechart_free(countdown);
    return status == AUTOMATA_OK ? 0 : 1;
}
