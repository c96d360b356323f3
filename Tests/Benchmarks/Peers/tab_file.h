/* Reads the .tab files that the drivers share: the numbers of states, symbols, transitions, initial and final states; the
   initial states; the final states; then source, symbol and target of each transition. A symbol that is the number of symbols
   stands for an epsilon move. */
#ifndef TAB_FILE_H
#define TAB_FILE_H

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct tab_transition {
    unsigned source, symbol, target;
};

struct tab_automaton {
    unsigned states, symbols, transitions, initial, final;
    unsigned *initial_states, *final_states;
    struct tab_transition *rows;
};

static inline unsigned tab_number(FILE *file)
{
    int byte = getc_unlocked(file);
    while (byte == ' ' || byte == '\n')
        byte = getc_unlocked(file);
    unsigned value = 0;
    if (byte < '0' || byte > '9') {
        fputs("a number is missing\n", stderr);
        exit(2);
    }
    for (; byte >= '0' && byte <= '9'; byte = getc_unlocked(file))
        value = value * 10 + (unsigned)(byte - '0');
    return value;
}

static inline FILE *tab_open(const char *path, const char *mode)
{
    FILE *file = fopen(path, mode);
    if (!file) {
        perror(path);
        exit(2);
    }
    return file;
}

static inline struct tab_automaton tab_next(FILE *file)
{
    struct tab_automaton a;
    a.states = tab_number(file);
    a.symbols = tab_number(file);
    a.transitions = tab_number(file);
    a.initial = tab_number(file);
    a.final = tab_number(file);
    a.initial_states = (unsigned *)calloc(a.initial + 1, sizeof *a.initial_states);
    a.final_states = (unsigned *)calloc(a.final + 1, sizeof *a.final_states);
    a.rows = (struct tab_transition *)malloc((a.transitions + 1) * sizeof *a.rows);
    if (!a.initial_states || !a.final_states || !a.rows)
        exit(2);
    for (unsigned i = 0; i < a.initial; i++)
        a.initial_states[i] = tab_number(file);
    for (unsigned i = 0; i < a.final; i++)
        a.final_states[i] = tab_number(file);
    for (unsigned i = 0; i < a.transitions; i++) {
        a.rows[i].source = tab_number(file);
        a.rows[i].symbol = tab_number(file);
        a.rows[i].target = tab_number(file);
    }
    return a;
}

static inline struct tab_automaton tab_read(const char *path)
{
    FILE *file = tab_open(path, "r");
    struct tab_automaton a = tab_next(file);
    fclose(file);
    return a;
}

static inline void tab_free(struct tab_automaton *a)
{
    free(a->initial_states);
    free(a->final_states);
    free(a->rows);
}

static double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* What one thread alone takes: by the wall's clock where it is short, as the processor's may go by ticks, and else by the
   processor's, as others on the machine would count. */
struct stopwatch {
    double seconds, processor_seconds;
};

static inline double processor_seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline struct stopwatch stopwatch_started(void)
{
    struct stopwatch watch;
    watch.processor_seconds = processor_seconds_now();
    watch.seconds = seconds_now();
    return watch;
}

static inline double stopwatch_seconds(struct stopwatch watch)
{
    double seconds = seconds_now() - watch.seconds;
    return seconds < 0.02 ? seconds : processor_seconds_now() - watch.processor_seconds;
}

#endif
