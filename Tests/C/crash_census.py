"""Counts the places in the shared library where our own code would end the process: see Scripts/crash-census.

The compiler ends each check that can fail with an `ud2` instruction, and leaves in the debugging information what is checked,
as the name of a function that doesn't exist ("Swift runtime failure: arithmetic overflow"), and the source line.
"""

import argparse
import collections
import pathlib
import re
import subprocess
import sys

# Our own modules, those of them that the library has. A mangled name has a module's name after its length; the first one in it is that of
# the function, also in specializations that the compiler made of generic code of the standard library for us.
SOURCES = pathlib.Path(__file__).resolve().parent.parent.parent / "Sources"
MODULES = sorted(folder.name for folder in SOURCES.iterdir() if any(folder.rglob("*.swift")))
MODULE_NAME = re.compile(r"(?<!\d)(?:" + "|".join(f"{len(name)}({name})" for name in MODULES) + ")")
# The causes, by what the compiler says of a check.
CAUSES = [
    ("index", r"[Ii]ndex|Range out of bounds|subrange|removeLast|remove last|empty collection"),
    ("arithmetic", r"arithmetic overflow|induction variable|Division"),
    ("conversion", r"Not enough bits|Negative value"),
    ("range", r"lowerBound"),
    ("nil", r"found nil"),
    ("count", r"count|Count|holes|Insufficient|negative|Must take"),
]
OTHER = "other"


def run(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, text=True, errors="replace", **options).stdout


def module_of(function):
    if function.startswith("automata_"):
        return "AutomataC"
    match = MODULE_NAME.search(function)
    return match[match.lastindex] if match else None


def read_code(library):
    """For each function its ends (address, what is there) and the functions that its code names."""
    ends, named, starts = collections.defaultdict(list), collections.defaultdict(set), {}
    function = None
    for line in run("objdump", "-d", "--no-show-raw-insn", library).splitlines():
        if match := re.match(r"^([0-9a-f]+) <(.*)>:$", line):
            function = match[2]
            starts[int(match[1], 16)] = function
            continue
        match = re.match(r"^ *([0-9a-f]+):\t(\S+) *(.*)", line)
        if not match or function is None:
            continue
        address, instruction, operands = match.groups()
        if instruction in ("ud2", "brk"):
            ends[function].append((int(address, 16), None))
        # Only calls, jumps and addresses of whole functions: a jump within one has an offset.
        for name in re.findall(r"<([^>+]+)>", operands):
            named[function].add(name)
            if instruction.startswith("call") and re.search(r"assertionFailure|fatalError|abort|unexpectedError", name):
                ends[function].append((int(address, 16), name))
    # Witness tables and classes name functions by relocations.
    for line in run("readelf", "-rW", library).splitlines():
        if match := re.match(r"^[0-9a-f]+ +[0-9a-f]+ +R_\w+_RELATIVE +([0-9a-f]+)", line):
            if target := starts.get(int(match[1], 16)):
                named["(data)"].add(target)
    return ends, named, starts


def reached(named, exported):
    """The functions that exported ones reach, where whatever has its address taken counts as reached."""
    found, waiting = set(), ["(data)", *exported]
    while waiting:
        function = waiting.pop()
        if function not in found:
            found.add(function)
            waiting.extend(named.get(function, ()))
    return found


def causes_of(library, addresses, symbolizer):
    """What is checked at each address and the line that needs it: of our own source, as far as one is known."""
    text = run(symbolizer, f"--obj={library}", "--inlines", "--output-style=LLVM",
               input="".join(f"0x{address:x}\n" for address in addresses))
    result = {}
    for address, block in zip(addresses, text.strip("\n").split("\n\n")):
        lines = block.splitlines()
        frames = list(zip(lines[::2], lines[1::2]))
        message = next((name.split(": ", 1)[1] for name, _ in frames if name.startswith("Swift runtime failure: ")), "")
        places = [place for _, place in frames if "/Sources/" in place and not re.search(r":0:\d+$", place)]
        result[address] = (message, re.sub(r"^.*/Sources/", "", places[0]).rsplit(":", 1)[0] if places else "?")
    return result


def cause(message, call):
    if call:
        return "index" if "ssertion" in call else OTHER
    return next((name for name, pattern in CAUSES if re.search(pattern, message)), OTHER)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("library")
    parser.add_argument("--symbolizer", default="llvm-symbolizer")
    parser.add_argument("--list", action="store_true", help="print each source line with its checks")
    options = parser.parse_args()

    ends, named, starts = read_code(options.library)
    exported = [line.split()[2].split("@")[0] for line in run("nm", "-D", "--defined-only", options.library).splitlines()
                if line.split()[1] == "T"]
    live = reached(named, exported)
    sites = [(function, address, call) for function, list_ in ends.items() if module_of(function) and function in live
             for address, call in list_]
    details = causes_of(options.library, [address for _, address, _ in sites], options.symbolizer)
    table, lines = collections.Counter(), collections.Counter()
    for function, address, call in sites:
        message, place = details[address]
        kind = cause(message, call)
        table[module_of(function), kind] += 1
        lines[place, kind, message or call or "?"] += 1

    if options.list:
        for (place, kind, message), count in sorted(lines.items()):
            print(f"{place}\t{kind}\t{message}\t{count}")
        return
    kinds = [name for name, _ in CAUSES] + [OTHER]
    print(f"{'':20}" + "".join(f"{name:>12}" for name in [*kinds, "all"]))
    for module in [*MODULES, "all"]:
        if not any(module in (name, "all") for name, _ in table):
            continue
        row = [sum(count for (name, kind), count in table.items() if module in (name, "all") and kind == column)
               for column in kinds]
        print(f"{module:20}" + "".join(f"{count:12}" for count in [*row, sum(row)]))
    functions = {function for function, _, _ in sites}
    ours = [function for function in starts.values() if module_of(function)]
    unreached = sum(len(ends[function]) for function in ours if function not in live)
    print(f"\n{len(sites)} places on {len(lines)} checks of source lines, in {len(functions)} of our {len(ours)} functions;"
          f" {len(exported)} functions are exported.\n{unreached} more are in functions that no exported one reaches.")


if __name__ == "__main__":
    sys.exit(main())
