#include "byte_scanning.h"

#include <string.h>

/* The number of positions in a word of marks. */
enum { GROUP = 64 };

/* Returns the marks of the first positions of a group, 1 to 63. */
static inline uint64_t positions_below(size_t count) { return ((uint64_t)1 << count) - 1; }

/* Returns whether no factor has a byte from 0x80 on. */
static bool are_ascii(const struct automata_factors *factors) {
    uint8_t any = 0;
    for (int i = 0; i < factors->length; i++)
        for (int half = 8; half < 16; half++) any |= factors->high[i][half];
    return any == 0;
}

/* ---- Vectors ---- */

#if defined(__x86_64__)
#include <immintrin.h>

#pragma clang attribute push(__attribute__((target("ssse3"))), apply_to = function)
#define WIDTH 16
#define VECTOR __m128i
#define LOAD(position) _mm_loadu_si128((const __m128i *)(position))
#define TABLE(position) LOAD(position)
#define SPLAT(byte) _mm_set1_epi8((char)(byte))
#define AND _mm_and_si128
#define LOOK_UP _mm_shuffle_epi8
#define LOW(bytes) AND(bytes, SPLAT(15))
#define ASCII_LOW(bytes) (bytes)
#define HIGH(bytes) AND(_mm_srli_epi16(bytes, 4), SPLAT(15))
#define IS_NONZERO(bytes) (0xFFFF & ~_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_setzero_si128())))
#define ARE_EQUAL(a, b) _mm_movemask_epi8(_mm_cmpeq_epi8(a, b))
#include "marking.h"
#pragma clang attribute pop

#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#define WIDTH 32
#define VECTOR __m256i
#define LOAD(position) _mm256_loadu_si256((const __m256i *)(position))
#define TABLE(position) _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(position)))
#define SPLAT(byte) _mm256_set1_epi8((char)(byte))
#define AND _mm256_and_si256
#define LOOK_UP _mm256_shuffle_epi8
#define LOW(bytes) AND(bytes, SPLAT(15))
#define ASCII_LOW(bytes) (bytes)
#define HIGH(bytes) AND(_mm256_srli_epi16(bytes, 4), SPLAT(15))
#define IS_NONZERO(bytes) ~(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(bytes, _mm256_setzero_si256()))
#define ARE_EQUAL(a, b) (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(a, b))
#include "marking.h"
#pragma clang attribute pop

#pragma clang attribute push(__attribute__((target("avx512f,avx512bw"))), apply_to = function)
#define WIDTH 64
#define VECTOR __m512i
#define LOAD(position) _mm512_loadu_si512(position)
#define TABLE(position) _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)(position)))
#define SPLAT(byte) _mm512_set1_epi8((char)(byte))
#define AND _mm512_and_si512
#define LOOK_UP _mm512_shuffle_epi8
#define LOW(bytes) AND(bytes, SPLAT(15))
#define ASCII_LOW(bytes) (bytes)
#define HIGH(bytes) AND(_mm512_srli_epi16(bytes, 4), SPLAT(15))
#define IS_NONZERO(bytes) _mm512_test_epi8_mask(bytes, bytes)
#define ARE_EQUAL(a, b) _mm512_cmpeq_epi8_mask(a, b)
#include "marking.h"
#pragma clang attribute pop

int automata_widest_vectors(void) {
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512bw")) return AUTOMATA_VECTORS_OF_64;
    if (__builtin_cpu_supports("avx2")) return AUTOMATA_VECTORS_OF_32;
    return __builtin_cpu_supports("ssse3") ? AUTOMATA_VECTORS_OF_16 : AUTOMATA_NO_VECTORS;
}

#elif defined(__aarch64__) && defined(__ARM_NEON) && !defined(__AARCH64EB__)
#include <arm_neon.h>

/* Returns a bit for each byte that is all ones. */
static inline uint64_t bits(uint8x16_t bytes) {
    static const uint8_t powers[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    uint8x16_t sums = vandq_u8(bytes, vld1q_u8(powers));
    for (int i = 0; i < 3; i++) sums = vpaddq_u8(sums, sums);
    return vgetq_lane_u16(vreinterpretq_u16_u8(sums), 0);
}

#define WIDTH 16
#define VECTOR uint8x16_t
#define LOAD vld1q_u8
#define TABLE vld1q_u8
#define SPLAT(byte) vdupq_n_u8((uint8_t)(byte))
#define AND vandq_u8
#define LOOK_UP vqtbl1q_u8
#define LOW(bytes) AND(bytes, SPLAT(15))
#define ASCII_LOW LOW
#define HIGH(bytes) vshrq_n_u8(bytes, 4)
#define IS_NONZERO(bytes) bits(vtstq_u8(bytes, bytes))
#define ARE_EQUAL(a, b) bits(vceqq_u8(a, b))
#include "marking.h"

int automata_widest_vectors(void) { return AUTOMATA_VECTORS_OF_16; }

#else

int automata_widest_vectors(void) { return AUTOMATA_NO_VECTORS; }

#endif

/* ---- Plain C ---- */

static bool mark_factors(const uint8_t *text, size_t count, const struct automata_factors *factors,
                          uint64_t *marks) {
    bool any = false;
    memset(marks, 0, (count + GROUP - 1) / GROUP * sizeof *marks);
    for (size_t position = 0; position < count; position++) {
        uint8_t common = 0xFF;
        for (int i = 0; i < factors->length; i++) {
            uint8_t byte = text[position + (size_t)i];
            common &= factors->low[i][byte % 16] & factors->high[i][byte / 16];
        }
        if (common == 0) continue;
        marks[position / GROUP] |= (uint64_t)1 << position % GROUP;
        any = true;
    }
    return any;
}

static bool mark_pairs(const uint8_t *text, size_t count, uint8_t first, uint8_t second, size_t distance,
                       uint64_t *marks) {
    bool any = false;
    memset(marks, 0, (count + GROUP - 1) / GROUP * sizeof *marks);
    for (size_t position = 0; position < count; position++) {
        if (text[position] != first || text[position + distance] != second) continue;
        marks[position / GROUP] |= (uint64_t)1 << position % GROUP;
        any = true;
    }
    return any;
}

/* ---- Choice of the width ---- */

bool automata_mark_factors(int width, const uint8_t *text, size_t count, const struct automata_factors *factors,
                            uint64_t *marks) {
    switch (width) {
#if defined(__x86_64__)
    case AUTOMATA_VECTORS_OF_64: return mark_factors_64(text, count, factors, marks);
    case AUTOMATA_VECTORS_OF_32: return mark_factors_32(text, count, factors, marks);
    case AUTOMATA_VECTORS_OF_16: return mark_factors_16(text, count, factors, marks);
#elif defined(__aarch64__) && defined(__ARM_NEON) && !defined(__AARCH64EB__)
    case AUTOMATA_VECTORS_OF_16: return mark_factors_16(text, count, factors, marks);
#endif
    default: return mark_factors(text, count, factors, marks);
    }
}

bool automata_mark_pairs(int width, const uint8_t *text, size_t count, uint8_t first, uint8_t second, size_t distance,
                         uint64_t *marks) {
    switch (width) {
#if defined(__x86_64__)
    case AUTOMATA_VECTORS_OF_64: return mark_pairs_64(text, count, first, second, distance, marks);
    case AUTOMATA_VECTORS_OF_32: return mark_pairs_32(text, count, first, second, distance, marks);
    case AUTOMATA_VECTORS_OF_16: return mark_pairs_16(text, count, first, second, distance, marks);
#elif defined(__aarch64__) && defined(__ARM_NEON) && !defined(__AARCH64EB__)
    case AUTOMATA_VECTORS_OF_16: return mark_pairs_16(text, count, first, second, distance, marks);
#endif
    default: return mark_pairs(text, count, first, second, distance, marks);
    }
}
