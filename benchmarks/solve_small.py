"""How much work it takes the general solver to solve small boards from the start.

    python benchmarks/solve_small.py [--large] [FILE]    prints a Markdown table; FILE gets JSON

Nodes are the same on every machine, seconds are not. With --large also Breakthrough 5 x 5, which
takes minutes and 3 GB.
"""

import json
import sys

from playout import find
from playout.solve.dfpn import DfpnSolver
from playout.solve.dfpn_table import ENTRY_BYTES, USED

GAMES = (
    "breakthrough:5x4", "breakthrough:6x4", "breakthrough:3x5", "breakthrough:4x5",
    "breakthrough:3x6", "breakthrough:4x4,misere=true", "knightthrough:4x6", "knightthrough:5x6",
    "domineering:5x5", "domineering:6x6", "atarigo:4", "nogo:4", "hex:4", "mnk:4x4x4",
    "connect4:5x4",
)  # fmt: skip


def measure(name: str, memory: int) -> dict:
    """Solve the start of a game, and say what that took."""
    game = find(name)
    solver = DfpnSolver(game, memory)
    solver.solve(game.start(), seconds=1e-6)  # compiles
    solver = DfpnSolver(game, memory)
    found = solver.solve(game.start())
    return {
        "game": name,
        "outcome for the first player": found.outcome,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 2),
        "positions kept, MB": round(int(solver.table.sizes[USED]) * ENTRY_BYTES / 2**20, 1),
        "plies of the line": len(found.line),
    }


def main() -> None:
    is_large = "--large" in sys.argv
    rows = [measure(name, 2**30) for name in GAMES]
    if is_large:
        rows.append(measure("breakthrough:5x5", 3 * 2**30))
    print("| " + " | ".join(rows[0]) + " |\n|" + " --- |" * len(rows[0]))
    for row in rows:
        print("| " + " | ".join(str(value) for value in row.values()) + " |")
    files = [name for name in sys.argv[1:] if not name.startswith("--")]
    for name in files:
        with open(name, "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=1)
            file.write("\n")


if __name__ == "__main__":
    main()
