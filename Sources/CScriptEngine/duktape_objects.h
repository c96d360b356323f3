/* Reads and makes objects without running scripts. A part of duktape.c, as it uses Duktape's own
 * structures. */

/* ---- Properties ---- */

static void describe_element(uint32_t index, struct script_property *property) {
    static _Thread_local char text[12];
    *property = (struct script_property){.name = text, .is_index = true};
    property->size = (size_t)sprintf(text, "%lu", (unsigned long)index);
}

bool script_next_property(void *context, void *object, uint32_t *place, struct script_property *property) {
    duk_hthread *thr = context;
    duk_hobject *h = object;
    uint32_t element_count = DUK_HOBJECT_GET_ASIZE(h), end = element_count + DUK_HOBJECT_GET_ENEXT(h);
    while (*place < end) {
        uint32_t slot = (*place)++;
        duk_hstring *key;
        unsigned flags;
        if (slot < element_count) {
            if (DUK_TVAL_IS_UNUSED(DUK_HOBJECT_A_GET_VALUE_PTR(thr->heap, h, slot))) continue;
            describe_element(slot, property);
            duk_push_tval(thr, DUK_HOBJECT_A_GET_VALUE_PTR(thr->heap, h, slot));
            return true;
        }
        slot -= element_count;
        key = DUK_HOBJECT_E_GET_KEY(thr->heap, h, slot);
        if (key == NULL || DUK_HSTRING_HAS_HIDDEN(key)) continue;
        flags = DUK_HOBJECT_E_GET_FLAGS(thr->heap, h, slot);
        *property = (struct script_property){.name = (const char *)DUK_HSTRING_GET_DATA(key)};
        property->size = DUK_HSTRING_GET_BYTELEN(key);
        property->is_index = DUK_HSTRING_HAS_ARRIDX(key);
        property->is_symbol = DUK_HSTRING_HAS_SYMBOL(key);
        property->key = key;
        property->is_accessor = (flags & DUK_PROPDESC_FLAG_ACCESSOR) != 0;
        property->flags = ~(int)flags
            & (DUK_PROPDESC_FLAG_WRITABLE | DUK_PROPDESC_FLAG_ENUMERABLE | DUK_PROPDESC_FLAG_CONFIGURABLE);
        if (property->is_accessor) {
            property->getter = DUK_HOBJECT_E_GET_VALUE_GETTER(thr->heap, h, slot);
            property->setter = DUK_HOBJECT_E_GET_VALUE_SETTER(thr->heap, h, slot);
            duk_push_undefined(thr);
        } else duk_push_tval(thr, DUK_HOBJECT_E_GET_VALUE_TVAL_PTR(thr->heap, h, slot));
        return true;
    }
    return false;
}

uint32_t script_member_count(void *object) {
    uint32_t count = 0;
    for (uint32_t slot = 0; slot < DUK_HOBJECT_GET_ENEXT((duk_hobject *)object); slot++)
        count += DUK_HOBJECT_E_GET_KEY(NULL, (duk_hobject *)object, slot) != NULL;
    return count;
}

int64_t script_dense_length(void *object) {
    duk_hobject *h = object;
    uint32_t length = ((duk_harray *)object)->length;
    /* An array with elements elsewhere has none here. */
    if (length > DUK_HOBJECT_GET_ASIZE(h)) return -1;
    for (uint32_t index = 0; index < length; index++)
        if (DUK_TVAL_IS_UNUSED(DUK_HOBJECT_A_GET_VALUE_PTR(NULL, h, index))) return -1;
    return length;
}

bool script_push_hidden(void *context, void *object, const char *name) {
    duk_hthread *thr = context;
    duk_tval *value;
    duk_push_string(thr, name);
    value = duk_hobject_find_entry_tval_ptr(thr->heap, object, duk_known_hstring(thr, -1));
    if (value == NULL) {
        duk_pop(thr);
        return false;
    }
    duk_push_tval(thr, value);
    duk_remove(thr, -2);
    return true;
}

/* ---- Kinds ---- */

enum script_kind script_kind_of(void *context, void *object, void **prototype) {
    static const struct {
        enum script_kind kind;
        int prototype;
    } kinds[DUK_HOBJECT_CLASS_MAX + 1] = {
        [DUK_HOBJECT_CLASS_OBJECT] = {SCRIPT_OBJECT, DUK_BIDX_OBJECT_PROTOTYPE},
        [DUK_HOBJECT_CLASS_ARRAY] = {SCRIPT_ARRAY, DUK_BIDX_ARRAY_PROTOTYPE},
        [DUK_HOBJECT_CLASS_FUNCTION] = {SCRIPT_FUNCTION, DUK_BIDX_FUNCTION_PROTOTYPE},
        [DUK_HOBJECT_CLASS_ARGUMENTS] = {SCRIPT_ARGUMENTS, DUK_BIDX_OBJECT_PROTOTYPE},
        [DUK_HOBJECT_CLASS_BOOLEAN] = {SCRIPT_WRAPPED, DUK_BIDX_BOOLEAN_PROTOTYPE},
        [DUK_HOBJECT_CLASS_DATE] = {SCRIPT_DATE, DUK_BIDX_DATE_PROTOTYPE},
        [DUK_HOBJECT_CLASS_ERROR] = {SCRIPT_ERROR, DUK_BIDX_ERROR_PROTOTYPE},
        [DUK_HOBJECT_CLASS_NUMBER] = {SCRIPT_WRAPPED, DUK_BIDX_NUMBER_PROTOTYPE},
        [DUK_HOBJECT_CLASS_REGEXP] = {SCRIPT_REGEXP, DUK_BIDX_REGEXP_PROTOTYPE},
        [DUK_HOBJECT_CLASS_GLOBAL] = {SCRIPT_OTHER, DUK_BIDX_OBJECT_PROTOTYPE},
        [DUK_HOBJECT_CLASS_STRING] = {SCRIPT_WRAPPED, DUK_BIDX_STRING_PROTOTYPE},
        [DUK_HOBJECT_CLASS_DECENV] = {SCRIPT_SCOPE, 0},
    };
    duk_hthread *thr = context;
    int class;
    *prototype = NULL;
    if (DUK_HEAPHDR_IS_STRING((duk_heaphdr *)object)) return SCRIPT_SYMBOL;
    class = (int)DUK_HOBJECT_GET_CLASS_NUMBER((duk_hobject *)object);
    if (kinds[class].prototype != 0) *prototype = thr->builtins[kinds[class].prototype];
    if (kinds[class].kind != SCRIPT_FUNCTION) return kinds[class].kind;
    if (DUK_HOBJECT_IS_COMPFUNC((duk_hobject *)object)) return SCRIPT_FUNCTION;
    return DUK_HOBJECT_IS_BOUNDFUNC((duk_hobject *)object) ? SCRIPT_BOUND : SCRIPT_OTHER;
}

const char *script_class_of(void *context, void *object) {
    int class = (int)DUK_HOBJECT_GET_CLASS_NUMBER((duk_hobject *)object);
    return (const char *)DUK_HSTRING_GET_DATA(
        DUK_HTHREAD_GET_STRING((duk_hthread *)context, DUK_HOBJECT_CLASS_NUMBER_TO_STRIDX(class)));
}

bool script_has_fixed_length(void *array) { return DUK_HARRAY_LENGTH_NONWRITABLE((duk_harray *)array); }
bool script_is_extensible(void *object) { return DUK_HOBJECT_HAS_EXTENSIBLE((duk_hobject *)object); }

void *script_prototype(void *context, void *object) {
    return DUK_HOBJECT_GET_PROTOTYPE(((duk_hthread *)context)->heap, (duk_hobject *)object);
}

int script_push_contents(void *context, void *object, enum script_kind kind) {
    duk_hthread *thr = context;
    int flags = 0;
    duk_push_hobject(thr, object);
    if (kind != SCRIPT_REGEXP) {
        duk_xget_owndataprop_stridx_short(thr, -1, DUK_STRIDX_INT_VALUE);
    } else {
        /* The first byte of the code has the flags. */
        duk_xget_owndataprop_stridx_short(thr, -1, DUK_STRIDX_INT_BYTECODE);
        flags = DUK_HSTRING_GET_DATA(duk_require_hstring(thr, -1))[0] & 7;
        duk_pop(thr);
        duk_xget_owndataprop_stridx_short(thr, -1, DUK_STRIDX_INT_SOURCE);
    }
    duk_remove(thr, -2);
    return flags;
}

/* The levels are not extensible, sealed, and frozen. */
int script_closing_of(void *context, void *object) {
    if (script_is_extensible(object)) return 0;
    if (!duk_hobject_object_is_sealed_frozen_helper(context, object, 0)) return 1;
    return duk_hobject_object_is_sealed_frozen_helper(context, object, 1) ? 3 : 2;
}

void script_close_object(void *context, void *object, int level) {
    if (level > 1) duk_hobject_object_seal_freeze_helper(context, object, level > 2);
    DUK_HOBJECT_CLEAR_EXTENSIBLE((duk_hobject *)object);
}

/* ---- Functions ---- */

const void *script_code_of(void *function) { return ((duk_hcompfunc *)function)->data; }

size_t script_inner_functions(void *function, void *const **functions) {
    *functions = (void *const *)((duk_hcompfunc *)function)->funcs;
    return DUK_HCOMPFUNC_GET_FUNCS_COUNT(NULL, (duk_hcompfunc *)function);
}

bool script_is_strict(void *function) { return DUK_HOBJECT_HAS_STRICT((duk_hobject *)function); }

uint32_t script_parameter_count(void *context, void *function) {
    duk_harray *formals = duk_hobject_get_formals(context, function);
    return formals == NULL ? (uint32_t)((duk_hcompfunc *)function)->nargs : formals->length;
}

void script_push_function(void *context, void *form) {
    duk_hthread *thr = context;
    duk_hobject *global = thr->builtins[DUK_BIDX_GLOBAL_ENV];
    duk_js_push_closure(thr, form, global, global, 1);
}

bool script_bound_value(void *context, void *function, int32_t index) {
    duk_hboundfunc *bound = function;
    if (index >= bound->nargs) return false;
    duk_push_tval(context, index == -2 ? &bound->target : index == -1 ? &bound->this_binding : &bound->args[index]);
    return true;
}

void script_set_bound_value(void *context, void *function, int32_t index) {
    duk_hthread *thr = context;
    duk_hboundfunc *bound = function;
    duk_tval *place = index == -1 ? &bound->this_binding : &bound->args[index];
    if (index < bound->nargs) DUK_TVAL_SET_TVAL_UPDREF(thr, place, DUK_GET_TVAL_NEGIDX(thr, -1));
    duk_pop(thr);
}

/* ---- Scopes: the variables of a call that functions keep ---- */

bool script_is_scope(void *object) {
    return !DUK_HEAPHDR_IS_STRING((duk_heaphdr *)object) && DUK_HOBJECT_IS_DECENV((duk_hobject *)object);
}

/* Returns the scope around a function or a scope, NULL for the global variables. */
void *script_scope_of(void *context, void *object) {
    duk_hthread *thr = context;
    bool is_scope = script_is_scope(object);
    duk_hobject *scope = is_scope ? script_prototype(context, object) : ((duk_hcompfunc *)object)->lex_env;
    return scope == thr->builtins[DUK_BIDX_GLOBAL_ENV] ? NULL : scope;
}

/* A scope can't be saved while its call runs, nor that of `with`. */
bool script_is_plain_scope(void *scope) { return script_is_scope(scope) && ((duk_hdecenv *)scope)->thread == NULL; }

void script_push_scope(void *context) {
    duk_hthread *thr = context;
    unsigned flags = DUK_HOBJECT_FLAG_EXTENSIBLE | DUK_HOBJECT_CLASS_AS_FLAGS(DUK_HOBJECT_CLASS_DECENV);
    duk_hobject *scope = (duk_hobject *)duk_hdecenv_alloc(thr, flags);
    duk_push_hobject(thr, scope);
    DUK_HOBJECT_SET_PROTOTYPE_UPDREF(thr, scope, thr->builtins[DUK_BIDX_GLOBAL_ENV]);
}

bool script_set_scope(void *context, void *object, void *scope) {
    enum { DEEPEST = 5000 };
    duk_hthread *thr = context;
    duk_hcompfunc *function = object;
    duk_hobject *old[2];
    void *outer = scope;
    if (!script_is_scope(object)) {
        old[0] = function->lex_env;
        old[1] = function->var_env;
        function->lex_env = function->var_env = scope;
        DUK_HOBJECT_INCREF(thr, (duk_hobject *)scope);
        DUK_HOBJECT_INCREF(thr, (duk_hobject *)scope);
        DUK_HOBJECT_DECREF_NORZ(thr, old[0]);
        DUK_HOBJECT_DECREF_NORZ(thr, old[1]);
        return true;
    }
    for (int depth = 0; outer != NULL; outer = script_scope_of(context, outer))
        if (outer == object || ++depth > DEEPEST) return false;
    DUK_HOBJECT_SET_PROTOTYPE_UPDREF(thr, (duk_hobject *)object, (duk_hobject *)scope);
    return true;
}
