"""How long statecharts take for an event, beside switches, virtual calls, Boost.MSM and sismic; `Scripts/bench --only statecharts`."""
import pathlib
import random
import statistics
import subprocess
import sys

# What the figures of a chart are compared with.
COMPARED = {
    "ring": ["ring, Swift switch", "ring, C switch", "ring, virtual calls", "ring, Boost.MSM"],
    "ring, general tables": ["ring, Swift switch"],
    "tiktok": ["tiktok, Swift switch", "tiktok, C switch"],
    "scripted ring": ["scripted ring, sismic"],
    "scripted tiktok": ["scripted tiktok, sismic"],
}
# Events a second that are aimed at, in millions.
AIMS = {"ring": 100, "ring, general tables": 30, "tiktok": 100, "six regions at once": 5, "scripted ring": 0.2, "scripted tiktok": 0.2}
EVENTS = 1 << 20


def rows(ours, compile_peer, options, folder):
    """Medians over processes, which take turns, of each one's quickest round."""
    if options.only and not any(word in "statecharts" for word in options.only):
        return
    events = folder / "events.bin"
    generator = random.Random(options.seed)
    events.write_bytes(bytes(generator.randrange(4) for _ in range(EVENTS)))
    commands = [[ours.path, "statecharts", events]]
    for name, source, flags in [
        ("charts-c", "statecharts_driver.c", ["-O2"]), ("charts-cpp", "statecharts_driver.cpp", ["-std=c++17", "-O2"]),
    ]:
        path = compile_peer(name, source, flags, [])
        if path:
            commands.append([path, events])
    if subprocess.run([sys.executable, "-c", "import sismic"], capture_output=True).returncode == 0:
        commands.append([sys.executable, pathlib.Path(__file__).parent / "Peers" / "statecharts_sismic.py", events])
    else:
        print("bench: sismic is left out, as it isn't installed (python3 -m pip install sismic does that)", file=sys.stderr)
    figures, checksums = {}, {}
    for _ in range(options.repetitions):
        for command in commands:
            run = subprocess.run(command, capture_output=True, text=True)
            if run.returncode != 0:
                yield {"input": "statecharts", "operation": "statecharts", "error": f"{command[0]} failed"}
                return
            for line in run.stdout.splitlines():
                name, value, checksum = line.split("\t")
                figures.setdefault(name, []).append(float(value))
                checksums.setdefault(name.split(",")[0], set()).add(checksum)
    for name, found in checksums.items():
        if len(found) > 1:
            yield {"input": name, "operation": "statecharts", "error": f"the drivers don't agree: {sorted(found)}"}
    medians = {name: statistics.median(values) for name, values in figures.items()}
    print("\nStatecharts: medians; the ratio is a peer's time to ours")
    for name, value in medians.items():
        if name.endswith(("switch", "calls", "MSM", "sismic")):
            continue
        text = f"{name:40}"
        if name in AIMS:
            text += f"{value:8.2f} ns{1e3 / value:8.{1 if value < 1e3 else 3}f} M/s (aim {AIMS[name]})"
            text += "".join(
                f"; {peer.split(', ')[1]} {medians[peer]:.2f} ns, {medians[peer] / value:.2f}"
                for peer in COMPARED.get(name, []) if peer in medians
            )
        else:
            text += f"{value:8.2f}"
        print(text)
    yield from ({"input": name, "operation": "statecharts", "value": value} for name, value in medians.items())
