"""What workers do to measure accuracy: solve a position, or have a player choose in it."""

import socket
import time
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple

from ...state import State
from ..run.code import game_of, player_for, versions
from ..run.records import AnswerRecord, LabelRecord
from .positions import label_of


class LabelTask(NamedTuple):
    """A position that is to be solved."""

    id: str
    game: str
    position: int  # its number
    moves: tuple[str, ...]
    seconds: float  # at most
    attempt: int = 1

    def perform(self) -> LabelRecord:
        state = state_after(self.game, self.moves)
        solution = _solver(self.game).solve(state, seconds=self.seconds, all_moves=True)
        cost = round(solution.seconds, 6), solution.nodes
        origin = self.attempt, socket.gethostname(), versions(self.game)
        return LabelRecord._make((*self[:4], *label_of(solution), *cost, *origin))


class AnswerTask(NamedTuple):
    """A position in which a player is to choose."""

    id: str
    game: str
    position: int
    entrant: int
    name: str
    moves: tuple[str, ...]
    seed: int
    player: str  # as on the command line
    outcome: str  # of the position
    outcomes: dict[str, str]  # of its moves
    attempt: int = 1

    def perform(self) -> AnswerRecord:
        state = state_after(self.game, self.moves)
        # A player of its own for each question: what it remembers of another must not help it.
        player = player_for(self.player)
        try:
            player.prepare(state)
            began = time.perf_counter()
            choice = player.choose(state, self.seed)
            seconds = round(time.perf_counter() - began, 6)
        finally:
            if hasattr(player, "close"):  # another program
                player.close()
        answer = choice.move.name, self.outcome, self.outcomes[choice.move.name]
        cost = seconds, choice.simulations, choice.value
        origin = self.attempt, socket.gethostname(), versions(self.game, self.player)
        return AnswerRecord(*self[:7], *answer, *cost, *origin)


def state_after(game: str, moves: Iterable[str]) -> State:
    """The position that these moves lead to."""
    state: State = game_of(game).start()
    for move in moves:
        state = state.play(move)
    return state


@lru_cache(maxsize=1)
def _solver(game: str) -> Any:
    from ...solve import solver_for

    return solver_for(game_of(game))
