"""Hex: known openings, a flood fill as oracle, the swap rule."""

import pytest

from playout import Hex, IllegalMove
from playout.conformance import random_game
from playout.kernel import JIT
from playout.perft import perft

# Openings that win for the first player on small boards, without swap.
WINNING_OPENINGS = {
    2: "b1 a2",
    3: "c1 a2 b2 c2 a3",
    4: "d1 c2 b3 a4",
}


def connected(stones, size, player):
    """Naive flood fill: does a player's set of (col, row) join the player's two edges?"""
    along = 1 - player
    todo = [cell for cell in stones if cell[along] == 0]
    seen = set(todo)
    while todo:
        col, row = todo.pop()
        if (col, row)[along] == size - 1:
            return True
        near = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)]
        new = {(col + dc, row + dr) for dc, dr in near} & stones - seen
        seen |= new
        todo += new
    return False


@pytest.mark.parametrize("size", [2, 3, 4, 5, 8, 11, 19])
def test_winner_is_the_one_whose_edges_are_joined(size):
    for seed in range(max(4, 60 // size) if JIT else 1):
        state = Hex(size).start()
        for move in random_game(Hex(size), seed).history:
            state = state.play(move)
            pieces = state.board().pieces
            for player in (0, 1):
                stones = {cell for cell, owner in pieces.items() if owner == player}
                assert (state.winner == player) == connected(stones, size, player)
        assert state.is_over
        assert len(state.moves()) == 0


@pytest.mark.parametrize("size", [3, 7])
def test_winning_chain_joins_the_edges_with_the_winners_stones(size):
    for seed in range(20 if JIT else 2):
        state = random_game(Hex(size), seed)
        board = state.board()
        assert {board.pieces[cell] for cell in board.winning} == {state.winner}
        assert connected(set(board.winning), size, state.winner)


@pytest.mark.parametrize("size", [2, 3] if JIT else [2])
def test_winning_openings_of_small_boards(size):
    assert winning_openings(size) == WINNING_OPENINGS[size].split()


@pytest.mark.slow
def test_winning_openings_of_the_board_of_four():
    assert winning_openings(4) == WINNING_OPENINGS[4].split()


def winning_openings(size):
    """By depth-first search; `known` says of a key whether the player to move wins."""
    known = {}

    def search(state):
        if state.is_over:
            return False
        if state._key not in known:
            known[state._key] = any(not search(state.play(move)) for move in ordered(state))
        return known[state._key]

    start = Hex(size).start()
    return [move.name for move in start.moves() if not search(start.play(move))]


def ordered(state):
    # Cells near the middle first: they settle the search sooner.
    middle = (state.game.size - 1) / 2
    return sorted(
        state._legal,
        key=lambda m: abs(m % state.game.size - middle) + abs(m // state.game.size - middle),
    )


def test_perft_of_small_boards():
    # Without an early end, 9!/(9-d)!; from move 5 on games end.
    assert [perft(Hex(3).start(), d) for d in range(7)] == [1, 9, 72, 504, 3024, 15120, 54720]
    assert [perft(Hex(4).start(), d) for d in range(5)] == [1, 16, 240, 3360, 43680]


def test_black_joins_top_and_bottom_and_white_left_and_right():
    assert Hex(3).start().play_all("b1 a1 b2 a2 b3").winner == 0
    assert Hex(3).start().play_all("a1 a2 b1 b2 a3 c2").winner == 1
    # b1 and a2 touch, a1 and b2 do not: the board leans to the right.
    assert Hex(2).start().play_all("b1 b2 a2").winner == 0
    assert Hex(2).start().play_all("a1 b1 b2").winner is None


def test_swap_mirrors_the_stone_and_gives_it_to_white():
    state = Hex(5, swap=True).start().play("b4")
    assert "swap" in [move.name for move in state.moves()]
    swapped = state.play("swap")
    assert swapped.board().pieces == {(3, 1): 1}
    assert swapped.player == 0
    assert len(swapped.moves()) == 24
    assert swapped.board().last == {(3, 1)}


def test_swap_is_for_the_second_move_only():
    with pytest.raises(IllegalMove, match="swap answers the first move"):
        Hex(5, swap=True).start().play("swap")
    with pytest.raises(IllegalMove, match="swap answers the first move"):
        Hex(5, swap=True).start().play_all("a1 b1 swap")
    with pytest.raises(IllegalMove, match="only with the swap rule on"):
        Hex(5).start().play_all("a1 swap")


def test_swap_has_a_code_of_its_own():
    codes = Hex(3, swap=True).start().play("a1").codes()
    assert len(set(codes.values())) == 9


def test_swapped_position_equals_the_one_it_mirrors():
    # After a swap White has the mirrored stone and Black is to move, one ply later.
    swapped = Hex(3, swap=True).start().play_all("c1 swap a1 b1")
    assert swapped.board().pieces == {(0, 2): 1, (0, 0): 0, (1, 0): 1}
