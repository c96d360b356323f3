"""How fast texts are searched, beside RE2 and Hyperscan; `Scripts/bench --only search`."""
import random
import statistics
import subprocess

TEXT_SIZE = 50_000_000
# Drivers, and the modes of each.
MODES = {
    "automata": ["spans"], "re2": ["spans", "set"], "hyperscan": ["ends", "starts"],
}
SHOWN = {"automata spans": "ours", "re2 spans": "RE2", "re2 set": "RE2::Set", "hyperscan ends": "Hyperscan", "hyperscan starts": "with starts"}


def words(draw, count, least):
    """Words of letters, of which the first ones of the alphabet are more frequent."""
    found = {}
    while len(found) < count:
        found["".join(chr(97 + min(draw.randrange(26), draw.randrange(26))) for _ in range(least + draw.randrange(8)))] = True
    return list(found)


def texts(draw):
    """Lines of a log with a date, a level and an address of the web each, and prose, both a megabyte that is repeated."""
    dictionary = words(draw, 40_000, 3)
    log, prose, size = [], [], 0
    while size < 1_000_000:
        line = "%d-%02d-%02d %02d:%02d:%02d [%s] %s.%s: request %d from host%d took %dms, GET https://%s.org/%s/%d status=%d\n" % (
            2020 + draw.randrange(7), 1 + draw.randrange(12), 1 + draw.randrange(28), draw.randrange(24), draw.randrange(60), draw.randrange(60),
            draw.choice(["INFO", "DEBUG", "WARN", "ERROR"]), dictionary[draw.randrange(2_000)], dictionary[draw.randrange(2_000)],
            draw.randrange(100_000), draw.randrange(500), draw.randrange(900), draw.choice(dictionary), draw.choice(dictionary),
            draw.randrange(1_000), 200 + 100 * draw.randrange(4))
        log.append(line)
        size += len(line)
    size = 0
    while size < 1_000_000:
        prose.append(draw.choice(dictionary) + ("\n" if draw.randrange(12) == 0 else " "))
        size += len(prose[-1])
    repeated = lambda parts: (("".join(parts)) * (TEXT_SIZE // 1_000_000 + 1))[:TEXT_SIZE].encode()
    return {"log": repeated(log), "prose": repeated(prose)}, dictionary


def cases(draw, dictionary):
    """What is searched for, in which text, and what is aimed at in GB/s."""
    some = words(draw, 200, 5)
    return [
        ("literal, absent", "log", ["zebraquagga"], 25),
        ("4 literals, absent", "log", ["zebraq", "quagga", "xylophone", "mnemonic"], 12),
        ("IP and port, absent", "log", [r"[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}:[0-9]+"], 12),
        ("levels", "log", ["INFO|DEBUG|WARN|ERROR"], 3.5),
        ("dates", "log", ["[0-9]{4}-[0-9]{2}-[0-9]{2}"], 3.5),
        ("URLs", "log", ["https?://[a-z0-9./]+"], 1.4),
        ("identifiers", "log", ["[A-Za-z_][A-Za-z0-9_]*"], 2),
        ("no filter, absent", "log", [r"[a-z]+@[a-z]+\.(com|org)"], 4),
        ("200 patterns", "log", [w + "[0-9]+" if i % 4 == 0 else w for i, w in enumerate(some)], None),
        ("1,000 words in prose", "prose", [w for w in dictionary if len(w) > 5][:1_000], 2.5),
        ("1,000 words, rare", "log", words(draw, 1_000, 6), 2.5),
        ("5,000 words, rare", "log", words(draw, 5_000, 6), None),
    ]


def rows(ours, compile_peer, options, folder):
    """Medians over processes, which take turns."""
    if options.only and not any(word in "search" for word in options.only):
        return
    drivers = {"automata": ours.path}
    for name, source, libraries in [("re2", "search_re2.cpp", ["-lre2"]), ("hyperscan", "search_hyperscan.cpp", ["-lhs"])]:
        path = compile_peer(f"search-{name}", source, ["-std=c++17", "-O2"], libraries)
        if path:
            drivers[name] = path
    draw = random.Random(options.seed)
    content, dictionary = texts(draw)
    for name, text in content.items():
        (folder / name).write_bytes(text)
    modes = [(driver, mode) for driver in drivers for mode in MODES[driver]]
    print(f"\nSearch in {TEXT_SIZE // 1_000_000} MB: GB/s, and the ratio of a peer's time to ours; then building in ms, and KiB")
    for label, text, patterns, aim in cases(draw, dictionary):
        listed = folder / "patterns"
        listed.write_text("\n".join(patterns) + "\n")
        found = {}
        for _ in range(options.repetitions):
            for driver, mode in modes:
                if mode == "set" and len(patterns) == 1 or mode == "spans" and driver == "re2" and len(patterns) > 8:
                    continue
                run = subprocess.run(
                    [drivers[driver], "search", mode, listed, folder / text], capture_output=True, text=True, timeout=600)
                if run.returncode != 0:
                    yield {"input": label, "operation": "search", "error": f"{driver} {mode} failed: {run.stderr.strip()}"}
                    continue
                scan, build, size, matches = run.stdout.split()
                found.setdefault(f"{driver} {mode}", []).append((float(scan), float(build), int(size), int(matches)))
        medians = {name: [statistics.median(run[i] for run in runs) for i in range(3)] + [runs[0][3]] for name, runs in found.items()}
        own = medians.get("automata spans")
        if not own:
            continue
        speed = lambda name: TEXT_SIZE / 1e9 / medians[name][0]
        parts = [f"ours {speed('automata spans'):.2f}" + (f" (aim {aim})" if aim else "")]
        parts += [f"{SHOWN[name]} {speed(name):.2f} ({medians[name][0] / own[0]:.1f}x)" for name in medians if name != "automata spans"]
        print(f"{label:24}{own[3]:9,} matches  " + "; ".join(parts))
        print(f"{'':24}built: " + "; ".join(f"{SHOWN[name]} {value[1] * 1e3:.2f} ms, {value[2] // 1024} KiB" for name, value in medians.items()))
        if "re2 spans" in medians and medians["re2 spans"][3] != own[3]:
            yield {"input": label, "operation": "search", "error": f"RE2 finds {medians['re2 spans'][3]} matches and we {own[3]}"}
        yield {
            "input": label, "operation": "search", "matches": own[3], "aimGigabytesPerSecond": aim,
            "sides": {name: {"gigabytesPerSecond": speed(name), "buildSeconds": value[1], "bytes": value[2]} for name, value in medians.items()},
        }
