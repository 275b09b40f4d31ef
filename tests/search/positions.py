"""Positions in which one move is good, found in random games, for tests of perspective."""

import functools

from playout import find
from playout.conformance import random_game
from playout.kernel import JIT

# A game, and how many random plies bring out positions with something at stake.
GAMES = {
    "connect4": (14, 20),
    "hex:4": (7, 11),
    "mnk": (4, 7),
    "breakthrough:5x5": (10, 20),
    "nim:15": (5, 9),
}
# Those that take longer to compile, for the slow tests.
MORE_GAMES = {
    "atarigo:5": (8, 21),
    "domineering:5x5": (6, 11),
    "knightthrough:4x6": (4, 12),
    "nogo:5": (17, 22),
    "othello:4": (8, 12),
}
if not JIT:
    GAMES = {name: GAMES[name] for name in ("mnk", "nim:15")}


def wins_at_once(state):
    return [move for move in state.moves() if state.play(move).winner == state.player]


def blocks(state):
    """The moves after which the other player cannot win at once."""
    after = [(move, state.play(move)) for move in state.moves()]
    return [move for move, there in after if there.is_over or not wins_at_once(there)]


def is_safe(state):
    """Whether every move leaves the player who answers it a win or a block."""
    after = [state.play(move) for move in state.moves()]
    return all(there.is_over or blocks_any(there) for there in after)


def only_win(state):
    """The move that wins at once, if it is the only one and any other move loses at once."""
    winning = wins_at_once(state)
    return winning[0] if len(winning) == 1 and blocks(state) == winning else None


def only_block(state):
    """The move that does not lose at once, if there is only one and it does not lose soon."""
    saving = [] if wins_at_once(state) else blocks(state)
    return saving[0] if len(saving) == 1 and is_safe(state.play(saving[0])) else None


def only_plan(state):
    """The move that wins in three plies whatever the answer, if there is only one, and no win."""
    found = [] if wins_at_once(state) else plans(state)
    return found[0] if len(found) == 1 else None


def plans(state):
    """The moves to which the other player has no answer: a win follows in any case."""
    after = [(move, state.play(move)) for move in state.moves()]
    return [move for move, there in after if not there.is_over and not blocks_any(there)]


def blocks_any(state):
    """Whether the player to move wins at once, or has a move that stops the other from it."""
    return bool(wins_at_once(state) or blocks(state))


@functools.cache
def positions(name, player, only_move, n=3):
    """Positions of random games in which this player has exactly one good move, and that move."""
    found = []
    low, high = (GAMES | MORE_GAMES)[name]
    for seed in range(20_000):
        plies = low + (low + player) % 2 + 2 * (seed % ((high - low) // 2 + 1))
        state = random_game(find(name), seed, plies)
        if not state.is_over and len(state.moves()) > 1:
            assert state.player == player
            move = only_move(state)
            if move is not None:
                found.append((state, move))
        if len(found) == n:
            return found
    raise LookupError(f"{name} has too few such positions")
