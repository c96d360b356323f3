/* Marks with vectors of one width. This file is included once for each width, after these have been
 * defined: WIDTH, VECTOR, LOAD, TABLE (of 16 bytes, in each lane), SPLAT, AND, LOOK_UP, LOW and
 * HIGH (halves of bytes), ASCII_LOW (an index for LOOK_UP that finds the low half of an ASCII byte;
 * for other bytes it may find anything), IS_NONZERO and ARE_EQUAL (a bit for each byte). */

#define JOINED(name, width) name##_##width
#define NAMED(name, width) JOINED(name, width)
#define OF_WIDTH(name) NAMED(name, WIDTH)
#define ALWAYS_INLINE static inline __attribute__((always_inline))

struct OF_WIDTH(tables) {
    VECTOR low[AUTOMATA_LONGEST_FACTOR], high[AUTOMATA_LONGEST_FACTOR];
};

ALWAYS_INLINE uint64_t OF_WIDTH(factors_in_group)(const uint8_t *text, const struct OF_WIDTH(tables) *tables,
                                                  int length, bool are_ascii) {
    uint64_t group = 0;
    for (int part = 0; part < GROUP; part += WIDTH) {
        VECTOR common = SPLAT(0xFF);
        for (int i = 0; i < length; i++) {
            VECTOR bytes = LOAD(text + part + i);
            VECTOR low = LOOK_UP(tables->low[i], are_ascii ? ASCII_LOW(bytes) : LOW(bytes));
            common = AND(common, AND(low, LOOK_UP(tables->high[i], HIGH(bytes))));
        }
        group |= (uint64_t)IS_NONZERO(common) << part;
    }
    return group;
}

ALWAYS_INLINE bool OF_WIDTH(mark_factors_of)(const uint8_t *text, size_t count,
                                             const struct automata_factors *factors, uint64_t *marks, int length,
                                             bool are_ascii) {
    struct OF_WIDTH(tables) tables;
    uint64_t any = 0;
    size_t start = 0;
    for (int i = 0; i < length; i++) {
        tables.low[i] = TABLE(factors->low[i]);
        tables.high[i] = TABLE(factors->high[i]);
    }
    for (; start + GROUP <= count; start += GROUP)
        any |= *marks++ = OF_WIDTH(factors_in_group)(text + start, &tables, length, are_ascii);
    if (start < count) {
        uint8_t rest[GROUP + AUTOMATA_LONGEST_FACTOR] = {0};
        memcpy(rest, text + start, count - start + (size_t)length - 1);
        any |= *marks = OF_WIDTH(factors_in_group)(rest, &tables, length, are_ascii) & positions_below(count - start);
    }
    return any != 0;
}

ALWAYS_INLINE bool OF_WIDTH(mark_factors_in)(const uint8_t *text, size_t count,
                                             const struct automata_factors *factors, uint64_t *marks, bool are_ascii) {
    switch (factors->length) {
    case 1: return OF_WIDTH(mark_factors_of)(text, count, factors, marks, 1, are_ascii);
    case 2: return OF_WIDTH(mark_factors_of)(text, count, factors, marks, 2, are_ascii);
    case 3: return OF_WIDTH(mark_factors_of)(text, count, factors, marks, 3, are_ascii);
    default: return OF_WIDTH(mark_factors_of)(text, count, factors, marks, 4, are_ascii);
    }
}

static bool OF_WIDTH(mark_factors)(const uint8_t *text, size_t count, const struct automata_factors *factors,
                                   uint64_t *marks) {
    return are_ascii(factors) ? OF_WIDTH(mark_factors_in)(text, count, factors, marks, true)
                              : OF_WIDTH(mark_factors_in)(text, count, factors, marks, false);
}

ALWAYS_INLINE uint64_t OF_WIDTH(equal_in_group)(const uint8_t *text, VECTOR byte) {
    uint64_t group = 0;
    for (int part = 0; part < GROUP; part += WIDTH) group |= (uint64_t)ARE_EQUAL(LOAD(text + part), byte) << part;
    return group;
}

static bool OF_WIDTH(mark_pairs)(const uint8_t *text, size_t count, uint8_t first, uint8_t second, size_t distance,
                                 uint64_t *marks) {
    VECTOR all_first = SPLAT(first), all_second = SPLAT(second);
    uint64_t any = 0;
    size_t start = 0;
    for (; start + GROUP <= count; start += GROUP)
        any |= *marks++ = OF_WIDTH(equal_in_group)(text + start, all_first) &
                          OF_WIDTH(equal_in_group)(text + start + distance, all_second);
    if (start < count) {
        uint8_t rest[2][GROUP] = {{0}};
        memcpy(rest[0], text + start, count - start);
        memcpy(rest[1], text + start + distance, count - start);
        any |= *marks = OF_WIDTH(equal_in_group)(rest[0], all_first) & OF_WIDTH(equal_in_group)(rest[1], all_second) &
                        positions_below(count - start);
    }
    return any != 0;
}

#undef JOINED
#undef NAMED
#undef OF_WIDTH
#undef ALWAYS_INLINE
#undef WIDTH
#undef VECTOR
#undef LOAD
#undef TABLE
#undef SPLAT
#undef AND
#undef LOOK_UP
#undef LOW
#undef ASCII_LOW
#undef HIGH
#undef IS_NONZERO
#undef ARE_EQUAL
