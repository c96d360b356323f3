#include "saving.h"

#include <stdlib.h>
#include <string.h>

/* Functions: the places of their code, and the scopes in which they were made. */

/* ---- The places of code ---- */

static void add_form(duk_context *J, struct forms *forms, void *function, uint32_t script, size_t start) {
    if (forms->count == forms->capacity) {
        size_t capacity = 2 * forms->capacity + 16;
        struct form *grown = realloc(forms->list, capacity * sizeof *grown);
        if (grown == NULL) script_fail(script_engine_of(J), SCRIPT_SIZE, "");
        forms->list = grown;
        forms->capacity = capacity;
    }
    forms->list[forms->count] =
        (struct form){script_code_of(function), function, script, (uint32_t)(forms->count - start)};
    forms->count++;
}

void script_add_forms(duk_context *J, uint32_t script, struct forms *forms) {
    size_t start = forms->count;
    duk_get_prop_index(J, SCRIPTS, script);
    if (duk_is_ecmascript_function(J, -1)) add_form(J, forms, script_top_object(J), script, start);
    duk_pop(J);
    for (size_t next = start; next < forms->count; next++) {
        void *const *inner;
        size_t count = script_inner_functions(forms->list[next].function, &inner);
        for (size_t index = 0; index < count; index++) add_form(J, forms, inner[index], script, start);
    }
}

static int compare_forms(const void *first, const void *second) {
    const struct form *left = first, *right = second;
    return (left->code > right->code) - (left->code < right->code);
}

/* Returns the form of a function, NULL if no script of the chart has it. */
static const struct form *form_of(struct saving *saving, void *function) {
    struct form key = {.code = script_code_of(function)};
    if (saving->forms.count == 0) {
        for (int32_t script = 0; script < saving->engine->script_count; script++)
            script_add_forms(saving->J, (uint32_t)script, &saving->forms);
        if (saving->forms.count == 0) return NULL;
        qsort(saving->forms.list, saving->forms.count, sizeof key, compare_forms);
    }
    return bsearch(&key, saving->forms.list, saving->forms.count, sizeof key, compare_forms);
}

/* Returns the number of a script among those whose functions are saved. */
static uint32_t number_of_script(struct saving *saving, uint32_t script) {
    /* Most functions come from the same few scripts. */
    for (size_t index = saving->script_count; index > 0; index--)
        if (saving->scripts[index - 1] == script) return (uint32_t)index - 1;
    saving->scripts = saving_grown(
        saving, saving->scripts, saving->script_count, &saving->script_capacity, sizeof *saving->scripts);
    saving->scripts[saving->script_count] = script;
    return (uint32_t)saving->script_count++;
}

/* ---- Members that the engine makes ---- */

/* Returns whether a prototype is as the making of a function makes it. */
static bool is_usual_prototype(duk_context *J, void *prototype, void *function) {
    struct script_property member;
    uint32_t place = 0, count = 0;
    void *usual;
    if (prototype == NULL || script_kind_of(J, prototype, &usual) != SCRIPT_OBJECT) return false;
    if (script_prototype(J, prototype) != usual || !script_is_extensible(prototype)) return false;
    while (script_next_property(J, prototype, &place, &member)) {
        bool is_usual = script_is_named(&member, "constructor") && member.flags == HIDDEN
            && !member.is_accessor && script_top_object(J) == function;
        duk_pop(J);
        if (!is_usual) return false;
        count++;
    }
    return count == 1;
}

bool saving_is_made(struct saving *saving, void *function, const struct script_property *member) {
    duk_context *J = saving->J;
    const void *value = duk_get_heapptr(J, -1);
    const struct form *form;
    bool result;
    if (member->is_accessor)
        return script_is_strict(function)
            && (script_is_named(member, "caller") || script_is_named(member, "arguments"));
    if (script_is_named(member, "prototype"))
        return member->flags == (HIDDEN | PERMANENT) && is_usual_prototype(J, script_top_object(J), function);
    if (member->flags != (HIDDEN | CONSTANT)) return false;
    if (script_is_named(member, "length"))
        return duk_is_number(J, -1) && duk_get_number(J, -1) == script_parameter_count(J, function);
    if (script_is_named(member, "fileName")) return true;
    if (!script_is_named(member, "name") || !duk_is_string(J, -1)) return false;
    form = form_of(saving, function);
    script_push_own(J, form->function, "name");
    result = duk_get_heapptr(J, -1) == value;
    duk_pop(J);
    return result;
}

void *saving_owner_of_prototype(duk_context *J, void *object) {
    struct script_property member;
    uint32_t place = 0;
    void *usual, *function = script_own(J, object, "constructor");
    if (function == NULL || script_kind_of(J, function, &usual) != SCRIPT_FUNCTION) return NULL;
    while (script_next_property(J, function, &place, &member)) {
        bool is_prototype = script_is_named(&member, "prototype");
        bool is_made = script_top_object(J) == object && member.flags == (HIDDEN | PERMANENT);
        duk_pop(J);
        if (is_prototype) return is_made && is_usual_prototype(J, object, function) ? function : NULL;
    }
    return NULL;
}

static bool has_own(duk_context *J, void *object, const char *name) {
    struct script_property member;
    uint32_t place = 0;
    while (script_next_property(J, object, &place, &member)) {
        duk_pop(J);
        if (script_is_named(&member, name)) return true;
    }
    return false;
}

uint32_t saving_deleted(struct saving *saving, size_t at) {
    static const char *const names[] = {"length", "fileName", "name"};
    void *function = saving->found[at].object;
    uint32_t count = 0;
    size_t list = 0;
    for (int index = 0; index < 3; index++) {
        if (has_own(saving->J, function, names[index])) continue;
        if (index == 2 && !has_own(saving->J, form_of(saving, function)->function, "name")) continue;
        if (count++ == 0) {
            saving_key(saving, "d");
            list = saving_begin(saving, SCRIPT_TAG_LIST);
        }
        saving_text(saving, names[index], strlen(names[index]));
    }
    if (count > 0) saving_set_count(saving, list, count);
    return count > 0;
}

/* ---- Writing ---- */

/* Writes the scope around a function or a scope; returns the number of fields. */
static uint32_t write_scope(struct saving *saving, size_t at) {
    static const struct script_property by_scope = {.name = NULL};
    void *scope = script_scope_of(saving->J, saving->found[at].object);
    if (scope == NULL) return 0;
    if (!script_is_plain_scope(scope))
        saving_refuse(
            saving, at, "%s is a function in a 'with' statement, which can't be saved; name the object instead", "");
    saving_key(saving, "s");
    saving_reference(saving, scope, (int32_t)at, &by_scope);
    return 1;
}

/* Returns whether a function of the engine is the method of a list of nodes. */
static bool is_of_list(const struct saving *saving, size_t at) {
    const struct found *found = &saving->found[at];
    void *usual;
    return found->parent >= 0 && found->link != BY_SCOPE && found->size == 4 && memcmp(found->name, "item", 4) == 0
        && script_kind_of(saving->J, saving->found[found->parent].object, &usual) == SCRIPT_ARRAY;
}

uint32_t saving_function(struct saving *saving, size_t at) {
    void *function = saving->found[at].object;
    const struct form *form = form_of(saving, function);
    uint32_t count = 4;
    if (form == NULL && is_of_list(saving, at))
        saving_refuse(
            saving, (size_t)saving->found[at].parent, "%s is a list of nodes of XML, which can't be saved; keep a "
            "node and ask it for the list again", "");
    if (form == NULL)
        saving_refuse(
            saving, at, "%s is a function of 'eval', of 'Function' or of the engine, which can't be saved; write a "
            "function in a script of the chart", "");
    saving_named(saving, "k", "function");
    saving_key(saving, "p");
    saving_write_number(saving, number_of_script(saving, form->script));
    saving_key(saving, "i");
    saving_write_number(saving, form->place);
    /* Tells if another version of the engine counts functions in another way. */
    saving_key(saving, "l");
    saving_write_number(saving, script_parameter_count(saving->J, function));
    script_push_own(saving->J, form->function, "name");
    if (duk_is_string(saving->J, -1)) {
        saving_named(saving, "n", duk_get_string(saving->J, -1));
        count++;
    }
    duk_pop(saving->J);
    count += write_scope(saving, at);
    /* Classes are marked by a hidden value. */
    if (!script_push_hidden(saving->J, function, HIDDEN_VALUE)) return count;
    duk_pop(saving->J);
    saving_key(saving, "c");
    script_write_tag(saving->engine, SCRIPT_TAG_TRUE);
    return count + 1;
}

uint32_t saving_bound(struct saving *saving, size_t at) {
    static const struct script_property target = {.name = "target", .size = 6}, this = {.name = "this", .size = 4};
    void *function = saving->found[at].object;
    size_t list;
    int32_t count = 0;
    saving_named(saving, "k", "bound");
    for (int32_t index = -2; index < 0; index++) {
        saving_key(saving, index == -2 ? "f" : "t");
        script_bound_value(saving->J, function, index);
        saving_value(saving, (int32_t)at, index == -2 ? &target : &this);
        duk_pop(saving->J);
    }
    saving_key(saving, "b");
    list = saving_begin(saving, SCRIPT_TAG_LIST);
    for (; script_bound_value(saving->J, function, count); count++) {
        static const struct script_property argument = {.name = "argument", .size = 8};
        saving_value(saving, (int32_t)at, &argument);
        duk_pop(saving->J);
    }
    saving_set_count(saving, list, (uint32_t)count);
    return 4;
}

uint32_t saving_scope(struct saving *saving, size_t at) {
    saving_named(saving, "k", "scope");
    return 1 + write_scope(saving, at);
}
