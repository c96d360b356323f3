"""Makes the animated picture of the README: a pen draws an automaton, stroke by stroke, and a word runs.

    AUTOMATA=PATH/OF/automata python3 drawing.py drawing.svg

The strokes are made here; what they become is what the tool makes of them.
"""
import json
import math
import os
import subprocess
import sys
import tempfile
import urllib.request
from xml.sax.saxutils import escape

TOOL = os.environ.get("AUTOMATA", "automata")
WIDTH, HEIGHT, DURATION = 640, 330, 16.0
FIRST, SECOND, RADIUS = (215, 150), (445, 150), 38


# Strokes: points as a hand draws them, and when.

def ring(x, y, radius, phase):
    """A circle that isn't quite round and goes a little beyond its start."""
    def point(t):
        r = radius * (1 + 0.035 * math.sin(2 * t + phase) + 0.015 * math.sin(3 * t))
        return x + r * math.cos(t - 1.3), y + r * math.sin(t - 1.3)
    return [point(6.45 * k / 44) for k in range(45)]


def line(a, b, bow):
    """A line that is a little bent."""
    return [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t + bow * math.sin(math.pi * t)) for t in (k / 14 for k in range(15))]


def loop(x, y, radius):
    """A loop on top of a state."""
    return [(x + 27 * math.sin(t), y - radius - 24 - (28 + math.sin(3 * t)) * math.cos(t)) for t in (-2.6 + 5.2 * k / 30 for k in range(31))]


STROKES = [
    ("first", 0.4, 1.5, ring(*FIRST, RADIUS, 0.4)),
    ("second", 2.0, 3.1, ring(*SECOND, RADIUS, 1.7)),
    ("ring", 3.5, 4.4, ring(*SECOND, RADIUS * 0.78, 2.6)),
    ("mark", 4.8, 5.3, line((FIRST[0] - 125, 151), (FIRST[0] - RADIUS - 2, 150), -2)),
    ("arrow", 5.7, 6.4, line((FIRST[0] + RADIUS + 2, 148), (SECOND[0] - RADIUS - 3, 151), 4)),
    ("loop", 6.8, 7.6, loop(*FIRST, RADIUS)),
]
LABELS = {"loop": 7.9, "arrow": 8.2}
WORD, START, READ_0, READ_1, VERDICT = 8.7, 9.4, 10.3, 11.2, 11.7


def recognize():
    """Draws the strokes in the editor. Returns the elements of its scene by name."""
    with tempfile.TemporaryDirectory() as folder:
        tool = subprocess.Popen([TOOL, "edit", "--no-open", "--keep"], stderr=subprocess.PIPE, text=True, env={**os.environ, "XDG_STATE_HOME": folder})
        try:
            base, token = tool.stderr.readline().strip().split("#")

            def ask(path, body=None):
                headers = {"Authorization": "Bearer " + token, "Content-Type": "application/json"}
                return json.load(urllib.request.urlopen(urllib.request.Request(base + "api/documents" + path, body, headers)))

            document = "/%d/" % ask("")["documents"][0]["id"]

            def request(path, commands=None):
                body = json.dumps({"page": "drawing", "commands": commands}).encode() if commands else None
                return ask(document + path, body)

            for _, start, end, points in STROKES:
                times = [round(1000 * (start + (end - start) * k / (len(points) - 1))) for k in range(len(points))]
                request("commands", [{"do": "draw", "strokes": [[[x, y, time] for (x, y), time in zip(points, times)]]}])
            arrows = [each for each in request("scene")["elements"] if each["kind"] == "arrow" and not each["mark"]]
            for arrow in arrows:
                request("commands", [{"do": "setSymbols", "element": arrow["id"], "symbols": ["0" if arrow["loop"] else "1"]}])
            elements = request("scene")["elements"]
        finally:
            tool.terminate()
            tool.wait()
            tool.stderr.close()
    states = sorted((each for each in elements if each["kind"] == "state"), key=lambda state: state["x"])
    named = {"first": states[0], "second": states[1]}
    for each in elements:
        if each["kind"] == "arrow":
            named["mark" if each["mark"] else "loop" if each["loop"] else "arrow"] = each
    assert len(states) == 2 and states[1]["final"] and {"mark", "loop", "arrow"} <= named.keys(), elements
    return named


class Picture:
    def __init__(self):
        self.parts, self.rules = [], []

    def keyframes(self, steps):
        """Adds an animation of (second, declarations). Returns the class that has it."""
        name = "a%d" % len(self.rules)
        text = "".join("%.4g%%{%s}" % (100 * time / DURATION, what) for time, what in steps)
        self.rules.append("@keyframes %s{%s}.%s{animation-name:%s}" % (name, text, name, name))
        return name

    def shown(self, start, end=DURATION - 0.7, fade=0.2):
        """The class of what is there from one moment to another."""
        return self.keyframes([(0, "opacity:0"), (start, "opacity:0"), (start + fade, "opacity:1"), (end, "opacity:1"), (end + fade, "opacity:0"), (DURATION, "opacity:0")])

    def add(self, name, classes, text=None, **attributes):
        written = "".join(' %s="%s"' % (key.replace("_", "-"), escape(str(value))) for key, value in attributes.items())
        self.parts.append('<%s class="%s"%s%s' % (name, classes, written, "/>" if text is None else ">%s</%s>" % (text, name)))

    def path(self, points):
        return "M" + "L".join("%.1f %.1f" % point for point in points)

    # Parts

    def stroke(self, start, end, points):
        """Ink that runs out of the pen, and goes when its element comes."""
        drawn = self.keyframes([(0, "opacity:0;stroke-dashoffset:1"), (start, "opacity:0;stroke-dashoffset:1"), (start + 0.01, "opacity:1;stroke-dashoffset:1"),
                                (end, "opacity:1;stroke-dashoffset:0"), (end + 0.15, "opacity:1;stroke-dashoffset:0"),
                                (end + 0.35, "opacity:0;stroke-dashoffset:0"), (DURATION, "opacity:0;stroke-dashoffset:0")])
        self.add("path", "ink " + drawn, d=self.path(points), pathLength=1)

    def pen(self):
        """The pen along all strokes, lifted between them."""
        steps = [(0, "opacity:0;transform:translate(%.1fpx,%.1fpx)" % STROKES[0][3][0])]
        for _, start, end, points in STROKES:
            lengths = [0]
            for a, b in zip(points, points[1:]):
                lengths.append(lengths[-1] + math.dist(a, b))
            steps += [(start + (end - start) * length / lengths[-1], "opacity:1;transform:translate(%.1fpx,%.1fpx)" % point)
                      for length, point in list(zip(lengths, points))[::2]]
        steps += [(STROKES[-1][2] + 0.4, "opacity:0;" + steps[-1][1].split(";")[1]), (DURATION, "opacity:0;" + steps[-1][1].split(";")[1])]
        self.add("g", "pen " + self.keyframes(steps), '<path class="barrel" d="M0 0L4 -11 26 -33 33 -26 11 -4Z"/><path class="nib" d="M0 0L4 -11 11 -4Z"/>')

    def state(self, state, name, end, active_from, active_to, stays):
        self.add("circle", "line paper " + self.shown(end), cx=state["x"], cy=state["y"], r=state["r"])
        active = self.shown(active_from, active_to) if active_to else self.shown(active_from)
        self.add("circle", ("active " if stays else "active gone ") + active, cx=state["x"], cy=state["y"], r=state["r"])
        if state["ring"]:
            self.add("circle", "line " + self.shown(dict((each[0], each[2]) for each in STROKES)["ring"]), cx=state["x"], cy=state["y"], r=state["ring"])
        self.line(state, end)

    def arrow(self, arrow, end, taken=None):
        shown = self.shown(end)
        self.add("path", "line " + shown, d=arrow["path"])
        self.add("path", "head " + shown, d=arrow["head"])
        if taken:
            lit = self.shown(*taken)
            self.add("path", "taken gone " + lit, d=arrow["path"])
            self.add("path", "taken filled gone " + lit, d=arrow["head"])

    def line(self, text, start):
        """A text of one line, with lowered parts."""
        size, (line,) = text["size"], text["lines"]
        parts = ['<tspan font-size="%.4g" dy="%.4g">%s</tspan>' % (size * 0.7, size * part["shift"], escape(part["text"]))
                 if "shift" in part else escape(part["text"]) for part in line]
        self.add("text", "text " + self.shown(start), "".join(parts), x=text["x"], y=text["y"] + 0.35 * size, font_size=size)

    def word(self):
        """The word on its tape, and the verdict."""
        y, x = HEIGHT - 58, WIDTH / 2 - 105
        shown = self.shown(WORD)
        self.add("text", "text quiet " + shown, "Word", x=x - 34, y=y + 22, font_size=15)
        for index, (symbol, start, end) in enumerate((("0", START, READ_0), ("1", READ_0, READ_1))):
            cell = x + 34 * index
            self.add("rect", "cell " + shown, x=cell, y=y, width=34, height=32)
            self.add("rect", "next gone " + self.shown(start, end), x=cell, y=y, width=34, height=32)
            self.add("text", "text mono " + shown, symbol, x=cell + 17, y=y + 22, font_size=16)
        verdict = self.shown(VERDICT)
        self.add("rect", "pill " + verdict, x=x + 92, y=y - 3, width=150, height=38, rx=19)
        self.add("text", "text good " + verdict, "✓ accepted", x=x + 167, y=y + 22, font_size=19)


STYLE = """
.page{fill:#fff;stroke:#d9dce3}
.line{fill:none;stroke:#1f2430;stroke-width:1.8}.paper{fill:#fff}.head,.text{fill:#1f2430}
.ink{fill:none;stroke:#2f5bd7;stroke-width:2.6;stroke-linecap:round;stroke-linejoin:round;stroke-dasharray:1}
.active{fill:#def3e5;stroke:#11723c;stroke-width:2.4}.taken{fill:none;stroke:#11723c;stroke-width:3}.filled{fill:#11723c;stroke-width:1}
.text{text-anchor:middle;font-family:system-ui,"Segoe UI",Roboto,"Noto Sans",sans-serif}.mono{font-family:ui-monospace,Menlo,"Noto Sans Mono",monospace}
.quiet{fill:#5b6474}.cell{fill:none;stroke:#d9dce3}.next{fill:#e4ebfd;stroke:#2f5bd7;stroke-width:1.5}
.pill{fill:#def3e5}.good{fill:#11723c;font-weight:650}
.barrel{fill:#f2b84b;stroke:#7a5000;stroke-linejoin:round}.nib{fill:#7a5000}
@media (prefers-color-scheme:dark){
.page{fill:#14171d;stroke:#3a414e}.line{stroke:#e4e8f0}.paper{fill:#14171d}.head,.text{fill:#e4e8f0}
.ink{stroke:#8fb0ff}.active{fill:#17382a;stroke:#7fdca0}.taken{stroke:#7fdca0}.filled{fill:#7fdca0}
.quiet{fill:#a7b0c0}.cell{stroke:#3a414e}.next{fill:#27345a;stroke:#8fb0ff}.pill{fill:#17382a}.good{fill:#7fdca0}
}
[class*=" a"]{animation:%gs linear infinite}
.ink,.pen,.gone{opacity:0}
""" % DURATION


def main():
    elements, picture = recognize(), Picture()
    ends = {name: end + 0.15 for name, _, end, _ in STROKES}
    picture.arrow(elements["mark"], ends["mark"])
    picture.arrow(elements["arrow"], ends["arrow"], (READ_1, READ_1 + 1.2))
    picture.arrow(elements["loop"], ends["loop"], (READ_0, READ_1))
    picture.state(elements["first"], "first", ends["first"], START, READ_1, False)
    picture.state(elements["second"], "second", ends["second"], READ_1, None, True)
    for name, start in LABELS.items():
        picture.line(elements[name]["label"], start)
    for _, start, end, points in STROKES:
        picture.stroke(start, end, points)
    picture.word()
    picture.pen()
    still = "@media (prefers-reduced-motion:reduce){[class]{animation:none!important}}"
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        file.write('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img">\n' % (WIDTH, HEIGHT, WIDTH, HEIGHT))
        file.write("<title>A pen draws an automaton: its strokes become states and arrows, and the word 01 is accepted</title>\n")
        file.write("<style>%s%s\n%s\n</style>\n" % (STYLE, "\n".join(picture.rules), still))
        file.write('<rect class="page" x=".5" y=".5" width="%d" height="%d" rx="14"/>\n' % (WIDTH - 1, HEIGHT - 1))
        file.write("\n".join(picture.parts) + "\n</svg>\n")


if __name__ == "__main__":
    main()
