/*
 * Sequences of builder calls, right and wrong, on two builders by turns. Each keeps a plain list of what it should hold,
 * against which what it builds is compared.
 */
#include "exercise.h"

enum { BUILDERS = 2, MOST_TRANSITIONS = 4096, MOST_BUILT_STATES = 100 };

typedef struct expected {
    automata_builder *builder;
    uint64_t states;
    bool has_names, has_plain;
    automata_transition transitions[MOST_TRANSITIONS];
    size_t count;
    uint8_t initial[MOST_BUILT_STATES], final[MOST_BUILT_STATES];
} expected;

static bool holds(const expected *own, automata_transition transition)
{
    for (size_t i = 0; i < own->count; i++)
        if (memcmp(&own->transitions[i], &transition, sizeof transition) == 0)
            return true;
    return false;
}

static void expect_transition(expected *own, automata_transition transition)
{
    if (!holds(own, transition) && own->count < MOST_TRANSITIONS)
        own->transitions[own->count++] = transition;
}

static automata_alphabet *make_alphabet(input *in)
{
    automata_error error;
    automata_alphabet *alphabet = NULL;
    automata_status status = AUTOMATA_OK;
    text texts[6];
    const char *names[6] = {NULL};
    size_t lengths[6] = {0};
    automata_symbol_range ranges[6];
    uint32_t count = take_below(in, 7);
    switch (take_below(in, 4)) {
    case 0:
        return NULL;
    case 1:
        status = automata_alphabet_bytes(&alphabet, &error);
        break;
    case 2:
        for (uint32_t i = 0; i < count; i++) {
            texts[i] = take_text(in, 4);
            names[i] = texts[i].data;
            lengths[i] = texts[i].argument;
        }
        status = automata_alphabet_from_names(names, lengths, count, &alphabet, &error);
        for (uint32_t i = 0; i < count; i++)
            free(texts[i].data);
        break;
    default:
        for (uint32_t i = 0; i < count; i++) {
            ranges[i].lower = take_id(in);
            ranges[i].upper = ranges[i].lower + take_byte(in) % 30;
            ranges[i].symbol = take_below(in, 4);
        }
        automata_alphabet_kind kind = take_byte(in) & 1 ? AUTOMATA_ALPHABET_BYTES : AUTOMATA_ALPHABET_SCALARS;
        status = automata_alphabet_from_ranges(kind, ranges, count, &alphabet, &error);
    }
    REQUIRE(is_ok(status, &error) == (alphabet != NULL));
    return alphabet;
}

static void check_built(const expected *own, const automata_fa *automaton)
{
    automata_rows rows = automata_fa_transitions(automaton), moves = automata_fa_epsilon_moves(automaton);
    REQUIRE(automata_fa_state_count(automaton) == own->states);
    REQUIRE(rows.count + moves.count == own->count);
    for (size_t row = 0; row < rows.row_count; row++) {
        for (size_t i = rows.offsets[row]; i < rows.offsets[row + 1]; i++)
            REQUIRE(holds(own, (automata_transition){(automata_state)row, rows.symbols[i], rows.targets[i]}));
        for (size_t i = moves.offsets[row]; i < moves.offsets[row + 1]; i++)
            REQUIRE(holds(own, (automata_transition){(automata_state)row, AUTOMATA_EPSILON, moves.targets[i]}));
        REQUIRE(automata_fa_is_initial(automaton, (automata_state)row) == own->initial[row]);
        REQUIRE(automata_fa_is_final(automaton, (automata_state)row) == own->final[row]);
    }
    REQUIRE(automata_fa_has_state_names(automaton) == own->has_names);
}

static void build(expected *own, input *in)
{
    automata_error error;
    automata_fa *built, *first = NULL;
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    canceller canceller = {0, 0};
    budget.maximum_states = MOST_BUILT_STATES;
    budget.progress = take_byte(in) & 1 ? cancel : NULL;
    budget.context = &canceller;
    for (int model = -1; model <= 6; model++) {
        automata_status status = automata_builder_build(own->builder, (automata_model)model, &budget, &built, &error);
        if (!is_ok(status, &error)) {
            REQUIRE(built == NULL);
            if (model < AUTOMATA_MODEL_DFA || model > AUTOMATA_MODEL_MOST_SPECIFIC)
                continue;
            if (own->states > MOST_BUILT_STATES)
                REQUIRE(status == AUTOMATA_ERROR_BUDGET_EXCEEDED || status == AUTOMATA_ERROR_NONDETERMINISTIC ||
                        status == AUTOMATA_ERROR_EPSILON_MOVES);
            else if (own->has_names && own->has_plain)
                REQUIRE(status == AUTOMATA_ERROR_WRONG_NAME_COUNT || status == AUTOMATA_ERROR_NONDETERMINISTIC ||
                        status == AUTOMATA_ERROR_EPSILON_MOVES);
            else
                REQUIRE(model < AUTOMATA_MODEL_EPSILON_NFA);
            continue;
        }
        REQUIRE(model >= AUTOMATA_MODEL_DFA && model <= AUTOMATA_MODEL_MOST_SPECIFIC && own->states <= MOST_BUILT_STATES);
        REQUIRE(model == AUTOMATA_MODEL_MOST_SPECIFIC || automata_fa_model(built) == (automata_model)model);
        check_built(own, built);
        if (model == AUTOMATA_MODEL_MOST_SPECIFIC)
            REQUIRE(first == NULL || automata_fa_equal(first, built));
        else if (!first)
            first = automata_fa_retain(built);
        automata_fa_free(built);
    }
    if (first)
        exercise(first, in->next, in->left < 32 ? in->left : 32);
    automata_fa_free(first);
}

static void step(expected *own, input *in, int *builds)
{
    automata_error error;
    automata_builder *builder = take_byte(in) == 255 ? NULL : own->builder;
    automata_status status;
    automata_state state = 7, target;
    automata_transition many[5];
    text name;
    uint64_t number;
    uint32_t count;
    switch (take_below(in, 9)) {
    case 0:
        number = take_number(in);
        if (number > SIZE_MAX)
            number = SIZE_MAX;
        status = automata_builder_add_states(builder, (size_t)number, &state, &error);
        if (is_ok(status, &error)) {
            REQUIRE(state == own->states || number == 0);
            own->states += number;
            own->has_plain |= number != 0;
        } else {
            REQUIRE(state == 0);
            REQUIRE(!builder || own->has_names || status == AUTOMATA_ERROR_TOO_LARGE);
        }
        break;
    case 1:
        name = take_text(in, 6);
        status = automata_builder_state(builder, name.data, name.argument, &state, &error);
        if (is_ok(status, &error)) {
            REQUIRE(state < own->states || (state == own->states && !own->has_plain));
            own->states += state == own->states;
            own->has_names = true;
        } else {
            REQUIRE(state == 0);
            REQUIRE(!builder || own->has_plain || !is_utf8(name.data, name.length));
        }
        free(name.data);
        break;
    case 2:
    case 3:
        many[0] = (automata_transition){take_id(in), take_byte(in) & 1 ? take_id(in) : take_below(in, 3), take_id(in)};
        status = automata_builder_add_transition(builder, many[0].source, many[0].symbol, many[0].target, &error);
        if (is_ok(status, &error)) {
            REQUIRE(many[0].source < own->states && many[0].target < own->states);
            expect_transition(own, many[0]);
        } else {
            REQUIRE(!builder || status == AUTOMATA_ERROR_OUT_OF_RANGE);
        }
        break;
    case 4:
        state = take_id(in);
        target = take_id(in);
        name = take_text(in, 4);
        status = automata_builder_add_transition_named(builder, state, name.data, name.argument, target, &error);
        if (is_ok(status, &error)) {
            /* Which symbol that is tells the automaton only. */
            REQUIRE(state < own->states && target < own->states);
            automata_fa *built;
            automata_budget budget = small_budget();
            automata_symbol symbol;
            if (own->states <= MOST_BUILT_STATES &&
                is_ok(automata_builder_build(builder, AUTOMATA_MODEL_EPSILON_NFA, &budget, &built, &error), &error)) {
                const automata_alphabet *alphabet = automata_fa_alphabet(built);
                REQUIRE(is_ok(automata_alphabet_find_symbol(alphabet, name.data, name.argument, &symbol, &error), &error));
                expect_transition(own, (automata_transition){state, symbol, target});
                REQUIRE(automata_fa_transition_count(built) == own->count);
                automata_fa_free(built);
            } else {
                own->states = UINT64_MAX;
            }
        }
        free(name.data);
        break;
    case 5:
        count = take_below(in, 6);
        if (count > 5)
            count = 5;
        bool is_right = builder != NULL;
        for (uint32_t i = 0; i < count; i++) {
            many[i] = (automata_transition){take_id(in), take_below(in, 3), take_id(in)};
            is_right &= many[i].source < own->states && many[i].target < own->states;
        }
        status = automata_builder_add_transitions(builder, many, count, &error);
        if (is_ok(status, &error)) {
            REQUIRE(is_right);
            for (uint32_t i = 0; i < count; i++)
                expect_transition(own, many[i]);
        }
        break;
    case 6:
        state = take_id(in);
        if (is_ok(automata_builder_set_initial(builder, state, &error), &error) && state < MOST_BUILT_STATES)
            own->initial[state] = 1;
        REQUIRE((error.status == AUTOMATA_OK) == (builder && state < own->states));
        break;
    case 7:
        state = take_id(in);
        if (is_ok(automata_builder_set_final(builder, state, &error), &error) && state < MOST_BUILT_STATES)
            own->final[state] = 1;
        REQUIRE((error.status == AUTOMATA_OK) == (builder && state < own->states));
        break;
    default:
        if (--*builds >= 0)
            build(own, in);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static expected owns[BUILDERS];
    input in = {data, size};
    automata_error error;
    memset(owns, 0, sizeof owns);
    automata_alphabet *alphabet = make_alphabet(&in);
    for (int i = 0; i < BUILDERS; i++)
        REQUIRE(is_ok(automata_builder_new(i && take_byte(&in) & 1 ? NULL : alphabet, &owns[i].builder, &error), &error));
    automata_alphabet_free(alphabet);
    int builds = 2;
    bool is_known = true;
    while (in.left > 0 && is_known) {
        expected *own = &owns[take_byte(&in) < 200 ? 0 : 1];
        step(own, &in, &builds);
        /* A named symbol's number stays unknown where there are too many states to build. */
        is_known = own->states != UINT64_MAX;
        REQUIRE(!is_known || automata_builder_state_count(own->builder) == own->states);
    }
    for (int i = 0; i < BUILDERS && is_known; i++)
        build(&owns[i], &in);
    int first = take_byte(&in) & 1;
    automata_builder_free(owns[first].builder);
    automata_builder_free(owns[1 - first].builder);
    return 0;
}
