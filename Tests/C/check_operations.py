"""Compares the public operations of the Swift library, as the compiler tells them, with the functions of the C headers by way of
the table in operations.txt: see Scripts/check-operations.
"""

import json
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
TABLE = HERE / "operations.txt"
HEADERS = sorted((HERE.parent.parent / "CInclude").glob("automata*.h"))


def declared_operations(paths):
    """The public symbols of the modules, such as `DFA.minimized(using:total:budget:)`. Types are no operations; cases are, as
    somebody must be able to give or to see them."""
    operations = set()
    for path in paths:
        for symbol in json.loads(pathlib.Path(path).read_text())["symbols"]:
            if symbol["kind"]["identifier"] not in ("swift.struct", "swift.class", "swift.enum", "swift.protocol", "swift.typealias", "swift.associatedtype") and symbol["pathComponents"][-1] != "init(rawValue:)":
                operations.add(".".join(symbol["pathComponents"]))
    return operations


def expanded(text):
    """`{A,B}.f` stands for `A.f` and `B.f`."""
    match = re.search(r"\{([^{}]*)\}", text)
    if not match:
        return [text]
    before, after = text[: match.start()], text[match.end():]
    return [result for part in match[1].split(",") for result in expanded(before + part.strip() + after)]


def read_table():
    """The C names and the reason for each operation, and the C functions that are C's own."""
    operations, own, problems = {}, set(), []
    # A line that starts with spaces goes on with the one before.
    lines = re.sub(r"\n[ \t]+", " ", TABLE.read_text()).splitlines()
    for line in lines:
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith("C: "):
            own.update(line.split()[1:])
            continue
        left, arrow, right = line.partition(" → ")
        reason = line.partition(" — ")[2]
        if not arrow:
            left, names = line.partition(" — ")[0], []
            if not reason.strip():
                problems.append(f"operations.txt: neither a C function nor a reason: {line}")
        else:
            names = right.partition(" — ")[0].split()
        for operation in expanded(left.strip()):
            if operation in operations:
                problems.append(f"operations.txt: {operation} stands there twice")
            operations[operation] = names
    return operations, own, problems


def spread(operations, declared):
    """The table with each `A.*` replaced by the operations of `A`, and of what is within it, that have no line of their own."""
    table = {operation: names for operation, names in operations.items() if not operation.endswith(".*")}
    # The patterns within a pattern come first.
    for pattern in sorted(operations.keys() - table.keys(), key=len, reverse=True):
        members = {operation for operation in declared if operation.startswith(pattern[:-1]) and operation not in table}
        # A pattern that stands for nothing is told as an operation that isn't there.
        table.update(dict.fromkeys(members or {pattern}, operations[pattern]))
    return table


def main():
    operations, own, problems = read_table()
    declared = declared_operations(sys.argv[1:])
    operations = spread(operations, declared)
    header = "\n".join(path.read_text() for path in HEADERS)
    header = re.sub(r"/\*.*?\*/", "", header, flags=re.S)
    functions = set(re.findall(r"\b(automata_[a-z0-9_]+) *\((?! *\*)", header))
    # Constants, and the members of structs, which are named as automata_budget.maximum_states.
    words = set(re.findall(r"\b[A-Za-z_][A-Za-z0-9_]*", header))

    for operation in sorted(declared - operations.keys()):
        problems.append(f"{operation} is public in Swift, and operations.txt doesn't tell how C does it")
    for operation in sorted(operations.keys() - declared):
        problems.append(f"{operation} stands in operations.txt, but isn't public in Swift any more")
    named = {name for names in operations.values() for name in names} | own
    for name in sorted(named):
        if name not in functions and not all(part in words for part in name.split(".")):
            problems.append(f"{name} stands in operations.txt, but in no header")
    for function in sorted(functions - named):
        problems.append(f"{function}() is in a header, and no line of operations.txt names it")
    for function in sorted(own & {name for names in operations.values() for name in names}):
        problems.append(f"{function} is listed as C's own, but does something that Swift does")

    for problem in problems:
        print(problem, file=sys.stderr)
    if problems:
        sys.exit(1)
    without = sum(1 for names in operations.values() if not names)
    print(
        f"{len(declared)} public operations of Swift: {len(declared) - without} have their C functions, {without} need none;"
        f" of {len(functions)} C functions {len(functions & own)} are C's own"
    )


if __name__ == "__main__":
    main()
