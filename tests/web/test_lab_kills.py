"""Nothing is lost: a server that is killed at any moment of an experiment leaves all that was
played, and another one, or a terminal, goes on with it."""

import random
import signal
import subprocess
import sys
import time

import pytest
from browsing import program
from lab_client import LONG, Lab
from serving import until

from playout.lab.run.ledger import Ledger, NoLedgerError

# Long enough to be killed in the middle of, however fast the machine is.
GAMES = {"name": "Killed", "games": 600, "players": {"a": "uct:simulations=300", "b": "random"}}


def games_in(ledger):
    """The games of a ledger, by id, with their moves."""
    try:
        kept = Ledger.look(ledger)
    except NoLedgerError:
        return {}
    try:
        return {game.id: game.moves for game in kept.games()}
    finally:
        kept.close()


def kill_and_go_on(folder, kills, seed):
    """Kill servers at random moments; returns the spec, after seeing that no game was ever lost."""
    chance, ledger = random.Random(seed), folder / "killed.sqlite"
    known = {}
    for kill in range(kills):
        with program(0, "--experiments", folder, end=signal.SIGKILL) as address:
            lab = Lab(address)
            if kill == 0:
                lab("", LONG | GAMES)
            else:  # a run of the server before may still be letting go
                state = lab.until("killed.toml", "ready", "stopped", "finished")["state"]
                assert games_in(ledger).items() >= known.items()
                if state != "finished":
                    assert lab("/killed.toml/run", {}).get("state") == "running"
            if chance.random() < 0.8:
                before = len(known)
                until(lambda before=before: len(games_in(ledger)) > before)
            time.sleep(chance.random())
            known = games_in(ledger)  # what was there before the kill is there after it
    until(lambda: not Ledger.is_driven(ledger))
    assert games_in(ledger).items() >= known.items()
    return folder / "killed.toml"


def finish(spec):
    command = [sys.executable, "-m", "playout", "lab", "run", str(spec), "--workers", "1"]
    ended = subprocess.run(command, check=False, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    kept = Ledger.look(spec.with_suffix(".sqlite"))
    assert len(kept) == GAMES["games"]
    assert kept.given_up() == {}
    kept.close()


@pytest.mark.full
def test_a_killed_server_loses_no_game(tmp_path):
    finish(kill_and_go_on(tmp_path, kills=3, seed=5))


@pytest.mark.slow
def test_a_server_killed_twenty_times_loses_no_game(tmp_path):
    finish(kill_and_go_on(tmp_path, kills=20, seed=20))
