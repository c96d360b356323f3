/* Declarations that the files share that save and restore variables.
 *
 * Saving writes what it finds at once. It asks neither getters nor functions, which scripts may
 * have replaced, and holds what it must remember outside of the engine, which may be full.
 *
 * A function is its code, its scope and its members. The code is known by its place: the number of
 * the script, and that of the function in it. The scope is the record of the variables around the
 * function, which is saved like an object. So restoring needs no script to run. */
#ifndef SCRIPT_SAVING_H
#define SCRIPT_SAVING_H

#include "host.h"
#include "script_internal.h"

enum {
    /* What members lack: `script_property.flags`. */
    CONSTANT = 1,
    HIDDEN = 2,
    PERMANENT = 4,
};

/* The way from an object to another one. */
enum link { BY_NAME, BY_INDEX, BY_SCOPE };

/* An object, and the first way to it. The root's objects have the parent -1. */
struct found {
    void *object;
    int32_t parent;
    enum link link;
    uint32_t index;
    const char *name;
    size_t size;
};

/* The code of a function in a script. */
struct form {
    const void *code;
    void *function;
    uint32_t script, place;
};

struct forms {
    struct form *list;
    size_t count, capacity;
};

/* The name of an object of the engine's: `owner`, `owner.member` or `owner.prototype.member`. */
struct native {
    void *object;
    const char *owner, *member;
    size_t size;
    bool is_prototype;
    uint32_t order;
};

struct global {
    const char *name;
    size_t size;
    uint32_t place;
    bool is_written;
};

struct saving {
    script_engine *engine;
    duk_context *J;
    struct found *found;
    struct forms forms;
    struct native *natives;
    struct global *globals;
    /* The scripts whose functions were found. */
    uint32_t *scripts;
    /* Indices of found objects plus 1, hashed by their addresses. */
    uint32_t *slots;
    size_t found_count, found_capacity, slot_count;
    size_t native_count, native_capacity, global_count, global_capacity;
    size_t script_count, script_capacity;
};

/* ---- saving_builtins.c ---- */

void *script_top_object(duk_context *J);
bool script_is_named(const struct script_property *property, const char *name);
void *script_push_own(duk_context *J, void *object, const char *name);
void *script_own(duk_context *J, void *object, const char *name);
void *script_global_object(duk_context *J);
struct built_in *script_find_built_in(script_engine *engine, const char *name, size_t size);
/* Returns whether a script has changed a built-in object, or only its prototype. */
bool script_is_changed(script_engine *engine, const struct built_in *built_in, bool *is_prototype);
/* Finds the names of the engine's own objects. */
void saving_name_natives(struct saving *saving);
/* Returns the name of an object, NULL if it isn't the engine's. */
const struct native *saving_native(const struct saving *saving, const void *object);
/* Pushes the object with a name, undefined if there is none. */
void script_push_native(duk_context *J, const char *name);

/* ---- saving_found.c ---- */

/* Makes room for one more element. */
void *saving_grown(struct saving *saving, void *array, size_t count, size_t *capacity, size_t size);
/* Ends saving with a message, in which the way to an object stands for `%s`. */
_Noreturn void saving_refuse(struct saving *saving, size_t at, const char *format, const char *kind);
/* Ends saving with a message about a value. */
_Noreturn void saving_refuse_value(
    struct saving *saving, int32_t parent, const struct script_property *property, const char *format);
/* Returns the number of an object, which is found now if it wasn't before. */
size_t saving_number(struct saving *saving, void *object, int32_t parent, const struct script_property *property);

/* ---- saving_values.c ---- */

void saving_text(struct saving *saving, const char *text, size_t size);
void saving_write_number(struct saving *saving, double number);
void saving_key(struct saving *saving, const char *key);
void saving_key_text(struct saving *saving, const char *text, size_t size);
void saving_named(struct saving *saving, const char *key, const char *text);
/* Begins a list or a record, whose count is written when it is known. */
size_t saving_begin(struct saving *saving, char tag);
void saving_set_count(struct saving *saving, size_t start, uint32_t count);
bool saving_has_unpaired_surrogate(const char *text, size_t size);
/* Writes the value on top of the stack: itself if it is primitive, or the number of its object. */
void saving_value(struct saving *saving, int32_t parent, const struct script_property *property);
/* Writes the number of an object, undefined for NULL, without pushing it. */
void saving_reference(struct saving *saving, void *object, int32_t parent, const struct script_property *property);
void saving_accessor(struct saving *saving, int32_t parent, const struct script_property *property);

/* ---- saving_objects.c ---- */

void saving_object(struct saving *saving, size_t at);

/* ---- saving_functions.c ---- */

/* Appends the forms of a script's functions, itself first, level by level. */
void script_add_forms(duk_context *J, uint32_t script, struct forms *forms);
/* Write what makes an object again; return the number of fields. */
uint32_t saving_function(struct saving *saving, size_t at);
uint32_t saving_bound(struct saving *saving, size_t at);
uint32_t saving_scope(struct saving *saving, size_t at);
/* Writes the names that a function lacks; returns the number of fields. */
uint32_t saving_deleted(struct saving *saving, size_t at);
/* Returns whether a member of a function is as the engine makes it. */
bool saving_is_made(struct saving *saving, void *function, const struct script_property *member);
/* Returns the function of which an object is the unchanged prototype, or NULL. */
void *saving_owner_of_prototype(duk_context *J, void *object);

/* ---- script_saving.c ---- */

/* Returns whether a global variable isn't one of the chart's. */
bool script_is_hidden_variable(const char *name, size_t size);

#endif
