"""Tests of panels against the tool: what a panel shows is what a command prints for the saved file, and exercises are solved.

    AUTOMATA=PATH/OF/automata python3 panel_files_test.py [-v] [TEST...]
"""
import json
import random
import statistics
import unittest

from selenium.webdriver.common.keys import Keys

from editor_page import TASKS
from files_test import FilesTest
from panels_test import Helpers

EXERCISE = {"format": "automata-exercise", "version": 1, "title": "Two letters", "task": "Words over A and B whose last letter but one is A.",
            "expression": "(A|B)*A(A|B)", "words": [{"word": "AB", "want": "accept"}], "demands": {"states": 3}}


# Automata of textbooks, the first state initial, with the tables that the books fill: Hopcroft, Motwani and Ullman, 2.3.5; Sipser, 1.41; Aho, Lam, Sethi
# and Ullman, 3.34 and 3.40; Hopcroft, Motwani and Ullman, 4.8.
TEXTBOOKS = [
    ("determinize", "q2", ["q0 0 q0", "q0 0 q1", "q0 1 q0", "q1 1 q2"],
     [["→ {q0}", "{q0,q1}", "{q0}"], ["{q0,q1}", "{q0,q1}", "{q0,q2}"], ["← {q0,q2}", "{q0,q1}", "{q0}"]]),
    ("determinize", "1", ["1 b 2", "1 ε 3", "2 a 2", "2 a 3", "2 b 3", "3 a 1"],
     [["→ ← {1,3}", "{1,3}", "{2}"], ["{2}", "{2,3}", "{3}"], ["{2,3}", "{1,2,3}", "{3}"], ["{3}", "{1,3}", "∅"], ["← {1,2,3}", "{1,2,3}", "{2,3}"]]),
    ("determinize", "s10", ["s0 ε s1", "s0 ε s7", "s1 ε s2", "s1 ε s4", "s2 a s3", "s3 ε s6", "s4 b s5", "s5 ε s6", "s6 ε s1", "s6 ε s7", "s7 a s8", "s8 b s9", "s9 b s10"],
     [["→ {s0,s1,s2,s4,s7}", "{s1,s2,s3,s4,s6,s7,s8}", "{s1,s2,s4,s5,s6,s7}"],
      ["{s1,s2,s3,s4,s6,s7,s8}", "{s1,s2,s3,s4,s6,s7,s8}", "{s1,s2,s4,s5,s6,s7,s9}"],
      ["{s1,s2,s4,s5,s6,s7}", "{s1,s2,s3,s4,s6,s7,s8}", "{s1,s2,s4,s5,s6,s7}"],
      ["{s1,s2,s4,s5,s6,s7,s9}", "{s1,s2,s3,s4,s6,s7,s8}", "{s1,s2,s4,s5,s6,s7,s10}"],
      ["← {s1,s2,s4,s5,s6,s7,s10}", "{s1,s2,s3,s4,s6,s7,s8}", "{s1,s2,s4,s5,s6,s7}"]]),
    ("minimize", "E", ["A a B", "A b C", "B a B", "B b D", "C a B", "C b C", "D a B", "D b E", "E a B", "E b C"],
     [["B", "2"], ["C", "≡", "2"], ["D", "1", "1", "1"], ["E", "0", "0", "0", "0"]]),
    ("minimize", "C", ["A 0 B", "A 1 F", "B 0 G", "B 1 C", "C 0 A", "C 1 C", "E 0 H", "E 1 F", "F 0 C", "F 1 G", "G 0 G", "G 1 E", "H 0 G", "H 1 C"],
     [["B", "1"], ["C", "0", "0"], ["E", "≡", "1", "0"], ["F", "1", "1", "0", "1"], ["G", "2", "1", "0", "2", "1"], ["H", "1", "≡", "0", "1", "1", "1"]]),
    ("minimize", "c,d,e", ["a 0 b", "a 1 c", "b 0 a", "b 1 d", "c 0 e", "c 1 f", "d 0 e", "d 1 f", "e 0 e", "e 1 f", "f 0 f", "f 1 f"],
     [["b", "≡"], ["c", "0", "0"], ["d", "0", "0", "≡"], ["e", "0", "0", "≡", "≡"], ["f", "1", "1", "0", "0", "0"]]),
]


class Textbooks(Helpers, FilesTest):
    def rows(self):
        return self.driver.execute_script("return [...document.querySelectorAll('[data-panel=steps] .filling tbody tr')].map((row) => [...row.children].map((each) => each.textContent.trim()).filter(Boolean))")

    def test_steps(self):
        """Step by step the table fills as the book has it; what comes later isn't shown."""
        for number, (algorithm, final, arrows, wanted) in enumerate(TEXTBOOKS):
            with self.subTest(number=number):
                self.kill()
                self.make_file("book%d.dot" % number, final, arrows)
                self.open("book%d.dot" % number)
                self.open_panel("steps")
                self.driver.execute_script("const select = document.getElementById('algorithm'); select.value = arguments[0]; select.dispatchEvent(new Event('change'))", algorithm)
                # Those of the first algorithm may have come before.
                self.wait("there are steps", lambda: self.text(self.panel("steps", ".count")).startswith("1 of ") and self.count(self.panel("steps", ".inside[aria-busy], .stale")) == 0)
                frames = int(self.text(self.panel("steps", ".count")).split()[-1])
                known = [sum(map(len, self.rows()))]
                for frame in range(2, frames + 1):
                    self.press("steps", "Next")
                    self.wait("the next step", lambda: self.text(self.panel("steps", ".count")) == "%d of %d" % (frame, frames))
                    known.append(sum(map(len, self.rows())))
                self.assertEqual(known, sorted(known))
                self.assertEqual(self.rows(), wanted)

    def make_file(self, name, final, arrows):
        states = sorted({arrow.split()[place] for arrow in arrows for place in (0, 2)}, key=lambda state: (len(state), state))
        shapes = ["%s [shape=%s];" % (state, "doublecircle" if state in final.split(",") else "circle") for state in states]
        moves = ['%s -> %s [label="%s"];' % (a, b, symbol) for a, symbol, b in map(str.split, arrows)]
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write("\n".join(["digraph {", *shapes, "start [shape=point]; start -> %s;" % states[0], *moves, "}"]))


class Tasks(Helpers, FilesTest):
    """The five tasks, drawn by pen."""

    def panels_match(self, name):
        """Compares each panel with what the tool says of the file."""
        path = self.path(name)
        for panel in ("facts", "table", "expression", "grammar", "steps", "compare", "chain"):
            self.open_panel(panel)
        self.wait("the expression", lambda: self.text(self.panel("expression", "pre")) + "\n" == self.run_tool("to-regex", path))
        self.wait("the grammar", lambda: self.text(self.panel("grammar", "pre")) == self.run_tool("to-grammar", path))

        info = json.loads(self.run_tool("info", "--json", path))
        facts = lambda: dict(self.driver.execute_script("return [...document.querySelectorAll('.facts li')].map((each) => [each.children[0].textContent, each.children[1].textContent])"))
        said = {True: "yes", False: "no", None: "unknown"}
        wanted = {"Deterministic": info["deterministic"], "Total": info["total"], "Empty language": info["empty"], "Finite language": info["finite"]}
        self.wait("the facts", lambda: all(facts().get(fact) == said[value] for fact, value in wanted.items()))
        counts = [self.run_tool("count", path, "--length", str(length)).strip() for length in range(11)]
        self.assertEqual(self.driver.execute_script("return [...document.querySelectorAll('.counts dd')].map((each) => each.textContent)"), counts)

        table = self.driver.execute_script("return [...document.querySelectorAll('.transitions tbody tr')].map((row) => [...row.querySelectorAll('input')].map((each) => each.value.split(' ').sort().join(' ')))")
        self.assertEqual(sorted(table), sorted(self.printed_table(path)))

        for algorithm, rounds in (("determinize", self.subsets), ("minimize", self.rounds)):
            self.driver.execute_script("const select = document.getElementById('algorithm'); select.value = arguments[0]; select.dispatchEvent(new Event('change'))", algorithm)
            wanted = rounds(path)
            self.wait("the steps of " + algorithm, lambda: self.text(self.panel("steps", ".count")) == "1 of %d" % wanted)

        for stage in ("determinize", "minimize"):
            self.press("chain", "Add a stage")
            self.driver.execute_script("const select = [...document.querySelectorAll('[data-panel=chain] li select:first-of-type')].at(-1); select.value = arguments[0]; select.dispatchEvent(new Event('change'))", stage)
            self.wait("there is " + stage, lambda: "automata " + stage in self.shown("chain"))
        smallest = json.loads(self.run_tool("minimize", path, "--to", "json"))
        self.wait("the smallest", lambda: "States: %d ·" % smallest["states"] in self.text(self.panel("chain", ".stages li:last-child")))

    def printed_table(self, path):
        """The rows of a table without the marks of initial and final states, the targets in order."""
        rows = [line.replace("→", " ").replace("←", " ").split() for line in self.run_tool("table", path).splitlines()[1:]]
        targets = lambda cell: " ".join(sorted(cell.strip("{}∅–").split(",")))
        return [[name] + [targets(cell) for cell in cells] for name, *cells in rows]

    def subsets(self, path): return 1 + len(json.loads(self.run_tool("determinize", "--steps", "--json", path))["subsets"])
    def rounds(self, path): return 2 + max([pair["round"] for pair in json.loads(self.run_tool("minimize", "--steps", "--json", path))["pairs"]], default=-1)

    def test_panels_show_what_the_tool_prints(self):
        for letter in "ABCDE":
            with self.subTest(task=letter):
                name = letter + ".sketch"
                self.kill()
                self.open(name)
                self.by_pen(TASKS[letter])
                self.panels_match(name)
                self.driver.execute_script("localStorage.clear()")


class Speed(Helpers, FilesTest):
    def test_four_panels(self):
        """Measured, not judged: from an edit of fifty states until four panels are up to date."""
        source = random.Random(5)
        lines = ["%d\t%d\t%s\t%s" % (state, source.randrange(50), symbol, symbol) for state in range(50) for symbol in "ab"]
        lines += ["%d\t%d\tc\tc" % (state, state + 1) for state in range(49)] + [str(state) for state in range(0, 50, 7)]
        with open(self.path("fifty.att"), "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
        self.open("fifty.att")
        for panel in ("facts", "table", "grammar", "chain"):
            self.open_panel(panel)
        self.press("chain", "Add a stage")
        self.wait("the chain is shown", lambda: "States" in self.text(self.panel("chain", ".stages")))
        self.driver.execute_script("""
            window.times = []; let start = 0;
            const busy = () => document.querySelectorAll('#panel [aria-busy]').length;
            new MutationObserver(() => {
              if (busy()) start ||= performance.now();
              else if (start) { times.push(performance.now() - start); start = 0; }
            }).observe(document.getElementById('panel'), {subtree: true, attributeFilter: ['aria-busy']});""")
        self.walk_to("State q1")
        for number in range(20):
            self.keys("f")
            self.wait("the panels are up to date", lambda: self.driver.execute_script("return times.length") == number + 1)
        times = sorted(self.driver.execute_script("return times"))
        print("\nfour panels of fifty states: median %.0f ms, longest %.0f ms of %d" % (statistics.median(times), times[-1], len(times)))


class Exercises(Helpers, FilesTest):
    """An exercise is solved wrongly, with feedback, and then rightly."""

    WRONG = {"states": [(180, 330), (400, 180), (620, 330)], "final": [2], "arrows": [(0, 0, "A", "B"), (0, 1, "A"), (1, 2, "B")]}

    def begin(self):
        with open(self.path("a.exercise"), "w", encoding="utf-8") as file:
            json.dump(EXERCISE, file)
        self.open("a.exercise")
        self.wait_shown_in("exercise", EXERCISE["task"])

    def wait_shown_in(self, panel, text): self.wait(panel + " shows: " + text, lambda: text in self.text(self.panel(panel, ".inside")))

    def fail_then_pass(self, mend):
        self.find("#canvas").send_keys(Keys.CONTROL, Keys.SHIFT, Keys.ENTER)
        self.wait_shown_in("exercise", "Not yet: it should accept AA")
        self.assertNotIn("(A|B)*A", self.driver.page_source)
        self.find(self.panel("exercise", ".try")).click()
        self.wait("the word is rejected", lambda: "ejected" in self.text(".verdict"))
        mend()
        self.find("#canvas").send_keys(Keys.CONTROL, Keys.SHIFT, Keys.ENTER)
        self.wait_shown_in("exercise", "Right: it accepts exactly the words that it should")
        self.wait_shown_in("exercise", "2 tries · solved")
        self.kill()
        verdicts = self.run_tool("accepts", self.path("a.sketch"), "AB", "AA", "BA", "A").split()
        self.assertEqual(verdicts[::2], ["accepted", "accepted", "rejected", "rejected"])
        self.open("a.exercise")
        self.wait_shown_in("exercise", "solved")

    def test_by_pen(self):
        def mend():
            self.pen(self.pen_arrow(self.WRONG["states"][1], self.WRONG["states"][2]))
            self.label("A")
        self.begin()
        self.by_pen(self.WRONG)
        self.fail_then_pass(mend)

    def test_by_keyboard(self):
        def mend():
            self.walk_to("Arrow from q1")
            self.keys(Keys.ENTER)
            self.label("A")
        self.begin()
        self.by_keyboard(self.WRONG)
        self.fail_then_pass(mend)


if __name__ == "__main__":
    unittest.main()
