/* A clock that counts, as a statechart that is built by hand. Entering Tik raises the event performTik, entering Tok raises
 * performTok, which counts. The count is the program's; once it reaches the goal, a transition that needs no event leads to Done. */
#include <automata_statechart.h>
#include <stdio.h>

typedef struct counter {
    int count, goal;
} counter;

static int print_tik(automata_machine *machine, void *context) {
    (void)machine, (void)context;
    printf("tik\n");
    return 0;
}

static int count_tok(automata_machine *machine, void *context) {
    counter *own = (counter *)context;
    (void)machine;
    printf("tok %d\n", ++own->count);
    return 0;
}

static int is_reached(automata_machine *machine, void *context) {
    const counter *own = (const counter *)context;
    (void)machine;
    return own->count >= own->goal;
}

/* A state with one action on entry. */
static automata_status add_state(
    automata_statechart_builder *builder, const char *name, const automata_statechart_action *entry, automata_error *error) {
    automata_statechart_state_definition state = AUTOMATA_STATECHART_STATE_DEFINITION_INIT;
    state.name = name;
    state.parent = "TikTok";
    state.entry = entry;
    state.entry_count = 1;
    return automata_statechart_builder_add_state(builder, &state, error);
}

/* A transition to another state, or one that only performs an action. */
static automata_status add_transition(
    automata_statechart_builder *builder, const char *source, const char *event, const char *target,
    const automata_statechart_action *action, automata_error *error) {
    automata_statechart_transition_definition transition = AUTOMATA_STATECHART_TRANSITION_DEFINITION_INIT;
    transition.source = source;
    transition.event = event;
    transition.target = target;
    transition.actions = action;
    transition.action_count = action == NULL ? 0 : 1;
    return automata_statechart_builder_add_transition(builder, &transition, error);
}

static automata_status build(automata_statechart **chart, automata_error *error) {
    const automata_statechart_action raise_tik = {AUTOMATA_STATECHART_ACTION_RAISE, "performTik", 0, NULL, NULL};
    const automata_statechart_action raise_tok = {AUTOMATA_STATECHART_ACTION_RAISE, "performTok", 0, NULL, NULL};
    const automata_statechart_action tik = {AUTOMATA_STATECHART_ACTION_PERFORM, "printTik", 0, NULL, NULL};
    const automata_statechart_action tok = {AUTOMATA_STATECHART_ACTION_PERFORM, "countTok", 0, NULL, NULL};
    const automata_statechart_binding guards[] = {{"isReached", is_reached}}, actions[] = {{"printTik", print_tik}, {"countTok", count_tok}};
    automata_statechart_state_definition root = AUTOMATA_STATECHART_STATE_DEFINITION_INIT;
    automata_statechart_state_definition composite = AUTOMATA_STATECHART_STATE_DEFINITION_INIT, done = AUTOMATA_STATECHART_STATE_DEFINITION_INIT;
    automata_statechart_transition_definition end = AUTOMATA_STATECHART_TRANSITION_DEFINITION_INIT;
    automata_statechart_options options = AUTOMATA_STATECHART_OPTIONS_INIT;
    automata_statechart_builder *builder = NULL;
    automata_status status;

    root.name = "clock";
    composite.name = "TikTok";
    done.name = "Done";
    done.kind = AUTOMATA_STATECHART_STATE_FINAL;
    end.source = "TikTok";
    end.trigger = AUTOMATA_STATECHART_TRIGGER_ALWAYS;
    end.guard = "isReached";
    end.target = "Done";
    options.guards = guards;
    options.guard_count = 1;
    options.actions = actions;
    options.action_count = 2;
    if ((status = automata_statechart_builder_new(&root, &builder, error)) == AUTOMATA_OK
        && (status = automata_statechart_builder_add_state(builder, &composite, error)) == AUTOMATA_OK
        && (status = add_state(builder, "Tik", &raise_tik, error)) == AUTOMATA_OK
        && (status = add_state(builder, "Tok", &raise_tok, error)) == AUTOMATA_OK
        && (status = automata_statechart_builder_add_state(builder, &done, error)) == AUTOMATA_OK
        && (status = add_transition(builder, "Tik", "tick", "Tok", NULL, error)) == AUTOMATA_OK
        && (status = add_transition(builder, "Tok", "tick", "Tik", NULL, error)) == AUTOMATA_OK
        && (status = add_transition(builder, "Tik", "performTik", NULL, &tik, error)) == AUTOMATA_OK
        && (status = add_transition(builder, "Tok", "performTok", NULL, &tok, error)) == AUTOMATA_OK
        && (status = automata_statechart_builder_add_transition(builder, &end, error)) == AUTOMATA_OK)
        status = automata_statechart_builder_build(builder, &options, chart, error);
    automata_statechart_builder_free(builder);
    return status;
}

int main(void) {
    counter own = {0, 3};
    automata_machine_options options = AUTOMATA_MACHINE_OPTIONS_INIT;
    automata_statechart *chart = NULL;
    automata_machine *machine = NULL;
    automata_statechart_event tick = 0;
    automata_error error;
    automata_status status = build(&chart, &error);
    options.context = &own;
    if (status == AUTOMATA_OK)
        status = automata_statechart_find_event(chart, "tick", AUTOMATA_ZERO_TERMINATED, &tick, &error);
    if (status == AUTOMATA_OK) status = automata_machine_start(chart, &options, &machine, &error);
    while (status == AUTOMATA_OK && !automata_machine_has_ended(machine))
        status = automata_machine_send(machine, tick, 0, NULL, &error);
    if (status == AUTOMATA_OK)
        printf("done after %d\n", own.count);
    else
        fprintf(stderr, "tiktok: %s\n", error.message);
    automata_machine_free(machine);
    automata_statechart_free(chart);
    return status == AUTOMATA_OK ? 0 : 1;
}
