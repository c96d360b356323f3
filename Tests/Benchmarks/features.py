"""How long questions about feature models take, beside flamapy; `Scripts/bench --only features`."""
import importlib.util
import pathlib
import statistics
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
MODELS = HERE.parent.parent.parent / "shared" / "features" / "featureide"
# Milliseconds that are aimed at for all questions about one model.
AIMS = {"BerkeleyDB": 1000, "E-Shop": 1000, "uClibc": 1000, "Busybox_1.18.0": 1000, "ea2468": 2000, "adderII": 2000,
        "XSEngine": 2000}
# What flamapy has for one model, in seconds.
PEER_LIMIT = 60


def measured(command, limit=None):
    """The milliseconds and answers of one process, by question."""
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=limit)
    except subprocess.TimeoutExpired:
        return None
    if run.returncode != 0:
        return None
    rows = [line.split("\t") for line in run.stdout.splitlines()]
    return {name: (float(value), answer) for name, value, answer in rows}


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
    print("\nFeature models: medians in milliseconds; flamapy's time is for reading, number, core and dead features")
    for path in sorted(MODELS.glob("*.xml"), key=lambda path: path.stat().st_size):
        runs = [measured([ours.path, "features", path]) for _ in range(options.repetitions)]
        if None in runs:
            yield {"input": path.stem, "operation": "features", "error": "the driver failed"}
            continue
        medians = {name: statistics.median(run[name][0] for run in runs) for name in runs[0]}
        total = sum(medians.values())
        text = f"{path.stem:22}" + "".join(f"{name} {value:.2f}; " for name, value in medians.items())
        text += f"in all {total:.1f}"
        if path.stem in AIMS:
            text += f" (aim {AIMS[path.stem]})"
        if has_peer:
            theirs = measured([sys.executable, HERE / "Peers" / "flamapy_driver.py", path], PEER_LIMIT)
            if theirs is None:
                text += f"; flamapy failed, or took more than {PEER_LIMIT} s"
            else:
                same = sum(medians[name] for name in ("read", "number", "core and dead"))
                peer = sum(value for value, _ in theirs.values())
                text += f"; flamapy {peer:.0f}, {peer / same:.0f} times ours"
                for name in ("number", "core and dead"):
                    if theirs[name][1] != runs[0][name][1]:
                        text += f"; flamapy says {name} {theirs[name][1]} and not {runs[0][name][1]}"
        print(text, flush=True)
        yield {"input": path.stem, "operation": "features", "value": total, "questions": medians}
