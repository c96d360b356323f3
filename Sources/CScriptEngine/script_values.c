#include "script_internal.h"

#include "document_source.h"

#include <limits.h>
#include <string.h>

enum {
    /* The estimated number of bytes of a value outside of the engine, in addition to its text. */
    VALUE_COST = 64,
};

static const char node_tag[] = "node";

static void make_node(js_State *J) {
    js_copy(J, 1);
    js_newuserdata(J, node_tag, NULL, NULL);
}

/* ---- Values out ---- */

static void write_bytes(script_engine *engine, const void *bytes, size_t size) {
    size_t needed = engine->output_size + size;
    size_t room = engine->allowed - engine->used + engine->output_capacity;
    if (needed > INT_MAX / 2 || needed + engine->value_count * VALUE_COST > room) script_fail(engine, SCRIPT_SIZE, "");
    if (needed > engine->output_capacity) {
        size_t capacity = 2 * needed < room ? 2 * needed : needed;
        engine->output = script_allocate(engine, engine->output, (int)capacity);
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
    return NULL;
}

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
        script_write_value(engine, depth);
        js_pop(J, 1);
        count++;
    }
    js_pop(J, 1);
    memcpy(engine->output + place, &count, sizeof count);
}

void script_write_value(script_engine *engine, int depth) {
    js_State *J = engine->state;
    const char *kind;
    if (js_isundefined(J, -1)) return write_tag(engine, SCRIPT_TAG_UNDEFINED);
    if (js_isnull(J, -1)) return write_tag(engine, SCRIPT_TAG_NULL);
    if (js_isbooleanobject(J, -1)) {
        js_copy(J, BOOLEAN_VALUE);
        js_rot2(J);
        js_call(J, 0);
    }
    if (js_isboolean(J, -1)) return write_tag(engine, js_toboolean(J, -1) ? SCRIPT_TAG_TRUE : SCRIPT_TAG_FALSE);
    if (js_isnumber(J, -1) || js_isnumberobject(J, -1)) {
        double number = js_tonumber(J, -1);
        write_tag(engine, SCRIPT_TAG_NUMBER);
        return write_bytes(engine, &number, sizeof number);
    }
    /* XML is returned as its text. */
    if (js_isstring(J, -1) || js_isstringobject(J, -1) || js_isuserdata(J, -1, node_tag)) {
        write_tag(engine, SCRIPT_TAG_STRING);
        return write_text(engine, js_tostring(J, -1));
    }
    kind = kind_without_form(J);
    if (kind != NULL) script_fail(engine, SCRIPT_CONVERSION, kind);
    if (depth == SCRIPT_DEPTH_LIMIT) script_fail(engine, SCRIPT_DEPTH, "");
    if (js_isarray(J, -1)) {
        int count = js_getlength(J, -1);
        write_tag(engine, SCRIPT_TAG_LIST);
        write_count(engine, (uint32_t)count);
        for (int index = 0; index < count; index++) {
            js_getindex(J, -1, index);
            script_write_value(engine, depth + 1);
            js_pop(J, 1);
        }
        return;
    }
    write_record(engine, depth + 1);
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

void script_push_value(script_engine *engine, struct script_input *input) {
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
        if (size > INT_MAX) script_abandon(engine, SCRIPT_MEMORY);
        js_pushlstring(J, text, (int)size);
        break;
    case SCRIPT_TAG_LIST:
        count = read_count(input);
        js_newarray(J);
        for (uint32_t index = 0; index < count; index++) {
            script_push_value(engine, input);
            js_setindex(J, -2, (int)index);
        }
        break;
    case SCRIPT_TAG_RECORD:
        count = read_count(input);
        js_newobject(J);
        for (uint32_t index = 0; index < count; index++) {
            text = read_text(input, &size);
            script_push_value(engine, input);
            js_defproperty(J, -2, text, 0);
        }
        break;
    case SCRIPT_TAG_XML: push_document(engine, input); break;
    default: js_pushundefined(J); break;
    }
}

static void push_document(script_engine *engine, struct script_input *input) {
    js_State *J = engine->state;
    js_copy(J, MAKE_DOCUMENT);
    js_pushundefined(J);
    script_push_value(engine, input);
    js_call(J, 1);
}

void script_push_document_maker(js_State *J) {
    js_loadstring(J, "(document)", document_source);
    js_pushundefined(J);
    js_call(J, 0);
    js_pushundefined(J);
    js_getglobal(J, "Object");
    js_getproperty(J, -1, "defineProperty");
    js_rot2(J);
    js_getproperty(J, -1, "freeze");
    js_rot2(J);
    js_getproperty(J, -1, "create");
    js_rot2pop1(J);
    js_newcfunction(J, make_node, "node", 1);
    js_copy(J, HAS_OWN_PROPERTY);
    js_call(J, 5);
}
