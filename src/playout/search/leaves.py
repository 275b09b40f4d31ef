"""The loop of a search with a network: walk down to some leaves, ask about all of them, back up.

It is the loop of loop.py cut in two. `collect` walks down until so many leaves wait for the
network; a walk that has ended counts as lost until the answer is there (virtual loss), so that the
next one goes elsewhere. Then the network is asked, outside of any kernel, and `give` hands its
answers to the tree. What is decided by the rules or by a proof needs no network and is backed up at
once. A position that was asked about before waits with the others, its answer at hand, so that a
search is the same whatever is remembered.
"""

from typing import Any, NamedTuple

import numpy as np

from ..kernel import compile_for, compiled, entry
from ..nets.evaluate import Averaged, Evaluator
from ..nets.names import network_for
from ..rules import DRAW, ONGOING, copy_words
from .algorithm import Simulation
from .errors import SearchError
from .loop import Scratch, arrive, descend, grow, play_out
from .network import (
    ASKED,
    KNOWN,
    add_value,
    add_virtual_loss,
    learn_priors,
)
from .tree import ROOT, UNPROVEN, Tree, record, result_for

__all__ = ["Leaves", "leaves_for"]

CACHE_BYTES = 32 * 2**20
PATIENCE = 16  # visits of the root for each further leaf of a batch: a small tree has few good ones
IDLE = 32  # walks without a new leaf, after which those that wait wait no longer
WAITING, ASKING = 0, 1  # places in `counts`: leaves that wait; those that need the network


class Waiting(NamedTuple):
    """The leaves of a batch, and what has been said of others, by the keys of their positions."""

    states: np.ndarray
    keys: np.ndarray
    paths: np.ndarray  # int32
    depths: np.ndarray
    played: np.ndarray  # what playouts say, for the player who moved into the leaf
    counts: np.ndarray
    rows: np.ndarray  # where what is said of a leaf is: first what the network is asked about, in
    #                   this order; from the end on what was known
    planes: np.ndarray  # float32: what the network sees
    policy: np.ndarray  # float32: what it says of moves, and of who wins
    value: np.ndarray
    known_keys: np.ndarray
    known_policy: np.ndarray
    known_value: np.ndarray

    @classmethod
    def of(cls, game: Any, evaluator: Any, size: int, cache_bytes: int) -> "Waiting":
        planes, policy, value = evaluator.room(size)
        each = 4 * policy.shape[1] + 12
        n_known = 1 << max(0, (cache_bytes // each).bit_length() - 1)
        return cls(
            np.zeros((size, game.n_words()), np.uint64),
            np.zeros(size, np.uint64),
            np.zeros((size, game.max_plies() + 2), np.int32),
            np.zeros(size, np.int64),
            np.zeros(size, np.float64),
            np.zeros(2, np.int64),
            np.zeros(size, np.int64),
            planes,
            policy,
            value,
            np.zeros(n_known, np.uint64),
            np.zeros((n_known, policy.shape[1]), np.float32),
            np.zeros(n_known, np.float32),
        )


class Leaves:
    """The leaves of one tree, and who is asked about them."""

    def __init__(
        self, game: Any, algorithm: Any, evaluator: Any, cache_bytes: int = CACHE_BYTES
    ) -> None:
        self.evaluator = evaluator
        self.size = int(algorithm.batch)
        self.waiting = Waiting.of(game, evaluator, self.size, cache_bytes)
        self.asked = 0  # positions the network was asked about

    def simulate(
        self, game: Any, algorithm: Any, tree: Tree, scratch: Scratch, root: Any, n: int
    ) -> int:
        """Run n simulations from the words `root`, as `simulate` in loop.py does.

        The last batch may take `scratch.more` beyond that, so that batches do not depend on where
        the clock cuts a run into slices.
        """
        most, done = n + int(scratch.more[0]), 0
        while done < n and tree.proven[ROOT] == UNPROVEN:
            size = min(self.size, 1 + int(tree.visits[ROOT]) // PATIENCE)
            place = tree, scratch, self.waiting, root
            done += int(collect(game, algorithm, *place, n - done, most - done, size))
            self.ask()
            give(game, algorithm, tree, self.waiting)
        return done

    def ask(self) -> None:
        """Have the network say what it thinks of leaves that nothing is known of."""
        n, waiting = int(self.waiting.counts[ASKING]), self.waiting
        if n:
            self.evaluator.evaluate(n, waiting.planes, waiting.policy, waiting.value)
            self.asked += n

    def prepare(self, game: Any, algorithm: Any, tree: Tree, scratch: Scratch, root: Any) -> None:
        """Compile all that is needed, and begin with a new root."""
        self.compile(game, algorithm, tree, scratch, root)
        tree.stats.net.is_drawn[0] = 0

    def compile(self, game: Any, algorithm: Any, tree: Tree, scratch: Scratch, root: Any) -> None:
        """Load or compile the kernels."""
        compile_for(collect, game, algorithm, tree, scratch, self.waiting, root, 0, 0, 1)
        compile_for(give, game, algorithm, tree, self.waiting)
        self.evaluator.prepare()


def leaves_for(game: Any, algorithm: Any) -> Leaves | None:
    """The leaves of a search that has a network for this game; None of any other."""
    if not hasattr(algorithm, "net"):
        return None
    network = network_for(game, algorithm.net)
    if network is None:
        return None
    if algorithm.transpositions:
        why = "a search with a network remembers positions by itself: leave out transpositions"
        raise SearchError(why, "network-transpositions")
    evaluator: Any = Evaluator(network, game)
    if algorithm.symmetries and game.symmetries():
        evaluator = Averaged(evaluator, game)
    return Leaves(game, algorithm, evaluator)


@entry
def collect(game, algorithm, tree, scratch, waiting, root, n, most, size):
    """Walk down from the words `root`, n times, or until so many leaves wait; returns how often.
    While leaves wait it goes on, `most` times at most, for `size` of them, unless one walk after
    the other ends where the game does: a tree that has all positions has no other leaves."""
    waiting.counts[WAITING] = 0
    waiting.counts[ASKING] = 0
    done, since = 0, 0  # walks, and those since the last new leaf
    while waiting.counts[WAITING] < size and tree.proven[ROOT] == UNPROVEN:
        before = waiting.counts[WAITING]
        if before == 0:
            if done >= n:
                break
        elif done >= most or since >= IDLE or algorithm.waits(tree):
            break
        if not walk(game, algorithm, tree, scratch, waiting, root):
            break
        done += 1
        since = 0 if waiting.counts[WAITING] > before else since + 1
    return done


@compiled
def walk(game, algorithm, tree, scratch, waiting, root):
    """Walk down to a leaf, and back up or have it wait; False if it waits already."""
    copy_words(game, root, scratch.state)
    depth = find_leaf(game, algorithm, tree, scratch)
    leaf = np.int64(scratch.path[depth])
    if tree.stats.net.asked[leaf] == ASKED:
        return False
    winner = arrive(game, algorithm, tree, scratch, depth)
    if winner != ONGOING:
        simulation = simulation_of(game, algorithm, scratch, root, depth, winner)
        algorithm.update(game, tree, simulation)
        for i in range(depth, -1, -1):
            record(tree, np.int64(scratch.path[i]), simulation.result(i), winner == DRAW)
        return True
    add_virtual_loss(tree, scratch.path, depth)
    if tree.first[leaf] == 0:
        grow(game, algorithm, tree, scratch, leaf)
    at = waiting.counts[WAITING]
    note_leaf(game, algorithm, tree, scratch, waiting, root, depth, at)
    if tree.stats.net.asked[leaf] == KNOWN:  # there is no room for its children
        add_value(tree, scratch.path, depth, blend(algorithm, tree, leaf, waiting.played[at]))
    else:
        if not recall(waiting, at):
            show(game, waiting, at)
        tree.stats.net.asked[leaf] = ASKED
        waiting.counts[WAITING] += 1
    return True


@compiled
def show(game, waiting, at):
    """Let the network see a leaf."""
    row = waiting.counts[ASKING]
    waiting.counts[ASKING] += 1
    waiting.rows[at] = row
    planes = waiting.planes[row]
    for row in range(planes.shape[0]):
        for col in range(planes.shape[1]):
            for plane in range(planes.shape[2]):
                planes[row, col, plane] = 0
    game.net_planes(waiting.states[at], planes)


@compiled
def find_leaf(game, algorithm, tree, scratch):
    """Walk down to a node that the network has not been asked about, or where the game or the tree
    ends; returns how deep that is."""
    scratch.path[0] = ROOT
    depth = np.int64(0)
    goes_on = True
    while goes_on:
        node = np.int64(scratch.path[depth])
        if tree.stats.net.asked[node] != KNOWN or tree.first[node] == 0:
            return depth
        if node == ROOT and tree.stats.net.is_drawn[0] == 0:
            algorithm.draw_noise(tree, scratch.stream)
        goes_on = descend(game, algorithm, tree, scratch, node, depth)
        depth += 1
    return depth


@compiled
def note_leaf(game, algorithm, tree, scratch, waiting, root, depth, at):
    """Write down where a walk has ended, and play out from there if playouts count, for the value
    or for what else the search learns from them."""
    copy_words(game, scratch.state, waiting.states[at])
    waiting.keys[at] = game.key(scratch.state)
    waiting.depths[at] = depth
    for i in range(depth + 1):
        waiting.paths[at, i] = scratch.path[i]
    if algorithm.mix > 0 or algorithm.needs_line():
        mover = 1 - np.int64(game.player(scratch.state))
        total = 0.0
        for _ in range(algorithm.playouts):
            copy_words(game, waiting.states[at], scratch.state)
            scratch.line.size[0] = depth
            winner = play_out(game, algorithm, scratch)
            if algorithm.policy.needs_line():
                place = scratch.state, scratch.moves, scratch.line, scratch.memory
                algorithm.policy.learn(game, root, *place, winner)
            algorithm.update(
                game, tree, simulation_of(game, algorithm, scratch, root, depth, winner)
            )
            total += result_for(mover, winner, algorithm.draw)
        waiting.played[at] = total / algorithm.playouts


@compiled
def simulation_of(game, algorithm, scratch, root, depth, winner):
    """A walk that has come to the end of a game, as an algorithm learns from it."""
    player = np.int64(game.player(root))
    return Simulation(scratch.path, depth, scratch.line, player, winner, algorithm.draw)


@compiled
def blend(algorithm, tree, leaf, played):
    """The value of a leaf for the player who moved there: the network's, and that of playouts."""
    value = np.float64(tree.stats.net.network[leaf])
    if algorithm.mix > 0:
        value += algorithm.mix * (played - value)
    return value


@compiled
def settle_leaf(game, algorithm, tree, waiting, at):
    """Give a leaf what the network says of it, and back its value up."""
    depth = waiting.depths[at]
    leaf = np.int64(waiting.paths[at, depth])
    net = tree.stats.net
    row = waiting.rows[at]
    net.network[leaf] = 1.0 / (1.0 + np.exp(np.float64(waiting.value[row])))
    net.asked[leaf] = KNOWN
    if tree.first[leaf] != 0:
        learn_priors(game, tree, leaf, waiting.states[at], waiting.policy[row])
    value = blend(algorithm, tree, leaf, waiting.played[at])
    add_value(tree, waiting.paths[at], depth, value)


@entry
def give(game, algorithm, tree, waiting):
    """Hand the answers of the network to the leaves that wait."""
    for at in range(waiting.counts[WAITING]):
        if waiting.rows[at] < waiting.counts[ASKING]:
            remember(waiting, at)
        settle_leaf(game, algorithm, tree, waiting, at)
    waiting.counts[WAITING] = 0


# --- what has been said before: a table by key, in which the last of a place stays ------------


@compiled
def place_of(waiting, key):
    return key & np.uint64(len(waiting.known_keys) - 1)


@compiled
def recall(waiting, at):
    """Take what the network said of this position before; False if it was not asked."""
    key = waiting.keys[at]
    place = place_of(waiting, key)
    if key == 0 or waiting.known_keys[place] != key:
        return False
    row = len(waiting.rows) - 1 - (waiting.counts[WAITING] - waiting.counts[ASKING])
    waiting.rows[at] = row
    for i in range(waiting.policy.shape[1]):
        waiting.policy[row, i] = waiting.known_policy[place, i]
    waiting.value[row] = waiting.known_value[place]
    return True


@compiled
def remember(waiting, at):
    """Keep what the network says of a leaf."""
    row = waiting.rows[at]
    place = place_of(waiting, waiting.keys[at])
    waiting.known_keys[place] = waiting.keys[at]
    for i in range(waiting.policy.shape[1]):
        waiting.known_policy[place, i] = waiting.policy[row, i]
    waiting.known_value[place] = waiting.value[row]
