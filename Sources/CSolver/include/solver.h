/* CaDiCaL with statuses in the place of exceptions.
 *
 * Variables are 1, 2, …; a literal is a variable, or its negative. A solver belongs to one thread
 * at a time. */
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
    /* The question was given up: a limit was reached, or `is_stopped` said so. */
    SOLVER_STOPPED,
    /* The memory ran out. Nothing may follow but solver_free(). */
    SOLVER_MEMORY,
} solver_answer;

/* Returns NULL if the memory isn't there. */
solver *solver_new(void);
void solver_free(solver *solver);

/* Adds clauses, each of which ends with a 0. Returns whether the memory was there. */
bool solver_add(solver *solver, const int32_t *literals, size_t count);

/* Makes the search try literals first, or no longer. Returns whether the memory was there. */
bool solver_prefer(solver *solver, const int32_t *literals, size_t count, bool prefers);

/* Asks whether an assignment satisfies all clauses, the assumptions, and one more clause for this
 * question, unless it has no literals.
 *
 * is_stopped: asked now and then; a true answer gives the question up.
 * conflict_limit: the most conflicts, or -1. */
solver_answer solver_solve(
    solver *solver, const int32_t *assumptions, size_t assumption_count, const int32_t *clause, size_t clause_count,
    int32_t conflict_limit, bool (*is_stopped)(void *context), void *context);

/* Returns whether a literal is true; only right after SOLVER_SATISFIABLE. */
bool solver_value(solver *solver, int32_t literal);

/* Returns whether an assumption was needed for the contradiction; only right after
 * SOLVER_UNSATISFIABLE. */
bool solver_has_failed(solver *solver, int32_t literal);

/* Returns whether the solver knows that no assignment satisfies all clauses and the literal. */
bool solver_is_impossible(solver *solver, int32_t literal);

#ifdef __cplusplus
}
#endif

#endif
