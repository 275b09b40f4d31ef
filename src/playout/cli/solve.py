"""`playout solve`."""

import argparse
import json
import sys
from typing import Any

from .places import start_of
from .search import QUIET_S

__all__ = ["run_solve"]


def run_solve(options: argparse.Namespace) -> int:
    """Exit code 0 where the truth was found, 1 where a limit came first."""
    from ..solve import SolveError, solve
    from ..terminal.teaching import watched

    state = start_of(options).play_all(" ".join(options.moves))
    if options.memory is not None and not 1 <= options.memory <= 10**6:
        raise SolveError(f"--memory is in MB, 1 or more, not {options.memory}")
    limits: dict[str, Any] = {
        "seconds": options.seconds,
        "all_moves": not options.quick,
        "distance": options.distance,
        "solver": options.solver,
    }
    if options.memory is not None:
        limits["memory"] = options.memory * 10**6
    with watched(sys.stderr, QUIET_S) as show:
        solution = solve(state, on_progress=show, **limits)
    if options.json:
        print(json.dumps(as_json(solution), indent=1))
    else:
        print(f"{state}\n\n{solution}")
    return 0 if solution.is_known else 1


def as_json(solution: Any) -> dict[str, Any]:
    """The same for programs."""
    plain = {
        key: getattr(solution, key)
        for key in ("outcome", "score", "plies", "nodes", "seconds", "stopped")
    }
    rows = [{**vars(row), "move": row.move.name} for row in solution.moves]
    return plain | {"line": [move.name for move in solution.line], "moves": rows}
