"""A playout, or a whole simulation, followed step by step: for people who learn or look for errors.

`trace_playout` plays out once, and `Search.step` runs one simulation by the functions that every
search runs (loop.py), one after the other, and compares the tree before with the tree after.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ..kernel import entry, seed_stream
from ..language import Text, tr
from ..rules import ONGOING, copy_words
from ..state import Move, State
from .changes import Before, Change
from .checks import check, seed_word
from .errors import SearchError
from .loop import Scratch, arrive, back_up, descend, enter, play_out
from .policy import Line, Memory, Random
from .scores import scores_at
from .tree import NODES, ROOT, UNPROVEN, Tree

__all__ = ["Playout", "Selection", "Step", "trace_playout", "trace_simulation"]


@dataclass(frozen=True)
class Playout:
    """A playout: where it began, its moves, their codes, and who won.

    Random playouts of Hex draw all stones at once: the moves are then one order in which they may
    have been placed, up to the winning one, and the codes are of all of them. Where a game's own
    shortcut for random playouts does not say its moves (Othello, NoGo and Atari Go, by searches
    that need none), there are none here; `Random(fast=False)` always says them.
    """

    start: State
    moves: tuple[Move, ...]
    codes: tuple[int, ...]
    winner: int | None  # None in a draw

    def __str__(self) -> str:
        moves = " ".join(move.name for move in self.moves) or Text("moves unknown")
        winner = Text("a draw")
        if self.winner is not None:
            names = self.start.game.player_names()
            winner = Text("{winner} wins", winner=names[self.winner])
        return tr("{name}: {text}", name=moves, text=winner)


class Selection(NamedTuple):
    """A choice that a simulation made in the tree."""

    node: int
    line: tuple[Move, ...]  # the moves from the root that lead there
    move: Move  # that it chose
    is_new: bool  # whether it was the first time
    scores: dict[Move, float]  # by which it chose; nothing where the search has none
    betas: dict[Move, float]  # the weights of AMAF values in them; nothing where there are none


@dataclass(frozen=True)
class Step:
    """What one simulation did."""

    selected: tuple[Selection, ...]
    expanded: tuple[tuple[Move, ...], ...]  # the nodes that got children, by the moves to them
    playouts: tuple[Playout, ...]  # none where the game was over in the tree, or proven
    winner: int | None  # of the last playout or of the game that was over; None in a draw
    changes: tuple[Change, ...]

    def __str__(self) -> str:
        lines = [tr("selected  {choice}", choice=_selected(choice)) for choice in self.selected]
        lines += [tr("expanded  {line}", line=_moves(line)) for line in self.expanded]
        lines += [tr("played    {playout}", playout=playout) for playout in self.playouts]
        changed = [tr("changed   {change}", change=change) for change in self.changes]
        return "\n".join([*lines, *changed])


def _selected(choice: Selection) -> str:
    text = tr("{move} at {line}", move=choice.move.name, line=_moves(choice.line))
    if choice.scores:
        text += tr(", score {score:.3f}", score=float(choice.scores[choice.move]))
    return text + tr(", new") * choice.is_new


def _moves(line: tuple[Move, ...]) -> str:
    return " ".join(move.name for move in line) or tr("the root")


# --- a playout ---------------------------------------------------------------------------


@entry
def traced(game, policy, state, moves, line, memory, stream):
    return policy.play_out(game, state, moves, line, memory, stream)


def trace_playout(state: State, policy: Any = None, seed: int | None = None) -> Playout:
    """Play out once by a policy, at random if none is given, and say how it went; the same seed
    gives the same playout."""
    policy = policy or Random()
    check(state, policy)
    if policy.kind != "policy":
        why = "{given} is not a playout policy, such as Random() or Mast()"
        raise SearchError(why, "not-a-policy", given=repr(policy))
    stream = np.zeros(2, np.uint64)
    seed_stream(stream, np.uint64(seed_word(seed)))
    memory = Memory.of(state.game, policy)
    winner, codes = _traced(state, policy, memory, stream)
    return _playout(state, codes, winner)


def _traced(state: State, policy: Any, memory: Memory, stream: Any) -> tuple[int, list[int]]:
    game, line = state.game, Line.of(state.game)
    words, moves = np.zeros(3 * game.n_words(), np.uint64), np.zeros(2 * game.n_moves(), np.int64)
    words[: game.n_words()] = state.words
    winner = traced(game, policy, words, moves, line, memory, stream)
    return int(winner), line.code[: line.size[0]].tolist()


def _playout(start: State, codes: list[int], winner: int) -> Playout:
    moves, left, there = [], list(codes), start
    while left and not there.is_over:
        by_code = {code: move for move, code in there.codes().items()}
        at = next((i for i, code in enumerate(left) if code in by_code), None)
        if at is None:
            break
        there = there.play(by_code[left.pop(at)])
        moves.append(there.history[-1])
    return Playout(start, tuple(moves), tuple(codes), winner if winner in (0, 1) else None)


# --- a simulation ------------------------------------------------------------------------

BEGIN, ENTER, DESCEND, ARRIVE, PLAY, BACK_UP = range(6)


@entry
def phase(game, algorithm, tree, scratch, root, which, depth, given):
    """One part of a simulation; `given` is the node to descend from, or the winner."""
    result = np.int64(0)
    if which == BEGIN:
        copy_words(game, root, scratch.state)
        scratch.path[0] = ROOT
    elif which == ENTER:
        result = np.int64(enter(game, algorithm, tree, scratch, depth))
    elif which == DESCEND:
        result = np.int64(descend(game, algorithm, tree, scratch, given, depth))
    elif which == ARRIVE:
        result = np.int64(arrive(game, algorithm, tree, scratch, depth))
    elif which == PLAY:
        scratch.line.size[0] = depth
        result = np.int64(play_out(game, algorithm, scratch))
    else:
        back_up(game, algorithm, tree, scratch, root, depth, given)
    return result


def trace_simulation(state: State, algorithm: Any, tree: Tree, scratch: Scratch) -> Step | None:
    """Run a simulation, all playouts of its leaf, and say what it did; None if the root is
    proven."""
    if tree.proven[ROOT] != UNPROVEN:
        return None
    return _Simulation(state, algorithm, tree, scratch).run()


class _Simulation:
    def __init__(self, state: State, algorithm: Any, tree: Tree, scratch: Scratch) -> None:
        self.state, self.algorithm = state, algorithm
        self.tree, self.scratch = tree, scratch
        self.selected: list[Selection] = []
        self.expanded: list[tuple[Move, ...]] = []
        self.line: tuple[Move, ...] = ()
        self.before = Before(tree, scratch.memory, state.game)

    def _phase(self, which: int, depth: int = 0, given: int = 0) -> int:
        parts = self.state.game, self.algorithm, self.tree, self.scratch, self.state.words
        n_nodes = int(self.tree.counts[NODES])
        result = int(phase(*parts, which, depth, given))
        if which == DESCEND:
            self._note_choice(given, depth)
        if self.tree.counts[NODES] > n_nodes:
            self.expanded.append(self.line)
        return result

    def run(self) -> Step:
        self._phase(BEGIN)
        there, depth, goes_on = self.state, 0, True
        while goes_on and (node := self._phase(ENTER, depth)) >= 0:
            scores = {}
            if hasattr(self.algorithm, "score"):
                path = self.scratch.path
                scores = scores_at(self.algorithm, self.tree, node, there.player, path, depth)
            self.names = {int(move): move for move in there.moves()}
            self.scores = {self.names[move]: score for move, score in scores.items()}
            goes_on = bool(self._phase(DESCEND, depth, node))
            there, depth = there.play(self.line[-1]), depth + 1
        winner = self._phase(ARRIVE, depth)
        playouts = []
        for _ in range(self.algorithm.playouts if winner == ONGOING else 0):
            playouts.append(self._play_out(there, depth))
        if not playouts:
            self._phase(BACK_UP, depth, winner)
        last = playouts[-1].winner if playouts else winner
        changes = self.before.changes(self.tree, self.scratch.memory, self._lines(depth))
        who = last if last in (0, 1) else None
        return Step(tuple(self.selected), tuple(self.expanded), tuple(playouts), who, changes)

    def _note_choice(self, node: int, depth: int) -> None:
        child = int(self.scratch.path[depth + 1])
        move, is_new = self.names[int(self.tree.move[child])], bool(self.tree.visits[child] == 0)
        if is_new:
            self.before.follow(self.tree, node, child)
        scores = {m: score for m, (score, _) in self.scores.items()}
        betas = {m: beta for m, (_, beta) in self.scores.items() if not np.isnan(beta)}
        self.selected.append(Selection(node, self.line, move, is_new, scores, betas))
        self.line = (*self.line, move)

    def _play_out(self, leaf: State, depth: int) -> Playout:
        scratch, policy = self.scratch, self.algorithm.policy
        scratch.state[: len(leaf.words)] = leaf.words
        stream = scratch.stream.copy()
        winner = self._phase(PLAY, depth)
        if self.algorithm.needs_line() or policy.needs_line():
            codes = scratch.line.code[depth : scratch.line.size[0]].tolist()
        else:  # the same again, to see its moves
            again, codes = _traced(leaf, policy, scratch.memory, stream)
            if again != winner or (stream != scratch.stream).any():
                codes = []
        playout = _playout(leaf, codes, winner)
        self._phase(BACK_UP, depth, winner)
        return playout

    def _lines(self, depth: int) -> dict[int, tuple[Move, ...]]:
        """The moves that lead to the nodes that may have changed: those of the path, those that
        have their children, and those children."""
        lines: dict[int, tuple[Move, ...]] = {}
        there = self.state
        for i, node in enumerate(self.scratch.path[: depth + 1].tolist()):
            there = there if i == 0 else there.play(self.line[i - 1])
            home = max(node, -int(self.tree.first[node]))
            lines |= {node: self.line[:i], home: self.line[:i]}
            lines |= dict(self._children(home, there, self.line[:i]))
        return lines

    def _children(
        self, node: int, there: State, line: tuple[Move, ...]
    ) -> Iterator[tuple[int, tuple[Move, ...]]]:
        names = {int(move): move for move in there.moves()}
        first = int(self.tree.first[node])
        for child in range(first, first + int(self.tree.n_children[node])):
            yield child, (*line, names[int(self.tree.move[child])])
