"""Which figures a report of games has, made from its numbers; each with its numbers in words."""

import itertools
from collections.abc import Callable, Iterable, Iterator
from operator import itemgetter
from typing import Any

from ...language import Text, said, tr
from ..report import figures as draw
from ..report.bracket import bracket
from ..report.canvas import Drawing, Figure
from ..report.figures import Bar, Line
from ..report.format import (
    A_MOVE,
    about_elo,
    about_share,
    game_name,
    number,
    percent,
    seconds,
    short,
)
from ..report.page import Row
from ..tune.report import tuning_figures

MOST_ROWS = 30
MOST_LINES = 8
CURVES: dict[str, tuple[Text, Callable[[Row], str], Text]] = {
    "cumulated": (
        Text("simulations cumulated"),
        lambda row: tr("{n} a game", n=number(row["simulations"] / row["games"])),
        Text("Mean of all games; those that are over keep theirs."),
    ),
    "per_move": (
        Text("simulations per move"),
        lambda row: tr("{n} a move", n=number(row["simulations_per_move"])),
        Text(""),
    ),
    "per_second": (
        Text("simulations per second"),
        lambda row: tr("{n} a second", n=number(row["simulations_per_second"]["median"])),
        Text("The numbers are medians; the curves are means."),
    ),
}
TIMES = {
    "seconds_per_move": (Text("time per move"), Text("")),
    "seconds_to_win": (Text("time to win"), Text("The player's own thinking in games it won. ")),
}
SPREAD = Text("Medians; box: quartiles; whiskers: 5 and 95 %; diamond: mean.")


def figures_of(numbers: Row) -> dict[str, list[Figure]]:
    """By section of the page."""
    return {section: list(figures(numbers)) for section, figures in SECTIONS.items()}


def _titled(game: str, title: str) -> Text:
    """A title that begins with a game, or with all of them."""
    return Text("{game}: {title}", game=game_name(game), title=title)


def _by(rows: Iterable[Row], *keys: str) -> Iterable[tuple[Any, list[Row]]]:
    """Rows that have the same values of some keys, together; in the order of the first ones."""
    groups: dict[Any, list[Row]] = {}
    for row in rows:
        groups.setdefault(itemgetter(*keys)(row), []).append(row)
    return groups.items()


def _figure(
    title: Text, note: str, kind: Callable[..., Drawing], rows: Any, *args: str, **how: Any
) -> Iterator[Figure]:
    """A figure, if there is anything to show, its numbers in words for who cannot see it, too."""
    if rows:
        text = draw.listed([(row.name, row.text) for row in rows])
        drawing = kind(tr("{title}: {text}", title=title, text=text), rows, *args, **how)
        yield Figure(title, drawing, f"{text}. {note}".strip())


def _looks(numbers: Row) -> dict[str, tuple[str, int]]:
    """The name and the colour that each player has in all figures. The strongest has the first
    colour; the players of a sweep are called by their values, k=10, n=100, where that is clear."""
    rated: list[Row] = next(iter(numbers["ratings"].values()))
    names = dict.fromkeys([row["name"] for row in rated] + list(numbers["experiment"]["players"]))
    short = {
        name: ", ".join(f"{key}={value}" for key, value in values.items())
        for name, values in (numbers["sweep"] or {}).items()
    }
    if not all(short.values()) or len(set(short.values())) < len(short) or _is_crossed(numbers):
        short = {}
    return {name: (short.get(name, name), i) for i, name in enumerate(names)}


def _is_crossed(numbers: Row) -> bool:
    """Whether a sweep has other values than those of its player."""
    sweep = numbers["sweep"] or {}
    return any(sweep and row["values"] != sweep[row["one"]] for row in numbers["contests"])


def _elo(numbers: Row) -> Iterator[Figure]:
    """Ratings, where more than two players form one group; else there is only head to head."""
    looks = _looks(numbers)
    for game, rated in numbers["ratings"].items():
        if len(rated) < 3 or any(row["group"] for row in rated):
            continue
        rows, flags = [], []
        for row in rated[:MOST_ROWS]:
            (name, colour), flag = looks[row["name"]], row["flag"]
            low = None if flag in ("lost all", "unbounded") else row["low"]
            high = None if flag in ("won all", "unbounded") else row["high"]
            text = "{} ({})".format(*about_elo(row))
            rows.append(Bar(name, row["elo"], low, high, colour, text))
            flags += [f"{name} ({tr(flag)})"] if flag else []
        note = tr("0 is the mean of the players whose rating the games bound.")
        if flags:
            note += tr(" Not bounded by the games: {names}.", names=", ".join(flags))
        yield from _figure(_titled(game, "Elo"), note, draw.forest, rows, "Elo")


def _contests(numbers: Row) -> Iterator[Figure]:
    """Head to head, where it is not the cross table that shows it best."""
    has_table = numbers["experiment"]["kind"] in ("round-robin", "knock-out")
    if (has_table and len(numbers["experiment"]["players"]) > 2) or _is_crossed(numbers):
        return
    looks = _looks(numbers)
    played = [row for row in numbers["contests"] if row["games"] and not row["spoilt"]]
    for game, some in _by(played, "game"):
        shown, rows = some[:MOST_ROWS], []
        is_same = len({row["other"] for row in shown}) == 1
        for row in shown:
            one, other = looks[row["one"]][0], looks[row["other"]][0]
            name, colour = one if is_same else f"{one} – {other}", 0 if row["found"] else 6
            ends = row["elo_low"], row["elo_high"]
            rows.append(Bar(name, row["elo"], *ends, colour, "{} ({})".format(*about_elo(row))))
        whom = Text("Elo of the first against the second")
        if is_same:
            whom = Text("Elo against {player}", player=other)
        note = tr("Blue where a difference was found, grey where none was.")
        if any(row["elo_corrected"] for row in shown):
            note += tr(" Corrected for the early stop.")
        yield from _figure(_titled(game, whom), note, draw.forest, rows, tr(whom))


def _line(name: str, key: str, xs: list[float], points: list[Row], colour: int) -> Line:
    """Shares with their intervals, at places that are called by a key of the points."""
    places = [(number(p[key]) if key == "amount" else p[key], p["share"]) for p in points]
    shares = ", ".join(tr("{name}: {text}", name=p, text=percent(share)) for p, share in places)
    return Line.of(points, name, xs, colour, shares)


def _budget(numbers: Row) -> Iterator[Figure]:
    for (kind, game), curves in _by(numbers["budgets"], "budget", "game"):
        lines = []
        for i, curve in enumerate(curves[:MOST_LINES]):
            xs = [point["amount"] for point in curve["points"]]
            lines.append(_line(curve["player"], "amount", xs, curve["points"], i))
        note = tr("Against all opponents they met; 95 % intervals by Wilson.")
        labels = tr(A_MOVE[kind]), tr("score")
        title = _titled(game, Text("score against {budget}", budget=A_MOVE[kind]))
        yield from _figure(title, note, draw.xy, lines, *labels, log_x=True, share=0)


def _grid(numbers: Row) -> Iterator[Figure]:
    """The score at each value of a parameter, the games in one figure."""
    for parameter, curves in _by((numbers["grid"] or {}).get("curves", ()), "parameter"):
        mine, lines = curves[:MOST_LINES], []
        ticks = list(dict.fromkeys(str(p["value"]) for curve in mine for p in curve["points"]))
        for i, curve in enumerate(mine):
            xs = [ticks.index(str(point["value"])) + 0.05 * i for point in curve["points"]]
            lines.append(_line(tr(curve["game"]), "value", xs, curve["points"], i))
        note = tr("Over all values of the other parameters.")
        title, labels = Text("Score by {parameter}", parameter=parameter), (parameter, tr("score"))
        yield from _figure(title, note, draw.xy, lines, *labels, share=0, ticks=ticks)


def _colour(numbers: Row) -> Iterator[Figure]:
    rows = []
    for row in numbers["games"]:
        shares = [row[key] / row["games"] for key in ("first_wins", "draws", "second_wins")]
        text = "{} ({})".format(*about_share(row, "first_share"))
        rows.append(Bar(row["game"], shares, text=text))
    names = [*map(tr, ("first wins", "draw", "second wins"))]
    note = tr("The numbers are the score of the first mover.")
    yield from _figure(Text("Who moves first"), note, draw.outcomes, rows, names=names)


def _results(numbers: Row) -> Iterator[Figure]:
    """What became of the games of every pairing, and of every player where there are more than
    two; the settings of a sweep have their grid."""
    if numbers["sweep"]:
        return
    looks, contests = _looks(numbers), [row for row in numbers["contests"] if row["games"]]
    for game, some in _by(contests, "game"):
        named = [(f"{looks[row['one']][0]} – {looks[row['other']][0]}", row) for row in some]
        note = tr("Games won, drawn and lost of the first of the two.")
        yield from _bars_of_results(_titled(game, Text("every pairing")), note, named)
    for place in numbers["ratings"] if len(numbers["experiment"]["players"]) > 2 else ():
        some = [row for row in numbers["players"] if row["game"] == place]
        some.sort(key=lambda row: -row["share"])
        named = [(looks[row["name"]][0], row) for row in some]
        note = tr("Games won, drawn and lost over all opponents.")
        yield from _bars_of_results(_titled(place, Text("win rates")), note, named)


def _bars_of_results(title: Text, note: str, named: list[tuple[str, Row]]) -> Iterator[Figure]:
    rows = []
    for name, row in named:
        counts = [row[key] for key in ("wins", "draws", "losses")]
        text = "{} – {} – {}".format(*counts)
        rows.append(Bar(name, [n / row["games"] for n in counts], text=text))
    names = [*map(tr, ("won", "drawn", "lost"))]
    for i in range(0, len(rows), MOST_ROWS):
        some, part = rows[i : i + MOST_ROWS], title
        if len(rows) > MOST_ROWS:
            part = Text("{title} ({number})", title=title, number=i // MOST_ROWS + 1)
        yield from _figure(part, note, draw.outcomes, some, names=names)


def _rounds(numbers: Row) -> Iterator[Figure]:
    for game, rows in _by(numbers["rounds"], "game"):
        met, caption = [], [tr("The numbers are points; who went on is bold.")]
        for row in rows:
            two = f"{row['one']} – {row['other']}"
            met.append(tr("{name}: {text}", name=row["round"], text=f"{two}, {row['result']}"))
            if row["tie"]:
                caption.append(tr("{name}: {text}", name=two, text=f"{row['tie']}."))
        winner = numbers["winners"][game]
        title = _titled(game, Text("{winner} wins", winner=winner) if winner else Text("not over"))
        drawing = bracket(f"{said(title)}. {tr('; ').join(met)}", rows)
        yield Figure(title, drawing, " ".join(caption))


def _heat(numbers: Row) -> Iterator[Figure]:
    """The tables of the grid as pictures: all games, and those of either side that moved first."""
    for table in (numbers["grid"] or {}).get("tables", []):
        fixed = "".join(f", {key} = {value}" for key, value in table["fixed"].items())
        for side in ("", "first", "second") if table["by_side"] else ("",):
            title = Text("{game}{fixed}", game=game_name(table["game"]), fixed=fixed)
            if side:
                moving = Text("moving first" if side == "first" else "moving second")
                title = Text("{title}, {moving}", title=title, moving=moving)
            cells = [[c and (c[side] if side else c) for c in row] for row in table["rows"]]
            shares = [[c["share"] if c else None for c in row] for row in cells]
            down = table["down"] or "", [str(v) for v in table["down_values"] if v is not None]
            across = table["across"], list(map(str, table["across_values"]))
            drawing = draw.heat(said(title), shares, down, across)
            yield Figure(title, drawing, tr("The score of the player."))


def _by_game(numbers: Row) -> Iterator[tuple[str, list[Row]]]:
    """By game, the rows of players that it is about, with their looks, the strongest first."""
    looks, wanted = _looks(numbers), numbers["sweep"] or numbers["experiment"]["players"]
    rows = [row for row in numbers["players"] if row["name"] in wanted]
    rows = [row | dict(zip(("label", "colour"), looks[row["name"]], strict=True)) for row in rows]
    rows.sort(key=lambda row: row["colour"])
    for game in numbers["experiment"]["games"]:
        yield game, [row for row in rows if row["game"] == game][:MOST_ROWS]


def _simulations(numbers: Row) -> Iterator[Figure]:
    for game, players in _by_game(numbers):
        some = [row for row in players if row["simulations"] and row["by_move"]["per_move"]]
        for kind, (title, text, note) in CURVES.items():
            lines = []
            for row in some[:MOST_LINES]:
                ys = row["by_move"][kind]
                where = row["label"], range(1, len(ys) + 1), ys
                lines.append(Line(*where, colour=row["colour"], text=text(row)))
            labels = tr("a player's move number"), tr(title)
            yield from _figure(_titled(game, title), tr(note), draw.xy, lines, *labels)
        yield from _simulations_by_game(game, some)


def _simulations_by_game(game: str, players: list[Row]) -> Iterator[Figure]:
    """Box plots and totals, and what came one game after the other."""
    boxes, totals = [], []
    for row in players:
        box, look = row["simulations_per_game"], row["colour"]
        boxes.append(Bar(row["label"], box, colour=look, text=number(box["median"])))
        total = row["simulations"]
        totals.append(Bar(row["label"], total, colour=look, text=number(total)))
    title, spread = Text("simulations per game"), tr(SPREAD)
    yield from _figure(_titled(game, title), spread, draw.boxes, boxes, tr(title), text=short)
    title = Text("simulations in all games")
    yield from _figure(_titled(game, title), "", draw.bars, totals, tr(title))
    single, cumulated = [], []
    for row in players[:MOST_LINES]:
        ends, counts, sums = zip(*row["by_game"], strict=True)
        ys = [total / n for total, n in zip(sums, counts, strict=True)]
        look = {"colour": row["colour"], "text": tr("{n} in all", n=number(row["simulations"]))}
        single.append(Line(row["label"], ends, ys, **look))
        cumulated.append(Line(row["label"], ends, list(itertools.accumulate(sums)), **look))
    note = tr("Games in the order of the ledger; of more than 200, neighbours are put together.")
    labels = tr("a player's game number"), tr("simulations")
    title = _titled(game, Text("simulations game by game"))
    yield from _figure(title, note, draw.xy, single, *labels)
    title = _titled(game, Text("simulations cumulated over the games"))
    yield from _figure(title, note, draw.xy, cumulated, *labels)


def _time(numbers: Row) -> Iterator[Figure]:
    for game, players in _by_game(numbers):
        for key, (title, note) in TIMES.items():
            rows = [
                Bar(row["label"], row[key], colour=row["colour"], text=seconds(row[key]["median"]))
                for row in players
                if row[key]["median"] is not None
            ]
            whole = tr(note) + tr(SPREAD)
            yield from _figure(_titled(game, title), whole, draw.boxes, rows, tr(title))
        key, title = "wins_per_thousand_simulations", Text("wins per 1,000 simulations")
        amounts = [
            Bar(row["label"], row[key], colour=row["colour"], text=number(row[key]))
            for row in players
            if row[key] is not None
        ]
        yield from _figure(_titled(game, title), "", draw.bars, amounts, tr(title))


def _lengths(numbers: Row) -> Iterator[Figure]:
    for row in numbers["games"]:
        counts = {int(plies): n for plies, n in row["lengths"].items()}
        text = tr(
            "{n:,} game of {shortest} to {longest} moves, median {median_length}, mean {mean}",
            "{n:,} games of {shortest} to {longest} moves, median {median_length}, mean {mean}",
            **row | {"n": row["games"], "mean": number(row["mean_length"])},
        )
        title = _titled(row["game"], Text("lengths"))
        label = tr("{title}: {text}", title=title, text=text)
        drawing = draw.histogram(label, counts, tr("moves"))
        yield Figure(title, drawing, tr("{text}, the opening included.", text=text))


SECTIONS = {
    "rounds": _rounds,
    "elo": _elo,
    "contests": _contests,
    "results": _results,
    "heat": _heat,
    "budget": _budget,
    "grid": _grid,
    "colour": _colour,
    "simulations": _simulations,
    "time": _time,
    "lengths": _lengths,
    "tuning": tuning_figures,
}
