"""What workers do: the games of an experiment, each with its number and its seed.

Which games there are, and how each goes, depends on the spec alone: not on when they are played,
nor where, nor by how many workers.
"""

import hashlib
import socket
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, Protocol

from ...arena import opening, play_game
from .code import game_of, player_for, versions
from .experiment import Experiment
from .records import GameRecord, Record


class Task(Protocol):
    """Something that a worker does, and whose result the ledger keeps: a NamedTuple."""

    @property
    def id(self) -> str: ...
    @property
    def attempt(self) -> int: ...
    def perform(self) -> Record: ...
    @property
    def _replace(self) -> Callable[..., Any]: ...


def perform(task: Task) -> Record:
    """Do it, and say what came of it."""
    return task.perform()


class Contest(NamedTuple):
    """Two players who meet at a game, in a round of a knock-out or in the only one there is."""

    index: int  # type: ignore[assignment]  # among all contests; also the name of a tuple's method
    game: str
    one: str
    other: str
    round: int = 0
    pairs: int = 0  # where it has another number than the experiment says
    opening_set: int | None = None  # what its openings are drawn by, where that is not the round
    tie_of: int | None = None  # the contest whose tie these pairs break
    starter: int | None = None  # who moves first in all games: 0 `one`, 1 `other`


class GameTask(NamedTuple):
    """A game that is to be played."""

    id: str
    contest: int
    pair: int
    colour: int
    game: str
    names: tuple[str, str]  # by who moves first
    players: tuple[str, str]
    seed: int
    opening_seed: int
    opening: int
    equal_seconds: float | None
    attempt: int = 1

    def perform(self) -> GameRecord:
        """Play the game."""
        start = opening(game_of(self.game), self.opening_seed, self.opening)
        players = [player_for(text) for text in self.players]
        try:
            played = play_game(start, players, self.seed, self.equal_seconds)
        finally:
            for player in players:
                if hasattr(player, "close"):  # another program
                    player.close()
        where = self.id, self.contest, self.pair, self.colour, *self.names, self.game
        begin = self.seed, len(played.opening), played.moves
        turns = tuple((round(t.seconds, 6), t.simulations, t.value) for t in played.turns)
        by = self.attempt, socket.gethostname(), versions(self.game, *self.players)
        return GameRecord(*where, *begin, played.winner, played.reason, turns, *by)


def games_of(experiment: Experiment, contest: Contest) -> Iterator[GameTask]:
    """The games of a contest, pair by pair: the same opening, once with either colour. In a pair
    that is one game only, the contest's first player begins, or who always does."""
    names = contest.one, contest.other
    players = experiment.players[contest.one], experiment.players[contest.other]
    # A player that is there under two names must not play the very same games under both. (In a
    # tuning there are ever more players, and every trial has games of its own.)
    texts = [] if experiment.tune else [*experiment.players.values()]
    both = zip(players, names, strict=True)
    meant = [f"{who} {name}" if texts.count(who) > 1 else who for who, name in both]
    drawn_by = contest.round if contest.opening_set is None else contest.opening_set
    for number in range(n_games(experiment, contest)):
        pair, colour = divmod(number, 2)
        if contest.starter is not None:
            pair, colour = number, contest.starter
        yield GameTask(
            id=f"{contest.index}-{pair}-{colour}",
            contest=contest.index,
            pair=pair,
            colour=colour,
            game=contest.game,
            names=names[::-1] if colour else names,
            players=players[::-1] if colour else players,
            seed=seed_of(experiment.seed, drawn_by, contest.game, *meant, pair, colour),
            opening_seed=seed_of(experiment.seed, drawn_by, contest.game, pair),
            opening=experiment.opening,
            equal_seconds=experiment.equal_seconds,
        )


def n_games(experiment: Experiment, contest: Contest | None = None) -> int:
    """How many games a contest has, unless it is decided before."""
    if contest is not None and contest.pairs:
        return 2 * contest.pairs
    return 2 * experiment.pairs + experiment.is_odd


def seed_of(*parts: Any) -> int:
    """A seed that belongs to these things, and to no others."""
    text = "\n".join(map(str, parts))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "little") >> 1
