#include "byte_scanning.h"

#include <string.h>

/* The two halves of a block are read at the same time, so that a step needn't wait for the previous
 * one: the first half from the row, the second half from each of the 16 rows. Blocks are so short
 * that their halves don't compete in the caches, which would cost a third of the speed. Text is
 * read eight bytes at a time, with the first byte in the lowest bits. */
enum { PART = 8, BLOCK = 960 };

static inline const uint8_t *targets(const struct automata_shuffles *shuffles, uint64_t part, int i) {
    size_t pair = shuffles->first[part >> (16 * i) & 255] + (size_t)shuffles->second[part >> (16 * i + 8) & 255];
    return shuffles->targets + AUTOMATA_MOST_SHUFFLED_ROWS * pair;
}

static inline uint64_t part(const uint8_t *text) {
    uint64_t bytes;
    memcpy(&bytes, text, PART);
    return bytes;
}

#if defined(__x86_64__)
#include <immintrin.h>

#define VECTOR __m128i
#define LOAD(position) _mm_loadu_si128((const __m128i *)(position))
#define STORE(position, vector) _mm_storeu_si128((__m128i *)(position), vector)
#define SPLAT(byte) _mm_set1_epi8((char)(byte))
#define LOOK_UP _mm_shuffle_epi8
#define HAS_SHUFFLES __attribute__((target("ssse3")))

#elif defined(__aarch64__) && defined(__ARM_NEON) && !defined(__AARCH64EB__)
#include <arm_neon.h>

#define VECTOR uint8x16_t
#define LOAD vld1q_u8
#define STORE vst1q_u8
#define SPLAT(byte) vdupq_n_u8(byte)
#define LOOK_UP vqtbl1q_u8
#define HAS_SHUFFLES

#endif

#if defined(HAS_SHUFFLES)

HAS_SHUFFLES static uint8_t shuffle(const uint8_t *text, size_t count, const struct automata_shuffles *shuffles,
                                    uint8_t row) {
    static const uint8_t rows[AUTOMATA_MOST_SHUFFLED_ROWS] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    size_t half = count / 2;
    VECTOR first = SPLAT(row), second = LOAD(rows);
    uint8_t result[AUTOMATA_MOST_SHUFFLED_ROWS];
    for (size_t position = 0; position < half; position += PART) {
        uint64_t first_part = part(text + position), second_part = part(text + half + position);
        for (int i = 0; i < PART / 2; i++) {
            first = LOOK_UP(LOAD(targets(shuffles, first_part, i)), first);
            second = LOOK_UP(LOAD(targets(shuffles, second_part, i)), second);
        }
    }
    STORE(result, LOOK_UP(second, first));
    return result[0];
}

#endif

static uint8_t shuffle_plainly(const uint8_t *text, size_t count, const struct automata_shuffles *shuffles,
                               uint8_t row) {
    for (size_t position = 0; position < count; position += PART)
        for (int i = 0; i < PART / 2; i++) row = targets(shuffles, part(text + position), i)[row];
    return row;
}

size_t automata_shuffle(int width, const uint8_t *text, size_t count, const struct automata_shuffles *shuffles,
                        uint8_t *row, uint8_t stop, uint8_t other_stop) {
    uint8_t (*read)(const uint8_t *, size_t, const struct automata_shuffles *, uint8_t) = shuffle_plainly;
    size_t position = 0;
#if defined(HAS_SHUFFLES)
    if (width != AUTOMATA_NO_VECTORS) read = shuffle;
#endif
    while (position < count) {
        size_t size = count - position < BLOCK ? count - position : BLOCK;
        uint8_t next = read(text + position, size, shuffles, *row);
        if (next == stop || next == other_stop) break;
        *row = next;
        position += size;
    }
    return position;
}
