/*
 * Ink in files: the first byte chooses the format and a budget, the rest is the text. What is read is written in each format that can hold
 * it, and read as the same again; the same ink is made of its arrays, and a sketch of small ones. Where Tests/Fuzz is linked, what is read
 * is drawn, too.
 */
#include "support.h"

/* No function of automata.h draws what was recognized. */
int32_t ink_fuzz(const uint8_t *bytes, ptrdiff_t count) __attribute__((weak));

static automata_error error;

static bool are_equal(const double *left, const double *right, size_t count)
{
    return left == NULL ? right == NULL : right != NULL && memcmp(left, right, count * sizeof *left) == 0;
}

static bool is_same_text(const char *left, size_t left_length, const char *right, size_t right_length)
{
    return left_length == right_length && memcmp(left, right, left_length) == 0;
}

/* Whether two contents are the same, bit by bit but for zeros' signs. */
static bool is_same(const automata_ink_contents *left, const automata_ink_contents *right)
{
    if (left->point_count != right->point_count || left->stroke_count != right->stroke_count || left->element_count != right->element_count
        || left->label_count != right->label_count || left->text_count != right->text_count)
        return false;
    for (size_t i = 0; i < left->point_count; i++)
        if (left->points[i].x != right->points[i].x || left->points[i].y != right->points[i].y)
            return false;
    for (size_t i = 0; i < left->stroke_count; i++)
        if (left->counts[i] != right->counts[i])
            return false;
    for (size_t i = 0; i < left->element_count; i++)
        if (left->stroke_counts[i] != right->stroke_counts[i])
            return false;
    for (size_t i = 0; i < left->label_count; i++) {
        const automata_ink_label *a = &left->labels[i], *b = &right->labels[i];
        if (a->element != b->element || !is_same_text(a->name.data, a->name.length, b->name.data, b->name.length)
            || !is_same_text(a->value.data, a->value.length, b->value.data, b->value.length))
            return false;
    }
    for (size_t i = 0; i < left->text_count; i++) {
        const automata_placed_text *a = &left->texts[i], *b = &right->texts[i];
        if (a->position.x != b->position.x || a->position.y != b->position.y || !is_same_text(a->text, a->length, b->text, b->length))
            return false;
    }
    return are_equal(left->times, right->times, left->point_count) && are_equal(left->pressures, right->pressures, left->point_count);
}

/* The counts add up, and each text is one. */
static void check(const automata_ink_contents *contents)
{
    size_t strokes = 0, points = 0;
    for (size_t i = 0; i < contents->element_count; i++)
        strokes += contents->stroke_counts[i];
    for (size_t i = 0; i < contents->stroke_count; i++)
        points += contents->counts[i];
    REQUIRE(strokes == contents->stroke_count && points == contents->point_count);
    for (size_t i = 0; i < contents->label_count; i++) {
        const automata_ink_label *label = &contents->labels[i];
        REQUIRE(label->element < contents->element_count && (i == 0 || label->element >= label[-1].element));
        REQUIRE(is_utf8(label->name.data, label->name.length) && label->name.data[label->name.length] == 0);
        REQUIRE(is_utf8(label->value.data, label->value.length) && label->value.data[label->value.length] == 0);
    }
    for (size_t i = 0; i < contents->text_count; i++)
        REQUIRE(is_utf8(contents->texts[i].text, contents->texts[i].length));
}

static void use(const automata_ink *ink, const automata_ink_contents *contents)
{
    automata_sketch *sketch = NULL;
    if (contents->point_count > 500 || contents->stroke_count > 20 || contents->text_count > 20)
        return;
    REQUIRE(automata_sketch_from_strokes(
                contents->points, contents->counts, contents->stroke_count, contents->texts, contents->text_count, NULL, NULL, &sketch, &error)
            == AUTOMATA_OK);
    REQUIRE(automata_sketch_count(sketch, AUTOMATA_SKETCH_INK) <= contents->stroke_count);
    automata_sketch_free(sketch);
    REQUIRE(automata_sketch_from_ink(ink, NULL, NULL, &sketch, &error) == AUTOMATA_OK);
    REQUIRE(automata_sketch_count(sketch, AUTOMATA_SKETCH_INK) <= contents->stroke_count);
    automata_sketch_free(sketch);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    automata_ink_options options = AUTOMATA_INK_OPTIONS_INIT;
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    canceller canceller = {0, 0};
    automata_ink *ink = NULL;
    size_t notes = 0;
    if (size == 0)
        return 0;
    if (ink_fuzz)
        REQUIRE(ink_fuzz(data, (ptrdiff_t)size) == 0);
    /* As Tests/Fuzz chooses it. */
    const automata_ink_format format = data[0] < 200 ? (automata_ink_format)(data[0] % 4 + 1)
                                       : data[0] >= 250 ? AUTOMATA_INK_FORMAT_GUESS
                                                        : (automata_ink_format)(data[0] % 5 + AUTOMATA_INK_FORMAT_XOURNAL);
    budget.maximum_bytes = 32 << 20;
    budget.progress = cancel;
    budget.context = &canceller;
    canceller.cancel_at = data[0] / 8 % 4 == 3 ? data[0] / 32 + 1 : 0;
    options.budget = &budget;
    options.note = count_note;
    options.context = &notes;
    text text = make_text(data + 1, size - 1, false);
    spoil(&error);
    automata_status status;
    /* Through a file now and then. */
    if (size < 100 && data[0] / 4 % 8 == 5) {
        const char *path = make_file(text.data, text.length);
        status = automata_ink_from_file(path, format, &options, &ink, &error);
        unlink(path);
    } else {
        status = automata_ink_from_text(text.data, text.length, format, &options, &ink, &error);
    }
    free(text.data);
    if (!is_ok(status, &error)) {
        REQUIRE(ink == NULL);
        REQUIRE(status == AUTOMATA_ERROR_INVALID_TEXT || status == AUTOMATA_ERROR_TOO_LARGE || status == AUTOMATA_ERROR_BUDGET_EXCEEDED
                || (status == AUTOMATA_ERROR_CANCELLED && canceller.cancel_at != 0)
                || (status == AUTOMATA_ERROR_UNKNOWN_FORMAT && format == AUTOMATA_INK_FORMAT_GUESS));
        return 0;
    }
    const automata_ink_contents *contents = automata_ink_contents_of(ink);
    check(contents);
    use(ink, contents);
    automata_ink *again = NULL;
    REQUIRE(automata_ink_new(contents, &again, &error) == AUTOMATA_OK && is_same(contents, automata_ink_contents_of(again)));
    automata_ink_free(again);
    for (int target = AUTOMATA_INK_FORMAT_JSON; target <= AUTOMATA_INK_FORMAT_UNIPEN; target++) {
        char *written = NULL;
        size_t length = 0;
        if (automata_ink_text(ink, (automata_ink_format)target, &written, &length, &error) != AUTOMATA_OK) {
            REQUIRE(error.status == AUTOMATA_ERROR_NOT_REPRESENTABLE && written == NULL && target >= AUTOMATA_INK_FORMAT_INKML);
            continue;
        }
        REQUIRE(automata_ink_from_text(written, length, (automata_ink_format)target, NULL, &again, &error) == AUTOMATA_OK);
        REQUIRE(is_same(contents, automata_ink_contents_of(again)));
        automata_ink_free(again);
        automata_free(written);
    }
    automata_ink_free(ink);
    return 0;
}
