"""What a type checker says of a user's own script: `mypy --strict` in a process of its own."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import playout

pytestmark = pytest.mark.skipif(find_spec("mypy") is None, reason="mypy is not installed")

SOURCES = str(Path(playout.__file__).parents[1])
SCRIPT = '''
from typing import Annotated, Any, NamedTuple

import playout
from playout import Mast, Range, SearchParameters, State, Uct, algorithm, below, game, policy
from playout.games.hex import Hex
from playout.players import Searcher
from playout.solve.dfpn import DfpnSolver


@game
class Take(NamedTuple):
    """Take one or two matches."""

    matches: Annotated[int, Range(1, 99), "matches"] = 21

    def n_words(self) -> int:
        return 2

    def n_moves(self) -> int:
        return 2

    def max_plies(self) -> int:
        return self.matches

    def start(self, state: Any) -> None:
        state[0], state[1] = 0, self.matches

    def moves(self, state: Any, out: Any) -> int:
        out[0], out[1] = 0, 1
        return 1 if state[1] == 1 else 2

    def play(self, state: Any, move: int) -> None:
        state[0] += 1
        state[1] -= move + 1

    def winner(self, state: Any) -> int:
        return playout.ONGOING if state[1] > 0 else 1 - int(state[0]) % 2


@policy
class Any1(NamedTuple):
    """Any move."""

    often: Annotated[float, Range(0, 1), "nothing"] = 1.0

    def pick(
        self, game: Any, state: Any, moves: Any, n: int, line: Any, memory: Any, stream: Any
    ) -> int:
        return int(below(stream, n))


@algorithm
class Ucb1(SearchParameters):
    """UCB1 in a tree."""

    c: Annotated[float, Range(0), "how much it explores"] = 0.4

    def score(self, tree: Any, child: int, parent: Any) -> Any:
        return tree.mean[child] + self.c * tree.width[child] * self.fpu


rules: tuple[playout.Game, ...] = (Take(), Hex(5))
searches: tuple[playout.Algorithm, ...] = (Ucb1(), Uct(policy=Any1()), playout.Grave())
policies: tuple[playout.PlayoutPolicy, ...] = (Any1(), Mast())
schedules: tuple[playout.Schedule, ...] = (playout.Hand(), playout.Alpha())
player: playout.Player = Searcher(Ucb1(), simulations=100)
solver: type[playout.Solver] = DfpnSolver

state: State = State.initial(Take(15))
print(playout.search(state, Ucb1(0.5, policy=Mast(), playouts=8), simulations=100).value)
print(playout.search(state, Any1()).move.name, playout.Search(state, Ucb1(c=0.3)).step())
print(player.choose(state, seed=1).value, playout.solve(state).outcome)
'''

WRONG = {
    'playout.search(state, "uct", simulations=9)': 'has incompatible type "str"',
    "playout.search(state, Ucb1, simulations=9)": 'has incompatible type "type[Ucb1]"',
    "playout.Search(state, Any1())": 'has incompatible type "Any1"',
    'playout.match(Uct(), "uct", game=3)': 'has incompatible type "int"',
    "Ucb1(k=0.5)": 'Unexpected keyword argument "k"',
    'Ucb1(policy="mast")': 'has incompatible type "str"',
    "Uct(policy=playout.Hand())": 'has incompatible type "Hand"',
    "State.initial(Uct())": 'has incompatible type "Uct"',
}


def mypy(folder):
    """What mypy says of a script, a line for each error."""
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--no-color-output"]
    command += ["--follow-imports=silent", f"--cache-dir={folder / 'cache'}", "user.py"]
    done = subprocess.run(
        command,
        cwd=folder,
        env=os.environ | {"MYPYPATH": SOURCES},
        capture_output=True,
        text=True,
        check=False,
    )
    assert not done.stderr
    return done.stdout.splitlines()


@pytest.mark.full
def test_script_of_a_user_is_checked(tmp_path):
    script = tmp_path / "user.py"
    script.write_text(SCRIPT + "".join(f"{line}\n" for line in WRONG))
    first = len(SCRIPT.splitlines()) + 1
    errors = mypy(tmp_path)
    for number, (line, error) in enumerate(WRONG.items(), first):
        assert any(said.startswith(f"user.py:{number}: ") and error in said for said in errors), (
            line,
            errors,
        )
    others = [e for e in errors if int(e.split(":")[1]) < first]
    assert others == []


def test_the_same_script_runs(tmp_path):
    script = tmp_path / "user.py"
    script.write_text(SCRIPT)
    done = subprocess.run(
        [sys.executable, script],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": SOURCES},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1].endswith("loss")  # a multiple of three
