"""A game in the terminal: person or machine on either side."""

import contextlib
import difflib
import itertools
import shlex
import sys
from collections.abc import Iterator

from ..board import Board
from ..players import Searcher
from ..search import Result
from ..state import IllegalMove
from .commands import ALIASES, COMMANDS, Left
from .drawing import draw, glyph
from .record import word_for
from .screen import Screen
from .session import Session
from .teaching import Teacher
from .thinking import opinion, think

__all__ = ["play"]

INTERRUPTED = 130


def play(session: Session, teach: bool = False) -> int:
    """Play to the end; the exit code is 0, or 130 after Ctrl-C."""
    desk = Desk(session)
    desk.teacher.is_on = teach
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


class Desk:
    """One game, its players and the screen before them; `commands` has what a person can ask."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.screen = Screen()
        self.result: Result | None = None  # of the last search
        self.teacher = Teacher(self.screen)

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
                self.ask("undo, review, save FILE or quit")
            elif self.session.player is None:
                self.show()
                self.let_person_move()
            else:
                self.let_machine_move()

    def prepare(self) -> None:
        """Compile now, rather than in the middle of the game."""
        for player in self.session.players:
            if isinstance(player, Searcher) and not self.session.is_over:
                player.prepare(self.session.state)

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
        if game.goal():
            self.say(game.goal())
        if self.session.has_person:
            self.say("Type a move, or help for the commands.")
        else:
            words = *self.session.names, "--game", word_for(game)
            self.say("No person plays here; to see such games live:")
            self.say(f"  playout watch {shlex.join(words)}")

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
        board = draw(self.session.state, self.screen)
        # The line above a board and the one below it should be in view together.
        is_tall = self.screen.is_terminal and board.count("\n") + 5 > self.screen.height
        self.say(board if is_tall else f"\n{board}\n")

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
            self.teacher.watch(state, self.session.state.history[-1])
            return
        command, _, rest = text.partition(" ")
        name = ALIASES.get(command.lower(), command.lower())
        if name in COMMANDS and (not rest or name in ("save", "save!")):
            COMMANDS[name].run(self, rest.strip())
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


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:] + "."
