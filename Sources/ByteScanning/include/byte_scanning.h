/* Marks of places in texts, and runs of small automata, by vector instructions.
 *
 * A mark is a bit: bit i % 64 of marks[i / 64] is that of place i. Most functions take the width
 * of the vectors, one of automata_vector_width that the machine has, and yield the same for
 * each. */
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

/* The widest vectors of this machine. */
int automata_widest_vectors(void);

enum { AUTOMATA_LONGEST_FACTOR = 4 };

/* Sets of factors, at most eight, one a bit. The byte b at index i is one of those of the factors
 * low[i][b % 16] & high[i][b / 16]. */
struct automata_factors {
    /* The length of each factor, 1 to AUTOMATA_LONGEST_FACTOR. */
    int length;
    uint8_t low[AUTOMATA_LONGEST_FACTOR][16];
    uint8_t high[AUTOMATA_LONGEST_FACTOR][16];
};

/* Marks the places at which a factor begins. The text has count + length - 1 bytes at least, marks
 * room for all count places. Returns whether there is one. */
bool automata_mark_factors(int width, const uint8_t *text, size_t count, const struct automata_factors *factors,
                            uint64_t *marks);

/* Marks the places that have one byte, and at a distance behind it another. The text has count +
 * distance bytes at least, marks room for all count places. Returns whether there is one. */
bool automata_mark_pairs(int width, const uint8_t *text, size_t count, uint8_t first, uint8_t second, size_t distance,
                         uint64_t *marks);

enum { AUTOMATA_MOST_SHUFFLED_ROWS = 16 };

/* Two steps of an automaton whose rows are so few that one vector has what all of them lead to. The pair of bytes a
 * and b has the number first[a] + second[b]. */
struct automata_shuffles {
    const uint16_t *first, *second;
    /* The 16 rows that the rows lead to by pair 0, then those by pair 1, and so on. */
    const uint8_t *targets;
};

/* Reads a text from a row on, by blocks, up to one that leads to one of two rows that aren't left any more: that one
 * isn't read. The text has a multiple of 16 bytes; the machine has the first byte of a number in its lowest bits. Any
 * width but that of no vectors is the same. Returns how many bytes were read. */
size_t automata_shuffle(int width, const uint8_t *text, size_t count, const struct automata_shuffles *shuffles,
                        uint8_t *row, uint8_t stop, uint8_t other_stop);

enum { AUTOMATA_MOST_GRAMS = 8, AUTOMATA_LONGEST_GRAM = 8 };

/* The grams of words, each of a few bytes in a row: those at a place, at the next place and so on.
 * A cell has a bit for each of these places, the last one lowest. It is set if a gram of some word
 * there has the hash; it has no other bits. */
struct automata_grams {
    /* 2^bits cells. */
    const uint8_t *cells;
    int bits;
    /* The grams of a word that are in the cells: 1, 2, 4 or AUTOMATA_MOST_GRAMS. */
    int count;
    /* The bytes of a gram, 1 to AUTOMATA_LONGEST_GRAM. */
    int length;
    /* The bits of a gram that are hashed; none behind its bytes. */
    uint64_t mask;
};

/* The hash of a gram, whose first byte is lowest. */
static inline size_t automata_gram_hash(uint64_t gram, int bits) {
    return (size_t)(gram * UINT64_C(0x9E3779B97F4A7C15) >> (64 - bits));
}

/* Keeps the marks of those places at which each gram may be one of a word, and clears the others.
 * The text has count + grams->count + grams->length - 2 bytes at least; no place from count on is
 * marked. Returns whether a mark is left. Vector instructions would look the cells up one by one as
 * well. */
bool automata_keep_grams(const uint8_t *text, size_t count, const struct automata_grams *grams, uint64_t *marks);

#pragma GCC visibility pop

#endif
