"""How people see Nim: heaps of matches, which belong to nobody."""

from ...board import Board, Cell, column_name
from ...errors import GameError
from ...face import Face, Pieces, Words
from ...language import Text


class NimFace(Face):
    heap: int
    take: int
    misere: bool
    heap2: int
    heap3: int
    heap4: int

    def full_heaps(self) -> list[int]:
        """The matches in each heap at the start."""
        return [heap for heap in (self.heap, self.heap2, self.heap3, self.heap4) if heap]

    def goal(self) -> str:
        if self.misere:
            return Text("Whoever takes the last match loses.")
        return Text("Whoever takes the last match wins.")

    def open_spiel(self) -> str:
        full = self.full_heaps()  # where any number can be taken from a heap
        heaps = ";".join(map(str, full))
        is_there = self.take >= max(full)
        return f"nim(pile_sizes={heaps},is_misere={self.misere})" if is_there else ""

    def move_name(self, state: Words, move: int) -> str:
        matches = move % self.take + 1
        return f"{column_name(move // self.take) if self.heap2 else ''}{matches}"

    def complaint(self, state: Words, text: str) -> str:
        return Text("take 1 to {take} matches, and no more than a heap holds", take=self.take)

    def board(self, state: Words) -> Board:
        pieces = {(i, heap): 0 for heap in range(4) for i in range(int(state[1 + heap]))}
        full = self.full_heaps()
        return Board(max(full), len(full), pieces, shape="bare", piece="match", one_on_top=True)

    def set_up(self, state: Words, pieces: Pieces, player: int) -> None:
        if any(pieces.values()):
            why = "matches are nobody's; on the board they are all player 0's"
            raise GameError(why, "match-owner")
        state[0] = 2 + player  # how many plies nobody knows
        for heap, most in enumerate(self.full_heaps()):
            matches = matches_in(pieces, heap)
            check_heap(heap, matches, most)
            if any((i, heap) not in pieces for i in range(matches)):
                why = "heap {heap} has gaps: its matches lie from the left on"
                raise GameError(why, "heap-gap", heap=heap + 1)
            state[1 + heap] = matches

    def write_pieces(self, pieces: Pieces) -> str:
        return " ".join(str(matches_in(pieces, heap)) for heap in range(len(self.full_heaps())))

    def read_pieces(self, text: str) -> Pieces:
        heaps = text.split()
        full = self.full_heaps()
        if len(heaps) != len(full) or not all(map(is_number, heaps)):
            start = " ".join(map(str, full))
            why = "a position is the matches in each heap and who is to move, such as {example}"
            raise GameError(why, "heaps-form", example=f"{start} / 1")
        pieces: dict[Cell, int] = {}
        for heap, most in enumerate(full):
            matches = int(heaps[heap])
            check_heap(heap, matches, most)
            pieces |= {(i, heap): 0 for i in range(matches)}
        return pieces


def matches_in(pieces: Pieces, heap: int) -> int:
    return sum(row == heap for _, row in pieces)


def is_number(text: str) -> bool:
    """Whether a text is a number of matches, and not one of a million digits."""
    return text.isascii() and text.isdecimal() and len(text) < 10


def check_heap(heap: int, matches: int, most: int) -> None:
    """Raise a GameError for more matches than a heap begins with."""
    if matches > most:
        why = "heap {heap} begins with {high} matches, so {n} are too many"
        raise GameError(why, "heap-too-large", heap=heap + 1, high=most, n=matches)
