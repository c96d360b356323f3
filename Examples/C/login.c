/* A login form, as a statechart in JSON: an e-mail address, a password, and a button that is enabled while both are valid.
 * The three are regions, active at once. An event carries the address of the text that somebody has typed. */
#include <automata_statechart.h>
#include <stdio.h>
#include <string.h>

static const char chart_text[] =
    "{ \"format\": \"statechart\", \"name\": \"Login\", \"states\": ["
    "  { \"name\": \"Form\", \"kind\": \"orthogonal\", \"states\": ["
    "    { \"name\": \"Email\", \"states\": ["
    "      { \"name\": \"EmailInvalid\", \"transitions\": ["
    "        { \"on\": \"email\", \"if\": \"isAddress\", \"to\": \"EmailValid\" }] },"
    "      { \"name\": \"EmailValid\", \"transitions\": ["
    "        { \"on\": \"email\", \"if\": { \"not\": \"isAddress\" }, \"to\": \"EmailInvalid\" }] }] },"
    "    { \"name\": \"Password\", \"states\": ["
    "      { \"name\": \"PasswordInvalid\", \"transitions\": ["
    "        { \"on\": \"password\", \"if\": \"isLong\", \"to\": \"PasswordValid\" }] },"
    "      { \"name\": \"PasswordValid\", \"transitions\": ["
    "        { \"on\": \"password\", \"if\": { \"not\": \"isLong\" }, \"to\": \"PasswordInvalid\" }] }] },"
    /* Transitions without an event are taken as soon as their conditions hold. */
    "    { \"name\": \"Button\", \"states\": ["
    "      { \"name\": \"Disabled\", \"transitions\": ["
    "        { \"if\": { \"all\": [{ \"active\": \"EmailValid\" }, { \"active\": \"PasswordValid\" }] },"
    "          \"to\": \"Enabled\" }] },"
    "      { \"name\": \"Enabled\", \"transitions\": ["
    "        { \"if\": { \"any\": [{ \"active\": \"EmailInvalid\" }, { \"active\": \"PasswordInvalid\" }] },"
    "          \"to\": \"Disabled\" },"
    "        { \"on\": \"login\", \"to\": \"LoggedIn\" }] }] }] },"
    "  { \"name\": \"LoggedIn\", \"transitions\": [{ \"on\": \"logout\", \"to\": \"Form\" }] }] }";

/* The text that came with the event. */
static const char *typed(const automata_machine *machine) {
    return (const char *)(uintptr_t)automata_machine_event_data(machine);
}

static int is_address(automata_machine *machine, void *context) {
    const char *text = typed(machine), *at = strchr(text, '@');
    (void)context;
    return at != NULL && at > text && at[1] != '\0';
}

static int is_long(automata_machine *machine, void *context) {
    (void)context;
    return strlen(typed(machine)) >= 5;
}

static void print_states(const automata_statechart *chart, const automata_machine *machine) {
    const automata_names names = automata_statechart_state_names(chart);
    const automata_statechart_states states = automata_machine_active_states(machine);
    size_t i;
    for (i = 0; i < states.count; i++) printf("%s%s", i == 0 ? "" : ", ", names.items[states.items[i]].data);
    printf("\n");
}

int main(void) {
    static const struct {
        const char *event, *text;
    } inputs[] = {
        {"login", ""}, {"email", "ada@"}, {"email", "ada@example.org"}, {"password", "1234"}, {"password", "12345"},
        {"email", "ada"}, {"email", "ada@example.org"}, {"login", ""}, {"logout", ""}};
    static const char *const fates[] = {"ignored", "taken", "deferred"};
    const automata_statechart_binding guards[] = {{"isAddress", is_address}, {"isLong", is_long}};
    automata_statechart_options options = AUTOMATA_STATECHART_OPTIONS_INIT;
    automata_statechart *chart = NULL;
    automata_machine *machine = NULL;
    automata_error error;
    automata_status status;
    size_t i;

    options.guards = guards;
    options.guard_count = 2;
    status = automata_statechart_from_text(chart_text, sizeof chart_text - 1, AUTOMATA_STATECHART_FORMAT_JSON, &options, &chart, &error);
    if (status == AUTOMATA_OK) status = automata_machine_start(chart, NULL, &machine, &error);
    for (i = 0; i < sizeof inputs / sizeof *inputs && status == AUTOMATA_OK; i++) {
        const uint64_t data = (uintptr_t)inputs[i].text;
        automata_machine_fate fate;
        status = automata_machine_send_named(machine, inputs[i].event, AUTOMATA_ZERO_TERMINATED, data, &fate, &error);
        if (status != AUTOMATA_OK) break;
        printf("%s '%s' %s: ", inputs[i].event, inputs[i].text, fates[fate]);
        print_states(chart, machine);
    }
    if (status != AUTOMATA_OK) fprintf(stderr, "login: %s\n", error.message);
    automata_machine_free(machine);
    automata_statechart_free(chart);
    return status == AUTOMATA_OK ? 0 : 1;
}
