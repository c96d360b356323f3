/*
 * Pen strokes: the first bytes choose options, the rest is points as the bytes of their doubles, or, by the first byte, the text of
 * a model or of gestures. Whatever the points are, the answer is one.
 */
#include "exercise.h"

enum { MOST_POINTS = 256 };

static void check_recognition(const automata_recognition *recognition, uint32_t allowed)
{
    double sum = 0;
    REQUIRE(recognition->kind >= AUTOMATA_ELEMENT_STATE && recognition->kind <= AUTOMATA_ELEMENT_UNKNOWN);
    REQUIRE(recognition->candidate_count >= 1 && recognition->candidate_count <= 4);
    for (size_t i = 0; i < 4; i++) {
        double probability = recognition->probabilities[i];
        REQUIRE(probability >= 0 && probability <= 1);
        REQUIRE(allowed == 0 || (allowed >> i & 1) || probability == 0);
        sum += probability;
    }
    REQUIRE(sum > 0.999 && sum < 1.001);
    for (uint32_t i = 1; i < recognition->candidate_count; i++)
        REQUIRE(recognition->probabilities[recognition->candidates[i - 1] - 1]
                >= recognition->probabilities[recognition->candidates[i] - 1]);
}

static void recognize(const automata_point *points, size_t count, const uint8_t *choices)
{
    automata_error error;
    automata_stroke_recognizer *recognizer;
    automata_recognition one = AUTOMATA_RECOGNITION_INIT, again = AUTOMATA_RECOGNITION_INIT;
    automata_recognition_options options = AUTOMATA_RECOGNITION_OPTIONS_INIT;
    automata_circle states[2];
    size_t counts[3] = { 0, 0, 0 };
    options.allowed = choices[0] & 15;
    options.threshold = (choices[1] - 100) / 155.0;
    if (count >= 4 && choices[2] & 1) {
        for (size_t i = 0; i < 2; i++) {
            states[i].center = points[i];
            states[i].radius = points[i + 2].x;
        }
        options.states = states;
        options.state_count = 2;
    }
    REQUIRE(is_ok(automata_stroke_recognizer_new(NULL, 0, &recognizer, &error), &error));
    REQUIRE(is_ok(automata_stroke_recognize(recognizer, points, count, &options, &one, &error), &error));
    check_recognition(&one, options.allowed);
    /* The same ink has the same answer. */
    REQUIRE(is_ok(automata_stroke_recognize(recognizer, points, count, &options, &again, &error), &error));
    REQUIRE(one.kind == again.kind && one.probability == again.probability);
    for (size_t i = 0; i < count; i++)
        counts[i % 3 * (choices[2] >> 1 & 1)]++;
    REQUIRE(is_ok(automata_strokes_recognize(recognizer, points, counts, 3, &options, &one, &error), &error));
    check_recognition(&one, options.allowed);
    automata_stroke_recognizer_free(recognizer);
}

static void match(const automata_point *points, size_t count, const uint8_t *choices)
{
    automata_error error;
    automata_gesture_recognizer *gestures, *read;
    automata_gesture_match matches[2];
    size_t half[2] = { count / 2, count - count / 2 }, found, length;
    uint32_t example;
    char *text;
    REQUIRE(is_ok(automata_gesture_recognizer_new(choices[0] & 15, &gestures, &error), &error));
    for (size_t i = 0; i < 3; i++) {
        const char name[] = { (char)('a' + i), 0 };
        size_t strokes = 1 + i % 2;
        if (!is_ok(automata_gesture_recognizer_add(gestures, name, 1, points + i * count / 8, half, strokes, &example, &error), &error))
            REQUIRE(error.status == AUTOMATA_ERROR_INVALID_ARGUMENT);
    }
    REQUIRE(is_ok(automata_gesture_recognizer_match(gestures, points, half, 2, matches, 2, &found, &error), &error));
    REQUIRE(found <= 2 && found <= automata_gesture_recognizer_count(gestures));
    for (size_t i = 0; i < found; i++)
        REQUIRE(matches[i].score >= 0 && matches[i].score <= 1 && matches[i].name[0] >= 'a' && matches[i].name[0] <= 'c');
    REQUIRE(is_ok(automata_gesture_recognizer_text(gestures, &text, &length, &error), &error));
    REQUIRE(is_ok(automata_gesture_recognizer_read(text, length, &read, &error), &error));
    REQUIRE(automata_gesture_recognizer_count(read) == automata_gesture_recognizer_count(gestures));
    automata_gesture_recognizer_free(read);
    automata_free(text);
    automata_gesture_recognizer_free(gestures);
}

static void read_texts(const char *text, size_t length)
{
    automata_error error;
    automata_gesture_recognizer *gestures;
    automata_stroke_recognizer *recognizer;
    if (is_ok(automata_gesture_recognizer_read(text, length, &gestures, &error), &error))
        automata_gesture_recognizer_free(gestures);
    else
        REQUIRE(gestures == NULL && error.status == AUTOMATA_ERROR_INVALID_TEXT && error.line > 0);
    if (is_ok(automata_stroke_recognizer_new(text, length, &recognizer, &error), &error))
        automata_stroke_recognizer_free(recognizer);
    else
        REQUIRE(recognizer == NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    automata_point points[MOST_POINTS + MOST_POINTS / 2];
    if (size < 4)
        return 0;
    if (data[0] % 4 == 0) {
        read_texts((const char *)data + 1, size - 1);
        return 0;
    }
    size_t count;
    if (data[0] % 4 == 1) {
        count = (size - 4) / sizeof *points;
        if (count > MOST_POINTS)
            count = MOST_POINTS;
        memcpy(points, data + 4, count * sizeof *points);
    } else {
        /* Strokes as pens draw them: a byte for each coordinate. */
        count = (size - 4) / 2;
        if (count > MOST_POINTS)
            count = MOST_POINTS;
        for (size_t i = 0; i < count; i++) {
            points[i].x = data[4 + 2 * i];
            points[i].y = data[5 + 2 * i];
        }
    }
    /* Examples begin at several places. */
    for (size_t i = count; i < count + count / 2; i++)
        points[i] = points[i - count];
    recognize(points, count, data + 1);
    match(points, count, data + 1);
    return 0;
}
