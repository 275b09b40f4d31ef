"""Which figures a report of games has, made from its numbers; each with its numbers in words."""

from typing import Any

from ..report.figures import (
    Bar,
    Box,
    Figure,
    Line,
    bars,
    boxes,
    forest,
    histogram,
    listed,
    stacked,
    xy,
)
from ..report.format import about_elo, about_share, number, percent, seconds

__all__ = ["figures_of"]

MOST_GAMES = 4  # that have figures of their own; the numbers of all are in report.json
MOST_ROWS = 30
MOST_LINES = 8
Row = dict[str, Any]
CURVES = {
    "cumulated": ("simulations cumulated", "Mean of all games; those that are over keep theirs."),
    "per_move": ("simulations per move", ""),
    "per_second": (
        "simulations per second",
        "The numbers are medians; the curves are means, in which the first moves of a worker,"
        " that compile, weigh much.",
    ),
}
TIMES = {
    "seconds_per_move": ("time per move", ""),
    "seconds_to_win": ("time to win", "The player's own thinking in games it won. "),
}


def figures_of(numbers: Row) -> dict[str, list[Figure]]:
    """By section of the page."""
    numbers = _with_short_names(numbers)
    return {
        "elo": _elo(numbers),
        "contests": _contests(numbers),
        "budget": _budget(numbers),
        "grid": _grid(numbers),
        "colour": _colour(numbers),
        "simulations": _simulations(numbers),
        "time": _time(numbers),
        "lengths": _lengths(numbers),
    }


def _with_short_names(numbers: Row) -> Row:
    """The same with the players of a sweep called by their values, k=10, n=100, where that is
    clear: their texts are too long for a figure."""
    sweep = numbers["sweep"] or {}
    short = {
        name: ", ".join(f"{key}={value}" for key, value in values.items())
        for name, values in sweep.items()
    }
    if not all(short.values()) or len(set(short.values())) < len(short):
        return numbers

    def renamed(rows: list[Row]) -> list[Row]:
        keys = ("name", "one", "other")
        return [r | {key: short.get(r[key], r[key]) for key in keys if key in r} for r in rows]

    players = [row for row in numbers["players"] if row["name"] in short or not sweep]
    return numbers | {
        "ratings": {game: renamed(rows) for game, rows in numbers["ratings"].items()},
        "contests": renamed(numbers["contests"]),
        "players": renamed(players),
    }


def _palette(numbers: Row) -> dict[str, int]:
    """The colour of each player, the same in all figures: the strongest has the first."""
    rated: list[Row] = next(iter(numbers["ratings"].values()), [])
    names = [row["name"] for row in rated] + list(numbers["experiment"]["players"])
    return {name: i for i, name in enumerate(dict.fromkeys(names))}


def _elo_text(name: str, row: Row) -> tuple[str, str]:
    elo, interval = about_elo(row)
    return name, f"{elo} ({interval})"


def _elo(numbers: Row) -> list[Figure]:
    """Ratings, where more than two players form one group; else there is only head to head."""
    figures = []
    palette = _palette(numbers)
    for game, rated in list(numbers["ratings"].items())[: MOST_GAMES + 1]:
        if len(rated) < 3 or any(row["group"] for row in rated):
            continue
        shown = rated[:MOST_ROWS]
        rows = [
            Bar(row["name"], row["elo"], *_ends(row), palette.get(row["name"], 0)) for row in shown
        ]
        text = listed([_elo_text(row["name"], row) for row in shown])
        caption = f"{text}. 0 is the mean of the players."
        if flags := [f"{row['name']} ({row['flag']})" for row in shown if row["flag"]]:
            caption += f" Not bounded by the games: {', '.join(flags)}."
        svg = forest(f"Elo with 95 % intervals, {game}: {text}", rows, "Elo")
        figures.append(Figure(game, svg, caption))
    return figures


def _ends(row: Row) -> tuple[float | None, float | None]:
    """The ends of a rating's interval, open on the side where nothing bounds it."""
    low = None if row["flag"] in ("lost all", "unbounded") else row["low"]
    high = None if row["flag"] in ("won all", "unbounded") else row["high"]
    return low, high


def _contests(numbers: Row) -> list[Figure]:
    """Head to head, where it is not the cross table that shows it best."""
    played = [row for row in numbers["contests"] if row["games"] and not row["spoilt"]]
    is_crossed = numbers["experiment"]["kind"] in ("round-robin", "knock-out")
    if is_crossed and len(numbers["experiment"]["players"]) > 2:
        return []
    figures = []
    for game in list(dict.fromkeys(row["game"] for row in played))[:MOST_GAMES]:
        shown = [row for row in played if row["game"] == game][:MOST_ROWS]
        same = len({row["other"] for row in shown}) == 1
        names = [row["one"] if same else f"{row['one']} – {row['other']}" for row in shown]
        rows = [
            Bar(name, row["elo"], row["elo_low"], row["elo_high"], 0 if row["found"] else 6)
            for name, row in zip(names, shown, strict=True)
        ]
        text = listed([_elo_text(name, row) for name, row in zip(names, shown, strict=True)])
        whom = f"against {shown[0]['other']}" if same else "of the first against the second"
        svg = forest(f"Elo {whom}, {game}: {text}", rows, f"Elo {whom}")
        caption = f"{text}. Blue where a difference was found, grey where none was."
        if any(row["elo_corrected"] for row in shown):
            caption += " Corrected for the early stop."
        figures.append(Figure(game, svg, caption))
    return figures


def _line(name: str, xs: list[float], points: list[Row], colour: int) -> Line:
    """Shares with their intervals."""
    ends = [[point[key] for point in points] for key in ("share", "share_low", "share_high")]
    return Line(name, xs, ends[0], ends[1], ends[2], colour)


def _budget(numbers: Row) -> list[Figure]:
    figures = []
    kinds = dict.fromkeys((curve["budget"], curve["game"]) for curve in numbers["budgets"])
    for kind, game in list(kinds)[: MOST_GAMES + 1]:
        curves = [c for c in numbers["budgets"] if (c["budget"], c["game"]) == (kind, game)]
        rows = [
            _line(c["player"], [p["amount"] for p in c["points"]], c["points"], i)
            for i, c in enumerate(curves[:MOST_LINES])
        ]
        points = [(c["player"], point) for c in curves for point in c["points"]]
        text = listed([(f"{n} {number(p['amount'])}", percent(p["share"])) for n, p in points])
        label = f"Score against {kind} a move, {game}: {text}"
        svg = xy(label, rows, f"{kind} a move", "score", log_x=True, share=0)
        note = "Against all opponents they met; 95 % intervals by Wilson."
        figures.append(Figure(game, svg, f"{text}. {note}"))
    return figures


def _grid(numbers: Row) -> list[Figure]:
    """The score at each value of a parameter, the games in one figure."""
    figures = []
    curves = (numbers["grid"] or {}).get("curves", [])
    for parameter in dict.fromkeys(curve["parameter"] for curve in curves):
        mine = [curve for curve in curves if curve["parameter"] == parameter][:MOST_LINES]
        ticks = list(dict.fromkeys(str(p["value"]) for curve in mine for p in curve["points"]))
        rows = []
        for i, curve in enumerate(mine):
            xs = [ticks.index(str(point["value"])) + 0.05 * i for point in curve["points"]]
            rows.append(_line(curve["game"], xs, curve["points"], i))
        game, points = mine[0]["game"], mine[0]["points"]
        text = listed([(str(point["value"]), percent(point["share"])) for point in points])
        label = f"Score by {parameter}, {game}: {text}"
        svg = xy(label, rows, parameter, "score", share=0, ticks=ticks)
        caption = f"{game}: {text}. Over all values of the other parameters."
        figures.append(Figure(f"By {parameter}", svg, caption))
    return figures


def _colour(numbers: Row) -> list[Figure]:
    rows, shares = [], []
    for row in numbers["games"][:MOST_ROWS]:
        parts = [row[key] / row["games"] for key in ("first_wins", "draws", "second_wins")]
        rows.append((row["game"], parts))
        share, interval = about_share(row, "first_share")
        shares.append((row["game"], f"{share} ({interval})"))
    if not rows:
        return []
    label = f"Share of the points of the first mover: {listed(shares)}"
    svg = stacked(label, rows, ("first wins", "draw", "second wins"))
    return [Figure("Who moves first", svg, f"The first mover scores: {listed(shares)}.")]


def _by_game(numbers: Row) -> list[tuple[str, list[Row]]]:
    """The rows of players, game by game, the strongest first, each with its colour."""
    palette = _palette(numbers)
    games = numbers["experiment"]["games"][:MOST_GAMES]
    rows = [row | {"colour": palette.get(row["name"], 0)} for row in numbers["players"]]
    rows.sort(key=lambda row: row["colour"])
    return [(game, [row for row in rows if row["game"] == game]) for game in games]


def _simulations(numbers: Row) -> list[Figure]:
    figures = []
    for game, players in _by_game(numbers):
        some = [row for row in players if row["simulations"] and row["by_move"]["per_move"]]
        for kind, (title, note) in CURVES.items() if some else ():
            rows = []
            for row in some[:MOST_LINES]:
                ys = row["by_move"][kind]
                rows.append(Line(row["name"], range(1, len(ys) + 1), ys, colour=row["colour"]))
            text = listed([(row["name"], _mean(kind, row)) for row in some])
            label = f"{title} by move number, {game}: {text}"
            svg = xy(label, rows, "a player's move number", title)
            figures.append(Figure(f"{game}: {title}", svg, f"{text}. {note}".strip()))
    return figures


def _mean(kind: str, row: Row) -> str:
    if kind == "cumulated":
        return f"{number(row['simulations'] / row['games'])} a game"
    if kind == "per_move":
        return f"{number(row['simulations_per_move'])} a move"
    return f"{number(row['simulations_per_second']['median'])} a second"


def _time(numbers: Row) -> list[Figure]:
    figures = []
    for game, every in _by_game(numbers):
        players = every[:MOST_ROWS]
        for key, (title, note) in TIMES.items():
            some = [row for row in players if row[key]["median"] is not None]
            rows = [Box(row["name"], row[key], row["colour"]) for row in some]
            text = listed([(row["name"], seconds(row[key]["median"])) for row in some])
            caption = f"Medians: {text}. {note}Box: quartiles; whiskers: 5 and 95 %; diamond: mean."
            if rows:
                svg = boxes(f"{title}, {game}; medians: {text}", rows, title)
                figures.append(Figure(f"{game}: {title}", svg, caption))
        wins, title = "wins_per_thousand_simulations", "wins per 1,000 simulations"
        some = [row for row in players if row[wins] is not None]
        if some:
            amounts = [Bar(row["name"], row[wins], colour=row["colour"]) for row in some]
            text = listed([(row["name"], number(row[wins])) for row in some])
            svg = bars(f"{title}, {game}: {text}", amounts, title)
            figures.append(Figure(f"{game}: {title}", svg, f"{text}."))
    return figures


def _lengths(numbers: Row) -> list[Figure]:
    figures = []
    for row in numbers["games"][:MOST_GAMES]:
        counts = {int(plies): n for plies, n in row["lengths"].items()}
        text = (
            f"{row['games']:,} games of {row['shortest']} to {row['longest']} moves,"
            f" median {row['median_length']}, mean {number(row['mean_length'])}"
        )
        svg = histogram(f"Game lengths, {row['game']}: {text}", counts, "moves")
        figures.append(Figure(row["game"], svg, f"{text}, the opening included."))
    return figures
