"""A game under way: who plays, the positions so far, and those that were taken back."""

import contextlib
from pathlib import Path
from typing import Any

from ..players import player_of
from ..state import IllegalMove, State
from .record import Record, autosave_path, folder, remove_old, word_for

__all__ = ["Session"]


class Session:
    """The positions of a game from its start on; `at` is the one on the board."""

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
        self.files: set[Path] = set()  # those that are this game's own
        self.autosave = autosave_path(start.game)
        self._saved: tuple[Path, Record] | None = None  # the person's own file, as it stands

    # -- where it stands --

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

    def outcome(self) -> str:
        """How the game stands or ended."""
        if self.resigned is None:
            return self.state.outcome()
        names = self.state.game.player_names()
        return f"{names[self.resigned]} resigns, {names[1 - self.resigned]} has won"

    # -- moves --

    def play(self, move: int | str) -> None:
        """Play a move; what had been taken back before is gone."""
        after = self.state.play(move)
        del self.states[self.at + 1 :]
        self.states.append(after)
        self.at += 1
        self._keep()

    def play_all(self, moves: tuple[str, ...], where: str = "") -> None:
        """Play moves that are given beforehand; an IllegalMove says which one it was."""
        for number, move in enumerate(moves, 1):
            try:
                after = self.state.play(move)
            except IllegalMove as error:
                raise IllegalMove(f"{where}, move {number}: {error}" if where else error) from None
            self.states.append(after)
            self.at += 1

    def undo(self) -> bool:
        """Back to before the last move of a person; of anyone where no person plays."""
        if self.resigned is not None:
            self.resigned = None
            self._keep()
            return True
        earlier = [i for i in range(self.at) if self._is_stop(i)]
        if earlier:
            self.at = earlier[-1]
            self._keep()
        return bool(earlier)

    def redo(self) -> bool:
        """Forward again to where it is a person's turn, or as far as the game went."""
        last = len(self.states) - 1
        if self.at == last or self.resigned is not None:
            return False
        self.at = next((i for i in range(self.at + 1, last) if self._is_stop(i)), last)
        self._keep()
        return True

    def _is_stop(self, i: int) -> bool:
        return not self.has_person or self.players[self.states[i].player] is None

    def resign(self) -> None:
        """The person gives up; the one whose turn it is, where there are two."""
        people = [i for i in (0, 1) if self.players[i] is None]
        self.resigned = people[0] if len(people) == 1 else self.state.player
        self._keep()

    # -- files --

    def record(self) -> Record:
        """The game as a file holds it."""
        moves = tuple(move.name for move in self.state.history[len(self.states[0].history) :])
        return Record(word_for(self.state.game), self.position, self.names, self.seed, moves)

    def save(self, path: Path) -> None:
        """Write the game to a file of the person's choice."""
        record = self.record()
        record.write(path)
        self.files.add(path.resolve())
        self._saved = path, record

    def opened(self, path: Path) -> None:
        """Take note of the file this game comes from; an unfinished one is kept up to date."""
        self.files.add(path.resolve())
        self._saved = path, self.record()
        if path.resolve().parent == folder().resolve():
            self.autosave = path.resolve()

    def unfinished(self) -> Path | None:
        """The file that holds the game as it stands, if it is one to go on with."""
        if self._saved and self._saved[1] == self.record() and not self.is_over:
            return self._saved[0]
        return self.autosave if self.autosave.exists() and not self.is_over else None

    def _keep(self) -> None:
        """Keep a copy on disk as long as the game goes on: a killed program loses nothing."""
        with contextlib.suppress(OSError):  # playing goes on without
            if self.is_over or self.at == 0:
                self.autosave.unlink(missing_ok=True)
                return
            is_new = not self.autosave.exists()
            self.autosave.parent.mkdir(parents=True, exist_ok=True)
            self.record().write(self.autosave)
            if is_new:
                remove_old()
