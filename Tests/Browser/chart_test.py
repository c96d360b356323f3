"""Tests of the page of `automata statechart view`, and of pages that `statechart draw` writes, in Chromium.

    AUTOMATA=PATH/OF/automata python3 chart_test.py [-v] [TEST...]

SHOTS=FOLDER keeps screenshots.
"""
import os
import pathlib
import subprocess
import tempfile
import time
import unittest

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from editor_page import PATIENCE, SHOTS, start_browser

TOOL = os.environ.get("AUTOMATA", "automata")
CHARTS = pathlib.Path(__file__).resolve().parents[2] / "Examples/statecharts"


class ChartTest(unittest.TestCase):
    """A browser with a page of a chart."""

    @classmethod
    def setUpClass(cls):
        cls.driver = start_browser((1200, 800))

    @classmethod
    def tearDownClass(cls):
        cls.driver.quit()

    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.addCleanup(self.temporary.cleanup)
        self.driver.get_log("browser")

    def tearDown(self):
        if SHOTS:
            self.driver.save_screenshot(os.path.join(SHOTS, self.id() + ".png"))
        messages = [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]
        self.assertEqual(messages, [])

    def all(self, selector): return self.driver.find_elements(By.CSS_SELECTOR, selector)
    def one(self, selector): return self.driver.find_element(By.CSS_SELECTOR, selector)
    def texts(self, selector): return [each.text for each in self.all(selector)]
    def js(self, script, *arguments): return self.driver.execute_script("return " + script, *arguments)

    def names(self):
        """The names of the states that the picture shows."""
        return self.js("[...document.querySelectorAll('#chart text, #view text')].map((text) => text.textContent)")

    def wait(self, what, condition):
        end = time.monotonic() + PATIENCE
        while not condition():
            if time.monotonic() > end:
                self.fail("not in time: " + what)
            time.sleep(0.02)

    def press(self, *keys): ActionChains(self.driver).send_keys(*keys).perform()


class Live(ChartTest):
    """The page of a running chart."""

    def start(self, name):
        environment = dict(os.environ, XDG_STATE_HOME=self.temporary.name)
        self.tool = subprocess.Popen([TOOL, "statechart", "view", "--no-open", str(CHARTS / name)], stderr=subprocess.PIPE, text=True, env=environment)
        self.addCleanup(self.stop)
        self.driver.get(next(line for line in self.tool.stderr if line.startswith("http://")).strip())
        self.js("""void (window.violations = [], document.addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective)))""")
        self.wait("the picture is here", lambda: self.all("#chart svg"))

    def stop(self):
        self.assertEqual(self.js("window.violations ?? []"), [])
        self.driver.get("about:blank")
        self.tool.terminate()
        self.tool.wait()
        self.tool.stderr.close()

    def active(self): return self.one("#panel p:not([id])").text

    def notes(self): return self.js("[...document.querySelectorAll('#notes li')].map((note) => note.textContent)")

    def marked(self):
        return self.js("[...document.querySelectorAll('#chart .marked')].map((part) => part.parentElement.querySelector('text').textContent)")

    def test_run_by_mouse(self):
        self.start("traffic-lights.scxml")
        self.wait("red is active", lambda: self.active() == "Red" and self.marked() == ["Red"])
        self.assertNotIn("token", self.js("location.href"))
        self.assertEqual(self.js("location.hash"), "")
        next_timer, back = (next(each for each in self.all("#header button") if each.text == text) for text in ("Next timer", "Back"))
        self.assertFalse(back.is_enabled())
        next_timer.click()
        self.wait("green is active", lambda: self.active() == "Green" and self.marked() == ["Green"])
        self.assertIn("3000 ms, next timer at 5000 ms", self.one("#header .time").text)
        button = self.one(".events button")
        ActionChains(self.driver).move_to_element(button).perform()
        self.wait("the trial is told", lambda: self.one("#effect").text == "button: would lead to Paused")
        self.wait("the trial is shown", lambda: self.marked() == ["Paused"])
        self.assertEqual(self.active(), "Green")
        ActionChains(self.driver).move_to_element(self.one("h1")).perform()
        self.wait("the trial ends", lambda: self.marked() == ["Green"] and self.one("#effect").text == "")
        button.click()
        self.wait("the chart pauses", lambda: self.active() == "Paused")
        self.assertTrue(self.texts(".trace li")[0].startswith("3000 ms: button"))
        self.assertEqual(len(self.all(".trace li")), 3)
        back.click()
        back.click()
        self.wait("red is active again", lambda: self.active() == "Red" and len(self.all(".trace li")) == 1)

    def test_run_by_keyboard(self):
        self.start("vending.scxml")
        self.wait("the events are here", lambda: "choose" in self.texts(".events button"))
        field = self.one("#step")
        field.send_keys('choose="tea"', Keys.ENTER)
        self.wait("the choice is made", lambda: self.active() == "Paying")
        self.assertEqual(field.get_attribute("value"), "")
        field.send_keys("coin=(", Keys.ENTER)
        self.wait("the error is told", lambda: "the data of 'coin'" in self.one("#effect").text)
        self.driver.get_log("browser")  # The refusal.
        self.js("void document.activeElement.blur()")
        self.press(".")
        self.wait("the timer fires", lambda: self.active() == "Ready")
        self.press(Keys.BACKSPACE)
        self.wait("the step is taken back", lambda: self.active() == "Paying")

    def test_folding(self):
        self.start("traffic-lights.scxml")
        self.wait("the inside is shown", lambda: "Green" in self.names())
        before = self.js("document.querySelector('#chart g').getAttribute('transform')")
        state = self.one("#chart [data-state=Lights]")
        self.driver.execute_script("arguments[0].focus()", state)
        self.press(Keys.ENTER)
        self.wait("the state is folded", lambda: "Green" not in self.names() and self.marked() == ["Lights"])
        self.wait("the focus stays", lambda: self.js("document.activeElement.dataset.state") == "Lights")
        self.press(Keys.ENTER)
        self.wait("the state is open", lambda: "Green" in self.names())
        self.press("+", Keys.ARROW_LEFT)
        self.assertNotEqual(self.js("document.querySelector('#chart g').getAttribute('transform')"), before)

    def test_two_pages(self):
        self.start("traffic-lights.scxml")
        self.wait("red is active", lambda: self.active() == "Red")
        answer = self.driver.execute_async_script("""
            const done = arguments[0];
            fetch('/api/step', {method: 'POST', body: '+3000', headers: {Authorization: 'Bearer ' + sessionStorage.getItem('token')}}).then((answer) => done(answer.status));""")
        self.assertEqual(answer, 200)
        self.wait("the page learns of the step", lambda: self.active() == "Green")

    def test_problems(self):
        """Problems of steps, and what fails in another page, are told."""
        path = os.path.join(self.temporary.name, "loop.json")
        pathlib.Path(path).write_text("""
            {"format": "statechart", "name": "loop", "variables": {"n": 0}, "states": [
              {"name": "rest", "transitions": [{"on": "go", "to": "left"}]},
              {"name": "left", "transitions": [{"when": "n >= 0", "to": "right"}]},
              {"name": "right", "transitions": [{"when": "n >= 0", "to": "left"}]}]}""")
        self.start(path)
        field = self.one("#step")
        field.send_keys("goo", Keys.ENTER)
        self.wait("the unknown event is told", lambda: self.notes() == ["no transition reacts to 'goo'; did you mean go?"])
        ActionChains(self.driver).move_to_element(self.one(".events button")).perform()
        self.wait("the trial fails", lambda: self.one("#effect").text.startswith("after 'go': one event led to more"))
        self.assertEqual(self.active(), "rest")
        status = self.driver.execute_async_script("""
            const done = arguments[0];
            fetch('/api/step', {method: 'POST', body: 'go', headers: {Authorization: 'Bearer ' + sessionStorage.getItem('token')}}).then((answer) => done(answer.status));""")
        self.assertEqual(status, 422)
        self.wait("the page learns of the failure", lambda: self.active() != "rest" and self.notes()[0].startswith("after 'go'"))
        self.driver.get_log("browser")  # The refusals.
        next(each for each in self.all("#header button") if each.text == "Back").click()
        self.wait("the step is taken back", lambda: self.active() == "rest" and len(self.notes()) == 1)

    def test_access(self):
        self.start("traffic-lights.scxml")
        status = self.driver.execute_async_script(
            "const done = arguments[0]; fetch('/api/step', {method: 'POST', body: '+3000', headers: {Authorization: 'Bearer x'}}).then((answer) => done(answer.status));")
        self.assertEqual(status, 401)
        self.driver.get_log("browser")  # The refusal.


class Drawn(ChartTest):
    """A page that needs no server."""

    def open(self, name, *options):
        path = os.path.join(self.temporary.name, "chart.html")
        subprocess.run([TOOL, "statechart", "draw", str(CHARTS / name), "-o", path, *options], check=True)
        self.driver.get("file://" + path)

    def test_states_open_and_close(self):
        self.open("traffic-lights.scxml", "--depth", "1")
        self.assertNotIn("Green", self.names())
        self.one("[data-state=Lights][role=button]").click()
        self.wait("the inside is shown", lambda: "Green" in self.names() and "Paused" not in self.names())
        self.assertEqual(self.texts("#path button"), ["TrafficLights", "Lights"])
        self.press(Keys.ESCAPE)
        self.wait("the chart is shown", lambda: "Paused" in self.names())
        self.driver.back()
        self.wait("the browser goes back", lambda: "Paused" not in self.names())
        self.one("#path button").click()
        next(each for each in self.all("#levels button") if each.text == "all").click()
        self.wait("all is shown", lambda: "Green" in self.names() and "Paused" in self.names())

    def test_keyboard_and_size(self):
        self.open("traffic-lights.scxml", "--depth", "1")
        box = lambda: [float(part) for part in self.js("document.querySelector('#view svg').getAttribute('viewBox')").split()]
        first = box()
        self.driver.execute_script("document.getElementById('view').focus()")
        self.press("+", "+")
        self.assertLess(box()[2], 0.7 * first[2])
        self.press("0")
        self.assertEqual(box(), first)
        ActionChains(self.driver).move_to_element(self.one("#view")).click_and_hold().move_by_offset(60, 30).release().perform()
        self.assertLess(box()[0], first[0] - 10)
        self.driver.execute_script("document.querySelector('#view [role=button]').focus()")
        self.press(Keys.ENTER)
        self.wait("the inside is shown", lambda: "Green" in self.names())


if __name__ == "__main__":
    unittest.main()
