"""Classes that tests define, and nobody else is to see."""

import contextlib

from playout.registry import REGISTRY


def forget():
    """Forget the names of what the package itself does not define."""
    for known in REGISTRY.values():
        for name, cls in list(known.items()):
            if not cls.__module__.startswith("playout."):
                del known[name]


@contextlib.contextmanager
def unregistered():
    """What is defined meanwhile gets no name that other tests would see."""
    known = {kind: dict(names) for kind, names in REGISTRY.items()}
    yield
    for kind, names in known.items():
        REGISTRY[kind].clear()
        REGISTRY[kind].update(names)
