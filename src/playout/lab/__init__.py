"""Experiments: from a spec in a file to results in a ledger, and from there to a report.

    run/        what all kinds share: spec, tasks, workers, ledger, and the driver that runs them
    match/      players who meet: match, round robin, gauntlet, ladder, knock-out
    sweep/      a match for each combination of some parameters
    accuracy/   how often players keep the value of solved positions
    tune/       a search for the best values of parameters
    report/     what all reports share: figures, templates, numbers as people read them
    stats/      intervals, tests, Elo and ratings
    kinds.py    which of these an experiment belongs to
    commands.py what the command line calls; progress.py what it shows meanwhile

Each kind has the same files, where it needs them: `spec` (what may be said), `schedule` (which
tasks are next, given the results so far, and how it stands, in lines) and `report`.
"""
