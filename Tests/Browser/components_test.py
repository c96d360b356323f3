"""Tests of the page of `automata components run --inspect` and `components inspect`, in Chromium.

    AUTOMATA=PATH/OF/automata [EXPENSES=PATH/OF/expenses] python3 components_test.py [-v] [TEST...]

EXPENSES is the program of Examples/ExpenseTracker. SHOTS=FOLDER keeps screenshots.
"""
import json
import os
import pathlib
import shutil
import socket
import subprocess
import threading
import unittest

from selenium.webdriver.common.keys import Keys

from chart_test import ChartTest, TOOL

COMPONENTS = pathlib.Path(__file__).resolve().parents[2] / "Examples/components"
EXPENSES = os.environ.get("EXPENSES")


class Page(ChartTest):
    """The page of components."""

    def start(self, *arguments):
        environment = dict(os.environ, XDG_STATE_HOME=self.temporary.name)
        self.tool = subprocess.Popen([TOOL, "components", *map(str, arguments), "--no-open"], stderr=subprocess.PIPE, text=True, env=environment)
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

    def button(self, word): return next(each for each in self.all("#header button") if each.text == word)

    def states(self):
        names, states = (self.js("[...document.querySelectorAll('#states %s')].map((each) => each.textContent)" % tag) for tag in ("dt", "dd"))
        return dict(zip(names, states))

    def events(self): return self.js("[...document.querySelectorAll('#events button')].map((each) => each.textContent)")

    def drawn_states(self): return self.js("[...document.querySelectorAll('#chart [data-active]')].map((each) => each.textContent)")


class Run(Page):
    """A run of the page's own program."""

    def faulty(self):
        """A copy of the expenses in which the model forgets what it has fetched."""
        folder = pathlib.Path(self.temporary.name) / "faulty"
        shutil.copytree(COMPONENTS, folder)
        model = folder / "model.scxml"
        text = model.read_text()
        self.assertIn('event="fetched" target="Showing"', text)
        model.write_text(text.replace('event="fetched" target="Showing"', 'event="fetched" target="NoExpenses"'))
        return folder / "expenses.json"

    def test_fault_is_found(self):
        self.start("run", self.faulty(), "--inspect")
        self.wait("the run is paused", lambda: "paused" in self.one(".time").text)
        self.assertFalse(self.button("Pause").is_enabled())
        self.one("#message").send_keys("button.fetch", Keys.ENTER)
        self.wait("the message waits", lambda: "model.button.fetch" in self.one("#next").text)
        self.assertEqual(self.states(), {"model": "NoExpenses", "service": "Ready"})
        self.button("Step").click()
        self.wait("the model fetches", lambda: self.states() == {"model": "Fetching", "service": "Ready"})
        self.wait("the picture shows it", lambda: self.drawn_states() == ["Fetching", "Ready"])
        self.button("Step").click()
        self.wait("the service works", lambda: self.states() == {"model": "Fetching", "service": "Working"})
        while "replies.fetched" not in self.one("#next").text:
            before = self.one("#next").text
            self.button("Step").click()
            self.wait("a step", lambda: self.one("#next").text != before)
        self.assertEqual(self.one(".time").text, "2000 ms, paused")
        self.button("Step").click()
        # The wrong state: the expenses have come, and aren't shown.
        self.wait("the wrong state is seen", lambda: self.states()["model"] == "NoExpenses")
        self.assertTrue(any("list.shown" in text and "[12,30]" in text.replace(" ", "") for text in self.events()))
        self.one("#filter").send_keys("replies fetched")
        self.wait("the answer is found", lambda: len(self.events()) == 1)
        self.one("#events button").click()
        self.wait("its flow is drawn", lambda: self.all("#flow svg"))
        flow = self.js("[...document.querySelectorAll('#flow text')].map((each) => each.textContent)")
        self.assertTrue({"model", "service"} <= set(flow) and any(text.startswith("fetch") for text in flow))
        self.button("Back").click()
        self.wait("the run goes back", lambda: self.states()["model"] == "Fetching")
        self.assertIn("replies.fetched", self.one("#next").text)

    def test_run_and_pause_by_keyboard(self):
        self.start("run", COMPONENTS / "expenses.json", "button.fetch", "--inspect")
        self.wait("the run is paused", lambda: "model.button.fetch" in self.one("#next").text)
        self.js("void document.activeElement.blur()")
        self.press(".")
        self.wait("a step", lambda: self.states()["model"] == "Fetching")
        self.press(Keys.BACKSPACE)
        self.wait("back", lambda: self.states()["model"] == "NoExpenses")
        self.press(" ")
        self.wait("the run goes on", lambda: self.states()["model"] == "Showing" and "paused" not in self.one(".time").text)
        self.press(" ")
        self.wait("the run is paused", lambda: "paused" in self.one(".time").text)
        self.one("#message").send_keys("button.fetsch", Keys.ENTER)
        self.wait("the error is told", lambda: "unknown message 'fetsch'" in self.one("#problem").text)
        self.driver.get_log("browser")  # The refusal.


class Watched(Page):
    """Other programs, by their sockets."""

    def serve(self, lines, allows_control=False):
        """Plays a program that tells lines, and answers requests."""
        path = os.path.join(self.temporary.name, "socket")
        server = socket.socket(socket.AF_UNIX)
        server.bind(path)
        server.listen()
        self.addCleanup(server.close)
        self.requests, self.waiting = [], {}

        def work():
            client, _ = server.accept()
            self.client = client
            greeting = {"news": "run", "version": 1, "allowsControl": allows_control}
            client.sendall(b"".join(json.dumps(line).encode() + b"\n" for line in [greeting, *lines]))
            for line in client.makefile():
                request = json.loads(line)["request"]
                if request == "waiting":
                    answer = {"answer": request, **self.waiting}
                else:
                    self.requests.append(request)
                    answer = {"answer": request} if allows_control else {"error": "only watched"}
                client.sendall(json.dumps(answer).encode() + b"\n")

        threading.Thread(target=work, daemon=True).start()
        self.addCleanup(lambda: self.client.close())
        return path

    def tell(self, **line): self.client.sendall(json.dumps(line).encode() + b"\n")

    port = lambda self, name, direction: {"name": name, "direction": direction, "protocol": "P", "messages": ["one"], "isOptional": False}

    def assembly(self):
        return {"news": "assembly", "parts": [
            {"name": "first", "type": "First", "container": "", "ports": [self.port("output", "output")]},
            {"name": "second", "type": "Second", "container": "", "ports": [self.port("input", "input")]}],
            "channels": [{"kind": "publish-subscribe", "container": "", "senders": ["first.output"], "receivers": ["second.input"]}]}

    def test_news_are_shown(self):
        self.start("inspect", self.serve([self.assembly()]))
        self.wait("the parts are drawn", lambda: "first: First" in self.names())
        self.assertFalse(any(self.button(word).is_enabled() for word in ("Run", "Pause", "Step")))
        self.tell(news="event", number=1, kind="sent", time=1.5, id="first/1", part="first", message="output.one", body="<b>7</b>")
        self.tell(news="event", number=2, kind="handled", time=1.5, id="first/1", part="second")
        self.tell(news="missed", count=40)
        self.tell(news="states", part="second", states=[{"name": "S", "depth": 0, "isActive": True}, {"name": "open", "depth": 1, "isActive": True}])
        self.tell(news="failure", part="first", time=2, error="broken")
        self.wait("the events are listed", lambda: len(self.events()) == 2 and "<b>7</b>" in self.events()[1])
        self.wait("the state is shown", lambda: self.states() == {"second": "open"} and self.drawn_states() == ["open"])
        self.assertIn("40 events missed", self.one("#missed").text)
        self.assertEqual(self.texts("#failures li"), ["first: broken"])
        self.client.shutdown(socket.SHUT_RDWR)
        self.wait("the end is told", lambda: "closed the connection" in self.one("#problem").text)

    def test_control(self):
        self.start("inspect", self.serve([self.assembly()], allows_control=True))
        self.wait("the run may be paused", lambda: self.button("Pause").is_enabled())
        self.button("Pause").click()
        self.wait("the request is sent", lambda: self.requests == ["pause"])
        self.tell(news="paused", part="second", id="first/1")
        self.wait("the pause is shown", lambda: self.one("#next").text == "Next: second handles #first/1")
        self.button("Step").click()
        self.button("Run").click()
        self.wait("the requests are sent", lambda: self.requests == ["pause", "step", "resume"])

    def test_waiting_messages(self):
        self.start("inspect", self.serve([self.assembly()], allows_control=True))
        self.wait("the parts are drawn", lambda: "first: First" in self.names())
        self.assertFalse(self.one("#waiting").is_displayed())
        self.waiting = {"counts": [{"part": "first", "count": 2}, {"part": "second", "count": 40}]}
        self.tell(news="event", number=1, kind="sent", time=1.5, id="first/1", part="first", message="output.one", body="7")
        self.wait("the numbers are shown", lambda: self.texts("#counts dd") == ["2", "40"])
        self.assertEqual(self.texts("#waiting li"), [])
        self.waiting = {"counts": [{"part": "second", "count": 1}], "messages": ["#first/1 second.input.one(7)"]}
        self.tell(news="paused", breakpoint="#first/1 second.input.one(7)")
        self.wait("the stop is shown", lambda: self.one("#next").text == "Stopped at: #first/1 second.input.one(7)")
        self.wait("the messages are shown", lambda: self.texts("#waiting li") == ["#first/1 second.input.one(7)"])
        self.tell(news="paused")
        self.wait("the longest one is next", lambda: self.one("#next").text == "Next: the message that has waited longest")
        self.waiting = {"counts": [], "messages": []}
        self.tell(news="event", number=2, kind="handled", time=1.5, id="first/1", part="second")
        self.wait("nothing waits", lambda: self.one("#next").text == "Next: nothing waits")

    def test_hostile_program(self):
        self.start("inspect", self.serve([self.assembly()]))
        self.wait("the parts are drawn", lambda: "first: First" in self.names())
        self.client.sendall(b"\xff{]\n")
        self.wait("the problem is told", lambda: "isn't of the protocol" in self.one("#problem").text)

    @unittest.skipUnless(EXPENSES, "EXPENSES names the program of Examples/ExpenseTracker")
    def test_expense_tracker(self):
        path = os.path.join(self.temporary.name, "expenses.sock")
        program = subprocess.Popen([EXPENSES, "--inspect", path, "--fault", "1"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        self.addCleanup(lambda: (program.terminate(), program.wait(), program.stdin.close()))

        def say(*lines):
            program.stdin.write("".join(line + "\n" for line in lines))
            program.stdin.flush()

        self.wait("the program listens", lambda: os.path.exists(path))
        self.start("inspect", path)
        self.wait("the parts are drawn", lambda: "service: WebService" in self.names())
        self.button("Pause").click()
        self.wait("the run is paused", lambda: "paused" in self.one(".time").text)
        say("email ada@example.org", "password engine", "login", "+2000")
        for _ in range(100):
            if "service" in self.one("#next").text.split()[1:2][0]: break
            before = self.one("#next").text
            self.button("Step").click()
            self.wait("a step", lambda: self.one("#next").text != before)
        self.assertEqual(self.states()["model.expenses"], "fetching")
        self.button("Step").click()
        # The seeded fault: the service fails at its first request.
        self.wait("the failure is told", lambda: any("ConnectionError" in text for text in self.texts("#failures li")))
        self.button("Run").click()
        self.wait("the model knows", lambda: self.states()["model.expenses"] == "ready")


if __name__ == "__main__":
    unittest.main()
