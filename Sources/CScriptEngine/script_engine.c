#define _GNU_SOURCE
#include "script_internal.h"

#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    /* MuJS's own number. */
    TYPE_OF_UNDEFINED = 1,
    /* Greater than all counts that MuJS compares with this one. */
    FORCED_COLLECTION = INT_MAX,
};

static _Thread_local size_t memory_of_thread;

/* ---- Memory ---- */

static void account(script_engine *engine, size_t more, size_t less) {
    engine->used += more - less;
    memory_of_thread += more - less;
}

static void free_block(script_engine *engine, struct block *block) {
    block->previous->next = block->next;
    block->next->previous = block->previous;
    account(engine, 0, block->size);
    free(block);
}

static void free_all(script_engine *engine) {
    while (engine->blocks.next != &engine->blocks) free_block(engine, engine->blocks.next);
    engine->output = NULL;
    engine->output_size = engine->output_capacity = 0;
}

_Noreturn void script_abandon(script_engine *engine, script_status status) {
    engine->death = status;
    longjmp(engine->abandon, 1);
}

/* Garbage is collected again once half of the free memory is used. MuJS itself counts blocks
 * instead of bytes. */
static void plan_collection(script_engine *engine) {
    engine->is_collection_forced = false;
    engine->collect_at = engine->used;
    if (engine->used < engine->allowed) engine->collect_at += (engine->allowed - engine->used) / 2;
}

/* Makes MuJS collect garbage before its next instruction. Collecting it now could free new blocks
 * that nothing refers to yet. */
static void force_collection(script_engine *engine) {
    if (engine->collection_count == NULL) return;
    if (engine->is_collection_forced && *engine->collection_count < FORCED_COLLECTION) plan_collection(engine);
    if (engine->used <= engine->collect_at || engine->is_collection_forced) return;
    *engine->collection_count = FORCED_COLLECTION;
    engine->is_collection_forced = true;
}

/* Collects the garbage of calls that don't run instructions. */
void script_collect_if_due(script_engine *engine) {
    if (engine->used <= engine->collect_at) return;
    js_gc(engine->state, 0);
    plan_collection(engine);
}

void *script_allocate(void *context, void *memory, int size) {
    script_engine *engine = context;
    struct block *block = memory == NULL ? NULL : (struct block *)memory - 1, *moved;
    size_t old_size = block == NULL ? 0 : block->size, new_size;
    if (size == 0) {
        if (block != NULL) free_block(engine, block);
        return NULL;
    }
    if (atomic_load_explicit(&engine->is_interrupted, memory_order_relaxed)) script_abandon(engine, SCRIPT_INTERRUPTED);
    if (size < 0) script_abandon(engine, SCRIPT_MEMORY);
    new_size = (size_t)size + sizeof *block;
    if (new_size > old_size && new_size - old_size > engine->allowed - engine->used) script_abandon(engine, SCRIPT_MEMORY);
    moved = realloc(block, new_size);
    if (moved == NULL) script_abandon(engine, SCRIPT_MEMORY);
    if (block == NULL) {
        moved->next = engine->blocks.next;
        moved->previous = &engine->blocks;
    }
    moved->previous->next = moved->next->previous = moved;
    moved->size = new_size;
    account(engine, new_size, old_size);
    force_collection(engine);
    return moved + 1;
}

/* ---- Calls ---- */

/* Returns the number of bytes of the thread's stack below the caller, or 0 if it runs on another
 * stack. */
static size_t stack_room(void) {
    static _Thread_local char *low, *high;
    char *here = __builtin_frame_address(0);
    if (low == NULL) {
        pthread_attr_t attributes;
        void *address;
        size_t size, guard = 0;
        if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 0;
        pthread_attr_getguardsize(&attributes, &guard);
        if (pthread_attr_getstack(&attributes, &address, &size) == 0 && size > guard) {
            low = (char *)address + guard;
            high = (char *)address + size;
        }
        pthread_attr_destroy(&attributes);
    }
    return here > low && here < high ? (size_t)(here - low) : 0;
}

/* MuJS walks prototype chains recursively, so the memory is limited according to the stack. Returns
 * false if the stack is too small. */
static bool allow_memory(script_engine *engine) {
    size_t room = stack_room();
    if (room < SCRIPT_STACK_NEEDED) return false;
    room = (room - SCRIPT_STACK_NEEDED) * 3;
    engine->allowed = room < engine->limit ? room : engine->limit;
    return engine->used <= engine->allowed;
}

script_status script_end(script_engine *engine, script_status status) {
    engine->is_running = false;
    return status;
}

/* Protects the memory that script_interrupt() writes to. Locked for a few instructions only. */
static void lock(script_engine *engine) {
    while (atomic_flag_test_and_set_explicit(&engine->is_locked, memory_order_acquire)) {}
}

static void unlock(script_engine *engine) { atomic_flag_clear_explicit(&engine->is_locked, memory_order_release); }

/* Called after the script was aborted: MuJS isn't used any more. */
script_status script_die(script_engine *engine) {
    lock(engine);
    engine->state = NULL;
    engine->collection_count = NULL;
    engine->sentinel_type = NULL;
    unlock(engine);
    free_all(engine);
    return script_end(engine, engine->death);
}

/* Returns whether a call may begin. */
script_status script_begin(script_engine *engine) {
    if (engine->state == NULL) return SCRIPT_DEAD;
    if (engine->is_running) return SCRIPT_BUSY;
    if (atomic_load_explicit(&engine->is_interrupted, memory_order_relaxed)) {
        engine->death = SCRIPT_INTERRUPTED;
        return script_die(engine);
    }
    if (!allow_memory(engine)) return SCRIPT_STACK;
    if (engine->output != NULL) {
        script_allocate(engine, engine->output, 0);
        engine->output = NULL;
        engine->output_capacity = 0;
    }
    engine->failure = SCRIPT_OK;
    engine->message[0] = 0;
    engine->source = engine->line = 0;
    engine->output_size = engine->value_count = 0;
    engine->is_running = true;
    return SCRIPT_OK;
}

_Noreturn void script_fail(script_engine *engine, script_status status, const char *message) {
    engine->failure = status;
    snprintf(engine->message, sizeof engine->message, "%s", message);
    js_pushundefined(engine->state);
    js_throw(engine->state);
}

/* Returns the line of an exception outside the engine's own functions; file names are the numbers
 * of sources here. */
static void find_line(script_engine *engine, const char *trace) {
    for (const char *at = strchr(trace, '#'); at != NULL; at = strchr(at + 1, '#')) {
        int source, line;
        if (sscanf(at, "#%d:%d", &source, &line) != 2) continue;
        engine->source = source;
        engine->line = line;
        return;
    }
}

/* MuJS writes the place of a syntax error into the message. */
static void split_place(script_engine *engine) {
    int size = 0;
    sscanf(engine->message, "SyntaxError: %n#%d:%d: %n", &size, &engine->source, &engine->line, &size);
    memmove(engine->message, engine->message + size, strlen(engine->message + size) + 1);
}

/* Records the message and place of the exception on the stack, and removes it. */
script_status script_note_exception(script_engine *engine, script_status kind) {
    js_State *J = engine->state;
    if (engine->failure != SCRIPT_OK) {
        kind = engine->failure;
    } else if (js_try(J)) {
        snprintf(engine->message, sizeof engine->message, "an exception that has no text");
        js_pop(J, 1);
    } else {
        if (js_isobject(J, -1)) {
            js_getproperty(J, -1, "stackTrace");
            if (js_isstring(J, -1)) find_line(engine, js_tostring(J, -1));
            js_pop(J, 1);
        }
        snprintf(engine->message, sizeof engine->message, "%s", js_tostring(J, -1));
        js_endtry(J);
    }
    if (kind == SCRIPT_SYNTAX) split_place(engine);
    js_pop(J, js_gettop(J) - SLOT_COUNT);
    return script_end(engine, kind);
}

/* ---- Functions for scripts ---- */

static void is_in_state(js_State *J) {
    script_engine *engine = js_getcontext(J);
    const char *name = js_tostring(J, 1);
    int answer;
    if (engine->is_active == NULL) js_referenceerror(J, "'In' can't be used here: nothing runs");
    answer = engine->is_active(engine->states, name, strlen(name));
    if (answer < 0) js_referenceerror(J, "there is no state '%.200s'", name);
    js_pushboolean(J, answer);
}

static void refuse_function(js_State *J) { js_evalerror(J, "functions can't be made of texts"); }

static void be_collected(js_State *J, void *unused) {
    script_engine *engine = js_getcontext(J);
    (void)unused;
    if (atomic_load_explicit(&engine->is_interrupted, memory_order_relaxed)) script_abandon(engine, SCRIPT_INTERRUPTED);
}

/* ---- Creation ---- */

/* Finds MuJS's count of new blocks. It is stored before the count at which MuJS collects garbage,
 * which is five times the number of blocks that were left the last time. */
static void find_collection_count(script_engine *engine) {
    js_State *J = engine->state;
    struct block *block = (struct block *)J - 1;
    unsigned *words = (unsigned *)J;
    size_t count = (block->size - sizeof *block) / sizeof *words;
    js_gc(J, 0);
    for (size_t index = 0; index + 1 < count; index++) {
        unsigned before = words[index];
        if (before < 100 || words[index + 1] != before * 5) continue;
        for (int created = 0; created < 7; created++) {
            js_newobject(J);
            js_pop(J, 1);
        }
        if (words[index] != before + 7) continue;
        engine->collection_count = &words[index];
        return;
    }
}

/* MuJS's stack is the second block that it allocates. Its values have 16 bytes, the last of which
 * is the type. */
static void find_sentinel_type(script_engine *engine) {
    js_State *J = engine->state;
    char *slot = (char *)(engine->blocks.previous->previous + 1) + 16 * SENTINEL;
    double number = 1234.5678;
    js_pushnumber(J, number);
    if (memcmp(slot, &number, sizeof number) == 0) engine->sentinel_type = slot + 15;
    js_pop(J, 1);
    js_pushundefined(J);
    if (slot[15] != TYPE_OF_UNDEFINED) engine->sentinel_type = NULL;
    js_pop(J, 1);
}

script_engine *script_engine_new(size_t memory_limit, script_status *status) {
    script_engine *engine = calloc(1, sizeof *engine);
    js_State *J;
    *status = SCRIPT_MEMORY;
    if (engine == NULL) return NULL;
    engine->blocks.next = engine->blocks.previous = &engine->blocks;
    engine->limit = memory_limit;
    if (!allow_memory(engine)) {
        *status = SCRIPT_STACK;
        free(engine);
        return NULL;
    }
    if (setjmp(engine->abandon)) {
        script_engine_free(engine);
        return NULL;
    }
    J = js_newstate(script_allocate, engine, 0);
    if (J == NULL) {
        script_engine_free(engine);
        return NULL;
    }
    engine->state = J;
    js_setcontext(J, engine);
    js_setreport(J, NULL);
    if (js_try(J)) {
        script_engine_free(engine);
        return NULL;
    }
    js_newarray(J);
    js_newarray(J);
    js_getglobal(J, "Object");
    js_getproperty(J, -1, "prototype");
    js_getproperty(J, -1, "hasOwnProperty");
    js_rot3pop2(J);
    js_getglobal(J, "Boolean");
    js_getproperty(J, -1, "prototype");
    js_getproperty(J, -1, "valueOf");
    js_rot3pop2(J);
    script_push_document_maker(J);
    find_sentinel_type(engine);
    js_pushundefined(J);
    js_newuserdata(J, "sentinel", NULL, be_collected);
    js_newcfunction(J, is_in_state, "In", 1);
    js_defglobal(J, "In", JS_READONLY | JS_DONTENUM | JS_DONTCONF);
    js_getglobal(J, "Function");
    js_getproperty(J, -1, "prototype");
    js_newcconstructor(J, refuse_function, refuse_function, "Function", 1);
    js_defglobal(J, "Function", JS_DONTENUM);
    js_pop(J, js_gettop(J) - SLOT_COUNT);
    find_collection_count(engine);
    js_endtry(J);
    plan_collection(engine);
    *status = SCRIPT_OK;
    return engine;
}

void script_engine_free(script_engine *engine) {
    if (engine == NULL) return;
    free_all(engine);
    free(engine);
}

size_t script_memory(const script_engine *engine) { return engine->used; }
size_t script_memory_of_thread(void) { return memory_of_thread; }
const char *script_message(const script_engine *engine) { return engine->message; }
int32_t script_source(const script_engine *engine) { return engine->source; }
int32_t script_line(const script_engine *engine) { return engine->line; }

const uint8_t *script_output(const script_engine *engine, size_t *size) {
    *size = engine->output_size;
    return engine->output;
}

void script_set_states(script_engine *engine, script_is_active is_active, void *context) {
    engine->is_active = is_active;
    engine->states = context;
}

void script_interrupt(script_engine *engine) {
    atomic_store(&engine->is_interrupted, true);
    lock(engine);
    /* MuJS then collects garbage, which includes the sentinel, before the next instruction. */
    if (engine->sentinel_type != NULL && engine->collection_count != NULL) {
        *engine->sentinel_type = TYPE_OF_UNDEFINED;
        *(volatile unsigned *)engine->collection_count = FORCED_COLLECTION;
    }
    unlock(engine);
}
