"""A program that speaks GTP for Hex, badly in a way that its first argument names.

The second argument is a file for what it does: the numbers of its processes, the commands it gets.
"""

import os
import random
import signal
import subprocess
import sys
import time

MODE, _, NUMBER = sys.argv[1].partition(":")
AT = int(NUMBER or 0)  # the genmove, counted from 0, at which it happens
LOG = open(sys.argv[2], "a", buffering=1)  # noqa: SIM115
COMMANDS = ["protocol_version", "name", "list_commands", "boardsize", "clear_board", "play"]
COMMANDS += ["genmove", "quit"]


def main():
    LOG.write(f"pid {os.getpid()}\n")
    if MODE in ("children", "stubborn", "hang"):
        child = subprocess.Popen(["sleep", "1000"], stdin=subprocess.DEVNULL)
        LOG.write(f"pid {child.pid}\n")
    if MODE == "stubborn":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if MODE == "slow-start":
        time.sleep(1000)
    if MODE == "flood":
        flood()
    size, taken, asked = 11, set(), 0
    for line in sys.stdin:
        LOG.write(line)
        command, *words = line.split()
        answer = ""
        if command == "protocol_version":
            answer = "3" if MODE == "version" else "2"
        elif command == "name":
            answer = "Fake"
        elif command == "list_commands":
            extra = ["time_settings", "set_random_seed"] if MODE == "options" else []
            answer = "\n".join(COMMANDS + extra)
        elif command == "boardsize":
            size = int(words[0])
            if MODE == "one-size":
                say("? unacceptable size\n\n")
                continue
        elif command == "clear_board":
            taken, asked = set(), 0
        elif command == "play":
            if words[1] == "swap-pieces":
                taken = {chr(96 + int(cell[1:])) + str(ord(cell[0]) - 96) for cell in taken}
            else:
                taken.add(words[1])
            if MODE == "deaf" and len(taken) > 1:
                time.sleep(1000)
        elif command == "genmove":
            if asked == AT and MODE in MISDEEDS:
                MISDEEDS[MODE](taken)
                continue
            asked += 1
            cells = {f"{chr(97 + c)}{r + 1}" for c in range(size) for r in range(size)}
            answer = random.choice(sorted(cells - taken))
            taken.add(answer)
        elif command == "quit" and MODE == "stubborn":
            time.sleep(1000)
        say(f"= {answer}\n\n")
        if MODE == "early-exit" and command == "genmove":
            sys.exit(0)
        if command == "quit":
            return


def say(text):
    os.write(1, text.encode())


def flood():
    for _ in range(2000):
        os.write(2, b"blah " * 40 + b"\n")


def crash(taken):
    os.write(2, b"thinking\nout of ideas\n")
    sys.exit(3)


def close_output(taken):
    os.close(1)
    time.sleep(1000)


def say_for_ever(text):
    while True:
        os.write(1, text)


def hang(taken):
    time.sleep(1000)


def unasked(taken):
    cell = next(f"{c}{r}" for r in (1, 2, 3) for c in "abc" if f"{c}{r}" not in taken)
    say(f"= {cell}\n\nby the way\n\n")


MISDEEDS = {
    "hang": hang,
    "crash": crash,
    "segfault": lambda taken: os.kill(os.getpid(), signal.SIGSEGV),
    "off-board": lambda taken: say("= z9\n\n"),
    "occupied": lambda taken: say(f"= {min(taken)}\n\n"),
    "nonsense": lambda taken: say("= I would rather not\n\n"),
    "garbage": lambda taken: say("Loading weights... \x00\x1b[31m\n= a1\n\n"),
    "binary": lambda taken: os.write(1, bytes(range(128, 256)) * 40),
    "error": lambda taken: say("? out of memory\n\n"),
    "resign": lambda taken: say("= resign\n\n"),
    "pass": lambda taken: say("= PASS\n\n"),
    "endless": lambda taken: say("= a1\n"),
    "huge": lambda taken: say_for_ever(b"=" + b"x" * 60000),
    "chatter": lambda taken: say_for_ever(b"= a1\n" + b"more\n" * 1000),
    "close": close_output,
    "unasked": unasked,
    "stderr-crash": lambda taken: (flood(), crash(taken)),
}

main()
