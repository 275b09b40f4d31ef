"""The opening book of Connect 4 on 7 x 6: the scores of positions with few discs.

It has every position of the first plies; and from there on a repertoire for each side: a best move
wherever that side has kept to the repertoire, and every reply of the other side to it. So whoever
plays by the book knows all the time how it stands.

A position's key is the sum of two words, the discs of the player to move and all discs; of a
position and its mirror image the smaller key stands for both. Finished games are not in it.

The file: 8 bytes `C4BOOK2\\n`; the discs up to which it has every position, and up to which there
are best moves in the repertoires, and how many positions it has (uint32 each, little-endian); a
CRC-32 (uint32) of what follows unpacked. Then, packed by LZMA (.xz):
the keys in ascending order, each as its distance from the one before (uint64), first the lowest
byte of all of them, then the second, and so on; and a score (int8) for each.

`benchmarks/build_connect4_book.py` makes the file, as deep as there is time for.
"""

import lzma
import struct
import zlib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ..games.connect4 import Connect4

__all__ = [
    "FILE",
    "GAME",
    "Book",
    "canonical",
    "children",
    "has_four",
    "load",
    "opening_positions",
    "position",
    "read",
    "write",
]

GAME = Connect4(7, 6, 4)
FILE = Path(__file__).parent / "data" / "connect4_7x6.book"
MAGIC = b"C4BOOK2\n"
HEADER = struct.Struct("<8sIIII")
TALL = 7  # bits of a column
COLUMN = (1 << TALL) - 1
BOTTOM = sum(1 << TALL * col for col in range(7))
CELLS = BOTTOM * 63


class Book(NamedTuple):
    plies: int  # positions of up to so many discs are all in it
    lines: int  # with up to so many discs a side that keeps to the book finds its next move
    keys: np.ndarray  # sorted
    scores: np.ndarray

    def score(self, mine: int, discs: int) -> int | None:
        """The score for the player to move, who owns `mine` of the discs; None if not in it."""
        if int(discs).bit_count() > self.lines + 1:
            return None
        key = np.uint64(canonical(int(mine) + int(discs)))
        at = int(np.searchsorted(self.keys, key))
        found = at < len(self.keys) and self.keys[at] == key
        return int(self.scores[at]) if found else None

    def best(self, mine: int, discs: int) -> tuple[int, int] | None:
        """The score and the column of a best move, if the book has it: where a side keeps to the
        book, it has."""
        score = self.score(mine, discs)
        if score is None:
            return None
        for child in children(int(mine), int(discs)):
            if self.score(*child) == -score:
                return score, ((child[1] ^ int(discs)).bit_length() - 1) // TALL
        return None


def canonical(key: int) -> int:
    """The key that a position and its mirror image share."""
    image = sum((key >> TALL * col & COLUMN) << TALL * (6 - col) for col in range(7))
    return min(key, image)


def position(key: int) -> tuple[int, int]:
    """The discs of the player to move, and all discs: what a key is the sum of."""
    mine = discs = 0
    for col in range(7):
        field = key >> TALL * col & COLUMN
        column = (1 << (field + 1).bit_length() - 1) - 1  # as high as it stands
        discs |= column << TALL * col
        mine |= field - column << TALL * col
    return mine, discs


def opening_positions(plies: int) -> list[dict[int, tuple[int, int]]]:
    """For each number of discs, the positions that are not over: key -> (mine, discs)."""
    levels = [{0: (0, 0)}]
    for _ in range(plies):
        after = (child for mine, discs in levels[-1].values() for child in children(mine, discs))
        levels.append(
            {
                canonical(mine + discs): (mine, discs)
                for mine, discs in after
                if not has_four(mine ^ discs)
            }
        )
    return levels


def children(mine: int, discs: int) -> list[tuple[int, int]]:
    """The positions a move leads to, for the player who then is to move.

    Moves near the middle come first, and of two as near to it that with the smaller key: so a
    repertoire and its mirror image are the same.
    """
    landing = discs + BOTTOM & CELLS
    found = []
    for col in range(7):
        cell = landing & COLUMN << TALL * col
        if cell:
            child = (mine ^ discs, discs | cell)
            found.append((abs(col - 3), canonical(sum(child)), child))
    return [child for _, _, child in sorted(found)]


def has_four(discs: int) -> bool:
    for step in (1, TALL - 1, TALL, TALL + 1):
        pairs = discs & discs >> step
        if pairs & pairs >> 2 * step:
            return True
    return False


def write(path: Path, plies: int, lines: int, scores: Mapping[int, int]) -> None:
    """Write a book of these scores, by canonical key."""
    keys = np.array(sorted(scores), np.uint64)
    gaps = np.diff(keys, prepend=np.uint64(0)).astype("<u8")
    planes = gaps.view(np.uint8).reshape(-1, 8).T.tobytes()
    body = planes + np.array([scores[int(key)] for key in keys], np.int8).tobytes()
    header = HEADER.pack(MAGIC, plies, lines, len(keys), zlib.crc32(body))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(header + lzma.compress(body, preset=9 | lzma.PRESET_EXTREME))


def read(path: Path) -> Book:
    """The book in a file; a ValueError if it is not one, or is damaged."""
    content = path.read_bytes()
    if len(content) < HEADER.size or not content.startswith(MAGIC):
        raise ValueError(f"{path} is no opening book of Connect 4")
    _, plies, lines, n, checksum = HEADER.unpack_from(content)
    try:
        body = lzma.decompress(content[HEADER.size :])
    except lzma.LZMAError as error:
        raise ValueError(f"{path} is damaged: {error}") from None
    if len(body) != 9 * n or zlib.crc32(body) != checksum:
        raise ValueError(f"{path} is damaged: its checksum is wrong")
    planes = np.frombuffer(body, np.uint8, 8 * n).reshape(8, n)
    gaps = np.ascontiguousarray(planes.T).view("<u8").ravel()
    keys = np.cumsum(gaps, dtype=np.uint64)
    return Book(plies, lines, keys, np.frombuffer(body, np.int8, n, 8 * n))


@lru_cache
def load() -> Book | None:
    """The book that comes with the package; None where it was left out: all can be solved."""
    return read(FILE) if FILE.exists() else None
