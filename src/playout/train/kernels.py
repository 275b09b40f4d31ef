"""What all trees do at once: for each of them a function, and for a CPU the loop over them.

`cuda.py` has the same for a GPU, a thread a tree.
"""

from ..kernel import below, compiled, entry, seed_stream, split
from .forest import NODES, absorb, draw_noise, plant, select
from .games import UNKNOWN, advance, open_game, sample


@compiled
def open_one(game, i, scratch, games, seed, random_plies):
    """Begin a game, with random numbers of its own."""
    seed_stream(games.stream[:, i], split(seed, i))
    open_game(game, games, i, scratch.state, scratch.moves, random_plies)
    games.began[0, i] = 0
    for ply in range(games.past_result.shape[0]):
        games.past_result[ply, i] = UNKNOWN


@compiled
def plant_one(game, i, scratch, forest, games, seed, boards):
    """Begin a tree at the position of its game, unless that is over."""
    seed_stream(forest.stream[:, i], split(seed, i))
    forest.used[NODES, i] = 0
    if games.is_over[0, i] == 0:
        for word in range(game.n_words()):
            scratch.state[word] = games.words[word, i]
        plant(game, forest, i, scratch.state, scratch.moves, boards[i])


@compiled
def grow_one(game, i, scratch, forest, sim, plan, noise, policy, value, boards):
    """Take in what the network says; then simulation `sim`, as far as the network's next turn."""
    if forest.used[NODES, i] > 0:
        absorb(forest, i, policy, value)
        if sim == 0:
            draw_noise(forest, i, noise)
        if sim < plan.shape[1]:
            wanted = plan[min(forest.size[0, i], plan.shape[0] - 1), sim]
            select(game, forest, i, wanted, scratch.state, scratch.moves, boards[i])


@compiled
def advance_one(game, i, scratch, forest, games, ply, random_plies, goes_on):
    """Play the move that the search found."""
    if forest.used[NODES, i] > 0:
        state, moves = scratch.state, scratch.moves
        advance(game, forest, games, i, ply, state, moves, random_plies, goes_on)


@compiled
def sample_one(game, i, scratch, games, batch, seed, n_plies):
    """Fill a row of a batch to learn from."""
    seed_stream(scratch.stream, split(seed, i))
    sample(game, games, batch, i, scratch.stream, scratch.state, scratch.moves, n_plies)


@entry
def open_all(game, low, high, scratch, games, seed, random_plies):
    for i in range(low, high):
        open_one(game, i, scratch, games, seed, random_plies)


@entry
def plant_all(game, low, high, scratch, forest, games, seed, boards):
    for i in range(low, high):
        plant_one(game, i, scratch, forest, games, seed, boards)


@entry
def grow_all(game, low, high, scratch, forest, sim, plan, noise, policy, value, boards):
    for i in range(low, high):
        grow_one(game, i, scratch, forest, sim, plan, noise, policy, value, boards)


@entry
def advance_all(game, low, high, scratch, forest, games, ply, random_plies, goes_on):
    for i in range(low, high):
        advance_one(game, i, scratch, forest, games, ply, random_plies, goes_on)


@entry
def sample_all(game, low, high, scratch, games, batch, seed, n_plies):
    for i in range(low, high):
        sample_one(game, i, scratch, games, batch, seed, n_plies)


@entry
def survey(game, scratch, seed, n):
    """Play random games: the most legal moves of a position, and all plies."""
    most, plies = 0, 0
    seed_stream(scratch.stream, seed)
    for _ in range(n):
        game.start(scratch.state)
        while game.winner(scratch.state) < 0:
            n_moves = game.moves(scratch.state, scratch.moves)
            most = max(most, n_moves)
            game.play(scratch.state, scratch.moves[below(scratch.stream, n_moves)])
            plies += 1
    return most, plies
