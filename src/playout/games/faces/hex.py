"""How people see Hex."""

from typing import ClassVar

import numpy as np

from ...board import Board, Cell
from ...face import Pieces, Words
from ...language import Text
from ...rules import FIRST, SECOND
from ..kernels.hex import KEY, ROWS, WINNER, zobrist
from .cells import CellFace, bit, bits_of

AROUND = ((0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1))  # columns, rows


class HexFace(CellFace):
    size: int
    swap: bool
    no_cell = "swap"
    customs: ClassVar = {"swap": True}  # or whoever begins wins

    def goal(self) -> str:
        if self.swap:
            return Text(
                "Black joins the top edge to the bottom, White the left edge to the right. White"
                " may answer the first stone by swap, and take it over."
            )
        return Text("Black joins the top edge to the bottom, White the left edge to the right.")

    def open_spiel(self) -> str:
        return "" if self.swap else f"hex(board_size={self.size})"

    def complaint(self, state: Words, text: str) -> str:
        if text in ("swap", "swap-pieces"):
            return Text("swap answers the first move, and only with the swap rule on")
        return CellFace.complaint(self, state, text)

    def pieces(self, state: Words) -> dict[Cell, int]:
        return {
            (col, row): player
            for player in (FIRST, SECOND)
            for row in range(self.size)
            for col in bits_of(state[ROWS + player * self.size + row])
        }

    def board(self, state: Words) -> Board:
        pieces = self.pieces(state)
        winning = winning_chain(pieces, self.size, int(state[WINNER]) - 1)
        # After a swap the stone is not where it was put, and no cell was pointed at.
        is_swapped = state[0] == 2 and list(pieces.values()) == [SECOND]
        last = frozenset(pieces) if is_swapped else frozenset()
        n = self.size
        return Board(n, n, pieces, shape="hex", one_on_top=True, winning=winning, last=last)

    def set_up(self, state: Words, pieces: Pieces, player: int) -> None:
        """Any number of stones, as in a puzzle or a game with a handicap."""
        state[0] = len(pieces) + (len(pieces) + player) % 2
        if state[0] == 1 and list(pieces.values()) != [FIRST]:
            state[0] = 3  # no first move to answer by swap
        for (col, row), owner in pieces.items():
            state[KEY] ^= np.uint64(zobrist(self.size, owner, row, col))
            state[ROWS + owner * self.size + row] |= bit(col)
        for owner in (FIRST, SECOND):
            chains = chains_from_edge(pieces, owner)
            for col, row in (chain[-1] for chain in chains):
                state[ROWS + (2 + owner) * self.size + row] |= bit(col)
            if any(chain[-1][1 - owner] == self.size - 1 for chain in chains):
                state[WINNER] = owner + 1


def chains_from_edge(pieces: Pieces, player: int) -> list[tuple[Cell, ...]]:
    """A shortest chain from the player's first edge to each stone that is connected to it."""
    stones = {cell for cell, owner in pieces.items() if owner == player}
    chains: list[tuple[Cell, ...]] = [(cell,) for cell in sorted(stones) if cell[1 - player] == 0]
    seen = {chain[0] for chain in chains}
    for chain in chains:
        col, row = chain[-1]
        for right, down in AROUND:
            cell = col + right, row + down
            if cell in stones and cell not in seen:
                seen.add(cell)
                chains.append((*chain, cell))
    return chains


def winning_chain(pieces: Pieces, size: int, winner: int) -> frozenset[Cell]:
    """The cells of a shortest chain of the winner's stones from edge to edge."""
    chains = chains_from_edge(pieces, winner) if winner >= 0 else []
    return frozenset(next((c for c in chains if c[-1][1 - winner] == size - 1), ()))
