"""Games to step through: the board as SVG, once, and what lies on it after each move.

The parts of all pictures of a game (cells, stones, marks) are written once each; a position is a
list of their numbers. So a game takes a few kilobytes, and the page needs no rules.
"""

import itertools
import json
import re
from typing import Any, NamedTuple

from ...catalogue import find
from ...language import Text, said, tr
from ...rules import GameError
from ...state import IllegalMove, State
from ..run.records import GameRecord
from .gather import MatchData

MOST_GAMES = 9
MOST_BYTES = 700_000  # of all games together
PART = re.compile(r"<text\b.*?</text>|<[^>]+/>", re.DOTALL)
VIEW = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
FONT = re.compile(r' (?:font-family|font-size|text-anchor)="[^"]*"')
KINDS = {
    "upset": Text("an upset"),
    "longest": Text("the longest"),
    "shortest": Text("the shortest"),
}


class Sample(NamedTuple):
    """A game for the page."""

    game: GameRecord
    kinds: str  # why it is shown
    last: str  # the last position as an <svg>, for paper and where there are no scripts
    data: dict[str, Any]  # what the script of the page needs


def samples_of(data: MatchData) -> list[Sample]:
    """A few games: upsets, shortest and longest, from as many contests as possible."""
    samples: list[Sample] = []
    size = 0
    for record, kinds in _chosen(data).values():
        try:
            sample = _sample(record, kinds)
        except (GameError, IllegalMove):  # the rules have changed since, or the file is gone
            continue
        size += len(json.dumps(sample.data)) + len(sample.last)
        if size > MOST_BYTES:
            break
        samples.append(sample)
    return samples


def _chosen(data: MatchData) -> dict[str, tuple[GameRecord, list[str]]]:
    """By id, the games in the order in which they are shown while there is room."""
    by_game: dict[str, dict[int, None]] = {}
    for (contest, _), (_, sample) in sorted(data.samples.items()):
        by_game.setdefault(sample.game, {})[contest] = None
    in_turn = itertools.zip_longest(*by_game.values())  # a contest of each game
    mixed = [contest for row in in_turn for contest in row if contest is not None]
    chosen: dict[str, tuple[GameRecord, list[str]]] = {}
    for i, kind in enumerate(KINDS):
        # Few contests give all three; of many, each kind has its share.
        room = MOST_GAMES if len(mixed) <= MOST_GAMES // 3 else (i + 1) * MOST_GAMES // 3
        for contest in mixed:
            _, record = data.samples.get((contest, kind), (0, None))
            if record and (record.id in chosen or len(chosen) < room):
                chosen.setdefault(record.id, (record, []))[1].append(tr(KINDS[kind]))
    return chosen


def _sample(record: GameRecord, kinds: list[str]) -> Sample:
    game = find(record.game)
    states: list[State] = [game.start()]
    for move in record.moves:
        states.append(states[-1].play(move))
    pictures = [state.svg() for state in states]
    sizes = [size for picture in pictures for size in VIEW.findall(picture)]
    width, height = (max(map(float, side)) for side in zip(*sizes, strict=True))
    font = "".join(FONT.findall(pictures[0].partition(">")[0]))
    head = f'viewBox="0 0 {width:g} {height:g}"{font}'
    numbers: dict[str, int] = {}
    frames = [
        [numbers.setdefault(part, len(numbers)) for part in PART.findall(picture)]
        for picture in pictures
    ]
    every = zip(*frames, strict=False)
    ground = [parts[0] for parts in itertools.takewhile(lambda parts: len({*parts}) == 1, every)]
    data = {
        "head": head,
        "parts": list(numbers),
        "ground": ground,  # what all positions begin with: the board itself
        "frames": [frame[len(ground) :] for frame in frames],
        "moves": record.moves,
        "opening": record.opening,
        "names": [record.first, record.second],
        "colours": [*map(said, game.player_names())],
        "turns": record.turns,
    }
    last = f'<svg {head} role="img">{"".join(PART.findall(pictures[-1]))}</svg>'
    return Sample(record, tr(" and ").join(kinds), last, data)
