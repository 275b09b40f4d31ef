"""The commands that a person can type in a game: a function each, in the order of `help`."""

import textwrap
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ..language import LANGUAGES, Text, said, tr, translated
from ..nets import NetError
from ..nets.opinion import opinion
from ..players import Searcher
from ..search import Result
from ..search.swap import may_swap
from ..solve.solution import as_text
from . import thinking
from .drawing import draw
from .screen import shell_line

if TYPE_CHECKING:
    from .play import GameUI

__all__ = ["COMMANDS", "Quit", "command_called", "command_name", "help_text", "takes"]


class Quit(Exception):
    """The person leaves the game."""


Function = Callable[["GameUI", str], None]  # it gets the text after the command


class Command(NamedTuple):
    help: str
    run: Function


COMMANDS: dict[str, Command] = {}


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
        ui.say_move(tr("Hint:"), result)


@command("search this position: the best moves in a table and on the board")
def think(ui: "GameUI", _: str) -> None:
    if search_here(ui):
        heat(ui, "")


def search_here(ui: "GameUI") -> Result | None:
    """The result of the game's default search in a second; None where the game is over."""
    if ui.session.is_over:
        ui.say(tr("The game is over: there is nothing to search."))
        return None
    state, seed = ui.session.state, ui.session.seed
    ui.result, _ = thinking.think(ui.screen, Searcher(None), state, seed)
    return ui.result


@command("the table of the last search, such as the machine's for its move")
def heat(ui: "GameUI", _: str) -> None:
    result = ui.result
    if result is None:
        ui.say(tr("Nothing was searched yet: think does it for this position."))
        return
    rows = thinking.table(result)
    if not rows:
        name = str(result.algorithm)
        ui.say(tr("{player} plays without a search: think does one here.", player=name))
        return
    state = result.state
    ui.say(f"\n{draw(state, ui.screen, thinking.ranks_of(result))}\n")
    who = state.game.player_names()[state.player]
    ui.say(
        tr(
            "{player} to move, after {n} move: {simulations:,} simulations",
            "{player} to move, after {n} moves: {simulations:,} simulations",
            **{"player": who, "n": len(state.history), "simulations": result.simulations},
        )
    )
    ui.say(rows)


@command("what the network thinks of this position, without a search")
def network(ui: "GameUI", _: str) -> None:
    if ui.session.is_over:
        ui.say(tr("The game is over: there is nothing to search."))
        return
    state = ui.session.state
    try:
        heard = opinion(state)
    except NetError as error:
        ui.say(said(error))
        return
    ui.say(f"\n{draw(state, ui.screen, thinking.ranks_of(heard))}\n")
    who = state.game.player_names()[state.player]
    ui.say(tr("{player} to move: win chance {share:.0%}", player=who, share=heard.value))
    if may_swap(state):
        ui.say(tr("The network knows Hex without the swap rule."))
    ui.say(thinking.priors_table(heard))


@command("who wins after each move, if both sides then play their best")
def solve(ui: "GameUI", rest: str) -> None:
    if ui.session.is_over:
        ui.say(tr("The game is over: there is nothing to solve."))
        return
    lines = as_text(ui.teacher.solve(ui.session.state), ui.screen.width - 1).splitlines()
    room = ui.screen.height - 2  # the question above and the prompt below stay in view
    if ui.screen.is_terminal and not rest and len(lines) > room:
        left = len(lines) - room + 1
        every = f"{command_name('solve')} {tr('all')}"
        more = tr(
            "... {n} more line: {command}", "... {n} more lines: {command}", n=left, command=every
        )
        lines[room - 1 :] = [more]
    ui.say("\n".join(lines))


@command("turn the teacher on or off: it judges your moves as you play")
def teach(ui: "GameUI", _: str) -> None:
    ui.teacher.is_on = not ui.teacher.is_on
    ui.say(tr("The teacher is on.") if ui.teacher.is_on else tr("The teacher is off."))


@command("the mistakes of the game so far")
def review(ui: "GameUI", _: str) -> None:
    if ui.session.at == 0:
        ui.say(tr("Nothing has been played yet."))
    else:
        ui.teacher.review(ui.session.states[: ui.session.at + 1])


@command("take back your last move, and the reply to it")
def undo(ui: "GameUI", _: str) -> None:
    if not ui.session.undo():
        ui.say(tr("There is nothing to take back."))


@command("play the moves again that were taken back")
def redo(ui: "GameUI", _: str) -> None:
    if not ui.session.redo():
        ui.say(tr("There is nothing that was taken back."))


@command("the legal moves")
def moves(ui: "GameUI", _: str) -> None:
    names = () if ui.session.is_over else (move.name for move in ui.session.state.moves())
    ui.say(textwrap.fill(" ".join(names), ui.screen.width - 1) or tr("The game is over."))


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
        ui.say(tr("save FILE: the name of the file is missing."))
        return
    path = Path(name).expanduser()
    if path.exists() and path.resolve() not in ui.session.files and not overwrite:
        ui.say(tr("{path} is there already: save! {name} overwrites it.", path=path, name=name))
        return
    try:
        ui.session.save(path)
    except (OSError, ValueError) as error:
        why = Text(getattr(error, "strerror", None) or str(error))
        ui.say(tr("{path} cannot be written: {why}.", path=path, why=why))
        return
    file = shell_line(str(path))
    ui.say(tr("Saved: playout play --load {file} continues from here.", file=file))


@command("resign the game")
def resign(ui: "GameUI", _: str) -> None:
    if not ui.session.has_person:
        ui.say(tr("No person plays here, so no one resigns."))
    elif not ui.session.is_over:
        ui.session.resign()
    else:
        ui.say(tr("The game is over."))


@command("this list")
def help(ui: "GameUI", _: str) -> None:
    ui.say(help_text())


@command("leave (also Ctrl-D, Ctrl-C); an unfinished game is kept")
def quit(ui: "GameUI", _: str) -> None:
    raise Quit


def help_text() -> str:
    names = {command_name(name): tr(entry.help) for name, entry in COMMANDS.items()}
    wide = max(map(len, names))
    lines = [f"  {name:{wide}} {text}" for name, text in names.items()]
    last = tr(
        "Ctrl-C stops the machine while it thinks. Enter then plays its best\n"
        "move so far; or type another move or a command. Ctrl-C again leaves the game."
    )
    return "\n".join([tr("Type a move, or"), *lines, last])


# -- the names of commands: English ones, and those of the user's language --

ALIASES = {"?": "help", "exit": "quit", "q": "quit", "truth": "solve", "reprendre": "undo"}


def command_name(name: str) -> str:
    """What a command is called in the user's language."""
    return tr(name)


def command_called(word: str) -> str | None:
    """The command that a word of any language means, with or without its accents."""
    names = {_plain(translated(Text(name), code)): name for name in COMMANDS for code in LANGUAGES}
    return {**ALIASES, **names}.get(_plain(word))


def takes(name: str, rest: str) -> bool:
    """Whether a command can do something with the text after it."""
    every = {_plain(translated(Text("all"), code)) for code in LANGUAGES}
    return name in ("save", "save!") or (name == "solve" and _plain(rest) in every)


def _plain(word: str) -> str:
    letters = unicodedata.normalize("NFKD", word.lower())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
