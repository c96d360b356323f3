"""Makes the pictures of the editor for the documentation: ten scenes at three sizes and ten of panels, light and dark.

    AUTOMATA=PATH/OF/automata python3 pictures.py FOLDER

Needs python3-selenium, chromium, chromium-driver and python3-pil. ASSETS=FOLDER serves the page from a folder.
"""
import io
import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.request

from PIL import Image
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from editor_page import EditorTest, circle, start_browser

TOOL = os.environ.get("AUTOMATA", "automata")
MODES = {"light": (1280, 800), "dark": (1280, 800), "narrow": (390, 844), "narrow-dark": (390, 844), "wide": (2560, 1440),
         "wide-dark": (2560, 1440)}
LARGEST = 100_000
EXERCISE = {"format": "automata-exercise", "version": 1, "title": "Ends with 01", "expression": "(0|1)*01", "demands": {"deterministic": True, "states": 3},
            "task": "Draw a DFA for the words over 0 and 1 that end with 01.\nThree states are enough.", "words": [{"word": "0101", "want": "accept"}]}
SECOND = """@NFA-explicit
%Initial r0
%Final r0
r0 0 r0
r0 1 r1
r1 0 r2
r1 1 r0
r2 0 r1
r2 1 r2
"""


class Pictures(EditorTest):
    """One mode: a tool, a page, and the scenes in the order in which one leads to the next."""

    file = "ends-with-01.sketch"

    def __init__(self, mode, driver, folder):
        super().__init__("run")
        self.mode, self.driver, self.folder = mode, driver, folder

    def run(self):
        width, height = MODES[self.mode]
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        scheme = "dark" if self.mode.endswith("dark") else "light"
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
        with tempfile.TemporaryDirectory() as work:
            assets = ["--assets", os.environ["ASSETS"]] if "ASSETS" in os.environ else []
            with open(os.path.join(work, "ends-with-01.exercise"), "w", encoding="utf-8") as file:
                json.dump(EXERCISE, file)
            tool = subprocess.Popen([TOOL, "edit", "--no-open", "--keep", *assets, os.path.join(work, self.file)],
                                    stderr=subprocess.PIPE, text=True, env={**os.environ, "XDG_STATE_HOME": work})
            try:
                self.address = tool.stderr.readline().strip()
                self.scenes()
            finally:
                tool.terminate()
                tool.wait()
                tool.stderr.close()

    # The server

    def request(self, path, body=None):
        base, token = self.address.split("#")
        headers = {"Authorization": "Bearer " + token, "Content-Type": "application/json"}
        return json.load(urllib.request.urlopen(urllib.request.Request(base + "api/" + path, body, headers)))

    def command(self, **command):
        """Carries out a command. Returns what was inserted."""
        body = json.dumps({"page": "pictures", "commands": [command]}).encode()
        document = self.request("documents")["documents"][0]["id"]
        return self.request("documents/%d/commands" % document, body)["answers"][0].get("inserted", [None])[0]

    def make_automaton(self):
        q0, q1, q2 = (self.command(do="addState", at=[x, 0], final=x == 360) for x in (0, 180, 360))
        self.mark = self.command(do="addTransition", **{"from": None}, to=q0, tail=[-90, 0])
        self.arrow = self.command(do="addTransition", **{"from": q0}, to=q1)
        loop, second = (self.command(do="addTransition", **{"from": a}, to=b) for a, b in ((q0, q0), (q1, q2)))
        for arrow, symbols in ((loop, ["0", "1"]), (self.arrow, ["0"]), (second, ["1"])):
            self.command(do="setSymbols", element=arrow, symbols=symbols)
        self.last = q2

    # The scenes

    def open(self):
        self.driver.get("about:blank")
        self.driver.get(self.address)
        self.wait_for_panels()
        self.driver.execute_script("document.getElementById('canvas').focus()")
        time.sleep(0.3)
        self.measure()

    def shoot(self, name):
        # The frame of the focus would tell of the keyboard, which the picture isn't about.
        self.driver.execute_script("const {activeElement} = document; if (activeElement.id === 'canvas') activeElement.blur()")
        time.sleep(0.3)
        image = Image.open(io.BytesIO(self.driver.get_screenshot_as_png())).convert("RGB")
        path = os.path.join(self.folder, "%s-%s.png" % (name, self.mode))
        for colors in (256, 128, 64, 32):
            image.quantize(colors, dither=Image.Dither.NONE).save(path, optimize=True)
            if os.path.getsize(path) < LARGEST:
                return
        raise SystemExit(path + " is too large")

    def press(self, selector):
        self.driver.find_element(By.CSS_SELECTOR, selector).click()

    def leave(self):
        self.driver.execute_script("document.getElementById('canvas').focus()")
        self.keys(Keys.ESCAPE)
        self.keys(Keys.ESCAPE)

    def scenes(self):
        self.open()
        self.shoot("empty")

        self.make_automaton()
        self.command(do="setWords", words=[{"word": word, "want": want} for word, want in
                     (("01", "accept"), ("1101", "accept"), ("0001", "accept"), ("", "reject"), ("0", "reject"), ("010", "reject"))])
        self.open()
        self.wait_count(".world .state", 3)
        x, y = self.center(1)
        radius = self.driver.execute_script("return document.querySelector('.world .state .body').getBoundingClientRect().width / 2")
        self.pen(circle(x, y + 120, radius + 1))
        self.wait("it was read", lambda: "a state" in self.text(".reading"))
        self.shoot("drawing")
        self.leave()
        self.chord(Keys.CONTROL, "z")
        self.wait_count(".world .state", 3)

        self.keys("v")
        self.walk_to("State q1")
        self.shoot("selection")

        self.walk_to("Arrow from q0 on 0 to q1")
        self.keys(Keys.F2)
        self.wait_count(".field.symbols", 1)
        self.shoot("symbols")
        self.keys(Keys.ESCAPE)
        self.leave()

        is_narrow = self.mode.startswith("narrow")
        if is_narrow:
            self.press("button[aria-label=Panels]")
        self.shoot("words")
        if is_narrow:
            self.press("button[aria-label=Panels]")

        self.find("#word").send_keys("1101")
        self.wait("there is a verdict", lambda: self.text(".verdict") != "")
        for _ in range(4):
            self.press("button[aria-label='Step (.)']")
        self.shoot("run")
        self.find("#word").send_keys(Keys.CONTROL, "a")
        self.find("#word").send_keys(Keys.DELETE)

        self.press("button[aria-label=Help]")
        self.shoot("help")
        self.keys(Keys.ESCAPE)
        self.press("button[aria-label=Export]")
        self.shoot("export")
        self.keys(Keys.ESCAPE)

        self.command(do="delete", elements=[self.mark])
        self.command(do="addTransition", **{"from": self.last}, to=None, tip=[470, 60])
        self.open()
        self.wait_count(".problems button", 2)
        self.shoot("problems")
        self.command(do="undo")
        self.command(do="undo")

        self.request("documents?name=divisible-by-3.mata", SECOND.encode())
        self.open()
        self.wait_count(".tab", 2)
        self.press(".tab:last-child")
        self.wait("it is shown", lambda: self.count(".tab:last-child[aria-selected=true]") == 1)
        self.shoot("documents")


class PanelPictures(Pictures):
    """The panels, each beside the drawing that it is about."""

    file = "ends-with-01.exercise"

    def scenes(self):
        self.make_automaton()
        self.request("documents?name=divisible-by-3.mata", SECOND.encode())
        self.show("exercise")
        self.press("[data-panel=exercise] .primary")
        self.wait("it was checked", lambda: self.text(".feedback") != "")
        self.shoot("panel-exercise")
        self.command(do="setTargets", element="s1", symbol="0", targets=["s1", "s2", "s3"])
        self.command(do="setTargets", element="s3", symbol="1", targets=["s3"])
        self.show("facts")
        self.wait("it is ambiguous", lambda: self.count("[data-panel=facts] .inside button[aria-pressed]") == 2)
        self.press("[data-panel=facts] .inside button[aria-pressed]")
        self.shoot("panel-facts")
        self.command(do="undo")
        self.command(do="undo")
        for name in ("table", "expression", "grammar", "compare"):
            self.show(name)
            self.wait(name + " is shown", lambda: self.count("[data-panel=%s] .content:not([hidden])" % name) == 1)
            self.shoot("panel-" + name)
        self.command(do="setTargets", element="s2", symbol=None, targets=["s1"])
        for algorithm, frames in (("determinize", 3), ("minimize", 1), ("remove-epsilon", 1)):
            self.show("steps")
            self.driver.execute_script("const select = document.getElementById('algorithm'); select.value = arguments[0]; select.dispatchEvent(new Event('change'))", algorithm)
            self.wait("there are steps", lambda: self.text("[data-panel=steps] .count").startswith("1 of "))
            time.sleep(0.3)
            for _ in range(frames):
                self.press("[data-panel=steps] button[aria-label='Next']")
            self.shoot("panel-" + algorithm)
        self.command(do="setChain", stages=[{"do": "determinize"}, {"do": "complement"}, {"do": "compare", "with": "divisible-by-3.sketch"}])
        self.show("chain")
        self.wait("the chain is shown", lambda: self.count(".stages .picture") == 2)
        self.shoot("panel-chain")

    def show(self, name):
        """Opens the page anew with one panel open."""
        self.driver.get(self.address.split("#")[0] + "icon.svg")  # a place whose storage is the page's
        self.driver.execute_script("localStorage.setItem('panels', arguments[0]); localStorage.setItem('panelWidth', 440)", name)
        self.open()
        self.press(".tab:first-child")
        self.wait("the exercise is shown", lambda: self.find("[data-panel=exercise]").is_displayed())


def main():
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)
    driver = start_browser((1280, 800))
    try:
        for mode in MODES:
            Pictures(mode, driver, folder).run()
        for mode in ("light", "dark"):
            PanelPictures(mode, driver, folder).run()
    finally:
        driver.quit()


if __name__ == "__main__":
    main()
