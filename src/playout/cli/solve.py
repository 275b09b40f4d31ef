"""`playout solve`."""

import argparse
import json
import sys
from typing import Any

from .arguments import FROM_POSITION, QUIET_S, argument, command
from .position import position_of

EXIT_CODES = "exit code: 0 if the position was solved, 1 if a limit came first"


@command(
    "solve",
    "solve a position exactly: who wins, by which moves, how soon",
    *FROM_POSITION,
    argument("--seconds", type=float, help="time limit in seconds"),
    argument("--memory", type=int, metavar="MB", help="memory limit"),
    argument(
        "--solver",
        default="",
        help="connect4, hex, dfpn (for any game) or a .py file; by default the fastest",
    ),
    argument("--distance", action="store_true", help="also say how many moves it takes"),
    argument("--quick", action="store_true", help="only who wins, not every move"),
    argument("--json", action="store_true", help="print JSON"),
    description="Find out who wins if both sides play their best from a position: proven, not"
    " estimated.",
    examples=(
        "playout solve connect4 445",
        "playout solve hex --size 5",
        "playout solve breakthrough --size 4x5 --seconds 60",
    ),
    notes=(EXIT_CODES,),
)
def run_solve(options: argparse.Namespace) -> int:
    from ..solve import SolveError, solve
    from ..terminal.teaching import solver_progress

    state = position_of(options)
    if options.memory is not None and not 1 <= options.memory <= 10**6:
        why = "--memory is in MB, 1 or more, not {memory}"
        raise SolveError(why, "memory-too-low", memory=options.memory)
    memory = {} if options.memory is None else {"memory": options.memory * 10**6}
    with solver_progress(sys.stderr, QUIET_S) as show:
        solution = solve(
            state,
            seconds=options.seconds,
            all_moves=not options.quick,
            distance=options.distance,
            solver=options.solver,
            on_progress=show,
            **memory,
        )
    if options.json:
        print(json.dumps(as_json(solution), indent=1))
    else:
        print(f"{state}\n\n{solution}")
    return 0 if solution.is_known else 1


def as_json(solution: Any) -> dict[str, Any]:
    plain = {
        key: getattr(solution, key)
        for key in ("outcome", "score", "plies", "nodes", "seconds", "stopped")
    }
    rows = [{**vars(row), "move": row.move.name} for row in solution.moves]
    return plain | {"line": [move.name for move in solution.line], "moves": rows}
