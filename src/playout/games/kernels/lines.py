"""What Connect 4 and Mnk share: lines of discs or stones in a word."""

import numpy as np

from ...kernel import compiled


@compiled
def runs_along(discs, step, line):
    """The discs that start a line in the direction of this step."""
    # A bit of `runs` starts a run of 2, then up to 4, then up to 8 discs: two runs that
    # overlap or touch make a longer one. A shift by 0 changes nothing, one by 63 or more
    # leaves nothing: bit 63 never is a disc.
    runs = discs & (discs >> np.uint64(step))
    more = min(2, line - 2)
    runs &= runs >> np.uint64(min(63, more * step))
    return runs & (runs >> np.uint64(min(63, (line - 2 - more) * step)))
