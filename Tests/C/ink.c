/* Ink in files: read, looked at, written, made by hand, and used by recognizers and sketches. */
#include "check.h"
#include <math.h>
#include <unistd.h>

static const char drawing[] =
    "[{\"element\":\"state\",\"writer\":\"w\",\"points\":[[0,0,0],[1,2.5,0.25]]},\n"
    " {\"strokes\":[[[3,4]],[],[[5,6,7,0.5],[8,9,10,0.75]]]},\n"
    " {\"text\":\"a, b\",\"at\":[45,-12]}]\n";

static bool is(automata_text text, const char *expected) {
    return text.length == strlen(expected) && strcmp(text.data, expected) == 0;
}

static void look_at_drawing(const automata_ink *ink) {
    const automata_ink_contents *contents = automata_ink_contents_of(ink);
    CHECK(contents->struct_size == sizeof *contents);
    CHECK(contents->element_count == 2 && contents->stroke_count == 4 && contents->point_count == 5);
    CHECK(contents->stroke_counts[0] == 1 && contents->stroke_counts[1] == 3);
    CHECK(contents->counts[0] == 2 && contents->counts[1] == 1 && contents->counts[2] == 0 && contents->counts[3] == 2);
    CHECK(contents->points[1].x == 1 && contents->points[1].y == 2.5 && contents->points[4].x == 8 && contents->points[4].y == 9);
    CHECK(contents->times[0] == 0 && contents->times[1] == 0.25 && isnan(contents->times[2]) && contents->times[4] == 10);
    CHECK(isnan(contents->pressures[0]) && isnan(contents->pressures[2]) && contents->pressures[4] == 0.75);
    CHECK(contents->label_count == 2 && contents->labels[0].element == 0 && contents->labels[1].element == 0);
    CHECK(is(contents->labels[0].name, "element") && is(contents->labels[0].value, "state"));
    CHECK(is(contents->labels[1].name, "writer") && is(contents->labels[1].value, "w"));
    CHECK(contents->text_count == 1 && contents->texts[0].length == 4 && strcmp(contents->texts[0].text, "a, b") == 0);
    CHECK(contents->texts[0].position.x == 45 && contents->texts[0].position.y == -12);
}

static void json(void) {
    automata_ink *ink = NULL, *again = NULL;
    automata_error error;
    char *text = NULL;
    size_t length = 0;
    int format;
    CHECK_OK(automata_ink_from_text(drawing, AUTOMATA_ZERO_TERMINATED, AUTOMATA_INK_FORMAT_GUESS, NULL, &ink, &error));
    look_at_drawing(ink);
    for (format = AUTOMATA_INK_FORMAT_JSON; format <= AUTOMATA_INK_FORMAT_NDJSON; format++) {
        CHECK_OK(automata_ink_text(ink, (automata_ink_format)format, &text, &length, &error));
        CHECK(strlen(text) == length);
        CHECK_OK(automata_ink_from_text(text, length, AUTOMATA_INK_FORMAT_GUESS, NULL, &again, &error));
        look_at_drawing(again);
        automata_ink_free(again);
        automata_free(text);
    }
    /* What is written are the arrays, from which the same ink can be made. */
    CHECK_OK(automata_ink_new(automata_ink_contents_of(ink), &again, &error));
    look_at_drawing(again);
    automata_ink_free(again);
    CHECK_STATUS(AUTOMATA_ERROR_NOT_REPRESENTABLE, automata_ink_text(ink, AUTOMATA_INK_FORMAT_INKML, &text, &length, &error));
    CHECK(text == NULL && length == 0 && strstr(error.message, "texts") != NULL);
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_ink_text(ink, AUTOMATA_INK_FORMAT_GUESS, &text, &length, &error));
    automata_ink_free(ink);

    CHECK_OK(automata_ink_from_text("", 0, AUTOMATA_INK_FORMAT_NDJSON, NULL, &ink, &error));
    CHECK(automata_ink_contents_of(ink)->element_count == 0 && automata_ink_contents_of(ink)->points == NULL);
    CHECK_OK(automata_ink_text(ink, AUTOMATA_INK_FORMAT_JSON, &text, &length, &error));
    CHECK(strcmp(text, "[]\n") == 0);
    automata_free(text);
    automata_ink_free(ink);
    CHECK(automata_ink_contents_of(NULL) == NULL);
}

static void count_notes(const char *note, void *context) {
    if (strcmp(note, "a point without two finite coordinates is left out") == 0) ++*(int *)context;
}

static void inkml(void) {
    static const char traces[] =
        "<ink xmlns='http://www.w3.org/2003/InkML'>\n"
        " <traceGroup><annotation type='element'>cycle</annotation>\n"
        "  <trace>10 0, 9 14, 8 28</trace><trace>1 2, 3 ?</trace></traceGroup>\n"
        "</ink>\n";
    automata_ink_options options = AUTOMATA_INK_OPTIONS_INIT;
    const automata_ink_contents *contents;
    automata_ink *ink = NULL, *again = NULL;
    automata_error error;
    char *text = NULL, *second = NULL, path[64];
    size_t length = 0, second_length = 0;
    int notes = 0;
    FILE *file;
    options.note = count_notes;
    options.context = &notes;
    CHECK_OK(automata_ink_from_text(traces, sizeof traces - 1, AUTOMATA_INK_FORMAT_GUESS, &options, &ink, &error));
    contents = automata_ink_contents_of(ink);
    CHECK(contents->element_count == 1 && contents->stroke_count == 2 && contents->point_count == 4 && notes == 1);
    CHECK(contents->times == NULL && contents->pressures == NULL && contents->text_count == 0);
    CHECK(contents->points[2].x == 8 && contents->points[2].y == 28 && contents->points[3].x == 1);
    CHECK(contents->label_count == 1 && is(contents->labels[0].value, "cycle"));
    CHECK_OK(automata_ink_text(ink, AUTOMATA_INK_FORMAT_INKML, &text, &length, &error));
    automata_ink_free(ink);

    snprintf(path, sizeof path, "/tmp/automata-ink-%06d.inkml", (int)getpid() % 1000000);
    file = fopen(path, "w");
    CHECK(file != NULL && fwrite(text, 1, length, file) == length && fclose(file) == 0);
    CHECK_OK(automata_ink_from_file(path, AUTOMATA_INK_FORMAT_GUESS, NULL, &again, &error));
    CHECK_OK(automata_ink_text(again, AUTOMATA_INK_FORMAT_INKML, &second, &second_length, &error));
    CHECK(length == second_length && memcmp(text, second, length) == 0);
    automata_ink_free(again);
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_TEXT, automata_ink_from_file(path, AUTOMATA_INK_FORMAT_JSON, NULL, &again, &error));
    CHECK(again == NULL && error.line == 1 && error.column == 1 && strstr(error.message, path) == error.message);
    unlink(path);
    CHECK_STATUS(AUTOMATA_ERROR_FILE, automata_ink_from_file(path, AUTOMATA_INK_FORMAT_GUESS, NULL, &again, &error));
    automata_free(text);
    automata_free(second);
}

/* The example of the header. */
static void gestures(void) {
    static const char log[] =
        "<?xml version='1.0'?>\n<Gestures>\n"
        "<Gesture Name='hook01' Subject='3'><Point X='0' Y='0' T='0'/><Point X='0' Y='50' T='8'/><Point X='30' Y='60' T='16'/></Gesture>\n"
        "<Gesture Name='line01' Subject='3'><Point X='0' Y='0'/><Point X='100' Y='0'/></Gesture>\n"
        "<Gesture Name='plus01'><Stroke><Point X='0' Y='9'/><Point X='20' Y='9'/></Stroke>"
        "<Stroke><Point X='9' Y='0'/><Point X='9' Y='20'/></Stroke></Gesture>\n</Gestures>\n";
    const automata_point hook[] = {{10, 10}, {10, 110}, {70, 130}};
    const size_t hook_count = 3;
    automata_gesture_recognizer *recognizer = NULL;
    automata_gesture_match match;
    automata_ink *ink = NULL;
    automata_error error;
    char *text = NULL;
    size_t length = 0, found = 0, element;
    uint32_t example;
    const automata_ink_contents *contents;
    const automata_point *points;
    const size_t *counts;
    const automata_ink_label *label, *end;
    CHECK_OK(automata_ink_from_text(log, sizeof log - 1, AUTOMATA_INK_FORMAT_GUESS, NULL, &ink, &error));
    CHECK_OK(automata_gesture_recognizer_new(AUTOMATA_GESTURE_ANY_SCALE, &recognizer, &error));
    contents = automata_ink_contents_of(ink);
    points = contents->points;
    counts = contents->counts;
    label = contents->labels;
    end = label + contents->label_count;
    CHECK(contents->times[2] == 0.016 && contents->label_count == 8);
    for (element = 0; element < contents->element_count; element++) {
        size_t stroke_count = contents->stroke_counts[element];
        const char *kind = NULL;
        for (; label < end && label->element == element; label++)
            if (strcmp(label->name.data, "kind") == 0) kind = label->value.data;
        CHECK_OK(automata_gesture_recognizer_add(
            recognizer, kind, AUTOMATA_ZERO_TERMINATED, points, counts, stroke_count, &example, &error));
        for (; stroke_count > 0; stroke_count--) points += *counts++;
    }
    CHECK(automata_gesture_recognizer_example_count(recognizer) == 3);
    CHECK_OK(automata_gesture_recognizer_match(recognizer, hook, &hook_count, 1, &match, 1, &found, &error));
    CHECK(found == 1 && strcmp(match.name, "hook") == 0 && match.score > 0.9);
    CHECK_STATUS(AUTOMATA_ERROR_NOT_REPRESENTABLE, automata_ink_text(ink, AUTOMATA_INK_FORMAT_DOLLAR, &text, &length, &error));
    automata_gesture_recognizer_free(recognizer);
    automata_ink_free(ink);
}

/* Two states, an arrow and a text become an automaton. */
static void sketches(void) {
    enum { ROUND = 33 };
    automata_point points[2 * ROUND + 5];
    size_t counts[] = {ROUND, ROUND, 5}, stroke_counts[] = {1, 1, 1}, i;
    automata_placed_text texts[] = {{"x", 1, {100, -14}}};
    automata_ink_contents contents = AUTOMATA_INK_CONTENTS_INIT;
    const automata_ink_contents *read;
    automata_sketch *sketch = NULL;
    automata_ink *ink = NULL, *again = NULL;
    automata_error error;
    char *text = NULL;
    size_t length = 0;
    for (i = 0; i < ROUND; i++) {
        points[i].x = 30 * cos(0.2 * (double)i);
        points[i].y = points[ROUND + i].y = 30 * sin(0.2 * (double)i);
        points[ROUND + i].x = 200 + points[i].x;
    }
    for (i = 0; i < 5; i++) {
        points[2 * ROUND + i].x = 32 + 34 * (double)i;
        points[2 * ROUND + i].y = (double)(i % 2);
    }
    contents.points = points, contents.point_count = sizeof points / sizeof *points;
    contents.counts = counts, contents.stroke_count = 3;
    contents.stroke_counts = stroke_counts, contents.element_count = 3;
    contents.texts = texts, contents.text_count = 1;
    CHECK_OK(automata_ink_new(&contents, &ink, &error));
    CHECK_OK(automata_ink_text(ink, AUTOMATA_INK_FORMAT_JSON, &text, &length, &error));
    CHECK_OK(automata_ink_from_text(text, length, AUTOMATA_INK_FORMAT_JSON, NULL, &again, &error));
    read = automata_ink_contents_of(again);
    CHECK(memcmp(read->points, points, sizeof points) == 0);
    CHECK_OK(automata_sketch_from_strokes(
        read->points, read->counts, read->stroke_count, read->texts, read->text_count, NULL, NULL, &sketch, &error));
    CHECK(automata_sketch_count(sketch, AUTOMATA_SKETCH_STATE) == 2 && automata_sketch_count(sketch, AUTOMATA_SKETCH_TRANSITION) == 1);
    automata_sketch_free(sketch);
    automata_ink_free(again);
    automata_ink_free(ink);
    automata_free(text);
}

static void count_omissions(const char *note, void *context) {
    if (strcmp(note, "1 rectangle is left out") == 0) ++*(int *)context;
}

/* What a drawing program knows is taken as it is, wherever the arrow is. */
static void programs(void) {
    static const char drawing[] =
        "{\"type\":\"excalidraw\",\"elements\":[{\"id\":\"A\",\"type\":\"ellipse\",\"x\":0,\"y\":0,\"width\":80,\"height\":80},"
        "{\"id\":\"B\",\"type\":\"ellipse\",\"x\":200,\"y\":0,\"width\":80,\"height\":80},"
        "{\"type\":\"text\",\"x\":0,\"y\":0,\"width\":9,\"height\":9,\"text\":\"p\",\"containerId\":\"A\"},"
        "{\"id\":\"f\",\"type\":\"arrow\",\"x\":900,\"y\":900,\"points\":[[0,0],[9,9]],\"startBinding\":{\"elementId\":\"A\"},"
        "\"endBinding\":{\"elementId\":\"B\"},\"startArrowhead\":null,\"endArrowhead\":\"arrow\"},{\"type\":\"rectangle\"},"
        "{\"type\":\"text\",\"x\":0,\"y\":0,\"width\":9,\"height\":9,\"text\":\"a, b\",\"containerId\":\"f\"}]}";
    automata_ink_options options = AUTOMATA_INK_OPTIONS_INIT;
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    const automata_sketch_drawn_transition *arrow;
    automata_sketch *sketch = NULL;
    automata_ink *ink = NULL;
    automata_error error;
    size_t length = 0;
    int notes = 0;
    char *text = NULL;
    options.note = count_omissions, options.context = &notes;
    CHECK_OK(automata_ink_from_text(drawing, sizeof drawing - 1, AUTOMATA_INK_FORMAT_GUESS, &options, &ink, &error));
    CHECK(notes == 1 && automata_ink_contents_of(ink)->element_count == 3);
    CHECK_OK(automata_sketch_from_ink(ink, NULL, NULL, &sketch, &error));
    CHECK(automata_sketch_count(sketch, AUTOMATA_SKETCH_STATE) == 2 && automata_sketch_count(sketch, AUTOMATA_SKETCH_TRANSITION) == 1);
    CHECK(strcmp(automata_sketch_state(sketch, 0)->name.data, "p") == 0);
    arrow = automata_sketch_transition(sketch, 0);
    CHECK(arrow->from == automata_sketch_state(sketch, 0)->id && arrow->to == automata_sketch_state(sketch, 1)->id);
    CHECK(arrow->symbols.count == 2 && strcmp(arrow->symbols.items[1].data, "b") == 0);
    CHECK(automata_sketch_ink(sketch, 2)->id == 3 && automata_sketch_ink(sketch, 2)->is_chosen);
    automata_sketch_free(sketch);
    budget.maximum_bytes = 64;
    CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED, automata_sketch_from_ink(ink, NULL, &budget, &sketch, &error));
    CHECK_STATUS(AUTOMATA_ERROR_NOT_REPRESENTABLE, automata_ink_text(ink, AUTOMATA_INK_FORMAT_EXCALIDRAW, &text, &length, &error));
    automata_ink_free(ink);
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_TEXT,
                 automata_ink_from_text(drawing, sizeof drawing - 1, AUTOMATA_INK_FORMAT_XOURNAL, NULL, &ink, &error));
    CHECK_STATUS(AUTOMATA_ERROR_UNKNOWN_FORMAT,
                 automata_ink_from_text("%PDF-1.7", 8, AUTOMATA_INK_FORMAT_GUESS, NULL, &ink, &error));
    CHECK(strstr(error.message, "a PDF document, which can't be read; save it as SVG") != NULL);
    CHECK_STATUS(AUTOMATA_ERROR_UNKNOWN_FORMAT, automata_ink_from_text("?", 1, AUTOMATA_INK_FORMAT_GUESS, NULL, &ink, &error));
    CHECK(strstr(error.message, "can't detect the format of the ink from the name or the content; pass a format") != NULL);
}

static int cancel_at(uint64_t built, uint64_t pending, void *context) {
    (void)built, (void)pending;
    return --*(int *)context == 0;
}

/* `count` elements within one object with `count` labels, which each element gets. */
static char *repeated(int count) {
    char *text = (char *)malloc((size_t)count * 20 + 100), *end = text;
    int i;
    end += sprintf(end, "{");
    for (i = 0; i < count; i++) end += sprintf(end, "\"a%d\":1,", i);
    end += sprintf(end, "\"elements\":[");
    for (i = 0; i < count; i++) end += sprintf(end, i == 0 ? "[]" : ",[]");
    sprintf(end, "]}");
    return text;
}

static void limits(void) {
    automata_ink_options options = AUTOMATA_INK_OPTIONS_INIT;
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    automata_error error;
    automata_ink *ink = NULL;
    char *text = repeated(5000);
    int left = 1;
    char nested[400] = "";
    int depth;
    options.budget = &budget;
    budget.maximum_bytes = 1 << 20;
    CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED, automata_ink_from_text(text, AUTOMATA_ZERO_TERMINATED, AUTOMATA_INK_FORMAT_JSON, &options, &ink, &error));
    CHECK(ink == NULL && error.line == 1 && strstr(error.message, "limit on bytes") != NULL);
    budget.maximum_bytes = 0;
    budget.progress = cancel_at;
    budget.context = &left;
    CHECK_STATUS(AUTOMATA_ERROR_CANCELLED, automata_ink_from_text("[]", 2, AUTOMATA_INK_FORMAT_JSON, &options, &ink, &error));
    left = 20;
    CHECK_STATUS(AUTOMATA_ERROR_CANCELLED, automata_ink_from_text(text, AUTOMATA_ZERO_TERMINATED, AUTOMATA_INK_FORMAT_JSON, &options, &ink, &error));
    CHECK_STATUS(AUTOMATA_ERROR_TOO_LARGE, automata_ink_from_text(text, AUTOMATA_ZERO_TERMINATED, AUTOMATA_INK_FORMAT_JSON, NULL, &ink, &error));
    CHECK(error.line == 1 && strstr(error.message, "repeated so often") != NULL);
    free(text);
    for (depth = 0; depth < 17; depth++) strcat(nested, "{\"elements\":[");
    CHECK_STATUS(AUTOMATA_ERROR_TOO_LARGE, automata_ink_from_text(nested, AUTOMATA_ZERO_TERMINATED, AUTOMATA_INK_FORMAT_JSON, NULL, &ink, &error));
    CHECK(error.line == 1 && error.column > 1);
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_TEXT, automata_ink_from_text("[[[1,2],\n [3]]]", AUTOMATA_ZERO_TERMINATED, AUTOMATA_INK_FORMAT_JSON, NULL, &ink, &error));
    CHECK(ink == NULL && error.line == 2 && error.column == 2);
    CHECK_STATUS(AUTOMATA_ERROR_UNKNOWN_FORMAT, automata_ink_from_text("ink", 3, AUTOMATA_INK_FORMAT_GUESS, NULL, &ink, &error));
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_ink_from_text("[]", 2, (automata_ink_format)12, NULL, &ink, &error));
    options.budget = NULL;
    options.input_name = "my.inkml";
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_TEXT, automata_ink_from_text("\n[]", 3, AUTOMATA_INK_FORMAT_GUESS, &options, &ink, &error));
    CHECK(strncmp(error.message, "my.inkml:2:", 11) == 0);
}

static void refused_contents(void) {
    const automata_point points[] = {{0, 0}, {HUGE_VAL, 1}, {2, 2}};
    const size_t counts[] = {1, 2}, hostile[] = {SIZE_MAX, 4}, stroke_counts[] = {2};
    automata_ink_label labels[] = {{0, {"b", 1}, {"1", 1}}, {0, {"a", AUTOMATA_ZERO_TERMINATED}, {"2", 1}}};
    automata_placed_text text = {"x", 1, {0, 0}};
    automata_ink_contents contents = AUTOMATA_INK_CONTENTS_INIT;
    automata_ink *ink = NULL;
    automata_error error;
    contents.points = points, contents.point_count = 3;
    contents.counts = counts, contents.stroke_count = 2;
    contents.stroke_counts = stroke_counts, contents.element_count = 1;
    contents.labels = labels, contents.label_count = 2;
    CHECK_OK(automata_ink_new(&contents, &ink, &error));
    /* A point that isn't finite is left out; labels are sorted. */
    CHECK(automata_ink_contents_of(ink)->point_count == 2 && automata_ink_contents_of(ink)->counts[1] == 1);
    CHECK(is(automata_ink_contents_of(ink)->labels[0].name, "a") && is(automata_ink_contents_of(ink)->labels[1].value, "1"));
    automata_ink_free(ink);
    contents.point_count = 2;
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_ink_new(&contents, &ink, &error));
    contents.point_count = 3;
    contents.counts = hostile;
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_ink_new(&contents, &ink, &error));
    contents.counts = counts;
    contents.stroke_count = 1;
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_ink_new(&contents, &ink, &error));
    contents.stroke_count = 2;
    labels[1].element = 1;
    CHECK_STATUS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_ink_new(&contents, &ink, &error));
    labels[1].element = SIZE_MAX;
    CHECK_STATUS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_ink_new(&contents, &ink, &error));
    labels[1].element = 0;
    labels[1].name.data = "b";
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_ink_new(&contents, &ink, &error));
    CHECK(strstr(error.message, "'b'") != NULL);
    labels[1].name.data = "\xff";
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_ink_new(&contents, &ink, &error));
    labels[1].name.data = "c";
    contents.texts = &text, contents.text_count = 1;
    text.position.x = HUGE_VAL;
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_ink_new(&contents, &ink, &error));
    contents.struct_size = 0;
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_ink_new(&contents, &ink, &error));
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_ARGUMENT, automata_ink_new(NULL, &ink, &error));
    CHECK(ink == NULL);
}

int main(void) {
    json();
    inkml();
    gestures();
    sketches();
    programs();
    limits();
    refused_contents();
    return check_done();
}
