#define _GNU_SOURCE
#include "host.h"
#include "script_internal.h"

#include "library_source.h"

#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

/* ---- In and console ---- */

static duk_ret_t is_in_state(duk_context *J) {
    const script_engine *engine = script_engine_of(J);
    size_t size;
    const char *name = duk_to_lstring(J, 0, &size);
    int answer;
    if (engine->host.is_active == NULL)
        return duk_error(J, DUK_ERR_REFERENCE_ERROR, "'In' can't be used here: nothing runs");
    answer = engine->host.is_active(engine->host.context, name, size);
    if (answer < 0) return duk_error(J, DUK_ERR_REFERENCE_ERROR, "unknown state '%.200s'; correct the name", name);
    duk_push_boolean(J, answer > 0);
    return 1;
}

static duk_ret_t is_proxy(duk_context *J) {
    duk_push_boolean(J, script_is_proxy(J, 0));
    return 1;
}

static duk_ret_t to_json(duk_context *J, void *unused) {
    (void)unused;
    duk_json_encode(J, -1);
    return 1;
}

/* Logs its arguments with blanks between them; objects and arrays as JSON. */
static duk_ret_t write_log(duk_context *J) {
    const script_engine *engine = script_engine_of(J);
    duk_idx_t count = duk_get_top(J);
    size_t size;
    const char *text;
    duk_require_stack(J, count + 8);
    duk_push_literal(J, " ");
    for (duk_idx_t index = 0; index < count; index++) {
        duk_dup(J, index);
        if (!duk_is_object(J, -1) || duk_is_function(J, -1) || duk_is_error(J, -1)) {
            duk_safe_to_string(J, -1);
            continue;
        }
        duk_dup_top(J);
        if (duk_safe_call(J, to_json, NULL, 1, 1) == DUK_EXEC_SUCCESS && duk_is_string(J, -1)) duk_remove(J, -2);
        else duk_pop(J);
        duk_safe_to_string(J, -1);
    }
    duk_join(J, count);
    text = duk_get_lstring(J, -1, &size);
    if (engine->host.log != NULL) engine->host.log(engine->host.context, text, size);
    return 0;
}

/* Logs its further arguments if the first one doesn't hold. */
static duk_ret_t write_failure(duk_context *J) {
    if (duk_get_top(J) > 0 && duk_to_boolean(J, 0)) return 0;
    duk_push_literal(J, "Assertion failed");
    if (duk_get_top(J) > 1) duk_replace(J, 0);
    return write_log(J);
}

static duk_ret_t do_nothing(duk_context *J) {
    (void)J;
    return 0;
}

/* Defines a property with the value on top of the stack that isn't enumerated. */
static void define_quietly(duk_context *J, duk_idx_t object, const char *name, bool is_variable) {
    duk_push_string(J, name);
    duk_insert(J, -2);
    duk_def_prop(
        J, object,
        DUK_DEFPROP_HAVE_VALUE | DUK_DEFPROP_HAVE_WEC | (is_variable ? DUK_DEFPROP_WRITABLE | DUK_DEFPROP_CONFIGURABLE : 0));
}

/* ---- Dates as texts ---- */

static const char days[][4] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
static const char months[][4] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

enum { WITH_DATE = 1, WITH_TIME = 2, IN_UTC = 4 };

/* `toString` and its kin, in the form that ECMAScript 2018 gives them, which browsers have always
 * had. */
static duk_ret_t date_text(duk_context *J) {
    int form = duk_get_current_magic(J), minutes = 0;
    char text[80];
    size_t size = 0;
    duk_time_components parts;
    double time;
    duk_push_this(J);
    duk_push_current_function(J);
    duk_get_prop_literal(J, -1, HIDDEN_VALUE);
    duk_get_prop_index(J, -1, 0);
    duk_dup(J, 0);
    duk_call_method(J, 0);
    time = duk_get_number(J, -1);
    duk_pop(J);
    if (isnan(time)) {
        duk_push_literal(J, "Invalid Date");
        return 1;
    }
    if (!(form & IN_UTC)) {
        duk_get_prop_index(J, -1, 1);
        duk_dup(J, 0);
        duk_call_method(J, 0);
        minutes = -duk_get_int(J, -1);
        duk_pop(J);
    }
    duk_time_to_components(J, time + minutes * 60000.0, &parts);
    if (form & WITH_DATE) {
        const char *sign = parts.year < 0 ? "-" : "";
        const char *day = days[(int)parts.weekday], *month = months[(int)parts.month];
        int number = (int)parts.day, year = (int)fabs(parts.year);
        size += (size_t)(form & IN_UTC ? sprintf(text, "%s, %02d %s %s%04d", day, number, month, sign, year)
                                       : sprintf(text, "%s %s %02d %s%04d", day, month, number, sign, year));
    }
    if (form & WITH_TIME) {
        size += (size_t)sprintf(
            text + size, "%s%02d:%02d:%02d GMT", size > 0 ? " " : "", (int)parts.hours, (int)parts.minutes,
            (int)parts.seconds);
        if (!(form & IN_UTC)) {
            int distance = minutes < 0 ? -minutes : minutes;
            size += (size_t)sprintf(text + size, "%c%02d%02d", minutes < 0 ? '-' : '+', distance / 60, distance % 60);
        }
    }
    duk_push_lstring(J, text, size);
    return 1;
}

static void add_date_texts(duk_context *J) {
    static const struct {
        const char *name;
        int form;
    } functions[] = {
        {"toString", WITH_DATE | WITH_TIME},
        {"toDateString", WITH_DATE},
        {"toTimeString", WITH_TIME},
        {"toUTCString", WITH_DATE | WITH_TIME | IN_UTC},
        {"toGMTString", WITH_DATE | WITH_TIME | IN_UTC},
    };
    duk_idx_t proto, readers;
    duk_get_global_literal(J, "Date");
    duk_get_prop_literal(J, -1, "prototype");
    proto = duk_get_top_index(J);
    readers = duk_push_bare_array(J);
    duk_get_prop_literal(J, proto, "getTime");
    duk_put_prop_index(J, readers, 0);
    duk_get_prop_literal(J, proto, "getTimezoneOffset");
    duk_put_prop_index(J, readers, 1);
    for (size_t index = 0; index < sizeof functions / sizeof *functions; index++) {
        /* toGMTString is the same function as toUTCString. */
        if (index < 4) {
            duk_push_c_function(J, date_text, 0);
            duk_set_magic(J, -1, functions[index].form);
            duk_dup(J, readers);
            duk_put_prop_literal(J, -2, HIDDEN_VALUE);
        } else {
            duk_get_prop_literal(J, proto, "toUTCString");
        }
        define_quietly(J, proto, functions[index].name, true);
    }
    duk_set_top(J, proto - 1);
}

/* ---- Texts as dates ---- */

/* The parts of a date that were read; -1 for those that weren't. */
struct date_parts {
    int year, month, day, hour, minute, second, zone;
    bool has_zone, is_afternoon, is_morning;
};

static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_letter(char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; }

/* Reads a number of at most six digits. */
static bool read_number(const char **text, int *number, int *digits) {
    *number = *digits = 0;
    for (; is_digit(**text); ++*text) {
        *number = *number * 10 + (**text - '0');
        if (++*digits > 6) return false;
    }
    return *digits > 0;
}

static bool read_word(const char **text, struct date_parts *parts) {
    static const struct {
        char name[4];
        int hours;
    } zones[] = {{"utc", 0}, {"gmt", 0}, {"ut", 0}, {"z", 0}, {"est", -5}, {"edt", -4}, {"cst", -6}, {"cdt", -5}, {"mst", -7}, {"mdt", -6}, {"pst", -8}, {"pdt", -7}};
    char word[4] = "";
    int length = 0;
    for (; is_letter(**text); ++*text) {
        if (length < 3) word[length] = (char)(**text | 0x20);
        length++;
    }
    if (strcmp(word, "t") == 0) return parts->day >= 0;
    if (length <= 3) {
        for (size_t index = 0; index < sizeof zones / sizeof *zones; index++) {
            if (strcmp(word, zones[index].name) != 0) continue;
            parts->has_zone = true;
            parts->zone = zones[index].hours * 60;
            return true;
        }
    }
    if (strcmp(word, "am") == 0) return parts->is_morning = true;
    if (strcmp(word, "pm") == 0) return parts->is_afternoon = true;
    for (int index = 0; index < 12; index++) {
        if (strncasecmp(word, months[index], 3) != 0 || length < 3) continue;
        if (parts->month >= 0) return false;
        parts->month = index;
        return true;
    }
    for (int index = 0; index < 7; index++)
        if (length >= 3 && strncasecmp(word, days[index], 3) == 0) return true;
    return false;
}

/* Reads `:mm` or `:mm:ss` after the hour. */
static bool read_time(const char **text, struct date_parts *parts, int hour) {
    int digits, number;
    if (parts->hour >= 0) return false;
    parts->hour = hour;
    ++*text;
    if (!read_number(text, &parts->minute, &digits) || digits > 2) return false;
    if (**text != ':') return true;
    ++*text;
    if (!read_number(text, &parts->second, &digits) || digits > 2) return false;
    if (**text == '.') {
        ++*text;
        return read_number(text, &number, &digits);
    }
    return true;
}

/* Reads a distance from UTC such as `+0100` or `-07:30`. */
static bool read_zone(const char **text, struct date_parts *parts) {
    int sign = **text == '-' ? -1 : 1, digits, number, minutes = 0;
    ++*text;
    if (!read_number(text, &number, &digits) || digits > 4) return false;
    if (**text == ':') {
        ++*text;
        if (!read_number(text, &minutes, &digits) || digits != 2) return false;
        number = number * 60 + minutes;
    } else {
        number = digits <= 2 ? number * 60 : number / 100 * 60 + number % 100;
    }
    parts->has_zone = true;
    parts->zone = sign * number;
    return true;
}

static bool read_date_number(const char **text, struct date_parts *parts) {
    int number, digits;
    if (!read_number(text, &number, &digits)) return false;
    if (**text == ':') return read_time(text, parts, number);
    if (**text == '/' && parts->month < 0) {
        /* 1994/11/15 or 11/15/1994 */
        int second, third, ignored, last;
        ++*text;
        if (!read_number(text, &second, &ignored) || **text != '/') return false;
        ++*text;
        if (!read_number(text, &third, &last)) return false;
        parts->year = digits > 2 ? number : third;
        parts->month = (digits > 2 ? second : number) - 1;
        parts->day = digits > 2 ? third : second;
        return true;
    }
    if (digits <= 2 && parts->day < 0) parts->day = number;
    else if (parts->year < 0) parts->year = digits > 2 ? number : number + (number < 50 ? 2000 : 1900);
    else return false;
    return true;
}

static bool read_parts(const char *text, struct date_parts *parts) {
    while (*text != 0) {
        if (is_letter(*text)) {
            if (!read_word(&text, parts)) return false;
        } else if (is_digit(*text)) {
            if (!read_date_number(&text, parts)) return false;
        } else if ((*text == '+' || *text == '-') && parts->hour >= 0) {
            if (!read_zone(&text, parts)) return false;
        } else if (*text == '(') {
            while (*text != 0 && *text != ')') text++;
            if (*text != 0) text++;
        } else if (*text == ' ' || *text == ',' || *text == '-' || *text == '.') {
            text++;
        } else {
            return false;
        }
    }
    return parts->year >= 0 && parts->month >= 0 && parts->month < 12 && parts->day >= 1 && parts->day <= 31;
}

/* Returns the seconds by which the local time, taken as UTC, is ahead of UTC. */
static double local_offset(double local) {
    time_t seconds = (time_t)floor(local / 1000);
    struct tm parts;
    if (gmtime_r(&seconds, &parts) == NULL) return 0;
    parts.tm_isdst = -1;
    return (double)(seconds - mktime(&parts));
}

int script_parse_date(void *context, const char *text) {
    duk_context *J = context;
    struct date_parts parts = {-1, -1, -1, -1, 0, 0, 0, false, false, false};
    duk_time_components components = {0};
    double time;
    if (!read_parts(text, &parts)) return 0;
    if (parts.hour < 0) parts.hour = 0;
    if ((parts.is_morning || parts.is_afternoon) && (parts.hour < 1 || parts.hour > 12)) return 0;
    if (parts.is_morning || parts.is_afternoon) parts.hour = parts.hour % 12 + (parts.is_afternoon ? 12 : 0);
    if (parts.hour > 24 || parts.minute > 59 || parts.second > 59) return 0;
    components.year = parts.year;
    components.month = parts.month;
    components.day = parts.day;
    components.hours = parts.hour;
    components.minutes = parts.minute;
    components.seconds = parts.second;
    time = duk_components_to_time(J, &components);
    if (parts.has_zone) time -= parts.zone * 60000.0;
    else time -= local_offset(time) * 1000.0;
    duk_push_number(J, time);
    return 1;
}

bool script_is_iso_date(const char *text) {
    static const int least[] = {1, 1, 0, 0, 0}, greatest[] = {12, 31, 24, 59, 59};
    int fields[] = {1, 1, 0, 0, 0};
    if (*text == '+' || *text == '-') text++;
    while (is_digit(*text)) text++;
    for (int field = 0; field < 5; field++) {
        int digits;
        if (!(*text == '-' && field < 2) && !((*text == 'T' || *text == ' ') && field == 2) && !(*text == ':' && field > 2)) {
            /* The time may follow the year or the month. */
            if (*text == 'T' && field < 2) {
                field = 1;
                continue;
            }
            break;
        }
        text++;
        if (!read_number(&text, &fields[field], &digits)) return false;
        if (fields[field] < least[field] || fields[field] > greatest[field]) return false;
    }
    return fields[2] < 24 || (fields[3] == 0 && fields[4] == 0);
}

/* ---- Numbers ---- */

static locale_t plain_locale;

static void make_locale(void) { plain_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0); }

double script_exact_number(const char *text, double number) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    double exact;
    pthread_once(&once, make_locale);
    if (plain_locale == (locale_t)0) return number;
    exact = strtod_l(text, NULL, plain_locale);
    /* Texts that C reads in another way give entirely other numbers. */
    return nextafter(number, exact) == exact ? exact : number;
}

/* ---- Later editions ---- */

/* Returns a text for a key of `Map`, which is the same for the same value. */
static duk_ret_t key_of(duk_context *J) {
    char text[32];
    switch (duk_get_type(J, 0)) {
    case DUK_TYPE_NUMBER:
        /* 0 and -0 are the same key. */
        duk_push_number(J, duk_get_number(J, 0) + 0.0);
        duk_to_string(J, -1);
        return 1;
    case DUK_TYPE_STRING:
        if (duk_is_symbol(J, 0)) break;
        duk_push_literal(J, "'");
        duk_dup(J, 0);
        duk_concat(J, 2);
        return 1;
    case DUK_TYPE_OBJECT: break;
    default: duk_to_string(J, 0); return 1;
    }
    /* Objects and symbols keep their place as long as something refers to them. */
    snprintf(text, sizeof text, "@%p", duk_get_heapptr(J, 0));
    duk_push_string(J, text);
    return 1;
}

static duk_ret_t hide(duk_context *J) {
    duk_push_literal(J, HIDDEN_VALUE);
    duk_dup(J, 1);
    duk_def_prop(J, 0, DUK_DEFPROP_HAVE_VALUE | DUK_DEFPROP_FORCE);
    return 0;
}

static duk_ret_t reveal(duk_context *J) {
    duk_get_prop_literal(J, 0, HIDDEN_VALUE);
    return 1;
}

static double round_to_float(double x) { return (float)x; }
static double cube_root(double x) { return (double)cbrtl(x); }

enum { CBRT = 9 };

static double (*const functions[])(double) = {acosh, asinh, atanh, cosh, expm1, log1p, sinh, tanh, round_to_float, cube_root};

static duk_ret_t compute(duk_context *J) {
    duk_push_number(J, functions[duk_get_current_magic(J)](duk_to_number(J, 0)));
    return 1;
}

static duk_ret_t add_library(duk_context *J) {
    static const char *const names[] = {"acosh", "asinh", "atanh", "cosh", "expm1", "log1p", "sinh", "tanh", "fround"};
    duk_push_string(J, library_source);
    duk_push_literal(J, "(library)");
    duk_compile(J, DUK_COMPILE_EVAL);
    duk_call(J, 0);
    duk_push_current_function(J);
    duk_get_prop_literal(J, -1, HIDDEN_VALUE);
    duk_remove(J, -2);
    duk_push_c_function(J, key_of, 1);
    duk_push_c_function(J, hide, 2);
    duk_push_c_function(J, reveal, 1);
    duk_call(J, 4);
    duk_get_global_literal(J, "Math");
    if (!duk_is_object(J, -1)) return 0;
    for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
        if (duk_has_prop_string(J, -1, names[index])) continue;
        duk_push_c_function(J, compute, 1);
        duk_set_magic(J, -1, (duk_int_t)index);
        define_quietly(J, duk_get_top_index(J) - 1, names[index], true);
    }
    return 0;
}

void script_push_library(duk_context *J) {
    duk_push_c_function(J, add_library, 0);
    duk_get_global_literal(J, "Object");
    duk_get_prop_literal(J, -1, "defineProperty");
    duk_put_prop_literal(J, -3, HIDDEN_VALUE);
    duk_pop(J);
}

/* ---- What Duktape has in another way ---- */

/* Returns whether an element on top of the stack belongs before the one below it, which comes first
 * now. Removes both. */
static bool belongs_before(duk_context *J, duk_idx_t order) {
    duk_idx_t second = duk_get_top_index(J);
    bool result;
    if (duk_is_undefined(J, order)) {
        size_t first_size, second_size, size;
        const char *first_text = duk_to_lstring(J, second - 1, &first_size);
        const char *second_text = duk_to_lstring(J, second, &second_size);
        size = first_size < second_size ? first_size : second_size;
        int difference = memcmp(second_text, first_text, size);
        result = difference != 0 ? difference < 0 : second_size < first_size;
    } else {
        duk_dup(J, order);
        duk_push_undefined(J);
        duk_dup(J, second - 1);
        duk_dup(J, second);
        duk_call_method(J, 2);
        result = duk_to_number(J, -1) > 0;
    }
    duk_set_top(J, second - 1);
    return result;
}

/* Merges two sorted parts of an array into another array. */
static void merge(duk_context *J, duk_idx_t order, duk_idx_t from, duk_idx_t to, duk_uarridx_t start, duk_uarridx_t middle, duk_uarridx_t end) {
    duk_uarridx_t first = start, second = middle;
    for (duk_uarridx_t place = start; place < end; place++) {
        bool takes_second = first == middle;
        if (first < middle && second < end) {
            duk_get_prop_index(J, from, first);
            duk_get_prop_index(J, from, second);
            takes_second = belongs_before(J, order);
        }
        duk_get_prop_index(J, from, takes_second ? second++ : first++);
        duk_put_prop_index(J, to, place);
    }
}

/* `sort`: Duktape's isn't stable. Undefined elements come last, then holes. */
static duk_ret_t sort(duk_context *J) {
    enum { ORDER, LIST, FROM, TO };
    duk_uarridx_t length, count = 0, undefined_count = 0;
    double size;
    if (!duk_is_undefined(J, ORDER) && !duk_is_callable(J, ORDER))
        return duk_error(J, DUK_ERR_TYPE_ERROR, "invalid order of sort(); give a function");
    duk_push_this(J);
    duk_to_object(J, LIST);
    duk_get_prop_literal(J, LIST, "length");
    size = duk_to_number(J, -1);
    duk_pop(J);
    if (size > 4294967295.0) return duk_error(J, DUK_ERR_RANGE_ERROR, "an array is too long for sort()");
    length = size >= 1 ? (duk_uarridx_t)size : 0;
    duk_push_bare_array(J);
    duk_push_bare_array(J);
    for (duk_uarridx_t index = 0; index < length; index++) {
        bool exists = duk_get_prop_index(J, LIST, index);
        if (exists && !duk_is_undefined(J, -1)) {
            duk_put_prop_index(J, FROM, count++);
        } else {
            undefined_count += exists || duk_has_prop_index(J, LIST, index);
            duk_pop(J);
        }
    }
    for (uint64_t width = 1; width < count; width *= 2) {
        for (uint64_t start = 0; start < count; start += 2 * width) {
            uint64_t middle = start + width < count ? start + width : count;
            uint64_t end = middle + width < count ? middle + width : count;
            merge(J, ORDER, FROM, TO, (duk_uarridx_t)start, (duk_uarridx_t)middle, (duk_uarridx_t)end);
        }
        duk_swap(J, FROM, TO);
    }
    for (duk_uarridx_t index = 0; index < count + undefined_count; index++) {
        if (index < count) duk_get_prop_index(J, FROM, index);
        else duk_push_undefined(J);
        duk_put_prop_index(J, LIST, index);
    }
    for (duk_uarridx_t index = count + undefined_count; index < length; index++)
        if (duk_has_prop_index(J, LIST, index)) duk_del_prop_index(J, LIST, index);
    duk_dup(J, LIST);
    return 1;
}

/* `toLocaleString` of numbers: Duktape takes its argument, a language, for a radix. */
static duk_ret_t number_text(duk_context *J) {
    duk_push_this(J);
    duk_get_prop_literal(J, -1, "toString");
    duk_dup(J, -2);
    duk_call_method(J, 0);
    return 1;
}

/* Defines a member of a global object, or of its prototype, with the value on top of the stack. */
static void define_member(duk_context *J, const char *owner, bool is_of_prototype, const char *name) {
    duk_idx_t function = duk_get_top_index(J);
    duk_get_global_string(J, owner);
    if (is_of_prototype) duk_get_prop_literal(J, -1, "prototype");
    duk_dup(J, function);
    define_quietly(J, duk_get_top_index(J) - 1, name, true);
    duk_set_top(J, function);
}

static void mend_functions(duk_context *J) {
    duk_push_c_function(J, sort, 1);
    define_member(J, "Array", true, "sort");
    duk_push_c_function(J, number_text, 0);
    define_member(J, "Number", true, "toLocaleString");
    duk_push_c_function(J, compute, 1);
    duk_set_magic(J, -1, CBRT);
    define_member(J, "Math", false, "cbrt");
}

void script_add_functions(duk_context *J) {
    static const char *const names[] = {
        "log", "info", "warn", "error", "debug", "trace", "dir", "table", "group", "groupCollapsed", "dirxml"};
    static const char *const others[] = {
        "groupEnd", "time", "timeEnd", "timeLog", "count", "countReset", "clear", "timeStamp", "profile", "profileEnd"};
    duk_idx_t global = duk_get_top(J);
    duk_push_global_object(J);
    /* What gives access to the engine's inside. */
    duk_del_prop_literal(J, global, "Duktape");
    duk_del_prop_literal(J, global, "CBOR");
    duk_del_prop_literal(J, global, "Buffer");
    /* It would mix the system's time with the host's. */
    duk_del_prop_literal(J, global, "performance");
    duk_push_c_function(J, is_in_state, 1);
    define_quietly(J, global, "In", false);
    duk_push_c_function(J, is_proxy, 1);
    define_quietly(J, global, "_x$isProxy", false);
    duk_push_object(J);
    duk_push_c_function(J, write_log, DUK_VARARGS);
    for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
        duk_dup_top(J);
        define_quietly(J, global + 1, names[index], true);
    }
    duk_pop(J);
    duk_push_c_function(J, do_nothing, 0);
    for (size_t index = 0; index < sizeof others / sizeof *others; index++) {
        duk_dup_top(J);
        define_quietly(J, global + 1, others[index], true);
    }
    duk_pop(J);
    duk_push_c_function(J, write_failure, DUK_VARARGS);
    define_quietly(J, global + 1, "assert", true);
    define_quietly(J, global, "console", true);
    mend_functions(J);
    add_date_texts(J);
    duk_set_top(J, global + 1);
}
