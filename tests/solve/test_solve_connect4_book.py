"""The opening book of Connect 4: as it is on disk, and whether what it says is true."""

import random
from functools import lru_cache

import numpy as np
import pytest

from playout import Connect4
from playout.kernel import JIT
from playout.solve import connect4_book as books
from playout.solve.connect4 import Connect4Solver


def image(key):
    """A key's mirror image by way of its columns."""
    return sum((key >> 7 * col & 127) << 7 * (6 - col) for col in range(7))


def test_opening_positions_are_as_many_as_are_known():
    # Tromp's counts of positions by plies, OEIS A212693.
    levels = books.opening_positions(5)
    both = [{key for mine, discs in level.values() for key in (mine + discs, image(mine + discs))}
            for level in levels]  # fmt: skip
    assert [len(level) for level in both] == [1, 7, 49, 238, 1120, 4263]


def test_key_gives_the_position_back():
    for level in books.opening_positions(4):
        for key, (mine, discs) in level.items():
            assert (mine + discs) in (key, image(key))
            assert books.position(mine + discs) == (mine, discs)
            assert books.canonical(image(key)) == books.canonical(key) == key


def test_written_book_is_read_back(tmp_path):
    rng = random.Random(1)
    scores = {key: rng.randint(-21, 21) for level in books.opening_positions(4) for key in level}
    books.write(tmp_path / "a.book", 3, 4, scores)
    book = books.read(tmp_path / "a.book")
    assert (book.plies, book.lines) == (3, 4)
    assert dict(zip(book.keys.tolist(), book.scores.tolist(), strict=True)) == scores
    for key, score in scores.items():
        assert book.score(*books.position(key)) == score
        assert book.score(*books.position(image(key))) == score


@pytest.mark.parametrize("damage", [b"", b"C4BOOK2\n", b"something else entirely, and longer"])
def test_no_book_is_refused(tmp_path, damage):
    path = tmp_path / "a.book"
    path.write_bytes(damage)
    with pytest.raises(ValueError, match=r"no opening book|damaged"):
        books.read(path)


def test_damaged_book_is_refused(tmp_path):
    path = tmp_path / "a.book"
    books.write(path, 1, 1, {key: 0 for level in books.opening_positions(1) for key in level})
    content = bytearray(path.read_bytes())
    content[20] ^= 1  # the checksum
    path.write_bytes(bytes(content))
    with pytest.raises(ValueError, match="damaged"):
        books.read(path)


def test_book_answers_before_the_search_does(monkeypatch):
    scores = {key: 7 for level in books.opening_positions(2) for key in level}
    keys = np.array(sorted(scores), np.uint64)
    told = books.Book(2, 2, keys, np.full(len(keys), 7, np.int8))
    monkeypatch.setattr(books, "load", lambda: told)
    solver = Connect4Solver(Connect4(), 2**20)
    assert solver.scores(Connect4().start()) == [(col, -7) for col in range(7)]
    assert solver.nodes == 0
    # Another board has no book.
    assert Connect4Solver(Connect4(6, 6), 2**20)._book is None
    assert Connect4Solver(Connect4(), 2**20, book=False)._book is None


# --- the book that comes with the package -------------------------------------------


def test_book_is_complete_and_small():
    book = books.load()
    expected = {key for level in books.opening_positions(book.plies) for key in level}
    assert set(book.keys.tolist()) >= expected
    assert books.FILE.stat().st_size < 500_000


def test_every_score_is_the_best_of_the_next_ply():
    book = books.load()
    for level in books.opening_positions(book.plies - 1):
        for mine, discs in level.values():
            n_discs = discs.bit_count()
            best = max(
                (43 - n_discs) // 2 if books.has_four(child[0] ^ child[1]) else -book.score(*child)
                for child in books.children(mine, discs)
            )
            assert book.score(mine, discs) == best


def open_children(mine, discs):
    return [
        child for child in books.children(mine, discs) if not books.has_four(child[0] ^ child[1])
    ]


@lru_cache
def repertoire():
    """By number of discs, the positions in which the player to move has played by the book; of a
    position and its mirror image one."""
    book = books.load()
    levels = [{} for _ in range(book.lines + 3)]
    levels[0] = {0: (0, 0)}
    levels[1] = {books.canonical(sum(child)): child for child in books.children(0, 0)}
    for n_discs in range(book.lines + 1):
        for mine, discs in levels[n_discs].values():
            kept = [c for c in books.children(mine, discs) if is_best(book, mine, discs, c)]
            for reply in open_children(*kept[0]) if kept else ():
                levels[n_discs + 2][books.canonical(sum(reply))] = reply
    return [list(level.values()) for level in levels[: book.lines + 1]]


def is_best(book, mine, discs, child):
    return book.score(*child) == -book.score(mine, discs)


def test_who_plays_by_the_book_always_finds_a_move():
    book = books.load()
    for n_discs, level in enumerate(repertoire()):
        assert level
        for mine, discs in level:
            score = book.score(mine, discs)
            children = books.children(mine, discs)
            wins = len(open_children(mine, discs)) < len(children)
            best = (43 - n_discs) // 2 if wins else None
            known = [-book.score(*child) for child in children if book.score(*child) is not None]
            assert score == (best if wins else max(known))


def test_book_has_nothing_else():
    book = books.load()
    expected = {key for level in books.opening_positions(book.plies) for key in level}
    for level in repertoire():
        for mine, discs in level:
            expected.add(books.canonical(mine + discs))
            children = books.children(mine, discs)
            kept = [child for child in children if is_best(book, mine, discs, child)]
            expected |= {books.canonical(sum(child)) for child in kept}
    assert set(book.keys.tolist()) == expected


def test_solver_plays_by_the_book_at_once():
    book, rng = books.load(), random.Random(3)
    solver = Connect4Solver(Connect4(), 2**20)
    solver._run = lambda clock: pytest.fail("it searched")
    for side in (0, 1) * (30 if JIT else 3):
        state = Connect4().start()
        while len(state.history) <= book.lines:
            mine, discs = state.words[1 + state.player], state.words[1] | state.words[2]
            if len(open_children(int(mine), int(discs))) < len(state.moves()):
                break  # the next disc wins
            if state.player == side:
                outcome, move = solver._keep(mine, discs, None)
                score = book.score(mine, discs)
                assert outcome == (score > 0) - (score < 0)
                state = state.play(move)
            else:
                state = state.play(rng.choice(state.moves()))


def test_empty_board_is_answered_at_once():
    solver = Connect4Solver(Connect4())
    if books.load().plies > 0:
        scores = [score for _, score in solver.scores(Connect4().start())]
        assert scores == [-2, -1, 0, 1, 0, -1, -2]  # Allis 1988; the scores: Pons 2015
        assert solver.nodes == 0


@pytest.mark.slow
@pytest.mark.skipif(not JIT, reason="too slow in plain Python")
def test_some_scores_are_those_the_solver_finds():
    book, rng = books.load(), random.Random(2)
    solver = Connect4Solver(Connect4(), 2**28, book=False)
    for key in rng.sample(book.keys[-50:].tolist(), 3):
        mine, discs = books.position(key)
        assert solver.score_of(mine, discs) == book.score(mine, discs)


@pytest.mark.skipif(not JIT, reason="the line takes too long with the JIT off")
def test_empty_board_is_answered_without_a_search():
    solution = Connect4Solver(Connect4()).solve(Connect4().start(), all_moves=True)
    assert [row.score for row in solution.moves] == [-2, -1, 0, 1, 0, -1, -2]
    assert (solution.outcome, solution.score, solution.plies) == ("win", 1, 41)
    assert [move.name for move in solution.line[:1]] == ["4"]
    assert solution.nodes == 0


def played(mine, discs):
    """Moves that lead to a position, in one of the orders that are possible."""
    n_discs, history = discs.bit_count(), []
    owners = {n_discs % 2: mine, 1 - n_discs % 2: mine ^ discs}

    def undo(n, left):
        for col in range(7) if n > 0 else ():
            top = (left >> 7 * col & 127).bit_length() - 1
            if top >= 0 and owners[(n - 1) % 2] >> top + 7 * col & 1:
                history.append(col)
                if undo(n - 1, left ^ 1 << top + 7 * col):
                    return True
                history.pop()
        return n == 0

    assert undo(n_discs, discs)
    return history[::-1]


@pytest.mark.slow
def test_every_score_is_that_of_another_solver():
    bitbully = pytest.importorskip("bitbully", reason="the other solver is for development only")
    book, peer = books.load(), bitbully.BitBully()  # with the book that comes with it
    for key, score in zip(book.keys.tolist(), book.scores.tolist(), strict=True):
        assert peer.mtdf(bitbully.Board(played(*books.position(key)))) == score
