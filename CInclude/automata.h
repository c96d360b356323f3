/*
 * automata.h: finite automata for C programs.
 *
 * An automaton is a value. You read one from a text or build one by hand, and each operation makes a new
 * one of it:
 *
 *     #include <automata.h>
 *     ...
 *     automata_automaton *nfa = NULL, *dfa = NULL;
 *     automata_error error;
 *     if (automata_read_file("lock.jff", AUTOMATA_FORMAT_GUESS, NULL, &nfa, &error) != AUTOMATA_OK ||
 *         automata_minimize(nfa, NULL, &dfa, &error) != AUTOMATA_OK)
 *         fprintf(stderr, "%s\n", error.message);
 *     else
 *         printf("%zu states are enough\n", automata_state_count(dfa));
 *     automata_automaton_free(dfa);
 *     automata_automaton_free(nfa);
 *
 * Compile with   cc prog.c $(pkg-config --cflags --libs automata)
 * and where the library isn't in a folder that the system searches, add -Wl,-rpath,DIR/lib.
 *
 * RULES, said once and true for every function:
 *
 * Failure. A function that can fail returns an automata_status, AUTOMATA_OK or a negative number, and
 *   takes an automata_error last, which may be NULL and otherwise tells what is wrong, where, and what to
 *   do. Its results come before that, each a pointer that must not be NULL: they are set to NULL, 0 or
 *   false first and written only on success. A function that returns something else can't fail; for a
 *   NULL handle or an id out of range it answers 0, false, NULL or what its comment says. A comment's
 *   "Fails with" names what its function adds to INVALID_ARGUMENT, which each may return.
 * Ownership. What a function hands out through a `T **` is yours; give it back with the free function of
 *   its type, or with automata_free() where it is text or an array. Every free function takes NULL.
 *   Arguments are never freed, changed or kept: what must outlive the call is copied. What a function
 *   returns as a pointer or within a struct (automata_rows, automata_states, automata_names
 *   and their like) is borrowed: it lives until the handle that it came from is freed, whatever copies of that
 *   there are.
 * Threads. What is called immutable, and runs and matchers, never change: any number of threads may use one at
 *   once, also for their first look at borrowed arrays. A builder or a scan belongs to one thread at a
 *   time. The library keeps no state of its own, so calls with different handles never meet. Callbacks
 *   are called in the thread that called the library. A fork copies all handles.
 * Text is UTF-8, given as pointer and length; AUTOMATA_ZERO_TERMINATED as the length has it measured.
 *   Text that is handed out has a zero byte after its end, which its length doesn't count. Names are
 *   equal when their bytes are. Names of states and symbols keep their bytes where these aren't UTF-8, as files
 *   have such, too; in messages such bytes become U+FFFD, and some formats refuse them.
 * A pointer may be NULL where its length or count is 0.
 * Structs that begin with struct_size are options, and automata_recognition: initialize them with their _INIT and
 *   then set what you want; what is reserved stays as it is. They may grow at their end in later versions, and programs compiled
 *   before that go on working.
 * Memory. Whatever can grow exponentially takes an automata_budget, which also hears a callback that
 *   cancels, and so do reading and writing, in their options. Other operations take time and memory in
 *   proportion to what goes in and comes out, and can't be cancelled. Memory that is exhausted below the
 *   budget, by other processes or by the program itself, is the one thing that ends the process. 64 KiB of
 *   stack are enough, and 256 KiB for counting, places and samples of words.
 *
 * Otherwise the library doesn't end its host: it checks what it is given, installs no signal handler,
 * starts no thread and prints nothing. What it can't check stays undefined, as everywhere in C: a pointer that is
 * neither NULL nor valid, a handle that was freed or is of another type, a length beyond the end of what
 * it measures, one builder or scan used by two threads at once, and a callback that leaves by longjmp or
 * by an exception.
 *
 * n, m and k are the numbers of states, transitions and symbols. "Linear" means O(n + m + k).
 */
#ifndef AUTOMATA_H
#define AUTOMATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* -------------------------------------------------------------------------------------------------------- */
/* Version                                                                                                  */
/* -------------------------------------------------------------------------------------------------------- */

/* The version that this header describes. Until 1.0.0 a new minor version may change what exists; the shared
 * library's name then changes with it, so that a program never runs with a library that it wasn't compiled
 * for. */
#define AUTOMATA_VERSION_MAJOR 0
#define AUTOMATA_VERSION_MINOR 1
#define AUTOMATA_VERSION_PATCH 0
#define AUTOMATA_VERSION_NUMBER \
    (AUTOMATA_VERSION_MAJOR * 1000000 + AUTOMATA_VERSION_MINOR * 1000 + AUTOMATA_VERSION_PATCH)

/* The version of the library that the program runs with, as AUTOMATA_VERSION_NUMBER is made. */
uint32_t automata_version_number(void);

/* The same as text, "major.minor.patch". It lives as long as the library is loaded. */
const char *automata_version_string(void);

/* -------------------------------------------------------------------------------------------------------- */
/* Status and errors                                                                                        */
/* -------------------------------------------------------------------------------------------------------- */

/* What became of a call. The numbers are fixed; later versions may add to them. */
typedef enum automata_status {
    /* It did what it says. */
    AUTOMATA_OK = 0,
    /* NULL where something is needed, a length that no object can have, a text to be split into
     * characters that isn't UTF-8, a number that is none of its enum, or an options struct without its _INIT. */
    AUTOMATA_ERROR_INVALID_ARGUMENT = -1,
    /* The id of a state or a symbol isn't below their number. */
    AUTOMATA_ERROR_OUT_OF_RANGE = -2,
    /* No state, no symbol or no automaton has this name. */
    AUTOMATA_ERROR_UNKNOWN_NAME = -3,
    /* Two states or two symbols were given one name, or one byte or scalar stands in two classes. */
    AUTOMATA_ERROR_DUPLICATE_NAME = -4,
    /* A class of symbols is empty, or not within its domain. */
    AUTOMATA_ERROR_INVALID_CLASS = -5,
    /* Some states were given names and others not. */
    AUTOMATA_ERROR_WRONG_NAME_COUNT = -6,
    /* A deterministic automaton is needed, and this one has several initial states, an epsilon move, or two
     * targets on one symbol; determinize it first. */
    AUTOMATA_ERROR_NONDETERMINISTIC = -7,
    /* An algorithm for acyclic automata met a cycle. */
    AUTOMATA_ERROR_CYCLIC = -8,
    /* The result would need more states or bytes than the budget has. */
    AUTOMATA_ERROR_BUDGET_EXCEEDED = -9,
    /* The progress callback asked to stop. */
    AUTOMATA_ERROR_CANCELLED = -10,
    /* More states, symbols or transitions than 32-bit ids can number. */
    AUTOMATA_ERROR_TOO_LARGE = -11,
    /* The text isn't as its format wants it; the error tells the line and the column. */
    AUTOMATA_ERROR_INVALID_TEXT = -12,
    /* The format can't hold this automaton's language. */
    AUTOMATA_ERROR_NOT_REPRESENTABLE = -13,
    /* Neither the file's name nor its content tells its format. */
    AUTOMATA_ERROR_UNKNOWN_FORMAT = -14,
    /* A file can't be read or written. */
    AUTOMATA_ERROR_FILE = -15,
    /* An automaton without epsilon moves is needed; remove them first. */
    AUTOMATA_ERROR_EPSILON_MOVES = -16,
    /* Two automata were to meet whose symbols are of different kinds, such as names and bytes; automata_image() and
     * automata_preimage() convert them. */
    AUTOMATA_ERROR_INCOMPATIBLE_ALPHABETS = -17,
    /* A regular or a context-free grammar is needed, and this one isn't; the message shows the production. */
    AUTOMATA_ERROR_WRONG_GRAMMAR = -18
} automata_status;

/* What a status means, in a few words, such as "budget exceeded"; "unknown status" for other numbers. It
 * lives as long as the library is loaded. */
const char *automata_status_string(automata_status status);

enum { AUTOMATA_ERROR_MESSAGE_SIZE = 1000 };

/* What went wrong. No need to initialize or to free it: each call that takes it writes it, with AUTOMATA_OK
 * and an empty message on success. */
typedef struct automata_error {
    /* What the call returned. */
    automata_status status;
    uint32_t reserved;
    /* Where in a text, counted from 1, the column in bytes; 0 where the error has no such place. */
    uint64_t line;
    uint64_t column;
    /* The symbol of a word that it is about, counted from 0; AUTOMATA_NO_POSITION where it is about none. */
    size_t position;
    /* The sentence that a user reads: the place, what is wrong, what to do. UTF-8 that ends with a zero byte;
     * where it would be too long it is cut between two characters and ends in "…". */
    char message[AUTOMATA_ERROR_MESSAGE_SIZE];
} automata_error;

/* As the length of a text: it ends before its first zero byte. */
#define AUTOMATA_ZERO_TERMINATED SIZE_MAX

/* No place in a word. */
#define AUTOMATA_NO_POSITION SIZE_MAX

/* Gives back text or an array that a function handed out; NULL does nothing. */
void automata_free(void *memory);

/* -------------------------------------------------------------------------------------------------------- */
/* Budgets and cancellation                                                                                 */
/* -------------------------------------------------------------------------------------------------------- */

/* Told now and then how far an operation has come: the states built so far, and those of them that aren't
 * explored yet. Return 0 to go on; anything else ends the operation with AUTOMATA_ERROR_CANCELLED. It is
 * called at the start of an operation and then at least every few thousand states and every few million
 * steps. To cancel from another thread, let it look at an atomic flag. It may call the library. */
typedef int (*automata_progress)(uint64_t states_built, uint64_t states_pending, void *context);

/* How much an operation may build before it gives up with AUTOMATA_ERROR_BUDGET_EXCEEDED, keeping nothing.
 * NULL in its place means AUTOMATA_BUDGET_INIT. */
typedef struct automata_budget {
    size_t struct_size;
    /* The most states; 0 means ten million. */
    uint64_t maximum_states;
    /* The most bytes of working memory and result, as far as the operation can tell; 0 means 2 GiB. Never
     * taken for more than the machine and the process's limits leave free, so that UINT64_MAX means "as much
     * as there is". A reader allocates at most twice this and 8 MB at once, beyond its text. */
    uint64_t maximum_bytes;
    /* May be NULL. */
    automata_progress progress;
    void *context;
} automata_budget;

#define AUTOMATA_BUDGET_INIT { sizeof(automata_budget), 0, 0, NULL, NULL }

/* -------------------------------------------------------------------------------------------------------- */
/* Alphabets                                                                                                */
/* -------------------------------------------------------------------------------------------------------- */

/* A symbol of an alphabet: a number from 0. In an alphabet of bytes or scalars it stands for a class of them. */
typedef uint32_t automata_symbol;

/* The symbols that an automaton reads. Immutable. */
typedef struct automata_alphabet automata_alphabet;

typedef enum automata_alphabet_kind {
    /* Symbols with a name each, as textbooks write {0, 1}. */
    AUTOMATA_ALPHABET_NAMED = 1,
    /* Classes of bytes, so that [a-z] is one symbol and not twenty-six. */
    AUTOMATA_ALPHABET_BYTES = 2,
    /* Classes of Unicode scalars. */
    AUTOMATA_ALPHABET_SCALARS = 3
} automata_alphabet_kind;

/* The bytes or scalars lower...upper, all of one symbol. */
typedef struct automata_symbol_range {
    uint32_t lower;
    uint32_t upper;
    automata_symbol symbol;
} automata_symbol_range;

/* Borrowed arrays; see "Ownership". */
typedef struct automata_text {
    const char *data; /* a zero byte follows */
    size_t length;
} automata_text;
typedef struct automata_names {
    const automata_text *items;
    size_t count;
} automata_names;
typedef struct automata_symbol_ranges {
    const automata_symbol_range *items;
    size_t count;
} automata_symbol_ranges;

/* An alphabet of `count` named symbols, numbered in their order. `lengths` may be NULL where all names end
 * with a zero byte.
 *     const char *names[] = {"0", "1"};
 *     automata_alphabet_named(names, NULL, 2, &alphabet, &error);
 * Fails with DUPLICATE_NAME, TOO_LARGE. Cost: the length of the names. */
automata_status automata_alphabet_named(
    const char *const *names, const size_t *lengths, size_t count, automata_alphabet **alphabet,
    automata_error *error);

/* The alphabet of all 256 bytes, each a symbol of its own: byte b is symbol b. */
automata_status automata_alphabet_bytes(automata_alphabet **alphabet, automata_error *error);

/* An alphabet of classes, `kind` AUTOMATA_ALPHABET_BYTES or AUTOMATA_ALPHABET_SCALARS. The ranges come in any
 * order; their symbols are 0...k-1, each in one range at least. What lies in no range doesn't belong to the
 * alphabet. Surrogates, which are no scalars, may lie within a range and don't count.
 *     const automata_symbol_range classes[] = {{'0', '9', 0}, {'a', 'z', 1}, {'A', 'Z', 1}, {'_', '_', 1}};
 * Fails with OUT_OF_RANGE (a symbol that isn't below the number of ranges), INVALID_CLASS, DUPLICATE_NAME.
 * Cost: O(count log count). */
automata_status automata_alphabet_classes(
    automata_alphabet_kind kind, const automata_symbol_range *ranges, size_t count,
    automata_alphabet **alphabet, automata_error *error);

/* Another handle for the same alphabet, to be freed on its own; NULL for NULL. O(1). */
automata_alphabet *automata_alphabet_copy(const automata_alphabet *alphabet);
void automata_alphabet_free(automata_alphabet *alphabet);

/* 0 for NULL. */
automata_alphabet_kind automata_alphabet_kind_of(const automata_alphabet *alphabet);

/* k, a class counted once. */
size_t automata_symbol_count(const automata_alphabet *alphabet);

/* How many bytes or scalars the symbol stands for; 1 for a named one, 0 for one out of range. O(number of
 * ranges). */
size_t automata_symbol_width(const automata_alphabet *alphabet, automata_symbol symbol);

/* A symbol's name; a class is written as people do, such as [a-z_] or \x00. "" for a symbol out of range. The
 * first call for an alphabet makes the table of all names; then O(1). */
const char *automata_symbol_name(const automata_alphabet *alphabet, automata_symbol symbol);

/* The names of all symbols, in order. Cost as above. */
automata_names automata_symbol_names(const automata_alphabet *alphabet);

/* The ranges of an alphabet of classes, ascending; none for named symbols. Linear at the first call, then
 * O(1). */
automata_symbol_ranges automata_alphabet_ranges(const automata_alphabet *alphabet);

/* Whether two alphabets have the same kind and the same symbols in the same order. */
bool automata_alphabet_equal(const automata_alphabet *left, const automata_alphabet *right);

/* The alphabet over which automata over two alphabets meet: the union of their names, the left one's first, or
 * the coarsest refinement of both their classes.
 * Fails with INCOMPATIBLE_ALPHABETS. Cost: the length of the names, or O(r log r) for r ranges. */
automata_status automata_alphabet_joint(
    const automata_alphabet *left, const automata_alphabet *right, automata_alphabet **alphabet,
    automata_error *error);

/* The symbol with the given name; in an alphabet of classes, the class of a text of one byte or one scalar.
 * Fails with UNKNOWN_NAME. O(length). */
automata_status automata_symbol_named(
    const automata_alphabet *alphabet, const char *name, size_t length, automata_symbol *symbol,
    automata_error *error);

/* The word that a text spells. Without a separator (NULL or length 0) the text is split into Unicode scalars,
 * or into bytes where the alphabet is one of bytes; with one it is split there, and each piece names a
 * symbol. The empty text is the empty word. A text to be split into scalars must be UTF-8; a symbol whose name isn't
 * can be spelled with a separator only. Others may have any bytes.
 * Fails with UNKNOWN_NAME, and tells the symbol's position. O(length). */
automata_status automata_word(
    const automata_alphabet *alphabet, const char *text, size_t length, const char *separator,
    size_t separator_length, automata_symbol **word, size_t *count, automata_error *error);

/* The word as text that automata_word() reads back: the names one after another, with the separator between them;
 * where that is NULL, with a space if some name isn't one scalar, else with nothing, as automata_word() is to be told.
 * Where symbols are classes, a member of each stands for it, with nothing between them where the separator is NULL.
 * A name that has the separator in it can't be read back, nor a word of nothing but one empty name.
 * Fails with OUT_OF_RANGE, and with BUDGET_EXCEEDED as automata_write() does. */
automata_status automata_word_text(
    const automata_alphabet *alphabet, const automata_symbol *word, size_t count, const char *separator,
    size_t separator_length, char **text, size_t *length, automata_error *error);

/* -------------------------------------------------------------------------------------------------------- */
/* Automata: models                                                                                         */
/* -------------------------------------------------------------------------------------------------------- */

/* A state: a number from 0, below automata_state_count(). */
typedef uint32_t automata_state;

/* No state, where one could be; and what a move reads that reads nothing. */
#define AUTOMATA_NO_STATE UINT32_MAX
#define AUTOMATA_EPSILON UINT32_MAX

/* An automaton of one of three models. Immutable. */
typedef struct automata_automaton automata_automaton;

typedef enum automata_model {
    /* Deterministic, partial or total: one initial state or none, one target a state and symbol at most. */
    AUTOMATA_DFA = 1,
    /* Nondeterministic: any number of initial states and of targets. */
    AUTOMATA_NFA = 2,
    /* Nondeterministic with epsilon moves, which read nothing. */
    AUTOMATA_EPSILON_NFA = 3,
    /* As an argument: the first of these that holds the automaton as it stands. */
    AUTOMATA_MOST_SPECIFIC = 4
} automata_model;

/* Another handle for the same automaton, to be freed on its own; NULL for NULL. O(1). */
automata_automaton *automata_automaton_copy(const automata_automaton *automaton);
void automata_automaton_free(automata_automaton *automaton);

/* The same automaton in another model: states, names and transitions stay. To change the structure so that it
 * fits, see automata_determinize() and automata_remove_epsilon().
 * Fails with EPSILON_MOVES where there are some and the model is AUTOMATA_NFA, with NONDETERMINISTIC where it
 * is AUTOMATA_DFA. Linear. */
automata_status automata_convert_model(
    const automata_automaton *automaton, automata_model model, automata_automaton **result,
    automata_error *error);

/* -------------------------------------------------------------------------------------------------------- */
/* Building                                                                                                 */
/* -------------------------------------------------------------------------------------------------------- */

/* Collects states and transitions. For one thread at a time. Costs are amortized. */
typedef struct automata_builder automata_builder;

/* One transition; the symbol may be AUTOMATA_EPSILON. */
typedef struct automata_transition {
    automata_state source;
    automata_symbol symbol;
    automata_state target;
} automata_transition;

/* Starts an automaton without states over an alphabet; with NULL for the alphabet, over named symbols that
 * join it when automata_builder_add_transition_named() meets them first. */
automata_status automata_builder_new(
    const automata_alphabet *alphabet, automata_builder **builder, automata_error *error);
void automata_builder_free(automata_builder *builder);

/* A builder with all that this one has collected, which goes on by itself; NULL for NULL. It takes memory as
 * the two go apart. */
automata_builder *automata_builder_copy(const automata_builder *builder);

/* Gives up all that was collected, for the next automaton over the same alphabet. NULL does nothing. */
void automata_builder_reset(automata_builder *builder);

/* The symbol with the given name, which joins the alphabet where that grows; in an alphabet of bytes or scalars, the
 * class of a text of one. Fails with UNKNOWN_NAME, TOO_LARGE. O(length). */
automata_status automata_builder_symbol(
    automata_builder *builder, const char *name, size_t length, automata_symbol *symbol, automata_error *error);

/* The number of states added so far. */
size_t automata_builder_state_count(const automata_builder *builder);

/* Adds `count` states without names, numbered from *first on. A builder either names all of its states or
 * none.
 * Fails with WRONG_NAME_COUNT after states with names, and with TOO_LARGE. O(1). */
automata_status automata_builder_add_states(
    automata_builder *builder, size_t count, automata_state *first, automata_error *error);

/* The state with the given name, which is added where it is new.
 * Fails with WRONG_NAME_COUNT for a new name after states without one, and with TOO_LARGE. O(length). */
automata_status automata_builder_state(
    automata_builder *builder, const char *name, size_t length, automata_state *state,
    automata_error *error);

/* Adds a transition; one that is there already changes nothing, and AUTOMATA_EPSILON as the symbol makes an
 * epsilon move.
 * Fails with OUT_OF_RANGE, TOO_LARGE. O(1). */
automata_status automata_builder_add_transition(
    automata_builder *builder, automata_state source, automata_symbol symbol, automata_state target,
    automata_error *error);

/* The same on the symbol with the given name; in an alphabet of bytes or scalars, on the class of a text of
 * one.
 * Fails with OUT_OF_RANGE, UNKNOWN_NAME, TOO_LARGE. O(length). */
automata_status automata_builder_add_transition_named(
    automata_builder *builder, automata_state source, const char *symbol, size_t length,
    automata_state target, automata_error *error);

/* Adds a transition on each symbol from `first` to `last`, such as 0 and 255 for any byte.
 * Fails with OUT_OF_RANGE, TOO_LARGE. O(last - first). */
automata_status automata_builder_add_transition_range(
    automata_builder *builder, automata_state source, automata_symbol first, automata_symbol last,
    automata_state target, automata_error *error);

/* Adds many transitions, or none where one of them isn't right, whose number the message tells.
 * Fails with OUT_OF_RANGE, TOO_LARGE. O(count). */
automata_status automata_builder_add_transitions(
    automata_builder *builder, const automata_transition *transitions, size_t count, automata_error *error);

/* Makes a state initial, or final. Fails with OUT_OF_RANGE. O(1). */
automata_status automata_builder_set_initial(
    automata_builder *builder, automata_state state, automata_error *error);
automata_status automata_builder_set_final(
    automata_builder *builder, automata_state state, automata_error *error);

/* The automaton with what was collected, in the given model. The builder keeps what it has and can go on.
 * Fails with NONDETERMINISTIC or EPSILON_MOVES where the model can't hold it, WRONG_NAME_COUNT,
 * BUDGET_EXCEEDED (there are more states than the budget has). O(n + m) where each state's transitions were
 * added in order, else O(n + m log m). */
automata_status automata_builder_build(
    const automata_builder *builder, automata_model model, const automata_budget *budget,
    automata_automaton **automaton, automata_error *error);

/* -------------------------------------------------------------------------------------------------------- */
/* Inspecting                                                                                               */
/* -------------------------------------------------------------------------------------------------------- */

/* Borrowed arrays; see "Ownership". */
typedef struct automata_states {
    const automata_state *items;
    size_t count;
} automata_states;

/* Rows of (symbol, target) pairs: those of row r are at offsets[r] to offsets[r + 1] - 1.
 *     automata_rows rows = automata_transitions(automaton);
 *     for (size_t source = 0; source < rows.row_count; source++)
 *         for (size_t i = rows.offsets[source]; i < rows.offsets[source + 1]; i++)
 *             use(source, rows.symbols[i], rows.targets[i]);
 */
typedef struct automata_rows {
    size_t row_count;
    /* The number of pairs. */
    size_t count;
    /* row_count + 1 of them; NULL where row_count is 0. */
    const size_t *offsets;
    /* NULL where the rows hold states only. */
    const automata_symbol *symbols;
    const automata_state *targets;
} automata_rows;

/* 0 for NULL, otherwise AUTOMATA_DFA, AUTOMATA_NFA or AUTOMATA_EPSILON_NFA. */
automata_model automata_model_of(const automata_automaton *automaton);

/* Borrowed from the automaton; copy it to keep it longer. NULL for NULL. */
const automata_alphabet *automata_alphabet_of(const automata_automaton *automaton);

/* n and m; an epsilon move counts as a transition, and so does one on a class. */
size_t automata_state_count(const automata_automaton *automaton);
size_t automata_transition_count(const automata_automaton *automaton);
size_t automata_epsilon_move_count(const automata_automaton *automaton);

/* A DFA's initial state; of an automaton with several, the least; AUTOMATA_NO_STATE where there is none. */
automata_state automata_initial_state(const automata_automaton *automaton);

/* The initial and the final states, ascending. The first call makes the list; then O(1). */
automata_states automata_initial_states(const automata_automaton *automaton);
automata_states automata_final_states(const automata_automaton *automaton);
bool automata_is_initial(const automata_automaton *automaton, automata_state state);
bool automata_is_final(const automata_automaton *automaton, automata_state state);

/* All transitions on symbols, a row a state, each row by symbol, then target. The first call for an automaton
 * makes the arrays, which take 8 bytes a state and 8 a transition; then O(1). */
automata_rows automata_transitions(const automata_automaton *automaton);

/* All epsilon moves, a row a state; `symbols` is NULL. Cost as above. */
automata_rows automata_epsilon_moves(const automata_automaton *automaton);

/* Where a state leads on a symbol, or by epsilon moves for AUTOMATA_EPSILON, ascending. Uses the arrays of
 * automata_transitions(); then O(log d) for d transitions from the state. */
automata_states automata_targets(
    const automata_automaton *automaton, automata_state state, automata_symbol symbol);

/* Whether the states have names of their own. */
bool automata_has_state_names(const automata_automaton *automaton);

/* A state's name, or q and its number where the states have no names; "" for a state out of range. The first
 * call makes the table of all names, which takes about 24 bytes a state and the text; then O(1). */
const char *automata_state_name(const automata_automaton *automaton, automata_state state);

/* The names of all states, in order. Cost as above. */
automata_names automata_state_names(const automata_automaton *automaton);

/* Copies a state's name, as snprintf does: at most `capacity` bytes with the zero byte, cut between bytes.
 * Makes no table. Returns the length of the whole name without the zero byte; 0 for a state out of range.
 * `buffer` may be NULL where `capacity` is 0. */
size_t automata_copy_state_name(
    const automata_automaton *automaton, automata_state state, char *buffer, size_t capacity);

/* The state with the given name, or the name that automata_state_name() makes up. Fails with UNKNOWN_NAME.
 * O(length). */
automata_status automata_state_named(
    const automata_automaton *automaton, const char *name, size_t length, automata_state *state,
    automata_error *error);

/* The automaton with other names for its states: one a state, or none where `names` is NULL. `lengths` may be
 * NULL where all names end with a zero byte. Fails with WRONG_NAME_COUNT, DUPLICATE_NAME. */
automata_status automata_with_state_names(
    const automata_automaton *automaton, const char *const *names, const size_t *lengths, size_t count,
    automata_automaton **result, automata_error *error);

/* The transition table as textbooks print it: a row a state, → before initial and ← before final ones, a
 * column a symbol.
 * Fails with BUDGET_EXCEEDED where the text would need more bytes than the budget has. O(n k). */
automata_status automata_transition_table(
    const automata_automaton *automaton, const automata_budget *budget, char **text, size_t *length,
    automata_error *error);

/* -------------------------------------------------------------------------------------------------------- */
/* Formats                                                                                                  */
/* -------------------------------------------------------------------------------------------------------- */

typedef enum automata_format {
    /* What the file's name or else the content speaks for; the result of the functions below where nothing
     * does. */
    AUTOMATA_FORMAT_GUESS = 0,
    /* The .mata text of the Mata library. */
    AUTOMATA_FORMAT_MATA = 1,
    /* JFLAP's XML, .jff. */
    AUTOMATA_FORMAT_JFLAP = 2,
    /* The tab-separated text of AT&T's tools, which OpenFst and foma read, .att. */
    AUTOMATA_FORMAT_ATT = 3,
    /* Our own JSON, which loses nothing. */
    AUTOMATA_FORMAT_JSON = 4,
    /* Graphviz DOT. */
    AUTOMATA_FORMAT_DOT = 5,
    /* The text of RABIT and Reduce, .ba. */
    AUTOMATA_FORMAT_BA = 6
} automata_format;

/* "mata", "jflap", "att", "json", "dot", "ba"; NULL for other numbers. */
const char *automata_format_name(automata_format format);

/* The usual extension of file names, such as "jff"; NULL for other numbers. */
const char *automata_format_extension(automata_format format);

/* The format with the given name, zero-terminated, be it one of those above, an extension, or another that
 * people use, such as "openfst"; AUTOMATA_FORMAT_GUESS for NULL and other names. */
automata_format automata_format_named(const char *name);

/* The format that a file's name (zero-terminated, may be NULL) or, failing that, its content speaks for. */
automata_format automata_format_recognize(const char *file_name, const char *text, size_t length);

/* Told what a reader had to guess or a writer had to change, a sentence at a time; the language is always
 * kept. */
typedef void (*automata_note)(const char *note, void *context);

typedef struct automata_read_options {
    size_t struct_size;
    /* What messages call the input, zero-terminated; NULL means the file's path, or "-". */
    const char *input_name;
    /* Symbols are decimal numbers 0...255 and stand for byte values, as automata_write() writes those of an
     * alphabet of bytes where the format has names only. JSON and DOT tell by themselves. */
    bool symbols_are_bytes;
    /* The contents of an AT&T symbol table, where the symbols of the text are numbers of one; or NULL. */
    const char *symbol_table;
    size_t symbol_table_length;
    /* May be NULL. */
    automata_note note;
    void *context;
    /* How many states the text may have, how many bytes the contents of a file and what is made of the text may
     * take, and whom to ask whether to go on, once in a few megabytes. NULL means AUTOMATA_BUDGET_INIT. */
    const automata_budget *budget;
} automata_read_options;

#define AUTOMATA_READ_OPTIONS_INIT { sizeof(automata_read_options), NULL, false, NULL, 0, NULL, NULL, NULL }

typedef struct automata_write_options {
    size_t struct_size;
    /* May be NULL. */
    automata_note note;
    void *context;
    /* How many bytes the text may have, and whom to ask whether to go on, once in a megabyte. NULL means
     * AUTOMATA_BUDGET_INIT; states don't count. */
    const automata_budget *budget;
} automata_write_options;

#define AUTOMATA_WRITE_OPTIONS_INIT { sizeof(automata_write_options), NULL, NULL, NULL }

/* The automaton that a text holds, in the most specific model (JSON tells the model itself). `options` may be
 * NULL.
 * Fails with INVALID_TEXT and the place, UNKNOWN_FORMAT, BUDGET_EXCEEDED, CANCELLED. Linear in the text, but for
 * .mata texts with formulas, which may stand for up to 50 million transitions, and DOT texts with edges between
 * groups or one label on many edges, which may stand for up to 10 million. */
automata_status automata_read(
    const char *text, size_t length, automata_format format, const automata_read_options *options,
    automata_automaton **automaton, automata_error *error);

/* The automata that `count` texts hold, so that they can be compared and combined: what stands for a set of
 * symbols in .mata texts with formulas depends on all formulas that are read together. Other texts are read as
 * automata_read() does. `lengths` may be NULL where all texts end with a zero byte; `formats` may be NULL, for
 * AUTOMATA_FORMAT_GUESS throughout; `options` may be NULL, and so may each of them. `automata` has room for
 * `count` handles, which are all yours on success and all NULL on failure. What all take together counts against the
 * budget of each. Fails as automata_read(). */
automata_status automata_read_jointly(
    const char *const *texts, const size_t *lengths, const automata_format *formats,
    const automata_read_options *const *options, size_t count, automata_automaton **automata,
    automata_error *error);

/* The automaton that a file holds, as automata_read() does it, `path` zero-terminated. What is longer than
 * the budget has bytes, or has no end, as /dev/zero, is refused with BUDGET_EXCEEDED.
 * Fails as automata_read(), and with FILE. */
automata_status automata_read_file(
    const char *path, automata_format format, const automata_read_options *options,
    automata_automaton **automaton, automata_error *error);

/* The same for an open file descriptor, such as 0 for the standard input, which is read from where it stands to its end
 * and stays open; messages call it `input_name`, or "-". */
automata_status automata_read_descriptor(
    int descriptor, automata_format format, const automata_read_options *options,
    automata_automaton **automaton, automata_error *error);

/* The automata that `count` files hold, as automata_read_jointly() does it; `formats` and `options` may be NULL, as
 * there. All files together count against the budget of each. Fails as automata_read_file(). */
automata_status automata_read_files_jointly(
    const char *const *paths, const automata_format *formats, const automata_read_options *const *options, size_t count,
    automata_automaton **automata, automata_error *error);

/* The automaton as text. `format` may not be AUTOMATA_FORMAT_GUESS; `options` may be NULL.
 * Fails with NOT_REPRESENTABLE, as .mata has no epsilon moves, say, and with BUDGET_EXCEEDED where the text
 * would take more memory than the budget has or there is, CANCELLED. */
automata_status automata_write(
    const automata_automaton *automaton, automata_format format, const automata_write_options *options,
    char **text, size_t *length, automata_error *error);

/* The same into a file, which is written whole or not at all and replaces what was there;
 * AUTOMATA_FORMAT_GUESS takes the format from the path's extension. Fails as above, with UNKNOWN_FORMAT and
 * with FILE. */
automata_status automata_write_file(
    const automata_automaton *automaton, const char *path, automata_format format,
    const automata_write_options *options, automata_error *error);

/* -------------------------------------------------------------------------------------------------------- */
/* Regular expressions                                                                                      */
/* -------------------------------------------------------------------------------------------------------- */

/* A regular expression over an alphabet; it denotes whole words. Immutable. */
typedef struct automata_regex automata_regex;

typedef enum automata_syntax {
    /* As programmers write: PCRE's as far as it is regular, such as [a-z_]\w*, over bytes or Unicode scalars. */
    AUTOMATA_SYNTAX_PROGRAMMER = 0,
    /* As textbooks write: (a+b)*a, with the signs for the empty word and the empty set, over named symbols. */
    AUTOMATA_SYNTAX_TEXTBOOK = 1
} automata_syntax;

/* What a programmer's expression is about. */
typedef enum automata_unit {
    /* Bytes of any kind; characters beyond ASCII stand for their bytes in UTF-8. */
    AUTOMATA_UNIT_BYTES = 0,
    /* Text in UTF-8, over the alphabet of bytes: a dot is one Unicode scalar. */
    AUTOMATA_UNIT_UTF8 = 1,
    /* Text over the alphabet of Unicode scalars. */
    AUTOMATA_UNIT_SCALARS = 2
} automata_unit;

typedef struct automata_regex_options {
    size_t struct_size;
    automata_syntax syntax;
    automata_unit unit;
    /* The symbols of a textbook's expression; NULL for those that occur in it, sorted. */
    const automata_alphabet *alphabet;
    /* The flags i, s, m and x of programmers. */
    bool ignore_case;
    bool dot_matches_newline;
    bool anchors_match_lines;
    bool ignore_whitespace;
    /* The flag o: & and ! are intersection and complement, and not themselves. */
    bool has_operators;
    /* Text may stand before and after, as where one searches. */
    bool allow_text_around;
    bool reserved[2];
} automata_regex_options;

#define AUTOMATA_REGEX_OPTIONS_INIT \
    { sizeof(automata_regex_options), AUTOMATA_SYNTAX_PROGRAMMER, AUTOMATA_UNIT_BYTES, NULL, \
      false, false, false, false, false, false, { false, false } }

/* The expression that a text is. What isn't regular, such as a back reference, is refused with its place. A
 * programmer's text over bytes may have any bytes. `options` may be NULL.
 *     automata_regex_parse("[0-9]+(\\.[0-9]+)?", AUTOMATA_ZERO_TERMINATED, NULL, &regex, &error);
 * Fails with INVALID_TEXT, TOO_LARGE (a number), UNKNOWN_NAME (a symbol), all with the line and the column.
 * Linear in the text's length. */
automata_status automata_regex_parse(
    const char *text, size_t length, const automata_regex_options *options, automata_regex **regex,
    automata_error *error);

/* Another handle for the same expression, to be freed on its own; NULL for NULL. O(1). */
automata_regex *automata_regex_copy(const automata_regex *regex);
void automata_regex_free(automata_regex *regex);

/* The number of nodes, equal parts counted once; 0 for NULL. */
size_t automata_regex_node_count(const automata_regex *regex);

/* The symbols that the expression is over: in a programmer's one the coarsest classes that it needs. */
automata_status automata_regex_alphabet(
    const automata_regex *regex, automata_alphabet **alphabet, automata_error *error);

/* The expression as text, which is read again as one of the same language; a programmer's one over the alphabet of bytes
 * with AUTOMATA_UNIT_BYTES, also where it came from text in UTF-8. Fails with NOT_REPRESENTABLE for names
 * that programmers have no way to write and for places such as \b in a textbook's text; with BUDGET_EXCEEDED,
 * CANCELLED. `budget` may be NULL, here and below. */
automata_status automata_regex_text(
    const automata_regex *regex, automata_syntax syntax, const automata_budget *budget, char **text, size_t *length,
    automata_error *error);

typedef enum automata_construction {
    /* What is fastest: an NFA without epsilon moves. */
    AUTOMATA_CONSTRUCTION_AUTOMATIC = 0,
    /* Thompson's epsilon-NFA. */
    AUTOMATA_CONSTRUCTION_THOMPSON = 1,
    /* Glushkov's NFA: a state for each place of a symbol, and one. */
    AUTOMATA_CONSTRUCTION_GLUSHKOV = 2,
    /* The follow automaton of Ilie and Yu, an NFA. */
    AUTOMATA_CONSTRUCTION_FOLLOW = 3,
    /* Antimirov's NFA of partial derivatives. */
    AUTOMATA_CONSTRUCTION_PARTIAL_DERIVATIVES = 4,
    /* Brzozowski's DFA of derivatives. */
    AUTOMATA_CONSTRUCTION_DERIVATIVES = 5
} automata_construction;

/* An automaton for the expression. Repetitions are unrolled where the budget allows it, counted before.
 * Fails with BUDGET_EXCEEDED, CANCELLED, TOO_LARGE. */
automata_status automata_regex_automaton(
    const automata_regex *regex, automata_construction construction, const automata_budget *budget,
    automata_automaton **result, automata_error *error);

/* The smallest DFA for the expression, which can have 2^n states. Fails with BUDGET_EXCEEDED, CANCELLED,
 * TOO_LARGE. */
automata_status automata_regex_dfa(
    const automata_regex *regex, const automata_budget *budget, automata_automaton **result, automata_error *error);

/* -------------------------------------------------------------------------------------------------------- */
/* Grammars                                                                                                 */
/* -------------------------------------------------------------------------------------------------------- */

/* A grammar: nonterminals, terminals, productions with any sides, and a start symbol, which is nonterminal 0.
 * Productions are in a normal order: those of one left side together, those of the start symbol first. Immutable. */
typedef struct automata_grammar automata_grammar;

/* The grammar that a text is, in the usual notation: a production a line, such as S -> 0A | 1, the start symbol's
 * first. Capital letters, names in <> and what stands alone on a left side are nonterminals; where spaces stand between
 * symbols, or a left side is a word, they separate symbols, and otherwise each letter is one; quotes make a terminal of
 * anything. `terminals` may be NULL for those that occur, sorted.
 *     automata_grammar_parse("S -> 1S | 0A | \"\"\nA -> 1A | 0S", AUTOMATA_ZERO_TERMINATED, NULL, &grammar, &error);
 * Fails with INVALID_TEXT, UNKNOWN_NAME (a terminal that isn't among those that are given), TOO_LARGE, all with the line
 * and the column. Linear in the text's length. */
automata_status automata_grammar_parse(
    const char *text, size_t length, const automata_alphabet *terminals, automata_grammar **grammar,
    automata_error *error);

/* Another handle for the same grammar, to be freed on its own; NULL for NULL. O(1). */
automata_grammar *automata_grammar_copy(const automata_grammar *grammar);
void automata_grammar_free(automata_grammar *grammar);

/* Whether two grammars have the same symbols and productions; two NULLs have. */
bool automata_grammar_equal(const automata_grammar *left, const automata_grammar *right);

/* The grammar as text, which is read again as the same one where it is given the same terminals. Fails with
 * BUDGET_EXCEEDED, CANCELLED. `budget` may be NULL, here and below. */
automata_status automata_grammar_text(
    const automata_grammar *grammar, const automata_budget *budget, char **text, size_t *length,
    automata_error *error);

/* The names of the nonterminals; borrowed. None for NULL. */
automata_names automata_grammar_nonterminals(const automata_grammar *grammar);

/* The terminals. */
automata_status automata_grammar_terminals(
    const automata_grammar *grammar, automata_alphabet **terminals, automata_error *error);

/* A symbol of a production: a terminal's number, or a nonterminal's with this bit added. */
typedef uint32_t automata_grammar_symbol;
#define AUTOMATA_NONTERMINAL ((automata_grammar_symbol)0x80000000)

/* What is replaced and what takes its place; both borrowed. An empty right side stands for the empty word. */
typedef struct automata_production {
    const automata_grammar_symbol *left;
    size_t left_count;
    const automata_grammar_symbol *right;
    size_t right_count;
} automata_production;

/* The number of productions; 0 for NULL. */
size_t automata_grammar_production_count(const automata_grammar *grammar);

/* A production; an empty one where there is none of this number. */
automata_production automata_grammar_production(const automata_grammar *grammar, size_t index);

/* The types of Chomsky's hierarchy by their numbers. */
typedef enum automata_chomsky_type {
    AUTOMATA_UNRESTRICTED = 0,
    AUTOMATA_CONTEXT_SENSITIVE = 1,
    AUTOMATA_CONTEXT_FREE = 2,
    AUTOMATA_REGULAR = 3
} automata_chomsky_type;

/* The smallest class that the grammar belongs to as it stands; its language may be of a smaller one.
 * AUTOMATA_UNRESTRICTED for NULL. Linear. */
automata_chomsky_type automata_grammar_type(const automata_grammar *grammar);

/* What all productions of a grammar may be like; A and B are nonterminals, v and w words of terminals. */
typedef enum automata_grammar_property {
    /* A -> wB or A -> w. */
    AUTOMATA_GRAMMAR_RIGHT_LINEAR = 0,
    /* A -> Bw or A -> w. */
    AUTOMATA_GRAMMAR_LEFT_LINEAR = 1,
    /* One or the other, as a whole: type 3. */
    AUTOMATA_GRAMMAR_REGULAR = 2,
    /* A -> vBw or A -> w. */
    AUTOMATA_GRAMMAR_LINEAR = 3,
    /* One nonterminal on each left side: type 2. */
    AUTOMATA_GRAMMAR_CONTEXT_FREE = 4,
    /* One nonterminal of each left side is replaced by something, and what stands beside it is kept. */
    AUTOMATA_GRAMMAR_CONTEXT_SENSITIVE = 5,
    /* No right side is shorter than its left one: type 1. Here and above the start symbol may become empty, where it
     * stands on no right side. */
    AUTOMATA_GRAMMAR_MONOTONIC = 6
} automata_grammar_property;

/* What is in the way of a property. */
typedef enum automata_obstacle {
    /* Nothing: the grammar has it. */
    AUTOMATA_OBSTACLE_NONE = 0,
    AUTOMATA_OBSTACLE_SEVERAL_SYMBOLS_ON_THE_LEFT = 1,
    AUTOMATA_OBSTACLE_SEVERAL_NONTERMINALS = 2,
    AUTOMATA_OBSTACLE_NONTERMINAL_INSIDE = 3,
    AUTOMATA_OBSTACLE_NONTERMINAL_NOT_LAST = 4,
    AUTOMATA_OBSTACLE_NONTERMINAL_NOT_FIRST = 5,
    /* One production has its nonterminal last, another one has it first. */
    AUTOMATA_OBSTACLE_LAST_AND_FIRST = 6,
    AUTOMATA_OBSTACLE_SHRINKING = 7,
    /* The start symbol becomes empty, and the second production has it on its right side. */
    AUTOMATA_OBSTACLE_EPSILON_AT_RECURSIVE_START = 8,
    AUTOMATA_OBSTACLE_NO_CONTEXT = 9
} automata_obstacle;

typedef struct automata_grammar_obstacle {
    automata_obstacle reason;
    /* How many productions it is about, and their numbers: none, one or two. */
    uint32_t production_count;
    size_t productions[2];
} automata_grammar_obstacle;

/* Whether a grammar has a property, and what keeps it from having it otherwise: the first such production, and the
 * sentence that shows it, which is NULL where nothing is in the way. Linear. */
automata_status automata_grammar_find_obstacle(
    const automata_grammar *grammar, automata_grammar_property property, automata_grammar_obstacle *obstacle,
    char **text, size_t *length, automata_error *error);

/* A context-free grammar of the same language without useless nonterminals: those from which no word is derived, and
 * those that the start symbol doesn't lead to. Fails with WRONG_GRAMMAR. Linear. */
automata_status automata_grammar_trim(
    const automata_grammar *grammar, automata_grammar **result, automata_error *error);

/* The same grammar with the names S, A, B and so on for its nonterminals. Linear. */
automata_status automata_grammar_with_letters(
    const automata_grammar *grammar, automata_grammar **result, automata_error *error);

/* A regular grammar of the same language in which only the start symbol may become empty, and stands on no right side
 * where it does; and one without productions such as A -> B. Useless nonterminals are left out of both. Both together make
 * all productions of an automaton's grammar A -> aB and A -> a. Fail with WRONG_GRAMMAR, BUDGET_EXCEEDED, CANCELLED,
 * TOO_LARGE. The first is linear; the second takes O(n m) for n nonterminals and productions of length m. */
automata_status automata_grammar_without_epsilon(
    const automata_grammar *grammar, automata_grammar **result, automata_error *error);
automata_status automata_grammar_without_units(
    const automata_grammar *grammar, const automata_budget *budget, automata_grammar **result,
    automata_error *error);

/* An automaton of a regular grammar's language, whose states are the nonterminals. Fails with WRONG_GRAMMAR,
 * BUDGET_EXCEEDED, CANCELLED, TOO_LARGE. Linear. */
automata_status automata_grammar_automaton(
    const automata_grammar *grammar, const automata_budget *budget, automata_automaton **result,
    automata_error *error);

/* A regular grammar of an automaton's language, whose nonterminals are the states: `property` is
 * AUTOMATA_GRAMMAR_RIGHT_LINEAR or AUTOMATA_GRAMMAR_LEFT_LINEAR. Fails with BUDGET_EXCEEDED, CANCELLED, TOO_LARGE. Linear. */
automata_status automata_grammar_of_automaton(
    const automata_automaton *automaton, automata_grammar_property property, const automata_budget *budget,
    automata_grammar **grammar, automata_error *error);

/* -------------------------------------------------------------------------------------------------------- */
/* Algorithms: each makes a new automaton of the same language unless it says otherwise                     */
/* -------------------------------------------------------------------------------------------------------- */

typedef struct automata_determinize_options {
    size_t struct_size;
    /* May be NULL. */
    const automata_budget *budget;
    /* Give each state a transition on each symbol. */
    bool total;
    /* Name each state after its subset, such as {q0,q2}; an epsilon-NFA's subsets are closed
     * under epsilon moves. All subsets are kept then. Without names, those that have a state
     * which visibly accepts every word are one. */
    bool name_subsets;
    bool reserved[6];
} automata_determinize_options;

#define AUTOMATA_DETERMINIZE_OPTIONS_INIT \
    { sizeof(automata_determinize_options), NULL, false, false, { false, false, false, false, false, false } }

/* A deterministic automaton, by the subset construction: trim, or complete where `total` is set; its states
 * are numbered breadth-first in alphabet order. `options` may be NULL. Fails with BUDGET_EXCEEDED, CANCELLED.
 * The result can have 2^n states. */
automata_status automata_determinize(
    const automata_automaton *automaton, const automata_determinize_options *options,
    automata_automaton **result, automata_error *error);

typedef enum automata_minimization {
    /* Picks by what the automaton looks like. */
    AUTOMATA_MINIMIZE_AUTOMATIC = 0,
    AUTOMATA_MINIMIZE_HOPCROFT = 1,
    AUTOMATA_MINIMIZE_MOORE = 2,
    AUTOMATA_MINIMIZE_VALMARI = 3,
    /* Reverses and determinizes twice: exponential at worst. */
    AUTOMATA_MINIMIZE_BRZOZOWSKI = 4,
    /* For acyclic automata only, in linear time. */
    AUTOMATA_MINIMIZE_REVUZ = 5
} automata_minimization;

typedef struct automata_minimize_options {
    size_t struct_size;
    /* May be NULL. */
    const automata_budget *budget;
    automata_minimization algorithm;
    /* Give each state a transition on each symbol. */
    bool total;
    bool reserved[3];
} automata_minimize_options;

#define AUTOMATA_MINIMIZE_OPTIONS_INIT \
    { sizeof(automata_minimize_options), NULL, AUTOMATA_MINIMIZE_AUTOMATIC, false, { false, false, false } }

/* The smallest deterministic automaton: unique, whatever the algorithm, so that two automata of one language
 * and alphabet have equal results. What isn't deterministic is determinized first. The empty
 * language's has no states, or one where `total` is set. In an alphabet of bytes or scalars, classes that no
 * state tells apart are merged. `options` may be NULL.
 * Fails with BUDGET_EXCEEDED, CANCELLED, CYCLIC. O(m log n) for a DFA. */
automata_status automata_minimize(
    const automata_automaton *automaton, const automata_minimize_options *options,
    automata_automaton **result, automata_error *error);

/* An NFA without epsilon moves; states that nothing needs any more are left out. `budget` may be NULL, here
 * and below.
 * Fails with BUDGET_EXCEEDED, CANCELLED. */
automata_status automata_remove_epsilon(
    const automata_automaton *automaton, const automata_budget *budget, automata_automaton **result,
    automata_error *error);

/* The parts that an initial state leads to, that lead to a final state, and that do both. Same model. Linear. */
automata_status automata_accessible_part(
    const automata_automaton *automaton, automata_automaton **result, automata_error *error);
automata_status automata_coaccessible_part(
    const automata_automaton *automaton, automata_automaton **result, automata_error *error);
automata_status automata_trim(
    const automata_automaton *automaton, automata_automaton **result, automata_error *error);

/* The automaton of the reversed words: an NFA, or an epsilon-NFA for one. Linear. */
automata_status automata_reverse(
    const automata_automaton *automaton, automata_automaton **result, automata_error *error);

/* The automaton with a transition from each state on each symbol: a state that nothing leads out of is added
 * where needed. Same model. Fails with BUDGET_EXCEEDED, CANCELLED. O(n k). */
automata_status automata_complete(
    const automata_automaton *automaton, const automata_budget *budget, automata_automaton **result,
    automata_error *error);

/* A DFA's accessible part, its states numbered breadth-first in alphabet order. Fails with NONDETERMINISTIC.
 * Linear. */
automata_status automata_number_canonically(
    const automata_automaton *automaton, automata_automaton **result, automata_error *error);

/* The states that an initial state leads to, and those that lead to a final one, ascending. Linear. */
automata_status automata_accessible_states(
    const automata_automaton *automaton, automata_state **states, size_t *count, automata_error *error);
automata_status automata_coaccessible_states(
    const automata_automaton *automaton, automata_state **states, size_t *count, automata_error *error);

/* The given states and those that epsilon moves lead to from them, ascending. Fails with OUT_OF_RANGE.
 * Linear. */
automata_status automata_epsilon_closure(
    const automata_automaton *automaton, const automata_state *states, size_t state_count,
    automata_state **closure, size_t *count, automata_error *error);

/* -------------------------------------------------------------------------------------------------------- */
/* Operations: automata for languages made of languages                                                     */
/* -------------------------------------------------------------------------------------------------------- */

/* Automata that meet may have different alphabets of one kind: they are aligned first, and the result is over
 * the joint one, as automata_alphabet_joint() makes it. What the result's model is follows from the models that
 * go in: DFAs give a DFA where that costs nothing, an epsilon-NFA gives one, and else it is an NFA; see
 * automata_model_of(). All fail with INCOMPATIBLE_ALPHABETS where two automata are combined, and with
 * BUDGET_EXCEEDED, CANCELLED and TOO_LARGE where they take a budget, which may be NULL. */

/* No upper bound, for automata_repeat() and automata_restrict_lengths(). */
#define AUTOMATA_UNBOUNDED SIZE_MAX

/* The same automaton over an alphabet that has all of its symbols, in any order and perhaps more, or its classes
 * cut into smaller ones. The operations below do this by themselves.
 * Fails with UNKNOWN_NAME for a symbol that the alphabet doesn't have, with INVALID_CLASS for a new class that
 * isn't within an old one. O(n k + m) for the new alphabet at most. */
automata_status automata_align(
    const automata_automaton *automaton, const automata_alphabet *alphabet, const automata_budget *budget,
    automata_automaton **result, automata_error *error);

typedef struct automata_product_options {
    size_t struct_size;
    /* May be NULL. */
    const automata_budget *budget;
    /* Name each state after the two that it stands for, such as (p,q): for two DFAs only. */
    bool name_pairs;
    bool reserved[7];
} automata_product_options;

#define AUTOMATA_PRODUCT_OPTIONS_INIT \
    { sizeof(automata_product_options), NULL, false, { false, false, false, false, false, false, false } }

/* The words that any of `count` automata accepts, and those that all of them accept. Of no automata the union
 * has no word and the intersection has the empty word, both over no symbols. `options` may be NULL. With
 * name_pairs they fail with NONDETERMINISTIC where one isn't a DFA, and with INVALID_ARGUMENT unless there are
 * two. Two DFAs take the product of their states at most; a union with others takes the sum. */
automata_status automata_union(
    const automata_automaton *const *automata, size_t count, const automata_product_options *options,
    automata_automaton **result, automata_error *error);
automata_status automata_intersection(
    const automata_automaton *const *automata, size_t count, const automata_product_options *options,
    automata_automaton **result, automata_error *error);

/* The words that the left automaton accepts and the right doesn't, and those that just one of the two accepts. Subsets
 * of states stand for what isn't deterministic, as far as the other one needs them: exponential at worst. Fail
 * as above. */
automata_status automata_difference(
    const automata_automaton *left, const automata_automaton *right, const automata_product_options *options,
    automata_automaton **result, automata_error *error);
automata_status automata_symmetric_difference(
    const automata_automaton *left, const automata_automaton *right, const automata_product_options *options,
    automata_automaton **result, automata_error *error);

/* A DFA for the words over an alphabet that the automaton doesn't accept; NULL means its own alphabet. It is trim;
 * automata_complete() makes it total. O(n k) for a DFA; for others determinization comes first. */
automata_status automata_complement(
    const automata_automaton *automaton, const automata_alphabet *alphabet, const automata_budget *budget,
    automata_automaton **result, automata_error *error);

/* The words made of a word of each of `count` automata, one behind the other; of no automata, the empty word over
 * no symbols. */
automata_status automata_concatenate(
    const automata_automaton *const *automata, size_t count, const automata_budget *budget,
    automata_automaton **result, automata_error *error);

/* The words made of `least` to `most` words of the automaton, one behind the other: 0 and AUTOMATA_UNBOUNDED is
 * the Kleene star, 1 and AUTOMATA_UNBOUNDED is plus, 0 and 1 makes it optional, i and i is the i-th power. O(n + m)
 * for each copy, of which there are `most`, or `least` where it is unbounded. */
automata_status automata_repeat(
    const automata_automaton *automaton, size_t least, size_t most, const automata_budget *budget,
    automata_automaton **result, automata_error *error);

/* The words w with uw in the automaton's language for some word u of the other's, and those with wu in it. The states
 * and the alphabet stay. O(m1 m2). */
automata_status automata_left_quotient(
    const automata_automaton *automaton, const automata_automaton *by, const automata_budget *budget,
    automata_automaton **result, automata_error *error);
automata_status automata_right_quotient(
    const automata_automaton *automaton, const automata_automaton *by, const automata_budget *budget,
    automata_automaton **result, automata_error *error);

/* The words that complete the given one to an accepted word; none where it has a symbol that is out of range. The
 * model and the states stay. O(count) for a DFA, else O(count * m) at most. */
automata_status automata_residual(
    const automata_automaton *automaton, const automata_symbol *word, size_t count,
    automata_automaton **result, automata_error *error);

/* The beginnings, the ends and the connected pieces of accepted words, and what is left of them when any of their
 * symbols are taken out, with epsilon moves for these. Linear. */
automata_status automata_prefixes(
    const automata_automaton *automaton, automata_automaton **result, automata_error *error);
automata_status automata_suffixes(
    const automata_automaton *automaton, automata_automaton **result, automata_error *error);
automata_status automata_factors(
    const automata_automaton *automaton, automata_automaton **result, automata_error *error);
automata_status automata_subsequences(
    const automata_automaton *automaton, automata_automaton **result, automata_error *error);

/* The words vu for all accepted words uv. n (2 n + 1) states at most; epsilon moves only for an epsilon-NFA. */
automata_status automata_cyclic_shift(
    const automata_automaton *automaton, const automata_budget *budget, automata_automaton **result,
    automata_error *error);

/* The words that a word of each automaton can be merged to, the symbols of each in their order. n1 n2 states at
 * most. */
automata_status automata_shuffle(
    const automata_automaton *left, const automata_automaton *right, const automata_budget *budget,
    automata_automaton **result, automata_error *error);

/* The accepted words of `least` to `most` symbols. Same model. n states for each length up to `most`, or up to `least`
 * where it is AUTOMATA_UNBOUNDED. */
automata_status automata_restrict_lengths(
    const automata_automaton *automaton, size_t least, size_t most, const automata_budget *budget,
    automata_automaton **result, automata_error *error);

/* An NFA for the words that `distance` insertions, deletions and replacements of symbols at most make of the given
 * one (Levenshtein distance). Fails with OUT_OF_RANGE. (count + 1) (distance + 1) states at most. */
automata_status automata_words_within(
    size_t distance, const automata_symbol *word, size_t count, const automata_alphabet *alphabet,
    const automata_budget *budget, automata_automaton **result, automata_error *error);

/* What takes each symbol of one alphabet to a word over another. Immutable. */
typedef struct automata_homomorphism automata_homomorphism;

/* Takes symbol s of the source to the word at symbols[offsets[s]] to symbols[offsets[s + 1] - 1]: there are k + 1
 * offsets, ascending from 0, and the last one is the number of symbols.
 *     const size_t offsets[] = {0, 2, 2};         0 becomes ab, and 1 the empty word
 *     const automata_symbol symbols[] = {0, 1};
 * Fails with OUT_OF_RANGE for a symbol that the target doesn't have. Linear. */
automata_status automata_homomorphism_new(
    const automata_alphabet *source, const automata_alphabet *target, const size_t *offsets,
    const automata_symbol *symbols, automata_homomorphism **homomorphism, automata_error *error);
void automata_homomorphism_free(automata_homomorphism *homomorphism);

/* What a word becomes. Fails with OUT_OF_RANGE, and with BUDGET_EXCEEDED where the result would take more memory
 * than there is. */
automata_status automata_homomorphism_apply(
    const automata_homomorphism *homomorphism, const automata_symbol *word, size_t count,
    automata_symbol **image, size_t *image_count, automata_error *error);

/* The words that accepted words become, and those that become accepted words. The automaton may lack symbols of the
 * source, or of the target, but have no others. Source and target may be of different kinds: an image makes classes
 * of names, and a preimage names of classes. Fail with UNKNOWN_NAME, INVALID_CLASS, INCOMPATIBLE_ALPHABETS.
 * The image is linear in what goes in and comes out; the preimage takes O(n k l m) at most for words of length l,
 * and has the automaton's states. */
automata_status automata_image(
    const automata_automaton *automaton, const automata_homomorphism *homomorphism,
    const automata_budget *budget, automata_automaton **result, automata_error *error);
automata_status automata_preimage(
    const automata_automaton *automaton, const automata_homomorphism *homomorphism,
    const automata_budget *budget, automata_automaton **result, automata_error *error);

/* The words in which any word of its language stands for each symbol that has one: languages[s] is symbol s's, NULL
 * where the symbol stays. `count` is k. Linear in what goes in and comes out. */
automata_status automata_substitute(
    const automata_automaton *automaton, const automata_automaton *const *languages, size_t count,
    const automata_budget *budget, automata_automaton **result, automata_error *error);

/* The accepted words with only the given symbols left in them, which are the result's alphabet, in their old order.
 * Fails with OUT_OF_RANGE. Linear. */
automata_status automata_project(
    const automata_automaton *automaton, const automata_symbol *symbols, size_t count,
    automata_automaton **result, automata_error *error);

/* The automaton with other names for its symbols: one a symbol, NULL where it keeps its name; `count` is k, and
 * `lengths` may be NULL where all names end with a zero byte. Symbols that get one name become one symbol. Most
 * specific model. Fails with INCOMPATIBLE_ALPHABETS for an alphabet of classes. O(n + m log m). */
automata_status automata_rename_symbols(
    const automata_automaton *automaton, const char *const *names, const size_t *lengths, size_t count,
    automata_automaton **result, automata_error *error);

typedef enum automata_reduction {
    /* Bisimulation, then simulation where its tables are small enough to pay. */
    AUTOMATA_REDUCE_AUTOMATIC = 0,
    AUTOMATA_REDUCE_FORWARD_BISIMULATION = 1,
    AUTOMATA_REDUCE_BACKWARD_BISIMULATION = 2,
    /* Both in turn until neither finds anything. */
    AUTOMATA_REDUCE_BISIMULATION = 3,
    AUTOMATA_REDUCE_FORWARD_SIMULATION = 4,
    AUTOMATA_REDUCE_BACKWARD_SIMULATION = 5,
    /* Both in turn until neither finds anything. */
    AUTOMATA_REDUCE_SIMULATION = 6
} automata_reduction;

/* A smaller automaton of the same language, not the smallest: states that a relation calls equivalent are merged, and
 * transitions that another one makes superfluous are dropped. Never larger. Most specific model; a DFA is minimized.
 * O(m log n) a round of bisimulation, O(n m d) one of simulation, d the most transitions from a state. */
automata_status automata_reduce(
    const automata_automaton *automaton, automata_reduction method, const automata_budget *budget,
    automata_automaton **result, automata_error *error);

/* -------------------------------------------------------------------------------------------------------- */
/* Expressions over automata: operations as one text                                                        */
/* -------------------------------------------------------------------------------------------------------- */

/* An expression over automata, such as a & !(b | c): how a language is made of others. From the tightest operator to
 * the loosest:
 *     a*  a+  a?  a{2}  a{2,}  a{2,5}   repetition
 *     !a                                complement, over the symbols of everything in the expression
 *     a b                               concatenation
 *     a & b                             intersection
 *     a - b                             difference, with white space around the -
 *     a ^ b                             symmetric difference
 *     a | b                             union
 * Books' signs ¬ ∩ ∖ △ ∪ do as well. (...) groups; <ab> is the language of one word, as automata_word() reads it, where \>
 * and \\ stand for the bracket and the backslash, and <> is that of the empty word. A name of an automaton with white
 * space or any of |^&!*+?{}(),<>"' in it is put in quotes; in double ones \" and \\ stand for the quote and the
 * backslash. A name that a ( follows at once is a function's: minimize(a), determinize(a), reduce(a), trim(a),
 * reverse(a), prefixes(a), suffixes(a), factors(a), subsequences(a), cyclic-shift(a), left-quotient(a, b),
 * right-quotient(a, b), shuffle(a, b), lengths(a, {2,5}), project(a, <ab>), neighbourhood(<ab>, 1), and any(), which
 * is each symbol on its own. Immutable. */
typedef struct automata_expression automata_expression;

typedef struct automata_expression_options {
    size_t struct_size;
    /* May be NULL. The states are those of each operation, the bytes those of all values that are held at once. */
    const automata_budget *budget;
    /* What stands between the symbols of words, UTF-8; none, of length 0, where each scalar, or each byte, is one. */
    const char *separator;
    size_t separator_length;
} automata_expression_options;

#define AUTOMATA_EXPRESSION_OPTIONS_INIT { sizeof(automata_expression_options), NULL, NULL, 0 }

/* The language that an expression in a text stands for: names[i] stands for automata[i], and names that the expression
 * doesn't mention don't count. `lengths` may be NULL where all names end with a zero byte; `options` may be NULL. All
 * automata that are mentioned are aligned first, over the joint alphabet of them and the words. A name that stands
 * twice in `names` and a NULL in `automata` are INVALID_ARGUMENT, be they mentioned or not.
 *     const char *names[] = {"a", "b", "c"};
 *     automata_eval("a & !(b | c)", AUTOMATA_ZERO_TERMINATED, names, NULL, automata, 3, NULL, &result, &error);
 * Fails with INVALID_TEXT, TOO_LARGE (a number), UNKNOWN_NAME (an automaton that isn't given, or a symbol of a word),
 * INCOMPATIBLE_ALPHABETS, BUDGET_EXCEEDED and CANCELLED, all with the line and the column of what is wrong, of the
 * operand, or of the operator that failed. Costs what its operations cost; no nesting is too deep. */
automata_status automata_eval(
    const char *text, size_t length, const char *const *names, const size_t *lengths,
    const automata_automaton *const *automata, size_t count, const automata_expression_options *options,
    automata_automaton **result, automata_error *error);

/* The same in two steps, so that a program can look at the names first and load what they stand for:
 *     automata_expression_parse(text, AUTOMATA_ZERO_TERMINATED, &expression, &error);
 *     automata_names names = automata_expression_names(expression);
 *     ... automata[i] for each names.items[i] ...
 *     automata_expression_value(expression, NULL, NULL, automata, names.count, NULL, &result, &error);
 * Fails with INVALID_TEXT (also where the text isn't UTF-8) and TOO_LARGE, with the line and the column. Linear in the
 * text's length. */
automata_status automata_expression_parse(
    const char *text, size_t length, automata_expression **expression, automata_error *error);

/* Another handle for the same expression, to be freed on its own; NULL for NULL. O(1). */
automata_expression *automata_expression_copy(const automata_expression *expression);
void automata_expression_free(automata_expression *expression);

/* Whether two expressions are written alike, but for white space, superfluous parentheses, also those in a | (b | c), and
 * signs of books; two NULLs are. */
bool automata_expression_equal(const automata_expression *left, const automata_expression *right);

/* The names of automata and the words that it mentions, each once, in the order of their first mention; borrowed. None
 * for NULL. */
automata_names automata_expression_names(const automata_expression *expression);
automata_names automata_expression_words(const automata_expression *expression);

/* The expression as text, which is read again as the same one. */
automata_status automata_expression_text(
    const automata_expression *expression, char **text, size_t *length, automata_error *error);

/* The language that the expression stands for, as automata_eval() says. Where `names` is NULL, the automata are those
 * of automata_expression_names() in its order, all of them. */
automata_status automata_expression_value(
    const automata_expression *expression, const char *const *names, const size_t *lengths,
    const automata_automaton *const *automata, size_t count, const automata_expression_options *options,
    automata_automaton **result, automata_error *error);

/* -------------------------------------------------------------------------------------------------------- */
/* Decisions                                                                                                */
/* -------------------------------------------------------------------------------------------------------- */

/* Whether two automata have the same model, alphabet, states, names and transitions. Linear. */
bool automata_equal(const automata_automaton *left, const automata_automaton *right);

/* Whether no word is accepted. Linear. */
bool automata_is_empty(const automata_automaton *automaton);

/* Whether finitely many words are accepted. Linear. */
bool automata_is_finite(const automata_automaton *automaton);

/* Whether there is one initial state at most, no epsilon move, and one target a state and symbol at most.
 * Linear. */
bool automata_is_deterministic(const automata_automaton *automaton);

/* Whether there is an initial state, and each state has a transition on each symbol. Linear. */
bool automata_is_total(const automata_automaton *automaton);

/* Whether a DFA is minimal: no smaller one accepts the same, no smaller total one where this one is total.
 * False for other models. O(m log n). */
bool automata_is_minimal(const automata_automaton *automaton);

/* Whether the accessible parts of two DFAs over one alphabet are the same but for the names and numbers of
 * states. Linear. */
bool automata_is_isomorphic(const automata_automaton *left, const automata_automaton *right);

/* The state of the right DFA that each state of the left one corresponds to, AUTOMATA_NO_STATE for states
 * that aren't accessible: `count` is the left one's number of states. *mapping is NULL where they aren't
 * isomorphic; where they are, it isn't.
 * Fails with NONDETERMINISTIC. Linear. */
automata_status automata_isomorphism(
    const automata_automaton *left, const automata_automaton *right, automata_state **mapping,
    size_t *count, automata_error *error);

/* -------------------------------------------------------------------------------------------------------- */
/* Acceptance and runs                                                                                      */
/* -------------------------------------------------------------------------------------------------------- */

/* Whether the automaton accepts the word that a text spells, as automata_word() reads it; a text with a
 * symbol that isn't in the alphabet isn't accepted. To read much text or many words, make a matcher.
 * O(length) for a DFA, else O(length * m) at most. */
automata_status automata_accepts(
    const automata_automaton *automaton, const char *text, size_t length, const char *separator,
    size_t separator_length, bool *accepted, automata_error *error);

/* The same for a word given as symbols; a symbol out of range isn't accepted. */
automata_status automata_accepts_word(
    const automata_automaton *automaton, const automata_symbol *word, size_t count, bool *accepted,
    automata_error *error);

/* How an automaton went through a word: the states after each symbol, and an accepting path. Immutable;
 * independent of the automaton's handle. */
typedef struct automata_run automata_run;

/* A move along a path: what it reads, AUTOMATA_EPSILON for an epsilon move, and where it leads. */
typedef struct automata_move {
    automata_symbol symbol;
    automata_state target;
} automata_move;

/* Borrowed; see "Ownership". */
typedef struct automata_path {
    /* The initial state where it starts; AUTOMATA_NO_STATE where there is no path. */
    automata_state start;
    const automata_move *moves;
    size_t count;
} automata_path;

/* Runs on the word that a text spells, as automata_word() reads it. The run of an automaton that isn't
 * deterministic takes up to 40 bytes a symbol and state, for which there is the budget (its bytes; NULL means
 * the default).
 * Fails with UNKNOWN_NAME, BUDGET_EXCEEDED, CANCELLED. */
automata_status automata_run_on_text(
    const automata_automaton *automaton, const char *text, size_t length, const char *separator,
    size_t separator_length, const automata_budget *budget, automata_run **run, automata_error *error);

/* The same for a word given as symbols; the run ends before a symbol that is out of range, which is no error
 * here, as there is no name to be unknown. */
automata_status automata_run_on_word(
    const automata_automaton *automaton, const automata_symbol *word, size_t count,
    const automata_budget *budget, automata_run **run, automata_error *error);
void automata_run_free(automata_run *run);

/* Whether all of the word was read and a final state reached. */
bool automata_run_is_accepting(const automata_run *run);

/* The position of the first symbol that could not be read, counted from 0; AUTOMATA_NO_POSITION where all
 * could. */
size_t automata_run_stuck_position(const automata_run *run);

/* The states that it can be in: row i after i symbols, closed under epsilon moves; a DFA's rows have one
 * state each. `symbols` is NULL. The rows end before the symbol that can't be read; there is none where there
 * is no initial state. */
automata_rows automata_run_states(const automata_run *run);

/* An accepting path with the fewest moves; the same each time. A DFA's is the path that it went. */
automata_path automata_run_path(const automata_run *run);

/* The run step by step, a line a symbol, and why the word is accepted or not, for people: symbols count from
 * 1 there. It ends with a newline. Fails with BUDGET_EXCEEDED
 * where the text would need more bytes than the budget has. */
automata_status automata_run_text(
    const automata_run *run, const automata_budget *budget, char **text, size_t *length,
    automata_error *error);

/* -------------------------------------------------------------------------------------------------------- */
/* Decisions about languages, and the words that show why                                                   */
/* -------------------------------------------------------------------------------------------------------- */

/* A word that shows why a question was answered as it was. Of all words that would do it is the shortest, unless
 * the longest was asked for, and of those the least in the order of the symbols. A NULL witness on AUTOMATA_OK
 * means that there is no such word. Immutable; independent of the automata's handles. */
typedef struct automata_witness automata_witness;

void automata_witness_free(automata_witness *witness);

/* Borrowed; see "Ownership". */
typedef struct automata_symbols {
    const automata_symbol *items;
    size_t count;
} automata_symbols;

/* The word; none for NULL. */
automata_symbols automata_witness_word(const automata_witness *witness);

/* What its symbols are; where automata were compared, their joint alphabet. Borrowed; NULL for NULL. */
const automata_alphabet *automata_witness_alphabet(const automata_witness *witness);

/* The word as people read it: a member stands for each class, and ε for the empty word; a pumping triple is
 * written as a(bc)*d. What isn't UTF-8 becomes U+FFFD; automata_word_text() keeps it. "" for NULL. The first call makes it; then O(1). */
const char *automata_witness_text(const automata_witness *witness);

/* Which of two automata accepts a word that makes a difference. */
typedef enum automata_side {
    /* The question wasn't for a difference. */
    AUTOMATA_SIDE_NONE = 0,
    AUTOMATA_SIDE_FIRST = 1,
    AUTOMATA_SIDE_SECOND = 2
} automata_side;
automata_side automata_witness_side(const automata_witness *witness);

/* An accepting path on the word, `number` 0 or 1, from automata_ambiguity(); for others and other numbers there is
 * none, and it starts in AUTOMATA_NO_STATE. */
automata_path automata_witness_path(const automata_witness *witness, size_t number);

/* Whether an automaton accepts the word, whose symbols are found in its alphabet by their names or by the members of
 * their classes. */
bool automata_witness_is_accepted(const automata_witness *witness, const automata_automaton *automaton);

/* A shortest accepted word, NULL for the empty language. Linear. */
automata_status automata_shortest_word(
    const automata_automaton *automaton, automata_witness **witness, automata_error *error);

/* The longest accepted word, of those the least; NULL where there is none, as the language is empty or infinite, which
 * automata_is_empty() and automata_is_finite() tell apart. Linear. */
automata_status automata_longest_word(
    const automata_automaton *automaton, automata_witness **witness, automata_error *error);

/* How inclusion, equivalence and universality are decided. All give the same answers. */
typedef enum automata_inclusion {
    /* Chooses by what the automata look like, and takes turns between several where that doesn't tell. */
    AUTOMATA_INCLUSION_AUTOMATIC = 0,
    AUTOMATA_INCLUSION_ANTICHAIN = 1,
    AUTOMATA_INCLUSION_ANTICHAIN_BACKWARD = 2,
    AUTOMATA_INCLUSION_ANTICHAIN_WITH_SIMULATION = 3,
    AUTOMATA_INCLUSION_CONGRUENCE = 4,
    AUTOMATA_INCLUSION_DETERMINIZATION = 5,
    AUTOMATA_INCLUSION_HOPCROFT_KARP = 6,
    AUTOMATA_INCLUSION_ANTICHAIN_BACKWARD_WITH_SIMULATION = 7
} automata_inclusion;

typedef struct automata_inclusion_options {
    size_t struct_size;
    /* May be NULL. */
    const automata_budget *budget;
    automata_inclusion algorithm;
    uint32_t reserved;
} automata_inclusion_options;

#define AUTOMATA_INCLUSION_OPTIONS_INIT \
    { sizeof(automata_inclusion_options), NULL, AUTOMATA_INCLUSION_AUTOMATIC, 0 }

/* The functions below that take a budget or options, either of which may be NULL, fail with BUDGET_EXCEEDED and
 * CANCELLED, those on two automata or an alphabet also with INCOMPATIBLE_ALPHABETS. Alphabets that differ are
 * aligned first. */

/* Whether each word that the left automaton accepts is accepted by the right one, and whether both accept the same
 * words. Exponential at worst where they aren't deterministic. */
automata_status automata_is_included(
    const automata_automaton *left, const automata_automaton *right, const automata_inclusion_options *options,
    bool *included, automata_error *error);
automata_status automata_is_equivalent(
    const automata_automaton *left, const automata_automaton *right, const automata_inclusion_options *options,
    bool *equivalent, automata_error *error);

/* A shortest word that the left automaton accepts and the right one doesn't, and one that only one of them accepts;
 * NULL where there is none. automata_witness_side() tells which accepts it. */
automata_status automata_inclusion_counterexample(
    const automata_automaton *left, const automata_automaton *right, const automata_budget *budget,
    automata_witness **witness, automata_error *error);
automata_status automata_equivalence_counterexample(
    const automata_automaton *left, const automata_automaton *right, const automata_budget *budget,
    automata_witness **witness, automata_error *error);

/* Whether each word over an alphabet is accepted, and a shortest one that isn't, NULL where there is none. NULL for
 * the alphabet means the automaton's own. */
automata_status automata_is_universal(
    const automata_automaton *automaton, const automata_alphabet *alphabet,
    const automata_inclusion_options *options, bool *universal, automata_error *error);
automata_status automata_shortest_rejected_word(
    const automata_automaton *automaton, const automata_alphabet *alphabet, const automata_budget *budget,
    automata_witness **witness, automata_error *error);

/* Whether no word is accepted by both, and a shortest one that is, NULL where there is none. O(m1 m2). */
automata_status automata_is_disjoint(
    const automata_automaton *left, const automata_automaton *right, const automata_budget *budget,
    bool *disjoint, automata_error *error);
automata_status automata_common_word(
    const automata_automaton *left, const automata_automaton *right, const automata_budget *budget,
    automata_witness **witness, automata_error *error);

/* Whether each word has one accepting path at most, and a shortest word with two, NULL where there is none:
 * automata_witness_path() has both. O(m^2). */
automata_status automata_is_unambiguous(
    const automata_automaton *automaton, const automata_budget *budget, bool *unambiguous,
    automata_error *error);
automata_status automata_ambiguity(
    const automata_automaton *automaton, const automata_budget *budget, automata_witness **witness,
    automata_error *error);

typedef enum automata_ambiguity_kind {
    /* No word has two accepting paths. */
    AUTOMATA_UNAMBIGUOUS = 0,
    /* There is a bound for all words. */
    AUTOMATA_FINITELY_AMBIGUOUS = 1,
    /* A word of length l has up to about l to the power of `degree`. */
    AUTOMATA_POLYNOMIALLY_AMBIGUOUS = 2,
    AUTOMATA_EXPONENTIALLY_AMBIGUOUS = 3,
    /* Some word has infinitely many, as there is a cycle of epsilon moves. */
    AUTOMATA_INFINITELY_AMBIGUOUS = 4
} automata_ambiguity_kind;

/* How many accepting paths a word can have as words get longer. *degree is 0 unless it is polynomial. */
automata_status automata_ambiguity_degree(
    const automata_automaton *automaton, const automata_budget *budget, automata_ambiguity_kind *kind,
    size_t *degree, automata_error *error);

typedef enum automata_growth_kind {
    /* There are finitely many words. */
    AUTOMATA_GROWTH_FINITE = 0,
    /* There are at most about l to the power of `degree` words of length l. */
    AUTOMATA_GROWTH_POLYNOMIAL = 1,
    AUTOMATA_GROWTH_EXPONENTIAL = 2
} automata_growth_kind;

/* How the number of accepted words grows with their length; in an alphabet of classes, of words of bytes or scalars.
 * *degree is 0 unless it is polynomial. Exponential time at worst where it isn't deterministic. */
automata_status automata_growth(
    const automata_automaton *automaton, const automata_budget *budget, automata_growth_kind *kind,
    size_t *degree, automata_error *error);

/* Why a language is infinite: an accepted word whose symbols *cycle_start to *cycle_end - 1, one at least, may be
 * repeated any number of times, or left out. NULL where the language is finite. O(n m) at worst. */
automata_status automata_pumping_triple(
    const automata_automaton *automaton, const automata_budget *budget, automata_witness **witness,
    size_t *cycle_start, size_t *cycle_end, automata_error *error);

typedef enum automata_nondeterminism_kind {
    AUTOMATA_IS_DETERMINISTIC = 0,
    /* Paths may start in `first` and in `second`. */
    AUTOMATA_SEVERAL_INITIAL_STATES = 1,
    /* `source` leads to `first` and to `second` on `symbol`. */
    AUTOMATA_SEVERAL_TARGETS = 2,
    /* An epsilon move leads from `source` to `first`. */
    AUTOMATA_HAS_EPSILON_MOVE = 3
} automata_nondeterminism_kind;

/* What isn't said to be there is AUTOMATA_NO_STATE or AUTOMATA_EPSILON. */
typedef struct automata_nondeterminism {
    automata_nondeterminism_kind kind;
    automata_state source;
    automata_symbol symbol;
    automata_state first;
    automata_state second;
} automata_nondeterminism;

/* Why an automaton isn't deterministic; AUTOMATA_IS_DETERMINISTIC for NULL. Linear. */
automata_nondeterminism automata_find_nondeterminism(const automata_automaton *automaton);

typedef enum automata_nonminimality_kind {
    AUTOMATA_IS_MINIMAL = 0,
    /* No word leads to `first`. */
    AUTOMATA_UNREACHABLE_STATE = 1,
    /* Nothing is accepted from `first`, which a partial automaton doesn't need. */
    AUTOMATA_DEAD_STATE = 2,
    /* The same words are accepted from `first` and from `second`. */
    AUTOMATA_EQUIVALENT_STATES = 3
} automata_nonminimality_kind;

typedef struct automata_nonminimality {
    automata_nonminimality_kind kind;
    automata_state first;
    /* AUTOMATA_NO_STATE where there is no other. */
    automata_state second;
} automata_nonminimality;

/* Why a DFA isn't minimal. Fails with NONDETERMINISTIC. O(m log n). */
automata_status automata_find_nonminimality(
    const automata_automaton *automaton, const automata_budget *budget, automata_nonminimality *reason,
    automata_error *error);

/* Two states of a DFA from which the same words are accepted, whether words lead to them or not; AUTOMATA_NO_STATE for
 * both where there are none. Fails with NONDETERMINISTIC. O(m log n). */
automata_status automata_find_equivalent_states(
    const automata_automaton *automaton, const automata_budget *budget, automata_state *first,
    automata_state *second, automata_error *error);

/* -------------------------------------------------------------------------------------------------------- */
/* Expressions of automata, and automata of expressions that still have states                              */
/* -------------------------------------------------------------------------------------------------------- */

/* How an expression is made of an automaton. All give the same language. */
typedef enum automata_extraction {
    /* The shorter result of both where the automaton is small enough to try, else state elimination. */
    AUTOMATA_EXTRACTION_AUTOMATIC = 0,
    /* State after state is taken out. */
    AUTOMATA_EXTRACTION_STATE_ELIMINATION = 1,
    /* Brzozowski's equations, an unknown language for each state, solved by Arden's rule. */
    AUTOMATA_EXTRACTION_EQUATIONS = 2
} automata_extraction;

/* Which state comes next; the length of the expression depends on it more than on anything else. */
typedef enum automata_elimination_order {
    /* The shortest result of several where the automaton is small enough to try, else BRIDGES. */
    AUTOMATA_ORDER_AUTOMATIC = 0,
    /* As the states are numbered. */
    AUTOMATA_ORDER_NUMBERS = 1,
    /* First the least product of the transitions that enter and that leave. */
    AUTOMATA_ORDER_DEGREE = 2,
    /* First what makes the expressions longer by the least: the weight of Delgado and Morais. */
    AUTOMATA_ORDER_WEIGHT = 3,
    /* First the states on the fewest cycles of a depth-first search. */
    AUTOMATA_ORDER_CYCLES = 4,
    /* By WEIGHT, but the states that every accepting path passes once come last. */
    AUTOMATA_ORDER_BRIDGES = 5
} automata_elimination_order;

typedef struct automata_extraction_options {
    size_t struct_size;
    /* May be NULL. Parts of expressions count as states. */
    const automata_budget *budget;
    automata_extraction extraction;
    automata_elimination_order order;
    /* Don't make expressions shorter: they are as the method gives them. */
    bool plain;
    bool reserved[7];
} automata_extraction_options;

#define AUTOMATA_EXTRACTION_OPTIONS_INIT \
    { sizeof(automata_extraction_options), NULL, AUTOMATA_EXTRACTION_AUTOMATIC, AUTOMATA_ORDER_AUTOMATIC, false, \
      { false, false, false, false, false, false, false } }

/* The functions below that take a budget or options, either of which may be NULL, fail with BUDGET_EXCEEDED and
 * CANCELLED. */

/* A regular expression for the automaton's language, over its alphabet. Where both the method and the order are automatic, other small
 * automata of the language are tried too, in search of a short one. A smaller automaton mostly has a shorter one.
 * O(n^3) parts; as text it can be exponentially long. */
automata_status automata_to_regex(
    const automata_automaton *automaton, const automata_extraction_options *options, automata_regex **regex,
    automata_error *error);

/* An expression of the same language that isn't longer, by laws that are applied to each part. */
automata_status automata_regex_simplify(
    const automata_regex *regex, const automata_budget *budget, automata_regex **result, automata_error *error);

/* The number of symbols and operators, and that of symbols alone, parts that occur again counted again; of a class of
 * bytes or scalars one. INT64_MAX for more; 0 for NULL. */
uint64_t automata_regex_length(const automata_regex *regex);
uint64_t automata_regex_width(const automata_regex *regex);

/* The questions of automata_is_included() and so on for the languages of expressions. Alphabets that differ are aligned
 * first; those on different kinds fail with INCOMPATIBLE_ALPHABETS. */
automata_status automata_regex_is_included(
    const automata_regex *left, const automata_regex *right, const automata_inclusion_options *options,
    bool *included, automata_error *error);
automata_status automata_regex_is_equivalent(
    const automata_regex *left, const automata_regex *right, const automata_inclusion_options *options,
    bool *equivalent, automata_error *error);
automata_status automata_regex_inclusion_counterexample(
    const automata_regex *left, const automata_regex *right, const automata_budget *budget,
    automata_witness **witness, automata_error *error);
automata_status automata_regex_equivalence_counterexample(
    const automata_regex *left, const automata_regex *right, const automata_budget *budget,
    automata_witness **witness, automata_error *error);

/* An automaton whose transitions read words of regular expressions, one transition at most from a state to another.
 * State elimination can be watched on it. Immutable. */
typedef struct automata_extended automata_extended;

/* The automaton, transitions between the same states joined; and two states with a transition on an expression. */
automata_status automata_extended_from_automaton(
    const automata_automaton *automaton, const automata_budget *budget, automata_extended **result,
    automata_error *error);
automata_status automata_extended_from_regex(
    const automata_regex *regex, automata_extended **result, automata_error *error);

/* Another handle for the same automaton, to be freed on its own; NULL for NULL. O(1). */
automata_extended *automata_extended_copy(const automata_extended *extended);
void automata_extended_free(automata_extended *extended);

/* 0 for NULL. */
size_t automata_extended_state_count(const automata_extended *extended);
size_t automata_extended_transition_count(const automata_extended *extended);

/* What is read on the way from a state to another; NULL where no transition leads there. Fails with OUT_OF_RANGE. */
automata_status automata_extended_label(
    const automata_extended *extended, automata_state source, automata_state target, automata_regex **regex,
    automata_error *error);

/* The automaton with one initial state that nothing enters, and one final state that nothing leaves: two more states at
 * the end, named start and end, unless that is so already. */
automata_status automata_extended_with_own_ends(
    const automata_extended *extended, automata_extended **result, automata_error *error);

/* The automaton without a state, of the same language: what led through it is in the labels. States behind it move up by one
 * number, and all keep their names. An initial or final state is taken out between ends of the automaton's own, see
 * above. Of the options the budget and `plain` count. Fails with OUT_OF_RANGE. */
automata_status automata_extended_eliminate(
    const automata_extended *extended, automata_state state, const automata_extraction_options *options,
    automata_extended **result, automata_error *error);

/* A regular expression for the language. */
automata_status automata_extended_regex(
    const automata_extended *extended, const automata_extraction_options *options, automata_regex **regex,
    automata_error *error);

/* An epsilon-NFA for the language, with Thompson's automaton for each label. */
automata_status automata_extended_automaton(
    const automata_extended *extended, const automata_budget *budget, automata_automaton **result,
    automata_error *error);

/* An automaton of the same states whose symbols are the labels' texts: to be drawn, and to ask for names, initial and
 * final states. Fails with NOT_REPRESENTABLE as automata_regex_text(). */
automata_status automata_extended_picture(
    const automata_extended *extended, automata_syntax syntax, const automata_budget *budget,
    automata_automaton **result, automata_error *error);

/* The automaton as lines: initial states, a line for each transition, final states. Fails with NOT_REPRESENTABLE. */
automata_status automata_extended_text(
    const automata_extended *extended, automata_syntax syntax, const automata_budget *budget, char **text,
    size_t *length, automata_error *error);

/* -------------------------------------------------------------------------------------------------------- */
/* Relations between states                                                                                 */
/* -------------------------------------------------------------------------------------------------------- */

/* Which way a relation looks. */
typedef enum automata_direction {
    /* By what is read from a state on, and by which states are final. */
    AUTOMATA_FORWARD = 0,
    /* By what is read on the way to a state, and by which states are initial. */
    AUTOMATA_BACKWARD = 1
} automata_direction;

/* The coarsest bisimulation, as the number of each state's block: `count` is the number of states, and blocks are
 * numbered from 0 in the order of their least states.
 * Fails with EPSILON_MOVES, BUDGET_EXCEEDED, CANCELLED. O(m log n). */
automata_status automata_bisimulation(
    const automata_automaton *automaton, automata_direction direction, const automata_budget *budget,
    uint32_t **blocks, size_t *count, size_t *block_count, automata_error *error);

/* The simulation preorder of an automaton's states. Immutable; independent of the automaton's handle. */
typedef struct automata_preorder automata_preorder;

/* The greatest simulation. Fails with EPSILON_MOVES, BUDGET_EXCEEDED (it takes a bit for each two blocks of bisimilar
 * states), CANCELLED. O(n m d), d the most transitions from a state. */
automata_status automata_simulation(
    const automata_automaton *automaton, automata_direction direction, const automata_budget *budget,
    automata_preorder **preorder, automata_error *error);
void automata_preorder_free(automata_preorder *preorder);

/* Whether the simulator can do, step by step, whatever the state can; a state simulates itself. False for states out
 * of range. O(1). */
bool automata_preorder_holds(const automata_preorder *preorder, automata_state state, automata_state simulator);

/* The states that simulate a state, and those that it simulates, itself among both, ascending. Fail with
 * OUT_OF_RANGE. Linear in the number of classes of states that simulate each other, and in the result. */
automata_status automata_preorder_simulators(
    const automata_preorder *preorder, automata_state state, automata_state **states, size_t *count,
    automata_error *error);
automata_status automata_preorder_simulated(
    const automata_preorder *preorder, automata_state state, automata_state **states, size_t *count,
    automata_error *error);

/* The number of pairs for which it holds. O(n^2) at worst. */
uint64_t automata_preorder_pair_count(const automata_preorder *preorder);

/* -------------------------------------------------------------------------------------------------------- */
/* The matcher                                                                                              */
/* -------------------------------------------------------------------------------------------------------- */

/* A DFA frozen to the narrowest table, for reading much and fast: bytes for an alphabet of bytes or of named
 * symbols of one byte each; UTF-8 for an alphabet of scalars and for other named symbols, of which text can
 * spell those of one scalar. Text that isn't UTF-8 where scalars are read, and what the alphabet doesn't
 * have, is on the way of no accepted word. Immutable; independent of the automaton's handle. */
typedef struct automata_matcher automata_matcher;

/* Freezes a DFA. Minimize it first and the table is smaller.
 * Fails with NONDETERMINISTIC. O(n k) time and table at most, O(n + m + k) of both where the table is sparse. */
automata_status automata_matcher_new(
    const automata_automaton *automaton, automata_matcher **matcher, automata_error *error);
void automata_matcher_free(automata_matcher *matcher);

/* Whether it reads text scalar by scalar rather than byte by byte. */
bool automata_matcher_reads_scalars(const automata_matcher *matcher);

/* The bytes that the table takes. */
size_t automata_matcher_table_size(const automata_matcher *matcher);

/* Whether the whole input is accepted. `size` is the number of bytes: AUTOMATA_ZERO_TERMINATED is refused
 * here and below, as any byte can be part of the input. It stops soon after the first byte that decides.
 * O(size). */
automata_status automata_matcher_accepts(
    const automata_matcher *matcher, const void *bytes, size_t size, bool *accepted, automata_error *error);

/* The same for a word given as symbols. */
automata_status automata_matcher_accepts_word(
    const automata_matcher *matcher, const automata_symbol *word, size_t count, bool *accepted,
    automata_error *error);

/* An input that is being read piece by piece. For one thread at a time; independent of the matcher's handle. */
typedef struct automata_scan automata_scan;

/* What the input so far says about the whole. */
typedef enum automata_verdict {
    /* It depends on what follows. */
    AUTOMATA_UNDECIDED = 0,
    /* Every continuation is accepted, as the input so far is. Never where a byte or scalar could follow that
     * the alphabet doesn't have. */
    AUTOMATA_ACCEPTED = 1,
    /* No continuation is accepted, nor is the input so far. */
    AUTOMATA_REJECTED = 2
} automata_verdict;

/* Starts to read. */
automata_status automata_scan_new(
    const automata_matcher *matcher, automata_scan **scan, automata_error *error);

/* A scan that goes on by itself from where this one is. */
automata_status automata_scan_copy(const automata_scan *scan, automata_scan **copy, automata_error *error);
void automata_scan_free(automata_scan *scan);

/* Begins anew, for the next input. NULL does nothing. */
void automata_scan_restart(automata_scan *scan);

/* Reads the next piece, up to where the verdict becomes certain; a piece may end inside a scalar. O(size). */
automata_status automata_scan_feed(
    automata_scan *scan, const void *bytes, size_t size, automata_verdict *verdict, automata_error *error);

/* Reads the next symbols of a word given as such. */
automata_status automata_scan_feed_word(
    automata_scan *scan, const automata_symbol *word, size_t count, automata_verdict *verdict,
    automata_error *error);

/* What is certain now; AUTOMATA_REJECTED for NULL. */
automata_verdict automata_scan_verdict(const automata_scan *scan);

/* Whether what was read so far is accepted, which it isn't inside a scalar. */
bool automata_scan_is_accepting(const automata_scan *scan);

/* How much was read: bytes, or symbols where those were fed. What comes after a verdict that is certain isn't
 * read and doesn't count. */
uint64_t automata_scan_consumed_count(const automata_scan *scan);

/* -------------------------------------------------------------------------------------------------------- */
/* Pen strokes: what did the pen draw?                                                                      */
/* -------------------------------------------------------------------------------------------------------- */

/* A place that a pen touched, in units of your own; y grows downwards, as on screens. Points that aren't finite
 * are passed over. */
typedef struct automata_point {
    double x;
    double y;
} automata_point;

/* What somebody who draws an automaton can mean by a stroke. */
typedef enum automata_element_kind {
    /* A circle. */
    AUTOMATA_ELEMENT_STATE = 1,
    /* A line, an arc or an arrow from one state to another. */
    AUTOMATA_ELEMENT_TRANSITION = 2,
    /* A loop that ends where it began: a transition from a state to itself. */
    AUTOMATA_ELEMENT_CYCLE = 3,
    /* None of these: text, a scribble, a polygon. */
    AUTOMATA_ELEMENT_UNKNOWN = 4
} automata_element_kind;

/* A kind among those that are allowed. */
#define AUTOMATA_ALLOW_ELEMENT(kind) (UINT32_C(1) << ((kind) - 1))

/* At which end of the ink an arrow head was seen. */
typedef enum automata_arrow_head {
    AUTOMATA_ARROW_HEAD_NONE = 0,
    /* Where the pen left: drawn from tail to tip. */
    AUTOMATA_ARROW_HEAD_LAST = 1,
    /* Where the pen began: drawn from tip to tail. */
    AUTOMATA_ARROW_HEAD_FIRST = 2,
    AUTOMATA_ARROW_HEAD_BOTH = 3
} automata_arrow_head;

/* A state's circle. */
typedef struct automata_circle {
    automata_point center;
    double radius;
} automata_circle;

/* A transition's arrow: it leaves at the tail, the end without a head, and is bent at the flex point. */
typedef struct automata_arrow {
    automata_point tail;
    automata_point tip;
    automata_point flex;
    automata_arrow_head head;
} automata_arrow;

/* A cycle's loop: both base points, and the point farthest from the middle between them. */
typedef struct automata_loop {
    automata_point tail;
    automata_point tip;
    automata_point apex;
    automata_arrow_head head;
} automata_loop;

/* How ink lies to the states that are there already. */
typedef enum automata_element_relation {
    AUTOMATA_RELATION_NONE = 0,
    /* A closed curve around the centre of state `from`: not a new state but a ring. */
    AUTOMATA_RELATION_SURROUNDS = 1,
    /* One end lies on the outline of state `from`. */
    AUTOMATA_RELATION_TOUCHES = 2,
    /* Both ends lie on that of state `from`, which is `to` too. */
    AUTOMATA_RELATION_RETURNS = 3,
    /* The ends lie on those of two states; `from` is at the tail. */
    AUTOMATA_RELATION_JOINS = 4
} automata_element_relation;

typedef struct automata_recognition_options {
    size_t struct_size;
    /* The states that are there already, which make the answer better; may be NULL. */
    const automata_circle *states;
    size_t state_count;
    /* Ink that is an element, of whichever kind, with less than this probability, 0...1, is rejected: it is
     * unknown. Below 0 the model decides. Where unknown isn't allowed nothing is rejected. */
    double threshold;
    /* The kinds that are possible, as in AUTOMATA_ALLOW_ELEMENT(AUTOMATA_ELEMENT_STATE) | ...; 0 means all. */
    uint32_t allowed;
    uint32_t reserved;
} automata_recognition_options;

#define AUTOMATA_RECOGNITION_OPTIONS_INIT { sizeof(automata_recognition_options), NULL, 0, -1.0, 0, 0 }

/* What ink may mean. It begins with its size as options do: initialize it with its _INIT before the first call;
 * then it may be used again and again. */
typedef struct automata_recognition {
    size_t struct_size;
    /* The answer: the most probable kind, or unknown where the elements together are less probable than the
     * threshold. */
    automata_element_kind kind;
    /* How many kinds were allowed. */
    uint32_t candidate_count;
    /* How probable the answer is, 0...1. It is calibrated: of strokes with 0.8, four in five are what they are
     * said to be. */
    double probability;
    /* Those of state, transition, cycle and unknown, in this order; 0 for what wasn't allowed. */
    double probabilities[4];
    /* The kinds that were allowed, most probable first. */
    automata_element_kind candidates[4];
    /* The figures that fit the ink if it is that kind; false where it has no shape: no point, or all points
     * equal. */
    bool has_figures;
    automata_element_relation relation;
    automata_circle state;
    automata_arrow transition;
    automata_loop cycle;
    /* Indices of states in the options. */
    size_t from;
    size_t to;
} automata_recognition;

#define AUTOMATA_RECOGNITION_INIT \
    { sizeof(automata_recognition), AUTOMATA_ELEMENT_UNKNOWN, 0, 0.0, { 0.0, 0.0, 0.0, 0.0 }, \
      { AUTOMATA_ELEMENT_UNKNOWN, AUTOMATA_ELEMENT_UNKNOWN, AUTOMATA_ELEMENT_UNKNOWN, AUTOMATA_ELEMENT_UNKNOWN }, \
      false, AUTOMATA_RELATION_NONE, { { 0.0, 0.0 }, 0.0 }, \
      { { 0.0, 0.0 }, { 0.0, 0.0 }, { 0.0, 0.0 }, AUTOMATA_ARROW_HEAD_NONE }, \
      { { 0.0, 0.0 }, { 0.0, 0.0 }, { 0.0, 0.0 }, AUTOMATA_ARROW_HEAD_NONE }, 0, 0 }

/* Tells what ink means. Immutable: any number of threads may ask one at once. It keeps the memory that calls work in,
 * some kilobytes for each of up to 64 threads that ask at once, and up to 1 MiB where they gave several strokes, so that a
 * call takes none from the system, unless several strokes have more points than those before or some ten thousand. */
typedef struct automata_stroke_recognizer automata_stroke_recognizer;

/* A recognizer with the model that a text holds, as automata-train writes it and
 * automata_stroke_recognizer_model() hands it out; with the library's own for a length of 0.
 * Fails with INVALID_TEXT and the line. O(length). */
automata_status automata_stroke_recognizer_new(
    const char *model, size_t length, automata_stroke_recognizer **recognizer, automata_error *error);
void automata_stroke_recognizer_free(automata_stroke_recognizer *recognizer);

/* The probability below which the model rejects an element; 0 for NULL. */
double automata_stroke_recognizer_threshold(const automata_stroke_recognizer *recognizer);

/* The model as text. */
automata_status automata_stroke_recognizer_model(
    const automata_stroke_recognizer *recognizer, char **text, size_t *length, automata_error *error);

/* What one stroke means: its points in drawing order, which are read where they are. `options` may be NULL.
 * O(count + state_count), some microseconds for a stroke. */
automata_status automata_stroke_recognize(
    const automata_stroke_recognizer *recognizer, const automata_point *points, size_t count,
    const automata_recognition_options *options, automata_recognition *recognition, automata_error *error);

/* What several strokes mean that make one element, such as a shaft and its head: the points of all strokes one
 * after another, and how many each has. `options` may be NULL. More than 64 strokes are joined in drawing order.
 * Fails with BUDGET_EXCEEDED where the machine has too little memory left for so many points.
 * O(all points + state_count). */
automata_status automata_strokes_recognize(
    const automata_stroke_recognizer *recognizer, const automata_point *points, const size_t *counts,
    size_t stroke_count, const automata_recognition_options *options, automata_recognition *recognition,
    automata_error *error);

/* -------------------------------------------------------------------------------------------------------- */
/* Pen strokes: gestures of your own                                                                        */
/* -------------------------------------------------------------------------------------------------------- */

/* Tells gestures by examples that were added to it. Adding, removing and changing are for one thread at a time;
 * while nothing changes, any number of threads may match. */
typedef struct automata_gesture_recognizer automata_gesture_recognizer;

/* What a gesture may differ in from an example of the same name, to be added up. */
typedef enum automata_gesture_freedom {
    /* The way it is rotated. */
    AUTOMATA_GESTURE_ANY_ROTATION = 1,
    /* Its size. */
    AUTOMATA_GESTURE_ANY_SCALE = 2,
    /* Drawn from the end to the beginning. */
    AUTOMATA_GESTURE_ANY_DIRECTION = 4,
    /* The order and the directions of its strokes, as far as there are four at most. */
    AUTOMATA_GESTURE_ANY_STROKE_ORDER = 8
} automata_gesture_freedom;

/* A name that a gesture may have. */
typedef struct automata_gesture_match {
    /* Borrowed until the recognizer's examples change. */
    const char *name;
    /* The nearest example of that name. */
    uint32_t example;
    uint32_t reserved;
    /* How far the gesture is from that example: 0 for the same shape, 0.1 for somebody else's repetition, 0.3 and
     * more for another gesture. */
    double distance;
    /* How sure one may be, 0...1, falling with the distance; below 0.5 it is rather none of the names. */
    double score;
} automata_gesture_match;

/* A recognizer without examples; `freedoms` are sums of automata_gesture_freedom, as a rule
 * AUTOMATA_GESTURE_ANY_SCALE. */
automata_status automata_gesture_recognizer_new(
    uint32_t freedoms, automata_gesture_recognizer **recognizer, automata_error *error);

/* A recognizer with the examples and freedoms of a text that automata_gesture_recognizer_text() wrote. Examples
 * are numbered anew, from 0.
 * Fails with INVALID_TEXT and the line. O(length). */
automata_status automata_gesture_recognizer_read(
    const char *text, size_t length, automata_gesture_recognizer **recognizer, automata_error *error);
void automata_gesture_recognizer_free(automata_gesture_recognizer *recognizer);

/* The examples and freedoms as text; coordinates are exact. */
automata_status automata_gesture_recognizer_text(
    const automata_gesture_recognizer *recognizer, char **text, size_t *length, automata_error *error);

/* What gestures may differ in; 0 for NULL. */
uint32_t automata_gesture_recognizer_freedoms(const automata_gesture_recognizer *recognizer);
automata_status automata_gesture_recognizer_set_freedoms(
    automata_gesture_recognizer *recognizer, uint32_t freedoms, automata_error *error);

/* Adds an example of one or several strokes, as automata_strokes_recognize() takes them, and tells its number:
 * 0 for the first one that was ever added, and so on. A name has 1 to 1000 bytes and no control characters; the
 * points of an example don't all lie at one place. Fails with TOO_LARGE and, where the machine has too little memory left
 * for so many points, BUDGET_EXCEEDED. O(all points). */
automata_status automata_gesture_recognizer_add(
    automata_gesture_recognizer *recognizer, const char *name, size_t name_length, const automata_point *points,
    const size_t *counts, size_t stroke_count, uint32_t *example, automata_error *error);

/* Removes an example: whether there was one of that number. O(number of examples). */
bool automata_gesture_recognizer_remove(automata_gesture_recognizer *recognizer, uint32_t example);

/* Removes all examples of a name, and tells how many there were. O(number of examples). */
automata_status automata_gesture_recognizer_remove_named(
    automata_gesture_recognizer *recognizer, const char *name, size_t name_length, size_t *removed,
    automata_error *error);

/* How many examples there are; and, in the order of addition, their names (borrowed until the examples change; ""
 * for an index out of range), their numbers (0 for one out of range), and their points, which are yours: the
 * points of all strokes, and how many each has.
 * Fails with OUT_OF_RANGE. O(1), or O(points). */
size_t automata_gesture_recognizer_count(const automata_gesture_recognizer *recognizer);
const char *automata_gesture_recognizer_name(const automata_gesture_recognizer *recognizer, size_t index);
uint32_t automata_gesture_recognizer_example(const automata_gesture_recognizer *recognizer, size_t index);
automata_status automata_gesture_recognizer_points(
    const automata_gesture_recognizer *recognizer, size_t index, automata_point **points, size_t *point_count,
    size_t **counts, size_t *stroke_count, automata_error *error);

/* The names that a gesture may have, the best first: `matches` has room for `capacity` of them, the fewer the
 * faster, and `count` tells how many there are; none where there is no example, or the gesture has no shape. Each
 * name has the distance of its nearest example.
 * Fails with BUDGET_EXCEEDED where the machine has too little memory left for so many points.
 * O(all points + number of examples). */
automata_status automata_gesture_recognizer_match(
    const automata_gesture_recognizer *recognizer, const automata_point *points, const size_t *counts,
    size_t stroke_count, automata_gesture_match *matches, size_t capacity, size_t *count, automata_error *error);

/* -------------------------------------------------------------------------------------------------------- */
/* Words in order                                                                                           */
/* -------------------------------------------------------------------------------------------------------- */

/* A letter of a word that is enumerated, counted, ranked or drawn: a symbol in an alphabet of named symbols, else one
 * byte or one Unicode scalar by its value. So a class of 26 letters gives 26 words, and words and their order
 * don't depend on how a language was cut into classes. */
typedef uint32_t automata_letter;

/* Borrowed; see "Ownership". */
typedef struct automata_letters {
    const automata_letter *items;
    size_t count;
} automata_letters;

/* The letters that a text spells, which is split as automata_word() does.
 * Fails with UNKNOWN_NAME. */
automata_status automata_letters_of_text(
    const automata_alphabet *alphabet, const char *text, size_t length, const char *separator,
    size_t separator_length, automata_letter **letters, size_t *count, automata_error *error);

/* A word as text: names with the separator between them, as automata_word_text() writes them; bytes as they are, and
 * scalars in UTF-8, with nothing between them where the separator is NULL.
 * Fails with OUT_OF_RANGE for a letter that has no symbol, and with BUDGET_EXCEEDED as automata_write() does. */
automata_status automata_letters_text(
    const automata_alphabet *alphabet, const automata_letter *letters, size_t count, const char *separator,
    size_t separator_length, char **text, size_t *length, automata_error *error);

/* The symbols that the letters belong to, as many as they are.
 * Fails with OUT_OF_RANGE for a letter that has no symbol. */
automata_status automata_letters_symbols(
    const automata_alphabet *alphabet, const automata_letter *letters, size_t count, automata_symbol **word,
    automata_error *error);

/* A place in the shortlex order of the accepted words: short ones come before long ones, and those of one length are
 * in the order of their letters. It belongs to one thread at a time; independent of the automaton's handle. */
typedef struct automata_words automata_words;

/* Starts before the first word of a length from `shortest` to `longest`, SIZE_MAX for no bound. An automaton that isn't
 * deterministic is determinized first; then linear.
 * Fails with BUDGET_EXCEEDED, CANCELLED. */
automata_status automata_words_new(
    const automata_automaton *automaton, size_t shortest, size_t longest, const automata_budget *budget,
    automata_words **words, automata_error *error);

/* A place of its own where this one is. */
automata_status automata_words_copy(const automata_words *words, automata_words **copy, automata_error *error);
void automata_words_free(automata_words *words);

/* Moves to the next word, or from the start to the first one. `found` is false where there is none: the place is the
 * end then. O(letters), and O(m) where a length is new. The budget's bytes are for what is kept of each length, n / 8
 * or less; after a failure the place is unknown.
 * Fails with BUDGET_EXCEEDED, CANCELLED. */
automata_status automata_words_next(
    automata_words *words, const automata_budget *budget, bool *found, automata_error *error);

/* Moves to the word before, or from the end of finitely many to the last one. */
automata_status automata_words_previous(
    automata_words *words, const automata_budget *budget, bool *found, automata_error *error);

/* Moves to the first word after the given one, which needn't be accepted. O(count * m) at most. */
automata_status automata_words_seek_after(
    automata_words *words, const automata_letter *letters, size_t count, const automata_budget *budget, bool *found,
    automata_error *error);

/* Moves to the last word before the given one, which needn't be accepted. */
automata_status automata_words_seek_before(
    automata_words *words, const automata_letter *letters, size_t count, const automata_budget *budget, bool *found,
    automata_error *error);

/* The word at the place; none at the start, at the end and for NULL, and a count of 0 for the empty word too. Borrowed
 * until the place moves or is freed. */
automata_letters automata_words_letters(const automata_words *words);

/* -------------------------------------------------------------------------------------------------------- */
/* Counting                                                                                                 */
/* -------------------------------------------------------------------------------------------------------- */

/* An integer of any size. Immutable. */
typedef struct automata_integer automata_integer;

/* The integer that decimal digits write, with a sign before them or without.
 * Fails with INVALID_TEXT for any other text, and with BUDGET_EXCEEDED as automata_write() does. */
automata_status automata_integer_of_text(
    const char *text, size_t length, automata_integer **integer, automata_error *error);

/* The integer whose magnitude has the given limbs of 64 bits, the least significant first. */
automata_status automata_integer_of_limbs(
    const uint64_t *limbs, size_t count, bool is_negative, automata_integer **integer, automata_error *error);
void automata_integer_free(automata_integer *integer);

/* The limbs of the magnitude, the least significant first; none for zero and for NULL, and the last one is never zero. Borrowed. */
typedef struct automata_limbs {
    const uint64_t *items;
    size_t count;
} automata_limbs;
automata_limbs automata_integer_limbs(const automata_integer *integer);

/* -1, 0 or 1, as the integer is negative, zero or positive; 0 for NULL. */
int automata_integer_sign(const automata_integer *integer);

/* The decimal digits, after a minus sign where it is negative. Between two calls of the budget's callback lies one division at most. */
automata_status automata_integer_text(
    const automata_integer *integer, const automata_budget *budget, char **text, size_t *length, automata_error *error);

/* The nearest double, of two at one distance the even one; infinite beyond the largest, and 0 for NULL. */
double automata_integer_double(const automata_integer *integer);

/* Integers in a row. Immutable. */
typedef struct automata_integers automata_integers;
void automata_integers_free(automata_integers *integers);

/* How many there are; 0 for NULL. */
size_t automata_integers_count(const automata_integers *integers);

/* One of them, borrowed; NULL where there are not so many. */
const automata_integer *automata_integers_item(const automata_integers *integers, size_t index);

/* What counts the words of a language. Immutable; independent of the automaton's handle. */
typedef struct automata_counter automata_counter;

/* Takes an automaton. Each word counts once: a nondeterministic automaton that is ambiguous is determinized. Where symbols are
 * classes, words of bytes or scalars are counted.
 * Fails with BUDGET_EXCEEDED, CANCELLED. */
automata_status automata_counter_new(
    const automata_automaton *automaton, const automata_budget *budget, automata_counter **counter,
    automata_error *error);
void automata_counter_free(automata_counter *counter);

/* How words are counted; all methods give the same number. */
typedef enum automata_counting {
    /* The fastest, by an estimate of what each one costs. */
    AUTOMATA_COUNTING_AUTOMATIC = 0,
    /* A vector of counts is taken from length to length. Best for short words. */
    AUTOMATA_COUNTING_ITERATION = 1,
    /* The automaton's matrix is squared again and again. */
    AUTOMATA_COUNTING_MATRIX = 2,
    /* By the shortest linear recurrence. Best for long words. */
    AUTOMATA_COUNTING_RECURRENCE = 3
} automata_counting;

/* The method that AUTOMATA_COUNTING_AUTOMATIC stands for at a length, at most INT64_MAX; itself for NULL. */
automata_counting automata_counting_method(const automata_counter *counter, uint64_t length);

/* The number of words of a length. Memory is counted against the budget before numbers are made.
 * Fails with BUDGET_EXCEEDED, CANCELLED. */
automata_status automata_count(
    const automata_counter *counter, uint64_t length, automata_counting method, const automata_budget *budget,
    automata_integer **count, automata_error *error);

/* The number of words up to a length.
 * Fails with BUDGET_EXCEEDED, CANCELLED. */
automata_status automata_count_up_to(
    const automata_counter *counter, uint64_t length, automata_counting method, const automata_budget *budget,
    automata_integer **count, automata_error *error);

/* The number of all words, NULL where there are infinitely many.
 * Fails with BUDGET_EXCEEDED, CANCELLED. */
automata_status automata_count_all(
    const automata_counter *counter, const automata_budget *budget, automata_integer **count,
    automata_error *error);

/* The number of words of each length from 0 to the given one.
 * Fails with BUDGET_EXCEEDED, CANCELLED. */
automata_status automata_counts(
    const automata_counter *counter, uint64_t length, const automata_budget *budget, automata_integers **counts,
    automata_error *error);

/* The generating function of the numbers of words: the coefficients of 1, x, x^2, ... of two polynomials that have no factor in
 * common; the denominator's first one is 1.
 * Fails with BUDGET_EXCEEDED, CANCELLED. */
automata_status automata_generating_function(
    const automata_counter *counter, const automata_budget *budget, automata_integers **numerator,
    automata_integers **denominator, automata_error *error);

/* The shortest linear recurrence of the numbers of words, a(n) = c1 a(n-1) + c2 a(n-2) + ..., and the first numbers, to which
 * it does not apply.
 * Fails with BUDGET_EXCEEDED, CANCELLED. */
automata_status automata_recurrence(
    const automata_counter *counter, const automata_budget *budget, automata_integers **coefficients,
    automata_integers **initial_terms, automata_error *error);

/* Bounds on the rate at which the number of words grows with each letter in the long run, 0 for a finite language. They are as close
 * as `precision` says in proportion, 1e-12 for 0, or as near to that as they get.
 * Fails with BUDGET_EXCEEDED, CANCELLED. */
automata_status automata_growth_rate(
    const automata_counter *counter, double precision, const automata_budget *budget, double *lower, double *upper,
    automata_error *error);

/* The accepted words by their places in shortlex order, counted from 0. Immutable; independent of the automaton's handle. */
typedef struct automata_ranking automata_ranking;

/* Takes an automaton, which is determinized where it isn't deterministic.
 * Fails with BUDGET_EXCEEDED, CANCELLED. */
automata_status automata_ranking_new(
    const automata_automaton *automaton, const automata_budget *budget, automata_ranking **ranking,
    automata_error *error);
void automata_ranking_free(automata_ranking *ranking);

/* How many accepted words come before a word, which needn't be accepted: all of them, or those of its length.
 * Fails with BUDGET_EXCEEDED, CANCELLED. */
automata_status automata_rank(
    const automata_ranking *ranking, const automata_letter *letters, size_t count, bool within_length,
    const automata_budget *budget, automata_integer **rank, automata_error *error);

/* The word at a place, NULL where there are not so many.
 * Fails with BUDGET_EXCEEDED, CANCELLED. */
automata_status automata_unrank(
    const automata_ranking *ranking, const automata_integer *rank, const automata_budget *budget,
    automata_letter **letters, size_t *count, automata_error *error);

/* The word at a place among those of one length.
 * Fails with BUDGET_EXCEEDED, CANCELLED. */
automata_status automata_unrank_length(
    const automata_ranking *ranking, const automata_integer *rank, size_t length, const automata_budget *budget,
    automata_letter **letters, size_t *count, automata_error *error);

/* Random numbers whose sequence a seed fixes for good. It belongs to one thread at a time. */
typedef struct automata_random automata_random;
automata_status automata_random_new(uint64_t seed, automata_random **random, automata_error *error);
void automata_random_free(automata_random *random);

/* The next number; 0 for NULL. */
uint64_t automata_random_next(automata_random *random);

/* What draws words at random, all with the same chance. Immutable; independent of the automaton's handle. */
typedef struct automata_sampler automata_sampler;

/* Takes an automaton, which is determinized where it isn't deterministic, and a length of words, or with `or_shorter` the most that it
 * may be, 2^26 - 1 at most.
 * Fails with TOO_LARGE, BUDGET_EXCEEDED, CANCELLED. */
automata_status automata_sampler_new(
    const automata_automaton *automaton, size_t length, bool or_shorter, const automata_budget *budget,
    automata_sampler **sampler, automata_error *error);
void automata_sampler_free(automata_sampler *sampler);

/* Draws so many words. Word i is letters[offsets[i]] to letters[offsets[i + 1] - 1], and there are count + 1 offsets. Both are NULL where
 * there is no word to be drawn.
 * Fails with BUDGET_EXCEEDED, CANCELLED. */
automata_status automata_sample(
    const automata_sampler *sampler, automata_random *random, size_t count, const automata_budget *budget,
    automata_letter **letters, size_t **offsets, automata_error *error);

#ifdef __cplusplus
}
#endif

#endif
