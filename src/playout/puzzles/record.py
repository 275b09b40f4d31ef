"""What a person has solved, and how well, in a file of the user's; the page keeps its own the same
way, in the browser (frontend/src/puzzles/record.ts).

A puzzle counts once, the first time: one that is solved without a wrong move and without a hint is
won, one with a wrong move or a look at the solution is lost, and the rating moves as in a game
against a player of the puzzle's rating (Elo).
"""

import contextlib
import json
import os
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path

import platformdirs

from .puzzle import Puzzle

__all__ = ["FAILED", "HELPED", "SOLVED", "Record", "forget_record", "read_record", "write_record"]

SOLVED, HELPED, FAILED = "solved", "helped", "failed"
STEP, FIRST_STEP, FIRST = 32, 64, 10  # how far a rating moves; further in the first ten puzzles


@dataclass
class Record:
    """How one stands."""

    rating: float = 1000.0
    streak: int = 0  # solved one after another
    best: int = 0  # the longest streak
    done: dict[str, str] = field(default_factory=dict)  # by the id of a puzzle

    def note(self, puzzle: Puzzle, how: str) -> None:
        """A puzzle has ended: solved, with help or not, or failed."""
        if puzzle.id in self.done:
            if how == SOLVED:
                self.done[puzzle.id] = SOLVED
            return
        if how != HELPED:
            step = FIRST_STEP if len(self.done) < FIRST else STEP
            expected = 1 / (1 + 10 ** ((puzzle.rating - self.rating) / 400))
            self.rating += step * ((how == SOLVED) - expected)
            self.streak = self.streak + 1 if how == SOLVED else 0
            self.best = max(self.best, self.streak)
        self.done[puzzle.id] = how

    def next_of(self, puzzles: Iterable[Puzzle]) -> Puzzle | None:
        """What suits best: a new one about as hard as one is strong, then one that failed."""
        ranks = {None: 0, FAILED: 1, HELPED: 2, SOLVED: 3}
        return min(
            puzzles,
            key=lambda p: (ranks[self.done.get(p.id)], abs(p.rating - self.rating), p.id),
            default=None,
        )


def record_path() -> Path:
    """The file; beside unfinished games, in a folder of its own."""
    chosen = os.environ.get("PLAYOUT_GAMES_DIR")
    return Path(chosen or platformdirs.user_state_dir("playout")) / "puzzles" / "record.json"


def read_record() -> Record:
    """The record that is kept; a new one where there is none, or none that can be read."""
    try:
        values = json.loads(record_path().read_text(encoding="utf-8"))
        done = {str(id): str(how) for id, how in values["done"].items() if how in KINDS}
        return Record(float(values["rating"]), int(values["streak"]), int(values["best"]), done)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return Record()


KINDS = (SOLVED, HELPED, FAILED)


def write_record(record: Record) -> None:
    """Keep it, in one step."""
    path = record_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}")
    part.write_text(json.dumps(asdict(record)) + "\n", encoding="utf-8")
    part.replace(path)


def forget_record() -> None:
    """Begin anew."""
    with contextlib.suppress(FileNotFoundError):
        record_path().unlink()
