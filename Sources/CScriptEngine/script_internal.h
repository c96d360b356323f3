/* Declarations that the engine's files share. */
#ifndef SCRIPT_INTERNAL_H
#define SCRIPT_INTERNAL_H

#include "script_engine.h"

#include <duktape.h>

#include <setjmp.h>
#include <stdatomic.h>

/* Values that are permanently at the bottom of Duktape's stack, where scripts can't access them. */
enum {
    /* An array of the compiled functions. */
    SCRIPTS,
    /* An array of the arrays that loops run over. */
    LOOPS,
    /* The getters of system variables by name; their values are hidden in them. */
    SYSTEM_VARIABLES,
    /* `Object.prototype.toString`, which tells the kinds of objects. */
    KIND_OF,
    /* Creates the nodes of XML documents, with functions that no script has replaced yet. */
    MAKE_DOCUMENT,
    /* Adds the functions of later editions of the standard. */
    ADD_LIBRARY,
    /* An array of the engine's own global objects. */
    BUILT_INS,
    SLOT_COUNT,
};

/* Properties that scripts can't access. */
#define HIDDEN_VALUE DUK_HIDDEN_SYMBOL("value")
#define HIDDEN_NODE DUK_HIDDEN_SYMBOL("node")

/* Precedes each block, so that all can be freed without Duktape's help. */
struct block {
    _Alignas(16) struct block *previous;
    struct block *next;
    size_t size;
};

/* A global object that the engine has by itself. */
struct built_in {
    char name[24];
    void *object;
    /* Sums over its members, and those of its `prototype`. */
    uint32_t members, prototype_members;
    bool is_found;
};

struct script_engine {
    duk_context *state;
    struct block blocks;
    /* The bytes of all blocks, those that scripts may use, and what the engine's own work may use in
     * addition to them while it is done. */
    size_t used, limit, reserve;
    /* Duktape retries an allocation that failed after collecting garbage. */
    size_t failed_size;
    int failure_count;
    /* The place to jump to if the script must be aborted at once. */
    jmp_buf abandon;
    script_status death;
    bool is_running;
    /* The engine that was running on the thread before, and its bound of the stack. */
    script_engine *outer;
    char *outer_stack_end;

    atomic_bool is_interrupted;
    /* The number of instructions that a call may take, and that it has taken. */
    uint64_t step_limit, steps;

    script_host host;
    bool has_library;
    /* The syntax error is at the end of the source. */
    bool is_at_end;

    int32_t script_count, loop_count;
    /* The failure that isn't one of the script's own exceptions, while it unwinds. */
    script_status failure;
    char message[1024];
    int32_t source, line;
    uint8_t *output;
    size_t output_size, output_capacity, value_count;
    struct built_in *built_ins;
    uint32_t built_in_count;
    /* Objects that garbage collection marks later. */
    void **put_off;
    size_t put_off_count, put_off_capacity;
    bool has_lost_marks;
};

/* Returns the engine of a context. */
script_engine *script_engine_of(duk_context *J);
/* Returns the number of bytes that can still be allocated. */
size_t script_room(const script_engine *engine);
/* Resizes a block within the memory limit; returns NULL if that isn't possible. */
void *script_resize(script_engine *engine, void *memory, size_t size);
_Noreturn void script_abandon(script_engine *engine, script_status status);
/* Ends a call with a failure that isn't an exception of the script. */
_Noreturn void script_fail(script_engine *engine, script_status status, const char *message);
/* Calls a function that uses the engine, whose exceptions are failures of the given kind. */
script_status script_perform(script_engine *engine, script_status kind, duk_safe_call_function body, void *call);
/* Defines a property without asking setters that scripts may have put into prototypes. The key and
 * the value are on top of the stack. */
void script_define(duk_context *J, duk_idx_t object);

/* The bytes that are still to be read. They come from Swift and are assumed to be well-formed. */
struct script_input {
    const uint8_t *at;
};

void script_push_value(script_engine *engine, struct script_input *input);
/* Pushes the function that creates documents; called when an engine is created. */
void script_push_document_maker(duk_context *J);
void script_write_bytes(script_engine *engine, const void *bytes, size_t size);
void script_write_tag(script_engine *engine, char tag);
void script_write_count(script_engine *engine, uint32_t count);
void script_forget_output(script_engine *engine);
/* Writes the value on top of the stack. */
void script_write_value(script_engine *engine, int depth);
/* Notes the engine's own global objects; called when an engine is created, and with `is_before`
 * before and without it after functions are added to them. */
void script_note_built_ins(script_engine *engine, bool is_before);
/* Defines the functions that aren't Duktape's own; called when an engine is created. */
void script_add_functions(duk_context *J);
/* Pushes the function that adds what later editions of the standard have. */
void script_push_library(duk_context *J);

#endif
