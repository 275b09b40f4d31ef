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

    spec, ledger = options.spec, options.ledger
    if options.action in ("run", "resume"):
        return commands.run(
            spec, options.workers, ledger, options.scheduler, options.wait, options.mix
        )
    if options.action == "status":
        return commands.status(spec, ledger)
    if options.action == "report":
        return commands.report(spec, ledger, options.folder)
    return commands.export(ledger or commands.ledger_of(spec), options.file)
