/* A plain table loop over 100 MB of random letters: what `bench scan` is measured against. table_scan scan kth8|random1000
   Prints the seconds of the table as one would write it (16-bit cells, 256 columns) and whether the text was accepted, then on
   further lines those of two variants: cells that hold row offsets, and columns for classes of bytes. */
#include <stdint.h>
#include <string.h>

#include "tab_file.h"

static uint64_t random_state;

static uint64_t random_next(void)
{
    uint64_t z = random_state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

enum { BYTES = 256, LENGTH = 100000000, REPETITIONS = 3 };

static double best(double (*scan)(const void *, const uint8_t *, unsigned *), const void *table, const uint8_t *text,
                   unsigned *state)
{
    double least = 1e9;
    for (int i = 0; i < REPETITIONS; i++) {
        double seconds = scan(table, text, state);
        if (seconds < least)
            least = seconds;
    }
    return least;
}

static double scan_plain(const void *cells, const uint8_t *text, unsigned *end)
{
    const uint16_t *table = cells;
    double start = seconds_now();
    unsigned state = 0;
    for (size_t i = 0; i < LENGTH; i++)
        state = table[state * BYTES + text[i]];
    *end = state;
    return seconds_now() - start;
}

static double scan_offsets(const void *cells, const uint8_t *text, unsigned *end)
{
    const uint32_t *table = cells;
    double start = seconds_now();
    uint32_t state = 0;
    for (size_t i = 0; i < LENGTH; i++)
        state = table[state + text[i]];
    *end = state / BYTES;
    return seconds_now() - start;
}

struct classes {
    uint8_t of_byte[BYTES];
    uint16_t *cells;
};

static double scan_classes(const void *cells, const uint8_t *text, unsigned *end)
{
    const struct classes *table = cells;
    double start = seconds_now();
    unsigned state = 0;
    for (size_t i = 0; i < LENGTH; i++)
        state = table->cells[state * 32 + table->of_byte[text[i]]];
    *end = state;
    return seconds_now() - start;
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    int is_kth = !strcmp(argv[2], "kth8");
    unsigned states = is_kth ? 256 : 1000, letters = is_kth ? 2 : 26;
    uint16_t *plain = calloc(states * BYTES, sizeof *plain);
    uint32_t *offsets = calloc(states * BYTES, sizeof *offsets);
    struct classes classes = {{0}, calloc(states * 32, sizeof *classes.cells)};
    uint8_t *text = malloc(LENGTH);
    if (!plain || !offsets || !classes.cells || !text)
        return 2;
    random_state = 42;
    for (size_t i = 0; i < LENGTH; i++)
        text[i] = (uint8_t)(97 + random_next() % letters);
    random_state = 7;
    for (unsigned state = 0; state < states; state++)
        for (unsigned byte = 0; byte < BYTES; byte++) {
            int is_letter = byte >= 97 && byte < 97 + letters;
            unsigned target = is_kth ? ((state << 1 & 255) | (byte == 97))
                                     : is_letter ? (unsigned)(random_next() % states) : 0;
            plain[state * BYTES + byte] = (uint16_t)target;
            offsets[state * BYTES + byte] = target * BYTES;
            if (is_letter) {
                classes.of_byte[byte] = (uint8_t)(byte - 97);
                classes.cells[state * 32 + byte - 97] = (uint16_t)target;
            }
        }
    unsigned end;
    double seconds = best(scan_plain, plain, text, &end);
    printf("%.9f\t%d\t%d\n", seconds, LENGTH, end >= states / 2);
    seconds = best(scan_offsets, offsets, text, &end);
    printf("offsets %.9f\t%d\t%d\n", seconds, LENGTH, end >= states / 2);
    seconds = best(scan_classes, &classes, text, &end);
    printf("classes %.9f\t%d\t%d\n", seconds, LENGTH, end >= states / 2);
    return 0;
}
