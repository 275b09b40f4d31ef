"""What networks see: the same from either side, and turned as the game's symmetries say."""

import boards
import numpy as np
import pytest

from playout import find
from playout.nets.planes import moves_of, planes_of, shape_of, turned, turned_moves

SEEN = [text for text in boards.SMALL if text != "hex:3,swap=true"]


def start(text):
    return find(text).start()


def random_states(text, seed):
    rng = np.random.default_rng(seed)
    state = start(text)
    while not state.is_over:
        yield state
        state = state.play(int(rng.choice(moves_of(state)[0])))


@pytest.mark.parametrize("text", boards.SMALL)
def test_every_legal_move_is_another_of_the_networks(text):
    for seed in range(5):
        for state in random_states(text, seed):
            shape = shape_of(state.game)
            moves, indices = moves_of(state)
            assert sorted(moves) == sorted(map(int, state.moves()))
            assert len(set(indices)) == len(moves)
            assert all(0 <= index < shape.n_moves for index in indices)
            seen = planes_of(state)
            assert seen.shape == (1, shape.rows, shape.cols, shape.planes)
            assert set(np.unique(seen)) <= {0.0, 1.0}


@pytest.mark.parametrize("text", SEEN)
def test_a_game_that_is_turned_looks_turned(text):
    """Play a game and its mirror image side by side, by what a network sees alone."""
    game = start(text).game
    shape = shape_of(game)
    first = planes_of(start(text))
    for symmetry in game.symmetries():
        if not np.array_equal(turned(first, symmetry), first):
            assert text.startswith("othello")  # whose start some symmetries of its rules change
            continue
        order = np.arange(shape.n_moves)[None]
        to = turned_moves(order, shape, symmetry)[0]  # i of the image is to[i] here
        for seed in range(3):
            rng = np.random.default_rng(seed)
            here, there = start(text), start(text)
            while not here.is_over:
                assert np.array_equal(turned(planes_of(here), symmetry), planes_of(there))
                moves, indices = moves_of(here)
                images, at = moves_of(there)
                move = int(rng.choice(len(moves)))
                image = [i for i in range(len(at)) if to[at[i]] == indices[move]]
                if len(moves) > 1:
                    assert sorted(to[at]) == sorted(indices)
                here = here.play(int(moves[move]))
                there = there.play(int(images[image[0] if image else 0]))
            assert there.is_over
            assert here.winner == there.winner


def test_hex_looks_the_same_to_both():
    """White's stones mirrored on the long diagonal are Black's: the same is seen."""
    black = start("hex:4").play("b1").play("c3").play("a4").play("d1")
    white = start("hex:4").play("d4").play("a2").play("c3").play("d1").play("a4")
    seen = planes_of(black)[0]
    assert seen[1, 2, 0] == 1  # b1, in the first row below the rim
    assert seen[3, 3, 1] == 1  # c3 of White
    assert (seen[0, 1:-1, 0] == 1).all()
    assert (seen[1:-1, 0, 1] == 1).all()
    assert planes_of(white)[0, 1, 2, 0] == 1  # a2 of White, seen as b1
    assert moves_of(white)[1][list(moves_of(white)[0]).index(1)] == 2 * 6 + 1  # b1 seen as a2


def test_breakthrough_is_seen_moving_up():
    state = start("breakthrough:3x5").play("a2a3")
    seen = planes_of(state)[0]
    assert (seen[:2, :, 0] == 1).all()
    assert seen[2, 0, 1] == 1
    moves, indices = moves_of(state)
    names = [state.game.move_name(state.words, m) for m in moves]
    assert indices[names.index("a4b3")] == (1 * 3 + 0) * 3 + 2
