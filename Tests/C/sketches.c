/* Drawings that become automata: by the pen, by calls, and back from documents. */
#include "check.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { CIRCLE_COUNT = 48, LINE_COUNT = 20, HEAD_COUNT = 15 };

static automata_error error;

static void circle(automata_point *points, double x, double y, double radius) {
    int i;
    for (i = 0; i < CIRCLE_COUNT; i++) {
        double angle = 6.3 * i / (CIRCLE_COUNT - 1);
        points[i].x = x + radius * cos(angle);
        points[i].y = y + radius * sin(angle);
    }
}

static void line(automata_point *points, int count, double x, double y, double to_x, double to_y) {
    int i;
    for (i = 0; i < count; i++) {
        points[i].x = x + (to_x - x) * i / (count - 1);
        points[i].y = y + (to_y - y) * i / (count - 1);
    }
}

/* A head that points to the right. */
static void head(automata_point *points, double x, double y) {
    line(points, 8, x - 14, y - 9, x, y);
    line(points + 7, 8, x, y, x - 14, y + 9);
}

static bool accepts(const automata_sketch *sketch, const char *text) {
    automata_fa *automaton = NULL;
    bool accepted = false;
    CHECK_OK(automata_fa_from_sketch(sketch, NULL, &automaton, &error));
    CHECK_OK(automata_fa_accepts(automaton, text, AUTOMATA_ZERO_TERMINATED, NULL, 0, &accepted, &error));
    automata_fa_free(automaton);
    return accepted;
}

static void draw(automata_sketch *sketch, const automata_point *points, size_t count, automata_sketch_change *change) {
    CHECK_OK(automata_sketch_draw(sketch, points, &count, 1, change, &error));
}

/* Two circles, an arrow and its head, a ring and an initial mark, as somebody draws them. */
static void by_pen(void) {
    automata_sketch *sketch = NULL, *again = NULL, *copy;
    automata_sketch_change change = AUTOMATA_SKETCH_CHANGE_INIT;
    automata_point points[CIRCLE_COUNT];
    const automata_point near_arrow = {100, -12}, in_first = {0, 0};
    const automata_sketch_drawn_state *state;
    const automata_sketch_drawn_transition *arrow;
    const automata_sketch_drawn_ink *ink;
    const automata_sketch_interpretation *interpretation;
    automata_sketch_element first;
    uint64_t ring;
    automata_point *drawn = NULL;
    size_t *counts = NULL;
    char *document = NULL, *picture = NULL;
    size_t length = 0, count = 0, other = 0, i;
    double sum = 0;

    CHECK_OK(automata_sketch_new(NULL, &sketch, &error));
    circle(points, 0, 0, 30);
    draw(sketch, points, CIRCLE_COUNT, &change);
    CHECK(change.inserted.count == 2 && change.updated.count == 0 && change.removed.count == 0);
    CHECK(change.inserted.items[0].kind == AUTOMATA_SKETCH_STATE && change.inserted.items[1].kind == AUTOMATA_SKETCH_INK);
    CHECK(change.notice == AUTOMATA_SKETCH_NOTICE_NONE);
    CHECK_TEXT("", change.message);
    interpretation = change.interpretation;
    CHECK(interpretation != NULL && interpretation->reading == AUTOMATA_SKETCH_READING_STATE && interpretation->probability > 0.5);
    CHECK(interpretation->ink == change.inserted.items[1].id && strlen(interpretation->reason) > 0);
    for (i = 0; i < interpretation->alternative_count; i++) {
        CHECK(interpretation->alternatives[i].reading != AUTOMATA_SKETCH_READING_STATE);
        CHECK(i == 0 || interpretation->alternatives[i - 1].probability >= interpretation->alternatives[i].probability);
        sum += interpretation->alternatives[i].probability;
    }
    CHECK(interpretation->alternative_count > 0 && sum >= 0);
    first = change.inserted.items[0];
    circle(points, 200, 0, 30);
    draw(sketch, points, CIRCLE_COUNT, &change);
    line(points, LINE_COUNT, 32, 0, 168, 1);
    draw(sketch, points, LINE_COUNT, &change);
    CHECK(change.interpretation != NULL && change.interpretation->reading == AUTOMATA_SKETCH_READING_TRANSITION);
    head(points, 168, 1);
    draw(sketch, points, HEAD_COUNT, &change);
    CHECK(change.interpretation != NULL && change.interpretation->reading == AUTOMATA_SKETCH_READING_HEAD);
    circle(points, 200, 0, 25);
    draw(sketch, points, CIRCLE_COUNT, &change);
    CHECK(change.interpretation != NULL && change.interpretation->reading == AUTOMATA_SKETCH_READING_RING);
    CHECK_OK(automata_sketch_place_text(sketch, "a, b", AUTOMATA_ZERO_TERMINATED, near_arrow, &change, &error));
    CHECK(change.updated.count == 1 && change.interpretation == NULL);
    CHECK_OK(automata_sketch_place_text(sketch, "start", 5, in_first, NULL, &error));

    /* An initial state is missing. */
    CHECK(automata_sketch_problem_count(sketch) == 1);
    CHECK(automata_sketch_problem(sketch, 0)->reason == AUTOMATA_SKETCH_PROBLEM_NO_INITIAL_STATE);
    CHECK(automata_sketch_problem(sketch, 1) == NULL);
    CHECK_OK(automata_sketch_set_initial(sketch, first.id, true, NULL, &error));
    CHECK(automata_sketch_problem_count(sketch) == 0);
    CHECK(accepts(sketch, "a") && accepts(sketch, "b") && !accepts(sketch, "") && !accepts(sketch, "ab"));

    /* What was drawn is told element by element. */
    CHECK(automata_sketch_count(sketch, AUTOMATA_SKETCH_STATE) == 2);
    CHECK(automata_sketch_count(sketch, AUTOMATA_SKETCH_TRANSITION) == 2);
    CHECK(automata_sketch_count(sketch, AUTOMATA_SKETCH_INK) == 5);
    state = automata_sketch_state(sketch, automata_sketch_index(sketch, first.kind, first.id));
    CHECK_TEXT("start", state->name.data);
    CHECK(state->id == first.id && state->name.length == 5 && state->is_initial && !state->is_final);
    CHECK(!state->has_automatic_name && fabs(state->radius - 30) < 1 && fabs(state->center.x) < 1);
    state = automata_sketch_state(sketch, 1);
    CHECK(state->is_final && !state->is_initial && state->has_automatic_name);
    arrow = automata_sketch_transition(sketch, 0);
    CHECK(arrow->from == first.id && arrow->to == state->id && arrow->symbols.count == 2 && !arrow->is_initial_mark);
    CHECK_TEXT("a", arrow->symbols.items[0].data);
    CHECK_TEXT("b", arrow->symbols.items[1].data);
    CHECK(fabs(arrow->tail.x - 30) < 2 && fabs(arrow->tip.x - 170) < 2);
    arrow = automata_sketch_transition(sketch, 1);
    CHECK(arrow->from == AUTOMATA_SKETCH_NO_ELEMENT && arrow->to == first.id && arrow->is_initial_mark && arrow->symbols.count == 0);
    CHECK(automata_sketch_state(sketch, 2) == NULL && automata_sketch_state(sketch, SIZE_MAX) == NULL);
    ink = automata_sketch_ink(sketch, 3);
    CHECK(ink->reading == AUTOMATA_SKETCH_READING_HEAD && ink->element.kind == AUTOMATA_SKETCH_TRANSITION && !ink->is_chosen);
    CHECK(ink->stroke_count == 1 && ink->point_count == HEAD_COUNT);
    interpretation = automata_sketch_interpretation_of(sketch, ink->id);
    CHECK(interpretation != NULL && interpretation->ink == ink->id);
    CHECK_OK(automata_sketch_ink_points(sketch, 3, &drawn, &count, &counts, &other, &error));
    CHECK(count == HEAD_COUNT && other == 1 && counts[0] == HEAD_COUNT && drawn[7].x == 168);
    automata_free(drawn);
    automata_free(counts);
    CHECK_STATUS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_sketch_ink_points(sketch, 5, &drawn, &count, &counts, &other, &error));

    /* Documents and pictures. */
    CHECK_OK(automata_sketch_text(sketch, &document, &length, &error));
    CHECK(strlen(document) == length);
    CHECK_OK(automata_sketch_from_text(document, length, NULL, &again, &error));
    CHECK(automata_sketch_equal(sketch, again) && !automata_sketch_can_undo(again));
    automata_sketch_free(again);
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_TEXT, automata_sketch_from_text(document, length / 2, NULL, &again, &error));
    CHECK(again == NULL && error.line > 0);
    automata_free(document);
    CHECK_OK(automata_sketch_svg(sketch, NULL, &picture, &length, &error));
    CHECK(strncmp(picture, "<svg", 4) == 0 && strstr(picture, "start") != NULL && strlen(picture) == length);
    automata_free(picture);
    CHECK_OK(automata_sketch_tikz(sketch, NULL, &picture, &length, &error));
    CHECK(strstr(picture, "tikzpicture") != NULL);
    automata_free(picture);

    /* Undo, redo, and copies that go their own ways. */
    CHECK_OK(automata_sketch_copy(sketch, &copy, &error));
    CHECK(automata_sketch_equal(sketch, copy) && automata_sketch_can_undo(copy) && !automata_sketch_can_redo(copy));
    while (automata_sketch_can_undo(copy)) CHECK_OK(automata_sketch_undo(copy, &change, &error));
    CHECK(change.removed.count == 2 && change.notice == AUTOMATA_SKETCH_NOTICE_NONE);
    CHECK(automata_sketch_count(copy, AUTOMATA_SKETCH_STATE) == 0 && automata_sketch_count(sketch, AUTOMATA_SKETCH_STATE) == 2);
    CHECK_OK(automata_sketch_undo(copy, &change, &error));
    CHECK(change.notice == AUTOMATA_SKETCH_NOTICE_NOTHING_TO_UNDO && strlen(change.message) > 0 && change.removed.count == 0);
    while (automata_sketch_can_redo(copy)) CHECK_OK(automata_sketch_redo(copy, NULL, &error));
    CHECK(automata_sketch_equal(sketch, copy));
    automata_sketch_free(copy);

    /* The ring becomes a state of its own, and is rubbed out. */
    ink = automata_sketch_ink(sketch, 4);
    CHECK(ink->reading == AUTOMATA_SKETCH_READING_RING);
    ring = ink->id;
    CHECK_OK(automata_sketch_reinterpret(sketch, ring, AUTOMATA_SKETCH_READING_STATE, &change, &error));
    CHECK(change.interpretation != NULL && change.interpretation->reading == AUTOMATA_SKETCH_READING_STATE);
    CHECK(automata_sketch_ink(sketch, 4)->is_chosen && automata_sketch_count(sketch, AUTOMATA_SKETCH_STATE) == 3);
    line(points, LINE_COUNT, 20, -45, -20, 45);
    CHECK_OK(automata_sketch_erase(sketch, points, LINE_COUNT, &change, &error));
    CHECK(change.removed.count > 0 && automata_sketch_index(sketch, first.kind, first.id) == AUTOMATA_NO_POSITION);
    CHECK_OK(automata_sketch_rename(sketch, first.id, "gone", 4, &change, &error));
    CHECK(change.notice == AUTOMATA_SKETCH_NOTICE_NO_SUCH_ELEMENT && change.updated.count == 0);
    automata_sketch_free(sketch);
}

/* Writing in a state, a scribble, and initial states that nobody drew as such. */
static void notices(void) {
    automata_sketch *sketch = NULL;
    automata_sketch_change change = AUTOMATA_SKETCH_CHANGE_INIT;
    automata_point points[CIRCLE_COUNT];
    automata_sketch_element first;
    int i;
    CHECK_OK(automata_sketch_new(NULL, &sketch, &error));
    circle(points, 0, 0, 30);
    draw(sketch, points, CIRCLE_COUNT, &change);
    CHECK(change.inserted.count == 2);
    first = change.inserted.items[0];
    circle(points, 200, 0, 30);
    draw(sketch, points, CIRCLE_COUNT, &change);
    line(points, LINE_COUNT, 0, -10, 0, 10);
    draw(sketch, points, LINE_COUNT, &change);
    CHECK(change.interpretation != NULL && change.interpretation->reading == AUTOMATA_SKETCH_READING_TEXT);
    line(points, LINE_COUNT, 34, 0, 166, 0);
    draw(sketch, points, LINE_COUNT, &change);
    CHECK(change.interpretation != NULL && change.interpretation->reading == AUTOMATA_SKETCH_READING_TRANSITION);
    for (i = 0; i < LINE_COUNT; i++) {
        points[i].x = 40 + 6.0 * i;
        points[i].y = i % 2 == 0 ? -12 : 12;
    }
    draw(sketch, points, LINE_COUNT, &change);
    CHECK(change.notice == AUTOMATA_SKETCH_NOTICE_SCRIBBLED_OUT && change.removed.count == 2 && strlen(change.message) > 0);
    CHECK(change.interpretation == NULL && automata_sketch_count(sketch, AUTOMATA_SKETCH_TRANSITION) == 0);
    CHECK_OK(automata_sketch_undo(sketch, &change, &error));
    CHECK(automata_sketch_count(sketch, AUTOMATA_SKETCH_TRANSITION) == 1);
    CHECK_OK(automata_sketch_delete(sketch, &first, 1, &change, &error));
    CHECK(change.notice == AUTOMATA_SKETCH_NOTICE_BECAME_INITIAL && strstr(change.message, "q1") != NULL);
    CHECK_OK(automata_sketch_undo(sketch, &change, &error));
    line(points, LINE_COUNT, -90, 0, -34, 0);
    draw(sketch, points, LINE_COUNT, &change);
    CHECK(change.notice == AUTOMATA_SKETCH_NOTICE_NONE);
    line(points, LINE_COUNT, 290, 0, 234, 0);
    draw(sketch, points, LINE_COUNT, &change);
    CHECK(change.notice == AUTOMATA_SKETCH_NOTICE_SEVERAL_INITIAL && strstr(change.message, "q0, q1") != NULL);
    automata_sketch_free(sketch);
}

/* A cross beside an arrow is its symbol, and then another one. */
static void handwriting(void) {
    automata_sketch *sketch = NULL;
    automata_sketch_change change = AUTOMATA_SKETCH_CHANGE_INIT;
    const automata_sketch_handwriting *word;
    const automata_sketch_drawn_transition *arrow;
    automata_point points[CIRCLE_COUNT];
    uint64_t ink;
    CHECK_OK(automata_sketch_new(NULL, &sketch, &error));
    circle(points, 0, 0, 30);
    draw(sketch, points, CIRCLE_COUNT, &change);
    circle(points, 200, 0, 30);
    draw(sketch, points, CIRCLE_COUNT, &change);
    CHECK(change.interpretation != NULL && change.interpretation->handwriting == NULL);
    line(points, LINE_COUNT, 34, 0, 166, 0);
    draw(sketch, points, LINE_COUNT, &change);
    line(points, LINE_COUNT, 93, -32, 107, -14);
    draw(sketch, points, LINE_COUNT, &change);
    line(points, LINE_COUNT, 107, -32, 93, -14);
    draw(sketch, points, LINE_COUNT, &change);
    CHECK(change.interpretation != NULL && change.interpretation->reading == AUTOMATA_SKETCH_READING_TEXT);
    word = change.interpretation->handwriting;
    CHECK(word != NULL && word->ink_count == 2 && word->element.kind == AUTOMATA_SKETCH_TRANSITION);
    CHECK(word->candidate_count > 0 && strcmp(word->candidates[0].text, "x") == 0 && word->candidates[0].probability > 0.5);
    CHECK_TEXT("x", word->text.data);
    ink = word->ink[1];
    arrow = automata_sketch_transition(sketch, 0);
    CHECK(arrow->symbols.count == 1 && strcmp(arrow->symbols.items[0].data, "x") == 0);
    CHECK_OK(automata_sketch_transcribe(sketch, ink, "a,b", 3, &change, &error));
    CHECK(change.interpretation != NULL && strcmp(change.interpretation->handwriting->text.data, "a,b") == 0);
    CHECK(automata_sketch_transition(sketch, 0)->symbols.count == 2);
    CHECK_OK(automata_sketch_undo(sketch, NULL, &error));
    CHECK(automata_sketch_transition(sketch, 0)->symbols.count == 1);
    CHECK_OK(automata_sketch_transcribe(sketch, 1, "a", 1, &change, &error));
    CHECK(change.notice == AUTOMATA_SKETCH_NOTICE_IMPOSSIBLE && change.interpretation == NULL);
    CHECK_OK(automata_sketch_transcribe(sketch, 99, "a", 1, &change, &error));
    CHECK(change.notice == AUTOMATA_SKETCH_NOTICE_NO_SUCH_ELEMENT);
    automata_sketch_free(sketch);
}

/* The same drawing, finished. */
static void finished(void) {
    automata_point points[2 * CIRCLE_COUNT + 2 * LINE_COUNT + HEAD_COUNT];
    const size_t counts[] = {LINE_COUNT, CIRCLE_COUNT, CIRCLE_COUNT, HEAD_COUNT, LINE_COUNT};
    const automata_placed_text texts[] = {{"x", 1, {100, -12}}, {"p", AUTOMATA_ZERO_TERMINATED, {0, 0}}};
    const automata_placed_text bad = {"\xff", 1, {0, 0}};
    automata_stroke_recognizer *recognizer = NULL;
    automata_sketch *sketch = NULL;
    size_t i;
    line(points, LINE_COUNT, 32, 0, 168, 1);
    circle(points + LINE_COUNT, 0, 0, 30);
    circle(points + LINE_COUNT + CIRCLE_COUNT, 200, 0, 30);
    head(points + LINE_COUNT + 2 * CIRCLE_COUNT, 168, 1);
    line(points + LINE_COUNT + 2 * CIRCLE_COUNT + HEAD_COUNT, LINE_COUNT, -90, 0, -31, 0);
    CHECK_OK(automata_stroke_recognizer_new(&recognizer, &error));
    CHECK_OK(automata_sketch_from_strokes(points, counts, 5, texts, 2, recognizer, NULL, &sketch, &error));
    automata_stroke_recognizer_free(recognizer);
    CHECK(automata_sketch_count(sketch, AUTOMATA_SKETCH_STATE) == 2 && automata_sketch_problem_count(sketch) == 0);
    for (i = 0; i < 5; i++) CHECK(automata_sketch_ink(sketch, i)->id == i + 1);
    CHECK(automata_sketch_ink(sketch, 0)->reading == AUTOMATA_SKETCH_READING_TRANSITION);
    CHECK_TEXT("p", automata_sketch_state(sketch, 0)->name.data);
    CHECK(!accepts(sketch, "x") && !automata_sketch_can_undo(sketch));
    CHECK_OK(automata_sketch_set_final(sketch, automata_sketch_state(sketch, 1)->id, true, NULL, &error));
    CHECK(accepts(sketch, "x"));
    automata_sketch_free(sketch);
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_sketch_from_strokes(points, counts, 5, &bad, 1, NULL, NULL, &sketch, &error));
}

/* Changes the threshold of a model of characters to 0.99, of as many digits, and its checksum (FNV-1a). */
static void make_doubtful(char *model) {
    char *threshold = strstr(model, "\nthreshold 0."), *end = strstr(model, "\nend "), *byte;
    uint64_t checksum = 0xcbf29ce484222325;
    char digits[17];
    CHECK(threshold != NULL && end != NULL);
    if (threshold == NULL || end == NULL) return;
    threshold[13] = threshold[14] = '9';
    for (byte = model; byte <= end; byte++) checksum = (checksum ^ (unsigned char)*byte) * 0x100000001b3;
    snprintf(digits, sizeof digits, "%016" PRIx64, checksum);
    memcpy(end + 5, digits, 16);
}

/* An arrow with a handwritten v, read with a model of characters. */
static size_t symbol_count_by(const automata_character_recognizer *characters) {
    automata_point points[2 * CIRCLE_COUNT + 3 * LINE_COUNT];
    const size_t counts[] = {CIRCLE_COUNT, CIRCLE_COUNT, LINE_COUNT, 2 * LINE_COUNT};
    automata_stroke_recognizer *recognizer = NULL;
    automata_sketch *sketch = NULL, *drawn = NULL;
    size_t count = 9, i, start;
    circle(points, 0, 0, 40);
    circle(points + CIRCLE_COUNT, 250, 0, 40);
    line(points + 2 * CIRCLE_COUNT, LINE_COUNT, 42, 0, 208, 0);
    line(points + 2 * CIRCLE_COUNT + LINE_COUNT, LINE_COUNT, 114, -48, 123, -20);
    line(points + 2 * CIRCLE_COUNT + 2 * LINE_COUNT, LINE_COUNT, 123, -20, 132, -48);
    CHECK_OK(automata_stroke_recognizer_with_characters(NULL, characters, &recognizer, &error));
    CHECK_OK(automata_sketch_from_strokes(points, counts, 4, NULL, 0, recognizer, NULL, &sketch, &error));
    CHECK_OK(automata_sketch_new(recognizer, &drawn, &error));
    for (i = start = 0; i < 4; start += counts[i++]) draw(drawn, points + start, counts[i], NULL);
    automata_stroke_recognizer_free(recognizer);
    if (automata_sketch_count(sketch, AUTOMATA_SKETCH_TRANSITION) == 1)
        count = automata_sketch_transition(sketch, 0)->symbols.count;
    CHECK(automata_sketch_count(drawn, AUTOMATA_SKETCH_TRANSITION) == 1
          && automata_sketch_transition(drawn, 0)->symbols.count == count);
    automata_sketch_free(drawn);
    automata_sketch_free(sketch);
    return count;
}

/* Handwriting is read by the model that was given. */
static void by_own_characters(void) {
    automata_character_recognizer *characters = NULL, *doubtful = NULL;
    char *model = NULL;
    size_t length = 0;
    CHECK_OK(automata_character_recognizer_new(&characters, &error));
    CHECK_OK(automata_character_recognizer_text(characters, &model, &length, &error));
    make_doubtful(model);
    CHECK_OK(automata_character_recognizer_from_text(model, length, &doubtful, &error));
    CHECK(symbol_count_by(NULL) == 1 && symbol_count_by(characters) == 1 && symbol_count_by(doubtful) == 0);
    automata_free(model);
    automata_character_recognizer_free(characters);
    automata_character_recognizer_free(doubtful);
}

/* An editor's calls. */
static void by_calls(void) {
    automata_sketch *sketch = NULL, *drawn = NULL;
    automata_sketch_change change = AUTOMATA_SKETCH_CHANGE_INIT;
    automata_sketch_picture_options options = AUTOMATA_SKETCH_PICTURE_OPTIONS_INIT;
    automata_fa *automaton = NULL;
    automata_sketch_element elements[3];
    const char *symbols[] = {"1", "0", "1", ""};
    const automata_point left = {0, 0}, right = {200, 0}, above = {100, -60}, far_away = {400, 90};
    uint64_t p = 0, q = 0, there = 0, back = 0, loop = 0, note = 0;
    const automata_sketch_problem_details *problem;
    char *plain = NULL, *marked = NULL;
    size_t length = 0, count, i;
    CHECK_OK(automata_sketch_new(NULL, &sketch, &error));
    CHECK_STATUS(AUTOMATA_ERROR_INCOMPLETE, automata_fa_from_sketch(sketch, NULL, &automaton, &error));
    CHECK_TEXT("No state: draw a circle", error.message);
    CHECK_OK(automata_sketch_add_state(sketch, "p", 1, left, false, &p, NULL, &error));
    CHECK_OK(automata_sketch_add_state(sketch, NULL, 0, right, true, &q, &change, &error));
    CHECK(p != q && change.inserted.count == 1 && change.inserted.items[0].id == q);
    CHECK_TEXT("q0", automata_sketch_state(sketch, 1)->name.data);
    CHECK_OK(automata_sketch_add_transition(sketch, p, q, NULL, NULL, &there, NULL, &error));
    CHECK_OK(automata_sketch_add_transition(sketch, q, AUTOMATA_SKETCH_NO_ELEMENT, NULL, &far_away, &back, NULL, &error));
    CHECK_OK(automata_sketch_add_transition(sketch, p, p, NULL, NULL, &loop, NULL, &error));
    CHECK(automata_sketch_transition(sketch, 1)->to == AUTOMATA_SKETCH_NO_ELEMENT);
    CHECK(automata_sketch_transition(sketch, 1)->tip.x == 400 && automata_sketch_transition(sketch, 1)->tip.y == 90);
    /* All problems are told at once. */
    CHECK_STATUS(AUTOMATA_ERROR_INCOMPLETE, automata_fa_from_sketch(sketch, NULL, &automaton, &error));
    CHECK(automaton == NULL && strstr(error.message, "No initial state") != NULL && strstr(error.message, "; ") != NULL);
    CHECK(strstr(error.message, "leads nowhere") != NULL && automata_sketch_problem_count(sketch) == 4);
    for (i = 0; i < 4; i++) {
        problem = automata_sketch_problem(sketch, i);
        CHECK(strstr(error.message, problem->message) != NULL);
        CHECK(problem->elements.count == (problem->reason != AUTOMATA_SKETCH_PROBLEM_NO_INITIAL_STATE));
    }
    CHECK_OK(automata_sketch_attach(sketch, back, AUTOMATA_SKETCH_ARROW_TIP, p, NULL, &change, &error));
    CHECK(change.updated.count == 1 && automata_sketch_transition(sketch, 1)->to == p);
    CHECK_OK(automata_sketch_set_symbols(sketch, there, symbols, NULL, 4, NULL, &error));
    CHECK(automata_sketch_transition(sketch, 0)->symbols.count == 2);
    CHECK_TEXT("0", automata_sketch_transition(sketch, 0)->symbols.items[0].data);
    CHECK_OK(automata_sketch_set_epsilon(sketch, back, true, NULL, &error));
    CHECK_OK(automata_sketch_set_symbols(sketch, loop, symbols, NULL, 1, NULL, &error));
    CHECK_OK(automata_sketch_set_initial(sketch, p, true, NULL, &error));
    CHECK(accepts(sketch, "0110") && accepts(sketch, "1") && !accepts(sketch, ""));
    CHECK_OK(automata_fa_from_sketch(sketch, NULL, &automaton, &error));
    CHECK(automata_fa_model(automaton) == AUTOMATA_MODEL_EPSILON_NFA);
    CHECK_TEXT("q0", automata_fa_state_name(automaton, 1));

    CHECK_OK(automata_sketch_bend(sketch, there, above, NULL, &error));
    CHECK(automata_sketch_transition(sketch, 0)->bend != 0);
    CHECK_OK(automata_sketch_turn(sketch, loop, 1.5, NULL, &error));
    CHECK(fabs(automata_sketch_transition(sketch, 2)->angle - 1.5) < 1e-9);
    CHECK_OK(automata_sketch_resize(sketch, q, 40, NULL, &error));
    CHECK(automata_sketch_state(sketch, 1)->radius == 40);
    CHECK_OK(automata_sketch_add_note(sketch, "odd", 3, far_away, &note, NULL, &error));
    CHECK_TEXT("odd", automata_sketch_note(sketch, 0)->text.data);
    CHECK_OK(automata_sketch_rewrite(sketch, note, "even", 4, NULL, &error));
    CHECK_TEXT("even", automata_sketch_note(sketch, 0)->text.data);
    count = automata_sketch_count(sketch, AUTOMATA_SKETCH_TRANSITION);
    CHECK_OK(automata_sketch_set_targets(sketch, q, "new", 3, &q, 1, &change, &error));
    CHECK(accepts(sketch, "0110") && change.inserted.count + change.updated.count == 1);
    CHECK_OK(automata_sketch_set_targets(sketch, q, "new", 3, NULL, 0, NULL, &error));
    CHECK_OK(automata_sketch_set_targets(sketch, q, NULL, 0, &p, 1, &change, &error));
    CHECK(change.inserted.count + change.updated.count == 0);
    CHECK(automata_sketch_count(sketch, AUTOMATA_SKETCH_TRANSITION) == count);
    elements[0].kind = AUTOMATA_SKETCH_STATE;
    elements[0].id = q;
    elements[1].kind = AUTOMATA_SKETCH_NOTE;
    elements[1].id = note;
    elements[2].kind = AUTOMATA_SKETCH_TRANSITION;
    elements[2].id = there;
    CHECK_OK(automata_sketch_move(sketch, elements, 2, 5, -5, &change, &error));
    CHECK(change.updated.count == 2 && automata_sketch_state(sketch, 1)->center.x == 205);
    CHECK(automata_sketch_note(sketch, 0)->place.y == 85);

    options.title = "A machine";
    options.title_length = AUTOMATA_ZERO_TERMINATED;
    CHECK_OK(automata_sketch_svg(sketch, &options, &plain, &length, &error));
    CHECK(strstr(plain, "<title>A machine</title>") != NULL);
    options.highlighted = elements;
    options.highlighted_count = 3;
    CHECK_OK(automata_sketch_svg(sketch, &options, &marked, &length, &error));
    CHECK(strcmp(plain, marked) != 0);
    automata_free(plain);
    automata_free(marked);

    CHECK_OK(automata_sketch_lay_out(sketch, NULL, &change, &error));
    CHECK(change.updated.count > 0 && change.inserted.count == 0);
    CHECK_OK(automata_sketch_paste(sketch, sketch, 0, 300, &change, &error));
    CHECK(automata_sketch_count(sketch, AUTOMATA_SKETCH_STATE) == 4 && change.removed.count == 0);
    CHECK_OK(automata_sketch_undo(sketch, NULL, &error));
    CHECK_OK(automata_sketch_delete(sketch, elements, 3, &change, &error));
    CHECK(change.removed.count == 3 && automata_sketch_count(sketch, AUTOMATA_SKETCH_NOTE) == 0);
    CHECK_OK(automata_sketch_clear(sketch, &change, &error));
    CHECK(automata_sketch_count(sketch, AUTOMATA_SKETCH_STATE) == 0 && automata_sketch_can_undo(sketch));

    /* A sketch of an automaton shows it. */
    CHECK_OK(automata_sketch_from_fa(automaton, NULL, NULL, &drawn, &error));
    CHECK(automata_sketch_count(drawn, AUTOMATA_SKETCH_STATE) == 2 && accepts(drawn, "0110") && !accepts(drawn, ""));
    CHECK(!automata_sketch_equal(drawn, sketch) && automata_sketch_equal(drawn, drawn));
    automata_fa_free(automaton);
    automata_sketch_free(drawn);
    automata_sketch_free(sketch);
}

/* Events that ask for little or nothing. */
static void little(void) {
    automata_sketch *sketch = NULL, *again = NULL;
    automata_sketch_change change = AUTOMATA_SKETCH_CHANGE_INIT;
    const automata_point left = {0, 0}, right = {200, 0}, far_away = {900, 900};
    const char *large = "{\"format\":\"automata-sketch\",\"version\":1,\"states\":[{\"id\":18446744073709551615}]}";
    automata_sketch_element twice[2];
    uint64_t p = 0, q = 0, arrow = 0;
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_sketch_add_state(NULL, "p", 1, left, false, &p, NULL, &error));
    CHECK(p == 0);
    CHECK_OK(automata_sketch_new(NULL, &sketch, &error));
    CHECK_OK(automata_sketch_add_state(sketch, "p", 1, left, false, &p, NULL, &error));
    CHECK_OK(automata_sketch_add_state(sketch, "q", 1, right, true, &q, NULL, &error));
    CHECK_OK(automata_sketch_add_transition(sketch, p, q, NULL, NULL, &arrow, NULL, &error));

    /* An element that is given twice moves once; no elements are no error. */
    twice[0].kind = AUTOMATA_SKETCH_STATE;
    twice[0].id = q;
    twice[1] = twice[0];
    CHECK_OK(automata_sketch_move(sketch, twice, 2, 5, 7, &change, &error));
    CHECK(change.updated.count == 1 && automata_sketch_state(sketch, 1)->center.x == 205);
    CHECK_OK(automata_sketch_move(sketch, NULL, 0, 5, 7, &change, &error));
    CHECK(change.updated.count == 0 && change.notice == AUTOMATA_SKETCH_NOTICE_NONE);
    CHECK_OK(automata_sketch_delete(sketch, NULL, 0, &change, &error));
    CHECK(change.removed.count == 0 && change.notice == AUTOMATA_SKETCH_NOTICE_NONE);

    /* Only loops turn. */
    CHECK_OK(automata_sketch_turn(sketch, arrow, 1, &change, &error));
    CHECK(change.updated.count == 0 && change.notice == AUTOMATA_SKETCH_NOTICE_NONE);

    /* An empty text gives a state an automatic name, and is no note. */
    CHECK_OK(automata_sketch_place_text(sketch, " \n", 2, far_away, &change, &error));
    CHECK(change.inserted.count == 0 && change.notice == AUTOMATA_SKETCH_NOTICE_NONE);
    CHECK_OK(automata_sketch_place_text(sketch, " ", 1, left, &change, &error));
    CHECK(change.updated.count == 1 && automata_sketch_state(sketch, 0)->has_automatic_name);

    /* The argument that is wrong is named. */
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_sketch_erase(sketch, &left, SIZE_MAX, &change, &error));
    CHECK(strstr(error.message, "'count'") != NULL);
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_TEXT,
        automata_sketch_from_text(large, AUTOMATA_ZERO_TERMINATED, NULL, &again, &error));
    CHECK(strstr(error.message, "the number is too large") != NULL);
    automata_sketch_free(sketch);
}

/* Whatever is given, the sketch stays one. */
static void hostile(void) {
    automata_sketch *sketch = NULL, *again = NULL;
    automata_sketch_change change = AUTOMATA_SKETCH_CHANGE_INIT;
    automata_point points[CIRCLE_COUNT];
    const automata_point origin = {0, 0};
    const double numbers[] = {NAN, INFINITY, -INFINITY, 1e308, -1e308, 5e-324, 0};
    const uint64_t ids[] = {0, 1, 2, 3, UINT64_MAX, UINT64_MAX / 2, UINT64_MAX / 2 + 1};
    uint64_t state = 0, loop = 0;
    char *text = NULL;
    size_t length = 0, i, j;
    CHECK_OK(automata_sketch_new(NULL, &sketch, &error));
    CHECK_OK(automata_sketch_add_state(sketch, "\0\n<&\"", 5, origin, true, &state, NULL, &error));
    CHECK_OK(automata_sketch_add_transition(sketch, state, state, NULL, NULL, &loop, NULL, &error));
    CHECK(automata_sketch_state(sketch, 0)->name.length == 5);
    for (i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        const automata_point place = {numbers[i], numbers[(i + 3) % 7]};
        for (j = 0; j < CIRCLE_COUNT; j++) points[j].x = numbers[(i + j) % 7], points[j].y = numbers[(i + 2 * j) % 7];
        draw(sketch, points, CIRCLE_COUNT, &change);
        circle(points, place.x, place.y, numbers[i]);
        draw(sketch, points, CIRCLE_COUNT, &change);
        CHECK_OK(automata_sketch_erase(sketch, points, 3, &change, &error));
        CHECK_OK(automata_sketch_place_text(sketch, "a", 1, place, &change, &error));
        for (j = 0; j < sizeof ids / sizeof *ids; j++) {
            automata_sketch_element element;
            CHECK_OK(automata_sketch_resize(sketch, ids[j], numbers[i], &change, &error));
            CHECK_OK(automata_sketch_bend(sketch, ids[j], place, &change, &error));
            CHECK_OK(automata_sketch_turn(sketch, ids[j], numbers[i], &change, &error));
            CHECK_OK(automata_sketch_attach(sketch, ids[j], AUTOMATA_SKETCH_ARROW_TAIL, ids[i], &place, &change, &error));
            CHECK_OK(automata_sketch_add_transition(sketch, ids[i], ids[j], &place, &place, NULL, NULL, &error));
            CHECK_OK(automata_sketch_reinterpret(sketch, ids[j], AUTOMATA_SKETCH_READING_TRANSITION, &change, &error));
            element.id = ids[j];
            element.kind = AUTOMATA_SKETCH_TRANSITION;
            CHECK_OK(automata_sketch_move(sketch, &element, 1, place.x, place.y, &change, &error));
            CHECK(automata_sketch_index(sketch, AUTOMATA_SKETCH_NOTE, UINT64_MAX) == AUTOMATA_NO_POSITION);
            CHECK(automata_sketch_interpretation_of(sketch, UINT64_MAX - j) == NULL);
        }
        CHECK_OK(automata_sketch_paste(sketch, sketch, place.x, place.y, NULL, &error));
        CHECK_OK(automata_sketch_undo(sketch, NULL, &error));
        CHECK_OK(automata_sketch_svg(sketch, NULL, &text, &length, &error));
        automata_free(text);
    }
    CHECK_OK(automata_sketch_lay_out(sketch, NULL, NULL, &error));
    CHECK_OK(automata_sketch_text(sketch, &text, &length, &error));
    CHECK_OK(automata_sketch_from_text(text, length, NULL, &again, &error));
    CHECK(automata_sketch_equal(sketch, again));
    automata_free(text);
    automata_sketch_free(again);
    automata_sketch_free(sketch);
}

int main(void) {
    by_pen();
    notices();
    handwriting();
    finished();
    by_own_characters();
    by_calls();
    little();
    hostile();
    return check_done();
}
