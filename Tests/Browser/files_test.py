"""Tests of the editor's files: the tool is started, killed and started again with files of a temporary folder.

    AUTOMATA=PATH/OF/automata python3 files_test.py [-v] [TEST...]

ASSETS=FOLDER serves the page from a folder.
"""
import os
import signal
import socket
import subprocess
import tempfile
import unittest

from selenium.webdriver.common.keys import Keys

from editor_page import TASKS, EditorTest, circle

TOOL = os.environ.get("AUTOMATA", "automata")
# A circle with a point that is left out.
INK = '{"points":[%s,[1e999,2]]}' % ",".join(f"[{x:.1f},{y:.1f}]" for x, y, *_ in circle(200, 200, 30))
JFF = """<structure><type>fa</type><automaton>
<state id="0" name="q0"><x>180</x><y>250</y><initial/></state><state id="1" name="q1"><x>420</x><y>250</y><final/></state>
<transition><from>0</from><to>1</to><read>a</read></transition></automaton></structure>
"""


class FilesTest(EditorTest):
    """A tool of its own, with files in a folder of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.tool = None
        self.addCleanup(self.kill)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]

    def path(self, name): return os.path.join(self.folder, name)

    def run_tool(self, *arguments):
        return subprocess.run([TOOL, *arguments], capture_output=True, text=True).stdout

    def start(self, *names):
        """Starts the tool with files of the folder, always at the same port. Returns the address."""
        assets = ["--assets", os.environ["ASSETS"]] if "ASSETS" in os.environ else []
        command = [TOOL, "edit", "--no-open", "--keep", "--port", str(self.port), *assets, *map(self.path, names)]
        environment = {**os.environ, "XDG_STATE_HOME": self.path("state")}
        self.tool = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment)
        self.address = self.tool.stderr.readline().strip()
        return self.address

    def kill(self):
        """Ends the tool as a crash would."""
        if self.tool:
            self.tool.send_signal(signal.SIGKILL)
            self.tool.wait()
            self.tool.stderr.close()
            self.tool = None

    def open(self, *names):
        """Starts the tool and opens its page anew."""
        self.start(*names)
        self.driver.get("about:blank")
        self.driver.get(self.address)
        self.ready()

    def ready(self):
        self.wait_for_panels()
        self.driver.execute_script("document.getElementById('canvas').focus()")
        self.measure()

    def save(self):
        self.chord(Keys.CONTROL, "s")
        self.wait("it is saved", lambda: self.count(".tab .dot") == 0 and "Saved" in self.text("#toasts"))

    def press(self, text):
        """Presses the button with this text."""
        next(each for each in self.find_all("dialog button, .conflict button") if each.text == text).click()

    def verdicts(self):
        """The words of the table with their verdicts."""
        return self.driver.execute_script("return [...document.querySelectorAll('tbody tr')].map((row) => [row.querySelector('input').value, row.querySelector('.is').className])")

    def draw_circle(self, x, y, count):
        self.pen(circle(x, y, 30))
        self.wait_count(".world .state", count)

    # Without a server the browser says so in its log; all else in it is a fault.
    def tearDown(self):
        expected = ("net::ERR_", "409 (Conflict)", "410 (Gone)", "401 (Unauthorized)")
        errors = [each["message"] for each in self.driver.get_log("browser") if each["level"] == "SEVERE" and not any(part in each["message"] for part in expected)]
        self.assertEqual(errors, [])


class Sketches(FilesTest):
    def test_drawn_killed_opened(self):
        """Each task is drawn by pen, and stays when the tool is killed; another command agrees."""
        for letter in "ABCDE":
            with self.subTest(task=letter):
                task, name = TASKS[letter], letter + ".sketch"
                self.open(name)
                self.by_pen(task)
                self.check(task)
                self.save()
                before = self.verdicts()
                self.kill()
                self.open(name)
                self.wait_count(".world .state", len(task["states"]))
                self.wait("the words are back", lambda: self.verdicts() == before)
                self.kill()
                verdicts = self.run_tool("accepts", self.path(name), *task["accept"], *task["reject"])
                for word in task["accept"]:
                    self.assertRegex(verdicts, r"(?m)\b%s\b.*\baccepted|\baccepted\b.*\b%s\b" % (word, word))
                for word in task["reject"]:
                    self.assertRegex(verdicts, r"(?m)\b%s\b.*\brejected|\brejected\b.*\b%s\b" % (word, word))

    def test_saves_itself(self):
        self.open("a.sketch")
        self.draw_circle(200, 200, 1)
        self.wait("it is written", lambda: os.path.exists(self.path("a.sketch")) and self.count(".tab .dot") == 0)
        self.kill()
        self.open("a.sketch")
        self.wait_count(".world .state", 1)


class OtherFormats(FilesTest):
    def setUp(self):
        super().setUp()
        with open(self.path("a.jff"), "w") as file:
            file.write(JFF)

    def test_opened_edited_saved_with_what_is_lost(self):
        self.open("a.jff")
        self.wait_count(".world .state", 2)
        self.find("button.zoom").click()
        self.draw_circle(100, 100, 3)
        self.chord(Keys.CONTROL, "s")
        self.wait_count("dialog.ask", 1)
        self.assertGreater(self.count("dialog.ask li"), 0)
        self.press("Save anyway")
        self.wait("it is saved", lambda: self.count(".tab .dot") == 0)
        with open(self.path("a.jff")) as file:
            self.assertEqual(file.read().count("<state "), 3)

    def test_unsaved_changes_are_there_again(self):
        self.open("a.jff")
        self.wait_count(".world .state", 2)
        self.find("button.zoom").click()
        self.draw_circle(100, 100, 3)
        self.kill()
        with open(self.path("a.jff")) as file:
            self.assertEqual(file.read(), JFF)
        self.open("a.jff")
        self.wait_count(".world .state", 3)


class ChangedBehind(FilesTest):
    def setUp(self):
        super().setUp()
        with open(self.path("a.jff"), "w") as file:
            file.write(JFF)
        self.open("a.jff")
        self.wait_count(".world .state", 2)
        self.find("button.zoom").click()
        self.draw_circle(100, 100, 3)
        with open(self.path("a.jff"), "w") as file:
            file.write(JFF.replace("<transition>", "<state id='2' name='other'/><state id='3' name='more'/><transition>"))
        self.wait("it is said", lambda: self.find(".conflict").is_displayed())

    def test_opened_again(self):
        self.press("Open it again")
        self.wait_count(".world .state", 4)
        self.wait("the line is gone", lambda: not self.find(".conflict").is_displayed())
        self.assertIn("State other", " ".join(self.labels("state")))
        self.driver.execute_script("document.getElementById('canvas').focus()")
        self.keys("n")
        self.wait_count(".world .state", 5)

    def test_mine_is_kept(self):
        self.press("Keep mine")
        self.wait("the line is gone", lambda: not self.find(".conflict").is_displayed())
        with open(self.path("a.jff")) as file:
            text = file.read()
        self.assertEqual((text.count("<state "), "other" in text), (3, False))


class Pages(FilesTest):
    def test_two_tabs_stay_in_step(self):
        self.open("a.sketch")
        self.draw_circle(200, 200, 1)
        first = self.driver.current_window_handle
        self.driver.switch_to.new_window("tab")
        second = self.driver.current_window_handle
        self.driver.get(self.address)
        self.ready()
        self.wait_count(".world .state", 1)
        self.draw_circle(400, 200, 2)
        self.driver.switch_to.window(first)
        self.wait_count(".world .state", 2)
        self.draw_circle(300, 350, 3)
        # The first page reads the news for both; the second goes on without it.
        self.driver.close()
        self.driver.switch_to.window(second)
        self.wait_count(".world .state", 3)
        self.draw_circle(500, 350, 4)
        self.assertFalse(self.find(".connection").is_displayed())

    def test_strokes_wait_for_a_new_server(self):
        self.open("a.sketch")
        self.draw_circle(200, 200, 1)
        self.wait("it is written", lambda: self.count(".tab .dot") == 0)
        self.kill()
        for x in (350, 500):
            self.pen(circle(x, 200, 30))
        self.wait("it says so", lambda: self.find(".connection").is_displayed())
        self.start("a.sketch")
        self.driver.get(self.address)
        self.wait_count(".world .state", 3)
        self.wait_count(".wet", 0)
        self.wait("it is connected", lambda: not self.find(".connection").is_displayed())
        self.draw_circle(350, 350, 4)

    def test_strokes_wait_for_their_document(self):
        """A stroke for a file never lands in another one that is opened instead."""
        self.open("a.sketch", "b.sketch")
        self.draw_circle(200, 200, 1)
        self.wait("it is written", lambda: self.count(".tab .dot") == 0)
        self.kill()
        for x in (350, 500):
            self.pen(circle(x, 200, 30))
        self.wait("it says so", lambda: self.find(".connection").is_displayed())
        self.start("b.sketch")
        self.driver.get(self.address)
        self.wait("it says that they wait", lambda: self.find(".waiting").is_displayed() and "a.sketch" in self.text(".waiting"))
        self.wait_count(".tab", 1)
        self.assertEqual((self.count(".world .state"), self.count(".wet")), (0, 0))
        self.draw_circle(300, 400, 1)
        self.kill()
        self.start("b.sketch", "a.sketch")
        self.driver.get(self.address)
        self.wait_count(".tab", 2)
        self.wait("nothing waits", lambda: not self.find(".waiting").is_displayed())
        self.assertEqual(self.count(".world .state"), 1)
        self.find_all(".tab")[1].click()
        self.wait_count(".world .state", 3)

    def test_what_is_not_saved_is_not_closed_without_asking(self):
        with open(self.path("a.sketch"), "w") as file:
            file.write('{"format": "automata-sketch", "version": 1}')
        os.chmod(self.path("a.sketch"), 0o444)
        self.open("a.sketch", "b.sketch")
        self.draw_circle(200, 200, 1)
        self.wait("it says so", lambda: "read-only" in self.text("#toasts"))
        self.wait_count(".tab .dot", 1)
        self.find(".tab[aria-selected=true] .shut").click()
        self.wait_count("dialog.ask", 1)
        self.press("Cancel")
        self.wait_count("dialog.ask", 0)
        self.assertEqual(self.count(".tab"), 2)
        self.find(".tab[aria-selected=true] .shut").click()
        self.wait_count("dialog.ask", 1)
        self.press("Close without saving")
        self.wait_count(".tab", 1)

    def test_unnamed_drawings_are_kept_or_thrown_away(self):
        self.open()
        self.draw_circle(200, 200, 1)
        self.find(".tab .shut").click()
        self.wait_count("dialog.ask", 1)
        self.press("Discard it")
        self.wait_count(".world .state", 0)
        self.kill()
        self.open()
        self.assertEqual((self.count(".tab"), self.count(".world .state")), (1, 0))

    def test_a_dropped_file_opens(self):
        self.open("a.sketch")
        self.driver.execute_script("""
            const data = new DataTransfer();
            data.items.add(new File([arguments[0]], 'dropped.jff'));
            for (const name of ['dragenter', 'dragover', 'drop']) {
              document.body.dispatchEvent(new DragEvent(name, {dataTransfer: data, bubbles: true, cancelable: true}));
            }""", JFF)
        self.wait_count(".world .state", 2)
        self.wait_count(".tab", 2)
        self.assertFalse(self.find(".drop").is_displayed())

    def test_what_the_reader_left_out_is_said(self):
        with open(self.path("a.ndjson"), "w") as file:
            file.write(INK + "\n")
        self.open("a.ndjson")
        self.wait("it is said", lambda: "a point without two finite coordinates is left out" in self.text("#toasts"))

    def test_a_broken_file_says_where(self):
        self.open("a.sketch")
        self.driver.execute_script("""
            const data = new DataTransfer();
            data.items.add(new File(['<structure><'], 'broken.jff'));
            document.body.dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true}));""")
        self.wait("it says where", lambda: "broken.jff:1:" in self.text("#toasts"))
        self.assertEqual(self.count(".tab"), 1)
        self.driver.get_log("browser")


if __name__ == "__main__":
    unittest.main()
