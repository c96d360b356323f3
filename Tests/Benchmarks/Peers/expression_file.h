/* Reads the files of expressions that Translation.swift writes, and has a library make the smallest DFA of each. A file is made
   of records, each a number of bytes, a line end and so many bytes: for an expression `line NUMBER`, the sets of symbols that it
   names as `set SYMBOL...`, and the expression. */
#ifndef EXPRESSION_FILE_H
#define EXPRESSION_FILE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_SETS = 4096 };

struct record {
    char *text; /* with a zero byte behind it */
    size_t length;
};

struct expression {
    unsigned line;
    struct record sets[MOST_SETS];
    size_t set_count;
    struct record text;
};

/* The states of the smallest DFA, or -1 where there is none; adds the seconds that it took. */
typedef long (*expression_compiler)(const struct expression *expression, double *seconds);

static inline int record_next(FILE *file, struct record *record)
{
    if (fscanf(file, "%zu", &record->length) != 1 || getc(file) != '\n')
        return 0;
    record->text = malloc(record->length + 1);
    if (!record->text || fread(record->text, 1, record->length, file) != record->length) {
        fputs("a record is too short\n", stderr);
        exit(2);
    }
    record->text[record->length] = 0;
    return 1;
}

static inline int expression_next(FILE *file, struct expression *expression)
{
    struct record record;
    expression->set_count = 0;
    while (record_next(file, &record)) {
        if (!strncmp(record.text, "line ", 5)) {
            expression->line = (unsigned)strtoul(record.text + 5, NULL, 10);
            free(record.text);
        } else if (!strncmp(record.text, "set ", 4) && expression->set_count < MOST_SETS) {
            expression->sets[expression->set_count++] = record;
        } else {
            expression->text = record;
            return 1;
        }
    }
    return 0;
}

static inline void expression_free(struct expression *expression)
{
    for (size_t i = 0; i < expression->set_count; i++)
        free(expression->sets[i].text);
    free(expression->text.text);
}

/* Whether the library is done within so many milliseconds of processor time and 2 GiB: tried in a process of its own. */
static inline int expression_is_quick(expression_compiler compile, const struct expression *expression, long milliseconds)
{
    pid_t child = fork();
    if (child == 0) {
        struct itimerval timer = {{0, 0}, {milliseconds / 1000, milliseconds % 1000 * 1000}};
        struct rlimit memory = {(rlim_t)2 << 30, (rlim_t)2 << 30}, core = {0, 0};
        double seconds = 0;
        setrlimit(RLIMIT_CORE, &core);
        setrlimit(RLIMIT_AS, &memory);
        setitimer(ITIMER_PROF, &timer, NULL);
        _exit(compile(expression, &seconds) >= 0 ? 0 : 1);
    }
    int status;
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* `regex FILE`: all expressions of a file; prints the seconds that compiling took, the states of all DFAs together and how many
   expressions failed. `regex-quick FILE MILLISECONDS`: prints the lines of those that each take less than that. */
static inline int expression_main(expression_compiler compile, int argc, char **argv)
{
    static struct expression expression;
    FILE *file = fopen(argv[2], "r");
    double seconds = 0;
    long states = 0, failed = 0;
    if (!file) {
        perror(argv[2]);
        return 2;
    }
    if (argc == 4)
        puts("0\t0\t0");
    while (expression_next(file, &expression)) {
        if (argc == 4) {
            fflush(stdout);
            if (expression_is_quick(compile, &expression, atol(argv[3])))
                printf("%u\n", expression.line);
        } else {
            long count = compile(&expression, &seconds);
            states += count < 0 ? 0 : count;
            failed += count < 0;
        }
        expression_free(&expression);
    }
    fclose(file);
    if (argc == 3)
        printf("%.9f\t%ld\t%ld\n", seconds, states, failed);
    return 0;
}

#endif
