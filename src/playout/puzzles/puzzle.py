"""What a puzzle is, and the files that hold them: one for each game, as JSON.

A file has the command that made it (`recipe`) and the puzzles, from the easiest to the hardest.
"""

import hashlib
import json
import math
import os
from collections.abc import Sequence
from importlib import resources
from pathlib import Path
from typing import NamedTuple

from ..catalogue import find
from ..errors import PlayoutError
from ..state import State

__all__ = ["GAMES", "GRADES", "Puzzle", "PuzzleError", "puzzles_of", "shipped", "write"]

GAMES = ("connect4", "hex", "breakthrough")  # those that have puzzles, the best known first
GRADES = (1, 2, 3, 4, 5)
LIMITS = (32, 256, 2048, 16384)  # simulations up to which a puzzle is of grade 1, 2, 3, 4


class PuzzleError(PlayoutError):
    """A puzzle that there is not."""

    code = "puzzle-error"


class Puzzle(NamedTuple):
    """A position, and the one move that keeps its value."""

    id: str
    game: str  # as people write it: hex:6
    moves: tuple[str, ...]  # of the game so far
    goal: str  # "win", or "draw" where every other move loses
    line: tuple[str, ...]  # the answer, then best play, as long as there is something to find
    simulations: int  # that searches need to find the answer and to stay with it
    plies: int | None = None  # to the end of the game, where the solver counts them

    @property
    def answer(self) -> str:
        """The move that is to be found."""
        return self.line[0]

    @property
    def grade(self) -> int:
        """From 1, easy, to 5."""
        return grade_of(self.simulations)

    @property
    def rating(self) -> int:
        """On the scale of those who solve: 600 for 16 simulations, 100 more for each doubling."""
        return round(600 + 100 * math.log2(self.simulations / 16))

    @property
    def state(self) -> State:
        """The position."""
        state: State = find(self.game).start()
        for move in self.moves:
            state = state.play(move)
        return state


def grade_of(simulations: int) -> int:
    """The grade of a puzzle that takes a search so many simulations."""
    return 1 + sum(simulations > limit for limit in LIMITS)


def id_of(game: str, moves: Sequence[str]) -> str:
    """A short name that stays the same when more puzzles are made."""
    return hashlib.sha256(f"{game} {' '.join(moves)}".encode()).hexdigest()[:8]


def puzzles_of(game: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game that come with the package."""
    if game not in GAMES:
        why = "there are no puzzles of {game}; there are some of {games}"
        raise PuzzleError(why, "no-puzzles", game=game, games=", ".join(GAMES))
    return read(shipped(game))


def shipped(game: str) -> str:
    """The file of a game, as text."""
    return (resources.files(__package__) / "data" / f"{game}.json").read_text("utf-8")


def read(text: str) -> tuple[Puzzle, ...]:
    """The puzzles of a file."""
    rows = json.loads(text)["puzzles"]
    return tuple(
        Puzzle(**{**row, "moves": tuple(row["moves"].split()), "line": tuple(row["line"].split())})
        for row in rows
    )


def write(path: Path, recipe: str, puzzles: Sequence[Puzzle]) -> None:
    """Write a file, a puzzle a line, in one step: an interruption leaves no half of one."""
    rows = [
        json.dumps(
            {**puzzle._asdict(), "moves": " ".join(puzzle.moves), "line": " ".join(puzzle.line)}
        )
        for puzzle in puzzles
    ]
    listed = ",\n".join(rows)
    text = f'{{"recipe": {json.dumps(recipe)},\n"puzzles": [\n{listed}\n]}}\n'
    part = path.with_name(f".{path.name}.{os.getpid()}")
    part.write_text(text, encoding="utf-8")
    part.replace(path)
