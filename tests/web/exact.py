"""Solvers to stand in for the real ones: one that is slow and simple, and some with habits."""

import threading
import time

import numpy as np

from playout.solve import MoveValue, Solution

UNTOLD = 5.0  # seconds, where no limit is given
WORSE = {"loss": 0, "draw": 1, "win": 2}
TURNED = {"win": "loss", "draw": "draw", "loss": "win"}


class Plain:
    """Looks at everything below a position, and remembers it."""

    def __init__(self, game, memory=None):
        self.game, self.memory = game, memory
        self.known = {}

    def solve(self, state, *, seconds=None, all_moves=False, on_progress=None):
        began = time.perf_counter()
        if on_progress:
            on_progress(len(self.known), 0.0)
        with np.errstate(over="ignore"):  # with the JIT off: words wrap around by design
            rows = [self._row(state, move) for move in state.moves()]
        best = max(rows, key=lambda row: (WORSE[row.outcome], -row.plies))
        moves = tuple(rows) if all_moves else ()
        spent = time.perf_counter() - began
        return Solution(
            state, best.outcome, None, best.plies, (best.move,), moves, len(self.known), spent
        )

    def _row(self, state, move):
        outcome, plies = self._value(state.play(move))
        return MoveValue(move, TURNED[outcome], None, plies + 1)

    def _value(self, state):
        """For the player to move: the outcome, and in how many plies it comes."""
        if state.is_over:
            winner = state.winner
            return ("draw" if winner is None else "win" if winner == state.player else "loss", 0)
        if state not in self.known:
            rows = [self._row(state, move) for move in state.moves()]
            outcome = max((row.outcome for row in rows), key=WORSE.get)
            plies = [row.plies for row in rows if row.outcome == outcome]
            self.known[state] = outcome, min(plies) if outcome == "win" else max(plies)
        return self.known[state]


class Endless:
    """Never knows anything; works until its time is up or it is told to stop."""

    names_moves = True  # with nothing known of them
    made: list = []  # noqa: RUF012
    at_work = 0
    most = 0
    lock = threading.Lock()

    def __init__(self, game, memory=None):
        self.game, self.memory = game, memory
        Endless.made.append(self)

    def solve(self, state, *, seconds=None, all_moves=False, on_progress=None):
        with Endless.lock:
            Endless.at_work += 1
            Endless.most = max(Endless.most, Endless.at_work)
        began, nodes, stopped = time.monotonic(), 0, "time"
        try:
            while time.monotonic() - began < (UNTOLD if seconds is None else seconds):
                nodes += 1000
                if on_progress and on_progress(nodes, time.monotonic() - began):
                    stopped = "cancelled"
                    break
                time.sleep(0.01)
        finally:
            with Endless.lock:
                Endless.at_work -= 1
        spent = time.monotonic() - began
        asked = state.moves() if all_moves and self.names_moves else []
        rows = tuple(MoveValue(move, "unknown") for move in asked)
        return Solution(state, "unknown", None, None, (), rows, nodes, spent, stopped)


class Broken(Plain):
    """Fails."""

    def solve(self, state, **limits):
        raise ZeroDivisionError("a secret")
