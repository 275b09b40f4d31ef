"""Lines that change in place, seen by a terminal's emulator."""

import contextlib
import io
import os

import pytest

from playout.live import Live, bar, cells, crop

pyte = pytest.importorskip("pyte")
WIDTH, HEIGHT = 20, 6


class Terminal(io.StringIO):
    """What is written goes to an emulator, as a terminal's line discipline hands it on."""

    def __init__(self):
        super().__init__()
        self.screen = pyte.Screen(WIDTH, HEIGHT)
        self.stream = pyte.Stream(self.screen)

    def fileno(self):
        raise OSError("no terminal of the system's")

    def write(self, text):
        self.stream.feed(text.replace("\n", "\r\n"))
        return len(text)

    @property
    def lines(self):
        return [line.rstrip() for line in self.screen.display]


@pytest.fixture
def terminal(monkeypatch):
    monkeypatch.setattr("shutil.get_terminal_size", lambda _: os.terminal_size((WIDTH, HEIGHT)))
    return Terminal()


def test_lines_take_the_place_of_those_before_and_vanish(terminal):
    terminal.write("before\n")
    with Live(terminal) as live:
        live.show(["one", "two", "three"])
        assert terminal.lines[:4] == ["before", "one", "two", "three"]
        live.show(["1"])
        assert terminal.lines == ["before", "1", "", "", "", ""]
        live.show(["a", "b"])
        assert terminal.lines[:3] == ["before", "a", "b"]
        assert terminal.screen.cursor.hidden
    terminal.write("after")
    assert terminal.lines == ["before", "after", "", "", "", ""]
    assert not terminal.screen.cursor.hidden


def test_what_is_too_long_or_too_high_is_cut(terminal):
    with Live(terminal) as live:
        for n in range(3):  # a line that wrapped or scrolled would be left behind
            live.show(["x" * 50, *map(str, range(n, n + 20))])
            assert terminal.lines[0] == "x" * (WIDTH - 1) + "…"
            assert terminal.lines[1:] == [*map(str, range(n, n + HEIGHT - 2)), ""]
    assert terminal.lines == [""] * HEIGHT


def test_whole_screen(terminal):
    with Live(terminal, fills_screen=True) as live:
        live.show([str(i) for i in range(20)])
        assert terminal.lines == list("012345")
        live.show(["a\nb"])
        assert terminal.lines == ["a", "b", "", "", "", ""]


def test_end_comes_after_an_error(terminal):
    with contextlib.suppress(ValueError), Live(terminal) as live:
        live.show(["one"])
        raise ValueError
    assert terminal.lines == [""] * HEIGHT
    assert not terminal.screen.cursor.hidden


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("four", "four"),
        ("fives", "fiv…"),
        ("\033[1mfour\033[0m", "\033[1mfour\033[0m"),
        ("\033[1mfives\033[0m", "\033[1mfiv…\033[0m"),
        ("\033[1mab\033[0mcdef\033[2mg\033[0m", "\033[1mab\033[0mc…\033[2m\033[0m"),
        ("漢字", "漢字"),
        ("漢字かな", "漢…"),
    ],
)
def test_crop_counts_cells_and_keeps_colours(text, cut):
    assert crop(text, 4) == cut
    assert cells(crop(text, 4)) <= 4


def test_bar():
    assert bar(0.5, 4) == "██░░"
    assert bar(-1, 2) == "░░"
    assert bar(7, 2) == "██"
