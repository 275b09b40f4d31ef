"""`playout train`: training with checkpoints, a curve, and a network at the end."""

import datetime
import math
import platform
import shutil
import sys
import time
from pathlib import Path
from typing import Any

import jax
import numba
import numpy as np

from .. import __version__
from ..catalogue import text_of
from ..conformance import problems
from ..errors import PlayoutError
from ..extras import require
from ..language import Text, tr
from ..nets.checks import check_view
from ..nets.file import Network, check_fits, read, write
from ..processor import usable_cores
from ..registry import is_ours, name_of
from .checkpoint import (
    add_to_curve,
    add_to_point,
    checkpoint_path,
    curve_of,
    curve_path,
    restore,
    save,
)
from .learn import Training, Turn
from .machine import machine_for
from .match import Matches, Result, last_result, match_folder, opponents
from .process import only_one, stopping
from .recipe import Recipe, recipe_for
from .report import write_report
from .screen import Screen, say
from .selfplay import look_at
from .strength import Rival, elo

__all__ = ["train"]

SHOW_S = 1.0
SAVES = 8  # checkpoints of a training, at the least
MOST_SAVE_S = 180.0  # between two of them
MOST_GAMES = 10_000  # of a checkpoint against the best search without a network
RANDOM_GAMES = 3  # by which the rules of one's own are tried
PAIRS = {"cuda": 128, "cpu": 16}  # of games against the checkpoint before


def train(
    game: Any,
    out: Path,
    device: str = "auto",
    fresh: bool = False,
    keep: bool = False,
    start: str | None = None,
    match_games: int = 0,
    **chosen: Any,
) -> Path:
    """Train a network, and go on where an earlier training to the same file stopped.

    With `keep` the network of each checkpoint stays, too: `hex-2.5.net` after 2.5 minutes. With
    `start` it begins with that network, a file or one of the package, instead of with nothing.
    With `match_games` each checkpoint plays so many games against the best search without a
    network, beside the training.
    """
    if not 0 <= match_games <= MOST_GAMES:
        why = "--match-games must be from 0 to {most}, not {n}"
        raise PlayoutError(why, "bad-match-games", most=MOST_GAMES, n=match_games)
    if out.suffix != ".net":
        raise PlayoutError("--out must end with .net, not {path}", "bad-out", path=out)
    if not out.parent.is_dir():
        raise PlayoutError("there is no folder {path}", "no-folder", path=out.parent)
    for path in (out, curve_path(out)):
        if path.exists() and not path.is_file():
            raise PlayoutError("{path} is not a file", "no-file", path=path)
    check_rules(game)
    if match_games:
        try:
            require("lab")
        except PlayoutError as error:
            say(without_games(error))
            match_games = 0
    machine = machine_for(game, device)
    recipe = recipe_for(game, machine.name, look_at(game)[1], **chosen)
    if machine.name == "cpu":
        say(tr("There is no GPU here: this trains on the CPU, which is slow but for small games."))
    with only_one(out):
        shutil.rmtree(match_folder(out), ignore_errors=True)  # which a kill has left
        run = Run(Training(machine, recipe), out, text_of(game), keep, match_games)
        try:
            return train_to(out, run, fresh, start)
        finally:
            run.close()


def check_rules(game: Any) -> None:
    """Raise an error where random games show that a network would learn something else."""
    check_view(game)
    if not is_ours(type(game)):  # the package's own are tested, and this takes seconds
        for problem in problems(game, RANDOM_GAMES):
            why = "the rules are wrong: {problem}; `playout check` tries more games"
            raise PlayoutError(why, "bad-rules", problem=problem)


def train_to(out: Path, run: "Run", fresh: bool, start: str | None) -> Path:
    """Train until the minutes of the recipe are over, and write what is learnt to a file."""
    training = run.training
    recipe = training.recipe
    if start:
        run.start_from(start)
    if fresh:
        run.forget()
    if checkpoint_path(out).exists():
        began_with = training.record.get("start")
        restore(training, out, run.game)
        run.recall()
        if start and training.record.get("start") != began_with:
            why = (
                "{path} began with another network than {start}: --fresh begins anew with this one"
            )
            raise PlayoutError(why, "other-beginning", path=out, start=start)
        say(tr("Going on after {minutes:.1f} minutes.", minutes=training.seconds / 60))
        for sentence in run.earlier():
            say(sentence)
    if training.seconds >= recipe.minutes * 60:
        say(tr("All of its minutes are over: more --minutes train further, --fresh begins anew."))
        return out
    began = time.perf_counter()
    say(tr("Compiling ..."))
    training.prepare()
    run.kept = time.perf_counter()
    say(
        tr(
            "Compiled in {seconds:.0f} s on {device}.",
            seconds=time.perf_counter() - began,
            device=device_kind(),
        )
    )
    with Screen(recipe.minutes) as screen:
        seconds = recipe.minutes * 60
        with stopping() as stop:
            try:
                training.run(
                    lambda t: 1.0 if stop.is_set() else t.seconds / seconds,
                    lambda _: run.look(screen),
                    SHOW_S,
                )
            except OSError:  # a terminal that was closed shows nothing more
                if not stop.is_set():
                    raise
            if stop.is_set():
                run.stop()
                raise KeyboardInterrupt
    run.keep(training.turn())
    say(tr("The network is in {path}.", path=out))
    run.last_match()
    return out


class Run:
    """One training, what is written of it, and when."""

    def __init__(
        self, training: Training, out: Path, game: str, keeps_all: bool, match_games: int = 0
    ) -> None:
        self.training, self.out, self.game, self.keeps_all = training, out, game, keeps_all
        recipe = training.recipe
        self.every = min(MOST_SAVE_S, recipe.minutes * 60 / SAVES)
        self.kept = time.perf_counter()
        simulations = max(2, recipe.simulations // 2)
        self.pairs = PAIRS[training.machine.name]
        self.rival = Rival(training.machine, self.pairs, simulations, recipe.seed + 1)
        self.before: Any = None  # the network of the last checkpoint
        self.elo = 0.0
        workers = max(1, usable_cores() - 2) if training.machine.name == "cuda" else 1
        self.result: Result | None = None  # of the last network that played
        self.matches: Matches | None = None
        if match_games:
            self.matches = Matches(match_folder(out), game, match_games, workers, recipe.seed)

    def close(self) -> None:
        if self.matches:
            self.matches.close()

    def start_from(self, name: str) -> None:
        """Begin with what a network knows."""
        network, training = read(name), self.training
        check_fits(network, training.game)
        if network.architecture != training.recipe.architecture:
            why = (
                "the network {name} has another size: give --blocks {blocks} --channels {channels}"
            )
            size = network.architecture._asdict()
            raise PlayoutError(why, "other-start", name=name, **size)
        about = {k: v for k, v in network.about.items() if k != "curve"}
        training.record = {"start": about}  # what the network that it begins with says of itself
        training.start_from(network.arrays)

    def forget(self) -> None:
        """Begin anew."""
        for path in (checkpoint_path(self.out), curve_path(self.out)):
            path.unlink(missing_ok=True)

    def recall(self) -> None:
        """Go on after a stop: how strong the last network was."""
        curve = curve_of(self.out)
        self.result = last_result(curve)
        self.elo = float(curve[-1].get("elo", 0.0)) if curve else 0.0

    def look(self, screen: "Screen") -> None:
        turn = self.training.turn()
        self.hear()
        screen.show(turn, self.elo, self.result)
        if time.perf_counter() - self.kept > self.every and turn.steps > 0:
            self.keep(turn)

    def keep(self, turn: Turn) -> None:
        """Write network, checkpoint and a point of the curve; how strong is it, by the last?"""
        self.secure()  # before the games against the one before, which take their time
        point = turn._asdict()
        arrays = self.training.average()
        if self.before is not None:
            began = time.perf_counter()
            seed = self.training.recipe.seed + turn.steps
            plies = self.training.recipe.random_plies
            score = self.rival.score(arrays, self.before, seed, plies)
            gain = elo(score, 2 * self.pairs)
            self.elo += gain
            seconds = time.perf_counter() - began
            point |= {"score": score, "gain": gain, "match_s": seconds}
        point["elo"] = self.elo
        self.before = arrays
        add_to_curve(self.out, {k: v for k, v in point.items() if v is not None and not is_nan(v)})
        network = self.network(arrays)
        write(self.out, network)
        if self.keeps_all:
            minutes = f"{turn.seconds / 60:.2f}"
            write(self.out.with_name(f"{self.out.stem}-{minutes}{self.out.suffix}"), network)
        self.report()
        if self.matches:
            self.matches.begin(network, turn.seconds)
        if not sys.stderr.isatty():
            text = "checkpoint after {minutes:.2f} minutes, Elo {elo:+.0f}"
            say(tr(text, minutes=turn.seconds / 60, elo=self.elo))
        self.kept = time.perf_counter()

    def report(self) -> None:
        write_report(self.out, self.game, self.training.recipe, curve_of(self.out), self.earlier())

    def hear(self) -> None:
        """Write down how a network has done against the best search without one."""
        if self.matches is None:
            return
        if result := self.matches.result():
            self.result = result
            add_to_point(self.out, result.seconds, {"match": result.in_curve()})
            self.report()
            if not sys.stderr.isatty():
                say(f"{opponents()}: {result.in_words()}")
        if self.matches.problem and not self.matches.is_busy:
            say(without_games(self.matches.problem))
            self.close()
            self.matches = None

    def last_match(self) -> None:
        """Wait for the games of the last network, as long as somebody wants to."""
        if self.matches is None:
            return
        say(tr("Its last games: {who}. Ctrl-C leaves them out.", who=opponents()))
        try:
            self.hear()
            while self.matches and self.matches.is_busy:
                time.sleep(0.2)
                self.hear()
        except KeyboardInterrupt:
            return
        if self.result and sys.stderr.isatty():
            say(self.result.in_words())

    def earlier(self) -> list[str]:
        """What another recipe has done, in sentences."""
        now = self.training.recipe
        return [
            tr("{until} minutes of it were by another recipe: {recipe}", **in_short(part, now))
            for part in self.training.record.get("earlier", [])
        ]

    def stop(self) -> None:
        """Keep what is learnt, if there is something."""
        if self.training.steps > 0:
            self.secure()
        else:
            say(tr("Nothing was learnt yet, and nothing is kept."))

    def secure(self) -> None:
        """Write checkpoint and network; a network that is none ends it, with those of before."""
        write(self.out, self.network(self.training.average()))
        save(self.training, self.out, self.game)

    def network(self, arrays: dict[str, np.ndarray]) -> Network:
        training = self.training
        versions = {"playout": __version__, "jax": jax.__version__, "numba": numba.__version__}
        versions |= {"numpy": np.__version__, "python": platform.python_version()}
        about = {
            "recipe": training.recipe._asdict(),
            "seed": training.recipe.seed,
            "date": datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d"),
            "versions": versions,
            "device": device_kind(),
            "minutes": round(training.seconds / 60, 2),
            "positions": training.positions,
            "steps": training.steps,
            **training.record,
            "curve": [short(point) for point in curve_of(self.out)],
        }
        kind = name_of(type(training.game))
        shape, architecture = training.shape, training.recipe.architecture
        return Network(self.game, kind, shape, architecture, about, arrays)


def without_games(why: Any) -> str:
    return tr("There are no games against the best search without a network: {why}", why=why)


def in_short(part: dict[str, Any], now: Recipe) -> dict[str, Any]:
    """Until which minute another recipe held, and what was different in it."""
    new = now._asdict()
    other = [f"{k} {v}" for k, v in part["recipe"].items() if k != "minutes" and v != new.get(k)]
    return {"until": part["until"], "recipe": ", ".join(other) or Text("as now")}


def is_nan(value: Any) -> bool:
    return isinstance(value, float) and math.isnan(value)


def short(point: dict[str, Any]) -> dict[str, float]:
    names = ("seconds", "positions", "policy_loss", "value_loss", "elo")
    return {name: round(point[name], 4) for name in names if name in point}


def device_kind() -> str:
    return str(jax.devices()[0].device_kind)
