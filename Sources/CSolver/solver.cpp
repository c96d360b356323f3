#include "solver.h"

#include <ccadical.h>
#include <new>

struct solver {
    CCaDiCaL *cadical;
    bool (*is_stopped)(void *context);
    void *context;
    unsigned asked;
};

// CaDiCaL asks at each step of its search; the caller needn't know it as often.
static const unsigned steps_between_questions = 1 << 10;

static int is_stopped(void *state) {
    struct solver *solver = static_cast<struct solver *>(state);
    if (++solver->asked % steps_between_questions != 0) return 0;
    return solver->is_stopped(solver->context);
}

solver *solver_new(void) {
    solver *result = new (std::nothrow) solver();
    if (!result) return nullptr;
    try {
        result->cadical = ccadical_init();
        // It comments on some formulas on standard output otherwise.
        ccadical_set_option(result->cadical, "quiet", 1);
        return result;
    } catch (const std::bad_alloc &) {
        delete result;
        return nullptr;
    }
}

void solver_free(solver *solver) {
    if (!solver) return;
    ccadical_release(solver->cadical);
    delete solver;
}

bool solver_add(solver *solver, const int32_t *literals, size_t count) {
    try {
        for (size_t index = 0; index < count; index++) ccadical_add(solver->cadical, literals[index]);
        return true;
    } catch (const std::bad_alloc &) {
        return false;
    }
}

solver_answer solver_solve(
    solver *solver, const int32_t *assumptions, size_t assumption_count, const int32_t *clause, size_t clause_count,
    int32_t conflict_limit, bool (*callback)(void *context), void *context) {
    CCaDiCaL *cadical = solver->cadical;
    try {
        for (size_t index = 0; index < assumption_count; index++) ccadical_assume(cadical, assumptions[index]);
        for (size_t index = 0; index < clause_count; index++) ccadical_constrain(cadical, clause[index]);
        if (clause_count > 0) ccadical_constrain(cadical, 0);
        ccadical_limit(cadical, "conflicts", conflict_limit);
        solver->is_stopped = callback;
        solver->context = context;
        ccadical_set_terminate(cadical, solver, is_stopped);
        int answer = ccadical_solve(cadical);
        ccadical_set_terminate(cadical, nullptr, nullptr);
        return answer == 10 ? SOLVER_SATISFIABLE : answer == 20 ? SOLVER_UNSATISFIABLE : SOLVER_STOPPED;
    } catch (const std::bad_alloc &) {
        return SOLVER_MEMORY;
    }
}

bool solver_value(solver *solver, int32_t literal) { return ccadical_val(solver->cadical, literal) > 0; }

bool solver_has_failed(solver *solver, int32_t literal) { return ccadical_failed(solver->cadical, literal) != 0; }
