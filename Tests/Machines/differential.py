#!/usr/bin/env python3
"""Compares the machines of the tool with AALpy (pip install aalpy): texts both ways, minimization, equivalence, and test suites.

    Tests/Machines/differential.py AUTOMATA [COUNT]

AUTOMATA is the tool. Without AALpy nothing is compared, which the script says.
"""
import json
import pathlib
import random
import subprocess
import sys
import tempfile

try:
    from aalpy.automata import MealyMachine, MealyState
    from aalpy.utils import bisimilar, load_automaton_from_file, save_automaton_to_file
except ImportError:
    print("skipped the comparison with AALpy: it isn't installed")
    sys.exit(0)


def machine(source, states, inputs, outputs):
    """A random complete machine, all of whose states can be reached."""
    made = [MealyState(f"q{index}") for index in range(states)]
    for index, state in enumerate(made):
        for letter in inputs:
            state.transitions[letter] = source.choice(made)
            state.output_fun[letter] = source.choice(outputs)
        if index:
            # A way to it from a state before.
            before = made[source.randrange(index)]
            before.transitions[source.choice(inputs)] = state
    whole = MealyMachine(made[0], made)
    reached, pending = {made[0]}, [made[0]]
    while pending:
        for target in pending.pop().transitions.values():
            if target not in reached:
                reached.add(target)
                pending.append(target)
    whole.states = [state for state in made if state in reached]
    return whole


def tool(*arguments, status=0):
    """What the tool prints."""
    run = subprocess.run([AUTOMATA, "machine", *map(str, arguments)], capture_output=True, text=True)
    if run.returncode != status:
        sys.exit(f"automata machine {' '.join(map(str, arguments))}: {run.returncode}\n{run.stdout}{run.stderr}")
    return run.stdout


def compare(source, folder):
    first = machine(source, source.randint(1, 9), ["a", "b", "c"][: source.randint(1, 3)], ["x", "y"])
    path, minimal_path = folder / "first.dot", folder / "minimal.dot"
    path.write_text(save_automaton_to_file(first, file_type="string"))
    # Their text is read, and ours by them: blanks and names are the same.
    tool("minimize", path, "-o", minimal_path, "--force")
    minimal = load_automaton_from_file(minimal_path, "mealy")
    assert bisimilar(first, minimal), "the minimal machine isn't equivalent"
    first.minimize()
    assert first.size == minimal.size, f"{minimal.size} states, and {first.size} of AALpy"
    # A changed output is told, with a word for which the outputs differ in AALpy, too.
    changed = load_automaton_from_file(minimal_path, "mealy")
    state = source.choice(changed.states)
    letter = source.choice(list(state.output_fun))
    state.output_fun[letter] = "z"
    other = folder / "changed.dot"
    other.write_text(save_automaton_to_file(changed, file_type="string"))
    answer = json.loads(tool("equivalent", minimal_path, other, "--json", status=1))
    words = [each.execute_sequence(each.initial_state, answer["word"]) for each in (minimal, changed)]
    assert words == [answer["first"], answer["second"]] and words[0] != words[1], answer
    # The tests tell both apart, and have the right outputs.
    for method in ("w", "wp"):
        found = False
        for line in tool("tests", minimal_path, "--method", method, "--json").splitlines():
            test = json.loads(line)
            assert minimal.execute_sequence(minimal.initial_state, test["inputs"]) == test["outputs"]
            found |= changed.execute_sequence(changed.initial_state, test["inputs"]) != test["outputs"]
        assert found, "the tests don't find the fault"


AUTOMATA = pathlib.Path(sys.argv[1]).resolve()
count = int(sys.argv[2]) if len(sys.argv) > 2 else 50
with tempfile.TemporaryDirectory() as name:
    for seed in range(count):
        try:
            compare(random.Random(seed), pathlib.Path(name))
        except AssertionError as error:
            sys.exit(f"seed {seed}: {error}")
print(f"{count} machines: as AALpy has them")
