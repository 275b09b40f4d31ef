"""What a person can type in a game besides a move: a function for each command.

They stand in the order in which `help` lists them, each under its line of help.
"""

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
    from .play import Desk

__all__ = ["ALIASES", "COMMANDS", "HELP", "Left"]


class Left(Exception):
    """The person has had enough."""


class Command(NamedTuple):
    help: str
    run: Callable[["Desk", str], None]  # the text is what stands behind the command


COMMANDS: dict[str, Command] = {}
ALIASES = {"?": "help", "exit": "quit", "q": "quit"}


def command(text: str, name: str = "") -> Callable:
    """Make a function a command, called as the function is, or by another name."""

    def enter(function: Callable) -> Callable:
        COMMANDS[name or function.__name__] = Command(text, function)
        return function

    return enter


@command("what the machine would play here")
def hint(desk: "Desk", _: str) -> None:
    result = search_here(desk)
    if result:
        desk.give_opinion("Hint:", result)


@command("the same, with a table of the best moves, also on the board")
def think(desk: "Desk", _: str) -> None:
    if search_here(desk):
        heat(desk, "")


def search_here(desk: "Desk") -> Result | None:
    """What the game's own search finds here, in a second; None where there is no need."""
    if desk.session.is_over:
        desk.say("The game is over: there is nothing to search.")
        return None
    state, seed = desk.session.state, desk.session.seed
    desk.result, _ = thinking.think(desk.screen, Searcher(None), state, seed)
    return desk.result


@command("that table for the last search, such as the machine's for its move")
def heat(desk: "Desk", _: str) -> None:
    result = desk.result
    if result is None:
        desk.say("Nothing was searched yet: think does it for this position.")
        return
    rows = thinking.table(result)
    if not rows:
        desk.say(f"{result.algorithm} plays without a search: think does one here.")
        return
    state = result.state
    n = len(state.history)
    after = "1 move" if n == 1 else f"{n} moves"
    desk.say(f"\n{draw(state, desk.screen, thinking.ranks_of(result))}\n")
    who = state.game.player_names()[state.player]
    desk.say(f"{who} to move, after {after}: {result.simulations:,} simulations")
    desk.say(rows)


@command("what is true here: every move, solved, as far as that goes in seconds")
def truth(desk: "Desk", _: str) -> None:
    if desk.session.is_over:
        desk.say("The game is over: there is nothing to solve.")
    else:
        desk.say(str(desk.teacher.truth(desk.session.state)))


@command("have your moves judged as you play, or no longer")
def teach(desk: "Desk", _: str) -> None:
    desk.teacher.is_on = not desk.teacher.is_on
    desk.say("The teacher looks on." if desk.teacher.is_on else "The teacher has left.")


@command("the mistakes of the game so far, by what is true")
def review(desk: "Desk", _: str) -> None:
    if desk.session.at == 0:
        desk.say("Nothing has been played yet.")
    else:
        desk.teacher.review(desk.session.states[: desk.session.at + 1])


@command("take your last move back, and what was answered")
def undo(desk: "Desk", _: str) -> None:
    if not desk.session.undo():
        desk.say("There is nothing to take back.")


@command("play again what was taken back")
def redo(desk: "Desk", _: str) -> None:
    if not desk.session.redo():
        desk.say("There is nothing that was taken back.")


@command("take over the first move, in Hex with the swap rule (hex:swap=true)")
def swap(desk: "Desk", _: str) -> None:
    """Only reached where swap is no legal move: say why."""
    game = desk.session.state.game
    if not hasattr(game, "swap"):
        desk.say(f"There is no swap rule in {type(game).__name__}.")
    elif not game.swap:
        desk.say("The swap rule is off in this game: start it as hex:swap=true.")
    else:
        desk.say("swap answers the very first move, and only that: it is the second move.")


@command("the legal moves")
def moves(desk: "Desk", _: str) -> None:
    names = () if desk.session.is_over else (move.name for move in desk.session.state.moves())
    desk.say(textwrap.fill(" ".join(names), desk.screen.width - 1) or "The game is over.")


@command("the board again")
def board(desk: "Desk", _: str) -> None:
    desk.show()


@command("save FILE, for playout play --load FILE")
def save(desk: "Desk", name: str, is_sure: bool = False) -> None:
    if not name:
        desk.say("save FILE: the name of the file is missing.")
        return
    path = Path(name).expanduser()
    if path.exists() and path.resolve() not in desk.session.files and not is_sure:
        desk.say(f"{path} is there already: save! {name} writes over it.")
        return
    try:
        desk.session.save(path)
    except (OSError, ValueError) as error:
        desk.say(f"{path} cannot be written: {getattr(error, 'strerror', None) or error}.")
        return
    desk.say(f"Saved: playout play --load {shlex.quote(str(path))} goes on from here.")


@command("the same, and writes over a file that is there", name="save!")
def save_over(desk: "Desk", name: str) -> None:
    save(desk, name, is_sure=True)


@command("give the game up")
def resign(desk: "Desk", _: str) -> None:
    if not desk.session.has_person:
        desk.say("No person plays here, so no one resigns.")
    elif not desk.session.is_over:
        desk.session.resign()
    else:
        desk.say("The game is over.")


@command("these lines")
def help(desk: "Desk", _: str) -> None:
    desk.say(HELP)


@command("leave (also Ctrl-D, Ctrl-C); an unfinished game is kept")
def quit(desk: "Desk", _: str) -> None:
    raise Left


HELP = "\n".join(
    [
        "Type a move, or",
        *(f"  {name:7} {entry.help}" for name, entry in COMMANDS.items()),
        "Ctrl-C while the machine thinks stops it. Enter then plays what it has found,",
        "a move plays another one, and all the commands work; Ctrl-C again leaves.",
    ]
)
