"""Does a game say rightly what a network sees of it? What is wrong, in a sentence.

Compiled rules write outside of an array without a word, and a network learns from what it is given:
nothing but weak play would tell. So the methods are tried as plain Python, in a random game.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..errors import PlayoutError
from ..kernel import split
from ..language import Text
from ..state import State
from .file import LARGEST
from .planes import Shape, shape_of, turned, turned_moves

__all__ = ["check_view", "untried_symmetries", "view_problems"]

MOST_NUMBERS = 2**20  # that a network may see of a position, or say of its moves
GAMES = 3
LETTERS = "trcm"


def check_view(game: Any) -> None:
    """Raise an error that says what is wrong, if anything is."""
    for seed in range(GAMES):
        for problem in view_problems(game, seed):
            why = "a network cannot learn {game}: {problem}"
            raise PlayoutError(why, "bad-view", game=str(game), problem=problem)


def view_problems(game: Any, seed: int = 0) -> Iterator[Text]:
    """What is wrong, as far as a random game shows it."""
    try:
        shape = tuple(game.net_shape())
    except Exception as error:
        yield Text("net_shape() fails: {error}", error=_said(error))
        return
    if len(shape) != 4 or not all(isinstance(n, int | np.integer) and n > 0 for n in shape):
        why = (
            "net_shape() must be four whole numbers, planes, rows, columns and moves of a cell,"
            " all above 0, not {shape}"
        )
        yield Text(why, shape=str(shape))
        return
    shape = shape_of(game)
    if max(shape.n_moves, shape.rows * shape.cols * shape.planes) > MOST_NUMBERS:
        yield Text("net_shape() is too large: {shape}", shape=str(tuple(shape)))
        return
    here = [*_in_symmetries(game, shape)]
    state = game.start()
    while state._legal and not state.is_over and not here:
        here = [*_in_position(state, shape)]
        number = int(split(np.uint64(seed), np.uint64(len(state.history))))
        state = state.play(state._legal[number % len(state._legal)])
    yield from here
    if not here:
        for symmetry in game.symmetries():
            yield from _in_mirror(game, shape, symmetry, seed)


def _in_position(state: State, shape: Shape) -> Iterator[Text]:
    game, words = state.game, state.words.copy()
    seen = np.full((shape.rows, shape.cols, shape.planes), np.nan, np.float32)
    sizes = {"planes": shape.planes, "rows": shape.rows, "cols": shape.cols}
    try:
        game.net_planes(words, seen)
    except IndexError as error:
        why = (
            "net_planes() writes outside of its {rows} rows, {cols} columns and {planes} planes:"
            " {error}"
        )
        yield Text(why, **sizes, error=str(error))
        return
    except Exception as error:
        yield Text("net_planes() fails: {error}", error=_said(error))
        return
    if not np.array_equal(words, state.words):
        yield Text("net_planes() changes the position")
        words = state.words.copy()
    if not np.isfinite(seen).all():
        row, col, plane = (int(each[0]) for each in np.nonzero(~np.isfinite(seen)))
        why = (
            "net_planes() leaves out[{row}, {col}, {plane}] as it was, or writes no number to it:"
            " zeros must be written, too"
        )
        yield Text(why, row=row, col=col, plane=plane)
    elif (largest := np.abs(seen)).max() > LARGEST:
        row, col, plane = map(int, np.unravel_index(largest.argmax(), seen.shape))
        why = (
            "net_planes() writes {value:g} to out[{row}, {col}, {plane}]: nothing is"
            " learnt from numbers larger than {most}"
        )
        value = float(seen[row, col, plane])
        yield Text(why, value=value, row=row, col=col, plane=plane, most=LARGEST)
    try:
        indices = {move: game.net_index(words, int(move)) for move in state.moves()}
    except Exception as error:
        yield Text("net_index() fails: {error}", error=_said(error))
        return
    if not np.array_equal(words, state.words):
        yield Text("net_index() changes the position")
    owner: dict[Any, Any] = {}
    for move, index in indices.items():
        if not isinstance(index, int | np.integer):  # compiled rules take no other
            why = "net_index() of {move} is {index}; it must be a whole number: write // for /"
            yield Text(why, move=move.name, index=str(index))
            return
        if not 0 <= index < shape.n_moves:
            why = (
                "net_index() of {move} is {index}; it must be from 0 to {most}, since net_shape()"
                " has {rows} * {cols} * {moves} moves"
            )
            most = {"most": shape.n_moves - 1, "moves": shape.moves}
            yield Text(why, move=move.name, index=index, **most, **sizes)
            return
        if index in owner:
            why = "net_index() is {index} for both {one} and {other}: each legal move needs another"
            yield Text(why, index=index, one=owner[index].name, other=move.name)
            return
        owner[index] = move


def _in_symmetries(game: Any, shape: Shape) -> Iterator[Text]:
    try:
        symmetries = tuple(game.symmetries())
    except Exception as error:
        yield Text("symmetries() fails: {error}", error=_said(error))
        return
    for symmetry in symmetries:
        letters = isinstance(symmetry, str) and symmetry.rstrip("0123456789")
        if not letters or len(set(letters)) < len(letters) or not set(letters) <= {*LETTERS}:
            why = (
                "symmetries() has {symmetry!r}: it must be a text of the letters r, c, t and m,"
                " each once at most, and maybe digits after them"
            )
            yield Text(why, symmetry=symmetry)
            return
        digits = symmetry[len(letters) :]
        if digits and sorted(map(int, digits)) != [*range(shape.moves)]:
            why = (
                "symmetries() has {symmetry!r}, whose digits must name each of the {moves} moves of"
                " a cell once"
            )
            yield Text(why, symmetry=symmetry, moves=shape.moves)
        if "t" in letters and shape.rows != shape.cols:
            why = (
                "symmetries() has {symmetry!r}, which exchanges rows and columns, but there are"
                " {rows} rows and {cols} columns"
            )
            sizes = {"rows": shape.rows, "cols": shape.cols}
            yield Text(why, symmetry=symmetry, **sizes)


def untried_symmetries(game: Any) -> list[str]:
    """Those that no game can try: the start is not its own image."""
    shape, start = shape_of(game), game.start()
    seen = _seen(start, shape)
    return [each for each in game.symmetries() if not np.array_equal(turned(seen, each), seen)]


def _in_mirror(game: Any, shape: Shape, symmetry: str, seed: int) -> Iterator[Text]:
    """Play a game and its image side by side, where the start is its own image."""
    here = there = game.start()
    to = turned_moves(np.arange(shape.n_moves)[None], shape, symmetry)[
        0
    ]  # of the image, i is to[i]
    if symmetry in untried_symmetries(game):
        return
    while not here.is_over:
        mine = {int(game.net_index(here.words, int(move))): move for move in here.moves()}
        images = {int(to[game.net_index(there.words, int(m))]): m for m in there.moves()}
        if mine.keys() != images.keys() and len(mine) > 1:
            why = (
                "symmetries() has {symmetry!r}, but after {moves} the moves of the image are others"
            )
            yield Text(why, symmetry=symmetry, moves=" ".join(m.name for m in here.history) or "-")
            return
        number = int(split(np.uint64(seed), np.uint64(len(here.history))))
        index = sorted(mine)[number % len(mine)]
        here, there = here.play(mine[index]), there.play(images.get(index, there.moves()[0]))
        if here.is_over != there.is_over or here.winner != there.winner:
            why = "symmetries() has {symmetry!r}, but the image of a game ends otherwise"
            yield Text(why, symmetry=symmetry)
            return
        if not np.array_equal(turned(_seen(here, shape), symmetry), _seen(there, shape)):
            why = "symmetries() has {symmetry!r}, but the image of a position looks otherwise"
            yield Text(why, symmetry=symmetry)
            return


def _seen(state: State, shape: Shape) -> np.ndarray:
    out = np.zeros((1, shape.rows, shape.cols, shape.planes), np.float32)
    state.game.net_planes(state.words, out[0])
    return out


def _said(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
