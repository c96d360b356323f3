"""How long it takes to try all schedules, beside Spin on the same models; `Scripts/bench --only schedules`.

The models are those of Examples/checks, in larger sizes. A step handles one message of a mailbox, or one time-out, with
all that it sends.
"""
import dataclasses
import json
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import time

from exploration import measured

HERE = pathlib.Path(__file__).resolve().parent
EXAMPLES = HERE.parent.parent / "Examples/checks"


@dataclasses.dataclass(frozen=True)
class Model:
    """A model in one size: the macros of its text in Promela, and the number of reachable states."""

    name: str
    sizes: dict
    states: int

    def __str__(self):
        return f"{self.name} {' '.join(str(size) for size in self.sizes.values())}"


# In an election each node sends its number again, once; the second number is that of messages that may be lost.
MODELS = [
    Model("election", {"NODES": 4, "LOSSES": 0}, 1_322),
    Model("election", {"NODES": 4, "LOSSES": 1}, 5_475),
    Model("election", {"NODES": 6, "LOSSES": 0}, 91_226),
    Model("election", {"NODES": 7, "LOSSES": 0}, 810_370),
    Model("buffer", {"SIZE": 2, "PRODUCERS": 2, "CONSUMERS": 2}, 2_736),
    Model("buffer", {"SIZE": 3, "PRODUCERS": 3, "CONSUMERS": 3}, 704_956),
    Model("cache", {"CLIENTS": 3}, 22_621),
    Model("cache", {"CLIENTS": 4}, 5_114_145),
]
# Spin's reduction leaves out steps whose order can't matter. Breadth first finds shortest runs.
ENGINES = {"Spin, all steps": ["-DNOREDUCE"], "Spin, reduced": [], "Spin, breadth first": ["-DBFS", "-DNOREDUCE"]}


class Failed(Exception):
    pass


@dataclasses.dataclass
class Figures:
    seconds: float
    states: float
    transitions: float
    mebibytes: float


# Assemblies of any size


def chart(folder, name, **changes):
    """Copies a chart of the examples into a folder; variables get other first values."""
    text = (EXAMPLES / name).read_text()
    for variable, value in changes.items():
        text, count = re.subn(rf'(<data id="{variable}"\s+expr=)"[^"]*"', lambda match: f'{match[1]}"{value}"', text)
        if count != 1:
            raise Failed(f"{name} has no variable {variable}")
    (folder / pathlib.Path(name).name).write_text(text)


def assembly(folder, components, channels):
    """Writes an assembly, and returns its file. A channel is a pair of ports."""
    path = folder / "assembly.json"
    channels = [{"from": sender, "to": receiver} for sender, receiver in channels]
    path.write_text(json.dumps({"components": components, "channels": channels}, indent=2) + "\n")
    return path


def ports(count):
    """The output port for each input port of a component that serves so many others."""
    return "{" + ", ".join(f"'#_from{place}': '#_to{place}'" for place in range(1, count + 1)) + "}"


def election(folder, nodes, losses):
    """A ring of nodes, whose numbers fall along it; how many messages may be lost is up to the check."""
    chart(folder, "leader-election/node.scxml")
    chart(folder, "leader-election/starter.scxml", ids=list(range(1, nodes + 1)))
    numbers = range(nodes, 0, -1)
    node = {"chart": "node.scxml", "in": {"start": ["begin"], "previous": ["candidate"]}}
    node["out"] = {"next": ["candidate"]}
    starter = {"chart": "starter.scxml", "out": {f"node{number}": ["begin"] for number in reversed(numbers)}}
    components = {"starter": starter}
    components |= {f"node{number}": node for number in numbers}
    channels = [(f"starter.node{number}", f"node{number}.start") for number in reversed(numbers)]
    channels += [(f"node{number}.next", f"node{number - 1 or nodes}.previous") for number in numbers]
    return assembly(folder, components, channels)


def buffer(folder, size, producers, consumers):
    """A buffer for `size` items."""
    chart(folder, "bounded-buffer/producer.scxml")
    chart(folder, "bounded-buffer/consumer.scxml")
    chart(folder, "bounded-buffer/buffer.scxml", size=size, ports=ports(producers + consumers))
    server = {"chart": "buffer.scxml", "in": {}, "out": {}}
    components, channels, replies = {"buffer": server}, [], []
    clients = [("producer", "credit", ["ask", "put"], number) for number in range(1, producers + 1)]
    clients += [("consumer", "item", ["take"], number) for number in range(1, consumers + 1)]
    for place, (kind, reply, requests, number) in enumerate(clients, 1):
        server["in"][f"from{place}"], server["out"][f"to{place}"] = requests, [reply]
        client = {"chart": f"{kind}.scxml", "in": {f"{reply}s": [reply]}, "out": {"buffer": requests}}
        components[f"{kind}{number}"] = client
        channels.append((f"{kind}{number}.buffer", f"buffer.from{place}"))
        replies.append((f"buffer.to{place}", f"{kind}{number}.{reply}s"))
    return assembly(folder, components, channels + replies)


def cache(folder, clients):
    """German's cache coherence."""
    chart(folder, "german-cache/client.scxml")
    chart(folder, "german-cache/home.scxml", ports=ports(clients))
    requests = ["requestShared", "requestExclusive", "acknowledge"]
    orders = ["grantShared", "grantExclusive", "invalidate"]
    places = range(1, clients + 1)
    home = {"chart": "home.scxml", "in": {f"from{place}": requests for place in places}}
    home["out"] = {f"to{place}": orders for place in places}
    client = {"chart": "client.scxml", "in": {"orders": orders}, "out": {"home": requests}}
    channels = []
    for place in places:
        channels += [(f"client{place}.home", f"home.from{place}"), (f"home.to{place}", f"client{place}.orders")]
    return assembly(folder, {"home": home} | {f"client{place}": client for place in places}, channels)


GENERATORS = {"election": election, "buffer": buffer, "cache": cache}


def generated(model, folder):
    """The assembly of a model in its size, in a folder of its own."""
    folder = folder / f"ours-{str(model).replace(' ', '-')}"
    folder.mkdir(exist_ok=True)
    return GENERATORS[model.name](folder, **{name.lower(): size for name, size in model.sizes.items()})


# Runs


def spin(model, flags, folder):
    """Compiles Spin's program for a model."""
    folder = folder / f"spin-{str(model).replace(' ', '-')}{''.join(flags)}"
    folder.mkdir()
    shutil.copy(HERE / f"Peers/spin_{model.name}.pml", folder / "model.pml")
    sizes = [f"-D{name}={size}" for name, size in model.sizes.items()]
    subprocess.run(["spin", "-a", *sizes, "model.pml"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    command = ["gcc", "-O2", "-w", "-DSAFETY", "-DNOFAIR", "-DMEMLIM=8000", *flags, "-o", "pan", "pan.c"]
    subprocess.run(command, cwd=folder, check=True)
    # A table with a slot for each state, and a stack that is deep enough.
    return [folder / "pan", f"-w{max(16, model.states.bit_length())}", f"-m{max(10_000, model.states // 2)}"]


def spin_figures(peak, command):
    # Only the wall's clock sees it from outside with more than two digits; it has no start-up to speak of.
    start = time.perf_counter()
    lines, mebibytes = measured(peak, command)
    seconds = time.perf_counter() - start
    text = "\n".join(lines)
    if "errors: 0" not in text or "max search depth too small" in text:
        raise Failed(text)
    number = lambda pattern: float(re.search(pattern, text)[1])
    # The state before the first process runs doesn't count, nor do those within atomic moves (breadth first).
    states = number(r"([\d.e+]+) nominal states" if "nominal" in text else r"([\d.e+]+) states, stored") - 1
    return Figures(seconds, states, number(r"([\d.e+]+) transitions"), mebibytes)


def our_figures(ours, path, losses, kind):
    """The figures of our own check."""
    result = ours.run("schedules", [path, losses, kind], limit=600)
    if not result.ok:
        raise Failed(f"schedules {path} failed")
    states, steps = result.figures
    return Figures(result.seconds, states, steps, result.kibibytes / 1024)


def rows(ours, compile_peer, options, folder):
    if options.only and not any(word in "schedules" for word in options.only):
        return
    if not shutil.which("spin"):
        print("bench: Spin is left out, as it isn't installed (Scripts/setup benchmarks does that)", file=sys.stderr)
    peak = compile_peer("peak", "peak.c", ["-O2"], [])
    print(f"\n{'Schedules: medians':40}{'ms':>12}{'states':>12}{'transitions':>12}{'MiB':>8}{'M/s':>8}")
    for model in MODELS:
        path, losses = generated(model, folder), model.sizes.get("LOSSES", 0)
        runs = {
            f"ours, {name}": lambda kind=kind: our_figures(ours, path, losses, kind)
            for name, kind in (("all steps", "full"), ("reduced", "reduced"))
        }
        if shutil.which("spin"):
            for name, flags in ENGINES.items():
                command = spin(model, flags, folder)
                runs[name] = lambda command=command: spin_figures(peak, command)
        for name, run in runs.items():
            yield from row(f"{model}, {name}", model, run, options)


def row(name, model, run, options):
    result = {"input": name, "operation": "schedules"}
    try:
        figures = [run() for _ in range(options.repetitions)]
        if None in figures:
            return
        median = Figures(*(statistics.median(column) for column in zip(*map(dataclasses.astuple, figures))))
        # Spin's reduction stores fewer states, and large numbers have six digits.
        if "reduced" not in name and abs(median.states - model.states) > 1e-5 * model.states:
            raise Failed(f"{median.states:.0f} states, not {model.states}")
        print(
            f"{name:40}{median.seconds * 1e3:12.1f}{median.states:12,.0f}{median.transitions:12,.0f}"
            f"{median.mebibytes:8.0f}{median.states / median.seconds / 1e6:8.2f}"
        )
        result |= {"value": median.seconds * 1e3, "mebibytes": median.mebibytes}
        result["figures"] = [median.states, median.transitions]
    except (Failed, subprocess.CalledProcessError) as error:
        result["error"] = str(error)
    yield result
