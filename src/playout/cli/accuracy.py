"""`playout accuracy`."""

import argparse

__all__ = ["run_accuracy"]


def run_accuracy(options: argparse.Namespace) -> int:
    """Exit code 0, 1 where some answers are missing because a player failed."""
    from ..lab.commands import accuracy

    return accuracy(
        options.players,
        options.game,
        options.positions,
        options.plies,
        options.simulations,
        options.budget_seconds,
        options.solve_seconds,
        options.seed,
        options.workers,
        options.ledger,
        options.report,
        options.positions_out,
        options.mix,
    )
