#include "saving.h"

#include <stdlib.h>
#include <string.h>

/* The engine's own objects: whether scripts have changed them, and their names. */

/* Returns the object on top of the stack, NULL for other values. */
void *script_top_object(duk_context *J) { return duk_is_object(J, -1) ? duk_get_heapptr(J, -1) : NULL; }

bool script_is_named(const struct script_property *property, const char *name) {
    return !property->is_symbol && property->size == strlen(name) && memcmp(property->name, name, property->size) == 0;
}

/* Pushes the value of an own property, undefined if there is none. Returns the object that it is,
 * or NULL. */
void *script_push_own(duk_context *J, void *object, const char *name) {
    struct script_property property;
    uint32_t place = 0;
    while (object != NULL && script_next_property(J, object, &place, &property)) {
        if (script_is_named(&property, name)) return script_top_object(J);
        duk_pop(J);
    }
    duk_push_undefined(J);
    return NULL;
}

void *script_own(duk_context *J, void *object, const char *name) {
    void *value = script_push_own(J, object, name);
    duk_pop(J);
    return value;
}

void *script_global_object(duk_context *J) {
    void *object;
    duk_push_global_object(J);
    object = script_top_object(J);
    duk_pop(J);
    return object;
}

/* Sessions replace `Math.random` themselves. */
static bool is_own_random(duk_context *J) {
    void *function = script_own(J, script_own(J, script_global_object(J), "_x$random"), "random");
    return function == NULL ? duk_is_c_function(J, -1) : function == script_top_object(J);
}

/* Returns a sum over an object's prototype and its members: their names, attributes and values,
 * which are the same as long as nobody replaces them. */
static uint32_t sum_members(duk_context *J, void *object, bool is_math) {
    struct script_property member;
    uint32_t place = 0;
    uint64_t sum = object == NULL ? 0 : (uint64_t)(uintptr_t)script_prototype(J, object) + script_is_extensible(object);
    while (object != NULL && script_next_property(J, object, &place, &member)) {
        uint64_t hash = (uint64_t)member.flags, value = (uint64_t)(uintptr_t)duk_get_heapptr(J, -1);
        bool is_random = is_math && script_is_named(&member, "random") && is_own_random(J);
        double number = duk_get_number(J, -1);
        if (member.is_accessor) value = (uint64_t)(uintptr_t)member.getter;
        else if (duk_is_number(J, -1)) memcpy(&value, &number, sizeof value);
        else if (duk_is_boolean(J, -1)) value = duk_get_boolean(J, -1);
        else if (duk_is_function(J, -1)) value += script_member_count(script_top_object(J));
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
    if (built_in->object == script_global_object(J)) return;
    built_in->members += sign * sum_members(J, built_in->object, strcmp(built_in->name, "Math") == 0);
    built_in->prototype_members += sign * sum_members(J, script_own(J, built_in->object, "prototype"), false);
}

struct built_in *script_find_built_in(script_engine *engine, const char *name, size_t size) {
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
    added->object = script_top_object(engine->state);
    /* Keeps the object, so that no other one gets its place. */
    duk_dup_top(engine->state);
    duk_put_prop_index(engine->state, BUILT_INS, engine->built_in_count++);
}

static bool is_of_library(duk_context *J) {
    bool result;
    if (!duk_is_function(J, -1)) return false;
    script_push_own(J, script_top_object(J), "fileName");
    result = duk_is_string(J, -1) && strcmp(duk_get_string(J, -1), "(library)") == 0;
    duk_pop(J);
    return result;
}

void script_note_built_ins(script_engine *engine, bool is_before) {
    duk_context *J = engine->state;
    bool is_first = engine->built_in_count == 0;
    uint32_t place = 0;
    struct script_property property;
    void *global = script_global_object(J);
    while (!is_before && script_next_property(J, global, &place, &property)) {
        if (property.size < sizeof engine->built_ins->name && !property.is_symbol && !property.is_accessor
            && (is_first || (is_of_library(J) && script_find_built_in(engine, property.name, property.size) == NULL)))
            add_built_in(engine, &property);
        duk_pop(J);
    }
    for (uint32_t index = 0; index < engine->built_in_count; index++)
        sum(J, &engine->built_ins[index], is_before ? UINT32_MAX : 1);
}

bool script_is_changed(script_engine *engine, const struct built_in *built_in, bool *is_prototype) {
    struct built_in now = *built_in;
    now.members = now.prototype_members = 0;
    sum(engine->state, &now, 1);
    *is_prototype = now.members == built_in->members;
    return !*is_prototype || now.prototype_members != built_in->prototype_members;
}

/* ---- Names ---- */

static void add_named(struct saving *saving, void *object, struct built_in *owner, bool is_prototype) {
    struct script_property member;
    uint32_t place = 0;
    bool is_owner = true;
    while (object != NULL && (is_owner || script_next_property(saving->J, object, &place, &member))) {
        struct native *added;
        void *value = is_owner ? object : duk_get_heapptr(saving->J, -1);
        if (!is_owner && !duk_is_object(saving->J, -1) && !duk_is_symbol(saving->J, -1)) value = NULL;
        if (!is_owner) duk_pop(saving->J);
        if (is_owner || (value != NULL && !member.is_symbol && !member.is_accessor)) {
            saving->natives = saving_grown(
                saving, saving->natives, saving->native_count, &saving->native_capacity, sizeof *saving->natives);
            added = &saving->natives[saving->native_count++];
            *added = (struct native){value, owner->name, NULL, 0, is_prototype, (uint32_t)saving->native_count};
            if (!is_owner) added->member = member.name, added->size = member.size;
        }
        is_owner = false;
    }
}

static int compare_natives(const void *first, const void *second) {
    const struct native *left = first, *right = second;
    if (left->object != right->object) return left->object < right->object ? -1 : 1;
    return left->order < right->order ? -1 : left->order > right->order;
}

void saving_name_natives(struct saving *saving) {
    for (uint32_t index = 0; index < saving->engine->built_in_count; index++) {
        struct built_in *built_in = &saving->engine->built_ins[index];
        if (built_in->object == script_global_object(saving->J)) continue;
        add_named(saving, built_in->object, built_in, false);
        if (built_in->object != NULL)
            add_named(saving, script_own(saving->J, built_in->object, "prototype"), built_in, true);
    }
    qsort(saving->natives, saving->native_count, sizeof *saving->natives, compare_natives);
}

const struct native *saving_native(const struct saving *saving, const void *object) {
    size_t low = 0, high = saving->native_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (saving->natives[middle].object < object) low = middle + 1;
        else high = middle;
    }
    return low < saving->native_count && saving->natives[low].object == object ? &saving->natives[low] : NULL;
}

void script_push_native(duk_context *J, const char *name) {
    const char *part = name;
    script_push_own(J, script_global_object(J), "_x$none");
    for (bool is_first = true; *part != 0; is_first = false) {
        size_t size = strcspn(part, ".");
        void *object = is_first ? script_global_object(J) : script_top_object(J);
        duk_pop(J);
        duk_push_lstring(J, part, size);
        script_push_own(J, object, duk_get_string(J, -1));
        duk_remove(J, -2);
        part += size;
        part += *part == '.';
    }
}
