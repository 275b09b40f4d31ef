"""A game in the terminal: person or machine on either side."""

import os
import sys
from typing import Any

from .board import Board
from .players import Choice, Searcher
from .search import search
from .state import IllegalMove, State

__all__ = ["play"]

HELP = """\
Type a move, or
  moves   the legal moves
  hint    what the machine would play
  undo    take your last move back
  quit    stop (also Ctrl-D)"""


def play(state: State, players: tuple[Any, Any], seed: int) -> None:
    """Play to the end, a None among the players being the person at the keyboard."""
    for player in players:  # compiles now, rather than in the middle of the game
        if isinstance(player, Searcher):
            search(state, player.algorithm, simulations=1)
    print(f"{state.game}. {HELP}" if None in players else f"{state.game}.")
    past: list[State] = []
    show(state)
    while not state.is_over:
        player = players[state.player]
        if player is None:
            other = players[1 - state.player]
            if other is not None:
                other.start_pondering(state)
            after = ask(state, past, players, seed)
            if other is not None:
                other.stop_pondering()
            if after is None:
                return
        else:
            choice = think(player, state, seed + len(state.history))
            print(f"{name_of(state)} plays {choice.move}{thought(choice)}")
            after = state.play(choice.move)
        if len(after.history) > len(state.history):
            past.append(state)
        state = after
        show(state)
    print(state.outcome()[0].upper() + state.outcome()[1:] + ".")


def show(state: State) -> None:
    board = state.board()
    colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    print()
    print(board.coloured() if colour and isinstance(board, Board) else board)
    print(flush=True)


def name_of(state: State) -> str:
    name: str = state.game.player_names()[state.player]
    return name


def ask(state: State, past: list[State], players: tuple[Any, Any], seed: int) -> State | None:
    """The state after the person's move or undo; None when they have had enough."""
    while True:
        try:
            text = input(f"{name_of(state)}: ").strip()
        except (EOFError, KeyboardInterrupt):
            print()
            return None
        command = text.lower()
        if command in ("quit", "exit"):
            return None
        if command == "undo":
            earlier = [i for i, old in enumerate(past) if players[old.player] is None]
            if earlier:
                before = past[earlier[-1]]
                del past[earlier[-1] :]
                return before
            print("There is nothing to take back.")
        elif command == "moves":
            print(" ".join(move.name for move in state.moves()))
        elif command == "hint":
            choice = think(Searcher(None), state, seed)
            print(f"{choice.move}{thought(choice)}")
        elif command in ("help", "?", ""):
            print(HELP)
        else:
            try:
                return state.play(text)
            except IllegalMove as error:
                print(error)


def thought(choice: Choice) -> str:
    """What the machine thinks of its move, and how it expects the game to go on."""
    if choice.value is None:
        return ""
    return f"  (win chance {choice.value:.0%}, line {' '.join(m.name for m in choice.line[:6])})"


def think(player: Any, state: State, seed: int) -> Any:
    """The player's choice, with a progress bar while it takes its time."""
    if not sys.stderr.isatty():
        return player.choose(state, seed)
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    columns = (TextColumn(f"{name_of(state)} thinks"), BarColumn())
    with Progress(*columns, transient=True, console=Console(stderr=True)) as bar:
        task = bar.add_task("", total=1.0)
        return player.choose(state, seed, lambda share: bar.update(task, completed=share))
