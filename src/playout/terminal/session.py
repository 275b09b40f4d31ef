"""A game in progress: the players, the positions so far, and the moves that were taken back."""

import contextlib
from pathlib import Path
from typing import Any

from ..language import Text
from ..players import player_of
from ..state import IllegalMove, State
from .record import Record, autosave_path, folder, game_text, remove_old

__all__ = ["Session"]


class Session:
    """The positions of a game from its start; `at` is the index of the one on the board."""

    def __init__(
        self, start: State, players: tuple[str, str], seed: int, position: str | None = None
    ) -> None:
        self.names = players
        self.players: tuple[Any, Any] = (player_of(players[0]), player_of(players[1]))
        self.seed = seed
        self.position = position
        self.states = [start]
        self.at = 0
        self.resigned: int | None = None
        self.files: set[Path] = set()  # this game was saved to them, or loaded from them
        self.autosave = autosave_path(start.game)
        self._saved: tuple[Path, Record] | None = None  # the last of them, and what is in it

    # -- the current position --

    @property
    def state(self) -> State:
        return self.states[self.at]

    @property
    def player(self) -> Any:
        """Who is to move: a Searcher, or None for a person."""
        return self.players[self.state.player]

    @property
    def is_over(self) -> bool:
        return self.state.is_over or self.resigned is not None

    @property
    def has_person(self) -> bool:
        return None in self.players

    def outcome(self) -> Text:
        """The result of the game, or who is to move."""
        if self.resigned is None:
            return self.state.outcome()
        names = self.state.game.player_names()
        one, other = names[self.resigned], names[1 - self.resigned]
        return Text("{player} resigns, {other} has won", player=one, other=other)

    # -- moves --

    def play(self, move: int | str) -> None:
        """Play a move; moves that were taken back can no longer be played again."""
        after = self.state.play(move)
        del self.states[self.at + 1 :]
        self.states.append(after)
        self.at += 1
        self._autosave()

    def play_all(self, moves: tuple[str, ...], where: str = "") -> None:
        """Play the first moves of a game; an IllegalMove says which one was illegal, and where."""
        for number, move in enumerate(moves, 1):
            try:
                after = self.state.play(move)
            except IllegalMove as error:
                if not where:
                    raise
                why = "{where}, move {number}: {error}"
                raise IllegalMove(
                    why, "illegal-move-in-line", where=where, number=number, error=error
                ) from None
            self.states.append(after)
            self.at += 1

    def undo(self) -> bool:
        """Go back to before the last move of a person; one move where no person plays."""
        if self.resigned is not None:
            self.resigned = None
            self._autosave()
            return True
        earlier = [i for i in range(self.at) if self._is_persons_turn(i)]
        if earlier:
            self.at = earlier[-1]
            self._autosave()
        return bool(earlier)

    def redo(self) -> bool:
        """Go forward to the next turn of a person, or to the last position."""
        last = len(self.states) - 1
        if self.at == last or self.resigned is not None:
            return False
        self.at = next((i for i in range(self.at + 1, last) if self._is_persons_turn(i)), last)
        self._autosave()
        return True

    def _is_persons_turn(self, i: int) -> bool:
        return not self.has_person or self.players[self.states[i].player] is None

    def resign(self) -> None:
        """The person resigns; of two persons the one who is to move."""
        people = [i for i in (0, 1) if self.players[i] is None]
        self.resigned = people[0] if len(people) == 1 else self.state.player
        self._autosave()

    # -- files --

    def record(self) -> Record:
        """The game as text, for a file."""
        moves = tuple(move.name for move in self.state.history[len(self.states[0].history) :])
        return Record(game_text(self.state.game), self.position, self.names, self.seed, moves)

    def save(self, path: Path) -> None:
        """Write the game to a file."""
        record = self.record()
        record.write(path)
        self.files.add(path.resolve())
        self._saved = path, record

    def opened(self, path: Path) -> None:
        """Note the file that this game was loaded from; an autosaved one is kept up to date."""
        self.files.add(path.resolve())
        self._saved = path, self.record()
        if path.resolve().parent == folder().resolve():
            self.autosave = path.resolve()

    def unfinished(self) -> Path | None:
        """The file from which the game can be continued; None where it is over."""
        if self.is_over:
            return None
        if self._saved and self._saved[1] == self.record():
            return self._saved[0]
        return self.autosave if self.autosave.exists() else None

    def _autosave(self) -> None:
        """Keep a copy on disk until the game is over: a killed program loses nothing."""
        with contextlib.suppress(OSError):  # the game goes on without a copy
            if self.is_over or self.at == 0:
                self.autosave.unlink(missing_ok=True)
                return
            is_new = not self.autosave.exists()
            self.autosave.parent.mkdir(parents=True, exist_ok=True)
            self.record().write(self.autosave)
            if is_new:
                remove_old()
