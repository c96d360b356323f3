/* Compiles Duktape from the source that its Debian package installs, as the package's shared
 * library can't be interrupted, has no bound of the stack, and asks the system for the time. */
#if !__has_include(<../share/duktape/duktape.c>)
#error "the source of Duktape 2 is missing; install duktape-dev"
#endif

#include "host.h"

#define DUK_COMPILING_DUKTAPE
#include <../share/duktape/duk_config.h>

/* Called after every 262,144 instructions, with the number of instructions since the last time. */
#define DUK_USE_INTERRUPT_COUNTER
#define DUK_USE_EXEC_TIMEOUT_CHECK(context) script_check_time(context, thr->interrupt_init)
/* Called before each recursion but those of the compiler. */
#undef DUK_USE_NATIVE_STACK_CHECK
#define DUK_USE_NATIVE_STACK_CHECK() script_check_stack()
#undef DUK_USE_COMPILER_RECLIMIT
#define DUK_USE_COMPILER_RECLIMIT script_compiler_depth()

#undef DUK_USE_DATE_GET_NOW
#define DUK_USE_DATE_GET_NOW(context) script_time(context)
#undef DUK_USE_DATE_PARSE_STRING
#define DUK_USE_DATE_PARSE_STRING(context, text) script_parse_date(context, text)

/* What isn't of the standard. A call in place of a return would make an endless recursion an
 * endless loop. */
#undef DUK_USE_TAILCALL
#undef DUK_USE_NONSTD_GETTER_KEY_ARGUMENT
#undef DUK_USE_NONSTD_SETTER_KEY_ARGUMENT
#undef DUK_USE_NONSTD_JSON_ESC_U2028_U2029
#undef DUK_USE_NONSTD_STRING_FROMCHARCODE_32BIT
#undef DUK_USE_SHEBANG_COMMENTS

/* Calls of two functions go to ours, which call them: the macros tell a call from the declaration,
 * whose first parameter begins with `duk_hthread`. */
struct duk_hthread;
static void parse_number(struct duk_hthread *thr, int radix, unsigned flags);
static unsigned parse_iso_date(struct duk_hthread *thr, const char *text);
#define duk_numconv_parse(context, radix, flags) SCRIPT_NUMBER_##context, radix, flags)
#define SCRIPT_NUMBER_duk_hthread duk_numconv_parse(duk_hthread
#define SCRIPT_NUMBER_thr parse_number(thr
#define SCRIPT_NUMBER_lex_ctx parse_number(lex_ctx
#define duk__parse_string_iso8601_subset(context, text) SCRIPT_DATE_##context, text)
#define SCRIPT_DATE_duk_hthread duk__parse_string_iso8601_subset(duk_hthread
#define SCRIPT_DATE_thr parse_iso_date(thr

#include <../share/duktape/duktape.c>

/* Duktape rounds a number in the middle of two others up; the standard rounds it to the even
 * one. */
static void parse_number(duk_hthread *thr, int radix, unsigned flags) {
    duk_size_t size;
    const char *text = duk_get_lstring(thr, -1, &size);
    double number, exact;
    /* Shorter numbers are exact. */
    if (radix != 10 || size < 16) return (duk_numconv_parse)(thr, radix, flags);
    duk_require_stack(thr, 2);
    duk_dup_top(thr);
    (duk_numconv_parse)(thr, radix, flags);
    number = duk_get_number(thr, -1);
    exact = script_exact_number(text, number);
    duk_pop_2(thr);
    duk_push_number(thr, exact);
}

/* Duktape lets the month 13 be the next January. */
static unsigned parse_iso_date(duk_hthread *thr, const char *text) {
    if ((duk__parse_string_iso8601_subset)(thr, text) == 0) return 0;
    if (!script_is_iso_date(text)) {
        duk_pop(thr);
        duk_push_nan(thr);
    }
    return 1;
}

bool script_is_proxy(void *context, int index) {
    duk_hobject *object = duk_get_hobject((duk_hthread *)context, index);
    return object != NULL && DUK_HOBJECT_IS_PROXY(object);
}

/* ---- Objects, without running scripts ---- */

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
        *property = (struct script_property){(const char *)DUK_HSTRING_GET_DATA(key), DUK_HSTRING_GET_BYTELEN(key)};
        property->is_index = DUK_HSTRING_HAS_ARRIDX(key);
        property->is_symbol = DUK_HSTRING_HAS_SYMBOL(key);
        property->is_accessor = (flags & DUK_PROPDESC_FLAG_ACCESSOR) != 0;
        property->flags = ~(int)flags & (DUK_PROPDESC_FLAG_WRITABLE | DUK_PROPDESC_FLAG_ENUMERABLE | DUK_PROPDESC_FLAG_CONFIGURABLE);
        if (property->is_accessor) {
            property->getter = DUK_HOBJECT_E_GET_VALUE_GETTER(thr->heap, h, slot);
            duk_push_undefined(thr);
        } else duk_push_tval(thr, DUK_HOBJECT_E_GET_VALUE_TVAL_PTR(thr->heap, h, slot));
        return true;
    }
    return false;
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

enum script_kind script_kind_of(void *context, void *object, const char **name) {
    static const char *const errors[] = {
        "Error", "EvalError", "RangeError", "ReferenceError", "SyntaxError", "TypeError", "URIError"};
    duk_hthread *thr = context;
    duk_hobject *proto = script_prototype(context, object);
    int class = (int)DUK_HOBJECT_GET_CLASS_NUMBER((duk_hobject *)object), own = 0;
    enum script_kind kind = SCRIPT_OTHER;
    *name = (const char *)DUK_HSTRING_GET_DATA(DUK_HTHREAD_GET_STRING(thr, DUK_HOBJECT_CLASS_NUMBER_TO_STRIDX(class)));
    switch (class) {
    case DUK_HOBJECT_CLASS_FUNCTION:
        if (proto != thr->builtins[DUK_BIDX_FUNCTION_PROTOTYPE]) *name = NULL;
        return SCRIPT_FUNCTION;
    case DUK_HOBJECT_CLASS_ARRAY: kind = SCRIPT_ARRAY, own = DUK_BIDX_ARRAY_PROTOTYPE; break;
    case DUK_HOBJECT_CLASS_DATE: kind = SCRIPT_DATE, own = DUK_BIDX_DATE_PROTOTYPE; break;
    case DUK_HOBJECT_CLASS_REGEXP: kind = SCRIPT_REGEXP, own = DUK_BIDX_REGEXP_PROTOTYPE; break;
    case DUK_HOBJECT_CLASS_OBJECT:
        if (proto == NULL) return SCRIPT_BARE;
        kind = SCRIPT_OBJECT, own = DUK_BIDX_OBJECT_PROTOTYPE;
        break;
    case DUK_HOBJECT_CLASS_ERROR:
        /* The constructors and prototypes take turns. */
        for (int index = 0; index < 7; index++) {
            if (proto != thr->builtins[DUK_BIDX_ERROR_PROTOTYPE + 2 * index]) continue;
            *name = errors[index];
            return SCRIPT_ERROR;
        }
        break;
    default: return SCRIPT_OTHER;
    }
    if (own != 0 && proto == thr->builtins[own]) return kind;
    if (class == DUK_HOBJECT_CLASS_OBJECT) return SCRIPT_DERIVED;
    *name = NULL;
    return SCRIPT_OTHER;
}

int script_parameter_count(void *function) {
    return DUK_HOBJECT_IS_COMPFUNC((duk_hobject *)function) ? ((duk_hcompfunc *)function)->nargs : -1;
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
    if (kind == SCRIPT_DATE) {
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
