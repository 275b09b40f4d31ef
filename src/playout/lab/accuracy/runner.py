"""Searches against the truth: how often does a player choose a move that keeps the value?

Every position is solved once; then each player is asked what it would play there, with each
budget. Both are tasks for workers like the games of a match, and both are kept in the ledger as
games are: the moves to the position, then the one that was chosen, the winner with best play from
there on, and as the reason what became of the value (`win -> draw`). The truth of a position is
the same without a choice, and its reason is a `Truth`. A position that was not solved in time is
reported and asks nobody.
"""

import socket
import time
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from ...players import player_of
from ...rules import GameError
from ...solve import LOSS, UNKNOWN, WIN
from ...state import State
from ..run.code import game_of, versions
from ..run.ledger import Entry, Ledger
from ..run.pairing_score import Tally
from ..run.runner import Run
from ..run.spec import Experiment, SpecError
from ..run.tasks import Contest, seed_of
from .labels import Truth, truth_of
from .plan import AccuracyPlan
from .positions import Position, positions_of

__all__ = ["AccuracyRun", "Question"]

TRUTH = "truth"


class Question(NamedTuple):
    """A position that is to be solved, or in which a player is to choose."""

    id: str
    contest: int
    pair: int  # the number of the position
    colour: int  # who is to move there
    game: str
    name: str
    player: str  # nobody, where it is to be solved
    seed: int
    moves: tuple[str, ...]
    solve_seconds: float
    truth: str = ""
    attempt: int = 1

    def answer(self) -> Entry:
        """Solve the position, or have the player choose."""
        state = game_of(self.game).start()
        for move in self.moves:
            state = state.play(move)
        return self._chosen(state) if self.player else self._solved(state)

    def _solved(self, state: State) -> Entry:
        solver = _solver(self.game)
        solution = solver.solve(state, seconds=self.solve_seconds, all_moves=True)
        truth = truth_of(solution)
        turn = round(solution.seconds, 6), solution.nodes, None
        return self.entry(self.moves, truth.outcome, str(truth), turn)

    def _chosen(self, state: State) -> Entry:
        # A player of its own for each question: what it remembers of another must not help it.
        player = player_of(self.player, programs=True)
        try:
            player.prepare(state)
            began = time.perf_counter()
            choice = player.choose(state, self.seed)
            seconds = round(time.perf_counter() - began, 6)
        finally:
            if hasattr(player, "close"):  # another program
                player.close()
        truth = Truth.read(self.truth)
        after = truth.moves[choice.move.name].outcome
        turn = seconds, choice.simulations, choice.value
        moves = (*self.moves, choice.move.name)
        return self.entry(moves, after, f"{truth.outcome} -> {after}", turn)

    def entry(self, moves: tuple[str, ...], outcome: str, reason: str, turn: Any) -> Entry:
        """The answer for the ledger; the outcome is that for the player to move, with best play."""
        winner = {WIN: self.colour, LOSS: 1 - self.colour}.get(outcome)
        names = (self.name, TRUTH)
        return Entry(
            self.id,
            self.contest,
            self.pair,
            self.colour,
            names[self.colour],
            names[1 - self.colour],
            self.game,
            self.seed,
            len(self.moves),
            moves,
            winner,
            reason,
            (turn,),
            self.attempt,
            socket.gethostname(),
            versions(self.game),
        )


@lru_cache(maxsize=1)
def _solver(game: str) -> Any:
    from ...solve import solver_for

    return solver_for(game_of(game))


class AccuracyRun(Run):
    """Such an experiment and its ledger."""

    WHAT = "answers"

    def __init__(self, experiment: Experiment, ledger: Ledger) -> None:
        self.plan: AccuracyPlan = experiment.accuracy  # type: ignore[assignment]
        self.n_unknown = 0
        self.counts: dict[int, tuple[int, int]] = {}  # by contest: answers, and value kept
        super().__init__(experiment, ledger)

    def _read(self, failed: dict[str, str]) -> None:
        super()._read(failed)
        self.n_unknown = 0
        self.counts.clear()
        for entry in self.ledger.entries():
            self._note(entry)

    def positions(self, game: str) -> tuple[Position, ...]:
        """The positions of one game."""
        plan = self.plan
        try:
            return positions_of(game, plan.positions, plan.plies, self.experiment.seed)
        except GameError as error:
            raise SpecError(str(error)) from None

    def truths(self, game: str) -> dict[int, Truth]:
        """What has been solved of one game, by the number of the position."""
        contest = self.contest(game)
        return {entry.pair: Truth.read(entry.reason) for entry in self.ledger.entries(contest)}

    def contest(self, game: str, entrant: int | None = None) -> int:
        """The number of a contest: that of the truth of a game, or of a player with a budget."""
        first = self.experiment.games.index(game) * (1 + len(self.plan.entrants))
        return first if entrant is None else first + 1 + entrant

    def contests(self) -> list[Contest]:
        names = [TRUTH, *(entrant.name for entrant in self.plan.entrants)]
        games = self.experiment.games
        places = [(game, name) for game in games for name in names]
        return [Contest(i, game, name, TRUTH) for i, (game, name) in enumerate(places)]

    def total(self) -> int:
        """How many questions there are; nobody is asked about what turned out unknown."""
        n = len(self.experiment.games) * self.plan.positions
        return n + len(self.plan.entrants) * (n - self.n_unknown)

    def _count(
        self, contest: int, pair: int, colour: int, points: float | None, reason: str = ""
    ) -> None:
        """There are no pairs of games here; only that a contest has begun is noted."""
        self.tallies.setdefault(contest, Tally())

    def _take(self, entry: Entry) -> None:
        super()._take(entry)
        self._note(entry)

    def _note(self, entry: Entry) -> None:
        before, arrow, after = entry.reason.partition(" -> ")
        if arrow:
            n, kept = self.counts.get(entry.contest, (0, 0))
            self.counts[entry.contest] = n + 1, kept + (before == after)
        elif before.startswith(UNKNOWN):
            self.n_unknown += 1

    def _missing(self, done: set[str]) -> Iterator[Question]:  # type: ignore[override]
        """First what is to be solved; only once that is over, what players are asked."""
        unsolved = [q for q in self._to_solve() if q.id not in done and q.id not in self.failed]
        yield from unsolved or (
            q for q in self._to_ask() if q.id not in done and q.id not in self.failed
        )

    def _to_solve(self) -> Iterator[Question]:
        for game in self.experiment.games:
            for i, position in enumerate(self.positions(game)):
                yield self._question(game, self.contest(game), i, position, TRUTH)

    def _to_ask(self) -> Iterator[Question]:
        """Everybody about a position before the next one: what there is can be compared."""
        for game in self.experiment.games:
            positions = self.positions(game)
            known = {i: truth for i, truth in self.truths(game).items() if truth.is_known}
            for i, truth in known.items():
                for j, entrant in enumerate(self.plan.entrants):
                    contest = self.contest(game, j)
                    plain = self._question(game, contest, i, positions[i], entrant.name)
                    seed = seed_of(self.experiment.seed, game, entrant.text, i)
                    yield plain._replace(player=entrant.text, seed=seed, truth=str(truth))

    def _question(self, game: str, contest: int, i: int, position: Position, name: str) -> Question:
        id = f"{contest}-{i}-{position.player}"
        limit = self.plan.solve_seconds
        return Question(id, contest, i, position.player, game, name, "", 0, position.moves, limit)
