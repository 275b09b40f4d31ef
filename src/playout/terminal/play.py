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
from .commands import ALIASES, COMMANDS, Quit
from .drawing import draw
from .record import game_text
from .screen import Screen
from .session import Session
from .teaching import Teacher
from .thinking import evaluation, think

__all__ = ["play"]

INTERRUPTED = 130


def play(session: Session, teach: bool = False) -> int:
    """Play to the end; the exit code is 0, or 130 after Ctrl-C."""
    ui = GameUI(session)
    ui.teacher.is_on = teach
    code = 0
    try:
        ui.run()
    except Quit:
        pass
    except EOFError:
        print()
    except KeyboardInterrupt:
        print()
        code = INTERRUPTED
    finally:
        ui.stop_pondering()
    path = session.unfinished()
    if path:
        ui.say(f"To go on with this game: playout play --load {shlex.quote(str(path))}")
    return code


class GameUI:
    """The user interface of one game; `commands` has the commands that a person can type."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.screen = Screen()
        self.say = self.screen.say
        self.result: Result | None = None  # of the last search
        self.teacher = Teacher(self.screen)

    # -- the game --

    def run(self) -> None:
        self.compile()
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

    def compile(self) -> None:
        """Compile now, rather than in the middle of the game."""
        for player in self.session.players:
            if isinstance(player, Searcher) and not self.session.is_over:
                player.prepare(self.session.state)

    def introduce(self) -> None:
        """Print the game, the players and the goal."""
        game, names = self.session.state.game, self.session.names
        board = self.session.state.board()
        self.say(f"{game}")
        sides = game.player_names()
        for i, player in enumerate(names):
            sign = ""
            if isinstance(board, Board) and board.piece != "match":
                sign = self.screen.paint(board.glyph(i), board.colours[i]) + " "
            is_alone = player == "human" and names.count("human") == 1
            self.say(f"  {sign}{sides[i]:{max(map(len, sides))}}  {'you' if is_alone else player}")
        if game.goal():
            self.say(game.goal())
        if self.session.has_person:
            self.say("Type a move, or help for the commands.")
        else:
            arguments = *names, "--game", game_text(game)
            self.say("No person plays here; to see such games live:")
            self.say(f"  playout watch {shlex.join(arguments)}")

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
            self.play_result(result)
            return
        if not self.screen.is_interactive:
            raise KeyboardInterrupt
        self.say_move(f"{self.mover()} would play", result)
        self.ask(f"{self.mover()} (Enter plays {result.move})", result)

    def play_result(self, result: Result) -> None:
        self.say_move(f"{self.mover()} plays", result)
        self.session.play(result.move)
        if not self.session.has_person and not self.session.is_over:
            self.show()

    def stop_pondering(self) -> None:
        for player in self.session.players:
            if player is not None:
                player.stop_pondering()

    # -- output --

    def say_move(self, intro: str, result: Result) -> None:
        """Print a move, and in the rest of the line its evaluation."""
        move = result.move.name
        room = self.screen.width - len(f"{intro} {move}") if self.screen.is_terminal else 1000
        self.say(f"{intro} {self.screen.paint(move, 'bold')}{evaluation(result, room - 1)}")

    def show(self) -> None:
        board = draw(self.session.state, self.screen)
        # The line above a board and the one below it should be in view together.
        is_tall = self.screen.is_terminal and board.count("\n") + 5 > self.screen.height
        self.say(board if is_tall else f"\n{board}\n")

    def mover(self) -> str:
        """The name of the player to move."""
        state = self.session.state
        return str(state.game.player_names()[state.player])

    # -- input --

    def ask(self, prompt: str, result: Result | None = None) -> None:
        """Read input until the game has changed; Enter plays the move of the result, if any."""
        before = self.session.at, self.session.resigned
        while (self.session.at, self.session.resigned) == before:
            text = self.read(f"{prompt}: ").strip()
            if text:
                self.handle(text)
            elif result:
                self.play_result(result)

    def read(self, prompt: str) -> str:
        with self.completion():
            text = input(prompt)
        if not sys.stdin.isatty():
            print(text)  # as it would stand on a terminal
        return text

    @contextlib.contextmanager
    def completion(self) -> Iterator[None]:
        """Arrow keys and the Tab key, where they can work."""
        try:
            import readline
        except ImportError:
            readline = None  # type: ignore[assignment]
        if readline is None or not self.screen.is_interactive:
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

    def handle(self, text: str) -> None:
        """Play a move, or run a command."""
        state = self.session.state
        wanted = state.game.canonical(text)
        names = () if self.session.is_over else (move.name for move in state.moves())
        if any(wanted == state.game.canonical(name) for name in names):
            self.session.play(text)
            self.teacher.comment(state, self.session.state.history[-1])
            return
        command, _, rest = text.partition(" ")
        name = ALIASES.get(command.lower(), command.lower())
        if name in COMMANDS and (not rest or name in ("save", "save!")):
            COMMANDS[name].run(self, rest.strip())
        else:
            self.explain(text)

    def explain(self, text: str) -> None:
        """Say why a text is no move, and which command it may mean."""
        state = self.session.state
        if self.session.is_over:
            self.say("The game is over: undo takes the last move back, quit leaves.")
            return
        why = state.game.complaint(state.words, state.game.canonical(text))
        self.say(f"{text[:40]!r} cannot be played: {why}.")
        near = difflib.get_close_matches(text.lower(), COMMANDS, 1, 0.7)
        if near:
            self.say(f"Is {near[0]} what you mean?")


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:] + "."
