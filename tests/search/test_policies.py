"""The playout policies: what they pick, by which law, and what they learn from a simulation."""

import itertools
import math
from collections import defaultdict

import numpy as np
import pytest
from scipy import stats

from playout import Breakthrough, Connect4, Hex, Mnk, Nim, rules, search
from playout.conformance import random_game
from playout.kernel import JIT, compiled, entry, seed_stream
from playout.rules import DRAW, FIRST
from playout.search import Biased, Bridges, Lgr, Mast, Nst, Ppa, Ppaf, Random, Rave, Uct
from playout.search.lgr import pair_slot
from playout.search.loop import Scratch, simulate
from playout.search.mast import SEQUENCES, find_sequence, keep_sequence, moves_before
from playout.search.tree import Tree

SIMULATIONS = 150 if JIT else 20
PICKS = 20_000 if JIT else 1_200
needs_jit = pytest.mark.skipif(not JIT, reason="takes too long with the JIT off")
UNLIKELY = 1e-4  # seeds are fixed: a law that holds passes once and for all

# Codes repeat within a game of Nim, never in Mnk; Mnk has draws. After one ply the second player
# is to move in the root.
POSITIONS = {
    "nim": Nim(12).start(),
    "nim, second": Nim(13).start().play("1"),
    "mnk": Mnk().start(),
    "mnk, second": Mnk().start().play("b2"),
}
every_position = pytest.mark.parametrize("state", POSITIONS.values(), ids=POSITIONS)
in_nim = pytest.mark.parametrize("state", [POSITIONS["nim"], POSITIONS["nim, second"]], ids=str)

generic_urgent = compiled(rules.Rules.urgent)


@entry
def picked(game, policy, words, scratch, counts, n):
    """Let a policy pick n times, and count the moves."""
    for i in range(game.n_words()):
        scratch.state[i] = words[i]
    for _ in range(n):
        k = game.moves(scratch.state, scratch.moves)
        i = policy.pick(
            game, scratch.state, scratch.moves, k, scratch.line, scratch.memory, scratch.stream
        )
        counts[scratch.moves[i]] += 1


@entry
def rolled(game, policy, words, scratch):
    """Let a policy play out, its line going on from what is in it; returns the winner."""
    for i in range(game.n_words()):
        scratch.state[i] = words[i]
    return policy.play_out(
        game, scratch.state, scratch.moves, scratch.line, scratch.memory, scratch.stream
    )


@entry
def urgent_by_both(game, words, scratch, blocks):
    """What the game itself calls urgent, and what the rules alone do."""
    for i in range(game.n_words()):
        scratch.state[i] = words[i]
    n = game.moves(scratch.state, scratch.moves)
    room = scratch.state[game.n_words() :], scratch.moves[game.n_moves() :], scratch.stream
    own = game.urgent(scratch.state, scratch.moves, n, blocks, room[0], room[1], room[2])
    generic = generic_urgent(
        game, scratch.state, scratch.moves, n, blocks, room[0], room[1], room[2]
    )
    return own, generic


@entry
def bridge_replied(game, words, move, stream):
    return game.bridge_reply(words, move, stream)


@entry
def found(game, scratch, runs, slots):
    """The slot of each sequence: one to three codes, and -1 behind."""
    for i in range(len(runs)):
        n = 0
        while n < 3 and runs[i, n] >= 0:
            scratch.line.code[n] = runs[i, n]
            n += 1
        slots[i] = runs[i, 0]
        if n > 1:
            word = moves_before(game, scratch.line, n - 1, n - 1)
            slots[i] = find_sequence(game, scratch.memory, word, runs[i, n - 1], 1)


# --- running one simulation at a time -----------------------------------------------


def fresh(game, policy, seed=1):
    scratch = Scratch.of(game, Uct(policy=policy))
    seed_stream(scratch.stream, np.uint64(seed))
    return scratch


def lines(state, policy, n=SIMULATIONS, seed=1):
    """One simulation after the other: what was played, to the end of the game, who won, and the
    memory after it. Without proofs every simulation ends where the game does."""
    algorithm = Uct(solver=False, policy=policy)
    tree, scratch = Tree.of(state.game, 20_000, 2_000), fresh(state.game, policy, seed)
    for _ in range(n):
        assert simulate(state.game, algorithm, tree, scratch, state.words, 1) == 1
        states = replayed(state, scratch)
        assert states[-1].is_over
        winner = DRAW if states[-1].is_draw else states[-1].winner
        yield states, winner, scratch


def replayed(state, scratch):
    """The states along the line of a simulation, by the rules; its codes are theirs."""
    states = [state]
    n = scratch.line.size[0]
    for move, code in zip(scratch.line.move[:n], scratch.line.code[:n], strict=True):
        assert code == states[-1].codes()[int(move)]
        states.append(states[-1].play(int(move)))
    return states


def learnt(state, policy):
    """The memory after all the simulations."""
    *_, (_, _, scratch) = lines(state, policy)
    return scratch


def codes_of(states):
    """The codes of the moves that led through these states."""
    return [a.codes()[int(b.history[-1])] for a, b in itertools.pairwise(states)]


def result_for(player, winner):
    return 0.5 if winner == DRAW else float(winner == player)


def picks(state, policy, scratch, n=PICKS):
    """How often each legal move is picked."""
    counts = np.zeros(state.game.n_moves(), np.int64)
    picked(state.game, policy, state.words, scratch, counts, n)
    assert counts.sum() == n
    return {move: int(counts[move]) for move in state.moves() if counts[move]}


def assert_has_law(counts, chances):
    """Chi-squared; `chances` need not add up to 1."""
    assert set(counts) <= set(chances)
    seen = np.array([counts.get(move, 0) for move in chances])
    expected = np.array(list(chances.values()))
    expected = expected / expected.sum() * seen.sum()
    if len(seen) > 1:
        assert stats.chisquare(seen, expected).pvalue > UNLIKELY


def told(scratch, states):
    """Write the moves that led through these states into the line."""
    codes = codes_of(states)
    for i, (after, code) in enumerate(zip(states[1:], codes, strict=True)):
        scratch.line.move[i], scratch.line.code[i] = int(after.history[-1]), code
    scratch.line.size[0] = len(codes)


# --- biased -------------------------------------------------------------------------


def wins_at_once(state):
    return [move for move in state.moves() if state.play(move).winner == state.player]


def threats(state):
    """The moves by which the other player would win at once, if something else were played."""
    found = []
    for threat in state.moves():
        after = [state.play(move) for move in state.moves() if move != threat]
        if any(not there.is_over and threat in wins_at_once(there) for there in after):
            found.append(threat)
    return found


def positions(game, n, plies):
    """Positions of random games that go on, with more than one move."""
    found = (random_game(game, seed, plies[seed % len(plies)]) for seed in itertools.count())
    going_on = (state for state in found if len(state.moves()) > 1)
    return itertools.islice(going_on, n)


BIASED = {"connect4": (Connect4(), range(6, 34)), "mnk": (Mnk(), range(2, 8))}
if not JIT:
    BIASED["connect4"] = (Connect4(4, 4, 3), range(4, 12))


@pytest.mark.parametrize("name", BIASED)
def test_biased_wins_or_stops_the_first_threat_or_picks_any_move(name):
    game, plies = BIASED[name]
    kinds = defaultdict(int)
    for state in positions(game, 120 if JIT else 25, plies):
        scratch = fresh(game, Biased())
        winning, threatening = wins_at_once(state), threats(state)
        counts = picks(state, Biased(), scratch, 300)
        if winning:
            assert set(counts) <= set(winning), repr(state)
        elif threatening:
            assert set(counts) == {threatening[0]}, repr(state)
        else:
            assert_has_law(counts, dict.fromkeys(state.moves(), 1))
        kinds[bool(winning), bool(threatening)] += 1
        if threatening and not winning:
            assert_has_law(
                picks(state, Biased(blocks=False), scratch, 300), dict.fromkeys(state.moves(), 1)
            )
    assert len(kinds) == 4  # every case did occur


def test_urgent_of_connect4_is_that_of_the_rules():
    game = BIASED["connect4"][0]
    found = defaultdict(int)
    for state in positions(game, 400 if JIT else 40, BIASED["connect4"][1]):
        for blocks in (True, False):
            own, generic = urgent_by_both(game, state.words, fresh(game, Biased()), blocks)
            found[blocks, own >= 0] += 1
            if own != generic:
                # A move is a column: where the cell above wins as well, nothing stops it, and the
                # rules call nothing urgent. The game's own blocks the lower cell all the same.
                threat = threats(state)[0]
                assert (blocks, generic, state.moves()[own]) == (True, -1, threat), repr(state)
                assert threat in wins_at_once(state.play(threat))
    assert len(found) == 4


# --- bridges ------------------------------------------------------------------------

AROUND = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))


def stones(state):
    return state.board().pieces


def owner(state, cell):
    """Who has a cell; beyond the edge it is the player whose edge it is; None if it is empty."""
    size = state.game.size
    if not 0 <= cell[1] < size:
        return 0
    if not 0 <= cell[0] < size:
        return 1
    return stones(state).get(cell)


def neighbours(cell):
    return {(cell[0] + right, cell[1] + down) for right, down in AROUND}


def mending(state):
    """The cells that mend a bridge which the last move broke: empty neighbours of it whose common
    neighbours with it, there are always two, both belong to the player to move."""
    size, last = state.game.size, int(state.history[-1])
    cell = last % size, last // size
    return {
        size * other[1] + other[0]
        for other in neighbours(cell)
        if owner(state, other) is None
        and all(owner(state, c) == state.player for c in neighbours(cell) & neighbours(other))
    }


@pytest.mark.parametrize(
    ("line", "replies"),
    [
        ("c3 a5 d4 d3", "c4"),  # two stones of Black; the bridge is c3 - d4
        ("c3 a5 d4 c4", "d3"),
        ("c2 a1 b4 b3", "c3"),  # c2 - b4
        ("c2 a1 b4 c3", "b3"),
        ("a5 c3 a1 d4 d3", "c4"),  # the same two of White's
        ("a5 c3 a1 d4 c4", "d3"),
        ("e5 b3 a1 d2 c2", "c3"),  # b3 - d2
        ("e5 b3 a1 d2 c3", "c2"),
        ("c2 a5 e5 c1", "d1"),  # a stone of Black and the upper edge
        ("c2 a5 e5 d1", "c1"),
        ("c4 a5 e1 b5", "c5"),  # the lower edge
        ("c4 a5 e1 c5", "b5"),
        ("a1 b3 e5 e1 a3", "a4"),  # a stone of White and the left edge
        ("a1 b3 e5 e1 a4", "a3"),
        ("a1 d3 e5 a5 e2", "e3"),  # the right edge
        ("a1 d3 e5 a5 e3", "e2"),
        ("c3 a5 d4 a1", ""),  # far away
        ("c3 a5 e3 d3", ""),  # stones that make no bridge
        ("c3 c4 d4 d3", ""),  # the other cell is taken
        ("a5 b3 a1 e5 b1", ""),  # the upper edge is not White's
        ("b3 e5 a3", ""),  # no second stone; the left edge is not Black's
    ],
)
def test_reply_is_the_other_cell_when_a_bridge_is_broken(line, replies):
    state = Hex(5).start().play_all(line)
    reply = bridge_replied(state.game, state.words, int(state.history[-1]), np.ones(2, np.uint64))
    names = {int(move): move.name for move in state.moves()}
    assert names.get(int(reply), "") == replies
    if replies:
        told(scratch := fresh(state.game, Bridges()), [Hex(5).start(), *steps_to(state)])
        assert set(picks(state, Bridges(), scratch, 20)) == {state.play(replies).history[-1]}


def steps_to(state):
    """The states after each move of a state's history."""
    there = state.game.start()
    for move in state.history:
        there = there.play(int(move))
        yield there


def test_reply_mends_any_of_the_broken_bridges_in_random_positions():
    game, stream = Hex(5), np.array([3, 4], np.uint64)
    sizes = set()
    for state in positions(game, 400 if JIT else 40, range(4, 16)):
        replies = {
            int(bridge_replied(game, state.words, int(state.history[-1]), stream))
            for _ in range(40)
        }
        assert replies == (mending(state) or {-1}), str(state)
        sizes.add(len(mending(state)))
    assert sizes >= {0, 1, 2}


@pytest.mark.parametrize("often", [0.0, 0.5, 1.0])
def test_line_of_a_bridge_playout_is_a_game_by_the_rules(often):
    game = Hex(4)
    answered = intrusions = 0
    for state in positions(game, 60 if JIT else 8, range(1, 6)):
        scratch = fresh(game, Bridges(often), seed=len(state.history))
        told(scratch, [game.start(), *steps_to(state)])
        winner = rolled(game, Bridges(often), state.words, scratch)
        moves = scratch.line.move[: scratch.line.size[0]].tolist()
        assert sorted(moves) == list(range(16))  # every cell, once
        there = game.start()
        for i, move in enumerate(moves):
            assert scratch.line.code[i] == there.codes()[move]
            if i >= len(state.history) and mending(there):
                intrusions += 1
                answered += move in mending(there)
            there = there.play(move)
            if there.is_over:
                break
        assert there.winner == winner
    assert intrusions > 20 or not JIT
    if often == 1.0:
        assert answered == intrusions
    elif JIT:
        assert answered < intrusions


@pytest.mark.parametrize("line", ["b2", "a1 b2", "c1 b2"])
def test_bridge_playout_has_the_law_of_a_uniform_one_when_it_never_replies(line):
    state = Hex(3).start().play_all(line)
    cells, n_black = state.moves(), (len(state.moves()) + (state.player == FIRST)) // 2
    won = total = 0
    for black in itertools.combinations(cells, n_black):  # all ways to fill the board
        white = [cell for cell in cells if cell not in black]
        mine, theirs = (list(black), white) if state.player == FIRST else (white, list(black))
        there = state
        for i in range(len(cells)):
            there = there.play((mine, theirs)[i % 2][i // 2])
            if there.is_over:
                break
        won, total = won + (there.winner == FIRST), total + 1
    scratch = fresh(state.game, Bridges(0.0))
    n, first = PICKS, 0
    for _ in range(n):
        scratch.line.size[0] = 0
        first += rolled(state.game, Bridges(0.0), state.words, scratch) == FIRST
    assert 0 < won < total
    assert stats.binomtest(first, n, won / total).pvalue > UNLIKELY


# --- MAST ---------------------------------------------------------------------------


@every_position
def test_mast_counts_every_move_of_every_simulation(state):
    seen, total = defaultdict(int), defaultdict(float)
    policy = Mast(tau=0.3)
    for states, winner, scratch in lines(state, policy):
        for there, code in zip(states, codes_of(states), strict=False):
            seen[code] += 1
            total[code] += result_for(there.player, winner)
        memory = scratch.memory
        assert {code: n for code, n in enumerate(memory.seen.tolist()) if n} == seen
        for code, n in seen.items():
            assert memory.total[code] == total[code]
            assert memory.weight[code] == pytest.approx(math.exp(total[code] / n / 0.3))
        assert np.count_nonzero(memory.weight) == len(seen)


def filled(state, policy, means):
    """A memory in which the codes of the legal moves have these means; None: never seen."""
    scratch = fresh(state.game, policy)
    for code, mean in zip(state.codes().values(), means, strict=True):
        if mean is not None:
            scratch.memory.seen[code], scratch.memory.total[code] = 10, 10 * mean
            scratch.memory.weight[code] = math.exp(mean / policy.tau)
    return scratch


@pytest.mark.parametrize("tau", [0.2, 0.5, 3.0])
@pytest.mark.parametrize("means", [(0.1, 0.5, 0.9), (0.4, None, 0.7), (None, None, None)])
@in_nim
def test_mast_picks_by_the_softmax_of_the_means_and_unseen_counts_as_one(state, means, tau):
    chances = [math.exp((1.0 if mean is None else mean) / tau) for mean in means]
    counts = picks(state, Mast(tau=tau), filled(state, Mast(tau=tau), means))
    assert_has_law(counts, dict(zip(state.moves(), chances, strict=True)))


@pytest.mark.parametrize(
    ("means", "best"),
    [((0.1, 0.9, 0.5), [1]), ((0.6, 0.2, 0.6), [0, 2]), ((0.9, None, 0.5), [1])],
)
@in_nim
def test_mast_takes_the_best_but_for_a_share_when_it_is_greedy(state, means, best):
    for epsilon in (0.1, 0.5, 1.0):
        policy = Mast(epsilon=epsilon)
        chances = [epsilon / 3 + (i in best) * (1 - epsilon) / len(best) for i in range(3)]
        counts = picks(state, policy, filled(state, policy, means))
        assert_has_law(counts, dict(zip(state.moves(), chances, strict=True)))


@pytest.mark.parametrize("keep", [0.0, 0.3, 1.0])
def test_share_of_the_counts_stays_and_no_mean_changes_when_memory_fades(keep):
    state, policy = POSITIONS["nim"], Mast(keep=keep)
    memory = learnt(state, policy).memory
    before = [array.copy() for array in memory]
    policy.fade(state.game, memory)
    for code, n in enumerate(before[2].tolist()):
        assert memory.seen[code] == math.floor(n * keep)
        if memory.seen[code]:
            assert memory.total[code] / memory.seen[code] == pytest.approx(before[1][code] / n)
            assert memory.weight[code] == before[0][code]
        else:
            assert memory.total[code] == memory.weight[code] == 0


# --- NST ----------------------------------------------------------------------------


def sequences(codes):
    """All runs of one, two and three codes, in the order of their ends."""
    for end in range(1, len(codes) + 1):
        for length in range(1, min(3, end) + 1):
            yield end - 1, tuple(codes[end - length : end])


def slots_of(game, scratch, runs):
    """By sequence the slot where it is kept; those that are not are left out."""
    padded = np.array([(*run, -1, -1)[:3] for run in runs], np.int64)
    slots = np.zeros(len(padded), np.int64)
    found(game, scratch, padded, slots)
    return {run: slot for run, slot in zip(runs, slots.tolist(), strict=True) if slot >= 0}


def test_nst_counts_every_sequence_of_up_to_three_moves():
    state = POSITIONS["nim, second"]
    seen, total = defaultdict(int), defaultdict(float)
    for states, winner, scratch in lines(state, Nst()):
        for at, run in sequences(codes_of(states)):
            seen[run] += 1
            total[run] += result_for(states[at].player, winner)
        memory = scratch.memory
    slots = slots_of(state.game, scratch, list(seen))
    assert {slot: n for slot, n in enumerate(memory.seen.tolist()) if n} == {
        slots[run]: n for run, n in seen.items()
    }
    assert all(memory.total[slots[run]] == total[run] for run in seen)


@needs_jit
def test_nst_knows_of_a_sequence_its_own_results_or_none_when_there_are_too_many():
    """What a slot holds is the sequence's own results, the last ones, and never another's."""
    state, results = Hex(11).start(), defaultdict(list)
    algorithm = Uct(solver=False, policy=Nst())
    tree, scratch = Tree.of(state.game, 200_000, 1), fresh(state.game, Nst())
    half, total = state.game.n_codes() // 2, 0.0
    for _ in range(3000):
        simulate(state.game, algorithm, tree, scratch, state.words, 1)
        total, second_won = float(tree.total[0]), float(tree.total[0]) - total
        for _, run in sequences(scratch.line.code[: scratch.line.size[0]].tolist()):
            results[run].append(second_won if run[-1] >= half else 1 - second_won)
    assert sum(len(run) == 3 for run in results) > SEQUENCES // 2
    slots, memory = slots_of(state.game, scratch, list(results)), scratch.memory
    for run, slot in slots.items():
        n = int(memory.seen[slot])
        assert 0 < n <= len(results[run])
        assert memory.total[slot] == sum(results[run][-n:])
    assert len(set(slots.values())) == len(slots) == np.count_nonzero(memory.seen)
    # Sequences of two moves are not crowded out by the many of three.
    twos = [run for run in results if len(run) == 2 and len(results[run]) >= 7]
    assert sum(run in slots for run in twos) > 0.95 * len(twos) > 1000
    # Of those that were seen most, nearly all is known.
    often = [run for run in results if len(results[run]) >= 20]
    held = sum(int(memory.seen[slots[run]]) for run in often if run in slots)
    assert held > 0.9 * sum(len(results[run]) for run in often) > 10_000


def test_nst_forgets_sequences_of_which_nothing_stays_when_memory_fades():
    state, policy = POSITIONS["nim"], Nst(keep=0.3)
    *_, (_, _, scratch) = played = list(lines(state, policy))
    runs = list({run for states, _, _ in played for _, run in sequences(codes_of(states))})
    slots, memory = slots_of(state.game, scratch, runs), scratch.memory
    seen = {run: int(memory.seen[slot]) for run, slot in slots.items()}
    policy.fade(state.game, memory)
    after = slots_of(state.game, scratch, runs)
    longer = {run for run in runs if len(run) > 1}
    assert {run for run in longer if run in after} == {run for run in longer if seen[run] >= 4}
    assert all(memory.seen[after[run]] == math.floor(0.3 * seen[run]) for run in after)
    assert {run in after for run in longer} == {True, False}


@pytest.mark.parametrize("least", [0, 7, 10**6])
@pytest.mark.parametrize("plies", [0, 1, 2, 4])
def test_nst_picks_by_the_average_over_the_sequences_that_a_move_completes(plies, least):
    state, policy = Nim(12).start(), Nst(tau=0.5, epsilon=0.0, least=least)
    states = [state, *steps_to(state.play_all(" ".join("1212"[:plies])))]
    rng = np.random.default_rng(plies)
    for _ in range(6):
        scratch = fresh(state.game, policy)
        told(scratch, states)
        values = {}
        for move, code in states[-1].codes().items():
            means = []
            for length in range(1, min(3, plies + 1) + 1):
                n = int(rng.choice([0, 6, 7, 30]))
                total = 0.5 * rng.integers(0, 2 * n + 1)
                slot = code
                if length > 1:
                    word = moves_before(state.game, scratch.line, plies, length - 1)
                    slot = keep_sequence(state.game, scratch.memory, word, code)
                scratch.memory.seen[slot], scratch.memory.total[slot] = n, total
                if length == 1 or n >= max(least, 1):
                    means.append(total / n if n else 1.0)
            values[move] = sum(means) / len(means)
        chances = {move: math.exp(value / 0.5) for move, value in values.items()}
        assert_has_law(picks(states[-1], policy, scratch), chances)
        best = [move for move in values if values[move] == max(values.values())]
        chances = {m: 0.2 / len(values) + 0.8 * (m in best) / len(best) for m in values}
        assert_has_law(picks(states[-1], policy._replace(epsilon=0.2), scratch), chances)


# --- PPA ----------------------------------------------------------------------------


def adapted(weights, states, winner, alpha, code_of):
    """The weights after a simulation: the winner's moves become more likely where they were."""
    after = dict(weights)
    for there, then in itertools.pairwise(states):
        if there.player == winner:
            codes = {int(move): code_of(there, move) for move in there.moves()}
            powers = {move: math.exp(weights.get(code, 0.0)) for move, code in codes.items()}
            for move, code in codes.items():
                after[code] = after.get(code, 0.0) - alpha * powers[move] / sum(powers.values())
            after[codes[int(then.history[-1])]] += alpha
    return after


def plain_code(state, move):
    return state.codes()[int(move)]


def assert_weights_are(memory, weights, numbers):
    """`memory.weight` holds exp(w) - 1, by the numbers of the codes."""
    held = {code: math.log1p(w) for code, w in enumerate(memory.weight.tolist()) if w}
    expected = {numbers(code): w for code, w in weights.items() if abs(w) > 1e-12}
    for code in held | expected:
        assert held.get(code, 0.0) == pytest.approx(expected.get(code, 0.0), abs=1e-9)


@pytest.mark.parametrize("alpha", [0.32, 1.0])
@every_position
def test_ppa_learns_what_the_winner_played_and_nothing_from_a_draw(state, alpha):
    weights, draws = {}, 0
    for states, winner, scratch in lines(state, Ppa(alpha), n=SIMULATIONS // 3):
        if winner != DRAW:
            weights = adapted(weights, states, winner, alpha, plain_code)
        draws += winner == DRAW
        assert_weights_are(scratch.memory, weights, int)
        assert (scratch.memory.total == 0).all()
    assert len(weights) >= 3
    assert draws or isinstance(state.game, Nim) or not JIT


@in_nim
def test_ppa_picks_by_the_softmax_of_the_weights(state):
    scratch = learnt(state, Ppa(0.2))
    there = state.play("2")
    weights = {move: scratch.memory.weight[code] for move, code in there.codes().items()}
    chances = {move: 1.0 + weight for move, weight in weights.items()}
    assert len(set(chances.values())) > 1
    assert_has_law(picks(there, Ppa(0.2), scratch), chances)


def with_capture(state, move):
    """Who moves, from where to where, and whether that captures: `a2xb3` does."""
    return state.player, move.name.replace("x", ""), "x" in move.name


def named(state):
    return {int(move): move for move in state.moves()}


def test_ppaf_tells_a_capture_from_a_quiet_step():
    game = Breakthrough(5, 5)
    state = game.start().play_all("c2c3 b4b3")
    weights, numbers = {}, {}

    def feature(there, move):
        code = with_capture(there, move)
        number = int(game.feature_code(there.words, int(move)))
        assert numbers.setdefault(code, number) == number
        return code

    for states, winner, scratch in lines(state, Ppaf(0.5), n=SIMULATIONS // 5):
        weights = adapted(weights, states, winner, 0.5, feature)
        assert_weights_are(scratch.memory, weights, numbers.__getitem__)
    assert len(set(numbers.values())) == len(numbers)
    both = [c for c in numbers if c[2] and (*c[:2], False) in numbers]
    assert both
    assert any(weights.get(c, 0) != weights.get((*c[:2], False), 0) for c in both)


@pytest.mark.parametrize("keep", [0.0, 0.5, 1.0])
def test_share_of_the_weights_stays_when_memory_fades(keep):
    state, policy = POSITIONS["nim"], Ppa(keep=keep)
    memory = learnt(state, policy).memory
    before = memory.weight.copy()
    policy.fade(state.game, memory)
    assert np.log1p(memory.weight) == pytest.approx(keep * np.log1p(before))
    assert before.any()


# --- LGR ----------------------------------------------------------------------------


def replies_after(replies, states, winner, policy):
    """Keep the winner's replies, forget the loser's where that is wanted."""
    codes = codes_of(states)
    for i in range(1, len(codes)):
        for before in [(codes[i - 1],), tuple(codes[i - 2 : i])][: 2 if policy.pairs else 1]:
            if len(before) == 2 and i < 2:
                continue
            if not before:
                continue
            if states[i].player == winner:
                replies[before] = codes[i]
            elif policy.forget and replies.get(before) == codes[i]:
                del replies[before]


@pytest.mark.parametrize("pairs", [True, False])
@pytest.mark.parametrize("forget", [True, False])
@every_position
def test_lgr_keeps_the_replies_of_the_winner_and_may_forget_the_losers(state, forget, pairs):
    policy, replies, slots = Lgr(pairs, forget), {}, {}
    n_forgotten = n_legal = 0
    for states, winner, scratch in lines(state, policy, n=SIMULATIONS // 2):
        codes = codes_of(states)
        for i, code in enumerate(codes):
            slots[code,] = code
            if i > 0:
                slots[codes[i - 1], code] = pair_slot(state.game, scratch.line, i + 1)
        known = set(replies)
        if winner != DRAW:
            replies_after(replies, states, winner, policy)
        n_forgotten += len(known - set(replies))
        held = {i: reply - 1 for i, reply in enumerate(scratch.memory.seen.tolist()) if reply}
        assert held == {slots[before]: reply for before, reply in replies.items()}
    assert len(set(slots.values())) == len(slots)  # no two of these collide
    assert (n_forgotten > 0) == forget or not JIT
    for plies in range(1, len(states) - 1):
        before, there = codes[:plies], states[plies]
        told(scratch, states[: plies + 1])
        counts = picks(there, policy, scratch, 50)
        codes_there = there.codes()
        wanted = [tuple(before[-2:])] if pairs and plies > 1 else []
        legal = [
            move
            for run in [*wanted, (before[-1],)]
            for move in there.moves()
            if run in replies and codes_there[int(move)] == replies[run]
        ]
        if legal:
            n_legal += 1
            assert counts == {legal[0]: 50}
        else:
            assert_has_law(counts, dict.fromkeys(there.moves(), 1))
    assert n_legal > 0 or not JIT


@pytest.mark.parametrize("pairs", [True, False])
def test_lgr_prefers_the_reply_to_two_moves_and_plays_legal_ones_only(pairs):
    states = [POSITIONS["mnk"], *steps_to(Mnk().start().play_all("b2 a1"))]
    there, (_, last) = states[-1], codes_of(states)
    codes = there.codes()
    legal_one, legal_two = list(codes)[1], list(codes)[4]
    illegal = codes_of(states)[0]  # b2, again
    for one, two, wanted in [
        (codes[legal_one], codes[legal_two], legal_two if pairs else legal_one),
        (codes[legal_one], illegal, legal_one),
        (codes[legal_one], None, legal_one),
        (illegal, codes[legal_two], legal_two if pairs else None),
        (illegal, illegal, None),
        (None, None, None),
    ]:
        scratch = fresh(there.game, Lgr())
        told(scratch, states)
        scratch.memory.seen[last] = 0 if one is None else one + 1
        slot = pair_slot(there.game, scratch.line, 2)
        scratch.memory.seen[slot] = 0 if two is None else two + 1
        counts = picks(there, Lgr(pairs), scratch, 400)
        if wanted is None:
            assert_has_law(counts, dict.fromkeys(there.moves(), 1))
        else:
            assert counts == {wanted: 400}


def test_lgr_learns_the_moves_in_their_order_when_rave_is_killer():
    state, policy, replies = POSITIONS["mnk"], Lgr(pairs=False), {}
    algorithm = Rave(killer=True, solver=False, policy=policy)
    tree = Tree.of(state.game, 20_000, 2_000, kept=algorithm.statistics)
    scratch = fresh(state.game, policy)
    for _ in range(30):
        simulate(state.game, algorithm, tree, scratch, state.words, 1)
        states = [state]
        for move in scratch.line.move[: scratch.line.size[0]].tolist():
            states.append(states[-1].play(move))
        if not states[-1].is_draw:
            replies_after(replies, states, states[-1].winner, policy)
        held = {i: reply - 1 for i, reply in enumerate(scratch.memory.seen.tolist()) if reply}
        assert held == {before[0]: reply for before, reply in replies.items()}


# --- the others ---------------------------------------------------------------------


@pytest.mark.parametrize("name", ["nim", "mnk, second"])
def test_random_picks_uniformly(name):
    state = POSITIONS[name]
    counts = picks(state, Random(), fresh(state.game, Random()))
    assert_has_law(counts, dict.fromkeys(state.moves(), 1))


def test_result_of_a_policy_names_the_policy():
    result = search(Nim(12).start(), Random(), seed=1)
    assert result.algorithm == Random()
    assert result.simulations == 0
    assert math.isnan(result.value)
