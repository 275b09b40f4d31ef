"""The exact solver for Hex: virtual connections, fill-in, proof-number search.

    hex_board.py    boards as words
    hex_links.py    which points a player can connect whatever the opponent does
    hex_cells.py    cells that cannot matter, and moves that are never needed
    hex_order.py    which moves look promising
    hex_table.py    what is known of positions
    hex_search.py   the search
    hex_parts.py    each of these by itself, for tests
    hex.py          the solver: limits, the value of every move, a line that shows the win

The swap rule needs no search of its own. Taking over the first stone leads to the
same picture with the colours exchanged, so of White's two ways to go on, to play on
or to swap, exactly one wins.
"""

import time
from typing import Any

import numpy as np

from ..games.hex import Hex
from ..state import Move, State
from .clock import Clock, Progress, Stopped
from .hex_board import LARGEST
from .hex_search import FULL, SOLVED, proof_of, rank_moves, room_for, search
from .hex_table import DEPTH, NODES, USED, row_bytes, table_for
from .solution import LOSS, UNKNOWN, WIN, MoveValue, Solution, SolveError
from .solver import check_memory, check_position, solver

__all__ = ["HexSolver"]

MEMORY = 256 * 2**20
LEAST_MEMORY = 8 * 2**20  # what a search works in takes up to 2 MiB of it
WORK_ROOM = 2 * 2**20
ROWS = 3  # where a state's stones begin
Position = tuple[int, int]  # the stones of the player to move, who connects top and bottom; others


@solver
class HexSolver:
    """Solves positions of Hex up to 8 x 8, and remembers what it has seen.

    `memory` is a ceiling in bytes. All openings of 6 x 6 take seconds, one of 7 x 7 seconds to
    minutes; the empty 8 x 8 board has not been tried, but later positions are solved there too.
    """

    def __init__(self, game: Hex, memory: int = MEMORY) -> None:
        if not isinstance(game, Hex):
            why = "a HexSolver solves Hex, not {game}"
            raise SolveError(why, "solver-does-not-fit", solver="hex", game=str(game))
        if game.size > LARGEST:
            why = "Hex is solved up to {most} x {most}, not {size}"
            raise SolveError(why, "too-large-to-solve", most=LARGEST, size=game.size)
        check_memory(game, memory, LEAST_MEMORY)
        self.game = game
        self.memory = memory
        self._room = room_for(game.size)
        self._out = np.zeros(2, np.uint64)
        self.clear()
        self._compile()

    @staticmethod
    def fits(game: Any, distance: bool) -> bool:
        return isinstance(game, Hex) and game.size <= LARGEST and not distance

    def clear(self) -> None:
        """Forget everything."""
        n_rows = (self.memory - WORK_ROOM) // row_bytes(self.game.size)
        self._table = table_for(self.game.size, n_rows)

    def _compile(self) -> None:
        """Compile now, before any clock starts."""
        none = np.uint64(0)
        search(self._table, self._room, none, none, 0)
        proof_of(self._table, self._room, none, none, self._out)
        rank_moves(self._room, none, none, none, np.zeros(64, np.uint8))

    def solve(
        self,
        state: State,
        *,
        seconds: float | None = None,
        all_moves: bool = False,
        on_progress: Progress | None = None,
    ) -> Solution:
        """Who wins with best play, and a line that shows it; with all_moves, for every move.

        seconds        a limit: what is not known by then is `unknown`
        on_progress    called with nodes and seconds some 20 times a second; returns True to cancel
        """
        check_position(self.game, state, seconds)
        self._clock = Clock(seconds, on_progress)
        outcome, stopped = UNKNOWN, ""
        line: tuple[Move, ...] = ()
        values = dict.fromkeys(state.moves(), UNKNOWN) if all_moves else {}
        try:
            outcome = WIN if self._wins(state) else LOSS
            line = self._line(state)
            self._fill_values(state, values)
        except Stopped as reason:
            stopped = str(reason)
        return Solution(
            state=state,
            outcome=outcome,
            score=None,
            plies=None,
            line=line,
            moves=tuple(MoveValue(move, value) for move, value in values.items()),
            nodes=self._clock.nodes,
            seconds=self._clock.seconds,
            stopped=stopped,
        )

    # -- what is true --

    def _wins(self, state: State) -> bool:
        """Whether the player to move wins; of a finished game too."""
        if state.is_over:
            return state.winner == state.player
        if self.game.swap and state.words[0] < 2:
            return int(state.words[0]) == 1
        return self._prove(position_of(state))

    def _prove(self, position: Position) -> bool:
        """Search until it is known whether the player to move wins."""
        own, other = map(np.uint64, position)
        self._table.counts[DEPTH] = -1
        was_empty = self._table.counts[USED] == 0
        size = 1
        while True:
            nodes = int(self._table.counts[NODES])
            began = time.perf_counter()
            status = search(self._table, self._room, own, other, size)
            self._clock.nodes += int(self._table.counts[NODES]) - nodes
            if status == SOLVED:
                return self._proof(position)[0] > 0
            if status == FULL:
                if was_empty:
                    raise Stopped("memory")
                self.clear()  # what earlier positions have left there
                return self._prove(position)
            self._clock.check()
            spent = max(time.perf_counter() - began, 1e-6)
            size = max(1, min(2 * size, int(size * self._clock.slice_s() / spent)))

    def _proof(self, position: Position) -> tuple[int, int, int]:
        """Whether a position is known to be won (1) or lost (-1), the carrier, a winning move."""
        own, other = map(np.uint64, position)
        known = proof_of(self._table, self._room, own, other, self._out)
        return int(known), int(self._out[0]), int(self._out[1])

    def _fill_values(self, state: State, values: dict[Move, str]) -> None:
        """The value of each move; what a refutation rules out needs no search."""
        position = position_of(state)
        for move, known in values.items():
            if known != UNKNOWN:
                continue
            wins = not self._wins(state.play(move))
            values[move] = WIN if wins else LOSS
            if wins or (self.game.swap and state.words[0] < 2):
                continue
            _, carrier, _ = self._proof(after(position, cell_of(state, move)))
            carrier = flipped(carrier)
            for other, known_too in values.items():
                if known_too == UNKNOWN and not carrier >> cell_of(state, other) & 1:
                    values[other] = LOSS

    # -- a line that shows it --

    def _line(self, state: State) -> tuple[Move, ...]:
        """Play to the end: the winner by proven moves, the loser by those that look best."""
        begin = len(state.history)
        winner = state.player if self._wins(state) else 1 - state.player
        while not state.is_over:
            is_winner = state.player == winner
            state = self._winning_child(state) if is_winner else self._losing_child(state)
        return state.history[begin:]

    def _winning_child(self, state: State) -> State:
        """The position after a winning move; there is one."""
        if self.game.swap and state.words[0] == 1 and not self._prove(position_of(state)):
            return state.play("swap")
        for move in state.moves():
            if (child := state.play(move)).is_over:
                return child
        position = position_of(state)
        self._prove(position)
        _, carrier, best = self._proof(position)
        cells = bits(best) or self._ranked(position, carrier)
        children = [state.play(move_at(state, cell)) for cell in cells]
        known = [child for child in children if self._is_lost_at_sight(child)]
        for child in known or children:
            if not self._wins(child):
                return child
        # Filling in has given the winner cells that decide by themselves: any move wins.
        return next(child for move in state.moves() if not self._wins(child := state.play(move)))

    def _losing_child(self, state: State) -> State:
        """The position after a move that the winner has to answer, one that is in the table."""
        if self.game.swap and state.words[0] == 0:
            return state.play(state.moves()[0])
        position = position_of(state)
        self._prove(position)
        carrier = self._proof(position)[1]
        cells = self._ranked(position, carrier) or [cell_of(state, m) for m in state.moves()]
        known = [cell for cell in cells if self._proof(after(position, cell))[0] > 0]
        return state.play(move_at(state, (known or cells)[0]))

    def _is_lost_at_sight(self, state: State) -> bool:
        """Whether one evaluation proves that the player to move loses."""
        own, other = map(np.uint64, position_of(state))
        self._table.counts[DEPTH] = -1
        nodes = int(self._table.counts[NODES])
        search(self._table, self._room, own, other, 1)
        self._clock.nodes += int(self._table.counts[NODES]) - nodes
        self._clock.check()
        return self._proof(position_of(state))[0] < 0

    def _ranked(self, position: Position, cells: int) -> list[int]:
        """The empty ones of some cells, the most promising first."""
        own, other = position
        out = np.zeros(64, np.uint8)
        empty = np.uint64(cells & ~(own | other))
        n = rank_moves(self._room, np.uint64(own), np.uint64(other), empty, out)
        return [int(cell) for cell in out[:n]]


# -- positions as the search sees them --


def position_of(state: State) -> Position:
    """A state's stones, turned so that the player to move connects top and bottom."""
    size = state.game.size
    own, other = (
        sum(int(state.words[ROWS + player * size + row]) << (8 * row) for row in range(size))
        for player in (state.player, 1 - state.player)
    )
    return (own, other) if state.player == 0 else (flipped(own), flipped(other))


def after(position: Position, cell: int) -> Position:
    own, other = position
    return flipped(other), flipped(own | 1 << cell)


def flipped(cells: int) -> int:
    """A set of cells with rows and columns exchanged."""
    return sum(1 << (8 * (cell % 8) + cell // 8) for cell in bits(cells))


def bits(cells: int) -> list[int]:
    return [cell for cell in range(64) if cells >> cell & 1]


def cell_of(state: State, move: int) -> int:
    """A move's cell as the search numbers it."""
    row, col = divmod(int(move), int(state.game.size))
    return 8 * row + col if state.player == 0 else 8 * col + row


def move_at(state: State, cell: int) -> int:
    row, col = divmod(cell, 8) if state.player == 0 else divmod(cell, 8)[::-1]
    return int(state.game.size) * row + col
