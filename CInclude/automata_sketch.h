/*
 * automata_sketch.h: drawings that become automata.
 *
 * A sketch is a page of states, arrows, notes and ink. It changes by events, such as a stroke of a
 * pen. Each event reports its effect and can be undone:
 *
 *     automata_sketch *sketch = NULL;
 *     automata_sketch_change change = AUTOMATA_SKETCH_CHANGE_INIT;
 *     automata_fa *automaton = NULL;
 *     automata_error error;
 *     if (automata_sketch_new(NULL, &sketch, &error) ||
 *         automata_sketch_draw(sketch, circle, &circle_count, 1, &change, &error) ||
 *         automata_sketch_draw(sketch, arrow, &arrow_count, 1, &change, &error) ||
 *         automata_fa_from_sketch(sketch, NULL, &automaton, &error))
 *         fprintf(stderr, "%s\n", error.message);
 *     automata_fa_free(automaton);
 *     automata_sketch_free(sketch);
 *
 * Every sketch is valid, whatever was drawn. automata_sketch_problem() returns the reasons why it
 * isn't an automaton yet. The rules in automata.h hold here, too.
 */
#ifndef AUTOMATA_SKETCH_H
#define AUTOMATA_SKETCH_H

#include "automata.h"
#include "automata_strokes.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A drawing, and the events that can be undone. Belongs to one thread at a time.
 *
 * Pointers that functions return and pointers in a change are borrowed until the next event of the
 * sketch. */
typedef struct automata_sketch automata_sketch;

/* ---------------------------------------------------------------------------------------------- */
/* Elements                                                                                       */
/* ---------------------------------------------------------------------------------------------- */

typedef enum automata_sketch_kind {
    AUTOMATA_SKETCH_STATE = 1,
    AUTOMATA_SKETCH_TRANSITION = 2,
    /* A text without a meaning. */
    AUTOMATA_SKETCH_NOTE = 3,
    /* Strokes that were drawn together. */
    AUTOMATA_SKETCH_INK = 4
} automata_sketch_kind;

/* The absent element, as an id. */
#define AUTOMATA_SKETCH_NO_ELEMENT UINT64_MAX

/* An element of a sketch. No other element of the same kind has its id, and events keep it. */
typedef struct automata_sketch_element {
    automata_sketch_kind kind;
    uint64_t id;
} automata_sketch_element;

/* Borrowed elements. */
typedef struct automata_sketch_elements {
    const automata_sketch_element *items;
    size_t count;
} automata_sketch_elements;

/* The meaning of ink. */
typedef enum automata_sketch_reading {
    /* No element: the strokes stay ink. */
    AUTOMATA_SKETCH_READING_NONE = 0,
    /* The circle of a state. */
    AUTOMATA_SKETCH_READING_STATE = 1,
    /* A second circle, which makes a state final. */
    AUTOMATA_SKETCH_READING_RING = 2,
    /* An arrow. */
    AUTOMATA_SKETCH_READING_TRANSITION = 3,
    /* An arrow from a state to itself. */
    AUTOMATA_SKETCH_READING_LOOP = 4,
    /* An arrowhead drawn separately from its arrow; it gives the arrow its direction. */
    AUTOMATA_SKETCH_READING_HEAD = 5,
    /* A part of a text: the name in a state, or a label beside an arrow. The strokes stay ink. */
    AUTOMATA_SKETCH_READING_TEXT = 6
} automata_sketch_reading;

/* A meaning that ink may have, with its probability by shape and position, 0...1. */
typedef struct automata_sketch_alternative {
    automata_sketch_reading reading;
    double probability;
} automata_sketch_alternative;

/* A handwritten word: the name of a state, or symbols of an arrow. */
typedef struct automata_sketch_handwriting {
    /* The ids of its ink. */
    const uint64_t *ink;
    size_t ink_count;
    /* The state or the arrow that it belongs to; its id is AUTOMATA_SKETCH_NO_ELEMENT if neither is
     * near. */
    automata_sketch_element element;
    /* The text that was given to the element; the data is NULL if the word isn't read with
     * certainty or the element has another text. */
    automata_text text;
    /* The possible texts, the most probable first; automata_sketch_transcribe() chooses one of
     * them, or another text. */
    const automata_text_candidate *candidates;
    size_t candidate_count;
} automata_sketch_handwriting;

/* The interpretation of ink. */
typedef struct automata_sketch_interpretation {
    /* The id of the ink. */
    uint64_t ink;
    /* The chosen meaning. */
    automata_sketch_reading reading;
    /* The probability of the chosen meaning by shape and position, 0...1. */
    double probability;
    /* The reason, in a sentence. */
    const char *reason;
    /* The other meanings, the most probable first; automata_sketch_reinterpret() can choose any of
     * them. */
    const automata_sketch_alternative *alternatives;
    size_t alternative_count;
    /* The handwritten word that the ink belongs to; NULL for ink that isn't text. */
    const automata_sketch_handwriting *handwriting;
} automata_sketch_interpretation;

/* A message about an event, for the person who draws. */
typedef enum automata_sketch_notice {
    AUTOMATA_SKETCH_NOTICE_NONE = 0,
    AUTOMATA_SKETCH_NOTICE_NOTHING_TO_UNDO = 1,
    AUTOMATA_SKETCH_NOTICE_NOTHING_TO_REDO = 2,
    /* The sketch doesn't have the element. */
    AUTOMATA_SKETCH_NOTICE_NO_SUCH_ELEMENT = 3,
    /* The strokes have no points. */
    AUTOMATA_SKETCH_NOTICE_NO_INK = 4,
    /* The eraser touched nothing. */
    AUTOMATA_SKETCH_NOTICE_NOTHING_ERASED = 5,
    /* A circle was drawn around or inside a state that is final already. */
    AUTOMATA_SKETCH_NOTICE_ALREADY_FINAL = 6,
    /* A loop has no state; it stays ink until a state is drawn. */
    AUTOMATA_SKETCH_NOTICE_LOOP_WITHOUT_STATE = 7,
    /* The ink can't have the meaning, such as a ring without a state. */
    AUTOMATA_SKETCH_NOTICE_IMPOSSIBLE = 8,
    /* The ink was scribbled over elements, which were deleted with it. */
    AUTOMATA_SKETCH_NOTICE_SCRIBBLED_OUT = 9,
    /* States became initial because arrows to them lost their starts. */
    AUTOMATA_SKETCH_NOTICE_BECAME_INITIAL = 10,
    /* Another initial state was drawn. */
    AUTOMATA_SKETCH_NOTICE_SEVERAL_INITIAL = 11,
    /* Handwriting isn't read with certainty: choose a text, or type it. */
    AUTOMATA_SKETCH_NOTICE_DOUBTFUL_TEXT = 12,
    /* It isn't certain whether a state has a second circle, which makes it final. */
    AUTOMATA_SKETCH_NOTICE_DOUBTFUL_RING = 13,
    /* A line without a head ends near several states. */
    AUTOMATA_SKETCH_NOTICE_DOUBTFUL_END = 14,
    /* A small circle at the outline of a state may be a state, or a closed loop. */
    AUTOMATA_SKETCH_NOTICE_DOUBTFUL_LOOP = 15
} automata_sketch_notice;

/* The effect of an event. Initialize it with its _INIT before the first event; then it can be
 * reused. It needs no free. */
typedef struct automata_sketch_change {
    size_t struct_size;
    /* The elements that are new, different or gone: states, transitions, notes and ink, each in
     * the order of their ids. */
    automata_sketch_elements inserted;
    automata_sketch_elements updated;
    automata_sketch_elements removed;
    /* The interpretation of the ink that was drawn or reinterpreted; NULL for other events. */
    const automata_sketch_interpretation *interpretation;
    automata_sketch_notice notice;
    /* The notice in a sentence; "" for AUTOMATA_SKETCH_NOTICE_NONE. */
    const char *message;
} automata_sketch_change;

#define AUTOMATA_SKETCH_CHANGE_INIT \
    { sizeof(automata_sketch_change), { NULL, 0 }, { NULL, 0 }, { NULL, 0 }, NULL, \
      AUTOMATA_SKETCH_NOTICE_NONE, "" }

/* ---------------------------------------------------------------------------------------------- */
/* Making sketches                                                                                */
/* ---------------------------------------------------------------------------------------------- */

/* Makes an empty sketch. `recognizer` reads its strokes and its handwriting; NULL stands for a
 * recognizer with the library's models. */
automata_status automata_sketch_new(
    const automata_stroke_recognizer *recognizer, automata_sketch **sketch, automata_error *error);

/* Makes a sketch that shows an automaton, without ink. States stand at their positions if the
 * automaton has some, and are laid out otherwise. Usually O(n^2 + a^2) for a arrows: milliseconds
 * for a hundred states, seconds for thousands. */
automata_status automata_sketch_from_fa(
    const automata_fa *automaton, const automata_stroke_recognizer *recognizer,
    const automata_budget *budget, automata_sketch **sketch, automata_error *error);

/* Reads a finished drawing. `points` has the points of all strokes in drawing order, `counts` their
 * number for each stroke. The strokes become the most probable elements that are consistent with
 * each other, in whatever order they were drawn; texts are placed last, as by
 * automata_sketch_place_text(). An arrow without a head that touches only one state marks it as
 * initial. Scribbles erase the ink that they cover. The ids of inks are the numbers of their
 * strokes, from 1. Usually O(all points + stroke_count log stroke_count), as each stroke is
 * compared with nearby strokes; quadratic if all are in one place. */
automata_status automata_sketch_from_strokes(
    const automata_point *points, const size_t *counts, size_t stroke_count,
    const automata_placed_text *texts, size_t text_count,
    const automata_stroke_recognizer *recognizer, const automata_budget *budget,
    automata_sketch **sketch, automata_error *error);

/* Reads ink as automata_sketch_from_strokes() reads strokes and texts, but takes shapes as they
 * are: elements with the label "shape". A "circle" is a state, or the ring of the circle around it.
 * An "arrow" leads from its first point to its last. Its labels "from" and "to" name the circles at
 * its ends by their labels "id"; without such a label, an end belongs to the state that it touches.
 * The label "text" is the name or the symbols. The id of an ink is the number of its first stroke,
 * from 1. */
automata_status automata_sketch_from_ink(
    const automata_ink *ink, const automata_stroke_recognizer *recognizer,
    const automata_budget *budget, automata_sketch **sketch, automata_error *error);

/* Reads a sketch that automata_sketch_text() wrote. Fails with INVALID_TEXT and the place.
 * O(length log length). */
automata_status automata_sketch_from_text(
    const char *text, size_t length, const automata_stroke_recognizer *recognizer,
    automata_sketch **sketch, automata_error *error);

/* Writes the sketch as a JSON document with the elements and the strokes, but without the events
 * that can be undone. */
automata_status automata_sketch_text(
    const automata_sketch *sketch, char **text, size_t *length, automata_error *error);

/* Makes an independent sketch with the same elements and the same events to undo. The two share
 * memory until one of them changes. To preview an event, apply it to a copy. O(1). */
automata_status automata_sketch_copy(
    const automata_sketch *sketch, automata_sketch **copy, automata_error *error);

/* Frees a sketch. */
void automata_sketch_free(automata_sketch *sketch);

/* Tests whether two sketches have the same elements and ink. Events to undo don't count. */
bool automata_sketch_equal(const automata_sketch *left, const automata_sketch *right);

/* ---------------------------------------------------------------------------------------------- */
/* Events                                                                                         */
/* ---------------------------------------------------------------------------------------------- */

/* In all events `change` and `id` may be NULL. `*id` becomes the id of the added element, or
 * AUTOMATA_SKETCH_NO_ELEMENT if none was added. An event that can't be applied, such as one for a
 * deleted element, succeeds, changes nothing and gives a notice. An event for an empty list of
 * elements succeeds and changes nothing, without a notice.
 *
 * A coordinate that isn't finite is ignored: the old value stays, or the coordinate is 0. Other
 * coordinates are limited to +-1e9. Up to 1000 events can be undone, but events before the last
 * hundred only if their memory is within 64 MiB. An event takes time and memory in proportion to
 * the elements and its ink, unless its comment says otherwise. */

/* Draws strokes that belong together, usually one. `points` has the points of all strokes in
 * drawing order, `counts` their number for each stroke. Ink near them is read again and may change
 * its meaning, except what the user chose, named or labeled. A scribble erases what it covers.
 * Fails with BUDGET_EXCEEDED (the machine lacks the memory). */
automata_status automata_sketch_draw(
    automata_sketch *sketch, const automata_point *points, const size_t *counts,
    size_t stroke_count, automata_sketch_change *change, automata_error *error);

/* Deletes the elements that the stroke of an eraser touches. A stroke that touches only the outer
 * ring of a final state makes the state nonfinal.
 * Fails with BUDGET_EXCEEDED (the machine lacks the memory). */
automata_status automata_sketch_erase(
    automata_sketch *sketch, const automata_point *points, size_t count,
    automata_sketch_change *change, automata_error *error);

/* Writes a text: the name of the state around the place, or else the symbols of the nearest arrow,
 * or else the name of a state beside it that has none, or else a note. Commas or blanks separate
 * symbols, such as a, b or 0-9; the Greek letter epsilon is an epsilon move. Blanks around the text
 * are ignored. An empty text gives a state an automatic name, and otherwise changes nothing. */
automata_status automata_sketch_place_text(
    automata_sketch *sketch, const char *text, size_t length, automata_point place,
    automata_sketch_change *change, automata_error *error);

/* Adds a state, with an automatic name if the name is empty. */
automata_status automata_sketch_add_state(
    automata_sketch *sketch, const char *name, size_t length, automata_point center, bool is_final,
    uint64_t *id, automata_sketch_change *change, automata_error *error);

/* Adds an arrow between two states. An id that the sketch doesn't have, such as
 * AUTOMATA_SKETCH_NO_ELEMENT, leaves that end free, at `tail` or `tip`; both may be NULL for the
 * origin. An arrow between states is bent if it would otherwise pass through another state or cover
 * another arrow. Without a start and without symbols the arrow marks an initial state. */
automata_status automata_sketch_add_transition(
    automata_sketch *sketch, uint64_t from, uint64_t to, const automata_point *tail,
    const automata_point *tip, uint64_t *id, automata_sketch_change *change,
    automata_error *error);

/* Adds a note. */
automata_status automata_sketch_add_note(
    automata_sketch *sketch, const char *text, size_t length, automata_point place, uint64_t *id,
    automata_sketch_change *change, automata_error *error);

/* Changes the text of a note. */
automata_status automata_sketch_rewrite(
    automata_sketch *sketch, uint64_t note, const char *text, size_t length,
    automata_sketch_change *change, automata_error *error);

/* Deletes elements, with the ink that made them. The loops of a deleted state are deleted, too; its
 * other arrows stay, with a free end. If an arrow without symbols then has a free tail, it marks
 * the state at its tip as initial. */
automata_status automata_sketch_delete(
    automata_sketch *sketch, const automata_sketch_element *elements, size_t count,
    automata_sketch_change *change, automata_error *error);

/* Moves states, notes and free ends of arrows by a distance, each once. */
automata_status automata_sketch_move(
    automata_sketch *sketch, const automata_sketch_element *elements, size_t count, double x,
    double y, automata_sketch_change *change, automata_error *error);

/* Renames a state; an empty name stands for an automatic name. */
automata_status automata_sketch_rename(
    automata_sketch *sketch, uint64_t state, const char *name, size_t length,
    automata_sketch_change *change, automata_error *error);

/* Sets the targets of a state on a symbol, or of its epsilon moves if `symbol` is NULL, to `count`
 * states. Existing arrows are reused, and deleted if they have no symbol left. An empty symbol
 * changes nothing. */
automata_status automata_sketch_set_targets(
    automata_sketch *sketch, uint64_t state, const char *symbol, size_t length,
    const uint64_t *targets, size_t count, automata_sketch_change *change, automata_error *error);

/* Changes the radius of a state. A radius that isn't positive and finite changes nothing. */
automata_status automata_sketch_resize(
    automata_sketch *sketch, uint64_t state, double radius, automata_sketch_change *change,
    automata_error *error);

/* Adds an initial mark to a state, or removes all of its initial marks. */
automata_status automata_sketch_set_initial(
    automata_sketch *sketch, uint64_t state, bool is_initial, automata_sketch_change *change,
    automata_error *error);

/* Makes a state final or nonfinal. */
automata_status automata_sketch_set_final(
    automata_sketch *sketch, uint64_t state, bool is_final, automata_sketch_change *change,
    automata_error *error);

/* Replaces the symbols of an arrow. `lengths` may be NULL if all symbols end with a zero byte.
 * Empty symbols are ignored. */
automata_status automata_sketch_set_symbols(
    automata_sketch *sketch, uint64_t transition, const char *const *symbols,
    const size_t *lengths, size_t count, automata_sketch_change *change, automata_error *error);

/* Adds an epsilon move to an arrow, or removes it. */
automata_status automata_sketch_set_epsilon(
    automata_sketch *sketch, uint64_t transition, bool has_epsilon,
    automata_sketch_change *change, automata_error *error);

/* Bends an arrow so that it passes through a place. */
automata_status automata_sketch_bend(
    automata_sketch *sketch, uint64_t transition, automata_point through,
    automata_sketch_change *change, automata_error *error);

/* Turns a loop to an angle in radians, clockwise on the page. Other arrows don't change. */
automata_status automata_sketch_turn(
    automata_sketch *sketch, uint64_t transition, double angle, automata_sketch_change *change,
    automata_error *error);

/* An end of an arrow. */
typedef enum automata_sketch_arrow_end {
    /* The end without a head. */
    AUTOMATA_SKETCH_ARROW_TAIL = 1,
    /* The end with the head. */
    AUTOMATA_SKETCH_ARROW_TIP = 2
} automata_sketch_arrow_end;

/* Attaches an end of an arrow to a state. An id that the sketch doesn't have, such as
 * AUTOMATA_SKETCH_NO_ELEMENT, leaves the end free, at `place`, which may be NULL for the origin. */
automata_status automata_sketch_attach(
    automata_sketch *sketch, uint64_t transition, automata_sketch_arrow_end end, uint64_t state,
    const automata_point *place, automata_sketch_change *change, automata_error *error);

/* Gives ink another meaning. */
automata_status automata_sketch_reinterpret(
    automata_sketch *sketch, uint64_t ink, automata_sketch_reading reading,
    automata_sketch_change *change, automata_error *error);

/* Reads a handwritten word, given by any ink in it, as a text. The text becomes the name of the
 * word's state, or replaces the symbols that the word gave its arrow. Gives
 * AUTOMATA_SKETCH_NOTICE_IMPOSSIBLE if the ink isn't text, no element is near, or the text is
 * empty. */
automata_status automata_sketch_transcribe(
    automata_sketch *sketch, uint64_t ink, const char *text, size_t length,
    automata_sketch_change *change, automata_error *error);

/* Adds copies of the states, arrows and notes of another sketch, or of the same one, moved by a
 * distance. A copied state whose name is already in use gets an automatic name. O(n + m log m) for
 * n elements of the sketch and m of the other one. */
automata_status automata_sketch_paste(
    automata_sketch *sketch, const automata_sketch *other, double x, double y,
    automata_sketch_change *change, automata_error *error);

/* Lays out the states and arrows anew. Takes as long as automata_sketch_from_fa(). If it fails, the
 * sketch doesn't change. */
automata_status automata_sketch_lay_out(
    automata_sketch *sketch, const automata_budget *budget, automata_sketch_change *change,
    automata_error *error);

/* Deletes everything. */
automata_status automata_sketch_clear(
    automata_sketch *sketch, automata_sketch_change *change, automata_error *error);

/* Undoes the last event that changed something. */
automata_status automata_sketch_undo(
    automata_sketch *sketch, automata_sketch_change *change, automata_error *error);

/* Redoes the last undone event. */
automata_status automata_sketch_redo(
    automata_sketch *sketch, automata_sketch_change *change, automata_error *error);

/* Tests whether there is an event to undo. */
bool automata_sketch_can_undo(const automata_sketch *sketch);

/* Tests whether there is an event to redo. */
bool automata_sketch_can_redo(const automata_sketch *sketch);

/* ---------------------------------------------------------------------------------------------- */
/* Inspecting                                                                                     */
/* ---------------------------------------------------------------------------------------------- */

/* Later versions of the library may add members at the end of these structs. */

/* A state: a circle with a name. */
typedef struct automata_sketch_drawn_state {
    uint64_t id;
    automata_text name;
    automata_point center;
    /* The radius of the circle; if the state is final, of the outer circle. */
    double radius;
    bool is_initial;
    bool is_final;
    /* Whether the library chose the name. */
    bool has_automatic_name;
} automata_sketch_drawn_state;

/* An arrow. */
typedef struct automata_sketch_drawn_transition {
    uint64_t id;
    /* The states at its ends; AUTOMATA_SKETCH_NO_ELEMENT for a free end. */
    uint64_t from;
    uint64_t to;
    /* The symbols that it reads, sorted by their bytes. */
    automata_names symbols;
    /* Whether the arrow is also an epsilon move. */
    bool has_epsilon;
    /* Whether the arrow marks an initial state: it has no start and reads nothing. */
    bool is_initial_mark;
    /* The places of its ends: on the outlines of its states, or anywhere if they are free. */
    automata_point tail;
    automata_point tip;
    /* The height of the arc over the chord between its ends, positive to the left in the direction
     * from tail to tip; 0 for a straight arrow. */
    double bend;
    /* The direction from a state's center to its loop, in radians, positive clockwise on the
     * page. */
    double angle;
} automata_sketch_drawn_transition;

/* A note. */
typedef struct automata_sketch_drawn_note {
    uint64_t id;
    automata_text text;
    /* The position of its middle. */
    automata_point place;
} automata_sketch_drawn_note;

/* Ink. */
typedef struct automata_sketch_drawn_ink {
    uint64_t id;
    automata_sketch_reading reading;
    /* The probability of the reading by shape and position, 0...1. */
    double probability;
    /* The element that the ink made or belongs to; {0, AUTOMATA_SKETCH_NO_ELEMENT} if it is only
     * ink. */
    automata_sketch_element element;
    /* Whether the reading was chosen explicitly, so that later strokes don't change it. */
    bool is_chosen;
    size_t stroke_count;
    /* The number of points of all strokes. */
    size_t point_count;
} automata_sketch_drawn_ink;

/* Returns the number of elements of a kind; 0 for NULL. */
size_t automata_sketch_count(const automata_sketch *sketch, automata_sketch_kind kind);

/* Returns the index of an element among the elements of its kind, for functions such as
 * automata_sketch_state(); AUTOMATA_NO_POSITION if the sketch doesn't have it. O(log n). */
size_t automata_sketch_index(
    const automata_sketch *sketch, automata_sketch_kind kind, uint64_t id);

/* Returns the state at an index, in the order of ids; NULL for an index out of range. Linear for
 * the first call after an event, then O(1). */
const automata_sketch_drawn_state *automata_sketch_state(
    const automata_sketch *sketch, size_t index);

/* Returns the transition at an index, in the order of ids; NULL for an index out of range. Linear
 * for the first call after an event, then O(1). */
const automata_sketch_drawn_transition *automata_sketch_transition(
    const automata_sketch *sketch, size_t index);

/* Returns the note at an index, in the order of ids; NULL for an index out of range. Linear for the
 * first call after an event, then O(1). */
const automata_sketch_drawn_note *automata_sketch_note(const automata_sketch *sketch, size_t index);

/* Returns the ink at an index, in the order of ids; NULL for an index out of range. Linear for the
 * first call after an event, then O(1). */
const automata_sketch_drawn_ink *automata_sketch_ink(const automata_sketch *sketch, size_t index);

/* Copies the points of all strokes of the ink at an index, and the number of points of each stroke.
 * Fails with OUT_OF_RANGE. O(points). */
automata_status automata_sketch_ink_points(
    const automata_sketch *sketch, size_t index, automata_point **points, size_t *point_count,
    size_t **counts, size_t *stroke_count, automata_error *error);

/* Returns the current interpretation of ink; NULL if the sketch doesn't have the ink. */
const automata_sketch_interpretation *automata_sketch_interpretation_of(
    const automata_sketch *sketch, uint64_t ink);

/* ---------------------------------------------------------------------------------------------- */
/* Automata and pictures                                                                          */
/* ---------------------------------------------------------------------------------------------- */

typedef enum automata_sketch_problem_reason {
    /* There are no states. */
    AUTOMATA_SKETCH_PROBLEM_NO_STATE = 1,
    /* No arrow marks an initial state. */
    AUTOMATA_SKETCH_PROBLEM_NO_INITIAL_STATE = 2,
    /* Several states have the same name. */
    AUTOMATA_SKETCH_PROBLEM_DUPLICATE_NAME = 3,
    /* An arrow between states has no symbol. */
    AUTOMATA_SKETCH_PROBLEM_NO_SYMBOL = 4,
    /* An arrow with symbols has no start. */
    AUTOMATA_SKETCH_PROBLEM_NO_START = 5,
    /* An arrow leads nowhere. */
    AUTOMATA_SKETCH_PROBLEM_NO_END = 6,
    /* An arrow touches no state. */
    AUTOMATA_SKETCH_PROBLEM_NO_ENDS = 7
} automata_sketch_problem_reason;

/* A reason why a sketch isn't an automaton yet. */
typedef struct automata_sketch_problem_details {
    automata_sketch_problem_reason reason;
    /* The problem and its remedy, in a sentence for students. */
    const char *message;
    /* The elements to highlight. */
    automata_sketch_elements elements;
} automata_sketch_problem_details;

/* Returns the number of problems; 0 if the sketch is an automaton. Linear after an event, then
 * O(1). */
size_t automata_sketch_problem_count(const automata_sketch *sketch);

/* Returns the problem at an index, in the order of elements; NULL for an index out of range. */
const automata_sketch_problem_details *automata_sketch_problem(
    const automata_sketch *sketch, size_t index);

/* Makes the automaton that a sketch shows, of the first model that can represent it: its states in
 * the order of their ids, with names and positions.
 * Fails with INCOMPLETE and all problems in the message. O(n + m log n). */
automata_status automata_fa_from_sketch(
    const automata_sketch *sketch, const automata_budget *budget, automata_fa **result,
    automata_error *error);

typedef struct automata_sketch_picture_options {
    size_t struct_size;
    /* The title for screen readers, which isn't shown; NULL means "State diagram". */
    const char *title;
    size_t title_length;
    /* The states and transitions to highlight; other elements are ignored. */
    const automata_sketch_element *highlighted;
    size_t highlighted_count;
} automata_sketch_picture_options;

#define AUTOMATA_SKETCH_PICTURE_OPTIONS_INIT \
    { sizeof(automata_sketch_picture_options), NULL, 0, NULL, 0 }

/* Draws the states, arrows and notes as an SVG picture: black on white, or white on black in dark
 * mode. It has a description for screen readers. O(n + m log n). */
automata_status automata_sketch_svg(
    const automata_sketch *sketch, const automata_sketch_picture_options *options, char **text,
    size_t *length, automata_error *error);

/* Draws the states, arrows and notes as a picture for LaTeX, without the title, in commands of
 * TikZ's library automata that can be edited. The document needs \usepackage{tikz} and
 * \usetikzlibrary{automata}. pdfLaTeX sets ASCII, Greek letters and the usual signs; other
 * characters may need LuaLaTeX or XeLaTeX.
 * O(n + m log n). */
automata_status automata_sketch_tikz(
    const automata_sketch *sketch, const automata_sketch_picture_options *options, char **text,
    size_t *length, automata_error *error);

#ifdef __cplusplus
}
#endif

#endif
