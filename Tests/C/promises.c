/* What operations with a budget promise: they take at most twice its bytes and 8 MB, the operands of which some make copies included,
 * and end soon after their callback asks for it.
 *
 *   promises [STEP [NAME...]]
 *
 * tries each STEP-th operation, all by default, or those with the given names, and prints the longest time between two calls of the
 * callback, or between its request and the end, in milliseconds of CPU time, and the most memory that has pages. */
#define _DEFAULT_SOURCE
#define _POSIX_C_SOURCE 200809L

#include "heavy_operations.h"
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { SECONDS = 120, ALLOWANCE = 8 << 20, LONGEST_REACTION = 500 };

/* The CPU time of this process in milliseconds. */
static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return 1e3 * (double)time.tv_sec + 1e-6 * (double)time.tv_nsec;
}

/* What happened in a child. */
typedef struct outcome {
    automata_status status;
    /* The longest time between two calls of the callback, or between its request to stop and the end. */
    double silence;
    size_t bytes;
} outcome;

static double begun, last_call, stop_after;
static outcome seen;
static size_t bytes_before;

/* The bytes of memory with pages: now, or the most since the process or begin() began. */
static size_t resident(const char *key) {
    FILE *file = fopen("/proc/self/status", "r");
    char line[200];
    size_t kilobytes = 0;
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, key, strlen(key)) == 0) kilobytes = strtoul(line + strlen(key), NULL, 10);
    if (file == NULL || fclose(file) != 0) exit(3);
    return kilobytes << 10;
}

/* Reads a byte of each page of the library's code and constants, which are no memory that an operation takes. */
static void load_library(void) {
    FILE *file = fopen("/proc/self/maps", "r");
    char line[512], mode[5];
    unsigned long start, end, page;
    volatile char byte;
    if (file == NULL) exit(3);
    while (fgets(line, sizeof line, file) != NULL) {
        if (strstr(line, "libautomata") == NULL || sscanf(line, "%lx-%lx %4s", &start, &end, mode) != 3 || mode[0] != 'r') continue;
        for (page = start; page < end; page += 4096) byte = *(const volatile char *)page;
    }
    (void)byte;
    fclose(file);
}

static void begin(void) {
    FILE *file;
    load_library();
    file = fopen("/proc/self/clear_refs", "w");
    if (file == NULL || fputs("5", file) == EOF || fclose(file) != 0) exit(3);
    bytes_before = resident("VmRSS:");
    begun = last_call = now();
    seen.silence = 0;
}

static void note_silence(double time) {
    if (time - last_call > seen.silence) seen.silence = time - last_call;
    last_call = time;
}

static int ask(uint64_t built, uint64_t pending, void *context) {
    const double time = now();
    (void)built;
    (void)pending;
    (void)context;
    note_silence(time);
    return time - begun >= stop_after;
}

/* Runs an operation in a child, as it may end the process. Returns whether it didn't. */
static bool run(size_t number, uint64_t maximum_bytes, double milliseconds, outcome *result) {
    int ends[2], status = 0;
    pid_t child;
    bool is_read;
    if (pipe(ends) != 0 || (child = fork()) < 0) exit(2);
    if (child == 0) {
        automata_budget limits = AUTOMATA_BUDGET_INIT;
        limits.maximum_states = UINT64_MAX;
        limits.maximum_bytes = maximum_bytes;
        limits.progress = ask;
        stop_after = milliseconds;
        alarm(SECONDS);
        budget = &limits;
        seen.status = operations[number].run();
        note_silence(now());
        seen.bytes = resident("VmHWM:");
        /* The system counts pages of a few kinds roughly. */
        seen.bytes = seen.bytes > bytes_before ? seen.bytes - bytes_before : 0;
        _exit(write(ends[1], &seen, sizeof seen) == (ssize_t)sizeof seen ? 0 : 1);
    }
    close(ends[1]);
    is_read = read(ends[0], result, sizeof *result) == (ssize_t)sizeof *result;
    close(ends[0]);
    waitpid(child, &status, 0);
    return is_read && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static int compare(const void *left, const void *right) {
    const double one = *(const double *)left, other = *(const double *)right;
    return one < other ? -1 : one > other;
}

static double reactions[3 * OPERATION_COUNT];
static size_t reaction_count;

static void check(size_t number) {
    static const size_t limits[] = {1 << 20, 4 << 20, 32 << 20};
    static const double moments[] = {20, 300};
    const char *name = operations[number].name;
    outcome found, worst = {AUTOMATA_OK, 0, 0};
    char text[200];
    size_t i;
    for (i = 0; i < sizeof limits / sizeof *limits; i++) {
        if (!run(number, limits[i], 2000, &found)) {
            check_failed(__FILE__, __LINE__, name, "ended the process");
            continue;
        }
        if (found.bytes > worst.bytes) worst.bytes = found.bytes;
        if (found.bytes > 2 * limits[i] + ALLOWANCE) {
            snprintf(text, sizeof text, "took %zu MB with %zu MB", found.bytes >> 20, limits[i] >> 20);
            check_failed(__FILE__, __LINE__, name, text);
        }
    }
    for (i = 0; i < sizeof moments / sizeof *moments; i++) {
        if (!run(number, 0, moments[i], &found)) {
            check_failed(__FILE__, __LINE__, name, "ended the process");
            continue;
        }
        if (found.silence > worst.silence) worst.silence = found.silence;
        if (found.status != AUTOMATA_ERROR_CANCELLED) continue;
        reactions[reaction_count++] = found.silence;
        if (found.silence > LONGEST_REACTION) {
            snprintf(text, sizeof text, "was silent for %.0f ms", found.silence);
            check_failed(__FILE__, __LINE__, name, text);
        }
    }
    printf("%-26s silent for %6.1f ms, took %3zu MB\n", name, worst.silence, worst.bytes >> 20);
    fflush(stdout);
}

int main(int argc, char **argv) {
    const size_t step = argc > 1 ? strtoul(argv[1], NULL, 10) : 1;
    size_t i, count = 0;
    int argument;
    make_operands();
    for (i = 0; i < OPERATION_COUNT; i += step == 0 ? 1 : step) {
        bool is_wanted = argc < 3;
        for (argument = 2; argument < argc; argument++) is_wanted |= strcmp(argv[argument], operations[i].name) == 0;
        if (!is_wanted || !operations[i].has_budget) continue;
        check(i);
        count++;
    }
    qsort(reactions, reaction_count, sizeof *reactions, compare);
    if (reaction_count > 0)
        printf(
            "%zu operations keep their budgets, and ask within %.1f ms (median) and %.1f ms (longest)\n", count,
            reactions[reaction_count / 2], reactions[reaction_count - 1]);
    automata_fa_free(kth);
    automata_fa_free(small);
    return check_done();
}
