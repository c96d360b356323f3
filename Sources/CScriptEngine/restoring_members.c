#include "restoring.h"

#include <string.h>

/* Gives the objects of a saved state their members. */

void restoring_set_prototype(struct restoring *restoring, duk_idx_t object, const char *key) {
    duk_context *J = restoring->J;
    duk_idx_t top = duk_get_top(J);
    duk_get_global_literal(J, "Object");
    duk_get_prop_literal(J, -1, "setPrototypeOf");
    duk_dup(J, object);
    duk_get_prop_string(J, top - 1, key);
    restoring_decode(restoring);
    duk_call(J, 2);
    duk_set_top(J, top);
}

void restoring_push_name(struct restoring *restoring, duk_idx_t list, uint32_t index) {
    restoring_push_element(restoring, list, index);
    restoring_need(restoring, duk_is_string(restoring->J, -1));
}

void restoring_define(duk_context *J, duk_idx_t object, uint32_t flags) {
    duk_uint_t lacking = (flags & CONSTANT ? 0 : DUK_DEFPROP_WRITABLE) | (flags & HIDDEN ? 0 : DUK_DEFPROP_ENUMERABLE)
        | (flags & PERMANENT ? 0 : DUK_DEFPROP_CONFIGURABLE);
    duk_def_prop(J, object, DUK_DEFPROP_HAVE_VALUE | DUK_DEFPROP_HAVE_WEC | DUK_DEFPROP_FORCE | lacking);
}

void restoring_define_accessors(
    struct restoring *restoring, duk_idx_t object, const char *key,
    void (*push_key)(struct restoring *, duk_idx_t, uint32_t)) {
    duk_context *J = restoring->J;
    uint32_t count = restoring_push_list(restoring, key, 4), flags;
    duk_idx_t list = duk_get_top_index(J);
    for (uint32_t index = 0; index < count; index += 4) {
        push_key(restoring, list, index);
        for (uint32_t part = 1; part < 3; part++) {
            restoring_push_element(restoring, list, index + part);
            restoring_need(restoring, duk_is_undefined(J, -1) || duk_is_function(J, -1));
        }
        duk_get_prop_index(J, list, index + 3);
        flags = restoring_pop_integer(restoring, 7);
        duk_def_prop(
            J, object, DUK_DEFPROP_HAVE_GETTER | DUK_DEFPROP_HAVE_SETTER | DUK_DEFPROP_FORCE
                | DUK_DEFPROP_HAVE_ENUMERABLE | DUK_DEFPROP_HAVE_CONFIGURABLE
                | (flags & HIDDEN ? 0 : DUK_DEFPROP_ENUMERABLE)
                | (flags & PERMANENT ? 0 : DUK_DEFPROP_CONFIGURABLE));
    }
    duk_pop(J);
}

static void define_members(struct restoring *restoring, duk_idx_t object, const char *key, uint32_t usual) {
    duk_context *J = restoring->J;
    bool is_usual = key[0] == 'm';
    uint32_t group = is_usual ? 2 : 3, count = restoring_push_list(restoring, key, group), flags = usual;
    duk_idx_t list = duk_get_top_index(J);
    for (uint32_t index = 0; index < count; index += group) {
        bool keeps_value;
        restoring_push_name(restoring, list, index);
        /* The name of its script, which has another number now. */
        keeps_value = duk_is_ecmascript_function(J, object) && strcmp(duk_get_string(J, -1), "fileName") == 0;
        if (keeps_value) script_push_own(J, duk_get_heapptr(J, object), "fileName");
        else restoring_push_element(restoring, list, index + 1);
        if (!is_usual) {
            duk_get_prop_index(J, list, index + 2);
            flags = restoring_pop_integer(restoring, 7);
        }
        restoring_define(J, object, flags);
    }
    duk_pop(J);
}

/* Gives members their places, before each group of them is defined. */
static void put_places(struct restoring *restoring, duk_idx_t object) {
    duk_context *J = restoring->J;
    uint32_t count = restoring_push_list(restoring, "y", 1);
    duk_idx_t list = duk_get_top_index(J);
    for (uint32_t index = 0; index < count; index++) {
        restoring_push_name(restoring, list, index);
        duk_push_undefined(J);
        restoring_define(J, object, 0);
    }
    duk_pop(J);
}

static void put_elements(struct restoring *restoring, duk_idx_t object) {
    duk_context *J = restoring->J;
    uint32_t count = restoring_push_list(restoring, "a", 1);
    restoring_need(restoring, duk_is_array(J, object) && duk_get_length(J, object) == count);
    for (uint32_t index = 0; index < count; index++) {
        restoring_push_element(restoring, -1, index);
        duk_put_prop_index(J, object, index);
    }
    duk_pop(J);
}

/* Adds the entries of a map or a set. */
static void put_entries(struct restoring *restoring, duk_idx_t object, const char *kind) {
    duk_context *J = restoring->J;
    uint32_t count = restoring_push_list(restoring, "v", 2);
    duk_idx_t list = duk_get_top_index(J);
    bool is_map = kind[strlen(kind) - 1] == 'p';
    duk_get_global_string(J, kind);
    duk_get_prop_literal(J, -1, "prototype");
    duk_get_prop_string(J, -1, is_map ? "set" : "add");
    for (uint32_t index = 0; index < count; index += 2) {
        duk_dup_top(J);
        duk_dup(J, object);
        restoring_push_element(restoring, list, index);
        restoring_push_element(restoring, list, index + 1);
        duk_call_method(J, 2);
        duk_pop(J);
    }
    duk_set_top(J, list);
}

static void delete_members(struct restoring *restoring, duk_idx_t object) {
    duk_context *J = restoring->J;
    uint32_t count = restoring_push_list(restoring, "d", 1);
    duk_idx_t list = duk_get_top_index(J);
    for (uint32_t index = 0; index < count; index++) {
        restoring_push_name(restoring, list, index);
        duk_del_prop(J, object);
    }
    duk_pop(J);
}

static void set_bound_values(struct restoring *restoring, duk_idx_t object) {
    duk_context *J = restoring->J;
    void *function = duk_get_heapptr(J, object);
    uint32_t count;
    restoring_push_value(restoring, "t");
    script_set_bound_value(J, function, -1);
    count = restoring_push_list(restoring, "b", 1);
    for (uint32_t index = 0; index < count; index++) {
        restoring_push_element(restoring, -1, index);
        script_set_bound_value(J, function, (int32_t)index);
    }
    duk_pop(J);
}

static void set_scope(struct restoring *restoring, void *object) {
    restoring_push_field(restoring, "s");
    restoring_need(restoring, duk_is_array(restoring->J, -1));
    restoring_decode_object(restoring, true);
    restoring_need(restoring, script_set_scope(restoring->J, object, duk_get_heapptr(restoring->J, -1)));
    duk_pop(restoring->J);
}

void restoring_fill(struct restoring *restoring, duk_idx_t object) {
    static const char *const given[] = {"native", "global", "symbol", "key", "document", "node", "prototype"};
    duk_context *J = restoring->J;
    const char *kind = restoring_push_text(restoring, "k");
    uint32_t usual = strcmp(kind, "scope") == 0 ? PERMANENT : 0;
    duk_pop(J);
    for (size_t index = 0; index < sizeof given / sizeof *given; index++)
        if (strcmp(kind, given[index]) == 0) return;
    if ((usual != 0 || strcmp(kind, "function") == 0) && duk_has_prop_literal(J, -1, "s"))
        set_scope(restoring, duk_get_heapptr(J, object));
    if (usual == 0 && duk_has_prop_literal(J, -1, "o")) restoring_set_prototype(restoring, object, "o");
    if (duk_has_prop_literal(J, -1, "a")) put_elements(restoring, object);
    if (usual == 0 && duk_has_prop_literal(J, -1, "y")) put_places(restoring, object);
    if (duk_has_prop_literal(J, -1, "m")) define_members(restoring, object, "m", usual);
    if (duk_has_prop_literal(J, -1, "x")) define_members(restoring, object, "x", 0);
    if (duk_has_prop_literal(J, -1, "g")) restoring_define_accessors(restoring, object, "g", restoring_push_name);
    if (duk_has_prop_literal(J, -1, "d")) delete_members(restoring, object);
    if (duk_has_prop_literal(J, -1, "v")) put_entries(restoring, object, kind);
    if (strcmp(kind, "bound") == 0) set_bound_values(restoring, object);
    if (duk_has_prop_literal(J, -1, "w")) {
        duk_push_literal(J, "length");
        duk_def_prop(J, object, DUK_DEFPROP_HAVE_WRITABLE);
    }
    if (usual == 0 && restoring_push_field(restoring, "e")) {
        restoring_need(restoring, restoring_is_integer(J, 3));
        script_close_object(J, duk_get_heapptr(J, object), duk_get_int(J, -1));
        duk_pop(J);
    } else if (usual == 0) duk_pop(J);
}
