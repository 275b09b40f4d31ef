"""Which figures a report has, made from its numbers; each with its numbers in words."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from ..report.figures import Bar, Box, Line, bars, boxes, forest, histogram, lines, stacked
from ..report.format import about_elo, about_share, number, percent, seconds
from ..tune.report import tuning_figures

__all__ = ["Figure", "figures_of"]

MOST_GAMES = 4  # that have figures of their own; the numbers of all are in report.json
MOST_ROWS = 30
MOST_LINES = 8


class Figure(NamedTuple):
    """A picture with what is above and below it."""

    title: str
    svg: str
    caption: str


def figures_of(numbers: dict[str, Any]) -> dict[str, list[Figure]]:
    """By section of the page."""
    numbers = _with_short_names(numbers)
    makers = {
        "elo": _elo,
        "contests": _contests,
        "budget": _budget,
        "grid": _curves,
        "colour": _colour,
        "simulations": _simulations,
        "time": _time,
        "lengths": _lengths,
        "tuning": _tuning,
    }
    return {name: make(numbers) for name, make in makers.items()}


def _with_short_names(numbers: dict[str, Any]) -> dict[str, Any]:
    """The same with the players of a sweep called by their values, k=10, n=100, where that is
    clear: their texts are too long for a figure."""
    sweep = numbers["sweep"] or {}
    short = {
        name: ", ".join(f"{key}={value}" for key, value in values.items())
        for name, values in sweep.items()
    }
    if not all(short.values()) or len(set(short.values())) < len(short):
        return numbers

    def renamed(row: dict[str, Any]) -> dict[str, Any]:
        keys = ("name", "one", "other")
        return row | {key: short.get(row[key], row[key]) for key in keys if key in row}

    rated: dict[str, Any] = {
        game: [renamed(row) for row in rows] for game, rows in numbers["ratings"].items()
    }
    return numbers | {
        "ratings": rated,
        "contests": [renamed(row) for row in numbers["contests"]],
        "players": [
            renamed(row) for row in numbers["players"] if row["name"] in short or not sweep
        ],
    }


def _palette(numbers: dict[str, Any]) -> dict[str, int]:
    """The colour of each player, the same in all figures: the strongest has the first."""
    rated: list[dict[str, Any]] = next(iter(numbers["ratings"].values()), [])
    names = [row["name"] for row in rated]
    names += [name for name in numbers["experiment"]["players"] if name not in names]
    return {name: i for i, name in enumerate(names)}


def _told(rows: Sequence[tuple[str, str]], most: int = 8) -> str:
    """Numbers in words: the text alternative of a figure."""
    more = f"; and {len(rows) - most} more" if len(rows) > most else ""
    return "; ".join(f"{name} {value}" for name, value in rows[:most]) + more


def _elo(numbers: dict[str, Any]) -> list[Figure]:
    """Ratings, where more than two players form one group; else there is only head to head."""
    figures = []
    palette = _palette(numbers)
    for i, (game, rated) in enumerate(numbers["ratings"].items()):
        if len(rated) < 3 or i > MOST_GAMES or any(row["group"] for row in rated):
            continue
        shown = rated[:MOST_ROWS]
        rows = [
            Bar(row["name"], row["elo"], *_ends(row), palette.get(row["name"], 0)) for row in shown
        ]
        told = _told([(row["name"], f"{about_elo(row)[0]} ({about_elo(row)[1]})") for row in shown])
        label = f"Elo with 95 % intervals, {game}: {told}"
        caption = f"{told}. 0 is the mean of the players."
        if any(row["flag"] for row in shown):
            flags = [f"{row['name']} ({row['flag']})" for row in shown if row["flag"]]
            caption += f" Not bounded by the games: {', '.join(flags)}."
        svg = forest(f"elo{i}", label, rows, "Elo")
        figures.append(Figure(game, svg, caption))
    return figures


def _ends(row: dict[str, Any]) -> tuple[float | None, float | None]:
    """The ends of a rating's interval, open on the side where nothing bounds it."""
    low = None if row["flag"] in ("lost all", "unbounded") else row["low"]
    high = None if row["flag"] in ("won all", "unbounded") else row["high"]
    return low, high


def _contests(numbers: dict[str, Any]) -> list[Figure]:
    """Head to head, where it is not the cross table that shows it best."""
    played = [row for row in numbers["contests"] if row["games"] and not row["spoilt"]]
    is_crossed = numbers["experiment"]["kind"] in ("round-robin", "knock-out")
    if not played or (is_crossed and len(numbers["experiment"]["players"]) > 2):
        return []
    figures = []
    games = list(dict.fromkeys(row["game"] for row in played))
    for i, game in enumerate(games[:MOST_GAMES]):
        shown = [row for row in played if row["game"] == game][:MOST_ROWS]
        same = len({row["other"] for row in shown}) == 1
        names = [row["one"] if same else f"{row['one']} – {row['other']}" for row in shown]
        rows = [
            Bar(name, row["elo"], row["elo_low"], row["elo_high"], 0 if row["found"] else 6)
            for name, row in zip(names, shown, strict=True)
        ]
        pairs = zip(names, shown, strict=True)
        told = _told([(name, f"{about_elo(row)[0]} ({about_elo(row)[1]})") for name, row in pairs])
        whom = f"against {shown[0]['other']}" if same else "of the first against the second"
        svg = forest(f"contest{i}", f"Elo {whom}, {game}: {told}", rows, f"Elo {whom}")
        caption = f"{told}. Blue where a difference was found, grey where none was."
        if any(row["elo_corrected"] for row in shown):
            caption += " Corrected for the early stop."
        figures.append(Figure(game, svg, caption))
    return figures


def _budget(numbers: dict[str, Any]) -> list[Figure]:
    figures = []
    kinds = dict.fromkeys((curve["budget"], curve["game"]) for curve in numbers["budgets"])
    for i, (kind, game) in enumerate(list(kinds)[: MOST_GAMES + 1]):
        curves = [c for c in numbers["budgets"] if (c["budget"], c["game"]) == (kind, game)]
        rows = [
            Line(
                curve["player"],
                [point["amount"] for point in curve["points"]],
                *_shares(curve["points"]),
                j,
            )
            for j, curve in enumerate(curves[:MOST_LINES])
        ]
        told = _told(
            [
                (f"{curve['player']} {number(point['amount'])}", percent(point["share"]))
                for curve in curves
                for point in curve["points"]
            ]
        )
        svg = lines(
            f"budget{i}",
            f"Score against {kind} a move, {game}: {told}",
            rows,
            f"{kind} a move",
            "score",
            log_x=True,
            share=True,
        )
        note = "Against all opponents they met; 95 % intervals by Wilson."
        figures.append(Figure(game, svg, f"{told}. {note}"))
    return figures


def _shares(points: list[dict[str, Any]]) -> tuple[list[float], list[float], list[float]]:
    """The shares, and the low and high ends of their intervals."""
    shares = [point["share"] for point in points]
    return shares, [p["share_low"] for p in points], [p["share_high"] for p in points]


def _curves(numbers: dict[str, Any]) -> list[Figure]:
    """The score at each value of a parameter, the games in one figure."""
    figures = []
    curves = (numbers["grid"] or {}).get("curves", [])
    for i, parameter in enumerate(dict.fromkeys(curve["parameter"] for curve in curves)):
        mine = [curve for curve in curves if curve["parameter"] == parameter][:MOST_LINES]
        ticks = list(dict.fromkeys(str(p["value"]) for curve in mine for p in curve["points"]))
        rows = [
            Line(
                curve["game"],
                [ticks.index(str(p["value"])) + 0.05 * j for p in curve["points"]],
                *_shares(curve["points"]),
                j,
            )
            for j, curve in enumerate(mine)
        ]
        first = mine[0]
        told = _told([(str(p["value"]), percent(p["share"])) for p in first["points"]])
        label = f"Score by {parameter}, {first['game']}: {told}"
        svg = lines(f"curve{i}", label, rows, parameter, "score", share=True, ticks=ticks)
        caption = f"{first['game']}: {told}. Over all values of the other parameters."
        figures.append(Figure(f"By {parameter}", svg, caption))
    return figures


def _colour(numbers: dict[str, Any]) -> list[Figure]:
    games = numbers["games"][:MOST_ROWS]
    if not games:
        return []
    rows, told = [], []
    for row in games:
        shares = [row[key] / row["games"] for key in ("first_wins", "draws", "second_wins")]
        rows.append((row["game"], shares))
        share, interval = about_share(row, "first_share")
        told.append((row["game"], f"{share} ({interval})"))
    parts = "first wins", "draw", "second wins"
    label = f"Share of the points of the first mover: {_told(told)}"
    svg = stacked("colour", label, rows, parts)
    return [Figure("Who moves first", svg, f"The first mover scores: {_told(told)}.")]


def _by_game(numbers: dict[str, Any], most: int) -> list[tuple[str, list[dict[str, Any]]]]:
    """The rows of players, game by game, the strongest first."""
    palette = _palette(numbers)
    games = [game for game in numbers["experiment"]["games"]][:MOST_GAMES]
    rows = sorted(numbers["players"], key=lambda row: palette.get(row["name"], 0))
    by_game = [(game, [row for row in rows if row["game"] == game][:most]) for game in games]
    return [(game, rows) for game, rows in by_game if rows]


def _simulations(numbers: dict[str, Any]) -> list[Figure]:
    palette = _palette(numbers)
    figures = []
    kinds = {
        "cumulated": (
            "simulations cumulated",
            "Mean of all games; those that are over keep theirs.",
        ),
        "per_move": ("simulations per move", ""),
        "per_second": (
            "simulations per second",
            "The numbers are medians; the curves are means, in which the first moves of a worker,"
            " that compile, weigh much.",
        ),
    }
    for i, (game, players) in enumerate(_by_game(numbers, 10**6)):
        some = [row for row in players if row["simulations"]][:MOST_LINES]
        for kind, (title, note) in kinds.items():
            rows = [
                Line(
                    row["name"],
                    list(range(1, len(row["by_move"][kind]) + 1)),
                    row["by_move"][kind],
                    colour=palette.get(row["name"], 0),
                )
                for row in some
                if row["by_move"][kind]
            ]
            if not rows:
                continue
            told = _told([(row.name, _summary(kind, row, some)) for row in rows])
            label = f"{title} by move number, {game}: {told}"
            svg = lines(f"{kind}{i}", label, rows, "a player's move number", title)
            figures.append(Figure(f"{game}: {title}", svg, f"{told}. {note}".strip()))
    return figures


def _summary(kind: str, line: Line, players: list[dict[str, Any]]) -> str:
    row = next(row for row in players if row["name"] == line.name)
    if kind == "cumulated":
        return f"{number(row['simulations'] / row['games'])} a game"
    if kind == "per_move":
        return f"{number(row['simulations_per_move'])} a move"
    return f"{number(row['simulations_per_second']['median'])} a second"


def _time(numbers: dict[str, Any]) -> list[Figure]:
    palette = _palette(numbers)
    figures = []
    for i, (game, players) in enumerate(_by_game(numbers, MOST_ROWS)):
        for key, title in (
            ("seconds_per_move", "time per move"),
            ("seconds_to_win", "time to win"),
        ):
            rows = [
                Box(row["name"], row[key], palette.get(row["name"], 0))
                for row in players
                if row[key]["median"] is not None
            ]
            if not rows:
                continue
            told = _told([(row.name, seconds(row.values["median"])) for row in rows])
            label = f"{title}, {game}; medians: {told}"
            note = "The player's own thinking in games it won. " if key == "seconds_to_win" else ""
            caption = f"Medians: {told}. {note}Box: quartiles; whiskers: 5 and 95 %; diamond: mean."
            figures.append(
                Figure(f"{game}: {title}", boxes(f"{key}{i}", label, rows, title), caption)
            )
        wins = "wins_per_thousand_simulations"
        some = [row for row in players if row[wins] is not None]
        if some:
            amounts = [
                Bar(row["name"], row[wins], colour=palette.get(row["name"], 0)) for row in some
            ]
            told = _told([(row["name"], number(row[wins])) for row in some])
            title = "wins per 1,000 simulations"
            svg = bars(f"wins{i}", f"{title}, {game}: {told}", amounts, title)
            figures.append(Figure(f"{game}: {title}", svg, f"{told}."))
    return figures


def _tuning(numbers: dict[str, Any]) -> list[Figure]:
    return [Figure(*figure) for figure in tuning_figures(numbers["tuning"])]


def _lengths(numbers: dict[str, Any]) -> list[Figure]:
    figures = []
    for i, row in enumerate(numbers["games"][:MOST_GAMES]):
        counts = {int(plies): n for plies, n in row["lengths"].items()}
        told = (
            f"{row['games']:,} games of {row['shortest']} to {row['longest']} moves,"
            f" median {row['median_length']}, mean {number(row['mean_length'])}"
        )
        svg = histogram(f"length{i}", f"Game lengths, {row['game']}: {told}", counts, "moves")
        figures.append(Figure(row["game"], svg, f"{told}, the opening included."))
    return figures
