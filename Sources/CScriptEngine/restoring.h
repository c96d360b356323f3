/* Declarations that the files share that restore variables.
 *
 * Restoring reads what saving wrote, which others may have changed. All objects are made before
 * they are filled, as they may refer to each other. No script has run in the engine yet, so that
 * the engine's own functions and prototypes can be used. */
#ifndef SCRIPT_RESTORING_H
#define SCRIPT_RESTORING_H

#include "saving.h"

struct restoring {
    script_engine *engine;
    duk_context *J;
    struct script_input input;
    const int32_t *scripts;
    size_t script_count;
    /* The functions of all scripts, and the first one of each script. */
    struct forms forms;
    size_t *starts;
    /* Places on the stack: the list of nodes, and that of their objects. */
    duk_idx_t nodes, objects;
    uint32_t count;
};

/* ---- restoring_values.c ---- */

/* Ends restoring if a condition doesn't hold. */
void restoring_need(struct restoring *restoring, bool holds);
/* Returns whether the value on top of the stack is an integer from 0 to a bound. */
bool restoring_is_integer(duk_context *J, double bound);
/* Pops an integer from 0 to a bound. */
uint32_t restoring_pop_integer(struct restoring *restoring, double bound);
/* Replaces `['o', number]` by the object or symbol. */
void restoring_decode_object(struct restoring *restoring, bool is_scope);
/* Replaces what stands for a value on top of the stack by the value. */
void restoring_decode(struct restoring *restoring);
/* Push a field of the record on top of the stack: as it is, as the value that it stands for, or as
 * a text. */
bool restoring_push_field(struct restoring *restoring, const char *key);
void restoring_push_value(struct restoring *restoring, const char *key);
const char *restoring_push_text(struct restoring *restoring, const char *key);
/* Pushes a list, and returns the number of its elements, which are in groups. */
uint32_t restoring_push_list(struct restoring *restoring, const char *key, uint32_t group);
/* Pushes the value of an element of the list at a place of the stack. */
void restoring_push_element(struct restoring *restoring, duk_idx_t list, uint32_t index);

/* ---- restoring_objects.c ---- */

/* Pushes the object of the node on top of the stack; returns false if others must be made first. */
bool restoring_make(struct restoring *restoring);
/* Pushes the object of the node on top of the stack, which another one gives. */
void restoring_make_from_other(struct restoring *restoring);

/* ---- restoring_members.c ---- */

/* Pushes the name of a member, a text or a symbol. */
void restoring_push_name(struct restoring *restoring, duk_idx_t list, uint32_t index);
/* Defines a member with the name and value on top of the stack. */
void restoring_define(duk_context *J, duk_idx_t object, uint32_t flags);
void restoring_define_accessors(
    struct restoring *restoring, duk_idx_t object, const char *key,
    void (*push_key)(struct restoring *, duk_idx_t, uint32_t));
/* Gives an object the prototype of a field; an object that would be its own one is refused. */
void restoring_set_prototype(struct restoring *restoring, duk_idx_t object, const char *key);
/* Fills the object at a place of the stack with what the node on top of it has. */
void restoring_fill(struct restoring *restoring, duk_idx_t object);

#endif
