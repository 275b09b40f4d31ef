"""What all tests share."""

import hypothesis
import pytest
from registering import forget

from playout.kernel import JIT

# The first example of a test may have to compile; the examples are the same on every run.
hypothesis.settings.register_profile("playout", deadline=None, derandomize=True)
hypothesis.settings.load_profile("playout")


def pytest_collection_finish():
    forget()  # classes at the top of a file of tests


@pytest.fixture(autouse=True)
def names():
    """A test's own games and searches are no other test's."""
    yield
    forget()


@pytest.fixture
def games_each():
    """How many random games a test plays: fewer of the long ones, and few in plain Python."""
    return lambda game: max(3, min(40, 2000 // game.max_plies())) if JIT else 2
