"""`playout` alone: a menu on a terminal, the help in a pipe."""

import os
import subprocess
import sys

import pytest
from test_terminal import Terminal

from playout.terminal import menu

ASK = "What would you like to do"


@pytest.fixture
def terminal(tmp_path):
    started = []

    def start(*arguments, **environment):
        started.append(Terminal(tmp_path / "games", *arguments, **environment))
        return started[-1]

    yield start
    for one in started:
        one.child.close(force=True)


def test_pipe_gets_the_help():
    for arguments in ([], ["--help"]):
        run = subprocess.run(
            [sys.executable, "-m", "playout", *arguments], capture_output=True, check=True
        )
        assert run.stdout.startswith(b"usage: playout")


@pytest.mark.parametrize("key", ["q", "ctrl-c", "ctrl-d"])
def test_menu_is_left_quietly(terminal, key):
    screen = terminal()
    screen.expect(ASK)
    screen.expect(r"\[1\] ")
    if key == "q":
        screen.type("q")
    else:
        screen.child.sendintr() if key == "ctrl-c" else screen.child.sendeof()
    assert screen.end() == 0


def test_game_against_the_machine_by_three_answers(terminal):
    screen = terminal()
    screen.expect(r"\[1\] ")
    screen.type("")  # play
    screen.expect("Which game")
    screen.type("nim")
    screen.expect("Against whom")
    screen.type("beginner")
    screen.expect("Who begins")
    screen.type("1")
    screen.expect("Black: ")
    screen.type("quit")
    screen.expect(ASK)
    screen.type("9")
    screen.expect("A number from 1 to 6")
    screen.type("help")
    screen.expect("usage: playout")
    screen.expect(ASK)
    screen.type("q")
    assert screen.end() == 0


def test_menu_is_in_the_users_language(terminal):
    screen = terminal(LC_ALL="fr_FR.UTF-8")
    screen.expect("Que voulez-vous faire")
    screen.expect("jouer contre la machine")
    screen.type("q")
    assert screen.end() == 0


def answers(monkeypatch, *lines):
    given = iter(lines)
    monkeypatch.setattr("builtins.input", lambda prompt: next(given))


def test_menu_makes_commands(monkeypatch, tmp_path):
    answers(monkeypatch, "watch", "hex", "expert", "")
    assert menu.choose() == ["watch", "expert", "easy", "--game", "hex"]
    answers(monkeypatch, "play", "", "", "2")
    assert menu.choose() == ["play", "connect4", "--first", "easy"]
    answers(monkeypatch, "learn", "rave")
    assert menu.choose() == ["players", "rave"]
    answers(monkeypatch, "web")
    assert menu.choose() == ["web"]
    monkeypatch.chdir(tmp_path)
    answers(monkeypatch, "experiment", "", "mine.toml")
    assert menu.choose() == ["lab", "run", "mine.toml"]
    os.makedirs("examples/lab")
    (tmp_path / "examples/lab/a.toml").write_text("")
    answers(monkeypatch, "experiment", "1")
    assert menu.choose() == ["lab", "run", os.path.join("examples", "lab", "a.toml")]
