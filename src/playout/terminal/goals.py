"""What the players of a game are after, in a sentence."""

from typing import Any

__all__ = ["goal_of"]

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
    """The goal of a game; nothing for a game of the user's own."""
    first, second = game.player_names()
    wins = "loses" if getattr(game, "misere", False) else "wins"
    line = getattr(game, "line", 0)
    goal = GOALS.get(type(game).__qualname__, "")
    return goal.format(first=first, second=second, wins=wins, line=line)
