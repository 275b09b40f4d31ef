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

SIDES = ("player", "against")  # of a sweep


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
    # Of a sweep, the values of each pairing, where its player does not have them all.
    cells: tuple[dict[str, Any], ...] = ()

    def values_of(self, contest: int) -> dict[str, Any]:
        """The values of a sweep in the contest of this number: all pairings at each game."""
        pairing = contest % max(1, len(self.pairings))
        if self.cells or not self.sweep:
            return self.cells[pairing] if self.cells else {}
        return self.sweep[self.pairings[pairing].one]

    def starter(self, contest: int) -> int | None:
        """Who moves first in all games of a contest: 0 its first player, 1 the other; None where
        they take turns."""
        side = self.values_of(contest).get("first") if self.cells else None
        return None if side is None else SIDES.index(side)

    def digest(self) -> str:
        """A hash of all that decides which games are played: a ledger knows its experiment by it.

        What an experiment does not use is left out, so that ledgers outlive new kinds; and so are
        the players of a tuning, since they come as it goes on.
        """
        aside = ("name", "players") if self.tune else ("name",)
        parts = {key: part for key, part in self._asdict().items() if part and key not in aside}
        text = json.dumps(parts, sort_keys=True, default=dataclasses.asdict)
        return hashlib.sha256(text.encode()).hexdigest()[:16]
