"""Playouts per second, measured side by side with OpenSpiel in the same run."""

import platform
import statistics
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, NamedTuple

from . import __version__, games
from .catalogue import find
from .playouts import run_playouts
from .rules import GameError

__all__ = ["GAMES", "Row", "compare", "report"]

# Every game at its default size, and sizes that other benchmarks use.
GAMES = (*games.NAMES, "mnk:15x15x5", "nim:heap=1,heap2=3,heap3=5,heap4=7,take=7,misere=true")
ROUNDS = 5


class Row(NamedTuple):
    """One game's result; rates are playouts per second, medians over the rounds."""

    game: str
    rate: float
    peer: str  # the name of the game in OpenSpiel, where it has it
    peer_rate: float | None

    @property
    def ratio(self) -> float | None:
        return self.rate / self.peer_rate if self.peer_rate else None


def compare(
    names: Iterable[str], seconds: float = 1.0, device: str = "cpu", peers: bool = True
) -> Iterator[Row]:
    """Measure each game; Playout and OpenSpiel take turns, so that both see the same noise."""
    for name in names:
        game = find(name)
        ours = _Timed(partial(_on(device), game.start(), seed=1), seconds / ROUNDS)
        peer = game.open_spiel() if peers else ""
        theirs = _Timed(_open_spiel(peer), seconds / ROUNDS) if peer else None
        for _ in range(ROUNDS):
            ours.round()
            if theirs:
                theirs.round()
        yield Row(name, ours.rate(), peer, theirs.rate() if theirs else None)


class _Timed:
    """Times a function of a number of playouts, in rounds of about the given seconds."""

    def __init__(self, run: Callable[[int], Any], seconds: float) -> None:
        self.run, self.seconds, self.n = run, seconds, 1
        self.rates: list[float] = []
        run(1)  # compiles
        while self._time() < seconds and self.n < 2**34:
            self.n *= 2

    def _time(self) -> float:
        began = time.perf_counter()
        self.run(self.n)
        return time.perf_counter() - began

    def round(self) -> None:
        self.rates.append(self.n / self._time())

    def rate(self) -> float:
        return statistics.median(self.rates)


def _on(device: str) -> Callable[..., Any]:
    if device == "cpu":
        return run_playouts
    from .gpu import count_winners

    return count_winners


def _open_spiel(name: str) -> Callable[[int], Any]:
    """n playouts by OpenSpiel: a search of one simulation evaluates its root by n of them."""
    try:
        import pyspiel
    except ImportError:
        why = "OpenSpiel is not installed: pip install open_spiel, or --alone"
        raise GameError(why, "no-open-spiel") from None
    game = pyspiel.load_game(name)
    state = game.new_initial_state()

    def run(n: int) -> None:
        evaluator = pyspiel.RandomRolloutEvaluator(n, 1)
        pyspiel.MCTSBot(game, evaluator, 1.0, 1, 1, False, 1, False).mcts_search(state)

    return run


def report(rows: list[Row], device: str) -> dict[str, Any]:
    """The result as plain data, with the versions and the machine."""
    return {
        "playout": __version__,
        "device": device,
        "machine": platform.machine(),
        "processor": _processor(),
        "python": platform.python_version(),
        "rounds": ROUNDS,
        "games": [{**row._asdict(), "ratio": row.ratio} for row in rows],
    }


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as info:
            return next(line.split(":")[1].strip() for line in info if "model name" in line)
    except (OSError, StopIteration):
        return platform.processor()
