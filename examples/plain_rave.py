"""RAVE as a course writes it, in plain Python: slow, but nothing is hidden.

    python examples/plain_rave.py

A move is worth (1 - beta) Q + beta A: its own mean and its AMAF mean, with
beta = a / (n + a + 1e-5 n a). `playout.search(state, Rave(expand=1), simulations=1000)` does the
same some thousand times as fast.
"""

import random

from playout import Breakthrough


def value(node, move, code):
    n, wins = node["moves"].get(move, (0, 0.0))
    a, amaf_wins = node["amaf"].get(code, (0, 0.0))
    if a == 0:
        return 1000.0  # nothing is known of it: it comes first
    beta = a / (n + a + 1e-5 * n * a)
    return (1 - beta) * wins / max(n, 1) + beta * amaf_wins / a


def add(table, key, won):
    count, wins = table.get(key, (0, 0.0))
    table[key] = count + 1, wins + won


def simulate(state, tree, dice):
    """Choose by value in the tree, add one position to it, and play out at random below."""
    path, codes = [], []
    in_tree = True
    while not state.is_over:
        moves = state.codes()  # by move, its code: who does what
        move = dice.choice(list(moves))
        if in_tree:
            in_tree = state in tree
            node = tree.setdefault(state, {"moves": {}, "amaf": {}})
            move = max(moves, key=lambda m: value(node, m, moves[m])) if in_tree else move
            path.append((node, move, len(codes), state.player))
        codes.append((moves[move], state.player))
        state = state.play(move)
    for node, move, ply, player in path:
        add(node["moves"], move, state.winner == player)
        for code, who in set(codes[ply:]):
            add(node["amaf"], code, state.winner == who)


def best_move(state, simulations, seed=1):
    """The most visited move."""
    tree, dice = {}, random.Random(seed)
    for _ in range(simulations):
        simulate(state, tree, dice)
    visits = tree[state]["moves"]
    return next(m for m in state.moves() if m == max(visits, key=lambda move: visits[move][0]))


if __name__ == "__main__":
    position = Breakthrough(5, 5).start()
    print(position, "RAVE plays", best_move(position, 1000))
