/* Every function with NULL in every position, lengths of 0 and SIZE_MAX, ids and enum numbers out of range, and options structs
 * of wrong sizes: each call is refused, with a message, and leaves zeros in its results. */
#include "nulls.h"

static automata_alphabet *alphabet;
static automata_fa *nfa, *dfa;
static const char junk[] = "01";
static const automata_symbol word[] = {0, 1};
static const automata_state states[] = {0};

static void alphabets(void) {
    const char *names[] = {"a", "b"}, *hole[] = {"a", NULL};
    const size_t lengths[] = {1, SIZE_MAX - 1};
    const automata_symbol_range ranges[] = {{'a', 'z', 0}};
    int i;

    REFUSED(automata_alphabet_from_names, NULL, NULL, 2, &out.alphabet);
    REFUSED(automata_alphabet_from_names, hole, NULL, 2, &out.alphabet);
    REFUSED(automata_alphabet_from_names, names, lengths, 2, &out.alphabet);
    REFUSED(automata_alphabet_from_names, names, NULL, SIZE_MAX, &out.alphabet);
    REFUSED(automata_alphabet_from_names, names, NULL, SIZE_MAX / 2, &out.alphabet);
    REFUSED(automata_alphabet_from_names, names, NULL, 2, NULL);
    REFUSED(automata_alphabet_bytes, NULL);
    REFUSED(automata_alphabet_from_ranges, AUTOMATA_ALPHABET_BYTES, NULL, 1, &out.alphabet);
    REFUSED(automata_alphabet_from_ranges, AUTOMATA_ALPHABET_BYTES, ranges, SIZE_MAX, &out.alphabet);
    REFUSED(automata_alphabet_from_ranges, AUTOMATA_ALPHABET_BYTES, ranges, SIZE_MAX / 2, &out.alphabet);
    REFUSED(automata_alphabet_from_ranges, AUTOMATA_ALPHABET_BYTES, ranges, 1, NULL);
    for (i = 0; i < ODD_COUNT; i++)
        REFUSED(automata_alphabet_from_ranges, (automata_alphabet_kind)odd_numbers[i], ranges, 1, &out.alphabet);

    REFUSED(automata_alphabet_find_symbol, NULL, junk, 1, &out.symbol);
    REFUSED(automata_alphabet_find_symbol, alphabet, NULL, 1, &out.symbol);
    REFUSED(automata_alphabet_find_symbol, alphabet, NULL, AUTOMATA_ZERO_TERMINATED, &out.symbol);
    REFUSED(automata_alphabet_find_symbol, alphabet, junk, SIZE_MAX - 1, &out.symbol);
    REFUSED(automata_alphabet_find_symbol, alphabet, junk, 1, NULL);
    FAILS(AUTOMATA_ERROR_UNKNOWN_NAME, automata_alphabet_find_symbol, alphabet, NULL, 0, &out.symbol);
    FAILS(AUTOMATA_ERROR_UNKNOWN_NAME, automata_alphabet_find_symbol, alphabet, "\xff", 1, &out.symbol);

    REFUSED(automata_word_from_text, NULL, junk, 2, NULL, 0, &out.symbols, &out.count);
    REFUSED(automata_word_from_text, alphabet, NULL, 2, NULL, 0, &out.symbols, &out.count);
    REFUSED(automata_word_from_text, alphabet, junk, SIZE_MAX - 1, NULL, 0, &out.symbols, &out.count);
    REFUSED(automata_word_from_text, alphabet, junk, 2, junk, SIZE_MAX - 1, &out.symbols, &out.count);
    FAILS(AUTOMATA_ERROR_UNKNOWN_NAME, automata_word_from_text, alphabet, junk, 2, "\xff", 1, &out.symbols, &out.count);
    REFUSED(automata_word_from_text, alphabet, junk, 2, NULL, 0, NULL, &out.count);
    REFUSED(automata_word_from_text, alphabet, junk, 2, NULL, 0, &out.symbols, NULL);
    REFUSED(automata_word_text, NULL, word, 2, NULL, 0, &out.text, &out.count);
    REFUSED(automata_word_text, alphabet, NULL, 2, NULL, 0, &out.text, &out.count);
    REFUSED(automata_word_text, alphabet, word, SIZE_MAX, NULL, 0, &out.text, &out.count);
    REFUSED(automata_word_text, alphabet, word, SIZE_MAX / 2, NULL, 0, &out.text, &out.count);
    REFUSED(automata_word_text, alphabet, word, 2, junk, SIZE_MAX - 1, &out.text, &out.count);
    REFUSED(automata_word_text, alphabet, word, 2, NULL, 0, NULL, &out.count);
    REFUSED(automata_word_text, alphabet, word, 2, NULL, 0, &out.text, NULL);

    CHECK(automata_alphabet_kind_of(NULL) == 0);
    CHECK(automata_alphabet_symbol_count(NULL) == 0 && automata_alphabet_symbol_width(NULL, 0) == 0);
    CHECK(automata_alphabet_symbol_width(alphabet, UINT32_MAX) == 0);
    CHECK_TEXT("", automata_alphabet_symbol_name(NULL, 0));
    CHECK_TEXT("", automata_alphabet_symbol_name(alphabet, UINT32_MAX));
    CHECK(automata_alphabet_symbol_names(NULL).count == 0 && automata_alphabet_ranges(NULL).count == 0);
    CHECK(!automata_alphabet_equal(NULL, alphabet) && !automata_alphabet_equal(alphabet, NULL));
}

static void builders(void) {
    const automata_transition transitions[] = {{0, 0, 0}};
    automata_builder *builder = NULL;
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    automata_state first;
    int i;

    REFUSED(automata_builder_new, NULL, NULL);
    REFUSED(automata_builder_new, alphabet, NULL);
    CHECK(automata_builder_new(alphabet, &builder, NULL) == AUTOMATA_OK);
    CHECK(automata_builder_add_states(builder, 1, &first, NULL) == AUTOMATA_OK);
    CHECK(automata_builder_add_states(builder, 0, &first, NULL) == AUTOMATA_OK && first == 1);
    CHECK(automata_builder_state_count(NULL) == 0);
    REFUSED(automata_builder_add_states, NULL, 1, &out.state);
    REFUSED(automata_builder_add_states, builder, 1, NULL);
    FAILS(AUTOMATA_ERROR_TOO_LARGE, automata_builder_add_states, builder, SIZE_MAX / 2, &out.state);
    poison();
    CHECK(automata_builder_add_states(builder, SIZE_MAX, &out.state, &error) != AUTOMATA_OK && out.state == 0);
    REFUSED(automata_builder_state, NULL, junk, 1, &out.state);
    REFUSED(automata_builder_state, builder, NULL, 1, &out.state);
    REFUSED(automata_builder_state, builder, junk, SIZE_MAX - 1, &out.state);
    FAILS(AUTOMATA_ERROR_WRONG_NAME_COUNT, automata_builder_state, builder, "\xc3", 1, &out.state);
    REFUSED(automata_builder_state, builder, junk, 1, NULL);
    REFUSED(automata_builder_add_transition, NULL, 0, 0, 0);
    FAILS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_builder_add_transition, builder, UINT32_MAX, 0, 0);
    FAILS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_builder_add_transition, builder, 0, 0, UINT32_MAX);
    FAILS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_builder_add_transition, builder, 0, UINT32_MAX - 1, 0);
    REFUSED(automata_builder_add_transition_named, NULL, 0, junk, 1, 0);
    REFUSED(automata_builder_add_transition_named, builder, 0, NULL, 1, 0);
    REFUSED(automata_builder_add_transition_named, builder, 0, junk, SIZE_MAX - 1, 0);
    FAILS(AUTOMATA_ERROR_UNKNOWN_NAME, automata_builder_add_transition_named, builder, 0, "\xff", 1, 0);
    FAILS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_builder_add_transition_named, builder, 9, junk, 1, 0);
    REFUSED(automata_builder_add_transition_range, NULL, 0, 0, 0, 0);
    REFUSED(automata_builder_add_transitions, NULL, transitions, 1);
    REFUSED(automata_builder_add_transitions, builder, NULL, 1);
    REFUSED(automata_builder_add_transitions, builder, transitions, SIZE_MAX);
    REFUSED(automata_builder_add_transitions, builder, transitions, SIZE_MAX / 2);
    CHECK(automata_builder_add_transitions(builder, NULL, 0, NULL) == AUTOMATA_OK);
    REFUSED(automata_builder_set_initial, NULL, 0);
    REFUSED(automata_builder_set_final, NULL, 0);
    FAILS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_builder_set_initial, builder, UINT32_MAX);
    FAILS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_builder_set_final, builder, 1);
    REFUSED(automata_builder_build, NULL, AUTOMATA_DFA, NULL, &out.automaton);
    REFUSED(automata_builder_build, builder, AUTOMATA_DFA, NULL, NULL);
    for (i = 0; i < ODD_COUNT; i++)
        REFUSED(automata_builder_build, builder, (automata_model)odd_numbers[i], NULL, &out.automaton);
    budget.struct_size = 0;
    REFUSED(automata_builder_build, builder, AUTOMATA_DFA, &budget, &out.automaton);
    automata_builder_free(builder);
}

static void inspecting(void) {
    const char *names[] = {"a", "b", "c"}, *hole[] = {"a", NULL, "c"};
    char buffer[4];
    automata_rows rows = automata_fa_transitions(NULL);
    int i;

    CHECK(automata_fa_model(NULL) == 0 && automata_fa_alphabet(NULL) == NULL);
    CHECK(automata_fa_state_count(NULL) == 0 && automata_fa_transition_count(NULL) == 0 && automata_fa_epsilon_move_count(NULL) == 0);
    CHECK(automata_fa_initial_state(NULL) == AUTOMATA_NO_STATE);
    CHECK(automata_fa_initial_states(NULL).count == 0 && automata_fa_final_states(NULL).count == 0);
    CHECK(!automata_fa_is_initial(NULL, 0) && !automata_fa_is_final(NULL, 0));
    CHECK(!automata_fa_is_initial(nfa, UINT32_MAX) && !automata_fa_is_final(nfa, UINT32_MAX));
    CHECK(rows.row_count == 0 && rows.count == 0 && rows.offsets == NULL);
    CHECK(automata_fa_epsilon_moves(NULL).row_count == 0);
    CHECK(automata_fa_targets(NULL, 0, 0).count == 0 && automata_fa_targets(nfa, UINT32_MAX, 0).count == 0);
    CHECK(automata_fa_targets(nfa, 0, UINT32_MAX - 1).count == 0 && automata_fa_targets(nfa, UINT32_MAX, UINT32_MAX).count == 0);
    CHECK(!automata_fa_has_state_names(NULL));
    CHECK_TEXT("", automata_fa_state_name(NULL, 0));
    CHECK_TEXT("", automata_fa_state_name(nfa, UINT32_MAX));
    CHECK(automata_fa_state_names(NULL).count == 0);
    strcpy(buffer, "xyz");
    CHECK(automata_fa_copy_state_name(NULL, 0, buffer, sizeof buffer) == 0 && buffer[0] == '\0');
    CHECK(automata_fa_copy_state_name(nfa, 0, NULL, 0) == 1 && automata_fa_copy_state_name(nfa, 0, NULL, 9) == 1);
    CHECK(automata_fa_copy_state_name(nfa, 0, buffer, SIZE_MAX) == 1);

    REFUSED(automata_fa_find_state, NULL, junk, 1, &out.state);
    REFUSED(automata_fa_find_state, nfa, NULL, 1, &out.state);
    REFUSED(automata_fa_find_state, nfa, junk, SIZE_MAX - 1, &out.state);
    REFUSED(automata_fa_find_state, nfa, junk, 1, NULL);
    REFUSED(automata_fa_rename_states, NULL, names, NULL, 3, &out.automaton);
    REFUSED(automata_fa_rename_states, nfa, hole, NULL, 3, &out.automaton);
    REFUSED(automata_fa_rename_states, nfa, names, NULL, SIZE_MAX, &out.automaton);
    REFUSED(automata_fa_rename_states, nfa, names, NULL, 3, NULL);
    REFUSED(automata_fa_table, NULL, NULL, &out.text, &out.count);
    REFUSED(automata_fa_table, nfa, NULL, NULL, &out.count);
    REFUSED(automata_fa_table, nfa, NULL, &out.text, NULL);
    REFUSED(automata_fa_convert, NULL, AUTOMATA_NFA, &out.automaton);
    REFUSED(automata_fa_convert, nfa, AUTOMATA_NFA, NULL);
    for (i = 0; i < ODD_COUNT; i++)
        REFUSED(automata_fa_convert, nfa, (automata_model)odd_numbers[i], &out.automaton);
}

static void formats(void) {
    automata_read_options reading = AUTOMATA_READ_OPTIONS_INIT;
    automata_write_options writing = AUTOMATA_WRITE_OPTIONS_INIT;
    int i;

    REFUSED(automata_fa_read, NULL, 1, AUTOMATA_FORMAT_MATA, NULL, &out.automaton);
    REFUSED(automata_fa_read, NULL, AUTOMATA_ZERO_TERMINATED, AUTOMATA_FORMAT_MATA, NULL, &out.automaton);
    REFUSED(automata_fa_read, junk, SIZE_MAX - 1, AUTOMATA_FORMAT_MATA, NULL, &out.automaton);
    REFUSED(automata_fa_read, junk, 2, AUTOMATA_FORMAT_MATA, NULL, NULL);
    REFUSED(automata_fa_read_file, NULL, AUTOMATA_FORMAT_MATA, NULL, &out.automaton);
    REFUSED(automata_fa_read_file, "/nonexistent", AUTOMATA_FORMAT_MATA, NULL, NULL);
    FAILS(AUTOMATA_ERROR_FILE, automata_fa_read_file, "/nonexistent", AUTOMATA_FORMAT_MATA, NULL, &out.automaton);
    FAILS(AUTOMATA_ERROR_FILE, automata_fa_read_file, "", AUTOMATA_FORMAT_MATA, NULL, &out.automaton);
    REFUSED(automata_fa_write, NULL, AUTOMATA_FORMAT_MATA, NULL, &out.text, &out.count);
    REFUSED(automata_fa_write, nfa, AUTOMATA_FORMAT_MATA, NULL, NULL, &out.count);
    REFUSED(automata_fa_write, nfa, AUTOMATA_FORMAT_MATA, NULL, &out.text, NULL);
    REFUSED(automata_fa_write_file, NULL, "/nonexistent/x", AUTOMATA_FORMAT_MATA, NULL);
    REFUSED(automata_fa_write_file, nfa, NULL, AUTOMATA_FORMAT_MATA, NULL);
    for (i = 0; i < ODD_COUNT; i++) {
        const automata_format format = (automata_format)odd_numbers[i];
        CHECK(automata_format_name(format) == NULL && automata_format_extension(format) == NULL);
        if (odd_numbers[i] == 0) continue;
        REFUSED(automata_fa_read, junk, 2, format, NULL, &out.automaton);
        REFUSED(automata_fa_read_file, "/etc/passwd", format, NULL, &out.automaton);
        REFUSED(automata_fa_write, nfa, format, NULL, &out.text, &out.count);
        REFUSED(automata_fa_write_file, nfa, "/nonexistent/x", format, NULL);
    }
    reading.struct_size = 0;
    REFUSED(automata_fa_read, junk, 2, AUTOMATA_FORMAT_MATA, &reading, &out.automaton);
    REFUSED(automata_fa_read_file, "/nonexistent", AUTOMATA_FORMAT_MATA, &reading, &out.automaton);
    writing.struct_size = 4;
    REFUSED(automata_fa_write, nfa, AUTOMATA_FORMAT_MATA, &writing, &out.text, &out.count);
    REFUSED(automata_fa_write_file, nfa, "/nonexistent/x", AUTOMATA_FORMAT_MATA, &writing);
    CHECK(automata_format_from_name(NULL) == AUTOMATA_FORMAT_GUESS && automata_format_from_name("") == AUTOMATA_FORMAT_GUESS);
    CHECK(automata_format_recognize(NULL, NULL, 0) == AUTOMATA_FORMAT_GUESS);
    CHECK(automata_format_recognize(NULL, NULL, 7) == AUTOMATA_FORMAT_GUESS);
    CHECK(automata_format_recognize(NULL, NULL, AUTOMATA_ZERO_TERMINATED) == AUTOMATA_FORMAT_GUESS);
    CHECK(automata_format_recognize("", "", SIZE_MAX - 1) == AUTOMATA_FORMAT_GUESS);
}

static void expressions(void) {
    automata_regex_options options = AUTOMATA_REGEX_OPTIONS_INIT;
    automata_budget wrong = AUTOMATA_BUDGET_INIT;
    automata_regex *regex = NULL;
    int i;

    wrong.struct_size = sizeof wrong - 1;
    CHECK_OK(automata_regex_from_text("ab", 2, NULL, &regex, &error));
    REFUSED(automata_regex_from_text, NULL, 1, NULL, &out.regex);
    REFUSED(automata_regex_from_text, NULL, AUTOMATA_ZERO_TERMINATED, NULL, &out.regex);
    REFUSED(automata_regex_from_text, junk, SIZE_MAX - 1, NULL, &out.regex);
    REFUSED(automata_regex_from_text, "ab", 2, NULL, NULL);
    for (i = 0; i < ODD_COUNT; i++) {
        if (odd_numbers[i] == 0) continue;
        options.syntax = (automata_syntax)odd_numbers[i];
        REFUSED(automata_regex_from_text, "ab", 2, &options, &out.regex);
        options.syntax = AUTOMATA_SYNTAX_PROGRAMMER;
        options.unit = (automata_unit)odd_numbers[i];
        REFUSED(automata_regex_from_text, "ab", 2, &options, &out.regex);
        options.unit = AUTOMATA_UNIT_BYTES;
        REFUSED(automata_regex_text, regex, (automata_syntax)odd_numbers[i], NULL, &out.text, &out.count);
        REFUSED(automata_fa_from_regex, regex, (automata_construction)odd_numbers[i], NULL, &out.automaton);
    }
    options.struct_size = 0;
    REFUSED(automata_regex_from_text, "ab", 2, &options, &out.regex);
    CHECK(automata_regex_copy(NULL) == NULL && automata_regex_node_count(NULL) == 0);
    automata_regex_free(NULL);
    REFUSED(automata_regex_alphabet, NULL, &out.alphabet);
    REFUSED(automata_regex_alphabet, regex, NULL);
    REFUSED(automata_regex_text, NULL, AUTOMATA_SYNTAX_PROGRAMMER, NULL, &out.text, &out.count);
    REFUSED(automata_regex_text, regex, AUTOMATA_SYNTAX_PROGRAMMER, &wrong, &out.text, &out.count);
    REFUSED(automata_regex_text, regex, AUTOMATA_SYNTAX_PROGRAMMER, NULL, NULL, &out.count);
    REFUSED(automata_regex_text, regex, AUTOMATA_SYNTAX_PROGRAMMER, NULL, &out.text, NULL);
    REFUSED(automata_fa_from_regex, NULL, AUTOMATA_CONSTRUCTION_AUTOMATIC, NULL, &out.automaton);
    REFUSED(automata_fa_from_regex, regex, AUTOMATA_CONSTRUCTION_AUTOMATIC, &wrong, &out.automaton);
    REFUSED(automata_fa_from_regex, regex, AUTOMATA_CONSTRUCTION_AUTOMATIC, NULL, NULL);
    REFUSED(automata_fa_from_regex, NULL, AUTOMATA_CONSTRUCTION_MINIMAL_DFA, NULL, &out.automaton);
    REFUSED(automata_fa_from_regex, regex, AUTOMATA_CONSTRUCTION_MINIMAL_DFA, &wrong, &out.automaton);
    REFUSED(automata_fa_from_regex, regex, AUTOMATA_CONSTRUCTION_MINIMAL_DFA, NULL, NULL);
    automata_regex_free(regex);
}

static void grammars(void) {
    automata_budget wrong = AUTOMATA_BUDGET_INIT;
    automata_grammar *grammar = NULL;
    int i;

    wrong.struct_size = sizeof wrong - 1;
    CHECK_OK(automata_grammar_from_text("S -> aS | b", AUTOMATA_ZERO_TERMINATED, NULL, NULL, &grammar, &error));
    REFUSED(automata_grammar_from_text, NULL, 1, NULL, NULL, &out.grammar);
    REFUSED(automata_grammar_from_text, NULL, AUTOMATA_ZERO_TERMINATED, NULL, NULL, &out.grammar);
    REFUSED(automata_grammar_from_text, junk, SIZE_MAX - 1, NULL, NULL, &out.grammar);
    REFUSED(automata_grammar_from_text, "S -> a", 6, NULL, NULL, NULL);
    FAILS(AUTOMATA_ERROR_INVALID_TEXT, automata_grammar_from_text, NULL, 0, alphabet, NULL, &out.grammar);
    REFUSED(automata_grammar_text, NULL, NULL, &out.text, &out.count);
    REFUSED(automata_grammar_text, grammar, &wrong, &out.text, &out.count);
    REFUSED(automata_grammar_text, grammar, NULL, NULL, &out.count);
    REFUSED(automata_grammar_text, grammar, NULL, &out.text, NULL);
    REFUSED(automata_grammar_terminals, NULL, &out.alphabet);
    REFUSED(automata_grammar_terminals, grammar, NULL);
    REFUSED(automata_grammar_find_obstacle, NULL, AUTOMATA_GRAMMAR_LINEAR, &out.obstacle, &out.text, &out.count);
    REFUSED(automata_grammar_find_obstacle, grammar, AUTOMATA_GRAMMAR_LINEAR, NULL, &out.text, &out.count);
    REFUSED(automata_grammar_find_obstacle, grammar, AUTOMATA_GRAMMAR_LINEAR, &out.obstacle, NULL, &out.count);
    REFUSED(automata_grammar_find_obstacle, grammar, AUTOMATA_GRAMMAR_LINEAR, &out.obstacle, &out.text, NULL);
    for (i = 0; i < ODD_COUNT; i++) {
        automata_grammar_property property = (automata_grammar_property)odd_numbers[i];
        if (odd_numbers[i] == 0) continue;
        REFUSED(automata_grammar_find_obstacle, grammar, property, &out.obstacle, &out.text, &out.count);
        REFUSED(automata_grammar_from_fa, nfa, property, NULL, &out.grammar);
    }
    REFUSED(automata_grammar_trim, NULL, &out.grammar);
    REFUSED(automata_grammar_trim, grammar, NULL);
    REFUSED(automata_grammar_with_letters, NULL, &out.grammar);
    REFUSED(automata_grammar_with_letters, grammar, NULL);
    REFUSED(automata_grammar_without_epsilon, NULL, &out.grammar);
    REFUSED(automata_grammar_without_epsilon, grammar, NULL);
    REFUSED(automata_grammar_without_units, NULL, NULL, &out.grammar);
    REFUSED(automata_grammar_without_units, grammar, &wrong, &out.grammar);
    REFUSED(automata_grammar_without_units, grammar, NULL, NULL);
    REFUSED(automata_fa_from_grammar, NULL, NULL, &out.automaton);
    REFUSED(automata_fa_from_grammar, grammar, &wrong, &out.automaton);
    REFUSED(automata_fa_from_grammar, grammar, NULL, NULL);
    REFUSED(automata_grammar_from_fa, NULL, AUTOMATA_GRAMMAR_LEFT_LINEAR, NULL, &out.grammar);
    REFUSED(automata_grammar_from_fa, nfa, AUTOMATA_GRAMMAR_REGULAR, NULL, &out.grammar);
    REFUSED(automata_grammar_from_fa, nfa, AUTOMATA_GRAMMAR_LEFT_LINEAR, &wrong, &out.grammar);
    REFUSED(automata_grammar_from_fa, nfa, AUTOMATA_GRAMMAR_LEFT_LINEAR, NULL, NULL);
    CHECK(automata_grammar_copy(NULL) == NULL && automata_grammar_production_count(NULL) == 0);
    CHECK(automata_grammar_nonterminals(NULL).count == 0 && automata_grammar_production(NULL, 0).left == NULL);
    CHECK(automata_grammar_production(grammar, SIZE_MAX).left == NULL);
    automata_grammar_free(NULL);
    automata_grammar_free(grammar);
}

static void extraction(void) {
    automata_extraction_options options = AUTOMATA_EXTRACTION_OPTIONS_INIT;
    automata_inclusion_options inclusion = AUTOMATA_INCLUSION_OPTIONS_INIT;
    automata_budget wrong = AUTOMATA_BUDGET_INIT;
    automata_regex *regex = NULL;
    automata_extended *extended = NULL;
    int i;

    wrong.struct_size = sizeof wrong - 1;
    CHECK_OK(automata_regex_from_text("ab", 2, NULL, &regex, &error));
    CHECK_OK(automata_extended_from_regex(regex, &extended, &error));
    for (i = 0; i < ODD_COUNT; i++) {
        if (odd_numbers[i] == 0) continue;
        options.extraction = (automata_extraction)odd_numbers[i];
        REFUSED(automata_regex_from_fa, nfa, &options, &out.regex);
        options.extraction = AUTOMATA_EXTRACTION_AUTOMATIC;
        options.order = (automata_elimination_order)odd_numbers[i];
        REFUSED(automata_regex_from_fa, nfa, &options, &out.regex);
        REFUSED(automata_extended_eliminate, extended, 0, &options, &out.extended);
        REFUSED(automata_regex_from_extended, extended, &options, &out.regex);
        options.order = AUTOMATA_ORDER_AUTOMATIC;
        inclusion.algorithm = (automata_inclusion)odd_numbers[i];
        REFUSED(automata_regex_is_included, regex, regex, &inclusion, &out.flag, &out.witness);
        REFUSED(automata_regex_is_equivalent, regex, regex, &inclusion, &out.flag, &out.witness);
        REFUSED(automata_extended_text, extended, (automata_syntax)odd_numbers[i], NULL, &out.text, &out.count);
        REFUSED(automata_extended_picture, extended, (automata_syntax)odd_numbers[i], NULL, &out.automaton);
    }
    options.budget = &wrong;
    REFUSED(automata_regex_from_fa, nfa, &options, &out.regex);
    options.struct_size = 0;
    REFUSED(automata_regex_from_fa, nfa, &options, &out.regex);
    REFUSED(automata_regex_from_fa, NULL, NULL, &out.regex);
    REFUSED(automata_regex_from_fa, nfa, NULL, NULL);
    REFUSED(automata_regex_simplify, NULL, NULL, &out.regex);
    REFUSED(automata_regex_simplify, regex, &wrong, &out.regex);
    REFUSED(automata_regex_simplify, regex, NULL, NULL);
    REFUSED(automata_regex_is_included, NULL, regex, NULL, &out.flag, &out.witness);
    REFUSED(automata_regex_is_included, regex, NULL, NULL, &out.flag, &out.witness);
    REFUSED(automata_regex_is_equivalent, NULL, regex, NULL, &out.flag, &out.witness);
    REFUSED(automata_regex_is_equivalent, regex, NULL, NULL, &out.flag, &out.witness);
    CHECK(automata_regex_length(NULL) == 0 && automata_regex_width(NULL) == 0);
    REFUSED(automata_extended_from_fa, NULL, NULL, &out.extended);
    REFUSED(automata_extended_from_fa, nfa, &wrong, &out.extended);
    REFUSED(automata_extended_from_fa, nfa, NULL, NULL);
    REFUSED(automata_extended_from_regex, NULL, &out.extended);
    REFUSED(automata_extended_from_regex, regex, NULL);
    CHECK(automata_extended_copy(NULL) == NULL && automata_extended_state_count(NULL) == 0);
    CHECK(automata_extended_transition_count(NULL) == 0);
    automata_extended_free(NULL);
    REFUSED(automata_extended_label, NULL, 0, 0, &out.regex);
    REFUSED(automata_extended_label, extended, 0, 0, NULL);
    REFUSED(automata_extended_with_own_ends, NULL, &out.extended);
    REFUSED(automata_extended_with_own_ends, extended, NULL);
    REFUSED(automata_extended_eliminate, NULL, 0, NULL, &out.extended);
    REFUSED(automata_extended_eliminate, extended, 0, NULL, NULL);
    REFUSED(automata_regex_from_extended, NULL, NULL, &out.regex);
    REFUSED(automata_regex_from_extended, extended, NULL, NULL);
    REFUSED(automata_fa_from_extended, NULL, NULL, &out.automaton);
    REFUSED(automata_fa_from_extended, extended, &wrong, &out.automaton);
    REFUSED(automata_fa_from_extended, extended, NULL, NULL);
    REFUSED(automata_extended_picture, NULL, AUTOMATA_SYNTAX_PROGRAMMER, NULL, &out.automaton);
    REFUSED(automata_extended_picture, extended, AUTOMATA_SYNTAX_PROGRAMMER, &wrong, &out.automaton);
    REFUSED(automata_extended_picture, extended, AUTOMATA_SYNTAX_PROGRAMMER, NULL, NULL);
    REFUSED(automata_extended_text, NULL, AUTOMATA_SYNTAX_PROGRAMMER, NULL, &out.text, &out.count);
    REFUSED(automata_extended_text, extended, AUTOMATA_SYNTAX_PROGRAMMER, &wrong, &out.text, &out.count);
    REFUSED(automata_extended_text, extended, AUTOMATA_SYNTAX_PROGRAMMER, NULL, NULL, &out.count);
    REFUSED(automata_extended_text, extended, AUTOMATA_SYNTAX_PROGRAMMER, NULL, &out.text, NULL);
    automata_extended_free(extended);
    automata_regex_free(regex);
}

static void algorithms(void) {
    automata_determinize_options determinize = AUTOMATA_DETERMINIZE_OPTIONS_INIT;
    automata_minimize_options minimize = AUTOMATA_MINIMIZE_OPTIONS_INIT;
    automata_budget wrong = AUTOMATA_BUDGET_INIT;
    const automata_state outside[] = {0, UINT32_MAX};
    int i;

    wrong.struct_size = sizeof wrong - 1;
    REFUSED(automata_fa_determinize, NULL, NULL, &out.automaton);
    REFUSED(automata_fa_determinize, nfa, NULL, NULL);
    determinize.budget = &wrong;
    REFUSED(automata_fa_determinize, nfa, &determinize, &out.automaton);
    determinize.budget = NULL;
    determinize.struct_size = 0;
    REFUSED(automata_fa_determinize, nfa, &determinize, &out.automaton);
    REFUSED(automata_fa_minimize, NULL, NULL, &out.automaton);
    REFUSED(automata_fa_minimize, nfa, NULL, NULL);
    minimize.budget = &wrong;
    REFUSED(automata_fa_minimize, nfa, &minimize, &out.automaton);
    minimize.budget = NULL;
    for (i = 0; i < ODD_COUNT; i++) {
        if (odd_numbers[i] == 0) continue;
        minimize.algorithm = (automata_minimization)odd_numbers[i];
        REFUSED(automata_fa_minimize, nfa, &minimize, &out.automaton);
    }
    minimize.algorithm = AUTOMATA_MINIMIZE_AUTOMATIC;
    minimize.struct_size = 1;
    REFUSED(automata_fa_minimize, nfa, &minimize, &out.automaton);
    REFUSED(automata_fa_remove_epsilon, NULL, NULL, &out.automaton);
    REFUSED(automata_fa_remove_epsilon, nfa, NULL, NULL);
    REFUSED(automata_fa_remove_epsilon, nfa, &wrong, &out.automaton);
    REFUSED(automata_fa_trim, NULL, AUTOMATA_USEFUL, &out.automaton);
    REFUSED(automata_fa_trim, nfa, AUTOMATA_USEFUL, NULL);
    REFUSED(automata_fa_reverse, NULL, &out.automaton);
    REFUSED(automata_fa_reverse, nfa, NULL);
    REFUSED(automata_fa_complete, NULL, NULL, &out.automaton);
    REFUSED(automata_fa_complete, nfa, NULL, NULL);
    REFUSED(automata_fa_complete, nfa, &wrong, &out.automaton);
    REFUSED(automata_fa_number_canonically, NULL, &out.automaton);
    REFUSED(automata_fa_number_canonically, dfa, NULL);
    REFUSED(automata_fa_useful_states, NULL, AUTOMATA_ACCESSIBLE, &out.states, &out.count);
    REFUSED(automata_fa_useful_states, nfa, AUTOMATA_ACCESSIBLE, NULL, &out.count);
    REFUSED(automata_fa_useful_states, nfa, AUTOMATA_ACCESSIBLE, &out.states, NULL);
    REFUSED(automata_fa_useful_states, NULL, AUTOMATA_COACCESSIBLE, &out.states, &out.count);
    REFUSED(automata_fa_useful_states, nfa, AUTOMATA_COACCESSIBLE, NULL, &out.count);
    REFUSED(automata_fa_useful_states, nfa, AUTOMATA_COACCESSIBLE, &out.states, NULL);
    REFUSED(automata_fa_epsilon_closure, NULL, states, 1, &out.states, &out.count);
    REFUSED(automata_fa_epsilon_closure, nfa, NULL, 1, &out.states, &out.count);
    REFUSED(automata_fa_epsilon_closure, nfa, states, SIZE_MAX, &out.states, &out.count);
    REFUSED(automata_fa_epsilon_closure, nfa, states, SIZE_MAX / 2, &out.states, &out.count);
    REFUSED(automata_fa_epsilon_closure, nfa, states, 1, NULL, &out.count);
    REFUSED(automata_fa_epsilon_closure, nfa, states, 1, &out.states, NULL);
    FAILS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_fa_epsilon_closure, nfa, outside, 2, &out.states, &out.count);
}

static void decisions(void) {
    CHECK(!automata_fa_equal(NULL, nfa) && !automata_fa_equal(nfa, NULL));
    CHECK(!automata_fa_is_empty(NULL) && !automata_fa_is_finite(NULL) && !automata_fa_is_deterministic(NULL));
    CHECK(!automata_fa_is_total(NULL) && !automata_fa_is_minimal(NULL));
    REFUSED(automata_fa_is_isomorphic, NULL, dfa, &out.flag, &out.states, &out.count);
    REFUSED(automata_fa_is_isomorphic, dfa, NULL, &out.flag, &out.states, &out.count);
    REFUSED(automata_fa_is_isomorphic, dfa, dfa, &out.flag, &out.states, NULL);
    CHECK_TEXT("unknown status", automata_status_string((automata_status)odd_numbers[5]));
    CHECK_TEXT("unknown status", automata_status_string((automata_status)odd_numbers[4]));
}

static void operations(void) {
    automata_budget wrong = AUTOMATA_BUDGET_INIT;
    automata_product_options product = AUTOMATA_PRODUCT_OPTIONS_INIT;
    automata_fa *pair[2], *hole[2];
    automata_homomorphism *homomorphism = NULL;
    const size_t offsets[] = {0, 1, 2}, late[] = {1, 1, 2}, falling[] = {0, 2, 1}, huge[] = {0, 0, SIZE_MAX};
    const automata_symbol outside[] = {0, UINT32_MAX};
    const char *names[] = {"a", "b"};
    int i;

    pair[0] = pair[1] = hole[0] = nfa;
    hole[1] = NULL;
    wrong.struct_size = 7;
    product.budget = &wrong;
    REFUSED(automata_alphabet_join, NULL, alphabet, &out.alphabet);
    REFUSED(automata_alphabet_join, alphabet, NULL, &out.alphabet);
    REFUSED(automata_alphabet_join, alphabet, alphabet, NULL);
    REFUSED(automata_fa_align, NULL, alphabet, NULL, &out.automaton);
    REFUSED(automata_fa_align, nfa, NULL, NULL, &out.automaton);
    REFUSED(automata_fa_align, nfa, alphabet, &wrong, &out.automaton);
    REFUSED(automata_fa_align, nfa, alphabet, NULL, NULL);
    REFUSED(automata_fa_union, NULL, 2, NULL, &out.automaton);
    REFUSED(automata_fa_union, hole, 2, NULL, &out.automaton);
    REFUSED(automata_fa_union, pair, SIZE_MAX, NULL, &out.automaton);
    REFUSED(automata_fa_union, pair, SIZE_MAX / 2, NULL, &out.automaton);
    REFUSED(automata_fa_union, pair, 2, &product, &out.automaton);
    REFUSED(automata_fa_union, pair, 2, NULL, NULL);
    REFUSED(automata_fa_intersection, NULL, 2, NULL, &out.automaton);
    REFUSED(automata_fa_intersection, hole, 2, NULL, &out.automaton);
    REFUSED(automata_fa_intersection, pair, SIZE_MAX, NULL, &out.automaton);
    REFUSED(automata_fa_intersection, pair, SIZE_MAX / 2, NULL, &out.automaton);
    REFUSED(automata_fa_intersection, pair, 2, &product, &out.automaton);
    REFUSED(automata_fa_intersection, pair, 2, NULL, NULL);
    REFUSED(automata_fa_difference, NULL, nfa, NULL, &out.automaton);
    REFUSED(automata_fa_difference, nfa, NULL, NULL, &out.automaton);
    REFUSED(automata_fa_difference, nfa, nfa, &product, &out.automaton);
    REFUSED(automata_fa_difference, nfa, nfa, NULL, NULL);
    REFUSED(automata_fa_symmetric_difference, NULL, nfa, NULL, &out.automaton);
    REFUSED(automata_fa_symmetric_difference, nfa, NULL, NULL, &out.automaton);
    REFUSED(automata_fa_symmetric_difference, nfa, nfa, &product, &out.automaton);
    REFUSED(automata_fa_symmetric_difference, nfa, nfa, NULL, NULL);
    product.struct_size = 3;
    REFUSED(automata_fa_union, pair, 2, &product, &out.automaton);
    REFUSED(automata_fa_complement, NULL, NULL, NULL, &out.automaton);
    REFUSED(automata_fa_complement, nfa, NULL, &wrong, &out.automaton);
    REFUSED(automata_fa_complement, nfa, NULL, NULL, NULL);
    REFUSED(automata_fa_concatenate, NULL, 2, NULL, &out.automaton);
    REFUSED(automata_fa_concatenate, hole, 2, NULL, &out.automaton);
    REFUSED(automata_fa_concatenate, pair, SIZE_MAX, NULL, &out.automaton);
    REFUSED(automata_fa_concatenate, pair, 2, &wrong, &out.automaton);
    REFUSED(automata_fa_concatenate, pair, 2, NULL, NULL);
    REFUSED(automata_fa_repeat, NULL, 0, 1, NULL, &out.automaton);
    REFUSED(automata_fa_repeat, nfa, 2, 1, NULL, &out.automaton);
    REFUSED(automata_fa_repeat, nfa, 0, 1, &wrong, &out.automaton);
    REFUSED(automata_fa_repeat, nfa, 0, 1, NULL, NULL);
    FAILS(AUTOMATA_ERROR_BUDGET_EXCEEDED, automata_fa_repeat, nfa, SIZE_MAX, SIZE_MAX, NULL, &out.automaton);
    FAILS(AUTOMATA_ERROR_BUDGET_EXCEEDED, automata_fa_repeat, nfa, SIZE_MAX / 2 + 1, SIZE_MAX - 1, NULL, &out.automaton);
    REFUSED(automata_fa_residual, NULL, word, 2, &out.automaton);
    REFUSED(automata_fa_residual, nfa, NULL, 2, &out.automaton);
    REFUSED(automata_fa_residual, nfa, word, SIZE_MAX, &out.automaton);
    REFUSED(automata_fa_residual, nfa, word, 2, NULL);
    REFUSED(automata_fa_restrict_lengths, NULL, 0, 1, NULL, &out.automaton);
    REFUSED(automata_fa_restrict_lengths, nfa, 2, 1, NULL, &out.automaton);
    REFUSED(automata_fa_restrict_lengths, nfa, 0, 1, &wrong, &out.automaton);
    REFUSED(automata_fa_restrict_lengths, nfa, 0, 1, NULL, NULL);
    REFUSED(automata_fa_neighborhood, 1, NULL, 2, alphabet, NULL, &out.automaton);
    REFUSED(automata_fa_neighborhood, 1, word, SIZE_MAX, alphabet, NULL, &out.automaton);
    REFUSED(automata_fa_neighborhood, 1, word, 2, NULL, NULL, &out.automaton);
    REFUSED(automata_fa_neighborhood, 1, word, 2, alphabet, &wrong, &out.automaton);
    REFUSED(automata_fa_neighborhood, 1, word, 2, alphabet, NULL, NULL);
    FAILS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_fa_neighborhood, 1, outside, 2, alphabet, NULL, &out.automaton);
    FAILS(AUTOMATA_ERROR_TOO_LARGE, automata_fa_neighborhood, SIZE_MAX - 1, word, 2, alphabet, NULL, &out.automaton);
    REFUSED(automata_fa_left_quotient, NULL, nfa, NULL, &out.automaton);
    REFUSED(automata_fa_left_quotient, nfa, NULL, NULL, &out.automaton);
    REFUSED(automata_fa_left_quotient, nfa, nfa, &wrong, &out.automaton);
    REFUSED(automata_fa_left_quotient, nfa, nfa, NULL, NULL);
    REFUSED(automata_fa_right_quotient, NULL, nfa, NULL, &out.automaton);
    REFUSED(automata_fa_right_quotient, nfa, NULL, NULL, &out.automaton);
    REFUSED(automata_fa_right_quotient, nfa, nfa, &wrong, &out.automaton);
    REFUSED(automata_fa_right_quotient, nfa, nfa, NULL, NULL);
    REFUSED(automata_fa_shuffle, NULL, nfa, NULL, &out.automaton);
    REFUSED(automata_fa_shuffle, nfa, NULL, NULL, &out.automaton);
    REFUSED(automata_fa_shuffle, nfa, nfa, &wrong, &out.automaton);
    REFUSED(automata_fa_shuffle, nfa, nfa, NULL, NULL);
    REFUSED(automata_fa_subwords, NULL, AUTOMATA_PREFIXES, &out.automaton);
    REFUSED(automata_fa_subwords, nfa, AUTOMATA_PREFIXES, NULL);
    REFUSED(automata_fa_subwords, NULL, AUTOMATA_SUFFIXES, &out.automaton);
    REFUSED(automata_fa_subwords, nfa, AUTOMATA_SUFFIXES, NULL);
    REFUSED(automata_fa_subwords, NULL, AUTOMATA_FACTORS, &out.automaton);
    REFUSED(automata_fa_subwords, nfa, AUTOMATA_FACTORS, NULL);
    REFUSED(automata_fa_subwords, NULL, AUTOMATA_SUBSEQUENCES, &out.automaton);
    REFUSED(automata_fa_subwords, nfa, AUTOMATA_SUBSEQUENCES, NULL);
    REFUSED(automata_fa_cyclic_shift, NULL, NULL, &out.automaton);
    REFUSED(automata_fa_cyclic_shift, nfa, &wrong, &out.automaton);
    REFUSED(automata_fa_cyclic_shift, nfa, NULL, NULL);
    REFUSED(automata_homomorphism_new, NULL, alphabet, offsets, word, &out.homomorphism);
    REFUSED(automata_homomorphism_new, alphabet, NULL, offsets, word, &out.homomorphism);
    REFUSED(automata_homomorphism_new, alphabet, alphabet, NULL, word, &out.homomorphism);
    REFUSED(automata_homomorphism_new, alphabet, alphabet, offsets, NULL, &out.homomorphism);
    REFUSED(automata_homomorphism_new, alphabet, alphabet, late, word, &out.homomorphism);
    REFUSED(automata_homomorphism_new, alphabet, alphabet, falling, word, &out.homomorphism);
    REFUSED(automata_homomorphism_new, alphabet, alphabet, huge, word, &out.homomorphism);
    REFUSED(automata_homomorphism_new, alphabet, alphabet, offsets, word, NULL);
    FAILS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_homomorphism_new, alphabet, alphabet, offsets, outside, &out.homomorphism);
    CHECK(automata_homomorphism_new(alphabet, alphabet, offsets, word, &homomorphism, NULL) == AUTOMATA_OK);
    REFUSED(automata_homomorphism_apply, NULL, word, 2, &out.symbols, &out.count);
    REFUSED(automata_homomorphism_apply, homomorphism, NULL, 2, &out.symbols, &out.count);
    REFUSED(automata_homomorphism_apply, homomorphism, word, SIZE_MAX, &out.symbols, &out.count);
    REFUSED(automata_homomorphism_apply, homomorphism, word, 2, NULL, &out.count);
    REFUSED(automata_homomorphism_apply, homomorphism, word, 2, &out.symbols, NULL);
    FAILS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_homomorphism_apply, homomorphism, outside, 2, &out.symbols, &out.count);
    REFUSED(automata_fa_image, NULL, homomorphism, NULL, &out.automaton);
    REFUSED(automata_fa_image, nfa, NULL, NULL, &out.automaton);
    REFUSED(automata_fa_image, nfa, homomorphism, &wrong, &out.automaton);
    REFUSED(automata_fa_image, nfa, homomorphism, NULL, NULL);
    REFUSED(automata_fa_preimage, NULL, homomorphism, NULL, &out.automaton);
    REFUSED(automata_fa_preimage, nfa, NULL, NULL, &out.automaton);
    REFUSED(automata_fa_preimage, nfa, homomorphism, &wrong, &out.automaton);
    REFUSED(automata_fa_preimage, nfa, homomorphism, NULL, NULL);
    automata_homomorphism_free(homomorphism);
    automata_homomorphism_free(NULL);
    REFUSED(automata_fa_substitute, NULL, hole, 2, NULL, &out.automaton);
    REFUSED(automata_fa_substitute, nfa, NULL, 2, NULL, &out.automaton);
    REFUSED(automata_fa_substitute, nfa, hole, 1, NULL, &out.automaton);
    REFUSED(automata_fa_substitute, nfa, hole, SIZE_MAX, NULL, &out.automaton);
    REFUSED(automata_fa_substitute, nfa, hole, 2, &wrong, &out.automaton);
    REFUSED(automata_fa_substitute, nfa, hole, 2, NULL, NULL);
    REFUSED(automata_fa_project, NULL, word, 2, &out.automaton);
    REFUSED(automata_fa_project, nfa, NULL, 2, &out.automaton);
    REFUSED(automata_fa_project, nfa, word, SIZE_MAX, &out.automaton);
    REFUSED(automata_fa_project, nfa, word, 2, NULL);
    FAILS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_fa_project, nfa, outside, 2, &out.automaton);
    REFUSED(automata_fa_rename_symbols, NULL, names, NULL, 2, &out.automaton);
    REFUSED(automata_fa_rename_symbols, nfa, NULL, NULL, 2, &out.automaton);
    REFUSED(automata_fa_rename_symbols, nfa, names, NULL, 1, &out.automaton);
    REFUSED(automata_fa_rename_symbols, nfa, names, NULL, SIZE_MAX, &out.automaton);
    REFUSED(automata_fa_rename_symbols, nfa, names, NULL, 2, NULL);
    REFUSED(automata_fa_reduce, NULL, AUTOMATA_REDUCE_AUTOMATIC, NULL, &out.automaton);
    REFUSED(automata_fa_reduce, nfa, AUTOMATA_REDUCE_AUTOMATIC, &wrong, &out.automaton);
    REFUSED(automata_fa_reduce, nfa, AUTOMATA_REDUCE_AUTOMATIC, NULL, NULL);
    for (i = 0; i < ODD_COUNT; i++)
        if (odd_numbers[i] != 0) REFUSED(automata_fa_reduce, nfa, (automata_reduction)odd_numbers[i], NULL, &out.automaton);
}

static void evaluation(void) {
    const char text[] = "a | !b", *names[] = {"a", "b"}, *hole[] = {"a", NULL}, *twice[] = {"a", "a"};
    const size_t lengths[] = {1, SIZE_MAX - 1};
    automata_fa *pair[] = {nfa, dfa}, *gap[] = {nfa, NULL};
    automata_expression_options options = AUTOMATA_EXPRESSION_OPTIONS_INIT;
    automata_expression *expression = NULL;
    automata_budget budget = AUTOMATA_BUDGET_INIT;

    REFUSED(automata_expression_from_text, NULL, 6, NULL, &out.expression);
    REFUSED(automata_expression_from_text, NULL, AUTOMATA_ZERO_TERMINATED, NULL, &out.expression);
    REFUSED(automata_expression_from_text, text, SIZE_MAX - 1, NULL, &out.expression);
    REFUSED(automata_expression_from_text, text, 6, NULL, NULL);
    FAILS(AUTOMATA_ERROR_INVALID_TEXT, automata_expression_from_text, NULL, 0, NULL, &out.expression);
    FAILS(AUTOMATA_ERROR_INVALID_TEXT, automata_expression_from_text, "\xff", 1, NULL, &out.expression);
    CHECK(automata_expression_from_text(text, 6, NULL, &expression, NULL) == AUTOMATA_OK);
    REFUSED(automata_expression_text, NULL, &out.text, &out.count);
    REFUSED(automata_expression_text, expression, NULL, &out.count);
    REFUSED(automata_expression_text, expression, &out.text, NULL);
    CHECK(automata_expression_copy(NULL) == NULL && !automata_expression_equal(NULL, expression));
    CHECK(automata_expression_names(NULL).count == 0 && automata_expression_words(NULL).items == NULL);

    REFUSED(automata_fa_from_expression, NULL, names, NULL, pair, 2, NULL, &out.automaton);
    REFUSED(automata_fa_from_expression, expression, NULL, NULL, pair, 1, NULL, &out.automaton);
    REFUSED(automata_fa_from_expression, expression, NULL, lengths, pair, SIZE_MAX, NULL, &out.automaton);
    REFUSED(automata_fa_from_expression, expression, NULL, NULL, NULL, 2, NULL, &out.automaton);
    REFUSED(automata_fa_from_expression, expression, hole, NULL, pair, 2, NULL, &out.automaton);
    REFUSED(automata_fa_from_expression, expression, names, lengths, pair, 2, NULL, &out.automaton);
    REFUSED(automata_fa_from_expression, expression, twice, NULL, pair, 2, NULL, &out.automaton);
    REFUSED(automata_fa_from_expression, expression, names, NULL, NULL, 2, NULL, &out.automaton);
    REFUSED(automata_fa_from_expression, expression, names, NULL, gap, 2, NULL, &out.automaton);
    REFUSED(automata_fa_from_expression, expression, names, NULL, pair, SIZE_MAX, NULL, &out.automaton);
    REFUSED(automata_fa_from_expression, expression, names, NULL, pair, SIZE_MAX / 2, NULL, &out.automaton);
    REFUSED(automata_fa_from_expression, expression, names, NULL, pair, 2, NULL, NULL);
    FAILS(AUTOMATA_ERROR_UNKNOWN_NAME, automata_fa_from_expression, expression, NULL, NULL, NULL, 0, NULL, &out.automaton);
    FAILS(AUTOMATA_ERROR_UNKNOWN_NAME, automata_fa_from_expression, expression, names, NULL, pair, 1, NULL, &out.automaton);
    REFUSED(automata_fa_eval, NULL, 6, names, NULL, pair, 2, NULL, &out.automaton);
    REFUSED(automata_fa_eval, text, SIZE_MAX - 1, names, NULL, pair, 2, NULL, &out.automaton);
    REFUSED(automata_fa_eval, text, 6, NULL, NULL, pair, 2, NULL, &out.automaton);
    REFUSED(automata_fa_eval, text, 6, hole, NULL, pair, 2, NULL, &out.automaton);
    REFUSED(automata_fa_eval, text, 6, names, NULL, gap, 2, NULL, &out.automaton);
    REFUSED(automata_fa_eval, text, 6, names, NULL, pair, 2, NULL, NULL);
    options.separator = text;
    options.separator_length = SIZE_MAX - 1;
    REFUSED(automata_fa_eval, text, 6, names, NULL, pair, 2, &options, &out.automaton);
    options.separator = "\xff";
    options.separator_length = 1;
    REFUSED(automata_fa_eval, text, 6, names, NULL, pair, 2, &options, &out.automaton);
    options.separator = NULL;
    REFUSED(automata_fa_eval, text, 6, names, NULL, pair, 2, &options, &out.automaton);
    options.separator_length = 0;
    budget.struct_size = 1;
    options.budget = &budget;
    REFUSED(automata_fa_eval, text, 6, names, NULL, pair, 2, &options, &out.automaton);
    options.budget = NULL;
    options.struct_size = 3;
    REFUSED(automata_fa_from_expression, expression, names, NULL, pair, 2, &options, &out.automaton);
    automata_expression_free(expression);
    automata_expression_free(NULL);
}

static void languages(void) {
    automata_budget wrong = AUTOMATA_BUDGET_INIT;
    automata_inclusion_options inclusion = AUTOMATA_INCLUSION_OPTIONS_INIT;
    automata_witness *witness = NULL;
    automata_preorder *preorder = NULL;
    const char *texts[] = {junk, junk}, *hole[] = {junk, NULL};
    const size_t lengths[] = {2, SIZE_MAX - 1};
    int i;

    wrong.struct_size = 7;
    automata_witness_free(NULL);
    CHECK(automata_witness_word(NULL).count == 0 && automata_witness_word(NULL).items == NULL);
    CHECK(automata_witness_alphabet(NULL) == NULL && automata_witness_side(NULL) == AUTOMATA_SIDE_NONE);
    CHECK_TEXT("", automata_witness_text(NULL));
    CHECK(automata_witness_path(NULL, 0).start == AUTOMATA_NO_STATE && automata_witness_path(NULL, 0).moves == NULL);
    CHECK(!automata_witness_is_accepted(NULL, nfa));
    REFUSED(automata_fa_shortest_word, NULL, &out.witness);
    REFUSED(automata_fa_shortest_word, nfa, NULL);
    CHECK(automata_fa_shortest_word(nfa, &witness, NULL) == AUTOMATA_OK);
    REFUSED(automata_fa_longest_word, NULL, &out.witness);
    REFUSED(automata_fa_longest_word, nfa, NULL);
    CHECK(!automata_witness_is_accepted(witness, NULL));
    automata_witness_free(witness);
    inclusion.budget = NULL;
    inclusion.algorithm = AUTOMATA_INCLUSION_AUTOMATIC;
    REFUSED(automata_fa_is_included, NULL, nfa, NULL, &out.flag, &out.witness);
    REFUSED(automata_fa_is_included, nfa, NULL, NULL, &out.flag, &out.witness);
    for (i = 0; i < ODD_COUNT; i++) {
        inclusion.algorithm = (automata_inclusion)odd_numbers[i];
        if (odd_numbers[i] != 0) REFUSED(automata_fa_is_included, nfa, nfa, &inclusion, &out.flag, &out.witness);
    }
    inclusion.algorithm = AUTOMATA_INCLUSION_AUTOMATIC;
    inclusion.budget = &wrong;
    REFUSED(automata_fa_is_included, nfa, nfa, &inclusion, &out.flag, &out.witness);
    inclusion.budget = NULL;
    inclusion.algorithm = AUTOMATA_INCLUSION_AUTOMATIC;
    REFUSED(automata_fa_is_equivalent, NULL, nfa, NULL, &out.flag, &out.witness);
    REFUSED(automata_fa_is_equivalent, nfa, NULL, NULL, &out.flag, &out.witness);
    for (i = 0; i < ODD_COUNT; i++) {
        inclusion.algorithm = (automata_inclusion)odd_numbers[i];
        if (odd_numbers[i] != 0) REFUSED(automata_fa_is_equivalent, nfa, nfa, &inclusion, &out.flag, &out.witness);
    }
    inclusion.algorithm = AUTOMATA_INCLUSION_AUTOMATIC;
    inclusion.budget = &wrong;
    REFUSED(automata_fa_is_equivalent, nfa, nfa, &inclusion, &out.flag, &out.witness);
    REFUSED(automata_fa_is_universal, NULL, NULL, NULL, &out.flag, &out.witness);
    REFUSED(automata_fa_is_universal, nfa, NULL, &inclusion, &out.flag, &out.witness);
    inclusion.struct_size = 0;
    REFUSED(automata_fa_is_universal, nfa, NULL, &inclusion, &out.flag, &out.witness);
    REFUSED(automata_fa_is_disjoint, NULL, nfa, NULL, &out.flag, &out.witness);
    REFUSED(automata_fa_is_disjoint, nfa, NULL, NULL, &out.flag, &out.witness);
    REFUSED(automata_fa_is_disjoint, nfa, nfa, &wrong, &out.flag, &out.witness);
    REFUSED(automata_fa_is_unambiguous, NULL, NULL, &out.flag, &out.witness);
    REFUSED(automata_fa_is_unambiguous, nfa, &wrong, &out.flag, &out.witness);
    REFUSED(automata_fa_ambiguity_degree, NULL, NULL, &out.ambiguity, &out.degree);
    REFUSED(automata_fa_ambiguity_degree, nfa, &wrong, &out.ambiguity, &out.degree);
    REFUSED(automata_fa_ambiguity_degree, nfa, NULL, NULL, &out.degree);
    REFUSED(automata_fa_ambiguity_degree, nfa, NULL, &out.ambiguity, NULL);
    REFUSED(automata_fa_growth, NULL, NULL, &out.growth, &out.degree);
    REFUSED(automata_fa_growth, nfa, &wrong, &out.growth, &out.degree);
    REFUSED(automata_fa_growth, nfa, NULL, NULL, &out.degree);
    REFUSED(automata_fa_growth, nfa, NULL, &out.growth, NULL);
    REFUSED(automata_fa_pumping_triple, NULL, NULL, &out.witness, &out.count, &out.other_count);
    REFUSED(automata_fa_pumping_triple, nfa, &wrong, &out.witness, &out.count, &out.other_count);
    REFUSED(automata_fa_pumping_triple, nfa, NULL, NULL, &out.count, &out.other_count);
    REFUSED(automata_fa_pumping_triple, nfa, NULL, &out.witness, NULL, &out.other_count);
    REFUSED(automata_fa_pumping_triple, nfa, NULL, &out.witness, &out.count, NULL);
    CHECK(automata_fa_find_nondeterminism(NULL).kind == AUTOMATA_IS_DETERMINISTIC);
    REFUSED(automata_fa_find_nonminimality, NULL, NULL, &out.reason);
    REFUSED(automata_fa_find_nonminimality, dfa, &wrong, &out.reason);
    REFUSED(automata_fa_find_nonminimality, dfa, NULL, NULL);
    REFUSED(automata_fa_find_equivalent_states, NULL, NULL, &out.state, &out.symbol);
    REFUSED(automata_fa_find_equivalent_states, dfa, &wrong, &out.state, &out.symbol);
    REFUSED(automata_fa_find_equivalent_states, dfa, NULL, NULL, &out.symbol);
    REFUSED(automata_fa_find_equivalent_states, dfa, NULL, &out.state, NULL);
    REFUSED(automata_fa_bisimulation, NULL, AUTOMATA_FORWARD, NULL, &out.blocks, &out.count, &out.other_count);
    REFUSED(automata_fa_bisimulation, nfa, AUTOMATA_FORWARD, &wrong, &out.blocks, &out.count, &out.other_count);
    REFUSED(automata_fa_bisimulation, nfa, AUTOMATA_FORWARD, NULL, NULL, &out.count, &out.other_count);
    REFUSED(automata_fa_bisimulation, nfa, AUTOMATA_FORWARD, NULL, &out.blocks, NULL, &out.other_count);
    REFUSED(automata_fa_bisimulation, nfa, AUTOMATA_FORWARD, NULL, &out.blocks, &out.count, NULL);
    REFUSED(automata_fa_simulation, NULL, AUTOMATA_FORWARD, NULL, &out.preorder);
    REFUSED(automata_fa_simulation, nfa, AUTOMATA_FORWARD, &wrong, &out.preorder);
    REFUSED(automata_fa_simulation, nfa, AUTOMATA_FORWARD, NULL, NULL);
    for (i = 0; i < ODD_COUNT; i++) {
        const automata_direction direction = (automata_direction)odd_numbers[i];
        if (odd_numbers[i] == 0) continue;
        REFUSED(automata_fa_bisimulation, nfa, direction, NULL, &out.blocks, &out.count, &out.other_count);
        REFUSED(automata_fa_simulation, nfa, direction, NULL, &out.preorder);
    }
    CHECK(automata_fa_simulation(nfa, AUTOMATA_FORWARD, NULL, &preorder, NULL) == AUTOMATA_OK);
    CHECK(!automata_preorder_holds(NULL, 0, 0) && automata_preorder_pair_count(NULL) == 0);
    REFUSED(automata_preorder_simulators, NULL, 0, &out.states, &out.count);
    REFUSED(automata_preorder_simulators, preorder, 0, NULL, &out.count);
    REFUSED(automata_preorder_simulators, preorder, 0, &out.states, NULL);
    REFUSED(automata_preorder_simulated, NULL, 0, &out.states, &out.count);
    REFUSED(automata_preorder_simulated, preorder, 0, NULL, &out.count);
    REFUSED(automata_preorder_simulated, preorder, 0, &out.states, NULL);
    automata_preorder_free(preorder);
    automata_preorder_free(NULL);

    REFUSED(automata_fa_read_jointly, NULL, NULL, NULL, NULL, 2, out.handles);
    CHECK(out.handles[0] == NULL && out.handles[1] == NULL);
    REFUSED(automata_fa_read_jointly, hole, NULL, NULL, NULL, 2, out.handles);
    REFUSED(automata_fa_read_jointly, texts, lengths, NULL, NULL, 2, out.handles);
    CHECK(out.handles[0] == NULL && out.handles[1] == NULL);
    REFUSED(automata_fa_read_jointly, texts, NULL, NULL, NULL, SIZE_MAX, out.handles);
    REFUSED(automata_fa_read_jointly, texts, NULL, NULL, NULL, 2, NULL);
}

static void runs(void) {
    automata_budget wrong = AUTOMATA_BUDGET_INIT;
    automata_run *run = NULL;

    wrong.struct_size = 3;
    REFUSED(automata_fa_accepts, NULL, junk, 2, NULL, 0, &out.flag);
    REFUSED(automata_fa_accepts, nfa, NULL, 2, NULL, 0, &out.flag);
    REFUSED(automata_fa_accepts, nfa, junk, SIZE_MAX - 1, NULL, 0, &out.flag);
    REFUSED(automata_fa_accepts, nfa, junk, 2, junk, SIZE_MAX - 1, &out.flag);
    REFUSED(automata_fa_accepts, nfa, junk, 2, NULL, 0, NULL);
    REFUSED(automata_fa_accepts_word, NULL, word, 2, &out.flag);
    REFUSED(automata_fa_accepts_word, nfa, NULL, 2, &out.flag);
    REFUSED(automata_fa_accepts_word, nfa, word, SIZE_MAX, &out.flag);
    REFUSED(automata_fa_accepts_word, nfa, word, SIZE_MAX / 2, &out.flag);
    REFUSED(automata_fa_accepts_word, nfa, word, 2, NULL);
    REFUSED(automata_run_on_text, NULL, junk, 2, NULL, 0, NULL, &out.run);
    REFUSED(automata_run_on_text, nfa, NULL, 2, NULL, 0, NULL, &out.run);
    REFUSED(automata_run_on_text, nfa, junk, SIZE_MAX - 1, NULL, 0, NULL, &out.run);
    FAILS(AUTOMATA_ERROR_UNKNOWN_NAME, automata_run_on_text, nfa, junk, 2, "\xff", 1, NULL, &out.run);
    REFUSED(automata_run_on_text, nfa, junk, 2, NULL, 0, &wrong, &out.run);
    REFUSED(automata_run_on_text, nfa, junk, 2, NULL, 0, NULL, NULL);
    REFUSED(automata_run_on_word, NULL, word, 2, NULL, &out.run);
    REFUSED(automata_run_on_word, nfa, NULL, 2, NULL, &out.run);
    REFUSED(automata_run_on_word, nfa, word, SIZE_MAX, NULL, &out.run);
    REFUSED(automata_run_on_word, nfa, word, 2, &wrong, &out.run);
    REFUSED(automata_run_on_word, nfa, word, 2, NULL, NULL);
    CHECK(automata_run_on_word(nfa, word, 2, NULL, &run, NULL) == AUTOMATA_OK);
    REFUSED(automata_run_text, NULL, NULL, &out.text, &out.count);
    REFUSED(automata_run_text, run, &wrong, &out.text, &out.count);
    REFUSED(automata_run_text, run, NULL, NULL, &out.count);
    REFUSED(automata_run_text, run, NULL, &out.text, NULL);
    automata_run_free(run);
    CHECK(!automata_run_is_accepting(NULL));
    (void)automata_run_stuck_position(NULL);
    CHECK(automata_run_states(NULL).row_count == 0);
    CHECK(automata_run_path(NULL).count == 0);
}

static void matchers(void) {
    automata_matcher *matcher = NULL;
    automata_scan *scan = NULL;

    REFUSED(automata_matcher_new, NULL, &out.matcher);
    REFUSED(automata_matcher_new, dfa, NULL);
    CHECK(automata_matcher_new(dfa, &matcher, NULL) == AUTOMATA_OK);
    CHECK(!automata_matcher_reads_scalars(NULL) && automata_matcher_table_size(NULL) == 0);
    REFUSED(automata_matcher_accepts, NULL, junk, 2, &out.flag);
    REFUSED(automata_matcher_accepts, matcher, NULL, 2, &out.flag);
    REFUSED(automata_matcher_accepts, matcher, junk, SIZE_MAX, &out.flag);
    REFUSED(automata_matcher_accepts, matcher, junk, SIZE_MAX - 1, &out.flag);
    REFUSED(automata_matcher_accepts, matcher, junk, 2, NULL);
    REFUSED(automata_matcher_accepts_word, NULL, word, 2, &out.flag);
    REFUSED(automata_matcher_accepts_word, matcher, NULL, 2, &out.flag);
    REFUSED(automata_matcher_accepts_word, matcher, word, SIZE_MAX, &out.flag);
    REFUSED(automata_matcher_accepts_word, matcher, word, SIZE_MAX / 2, &out.flag);
    REFUSED(automata_matcher_accepts_word, matcher, word, 2, NULL);
    REFUSED(automata_scan_new, NULL, &out.scan);
    REFUSED(automata_scan_new, matcher, NULL);
    CHECK(automata_scan_new(matcher, &scan, NULL) == AUTOMATA_OK);
    REFUSED(automata_scan_copy, NULL, &out.scan);
    REFUSED(automata_scan_copy, scan, NULL);
    REFUSED(automata_scan_feed, NULL, junk, 2, &out.verdict);
    REFUSED(automata_scan_feed, scan, NULL, 2, &out.verdict);
    REFUSED(automata_scan_feed, scan, junk, SIZE_MAX, &out.verdict);
    REFUSED(automata_scan_feed, scan, junk, SIZE_MAX - 1, &out.verdict);
    REFUSED(automata_scan_feed, scan, junk, 2, NULL);
    REFUSED(automata_scan_feed_word, NULL, word, 2, &out.verdict);
    REFUSED(automata_scan_feed_word, scan, NULL, 2, &out.verdict);
    REFUSED(automata_scan_feed_word, scan, word, SIZE_MAX, &out.verdict);
    REFUSED(automata_scan_feed_word, scan, word, SIZE_MAX / 2, &out.verdict);
    REFUSED(automata_scan_feed_word, scan, word, 2, NULL);
    /* What was refused wasn't read. */
    CHECK(automata_scan_consumed_count(scan) == 0 && automata_scan_verdict(scan) == AUTOMATA_UNDECIDED);
    CHECK(automata_scan_verdict(NULL) == AUTOMATA_REJECTED && !automata_scan_is_accepting(NULL));
    CHECK(automata_scan_consumed_count(NULL) == 0);
    automata_scan_free(scan);
    automata_matcher_free(matcher);
}

static int on_match(const automata_match *match, void *context) {
    (void)match;
    (void)context;
    return 0;
}

static int on_end(uint64_t position, const uint32_t *patterns, size_t count, void *context) {
    (void)position;
    (void)patterns;
    (void)count;
    (void)context;
    return 0;
}

static void searchers(void) {
    const char *words[] = {"0", "1"}, *hole[] = {"0", NULL};
    const size_t lengths[] = {1, SIZE_MAX - 1};
    const automata_fa *languages[] = {NULL, NULL}, *holes[] = {NULL, NULL};
    const automata_regex *regexes[] = {NULL, NULL};
    const automata_match match = {0, 1, 0, 0, 0};
    automata_regex *regex = NULL;
    automata_searcher_options options = AUTOMATA_SEARCHER_OPTIONS_INIT;
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    automata_searcher *searcher = NULL;
    automata_search *search = NULL;

    CHECK(automata_regex_from_text("0", 1, NULL, &regex, NULL) == AUTOMATA_OK);
    languages[0] = languages[1] = holes[0] = nfa;
    regexes[0] = regex;
    REFUSED(automata_searcher_from_regexes, NULL, 1, NULL, &out.searcher);
    REFUSED(automata_searcher_from_regexes, regexes, 2, NULL, &out.searcher);
    REFUSED(automata_searcher_from_regexes, regexes, SIZE_MAX, NULL, &out.searcher);
    REFUSED(automata_searcher_from_regexes, regexes, SIZE_MAX / 2, NULL, &out.searcher);
    REFUSED(automata_searcher_from_regexes, regexes, 1, NULL, NULL);
    REFUSED(automata_searcher_from_automata, NULL, 1, NULL, &out.searcher);
    REFUSED(automata_searcher_from_automata, holes, 2, NULL, &out.searcher);
    REFUSED(automata_searcher_from_automata, languages, SIZE_MAX, NULL, &out.searcher);
    REFUSED(automata_searcher_from_automata, languages, SIZE_MAX / 2, NULL, &out.searcher);
    REFUSED(automata_searcher_from_automata, languages, 2, NULL, NULL);
    REFUSED(automata_searcher_from_words, NULL, NULL, 1, NULL, &out.searcher);
    REFUSED(automata_searcher_from_words, hole, NULL, 2, NULL, &out.searcher);
    REFUSED(automata_searcher_from_words, words, lengths, 2, NULL, &out.searcher);
    REFUSED(automata_searcher_from_words, words, NULL, SIZE_MAX, NULL, &out.searcher);
    REFUSED(automata_searcher_from_words, words, NULL, SIZE_MAX / 2, NULL, &out.searcher);
    REFUSED(automata_searcher_from_words, words, NULL, 2, NULL, NULL);
    budget.struct_size = 0;
    options.budget = &budget;
    REFUSED(automata_searcher_from_regexes, regexes, 1, &options, &out.searcher);
    REFUSED(automata_searcher_from_automata, languages, 2, &options, &out.searcher);
    REFUSED(automata_searcher_from_words, words, NULL, 2, &options, &out.searcher);
    options.budget = NULL;
    options.struct_size = 1;
    REFUSED(automata_searcher_from_regexes, regexes, 1, &options, &out.searcher);
    REFUSED(automata_searcher_from_automata, languages, 2, &options, &out.searcher);
    REFUSED(automata_searcher_from_words, words, NULL, 2, &options, &out.searcher);
    automata_regex_free(regex);

    CHECK(automata_searcher_from_words(words, NULL, 2, NULL, &searcher, NULL) == AUTOMATA_OK);
    CHECK(automata_searcher_pattern_count(NULL) == 0 && automata_searcher_table_size(NULL) == 0);
    REFUSED(automata_searcher_first_match, NULL, junk, 2, &out.flag, &out.first);
    REFUSED(automata_searcher_first_match, searcher, NULL, 2, &out.flag, &out.first);
    REFUSED(automata_searcher_first_match, searcher, junk, SIZE_MAX, &out.flag, &out.first);
    REFUSED(automata_searcher_first_match, searcher, junk, SIZE_MAX - 1, &out.flag, &out.first);
    REFUSED(automata_searcher_first_match, searcher, junk, 2, NULL, &out.first);
    REFUSED(automata_searcher_each_match, NULL, junk, 2, on_match, NULL);
    REFUSED(automata_searcher_each_match, searcher, NULL, 2, on_match, NULL);
    REFUSED(automata_searcher_each_match, searcher, junk, SIZE_MAX, on_match, NULL);
    REFUSED(automata_searcher_each_match, searcher, junk, SIZE_MAX - 1, on_match, NULL);
    REFUSED(automata_searcher_each_match, searcher, junk, 2, NULL, NULL);
    REFUSED(automata_searcher_matches, NULL, junk, 2, &out.matches, &out.count);
    REFUSED(automata_searcher_matches, searcher, NULL, 2, &out.matches, &out.count);
    REFUSED(automata_searcher_matches, searcher, junk, SIZE_MAX, &out.matches, &out.count);
    REFUSED(automata_searcher_matches, searcher, junk, SIZE_MAX - 1, &out.matches, &out.count);
    REFUSED(automata_searcher_matches, searcher, junk, 2, NULL, &out.count);
    REFUSED(automata_searcher_matches, searcher, junk, 2, &out.matches, NULL);
    REFUSED(automata_searcher_each_end, NULL, junk, 2, on_end, NULL);
    REFUSED(automata_searcher_each_end, searcher, NULL, 2, on_end, NULL);
    REFUSED(automata_searcher_each_end, searcher, junk, SIZE_MAX, on_end, NULL);
    REFUSED(automata_searcher_each_end, searcher, junk, SIZE_MAX - 1, on_end, NULL);
    REFUSED(automata_searcher_each_end, searcher, junk, 2, NULL, NULL);
    REFUSED(automata_searcher_patterns, NULL, &match, &out.blocks, &out.count);
    REFUSED(automata_searcher_patterns, searcher, NULL, &out.blocks, &out.count);
    REFUSED(automata_searcher_patterns, searcher, &match, NULL, &out.count);
    REFUSED(automata_searcher_patterns, searcher, &match, &out.blocks, NULL);

    REFUSED(automata_search_new, NULL, NULL, &out.search);
    REFUSED(automata_search_new, searcher, &budget, &out.search);
    REFUSED(automata_search_new, searcher, NULL, NULL);
    CHECK(automata_search_new(searcher, NULL, &search, NULL) == AUTOMATA_OK);
    REFUSED(automata_search_copy, NULL, &out.search);
    REFUSED(automata_search_copy, search, NULL);
    REFUSED(automata_search_feed, NULL, junk, 2, on_match, NULL);
    REFUSED(automata_search_feed, search, NULL, 2, on_match, NULL);
    REFUSED(automata_search_feed, search, junk, SIZE_MAX, on_match, NULL);
    REFUSED(automata_search_feed, search, junk, SIZE_MAX - 1, on_match, NULL);
    REFUSED(automata_search_feed, search, junk, 2, NULL, NULL);
    REFUSED(automata_search_finish, NULL, on_match, NULL);
    REFUSED(automata_search_finish, search, NULL, NULL);
    /* What was refused wasn't read, and ended nothing. */
    CHECK(automata_search_consumed_count(search) == 0 && !automata_search_is_over(search));
    CHECK(automata_search_feed(search, NULL, 0, on_match, NULL, NULL) == AUTOMATA_OK);
    automata_search_restart(NULL);
    CHECK(automata_search_is_over(NULL) && automata_search_consumed_count(NULL) == 0 && automata_search_held_count(NULL) == 0);
    automata_search_free(search);
    automata_searcher_free(searcher);
}

/* Structs as a later version would make them, which has more members. */
static const automata_point corner[] = {{0, 0}, {9, 0}, {9, 9}};
static const uint64_t some_state = 1;

static void strokes(void) {
    automata_stroke_recognizer *recognizer = NULL;
    automata_recognition_options options = AUTOMATA_RECOGNITION_OPTIONS_INIT;
    automata_recognition result = AUTOMATA_RECOGNITION_INIT, unset;
    const size_t three = 3, huge = SIZE_MAX;
    REFUSED(automata_stroke_recognizer_new, NULL, 3, &out.recognizer);
    REFUSED(automata_stroke_recognizer_new, NULL, AUTOMATA_ZERO_TERMINATED, &out.recognizer);
    REFUSED(automata_stroke_recognizer_new, "\xff", 1, &out.recognizer);
    REFUSED(automata_stroke_recognizer_new, NULL, 0, NULL);
    REFUSED(automata_stroke_recognizer_model, NULL, &out.text, &out.count);
    CHECK(automata_stroke_recognizer_threshold(NULL) == 0);
    automata_stroke_recognizer_free(NULL);

    CHECK_OK(automata_stroke_recognizer_new(NULL, 0, &recognizer, &error));
    REFUSED(automata_stroke_recognizer_model, recognizer, NULL, &out.count);
    REFUSED(automata_stroke_recognizer_model, recognizer, &out.text, NULL);
    REFUSED(automata_stroke_recognizer_recognize, NULL, corner, &three, 1, NULL, &result);
    REFUSED(automata_stroke_recognizer_recognize, recognizer, NULL, &three, 1, NULL, &result);
    REFUSED(automata_stroke_recognizer_recognize, recognizer, corner, NULL, 1, NULL, &result);
    REFUSED(automata_stroke_recognizer_recognize, recognizer, corner, &three, SIZE_MAX, NULL, &result);
    REFUSED(automata_stroke_recognizer_recognize, recognizer, corner, &huge, 1, NULL, &result);
    REFUSED(automata_stroke_recognizer_recognize, recognizer, corner, &three, 1, NULL, NULL);
    memset(&unset, 0, sizeof unset);
    REFUSED(automata_stroke_recognizer_recognize, recognizer, corner, &three, 1, NULL, &unset);
    unset.struct_size = SIZE_MAX;
    REFUSED(automata_stroke_recognizer_recognize, recognizer, corner, &three, 1, NULL, &unset);
    options.allowed = 16;
    REFUSED(automata_stroke_recognizer_recognize, recognizer, corner, &three, 1, &options, &result);
    options.allowed = 0;
    options.threshold = 1.5;
    REFUSED(automata_stroke_recognizer_recognize, recognizer, corner, &three, 1, &options, &result);
    options.threshold = -1;
    options.state_count = 1;
    REFUSED(automata_stroke_recognizer_recognize, recognizer, corner, &three, 1, &options, &result);
    options.state_count = SIZE_MAX;
    REFUSED(automata_stroke_recognizer_recognize, recognizer, corner, &three, 1, &options, &result);
    options.struct_size = 0;
    REFUSED(automata_stroke_recognizer_recognize, recognizer, corner, &three, 1, &options, &result);
    CHECK(result.probability == 0 && result.candidate_count == 0);
    automata_stroke_recognizer_free(recognizer);
}

static void gestures(void) {
    automata_gesture_recognizer *recognizer = NULL;
    automata_gesture_match match;
    const size_t three = 3;
    REFUSED(automata_gesture_recognizer_new, 16, &out.gestures);
    REFUSED(automata_gesture_recognizer_new, 0, NULL);
    REFUSED(automata_gesture_recognizer_from_text, NULL, 3, &out.gestures);
    FAILS(AUTOMATA_ERROR_INVALID_TEXT, automata_gesture_recognizer_from_text, NULL, 0, &out.gestures);
    REFUSED(automata_gesture_recognizer_from_text, "x", 1, NULL);
    REFUSED(automata_gesture_recognizer_text, NULL, &out.text, &out.count);
    REFUSED(automata_gesture_recognizer_set_freedoms, NULL, 1);
    REFUSED(automata_gesture_recognizer_add, NULL, "a", 1, corner, &three, 1, &out.symbol);
    REFUSED(automata_gesture_recognizer_remove_named, NULL, "a", 1, &out.count);
    REFUSED(automata_gesture_recognizer_match, NULL, corner, &three, 1, &match, 1, &out.count);
    CHECK(automata_gesture_recognizer_freedoms(NULL) == 0 && automata_gesture_recognizer_count(NULL) == 0);
    CHECK(!automata_gesture_recognizer_remove(NULL, 0) && automata_gesture_recognizer_example(NULL, 0) == 0);
    CHECK_TEXT("", automata_gesture_recognizer_name(NULL, 0));
    automata_gesture_recognizer_free(NULL);

    CHECK_OK(automata_gesture_recognizer_new(0, &recognizer, &error));
    REFUSED(automata_gesture_recognizer_text, recognizer, NULL, &out.count);
    REFUSED(automata_gesture_recognizer_text, recognizer, &out.text, NULL);
    REFUSED(automata_gesture_recognizer_add, recognizer, NULL, 1, corner, &three, 1, &out.symbol);
    REFUSED(automata_gesture_recognizer_add, recognizer, "\xff", 1, corner, &three, 1, &out.symbol);
    REFUSED(automata_gesture_recognizer_add, recognizer, "a", 1, NULL, &three, 1, &out.symbol);
    REFUSED(automata_gesture_recognizer_add, recognizer, "a", 1, corner, NULL, 1, &out.symbol);
    REFUSED(automata_gesture_recognizer_add, recognizer, "a", 1, corner, &three, 1, NULL);
    REFUSED(automata_gesture_recognizer_remove_named, recognizer, NULL, 1, &out.count);
    REFUSED(automata_gesture_recognizer_remove_named, recognizer, "a", 1, NULL);
    REFUSED(automata_gesture_recognizer_match, recognizer, corner, &three, 1, NULL, 1, &out.count);
    REFUSED(automata_gesture_recognizer_match, recognizer, corner, &three, 1, &match, SIZE_MAX, &out.count);
    REFUSED(automata_gesture_recognizer_match, recognizer, corner, &three, 1, &match, 1, NULL);
    CHECK_OK(automata_gesture_recognizer_match(recognizer, corner, &three, 1, NULL, 0, &out.count, &error));
    FAILS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_gesture_recognizer_points, recognizer, 0, &out.points, &out.count, &out.sizes,
          &out.other_count);
    REFUSED(automata_gesture_recognizer_points, NULL, 0, &out.points, &out.count, &out.sizes, &out.other_count);
    REFUSED(automata_gesture_recognizer_points, recognizer, 0, NULL, &out.count, &out.sizes, &out.other_count);
    REFUSED(automata_gesture_recognizer_points, recognizer, 0, &out.points, NULL, &out.sizes, &out.other_count);
    REFUSED(automata_gesture_recognizer_points, recognizer, 0, &out.points, &out.count, NULL, &out.other_count);
    REFUSED(automata_gesture_recognizer_points, recognizer, 0, &out.points, &out.count, &out.sizes, NULL);
    automata_gesture_recognizer_free(recognizer);
}

static void sketches(void) {
    static const char junk_name[] = "\xff";
    automata_sketch *sketch = NULL;
    automata_sketch_change change = AUTOMATA_SKETCH_CHANGE_INIT, unset;
    automata_picture_options options = AUTOMATA_PICTURE_OPTIONS_INIT;
    const automata_sketch_text texts[] = {{NULL, 1, {0, 0}}};
    const size_t three = 3, huge = SIZE_MAX;
    automata_sketch_element element = {AUTOMATA_SKETCH_STATE, 1};
    const char *symbols[] = {"a", NULL};
    int i;
    REFUSED(automata_sketch_new, NULL, NULL);
    REFUSED(automata_sketch_from_fa, NULL, NULL, &out.sketch);
    REFUSED(automata_sketch_from_fa, nfa, NULL, NULL);
    REFUSED(automata_sketch_from_strokes, NULL, &three, 1, NULL, 0, NULL, &out.sketch);
    REFUSED(automata_sketch_from_strokes, corner, NULL, 1, NULL, 0, NULL, &out.sketch);
    REFUSED(automata_sketch_from_strokes, corner, &huge, 1, NULL, 0, NULL, &out.sketch);
    REFUSED(automata_sketch_from_strokes, corner, &three, SIZE_MAX, NULL, 0, NULL, &out.sketch);
    REFUSED(automata_sketch_from_strokes, corner, &three, 1, NULL, 1, NULL, &out.sketch);
    REFUSED(automata_sketch_from_strokes, corner, &three, 1, texts, 1, NULL, &out.sketch);
    REFUSED(automata_sketch_from_strokes, corner, &three, 1, texts, SIZE_MAX, NULL, &out.sketch);
    REFUSED(automata_sketch_from_strokes, corner, &three, 1, NULL, 0, NULL, NULL);
    REFUSED(automata_sketch_from_document, NULL, 3, NULL, &out.sketch);
    REFUSED(automata_sketch_from_document, "{}", SIZE_MAX - 1, NULL, &out.sketch);
    REFUSED(automata_sketch_from_document, "{}", 2, NULL, NULL);
    FAILS(AUTOMATA_ERROR_INVALID_TEXT, automata_sketch_from_document, NULL, 0, NULL, &out.sketch);
    FAILS(AUTOMATA_ERROR_INVALID_TEXT, automata_sketch_from_document, junk_name, 1, NULL, &out.sketch);
    REFUSED(automata_sketch_document, NULL, &out.text, &out.count);
    REFUSED(automata_sketch_svg, NULL, NULL, &out.text, &out.count);
    REFUSED(automata_sketch_tikz, NULL, NULL, &out.text, &out.count);
    REFUSED(automata_fa_from_sketch, NULL, NULL, &out.automaton);
    REFUSED(automata_sketch_draw, NULL, corner, &three, 1, &change);
    REFUSED(automata_sketch_undo, NULL, &change);
    REFUSED(automata_sketch_add_state, NULL, "a", 1, corner[0], false, &out.id, &change);
    REFUSED(automata_sketch_add_transition, NULL, 1, 2, NULL, NULL, &out.id, &change);
    REFUSED(automata_sketch_add_note, NULL, "a", 1, corner[0], &out.id, &change);
    CHECK(automata_sketch_copy(NULL) == NULL && !automata_sketch_equal(NULL, NULL));
    CHECK(!automata_sketch_can_undo(NULL) && !automata_sketch_can_redo(NULL));
    CHECK(automata_sketch_state(NULL, 0) == NULL && automata_sketch_transition(NULL, 0) == NULL);
    CHECK(automata_sketch_note(NULL, 0) == NULL && automata_sketch_ink(NULL, 0) == NULL);
    CHECK(automata_sketch_understanding(NULL, 1) == NULL && automata_sketch_problem(NULL, 0) == NULL);
    CHECK(automata_sketch_problem_count(NULL) == 0 && automata_sketch_count(NULL, AUTOMATA_SKETCH_INK) == 0);
    CHECK(automata_sketch_index(NULL, AUTOMATA_SKETCH_STATE, 1) == AUTOMATA_NO_POSITION);
    automata_sketch_free(NULL);

    CHECK_OK(automata_sketch_new(NULL, &sketch, &error));
    REFUSED(automata_sketch_document, sketch, NULL, &out.count);
    REFUSED(automata_sketch_document, sketch, &out.text, NULL);
    REFUSED(automata_sketch_draw, sketch, NULL, &three, 1, &change);
    REFUSED(automata_sketch_draw, sketch, corner, NULL, 1, &change);
    REFUSED(automata_sketch_draw, sketch, corner, &huge, 1, &change);
    REFUSED(automata_sketch_draw, sketch, corner, &three, SIZE_MAX, &change);
    REFUSED(automata_sketch_erase, sketch, NULL, 3, &change);
    REFUSED(automata_sketch_erase, sketch, corner, SIZE_MAX, &change);
    REFUSED(automata_sketch_erase, sketch, corner, SIZE_MAX / 2, &change);
    REFUSED(automata_sketch_write, sketch, NULL, 1, corner[0], &change);
    REFUSED(automata_sketch_write, sketch, junk_name, 1, corner[0], &change);
    REFUSED(automata_sketch_add_state, sketch, junk_name, 1, corner[0], false, &out.id, &change);
    REFUSED(automata_sketch_add_note, sketch, junk_name, 1, corner[0], &out.id, &change);
    REFUSED(automata_sketch_rename, sketch, 1, junk_name, 1, &change);
    REFUSED(automata_sketch_rewrite, sketch, 1, junk_name, 1, &change);
    REFUSED(automata_sketch_set_targets, sketch, 1, junk_name, 1, NULL, 0, &change);
    REFUSED(automata_sketch_set_targets, sketch, 1, "a", 1, NULL, 1, &change);
    REFUSED(automata_sketch_set_targets, sketch, 1, "a", 1, &some_state, SIZE_MAX, &change);
    REFUSED(automata_sketch_set_symbols, sketch, 1, NULL, NULL, 1, &change);
    REFUSED(automata_sketch_set_symbols, sketch, 1, symbols, NULL, 2, &change);
    REFUSED(automata_sketch_set_symbols, sketch, 1, symbols, &huge, SIZE_MAX, &change);
    REFUSED(automata_sketch_delete, sketch, NULL, 1, &change);
    REFUSED(automata_sketch_move, sketch, &element, SIZE_MAX, 1, 1, &change);
    REFUSED(automata_sketch_paste, sketch, NULL, 0, 0, &change);
    for (i = 0; i < ODD_COUNT; i++) {
        element.kind = (automata_sketch_kind)odd_numbers[i];
        REFUSED(automata_sketch_delete, sketch, &element, 1, &change);
        REFUSED(automata_sketch_attach, sketch, 1, (automata_arrow_end)odd_numbers[i], 1, NULL, &change);
        /* 0 is AUTOMATA_READING_NONE. */
        if (odd_numbers[i] != 0)
            REFUSED(automata_sketch_reinterpret, sketch, 1, (automata_reading)odd_numbers[i], &change);
        CHECK(automata_sketch_count(sketch, element.kind) == 0);
        CHECK(automata_sketch_index(sketch, element.kind, 1) == AUTOMATA_NO_POSITION);
    }
    memset(&unset, 0, sizeof unset);
    REFUSED(automata_sketch_clear, sketch, &unset);
    unset.struct_size = SIZE_MAX;
    REFUSED(automata_sketch_clear, sketch, &unset);
    CHECK(change.inserted.count == 0 && change.understanding == NULL && change.message[0] == '\0');
    /* What was refused can't be undone. */
    CHECK(!automata_sketch_can_undo(sketch));
    options.title_length = 1;
    REFUSED(automata_sketch_svg, sketch, &options, &out.text, &out.count);
    options.title_length = 0;
    options.highlighted_count = 1;
    REFUSED(automata_sketch_svg, sketch, &options, &out.text, &out.count);
    options.struct_size = 0;
    REFUSED(automata_sketch_tikz, sketch, &options, &out.text, &out.count);
    FAILS(AUTOMATA_ERROR_INCOMPLETE, automata_fa_from_sketch, sketch, NULL, &out.automaton);
    FAILS(AUTOMATA_ERROR_OUT_OF_RANGE, automata_sketch_ink_points, sketch, 0, &out.points, &out.count, &out.sizes,
          &out.other_count);
    REFUSED(automata_sketch_ink_points, sketch, 0, NULL, &out.count, &out.sizes, &out.other_count);
    automata_sketch_free(sketch);
}

static void longer_structs(void) {
    struct {
        automata_budget known;
        uint64_t later[4];
    } budget;
    struct {
        automata_minimize_options known;
        uint64_t later;
    } options;
    automata_fa *result = NULL;
    const automata_budget budget_init = AUTOMATA_BUDGET_INIT;
    const automata_minimize_options options_init = AUTOMATA_MINIMIZE_OPTIONS_INIT;

    memset(&budget, 0, sizeof budget);
    budget.known = budget_init;
    budget.known.struct_size = sizeof budget;
    memset(&options, 0, sizeof options);
    options.known = options_init;
    options.known.struct_size = sizeof options;
    options.known.budget = &budget.known;
    CHECK(automata_fa_minimize(nfa, &options.known, &result, NULL) == AUTOMATA_OK);
    CHECK(automata_fa_state_count(result) == 3);
    automata_fa_free(result);
    budget.later[3] = 1;
    REFUSED(automata_fa_minimize, nfa, &options.known, &out.automaton);
    REFUSED(automata_fa_remove_epsilon, nfa, &budget.known, &out.automaton);
    budget.later[3] = 0;
    options.later = (uint64_t)1 << 63;
    REFUSED(automata_fa_minimize, nfa, &options.known, &out.automaton);
    budget.known.struct_size = SIZE_MAX;
    REFUSED(automata_fa_complete, nfa, &budget.known, &out.automaton);
}

int main(void) {
    nfa = ends_with_01();
    dfa = minimal(ends_with_01());
    alphabet = automata_alphabet_copy(automata_fa_alphabet(nfa));
    alphabets();
    builders();
    inspecting();
    formats();
    expressions();
    extraction();
    grammars();
    algorithms();
    decisions();
    operations();
    evaluation();
    languages();
    runs();
    matchers();
    searchers();
    strokes();
    gestures();
    sketches();
    longer_structs();
    automata_alphabet_free(alphabet);
    automata_fa_free(dfa);
    automata_fa_free(nfa);
    return check_done();
}
