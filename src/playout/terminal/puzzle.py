"""A puzzle in the terminal: find the only move, and go on until nothing is left to find."""

from collections.abc import Sequence
from typing import NamedTuple

from ..catalogue import title_of
from ..language import said, tr
from ..puzzles.puzzle import GAMES, GRADES, Puzzle, PuzzleError, puzzles_of
from ..puzzles.record import (
    FAILED,
    HELPED,
    SOLVED,
    Record,
    forget_record,
    read_record,
    write_record,
)
from ..solve.solution import DRAW, LOSS, OUTCOMES, WIN, MoveValue, Solution
from ..state import IllegalMove, State
from .drawing import draw
from .screen import Screen
from .teaching import Teacher

__all__ = ["forget", "play", "show_record"]

GOALS = {
    WIN: "{player} to move. One move alone wins: which?",
    DRAW: "{player} to move. One move alone saves the draw: which?",
}
LEFT = {  # after a wrong move, what it leaves
    (WIN, DRAW): "{move} only draws.",
    (WIN, LOSS): "{move} loses.",
    (DRAW, LOSS): "{move} loses.",
}
ON = {WIN: "{move} is right. Go on: still winning?", DRAW: "{move} is right. Go on: hold the draw."}
DONE = {WIN: "Solved: the win is clear.", DRAW: "Solved: the draw is safe."}


WORDS = ("hint", "solution", "quit")


class Answer(NamedTuple):
    """What a person typed: a move or a word."""

    move: str = ""
    word: str = ""


def play(game: str, grade: int | None = None, id: str | None = None) -> int:
    """Let a person solve a puzzle; the exit code."""
    record = read_record()
    puzzle = _chosen(game, grade, id, record)
    how = Solving(puzzle, Screen()).run()
    if how:
        before = record.rating
        record.note(puzzle, how)
        write_record(record)
        shown = {"rating": record.rating, "change": record.rating - before, "n": record.streak}
        print(tr("Your rating: {rating:.0f} ({change:+.0f}); {n} solved in a row.", **shown))
    return 0


def _chosen(game: str, grade: int | None, id: str | None, record: Record) -> Puzzle:
    puzzles: Sequence[Puzzle] = puzzles_of(game)
    if id is not None:
        puzzles = [p for name in GAMES for p in puzzles_of(name) if p.id == id]
        if not puzzles:
            raise PuzzleError("no puzzle is called {id}", "no-such-puzzle", id=id)
    elif grade is not None:
        puzzles = [p for p in puzzles if p.grade == grade]
        if not puzzles:
            grades = {"low": GRADES[0], "high": GRADES[-1]}
            why = "--grade must be from {low} to {high}, not {grade}"
            raise PuzzleError(why, "no-such-grade", grade=grade, **grades)
    chosen = record.next_of(puzzles)
    assert chosen is not None
    return chosen


def show_record() -> int:
    """What has been solved, game by game."""
    record = read_record()
    for game in GAMES:
        puzzles = puzzles_of(game)
        solved = sum(record.done.get(puzzle.id) in (SOLVED, HELPED) for puzzle in puzzles)
        failed = sum(record.done.get(puzzle.id) == FAILED for puzzle in puzzles)
        title = said(title_of(type(puzzles[0].state.game)))
        text = "{game}: {solved} solved, {failed} failed, {total} in all"
        counts = {"solved": solved, "failed": failed, "total": len(puzzles)}
        print(tr(text, game=title, **counts))
    text = "Your rating: {rating:.0f}; {n} solved in a row, {best} at best."
    print(tr(text, rating=record.rating, n=record.streak, best=record.best))
    return 0


def forget() -> int:
    """Begin anew."""
    forget_record()
    print(tr("What you have solved is forgotten."))
    return 0


class Solving:
    """A person at a puzzle."""

    def __init__(self, puzzle: Puzzle, screen: Screen) -> None:
        self.puzzle = puzzle
        self.screen = screen
        self.teacher = Teacher(screen)
        self.state = self.start = puzzle.state
        self.how = SOLVED

    def run(self) -> str:
        """Ask until it is solved or given up; how it ended, or nothing if it was left at once."""
        puzzle, say = self.puzzle, self.screen.say
        title = said(title_of(type(self.state.game)))
        words = {"game": title, "id": puzzle.id, "grade": puzzle.grade}
        say(tr("{game}, puzzle {id}, grade {grade} of 5", **words))
        self._show(tr(GOALS[puzzle.goal], player=self._me()))
        while True:
            answer = self._ask()
            if answer.word == "quit":
                return FAILED if self.how == FAILED else ""
            if answer.word == "solution":
                say(tr("The solution: {line}", line=" ".join(puzzle.line)))
                return FAILED
            if answer.word == "hint":
                self._hint()
            elif self._tried(answer.move):
                return self.how

    def _me(self) -> str:
        return said(self.start.game.player_names()[self.start.player])

    def _show(self, text: str) -> None:
        self.screen.say("\n" + draw(self.state, self.screen) + "\n")
        self.screen.say(text)

    def _ask(self) -> Answer:
        while True:
            try:
                text = input(tr("your move (or hint, solution, quit): ")).strip()
            except (EOFError, KeyboardInterrupt):
                print()
                return Answer(word="quit")
            for word, own in zip(WORDS, map(tr, WORDS), strict=True):
                if text.lower() in (word, own):
                    return Answer(word=word)
            if text in ("q", "?"):
                return Answer(word="quit" if text == "q" else "hint")
            try:
                return Answer(move=self.state.play(text).history[-1].name) if text else Answer()
            except IllegalMove as error:
                why = error.fields["why"]
                self.screen.say(tr("{text!r} cannot be played: {why}.", text=text[:40], why=why))

    def _hint(self) -> None:
        """Where the move is, not what it is: the part of the board that it goes to."""
        best = self._best(self.teacher.solve(self.state)).move
        self.how = HELPED if self.how == SOLVED else self.how
        others = sorted(move.name for move in self.state.moves() if move.name != best.name)
        one = others[sum(map(ord, self.puzzle.id)) % len(others)]
        pair = " ".join(sorted((best.name, one)))
        self.screen.say(tr("It is one of these: {moves}", moves=pair))

    def _tried(self, move: str) -> bool:
        """Judge a move and answer it; whether the puzzle is over."""
        if not move:
            return False
        solution = self.teacher.solve(self.state)
        goal = self.puzzle.goal
        left = next(row.outcome for row in solution.moves if row.move.name == move)
        after = self.state.play(move)
        if left != goal:
            self._refute(after, tr(LEFT[goal, left], move=move))
            return False
        self.state = after
        if self._is_clear():
            self._show(tr(DONE[goal]))
            return True
        reply = self._reply(after)
        self.state = after.play(reply)
        if self.state.is_over:
            self._show(tr(DONE[goal]))
            return True
        self._show(tr(ON[goal], move=move))
        return False

    def _is_clear(self) -> bool:
        played = len(self.state.history) - len(self.start.history)
        return self.state.is_over or played >= len(self.puzzle.line)

    def _refute(self, after: State, text: str) -> None:
        """Say what a wrong move leaves, and show the reply that makes use of it."""
        self.how = FAILED
        if not after.is_over:
            reply = self._reply(after)
            shown = after.play(reply)
            self.screen.say("\n" + draw(shown, self.screen) + "\n")
            text += " " + tr("Your opponent replies {reply}.", reply=reply)
        self.screen.say(self.screen.paint(text, "red"))
        self._show(tr(GOALS[self.puzzle.goal], player=self._me()))

    def _reply(self, after: State) -> str:
        """What the other side plays: as in the solution, or else the best there is."""
        played = tuple(m.name for m in after.history[len(self.start.history) :])
        if played == self.puzzle.line[: len(played)] and len(played) < len(self.puzzle.line):
            return self.puzzle.line[len(played)]
        solution = self.teacher.solve(after)
        return solution.line[0].name if solution.line else self._best(solution).move.name

    @staticmethod
    def _best(solution: Solution) -> MoveValue:
        return max(solution.moves, key=lambda row: OUTCOMES.index(row.outcome))
