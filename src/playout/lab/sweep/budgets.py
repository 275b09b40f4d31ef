"""Score against budget: players who differ in nothing but how long they may think."""

from typing import Any

from ..match.gather import MatchData
from ..stats.intervals import wilson

__all__ = ["budgets_of"]

BUDGETS = ("simulations", "seconds")


def budgets_of(data: MatchData) -> list[dict[str, Any]]:
    """A curve for each algorithm that plays with several budgets: by game, and together."""
    experiment = data.experiment
    if experiment.equal_seconds is not None:
        return []
    families: dict[tuple[str, str], list[tuple[float, str]]] = {}
    for name in data.names:
        if experiment.sweep is not None and name not in experiment.sweep:
            continue
        known = _budget(experiment.players[name])
        if known is not None:
            kind, rest, amount = known
            families.setdefault((kind, rest), []).append((amount, name))
    curves = []
    for (kind, rest), members in families.items():
        if len({amount for amount, _ in members}) < 2:
            continue
        games = [None, *data.by_game] if len(data.by_game) > 1 else list(data.by_game)
        for game in games:
            points = [
                _point(data, amount, name, game)
                for amount, name in sorted(members)
                if data.player(name, game).score.games
            ]
            where = game or "all games"
            curves.append({"budget": kind, "player": rest, "game": where, "points": points})
    return curves


def _budget(text: str) -> tuple[str, str, float] | None:
    """What a player may spend on a move, and the player without that: uct:c=1,simulations=9."""
    name, _, settings = text.partition(":")
    parts = [part.strip() for part in settings.split(",") if part.strip()]
    amounts = [part for part in parts if part.partition("=")[0].strip() in BUDGETS]
    if len(amounts) != 1:
        return None
    key, _, value = (part.strip() for part in amounts[0].partition("="))
    rest = ",".join(part for part in parts if part != amounts[0])
    try:
        return key, f"{name}:{rest}" if rest else name, float(value)
    except ValueError:
        return None


def _point(data: MatchData, amount: float, name: str, game: str | None) -> dict[str, Any]:
    score = data.player(name, game).score
    share = wilson(score.points, score.games)
    return {
        "amount": amount,
        "name": name,
        "games": score.games,
        "share": share.value,
        "share_low": share.low,
        "share_high": share.high,
    }
