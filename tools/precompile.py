"""Compiles the kernels that come with a release: python tools/precompile.py FOLDER [GAME ...]

Every game with what `playout warmup` prepares, for any processor of the level that cache.py
names; PLAYOUT_PRECOMPILED=FOLDER then has them put into the wheel.
"""

import os
import sys
from pathlib import Path

import numba

from playout import cache, games
from playout.warmup import warm_up


def main() -> int:
    folder, *names = sys.argv[1:] or sys.exit(__doc__)
    path = Path(folder).absolute()
    # For the processes that compile: nothing is compiled in this one.
    os.environ |= {"NUMBA_CPU_NAME": cache.BASELINE, "NUMBA_CPU_FEATURES": ""}
    os.environ["PLAYOUT_CACHE_DIR"] = str(path)
    failed = warm_up(names or list(games.NAMES))
    (path / "NUMBA").write_text(f"{numba.__version__}\n", "utf-8")  # for `playout --version`
    files = [*path.glob("*.kernel")]
    print(f"{len(files)} kernels, {sum(f.stat().st_size for f in files) / 1e6:.1f} MB")
    return failed


if __name__ == "__main__":
    sys.exit(main())
