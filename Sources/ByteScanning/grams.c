#include "byte_scanning.h"

#include <string.h>

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* The number of positions in a word of marks, and the most bytes after it that are read with it. */
enum { GROUP = 64, BEHIND = AUTOMATA_MOST_GRAMS + AUTOMATA_LONGEST_GRAM };

/* Returns the cell of the gram at a position. */
ALWAYS_INLINE uint8_t cell_at(const uint8_t *position, struct automata_grams grams) {
    uint64_t bytes;
    memcpy(&bytes, position, sizeof bytes);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    bytes = __builtin_bswap64(bytes);
#endif
    return grams.cells[automata_gram_hash(bytes & grams.mask, grams.bits)];
}

/* Returns whether all grams of a word that may begin at a position are grams of words. */
ALWAYS_INLINE bool has_all_grams(const uint8_t *position, struct automata_grams grams, int count) {
    for (int i = 0; i < count; i++)
        if ((cell_at(position + i, grams) >> (count - 1 - i) & 1) == 0) return false;
    return true;
}

/* Returns candidates in a group, which include all positions that have the grams. */
ALWAYS_INLINE uint64_t candidates_in_group(const uint8_t *text, struct automata_grams grams, int count) {
    uint64_t group = 0;
    /* The gram at the last of several positions gives information about each of them. */
#pragma clang loop unroll(full)
    for (int position = 0; position < GROUP; position += count)
        group |= (uint64_t)cell_at(text + position + count - 1, grams) << position;
    return group;
}

/* Returns the marked positions of a group that have the grams. */
ALWAYS_INLINE uint64_t grams_in_group(const uint8_t *text, struct automata_grams grams, uint64_t marked, int count) {
    if (marked == UINT64_MAX) {
        marked = candidates_in_group(text, grams, count);
        if (count == 1) return marked;
    }
    for (uint64_t rest = marked; rest != 0; rest &= rest - 1)
        if (!has_all_grams(text + __builtin_ctzll(rest), grams, count)) marked &= ~(rest & -rest);
    return marked;
}

ALWAYS_INLINE bool keep_grams_of(const uint8_t *text, size_t count, struct automata_grams grams, uint64_t *marks,
                                 int gram_count) {
    uint64_t any = 0;
    for (size_t start = 0; start < count; start += GROUP, marks++) {
        if (*marks == 0) continue;
        if (start + GROUP + AUTOMATA_LONGEST_GRAM <= count + (size_t)grams.length) {
            any |= *marks = grams_in_group(text + start, grams, *marks, gram_count);
        } else {
            size_t positions = count - start < GROUP ? count - start : GROUP;
            uint8_t rest[GROUP + BEHIND] = {0};
            memcpy(rest, text + start, positions + (size_t)(gram_count + grams.length) - 2);
            any |= *marks = grams_in_group(rest, grams, *marks, gram_count);
        }
    }
    return any != 0;
}

bool automata_keep_grams(const uint8_t *text, size_t count, const struct automata_grams *grams, uint64_t *marks) {
    switch (grams->count) {
    case 1: return keep_grams_of(text, count, *grams, marks, 1);
    case 2: return keep_grams_of(text, count, *grams, marks, 2);
    case 4: return keep_grams_of(text, count, *grams, marks, 4);
    default: return keep_grams_of(text, count, *grams, marks, 8);
    }
}
