/* The analysis of statecharts: findings, their runs, limits, and automata of configurations. */
#include "check.h"

/* Two lights that may both be green, a door that nothing leaves, and a guard of the program. */
static const char lights[] =
    "{\"format\": \"statechart\", \"name\": \"lights\", \"kind\": \"orthogonal\", \"states\": ["
    "{\"name\": \"n\", \"states\": [{\"name\": \"nr\", \"transitions\": [{\"on\": \"n\", \"to\": \"ng\"}]},"
    "{\"name\": \"ng\", \"transitions\": [{\"on\": \"n\", \"to\": \"nr\"}]}]},"
    "{\"name\": \"e\", \"states\": [{\"name\": \"er\", \"transitions\": [{\"on\": \"e\", \"to\": \"eg\"}]},"
    "{\"name\": \"eg\", \"transitions\": [{\"on\": \"e\", \"to\": \"er\"}]}]}]}";
static const char door[] =
    "{\"format\": \"statechart\", \"name\": \"door\", \"states\": ["
    "{\"name\": \"open\", \"transitions\": [{\"on\": \"push\", \"to\": \"closed\"}]},"
    "{\"name\": \"closed\", \"transitions\": [{\"on\": \"pull\", \"when\": \"free && _event.data * 2 > 1\", \"to\": \"open\"}, {\"on\": \"turn\", \"to\": \"locked\"}]},"
    "{\"name\": \"locked\"}, {\"name\": \"lost\"}]}";

static int guard(automata_machine *machine, void *context) {
    (void)machine;
    (void)context;
    CHECK(false);
    return 0;
}

static automata_statechart *parsed(const char *text) {
    const automata_statechart_binding guards[] = {{"free", guard}};
    automata_statechart_options options = AUTOMATA_STATECHART_OPTIONS_INIT;
    automata_statechart *chart = NULL;
    automata_error error;
    options.guards = guards, options.guard_count = 1;
    CHECK_OK(automata_statechart_from_text(text, AUTOMATA_ZERO_TERMINATED, AUTOMATA_STATECHART_FORMAT_JSON, &options, &chart, &error));
    return chart;
}

static void conditions(void) {
    automata_statechart *chart = parsed(lights);
    const char *never[] = {"ng & eg"}, *odd[] = {"ng &"}, *unknown[] = {"x"};
    automata_analysis_options options = AUTOMATA_ANALYSIS_OPTIONS_INIT;
    automata_analysis *analysis = NULL, *copy = NULL;
    const automata_finding *finding;
    automata_error error;

    options.never = never, options.never_count = 1;
    for (int round = 0; round < 2; round++) {
        options.omits_mistakes = round == 1;
        CHECK_OK(automata_analysis_new(chart, &options, &analysis, &error));
        copy = automata_analysis_retain(analysis);
        automata_analysis_free(analysis);
        CHECK(automata_analysis_finding_count(copy) == 1);
        finding = automata_analysis_finding(copy, 0);
        CHECK(finding->kind == AUTOMATA_FINDING_NEVER && finding->is_confirmed && finding->events.count == 2);
        CHECK_TEXT("ng & eg", finding->subject);
        CHECK(finding == automata_analysis_finding(copy, 0) && automata_analysis_finding(copy, 1) == NULL);
        CHECK(automata_analysis_configuration_count(copy) == 4 && automata_analysis_omissions(copy).count == 0);
        automata_analysis_free(copy);
    }
    options.never = odd;
    CHECK(automata_analysis_new(chart, &options, &analysis, &error) == AUTOMATA_ERROR_INVALID_TEXT && analysis == NULL);
    options.never = unknown;
    CHECK(automata_analysis_new(chart, &options, &analysis, &error) == AUTOMATA_ERROR_INVALID_TEXT);
    CHECK(strstr(error.message, "unknown state 'x'") != NULL);
    automata_statechart_free(chart);
}

static void mistakes(void) {
    automata_statechart *chart = parsed(door);
    automata_analysis_options options = AUTOMATA_ANALYSIS_OPTIONS_INIT;
    automata_analysis *analysis = NULL;
    bool seen[AUTOMATA_FINDING_TRUNCATED + 1] = {false};
    const char *events[] = {"push"}, *unknown[] = {"sing"};
    automata_error error;

    CHECK_OK(automata_analysis_new(chart, NULL, &analysis, &error));
    CHECK(automata_analysis_guards(analysis).count == 1);
    CHECK_TEXT("_event.data * 2 > 1", automata_analysis_guards(analysis).items[0].data);
    for (size_t index = 0; index < automata_analysis_finding_count(analysis); index++) {
        const automata_finding *finding = automata_analysis_finding(analysis, index);
        seen[finding->kind] = true;
        CHECK(finding->is_confirmed && strlen(finding->message) > 0);
        if (finding->kind == AUTOMATA_FINDING_UNREACHABLE)
            CHECK_TEXT("lost", finding->subject);
        if (finding->kind == AUTOMATA_FINDING_DEAD_END) {
            CHECK(finding->events.count == 2);
            CHECK_TEXT("turn", finding->events.items[1].data);
        }
    }
    CHECK(seen[AUTOMATA_FINDING_UNREACHABLE] && seen[AUTOMATA_FINDING_DEAD_END] && !seen[AUTOMATA_FINDING_UNHANDLED]);
    automata_analysis_free(analysis);
    options.reports_unhandled = options.omits_mistakes = true;
    CHECK_OK(automata_analysis_new(chart, &options, &analysis, &error));
    CHECK(automata_analysis_finding(analysis, 0)->kind == AUTOMATA_FINDING_UNHANDLED);
    automata_analysis_free(analysis);
    options.reports_unhandled = options.omits_mistakes = false;
    options.maximum_configurations = 1;
    CHECK_OK(automata_analysis_new(chart, &options, &analysis, &error));
    CHECK(automata_analysis_finding(analysis, automata_analysis_finding_count(analysis) - 1)->kind == AUTOMATA_FINDING_TRUNCATED);
    automata_analysis_free(analysis);
    options.maximum_configurations = 0;
    options.events = events, options.event_count = 1;
    CHECK_OK(automata_analysis_new(chart, &options, &analysis, &error));
    CHECK(automata_analysis_configuration_count(analysis) == 2);
    automata_analysis_free(analysis);
    options.events = unknown;
    CHECK(automata_analysis_new(chart, &options, &analysis, &error) == AUTOMATA_ERROR_UNKNOWN_NAME);
    CHECK(automata_analysis_finding_count(NULL) == 0 && automata_analysis_finding(NULL, 0) == NULL);
    automata_statechart_free(chart);
}

static void flattening(void) {
    automata_statechart *chart = parsed(lights), *guarded = parsed(door);
    automata_analysis_options options = AUTOMATA_ANALYSIS_OPTIONS_INIT;
    automata_fa *automaton = NULL;
    automata_mealy *machine = NULL;
    automata_witness *difference = NULL;
    automata_error error;

    CHECK_OK(automata_fa_from_statechart(chart, NULL, &automaton, &error));
    CHECK(automata_fa_state_count(automaton) == 4 && automata_fa_transition_count(automaton) == 8);
    automata_fa_free(automaton);
    CHECK_OK(automata_fa_from_statechart(guarded, NULL, &automaton, &error));
    CHECK(automata_fa_state_count(automaton) == 3 && automata_alphabet_symbol_count(automata_fa_alphabet(automaton)) == 6);
    automata_fa_free(automaton);
    CHECK_OK(automata_mealy_from_statechart(chart, NULL, &machine, &error));
    CHECK(automata_mealy_state_count(machine) == 4 && automata_mealy_inputs(machine).count == 2);
    CHECK_OK(automata_mealy_find_difference(machine, machine, NULL, &difference, &error));
    CHECK(difference == NULL);
    automata_mealy_free(machine);
    options.maximum_configurations = 3;
    CHECK(automata_fa_from_statechart(chart, &options, &automaton, &error) == AUTOMATA_ERROR_BUDGET_EXCEEDED);
    CHECK(automaton == NULL && strstr(error.message, "more than 3 configurations") != NULL);
    automata_statechart_free(chart);
    automata_statechart_free(guarded);
}

static void properties(void) {
    static const char rule[] =
        "{\"format\": \"statechart\", \"name\": \"rule\", \"states\": ["
        "{\"name\": \"a\", \"transitions\": [{\"on\": \"entered.ng\", \"to\": \"b\"}]},"
        "{\"name\": \"b\", \"transitions\": [{\"on\": \"entered.eg\", \"to\": \"fail\"}, {\"on\": \"exited.ng\", \"to\": \"a\"}]},"
        "{\"name\": \"fail\"}]}";
    automata_statechart *chart = parsed(lights), *observer = parsed(rule);
    const automata_statechart *observers[] = {observer}, *none[] = {NULL}, *unmarked[] = {chart};
    const char *texts[] = {"never entered.eg", "before e comes n"}, *odd[] = {"always e"}, *unknown[] = {"never x"};
    automata_analysis_options options = AUTOMATA_ANALYSIS_OPTIONS_INIT;
    automata_analysis *analysis = NULL;
    automata_error error;

    options.properties = texts, options.property_count = 2;
    options.observers = observers, options.observer_count = 1;
    CHECK_OK(automata_analysis_new(chart, &options, &analysis, &error));
    CHECK(automata_analysis_finding_count(analysis) == 3);
    for (size_t index = 0; index < automata_analysis_finding_count(analysis); index++) {
        const automata_finding *finding = automata_analysis_finding(analysis, index);
        CHECK(finding->kind == AUTOMATA_FINDING_OBSERVER && finding->is_confirmed);
        CHECK(finding->events.count == (index == 0 ? 2u : 1u));
    }
    CHECK_TEXT("rule", automata_analysis_finding(analysis, 0)->subject);
    CHECK_TEXT("never entered.eg", automata_analysis_finding(analysis, 1)->subject);
    automata_analysis_free(analysis);
    options.properties = odd, options.property_count = 1;
    CHECK(automata_analysis_new(chart, &options, &analysis, &error) == AUTOMATA_ERROR_INVALID_TEXT);
    options.properties = unknown;
    CHECK(automata_analysis_new(chart, &options, &analysis, &error) == AUTOMATA_ERROR_INVALID_TEXT);
    options.property_count = 0, options.observers = unmarked;
    CHECK(automata_analysis_new(chart, &options, &analysis, &error) == AUTOMATA_ERROR_INVALID_TEXT);
    options.observers = none;
    CHECK(automata_analysis_new(chart, &options, &analysis, &error) == AUTOMATA_ERROR_INVALID_ARGUMENT);
    automata_statechart_free(observer);
    automata_statechart_free(chart);
}

int main(void) {
    conditions();
    properties();
    mistakes();
    flattening();
    return check_done();
}
