"""What a network says of the nodes of a tree: how likely each move is, and who wins.

A search with a network does not play out from a leaf, or not only: it asks the network for the
value of the position and for the prior of each move in it, its probability. Searches that can be
given one (puct.py, gumbel.py, puctgrave.py) keep both here. leaves.py has the loop that asks.
"""

import math
from typing import Annotated, Any, NamedTuple

import numpy as np

from ..kernel import compiled, unit
from ..nets.names import NETWORKS
from ..parameters import Range
from .statistics import per_node, per_search, statistics
from .tree import ROOT, UNPROVEN

__all__ = ["ASKED", "KNOWN", "Batch", "Mix", "Net", "NetworkValues", "Symmetries", "said_of"]

UNSEEN, ASKED, KNOWN = range(3)  # of a position: what the network has been asked
LEAST_PRIOR = 1e-9  # what is not impossible may be played

Net = Annotated[
    int,
    NETWORKS,
    "the network: one of the package, or the path of a file; auto: the game's own, if there is one;"
    " none: all moves are equally likely, and values come from playouts",
]
Mix = Annotated[
    float, Range(0, 1), "the weight of playouts in the value of a leaf, beside the network"
]
Symmetries = Annotated[
    bool,
    "ask the network about the turned and mirrored position as well, and take the mean: better, and"
    " as many times slower as the game has symmetries",
]
Batch = Annotated[int, Range(1, 1024), "how many leaves the network is asked about at once"]
Expand = Annotated[
    int,
    Range(0),
    "without a network: simulations that pass a leaf before it gets children; 0: as soon as it is"
    " reached, as always with one",
]


@statistics
class NetworkValues(NamedTuple):
    """What the network said; nothing while it has not been asked."""

    prior: Any = per_node(np.float32)  # of the move, among those of its position
    network: Any = per_node(np.float32)  # the value, for the player who moved into the node
    asked: Any = per_node(np.int8, shown=())
    noise: Any = per_search(np.float32, "n_moves", shown=())  # by move of the root
    is_drawn: Any = per_search(np.int8, shown=())  # whether there is noise for this root


@compiled
def set_even_priors(tree, node):
    """Without a network all moves are equally likely."""
    first = np.int64(tree.first[node])
    n = tree.n_children[node]
    for child in range(first, first + n):
        tree.stats.net.prior[child] = np.float32(1) / np.float32(n)


@compiled
def value_of(tree, node):
    """What a node is worth to the player to move there: by the network, else by the results."""
    if tree.stats.net.asked[node] == KNOWN:
        return 1.0 - np.float64(tree.stats.net.network[node])
    return 1.0 - mean_result(tree, node)


@compiled
def mean_result(tree, node):
    """The mean result of a node, also where a proof has taken the place of the mean."""
    return np.float64(tree.total[node]) / max(np.float64(tree.visits[node]), 1.0)


@compiled
def learn_priors(game, tree, node, state, logits):
    """Turn what the network says of all moves into the priors of a node's children, and sort those
    that have not been tried, the likeliest first."""
    net = tree.stats.net
    first = np.int64(tree.first[node])
    end = first + tree.n_children[node]
    largest = -math.inf
    for child in range(first, end):
        logit = np.float64(logits[game.net_index(state, np.int64(tree.move[child]))])
        tree.values[child - first] = logit
        largest = max(largest, logit)
    total = 0.0
    for i in range(end - first):
        tree.values[i] = math.exp(np.float64(tree.values[i]) - largest)
        total += np.float64(tree.values[i])
    for child in range(first, end):
        share = np.float64(tree.values[child - first]) / total
        net.prior[child] = max(share, LEAST_PRIOR)
    sort_untried(tree, first + tree.n_tried[node], end)


@compiled
def sort_untried(tree, start, end):
    """Sort children that have not been visited."""
    prior = tree.stats.net.prior
    for child in range(start + 1, end):
        at = child
        while at > start and prior[at - 1] < prior[at]:
            tree.stats.swap_nodes(at - 1, at)
            tree.move[at - 1], tree.move[at] = tree.move[at], tree.move[at - 1]
            at -= 1


@compiled
def draw_dirichlet(tree, alpha, stream):
    """Noise for the moves of the root: Dirichlet, by gamma variables that are scaled to 1."""
    net = tree.stats.net
    first = np.int64(tree.first[ROOT])
    end = first + tree.n_children[ROOT]
    total = 1e-30
    for child in range(first, end):
        drawn = gamma(alpha, stream)
        net.noise[tree.move[child]] = drawn
        total += drawn
    for child in range(first, end):
        net.noise[tree.move[child]] /= np.float32(total)
    net.is_drawn[0] = 1


@compiled
def gamma(alpha, stream):
    """A gamma variable (Marsaglia and Tsang 2000), alpha being its shape."""
    boost = 1.0
    if alpha < 1.0:
        boost = (1.0 - unit(stream)) ** (1.0 / alpha)
        alpha += 1.0
    d = alpha - 1.0 / 3.0
    c = 1.0 / math.sqrt(9.0 * d)
    while True:
        radius = math.sqrt(-2.0 * math.log(1.0 - unit(stream)))
        x = radius * math.cos(2.0 * math.pi * unit(stream))
        v = (1.0 + c * x) ** 3
        if v > 0.0 and math.log(1.0 - unit(stream)) < 0.5 * x * x + d - d * v + d * math.log(v):
            return d * v * boost


@compiled
def add_virtual_loss(tree, path, depth):
    """Count a simulation whose result is not known yet as lost by whoever chose each node."""
    for i in range(depth + 1):
        node = np.int64(path[i])
        tree.visits[node] += 1
        if tree.proven[node] == UNPROVEN:
            n = tree.visits[node]
            tree.mean[node] = tree.total[node] / n
            tree.width[node] = 1.0 / math.sqrt(n)


@compiled
def add_value(tree, path, depth, value):
    """Add the result that came: `value` is for the player who moved into the leaf."""
    for i in range(depth, -1, -1):
        node = np.int64(path[i])
        tree.total[node] += value
        if tree.proven[node] == UNPROVEN:
            tree.mean[node] = tree.total[node] / tree.visits[node]
        value = 1.0 - value


def said_of(tree: Any, node: int, child: int) -> dict[str, tuple[int, float]]:
    """What the network said of a child, for people."""
    net = tree.stats.net
    found = {}
    if net.asked[node] == KNOWN:
        found["prior"] = 1, float(net.prior[child])
    if net.asked[child] == KNOWN:
        found["network"] = 1, float(net.network[child])
    return found
