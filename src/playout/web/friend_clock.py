"""The clocks of two people. They are the server's, and time comes from outside: it is tested."""

from .friend_messages import ClockSetting
from .messages import Player

__all__ = ["GameClock"]


class GameClock:
    """Two clocks of which one runs, or none: nobody waits for a server that was away."""

    def __init__(self, setting: ClockSetting, left: tuple[float, float] | None = None) -> None:
        self.setting = setting
        full = float(setting.seconds)
        self._left = [full, full] if left is None else list(left)
        self.running: Player | None = None
        self._since = 0.0

    def left(self, now: float) -> tuple[float, float]:
        """Seconds of the players, by now."""
        spent = now - self._since if self.running is not None else 0.0
        first, second = (
            max(0.0, seconds - (spent if player == self.running else 0.0))
            for player, seconds in enumerate(self._left)
        )
        return first, second

    def start(self, player: Player, now: float) -> None:
        """The clock of this player runs, if none does."""
        if self.running is None:
            self.running, self._since = player, now

    def stop(self, now: float) -> None:
        """No clock runs."""
        self._left = list(self.left(now))
        self.running = None

    def press(self, moved: Player, now: float) -> None:
        """Whoever has moved gets what a move brings, and no clock runs."""
        self.stop(now)
        if self.setting.kind == "move":
            self._left[moved] = float(self.setting.seconds)
        else:
            self._left[moved] += self.setting.increment

    def falls_in(self, now: float) -> float | None:
        """So many seconds until the flag falls, if a clock runs."""
        return None if self.running is None else self.left(now)[self.running]

    def is_down(self, now: float) -> bool:
        """Whether the flag has fallen."""
        return self.falls_in(now) == 0.0
