"""Another program in the place of a search, where people watch: its moves, without numbers."""

import math
import threading
import time
from collections.abc import Callable
from typing import Any

from ..search import Result
from ..state import Move, State

__all__ = ["Outside"]

LOOK_S = 0.05  # between two looks at what the watcher wants


class Outside:
    """A program; `search` is that of a Searcher, as far as watching needs it."""

    algorithm = None

    def __init__(self, player: Any) -> None:
        self.player = player

    def search(
        self, state: State, seed: int, on_progress: Callable[[Result], bool] | None = None
    ) -> Result:
        """Its move, as a result that knows nothing else; `on_progress` may end it by True.

        What it raises is the program's failure.
        """
        began = time.monotonic()
        found: list[Any] = []

        def ask() -> None:
            try:
                found.append(self.player.choose(state, seed).move)
            except Exception as error:
                found.append(error)

        thread = threading.Thread(target=ask, daemon=True)
        thread.start()
        while thread.is_alive():
            thread.join(LOOK_S)
            if on_progress and on_progress(_bare(state, state.moves()[0], began)):
                self.player.close()  # what it still says is not waited for
                return _bare(state, state.moves()[0], began)
        if isinstance(found[0], Exception):
            raise found[0]
        return _bare(state, found[0], began)

    def close(self) -> None:
        self.player.close()


def _bare(state: State, move: Move, began: float) -> Result:
    seconds = time.monotonic() - began
    return Result(state, None, move, math.nan, (), 0, seconds, 0, 0, ())
