"""docs/ancestors.md: every command of the page runs, in a smaller form, and every player plays."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.full

HERE = Path(__file__).parents[1]
PAGE = (HERE / "docs/ancestors.md").read_text("utf-8")
QUOTED = re.findall(r"`([^`\n]+)`", PAGE)
NOT_HERE = ("playout web", "make test", "make run", "playout.bat")  # tested elsewhere
COMMANDS = [text for text in dict.fromkeys(QUOTED) if text.startswith("playout ")]
PLAYERS = [text for text in dict.fromkeys(QUOTED) if re.match(r"[a-z]+:\w+=", text)]
SNIPPETS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)

# The smaller form of a command or a spec: the same words with fewer games, positions and moves.
FEWER = (
    (r"simulations=\d+", "simulations=6"),
    (r"(?<!equal_)seconds=\d+(\.\d+)?", "seconds=0.05"),
    (r"each=\d+", "each=2"),
    (r"--games \d+", "--games 2"),
    (r"--positions \d+", "--positions 2"),
    (r"--simulations [\d ]+", "--simulations 4 "),
    (r"perft connect4 6", "perft connect4 3"),
    (r"hex:(7|14)", "hex:4"),
)
FEWER_IN_SPECS = (
    *FEWER,
    (r"(?m)^(games|pairs|final|batch) = \d+", r"\1 = 2"),
    (r"(?m)^(budget\w*) = \[.*?\]", r"\1 = [3, 4]"),
    (r'(?m)^game = \["hex.*', 'game = ["hex:3"]'),
    (r"hex:\d+", "hex:3"),
)


def smaller(text, pairs=FEWER):
    for pattern, less in pairs:
        text = re.sub(pattern, less, text)
    return text


@pytest.fixture
def there(tmp_path):
    """A folder with the examples, smaller."""
    shutil.copytree(HERE / "examples", tmp_path / "examples")
    for spec in (tmp_path / "examples/lab").rglob("*.toml"):
        spec.write_text(smaller(spec.read_text("utf-8"), FEWER_IN_SPECS), "utf-8")
    return tmp_path


def ran(folder, *command):
    """Run without the compiler, which would take the longest; in an answer, `quit` is typed."""
    env = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PLAYOUT_GAMES_DIR": str(folder)}
    return subprocess.run(
        [sys.executable, *command],
        check=False,
        cwd=folder,
        env=env,
        input="quit\n",
        text=True,
        capture_output=True,
        timeout=600,
    )


def test_page_has_commands_for_all():
    rows = {
        row for cells in re.findall(r"(?m)^\| ([A-E]\d.*?) \|", PAGE) for row in cells.split(", ")
    }
    assert len(rows) > 60
    assert len(COMMANDS) > 50
    assert len(PLAYERS) > 15


@pytest.mark.parametrize(
    "text", [c for c in COMMANDS if not c.startswith((*NOT_HERE, "playout lab"))]
)
def test_command_runs(there, text):
    run = ran(there, "-m", "playout", *smaller(text).split()[1:])
    assert run.returncode == 0, run.stderr
    assert "Traceback" not in run.stderr


SPECS = dict.fromkeys(re.findall(r"examples/lab/[\w/-]+\.toml", PAGE))


@pytest.mark.parametrize("spec", SPECS)
def test_experiment_runs_and_is_reported(there, spec):
    after = [c for c in COMMANDS if spec in c and not c.startswith("playout lab run")]
    for text in (f"playout lab run {spec} --workers 1", *after, f"playout lab report {spec}"):
        run = ran(there, "-m", "playout", *text.split()[1:])
        assert run.returncode == 0, run.stderr
    assert (there / spec.replace(".toml", "-report") / "report.html").exists()


@pytest.mark.parametrize("player", PLAYERS)
def test_player_plays(there, player):
    settings = "" if player.startswith(("random", "flat:each")) else ",simulations=6"
    run = ran(
        there, "-m", "playout", "search", "connect4:4x4", "--player", smaller(player) + settings
    )
    assert run.returncode == 0, run.stderr


@pytest.mark.parametrize("code", SNIPPETS)
def test_snippet_runs(there, code):
    (there / "snippet.py").write_text(smaller(code), "utf-8")
    run = ran(there, "snippet.py")
    assert run.returncode == 0, run.stderr
