/* Strokes of a pen become an automaton: each is told as the library understands it, then the drawing reads words. */
#include <automata_sketch.h>
#include <stdio.h>

enum { CORNER_COUNT = 17, LINE_COUNT = 11 };

static automata_status draw(automata_sketch *sketch, const automata_point *points, size_t count, automata_error *error) {
    static const char *const readings[] = {"nothing", "a state", "a ring", "a transition", "a loop", "a head"};
    automata_sketch_change change = AUTOMATA_SKETCH_CHANGE_INIT;
    const automata_status status = automata_sketch_draw(sketch, points, &count, 1, &change, error);
    if (status == AUTOMATA_OK && change.interpretation != NULL)
        printf("%s: %s\n", readings[change.interpretation->reading], change.interpretation->reason);
    if (status == AUTOMATA_OK && change.notice != AUTOMATA_SKETCH_NOTICE_NONE) printf("%s\n", change.message);
    return status;
}

/* Somebody's circle has no corners, but this is near enough. */
static automata_status draw_circle(automata_sketch *sketch, double x, double y, double radius, automata_error *error) {
    static const double turns[] = {0, 0.38, 0.71, 0.92, 1, 0.92, 0.71, 0.38, 0, -0.38, -0.71, -0.92, -1, -0.92, -0.71, -0.38};
    automata_point points[CORNER_COUNT];
    int i;
    for (i = 0; i < CORNER_COUNT; i++) {
        points[i].x = x + radius * turns[(i + 4) % 16];
        points[i].y = y + radius * turns[i % 16];
    }
    return draw(sketch, points, CORNER_COUNT, error);
}

static automata_status draw_line(automata_sketch *sketch, automata_point from, automata_point to, automata_error *error) {
    automata_point points[LINE_COUNT];
    int i;
    for (i = 0; i < LINE_COUNT; i++) {
        points[i].x = from.x + (to.x - from.x) * i / (LINE_COUNT - 1);
        points[i].y = from.y + (to.y - from.y) * i / (LINE_COUNT - 1);
    }
    return draw(sketch, points, LINE_COUNT, error);
}

static automata_status test(const automata_sketch *sketch, const char *word, automata_error *error) {
    automata_fa *automaton = NULL;
    bool accepted = false;
    automata_status status = automata_fa_from_sketch(sketch, NULL, &automaton, error);
    if (status == AUTOMATA_OK)
        status = automata_fa_accepts(automaton, word, AUTOMATA_ZERO_TERMINATED, NULL, 0, &accepted, error);
    if (status == AUTOMATA_OK) printf("'%s' is %s\n", word, accepted ? "accepted" : "rejected");
    automata_fa_free(automaton);
    return status;
}

int main(void) {
    const automata_point tail = {32, 0}, tip = {167, 0}, above = {100, -12};
    automata_sketch *sketch = NULL;
    automata_error error;
    automata_status status = automata_sketch_new(NULL, &sketch, &error);
    size_t i;

    if (status == AUTOMATA_OK) status = draw_circle(sketch, 0, 0, 30, &error);
    if (status == AUTOMATA_OK) status = draw_circle(sketch, 200, 0, 30, &error);
    if (status == AUTOMATA_OK) status = draw_circle(sketch, 200, 0, 24, &error);
    if (status == AUTOMATA_OK) status = draw_line(sketch, tail, tip, &error);
    if (status == AUTOMATA_OK) status = automata_sketch_place_text(sketch, "a, b", 4, above, NULL, &error);
    for (i = 0; i < automata_sketch_problem_count(sketch); i++)
        printf("%s\n", automata_sketch_problem(sketch, i)->message);
    if (status == AUTOMATA_OK)
        status = automata_sketch_set_initial(sketch, automata_sketch_state(sketch, 0)->id, true, NULL, &error);
    if (status == AUTOMATA_OK) status = test(sketch, "b", &error);
    if (status == AUTOMATA_OK) status = test(sketch, "ab", &error);
    if (status != AUTOMATA_OK) fprintf(stderr, "%s\n", error.message);
    automata_sketch_free(sketch);
    return status == AUTOMATA_OK ? 0 : 1;
}
