"""The search behind the Connect 4 solver: is the score of a position at least b?

Scores are those of the field: a player who wins with the n-th disc from the end of a full board,
counting own discs only, scores n; the other scores -n; a draw is 0.

One question is answered by alpha-beta with the window (b - 1, b). The search keeps its own stack,
so that it can stop after any node and go on later; the window of a node follows from its depth.
"""

from typing import NamedTuple

import numpy as np

from ..games.connect4 import Connect4
from ..kernel import compiled, entry, lowest, popcount
from .connect4_board import NO_BOUND, safe_moves, winning_cells, worth_against_claimeven
from .connect4_table import hash_of, keep, look_up, lower_bound, upper_bound

# With so many cells empty all moves are looked up before one is searched: the enhanced
# transposition cutoff (Schaeffer and Plaat 1996). Nearer to the end it costs more than it saves.
PROBED = 12
# What `control` holds.
JOB, N_JOBS, DEPTH, WINDOW, NODES, ANSWER = range(6)


class Stack(NamedTuple):
    """One row a depth."""

    mine: np.ndarray  # discs of the player to move
    discs: np.ndarray
    losses: np.ndarray  # empty cells that complete a line of the opponent
    hashes: np.ndarray
    moves: np.ndarray  # [depth, i] cells, the most promising last
    threats: np.ndarray  # [depth, i] the mover's winning cells after that move
    ranks: np.ndarray  # [depth, i] how promising that move looks
    n_left: np.ndarray  # moves not yet tried
    best: np.ndarray
    began: np.ndarray  # the node count when it was entered


def make_stack(game: Connect4) -> Stack:
    n = game.cols * game.rows + 2
    words = [np.zeros(n, np.uint64) for _ in range(4)]
    moves = [np.zeros((n, game.cols + 1), np.uint64) for _ in range(2)]
    numbers = [np.zeros(n, np.int64) for _ in range(3)]
    ranks = [np.zeros((n, game.cols + 1), np.int64)]
    return Stack(*words, *moves, *ranks, *numbers)


class Jobs(NamedTuple):
    """Positions to score, and what is known: low <= score <= high."""

    mine: np.ndarray
    discs: np.ndarray
    n_discs: np.ndarray
    low: np.ndarray
    high: np.ndarray
    column: np.ndarray  # the move that leads there


def make_jobs(game: Connect4) -> Jobs:
    words = [np.zeros(game.cols, np.uint64) for _ in range(2)]
    return Jobs(*words, *(np.zeros(game.cols, np.int64) for _ in range(4)))


@entry
def ask_position(frame, jobs, control, mine, discs):
    """Make the position itself the only job."""
    control[JOB] = 0
    control[N_JOBS] = 1
    control[DEPTH] = -1
    add_job(jobs, 0, mine, discs, -1)


@entry
def ask_moves(frame, jobs, control, mine, discs):
    """Make each position that a move leads to a job; returns how many there are."""
    tall = frame.tall()
    landing = (discs + frame.bottom) & frame.board
    wins = winning_cells(frame, mine)
    n = 0
    while landing != 0:
        cell = landing & (~landing + np.uint64(1))
        landing ^= cell
        add_job(jobs, n, mine ^ discs, discs | cell, lowest(cell) // tall)
        if wins & cell != 0:
            jobs.high[n] = -((frame.n_cells() + 1 - popcount(discs)) // 2)
            jobs.low[n] = jobs.high[n]
        n += 1
    control[JOB] = 0
    control[N_JOBS] = n
    control[DEPTH] = -1
    return n


@compiled
def add_job(jobs, i, mine, discs, column):
    jobs.mine[i] = mine
    jobs.discs[i] = discs
    jobs.n_discs[i] = popcount(discs)
    jobs.low[i] = -NO_BOUND
    jobs.high[i] = NO_BOUND
    jobs.column[i] = column


@entry
def proceed(frame, table, stack, jobs, control, n_nodes):
    """Search on, for about so many nodes; returns whether all jobs are done.

    Each job, a row of `jobs`, narrows the bounds of a position until they meet.
    """
    limit = control[NODES] + n_nodes
    while control[JOB] < control[N_JOBS]:
        job = control[JOB]
        if jobs.low[job] >= jobs.high[job]:
            control[JOB] += 1
            continue
        if control[DEPTH] < 0:
            if not begin(frame, stack, jobs, job):
                continue
            control[DEPTH] = 0
            control[WINDOW] = next_window(jobs.low[job], jobs.high[job])
        if not search(frame, table, stack, control, jobs.n_discs[job], limit):
            return False
        value = control[ANSWER]
        control[DEPTH] = -1
        if value >= control[WINDOW]:
            jobs.low[job] = value
        else:
            jobs.high[job] = value
    return True


@compiled
def next_window(low, high):
    """The b that is asked for next, of those that low < b <= high: bisect, the draw first."""
    b = low + (high - low + 1) // 2
    if b <= 0 and low // 2 < b:
        b = -((-low) // 2)
    elif b >= 0 and high // 2 > b:
        b = high // 2
    return min(high, max(low + 1, b))


@compiled
def begin(frame, stack, jobs, job):
    """Put a job's position at the root; False if its score was found at once."""
    mine, discs = jobs.mine[job], jobs.discs[job]
    left = frame.n_cells() - jobs.n_discs[job]
    empty = frame.board & ~discs
    landing = (discs + frame.bottom) & frame.board
    wins = winning_cells(frame, mine) & empty
    losses = winning_cells(frame, mine ^ discs) & empty
    score = np.int64(99)
    if wins & landing != 0:
        score = (left + 1) // 2
    elif left > 0 and safe_moves(landing, losses) == 0:
        score = -(left // 2)
    elif left <= 2:
        score = 0
    if score != 99:
        jobs.low[job] = score
        jobs.high[job] = score
        return False
    jobs.low[job] = max(jobs.low[job], -((left - 2) // 2))
    jobs.high[job] = min(jobs.high[job], (left - 1) // 2)
    stack.mine[0] = mine
    stack.discs[0] = discs
    stack.losses[0] = losses
    return jobs.low[job] < jobs.high[job]


@compiled
def search(frame, table, stack, control, n_root, limit):
    """Ask whether the root's score is at least the window; False if the limit came first.

    At every node that is entered the player to move has no immediate win and a safe move.
    """
    depth = control[DEPTH]
    nodes = control[NODES]
    while True:
        if nodes >= limit:
            control[DEPTH] = depth
            control[NODES] = nodes
            return False
        nodes += 1
        b = control[WINDOW] if depth & 1 == 0 else 1 - control[WINDOW]
        value, is_open = enter(frame, table, stack, depth, n_root + depth, b, nodes)
        # A node that has its value hands it up, until some node has a move left to try.
        while not is_open and depth > 0:
            depth -= 1
            value = -value
            b = 1 - b
            stack.best[depth] = max(stack.best[depth], value)
            is_open = value < b and stack.n_left[depth] > 0
            if not is_open:
                value = stack.best[depth]
                n_below = nodes - stack.began[depth]
                keep(frame, table, stack.hashes[depth], value, value >= b, n_below)
        if not is_open:
            control[NODES] = nodes
            control[ANSWER] = value
            return True
        depth = descend(stack, depth)


@compiled
def descend(stack, depth):
    """Make the next move of a node; returns the new depth."""
    at = stack.n_left[depth] - 1
    stack.n_left[depth] = at
    cell = stack.moves[depth, at]
    stack.mine[depth + 1] = stack.mine[depth] ^ stack.discs[depth]
    stack.discs[depth + 1] = stack.discs[depth] | cell
    stack.losses[depth + 1] = stack.threats[depth, at]
    return depth + 1


@compiled
def enter(frame, table, stack, depth, n_discs, b, nodes):
    """The value of a node if it is known without a search; else list its moves.

    Returns the value, or a bound that settles the window, and whether the node stays open.
    """
    left = frame.n_cells() - n_discs
    if left <= 2:
        return np.int64(0), False
    most = (left - 1) // 2  # a win with the disc after next
    if most < b:
        return most, False
    least = -((left - 2) // 2)
    if least >= b:
        return least, False
    mine = stack.mine[depth]
    discs = stack.discs[depth]
    hashed = hash_of(frame, mine, discs, n_discs)
    found = look_up(frame, table, hashed)
    bound = lower_bound(found)
    if bound >= b:
        return bound, False
    bound = upper_bound(found)
    if bound < b:
        return bound, False
    landing = (discs + frame.bottom) & frame.board
    if b >= 0 and landing & frame.upper == 0:
        bound = worth_against_claimeven(frame, mine, discs)
        if bound < b:
            return bound, False
    stack.hashes[depth] = hashed
    todo = safe_moves(landing, stack.losses[depth])
    n = 0
    while todo != 0:
        cell = todo & (~todo + np.uint64(1))
        todo ^= cell
        after = discs | cell
        threats = winning_cells(frame, mine | cell) & frame.board & ~after
        replies = safe_moves((after + frame.bottom) & frame.board, threats)
        if replies == 0:  # no reply holds: nothing is faster, for there is no immediate win
            return most, False
        if left >= PROBED:
            found = look_up(frame, table, hash_of(frame, mine ^ discs, after, n_discs + 1))
            bound = -upper_bound(found)
            if bound >= b:
                return bound, False
        insert(stack, depth, n, cell, threats, promise(frame, cell, threats, replies))
        n += 1
    stack.n_left[depth] = n
    stack.best[depth] = -NO_BOUND
    stack.began[depth] = nodes
    return np.int64(0), True


@compiled
def promise(frame, cell, threats, replies):
    """How good a move looks: threats count, those to come more, then how near to the middle."""
    off_centre = abs(2 * (lowest(cell) // frame.tall()) - frame.n_wide() + 1)
    return popcount(threats) * 64 + popcount(threats & ~replies) * 8 - off_centre


@compiled
def insert(stack, depth, n, cell, threats, rank):
    """Add a move to those of a node, which are sorted by promise, the best last."""
    moves, ranks = stack.moves, stack.ranks
    i = n
    while i > 0 and ranks[depth, i - 1] >= rank:
        moves[depth, i] = moves[depth, i - 1]
        stack.threats[depth, i] = stack.threats[depth, i - 1]
        ranks[depth, i] = ranks[depth, i - 1]
        i -= 1
    moves[depth, i] = cell
    stack.threats[depth, i] = threats
    ranks[depth, i] = rank
