"""How long questions about feature models take, beside flamapy; `Scripts/bench --only features`."""
import importlib.util
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
MODELS = HERE.parent.parent.parent / "shared" / "features" / "featureide"
# Milliseconds that are aimed at for all questions about one model but the pairwise sample.
AIMS = {"BerkeleyDB": 1000, "E-Shop": 1000, "uClibc": 1000, "Busybox_1.18.0": 1000, "ea2468": 2000, "adderII": 2000,
        "XSEngine": 2000, "random-14000": 5000}
# What flamapy has for one model, in seconds.
PEER_LIMIT = 60


def write_random_model(path, count, constraint_count, seed):
    """A tree of features and implications between three of them, as FeatureIDE writes it."""
    numbers = random.Random(seed)
    kinds, children = [], [[] for _ in range(count)]
    for feature in range(count):
        kinds.append(numbers.choice(["and", "and", "or", "alt"]))
        if feature:
            children[numbers.randrange(max(0, feature - 200), feature)].append(feature)
    lines, open_parts = ["<featureModel><struct>"], [0]
    while open_parts:
        part = open_parts.pop()
        if isinstance(part, str):
            lines.append(part)
        elif children[part]:
            mandatory = ' mandatory="true"' if numbers.random() < 0.3 else ""
            lines.append(f'<{kinds[part]}{mandatory} name="F{part}">')
            open_parts += [f"</{kinds[part]}>"] + children[part][::-1]
        else:
            lines.append(f'<feature name="F{part}"/>')
    lines.append("</struct><constraints>")
    for _ in range(constraint_count):
        first, second, third = (f"<var>F{numbers.randrange(1, count)}</var>" for _ in range(3))
        lines.append(f"<rule><imp>{first}<disj>{second}<not>{third}</not></disj></imp></rule>")
    lines.append("</constraints></featureModel>")
    path.write_text("\n".join(lines))


def measured(command, limit=None):
    """The milliseconds and answers of one process, by question, and whether it answered all."""
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=limit)
        text, is_done = run.stdout, run.returncode == 0
    except subprocess.TimeoutExpired as error:
        text, is_done = (error.stdout or b"").decode(), False
    rows = [line.split("\t") for line in text.splitlines()]
    return {name: (float(value), answer) for name, value, answer in rows}, is_done


def rows(ours, options, say):
    """Medians over fresh processes, one a model and repetition, and flamapy's time once."""
    if options.only and not any(word in "features" for word in options.only):
        return
    if not MODELS.is_dir():
        say(f"bench: {MODELS} is missing, so no feature models are measured")
        return
    has_peer = importlib.util.find_spec("flamapy") is not None
    if not has_peer:
        say("bench: flamapy isn't installed, so nothing to compare feature models with")
    print("\nFeature models: medians in milliseconds; behind them how many times as long flamapy takes")
    yield from (row(path, ours, options, has_peer) for path in sorted(MODELS.glob("*.xml"), key=size))
    # Too large to be counted: the questions that the solver answers.
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "random-14000.xml"
        write_random_model(path, 14_000, 6_000, 1)
        yield row(path, ours, options, has_peer, "features-by-sat")


def size(path):
    return path.stat().st_size


def row(path, ours, options, has_peer, question="features"):
    """Prints and returns what was measured of one model."""
    runs = [measured([ours.path, question, path]) for _ in range(options.repetitions)]
    if not all(is_done for _, is_done in runs):
        return {"input": path.stem, "operation": "features", "error": "the driver failed"}
    medians = {name: statistics.median(run[name][0] for run, _ in runs) for name in runs[0][0]}
    theirs, is_done = {}, True
    if has_peer:
        driver = HERE / "Peers" / "flamapy_driver.py"
        theirs, is_done = measured([sys.executable, driver, path], PEER_LIMIT)
    parts = []
    for name, value in medians.items():
        ratio = f" ({theirs[name][0] / value:.0f})" if name in theirs else ""
        parts.append(f"{name} {value:.2f}{ratio}")
    total = sum(value for name, value in medians.items() if name != "pairwise sample")
    text = f"{path.stem:22}" + "; ".join(parts) + f"; in all without the pairwise sample {total:.1f}"
    if path.stem in AIMS:
        text += f" (aim {AIMS[path.stem]})"
    if not is_done:
        text += f"; flamapy failed, or took more than {PEER_LIMIT} s, for the rest"
    for name in theirs:
        if theirs[name][1] and theirs[name][1] != runs[0][0][name][1]:
            text += f"; flamapy says {name} {theirs[name][1]} and not {runs[0][0][name][1]}"
    print(text, flush=True)
    return {"input": path.stem, "operation": "features", "value": total, "questions": medians}
