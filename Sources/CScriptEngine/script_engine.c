#define _GNU_SOURCE
#include "host.h"
#include "script_internal.h"

#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    /* Duktape's number of attempts after the first one, each after a garbage collection. */
    ALLOCATION_ATTEMPTS = 10,
    /* Left for functions that don't recurse. */
    STACK_RESERVE = 96 << 10,
    DEEPEST_SOURCE = 2500,
    /* The stack that the compiler takes for a level, at most. */
#ifdef __OPTIMIZE__
    STACK_PER_LEVEL = 1200,
#else
    STACK_PER_LEVEL = 4000,
#endif
};

static _Thread_local size_t memory_of_thread;
/* The engine that runs on the thread, and the end of the stack that it may use. */
static _Thread_local script_engine *running;
static _Thread_local char *stack_end;

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

size_t script_room(const script_engine *engine) {
    size_t limit = engine->limit + engine->reserve;
    return limit > engine->used ? limit - engine->used : 0;
}

void *script_resize(script_engine *engine, void *memory, size_t size) {
    struct block *block = memory == NULL ? NULL : (struct block *)memory - 1, *moved;
    size_t old_size = block == NULL ? 0 : block->size, new_size = size + sizeof *block;
    if (new_size < size || (new_size > old_size && new_size - old_size > script_room(engine))) return NULL;
    moved = realloc(block, new_size);
    if (moved == NULL) return NULL;
    if (block == NULL) {
        moved->next = engine->blocks.next;
        moved->previous = &engine->blocks;
    }
    moved->previous->next = moved->next->previous = moved;
    moved->size = new_size;
    account(engine, new_size, old_size);
    return moved + 1;
}

static void release(void *context, void *memory) {
    if (memory != NULL) free_block(context, (struct block *)memory - 1);
}

void script_forget_output(script_engine *engine) {
    release(engine, engine->output);
    engine->output = NULL;
    engine->output_size = engine->output_capacity = 0;
}

static void *resize(void *context, void *memory, duk_size_t size) {
    script_engine *engine = context;
    void *moved;
    if (size == 0) {
        release(context, memory);
        return NULL;
    }
    moved = script_resize(engine, memory, size);
    if (moved != NULL) {
        if (size >= engine->failed_size) engine->failure_count = 0;
        return moved;
    }
    /* The last attempt would make an exception, which the script could catch. */
    if (engine->failure_count == 0) engine->failed_size = size;
    if (++engine->failure_count >= ALLOCATION_ATTEMPTS) script_abandon(engine, SCRIPT_MEMORY);
    return NULL;
}

static void *allocate(void *context, duk_size_t size) { return resize(context, NULL, size); }

/* ---- Stack and time ---- */

/* Returns the lowest address of the thread's stack, or NULL if it runs on another stack. */
static char *lowest_address(void) {
    static _Thread_local char *low, *high;
    char *here = __builtin_frame_address(0);
    if (low == NULL) {
        pthread_attr_t attributes;
        void *address;
        size_t size, guard = 0;
        if (pthread_getattr_np(pthread_self(), &attributes) != 0) return NULL;
        pthread_attr_getguardsize(&attributes, &guard);
        if (pthread_attr_getstack(&attributes, &address, &size) == 0 && size > guard) {
            low = (char *)address + guard;
            high = (char *)address + size;
        }
        pthread_attr_destroy(&attributes);
    }
    return here > low && here < high ? low : NULL;
}

/* Returns false if the stack is too small. */
static bool enter(script_engine *engine) {
    char *low = lowest_address();
    if (low == NULL || (char *)__builtin_frame_address(0) - low < SCRIPT_STACK_NEEDED) return false;
    engine->outer = running;
    engine->outer_stack_end = stack_end;
    running = engine;
    stack_end = low + STACK_RESERVE;
    return true;
}

static void leave(script_engine *engine) {
    running = engine->outer;
    stack_end = engine->outer_stack_end;
}

bool script_has_stack(void) {
    char *low = lowest_address();
    return low != NULL && (char *)__builtin_frame_address(0) - low > STACK_RESERVE;
}

static void check_interruption(script_engine *engine) {
    if (atomic_load_explicit(&engine->is_interrupted, memory_order_relaxed)) script_abandon(engine, SCRIPT_INTERRUPTED);
}

bool script_check_stack(void) {
    check_interruption(running);
    return (char *)__builtin_frame_address(0) < stack_end;
}

int script_compiler_depth(void) {
    ptrdiff_t room = (char *)__builtin_frame_address(0) - stack_end;
    if (room < 0) return 0;
    return room / STACK_PER_LEVEL < DEEPEST_SOURCE ? (int)(room / STACK_PER_LEVEL) : DEEPEST_SOURCE;
}

bool script_check_time(void *context, long steps) {
    script_engine *engine = context;
    check_interruption(engine);
    engine->steps += steps > 0 ? (uint64_t)steps : 0;
    if (engine->step_limit > 0 && engine->steps > engine->step_limit) script_abandon(engine, SCRIPT_STEPS);
    return false;
}

double script_time(void *context) {
    script_engine *engine = script_engine_of(context);
    return engine->host.time == NULL ? script_system_time() : engine->host.time(engine->host.context);
}

double script_system_time(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (double)now.tv_sec * 1000 + (double)(now.tv_nsec / 1000000);
}

/* ---- Calls ---- */

script_engine *script_engine_of(duk_context *J) {
    duk_memory_functions functions;
    duk_get_memory_functions(J, &functions);
    return functions.udata;
}

static script_status end(script_engine *engine, script_status status) {
    engine->is_running = false;
    leave(engine);
    return status;
}

/* Called after the script was aborted: Duktape isn't used any more. */
static script_status die(script_engine *engine) {
    engine->state = NULL;
    free_all(engine);
    return end(engine, engine->death);
}

/* Begins a call if that is allowed. */
static script_status begin(script_engine *engine) {
    if (engine->state == NULL) return SCRIPT_DEAD;
    if (engine->is_running) return SCRIPT_BUSY;
    if (!enter(engine)) return SCRIPT_STACK;
    if (atomic_load_explicit(&engine->is_interrupted, memory_order_relaxed)) {
        engine->death = SCRIPT_INTERRUPTED;
        return die(engine);
    }
    script_forget_output(engine);
    engine->failure = SCRIPT_OK;
    engine->failure_count = 0;
    engine->message[0] = 0;
    engine->source = engine->line = 0;
    engine->value_count = 0;
    engine->steps = 0;
    engine->is_running = true;
    return SCRIPT_OK;
}

_Noreturn void script_fail(script_engine *engine, script_status status, const char *message) {
    engine->failure = status;
    snprintf(engine->message, sizeof engine->message, "%s", message);
    duk_push_undefined(engine->state);
    duk_throw(engine->state);
    __builtin_unreachable();
}

/* Copies a text, cut at a character. */
static void note_message(script_engine *engine, const char *text, size_t size) {
    if (size >= sizeof engine->message) {
        size = sizeof engine->message - 1;
        while (size > 0 && ((unsigned char)text[size] & 0xC0) == 0x80) size--;
    }
    memcpy(engine->message, text, size);
    engine->message[size] = 0;
}

/* Files are named by the numbers of sources. */
static duk_ret_t note_place(duk_context *J, void *context) {
    script_engine *engine = context;
    int source;
    duk_get_prop_literal(J, -1, "fileName");
    if (duk_is_string(J, -1) && sscanf(duk_get_string(J, -1), "#%d", &source) == 1) {
        duk_get_prop_literal(J, -2, "lineNumber");
        engine->source = source;
        engine->line = duk_get_int(J, -1);
        duk_pop(J);
    }
    duk_pop(J);
    return 1;
}

static duk_ret_t note_text(duk_context *J, void *context) {
    size_t size;
    const char *text = duk_to_lstring(J, -1, &size);
    note_message(context, text, size);
    return 1;
}

/* Duktape writes the place of a syntax error behind the message. */
static void split_place(script_engine *engine) {
    static const char kind[] = "SyntaxError: ", end_of_input[] = ", end of input)";
    char *message = engine->message, *place = strrchr(message, '(');
    size_t length = strlen(message);
    if (place == NULL || sscanf(place, "(line %d", &engine->line) != 1) return;
    engine->is_at_end = length >= sizeof end_of_input - 1
        && strcmp(message + length - (sizeof end_of_input - 1), end_of_input) == 0;
    while (place > message && place[-1] == ' ') place--;
    *place = 0;
    if (strncmp(message, kind, sizeof kind - 1) == 0) memmove(message, message + sizeof kind - 1, strlen(message) - sizeof kind + 2);
}

/* Records the message and place of the exception on the stack, and removes it. */
static script_status note_exception(script_engine *engine, script_status kind) {
    static const char textless[] = "an exception that has no text";
    duk_context *J = engine->state;
    engine->is_at_end = false;
    if (engine->failure != SCRIPT_OK) {
        kind = engine->failure;
    } else {
        if (duk_is_object(J, -1)) {
            duk_dup_top(J);
            duk_safe_call(J, note_place, engine, 1, 1);
            duk_pop(J);
        }
        if (duk_safe_call(J, note_text, engine, 1, 1) != DUK_EXEC_SUCCESS) note_message(engine, textless, sizeof textless - 1);
        if (kind == SCRIPT_SYNTAX) split_place(engine);
    }
    duk_set_top(J, SLOT_COUNT);
    return end(engine, kind);
}

script_status script_perform(script_engine *engine, script_status kind, duk_safe_call_function body, void *call) {
    script_status status = begin(engine);
    if (status != SCRIPT_OK) return status;
    if (setjmp(engine->abandon)) return die(engine);
    if (duk_safe_call(engine->state, body, call, 0, 1) != DUK_EXEC_SUCCESS) return note_exception(engine, kind);
    duk_set_top(engine->state, SLOT_COUNT);
    return end(engine, SCRIPT_OK);
}

void script_define(duk_context *J, duk_idx_t object) {
    duk_def_prop(J, object, DUK_DEFPROP_HAVE_VALUE | DUK_DEFPROP_HAVE_WEC | DUK_DEFPROP_WEC);
}

/* ---- Creation ---- */

static duk_ret_t prepare(duk_context *J, void *unused) {
    (void)unused;
    duk_push_bare_array(J);
    duk_replace(J, SCRIPTS);
    duk_push_bare_array(J);
    duk_replace(J, LOOPS);
    duk_push_bare_array(J);
    duk_replace(J, BUILT_INS);
    duk_push_bare_object(J);
    duk_replace(J, SYSTEM_VARIABLES);
    duk_get_global_literal(J, "Object");
    duk_get_prop_literal(J, -1, "prototype");
    duk_get_prop_literal(J, -1, "toString");
    duk_replace(J, KIND_OF);
    script_push_document_maker(J);
    duk_replace(J, MAKE_DOCUMENT);
    script_push_library(J);
    duk_replace(J, ADD_LIBRARY);
    script_add_functions(J);
    script_note_built_ins(script_engine_of(J), false);
    return 1;
}

/* Duktape calls this for errors of its own use only. */
static void stop(void *context, const char *message) {
    (void)message;
    script_abandon(context, SCRIPT_MEMORY);
}

script_engine *script_engine_new(size_t memory_limit, script_status *status) {
    script_engine *const engine = calloc(1, sizeof *engine);
    *status = SCRIPT_MEMORY;
    if (engine == NULL) return NULL;
    engine->blocks.next = engine->blocks.previous = &engine->blocks;
    engine->limit = memory_limit;
    if (!enter(engine)) {
        *status = SCRIPT_STACK;
        free(engine);
        return NULL;
    }
    if (setjmp(engine->abandon) == 0) {
        engine->state = duk_create_heap(allocate, resize, release, engine, stop);
        if (engine->state != NULL) {
            for (int slot = 0; slot < SLOT_COUNT; slot++) duk_push_undefined(engine->state);
            if (duk_safe_call(engine->state, prepare, NULL, 0, 1) == DUK_EXEC_SUCCESS) {
                duk_set_top(engine->state, SLOT_COUNT);
                leave(engine);
                *status = SCRIPT_OK;
                return engine;
            }
        }
    }
    leave(engine);
    script_engine_free(engine);
    return NULL;
}

void script_engine_free(script_engine *engine) {
    if (engine == NULL) return;
    free_all(engine);
    free(engine->built_ins);
    free(engine->put_off);
    free(engine);
}

size_t script_memory(const script_engine *engine) { return engine->used; }
size_t script_memory_of_thread(void) { return memory_of_thread; }
const char *script_message(const script_engine *engine) { return engine->message; }
int32_t script_source(const script_engine *engine) { return engine->source; }
int32_t script_line(const script_engine *engine) { return engine->line; }
bool script_is_at_end(const script_engine *engine) { return engine->is_at_end; }

const uint8_t *script_output(const script_engine *engine, size_t *size) {
    *size = engine->output_size;
    return engine->output;
}

void script_set_host(script_engine *engine, script_host host) { engine->host = host; }
void script_set_step_limit(script_engine *engine, uint64_t limit) { engine->step_limit = limit; }
void script_interrupt(script_engine *engine) { atomic_store(&engine->is_interrupted, true); }
