/*
 * automata_strokes.h: pen strokes in files, and recognition of strokes, characters and gestures.
 *
 * A recognizer classifies the strokes of a drawn automaton: a state, a transition, a cycle, or none
 * of these.
 *
 *     automata_stroke_recognizer *recognizer = NULL;
 *     automata_stroke_recognition recognition = AUTOMATA_STROKE_RECOGNITION_INIT;
 *     automata_error error;
 *     if (automata_stroke_recognizer_new(&recognizer, &error) ||
 *         automata_stroke_recognizer_recognize(recognizer, points, &count, 1, NULL, &recognition,
 *                                              &error))
 *         fprintf(stderr, "%s\n", error.message);
 *     else if (recognition.kind == AUTOMATA_STROKE_KIND_STATE)
 *         draw_circle(recognition.state.center, recognition.state.radius);
 *
 * A character recognizer reads handwritten characters and words, such as labels of arrows. A
 * gesture recognizer recognizes your own gestures by examples. Ink in files is read as arrays
 * that all these functions take. The rules in automata.h hold here, too.
 */
#ifndef AUTOMATA_STROKES_H
#define AUTOMATA_STROKES_H

#include "automata.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A point that a pen touched, in any unit; y grows downward, as on screens. Points that aren't
 * finite are ignored. */
typedef struct automata_point {
    double x;
    double y;
} automata_point;

/* A text on a drawing, and the position of its middle. */
typedef struct automata_placed_text {
    const char *text;
    size_t length;
    automata_point position;
} automata_placed_text;

/* ---------------------------------------------------------------------------------------------- */
/* Ink in files                                                                                   */
/* ---------------------------------------------------------------------------------------------- */

/* Elements in drawing order, each of one or several strokes and with labels, and texts. Immutable.
 *
 * The examples in a gesture log, whose label "kind" is the name of a gesture:
 *     const automata_ink_contents *contents = automata_ink_contents_of(ink);
 *     const automata_point *points = contents->points;
 *     const size_t *counts = contents->counts;
 *     const automata_ink_label *label = contents->labels, *end = label + contents->label_count;
 *     for (size_t element = 0; element < contents->element_count; element++) {
 *         size_t stroke_count = contents->stroke_counts[element];
 *         const char *kind = NULL;
 *         for (; label < end && label->element == element; label++)
 *             if (strcmp(label->name.data, "kind") == 0) kind = label->value.data;
 *         if (kind)
 *             automata_gesture_recognizer_add(recognizer, kind, AUTOMATA_ZERO_TERMINATED, points,
 *                                             counts, stroke_count, &example, &error);
 *         for (; stroke_count > 0; stroke_count--) points += *counts++;
 *     }
 */
typedef struct automata_ink automata_ink;

typedef enum automata_ink_format {
    /* As an argument: a guess by the file's name or the content. */
    AUTOMATA_INK_FORMAT_GUESS = 0,
    /* This library's JSON, which loses nothing, and other lists of strokes: see
     * Documentation/formats/ink.md. */
    AUTOMATA_INK_FORMAT_JSON = 1,
    /* The same, with a value on each line. */
    AUTOMATA_INK_FORMAT_NDJSON = 2,
    /* The W3C's Ink Markup Language, without texts. */
    AUTOMATA_INK_FORMAT_INKML = 3,
    /* The XML of gestures in the logs of the $-family of recognizers; it can't be written. Each
     * gesture has the labels "name"; "kind", the name without the number at its end; and "writer",
     * the subject. */
    AUTOMATA_INK_FORMAT_DOLLAR = 4,
    /* Notebooks of Xournal++ and Xournal. This format and the next three contain drawings of other
     * programs, and can't be written. Circles and arrows in them are shapes: elements with the
     * label "shape", which automata_sketch_from_ink() takes as they are. */
    AUTOMATA_INK_FORMAT_XOURNAL = 5,
    AUTOMATA_INK_FORMAT_EXCALIDRAW = 6,
    AUTOMATA_INK_FORMAT_TLDRAW = 7,
    AUTOMATA_INK_FORMAT_SVG = 8,
    /* The handwriting of the UNIPEN project; it can't be written. The label "kind" is the text of a
     * segment. */
    AUTOMATA_INK_FORMAT_UNIPEN = 9
} automata_ink_format;

typedef struct automata_ink_options {
    size_t struct_size;
    /* May be NULL. Its bytes bound the ink and the content of a file together; states don't
     * count. */
    const automata_budget *budget;
    /* The input's name in messages, zero-terminated; NULL means the file's path, or "-". */
    const char *input_name;
    /* May be NULL. Receives a note of each thing that was left out or guessed. */
    automata_note note;
    void *context;
} automata_ink_options;

#define AUTOMATA_INK_OPTIONS_INIT { sizeof(automata_ink_options), NULL, NULL, NULL, NULL }

/* A label of an element, such as its kind or its writer. */
typedef struct automata_ink_label {
    /* The index of the element. */
    size_t element;
    automata_text name;
    automata_text value;
} automata_ink_label;

/* The contents of ink, in arrays. */
typedef struct automata_ink_contents {
    size_t struct_size;
    /* The points of all strokes in drawing order. */
    const automata_point *points;
    size_t point_count;
    /* The number of points of each stroke. */
    const size_t *counts;
    size_t stroke_count;
    /* The number of strokes of each element. */
    const size_t *stroke_counts;
    size_t element_count;
    /* The time of each point in seconds, with any origin; NaN for the points of a stroke without
     * times. NULL if no stroke has times. */
    const double *times;
    /* The pressure at each point, 0...1; NaN for the points of a stroke without pressures. NULL if
     * no stroke has pressures. */
    const double *pressures;
    /* The labels of the elements, in their order. An element has each name at most once. */
    const automata_ink_label *labels;
    size_t label_count;
    const automata_placed_text *texts;
    size_t text_count;
} automata_ink_contents;

#define AUTOMATA_INK_CONTENTS_INIT \
    { sizeof(automata_ink_contents), NULL, 0, NULL, 0, NULL, 0, NULL, NULL, NULL, 0, NULL, 0 }

/* Makes ink from strokes, labels and texts, so that it can be written. The labels may be in any
 * order. Points that aren't finite are left out.
 * Fails with INVALID_ARGUMENT if the counts don't add up or an element has two labels with one
 * name, OUT_OF_RANGE (the element of a label), BUDGET_EXCEEDED (the machine lacks the memory).
 * Linear. */
automata_status automata_ink_new(
    const automata_ink_contents *contents, automata_ink **ink, automata_error *error);

/* Reads ink, which may be compressed by gzip. Labels around elements and traces that views refer to
 * are repeated for each element.
 * Fails with INVALID_TEXT and the place, UNKNOWN_FORMAT, TOO_LARGE. The ink is too large if such
 * repetitions make it exceed 128 MiB plus 256 bytes for each byte of the text, and a compressed
 * text if it expands to more than 16 MiB plus 100 times its bytes. Lists and objects of elements
 * may be nested up to 16 deep, and a trace may have up to 1000 channels. Linear in the text and the
 * ink. */
automata_status automata_ink_from_text(
    const char *text, size_t length, automata_ink_format format,
    const automata_ink_options *options, automata_ink **ink, automata_error *error);

/* Reads ink from a file; `path` is zero-terminated. A file that is longer than the budget's bytes,
 * or has no end like /dev/zero, is refused with BUDGET_EXCEEDED. Fails with INVALID_TEXT and the
 * place, UNKNOWN_FORMAT, TOO_LARGE as automata_ink_from_text() does, FILE. */
automata_status automata_ink_from_file(
    const char *path, automata_ink_format format, const automata_ink_options *options,
    automata_ink **ink, automata_error *error);

/* Frees ink. */
void automata_ink_free(automata_ink *ink);

/* Returns the contents, with the labels of each element in the order of their names; NULL for NULL.
 * Borrowed. O(1). */
const automata_ink_contents *automata_ink_contents_of(const automata_ink *ink);

/* Writes ink as text, which is read as the same ink. `format` must not be
 * AUTOMATA_INK_FORMAT_GUESS.
 * Fails with NOT_REPRESENTABLE: a format that can't be written, or texts and control characters in
 * InkML; with BUDGET_EXCEEDED (the machine lacks the memory). Linear. */
automata_status automata_ink_text(
    const automata_ink *ink, automata_ink_format format, char **text, size_t *length,
    automata_error *error);

/* ---------------------------------------------------------------------------------------------- */
/* Elements of automata                                                                           */
/* ---------------------------------------------------------------------------------------------- */

/* An element of a drawn automaton. */
typedef enum automata_stroke_kind {
    /* A circle. */
    AUTOMATA_STROKE_KIND_STATE = 1,
    /* A line, an arc or an arrow from one state to another. */
    AUTOMATA_STROKE_KIND_TRANSITION = 2,
    /* A loop that ends where it began: a transition from a state to itself. */
    AUTOMATA_STROKE_KIND_CYCLE = 3,
    /* Anything else, such as text, a scribble or a polygon. */
    AUTOMATA_STROKE_KIND_UNKNOWN = 4
} automata_stroke_kind;

/* The bit of a kind in automata_stroke_recognition_options.allowed. */
#define AUTOMATA_STROKE_ALLOW(kind) (UINT32_C(1) << ((kind) - 1))

/* The ends of the ink that have an arrow head. */
typedef enum automata_stroke_arrow_head {
    AUTOMATA_STROKE_ARROW_HEAD_NONE = 0,
    /* At the end of the stroke: drawn from tail to tip. */
    AUTOMATA_STROKE_ARROW_HEAD_LAST = 1,
    /* At the beginning of the stroke: drawn from tip to tail. */
    AUTOMATA_STROKE_ARROW_HEAD_FIRST = 2,
    AUTOMATA_STROKE_ARROW_HEAD_BOTH = 3
} automata_stroke_arrow_head;

/* A state's circle. */
typedef struct automata_stroke_circle {
    automata_point center;
    double radius;
} automata_stroke_circle;

/* A transition's arrow, bent at the flex point. The tail is the end without a head; with no head or
 * two heads, it is the end where drawing began. */
typedef struct automata_stroke_arrow {
    automata_point tail;
    automata_point tip;
    automata_point flex;
    automata_stroke_arrow_head head;
} automata_stroke_arrow;

/* A cycle's loop: two base points, tail and tip as for an arrow, and the apex, the point farthest
 * from the middle between them. */
typedef struct automata_stroke_loop {
    automata_point tail;
    automata_point tip;
    automata_point apex;
    automata_stroke_arrow_head head;
} automata_stroke_loop;

/* The position of ink relative to the existing states, whatever its kind. An end attaches to the
 * state with the nearest outline, inside or outside, within the attachment limit. */
typedef enum automata_stroke_relation {
    AUTOMATA_STROKE_RELATION_NONE = 0,
    /* A closed curve around the center of state `from`, inside or outside its outline: a ring
     * instead of a new state. `to` is the same state. */
    AUTOMATA_STROKE_RELATION_SURROUNDS = 1,
    /* One end attaches to a state. If it is the tail, `from` is the state and `to` is
     * AUTOMATA_NO_POSITION; if it is the tip, the other way round. If both ends are near one state
     * and the ink is at most as long as their gaps together, only the nearer end attaches. */
    AUTOMATA_STROKE_RELATION_TOUCHES = 2,
    /* Both ends attach to one state, which is `from` and `to`, and the ink is longer than their
     * gaps together. */
    AUTOMATA_STROKE_RELATION_RETURNS = 3,
    /* The ends attach to two states: the tail to `from`, the tip to `to`. */
    AUTOMATA_STROKE_RELATION_JOINS = 4
} automata_stroke_relation;

typedef struct automata_stroke_recognition_options {
    size_t struct_size;
    /* The existing states, which improve the answer; may be NULL. */
    const automata_stroke_circle *states;
    size_t state_count;
    /* Ink is unknown if the probability that it is an element of any kind is less than this, 0...1.
     * A negative value selects the model's threshold, limited to 0.5 if both ends attach to states
     * and the gaps are less than half of the ink's length. Ignored if unknown isn't allowed. A
     * threshold that is NaN or greater than 1 fails with INVALID_ARGUMENT. */
    double threshold;
    /* The possible kinds, as AUTOMATA_STROKE_ALLOW(AUTOMATA_STROKE_KIND_STATE) | ...; 0 means
     * all. */
    uint32_t allowed;
    uint32_t reserved;
    /* The greatest distance at which an end attaches to the outline of a state, in diameters of the
     * state; 0 means 0.65. A negative limit or NaN fails with INVALID_ARGUMENT. */
    double attachment_limit;
} automata_stroke_recognition_options;

#define AUTOMATA_STROKE_RECOGNITION_OPTIONS_INIT \
    { sizeof(automata_stroke_recognition_options), NULL, 0, -1.0, 0, 0, 0.0 }

/* The possible meanings of ink. Initialize it with its _INIT before the first call; then it can be
 * reused. */
typedef struct automata_stroke_recognition {
    size_t struct_size;
    /* The answer: the most probable kind, or unknown if the elements together are less probable
     * than the threshold. */
    automata_stroke_kind kind;
    /* The number of allowed kinds. */
    uint32_t candidate_count;
    /* The probability of the answer, 0...1. It is calibrated: of all answers with probability 0.8,
     * four in five are right. */
    double probability;
    /* The probabilities of state, transition, cycle and unknown, in this order; 0 for a kind that
     * isn't allowed. */
    double probabilities[4];
    /* The allowed kinds, most probable first. */
    automata_stroke_kind candidates[4];
    /* Whether the figures below were computed; each figure is fitted to the ink as an element of
     * its kind. False for ink without a shape: no point, all points equal, or too small or too
     * large for numbers. */
    bool has_figures;
    automata_stroke_relation relation;
    automata_stroke_circle state;
    automata_stroke_arrow transition;
    automata_stroke_loop cycle;
    /* Indices of states in the options; AUTOMATA_NO_POSITION without a relation. */
    size_t from;
    size_t to;
} automata_stroke_recognition;

#define AUTOMATA_STROKE_RECOGNITION_INIT \
    { sizeof(automata_stroke_recognition), AUTOMATA_STROKE_KIND_UNKNOWN, 0, 0.0, \
      { 0.0, 0.0, 0.0, 0.0 }, \
      { AUTOMATA_STROKE_KIND_UNKNOWN, AUTOMATA_STROKE_KIND_UNKNOWN, \
        AUTOMATA_STROKE_KIND_UNKNOWN, AUTOMATA_STROKE_KIND_UNKNOWN }, \
      false, AUTOMATA_STROKE_RELATION_NONE, { { 0.0, 0.0 }, 0.0 }, \
      { { 0.0, 0.0 }, { 0.0, 0.0 }, { 0.0, 0.0 }, AUTOMATA_STROKE_ARROW_HEAD_NONE }, \
      { { 0.0, 0.0 }, { 0.0, 0.0 }, { 0.0, 0.0 }, AUTOMATA_STROKE_ARROW_HEAD_NONE }, 0, 0 }

/* Recognizes elements. Immutable: any number of threads may share it. It keeps working
 * memory, so that most calls allocate none: some kilobytes for each of up to 64 concurrent calls,
 * and up to 1 MiB for calls with several strokes. */
typedef struct automata_stroke_recognizer automata_stroke_recognizer;

/* Makes a recognizer with the library's own model. O(1). */
automata_status automata_stroke_recognizer_new(
    automata_stroke_recognizer **recognizer, automata_error *error);

/* Makes a recognizer with the model in a text that automata-train or
 * automata_stroke_recognizer_text() wrote. Fails with INVALID_TEXT and the line. O(length). */
automata_status automata_stroke_recognizer_from_text(
    const char *text, size_t length, automata_stroke_recognizer **recognizer,
    automata_error *error);

/* Frees a recognizer. */
void automata_stroke_recognizer_free(automata_stroke_recognizer *recognizer);

/* Returns the model's threshold: ink is rejected if the probability that it is an element is below
 * it; 0 for NULL. */
double automata_stroke_recognizer_threshold(const automata_stroke_recognizer *recognizer);

/* Writes the model as text. */
automata_status automata_stroke_recognizer_text(
    const automata_stroke_recognizer *recognizer, char **text, size_t *length,
    automata_error *error);

/* Recognizes one element, drawn in one stroke or in several, such as a shaft and its head. `points`
 * has the points of all strokes in drawing order, `counts` their number for each stroke. More than
 * 64 strokes are joined in drawing order.
 * Fails with BUDGET_EXCEEDED (the machine lacks the memory). O(all points + state_count): some
 * microseconds for a stroke. */
automata_status automata_stroke_recognizer_recognize(
    const automata_stroke_recognizer *recognizer, const automata_point *points,
    const size_t *counts, size_t stroke_count, const automata_stroke_recognition_options *options,
    automata_stroke_recognition *recognition, automata_error *error);

/* Recognizes the elements of a whole drawing, with its states as context for all ink. `points` and
 * `counts` are the strokes in drawing order, `stroke_counts` the number of strokes of each element,
 * and `recognitions` an array of as many structs, each initialized with its _INIT; it is unchanged
 * if the call fails. The states are found first. A loop can look like a state until the state that
 * it belongs to is drawn; it is recognized as a loop. In relations, the states in the options are
 * numbered first, then the states of the drawing; an outer ring takes the place of the inner
 * circle.
 * Fails with BUDGET_EXCEEDED (the machine lacks the memory).
 * O(all points + element_count * states). */
automata_status automata_stroke_recognizer_recognize_drawing(
    const automata_stroke_recognizer *recognizer, const automata_point *points,
    const size_t *counts, const size_t *stroke_counts, size_t element_count,
    const automata_stroke_recognition_options *options, automata_stroke_recognition *recognitions,
    automata_error *error);

/* ---------------------------------------------------------------------------------------------- */
/* Handwritten characters and words                                                               */
/* ---------------------------------------------------------------------------------------------- */

/* A possible reading of handwriting. */
typedef struct automata_text_candidate {
    /* UTF-8, zero-terminated: a character, or a word of up to 24. */
    char text[56];
    /* The probability of the text, 0...1. */
    double probability;
} automata_text_candidate;

typedef struct automata_character_options {
    size_t struct_size;
    /* The possible characters, zero-terminated UTF-8; NULL means all that the recognizer knows:
     * digits, lower-case letters, epsilon (U+03B5), comma, plus and minus. */
    const char *alphabet;
    /* Characters that are ten times as probable as others, such as symbols that a drawing has
     * already; may be NULL. Shape alone often can't distinguish 0 from o, or 1 from l. */
    const char *expected;
    /* Whether the strokes are a word in one line instead of a single character. A stroke belongs to
     * one character. */
    bool is_word;
    uint8_t reserved[7];
} automata_character_options;

#define AUTOMATA_CHARACTER_OPTIONS_INIT \
    { sizeof(automata_character_options), NULL, NULL, false, { 0, 0, 0, 0, 0, 0, 0 } }

/* Recognizes handwritten characters and words. Immutable: any number of threads may use one at
 * once. */
typedef struct automata_character_recognizer automata_character_recognizer;

/* Makes a recognizer with the library's own model. O(1). */
automata_status automata_character_recognizer_new(
    automata_character_recognizer **recognizer, automata_error *error);

/* Makes a recognizer with the model in a text that automata-train or
 * automata_character_recognizer_text() wrote. Fails with INVALID_TEXT and the line. O(length). */
automata_status automata_character_recognizer_from_text(
    const char *text, size_t length, automata_character_recognizer **recognizer,
    automata_error *error);

/* Frees a recognizer. */
void automata_character_recognizer_free(automata_character_recognizer *recognizer);

/* Makes a recognizer with the model of another one, whose sketches read handwriting with the model
 * of `characters`. NULL stands for a recognizer with the library's model. O(1). */
automata_status automata_stroke_recognizer_with_characters(
    const automata_stroke_recognizer *recognizer,
    const automata_character_recognizer *characters, automata_stroke_recognizer **result,
    automata_error *error);

/* Returns the model's threshold; 0 for NULL. If the first candidate is less probable, the text is
 * unknown: ask the user rather than guess. */
double automata_character_recognizer_threshold(const automata_character_recognizer *recognizer);

/* Writes the model as text. */
automata_status automata_character_recognizer_text(
    const automata_character_recognizer *recognizer, char **text, size_t *length,
    automata_error *error);

/* Recognizes a character or a word, and returns the possible texts, most probable first. `points`
 * has the points of all strokes in drawing order, `counts` their number for each stroke.
 * `candidates` has room for `capacity` texts. `count` is their number; it is 0 if the ink can't be
 * a text, such as a point or a word of more than 24 strokes. Their probabilities, those of other
 * texts and the probability that the ink isn't text add up to 1.
 * Fails with BUDGET_EXCEEDED (the machine lacks the memory). O(all points) and some
 * microseconds for a character, up to a hundred times as many for a word. */
automata_status automata_character_recognizer_recognize(
    const automata_character_recognizer *recognizer, const automata_point *points,
    const size_t *counts, size_t stroke_count, const automata_character_options *options,
    automata_text_candidate *candidates, size_t capacity, size_t *count, automata_error *error);

/* ---------------------------------------------------------------------------------------------- */
/* Gestures of your own                                                                           */
/* ---------------------------------------------------------------------------------------------- */

/* Recognizes gestures by examples. Changes belong to one thread at a time; while nothing changes,
 * any number of threads may match. */
typedef struct automata_gesture_recognizer automata_gesture_recognizer;

/* A difference that is allowed between a gesture and an example of the same name. */
typedef enum automata_gesture_freedom {
    /* The rotation. */
    AUTOMATA_GESTURE_ANY_ROTATION = 1,
    /* The size. */
    AUTOMATA_GESTURE_ANY_SCALE = 2,
    /* The direction: it may be drawn from the end to the beginning. */
    AUTOMATA_GESTURE_ANY_DIRECTION = 4,
    /* The order and the directions of its strokes, for up to four strokes. */
    AUTOMATA_GESTURE_ANY_STROKE_ORDER = 8
} automata_gesture_freedom;

/* A possible name of a gesture. */
typedef struct automata_gesture_match {
    /* Borrowed until the recognizer's examples change. */
    const char *name;
    /* The nearest example with that name. */
    uint32_t example;
    uint32_t reserved;
    /* The distance from that example: 0 for the same shape, 0.1 for a repetition by somebody else,
     * 0.3 and more for another gesture. */
    double distance;
    /* The confidence, 0...1, which falls with the distance; below 0.5, it is more likely that the
     * gesture has none of the names. */
    double score;
} automata_gesture_match;

/* Makes a recognizer without examples. `freedoms` is a sum of automata_gesture_freedom, usually
 * AUTOMATA_GESTURE_ANY_SCALE. */
automata_status automata_gesture_recognizer_new(
    uint32_t freedoms, automata_gesture_recognizer **recognizer, automata_error *error);

/* Reads a recognizer that automata_gesture_recognizer_text() wrote. Examples are numbered anew,
 * from 0. Fails with INVALID_TEXT and the line. O(length). */
automata_status automata_gesture_recognizer_from_text(
    const char *text, size_t length, automata_gesture_recognizer **recognizer,
    automata_error *error);

/* Frees a recognizer. */
void automata_gesture_recognizer_free(automata_gesture_recognizer *recognizer);

/* Writes the examples and freedoms as text; coordinates are exact. */
automata_status automata_gesture_recognizer_text(
    const automata_gesture_recognizer *recognizer, char **text, size_t *length,
    automata_error *error);

/* Returns the freedoms; 0 for NULL. */
uint32_t automata_gesture_recognizer_freedoms(const automata_gesture_recognizer *recognizer);

/* Changes the freedoms. */
automata_status automata_gesture_recognizer_set_freedoms(
    automata_gesture_recognizer *recognizer, uint32_t freedoms, automata_error *error);

/* Adds an example of one or several strokes and returns its number, counted from 0 and never
 * reused. A name has 1 to 1000 bytes and no control characters; the points must not all be equal.
 * Fails with TOO_LARGE, BUDGET_EXCEEDED (the machine lacks the memory). O(all points). */
automata_status automata_gesture_recognizer_add(
    automata_gesture_recognizer *recognizer, const char *name, size_t name_length,
    const automata_point *points, const size_t *counts, size_t stroke_count, uint32_t *example,
    automata_error *error);

/* Removes an example; returns false if no example has the number. O(number of examples). */
bool automata_gesture_recognizer_remove(
    automata_gesture_recognizer *recognizer, uint32_t example);

/* Removes all examples with a name and returns their number. O(number of examples). */
automata_status automata_gesture_recognizer_remove_named(
    automata_gesture_recognizer *recognizer, const char *name, size_t name_length,
    size_t *removed, automata_error *error);

/* Returns the number of examples; 0 for NULL. */
size_t automata_gesture_recognizer_example_count(const automata_gesture_recognizer *recognizer);

/* Returns the name of an example, in the order of addition; "" for an index out of range. Borrowed
 * until the examples change. */
const char *automata_gesture_recognizer_name(
    const automata_gesture_recognizer *recognizer, size_t index);

/* Returns the number of an example, in the order of addition; 0 for an index out of range. */
uint32_t automata_gesture_recognizer_example(
    const automata_gesture_recognizer *recognizer, size_t index);

/* Copies the points of all strokes of an example, in the order of addition, and the number of
 * points of each stroke. Fails with OUT_OF_RANGE. O(points). */
automata_status automata_gesture_recognizer_points(
    const automata_gesture_recognizer *recognizer, size_t index, automata_point **points,
    size_t *point_count, size_t **counts, size_t *stroke_count, automata_error *error);

/* Matches a gesture: the possible names, best first, each with the distance of its nearest example.
 * `matches` has room for `capacity` of them; a smaller capacity is faster. `count` is their number,
 * 0 if there is no example or the gesture has no shape.
 * Fails with BUDGET_EXCEEDED (the machine lacks the memory). O(all points + number of examples). */
automata_status automata_gesture_recognizer_match(
    const automata_gesture_recognizer *recognizer, const automata_point *points,
    const size_t *counts, size_t stroke_count, automata_gesture_match *matches, size_t capacity,
    size_t *count, automata_error *error);

#ifdef __cplusplus
}
#endif

#endif
