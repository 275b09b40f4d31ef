"""Games to step through: the board as SVG, once, and what lies on it after each move.

The parts of all pictures of a game (cells, stones, marks) are written once each; a position is a
list of their numbers. So a game takes a few kilobytes, and the page needs no rules.
"""

import json
import re
from typing import Any, NamedTuple

from ...catalogue import find
from ...rules import GameError
from ...state import IllegalMove, State
from ..run.records import GameRecord
from .gather import MatchData

__all__ = ["Sample", "samples_of"]

MOST_GAMES = 9
MOST_BYTES = 700_000  # of all games together
PART = re.compile(r"<text\b.*?</text>|<[^>]+/>", re.DOTALL)
VIEW = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
FONT = re.compile(r' font-family="[^"]*" font-size="[^"]*"(?: text-anchor="[^"]*")?')
WORDS = {"upset": "an upset", "shortest": "the shortest", "longest": "the longest"}


class Sample(NamedTuple):
    """A game for the page."""

    game: GameRecord
    kinds: str  # why it is shown
    end: str  # how it ended
    last: str  # the last position as an <svg>, for paper and where there are no scripts
    data: dict[str, Any]  # what the script of the page needs


def samples_of(data: MatchData) -> list[Sample]:
    """A few games: upsets, shortest and longest, from as many contests as possible."""
    samples: list[Sample] = []
    size = 0
    for entry, kinds in _chosen(data).values():
        if len(samples) == MOST_GAMES:
            break
        try:
            sample = _sample(entry, kinds)
        except (GameError, IllegalMove):  # the rules have changed since, or the file is gone
            continue
        size += len(json.dumps(sample.data)) + len(sample.last)
        if size > MOST_BYTES:
            break
        samples.append(sample)
    return samples


def _chosen(data: MatchData) -> dict[str, tuple[GameRecord, list[str]]]:
    """By id, the games in the order in which they are shown while there is room."""
    contests = sorted({contest for contest, _ in data.samples})
    by_game: dict[str, list[int]] = {}
    for contest in contests:
        entry = next(e for (c, _), e in data.samples.items() if c == contest)
        by_game.setdefault(entry.game, []).append(contest)
    mixed: list[int] = []  # a contest of each game in turn
    for i in range(max(map(len, by_game.values()), default=0)):
        mixed += [contests[i] for contests in by_game.values() if i < len(contests)]
    chosen: dict[str, tuple[GameRecord, list[str]]] = {}
    for i, kind in enumerate(("upset", "longest", "shortest")):
        # Few contests give all three; of many, each kind has its share.
        room = MOST_GAMES if len(mixed) <= MOST_GAMES // 3 else (i + 1) * MOST_GAMES // 3
        for contest in mixed:
            sample = data.samples.get((contest, kind))
            if sample is not None and (sample.id in chosen or len(chosen) < room):
                chosen.setdefault(sample.id, (sample, []))[1].append(kind)
    return chosen


def _sample(entry: GameRecord, kinds: list[str]) -> Sample:
    game = find(entry.game)
    states: list[State] = [game.start()]
    for move in entry.moves:
        states.append(states[-1].play(move))
    pictures = [state.svg() for state in states]
    widths, heights = zip(*(_size(picture) for picture in pictures), strict=True)
    font = FONT.search(pictures[0])
    head = f'viewBox="0 0 {max(widths):g} {max(heights):g}"{font[0] if font else ""}'
    numbers: dict[str, int] = {}
    frames = []
    for picture in pictures:
        parts = PART.findall(picture[picture.index(">") + 1 :])
        frames.append([numbers.setdefault(part, len(numbers)) for part in parts])
    shared = _shared(frames)
    colours = list(game.player_names())
    names = [entry.first, entry.second]
    data = {
        "head": head,
        "parts": list(numbers),
        "ground": frames[0][:shared],
        "frames": [frame[shared:] for frame in frames],
        "moves": list(entry.moves),
        "opening": entry.opening,
        "names": names,
        "colours": colours,
        "turns": [list(turn) for turn in entry.turns],
    }
    end = _end(entry, names, colours)
    words = " and ".join(WORDS[kind] for kind in kinds)
    last = f'<svg {head} role="img">{"".join(PART.findall(pictures[-1]))}</svg>'
    return Sample(entry, words, end, last, data)


def _size(picture: str) -> tuple[float, float]:
    size = VIEW.search(picture)
    return (float(size[1]), float(size[2])) if size else (100.0, 100.0)


def _shared(frames: list[list[int]]) -> int:
    """How many parts all positions begin with: the board itself."""
    n = 0
    for parts in zip(*frames, strict=False):
        if len(set(parts)) > 1:
            break
        n += 1
    return n


def _end(entry: GameRecord, names: list[str], colours: list[str]) -> str:
    how = f": {entry.reason}" if entry.reason else ""
    if entry.winner is None:
        return f"a draw after {len(entry.moves)} moves{how}"
    winner = f"{names[entry.winner]} ({colours[entry.winner]})"
    return f"{winner} won after {len(entry.moves)} moves{how}"
