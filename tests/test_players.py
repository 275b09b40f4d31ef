"""Players as the command line names them."""

import pytest

from playout import SearchError
from playout.players import player_of


def test_settings_of_the_same_name_can_be_told_apart():
    both = player_of("rave:beta=weights,beta.final=0.25,final=1").algorithm
    assert (both.schedule.final, both.final) == (0.25, 1)
    inner = player_of("rave:beta=weights,final=0.25").algorithm
    assert (inner.schedule.final, inner.final) == (0.25, player_of("rave").algorithm.final)
    policy = player_of("amaf:policy=ppa,policy.alpha=0.25,alpha=0.75").algorithm
    assert (policy.policy.alpha, policy.alpha) == (0.25, 0.75)
    with pytest.raises(SearchError, match=r"rave has no setting 'beta\.k'"):
        player_of("rave:beta=weights,beta.k=1")
