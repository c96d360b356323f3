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

/* Duktape's short way to add elements to an array doesn't look whether the array may grow. */
struct duk_harray;
static struct duk_harray *growing_array(struct duk_hthread *thr);
#define duk__arraypart_fastpath_this(context) SCRIPT_ARRAY_##context)
#define SCRIPT_ARRAY_duk_hthread duk__arraypart_fastpath_this(duk_hthread
#define SCRIPT_ARRAY_thr growing_array(thr

/* Duktape marks at most so many levels by recursion. Then it scans all objects for those that it
 * has put off, again and again, which takes quadratic time for a chain: the engine notes them. */
#undef DUK_USE_MARK_AND_SWEEP_RECLIMIT
#define DUK_USE_MARK_AND_SWEEP_RECLIMIT \
    (heap->ms_recursion_depth < 256 ? DUK_UINT_MAX : script_put_off(heap->heap_udata, h))
struct duk_heap;
static void mark_put_off(struct duk_heap *heap);
#define duk__mark_temproots_by_heap_scan(argument) SCRIPT_MARK_##argument)
#define SCRIPT_MARK_duk_heap duk__mark_temproots_by_heap_scan(duk_heap
#define SCRIPT_MARK_heap mark_put_off(heap

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

static duk_harray *growing_array(duk_hthread *thr) {
    duk_harray *array = (duk__arraypart_fastpath_this)(thr);
    bool may_grow = array != NULL && DUK_HOBJECT_HAS_EXTENSIBLE(&array->obj) && !DUK_HARRAY_LENGTH_NONWRITABLE(array);
    return may_grow ? array : NULL;
}

static void mark_put_off(duk_heap *heap) {
    void *object;
    while ((object = script_next_put_off(heap->heap_udata)) != NULL) duk__handle_temproot(heap, object);
    if (!script_has_lost_marks(heap->heap_udata)) DUK_HEAP_CLEAR_MARKANDSWEEP_RECLIMIT_REACHED(heap);
    (duk__mark_temproots_by_heap_scan)(heap);
}

bool script_is_proxy(void *context, int index) {
    duk_hobject *object = duk_get_hobject((duk_hthread *)context, index);
    return object != NULL && DUK_HOBJECT_IS_PROXY(object);
}

#include "duktape_objects.h"
