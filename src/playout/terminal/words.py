"""What is said at the start of a game: the commands, and what each player is after."""

from typing import Any

__all__ = ["COMMANDS", "HELP", "goal_of"]

COMMANDS = {
    "hint": "what the machine would play here",
    "think": "the same, with a table of the best moves, also on the board",
    "heat": "that table for the last search, such as the machine's for its move",
    "undo": "take your last move back, and what was answered",
    "redo": "play again what was taken back",
    "swap": "take over the first move, in Hex with the swap rule (hex:swap=true)",
    "moves": "the legal moves",
    "board": "the board again",
    "save": "save FILE, for playout play --load FILE; save! writes over a file",
    "resign": "give the game up",
    "help": "these lines",
    "quit": "leave (also Ctrl-D, Ctrl-C); an unfinished game is kept",
}

HELP = "\n".join(
    [
        "Type a move, or",
        *(f"  {name:7} {text}" for name, text in COMMANDS.items()),
        "Ctrl-C while the machine thinks stops it. Enter then plays what it has found,",
        "a move plays another one, and all the commands work; Ctrl-C again leaves.",
    ]
)

GOALS = {
    "Hex": "{first} joins the top edge to the bottom, {second} the left edge to the right.",
    "Connect4": "Whoever has {line} in a row wins: across, upright or aslant.",
    "Breakthrough": "Whoever brings a pawn to the other side {wins}.",
    "Knightthrough": "Whoever brings a knight to the other side {wins}.",
    "Domineering": "{first} lays dominoes upright, {second} across; whoever cannot move loses.",
    "Atarigo": "Whoever captures first wins.",
    "Nogo": "Capturing is forbidden; whoever cannot move loses.",
    "Mnk": "Whoever has {line} in a row wins: across, upright or aslant.",
    "Othello": "Whoever has more discs in the end wins.",
    "Nim": "Whoever takes the last match {wins}.",
}


def goal_of(game: Any) -> str:
    """What the players of a game are after; nothing for a game of the user's own."""
    first, second = game.player_names()
    wins = "loses" if getattr(game, "misere", False) else "wins"
    line = getattr(game, "line", 0)
    goal = GOALS.get(type(game).__qualname__, "")
    return goal.format(first=first, second=second, wins=wins, line=line)
