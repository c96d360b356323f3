/*
 * Pen strokes: the first bytes choose options, the rest is points as the bytes of their doubles, or, by the first byte, the text of
 * a model or of gestures, or the trees and networks of a model. Whatever the points are, the answer is one.
 */
#include "exercise.h"

static automata_status recognize_stroke(
    const automata_stroke_recognizer *recognizer, const automata_point *points, size_t count,
    const automata_stroke_recognition_options *options, automata_stroke_recognition *recognition, automata_error *error)
{
    return automata_stroke_recognizer_recognize(recognizer, points, &count, 1, options, recognition, error);
}

enum { MOST_POINTS = 256 };

static void check_recognition(const automata_stroke_recognition *recognition, uint32_t allowed)
{
    double sum = 0;
    REQUIRE(recognition->kind >= AUTOMATA_STROKE_KIND_STATE && recognition->kind <= AUTOMATA_STROKE_KIND_UNKNOWN);
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
    automata_stroke_recognition one = AUTOMATA_STROKE_RECOGNITION_INIT, again = AUTOMATA_STROKE_RECOGNITION_INIT;
    automata_stroke_recognition_options options = AUTOMATA_STROKE_RECOGNITION_OPTIONS_INIT;
    automata_stroke_circle states[2];
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
    REQUIRE(is_ok(automata_stroke_recognizer_new(&recognizer, &error), &error));
    REQUIRE(is_ok(recognize_stroke(recognizer, points, count, &options, &one, &error), &error));
    check_recognition(&one, options.allowed);
    /* The same ink has the same answer. */
    REQUIRE(is_ok(recognize_stroke(recognizer, points, count, &options, &again, &error), &error));
    REQUIRE(one.kind == again.kind && one.probability == again.probability);
    for (size_t i = 0; i < count; i++)
        counts[i % 3 * (choices[2] >> 1 & 1)]++;
    REQUIRE(is_ok(automata_stroke_recognizer_recognize(recognizer, points, counts, 3, &options, &one, &error), &error));
    check_recognition(&one, options.allowed);
    automata_stroke_recognition elements[2] = {AUTOMATA_STROKE_RECOGNITION_INIT, AUTOMATA_STROKE_RECOGNITION_INIT};
    const size_t stroke_counts[2] = { 1, 2 };
    REQUIRE(is_ok(
        automata_stroke_recognizer_recognize_drawing(recognizer, points, counts, stroke_counts, 2, &options, elements, &error), &error));
    for (size_t i = 0; i < 2; i++) {
        check_recognition(&elements[i], options.allowed);
        REQUIRE(elements[i].from == AUTOMATA_NO_POSITION || elements[i].from < options.state_count + 2);
    }
    automata_stroke_recognizer_free(recognizer);
}

/* That both have the same examples, though not their numbers; the numbers of the first ascend. */
static void check_examples(const automata_gesture_recognizer *gestures, const automata_gesture_recognizer *read)
{
    automata_error error;
    automata_point *one, *other;
    size_t point_count, other_count, *counts, *other_counts, stroke_count, other_strokes;
    size_t count = automata_gesture_recognizer_example_count(gestures);
    REQUIRE(automata_gesture_recognizer_example_count(read) == count);
    REQUIRE(automata_gesture_recognizer_freedoms(read) == automata_gesture_recognizer_freedoms(gestures));
    REQUIRE(automata_gesture_recognizer_name(gestures, count)[0] == 0);
    for (size_t i = 0; i < count; i++) {
        REQUIRE(strcmp(automata_gesture_recognizer_name(gestures, i), automata_gesture_recognizer_name(read, i)) == 0);
        uint32_t example = automata_gesture_recognizer_example(gestures, i);
        REQUIRE(i == 0 || example > automata_gesture_recognizer_example(gestures, i - 1));
        REQUIRE(is_ok(automata_gesture_recognizer_points(gestures, i, &one, &point_count, &counts, &stroke_count, &error), &error));
        REQUIRE(is_ok(automata_gesture_recognizer_points(read, i, &other, &other_count, &other_counts, &other_strokes, &error), &error));
        REQUIRE(point_count == other_count && stroke_count == other_strokes);
        REQUIRE(memcmp(counts, other_counts, stroke_count * sizeof *counts) == 0);
        for (size_t k = 0; k < point_count; k++)
            REQUIRE(one[k].x == other[k].x && one[k].y == other[k].y);
        automata_free(one);
        automata_free(other);
        automata_free(counts);
        automata_free(other_counts);
    }
}

/* Takes examples away, and changes what gestures may differ in. */
static void change(automata_gesture_recognizer *gestures, const uint8_t *choices)
{
    automata_error error;
    size_t count = automata_gesture_recognizer_example_count(gestures), removed;
    uint32_t first = automata_gesture_recognizer_example(gestures, 0), freedoms = choices[1];
    bool is_known = freedoms < 16;
    REQUIRE(is_ok(automata_gesture_recognizer_set_freedoms(gestures, freedoms, &error), &error) == is_known);
    REQUIRE(automata_gesture_recognizer_freedoms(gestures) == (is_known ? freedoms : (choices[0] & 15u)));
    REQUIRE(automata_gesture_recognizer_remove(gestures, first) == (count > 0));
    REQUIRE(!automata_gesture_recognizer_remove(gestures, first));
    count = automata_gesture_recognizer_example_count(gestures);
    REQUIRE(is_ok(automata_gesture_recognizer_remove_named(gestures, "b", 1, &removed, &error), &error));
    REQUIRE(automata_gesture_recognizer_example_count(gestures) + removed == count);
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
    REQUIRE(found <= 2 && found <= automata_gesture_recognizer_example_count(gestures));
    for (size_t i = 0; i < found; i++)
        REQUIRE(matches[i].score >= 0 && matches[i].score <= 1 && matches[i].name[0] >= 'a' && matches[i].name[0] <= 'c');
    REQUIRE(is_ok(automata_gesture_recognizer_text(gestures, &text, &length, &error), &error));
    REQUIRE(is_ok(automata_gesture_recognizer_from_text(text, length, &read, &error), &error));
    check_examples(gestures, read);
    automata_gesture_recognizer_free(read);
    automata_free(text);
    change(gestures, choices);
    REQUIRE(is_ok(automata_gesture_recognizer_match(gestures, points, half, 2, matches, 2, &found, &error), &error));
    REQUIRE(found <= automata_gesture_recognizer_example_count(gestures));
    automata_gesture_recognizer_free(gestures);
}

/* A character or a word among some, or all that the recognizer knows. */
static void check_texts(
    const automata_character_recognizer *recognizer, const automata_point *points, size_t count, const uint8_t *choices)
{
    static const char *const alphabets[] = { NULL, "01ab", "", "q0123456789", "\xce\xb5,+-" };
    automata_error error;
    automata_character_options options = AUTOMATA_CHARACTER_OPTIONS_INIT;
    automata_text_candidate candidates[4];
    size_t counts[3] = { 0, 0, 0 }, found;
    double sum = 0;
    options.alphabet = alphabets[choices[0] % 5];
    options.expected = alphabets[choices[1] % 5];
    options.is_word = choices[2] & 1;
    for (size_t i = 0; i < count; i++)
        counts[i % 3]++;
    REQUIRE(is_ok(
        automata_character_recognizer_recognize(recognizer, points, counts, 3, &options, candidates, 4, &found, &error), &error));
    REQUIRE(found <= 4);
    for (size_t i = 0; i < found; i++) {
        REQUIRE(candidates[i].probability > 0 && (i == 0 || candidates[i].probability <= candidates[i - 1].probability));
        REQUIRE(strlen(candidates[i].text) > 0 && strlen(candidates[i].text) < sizeof candidates[i].text);
        sum += candidates[i].probability;
    }
    REQUIRE(sum < 1.001);
}

static void read_characters(const automata_point *points, size_t count, const uint8_t *choices)
{
    automata_character_recognizer *recognizer;
    automata_error error;
    REQUIRE(is_ok(automata_character_recognizer_new(&recognizer, &error), &error));
    check_texts(recognizer, points, count, choices);
    automata_character_recognizer_free(recognizer);
}

/* As for the model of elements. */
static void check_character_model(const automata_character_recognizer *recognizer)
{
    static const automata_point bow[] = { { 0, 0 }, { 40, 10 }, { 80, 5 }, { 100, -20 } };
    static const uint8_t choices[] = { 0, 0, 1 };
    automata_error error;
    automata_character_recognizer *read;
    automata_stroke_recognizer *both;
    automata_stroke_recognition one = AUTOMATA_STROKE_RECOGNITION_INIT;
    char *text;
    size_t length;
    REQUIRE(is_ok(automata_character_recognizer_text(recognizer, &text, &length, &error), &error));
    REQUIRE(is_ok(automata_character_recognizer_from_text(text, length, &read, &error), &error));
    REQUIRE(automata_character_recognizer_threshold(read) == automata_character_recognizer_threshold(recognizer));
    check_texts(read, bow, 4, choices);
    REQUIRE(is_ok(automata_stroke_recognizer_with_characters(NULL, read, &both, &error), &error));
    automata_character_recognizer_free(read);
    REQUIRE(is_ok(recognize_stroke(both, bow, 4, NULL, &one, &error), &error));
    automata_stroke_recognizer_free(both);
    automata_free(text);
}

/* A model is written as text that is read as the same one, and answers whatever it was trained on. */
static void check_model(const automata_stroke_recognizer *recognizer)
{
    static const automata_point bow[] = {{0, 0}, {40, 10}, {80, 5}, {100, -20}};
    automata_error error;
    automata_stroke_recognizer *read;
    automata_stroke_recognition one = AUTOMATA_STROKE_RECOGNITION_INIT, other = AUTOMATA_STROKE_RECOGNITION_INIT;
    char *text;
    size_t length;
    REQUIRE(is_ok(automata_stroke_recognizer_text(recognizer, &text, &length, &error), &error));
    REQUIRE(is_ok(automata_stroke_recognizer_from_text(text, length, &read, &error), &error));
    REQUIRE(automata_stroke_recognizer_threshold(read) == automata_stroke_recognizer_threshold(recognizer));
    REQUIRE(is_ok(recognize_stroke(recognizer, bow, 4, NULL, &one, &error), &error));
    REQUIRE(is_ok(recognize_stroke(read, bow, 4, NULL, &other, &error), &error));
    check_recognition(&one, 0);
    REQUIRE(one.kind == other.kind && one.probability == other.probability);
    automata_stroke_recognizer_free(read);
    automata_free(text);
}

static void read_texts(const char *text, size_t length)
{
    automata_error error;
    automata_gesture_recognizer *gestures;
    automata_stroke_recognizer *recognizer;
    if (is_ok(automata_gesture_recognizer_from_text(text, length, &gestures, &error), &error)) {
        check_examples(gestures, gestures);
        automata_gesture_recognizer_free(gestures);
    } else
        REQUIRE(gestures == NULL && error.status == AUTOMATA_ERROR_INVALID_TEXT && error.line > 0);
    if (is_ok(automata_stroke_recognizer_from_text(text, length, &recognizer, &error), &error)) {
        check_model(recognizer);
        automata_stroke_recognizer_free(recognizer);
    } else
        REQUIRE(recognizer == NULL);
    automata_character_recognizer *characters;
    if (is_ok(automata_character_recognizer_from_text(text, length, &characters, &error), &error)) {
        check_character_model(characters);
        automata_character_recognizer_free(characters);
    } else
        REQUIRE(characters == NULL && (error.line > 0 ? error.status == AUTOMATA_ERROR_INVALID_TEXT : !is_utf8(text, length)));
}

/* The library's own model up to its trees, or that of characters up to its networks, as text. */
static const char *own_head(bool is_of_characters, size_t *length)
{
    static char *texts[2];
    static size_t heads[2];
    char **text = &texts[is_of_characters];
    if (!*text) {
        char *rest;
        size_t whole;
        if (is_of_characters) {
            automata_character_recognizer *recognizer;
            REQUIRE(automata_character_recognizer_new(&recognizer, NULL) == AUTOMATA_OK);
            REQUIRE(automata_character_recognizer_text(recognizer, text, &whole, NULL) == AUTOMATA_OK);
            automata_character_recognizer_free(recognizer);
        } else {
            automata_stroke_recognizer *recognizer;
            REQUIRE(automata_stroke_recognizer_new(&recognizer, NULL) == AUTOMATA_OK);
            REQUIRE(automata_stroke_recognizer_text(recognizer, text, &whole, NULL) == AUTOMATA_OK);
            automata_stroke_recognizer_free(recognizer);
        }
        rest = strstr(*text, is_of_characters ? "\nnetworks " : "\ntrees ");
        REQUIRE(rest != NULL);
        heads[is_of_characters] = (size_t)(rest + 1 - *text);
    }
    *length = heads[is_of_characters];
    return *text;
}

/* A model of the library's features with other numbers, and trees and networks from anywhere, whose checksum is right. */
static void read_model(bool is_of_characters, const uint8_t *choices, const uint8_t *rest, size_t size)
{
    size_t head_length, length;
    const char *head = own_head(is_of_characters, &head_length);
    char *text = malloc(head_length + size + 32);
    REQUIRE(text);
    memcpy(text, head, head_length);
    if (choices[0] != 0)
        text[(choices[1] << 8 | choices[2]) % head_length] = (char)choices[0];
    memcpy(text + head_length, rest, size);
    length = head_length + size;
    if (text[length - 1] != '\n')
        text[length++] = '\n';
    /* FNV-1a, which the last line tells. */
    uint64_t checksum = 0xcbf29ce484222325u;
    for (size_t i = 0; i < length; i++)
        checksum = (checksum ^ (uint8_t)text[i]) * 0x100000001b3u;
    length += (size_t)sprintf(text + length, "end %016llx\n", (unsigned long long)checksum);
    read_texts(text, length);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    automata_point points[MOST_POINTS + MOST_POINTS / 2];
    if (size < 4)
        return 0;
    if (data[0] % 4 == 0) {
        if (data[0] >= 128)
            read_model(data[0] & 4, data + 1, data + 4, size - 4);
        else
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
    read_characters(points, count, data + 1);
    return 0;
}
