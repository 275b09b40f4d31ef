"""Players who meet: match, round robin, gauntlet, ladder and knock-out.

spec, schedule      what may be said; which games are next, and how it stands; knock_out has rounds
gather              one walk through the ledger, and what is counted there
numbers             report.json, verdicts and headline in it
report, figures     the files of the report; samples are games to step through
"""
