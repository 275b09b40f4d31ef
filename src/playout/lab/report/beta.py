"""How the beta of every schedule of RAVE falls, as a figure.

Beta depends on three counts, and a figure has one axis: here a node has ten moves that are tried
equally often, and each of them was also played later in half of the simulations (AMAF).
"""

import numpy as np

from ...language import tr
from ...parameters import parameters_of
from ...registry import REGISTRY
from .canvas import Drawing
from .figures import Line, xy

MOVES = 10
VISITS = np.geomspace(1, 1e7, 22)


def betas() -> Drawing:
    """The beta of every schedule, with its default parameters, by the visits of a node."""
    rows: list[Line] = []
    for name, cls in sorted(REGISTRY["schedule"].items()):
        parameters = parameters_of(cls).values()
        if any(parameter.is_required for parameter in parameters):
            continue
        curve = [float(cls().beta(n, n / MOVES, n / 2)) for n in VISITS]
        settings = ",".join(f"{one.name}={one.default:g}" for one in parameters)
        rows.append(Line(f"{name}:{settings}", VISITS.tolist(), curve, colour=len(rows)))
    return xy(
        tr("How the beta of every schedule falls"),
        rows,
        tr("simulations through a node of {n} moves", n=MOVES),
        tr("beta, the weight of AMAF values"),
        log_x=True,
    )
