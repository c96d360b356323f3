#include "script_internal.h"

#include <stdio.h>
#include <string.h>

/* The arguments of a call. */
struct call {
    script_engine *engine;
    int32_t script, location, number;
    const char *check, *source, *name;
    bool is_program;
    struct script_input input;
    bool result;
    int32_t count;
};

#define CALL(J, context) \
    struct call *call = context; \
    script_engine *engine = call->engine; \
    (void)engine; \
    (void)J;

/* ---- Sources ---- */

static void push_compiled(duk_context *J, const char *source, int32_t number, duk_uint_t kind) {
    char file[16];
    snprintf(file, sizeof file, "#%d", (int)number);
    duk_push_string(J, source);
    duk_push_string(J, file);
    duk_compile(J, kind);
}

static duk_ret_t compile(duk_context *J, void *context) {
    CALL(J, context)
    if (call->check != NULL) {
        push_compiled(J, call->check, call->number, 0);
        duk_pop(J);
    }
    push_compiled(J, call->source, call->number, call->is_program ? 0 : DUK_COMPILE_EVAL);
    if (!call->is_program) duk_call(J, 0);
    duk_put_prop_index(J, SCRIPTS, (duk_uarridx_t)engine->script_count);
    call->script = engine->script_count++;
    duk_push_undefined(J);
    return 1;
}

script_status script_compile(
    script_engine *engine, int32_t number, const char *check, const char *source, bool is_program, int32_t *script) {
    struct call call = {.engine = engine, .number = number, .check = check, .source = source, .is_program = is_program};
    script_status status = script_perform(engine, SCRIPT_SYNTAX, compile, &call);
    if (status == SCRIPT_SYNTAX) engine->source = number;
    if (status == SCRIPT_OK) *script = call.script;
    return status;
}

static duk_ret_t add_library(duk_context *J, void *context) {
    CALL(J, context)
    engine->has_library = true;
    script_note_built_ins(engine, true);
    duk_dup(J, ADD_LIBRARY);
    duk_call(J, 0);
    script_note_built_ins(engine, false);
    return 1;
}

script_status script_add_library(script_engine *engine) {
    struct call call = {.engine = engine};
    if (engine->has_library) return SCRIPT_OK;
    return script_perform(engine, SCRIPT_THROWN, add_library, &call);
}

static void push_script(script_engine *engine, int32_t script) {
    if (script < 0 || script >= engine->script_count) script_fail(engine, SCRIPT_UNKNOWN, "");
    duk_get_prop_index(engine->state, SCRIPTS, (duk_uarridx_t)script);
}

static void push_value_of(script_engine *engine, int32_t script) {
    push_script(engine, script);
    duk_call(engine->state, 0);
}

static duk_ret_t run(duk_context *J, void *context) {
    CALL(J, context)
    push_value_of(engine, call->script);
    return 1;
}

script_status script_run(script_engine *engine, int32_t script) {
    struct call call = {.engine = engine, .script = script};
    return script_perform(engine, SCRIPT_THROWN, run, &call);
}

static duk_ret_t test(duk_context *J, void *context) {
    CALL(J, context)
    push_value_of(engine, call->script);
    call->result = duk_to_boolean(J, -1);
    return 1;
}

script_status script_test(script_engine *engine, int32_t script, bool *result) {
    struct call call = {.engine = engine, .script = script};
    script_status status = script_perform(engine, SCRIPT_THROWN, test, &call);
    *result = call.result;
    return status;
}

static duk_ret_t evaluate(duk_context *J, void *context) {
    CALL(J, context)
    push_value_of(engine, call->script);
    script_write_value(engine, 0);
    return 1;
}

script_status script_evaluate(script_engine *engine, int32_t script) {
    struct call call = {.engine = engine, .script = script};
    return script_perform(engine, SCRIPT_THROWN, evaluate, &call);
}

static duk_ret_t assign(duk_context *J, void *context) {
    CALL(J, context)
    push_script(engine, call->location);
    push_value_of(engine, call->script);
    duk_call(J, 1);
    return 1;
}

script_status script_assign(script_engine *engine, int32_t location, int32_t script) {
    struct call call = {.engine = engine, .location = location, .script = script};
    return script_perform(engine, SCRIPT_THROWN, assign, &call);
}

static duk_ret_t assign_value(duk_context *J, void *context) {
    CALL(J, context)
    push_script(engine, call->location);
    script_push_value(engine, &call->input);
    duk_call(J, 1);
    return 1;
}

script_status script_assign_value(script_engine *engine, int32_t location, const uint8_t *value) {
    struct call call = {.engine = engine, .location = location, .input = {value}};
    return script_perform(engine, SCRIPT_THROWN, assign_value, &call);
}

/* ---- Global variables ---- */

static bool has_own(duk_context *J, duk_idx_t object, const char *name) {
    bool result;
    duk_push_string(J, name);
    duk_get_prop_desc(J, object, 0);
    result = !duk_is_undefined(J, -1);
    duk_pop(J);
    return result;
}

static bool is_declared(duk_context *J, const char *name) {
    bool result;
    duk_push_global_object(J);
    result = has_own(J, duk_get_top_index(J), name);
    duk_pop(J);
    return result;
}

/* Defines a global variable with the value on top of the stack. A hidden one isn't enumerated. */
static void define_global(duk_context *J, const char *name, bool is_hidden) {
    duk_idx_t value = duk_get_top_index(J);
    duk_push_global_object(J);
    duk_push_string(J, name);
    duk_dup(J, value);
    duk_def_prop(
        J, value + 1,
        DUK_DEFPROP_HAVE_VALUE | DUK_DEFPROP_SET_WRITABLE | DUK_DEFPROP_CLEAR_CONFIGURABLE | DUK_DEFPROP_FORCE
            | (is_hidden ? DUK_DEFPROP_CLEAR_ENUMERABLE : DUK_DEFPROP_SET_ENUMERABLE));
    duk_set_top(J, value);
}

static duk_ret_t declare(duk_context *J, void *context) {
    CALL(J, context)
    if (!is_declared(J, call->name)) {
        duk_push_undefined(J);
        define_global(J, call->name, !call->result);
    }
    duk_push_undefined(J);
    return 1;
}

script_status script_declare(script_engine *engine, const char *name, bool is_enumerated) {
    struct call call = {.engine = engine, .name = name, .result = is_enumerated};
    return script_perform(engine, SCRIPT_THROWN, declare, &call);
}

static duk_ret_t ask_declared(duk_context *J, void *context) {
    CALL(J, context)
    call->result = is_declared(J, call->name);
    duk_push_undefined(J);
    return 1;
}

script_status script_is_declared(script_engine *engine, const char *name, bool *result) {
    struct call call = {.engine = engine, .name = name};
    script_status status = script_perform(engine, SCRIPT_THROWN, ask_declared, &call);
    *result = call.result;
    return status;
}

static duk_ret_t get_system_variable(duk_context *J) {
    duk_push_current_function(J);
    duk_get_prop_literal(J, -1, HIDDEN_VALUE);
    return 1;
}

static duk_ret_t refuse_assignment(duk_context *J) {
    duk_push_current_function(J);
    duk_get_prop_literal(J, -1, HIDDEN_VALUE);
    return duk_error(
        J, DUK_ERR_TYPE_ERROR, "'%s' is a system variable and can't be assigned", duk_safe_to_string(J, -1));
}

static duk_ret_t declare_system(duk_context *J, void *context) {
    CALL(J, context)
    if (!is_declared(J, call->name)) {
        duk_idx_t global = duk_get_top(J);
        duk_push_global_object(J);
        duk_push_string(J, call->name);
        duk_push_c_function(J, get_system_variable, 0);
        duk_dup_top(J);
        duk_put_prop_string(J, SYSTEM_VARIABLES, call->name);
        duk_push_c_function(J, refuse_assignment, 1);
        duk_push_string(J, call->name);
        duk_put_prop_literal(J, -2, HIDDEN_VALUE);
        duk_def_prop(
            J, global,
            DUK_DEFPROP_HAVE_GETTER | DUK_DEFPROP_HAVE_SETTER | DUK_DEFPROP_SET_ENUMERABLE
                | DUK_DEFPROP_CLEAR_CONFIGURABLE);
    }
    duk_push_undefined(J);
    return 1;
}

script_status script_declare_system(script_engine *engine, const char *name) {
    struct call call = {.engine = engine, .name = name};
    return script_perform(engine, SCRIPT_THROWN, declare_system, &call);
}

static duk_ret_t set_variable(duk_context *J, void *context) {
    CALL(J, context)
    script_push_value(engine, &call->input);
    define_global(J, call->name, false);
    duk_push_undefined(J);
    return 1;
}

static duk_ret_t set_system_variable(duk_context *J, void *context) {
    CALL(J, context)
    duk_get_prop_string(J, SYSTEM_VARIABLES, call->name);
    script_push_value(engine, &call->input);
    duk_put_prop_literal(J, -2, HIDDEN_VALUE);
    return 1;
}

script_status script_set(script_engine *engine, const char *name, const uint8_t *value, bool is_system) {
    struct call call = {.engine = engine, .name = name, .input = {value}};
    return script_perform(engine, SCRIPT_THROWN, is_system ? set_system_variable : set_variable, &call);
}

/* ---- Loops ---- */

static duk_ret_t begin_loop(duk_context *J, void *context) {
    duk_size_t count;
    CALL(J, context)
    push_value_of(engine, call->script);
    if (!duk_is_array(J, -1)) script_fail(engine, SCRIPT_NO_ARRAY, "");
    count = duk_get_length(J, -1);
    if (count > INT32_MAX) script_fail(engine, SCRIPT_SIZE, "");
    call->count = (int32_t)count;
    duk_push_bare_array(J);
    for (duk_uarridx_t index = 0; index < count; index++) {
        duk_get_prop_index(J, -2, index);
        duk_put_prop_index(J, -2, index);
    }
    duk_put_prop_index(J, LOOPS, (duk_uarridx_t)engine->loop_count);
    engine->loop_count++;
    return 1;
}

script_status script_begin_loop(script_engine *engine, int32_t script, int32_t *count) {
    struct call call = {.engine = engine, .script = script};
    script_status status = script_perform(engine, SCRIPT_THROWN, begin_loop, &call);
    *count = call.count;
    return status;
}

static duk_ret_t assign_element(duk_context *J, void *context) {
    CALL(J, context)
    if (engine->loop_count == 0) script_fail(engine, SCRIPT_UNKNOWN, "");
    push_script(engine, call->location);
    duk_get_prop_index(J, LOOPS, (duk_uarridx_t)engine->loop_count - 1);
    duk_get_prop_index(J, -1, (duk_uarridx_t)call->number);
    duk_remove(J, -2);
    duk_call(J, 1);
    return 1;
}

script_status script_assign_element(script_engine *engine, int32_t index, int32_t location) {
    struct call call = {.engine = engine, .number = index, .location = location};
    return script_perform(engine, SCRIPT_THROWN, assign_element, &call);
}

static duk_ret_t forget_loop(duk_context *J, void *context) {
    CALL(J, context)
    duk_push_undefined(J);
    duk_put_prop_index(J, LOOPS, (duk_uarridx_t)engine->loop_count);
    duk_push_undefined(J);
    return 1;
}

void script_end_loop(script_engine *engine) {
    struct call call = {.engine = engine};
    if (engine->loop_count > 0) engine->loop_count--;
    script_perform(engine, SCRIPT_THROWN, forget_loop, &call);
}
