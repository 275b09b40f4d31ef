"""Compiles the kernels that come with a release: python tools/precompile.py FOLDER [GAME ...]

Every game with what `playout warmup` prepares, and with the playout policies as players, for any
processor of the level that processor.py names as the baseline, and what networks calculate with
also for those with longer vectors;
PLAYOUT_PRECOMPILED=FOLDER then has them put into the wheel.
"""

import os
import subprocess
import sys
from pathlib import Path

import numba

from playout import games
from playout.processor import BASELINE, WIDE
from playout.warmup import parts_of_release, warm_up

# Of any game, since the kernel knows none; it is compiled and not run, which not every machine can.
NETWORK = """
from playout import find
from playout.nets.evaluate import Evaluator
from playout.nets.file import Architecture, random_network
game = find("hex")
Evaluator(random_network(game, Architecture(1, 8)), game).prepare()
"""


def main() -> int:
    folder, *names = sys.argv[1:] or sys.exit(__doc__)
    path = Path(folder).absolute()
    # For the processes that compile: nothing is compiled in this one. By other settings than the
    # usual ones come kernels that nobody finds.
    for name in [name for name in os.environ if name.startswith(("NUMBA_", "PLAYOUT_"))]:
        del os.environ[name]
    os.environ |= {"NUMBA_CPU_NAME": BASELINE, "NUMBA_CPU_FEATURES": ""}
    os.environ["PLAYOUT_CACHE_DIR"] = str(path)
    failed = warm_up(names or list(games.NAMES), parts_of_release)
    wide = os.environ | {"NUMBA_CPU_NAME": WIDE}
    subprocess.run([sys.executable, "-c", NETWORK], env=wide, check=True)
    (path / "NUMBA").write_text(f"{numba.__version__}\n", "utf-8")  # for `playout --version`
    files = [*path.glob("*.kernel")]
    print(f"{len(files)} kernels, {sum(f.stat().st_size for f in files) / 1e6:.1f} MB")
    return failed or int(not files)


if __name__ == "__main__":
    sys.exit(main())
