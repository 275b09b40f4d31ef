"""What a network says by itself is what a search hears of it."""

import pytest

import playout
from playout import find
from playout.kernel import JIT
from playout.nets import NetError
from playout.nets.evaluate import speak
from playout.nets.forward import forward
from playout.nets.names import AUTO, network_for
from playout.nets.opinion import opinion, prepare
from playout.nets.planes import fill_moves, fill_planes, planes_of
from playout.search import Puct
from playout.warmup import Part, parts_of


@pytest.mark.parametrize("game", ["hex:5", "connect4"])
def test_priors_are_those_of_a_search(game):
    state = find(game).start()
    said = opinion(state)
    found = playout.search(state, Puct(), simulations=1, seed=1)
    heard = {row.move: row.estimates["prior"].value for row in found.rows}
    assert {move: pytest.approx(prior, abs=1e-3) for move, prior in said.priors} == heard
    assert sum(prior for _, prior in said.priors) == pytest.approx(1)
    assert [prior for _, prior in said.priors] == sorted(
        (prior for _, prior in said.priors), reverse=True
    )
    _, value = forward(network_for(state.game, AUTO), planes_of(state))
    assert (said.value > 0.5) == (value[0] > 0)


def test_where_there_is_nothing_to_say():
    for game in ("nim", "go:komi=5.5", "domineering:cols=7,rows=4"):
        with pytest.raises(NetError, match=f"there is no network for {game}"):
            opinion(find(game).start())
    over = find("connect4").start()
    for move in "1212121":
        over = over.play(move)
    with pytest.raises(NetError, match="the game is over"):
        opinion(over)


@pytest.mark.skipif(not JIT, reason="nothing is compiled with the JIT off")
def test_what_is_prepared_is_all_that_is_compiled():
    state = find("hex:7").start()
    prepare(state.game)
    kernels = speak, fill_planes, fill_moves
    before = [{*kernel.overloads} for kernel in kernels]
    opinion(state)
    assert [{*kernel.overloads} for kernel in kernels] == before


def test_warmup_has_it_where_there_is_a_network():
    assert Part("network", "othello") in parts_of("othello")
    assert not any(part.kind == "network" for part in parts_of("nim"))
