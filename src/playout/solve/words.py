"""A solution in words, for people."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .solution import Solution

__all__ = ["told"]

VERBS = {"win": "wins", "draw": "draws", "loss": "loses"}
WHY = {"time": "The time was up", "memory": "The memory was full"}


def told(solution: "Solution") -> str:
    """The verdict first, then every move, then a line of play."""
    state = solution.state
    mover = state.game.player_names()[state.player]
    if solution.is_known:
        lines = [f"{mover}, to move, {_verdict(solution)}."]
    else:
        why = WHY.get(solution.stopped, "It was stopped")
        lines = [f"Unknown: {why[0].lower()}{why[1:]} before it was solved."]
    if solution.is_known and solution.stopped:
        lines.append(f"{WHY.get(solution.stopped, 'It was stopped')}: there may be more to say.")
    if any(row.outcome != "unknown" for row in solution.moves):
        lines += ["", *_table(solution)]
    if solution.line:
        lines += ["", f"line  {' '.join(move.name for move in solution.line)}"]
    lines += ["", f"{solution.nodes:,} positions in {solution.seconds:.2f} s"]
    return "\n".join(lines)


def _verdict(row: Any) -> str:
    plies = "" if row.plies is None else f" in {row.plies} {'ply' if row.plies == 1 else 'plies'}"
    return f"{VERBS.get(row.outcome, 'unknown')}{plies if row.outcome in VERBS else ''}"


def _table(solution: "Solution") -> list[str]:
    has_score = any(row.score is not None for row in solution.moves)
    wide = max(4, *(len(row.move.name) for row in solution.moves))
    best = {int(move) for move in solution.best}
    lines = [f"  {'move':{wide}}  {'score  ' if has_score else ''}with best play"]
    for row in solution.moves:
        mark = "*" if int(row.move) in best else " "
        score = f"{'' if row.score is None else f'{row.score:+d}':>5}  " if has_score else ""
        lines.append(f"{mark} {row.move.name:{wide}}  {score}{_verdict(row)}")
    return lines
