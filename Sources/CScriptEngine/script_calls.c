#include "script_internal.h"

#include <stdio.h>
#include <string.h>

enum {
    /* MuJS recurses without a limit for each `new` and each nested declaration of a function. */
    NESTED_WORD_LIMIT = 4000,
};

/* ---- Sources ---- */

static int hex_value(char digit) {
    if (digit >= '0' && digit <= '9') return digit - '0';
    digit |= 0x20;
    return digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

/* Returns the character at a place, escaped or not, or -1 if it can't belong to a word. */
static int word_character(const char **text) {
    const char *at = *text;
    int c = *at++;
    if (c == '\\' && *at == 'u') {
        int code = 0, digits = 0;
        for (; digits < 4 && hex_value(at[1 + digits]) >= 0; digits++) code = code * 16 + hex_value(at[1 + digits]);
        if (digits == 4) {
            c = code;
            at += 5;
        }
    }
    *text = at;
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' ? c : -1;
}

/* Returns the problem of a source whose words could make MuJS recurse without a limit, or NULL.
 * Words in string literals count, too. */
static const char *find_forbidden_word(const char *source) {
    int count = 0;
    while (*source != 0) {
        char word[10];
        size_t length = 0;
        for (int c; (c = word_character(&source)) >= 0;) {
            if (length < sizeof word) word[length] = (char)c;
            length++;
        }
        if (length == 4 && memcmp(word, "eval", 4) == 0) return "'eval' can't be used";
        if ((length == 3 && memcmp(word, "new", 3) == 0) || (length == 8 && memcmp(word, "function", 8) == 0)) count++;
        if (count > NESTED_WORD_LIMIT) return "'new' and 'function' are written more than 4000 times";
        if (source[-1] == 0) break;
    }
    return NULL;
}

script_status script_compile(
    script_engine *engine, int32_t number, const char *check, const char *source, bool is_program, int32_t *script) {
    char file[16];
    const char *forbidden = find_forbidden_word(source);
    snprintf(file, sizeof file, "#%d", (int)number);
    BEGIN(engine, SCRIPT_SYNTAX)
    if (forbidden != NULL) script_fail(engine, SCRIPT_SYNTAX, forbidden);
    if (check != NULL) {
        js_loadstring(J, file, check);
        js_pop(J, 1);
    }
    js_loadstring(J, file, source);
    if (!is_program) {
        js_pushundefined(J);
        js_call(J, 0);
    }
    js_setindex(J, SCRIPTS, engine->script_count);
    *script = engine->script_count++;
    END(engine)
}

/* Pushes a compiled function and its `this`. */
static void push_script(script_engine *engine, int32_t script) {
    if (script < 0 || script >= engine->script_count) script_fail(engine, SCRIPT_UNKNOWN, "");
    js_getindex(engine->state, SCRIPTS, script);
    js_pushundefined(engine->state);
}

static void push_value_of(script_engine *engine, int32_t script) {
    push_script(engine, script);
    js_call(engine->state, 0);
}

script_status script_run(script_engine *engine, int32_t script) {
    BEGIN(engine, SCRIPT_THROWN)
    push_value_of(engine, script);
    END(engine)
}

script_status script_test(script_engine *engine, int32_t script, bool *result) {
    BEGIN(engine, SCRIPT_THROWN)
    push_value_of(engine, script);
    *result = js_toboolean(J, -1);
    END(engine)
}

script_status script_evaluate(script_engine *engine, int32_t script) {
    BEGIN(engine, SCRIPT_THROWN)
    push_value_of(engine, script);
    script_write_value(engine, 0);
    END(engine)
}

script_status script_assign(script_engine *engine, int32_t location, int32_t script) {
    BEGIN(engine, SCRIPT_THROWN)
    push_script(engine, location);
    push_value_of(engine, script);
    js_call(J, 1);
    END(engine)
}

script_status script_assign_value(script_engine *engine, int32_t location, const uint8_t *value) {
    struct script_input input = {value};
    BEGIN(engine, SCRIPT_THROWN)
    push_script(engine, location);
    script_push_value(engine, &input);
    js_call(J, 1);
    END(engine)
}

/* ---- Global variables ---- */

static void get_system_variable(js_State *J) { js_getregistry(J, js_currentfunctiondata(J)); }

static void refuse_assignment(js_State *J) {
    js_typeerror(J, "'%s' is a system variable and can't be assigned", (const char *)js_currentfunctiondata(J));
}

static bool is_declared(js_State *J, const char *name) {
    bool result;
    js_copy(J, HAS_OWN_PROPERTY);
    js_pushglobal(J);
    js_pushstring(J, name);
    js_call(J, 1);
    result = js_toboolean(J, -1);
    js_pop(J, 1);
    return result;
}

script_status script_declare(script_engine *engine, const char *name) {
    BEGIN(engine, SCRIPT_THROWN)
    if (!is_declared(J, name)) {
        js_pushundefined(J);
        js_defglobal(J, name, JS_DONTCONF);
    }
    END(engine)
}

script_status script_is_declared(script_engine *engine, const char *name, bool *result) {
    BEGIN(engine, SCRIPT_THROWN)
    *result = is_declared(J, name);
    END(engine)
}

script_status script_declare_system(script_engine *engine, const char *name) {
    size_t size = strlen(name) + 1;
    BEGIN(engine, SCRIPT_THROWN)
    if (!is_declared(J, name)) {
        char *copy = script_allocate(engine, NULL, (int)size);
        memcpy(copy, name, size);
        js_pushglobal(J);
        js_newcfunctionx(J, get_system_variable, copy, 0, copy, NULL);
        js_newcfunctionx(J, refuse_assignment, copy, 1, copy, NULL);
        js_defaccessor(J, -3, copy, JS_DONTCONF);
    }
    END(engine)
}

script_status script_set(script_engine *engine, const char *name, const uint8_t *value, bool is_system) {
    struct script_input input = {value};
    BEGIN(engine, SCRIPT_THROWN)
    script_push_value(engine, &input);
    if (is_system) js_setregistry(J, name);
    else js_defglobal(J, name, JS_DONTCONF);
    END(engine)
}

/* ---- Loops ---- */

script_status script_begin_loop(script_engine *engine, int32_t script, int32_t *count) {
    BEGIN(engine, SCRIPT_THROWN)
    push_value_of(engine, script);
    if (!js_isarray(J, -1)) script_fail(engine, SCRIPT_NO_ARRAY, "");
    *count = js_getlength(J, -1);
    js_newarray(J);
    for (int index = 0; index < *count; index++) {
        js_getindex(J, -2, index);
        js_setindex(J, -2, index);
    }
    js_setindex(J, LOOPS, engine->loop_count);
    engine->loop_count++;
    END(engine)
}

script_status script_assign_element(script_engine *engine, int32_t index, int32_t location) {
    BEGIN(engine, SCRIPT_THROWN)
    if (engine->loop_count == 0) script_fail(engine, SCRIPT_UNKNOWN, "");
    push_script(engine, location);
    js_getindex(J, LOOPS, engine->loop_count - 1);
    js_getindex(J, -1, index);
    js_rot2pop1(J);
    js_call(J, 1);
    END(engine)
}

static script_status forget_loop(script_engine *engine) {
    BEGIN(engine, SCRIPT_THROWN)
    js_pushundefined(J);
    js_setindex(J, LOOPS, engine->loop_count);
    END(engine)
}

void script_end_loop(script_engine *engine) {
    if (engine->loop_count > 0) engine->loop_count--;
    forget_loop(engine);
}
