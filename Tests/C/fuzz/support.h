/*
 * What the fuzzing harnesses share: bytes taken as numbers and texts, and what must hold after each call whatever its
 * arguments were.
 */
#ifndef FUZZ_SUPPORT_H
#define FUZZ_SUPPORT_H

#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif

#include <automata_all.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define REQUIRE(condition)                                                                          \
    do {                                                                                            \
        if (!(condition)) {                                                                         \
            fprintf(stderr, "%s:%d: in %s: not so: %s\n", __FILE__, __LINE__, __func__, #condition); \
            abort();                                                                                \
        }                                                                                           \
    } while (0)

/* The bytes that are left of an input. Past its end everything is 0, so that each input is a whole program. */
typedef struct input {
    const uint8_t *next;
    size_t left;
} input;

static inline uint8_t take_byte(input *in)
{
    if (in->left == 0)
        return 0;
    in->left--;
    return *in->next++;
}

static inline uint32_t take_below(input *in, uint32_t limit) { return limit == 0 ? 0 : take_byte(in) % limit; }

static inline uint64_t take_bytes(input *in, int count)
{
    uint64_t value = 0;
    for (int i = 0; i < count; i++)
        value = value << 8 | take_byte(in);
    return value;
}

/* Mostly small, so that it means something; sometimes at an edge, sometimes anything. */
static inline uint64_t take_number(input *in)
{
    static const uint64_t edges[] = {
        0, 1, 255, 256, 0x10FFFF, 0x110000, 0xD800, INT32_MAX, (uint64_t)INT32_MAX + 1, UINT32_MAX - 1, UINT32_MAX,
        (uint64_t)UINT32_MAX + 1, INT64_MAX, (uint64_t)INT64_MAX + 1, UINT64_MAX - 1, UINT64_MAX,
    };
    uint8_t choice = take_byte(in);
    if (choice < 200)
        return choice % 20;
    if (choice < 240)
        return edges[choice % (sizeof edges / sizeof *edges)];
    return take_bytes(in, choice < 244 ? 2 : choice < 250 ? 4 : 8);
}

static inline uint32_t take_id(input *in) { return (uint32_t)take_number(in); }

/* A text on the heap, exactly as long as it says (its zero byte included where it is measured by that), so that a read
 * beyond its end is noticed. */
typedef struct text {
    char *data;
    size_t length;
    size_t argument; /* the length, or AUTOMATA_ZERO_TERMINATED */
} text;

static inline text make_text(const void *bytes, size_t length, bool zero_terminated)
{
    text result = {NULL, length, zero_terminated ? AUTOMATA_ZERO_TERMINATED : length};
    if (zero_terminated) {
        const void *zero = length == 0 ? NULL : memchr(bytes, 0, length);
        if (zero)
            result.length = (size_t)((const char *)zero - (const char *)bytes);
    }
    size_t size = result.length + (zero_terminated ? 1 : 0);
    if (size == 0)
        return result;
    result.data = malloc(size);
    REQUIRE(result.data);
    if (result.length != 0)
        memcpy(result.data, bytes, result.length);
    if (zero_terminated)
        result.data[result.length] = 0;
    return result;
}

static inline text take_text(input *in, size_t most)
{
    uint8_t choice = take_byte(in);
    size_t length = choice >> 1;
    if (length > most)
        length = most;
    if (length > in->left)
        length = in->left;
    text result = make_text(in->next, length, choice & 1);
    in->next += length;
    in->left -= length;
    return result;
}

/* A file of the process with these bytes; the caller removes it. */
static inline const char *make_file(const void *bytes, size_t size)
{
    static char path[64];
    snprintf(path, sizeof path, "/tmp/automata-fuzz-%ld", (long)getpid());
    FILE *file = fopen(path, "wb");
    REQUIRE(file && fwrite(bytes, 1, size, file) == size && fclose(file) == 0);
    return path;
}

/* Whether bytes are UTF-8: no overlong form, no surrogate, nothing above U+10FFFF. */
static inline bool is_utf8(const char *text, size_t length)
{
    const uint8_t *bytes = (const uint8_t *)text;
    for (size_t i = 0; i < length;) {
        uint8_t lead = bytes[i++];
        if (lead < 0x80)
            continue;
        int more = lead >= 0xC2 && lead < 0xE0 ? 1 : lead >= 0xE0 && lead < 0xF0 ? 2 : lead >= 0xF0 && lead < 0xF5 ? 3 : 0;
        if (more == 0 || length - i < (size_t)more)
            return false;
        uint32_t scalar = lead & (0x3F >> more);
        for (int k = 0; k < more; k++, i++) {
            if ((bytes[i] & 0xC0) != 0x80)
                return false;
            scalar = scalar << 6 | (bytes[i] & 0x3F);
        }
        static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};
        if (scalar < least[more] || scalar > 0x10FFFF || (scalar >= 0xD800 && scalar <= 0xDFFF))
            return false;
    }
    return true;
}

/* The error as it is before a call: full of what isn't so. */
static inline void spoil(automata_error *error) { memset(error, 0xA5, sizeof *error); }

/* What holds for every call that returns a status. */
static inline bool is_ok(automata_status status, const automata_error *error)
{
    REQUIRE(status <= AUTOMATA_OK && status >= AUTOMATA_ERROR_INVALID_ASSEMBLY);
    REQUIRE(strcmp(automata_status_string(status), "unknown status") != 0);
    if (error) {
        const char *end = memchr(error->message, 0, sizeof error->message);
        REQUIRE(end != NULL);
        REQUIRE(is_utf8(error->message, (size_t)(end - error->message)));
        REQUIRE(error->status == status);
        REQUIRE((status == AUTOMATA_OK) == (error->message[0] == 0));
        REQUIRE(status != AUTOMATA_OK || (error->line == 0 && error->column == 0));
        REQUIRE(error->line != 0 || error->column == 0);
        REQUIRE(error->reserved == 0);
        for (size_t i = 0; i < sizeof error->reserved_values / sizeof *error->reserved_values; i++)
            REQUIRE(error->reserved_values[i] == 0);
    }
    return status == AUTOMATA_OK;
}

/* Cancels at the call with the given number, counted from 1; never where that is 0. */
typedef struct canceller {
    uint64_t calls;
    uint64_t cancel_at;
} canceller;

static inline int cancel(uint64_t states_built, uint64_t states_pending, void *context)
{
    (void)states_built, (void)states_pending;
    canceller *own = context;
    return ++own->calls == own->cancel_at;
}

static inline void count_note(const char *note, void *context)
{
    REQUIRE(note != NULL && note[0] != 0);
    ++*(size_t *)context;
}

#endif
