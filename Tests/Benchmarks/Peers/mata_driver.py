#!/usr/bin/env python3
"""One operation of Mata in one process, as `bench` does for ours: mata_driver.py OPERATION FILE.tab, or
mata_driver.py included|equivalent antichains LEFT.tab RIGHT.tab, which is called nine times for a median.
Or, to compare results and not times: mata_driver.py differential CASES RESULTS, as Differential.swift describes the files.

Prints seconds, states and transitions; `reduce` and `reduce-forward` are the same, as Mata has the forward simulation quotient only.
"""

import statistics
import sys
import time

import libmata.alphabets
import libmata.nfa.nfa as mata


def read(path):
    with open(path) as file:
        return read_next(map(int, file.read().split()))[0]


def read_next(numbers):
    """The automaton that the next numbers are, and how many symbols there are."""
    states, symbols, transitions, initial, final = (next(numbers) for _ in range(5))
    automaton = mata.Nfa(states)
    automaton.make_initial_states([next(numbers) for _ in range(initial)])
    automaton.make_final_states([next(numbers) for _ in range(final)])
    for _ in range(transitions):
        source, symbol, target = next(numbers), next(numbers), next(numbers)
        automaton.add_transition(source, mata.epsilon() if symbol == symbols else symbol, target)
    return automaton, symbols


def write(file, automaton, symbols):
    transitions = automaton.get_trans_as_sequence()
    initial, final = automaton.initial_states, automaton.final_states
    states = max([automaton.num_of_states(), *(state + 1 for state in [*initial, *final])])
    print(states, symbols, len(transitions), len(initial), len(final), *initial, *final, file=file)
    for transition in transitions:
        symbol = symbols if transition.symbol == mata.epsilon() else transition.symbol
        print(transition.source, symbol, transition.target, file=file)


def differential(cases, results):
    """What of the questions Mata has, by their numbers, those that take long with large automata last."""
    with open(cases) as file:
        numbers = map(int, file.read().split())
    with open(results, "w") as file:
        for number in range(next(numbers)):
            left, symbols = read_next(numbers)
            left = mata.remove_epsilon(left)
            right = mata.remove_epsilon(read_next(numbers)[0])
            alphabet = libmata.alphabets.OnTheFlyAlphabet()
            for symbol in range(symbols):
                alphabet.translate_symbol(str(symbol))
            for question, answer in [
                (10, lambda: left.is_lang_empty()),
                (7, lambda: mata.is_included(left, right, alphabet)),
                (8, lambda: mata.equivalence_check(left, right, alphabet)),
                (9, lambda: left.is_universal(alphabet)),
                (0, lambda: mata.union(left, right)),
                (4, lambda: mata.concatenate(left, right)),
                (6, lambda: mata.revert(left)),
                (1, lambda: mata.intersection(left, right)),
                (3, lambda: mata.complement(left, alphabet)),
            ]:
                result = answer()
                print(number, question, end=" ", file=file)
                if question < 7:
                    write(file, result, symbols)
                else:
                    print(int(result), file=file)
                file.flush()


def compared(question, algorithm, left, right):
    with open(left) as file:
        symbols = int(file.read().split(None, 2)[1])
    alphabet = libmata.alphabets.OnTheFlyAlphabet()
    for symbol in range(symbols):
        alphabet.translate_symbol(str(symbol))
    one, other = read(left), read(right)
    seconds = []
    while len(seconds) < 9 and sum(seconds) < 1:
        start = time.perf_counter()
        answer = question(one, other, alphabet, {"algorithm": algorithm})
        seconds.append(time.perf_counter() - start)
    print(f"{statistics.median(seconds)}\t{int(answer)}\t0")


def main():
    operation = sys.argv[1]
    if operation == "idle":
        print("0\t0\t0")
        return
    if operation == "differential":
        differential(*sys.argv[2:4])
        return
    if operation in ("included", "equivalent"):
        compared(mata.is_included if operation == "included" else mata.equivalence_check, *sys.argv[2:5])
        return
    if operation not in ("reduce", "reduce-forward"):
        sys.exit(f"mata_driver: no operation '{operation}'")
    automaton = read(sys.argv[2])
    start = time.perf_counter()
    result = mata.reduce(automaton, {"algorithm": "simulation"})
    seconds = time.perf_counter() - start
    print(f"{seconds}\t{result.num_of_states()}\t{result.get_num_of_transitions()}")


main()
