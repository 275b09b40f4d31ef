"""A schedule of your own for RAVE: how the weight beta of AMAF values falls.

python examples/my_schedule.py
"""

from typing import Annotated, NamedTuple

import playout
from playout import Hex, Range, Rave, schedule


@schedule
class HalfLife(NamedTuple):
    """1, then 1/2, 1/4, ...: halved by every so many visits of the move."""

    visits: Annotated[float, Range(1), "after how many visits beta is 1/2"] = 100.0

    def beta(self, node_visits, n, a):
        return 0.5 ** (n / self.visits)


if __name__ == "__main__":
    state = Hex(7).start().play("a7")
    print(playout.search(state, Rave(beta=HalfLife(50.0)), simulations=20_000, seed=1))
