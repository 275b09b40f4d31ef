"""What a network says, fast, is what it says by the plainest means, alone or in a batch."""

import boards
import numpy as np
import pytest

from playout import find
from playout.kernel import JIT
from playout.nets.evaluate import Averaged, Evaluator
from playout.nets.file import Architecture, NetError, random_network
from playout.nets.forward import forward
from playout.nets.planes import moves_of, planes_of, turned, turned_moves

SEEN = [text for text in boards.SMALL if text != "hex:3,swap=true"]


def positions(game, n):
    """What a network sees of random positions."""
    rng, found = np.random.default_rng(1), []
    while len(found) < n:
        state = game.start()
        while not state.is_over and len(found) < n:
            found.append(planes_of(state)[0])
            state = state.play(int(rng.choice(moves_of(state)[0])))
    return np.stack(found)


def said(evaluator, seen):
    planes, policy, value = evaluator.room(len(seen))
    planes[:] = seen
    evaluator.evaluate(len(seen), planes, policy, value)
    return policy, value


@pytest.mark.parametrize("wide", [16, 32])
@pytest.mark.parametrize("architecture", [Architecture(2, 24), Architecture(0, 32)])
@pytest.mark.parametrize("text", SEEN)
def test_it_agrees_with_the_plainest_means(text, architecture, wide):
    """On every game, on boards of any size, with channels that fill tiles and that do not."""
    game = find(text)
    network = random_network(game, architecture, seed=3)
    seen = positions(game, 5)
    policy, value = said(Evaluator(network, game, wide), seen)
    expected = forward(network, seen)
    assert np.allclose(policy, expected[0], atol=1e-4)
    assert np.allclose(value, expected[1], atol=1e-4)


def test_network_of_one_board_plays_on_another():
    network = random_network(find("hex:7"), Architecture(2, 16), seed=3)
    for text in ("hex:4", "hex:11"):
        seen = positions(find(text), 3)
        policy, value = said(Evaluator(network, find(text)), seen)
        expected = forward(network, seen)
        assert np.allclose(policy, expected[0], atol=1e-4)
        assert np.allclose(value, expected[1], atol=1e-4)


@pytest.mark.skipif(not JIT, reason="the plainest means round as NumPy does")
@pytest.mark.parametrize("text", ["hex:5", "nim"])
def test_a_position_is_worth_the_same_in_any_batch(text):
    """To the last bit: so a search is the same whatever else was asked about with a leaf."""
    game = find(text)
    evaluator = Evaluator(random_network(game, Architecture(2, 32), seed=4), game)
    seen = positions(game, 17)
    policy, value = said(evaluator, seen)
    for i in range(len(seen)):
        alone = said(evaluator, seen[i : i + 1])
        assert (alone[0][0] == policy[i]).all()
        assert alone[1][0] == value[i]


def test_rows_beyond_the_batch_stay_as_they_are():
    """What was known of other leaves is there."""
    game = find("connect4")
    evaluator = Evaluator(random_network(game, Architecture(1, 16)), game)
    planes, policy, value = evaluator.room(4)
    policy[:], value[:] = 7, 7
    evaluator.evaluate(2, planes, policy, value)
    assert (policy[2:] == 7).all()
    assert (value[2:] == 7).all()


@pytest.mark.parametrize("text", ["connect4", "breakthrough:5x6", "hex:4", "othello:4", "mnk"])
def test_mean_over_symmetries_says_the_same_of_a_position_and_its_images(text):
    """Of which a network by itself does not, nor does the mean say what the network says."""
    game = find(text)
    network = random_network(game, Architecture(2, 16), seed=3)
    plain, averaged = Evaluator(network, game), Averaged(Evaluator(network, game), game)
    seen = positions(game, 4)
    policy, value = said(averaged, seen)
    assert not np.allclose(policy, said(plain, seen)[0], atol=1e-3)
    for way in game.symmetries():
        images = said(averaged, turned(seen, way))
        assert np.allclose(images[0], turned_moves(policy, plain.shape, way), atol=1e-4)
        assert np.allclose(images[1], value, atol=1e-4)


def test_network_whose_answers_are_no_numbers_is_refused():
    game = find("hex:4")
    network = random_network(game, Architecture(2, 8))
    huge = {name: np.full_like(array, 65504) for name, array in network.arrays.items()}
    huge["value.b.w"][::2] *= -1  # one infinity less another
    with pytest.raises(NetError, match="is damaged"), np.errstate(all="ignore"):
        said(Evaluator(network._replace(arrays=huge), game), positions(game, 2))
