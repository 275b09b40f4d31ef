"""Classes that tests define, and nobody else is to see."""

import contextlib

from playout.registry import REGISTRY


@contextlib.contextmanager
def unregistered():
    """What is defined meanwhile gets no name that other tests would see."""
    known = {kind: dict(names) for kind, names in REGISTRY.items()}
    yield
    for kind, names in known.items():
        REGISTRY[kind].clear()
        REGISTRY[kind].update(names)
