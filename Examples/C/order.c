/* An order in a shop: its chart invokes another chart for the payment, which the program gives by its name, and a service of the program,
 * the bank. The bank answers later, when the program has the money. */
#include <automata_statechart.h>
#include <stdio.h>
#include <string.h>

static const char order_text[] =
    "<scxml xmlns='http://www.w3.org/2005/07/scxml' version='1.0' datamodel='automata' name='Order' initial='Cart'>"
    "  <datamodel><data id='price' expr='30'/></datamodel>"
    "  <state id='Cart'><transition event='buy' target='Paying'/></state>"
    "  <state id='Paying'>"
    "    <invoke id='payment' src='payment.scxml'><param name='amount' expr='price'/></invoke>"
    "    <transition event='done.invoke.payment' cond='_event.data.paid' target='Sold'/>"
    "    <transition event='done.invoke.payment' target='Cart'/>"
    "  </state>"
    "  <final id='Sold'/>"
    "</scxml>";

static const char payment_text[] =
    "<scxml xmlns='http://www.w3.org/2005/07/scxml' version='1.0' datamodel='automata' name='Payment' initial='Waiting'>"
    "  <datamodel><data id='amount' expr='0'/><data id='paid' expr='false'/></datamodel>"
    "  <state id='Waiting'>"
    "    <onentry><send event='late' delay='60s'/></onentry>"
    "    <invoke id='bank' type='bank'><param name='amount' expr='amount'/></invoke>"
    "    <transition event='late' target='Done'/>"
    "    <transition event='done.invoke.bank' target='Done'><assign location='paid' expr='_event.data'/></transition>"
    "  </state>"
    "  <final id='Done'><donedata><param name='paid' expr='paid'/></donedata></final>"
    "</scxml>";

static automata_error error;

/* What the program keeps: the service that waits for the bank; 0 for none. */
typedef struct {
    uint32_t bank;
} shop;

static automata_statechart *load(automata_machine *machine, const char *location, void *context) {
    automata_statechart *chart = NULL;
    (void)machine;
    (void)context;
    if (strcmp(location, "payment.scxml") == 0 &&
        automata_statechart_from_text(
            payment_text, sizeof payment_text - 1, AUTOMATA_STATECHART_FORMAT_SCXML, NULL, &chart, &error))
        fprintf(stderr, "%s\n", error.message);
    return chart;
}

static int handle(automata_machine *machine, const automata_machine_request *request, void *context) {
    shop *own = (shop *)context;
    (void)machine;
    if (request->kind == AUTOMATA_MACHINE_REQUEST_END && request->service == own->bank) {
        printf("  the bank is no longer asked\n");
        own->bank = 0;
        return 1;
    }
    if (request->kind != AUTOMATA_MACHINE_REQUEST_START || strcmp(request->type.data, "bank") != 0) return 0;
    printf("  the bank is asked for %s\n", request->data.text.data);
    own->bank = request->service;
    return 1;
}

static void show(const automata_statechart *chart, const automata_machine *machine, const char *what) {
    const automata_names names = automata_statechart_state_names(chart);
    const automata_machine_invoked_charts charts = automata_machine_invocations(machine);
    printf("%s: %s", what, names.items[automata_machine_active_states(machine).items[0]].data);
    if (charts.count > 0) printf(", %s: %s", charts.items[0].id, charts.items[0].states.items[0].data);
    printf("\n");
}

int main(void) {
    automata_machine_options options = AUTOMATA_MACHINE_OPTIONS_INIT;
    automata_statechart_value yes = AUTOMATA_STATECHART_VALUE_INIT;
    automata_statechart *chart = NULL;
    automata_machine *machine = NULL;
    shop own = {0};
    options.context = &own;
    options.load = load;
    options.handler = handle;
    yes.kind = AUTOMATA_STATECHART_VALUE_BOOLEAN;
    yes.number = 1;
    if (automata_statechart_from_text(order_text, sizeof order_text - 1, AUTOMATA_STATECHART_FORMAT_SCXML, NULL, &chart, &error) ||
        automata_machine_start(chart, &options, &machine, &error) ||
        automata_machine_send_named(machine, "buy", 3, 0, NULL, &error))
        goto failed;
    show(chart, machine, "buy");
    if (automata_machine_advance(machine, automata_machine_deadline(machine), &error)) goto failed;
    show(chart, machine, "after a minute");
    if (automata_machine_send_named(machine, "buy", 3, 0, NULL, &error)) goto failed;
    show(chart, machine, "buy");
    if (automata_machine_send_from_service(machine, own.bank, NULL, 0, &yes, &error)) goto failed;
    show(chart, machine, "the bank has paid");
    automata_machine_free(machine);
    automata_statechart_free(chart);
    return 0;
failed:
    fprintf(stderr, "%s\n", error.message);
    return 1;
}
