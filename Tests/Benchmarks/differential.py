"""Asks other libraries the questions of Differential.swift on random pairs of automata, and compares the answers with ours."""

import collections
import pathlib
import random
import subprocess
import tempfile

# Random pairs are small, and a whole batch of them has so many seconds.
BATCH_LIMIT = 300
BATCH = 500
# Questions with numbers below it are answered with an automaton, the others with 1 or 0.
FIRST_DECISION = 7


def tab(states, symbols, transitions, initial, final):
    """The .tab text; see Input.swift."""
    transitions = sorted(set(transitions))
    parts = [[states, symbols, len(transitions), len(initial), len(final)], initial, final, *transitions]
    return "\n".join(" ".join(map(str, part)) for part in parts) + "\n"


def random_automaton(draw, symbols):
    """Of 1–12 states: a DFA, an NFA or one with epsilon moves, of several densities; sometimes one that accepts nothing or everything."""
    states = draw.randint(1, 12)
    everything = range(symbols)
    kind = draw.choice(["dfa", "total", "nfa", "nfa", "nfa", "nfa", "epsilon", "epsilon", "empty", "universal"])
    final = [state for state in range(states) if draw.random() < draw.choice([0.1, 0.3, 0.5, 0.9])]
    initial = [0]
    if kind in ("dfa", "total"):
        share = 1 if kind == "total" else draw.choice([0.3, 0.6, 0.9])
        transitions = [
            (state, symbol, draw.randrange(states)) for state in range(states) for symbol in everything if draw.random() < share
        ]
    else:
        count = round(states * symbols * draw.choice([0.4, 0.8, 1.1, 1.5, 2, 3]))
        transitions = [(draw.randrange(states), draw.choice(everything), draw.randrange(states)) for _ in range(count)]
        initial = sorted(draw.sample(range(states), min(states, draw.choice([1, 1, 1, 2, 3]))))
    if kind == "epsilon":
        transitions += [(draw.randrange(states), symbols, draw.randrange(states)) for _ in range(draw.randint(1, states))]
    elif kind == "empty":
        initial, final = draw.choice([([], final), (initial, []), ([], [])])
    elif kind == "universal":
        # Every word leads from an initial state into final ones, if only by one of the ways.
        transitions += [(state, symbol, draw.choice([0, state])) for state in range(states) for symbol in everything]
        initial, final = sorted({0, *initial}), list(range(states))
    return states, symbols, transitions, initial, final


def related(draw, automaton):
    """An automaton that is likely to include the given one, or to be equivalent to it: renumbered, and with or without something more."""
    states, symbols, transitions, initial, final = automaton
    more = states + draw.randint(0, 2)
    order = draw.sample(range(more), states)
    result = [(order[source], symbol, order[target]) for source, symbol, target in transitions]
    for _ in range(draw.choice([0, 0, 1, 2])):
        result.append((draw.randrange(more), draw.randrange(symbols), draw.randrange(more)))
    return more, symbols, result, sorted(order[state] for state in initial), sorted(order[state] for state in final)


def random_pair(seed, number):
    draw = random.Random(f"{seed} {number}")
    symbols = draw.choice([1, 2, 2, 2, 3, 4])
    left = random_automaton(draw, symbols)
    right = related(draw, left) if draw.random() < 0.4 else random_automaton(draw, symbols)
    pair = [left, right]
    if draw.random() < 0.2:
        pair.reverse()
    return tab(*pair[0]) + tab(*pair[1])


class Comparison:
    """What was counted so far, by peer and verdict."""

    def __init__(self, ours, peers, folder):
        self.ours, self.peers, self.folder = ours, peers, folder
        self.counts = collections.Counter()
        self.questions = collections.Counter()
        self.failed = []

    def compare(self, pairs, names, limit, may_run_out):
        cases, results = self.folder / "cases", self.folder / "results"
        cases.write_text(f"{len(pairs)}\n" + "".join(pairs))
        for peer in self.peers:
            results.write_text("")
            try:
                code = subprocess.run([peer.path, "differential", cases, results], timeout=limit).returncode
            except subprocess.TimeoutExpired:
                code = None
            if code != 0 and not (code is None and may_run_out):
                self.failed.append(f"{names}: {peer.name} {'needs too long' if code is None else f'ends with status {code}'}")
                continue
            if code is None:
                self.counts[peer.name, "pairs that ran out of time"] += 1
                print(f"{names}: {peer.name} had no time for all questions")
                # What it was writing when it was stopped; all that it had finished has been flushed.
                self.drop_unfinished(results)
            judged = subprocess.run(
                [self.ours.path, "differential", cases, results, peer.name], capture_output=True, text=True
            )
            if judged.returncode != 0:
                self.failed.append(f"{names}: {judged.stderr.strip() or judged.returncode}")
            for line in judged.stdout.splitlines():
                if not line.startswith("count\t"):
                    print(f"{names}, {line}")
                    if "case " in line:
                        self.show(pairs, int(line.split()[1].rstrip(",")))
                    continue
                _, question, verdict, count = line.split("\t")
                self.counts[peer.name, verdict] += int(count)
                self.questions[peer.name, question] += int(count)

    @staticmethod
    def drop_unfinished(results):
        """Keeps the whole answers of one pair: each starts with its case and question, and says itself how long it is."""
        text = results.read_text()
        words = text[: text.rfind("\n") + 1].split()
        position = 0
        while position + 2 < len(words):
            end = position + 3
            if int(words[position + 1]) < FIRST_DECISION:
                if position + 7 > len(words):
                    break
                transitions, initial, final = (int(word) for word in words[position + 4:position + 7])
                end = position + 7 + initial + final + 3 * transitions
            if end > len(words):
                break
            position = end
        results.write_text(" ".join(words[:position]) + "\n")

    def show(self, pairs, number):
        """The pair, where it isn't too long to read."""
        if len(pairs[number]) < 2000:
            print("  " + pairs[number].strip().replace("\n", " | "))

    def report(self):
        for peer in self.peers:
            parts = [f"{count} {verdict}" for (name, verdict), count in sorted(self.counts.items()) if name == peer.name]
            print(f"{peer.name}: {', '.join(parts)}")
            asked = [f"{question} {count}" for (name, question), count in self.questions.items() if name == peer.name]
            print(f"    compared: {', '.join(asked)}")
        for text in self.failed:
            print(text)
        wrong = sum(count for (_, verdict), count in self.counts.items() if verdict in ("ours wrong", "peer wrong"))
        ours = sum(count for (_, verdict), count in self.counts.items() if verdict == "ours wrong")
        agreed = sum(count for (_, verdict), count in self.counts.items() if verdict == "agreed")
        print(f"{agreed} agree, {wrong - ours} mistakes of peers, {ours} of ours")
        return not wrong and not self.failed


def run(ours, peers, count, seed, inclusion, real_limit, say):
    """Whether nobody disagrees on so many random pairs and on the pairs of files in a folder, but for what peers are known for."""
    peers = [peers[name] for name in ("foma", "mata") if name in peers]
    if not peers:
        say("bench: neither foma nor libmata is there, so there is nothing to compare results with")
        return True
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        comparison = Comparison(ours, peers, folder)
        for start in range(0, count, BATCH):
            numbers = range(start, min(start + BATCH, count))
            pairs = [random_pair(seed, number) for number in numbers]
            comparison.compare(pairs, f"seed {seed}, from pair {start} on", BATCH_LIMIT, False)
        if not inclusion.is_dir():
            say(f"bench: {inclusion} is missing, so the real pairs are left out")
        for left in sorted(inclusion.glob("*-lhs.mata")):
            title = left.name.removesuffix("-lhs.mata")
            outputs = [folder / "left.tab", folder / "right.tab"]
            right = left.with_name(title + "-rhs.mata")
            if subprocess.run([ours.path, "convert-jointly", left, right, *outputs]).returncode == 0:
                comparison.compare(["".join(path.read_text() for path in outputs)], title, real_limit, True)
            else:
                comparison.failed.append(f"{title}: could not be read")
        return comparison.report()
