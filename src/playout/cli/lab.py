"""`playout match` and `playout lab`."""

import argparse

__all__ = ["run_lab", "run_match"]


def run_match(options: argparse.Namespace) -> int:
    from ..lab import commands

    return commands.match(
        options.one,
        options.other,
        options.game,
        options.games,
        options.seed,
        options.opening,
        options.equal_seconds,
        options.sprt,
        options.workers,
        options.ledger,
        options.mix,
    )


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
