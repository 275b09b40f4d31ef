"""What an experiment is, once its spec has been read and makes sense."""

import dataclasses
import hashlib
import json
from typing import TYPE_CHECKING, Any, NamedTuple

from ...arena import Pairing
from ..stats.sprt import Sprt

if TYPE_CHECKING:
    from ..accuracy.schedule import AccuracyPlan
    from ..tune.plan import TunePlan

__all__ = ["Experiment"]


class Experiment(NamedTuple):
    """Who plays whom at what, how often, and by which seed."""

    name: str
    kind: str
    games: tuple[str, ...]
    players: dict[str, str]  # by name, as on the command line
    pairings: tuple[Pairing, ...]  # of all games; none where they depend on results
    pairs: int
    seed: int = 1
    opening: int = 2
    equal_seconds: float | None = None
    sprt: Sprt | None = None
    sweep: dict[str, dict[str, Any]] | None = None  # player -> its values in the grid
    accuracy: "AccuracyPlan | None" = None
    tune: "TunePlan | None" = None  # its players come as it goes on
    is_odd: bool = False  # whether one more game follows the pairs, which has no twin

    @property
    def lone(self) -> int | None:
        """The number of the pair that is one game only, where there is one."""
        return self.pairs if self.is_odd else None

    def digest(self) -> str:
        """A hash of all that decides which games are played: a ledger knows its experiment by it.

        What an experiment does not use is left out, so that ledgers outlive new kinds; and so are
        the players of a tuning, since they come as it goes on.
        """
        aside = ("name", "players") if self.tune else ("name",)
        parts = {key: part for key, part in self._asdict().items() if part and key not in aside}
        text = json.dumps(parts, sort_keys=True, default=dataclasses.asdict)
        return hashlib.sha256(text.encode()).hexdigest()[:16]
