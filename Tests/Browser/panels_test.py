"""Tests of the panels beside the drawing: by mouse and by keyboard, with late answers, hostile labels and too much work.

    EDITOR_URL='http://127.0.0.1:PORT/#TOKEN' AUTOMATA=PATH/OF/automata python3 panels_test.py [-v] [TEST...]

AXE is the path of axe.min.js. SHOTS=FOLDER keeps screenshots. ASSETS=FOLDER serves the page of the exercises from a folder.
"""
import base64
import os
import re
import time
import unittest

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select

from editor_page import EditorTest
from files_test import FilesTest

PANELS = ["words", "facts", "table", "expression", "grammar", "steps", "compare", "chain"]
HOSTILE = "<img src=x onerror=document.title='owned'>"
EXERCISE = """{"format": "automata-exercise", "version": 1, "title": "%s", "task": "All words over 0 and 1 that end with 01.\\nDraw a DFA.",
"expression": "(0|1)*01", "words": [{"word": "0101", "want": "accept"}, {"word": "010", "want": "reject"}],
"demands": {"deterministic": true, "states": 3}, "feedback": "witness"%s}"""

# Counts the questions that are under way, and makes them slow.
WATCH = """
    const real = window.fetch;
    window.asks = {flying: 0, most: 0, aborted: 0, all: [], delay: 0};
    window.fetch = async (path, options) => {
      if (!String(path).endsWith('/ask')) return real(path, options);
      asks.all.push(JSON.parse(options.body));
      asks.most = Math.max(asks.most, asks.flying += 1);
      try {
        const answer = await real(path, options);
        await new Promise((resolve, reject) => {
          setTimeout(resolve, asks.delay);
          options.signal?.addEventListener('abort', () => reject(options.signal.reason));
        });
        return answer;
      } catch (error) {
        if (error.name === 'AbortError') asks.aborted += 1;
        throw error;
      } finally { asks.flying -= 1; }
    };"""
REQUEST = """
    const [path, body, done] = arguments;
    const id = document.querySelector('.tab[aria-selected=true]').dataset.document;
    fetch(`/api/documents/${id}/${path}`, {method: 'POST', body: JSON.stringify(body),
      headers: {Authorization: 'Bearer ' + sessionStorage.getItem('token'), 'Content-Type': 'application/json'}})
      .then((response) => response.json()).then(done);"""


class Helpers:
    """What is done to panels."""

    def panel(self, name, rest=""): return "[data-panel=%s] %s" % (name, rest)
    def shown(self, name): return self.text(self.panel(name, ".content:not([hidden])"))

    def words(self, name): return self.driver.execute_script("return [...document.querySelectorAll(arguments[0])].map((each) => each.textContent)", self.panel(name, ".try"))

    def open_panel(self, name):
        button = self.find(self.panel(name, ".disclosure"))
        # A heading moves when an answer above it comes, so that a click may miss it.
        for _ in range(5):
            if button.get_attribute("aria-expanded") != "true":
                button.click()
        self.assertEqual(button.get_attribute("aria-expanded"), "true")

    def press(self, name, text):
        """Presses the button of a panel with this text or name."""
        found = [each for each in self.find_all(self.panel(name, "button")) if text in (each.text, each.get_attribute("aria-label"))]
        self.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", found[0])
        found[0].click()

    def opened(self): return [each.text for each in self.find_all(".disclosure[aria-expanded=true]") if each.is_displayed()]
    def focus(self, selector): self.driver.execute_script("document.querySelector(arguments[0]).focus()", selector)
    def focused(self): return self.driver.switch_to.active_element.get_attribute("aria-label") or self.driver.switch_to.active_element.text
    def said(self, text):
        """Waits until it was said, even if something else was said since."""
        self.wait("it is said: " + text, lambda: any(text in each for each in self.driver.execute_script("return [...(window.heard ?? []), document.getElementById('live').textContent]")))
    def wait_shown(self, name, text): self.wait("%s shows %s: %s" % (name, text, self.shown(name) or self.text(self.panel(name, ".message"))), lambda: text in self.shown(name))

    def command(self, **command):
        """Carries out a command. Returns the id of what it inserted."""
        answer = self.driver.execute_async_script(REQUEST, "commands", {"page": "test", "commands": [command]})["answers"][0]
        self.assertNotIn("error", answer)
        return answer.get("inserted", [None])[0]

    def make(self, arrows, count=3, final=(2,)):
        """Makes states in a row with arrows (from, to, symbols). Returns their ids."""
        before = self.count(".world .state")
        states = [self.command(do="addState", at=[180 * number, 0], final=number in final) for number in range(count)]
        self.command(do="addTransition", **{"from": None}, to=states[0], tail=[-90, 0])
        for a, b, symbols in arrows:
            arrow = self.command(do="addTransition", **{"from": states[a]}, to=states[b])
            self.command(do="setSymbols", element=arrow, symbols=symbols)
        self.wait_count(".world .state", before + count)
        return states

    def make_nfa(self): return self.make([(0, 0, ["0", "1"]), (0, 1, ["0"]), (1, 2, ["1"])])
    def make_ambiguous(self): return self.make([(0, 1, ["a"]), (0, 2, ["a"]), (1, 1, ["b"]), (2, 2, ["b"])], final=(1, 2))

    def check_accessibility(self):
        """Runs axe in both themes, with answers that are new and that are outdated."""
        if "AXE" not in os.environ:
            self.skipTest("AXE isn't set")
        with open(os.environ["AXE"], encoding="utf-8") as file:
            self.driver.execute_script(file.read())
        for theme in ("light", "dark"):
            self.driver.execute_script("document.documentElement.dataset.theme = arguments[0]", theme)
            for is_stale in (False, True):
                self.driver.execute_script("for (const each of document.querySelectorAll('.content, .feedback')) each.classList.toggle('stale', arguments[0])", is_stale)
                found = self.driver.execute_async_script("axe.run().then((result) => arguments[0](result.violations.map((each) => [each.id, each.nodes.map((node) => node.html)])))")
                self.assertEqual(found, [], theme)

    def refused(self):
        """Takes the browser's note of a refusal out of its log. Returns whether there was one."""
        return any("422" in entry["message"] for entry in self.driver.get_log("browser"))


class PanelTest(Helpers, EditorTest):
    def setUp(self):
        super().setUp()
        self.driver.execute_script(WATCH)
        self.driver.execute_script("""
            const live = document.getElementById('live');
            window.heard = [];
            new MutationObserver(() => heard.push(live.textContent)).observe(live, {childList: true, characterData: true, subtree: true});""")

    def tearDown(self):
        self.driver.execute_script("localStorage.clear()")
        super().tearDown()


class Column(PanelTest):
    def test_words_alone_are_open_at_first(self):
        self.assertEqual(self.opened(), ["Words"])
        self.assertEqual(self.driver.execute_script("return asks.all.length"), 0)
        self.assertFalse(self.find("[data-panel=exercise]").is_displayed())

    def test_opened_by_key_and_remembered(self):
        self.focus(self.panel("facts", ".disclosure"))
        self.keys(Keys.ENTER)
        self.assertEqual(self.find(self.panel("facts", ".disclosure")).get_attribute("aria-expanded"), "true")
        self.focus(self.panel("words", ".disclosure"))
        self.keys(Keys.SPACE)
        self.driver.refresh()
        self.wait_for_panels()
        self.assertEqual(self.opened(), ["Facts"])

    def test_width(self):
        width = lambda: self.find("#panel").size["width"]
        before = width()
        self.focus(".edge")
        self.keys(Keys.ARROW_LEFT, Keys.ARROW_LEFT)
        self.assertGreater(width(), before + 40)
        self.keys(Keys.END)
        self.assertLess(width(), before)
        narrow = width()
        ActionChains(self.driver).drag_and_drop_by_offset(self.find(".edge"), -200, 0).perform()
        self.assertAlmostEqual(width(), narrow + 200, delta=12)
        dragged = width()
        self.driver.refresh()
        self.wait_for_panels()
        self.assertEqual(width(), dragged)

    def test_narrow(self):
        """At 320 pixels nothing is wider than the window, and the column covers the drawing."""
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": 320, "height": 640, "deviceScaleFactor": 1, "mobile": True})
        try:
            self.make_nfa()
            self.find("button[aria-label=Panels]").click()
            for name in PANELS:
                self.open_panel(name)
            self.press("chain", "Add a stage")
            self.wait("there are pictures", lambda: self.count(".picture") == 2)
            self.assertEqual(self.driver.execute_script("return [innerWidth, document.documentElement.scrollWidth, document.getElementById('panel').scrollWidth]"), [320, 320, 320])
        finally:
            self.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})

    def pages(self):
        """The number of pages that are printed."""
        return len(re.findall(rb"/Type\s*/Page\b", base64.b64decode(self.driver.execute_cdp_cmd("Page.printToPDF", {})["data"])))

    def test_print(self):
        self.make_nfa()
        self.open_panel("facts")
        self.wait_shown("facts", "Deterministic")
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
        try:
            shown = lambda selector: self.find(selector).is_displayed()
            self.assertEqual([shown("#canvas"), shown(self.panel("facts", ".content")), shown(self.panel("facts", ".title"))], [True] * 3)
            self.assertEqual([shown("#header"), shown("#footer"), shown("[data-panel=words]"), shown("[data-panel=steps]")], [False] * 4)
            self.assertEqual(self.pages(), 2)
            self.assertTrue(shown(self.panel("facts", ".content")))
            self.driver.execute_script("document.querySelector('[data-panel=facts] .disclosure').click()")
            self.assertEqual(self.pages(), 1)
        finally:
            self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})

    def test_axe(self):
        self.make_ambiguous()
        self.add_words(accept=["a"], reject=["ab"])
        for name in PANELS:
            self.open_panel(name)
        self.press("chain", "Add a stage")
        self.wait("there are pictures", lambda: self.count(".picture") == 2)
        self.press("steps", "Next")
        self.check_accessibility()


class Asking(PanelTest):
    def test_two_at_a_time(self):
        self.make_nfa()
        self.driver.execute_script("asks.delay = 150")
        for name in PANELS:
            self.open_panel(name)
        self.wait_shown("steps", "{q0}")
        self.wait("two are compared", lambda: "language" in self.shown("compare") or self.text(self.panel("compare", ".error")))
        self.assertLessEqual(self.driver.execute_script("return asks.most"), 2)
        self.assertEqual(len(self.driver.execute_script("return asks.all")), 6)  # there is no chain to ask about

    def test_stale_then_new(self):
        self.make_nfa()
        self.open_panel("expression")
        self.wait_shown("expression", "(0|1)*01")
        self.driver.execute_script("asks.delay = 1500")
        self.keys("v")
        self.find("#canvas").send_keys(Keys.ESCAPE)
        self.walk_to("State q1")
        self.keys("f")
        self.wait("it is marked", lambda: self.count(self.panel("expression", ".content.stale")) == 1)
        self.assertEqual(self.text(self.panel("expression", ".late:not([hidden])")), "not up to date yet")
        self.assertIn("(0|1)*01", self.shown("expression"))
        self.wait("it is new", lambda: self.count(self.panel("expression", ".content.stale")) == 0)
        self.assertNotIn("(0|1)*01\n", self.shown("expression"))
        self.assertEqual(self.text(self.panel("expression", ".late:not([hidden])")), "")

    def test_outdated_questions_are_aborted(self):
        first, *_ = self.make_nfa()
        self.driver.execute_script("asks.delay = 3000")
        self.open_panel("facts")
        self.wait("it is asked", lambda: self.driver.execute_script("return asks.flying") == 1)
        self.command(do="setFinal", element=first, **{"is": True})
        self.wait("it was aborted", lambda: self.driver.execute_script("return asks.aborted") == 1)
        self.driver.execute_script("asks.delay = 0")
        self.command(do="setFinal", element=first, **{"is": False})
        self.wait_shown("facts", "Shortest word")
        self.assertLessEqual(self.driver.execute_script("return asks.most"), 2)

    def test_nothing_is_asked_while_it_is_dragged(self):
        self.make_nfa()
        self.open_panel("facts")
        self.wait_shown("facts", "Shortest word")
        before = self.driver.execute_script("return asks.all.length")
        self.keys("v")
        self.find("#canvas").send_keys("v")
        x, y = self.center(1)
        actions = ActionChains(self.driver, duration=20).move_to_element_with_offset(self.find("#canvas"), x - self.width / 2, y - self.height / 2).click_and_hold()
        for _ in range(10):
            actions.move_by_offset(0, 8)
        actions.perform()
        self.assertEqual(self.driver.execute_script("return asks.all.length"), before)
        ActionChains(self.driver).release().perform()
        self.wait("it is asked again", lambda: self.driver.execute_script("return asks.all.length") == before + 1)

    def test_closed_and_hidden_panels_ask_nothing(self):
        self.open_panel("facts")
        self.find("button[aria-label=Panels]").click()
        self.make_nfa()
        time.sleep(0.3)
        before = self.driver.execute_script("return asks.all.length")
        self.find("button[aria-label=Panels]").click()
        self.wait_shown("facts", "Shortest word")
        self.assertEqual(self.driver.execute_script("return asks.all.length"), before + 1)

    def test_problems(self):
        self.open_panel("facts")
        self.command(do="addState", at=[0, 0])
        self.wait("it says what is missing", lambda: "No initial state" in self.text(self.panel("facts", ".message")))
        self.assertEqual(self.shown("facts"), "")
        self.walk_to("State q0")
        self.keys("i")
        self.wait_shown("facts", "Empty language")
        self.assertEqual(self.text(self.panel("facts", ".message")), "")

    def test_explosion(self):
        """A million subsets: the panel says so, and the page can be used."""
        self.open_panel("expression")
        self.find(self.panel("expression", "input")).send_keys("(a|b)*a(a|b){20}", Keys.ENTER)
        self.wait("it is drawn", lambda: self.count(".world .state") > 20)
        self.open_panel("chain")
        self.press("chain", "Add a stage")
        time.sleep(0.3)
        states = self.count(".world .state")
        self.keys(Keys.ESCAPE)
        self.find("#canvas").send_keys("n")
        self.wait_count(".world .state", states + 1)
        self.find("#word").send_keys("ab")
        self.wait("there is a verdict", lambda: self.text(".verdict") != "")
        self.chord(Keys.CONTROL, "z")
        self.wait("it is said", lambda: "too much work" in self.text(self.panel("chain", ".error")))

    def test_what_was_found_stays_beside_too_much_work(self):
        self.make_nfa()
        self.open_panel("chain")
        for name in ("Determinize", "Complement"):
            self.press("chain", "Add a stage")
            Select(self.find(".stage:last-child .operation")).select_by_visible_text(name)
        self.wait("both are drawn", lambda: self.count(".stage .picture") == 2)
        self.open_panel("table")
        self.driver.execute_script("""
            const real = window.fetch;
            window.fetch = async (path, options) => {
              const answer = await real(path, options);
              if (!window.isTooMuch || !String(path).endsWith('/ask')) return answer;
              const limit = {error: 'This is too much work', isLimit: true}, text = await answer.json();
              const body = text.stages ? {...text, stages: [{do: 'determinize', ...limit}]} : {revision: text.revision, ...limit};
              return new Response(JSON.stringify(body), {headers: answer.headers});
            };
            window.isTooMuch = true;""")
        self.command(do="addState", at=[0, 300])
        self.wait("both panels say so", lambda: self.count(".stage .error") == 1 and self.count(self.panel("table", ".message .error")) == 1)
        self.assertEqual(self.count(".stage .stale .picture"), 2)
        self.assertEqual(self.count(self.panel("table", ".content.stale .transitions")), 1)
        self.assertEqual(self.text(self.panel("table", ".late:not([hidden])")), "not up to date")
        self.driver.execute_script("window.isTooMuch = false")
        self.command(do="undo")
        self.wait("they are new", lambda: self.count(".stage .error, .stale") == 0)
        self.assertEqual(self.count(".stage .picture"), 2)

    def test_hostile_labels_stay_text(self):
        first, second, *_ = self.make([(0, 1, ["a", HOSTILE])], count=2, final=(1,))
        self.command(do="rename", element=first, name=HOSTILE)
        self.command(do="rename", element=second, name="b" + HOSTILE)
        for name in PANELS:
            self.open_panel(name)
        self.press("chain", "Add a stage")
        for name, part in (("expression", "pre"), ("grammar", "pre"), ("table", "th.symbol:nth-child(4)"), ("steps", ".caption")):
            self.wait("%s shows it as text" % name, lambda: "<img" in self.text(self.panel(name, part)) or "<img" in self.shown(name))
        self.wait("the picture shows it as text", lambda: "<img" in self.text(".stage .picture"))
        self.press("steps", "Last frame")
        self.wait_shown("facts", "Shortest word")
        self.find(self.panel("expression", "input")).send_keys(HOSTILE + "(((", Keys.ENTER)
        self.wait("an error is shown", lambda: self.text("#error-expression") != "")
        self.assertTrue(self.refused())
        self.assertEqual(self.count("img"), 0)
        self.assertNotIn("owned", self.driver.title)


class Facts(PanelTest):
    def setUp(self):
        super().setUp()
        self.make_ambiguous()
        self.open_panel("facts")
        self.wait_shown("facts", "Ambiguity")

    def test_facts(self):
        facts = {each.find_element("css selector", "span").text: each.text.split("\n")[1] for each in self.find_all(".facts li")}
        self.assertEqual(facts["Deterministic"], "no")
        self.assertEqual(facts["Unambiguous"], "no")
        self.assertEqual(facts["Empty language"], "no")
        self.assertEqual([each.text for each in self.find_all(".counts dd")][:3], ["0", "1", "1"])

    def test_a_word_goes_on_the_tape(self):
        self.find(self.panel("facts", ".try")).click()
        self.assertEqual(self.find("#word").get_attribute("value"), "a")
        self.focus(self.panel("facts", ".try"))
        self.find("#word").clear()
        self.focus(self.panel("facts", ".try"))
        self.keys(Keys.ENTER)
        self.assertEqual(self.find("#word").get_attribute("value"), "a")
        self.said("On the tape: a")
        self.said("Accepted")

    def test_runs_on_the_drawing(self):
        run = self.panel("facts", "button[aria-pressed]")
        self.find(run).click()
        self.wait_count(".world .state.active", 2)
        self.wait_count(".world .arrow.taken", 1)
        self.focus(run)
        self.keys(Keys.ENTER)
        self.wait_count(".world .state.active", 0)
        self.keys(Keys.ENTER)
        self.wait_count(".world .state.active", 2)
        self.command(do="addState", at=[0, 300])
        self.wait_count(self.panel("facts", "button[aria-pressed=true]"), 0)
        self.wait_count(".world .state.active", 0)


class Table(PanelTest):
    def setUp(self):
        super().setUp()
        self.make_nfa()
        self.open_panel("table")
        self.wait_count(self.panel("table", "tbody tr"), 3)

    def cell(self, row, column): return self.find_all(self.panel("table", "tbody tr"))[row].find_elements("css selector", "input, button")[column]
    def value(self, row, column): return self.cell(row, column).get_attribute("value")

    def type(self, row, column, *keys):
        self.driver.execute_script("arguments[0].focus()", self.cell(row, column))
        self.keys(*keys)

    def test_cells_are_edited_and_undone(self):
        self.assertEqual(self.value(0, 3), "q0 q1")
        self.type(1, 3, "q2, q0", Keys.ENTER)
        self.wait_count(".world .arrow", 5)
        self.wait("it is shown as names", lambda: self.value(1, 3) in ("q0 q2", "q2 q0"))
        self.assertEqual(self.focused(), "From q2 on 0 to")
        self.type(1, 3, Keys.DELETE, Keys.ENTER)
        self.wait_count(".world .arrow", 4)
        self.wait("it can be undone here", lambda: self.value(1, 3) == "")
        self.chord(Keys.CONTROL, "z")
        self.wait_count(".world .arrow", 5)
        self.wait("the table follows", lambda: "q2" in self.value(1, 3))

    def test_symbols_that_cannot_be_seen_or_are_long(self):
        states = [each.get_attribute("data-state") for each in self.find_all(self.panel("table", "tbody tr"))]
        for symbol in (" ", "long" * 50):
            self.command(do="setTargets", element=states[0], symbol=symbol, targets=[states[2]])
        self.wait_count(self.panel("table", "th.symbol"), 4)
        blank, long = self.find_all(self.panel("table", "th.symbol"))[0], self.find_all(self.panel("table", "th.symbol"))[3]
        self.assertIn("␣", blank.text)
        self.assertIn("blank", blank.get_attribute("textContent"))
        self.assertLess(len(long.text), 30)
        self.assertEqual(long.get_attribute("title"), "long" * 50)
        labels = " ".join(each.text for each in self.find_all(".world .label"))
        self.assertIn("…", labels)
        self.assertLess(len(labels), 100)

    def test_a_name_that_is_not_there(self):
        self.type(1, 3, "q2 q7", Keys.ENTER)
        self.wait("it is said", lambda: "no state q7" in self.text("#error-table"))
        self.assertEqual(self.cell(1, 3).get_attribute("aria-invalid"), "true")
        self.assertEqual(self.count(".world .arrow"), 4)
        self.type(1, 3, Keys.ESCAPE)
        self.assertEqual(self.value(1, 3), "")
        self.assertEqual(self.text("#error-table"), "")

    def test_arrow_keys_walk(self):
        self.type(0, 0, Keys.ARROW_RIGHT)
        self.assertEqual(self.focused(), "q0 is initial")
        self.keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_DOWN, Keys.ARROW_RIGHT)
        self.assertEqual(self.focused(), "From q1 on 1 to")
        self.keys(Keys.ARROW_UP, Keys.ARROW_LEFT)
        self.assertEqual(self.focused(), "From q0 on 0 to")
        # Inside a text they move the caret.
        self.keys(Keys.END, Keys.ARROW_LEFT)
        self.assertEqual(self.focused(), "From q0 on 0 to")

    def test_toggles_and_names(self):
        self.type(1, 2, Keys.SPACE)
        self.wait_count(".world .state.final", 2)
        self.wait("it is pressed", lambda: self.cell(1, 2).get_attribute("aria-pressed") == "true")
        self.cell(0, 1).click()
        self.wait_count(".world .arrow.mark", 0)
        self.type(1, 0, "middle", Keys.ENTER)
        self.wait("it is renamed", lambda: "State middle" in " ".join(self.labels("state")))
        self.wait("cells follow", lambda: self.value(0, 3) == "q0 middle")

    def test_states_and_columns_are_added(self):
        self.press("table", "Add a state")
        self.wait_count(self.panel("table", "tbody tr"), 4)
        self.wait("it has the keyboard", lambda: self.focused() == "Name of q3")
        self.focus(self.panel("table", "form input"))
        self.keys("2", Keys.ENTER)
        self.wait("its first cell has the keyboard", lambda: self.focused() == "From q0 on 2 to")
        self.keys("q3", Keys.ENTER)
        self.wait("there is an arrow", lambda: any("on 2 to q3" in each for each in self.labels("arrow")))
        self.focus(self.panel("table", "form input"))
        self.keys("\\e", Keys.ENTER)
        self.wait("there is a column for ε", lambda: self.focused() == "From q0 on epsilon to")
        self.keys("q2", Keys.ENTER)
        self.wait("there is a move", lambda: any("q0" in each and "q2" in each for each in self.labels("arrow")))
        self.press("table", "Delete q3")
        self.wait_count(".world .state", 3)
        self.wait_count(self.panel("table", "tbody tr"), 3)

    def test_drawing_no_automaton(self):
        self.find("button[aria-label='New drawing']").click()
        self.wait_count(".world .state", 0)
        self.wait_count(self.panel("table", "tbody tr"), 0)
        self.press("table", "Add a state")
        self.wait_count(self.panel("table", "tbody tr"), 1)

    def test_names_with_blanks(self):
        self.type(2, 0, "the end", Keys.ENTER)
        self.wait("it is renamed", lambda: self.value(1, 4) == "the end")
        self.type(2, 4, "the end q1", Keys.ENTER)
        self.wait("both are there", lambda: self.value(2, 4) in ("the end, q1", "q1, the end"))


class Notations(PanelTest):
    def test_expression(self):
        self.make_nfa()
        self.open_panel("expression")
        self.wait_shown("expression", "(0|1)*01")
        self.driver.execute_cdp_cmd("Browser.grantPermissions", {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]})
        self.press("expression", "Copy")
        self.said("Copied")
        self.assertEqual(self.driver.execute_async_script("navigator.clipboard.readText().then(arguments[0])"), "(0|1)*01")
        count = self.count(".tab")
        self.find(self.panel("expression", "input")).send_keys("(a", Keys.ENTER)
        self.wait("the error is shown", lambda: "1:1" in self.text("#error-expression"))
        self.assertEqual(self.find(self.panel("expression", "input")).get_attribute("aria-invalid"), "true")
        self.assertTrue(self.refused())
        self.keys("b)*")
        self.assertEqual(self.text("#error-expression"), "")
        self.press("expression", "New drawing")
        self.wait_count(".tab", count + 1)
        self.wait_shown("expression", "(ab)*")

    def test_grammar(self):
        self.make_nfa()
        self.open_panel("grammar")
        self.wait_shown("grammar", "q0 → 0 q0")
        self.find(self.panel("grammar", "textarea")).send_keys("S -> a S | b")
        self.focus(self.panel("grammar", "form button"))
        self.keys(Keys.ENTER)
        self.wait("it is drawn", lambda: any("on a" in each for each in self.labels("arrow")))
        self.wait_shown("grammar", "→")


class Steps(PanelTest):
    def setUp(self):
        super().setUp()
        self.make_nfa()
        self.open_panel("steps")
        self.wait_shown("steps", "1 of")

    def place(self): return self.text(self.panel("steps", ".count"))

    def test_by_mouse(self):
        self.assertEqual(self.count(".filling tbody tr:not([hidden])"), 1)
        self.press("steps", "Next")
        self.assertTrue(self.place().startswith("2 of"))
        self.assertGreater(self.count(".frames .picture .active"), 0)
        self.press("steps", "Last frame")
        self.assertEqual(self.count(".filling tbody tr:not([hidden])"), 3)
        self.assertEqual(self.count(".frames .picture .state:not([hidden])"), 3)
        self.press("steps", "Back")
        self.press("steps", "First frame")
        self.assertTrue(self.place().startswith("1 of"))
        self.press("steps", "Play")
        self.wait("it goes on", lambda: self.place().startswith("2 of"))
        self.press("steps", "Play")
        time.sleep(1.6)
        self.assertTrue(self.place().startswith("2 of"))

    def test_by_keyboard(self):
        self.focus(".frames")
        self.keys(Keys.ARROW_RIGHT)
        self.said(self.text(".caption"))
        self.assertTrue(self.place().startswith("2 of"))
        self.keys(Keys.END)
        count = int(self.place().split()[-1])
        self.assertEqual(self.place(), "%d of %d" % (count, count))
        self.keys(Keys.ARROW_LEFT)
        self.assertEqual(self.place(), "%d of %d" % (count - 1, count))
        self.keys(Keys.HOME, Keys.SPACE)
        self.wait("it plays", lambda: not self.place().startswith("1 of"))
        self.keys(Keys.SPACE)

    def test_other_algorithms(self):
        choice = Select(self.find("#algorithm"))
        choice.select_by_visible_text("Minimize")
        self.wait("there is an answer", lambda: self.driver.execute_script("return asks.all.at(-1).of") == "minimize" and not self.count(self.panel("steps", ".stale")))
        choice.select_by_visible_text("Remove ε")
        self.wait("there is an answer", lambda: self.driver.execute_script("return asks.all.at(-1).of") == "remove-epsilon" and not self.count(self.panel("steps", ".stale")))

    def test_downloads_and_result(self):
        self.driver.execute_script("window.saved = []; HTMLAnchorElement.prototype.click = function() { saved.push(this.download); }")
        for name, end in (("SVG strip", "determinize.svg"), ("Animated SVG", "determinize-animated.svg"), ("Slides", "determinize.html")):
            count = self.driver.execute_script("return saved.length")
            self.press("steps", name)
            self.wait("it is saved", lambda: self.driver.execute_script("return saved.length") == count + 1)
            self.assertTrue(self.driver.execute_script("return saved.at(-1)").endswith(end))
        count = self.count(".tab")
        self.press("steps", "New drawing of the result")
        self.wait_count(".tab", count + 1)
        self.wait("it is deterministic", lambda: any("{q0" in each for each in self.labels("state")))


class Comparing(PanelTest):
    def make_second(self):
        *_, self.last = self.make_nfa()
        self.index = self.count(".tab") - 1
        self.name = self.text(".tab[aria-selected=true] > span")
        self.new_drawing()
        self.make([(0, 0, ["0", "1"]), (0, 1, ["0"]), (1, 2, ["0"])])

    def test_compare(self):
        self.make_second()
        self.open_panel("compare")
        Select(self.find("#other")).select_by_visible_text(self.name)
        self.wait_shown("compare", "Different languages")
        words = self.find_all(self.panel("compare", ".try"))
        self.assertEqual([each.text for each in words], ["01", "00"])
        words[1].click()
        self.wait("it runs", lambda: "Accepted" in self.text(".verdict"))
        self.focus(self.panel("compare", ".try"))
        self.keys(Keys.ENTER)
        self.wait("it runs", lambda: "Rejected" in self.text(".verdict"))
        self.open_panel("table")
        self.wait_count(self.panel("table", "tbody tr"), 3)
        # The drawing becomes the other one's equal.
        for column, keys in ((4, ["q2", Keys.ENTER]), (3, [Keys.DELETE, Keys.ENTER])):
            self.driver.execute_script("document.querySelectorAll('.transitions tbody tr')[1].querySelectorAll('input, button')[arguments[0]].focus()", column)
            self.keys(*keys)
        self.wait_shown("compare", "Same language")

    def test_other_document_changes(self):
        self.make_second()
        self.open_panel("compare")
        Select(self.find("#other")).select_by_visible_text(self.name)
        self.wait_shown("compare", "Different languages")
        self.said("Different languages")
        self.assertEqual(self.words("compare"), ["01", "00"])
        # Somebody else makes the other one accept nothing.
        self.driver.execute_async_script(REQUEST.replace("dataset.document", "parentNode.children[%d].dataset.document" % self.index),
                                         "commands", {"page": "other", "commands": [{"do": "setFinal", "element": self.last, "is": False}]})
        self.wait("it is asked again", lambda: self.words("compare") == ["00"])


class Chains(PanelTest):
    def setUp(self):
        super().setUp()
        self.make_nfa()
        self.open_panel("chain")

    def stages(self): return [Select(each).first_selected_option.text for each in self.find_all(".stage .operation")]
    def results(self): return [each.text for each in self.find_all(".stage .result")]

    def test_by_mouse(self):
        self.press("chain", "Add a stage")
        self.wait("there is a result", lambda: self.count(".stage .picture") == 1)
        self.press("chain", "Add a stage")
        self.wait("there are results", lambda: self.count(".stage .picture") == 2)
        self.assertEqual(self.stages(), ["Determinize", "Minimize"])
        self.press("chain", "Move stage 2 up")
        self.wait("they have moved", lambda: self.stages() == ["Minimize", "Determinize"])
        Select(self.find_all(".operation")[1]).select_by_visible_text("Complement")
        self.wait_shown("chain", "automata complement")
        self.press("chain", "Remove stage 1")
        self.wait_count(".stage", 1)
        self.wait("there is a result", lambda: self.count(".stage .picture") == 1)
        count = self.count(".tab")
        self.press("chain", "New drawing of stage 1")
        self.wait_count(".tab", count + 1)

    def test_by_keyboard(self):
        self.focus(self.panel("chain", ".inside > .actions button"))
        self.keys(Keys.ENTER)
        self.wait("the stage has the keyboard", lambda: self.focused() == "Stage 1")
        self.keys("Min")
        self.wait("it is chosen", lambda: self.stages() == ["Minimize"])
        self.wait("there is a result", lambda: self.count(".stage .picture") == 1)
        self.focus(self.panel("chain", ".inside > .actions button"))
        self.keys(Keys.ENTER)
        self.wait_count(".stage", 2)
        self.focus(".stage:last-child .up")
        self.keys(Keys.ENTER)
        self.said("Now stage 1")
        self.assertEqual(self.focused(), "Move stage 1 up")
        self.focus(".stage:first-child .remove")
        self.keys(Keys.ENTER)
        self.wait_count(".stage", 1)
        self.assertEqual(self.focused(), "Remove stage 1")

    def test_verdict_and_reload(self):
        other = self.text(".tab[aria-selected=true] > span")
        self.new_drawing()
        self.make_nfa()
        self.press("chain", "Add a stage")
        Select(self.find(".operation")).select_by_visible_text("Compare with")
        self.wait("the other can be chosen", lambda: self.find(".stage .other").is_displayed())
        Select(self.find(".stage .other")).select_by_visible_text(other)
        self.wait("there is a verdict", lambda: "language" in "".join(self.results()))
        self.driver.refresh()
        self.wait("it is there again", lambda: self.stages() == ["Compare with"] and "language" in "".join(self.results()))
        self.assertEqual(Select(self.find(".stage .other")).first_selected_option.text, other)


class Exercises(Helpers, FilesTest):
    def setUp(self):
        super().setUp()
        for name, title, rest in (("first", HOSTILE, ', "panels": ["facts"]'), ("second", "Second", "")):
            with open(self.path(name + ".exercise"), "w", encoding="utf-8") as file:
                file.write(EXERCISE % (title, rest))
        self.open("first.exercise", "second.exercise")
        self.wait_count(".tab", 2)
        self.choose(1)

    def choose(self, number):
        self.find(".tab:nth-child(%d)" % number).click()
        self.wait_count(".tab:nth-child(%d)[aria-selected=true]" % number, 1)

    def offered(self): return [each.get_attribute("data-panel") for each in self.find_all(".section") if each.is_displayed()]

    def test_only_the_panels_that_it_allows(self):
        self.wait("some are offered", lambda: self.offered() == ["exercise", "words", "facts"])
        self.assertEqual(self.text(".exercise h3"), HOSTILE)
        self.assertIn("Draw a DFA.", self.text(".task"))
        self.assertEqual(self.count("img"), 0)
        self.choose(2)
        self.wait("all are offered", lambda: self.offered() == ["exercise", *PANELS])

    def test_check_until_it_is_solved(self):
        self.assertEqual(self.text(".solved"), "0 of 2 solved")
        self.press("exercise", "Check")
        self.wait("it says what is missing", lambda: "No state" in self.text(".feedback"))
        states = self.make([(0, 0, ["1"]), (0, 1, ["0"]), (1, 1, ["0"]), (1, 2, ["1"]), (2, 1, ["0"])])
        self.wait_count(".world .arrow", 6)
        self.press("exercise", "Check")
        self.wait("there is a word", lambda: self.count(".feedback .try") == 1)
        self.find(".feedback .try").click()
        self.assertEqual(self.find("#word").get_attribute("value"), "01101")
        arrow = self.command(do="addTransition", **{"from": states[2]}, to=states[0])
        self.command(do="setSymbols", element=arrow, symbols=["1"])
        self.wait("the answer is outdated", lambda: self.count(".feedback.stale") == 1)
        self.focus("#canvas")
        self.chord(Keys.CONTROL, Keys.SHIFT, Keys.ENTER)
        self.wait("it is solved", lambda: "Well done" in self.text(".feedback"))
        self.wait("it is counted", lambda: self.text(".solved") == "1 of 2 solved")
        self.assertIn("tries", self.text(".exercise"))

    def test_axe(self):
        self.make_nfa()
        self.press("exercise", "Check")
        self.wait("it is answered", lambda: self.text(".feedback") != "")
        self.check_accessibility()

    def test_opened_by_key(self):
        self.find(self.panel("exercise", ".disclosure")).click()
        self.find("button[aria-label=Panels]").click()
        self.focus("#canvas")
        self.chord(Keys.CONTROL, Keys.SHIFT, Keys.ENTER)
        self.wait("it is open", lambda: self.find(".feedback").is_displayed())
        self.wait("it is answered", lambda: self.text(".feedback") != "")


if __name__ == "__main__":
    unittest.main()
