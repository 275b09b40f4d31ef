"""What all tests share, and what a run of them left out."""

import os
import signal
from collections import Counter

import hypothesis
import pytest
from registering import forget

from playout.kernel import JIT
from playout.language import speak

# Whoever runs the tests may have another language, and defaults of their own.
os.environ |= {"LC_ALL": "C.UTF-8", "PLAYOUT_CONFIG": os.devnull}
os.environ.pop("LANGUAGE", None)
# A shell has what it runs in the background ignore Ctrl-C, and programs would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# The first example of a test may have to compile; the examples are the same on every run.
hypothesis.settings.register_profile("playout", deadline=None, derandomize=True)
hypothesis.settings.load_profile("playout")


def pytest_collection_finish():
    forget()  # classes at the top of a file of tests


LANES = {"full": "make test-full", "slow": "make test-slow"}  # markers, and what runs them
LEFT_OUT = pytest.StashKey[Counter]()


def pytest_configure(config):
    config.stash[LEFT_OUT] = Counter()


def pytest_deselected(items):
    for item in items:
        if item.config.option.keyword:
            return  # whoever chooses by -k knows what is left out
        lane = next((name for name in LANES if item.get_closest_marker(name)), None)
        if lane:
            item.config.stash[LEFT_OUT][f"{lane} {item.nodeid.partition('::')[0]}"] += 1


def pytest_sessionfinish(session):
    if hasattr(session.config, "workeroutput"):  # one of several processes, which tells the first
        session.config.workeroutput["left_out"] = dict(session.config.stash[LEFT_OUT])


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node):
    # Each process has collected all tests, and counts the same; one that crashed tells nothing.
    told = getattr(node, "workeroutput", {}).get("left_out")
    if told is not None:
        node.config.stash[LEFT_OUT] = Counter(told)


def pytest_terminal_summary(terminalreporter, config):
    reasons = dict(line.split(": ", 1) for line in config.getini("markers") if ": " in line)
    for lane, command in LANES.items():
        files = {
            file: n
            for key, n in config.stash[LEFT_OUT].items()
            for name, file in [key.split(" ", 1)]
            if name == lane
        }
        if files:
            said = f"{sum(files.values()):,} tests were left out ({reasons[lane]}): {command}"
            terminalreporter.line(said)
            for file, n in sorted(files.items()):
                terminalreporter.line(f"  {n:5} of {file}")


@pytest.fixture(autouse=True)
def names():
    """A test's own games and searches are no other test's."""
    yield
    forget()


@pytest.fixture(autouse=True)
def english():
    """A test that speaks French is no other test's."""
    yield
    speak("en")
    os.environ.pop("LANGUAGE")  # for the programs that tests start, which have one of their own


@pytest.fixture
def games_each():
    """How many random games a test plays: fewer of the long ones, and few in plain Python."""
    return lambda game: max(3, min(40, 2000 // game.max_plies())) if JIT else 2
