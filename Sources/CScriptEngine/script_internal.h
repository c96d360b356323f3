/* Declarations that the engine's files share. */
#ifndef SCRIPT_INTERNAL_H
#define SCRIPT_INTERNAL_H

#include "script_engine.h"

#include <mujs.h>

#include <setjmp.h>
#include <stdatomic.h>

/* Values that are permanently at the bottom of MuJS's stack, where scripts can't access them. */
enum {
    /* An array of the compiled functions. */
    SCRIPTS,
    /* An array of the arrays that loops run over. */
    LOOPS,
    HAS_OWN_PROPERTY,
    /* `valueOf` of Boolean objects. */
    BOOLEAN_VALUE,
    /* Creates the nodes of XML documents, with functions that no script has replaced yet. */
    MAKE_DOCUMENT,
    /* Its finalizer ends the script that is interrupted. */
    SENTINEL,
    SLOT_COUNT,
};

/* Precedes each block, so that all can be freed without MuJS's help. */
struct block {
    _Alignas(16) struct block *previous;
    struct block *next;
    size_t size;
};

struct script_engine {
    js_State *state;
    struct block blocks;
    size_t used, limit;
    /* The limit that the calling thread's stack allows. */
    size_t allowed;
    /* The place to jump to if the script must be aborted at once. */
    jmp_buf abandon;
    script_status death;
    bool is_running;

    /* MuJS's count of allocations since the last garbage collection, or NULL if it wasn't found;
     * and whether it was raised. */
    unsigned *collection_count;
    bool is_collection_forced;
    size_t collect_at;
    /* The byte with the type of the sentinel's slot, or NULL if it wasn't found. */
    volatile char *sentinel_type;
    atomic_bool is_interrupted;
    atomic_flag is_locked;

    script_is_active is_active;
    void *states;

    int32_t script_count, loop_count;
    /* The failure that isn't one of the script's own exceptions, while it unwinds. */
    script_status failure;
    char message[1024];
    int32_t source, line;
    uint8_t *output;
    size_t output_size, output_capacity, value_count;
};

/* MuJS's allocator, which aborts the script if there is no memory. */
void *script_allocate(void *context, void *memory, int size);
_Noreturn void script_abandon(script_engine *engine, script_status status);
/* Ends a call with a failure that isn't an exception of the script. */
_Noreturn void script_fail(script_engine *engine, script_status status, const char *message);
/* Begins a call if that is allowed. */
script_status script_begin(script_engine *engine);
script_status script_end(script_engine *engine, script_status status);
/* Called after the script was aborted: MuJS isn't used any more. */
script_status script_die(script_engine *engine);
void script_collect_if_due(script_engine *engine);
/* Records the message and place of the exception on the stack, and removes it. */
script_status script_note_exception(script_engine *engine, script_status kind);

/* The bytes that are still to be read. They come from Swift and are assumed to be well-formed. */
struct script_input {
    const uint8_t *at;
};

void script_push_value(script_engine *engine, struct script_input *input);
/* Pushes the function that creates documents; called when an engine is created. */
void script_push_document_maker(js_State *J);
/* Writes the value on top of the stack. */
void script_write_value(script_engine *engine, int depth);

/* The beginning and end of each call that uses MuJS. longjmp doesn't affect the variables that its
 * body changes. */
#define BEGIN(engine, kind) \
    js_State *J; \
    script_status status = script_begin(engine); \
    if (status != SCRIPT_OK) return status; \
    J = (engine)->state; \
    if (setjmp((engine)->abandon)) return script_die(engine); \
    script_collect_if_due(engine); \
    if (js_try(J)) return script_note_exception(engine, kind);

#define END(engine) \
    js_endtry(J); \
    js_pop(J, js_gettop(J) - SLOT_COUNT); \
    return script_end(engine, SCRIPT_OK);

#endif
