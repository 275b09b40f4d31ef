"""How long a move may take by the clock of GTP 2.

Main time comes first. When it is up there may be Canadian byo-yomi: so many stones in so many
seconds, and then as many again. A referee may say before a move what is left; where nobody does, a
clock counts down by itself.
"""

from typing import NamedTuple

from ..state import State

__all__ = ["Clock", "Clocks", "Settings"]

LAG_S = 0.1  # a move may take so much longer for others: pipes, a search that ends a little late
LEAST_S = 0.001  # where nothing is left: the move is played at once


class Settings(NamedTuple):
    """What `time_settings` says, in seconds and stones."""

    main: int
    period: int = 0
    stones: int = 0

    @property
    def is_limited(self) -> bool:
        """Whether there is a clock at all: a period without stones means that there is none."""
        return not (self.period > 0 and self.stones == 0)

    @property
    def has_periods(self) -> bool:
        return self.period > 0 and self.stones > 0


NO_LIMIT = Settings(0, 1, 0)


class Clocks:
    """The clocks of both players; none that nobody has spoken of."""

    def __init__(self, settings: Settings = NO_LIMIT) -> None:
        self.settings = settings
        self.restart()

    def restart(self) -> None:
        """Begin a game."""
        limited = self.settings.is_limited
        self._clocks = [Clock(self.settings) if limited else None for _ in range(2)]

    def set(self, player: int, left: float, stones: int) -> None:
        """Put a player's clock right, or begin one."""
        clock = self._clocks[player] or Clock(Settings(0))
        clock.left, clock.stones = left, stones
        self._clocks[player] = clock

    def for_move(self, state: State) -> float | None:
        """The seconds that the next move may take; None without a clock."""
        clock = self._clocks[state.player]
        plies = state.game.max_plies() - int(state.words[0])
        return None if clock is None else clock.for_move(max(1, (plies + 1) // 2))

    def spend(self, player: int, seconds: float) -> None:
        """Count a move that took so long."""
        clock = self._clocks[player]
        if clock is not None:
            clock.spend(seconds)


class Clock:
    """The clock of one player, who is never surer of it than others can be."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.left = float(settings.main)  # of the main time, or for the stones that were named
        self.stones = 0  # that a referee wants in this time; none in the main time

    def for_move(self, n_moves: int) -> float:
        """The seconds for a move, where it and no more than `n_moves` - 1 others are to come.

        Of the main time the next moves get more than the last ones would, which may never come:
        most games are over sooner than they must be. Then each gets its part of a period,
        so that no stones too many can come together in one.
        """
        if self.stones:
            n = min(self.stones, n_moves)
            return _share(self.left, n, n)
        seconds = _share(self.left, n_moves // 2 + 1, n_moves)
        if self.settings.has_periods:
            n = self.settings.stones
            seconds = max(seconds, _share(self.settings.period, n, n))
        return seconds

    def spend(self, seconds: float) -> None:
        """Count a move that took so long here, and perhaps longer for others."""
        self.left = max(self.left - seconds - LAG_S, 0.0)
        if self.stones:
            self.stones -= 1
            self.left *= self.stones > 0  # what is left of a period is lost with its last stone


def _share(left: float, n_shares: int, n_moves: int) -> float:
    """One of so many parts of the time, less what so many moves may take longer for others."""
    return max(max(left - n_moves * LAG_S, left / 10) / n_shares, LEAST_S)
