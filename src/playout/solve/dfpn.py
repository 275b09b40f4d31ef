"""The general solver: the truth about a position of any game, from its rules alone.

It asks yes-or-no questions and answers each by depth-first proof-number search (`dfpn_kernel`):
does the first player win, and, where there are draws, does the first player at least draw? An
answer is a proof by the rules to the end of the game, or there is none; nothing is estimated.

What it relies on is the contract of a game (`playout.rules`): players alternate, no game is
longer than `max_plies`, and what becomes of a position depends on nothing but what its key and its
words other than the count of plies tell. A position that came back in the course of one game
would be searched again and again down to `max_plies`, so the rules should not let it.
"""

from collections.abc import Callable
from typing import Any

from ..rules import FIRST, SECOND
from ..state import Move, State
from .clock import Clock, Stopped
from .dfpn_kernel import (
    BROKEN,
    DRAWS,
    NO_LIMIT,
    NODES,
    OPEN,
    Question,
    Stack,
    locate,
    search,
    unwind,
)
from .dfpn_symmetry import symmetry_of
from .dfpn_table import BUCKET, ENTRY_BYTES, Table
from .solution import DRAW, LOSS, UNKNOWN, WIN, MoveValue, Solution, SolveError
from .solver import check_memory, check_position, solver

__all__ = ["MEMORY", "DfpnSolver"]

MEMORY = 512 * 2**20
LEAST = BUCKET * ENTRY_BYTES
OPPOSITE = {WIN: LOSS, DRAW: DRAW, LOSS: WIN, UNKNOWN: UNKNOWN}


@solver
class DfpnSolver:
    """Solves positions of one game, and keeps what it has found for the next one."""

    def __init__(self, game: Any, memory: int = MEMORY) -> None:
        """`memory` is a ceiling in bytes for the table and the stack."""
        self.game = game
        self.stack = Stack.of(game)
        stack_bytes = sum(array.nbytes for array in self.stack)
        check_memory(game, memory, stack_bytes + LEAST)
        self.table = Table.of(memory - stack_bytes)
        self.symmetry = symmetry_of(game)
        self._clock = Clock(None, None)

    @staticmethod
    def fits(game: Any, distance: bool) -> bool:
        return True

    def solve(
        self,
        state: State,
        *,
        seconds: float | None = None,
        all_moves: bool = False,
        distance: bool = False,
        on_progress: Callable[[int, float], Any] | None = None,
    ) -> Solution:
        """The outcome for the player to move, and a line that shows it.

        In the line a winner follows the proof, the other player takes what was hardest to refute;
        it is best play only with `distance`, which also finds `plies`: the winner wins as soon as
        possible, and the other player puts it off as long as possible. That takes a question for
        every number of plies, so much longer. If time runs out or `on_progress` returns True,
        `stopped` says so, and what was not found is unknown: the outcome, or the rest of the
        line or moves.
        """
        check_position(self.game, state, seconds)
        self._compile(state)
        self._clock = Clock(seconds, on_progress)
        plies: int | None = None
        outcome, stopped = UNKNOWN, ""
        line: list[Move] = []
        values: dict[int, MoveValue] = {}
        try:
            outcome = self._outcome(state)
            if distance:
                plies = self._distance(state, outcome)
            if all_moves:
                self._values(state, outcome, distance, values)
            self._follow(state, outcome, plies, line)
        except Stopped as reason:
            stopped = str(reason)
        moves = state.moves() if all_moves else []
        return Solution(
            state=state,
            outcome=outcome,
            score=None,
            plies=plies,
            line=tuple(line),
            moves=tuple(values.get(int(move), MoveValue(move, UNKNOWN)) for move in moves),
            nodes=self._clock.nodes,
            seconds=self._clock.seconds,
            stopped=stopped,
        )

    # -- what is true --

    def _result(self, state: State) -> int | None:
        """The winner of a position that is not over, None for a draw."""
        if self._ask(state, draw_is_enough=False):
            return FIRST
        # A disproof that met no draw, now or before, shows that the other player wins.
        if self._has_draws and self._ask(state, draw_is_enough=True):
            return None
        return SECOND

    def _outcome(self, state: State) -> str:
        """The outcome for the player to move, or for the one who would be after the end."""
        winner = state.winner if state.is_over else self._result(state)
        if winner is None:
            return DRAW
        return WIN if winner == state.player else LOSS

    def _distance(self, state: State, outcome: str) -> int | None:
        """How many plies the winner needs; None in a draw."""
        if state.is_over or outcome == DRAW:
            return 0 if state.is_over else None
        winner = state.player if outcome == WIN else 1 - state.player
        plies = 1
        while self._ask(state, winner != FIRST, plies) != (winner == FIRST):
            plies += 1
        return plies

    def _values(
        self, state: State, outcome: str, distance: bool, values: dict[int, MoveValue]
    ) -> None:
        """Find what every move is worth. Where all lose, the outcome has said so already."""
        for move in state.moves():
            after = state.play(move)
            value = LOSS if outcome == LOSS else OPPOSITE[self._outcome(after)]
            plies = None
            if distance:
                plies = self._distance(after, OPPOSITE[value])
            values[int(move)] = MoveValue(move, value, None, None if plies is None else plies + 1)

    # -- what shows it --

    def _follow(self, state: State, outcome: str, plies: int | None, line: list[Move]) -> None:
        """Fill the line, from a position whose outcome and perhaps distance are known."""
        while not state.is_over:
            move = self._next(state, outcome, plies)
            state = state.play(move)
            line.append(state.history[-1])
            outcome = OPPOSITE[outcome]
            plies = None if plies is None else plies - 1

    def _next(self, state: State, outcome: str, plies: int | None) -> int:
        is_first = state.player == FIRST
        if outcome == DRAW:
            self._ask(state, draw_is_enough=is_first)
        elif outcome == WIN and plies is not None:
            self._ask(state, not is_first, plies)
        elif outcome == WIN:
            self._ask_for_win(state)
        elif plies is not None and plies > 1:
            self._ask(state, is_first, plies - 1)  # the other player needs more than that
        else:
            return self._hardest(state)
        return self.stack.answer

    def _ask_for_win(self, state: State) -> None:
        """Ask again how the player to move wins; so the stack has a move that does."""
        while True:
            has_draws = self._has_draws
            self._ask(state, draw_is_enough=has_draws and state.player != FIRST)
            if self._has_draws == has_draws:
                return  # or else a draw was met for the first time, and is no win

    # -- questions --

    @property
    def _has_draws(self) -> bool:
        """Whether a draw was met. If not, the two questions about a position are one."""
        return bool(self.stack.counts[DRAWS])

    def _hardest(self, state: State) -> int:
        """Of moves that all lose, one after which it took the most work to prove that."""
        question = Question(int(state.player == FIRST and self._has_draws), NO_LIMIT)
        after = [(move, state.play(move)) for move in state.moves()]
        works = {move: self._locate(s, question, 1)[2] for move, s in after if not s.is_over}
        return int(max(works or state.moves(), key=lambda move: works.get(move, 0)))

    def _locate(self, state: State, question: Question, depth: int) -> tuple[int, int, int]:
        at = self.table, question, depth, state.words, self.stack.words
        found: tuple[int, int, int] = locate(self.game, self.symmetry, *at)
        return found

    def _begin(self, state: State, question: Question) -> None:
        key, check, _ = self._locate(state, question, 0)
        self.stack.begin(state.words, key, check)

    def _compile(self, state: State) -> None:
        """Compile before the clock starts."""
        question = Question(0, NO_LIMIT)
        self._begin(state, question)
        search(self.game, self.symmetry, self.table, self.stack, question, 0)
        unwind(self.table, self.stack)

    def _ask(self, state: State, draw_is_enough: bool, limit: int = NO_LIMIT) -> bool:
        """Whether the first player wins, or at least draws, from a position that is not over.

        If that is what the player to move wants, the stack has the move that does it chosen.
        """
        stack, clock, question = self.stack, self._clock, Question(int(draw_is_enough), limit)
        clock.check()
        before = clock.nodes - int(stack.counts[NODES])
        self._begin(state, question)
        status = OPEN
        while status == OPEN:
            size = clock.slice_size()
            status = search(self.game, self.symmetry, self.table, stack, question, size)
            clock.nodes = before + int(stack.counts[NODES])
            if status == OPEN and clock.is_stopped():
                unwind(self.table, stack)
                clock.check()
        if status == BROKEN:
            most = self.game.max_plies()
            why = "{game} breaks its rules: max_plies says {most}, and it goes on"
            raise SolveError(why, "endless-game", game=str(self.game), most=most)
        return (stack.answer >= 0) == (state.player == FIRST)
