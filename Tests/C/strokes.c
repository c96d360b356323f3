/* What the pen drew, and gestures of one's own. */
#include "check.h"
#include <math.h>

enum { CIRCLE_COUNT = 48 };

static void circle(automata_point *points, double x, double y, double radius) {
    int i;
    for (i = 0; i < CIRCLE_COUNT; i++) {
        double angle = 6.3 * i / (CIRCLE_COUNT - 1);
        points[i].x = x + radius * cos(angle);
        points[i].y = y + radius * sin(angle);
    }
}

static void elements(void) {
    automata_stroke_recognizer *recognizer = NULL, *again = NULL;
    automata_stroke_recognition_options options = AUTOMATA_STROKE_RECOGNITION_OPTIONS_INIT;
    automata_stroke_recognition result = AUTOMATA_STROKE_RECOGNITION_INIT, other = AUTOMATA_STROKE_RECOGNITION_INIT;
    const automata_stroke_circle states[] = {{{0, 0}, 20}, {{200, 0}, 20}};
    const automata_point line[] = {{20, 0}, {60, 1}, {100, -1}, {140, 0}, {180, 1}};
    automata_point points[CIRCLE_COUNT];
    char *model = NULL;
    size_t length = 0;
    double sum;
    automata_error error;

    CHECK_OK(automata_stroke_recognizer_new(&recognizer, &error));
    CHECK(automata_stroke_recognizer_threshold(recognizer) > 0 && automata_stroke_recognizer_threshold(recognizer) < 1);
    circle(points, 100, 50, 30);
    CHECK_OK(recognize_stroke(recognizer, points, CIRCLE_COUNT, NULL, &result, &error));
    CHECK(result.kind == AUTOMATA_STROKE_KIND_STATE && result.candidates[0] == AUTOMATA_STROKE_KIND_STATE);
    CHECK(result.struct_size == sizeof result && result.candidate_count == 4 && result.has_figures);
    CHECK(result.probability == result.probabilities[0] && result.probability > 0.5);
    sum = result.probabilities[0] + result.probabilities[1] + result.probabilities[2] + result.probabilities[3];
    CHECK(fabs(sum - 1) < 1e-9);
    CHECK(fabs(result.state.center.x - 100) < 1 && fabs(result.state.center.y - 50) < 1);
    CHECK(fabs(result.state.radius - 30) < 1);
    CHECK(result.relation == AUTOMATA_STROKE_RELATION_NONE);

    options.states = states;
    options.state_count = 2;
    CHECK_OK(recognize_stroke(recognizer, line, 5, &options, &result, &error));
    CHECK(result.kind == AUTOMATA_STROKE_KIND_TRANSITION && result.relation == AUTOMATA_STROKE_RELATION_JOINS);
    CHECK(result.from + result.to == 1 && result.from != result.to);
    /* With one state, one end attaches; with four points the last end is a diameter away. */
    options.state_count = 1;
    CHECK_OK(recognize_stroke(recognizer, line, 5, &options, &result, &error));
    CHECK(result.relation == AUTOMATA_STROKE_RELATION_TOUCHES && result.from == 0 && result.to == AUTOMATA_NO_POSITION);
    options.states = states + 1;
    CHECK_OK(recognize_stroke(recognizer, line, 5, &options, &result, &error));
    CHECK(result.relation == AUTOMATA_STROKE_RELATION_TOUCHES && result.from == AUTOMATA_NO_POSITION && result.to == 0);
    options.states = states;
    CHECK_OK(recognize_stroke(recognizer, line, 4, &options, &result, &error));
    CHECK(result.relation == AUTOMATA_STROKE_RELATION_TOUCHES);
    options.state_count = 2;
    CHECK_OK(recognize_stroke(recognizer, line, 4, &options, &result, &error));
    CHECK(result.relation == AUTOMATA_STROKE_RELATION_TOUCHES && result.to == AUTOMATA_NO_POSITION);
    options.attachment_limit = 1.01;
    CHECK_OK(recognize_stroke(recognizer, line, 4, &options, &result, &error));
    CHECK(result.relation == AUTOMATA_STROKE_RELATION_JOINS);
    options.attachment_limit = -1;
    CHECK(recognize_stroke(recognizer, line, 4, &options, &result, &error) == AUTOMATA_ERROR_INVALID_ARGUMENT);
    options.attachment_limit = 0;
    /* A program that was compiled before there was a limit. */
    options.struct_size = offsetof(automata_stroke_recognition_options, attachment_limit);
    options.attachment_limit = -1;
    CHECK_OK(recognize_stroke(recognizer, line, 5, &options, &result, &error));
    CHECK(result.relation == AUTOMATA_STROKE_RELATION_JOINS);
    options.struct_size = sizeof options;
    options.attachment_limit = 0;

    options.allowed = AUTOMATA_STROKE_ALLOW(AUTOMATA_STROKE_KIND_STATE) | AUTOMATA_STROKE_ALLOW(AUTOMATA_STROKE_KIND_CYCLE);
    CHECK_OK(recognize_stroke(recognizer, line, 5, &options, &result, &error));
    CHECK(result.candidate_count == 2 && result.kind != AUTOMATA_STROKE_KIND_TRANSITION && result.probabilities[1] == 0);
    options.allowed = 0;
    options.threshold = 1;
    CHECK_OK(recognize_stroke(recognizer, points, CIRCLE_COUNT, &options, &result, &error));
    CHECK(result.kind == AUTOMATA_STROKE_KIND_UNKNOWN && result.candidates[0] == AUTOMATA_STROKE_KIND_STATE);

    CHECK_OK(automata_stroke_recognizer_text(recognizer, &model, &length, &error));
    CHECK_OK(automata_stroke_recognizer_from_text(model, length, &again, &error));
    CHECK_OK(recognize_stroke(again, points, CIRCLE_COUNT, NULL, &other, &error));
    CHECK(other.kind == AUTOMATA_STROKE_KIND_STATE && other.probability > 0.5);
    automata_stroke_recognizer_free(again);
    model[length / 2] ^= 1;
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_TEXT, automata_stroke_recognizer_from_text(model, length, &again, &error));
    CHECK(again == NULL && error.line > 0);
    automata_free(model);
    automata_stroke_recognizer_free(recognizer);
}

static void several_strokes(void) {
    automata_stroke_recognizer *recognizer = NULL;
    automata_stroke_recognition result = AUTOMATA_STROKE_RECOGNITION_INIT;
    /* A shaft and its head; the stroke between them has no points. */
    const automata_point points[] = {{0, 0}, {30, 0}, {60, 1}, {90, 0}, {120, 0}, {100, -14}, {120, 0}, {101, 15}};
    const size_t counts[] = {5, 0, 3}, hostile[] = {SIZE_MAX / 2, SIZE_MAX / 2, 3};
    automata_error error;

    CHECK_STATUS(AUTOMATA_ERROR_INVALID_TEXT, automata_stroke_recognizer_from_text("", 0, &recognizer, &error));
    CHECK(recognizer == NULL);
    CHECK_OK(automata_stroke_recognizer_new(&recognizer, &error));
    CHECK_OK(automata_stroke_recognizer_recognize(recognizer, points, counts, 3, NULL, &result, &error));
    CHECK(result.kind == AUTOMATA_STROKE_KIND_TRANSITION);
    CHECK(fabs(result.transition.tip.x - 120) < 15 && fabs(result.transition.tail.x) < 15);
    CHECK_OK(automata_stroke_recognizer_recognize(recognizer, NULL, NULL, 0, NULL, &result, &error));
    CHECK(result.kind == AUTOMATA_STROKE_KIND_UNKNOWN && result.probability == 1 && !result.has_figures);
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT,
                 automata_stroke_recognizer_recognize(recognizer, points, hostile, 3, NULL, &result, &error));
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT,
                 automata_stroke_recognizer_recognize(recognizer, points, hostile, 1, NULL, &result, &error));
    automata_stroke_recognizer_free(recognizer);
}

/* An ellipse and a line beside it: 0 and 1, o and l, or a word of both. */
static void characters(void) {
    automata_character_recognizer *recognizer = NULL, *again = NULL;
    automata_character_options options = AUTOMATA_CHARACTER_OPTIONS_INIT;
    automata_text_candidate candidates[3];
    automata_point points[CIRCLE_COUNT + 6];
    const size_t counts[] = {CIRCLE_COUNT, 6}, hostile[] = {SIZE_MAX / 2, SIZE_MAX / 2 + 2};
    size_t count, length;
    automata_error error;
    char *model = NULL;
    int i;

    circle(points, 20, 20, 20);
    for (i = 0; i < CIRCLE_COUNT; i++) points[i].x *= 0.6;
    for (i = 0; i < 6; i++) {
        points[CIRCLE_COUNT + i].x = 40 - 0.2 * i;
        points[CIRCLE_COUNT + i].y = 8 * i;
    }
    CHECK_OK(automata_character_recognizer_new(&recognizer, &error));
    CHECK(automata_character_recognizer_threshold(recognizer) > 0.5 && automata_character_recognizer_threshold(NULL) == 0);
    options.alphabet = "01";
    CHECK_OK(automata_character_recognizer_recognize(recognizer, points, counts, 1, &options, candidates, 3, &count, &error));
    CHECK(count >= 1 && strcmp(candidates[0].text, "0") == 0 && candidates[0].probability > 0.7);
    options.alphabet = "ol";
    CHECK_OK(automata_character_recognizer_recognize(recognizer, points, counts, 1, &options, candidates, 1, &count, &error));
    CHECK(count == 1 && strcmp(candidates[0].text, "o") == 0);
    options.alphabet = "01ab";
    options.is_word = true;
    CHECK_OK(automata_character_recognizer_recognize(recognizer, points, counts, 2, &options, candidates, 3, &count, &error));
    CHECK(count >= 1 && strcmp(candidates[0].text, "01") == 0);
    options.alphabet = NULL;
    options.expected = "ol";
    CHECK_OK(automata_character_recognizer_recognize(recognizer, points, counts, 2, &options, candidates, 3, &count, &error));
    CHECK(count >= 1 && strcmp(candidates[0].text, "ol") == 0);
    options.expected = "\xff";
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_character_recognizer_recognize(
        recognizer, points, counts, 2, &options, candidates, 3, &count, &error));
    CHECK_OK(automata_character_recognizer_recognize(recognizer, NULL, NULL, 0, NULL, candidates, 3, &count, &error));
    CHECK(count == 0);
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_character_recognizer_recognize(
        recognizer, points, hostile, 2, NULL, candidates, 3, &count, &error));

    CHECK_OK(automata_character_recognizer_text(recognizer, &model, &length, &error));
    CHECK_OK(automata_character_recognizer_from_text(model, length, &again, &error));
    CHECK(automata_character_recognizer_threshold(again) == automata_character_recognizer_threshold(recognizer));
    automata_character_recognizer_free(again);
    model[length / 2] ^= 1;
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_TEXT, automata_character_recognizer_from_text(model, length, &again, &error));
    CHECK(again == NULL && error.line > 0);
    automata_free(model);
    automata_character_recognizer_free(recognizer);
    automata_character_recognizer_free(NULL);
}

/* A round loop without a head is a state unless its own state is known, whenever that is drawn. */
static void whole_drawings(void) {
    enum { LOOP_COUNT = 31 };
    automata_stroke_recognizer *recognizer = NULL;
    automata_stroke_recognition results[2] = {AUTOMATA_STROKE_RECOGNITION_INIT, AUTOMATA_STROKE_RECOGNITION_INIT};
    automata_point points[LOOP_COUNT + CIRCLE_COUNT];
    const size_t counts[] = {LOOP_COUNT, CIRCLE_COUNT}, stroke_counts[] = {1, 1}, hostile[] = {SIZE_MAX / 2, SIZE_MAX / 2 + 2};
    automata_error error;
    int i;

    for (i = 0; i < LOOP_COUNT; i++) {
        double angle = (112.5 + 315.0 * i / (LOOP_COUNT - 1)) / 180 * 3.14159265;
        points[i].x = 100 + 22 * cos(angle);
        points[i].y = 40 + 22 * sin(angle);
    }
    circle(points + LOOP_COUNT, 100, 100, 40);
    CHECK_OK(automata_stroke_recognizer_new(&recognizer, &error));
    CHECK_OK(recognize_stroke(recognizer, points, LOOP_COUNT, NULL, &results[0], &error));
    CHECK(results[0].kind == AUTOMATA_STROKE_KIND_STATE);
    CHECK_OK(automata_stroke_recognizer_recognize_drawing(
        recognizer, points, counts, stroke_counts, 2, NULL, results, &error));
    CHECK(results[0].kind == AUTOMATA_STROKE_KIND_CYCLE && results[1].kind == AUTOMATA_STROKE_KIND_STATE);
    CHECK(results[0].relation == AUTOMATA_STROKE_RELATION_RETURNS && results[0].from == 0);
    CHECK_OK(automata_stroke_recognizer_recognize_drawing(recognizer, NULL, NULL, NULL, 0, NULL, results, &error));
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_stroke_recognizer_recognize_drawing(
        recognizer, points, counts, hostile, 2, NULL, results, &error));
    results[1].struct_size = 0;
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_stroke_recognizer_recognize_drawing(
        recognizer, points, counts, stroke_counts, 2, NULL, results, &error));
    automata_stroke_recognizer_free(recognizer);
}

/* Points that are none, of all sizes, and many of them. */
static void hostile(void) {
    const double numbers[] = {0, -0.0, 1, NAN, INFINITY, -INFINITY, 1e308, -1e308, 5e-324, 1e160, 1e-160};
    enum { NUMBER_COUNT = sizeof numbers / sizeof *numbers, MANY = 1000000 };
    automata_stroke_recognizer *recognizer = NULL;
    automata_gesture_recognizer *gestures = NULL;
    automata_stroke_recognition_options options = AUTOMATA_STROKE_RECOGNITION_OPTIONS_INIT;
    automata_stroke_recognition result = AUTOMATA_STROKE_RECOGNITION_INIT;
    automata_gesture_match match;
    automata_stroke_circle states[3];
    automata_point points[12], *many = (automata_point *)malloc(MANY * sizeof *many);
    unsigned state = 1;
    size_t round, i, count, all = 12;
    uint32_t example;
    automata_error error;

    CHECK_OK(automata_stroke_recognizer_new(&recognizer, &error));
    CHECK_OK(automata_gesture_recognizer_new(15, &gestures, &error));
    options.states = states;
    options.state_count = 3;
    for (round = 0; round < 3000; round++) {
        for (i = 0; i < 12; i++) {
            points[i].x = numbers[(state = state * 1103515245u + 12345u) / 65536u % NUMBER_COUNT];
            points[i].y = numbers[(state = state * 1103515245u + 12345u) / 65536u % NUMBER_COUNT];
        }
        for (i = 0; i < 3; i++) {
            states[i].center = points[i];
            states[i].radius = points[i + 3].x;
        }
        CHECK_OK(recognize_stroke(recognizer, points, round % 13, &options, &result, &error));
        CHECK(result.probability >= 0 && result.probability <= 1);
        if (automata_gesture_recognizer_add(gestures, "g", 1, points, &all, 1, &example, &error) == AUTOMATA_OK)
            CHECK(automata_gesture_recognizer_remove(gestures, example) || round < 1);
        CHECK_OK(automata_gesture_recognizer_match(gestures, points, &all, 1, &match, 1, &count, &error));
    }
    if (many != NULL) {
        for (i = 0; i < MANY; i++) {
            many[i].x = cos(6.28 * (double)i / MANY);
            many[i].y = sin(6.28 * (double)i / MANY);
        }
        CHECK_OK(recognize_stroke(recognizer, many, MANY, NULL, &result, &error));
        CHECK(result.kind == AUTOMATA_STROKE_KIND_STATE);
    }
    free(many);
    automata_gesture_recognizer_free(gestures);
    automata_stroke_recognizer_free(recognizer);
}

static void gestures(void) {
    automata_gesture_recognizer *recognizer = NULL, *again = NULL;
    const automata_point hook[] = {{0, 0}, {0, 50}, {0, 100}, {25, 100}, {50, 100}};
    const automata_point larger[] = {{10, 10}, {11, 120}, {10, 210}, {60, 208}, {110, 210}};
    const automata_point line[] = {{0, 0}, {50, 0}, {100, 0}};
    const size_t five = 5, three = 3, two_strokes[] = {2, 3};
    automata_gesture_match matches[4];
    automata_point *points = NULL;
    size_t *counts = NULL, point_count, stroke_count, count = 0, removed = 0, length = 0;
    uint32_t example = 9;
    const char *name;
    char *text = NULL;
    automata_error error;

    CHECK_OK(automata_gesture_recognizer_new(AUTOMATA_GESTURE_ANY_SCALE, &recognizer, &error));
    CHECK_OK(automata_gesture_recognizer_match(recognizer, hook, &five, 1, matches, 4, &count, &error));
    CHECK(count == 0);
    CHECK_OK(automata_gesture_recognizer_add(recognizer, "hook", 4, hook, &five, 1, &example, &error));
    CHECK(example == 0);
    CHECK_OK(automata_gesture_recognizer_add(recognizer, "line", AUTOMATA_ZERO_TERMINATED, line, &three, 1, &example, &error));
    CHECK(example == 1);
    CHECK_OK(automata_gesture_recognizer_add(recognizer, "hook", 4, larger, two_strokes, 2, &example, &error));
    CHECK(example == 2 && automata_gesture_recognizer_example_count(recognizer) == 3);

    CHECK_OK(automata_gesture_recognizer_match(recognizer, larger, &five, 1, matches, 4, &count, &error));
    CHECK(count == 2 && matches[0].score > 0.8 && matches[0].score > matches[1].score && matches[0].distance < matches[1].distance);
    CHECK_TEXT("hook", matches[0].name);
    CHECK_TEXT("line", matches[1].name);
    CHECK(matches[1].example == 1);
    CHECK_OK(automata_gesture_recognizer_match(recognizer, line, &three, 1, matches, 1, &count, &error));
    CHECK(count == 1);
    CHECK_TEXT("line", matches[0].name);

    /* What is lent stays where nothing changes, also after a call that fails. */
    name = automata_gesture_recognizer_name(recognizer, 2);
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT,
                 automata_gesture_recognizer_add(recognizer, "x", 1, line, &three, 0, &example, &error));
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT,
                 automata_gesture_recognizer_add(recognizer, "", 0, line, &three, 1, &example, &error));
    CHECK_TEXT("hook", name);
    CHECK_TEXT("", automata_gesture_recognizer_name(recognizer, 3));
    CHECK(automata_gesture_recognizer_example(recognizer, 2) == 2);
    CHECK_OK(automata_gesture_recognizer_points(recognizer, 2, &points, &point_count, &counts, &stroke_count, &error));
    CHECK(point_count == 5 && stroke_count == 2 && counts[0] == 2 && counts[1] == 3 && points[4].x == 110);
    automata_free(points);
    automata_free(counts);
    CHECK_STATUS(AUTOMATA_ERROR_OUT_OF_RANGE,
                 automata_gesture_recognizer_points(recognizer, 3, &points, &point_count, &counts, &stroke_count, &error));
    CHECK(points == NULL && counts == NULL);

    CHECK_OK(automata_gesture_recognizer_text(recognizer, &text, &length, &error));
    CHECK_OK(automata_gesture_recognizer_from_text(text, length, &again, &error));
    CHECK(automata_gesture_recognizer_example_count(again) == 3);
    CHECK(automata_gesture_recognizer_freedoms(again) == AUTOMATA_GESTURE_ANY_SCALE);
    automata_gesture_recognizer_free(again);
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_TEXT, automata_gesture_recognizer_from_text(text, length / 2, &again, &error));
    CHECK(again == NULL && error.line > 0);
    automata_free(text);

    CHECK_OK(automata_gesture_recognizer_set_freedoms(recognizer, 15, &error));
    CHECK(automata_gesture_recognizer_freedoms(recognizer) == 15);
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_gesture_recognizer_set_freedoms(recognizer, 16, &error));
    CHECK(automata_gesture_recognizer_remove(recognizer, 1) && !automata_gesture_recognizer_remove(recognizer, 1));
    CHECK_OK(automata_gesture_recognizer_remove_named(recognizer, "hook", 4, &removed, &error));
    CHECK(removed == 2 && automata_gesture_recognizer_example_count(recognizer) == 0);
    automata_gesture_recognizer_free(recognizer);
}

int main(void) {
    elements();
    several_strokes();
    characters();
    whole_drawings();
    hostile();
    gestures();
    return check_done();
}
