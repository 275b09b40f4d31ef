"""The ingredients of the Hex solver one by one, to look at and to test."""

from ..kernel import entry
from .hex_board import NONE, transposed, turned
from .hex_cells import dead_cells, fill_in, set_graph, spare_moves
from .hex_links import LINKED, find_links
from .hex_search import judge, must_play

__all__ = ["dead", "filled", "judged", "links_of", "pictures", "spare"]


@entry
def links_of(links, geometry, own, other, out):
    """The links of a player; out: the must-play region of the opponent, and its carrier."""
    find_links(links, geometry, own, other, LINKED)
    out[0], out[1] = must_play(links)
    return links.counts[0]


@entry
def filled(mine, theirs, geometry, own, other):
    """The position with stones on dead and captured cells."""
    return fill_in(mine, theirs, geometry, own, other)


@entry
def dead(graph, geometry, own, other):
    """The dead cells; if there are none, the graph has the killers of each cell."""
    set_graph(graph, geometry, own, other)
    return dead_cells(graph, geometry.cells[0] & ~(own | other))


@entry
def spare(mine, theirs, geometry, own, other):
    """The position filled in, and which of its moves can be spared."""
    own, other = fill_in(mine, theirs, geometry, own, other)
    moves = geometry.cells[0] & ~(own | other)
    return own, other, spare_moves(mine, theirs, moves, NONE)[0]


@entry
def judged(room, own, other):
    """The position filled in, and its numbers; `found` of the room has moves and carrier."""
    own, other = fill_in(room.mine, room.theirs, room.geometry, own, other)
    return own, other, judge(room, own, other)


@entry
def pictures(x, size, out):
    """A board transposed, and turned by 180 degrees."""
    out[0] = transposed(x)
    out[1] = turned(x, size)
