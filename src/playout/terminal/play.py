"""A game in the terminal: person or machine on either side."""

import contextlib
import difflib
import itertools
import shlex
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

from ..board import Board
from ..players import Searcher
from ..search import Result, search
from ..state import IllegalMove
from .drawing import draw, glyph
from .screen import Screen
from .session import Session
from .thinking import opinion, ranks_of, table, think
from .words import COMMANDS, HELP, goal_of

__all__ = ["play"]

INTERRUPTED = 130


def play(session: Session) -> int:
    """Play to the end; the exit code is 0, or 130 after Ctrl-C."""
    desk = Desk(session)
    code = 0
    try:
        desk.run()
    except Left:
        pass
    except EOFError:
        print()
    except KeyboardInterrupt:
        print()
        code = INTERRUPTED
    finally:
        desk.stop_pondering()
    desk.say_how_to_go_on()
    return code


class Left(Exception):
    """The person has had enough."""


class Desk:
    """One game, its players and the screen before them; a method for each command."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.screen = Screen()
        self.result: Result | None = None  # of the last search

    # -- the game --

    def run(self) -> None:
        self.prepare()
        self.introduce()
        if not self.session.has_person and not self.session.is_over:
            self.show()
        while True:
            if self.session.is_over:
                self.show()
                self.say(self.screen.paint(_sentence(self.session.outcome()), "bold"))
                if not self.session.has_person:
                    return
                self.ask("undo, save FILE or quit")
            elif self.session.player is None:
                self.show()
                self.let_person_move()
            else:
                self.let_machine_move()

    def prepare(self) -> None:
        """Compile now, rather than in the middle of the game."""
        for player in self.session.players:
            if isinstance(player, Searcher) and not self.session.is_over:
                search(self.session.state, player.algorithm, simulations=1)

    def introduce(self) -> None:
        game = self.session.state.game
        board = self.session.state.board()
        self.say(f"{game}")
        sides = game.player_names()
        for i, player in enumerate(self.session.names):
            sign = ""
            if isinstance(board, Board) and board.piece != "match":
                sign = self.screen.paint(glyph(board, i), board.colours[i]) + " "
            is_alone = player == "human" and self.session.names.count("human") == 1
            self.say(f"  {sign}{sides[i]:{max(map(len, sides))}}  {'you' if is_alone else player}")
        if goal_of(game):
            self.say(goal_of(game))
        if self.session.has_person:
            self.say("Type a move, or help for the commands.")

    def let_person_move(self) -> None:
        other = self.session.players[1 - self.session.state.player]
        if other is not None:
            other.start_pondering(self.session.state)
        try:
            self.ask(self.mover())
        finally:
            self.stop_pondering()

    def let_machine_move(self) -> None:
        session = self.session
        before = self.show if session.has_person else None
        seed = session.seed + len(session.state.history)
        result, is_cut_short = think(self.screen, session.player, session.state, seed, before)
        self.result = result
        if not is_cut_short:
            self.play_for_machine(result)
            return
        if not self.screen.is_interactive:
            raise KeyboardInterrupt
        self.give_opinion(f"{self.mover()} would play", result)
        self.ask(f"{self.mover()} (Enter plays {result.move})", result)

    def play_for_machine(self, result: Result) -> None:
        self.give_opinion(f"{self.mover()} plays", result)
        self.session.play(result.move)
        if not self.session.has_person and not self.session.is_over:
            self.show()

    def stop_pondering(self) -> None:
        for player in self.session.players:
            if player is not None:
                player.stop_pondering()

    # -- words --

    def say(self, text: str) -> None:
        self.screen.say(text)

    def give_opinion(self, words: str, result: Result) -> None:
        """Say a move, and in the rest of the line what is thought of it."""
        move = result.move.name
        room = self.screen.width - len(f"{words} {move}") if self.screen.is_terminal else 1000
        self.say(f"{words} {self.screen.paint(move, 'bold')}{opinion(result, room - 1)}")

    def show(self) -> None:
        self.say(f"\n{draw(self.session.state, self.screen)}\n")

    def mover(self) -> str:
        """The name of the player to move."""
        state = self.session.state
        return str(state.game.player_names()[state.player])

    def say_how_to_go_on(self) -> None:
        path = self.session.unfinished()
        if path:
            self.say(f"To go on with this game: playout play --load {shlex.quote(str(path))}")

    # -- what the person types --

    def ask(self, prompt: str, found: Result | None = None) -> None:
        """Read until something has changed the game; Enter plays what was found, if anything."""
        before = self.session.at, self.session.resigned
        while (self.session.at, self.session.resigned) == before:
            text = self.read(f"{prompt}: ").strip()
            if text:
                self.obey(text)
            elif found:
                self.play_for_machine(found)

    def read(self, prompt: str) -> str:
        with self.completion():
            text = input(prompt)
        if not sys.stdin.isatty():
            print(text)  # as it would stand on a terminal
        return text

    @contextlib.contextmanager
    def completion(self) -> Iterator[None]:
        """Arrow keys and the Tab key, where they can work."""
        if not self.screen.is_interactive:
            yield
            return
        try:
            import readline
        except ImportError:
            yield
            return
        words = [*COMMANDS, *(move.name for move in self.session.state.moves())]

        def complete(text: str, i: int) -> str | None:
            return next(itertools.islice((w for w in words if w.startswith(text)), i, None), None)

        readline.set_completer(complete)
        readline.parse_and_bind("tab: complete")
        try:
            yield
        finally:
            readline.set_completer(None)

    def obey(self, text: str) -> None:
        """A move where it is one; else a command."""
        state = self.session.state
        wanted = state.game.canonical(text)
        names = () if self.session.is_over else (move.name for move in state.moves())
        if any(wanted == state.game.canonical(name) for name in names):
            self.session.play(text)
            return
        command, _, rest = text.partition(" ")
        name = ALIASES.get(command.lower(), command.lower())
        if name.rstrip("!") == "save":
            self.save(rest.strip(), is_sure=name.endswith("!"))
        elif name in COMMANDS and not rest:
            getattr(self, name)()
        else:
            self.refuse(text)

    def refuse(self, text: str) -> None:
        """Say why a text is no move."""
        state = self.session.state
        if self.session.is_over:
            self.say("The game is over: undo takes the last move back, quit leaves.")
            return
        try:
            state.play(text)
        except IllegalMove:
            why = state.game.complaint(state.words, state.game.canonical(text))
        self.say(f"{text[:40]!r} cannot be played: {why}.")
        near = difflib.get_close_matches(text.lower(), COMMANDS, 1, 0.7)
        if near:
            self.say(f"Is {near[0]} what you mean?")

    # -- the commands --

    def hint(self) -> None:
        result = self.search_here()
        if result:
            self.give_opinion("Hint:", result)

    def think(self) -> None:
        if self.search_here():
            self.heat()

    def search_here(self) -> Result | None:
        """What the game's own search finds here, in a second; None where there is no need."""
        if self.session.is_over:
            self.say("The game is over: there is nothing to search.")
            return None
        state = self.session.state
        self.result, _ = think(self.screen, Searcher(None), state, self.session.seed)
        return self.result

    def heat(self) -> None:
        result = self.result
        rows = table(result) if result else ""
        if result is None:
            self.say("Nothing was searched yet: think does it for this position.")
        elif not rows:
            self.say(f"{result.algorithm} plays without a search: think does one here.")
        else:
            n = len(result.state.history)
            after = "1 move" if n == 1 else f"{n} moves"
            self.say(f"\n{draw(result.state, self.screen, ranks_of(result))}\n")
            who = result.state.game.player_names()[result.state.player]
            self.say(f"{who} to move, after {after}: {result.simulations:,} simulations")
            self.say(rows)

    def undo(self) -> None:
        self.stop_pondering()
        if not self.session.undo():
            self.say("There is nothing to take back.")

    def redo(self) -> None:
        if not self.session.redo():
            self.say("There is nothing that was taken back.")

    def swap(self) -> None:
        """Only reached where swap is no legal move: say why."""
        game = self.session.state.game
        if not hasattr(game, "swap"):
            self.say(f"There is no swap rule in {type(game).__name__}.")
        elif not game.swap:
            self.say("The swap rule is off in this game: start it as hex:swap=true.")
        else:
            self.say("swap answers the very first move, and only that: it is the second move.")

    def moves(self) -> None:
        names = " ".join(move.name for move in self.session.state.moves())
        self.say(textwrap.fill(names, self.screen.width - 1) or "The game is over.")

    def board(self) -> None:
        self.show()

    def save(self, name: str, is_sure: bool) -> None:
        if not name:
            self.say("save FILE: the name of the file is missing.")
            return
        path = Path(name).expanduser()
        if path.exists() and path.resolve() not in self.session.files and not is_sure:
            self.say(f"{path} is there already: save! {name} writes over it.")
            return
        try:
            self.session.save(path)
        except (OSError, ValueError) as error:
            self.say(f"{path} cannot be written: {getattr(error, 'strerror', None) or error}.")
            return
        self.say(f"Saved: playout play --load {shlex.quote(str(path))} goes on from here.")

    def resign(self) -> None:
        if not self.session.has_person:
            self.say("No person plays here, so no one resigns.")
        elif not self.session.is_over:
            self.session.resign()
        else:
            self.say("The game is over.")

    def help(self) -> None:
        self.say(HELP)

    def quit(self) -> None:
        raise Left


ALIASES = {"?": "help", "exit": "quit", "q": "quit"}


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:] + "."
