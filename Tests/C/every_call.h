/*
 * What the calls that every_call.py writes are made with, and how they are judged: none ends the process, a status is a known one, a
 * failure has a message, leaves zeros in its results and needs no place for the error, what is of no use is refused, what is absent has
 * nothing, and a budget holds. All calls are made in children, so that one that crashes is told by its name: on the thread of the
 * program, on threads with the stack that automata.h promises to be enough, on several threads at once with the same handles, and
 * with budgets that are cancelled at each point.
 */
#ifndef EVERY_CALL_H
#define EVERY_CALL_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "check.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { POINT_COUNT = 5, THREAD_COUNT = 4, SECONDS = 60 };
/* Sanitizers have frames of their own. */
#if defined(__SANITIZE_ADDRESS__)
enum { SMALL_STACK = 4 << 20, COUNTING_STACK = 4 << 20 };
#else
enum { SMALL_STACK = 64 << 10, COUNTING_STACK = 256 << 10 };
#endif

/* What is wanted of a call: a status, any one, or any failure. */
enum { ANY = 1, FAILURE = 2, DONE = AUTOMATA_OK, REFUSED = AUTOMATA_ERROR_INVALID_ARGUMENT };

/* Whether a call asks its budget's callback. */
typedef enum { NEVER, SOMETIMES, ALWAYS } asking;

typedef struct call {
    const char *name;
    const char *argument;
    void (*make)(const struct call *, automata_error *);
    int parameter;
    int value;
    int wanted;
    asking asks;
    /* The least memory is enough. */
    bool is_frugal;
} call;

/* Whether a call gives a parameter its n-th value. */
#define AT(index, number) (c->parameter == (index) && c->value == (number))

/* What a result's place holds before a call. */
static char junk;
#define JUNK(type) ((type *)(void *)&junk)

/* What all processes see: how far the child is, and how much went wrong. */
typedef struct progress {
    size_t at;
    size_t failures;
    size_t calls;
} progress;
static volatile progress *shared_progress;

static void fail_call(const call *c, const char *what, const char *more) {
    fprintf(stderr, "%s, value %d of '%s': %s%s%s\n", c->name, c->value, c->argument, what, *more ? ": " : "", more);
    __sync_fetch_and_add(&shared_progress->failures, 1);
}

#define EXPECT(condition) \
    do { \
        if (!(condition)) fail_call(c, "not so after the failure", #condition); \
    } while (0)

/* The budget of all calls of a thread, and what the calls make of it. */
static __thread struct {
    uint64_t states, bytes;
    /* The number of the question at which the callback cancels; 0 for none. */
    uint64_t cancel_at;
    uint64_t asked;
    /* Only budgets are looked at, whatever a call is wanted for. */
    bool is_on;
    automata_status status;
} watch;

/* What reserved members of an error hold. */
static const uint64_t no_values[4] = {0};

/* `error` is NULL if the call had no place for it. */
static inline void judge(const call *c, automata_status status, const automata_error *error) {
    if (strcmp(automata_status_string(status), "unknown status") == 0) fail_call(c, "an unknown status", "");
    if (error != NULL) {
        const char *end = (const char *)memchr(error->message, 0, sizeof error->message);
        if (error->status != status || end == NULL || (end == error->message) != (status == AUTOMATA_OK))
            fail_call(c, "the error isn't what the status says", "");
        if (error->reserved != 0 || memcmp(error->reserved_values, no_values, sizeof no_values) != 0)
            fail_call(c, "a reserved member isn't 0", "");
        if (end == NULL) return;
    }
    watch.status = status;
    if (watch.is_on || c->wanted == ANY) return;
    if (c->wanted == FAILURE ? status == AUTOMATA_OK : status != (automata_status)c->wanted)
        fail_call(c, automata_status_string(status), error != NULL ? error->message : "");
}

/* ---- What is given ---- */

static volatile int odd_numbers[] = {-1, 1000, INT_MIN, INT_MAX};
static const char mata_text[] = "@NFA-explicit\n%Alphabet-auto\n%Initial p\n%Final r\np 0 p\np 1 p\np 0 q\nq 1 r\n";
static const char mealy_text[] =
    "{\"format\": \"automata\", \"version\": 1, \"kind\": \"Mealy\", \"inputs\": [\"0\", \"1\", \"2\"], \"outputs\": [\"x\"],"
    " \"states\": 2, \"initial\": 0, \"transitions\": [[0, \"0\", \"x\", 1], [1, \"1\", \"x\", 0]]}";
static const char chart_text[] =
    "{\"format\": \"statechart\", \"name\": \"c\", \"variables\": {\"n\": 1}, \"states\": [{\"name\": \"a\", \"transitions\": [{\"on\": \"e\", \"to\": \"b\"}]},"
    "{\"name\": \"b\", \"entry\": [{\"send\": \"e\", \"after\": 5}], \"transitions\": [{\"on\": \"e\", \"to\": \"a\"}]}]}";
static const char invoking_text[] =
    "{\"format\": \"statechart\", \"name\": \"c\", \"variables\": {\"n\": 1}, \"states\": [{\"name\": \"a\", \"transitions\": [{\"on\": \"e\", \"to\": \"b\"}]},"
    "{\"name\": \"b\", \"entry\": [{\"send\": \"e\", \"after\": 5}], \"transitions\": [{\"on\": \"e\", \"to\": \"a\"}], \"invocations\":"
    " [{\"id\": \"i\", \"chart\": {\"states\": [{\"name\": \"x\", \"entry\": [{\"send\": \"f\", \"after\": 2}]}]}}]}]}";
static const char assembly_text[] =
    "{\"components\": {\"c\": {\"in\": {\"in\": [\"tick\"]}}}, \"environment\": {\"in\": \"c.in\"}}";
static const char *const tick_names[] = {"tick"}, *const price_names[] = {"price"}, *const no_names[] = {NULL};
static const automata_component_port component_ports[] = {
    {"in", AUTOMATA_PORT_INPUT, false, {false, false, false}, tick_names, 1, NULL, 0},
    {"out", AUTOMATA_PORT_OUTPUT, true, {false, false, false}, tick_names, 1, NULL, 0},
    {"ask", AUTOMATA_PORT_INPUT, false, {false, false, false}, NULL, 0, price_names, 1},
    {"own", AUTOMATA_PORT_EVENT, false, {false, false, false}, tick_names, 1, NULL, 0}};
static const automata_component_port odd_ports[] = {
    {"in", (automata_port_direction)9, false, {false, false, false}, tick_names, 1, NULL, 0},
    {"in", AUTOMATA_PORT_INPUT, false, {false, false, false}, no_names, 1, NULL, 0}};
enum { FEATURE_COUNT = 9 };
static const char features_text[] =
    "features\n\ta\n\t\toptional\n\t\t\tb\n\t\t\tc\n\t\t\td\n\t\t\te\n\t\t\tf\n\t\t\tg\n\t\t\th\n\t\t\ti\n"
    "constraints\n\tb | !e | f\n\tc | !f | g\n\td | !g | h\n\te | !h | i\n\tf | !i | b\n\tg | !b | c\n\th | !c | d\n";
static const char ink_text[] = "[{\"kind\":\"a\",\"points\":[[1,2,0.5],[3,4,1]]},[[5,6]],{\"text\":\"b\",\"at\":[1,2]}]";
static const char other_features_text[] = "features\n\ta\n\t\toptional\n\t\t\tb\n\t\t\tc\nconstraints\n\tb => c\n";
static const char line_text[] =
    "{\"Name\": \"l\", \"Version\": \"1\", \"Core\": \"Core\", \"Library\": \"L\", \"Entry\": \"start\", \"Types\": {}, \"Features\": {}}";
static const char product_text[] = "{\"Name\": \"p\", \"Identifier\": \"p\", \"Version\": \"1\", \"Features\": [\"a\"], \"Resources\": [\"r\"]}";
/* The core's manifest, and any other file. */
static inline bool give_file(const char *path, size_t length, bool is_of_product, automata_text *content, void *context) {
    (void)path, (void)length, (void)is_of_product, (void)context;
    content->data = "\"L\"";
    content->length = 3;
    return true;
}
static const automata_feature_decision some_decisions[FEATURE_COUNT] = {1}, odd_decisions[FEATURE_COUNT] = {1, 3};
static const int64_t some_weights[FEATURE_COUNT] = {1, -2, 3}, odd_weights[FEATURE_COUNT] = {INT64_MIN, INT64_MAX};
static inline automata_feature_decision *own_decisions(void) {
    static __thread automata_feature_decision decisions[FEATURE_COUNT];
    memset(decisions, 0, sizeof decisions);
    return decisions;
}
static const automata_statechart_binding odd_bindings[] = {{"x", NULL}};
static const automata_symbol some_symbols[] = {0, 1}, odd_word[] = {UINT32_MAX, 0x80000000u};
static const automata_state some_states[] = {0};
static const automata_symbol_range some_ranges[] = {{'a', 'z', 0}}, odd_ranges[] = {{UINT32_MAX, 0, UINT32_MAX}};
static const automata_transition some_transitions[] = {{0, 0, 1}}, odd_transitions[] = {{UINT32_MAX, UINT32_MAX, UINT32_MAX}};
static const automata_point some_points[POINT_COUNT] = {{0, 0}, {30, 1}, {60, -1}, {90, 0}, {120, 1}};
static const size_t name_lengths[] = {1, 1, 1}, stroke_lengths[] = {3, 2}, hostile_lengths[] = {SIZE_MAX / 2, SIZE_MAX / 2 + 9};
static const size_t some_offsets[] = {0, 1, 2}, hostile_offsets[] = {0, 1, SIZE_MAX / 2}, descending_offsets[] = {0, 2, 1};
static const automata_sketch_element some_elements[] = {{AUTOMATA_SKETCH_STATE, 1}, {AUTOMATA_SKETCH_TRANSITION, 3}};
static const automata_placed_text sketch_texts[] = {{"a", 1, {30, 1}}}, odd_texts[] = {{"\xff", 1, {0, 0}}};
static const automata_ink_label odd_labels[] = {{SIZE_MAX, {"a", 1}, {"b", 1}}};
static const uint64_t some_limbs[] = {1, 2};
static const char *const some_names[] = {"x", "y", "z"}, *const names_with_a_hole[] = {"x", NULL, "z"};
static const char *const some_texts[] = {mata_text, mata_text};
static const automata_format some_formats[] = {AUTOMATA_FORMAT_MATA, AUTOMATA_FORMAT_GUESS};
static const automata_read_options *const no_options[] = {NULL, NULL};

static inline double infinity(void) {
    volatile double large = 1e308;
    return large * 10;
}
static inline double not_a_number(void) { return infinity() - infinity(); }

static automata_point odd_points[POINT_COUNT];
static automata_sketch_element odd_elements[2];
/* Longer than the model, in whose place it is given with the model's length. */
static char long_text_room[1 << 20];
static inline const char *long_text(void) { return long_text_room; }

static inline int ask(uint64_t built, uint64_t pending, void *context) {
    (void)built, (void)pending, (void)context;
    return ++watch.asked == watch.cancel_at;
}

static inline automata_budget small_budget(void) {
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    budget.maximum_states = watch.states;
    budget.maximum_bytes = watch.bytes;
    budget.progress = ask;
    return budget;
}

/* Handles that don't change. */
static struct {
    automata_alphabet *alphabet;
    automata_fa *fa, *dfa;
    automata_fa *two[2], *languages[2];
    automata_counter *counter;
    automata_expression *expression;
    automata_extended *extended;
    automata_derivation *derivation;
    automata_feature_comparison *feature_comparison;
    automata_feature_model *feature_model;
    automata_feature_rules *feature_rules;
    automata_grammar *grammar;
    automata_mealy *mealy;
    automata_analysis *analysis;
    automata_homomorphism *homomorphism;
    automata_ink *ink;
    automata_integer *integer;
    automata_integers *integers;
    automata_matcher *matcher;
    automata_preorder *preorder;
    automata_products *products;
    automata_ranking *ranking;
    automata_regex *regex;
    automata_run *run;
    automata_sampler *sampler;
    automata_searcher *searcher, *lexer;
    automata_statechart *statechart, *invoking_chart;
    automata_stroke_recognizer *stroke_recognizer;
    automata_character_recognizer *character_recognizer;
    automata_witness *witness;
    char *model, *characters, *gestures, *document, *snapshot;
    size_t model_length, characters_length, gestures_length, document_length, snapshot_length;
    uint8_t *saved_searcher, *saved_matcher, *saved_counter, *saved_products;
    size_t saved_searcher_size, saved_matcher_size, saved_counter_size, saved_products_size;
    char in_path[64], out_path[80], chart_path[80], features_path[80], ink_path[80], assembly_path[80];
    const char *paths[2];
    automata_regex *regexes[2];
} world;

#define MAKE(call) \
    do { \
        automata_error make_error; \
        automata_error *error = &make_error; \
        if ((call) != AUTOMATA_OK) { \
            fprintf(stderr, "%s: %s\n", #call, make_error.message); \
            _exit(2); \
        } \
    } while (0)

static inline automata_builder *empty_builder(void) {
    automata_builder *builder = NULL;
    MAKE(automata_builder_new(world.alphabet, &builder, error));
    return builder;
}

static inline automata_builder *own_builder(void) {
    automata_builder *builder = empty_builder();
    automata_state first;
    MAKE(automata_builder_state(builder, "p", 1, &first, error));
    MAKE(automata_builder_state(builder, "q", 1, &first, error));
    MAKE(automata_builder_add_transition(builder, 0, 1, 1, error));
    return builder;
}

static inline automata_gesture_recognizer *own_gesture_recognizer(void) {
    automata_gesture_recognizer *recognizer = NULL;
    uint32_t example;
    MAKE(automata_gesture_recognizer_new(AUTOMATA_GESTURE_ANY_SCALE, &recognizer, error));
    MAKE(automata_gesture_recognizer_add(recognizer, "0", 1, some_points, stroke_lengths, 2, &example, error));
    return recognizer;
}

static inline automata_configurator *own_configurator(void) {
    automata_configurator *configurator = NULL;
    MAKE(automata_configurator_from_products(world.products, &configurator, error));
    return configurator;
}

static inline automata_random *own_random(void) {
    automata_random *random = NULL;
    MAKE(automata_random_new(7, &random, error));
    return random;
}

static inline automata_scan *own_scan(void) {
    automata_scan *scan = NULL;
    MAKE(automata_scan_new(world.matcher, &scan, error));
    return scan;
}

static inline automata_regex *bytes_regex(void) {
    automata_regex *regex = NULL;
    MAKE(automata_regex_from_text("[0-9]+\\b|x*y", AUTOMATA_ZERO_TERMINATED, NULL, &regex, error));
    return regex;
}

static const automata_search_match some_match = {0, 1, 0x100, 0, 0};

static inline int answer_inputs(const automata_symbol *inputs, size_t count, automata_symbol *outputs, void *context) {
    (void)context;
    for (size_t i = 0; i < count; i++) outputs[i] = inputs[i];
    return 0;
}

static inline int look_at_match(const automata_search_match *match, void *context) {
    (void)context;
    if (match->start > match->end || match->pattern > 1) abort();
    return 0;
}

static inline int look_at_end(uint64_t position, const uint32_t *patterns, size_t count, void *context) {
    (void)context;
    if (count == 0 || patterns[count - 1] > 1 || position > 1000) abort();
    return 0;
}

static inline automata_search *own_search(void) {
    automata_search *search = NULL;
    MAKE(automata_search_new(world.searcher, NULL, &search, error));
    return search;
}

/* A state with its initial mark, one without, an arrow between them, and ink. */
static inline automata_sketch *own_sketch(void) {
    automata_sketch *sketch = NULL;
    uint64_t first, second;
    MAKE(automata_sketch_new(world.stroke_recognizer, &sketch, error));
    MAKE(automata_sketch_add_state(sketch, "p", 1, some_points[0], true, &first, NULL, error));
    MAKE(automata_sketch_add_state(sketch, "", 0, some_points[4], false, &second, NULL, error));
    MAKE(automata_sketch_add_transition(sketch, first, second, NULL, NULL, NULL, NULL, error));
    MAKE(automata_sketch_set_symbols(sketch, 3, some_names, NULL, 3, NULL, error));
    MAKE(automata_sketch_set_initial(sketch, first, true, NULL, error));
    MAKE(automata_sketch_draw(sketch, some_points, stroke_lengths, 2, NULL, error));
    MAKE(automata_sketch_reinterpret(sketch, 1, AUTOMATA_SKETCH_READING_NONE, NULL, error));
    return sketch;
}

static inline automata_word_iterator *own_word_iterator(void) {
    automata_word_iterator *words = NULL;
    MAKE(automata_word_iterator_new(world.fa, 0, SIZE_MAX, NULL, &words, error));
    return words;
}

/* By turns a machine alone, and one that has invoked a chart. */
static inline automata_machine *own_machine(void) {
    static unsigned turn;
    automata_machine *machine = NULL;
    MAKE(automata_machine_start(turn++ % 2 == 0 ? world.statechart : world.invoking_chart, NULL, &machine, error));
    MAKE(automata_machine_send(machine, 1, 0, NULL, error));
    return machine;
}

static const automata_statechart_value some_value = {AUTOMATA_STATECHART_VALUE_NUMBER, 7, {NULL, 0}};
static const automata_statechart_value odd_value = {(automata_statechart_value_kind)9, 0, {NULL, 0}};
static const automata_statechart_value odd_json = {AUTOMATA_STATECHART_VALUE_JSON, 0, {"[", 1}};

static void look_at_note(const char *note, void *context) {
    (void)context;
    if (*note == '\0') abort();
}

static int look_at_event(const automata_trace_event *event, void *context) {
    (void)context;
    return event->reserved != 0 || event->name.data == NULL;
}

/* Answers commands, and sends what comes on. */
static int handle_message(automata_simulation *simulation, const automata_message *message, void *context) {
    (void)context;
    if (message->kind == AUTOMATA_MESSAGE_COMMAND)
        return automata_component_answer(simulation, message->command, &message->body, NULL);
    if (message->kind == AUTOMATA_MESSAGE_PLAIN && automata_component_name(simulation) != NULL)
        return automata_component_send(simulation, "out", "tick", &message->body, 5, NULL) != AUTOMATA_OK;
    return 0;
}

static inline automata_assembly *own_assembly(void) {
    automata_assembly *assembly = NULL;
    automata_component_definition component = AUTOMATA_COMPONENT_DEFINITION_INIT;
    MAKE(automata_assembly_from_text(assembly_text, sizeof assembly_text - 1, NULL, &assembly, error));
    component.ports = component_ports, component.port_count = 4, component.handler = handle_message;
    component.name = "a";
    MAKE(automata_assembly_add(assembly, &component, error));
    component.name = "b";
    MAKE(automata_assembly_add(assembly, &component, error));
    MAKE(automata_assembly_connect(assembly, "a.out", "b.in", AUTOMATA_CHANNEL_ALL, 0, error));
    return assembly;
}

/* A run with messages that wait, some for later. */
static inline automata_simulation *own_simulation(void) {
    automata_assembly *assembly = own_assembly();
    automata_simulation *simulation = NULL;
    automata_simulation_options options = AUTOMATA_SIMULATION_OPTIONS_INIT;
    options.trace_limit = 100;
    MAKE(automata_simulation_start(assembly, &options, &simulation, error));
    for (int i = 0; i < 2; i++) {
        MAKE(automata_simulation_send(simulation, "a.in", "tick", &some_value, error));
        if (i == 0) MAKE(automata_simulation_step(simulation, NULL, error));
    }
    automata_assembly_free(assembly);
    return simulation;
}

static inline automata_statechart_builder *own_statechart_builder(void) {
    automata_statechart_builder *builder = NULL;
    automata_statechart_state_definition state = AUTOMATA_STATECHART_STATE_DEFINITION_INIT;
    state.name = "b";
    MAKE(automata_statechart_builder_new(&state, &builder, error));
    state.name = "p";
    MAKE(automata_statechart_builder_add_state(builder, &state, error));
    return builder;
}

static void look_at_record(automata_machine *machine, const automata_machine_record *record, void *context) {
    (void)context;
    if (automata_machine_has_ended(machine) || (unsigned)record->kind > 4) abort();
}

static int refuse_request(automata_machine *machine, const automata_machine_request *request, void *context) {
    (void)context;
    if (automata_machine_has_ended(machine) || (unsigned)request->kind > 5) abort();
    return -1;
}

static automata_statechart *load_nothing(automata_machine *machine, const char *location, void *context) {
    (void)machine;
    (void)location;
    (void)context;
    return NULL;
}

/* For budgets the automata are larger, so that there is something to cancel. */
static void make_world(bool is_large) {
    automata_machine *machine;
    automata_feature_model *other = NULL;
    automata_derivation_options deriving = AUTOMATA_DERIVATION_OPTIONS_INIT;
    automata_gesture_recognizer *gestures;
    automata_extended *extended = NULL;
    automata_sketch *sketch;
    size_t i;
    world.fa = is_large ? kth_from_end(6) : ends_with_01();
    world.dfa = minimal(is_large ? kth_from_end(7) : ends_with_01());
    world.two[0] = world.fa;
    world.two[1] = world.dfa;
    world.languages[0] = world.fa;
    world.alphabet = automata_alphabet_retain(automata_fa_alphabet(world.fa));
    world.paths[0] = world.paths[1] = world.in_path;
    MAKE(automata_counter_new(world.fa, NULL, &world.counter, error));
    MAKE(automata_extended_from_fa(world.fa, NULL, &extended, error));
    MAKE(automata_extended_with_own_ends(extended, &world.extended, error));
    automata_extended_free(extended);
    MAKE(automata_mealy_from_text(mealy_text, sizeof mealy_text - 1, AUTOMATA_MEALY_FORMAT_JSON, NULL, &world.mealy, error));
    MAKE(automata_grammar_from_text("S -> 0S | 1A | \"\"\nA -> S | 0", AUTOMATA_ZERO_TERMINATED, world.alphabet, NULL, &world.grammar, error));
    MAKE(automata_homomorphism_new(world.alphabet, world.alphabet, some_offsets, some_symbols, &world.homomorphism, error));
    MAKE(automata_ink_from_text(ink_text, sizeof ink_text - 1, AUTOMATA_INK_FORMAT_JSON, NULL, &world.ink, error));
    MAKE(automata_integer_from_text("12345678901234567890123", AUTOMATA_ZERO_TERMINATED, NULL, &world.integer, error));
    MAKE(automata_counter_count_each(world.counter, 9, NULL, &world.integers, error));
    MAKE(automata_matcher_new(world.dfa, &world.matcher, error));
    MAKE(automata_fa_simulation(world.fa, AUTOMATA_DIRECTION_FORWARD, NULL, &world.preorder, error));
    MAKE(automata_ranking_new(world.fa, NULL, &world.ranking, error));
    MAKE(automata_regex_from_fa(world.fa, NULL, &world.regex, error));
    MAKE(automata_run_on_text(world.fa, "0101", 4, NULL, 0, NULL, &world.run, error));
    world.regexes[0] = world.regexes[1] = bytes_regex();
    MAKE(automata_searcher_from_regexes(world.regexes, 2, NULL, &world.searcher, error));
    MAKE(automata_searcher_from_words(some_names, NULL, 3, NULL, &world.lexer, error));
    MAKE(automata_searcher_save(world.searcher, &world.saved_searcher, &world.saved_searcher_size, error));
    MAKE(automata_matcher_save(world.matcher, &world.saved_matcher, &world.saved_matcher_size, error));
    MAKE(automata_counter_save(world.counter, &world.saved_counter, &world.saved_counter_size, error));
    MAKE(automata_sampler_new(world.fa, 20, true, NULL, &world.sampler, error));
    MAKE(automata_stroke_recognizer_new(&world.stroke_recognizer, error));
    MAKE(automata_stroke_recognizer_text(world.stroke_recognizer, &world.model, &world.model_length, error));
    MAKE(automata_character_recognizer_new(&world.character_recognizer, error));
    MAKE(automata_character_recognizer_text(world.character_recognizer, &world.characters, &world.characters_length, error));
    MAKE(automata_fa_shortest_word(world.fa, &world.witness, error));
    MAKE(automata_expression_from_text("x & !y", AUTOMATA_ZERO_TERMINATED, NULL, &world.expression, error));
    MAKE(automata_statechart_from_text(chart_text, sizeof chart_text - 1, AUTOMATA_STATECHART_FORMAT_JSON, NULL, &world.statechart, error));
    MAKE(automata_analysis_new(world.statechart, NULL, &world.analysis, error));
    MAKE(automata_statechart_from_text(invoking_text, sizeof invoking_text - 1, AUTOMATA_STATECHART_FORMAT_JSON, NULL, &world.invoking_chart, error));
    MAKE(automata_feature_model_from_text(features_text, sizeof features_text - 1, AUTOMATA_FEATURE_FORMAT_UVL, NULL, &world.feature_model, error));
    MAKE(automata_products_new(world.feature_model, NULL, &world.products, error));
    MAKE(automata_products_save(world.products, NULL, &world.saved_products, &world.saved_products_size, error));
    MAKE(automata_feature_model_from_text(
        other_features_text, sizeof other_features_text - 1, AUTOMATA_FEATURE_FORMAT_UVL, NULL, &other, error));
    MAKE(automata_feature_comparison_new(world.feature_model, other, NULL, &world.feature_comparison, error));
    automata_feature_model_free(other);
    deriving.load = give_file;
    MAKE(automata_derivation_new(world.products, line_text, sizeof line_text - 1, product_text, sizeof product_text - 1, &deriving, &world.derivation, error));
    MAKE(automata_feature_model_explain(world.feature_model, AUTOMATA_FEATURE_FACT_SELECTED, 0, some_decisions, FEATURE_COUNT, NULL, &world.feature_rules, error));
    machine = own_machine();
    MAKE(automata_machine_snapshot(machine, &world.snapshot, &world.snapshot_length, error));
    automata_machine_free(machine);
    gestures = own_gesture_recognizer();
    MAKE(automata_gesture_recognizer_text(gestures, &world.gestures, &world.gestures_length, error));
    automata_gesture_recognizer_free(gestures);
    sketch = own_sketch();
    MAKE(automata_sketch_text(sketch, &world.document, &world.document_length, error));
    automata_sketch_free(sketch);
    for (i = 0; i < 2; i++) {
        odd_elements[i].kind = (automata_sketch_kind)odd_numbers[i];
        odd_elements[i].id = UINT64_MAX;
    }
    for (i = 0; i < POINT_COUNT; i++) {
        odd_points[i].x = i % 2 ? infinity() : 1e308;
        odd_points[i].y = i % 3 ? not_a_number() : -1e308;
    }
    memset(long_text_room, 'x', sizeof long_text_room - 1);
}

static void free_world(void) {
    automata_alphabet_free(world.alphabet);
    automata_fa_free(world.fa);
    automata_fa_free(world.dfa);
    automata_counter_free(world.counter);
    automata_expression_free(world.expression);
    automata_extended_free(world.extended);
    automata_derivation_free(world.derivation);
    automata_feature_comparison_free(world.feature_comparison);
    automata_feature_model_free(world.feature_model);
    automata_feature_rules_free(world.feature_rules);
    automata_products_free(world.products);
    automata_grammar_free(world.grammar);
    automata_mealy_free(world.mealy);
    automata_analysis_free(world.analysis);
    automata_homomorphism_free(world.homomorphism);
    automata_ink_free(world.ink);
    automata_integer_free(world.integer);
    automata_integers_free(world.integers);
    automata_matcher_free(world.matcher);
    automata_preorder_free(world.preorder);
    automata_ranking_free(world.ranking);
    automata_regex_free(world.regex);
    automata_run_free(world.run);
    automata_regex_free(world.regexes[0]);
    automata_sampler_free(world.sampler);
    automata_searcher_free(world.searcher);
    automata_searcher_free(world.lexer);
    automata_statechart_free(world.statechart);
    automata_statechart_free(world.invoking_chart);
    automata_stroke_recognizer_free(world.stroke_recognizer);
    automata_character_recognizer_free(world.character_recognizer);
    automata_witness_free(world.witness);
    automata_free(world.model);
    automata_free(world.characters);
    automata_free(world.gestures);
    automata_free(world.document);
    automata_free(world.snapshot);
    automata_free(world.saved_searcher);
    automata_free(world.saved_matcher);
    automata_free(world.saved_counter);
    automata_free(world.saved_products);
}

/* ---- What comes back is looked at, as a crash would otherwise wait for somebody who does ---- */

static volatile uint64_t seen;
static inline void use_text(const char *text) { seen += text != NULL ? strlen(text) : 0; }
#define USE_ARRAY(name, type) \
    static inline void use_##name(type array) { \
        size_t i; \
        for (i = 0; i < array.count; i++) seen += (uint64_t)array.items[i]; \
    }
USE_ARRAY(feature_decisions, automata_feature_decisions)
USE_ARRAY(features, automata_features)
USE_ARRAY(letters, automata_letters)
USE_ARRAY(limbs, automata_limbs)
USE_ARRAY(states, automata_states)
USE_ARRAY(statechart_states, automata_statechart_states)
USE_ARRAY(symbols, automata_symbols)
static inline void use_nondeterminism(automata_nondeterminism reason) { seen += reason.symbol; }
static inline void use_names(automata_names names) {
    size_t i;
    for (i = 0; i < names.count; i++) seen += strlen(names.items[i].data) + names.items[i].length;
}
static inline void use_machine_invoked_charts(automata_machine_invoked_charts charts) {
    size_t i;
    for (i = 0; i < charts.count; i++) {
        use_text(charts.items[i].id);
        use_names(charts.items[i].states);
    }
}
static inline void use_machine_observation(automata_machine_observation found) {
    use_text(found.state);
    use_text(found.event);
    use_text(found.problem);
    use_names(found.inputs);
}
static inline void use_symbol_ranges(automata_symbol_ranges ranges) {
    size_t i;
    for (i = 0; i < ranges.count; i++) seen += ranges.items[i].lower + ranges.items[i].symbol;
}
static inline void use_path(automata_path path) {
    size_t i;
    for (i = 0; i < path.count; i++) seen += path.moves[i].target;
}
static inline void use_production(automata_production production) {
    size_t i;
    for (i = 0; i < production.left_count; i++) seen += production.left[i];
    for (i = 0; i < production.right_count; i++) seen += production.right[i];
}
static inline void use_rows(automata_rows rows) {
    size_t i;
    for (i = 0; i <= rows.row_count && rows.offsets != NULL; i++) seen += rows.offsets[i];
    for (i = 0; i < rows.count; i++) seen += rows.targets[i] + (rows.symbols != NULL ? rows.symbols[i] : 0);
}

static inline void use_finding(const automata_finding *finding) {
    if (finding == NULL) return;
    use_text(finding->subject);
    use_text(finding->message);
    use_names(finding->events);
}
static inline void use_feature_rule(const automata_feature_rule *rule) {
    if (rule != NULL) seen += strlen(rule->text.data) + rule->text.length + strlen(rule->place.path.data) + rule->place.line;
}
static inline void use_derived_file(automata_derived_file file) {
    if (file.path.data != NULL) seen += strlen(file.path.data) + (uint8_t)file.content.data[file.content.length];
}
static inline void use_derived_product(automata_derived_product product) {
    if (product.name.data != NULL) seen += strlen(product.name.data) + strlen(product.version.data) + product.style_lines;
}
static inline void use_feature_group(automata_feature_group group) {
    use_features(group.members);
    seen += group.maximum;
}
static inline void use_feature_node(automata_feature_node node) {
    size_t i;
    use_features(node.children);
    for (i = 0; i < node.group_count; i++) seen += node.groups[i];
    for (i = 0; i < node.attribute_count; i++) seen += strlen(node.attributes[i].name.data);
    if (node.name.data != NULL) seen += strlen(node.name.data) + strlen(node.place.path.data);
}
static inline void use_ink_contents(const automata_ink_contents *contents) {
    size_t i;
    if (contents == NULL) return;
    for (i = 0; i < contents->point_count; i++) seen += contents->points[i].x > 0;
    for (i = 0; i < contents->stroke_count; i++) seen += contents->counts[i];
    for (i = 0; i < contents->element_count; i++) seen += contents->stroke_counts[i];
    for (i = 0; i < contents->label_count; i++) seen += strlen(contents->labels[i].name.data) + contents->labels[i].element;
    for (i = 0; i < contents->text_count; i++) seen += strlen(contents->texts[i].text);
}
static inline void use_elements(automata_sketch_elements elements) {
    size_t i;
    for (i = 0; i < elements.count; i++) seen += elements.items[i].id;
}
static inline void use_sketch_interpretation(const automata_sketch_interpretation *interpretation) {
    size_t i;
    if (interpretation == NULL) return;
    for (i = 0; i < interpretation->alternative_count; i++) seen += (uint64_t)interpretation->alternatives[i].reading;
    use_text(interpretation->reason);
    if (interpretation->handwriting == NULL) return;
    for (i = 0; i < interpretation->handwriting->ink_count; i++) seen += interpretation->handwriting->ink[i];
    for (i = 0; i < interpretation->handwriting->candidate_count; i++) use_text(interpretation->handwriting->candidates[i].text);
}
static inline void use_sketch_drawn_transition(const automata_sketch_drawn_transition *transition) {
    if (transition != NULL) use_names(transition->symbols);
}
static inline void use_change(const automata_sketch_change *change) {
    use_elements(change->inserted);
    use_elements(change->updated);
    use_elements(change->removed);
    use_sketch_interpretation(change->interpretation);
    use_text(change->message);
}

/* ---- How calls are made ---- */

typedef enum { ALL, MODEST, OF_NUMBERS } part;

/* Which calls a thread makes. */
typedef struct task {
    const call *calls;
    size_t count, first;
    /* All, those that 64 KiB of stack are enough for, or the others. */
    part which;
} task;

static bool is_of_numbers(const char *name) {
    static const char *const beginnings[] = {
        "automata_integer", "automata_counter_", "automata_counter_count_each", "automata_count_", "automata_generating", "automata_counter_recurrence",
        "automata_counter_growth_rate", "automata_ranking_rank", "automata_ranking_unrank", "automata_sampler_draw", "automata_random",
        "automata_products_", "automata_feature_model_explain", "automata_feature_comparison_", "automata_configurator_", "automata_assembly_", "automata_simulation_"};
    size_t i;
    for (i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (strncmp(name, beginnings[i], strlen(beginnings[i])) == 0) return true;
    return strcmp(name, "automata_counter_count") == 0;
}

static void *make_calls(void *argument) {
    const task *own = (const task *)argument;
    size_t i;
    watch.states = 2000, watch.bytes = 16 << 20;
    for (i = own->first; i < own->count; i++) {
        const call *c = &own->calls[i];
        automata_error error;
        if (own->which != ALL && is_of_numbers(c->name) != (own->which == OF_NUMBERS)) continue;
        shared_progress->at = i;
        alarm(SECONDS);
        memset(&error, 0xA5, sizeof error);
        c->make(c, &error);
        c->make(c, NULL);
        __sync_fetch_and_add(&shared_progress->calls, 2);
    }
    return NULL;
}

/* One call with the budget that is watched. */
static automata_status call_within(const call *c, uint64_t states, uint64_t bytes, uint64_t cancel_at) {
    automata_error error;
    watch.states = states, watch.bytes = bytes, watch.cancel_at = cancel_at;
    watch.asked = 0;
    c->make(c, &error);
    __sync_fetch_and_add(&shared_progress->calls, 1);
    return watch.status;
}

/* Calls with a budget: whenever its callback cancels, the call is cancelled and asks no more; too small a budget is exceeded, and
 * a boundless one never. */
static void cancel_calls(const call *calls, size_t count, size_t first) {
    enum { STATES = 2000, BYTES = 16 << 20, SAMPLES = 20 };
    size_t i;
    watch.is_on = true;
    for (i = first; i < count; i++) {
        const call *c = &calls[i];
        uint64_t asked, at;
        automata_status status;
        if (c->asks == NEVER || (c->wanted != ANY && c->wanted != DONE)) continue;
        shared_progress->at = i;
        alarm(SECONDS);
        status = call_within(c, STATES, BYTES, 0);
        asked = watch.asked;
        if (c->asks == ALWAYS && asked == 0) fail_call(c, "the callback isn't asked", "");
        for (at = 1; at <= asked; at += 1 + (at > SAMPLES ? asked / SAMPLES : 0)) {
            if (call_within(c, STATES, BYTES, at) != AUTOMATA_ERROR_CANCELLED || watch.asked != at)
                fail_call(c, "not cancelled", automata_status_string(watch.status));
        }
        if (c->asks != ALWAYS) continue;
        if (status != AUTOMATA_OK) fail_call(c, "not done", automata_status_string(status));
        if (call_within(c, UINT64_MAX, UINT64_MAX, 0) != AUTOMATA_OK) fail_call(c, "not done without bounds", "");
        if (call_within(c, STATES, 1, 0) != (c->is_frugal ? AUTOMATA_OK : AUTOMATA_ERROR_BUDGET_EXCEEDED))
            fail_call(c, "a byte", automata_status_string(watch.status));
        status = call_within(c, 1, BYTES, 0);
        if (status != AUTOMATA_OK && status != AUTOMATA_ERROR_BUDGET_EXCEEDED) fail_call(c, "a state", automata_status_string(status));
    }
}

static void on_thread(task *own, size_t stack) {
    pthread_attr_t attributes;
    pthread_t thread;
    int status;
    if (pthread_attr_init(&attributes) != 0 || pthread_attr_setstacksize(&attributes, stack) != 0) _exit(2);
    status = pthread_create(&thread, &attributes, make_calls, own);
    if (status != 0) {
        fprintf(stderr, "no thread with %zu bytes of stack: %s\n", stack, strerror(status));
        _exit(2);
    }
    pthread_join(thread, NULL);
    pthread_attr_destroy(&attributes);
}

typedef enum { PLAIN, SMALL_STACKS, THREADS, BUDGETS } mode;

static void make_all(const call *calls, size_t count, size_t first, mode how) {
    task own = {calls, count, first, ALL}, tasks[THREAD_COUNT];
    pthread_t threads[THREAD_COUNT];
    int i;
    make_world(how == BUDGETS);
    switch (how) {
    case PLAIN:
        make_calls(&own);
        break;
    case SMALL_STACKS:
        own.which = MODEST;
        on_thread(&own, SMALL_STACK);
        own.which = OF_NUMBERS;
        on_thread(&own, COUNTING_STACK);
        break;
    case BUDGETS:
        cancel_calls(calls, count, first);
        break;
    case THREADS:
        for (i = 0; i < THREAD_COUNT; i++) {
            /* Each begins elsewhere, and two with the same calls. */
            tasks[i] = own;
            tasks[i].first = first + (count - first) / 4 * (size_t)(i / 2);
            if (pthread_create(&threads[i], NULL, make_calls, &tasks[i]) != 0) _exit(2);
        }
        for (i = 0; i < THREAD_COUNT; i++) pthread_join(threads[i], NULL);
    }
    free_world();
}

/* All calls in a child, and in another one those after a call that ended it. */
static int run_mode(const call *calls, size_t count, mode how) {
    static const char *const names[] = {"on the program's stack", "on small stacks", "on several threads", "with budgets"};
    size_t first = 0, crashes = 0;
    shared_progress->calls = 0;
    while (first < count && crashes < 50) {
        int status = 0;
        pid_t child;
        shared_progress->at = first;
        child = fork();
        if (child < 0) return 2;
        if (child == 0) {
            make_all(calls, count, first, how);
            exit(0);
        }
        waitpid(child, &status, 0);
        if (WIFEXITED(status) && WEXITSTATUS(status) == 0) break;
        if (WIFEXITED(status)) {
            fprintf(stderr, "%s: a child ended with %d\n", names[how], WEXITSTATUS(status));
            return 2;
        }
        fprintf(stderr, "%s, value %d of '%s': ended by signal %d %s\n", calls[shared_progress->at].name,
                calls[shared_progress->at].value, calls[shared_progress->at].argument, WTERMSIG(status), names[how]);
        crashes++;
        first = shared_progress->at + 1;
    }
    printf("%zu calls %s\n", (size_t)shared_progress->calls, names[how]);
    return crashes != 0 || shared_progress->failures != 0;
}

/* With "threads" as the argument the calls are only made on several threads, and in the process itself, as sanitizers want it. */
static int call_all(const call *calls, size_t count, int functions, int argc, char **argv) {
    const bool only_threads = argc > 1 && strcmp(argv[1], "threads") == 0;
    int file, failed = 0;
    shared_progress = (volatile progress *)mmap(
        NULL, sizeof *shared_progress, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared_progress == MAP_FAILED) return 2;
    snprintf(world.in_path, sizeof world.in_path, "/tmp/every-call-XXXXXX");
    file = mkstemp(world.in_path);
    if (file < 0 || write(file, mata_text, sizeof mata_text - 1) != (ssize_t)(sizeof mata_text - 1) || close(file) != 0) return 2;
    snprintf(world.out_path, sizeof world.out_path, "%s.mata", world.in_path);
    snprintf(world.chart_path, sizeof world.chart_path, "%s.json", world.in_path);
    file = open(world.chart_path, O_WRONLY | O_CREAT, 0600);
    if (file < 0 || write(file, chart_text, sizeof chart_text - 1) != (ssize_t)(sizeof chart_text - 1) || close(file) != 0) return 2;
    snprintf(world.features_path, sizeof world.features_path, "%s.uvl", world.in_path);
    file = open(world.features_path, O_WRONLY | O_CREAT, 0600);
    if (file < 0 || write(file, features_text, sizeof features_text - 1) != (ssize_t)(sizeof features_text - 1) || close(file) != 0) return 2;
    snprintf(world.ink_path, sizeof world.ink_path, "%s.ink.json", world.in_path);
    file = open(world.ink_path, O_WRONLY | O_CREAT, 0600);
    if (file < 0 || write(file, ink_text, sizeof ink_text - 1) != (ssize_t)(sizeof ink_text - 1) || close(file) != 0) return 2;
    snprintf(world.assembly_path, sizeof world.assembly_path, "%s.parts.json", world.in_path);
    file = open(world.assembly_path, O_WRONLY | O_CREAT, 0600);
    if (file < 0 || write(file, assembly_text, sizeof assembly_text - 1) != (ssize_t)(sizeof assembly_text - 1) || close(file) != 0) return 2;
    if (only_threads) {
        make_all(calls, count, 0, THREADS);
        failed = shared_progress->failures != 0;
    } else {
        failed |= run_mode(calls, count, PLAIN);
        failed |= run_mode(calls, count, SMALL_STACKS);
        failed |= run_mode(calls, count, THREADS);
        failed |= run_mode(calls, count, BUDGETS);
    }
    unlink(world.in_path);
    unlink(world.out_path);
    unlink(world.chart_path);
    unlink(world.features_path);
    unlink(world.ink_path);
    unlink(world.assembly_path);
    printf("%zu cases of %d functions\n", count, functions);
    return failed;
}

#endif
