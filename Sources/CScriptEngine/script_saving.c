#include "saving.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    /* How many times its limit an engine's memory may grow for saving and restoring. */
    RESERVE_FACTOR = 16,
    /* What scripts can use at least after restoring. */
    LEAST_ROOM = 1 << 20,
};

/* ---- Variables ---- */

static int compare_globals(const void *first, const void *second) {
    const struct global *left = first, *right = second;
    int difference = memcmp(left->name, right->name, left->size < right->size ? left->size : right->size);
    return difference != 0 ? difference : (left->size > right->size) - (left->size < right->size);
}

bool script_is_hidden_variable(const char *name, size_t size) {
    static const char *const names[] = {
        "_event", "_name", "_sessionid", "_ioprocessors", "_x", "_x$global", "_x$random"};
    for (size_t index = 0; index < sizeof names / sizeof *names; index++)
        if (strlen(names[index]) == size && memcmp(names[index], name, size) == 0) return true;
    /* Values on the way, and the texts of templates, which are made again. */
    if (size < 4 || memcmp(name, "_x$", 3) != 0) return false;
    return (name[3] >= '0' && name[3] <= '9') || (size > 4 && name[3] == 't' && name[4] >= '0' && name[4] <= '9');
}

/* Lists the global variables by name. */
static void find_globals(struct saving *saving, void *global) {
    struct script_property property;
    uint32_t place = 0;
    while (script_next_property(saving->J, global, &place, &property)) {
        duk_pop(saving->J);
        if (property.is_symbol || script_is_hidden_variable(property.name, property.size)) continue;
        saving->globals = saving_grown(
            saving, saving->globals, saving->global_count, &saving->global_capacity, sizeof *saving->globals);
        saving->globals[saving->global_count++] = (struct global){property.name, property.size, place - 1, false};
    }
    qsort(saving->globals, saving->global_count, sizeof *saving->globals, compare_globals);
}

static _Noreturn void refuse_global(struct saving *saving, const char *format, const char *name) {
    char message[200];
    snprintf(message, sizeof message, format, name);
    script_fail(saving->engine, SCRIPT_CONVERSION, message);
}

/* Returns whether the value on top of the stack is the engine's own, and as the engine made it. */
static bool is_built_in(struct saving *saving, const struct script_property *global) {
    struct built_in *noted = script_find_built_in(saving->engine, global->name, global->size);
    bool is_prototype;
    if (noted != NULL) noted->is_found = true;
    if (noted == NULL || global->is_accessor || noted->object != script_top_object(saving->J)) return false;
    if (script_is_changed(saving->engine, noted, &is_prototype))
        refuse_global(
            saving,
            is_prototype ? "a script has changed the members of '%s.prototype', which can't be saved; keep functions "
                           "and values in variables of the chart"
                         : "a script has changed the members of '%s', which can't be saved; keep functions and values "
                           "in variables of the chart",
            noted->name);
    return true;
}

/* Ends saving if a script has deleted a built-in value. */
static void check_deleted(struct saving *saving) {
    for (uint32_t index = 0; index < saving->engine->built_in_count; index++) {
        const struct built_in *noted = &saving->engine->built_ins[index];
        if (!noted->is_found && !script_is_hidden_variable(noted->name, strlen(noted->name)))
            refuse_global(
                saving, "a script has deleted '%s', which can't be saved; give it the value 'undefined' instead",
                noted->name);
    }
}

/* Writes the variables with a value, or those with a getter or a setter. */
static void write_variables(struct saving *saving, bool are_accessors) {
    void *global = script_global_object(saving->J);
    size_t list = saving_begin(saving, SCRIPT_TAG_LIST);
    uint32_t count = 0;
    for (size_t index = 0; index < saving->global_count; index++) {
        struct script_property property;
        uint32_t place = saving->globals[index].place;
        script_next_property(saving->J, global, &place, &property);
        if (property.is_accessor == are_accessors && !is_built_in(saving, &property)) {
            if (saving_has_unpaired_surrogate(property.name, property.size))
                refuse_global(
                    saving, "a variable has %s in its name, which can't be saved; rename it", "an unpaired surrogate");
            saving_text(saving, property.name, property.size);
            if (are_accessors) saving_accessor(saving, -1, &property);
            else saving_value(saving, -1, &property);
            count += are_accessors ? 4 : 2;
            saving->globals[index].is_written = !are_accessors && property.flags != PERMANENT;
        }
        duk_pop(saving->J);
    }
    saving_set_count(saving, list, count);
}

/* Writes the names and attributes of the variables that a declaration doesn't make so. */
static void write_attributes(struct saving *saving) {
    void *global = script_global_object(saving->J);
    size_t list = saving_begin(saving, SCRIPT_TAG_LIST);
    uint32_t count = 0;
    for (size_t index = 0; index < saving->global_count; index++) {
        struct script_property property;
        uint32_t place = saving->globals[index].place;
        if (!saving->globals[index].is_written) continue;
        script_next_property(saving->J, global, &place, &property);
        duk_pop(saving->J);
        saving_text(saving, property.name, property.size);
        saving_write_number(saving, property.flags);
        count += 2;
    }
    saving_set_count(saving, list, count);
}

/* Writes the attributes of the global object; returns the number of fields. */
static uint32_t write_global(struct saving *saving) {
    static const struct script_property link = {.name = "__proto__", .size = 9};
    void *usual, *global = script_global_object(saving->J), *prototype = script_prototype(saving->J, global);
    script_kind_of(saving->J, global, &usual);
    if (!script_is_extensible(global))
        refuse_global(
            saving, "a script has made the %s object not extensible, which can't be saved; freeze other objects",
            "global");
    if (prototype == usual) return 0;
    saving_key(saving, "prototype");
    if (prototype == NULL) script_write_tag(saving->engine, SCRIPT_TAG_NULL);
    else saving_reference(saving, prototype, -1, &link);
    return 1;
}

/* The function is the engine's, and scripts can't replace it. */
static void write_random_state(struct saving *saving) {
    if (script_push_own(saving->J, script_global_object(saving->J), "_x$random") == NULL) {
        saving_begin(saving, SCRIPT_TAG_LIST);
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
    size_t list, record;
    uint32_t count = 7;
    saving->J = J;
    duk_require_stack(J, 64);
    saving_name_natives(saving);
    find_globals(saving, script_global_object(J));
    for (uint32_t index = 0; index < saving->engine->built_in_count; index++)
        saving->engine->built_ins[index].is_found = false;
    record = saving_begin(saving, SCRIPT_TAG_RECORD);
    count += write_global(saving);
    saving_key(saving, "variables");
    write_variables(saving, false);
    saving_key(saving, "attributes");
    write_attributes(saving);
    saving_key(saving, "accessors");
    write_variables(saving, true);
    check_deleted(saving);
    saving_key(saving, "objects");
    list = saving_begin(saving, SCRIPT_TAG_LIST);
    for (size_t index = 0; index < saving->found_count; index++) saving_object(saving, index);
    saving_set_count(saving, list, (uint32_t)saving->found_count);
    saving_key(saving, "random");
    write_random_state(saving);
    saving_key(saving, "library");
    script_write_tag(saving->engine, saving->engine->has_library ? SCRIPT_TAG_TRUE : SCRIPT_TAG_FALSE);
    saving_key(saving, "programs");
    saving_set_count(saving, saving_begin(saving, SCRIPT_TAG_LIST), (uint32_t)saving->script_count);
    for (size_t index = 0; index < saving->script_count; index++) saving_write_number(saving, saving->scripts[index]);
    saving_set_count(saving, record, count);
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
    free(saving.forms.list);
    free(saving.natives);
    free(saving.scripts);
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
