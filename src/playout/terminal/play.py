"""A game in the terminal: person or machine on either side."""

import contextlib
import difflib
import itertools
import sys
from collections.abc import Iterator

from ..board import Board
from ..catalogue import title_of
from ..language import said, tr
from ..parameters import printed
from ..players import Searcher
from ..search import Result
from .commands import COMMANDS, Quit, command_called, command_name, takes
from .drawing import draw
from .record import game_text
from .screen import Screen, notebook_display, shell_line
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
        file = shell_line(str(path))
        ui.say(tr("To continue this game: playout play --load {file}", file=file))
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
                self.say(self.screen.paint(_sentence(said(self.session.outcome())), "bold"))
                if not self.session.has_person:
                    return
                self.ask(tr("undo, review, save FILE or quit"))
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
        settings = printed(game)
        self.say(said(title_of(type(game))) + (f" ({settings})" if settings else ""))
        sides = [said(side) for side in game.player_names()]
        for i, player in enumerate(names):
            sign = ""
            if isinstance(board, Board) and board.piece != "match":
                sign = self.screen.paint(board.glyph(i), board.colours[i]) + " "
            is_alone = player == "human" and names.count("human") == 1
            who = tr("you") if is_alone else player
            self.say(f"  {sign}{sides[i]:{max(map(len, sides))}}  {who}")
        if game.goal():
            self.say(said(game.goal()))
        if self.session.has_person:
            self.say(tr("Type a move, or help for the commands."))
        else:
            arguments = *names, "--game", game_text(game)
            self.say(tr("No person plays here; to see such games live:"))
            self.say(f"  playout watch {shell_line(*arguments)}")

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
        self.say_move(tr("{player} would play", player=self.mover()), result)
        prompt = tr("{player} (Enter plays {move})", player=self.mover(), move=result.move.name)
        self.ask(prompt, result)

    def play_result(self, result: Result) -> None:
        self.say_move(tr("{player} plays", player=self.mover()), result)
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
        if notebook := notebook_display():
            notebook(self.session.state)  # which draws itself
            return
        board = draw(self.session.state, self.screen)
        # The line above a board and the one below it should be in view together.
        is_tall = self.screen.is_terminal and board.count("\n") + 5 > self.screen.height
        self.say(board if is_tall else f"\n{board}\n")

    def mover(self) -> str:
        """The name of the player to move."""
        state = self.session.state
        return said(state.game.player_names()[state.player])

    # -- input --

    def ask(self, prompt: str, result: Result | None = None) -> None:
        """Read input until the game has changed; Enter plays the move of the result, if any."""
        before = self.session.at, self.session.resigned
        while (self.session.at, self.session.resigned) == before:
            text = self.read(tr("{prompt}: ", prompt=prompt)).strip()
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
        words = [*map(command_name, COMMANDS), *(move.name for move in self.session.state.moves())]

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
        name = command_called(command)
        if name and (not rest or takes(name, rest.strip())):
            COMMANDS[name].run(self, rest.strip())
        else:
            self.explain(text)

    def explain(self, text: str) -> None:
        """Say why a text is no move, and which command it may mean."""
        state = self.session.state
        if self.session.is_over:
            self.say(tr("The game is over: undo takes the last move back, quit leaves."))
            return
        why = state.game.complaint(state.words, state.game.canonical(text))
        self.say(tr("{text!r} cannot be played: {why}.", text=text[:40], why=why))
        near = difflib.get_close_matches(text.lower(), [*map(command_name, COMMANDS)], 1, 0.7)
        if near:
            self.say(tr("Is {command} what you mean?", command=near[0]))


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:] + "."
