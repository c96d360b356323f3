#include "restoring.h"

#include <string.h>

/* Makes the objects of a saved state, without their members. */

/* Pushes a function of the engine's, with `new` or a call of which an object is made. */
static void push_global(struct restoring *restoring, const char *name) {
    duk_get_global_string(restoring->J, name);
    restoring_need(restoring, duk_is_function(restoring->J, -1));
}

static void make_function(struct restoring *restoring) {
    duk_context *J = restoring->J;
    uint32_t script, place;
    size_t first;
    void *form;
    restoring_push_field(restoring, "p");
    script = restoring_pop_integer(restoring, (double)restoring->script_count - 1);
    restoring_push_field(restoring, "i");
    place = restoring_pop_integer(restoring, UINT32_MAX);
    if (restoring->starts[script] == SIZE_MAX) {
        restoring->starts[script] = restoring->forms.count;
        script_add_forms(J, (uint32_t)restoring->scripts[script], &restoring->forms);
    }
    first = restoring->starts[script];
    restoring_need(restoring, first + place < restoring->forms.count);
    restoring_need(restoring, restoring->forms.list[first + place].script == (uint32_t)restoring->scripts[script]);
    form = restoring->forms.list[first + place].function;
    restoring_push_field(restoring, "l");
    restoring_need(restoring, restoring_pop_integer(restoring, UINT32_MAX) == script_parameter_count(J, form));
    restoring_push_field(restoring, "n");
    script_push_own(J, form, "name");
    restoring_need(restoring, duk_strict_equals(J, -1, -2));
    duk_pop_2(J);
    script_push_function(J, form);
    duk_swap_top(J, -2);
    if (restoring_push_field(restoring, "c")) {
        duk_push_literal(J, HIDDEN_VALUE);
        duk_push_true(J);
        duk_def_prop(J, -5, DUK_DEFPROP_HAVE_VALUE | DUK_DEFPROP_FORCE);
    }
    duk_pop(J);
    duk_swap_top(J, -2);
}

static void make_array(struct restoring *restoring) {
    duk_context *J = restoring->J;
    duk_push_array(J);
    duk_get_prop_literal(J, -2, "n");
    restoring_need(restoring, restoring_is_integer(J, UINT32_MAX));
    duk_put_prop_literal(J, -2, "length");
}

static void make_regexp(struct restoring *restoring) {
    duk_context *J = restoring->J;
    const char *flags = restoring_push_text(restoring, "f");
    /* In their order, each once. */
    restoring_need(restoring, strspn(flags, "gim") == strlen(flags));
    duk_pop(J);
    push_global(restoring, "RegExp");
    duk_get_prop_literal(J, -2, "s");
    restoring_need(restoring, duk_is_string(J, -1));
    if (strcmp(duk_get_string(J, -1), "(?:)") == 0) {
        duk_pop(J);
        duk_push_literal(J, "");
    }
    duk_get_prop_literal(J, -3, "f");
    duk_new(J, 2);
    duk_get_prop_literal(J, -2, "l");
    restoring_decode(restoring);
    duk_put_prop_literal(J, -2, "lastIndex");
}

/* Makes an object by `new`, with a primitive value if the node has one. */
static void make_new(struct restoring *restoring, const char *name, bool has_value) {
    push_global(restoring, name);
    if (has_value) {
        duk_get_prop_literal(restoring->J, -2, "t");
        restoring_decode(restoring);
        restoring_need(restoring, !duk_is_object(restoring->J, -1));
    }
    duk_new(restoring->J, has_value);
}

static void make_symbol(struct restoring *restoring, bool is_key) {
    duk_context *J = restoring->J;
    push_global(restoring, "Symbol");
    if (is_key) {
        script_push_own(J, script_top_object(J), "for");
        duk_remove(J, -2);
    }
    duk_get_prop_literal(J, -2, "n");
    restoring_need(restoring, duk_is_string(J, -1) || (!is_key && duk_is_undefined(J, -1)));
    duk_call(J, 1);
}

/* Makes an object for the arguments of a call. */
static void make_arguments(struct restoring *restoring) {
    duk_push_literal(restoring->J, "(function () { return arguments; })");
    duk_push_literal(restoring->J, "(arguments)");
    duk_compile(restoring->J, DUK_COMPILE_EVAL);
    duk_call(restoring->J, 0);
    duk_call(restoring->J, 0);
    /* That of a strict function has none. */
    duk_del_prop_literal(restoring->J, -1, "callee");
}

/* Makes a document, for which its first node stands. */
static void make_document(struct restoring *restoring) {
    duk_context *J = restoring->J;
    uint32_t count = restoring_push_list(restoring, "r", 1);
    restoring_need(restoring, count > 0);
    for (uint32_t index = 0; index < count; index++) {
        size_t size;
        duk_get_prop_index(J, -1, index);
        restoring_need(restoring, duk_is_array(J, -1));
        size = duk_get_length(J, -1);
        restoring_need(restoring, index == 0 ? size == 0 : size == 2 || size == 3);
        if (index > 0) {
            duk_get_prop_index(J, -1, 0);
            restoring_pop_integer(restoring, index - 1);
            duk_get_prop_index(J, -1, 1);
            restoring_need(restoring, duk_is_string(J, -1));
            duk_get_prop_index(J, -2, 2);
            restoring_need(restoring, duk_is_object(J, -1) == (size == 3));
            duk_pop_2(J);
        }
        duk_pop(J);
    }
    duk_dup(J, MAKE_DOCUMENT);
    duk_swap_top(J, -2);
    duk_call(J, 1);
}

bool restoring_make(struct restoring *restoring) {
    static const char *const collections[] = {"Map", "Set", "WeakMap", "WeakSet"};
    duk_context *J = restoring->J;
    const char *kind = restoring_push_text(restoring, "k");
    duk_pop(J);
    for (int index = 0; index < 4; index++)
        if (strcmp(kind, collections[index]) == 0) return make_new(restoring, kind, false), true;
    if (strcmp(kind, "object") == 0) return duk_push_object(J), true;
    if (strcmp(kind, "array") == 0) return make_array(restoring), true;
    if (strcmp(kind, "function") == 0) return make_function(restoring), true;
    if (strcmp(kind, "scope") == 0) return script_push_scope(J), true;
    if (strcmp(kind, "date") == 0) return make_new(restoring, "Date", true), true;
    if (strcmp(kind, "regexp") == 0) return make_regexp(restoring), true;
    if (strcmp(kind, "error") == 0) return make_new(restoring, "Error", false), true;
    if (strcmp(kind, "wrapped") == 0) return make_new(restoring, "Object", true), true;
    if (strcmp(kind, "symbol") == 0 || strcmp(kind, "key") == 0) return make_symbol(restoring, kind[0] == 'k'), true;
    if (strcmp(kind, "arguments") == 0) return make_arguments(restoring), true;
    if (strcmp(kind, "document") == 0) return make_document(restoring), true;
    if (strcmp(kind, "global") == 0) return duk_push_global_object(J), true;
    if (strcmp(kind, "prototype") == 0 || strcmp(kind, "node") == 0 || strcmp(kind, "bound") == 0) return false;
    restoring_need(restoring, strcmp(kind, "native") == 0);
    script_push_native(J, restoring_push_text(restoring, "n"));
    duk_remove(J, -2);
    restoring_need(restoring, duk_is_object(J, -1) || duk_is_symbol(J, -1));
    return true;
}

/* Pushes a function that `bind` returns. Its values are set later, as they may not exist yet. */
static void make_bound(struct restoring *restoring) {
    enum { MOST_ARGUMENTS = 100000 };
    duk_context *J = restoring->J;
    uint32_t count = restoring_push_list(restoring, "b", 1) + 1;
    duk_pop(J);
    restoring_need(restoring, count <= MOST_ARGUMENTS);
    restoring_push_value(restoring, "f");
    restoring_need(restoring, duk_is_function(J, -1));
    duk_require_stack(J, (duk_idx_t)count + 16);
    duk_push_literal(J, "bind");
    for (uint32_t index = 0; index < count; index++) duk_push_undefined(J);
    duk_call_prop(J, -(duk_idx_t)count - 2, (duk_idx_t)count);
    duk_remove(J, -2);
}

void restoring_make_from_other(struct restoring *restoring) {
    duk_context *J = restoring->J;
    const char *kind = restoring_push_text(restoring, "k");
    duk_pop(J);
    if (kind[0] == 'b') return make_bound(restoring);
    restoring_push_value(restoring, kind[0] == 'n' ? "d" : "f");
    restoring_need(restoring, duk_is_object(J, -1));
    if (kind[0] == 'n') {
        restoring_need(restoring, script_push_hidden(J, script_top_object(J), HIDDEN_NODE) && duk_is_object(J, -1));
        duk_get_prop_index(J, -1, 1);
        duk_get_prop_literal(J, -4, "i");
        restoring_need(restoring, duk_is_number(J, -1));
        duk_get_prop(J, -2);
        duk_replace(J, -4);
        duk_pop_2(J);
    } else {
        script_push_own(J, script_top_object(J), "prototype");
        duk_remove(J, -2);
    }
    restoring_need(restoring, duk_is_object(J, -1));
}
