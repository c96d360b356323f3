/* The functions that Duktape calls. */
#ifndef SCRIPT_HOST_H
#define SCRIPT_HOST_H

#include <stdbool.h>

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

#endif
