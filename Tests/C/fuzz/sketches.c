/*
 * Sketches: an even first byte and a document, which is read, written and read again; an odd one and events, one byte each
 * with its arguments. Whatever the events are, the sketch can be drawn, written, read again and taken back.
 */
#include "support.h"

enum { MOST_POINTS = 40, MOST_EVENTS = 60 };

static automata_error error;

static double take_coordinate(input *in)
{
    static const double edges[] = { 0, -1e9, 1e9, 1e300, -1e300, 5e-324, 1e308 };
    uint8_t choice = take_byte(in);
    double value = take_byte(in) * 2.0;
    uint64_t bits;
    if (choice < 240)
        return value;
    if (choice < 250)
        return edges[choice % 7];
    bits = take_bytes(in, 8);
    memcpy(&value, &bits, sizeof value);
    return value;
}

static automata_point take_point(input *in)
{
    automata_point point = { take_coordinate(in), 0 };
    point.y = take_coordinate(in);
    return point;
}

/* Points along corners that the input gives, or all of them at one place. */
static size_t take_points(input *in, automata_point *points)
{
    size_t count = take_byte(in) % MOST_POINTS;
    automata_point from = take_point(in), to = take_point(in);
    for (size_t i = 0; i < count; i++) {
        double part = (double)(i % 10) / 10;
        if (i % 10 == 9) {
            from = to;
            to = take_point(in);
        }
        points[i].x = from.x + (to.x - from.x) * part;
        points[i].y = from.y + (to.y - from.y) * part;
    }
    return count;
}

/* A square is read as a circle often enough. */
static size_t take_ring(input *in, automata_point *points)
{
    static const double xs[] = { 1, 0.7, 0, -0.7, -1, -0.7, 0, 0.7, 1 }, ys[] = { 0, 0.7, 1, 0.7, 0, -0.7, -1, -0.7, 0 };
    automata_point center = take_point(in);
    double radius = take_coordinate(in);
    for (size_t i = 0; i < 9; i++) {
        points[i].x = center.x + radius * xs[i];
        points[i].y = center.y + radius * ys[i];
    }
    return 9;
}

static automata_status apply(automata_sketch *sketch, input *in, automata_sketch_change *change)
{
    static const char *const texts[] = { "a", "a,b", "0-9", "q1", "", "\xce\xb5", "a\tb", "<&>\"" };
    automata_point points[MOST_POINTS + 1];
    automata_sketch_element elements[2];
    const char *text = texts[take_byte(in) % 8];
    size_t counts[2] = { 0, 0 };
    uint64_t id = take_number(in), ids[2];
    switch (take_byte(in) % 29) {
    case 0:
    case 1:
        counts[0] = take_ring(in, points);
        return automata_sketch_draw(sketch, points, counts, 1, change, &error);
    case 2:
    case 3:
        counts[0] = take_points(in, points);
        counts[1] = counts[0] / 3 * (id & 1);
        counts[0] -= counts[1];
        return automata_sketch_draw(sketch, points, counts, 2, change, &error);
    case 4: return automata_sketch_erase(sketch, points, take_points(in, points), change, &error);
    case 5: return automata_sketch_place_text(sketch, text, strlen(text), take_point(in), change, &error);
    case 6: return automata_sketch_add_state(sketch, text, strlen(text), take_point(in), id & 1, &id, change, &error);
    case 7:
        points[0] = take_point(in);
        points[1] = take_point(in);
        return automata_sketch_add_transition(sketch, id, take_number(in), &points[0], &points[1], &id, change, &error);
    case 8: return automata_sketch_add_note(sketch, text, strlen(text), take_point(in), &id, change, &error);
    case 9:
    case 10:
        elements[0].id = id;
        elements[1].id = take_number(in);
        elements[0].kind = (automata_sketch_kind)(1 + take_byte(in) % 4);
        elements[1].kind = (automata_sketch_kind)(1 + take_byte(in) % 4);
        if (take_byte(in) & 1)
            return automata_sketch_delete(sketch, elements, 2, change, &error);
        points[0] = take_point(in);
        return automata_sketch_move(sketch, elements, 2, points[0].x, points[0].y, change, &error);
    case 11: return automata_sketch_rename(sketch, id, text, strlen(text), change, &error);
    case 12: return automata_sketch_resize(sketch, id, take_coordinate(in), change, &error);
    case 13: return automata_sketch_set_initial(sketch, id, take_byte(in) & 1, change, &error);
    case 14: return automata_sketch_set_final(sketch, id, take_byte(in) & 1, change, &error);
    case 15: return automata_sketch_set_symbols(sketch, id, texts, NULL, take_byte(in) % 8, change, &error);
    case 16: return automata_sketch_set_epsilon(sketch, id, take_byte(in) & 1, change, &error);
    case 17: return automata_sketch_bend(sketch, id, take_point(in), change, &error);
    case 18: return automata_sketch_turn(sketch, id, take_coordinate(in), change, &error);
    case 19:
        points[0] = take_point(in);
        return automata_sketch_attach(
            sketch, id, take_byte(in) & 1 ? AUTOMATA_SKETCH_ARROW_TAIL : AUTOMATA_SKETCH_ARROW_TIP, take_number(in), &points[0], change,
            &error);
    case 20: return automata_sketch_reinterpret(sketch, id, (automata_sketch_reading)(take_byte(in) % 6), change, &error);
    case 21:
        // Each paste of a drawing into itself doubles it.
        if (automata_sketch_count(sketch, AUTOMATA_SKETCH_STATE) + automata_sketch_count(sketch, AUTOMATA_SKETCH_TRANSITION)
                + automata_sketch_count(sketch, AUTOMATA_SKETCH_NOTE)
            > 100)
            return automata_sketch_clear(sketch, change, &error);
        points[0] = take_point(in);
        return automata_sketch_paste(sketch, sketch, points[0].x, points[0].y, change, &error);
    case 22: return automata_sketch_lay_out(sketch, NULL, change, &error);
    case 23: return automata_sketch_clear(sketch, change, &error);
    case 24: return automata_sketch_undo(sketch, change, &error);
    case 25: return automata_sketch_rewrite(sketch, id, text, strlen(text), change, &error);
    case 26:
        ids[0] = take_number(in);
        ids[1] = take_number(in);
        return automata_sketch_set_targets(
            sketch, id, take_byte(in) & 1 ? text : NULL, strlen(text), ids, take_byte(in) % 3, change, &error);
    case 27: return automata_sketch_transcribe(sketch, id, text, strlen(text), change, &error);
    default: return automata_sketch_redo(sketch, change, &error);
    }
}

static void check_elements(automata_sketch *sketch)
{
    for (size_t i = 0; i < automata_sketch_count(sketch, AUTOMATA_SKETCH_STATE); i++) {
        const automata_sketch_drawn_state *state = automata_sketch_state(sketch, i);
        REQUIRE(automata_sketch_index(sketch, AUTOMATA_SKETCH_STATE, state->id) == i);
        REQUIRE(state->radius > 0 && is_utf8(state->name.data, state->name.length));
    }
    for (size_t i = 0; i < automata_sketch_count(sketch, AUTOMATA_SKETCH_NOTE); i++) {
        const automata_sketch_drawn_note *note = automata_sketch_note(sketch, i);
        REQUIRE(automata_sketch_index(sketch, AUTOMATA_SKETCH_NOTE, note->id) == i && is_utf8(note->text.data, note->text.length));
    }
    for (size_t i = 0; i < automata_sketch_count(sketch, AUTOMATA_SKETCH_TRANSITION); i++) {
        const automata_sketch_drawn_transition *arrow = automata_sketch_transition(sketch, i);
        REQUIRE(automata_sketch_index(sketch, AUTOMATA_SKETCH_TRANSITION, arrow->id) == i);
        REQUIRE(arrow->from == AUTOMATA_SKETCH_NO_ELEMENT
                || automata_sketch_index(sketch, AUTOMATA_SKETCH_STATE, arrow->from) != AUTOMATA_NO_POSITION);
        REQUIRE(arrow->to == AUTOMATA_SKETCH_NO_ELEMENT
                || automata_sketch_index(sketch, AUTOMATA_SKETCH_STATE, arrow->to) != AUTOMATA_NO_POSITION);
    }
    for (size_t i = 0; i < automata_sketch_count(sketch, AUTOMATA_SKETCH_INK); i++) {
        const automata_sketch_drawn_ink *ink = automata_sketch_ink(sketch, i);
        const automata_sketch_interpretation *interpretation = automata_sketch_interpretation_of(sketch, ink->id);
        REQUIRE(interpretation != NULL && interpretation->ink == ink->id && interpretation->reading == ink->reading);
        REQUIRE(ink->probability >= 0 && ink->probability <= 1);
        automata_point *points;
        size_t point_count, *counts, stroke_count;
        REQUIRE(automata_sketch_ink_points(sketch, i, &points, &point_count, &counts, &stroke_count, &error) == AUTOMATA_OK);
        REQUIRE(point_count == ink->point_count && stroke_count == ink->stroke_count);
        automata_free(points);
        automata_free(counts);
        REQUIRE(ink->element.id == AUTOMATA_SKETCH_NO_ELEMENT
                || automata_sketch_index(sketch, ink->element.kind, ink->element.id) != AUTOMATA_NO_POSITION);
    }
}

/* What holds for every sketch: it is an automaton or has problems, it is drawn, and its document is the sketch. */
static void check_sketch(automata_sketch *sketch)
{
    automata_sketch *again = NULL;
    automata_fa *automaton = NULL;
    char *text, *copy;
    size_t length, other;
    automata_status status = automata_fa_from_sketch(sketch, NULL, &automaton, &error);
    REQUIRE(status == (automata_sketch_problem_count(sketch) == 0 ? AUTOMATA_OK : AUTOMATA_ERROR_INCOMPLETE));
    if (status == AUTOMATA_OK) {
        REQUIRE(automata_fa_state_count(automaton) == automata_sketch_count(sketch, AUTOMATA_SKETCH_STATE));
        REQUIRE(automata_sketch_from_fa(automaton, NULL, NULL, &again, &error) == AUTOMATA_OK);
        REQUIRE(automata_sketch_count(again, AUTOMATA_SKETCH_STATE) == automata_fa_state_count(automaton));
        automata_sketch_free(again);
    }
    automata_fa_free(automaton);
    for (size_t i = 0; i < automata_sketch_problem_count(sketch); i++) {
        const automata_sketch_problem_details *problem = automata_sketch_problem(sketch, i);
        REQUIRE(is_utf8(problem->message, strlen(problem->message)));
        for (size_t k = 0; k < problem->elements.count; k++)
            REQUIRE(automata_sketch_index(sketch, problem->elements.items[k].kind, problem->elements.items[k].id) != AUTOMATA_NO_POSITION);
    }
    REQUIRE(automata_sketch_problem(sketch, automata_sketch_problem_count(sketch)) == NULL);
    REQUIRE(automata_sketch_svg(sketch, NULL, &text, &length, &error) == AUTOMATA_OK);
    automata_free(text);
    REQUIRE(automata_sketch_tikz(sketch, NULL, &text, &length, &error) == AUTOMATA_OK);
    automata_free(text);
    REQUIRE(automata_sketch_text(sketch, &text, &length, &error) == AUTOMATA_OK);
    REQUIRE(automata_sketch_from_text(text, length, NULL, &again, &error) == AUTOMATA_OK);
    REQUIRE(automata_sketch_text(again, &copy, &other, &error) == AUTOMATA_OK);
    REQUIRE(length == other && memcmp(text, copy, length) == 0);
    automata_free(text);
    automata_free(copy);
    automata_sketch_free(again);
    check_elements(sketch);
}

static void run_events(input *in)
{
    automata_sketch *sketch = NULL, *empty;
    automata_sketch_change change = AUTOMATA_SKETCH_CHANGE_INIT;
    REQUIRE(automata_sketch_new(NULL, &sketch, &error) == AUTOMATA_OK);
    REQUIRE(automata_sketch_copy(sketch, &empty, &error) == AUTOMATA_OK);
    for (int i = 0; i < MOST_EVENTS && in->left > 0; i++)
        REQUIRE(apply(sketch, in, &change) == AUTOMATA_OK);
    check_sketch(sketch);
    while (automata_sketch_can_undo(sketch)) {
        REQUIRE(automata_sketch_undo(sketch, &change, &error) == AUTOMATA_OK);
        REQUIRE(automata_sketch_can_redo(sketch));
    }
    REQUIRE(automata_sketch_count(sketch, AUTOMATA_SKETCH_STATE) == 0);
    REQUIRE(automata_sketch_equal(sketch, empty));
    automata_sketch_free(empty);
    automata_sketch_free(sketch);
}

static void read_document(input *in)
{
    automata_sketch *sketch = NULL;
    automata_status status = automata_sketch_from_text((const char *)in->next, in->left, NULL, &sketch, &error);
    REQUIRE(status == AUTOMATA_OK || status == AUTOMATA_ERROR_INVALID_TEXT);
    if (status == AUTOMATA_OK)
        check_sketch(sketch);
    automata_sketch_free(sketch);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in = { data, size };
    if (take_byte(&in) & 1)
        run_events(&in);
    else
        read_document(&in);
    return 0;
}
