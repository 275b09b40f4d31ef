"""Which code plays: it is kept with every game, and games of different code are not mixed.

The code is a hash of those files of Playout that can change a game, not of the command line, the
page or the reports; for a game of a user's own, a second hash of all that this reaches (see
`sources`). Both are taken where a game is played, as its rules are loaded there: a worker that goes
on with what it had loaded before a file was edited says so, and one that starts later says
something else. Of another program, as a player, only the command is known.
"""

import platform
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple

from ...catalogue import find
from ...sources import PACKAGE, code_hash, file_of, hash_files
from .errors import LabError
from .ledger import Ledger
from .records import Record

__all__ = ["MIXED", "Codes", "game_of", "mix_lines", "versions"]

# What cannot change a game. Of the lab only this can: which games there are, and from where.
ASIDE = (
    "bench.py",
    "cli",
    "conformance.py",
    "gpu",
    "heat.py",
    "lab",
    "markup.py",
    "notation.py",
    "perft.py",
    "svg.py",
    "terminal",
    "web",
)
OF_THE_LAB = ("lab/accuracy/positions.py", "lab/accuracy/tasks.py", "lab/run/tasks.py")
KINDS = (".py", ".book")
MARK = ", code "
DIGITS = 12
WAYS_OUT = (
    "take the change back, or give another ledger with --ledger; with --mix the results are"
    " counted together all the same"
)


class _Loaded(NamedTuple):
    """A game, and the hash of a user's code that it is made of."""

    game: Any
    code: str


@lru_cache(maxsize=64)
def _load(text: str) -> _Loaded:
    game = find(text)
    file = file_of(type(game))
    is_own = file is not None and file.is_relative_to(PACKAGE)
    return _Loaded(game, "" if is_own else code_hash(type(game))[:DIGITS])


def game_of(text: str) -> Any:
    """The game that a text means, loaded once and then kept as it was."""
    return _load(text).game


@lru_cache(maxsize=1)
def _package_hash() -> str:
    files = [file for file in sorted(PACKAGE.rglob("*")) if file.suffix in KINDS]
    names = {file: file.relative_to(PACKAGE) for file in files}
    counts = [
        file
        for file, name in names.items()
        if name.parts[0] not in ASIDE or name.as_posix() in OF_THE_LAB
    ]
    return hash_files(counts)[:DIGITS]


@lru_cache(maxsize=1)
def _tools() -> str:
    import numba

    from ... import __version__

    parts = (
        f"playout {__version__}",
        f"python {platform.python_version()}",
        f"numba {numba.__version__}",
        platform.machine(),
    )
    return ", ".join(parts)


def versions(game: str = "") -> str:
    """What plays here: the package, Python, Numba, the processor and the code, with that of a
    game."""
    code = "+".join(filter(None, (_package_hash(), _load(game).code if game else "")))
    return _tools() + MARK + code


def code_in(versions: str) -> str:
    """The code of a game by its versions; nothing where they are of before it was kept."""
    return versions.partition(MARK)[2]


class Codes:
    """The code that is here, by game: what was played by any other does not belong to it."""

    def __init__(self, games: Iterable[str]) -> None:
        self.here = {game: versions(game) for game in games}

    def is_ours(self, game: str, made_by: str) -> bool:
        return game not in self.here or code_in(made_by) == code_in(self.here[game])

    def check_ledger(self, ledger: Ledger) -> None:
        """Raise a LabError if other code has played a game of this ledger."""
        for game, made_by, n in ledger.played_by():
            if self.is_ours(game, made_by):
                continue
            if not code_in(made_by):
                raise LabError(
                    f"{ledger.path} is of before games were kept with the code that played them:"
                    f" nothing says whether its {n:,} games of {game} belong together with new"
                    " ones; if nothing has changed since, go on with --mix, or else give another"
                    " ledger with --ledger"
                )
            raise LabError(
                f"{ledger.path} has {n:,} games of {game} by {made_by}, and here is"
                f" {self.here[game]}: {self._changed(game, made_by)} since, and games of different"
                f" code do not belong together; {WAYS_OUT}"
            )

    def check(self, result: Record) -> None:
        """Raise a LabError if other code has played this game."""
        if not self.is_ours(result.game, result.versions):
            raise LabError(
                f"{result.id} of {result.game} was played on {result.host} by {result.versions},"
                f" and this run began with {self.here[result.game]}:"
                f" {self._changed(result.game, result.versions)} meanwhile, or another is there;"
                f" it is not kept, but all that was played before is; {WAYS_OUT}; workers of a"
                " cluster keep what they have loaded until they are started anew"
            )

    def _changed(self, game: str, made_by: str) -> str:
        theirs, ours = (code_in(text).partition("+")[0] for text in (made_by, self.here[game]))
        return f"{'Playout' if theirs != ours else f'{game}, or what it imports,'} has been changed"


MIXED = "Different code has played these games, as --mix allows: see the versions."


def mix_lines(ledger: Ledger) -> list[str]:
    """Which games of a ledger different code has played, in lines; none where all are of one."""
    rows = ledger.played_by()
    packages = {code_in(made_by).partition("+")[0] for _, made_by, _ in rows}
    codes = {(game, code_in(made_by)) for game, made_by, _ in rows}
    if len(packages) < 2 and len(codes) == len({game for game, _, _ in rows}):
        return []
    lines = [f"  {n:,} games of {game} by {made_by}" for game, made_by, n in rows]
    return ["mixed: different code has played these games, as --mix allows:", *lines]
