"""Who chooses a move: for now a random player and flat Monte Carlo."""

import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from .kernel import split
from .playouts import run_playouts
from .rules import DRAW, GameError
from .state import Move, State

__all__ = ["Choice", "Flat", "Random", "player_of"]

CHUNK = 500  # playouts a move between two looks at the clock


class Choice(NamedTuple):
    """A move and what the player thought of it."""

    move: Move
    value: float | None = None  # in [0, 1] for the player who moves
    playouts: int = 0
    seconds: float = 0.0


class Random:
    """Any legal move, uniformly."""

    def choose(self, state: State, seed: int, progress: Callable | None = None) -> Choice:
        moves = state.moves()
        return Choice(moves[int(split(np.uint64(seed), np.uint64(0))) % len(moves)])


class Flat:
    """Flat Monte Carlo: as many playouts for every move, then the best mean."""

    def __init__(self, seconds: float = 1.0, playouts: int = 0) -> None:
        self.seconds = seconds
        self.playouts = playouts  # for each move; 0: as many as the time allows

    def choose(self, state: State, seed: int, progress: Callable | None = None) -> Choice:
        moves = state.moves()
        after = [state.play(move) for move in moves]
        points = np.zeros(len(moves))
        began = time.perf_counter()
        done = 0
        while len(moves) > 1:
            n = min(CHUNK, self.playouts - done) if self.playouts else CHUNK
            for i, child in enumerate(after):
                winners = run_playouts(child, n, int(split(np.uint64(seed), np.uint64(i))), done)
                points[i] += np.sum(winners == state.player) + np.sum(winners == DRAW) / 2
            done += n
            seconds = time.perf_counter() - began
            share = done / self.playouts if self.playouts else seconds / self.seconds
            if progress:
                progress(min(share, 1.0))
            if share >= 1.0:
                break
        best = int(np.argmax(points))
        seconds = time.perf_counter() - began
        return Choice(moves[best], points[best] / max(done, 1), done * len(moves), seconds)


def player_of(text: str) -> Any:
    """The player that `random`, `flat` or `flat:seconds=2` names; None for `human`."""
    name, _, settings = text.partition(":")
    known: dict[str, Any] = {"human": None, "random": Random, "flat": Flat}
    if name not in known:
        raise GameError(f"no player is called {name!r}; there are {', '.join(known)}")
    values = {}
    for part in filter(None, settings.split(",")):
        key, _, number = part.partition("=")
        kinds = {"seconds": float, "playouts": int} if name == "flat" else {}
        try:
            values[key] = kinds[key](number)
        except KeyError:
            takes = " and ".join(kinds) or "nothing"
            raise GameError(f"{name} has no setting {key!r}; it takes {takes}") from None
        except ValueError:
            raise GameError(f"{name}: {key} must be a number, not {number!r}") from None
        if not 0 < values[key] < float("inf"):
            raise GameError(f"{name}: {key} must be more than 0, not {number}")
    return known[name](**values) if known[name] else None
