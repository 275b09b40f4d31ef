"""Who chooses a move: a search with a budget, a policy that needs none, or what is proven."""

import math
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from .nets.names import NONE
from .player_spec import PlayerSpec
from .protocols import Algorithm, Game, Player, PlayoutPolicy
from .search import Result, Search, SearchError, best_for, default_for, proof_share
from .search.budget import MOST_SECONDS
from .search.checks import check, check_amounts, has_end
from .search.run import MEMORY
from .search.start import pick
from .search.swap import may_swap, network_openings, with_swap, without_swap
from .state import IllegalMove, Move, State

if TYPE_CHECKING:
    from .formats import GtpPlayer

__all__ = ["Choice", "Player", "Searcher", "player_of"]

LEAST_SEARCH_S = 0.02  # what is left for a search, however long the proof took
TRIED = 20  # simulations a move, after which the best one has been searched deeper
PREPARED: set[tuple[Any, ...]] = set()  # what players have been prepared for, in this process


class Choice(NamedTuple):
    """A move and what the player thought of it."""

    move: Move
    value: float | None = None  # in [0, 1] for the player who moves
    line: tuple[Move, ...] = ()
    simulations: int = 0


class Searcher:
    """The move that a search finds within its budget; without an algorithm, the game's default.

    With `reuse` it keeps what it knows of the position from move to move; with `ponder` it also
    thinks while the other player does. Both make its moves depend on the game so far. `prove` is
    the share of its time in which an exact solver tries to settle the position first; what is
    proven is played, and only the rest is searched. `early_win` has it look for moves that win at
    once, or stop that, before anything else: see `playout.search`. `network`: the game's default
    may be a search with a network, where it has seconds and no simulations; levels below `master`
    have none.
    """

    def __init__(
        self,
        algorithm: Algorithm | PlayoutPolicy | None,
        seconds: float | None = None,
        simulations: int | None = None,
        *,
        threads: int = 1,
        reuse: bool = False,
        ponder: bool = False,
        prove: float | None = None,
        memory: int = MEMORY,
        early_win: bool = False,
        network: bool = True,
    ) -> None:
        check_amounts(simulations=simulations, seconds=seconds, threads=threads, prove=prove)
        if prove and simulations is not None:
            why = "prove is a share of the time: give seconds, not simulations"
            raise SearchError(why, "prove-without-time")
        self.algorithm: Any = algorithm
        self.simulations = simulations
        self.seconds = seconds
        if seconds is None and simulations is None:
            self.seconds = MOST_SECONDS if has_end(algorithm) else 1.0
        self.early_win = early_win
        self.network = network
        self.threads = threads
        self.memory = memory
        self.reuse = reuse or ponder
        self.ponders = ponder
        self.prove = prove
        self.is_policy = hasattr(algorithm, "pick")
        self._kept: Search | None = None
        self.solver: Any = None  # for the game it last proved something in
        self._pondering: threading.Thread | None = None

    def search_of(self, game: Any) -> Any:
        """The search it uses in a game: its own, or the game's default."""
        if self.algorithm is not None:
            return self.algorithm
        is_timed = self.network and self.simulations is None
        return best_for(game) if is_timed else default_for(game)

    def proof_share(self, state: State) -> float:
        """The share of its time, if it has one, in which it tries to prove what is best here."""
        by_default = 0.0 if self.algorithm else proof_share(state.game)
        return by_default if self.prove is None else self.prove

    def choose(
        self,
        state: State,
        seed: int,
        progress: Callable[[float], Any] | None = None,
        seconds: float | None = None,
    ) -> Choice:
        """`progress` is called with the share of the budget that is spent; `seconds` are for this
        move alone, instead of the budget."""

        def show(result: Result) -> None:
            if progress:
                progress(self.spent(result))

        result = self.search(state, seed, show if progress else None, seconds)
        value = None if math.isnan(result.value) else result.value
        return Choice(result.move, value, result.line, result.simulations)

    def prepare(self, state: State, seconds: float | None = None) -> None:
        """Compile and load what a move takes here, so that no clock of a move runs meanwhile;
        `seconds` as for `choose`. It is done by another player of the same kind: this one knows no
        more of the position than before."""
        is_timed = seconds is not None or self.seconds is not None
        is_counted = seconds is None and self.simulations is not None
        algorithm = repr(self.search_of(state.game))
        search = algorithm, self.threads, self.reuse, self.prove, self.early_win
        needs = type(state.game), repr(state.game), *search, is_timed, is_counted
        if state.is_over:
            return
        if is_timed and not is_counted and self.proof_share(state):
            self._solver_for(state.game)
        if needs in PREPARED:
            return
        budget = LEAST_SEARCH_S if is_timed else None, 1 if is_counted else None
        same = Searcher(self.search_of(state.game), *budget, threads=self.threads, prove=0)
        same.early_win = self.early_win
        same.choose(state, 0)
        if self.algorithm is None and may_swap(state):
            network_openings(without_swap(state).game, getattr(same.algorithm, "net", NONE))
        if is_timed and not is_counted:
            Searcher(self.algorithm, prove=self.prove).proof(state, LEAST_SEARCH_S)
        if self.reuse and not self.is_policy:  # by a move of which the tree knows something
            kept = Search(state, self.search_of(state.game), seed=0, threads=self.threads)
            kept.play(kept.run(TRIED * len(state.moves())).move)
        PREPARED.add(needs)

    def spent(self, result: Result) -> float:
        """The share of the budget that a search has spent so far."""
        shares = [0.0]
        if self.seconds:
            shares.append(result.seconds / self.seconds)
        if self.simulations:
            shares.append(result.simulations / self.simulations)
        return min(max(shares), 1.0)

    def search(
        self,
        state: State,
        seed: int | None = None,
        on_progress: Callable[[Result], Any] | None = None,
        seconds: float | None = None,
        limit: float | None = None,
    ) -> Result:
        """The whole result of the search; `on_progress` gets it as it stands, True ends it.

        `seconds` are for this move alone, instead of the budget; `limit` is for this move too, and
        holds beside the budget: whichever is spent first.
        """
        result, found = self.run(state, seed, on_progress, seconds, limit)
        if found is not None and not self.reuse:
            found.close()
        return result

    def run(
        self,
        state: State,
        seed: int | None = None,
        on_progress: Callable[[Result], Any] | None = None,
        seconds: float | None = None,
        limit: float | None = None,
        on_start: Callable[[Search], Any] | None = None,
    ) -> tuple[Result, Search | None]:
        """As `search`, with the search itself, for its tree: None where there was none, because a
        policy picked the move or a solver proved it. `on_start` gets it before it runs."""
        if self.algorithm is None and may_swap(state):
            plain = without_swap(state)
            result, found = self.run(plain, seed, on_progress, seconds, limit, on_start)
            return with_swap(state, result), found
        algorithm = self.search_of(state.game)
        check(state, algorithm)
        if self.is_policy:
            return pick(state, algorithm, seed, self.early_win), None
        simulations = self.simulations if seconds is None else None
        limits = (self.seconds if seconds is None else seconds, limit)
        seconds = min((s for s in limits if s is not None), default=None)
        if seconds is not None and simulations is None:
            from .solve import SolveError  # late: solvers take a moment to load

            try:
                proof = self.proof(state, seconds, on_progress)
            except SolveError:  # no solver takes this board: it is searched
                proof = None
            if proof is not None and not math.isnan(proof.value):
                return proof, None
            left = seconds - (proof.seconds if proof else 0.0)
            seconds = max(left, min(seconds, LEAST_SEARCH_S))
        found = self._search_of(state, algorithm, seed, simulations)
        if on_start is not None:
            on_start(found)
        return found.run(simulations, seconds, on_progress), found

    def proof(
        self, state: State, seconds: float, on_progress: Callable[[Result], Any] | None = None
    ) -> Result | None:
        """What an exact solver says in its share of the time, with no value where it knows of no
        move to play; None if it has no share."""
        share = self.proof_share(state)
        if not share or state.is_over:
            return None
        from .solve.result import proof_of

        return proof_of(self._solver_for(state.game), state, share * seconds, on_progress)

    def _solver_for(self, game: Game) -> Any:
        """Its solver of this game, which keeps what it has found for the next position."""
        from .solve import solver_for

        if self.solver is None or self.solver.game != game:
            self.solver = solver_for(game)
        return self.solver

    def start_pondering(self, state: State) -> None:
        """Think in the background about a position in which the other player is to move."""
        self.stop_pondering()
        if not self.ponders or self.is_policy or state.is_over:
            return
        algorithm = self.search_of(state.game)
        kept = self._search_of(state, algorithm, None, None)
        self._pondering = threading.Thread(
            target=kept.run, kwargs={"seconds": MOST_PONDERING_S}, daemon=True
        )
        self._pondering.start()

    def stop_pondering(self) -> None:
        """End what `start_pondering` began; what was found is kept."""
        if self._pondering is not None and self._kept is not None:
            while self._pondering.is_alive():
                self._kept.stop()
                self._pondering.join(0.01)
        self._pondering = None

    def _search_of(
        self, state: State, algorithm: Any, seed: int | None, simulations: int | None
    ) -> Search:
        """A search of this position, with what it knows of it if it keeps that."""
        kept = self._continued(state) if self.reuse else None
        found = kept or Search(
            state,
            algorithm,
            seed=seed,
            threads=self.threads,
            memory=self.memory,
            most=None if self.reuse else simulations,
            early_win=self.early_win,
        )
        self._kept = found if self.reuse else None
        return found

    def _continued(self, state: State) -> Search | None:
        """What is known of a position from the searches so far; None if they were of others."""
        self.stop_pondering()
        kept, self._kept = self._kept, None
        if kept is None or kept.state.game != state.game:
            return None
        known = len(kept.state.history)
        if state.history[:known] != kept.state.history:
            return None
        try:
            for move in state.history[known:]:
                kept.play(move)
        except IllegalMove:  # the moves of another position that was set up
            return None
        return kept if kept.state == state else None


MOST_PONDERING_S = 600.0


def player_of(
    text: str, programs: bool = False, files: bool = True
) -> "Searcher | GtpPlayer | None":
    """The player that a text names (player_spec.py); None for `human`."""
    return PlayerSpec.parse(text, programs=programs, files=files).player()
