#include "saving.h"

#include <math.h>
#include <string.h>

/* The values of variables and members. */

static void write_string(struct saving *saving, const char *text, size_t size) {
    script_write_count(saving->engine, (uint32_t)size);
    script_write_bytes(saving->engine, text, size);
    script_write_bytes(saving->engine, "", 1);
}

void saving_text(struct saving *saving, const char *text, size_t size) {
    script_write_tag(saving->engine, SCRIPT_TAG_STRING);
    write_string(saving, text, size);
}

void saving_write_number(struct saving *saving, double number) {
    script_write_tag(saving->engine, SCRIPT_TAG_NUMBER);
    script_write_bytes(saving->engine, &number, sizeof number);
}

size_t saving_begin(struct saving *saving, char tag) {
    script_write_tag(saving->engine, tag);
    script_write_count(saving->engine, 0);
    return saving->engine->output_size - sizeof(uint32_t);
}

void saving_set_count(struct saving *saving, size_t start, uint32_t count) {
    memcpy(saving->engine->output + start, &count, sizeof count);
}

void saving_key_text(struct saving *saving, const char *text, size_t size) {
    saving->engine->value_count++;
    write_string(saving, text, size);
}

void saving_key(struct saving *saving, const char *key) { saving_key_text(saving, key, strlen(key)); }

/* Writes the beginning of a list that stands for a value. */
static void begin_special(struct saving *saving, const char *kind, uint32_t count) {
    saving_set_count(saving, saving_begin(saving, SCRIPT_TAG_LIST), count);
    saving_text(saving, kind, 1);
}

bool saving_has_unpaired_surrogate(const char *text, size_t size) {
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
    saving_text(saving, text, strlen(text));
}

void saving_value(struct saving *saving, int32_t parent, const struct script_property *property) {
    duk_context *J = saving->J;
    const char *text;
    size_t size;
    void *object = duk_get_heapptr(J, -1);
    switch (duk_get_type(J, -1)) {
    case DUK_TYPE_UNDEFINED: return begin_special(saving, "u", 1);
    case DUK_TYPE_STRING:
        if (duk_is_symbol(J, -1)) break;
        text = duk_get_lstring(J, -1, &size);
        if (saving_has_unpaired_surrogate(text, size))
            saving_refuse_value(
                saving, parent, property,
                "%s is a text with an unpaired surrogate, which no file can hold; keep its character codes");
        return saving_text(saving, text, size);
    case DUK_TYPE_NUMBER:
        if (!isfinite(duk_get_number(J, -1)) || (duk_get_number(J, -1) == 0 && signbit(duk_get_number(J, -1))))
            return write_special_number(saving, duk_get_number(J, -1));
        return saving_write_number(saving, duk_get_number(J, -1));
    case DUK_TYPE_NULL:
    case DUK_TYPE_BOOLEAN: return script_write_value(saving->engine, 0);
    case DUK_TYPE_OBJECT: break;
    default: saving_refuse_value(saving, parent, property, "%s is a buffer, which can't be saved; copy it to an array");
    }
    if (script_is_proxy(J, -1))
        saving_refuse_value(saving, parent, property, "%s is a proxy, which can't be saved; keep its target");
    begin_special(saving, "o", 2);
    saving_write_number(saving, (double)saving_number(saving, object, parent, property));
}

void saving_named(struct saving *saving, const char *key, const char *text) {
    saving_key(saving, key);
    saving_text(saving, text, strlen(text));
}

void saving_reference(struct saving *saving, void *object, int32_t parent, const struct script_property *property) {
    if (object == NULL) duk_push_undefined(saving->J);
    else duk_push_heapptr(saving->J, object);
    saving_value(saving, parent, property);
    duk_pop(saving->J);
}

void saving_accessor(struct saving *saving, int32_t parent, const struct script_property *property) {
    saving_reference(saving, property->getter, parent, property);
    saving_reference(saving, property->setter, parent, property);
    saving_write_number(saving, property->flags & ~CONSTANT);
}
