"""How long a move may take by the clock of GTP 2.

Main time comes first. After it there may be Canadian byo-yomi: a number of stones in a period, and
then again. A referee may send the time left before a move; otherwise the clock counts by itself.
"""

import math
from typing import NamedTuple

from ..state import State

__all__ = ["Clock", "Settings", "moves_left"]

LAG_S = 0.1  # the referee may measure so much more: pipes, a search that ends a little late
LEAST_S = 0.001  # for a move where no time is left


class Settings(NamedTuple):
    """The arguments of `time_settings`; a period without stones means that there is no limit."""

    main: int = 0
    period: int = 1
    stones: int = 0


class Clock:
    """The clock of one player; without a limit its time is infinite."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        has_limit = settings.period == 0 or settings.stones > 0
        # Of the main time, or for the stones of this period.
        self.left = float(settings.main) if has_limit else math.inf
        self.stones = 0  # to be played in the time left; 0 in the main time

    def for_move(self, n_moves: int) -> float:
        """The time for a move, where at most `n_moves` are left in the game, in seconds.

        Most games end before the most moves are played: the main time is shared among half of
        them. A period is shared equally among its stones.
        """
        if self.stones:
            n = min(self.stones, n_moves)
            return _share(self.left, n, n)
        seconds = _share(self.left, n_moves // 2 + 1, n_moves)
        _, period, n = self.settings
        return max(seconds, _share(period, n, n)) if period and n else seconds

    def spend(self, seconds: float) -> None:
        """Count the time of a move, with the lag that the referee may see."""
        self.left = max(self.left - seconds - LAG_S, 0.0)
        if self.stones:
            self.stones -= 1
            self.left *= self.stones > 0  # what is left of a period is lost with its last stone


def moves_left(state: State) -> int:
    """The most moves that the player to move may still make."""
    plies = int(state.game.max_plies()) - int(state.words[0])
    return max(1, (plies + 1) // 2)


def _share(left: float, n_shares: int, n_moves: int) -> float:
    """One of so many equal shares of the time, less the lag of so many moves."""
    return max(max(left - n_moves * LAG_S, left / 10) / n_shares, LEAST_S)
