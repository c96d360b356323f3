"""Compares the bill of materials of an installation with the files themselves, and with what the linker has taken.

    python3 Tests/Packages/check_bill.py PREFIX
"""

import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import sys

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
failures = []


def check(condition, message):
    if not condition:
        failures.append(message)


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def symbols(path, *options):
    """The names of functions that a file defines, by archive member or not."""
    return {line.split()[-1] for line in output("nm", *options, path).splitlines() if re.search(r" T \S+$", line)}


def linked(bill, file, kind):
    """The names of the packages that are related to a file."""
    names = {package["SPDXID"]: package["name"] for package in bill["packages"]}
    return {
        names[relation["relatedSpdxElement"]]
        for relation in bill["relationships"]
        if relation["spdxElementId"] == file["SPDXID"] and relation["relationshipType"] == kind
    }


def owners(components, paths):
    by_stem = {name: component["name"] for component in components for name in component["linked"]}
    return {by_stem.get(pathlib.Path(path).name.split(".")[0], str(path)) for path in paths}


def check_symbols(components, inside, debug_file):
    """Compares with the functions of the unstripped library: an archive whose functions are there was linked."""
    toolchain = json.loads(output("swiftc", "-print-target-info"))["paths"]["runtimeResourcePath"]
    folders = [TOP / ".build/archives", pathlib.Path(toolchain).parent / "swift_static/linux"]
    archives = {path: symbols(path, "--defined-only") for folder in folders for path in folder.glob("*.a")}
    defined = {line.split()[-1] for line in output("nm", debug_file).splitlines() if re.search(r" [Tt] \S+$", line)}
    found = set()
    for path, names in archives.items():
        others = set().union(*(theirs for other, theirs in archives.items() if other != path))
        if (names - others) & defined:
            found.add(path)
    # Specialized generics have the same name wherever they are made, so an archive without a component can seem to be there.
    known = owners(components, archives) & {component["name"] for component in components}
    found = owners(components, found) & known
    check(found == inside & known, f"libautomata.so has functions of {sorted(found)}, and its bill {sorted(inside & known)}")


def main():
    prefix = pathlib.Path(sys.argv[1])
    document = prefix / "share/doc/automata/automata.spdx.json"
    bill = json.loads(document.read_text())
    components = json.loads((TOP / "Packaging/components.json").read_text())
    check(len(bill["files"]) == 3, "the bill doesn't have three files")
    for file in bill["files"]:
        path = prefix / file["fileName"]
        for checksum in file["checksums"]:
            actual = hashlib.new(checksum["algorithm"].lower(), path.read_bytes()).hexdigest()
            check(actual == checksum["checksumValue"], f"the {checksum['algorithm']} of {path.name} is another")
        inside = linked(bill, file, "STATIC_LINK")
        check({"CaDiCaL", "Swift runtime", "GCC runtime"} <= inside, f"the bill of {path.name} has only {sorted(inside)}")
        check(("Duktape" in inside) == (path.name == "automata"), f"{path.name} isn't made with Duktape, or the tool is not")
        if path.suffix != ".a":
            needed = set(re.findall(r"\(NEEDED\).*\[(.*)\]", output("readelf", "-d", path)))
            check(owners(components, needed) == linked(bill, file, "DYNAMIC_LINK"), f"{path.name} needs {sorted(needed)}")
            check({"GMP", "expat"} <= inside | linked(bill, file, "DYNAMIC_LINK"), f"the bill of {path.name} lacks GMP or expat")
        if ".so." in path.name:
            check_symbols(components, inside, path.parent / ".debug" / (path.name + ".debug"))
    for component in components:
        for text in component["texts"]:
            check((prefix / "share/doc/automata/licenses" / text).stat().st_size > 500, f"{text} is missing")
    if shutil.which("pyspdxtools"):
        result = subprocess.run(["pyspdxtools", "-i", document], capture_output=True, text=True)
        check(result.returncode == 0, result.stdout + result.stderr)
    if failures:
        sys.exit("\n".join(f"check_bill: {failure}" for failure in failures))


main()
