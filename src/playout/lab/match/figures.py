"""Which figures a report of games has, made from its numbers; each with its numbers in words."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ..report import figures as draw
from ..report.figures import Bar, Box, Figure, Line
from ..report.format import about_elo, about_share, number, percent, seconds

__all__ = ["figures_of"]

MOST_GAMES = 4  # that have figures of their own; the numbers of all are in report.json
MOST_ROWS = 30
MOST_LINES = 8
Row = dict[str, Any]
CURVES = {
    "cumulated": "Mean of all games; those that are over keep theirs.",
    "per_move": "",
    "per_second": "The numbers are medians; the curves are means, in which the first moves of a"
    " worker, that compile, weigh much.",
}
TIMES = {"seconds_per_move": "", "seconds_to_win": "The player's own thinking in games it won. "}
SPREAD = "Medians; box: quartiles; whiskers: 5 and 95 %; diamond: mean."


def figures_of(numbers: Row) -> dict[str, list[Figure]]:
    """By section of the page."""
    return {section: list(figures(numbers)) for section, figures in SECTIONS.items()}


def _figure(
    title: str, note: str, kind: Callable[..., str], rows: Sequence[Any], *args: str, **how: Any
) -> Iterator[Figure]:
    """A figure, if there is anything to show, with its numbers in words as its text alternative
    and in its caption."""
    if rows:
        text = draw.listed([(row.name, row.text) for row in rows])
        svg = kind(f"{title}: {text}", rows, *args, **how)
        yield Figure(title, svg, f"{text}. {note}".strip())


def _looks(numbers: Row) -> dict[str, tuple[str, int]]:
    """The name and the colour that each player has in all figures. The strongest has the first
    colour; the players of a sweep are called by their values, k=10, n=100, where that is clear."""
    rated: list[Row] = next(iter(numbers["ratings"].values()))
    names = dict.fromkeys([row["name"] for row in rated] + list(numbers["experiment"]["players"]))
    short = {
        name: ", ".join(f"{key}={value}" for key, value in values.items())
        for name, values in (numbers["sweep"] or {}).items()
    }
    if not all(short.values()) or len(set(short.values())) < len(short):
        short = {}
    return {name: (short.get(name, name), i) for i, name in enumerate(names)}


def _elo(numbers: Row) -> Iterator[Figure]:
    """Ratings, where more than two players form one group; else there is only head to head."""
    looks = _looks(numbers)
    for game, rated in list(numbers["ratings"].items())[: MOST_GAMES + 1]:
        if len(rated) < 3 or any(row["group"] for row in rated):
            continue
        rows, flags = [], []
        for row in rated[:MOST_ROWS]:
            (name, colour), flag = looks[row["name"]], row["flag"]
            low = None if flag in ("lost all", "unbounded") else row["low"]
            high = None if flag in ("won all", "unbounded") else row["high"]
            text = "{} ({})".format(*about_elo(row))
            rows.append(Bar(name, row["elo"], low, high, colour, text))
            flags += [f"{name} ({flag})"] if flag else []
        note = f" Not bounded by the games: {', '.join(flags)}." if flags else ""
        note = "0 is the mean of the players." + note
        yield from _figure(f"{game}: Elo", note, draw.forest, rows, "Elo")


def _contests(numbers: Row) -> Iterator[Figure]:
    """Head to head, where it is not the cross table that shows it best."""
    is_crossed = numbers["experiment"]["kind"] in ("round-robin", "knock-out")
    if is_crossed and len(numbers["experiment"]["players"]) > 2:
        return
    looks = _looks(numbers)
    played = [row for row in numbers["contests"] if row["games"] and not row["spoilt"]]
    for game in list(dict.fromkeys(row["game"] for row in played))[:MOST_GAMES]:
        shown = [row for row in played if row["game"] == game][:MOST_ROWS]
        is_same = len({row["other"] for row in shown}) == 1
        rows = []
        for row in shown:
            one, other = looks[row["one"]][0], looks[row["other"]][0]
            name, colour = one if is_same else f"{one} – {other}", 0 if row["found"] else 6
            ends = row["elo_low"], row["elo_high"]
            rows.append(Bar(name, row["elo"], *ends, colour, "{} ({})".format(*about_elo(row))))
        whom = f"Elo against {other}" if is_same else "Elo of the first against the second"
        note = "Blue where a difference was found, grey where none was."
        note += " Corrected for the early stop." * any(row["elo_corrected"] for row in shown)
        yield from _figure(f"{game}: {whom}", note, draw.forest, rows, whom)


def _line(name: str, key: str, xs: list[float], points: list[Row], colour: int) -> Line:
    """Shares with their intervals, at places that are called by a key of the points."""
    places = [(number(p[key]) if key == "amount" else p[key], p["share"]) for p in points]
    shares = ", ".join(f"{place}: {percent(share)}" for place, share in places)
    return Line.of(points, name, xs, colour, shares)


def _budget(numbers: Row) -> Iterator[Figure]:
    kinds = dict.fromkeys((curve["budget"], curve["game"]) for curve in numbers["budgets"])
    for kind, game in list(kinds)[: MOST_GAMES + 1]:
        mine = [c for c in numbers["budgets"] if (c["budget"], c["game"]) == (kind, game)]
        lines = []
        for i, curve in enumerate(mine[:MOST_LINES]):
            xs = [point["amount"] for point in curve["points"]]
            lines.append(_line(curve["player"], "amount", xs, curve["points"], i))
        note = "Against all opponents they met; 95 % intervals by Wilson."
        how = {"xlabel": f"{kind} a move", "ylabel": "score", "log_x": True, "share": 0}
        yield from _figure(f"{game}: score against {kind} a move", note, draw.xy, lines, **how)


def _grid(numbers: Row) -> Iterator[Figure]:
    """The score at each value of a parameter, the games in one figure."""
    curves = (numbers["grid"] or {}).get("curves", [])
    for parameter in dict.fromkeys(curve["parameter"] for curve in curves):
        mine = [curve for curve in curves if curve["parameter"] == parameter][:MOST_LINES]
        ticks = list(dict.fromkeys(str(p["value"]) for curve in mine for p in curve["points"]))
        lines = []
        for i, curve in enumerate(mine):
            xs = [ticks.index(str(point["value"])) + 0.05 * i for point in curve["points"]]
            lines.append(_line(curve["game"], "value", xs, curve["points"], i))
        note = "Over all values of the other parameters."
        how: Row = {"xlabel": parameter, "ylabel": "score", "share": 0, "ticks": ticks}
        yield from _figure(f"Score by {parameter}", note, draw.xy, lines, **how)


def _colour(numbers: Row) -> Iterator[Figure]:
    rows, words = [], []
    for row in numbers["games"][:MOST_ROWS]:
        parts = [row[key] / row["games"] for key in ("first_wins", "draws", "second_wins")]
        rows.append((row["game"], parts))
        words.append((row["game"], "{} ({})".format(*about_share(row, "first_share"))))
    if rows:
        text = f"The first mover scores: {draw.listed(words)}."
        yield Figure("Who moves first", draw.outcomes(text, rows), text)


def _by_game(numbers: Row) -> Iterator[tuple[str, list[Row]]]:
    """The rows of players, game by game, the strongest first, with the looks of each; of a sweep
    those alone that it is about."""
    looks, wanted = _looks(numbers), numbers["sweep"] or numbers["experiment"]["players"]
    rows = [row for row in numbers["players"] if row["name"] in wanted]
    rows = [row | dict(zip(("label", "colour"), looks[row["name"]], strict=True)) for row in rows]
    rows.sort(key=lambda row: row["colour"])
    for game in numbers["experiment"]["games"][:MOST_GAMES]:
        yield game, [row for row in rows if row["game"] == game][:MOST_ROWS]


def _simulations(numbers: Row) -> Iterator[Figure]:
    for game, players in _by_game(numbers):
        some = [row for row in players if row["simulations"] and row["by_move"]["per_move"]]
        for kind, note in CURVES.items():
            lines, title = [], f"simulations {kind.replace('_', ' ')}"
            for row in some[:MOST_LINES]:
                ys = row["by_move"][kind]
                where = row["label"], range(1, len(ys) + 1), ys
                lines.append(Line(*where, colour=row["colour"], text=_simulations_text(kind, row)))
            labels = "a player's move number", title
            yield from _figure(f"{game}: {title}", note, draw.xy, lines, *labels)


def _simulations_text(kind: str, row: Row) -> str:
    if kind == "cumulated":
        return f"{number(row['simulations'] / row['games'])} a game"
    if kind == "per_move":
        return f"{number(row['simulations_per_move'])} a move"
    return f"{number(row['simulations_per_second']['median'])} a second"


def _time(numbers: Row) -> Iterator[Figure]:
    for game, players in _by_game(numbers):
        for key, note in TIMES.items():
            title = key.replace("seconds", "time").replace("_", " ")
            rows = [
                Box(row["label"], row[key], row["colour"], seconds(row[key]["median"]))
                for row in players
                if row[key]["median"] is not None
            ]
            yield from _figure(f"{game}: {title}", f"{note}{SPREAD}", draw.boxes, rows, title)
        key, title = "wins_per_thousand_simulations", "wins per 1,000 simulations"
        amounts = [
            Bar(row["label"], row[key], colour=row["colour"], text=number(row[key]))
            for row in players
            if row[key] is not None
        ]
        yield from _figure(f"{game}: {title}", "", draw.bars, amounts, title)


def _lengths(numbers: Row) -> Iterator[Figure]:
    for row in numbers["games"][:MOST_GAMES]:
        counts = {int(plies): n for plies, n in row["lengths"].items()}
        text = (
            f"{row['games']:,} games of {row['shortest']} to {row['longest']} moves,"
            f" median {row['median_length']}, mean {number(row['mean_length'])}"
        )
        title = f"{row['game']}: lengths"
        svg = draw.histogram(f"{title}: {text}", counts, "moves")
        yield Figure(title, svg, f"{text}, the opening included.")


SECTIONS = {
    "elo": _elo,
    "contests": _contests,
    "budget": _budget,
    "grid": _grid,
    "colour": _colour,
    "simulations": _simulations,
    "time": _time,
    "lengths": _lengths,
}
