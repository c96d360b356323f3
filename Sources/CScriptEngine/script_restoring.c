#include "restoring.h"

#include <stdlib.h>
#include <string.h>

static void make_objects(struct restoring *restoring) {
    duk_context *J = restoring->J;
    for (int round = 0; round < 2; round++) {
        for (uint32_t index = 0; index < restoring->count; index++) {
            bool is_made;
            duk_get_prop_index(J, restoring->objects, index);
            is_made = !duk_is_undefined(J, -1);
            duk_pop(J);
            if (is_made) continue;
            duk_get_prop_index(J, restoring->nodes, index);
            restoring_need(restoring, duk_is_object(J, -1) && !duk_is_array(J, -1));
            if (round > 0) restoring_make_from_other(restoring);
            else if (!restoring_make(restoring)) duk_push_undefined(J);
            duk_put_prop_index(J, restoring->objects, index);
            duk_pop(J);
        }
    }
    for (uint32_t index = 0; index < restoring->count; index++) {
        duk_get_prop_index(J, restoring->objects, index);
        duk_get_prop_index(J, restoring->nodes, index);
        restoring_fill(restoring, duk_get_top_index(J) - 1);
        duk_pop_2(J);
    }
}

static void push_variable(struct restoring *restoring, duk_idx_t list, uint32_t index) {
    size_t size;
    const char *name;
    restoring_push_name(restoring, list, index);
    name = duk_get_lstring(restoring->J, -1, &size);
    restoring_need(restoring, !script_is_hidden_variable(name, size));
    if (strncmp(name, "_x$", 3) == 0)
        restoring_need(restoring, script_find_built_in(restoring->engine, name, size) == NULL);
}

static void define_variables(struct restoring *restoring, duk_idx_t global) {
    duk_context *J = restoring->J;
    uint32_t count = restoring_push_list(restoring, "variables", 2);
    duk_idx_t list = duk_get_top_index(J);
    for (uint32_t index = 0; index < count; index += 2) {
        push_variable(restoring, list, index);
        restoring_push_element(restoring, list, index + 1);
        restoring_define(J, global, PERMANENT);
    }
    duk_pop(J);
    restoring_define_accessors(restoring, global, "accessors", push_variable);
    count = restoring_push_list(restoring, "attributes", 2);
    for (uint32_t index = 0; index < count; index += 2) {
        uint32_t flags;
        push_variable(restoring, list, index);
        duk_get_prop_index(J, list, index + 1);
        flags = restoring_pop_integer(restoring, 7);
        script_push_own(J, duk_get_heapptr(J, global), duk_get_string(J, -1));
        restoring_define(J, global, flags);
    }
    duk_pop(J);
}

static void restore_random_state(struct restoring *restoring) {
    duk_context *J = restoring->J;
    uint32_t count = restoring_push_list(restoring, "random", 1);
    for (uint32_t index = 0; index < count; index++) {
        duk_get_prop_index(J, -1, index);
        restoring_need(restoring, duk_is_number(J, -1));
        duk_pop(J);
    }
    if (count == 4 && script_push_own(J, script_global_object(J), "_x$random") != NULL) {
        duk_swap_top(J, -2);
        duk_call(J, 1);
    }
    duk_pop(J);
}

static duk_ret_t restore(duk_context *J, void *context) {
    struct restoring *restoring = context;
    duk_idx_t saved = duk_get_top(J);
    restoring->J = J;
    duk_require_stack(J, 64);
    script_push_value(restoring->engine, &restoring->input);
    restoring_need(restoring, duk_is_object(J, -1) && !duk_is_array(J, -1));
    restoring->count = restoring_push_list(restoring, "objects", 1);
    restoring->nodes = saved + 1;
    duk_push_bare_array(J);
    restoring->objects = saved + 2;
    make_objects(restoring);
    duk_push_global_object(J);
    duk_dup(J, saved);
    define_variables(restoring, saved + 3);
    if (duk_has_prop_literal(J, -1, "prototype")) restoring_set_prototype(restoring, saved + 3, "prototype");
    restore_random_state(restoring);
    duk_push_undefined(J);
    return 1;
}

script_status script_restore(
    script_engine *engine, const uint8_t *value, const int32_t *scripts, size_t script_count) {
    struct restoring restoring = {
        .engine = engine, .input = {value}, .scripts = scripts, .script_count = script_count};
    script_status status = SCRIPT_MEMORY;
    restoring.starts = malloc((script_count + 1) * sizeof *restoring.starts);
    if (restoring.starts != NULL) {
        for (size_t index = 0; index < script_count; index++) restoring.starts[index] = SIZE_MAX;
        status = script_perform(engine, SCRIPT_THROWN, restore, &restoring);
    }
    free(restoring.starts);
    free(restoring.forms.list);
    return status;
}
