/* What the files of the engine share. */
#ifndef SCRIPT_INTERNAL_H
#define SCRIPT_INTERNAL_H

#include "script_engine.h"

#include <mujs.h>

#include <setjmp.h>
#include <stdatomic.h>

/* What lies at the bottom of MuJS's stack for good, where no script reaches it. */
enum {
    /* An array of the compiled functions. */
    SCRIPTS,
    /* An array of the arrays that loops run over. */
    LOOPS,
    HAS_OWN_PROPERTY,
    /* `valueOf` of Boolean objects. */
    BOOLEAN_VALUE,
    /* Makes the nodes of XML documents, with functions that no script has replaced yet. */
    MAKE_DOCUMENT,
    /* Its finalizer ends the script that is interrupted. */
    SENTINEL,
    SLOT_COUNT,
};

/* Before each block, so that all can be freed without MuJS's help. */
struct block {
    _Alignas(16) struct block *previous;
    struct block *next;
    size_t size;
};

struct script_engine {
    js_State *state;
    struct block blocks;
    size_t used, limit;
    /* The limit as the stack of the thread that called allows it. */
    size_t allowed;
    /* Where to go when the script must be left at once. */
    jmp_buf abandon;
    script_status death;
    bool is_running;

    /* MuJS's count of what it allocated since it collected garbage, or NULL where it wasn't found;
     * and whether it was raised. */
    unsigned *collection_count;
    bool is_collection_forced;
    size_t collect_at;
    /* The byte that is the type of the sentinel's slot, or NULL where it wasn't found. */
    volatile char *sentinel_type;
    atomic_bool is_interrupted;
    atomic_flag is_locked;

    script_is_active is_active;
    void *states;

    int32_t script_count, loop_count;
    /* The failure that is no exception of the script's own, while it unwinds. */
    script_status failure;
    char message[1024];
    int32_t source, line;
    uint8_t *output;
    size_t output_size, output_capacity, value_count;
};

/* The allocator of MuJS's, which leaves the script where there is no memory. */
void *script_allocate(void *context, void *memory, int size);
_Noreturn void script_abandon(script_engine *engine, script_status status);
/* Ends a call by a failure that is no exception of the script's. */
_Noreturn void script_fail(script_engine *engine, script_status status, const char *message);
/* Begins a call, if it may. */
script_status script_begin(script_engine *engine);
script_status script_end(script_engine *engine, script_status status);
/* After the script was left: nothing of MuJS's is used again. */
script_status script_die(script_engine *engine);
void script_collect_if_due(script_engine *engine);
/* Notes what the exception on the stack says, and removes it. */
script_status script_note_exception(script_engine *engine, script_status kind);

/* The bytes that are left to read. They come from the Swift side and are taken to be well
 * formed. */
struct script_input {
    const uint8_t *at;
};

void script_push_value(script_engine *engine, struct script_input *input);
/* Pushes the function that makes documents, while an engine is created. */
void script_push_document_maker(js_State *J);
/* Writes the value on top of the stack. */
void script_write_value(script_engine *engine, int depth);

/* What every call that uses MuJS begins and ends with. The variables that its body changes are out
 * of the reach of longjmp. */
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
