"""Go: surround more of the board than the other; stones without a liberty are taken.

    5 . ● ○ . .
    4 ● . ● ○ .      White takes the black stone c4 by b4. Black may not take back at
    3 . ● ○ . .      once, which would make the same position again: the ko.
    2 . . . . .
    1 . . . . .      A player passes by `pass`; after two passes in a row the points
      a b c d e      are counted.

The rules are those of Tromp and Taylor, with area scoring: a player has a point for every stone
and for every empty point from which no stone of the other is reached over empty points. They differ
in three things. Suicide is illegal. A ko is the plain one: a lone stone that took one stone is not
taken back at once. Tromp and Taylor forbid every earlier position, for which a state would have to
keep them all; here longer cycles, which are rare, end with the game after 3 * size * size plies,
passes included. It is then counted as it stands. So dead stones count unless they are taken.

The state is that of `kernels/goban.py`, and three words more: see `kernels/go.py`. Move: the number
of the point, size * row + column, written `c4`; the last number is `pass`.
"""

from typing import Annotated, NamedTuple

import numpy as np

from ..errors import GameError
from ..kernel import mix
from ..parameters import Range
from ..rules import ONGOING, game
from .atarigo import Atarigo
from .faces.go import GoFace
from .kernels.go import LEAD, has_sound_point, ko_word, list_points, make_move, winner_by
from .kernels.go_playouts import random_go
from .kernels.goban import clear_board, fill_stones, stones_key, surroundings
from .kernels.planes import fill_plane

__all__ = ["Go"]


@game(face=GoFace)
class Go(NamedTuple):
    """`size` x `size` points, area scoring, White ahead by `komi`; two passes end the game."""

    size: Annotated[int, Range(2, 19), "points on a side"] = 9
    komi: Annotated[float, Range(-400, 400), "points that White has in advance"] = 7.5

    grid = Atarigo.grid  # type: ignore[misc]

    def n_words(self):
        return 2 + 5 * (self.grid().n + 1) + 3

    def n_moves(self):
        return self.size * self.size + 1

    def max_plies(self):
        return 3 * self.size * self.size

    def start(self, state):
        clear_board(state, self.grid())
        for i in range(self.n_words() - 3, self.n_words()):
            state[i] = 0

    def moves(self, state, out):
        n = list_points(state, self.grid(), out, True)
        out[n] = self.size * self.size
        return n + 1

    def playout_moves(self, state, out):
        """No eyes of one's own, and no pass while there is anything else."""
        n = list_points(state, self.grid(), out, False)
        if n == 0:
            out[0] = self.size * self.size
        return max(n, 1)

    def code(self, state, move):
        """A pass with nothing else left, as in every playout, is another than one by choice.

        With one code for both, AMAF would take a pass in the middle of a game for an average move.
        """
        n_points = self.size * self.size
        is_forced = move == n_points and not has_sound_point(state, self.grid())
        return self.player(state) * (n_points + 2) + move + np.int64(is_forced)

    def n_codes(self):
        return 2 * (self.size * self.size + 2)

    def play(self, state, move):
        make_move(state, self.grid(), move, self.max_plies())

    def skip_turn(self, state):
        at = ko_word(self.grid())
        state[0] += np.uint64(1)
        state[at] = 0
        state[at + 1] = 0

    def winner(self, state):
        lead = np.int64(state[ko_word(self.grid()) + 2])
        return ONGOING if lead == 0 else winner_by(lead - LEAD, self.komi)

    def key(self, state):
        """With the count of plies, of which there is a most: no position leads back to itself."""
        at = ko_word(self.grid())
        word = mix(stones_key(state, self.grid()) + state[0])
        return mix(mix(word + state[at]) + state[at + 1])

    def playout(self, state, stream, moves):
        grid, most = self.grid(), self.max_plies()
        lead, _ = random_go(state, grid, most, stream, moves, moves, False)
        return winner_by(lead, self.komi)

    def traced_playout(self, state, stream, moves, codes):
        grid, most = self.grid(), self.max_plies()
        lead, n = random_go(state, grid, most, stream, moves, codes, True)
        return winner_by(lead, self.komi), n

    def urgent(self, state, moves, n, blocks, words, replies, stream):
        # In a playout only the most of plies ends the game while a player has a move.
        if np.int64(state[0]) + 2 < self.max_plies():
            return -1
        return self.generic_urgent(state, moves, n, blocks, words, replies, stream)

    def feature_code(self, state, move):
        is_pass = move == self.size * self.size
        around = np.int64(0) if is_pass else surroundings(state, self.grid(), move)
        return 256 * self.code(state, move) + around

    def n_feature_codes(self):
        return 256 * self.n_codes()

    def net_shape(self):
        return 7, self.size, self.size, 2

    def net_planes(self, state, out):
        """What Atarigo shows; the ko, whether the other has passed, who is to move, and ones."""
        at = ko_word(self.grid())
        fill_stones(state, self.grid(), out)
        fill_plane(out, 3, np.float32(0))
        fill_plane(out, 4, np.float32(state[at + 1]))
        fill_plane(out, 5, np.float32(state[0] & np.uint64(1)))
        fill_plane(out, 6, np.float32(1))
        if state[at] != 0:
            ko = np.int64(state[at]) - 1
            out[ko // self.size, ko % self.size, 3] = np.float32(1)

    def net_index(self, state, move):
        """The point, or the second move of the one in the middle, which is to pass."""
        middle = self.size // 2 * (self.size + 1)
        return 2 * middle + 1 if move == self.size * self.size else 2 * move

    def symmetries(self):
        """Of an even board no point is in the middle."""
        return ("r", "c", "rc", "t", "tr", "tc", "trc") if self.size % 2 else ()

    def check(self):
        if 2 * self.komi != int(2 * self.komi):
            why = "{game}: komi must be a whole number or a half such as 7.5, not {value}"
            raise GameError(why, "komi", game="Go", value=self.komi)
