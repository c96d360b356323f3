/* Charts with entry and exit actions, run through the C API.

   statecharts_c_api EVENTS CHART...: a file of bytes 0 to 3, and charts in SCXML named by their charts in `bench statecharts`. A
   line of output for each chart: name, nanoseconds an event, checksum. */
#define _POSIX_C_SOURCE 200809L
#include <automata_statechart.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 9, REPEATS = 8, MOST = 1 << 20 };

static int enter(automata_machine *machine, void *context) { (void)machine; *(uint64_t *)context += 1; return 0; }
static int leave(automata_machine *machine, void *context) { (void)machine; *(uint64_t *)context += 3; return 0; }
static int hit(automata_machine *machine, void *context) { (void)machine; *(uint64_t *)context += 7; return 0; }

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e9 + time.tv_nsec;
}

static int run(const char *path, const unsigned char *events, size_t length)
{
    const automata_statechart_binding actions[] = {{"enter", enter}, {"leave", leave}, {"hit", hit}};
    const char *names[] = {"e0", "e1", "e2", "e3"};
    automata_statechart_options options = AUTOMATA_STATECHART_OPTIONS_INIT;
    automata_machine_options machine_options = AUTOMATA_MACHINE_OPTIONS_INIT;
    automata_statechart *chart = NULL;
    automata_machine *machine = NULL;
    automata_error error;
    automata_statechart_event ids[4];
    uint64_t count = 0;
    double best = 1e300;
    options.actions = actions;
    options.action_count = 3;
    machine_options.context = &count;
    if (automata_statechart_from_file(path, AUTOMATA_STATECHART_FORMAT_GUESS, &options, &chart, &error)) {
        fprintf(stderr, "%s: %s\n", path, error.message);
        return 1;
    }
    for (int index = 0; index < 4; index++)
        if (automata_statechart_find_event(chart, names[index], 2, &ids[index], &error)) ids[index] = AUTOMATA_STATECHART_NO_EVENT;
    if (automata_machine_start(chart, &machine_options, &machine, &error)) return 1;
    count = 0;
    for (int round = 0; round < ROUNDS; round++) {
        double start = now();
        for (int repeat = 0; repeat < REPEATS; repeat++)
            for (size_t index = 0; index < length; index++) automata_machine_send(machine, ids[events[index]], 0, NULL, NULL);
        double time = (now() - start) / ((double)length * REPEATS);
        if (time < best) best = time;
    }
    const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    printf("%.*s, C API\t%f\t%llu\n", (int)strcspn(name, "."), name, best, (unsigned long long)count);
    automata_machine_free(machine);
    automata_statechart_free(chart);
    return 0;
}

int main(int count, char **arguments)
{
    FILE *file = count > 2 ? fopen(arguments[1], "rb") : NULL;
    unsigned char *events = malloc(MOST);
    if (!file || !events) return 2;
    size_t length = fread(events, 1, MOST, file);
    fclose(file);
    for (int index = 2; index < count; index++)
        if (run(arguments[index], events, length)) return 1;
    free(events);
    return 0;
}
