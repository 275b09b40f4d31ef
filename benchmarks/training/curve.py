"""How strong a network is by the minutes of its training: one scale of Elo, playouts being 0.

    playout train hex:11 --minutes 10 --keep --out hex.net
    python benchmarks/training/curve.py hex.net hex:11 curve.toml --simulations 100 --games 20
    playout lab run curve.toml --workers 16
    playout lab report curve.toml --folder curve

Writes the spec of an experiment, a round-robin among the networks of all checkpoints,
`hex-1.25.net` and so on, and the best search without a network: with 1,000 and 10,000 simulations,
or with --seconds with the time that all have. The report has all of them on one scale.
"""

import argparse
import re
from pathlib import Path

PLAYOUTS = {  # the best search of each game without a network, whatever the default is by now
    "hex": "grave:beta=bias,bias=1e-3",
    "connect4": "uct:policy=biased",
    "breakthrough": "implicit:alpha=0.8",
    "othello": "implicit:alpha=0.8",
}


def kept(out: Path) -> list[tuple[float, Path]]:
    """The networks of the checkpoints, by their minutes."""
    found = []
    for path in out.parent.glob(f"{out.stem}-*{out.suffix}"):
        if match := re.fullmatch(r"\d+\.\d+", path.stem.removeprefix(f"{out.stem}-")):
            found.append((float(match[0]), path))
    return sorted(found)


def spec(out: Path, game: str, budget: str, games: int, most: int) -> str:
    networks = kept(out)
    if not networks:
        raise SystemExit(f"there is no {out.stem}-MINUTES.net beside {out}: train with --keep")
    every = max(1, -(-len(networks) // most))
    networks = networks[::-1][::every][::-1]  # the last one is always there
    search = PLAYOUTS.get(game.partition(":")[0], "uct")
    lines = [f'name = "{game} by minutes of training"', 'kind = "round-robin"']
    lines += [f'game = "{game}"', f"games = {games}", "opening = 2", "seed = 1", "", "[players]"]
    lines += [f'"{at:g} min" = "puct:net={path},{budget}"' for at, path in networks]
    sign = "," if ":" in search else ":"
    if budget.startswith("seconds"):
        lines.append(f'playouts = "{search}{sign}{budget}"')
    else:
        counts = (1000, 10_000)
        lines += [f'"playouts {n:,}" = "{search}{sign}simulations={n}"' for n in counts]
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("net", type=Path)
    parser.add_argument("game")
    parser.add_argument("spec", type=Path)
    parser.add_argument("--simulations", type=int, default=100)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--games", type=int, default=20, help="of each two players")
    parser.add_argument("--most", type=int, default=8, help="networks")
    asked = parser.parse_args()
    budget = f"seconds={asked.seconds:g}" if asked.seconds else f"simulations={asked.simulations}"
    text = spec(asked.net, asked.game, budget, asked.games, asked.most)
    asked.spec.write_text(text, encoding="utf-8")
    print(text, end="")


if __name__ == "__main__":
    main()
