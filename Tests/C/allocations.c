/* What the header says takes no memory from the system: a recognizer of strokes that has worked on as much before. */
#include "check.h"
#include "counted_malloc.h"
#include <math.h>

enum { POINT_COUNT = 131, STROKE_COUNT = 5, ROUND_COUNT = 100 };

static automata_stroke_recognizer *recognizer;
static automata_point points[POINT_COUNT];

static void one_stroke(const automata_recognition_options *options) {
    automata_recognition result = AUTOMATA_RECOGNITION_INIT;
    automata_error error;
    CHECK_OK(recognize_stroke(recognizer, points, POINT_COUNT, options, &result, &error));
    CHECK(result.has_figures);
}

static void several_strokes(const automata_recognition_options *options) {
    const size_t counts[STROKE_COUNT] = {40, 30, 0, 1, 60};
    automata_recognition result = AUTOMATA_RECOGNITION_INIT;
    automata_error error;
    CHECK_OK(automata_stroke_recognizer_recognize(recognizer, points, counts, STROKE_COUNT, options, &result, &error));
    CHECK(result.has_figures);
}

static size_t count(void (*recognize)(const automata_recognition_options *), const automata_recognition_options *options) {
    size_t before;
    int round;
    recognize(options);
    before = allocation_count;
    for (round = 0; round < ROUND_COUNT; round++) recognize(options);
    return allocation_count - before;
}

int main(void) {
    const automata_circle states[] = {{{0, 0}, 20}, {{130, 0}, 20}};
    automata_recognition_options options = AUTOMATA_RECOGNITION_OPTIONS_INIT;
    automata_error error;
    int i;

    for (i = 0; i < POINT_COUNT; i++) {
        points[i].x = i;
        points[i].y = 12 * sin(i * 0.05);
    }
    options.states = states;
    options.state_count = 2;
    options.allowed = AUTOMATA_ALLOW_ELEMENT(AUTOMATA_ELEMENT_TRANSITION) | AUTOMATA_ALLOW_ELEMENT(AUTOMATA_ELEMENT_CYCLE);
    CHECK_OK(automata_stroke_recognizer_new(NULL, 0, &recognizer, &error));
    /* Making it takes some, if they are counted at all. */
    CHECK(allocation_count > 0);
    CHECK(count(one_stroke, NULL) == 0);
    CHECK(count(one_stroke, &options) == 0);
    CHECK(count(several_strokes, NULL) == 0);
    CHECK(count(several_strokes, &options) == 0);
    CHECK(count(one_stroke, NULL) == 0);
    automata_stroke_recognizer_free(recognizer);
    return check_done();
}
