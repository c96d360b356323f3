#!/usr/bin/env python3
"""One operation of Mata in one process, as `bench` does for ours: mata_driver.py OPERATION FILE.tab, or
mata_driver.py included antichains LEFT.tab RIGHT.tab, which is called nine times for a median.

Prints seconds, states and transitions; `reduce` and `reduce-forward` are the same, as Mata has the forward simulation quotient only.
"""

import statistics
import sys
import time

import libmata.alphabets
import libmata.nfa.nfa as mata


def read(path):
    with open(path) as file:
        numbers = list(map(int, file.read().split()))
    states, _, transitions, initial, final = numbers[:5]
    automaton = mata.Nfa(states)
    start = 5 + initial + final
    automaton.make_initial_states(numbers[5:5 + initial])
    automaton.make_final_states(numbers[5 + initial:start])
    for index in range(start, start + 3 * transitions, 3):
        automaton.add_transition(*numbers[index:index + 3])
    return automaton


def included(algorithm, left, right):
    with open(left) as file:
        symbols = int(file.read().split(None, 2)[1])
    alphabet = libmata.alphabets.OnTheFlyAlphabet()
    for symbol in range(symbols):
        alphabet.translate_symbol(str(symbol))
    one, other = read(left), read(right)
    seconds = []
    while len(seconds) < 9 and sum(seconds) < 1:
        start = time.perf_counter()
        answer = mata.is_included(one, other, alphabet, {"algorithm": algorithm})
        seconds.append(time.perf_counter() - start)
    print(f"{statistics.median(seconds)}\t{int(answer)}\t0")


def main():
    operation = sys.argv[1]
    if operation == "idle":
        print("0\t0\t0")
        return
    if operation == "included":
        included(*sys.argv[2:5])
        return
    if operation not in ("reduce", "reduce-forward"):
        sys.exit(f"mata_driver: no operation '{operation}'")
    automaton = read(sys.argv[2])
    start = time.perf_counter()
    result = mata.reduce(automaton, {"algorithm": "simulation"})
    seconds = time.perf_counter() - start
    print(f"{seconds}\t{result.num_of_states()}\t{result.get_num_of_transitions()}")


main()
