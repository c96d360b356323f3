"""Compares the public operations of the Swift library, as the compiler tells them, with the names of the C headers. An operation has its
counterpart by its name, or a line in operations.txt says what C has instead: see Scripts/check-operations.
"""

import collections
import fnmatch
import json
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
TABLE = HERE / "operations.txt"
HEADERS = sorted((HERE.parent.parent / "CInclude").glob("automata*.h"))
ENDINGS = (
    "ization", "ating", "ation", "izing", "ized", "izes", "ize", "ated", "ates", "ate", "ing", "ion", "ies", "ed", "es", "s", "e", "al", "y",
)


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
    """The C objects of each Swift type, the C names and the reason for each operation, and the C functions that are C's own."""
    objects, operations, own, problems = collections.defaultdict(list), {}, set(), []
    # A line that starts with spaces goes on with the one before.
    lines = re.sub(r"\n[ \t]+", " ", TABLE.read_text()).splitlines()
    for line in lines:
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith("C: "):
            own.update(line.split()[1:])
            continue
        if " = " in line and "(" not in line:
            object_, _, types = line.partition(" = ")
            for type_ in types.split():
                objects[type_].append(object_)
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
    return objects, operations, own, problems


def stems(name):
    """The words of a name, without endings such as those of `reversed` and `reverse`."""
    found = set()
    for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+", name.replace("_", " ")):
        word = word.lower()
        for ending in ENDINGS:
            if word.endswith(ending) and len(word) - len(ending) >= 3:
                word = word[: -len(ending)]
                break
        found.add(word)
    return found


def first_word(name):
    """The object of a C name: `fa` of `automata_fa_union`."""
    return re.split(r"[_.]", name.lower())[1]


class Counterparts:
    """The C names that do what a Swift operation does, by their words."""

    def __init__(self, names, objects):
        self.objects = objects
        self.names = collections.defaultdict(list)
        for name in names:
            self.names[first_word(name)].append((name, stems(name.replace(".", "_"))))

    def of(self, operation):
        """The names of the operation's objects that have all words of its own name; for an initializer, whatever makes the object."""
        path = operation.split("(")[0].split(".")
        wanted = stems(path[-1])
        found = []
        for object_ in self.objects.get(path[0], ()):
            for name, words in self.names[object_]:
                makes = re.search(r"_new$|_from_|_read|_start$|_INIT$", name) and first_word(name) == object_
                if makes if path[-1] == "init" else wanted and wanted <= words:
                    found.append(name)
        return found


def spread(operations, declared):
    """The table with each pattern, such as `A.*`, replaced by the operations that it stands for and that have no line of their own."""
    table = {operation: names for operation, names in operations.items() if "*" not in operation or operation in declared}
    # The longest patterns come first.
    for pattern in sorted(operations.keys() - table.keys(), key=len, reverse=True):
        members = {operation for operation in declared if fnmatch.fnmatchcase(operation, pattern) and operation not in table}
        # A pattern that stands for nothing is told as an operation that isn't there.
        table.update(dict.fromkeys(members or {pattern}, operations[pattern]))
    return table


def main():
    objects, operations, own, problems = read_table()
    declared = declared_operations(sys.argv[1:])
    header = "\n".join(path.read_text() for path in HEADERS)
    header = re.sub(r"/\*.*?\*/", "", header, flags=re.S)
    functions = set(re.findall(r"\b(automata_[a-z0-9_]+) *\((?! *\*)", header))
    # Constants, and the members of structs, which are named as automata_budget.maximum_states.
    names = set(re.findall(r"\b(?:automata|AUTOMATA)_\w+", header))
    for struct in re.finditer(r"typedef struct (automata_\w+) \{(.*?)\}", header, re.S):
        names.update(f"{struct[1]}.{member}" for member in re.findall(r"(\w+)(?:\[[^\]]*\])?;", struct[2]))
    counterparts = Counterparts(names, objects)
    derived = {operation: counterparts.of(operation) for operation in declared if operation not in operations}
    derived = {operation: found for operation, found in derived.items() if found}
    operations = spread(operations, declared - derived.keys())

    for operation in sorted(declared - operations.keys() - derived.keys()):
        problems.append(f"{operation} is public in Swift, and no C name has its words; operations.txt doesn't tell how C does it")
    for operation in sorted(operations.keys() - declared):
        problems.append(f"{operation} stands in operations.txt, but isn't public in Swift, or has its counterpart by its name")
    told = {name for listed in operations.values() for name in listed}
    for name in sorted((told | own) - names - functions):
        problems.append(f"{name} stands in operations.txt, but in no header")
    # Whatever keeps and frees handles is C's own.
    own |= {function for function in functions - told if re.search(r"_(free|retain|copy)$", function)}
    for function in sorted(functions - told - own - {name for found in derived.values() for name in found}):
        problems.append(f"{function}() is in a header, and no operation has its name; operations.txt doesn't name it")
    for function in sorted(own & told):
        problems.append(f"{function} is listed as C's own, but does something that Swift does")

    for problem in problems:
        print(problem, file=sys.stderr)
    if problems:
        sys.exit(1)
    without = sum(1 for listed in operations.values() if not listed)
    print(
        f"{len(declared)} public operations of Swift: {len(derived)} have C names with their words,"
        f" {len(operations) - without} have others, {without} need none; of {len(functions)} C functions {len(functions & own)} are C's own"
    )


if __name__ == "__main__":
    main()
