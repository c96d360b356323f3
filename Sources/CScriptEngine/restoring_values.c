#include "restoring.h"

#include <math.h>
#include <string.h>

/* The values that stand in a saved state. */

void restoring_need(struct restoring *restoring, bool holds) {
    if (!holds) script_fail(restoring->engine, SCRIPT_THROWN, "an unexpected value");
}

bool restoring_is_integer(duk_context *J, double bound) {
    double number = duk_get_number_default(J, -1, -1);
    return number >= 0 && number <= bound && floor(number) == number;
}

uint32_t restoring_pop_integer(struct restoring *restoring, double bound) {
    uint32_t number;
    restoring_need(restoring, restoring_is_integer(restoring->J, bound));
    number = (uint32_t)duk_get_number(restoring->J, -1);
    duk_pop(restoring->J);
    return number;
}

void restoring_decode_object(struct restoring *restoring, bool is_scope) {
    duk_context *J = restoring->J;
    duk_get_prop_index(J, -1, 1);
    restoring_need(restoring, restoring_is_integer(J, (double)restoring->count - 1));
    duk_get_prop_index(J, restoring->objects, duk_get_uint(J, -1));
    duk_replace(J, -3);
    duk_pop(J);
    if (duk_is_object(J, -1)) restoring_need(restoring, script_is_scope(duk_get_heapptr(J, -1)) == is_scope);
    else restoring_need(restoring, duk_is_symbol(J, -1) && !is_scope);
}

static void decode_number(struct restoring *restoring) {
    static const char *const names[] = {"NaN", "Infinity", "-Infinity", "-0"};
    static const double numbers[] = {NAN, INFINITY, -INFINITY, -0.0};
    int index = 0;
    const char *text;
    duk_get_prop_index(restoring->J, -1, 1);
    text = duk_get_string_default(restoring->J, -1, "");
    while (index < 4 && strcmp(text, names[index]) != 0) index++;
    restoring_need(restoring, index < 4);
    duk_pop_2(restoring->J);
    duk_push_number(restoring->J, numbers[index]);
}

void restoring_decode(struct restoring *restoring) {
    duk_context *J = restoring->J;
    const char *kind;
    if (!duk_is_object(J, -1)) return restoring_need(restoring, !duk_is_undefined(J, -1));
    restoring_need(restoring, duk_is_array(J, -1));
    duk_get_prop_index(J, -1, 0);
    kind = duk_get_string_default(J, -1, "");
    duk_pop(J);
    switch (kind[0]) {
    case 'u':
        duk_pop(J);
        duk_push_undefined(J);
        break;
    case 'n': decode_number(restoring); break;
    case 'o': restoring_decode_object(restoring, false); break;
    default: restoring_need(restoring, false);
    }
}

bool restoring_push_field(struct restoring *restoring, const char *key) {
    return duk_get_prop_string(restoring->J, -1, key);
}

void restoring_push_value(struct restoring *restoring, const char *key) {
    restoring_push_field(restoring, key);
    restoring_decode(restoring);
}

const char *restoring_push_text(struct restoring *restoring, const char *key) {
    restoring_push_field(restoring, key);
    restoring_need(restoring, duk_is_string(restoring->J, -1));
    return duk_get_string(restoring->J, -1);
}

uint32_t restoring_push_list(struct restoring *restoring, const char *key, uint32_t group) {
    size_t count;
    restoring_push_field(restoring, key);
    restoring_need(restoring, duk_is_array(restoring->J, -1));
    count = duk_get_length(restoring->J, -1);
    restoring_need(restoring, count <= INT32_MAX && count % group == 0);
    return (uint32_t)count;
}

void restoring_push_element(struct restoring *restoring, duk_idx_t list, uint32_t index) {
    duk_get_prop_index(restoring->J, list, index);
    restoring_decode(restoring);
}
