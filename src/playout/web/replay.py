"""Whole games with their side lines, played through: what a link or a text from outside holds."""

from ..catalogue import named
from ..errors import PlayoutError
from ..rules import GameError
from ..state import State
from .messages import Ending, Place, Replay, Replayed
from .positions import begin

__all__ = ["replayed"]


def replayed(message: Replay) -> Replayed:
    """The moves as the game writes them; an error names the first that cannot be by `node`."""
    last_use = {before: node for node, (before, _) in enumerate(message.moves, start=1)}
    states = {0: begin(Place(game=message.game, position=message.position))}
    names, endings = [], []
    for node, (before, move) in enumerate(message.moves, start=1):
        if before not in states:
            why = "move {node} comes after move {before}, which is not before it"
            raise GameError(why, "no-such-parent", node=node, before=before)
        state = _played(states[before], move, node)
        names.append(state.history[-1].name)
        if state.is_over:
            endings.append(Ending(node=node, winner=state.winner))  # type: ignore[arg-type]
        if node in last_use:
            states[node] = state
        if last_use[before] == node:  # a state is large: only those are kept that are still needed
            del states[before]
    game = named(message.game)
    return Replayed(id=message.id, game=game, moves=tuple(names), endings=tuple(endings))


def _played(state: State, move: str, node: int) -> State:
    try:
        return state.play(move)
    except PlayoutError as error:
        error.fields["node"] = node
        raise
