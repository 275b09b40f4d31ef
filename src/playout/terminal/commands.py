"""The commands that a person can type in a game: a function each, in the order of `help`."""

import shlex
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ..players import Searcher
from ..search import Result
from . import thinking
from .drawing import draw

if TYPE_CHECKING:
    from .play import GameUI

__all__ = ["ALIASES", "COMMANDS", "HELP", "Quit"]


class Quit(Exception):
    """The person leaves the game."""


Function = Callable[["GameUI", str], None]  # it gets the text after the command


class Command(NamedTuple):
    help: str
    run: Function


COMMANDS: dict[str, Command] = {}
ALIASES = {"?": "help", "exit": "quit", "q": "quit", "truth": "solve"}


def command(text: str, name: str = "") -> Callable[[Function], Function]:
    """Register a function as a command, by its own or another name, with a line of help."""

    def register(function: Function) -> Function:
        COMMANDS[name or function.__name__] = Command(text, function)
        return function

    return register


@command("the move that the machine would play here")
def hint(ui: "GameUI", _: str) -> None:
    result = search_here(ui)
    if result:
        ui.say_move("Hint:", result)


@command("search this position: the best moves in a table and on the board")
def think(ui: "GameUI", _: str) -> None:
    if search_here(ui):
        heat(ui, "")


def search_here(ui: "GameUI") -> Result | None:
    """The result of the game's default search in a second; None where the game is over."""
    if ui.session.is_over:
        ui.say("The game is over: there is nothing to search.")
        return None
    state, seed = ui.session.state, ui.session.seed
    ui.result, _ = thinking.think(ui.screen, Searcher(None), state, seed)
    return ui.result


@command("that table of the last search, such as the machine's for its move")
def heat(ui: "GameUI", _: str) -> None:
    result = ui.result
    if result is None:
        ui.say("Nothing was searched yet: think does it for this position.")
        return
    rows = thinking.table(result)
    if not rows:
        ui.say(f"{result.algorithm} plays without a search: think does one here.")
        return
    state = result.state
    n = len(state.history)
    after = "1 move" if n == 1 else f"{n} moves"
    ui.say(f"\n{draw(state, ui.screen, thinking.ranks_of(result))}\n")
    who = state.game.player_names()[state.player]
    ui.say(f"{who} to move, after {after}: {result.simulations:,} simulations")
    ui.say(rows)


@command("solve this position: every move, as far as possible in seconds")
def solve(ui: "GameUI", _: str) -> None:
    if ui.session.is_over:
        ui.say("The game is over: there is nothing to solve.")
    else:
        ui.say(str(ui.teacher.solve(ui.session.state)))


@command("turn the teacher on or off: it judges your moves as you play")
def teach(ui: "GameUI", _: str) -> None:
    ui.teacher.is_on = not ui.teacher.is_on
    ui.say(f"The teacher is {'on' if ui.teacher.is_on else 'off'}.")


@command("the mistakes of the game so far")
def review(ui: "GameUI", _: str) -> None:
    if ui.session.at == 0:
        ui.say("Nothing has been played yet.")
    else:
        ui.teacher.review(ui.session.states[: ui.session.at + 1])


@command("take back your last move, and the reply to it")
def undo(ui: "GameUI", _: str) -> None:
    if not ui.session.undo():
        ui.say("There is nothing to take back.")


@command("play the moves again that were taken back")
def redo(ui: "GameUI", _: str) -> None:
    if not ui.session.redo():
        ui.say("There is nothing that was taken back.")


@command("the legal moves")
def moves(ui: "GameUI", _: str) -> None:
    names = () if ui.session.is_over else (move.name for move in ui.session.state.moves())
    ui.say(textwrap.fill(" ".join(names), ui.screen.width - 1) or "The game is over.")


@command("show the board again")
def board(ui: "GameUI", _: str) -> None:
    ui.show()


@command("save FILE: continue it later by playout play --load FILE")
def save(ui: "GameUI", name: str) -> None:
    write(ui, name, overwrite=False)


@command("save! FILE: the same, and overwrites a file", name="save!")
def save_over(ui: "GameUI", name: str) -> None:
    write(ui, name, overwrite=True)


def write(ui: "GameUI", name: str, overwrite: bool) -> None:
    if not name:
        ui.say("save FILE: the name of the file is missing.")
        return
    path = Path(name).expanduser()
    if path.exists() and path.resolve() not in ui.session.files and not overwrite:
        ui.say(f"{path} is there already: save! {name} overwrites it.")
        return
    try:
        ui.session.save(path)
    except (OSError, ValueError) as error:
        ui.say(f"{path} cannot be written: {getattr(error, 'strerror', None) or error}.")
        return
    ui.say(f"Saved: playout play --load {shlex.quote(str(path))} goes on from here.")


@command("resign the game")
def resign(ui: "GameUI", _: str) -> None:
    if not ui.session.has_person:
        ui.say("No person plays here, so no one resigns.")
    elif not ui.session.is_over:
        ui.session.resign()
    else:
        ui.say("The game is over.")


@command("this list")
def help(ui: "GameUI", _: str) -> None:
    ui.say(HELP)


@command("leave (also Ctrl-D, Ctrl-C); an unfinished game is kept")
def quit(ui: "GameUI", _: str) -> None:
    raise Quit


HELP = "\n".join(
    [
        "Type a move, or",
        *(f"  {name:7} {entry.help}" for name, entry in COMMANDS.items()),
        "Ctrl-C stops the machine while it thinks. Enter then plays its best",
        "move so far; or type another move or a command. Ctrl-C again leaves the game.",
    ]
)
