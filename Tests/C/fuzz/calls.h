/* What the calls of calls.c and its siblings choose their arguments from. */
#ifndef FUZZ_CALLS_H
#define FUZZ_CALLS_H

#include "exercise.h"

enum { SLOTS = 4, MOST_STATES = 1000, LARGE = 14 };

/* Operations on pairs and sets of states do much for few states. */
enum { MOST_ALGEBRA_STATES = 150, MOST_ALGEBRA_BYTES = 16 << 20, MOST_LINEAR = 3000 };

extern automata_alphabet *alphabets[SLOTS];
extern automata_builder *builders[SLOTS];
extern automata_fa *automata[SLOTS];
extern automata_run *runs[SLOTS];
extern automata_matcher *matchers[SLOTS];
extern automata_scan *scans[SLOTS];
extern automata_regex *regexes[SLOTS];

/* A slot, whose handle may be NULL. */
static inline uint32_t slot(input *in) { return take_below(in, SLOTS); }

#define ANY(pool) (pool[slot(in)])

/* Keeps what a call made in a slot of the pool; it is NULL where the call failed. */
#define KEEP(pool, free_function, made)     \
    do {                                    \
        uint32_t kept_in = slot(in);        \
        free_function(pool[kept_in]);       \
        pool[kept_in] = made;               \
    } while (0)

/* What every pointer holds before a call, so that one that isn't written is noticed. */
extern automata_error the_error;
#define WRONG(type) ((type *)(void *)&the_error)

/* The place for an error: sometimes none. */
static inline automata_error *error_place(input *in)
{
    spoil(&the_error);
    return take_byte(in) < 40 ? NULL : &the_error;
}

/* A budget and all that it points to. */
typedef struct budget {
    canceller canceller;
    union {
        automata_budget value;
        char room[sizeof(automata_budget) + 16];
    } storage;
} budget;

/* A size that an options struct claims to have: nearly always its own, and never more than its room. */
static inline size_t take_struct_size(input *in, size_t size, char *room, size_t whole)
{
    uint8_t choice = take_byte(in);
    if (choice < 200)
        return size;
    if (choice < 220) {
        room[whole - 1] = (char)take_byte(in);
        return whole;
    }
    return choice < 250 ? take_below(in, (uint32_t)whole) : SIZE_MAX - take_byte(in);
}

static inline const automata_budget *take_budget(input *in, budget *own, bool is_large)
{
    uint8_t choice = take_byte(in);
    if (choice < 30 && !is_large)
        return NULL;
    memset(own, 0, sizeof *own);
    automata_budget *value = &own->storage.value;
    *value = (automata_budget)AUTOMATA_BUDGET_INIT;
    value->maximum_states = take_number(in);
    value->maximum_bytes = take_number(in);
    if (is_large && (value->maximum_states == 0 || value->maximum_states > MOST_STATES))
        value->maximum_states = MOST_STATES;
    own->canceller.cancel_at = choice & 1 ? 0 : take_byte(in);
    value->progress = choice & 2 ? cancel : NULL;
    value->context = &own->canceller;
    value->struct_size = take_struct_size(in, sizeof *value, own->storage.room, sizeof own->storage);
    return value;
}

/* A budget that is never boundless. */
static inline const automata_budget *take_bounded(input *in, budget *own)
{
    take_budget(in, own, true);
    automata_budget *value = &own->storage.value;
    if (value->maximum_states > MOST_ALGEBRA_STATES)
        value->maximum_states = MOST_ALGEBRA_STATES;
    if (value->maximum_bytes == 0 || value->maximum_bytes > MOST_ALGEBRA_BYTES)
        value->maximum_bytes = MOST_ALGEBRA_BYTES;
    return value;
}

/* An automaton of the pool that what takes no budget is quick on; else NULL. */
static inline automata_fa *take_linear(input *in)
{
    automata_fa *automaton = ANY(automata);
    return automata_fa_transition_count(automaton) + automata_fa_state_count(automaton) > MOST_LINEAR ? NULL : automaton;
}

/* A bound on lengths or repetitions. */
static inline size_t take_size(input *in)
{
    uint64_t number = take_number(in);
    return number > SIZE_MAX ? SIZE_MAX : (size_t)number;
}

/* Whether an operation could take long, and so needs a budget. */
static inline bool is_large(const automata_fa *automaton)
{
    return automata_fa_state_count(automaton) > LARGE || automata_alphabet_symbol_count(automata_fa_alphabet(automaton)) > LARGE;
}

typedef struct word {
    automata_symbol symbols[8];
    size_t count; /* as the call is told: sometimes what no array can have */
} word;

static inline word take_word(input *in)
{
    word result = {.count = take_below(in, 9)};
    uint8_t choice = take_byte(in);
    for (size_t i = 0; i < result.count; i++)
        result.symbols[i] = choice & 1 ? take_id(in) : take_below(in, 4);
    if (choice > 250)
        result.count = SIZE_MAX - (choice & 3);
    return result;
}

/* A text that is put together part by part. */
typedef struct formula {
    char bytes[900];
    size_t length;
} formula;

#define COUNT_OF(list) (sizeof list / sizeof *list)
#define PICK(in, list) list[take_below(in, COUNT_OF(list))]

static inline void add_part(formula *formula, const char *part)
{
    size_t length = strlen(part);
    REQUIRE(formula->length + length <= sizeof formula->bytes);
    memcpy(formula->bytes + formula->length, part, length);
    formula->length += length;
}

/* A text of any bytes, or one of fewer parts than `most`, which makes sense more often. */
static inline text take_parts(input *in, const char *const *parts, uint32_t part_count, uint32_t most)
{
    formula formula = {.length = 0};
    uint32_t count = take_below(in, 40);
    if (count >= most)
        return take_text(in, 60);
    for (uint32_t i = 0; i < count; i++)
        add_part(&formula, parts[take_below(in, part_count)]);
    return make_text(formula.bytes, formula.length, count & 1);
}

#define START(word) ((word).count == 0 ? NULL : (word).symbols)

static inline automata_symbol_range *ranges_of(input *in, size_t *count)
{
    static automata_symbol_range ranges[8];
    *count = take_below(in, 9);
    for (size_t i = 0; i < *count; i++)
        ranges[i] = (automata_symbol_range){take_id(in), take_id(in), take_byte(in) < 20 ? take_id(in) : take_below(in, 4)};
    uint8_t choice = take_byte(in);
    if (choice > 250)
        *count = choice == 255 ? SIZE_MAX : (size_t)PTRDIFF_MAX;
    return choice == 249 ? NULL : ranges;
}

static inline void free_states(automata_state *states, size_t count, bool is_ok_, size_t state_count)
{
    REQUIRE(is_ok_ ? states != NULL : states == NULL && count == 0);
    for (size_t i = 0; i < count; i++)
        REQUIRE(states[i] < state_count || states[i] == AUTOMATA_NO_STATE);
    automata_free(states);
}

static inline void free_text(char *text, size_t length, bool is_ok_)
{
    REQUIRE(is_ok_ ? text[length] == 0 : text == NULL && length == 0);
    automata_free(text);
}

/* The groups of calls that calls_algebra.c has; the last gives up what they keep. */
void call_operations(input *in);
void call_homomorphisms(input *in);
void call_languages(input *in);
void call_relations(input *in);
void free_algebra(void);
/* Keeps an automaton that an operation made, checked, unless it is too large. */
void keep_automaton(input *in, automata_fa *made, automata_status status, const automata_error *error);

/* Those of calls_evaluation.c. */
void call_evaluation(input *in);
void free_evaluation(void);

/* Those of calls_expressions.c, calls_words.c and calls_counting.c. */
void call_expressions(input *in);
void free_expressions(void);
void call_words(input *in);
void free_words(void);
void call_integers(input *in);
void call_counts(input *in);
void call_places(input *in);
void free_counting(void);

/* Those of calls_search.c. */
void call_searches(input *in);
void free_searches(void);

/* Those of calls_grammars.c. */
void call_grammars(input *in);
void call_extraction(input *in);
void call_extended(input *in);
void free_grammars(void);
/* Keeps an expression; NULL where the call failed. */
void keep_regex(input *in, automata_regex *made);

#endif
