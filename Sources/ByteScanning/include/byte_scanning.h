/* Marks of places in texts, found with vector instructions.
 *
 * A mark is a bit: bit i % 64 of marks[i / 64] is that of place i. Each function takes the width
 * of the vectors, one of automata_vector_width that the machine has, and yields the same for
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

#pragma GCC visibility pop

#endif
