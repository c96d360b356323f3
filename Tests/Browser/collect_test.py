"""Tests of the page of `automata edit --collect` in Chromium.

    AUTOMATA=PATH/OF/automata python3 collect_test.py [-v] [TEST...]

SHOTS=FOLDER keeps screenshots.
"""
import json
import os
import subprocess
import tempfile
import unittest

from selenium.webdriver.common.actions import interaction
from selenium.webdriver.common.keys import Keys

from editor_page import STROKES, EditorTest, circle, line

TOOL = os.environ.get("AUTOMATA", "automata")


class Collecting(EditorTest):
    """A browser with the page of a new folder."""

    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = os.path.join(self.temporary.name, "hand")
        self.start()

    def start(self):
        environment = dict(os.environ, XDG_STATE_HOME=os.path.join(self.temporary.name, "state"))
        self.tool = subprocess.Popen([TOOL, "edit", "--no-open", "--keep", "--collect", self.folder], stderr=subprocess.PIPE, text=True, env=environment)
        self.driver.get("about:blank")
        self.driver.get(next(line for line in self.tool.stderr if line.startswith("http://")).strip())
        self.driver.execute_script("""
            window.violations = [];
            document.addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective + ' ' + event.blockedURI));""")
        self.wait("the classes are here", lambda: self.count(".classes button") == 44)
        self.measure()

    def stop(self):
        self.driver.get("about:blank")
        self.tool.terminate()
        self.tool.wait()
        self.tool.stderr.close()

    def tearDown(self):
        super().tearDown()
        self.stop()
        self.temporary.cleanup()

    # What is in the folder

    def files(self): return sorted(os.listdir(self.folder)) if os.path.exists(self.folder) else []
    def samples(self): return [name for name in self.files() if name.endswith(".ndjson")]

    def sample(self, name):
        with open(os.path.join(self.folder, name), encoding="utf-8") as file:
            return json.loads(file.read())

    # What a person does

    def agree(self):
        self.find(".consent button").click()
        self.wait("the consent is given", lambda: not self.find(".consent").is_displayed())

    def ask_for(self, name):
        self.find("[data-class='%s']" % name).click()

    def keep(self, count):
        # What was said about the sample before would count as an answer for this one.
        self.driver.execute_script("document.querySelector('#live').textContent = ''")
        self.keys(Keys.ENTER)
        self.wait("%d samples are kept" % count, lambda: len(self.samples()) == count and "Kept" in self.text("#live"))

    def test_consent_comes_first(self):
        self.assertIn(self.folder, self.text(".consent"))
        self.assertEqual(self.files(), [])
        # The paper can't be reached.
        self.pen(circle(300, 300, 60))
        self.keys(Keys.ENTER)
        self.assertEqual(self.count(".wet"), 0)
        self.assertEqual(self.files(), [])
        self.agree()
        self.assertEqual(self.files(), ["consent.txt"])

    def test_draw_take_back_and_resume(self):
        self.agree()
        self.assertEqual(self.text(".asked h2"), "Draw a state")
        self.pen(circle(300, 300, 60))
        self.wait_count(".wet", 1)
        self.keep(1)
        self.wait_count(".wet", 0)
        self.mouse(circle(300, 300, 80))
        self.keep(2)
        self.assertEqual(self.text(".asked small"), "2 of 20")
        self.assertEqual(self.sample("state-2.ndjson")["element"], "state")
        self.assertGreater(len(self.sample("state-1.ndjson")["points"]), 20)
        # The last stroke first, then the last sample.
        self.mouse(line((200, 200), (300, 300)))
        self.wait_count(".wet", 1)
        self.keys(Keys.BACKSPACE)
        self.wait_count(".wet", 0)
        self.assertEqual(len(self.samples()), 2)
        self.keys(Keys.BACKSPACE)
        self.wait("the sample is gone", lambda: self.samples() == ["state-1.ndjson"])
        self.keys(Keys.BACKSPACE)
        self.wait("both are gone", lambda: self.samples() == [])
        # Several strokes make one sample.
        self.ask_for("transition")
        self.pen(line((200, 300), (400, 300)))
        self.pen([(380, 280), (400, 300), (380, 320)])
        self.wait_count(".wet", 2)
        self.keep(1)
        self.assertEqual(len(self.sample("transition-1.ndjson")["strokes"]), 2)
        self.ask_for("character-epsilon")
        self.pen([(330, 240), (300, 250), (320, 280), (300, 310), (335, 320)])
        self.keep(2)
        self.assertEqual(self.sample("character-epsilon-1.ndjson")["label"], "ε")
        # Another session goes on, and takes back what is older.
        self.stop()
        self.start()
        self.assertFalse(self.find(".consent").is_displayed())
        self.ask_for("transition")
        self.wait_count(".samples li[data-name='transition-1.ndjson']", 1)
        self.find(".samples li button").click()
        self.wait("the older sample is gone", lambda: self.samples() == ["character-epsilon-1.ndjson"])
        self.wait_count(".samples li", 0)

    def test_touch_and_palm(self):
        self.agree()
        self.pointer(interaction.POINTER_TOUCH, circle(300, 300, 60))
        self.wait_count(".wet", 1)
        self.keys(Keys.BACKSPACE)
        self.wait_count(".wet", 0)
        self.driver.execute_script(STROKES + "stroke('pen', 7, circle(300, 300)); stroke('touch', 8, circle(500, 300), {width: 80, height: 80});")
        self.wait_count(".wet", 1)
        self.driver.execute_script("document.getElementById('canvas').focus()")
        self.keep(1)

    def test_the_class_is_done(self):
        self.agree()
        self.ask_for("character-a")
        for number in range(5):
            self.mouse(circle(300, 300, 40 + number, count=12))
            self.keep(number + 1)
        self.wait("the next character is asked for", lambda: "Write b" in self.text(".asked h2"))
        self.assertIn("full", self.find("[data-class='character-a']").get_attribute("class"))

    def test_a_sample_that_cannot_be_kept_is_said(self):
        self.agree()
        os.rename(self.folder, self.folder + "-moved")
        self.mouse(circle(300, 300, 60))
        self.keys(Keys.ENTER)
        self.wait("it is said", lambda: "wasn't kept" in self.text("#toasts"))
        self.assertEqual(self.count(".samples li"), 0)
        # The browser logs the refusal.
        self.driver.get_log("browser")


if __name__ == "__main__":
    unittest.main()
