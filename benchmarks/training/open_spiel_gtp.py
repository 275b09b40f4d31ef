"""OpenSpiel's C++ MCTSBot as a program that speaks GTP for Hex: the lab can play against it.

    P="program:seconds=3;python benchmarks/training/open_spiel_gtp.py 1"
    playout match puct:net=hex11,seconds=1 "$P" --game hex:11

MCTSBot has no clock, only a number of simulations. So each move gets those that would have taken
the time (95 % of it) at the speed of the move before; the first speed is measured. The argument is
the time of a move; without it, that of the clock, which a busy machine may then overstep.
"""

import sys
import time

import pyspiel

C = 0.4  # on results from 0 to 1, as in against_open_spiel.py; theirs are from -1 to 1
SHARE = 0.95
PROBE = 200  # simulations

COMMANDS = ["protocol_version", "name", "list_commands", "boardsize", "clear_board", "play"]
COMMANDS += ["genmove", "time_settings", "set_random_seed", "quit"]


class Engine:
    """A game of Hex, and the bot."""

    def __init__(self, own_seconds: float | None = None) -> None:
        self.size, self.seconds, self.seed, self.rate = 11, own_seconds or 1.0, 1, 0.0
        self.has_own = own_seconds is not None
        self.clear()

    def clear(self) -> None:
        self.game = pyspiel.load_game(f"hex(board_size={self.size})")
        self.state = self.game.new_initial_state()

    def action(self, cell: str) -> int:
        return (int(cell[1:]) - 1) * self.size + ord(cell[0].lower()) - ord("a")

    def think(self, simulations: int) -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(1, self.seed)
        make = (self.game, evaluator, 2 * C, simulations, 1000, True, self.seed, False)
        began = time.perf_counter()
        action = pyspiel.MCTSBot(*make).step(self.state)
        self.rate = simulations / max(time.perf_counter() - began, 1e-6)
        return int(action)

    def genmove(self) -> str:
        allowed = self.seconds * SHARE
        if not self.rate:
            began = time.perf_counter()
            self.think(PROBE)
            allowed -= time.perf_counter() - began
        action = self.think(max(PROBE, int(self.rate * allowed)))
        self.state.apply_action(action)
        return f"{'abcdefghijklmnopqrs'[action % self.size]}{action // self.size + 1}"

    def answer(self, command: str, words: list[str]) -> str:
        if command == "protocol_version":
            return "2"
        if command == "name":
            return "OpenSpiel MCTSBot"
        if command == "list_commands":
            return "\n".join(COMMANDS)
        if command == "boardsize":
            self.size = int(words[0])
            self.clear()
        elif command == "clear_board":
            self.clear()
        elif command == "play":
            self.state.apply_action(self.action(words[1]))
        elif command == "genmove":
            return self.genmove()
        elif command == "time_settings" and not self.has_own:  # words[1] for each move
            self.seconds = float(words[1])
        elif command == "set_random_seed":
            self.seed = int(words[0])
        return ""


def main() -> None:
    engine = Engine(*map(float, sys.argv[1:2]))
    for line in sys.stdin:
        command, *words = line.split() or [""]
        if command and command not in COMMANDS:
            print("? unknown command\n", flush=True)
        elif command:
            print(f"= {engine.answer(command, words)}\n", flush=True)
        if command == "quit":
            return


if __name__ == "__main__":
    main()
