/* What readers take is at most twice the budget's bytes and 8 MB, on wide texts of every format, which no writer of
 * ours makes. */
#include "check.h"
#include "counted_malloc.h"

/* A text: what comes first, a piece that is repeated with numbers in it, and what comes last. */
static const struct {
    automata_format format;
    const char *first, *piece, *last;
} texts[] = {
    {AUTOMATA_FORMAT_MATA, "@NFA-explicit\n%Alphabet-auto\n%Initial q0\n%Final q1\n", "%lu a %lu\n", ""},
    {AUTOMATA_FORMAT_MATA, "@NFA-explicit\n%Alphabet-auto\n%Initial ", "%lx ", "\n%Final q\n"},
    {AUTOMATA_FORMAT_MATA, "@NFA-explicit\n%Alphabet-auto\n%States ", "%lx ", "\n%Initial 0\n%Final 0\n"},
    {AUTOMATA_FORMAT_MATA, "@NFA-explicit\n%Alphabet ", "%lx ", "\n%Initial q\n%Final q\n"},
    {AUTOMATA_FORMAT_MATA, "@NFA-explicit\n%Alphabet-auto\n%Initial q\n%Final q\n", "q %lx q\n", ""},
    {AUTOMATA_FORMAT_MATA, "@NFA-bits\n%Alphabet-auto\n%Initial q\n%Final ", "q%lx | ", "q\n"},
    {AUTOMATA_FORMAT_MATA, "@NFA-bits\n%Alphabet-auto\n%Initial q\n%Final q\n", "q \\true q%lx\n", ""},
    {AUTOMATA_FORMAT_JFLAP, "<structure><type>fa</type><automaton>", "<state id=\"%lu\"/>", "</automaton></structure>"},
    {AUTOMATA_FORMAT_JFLAP, "<structure><type>fa</type><automaton>", "<state id=\"%lx\" name=\"n\"/>", "</automaton></structure>"},
    {AUTOMATA_FORMAT_JFLAP, "<structure><type>fa</type><automaton><state id=\"0\"/>",
        "<transition><from>0</from><to>0</to><read>%lx</read></transition>", "</automaton></structure>"},
    {AUTOMATA_FORMAT_JFLAP, "<structure><type>fa</type>", "<a%lx/>", "</structure>"},
    {AUTOMATA_FORMAT_JFLAP, "<structure><type>fa</type><automaton><state ", "a%lx='' ", "/></automaton></structure>"},
    {AUTOMATA_FORMAT_JFLAP, "<structure><type>fa</type><automaton><state id='0' name='", "%lx", "'/></automaton></structure>"},
    {AUTOMATA_FORMAT_ATT, "", "%lu\t%lu\ta\n", ""},
    {AUTOMATA_FORMAT_ATT, "", "0\t0\t%lx\n", ""},
    {AUTOMATA_FORMAT_ATT, "", "%lu\n", ""},
    {AUTOMATA_FORMAT_ATT, "", "999999%lu\n", ""},
    {AUTOMATA_FORMAT_JSON, "{\"format\":\"automata\",\"version\":1,\"kind\":\"NFA\",\"states\":1,\"initial\":[0],\"final\":[0],"
        "\"transitions\":[],\"alphabet\":[", "\"%lx\",", "\"\"]}"},
    {AUTOMATA_FORMAT_JSON, "{\"format\":\"automata\",\"version\":1,\"kind\":\"NFA\",\"alphabet\":[\"a\"],\"initial\":[0],\"final\":[0],"
        "\"transitions\":[],\"states\":[", "\"%lx\",", "\"\"]}"},
    {AUTOMATA_FORMAT_JSON, "{\"format\":\"automata\",\"version\":1,\"kind\":\"NFA\",\"alphabet\":[\"a\"],\"states\":2,\"initial\":[0],"
        "\"final\":[0],\"transitions\":[", "[0,0,1],", "[0,0,0]]}"},
    {AUTOMATA_FORMAT_DOT, "digraph{s[shape=point];s->0;", "a%lx ", "}"},
    {AUTOMATA_FORMAT_DOT, "digraph{s[shape=point];s->0;", "\"%lx\"[label=\"n%lx\"]", "}"},
    {AUTOMATA_FORMAT_DOT, "digraph{s[shape=point];s->0;", "0->a%lx[label=a];", "}"},
    {AUTOMATA_FORMAT_DOT, "digraph{s[shape=point];s->0;", "0->0[label=\"%lx\"];", "}"},
    {AUTOMATA_FORMAT_DOT, "digraph{s[shape=point];s->0;", "0->0[label=a];", "}"},
    {AUTOMATA_FORMAT_DOT, "digraph{s[shape=point];s->0;0[", "a%lx=1 ", "]}"},
    {AUTOMATA_FORMAT_DOT, "digraph{s[shape=point];s->0;0->0[label=\"", "%lx,", "a\"]}"},
    {AUTOMATA_FORMAT_DOT, "digraph{s[shape=point];s->0;0->0[label=\"", "%lx", "\"]}"},
    {AUTOMATA_FORMAT_DOT, "digraph{s[shape=point];s->0;0", "->%lx", "[label=a]}"},
    {AUTOMATA_FORMAT_DOT, "digraph{s[shape=point];s->{", "%lx ", "}}"},
    {AUTOMATA_FORMAT_DOT, "digraph{s[shape=point];s->0;", "subgraph c%lx{}", "}"},
    {AUTOMATA_FORMAT_DOT, "digraph{", "a%lx=1;", "s[shape=point];s->0;}"},
    {AUTOMATA_FORMAT_BA, "q\n", "a,%lx->%lx\n", "q\n"},
    {AUTOMATA_FORMAT_BA, "q\n", "%lx,q->q\n", "q\n"},
};

/* Texts of ink. */
static const struct {
    automata_ink_format format;
    const char *first, *piece, *last;
} ink_texts[] = {
    {AUTOMATA_INK_FORMAT_JSON, "[", "[%lu,1,%lu],", "[1,2,3]]"},
    {AUTOMATA_INK_FORMAT_JSON, "[", "{\"x\":%lu,\"y\":1},", "{\"x\":1,\"y\":1}]"},
    {AUTOMATA_INK_FORMAT_JSON, "[", "[[%lu,%lu]],", "[[1,2]]]"},
    {AUTOMATA_INK_FORMAT_JSON, "[", "[],", "[]]"},
    {AUTOMATA_INK_FORMAT_JSON, "{\"points\":[]", ",\"%lx\":\"%lx\"", "}"},
    {AUTOMATA_INK_FORMAT_JSON, "[", "{\"kind\":\"%lx\",\"points\":[[1,%lu]]},", "[]]"},
    {AUTOMATA_INK_FORMAT_JSON, "{\"kind\":\"a\",\"elements\":[", "[[%lu,%lu]],", "[]]}"},
    {AUTOMATA_INK_FORMAT_NDJSON, "", "{\"text\":\"%lx\",\"at\":[%lu,2]}\n", ""},
    {AUTOMATA_INK_FORMAT_INKML, "<ink><trace>", "%lu %lu,", "1 2</trace></ink>"},
    {AUTOMATA_INK_FORMAT_INKML, "<ink>", "<trace>%lu %lu</trace>", "</ink>"},
    {AUTOMATA_INK_FORMAT_INKML, "<ink>", "<trace xml:id=\"t%lx\">%lu 1</trace>", "</ink>"},
    {AUTOMATA_INK_FORMAT_INKML, "<ink>", "<traceGroup><annotation type=\"%lx\">%lx</annotation></traceGroup>", "</ink>"},
    {AUTOMATA_INK_FORMAT_INKML, "<ink><annotation>", "%lx", "</annotation></ink>"},
    {AUTOMATA_INK_FORMAT_INKML, "<ink>", "<context xml:id=\"c%lx\"/>", "</ink>"},
    {AUTOMATA_INK_FORMAT_INKML, "<ink ", "a%lx='' ", "/>"},
    {AUTOMATA_INK_FORMAT_DOLLAR, "<Gesture>", "<Point X='%lu' Y='%lu'/>", "</Gesture>"},
    {AUTOMATA_INK_FORMAT_DOLLAR, "<Gestures>", "<Gesture Name='%lx'><Point X='%lu' Y='1'/></Gesture>", "</Gestures>"},
    {AUTOMATA_INK_FORMAT_DOLLAR, "<Gesture ", "a%lx='%lx' ", "/>"},
};

enum { ITEM_COUNT = 200000, TEXT_SIZE = 16 << 20 };
static const size_t limits[] = {1 << 20, 10 << 20, 256 << 20};
static size_t read_count, refused_count;

/* Judges a call that took memory from `before` on. */
static void judge(automata_status status, const automata_error *error, const char *piece, size_t limit, size_t before) {
    if (peak - before > 2 * limit + (8 << 20)) {
        char what[200];
        snprintf(what, sizeof what, "'%.30s...' takes %zu MB of %zu MB: %.60s", piece, (peak - before) >> 20, limit >> 20,
            status == AUTOMATA_OK ? "ok" : error->message);
        check_failed(__FILE__, __LINE__, "too much", what);
    }
    if (status == AUTOMATA_OK)
        read_count++;
    else if (status == AUTOMATA_ERROR_BUDGET_EXCEEDED)
        refused_count++;
    else if (limit == limits[0])
        printf("%s in '%.30s...'\n", error->message, piece);
}

static size_t write_text(char *text, const char *first, const char *piece, const char *last) {
    unsigned long number;
    size_t length = (size_t)sprintf(text, "%s", first);
    for (number = 0; number < ITEM_COUNT && length < TEXT_SIZE - 200; number++)
        length += (size_t)sprintf(text + length, piece, number, number + 1);
    return length + (size_t)sprintf(text + length, "%s", last);
}

static void read_ink(char *text) {
    size_t i, k;
    for (i = 0; i < sizeof ink_texts / sizeof *ink_texts; i++) {
        size_t length = write_text(text, ink_texts[i].first, ink_texts[i].piece, ink_texts[i].last);
        for (k = 0; k < sizeof limits / sizeof *limits; k++) {
            automata_ink_options options = AUTOMATA_INK_OPTIONS_INIT;
            automata_budget budget = AUTOMATA_BUDGET_INIT;
            automata_ink *ink = NULL;
            automata_error error;
            size_t before = held;
            budget.maximum_bytes = limits[k];
            options.budget = &budget;
            peak = held;
            judge(automata_ink_from_text(text, length, ink_texts[i].format, &options, &ink, &error), &error, ink_texts[i].piece,
                limits[k], before);
            automata_ink_free(ink);
        }
    }
}

int main(void) {
    char *text = (char *)malloc(TEXT_SIZE);
    size_t i, k;
    if (text == NULL) return 2;
    for (i = 0; i < sizeof texts / sizeof *texts; i++) {
        size_t length = write_text(text, texts[i].first, texts[i].piece, texts[i].last);
        for (k = 0; k < sizeof limits / sizeof *limits; k++) {
            automata_read_options options = AUTOMATA_READ_OPTIONS_INIT;
            automata_budget budget = AUTOMATA_BUDGET_INIT;
            automata_fa *automaton = NULL;
            automata_error error;
            size_t before = held;
            budget.maximum_bytes = limits[k];
            options.budget = &budget;
            peak = held;
            judge(automata_fa_from_text(text, length, texts[i].format, &options, &automaton, &error), &error, texts[i].piece,
                limits[k], before);
            automata_fa_free(automaton);
        }
    }
    read_ink(text);
    printf("%zu read, %zu over budget\n", read_count, refused_count);
    /* Both are met, if memory is counted at all. */
    CHECK(read_count > 20 && refused_count > 20);
    free(text);
    return check_done();
}
