#define _GNU_SOURCE
#include "script_engine.h"

#include <mujs.h>

#include <limits.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    /* MuJS recurses once for each `new` and each nested declaration of a function, without a limit. */
    NESTED_WORD_LIMIT = 4000,
    /* What a value outside of the engine is taken to need besides its text. */
    VALUE_COST = 64,
    /* MuJS's own number. */
    TYPE_OF_UNDEFINED = 1,
    /* Above all counts that MuJS compares with this one. */
    FORCED_COLLECTION = INT_MAX,
};

/* What lies at the bottom of MuJS's stack for good, where no script reaches it. */
enum {
    /* An array of the compiled functions. */
    SCRIPTS,
    /* An array of the arrays that loops run over. */
    LOOPS,
    HAS_OWN_PROPERTY,
    /* Makes the nodes of XML documents; compiled when the first one comes. */
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

    /* MuJS's count of what it allocated since it collected garbage, or NULL where it wasn't found; and whether it was raised. */
    unsigned *collection_count;
    bool is_collection_forced;
    size_t collect_at;
    /* The byte that is the type of the sentinel's slot, or NULL where it wasn't found. */
    volatile char *sentinel_type;
    atomic_bool is_interrupted;

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

static atomic_size_t memory_of_all;

/* ---- Memory ---- */

static void account(script_engine *engine, size_t more, size_t less) {
    engine->used += more - less;
    atomic_fetch_add_explicit(&memory_of_all, more - less, memory_order_relaxed);
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

_Noreturn static void abandon(script_engine *engine, script_status status) {
    engine->death = status;
    longjmp(engine->abandon, 1);
}

/* Garbage is collected again when half the room is taken. MuJS counts blocks itself, and not their bytes. */
static void plan_collection(script_engine *engine) {
    engine->is_collection_forced = false;
    engine->collect_at = engine->used < engine->allowed ? engine->used + (engine->allowed - engine->used) / 2 : 0;
}

/* Has MuJS collect garbage before its next instruction, as blocks that nothing leads to yet could be lost now. */
static void force_collection(script_engine *engine) {
    if (engine->collection_count == NULL) return;
    if (engine->is_collection_forced && *engine->collection_count < FORCED_COLLECTION) plan_collection(engine);
    if (engine->used <= engine->collect_at || engine->is_collection_forced) return;
    *engine->collection_count = FORCED_COLLECTION;
    engine->is_collection_forced = true;
}

/* Collects garbage of calls that run no instructions. */
static void collect_if_due(script_engine *engine) {
    if (engine->used <= engine->collect_at) return;
    js_gc(engine->state, 0);
    plan_collection(engine);
}

static void *allocate(void *context, void *memory, int size) {
    script_engine *engine = context;
    struct block *block = memory == NULL ? NULL : (struct block *)memory - 1, *moved;
    size_t old_size = block == NULL ? 0 : block->size, new_size;
    if (size == 0) {
        if (block != NULL) free_block(engine, block);
        return NULL;
    }
    if (atomic_load_explicit(&engine->is_interrupted, memory_order_relaxed)) abandon(engine, SCRIPT_INTERRUPTED);
    if (size < 0) abandon(engine, SCRIPT_MEMORY);
    new_size = (size_t)size + sizeof *block;
    if (new_size > old_size && new_size - old_size > engine->allowed - engine->used) abandon(engine, SCRIPT_MEMORY);
    moved = realloc(block, new_size);
    if (moved == NULL) abandon(engine, SCRIPT_MEMORY);
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

/* The bytes of the thread's stack below the caller, or 0 if it runs on another stack. */
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

/* MuJS walks chains of prototypes by recursion, so that the stack bounds the memory. False if there is too little stack. */
static bool allow_memory(script_engine *engine) {
    size_t room = stack_room();
    if (room < SCRIPT_STACK_NEEDED) return false;
    room = (room - SCRIPT_STACK_NEEDED) * 3;
    engine->allowed = room < engine->limit ? room : engine->limit;
    return engine->used <= engine->allowed;
}

static script_status end(script_engine *engine, script_status status) {
    engine->is_running = false;
    return status;
}

/* After the script was left: nothing of MuJS's is used again. */
static script_status die(script_engine *engine) {
    engine->state = NULL;
    engine->collection_count = NULL;
    engine->sentinel_type = NULL;
    free_all(engine);
    return end(engine, engine->death);
}

/* Whether a call may begin. */
static script_status begin(script_engine *engine) {
    if (engine->state == NULL) return SCRIPT_DEAD;
    if (engine->is_running) return SCRIPT_BUSY;
    if (atomic_load_explicit(&engine->is_interrupted, memory_order_relaxed)) {
        engine->death = SCRIPT_INTERRUPTED;
        return die(engine);
    }
    if (!allow_memory(engine)) return SCRIPT_STACK;
    if (engine->output != NULL) {
        allocate(engine, engine->output, 0);
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

_Noreturn static void fail(script_engine *engine, script_status status, const char *message) {
    engine->failure = status;
    snprintf(engine->message, sizeof engine->message, "%s", message);
    js_pushundefined(engine->state);
    js_throw(engine->state);
}

/* The line of an exception that isn't in a function of the engine's own; our names of files are the numbers of sources. */
static void find_line(script_engine *engine, const char *trace) {
    for (const char *at = strchr(trace, '#'); at != NULL; at = strchr(at + 1, '#')) {
        int source, line;
        if (sscanf(at, "#%d:%d", &source, &line) != 2) continue;
        engine->source = source;
        engine->line = line;
        return;
    }
}

/* MuJS writes the place of what it can't parse into the message. */
static void split_place(script_engine *engine) {
    int size = 0;
    sscanf(engine->message, "SyntaxError: %n#%d:%d: %n", &size, &engine->source, &engine->line, &size);
    memmove(engine->message, engine->message + size, strlen(engine->message + size) + 1);
}

/* Notes what the exception on the stack says, and removes it. */
static script_status note_exception(script_engine *engine, script_status kind) {
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
    return end(engine, kind);
}

/* What every call that uses MuJS begins and ends with. The variables that its body changes are out of the reach of longjmp. */
#define BEGIN(engine, kind)                                                                                                            \
    js_State *J;                                                                                                                       \
    script_status status = begin(engine);                                                                                              \
    if (status != SCRIPT_OK) return status;                                                                                            \
    J = (engine)->state;                                                                                                               \
    if (setjmp((engine)->abandon)) return die(engine);                                                                                 \
    collect_if_due(engine);                                                                                                            \
    if (js_try(J)) return note_exception(engine, kind);

#define END(engine)                                                                                                                    \
    js_endtry(J);                                                                                                                      \
    js_pop(J, js_gettop(J) - SLOT_COUNT);                                                                                              \
    return end(engine, SCRIPT_OK);

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

static void get_system_variable(js_State *J) { js_getregistry(J, js_currentfunctiondata(J)); }

static void refuse_assignment(js_State *J) {
    js_typeerror(J, "'%s' is a system variable and can't be assigned", (const char *)js_currentfunctiondata(J));
}

static const char node_tag[] = "node";

static void make_node(js_State *J) {
    js_copy(J, 1);
    js_newuserdata(J, node_tag, NULL, NULL);
}

static void be_collected(js_State *J, void *unused) {
    script_engine *engine = js_getcontext(J);
    (void)unused;
    if (atomic_load_explicit(&engine->is_interrupted, memory_order_relaxed)) abandon(engine, SCRIPT_INTERRUPTED);
}

/* ---- Creation ---- */

/* MuJS's count of new blocks lies before the count at which it collects, which is five times what was left the last time. */
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

/* MuJS's stack is the second block that it takes; its values have 16 bytes, whose last is the type. */
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
    J = js_newstate(allocate, engine, 0);
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
    js_pushundefined(J);
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
size_t script_memory_of_all(void) { return atomic_load(&memory_of_all); }
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
    /* Garbage is collected before the next instruction then, and the sentinel is garbage. */
    if (engine->sentinel_type == NULL || engine->collection_count == NULL) return;
    *engine->sentinel_type = TYPE_OF_UNDEFINED;
    *(volatile unsigned *)engine->collection_count = FORCED_COLLECTION;
}

/* ---- Sources ---- */

static int hex_value(char digit) {
    if (digit >= '0' && digit <= '9') return digit - '0';
    digit |= 0x20;
    return digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

/* The character at a place, whether it is escaped or not, or -1 if it can't be a word's. */
static int word_character(const char **text) {
    const char *at = *text;
    int c = *at++;
    if (c == '\\' && *at == 'u') {
        int code = 0, digits = 0;
        for (; digits < 4 && hex_value(at[1 + digits]) >= 0; digits++) code = code * 16 + hex_value(at[1 + digits]);
        if (digits == 4) {
            c = code;
            at += 5;
        }
    }
    *text = at;
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' ? c : -1;
}

/* What is wrong with a source whose words could make MuJS recurse without a limit, or NULL. Words in texts count, too. */
static const char *find_forbidden_word(const char *source) {
    int count = 0;
    while (*source != 0) {
        char word[10];
        size_t length = 0;
        for (int c; (c = word_character(&source)) >= 0;) {
            if (length < sizeof word) word[length] = (char)c;
            length++;
        }
        if (length == 4 && memcmp(word, "eval", 4) == 0) return "'eval' can't be used";
        if ((length == 3 && memcmp(word, "new", 3) == 0) || (length == 8 && memcmp(word, "function", 8) == 0)) count++;
        if (count > NESTED_WORD_LIMIT) return "'new' and 'function' are written more than 4000 times";
        if (source[-1] == 0) break;
    }
    return NULL;
}

script_status script_compile(
    script_engine *engine, int32_t number, const char *check, const char *source, bool is_program, int32_t *script) {
    char file[16];
    const char *forbidden = find_forbidden_word(source);
    snprintf(file, sizeof file, "#%d", (int)number);
    BEGIN(engine, SCRIPT_SYNTAX)
    if (forbidden != NULL) fail(engine, SCRIPT_SYNTAX, forbidden);
    if (check != NULL) {
        js_loadstring(J, file, check);
        js_pop(J, 1);
    }
    js_loadstring(J, file, source);
    if (!is_program) {
        js_pushundefined(J);
        js_call(J, 0);
    }
    js_setindex(J, SCRIPTS, engine->script_count);
    *script = engine->script_count++;
    END(engine)
}

/* Pushes a compiled function and its `this`. */
static void push_script(script_engine *engine, int32_t script) {
    if (script < 0 || script >= engine->script_count) fail(engine, SCRIPT_UNKNOWN, "");
    js_getindex(engine->state, SCRIPTS, script);
    js_pushundefined(engine->state);
}

static void push_value_of(script_engine *engine, int32_t script) {
    push_script(engine, script);
    js_call(engine->state, 0);
}

script_status script_run(script_engine *engine, int32_t script) {
    BEGIN(engine, SCRIPT_THROWN)
    push_value_of(engine, script);
    END(engine)
}

script_status script_test(script_engine *engine, int32_t script, bool *result) {
    BEGIN(engine, SCRIPT_THROWN)
    push_value_of(engine, script);
    *result = js_toboolean(J, -1);
    END(engine)
}

/* ---- Values out ---- */

static void write_bytes(script_engine *engine, const void *bytes, size_t size) {
    size_t needed = engine->output_size + size;
    size_t room = engine->allowed - engine->used + engine->output_capacity;
    if (needed > INT_MAX / 2 || needed + engine->value_count * VALUE_COST > room) fail(engine, SCRIPT_SIZE, "");
    if (needed > engine->output_capacity) {
        size_t capacity = 2 * needed < room ? 2 * needed : needed;
        engine->output = allocate(engine, engine->output, (int)capacity);
        engine->output_capacity = capacity;
    }
    memcpy(engine->output + engine->output_size, bytes, size);
    engine->output_size = needed;
}

static void write_tag(script_engine *engine, char tag) {
    engine->value_count++;
    write_bytes(engine, &tag, 1);
}

static void write_count(script_engine *engine, uint32_t count) { write_bytes(engine, &count, sizeof count); }

static void write_text(script_engine *engine, const char *text) {
    size_t size = strlen(text);
    write_count(engine, (uint32_t)size);
    write_bytes(engine, text, size + 1);
}

static const char *kind_without_form(js_State *J) {
    if (js_iscallable(J, -1)) return "a function";
    if (js_isdateobject(J, -1)) return "a date";
    if (js_isregexp(J, -1)) return "a regular expression";
    if (js_iserror(J, -1)) return "an error";
    if (js_isuserdata(J, -1, node_tag)) return "a node of XML";
    return NULL;
}

static void write_value(script_engine *engine, int depth);

static void write_record(script_engine *engine, int depth) {
    js_State *J = engine->state;
    uint32_t count = 0;
    const char *key;
    size_t place;
    write_tag(engine, SCRIPT_TAG_RECORD);
    place = engine->output_size;
    write_count(engine, 0);
    js_pushiterator(J, -1, 1);
    while ((key = js_nextiterator(J, -1)) != NULL) {
        engine->value_count++;
        write_text(engine, key);
        js_getproperty(J, -2, key);
        write_value(engine, depth);
        js_pop(J, 1);
        count++;
    }
    js_pop(J, 1);
    memcpy(engine->output + place, &count, sizeof count);
}

/* Writes the value on top of the stack. */
static void write_value(script_engine *engine, int depth) {
    js_State *J = engine->state;
    const char *kind;
    if (js_isundefined(J, -1)) return write_tag(engine, SCRIPT_TAG_UNDEFINED);
    if (js_isnull(J, -1)) return write_tag(engine, SCRIPT_TAG_NULL);
    if (js_isboolean(J, -1)) return write_tag(engine, js_toboolean(J, -1) ? SCRIPT_TAG_TRUE : SCRIPT_TAG_FALSE);
    if (js_isnumber(J, -1) || js_isnumberobject(J, -1)) {
        double number = js_tonumber(J, -1);
        write_tag(engine, SCRIPT_TAG_NUMBER);
        return write_bytes(engine, &number, sizeof number);
    }
    if (js_isstring(J, -1) || js_isstringobject(J, -1)) {
        write_tag(engine, SCRIPT_TAG_STRING);
        return write_text(engine, js_tostring(J, -1));
    }
    kind = kind_without_form(J);
    if (kind != NULL) fail(engine, SCRIPT_CONVERSION, kind);
    if (depth == SCRIPT_DEPTH_LIMIT) fail(engine, SCRIPT_DEPTH, "");
    if (js_isarray(J, -1)) {
        int count = js_getlength(J, -1);
        write_tag(engine, SCRIPT_TAG_LIST);
        write_count(engine, (uint32_t)count);
        for (int index = 0; index < count; index++) {
            js_getindex(J, -1, index);
            write_value(engine, depth + 1);
            js_pop(J, 1);
        }
        return;
    }
    write_record(engine, depth + 1);
}

script_status script_evaluate(script_engine *engine, int32_t script) {
    BEGIN(engine, SCRIPT_THROWN)
    push_value_of(engine, script);
    write_value(engine, 0);
    END(engine)
}

/* ---- Values in ---- */

/* Bytes that are still to be read; they come from this library and are taken to be well formed. */
struct input {
    const uint8_t *at;
};

static uint32_t read_count(struct input *input) {
    uint32_t count;
    memcpy(&count, input->at, sizeof count);
    input->at += sizeof count;
    return count;
}

static const char *read_text(struct input *input, uint32_t *size) {
    const char *text;
    *size = read_count(input);
    text = (const char *)input->at;
    input->at += *size + 1;
    return text;
}

static void push_document(script_engine *engine, struct input *input);

static void push_value(script_engine *engine, struct input *input) {
    js_State *J = engine->state;
    uint32_t count, size;
    const char *text;
    double number;
    switch (*input->at++) {
    case SCRIPT_TAG_NULL: js_pushnull(J); break;
    case SCRIPT_TAG_FALSE: js_pushboolean(J, 0); break;
    case SCRIPT_TAG_TRUE: js_pushboolean(J, 1); break;
    case SCRIPT_TAG_NUMBER:
        memcpy(&number, input->at, sizeof number);
        input->at += sizeof number;
        js_pushnumber(J, number);
        break;
    case SCRIPT_TAG_STRING:
        text = read_text(input, &size);
        if (size > INT_MAX) abandon(engine, SCRIPT_MEMORY);
        js_pushlstring(J, text, (int)size);
        break;
    case SCRIPT_TAG_LIST:
        count = read_count(input);
        js_newarray(J);
        for (uint32_t index = 0; index < count; index++) {
            push_value(engine, input);
            js_setindex(J, -2, (int)index);
        }
        break;
    case SCRIPT_TAG_RECORD:
        count = read_count(input);
        js_newobject(J);
        for (uint32_t index = 0; index < count; index++) {
            text = read_text(input, &size);
            push_value(engine, input);
            js_defproperty(J, -2, text, 0);
        }
        break;
    case SCRIPT_TAG_XML: push_document(engine, input); break;
    default: js_pushundefined(J); break;
    }
}

/* Makes a document of [[parent, text] or [parent, name, attributes]], where node 0 is the document. It reads only, and is as much of
 * the DOM as charts need. No function recurses, as documents may be deep. */
static const char document_source[] =
    "(function (define, freeze, make) { 'use strict';\n"
    "return function (records) {\n"
    "  var nodes = [], ends = [], i;\n"
    "  var proto = {};\n"
    "  function value(node, name, value) { define(node, name, { value: value, enumerable: true }); }\n"
    "  function method(name, body) { define(proto, name, { value: body }); }\n"
    "  function getter(name, body) { define(proto, name, { get: body, enumerable: true }); }\n"
    "  function list(items) { define(items, 'item', { value: function (i) { return i in items ? items[i] : null; } });\n"
    "    return freeze(items); }\n"
    "  function attribute(node, name) { var all = records[node.index][2]; name = '' + name;\n"
    "    return all && has.call(all, name) ? all[name] : null; }\n"
    "  var has = proto.hasOwnProperty;\n"
    "  method('getElementsByTagName', function (name) { var found = [], i; name = '' + name;\n"
    "    for (i = this.index + 1; i < ends[this.index]; i++)\n"
    "      if (records[i].length === 3 && (name === '*' || records[i][1] === name)) found[found.length] = nodes[i];\n"
    "    return list(found); });\n"
    "  method('getAttribute', function (name) { return attribute(this, name); });\n"
    "  method('hasAttribute', function (name) { return attribute(this, name) !== null; });\n"
    "  getter('textContent', function () { var text = '', i = this.index;\n"
    "    if (i === 0) return null;\n"
    "    for (; i < ends[this.index]; i++) if (records[i].length === 2) text += records[i][1];\n"
    "    return text; });\n"
    "  getter('childNodes', function () { var found = [], i;\n"
    "    for (i = this.index + 1; i < ends[this.index]; i = ends[i]) found[found.length] = nodes[i];\n"
    "    return list(found); });\n"
    "  getter('firstChild', function () { var i = this.index + 1; return i < ends[this.index] ? nodes[i] : null; });\n"
    "  getter('nextSibling', function () { var i = ends[this.index];\n"
    "    return this.index > 0 && i < ends[records[this.index][0]] ? nodes[i] : null; });\n"
    "  getter('parentNode', function () { return this.index > 0 ? nodes[records[this.index][0]] : null; });\n"
    "  getter('documentElement', function () { var i;\n"
    "    if (this.index === 0) for (i = 1; i < ends[0]; i = ends[i]) if (records[i].length === 3) return nodes[i];\n"
    "    return null; });\n"
    "  for (i = 0; i < records.length; i++) ends[i] = i + 1;\n"
    "  for (i = records.length - 1; i > 0; i--) if (ends[records[i][0]] < ends[i]) ends[records[i][0]] = ends[i];\n"
    "  for (i = 0; i < records.length; i++) {\n"
    "    var node = make(proto), record = records[i], isElement = i > 0 && record.length === 3;\n"
    "    define(node, 'index', { value: i });\n"
    "    value(node, 'nodeType', i === 0 ? 9 : isElement ? 1 : 3);\n"
    "    value(node, 'nodeName', i === 0 ? '#document' : isElement ? record[1] : '#text');\n"
    "    if (isElement) value(node, 'tagName', record[1]);\n"
    "    value(node, 'nodeValue', i === 0 || isElement ? null : record[1]);\n"
    "    nodes[i] = freeze(node);\n"
    "  }\n"
    "  return nodes[0];\n"
    "}; })";

static void push_document(script_engine *engine, struct input *input) {
    js_State *J = engine->state;
    if (js_isundefined(J, MAKE_DOCUMENT)) {
        js_loadstring(J, "(document)", document_source);
        js_pushundefined(J);
        js_call(J, 0);
        js_pushundefined(J);
        js_getglobal(J, "Object");
        js_getproperty(J, -1, "defineProperty");
        js_rot2(J);
        js_getproperty(J, -1, "freeze");
        js_rot2pop1(J);
        js_newcfunction(J, make_node, "node", 1);
        js_call(J, 3);
        js_replace(J, MAKE_DOCUMENT);
    }
    js_copy(J, MAKE_DOCUMENT);
    js_pushundefined(J);
    push_value(engine, input);
    js_call(J, 1);
}

script_status script_assign(script_engine *engine, int32_t location, int32_t script) {
    BEGIN(engine, SCRIPT_THROWN)
    push_script(engine, location);
    push_value_of(engine, script);
    js_call(J, 1);
    END(engine)
}

script_status script_assign_value(script_engine *engine, int32_t location, const uint8_t *value) {
    struct input input = {value};
    BEGIN(engine, SCRIPT_THROWN)
    push_script(engine, location);
    push_value(engine, &input);
    js_call(J, 1);
    END(engine)
}

/* ---- Global variables ---- */

static bool is_declared(js_State *J, const char *name) {
    bool result;
    js_copy(J, HAS_OWN_PROPERTY);
    js_pushglobal(J);
    js_pushstring(J, name);
    js_call(J, 1);
    result = js_toboolean(J, -1);
    js_pop(J, 1);
    return result;
}

script_status script_declare(script_engine *engine, const char *name) {
    BEGIN(engine, SCRIPT_THROWN)
    if (!is_declared(J, name)) {
        js_pushundefined(J);
        js_defglobal(J, name, JS_DONTCONF);
    }
    END(engine)
}

script_status script_is_declared(script_engine *engine, const char *name, bool *result) {
    BEGIN(engine, SCRIPT_THROWN)
    *result = is_declared(J, name);
    END(engine)
}

script_status script_declare_system(script_engine *engine, const char *name) {
    size_t size = strlen(name) + 1;
    BEGIN(engine, SCRIPT_THROWN)
    if (!is_declared(J, name)) {
        char *copy = allocate(engine, NULL, (int)size);
        memcpy(copy, name, size);
        js_pushglobal(J);
        js_newcfunctionx(J, get_system_variable, copy, 0, copy, NULL);
        js_newcfunctionx(J, refuse_assignment, copy, 1, copy, NULL);
        js_defaccessor(J, -3, copy, JS_DONTCONF);
    }
    END(engine)
}

script_status script_set(script_engine *engine, const char *name, const uint8_t *value, bool is_system) {
    struct input input = {value};
    BEGIN(engine, SCRIPT_THROWN)
    push_value(engine, &input);
    if (is_system) js_setregistry(J, name);
    else js_defglobal(J, name, JS_DONTCONF);
    END(engine)
}

/* ---- Loops ---- */

script_status script_begin_loop(script_engine *engine, int32_t script, int32_t *count) {
    BEGIN(engine, SCRIPT_THROWN)
    push_value_of(engine, script);
    if (!js_isarray(J, -1)) fail(engine, SCRIPT_NO_ARRAY, "");
    *count = js_getlength(J, -1);
    js_newarray(J);
    for (int index = 0; index < *count; index++) {
        js_getindex(J, -2, index);
        js_setindex(J, -2, index);
    }
    js_setindex(J, LOOPS, engine->loop_count);
    engine->loop_count++;
    END(engine)
}

script_status script_assign_element(script_engine *engine, int32_t index, int32_t location) {
    BEGIN(engine, SCRIPT_THROWN)
    if (engine->loop_count == 0) fail(engine, SCRIPT_UNKNOWN, "");
    push_script(engine, location);
    js_getindex(J, LOOPS, engine->loop_count - 1);
    js_getindex(J, -1, index);
    js_rot2pop1(J);
    js_call(J, 1);
    END(engine)
}

static script_status forget_loop(script_engine *engine) {
    BEGIN(engine, SCRIPT_THROWN)
    js_pushundefined(J);
    js_setindex(J, LOOPS, engine->loop_count);
    END(engine)
}

void script_end_loop(script_engine *engine) {
    if (engine->loop_count > 0) engine->loop_count--;
    forget_loop(engine);
}
