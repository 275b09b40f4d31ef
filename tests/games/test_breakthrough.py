"""Breakthrough: counts, solved boards, a naive oracle, notation.

The solver, the oracle and the comparison of playouts serve Knightthrough as well.
"""

import math

import numpy as np
import pytest

from playout import Breakthrough, GameError, IllegalMove, State
from playout.conformance import random_game
from playout.kernel import JIT, compiled, entry, seed_stream, split
from playout.perft import perft
from playout.playouts import Scratch, run_playouts
from playout.rules import FIRST, ONGOING

PERFT = {
    (8, 8): [1, 22, 484, 11132, 256036, 6182818, 149264638],
    (6, 6): [1, 16, 256, 4308, 71478],
    (5, 5): [1, 13, 156, 1924, 23084, 289828, 3538840, 43719470, 527270518],
}
# Who wins with best play, by columns and rows.
FIRST_WINS = [(2, 6), (3, 6)]
SECOND_WINS = [(2, 4), (3, 4), (4, 4), (5, 4), (6, 4), (2, 5), (3, 5), (4, 5), (2, 7)]
SECOND_WINS_MISERE = [(2, 4), (3, 4), (4, 4), (3, 5)]
SECOND_WINS_SLOWLY = [(3, 7)]

SIZES = [(8, 8), (2, 4), (3, 5), (5, 5), (7, 6), (8, 4), (2, 8)]
STEPS = {(-1, 1): True, (0, 1): False, (1, 1): True}  # may it capture?


# --- a solver ---


@compiled
def play_next(game, states, ply, move):
    """Fill the next row of `states` with the position after a move."""
    for i in range(game.n_words()):
        states[ply + 1, i] = states[ply, i]
    game.play(states[ply + 1], move)


@compiled
def list_promising_last(game, states, ply, moves):
    """List one move that wins at once, or all: captures last, and what has come far ahead."""
    size = game.n_moves()
    player = game.player(states[ply])
    n = game.moves(states[ply], moves)
    for i in range(n):
        move = moves[i]
        play_next(game, states, ply, move)
        if game.winner(states[ply + 1]) == player:
            moves[0] = move
            return 1
        promise = move if player == FIRST else size - move
        if states[ply + 1, 2 - player] != states[ply, 2 - player]:
            promise += size
        at = i
        while at > 0 and moves[at - 1] > promise * size + move:
            moves[at] = moves[at - 1]
            at -= 1
        moves[at] = promise * size + move
    for i in range(n):
        moves[i] %= size
    return n


@entry
def mover_wins(game, states, moves, left, table):
    """Whether the player to move in states[0] wins, by depth-first search.

    Row d of `states` and `moves` belongs to ply d; left[d] moves of it are still to try.
    `table` remembers results: a key whose lowest bit is the result.
    """
    one = np.uint64(1)
    ply = 0
    is_new = True
    won = False  # by the player to move in the node just left
    while ply >= 0:
        state = states[ply]
        key = game.key(state)
        slot = np.int64(key % np.uint64(len(table)))
        if is_new:
            is_new = False
            winner = game.winner(state)
            if winner != ONGOING:
                won = winner == game.player(state)
                ply -= 1
                continue
            if table[slot] | one == key | one:
                won = table[slot] & one == one
                ply -= 1
                continue
            left[ply] = list_promising_last(game, states, ply, moves[ply])
            won = True  # as long as no reply is found that loses
        if won and left[ply] > 0:
            left[ply] -= 1
            play_next(game, states, ply, moves[ply, left[ply]])
            ply += 1
            is_new = True
            continue
        won = not won
        table[slot] = (key | one) if won else (key & ~one)
        ply -= 1
    return won


def first_wins(game, table_bits=20):
    """Whether the first player wins the game with best play."""
    depth = game.max_plies() + 1
    states = np.zeros((depth, game.n_words()), np.uint64)
    states[0] = game.start().words
    moves = np.zeros((depth, game.n_moves()), np.int64)
    left = np.zeros(depth, np.int64)
    return bool(mover_wins(game, states, moves, left, np.zeros(1 << table_bits, np.uint64)))


# --- an oracle ---


def naive_moves(pieces, player, cols, rows, steps):
    """The legal moves as pairs of cells, from a dictionary of whose piece is where."""
    ahead = 1 if player == 0 else -1
    moves = set()
    for (col, row), owner in pieces.items():
        for (right, up), captures in steps.items():
            end = col + right, row + ahead * up
            if owner != player or not (0 <= end[0] < cols and 0 <= end[1] < rows):
                continue
            if end not in pieces or (captures and pieces[end] != player):
                moves.add(((col, row), end))
    return moves


def check_against_naive_board(game, steps, n_games):
    """Play random games on both boards; compare pieces, what they promise, moves, names and
    winner at each ply."""
    cols, rows = game.cols, game.rows
    for seed in range(n_games):
        state = game.start()
        pieces = {(c, r): 0 for c in range(cols) for r in (0, 1)}
        pieces |= {(c, rows - 1 - r): 1 for c in range(cols) for r in (0, 1)}
        for move in random_game(game, seed).history:
            assert not state.is_over
            assert state.board().pieces == pieces
            value = naive_evaluation(pieces, rows)
            value = 1 - value if game.misere else value
            assert evaluated(game, state.words) == pytest.approx(value, abs=1e-12)
            legal = naive_moves(pieces, state.player, cols, rows, steps)
            found = [game.move_cells(state.words, move) for move in state._legal]
            assert len(found) == len(legal)
            assert set(found) == legal
            start, end = game.move_cells(state.words, move)
            assert move.name == naive_name(start, end, end in pieces)
            pieces[end] = pieces.pop(start)
            player, state = state.player, state.play(move)
            assert state.history[-1].cells == (start, end)
        stuck = not naive_moves(pieces, 1 - player, cols, rows, steps)
        assert stuck or end[1] == (rows - 1 if player == 0 else 0)
        assert state.winner == (1 - player if game.misere else player)


@entry
def evaluated(game, words):
    return game.evaluate(words)


def naive_evaluation(pieces, rows):
    """Ten rows for a piece, the rows it has come, and the square of those of the foremost."""
    leads = []
    for player in (0, 1):
        cells = [row for (_, row), owner in pieces.items() if owner == player]
        come = [row if player == 0 else rows - 1 - row for row in cells]
        leads.append(10 * len(come) + sum(come) + max(come, default=0) ** 2)
    return 1 / (1 + math.exp((leads[1] - leads[0]) / 30))


def naive_name(start, end, captures):
    a, b = (f"{'abcdefgh'[col]}{row + 1}" for col, row in (start, end))
    return f"{a}x{b}" if captures else a + b


# --- playouts by the rules alone ---


@entry
def fill_generic_winners(game, start, scratch, seed, winners):
    for i in range(len(winners)):
        for word in range(game.n_words()):
            scratch.state[word] = start[word]
        seed_stream(scratch.stream, split(seed, i))
        winners[i] = game.generic_playout(scratch.state, scratch.stream, scratch.moves)


def check_playouts_by_the_rules(game):
    """The fast playout chooses among the moves in the order of the list: the same games."""
    for plies in (0, 1, 6, 9):
        state = random_game(game, 3, plies)
        generic = np.empty(3000 if JIT else 5, np.int8)
        fill_generic_winners(game, state.words, Scratch.of(game), np.uint64(11), generic)
        assert run_playouts(state, len(generic), 11).tolist() == generic.tolist()


# --- the tests ---


@pytest.mark.parametrize("size", PERFT)
def test_perft(size):
    # The last ones, slow even when compiled, have tests of their own.
    counts = [n for n in PERFT[size] if n < (1e7 if JIT else 1000)]
    assert [perft(Breakthrough(*size).start(), d) for d in range(len(counts))] == counts


@pytest.mark.slow
@pytest.mark.parametrize("size", [(8, 8), (5, 5)])
def test_perft_to_the_end_of_the_table(size):
    depth = len(PERFT[size]) - 1
    assert perft(Breakthrough(*size).start(), depth) == PERFT[size][depth]


@pytest.mark.parametrize("size", FIRST_WINS if JIT else FIRST_WINS[:1])
def test_first_player_wins(size):
    assert first_wins(Breakthrough(*size))


@pytest.mark.parametrize("size", SECOND_WINS if JIT else SECOND_WINS[:1])
def test_second_player_wins(size):
    assert not first_wins(Breakthrough(*size))


@pytest.mark.slow
@pytest.mark.parametrize("size", SECOND_WINS_SLOWLY)
def test_second_player_wins_on_a_larger_board(size):
    assert not first_wins(Breakthrough(*size), table_bits=24)


@pytest.mark.parametrize("size", SECOND_WINS_MISERE if JIT else SECOND_WINS_MISERE[:1])
def test_second_player_wins_misere(size):
    assert not first_wins(Breakthrough(*size, misere=True))


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("size", SIZES)
def test_moves_and_winner_agree_with_a_naive_board(size, misere):
    check_against_naive_board(Breakthrough(*size, misere), STEPS, 20 if JIT else 1)


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("size", [(8, 8), (2, 4), (5, 5)])
def test_playouts_are_those_of_the_rules(size, misere):
    check_playouts_by_the_rules(Breakthrough(*size, misere))


def position(game, plies, white, black):
    """The State with these pawns, given as names of cells."""
    words = [plies]
    for pawns in (white, black):
        words.append(sum(1 << 8 * (int(cell[1]) - 1) + "abcdefgh".index(cell[0]) for cell in pawns))
    return State(game, np.array(words, np.uint64))


def test_pawn_on_the_far_row_wins():
    state = position(Breakthrough(), 40, ["b7"], ["a8", "b8"])
    assert [move.name for move in state.moves()] == ["b7xa8", "b7c8"]
    after = state.play("b7c8")
    assert after.winner == 0
    assert after.board().winning == {(2, 7)}
    state = position(Breakthrough(5, 5), 41, ["a1", "b1"], ["b2"])
    after = state.play("b2xa1")
    assert after.winner == 1
    assert after.board().winning == {(0, 0)}


def test_capture_of_the_last_pawn_wins():
    state = position(Breakthrough(), 40, ["d4"], ["e5"])
    assert state.play("d4xe5").winner == 0
    assert state.play("d4d5").winner is None
    assert position(Breakthrough(), 41, ["d4"], ["e5"]).play("e5xd4").winner == 1


def test_misere_turns_every_end_around():
    game = Breakthrough(misere=True)
    after = position(game, 40, ["b7"], ["a8"]).play("b7b8")
    assert after.winner == 1
    assert after.board().winning == frozenset()
    assert position(game, 40, ["d4"], ["e5"]).play("d4xe5").winner == 1
    assert position(game, 41, ["d4"], ["e5"]).play("e5xd4").winner == 0


def test_key_depends_on_pawns_and_player_but_not_on_the_number_of_plies():
    def key(plies, white, black):
        return position(Breakthrough(), plies, white, black)._key

    assert key(20, ["c3"], ["d6"]) == key(24, ["c3"], ["d6"])
    different = [
        key(20, ["c3"], ["d6"]), key(21, ["c3"], ["d6"]), key(20, ["d6"], ["c3"]),
        key(20, ["b1"], ["d6"]), key(20, ["a1", "b1"], ["d6"]), key(21, ["b1"], ["d6"]),
        key(20, ["c3", "d6"], ["c6"]), key(20, ["c3"], ["c6", "d6"]),
    ]  # fmt: skip
    assert len(set(different)) == len(different)


def test_text_board():
    state = Breakthrough(5, 6).start().play_all("a2b3 c5d4")
    assert str(state.board()).split("\n") == [
        "6 ♟ ♟ ♟ ♟ ♟",
        "5 ♟ ♟ . ♟ ♟",
        "4 . . . ♟ .",
        "3 . ♙ . . .",
        "2 . ♙ ♙ ♙ ♙",
        "1 ♙ ♙ ♙ ♙ ♙",
        "  a b c d e",
    ]
    assert state.outcome() == "White to move"
    assert state.board().last == {(3, 3)}


@pytest.mark.parametrize("text", ["b3xa4", "b3a4", "B3-A4", " b3XA4 ", "b3-a4"])
def test_spellings_of_a_capture(text):
    state = Breakthrough(4, 6).start().play_all("b2b3 b5a4")
    assert state.play(text).history[-1].name == "b3xa4"
    assert len(state.play(text).board().pieces) == 15


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("hello", "a move names two cells, where from and where to"),
        ("a2", "a move names two cells, where from and where to"),
        ("d2e3", "e3 is not on the board of 4 x 6"),
        ("a0a1", "a0 is not on the board of 4 x 6"),
        ("a7a8", "a7 is not on the board of 4 x 6"),
        ("c3c4", "White has no pawn on c3"),
        ("a4a3", "White has no pawn on a4"),
        ("b2a3", "White has a pawn on a3 already"),
        ("a3a4", "a pawn captures diagonally, never straight ahead"),
        ("b2b4", "a pawn steps one row forward, straight or diagonally"),
        ("a3b2", "White has a pawn on b2 already"),
        ("d2b3", "a pawn steps one row forward, straight or diagonally"),
    ],
)
def test_complaint_says_what_is_wrong(text, why):
    state = Breakthrough(4, 6).start().play_all("a2a3 a5a4")
    with pytest.raises(IllegalMove) as error:
        state.play(text)
    assert f": {why}; legal: " in str(error.value)


def test_complaint_about_straight_capture_knows_which_way_black_goes():
    state = Breakthrough(4, 6).start().play_all("a2a3 a5a4 d2d3")
    with pytest.raises(IllegalMove, match="never straight ahead"):
        state.play("a4a3")


def test_longest_game_is_not_longer_than_max_plies():
    # Every pawn goes to the row before the last, then one goes on: the bound on the count.
    assert Breakthrough().max_plies() == 2 * (8 * 6 + 8 * 5) + 1
    for size in SIZES:
        game = Breakthrough(*size)
        longest = max(len(random_game(game, seed).history) for seed in range(20 if JIT else 1))
        assert longest <= game.max_plies()


@pytest.mark.parametrize("size", [(1, 8), (9, 8), (8, 3), (8, 9)])
def test_impossible_sizes_are_refused(size):
    with pytest.raises(GameError, match=r"Breakthrough: (cols|rows) must be from [24] to 8, not"):
        Breakthrough(*size)
