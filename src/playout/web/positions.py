"""Positions as messages, and a cache of them, so that a game is not replayed for each move."""

import re
import threading
from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from .. import board, catalogue, games
from ..nets.names import AUTO, network_for
from ..notation import position_of, position_text
from ..registry import REGISTRY
from ..rules import GameError
from ..state import State
from .messages import Board, Legal, Place, View

__all__ = ["PositionCache", "begin", "game_of", "set_up", "view_of"]

# No slashes, and dots in numbers only: whatever else such a text is, it is no path of a file.
GAME = re.compile(r"([A-Za-z0-9]+)(:(?:[A-Za-z0-9_=, ]|(?<==)-|(?<=[0-9])\.(?=[0-9]))*)?")
CACHE_SIZE = 400_000  # moves, legal and played, of all positions that are kept


def game_of(text: str) -> Any:
    """The game of this name and these parameters: one that comes with Playout, never a file."""
    match = GAME.fullmatch(text)
    known = {**games.NAMES, **REGISTRY["game"]}
    if match is None or match[1].lower() not in known:
        fields = {"game": text, "known": ", ".join(known)}
        raise GameError("no game is called {game!r}; there are {known}", "unknown-game", **fields)
    return catalogue.find(text)


class PositionCache:
    """The states of places; those used last are kept, so that one more move is one move to play."""

    def __init__(self, size: int = CACHE_SIZE) -> None:
        self.size = size
        self.played = 0  # moves, to see what the cache is worth
        self._states: OrderedDict[Any, State] = OrderedDict()
        self._weight = 0
        self._lock = threading.Lock()

    def state_of(self, place: Place) -> State:
        """The position that a place names."""
        moves = tuple(place.moves)
        done, state = self._longest(place, moves)
        if state is None:
            state = begin(place)
            self._keep(place, (), state)
        for i in range(done, len(moves)):
            state = state.play(moves[i])
            self.played += 1
            self._keep(place, moves[: i + 1], state)
        return state

    def _longest(self, place: Place, moves: tuple[str, ...]) -> tuple[int, State | None]:
        with self._lock:
            for n in range(len(moves), -1, -1):
                key = (place.game, place.position, moves[:n])
                if key in self._states:
                    self._states.move_to_end(key)
                    return n, self._states[key]
        return 0, None

    def _keep(self, place: Place, moves: tuple[str, ...], state: State) -> None:
        with self._lock:
            key = (place.game, place.position, moves)
            if key not in self._states:
                self._states[key] = state
                self._weight += _weight(state)
            while self._weight > self.size:
                self._weight -= _weight(self._states.popitem(last=False)[1])

    def __len__(self) -> int:
        return len(self._states)


def _weight(state: State) -> int:
    return 20 + int(state.game.n_moves()) + 2 * len(state.history)


def begin(place: Place) -> State:
    """The position that a place begins with, before its moves."""
    game = game_of(place.game)
    return State.initial(game) if place.position is None else position_of(game, place.position)


def set_up(text: str, pieces: Sequence[tuple[int, int, int]], player: int) -> Place:
    """The place that these pieces make, or a GameError that says why they make none."""
    game = game_of(text)
    by_cell = {(col, row): owner for col, row, owner in pieces}
    if len(by_cell) < len(pieces):
        raise GameError("two pieces are in the same cell", "same-cell")
    state = State.set_up(game, by_cell, player)
    return Place(game=catalogue.named(text), position=position_text(state), moves=[])


def view_of(place: Place, state: State) -> View:
    """A position as the page shows it; the moves of its place are as the game writes them."""
    drawn = state.board()
    n = len(place.moves)
    played = [move.name for move in state.history[len(state.history) - n :]]
    first, second = state.game.player_names()
    return View(
        place=Place(game=catalogue.named(place.game), position=place.position, moves=played),
        board=_board(drawn) if isinstance(drawn, board.Board) else None,
        text=str(drawn),
        player=1 if state.player else 0,
        names=(first, second),
        over=state.is_over,
        winner=state.winner,  # type: ignore[arg-type]
        lead=state.game.lead(state.words),
        legal=tuple(_legal(state)),
        last=played[-1] if played else None,
        network=has_network(place.game),
    )


@lru_cache
def has_network(game: str) -> bool:
    """Whether a network comes with the package for this game: for gomoku there is one, for
    tic-tac-toe, the same game with other numbers, there is none."""
    return network_for(game_of(game), AUTO) is not None


def _board(drawn: board.Board) -> Board:
    return Board.of(
        drawn,
        labels=tuple(drawn.column(col) for col in range(drawn.cols)),
        pieces=tuple(sorted((*cell, owner) for cell, owner in drawn.pieces.items())),
        last=tuple(sorted(drawn.last)),
        winning=tuple(sorted(drawn.winning)),
    )


def _legal(state: State) -> list[Legal]:
    return [Legal(move=move.name, cells=move.cells) for move in state.moves()]
