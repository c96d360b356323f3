/* Calls of the functions on languages, as calls.c makes those of the others. */
#include "calls.h"

static automata_homomorphism *homomorphisms[SLOTS];
static automata_witness *witnesses[SLOTS];
static automata_preorder *preorders[SLOTS];

void free_algebra(void)
{
    for (int i = 0; i < SLOTS; i++) {
        automata_homomorphism_free(homomorphisms[i]);
        automata_witness_free(witnesses[i]);
        automata_preorder_free(preorders[i]);
        homomorphisms[i] = NULL;
        witnesses[i] = NULL;
        preorders[i] = NULL;
    }
}

void keep_automaton(input *in, automata_fa *made, automata_status status, const automata_error *error)
{
    if (is_ok(status, error))
        check_structure(made);
    else
        REQUIRE(made == NULL);
    /* Where many states become initial, each has the transitions of all. */
    if (automata_fa_transition_count(made) > 10 * MOST_LINEAR) {
        automata_fa_free(made);
        made = NULL;
    }
    KEEP(automata, automata_fa_free, made);
}

typedef struct operands {
    automata_fa *items[4];
    size_t count; /* as the call is told */
} operands;

static operands take_operands(input *in)
{
    operands result = {.count = take_below(in, 5)};
    for (size_t i = 0; i < result.count; i++)
        result.items[i] = ANY(automata);
    uint8_t choice = take_byte(in);
    if (choice > 250)
        result.count = SIZE_MAX - (choice & 3);
    return result;
}

static automata_fa *const *start(const operands *list)
{
    return list->count == 0 ? NULL : list->items;
}

typedef union product_options {
    automata_fa_product_options value;
    char room[sizeof(automata_fa_product_options) + 16];
} product_options;

static const automata_fa_product_options *take_product_options(input *in, product_options *own, budget *storage)
{
    memset(own, 0, sizeof *own);
    own->value.budget = take_bounded(in, storage);
    own->value.name_pairs = take_byte(in) & 1;
    own->value.struct_size = take_struct_size(in, sizeof own->value, own->room, sizeof *own);
    return &own->value;
}

void call_operations(input *in)
{
    automata_error *error = error_place(in);
    automata_fa *left = ANY(automata), *right = ANY(automata), *made = WRONG(automata_fa);
    automata_status status;
    budget storage;
    product_options products;
    operands list;
    word word;
    size_t least, most;
    switch (take_below(in, 22)) {
    case 0:
        status = automata_fa_align(left, ANY(alphabets), take_bounded(in, &storage), &made, error);
        break;
    case 1:
        list = take_operands(in);
        status = automata_fa_union(start(&list), list.count, take_product_options(in, &products, &storage), &made, error);
        break;
    case 2:
        list = take_operands(in);
        status = automata_fa_intersection(
            start(&list), list.count, take_product_options(in, &products, &storage), &made, error);
        break;
    case 3:
        status = automata_fa_difference(left, right, take_product_options(in, &products, &storage), &made, error);
        if (status == AUTOMATA_OK) {
            bool included = false;
            REQUIRE(automata_fa_is_included(made, left, NULL, &included, NULL, NULL) == AUTOMATA_OK && included);
            REQUIRE(automata_fa_is_disjoint(made, right, NULL, &included, NULL, NULL) == AUTOMATA_OK && included);
        }
        break;
    case 4:
        status = automata_fa_symmetric_difference(left, right, take_product_options(in, &products, &storage), &made, error);
        break;
    case 5: {
        automata_alphabet *alphabet = ANY(alphabets);
        status = automata_fa_complement(left, alphabet, take_bounded(in, &storage), &made, error);
        if (status == AUTOMATA_OK)
            REQUIRE(automata_alphabet_symbol_count(automata_fa_alphabet(made)) ==
                    automata_alphabet_symbol_count(alphabet ? alphabet : automata_fa_alphabet(left)));
        break;
    }
    case 6:
        list = take_operands(in);
        status = automata_fa_concatenate(start(&list), list.count, take_bounded(in, &storage), &made, error);
        break;
    case 7:
    case 8:
        least = take_size(in);
        most = take_size(in);
        status = automata_fa_repeat(left, least, most, take_bounded(in, &storage), &made, error);
        REQUIRE(most >= least || status != AUTOMATA_OK);
        break;
    case 9:
        status = automata_fa_left_quotient(left, right, take_bounded(in, &storage), &made, error);
        break;
    case 10:
        status = automata_fa_right_quotient(left, right, take_bounded(in, &storage), &made, error);
        break;
    case 11:
        word = take_word(in);
        status = automata_fa_residual(left, START(word), word.count, &made, error);
        REQUIRE(status != AUTOMATA_OK || automata_fa_state_count(made) == automata_fa_state_count(left));
        break;
    case 12:
        left = take_linear(in);
        status = automata_fa_subwords(left, AUTOMATA_SUBWORD_PREFIXES, &made, error);
        break;
    case 13:
        left = take_linear(in);
        status = automata_fa_subwords(left, AUTOMATA_SUBWORD_SUFFIXES, &made, error);
        break;
    case 14:
        left = take_linear(in);
        status = automata_fa_subwords(left, AUTOMATA_SUBWORD_FACTORS, &made, error);
        break;
    case 15:
        left = take_linear(in);
        status = automata_fa_subwords(left, AUTOMATA_SUBWORD_SUBSEQUENCES, &made, error);
        break;
    case 16:
        status = automata_fa_shuffle(left, right, take_bounded(in, &storage), &made, error);
        break;
    case 17:
        least = take_size(in);
        most = take_size(in);
        status = automata_fa_restrict_lengths(left, least, most, take_bounded(in, &storage), &made, error);
        REQUIRE(most >= least || status != AUTOMATA_OK);
        REQUIRE(status != AUTOMATA_OK || most == AUTOMATA_UNBOUNDED || automata_fa_is_finite(made));
        break;
    case 18:
        word = take_word(in);
        status = automata_fa_neighborhood(
            take_size(in), START(word), word.count, ANY(alphabets), take_bounded(in, &storage), &made, error);
        if (status == AUTOMATA_OK) {
            bool accepted = false;
            REQUIRE(automata_fa_accepts_word(made, START(word), word.count, &accepted, NULL) == AUTOMATA_OK && accepted);
        }
        break;
    case 19:
        status = automata_fa_cyclic_shift(left, take_bounded(in, &storage), &made, error);
        if (status == AUTOMATA_OK) {
            bool included = false;
            REQUIRE(automata_fa_is_included(left, made, NULL, &included, NULL, NULL) == AUTOMATA_OK && included);
        }
        break;
    default:
        status = automata_fa_reduce(left, (automata_reduction)take_id(in), take_bounded(in, &storage), &made, error);
        REQUIRE(status != AUTOMATA_OK || automata_fa_state_count(made) <= automata_fa_state_count(left));
    }
    keep_automaton(in, made, status, error);
}

static void call_joint(input *in)
{
    automata_error *error = error_place(in);
    automata_alphabet *left = ANY(alphabets), *right = ANY(alphabets), *made = WRONG(automata_alphabet);
    automata_status status = automata_alphabet_join(left, right, &made, error);
    REQUIRE(is_ok(status, error) ? made != NULL : made == NULL);
    REQUIRE(status != AUTOMATA_OK || automata_alphabet_symbol_count(made) >= automata_alphabet_symbol_count(left));
    KEEP(alphabets, automata_alphabet_free, made);
}

static void make_homomorphism(input *in)
{
    automata_error *error = error_place(in);
    automata_homomorphism *made = WRONG(automata_homomorphism);
    automata_alphabet *source = ANY(alphabets), *target = ANY(alphabets);
    size_t offsets[33], count = automata_alphabet_symbol_count(source), end = 0;
    automata_symbol symbols[8];
    if (count > 32)
        source = NULL, count = 0;
    uint8_t choice = take_byte(in);
    for (size_t i = 0; i <= count; i++) {
        offsets[i] = end;
        if (end < 6)
            end += take_below(in, 3);
    }
    for (size_t i = 0; i < 8; i++)
        symbols[i] = choice & 1 ? take_id(in) : take_below(in, 3);
    /* Any offset but the last, which is the length of the symbols, may be anything. */
    if (choice > 230 && count > 0)
        offsets[choice % count] = take_size(in);
    automata_status status = automata_homomorphism_new(
        source, target, choice == 229 ? NULL : offsets, choice == 228 ? NULL : symbols, &made, error);
    REQUIRE(is_ok(status, error) ? made != NULL : made == NULL);
    KEEP(homomorphisms, automata_homomorphism_free, made);
}

void call_homomorphisms(input *in)
{
    automata_homomorphism *homomorphism = ANY(homomorphisms);
    uint32_t kind = take_below(in, 9);
    if (kind == 0) {
        call_joint(in);
        return;
    }
    if (kind <= 2) {
        make_homomorphism(in);
        return;
    }
    automata_error *error = error_place(in);
    automata_fa *automaton = take_linear(in), *made = WRONG(automata_fa);
    size_t symbol_count = automata_alphabet_symbol_count(automata_fa_alphabet(automaton));
    automata_status status;
    budget storage;
    word word;
    switch (kind) {
    case 3: {
        automata_symbol *image = WRONG(automata_symbol);
        size_t count = 9;
        word = take_word(in);
        status = automata_homomorphism_apply(homomorphism, START(word), word.count, &image, &count, error);
        REQUIRE(is_ok(status, error) ? image != NULL : image == NULL && count == 0);
        automata_free(image);
        return;
    }
    case 4:
        status = automata_fa_image(automaton, homomorphism, take_bounded(in, &storage), &made, error);
        break;
    case 5:
        status = automata_fa_preimage(automaton, homomorphism, take_bounded(in, &storage), &made, error);
        break;
    case 6: {
        operands list = take_operands(in);
        if (take_byte(in) < 200 && symbol_count <= 4)
            list.count = symbol_count;
        status = automata_fa_substitute(automaton, start(&list), list.count, take_bounded(in, &storage), &made, error);
        break;
    }
    case 7:
        word = take_word(in);
        status = automata_fa_project(automaton, START(word), word.count, &made, error);
        break;
    default: {
        const char *names[8];
        text texts[8];
        size_t lengths[8], told = take_byte(in) < 200 && symbol_count <= 8 ? symbol_count : take_below(in, 9);
        for (size_t i = 0; i < told; i++) {
            texts[i] = take_text(in, 3);
            names[i] = texts[i].length == 0 && take_byte(in) & 1 ? NULL : texts[i].data;
            lengths[i] = texts[i].argument;
        }
        status = automata_fa_rename_symbols(automaton, names, lengths, told, &made, error);
        for (size_t i = 0; i < told; i++)
            free(texts[i].data);
    }
    }
    keep_automaton(in, made, status, error);
}

/* What holds for every witness, NULL included. */
static void check_witness(const automata_witness *witness)
{
    automata_symbols word = automata_witness_word(witness);
    size_t symbol_count = automata_alphabet_symbol_count(automata_witness_alphabet(witness));
    for (size_t i = 0; i < word.count; i++)
        REQUIRE(word.items[i] < symbol_count);
    const char *text = automata_witness_text(witness);
    /* A symbol's name may be empty. */
    REQUIRE(text != NULL && (witness != NULL || text[0] == 0));
    REQUIRE(automata_witness_side(witness) <= AUTOMATA_SIDE_SECOND);
    REQUIRE(automata_witness_path(witness, 2).start == AUTOMATA_NO_STATE);
}

static void check_path(const automata_witness *witness, const automata_fa *automaton, size_t number)
{
    automata_path path = automata_witness_path(witness, number);
    REQUIRE(automata_fa_is_initial(automaton, path.start));
    REQUIRE(automata_fa_is_final(automaton, check_moves(automaton, path)));
}

typedef union inclusion_options {
    automata_inclusion_options value;
    char room[sizeof(automata_inclusion_options) + 16];
} inclusion_options;

static const automata_inclusion_options *take_inclusion_options(input *in, inclusion_options *own, budget *storage)
{
    memset(own, 0, sizeof *own);
    own->value.budget = take_bounded(in, storage);
    own->value.algorithm = (automata_inclusion)take_id(in);
    own->value.witness = (automata_witness_choice)take_id(in);
    own->value.struct_size = take_struct_size(in, sizeof own->value, own->room, sizeof *own);
    return &own->value;
}

/* An answer, and the witness that there is exactly where it is no. */
static void check_answer(
    automata_status status, bool answer, automata_status why, const automata_witness *witness, const automata_error *error)
{
    is_ok(why, error);
    REQUIRE(status == AUTOMATA_OK || !answer);
    REQUIRE(why == AUTOMATA_OK || witness == NULL);
    check_witness(witness);
    if (status == AUTOMATA_OK && why == AUTOMATA_OK)
        REQUIRE(answer == (witness == NULL));
}

void call_languages(input *in)
{
    automata_error *error = error_place(in);
    automata_fa *left = take_linear(in), *right = take_linear(in);
    automata_alphabet *alphabet = ANY(alphabets);
    automata_witness *witness = WRONG(automata_witness);
    automata_status status = AUTOMATA_OK, why;
    budget storage;
    inclusion_options options;
    bool answer = true;
    size_t degree = 9, start = 9, end = 9;
    switch (take_below(in, 14)) {
    case 0:
        status = automata_fa_longest_word(left, &witness, error);
        is_ok(status, error);
        answer = left && !automata_fa_is_empty(left) && automata_fa_is_finite(left);
        REQUIRE((witness != NULL) == (status == AUTOMATA_OK && answer));
        REQUIRE(witness == NULL || automata_witness_is_accepted(witness, left));
        automata_witness_free(witness);
        witness = WRONG(automata_witness);
        status = why = automata_fa_shortest_word(left, &witness, error);
        answer = automata_fa_is_empty(left) && status == AUTOMATA_OK;
        REQUIRE(witness == NULL || automata_witness_is_accepted(witness, left));
        break;
    case 1:
    case 2:
        status = why = automata_fa_is_included(
            left, right, take_inclusion_options(in, &options, &storage), &answer, &witness, error);
        REQUIRE(status != AUTOMATA_OK || answer == (witness == NULL));
        REQUIRE(witness == NULL || automata_witness_is_accepted(witness, left));
        REQUIRE(witness == NULL || !automata_witness_is_accepted(witness, right));
        break;
    case 3:
    case 4:
        status = why = automata_fa_is_equivalent(
            left, right, take_inclusion_options(in, &options, &storage), &answer, &witness, error);
        REQUIRE(status != AUTOMATA_OK || answer == (witness == NULL));
        if (witness) {
            bool is_first = automata_witness_side(witness) == AUTOMATA_SIDE_FIRST;
            REQUIRE(automata_witness_is_accepted(witness, left) == is_first);
            REQUIRE(automata_witness_is_accepted(witness, right) == !is_first);
        }
        break;
    case 5:
        status = why = automata_fa_is_universal(
            left, alphabet, take_inclusion_options(in, &options, &storage), &answer, &witness, error);
        REQUIRE(status != AUTOMATA_OK || answer == (witness == NULL));
        REQUIRE(witness == NULL || !automata_witness_is_accepted(witness, left));
        break;
    case 6:
        status = why = automata_fa_is_disjoint(
            left, right, take_bounded(in, &storage), &answer, &witness, error);
        REQUIRE(status != AUTOMATA_OK || answer == (witness == NULL));
        REQUIRE(witness == NULL || automata_witness_is_accepted(witness, left));
        REQUIRE(witness == NULL || automata_witness_is_accepted(witness, right));
        break;
    case 7:
    case 8:
        status = automata_fa_is_unambiguous(left, take_bounded(in, &storage), &answer, NULL, error);
        is_ok(status, error);
        why = automata_fa_is_unambiguous(left, take_bounded(in, &storage), NULL, &witness, error);
        if (witness) {
            check_path(witness, left, 0);
            check_path(witness, left, 1);
        }
        break;
    case 9: {
        automata_ambiguity_kind kind = 9;
        status = automata_fa_ambiguity_degree(left, take_bounded(in, &storage), &kind, &degree, error);
        REQUIRE(is_ok(status, error) ? kind <= AUTOMATA_AMBIGUITY_INFINITE : kind == 0);
        REQUIRE((degree != 0) == (kind == AUTOMATA_AMBIGUITY_POLYNOMIAL));
        return;
    }
    case 10: {
        automata_growth_kind kind = 9;
        status = automata_fa_growth(left, take_bounded(in, &storage), &kind, &degree, error);
        REQUIRE(is_ok(status, error) ? kind <= AUTOMATA_GROWTH_EXPONENTIAL : kind == 0);
        REQUIRE(kind == AUTOMATA_GROWTH_POLYNOMIAL || degree == 0);
        REQUIRE(status != AUTOMATA_OK || automata_fa_is_finite(left) == (kind == AUTOMATA_GROWTH_FINITE));
        return;
    }
    case 11:
        answer = automata_fa_is_finite(left);
        status = why = automata_fa_pumping_triple(left, take_bounded(in, &storage), &witness, &start, &end, error);
        answer = answer && status == AUTOMATA_OK;
        REQUIRE(witness == NULL ? start == 0 && end == 0 : start < end && end <= automata_witness_word(witness).count);
        REQUIRE(witness == NULL || automata_witness_is_accepted(witness, left));
        break;
    case 12: {
        automata_nondeterminism reason = automata_fa_find_nondeterminism(left);
        REQUIRE((reason.kind == AUTOMATA_NONDETERMINISM_NONE) == (left == NULL || automata_fa_is_deterministic(left)));
        automata_nonminimality minimality = {AUTOMATA_NONMINIMALITY_NONE, 9, 9};
        status = automata_fa_find_nonminimality(left, take_bounded(in, &storage), &minimality, error);
        /* An NFA that is deterministic has an answer too. */
        if (is_ok(status, error) && automata_fa_model(left) == AUTOMATA_MODEL_DFA)
            REQUIRE((minimality.kind == AUTOMATA_NONMINIMALITY_NONE) == automata_fa_is_minimal(left));
        status = automata_fa_shortest_synchronizing_word(left, take_bounded(in, &storage), &witness, error);
        REQUIRE(is_ok(status, error) ? automata_fa_is_deterministic(left) : witness == NULL);
        automata_witness_free(witness);
        return;
    }
    default: {
        witness = ANY(witnesses);
        bool is_accepted = automata_witness_is_accepted(witness, left);
        REQUIRE(!is_accepted || witness != NULL);
        check_witness(witness);
        KEEP(witnesses, automata_witness_free, NULL);
        return;
    }
    }
    check_answer(status, answer, why, witness, error);
    KEEP(witnesses, automata_witness_free, witness);
}

void call_relations(input *in)
{
    automata_error *error = error_place(in);
    automata_fa *automaton = take_linear(in);
    automata_preorder *preorder = ANY(preorders), *made = WRONG(automata_preorder);
    automata_direction direction = take_byte(in) < 220 ? take_below(in, 2) : (automata_direction)take_id(in);
    automata_state *states = WRONG(automata_state), state = take_id(in);
    automata_status status;
    size_t count = 9, block_count = 9;
    budget storage;
    switch (take_below(in, 6)) {
    case 0: {
        uint32_t *blocks = WRONG(uint32_t);
        status = automata_fa_bisimulation(
            automaton, direction, take_bounded(in, &storage), &blocks, &count, &block_count, error);
        if (is_ok(status, error)) {
            REQUIRE(count == automata_fa_state_count(automaton) && block_count <= count);
            for (size_t i = 0; i < count; i++)
                REQUIRE(blocks[i] < block_count);
        } else {
            REQUIRE(blocks == NULL && count == 0 && block_count == 0);
        }
        automata_free(blocks);
        break;
    }
    case 1:
    case 2:
        status = automata_fa_simulation(automaton, direction, take_bounded(in, &storage), &made, error);
        REQUIRE(is_ok(status, error) ? made != NULL : made == NULL);
        REQUIRE(status != AUTOMATA_OK || automata_preorder_pair_count(made) >= automata_fa_state_count(automaton));
        KEEP(preorders, automata_preorder_free, made);
        break;
    case 3:
        status = automata_preorder_simulators(preorder, state, &states, &count, error);
        if (is_ok(status, error)) {
            REQUIRE(count > 0 && automata_preorder_holds(preorder, state, states[0]));
            REQUIRE(automata_preorder_holds(preorder, state, state));
        }
        free_states(states, count, status == AUTOMATA_OK, UINT32_MAX);
        break;
    case 4:
        status = automata_preorder_simulated(preorder, state, &states, &count, error);
        if (is_ok(status, error))
            REQUIRE(count > 0 && automata_preorder_holds(preorder, states[0], state));
        free_states(states, count, status == AUTOMATA_OK, UINT32_MAX);
        break;
    default:
        REQUIRE(!automata_preorder_holds(preorder, state, UINT32_MAX));
        REQUIRE(preorder != NULL || automata_preorder_pair_count(preorder) == 0);
        if (take_byte(in) & 1)
            KEEP(preorders, automata_preorder_free, NULL);
    }
}
