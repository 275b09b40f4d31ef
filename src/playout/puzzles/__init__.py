"""Puzzles: positions of real games in which one move alone keeps the win, or the draw.

puzzle.py      what a puzzle is, and the files that come with the package (data/)
make.py        `playout puzzles`: made from games by a seed, solved exactly
grade.py       how hard one is: the simulations that searches need
symmetry.py    mirror images of a position are the same puzzle
check.py       solves a puzzle again, and says what is wrong with it
record.py      what a person has solved, and how well: in the terminal
"""

from .puzzle import GAMES, GRADES, Puzzle, puzzles_of

__all__ = ["GAMES", "GRADES", "Puzzle", "puzzles_of"]
