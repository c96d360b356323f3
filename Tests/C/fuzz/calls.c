/*
 * Calls of every function of the header with any arguments that aren't undefined: handles of a small pool or NULL, any
 * number for ids, enums, sizes and budgets, results that have no place, callbacks that cancel. What holds for every call
 * is checked after each.
 */
#define _POSIX_C_SOURCE 200809L

#include <fcntl.h>
#include <unistd.h>

#include "calls.h"

/* A call's first byte chooses its group: below FIRST_OF_ALGEBRA one of those here, from FIRST_OF_WORDS on regular expressions and words,
 * from FIRST_OF_GRAMMARS on grammars and what becomes expressions, from FIRST_OF_EVALUATION on expressions over automata,
 * from FIRST_OF_SEARCHES on searches. */
enum { MOST_CALLS = 60, FIRST_OF_ALGEBRA = 168, FIRST_OF_WORDS = 212, FIRST_OF_GRAMMARS = 230, FIRST_OF_EVALUATION = 244, FIRST_OF_SEARCHES = 247 };

automata_alphabet *alphabets[SLOTS];
automata_builder *builders[SLOTS];
automata_fa *automata[SLOTS];
automata_run *runs[SLOTS];
automata_matcher *matchers[SLOTS];
automata_scan *scans[SLOTS];
automata_error the_error;

static char folder[] = "/tmp/automata-fuzz-XXXXXX";

static void remove_folder(void)
{
    static const char *const names[] = {"a.json", "a.mata", "a.jff", "a.att", "a.dot", "a.ba", "a"};
    char path[64];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        unlink(path);
    }
    rmdir(folder);
}

static const char *take_path(input *in)
{
    static char path[64];
    static const char *const names[] = {
        "/a.json", "/a.mata", "/a.jff", "/a.att", "/a.dot", "/a", "", "/none/a.json", "/\xFF\xC0",
    };
    uint32_t choice = take_below(in, sizeof names / sizeof *names + 2);
    if (choice == sizeof names / sizeof *names)
        return NULL;
    if (choice > sizeof names / sizeof *names)
        return "";
    snprintf(path, sizeof path, "%s%s", folder, names[choice]);
    return path;
}

static void call_alphabets(input *in)
{
    automata_error *error = error_place(in);
    automata_alphabet *alphabet = ANY(alphabets), *made = WRONG(automata_alphabet);
    automata_status status;
    automata_symbol *symbols = WRONG(automata_symbol), symbol = 9;
    size_t count = 9, length = 9;
    char *string = WRONG(char);
    text texts[4], name, separator;
    switch (take_below(in, 14)) {
    case 0: {
        const char *names[4];
        size_t lengths[4];
        count = take_below(in, 5);
        bool has_lengths = take_byte(in) & 1;
        for (size_t i = 0; i < count; i++) {
            texts[i] = take_text(in, 4);
            if (!has_lengths && texts[i].argument != AUTOMATA_ZERO_TERMINATED) {
                free(texts[i].data);
                texts[i] = make_text(NULL, 0, false);
            }
            names[i] = texts[i].data;
            lengths[i] = texts[i].argument;
        }
        size_t told = count;
        const char *const *start = names;
        uint8_t choice = take_byte(in);
        if (choice > 250)
            start = NULL;
        else if (choice > 240)
            told = SIZE_MAX - (choice & 3);
        status = automata_alphabet_from_names(start, has_lengths ? lengths : NULL, told, &made, error);
        for (size_t i = 0; i < count; i++)
            free(texts[i].data);
        REQUIRE(is_ok(status, error) ? made != NULL : made == NULL);
        KEEP(alphabets, automata_alphabet_free, made);
        break;
    }
    case 1:
        status = automata_alphabet_bytes(&made, error);
        REQUIRE(is_ok(status, error) && made != NULL && automata_alphabet_symbol_count(made) == 256);
        KEEP(alphabets, automata_alphabet_free, made);
        break;
    case 2: {
        const automata_symbol_range *ranges = ranges_of(in, &count);
        automata_alphabet_kind kind = take_byte(in) < 200 ? 2 + take_below(in, 2) : (automata_alphabet_kind)take_id(in);
        status = automata_alphabet_from_ranges(kind, ranges, count, &made, error);
        REQUIRE(is_ok(status, error) ? automata_alphabet_kind_of(made) == kind : made == NULL);
        KEEP(alphabets, automata_alphabet_free, made);
        break;
    }
    case 3:
        made = automata_alphabet_retain(alphabet);
        REQUIRE((made == NULL) == (alphabet == NULL));
        REQUIRE(automata_alphabet_equal(alphabet, made) == (made != NULL));
        KEEP(alphabets, automata_alphabet_free, made);
        break;
    case 4:
        KEEP(alphabets, automata_alphabet_free, NULL);
        break;
    case 5:
        symbol = take_id(in);
        length = automata_alphabet_symbol_width(alphabet, symbol);
        REQUIRE((length != 0) == (symbol < automata_alphabet_symbol_count(alphabet)));
        REQUIRE(length != 0 || automata_alphabet_symbol_name(alphabet, symbol)[0] == 0);
        REQUIRE(automata_alphabet_symbol_name(alphabet, symbol) != NULL);
        break;
    case 6:
        REQUIRE(automata_alphabet_symbol_names(alphabet).count == automata_alphabet_symbol_count(alphabet));
        REQUIRE(
            automata_alphabet_kind_of(alphabet) <= AUTOMATA_ALPHABET_NAMED ||
            automata_alphabet_ranges(alphabet).count >= automata_alphabet_symbol_count(alphabet));
        REQUIRE(automata_alphabet_kind_of(alphabet) != 0 || alphabet == NULL);
        break;
    case 7:
        automata_alphabet_equal(alphabet, ANY(alphabets));
        break;
    case 8:
        name = take_text(in, 8);
        status = automata_alphabet_find_symbol(alphabet, name.data, name.argument, &symbol, error);
        REQUIRE(is_ok(status, error) ? symbol < automata_alphabet_symbol_count(alphabet) : symbol == 0);
        free(name.data);
        break;
    case 9:
    case 10:
        name = take_text(in, 12);
        separator = take_text(in, 2);
        status = automata_word_from_text(
            alphabet, name.data, name.argument, separator.data, separator.argument, &symbols, &count, error);
        if (is_ok(status, error)) {
            for (size_t i = 0; i < count; i++)
                REQUIRE(symbols[i] < automata_alphabet_symbol_count(alphabet));
            status = automata_word_text(
                alphabet, symbols, count, separator.data, separator.argument, &string, &length, error);
            REQUIRE(is_ok(status, error));
            free_text(string, length, true);
        } else {
            REQUIRE(symbols == NULL && count == 0);
        }
        automata_free(symbols);
        free(name.data);
        free(separator.data);
        break;
    default: {
        word word = take_word(in);
        separator = take_text(in, 2);
        status = automata_word_text(
            alphabet, START(word), word.count, separator.data, separator.argument, &string, &length, error);
        free_text(string, length, is_ok(status, error));
        free(separator.data);
    }
    }
}

static void call_builders(input *in)
{
    automata_error *error = error_place(in);
    automata_builder *builder = ANY(builders), *made = WRONG(automata_builder);
    automata_status status;
    automata_state state = 9;
    text name;
    budget storage;
    automata_symbol symbol = 9;
    switch (take_below(in, 15)) {
    case 12:
        status = automata_builder_copy(builder, &made, error);
        REQUIRE(is_ok(status, error) == (builder != NULL) && (made == NULL) == (builder == NULL));
        REQUIRE(automata_builder_state_count(made) == automata_builder_state_count(builder));
        KEEP(builders, automata_builder_free, made);
        break;
    case 13:
        automata_builder_reset(builder);
        REQUIRE(automata_builder_state_count(builder) == 0);
        break;
    case 14:
        name = take_text(in, 4);
        status = automata_builder_symbol(builder, name.data, name.argument, &symbol, error);
        REQUIRE(is_ok(status, error) || symbol == 0);
        free(name.data);
        break;
    case 0:
        status = automata_builder_new(ANY(alphabets), &made, error);
        REQUIRE(is_ok(status, error) && automata_builder_state_count(made) == 0);
        KEEP(builders, automata_builder_free, made);
        break;
    case 1:
        KEEP(builders, automata_builder_free, NULL);
        break;
    case 2: {
        uint64_t count = take_byte(in) < 230 ? take_below(in, 10) : take_number(in);
        size_t before = automata_builder_state_count(builder);
        status = automata_builder_add_states(builder, count > SIZE_MAX ? SIZE_MAX : (size_t)count, &state, error);
        REQUIRE(is_ok(status, error) ? automata_builder_state_count(builder) == before + count : state == 0);
        break;
    }
    case 3:
        name = take_text(in, 6);
        status = automata_builder_state(builder, name.data, name.argument, &state, error);
        REQUIRE(is_ok(status, error) ? state < automata_builder_state_count(builder) : state == 0);
        free(name.data);
        break;
    case 4:
        state = take_id(in);
        status = automata_builder_add_transition(builder, state, take_id(in), take_id(in), error);
        REQUIRE(!is_ok(status, error) || state < automata_builder_state_count(builder));
        state = take_id(in);
        status = automata_builder_add_transition_range(builder, state, take_id(in), take_id(in), take_id(in), error);
        is_ok(status, error);
        break;
    case 5:
        name = take_text(in, 4);
        state = take_id(in);
        status = automata_builder_add_transition_named(builder, state, name.data, name.argument, take_id(in), error);
        is_ok(status, error);
        free(name.data);
        break;
    case 6: {
        automata_transition list[6];
        size_t count = take_below(in, 7);
        for (size_t i = 0; i < count; i++)
            list[i] = (automata_transition){take_below(in, 6), take_below(in, 4), take_below(in, 6)};
        uint8_t choice = take_byte(in);
        if (choice > 250)
            count = SIZE_MAX >> (choice & 3);
        status = automata_builder_add_transitions(builder, choice & 1 ? list : NULL, count, error);
        is_ok(status, error);
        break;
    }
    case 7:
        status = automata_builder_set_initial(builder, take_id(in), error);
        is_ok(status, error);
        break;
    case 8:
        status = automata_builder_set_final(builder, take_id(in), error);
        is_ok(status, error);
        break;
    default: {
        automata_fa *built = WRONG(automata_fa);
        automata_model model = take_byte(in) < 220 ? 1 + take_below(in, 4) : (automata_model)take_id(in);
        const automata_budget *budget =
            take_budget(in, &storage, automata_builder_state_count(builder) > MOST_STATES);
        status = automata_builder_build(builder, model, budget, &built, error);
        REQUIRE(is_ok(status, error) ? automata_fa_state_count(built) == automata_builder_state_count(builder) : !built);
        KEEP(automata, automata_fa_free, built);
    }
    }
}

static void call_inspecting(input *in)
{
    automata_error *error = error_place(in);
    automata_fa *automaton = ANY(automata), *made = WRONG(automata_fa);
    automata_status status;
    automata_state state = take_id(in);
    text name;
    budget storage;
    char *string = folder, buffer[16];
    size_t length = 9, count = automata_fa_state_count(automaton);
    switch (take_below(in, 12)) {
    case 0:
        if (automaton)
            check_structure(automaton);
        else
            REQUIRE(automata_fa_model(NULL) == 0 && automata_fa_alphabet(NULL) == NULL && count == 0);
        break;
    case 1:
        REQUIRE(automata_fa_initial_states(automaton).count <= count && automata_fa_final_states(automaton).count <= count);
        REQUIRE(automaton || automata_fa_initial_state(NULL) == AUTOMATA_NO_STATE);
        REQUIRE(state < count || (!automata_fa_is_initial(automaton, state) && !automata_fa_is_final(automaton, state)));
        break;
    case 2:
        REQUIRE(automata_fa_transitions(automaton).row_count == count);
        REQUIRE(automata_fa_epsilon_moves(automaton).count == automata_fa_epsilon_move_count(automaton));
        REQUIRE(automata_fa_transition_count(automaton) >= automata_fa_epsilon_move_count(automaton));
        break;
    case 3:
        REQUIRE(automata_fa_targets(automaton, state, take_id(in)).count <= count);
        break;
    case 4:
        REQUIRE(automata_fa_state_name(automaton, state) != NULL);
        length = take_below(in, sizeof buffer + 1);
        memset(buffer, 'x', sizeof buffer);
        if (automata_fa_copy_state_name(automaton, state, length ? buffer : NULL, length) == 0)
            REQUIRE(length == 0 || buffer[0] == 0);
        for (size_t i = length; i < sizeof buffer; i++)
            REQUIRE(buffer[i] == 'x');
        /* Room without a limit. */
        length = automata_fa_copy_state_name(automaton, state, NULL, 0);
        string = malloc(length + 1);
        REQUIRE(string && automata_fa_copy_state_name(automaton, state, string, SIZE_MAX) == length);
        REQUIRE(string[length] == 0);
        free(string);
        break;
    case 5:
        REQUIRE(automata_fa_state_names(automaton).count == count);
        automata_fa_has_state_names(automaton);
        break;
    case 6:
        name = take_text(in, 6);
        status = automata_fa_find_state(automaton, name.data, name.argument, &state, error);
        REQUIRE(is_ok(status, error) ? state < count : state == 0);
        free(name.data);
        break;
    case 7: {
        const char *names[20];
        text texts[20];
        size_t lengths[20], told = take_byte(in) < 200 && count <= 20 ? count : take_below(in, 21);
        for (size_t i = 0; i < told; i++) {
            texts[i] = take_text(in, 3);
            names[i] = texts[i].data;
            lengths[i] = texts[i].argument;
        }
        uint8_t choice = take_byte(in);
        status = automata_fa_rename_states(automaton, choice < 20 ? NULL : names, lengths, told, &made, error);
        if (is_ok(status, error))
            check_structure(made);
        else
            REQUIRE(made == NULL);
        for (size_t i = 0; i < told; i++)
            free(texts[i].data);
        KEEP(automata, automata_fa_free, made);
        break;
    }
    case 8:
        status = automata_fa_table(
            automaton, take_budget(in, &storage, is_large(automaton)), &string, &length, error);
        free_text(string, length, is_ok(status, error));
        break;
    case 9:
        made = automata_fa_retain(automaton);
        REQUIRE((made == NULL) == (automaton == NULL));
        KEEP(automata, automata_fa_free, made);
        break;
    case 10:
        KEEP(automata, automata_fa_free, NULL);
        break;
    default: {
        automata_model model = take_byte(in) < 220 ? 1 + take_below(in, 4) : (automata_model)take_id(in);
        status = automata_fa_convert(automaton, model, &made, error);
        REQUIRE(is_ok(status, error) ? automata_fa_state_count(made) == count : made == NULL);
        KEEP(automata, automata_fa_free, made);
    }
    }
}

static void call_formats(input *in)
{
    automata_error *error = error_place(in);
    automata_fa *automaton = ANY(automata), *made = WRONG(automata_fa);
    automata_status status;
    automata_format format = take_byte(in) < 220 ? take_below(in, 7) : (automata_format)take_id(in);
    const char *path;
    text name = {NULL, 0, 0}, table = {NULL, 0, 0};
    char *string = WRONG(char);
    size_t length = 9, notes = 0;
    budget storage, reading_storage;
    union {
        automata_read_options value;
        char room[sizeof(automata_read_options) + 16];
    } reading;
    union {
        automata_write_options value;
        char room[sizeof(automata_write_options) + 16];
    } writing;
    memset(&reading, 0, sizeof reading);
    memset(&writing, 0, sizeof writing);
    writing.value.struct_size = take_struct_size(in, sizeof writing.value, writing.room, sizeof writing);
    writing.value.note = take_byte(in) & 1 ? count_note : NULL;
    writing.value.context = &notes;
    if (take_byte(in) & 1)
        writing.value.budget = take_budget(in, &storage, false);
    switch (take_below(in, 9)) {
    case 0:
        REQUIRE((automata_format_name(format) == NULL) == (format < 1 || format > AUTOMATA_FORMAT_BA));
        REQUIRE((automata_format_extension(format) == NULL) == (format < 1 || format > AUTOMATA_FORMAT_BA));
        REQUIRE(automata_format_name(format) == NULL || automata_format_from_name(automata_format_name(format)) == format);
        REQUIRE(automata_format_from_name(NULL) == AUTOMATA_FORMAT_GUESS);
        name = take_text(in, 6);
        if (name.argument == AUTOMATA_ZERO_TERMINATED)
            automata_format_from_name(name.data);
        break;
    case 1:
        path = take_path(in);
        name = take_text(in, 60);
        REQUIRE(automata_format_recognize(path, name.data, name.argument) <= AUTOMATA_FORMAT_BA);
        REQUIRE(automata_format_recognize(path, NULL, 7) <= AUTOMATA_FORMAT_BA);
        break;
    case 2:
    case 3:
    case 4: {
        reading.value.struct_size = take_struct_size(in, sizeof reading.value, reading.room, sizeof reading);
        uint8_t choice = take_byte(in);
        reading.value.input_name = choice & 1 ? "a name \xFF\n" : NULL;
        reading.value.symbols_are_bytes = choice >> 1 & 1;
        reading.value.note = choice & 4 ? count_note : NULL;
        reading.value.context = &notes;
        if ((choice & 0x18) == 0x18) {
            table = take_text(in, 30);
            reading.value.symbol_table = table.data;
            reading.value.symbol_table_length = table.argument;
        }
        if (choice & 0x80)
            reading.value.budget = take_budget(in, &reading_storage, false);
        const automata_read_options *options = choice > 100 ? &reading.value : NULL;
        if (choice & 0x20) {
            path = take_path(in);
            if (choice & 0x40) {
                int descriptor = path == NULL ? -1 : open(path, O_RDONLY);
                status = automata_fa_from_descriptor(descriptor, format, options, &made, error);
                REQUIRE(descriptor < 0 || close(descriptor) == 0);
            } else {
                status = automata_fa_from_file(path, format, options, &made, error);
            }
        } else {
            name = take_text(in, 127);
            status = automata_fa_from_text(name.data, name.argument, format, options, &made, error);
        }
        REQUIRE(is_ok(status, error) ? made != NULL : made == NULL);
        if (automata_fa_state_count(made) > 20 * MOST_STATES) {
            automata_fa_free(made);
            made = NULL;
        }
        KEEP(automata, automata_fa_free, made);
        break;
    }
    case 5:
    case 6:
        status = automata_fa_text(automaton, format, take_byte(in) & 1 ? &writing.value : NULL, &string, &length, error);
        free_text(string, length, is_ok(status, error));
        break;
    case 8: {
        automata_fa *both[2] = {WRONG(automata_fa), WRONG(automata_fa)};
        char first[64];
        const char *paths[2] = {NULL, take_path(in)};
        const automata_read_options *options[2] = {NULL, &reading.value};
        if (paths[1] != NULL) {
            snprintf(first, sizeof first, "%s", paths[1]);
            paths[0] = first;
            paths[1] = take_path(in);
        }
        reading.value.struct_size = take_struct_size(in, sizeof reading.value, reading.room, sizeof reading);
        reading.value.budget = take_budget(in, &reading_storage, false);
        status = automata_fa_from_files(paths, NULL, options, 2, both, error);
        for (int i = 0; i < 2; i++) {
            REQUIRE(is_ok(status, error) ? both[i] != NULL : both[i] == NULL);
            if (automata_fa_state_count(both[i]) > 20 * MOST_STATES) {
                automata_fa_free(both[i]);
                both[i] = NULL;
            }
            KEEP(automata, automata_fa_free, both[i]);
        }
        name = take_text(in, 60);
        const char *const texts[2] = {name.data, "@NFA-explicit\n%Alphabet-auto\n%Initial p\n%Final p\np a p\n"};
        const size_t lengths[2] = {name.argument, AUTOMATA_ZERO_TERMINATED};
        const automata_format formats[2] = {format, AUTOMATA_FORMAT_MATA};
        both[0] = both[1] = WRONG(automata_fa);
        status = automata_fa_from_texts(texts, lengths, formats, options, 2, both, error);
        for (int i = 0; i < 2; i++) {
            REQUIRE(is_ok(status, error) ? both[i] != NULL : both[i] == NULL);
            automata_fa_free(both[i]);
        }
        break;
    }
    default: {
        path = take_path(in);
        uint8_t choice = take_byte(in);
        if (choice & 2) {
            int descriptor = path == NULL ? -1 : open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
            status = automata_fa_write_descriptor(automaton, descriptor, format, choice & 1 ? &writing.value : NULL, error);
            REQUIRE(descriptor < 0 || close(descriptor) == 0);
        } else {
            status = automata_fa_write_file(automaton, path, format, choice & 1 ? &writing.value : NULL, error);
        }
        is_ok(status, error);
    }
    }
    free(name.data);
    free(table.data);
}

static void call_algorithms(input *in)
{
    automata_error *error = error_place(in);
    automata_fa *automaton = ANY(automata), *made = WRONG(automata_fa);
    automata_status status;
    budget storage;
    size_t count = 9, state_count = automata_fa_state_count(automaton);
    automata_state *states = WRONG(automata_state);
    bool is_not_small = is_large(automaton), is_made = true;
    union {
        automata_determinize_options value;
        char room[sizeof(automata_determinize_options) + 16];
    } determinizing;
    union {
        automata_minimize_options value;
        char room[sizeof(automata_minimize_options) + 16];
    } minimizing;
    uint8_t choice = take_byte(in);
    switch (take_below(in, 14)) {
    case 0:
    case 1:
        memset(&determinizing, 0, sizeof determinizing);
        determinizing.value.budget = take_budget(in, &storage, is_not_small);
        determinizing.value.total = choice & 1;
        determinizing.value.name_subsets = choice >> 1 & 1;
        determinizing.value.struct_size =
            take_struct_size(in, sizeof determinizing.value, determinizing.room, sizeof determinizing);
        status = automata_fa_determinize(
            automaton, is_not_small || choice & 4 ? &determinizing.value : NULL, &made, error);
        break;
    case 2:
    case 3:
        memset(&minimizing, 0, sizeof minimizing);
        minimizing.value.budget = take_budget(in, &storage, is_not_small);
        minimizing.value.total = choice & 1;
        minimizing.value.algorithm = (automata_minimization)(choice & 2 ? take_below(in, 6) : take_id(in));
        minimizing.value.struct_size = take_struct_size(in, sizeof minimizing.value, minimizing.room, sizeof minimizing);
        status = automata_fa_minimize(automaton, is_not_small || choice & 4 ? &minimizing.value : NULL, &made, error);
        break;
    case 4:
        status = automata_fa_remove_epsilon(automaton, take_budget(in, &storage, is_not_small), &made, error);
        break;
    case 5:
        status = automata_fa_trim(automaton, AUTOMATA_PART_ACCESSIBLE, &made, error);
        break;
    case 6:
        status = automata_fa_trim(automaton, AUTOMATA_PART_COACCESSIBLE, &made, error);
        break;
    case 7:
        status = automata_fa_trim(automaton, AUTOMATA_PART_USEFUL, &made, error);
        break;
    case 8:
        status = automata_fa_reverse(automaton, &made, error);
        break;
    case 9:
        status = automata_fa_complete(automaton, take_budget(in, &storage, is_not_small), &made, error);
        break;
    case 10:
        status = automata_fa_number_canonically(automaton, &made, error);
        break;
    case 11:
        is_made = false;
        status = automata_fa_useful_states(automaton, AUTOMATA_PART_ACCESSIBLE, &states, &count, error);
        free_states(states, count, is_ok(status, error), state_count);
        break;
    case 12:
        is_made = false;
        status = automata_fa_useful_states(automaton, AUTOMATA_PART_COACCESSIBLE, &states, &count, error);
        free_states(states, count, is_ok(status, error), state_count);
        break;
    default: {
        is_made = false;
        word word = take_word(in);
        status = automata_fa_epsilon_closure(automaton, START(word), word.count, &states, &count, error);
        free_states(states, count, is_ok(status, error), state_count);
    }
    }
    if (!is_made)
        return;
    REQUIRE(is_ok(status, error) ? made != NULL : made == NULL);
    KEEP(automata, automata_fa_free, made);
}

static void call_decisions(input *in)
{
    automata_error *error = error_place(in);
    automata_fa *left = ANY(automata), *right = ANY(automata);
    automata_state *mapping = WRONG(automata_state);
    size_t count = 9;
    bool are_equal = automata_fa_equal(left, right);
    REQUIRE(are_equal ? left != NULL : left != right || left == NULL);
    REQUIRE(left == NULL || automata_fa_is_empty(left) || automata_fa_state_count(left) > 0);
    automata_fa_is_finite(left);
    automata_fa_is_deterministic(left);
    automata_fa_is_total(left);
    REQUIRE(automata_fa_is_minimal(left) <= (automata_fa_model(left) == AUTOMATA_MODEL_DFA));
    bool is_isomorphic = true;
    automata_status status = automata_fa_is_isomorphic(left, right, &is_isomorphic, &mapping, &count, error);
    if (!is_ok(status, error) || !is_isomorphic)
        REQUIRE(mapping == NULL && count == 0);
    else
        REQUIRE(mapping != NULL && count == automata_fa_state_count(left));
    automata_free(mapping);
}

static void call_runs(input *in)
{
    automata_error *error = error_place(in);
    automata_fa *automaton = ANY(automata);
    automata_run *run = ANY(runs), *made = WRONG(automata_run);
    automata_status status;
    budget storage;
    bool accepted = true;
    text name = {NULL, 0, 0}, separator = {NULL, 0, 0};
    word word;
    char *string = WRONG(char);
    size_t length = 9;
    switch (take_below(in, 7)) {
    case 0:
        name = take_text(in, 12);
        separator = take_text(in, 2);
        status = automata_fa_accepts(
            automaton, name.data, name.argument, separator.data, separator.argument, &accepted, error);
        REQUIRE(is_ok(status, error) || !accepted);
        break;
    case 1:
        word = take_word(in);
        status = automata_fa_accepts_word(automaton, START(word), word.count, &accepted, error);
        REQUIRE(is_ok(status, error) || !accepted);
        break;
    case 2:
        name = take_text(in, 12);
        separator = take_text(in, 2);
        status = automata_run_on_text(
            automaton, name.data, name.argument, separator.data, separator.argument,
            take_budget(in, &storage, is_large(automaton)), &made, error);
        REQUIRE(is_ok(status, error) ? made != NULL : made == NULL);
        KEEP(runs, automata_run_free, made);
        break;
    case 3:
        word = take_word(in);
        status = automata_run_on_word(
            automaton, START(word), word.count, take_budget(in, &storage, is_large(automaton)), &made, error);
        REQUIRE(is_ok(status, error) ? made != NULL : made == NULL);
        KEEP(runs, automata_run_free, made);
        break;
    case 4:
        KEEP(runs, automata_run_free, NULL);
        break;
    case 5: {
        automata_path path = automata_run_path(run);
        REQUIRE((path.start != AUTOMATA_NO_STATE) == automata_run_is_accepting(run));
        REQUIRE(path.count == 0 || path.moves != NULL);
        automata_rows rows = automata_run_states(run);
        REQUIRE((rows.offsets == NULL) == (rows.row_count == 0));
        REQUIRE(automata_run_stuck_position(run) == AUTOMATA_NO_POSITION || !automata_run_is_accepting(run));
        break;
    }
    default:
        status = automata_run_text(run, take_budget(in, &storage, false), &string, &length, error);
        free_text(string, length, is_ok(status, error));
    }
    free(name.data);
    free(separator.data);
}

static void call_matchers(input *in)
{
    automata_error *error = error_place(in);
    automata_matcher *matcher = ANY(matchers), *made = WRONG(automata_matcher);
    automata_scan *scan = ANY(scans), *started = WRONG(automata_scan);
    automata_verdict verdict = 9;
    automata_status status;
    bool accepted = true;
    text piece = {NULL, 0, 0};
    word word;
    switch (take_below(in, 12)) {
    case 0:
        status = automata_matcher_new(ANY(automata), &made, error);
        REQUIRE(is_ok(status, error) ? made != NULL : made == NULL);
        KEEP(matchers, automata_matcher_free, made);
        break;
    case 1:
        KEEP(matchers, automata_matcher_free, NULL);
        break;
    case 2:
        automata_matcher_reads_scalars(matcher);
        REQUIRE(matcher != NULL || automata_matcher_table_size(matcher) == 0);
        break;
    case 3:
        piece = take_text(in, 30);
        status = automata_matcher_accepts(matcher, piece.data, piece.argument, &accepted, error);
        REQUIRE(is_ok(status, error) || !accepted);
        REQUIRE(piece.argument != AUTOMATA_ZERO_TERMINATED || status == AUTOMATA_ERROR_INVALID_ARGUMENT);
        break;
    case 4:
        word = take_word(in);
        status = automata_matcher_accepts_word(matcher, START(word), word.count, &accepted, error);
        REQUIRE(is_ok(status, error) || !accepted);
        break;
    case 5:
        status = automata_scan_new(matcher, &started, error);
        REQUIRE(is_ok(status, error) ? started != NULL : started == NULL);
        KEEP(scans, automata_scan_free, started);
        break;
    case 6:
        status = automata_scan_copy(scan, &started, error);
        REQUIRE(is_ok(status, error) ? started != NULL : started == NULL);
        KEEP(scans, automata_scan_free, started);
        break;
    case 7:
        automata_scan_restart(scan);
        REQUIRE(automata_scan_consumed_count(scan) == 0);
        break;
    case 8:
    case 9: {
        uint64_t consumed = automata_scan_consumed_count(scan);
        piece = take_text(in, 30);
        status = automata_scan_feed(scan, piece.data, piece.argument, &verdict, error);
        REQUIRE(is_ok(status, error) ? verdict == automata_scan_verdict(scan) : verdict == AUTOMATA_VERDICT_UNDECIDED);
        REQUIRE(automata_scan_consumed_count(scan) - consumed <= piece.length);
        break;
    }
    case 10:
        word = take_word(in);
        status = automata_scan_feed_word(scan, START(word), word.count, &verdict, error);
        REQUIRE(is_ok(status, error) ? verdict == automata_scan_verdict(scan) : verdict == AUTOMATA_VERDICT_UNDECIDED);
        break;
    default:
        verdict = automata_scan_verdict(scan);
        REQUIRE(automata_scan_is_accepting(scan) ? verdict != AUTOMATA_VERDICT_REJECTED : verdict != AUTOMATA_VERDICT_ACCEPTED);
        if (take_byte(in) & 1)
            KEEP(scans, automata_scan_free, NULL);
    }
    free(piece.data);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static bool has_folder;
    if (!has_folder) {
        REQUIRE(mkdtemp(folder) != NULL);
        atexit(remove_folder);
        has_folder = true;
    }
    static void (*const groups[])(input *) = {
        call_alphabets, call_builders, call_builders, call_builders, call_inspecting, call_formats, call_algorithms,
        call_algorithms, call_decisions, call_runs, call_matchers, call_matchers,
    };
    static void (*const algebra[])(input *) = {
        call_operations, call_operations, call_homomorphisms, call_languages, call_languages, call_relations,
    };
    static void (*const of_words[])(input *) = {
        call_expressions, call_expressions, call_words, call_integers, call_counts, call_places,
    };
    static void (*const of_grammars[])(input *) = {call_grammars, call_extraction, call_extended};
    input own = {data, size}, *in = &own;
    REQUIRE(automata_version_number() == AUTOMATA_VERSION_NUMBER && automata_version_string() != NULL);
    REQUIRE(automata_version_check(AUTOMATA_VERSION_MAJOR, AUTOMATA_VERSION_MINOR, AUTOMATA_VERSION_PATCH));
    REQUIRE(automata_status_string((automata_status)take_id(in)) != NULL);
    for (int calls = 0; calls < MOST_CALLS && in->left > 0; calls++) {
        uint32_t choice = take_byte(in);
        if (choice >= FIRST_OF_SEARCHES)
            call_searches(in);
        else if (choice >= FIRST_OF_EVALUATION)
            call_evaluation(in);
        else if (choice >= FIRST_OF_GRAMMARS)
            of_grammars[choice % (sizeof of_grammars / sizeof *of_grammars)](in);
        else if (choice >= FIRST_OF_WORDS)
            of_words[choice % (sizeof of_words / sizeof *of_words)](in);
        else if (choice >= FIRST_OF_ALGEBRA)
            algebra[choice % (sizeof algebra / sizeof *algebra)](in);
        else
            groups[choice % (sizeof groups / sizeof *groups)](in);
    }
    for (int i = 0; i < SLOTS; i++) {
        automata_alphabet_free(alphabets[i]);
        automata_builder_free(builders[i]);
        automata_fa_free(automata[i]);
        automata_run_free(runs[i]);
        automata_matcher_free(matchers[i]);
        automata_scan_free(scans[i]);
        alphabets[i] = NULL;
        builders[i] = NULL;
        automata[i] = NULL;
        runs[i] = NULL;
        matchers[i] = NULL;
        scans[i] = NULL;
    }
    free_searches();
    free_algebra();
    free_evaluation();
    free_expressions();
    free_words();
    free_counting();
    free_grammars();
    automata_free(NULL);
    return 0;
}
