"""Tests of the rules of a game: what holds for every game, checked at each ply of random games."""

import pickle
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import numpy as np

from .board import Board
from .kernel import split
from .language import Text
from .nets.checks import view_problems
from .playouts import run_playouts
from .rules import GameError, can_set_up
from .state import State

__all__ = ["problems", "random_game"]

SET_UP_EVERY = 5  # positions: setting up takes its time
VIEWED = 3  # games, for what a network sees: plain Python takes its time
AT = "{state!r}: {problem}"


def random_game(game: Any, seed: int, plies: int | None = None) -> State:
    """The end of a game of uniformly random moves, or the position after so many plies."""
    state: State = game.start()
    while not state.is_over and (plies is None or len(state.history) < plies):
        state = _play_random(state, seed)
    return state


def problems(game: Any, n_games: int, seed: int = 0) -> Iterator[str]:
    """All problems with the rules of a game that random games show."""
    is_right = True
    for i in range(n_games):
        for problem in _in_game(game, _random(seed, i)):
            is_right = False
            yield problem
    for i in range(min(n_games, VIEWED) if is_right else 0):
        here = list(view_problems(game, _random(seed, i)))
        yield from here
        if here:
            return


def _random(seed: int, i: int) -> int:
    return int(split(np.uint64(seed), np.uint64(i)))


def _play_random(state: State, seed: int) -> State:
    return state.play(state._legal[_random(seed, len(state.history)) % len(state._legal)])


def _in_game(game: Any, seed: int) -> Iterator[str]:
    state = game.start()
    while not state.is_over:
        try:
            here = list(_in_position(state, _random(seed, len(state.history))))
        except IndexError as error:
            text = "{state!r}: a rule reads or writes outside its array: {error}"
            yield Text(text, state=state, error=str(error))
            return
        yield from (Text(AT, state=state, problem=problem) for problem in here)
        if here:
            return
        state = _play_random(state, seed)
    yield from (Text(AT, state=state, problem=problem) for problem in _at_end(state))


def _in_position(state: State, number: int) -> Iterator[str]:
    """The problems of a position; the random number chooses the move that is tried."""
    game, legal = state.game, state._legal
    if not legal:
        yield Text("the game goes on, but there is no legal move")
        return
    if len(state.history) >= game.max_plies():
        yield Text("the game goes on after max_plies() = {n} moves", n=game.max_plies())
    if state.player != len(state.history) % 2 or int(state.words[0]) != len(state.history):
        yield Text("word 0 does not count the plies, or the players do not alternate")
    yield from _in_moves(state)
    move = state.moves()[number % len(legal)]
    after = state.play(move)
    if state.play(move.name) != after or state.play(f" {move.name.upper()} ") != after:
        yield Text("the text {name!r} does not play the move that it names", name=move.name)
    if not np.array_equal(state.words, State(game, state.words).words):
        yield Text("looking at a position changes it")
    if number % SET_UP_EVERY == 0:
        yield from _in_set_up(state)


def _in_moves(state: State) -> Iterator[str]:
    """The problems of the legal moves, their codes and their names."""
    game, legal = state.game, state._legal
    if len(set(legal)) < len(legal):
        yield Text("a move is listed twice: {moves}", moves=str(legal))
    if not all(0 <= move < game.n_moves() for move in legal):
        text = "a move is not below n_moves() = {n}: {moves}"
        yield Text(text, n=game.n_moves(), moves=str(legal))
    codes = state.codes().values()
    if len(set(codes)) < len(legal):
        yield Text("two moves share a code: {codes}", codes=str(state.codes()))
    if not all(0 <= code < game.n_codes() for code in codes):
        text = "a code is not below n_codes() = {n}: {codes}"
        yield Text(text, n=game.n_codes(), codes=str(state.codes()))
    if {code >= game.n_codes() / 2 for code in codes} != {state.player == 1}:
        text = "the second player's codes are not the upper half: {codes}"
        yield Text(text, codes=str(state.codes()))
    if len({game.canonical(move.name) for move in state.moves()}) < len(legal):
        yield Text("two moves have the same name")


def _in_set_up(state: State) -> Iterator[str]:
    """A position set up from the pieces on the board is the one that was played."""
    game, board = state.game, state.board()
    if not can_set_up(game) or not game.is_all_shown(state.words):
        return
    if not isinstance(board, Board):
        yield Text("there is a set_up(), but no Board whose pieces it could set up")
        return
    try:
        again = State.set_up(game, board.pieces, state.player)
    except GameError as error:
        yield Text("set_up() refuses a position that was played: {error}", error=error)
        return
    if again != state or again._key != state._key or again._winner != state._winner:
        words = {"one": str(again.words[1:]), "other": str(state.words[1:])}
        yield Text("set_up() makes another position, {one} of {other}", **words)
    elif again.codes() != state.codes():
        yield Text("the position that set_up() makes has other moves")
    elif game.board(again.words) != game.board(state.words):
        yield Text("the position that set_up() makes has another board")
    elif run_playouts(again, 3).tolist() != run_playouts(state, 3).tolist():
        yield Text("playouts from the position that set_up() makes have other results")


def _at_end(state: State) -> Iterator[str]:
    game = state.game
    if len(state.history) > game.max_plies():
        yield Text("the game was longer than max_plies() = {n}", n=game.max_plies())
    if state._winner not in (0, 1, 2):
        yield Text("winner() is {winner}", winner=state._winner)
    again = game.start()
    for move in state.history:
        again = again.play(move)
    if again != state or hash(again) != hash(state):
        yield Text("the same moves lead to another position")
    if pickle.loads(pickle.dumps(state)) != state:
        yield Text("pickling changes the position")
    if set(run_playouts(state, 3).tolist()) != {state._winner}:
        yield Text("a playout from the end changes the winner")
    ElementTree.fromstring(state.svg())
    if not str(state.board()).strip() and state.words[1:].any():
        yield Text("the board is blank")
    yield from _in_set_up(state)
