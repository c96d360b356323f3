/*
 * automata.h: finite automata for C programs.
 *
 * An automaton is a value. You read one from a text or build one by hand, and every operation
 * makes a new one:
 *
 *     #include <automata.h>
 *     ...
 *     automata_fa *nfa = NULL, *dfa = NULL;
 *     automata_error error;
 *     if (automata_fa_from_file("lock.jff", AUTOMATA_FORMAT_GUESS, NULL, &nfa, &error) ||
 *         automata_fa_minimize(nfa, NULL, &dfa, &error))
 *         fprintf(stderr, "%s\n", error.message);
 *     else
 *         printf("%zu states are enough\n", automata_fa_state_count(dfa));
 *     automata_fa_free(dfa);
 *     automata_fa_free(nfa);
 *
 * Compile with   cc prog.c $(pkg-config --cflags --libs automata)
 * and add -Wl,-rpath,DIR/lib if the system doesn't search the library's folder.
 *
 * This header has alphabets, automata, formats, algorithms, operations, decisions, words and the
 * matcher. The library has more:
 *
 *     automata_regex.h      regular expressions, and automata whose transitions read them
 *     automata_search.h     the matches of patterns in texts, also in texts that come in pieces
 *     automata_grammar.h    grammars of Chomsky's hierarchy
 *     automata_count.h      counting, ranking and sampling of words, with integers of any size
 *     automata_features.h   feature models and their products
 *     automata_lines.h      products of product lines as programs
 *     automata_strokes.h    recognition of pen strokes and gestures
 *     automata_sketch.h     drawings that become automata, with undo and pictures
 *     automata_mealy.h      Mealy and Moore machines, tests of them, and learning
 *     automata_statechart.h statecharts that programs run
 *     automata_analysis.h   all runs of a statechart: mistakes, and automata of its configurations
 *     automata_all.h        all of these
 *
 * RULES for every function:
 *
 * Names. A function is called automata_OBJECT_VERB after the type that it works on; fa is a finite
 *   automaton. X_from_Y makes an X from a Y, X_copy makes a copy of an X, and X_Y_count returns the
 *   number of Ys in an X. Types of the other headers begin with their subject, such as
 *   automata_statechart_event, and constants with their type or its subject.
 * Reading and writing have one spelling. X_text writes an X as text. X_from_text reads an X from a
 *   text, X_from_file from a file, and X_from_descriptor from an open file. X_write_file and
 *   X_write_descriptor write into files. If there are several formats, an argument names one. A
 *   function that writes an X in another form has the form's name: X_table, X_svg.
 * Failure. A function that can fail returns an automata_status, which is AUTOMATA_OK (0) or
 *   negative. Its last parameter is an automata_error, which may be NULL; on failure it gets a
 *   message with the place, the problem and the remedy. The pointers to results come directly
 *   before it. They must not be NULL unless the comment says so. Each result is first set to NULL,
 *   0 or false. It is written on success only, so check the status before you use it. All such
 *   functions can fail with INVALID_ARGUMENT, functions with a budget also with BUDGET_EXCEEDED and
 *   CANCELLED. "Fails with" in a comment lists the other reasons. A function with any other result
 *   can't fail: for a NULL handle or an id out of range it returns 0, false, NULL or the value that
 *   its comment names.
 * Options and budgets. A function with options takes them as a struct, and the budget is a member
 *   of it. A function without options takes the budget itself. NULL stands for the defaults in both
 *   places. Functions with neither take time and memory in proportion to their arguments and
 *   results, and can't be cancelled.
 * Structs with struct_size as their first member can grow at the end in later versions. Initialize
 *   them with their _INIT, then set members. Structs that the library lends one at a time, by a
 *   const pointer, can grow as well. All other structs keep their size and their members; for
 *   additions, later versions have new functions, or use a member whose name begins with reserved.
 *   The library sets such members to 0; in arguments, other values fail with INVALID_ARGUMENT.
 * Ownership. Handles, texts and arrays that a function returns through a `T **` are yours. Free
 *   them with the free function of their type, or with automata_free() for texts and arrays. Every
 *   free function accepts NULL. Arguments are copied if they must outlive the call; they are never
 *   freed, changed or kept, with one exception: searches, machines and components call functions
 *   of yours later. Such a function and its context must stay valid until the object and its
 *   copies are freed. X_retain adds an owner to an immutable handle: it returns the same pointer,
 *   and each owner frees it once. X_copy makes an independent object of one that changes.
 *   Pointers in all other results, such as const char *, automata_states and automata_names, are
 *   borrowed: they are valid until the last owner frees the handle that they come from.
 * Arrays of handles are const throughout: const automata_fa *const *. C doesn't convert a `T **` to
 *   that by itself, so automata_fa and automata_regex are const types: automata_fa * and const
 *   automata_fa * are the same, and an array of either can be given without a cast.
 * Threads. Immutable objects, runs and matchers included, never change, so any number of threads
 *   may share one. All other objects belong to one thread at a time. Calls with different
 *   handles don't affect each other. A callback runs in the thread that called the library. A fork
 *   copies all handles.
 * Text is UTF-8, given as pointer and length. The length AUTOMATA_ZERO_TERMINATED stands for
 *   strlen(). Returned text has a zero byte after its end, which its length doesn't count. Names
 *   are equal if their bytes are equal. Names of states and symbols may have any bytes, as names in
 *   files do; messages show bytes that aren't UTF-8 as U+FFFD, and some formats refuse them. Paths
 *   may have any bytes.
 * A pointer may be NULL if its length or count is 0.
 * Memory. Operations that can grow exponentially take a budget, which bounds memory as well. If
 *   malloc fails although the budget allows the memory, calls fail with BUDGET_EXCEEDED, because
 *   the library reserves memory while it works. In about one of 25 forced failures the reserve was
 *   too small; then the Swift runtime writes a message to the standard error and ends the process.
 *   See Documentation/robustness.md. Custom allocators aren't supported, as the Swift runtime takes
 *   all memory from malloc, but a program can replace malloc as a whole. 64 KiB of stack are
 *   enough, 256 KiB for counting, ranking, sampling, questions about feature models, assemblies of
 *   components, and statecharts with expressions, and 512 KiB for statecharts that invoke others.
 *
 * In all other cases the library doesn't end the process. It checks its arguments, installs no
 * signal handler, prints nothing, and starts no thread, but for the one that serves the socket of
 * automata_simulation_inspect. It can't check everything. As everywhere in
 * C, the behavior is undefined for a pointer that is neither NULL nor valid, a handle that was
 * freed or has another type, a length beyond the end of its array, one builder, scan or search used
 * by two threads at the same time, and a callback that leaves by longjmp or by an exception.
 *
 * n, m and k are the numbers of states, transitions and symbols; n1 and m1 are those of the first
 * of two automata, n2 and m2 those of the second. "Linear" means O(n + m + k).
 */
#ifndef AUTOMATA_H
#define AUTOMATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------------------------------------- */
/* Version                                                                                        */
/* ---------------------------------------------------------------------------------------------- */

/* The version of this header. Until 1.0.0 a new minor version may change what exists. */
#define AUTOMATA_VERSION_MAJOR 0
#define AUTOMATA_VERSION_MINOR 1
#define AUTOMATA_VERSION_PATCH 0
#define AUTOMATA_VERSION_NUMBER \
    (AUTOMATA_VERSION_MAJOR * 1000000 + AUTOMATA_VERSION_MINOR * 1000 + AUTOMATA_VERSION_PATCH)

/* Returns the version of the loaded library, composed like AUTOMATA_VERSION_NUMBER. */
uint32_t automata_version_number(void);

/* Returns the version of the loaded library as "major.minor.patch". The text is static. */
const char *automata_version_string(void);

/* Returns whether the loaded library has everything that a header of the given version declares. It
 * has the same major version, until 1.0.0 also the same minor version, and isn't older. The loader
 * checks this for programs that are linked with the library, except for the patch. A program that
 * loads the library by dlopen(), or has its declarations from elsewhere, calls this first, with
 * AUTOMATA_VERSION_MAJOR, AUTOMATA_VERSION_MINOR and AUTOMATA_VERSION_PATCH. */
bool automata_version_check(uint32_t major, uint32_t minor, uint32_t patch);

/* ---------------------------------------------------------------------------------------------- */
/* Status and errors                                                                              */
/* ---------------------------------------------------------------------------------------------- */

/* The result of a call. The numbers are fixed; later versions can add to them. */
typedef enum automata_status {
    AUTOMATA_OK = 0,
    /* A NULL that isn't allowed, an impossible length, invalid UTF-8, a number outside its enum, or
     * an options struct that wasn't initialized with its _INIT. */
    AUTOMATA_ERROR_INVALID_ARGUMENT = -1,
    /* No state, symbol, feature or constraint has this id. */
    AUTOMATA_ERROR_OUT_OF_RANGE = -2,
    /* No state, symbol, automaton or feature has this name. */
    AUTOMATA_ERROR_UNKNOWN_NAME = -3,
    /* Two states or symbols have the same name, or one byte or scalar is in two classes. */
    AUTOMATA_ERROR_DUPLICATE_NAME = -4,
    /* A class of symbols is empty or exceeds its domain, or the operation treats some of its
     * members differently. */
    AUTOMATA_ERROR_INVALID_CLASS = -5,
    /* Some states have names and others don't. */
    AUTOMATA_ERROR_WRONG_NAME_COUNT = -6,
    /* The automaton must be deterministic and isn't: it has several initial states, an epsilon
     * move, or two targets on one symbol. Determinize it first. */
    AUTOMATA_ERROR_NONDETERMINISTIC = -7,
    /* An algorithm for acyclic automata met a cycle. */
    AUTOMATA_ERROR_CYCLIC = -8,
    /* The work needs more states or bytes than the budget or the machine has. */
    AUTOMATA_ERROR_BUDGET_EXCEEDED = -9,
    /* The progress callback asked to stop. */
    AUTOMATA_ERROR_CANCELLED = -10,
    /* There are more states, symbols or transitions than 32-bit ids, a number in a text or an
     * argument is too large, or a fixed limit, which no budget raises, is exceeded. */
    AUTOMATA_ERROR_TOO_LARGE = -11,
    /* The text breaks the rules of its format; the error has the line and the column. */
    AUTOMATA_ERROR_INVALID_TEXT = -12,
    /* The format can't represent this automaton's language, or this chart or feature model, or the
     * searcher can't be saved or written as tables. */
    AUTOMATA_ERROR_NOT_REPRESENTABLE = -13,
    /* The format can't be detected from the file's name or its content. */
    AUTOMATA_ERROR_UNKNOWN_FORMAT = -14,
    /* A file can't be read or written. */
    AUTOMATA_ERROR_FILE = -15,
    /* The automaton must not have epsilon moves. Remove them first. */
    AUTOMATA_ERROR_EPSILON_MOVES = -16,
    /* Two automata have symbols of different kinds, such as names and bytes. Convert one with
     * automata_fa_image() or automata_fa_preimage(). */
    AUTOMATA_ERROR_INCOMPATIBLE_ALPHABETS = -17,
    /* The grammar must be regular or context-free and isn't; the message shows the production. */
    AUTOMATA_ERROR_WRONG_GRAMMAR = -18,
    /* The sketch isn't an automaton yet; the message lists all problems. */
    AUTOMATA_ERROR_INCOMPLETE = -19,
    /* The statechart can't be run; the message lists what is wrong. */
    AUTOMATA_ERROR_INVALID_STATECHART = -20,
    /* A guard, an action or a recorder tried to change its own machine, a function for actions was
     * called outside of one, or the callback of a configurator's step started another step. */
    AUTOMATA_ERROR_MISPLACED_CALL = -21,
    /* A component refused a command. A configurator refused a step because no product agrees with
     * it or because it belongs to another stage, or couldn't start because there are no products.
     * The message has the reason, or a remedy. */
    AUTOMATA_ERROR_REFUSED = -22,
    /* Saved bytes can't be loaded: they are damaged, or from another version of the format, another
     * kind of object or a machine with another byte order. */
    AUTOMATA_ERROR_NOT_LOADABLE = -23,
    /* An assembly of components can't be started or changed in this way; the message says what is
     * wrong with which component or port. */
    AUTOMATA_ERROR_INVALID_ASSEMBLY = -24
} automata_status;

/* Returns the meaning of a status in a few words, such as "budget exceeded", or "unknown status"
 * for other numbers. The text is static. */
const char *automata_status_string(automata_status status);

enum { AUTOMATA_ERROR_MESSAGE_SIZE = 1000 };

/* The details of a failure. It needs no initialization and no free: every call that takes it
 * writes it, with AUTOMATA_OK and an empty message on success. */
typedef struct automata_error {
    /* The returned status. */
    automata_status status;
    uint32_t reserved;
    /* The line and the column in a text, counted from 1, the column in bytes; 0 if the error has no
     * place in a text. */
    uint64_t line;
    uint64_t column;
    /* The index of the symbol in a word, from 0; AUTOMATA_NO_POSITION if the error isn't about a
     * symbol. */
    size_t position;
    /* One line of UTF-8 for the user: place, problem, remedy. Control characters in names are
     * escaped. A message that is too long is cut between two characters and ends in an ellipsis. */
    char message[AUTOMATA_ERROR_MESSAGE_SIZE];
    /* Room for later versions; 0. */
    uint64_t reserved_values[4];
} automata_error;

/* The length of a text that ends before its first zero byte. */
#define AUTOMATA_ZERO_TERMINATED SIZE_MAX

/* No position in a word. */
#define AUTOMATA_NO_POSITION SIZE_MAX

/* Frees a text or an array that a function returned. Does nothing for NULL. */
void automata_free(void *memory);

/* ---------------------------------------------------------------------------------------------- */
/* Budgets and cancellation                                                                       */
/* ---------------------------------------------------------------------------------------------- */

/* Receives the progress of an operation: the number of states built and of states not
 * explored yet. Return 0 to continue; any other value ends the operation with CANCELLED. The
 * callback is called at the start of an operation, then at least every few thousand states and
 * every few million steps. To cancel from another thread, read an atomic flag here. The callback
 * may call the library. */
typedef int (*automata_progress)(uint64_t states_built, uint64_t states_pending, void *context);

/* The limits of an operation. An operation that exceeds them has no result and fails with
 * BUDGET_EXCEEDED. */
typedef struct automata_budget {
    size_t struct_size;
    /* The maximum number of states; 0 means ten million, UINT64_MAX no limit. */
    uint64_t maximum_states;
    /* The maximum number of bytes of working memory and result together, as the operation estimates
     * them: it takes at most twice as many, and 8 MB. 0 means 2 GiB. Arguments don't count, except
     * the text of an expression or of a grammar, which is copied. The limit is at most the memory
     * that the machine and the process's limits leave free when the call starts; UINT64_MAX means
     * all of it. Concurrent calls all count the same free memory, so give each call its share.
     * Address space that is reserved but unused doesn't count. */
    uint64_t maximum_bytes;
    /* May be NULL. */
    automata_progress progress;
    void *context;
} automata_budget;

#define AUTOMATA_BUDGET_INIT { sizeof(automata_budget), 0, 0, NULL, NULL }

/* ---------------------------------------------------------------------------------------------- */
/* Alphabets                                                                                      */
/* ---------------------------------------------------------------------------------------------- */

/* A symbol of an alphabet: a number from 0. In an alphabet of bytes or scalars, it stands for a
 * class of bytes or scalars. */
typedef uint32_t automata_symbol;

/* The symbols that an automaton reads. Immutable. */
typedef struct automata_alphabet automata_alphabet;

typedef enum automata_alphabet_kind {
    /* Symbols with names, as in the textbooks' {0, 1}. */
    AUTOMATA_ALPHABET_NAMED = 1,
    /* Classes of bytes: [a-z] is one symbol instead of 26. */
    AUTOMATA_ALPHABET_BYTES = 2,
    /* Classes of Unicode scalars. */
    AUTOMATA_ALPHABET_SCALARS = 3
} automata_alphabet_kind;

/* The bytes or scalars lower...upper as members of one symbol's class. */
typedef struct automata_symbol_range {
    uint32_t lower;
    uint32_t upper;
    automata_symbol symbol;
} automata_symbol_range;

/* A borrowed text; a zero byte follows it. */
typedef struct automata_text {
    const char *data;
    size_t length;
} automata_text;

/* Borrowed names. */
typedef struct automata_names {
    const automata_text *items;
    size_t count;
} automata_names;

/* Borrowed ranges. */
typedef struct automata_symbol_ranges {
    const automata_symbol_range *items;
    size_t count;
} automata_symbol_ranges;

/* Makes an alphabet of `count` named symbols, numbered in their order. `lengths` may be NULL if all
 * names end with a zero byte.
 *     const char *names[] = {"0", "1"};
 *     automata_alphabet_from_names(names, NULL, 2, &alphabet, &error);
 * Fails with DUPLICATE_NAME, TOO_LARGE. Cost: the length of the names. */
automata_status automata_alphabet_from_names(
    const char *const *names, const size_t *lengths, size_t count, automata_alphabet **alphabet,
    automata_error *error);

/* Makes the alphabet of all 256 bytes: byte b is symbol b. */
automata_status automata_alphabet_bytes(automata_alphabet **alphabet, automata_error *error);

/* Makes an alphabet of classes; `kind` is AUTOMATA_ALPHABET_BYTES or AUTOMATA_ALPHABET_SCALARS. The
 * ranges may be in any order. Their symbols are 0...k-1, each in at least one range. Bytes and
 * scalars in no range aren't in the alphabet. Surrogates aren't scalars; a range may contain them,
 * and they are ignored.
 *     const automata_symbol_range ranges[] = {{'0', '9', 0}, {'a', 'z', 1}, {'A', 'Z', 1}};
 * Fails with OUT_OF_RANGE (a symbol isn't below the number of ranges), INVALID_CLASS,
 * DUPLICATE_NAME. O(count log count). */
automata_status automata_alphabet_from_ranges(
    automata_alphabet_kind kind, const automata_symbol_range *ranges, size_t count,
    automata_alphabet **alphabet, automata_error *error);

/* Adds an owner, who must free the handle, too, and returns the handle; NULL for NULL. O(1). */
automata_alphabet *automata_alphabet_retain(const automata_alphabet *alphabet);

/* Frees a handle. */
void automata_alphabet_free(automata_alphabet *alphabet);

/* Returns the kind of the symbols; 0 for NULL. */
automata_alphabet_kind automata_alphabet_kind_of(const automata_alphabet *alphabet);

/* Returns the number of symbols k; a class counts once. */
size_t automata_alphabet_symbol_count(const automata_alphabet *alphabet);

/* Returns the number of bytes or scalars in a symbol's class; 1 for a named symbol, 0 for a symbol
 * out of range. O(number of ranges). */
size_t automata_alphabet_symbol_width(const automata_alphabet *alphabet, automata_symbol symbol);

/* Returns the name of a symbol; "" for a symbol out of range. A class is written like [a-z_] or
 * \x00. The first call for an alphabet makes the table of all names; then O(1). */
const char *automata_alphabet_symbol_name(
    const automata_alphabet *alphabet, automata_symbol symbol);

/* Returns the names of all symbols, in order. The first call makes the table; then O(1). */
automata_names automata_alphabet_symbol_names(const automata_alphabet *alphabet);

/* Returns the ranges of an alphabet of classes, ascending; none for named symbols. Linear at the
 * first call, then O(1). */
automata_symbol_ranges automata_alphabet_ranges(const automata_alphabet *alphabet);

/* Tests whether two alphabets have the same kind and the same symbols in the same order. */
bool automata_alphabet_equal(const automata_alphabet *left, const automata_alphabet *right);

/* Makes the joint alphabet of automata over two alphabets: the union of their names, with the names
 * of the left alphabet first, or the coarsest common refinement of their classes.
 * Fails with INCOMPATIBLE_ALPHABETS. Cost: the length of the names, or O(r log r) for r ranges. */
automata_status automata_alphabet_join(
    const automata_alphabet *left, const automata_alphabet *right, automata_alphabet **alphabet,
    automata_error *error);

/* Finds the symbol with the given name; in an alphabet of classes, the class of the byte or scalar
 * that `name` spells. Fails with UNKNOWN_NAME. O(length). */
automata_status automata_alphabet_find_symbol(
    const automata_alphabet *alphabet, const char *name, size_t length, automata_symbol *symbol,
    automata_error *error);

/* Reads a word from a text. Without a separator (NULL or length 0) the text is split into Unicode
 * scalars, or into bytes if the alphabet is one of bytes. With a separator, the text is split at
 * each separator, and each piece names a symbol. The empty text is the empty word. Text to be split
 * into scalars must be UTF-8, so names that aren't UTF-8 need a separator.
 * Fails with UNKNOWN_NAME and the symbol's position. O(length). */
automata_status automata_word_from_text(
    const automata_alphabet *alphabet, const char *text, size_t length, const char *separator,
    size_t separator_length, automata_symbol **word, size_t *count, automata_error *error);

/* Writes a word as text that automata_word_from_text() reads with the same separator. A NULL
 * separator stands for a space if some name isn't exactly one scalar, and for no separator
 * otherwise. One member represents each class of an alphabet of classes; a NULL separator then
 * stands for no separator. A name that contains the separator can't be read back, nor can a word of
 * one empty name.
 * Fails with OUT_OF_RANGE, BUDGET_EXCEEDED (the machine lacks the memory). Linear in the text. */
automata_status automata_word_text(
    const automata_alphabet *alphabet, const automata_symbol *word, size_t count,
    const char *separator, size_t separator_length, char **text, size_t *length,
    automata_error *error);

/* ---------------------------------------------------------------------------------------------- */
/* Automata and their models                                                                      */
/* ---------------------------------------------------------------------------------------------- */

/* A state: a number from 0, below automata_fa_state_count(). */
typedef uint32_t automata_state;

/* The absent state. */
#define AUTOMATA_NO_STATE UINT32_MAX

/* The symbol of an epsilon move, which reads nothing. */
#define AUTOMATA_EPSILON UINT32_MAX

/* A finite automaton of one of three models. Immutable. */
typedef const struct automata_fa_value automata_fa;

typedef enum automata_model {
    /* Deterministic, partial or total: at most one initial state, and at most one target for each
     * state and symbol. */
    AUTOMATA_MODEL_DFA = 1,
    /* Nondeterministic: any number of initial states and of targets. */
    AUTOMATA_MODEL_NFA = 2,
    /* Nondeterministic with epsilon moves, which read nothing. */
    AUTOMATA_MODEL_EPSILON_NFA = 3,
    /* As an argument: the first of these models that can represent the automaton without
     * changes. */
    AUTOMATA_MODEL_MOST_SPECIFIC = 4
} automata_model;

/* Adds an owner, who must free the handle, too, and returns the handle; NULL for NULL. O(1). */
automata_fa *automata_fa_retain(const automata_fa *automaton);

/* Frees a handle. */
void automata_fa_free(automata_fa *automaton);

/* Converts an automaton to another model; states, names and transitions stay. If the model can't
 * represent the automaton, use automata_fa_determinize() or automata_fa_remove_epsilon() first.
 * Fails with EPSILON_MOVES if the automaton has epsilon moves and the model is AUTOMATA_MODEL_NFA,
 * with NONDETERMINISTIC if the model is AUTOMATA_MODEL_DFA and can't represent the automaton.
 * Linear. */
automata_status automata_fa_convert(
    const automata_fa *automaton, automata_model model, automata_fa **result,
    automata_error *error);

/* ---------------------------------------------------------------------------------------------- */
/* Building                                                                                       */
/* ---------------------------------------------------------------------------------------------- */

/* Collects states and transitions. Belongs to one thread at a time. Costs are amortized. */
typedef struct automata_builder automata_builder;

/* A transition; its symbol may be AUTOMATA_EPSILON. */
typedef struct automata_transition {
    automata_state source;
    automata_symbol symbol;
    automata_state target;
} automata_transition;

/* Starts an automaton without states over an alphabet. NULL stands for a growing alphabet of named
 * symbols: automata_builder_symbol() and automata_builder_add_transition_named() add new names. */
automata_status automata_builder_new(
    const automata_alphabet *alphabet, automata_builder **builder, automata_error *error);

/* Frees a builder. */
void automata_builder_free(automata_builder *builder);

/* Makes an independent builder with the same states and transitions. The two share memory until one
 * of them changes. O(1). */
automata_status automata_builder_copy(
    const automata_builder *builder, automata_builder **copy, automata_error *error);

/* Removes all states and transitions, for the next automaton over the same alphabet. Does nothing
 * for NULL. */
void automata_builder_reset(automata_builder *builder);

/* Finds the symbol with the given name, and adds it to a growing alphabet if it is new. In an
 * alphabet of bytes or scalars, finds the class of the byte or scalar that `name` spells.
 * Fails with UNKNOWN_NAME, TOO_LARGE. O(length). */
automata_status automata_builder_symbol(
    automata_builder *builder, const char *name, size_t length, automata_symbol *symbol,
    automata_error *error);

/* Returns the number of states added so far. */
size_t automata_builder_state_count(const automata_builder *builder);

/* Adds `count` states without names, numbered from *first on. Either all states of a builder have
 * names, or no state has a name.
 * Fails with WRONG_NAME_COUNT if the builder has states with names, TOO_LARGE. O(1). */
automata_status automata_builder_add_states(
    automata_builder *builder, size_t count, automata_state *first, automata_error *error);

/* Finds the state with the given name, and adds it if it is new.
 * Fails with WRONG_NAME_COUNT if the name is new and the builder has states without names,
 * TOO_LARGE. O(length). */
automata_status automata_builder_state(
    automata_builder *builder, const char *name, size_t length, automata_state *state,
    automata_error *error);

/* Adds a transition, or an epsilon move if the symbol is AUTOMATA_EPSILON. Adding a transition
 * twice has no further effect.
 * Fails with OUT_OF_RANGE, TOO_LARGE. O(1). */
automata_status automata_builder_add_transition(
    automata_builder *builder, automata_state source, automata_symbol symbol,
    automata_state target, automata_error *error);

/* Adds a transition on the symbol with the given name, as automata_builder_symbol() finds it.
 * Fails with OUT_OF_RANGE, UNKNOWN_NAME, TOO_LARGE. O(length). */
automata_status automata_builder_add_transition_named(
    automata_builder *builder, automata_state source, const char *symbol, size_t length,
    automata_state target, automata_error *error);

/* Adds a transition on each symbol from `first` to `last`, such as 0 and 255 for any byte.
 * Fails with OUT_OF_RANGE, TOO_LARGE. O(last - first). */
automata_status automata_builder_add_transition_range(
    automata_builder *builder, automata_state source, automata_symbol first, automata_symbol last,
    automata_state target, automata_error *error);

/* Adds many transitions, or none if a transition is wrong; the message has its index.
 * Fails with OUT_OF_RANGE, TOO_LARGE. O(count). */
automata_status automata_builder_add_transitions(
    automata_builder *builder, const automata_transition *transitions, size_t count,
    automata_error *error);

/* Makes a state initial. Fails with OUT_OF_RANGE. O(1). */
automata_status automata_builder_set_initial(
    automata_builder *builder, automata_state state, automata_error *error);

/* Makes a state final. Fails with OUT_OF_RANGE. O(1). */
automata_status automata_builder_set_final(
    automata_builder *builder, automata_state state, automata_error *error);

/* Makes the automaton of the states and transitions that were added so far, in the given model. The
 * builder doesn't change and can be used further.
 * Fails with NONDETERMINISTIC or EPSILON_MOVES if the model can't represent it, WRONG_NAME_COUNT.
 * O(n + m) if each state's transitions were added in order, O(n + m log m) otherwise. */
automata_status automata_builder_build(
    const automata_builder *builder, automata_model model, const automata_budget *budget,
    automata_fa **automaton, automata_error *error);

/* ---------------------------------------------------------------------------------------------- */
/* Inspecting                                                                                     */
/* ---------------------------------------------------------------------------------------------- */

/* Borrowed states. */
typedef struct automata_states {
    const automata_state *items;
    size_t count;
} automata_states;

/* Borrowed rows of (symbol, target) pairs: those of row r have the indices offsets[r] to
 * offsets[r + 1] - 1.
 *     automata_rows rows = automata_fa_transitions(automaton);
 *     for (size_t source = 0; source < rows.row_count; source++)
 *         for (size_t i = rows.offsets[source]; i < rows.offsets[source + 1]; i++)
 *             use(source, rows.symbols[i], rows.targets[i]);
 */
typedef struct automata_rows {
    size_t row_count;
    /* The number of pairs. */
    size_t count;
    /* An array of row_count + 1 offsets; NULL if row_count is 0. */
    const size_t *offsets;
    /* NULL if the rows hold states only. */
    const automata_symbol *symbols;
    const automata_state *targets;
} automata_rows;

/* Returns the model: AUTOMATA_MODEL_DFA, AUTOMATA_MODEL_NFA or AUTOMATA_MODEL_EPSILON_NFA; 0 for
 * NULL. */
automata_model automata_fa_model(const automata_fa *automaton);

/* Returns the alphabet, borrowed from the automaton; NULL for NULL. Retain it to keep it longer. */
const automata_alphabet *automata_fa_alphabet(const automata_fa *automaton);

/* Returns the number of states n. */
size_t automata_fa_state_count(const automata_fa *automaton);

/* Returns the number of transitions m, epsilon moves included; a transition on a class counts
 * once. */
size_t automata_fa_transition_count(const automata_fa *automaton);

/* Returns the number of epsilon moves. */
size_t automata_fa_epsilon_move_count(const automata_fa *automaton);

/* Returns the initial state, the least if there are several; AUTOMATA_NO_STATE if there is no
 * initial state. */
automata_state automata_fa_initial_state(const automata_fa *automaton);

/* Returns the initial states, ascending. The first call makes the list; then O(1). */
automata_states automata_fa_initial_states(const automata_fa *automaton);

/* Returns the final states, ascending. The first call makes the list; then O(1). */
automata_states automata_fa_final_states(const automata_fa *automaton);

/* Tests whether a state is initial. */
bool automata_fa_is_initial(const automata_fa *automaton, automata_state state);

/* Tests whether a state is final. */
bool automata_fa_is_final(const automata_fa *automaton, automata_state state);

/* Returns all transitions on symbols: one row for each state, ordered by symbol, then target. The
 * first call for an automaton makes arrays with 8 bytes for each state and 8 for each transition;
 * then O(1). */
automata_rows automata_fa_transitions(const automata_fa *automaton);

/* Returns all epsilon moves: one row of targets for each state. `symbols` is NULL. The first call
 * makes arrays with 8 bytes for each state and 4 for each move; then O(1). */
automata_rows automata_fa_epsilon_moves(const automata_fa *automaton);

/* Returns the targets of a state on a symbol, ascending; for AUTOMATA_EPSILON, the targets of its
 * epsilon moves. The first call makes the arrays of automata_fa_transitions() or
 * automata_fa_epsilon_moves(); then O(log d) for d transitions from the state. */
automata_states automata_fa_targets(
    const automata_fa *automaton, automata_state state, automata_symbol symbol);

/* Tests whether the states have names. */
bool automata_fa_has_state_names(const automata_fa *automaton);

/* Returns the name of a state; q and the number, such as q0, if the states have no names; "" for a
 * state out of range. The first call makes the table of all names, with some 24 bytes for each
 * state besides the text; then O(1). */
const char *automata_fa_state_name(const automata_fa *automaton, automata_state state);

/* Returns the names of all states, in order. The first call makes the table of all names; then
 * O(1). */
automata_names automata_fa_state_names(const automata_fa *automaton);

/* Copies the name of a state as snprintf does: at most `capacity` bytes including the zero byte,
 * even if that cuts a character. Makes no table of names. `buffer` may be NULL if `capacity` is 0.
 * Returns the length of the whole name without the zero byte; 0 for a state out of range. */
size_t automata_fa_copy_state_name(
    const automata_fa *automaton, automata_state state, char *buffer, size_t capacity);

/* Finds the state with the given name, as automata_fa_state_name() returns it. Fails with
 * UNKNOWN_NAME. O(length). */
automata_status automata_fa_find_state(
    const automata_fa *automaton, const char *name, size_t length, automata_state *state,
    automata_error *error);

/* Makes the same automaton with new names for its states: a name for each state, or no names if
 * `names` is NULL. `lengths` may be NULL if all names end with a zero byte. Fails with
 * WRONG_NAME_COUNT, DUPLICATE_NAME. */
automata_status automata_fa_rename_states(
    const automata_fa *automaton, const char *const *names, const size_t *lengths, size_t count,
    automata_fa **result, automata_error *error);

/* Writes the transition table of the textbooks: a row for each state and a column for each symbol.
 * An arrow stands before initial states, and another after final states. O(n k). */
automata_status automata_fa_table(
    const automata_fa *automaton, const automata_budget *budget, char **text, size_t *length,
    automata_error *error);

/* ---------------------------------------------------------------------------------------------- */
/* Formats                                                                                        */
/* ---------------------------------------------------------------------------------------------- */

typedef enum automata_format {
    /* As an argument: a guess by the file's name or the content. As a result: no format. */
    AUTOMATA_FORMAT_GUESS = 0,
    /* The .mata text of the Mata library. */
    AUTOMATA_FORMAT_MATA = 1,
    /* JFLAP's XML, .jff. */
    AUTOMATA_FORMAT_JFLAP = 2,
    /* The tab-separated text of AT&T's tools, OpenFst and foma, .att. */
    AUTOMATA_FORMAT_ATT = 3,
    /* This library's JSON, which keeps everything except the positions of states. */
    AUTOMATA_FORMAT_JSON = 4,
    /* Graphviz DOT. */
    AUTOMATA_FORMAT_DOT = 5,
    /* The text of RABIT and Reduce, .ba. */
    AUTOMATA_FORMAT_BA = 6
} automata_format;

/* Returns "mata", "jflap", "att", "json", "dot" or "ba"; NULL for other numbers. */
const char *automata_format_name(automata_format format);

/* Returns the usual extension of file names, such as "jff"; NULL for other numbers. */
const char *automata_format_extension(automata_format format);

/* Finds a format by its zero-terminated name: a name from automata_format_name(), an extension, or
 * another usual name such as "openfst". AUTOMATA_FORMAT_GUESS for NULL and unknown names. */
automata_format automata_format_from_name(const char *name);

/* Guesses the format by a file's name (zero-terminated, may be NULL) or, if that fails, by its
 * content; AUTOMATA_FORMAT_GUESS if neither decides. */
automata_format automata_format_recognize(const char *file_name, const char *text, size_t length);

/* Receives one sentence for each guess of a reader and each change that a writer had to make. Such
 * changes never affect the language. */
typedef void (*automata_note)(const char *note, void *context);

typedef struct automata_read_options {
    size_t struct_size;
    /* May be NULL. Its bytes bound the content of a file. The reader and the automaton together
     * take at most twice maximum_bytes plus 8 MB. A text in memory doesn't count. */
    const automata_budget *budget;
    /* The input's name in messages, zero-terminated; NULL means the file's path, or "-". */
    const char *input_name;
    /* The content of the AT&T symbol table if the text gives symbols as numbers; NULL for no
     * table. */
    const char *symbol_table;
    size_t symbol_table_length;
    /* May be NULL. */
    automata_note note;
    void *context;
    /* Read symbols as decimal byte values 0...255, as automata_fa_text() writes bytes in formats
     * that have only names. JSON and DOT texts declare by themselves that symbols are bytes. */
    bool symbols_are_bytes;
    bool reserved[7];
} automata_read_options;

#define AUTOMATA_READ_OPTIONS_INIT \
    { sizeof(automata_read_options), NULL, NULL, NULL, 0, NULL, NULL, false, \
      { false, false, false, false, false, false, false } }

typedef struct automata_write_options {
    size_t struct_size;
    /* May be NULL. Bounds the bytes of the text; states don't count. */
    const automata_budget *budget;
    /* May be NULL. */
    automata_note note;
    void *context;
    /* Don't call fsync() before a written file gets its name. */
    bool skip_sync;
    bool reserved[7];
} automata_write_options;

#define AUTOMATA_WRITE_OPTIONS_INIT \
    { sizeof(automata_write_options), NULL, NULL, NULL, false, \
      { false, false, false, false, false, false, false } }

/* Reads an automaton from a text, in the most specific model; JSON states its model.
 * Fails with INVALID_TEXT and the place, UNKNOWN_FORMAT. Linear in the text, with two exceptions:
 * .mata texts with formulas can stand for as many transitions as the budget allows, and DOT texts
 * with edges between groups, or with one label on many edges, for up to 10 million. */
automata_status automata_fa_from_text(
    const char *text, size_t length, automata_format format, const automata_read_options *options,
    automata_fa **automaton, automata_error *error);

/* Reads automata from `count` texts so that they can be compared and combined: in .mata texts with
 * formulas the classes of symbols depend on all formulas that are read together. Other texts are
 * read as automata_fa_from_text() does. `lengths` may be NULL if all texts end with a zero byte;
 * NULL for `formats` means AUTOMATA_FORMAT_GUESS for all; `options` and each of its elements may be
 * NULL. `automata` has room for `count` handles, all yours on success and all NULL on failure. All
 * texts together count against each budget, and the callback of each budget is called while its
 * text is read. Fails with INVALID_TEXT and the place, UNKNOWN_FORMAT. */
automata_status automata_fa_from_texts(
    const char *const *texts, const size_t *lengths, const automata_format *formats,
    const automata_read_options *const *options, size_t count, automata_fa **automata,
    automata_error *error);

/* Reads an automaton from a file; `path` is zero-terminated. A file that is longer than the
 * budget's bytes, or has no end like /dev/zero, is refused with BUDGET_EXCEEDED. While it waits for
 * a pipe, the budget's callback is called only when a signal handler returns. Fails with
 * INVALID_TEXT and the place, UNKNOWN_FORMAT, FILE. */
automata_status automata_fa_from_file(
    const char *path, automata_format format, const automata_read_options *options,
    automata_fa **automaton, automata_error *error);

/* Reads automata from files as automata_fa_from_texts() reads texts. All files together count
 * against each budget. Fails with INVALID_TEXT and the place, UNKNOWN_FORMAT, FILE. */
automata_status automata_fa_from_files(
    const char *const *paths, const automata_format *formats,
    const automata_read_options *const *options, size_t count, automata_fa **automata,
    automata_error *error);

/* Reads an automaton from an open file descriptor, such as 0, from its current offset to its end.
 * The descriptor stays open. Fails with INVALID_TEXT and the place, UNKNOWN_FORMAT, FILE. */
automata_status automata_fa_from_descriptor(
    int descriptor, automata_format format, const automata_read_options *options,
    automata_fa **automaton, automata_error *error);

/* Writes an automaton as text. `format` must not be AUTOMATA_FORMAT_GUESS.
 * Fails with NOT_REPRESENTABLE; .mata has no epsilon moves, for example. Linear in the text. */
automata_status automata_fa_text(
    const automata_fa *automaton, automata_format format, const automata_write_options *options,
    char **text, size_t *length, automata_error *error);

/* Writes an automaton to a file, which is replaced whole or not at all; a link stays a link.
 * AUTOMATA_FORMAT_GUESS takes the format from the path's extension. Fails with NOT_REPRESENTABLE,
 * UNKNOWN_FORMAT, FILE. */
automata_status automata_fa_write_file(
    const automata_fa *automaton, const char *path, automata_format format,
    const automata_write_options *options, automata_error *error);

/* Writes an automaton to an open file descriptor, such as 1, which stays open. A failure can leave
 * a part of the text there, and so can a descriptor that doesn't block. `format` must not be
 * AUTOMATA_FORMAT_GUESS. Fails with NOT_REPRESENTABLE, FILE. */
automata_status automata_fa_write_descriptor(
    const automata_fa *automaton, int descriptor, automata_format format,
    const automata_write_options *options, automata_error *error);

/* ---------------------------------------------------------------------------------------------- */
/* Algorithms: another automaton for the same language                                            */
/* ---------------------------------------------------------------------------------------------- */

typedef struct automata_determinize_options {
    size_t struct_size;
    /* May be NULL. */
    const automata_budget *budget;
    /* Give each state a transition on each symbol. */
    bool total;
    /* Name each state after its subset, such as {q0,q2}; subsets of an epsilon-NFA are closed under
     * epsilon moves. With names, all subsets stay separate states; without names, subsets that
     * evidently accept every word are merged. */
    bool name_subsets;
    bool reserved[6];
} automata_determinize_options;

#define AUTOMATA_DETERMINIZE_OPTIONS_INIT \
    { sizeof(automata_determinize_options), NULL, false, false, \
      { false, false, false, false, false, false } }

/* Makes a deterministic automaton by the subset construction. The result is trim, or total if
 * `total` is set; its states are numbered breadth-first in alphabet order. It can have 2^n
 * states. */
automata_status automata_fa_determinize(
    const automata_fa *automaton, const automata_determinize_options *options,
    automata_fa **result, automata_error *error);

typedef enum automata_minimization {
    /* The best choice for the automaton's shape. */
    AUTOMATA_MINIMIZE_AUTOMATIC = 0,
    /* O(m log n). */
    AUTOMATA_MINIMIZE_HOPCROFT = 1,
    /* O(n m) at worst, fast if few rounds are enough. */
    AUTOMATA_MINIMIZE_MOORE = 2,
    /* O(m log n), also for partial automata. */
    AUTOMATA_MINIMIZE_VALMARI = 3,
    /* Reverses and determinizes twice. Takes exponential time and memory at worst, even for a DFA,
     * so give it a budget. */
    AUTOMATA_MINIMIZE_BRZOZOWSKI = 4,
    /* Linear, for acyclic automata only. */
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
    { sizeof(automata_minimize_options), NULL, AUTOMATA_MINIMIZE_AUTOMATIC, false, \
      { false, false, false } }

/* Makes the smallest deterministic automaton, which is partial unless `total` is set. It is unique:
 * all algorithms give equal results for all automata of one language and alphabet. A
 * nondeterministic automaton is determinized first. The result for the empty language has no state,
 * or one state if `total` is set. In an alphabet of bytes or scalars, classes that no state
 * distinguishes are merged.
 * Fails with CYCLIC (AUTOMATA_MINIMIZE_REVUZ only). O(m log n) for a DFA. */
automata_status automata_fa_minimize(
    const automata_fa *automaton, const automata_minimize_options *options, automata_fa **result,
    automata_error *error);

typedef enum automata_reduction {
    /* Bisimulation, then simulation if its tables are small enough. */
    AUTOMATA_REDUCE_AUTOMATIC = 0,
    AUTOMATA_REDUCE_FORWARD_BISIMULATION = 1,
    AUTOMATA_REDUCE_BACKWARD_BISIMULATION = 2,
    /* Both bisimulations in turn, until neither merges states. */
    AUTOMATA_REDUCE_BISIMULATION = 3,
    AUTOMATA_REDUCE_FORWARD_SIMULATION = 4,
    AUTOMATA_REDUCE_BACKWARD_SIMULATION = 5,
    /* Both simulations in turn, until neither changes anything. */
    AUTOMATA_REDUCE_SIMULATION = 6
} automata_reduction;

/* Makes a smaller automaton, though seldom the smallest: merges the states that a relation makes
 * equivalent and drops superfluous transitions. The result is never larger and has the most
 * specific model. A DFA is minimized. O(m log n) for a round of bisimulation, O(n m d) for a round
 * of simulation if each state has at most d transitions. */
automata_status automata_fa_reduce(
    const automata_fa *automaton, automata_reduction method, const automata_budget *budget,
    automata_fa **result, automata_error *error);

/* Makes an NFA without epsilon moves and without the states that become useless. O(n m) at
 * worst. */
automata_status automata_fa_remove_epsilon(
    const automata_fa *automaton, const automata_budget *budget, automata_fa **result,
    automata_error *error);

/* The states that a trimmed automaton keeps. */
typedef enum automata_part {
    /* States that are reachable from an initial state. */
    AUTOMATA_PART_ACCESSIBLE = 1,
    /* States from which a final state is reachable. */
    AUTOMATA_PART_COACCESSIBLE = 2,
    /* States that are both: some accepting path passes through them. */
    AUTOMATA_PART_USEFUL = 3
} automata_part;

/* Makes the automaton of the accessible, the co-accessible or the useful states. The model stays.
 * Linear. */
automata_status automata_fa_trim(
    const automata_fa *automaton, automata_part part, automata_fa **result,
    automata_error *error);

/* Lists the accessible, the co-accessible or the useful states, ascending. Linear. */
automata_status automata_fa_useful_states(
    const automata_fa *automaton, automata_part part, automata_state **states,
    size_t *count, automata_error *error);

/* Gives each state a transition on each symbol, and adds a sink state if one is needed. The model
 * stays. O(n k). */
automata_status automata_fa_complete(
    const automata_fa *automaton, const automata_budget *budget, automata_fa **result,
    automata_error *error);

/* Makes a DFA's accessible part with states numbered breadth-first in alphabet order.
 * Fails with NONDETERMINISTIC. Linear. */
automata_status automata_fa_number_canonically(
    const automata_fa *automaton, automata_fa **result, automata_error *error);

/* Lists the epsilon closure of the given states: these states and all that epsilon moves reach from
 * them, ascending. Fails with OUT_OF_RANGE. Linear. */
automata_status automata_fa_epsilon_closure(
    const automata_fa *automaton, const automata_state *states, size_t state_count,
    automata_state **closure, size_t *count, automata_error *error);

/* ---------------------------------------------------------------------------------------------- */
/* Operations: an automaton for another language                                                  */
/* ---------------------------------------------------------------------------------------------- */

/* Operands may have different alphabets of one kind. They are aligned first, and the result is over
 * the joint alphabet, as automata_alphabet_join() makes it. The model of a result follows from the
 * models of the operands: DFAs give a DFA if that takes no extra work, an epsilon-NFA gives an
 * epsilon-NFA, and everything else an NFA. */

/* No upper bound, for automata_fa_repeat() and automata_fa_restrict_lengths(). */
#define AUTOMATA_UNBOUNDED SIZE_MAX

/* Makes the same automaton over another alphabet. That alphabet must contain all symbols of the
 * automaton's alphabet, in any order. It may split classes into smaller ones. Operations on several
 * automata do this by themselves. Fails with UNKNOWN_NAME for a symbol that the alphabet lacks,
 * with INVALID_CLASS for a new class that isn't within an old one, and with TOO_LARGE. O(n k + m)
 * at most for the new alphabet. */
automata_status automata_fa_align(
    const automata_fa *automaton, const automata_alphabet *alphabet, const automata_budget *budget,
    automata_fa **result, automata_error *error);

typedef struct automata_fa_product_options {
    size_t struct_size;
    /* May be NULL. */
    const automata_budget *budget;
    /* Name each state after its pair of states, such as (p,q); for two DFAs only. */
    bool name_pairs;
    bool reserved[7];
} automata_fa_product_options;

#define AUTOMATA_FA_PRODUCT_OPTIONS_INIT \
    { sizeof(automata_fa_product_options), NULL, false, \
      { false, false, false, false, false, false, false } }

/* Accepts the words that at least one of `count` automata accepts; no word if `count` is 0. Fails
 * with INCOMPATIBLE_ALPHABETS, TOO_LARGE, and if name_pairs is set, with NONDETERMINISTIC unless
 * all operands are DFAs and with INVALID_ARGUMENT unless there are two.
 * The result has n1 n2 states at most for two DFAs, the sum of the numbers of states otherwise. */
automata_status automata_fa_union(
    const automata_fa *const *automata, size_t count, const automata_fa_product_options *options,
    automata_fa **result, automata_error *error);

/* Accepts the words that all of `count` automata accept; if `count` is 0, only the empty word, over
 * an empty alphabet. The result has at most the product of the numbers of states.
 * Fails with INCOMPATIBLE_ALPHABETS, TOO_LARGE, and if name_pairs is set, with NONDETERMINISTIC
 * unless all operands are DFAs and with INVALID_ARGUMENT unless there are two. */
automata_status automata_fa_intersection(
    const automata_fa *const *automata, size_t count, const automata_fa_product_options *options,
    automata_fa **result, automata_error *error);

/* Accepts the words that the left automaton accepts and the right one rejects. A nondeterministic
 * right automaton is determinized as far as needed: exponential at worst. Fails with
 * INCOMPATIBLE_ALPHABETS, TOO_LARGE, NONDETERMINISTIC (name_pairs is set and an operand isn't a
 * DFA). */
automata_status automata_fa_difference(
    const automata_fa *left, const automata_fa *right, const automata_fa_product_options *options,
    automata_fa **result, automata_error *error);

/* Accepts the words that exactly one of two automata accepts. Exponential at worst unless both are
 * deterministic. Fails with INCOMPATIBLE_ALPHABETS, TOO_LARGE, NONDETERMINISTIC (name_pairs is set
 * and an operand isn't a DFA). */
automata_status automata_fa_symmetric_difference(
    const automata_fa *left, const automata_fa *right, const automata_fa_product_options *options,
    automata_fa **result, automata_error *error);

/* Accepts the words over an alphabet that the automaton rejects; NULL means its own alphabet. The
 * result is a trim DFA; automata_fa_complete() makes it total. Fails with INCOMPATIBLE_ALPHABETS,
 * TOO_LARGE. O(n k) for a DFA; any other automaton is determinized first. */
automata_status automata_fa_complement(
    const automata_fa *automaton, const automata_alphabet *alphabet, const automata_budget *budget,
    automata_fa **result, automata_error *error);

/* Accepts the concatenations of one word of each of `count` automata; if `count` is 0, only the
 * empty word, over an empty alphabet. Fails with INCOMPATIBLE_ALPHABETS, TOO_LARGE. Linear. */
automata_status automata_fa_concatenate(
    const automata_fa *const *automata, size_t count, const automata_budget *budget,
    automata_fa **result, automata_error *error);

/* Accepts the concatenations of `least` to `most` words of the automaton: 0 and AUTOMATA_UNBOUNDED
 * is the Kleene star, 1 and AUTOMATA_UNBOUNDED is plus, 0 and 1 makes it optional, i and i is the
 * i-th power. Fails with TOO_LARGE. O(n + m) for each of `most` copies, or of `least` copies if
 * `most` is unbounded. */
automata_status automata_fa_repeat(
    const automata_fa *automaton, size_t least, size_t most, const automata_budget *budget,
    automata_fa **result, automata_error *error);

/* Accepts the reversed words. Makes an NFA, or an epsilon-NFA from an epsilon-NFA. Linear. */
automata_status automata_fa_reverse(
    const automata_fa *automaton, automata_fa **result, automata_error *error);

/* Accepts the words w such that uw is accepted for some word u of the other automaton. States and
 * alphabet stay. Fails with INCOMPATIBLE_ALPHABETS, TOO_LARGE. O(m1 m2). */
automata_status automata_fa_left_quotient(
    const automata_fa *automaton, const automata_fa *by, const automata_budget *budget,
    automata_fa **result, automata_error *error);

/* Accepts the words w such that wu is accepted for some word u of the other automaton. States and
 * alphabet stay. Fails with INCOMPATIBLE_ALPHABETS, TOO_LARGE. O(m1 m2). */
automata_status automata_fa_right_quotient(
    const automata_fa *automaton, const automata_fa *by, const automata_budget *budget,
    automata_fa **result, automata_error *error);

/* Accepts the words that complete the given word to an accepted word; no words if the given word
 * has a symbol out of range. Model and states stay. O(count) for a DFA, O(count * m) at most
 * otherwise. */
automata_status automata_fa_residual(
    const automata_fa *automaton, const automata_symbol *word, size_t count, automata_fa **result,
    automata_error *error);

typedef enum automata_subword_kind {
    /* Beginnings. */
    AUTOMATA_SUBWORD_PREFIXES = 0,
    /* Ends. */
    AUTOMATA_SUBWORD_SUFFIXES = 1,
    /* Contiguous subwords. */
    AUTOMATA_SUBWORD_FACTORS = 2,
    /* Words with any of their symbols left out; the result has epsilon moves. */
    AUTOMATA_SUBWORD_SUBSEQUENCES = 3
} automata_subword_kind;

/* Accepts the prefixes, suffixes, factors or subsequences of accepted words. Linear. */
automata_status automata_fa_subwords(
    const automata_fa *automaton, automata_subword_kind kind, automata_fa **result,
    automata_error *error);

/* Accepts the words vu for all accepted words uv, with n (2 n + 1) states at most, and with epsilon
 * moves only if the automaton is an epsilon-NFA. Fails with TOO_LARGE. */
automata_status automata_fa_cyclic_shift(
    const automata_fa *automaton, const automata_budget *budget, automata_fa **result,
    automata_error *error);

/* Accepts the interleavings of a word of each automaton, which keep the order within each word.
 * Fails with INCOMPATIBLE_ALPHABETS, TOO_LARGE. The result has n1 n2 states at most. */
automata_status automata_fa_shuffle(
    const automata_fa *left, const automata_fa *right, const automata_budget *budget,
    automata_fa **result, automata_error *error);

/* Accepts the accepted words of `least` to `most` symbols. The model stays. Makes n states for each
 * length up to `most`, or `least` if `most` is AUTOMATA_UNBOUNDED. Fails with TOO_LARGE. */
automata_status automata_fa_restrict_lengths(
    const automata_fa *automaton, size_t least, size_t most, const automata_budget *budget,
    automata_fa **result, automata_error *error);

/* Accepts every word within Levenshtein distance `distance` of a word: with at most that many
 * insertions, deletions and replacements of symbols. Makes an NFA. Fails with OUT_OF_RANGE,
 * TOO_LARGE.
 * The result has (count + 1) (distance + 1) states at most. */
automata_status automata_fa_neighborhood(
    size_t distance, const automata_symbol *word, size_t count, const automata_alphabet *alphabet,
    const automata_budget *budget, automata_fa **result, automata_error *error);

/* Accepts the accepted words after erasing all symbols except the given ones. The given symbols are
 * the result's alphabet, in their old order. Fails with OUT_OF_RANGE. Linear. */
automata_status automata_fa_project(
    const automata_fa *automaton, const automata_symbol *symbols, size_t count,
    automata_fa **result, automata_error *error);

/* Makes the same automaton with new names for its symbols: a name for each symbol, NULL to keep its
 * old name; `count` is k. `lengths` may be NULL if all names end with a zero byte. Symbols with the
 * same name become one symbol. The result is in the most specific model. Fails with
 * INCOMPATIBLE_ALPHABETS for an alphabet of classes. O(n + m log m). */
automata_status automata_fa_rename_symbols(
    const automata_fa *automaton, const char *const *names, const size_t *lengths, size_t count,
    automata_fa **result, automata_error *error);

/* Replaces each symbol by the words of a language: languages[s] is the language for symbol s, NULL
 * to keep the symbol; `count` is k. Fails with INCOMPATIBLE_ALPHABETS, TOO_LARGE. Linear in the
 * operands and the result. */
automata_status automata_fa_substitute(
    const automata_fa *automaton, const automata_fa *const *languages, size_t count,
    const automata_budget *budget, automata_fa **result, automata_error *error);

/* A mapping of each symbol of one alphabet to a word over another. Immutable. */
typedef struct automata_homomorphism automata_homomorphism;

/* Makes the homomorphism that maps symbol s of the source to the word at symbols[offsets[s]] to
 * symbols[offsets[s + 1] - 1]. There are k + 1 offsets, ascending from 0; the last is the
 * number of symbols.
 *     const size_t offsets[] = {0, 2, 2};         0 becomes ab, and 1 the empty word
 *     const automata_symbol symbols[] = {0, 1};
 * Fails with OUT_OF_RANGE for a symbol that the target lacks. Linear. */
automata_status automata_homomorphism_new(
    const automata_alphabet *source, const automata_alphabet *target, const size_t *offsets,
    const automata_symbol *symbols, automata_homomorphism **homomorphism, automata_error *error);

/* Frees a handle. */
void automata_homomorphism_free(automata_homomorphism *homomorphism);

/* Maps a word. Fails with OUT_OF_RANGE, BUDGET_EXCEEDED (the machine lacks the memory). Linear in
 * the result. */
automata_status automata_homomorphism_apply(
    const automata_homomorphism *homomorphism, const automata_symbol *word, size_t count,
    automata_symbol **image, size_t *image_count, automata_error *error);

/* Accepts the images of accepted words. The automaton's symbols must be among the symbols of the
 * source. Source and target may have different kinds, so that names can become classes.
 * Fails with UNKNOWN_NAME, INVALID_CLASS, TOO_LARGE. Linear in the operands and the result. */
automata_status automata_fa_image(
    const automata_fa *automaton, const automata_homomorphism *homomorphism,
    const automata_budget *budget, automata_fa **result, automata_error *error);

/* Accepts the words whose images are accepted. The automaton's symbols must be among the symbols of
 * the target. Source and target may have different kinds, so that classes can become names. The
 * states stay. Fails with UNKNOWN_NAME, INVALID_CLASS, TOO_LARGE. O(n k l m) at most for images of
 * length l. */
automata_status automata_fa_preimage(
    const automata_fa *automaton, const automata_homomorphism *homomorphism,
    const automata_budget *budget, automata_fa **result, automata_error *error);

/* ---------------------------------------------------------------------------------------------- */
/* Expressions over automata: operations in one text                                              */
/* ---------------------------------------------------------------------------------------------- */

/* An expression over automata, such as a & !(b | c). Immutable. Operators, from the highest
 * precedence to the lowest:
 *     a*  a+  a?  a{2}  a{2,}  a{2,5}   repetition; before an operand, + is written as in a+ b
 *     !a                                complement, over all symbols in the expression
 *     a b                               concatenation
 *     a & b                             intersection
 *     a - b                             difference, with white space around the -
 *     a ^ b                             symmetric difference
 *     a | b                             union
 * The textbooks' signs for these operators are allowed, too. Parentheses group. <ab> is the
 * language of one word, as automata_word_from_text() reads it, and <> that of the empty word.
 * Within <>, \> and \\ stand for the bracket and the backslash. A name with white space or any of
 * |^&!*+?{}(),<>"' must be quoted. Within double quotes, \" and \\ stand for the quote and the
 * backslash. A name directly before a ( is a function: minimize(a), determinize(a), reduce(a),
 * trim(a), reverse(a), prefixes(a), suffixes(a), factors(a), subsequences(a), cyclic-shift(a),
 * left-quotient(a, b), right-quotient(a, b), shuffle(a, b), lengths(a, {2,5}), project(a, <ab>),
 * neighborhood(<ab>, 1), and any(), the language of all words of one symbol. */
typedef struct automata_expression automata_expression;

typedef struct automata_expression_options {
    size_t struct_size;
    /* May be NULL. Its states bound each operation, its bytes all intermediate results together. */
    const automata_budget *budget;
    /* The separator between the symbols of a word, in UTF-8; length 0 if each scalar or each byte
     * is a symbol. */
    const char *separator;
    size_t separator_length;
} automata_expression_options;

#define AUTOMATA_EXPRESSION_OPTIONS_INIT { sizeof(automata_expression_options), NULL, NULL, 0 }

/* Evaluates an expression in a text: names[i] stands for automata[i]. Names that the expression
 * doesn't mention are ignored, but must differ, and no automaton may be NULL. `lengths` may be NULL
 * if all names end with a zero byte. Automata and words are aligned to their joint alphabet.
 *     const char *names[] = {"a", "b", "c"};
 *     automata_fa_eval("a & !(b | c)", AUTOMATA_ZERO_TERMINATED, names, NULL, automata, 3, NULL,
 *                      &result, &error);
 * Fails with INVALID_TEXT, TOO_LARGE (a number), UNKNOWN_NAME (an automaton that isn't given, or a
 * symbol of a word), INCOMPATIBLE_ALPHABETS, all with the line and the column of the operand or the
 * operator. Costs as much as its operations; there is no limit on nesting. */
automata_status automata_fa_eval(
    const char *text, size_t length, const char *const *names, const size_t *lengths,
    const automata_fa *const *automata, size_t count, const automata_expression_options *options,
    automata_fa **result, automata_error *error);

/* Parses an expression, so that a program can look at its names and load their automata first:
 *     automata_expression_from_text(text, length, NULL, &expression, &error);
 *     automata_names names = automata_expression_names(expression);
 *     ... automata[i] for names.items[i] ...
 *     automata_fa_from_expression(expression, NULL, NULL, automata, names.count, NULL, &result,
 *                                 &error);
 * Fails with INVALID_TEXT (also if the text isn't UTF-8) and TOO_LARGE, with the line and the
 * column. Linear in the text. */
automata_status automata_expression_from_text(
    const char *text, size_t length, const automata_budget *budget,
    automata_expression **expression, automata_error *error);

/* Adds an owner, who must free the handle, too, and returns the handle; NULL for NULL. O(1). */
automata_expression *automata_expression_retain(const automata_expression *expression);

/* Frees a handle. */
void automata_expression_free(automata_expression *expression);

/* Tests whether two expressions are written alike; true for two NULLs. White space, superfluous
 * parentheses, such as in a | (b | c), and the textbooks' signs make no difference. */
bool automata_expression_equal(const automata_expression *left, const automata_expression *right);

/* Returns the names of automata in the order of their first mention, each once; none for NULL. */
automata_names automata_expression_names(const automata_expression *expression);

/* Returns the words in the order of their first mention, each once; none for NULL. */
automata_names automata_expression_words(const automata_expression *expression);

/* Writes an expression as text. */
automata_status automata_expression_text(
    const automata_expression *expression, char **text, size_t *length, automata_error *error);

/* Evaluates an expression as automata_fa_eval() does. If `names` is NULL, automata[i] belongs to
 * name i of automata_expression_names(). */
automata_status automata_fa_from_expression(
    const automata_expression *expression, const char *const *names, const size_t *lengths,
    const automata_fa *const *automata, size_t count, const automata_expression_options *options,
    automata_fa **result, automata_error *error);

/* ---------------------------------------------------------------------------------------------- */
/* Acceptance and runs                                                                            */
/* ---------------------------------------------------------------------------------------------- */

/* Tests whether the automaton accepts the word in a text, as automata_word_from_text() reads it. A
 * text with an unknown symbol isn't accepted. For long texts and many words use a matcher.
 * O(length) for a DFA, O(length * m) at most otherwise. */
automata_status automata_fa_accepts(
    const automata_fa *automaton, const char *text, size_t length, const char *separator,
    size_t separator_length, bool *accepted, automata_error *error);

/* Tests whether the automaton accepts a word of symbols. A word with a symbol out of range isn't
 * accepted. O(count) for a DFA, O(count * m) at most otherwise. */
automata_status automata_fa_accepts_word(
    const automata_fa *automaton, const automata_symbol *word, size_t count, bool *accepted,
    automata_error *error);

/* The run of an automaton on a word: the states after each symbol, and an accepting path.
 * Immutable; independent of the automaton's handle. */
typedef struct automata_run automata_run;

/* A move along a path: its symbol, which may be AUTOMATA_EPSILON, and its target. */
typedef struct automata_move {
    automata_symbol symbol;
    automata_state target;
} automata_move;

/* A borrowed path. */
typedef struct automata_path {
    /* The initial state; AUTOMATA_NO_STATE if there is no path. */
    automata_state start;
    const automata_move *moves;
    size_t count;
} automata_path;

/* Runs an automaton on the word in a text, as automata_word_from_text() reads it. The run of a
 * nondeterministic automaton takes up to 40 bytes for each symbol and state.
 * Fails with UNKNOWN_NAME. */
automata_status automata_run_on_text(
    const automata_fa *automaton, const char *text, size_t length, const char *separator,
    size_t separator_length, const automata_budget *budget, automata_run **run,
    automata_error *error);

/* Runs an automaton on a word of symbols. The run ends before a symbol that is out of range. */
automata_status automata_run_on_word(
    const automata_fa *automaton, const automata_symbol *word, size_t count,
    const automata_budget *budget, automata_run **run, automata_error *error);

/* Frees a run. */
void automata_run_free(automata_run *run);

/* Tests whether the run read the whole word and reached a final state. */
bool automata_run_is_accepting(const automata_run *run);

/* Returns the index of the first symbol that the automaton can't read; AUTOMATA_NO_POSITION if it
 * can read all symbols. */
size_t automata_run_stuck_position(const automata_run *run);

/* Returns the possible states: row i has the states after i symbols, closed under epsilon moves; a
 * DFA's rows have one state each. `symbols` is NULL. The rows end before the first symbol that
 * can't be read. Without an initial state there are no rows. */
automata_rows automata_run_states(const automata_run *run);

/* Returns an accepting path with the fewest moves, always the same path. A DFA has at most one
 * accepting path for a word. */
automata_path automata_run_path(const automata_run *run);

/* Writes the run as text for people: one line for each step, and the reason why the word is
 * accepted or rejected. The text counts symbols from 1 and ends with a newline. */
automata_status automata_run_text(
    const automata_run *run, const automata_budget *budget, char **text, size_t *length,
    automata_error *error);

/* ---------------------------------------------------------------------------------------------- */
/* Decisions                                                                                      */
/* ---------------------------------------------------------------------------------------------- */

/* A word that shows the reason for an answer. Immutable; independent of the automata's handles.
 *
 * A decision with a witness answers in one call:
 *     bool included;
 *     automata_witness *witness;
 *     automata_fa_is_included(left, right, NULL, &included, &witness, &error);
 * Pass NULL for the answer or for the witness if you need only the other. A NULL witness after
 * AUTOMATA_OK means that there is no such word. The word is the first of the shortest such words in
 * the order of the symbols, unless the options ask for any word. */
typedef struct automata_witness automata_witness;

/* Frees a witness. */
void automata_witness_free(automata_witness *witness);

/* Borrowed symbols. */
typedef struct automata_symbols {
    const automata_symbol *items;
    size_t count;
} automata_symbols;

/* Returns the word; no symbols for NULL. */
automata_symbols automata_witness_word(const automata_witness *witness);

/* Returns the alphabet of the word; if automata were compared, their joint alphabet. NULL for NULL.
 * Borrowed. */
const automata_alphabet *automata_witness_alphabet(const automata_witness *witness);

/* Returns the word as text for people: one member represents each class, the empty word is the
 * letter epsilon, and a pumping triple is written a(bc)*d. Bytes that aren't UTF-8 become U+FFFD;
 * automata_word_text() keeps them. "" for NULL. The first call makes the text; then O(1). */
const char *automata_witness_text(const automata_witness *witness);

/* The automaton that accepts the witness of a difference. */
typedef enum automata_side {
    /* The question wasn't about a difference. */
    AUTOMATA_SIDE_NONE = 0,
    AUTOMATA_SIDE_FIRST = 1,
    AUTOMATA_SIDE_SECOND = 2
} automata_side;

/* Returns the automaton that accepts the word, as automata_side. */
automata_side automata_witness_side(const automata_witness *witness);

/* Returns one of the two accepting paths that show an ambiguity; `number` is 0 or 1. Returns a path
 * without a start for other witnesses and other numbers. */
automata_path automata_witness_path(const automata_witness *witness, size_t number);

/* Tests whether an automaton accepts the word. Symbols are found in the automaton's alphabet by
 * their names or by the members of their classes. */
bool automata_witness_is_accepted(const automata_witness *witness, const automata_fa *automaton);

/* Tests whether two automata have the same model, alphabet, states, names and transitions.
 * Linear. */
bool automata_fa_equal(const automata_fa *left, const automata_fa *right);

/* Tests whether the automaton accepts no word. Linear. */
bool automata_fa_is_empty(const automata_fa *automaton);

/* Tests whether the automaton accepts finitely many words. Linear. */
bool automata_fa_is_finite(const automata_fa *automaton);

/* Tests whether there is at most one initial state, no epsilon move, and at most one target for
 * each state and symbol. Linear. */
bool automata_fa_is_deterministic(const automata_fa *automaton);

/* Tests whether there is an initial state and each state has a transition on each symbol.
 * Linear. */
bool automata_fa_is_total(const automata_fa *automaton);

/* Tests whether a DFA is minimal: no smaller DFA accepts the same language; a total DFA is compared
 * only with total DFAs. False for other models. O(m log n). */
bool automata_fa_is_minimal(const automata_fa *automaton);

/* Finds a shortest accepted word; NULL for the empty language. Linear. */
automata_status automata_fa_shortest_word(
    const automata_fa *automaton, automata_witness **witness, automata_error *error);

/* Finds the lexicographically first of the longest accepted words; NULL if the language is empty or
 * infinite, which automata_fa_is_empty() and automata_fa_is_finite() distinguish. Linear. */
automata_status automata_fa_longest_word(
    const automata_fa *automaton, automata_witness **witness, automata_error *error);

/* Finds the lexicographically first of the shortest synchronizing words of a DFA, which lead from
 * all states to the same state; NULL if there is no such word, as for a DFA without states. If
 * transitions are missing, the word must have a path from every state. Fails with
 * NONDETERMINISTIC. O(n^2 k) time and up to 4 n^2 bytes if the first n subsets of states lead to a
 * word, or if some two states are merged by no word; otherwise exponential in n at worst. */
automata_status automata_fa_shortest_synchronizing_word(
    const automata_fa *automaton, const automata_budget *budget, automata_witness **witness,
    automata_error *error);

/* The algorithms for inclusion, equivalence and universality. All give the same answers, and all
 * take exponential time and memory at worst if the automata aren't deterministic: the problem is
 * PSPACE-complete. A fixed algorithm can fail where AUTOMATIC succeeds. */
typedef enum automata_inclusion {
    /* Chooses by the automata's shape; if that doesn't decide, runs several algorithms in turns. */
    AUTOMATA_INCLUSION_AUTOMATIC = 0,
    /* Searches pairs of a state and a set of states, and drops pairs that others subsume. */
    AUTOMATA_INCLUSION_ANTICHAIN = 1,
    /* The antichain algorithm, from the final states backward. */
    AUTOMATA_INCLUSION_ANTICHAIN_BACKWARD = 2,
    /* The antichain algorithm with subsumption up to simulation, whose table takes O(n^2) bits. */
    AUTOMATA_INCLUSION_ANTICHAIN_WITH_SIMULATION = 3,
    /* Bisimulation up to congruence: usually few pairs, but comparing one can take long. */
    AUTOMATA_INCLUSION_CONGRUENCE = 4,
    /* The subset construction on the fly. */
    AUTOMATA_INCLUSION_DETERMINIZATION = 5,
    /* The algorithm of Hopcroft and Karp; almost linear for DFAs. */
    AUTOMATA_INCLUSION_HOPCROFT_KARP = 6,
    AUTOMATA_INCLUSION_ANTICHAIN_BACKWARD_WITH_SIMULATION = 7
} automata_inclusion;

/* The choice of a decision's witness. Finding the shortest witness can take far longer than finding
 * the answer. */
typedef enum automata_witness_choice {
    /* The first of the shortest words in the order of the symbols. */
    AUTOMATA_WITNESS_SHORTEST = 0,
    /* The word that the decision finds, at no extra cost. */
    AUTOMATA_WITNESS_ANY = 1,
    /* The shortest word; if the budget or the callback ends the search for it, the word that the
     * decision finds. */
    AUTOMATA_WITNESS_SHORTEST_OR_ANY = 2
} automata_witness_choice;

typedef struct automata_inclusion_options {
    size_t struct_size;
    /* May be NULL. */
    const automata_budget *budget;
    automata_inclusion algorithm;
    automata_witness_choice witness;
} automata_inclusion_options;

#define AUTOMATA_INCLUSION_OPTIONS_INIT \
    { sizeof(automata_inclusion_options), NULL, AUTOMATA_INCLUSION_AUTOMATIC, \
      AUTOMATA_WITNESS_SHORTEST }

/* Tests whether the right automaton accepts every word that the left automaton accepts; the witness
 * is a word that only the left automaton accepts. `included` and `witness` may be NULL.
 * Fails with INCOMPATIBLE_ALPHABETS. O(n1 n2 k) for DFAs, exponential at worst otherwise. */
automata_status automata_fa_is_included(
    const automata_fa *left, const automata_fa *right, const automata_inclusion_options *options,
    bool *included, automata_witness **witness, automata_error *error);

/* Tests whether two automata accept the same words. The witness is a word that only one of them
 * accepts; automata_witness_side() returns which. `equivalent` and `witness` may be NULL.
 * Fails with INCOMPATIBLE_ALPHABETS. Almost O((n1 + n2) k) for DFAs, exponential at worst
 * otherwise. */
automata_status automata_fa_is_equivalent(
    const automata_fa *left, const automata_fa *right, const automata_inclusion_options *options,
    bool *equivalent, automata_witness **witness, automata_error *error);

/* Tests whether the automaton accepts every word over an alphabet; NULL stands for its own
 * alphabet. The witness is a rejected word. `universal` and `witness` may be NULL.
 * Fails with INCOMPATIBLE_ALPHABETS. O(n k) for a DFA, exponential at worst otherwise. */
automata_status automata_fa_is_universal(
    const automata_fa *automaton, const automata_alphabet *alphabet,
    const automata_inclusion_options *options, bool *universal, automata_witness **witness,
    automata_error *error);

/* Tests whether no word is accepted by both automata; the witness is the shortest word that both
 * accept. `disjoint` and `witness` may be NULL. Fails with INCOMPATIBLE_ALPHABETS. O(m1 m2). */
automata_status automata_fa_is_disjoint(
    const automata_fa *left, const automata_fa *right, const automata_budget *budget,
    bool *disjoint, automata_witness **witness, automata_error *error);

/* Tests whether each word has at most one accepting path; the witness is the shortest word with two
 * accepting paths, which automata_witness_path() returns. `unambiguous` and `witness` may be NULL.
 * O(m^2). */
automata_status automata_fa_is_unambiguous(
    const automata_fa *automaton, const automata_budget *budget, bool *unambiguous,
    automata_witness **witness, automata_error *error);

typedef enum automata_ambiguity_kind {
    /* No word has two accepting paths. */
    AUTOMATA_AMBIGUITY_NONE = 0,
    /* The number of accepting paths of a word is bounded. */
    AUTOMATA_AMBIGUITY_FINITE = 1,
    /* Words of length l have up to about l to the power of `degree` accepting paths. */
    AUTOMATA_AMBIGUITY_POLYNOMIAL = 2,
    AUTOMATA_AMBIGUITY_EXPONENTIAL = 3,
    /* A cycle of epsilon moves gives some word infinitely many accepting paths. */
    AUTOMATA_AMBIGUITY_INFINITE = 4
} automata_ambiguity_kind;

/* Finds how the number of accepting paths of a word grows with its length. *degree is 0 unless the
 * growth is polynomial. O(m^3) at worst. */
automata_status automata_fa_ambiguity_degree(
    const automata_fa *automaton, const automata_budget *budget, automata_ambiguity_kind *kind,
    size_t *degree, automata_error *error);

typedef enum automata_growth_kind {
    /* There are finitely many words. */
    AUTOMATA_GROWTH_FINITE = 0,
    /* The number of words of length l grows like l to the power of `degree`. */
    AUTOMATA_GROWTH_POLYNOMIAL = 1,
    AUTOMATA_GROWTH_EXPONENTIAL = 2
} automata_growth_kind;

/* Finds how the number of accepted words grows with their length; for an alphabet of classes, words
 * of bytes or scalars are counted. *degree is 0 unless the growth is polynomial. Exponential at
 * worst if the automaton isn't deterministic. */
automata_status automata_fa_growth(
    const automata_fa *automaton, const automata_budget *budget, automata_growth_kind *kind,
    size_t *degree, automata_error *error);

/* Shows why a language is infinite: finds an accepted word whose symbols *cycle_start to *cycle_end
 * - 1, at least one, can be repeated any number of times or left out. NULL if the language is
 * finite. O(n m) at worst. */
automata_status automata_fa_pumping_triple(
    const automata_fa *automaton, const automata_budget *budget, automata_witness **witness,
    size_t *cycle_start, size_t *cycle_end, automata_error *error);

typedef enum automata_nondeterminism_kind {
    AUTOMATA_NONDETERMINISM_NONE = 0,
    /* `first` and `second` are initial. */
    AUTOMATA_NONDETERMINISM_INITIAL_STATES = 1,
    /* `source` leads to `first` and to `second` on `symbol`. */
    AUTOMATA_NONDETERMINISM_TARGETS = 2,
    /* An epsilon move leads from `source` to `first`. */
    AUTOMATA_NONDETERMINISM_EPSILON_MOVE = 3
} automata_nondeterminism_kind;

/* Members without a meaning for the kind are AUTOMATA_NO_STATE or AUTOMATA_EPSILON. */
typedef struct automata_nondeterminism {
    automata_nondeterminism_kind kind;
    automata_state source;
    automata_symbol symbol;
    automata_state first;
    automata_state second;
} automata_nondeterminism;

/* Finds the reason why an automaton isn't deterministic; AUTOMATA_NONDETERMINISM_NONE for NULL.
 * Linear. */
automata_nondeterminism automata_fa_find_nondeterminism(const automata_fa *automaton);

typedef enum automata_nonminimality_kind {
    AUTOMATA_NONMINIMALITY_NONE = 0,
    /* `first` isn't accessible. */
    AUTOMATA_NONMINIMALITY_UNREACHABLE_STATE = 1,
    /* `first` isn't co-accessible, so a partial automaton doesn't need it. */
    AUTOMATA_NONMINIMALITY_DEAD_STATE = 2,
    /* The same words are accepted from `first` and from `second`. */
    AUTOMATA_NONMINIMALITY_EQUIVALENT_STATES = 3
} automata_nonminimality_kind;

typedef struct automata_nonminimality {
    automata_nonminimality_kind kind;
    automata_state first;
    /* AUTOMATA_NO_STATE if the reason is a single state. */
    automata_state second;
} automata_nonminimality;

/* Finds the reason why a DFA isn't minimal. Fails with NONDETERMINISTIC. O(m log n). */
automata_status automata_fa_find_nonminimality(
    const automata_fa *automaton, const automata_budget *budget, automata_nonminimality *reason,
    automata_error *error);

/* ---------------------------------------------------------------------------------------------- */
/* Relations between states                                                                       */
/* ---------------------------------------------------------------------------------------------- */

/* Tests whether the accessible parts of two DFAs over one alphabet differ at most in the names and
 * numbers of states. The mapping has the right DFA's state for each state of the left DFA,
 * AUTOMATA_NO_STATE for states that aren't accessible; NULL if the DFAs aren't isomorphic.
 * `isomorphic` may be NULL, and so may `mapping` together with `count`. Fails with
 * NONDETERMINISTIC. Linear. */
automata_status automata_fa_is_isomorphic(
    const automata_fa *left, const automata_fa *right, bool *isomorphic, automata_state **mapping,
    size_t *count, automata_error *error);

/* The direction of a relation between states. */
typedef enum automata_direction {
    /* By the words that are accepted from a state. */
    AUTOMATA_DIRECTION_FORWARD = 0,
    /* By the words that lead from an initial state to a state. */
    AUTOMATA_DIRECTION_BACKWARD = 1
} automata_direction;

/* Computes the coarsest bisimulation, as the number of each state's block: `count` is the number of
 * states, and blocks are numbered from 0 in the order of their least states.
 * Fails with EPSILON_MOVES. O(m log n). */
automata_status automata_fa_bisimulation(
    const automata_fa *automaton, automata_direction direction, const automata_budget *budget,
    uint32_t **blocks, size_t *count, size_t *block_count, automata_error *error);

/* The simulation preorder of an automaton's states. Immutable; independent of the automaton's
 * handle. */
typedef struct automata_preorder automata_preorder;

/* Computes the greatest simulation, as a bit for each pair of blocks of bisimilar states.
 * Fails with EPSILON_MOVES. O(n m d) for at most d transitions from each state. */
automata_status automata_fa_simulation(
    const automata_fa *automaton, automata_direction direction, const automata_budget *budget,
    automata_preorder **preorder, automata_error *error);

/* Frees a preorder. */
void automata_preorder_free(automata_preorder *preorder);

/* Tests whether `simulator` simulates `state`; each state simulates itself. False for states out of
 * range. O(1). */
bool automata_preorder_holds(
    const automata_preorder *preorder, automata_state state, automata_state simulator);

/* Lists the states that simulate a state, itself included, ascending. Fails with OUT_OF_RANGE.
 * Linear in the number of classes of equivalent states and in the result. */
automata_status automata_preorder_simulators(
    const automata_preorder *preorder, automata_state state, automata_state **states,
    size_t *count, automata_error *error);

/* Lists the states that a state simulates, itself included, ascending. Fails with OUT_OF_RANGE.
 * Linear in the number of classes of equivalent states and in the result. */
automata_status automata_preorder_simulated(
    const automata_preorder *preorder, automata_state state, automata_state **states,
    size_t *count, automata_error *error);

/* Returns the number of pairs in the preorder. O(n^2) at worst. */
uint64_t automata_preorder_pair_count(const automata_preorder *preorder);

/* ---------------------------------------------------------------------------------------------- */
/* Words in order                                                                                 */
/* ---------------------------------------------------------------------------------------------- */

/* A letter of a word that is enumerated, counted, ranked or drawn: a symbol of an alphabet of named
 * symbols, otherwise the value of one byte or one Unicode scalar. So a class of 26 letters gives 26
 * words, and neither the words nor their order depend on the division into classes. */
typedef uint32_t automata_letter;

/* Borrowed letters. */
typedef struct automata_letters {
    const automata_letter *items;
    size_t count;
} automata_letters;

/* Reads the letters of a text, which is split as automata_word_from_text() splits it.
 * Fails with UNKNOWN_NAME. */
automata_status automata_letters_from_text(
    const automata_alphabet *alphabet, const char *text, size_t length, const char *separator,
    size_t separator_length, automata_letter **letters, size_t *count, automata_error *error);

/* Writes letters as text: names as automata_word_text() writes them, bytes as they are, scalars in
 * UTF-8. With a NULL separator, nothing stands between bytes or between scalars.
 * Fails with OUT_OF_RANGE for a letter without a symbol, BUDGET_EXCEEDED (the machine lacks the
 * memory). */
automata_status automata_letters_text(
    const automata_alphabet *alphabet, const automata_letter *letters, size_t count,
    const char *separator, size_t separator_length, char **text, size_t *length,
    automata_error *error);

/* Converts letters to `count` symbols. Fails with OUT_OF_RANGE for a letter without a symbol. */
automata_status automata_word_from_letters(
    const automata_alphabet *alphabet, const automata_letter *letters, size_t count,
    automata_symbol **word, automata_error *error);

/* A position in the shortlex order of the accepted words: shorter words come first, and words of
 * the same length are in the order of their letters. Belongs to one thread at a time; independent
 * of the automaton's handle. */
typedef struct automata_word_iterator automata_word_iterator;

/* Makes an iterator before the first word of `shortest` to `longest` letters; SIZE_MAX means no
 * bound. A nondeterministic automaton is determinized first; otherwise linear. */
automata_status automata_word_iterator_new(
    const automata_fa *automaton, size_t shortest, size_t longest, const automata_budget *budget,
    automata_word_iterator **iterator, automata_error *error);

/* Makes an independent iterator at the same position. */
automata_status automata_word_iterator_copy(
    const automata_word_iterator *iterator, automata_word_iterator **copy, automata_error *error);

/* Frees an iterator. */
void automata_word_iterator_free(automata_word_iterator *iterator);

/* Moves to the next word; from the start, to the first word. `found` is false if there is no next
 * word; the position is then the end. After a failure, the position is unknown. The budget bounds
 * the tables for each length, n / 8 bytes or less. O(letters), and O(m) at a new length. */
automata_status automata_word_iterator_next(
    automata_word_iterator *iterator, const automata_budget *budget, bool *found,
    automata_error *error);

/* Moves to the previous word; from the end, to the last word if there are finitely many. `found` is
 * false if there is no previous word; the position is then the start. After a failure, the position
 * is unknown. O(letters), and O(m) at a new length. */
automata_status automata_word_iterator_previous(
    automata_word_iterator *iterator, const automata_budget *budget, bool *found,
    automata_error *error);

/* Moves to the first accepted word after the given word, which needn't be accepted. `found` is
 * false if there is none; the position is then the end. O(count * m) at most. */
automata_status automata_word_iterator_seek_after(
    automata_word_iterator *iterator, const automata_letter *letters, size_t count,
    const automata_budget *budget, bool *found, automata_error *error);

/* Moves to the last accepted word before the given word, which needn't be accepted. `found` is
 * false if there is none; the position is then the start. O(count * m) at most. */
automata_status automata_word_iterator_seek_before(
    automata_word_iterator *iterator, const automata_letter *letters, size_t count,
    const automata_budget *budget, bool *found, automata_error *error);

/* Returns the word at the position; no letters for the empty word, at the start, at the end and for
 * NULL. Borrowed until the position changes. */
automata_letters automata_word_iterator_letters(const automata_word_iterator *iterator);

/* ---------------------------------------------------------------------------------------------- */
/* The matcher                                                                                    */
/* ---------------------------------------------------------------------------------------------- */

/* A DFA in a compact table that reads text fast. It reads bytes if the alphabet is one of bytes or
 * of named symbols of one byte each. Otherwise it reads UTF-8, in which it knows the named symbols
 * of one scalar. Input with symbols outside the alphabet is rejected, and so is invalid UTF-8 if
 * scalars are read. Immutable; independent of the automaton's handle. */
typedef struct automata_matcher automata_matcher;

/* Makes a matcher from a DFA. Minimize the DFA first for a smaller table. Fails with
 * NONDETERMINISTIC. Takes O(n k) time and memory at most, O(n + m + k) if the table is sparse. */
automata_status automata_matcher_new(
    const automata_fa *automaton, automata_matcher **matcher, automata_error *error);

/* Returns the matcher as bytes, for automata_matcher_load(). The bytes depend on the machine's byte
 * order and on the version of the format; see Documentation/formats/compiled.md. O(size). */
automata_status automata_matcher_save(
    const automata_matcher *matcher, uint8_t **bytes, size_t *size, automata_error *error);

/* Makes a matcher from saved bytes, which are checked and copied. It takes much less time than
 * making a matcher from a DFA. Fails with NOT_LOADABLE. O(size). */
automata_status automata_matcher_load(
    const void *bytes, size_t size, automata_matcher **matcher, automata_error *error);

/* Frees a matcher. */
void automata_matcher_free(automata_matcher *matcher);

/* Tests whether the matcher reads text by scalars instead of bytes. */
bool automata_matcher_reads_scalars(const automata_matcher *matcher);

/* Returns the number of bytes of the table, and of the tables for long inputs once they have been
 * made. */
size_t automata_matcher_table_size(const automata_matcher *matcher);

/* Tests whether the whole input is accepted. `size` is the number of bytes and can't be
 * AUTOMATA_ZERO_TERMINATED, as any byte can be part of the input. Stops soon after the answer is
 * certain. O(size). */
automata_status automata_matcher_accepts(
    const automata_matcher *matcher, const void *bytes, size_t size, bool *accepted,
    automata_error *error);

/* Tests whether a word of symbols is accepted. O(count). */
automata_status automata_matcher_accepts_word(
    const automata_matcher *matcher, const automata_symbol *word, size_t count, bool *accepted,
    automata_error *error);

/* An input that is read piece by piece. Belongs to one thread at a time; independent of the
 * matcher's handle. */
typedef struct automata_scan automata_scan;

/* The certainty about the whole input after a part of it. */
typedef enum automata_verdict {
    /* The answer depends on the rest of the input. */
    AUTOMATA_VERDICT_UNDECIDED = 0,
    /* The input so far and every continuation are accepted. This needs an alphabet of all bytes or
     * all scalars, such as that of a programmer's expression. */
    AUTOMATA_VERDICT_ACCEPTED = 1,
    /* Neither the input so far nor any continuation is accepted. */
    AUTOMATA_VERDICT_REJECTED = 2
} automata_verdict;

/* Starts to read an input. */
automata_status automata_scan_new(
    const automata_matcher *matcher, automata_scan **scan, automata_error *error);

/* Makes an independent scan at the same position. */
automata_status automata_scan_copy(
    const automata_scan *scan, automata_scan **copy, automata_error *error);

/* Frees a scan. */
void automata_scan_free(automata_scan *scan);

/* Starts again with the next input. Does nothing for NULL. */
void automata_scan_restart(automata_scan *scan);

/* Reads the next piece, up to the byte that makes the verdict certain. A piece may end inside a
 * scalar. O(size). */
automata_status automata_scan_feed(
    automata_scan *scan, const void *bytes, size_t size, automata_verdict *verdict,
    automata_error *error);

/* Reads the next symbols of a word. O(count). */
automata_status automata_scan_feed_word(
    automata_scan *scan, const automata_symbol *word, size_t count, automata_verdict *verdict,
    automata_error *error);

/* Returns the verdict so far; AUTOMATA_VERDICT_REJECTED for NULL. */
automata_verdict automata_scan_verdict(const automata_scan *scan);

/* Tests whether the input so far is accepted; false inside a scalar. */
bool automata_scan_is_accepting(const automata_scan *scan);

/* Returns the number of bytes or symbols read. Input after a certain verdict isn't read. */
uint64_t automata_scan_consumed_count(const automata_scan *scan);

#ifdef __cplusplus
}
#endif

#endif
