/* An ECMAScript 5 engine that uses Duktape and reports errors as statuses.
 *
 * No function here jumps out of its caller. Only one thread at a time may use an engine, except for
 * script_interrupt().
 *
 * Memory. An engine allocates at most the number of bytes that it was created with. If it needs
 * more, or the machine refuses, the script is aborted at once and the engine is dead: its memory is
 * freed, and every later call returns SCRIPT_DEAD. A script can't catch this.
 *
 * Stack. A call needs SCRIPT_STACK_NEEDED bytes of its thread's stack; otherwise, it returns
 * SCRIPT_STACK. Recursion that needs more than there is throws an exception in the script. */
#ifndef SCRIPT_ENGINE_H
#define SCRIPT_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct script_engine script_engine;

enum {
    SCRIPT_STACK_NEEDED = 256 << 10,
    /* The deepest nesting of values that are passed in or out. */
    SCRIPT_DEPTH_LIMIT = 64,
};

typedef enum script_status {
    SCRIPT_OK,
    /* The source isn't a program, an expression or a location: see script_message() and
     * script_line(). */
    SCRIPT_SYNTAX,
    /* An exception: see script_message() and script_line(). */
    SCRIPT_THROWN,
    /* The value can't be passed out of the engine: script_message() returns its kind. */
    SCRIPT_CONVERSION,
    /* The value is nested too deeply, or contains itself. */
    SCRIPT_DEPTH,
    /* The value is too large for the engine's memory. */
    SCRIPT_SIZE,
    /* The value that a loop runs over isn't an array. */
    SCRIPT_NO_ARRAY,
    /* There is no such script, or loop. */
    SCRIPT_UNKNOWN,
    /* The call was made from within a script. */
    SCRIPT_BUSY,
    /* The thread's stack is too small. */
    SCRIPT_STACK,
    /* There is no memory left; the engine is dead. */
    SCRIPT_MEMORY,
    /* The script was interrupted; the engine is dead. */
    SCRIPT_INTERRUPTED,
    /* The script took more steps than it may; the engine is dead. */
    SCRIPT_STEPS,
    /* The engine died earlier. */
    SCRIPT_DEAD,
} script_status;

/* Values as bytes, in both directions: a tag and its contents. Counts and sizes have 32 bits,
 * numbers 64 bits, in the machine's byte order. */
enum {
    SCRIPT_TAG_UNDEFINED = 'u',
    SCRIPT_TAG_NULL = 'n',
    SCRIPT_TAG_FALSE = 'f',
    SCRIPT_TAG_TRUE = 't',
    SCRIPT_TAG_NUMBER = 'd',
    /* Size, CESU-8 (surrogates as 3 bytes each), a byte 0. */
    SCRIPT_TAG_STRING = 's',
    /* Count, values. */
    SCRIPT_TAG_LIST = 'l',
    /* Count, then for each a key like a string but without its tag, and a value. */
    SCRIPT_TAG_RECORD = 'r',
    /* A list of the nodes of an XML document in their order: [parent, text] or [parent, name,
     * attributes]. Only passed in. */
    SCRIPT_TAG_XML = 'x',
};

/* Returns a Boolean value that indicates whether the thread's stack suffices for a recursion. */
bool script_has_stack(void);

/* Creates an engine; returns NULL if there isn't enough memory. */
script_engine *script_engine_new(size_t memory_limit, script_status *status);
void script_engine_free(script_engine *engine);
/* Returns the number of bytes that the engine has allocated. */
size_t script_memory(const script_engine *engine);
/* Returns the bytes that engines allocated on this thread minus those that they freed on it, for
 * tests. */
size_t script_memory_of_thread(void);

/* Returns the result of the last call: the text of an exception, or a value's bytes. Valid until
 * the next call. */
const char *script_message(const script_engine *engine);
/* Return the number of the source of an exception and the line in it; 0 for an unknown line. */
int32_t script_source(const script_engine *engine);
int32_t script_line(const script_engine *engine);
/* Returns a Boolean value that indicates whether a syntax error is at the end of the source. */
bool script_is_at_end(const script_engine *engine);
const uint8_t *script_output(const script_engine *engine, size_t *size);

/* Compiles. `source` is a program, or an expression whose value is the function to call later.
 * `check`, if it isn't NULL, must be a program too. Errors give the number of the source and its
 * lines. */
script_status script_compile(
    script_engine *engine, int32_t number, const char *check, const char *source, bool is_program, int32_t *script);
/* Adds the functions of later editions of the standard, such as `Map` and `includes`. */
script_status script_add_library(script_engine *engine);

script_status script_run(script_engine *engine, int32_t script);
/* Runs a script and converts its value to a truth value, or to bytes. */
script_status script_test(script_engine *engine, int32_t script, bool *result);
script_status script_evaluate(script_engine *engine, int32_t script);

/* Assigns the value of a script, or a value given as bytes, using a script that takes it. */
script_status script_assign(script_engine *engine, int32_t location, int32_t script);
script_status script_assign_value(script_engine *engine, int32_t location, const uint8_t *value);

/* Declares a global variable if there is none. Loops over the global object may leave it out. */
script_status script_declare(script_engine *engine, const char *name, bool is_enumerated);
script_status script_is_declared(script_engine *engine, const char *name, bool *result);
/* Declares a global variable that scripts can't assign or delete. */
script_status script_declare_system(script_engine *engine, const char *name);
/* Sets a global variable, which is declared if there is none, or a system variable. */
script_status script_set(script_engine *engine, const char *name, const uint8_t *value, bool is_system);

/* Returns all variables as a value, a record whose `programs` are the numbers of the scripts that
 * made the functions among them. Runs no script, and takes up to sixteen times the engine's memory
 * in addition to it. script_message() tells why it returns SCRIPT_SIZE or SCRIPT_CONVERSION. */
script_status script_save(script_engine *engine);
/* Restores all variables in an engine that has run no script, but has compiled those of the list.
 * Returns SCRIPT_THROWN if script_save() can't have returned the value. */
script_status script_restore(
    script_engine *engine, const uint8_t *value, const int32_t *scripts, size_t script_count);
/* Lets the engine use sixteen times more memory while variables are restored, until it is called
 * with false. Scripts can then use a MiB, even if the variables take all memory. */
void script_extend_memory(script_engine *engine, bool is_extended);

/* Begins a loop over a shallow copy of the array that a script returns. Loops nest; they end in
 * reverse order. */
script_status script_begin_loop(script_engine *engine, int32_t script, int32_t *count);
/* Assigns an element of the innermost loop's copy, using a script that takes it. */
script_status script_assign_element(script_engine *engine, int32_t index, int32_t location);
void script_end_loop(script_engine *engine);

/* The services that scripts need from outside; each may be NULL. */
typedef struct script_host {
    void *context;
    /* `In(name)`: returns 1, 0, or -1 if there is no such state. */
    int (*is_active)(void *context, const char *name, size_t size);
    /* The time in milliseconds since 1970. Without this, it is the system's. */
    double (*time)(void *context);
    /* `console.log`, with CESU-8. */
    void (*log)(void *context, const char *text, size_t size);
} script_host;

void script_set_host(script_engine *engine, script_host host);
/* Returns the system's time in milliseconds since 1970. */
double script_system_time(void);
/* Sets the number of instructions that each later call may take, a multiple of about 260,000; 0 for
 * no limit. If it needs more, the script is aborted, and the engine is dead. */
void script_set_step_limit(script_engine *engine, uint64_t limit);

/* Ends the script that the engine runs, or the next one. Any thread may call this while the engine
 * exists. The engine's own functions, such as sort(), run to their end first if they call none of
 * the script's. */
void script_interrupt(script_engine *engine);

#endif
