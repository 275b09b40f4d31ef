"""What a solver found: the truth about a position, or that it is not known."""

import textwrap
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from ..errors import PlayoutError
from ..extras import require
from ..language import Text, said, tr
from ..state import Move, State

__all__ = ["DRAW", "LOSS", "OUTCOMES", "UNKNOWN", "WIN"]
__all__ += ["MoveValue", "Solution", "SolveError", "as_text"]

LOSS, DRAW, WIN, UNKNOWN = "loss", "draw", "win", "unknown"
OUTCOMES = (LOSS, DRAW, WIN)  # from worst to best for the player who is meant
VERBS = {"win": Text("wins"), "draw": Text("draws"), "loss": Text("loses")}
WHY = {"time": Text("the time was up"), "memory": Text("the memory was full")}
STOPPED = Text("it was stopped")
MOST_ROWS = 9  # a move a line; of more moves, those of one verdict share a line
WIDTH = 79


class SolveError(PlayoutError):
    """A position that no solver takes: the game is over, the board too large, no such limit."""

    code = "solve-error"


@dataclass(frozen=True)
class MoveValue:
    """What a move leads to with best play, for the player who makes it."""

    move: Move
    outcome: str
    score: int | None = None  # where a game counts one: higher is better, 0 a draw
    plies: int | None = None  # to the end of the game, the move itself among them


@dataclass(frozen=True)
class Solution:
    """A position's outcome for the player to move, and what shows it.

    `outcome` is `unknown` where the solver was stopped before it knew, and `stopped` says by what.
    Stopped a little later, it may know the outcome and not all of the line, or of the moves.
    """

    state: State
    outcome: str
    score: int | None  # where a game counts one: higher is better for the player to move
    plies: int | None  # to the end with best play on both sides; None if that is not known
    line: tuple[Move, ...]  # best play, or play that shows the win, from here
    moves: tuple[MoveValue, ...]  # every legal move, if that was asked for
    nodes: int
    seconds: float
    stopped: str = ""  # by "time", "memory" or "cancelled"; or by nothing

    @property
    def is_known(self) -> bool:
        return self.outcome != UNKNOWN

    @property
    def winner(self) -> int | None:
        """The player who wins, 0 or 1; None for a draw and where nothing is known."""
        if self.outcome not in (WIN, LOSS):
            return None
        return self.state.player if self.outcome == WIN else 1 - self.state.player

    @property
    def best(self) -> tuple[Move, ...]:
        """The moves that keep the value; of a known position whose moves were asked for."""
        known = [row for row in self.moves if row.outcome == self.outcome]
        if self.score is not None:
            known = [row for row in known if row.score == self.score]
        return tuple(row.move for row in known)

    @property
    def table(self) -> Any:
        """The moves as a pandas DataFrame."""
        require("lab")
        import pandas as pd

        return pd.DataFrame([{**vars(row), "move": row.move.name} for row in self.moves])

    def __str__(self) -> str:
        return as_text(self)


# --- in words -------------------------------------------------------------------------


def as_text(solution: Solution, width: int = WIDTH) -> str:
    """The verdict first, then every move, then a line of play."""
    state = solution.state
    mover = state.game.player_names()[state.player]
    why = WHY.get(solution.stopped, STOPPED)
    if solution.is_known:
        lines = [tr("{player}, to move, {verdict}.", player=mover, verdict=_verdict(solution))]
    else:
        lines = [tr("Unknown: {why} before it was solved.", why=why)]
    if solution.is_known and solution.stopped:
        said = tr("{why}: there may be more to say.", why=why)
        lines.append(said[0].upper() + said[1:])
    if any(row.outcome != "unknown" for row in solution.moves):
        is_long = len(solution.moves) > MOST_ROWS
        lines += ["", *(_groups(solution, width) if is_long else _table(solution))]
    if solution.line:
        moves = tr("line  {line}", line=" ".join(move.name for move in solution.line))
        lines += ["", *textwrap.wrap(moves, width, subsequent_indent=" " * 6)]
    work = {"nodes": solution.nodes, "seconds": solution.seconds}
    lines += [
        *([] if solution.line else [""]),
        tr("{nodes:,} positions in {seconds:.2f} s", **work),
    ]
    return "\n".join(lines)


def _verdict(row: Any) -> str:
    verb = VERBS.get(row.outcome)
    if verb is None:
        return tr("unknown")
    if row.plies is None:
        return said(verb)
    return tr("{wins} in {n} ply", "{wins} in {n} plies", wins=verb, n=row.plies)


def _table(solution: Solution) -> list[str]:
    """A move a line."""
    has_score = _has_score(solution)
    heads = tr("move"), tr("score"), tr("with best play")
    wide = max(len(heads[0]), *(len(row.move.name) for row in solution.moves))
    lines = [f"  {heads[0]:{wide}}  {f'{heads[1]:5}  ' if has_score else ''}{heads[2]}"]
    for row in solution.moves:
        score = f"{_score(row):>5}  " if has_score else ""
        lines.append(f"{_mark(solution, row)} {row.move.name:{wide}}  {score}{_verdict(row)}")
    return lines


def _groups(solution: Solution, width: int) -> list[str]:
    """The moves of one verdict after each other, the best first."""
    has_score = _has_score(solution)
    groups = []
    for _, each in groupby(sorted(solution.moves, key=_rank), _rank):
        rows = list(each)
        score = f"{_score(rows[0]):>3}  " if has_score else ""
        names = " ".join(row.move.name for row in rows)
        groups.append((f"{_mark(solution, rows[0])} {score}{_verdict(rows[0])}", names))
    wide = max(len(head) for head, _ in groups) + 2
    lines = [tr("{title}:", title=Text("with best play"))]
    for head, names in groups:
        first, rest = f"{head:{wide}}", " " * wide
        lines += textwrap.wrap(names, width, initial_indent=first, subsequent_indent=rest)
    return lines


def _rank(row: MoveValue) -> tuple[int, int, int]:
    """What comes first: wins, the highest score, the soonest win or the latest loss."""
    value = OUTCOMES.index(row.outcome) if row.outcome in OUTCOMES else -1
    plies = row.plies or 0
    return -value, -(row.score or 0), plies if row.outcome == WIN else -plies


def _mark(solution: Solution, row: MoveValue) -> str:
    """A star for the best moves, where there are others."""
    best = {int(move) for move in solution.best}
    return "*" if int(row.move) in best and len(best) < len(solution.moves) else " "


def _has_score(solution: Solution) -> bool:
    return any(row.score is not None for row in solution.moves)


def _score(row: MoveValue) -> str:
    return "" if row.score is None else f"{row.score:+d}"
