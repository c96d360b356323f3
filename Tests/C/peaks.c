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

enum { ITEM_COUNT = 200000, TEXT_SIZE = 16 << 20 };

int main(void) {
    static const size_t limits[] = {1 << 20, 10 << 20, 256 << 20};
    char *text = (char *)malloc(TEXT_SIZE);
    size_t i, k, read = 0, refused = 0;
    if (text == NULL) return 2;
    for (i = 0; i < sizeof texts / sizeof *texts; i++) {
        unsigned long number;
        size_t length = (size_t)sprintf(text, "%s", texts[i].first);
        for (number = 0; number < ITEM_COUNT && length < TEXT_SIZE - 200; number++)
            length += (size_t)sprintf(text + length, texts[i].piece, number, number + 1);
        length += (size_t)sprintf(text + length, "%s", texts[i].last);
        for (k = 0; k < sizeof limits / sizeof *limits; k++) {
            automata_read_options options = AUTOMATA_READ_OPTIONS_INIT;
            automata_budget budget = AUTOMATA_BUDGET_INIT;
            automata_fa *automaton = NULL;
            automata_error error;
            automata_status status;
            size_t before = held;
            budget.maximum_bytes = limits[k];
            options.budget = &budget;
            peak = held;
            status = automata_fa_from_text(text, length, texts[i].format, &options, &automaton, &error);
            if (peak - before > 2 * limits[k] + (8 << 20)) {
                char what[200];
                snprintf(what, sizeof what, "'%.30s...' x %lu takes %zu MB of %zu MB: %.60s", texts[i].piece, number,
                    (peak - before) >> 20, limits[k] >> 20, status == AUTOMATA_OK ? "ok" : error.message);
                check_failed(__FILE__, __LINE__, "too much", what);
            }
            if (status == AUTOMATA_OK)
                read++;
            else if (status == AUTOMATA_ERROR_BUDGET_EXCEEDED)
                refused++;
            else if (k == 0)
                printf("%s in '%.30s...'\n", error.message, texts[i].piece);
            automata_fa_free(automaton);
        }
    }
    printf("%zu read, %zu over budget\n", read, refused);
    /* Both are met, if memory is counted at all. */
    CHECK(read > 20 && refused > 20);
    free(text);
    return check_done();
}
