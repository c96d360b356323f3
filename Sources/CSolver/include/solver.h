/* CaDiCaL with statuses instead of exceptions.
 *
 * Variables are 1, 2, …; a literal is a variable or its negative. Only one thread at a time may use
 * a solver. */
#ifndef SOLVER_H
#define SOLVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct solver solver;

typedef enum solver_answer {
    SOLVER_SATISFIABLE,
    SOLVER_UNSATISFIABLE,
    /* The search was stopped: a limit was reached, or `is_stopped` returned true. */
    SOLVER_STOPPED,
    /* There is no memory left. Only solver_free() may be called now. */
    SOLVER_MEMORY,
} solver_answer;

/* Creates a solver. Returns NULL if there isn't enough memory. */
solver *solver_new(void);
void solver_free(solver *solver);

/* Adds clauses, each of which ends with a 0. Returns whether there was enough memory. */
bool solver_add(solver *solver, const int32_t *literals, size_t count);

/* Makes the search try literals first, or stops that. Returns whether there was enough memory. */
bool solver_prefer(solver *solver, const int32_t *literals, size_t count, bool prefers);

/* Searches for an assignment that satisfies all clauses, the assumptions, and, if it has literals,
 * one additional clause for this search.
 *
 * is_stopped: called regularly; stops the search if it returns true.
 * conflict_limit: the maximum number of conflicts, or -1. */
solver_answer solver_solve(
    solver *solver, const int32_t *assumptions, size_t assumption_count, const int32_t *clause, size_t clause_count,
    int32_t conflict_limit, bool (*is_stopped)(void *context), void *context);

/* Returns whether a literal is true; valid only right after SOLVER_SATISFIABLE. */
bool solver_value(solver *solver, int32_t literal);

/* Returns whether an assumption was needed for the contradiction; valid only right after
 * SOLVER_UNSATISFIABLE. */
bool solver_has_failed(solver *solver, int32_t literal);

/* Returns whether the solver knows that no assignment satisfies all clauses and the literal. */
bool solver_is_impossible(solver *solver, int32_t literal);

#ifdef __cplusplus
}
#endif

#endif
