#!/usr/bin/env python3
"""Compares the machines of the tool with AALpy (python3 -m pip install aalpy): texts both ways, minimization, equivalence, test suites,
and learning, with the number of words that both learners ask.

    Tests/Machines/differential.py AUTOMATA [COUNT [STATES]]

AUTOMATA is the tool, COUNT the number of small machines, and STATES the maximum size of those that are learned. Without AALpy nothing
is compared, which the script says.
"""
import json
import pathlib
import random
import re
import shlex
import subprocess
import sys
import tempfile

if sys.argv[1:2] == ["--answer"]:
    # The system that the tool learns: a table of targets and outputs.
    initial, table = json.loads(pathlib.Path(sys.argv[2]).read_text())
    for line in sys.stdin:
        state, outputs = initial, []
        for letter in line.split():
            state, output = table[state][letter]
            outputs.append(output)
        print(" ".join(outputs), flush=True)
    sys.exit(0)

try:
    from aalpy.SULs import AutomatonSUL
    from aalpy.automata import MealyMachine, MealyState
    from aalpy.learning_algs import run_KV, run_Lstar
    from aalpy.oracles import RandomWordEqOracle
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


def learn(source, states, folder):
    """Learns a machine with the tool and with both learners of AALpy, each with random words of the same lengths."""
    inputs = ["a", "b", "c"]
    hidden = machine(source, states, inputs, ["x", "y"])
    hidden.minimize()
    table = {state.state_id: {letter: (state.transitions[letter].state_id, state.output_fun[letter]) for letter in inputs} for state in hidden.states}
    system, path = folder / "system.json", folder / "learned.dot"
    system.write_text(json.dumps([hidden.initial_state.state_id, table]))
    words = 20 * states
    command = f"{shlex.quote(sys.executable)} {shlex.quote(str(pathlib.Path(__file__).resolve()))} --answer {shlex.quote(str(system))}"
    run = subprocess.run(
        [AUTOMATA, "learn", command, "--inputs", ",".join(inputs), "--random", str(words), "--max-length", "50", "-o", path, "--force"],
        capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    learned = load_automaton_from_file(path, "mealy")
    assert bisimilar(hidden, learned), f"a machine of {hidden.size} states was learned as one of {learned.size}"
    asked, tested = (int(number.replace(",", "")) for number in re.findall(r"([\d,]+) (?:words? (?:was|were) asked|to test)", run.stderr)[:2])
    figures = [f"{asked} + {tested}"]
    for learner in (run_KV, run_Lstar):
        sul = AutomatonSUL(hidden)
        oracle = RandomWordEqOracle(inputs, sul, num_walks=words, min_walk_len=1, max_walk_len=50)
        random.seed(1)
        _, data = learner(inputs, sul, oracle, automaton_type="mealy", return_data=True, print_level=0)
        figures.append(f"{data['queries_learning']} + {data['queries_eq_oracle']}")
        # Ours may take a few more words by chance.
        assert asked <= 1.2 * data["queries_learning"] + 100, f"{asked} words to learn, {data['queries_learning']} by AALpy"
    print(f"{hidden.size} states: {figures[0]} words to learn and to test; AALpy {figures[1]} (KV), {figures[2]} (L*)", flush=True)


AUTOMATA = pathlib.Path(sys.argv[1]).resolve()
count = int(sys.argv[2]) if len(sys.argv) > 2 else 50
most = int(sys.argv[3]) if len(sys.argv) > 3 else 100
with tempfile.TemporaryDirectory() as name:
    for seed in range(count):
        try:
            compare(random.Random(seed), pathlib.Path(name))
        except AssertionError as error:
            sys.exit(f"seed {seed}: {error}")
    for states in (10, 30, 100, 300, 1000):
        try:
            if states <= most:
                learn(random.Random(states), states, pathlib.Path(name))
        except AssertionError as error:
            sys.exit(f"{states} states: {error}")
print(f"{count} machines: as AALpy has them")
