"""Tests of the web page that the editor exports: it is opened from a file, without a server.

    EDITOR_URL='http://127.0.0.1:PORT/#TOKEN' python3 offline_test.py [-v] [TEST...]
"""
import glob
import itertools
import json
import os
import tempfile
import unittest
import urllib.request

from selenium.webdriver.common.keys import Keys

from editor_page import TASKS, URL, EditorTest, line

# Tries words on the exported page. Each gives the verdict, the reason, and the states of each step.
RUNS = """
    const input = document.getElementById('word'), [step, verdict, where] = ['step', 'verdict', 'where'].map((id) => document.getElementById(id));
    return arguments[0].map((word) => {
      input.value = word;
      input.dispatchEvent(new Event('input'));
      const run = {accepted: verdict.className === 'accepted', reason: where.textContent, steps: []};
      while (!step.disabled) {
        step.click();
        run.steps.push(where.textContent.match(/in \\{(.*?)\\}/)[1].split(', ').sort());
      }
      return run;
    });"""


class Offline(EditorTest):
    def setUp(self):
        super().setUp()
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": self.folder.name})

    def export(self):
        """Exports the page. Returns its file."""
        self.find("button[aria-label=Export]").click()
        next(each for each in self.find_all("dialog button") if each.text.startswith("Web page")).click()
        self.wait("the page is there", lambda: glob.glob(self.folder.name + "/*.html"))
        return glob.glob(self.folder.name + "/*.html")[0]

    def open(self, file):
        self.driver.get("file://" + file)
        self.driver.execute_script("document.addEventListener('securitypolicyviolation', (event) => (window.violations ??= []).push(event.violatedDirective))")

    def ask_engine(self, words):
        """Runs words on the server. Returns what the exported page should say."""
        base, token = URL.split("#")

        def request(path, body=None):
            headers = {"Authorization": "Bearer " + token, "Content-Type": "application/json"}
            return json.load(urllib.request.urlopen(urllib.request.Request(base + "api/" + path, body, headers)))

        document = "documents/%d/" % request("documents")["documents"][-1]["id"]
        names = {each["id"]: each["name"] for each in request(document + "scene")["elements"] if each["kind"] == "state"}
        answers = []
        for start in range(0, len(words), 500):  # A request takes a thousand commands at most.
            commands = {"page": "test", "commands": [{"do": "run", "word": word} for word in words[start:start + 500]]}
            answers += request(document + "commands", json.dumps(commands).encode())["answers"]
        return [{"accepted": each["accepted"], "reason": each["reason"],
                 "steps": [sorted(names[id] for id in step["states"]) for step in each["steps"]]} for each in answers]

    def test_runs_are_those_of_the_engine(self):
        """On every word of up to five symbols, with one that no arrow reads."""
        for name in ("A", "B", "C"):
            with self.subTest(task=name):
                self.setUp()
                task = TASKS[name]
                self.by_pen(task)
                symbols = sorted({symbol for arrow in task["arrows"] for symbol in arrow[2:]} - {"\\e"}) + ["x"]
                words = ["".join(each) for length in range(6) for each in itertools.product(symbols, repeat=length)]
                expected = self.ask_engine(words)
                self.open(self.export())
                for word, is_, wanted in zip(words, self.driver.execute_script(RUNS, words), expected):
                    self.assertEqual(is_, wanted, word)

    def test_steps_and_back(self):
        self.by_pen(TASKS["C"])
        self.open(self.export())
        self.find("#word").send_keys("ABB")
        self.assertEqual((self.text("#verdict"), self.text("#where")), ("✓ Accepted", "It ends in q1, which is final."))
        self.find("#step").click()
        self.assertEqual(self.text("#where"), "Start · in {q0}")
        self.find("#step").click()
        self.assertEqual(self.text("#where"), "After A · in {q1, q2} · ε-moves: q1 → q2")
        self.assertEqual((self.count("circle.on"), self.count(".marks g.on")), (2, 2))
        self.find("#back").click()
        self.assertEqual(self.text("#where"), "Start · in {q0}")
        self.find("#word").send_keys(Keys.ENTER)
        self.wait("the word ran", lambda: "It ends in q1" in self.text("#where"))

    def test_hostile_labels_stay_text(self):
        hostile = "</script><img src=x onerror=document.title='owned'>"
        self.keys("n")
        self.wait_count(".world .state", 1)
        self.keys("i")
        self.wait_count(".world .arrow", 1)
        self.keys("l")
        self.label(hostile)
        self.walk_to("State q0")
        self.keys(Keys.F2)
        self.wait_count(".field", 1)
        self.keys(hostile, Keys.ENTER)
        self.wait("it is the name", lambda: hostile in " ".join(self.labels("state")))
        self.open(self.export())
        self.find("#word").send_keys(hostile)
        self.assertEqual(self.count("#cells li"), 1)
        self.assertIn(hostile, self.text("#where"))
        self.assertEqual(self.count("img"), 0)
        self.assertNotIn("owned", self.driver.title)

    def test_asks_for_what_is_missing(self):
        self.keys("n")
        self.wait_count(".world .state", 1)
        self.find("button[aria-label=Export]").click()
        next(each for each in self.find_all("dialog button") if each.text.startswith("Web page")).click()
        self.wait("it says what is missing", lambda: "No initial state" in self.text("dialog.ask"))
        self.assertEqual(os.listdir(self.folder.name), [])


if __name__ == "__main__":
    unittest.main()
