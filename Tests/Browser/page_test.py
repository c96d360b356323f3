"""Tests of the page of `automata edit` in Chromium.

    EDITOR_URL='http://127.0.0.1:PORT/#TOKEN' python3 page_test.py [-v] [TEST...]

SHOTS=FOLDER keeps screenshots.
"""
import os
import statistics
import time
import unittest

from selenium.webdriver.common.actions import interaction
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.keys import Keys

from editor_page import STROKES, TASKS, URL, EditorTest, circle, line


class Drawing(EditorTest):
    def test_tasks(self):
        """Each task by pen, by mouse and by keyboard alone."""
        for name, task in TASKS.items():
            for way in (self.by_pen, self.by_mouse, self.by_keyboard):
                with self.subTest(task=name, way=way.__name__):
                    self.setUp()
                    way(task)
                    self.assertEqual(self.count(".world .state"), len(task["states"]))
                    self.assertEqual(self.count(".world .arrow"), len(task["arrows"]) + 1)
                    self.check(task)

    def test_quick_strokes_all_arrive(self):
        for row in range(2):
            for column in range(5):
                self.pen(circle(100 + 140 * column, 120 + 160 * row, 28, count=12))
        self.wait_count(".world .state", 10)
        self.wait_count(".wet", 0)

    def test_two_strokes_40_ms_apart(self):
        """Dispatched, as the driver can't be that quick."""
        self.driver.execute_script(STROKES + """
            stroke('pen', 7, circle(200, 200)); setTimeout(() => stroke('pen', 7, circle(400, 200)), 40);""")
        self.wait_count(".world .state", 2)

    def test_reinterpretation(self):
        self.pen(circle(300, 250, 30))
        self.wait_count(".world .state", 1)
        self.wait("the reading is said", lambda: "a state" in self.text(".reading"))
        next(each for each in self.find_all(".reading .choices button") if each.text == "ink").click()
        self.wait_count(".world .state", 0)
        self.wait_count(".world .ink:not(.read)", 1)

    def test_handwriting(self):
        for x in (200, 400):
            self.pen(circle(x, 250, 40))
        self.pen(line((244, 250), (356, 250)))
        self.wait_count(".world .arrow", 1)
        # Beside the field for typed symbols.
        self.pen(line((250, 278), (270, 304)))
        self.pen(line((270, 278), (250, 304)))
        self.wait("the text is said", lambda: "“x”" in self.text(".reading"))
        self.wait("the arrow has the symbol", lambda: "x" in self.text(".world .arrow"))

    def test_eraser(self):
        for x in (200, 400):
            self.pen(circle(x, 250, 30))
        self.wait_count(".world .state", 2)
        self.keys("e")
        self.pen(line((140, 250), (260, 250)))
        self.wait_count(".world .state", 1)
        self.driver.execute_script(STROKES + "document.getElementById('canvas').dataset; stroke('pen', 7, line([340, 250], [460, 250]), {button: 5, buttons: 32});")
        self.wait_count(".world .state", 0)

    def test_undo_200(self):
        for number in range(4):
            self.pen(circle(120 + 140 * number, 200, 28, count=12))
        self.wait_count(".world .state", 4)
        before = self.scene()
        for _ in range(50):
            self.chord(Keys.CONTROL, "z")
            self.chord(Keys.CONTROL, "z")
            self.chord(Keys.CONTROL, "y")
            self.chord(Keys.CONTROL, Keys.SHIFT, "z")
        self.wait("what was there is back", lambda: self.scene() == before)

    def scene(self):
        return self.driver.execute_script("return [...document.querySelectorAll('.world .state, .world .arrow')].map((each) => each.dataset.id + each.getAttribute('aria-label')).sort()")


class Selecting(EditorTest):
    def setUp(self):
        super().setUp()
        self.keys("v")
        for number, x in enumerate((200, 450)):
            self.double_click(x, 250)
            self.wait_count(".world .state", number + 1)

    def test_move_is_one_step_of_undo(self):
        self.mouse(line((200, 250), (260, 330), 12))
        self.wait("it moved", lambda: abs(self.center(0)[0] - 260) < 3 and abs(self.center(0)[1] - 330) < 3)
        self.chord(Keys.CONTROL, "z")
        self.wait("it is back", lambda: abs(self.center(0)[0] - 200) < 2)

    def test_arrow_bend_and_delete(self):
        self.mouse(line((224, 250), (450, 250)))
        self.label("a", "\\e")
        self.wait("the label is there", lambda: self.text(".world .arrow .label") == "a, ε")
        before = self.find(".arrow .line").get_attribute("d")
        self.mouse([(325, 250)])
        self.mouse(line((325, 250), (325, 180)))
        self.wait("it is bent", lambda: self.find(".arrow .line").get_attribute("d") != before)
        self.keys(Keys.DELETE)
        self.wait_count(".world .arrow", 0)

    def test_resize(self):
        """The handle below a selected state, and keys."""
        radius = lambda: self.driver.execute_script("return +document.querySelector('.world .state .body').getAttribute('r')")
        self.mouse([(200, 250)])
        self.wait_count(".handle", 1)
        before = radius()
        knob = self.driver.execute_script("const b = document.querySelector('.handle .knob').getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2]")
        x, y = knob[0] - self.left, knob[1] - self.top
        self.mouse(line((x, y), (x, y + 20)))
        self.wait("it is larger", lambda: abs(radius() - before - 20) < 3)
        large = radius()
        self.chord(Keys.ALT, "-")
        self.wait("it is smaller", lambda: radius() < large - 2)
        for _ in range(2):
            self.chord(Keys.CONTROL, "z")
        self.wait("it is as before", lambda: radius() == before)

    def test_marquee_and_delete(self):
        self.mouse(line((120, 150), (540, 350)))
        self.wait_count(".world .state.selected", 2)
        self.keys(Keys.DELETE)
        self.wait_count(".world .state", 0)

    def test_loop_and_turn(self):
        self.mouse([(200, 250)])
        self.keys("l")
        self.label("x")
        before = self.find(".arrow .line").get_attribute("d")
        self.keys(Keys.ARROW_RIGHT)
        self.wait("it turned", lambda: self.find(".arrow .line").get_attribute("d") != before)

    def test_copy_and_paste(self):
        self.chord(Keys.CONTROL, "a")
        self.chord(Keys.CONTROL, "c")
        self.chord(Keys.CONTROL, "v")
        self.wait_count(".world .state", 4)
        self.wait_count(".world .state.selected", 2)

    def test_cut_and_paste_into_another_document(self):
        self.mouse(line((224, 250), (450, 250)))
        self.label("a")
        self.chord(Keys.CONTROL, "a")
        self.chord(Keys.CONTROL, "x")
        self.wait_count(".world .state", 0)
        self.chord(Keys.CONTROL, "v")
        self.wait_count(".world .state", 2)
        self.assertEqual([round(x) for x in self.center(0)], [200, 250])
        self.new_drawing()
        self.find("#canvas").click()
        self.chord(Keys.CONTROL, "v")
        self.wait_count(".world .state", 2)
        self.wait_count(".world .arrow", 1)
        self.assertEqual(self.text(".world .arrow .label"), "a")

    def test_duplicate_leaves_what_was_copied(self):
        self.mouse([(200, 250)])
        self.chord(Keys.CONTROL, "c")
        self.chord(Keys.CONTROL, "a")
        self.chord(Keys.CONTROL, "d")
        self.wait_count(".world .state", 4)
        self.chord(Keys.CONTROL, "v")
        self.wait_count(".world .state", 5)

    def test_hostile_labels_stay_text(self):
        hostile = "<img src=x onerror=document.title='owned'>"
        self.mouse([(200, 250)])
        self.keys(Keys.F2)
        self.wait_count(".field", 1)
        self.keys(hostile, Keys.ENTER)
        self.wait("it is the name", lambda: hostile in " ".join(self.labels("state")))
        self.mouse(line((224, 250), (450, 250)))
        self.wait_count(".field.symbols", 1)
        self.keys(hostile, Keys.ENTER, Keys.ENTER)
        self.wait("it is a symbol", lambda: hostile in " ".join(self.labels("arrow")) and "<img" in self.text(".world .arrow .label"))
        self.add_words(accept=[hostile])
        self.assertEqual(self.count("img"), 0)
        self.assertNotIn("owned", self.driver.title)

    def test_letters_are_text_in_fields(self):
        self.find("#word").send_keys("nnn")
        self.assertEqual(self.count(".world .state"), 2)
        self.assertEqual(self.find("#word").get_attribute("value"), "nnn")


class Touching(EditorTest):
    def scale(self): return float(self.text(".zoom").split()[0])

    def test_palm_leaves_nothing(self):
        transform = self.find(".world").get_attribute("transform")
        self.driver.execute_script(STROKES + """
            const palm = {width: 70, height: 60};
            send('pointerdown', 'touch', 11, [500, 400], palm); send('pointermove', 'touch', 11, [505, 420], palm);   // before
            const points = circle(250, 220);
            send('pointerdown', 'pen', 7, points[0]);
            send('pointermove', 'touch', 11, [510, 440], palm);
            send('pointerdown', 'touch', 12, [520, 430], palm);                                                     // during
            for (const point of points) { send('pointermove', 'pen', 7, point); send('pointermove', 'touch', 12, [530, 430 + point[0] / 10], palm); }
            send('pointerup', 'pen', 7, points.at(-1));
            send('pointermove', 'touch', 12, [540, 480], palm); send('pointerup', 'touch', 12, [540, 480], palm); send('pointerup', 'touch', 11, [510, 440], palm);
            stroke('touch', 13, line([500, 400], [540, 480]), palm);                                                // after""")
        self.wait_count(".world .state", 1)
        time.sleep(0.3)
        self.assertEqual(self.count(".world .ink"), 1)
        self.assertEqual(self.find(".world").get_attribute("transform"), transform)

    def test_pinch_zooms_and_draws_nothing(self):
        fingers = [PointerInput(interaction.POINTER_TOUCH, "finger%d" % k) for k in (1, 2)]
        builder = ActionBuilder(self.driver, mouse=fingers[0], duration=4)
        builder.devices.append(fingers[1])
        for finger, side in zip(fingers, (-1, 1)):
            x = round(self.left + 400 + 40 * side)
            finger.create_pointer_move(duration=0, x=x, y=round(self.top + 250), origin="viewport")
            finger.create_pointer_down(button=0)
            for k in range(1, 6):
                finger.create_pointer_move(duration=10, x=x + 15 * k * side, y=round(self.top + 250), origin="viewport")
            finger.create_pointer_up(0)
        builder.perform()
        self.wait("it zoomed", lambda: self.scale() > 150)
        time.sleep(0.3)
        self.assertEqual(self.count(".world .ink, .world .state, .world .arrow, .wet"), 0)

    def test_second_finger_takes_back_the_stroke(self):
        self.driver.execute_script(STROKES + """
            for (const [k, point] of circle(250, 220).entries()) send(k ? 'pointermove' : 'pointerdown', 'touch', 11, point);
            send('pointerdown', 'touch', 12, [400, 300]); send('pointerup', 'touch', 12, [400, 300]); send('pointerup', 'touch', 11, [250, 220]);""")
        time.sleep(0.3)
        self.assertEqual(self.count(".world .ink, .world .state, .wet"), 0)

    def test_finger_draws_before_a_pen_and_pans_after(self):
        self.pointer(interaction.POINTER_TOUCH, circle(200, 200, 30))
        self.wait_count(".world .state", 1)
        self.pen(circle(400, 200, 30))
        self.wait_count(".world .state", 2)
        time.sleep(0.7)
        before = self.find(".world").get_attribute("transform")
        self.pointer(interaction.POINTER_TOUCH, line((300, 400), (380, 440)))
        self.wait("the page moved", lambda: self.find(".world").get_attribute("transform") != before)
        self.assertEqual(self.count(".world .state"), 2)


class Walking(EditorTest):
    def setUp(self):
        super().setUp()
        for number in range(2):
            self.keys("n")
            self.wait_count(".world .state", number + 1)
        self.walk_to("State q0")
        self.keys("c")
        self.wait_count(".field", 1)
        self.keys("q1", Keys.ENTER)
        self.label("a")

    def focused(self): return self.driver.switch_to.active_element.get_attribute("aria-label") or ""

    def test_along_an_arrow(self):
        self.walk_to("State q0")
        for start in ("Arrow", "State q1"):
            self.chord(Keys.CONTROL, Keys.ARROW_RIGHT)
            self.assertTrue(self.focused().startswith(start), self.focused())
        self.chord(Keys.CONTROL, Keys.ARROW_LEFT)
        self.assertTrue(self.focused().startswith("Arrow"), self.focused())

    def test_tab_leaves_the_drawing_at_both_ends(self):
        self.walk_to("State q1")
        self.chord(Keys.TAB)
        self.assertFalse(self.driver.execute_script("return document.getElementById('canvas').contains(document.activeElement)"))
        self.walk_to("State q0")
        self.chord(Keys.SHIFT, Keys.TAB)
        self.assertEqual(self.driver.switch_to.active_element.get_attribute("id"), "canvas")

    def test_keys_work_on_after_what_had_the_focus_is_gone(self):
        self.walk_to("State q1")
        self.keys("n")
        self.wait_count(".world .state", 3)
        self.chord(Keys.CONTROL, "z")
        self.wait_count(".world .state", 2)
        self.keys("n")
        self.wait_count(".world .state", 3)
        self.keys(Keys.DELETE)
        self.wait_count(".world .state", 2)
        self.keys("n")
        self.wait_count(".world .state", 3)

    def test_everything_has_a_name(self):
        unnamed = self.driver.execute_script("""
            return [...document.querySelectorAll('button, input, [role=button], [tabindex]')].filter((each) => each.checkVisibility())
              .filter((each) => !(each.getAttribute('aria-label') || each.textContent.trim() || each.labels?.length || each.title)).map((each) => each.outerHTML)""")
        self.assertEqual(unnamed, [])

    def test_what_is_typed_survives_a_reload(self):
        self.walk_to("State q0")
        self.keys(Keys.F2)
        self.wait_count(".field", 1)
        self.keys("start")
        self.driver.refresh()
        self.wait("the name is there", lambda: "State start" in " ".join(self.labels("state")))


class Words(EditorTest):
    def setUp(self):
        super().setUp()
        self.keys("n")
        self.wait_count(".world .state", 1)
        self.keys("i")
        self.wait_count(".world .arrow", 1)
        self.keys("f", "n")
        self.wait_count(".world .state", 2)
        self.mouse([self.center(0)])
        self.keys("c")
        self.wait_count(".field", 1)
        self.keys("q1", Keys.ENTER)
        self.label("a", "\\e")

    def test_steps_and_back(self):
        self.find("#word").send_keys("a")
        self.wait("there is a verdict", lambda: "Rejected" in self.text(".verdict"))
        self.find("button[aria-label='Step (.)']").click()
        self.assertIn("Start", self.text(".where"))
        self.wait_count(".world .state.active", 2)  # the ε-move has been taken
        self.find("button[aria-label='Step (.)']").click()
        self.assertIn("After a", self.text(".where"))
        self.find("button[aria-label='Step back (,)']").click()
        self.assertIn("Start", self.text(".where"))

    def test_pasted_lines(self):
        self.driver.execute_script("""
            const data = new DataTransfer(); data.setData('text', 'a\\taccept\\naa -\\n\\nb');
            document.querySelector('.add input').dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true}));""")
        self.wait_count("tbody tr", 4)
        self.assertEqual([each.get_attribute("data-want") for each in self.find_all("tbody .wish")], ["accept", "reject", "accept", "accept"])

    def test_verdicts_follow_edits(self):
        self.add_words(reject=["a"])
        before = self.text("tbody .is")
        self.mouse([self.center(0)])
        self.keys(Keys.DELETE)
        self.wait("the verdict changed", lambda: self.text("tbody .is") != before)


class Page(EditorTest):
    def test_token_is_not_in_the_address(self):
        self.assertNotIn("#", self.driver.current_url)

    def test_narrow(self):
        """At 320 pixels nothing is wider than the window."""
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": 320, "height": 640, "deviceScaleFactor": 1, "mobile": True})
        try:
            time.sleep(0.3)
            self.assertEqual(self.driver.execute_script("return innerWidth"), 320)
            self.measure()
            self.pen(circle(100, 100, 30))
            self.wait_count(".world .state", 1)
        finally:
            self.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})

    def test_axe(self):
        """AXE is the path of axe.min.js."""
        if "AXE" not in os.environ:
            self.skipTest("AXE isn't set")
        with open(os.environ["AXE"], encoding="utf-8") as file:
            self.driver.execute_script(file.read())
        self.pen(circle(300, 250, 30))
        self.wait_count(".world .state", 1)
        self.add_words(accept=["a"])
        for theme in ("light", "dark"):
            self.driver.execute_script("document.documentElement.dataset.theme = arguments[0]", theme)
            for scene, opener in (("drawing", None), ("help", "button[aria-label=Help]"), ("export", "button[aria-label=Export]")):
                if opener:
                    self.find(opener).click()
                    time.sleep(0.2)
                found = self.driver.execute_async_script("axe.run().then((result) => arguments[0](result.violations.map((each) => [each.id, each.nodes[0].html])))")
                self.assertEqual(found, [], "%s, %s" % (theme, scene))
                if opener:
                    self.keys(Keys.ESCAPE)
                    self.wait_count("dialog", 0)
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": 320, "height": 640, "deviceScaleFactor": 1, "mobile": True})
        try:
            time.sleep(0.3)
            found = self.driver.execute_async_script("axe.run().then((result) => arguments[0](result.violations.map((each) => [each.id, each.nodes[0].html])))")
            self.assertEqual(found, [], "narrow")
        finally:
            self.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})

    def test_help(self):
        self.keys("?")
        self.wait_count("dialog[open]", 1)
        self.keys(Keys.ESCAPE)
        self.wait_count("dialog[open]", 0)

    def test_export_dialog(self):
        self.keys("n")
        self.wait_count(".world .state", 1)
        self.find("button[aria-label=Export]").click()
        self.wait_count("dialog.export", 1)
        next(each for each in self.find_all("dialog button") if each.text.startswith("PNG")).click()
        self.wait_count("dialog.export", 0)

    def test_time_to_use(self):
        """Measured, not judged: from asking for the page to a drawing that takes strokes."""
        script = self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": """
            new MutationObserver((_, observer) => {
              if (!document.querySelector('.tab[aria-selected=true]')) return;
              window.usable = performance.now();
              observer.disconnect();
            }).observe(document, {childList: true, subtree: true});"""})
        times = []
        for _ in range(15):
            self.driver.get("about:blank")
            self.driver.get(URL)
            self.wait("the page can be used", lambda: self.driver.execute_script("return window.usable"))
            times.append(self.driver.execute_script("return window.usable"))
        self.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)
        print("\nusable after: median %.0f ms, longest %.0f ms of %d" % (statistics.median(times), max(times), len(times)))

    def test_latency(self):
        """Measured, not judged: from pen-up to the element on the page."""
        self.driver.execute_script("""
            window.latencies = []; let up = 0;
            document.getElementById('canvas').addEventListener('pointerup', () => { up = performance.now(); }, true);
            new MutationObserver((all) => { for (const each of all) for (const node of each.addedNodes) if (node.classList?.contains('state')) latencies.push(performance.now() - up); })
              .observe(document.querySelector('.states'), {childList: true});""")
        for number in range(50):
            self.pen(circle(60 + 75 * (number % 10), 60 + 75 * (number // 10), 24, count=16))
            self.wait_count(".world .state", number + 1)
        times = sorted(self.driver.execute_script("return latencies"))
        print("\npen-up to element: median %.1f ms, 95th percentile %.1f ms of %d" % (statistics.median(times), times[int(len(times) * 0.95)], len(times)))

    def test_drag_rate(self):
        """Measured, not judged: how many times a second the page follows a state that is dragged among forty."""
        self.keys("v")
        for number in range(40):
            self.keys("n")
            self.wait_count(".world .state", number + 1)
        self.keys(Keys.ESCAPE)
        self.keys("!")
        x, y = self.center(0)
        rate = self.driver.execute_async_script(STROKES + """
            const [x, y, done] = arguments, moved = new Set();
            const state = document.querySelector('.world .state');
            new MutationObserver(() => moved.add(performance.now())).observe(state, {attributes: true, subtree: true});
            send('pointerdown', 'mouse', 1, [x, y]);
            const begin = performance.now();
            const step = () => {
              const time = performance.now() - begin;
              send('pointermove', 'mouse', 1, [x + time / 10, y + 20 * Math.sin(time / 100)]);
              if (time < 2000) return requestAnimationFrame(step);
              send('pointerup', 'mouse', 1, [x + time / 10, y]);
              done(1000 * moved.size / time);
            };
            requestAnimationFrame(step);""", x, y)
        print("\na state that is dragged moves %.0f times a second" % rate)


if __name__ == "__main__":
    unittest.main()
