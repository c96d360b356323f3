"""Compares what was read of a drawing, a sketch as `automata sketch --to sketch` writes it, with the drawing's truth, by positions."""

import collections
import dataclasses

import geometry as g


@dataclasses.dataclass(frozen=True)
class Difference:
    kind: str
    # The truth's element or the one that was read, for people.
    detail: str


@dataclasses.dataclass
class Comparison:
    differences: list
    # The number of arrows that were read right, of these with the right symbols, and of all arrows.
    right_arrows: int
    right_symbols: int
    arrows: int
    # The number of these arrows that got other symbols than theirs.
    wrong_symbols: int = 0
    # The number of states with a name that were read as states, of these with the right name, and with another one.
    names: int = 0
    right_names: int = 0
    wrong_names: int = 0

    @property
    def is_exact(self):
        return not self.differences


def matched(truth, sketch):
    """The state of the truth for each state that was read: the nearest one whose circle has its center, each once."""
    pairs = sorted(
        (g.distance(state["center"], read["center"]) / state["radius"], index, read["id"])
        for index, state in enumerate(truth["states"]) for read in sketch["states"])
    result, taken = {}, set()
    for distance, index, identifier in pairs:
        if distance < 0.7 and index not in taken and identifier not in result:
            result[identifier] = index
            taken.add(index)
    return result


def compare(truth, sketch):
    """The differences in states, finals, initial marks and arrows; symbols and names are counted apart."""
    states = matched(truth, sketch)
    finals = {states[read["id"]] for read in sketch["states"] if read["id"] in states and read.get("final")}
    differences = []
    for index, state in enumerate(truth["states"]):
        if index not in states.values():
            differences.append(Difference("state lost", f"state {index}"))
        elif state["final"] != (index in finals):
            differences.append(Difference("ring lost" if state["final"] else "ring invented", f"state {index}"))
    differences += [
        Difference("state invented", f"at {rounded(read['center'])}") for read in sketch["states"] if read["id"] not in states]
    marks, arrows, symbols = collections.Counter(), collections.Counter(), {}
    for arrow in sketch["transitions"]:
        # The states that were invented keep a place in the list, so that arrows at them count as wrong.
        source, target = (states.get(arrow[end], f"invented {arrow[end]}") if end in arrow else None for end in ("from", "to"))
        if source is None and target is not None and not arrow["symbols"] and not arrow.get("epsilon"):
            marks[target] += 1
        elif source is None or target is None:
            end = "tail" if source is None else "tip"
            differences.append(Difference("arrow dangling", f"{source} to {target}, free {end} at {rounded(arrow[end])}"))
        else:
            arrows[source, target] += 1
            symbols[source, target] = sorted(arrow["symbols"])
    if not marks.pop(truth["initial"], 0):
        differences.append(Difference("mark lost", f"state {truth['initial']}"))
    differences += [Difference("mark invented", f"state {state}") for state in marks.elements()]
    wanted = collections.Counter((arrow["from"], arrow["to"]) for arrow in truth["arrows"])
    differences += arrow_differences(wanted - arrows, arrows - wanted)
    right = [arrow for arrow in truth["arrows"] if arrows[arrow["from"], arrow["to"]]]
    right_symbols = sum(symbols[arrow["from"], arrow["to"]] == sorted(arrow["symbols"]) for arrow in right)
    wrong_symbols = sum(symbols[arrow["from"], arrow["to"]] not in ([], sorted(arrow["symbols"])) for arrow in right)
    named = [(truth["states"][states[read["id"]]]["name"], read) for read in sketch["states"] if read["id"] in states]
    named = [(name, read) for name, read in named if name]
    return Comparison(
        differences, len(right), right_symbols, len(truth["arrows"]), wrong_symbols, len(named),
        sum(name == read["name"] and not read.get("automatic") for name, read in named),
        sum(name != read["name"] and not read.get("automatic") for name, read in named))


def arrow_differences(missing, extra):
    """Names what became of arrows: each missing one is paired with an extra one at one of its states, if there is one."""
    missing, extra = list(missing.elements()), list(extra.elements())
    result = []
    kinds = (
        ("arrow reversed", lambda lost, found: found == (lost[1], lost[0]) and lost[0] != lost[1]),
        ("arrow read as loop", lambda lost, found: lost[0] != lost[1] and found[0] == found[1] and found[0] in lost),
        ("loop read as arrow", lambda lost, found: lost[0] == lost[1] and lost[0] in found),
        ("arrow at a wrong state", lambda lost, found: lost[0] == found[0] or lost[1] == found[1]),
    )
    for kind, matches in kinds:
        for lost in list(missing):
            found = next((candidate for candidate in extra if matches(lost, candidate)), None)
            if found:
                missing.remove(lost)
                extra.remove(found)
                result.append(Difference(kind, f"{lost[0]} to {lost[1]}, read as {found[0]} to {found[1]}"))
    for name, rest in (("lost", missing), ("invented", extra)):
        for source, target in rest:
            result.append(Difference(f"{'loop' if source == target else 'arrow'} {name}", f"{source} to {target}"))
    return result


def rounded(place):
    return f"{place[0]:.0f} {place[1]:.0f}"
