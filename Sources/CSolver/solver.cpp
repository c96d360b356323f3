#include "solver.h"

#include <cadical.hpp>

// CaDiCaL calls the terminator at each step of its search; the caller is asked less often.
static const unsigned steps_between_questions = 1 << 10;

struct solver : CaDiCaL::Terminator {
    CaDiCaL::Solver cadical;
    bool (*is_stopped)(void *context) = nullptr;
    void *context = nullptr;
    unsigned asked = 0;

    bool terminate() override { return ++asked % steps_between_questions == 0 && is_stopped(context); }
};

solver *solver_new(void) {
    solver *result = nullptr;
    try {
        result = new solver();
        // Otherwise, it writes messages about some formulas to standard output.
        result->cadical.set("quiet", 1);
        // Nobody asks for times, which cost small questions many system calls.
        result->cadical.set("profile", 0);
        return result;
    } catch (...) {
        delete result;
        return nullptr;
    }
}

void solver_free(solver *solver) { delete solver; }

bool solver_add(solver *solver, const int32_t *literals, size_t count) {
    try {
        for (size_t index = 0; index < count; index++) solver->cadical.add(literals[index]);
        return true;
    } catch (...) {
        return false;
    }
}

bool solver_prefer(solver *solver, const int32_t *literals, size_t count, bool prefers) {
    try {
        for (size_t index = 0; index < count; index++) {
            if (prefers) {
                solver->cadical.phase(literals[index]);
            } else {
                solver->cadical.unphase(literals[index]);
            }
        }
        return true;
    } catch (...) {
        return false;
    }
}

solver_answer solver_solve(
    solver *solver, const int32_t *assumptions, size_t assumption_count, const int32_t *clause, size_t clause_count,
    int32_t conflict_limit, bool (*callback)(void *context), void *context) {
    CaDiCaL::Solver &cadical = solver->cadical;
    try {
        for (size_t index = 0; index < assumption_count; index++) cadical.assume(assumptions[index]);
        for (size_t index = 0; index < clause_count; index++) cadical.constrain(clause[index]);
        if (clause_count > 0) cadical.constrain(0);
        cadical.limit("conflicts", conflict_limit);
        solver->is_stopped = callback;
        solver->context = context;
        cadical.connect_terminator(solver);
        int answer = cadical.solve();
        cadical.disconnect_terminator();
        return answer == 10 ? SOLVER_SATISFIABLE : answer == 20 ? SOLVER_UNSATISFIABLE : SOLVER_STOPPED;
    } catch (...) {
        return SOLVER_MEMORY;
    }
}

bool solver_value(solver *solver, int32_t literal) { return solver->cadical.val(literal) > 0; }

bool solver_has_failed(solver *solver, int32_t literal) { return solver->cadical.failed(literal); }

bool solver_is_impossible(solver *solver, int32_t literal) { return solver->cadical.fixed(literal) < 0; }
