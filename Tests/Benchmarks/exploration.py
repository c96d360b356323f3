"""How long it takes to see all configurations of a chart, beside Spin on the same model; `Scripts/bench --only exploration`."""
import re
import shutil
import statistics
import subprocess
import sys
import time

KINDS = 3
# The models and their sizes.
MODELS = [("regions", 10), ("regions", 20), ("queue", 10)]


def promela(model, size):
    """The model in Promela: one step for each event of the chart, and the invariant after it."""
    if model == "regions":
        moves = [f"  :: atomic {{ r[{i}] = 1 - r[{i}]; assert(r[0] <= 1) }}" for i in range(size)]
        head = f"bit r[{size}];"
    else:
        head = f"bit busy;\nchan waiting = [{size}] of {{ byte }};\nbyte job;"
        moves = [f"  :: atomic {{ !busy -> busy = 1; assert(busy <= 1) }}" for _ in range(KINDS)]
        moves += [f"  :: atomic {{ busy && nfull(waiting) -> waiting!{kind} }}" for kind in range(1, KINDS + 1)]
        moves += [
            "  :: atomic { busy && nempty(waiting) -> waiting?job; job = 0 }",
            "  :: atomic { busy && empty(waiting) -> busy = 0 }",
        ]
    return "\n".join([head, "active proctype chart() {", "  do", *moves, "  od", "}", ""])


def states(model, size):
    return 1 << size if model == "regions" else 1 + sum(KINDS**length for length in range(size + 1))


class Spin:
    """Spin's program for a model: depth first, or breadth first as shortest runs need it."""

    def __init__(self, model, size, folder, flags):
        self.folder = folder / f"spin-{model}-{size}{''.join(flags)}"
        self.count = states(model, size)
        self.folder.mkdir()
        (self.folder / "model.pml").write_text(promela(model, size))
        subprocess.run(["spin", "-a", "model.pml"], cwd=self.folder, check=True, stdout=subprocess.DEVNULL)
        command = ["gcc", "-O2", "-w", "-DSAFETY", "-DNOFAIR", "-DMEMLIM=4000", *flags, "-o", "pan", "pan.c"]
        subprocess.run(command, cwd=self.folder, check=True)

    def run(self, peak):
        """Seconds, states, transitions and MiB."""
        # Only the wall's clock sees it from outside; it has no start-up to speak of.
        start = time.perf_counter()
        lines, mebibytes = measured(peak, [self.folder / "pan", f"-m{2 * self.count}"])
        seconds = time.perf_counter() - start
        text = "\n".join(lines)
        if "errors: 0" not in text:
            raise RuntimeError(text)
        number = lambda pattern: float(re.search(pattern, text)[1])
        # Breadth first, the moments within atomic moves are stored, too.
        found = number(r"([\d.e+]+) nominal states" if "nominal" in text else r"([\d.e+]+) states, stored")
        return seconds, found, number(r"([\d.e+]+) transitions"), mebibytes


def measured(peak, command):
    """The lines that a command prints, and the peak of its memory in MiB."""
    command = [str(part) for part in (peak, 300, *command)]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    *lines, last = run.stdout.splitlines()
    return lines, int(last.split()[1]) / 1024


def ours(peak, program, model, size, question):
    lines, mebibytes = measured(peak, [program, "exploration", model, size, question])
    seconds, found, moves = lines[0].split("\t")
    return float(seconds), float(found), float(moves), mebibytes


def rows(side, compile_peer, options, folder):
    if options.only and not any(word in "exploration" for word in options.only):
        return
    peak = compile_peer("peak", "peak.c", ["-O2"], [])
    sides = [(question, lambda m, s, q=question: ours(peak, side.path, m, s, q)) for question in ("never", "analyze", "flatten")]
    if shutil.which("spin"):
        for name, flags in (("Spin", ()), ("Spin -DBFS", ("-DBFS",))):
            made = {}
            def run(model, size, made=made, flags=flags):
                if (model, size) not in made:
                    made[model, size] = Spin(model, size, folder, list(flags))
                return made[model, size].run(peak)
            sides.append((name, run))
    else:
        print("bench: Spin is left out, as it isn't installed (Scripts/setup benchmarks does that)", file=sys.stderr)
    print(f"\n{'Exploration: medians':32}{'ms':>12}{'configurations':>16}{'moves':>12}{'MiB':>8}{'M/s':>8}")
    for model, size in MODELS:
        for name, run in sides:
            figures = [run(model, size) for _ in range(options.repetitions)]
            seconds, found, moves, mebibytes = (statistics.median(column) for column in zip(*figures))
            row = {"input": f"{model} {size}, {name}", "operation": "exploration", "value": seconds * 1e3}
            # Spin tells large numbers by six digits.
            if abs(found - states(model, size)) > 1e-5 * found:
                row["error"] = f"{found:.0f} configurations, not {states(model, size)}"
            print(f"{row['input']:32}{seconds * 1e3:12.2f}{found:16.0f}{moves:12.0f}{mebibytes:8.0f}{found / seconds / 1e6:8.2f}")
            yield row
