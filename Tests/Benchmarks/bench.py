"""Times our operations and those of other libraries side by side; `Scripts/bench --help` tells how.

Each repetition is a fresh process on each side, one after the other, so that whatever else the machine does hits all alike.
A driver prints the seconds of the operation alone, with the automaton in memory, for expressions and counting those of the processor where it
takes longer than 20 ms; peak memory is seen from outside, less that of an idle process of the same driver.
"""

import argparse
import gzip
import hashlib
import json
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile

import components
import differential
import exploration
import features
import matching
import schedules
import search
import statecharts

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BUILD = ROOT / ".build"
SHARED = ROOT.parent / "shared" / "automata"
STROKES = ROOT.parent / "shared" / "strokes"

# Name, family and operation of each row, the peer it is measured against and the ratio that it aims at; an operation on two
# automata has two families, with & between them.
FAMILY_ROWS = [
    ("kth 16", "kth 16", "determinize", "foma", 8),
    ("kth 18", "kth 18", "determinize", "foma", 8),
    ("kth 20", "kth 20", "determinize", "foma", 8),
    ("tv 100 1.5", "tv 100 1.5 0.5 1", "determinize", "foma", 12),
    ("tv 60 1.25", "tv 60 1.25 0.5 1", "determinize", "foma", 12),
    ("keyword search", "keywords 20000 10 4 1", "determinize", "foma", 2),
    ("word list", "words 20000 8 26 1", "determinize", "foma", 2),
    ("kth 16", "kth 16", "determinize-minimize", "foma", 2),
    ("dfa 10^5 x 2", "dfa 100000 2 1", "minimize", "foma", 4),
    ("dfa 10^6 x 2", "dfa 1000000 2 1", "minimize", "foma", 4),
    ("dup 10^5 x 2", "dup 100000 2 1", "minimize", "foma", 4),
    ("dup 10^5 x 26", "dup 100000 26 1", "minimize", "foma", 20),
    ("chain 10^5", "chain 100000", "minimize", "foma", 2),
    ("eps 5000", "eps 5000 1.25 0.5 0.5 1", "remove-epsilon", "openfst", 3),
    # A million transitions each.
    ("dup 500000 x 2", "dup 500000 2 1", "bisimulation", None, None),
    ("dfa 500000 x 2", "dfa 500000 2 1", "bisimulation", None, None),
    ("tv 500000 1", "tv 500000 1 0.5 1", "bisimulation", None, None),
    ("chain 10^6", "chain 1000000", "bisimulation", None, None),
    ("tv 1000 1.5", "tv 1000 1.5 0.5 1", "reduce", "mata", None),
    ("tv 1000 1.5", "tv 1000 1.5 0.5 1", "reduce-forward", "mata", None),
    ("keyword search", "keywords 200 10 4 1", "reduce", "mata", None),
    ("keyword search", "keywords 200 10 4 1", "reduce-forward", "mata", None),
    ("word list", "words 300 8 26 1", "reduce", "mata", None),
    ("word list", "words 300 8 26 1", "reduce-forward", "mata", None),
    ("dup 2000 x 2", "dup 2000 2 1", "reduce-forward", "mata", None),
    ("dfa 1000, two seeds", "dfa 1000 2 1 & dfa 1000 2 2", "intersection", "foma", 5),
    ("dfa 1000, two seeds", "dfa 1000 2 1 & dfa 1000 2 2", "union", "foma", None),
    ("dfa 1000, two seeds", "dfa 1000 2 1 & dfa 1000 2 2", "difference", "foma", 5),
    ("kth 18", "kth 18", "complement", "foma", 5),
    ("tv 100 1.5", "tv 100 1.5 0.5 1", "complement", "foma", 5),
]
# Rows whose input is the result of an operation on another: the minimization of a determinized family.
DERIVED_ROWS = [("kth 16 DFA", "kth 16", "minimize", "foma", 2)]
REAL_OPERATIONS = ["determinize", "determinize-minimize"]
# Pairs of families, and whether the right one is united with the left one first, so that it includes it.
INCLUSION_PAIRS = [
    ("tv 100 2.0 0.5 1", "tv 100 2.0 0.5 2", False),
    ("tv 100 2.0 0.5 2", "tv 100 2.0 0.5 1", False),
    ("tv 80 1.25 0.1 1", "tv 80 1.25 0.5 2", True),
    ("tv 80 1.5 0.1 1", "tv 80 1.5 0.5 2", True),
    ("tv 80 2.0 0.1 1", "tv 80 2.0 0.5 2", True),
    ("tv 80 2.5 0.1 1", "tv 80 2.5 0.5 2", True),
    ("kth 16", "kth 17", False),
    ("kth 17", "kth 16", True),
]
# Families whose unions in both orders are compared, families that are compared with what determinization or reduction makes of them,
# and DFAs that differ.
EQUIVALENCE_UNIONS = [
    ("tv 60 1.25 0.5 1", "tv 60 1.25 0.5 2"),
    ("tv 60 2.0 0.5 1", "tv 60 2.0 0.5 2"),
    ("tv 80 2.5 0.5 1", "tv 80 2.5 0.5 2"),
    ("kth 16", "kth 17"),
]
EQUIVALENCE_COPIES = [
    ("kth 10", "determinized"),
    ("tv 40 1.5 0.5 1", "determinized"),
    ("tv 40 1.5 0.5 1", "reduced"),
    ("keywords 200 10 4 1", "reduced"),
    ("dup 100000 2 1", "reduced"),
]
EQUIVALENCE_DFAS = [("dfa 10000 2 1", "dfa 10000 2 2")]
ALL_PEERS = ("foma", "openfst", "c", "mata", "libfa", "re2")
# Those that some groups of rows need, when no other rows are asked for.
GROUP_PEERS = {"counting": (), "regex": ("foma", "libfa", "re2"), "templates": (), "strokes": (), "statecharts": (), "exploration": (), "components": (), "schedules": (), "features": (), "read": (), "matching": (), "search": (), "bounded": (), "choices": ()}
# The automata that a matcher is measured with on long inputs.
MATCHED = ["utf8", "floats", "dates", "addresses", "json", "urls", "kth10", "counter16", "counter1000"]
# How many letters follow the `a` in (a|b)*a(a|b){n}, whose smallest DFA has 2^(n + 1) states.
EXPRESSION_POSITIONS = [10, 14, 16, 18]
# What a peer has for one real expression, in milliseconds of processor time: what takes longer is left out.
EXPRESSION_LIMIT = 200
INCLUSION_ALGORITHMS = [
    "automatic", "antichain", "antichainBackward", "antichainWithSimulation", "antichainBackwardWithSimulation", "congruence",
    "determinization", "hopcroftKarp",
]


class Run:
    """What one process said and took."""

    launcher = None

    def __init__(self, command, limit=120):
        command = [str(part) for part in (Run.launcher, limit, *command)]
        result = subprocess.run(command, capture_output=True, text=True)
        *self.lines, peak = result.stdout.splitlines() or ["peak 0"]
        self.ok = result.returncode == 0 and bool(self.lines)
        self.kibibytes = int(peak.split()[1])
        fields = self.lines[0].split("\t") if self.ok else ["0", "0", "0"]
        self.seconds, self.figures = float(fields[0]), (int(fields[1]), int(fields[2]))


class Side:
    """The driver of one library."""

    def __init__(self, name, path):
        self.name, self.path = name, path
        self.idle = statistics.median(Run([path, "idle"]).kibibytes for _ in range(5))

    def run(self, operation, arguments, limit=120):
        arguments = arguments if isinstance(arguments, list) else [arguments]
        return Run([self.path, operation, *arguments], limit)


def say(text):
    print(text, file=sys.stderr, flush=True)


def compile_peer(name, source, flags, libraries):
    """The driver, compiled anew only where its sources, our headers or flags changed; None where it can't be."""
    parts = [HERE / "Peers" / part for part in (source, "tab_file.h", "expression_file.h")]
    if any("CInclude" in flag for flag in flags):
        parts += sorted((ROOT / "CInclude").glob("*.h"))
    text = b"".join(part.read_bytes() for part in parts)
    key = hashlib.sha256(text + " ".join(flags + libraries).encode()).hexdigest()[:12]
    target = BUILD / "peers" / f"{name}-{key}"
    if target.exists():
        return target
    target.parent.mkdir(parents=True, exist_ok=True)
    compiler = shutil.which("g++" if source.endswith(".cpp") else "gcc")
    if not compiler:
        say(f"bench: no C compiler, so nothing to compare with {name}")
        return None
    say(f"compiling {source}")
    result = subprocess.run(
        [compiler, *flags, "-o", target, HERE / "Peers" / source, *libraries], capture_output=True, text=True
    )
    if result.returncode != 0:
        say(f"bench: {name} is left out, as its driver doesn't compile: is it installed? (Scripts/setup benchmarks does that)")
        say("       " + next((line for line in result.stderr.splitlines() if "error" in line), "").strip())
        return None
    return target


def sides(wanted):
    say("building bench")
    subprocess.run([ROOT / "Scripts" / "build", "--package-path", HERE], check=True, stdout=subprocess.DEVNULL)
    Run.launcher = compile_peer("peak", "peak.c", ["-O2"], [])
    if not Run.launcher:
        sys.exit("bench: gcc is needed to watch the memory of a process; see Scripts/setup")
    ours = Side("automata", BUILD / "optimized" / "release" / "bench")
    peers = {}
    for name, source, flags, libraries in [
        ("foma", "foma_driver.c", ["-O2"], ["-lfoma", "-lz"]),
        ("openfst", "openfst_driver.cpp", ["-std=c++17", "-O2"], ["-lfst", "-ldl"]),
        ("libfa", "fa_driver.c", ["-O2"], ["-lfa"]),
        ("re2", "re2_driver.cpp", ["-std=c++17", "-O2"], ["-lre2"]),
        ("c", "table_scan.c", ["-O3"], []),
    ]:
        path = name in wanted and compile_peer(name, source, flags, libraries)
        if path:
            peers[name] = path if name == "c" else Side(name, path)
    mata = HERE / "Peers" / "mata_driver.py"
    if "mata" not in wanted:
        pass
    elif subprocess.run([mata, "idle"], capture_output=True).returncode == 0:
        peers["mata"] = Side("mata", mata)
    else:
        say("bench: mata is left out, as python3 on the path doesn't know libmata (pip install libmata)")
    return ours, peers


def measure(ours, peer, operation, argument, repetitions, limit=120):
    """Interleaved runs of both sides; a side that fails once has none, and nobody is run again."""
    runs = {side.name: [] for side in (ours, peer) if side}
    for _ in range(repetitions):
        for side in (ours, peer):
            if side:
                run = side.run(operation, argument, limit)
                if not run.ok:
                    return {name: list_ for name, list_ in runs.items() if name != side.name and list_}
                runs[side.name].append(run)
    return runs


def seconds(runs):
    return statistics.median(run.seconds for run in runs)


def memory(side, runs):
    return max(0, statistics.median(run.kibibytes for run in runs) - side.idle) / 1024


def row(label, operation, ours, peer, runs, aim):
    mine, theirs = runs.get(ours.name), runs.get(peer.name) if peer else None
    if not mine:
        return {"input": label, "operation": operation, "error": "our driver failed"}
    result = {
        "input": label,
        "operation": operation,
        "seconds": seconds(mine),
        "mebibytes": memory(ours, mine),
        "figures": list(mine[0].figures),
        "aim": aim,
    }
    if theirs:
        result |= {
            "peer": peer.name,
            "peerSeconds": seconds(theirs),
            "peerMebibytes": memory(peer, theirs),
            "peerFigures": list(theirs[0].figures),
            "ratio": seconds(theirs) / max(seconds(mine), 1e-9),
        }
    return result


def family_rows(ours, peers, options, folder):
    for label, family, operation, peer_name, aim in FAMILY_ROWS + DERIVED_ROWS:
        if options.only and not any(word in f"{operation} {label}" for word in options.only):
            continue
        paths = []
        for part in family.split(" & "):
            path = folder / (part.replace(" ", "-") + ".tab")
            paths.append(path)
            if not path.exists():
                subprocess.run([ours.path, "generate", path, *part.split()], check=True)
        if (label, family, operation, peer_name, aim) in DERIVED_ROWS:
            derived = folder / (family.replace(" ", "-") + "-dfa.tab")
            subprocess.run([ours.path, "determinized-copy", path, derived], check=True)
            paths = [derived]
        peer = peers.get(peer_name)
        yield row(label, operation, ours, peer, measure(ours, peer, operation, paths, options.repetitions), aim)


def real_rows(ours, peers, options, folder):
    """The sum per family over the real automata, each file and operation in processes of its own."""
    if options.only and "real" not in options.only:
        return
    if not SHARED.is_dir():
        say(f"bench: {SHARED} is missing, so the real automata are left out")
        return
    peer = peers.get("foma")
    for family in sorted(path for path in SHARED.iterdir() if path.is_dir()):
        files, exploding = [], set()
        for source in sorted(family.rglob("*.mata")):
            target = folder / f"{family.name}-{source.stem}.tab"
            if subprocess.run([ours.path, "convert", source, target], stderr=subprocess.DEVNULL).returncode == 0:
                files.append(target)
            else:
                say(f"bench: {source} could not be read")
        for operation in REAL_OPERATIONS:
            sums, counted = {}, 0
            for file in files:
                if file in exploding:
                    continue
                runs = measure(ours, peer, operation, file, options.real_repetitions, limit=2)
                if len(runs) < (2 if peer else 1):
                    exploding.add(file)
                    continue
                counted += 1
                for name, list_ in runs.items():
                    sums[name] = sums.get(name, 0) + seconds(list_)
            if exploding:
                say(f"bench: {family.name}: {len(exploding)} of {len(files)} files left out, as a side needs over 2 s or fails")
            if not counted:
                continue
            result = {
                "input": f"{family.name} ({counted} files)",
                "operation": operation,
                "seconds": sums[ours.name],
                "aim": 1,
            }
            if peer:
                result |= {
                    "peer": peer.name,
                    "peerSeconds": sums[peer.name],
                    "ratio": sums[peer.name] / max(sums[ours.name], 1e-9),
                }
            yield result


def inclusion_rows(ours, peers, options, folder):
    """Each pair by every algorithm and by Mata's antichains, one process each; then how the automatic choice compares with the best."""
    if options.only and not any(word in "included" for word in options.only):
        return
    pairs = real_pairs(ours, folder)
    for left, right, is_united in INCLUSION_PAIRS:
        paths = generated(ours, folder, left, right)
        label = f"{left.rsplit(' ', 2)[0] if left.startswith('tv') else left} in {'union' if is_united else right[:3]}"
        if is_united:
            paths[1] = united(ours, folder, *paths)
        pairs.append((label, *paths, False))
    yield from compared_rows("included", ours, {"mata": "antichains"}, peers, options, pairs)


def equivalence_rows(ours, peers, options, folder):
    """The same for equivalence: unions in both orders, minimal automata of a language, an automaton and its reduced one."""
    if options.only and not any(word in "equivalent" for word in options.only):
        return
    pairs = real_pairs(ours, folder)
    for left, right in EQUIVALENCE_UNIONS:
        paths = generated(ours, folder, left, right)
        label = left.rsplit(" ", 2)[0] if left.startswith("tv") else left
        pairs.append((f"{label} unions", united(ours, folder, *paths), united(ours, folder, *reversed(paths)), False))
    for family, copy in EQUIVALENCE_COPIES:
        (path,) = generated(ours, folder, family)
        target = folder / f"{path.stem}-{copy}.tab"
        subprocess.run([ours.path, f"{copy}-copy", path, target], check=True)
        pairs.append((f"{family} {copy}", path, target, False))
    for left, right in EQUIVALENCE_DFAS:
        pairs.append((f"{left}, {right}", *generated(ours, folder, left, right), False))
    yield from compared_rows("equivalent", ours, {"mata": "antichains", "foma": "differences"}, peers, options, pairs)


def choice_rows(ours, options, folder):
    """The automatic choice beside the best algorithm by name: 500 generated questions and the real pairs, in one process."""
    if options.only and not any(word in "choices" for word in options.only):
        return
    pairs = real_pairs(ours, folder)
    if not pairs:
        print("no real pairs: shared/inclusion is missing")
    subprocess.run([ours.path, "choices", "500", "1", *(path for pair in pairs for path in pair[1:3])], check=True)
    yield from ()


def real_pairs(ours, folder):
    pairs = []
    for left in sorted(SHARED.glob("inclusion/*-lhs.mata")):
        name = left.name.removesuffix("-lhs.mata")
        outputs = [folder / f"{name}-{side}.tab" for side in ("left", "right")]
        right = left.with_name(name + "-rhs.mata")
        if subprocess.run([ours.path, "convert-jointly", left, right, *outputs]).returncode == 0:
            pairs.append((name.replace("IBakery-4P-BinEnc-", ""), *outputs, True))
    return pairs


def generated(ours, folder, *families):
    paths = [folder / (family.replace(" ", "-") + ".tab") for family in families]
    for path, family in zip(paths, families):
        subprocess.run([ours.path, "generate", path, *family.split()], check=True)
    return paths


def united(ours, folder, left, right):
    path = folder / f"{left.stem}-{right.stem}-united.tab"
    subprocess.run([ours.path, "unite", left, right, path], check=True)
    return path


def compared_rows(question, ours, words, peers, options, pairs):
    """A question about pairs by every algorithm and by peers, with the word that each peer's driver has for its own."""
    judges = [peers[name] for name in words if name in peers]
    totals, real, worst = {"automatic": 0, "best": 0}, [], (0, "")
    for label, left, right, is_real in pairs:
        runs = {name: [] for name in INCLUSION_ALGORITHMS + [judge.name for judge in judges]}
        for _ in range(options.real_repetitions):
            for name, list_ in runs.items():
                if list_ and not list_[-1].ok:
                    continue
                side, word = (peers[name], words[name]) if name in words else (ours, name)
                list_.append(Run([side.path, question, word, left, right], 20))
        good = {name: list_ for name, list_ in runs.items() if all(run.ok for run in list_)}
        others = {judge.name: good.pop(judge.name) for judge in judges if judge.name in good}
        # The first peer stands in the row; what others took is told behind it.
        peer = next((judge for judge in judges if judge.name in others), None)
        mine = {ours.name: good.get("automatic")} | ({peer.name: others.pop(peer.name)} if peer else {})
        result = row(label, question, ours, peer, mine, 1.5 if is_real else None)
        if "error" not in result:
            result["members"] = {name: seconds(list_) for name, list_ in good.items()}
            if len({list_[0].figures for list_ in good.values()}) > 1:
                result["error"] = f"the algorithms disagree: { {name: list_[0].figures for name, list_ in good.items()} }"
            best = min(time for name, time in result["members"].items() if name != "automatic")
            result["members"] |= {name: seconds(list_) for name, list_ in others.items()}
            totals["automatic"] += result["seconds"]
            totals["best"] += best
            worst = max(worst, (result["seconds"] / best, label))
            if is_real:
                real.append(result)
        yield result
    if not totals["best"]:
        return
    print(f"Automatic {totals['automatic'] * 1e3:.3f} ms in all, the best of each case {totals['best'] * 1e3:.3f} ms: "
          f"{totals['automatic'] / totals['best']:.2f}x, at worst {worst[0]:.2f}x ({worst[1]})")
    if real:
        text = (f"Real pairs: median {statistics.median(result['seconds'] for result in real) * 1e3:.3f} ms, "
                f"slowest {max(result['seconds'] for result in real) * 1e3:.3f} ms")
        ratios = [result["ratio"] for result in real if result.get("peer") == "mata"]
        print(text + (f", geometric mean {statistics.geometric_mean(ratios):.2f}x Mata's speed" if ratios else ""))


def reading_rows(ours, options, folder):
    """Text of about 50 MB: states that all occur, and states of which some have no transition, so that numbers have gaps."""
    if options.only and not any(word in "read" for word in options.only):
        return
    for suffix, family, aim in [
        ("mata", "dfa 1250000 2 1", 150),
        ("mata", "tv 1000000 1.2 0.5 1", 150),
        ("att", "dfa 1250000 2 1", 300),
        ("att", "tv 1000000 1.2 0.5 1", 300),
    ]:
        path = folder / f"read.{suffix}"
        subprocess.run([ours.path, "generate", path, *family.split()], check=True)
        runs = measure(ours, None, "read", path, options.repetitions)
        size = path.stat().st_size / 1e6
        result = row(f"{size:.0f} MB .{suffix}, {family.split()[0]}", "read", ours, None, runs, None)
        if "seconds" in result:
            result["megabytesPerSecond"] = path.stat().st_size / 1e6 / result["seconds"]
            result["aimMegabytesPerSecond"] = aim
        path.unlink()
        yield result


def check(ours, peers, folder):
    """Whether the minimal DFA of each real automaton has as many states and arcs as those of the other libraries.

    foma gets nothing marked as deterministic, as it would keep unreachable states. Where two peers differ one of them is wrong,
    and agreeing with the other is enough.
    """
    if not SHARED.is_dir():
        say(f"bench: {SHARED} is missing, so there is nothing to check")
        return True
    judges = [peers[name] for name in ("foma", "openfst") if name in peers]
    if not judges:
        say("bench: neither foma nor OpenFst is there, so there is nothing to check against")
        return True
    agreed, undecided, wrong = 0, 0, []
    for source in sorted(SHARED.rglob("*.mata")):
        name = f"{source.parent.name}/{source.stem}"
        path = folder / (name.replace("/", "-") + ".tab")
        if not Run([ours.path, "convert", source, path]).lines and not path.exists():
            wrong.append(f"{name}: could not be read")
            continue
        mine = ours.run("determinize-minimize", path, 3)
        others = [run for run in (judge.run("canonical", path, 6) for judge in judges) if mine.ok and run.ok]
        # The empty language: no state for us and OpenFst, one for foma.
        answers = [(0, 0) if run.figures[1] == 0 and mine.figures == (0, 0) else run.figures for run in others]
        if not answers:
            undecided += 1
        elif all(answer == mine.figures for answer in answers):
            agreed += 1
        else:
            text = f"{name}: ours {mine.figures}, others {answers}"
            print(text)
            if mine.figures not in answers:
                wrong.append(text)
    print(f"{agreed} agree, {undecided} that nobody can determinize in time, {len(wrong)} wrong")
    return not wrong


def scan_rows(ours, peers, options):
    if options.only and not any(word in "scan" for word in options.only):
        return
    for table in ("kth8", "random1000"):
        mine, theirs, best = [], [], []
        for _ in range(options.repetitions):
            run = ours.run("scan", table)
            mine.append(run)
            if "c" in peers:
                other = Run([peers["c"], "scan", table])
                theirs.append(other.seconds)
                variants = [float(line.split()[1]) for line in other.lines[1:]]
                best.append(min([other.seconds, *variants]))
        result = row(f"100 MB, {table}", "scan", ours, None, {ours.name: mine}, 0.95)
        result["megabytesPerSecond"] = 100 / result["seconds"]
        if theirs:
            result |= {
                "peer": "C",
                "peerSeconds": statistics.median(theirs),
                "ratio": statistics.median(theirs) / result["seconds"],
                "ratioToBestVariant": statistics.median(best) / result["seconds"],
            }
        yield result


def matching_rows(ours, options):
    """A Matcher that reads 100 MB in pieces of several sizes, beside pieces of 2 KB, which are too short for several chunks at once, both in one process."""
    if options.only and not any(word in "matching" for word in options.only):
        return
    for name in MATCHED:
        run = ours.run("matching", name)
        if not run.ok:
            yield {"input": name, "operation": "matching", "error": "our driver failed"}
            continue
        for text in run.lines[1:]:
            size, mine, plain = (float(field) for field in text.split("\t"))
            label = "100 MB" if size > 1e6 else f"{size / 1024:.0f} KiB"
            yield {
                "input": f"{name}, {label}",
                "operation": "matching",
                "seconds": mine,
                "figures": list(run.figures),
                "peer": "2 KB",
                "peerSeconds": plain,
                "ratio": plain / mine,
                "megabytesPerSecond": run.figures[0] / 1e6 / mine,
            }


def overhead_rows(ours, options, folder):
    """What a C program pays that calls the shared library as it is shipped, over a Swift program with the same code in it."""
    if options.only and not any(word in "overhead" for word in options.only):
        return
    builder = ROOT / "Scripts" / "library"
    if not builder.exists():
        say(f"bench: {builder} is missing, so what C pays over Swift is left out")
        return
    say("building the shared library")
    built = subprocess.run([builder], stdout=subprocess.DEVNULL)
    library = BUILD / "library"
    flags = ["-O2", f"-I{ROOT / 'CInclude'}"]
    path = built.returncode == 0 and compile_peer(
        "c-api", "c_driver.c", flags, [f"-L{library}", "-lautomata", f"-Wl,-rpath,{library}"]
    )
    if not path:
        yield {"input": "automata.h", "operation": "overhead", "error": "the library or its driver could not be built"}
        return
    client = Side("automata.h", path)
    kth = folder / "overhead-kth-16.tab"
    subprocess.run([ours.path, "generate", kth, "kth", "16"], check=True)
    for operation, argument, label, repetitions in (
        ("determinize", kth, "kth 16 from C", options.overhead_repetitions),
        ("scan", "kth8", "100 MB, kth8, from C", options.overhead_repetitions // 4 + 1),
        ("scan", "random1000", "100 MB, random1000, from C", options.overhead_repetitions // 4 + 1),
    ):
        runs = measure(client, ours, operation, argument, repetitions)
        if len(runs) < 2:
            yield {"input": label, "operation": operation, "error": "a side failed"}
            continue
        result = row(label, operation, client, ours, runs, None)
        result["overhead"] = result["seconds"] / result["peerSeconds"] - 1
        result["aimOverhead"] = 0.02
        yield result


def bounded_row(ours, options):
    if options.only and "bounded" not in options.only:
        return
    run = ours.run("bounded", "40")
    yield {
        "input": "kth 40, default budget",
        "operation": "bounded",
        "seconds": run.seconds,
        "mebibytes": run.kibibytes / 1024,
        "figures": list(run.figures),
        "error": None if run.ok else "it did not end in the error it should",
    }


def counting_rows(ours, options, folder):
    """Counting by each method that ends in time, with the one that is picked first; then words in order, by chance and by their places."""
    if options.only and not any(word in "counting" for word in options.only):
        return
    inputs = {}
    for family in ("dfa 100 2 1", "dfa 1000 2 1", "dfa 1000 26 1"):
        inputs[family] = folder / (family.replace(" ", "-") + ".tab")
        subprocess.run([ours.path, "generate", inputs[family], *family.split()], check=True)
    for family, length, methods in [
        ("dfa 100 2 1", 1000, ["automatic", "iteration", "matrix", "recurrence"]),
        ("dfa 100 2 1", 100_000, ["automatic", "iteration", "recurrence"]),
        ("dfa 100 2 1", 1_000_000, ["automatic", "iteration", "recurrence"]),
        ("dfa 1000 2 1", 10_000, ["automatic", "iteration", "recurrence"]),
        ("dfa 1000 2 1", 100_000, ["automatic", "iteration", "recurrence"]),
        ("dfa 1000 26 1", 10_000, ["automatic", "iteration", "recurrence"]),
    ]:
        label = f"{family.rsplit(' ', 1)[0]}, length {length}"
        times, answers, first, late = {}, set(), None, []
        for method in methods:
            runs = []
            while len(runs) < options.real_repetitions and all(run.ok for run in runs):
                runs.append(Run([ours.path, "count", method, length, inputs[family]], options.counting_limit))
            if all(run.ok for run in runs):
                first = first or runs
                times[method] = seconds(runs)
                answers |= {run.figures for run in runs}
            else:
                late.append(method)
        result = row(label, "count", ours, None, {ours.name: first}, None)
        if "error" not in result:
            result["members"] = times
            if late:
                result["note"] = f"over {options.counting_limit} s: {', '.join(late)};"
            if len(answers) > 1:
                result["error"] = f"the methods disagree: {answers}"
        yield result
    for label, arguments, unit in [
        ("10^6 words, dfa 100 2", ["enumerate", 1_000_000, inputs["dfa 100 2 1"]], "words"),
        ("10^6 words, dfa 1000 26", ["enumerate", 1_000_000, inputs["dfa 1000 26 1"]], "words"),
        ("10^4 of 1000, dfa 100 2", ["sample", 1000, 10_000, inputs["dfa 100 2 1"]], "words"),
        ("10^4 of 1000, dfa 1000 26", ["sample", 1000, 10_000, inputs["dfa 1000 26 1"]], "words"),
        ("there and back, length 10^4", ["rank", 10_000, inputs["dfa 100 2 1"]], "letters"),
    ]:
        runs = [Run([ours.path, *arguments], 600) for _ in range(options.repetitions)]
        good = [run for run in runs if run.ok]
        result = row(label, arguments[0], ours, None, {ours.name: good}, None)
        if "error" not in result:
            result["perSecond"] = (unit, result["figures"][0] / result["seconds"])
        yield result


def records(path, *texts):
    """A file of expressions as other libraries' drivers read it; see expression_file.h."""
    path.write_bytes(b"".join(b"%d\n%b" % (len(text), text) for text in (b"line 0", *texts)))
    return path


def all_windows(length):
    """A text of `a` and `b` that has each text of the length once: the shortest that leads to all states of the family (de Bruijn)."""
    letters, seen, window = [0] * length, {0}, 0
    while True:
        for letter in (1, 0):
            following = (window << 1 | letter) & ((1 << length) - 1)
            if following not in seen:
                break
        else:
            return bytes(97 + letter for letter in letters)
        seen.add(following)
        window = following
        letters.append(letter)


def expression_rows(ours, peers, options, folder):
    """From text to the smallest DFA: a family whose DFAs grow with 2^n, and a list of real expressions. RE2 makes no such automaton; it is
    given a text to scan, and makes the states that this leads to, for the family all of them."""
    if options.only and not any(word in "regex" for word in options.only):
        return
    for position in EXPRESSION_POSITIONS:
        source = folder / "expression.txt"
        source.write_text(f"(a|b)*a(a|b){{{position}}}\n")
        text = folder / "windows.txt"
        text.write_bytes(all_windows(position + 1))
        inputs = {
            "foma": [records(folder / "expression.foma", b"[a|b]* a [a|b]^%d" % position)],
            "re2": [source, text],
            "libfa": [records(folder / "expression.libfa", b"(a|b)*a(a|b){%d}" % position)],
        }
        for name, arguments in inputs.items():
            if name in peers:
                aim = None if name == "libfa" else 5
                yield expression_row(f"(a|b)*a(a|b){{{position}}}", ours, peers[name], source, arguments, options, aim)
    yield from real_expression_rows(ours, peers, options, folder)


def expression_row(label, ours, peer, source, arguments, options, aim=None, limit=20):
    runs = {ours.name: [], peer.name: []}
    for _ in range(options.repetitions):
        runs[ours.name].append(ours.run("regex", source))
        # One that failed is not asked again.
        if all(run.ok for run in runs[peer.name]):
            runs[peer.name].append(peer.run("regex", arguments, limit))
    is_done = all(run.ok for run in runs[peer.name])
    result = row(label, "regex", ours, peer, runs if is_done else {ours.name: runs[ours.name]}, aim)
    if not is_done:
        result["note"] = f"{peer.name} needs over {limit} s, or fails"
    elif peer.name == "re2" and "error" not in result:
        # It counts other things.
        del result["peerFigures"]
    return result


def real_expression_rows(ours, peers, options, folder):
    """All expressions of the list; and, beside each peer, those that it does each within the limit."""
    path = SHARED / "regexps.txt"
    if not path.exists():
        say(f"bench: {path} is missing, so the real expressions are left out")
        return
    lines = path.read_bytes().splitlines(keepends=True)
    whole = folder / "expressions.txt"
    whole.write_bytes(b"".join(lines))
    runs = [ours.run("regex", whole) for _ in range(options.repetitions)]
    result = row(f"{len(lines)} real expressions", "regex", ours, None, {ours.name: runs}, None)
    if "error" in result:
        yield result
        return
    done = len(lines) - result["figures"][1]
    print(f"Real expressions: ours makes the smallest DFA of {done} of {len(lines)}")
    for text in runs[0].lines[1:]:
        print(f"    {text}")
    result["perSecond"] = ("expressions", done / result["seconds"])
    yield result
    if "re2" in peers:
        text = folder / "text.txt"
        letters = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ./:=%&-_\r\n"
        state, scanned = 1, bytearray()
        for _ in range(4096):
            state = (state * 6364136223846793005 + 1442695040888963407) % (1 << 64)
            scanned.append(letters[(state >> 33) % len(letters)])
        text.write_bytes(scanned)
        result = expression_row(
            f"{len(lines)} real, 4 KB scanned", ours, peers["re2"], whole, [whole, text], options, None, 120)
        refused = peers["re2"].run("regex", [whole, text]).lines[1:]
        print(f"Real expressions: RE2 accepts {len(lines) - len(refused)} of {len(lines)}")
        for message in refused:
            print(f"    {message}")
        yield result
    for name in ("foma", "libfa"):
        if name not in peers:
            continue
        translated = folder / f"expressions.{name}"
        subprocess.run([ours.path, "translate", name, whole, translated], check=True)
        said = translated.read_bytes().count(b"\nline ")
        say(f"looking for what {name} does within {EXPRESSION_LIMIT} ms each; this takes a minute or two")
        quick = peers[name].run("regex-quick", [translated, EXPRESSION_LIMIT], 1000)
        numbers = [int(number) for number in quick.lines[1:]]
        print(f"Real expressions: {len(lines) - said} can't be said in {name}'s syntax; of the others it does {len(numbers)}, each within "
              f"{EXPRESSION_LIMIT} ms")
        some = folder / f"expressions-{name}.txt"
        some.write_bytes(b"".join(lines[number] for number in numbers))
        subprocess.run([ours.path, "translate", name, some, translated], check=True)
        result = expression_row(f"{len(numbers)} that {name} does", ours, peers[name], some, [translated], options, None, 300)
        if "error" not in result:
            result["perSecond"] = ("expressions", len(numbers) / result["seconds"])
        yield result


def gesture_samples(path):
    """Lines for our driver, of the gestures of the $1 set: writer, speed, kind, coordinates.

    Each writer drew each kind ten times at each of three speeds, in the order of the file: fast, medium, slow.
    """
    writers, kinds, counts = {}, {}, {}
    with gzip.open(STROKES / "strokes.jsonl.gz", "rt") as file:
        samples = [sample for sample in map(json.loads, file) if sample["source"] == "dollar1"]
    with open(path, "w") as output:
        for sample in samples:
            writer = writers.setdefault(sample["writer"], len(writers))
            kind = kinds.setdefault(sample["kind"], len(kinds))
            number = counts[writer, kind] = counts.get((writer, kind), -1) + 1
            print(writer, number // 10, kind, *(value for point in sample["points"] for value in point), file=output)


def template_rows(ours, options, folder):
    """How often gestures are recognized by their examples, by the protocols of the $1 set, and how long it takes."""
    if options.only and not any(word in "templates" for word in options.only):
        return
    if not (STROKES / "strokes.jsonl.gz").exists():
        say(f"bench: {STROKES}/strokes.jsonl.gz is missing, so the recognition of gestures is left out")
        return
    samples = folder / "gestures.txt"
    gesture_samples(samples)
    say("recognizing gestures; this takes a minute or two")
    run = subprocess.run([ours.path, "gestures", samples, str(options.seeds)], capture_output=True, text=True)
    if run.returncode != 0:
        yield {"input": "gestures", "operation": "templates", "error": "our driver failed"}
        return
    figures = {}
    for text in run.stdout.splitlines():
        name, figure, mean, deviation = text.split("\t")
        figures.setdefault(name, {})[figure] = (float(mean), float(deviation))
    print("\nGestures: recognized in %, by one user's own templates and by others', so many a kind; mean ± deviation between seeds")
    columns = ["dependent 1", "dependent 9", "independent 1", "independent 3", "independent 9", "us 16", "us 144"]
    print(f"{'':24}" + "".join(f"{column:>16}" for column in columns))
    for name, values in figures.items():
        cells = []
        for column in columns:
            mean, deviation = values.get(column, (None, None))
            cells.append("" if mean is None else f"{mean:.1f}" if column.startswith("us") else f"{mean:.2f} ± {deviation:.2f}")
        print(f"{name:24}" + "".join(f"{cell:>16}" for cell in cells))
        yield {"input": name, "operation": "templates", "figures": values}


def stroke_rows(ours, options, folder):
    """How long it takes to tell what a stroke is, on all real strokes, beside recognizers by templates."""
    if options.only and not any(word in "strokes" for word in options.only):
        return
    if not (STROKES / "strokes.jsonl.gz").exists():
        say(f"bench: {STROKES}/strokes.jsonl.gz is missing, so the recognition of strokes is left out")
        return
    kinds = {}
    samples = folder / "strokes.txt"
    with open(samples, "w") as output:
        for name in ("strokes.jsonl.gz", "headless-loops.jsonl.gz"):
            if not (STROKES / name).exists():
                continue
            with gzip.open(STROKES / name, "rt") as file:
                for sample in map(json.loads, file):
                    kind = kinds.setdefault(sample["element"], len(kinds))
                    print(0, 0, kind, *(value for point in sample["points"] for value in point), file=output)
    run = subprocess.run([ours.path, "strokes", samples], capture_output=True, text=True)
    if run.returncode != 0:
        yield {"input": "strokes", "operation": "strokes", "error": "our driver failed"}
        return
    print("\nStrokes: from raw points to the answer")
    for text in run.stdout.splitlines():
        name, microseconds, count, points, _ = text.split("\t")
        print(f"{name:26}{float(microseconds):9.2f} µs a stroke, {count} strokes of {float(points):.0f} points")
        yield {"input": name, "operation": "strokes", "microseconds": float(microseconds)}


def line(result):
    if result.get("error"):
        return f"{result['operation']:21}{result['input']:28}{result['error']}"
    text = f"{result['operation']:21}{result['input']:28}{result['seconds'] * 1e3:11.3f}"
    text += f"{result['mebibytes']:8.0f}" if "mebibytes" in result else " " * 8
    if "ratio" in result:
        text += f"  {result['peer']:8}{result['peerSeconds'] * 1e3:11.3f}"
        text += f"{result['peerMebibytes']:8.0f}" if "peerMebibytes" in result else " " * 8
        text += f"{result['ratio']:9.2f}x"
        if result.get("aim"):
            text += f"{result['aim']:7}x"
        if "ratioToBestVariant" in result:
            text += f"  ({result['ratioToBestVariant']:.2f}x its best variant)"
        if result.get("peerFigures", result.get("figures")) != result.get("figures"):
            text += f"  sizes differ: {result['figures']} {result['peerFigures']}"
    if "megabytesPerSecond" in result:
        text += f"  {result['megabytesPerSecond']:.0f} MB/s"
        if "aimMegabytesPerSecond" in result:
            text += f" (aim {result['aimMegabytesPerSecond']})"
    if "perSecond" in result:
        text += f"  {result['perSecond'][1]:,.0f} {result['perSecond'][0]}/s"
    if "overhead" in result:
        text += f"  overhead {result['overhead']:+.1%} (aim {result['aimOverhead']:.0%})"
    if "note" in result:
        text += f"  {result['note']}"
    if "members" in result:
        text += "  " + " ".join(f"{name} {time * 1e3:.3f}" for name, time in result["members"].items())
    return text


def main():
    parser = argparse.ArgumentParser(prog="Scripts/bench", description=__doc__.splitlines()[0])
    parser.add_argument("--repetitions", type=int, default=5, metavar="N", help="processes a row and side (5)")
    parser.add_argument("--real-repetitions", type=int, default=3, metavar="N", help="the same for real automata (3)")
    parser.add_argument(
        "--overhead-repetitions", type=int, default=41, metavar="N",
        help="the same for what C pays over Swift, a quarter of it for scans (41)",
    )
    parser.add_argument(
        "--only", action="append", metavar="WORD",
        help="rows whose operation or input has the word; real, read, scan, matching, search, overhead, included, equivalent, choices, bounded, counting, regex, templates, "
        "strokes, statecharts, exploration, components, schedules and features name whole groups",
    )
    parser.add_argument(
        "--seeds", type=int, default=5, metavar="N", help="how often the templates of gestures are drawn anew (5)"
    )
    parser.add_argument(
        "--counting-limit", type=int, default=30, metavar="SECONDS", help="what a method of counting may take (30)"
    )
    parser.add_argument("--output", default="Benchmark-results.json", metavar="FILE", help="where the JSON goes")
    parser.add_argument("--check", action="store_true", help="compare sizes of minimal DFAs instead of times")
    parser.add_argument(
        "--differential", type=int, metavar="PAIRS",
        help="compare results and not times: what operations and decisions make of so many random pairs of small automata, and of "
        "the real pairs, with foma's and libmata's results, languages as minimal automata; and what so many random expressions say of "
        "random texts, with RE2's and Python's answers; a disagreement is shown with a word",
    )
    parser.add_argument(
        "--real-limit", type=float, default=1, metavar="SECONDS", help="what a peer then has for a real pair and all questions (1)"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the random pairs are drawn from it (1)")
    options = parser.parse_args()

    if options.differential is not None:
        ours, peers = sides(("foma", "mata", "re2"))
        agree = differential.run(
            ours, peers, options.differential, options.seed, SHARED / "inclusion", options.real_limit, say
        )
        agree = matching.run(ours, peers.get("re2"), options.differential, options.seed, say) and agree
        sys.exit(0 if agree else 1)
    if options.check:
        wanted = ("foma", "openfst")
    elif options.only and all(word in GROUP_PEERS for word in options.only):
        wanted = [peer for word in options.only for peer in GROUP_PEERS[word]]
    else:
        wanted = ALL_PEERS
    ours, peers = sides(wanted)
    if options.check:
        with tempfile.TemporaryDirectory() as name:
            sys.exit(0 if check(ours, peers, pathlib.Path(name)) else 1)
    heading = f"{'operation':21}{'input':28}{'ours ms':>11}{'MiB':>8}  {'peer':8}{'ms':>11}{'MiB':>8}{'ratio':>10}{'aim':>8}"
    print(heading)
    results = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for rows in (
            family_rows(ours, peers, options, folder),
            scan_rows(ours, peers, options),
            matching_rows(ours, options),
            search.rows(ours, compile_peer, options, folder),
            overhead_rows(ours, options, folder),
            inclusion_rows(ours, peers, options, folder),
            equivalence_rows(ours, peers, options, folder),
            choice_rows(ours, options, folder),
            reading_rows(ours, options, folder),
            bounded_row(ours, options),
            counting_rows(ours, options, folder),
            expression_rows(ours, peers, options, folder),
            real_rows(ours, peers, options, folder),
            template_rows(ours, options, folder),
            stroke_rows(ours, options, folder),
            statecharts.rows(ours, compile_peer, options, folder),
            exploration.rows(ours, compile_peer, options, folder),
            components.rows(ours, compile_peer, options, folder),
            schedules.rows(ours, compile_peer, options, folder),
            features.rows(ours, options, say),
        ):
            for result in rows:
                if result["operation"] not in ("templates", "strokes", "statecharts", "exploration", "components", "schedules", "features", "search") or "error" in result:
                    print(line(result), flush=True)
                results.append(result)
    idle = {side.name: side.idle / 1024 for side in (ours, *peers.values()) if isinstance(side, Side)}
    print("\nMedians; memory is the peak less that of an idle process: "
          + ", ".join(f"{name} {size:.1f} MiB" for name, size in idle.items()))
    temporary = pathlib.Path(options.output + ".tmp")
    temporary.write_text(json.dumps({"idleMebibytes": idle, "rows": results}, indent=2) + "\n")
    temporary.replace(options.output)
    if any(result.get("error") for result in results):
        sys.exit(1)


if __name__ == "__main__":
    main()
