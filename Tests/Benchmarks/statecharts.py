"""How long statecharts take for an event, beside switches, virtual calls, Boost.MSM, Boost.Statechart, Qt SCXML, sismic, and the same
charts through C and as generated code; `Scripts/bench --only statecharts`."""
import pathlib
import random
import statistics
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
# What the figures of a chart are compared with.
COMPARED = {
    "ring": ["ring, Swift switch", "ring, C switch", "ring, virtual calls", "ring, Boost.MSM"],
    "ring, general tables": ["ring, Swift switch"],
    "ping-pong": ["ping-pong, Swift switch", "ping-pong, C switch"],
    "hierarchy": [
        "hierarchy, C API", "hierarchy, generated C", "hierarchy, generated Swift", "hierarchy, Swift switch", "hierarchy, C switch",
        "hierarchy, Boost.MSM", "hierarchy, Boost.Statechart", "hierarchy, Qt SCXML",
    ],
    "tiktok": ["tiktok, Swift switch", "tiktok, C switch"],
    "scripted ring": ["scripted ring, sismic"],
    "scripted tiktok": ["scripted tiktok, sismic"],
}
# Events a second that are aimed at, in millions.
AIMS = {"ring": 100, "ring, general tables": 30, "ping-pong": 100, "hierarchy": 50, "tiktok": 100, "six regions at once": 5, "scripted ring": 0.2, "scripted tiktok": 0.2}
EVENTS = 1 << 20


def leave_out(name, reason):
    print(f"bench: {name} is left out, as {reason}", file=sys.stderr)


def c_api(compile_peer):
    """The driver of the C API, which takes the shared library as it is shipped; None where it can't be built."""
    print("building the shared library", file=sys.stderr)
    library = ROOT / ".build" / "library"
    if subprocess.run([ROOT / "Scripts" / "library"], stdout=subprocess.DEVNULL).returncode != 0:
        return leave_out("the C API", "the shared library can't be built")
    flags = ["-O2", f"-I{ROOT / 'CInclude'}"]
    return compile_peer(
        "charts-c-api", "statecharts_c_api.c", flags, [f"-L{library}", "-lautomata", f"-Wl,-rpath,{library}"])


def compiled(name, command, target):
    """The target of a compiler's command; None if it fails."""
    result = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    if result.returncode == 0:
        return target
    return leave_out(name, next((line for line in result.stderr.splitlines() if "error" in line), "it doesn't compile").strip())


def generated_c(folder):
    target = folder / "generated-c"
    source = HERE / "Peers" / "statecharts_generated.c"
    return compiled("generated C", ["gcc", "-std=c99", "-O2", f"-I{folder}", "-o", target, source], target)


def generated_swift(folder):
    target = folder / "generated-swift"
    sources = [HERE / "Peers" / "statecharts_generated.swift", folder / "hierarchy.swift"]
    return compiled("generated Swift", ["swiftc", "-O", "-wmo", "-parse-as-library", "-o", target, *sources], target)


def qt(folder):
    """The driver of Qt SCXML, whose compiler makes C++ of the chart and its actions."""
    tools = pathlib.Path("/usr/lib/qt6/libexec")
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "Qt6Scxml"], capture_output=True, text=True)
    if flags.returncode != 0 or not (tools / "qscxmlc").exists():
        return leave_out("Qt SCXML", "it isn't installed (Scripts/setup benchmarks does that)")
    peers, target = HERE / "Peers", folder / "qt"
    subprocess.run([tools / "qscxmlc", peers / "statecharts_qt.scxml", "-o", folder / "statecharts_qt_chart"], check=True)
    subprocess.run([tools / "moc", peers / "statecharts_qt.h", "-o", folder / "statecharts_qt_total.cpp"], check=True)
    sources = [peers / "statecharts_qt.cpp", *(folder / f"statecharts_qt_{part}.cpp" for part in ("chart", "total"))]
    command = ["g++", "-std=c++17", "-O2", "-fPIC", f"-I{folder}", f"-I{peers}", "-o", target, *sources, *flags.stdout.split()]
    return compiled("Qt SCXML", command, target)


def rows(ours, compile_peer, options, folder):
    """Medians over processes, which take turns, of each one's quickest round."""
    if options.only and not any(word in "statecharts" for word in options.only):
        return
    events = folder / "events.bin"
    generator = random.Random(options.seed)
    events.write_bytes(bytes(generator.randrange(4) for _ in range(EVENTS)))
    subprocess.run([ours.path, "statechart-files", folder], check=True)
    commands = [
        [ours.path, "statecharts", events],
        [compile_peer("charts-c", "statecharts_driver.c", ["-O2"], []), events],
        [compile_peer("charts-cpp", "statecharts_driver.cpp", ["-std=c++17", "-O2"], []), events],
        [c_api(compile_peer), events, folder / "hierarchy.scxml"],
        [generated_c(folder), events],
        [generated_swift(folder), events],
        [qt(folder), events],
    ]
    if subprocess.run([sys.executable, "-c", "import sismic"], capture_output=True).returncode == 0:
        commands.append([sys.executable, HERE / "Peers" / "statecharts_sismic.py", events])
    else:
        leave_out("sismic", "it isn't installed (python3 -m pip install sismic does that)")
    commands = [command for command in commands if command[0]]
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
                if checksum:
                    checksums.setdefault(name.split(",")[0], set()).add(checksum)
    if "ring, Boost.MSM" not in figures:
        leave_out("Boost", "it isn't installed (Scripts/setup benchmarks does that)")
    for name, found in checksums.items():
        if len(found) > 1:
            yield {"input": name, "operation": "statecharts", "error": f"the drivers don't agree: {sorted(found)}"}
    medians = {name: statistics.median(values) for name, values in figures.items()}
    print("\nStatecharts: medians; the ratio is the other's time to ours")
    for name, value in medians.items():
        if any(name in peers for peers in COMPARED.values()):
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
