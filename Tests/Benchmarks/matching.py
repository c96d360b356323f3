"""Random expressions in the syntax that RE2 and Python's re share with ours, and what each says of random texts: which are words, and over
bytes, where the leftmost-longest matches are.

An expression is drawn as a tree and written twice, as Python needs other words for some things: `\\Z` for `\\z`, ranges for POSIX's
classes, flags of a group for flags from here on. What the three are known to understand differently is not asked:

- Python's `\\B` isn't in the empty text.
- Python's `$` is before a last newline as well; `\\Z` stands for it.
- RE2's `\\s` has no vertical tab, and neither have the texts.
- Over bytes RE2 takes them for Latin-1 where case doesn't matter, so that E9 is C9; no text has both such bytes and that flag's letters.
- Under the flag i RE2 and Python let letters beyond ASCII that fold into it, as U+017F, be in `\\w`, `[[:alpha:]]` and their kin, which
  are within ASCII for us; so these stand outside of groups with that flag where texts have such letters.

RE2 of 2022 also has a mistake, which only shows where it is made: it loses B from `[a-z]|(?i:b)`, as it joins alternatives that are
letters or sets, and takes a letter in both cases to be there where one of them is. What it answers otherwise is asked again with each
alternative as a group of its own, which it doesn't join.
"""

import collections
import pathlib
import random
import re
import signal
import subprocess
import tempfile
import warnings

BATCH = 100
# Texts for all expressions of a batch, and for each expression words that it nearly has.
TEXTS, WORDS = 60, 3
LONGEST = 12
LIMIT = 300
# Python tries all ways to read a text, which can be 2^n; it has so many seconds for the texts of an expression.
PYTHON_LIMIT = 1

# For POSIX's names of classes, what is in them for Python.
POSIX = {
    "alpha": "a-zA-Z", "digit": "0-9", "alnum": "a-zA-Z0-9", "upper": "A-Z", "lower": "a-z", "space": r" \t\n\r\f\v", "blank": r" \t",
    "punct": r"!-/:-@\[-`{-~", "xdigit": "0-9A-Fa-f", "word": "a-zA-Z0-9_", "graph": "!-~", "print": " -~", "cntrl": r"\x00-\x1f\x7f",
    "ascii": r"\x00-\x7f",
}
# Classes without letters, and so without case.
CASELESS = ["digit", "space", "blank", "punct", "cntrl"]
PERL = {"w": "a-zA-Z0-9_", "d": "0-9", "s": r" \t\n\r\f"}


# Texts in which matches are looked for, a batch; Python looks for each end of each place.
SEARCHED = 15

# Around the alternatives of a union.
OPENED, CLOSED = "\x02", "\x03"


class Part:
    """Text for RE2 and us, text for Python, what it asks for beyond that, and a function that draws a word it may have."""

    def __init__(self, ours, python, word, asks=()):
        self.ours, self.python, self.word, self.asks = ours, python, word, frozenset(asks)

    @property
    def text(self):
        return self.ours.replace(OPENED, "").replace(CLOSED, "")

    @property
    def grouped(self):
        return self.ours.replace(OPENED, "(").replace(CLOSED, ")")


def constant(text):
    return lambda draw: text


class Grammar:
    """Expressions over bytes, or over text in UTF-8."""

    def __init__(self, draw, is_utf8):
        self.draw, self.is_utf8 = draw, is_utf8
        self.letters = "ab _1-.A\nB" + ("éÉαΑſ€" if is_utf8 else "\t\x7f\xe9")
        self.names = 0

    def text(self):
        return "".join(self.draw.choice(self.letters) for _ in range(self.draw.choice([0, 1, 2, 3, 4, 5, 6, 8])))

    def expression(self, depth, flags=""):
        """Within the scope of flags, which decide how Python writes `$`."""
        draw = self.draw
        if depth == 0:
            return self.atom(flags)
        kind = draw.choice(["sequence"] * 6 + ["union"] * 3 + ["repeated"] * 4 + ["group", "flags", "flags from here"])
        if kind == "sequence":
            parts = [self.expression(depth - 1, flags) for _ in range(draw.choice([2, 2, 3]))]
            return Part(
                "".join(part.ours for part in parts), "".join(part.python for part in parts),
                lambda draw: "".join(part.word(draw) for part in parts), frozenset().union(*(part.asks for part in parts)),
            )
        if kind == "union":
            parts = [self.expression(depth - 1, flags) for _ in range(draw.choice([2, 2, 3]))]
            if draw.random() < 0.15:
                parts.insert(draw.randint(0, len(parts)), Part("", "", constant("")))
            return Part(
                "(?:" + "|".join(f"{OPENED}{part.ours}{CLOSED}" for part in parts) + ")", "(?:" + "|".join(part.python for part in parts) + ")",
                lambda draw: draw.choice(parts).word(draw), frozenset().union(*(part.asks for part in parts)),
            )
        if kind == "flags" or kind == "flags from here":
            # A flag that a scope has already is taken from it.
            flag = draw.choice("ims")
            is_on = flag not in flags
            part = self.expression(depth - 1, flags + flag if is_on else flags.replace(flag, ""))
            text = flag if is_on else f"-{flag}"
            opened = f"(?{text}:" if kind == "flags" else f"(?:(?{text})"
            return Part(f"{opened}{part.ours})", f"(?{text}:{part.python})", self.otherwise(part.word, flag == "i"), part.asks)
        part = self.expression(depth - 1, flags)
        if kind == "group":
            self.names += 1
            opened = draw.choice(["(", "(?:", f"(?P<n{self.names}>"])
            return Part(f"{opened}{part.ours})", f"{opened}{part.python})", part.word, part.asks)
        least = draw.randint(0, 3)
        most = least + draw.randint(0, 2)
        text, counts = draw.choice([
            ("*", range(0, 4)), ("+", range(1, 4)), ("?", range(0, 2)), (f"{{{least}}}", [least]), (f"{{{least},}}", range(least, least + 3)),
            (f"{{{least},{most}}}", range(least, most + 1)),
        ])
        text += draw.choice(["", "", "?"])
        return Part(
            f"(?:{part.ours}){text}", f"(?:{part.python}){text}",
            lambda draw: "".join(part.word(draw) for _ in range(draw.choice(counts))), part.asks,
        )

    @staticmethod
    def otherwise(word, changes_case):
        """Words of any case, where that may not matter."""
        return (lambda draw: draw.choice([str, str.upper, str.lower])(word(draw))) if changes_case else word

    def atom(self, flags):
        draw = self.draw
        kind = draw.choice(["letter"] * 10 + ["place"] * 4 + ["set"] * 5 + ["class"] * 3 + ["dot"] * 2 + ["quoted"])
        if kind == "letter":
            letter = draw.choice(self.cased(self.letters, flags))
            return Part(*self.spelled(letter), constant(letter))
        if kind == "place":
            text = draw.choice(["^", "$", r"\b", r"\B", r"\A", r"\z"])
            python = {"^": "^", "$": "$" if "m" in flags else r"\Z", r"\z": r"\Z"}.get(text, text)
            if self.is_utf8 and text in (r"\b", r"\B"):
                python = f"(?a:{python})"
            return Part(text, python, constant(""), {"no boundary"} if text == r"\B" else ())
        if kind == "dot":
            return Part(".", ".", lambda draw: draw.choice(self.letters))
        if kind == "quoted":
            text = "".join(draw.choice("ab.-") for _ in range(2))
            return Part(rf"\Q{text}\E", re.escape(text), constant(text))
        if kind == "class":
            name = draw.choice("wWdDsS")
            if self.is_folding(flags) and name in "wW":
                name = "d"
            members = PERL[name.lower()]
            return Part(rf"\{name}", f"[{'^' if name.isupper() else ''}{members}]", lambda draw: draw.choice(self.letters))
        parts = [self.member(flags) for _ in range(draw.choice([1, 1, 2, 3]))]
        negation = draw.choice(["", "", "^"])
        return Part(
            f"[{negation}" + "".join(ours for ours, _ in parts) + "]", f"[{negation}" + "".join(python for _, python in parts) + "]",
            lambda draw: draw.choice(self.letters),
        )

    def is_folding(self, flags):
        return self.is_utf8 and "i" in flags

    def cased(self, letters, flags):
        """Letters over bytes that are one or two, as Latin-1 has it, have no case here."""
        return letters if self.is_utf8 or "i" not in flags else [letter for letter in letters if letter < "\x80"]

    def member(self, flags):
        draw = self.draw
        kind = draw.choice(["letter", "letter", "range", "perl", "posix"])
        if kind == "letter":
            return self.spelled(draw.choice(self.cased(self.letters, flags)))
        if kind == "range":
            text = draw.choice(["a-b", "A-Z", "a-z", "0-9", " -/", r"\x00-\x1f"] + (["α-ω", "à-ÿ"] if self.is_utf8 else []))
            return text, text
        if kind == "perl":
            name = draw.choice("ds" if self.is_folding(flags) else "wds")
            return rf"\{name}", PERL[name]
        name = draw.choice(CASELESS if self.is_folding(flags) else list(POSIX))
        return f"[:{name}:]", POSIX[name]

    def spelled(self, letter):
        """A letter in one of the ways that there are to write it."""
        code = ord(letter)
        plain = letter if letter.isalnum() or code > 0x7F and self.is_utf8 else "\\" + letter if letter in ".-" else None
        ways = [f"\\x{code:02x}"] if code < 0x100 else []
        if code < 0x80:
            ways.append(f"\\{code:03o}" if code >= 0o100 else f"\\x{code:02x}")
        if plain:
            ways += [plain] * 3
        if letter in "\n\t":
            ways.append("\\n" if letter == "\n" else "\\t")
        way = self.draw.choice(ways)
        return (f"\\x{{{code:x}}}" if self.draw.random() < 0.1 else way), way


def answers_of(lines):
    return [None if line.startswith("refused") else line for line in lines]


def out_of_time(number, frame):
    raise TimeoutError


class Comparison:
    """What was asked and answered so far."""

    def __init__(self, ours, re2, folder):
        self.ours, self.re2, self.folder = ours, re2, folder
        self.counts = collections.Counter()
        self.shown = 0

    def compare(self, title, draw, is_utf8):
        """One batch of expressions and texts."""
        grammar = Grammar(draw, is_utf8)
        parts = [grammar.expression(draw.choice([1, 2, 2, 3, 3, 4])) for _ in range(BATCH)]
        texts = [""] + [grammar.text() for _ in range(TEXTS)]
        for part in parts:
            texts += [part.word(draw)[:LONGEST] for _ in range(WORDS)]
        # Upper case may need more letters than there are in a text's alphabet.
        encoding = "utf-8" if is_utf8 else "latin-1"
        texts = [text for text in dict.fromkeys(texts) if is_utf8 or all(letter < "\u0100" for letter in text)]
        files = [self.folder / "expressions", self.folder / "texts"]
        files[0].write_text("".join(part.text.encode(encoding).hex() + "\n" for part in parts))
        files[1].write_text("".join(text.encode(encoding).hex() + "\n" for text in texts))
        unit = "utf8" if is_utf8 else "bytes"
        judged = {"ours": self.answers(self.ours.path, unit, files)}
        if self.re2:
            judged["RE2"] = self.answers(self.re2.path, unit, files)
        judged["Python"] = [self.python(part, texts, is_utf8) for part in parts]
        grouped = None
        if self.re2 and judged["RE2"] != judged["ours"]:
            files[0].write_text("".join(part.grouped.encode(encoding).hex() + "\n" for part in parts))
            grouped = self.answers(self.re2.path, unit, files)
        for number, part in enumerate(parts):
            mine = judged["ours"][number]
            for judge, answers in judged.items():
                theirs = answers[number]
                if theirs is None or mine is None:
                    self.counts[judge, "refused"] += 1
                    if mine is None or judge != "ours":
                        self.show(f"{title}: {judge} refuses {part.text!r}" + (f", as Python {part.python!r}" if judge == "Python" else ""))
                    continue
                if judge == "ours":
                    self.counts["ours", "expressions"] += 1
                    self.counts["ours", "words accepted"] += mine.count("1")
                    continue
                if judge == "RE2" and theirs != mine and grouped and grouped[number] == mine:
                    self.counts[judge, "expressions with its known mistake"] += 1
                    continue
                if len(theirs) < len(texts):
                    self.counts[judge, "expressions that ran out of time"] += 1
                for text, one, other in zip(texts, mine, theirs):
                    if judge == "Python" and text == "" and "no boundary" in part.asks:
                        continue
                    self.counts[judge, "agreed" if one == other else "disagreed"] += 1
                    if one != other:
                        self.show(f"{title}: {part.text!r} on {text!r}: ours {one}, {judge} {other}")

        if not is_utf8:
            self.compare_spans(title, parts, texts[:SEARCHED], files, grouped is not None)

    def compare_spans(self, title, parts, texts, files, is_mistaken):
        """Where each side finds matches; RE2's known mistake counts where it was made with words."""
        files[0].write_text("".join(part.text.encode("latin-1").hex() + "\n" for part in parts))
        files[1].write_text("".join(text.encode("latin-1").hex() + "\n" for text in texts))
        judged = {"ours": self.answers(self.ours.path, "bytes", files, "spans")}
        if self.re2:
            judged["RE2"] = self.answers(self.re2.path, "bytes", files, "spans")
            files[0].write_text("".join(part.grouped.encode("latin-1").hex() + "\n" for part in parts))
            grouped = self.answers(self.re2.path, "bytes", files, "spans")
        judged["Python"] = [self.python_spans(part, texts) for part in parts]
        for number, part in enumerate(parts):
            mine = judged["ours"][number]
            self.counts["ours", "matches"] += (mine or "").count("-")
            for judge in list(judged)[1:]:
                theirs = judged[judge][number]
                if mine is None or theirs is None:
                    continue
                if judge == "RE2" and theirs != mine and is_mistaken and grouped[number] == mine:
                    continue
                pairs = list(zip(texts, mine.split(";"), theirs.split(";")))
                for text, one, other in pairs:
                    if judge == "Python" and text == "" and "no boundary" in part.asks:
                        continue
                    self.counts[judge, "texts searched alike" if one == other else "disagreed"] += 1
                    if one != other:
                        self.show(f"{title}: {part.text!r} in {text!r}: ours {one}, {judge} {other}")

    @staticmethod
    def python_spans(part, texts):
        """Leftmost-longest by the definition, as far as the time reaches."""
        expressions, answers = {}, []

        def longest(text, place, is_behind_match):
            """The end of the longest word at a place; the empty one doesn't count behind a match."""
            for rest in range(len(text) - place + (0 if is_behind_match else 1)):
                if rest not in expressions:
                    with warnings.catch_warnings():
                        warnings.simplefilter("ignore")
                        expressions[rest] = re.compile(b"(?:%s)(?=[\\s\\S]{%d}\\Z)" % (part.python.encode("latin-1"), rest))
                if expressions[rest].match(text, place):
                    return len(text) - rest
            return None

        signal.signal(signal.SIGALRM, out_of_time)
        signal.setitimer(signal.ITIMER_REAL, PYTHON_LIMIT)
        try:
            for text in texts:
                text, spans, place, last = text.encode("latin-1"), [], 0, -1
                while place <= len(text):
                    end = longest(text, place, place == last)
                    if end is None:
                        place += 1
                        continue
                    spans.append(f"{place}-{end}")
                    last, place = end, max(end, place + (end == place))
                answers.append(",".join(spans))
        except (TimeoutError, re.error):
            pass
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
        return ";".join(answers) if answers else None

    def show(self, text):
        self.shown += 1
        if self.shown <= 40:
            print(text)

    @staticmethod
    def answers(driver, unit, files, operation="match"):
        return answers_of(
            subprocess.run([driver, operation, unit, *files], capture_output=True, text=True, check=True, timeout=LIMIT).stdout.splitlines())

    @staticmethod
    def python(part, texts, is_utf8):
        try:
            # It warns of sets that a later version may read otherwise.
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                expression = re.compile(part.python if is_utf8 else part.python.encode("latin-1"))
        except re.error:
            return None
        answers = ""
        signal.signal(signal.SIGALRM, out_of_time)
        signal.setitimer(signal.ITIMER_REAL, PYTHON_LIMIT)
        try:
            for text in texts:
                answers += "01"[bool(expression.fullmatch(text if is_utf8 else text.encode("latin-1")))]
        except TimeoutError:
            pass
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
        return answers

    def report(self):
        for judge in ("ours", "RE2", "Python"):
            parts = [f"{count} {verdict}" for (name, verdict), count in sorted(self.counts.items()) if name == judge]
            if parts:
                print(f"expressions, {judge}: {', '.join(parts)}")
        return not any(count for (_, verdict), count in self.counts.items() if verdict in ("refused", "disagreed"))


def run(ours, re2, count, seed, say):
    """Whether nobody disagrees on so many random expressions."""
    if not re2:
        say("bench: RE2 isn't there, so expressions are compared with Python's alone")
    with tempfile.TemporaryDirectory() as name:
        comparison = Comparison(ours, re2, pathlib.Path(name))
        for start in range(0, count, BATCH):
            title = f"seed {seed}, from expression {start} on"
            comparison.compare(title, random.Random(f"expressions {seed} {start}"), start // BATCH % 2 == 1)
        return comparison.report()
