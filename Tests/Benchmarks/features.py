"""How long questions about feature models take, beside flamapy; `Scripts/bench --only features`."""
import importlib.util
import pathlib
import statistics
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
MODELS = HERE.parent.parent.parent / "shared" / "features" / "featureide"
# Milliseconds that are aimed at for all questions about one model but the pairwise sample.
AIMS = {"BerkeleyDB": 1000, "E-Shop": 1000, "uClibc": 1000, "Busybox_1.18.0": 1000, "ea2468": 2000, "adderII": 2000,
        "XSEngine": 2000}
# What flamapy has for one model, in seconds.
PEER_LIMIT = 60


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
    for path in sorted(MODELS.glob("*.xml"), key=lambda path: path.stat().st_size):
        runs = [measured([ours.path, "features", path]) for _ in range(options.repetitions)]
        if not all(is_done for _, is_done in runs):
            yield {"input": path.stem, "operation": "features", "error": "the driver failed"}
            continue
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
        yield {"input": path.stem, "operation": "features", "value": total, "questions": medians}
