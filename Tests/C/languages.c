/* Questions about languages and the words that answer them; relations between states. */
#include "language.h"

static automata_error error;

/* The witness has this text and is freed; where the text is NULL there is none. */
#define CHECK_WITNESS(wanted, wanted_side, witness) \
    do { \
        const char *check_wanted = (wanted); \
        if (check_wanted == NULL) { \
            CHECK((witness) == NULL); \
        } else { \
            CHECK_TEXT(check_wanted, automata_witness_text(witness)); \
            CHECK(automata_witness_side(witness) == (wanted_side)); \
        } \
        automata_witness_free(witness); \
        (witness) = NULL; \
    } while (0)

static void words(void) {
    automata_fa *nfa = ends_with_01(), *dfa = minimal(ends_with_01()), *epsilon = ends_with_0(), *one = only("1");
    automata_fa *all, *nothing;
    automata_witness *witness;
    automata_symbols word;
    bool answer;

    CHECK_OK(automata_fa_shortest_word(nfa, &witness, &error));
    word = automata_witness_word(witness);
    CHECK(word.count == 2 && word.items[0] == 0 && word.items[1] == 1);
    CHECK(automata_alphabet_equal(automata_witness_alphabet(witness), automata_fa_alphabet(nfa)));
    CHECK(automata_witness_is_accepted(witness, dfa) && !automata_witness_is_accepted(witness, epsilon));
    CHECK(automata_witness_path(witness, 0).start == AUTOMATA_NO_STATE && automata_witness_path(witness, 0).count == 0);
    CHECK_WITNESS("01", AUTOMATA_SIDE_NONE, witness);
    CHECK_OK(automata_fa_difference(nfa, dfa, NULL, &nothing, &error));
    CHECK_OK(automata_fa_shortest_synchronizing_word(dfa, NULL, &witness, &error));
    CHECK_WITNESS("0", AUTOMATA_SIDE_NONE, witness);
    CHECK(automata_fa_shortest_synchronizing_word(nfa, NULL, &witness, &error) == AUTOMATA_ERROR_NONDETERMINISTIC);
    CHECK(witness == NULL);
    CHECK_OK(automata_fa_shortest_word(nothing, &witness, &error));
    CHECK_WITNESS(NULL, AUTOMATA_SIDE_NONE, witness);

    /* The longest is none of an infinite language and of an empty one. */
    CHECK_OK(automata_fa_longest_word(nfa, &witness, &error));
    CHECK_WITNESS(NULL, AUTOMATA_SIDE_NONE, witness);
    CHECK_OK(automata_fa_longest_word(nothing, &witness, &error));
    CHECK_WITNESS(NULL, AUTOMATA_SIDE_NONE, witness);
    CHECK_OK(automata_fa_restrict_lengths(epsilon, 0, 3, NULL, &all, &error));
    CHECK_OK(automata_fa_longest_word(all, &witness, &error));
    CHECK(automata_witness_word(witness).count == 3 && automata_witness_is_accepted(witness, epsilon));
    CHECK_WITNESS("000", AUTOMATA_SIDE_NONE, witness);
    automata_fa_free(all);

    CHECK_OK(automata_fa_is_universal(nfa, NULL, NULL, &answer, NULL, &error));
    CHECK(!answer);
    CHECK_OK(automata_fa_is_universal(nfa, NULL, NULL, NULL, &witness, &error));
    CHECK(automata_witness_word(witness).count == 0 && automata_witness_word(witness).items == NULL);
    CHECK_WITNESS("ε", AUTOMATA_SIDE_NONE, witness);
    CHECK_OK(automata_fa_complement(nothing, NULL, NULL, &all, &error));
    CHECK_OK(automata_fa_is_universal(all, NULL, NULL, &answer, NULL, &error));
    CHECK(answer);
    CHECK_OK(automata_fa_is_universal(all, NULL, NULL, NULL, &witness, &error));
    CHECK_WITNESS(NULL, AUTOMATA_SIDE_NONE, witness);
    /* Not over more symbols, and yes over fewer. */
    automata_fa_free(all);
    CHECK_OK(automata_fa_repeat(one, 0, AUTOMATA_UNBOUNDED, NULL, &all, &error));
    CHECK_OK(automata_fa_is_universal(all, automata_fa_alphabet(one), NULL, &answer, NULL, &error));
    CHECK(answer);
    CHECK_OK(automata_fa_is_universal(all, automata_fa_alphabet(nfa), NULL, &answer, NULL, &error));
    CHECK(!answer);
    CHECK_OK(automata_fa_is_universal(all, automata_fa_alphabet(nfa), NULL, NULL, &witness, &error));
    CHECK_WITNESS("0", AUTOMATA_SIDE_NONE, witness);

    CHECK_OK(automata_fa_is_disjoint(nfa, epsilon, NULL, &answer, NULL, &error));
    CHECK(answer);
    CHECK_OK(automata_fa_is_disjoint(nfa, epsilon, NULL, NULL, &witness, &error));
    CHECK_WITNESS(NULL, AUTOMATA_SIDE_NONE, witness);
    CHECK_OK(automata_fa_is_disjoint(all, one, NULL, &answer, NULL, &error));
    CHECK(!answer);
    CHECK_OK(automata_fa_is_disjoint(all, one, NULL, NULL, &witness, &error));
    CHECK_WITNESS("1", AUTOMATA_SIDE_NONE, witness);
    automata_fa_free(nothing);
    automata_fa_free(all);
    automata_fa_free(one);
    automata_fa_free(epsilon);
    automata_fa_free(dfa);
    automata_fa_free(nfa);
}

static void comparisons(void) {
    automata_fa *nfa = ends_with_01(), *dfa = minimal(ends_with_01()), *second = kth_from_end(2), *ab = only("ab");
    automata_fa *large = kth_from_end(30);
    automata_inclusion_options options = AUTOMATA_INCLUSION_OPTIONS_INIT;
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    automata_alphabet *bytes;
    automata_builder *builder;
    automata_fa *other;
    automata_witness *witness;
    bool answer;
    int algorithm;

    for (algorithm = AUTOMATA_INCLUSION_AUTOMATIC; algorithm <= AUTOMATA_INCLUSION_ANTICHAIN_BACKWARD_WITH_SIMULATION;
         algorithm++) {
        options.algorithm = (automata_inclusion)algorithm;
        CHECK_OK(automata_fa_is_included(nfa, dfa, &options, &answer, NULL, &error));
        CHECK(answer);
        CHECK_OK(automata_fa_is_included(nfa, second, &options, &answer, NULL, &error));
        CHECK(!answer);
        CHECK_OK(automata_fa_is_equivalent(nfa, dfa, &options, &answer, NULL, &error));
        CHECK(answer);
        CHECK_OK(automata_fa_is_equivalent(second, dfa, &options, &answer, NULL, &error));
        CHECK(!answer);
        CHECK_OK(automata_fa_is_universal(nfa, NULL, &options, &answer, NULL, &error));
        CHECK(!answer);
    }
    CHECK_OK(automata_fa_is_included(nfa, dfa, NULL, NULL, &witness, &error));
    CHECK_WITNESS(NULL, AUTOMATA_SIDE_NONE, witness);
    CHECK_OK(automata_fa_is_included(nfa, second, NULL, NULL, &witness, &error));
    CHECK(automata_witness_is_accepted(witness, nfa) && !automata_witness_is_accepted(witness, second));
    CHECK_WITNESS("01", AUTOMATA_SIDE_FIRST, witness);
    CHECK_OK(automata_fa_is_equivalent(nfa, dfa, NULL, NULL, &witness, &error));
    CHECK_WITNESS(NULL, AUTOMATA_SIDE_NONE, witness);
    CHECK_OK(automata_fa_is_equivalent(nfa, second, NULL, NULL, &witness, &error));
    CHECK_WITNESS("01", AUTOMATA_SIDE_FIRST, witness);
    CHECK_OK(automata_fa_is_equivalent(ab, nfa, NULL, NULL, &witness, &error));
    CHECK(automata_alphabet_symbol_count(automata_witness_alphabet(witness)) == 4);
    CHECK_WITNESS("ab", AUTOMATA_SIDE_FIRST, witness);
    CHECK_OK(automata_fa_is_equivalent(second, nfa, NULL, NULL, &witness, &error));
    CHECK_WITNESS("01", AUTOMATA_SIDE_SECOND, witness);

    /* What determinizing would need 2 to the 30 states for. */
    /* The answer and a witness in one call; any witness is one, for each algorithm. */
    for (algorithm = AUTOMATA_INCLUSION_AUTOMATIC; algorithm <= AUTOMATA_INCLUSION_ANTICHAIN_BACKWARD_WITH_SIMULATION; algorithm++) {
        options.algorithm = (automata_inclusion)algorithm;
        options.witness = AUTOMATA_WITNESS_ANY;
        answer = true;
        CHECK_OK(automata_fa_is_included(nfa, second, &options, &answer, &witness, &error));
        CHECK(!answer && automata_witness_side(witness) == AUTOMATA_SIDE_FIRST);
        CHECK(automata_witness_is_accepted(witness, nfa) && !automata_witness_is_accepted(witness, second));
        automata_witness_free(witness);
        CHECK_OK(automata_fa_is_equivalent(nfa, second, &options, &answer, &witness, &error));
        CHECK(!answer && automata_witness_is_accepted(witness, nfa) != automata_witness_is_accepted(witness, second));
        CHECK(automata_witness_is_accepted(witness, nfa) == (automata_witness_side(witness) == AUTOMATA_SIDE_FIRST));
        automata_witness_free(witness);
        CHECK_OK(automata_fa_is_universal(nfa, NULL, &options, &answer, &witness, &error));
        CHECK(!answer && witness != NULL && !automata_witness_is_accepted(witness, nfa));
        automata_witness_free(witness);
        CHECK_OK(automata_fa_is_equivalent(nfa, dfa, &options, &answer, &witness, &error));
        CHECK(answer && witness == NULL);
    }
    options.algorithm = AUTOMATA_INCLUSION_AUTOMATIC;
    options.witness = AUTOMATA_WITNESS_SHORTEST;

    CHECK_OK(automata_fa_is_equivalent(large, large, NULL, &answer, NULL, &error));
    CHECK(answer);
    budget.maximum_states = 1000;
    options.budget = &budget;
    options.algorithm = AUTOMATA_INCLUSION_DETERMINIZATION;
    CHECK_STATUS(AUTOMATA_ERROR_BUDGET_EXCEEDED, automata_fa_is_equivalent(large, large, &options, &answer, NULL, &error));

    CHECK_OK(automata_alphabet_bytes(&bytes, &error));
    CHECK_OK(automata_builder_new(bytes, &builder, &error));
    CHECK_OK(automata_builder_build(builder, AUTOMATA_MODEL_DFA, NULL, &other, &error));
    CHECK_STATUS(AUTOMATA_ERROR_INCOMPATIBLE_ALPHABETS, automata_fa_is_included(nfa, other, NULL, &answer, NULL, &error));
    CHECK_STATUS(AUTOMATA_ERROR_INCOMPATIBLE_ALPHABETS, automata_fa_is_disjoint(nfa, other, NULL, NULL, &witness, &error));
    CHECK_STATUS(AUTOMATA_ERROR_INCOMPATIBLE_ALPHABETS, automata_fa_is_universal(nfa, bytes, NULL, &answer, NULL, &error));
    CHECK(!answer && witness == NULL);
    automata_builder_free(builder);
    automata_alphabet_free(bytes);
    automata_fa_free(other);
    automata_fa_free(large);
    automata_fa_free(ab);
    automata_fa_free(second);
    automata_fa_free(dfa);
    automata_fa_free(nfa);
}

static automata_fa *mata(const char *rest) {
    char text[300];
    snprintf(text, sizeof text, "@NFA-explicit\n%%Alphabet-auto\n%s", rest);
    return automaton_of(text, AUTOMATA_FORMAT_MATA);
}

static void ambiguity(void) {
    automata_fa *nfa = ends_with_01(), *twice = mata("%Initial p\n%Final q r\np a q\np a r\n");
    automata_fa *pairs = mata("%Initial p\n%Final q\np a p\np a q\nq a q\n");
    automata_fa *doubling = mata("%Initial p q\n%Final p\np a p\np a q\nq a p\nq a q\n");
    automata_fa *epsilon = ends_with_0();
    automata_fa *round = automaton_of(
        "{\"format\": \"automata\", \"version\": 1, \"kind\": \"epsilon-NFA\", \"alphabet\": [\"a\"], \"states\": [\"p\", \"q\"],"
        " \"initial\": [\"p\"], \"final\": [\"q\"], \"transitions\": [[\"p\", null, \"q\"], [\"q\", null, \"p\"]]}",
        AUTOMATA_FORMAT_JSON);
    automata_witness *witness;
    automata_ambiguity_kind kind;
    automata_path paths[2];
    size_t degree, i;
    bool answer;

    CHECK_OK(automata_fa_is_unambiguous(nfa, NULL, &answer, NULL, &error));
    CHECK(answer);
    CHECK_OK(automata_fa_is_unambiguous(nfa, NULL, NULL, &witness, &error));
    CHECK_WITNESS(NULL, AUTOMATA_SIDE_NONE, witness);
    CHECK_OK(automata_fa_ambiguity_degree(nfa, NULL, &kind, &degree, &error));
    CHECK(kind == AUTOMATA_AMBIGUITY_NONE && degree == 0);
    CHECK_OK(automata_fa_is_unambiguous(epsilon, NULL, &answer, NULL, &error));
    CHECK(answer);

    CHECK_OK(automata_fa_is_unambiguous(twice, NULL, &answer, NULL, &error));
    CHECK(!answer);
    CHECK_OK(automata_fa_is_unambiguous(twice, NULL, NULL, &witness, &error));
    for (i = 0; i < 2; i++) {
        paths[i] = automata_witness_path(witness, i);
        CHECK(automata_fa_is_initial(twice, paths[i].start) && paths[i].count == 1);
        CHECK(paths[i].moves[0].symbol == 0 && automata_fa_is_final(twice, paths[i].moves[0].target));
    }
    CHECK(paths[0].moves[0].target != paths[1].moves[0].target);
    CHECK(automata_witness_path(witness, 2).start == AUTOMATA_NO_STATE);
    CHECK(automata_witness_path(witness, SIZE_MAX).start == AUTOMATA_NO_STATE);
    CHECK_WITNESS("a", AUTOMATA_SIDE_NONE, witness);
    CHECK_OK(automata_fa_ambiguity_degree(twice, NULL, &kind, &degree, &error));
    CHECK(kind == AUTOMATA_AMBIGUITY_FINITE && degree == 0);
    CHECK_OK(automata_fa_ambiguity_degree(pairs, NULL, &kind, &degree, &error));
    CHECK(kind == AUTOMATA_AMBIGUITY_POLYNOMIAL && degree == 1);
    CHECK_OK(automata_fa_ambiguity_degree(doubling, NULL, &kind, &degree, &error));
    CHECK(kind == AUTOMATA_AMBIGUITY_EXPONENTIAL && degree == 0);
    CHECK_OK(automata_fa_ambiguity_degree(round, NULL, &kind, &degree, &error));
    CHECK(kind == AUTOMATA_AMBIGUITY_INFINITE && degree == 0);
    CHECK_OK(automata_fa_is_unambiguous(round, NULL, NULL, &witness, &error));
    paths[0] = automata_witness_path(witness, 0);
    paths[1] = automata_witness_path(witness, 1);
    CHECK(paths[0].start == 0 && paths[1].start == 0 && paths[0].count != paths[1].count);
    CHECK(paths[0].count > 0 && paths[0].moves[0].symbol == AUTOMATA_EPSILON && paths[0].moves[0].target == 1);
    CHECK_WITNESS("ε", AUTOMATA_SIDE_NONE, witness);
    automata_fa_free(round);
    automata_fa_free(epsilon);
    automata_fa_free(doubling);
    automata_fa_free(pairs);
    automata_fa_free(twice);
    automata_fa_free(nfa);
}

static void growth(void) {
    automata_fa *nfa = ends_with_01(), *ab = only("ab"), *sorted = mata("%Initial p\n%Final p q\np a p\np b q\nq b q\n");
    automata_fa *result;
    automata_growth_kind kind;
    automata_witness *witness;
    size_t degree, start, end;

    CHECK_OK(automata_fa_growth(nfa, NULL, &kind, &degree, &error));
    CHECK(kind == AUTOMATA_GROWTH_EXPONENTIAL && degree == 0);
    CHECK_OK(automata_fa_growth(ab, NULL, &kind, &degree, &error));
    CHECK(kind == AUTOMATA_GROWTH_FINITE && degree == 0);
    CHECK_OK(automata_fa_growth(sorted, NULL, &kind, &degree, &error));
    CHECK(kind == AUTOMATA_GROWTH_POLYNOMIAL && degree == 1);

    CHECK_OK(automata_fa_pumping_triple(ab, NULL, &witness, &start, &end, &error));
    CHECK(start == 0 && end == 0);
    CHECK_WITNESS(NULL, AUTOMATA_SIDE_NONE, witness);
    /* a(ba)*b is (ab)+. */
    CHECK_OK(automata_fa_repeat(ab, 1, AUTOMATA_UNBOUNDED, NULL, &result, &error));
    CHECK_OK(automata_fa_pumping_triple(result, NULL, &witness, &start, &end, &error));
    CHECK(end - start == 2 && automata_witness_word(witness).count == 4 && automata_witness_is_accepted(witness, result));
    CHECK_WITNESS(start == 0 ? "(ab)*ab" : start == 1 ? "a(ba)*b" : "ab(ab)*", AUTOMATA_SIDE_NONE, witness);
    automata_fa_free(result);
    automata_fa_free(sorted);
    automata_fa_free(ab);
    automata_fa_free(nfa);
}

static void offenders(void) {
    automata_fa *nfa = ends_with_01(), *dfa = minimal(ends_with_01()), *epsilon = ends_with_0();
    automata_fa *two = mata("%Initial p q\n%Final q\np a q\n");
    automata_fa *dead = mata("%Initial p\n%Final q\np a q\np b r\n");
    automata_fa *lost = mata("%Initial p\n%Final q\np a q\nr a q\n");
    automata_fa *same = mata("%Initial p\n%Final q r\np a q\np b r\n");
    automata_nondeterminism choice;
    automata_nonminimality reason;

    choice = automata_fa_find_nondeterminism(nfa);
    CHECK(choice.kind == AUTOMATA_NONDETERMINISM_TARGETS && choice.source == automata_fa_initial_state(nfa) && choice.symbol == 0);
    CHECK(choice.first < choice.second && choice.second < automata_fa_state_count(nfa));
    choice = automata_fa_find_nondeterminism(dfa);
    CHECK(choice.kind == AUTOMATA_NONDETERMINISM_NONE && choice.source == AUTOMATA_NO_STATE);
    choice = automata_fa_find_nondeterminism(epsilon);
    CHECK(choice.kind == AUTOMATA_NONDETERMINISM_EPSILON_MOVE && choice.source == 0 && choice.first == 1);
    CHECK(choice.symbol == AUTOMATA_EPSILON && choice.second == AUTOMATA_NO_STATE);
    choice = automata_fa_find_nondeterminism(two);
    CHECK(choice.kind == AUTOMATA_NONDETERMINISM_INITIAL_STATES && choice.first == 0 && choice.second == 1);

    CHECK_OK(automata_fa_find_nonminimality(dfa, NULL, &reason, &error));
    CHECK(reason.kind == AUTOMATA_NONMINIMALITY_NONE && reason.first == AUTOMATA_NO_STATE && reason.second == AUTOMATA_NO_STATE);
    CHECK_OK(automata_fa_find_nonminimality(dead, NULL, &reason, &error));
    CHECK(reason.kind == AUTOMATA_NONMINIMALITY_DEAD_STATE);
    CHECK_TEXT("r", automata_fa_state_name(dead, reason.first));
    CHECK_OK(automata_fa_find_nonminimality(lost, NULL, &reason, &error));
    CHECK(reason.kind == AUTOMATA_NONMINIMALITY_UNREACHABLE_STATE);
    CHECK_TEXT("r", automata_fa_state_name(lost, reason.first));
    CHECK_OK(automata_fa_find_nonminimality(same, NULL, &reason, &error));
    CHECK(reason.kind == AUTOMATA_NONMINIMALITY_EQUIVALENT_STATES && reason.first < reason.second);
    CHECK(automata_fa_is_final(same, reason.first) && automata_fa_is_final(same, reason.second));
    CHECK_STATUS(AUTOMATA_ERROR_NONDETERMINISTIC, automata_fa_find_nonminimality(nfa, NULL, &reason, &error));
    automata_fa_free(same);
    automata_fa_free(lost);
    automata_fa_free(dead);
    automata_fa_free(two);
    automata_fa_free(epsilon);
    automata_fa_free(dfa);
    automata_fa_free(nfa);
}

static void relations(void) {
    automata_fa *nfa = mata("%Initial p\n%Final r t\np a q\np a s\nq b r\ns b t\ns c t\n"), *epsilon = ends_with_0();
    automata_preorder *preorder;
    automata_state p, q, r, s, t, *states;
    size_t count, block_count, i, pairs = 0;
    uint32_t *blocks;

    CHECK_OK(automata_fa_find_state(nfa, "p", 1, &p, &error));
    CHECK_OK(automata_fa_find_state(nfa, "q", 1, &q, &error));
    CHECK_OK(automata_fa_find_state(nfa, "r", 1, &r, &error));
    CHECK_OK(automata_fa_find_state(nfa, "s", 1, &s, &error));
    CHECK_OK(automata_fa_find_state(nfa, "t", 1, &t, &error));
    CHECK_OK(automata_fa_bisimulation(nfa, AUTOMATA_DIRECTION_FORWARD, NULL, &blocks, &count, &block_count, &error));
    CHECK(count == 5 && block_count == 4 && blocks[r] == blocks[t] && blocks[q] != blocks[s] && blocks[p] != blocks[q]);
    automata_free(blocks);
    CHECK_OK(automata_fa_bisimulation(nfa, AUTOMATA_DIRECTION_BACKWARD, NULL, &blocks, &count, &block_count, &error));
    CHECK(count == 5 && block_count == 4 && blocks[q] == blocks[s] && blocks[r] != blocks[t]);
    automata_free(blocks);

    CHECK_OK(automata_fa_simulation(nfa, AUTOMATA_DIRECTION_FORWARD, NULL, &preorder, &error));
    CHECK(automata_preorder_holds(preorder, q, s) && !automata_preorder_holds(preorder, s, q));
    CHECK(automata_preorder_holds(preorder, r, t) && automata_preorder_holds(preorder, t, r));
    CHECK(!automata_preorder_holds(preorder, 5, 0) && !automata_preorder_holds(preorder, 0, UINT32_MAX));
    CHECK_OK(automata_preorder_simulators(preorder, q, &states, &count, &error));
    CHECK(count == 2 && states[0] == (q < s ? q : s) && states[1] == (q < s ? s : q));
    automata_free(states);
    for (i = 0; i < 5; i++) {
        CHECK_OK(automata_preorder_simulated(preorder, (automata_state)i, &states, &count, &error));
        pairs += count;
        automata_free(states);
    }
    CHECK(pairs == automata_preorder_pair_count(preorder));
    CHECK_STATUS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_preorder_simulators(preorder, 5, &states, &count, &error));
    CHECK_STATUS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_preorder_simulated(preorder, UINT32_MAX, &states, &count, &error));
    CHECK(states == NULL && count == 0);
    automata_preorder_free(preorder);
    CHECK_OK(automata_fa_simulation(nfa, AUTOMATA_DIRECTION_BACKWARD, NULL, &preorder, &error));
    CHECK(automata_preorder_holds(preorder, q, s) && automata_preorder_holds(preorder, s, q));
    CHECK(automata_preorder_holds(preorder, r, t) && !automata_preorder_holds(preorder, t, r));
    automata_preorder_free(preorder);
    CHECK_STATUS(AUTOMATA_ERROR_EPSILON_MOVES, automata_fa_simulation(epsilon, AUTOMATA_DIRECTION_FORWARD, NULL, &preorder, &error));
    CHECK_STATUS(
        AUTOMATA_ERROR_EPSILON_MOVES,
        automata_fa_bisimulation(epsilon, AUTOMATA_DIRECTION_FORWARD, NULL, &blocks, &count, &block_count, &error));
    CHECK(preorder == NULL && blocks == NULL && count == 0 && block_count == 0);
    automata_fa_free(epsilon);
    automata_fa_free(nfa);
}

/* Symbols that are sets of bits mean the same where the texts are read together. */
static void jointly(void) {
    const char *texts[] = {
        "@NFA-bits\n%Alphabet-auto\n%Initial p\n%Final q\np a0 q\n",
        "@NFA-bits\n%Alphabet-auto\n%Initial p\n%Final q\np (a0 & a1) q\n",
        "@NFA-explicit\n%Alphabet-auto\n%Initial p\n%Final q\np x q\n"};
    const automata_format formats[] = {AUTOMATA_FORMAT_MATA, AUTOMATA_FORMAT_MATA, AUTOMATA_FORMAT_GUESS};
    automata_read_options named = AUTOMATA_READ_OPTIONS_INIT;
    const automata_read_options *options[] = {NULL, NULL, &named};
    automata_fa *automata[3];
    bool answer;

    named.input_name = "third.mata";
    CHECK_OK(automata_fa_from_texts(texts, NULL, formats, options, 3, automata, &error));
    CHECK_OK(automata_fa_is_included(automata[1], automata[0], NULL, &answer, NULL, &error));
    CHECK(answer);
    CHECK_OK(automata_fa_is_included(automata[0], automata[1], NULL, &answer, NULL, &error));
    CHECK(!answer);
    CHECK(automata_fa_state_count(automata[2]) == 2);
    automata_fa_free(automata[0]);
    automata_fa_free(automata[1]);
    automata_fa_free(automata[2]);
    CHECK_OK(automata_fa_from_texts(NULL, NULL, NULL, NULL, 0, NULL, &error));
    texts[2] = "@NFA-explicit\np x\n";
    CHECK_STATUS(AUTOMATA_ERROR_INVALID_TEXT, automata_fa_from_texts(texts, NULL, formats, options, 3, automata, &error));
    CHECK(automata[0] == NULL && automata[1] == NULL && automata[2] == NULL && error.line == 2);
    CHECK(strstr(error.message, "third.mata:2") != NULL);
    texts[1] = "nothing that anyone knows";
    CHECK_STATUS(AUTOMATA_ERROR_UNKNOWN_FORMAT, automata_fa_from_texts(texts, NULL, NULL, NULL, 3, automata, &error));
}

int main(void) {
    words();
    comparisons();
    ambiguity();
    growth();
    offenders();
    relations();
    jointly();
    return check_done();
}
