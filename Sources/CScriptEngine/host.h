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

/* ---- Garbage collection ---- */

/* Notes an object whose references are to be marked later; returns 0. */
unsigned script_put_off(void *engine, void *object);
/* Returns an object that was noted, NULL if there is none. */
void *script_next_put_off(void *engine);
/* Returns whether the machine had no memory to note an object. */
bool script_has_lost_marks(void *engine);

/* ---- Objects, without running scripts ---- */

enum script_kind {
    SCRIPT_OTHER,
    SCRIPT_OBJECT,
    SCRIPT_ARRAY,
    /* A function that a script has. */
    SCRIPT_FUNCTION,
    /* The result of `bind`. */
    SCRIPT_BOUND,
    SCRIPT_ARGUMENTS,
    /* An object for a number, a text or a truth value. */
    SCRIPT_WRAPPED,
    SCRIPT_DATE,
    SCRIPT_REGEXP,
    SCRIPT_ERROR,
    /* The variables of a call that functions keep. */
    SCRIPT_SCOPE,
    SCRIPT_SYMBOL,
};

struct script_property {
    /* Doesn't end before its size if it contains a byte 0. */
    const char *name;
    size_t size;
    bool is_index, is_symbol, is_accessor;
    /* 1 if it can't be written, 2 if it isn't enumerated, 4 if it can't be configured. */
    int flags;
    /* The functions of an accessor, which may be NULL. */
    void *getter, *setter;
    /* The symbol. */
    void *key;
};

/* Pushes the next own property's value, undefined for accessors; returns false if there is none.
 * A place begins at 0. The name of an index is valid until the next call on the thread. */
bool script_next_property(void *context, void *object, uint32_t *place, struct script_property *property);
/* Returns the number of own properties that aren't in the array part. */
uint32_t script_member_count(void *object);
/* Pushes an own property that scripts can't access; returns false if there is none. */
bool script_push_hidden(void *context, void *object, const char *name);
/* Returns the number of elements if an array has neither holes nor elements with attributes, and
 * -1 otherwise. */
int64_t script_dense_length(void *object);
/* Returns the kind of an object or symbol, and the prototype that the engine gives it, or NULL. */
enum script_kind script_kind_of(void *context, void *object, void **prototype);
/* Returns the name of an object's class. */
const char *script_class_of(void *context, void *object);
bool script_is_extensible(void *object);
bool script_has_fixed_length(void *array);
/* Returns the prototype of an object, or NULL. */
void *script_prototype(void *context, void *object);
/* Pushes the time of a date, the value of a wrapped one, or the source of a regular expression,
 * whose flags are returned: 1 for `g`, 2 for `i`, 4 for `m`. */
int script_push_contents(void *context, void *object, enum script_kind kind);
/* Returns 1 if an object isn't extensible, 2 if it is sealed, too, and 3 if it is frozen. */
int script_closing_of(void *context, void *object);
void script_close_object(void *context, void *object, int level);

/* ---- Functions and scopes ---- */

/* Returns the code, which all functions share that the same text has made. */
const void *script_code_of(void *function);
/* Returns the forms of the functions directly in a function or form. */
size_t script_inner_functions(void *function, void *const **functions);
bool script_is_strict(void *function);
/* Returns the number of parameters that a function or form declares. */
uint32_t script_parameter_count(void *context, void *function);
/* Pushes a new function with a form, in the global scope. */
void script_push_function(void *context, void *form);
/* Pushes the target (index -2) of a bound function, its `this` (-1) or an argument; returns false
 * if there is none. */
bool script_bound_value(void *context, void *function, int32_t index);
/* Pops the value for `this` (index -1) or an argument. */
void script_set_bound_value(void *context, void *function, int32_t index);
bool script_is_scope(void *object);
/* Returns whether an object is a scope whose variables are in its properties. */
bool script_is_plain_scope(void *scope);
/* Returns the scope around a function or a scope, NULL if it is the global one. */
void *script_scope_of(void *context, void *object);
/* Pushes a scope without variables, in the global scope. */
void script_push_scope(void *context);
/* Puts a function or a scope into a scope; returns false if it would be in itself, or too deep. */
bool script_set_scope(void *context, void *object, void *scope);

#endif
