/* Deep and long inputs on threads with the stack that automata.h says is enough: 64 KiB, and 256 KiB for numbers of words, places and
 * samples. Nothing recurses on what a text can nest or how long an automaton is. */
#define _POSIX_C_SOURCE 200809L

#include "check.h"
#include <pthread.h>

/* Sanitizers have frames of their own. */
#if defined(__SANITIZE_ADDRESS__)
enum { SMALL = 4 << 20, LARGER = 4 << 20 };
#else
enum { SMALL = 64 << 10, LARGER = 256 << 10 };
#endif
/* Calls within calls for each of so many would take more than the smaller stack. */
enum { DEPTH = 1000, CHAIN = 5000, WIDTH = 50000, TEXT_SIZE = 500000 };

/* A text that is appended to. */
typedef struct {
    char *text;
    size_t length;
} buffer;

static buffer empty(void) {
    buffer made = {NULL, 0};
    made.text = (char *)calloc(1, TEXT_SIZE);
    if (made.text == NULL) exit(2);
    return made;
}

static void append(buffer *to, const char *text, size_t times) {
    size_t size = strlen(text);
    for (; times > 0 && to->length + size < TEXT_SIZE; times--) {
        memcpy(to->text + to->length, text, size);
        to->length += size;
    }
}

static automata_budget modest(void) {
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    budget.maximum_states = 20000;
    budget.maximum_bytes = 64 << 20;
    return budget;
}

/* A call that may find that the budget isn't enough. */
static bool done(automata_status status, const automata_error *error) {
    CHECK(status == error->status);
    if (status != AUTOMATA_OK && status != AUTOMATA_ERROR_BUDGET_EXCEEDED && status != AUTOMATA_ERROR_TOO_LARGE &&
        status != AUTOMATA_ERROR_NOT_REPRESENTABLE)
        check_failed(__FILE__, __LINE__, "a status that isn't wanted", error->message);
    return status == AUTOMATA_OK;
}

/* ---- Expressions over automata ---- */

static void evaluation(void) {
    static const char *const openings[] = {"(", "!(", "x & (y | ", "x - (y ^ ", "reverse(", "shuffle(<>, ", "x (y | "};
    static const char *const names[] = {"x", "y"};
    automata_expression_options options = AUTOMATA_EXPRESSION_OPTIONS_INIT;
    automata_budget budget = modest();
    automata_fa *automata[2], *made = NULL;
    automata_error error;
    size_t i;

    automata[0] = ends_with_01();
    automata[1] = ends_with_0();
    options.budget = &budget;
    for (i = 0; i < sizeof openings / sizeof *openings; i++) {
        buffer text = empty();
        automata_expression *expression = NULL;
        char *printed = NULL;
        size_t length = 0;
        append(&text, openings[i], i < 2 ? 50 * DEPTH : DEPTH);
        append(&text, "x", 1);
        append(&text, ")", i < 2 ? 50 * DEPTH : DEPTH);
        if (done(automata_expression_from_text(text.text, text.length, NULL, &expression, &error), &error)) {
            CHECK(automata_expression_names(expression).count > 0);
            if (done(automata_expression_text(expression, &printed, &length, &error), &error)) CHECK(length > 0);
            automata_free(printed);
        }
        automata_expression_free(expression);
        /* The last one's value has a copy for each place, which takes long. */
        if (i + 1 < sizeof openings / sizeof *openings)
            CHECK(done(automata_fa_eval(
                text.text, text.length, names, NULL, automata, 2, &options, &made, &error),
                &error));
        automata_fa_free(made);
        made = NULL;
        free(text.text);
    }
    automata_fa_free(automata[0]);
    automata_fa_free(automata[1]);
}

/* ---- Expressions ---- */

static void work_with_expression(const automata_regex *regex) {
    automata_budget budget = modest(), small = modest();
    automata_regex *simple = NULL;
    automata_fa *made = NULL;
    automata_error error;
    char *text = NULL;
    size_t length;
    int number;
    bool answer;
    automata_inclusion_options options = AUTOMATA_INCLUSION_OPTIONS_INIT;
    small.maximum_states = 200;
    small.maximum_bytes = 4 << 20;
    options.budget = &small;
    for (number = AUTOMATA_REGEX_SYNTAX_PROGRAMMER; number <= AUTOMATA_REGEX_SYNTAX_TEXTBOOK; number++) {
        done(automata_regex_text(regex, (automata_regex_syntax)number, &budget, &text, &length, &error), &error);
        automata_free(text);
    }
    if (done(automata_regex_simplify(regex, &budget, &simple, &error), &error))
        done(automata_regex_is_equivalent(regex, simple, &options, &answer, NULL, &error), &error);
    automata_regex_free(simple);
    for (number = AUTOMATA_REGEX_CONSTRUCTION_AUTOMATIC; number <= AUTOMATA_REGEX_CONSTRUCTION_DERIVATIVES; number++) {
        /* Derivatives of what is nested so deep are slow, and so few of them are wanted. */
        const bool is_slow = number >= AUTOMATA_REGEX_CONSTRUCTION_PARTIAL_DERIVATIVES;
        done(automata_fa_from_regex(regex, (automata_regex_construction)number, is_slow ? &small : &budget, &made, &error), &error);
        automata_fa_free(made);
    }
    done(automata_fa_from_regex(regex, AUTOMATA_REGEX_CONSTRUCTION_MINIMAL_DFA, &small, &made, &error), &error);
    automata_fa_free(made);
    CHECK(automata_regex_width(regex) <= automata_regex_length(regex));
}

static void read_expression(const buffer *text, automata_regex_syntax syntax) {
    automata_regex_options options = AUTOMATA_REGEX_OPTIONS_INIT;
    automata_regex *regex = NULL;
    automata_error error;
    automata_status status;
    options.syntax = syntax;
    options.has_operators = true;
    status = automata_regex_from_text(text->text, text->length, &options, &regex, &error);
    CHECK(status == AUTOMATA_OK || status == AUTOMATA_ERROR_INVALID_TEXT || status == AUTOMATA_ERROR_TOO_LARGE);
    if (status == AUTOMATA_OK) work_with_expression(regex);
    automata_regex_free(regex);
}

static void expressions(void) {
    static const struct {
        const char *before, *middle, *after;
    } nests[] = {
        {"(", "a", ")"}, {"(a|", "b", ")*"}, {"(?:b", "a", "c)*"}, {"(", "a", "b)?"}, {"!(a|", "b", ")"}, {"(a&", "b", ")"}, {"(", "a", "){2}"},
        {"(?i:", "a", ")"}, {"a", "b", "c"}, {"a|", "b", "|c"}, {"", "a", "*"}, {"[", "a", "]"}, {"", "\\b", "?"},
    };
    size_t i;
    int syntax;
    for (i = 0; i < sizeof nests / sizeof *nests; i++) {
        for (syntax = 0; syntax < 2; syntax++) {
            buffer text = empty();
            append(&text, nests[i].before, DEPTH);
            append(&text, nests[i].middle, 1);
            append(&text, nests[i].after, DEPTH);
            read_expression(&text, (automata_regex_syntax)syntax);
            text.length = 0;
            /* Many more that never end. */
            append(&text, nests[i].before[0] ? nests[i].before : nests[i].after, TEXT_SIZE);
            if (strchr(nests[i].before, '(') != NULL || strchr(nests[i].before, '[') != NULL)
                read_expression(&text, (automata_regex_syntax)syntax);
            free(text.text);
        }
    }
}

/* ---- Searches ---- */

static int go_on(const automata_search_match *match, void *context) {
    (void)match;
    ++*(size_t *)context;
    return 0;
}

static int go_on_at_end(uint64_t position, const uint32_t *patterns, size_t count, void *context) {
    (void)position;
    (void)patterns;
    (void)count;
    ++*(size_t *)context;
    return 0;
}

/* In a text of which much is read in vain, as a whole and in pieces. */
static void search(const automata_searcher *searcher, const buffer *text) {
    automata_search *own = NULL;
    automata_error error;
    size_t count = 0, fed;
    CHECK_OK(automata_searcher_each_match(searcher, text->text, text->length, NULL, go_on, &count, &error));
    CHECK_OK(automata_searcher_each_end(searcher, text->text, text->length / 8, NULL, go_on_at_end, &count, &error));
    CHECK_OK(automata_search_new(searcher, NULL, &own, &error));
    for (fed = 0; fed < text->length; fed += 10000)
        CHECK_OK(automata_search_feed(
            own, text->text + fed, fed + 10000 > text->length ? text->length - fed : 10000, go_on, &count, &error));
    CHECK_OK(automata_search_finish(own, go_on, &count, &error));
    automata_search_free(own);
}

static void searches(void) {
    static const char *const expressions[] = {"(((((((((a*b)*)*)*)*)*)*)*)*|a*c)", "[a-z]+@[a-z]+\\.(com|org)", "a*\\b1", "\\bx[^y]*y"};
    static const char *const words[] = {"aab", "aaaaaaac", "xyz", "a", "abcabcabcabcabcabc"};
    buffer text = empty();
    automata_budget budget = modest();
    automata_searcher_options options = AUTOMATA_SEARCHER_OPTIONS_INIT;
    automata_regex *regexes[4] = {NULL, NULL, NULL, NULL};
    automata_searcher *searcher = NULL;
    automata_error error;
    int i;
    append(&text, "a", 100000);
    append(&text, "xyza@b.com ", 100);
    append(&text, "a", 20000);
    options.budget = &budget;
    for (i = 0; i < 4; i++) CHECK_OK(automata_regex_from_text(expressions[i], AUTOMATA_ZERO_TERMINATED, NULL, &regexes[i], &error));
    for (i = 0; i < 4; i++) {
        options.lazily = i & 1;
        options.within_lines = i >> 1;
        if (done(automata_searcher_from_regexes(regexes, 4, &options, &searcher, &error), &error))
            search(searcher, &text);
        automata_searcher_free(searcher);
    }
    for (i = 0; i < 4; i++) automata_regex_free(regexes[i]);
    CHECK_OK(automata_searcher_from_words(words, NULL, 5, NULL, &searcher, &error));
    search(searcher, &text);
    automata_searcher_free(searcher);
    free(text.text);
}

/* ---- Grammars ---- */

static void grammars(void) {
    automata_budget budget = modest();
    automata_grammar *grammar = NULL, *made = NULL;
    automata_fa *automaton = NULL;
    automata_error error;
    buffer text = empty();
    char line[80];
    int i;
    for (i = 0; i < CHAIN; i++) {
        snprintf(line, sizeof line, "<n%d> -> <n%d> | a<n%d>\n", i, i + 1, i + 1);
        append(&text, line, 1);
    }
    snprintf(line, sizeof line, "<n%d> -> b | \"\"\n", i);
    append(&text, line, 1);
    CHECK_OK(automata_grammar_from_text(text.text, text.length, NULL, NULL, &grammar, &error));
    CHECK(automata_grammar_type(grammar) == AUTOMATA_CHOMSKY_REGULAR);
    done(automata_grammar_trim(grammar, &made, &error), &error);
    automata_grammar_free(made);
    done(automata_grammar_without_epsilon(grammar, &made, &error), &error);
    automata_grammar_free(made);
    done(automata_grammar_without_units(grammar, &budget, &made, &error), &error);
    automata_grammar_free(made);
    done(automata_fa_from_grammar(grammar, &budget, &automaton, &error), &error);
    automata_fa_free(automaton);
    automata_grammar_free(grammar);
    free(text.text);
}

/* ---- Automata ---- */

/* A chain of states with a cycle at its end, or without one. */
static automata_fa *chain(size_t count, bool is_cyclic, bool has_epsilon) {
    const char *names[] = {"a", "b"};
    automata_alphabet *alphabet = NULL;
    automata_builder *builder = NULL;
    automata_fa *automaton = NULL;
    automata_error error;
    automata_state first, state;
    CHECK_OK(automata_alphabet_from_names(names, NULL, 2, &alphabet, &error));
    CHECK_OK(automata_builder_new(alphabet, &builder, &error));
    CHECK_OK(automata_builder_add_states(builder, count, &first, &error));
    for (state = 0; state + 1 < count; state++)
        CHECK_OK(automata_builder_add_transition(
            builder, state, has_epsilon && state % 3 == 0 ? AUTOMATA_EPSILON : state % 2, state + 1, &error));
    if (is_cyclic) CHECK_OK(automata_builder_add_transition(builder, (automata_state)count - 1, 0, 0, &error));
    CHECK_OK(automata_builder_set_initial(builder, 0, &error));
    CHECK_OK(automata_builder_set_final(builder, (automata_state)count - 1, &error));
    CHECK_OK(automata_builder_build(builder, AUTOMATA_MODEL_MOST_SPECIFIC, NULL, &automaton, &error));
    automata_builder_free(builder);
    automata_alphabet_free(alphabet);
    return automaton;
}

static void minimize_by_all(const automata_fa *automaton) {
    automata_minimize_options options = AUTOMATA_MINIMIZE_OPTIONS_INIT;
    int algorithm;
    for (algorithm = AUTOMATA_MINIMIZE_AUTOMATIC; algorithm <= AUTOMATA_MINIMIZE_REVUZ; algorithm++) {
        automata_fa *made = NULL;
        automata_error error;
        options.algorithm = (automata_minimization)algorithm;
        /* Moore's takes a round for each state of a chain. */
        if (algorithm == AUTOMATA_MINIMIZE_MOORE && automata_fa_state_count(automaton) > DEPTH) continue;
        if (automata_fa_minimize(automaton, &options, &made, &error) != AUTOMATA_OK)
            CHECK(error.status == AUTOMATA_ERROR_CYCLIC && algorithm == AUTOMATA_MINIMIZE_REVUZ);
        automata_fa_free(made);
    }
}

static void ask_all(const automata_fa *automaton) {
    automata_budget budget = modest();
    automata_inclusion_options options = AUTOMATA_INCLUSION_OPTIONS_INIT;
    automata_witness *witness = NULL;
    automata_error error;
    automata_ambiguity_kind ambiguity;
    automata_growth_kind growth;
    automata_run *run = NULL;
    size_t degree, start, end;
    bool answer;
    int algorithm;
    options.budget = &budget;
    CHECK(!automata_fa_is_empty(automaton));
    (void)automata_fa_is_finite(automaton);
    CHECK_OK(automata_fa_shortest_word(automaton, &witness, &error));
    if (witness != NULL) {
        const automata_symbols word = automata_witness_word(witness);
        if (done(automata_run_on_word(automaton, word.items, word.count, &budget, &run, &error), &error))
            CHECK(automata_run_is_accepting(run) && automata_run_path(run).count >= word.count);
        automata_run_free(run);
        CHECK(strlen(automata_witness_text(witness)) > 0);
    }
    automata_witness_free(witness);
    CHECK_OK(automata_fa_longest_word(automaton, &witness, &error));
    automata_witness_free(witness);
    done(automata_fa_ambiguity_degree(automaton, &budget, &ambiguity, &degree, &error), &error);
    done(automata_fa_growth(automaton, &budget, &growth, &degree, &error), &error);
    done(automata_fa_pumping_triple(automaton, &budget, &witness, &start, &end, &error), &error);
    automata_witness_free(witness);
    done(automata_fa_is_universal(automaton, NULL, &options, NULL, &witness, &error), &error);
    automata_witness_free(witness);
    done(automata_fa_is_unambiguous(automaton, &budget, NULL, &witness, &error), &error);
    automata_witness_free(witness);
    for (algorithm = AUTOMATA_INCLUSION_AUTOMATIC; algorithm <= AUTOMATA_INCLUSION_HOPCROFT_KARP; algorithm++) {
        /* Simulation takes a square of the states. */
        if (algorithm == AUTOMATA_INCLUSION_ANTICHAIN_WITH_SIMULATION && automata_fa_state_count(automaton) > DEPTH) continue;
        options.algorithm = (automata_inclusion)algorithm;
        if (done(automata_fa_is_included(automaton, automaton, &options, &answer, NULL, &error), &error)) CHECK(answer);
    }
}

static void make_all(const automata_fa *automaton) {
    automata_budget budget = modest();
    automata_fa *made = NULL;
    automata_extended *extended = NULL;
    automata_regex *regex = NULL;
    automata_grammar *grammar = NULL;
    automata_error error;
    char *text = NULL;
    size_t length;
    int number;
    CHECK_OK(automata_fa_trim(automaton, AUTOMATA_PART_USEFUL, &made, &error));
    automata_fa_free(made);
    CHECK_OK(automata_fa_reverse(automaton, &made, &error));
    automata_fa_free(made);
    CHECK_OK(automata_fa_subwords(automaton, AUTOMATA_SUBWORD_SUBSEQUENCES, &made, &error));
    automata_fa_free(made);
    done(automata_fa_remove_epsilon(automaton, &budget, &made, &error), &error);
    if (made != NULL) {
        automata_fa *reduced = NULL;
        done(automata_fa_reduce(made, AUTOMATA_REDUCE_BISIMULATION, &budget, &reduced, &error), &error);
        automata_fa_free(reduced);
    }
    automata_fa_free(made);
    done(automata_fa_repeat(automaton, 0, AUTOMATA_UNBOUNDED, &budget, &made, &error), &error);
    automata_fa_free(made);
    done(automata_fa_complement(automaton, NULL, &budget, &made, &error), &error);
    automata_fa_free(made);
    for (number = AUTOMATA_FORMAT_MATA; number <= AUTOMATA_FORMAT_BA; number++) {
        if (automata_fa_text(automaton, (automata_format)number, NULL, &text, &length, &error) == AUTOMATA_OK) {
            CHECK_OK(automata_fa_from_text(text, length, (automata_format)number, NULL, &made, &error));
            automata_fa_free(made);
        }
        automata_free(text);
    }
    if (automata_fa_state_count(automaton) > DEPTH) return;
    if (done(automata_regex_from_fa(automaton, NULL, &regex, &error), &error)) work_with_expression(regex);
    automata_regex_free(regex);
    if (done(automata_extended_from_fa(automaton, &budget, &extended, &error), &error))
        done(automata_extended_picture(extended, AUTOMATA_REGEX_SYNTAX_TEXTBOOK, &budget, &made, &error), &error);
    automata_fa_free(made);
    made = NULL;
    automata_extended_free(extended);
    for (number = AUTOMATA_GRAMMAR_RIGHT_LINEAR; number <= AUTOMATA_GRAMMAR_LEFT_LINEAR; number++) {
        if (done(automata_grammar_from_fa(automaton, (automata_grammar_property)number, &budget, &grammar, &error), &error))
            done(automata_fa_from_grammar(grammar, &budget, &made, &error), &error);
        automata_fa_free(made);
        made = NULL;
        automata_grammar_free(grammar);
    }
}

static void long_automata(void) {
    static const size_t counts[] = {DEPTH / 4, CHAIN};
    size_t i;
    int kind;
    for (i = 0; i < sizeof counts / sizeof *counts; i++)
        for (kind = 0; kind < 3; kind++) {
            automata_fa *automaton = chain(counts[i], kind & 1, kind >= 2);
            minimize_by_all(automaton);
            ask_all(automaton);
            make_all(automaton);
            automata_fa_free(automaton);
        }
}

/* ---- Texts of automata ---- */

static void nested_texts(void) {
    static const struct {
        const char *start, *before, *after;
        automata_format format;
    } nests[] = {
        {"{\"format\":", "[", "]", AUTOMATA_FORMAT_JSON}, {"", "{\"a\":", "}", AUTOMATA_FORMAT_JSON}, {"<structure>", "<a>", "</a>", AUTOMATA_FORMAT_JFLAP},
        {"digraph {", "subgraph {", "}", AUTOMATA_FORMAT_DOT}, {"digraph { a ->", "{ b ->", "}", AUTOMATA_FORMAT_DOT},
        {"@NFA-bits\n%Alphabet-auto\n%Initial q\n%Final q\nq ", "(a1 & ", ")", AUTOMATA_FORMAT_MATA},
        {"@NFA-bits\n%Alphabet-auto\n%Initial q\n%Final q\nq ", "!(a1 | ", ")", AUTOMATA_FORMAT_MATA},
    };
    size_t i, depth;
    for (i = 0; i < sizeof nests / sizeof *nests; i++)
        for (depth = 100; depth <= TEXT_SIZE / 10; depth *= 20) {
            buffer text = empty();
            automata_fa *automaton = NULL;
            automata_error error;
            append(&text, nests[i].start, 1);
            append(&text, nests[i].before, depth);
            append(&text, "a1", 1);
            append(&text, nests[i].after, depth);
            append(&text, " q\n", 1);
            (void)automata_fa_from_text(text.text, text.length, nests[i].format, NULL, &automaton, &error);
            CHECK((automaton == NULL) == (error.status != AUTOMATA_OK));
            automata_fa_free(automaton);
            free(text.text);
        }
}

/* ---- Statecharts ---- */

static int answer(automata_machine *machine, void *context) {
    (void)machine;
    (void)context;
    return 1;
}

static buffer nested(const char *start, const char *before, size_t depth, const char *middle, const char *after, const char *end) {
    buffer text = empty();
    append(&text, start, 1);
    append(&text, before, depth);
    append(&text, middle, 1);
    append(&text, after, depth);
    append(&text, end, 1);
    return text;
}

static const char expression_chart[] =
    "{\"format\": \"statechart\", \"variables\": {\"v\": \"1\"}, \"states\": [{\"name\": \"x\", \"transitions\": [{\"on\": \"a\", \"when\": \"";

/* Gives a variable a nested value, and reads it back. */
static void use_nested_value(void) {
    static const char text[] = "{\"format\": \"statechart\", \"variables\": {\"v\": \"1\"}, \"states\": [{\"name\": \"x\"}]}";
    automata_statechart_value value = AUTOMATA_STATECHART_VALUE_INIT;
    automata_statechart *chart = NULL;
    automata_machine *machine = NULL, *again = NULL;
    automata_error error;
    buffer list = nested("", "[", 63, "1", "]", "");
    char *snapshot = NULL;
    size_t length = 0;
    CHECK_OK(automata_statechart_from_text(text, sizeof text - 1, AUTOMATA_STATECHART_FORMAT_JSON, NULL, &chart, &error));
    CHECK_OK(automata_machine_start(chart, NULL, &machine, &error));
    value.kind = AUTOMATA_STATECHART_VALUE_JSON;
    value.text.data = list.text;
    value.text.length = list.length;
    CHECK_OK(automata_machine_assign(machine, "v", 1, &value, &error));
    CHECK_OK(automata_machine_evaluate(machine, "v", 1, &value, &error));
    CHECK(value.text.length == list.length);
    CHECK_OK(automata_machine_snapshot(machine, &snapshot, &length, &error));
    CHECK_OK(automata_machine_restore(chart, snapshot, length, NULL, &again, &error));
    automata_free(snapshot);
    automata_machine_free(again);
    automata_machine_free(machine);
    automata_statechart_free(chart);
    free(list.text);
}

/* Reads a nested chart, runs it, writes it and lets go of it. */
static void run_chart(const char *start, const char *before, size_t depth, const char *middle, const char *after, const char *end) {
    static const automata_statechart_binding functions[] = {{NULL, answer}};
    automata_statechart_options options = AUTOMATA_STATECHART_OPTIONS_INIT;
    automata_machine_options machine_options = AUTOMATA_MACHINE_OPTIONS_INIT;
    automata_statechart *chart = NULL;
    automata_machine *machine = NULL;
    automata_error error;
    buffer text = nested(start, before, depth, middle, after, end);
    int format;
    options.guards = options.actions = functions;
    options.guard_count = options.action_count = 1;
    CHECK_OK(automata_statechart_from_text(text.text, text.length, AUTOMATA_STATECHART_FORMAT_GUESS, &options, &chart, &error));
    if (chart != NULL) {
        CHECK_OK(automata_machine_start(chart, &machine_options, &machine, &error));
        CHECK_OK(automata_machine_send_named(machine, "a", 1, 0, NULL, &error));
        automata_machine_free(machine);
        CHECK(automata_statechart_definition(chart, 1) != NULL && automata_statechart_transition(chart, 1, 9) == NULL);
        for (format = AUTOMATA_STATECHART_FORMAT_JSON; format <= AUTOMATA_STATECHART_FORMAT_SCXML; format++) {
            char *written = NULL;
            size_t length;
            done(automata_statechart_text(chart, (automata_statechart_format)format, &written, &length, &error), &error);
            automata_free(written);
        }
    }
    automata_statechart_free(chart);
    free(text.text);
}

static void refuse_chart(buffer text) {
    automata_statechart *chart = NULL;
    automata_error error;
    CHECK(automata_statechart_from_text(text.text, text.length, AUTOMATA_STATECHART_FORMAT_GUESS, NULL, &chart, &error) == AUTOMATA_ERROR_TOO_LARGE);
    CHECK(chart == NULL);
    free(text.text);
}

static void statecharts(void) {
    static const char scxml[] = "<scxml version='1.0' xmlns:automata='urn:automata:statechart'>";
    run_chart(scxml, "<state>", 990, "", "</state>", "</scxml>");
    run_chart(scxml, "<parallel><state>", 450, "", "</state></parallel>", "</scxml>");
    run_chart(scxml, "<parallel><state>", 450, "<final/>", "</state></parallel>", "</scxml>");
    run_chart("<scxml version='1.0'><state id='x'><onentry>", "<if cond=\"In('x')\">", 63, "<raise event='q'/>", "</if>", "</onentry></state></scxml>");
    run_chart("{\"format\": \"statechart\", \"states\": [{\"name\": \"x\", \"transitions\": [{\"on\": \"a\", \"if\": ", "{\"not\": ", 63, "\"g\"", "}", "}]}]}");
    run_chart("{\"format\": \"statechart\", \"states\": [{\"name\": \"x\", \"transitions\": [{\"on\": \"a\", \"if\": ", "{\"all\": [", 63, "\"g\"", "]}", "}]}]}");
    run_chart("{\"format\": \"statechart\", \"states\": [{\"name\": \"x\", \"entry\": [", "{\"choose\": [{\"if\": \"g\", \"do\": [", 63, "\"p\"", "]}]}", "]}]}");
    /* Levels up to the limit, and one more. */
    run_chart(scxml, "<state>", 999, "", "</state>", "</scxml>");
    refuse_chart(nested(scxml, "<state>", 1000, "", "</state>", "</scxml>"));
    /* Wide ones: regions, operands, actions and branches. */
    run_chart("<scxml version='1.0' xmlns:automata='urn:automata:statechart' automata:orthogonal='true'>", "<state/>", WIDTH, "", "", "</scxml>");
    run_chart("{\"format\": \"statechart\", \"states\": [{\"name\": \"x\", \"transitions\": [{\"on\": \"a\", \"if\": {\"all\": [", "\"g\",", WIDTH, "\"g\"", "", "]}}]}]}");
    run_chart("{\"format\": \"statechart\", \"states\": [{\"name\": \"x\", \"transitions\": [{\"on\": \"a\", \"do\": [", "\"p\",", WIDTH, "\"p\"", "", "]}]}]}");
    run_chart(
        "<scxml version='1.0'><state id='x'><onentry><if cond='g'>", "<elseif cond='g'/>", WIDTH / 2, "<raise event='q'/>", "",
        "</if></onentry></state></scxml>");
    run_chart("{\"format\": \"statechart\", \"states\": [{\"name\": \"x\"}]", ", \"submachines\": [{\"name\": \"m\", \"states\": [{\"name\": \"y\"}]", 15, "", "}]", "}");
}

/* Expressions, loops and values. */
static void statecharts_with_expressions(void) {
    run_chart(expression_chart, "(", 32, "v == 2", ")", "\"}]}]}");
    run_chart(expression_chart, "(g || ", 32, "v == 2", ")", "\"}]}]}");
    run_chart(expression_chart, "[", 32, "v", "]", " == v\"}]}]}");
    run_chart(expression_chart, "In(", 32, "v", ")", "\"}]}]}");
    run_chart(
        "{\"format\": \"statechart\", \"variables\": {\"v\": \"1\"}, \"states\": [{\"name\": \"x\", \"transitions\": [{\"on\": \"a\", \"if\": {\"all\": [",
        "\"g\",", WIDTH, "{\"when\": \"v == 1\"}", "", "]}}]}]}");
    run_chart(
        "{\"format\": \"statechart\", \"variables\": {\"v\": \"1\"}, \"states\": [{\"name\": \"x\", \"entry\": [", "\"p\",", WIDTH,
        "{\"log\": \"v\", \"value\": \"v\"}", "", "]}]}");
    run_chart(
        "<scxml version='1.0'><state id='x'><onentry>", "<foreach array='[1]' item='i'><if cond='i == 1'>", 31, "<raise event='q'/>", "</if></foreach>",
        "</onentry></state></scxml>");
    use_nested_value();
}

/* ---- Feature models ---- */

static const char features_json[] = "{\"format\": \"features\", \"root\": {\"name\": \"x\", \"groups\": [{\"kind\": \"optional\", \"features\": [{\"name\": \"y\"}]}]";

/* Nested constraints of 128 levels, and more. */
static const struct {
    const char *before, *middle, *after;
    size_t depth;
} constraints[] = {
    {"{\"not\": ", "\"y\"", "}", 127}, {"{\"and\": [\"x\", ", "\"y\"", "]}", 127}, {"{\"or\": [", "\"y\"", ", \"x\"]}", 127},
    {"{\"atMostOne\": [", "\"y\"", ", \"x\"]}", 127}, {"{\"implies\": [", "\"y\"", ", \"x\"]}", 127}, {"{\"implies\": [\"x\", ", "\"y\"", "]}", 127},
    {"{\"equivalent\": [\"x\", ", "\"y\"", "]}", 127}, {"{\"or\": [{\"and\": [", "\"y\"", ", \"x\"]}, \"y\"]}", 63}, {"{\"or\": [", "true", "]}", 127},
    {"{\"and\": [", "{\"atMostOne\": [\"x\", \"y\"]}", "]}", 122},
};
enum { CONSTRAINT_COUNT = sizeof constraints / sizeof *constraints };

static automata_feature_model *read_constraint(size_t number, size_t more, const char *end, automata_error *error) {
    automata_feature_model *model = NULL;
    buffer text = empty();
    append(&text, features_json, 1);
    append(&text, "}, \"constraints\": [", 1);
    append(&text, constraints[number].before, constraints[number].depth + more);
    append(&text, constraints[number].middle, 1);
    append(&text, constraints[number].after, constraints[number].depth + more);
    append(&text, end, 1);
    (void)automata_feature_model_from_text(text.text, text.length, AUTOMATA_FEATURE_FORMAT_JSON, NULL, &model, error);
    free(text.text);
    return model;
}

/* Writes a model in all formats, and reads it again. */
static void write_features(const automata_feature_model *model) {
    automata_feature_model *again = NULL;
    automata_error error;
    int format;
    for (format = AUTOMATA_FEATURE_FORMAT_UVL; format <= AUTOMATA_FEATURE_FORMAT_JSON; format++) {
        char *written = NULL;
        size_t length = 0;
        if (done(automata_feature_model_text(model, (automata_feature_format)format, NULL, &written, &length, &error), &error)) {
            CHECK_OK(automata_feature_model_from_text(written, length, (automata_feature_format)format, NULL, &again, &error));
            automata_feature_model_free(again);
        }
        automata_free(written);
    }
}

static void feature_models(void) {
    static const struct {
        const char *start, *before, *middle, *after, *end;
        size_t depth;
    } texts[] = {
        {"features\n\tA {x ", "{y ", "1", "}", "}\n", 15}, {"features\n\tA {x ", "[", "1", "]", "}\n", 15},
        {"{\"format\": \"features\", \"root\": {\"name\": \"A\", \"attributes\": {\"x\": ", "{\"y\": ", "1", "}", "}}}", 15},
        {"{\"format\": \"features\", \"root\": {\"name\": \"A\", \"attributes\": {\"x\": ", "[", "1", "]", "}}}", 15},
        {"features\n\tA\nconstraints\n\t", "!", "A", "", "\n", 127}, {"features\n\tA\nconstraints\n\t", "(", "A", ")", "\n", 120},
        {"features\n\tA\nconstraints\n\t", "(A | !A & ", "A", ")", "\n", 60},
    };
    automata_feature_model *model = NULL;
    automata_error error;
    size_t i;
    for (i = 0; i < CONSTRAINT_COUNT; i++) {
        model = read_constraint(i, 0, "]}", &error);
        CHECK(model != NULL);
        write_features(model);
        automata_feature_model_free(model);
        /* Refused when it has been read for the most part. */
        CHECK(read_constraint(i, 20, "]}", &error) == NULL);
        CHECK(read_constraint(i, 0, "?", &error) == NULL);
        CHECK(read_constraint(i, 0, ", \"z\"]}", &error) == NULL);
    }
    for (i = 0; i < sizeof texts / sizeof *texts; i++) {
        buffer text = nested(texts[i].start, texts[i].before, texts[i].depth, texts[i].middle, texts[i].after, texts[i].end);
        CHECK_OK(automata_feature_model_from_text(text.text, text.length, AUTOMATA_FEATURE_FORMAT_GUESS, NULL, &model, &error));
        write_features(model);
        automata_feature_model_free(model);
        text.text[text.length - 2] = '?';
        CHECK(automata_feature_model_from_text(text.text, text.length, AUTOMATA_FEATURE_FORMAT_GUESS, NULL, &model, &error) != AUTOMATA_OK);
        free(text.text);
    }
}

/* A solver's answers, and rules in words. */
static void explain_features(const automata_feature_model *model) {
    automata_configurator *configurator = NULL;
    automata_feature_comparison *comparison = NULL;
    automata_products_options options = AUTOMATA_PRODUCTS_OPTIONS_INIT;
    automata_budget budget = modest();
    automata_error error;
    const size_t count = automata_feature_model_feature_names(model).count;
    const uint32_t constraints = (uint32_t)automata_feature_model_constraint_count(model);
    automata_feature_decision *decisions = (automata_feature_decision *)calloc(count, sizeof *decisions);
    automata_feature_rules *rules = NULL;
    size_t i;
    done(automata_feature_model_explain(model, AUTOMATA_FEATURE_FACT_SELECTED, (uint32_t)count - 1, NULL, 0, &budget, &rules, &error), &error);
    automata_feature_rules_free(rules);
    if (constraints > 0) done(automata_feature_model_explain(model, AUTOMATA_FEATURE_FACT_REDUNDANT, 0, NULL, 0, &budget, &rules, &error), &error);
    automata_feature_rules_free(rules);
    for (i = 0; i < count; i++) decisions[i] = i % 2 ? 1 : -1;
    done(automata_feature_model_violations(model, decisions, count, &rules, &error), &error);
    automata_feature_rules_free(rules);
    free(decisions);
    options.budget = &budget;
    done(automata_feature_comparison_new(model, model, &options, &comparison, &error), &error);
    automata_feature_comparison_free(comparison);
    if (constraints == 0) return;
    if (automata_configurator_from_feature_model(model, &budget, &configurator, &error) == AUTOMATA_OK)
        (void)automata_configurator_decide(configurator, 1, AUTOMATA_FEATURE_DECISION_SELECTED, &budget, &error);
    CHECK(error.status == AUTOMATA_OK || error.status == AUTOMATA_ERROR_REFUSED || error.status == AUTOMATA_ERROR_BUDGET_EXCEEDED);
    automata_configurator_free(configurator);
}

/* Trees of many levels and constraints of many, compiled and asked. */
static void products(void) {
    automata_feature_model *model = NULL;
    automata_error error;
    buffer text = empty();
    size_t i;
    int engine;
    append(&text, "{\"format\": \"features\", \"root\": {\"name\": \"r\"", 1);
    for (i = 0; i < CHAIN; i++) {
        char line[80];
        snprintf(line, sizeof line, ", \"groups\": [{\"kind\": \"optional\", \"features\": [{\"name\": \"n%zu\"", i);
        append(&text, line, 1);
    }
    append(&text, "}]}]", CHAIN);
    append(&text, "}}", 1);
    for (i = 0; i <= CONSTRAINT_COUNT; i++) {
        if (i < CONSTRAINT_COUNT) model = read_constraint(i, 0, "]}", &error);
        else CHECK_OK(automata_feature_model_from_text(text.text, text.length, AUTOMATA_FEATURE_FORMAT_JSON, NULL, &model, &error));
        for (engine = AUTOMATA_FEATURE_ENGINE_AUTOMATIC; engine <= AUTOMATA_FEATURE_ENGINE_LAYERED_DFA; engine++) {
            automata_products_options options = AUTOMATA_PRODUCTS_OPTIONS_INIT;
            automata_products *made = NULL;
            automata_random *random = NULL;
            automata_integers *counts = NULL;
            automata_feature_decision *found = NULL;
            uint32_t *sets = NULL;
            size_t count;
            automata_budget budget = modest();
            options.budget = &budget;
            options.engine = (automata_feature_engine)engine;
            if (!done(automata_products_new(model, &options, &made, &error), &error)) continue;
            CHECK_OK(automata_random_new(3, &random, &error));
            done(automata_products_sample(made, random, 3, &budget, &found, &error), &error);
            automata_free(found);
            automata_random_free(random);
            done(automata_products_feature_counts(made, &budget, &counts, &error), &error);
            automata_integers_free(counts);
            if (i < CONSTRAINT_COUNT) {
                done(automata_products_atomic_sets(made, &budget, &sets, &count, &error), &error);
                automata_free(sets);
            }
            automata_products_free(made);
        }
        explain_features(model);
        automata_feature_model_free(model);
    }
    free(text.text);
}

/* ---- Ink ---- */

/* Lists of elements within each other as deep as they may be, and what is skipped and grouped at any depth. */
static void ink(void) {
    static const struct {
        automata_ink_format format;
        const char *first, *opening, *middle, *closing, *last;
        size_t depth;
    } texts[] = {
        {AUTOMATA_INK_FORMAT_JSON, "", "{\"elements\":[", "{\"a\":\"b\",\"strokes\":[[[1,2]]]}", "]}", "", 7},
        {AUTOMATA_INK_FORMAT_JSON, "", "[{\"elements\":", "[[[1,2]]]", "}]", "", 6},
        {AUTOMATA_INK_FORMAT_JSON, "{\"points\":[],\"a\":", "[", "1", "]", "}", 50 * DEPTH},
        {AUTOMATA_INK_FORMAT_JSON, "", "[", "", "]", "", 50 * DEPTH},
        {AUTOMATA_INK_FORMAT_INKML, "<ink>", "<traceGroup>", "<trace>1 2</trace>", "</traceGroup>", "</ink>", 10 * DEPTH},
        {AUTOMATA_INK_FORMAT_DOLLAR, "<Gesture>", "<a>", "", "</a>", "</Gesture>", 20 * DEPTH},
    };
    automata_error error;
    size_t i;
    for (i = 0; i < sizeof texts / sizeof *texts; i++) {
        automata_ink *read = NULL;
        buffer text = empty();
        char *written = NULL;
        size_t length = 0;
        append(&text, texts[i].first, 1);
        append(&text, texts[i].opening, texts[i].depth);
        append(&text, texts[i].middle, 1);
        append(&text, texts[i].closing, texts[i].depth);
        append(&text, texts[i].last, 1);
        (void)automata_ink_from_text(text.text, text.length, texts[i].format, NULL, &read, &error);
        if (error.status != AUTOMATA_OK && (i != 3 || error.status != AUTOMATA_ERROR_INVALID_TEXT))
            check_failed(__FILE__, __LINE__, texts[i].opening, error.message);
        if (read != NULL) CHECK_OK(automata_ink_text(read, AUTOMATA_INK_FORMAT_INKML, &written, &length, &error));
        automata_free(written);
        automata_ink_free(read);
        free(text.text);
    }
}

/* ---- Numbers ---- */

static void numbers(void) {
    automata_budget budget = modest();
    automata_fa *automaton = chain(DEPTH / 4, true, false);
    automata_counter *counter = NULL;
    automata_integers *list = NULL, *other = NULL;
    automata_integer *integer = NULL, *place = NULL;
    automata_ranking *ranking = NULL;
    automata_sampler *sampler = NULL;
    automata_random *source = NULL;
    automata_word_iterator *words = NULL;
    automata_letter *letters = NULL;
    automata_error error;
    size_t count, *offsets = NULL;
    double lower, upper;
    int method;
    bool found;
    buffer digits = empty();
    char *text = NULL;
    append(&digits, "7", 100000);
    CHECK_OK(automata_integer_from_text(digits.text, digits.length, NULL, &integer, &error));
    CHECK_OK(automata_integer_text(integer, NULL, &text, &count, &error));
    CHECK(count == digits.length);
    automata_free(text);
    free(digits.text);
    done(automata_counter_new(automaton, &budget, &counter, &error), &error);
    for (method = AUTOMATA_COUNTING_AUTOMATIC; method <= AUTOMATA_COUNTING_RECURRENCE; method++) {
        automata_integer *number = NULL;
        done(automata_counter_count(counter, 5000, (automata_counting)method, &budget, &number, &error), &error);
        automata_integer_free(number);
    }
    done(automata_counter_recurrence(counter, &budget, &list, &other, &error), &error);
    automata_integers_free(list);
    automata_integers_free(other);
    done(automata_counter_generating_function(counter, &budget, &list, &other, &error), &error);
    automata_integers_free(list);
    automata_integers_free(other);
    done(automata_counter_growth_rate(counter, 0, &budget, &lower, &upper, &error), &error);
    automata_counter_free(counter);
    if (done(automata_ranking_new(automaton, &budget, &ranking, &error), &error)) {
        done(automata_ranking_unrank(ranking, integer, &budget, &letters, &count, &error), &error);
        if (letters != NULL) done(automata_ranking_rank(ranking, letters, count, false, &budget, &place, &error), &error);
        automata_integer_free(place);
        automata_free(letters);
    }
    automata_ranking_free(ranking);
    CHECK_OK(automata_random_new(3, &source, &error));
    if (done(automata_sampler_new(automaton, 3000, true, &budget, &sampler, &error), &error)) {
        done(automata_sampler_draw(sampler, source, 5, &budget, &letters, &offsets, &error), &error);
        automata_free(letters);
        automata_free(offsets);
    }
    automata_sampler_free(sampler);
    automata_random_free(source);
    if (done(automata_word_iterator_new(automaton, 0, SIZE_MAX, &budget, &words, &error), &error))
        for (method = 0; method < 3; method++) done(automata_word_iterator_next(words, &budget, &found, &error), &error);
    automata_word_iterator_free(words);
    automata_integer_free(integer);
    automata_fa_free(automaton);
}

/* ---- Threads ---- */

static void *call(void *part) {
    (*(void (**)(void))part)();
    return NULL;
}

static void run(void (*part)(void), size_t stack) {
    pthread_attr_t attributes;
    pthread_t thread;
    if (pthread_attr_init(&attributes) != 0 || pthread_attr_setstacksize(&attributes, stack) != 0) exit(2);
    if (pthread_create(&thread, &attributes, call, (void *)&part) != 0) exit(2);
    pthread_join(thread, NULL);
    pthread_attr_destroy(&attributes);
}

int main(void) {
    run(nested_texts, SMALL);
    run(evaluation, SMALL);
    run(expressions, SMALL);
    run(searches, SMALL);
    run(grammars, SMALL);
    run(long_automata, SMALL);
    run(statecharts, SMALL);
    run(feature_models, SMALL);
    run(ink, SMALL);
    run(statecharts_with_expressions, LARGER);
    run(products, LARGER);
    run(numbers, LARGER);
    return check_done();
}
