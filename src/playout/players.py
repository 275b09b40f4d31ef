"""Who chooses a move: a random player, or a search with a budget."""

import inspect
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from .kernel import split
from .search import ALGORITHMS, SCHEDULES, Result, SearchError, search
from .state import Move, State

__all__ = ["PLAYERS", "Choice", "Random", "Searcher", "player_of"]

PLAYERS = ("human", "random", *ALGORITHMS)


class Choice(NamedTuple):
    """A move and what the player thought of it."""

    move: Move
    value: float | None = None  # in [0, 1] for the player who moves
    line: tuple[Move, ...] = ()


class Random:
    """Any legal move, uniformly."""

    def choose(self, state: State, seed: int, progress: Callable | None = None) -> Choice:
        moves = state.moves()
        return Choice(moves[int(split(np.uint64(seed), np.uint64(0))) % len(moves)])


class Searcher:
    """The move that a search finds within its budget."""

    def __init__(
        self, algorithm: Any, seconds: float | None = None, simulations: int | None = None
    ) -> None:
        self.algorithm = algorithm
        self.simulations = simulations
        self.seconds = 1.0 if seconds is None and simulations is None else seconds

    def choose(self, state: State, seed: int, progress: Callable | None = None) -> Choice:
        """`progress` is called with the share of the budget that is spent."""

        def show(result: Result) -> None:
            shares = [0.0]
            if self.seconds:
                shares.append(result.seconds / self.seconds)
            if self.simulations:
                shares.append(result.simulations / self.simulations)
            if progress:
                progress(min(max(shares), 1.0))

        result = self.search(state, seed, show if progress else None)
        return Choice(result.move, result.value, result.line)

    def search(
        self, state: State, seed: int | None = None, on_progress: Callable | None = None
    ) -> Result:
        """The whole result of the search."""
        return search(
            state,
            self.algorithm,
            seconds=self.seconds,
            simulations=self.simulations,
            seed=seed,
            on_progress=on_progress,
        )


def player_of(text: str) -> Any:
    """The player that `random`, `uct:c=0.7` or `rave:beta=hand,k=500,seconds=2` names.

    None for `human`.
    """
    name, _, settings = text.partition(":")
    if name not in PLAYERS:
        raise SearchError(f"no player is called {name!r}; there are {', '.join(PLAYERS)}")
    values = _settings(name, settings)
    if name in ("human", "random"):
        _refuse(name, values, ())
        return Random() if name == "random" else None
    budget: dict[str, Any] = {}
    for key, kind in (("seconds", float), ("simulations", int)):
        if key in values:
            budget[key] = _number(name, key, values.pop(key), kind)
            if not 0 < budget[key] < float("inf"):
                raise SearchError(f"{name}: {key} must be more than 0, not {budget[key]}")
    return Searcher(_algorithm(name, values), **budget)


def _settings(name: str, text: str) -> dict[str, str]:
    values = {}
    for part in filter(None, text.split(",")):
        key, given, value = part.partition("=")
        if not given:
            raise SearchError(f"{name}: {part!r} is no setting; write key=value")
        values[key.strip()] = value.strip()
    return values


def _algorithm(name: str, values: dict[str, str]) -> Any:
    cls = ALGORITHMS[name]
    fields: dict[str, Any] = {}
    if "schedule" in cls._fields:
        beta = values.pop("beta", "bias")
        if beta not in SCHEDULES:
            raise SearchError(
                f"{name}: no beta is called {beta!r}; there are {', '.join(SCHEDULES)}"
            )
        own = SCHEDULES[beta]._fields
        taken = {key: _number(name, key, values.pop(key), float) for key in own if key in values}
        fields["schedule"] = SCHEDULES[beta](**taken)
    _refuse(name, values, tuple(field for field in cls._fields if field != "schedule"))
    kinds = inspect.get_annotations(cls)
    for key, value in values.items():
        fields[key] = _number(name, key, value, kinds[key])
    return cls(**fields)


def _refuse(name: str, values: dict[str, str], known: tuple[str, ...]) -> None:
    for key in values:
        if key not in known:
            takes = ", ".join((*known, "seconds", "simulations")) if known else "none"
            raise SearchError(f"{name} has no setting {key!r}; it takes {takes}")


def _number(name: str, key: str, text: str, kind: type) -> Any:
    if kind is bool and text.lower() in ("true", "false"):
        return text.lower() == "true"
    try:
        return kind(int(text)) if kind in (int, bool) else kind(text)
    except ValueError:
        raise SearchError(f"{name}: {key} must be a number, not {text!r}") from None
