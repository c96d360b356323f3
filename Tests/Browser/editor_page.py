"""A browser with the page of `automata edit`, and real pen, touch, mouse and key input for its tests.

Needs python3-selenium, chromium and chromium-driver.
"""
import math
import os
import time
import unittest

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.actions import interaction
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

URL = os.environ.get("EDITOR_URL", "http://127.0.0.1:8123/#mock")
SHOTS = os.environ.get("SHOTS")
PATIENCE = 5


def start_browser(size=(1280, 900), arguments=()):
    options = webdriver.ChromeOptions()
    options.binary_location = os.environ.get("CHROMIUM", "/usr/bin/chromium")
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--touch-events=enabled", "--window-size=%d,%d" % size, *arguments):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(service=Service(os.environ.get("CHROMEDRIVER", "/usr/bin/chromedriver")), options=options)


# Shapes as lists of points, in the way a hand draws them.

def circle(x, y, r, count=28, start=-1.2):
    return [(x + r * math.cos(start + 2 * math.pi * k / count), y + r * math.sin(start + 2 * math.pi * k / count)) for k in range(count + 1)]


def line(a, b, count=10):
    return [(a[0] + (b[0] - a[0]) * k / count, a[1] + (b[1] - a[1]) * k / count) for k in range(count + 1)]


# The tasks of a usability test: states from the initial one on, arrows with their symbols, and words.

TASKS = {
    "A": {"states": [(180, 330), (400, 180), (620, 330)], "final": [2], "arrows": [(0, 1, "A", "B"), (0, 2, "B"), (1, 2, "A")],
          "accept": ["AA", "BA", "B"], "reject": ["AAA", "ABA", "A"]},
    "A, edited": {"states": [(180, 330), (400, 180), (620, 330)], "final": [2],
                  "arrows": [(0, 1, "A", "B"), (0, 2, "B"), (1, 2, "A"), (1, 1, "B"), (2, 0, "A")],
                  "accept": ["ABBA", "ABAABA", "BAB"], "reject": ["AAA", "BBB"]},
    "B": {"states": [(180, 330), (400, 180), (620, 330)], "final": [0, 2], "arrows": [(0, 0, "D"), (0, 1, "E"), (0, 2, "E"), (1, 2, "F")],
          "accept": ["DDE", "DEF", "DE", "EF", "DDDDE"], "reject": ["EFE", "DDDDF"]},
    "C": {"states": [(160, 330), (340, 180), (520, 330), (700, 180)], "final": [1], "arrows": [(0, 1, "A"), (1, 2, "\\e"), (2, 3, "B"), (3, 1, "B")],
          "accept": ["A", "ABB"], "reject": ["BA", "AB"]},
    "D": {"states": [(160, 250), (340, 250), (520, 250), (700, 250)], "final": [2], "arrows": [(0, 1, "1"), (1, 2, "0"), (2, 3, "1"), (3, 2, "0")],
          "accept": ["10", "1010", "101010"], "reject": ["1", "01", "100"]},
    "E": {"states": [(160, 250), (340, 250), (520, 250), (700, 250)], "final": [3], "arrows": [(0, 1, "0"), (1, 2, "1"), (2, 3, "1"), (3, 3, "0", "1")],
          "accept": ["011", "0110", "01101"], "reject": ["01", "0011", "111"]},
}


# Pointer events for what the driver can't do.
STROKES = """
    const canvas = document.getElementById('canvas'), frame = canvas.getBoundingClientRect();
    const send = (name, type, id, [x, y], more = {}) => canvas.dispatchEvent(new PointerEvent(name, {pointerType: type, pointerId: id, bubbles: true, cancelable: true,
      clientX: frame.left + x, clientY: frame.top + y, button: name === 'pointermove' ? -1 : 0, buttons: name === 'pointerup' ? 0 : 1, isPrimary: true, pressure: .5, ...more}));
    const circle = (x, y, r = 30) => Array.from({length: 25}, (_, k) => [x + r * Math.cos(k * Math.PI / 12 - 1), y + r * Math.sin(k * Math.PI / 12 - 1)]);
    const line = (a, b) => Array.from({length: 11}, (_, k) => [a[0] + (b[0] - a[0]) * k / 10, a[1] + (b[1] - a[1]) * k / 10]);
    const stroke = (type, id, points, more = {}) => {
      send('pointerdown', type, id, points[0], more);
      for (const point of points) send('pointermove', type, id, point, {...more, button: -1});
      send('pointerup', type, id, points.at(-1), more);
    };
"""


class EditorTest(unittest.TestCase):
    """A browser with a new, empty drawing."""

    @classmethod
    def setUpClass(cls):
        cls.driver = start_browser()
        cls.driver.set_script_timeout(30)

    @classmethod
    def tearDownClass(cls):
        cls.driver.quit()

    def setUp(self):
        self.driver.get("about:blank")
        self.driver.get(URL)
        self.wait_for_panels()
        self.new_drawing()
        self.driver.execute_script("""
            document.getElementById('canvas').focus();
            window.violations = [];
            document.addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective + ' ' + event.blockedURI));""")
        self.measure()

    def wait_for_panels(self):
        """Waits for what is loaded last, after a document is shown."""
        self.wait("the panels are here", lambda: self.count("#panel .section") > 0)

    def new_drawing(self):
        count = self.count(".tab")
        self.find("button[aria-label='New drawing']").click()
        self.wait("there is a new drawing", lambda: self.count(".tab") == count + 1 and self.count(".tab:last-child[aria-selected=true]") == 1 and self.find(".empty").is_displayed())

    def measure(self):
        frame = self.driver.execute_script("const f = document.getElementById('canvas').getBoundingClientRect(); return [f.left, f.top, f.width, f.height]")
        self.left, self.top, self.width, self.height = frame

    def tearDown(self):
        if SHOTS:
            self.driver.save_screenshot(os.path.join(SHOTS, self.id().split(".")[-1] + ".png"))
        self.assertEqual(self.driver.execute_script("return window.violations ?? []"), [])
        errors = [entry for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]
        self.assertEqual(errors, [])
        self.keys(Keys.ESCAPE)

    # Looking

    def find(self, selector): return self.driver.find_element(By.CSS_SELECTOR, selector)
    def find_all(self, selector): return self.driver.find_elements(By.CSS_SELECTOR, selector)
    def count(self, selector): return self.driver.execute_script("return document.querySelectorAll(arguments[0]).length", selector)
    def text(self, selector): return self.driver.execute_script("return document.querySelector(arguments[0])?.textContent ?? ''", selector)

    def labels(self, kind):
        return sorted(self.driver.execute_script("return [...document.querySelectorAll(arguments[0])].map((each) => each.getAttribute('aria-label') ?? '')", ".world ." + kind))

    def wait(self, what, condition):
        end = time.time() + PATIENCE
        while time.time() < end:
            if condition():
                return
            time.sleep(0.02)
        self.fail("Waited in vain: " + what)

    def wait_count(self, selector, count):
        self.wait("%d of %s, not %d" % (count, selector, self.count(selector)), lambda: self.count(selector) == count)

    # Doing

    def pointer(self, kind, points, *, button=0, name=None, pause=0):
        """Presses at the first point, moves along the others and lets go."""
        builder = ActionBuilder(self.driver, mouse=PointerInput(kind, name or kind), duration=4)
        pointer = builder.pointer_action
        pointer.move_to_location(round(self.left + points[0][0]), round(self.top + points[0][1]))
        pointer.pointer_down(button)
        if pause:
            pointer.pause(pause)
        for x, y in points[1:]:
            pointer.move_to_location(round(self.left + x), round(self.top + y))
        pointer.pointer_up(button)
        builder.perform()

    def pen(self, points): self.pointer(interaction.POINTER_PEN, points)
    def mouse(self, points): self.pointer(interaction.POINTER_MOUSE, points)

    def double_click(self, x, y):
        for _ in range(2):
            self.mouse([(x, y)])

    def keys(self, *keys):
        self.driver.switch_to.active_element.send_keys(*keys)

    def chord(self, *keys):
        actions = webdriver.ActionChains(self.driver)
        for key in keys[:-1]:
            actions.key_down(key)
        actions.send_keys(keys[-1])
        for key in reversed(keys[:-1]):
            actions.key_up(key)
        actions.perform()

    def label(self, *symbols):
        """Types symbols into the field that is open."""
        self.wait("a field is open", lambda: self.count(".field.symbols") == 1)
        for symbol in symbols:
            self.keys(symbol, Keys.ENTER)
        self.keys(Keys.ENTER)
        self.wait_count(".field", 0)

    def add_words(self, **lists):
        for want, words in lists.items():
            for word in words:
                while self.find(".add .wish").get_attribute("data-want") != want:
                    self.find(".add .wish").click()
                self.find(".add input").send_keys(word, Keys.ENTER)
        count = sum(len(words) for words in lists.values())
        self.wait_count("tbody tr", count)

    def check(self, task):
        words = {want: [word for word in task[want]] for want in ("accept", "reject")}
        self.add_words(**words)
        count = sum(map(len, words.values()))
        wanted = "%d of %d as wanted" % (count, count)
        self.wait("all verdicts are right: " + self.text(".tally"), lambda: self.text(".tally") == wanted)

    def walk_to(self, label):
        """Presses Tab until an element has the focus, from the drawing itself on."""
        self.driver.execute_script("document.getElementById('canvas').focus()")
        self.keys(Keys.ESCAPE)
        for _ in range(30):
            self.chord(Keys.TAB)
            focused = self.driver.switch_to.active_element.get_attribute("aria-label") or ""
            if focused.startswith(label):
                return
        self.fail(label + " can't be reached by Tab")

    def center(self, index):
        """The middle of a state, in the drawing's pixels."""
        return self.driver.execute_script("const b = document.querySelectorAll('.world .state .body')[arguments[0]].getBoundingClientRect(); return [(b.left + b.right) / 2 - arguments[1], (b.top + b.bottom) / 2 - arguments[2]]", index, self.left, self.top)

    def rim(self, a, b, r=30):
        """The points of two states' rims that face each other."""
        n = math.dist(a, b)
        u = ((b[0] - a[0]) / n, (b[1] - a[1]) / n)
        return (a[0] + u[0] * r, a[1] + u[1] * r), (b[0] - u[0] * r, b[1] - u[1] * r)

    # The ways to draw a task

    def by_pen(self, task):
        for number, place in enumerate(task["states"]):
            self.pen(circle(*place, 30))
            self.wait_count(".world .state", number + 1)
        for number in task["final"]:
            self.pen(circle(*task["states"][number], 23))
        self.wait_count(".world .state.final", len(task["final"]))
        x, y = task["states"][0]
        self.pen(line((x - 90, y), (x - 32, y)))
        self.wait_count(".world .arrow.mark", 1)
        for a, b, *symbols in task["arrows"]:
            self.pen(self.pen_arrow(task["states"][a], task["states"][b]))
            self.label(*symbols)

    def pen_arrow(self, a, b):
        """A line from rim to rim, or a loop on top of a state."""
        if a != b:
            return line(*self.rim(a, b, 33))
        return [(a[0] + 26 * math.sin(t), a[1] - 50 - 26 * math.cos(t)) for t in (-2.5 + 5 * k / 20 for k in range(21))]

    def by_mouse(self, task):
        self.keys("v")
        for number, place in enumerate(task["states"]):
            self.double_click(*place)
            self.wait_count(".world .state", number + 1)
        for count, number in enumerate(task["final"]):
            self.find("#canvas").send_keys(Keys.ESCAPE)
            time.sleep(0.5)  # or the click would be the second of a double click
            self.double_click(*self.center(number))
            self.wait_count(".world .state.final", count + 1)
        centers = [self.center(number) for number in range(len(task["states"]))]
        x, y = centers[0]
        webdriver.ActionChains(self.driver).key_down(Keys.SHIFT).perform()
        self.mouse(line((x - 90, y), (x, y)))
        webdriver.ActionChains(self.driver).key_up(Keys.SHIFT).perform()
        self.wait_count(".world .arrow.mark", 1)
        for a, b, *symbols in task["arrows"]:
            (ax, ay), (bx, by) = centers[a], centers[b]
            out = self.rim(centers[a], centers[b], 24)[0] if a != b else (ax, ay - 24)
            way = line(out, (bx, by)) if a != b else [out, (ax, ay - 50), (ax + 20, ay - 40), (ax + 6, ay - 6)]
            self.mouse(way)
            self.label(*symbols)

    def by_keyboard(self, task):
        for number in range(len(task["states"])):
            self.keys("n")
            self.wait_count(".world .state", number + 1)
        for count, number in enumerate(task["final"]):
            self.walk_to("State q%d" % number)
            self.keys("f")
            self.wait_count(".world .state.final", count + 1)
        self.walk_to("State q0")
        self.keys("i")
        self.wait_count(".world .arrow.mark", 1)
        for a, b, *symbols in task["arrows"]:
            self.walk_to("State q%d" % a)
            if a == b:
                self.keys("l")
            else:
                self.keys("c")
                self.wait_count(".field", 1)
                self.keys("q%d" % b, Keys.ENTER)
            self.label(*symbols)
