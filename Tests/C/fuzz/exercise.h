/* Calls everything that an automaton can be given to, and checks that the answers agree with each other. */
#ifndef FUZZ_EXERCISE_H
#define FUZZ_EXERCISE_H

#include "support.h"

/* A budget that keeps each operation short. */
automata_budget small_budget(void);

/* That the automaton's arrays, names and numbers fit together. */
void check_structure(const automata_fa *automaton);

/* That the automaton has the moves of a path; returns the state where it ends. */
automata_state check_moves(const automata_fa *automaton, automata_path path);

/* That the operations do what they say of the automaton, which is judged by words that the bytes spell. */
void exercise(const automata_fa *automaton, const uint8_t *bytes, size_t size);

/* The states of the minimal automaton; SIZE_MAX where the small budget isn't enough. */
size_t minimal_size(const automata_fa *automaton);

#endif
