#!/usr/bin/env python3
"""A vending machine as a program that automata statechart test and automata learn can talk to: it reads an input on each
line, and answers by a line with its outputs between commas, which is empty if there are none. The line reset brings it back to
its start, so that it need not be started anew for each test.

With the argument faulty, it keeps a coin of two when they are given back.
"""
import sys

PRICE = 2
PATIENCE = 30_000
faulty = "faulty" in sys.argv[1:]
coins, waited = 0, 0


def give_back():
    """Returns the coins."""
    global coins
    coins = 1 if faulty and coins == PRICE else 0
    return ["refund"]


def answer(line):
    """Returns the outputs for an input: an event, or + and the milliseconds that have passed."""
    global coins, waited
    if line == "reset":
        coins = 0
        return []
    if line.startswith("+"):
        waited += float(line)
        return give_back() if coins > 0 and waited >= PATIENCE else []
    if line == "coin" and coins < PRICE:
        coins, waited = coins + 1, 0
        return []
    if line == "coin":
        return ["reject"]
    if line == "choose" and coins == PRICE:
        coins = 0
        return ["drink"]
    if line == "cancel" and coins > 0:
        return give_back()
    return []


for line in sys.stdin:
    print(",".join(answer(line.strip())), flush=True)
