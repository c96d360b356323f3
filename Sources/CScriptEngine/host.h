/* The functions that Duktape calls. */
#ifndef SCRIPT_HOST_H
#define SCRIPT_HOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Ends the script if it was interrupted or has taken all its steps. */
bool script_check_time(void *engine, long steps);
/* Returns a Boolean value that indicates whether the thread's stack is too small for a recursion.
 * Ends the script if it was interrupted. */
bool script_check_stack(void);
/* Returns the deepest nesting of a source for which the thread's stack suffices. */
int script_compiler_depth(void);
/* Returns the time in milliseconds since 1970. */
double script_time(void *context);
/* Pushes the time that a text stands for, or returns false. */
int script_parse_date(void *context, const char *text);

/* Returns whether the parts of a date in the form of ISO 8601 are in their bounds. */
bool script_is_iso_date(const char *text);
/* Returns the number that a decimal text stands for, given the number itself or its neighbor. */
double script_exact_number(const char *text, double number);
/* Returns whether a value on the stack is a proxy, without asking its handler. */
bool script_is_proxy(void *context, int index);

/* ---- Objects, without running scripts ---- */

enum script_kind {
    SCRIPT_OTHER,
    SCRIPT_FUNCTION,
    SCRIPT_ARRAY,
    SCRIPT_DATE,
    SCRIPT_REGEXP,
    SCRIPT_ERROR,
    SCRIPT_OBJECT,
    /* An object without a prototype. */
    SCRIPT_BARE,
    /* An object whose prototype isn't the engine's own. */
    SCRIPT_DERIVED,
};

struct script_property {
    /* Doesn't end before its size if it contains a byte 0. */
    const char *name;
    size_t size;
    bool is_index, is_symbol, is_accessor;
    /* 1 if it can't be written, 2 if it isn't enumerated, 4 if it can't be configured. */
    int flags;
    /* The getter of an accessor. */
    void *getter;
};

/* Pushes the next own property's value, undefined for accessors; returns false if there is none.
 * A place begins at 0. The name of an index is valid until the next call on the thread. */
bool script_next_property(void *context, void *object, uint32_t *place, struct script_property *property);
/* Returns the number of elements if an array has neither holes nor elements with attributes, and
 * -1 otherwise. */
int64_t script_dense_length(void *object);
/* Returns the kind of an object, and the name of its class, or of an error's constructor,
 * or NULL if only a plain object may have the prototype. */
enum script_kind script_kind_of(void *context, void *object, const char **name);
bool script_is_extensible(void *object);
bool script_has_fixed_length(void *array);
/* Returns the number of parameters that a script's function declares, -1 for other functions. */
int script_parameter_count(void *function);
/* Returns the prototype of an object, or NULL. */
void *script_prototype(void *context, void *object);
/* Pushes the time of a date, or the source of a regular expression, whose flags are returned: 1 for
 * `g`, 2 for `i`, 4 for `m`. */
int script_push_contents(void *context, void *object, enum script_kind kind);

#endif
