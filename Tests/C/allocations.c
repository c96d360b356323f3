/* What the headers say takes no memory from the system: a recognizer of strokes that has worked on as much before, and events of
 * a machine. */
#include "check.h"
#include "counted_malloc.h"
#include <math.h>

enum { POINT_COUNT = 131, STROKE_COUNT = 5, ROUND_COUNT = 100 };

static automata_stroke_recognizer *recognizer;
static automata_point points[POINT_COUNT];

static void one_stroke(const automata_stroke_recognition_options *options) {
    automata_stroke_recognition result = AUTOMATA_STROKE_RECOGNITION_INIT;
    automata_error error;
    CHECK_OK(recognize_stroke(recognizer, points, POINT_COUNT, options, &result, &error));
    CHECK(result.has_figures);
}

static void several_strokes(const automata_stroke_recognition_options *options) {
    const size_t counts[STROKE_COUNT] = {40, 30, 0, 1, 60};
    automata_stroke_recognition result = AUTOMATA_STROKE_RECOGNITION_INIT;
    automata_error error;
    CHECK_OK(automata_stroke_recognizer_recognize(recognizer, points, counts, STROKE_COUNT, options, &result, &error));
    CHECK(result.has_figures);
}

static size_t count(void (*recognize)(const automata_stroke_recognition_options *), const automata_stroke_recognition_options *options) {
    size_t before;
    int round;
    recognize(options);
    before = allocation_count;
    for (round = 0; round < ROUND_COUNT; round++) recognize(options);
    return allocation_count - before;
}

/* ---- Machines ---- */

static uint64_t performed;

static int perform(automata_machine *machine, void *context) {
    (void)context;
    performed += automata_machine_event_data(machine);
    return automata_machine_raise(machine, automata_machine_event(machine), 0, NULL) != AUTOMATA_OK;
}

static int is_even(automata_machine *machine, void *context) {
    (void)context;
    return automata_machine_event_data(machine) % 2 == 0 && automata_machine_is_active(machine, 0);
}

/* A ring of eight states; and a chart with regions, guards, raised events, deferral, a history and timers. */
static const char *const charts[] = {
    "{\"format\": \"statechart\", \"states\": [{\"name\": \"0\", \"transitions\": [{\"on\": \"go\", \"to\": \"1\"}]},"
    "{\"name\": \"1\", \"transitions\": [{\"on\": \"go\", \"to\": \"2\"}]}, {\"name\": \"2\", \"transitions\": [{\"on\": \"go\", \"to\": \"3\"}]},"
    "{\"name\": \"3\", \"transitions\": [{\"on\": \"go\", \"to\": \"4\"}]}, {\"name\": \"4\", \"transitions\": [{\"on\": \"go\", \"to\": \"5\"}]},"
    "{\"name\": \"5\", \"transitions\": [{\"on\": \"go\", \"to\": \"6\"}]}, {\"name\": \"6\", \"transitions\": [{\"on\": \"go\", \"to\": \"7\"}]},"
    "{\"name\": \"7\", \"transitions\": [{\"on\": \"go\", \"to\": \"0\"}]}]}",
    "{\"format\": \"statechart\", \"states\": [{\"name\": \"both\", \"kind\": \"orthogonal\", \"defer\": \"late\", \"states\": ["
    "{\"name\": \"p\", \"states\": [{\"name\": \"h\", \"kind\": \"shallowHistory\", \"transitions\": [{\"to\": \"p1\"}]},"
    "{\"name\": \"p1\", \"transitions\": [{\"on\": \"go\", \"to\": \"p2\", \"do\": [\"x\"]}, {\"after\": 9, \"to\": \"p2\"}]},"
    "{\"name\": \"p2\", \"transitions\": [{\"on\": \"go\", \"if\": \"even\", \"to\": \"p1\"}]}]},"
    "{\"name\": \"q\", \"states\": [{\"name\": \"q1\", \"entry\": [{\"send\": \"go\", \"after\": 5, \"id\": \"a timer with a long name\"}]}]}],"
    "\"transitions\": [{\"on\": \"leave\", \"to\": \"off\"}]},"
    "{\"name\": \"off\", \"transitions\": [{\"on\": \"late\"}, {\"on\": \"back\", \"to\": [\"h\", \"q1\"]}]}]}",
};

static automata_machine *machine;
static automata_statechart_event events[4];

static void send_all(void) {
    automata_error error;
    automata_machine_fate fate;
    size_t i;
    for (i = 0; i < 8; i++) CHECK_OK(automata_machine_send(machine, events[0], i, &fate, &error));
    for (i = 1; i < 4; i++) CHECK_OK(automata_machine_send(machine, events[i], i, &fate, &error));
    CHECK_OK(automata_machine_advance(machine, automata_machine_time(machine) + 6000000, &error));
    CHECK(automata_machine_active_states(machine).count > 0);
}

static void test_machines(void) {
    static const char *const names[] = {"go", "late", "leave", "back"};
    const automata_statechart_binding guards[] = {{"even", is_even}}, actions[] = {{"x", perform}};
    automata_statechart_options options = AUTOMATA_STATECHART_OPTIONS_INIT;
    automata_error error;
    size_t i, k, before;
    options.guards = guards;
    options.guard_count = 1;
    options.actions = actions;
    options.action_count = 1;
    for (i = 0; i < sizeof charts / sizeof *charts; i++) {
        automata_statechart *chart = NULL;
        CHECK_OK(automata_statechart_from_text(charts[i], AUTOMATA_ZERO_TERMINATED, AUTOMATA_STATECHART_FORMAT_JSON, &options, &chart, &error));
        for (k = 0; k < 4; k++)
            if (automata_statechart_find_event(chart, names[k], AUTOMATA_ZERO_TERMINATED, &events[k], &error)) events[k] = events[0];
        CHECK_OK(automata_machine_start(chart, NULL, &machine, &error));
        for (k = 0; k < ROUND_COUNT; k++) send_all();
        before = allocation_count;
        for (k = 0; k < ROUND_COUNT; k++) send_all();
        CHECK(allocation_count == before);
        automata_machine_free(machine);
        automata_statechart_free(chart);
    }
    CHECK(performed > 0);
}

int main(void) {
    const automata_stroke_circle states[] = {{{0, 0}, 20}, {{130, 0}, 20}};
    automata_stroke_recognition_options options = AUTOMATA_STROKE_RECOGNITION_OPTIONS_INIT;
    automata_error error;
    int i;

    for (i = 0; i < POINT_COUNT; i++) {
        points[i].x = i;
        points[i].y = 12 * sin(i * 0.05);
    }
    options.states = states;
    options.state_count = 2;
    options.allowed = AUTOMATA_STROKE_ALLOW(AUTOMATA_STROKE_KIND_TRANSITION) | AUTOMATA_STROKE_ALLOW(AUTOMATA_STROKE_KIND_CYCLE);
    CHECK_OK(automata_stroke_recognizer_new(&recognizer, &error));
    /* Making it takes some, if they are counted at all. */
    CHECK(allocation_count > 0);
    CHECK(count(one_stroke, NULL) == 0);
    CHECK(count(one_stroke, &options) == 0);
    CHECK(count(several_strokes, NULL) == 0);
    CHECK(count(several_strokes, &options) == 0);
    CHECK(count(one_stroke, NULL) == 0);
    automata_stroke_recognizer_free(recognizer);
    test_machines();
    return check_done();
}
