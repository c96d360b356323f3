#include "script_internal.h"

#include "document_source.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

enum {
    /* The estimated number of bytes of a value outside of the engine, in addition to its text. */
    VALUE_COST = 64,
};

/* Creates a node with a given prototype, and the list of its document. */
static duk_ret_t make_node(duk_context *J) {
    duk_push_object(J);
    duk_dup(J, 1);
    duk_put_prop_literal(J, -2, HIDDEN_NODE);
    duk_dup(J, 0);
    duk_set_prototype(J, -2);
    return 1;
}

/* ---- Values out ---- */

void script_write_bytes(script_engine *engine, const void *bytes, size_t size) {
    size_t needed = engine->output_size + size;
    size_t room = script_room(engine) + engine->output_capacity;
    if (needed > INT_MAX / 2 || needed + engine->value_count * VALUE_COST > room) script_fail(engine, SCRIPT_SIZE, "");
    if (needed > engine->output_capacity) {
        size_t capacity = 2 * needed < room ? 2 * needed : needed;
        uint8_t *output = script_resize(engine, engine->output, capacity);
        if (output == NULL) script_fail(engine, SCRIPT_SIZE, "");
        engine->output = output;
        engine->output_capacity = capacity;
    }
    memcpy(engine->output + engine->output_size, bytes, size);
    engine->output_size = needed;
}

void script_write_tag(script_engine *engine, char tag) {
    engine->value_count++;
    script_write_bytes(engine, &tag, 1);
}

void script_write_count(script_engine *engine, uint32_t count) { script_write_bytes(engine, &count, sizeof count); }

/* Writes the string on top of the stack. */
static void write_text(script_engine *engine) {
    size_t size;
    const char *text = duk_require_lstring(engine->state, -1, &size);
    script_write_count(engine, (uint32_t)size);
    script_write_bytes(engine, text, size + 1);
}

/* Copies the kind of the object on top of the stack, such as "[object Date]". */
static void copy_kind(duk_context *J, char *kind, size_t size) {
    const char *text;
    duk_dup(J, KIND_OF);
    duk_dup(J, -2);
    duk_call_method(J, 0);
    text = duk_get_string(J, -1);
    snprintf(kind, size, "%s", text == NULL ? "" : text);
    duk_pop(J);
}

static void write_record(script_engine *engine, int depth) {
    duk_context *J = engine->state;
    uint32_t count = 0;
    size_t place;
    script_write_tag(engine, SCRIPT_TAG_RECORD);
    place = engine->output_size;
    script_write_count(engine, 0);
    duk_enum(J, -1, DUK_ENUM_OWN_PROPERTIES_ONLY);
    while (duk_next(J, -1, 0)) {
        engine->value_count++;
        write_text(engine);
        duk_get_prop(J, -3);
        script_write_value(engine, depth);
        duk_pop(J);
        count++;
    }
    duk_pop(J);
    memcpy(engine->output + place, &count, sizeof count);
}

static void write_list(script_engine *engine, int depth) {
    duk_context *J = engine->state;
    size_t count = duk_get_length(J, -1);
    if (count > INT_MAX) script_fail(engine, SCRIPT_SIZE, "");
    script_write_tag(engine, SCRIPT_TAG_LIST);
    script_write_count(engine, (uint32_t)count);
    for (duk_uarridx_t index = 0; index < count; index++) {
        duk_get_prop_index(J, -1, index);
        script_write_value(engine, depth);
        duk_pop(J);
    }
}

/* Writes the value of an object for a number, a text or a truth value. Returns false for others. */
static bool write_wrapped(script_engine *engine, const char *kind) {
    duk_context *J = engine->state;
    if (strcmp(kind, "[object Number]") != 0 && strcmp(kind, "[object String]") != 0 && strcmp(kind, "[object Boolean]") != 0)
        return false;
    duk_dup_top(J);
    if (kind[8] == 'S') duk_to_string(J, -1);
    else duk_to_primitive(J, -1, DUK_HINT_NUMBER);
    if (duk_is_object(J, -1)) script_fail(engine, SCRIPT_CONVERSION, "an object without a value");
    script_write_value(engine, SCRIPT_DEPTH_LIMIT);
    duk_pop(J);
    return true;
}

static void write_object(script_engine *engine, int depth) {
    static const char *const without_form[][2] = {
        {"[object Date]", "a date"}, {"[object RegExp]", "a regular expression"}, {"[object Map]", "a map"},
        {"[object Set]", "a set"},
    };
    duk_context *J = engine->state;
    char kind[32];
    if (duk_is_function(J, -1)) script_fail(engine, SCRIPT_CONVERSION, "a function");
    if (duk_is_error(J, -1)) script_fail(engine, SCRIPT_CONVERSION, "an error");
    if (duk_is_array(J, -1)) {
        if (depth == SCRIPT_DEPTH_LIMIT) script_fail(engine, SCRIPT_DEPTH, "");
        return write_list(engine, depth + 1);
    }
    /* XML is returned as its text. */
    if (duk_has_prop_literal(J, -1, HIDDEN_NODE)) {
        duk_dup_top(J);
        duk_to_string(J, -1);
        script_write_tag(engine, SCRIPT_TAG_STRING);
        write_text(engine);
        return duk_pop(J);
    }
    copy_kind(J, kind, sizeof kind);
    if (duk_is_buffer_data(J, -1)) {
        size_t length = strlen(kind);
        if (length < 7 || strcmp(kind + length - 6, "Array]") != 0) script_fail(engine, SCRIPT_CONVERSION, "a buffer");
        if (depth == SCRIPT_DEPTH_LIMIT) script_fail(engine, SCRIPT_DEPTH, "");
        return write_list(engine, depth + 1);
    }
    if (write_wrapped(engine, kind)) return;
    for (size_t index = 0; index < sizeof without_form / sizeof *without_form; index++)
        if (strcmp(kind, without_form[index][0]) == 0) script_fail(engine, SCRIPT_CONVERSION, without_form[index][1]);
    if (depth == SCRIPT_DEPTH_LIMIT) script_fail(engine, SCRIPT_DEPTH, "");
    write_record(engine, depth + 1);
}

void script_write_value(script_engine *engine, int depth) {
    duk_context *J = engine->state;
    double number;
    duk_require_stack(J, 16);
    if (duk_is_symbol(J, -1)) script_fail(engine, SCRIPT_CONVERSION, "a symbol");
    switch (duk_get_type(J, -1)) {
    case DUK_TYPE_NULL: return script_write_tag(engine, SCRIPT_TAG_NULL);
    case DUK_TYPE_BOOLEAN: return script_write_tag(engine, duk_get_boolean(J, -1) ? SCRIPT_TAG_TRUE : SCRIPT_TAG_FALSE);
    case DUK_TYPE_NUMBER:
        number = duk_get_number(J, -1);
        script_write_tag(engine, SCRIPT_TAG_NUMBER);
        return script_write_bytes(engine, &number, sizeof number);
    case DUK_TYPE_STRING:
        script_write_tag(engine, SCRIPT_TAG_STRING);
        return write_text(engine);
    case DUK_TYPE_OBJECT: return write_object(engine, depth);
    case DUK_TYPE_BUFFER: script_fail(engine, SCRIPT_CONVERSION, "a buffer");
    case DUK_TYPE_LIGHTFUNC: script_fail(engine, SCRIPT_CONVERSION, "a function");
    default: return script_write_tag(engine, SCRIPT_TAG_UNDEFINED);
    }
}

/* ---- Values in ---- */

static uint32_t read_count(struct script_input *input) {
    uint32_t count;
    memcpy(&count, input->at, sizeof count);
    input->at += sizeof count;
    return count;
}

static const char *read_text(struct script_input *input, uint32_t *size) {
    const char *text;
    *size = read_count(input);
    text = (const char *)input->at;
    input->at += *size + 1;
    return text;
}

static void push_document(script_engine *engine, struct script_input *input);

static void push_text(duk_context *J, struct script_input *input) {
    uint32_t size;
    const char *text = read_text(input, &size);
    duk_push_lstring(J, text, size);
}

void script_push_value(script_engine *engine, struct script_input *input) {
    duk_context *J = engine->state;
    duk_idx_t object;
    uint32_t count;
    double number;
    duk_require_stack(J, 16);
    switch (*input->at++) {
    case SCRIPT_TAG_NULL: duk_push_null(J); break;
    case SCRIPT_TAG_FALSE: duk_push_false(J); break;
    case SCRIPT_TAG_TRUE: duk_push_true(J); break;
    case SCRIPT_TAG_NUMBER:
        memcpy(&number, input->at, sizeof number);
        input->at += sizeof number;
        duk_push_number(J, number);
        break;
    case SCRIPT_TAG_STRING: push_text(J, input); break;
    case SCRIPT_TAG_LIST:
        count = read_count(input);
        object = duk_push_array(J);
        for (uint32_t index = 0; index < count; index++) {
            duk_push_uint(J, index);
            script_push_value(engine, input);
            script_define(J, object);
        }
        break;
    case SCRIPT_TAG_RECORD:
        count = read_count(input);
        object = duk_push_object(J);
        for (uint32_t index = 0; index < count; index++) {
            push_text(J, input);
            script_push_value(engine, input);
            script_define(J, object);
        }
        break;
    case SCRIPT_TAG_XML: push_document(engine, input); break;
    default: duk_push_undefined(J); break;
    }
}

static void push_document(script_engine *engine, struct script_input *input) {
    duk_dup(engine->state, MAKE_DOCUMENT);
    script_push_value(engine, input);
    duk_call(engine->state, 1);
}

/* The maker is compiled when the first document comes. */
static duk_ret_t make_document(duk_context *J) {
    duk_push_current_function(J);
    duk_get_prop_literal(J, 1, HIDDEN_VALUE);
    if (duk_is_undefined(J, -1)) {
        duk_pop(J);
        duk_push_string(J, document_source);
        duk_push_literal(J, "(document)");
        duk_compile(J, DUK_COMPILE_EVAL);
        duk_call(J, 0);
        for (duk_uarridx_t index = 0; index < 3; index++) {
            duk_get_prop_index(J, 1, index);
        }
        duk_push_c_function(J, make_node, 2);
        duk_get_prop_index(J, 1, 3);
        duk_call(J, 5);
        duk_dup_top(J);
        duk_put_prop_literal(J, 1, HIDDEN_VALUE);
    }
    duk_dup(J, 0);
    /* The list of the nodes' contents and the nodes, which is marked for saving. */
    duk_push_bare_array(J);
    duk_dup(J, 0);
    duk_put_prop_index(J, -2, 0);
    duk_push_true(J);
    duk_put_prop_literal(J, -2, HIDDEN_NODE);
    duk_call(J, 2);
    return 1;
}

void script_push_document_maker(duk_context *J) {
    static const char *const names[] = {"defineProperty", "freeze", "create"};
    duk_idx_t object = duk_get_top(J);
    duk_get_global_literal(J, "Object");
    duk_push_c_function(J, make_document, 1);
    for (duk_uarridx_t index = 0; index < 3; index++) {
        duk_get_prop_string(J, object, names[index]);
        duk_put_prop_index(J, -2, index);
    }
    duk_get_prop_literal(J, object, "prototype");
    duk_get_prop_literal(J, -1, "hasOwnProperty");
    duk_put_prop_index(J, -3, 3);
    duk_pop(J);
    duk_remove(J, object);
}
