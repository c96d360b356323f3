"""The charts of `bench statecharts` that have scripts, in Python, run by sismic.

statecharts_sismic.py EVENTS: a file of bytes 0 to 3. A line of output for each chart: name, nanoseconds an event, checksum.
"""
import pathlib
import sys
import time

from sismic.interpreter import Interpreter
from sismic.io import import_from_yaml

COUNT = 4096
NAMES = ["next", "previous", "jump", "stay"]


def ring():
    kinds = [("next", 1, "counts['next'] += 1"), ("previous", 7, "counts['previous'] += 1"), ("jump", 3, ""),
             ("stay", 0, "counts['stay'] += 1")]
    lines = ["statechart:", "  name: ring", "  preamble: |", "    counts = {'next': 0, 'previous': 0, 'stay': 0}",
             "  root state:", "    name: root", "    initial: s0", "    states:"]
    for place in range(8):
        lines += [f"      - name: s{place}", "        transitions:"]
        for name, step, action in kinds:
            lines += [f"          - event: {name}", "            guard: counts['next'] >= 0",
                      f"            target: s{(place + step) % 8}"]
            if action:
                lines.append(f"            action: {action}")
    return "\n".join(lines)


TIKTOK = f"""
statechart:
  name: TikTok
  preamble: count = 0
  root state:
    name: root
    initial: start
    states:
      - name: start
        transitions:
          - target: tikTok
      - name: tikTok
        initial: tik
        transitions:
          - guard: count >= {COUNT // 2}
            target: done
        states:
          - name: tik
            on entry: send('performTik')
            transitions:
              - event: performTik
                target: tok
          - name: tok
            on entry: |
              send('performTok')
              count += 1
            transitions:
              - event: performTok
                target: tik
      - name: done
"""


def main():
    events = [NAMES[byte & 3] for byte in pathlib.Path(sys.argv[1]).read_bytes()[:COUNT]]
    interpreter = Interpreter(import_from_yaml(ring()))
    interpreter.execute()
    start = time.perf_counter_ns()
    for name in events:
        interpreter.queue(name).execute()
    spent = time.perf_counter_ns() - start
    counts = interpreter.context["counts"]
    print(f"scripted ring, sismic\t{spent / len(events)}\t{counts['next'] + 3 * counts['previous'] + 7 * counts['stay']}")
    interpreter = Interpreter(import_from_yaml(TIKTOK))
    start = time.perf_counter_ns()
    interpreter.execute()
    spent = time.perf_counter_ns() - start
    print(f"scripted tiktok, sismic\t{spent / COUNT}\t{interpreter.context['count']}")


main()
