#include "host.h"
#include "script_internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Saving writes what it finds at once. It asks neither getters nor functions, which scripts may
 * have replaced, and holds what it must remember outside of the engine, which may be full. */

enum {
    /* How many times its limit an engine's memory may grow for saving and restoring. */
    RESERVE_FACTOR = 16,
    /* What scripts can use at least after restoring. */
    LEAST_ROOM = 1 << 20,
    PATH_LENGTH = 80,
    /* What members lack: `script_property.flags`. */
    CONSTANT = 1,
    HIDDEN = 2,
    PERMANENT = 4,
};

/* ---- The engine's own objects ---- */

/* Returns the object on top of the stack, NULL for other values. */
static void *top_object(duk_context *J) { return duk_is_object(J, -1) ? duk_get_heapptr(J, -1) : NULL; }

static bool is_named(const struct script_property *property, const char *name) {
    return !property->is_symbol && property->size == strlen(name) && memcmp(property->name, name, property->size) == 0;
}

/* Pushes the value of an own property, undefined if there is none. Returns the object that it is,
 * or NULL. */
static void *push_own(duk_context *J, void *object, const char *name) {
    struct script_property property;
    uint32_t place = 0;
    while (object != NULL && script_next_property(J, object, &place, &property)) {
        if (is_named(&property, name)) return top_object(J);
        duk_pop(J);
    }
    duk_push_undefined(J);
    return NULL;
}

static void *own(duk_context *J, void *object, const char *name) {
    void *value = push_own(J, object, name);
    duk_pop(J);
    return value;
}

static void *global_object(duk_context *J) {
    void *object;
    duk_push_global_object(J);
    object = top_object(J);
    duk_pop(J);
    return object;
}

/* Sessions replace `Math.random` themselves. */
static bool is_own_random(duk_context *J) {
    void *function = own(J, own(J, global_object(J), "_x$random"), "random");
    return function == NULL ? duk_is_c_function(J, -1) : function == top_object(J);
}

/* Returns a sum over an object's prototype and its members: their names, attributes and values,
 * which are the same as long as nobody replaces them. */
static uint32_t sum_members(duk_context *J, void *object, bool is_math) {
    struct script_property member;
    uint32_t place = 0;
    uint64_t sum = object == NULL ? 0 : (uint64_t)(uintptr_t)script_prototype(J, object) + script_is_extensible(object);
    while (object != NULL && script_next_property(J, object, &place, &member)) {
        uint64_t hash = (uint64_t)member.flags, value = (uint64_t)(uintptr_t)duk_get_heapptr(J, -1);
        bool is_random = is_math && is_named(&member, "random") && is_own_random(J);
        double number = duk_get_number(J, -1);
        if (member.is_accessor) value = (uint64_t)(uintptr_t)member.getter;
        else if (duk_is_number(J, -1)) memcpy(&value, &number, sizeof value);
        else if (duk_is_boolean(J, -1)) value = duk_get_boolean(J, -1);
        duk_pop(J);
        if (is_random) continue;
        for (size_t index = 0; index < member.size; index++)
            hash = (hash ^ (unsigned char)member.name[index]) * 0x100000001B3u;
        hash = (hash ^ (hash >> 32) ^ value) * 0x9E3779B97F4A7C15u;
        sum += (hash ^ (hash >> 32)) * 0x9E3779B97F4A7C15u;
    }
    return (uint32_t)(sum ^ (sum >> 32));
}

/* Adds to or subtracts from the sums; the global object's members are the variables. */
static void sum(duk_context *J, struct built_in *built_in, uint32_t sign) {
    if (built_in->object == global_object(J)) return;
    built_in->members += sign * sum_members(J, built_in->object, strcmp(built_in->name, "Math") == 0);
    built_in->prototype_members += sign * sum_members(J, own(J, built_in->object, "prototype"), false);
}

static struct built_in *find_built_in(script_engine *engine, const char *name, size_t size) {
    for (uint32_t index = 0; index < engine->built_in_count; index++)
        if (strlen(engine->built_ins[index].name) == size && memcmp(engine->built_ins[index].name, name, size) == 0)
            return &engine->built_ins[index];
    return NULL;
}

/* Notes the global value on top of the stack. */
static void add_built_in(script_engine *engine, const struct script_property *property) {
    struct built_in *grown = realloc(engine->built_ins, (engine->built_in_count + 1) * sizeof *grown), *added;
    if (grown == NULL) script_abandon(engine, SCRIPT_MEMORY);
    engine->built_ins = grown;
    added = memset(&grown[engine->built_in_count], 0, sizeof *added);
    memcpy(added->name, property->name, property->size);
    added->object = top_object(engine->state);
    /* Keeps the object, so that no other one gets its place. */
    duk_dup_top(engine->state);
    duk_put_prop_index(engine->state, BUILT_INS, engine->built_in_count++);
}

static bool is_of_library(duk_context *J) {
    bool result;
    if (!duk_is_function(J, -1)) return false;
    push_own(J, top_object(J), "fileName");
    result = duk_is_string(J, -1) && strcmp(duk_get_string(J, -1), "(library)") == 0;
    duk_pop(J);
    return result;
}

void script_note_built_ins(script_engine *engine, bool is_before) {
    duk_context *J = engine->state;
    bool is_first = engine->built_in_count == 0;
    uint32_t place = 0;
    struct script_property property;
    void *global = global_object(J);
    while (!is_before && script_next_property(J, global, &place, &property)) {
        if (property.size < sizeof engine->built_ins->name && !property.is_symbol && !property.is_accessor
            && (is_first || (is_of_library(J) && find_built_in(engine, property.name, property.size) == NULL)))
            add_built_in(engine, &property);
        duk_pop(J);
    }
    for (uint32_t index = 0; index < engine->built_in_count; index++)
        sum(J, &engine->built_ins[index], is_before ? UINT32_MAX : 1);
}

/* ---- What was found ---- */

/* An object, and the first way to it. The root's objects have the parent -1. */
struct found {
    void *object;
    int32_t parent;
    bool is_index;
    uint32_t index;
    const char *name;
    size_t size;
};

/* A function that a program declares at its top level. */
struct declared {
    void *function, *prototype;
    const char *name;
    uint32_t program;
};

struct global {
    const char *name;
    size_t size;
    uint32_t place;
};

struct saving {
    script_engine *engine;
    duk_context *J;
    struct found *found;
    struct declared *declared;
    struct global *globals;
    /* Indices of found objects plus 1, hashed by their addresses. */
    uint32_t *slots;
    size_t found_count, found_capacity, slot_count;
    size_t declared_count, declared_capacity, global_count, global_capacity;
};

/* Makes room for one more element. */
static void *grown(struct saving *saving, void *array, size_t count, size_t *capacity, size_t size) {
    void *moved;
    if (count < *capacity) return array;
    moved = count > INT32_MAX / 4 ? NULL : realloc(array, (2 * count + 16) * size);
    if (moved == NULL) script_fail(saving->engine, SCRIPT_SIZE, "");
    *capacity = 2 * count + 16;
    return moved;
}

static bool is_identifier(const struct found *part) {
    for (size_t index = 0; index < part->size; index++) {
        char c = part->name[index];
        bool is_letter = ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || c == '_' || c == '$';
        if (!is_letter && !(index > 0 && c >= '0' && c <= '9')) return false;
    }
    return part->size > 0;
}

/* Writes the way to a found object, which is used up: its links are turned around. */
static void write_path(struct saving *saving, int32_t at, char *path) {
    int32_t next = -1, size = 1;
    while (at >= 0) {
        int32_t parent = saving->found[at].parent;
        saving->found[at].parent = next;
        next = at;
        at = parent;
    }
    path[0] = '\'';
    for (bool is_first = true; next >= 0 && size <= PATH_LENGTH; is_first = false) {
        const struct found *part = &saving->found[next];
        bool is_word = is_identifier(part);
        if (part->is_index) size += sprintf(path + size, "[%lu]", (unsigned long)part->index);
        else size += snprintf(
            path + size, PATH_LENGTH + 8, is_first ? "%.*s" : is_word ? ".%.*s" : "[\"%.*s\"]",
            (int)(part->size < PATH_LENGTH ? part->size : PATH_LENGTH), part->name);
        next = part->parent;
    }
    if (size > PATH_LENGTH + 1 || next >= 0) {
        size = size < PATH_LENGTH + 1 ? size : PATH_LENGTH + 1;
        while (((unsigned char)path[size] & 0xC0) == 0x80) size--;
        size += sprintf(path + size, "…");
    }
    strcpy(path + size, "'");
}

/* Ends saving with a message, in which the way to an object stands for `%s`. */
static _Noreturn void refuse(struct saving *saving, size_t at, const char *format, const char *kind) {
    char path[3 * PATH_LENGTH], message[512];
    write_path(saving, (int32_t)at, path);
    snprintf(message, sizeof message, format, path, kind);
    script_fail(saving->engine, SCRIPT_CONVERSION, message);
}

/* Adds a way to a value, which may be an object. */
static size_t add_found(struct saving *saving, void *object, int32_t parent, const struct script_property *property) {
    struct found *added;
    saving->found = grown(saving, saving->found, saving->found_count, &saving->found_capacity, sizeof *saving->found);
    added = &saving->found[saving->found_count];
    *added = (struct found){.object = object, .parent = parent, .name = property->name, .size = property->size};
    added->is_index = property->is_index;
    if (property->is_index) added->index = (uint32_t)strtoul(property->name, NULL, 10);
    return saving->found_count++;
}

/* Ends saving with a message about a value. */
static _Noreturn void refuse_value(
    struct saving *saving, int32_t parent, const struct script_property *property, const char *format) {
    refuse(saving, add_found(saving, NULL, parent, property), format, "");
}

static uint32_t *slot_of(struct saving *saving, void *object) {
    size_t mask = saving->slot_count - 1;
    size_t slot = (size_t)(((uint64_t)(uintptr_t)object * 0x9E3779B97F4A7C15u) >> 32) & mask;
    while (saving->slots[slot] != 0 && saving->found[saving->slots[slot] - 1].object != object)
        slot = (slot + 1) & mask;
    return &saving->slots[slot];
}

static void add_slots(struct saving *saving) {
    free(saving->slots);
    saving->slot_count = saving->slot_count == 0 ? 1024 : 2 * saving->slot_count;
    saving->slots = calloc(saving->slot_count, sizeof *saving->slots);
    if (saving->slots == NULL) script_fail(saving->engine, SCRIPT_SIZE, "");
    for (size_t index = 0; index < saving->found_count; index++)
        *slot_of(saving, saving->found[index].object) = (uint32_t)index + 1;
}

/* Returns the number of an object, which is found now if it wasn't before. */
static size_t number_of(struct saving *saving, void *object, int32_t parent, const struct script_property *property) {
    uint32_t *slot;
    if (2 * saving->found_count >= saving->slot_count) add_slots(saving);
    slot = slot_of(saving, object);
    if (*slot == 0) *slot = (uint32_t)add_found(saving, object, parent, property) + 1;
    return *slot - 1;
}

static void find_declared(struct saving *saving) {
    duk_context *J = saving->J;
    struct script_property entry, function;
    uint32_t place = 0, function_place;
    void *list = own(J, own(J, global_object(J), "_x$session"), "list");
    while (list != NULL && script_next_property(J, list, &place, &entry)) {
        void *functions = own(J, top_object(J), "functions");
        duk_pop(J);
        if (!entry.is_index) continue;
        uint32_t program = (uint32_t)strtoul(entry.name, NULL, 10);
        for (function_place = 0; functions != NULL && script_next_property(J, functions, &function_place, &function);) {
            struct declared *added;
            saving->declared = grown(
                saving, saving->declared, saving->declared_count, &saving->declared_capacity, sizeof *saving->declared);
            added = &saving->declared[saving->declared_count];
            *added = (struct declared){.function = top_object(J), .name = function.name, .program = program};
            duk_pop(J);
            if (added->function == NULL || function.is_symbol) continue;
            added->prototype = own(J, added->function, "prototype");
            saving->declared_count++;
        }
    }
}

/* ---- Writing ---- */

static void write_string(struct saving *saving, const char *text, size_t size) {
    script_write_count(saving->engine, (uint32_t)size);
    script_write_bytes(saving->engine, text, size);
    script_write_bytes(saving->engine, "", 1);
}

static void write_text(struct saving *saving, const char *text, size_t size) {
    script_write_tag(saving->engine, SCRIPT_TAG_STRING);
    write_string(saving, text, size);
}

static void write_number(struct saving *saving, double number) {
    script_write_tag(saving->engine, SCRIPT_TAG_NUMBER);
    script_write_bytes(saving->engine, &number, sizeof number);
}

/* Begins a list or a record, whose count is written when it is known. */
static size_t begin(struct saving *saving, char tag) {
    script_write_tag(saving->engine, tag);
    script_write_count(saving->engine, 0);
    return saving->engine->output_size - sizeof(uint32_t);
}

static void set_count(struct saving *saving, size_t start, uint32_t count) {
    memcpy(saving->engine->output + start, &count, sizeof count);
}

static void write_key(struct saving *saving, const char *key) {
    saving->engine->value_count++;
    write_string(saving, key, strlen(key));
}

/* Writes a list of two, which is no list of the script's. */
static void begin_special(struct saving *saving, const char *kind, uint32_t count) {
    set_count(saving, begin(saving, SCRIPT_TAG_LIST), count);
    write_text(saving, kind, 1);
}

static bool has_unpaired_surrogate(const char *text, size_t size) {
    for (size_t index = 0; index + 2 < size; index++) {
        const unsigned char *at = (const unsigned char *)text + index;
        if (at[0] != 0xED || at[1] < 0xA0) continue;
        if (at[1] >= 0xB0 || index + 5 >= size || at[3] != 0xED || at[4] < 0xB0) return true;
        index += 5;
    }
    return false;
}

static void write_special_number(struct saving *saving, double number) {
    const char *text = isnan(number) ? "NaN" : number > 0 ? "Infinity" : number < 0 ? "-Infinity" : "-0";
    begin_special(saving, "n", 2);
    write_text(saving, text, strlen(text));
}

/* Writes the value on top of the stack: itself if it is primitive, or the number of its object. */
static void write_value(struct saving *saving, int32_t parent, const struct script_property *property) {
    duk_context *J = saving->J;
    const char *text;
    size_t size;
    void *object;
    switch (duk_get_type(J, -1)) {
    case DUK_TYPE_UNDEFINED: return begin_special(saving, "u", 1);
    case DUK_TYPE_STRING:
        if (duk_is_symbol(J, -1))
            refuse_value(saving, parent, property, "%s is a symbol, which can't be saved");
        text = duk_get_lstring(J, -1, &size);
        if (has_unpaired_surrogate(text, size))
            refuse_value(saving, parent, property, "%s is a text with an unpaired surrogate, which no file can hold");
        return write_text(saving, text, size);
    case DUK_TYPE_NUMBER:
        if (!isfinite(duk_get_number(J, -1)) || (duk_get_number(J, -1) == 0 && signbit(duk_get_number(J, -1))))
            return write_special_number(saving, duk_get_number(J, -1));
        return write_number(saving, duk_get_number(J, -1));
    case DUK_TYPE_NULL:
    case DUK_TYPE_BOOLEAN: return script_write_value(saving->engine, 0);
    case DUK_TYPE_OBJECT: break;
    default: refuse_value(saving, parent, property, "%s is a buffer, which can't be saved; copy it to an array");
    }
    object = top_object(J);
    if (script_is_proxy(J, -1))
        refuse_value(saving, parent, property, "%s is a proxy, which can't be saved; keep its target");
    begin_special(saving, "o", 2);
    write_number(saving, (double)number_of(saving, object, parent, property));
}

static void write_named(struct saving *saving, const char *key, const char *text) {
    write_key(saving, key);
    write_text(saving, text, strlen(text));
}

static void refuse_prototype(struct saving *saving, size_t at) {
    refuse(saving, at, "%s has a prototype that can't be saved; keep its data in a plain object", "");
}

/* Returns whether a prototype is as a declaration makes it. */
static bool is_usual_prototype(duk_context *J, void *prototype, void *function) {
    struct script_property member;
    uint32_t place = 0, count = 0;
    const char *name;
    if (prototype == NULL || script_kind_of(J, prototype, &name) != SCRIPT_OBJECT) return false;
    while (script_next_property(J, prototype, &place, &member)) {
        bool is_usual = is_named(&member, "constructor") && member.flags == HIDDEN && top_object(J) == function;
        duk_pop(J);
        if (!is_usual) return false;
        count++;
    }
    return count == 1 && script_is_extensible(prototype);
}

/* Writes what makes a function again; returns the number of fields. */
static uint32_t begin_function(struct saving *saving, size_t at, const char *kind) {
    void *object = saving->found[at].object;
    bool has_name, has_length;
    size_t index = 0;
    while (index < saving->declared_count && saving->declared[index].function != object) index++;
    if (index == saving->declared_count)
        refuse(
            saving, at, "%s is a function that can't be saved; declare it by \"function name() {}\" at the top level "
            "of a script", "");
    if (kind == NULL) refuse_prototype(saving, at);
    if (!is_usual_prototype(saving->J, saving->declared[index].prototype, object))
        refuse(saving, at, "the prototype of %s has members or was changed, which can't be saved", "");
    push_own(saving->J, object, "name");
    has_name = duk_is_string(saving->J, -1) && strcmp(duk_get_string(saving->J, -1), saving->declared[index].name) == 0;
    push_own(saving->J, object, "length");
    has_length = duk_is_number(saving->J, -1) && duk_get_number(saving->J, -1) == script_parameter_count(object);
    duk_pop_2(saving->J);
    if (!has_name || !has_length)
        refuse(saving, at, "the name or the length of %s has changed, which can't be saved", "");
    write_named(saving, "k", "function");
    write_named(saving, "n", saving->declared[index].name);
    write_key(saving, "p");
    write_number(saving, saving->declared[index].program);
    return 3;
}

static uint32_t begin_derived(struct saving *saving, size_t at) {
    static const struct script_property constructor = {.name = "constructor", .size = 11};
    void *prototype = script_prototype(saving->J, saving->found[at].object);
    for (size_t index = 0; index < saving->declared_count; index++) {
        if (saving->declared[index].prototype != prototype) continue;
        write_named(saving, "k", "made");
        write_key(saving, "c");
        duk_push_heapptr(saving->J, saving->declared[index].function);
        write_value(saving, (int32_t)at, &constructor);
        duk_pop(saving->J);
        return 2;
    }
    refuse_prototype(saving, at);
    return 0;
}

static uint32_t begin_regexp(struct saving *saving, size_t at) {
    static const struct script_property last = {.name = "lastIndex", .size = 9};
    void *object = saving->found[at].object;
    char text[4];
    int size = 0, flags = script_push_contents(saving->J, object, SCRIPT_REGEXP);
    for (int index = 0; index < 3; index++)
        if (flags & 1 << index) text[size++] = "gim"[index];
    text[size] = 0;
    write_named(saving, "k", "regexp");
    write_key(saving, "s");
    write_value(saving, (int32_t)at, &last);
    write_named(saving, "f", text);
    write_key(saving, "l");
    push_own(saving->J, object, "lastIndex");
    write_value(saving, (int32_t)at, &last);
    duk_pop_2(saving->J);
    return 4;
}

/* Writes the kind of an object and what makes it again; returns the number of fields. */
static uint32_t begin_object(struct saving *saving, size_t at, enum script_kind kind, const char *name) {
    static const struct script_property time = {.name = "time", .size = 4};
    void *object = saving->found[at].object;
    switch (kind) {
    case SCRIPT_FUNCTION: return begin_function(saving, at, name);
    case SCRIPT_ARRAY:
        write_named(saving, "k", "array");
        write_key(saving, "n");
        duk_push_heapptr(saving->J, object);
        write_number(saving, (double)duk_get_length(saving->J, -1));
        duk_pop(saving->J);
        return 2;
    case SCRIPT_DATE:
        write_named(saving, "k", "date");
        write_key(saving, "t");
        script_push_contents(saving->J, object, kind);
        write_value(saving, (int32_t)at, &time);
        duk_pop(saving->J);
        return 2;
    case SCRIPT_REGEXP: return begin_regexp(saving, at);
    case SCRIPT_ERROR:
        write_named(saving, "k", "error");
        write_named(saving, "n", name);
        return 2;
    case SCRIPT_OBJECT:
    case SCRIPT_BARE: write_named(saving, "k", kind == SCRIPT_OBJECT ? "object" : "bare"); return 1;
    case SCRIPT_DERIVED: return begin_derived(saving, at);
    case SCRIPT_OTHER: break;
    }
    if (name == NULL) refuse_prototype(saving, at);
    refuse(saving, at, "%s is a value of the kind [object %s], which can't be saved", name);
}

/* Returns whether the engine makes a property itself. */
static bool is_made(enum script_kind kind, const struct script_property *property) {
    static const char *const names[][5] = {
        [SCRIPT_FUNCTION] = {"length", "name", "prototype", "fileName"},
        [SCRIPT_REGEXP] = {"lastIndex"},
        [SCRIPT_DERIVED] = {NULL},
    };
    for (int index = 0; index < 5 && names[kind][index] != NULL; index++)
        if (is_named(property, names[kind][index])) return true;
    /* Strict functions have these. */
    return kind == SCRIPT_FUNCTION && property->is_accessor
        && (is_named(property, "arguments") || is_named(property, "caller"));
}

/* Returns whether a property that the engine makes has the attributes that the engine gives it. */
static bool is_as_made(const struct script_property *property) {
    bool is_fixed = is_named(property, "lastIndex") || is_named(property, "prototype");
    return property->is_accessor || property->flags == (is_fixed ? HIDDEN | PERMANENT : HIDDEN | CONSTANT);
}

/* Writes the members with usual attributes, or those with unusual ones, under a key; returns
 * whether there are any. */
static bool write_members(struct saving *saving, size_t at, enum script_kind kind, bool is_usual, bool is_dense) {
    void *object = saving->found[at].object;
    struct script_property member;
    uint32_t place = 0, count = 0;
    size_t list = 0;
    while (script_next_property(saving->J, object, &place, &member)) {
        if (member.is_symbol)
            refuse(saving, at, "%s has a property with a symbol as its name, which can't be saved", "");
        if (has_unpaired_surrogate(member.name, member.size))
            refuse(saving, at, "%s has a property whose name has an unpaired surrogate, which can't be saved", "");
        if (is_named(&member, "constructor") && own(saving->J, top_object(saving->J), "prototype") == object)
            refuse(saving, at, "%s is the prototype of a function, which can't be saved", "");
        if (is_made(kind, &member) && !is_as_made(&member))
            refuse_value(saving, (int32_t)at, &member, "%s has unusual attributes, which can't be saved");
        if (!is_made(kind, &member) && (member.flags == 0) == is_usual && !(is_dense && member.is_index)) {
            if (member.is_accessor)
                refuse_value(saving, (int32_t)at, &member, "%s has a getter or a setter, which can't be saved");
            if (count == 0) {
                write_key(saving, is_usual ? "m" : "x");
                list = begin(saving, SCRIPT_TAG_LIST);
            }
            write_text(saving, member.name, member.size);
            write_value(saving, (int32_t)at, &member);
            if (!is_usual) write_number(saving, member.flags);
            count += is_usual ? 2 : 3;
        }
        duk_pop(saving->J);
    }
    if (count > 0) set_count(saving, list, count);
    return count > 0;
}

static void write_elements(struct saving *saving, size_t at, uint32_t length) {
    struct script_property element;
    uint32_t place = 0;
    write_key(saving, "a");
    set_count(saving, begin(saving, SCRIPT_TAG_LIST), length);
    while (place < length && script_next_property(saving->J, saving->found[at].object, &place, &element)) {
        write_value(saving, (int32_t)at, &element);
        duk_pop(saving->J);
    }
}

static void write_object(struct saving *saving, size_t at) {
    void *object = saving->found[at].object;
    const char *name;
    enum script_kind kind = script_kind_of(saving->J, object, &name);
    int64_t length = kind == SCRIPT_ARRAY ? script_dense_length(object) : -1;
    size_t record = begin(saving, SCRIPT_TAG_RECORD);
    uint32_t count = begin_object(saving, at, kind, name);
    if (length >= 0) {
        write_elements(saving, at, (uint32_t)length);
        count++;
    }
    count += write_members(saving, at, kind, true, length >= 0);
    count += write_members(saving, at, kind, false, length >= 0);
    if (kind == SCRIPT_ARRAY && script_has_fixed_length(object)) {
        write_key(saving, "w");
        script_write_tag(saving->engine, SCRIPT_TAG_TRUE);
        count++;
    }
    if (!script_is_extensible(object)) {
        write_key(saving, "e");
        script_write_tag(saving->engine, SCRIPT_TAG_TRUE);
        count++;
    }
    set_count(saving, record, count);
}

/* ---- Variables ---- */

static int compare_globals(const void *first, const void *second) {
    const struct global *left = first, *right = second;
    int difference = memcmp(left->name, right->name, left->size < right->size ? left->size : right->size);
    return difference != 0 ? difference : (left->size > right->size) - (left->size < right->size);
}

static bool is_hidden(const struct script_property *global) {
    static const char *const names[] = {"_event", "_name", "_sessionid", "_ioprocessors", "_x"};
    if (global->is_symbol || (global->size >= 3 && memcmp(global->name, "_x$", 3) == 0)) return true;
    for (size_t index = 0; index < sizeof names / sizeof *names; index++)
        if (is_named(global, names[index])) return true;
    return false;
}

/* Lists the global variables by name. */
static void find_globals(struct saving *saving, void *global) {
    struct script_property property;
    uint32_t place = 0;
    while (script_next_property(saving->J, global, &place, &property)) {
        duk_pop(saving->J);
        if (is_hidden(&property)) continue;
        saving->globals = grown(
            saving, saving->globals, saving->global_count, &saving->global_capacity, sizeof *saving->globals);
        saving->globals[saving->global_count++] = (struct global){property.name, property.size, place - 1};
    }
    qsort(saving->globals, saving->global_count, sizeof *saving->globals, compare_globals);
}

static _Noreturn void refuse_global(struct saving *saving, const char *format, const char *name) {
    char message[160];
    snprintf(message, sizeof message, format, name);
    script_fail(saving->engine, SCRIPT_CONVERSION, message);
}

/* Returns whether the value on top of the stack is the engine's own, and as the engine made it. */
static bool is_built_in(struct saving *saving, const struct script_property *global) {
    struct built_in *noted = find_built_in(saving->engine, global->name, global->size), now;
    if (noted != NULL) noted->is_found = true;
    if (noted == NULL || noted->object != top_object(saving->J)) return false;
    now = *noted;
    now.members = now.prototype_members = 0;
    sum(saving->J, &now, 1);
    if (now.members != noted->members || now.prototype_members != noted->prototype_members) {
        bool is_itself = now.members != noted->members;
        refuse_global(
            saving,
            is_itself ? "a script has changed the members of '%s', which can't be saved"
                      : "a script has changed the members of '%s.prototype', which can't be saved",
            noted->name);
    }
    return true;
}

/* Ends saving if a script has deleted a built-in value. */
static void check_deleted(struct saving *saving) {
    for (uint32_t index = 0; index < saving->engine->built_in_count; index++) {
        const struct built_in *noted = &saving->engine->built_ins[index];
        struct script_property property = {.name = noted->name, .size = strlen(noted->name)};
        if (!noted->is_found && !is_hidden(&property))
            refuse_global(saving, "a script has deleted '%s', which can't be saved", noted->name);
    }
}

static void write_variables(struct saving *saving) {
    void *global = global_object(saving->J);
    size_t list = begin(saving, SCRIPT_TAG_LIST);
    uint32_t count = 0;
    find_globals(saving, global);
    if (!script_is_extensible(global))
        refuse_global(saving, "a script has made the %s object not extensible, which can't be saved", "global");
    for (uint32_t index = 0; index < saving->engine->built_in_count; index++)
        saving->engine->built_ins[index].is_found = false;
    for (size_t index = 0; index < saving->global_count; index++) {
        struct script_property property;
        uint32_t place = saving->globals[index].place;
        script_next_property(saving->J, global, &place, &property);
        if (property.is_accessor)
            refuse_value(saving, -1, &property, "%s has a getter or a setter, which can't be saved");
        if (has_unpaired_surrogate(property.name, property.size))
            refuse_global(saving, "a variable has %s in its name, which can't be saved", "an unpaired surrogate");
        if (!is_built_in(saving, &property)) {
            write_text(saving, property.name, property.size);
            write_value(saving, -1, &property);
            count += 2;
        }
        duk_pop(saving->J);
    }
    check_deleted(saving);
    set_count(saving, list, count);
}

/* Writes the names and attributes of the variables that are constant or hidden. */
static void write_attributes(struct saving *saving) {
    void *global = global_object(saving->J);
    size_t list = begin(saving, SCRIPT_TAG_LIST);
    uint32_t count = 0;
    for (size_t index = 0; index < saving->global_count; index++) {
        struct script_property property;
        uint32_t place = saving->globals[index].place;
        script_next_property(saving->J, global, &place, &property);
        duk_pop(saving->J);
        if (!(property.flags & (CONSTANT | HIDDEN))) continue;
        if (find_built_in(saving->engine, property.name, property.size) != NULL) continue;
        write_text(saving, property.name, property.size);
        write_number(saving, property.flags);
        count += 2;
    }
    set_count(saving, list, count);
}

/* The function is the engine's, and scripts can't replace it. */
static void write_random_state(struct saving *saving) {
    if (push_own(saving->J, global_object(saving->J), "_x$random") == NULL) {
        begin(saving, SCRIPT_TAG_LIST);
    } else {
        duk_dup_top(saving->J);
        duk_call(saving->J, 0);
        script_write_value(saving->engine, 0);
        duk_pop(saving->J);
    }
    duk_pop(saving->J);
}

static duk_ret_t save(duk_context *J, void *context) {
    struct saving *saving = context;
    size_t list;
    saving->J = J;
    duk_require_stack(J, 32);
    find_declared(saving);
    set_count(saving, begin(saving, SCRIPT_TAG_RECORD), 4);
    write_key(saving, "variables");
    write_variables(saving);
    write_key(saving, "attributes");
    write_attributes(saving);
    write_key(saving, "objects");
    list = begin(saving, SCRIPT_TAG_LIST);
    for (size_t index = 0; index < saving->found_count; index++) write_object(saving, index);
    set_count(saving, list, (uint32_t)saving->found_count);
    write_key(saving, "random");
    write_random_state(saving);
    duk_push_undefined(J);
    return 1;
}

static void set_reserve(script_engine *engine) {
    engine->reserve = engine->limit < SIZE_MAX / (2 * RESERVE_FACTOR) ? RESERVE_FACTOR * engine->limit : 0;
}

script_status script_save(script_engine *engine) {
    struct saving saving = {.engine = engine};
    script_status status;
    set_reserve(engine);
    status = script_perform(engine, SCRIPT_THROWN, save, &saving);
    engine->reserve = 0;
    if (status == SCRIPT_SIZE) {
        script_forget_output(engine);
        strcpy(engine->message, "the data of scripts is too large to be saved; keep less data");
    }
    free(saving.found);
    free(saving.declared);
    free(saving.globals);
    free(saving.slots);
    return status;
}

static duk_ret_t collect_garbage(duk_context *J, void *context) {
    (void)context;
    duk_gc(J, 0);
    duk_push_undefined(J);
    return 1;
}

void script_extend_memory(script_engine *engine, bool is_extended) {
    if (is_extended) return set_reserve(engine);
    script_perform(engine, SCRIPT_THROWN, collect_garbage, NULL);
    engine->reserve = 0;
    if (script_room(engine) < LEAST_ROOM) engine->limit = engine->used + LEAST_ROOM;
}
