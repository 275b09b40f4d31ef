"""`--help` of every command: a sentence, and examples that can be pasted."""

import os
import re
import shlex
import subprocess
import sys

import pytest

from playout import cli
from playout.cli.arguments import COMMANDS

NAMES = ["", "lab", *COMMANDS]
# Those that are over at once, in plain Python too.
SHORT = ["config", "games", "players", "show", "perft", "check", "bench nim"]


@pytest.fixture
def help_of(capsys, monkeypatch):
    """The help of a command, in a terminal of 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")

    def shown(name, language="en"):
        with pytest.raises(SystemExit) as left:
            cli.main([*name.split(), "--lang", language, "--help"])
        assert left.value.code == 0
        return capsys.readouterr().out

    return shown


def examples_of(text):
    """The commands of a help, each a line that can be pasted as it is."""
    return [line.strip() for line in text.splitlines() if re.match(r"  playout \w+", line)]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", NAMES)
def test_every_command_has_a_sentence(help_of, name, language):
    text = help_of(name, language)
    sentence = text.split("\n\n")[1]
    assert re.fullmatch(r"[A-ZÉÀ].{10,}\.", " ".join(sentence.split()))
    assert all(len(line) <= 80 for line in sentence.splitlines())
    assert sentence not in text.split("\n\n")[0]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", NAMES)
def test_every_command_has_examples_that_parse(help_of, name, language):
    examples = examples_of(help_of(name, language))
    assert examples
    for example in examples:
        words = shlex.split(example)
        assert words[: 1 + len(name.split())] == ["playout", *name.split()]
        options, rest = cli.parser().parse_known_args(words[1:])
        assert options.command == words[1]
        assert rest == []


def run(example, folder, **environment):
    done = subprocess.run(
        [sys.executable, "-m", *shlex.split(example)],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env={**os.environ, "PLAYOUT_QUIET": "1", **environment},
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("start", SHORT)
def test_short_examples_run(help_of, tmp_path, start):
    examples = [e for e in examples_of(help_of(start.split()[0])) if start in e]
    assert examples
    for example in examples:
        assert run(example, tmp_path, NUMBA_DISABLE_JIT="1").strip()


@pytest.mark.full
def test_experiment_of_the_help_can_be_run_and_reported(help_of, tmp_path):
    spec = re.search(r"duel\.toml:\n((?:  .*\n|\n)+)", help_of("lab run"))[1]
    (tmp_path / "duel.toml").write_text(spec.partition("\nexamples")[0])
    for name in ("lab run", "lab resume", "lab status", "lab report", "lab export"):
        for example in examples_of(help_of(name)):
            run(example, tmp_path)
    assert (tmp_path / "duel-report" / "report.html").exists()
    assert len((tmp_path / "games.csv").read_text().splitlines()) == 21
