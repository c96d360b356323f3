/* Traffic lights that a button pauses, as a statechart in JSON: red, green and blue follow each other by timers. When the lights go
 * on again, it is with the color that they had, by the history. The clock is the program's; here it jumps from timer to timer. */
#include <automata_statechart.h>
#include <stdio.h>

static const char chart_text[] =
    "{ \"format\": \"statechart\", \"name\": \"TrafficLights\", \"states\": ["
    "  { \"name\": \"Lights\", \"transitions\": [{ \"on\": \"button\", \"to\": \"Paused\" }], \"states\": ["
    "    { \"name\": \"last\", \"kind\": \"shallowHistory\", \"transitions\": [{ \"to\": \"Red\" }] },"
    "    { \"name\": \"Red\", \"entry\": [\"show\"], \"transitions\": [{ \"after\": \"3s\", \"to\": \"Green\" }] },"
    "    { \"name\": \"Green\", \"entry\": [\"show\"], \"transitions\": [{ \"after\": \"2s\", \"to\": \"Blue\" }] },"
    "    { \"name\": \"Blue\", \"entry\": [\"show\"], \"transitions\": [{ \"after\": \"1s\", \"to\": \"Red\" }] }] },"
    "  { \"name\": \"Paused\", \"entry\": [\"pause\"], \"transitions\": [{ \"on\": \"button\", \"to\": \"last\" }] }] }";

static double seconds(const automata_machine *machine) { return (double)automata_machine_time(machine) / 1e9; }

/* The context is the chart, for the names of states. */
static int show(automata_machine *machine, void *context) {
    const automata_names names = automata_statechart_state_names((const automata_statechart *)context);
    automata_statechart_state state;
    /* The color is the last state that is active. */
    for (state = (automata_statechart_state)names.count; state-- > 0;)
        if (automata_machine_is_active(machine, state)) break;
    printf("%4.1f s  %s\n", seconds(machine), names.items[state].data);
    return 0;
}

static int pause_lights(automata_machine *machine, void *context) {
    (void)context;
    printf("%4.1f s  paused\n", seconds(machine));
    return 0;
}

/* Lets time pass until the next timer, or until `end` if there is none before. */
static automata_status wait_until(automata_machine *machine, uint64_t end, automata_error *error) {
    automata_status status = AUTOMATA_OK;
    while (status == AUTOMATA_OK && automata_machine_time(machine) < end) {
        const uint64_t next = automata_machine_deadline(machine);
        status = automata_machine_advance(machine, next < end ? next : end, error);
    }
    return status;
}

int main(void) {
    const automata_statechart_binding actions[] = {{"show", show}, {"pause", pause_lights}};
    const uint64_t second = UINT64_C(1000000000), presses[] = {4 * second, 9 * second};
    automata_statechart_options options = AUTOMATA_STATECHART_OPTIONS_INIT;
    automata_machine_options machine_options = AUTOMATA_MACHINE_OPTIONS_INIT;
    automata_statechart *chart = NULL;
    automata_machine *machine = NULL;
    automata_statechart_event button = 0;
    automata_error error;
    automata_status status;
    int i;

    options.actions = actions;
    options.action_count = 2;
    status = automata_statechart_from_text(chart_text, sizeof chart_text - 1, AUTOMATA_STATECHART_FORMAT_JSON, &options, &chart, &error);
    if (status == AUTOMATA_OK)
        status = automata_statechart_find_event(chart, "button", AUTOMATA_ZERO_TERMINATED, &button, &error);
    machine_options.context = chart;
    if (status == AUTOMATA_OK) status = automata_machine_start(chart, &machine_options, &machine, &error);
    for (i = 0; i < 2 && status == AUTOMATA_OK; i++) {
        status = wait_until(machine, presses[i], &error);
        if (status == AUTOMATA_OK) status = automata_machine_send(machine, button, 0, NULL, &error);
    }
    if (status == AUTOMATA_OK) status = wait_until(machine, 15 * second, &error);
    if (status != AUTOMATA_OK) fprintf(stderr, "traffic_lights: %s\n", error.message);
    automata_machine_free(machine);
    automata_statechart_free(chart);
    return status == AUTOMATA_OK ? 0 : 1;
}
