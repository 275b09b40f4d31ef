"""Connect 4 solved: the score of every move in any position, and how far off the end is.

The score is that of the field (Pons 2015), for the player to move: 0 for a draw, s > 0 for a win
with the s-th of one's own discs counted back from a full board, -s for a loss to such a disc. So
winning sooner scores higher, and on the usual board, 42 cells, the next disc wins

    21 before the first move, 21 - n // 2 after n of them, and 1 for the last disc

Nothing is guessed. A solver stopped by its clock or its user says what it does not know.
"""

import time
from typing import Any

import numba
import numpy as np

from ..games.connect4 import Connect4
from ..kernel import JIT
from ..state import Move, State
from . import connect4_book
from . import connect4_search as kernels
from .clock import SLICE_S, Clock, Progress
from .connect4_board import make_frame
from .connect4_search import JOB, N_JOBS, NODES
from .connect4_table import SLOTS, make_table
from .solution import DRAW, LOSS, UNKNOWN, WIN, MoveValue, Solution
from .solver import check_memory, check_position, solver

__all__ = ["Connect4Solver", "plies_of"]

MEMORY = 64 * 2**20
LEAST_MEMORY = 2**20
FIRST_SLICE = 20_000 if JIT else 20  # nodes
LINE_NODES = 3_000_000


@solver
class Connect4Solver:
    """Solves positions of one board, and keeps what it has found for the next one.

    `memory` in bytes is the most that the table of positions takes. `book`: answer the first
    moves of the usual board from the book that comes with the package.
    """

    def __init__(self, game: Connect4, memory: int = MEMORY, *, book: bool = True) -> None:
        check_memory(game, memory, LEAST_MEMORY)
        self.game = game
        index_bits = min((memory // 8 // SLOTS).bit_length() - 1, game.cols * (game.rows + 1))
        self._frame = make_frame(game, index_bits)
        self._table = make_table(index_bits)
        self._stack = kernels.make_stack(game)
        self._jobs = kernels.make_jobs(game)
        self._control = np.zeros(6, np.int64)
        jobs = self._frame, self._jobs, self._control
        ask = *jobs, np.uint64(0), np.uint64(0)
        self._ask_moves = _bound(kernels.ask_moves, *ask)
        self._ask_position = _bound(kernels.ask_position, *ask)
        work = self._frame, self._table, self._stack, *jobs[1:], 1
        self._proceed = _bound(kernels.proceed, *work)
        self._slice = FIRST_SLICE
        self.nodes = 0  # that `scores` last took
        self._book = connect4_book.load() if book and game == connect4_book.GAME else None
        self._middle_first = sorted(range(game.cols), key=lambda col: abs(2 * col - game.cols + 1))

    @staticmethod
    def fits(game: Any, distance: bool) -> bool:
        return isinstance(game, Connect4)

    def solve(
        self,
        state: State,
        *,
        seconds: float | None = None,
        all_moves: bool = False,
        distance: bool = True,
        on_progress: Progress | None = None,
    ) -> Solution:
        """The outcome, the score, the plies to the end (always), and a line of best play.

        `seconds` is a hard limit, and `on_progress(nodes, seconds)`, called some 15 times a
        second, stops the solver by returning True. The outcome comes first, and takes less time
        than the score: stopped in between, the solver knows a move that keeps the outcome, and of
        every move, if that was asked for, what it leads to as far as it has got. The line ends
        early where it would take too much work.
        """
        check_position(self.game, state, seconds)
        clock = Clock(seconds, on_progress)
        mine, discs = _position(state)
        found = self._keep(mine, discs, clock)
        if found is None:
            return self._stopped(state, UNKNOWN, (), (), clock)
        outcome = _outcome(found[0])
        line: tuple[Move, ...] = (state.play(found[1]).history[-1],)
        rows: tuple[MoveValue, ...] = ()
        if all_moves:
            rows = self._outcomes(state, clock)
            scores = {} if clock.stopped else self._scores(mine, discs, clock)
            if not scores:
                return self._stopped(state, outcome, line, rows, clock)
            rows = tuple(self._row(state, move, scores[int(move)]) for move in state.moves())
            score: int | None = max(scores.values())
        else:
            score = self._score(mine, discs, clock)
        if score is None:
            return self._stopped(state, outcome, line, rows, clock)
        line = self._line(state, score, self._clock_for_line(clock, seconds, on_progress))
        plies = plies_of(score, self.game, int(state.words[0]))
        return Solution(state, outcome, score, plies, line, rows, clock.nodes, clock.seconds)

    def _clock_for_line(
        self, clock: Clock, seconds: float | None, on_progress: Progress | None
    ) -> Clock:
        """What is left of the time, and not too much work: where the book gave the answer, the
        line may take longer than anybody would wait for it."""
        left = None if seconds is None else max(seconds - clock.seconds, 0.0)
        return Clock(left, on_progress, LINE_NODES)

    def _stopped(
        self,
        state: State,
        outcome: str,
        line: tuple[Move, ...],
        rows: tuple[MoveValue, ...],
        clock: Clock,
    ) -> Solution:
        """What is known when time is up, without the score."""
        return Solution(
            state, outcome, None, None, line, rows, clock.nodes, clock.seconds, clock.stopped
        )

    def scores(self, state: State) -> list[tuple[int, int]]:
        """Every legal move with its score, without the rest; it takes as long as it takes."""
        check_position(self.game, state, None)
        clock = Clock()
        found = list(self._scores(*_position(state), clock).items())
        self.nodes = clock.nodes
        return found

    def forget(self) -> None:
        """Empty the table, as if nothing had been solved yet."""
        self._table.fill(0)

    def score_of(self, mine: int, discs: int, at_least: int = -99, at_most: int = 99) -> int:
        """The score of a position given by its discs and those of the player to move.

        Nothing is checked, neither that it is a position nor that it is worth `at_least` so much;
        what is worth more than `at_most` is worth `at_most` here.
        """
        self._ask_position(
            self._frame, self._jobs, self._control, np.uint64(mine), np.uint64(discs)
        )
        self._jobs.low[0] = max(self._jobs.low[0], at_least)
        self._jobs.high[0] = min(self._jobs.high[0], at_most)
        self._run(Clock())
        return min(int(self._jobs.high[0]), at_most)

    def _row(self, state: State, move: Move, score: int) -> MoveValue:
        n_discs = int(state.words[0])
        return MoveValue(move, _outcome(score), score, plies_of(score, self.game, n_discs))

    # -- questions to the kernels --

    def _keep(self, mine: Any, discs: Any, clock: Clock) -> tuple[int, int] | None:
        """1, 0 or -1 for a win, a draw or a loss, and a move that keeps it; None if stopped."""
        at_once = self._known_move(mine, discs)
        if at_once is not None:
            score, column = at_once
            return int(score > 0) - int(score < 0), column
        n = self._ask_moves(self._frame, self._jobs, self._control, mine, discs)
        self._consult(n)
        at = {int(self._jobs.column[i]): i for i in range(n)}
        best, kept = -2, -1
        # What is known without a search comes first: the next disc may win.
        known = [column for column in self._middle_first if self._is_known(at.get(column))]
        for column in dict.fromkeys([*known, *self._middle_first]):
            if column in at and best < 1:
                reply = self._sign(at[column], 0 if best == 0 else 1, clock)
                if reply is None:
                    return None
                if -reply > best:
                    best, kept = -reply, column
        return best, kept

    def _sign(self, i: int, most: int, clock: Clock) -> int | None:
        """Of a job, 1, 0 or -1 for a win, a draw or a loss; from `most` on, all is the same."""
        jobs = self._jobs
        self._control[JOB] = i
        self._control[N_JOBS] = i + 1
        jobs.low[i] = max(jobs.low[i], -1)
        jobs.high[i] = min(jobs.high[i], most)
        if not self._run(clock):
            return None
        return int(jobs.low[i] > 0) - int(jobs.high[i] < 0)

    def _outcomes(self, state: State, clock: Clock) -> tuple[MoveValue, ...]:
        """What each move leads to, without its score; unknown from where the clock stops it."""
        n = self._ask_moves(self._frame, self._jobs, self._control, *_position(state))
        self._consult(n)
        at = {int(self._jobs.column[i]): i for i in range(n)}
        rows = []
        for move in state.moves():
            i = at[int(move)]
            if self._is_known(i):
                rows.append(self._row(state, move, -int(self._jobs.low[i])))
                continue
            reply = None if clock.stopped else self._sign(i, 1, clock)
            rows.append(MoveValue(move, UNKNOWN if reply is None else _outcome(-reply)))
        return tuple(rows)

    def _is_known(self, job: int | None) -> bool:
        """Whether the score of a job needs no search: the disc wins, or the book has it."""
        return job is not None and bool(self._jobs.low[job] == self._jobs.high[job])

    def _score(self, mine: Any, discs: Any, clock: Clock) -> int | None:
        """The score of a position that is not over; None if the clock stopped it."""
        self._ask_position(self._frame, self._jobs, self._control, mine, discs)
        self._consult(1)
        return int(self._jobs.low[0]) if self._run(clock) else None

    def _scores(self, mine: Any, discs: Any, clock: Clock) -> dict[int, int]:
        """The score of each move; empty if the clock stopped it."""
        n = self._ask_moves(self._frame, self._jobs, self._control, mine, discs)
        self._consult(n)
        if not self._run(clock):
            return {}
        columns = self._jobs.column[:n].tolist()
        return {col: -low for col, low in zip(columns, self._jobs.low[:n].tolist(), strict=True)}

    def _consult(self, n: int) -> None:
        """Fill in what the book knows of the first n jobs."""
        jobs = self._jobs
        if self._book is None or jobs.n_discs[0] > self._book.lines + 1:
            return
        for i in range(n):
            score = self._book.score(jobs.mine[i], jobs.discs[i])
            if score is not None:
                jobs.low[i] = jobs.high[i] = score

    def _known_move(self, mine: Any, discs: Any) -> tuple[int, int] | None:
        """The score of a position and a best move, if the book has both."""
        return None if self._book is None else self._book.best(mine, discs)

    def _run(self, clock: Clock) -> bool:
        """Work on the jobs in slices until they are done, or the clock says stop."""
        control = self._control
        control[NODES] = 0
        before = clock.nodes
        while True:
            began = time.perf_counter()
            done = self._proceed(
                self._frame, self._table, self._stack, self._jobs, control, self._slice
            )
            clock.nodes = before + int(control[NODES])
            if done:
                return True
            took = time.perf_counter() - began
            self._slice = max(1, int(self._slice * min(2.0, SLICE_S / max(took, 1e-9))))
            if clock.is_stopped():
                return False

    def _line(self, state: State, score: int, clock: Clock) -> tuple[Move, ...]:
        """Best play from here to the end: win as soon as possible, resist as long as possible."""
        line: list[Move] = []
        while not state.is_over:
            column = self._best(state, score, clock)
            if column is None:
                break
            state = state.play(column)
            line.append(state.history[-1])
            score = -score
        return tuple(line)

    def _best(self, state: State, score: int, clock: Clock) -> int | None:
        """A move that keeps the score, the nearest to the middle; None if time is up."""
        known = self._known_move(*_position(state))
        if known is not None:
            return known[1]
        n = self._ask_moves(self._frame, self._jobs, self._control, *_position(state))
        self._consult(n)
        jobs = self._jobs
        at = {int(jobs.column[i]): i for i in range(n)}
        for column in self._middle_first:
            if column not in at:
                continue
            # No reply is worth less than -score: is this one worth more? One search tells.
            i = at[column]
            self._control[JOB] = i
            self._control[N_JOBS] = i + 1
            jobs.low[i] = max(jobs.low[i], -score)
            jobs.high[i] = min(jobs.high[i], 1 - score)
            if not self._run(clock):
                return None
            if jobs.high[i] <= -score:
                return column
        raise AssertionError(f"no move of {state!r} keeps the score {score}")


def _bound(kernel: Any, *args: Any) -> Any:
    """A kernel compiled for arguments like these, to be called with such arguments only.

    Numba's look at the types of each call takes longer than a late position does.
    """
    return kernel.compile(tuple(numba.typeof(arg) for arg in args)) if JIT else kernel


def plies_of(score: int, game: Connect4, n_discs: int) -> int:
    """How many plies a position of so many discs and this score is from its end.

    The last disc falls on m others with |score| = (cells + 1 - m) // 2. That leaves two values
    of m; one of them has the winner to move.
    """
    cells = game.cols * game.rows
    if score == 0:
        return cells - n_discs
    last = cells - 2 * abs(score)
    if (last - n_discs) % 2 != (0 if score > 0 else 1):
        last += 1
    return last - n_discs + 1


def _outcome(score: int) -> str:
    return DRAW if score == 0 else WIN if score > 0 else LOSS


def _position(state: State) -> tuple[Any, Any]:
    """The discs of the player to move, and all discs."""
    words = state.words
    return words[1 + state.player], words[1] | words[2]
