#include "exercise.h"

static bool are_isomorphic(const automata_fa *left, const automata_fa *right)
{
    bool answer = false;
    automata_error error;
    REQUIRE(is_ok(automata_fa_is_isomorphic(left, right, &answer, NULL, NULL, &error), &error));
    return answer;
}

/* Larger automata are only looked at as wholes, so that an input takes milliseconds. */
enum { MANY = 2000 };

automata_budget small_budget(void)
{
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    budget.maximum_states = 500;
    budget.maximum_bytes = 4 << 20;
    return budget;
}

static void check_states(automata_states list, size_t state_count)
{
    for (size_t i = 0; i < list.count; i++) {
        REQUIRE(list.items[i] < state_count);
        REQUIRE(i == 0 || list.items[i - 1] < list.items[i]);
    }
}

static void check_rows(automata_rows rows, size_t state_count, size_t symbol_count)
{
    REQUIRE(rows.row_count == state_count);
    REQUIRE((rows.offsets == NULL) == (rows.row_count == 0));
    if (rows.row_count == 0) {
        REQUIRE(rows.count == 0);
        return;
    }
    REQUIRE(rows.offsets[0] == 0 && rows.offsets[rows.row_count] == rows.count);
    for (size_t row = 0; row < rows.row_count; row++) {
        REQUIRE(rows.offsets[row] <= rows.offsets[row + 1]);
        for (size_t i = rows.offsets[row]; i < rows.offsets[row + 1]; i++) {
            REQUIRE(rows.targets[i] < state_count);
            REQUIRE(!rows.symbols || rows.symbols[i] < symbol_count);
            if (i == rows.offsets[row])
                continue;
            bool is_same = !rows.symbols || rows.symbols[i - 1] == rows.symbols[i];
            REQUIRE(is_same ? rows.targets[i - 1] < rows.targets[i] : rows.symbols[i - 1] < rows.symbols[i]);
        }
    }
}

static void check_alphabet(const automata_alphabet *alphabet)
{
    automata_error error;
    automata_alphabet_kind kind = automata_alphabet_kind_of(alphabet);
    size_t count = automata_alphabet_symbol_count(alphabet);
    automata_names names = automata_alphabet_symbol_names(alphabet);
    automata_symbol_ranges ranges = automata_alphabet_ranges(alphabet);
    REQUIRE(kind >= AUTOMATA_ALPHABET_NAMED && kind <= AUTOMATA_ALPHABET_SCALARS);
    REQUIRE(names.count == count);
    REQUIRE(kind != AUTOMATA_ALPHABET_NAMED || ranges.count == 0);
    for (size_t i = 0; i < ranges.count; i++) {
        REQUIRE(ranges.items[i].lower <= ranges.items[i].upper && ranges.items[i].symbol < count);
        REQUIRE(ranges.items[i].upper <= (kind == AUTOMATA_ALPHABET_BYTES ? 0xFFu : 0x10FFFFu));
        REQUIRE(i == 0 || ranges.items[i - 1].upper < ranges.items[i].lower);
    }
    for (automata_symbol symbol = 0; symbol < count && symbol < MANY; symbol++) {
        REQUIRE(automata_alphabet_symbol_name(alphabet, symbol) == names.items[symbol].data);
        REQUIRE(names.items[symbol].data[names.items[symbol].length] == 0);
        REQUIRE(automata_alphabet_symbol_width(alphabet, symbol) >= 1);
        if (kind == AUTOMATA_ALPHABET_NAMED) {
            automata_symbol found;
            REQUIRE(is_ok(
                automata_alphabet_find_symbol(
                    alphabet, names.items[symbol].data, names.items[symbol].length, &found, &error),
                &error));
            REQUIRE(found == symbol);
        }
    }
    REQUIRE(automata_alphabet_symbol_width(alphabet, (automata_symbol)count) == 0);
    REQUIRE(automata_alphabet_symbol_name(alphabet, (automata_symbol)count)[0] == 0);
    automata_alphabet *copy = automata_alphabet_retain(alphabet);
    REQUIRE(automata_alphabet_equal(alphabet, copy));
    automata_alphabet_free(copy);
}

static void check_names(const automata_fa *automaton, size_t state_count)
{
    automata_error error;
    automata_names names = automata_fa_state_names(automaton);
    REQUIRE(names.count == state_count);
    for (automata_state state = 0; state < state_count; state++) {
        const automata_text name = names.items[state];
        REQUIRE(automata_fa_state_name(automaton, state) == name.data && name.data[name.length] == 0);
        char buffer[24];
        REQUIRE(automata_fa_copy_state_name(automaton, state, buffer, sizeof buffer) == name.length);
        size_t copied = name.length < sizeof buffer ? name.length : sizeof buffer - 1;
        REQUIRE(memcmp(buffer, name.data, copied) == 0 && buffer[copied] == 0);
        automata_state found;
        REQUIRE(is_ok(automata_fa_find_state(automaton, name.data, name.length, &found, &error), &error));
        REQUIRE(found == state);
    }
    REQUIRE(automata_fa_state_name(automaton, (automata_state)state_count)[0] == 0);
    REQUIRE(automata_fa_copy_state_name(automaton, (automata_state)state_count, NULL, 0) == 0);
}

automata_state check_moves(const automata_fa *automaton, automata_path path)
{
    automata_state state = path.start;
    for (size_t i = 0; i < path.count; i++) {
        automata_states targets = automata_fa_targets(automaton, state, path.moves[i].symbol);
        bool is_there = false;
        for (size_t k = 0; k < targets.count; k++)
            is_there |= targets.items[k] == path.moves[i].target;
        REQUIRE(is_there);
        state = path.moves[i].target;
    }
    return state;
}

void check_structure(const automata_fa *automaton)
{
    size_t count = automata_fa_state_count(automaton);
    const automata_alphabet *alphabet = automata_fa_alphabet(automaton);
    automata_model model = automata_fa_model(automaton);
    REQUIRE(alphabet != NULL && model >= AUTOMATA_MODEL_DFA && model <= AUTOMATA_MODEL_EPSILON_NFA);

    automata_rows rows = automata_fa_transitions(automaton), moves = automata_fa_epsilon_moves(automaton);
    check_rows(rows, count, automata_alphabet_symbol_count(alphabet));
    check_rows(moves, count, 0);
    REQUIRE(rows.count + moves.count == automata_fa_transition_count(automaton));
    REQUIRE(moves.count == automata_fa_epsilon_move_count(automaton));
    REQUIRE(moves.symbols == NULL && (model == AUTOMATA_MODEL_EPSILON_NFA || moves.count == 0));

    automata_states initial = automata_fa_initial_states(automaton), final = automata_fa_final_states(automaton);
    check_states(initial, count);
    check_states(final, count);
    REQUIRE(automata_fa_initial_state(automaton) == (initial.count ? initial.items[0] : AUTOMATA_NO_STATE));
    for (size_t i = 0; i < initial.count; i++)
        REQUIRE(automata_fa_is_initial(automaton, initial.items[i]));
    for (size_t i = 0; i < final.count; i++)
        REQUIRE(automata_fa_is_final(automaton, final.items[i]));
    if (model == AUTOMATA_MODEL_DFA)
        REQUIRE(initial.count <= 1 && automata_fa_is_deterministic(automaton));

    REQUIRE(!automata_fa_is_initial(automaton, (automata_state)count) && !automata_fa_is_final(automaton, UINT32_MAX));
    REQUIRE(automata_fa_targets(automaton, (automata_state)count, 0).count == 0);
    if (count > MANY)
        return;
    size_t initial_count = 0, final_count = 0;
    for (automata_state state = 0; state < count; state++) {
        initial_count += automata_fa_is_initial(automaton, state);
        final_count += automata_fa_is_final(automaton, state);
        REQUIRE(automata_fa_targets(automaton, state, AUTOMATA_EPSILON).count == moves.offsets[state + 1] - moves.offsets[state]);
        size_t first = rows.offsets[state], end = rows.offsets[state + 1];
        if (first == end)
            continue;
        automata_states targets = automata_fa_targets(automaton, state, rows.symbols[first]);
        REQUIRE(targets.count >= 1 && targets.count <= end - first);
        REQUIRE(memcmp(targets.items, rows.targets + first, targets.count * sizeof *targets.items) == 0);
    }
    REQUIRE(initial_count == initial.count && final_count == final.count);
    check_names(automaton, count);
}

size_t minimal_size(const automata_fa *automaton)
{
    automata_error error;
    automata_budget budget = small_budget();
    automata_minimize_options options = AUTOMATA_MINIMIZE_OPTIONS_INIT;
    options.budget = &budget;
    automata_fa *minimal;
    if (!is_ok(automata_fa_minimize(automaton, &options, &minimal, &error), &error)) {
        REQUIRE(error.status == AUTOMATA_ERROR_BUDGET_EXCEEDED && minimal == NULL);
        return SIZE_MAX;
    }
    size_t count = automata_fa_state_count(minimal);
    automata_fa_free(minimal);
    return count;
}

/* What the judge of a language is given: a few words as symbols, and one as text. */
typedef struct judge {
    automata_symbol words[4][8];
    size_t counts[4];
    const char *text;
    size_t length;
} judge;

static judge make_judge(const automata_fa *automaton, const uint8_t *bytes, size_t size)
{
    judge result = {.text = (const char *)bytes, .length = size < 12 ? size : 12};
    size_t symbol_count = automata_alphabet_symbol_count(automata_fa_alphabet(automaton));
    for (size_t word = 0; word < 4; word++)
        for (size_t i = 0; i < word * 2 && symbol_count != 0; i++)
            result.words[word][result.counts[word]++] =
                (automata_symbol)((size > i ? bytes[(i * 3 + word) % size] : i) % symbol_count);
    return result;
}

static bool accepts_word(const automata_fa *automaton, const automata_symbol *word, size_t count)
{
    automata_error error;
    bool accepted;
    REQUIRE(is_ok(automata_fa_accepts_word(automaton, word, count, &accepted, &error), &error));
    return accepted;
}

static bool accepts_text(const automata_fa *automaton, const char *text, size_t length)
{
    automata_error error;
    bool accepted;
    if (!is_ok(automata_fa_accepts(automaton, text, length, NULL, 0, &accepted, &error), &error))
        REQUIRE(!accepted);
    return accepted;
}

/* That another automaton, over the same text but maybe with other symbols, has the same language. */
static void check_same_language(const automata_fa *left, const automata_fa *right, const judge *judge)
{
    bool is_one_alphabet = automata_alphabet_equal(automata_fa_alphabet(left), automata_fa_alphabet(right));
    for (size_t word = 0; word < 4 && is_one_alphabet; word++)
        REQUIRE(accepts_word(left, judge->words[word], judge->counts[word]) ==
                accepts_word(right, judge->words[word], judge->counts[word]));
    REQUIRE(accepts_text(left, judge->text, judge->length) == accepts_text(right, judge->text, judge->length));
}

static void check_run(const automata_fa *automaton, automata_run *run, bool accepted, size_t count)
{
    automata_error error;
    size_t state_count = automata_fa_state_count(automaton);
    REQUIRE(automata_run_is_accepting(run) == accepted);
    automata_rows rows = automata_run_states(run);
    REQUIRE(rows.symbols == NULL && rows.row_count <= count + 1);
    for (size_t i = 0; i < rows.count; i++)
        REQUIRE(rows.targets[i] < state_count);
    size_t stuck = automata_run_stuck_position(run);
    REQUIRE(stuck == AUTOMATA_NO_POSITION || (stuck < count && !accepted));
    automata_path path = automata_run_path(run);
    REQUIRE(!accepted || (automata_fa_is_initial(automaton, path.start) && path.count >= count));
    automata_state state = check_moves(automaton, path);
    REQUIRE(!accepted || automata_fa_is_final(automaton, state));
    char *text;
    size_t length;
    automata_budget budget = small_budget();
    if (is_ok(automata_run_text(run, &budget, &text, &length, &error), &error))
        REQUIRE(text[length] == 0 && strlen(text) <= length);
    else
        REQUIRE(text == NULL && length == 0);
    automata_free(text);
}

static void check_runs(const automata_fa *automaton, const judge *judge)
{
    automata_error error;
    automata_budget budget = small_budget();
    automata_run *run;
    for (size_t word = 0; word < 4; word++) {
        const automata_symbol *symbols = judge->words[word];
        size_t count = judge->counts[word];
        if (is_ok(automata_run_on_word(automaton, symbols, count, &budget, &run, &error), &error))
            check_run(automaton, run, accepts_word(automaton, symbols, count), count);
        automata_run_free(run);
    }
    if (is_ok(automata_run_on_text(automaton, judge->text, judge->length, NULL, 0, &budget, &run, &error), &error))
        check_run(automaton, run, accepts_text(automaton, judge->text, judge->length), judge->length);
    automata_run_free(run);
}

static void check_matcher(const automata_fa *dfa, const judge *judge)
{
    automata_error error;
    automata_matcher *matcher;
    automata_scan *scan, *copy;
    REQUIRE(is_ok(automata_matcher_new(dfa, &matcher, &error), &error));
    REQUIRE(automata_matcher_table_size(matcher) > 0 || automata_fa_state_count(dfa) == 0);

    bool accepted;
    REQUIRE(is_ok(automata_matcher_accepts(matcher, judge->text, judge->length, &accepted, &error), &error));
    if (is_utf8(judge->text, judge->length))
        REQUIRE(accepted == accepts_text(dfa, judge->text, judge->length));

    REQUIRE(is_ok(automata_scan_new(matcher, &scan, &error), &error));
    automata_verdict verdict = automata_scan_verdict(scan);
    for (size_t fed = 0; fed < judge->length;) {
        size_t piece = judge->length - fed < 3 ? judge->length - fed : 3;
        REQUIRE(is_ok(automata_scan_copy(scan, &copy, &error), &error));
        REQUIRE(automata_scan_consumed_count(copy) == automata_scan_consumed_count(scan));
        automata_verdict first = verdict, other;
        REQUIRE(is_ok(automata_scan_feed(scan, judge->text + fed, piece, &verdict, &error), &error));
        REQUIRE(is_ok(automata_scan_feed(copy, judge->text + fed, piece, &other, &error), &error));
        REQUIRE(first == AUTOMATA_VERDICT_UNDECIDED || first == verdict);
        REQUIRE(other == verdict && verdict == automata_scan_verdict(scan));
        automata_scan_free(copy);
        fed += piece;
    }
    /* After the verdict nothing is read, also nothing that isn't over the alphabet. */
    uint64_t consumed = automata_scan_consumed_count(scan);
    REQUIRE(consumed == judge->length || (consumed < judge->length && verdict != AUTOMATA_VERDICT_UNDECIDED));
    REQUIRE(automata_scan_is_accepting(scan) == accepted || (verdict == AUTOMATA_VERDICT_ACCEPTED && consumed < judge->length));
    REQUIRE(verdict != AUTOMATA_VERDICT_REJECTED || !accepted);

    for (size_t word = 0; word < 4; word++) {
        REQUIRE(is_ok(
            automata_matcher_accepts_word(matcher, judge->words[word], judge->counts[word], &accepted, &error), &error));
        REQUIRE(accepted == accepts_word(dfa, judge->words[word], judge->counts[word]));
        automata_scan_restart(scan);
        REQUIRE(automata_scan_consumed_count(scan) == 0);
        REQUIRE(is_ok(automata_scan_feed_word(scan, judge->words[word], judge->counts[word], &verdict, &error), &error));
        REQUIRE(automata_scan_is_accepting(scan) == accepted);
    }
    automata_matcher_free(matcher);
    REQUIRE(automata_scan_is_accepting(scan) == accepted);
    automata_scan_free(scan);
}

/* What a function made, checked and freed. */
static void check_result(
    const automata_fa *automaton, automata_status status, const automata_error *error, automata_fa *result,
    bool may_exceed, const judge *judge)
{
    if (!is_ok(status, error)) {
        REQUIRE(result == NULL);
        REQUIRE(may_exceed && status == AUTOMATA_ERROR_BUDGET_EXCEEDED);
        return;
    }
    check_structure(result);
    if (judge)
        check_same_language(automaton, result, judge);
    automata_fa_free(result);
}

static void check_minimizations(const automata_fa *automaton, const judge *judge)
{
    automata_error error;
    automata_budget budget = small_budget();
    automata_minimize_options options = AUTOMATA_MINIMIZE_OPTIONS_INIT;
    options.budget = &budget;
    for (int total = 0; total < 2; total++) {
        automata_fa *first = NULL, *minimal;
        options.total = total;
        for (int algorithm = AUTOMATA_MINIMIZE_AUTOMATIC; algorithm <= AUTOMATA_MINIMIZE_REVUZ; algorithm++) {
            options.algorithm = (automata_minimization)algorithm;
            if (!is_ok(automata_fa_minimize(automaton, &options, &minimal, &error), &error)) {
                REQUIRE(minimal == NULL);
                REQUIRE(error.status == AUTOMATA_ERROR_BUDGET_EXCEEDED ||
                        (error.status == AUTOMATA_ERROR_CYCLIC && algorithm == AUTOMATA_MINIMIZE_REVUZ));
                continue;
            }
            REQUIRE(!total || automata_fa_is_total(minimal));
            REQUIRE(automata_fa_is_minimal(minimal));
            if (!first) {
                check_structure(minimal);
                check_alphabet(automata_fa_alphabet(minimal));
                check_same_language(automaton, minimal, judge);
                check_matcher(minimal, judge);
                first = minimal;
                continue;
            }
            REQUIRE(automata_fa_equal(first, minimal) && are_isomorphic(first, minimal));
            automata_fa_free(minimal);
        }
        automata_fa_free(first);
    }
}

static void check_determinization(const automata_fa *automaton, const judge *judge)
{
    automata_error error;
    automata_budget budget = small_budget();
    automata_determinize_options options = AUTOMATA_DETERMINIZE_OPTIONS_INIT;
    options.budget = &budget;
    for (int choice = 0; choice < 4; choice++) {
        automata_fa *dfa, *numbered;
        options.total = choice & 1;
        options.name_subsets = choice & 2;
        automata_status status = automata_fa_determinize(automaton, &options, &dfa, &error);
        if (!is_ok(status, &error)) {
            REQUIRE(dfa == NULL && status == AUTOMATA_ERROR_BUDGET_EXCEEDED);
            continue;
        }
        check_structure(dfa);
        check_same_language(automaton, dfa, judge);
        REQUIRE(automata_fa_model(dfa) == AUTOMATA_MODEL_DFA && (!options.total || automata_fa_is_total(dfa)));
        REQUIRE(automata_fa_is_empty(dfa) == automata_fa_is_empty(automaton));
        REQUIRE(automata_fa_is_finite(dfa) == automata_fa_is_finite(automaton));
        REQUIRE(is_ok(automata_fa_number_canonically(dfa, &numbered, &error), &error));
        REQUIRE(are_isomorphic(dfa, numbered));
        automata_state *mapping;
        size_t count;
        REQUIRE(is_ok(automata_fa_is_isomorphic(numbered, dfa, NULL, &mapping, &count, &error), &error));
        REQUIRE(mapping != NULL && count == automata_fa_state_count(numbered));
        automata_free(mapping);
        automata_fa_free(numbered);
        check_matcher(dfa, judge);
        automata_fa_free(dfa);
    }
}

static void check_state_sets(const automata_fa *automaton)
{
    automata_error error;
    automata_state *states;
    size_t count, all = automata_fa_state_count(automaton);
    REQUIRE(is_ok(automata_fa_useful_states(automaton, AUTOMATA_PART_ACCESSIBLE, &states, &count, &error), &error));
    check_states((automata_states){states, count}, all);
    automata_state *closure;
    size_t closed;
    automata_status status = automata_fa_epsilon_closure(automaton, states, count, &closure, &closed, &error);
    REQUIRE(is_ok(status, &error) && closed == count);
    REQUIRE(count == 0 || memcmp(states, closure, count * sizeof *states) == 0);
    automata_free(closure);
    automata_free(states);
    REQUIRE(is_ok(automata_fa_useful_states(automaton, AUTOMATA_PART_COACCESSIBLE, &states, &count, &error), &error));
    check_states((automata_states){states, count}, all);
    automata_free(states);
}

void exercise(const automata_fa *automaton, const uint8_t *bytes, size_t size)
{
    automata_error error;
    automata_budget budget = small_budget();
    automata_fa *result;
    judge judge = make_judge(automaton, bytes, size);
    check_structure(automaton);
    check_alphabet(automata_fa_alphabet(automaton));

    automata_fa *copy = automata_fa_retain(automaton);
    REQUIRE(automata_fa_equal(automaton, copy));
    automata_fa_free(copy);

    for (int model = AUTOMATA_MODEL_DFA; model <= AUTOMATA_MODEL_MOST_SPECIFIC; model++) {
        automata_status status = automata_fa_convert(automaton, (automata_model)model, &result, &error);
        if (is_ok(status, &error)) {
            REQUIRE(model == AUTOMATA_MODEL_MOST_SPECIFIC || automata_fa_model(result) == (automata_model)model);
            REQUIRE(automata_fa_state_count(result) == automata_fa_state_count(automaton));
            REQUIRE(automata_fa_transition_count(result) == automata_fa_transition_count(automaton));
            check_same_language(automaton, result, &judge);
        } else {
            REQUIRE(status == AUTOMATA_ERROR_NONDETERMINISTIC || status == AUTOMATA_ERROR_EPSILON_MOVES);
            REQUIRE(result == NULL && model < AUTOMATA_MODEL_EPSILON_NFA);
        }
        automata_fa_free(result);
    }

    check_determinization(automaton, &judge);
    check_minimizations(automaton, &judge);
    automata_status status = automata_fa_remove_epsilon(automaton, &budget, &result, &error);
    check_result(automaton, status, &error, result, true, &judge);
    status = automata_fa_complete(automaton, &budget, &result, &error);
    check_result(automaton, status, &error, result, true, &judge);
    status = automata_fa_trim(automaton, AUTOMATA_PART_ACCESSIBLE, &result, &error);
    check_result(automaton, status, &error, result, false, &judge);
    status = automata_fa_trim(automaton, AUTOMATA_PART_COACCESSIBLE, &result, &error);
    check_result(automaton, status, &error, result, false, &judge);
    status = automata_fa_trim(automaton, AUTOMATA_PART_USEFUL, &result, &error);
    check_result(automaton, status, &error, result, false, &judge);
    status = automata_fa_rename_states(automaton, NULL, NULL, 0, &result, &error);
    check_result(automaton, status, &error, result, false, &judge);

    automata_fa *back;
    REQUIRE(is_ok(automata_fa_reverse(automaton, &result, &error), &error));
    check_structure(result);
    REQUIRE(automata_fa_is_empty(result) == automata_fa_is_empty(automaton));
    status = automata_fa_reverse(result, &back, &error);
    check_result(automaton, status, &error, back, false, &judge);
    automata_fa_free(result);

    check_state_sets(automaton);
    if (automata_fa_state_count(automaton) <= MANY)
        check_runs(automaton, &judge);

    char *text;
    size_t length;
    if (is_ok(automata_fa_table(automaton, &budget, &text, &length, &error), &error))
        REQUIRE(text != NULL && text[length] == 0);
    else
        REQUIRE(text == NULL && length == 0 && error.status == AUTOMATA_ERROR_BUDGET_EXCEEDED);
    automata_free(text);
}
