"""What the shell does, from Python: play a game, measure a match, run an experiment."""

import json
import re
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from .catalogue import find, text_of
from .config import read_config
from .errors import PlayoutError
from .extras import require
from .language import LANGUAGES, speak_unless_chosen, tr
from .language import speak as choose_language
from .protocols import Algorithm, Game, PlayoutPolicy
from .rules import GameError

if TYPE_CHECKING:
    from pandas import DataFrame

    from .state import State

__all__ = ["Experiment", "experiment", "match", "play", "speak"]


def speak(language: str) -> None:
    """Choose the language of what is printed and of reports: "en" or "fr"; without it, they have
    that of the config file or of the system."""
    if language not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        why = "no language is called {name!r}; there are {known}"
        raise PlayoutError(why, "unknown-language", name=language, known=known)
    choose_language(language)


def play(
    game: str | Game = "hex",
    first: str | Algorithm | PlayoutPolicy = "human",
    second: str | Algorithm | PlayoutPolicy = "medium",
    *,
    seed: int | None = None,
    position: str | None = None,
    line: str = "",
    teach: bool = False,
) -> "State":
    """Play a game, here: in a terminal, or in a notebook, which draws the board.

    game           its name with parameters, such as "connect4" or "hex:7", or a game
    first, second  players as on the command line, such as "human", "hard" or "uct:seconds=2",
                   or an algorithm, such as Uct(c=0.7)
    position       a text to begin from; line: moves to begin with
    teach          say of each move what it changed, where a solver knows

    Returns the last position.
    """
    _speak()
    from .notation import position_of
    from .terminal.play import play as play_here
    from .terminal.session import Session

    chosen: Any = find(game) if isinstance(game, str) else game
    if not hasattr(chosen, "start"):
        why = "{game} is not a game; write its name, such as 'hex:7'"
        raise GameError(why, "not-a-game", game=repr(game))
    start = chosen.start() if position is None else position_of(chosen, position)
    seed = secrets.randbits(32) if seed is None else seed
    session = Session(start, (player_text(first), player_text(second)), seed, position)
    session.play_all(tuple(chosen.split_line(line)))
    play_here(session, teach)
    return session.state


def match(
    one: str | Algorithm | PlayoutPolicy,
    other: str | Algorithm | PlayoutPolicy,
    *,
    game: str | Game = "hex:7",
    games: int = 100,
    seed: int = 1,
    opening: int = 2,
    equal_seconds: float | None = None,
    sprt: tuple[float, float] | None = None,
    workers: int | None = None,
    ledger: str | Path | None = None,
) -> "DataFrame":
    """Play two players against each other, say what came of it, and return the games as a table.

    one, other     players as on the command line, such as "uct:c=0.7,simulations=1000", or an
                   algorithm, such as Uct(c=0.7)
    games          in pairs with colours swapped; `one` begins the last of an odd number
    opening        random moves at the start, the same for both games of a pair
    equal_seconds  measured time for a move, the same for both
    sprt           (elo0, elo1): stop as soon as a sequential test can tell them apart
    workers        processes; one a core by default
    ledger         a file that keeps the games: the same call goes on with it

    The sentences that say who is stronger are also in `table.attrs["summary"]`.
    """
    require("lab")
    from .lab.commands import match_values

    if sprt is not None and len(sprt) != 2:
        why = "sprt must be two numbers, such as (0, 30), not {given}"
        raise PlayoutError(why, "bad-sprt", given=repr(sprt))
    values = match_values(
        player_text(one),
        player_text(other),
        game=game if isinstance(game, str) else text_of(game),
        games=games,
        seed=seed,
        opening=opening,
        equal_seconds=equal_seconds,
        sprt=sprt,
    )
    played = Experiment(values, ledger).run(workers)
    print(played)
    table = played.games
    table.attrs["summary"] = str(played)
    return table


def experiment(
    spec: str | Path | Mapping[str, Any], ledger: str | Path | None = None
) -> "Experiment":
    """An experiment by the path of its spec, or by its values, as docs/specs.md has them."""
    return Experiment(spec, ledger)


class Experiment:
    """An experiment and what has been played of it, kept in a ledger that a kill cannot hurt.

    experiment("trial.toml").run().report() plays what is missing, and writes the report.
    """

    def __init__(self, spec: str | Path | Mapping[str, Any], ledger: Any = None) -> None:
        """The ledger of a spec in a file is beside it; that of values is in memory, unless said."""
        require("lab")
        _speak()
        from .lab.run.ledger import Ledger
        from .lab.run.runner import Run
        from .lab.run.spec import experiment_of, read_spec

        self.path, text = None, ""
        if isinstance(spec, Mapping):
            self.experiment, text = experiment_of(dict(spec)), json.dumps(dict(spec), default=str)
        elif not isinstance(spec, str | Path):
            why = "an experiment is the path of a spec or its values, not {given}"
            raise PlayoutError(why, "not-a-spec", given=repr(spec))
        else:
            self.path = Path(spec)
            self.experiment, text = read_spec(self.path), self.path.read_text("utf-8")
            ledger = ledger or self.path.with_suffix(".sqlite")
        about = {"name": self.experiment.name, "spec": text, "argv": ""}
        self.ledger = Ledger.open(ledger or ":memory:", self.experiment.digest(), about)
        self._run = Run(self.experiment, self.ledger)
        self._run.schedule.restart(self._run.failed)

    def run(self, workers: int | None = None, *, mix: bool = False) -> Self:
        """Play what is missing, with a progress bar; returns itself. Interrupted or killed, it
        goes on where it was. `mix` accepts games of another version of the code."""
        from .lab.progress import watched
        from .lab.run.workers import LocalWorkers

        with watched(self._run.schedule) as show:
            self._run.run(LocalWorkers(workers), show, mix=mix)
        return self

    @property
    def failed(self) -> dict[str, str]:
        """The games that could not be played, and why."""
        return dict(self._run.failed)

    @property
    def games(self) -> "DataFrame":
        """What has been played: a row for each game, or for each answer about a position."""
        from pandas import DataFrame

        from .lab.commands import rows

        return DataFrame(rows(self.ledger))

    def report(self, folder: str | Path | None = None, figures: Sequence[str] = ()) -> Path:
        """Write the report; returns the path of its page. `figures` are written as files, too:
        "svg", "png", "pdf"."""
        from .lab.kinds import write_report

        if folder is None and self.path:
            folder = self.path.with_name(f"{self.path.stem}-report")
        name = re.sub(r"\W+", "-", self.experiment.name).strip("-")  # not a path, on any system
        return write_report(self.experiment, self.ledger, folder or f"{name}-report", figures)

    def __str__(self) -> str:
        """What came of it so far, in some lines."""
        text = "game {id} could not be played: {reason}"
        failed = [tr(text, id=id, reason=why) for id, why in self.failed.items()]
        return "\n".join([*self._run.schedule.summary(), *failed])

    def __repr__(self) -> str:
        done, total = len(self.ledger), self._run.schedule.total()
        return f"<{self.experiment.name}: {done} of {max(done, total)} {self._run.schedule.unit}>"


def player_text(player: Any) -> str:
    """A player as people write it; of an algorithm, by its name and parameters."""
    if isinstance(player, str):
        return player
    if not hasattr(type(player), "_parameters"):
        why = "{player} is not a player; write one such as 'hard' or 'uct:c=0.7'"
        raise GameError(why, "not-a-player", player=repr(player))
    return text_of(player)


def _speak() -> None:
    speak_unless_chosen(read_config().values.get("lang"))
