"""PingPong and TikTok by components, beside actors, streams, charts alone, and calls; `Scripts/bench --only components`.

The benchmarks of a thesis on architecting event-driven applications (2014). A goal of n takes 2n messages; the rate is that of the goal, as there.
"""
import os
import statistics
import subprocess

GOALS = [100, 1_000, 5_000, 10_000, 50_000, 100_000, 200_000]
ENGINES = {
    "ping-pong": ["simulation", "traced", "recorded", "debugged", "breakpoints", "system", "actors", "tasks", "streams", "calls"],
    "tiktok": ["simulation", "traced", "system", "chart", "switch"],
}
# The thesis' own figures, on an iPhone 5S: goals a second, and the MB of so many threads.
THESIS = {
    "ping-pong": [5_366, 11_467, 12_850, 13_055, 12_822, 12_733, 12_941],
    "tiktok": [1_106, 4_192, 5_720, 6_234, 7_646, 7_648, 7_834],
}
THREADS = {100: 55, 250: 132, 500: 262, 750: 394, 1_000: 521}
# Goals whose allocations and memory are compared: what the second half takes.
LONG = 5_000_000
ALLOCATED = 200_000


def median(runs):
    return statistics.median(run.seconds for run in runs)


class Failed(Exception):
    pass


def run(ours, arguments, messages=None):
    result = ours.run("components", [str(argument) for argument in arguments], limit=120)
    if not result.ok:
        raise Failed(f"components {arguments} failed")
    if messages is not None and result.figures[0] != messages:
        raise Failed(f"components {arguments} handled {result.figures[0]} messages, not {messages}")
    return result


def rates(ours, benchmark, options):
    """The goals a second of each engine, which take turns in processes of their own."""
    runs = {}
    for _ in range(options.repetitions):
        for goal in GOALS:
            for engine in ENGINES[benchmark]:
                runs.setdefault((engine, goal), []).append(run(ours, [benchmark, engine, goal], 2 * goal))
    print(f"\n{benchmark + ', goals a second':32}" + "".join(f"{goal:>12,}" for goal in GOALS))
    print(f"{'thesis, iPhone 5S':32}" + "".join(f"{rate:>12,}" for rate in THESIS[benchmark]))
    for engine in ENGINES[benchmark]:
        values = [goal / median(runs[engine, goal]) for goal in GOALS]
        print(f"{engine:32}" + "".join(f"{value:>12,.0f}" for value in values))
        for goal, value in zip(GOALS, values):
            yield {"input": f"{benchmark} {goal}, {engine}", "operation": "components", "value": value}


def allocations(ours, counter, arguments, folder):
    """The allocations of a process."""
    path = folder / "allocations"
    environment = os.environ | {"LD_PRELOAD": str(counter), "ALLOCATIONS": str(path)}
    command = [str(part) for part in (ours.path, "components", *arguments)]
    if subprocess.run(command, env=environment, stdout=subprocess.DEVNULL).returncode != 0:
        raise Failed(f"components {arguments} failed")
    return int(path.read_text())


def costs(ours, counter, folder):
    """Allocations a message after warm-up, and the memory that ten million messages add to the first million."""
    print(f"\n{'A message costs':32}{'allocations':>12}{'KiB more':>12}")
    for benchmark, engines in ENGINES.items():
        for engine in engines:
            name = f"{benchmark}, {engine}"
            value, text = None, f"{'?':>12}"
            if counter:
                first, both = (allocations(ours, counter, [benchmark, engine, n * ALLOCATED], folder) for n in (1, 2))
                value = (both - first) / (2 * ALLOCATED)
                text = f"{value:12.3f}"
            more = None
            if engine in ("simulation", "traced", "recorded", "system"):
                first, all_ = (run(ours, [benchmark, engine, goal]).kibibytes for goal in (LONG // 10, LONG))
                more = all_ - first
            print(f"{name:32}{text}" + ("" if more is None else f"{more:12}"))
            yield {"input": f"{name}, allocations a message", "operation": "components", "value": value}
            if more is not None:
                yield {"input": f"{name}, KiB more after 10⁷ messages", "operation": "components", "value": more}


def crowds(ours, options):
    """Seconds and memory of many components."""
    print(f"\n{'Many components':40}{'ms':>10}{'MiB':>10}{'thesis MB':>12}")
    cases = [(["wired", "chain", 1_000], "1,000 wired, checked, started", None)]
    cases += [(["idle", engine, 10_000], f"10,000 idle, {engine}", None) for engine in ("simulation", "system")]
    for count, megabytes in THREADS.items():
        cases.append((["blocking", "blocking", count], f"{count:,} that block for 2 s", None))
        cases.append((["blocking", "threads", count], f"{count:,} threads that block for 2 s", megabytes))
    for arguments, name, megabytes in cases:
        runs = [run(ours, arguments, arguments[-1]) for _ in range(options.repetitions if arguments[0] != "blocking" else 1)]
        mebibytes = max(0, statistics.median(r.kibibytes for r in runs) - ours.idle) / 1024
        text = "" if megabytes is None else f"{megabytes:12}"
        print(f"{name:40}{1e3 * median(runs):10.1f}{mebibytes:10.1f}{text}")
        yield {"input": name, "operation": "components", "value": 1e3 * median(runs), "mebibytes": mebibytes}


def rows(ours, compile_peer, options, folder):
    if options.only and not any(word in "components" for word in options.only):
        return
    counter = compile_peer("allocations", "allocations.c", ["-O2", "-shared", "-fPIC"], [])
    print(f"\nComponents: medians; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores at the start")
    try:
        for benchmark in ENGINES:
            yield from rates(ours, benchmark, options)
        yield from costs(ours, counter, folder)
        yield from crowds(ours, options)
    except Failed as error:
        yield {"input": "components", "operation": "components", "error": str(error)}
