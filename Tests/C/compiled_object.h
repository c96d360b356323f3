/* The checksum of compiled objects, as Documentation/formats/compiled.md tells it. */
#ifndef COMPILED_OBJECT_H
#define COMPILED_OBJECT_H

#include <stdint.h>
#include <stddef.h>
#include <string.h>

/* Writes the checksum of an object that was changed. The size is a multiple of 64. */
static inline void seal_object(uint8_t *bytes, size_t size) {
    const uint64_t multiplier = UINT64_C(0x9E3779B97F4A7C15);
    uint64_t sums[4] = {1, 2, 3, 4}, checksum = size, word;
    size_t i;
    memset(bytes + 32, 0, 8);
    for (i = 0; i < size / 8; i++) {
        memcpy(&word, bytes + 8 * i, 8);
        word = (sums[i % 4] ^ word) * multiplier;
        sums[i % 4] = word << 29 | word >> 35;
    }
    for (i = 0; i < 4; i++) checksum = (checksum ^ sums[i]) * multiplier;
    memcpy(bytes + 32, &checksum, 8);
}

#endif
