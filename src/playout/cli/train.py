"""`playout train GAME`."""

import argparse
import os
from pathlib import Path

from ..extras import require
from .arguments import GAME, SEED_1, SIZE, argument, command
from .position import game_of


@command(
    "train",
    "train a network that plays a game, from nothing but its rules",
    GAME,
    SIZE,
    argument("--minutes", type=float, default=10.0, help="how long to train, in minutes"),
    argument("--out", metavar="FILE.net", help="where to write the network"),
    argument(
        "--device",
        metavar="DEVICE",
        choices=("auto", "cpu", "cuda"),
        default="auto",
        help="where to train: on the processor (cpu), a graphics card (cuda), or the better (auto)",
    ),
    argument("--blocks", type=int, default=6, help="residual blocks of the network"),
    argument("--channels", type=int, default=64, help="channels of the network"),
    argument("--games", type=int, help="games that are played side by side"),
    argument("--simulations", type=int, help="simulations of each move"),
    argument("--batch", type=int, help="positions of a step of learning"),
    argument("--rate", type=float, help="the learning rate at its highest"),
    argument("--random-plies", type=float, help="random moves that a game begins with at the most"),
    argument(
        "--start",
        metavar="NET",
        help="a network to begin with, instead of nothing: a file, or one of the package",
    ),
    argument(
        "--match-games",
        type=int,
        default=20,
        help="games of a checkpoint against the best search without a network, played beside the"
        " training; 0 for none",
    ),
    SEED_1,
    argument("--fresh", action="store_true", help="begin anew, though there is a checkpoint"),
    argument("--keep", action="store_true", help="keep the network of every checkpoint, too"),
    description="Train a network by self-play, on a GPU if there is one. Checkpoints are written on"
    " the way: the same command goes on after a stop. More --minutes train further.",
    examples=("playout train connect4 --minutes 10 --out connect4.net",),
)
def run_train(options: argparse.Namespace) -> int:
    require("train")
    # Numba's kernels need a part of the GPU's memory, too.
    os.environ.setdefault("XLA_PYTHON_CLIENT_MEM_FRACTION", "0.6")
    from ..train.command import train

    game = game_of(options)
    name = options.game.partition(":")[0].rpartition("/")[2].removesuffix(".py")
    names = ("minutes", "blocks", "channels", "games", "simulations", "batch", "rate", "seed")
    chosen = {each: getattr(options, each) for each in (*names, "random_plies")}
    out = Path(options.out or f"{name}.net")
    begin = options.fresh, options.keep, options.start, options.match_games
    train(game, out, options.device, *begin, **chosen)
    return 0
