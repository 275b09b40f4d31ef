"""The time of one solution: when to stop, when to show progress, how much to do in between."""

import time
from collections.abc import Callable
from typing import Any

__all__ = ["Clock", "Progress", "Stopped"]

Progress = Callable[[int, float], Any]  # nodes and seconds so far; returns True to stop

SLICE_S = 0.02  # between two looks at the clock
LARGEST = 2**20  # nodes in a slice
SHOW_S = 0.06  # between two calls of on_progress


class Stopped(Exception):
    """The search cannot go on; the message is what Solution.stopped says."""


class Clock:
    """Counts nodes and seconds, and knows when there is no more time."""

    def __init__(
        self,
        seconds: float | None = None,
        on_progress: Progress | None = None,
        most: int | None = None,
    ) -> None:
        self.nodes = 0
        self.stopped = ""  # by "time", by "nodes" if there are more than `most`, or "cancelled"
        self._most = most
        self._began = time.perf_counter()
        self._limit = seconds
        self._on_progress = on_progress
        self._shown = 0.0
        self._size = 16
        self._last, self._before = 0.0, 0  # when the slice under way began, and at which node

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self._began

    def slice_s(self) -> float:
        """How long the next slice may take."""
        return SLICE_S if self._limit is None else min(SLICE_S, max(self._limit - self.seconds, 0))

    def slice_size(self) -> int:
        """How many nodes to expand before the next look at the clock."""
        now = self.seconds
        done = self.nodes - self._before
        if done > 0:
            rate = done / max(now - self._last, 1e-9)
            self._size = max(1, min(2 * self._size, LARGEST, int(rate * self.slice_s())))
        self._last, self._before = now, self.nodes
        return self._size

    def is_stopped(self) -> bool:
        """Look at the clock, and show progress if it is time to."""
        now = self.seconds
        if self._limit is not None and now >= self._limit:
            self.stopped = self.stopped or "time"
        elif self._most is not None and self.nodes > self._most:
            self.stopped = "nodes"
        elif self._on_progress and now - self._shown >= SHOW_S:
            self._shown = now
            if self._on_progress(self.nodes, now) is True:
                self.stopped = "cancelled"
        return bool(self.stopped)

    def check(self) -> None:
        """Raise Stopped if there is no more time."""
        if self.is_stopped():
            raise Stopped(self.stopped)
