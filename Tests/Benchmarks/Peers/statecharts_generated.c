/* The hierarchy of `bench statecharts` as generated C: hierarchy.h is what StatechartCode makes of the chart.

   statecharts_generated EVENTS: a file of bytes 0 to 3. A line of output: name, nanoseconds an event, checksum. */
#define _POSIX_C_SOURCE 200809L
#define HIERARCHY_IMPLEMENTATION
#include "hierarchy.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { ROUNDS = 9, REPEATS = 8, MOST = 1 << 20 };

static uint64_t total;

void hierarchy_do_enter(hierarchy *machine) { (void)machine; total += 1; }
void hierarchy_do_leave(hierarchy *machine) { (void)machine; total += 3; }

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e9 + time.tv_nsec;
}

int main(int count, char **arguments)
{
    FILE *file = count == 2 ? fopen(arguments[1], "rb") : NULL;
    unsigned char *events = malloc(MOST);
    if (!file || !events) return 2;
    size_t length = fread(events, 1, MOST, file);
    fclose(file);
    if (!length) return 2;

    const hierarchy_event numbers[] = {HIERARCHY_EVENT_E0, HIERARCHY_EVENT_E1, HIERARCHY_EVENT_E2, HIERARCHY_EVENT_E3};
    hierarchy machine;
    double best = 1e300;
    hierarchy_start(&machine);
    total = 0;
    for (int round = 0; round < ROUNDS; round++) {
        double start = now();
        for (int repeat = 0; repeat < REPEATS; repeat++)
            for (size_t index = 0; index < length; index++) hierarchy_send(&machine, numbers[events[index] & 3]);
        double time = (now() - start) / ((double)length * REPEATS);
        if (time < best) best = time;
    }
    printf("hierarchy, generated C\t%f\t%llu\n", best, (unsigned long long)total);
    free(events);
    return 0;
}
