"""The public names, and where each is: what the package loads when it is asked for."""

from typing import NamedTuple

from .api import Experiment as Experiment
from .api import experiment as experiment
from .api import match as match
from .api import play as play
from .api import speak as speak
from .board import Board as Board
from .catalogue import find as find
from .errors import PlayoutError as PlayoutError
from .face import Face as Face
from .games import Atarigo as Atarigo
from .games import Breakthrough as Breakthrough
from .games import Connect4 as Connect4
from .games import Domineering as Domineering
from .games import Go as Go
from .games import Hex as Hex
from .games import Knightthrough as Knightthrough
from .games import Mnk as Mnk
from .games import Nim as Nim
from .games import Nogo as Nogo
from .games import Othello as Othello
from .kernel import below as below
from .kernel import bit as bit
from .kernel import compiled as compiled
from .kernel import lowest as lowest
from .kernel import mix as mix
from .kernel import next_word as next_word
from .kernel import nth_bit as nth_bit
from .kernel import popcount as popcount
from .kernel import unit as unit
from .notation import position_of as position_of
from .notation import position_text as position_text
from .parameters import Choices as Choices
from .parameters import OneOf as OneOf
from .parameters import Range as Range
from .player_spec import PlayerSpec as PlayerSpec
from .players import Choice as Choice
from .playouts import run_playouts as run_playouts
from .protocols import Algorithm as Algorithm
from .protocols import Game as Game
from .protocols import Player as Player
from .protocols import PlayoutPolicy as PlayoutPolicy
from .protocols import Schedule as Schedule
from .protocols import SearchParameters as SearchParameters
from .protocols import Solver as Solver
from .rules import DRAW as DRAW
from .rules import FIRST as FIRST
from .rules import ONGOING as ONGOING
from .rules import SECOND as SECOND
from .rules import GameError as GameError
from .rules import can_set_up as can_set_up
from .rules import game as game
from .search import Alpha as Alpha
from .search import Bias as Bias
from .search import Biased as Biased
from .search import Bridges as Bridges
from .search import Change as Change
from .search import Child as Child
from .search import Hand as Hand
from .search import Lgr as Lgr
from .search import Mast as Mast
from .search import Mse as Mse
from .search import Nst as Nst
from .search import Playout as Playout
from .search import Ppa as Ppa
from .search import Ppaf as Ppaf
from .search import Random as Random
from .search import Ratio as Ratio
from .search import Result as Result
from .search import Search as Search
from .search import SearchError as SearchError
from .search import Selection as Selection
from .search import Step as Step
from .search import Threshold as Threshold
from .search import Weights as Weights
from .search import algorithm as algorithm
from .search import per_expansion as per_expansion
from .search import per_node as per_node
from .search import per_search as per_search
from .search import policy as policy
from .search import schedule as schedule
from .search import search as search
from .search import statistics as statistics
from .search import trace_playout as trace_playout
from .solve import Solution as Solution
from .solve import SolveError as SolveError
from .solve import solve as solve
from .solve import solver as solver
from .state import IllegalMove as IllegalMove
from .state import Move as Move
from .state import State as State

__version__: str

# The searches, with the parameters that all share (tests/test_stub.py sees that they are right).

class Amaf(NamedTuple):
    """All moves as first throughout: RAVE with a beta that never falls."""

    alpha: float = 1.0
    c: float = 0.0
    least: int = 0
    untried: int | str = 0
    expand: int = 8
    solver: bool = True
    final: int | str = 0
    fpu: float = 1000000.0
    playouts: int = 1
    draw: float = 0.5
    transpositions: bool = False
    policy: PlayoutPolicy = ...

class Flat(NamedTuple):
    """Flat Monte Carlo: the same number of playouts for every move."""

    final: int | str = 1
    expand: int = 2147483647
    solver: bool = False
    each: int = 0
    fpu: float = 1000000.0
    playouts: int = 1
    draw: float = 0.5
    transpositions: bool = False
    policy: PlayoutPolicy = ...

class Grave(NamedTuple):
    """Generalized RAVE: AMAF values come from an ancestor with enough visits."""

    ref: int = 50
    beta: Schedule = ...
    c: float = 0.0
    least: int = 0
    killer: bool = False
    recent: int = 0
    untried: int | str = 0
    inside: bool = False
    root_player: bool = False
    expand: int = 8
    solver: bool = True
    final: int | str = 0
    fpu: float = 1000000.0
    playouts: int = 1
    draw: float = 0.5
    transpositions: bool = False
    policy: PlayoutPolicy = ...

class Gumbel(NamedTuple):
    """Gumbel AlphaZero: of the moves that a network thinks likely, it keeps the better half."""

    net: int | str = 0
    m: int = 16
    c_visit: float = 50.0
    c_scale: float = 1.0
    noise: float = 0.0
    mix: float = 0.0
    symmetries: bool = False
    batch: int = 4
    expand: int = 0
    solver: bool = True
    final: int | str = 0
    fpu: float = 1000000.0
    playouts: int = 1
    draw: float = 0.5
    transpositions: bool = False
    policy: PlayoutPolicy = ...

class Halving(NamedTuple):
    """Sequential halving at the root, over flat playouts or over UCT."""

    expand: int = 2147483647
    c: float = 0.4
    floor: bool = False
    solver: bool = False
    final: int | str = 0
    fpu: float = 1000000.0
    playouts: int = 1
    draw: float = 0.5
    transpositions: bool = False
    policy: PlayoutPolicy = ...

class History(NamedTuple):
    """UCT with progressive history."""

    w: float = 3.0
    c: float = 0.4
    expand: int = 1
    solver: bool = True
    final: int | str = 0
    fpu: float = 1000000.0
    playouts: int = 1
    draw: float = 0.5
    transpositions: bool = False
    policy: PlayoutPolicy = ...

class Implicit(NamedTuple):
    """UCT with implicit minimax, for games with an evaluation."""

    alpha: float = 0.4
    c: float = 0.4
    expand: int = 1
    solver: bool = True
    final: int | str = 0
    fpu: float = 1000000.0
    playouts: int = 1
    draw: float = 0.5
    transpositions: bool = False
    policy: PlayoutPolicy = ...

class Puct(NamedTuple):
    """The search of AlphaZero: a network says which moves are likely, and who wins."""

    net: int | str = 0
    c: float = 0.625
    base: float = 19652.0
    fpu: float = 0.1
    noise: float = 0.0
    alpha: float = 0.3
    mix: float = 0.0
    symmetries: bool = False
    batch: int = 4
    expand: int = 0
    solver: bool = True
    final: int | str = 0
    playouts: int = 1
    draw: float = 0.5
    transpositions: bool = False
    policy: PlayoutPolicy = ...

class PuctGrave(NamedTuple):
    """GRAVE with a network: its priors, its values, and AMAF values of playouts beside them."""

    net: int | str = 0
    c: float = 0.625
    base: float = 19652.0
    fpu: float = 0.1
    ref: int = 50
    bias: float = 1.0
    mix: float = 0.0
    symmetries: bool = False
    batch: int = 4
    expand: int = 0
    solver: bool = True
    final: int | str = 0
    playouts: int = 1
    draw: float = 0.5
    transpositions: bool = False
    policy: PlayoutPolicy = ...

class Rave(NamedTuple):
    """Rapid action value estimation."""

    beta: Schedule = ...
    c: float = 0.0
    least: int = 0
    killer: bool = False
    recent: int = 0
    untried: int | str = 0
    inside: bool = False
    root_player: bool = False
    expand: int = 8
    solver: bool = True
    final: int | str = 0
    fpu: float = 1000000.0
    playouts: int = 1
    draw: float = 0.5
    transpositions: bool = False
    policy: PlayoutPolicy = ...

class Shuss(NamedTuple):
    """Sequential halving using scores: GRAVE below a root that halves."""

    c: float = 128.0
    ref: int = 50
    beta: Schedule = ...
    least: int = 0
    expand: int = 8
    solver: bool = True
    final: int | str = 0
    fpu: float = 1000000.0
    playouts: int = 1
    draw: float = 0.5
    transpositions: bool = False
    policy: PlayoutPolicy = ...

class Ucb(NamedTuple):
    """A bandit at the root: UCB1 over the moves, each pull one playout."""

    c: float = 0.4
    expand: int = 2147483647
    solver: bool = False
    final: int | str = 0
    fpu: float = 1000000.0
    playouts: int = 1
    draw: float = 0.5
    transpositions: bool = False
    policy: PlayoutPolicy = ...

class Uct(NamedTuple):
    """The plain tree search."""

    c: float = 0.4
    tuned: bool = False
    expand: int = 1
    solver: bool = True
    final: int | str = 0
    fpu: float = 1000000.0
    playouts: int = 1
    draw: float = 0.5
    transpositions: bool = False
    policy: PlayoutPolicy = ...

class UctAmaf(NamedTuple):
    """UCT plus the AMAF value of the whole search."""

    c: float = 0.4
    expand: int = 1
    solver: bool = True
    final: int | str = 0
    fpu: float = 1000000.0
    playouts: int = 1
    draw: float = 0.5
    transpositions: bool = False
    policy: PlayoutPolicy = ...
