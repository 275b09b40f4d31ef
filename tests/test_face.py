"""How people see games: every game has a face, apart from its compiled rules."""

import pickle
from pathlib import Path
from typing import NamedTuple

import pytest
from boards import SMALL

from playout import Face, GameError, Nim, find, game, games
from playout.conformance import random_game
from playout.parameters import parameters_of
from playout.registry import REGISTRY


def test_games_are_the_files_of_the_folder():
    files = {path.stem for path in Path(games.__file__).parent.glob("*.py")} - {"__init__"}
    assert set(games.NAMES) == files
    for name, title in games.NAMES.items():
        cls = getattr(games, title)
        assert REGISTRY["game"][name] is cls
    with pytest.raises(AttributeError, match="Chess"):
        games.Chess  # noqa: B018


@pytest.mark.parametrize("name", games.NAMES)
def test_no_face_is_compiled(name):
    cls = type(find(name))
    faces = {method for method in dir(Face) if not method.startswith("_")}
    assert not faces & set(cls._kernels)
    assert all(hasattr(cls, method) for method in faces)


def test_class_comes_before_its_face():
    class CoinFace(Face):
        def player_names(self):
            return "Heads", "Tails"

        def goal(self):
            return "There is none."

    @game(face=CoinFace)
    class Coin(NamedTuple):
        heap: int = 1

        n_words = Nim.n_words
        n_moves = Nim.n_moves
        max_plies = Nim.max_plies
        start = Nim.start
        moves = Nim.moves
        play = Nim.play
        winner = Nim.winner

        def goal(self):
            return "Take it."

    assert (Coin().goal(), Coin().player_names()) == ("Take it.", ("Heads", "Tails"))
    assert Coin().split_line("1, 2") == ["1", "2"]


@pytest.mark.parametrize("name", SMALL)
def test_cells_of_a_move_are_those_before_it(name):
    """The last cell gets a piece of the player who moves; the others had one."""
    for seed in range(3):
        state = random_game(find(name), seed, plies=2 * seed)
        for move in state.moves() if not state.is_over else ():
            before, after = state.board().pieces, state.play(move)
            *froms, end = move.cells or (None,)
            if end is not None:
                assert before.get(end) != state.player
                assert after.board().pieces[end] == state.player
                assert end in after.board().last
            if name.startswith(("breakthrough", "knightthrough")):
                assert [before[cell] for cell in froms] == [state.player]
            assert pickle.loads(pickle.dumps(after)).board() == after.board()


@pytest.mark.parametrize("name", games.NAMES)
def test_parameters_are_declared_with_range_and_sentence(name):
    game = find(name)
    for field, parameter in parameters_of(game).items():
        assert parameter.text
        assert parameter.value(parameter.default) == (getattr(game, field), "")
        if parameter.kind is int:
            values = parameter.choices.values() if parameter.choices else parameter.range
            low, high = min(values), max(values)
            for value in (low - 1, high + 1):
                with pytest.raises(GameError, match=field):
                    type(game)(**{field: value})
