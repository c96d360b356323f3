/* Little address space: what would take more than is left ends with BUDGET_EXCEEDED, under the default budget and under one without
 * bounds, and never with the process. Each operation runs in a child of its own, as limits can't be taken back. */
#define _DEFAULT_SOURCE
#define _POSIX_C_SOURCE 200809L

#include "heavy_operations.h"
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SECONDS = 120 };

static size_t megabytes_left;

/* The address space that the process takes already, and so many megabytes. */
static void limit_memory(size_t megabytes) {
    FILE *file = fopen("/proc/self/statm", "r");
    unsigned long pages = 0;
    struct rlimit limit;
    if (file == NULL || fscanf(file, "%lu", &pages) != 1) exit(3);
    fclose(file);
    limit.rlim_cur = limit.rlim_max = pages * (rlim_t)sysconf(_SC_PAGESIZE) + ((rlim_t)megabytes << 20);
    if (setrlimit(RLIMIT_AS, &limit) != 0) exit(3);
}

static void begin(void) { limit_memory(megabytes_left); }

static void check(size_t number, size_t megabytes, bool is_boundless) {
    automata_budget limits = AUTOMATA_BUDGET_INIT;
    int status = 0;
    pid_t child;
    limits.maximum_states = UINT64_MAX;
    limits.maximum_bytes = UINT64_MAX;
    child = fork();
    if (child < 0) exit(2);
    if (child == 0) {
        automata_status result;
        megabytes_left = megabytes;
        alarm(SECONDS);
        if (is_boundless) budget = &limits;
        result = operations[number].run();
        if (result != AUTOMATA_OK && result != AUTOMATA_ERROR_BUDGET_EXCEEDED && result != AUTOMATA_ERROR_TOO_LARGE) {
            fprintf(stderr, "%s\n", error.message);
            _exit(1);
        }
        _exit(0);
    }
    waitpid(child, &status, 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        char what[100];
        snprintf(what, sizeof what, "%s with %zu MB%s", operations[number].name, megabytes, is_boundless ? " and no budget" : "");
        check_failed(__FILE__, __LINE__, what, WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "not as wanted");
    }
}

/* Arguments: the megabytes that are left, 24 and 64 by default, and the names of operations, all by default. */
int main(int argc, char **argv) {
    size_t sizes[16] = {24, 64}, size_count = 0, name_count = 0, i, k;
    int argument;
    for (argument = 1; argument < argc; argument++) {
        const unsigned long size = strtoul(argv[argument], NULL, 10);
        if (size == 0) name_count++;
        else if (size_count < sizeof sizes / sizeof *sizes) sizes[size_count++] = size;
    }
    if (size_count == 0) size_count = 2;
    make_operands();
    for (i = 0; i < OPERATION_COUNT; i++) {
        bool is_wanted = name_count == 0;
        for (argument = 1; argument < argc; argument++) is_wanted |= strcmp(argv[argument], operations[i].name) == 0;
        for (k = 0; is_wanted && k < size_count; k++) {
            check(i, sizes[k], false);
            check(i, sizes[k], true);
        }
    }
    automata_fa_free(kth);
    automata_fa_free(small);
    return check_done();
}
