"""Which code plays: it is kept with every game, and games of different code are not mixed.

The code is a hash of those files of Playout that can change a game, not of the command line, the
page or the reports; for a game of a user's own, a second hash of all that this reaches (see
`sources`), and one for each search, policy or schedule of a user's own. All are taken where a game
is played, as its code is loaded there: a worker that goes on with what it had loaded before a file
was edited says so, and one that starts later says something else. Of another program, as a player,
only the command is known.
"""

import contextlib
import platform
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from ...catalogue import find
from ...errors import PlayoutError
from ...language import Text, tr
from ...player_spec import PlayerSpec
from ...registry import name_of
from ...sources import PACKAGE, code_hash, file_of, hash_files
from .errors import LabError
from .ledger import Ledger
from .records import Record

# What cannot change a game. Of the lab only this can: which games there are, and from where.
ASIDE = {"bench.py", "cli", "conformance.py", "gpu", "lab", "notation.py", "perft.py", "svg"}
ASIDE |= {"terminal", "web"}
OF_THE_LAB = ("lab/accuracy/positions.py", "lab/accuracy/tasks.py", "lab/run/tasks.py")
KINDS = (".py", ".book")
MARK, FILES = ", code ", ", files "
DIGITS = 12
WAYS_OUT = Text(
    "take the change back, or give another ledger with --ledger; with --mix the results are"
    " counted together all the same"
)
OTHER_CODE = (
    "{path} has {n:,} games of {game} by {made_by}, and here is {here}: {changed} since, and games"
    " of different code do not belong together"
)


@lru_cache(maxsize=64)
def _load(text: str) -> tuple[Any, str]:
    """A game, and the hash of a user's code that it is made of."""
    game = find(text)
    file = file_of(type(game))
    is_own = file is not None and file.is_relative_to(PACKAGE)
    return game, "" if is_own else code_hash(type(game))[:DIGITS]


def game_of(text: str) -> Any:
    """The game that a text means, loaded once and then kept as it was."""
    return _load(text)[0]


@lru_cache(maxsize=1024)
def _spec_of(text: str) -> PlayerSpec:
    return PlayerSpec.parse(text, programs=True)


def player_for(text: str) -> Any:
    """A player that a text means, new each time; its search is loaded once and kept as it was."""
    return _spec_of(text).player()


@lru_cache(maxsize=1024)
def _files_of(player: str) -> dict[str, str]:
    """The classes of a user's own that a player is made of, each with a hash of its code."""
    algorithm = _spec_of(player).algorithm
    parts = [algorithm, *(part for part in algorithm or () if hasattr(part, "_parameters"))]
    files = {type(part): file_of(type(part)) for part in parts if part is not None}
    return {
        f"{file.parent.name}/{file.name}::{name_of(cls)}": code_hash(cls)[:DIGITS]
        for cls, file in files.items()
        if file is not None and not file.is_relative_to(PACKAGE)
    }


@lru_cache(maxsize=1)
def _package_hash() -> str:
    files = [file for file in sorted(PACKAGE.rglob("*")) if file.suffix in KINDS]
    names = [(file, file.relative_to(PACKAGE)) for file in files]
    of_lab = [PACKAGE / name for name in OF_THE_LAB]
    counts = [file for file, name in names if name.parts[0] not in ASIDE or file in of_lab]
    return hash_files(counts)[:DIGITS]


def versions(game: str = "", *players: str) -> str:
    """What plays here: package, Python, Numba, processor and code, also of a game and players."""
    import numba

    from ... import __version__

    tools = f"playout {__version__}, python {platform.python_version()}"
    tools += f", numba {numba.__version__}, {platform.machine()}"
    code = "+".join(filter(None, (_package_hash(), _load(game)[1] if game else "")))
    files = {name: code for player in players for name, code in _files_of(player).items()}
    named = ", ".join(f"{name} {code}" for name, code in sorted(files.items()))
    return tools + MARK + code + (FILES + named if named else "")


def _codes_in(game: str, made_by: str) -> dict[str, str]:
    """The code of all that made a result, by name: Playout, its game, users' own searches."""
    code, _, files = made_by.partition(MARK)[2].partition(FILES)
    package, _, own = code.partition("+")
    named = (part.rsplit(" ", 1) for part in files.split(", ") if part)
    return {"Playout": package, game: own, **dict(named)}


class Codes:
    """The code that is here: what was played by any other does not belong to it."""

    def __init__(self, games: Iterable[str], players: Iterable[str] = ()) -> None:
        self.here: dict[str, str] = {}  # by name; users' own searches in a ledger join them
        for game in games:
            self.here |= _codes_in(game, versions(game))
        for player in players:
            with contextlib.suppress(PlayoutError):  # one with a value that is to be filled in
                self.here |= _files_of(player)

    def _changed(self, game: str, made_by: str) -> str:
        """What has been changed since a result was made; nothing where all is the same."""
        for name, code in _codes_in(game, made_by).items():
            if self.here.setdefault(name, code) != code:
                text = "{name}, or what it imports, has been changed"
                return Text("{name} has been changed" if name == "Playout" else text, name=name)
        return ""

    def other_code(self, ledger: Ledger) -> Text | None:
        """Which games of this ledger other code has played, in words; None where it is the same."""
        for game, made_by, n in ledger.played_by():
            if changed := self._changed(game, made_by):
                about = {"path": ledger.path, "n": n, "game": game, "made_by": made_by}
                return Text(OTHER_CODE, **about, here=versions(game), changed=changed)
        return None

    def check_ledger(self, ledger: Ledger) -> None:
        """Raise a LabError if other code has played a game of this ledger."""
        if other := self.other_code(ledger):
            raise LabError("{problem}; {what_to_do}", problem=other, what_to_do=WAYS_OUT)

    def check(self, result: Record) -> None:
        """Raise a LabError if other code has played this game."""
        if changed := self._changed(result.game, result.versions):
            why = (
                "{id} of {game} was played on {host} by {made_by}, and this run began with {here}:"
                " {changed} meanwhile, or another is there; it is not kept, but all that was played"
                " before is; {what_to_do}; workers of a cluster keep what they have loaded until"
                " they are started anew"
            )
            about = {"id": result.id, "game": result.game, "host": result.host}
            about |= {"made_by": result.versions, "here": versions(result.game)}
            raise LabError(why, **about, changed=changed, what_to_do=WAYS_OUT)


def changed_since(ledger: Ledger, games: Iterable[str], players: Iterable[str]) -> list[str]:
    """A line where what is in a ledger was played by other code than is here."""
    other = Codes(games, players).other_code(ledger)
    return [tr("note: {text}", text=other)] if other else []


MIXED = Text("Different code has played these games, as --mix allows: see the versions.")


def mix_lines(ledger: Ledger) -> list[str]:
    """Which games of a ledger different code has played, in lines; none where all are of one."""
    rows = ledger.played_by()
    codes = {code for game, made_by, _ in rows for code in _codes_in(game, made_by).items()}
    if len(codes) == len(dict(codes)):
        return []
    one = "  {n:,} game of {game} by {by}"
    many = "  {n:,} games of {game} by {by}"
    lines = [tr(one, many, game=game, by=by, n=n) for game, by, n in rows]
    return [tr("mixed: different code has played these games, as --mix allows:"), *lines]
