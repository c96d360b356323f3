/* Marks positions in texts, and runs small automata, with vector instructions.
 *
 * A mark is a bit: bit i % 64 of marks[i / 64] belongs to position i. Most functions have the width
 * of vectors as a parameter, a value of automata_vector_width that the machine supports; the
 * results don't depend on it. */
#ifndef BYTE_SCANNING_H
#define BYTE_SCANNING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

enum automata_vector_width {
    /* Plain C. */
    AUTOMATA_NO_VECTORS = 0,
    /* SSSE3 or NEON. */
    AUTOMATA_VECTORS_OF_16 = 16,
    /* AVX2. */
    AUTOMATA_VECTORS_OF_32 = 32,
    /* AVX-512 BW. */
    AUTOMATA_VECTORS_OF_64 = 64,
};

/* Returns the width of the widest vectors of this machine. */
int automata_widest_vectors(void);

enum { AUTOMATA_LONGEST_FACTOR = 4 };

/* At most eight sets of factors, one per bit. The byte b may be at index i in factors of the sets
 * low[i][b % 16] & high[i][b / 16]. */
struct automata_factors {
    /* The length of each factor, 1 to AUTOMATA_LONGEST_FACTOR. */
    int length;
    uint8_t low[AUTOMATA_LONGEST_FACTOR][16];
    uint8_t high[AUTOMATA_LONGEST_FACTOR][16];
};

/* Marks the positions at which a factor begins. The text has at least count + length - 1 bytes, and
 * marks has room for count positions. Returns whether any position was marked. */
bool automata_mark_factors(int width, const uint8_t *text, size_t count, const struct automata_factors *factors,
                            uint64_t *marks);

/* Marks the positions of a first byte that is followed, at a distance, by a second one. The text
 * has at least count + distance bytes, and marks has room for count positions. Returns whether any
 * position was marked. */
bool automata_mark_pairs(int width, const uint8_t *text, size_t count, uint8_t first, uint8_t second, size_t distance,
                         uint64_t *marks);

enum { AUTOMATA_MOST_SHUFFLED_ROWS = 16 };

/* Double steps of an automaton with so few rows that one vector contains the targets of all of
 * them. The pair of bytes a and b has the number first[a] + second[b]. */
struct automata_shuffles {
    const uint16_t *first, *second;
    /* The targets of the 16 rows with pair 0, then those with pair 1, and so on. */
    const uint8_t *targets;
};

/* Reads a text in blocks, starting in a row. It stops before a block that leads to one of two rows
 * that are never left. The text has a multiple of 16 bytes; the machine is little-endian. All
 * widths except AUTOMATA_NO_VECTORS are the same. Returns the number of bytes that were read. */
size_t automata_shuffle(int width, const uint8_t *text, size_t count, const struct automata_shuffles *shuffles,
                        uint8_t *row, uint8_t stop, uint8_t other_stop);

enum { AUTOMATA_MOST_GRAMS = 8, AUTOMATA_LONGEST_GRAM = 8 };

/* The grams of words, which are a few consecutive bytes each: those at the first position, at the
 * next position and so on. A cell has a bit for each of these positions; the lowest bit is the last
 * position. A bit is set if some word's gram at the position has the cell's hash; all other bits
 * are 0. */
struct automata_grams {
    /* 2^bits cells. */
    const uint8_t *cells;
    int bits;
    /* The number of grams of a word in the cells: 1, 2, 4 or AUTOMATA_MOST_GRAMS. */
    int count;
    /* The number of bytes of a gram, 1 to AUTOMATA_LONGEST_GRAM. */
    int length;
    /* The bits of a gram that are hashed; none are beyond its bytes. */
    uint64_t mask;
};

/* Returns the hash of a gram, whose first byte is the lowest one. */
static inline size_t automata_gram_hash(uint64_t gram, int bits) {
    return (size_t)(gram * UINT64_C(0x9E3779B97F4A7C15) >> (64 - bits));
}

/* Keeps the marks of the positions at which all grams may be those of a word, and clears the
 * others. The text has at least count + grams->count + grams->length - 2 bytes; no position from
 * count on is marked. Returns whether any mark is left. It doesn't use vector instructions, as
 * these would also look up cells one by one. */
bool automata_keep_grams(const uint8_t *text, size_t count, const struct automata_grams *grams, uint64_t *marks);

#pragma GCC visibility pop

#endif
