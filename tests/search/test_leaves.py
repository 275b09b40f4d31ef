"""Searches with a network: seeds, slices, threads, what is remembered, proofs, playouts beside it,
and what is wrong with a network."""

import numpy as np
import pytest
from networks import MadeUp, answer_to, use_made_up
from trees import arrays_of, children

from playout import Breakthrough, Connect4, Hex, Mnk, find, search
from playout.nets.file import Architecture, NetError, random_network, write
from playout.nets.names import AUTO, NONE, network_for
from playout.nets.planes import planes_of, shape_of
from playout.player_spec import PlayerSpec
from playout.players import Searcher
from playout.search import Gumbel, Puct, Search, SearchError, Uct
from playout.search.leaves import Leaves
from playout.search.network import KNOWN
from playout.search.tree import ROOT
from playout.solve import solve
from playout.web.trees import node_of, report_of

BOTH = pytest.mark.parametrize("algorithm", [Puct(), Gumbel()], ids=["puct", "gumbel"])
SMALL = Architecture(blocks=1, channels=8)


@pytest.fixture
def made_up(monkeypatch):
    use_made_up(monkeypatch)


@pytest.fixture
def net(tmp_path):
    """The path of a network of tic-tac-toe that has learnt nothing."""
    path = tmp_path / "ttt.net"
    write(path, random_network(Mnk(), SMALL, seed=2))
    return str(path)


def visits(result):
    return {int(row.move): row.visits for row in result.rows}


# --- the same search, however it is run -----------------------------------------------------


@BOTH
def test_same_seed_gives_the_same_result(algorithm, made_up):
    algorithm = algorithm._replace(noise=0.5)
    results = [search(Mnk().start(), algorithm, simulations=120, seed=5) for _ in range(2)]
    assert str(results[0].rows) == str(results[1].rows)


def test_slices_do_not_change_a_search(made_up):
    """A run in pieces of any length, as the clock cuts it, is the run in one go."""
    found = []
    for sizes in ([150], [1, 2, 30, 7, 60, 50]):
        grown = Search(Mnk().start(), Puct(), seed=1)
        (worker,) = grown.workers
        done = 0
        for size in sizes:
            worker.scratch.more[0] = max(0, 150 - done - size)
            done += grown._simulate(worker, max(0, min(size, 150 - done)))
        found.append(visits(grown.result()))
        assert worker.tree.visits[ROOT] == 150
    assert found[0] == found[1]


@BOTH
@pytest.mark.parametrize("cache_bytes", [0, 200, 2**20])
def test_what_is_remembered_changes_nothing(algorithm, cache_bytes, monkeypatch):
    """The same tree with no table, with one in which positions throw each other out, and with room
    for all; and the more is remembered, the less is asked."""
    found = {}
    for n_bytes in (0, cache_bytes):
        use_made_up(monkeypatch, n_bytes)
        grown = Search(Mnk().start(), algorithm, seed=1, most=250)
        grown.run(simulations=250)
        found[n_bytes] = [part.copy() for part in arrays_of(grown.trees[0])], grown
    for one, two in zip(found[0][0], found[cache_bytes][0], strict=True):
        assert (one == two).all()
    asked = [grown.workers[0].leaves.asked for _, grown in found.values()]
    if cache_bytes == 2**20:
        assert asked[1] < asked[0]


@BOTH
def test_threads_are_added_up_and_the_same_each_time(algorithm, made_up):
    algorithm = algorithm._replace(noise=0.3)
    results = [search(Mnk().start(), algorithm, simulations=90, seed=3, threads=3) for _ in "12"]
    assert str(results[0].rows) == str(results[1].rows)
    assert results[0].simulations == 90


def test_batches_ask_about_several_leaves_at_once(made_up):
    grown = Search(Hex(5).start(), Puct(batch=6), seed=1)
    grown.run(simulations=400)
    sizes = grown.workers[0].leaves.evaluator.sizes
    assert sizes[0] == 1
    assert max(sizes) == 6
    assert sum(sizes) == grown.workers[0].leaves.asked


@BOTH
def test_part_of_the_tree_is_kept_with_what_the_network_said(algorithm, made_up):
    player = Searcher(algorithm, simulations=100, reuse=True)
    state = Connect4().start()
    for _ in range(3):
        result = player.search(state, 1)
        state = state.play(result.move)
    kept = player._continued(state)
    tree = kept.trees[0]
    assert tree.visits[ROOT] > 1
    logits, value = answer_to(state)
    assert tree.stats.net.network[ROOT] == pytest.approx(1 - value, abs=1e-5)
    shares = np.exp(logits) / np.exp(logits).sum()
    found = {int(tree.move[1 + i]): tree.stats.net.prior[1 + i] for i in range(len(logits))}
    for move, share in zip(state.moves(), shares, strict=True):
        assert found[int(move)] == pytest.approx(share, abs=1e-5)


def test_tree_that_is_full_goes_on_without_growing(made_up):
    grown = Search(Mnk().start(), Puct(), seed=1, memory=6000)
    assert grown.run(simulations=300).simulations == 300


@BOTH
@pytest.mark.parametrize("threads", [1, 2])
def test_time_ends_a_search(algorithm, threads, made_up):
    """However many simulations that is; the rounds of a search that halves have come to an end: in
    each thread's tree, which may have another winner, its winner has the most visits."""
    algorithm = algorithm._replace(solver=False)
    grown = Search(Mnk().start(), algorithm, seed=1, threads=threads)
    result = grown.run(seconds=0.5)
    found = visits(result)
    assert result.simulations == sum(found.values()) + threads  # the first asks about the root
    winners = [algorithm.kept(tree) for tree in grown.trees]
    if None in winners:  # no halving: the visits of all trees decide
        assert found[int(result.move)] == max(found.values())
        return
    for tree, (winner,) in zip(grown.trees, winners, strict=True):
        in_tree = {int(tree.move[child]): tree.visits[child] for child in children(tree, ROOT)}
        assert in_tree[winner] == max(in_tree.values())
    assert {int(result.move)} <= set().union(*winners)


@pytest.mark.parametrize("threads", [1, 2])
@BOTH
def test_there_is_an_opinion_however_short_the_time(algorithm, threads, made_up):
    """The network is first asked about the root, which alone says nothing of a move."""
    result = Search(Connect4().start(), algorithm, seed=1, threads=threads).run(seconds=1e-9)
    assert 0 < result.value < 1


def test_only_move_gets_few_simulations(made_up):
    state = Mnk().start().play_all("b2 a1 a2")
    assert search(state, Puct(), simulations=2000, seed=1).simulations <= 50


# --- what it finds --------------------------------------------------------------------------


@BOTH
def test_random_network_with_a_solver_plays_tic_tac_toe_perfectly(algorithm, made_up):
    """After any two moves, enough simulations find a move that keeps what the position is worth."""
    start = Mnk().start()
    for first in start.moves()[::2]:
        for second in start.play(first).moves()[::3]:
            state = start.play(first).play(second)
            result = search(state, algorithm, simulations=1500, seed=1)
            truth = solve(state, all_moves=True)
            assert result.move in truth.best, f"{state.history}: {result.move}"


@BOTH
@pytest.mark.parametrize("moves", ["b2 a1 a2 a3", "b2 a1 a2 a3 c1"], ids=["first", "second"])
def test_values_are_those_of_the_player_to_move(algorithm, moves, made_up):
    """One move wins at once, or the other player's only winning move must be stopped."""
    state = Mnk().start().play_all(moves)
    more = {"c": 4.0} if isinstance(algorithm, Puct) else {}  # what the network says is wrong
    algorithm = algorithm._replace(solver=False, **more)
    result = search(state, algorithm, simulations=3000, seed=1)
    truth = solve(state, all_moves=True)
    assert result.move in truth.best


@BOTH
def test_what_is_proven_gets_no_more_simulations(algorithm, made_up):
    grown = Search(Mnk().start().play("a1"), algorithm._replace(batch=1), seed=1)
    (worker,) = grown.workers
    tree = worker.tree
    if algorithm.rounds(2):
        grown.run(simulations=1)
        tree.stats.rounds[:] = 2000, 0, 0
    n_proven = 0
    for _ in range(2000):
        first = int(tree.first[ROOT])
        nodes = [v for v in range(first, first + int(tree.n_children[ROOT])) if tree.proven[v]]
        before = tree.visits[nodes].tolist()
        if grown._simulate(worker, 1) == 0 or tree.proven[ROOT]:
            break
        assert tree.visits[nodes].tolist() == before
        n_proven = max(n_proven, len(nodes))
    assert n_proven > 0


@BOTH
def test_playouts_count_by_their_weight(algorithm, made_up):
    """With all the weight on playouts, a leaf is worth 0, 1/2 or 1 whatever the network says."""
    algorithm = algorithm._replace(mix=1.0, solver=False)
    grown = Search(Mnk().start(), algorithm, seed=1)
    grown.run(simulations=100)
    tree = grown.trees[0]
    assert (2 * tree.total[:500] % 1 == 0).all()
    grown = Search(Mnk().start(), algorithm._replace(mix=0.5), seed=1)
    grown.run(simulations=100)
    assert not (2 * grown.trees[0].total[:500] % 1 == 0).all()


@BOTH
def test_table_has_the_prior_and_the_networks_value(algorithm, made_up):
    state = Mnk().start()
    result = search(state, algorithm, simulations=100, seed=1)
    assert {"prior_value", "network_value"} <= set(result.table.columns)
    assert sum(row.estimates["prior"].value for row in result.rows) == pytest.approx(1, abs=1e-4)
    row = result.rows[0]
    _, value = answer_to(state.play(row.move))
    assert row.estimates["network"].value == pytest.approx(1 - value, abs=1e-5)


def test_page_is_sent_the_prior_and_the_networks_value(made_up):
    grown = Search(Mnk().start(), Puct(), seed=1)
    result = grown.run(simulations=60)
    report, node = report_of(result), node_of(grown, [])
    for sent in (report.rows, node.children):
        for row in sent:
            estimates = next(r for r in result.rows if r.move.name == row.move).estimates
            assert row.prior == estimates["prior"].value
            assert row.network == (estimates["network"].value if row.visits else None)
    plain = report_of(search(Mnk().start(), Uct(), simulations=20, seed=1)).rows[0]
    assert plain.prior is plain.network is None


# --- networks by name -----------------------------------------------------------------------


def test_network_of_a_file_is_asked(net):
    state = Mnk().start()
    player = PlayerSpec.parse(f"puct:net={net},simulations=40")
    assert str(player) == f"puct:net={net},simulations=40"
    result = search(state, player.algorithm, simulations=40, seed=1)
    assert "prior" in result.rows[0].estimates
    assert search(state, Gumbel(net=net), simulations=40, seed=1).simulations == 40


def test_without_a_network_moves_are_even_and_played_out():
    for name in ("none", "auto"):  # tic-tac-toe has none of its own
        result = search(Mnk().start(), Puct(net=name), simulations=50, seed=1)
        assert not result.rows[0].estimates


def test_auto_is_the_network_whose_board_is_most_alike(tmp_path, monkeypatch):
    for size in (3, 6):
        net = random_network(Hex(size), SMALL, seed=size, text=f"hex:{size}")
        write(tmp_path / f"hex{size}.net", net)
    for module in ("names", "file"):
        monkeypatch.setattr(f"playout.nets.{module}.SHIPPED", tmp_path)
    assert network_for(Hex(4), AUTO).shape == shape_of(Hex(3))
    assert network_for(Hex(6), AUTO).shape == shape_of(Hex(6))
    assert network_for(Mnk(), AUTO) is None
    assert network_for(Hex(6), NONE) is None


def test_auto_is_no_network_of_other_rules():
    assert network_for(Breakthrough(), AUTO) is not None
    assert network_for(Breakthrough(6, 6), AUTO) is not None
    assert network_for(Breakthrough(misere=True), AUTO) is None
    assert network_for(Connect4(line=5), AUTO) is None
    assert network_for(find("mnk:15x15x5"), AUTO) is not None
    assert network_for(find("mnk:13x13x5"), AUTO) is not None
    assert network_for(find("mnk:15x15x4"), AUTO) is None
    assert network_for(find("domineering:6x6"), AUTO) is not None
    assert network_for(find("domineering:7x4"), AUTO) is None  # it has seen squares alone


def test_wrong_network_is_said_in_a_sentence(net, tmp_path):
    state = Connect4().start()
    with pytest.raises(NetError, match="and not of"):
        search(state, Puct(net=net), simulations=10)
    with pytest.raises(SearchError, match=r"net must be one of .*or the path of a \.net file"):
        PlayerSpec.parse("puct:net=hex99")
    with pytest.raises(NetError, match="cannot be read"):
        search(state, Puct(net=str(tmp_path / "absent.net")), simulations=10)
    broken = tmp_path / "broken.net"
    broken.write_bytes((tmp_path / "ttt.net").read_bytes()[:-100])
    with pytest.raises(NetError, match="not a whole one"):
        search(state, Puct(net=str(broken)), simulations=10)
    with pytest.raises(SearchError, match="files cannot be named here"):
        PlayerSpec.parse(f"puct:net={net}", files=False)
    with pytest.raises(SearchError, match="transpositions"):
        search(Mnk().start(), Puct(net=net, transpositions=True), simulations=10)


def test_network_that_was_written_anew_is_read_anew(net):
    state = Mnk().start()
    before = search(state, Puct(net=net), simulations=30, seed=1)
    write(net, random_network(Mnk(), Architecture(1, 4), seed=9))
    after = search(state, Puct(net=net), simulations=30, seed=1)
    assert before.rows[0].estimates != after.rows[0].estimates


def test_planes_of_a_leaf_are_those_of_its_position(made_up):
    """What is asked about is the position of the leaf, as its player sees it."""
    seen = []

    class Watching(MadeUp):
        def evaluate(self, n, planes, policy, value):
            seen.extend(part.copy() for part in planes[:n])
            super().evaluate(n, planes, policy, value)

    game, algorithm = Hex(4), Puct()
    grown = Search(game.start(), algorithm, seed=1)
    grown.workers = [
        worker._replace(leaves=Leaves(game, algorithm, Watching(game))) for worker in grown.workers
    ]
    grown.run(simulations=60)
    assert {part.tobytes() for part in seen} == {
        planes_of(state)[0].tobytes() for state in asked_about(grown.trees[0], ROOT, game.start())
    }


def asked_about(tree, node, state):
    """The positions of a tree of which the network has spoken."""
    if tree.stats.net.asked[node] == KNOWN:
        yield state
        for child in children(tree, node):
            if tree.visits[child]:
                yield from asked_about(tree, child, state.play(int(tree.move[child])))


def test_other_searches_have_no_leaves():
    assert Search(Mnk().start(), Uct(), seed=1).workers[0].leaves is None
