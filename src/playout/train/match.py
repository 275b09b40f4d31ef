"""How a network does against the best search without one, at fixed budgets: a match of the lab.

It is played in processes of their own, which give way to the training and end with it.
"""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

from ..arena import opening
from ..catalogue import find
from ..errors import PlayoutError
from ..explain import explain
from ..language import number, spoken, tr
from ..nets.file import Network, write
from ..rules import GameError

__all__ = [
    "NETWORK",
    "PLAYOUTS",
    "Matches",
    "Result",
    "last_result",
    "match_folder",
    "opponents",
    "result_of",
]

NETWORK = 100  # simulations of the network
PLAYOUTS = 10_000  # those of the best search without one
OPENING = 2  # random moves


class Result(NamedTuple):
    """How the network of a checkpoint has done; intervals are 95 %."""

    seconds: float  # of training, until that checkpoint
    points: float
    games: int
    share: tuple[float, float]  # of the points, from and to

    def in_words(self) -> str:
        points = "{n:g} of {games} points"  # one text for any number in English, two in French
        return tr(
            "{points} [{low:.0%}, {high:.0%}] after {minutes:.1f} minutes",
            points=tr(points, points, n=self.points, games=self.games),
            low=self.share[0],
            high=self.share[1],
            minutes=self.seconds / 60,
        )

    def in_a_cell(self) -> str:
        """The same for a report."""
        ends = [number(end, ".0%") for end in self.share]
        return f"{number(self.points, 'g')}/{self.games} [{', '.join(ends)}]"

    def in_curve(self) -> dict[str, Any]:
        """What the point of that checkpoint has of it."""
        return {name: value for name, value in self._asdict().items() if name != "seconds"}


def result_of(point: dict[str, Any]) -> Result | None:
    """What a point of a curve has of it."""
    match = point.get("match")
    if match is None:
        return None
    return Result(point["seconds"], match["points"], match["games"], match["share"])


def last_result(curve: list[dict[str, Any]]) -> Result | None:
    """The last one that a curve has."""
    return next(filter(None, map(result_of, reversed(curve))), None)


def match_folder(out: Path) -> Path:
    """Where the match of a checkpoint is played: beside the network, so that the next training of
    it finds what a kill has left."""
    return out.with_name(out.name + ".match")


class Matches:
    """A match for each checkpoint, one at a time, in a folder that it makes and removes. Where a
    network waits for the one before, a newer one takes its place."""

    def __init__(self, folder: Path, game: str, games: int, workers: int, seed: int) -> None:
        self.folder = folder
        self.game, self.games, self.workers, self.seed = game, games, workers, seed
        self.problem = ""  # why there are none, in a sentence
        self._waiting: tuple[Network, float] | None = None
        self._playing: subprocess.Popen[str] | None = None
        self._seconds = 0.0  # of training, of the network that plays

    def close(self) -> None:
        """Play no more."""
        self._waiting = None
        if self._playing is not None:
            end(self._playing)
            self._playing = None
        shutil.rmtree(self.folder, ignore_errors=True)

    def begin(self, network: Network, seconds: float) -> None:
        """Have the network of a checkpoint play, after so many seconds of training."""
        self._waiting = network, seconds
        self._next()

    @property
    def is_busy(self) -> bool:
        return self._playing is not None

    def result(self) -> Result | None:
        """That of a match which is over by now."""
        if self._playing is None or self._playing.poll() is None:
            return None
        child, self._playing = self._playing, None
        end(child)
        found = None
        try:
            if child.returncode in (0, 3):  # 3: a player failed, which loses that game
                found = result_in(self._ledger, self._seconds)
            if found is None:
                said = self._said.read_text("utf-8", errors="replace").strip().splitlines()
                self.problem = (
                    said[-1].removeprefix("playout: ") if said else f"exit code {child.returncode}"
                )
        except (OSError, PlayoutError, sqlite3.Error) as error:
            self.problem = explain(error) or str(error)
        self._next()
        return found

    @property
    def _ledger(self) -> Path:
        return self.folder / "match.sqlite"

    @property
    def _said(self) -> Path:
        return self.folder / "said.txt"

    def _next(self) -> None:
        if self._waiting is None or self._playing is not None or self.problem:
            return
        (network, self._seconds), self._waiting = self._waiting, None
        try:
            self._playing = self._started(network)
        except (OSError, PlayoutError) as error:  # such as a full disk: training goes on
            self.problem = explain(error) or str(error)

    def _started(self, network: Network) -> "subprocess.Popen[str]":
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir()
        path, spec = self.folder / "checkpoint.net", self._ledger.with_suffix(".json")
        write(path, network)
        one, other = f"puct:net={path},simulations={NETWORK}", f"default:simulations={PLAYOUTS}"
        begun = plies_before(self.game)
        values: dict[str, Any] = {"game": self.game, "games": self.games, "opening": begun}
        values |= {"seed": self.seed, "players": {"network": one, "without": other}}
        spec.write_text(json.dumps(values), "utf-8")
        # It plays as long as somebody holds the other end of its input: it ends with the training,
        # also where that is killed. The GPU is for the training. A session of its own: Ctrl-C is
        # for the training, too.
        what = "playout.lab.attended", str(spec), str(self.workers), spoken()
        with self._said.open("w", encoding="utf-8") as said:
            return subprocess.Popen(
                [sys.executable, "-m", *what],
                env={**os.environ, "CUDA_VISIBLE_DEVICES": "", "PLAYOUT_QUIET": "1"},
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=said,
                text=True,
                start_new_session=True,
            )


def plies_before(game: str) -> int:
    """The random moves that games begin with: none where the game is over by then."""
    try:
        opening(find(game), 0, OPENING)
    except GameError:
        return 0
    return OPENING


def result_in(ledger: Path, seconds: float) -> Result | None:
    """What the lab says of the match that a ledger keeps."""
    from ..lab.kinds import schedule_of
    from ..lab.run.ledger import Ledger
    from ..lab.run.spec import parse_spec

    kept = Ledger.look(ledger)
    schedule: Any = schedule_of(parse_spec(kept.about()["spec"], "spec.json"), kept)
    tally = schedule.tallies.get(0)
    if tally is None or not tally.games:
        return None
    share = tally.score.rate()
    return Result(seconds, tally.points, tally.games, (float(share.low), float(share.high)))


def end(child: "subprocess.Popen[str]") -> None:
    """End a match, if it has not ended, and close its pipe; its workers end with it."""
    if child.stdin is not None:
        child.stdin.close()
    try:
        child.wait(5)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()


def opponents() -> str:
    """Who plays whom, in words."""
    return tr(
        "{few} simulations against {many} of the best search without a network",
        few=NETWORK,
        many=number(PLAYOUTS, ",d"),
    )
