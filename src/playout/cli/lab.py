"""`playout match`, `playout accuracy` and `playout lab`."""

import argparse

__all__ = ["run_accuracy", "run_lab", "run_match"]


def run_match(options: argparse.Namespace) -> int:
    from ..lab import commands

    return commands.match(options)


def run_accuracy(options: argparse.Namespace) -> int:
    """Exit code 0, 1 where some answers are missing because a player failed."""
    from ..lab import commands

    return commands.accuracy(options)


def run_lab(options: argparse.Namespace) -> int:
    from ..lab import commands

    actions = {"status": commands.status, "report": commands.report, "export": commands.export}
    return actions.get(options.action, commands.run)(options)
