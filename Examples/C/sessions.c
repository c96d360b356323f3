/* The sessions of a mail server: a statechart in SCXML decides which command is allowed when, counts recipients, and ends a session
 * that is silent for 30 seconds. The program knows who may send mail. A session is saved, and goes on after a restart. */
#include <automata_statechart.h>
#include <stdio.h>
#include <string.h>

static const char chart_text[] =
    "<scxml xmlns='http://www.w3.org/2005/07/scxml' xmlns:automata='urn:automata:statechart' version='1.0'"
    "       datamodel='automata' name='Session' initial='Open'>"
    "  <datamodel><data id='recipients' expr='[]'/></datamodel>"
    "  <state id='Open' initial='Greeting'>"
    "    <transition event='QUIT' target='Closed'/>"
    "    <transition automata:after='30s' target='Closed'/>"
    "    <state id='Greeting'><transition event='HELO' target='Ready'/></state>"
    "    <state id='Ready'>"
    "      <onentry><assign location='recipients' expr='[]'/></onentry>"
    "      <transition event='MAIL' cond='mayWrite' target='Envelope'/>"
    "      <transition event='MAIL'><log label='550 no mailbox' expr='_event.data'/></transition>"
    "    </state>"
    "    <state id='Envelope'>"
    "      <transition event='RCPT' cond='length(recipients) &lt; 2'>"
    "        <assign location='recipients' expr='recipients + [_event.data]'/>"
    "      </transition>"
    "      <transition event='RCPT'><log label='452 too many recipients' expr='_event.data'/></transition>"
    "      <transition event='DATA' cond='length(recipients) &gt; 0 &amp;&amp; !isFull' target='Text'/>"
    "    </state>"
    "    <state id='Text'><transition event='DOT' target='Ready'>"
    "      <log label='250 sent to' expr='recipients'/><automata:perform name='store'/>"
    "    </transition></state>"
    "  </state>"
    "  <final id='Closed'/>"
    "</scxml>";

typedef struct {
    const char *user;
    int stored;
} session;

/* Reads the data of the event, which expressions see as _event.data. */
static int may_write(automata_machine *machine, void *context) {
    const session *own = (const session *)context;
    automata_statechart_value sender;
    return automata_machine_evaluate(machine, "_event.data", AUTOMATA_ZERO_TERMINATED, &sender, NULL) == AUTOMATA_OK
        && strcmp(sender.text.data, own->user) == 0;
}

static int is_full(automata_machine *machine, void *context) {
    (void)machine;
    return ((const session *)context)->stored >= 100;
}

static int store(automata_machine *machine, void *context) {
    (void)machine;
    ((session *)context)->stored++;
    return 0;
}

static void answer(automata_machine *machine, const char *label, const automata_statechart_value *value, void *context) {
    (void)machine;
    (void)context;
    printf("  %s %s\n", label, value->text.data);
}

static automata_status take(
    const automata_statechart *chart, automata_machine *machine, const char *command, const char *argument, automata_error *error) {
    const automata_names names = automata_statechart_state_names(chart);
    automata_statechart_value value = AUTOMATA_STATECHART_VALUE_INIT;
    automata_machine_fate fate;
    automata_status status;
    value.kind = AUTOMATA_STATECHART_VALUE_TEXT;
    value.text.data = argument;
    value.text.length = strlen(argument);
    printf("%s%s%s\n", command, argument[0] == '\0' ? "" : " ", argument);
    status = automata_machine_send_value(machine, command, AUTOMATA_ZERO_TERMINATED, &value, &fate, error);
    if (status != AUTOMATA_OK) return status;
    if (fate == AUTOMATA_MACHINE_FATE_IGNORED) printf("  503 not now\n");
    printf("  in %s\n", names.items[automata_machine_active_states(machine).items[0]].data);
    return AUTOMATA_OK;
}

/* Ends the program's machine and starts another one, as after a restart. */
static automata_status restart(
    const automata_statechart *chart, const automata_machine_options *options, automata_machine **machine, automata_error *error) {
    char *text = NULL;
    size_t length = 0;
    automata_status status = automata_machine_snapshot(*machine, &text, &length, error);
    automata_machine_free(*machine);
    *machine = NULL;
    if (status == AUTOMATA_OK) status = automata_machine_restore(chart, text, length, options, machine, error);
    automata_free(text);
    return status;
}

int main(void) {
    static const char *const commands[][2] = {
        {"MAIL", "ada"}, {"HELO", "here"}, {"MAIL", "eve"}, {"MAIL", "ada"}, {"DATA", ""},
        {"RCPT", "bob"}, {"RCPT", "cid"}, {"RCPT", "dan"}, {"DATA", ""}, {"DOT", ""}};
    const automata_statechart_binding guards[] = {{"mayWrite", may_write}, {"isFull", is_full}}, actions[] = {{"store", store}};
    automata_statechart_options options = AUTOMATA_STATECHART_OPTIONS_INIT;
    automata_machine_options machine_options = AUTOMATA_MACHINE_OPTIONS_INIT;
    automata_statechart *chart = NULL;
    automata_machine *machine = NULL;
    session own = {"ada", 0};
    automata_error error;
    automata_status status;
    size_t i;
    options.guards = guards;
    options.guard_count = 2;
    options.actions = actions;
    options.action_count = 1;
    machine_options.context = &own;
    machine_options.log = answer;
    status = automata_statechart_from_text(chart_text, AUTOMATA_ZERO_TERMINATED, AUTOMATA_STATECHART_FORMAT_SCXML, &options, &chart, &error);
    if (status == AUTOMATA_OK) status = automata_machine_start(chart, &machine_options, &machine, &error);
    for (i = 0; i < sizeof commands / sizeof *commands && status == AUTOMATA_OK; i++) {
        if (i == 7) status = restart(chart, &machine_options, &machine, &error);
        if (status == AUTOMATA_OK) status = take(chart, machine, commands[i][0], commands[i][1], &error);
    }
    if (status == AUTOMATA_OK) status = automata_machine_advance(machine, UINT64_C(30000000000), &error);
    if (status == AUTOMATA_OK)
        printf("%s, %d stored\n", automata_machine_has_ended(machine) ? "closed" : "open", own.stored);
    else
        fprintf(stderr, "sessions: %s\n", error.message);
    automata_machine_free(machine);
    automata_statechart_free(chart);
    return status == AUTOMATA_OK ? 0 : 1;
}
