"""The formulas of the programs that came before, each kept by a plain-Python oracle of its own.

The oracle sees only which moves a search chose, what it played out and who won. From that it keeps
its own books, of visits, wins and AMAF samples, and says which move the formula chooses next.
"""

import math

import pytest
from trees import children, unpacked

from playout import (
    Amaf,
    Bias,
    Biased,
    Child,
    Connect4,
    Flat,
    Grave,
    Hand,
    Mnk,
    Nim,
    PlayerSpec,
    Random,
    Ratio,
    Rave,
    Search,
    SearchError,
    Ucb,
    Uct,
    UctAmaf,
    search,
)
from playout.kernel import JIT
from playout.search.tree import DRAWN, ROOT, settle

N = 250 if JIT else 40
needs_jit = pytest.mark.skipif(not JIT, reason="takes too long with the JIT off")


class Books:
    """What the oracle knows of a search: by the moves that lead to a node, its visits and points;
    AMAF samples of each node with children, and of the whole search."""

    def __init__(self, state, draw=0.5, root_player_only=False):
        self.state, self.draw, self.root_player_only = state, draw, root_player_only
        self.visits, self.points = {}, {}
        self.amaf = {(): {}}  # by node and by code: samples, and points of who played it
        self.table = {}
        self.half = state.game.n_codes() // 2

    def result(self, player, winner):
        return self.draw if winner is None else float(winner == player)

    def add(self, step):
        path = tuple(choice.move for choice in step.selected)
        for line in step.expanded:
            self.amaf.setdefault(line, {})
        (playout,) = step.playouts or [None]
        codes, there = [], self.state
        for move in path:
            codes.append(there.codes()[move])
            there = there.play(move)
        codes += playout.codes if playout else ()
        winner = playout.winner if playout else there.winner
        assert winner == step.winner
        for i in range(len(path) + 1):
            mover = (self.state.player + i + 1) % 2
            self.visits[path[:i]] = self.visits.get(path[:i], 0) + 1
            self.points[path[:i]] = self.points.get(path[:i], 0) + self.result(mover, winner)
            if path[:i] in self.amaf:
                self.credit(self.amaf[path[:i]], codes[i:], winner)
        self.credit(self.table, codes, winner)

    def credit(self, table, codes, winner):
        for code in set(codes):
            player = 0 if code < self.half else 1
            if not (self.root_player_only and player != self.state.player):
                count, points = table.get(code, (0, 0.0))
                table[code] = count + 1, points + self.result(player, winner)

    def check_choice(self, choice, value, untried_first):
        """Whether the search chose what the formula values most."""
        there = self.state
        for move in choice.line:
            there = there.play(move)
        node_visits = self.visits.get(choice.line, 0)
        values = {}
        for move, code in there.codes().items():
            line = (*choice.line, move)
            n, w = self.visits.get(line, 0), self.points.get(line, 0.0)
            if n or not untried_first:
                amaf = self.amaf.get(choice.line, {}).get(code, (0, 0.0))
                values[move] = value(node_visits, n, w, *amaf, self.table.get(code, (0, 0.0)))
        if untried_first and len(values) < len(there.moves()):
            assert choice.is_new
            assert choice.scores[choice.move] == math.inf
        else:
            assert values[choice.move] >= max(values.values()) - 1e-4
        return len(values)


def explored(c, node_visits, n):
    return c * math.sqrt(math.log(node_visits) / n)


def hex_agent(node_visits, n, w, a, a_w, table):
    beta = math.sqrt(300 / (300 + 3 * n))
    rave = a_w / a if a else 0.0
    beta = beta if a else 0.0
    return (1 - beta) * w / n + beta * rave + explored(1.0, node_visits, n)


def connect4_rave(node_visits, n, w, a, a_w, table):
    beta = math.sqrt(3 / (3 * node_visits + 3)) if a else 0.0
    inside = w / n + explored(2.0, node_visits, n)
    return (1 - beta) * inside + (beta * a_w / a if a else 0.0)


def connect4_amaf(node_visits, n, w, a, a_w, table):
    return w / n + explored(2.0, node_visits, n) + table[1] / table[0]


def java_rave(node_visits, n, w, a, a_w, table):
    beta = 100 / (100 + a) if a else 0.0
    rave = a_w / a if a else 0.0
    return (1 - beta) * w / n + beta * rave + explored(math.sqrt(2), node_visits, n)


def course_rave(node_visits, n, w, a, a_w, table):
    if a == 0:
        return 1000000.0
    beta = a / (n + a + 1e-5 * n * a)
    return (1 - beta) * (w / n if n else 0.0) + beta * a_w / a


UNTRIED_FIRST = {"solver": False, "expand": 1, "untried": "first"}
FORMULAS = {
    "hex agent": (Rave(beta=Child(300), c=1.0, **UNTRIED_FIRST), hex_agent),
    "connect 4 rave": (Rave(beta=Hand(3), c=2.0, inside=True, **UNTRIED_FIRST), connect4_rave),
    "connect 4 amaf": (UctAmaf(c=2.0, solver=False), connect4_amaf),
    "java rave": (Rave(beta=Ratio(100), c=math.sqrt(2), **UNTRIED_FIRST), java_rave),
    "course rave": (Rave(beta=Bias(1e-5), solver=False, expand=1), course_rave),
}
every_formula = pytest.mark.parametrize(("algorithm", "value"), FORMULAS.values(), ids=FORMULAS)


def follow(state, algorithm, value, books):
    """Run a search step by step beside its oracle; returns how many choices were by value."""
    untried_first = getattr(algorithm, "untried", 0) or isinstance(algorithm, UctAmaf)
    found, n = Search(state, algorithm, seed=1), 0
    for _ in range(N):
        step = found.step()
        for line in step.expanded:  # known before the choice there, without any sample
            books.amaf.setdefault(line, {})
        for choice in step.selected:
            n += books.check_choice(choice, value, untried_first) > 1 and not choice.is_new
        books.add(step)
    (tree,) = found.trees
    assert tree.visits[ROOT] == N
    assert tree.total[ROOT] == pytest.approx(books.points[()])
    if isinstance(algorithm, Rave):
        check_tables(tree, books)
    return n


def check_tables(tree, books):
    """Whether each node has the AMAF samples of who moves there that the oracle has counted."""
    for line, samples in books.amaf.items():
        node, there = ROOT, books.state
        for move in line:
            node = next(child for child in children(tree, node) if tree.move[child] == move)
            there = there.play(move)
        for code in there.codes().values():
            count, points = samples.get(code, (0, 0.0))
            a, first = unpacked(tree.stats.amaf[tree.row[node], code])
            assert (a, first if there.player == 0 else a - first) == (count, points)


@every_formula
@pytest.mark.parametrize("line", ["", "b2"])
def test_moves_are_chosen_by_the_formula(line, algorithm, value):
    state = Mnk().start().play_all(line)
    assert follow(state, algorithm, value, Books(state)) > N // 4


@pytest.mark.parametrize("draw", [0.0, 1.0])
@pytest.mark.parametrize("name", ["hex agent", "connect 4 amaf"])
def test_a_draw_is_worth_what_one_says_to_both_players(name, draw):
    algorithm, value = FORMULAS[name]
    for line in ("b2 a1 c3 a3", "b2 a1 c3 a3 a2"):  # many ways to a draw
        state = Mnk().start().play_all(line)
        assert follow(state, algorithm._replace(draw=draw), value, Books(state, draw)) > N // 8


@pytest.mark.parametrize("line", ["", "b2"])
def test_only_moves_of_the_root_player_are_recorded_if_one_says_so(line):
    algorithm, value = FORMULAS["java rave"]
    state = Mnk().start().play_all(line)
    books = Books(state, root_player_only=True)
    assert follow(state, algorithm._replace(root_player=True), value, books) > N // 8


def test_grave_tries_untried_moves_first_in_any_order():
    orders = set()
    for seed in range(6):
        found = Search(Mnk().start(), Grave(untried="first", solver=False), seed=seed)
        steps = [found.step() for _ in range(9)]
        orders.add(tuple(step.selected[0].move for step in steps))
        assert sorted(step.selected[0].move for step in steps) == sorted(Mnk().start().moves())
    assert len(orders) > 3


def test_beta_by_the_visits_of_the_child_is_the_hex_agents():
    for k, n in ((300, 0), (300, 1), (300, 100), (7, 12)):
        assert Child(k).beta(10**6, n, 1) == pytest.approx(math.sqrt(k / (k + 3 * n)))
    assert Child(300).beta(5, 300, 1) == pytest.approx(0.5)


# --- draws ---------------------------------------------------------------------------


def test_half_points_are_all_that_amaf_values_know_of_draws():
    for kind in (Rave, Grave, UctAmaf):
        with pytest.raises(SearchError) as caught:
            kind(draw=0.3)
        assert caught.value.code == "not-a-choice"
    assert Uct(draw=0.3).draw == 0.3


def test_a_proven_draw_is_played_only_where_nothing_promises_more():
    state = Mnk().start().play_all("b2 a1 c3 a3 a2 c2 b3 b1")  # one move, a draw
    assert search(state, Uct(), simulations=50).value == 0.5
    assert search(state, Uct(draw=0.0), simulations=50).value == 0.0


@pytest.mark.parametrize(("draw", "is_played"), [(0.0, False), (0.2, False), (0.5, True)])
def test_a_proven_draw_is_played_if_it_is_worth_more_than_the_rest_promises(draw, is_played):
    state = Mnk().start()
    found = Search(state, Uct(draw=draw), seed=1)
    found.run(40)
    (tree,) = found.trees
    drawn, *others = children(tree, ROOT)
    settle(tree, drawn, DRAWN, 8)
    for child in others:
        tree.total[child] = 0.3 * tree.visits[child]
    assert (found.result().move == tree.move[drawn]) == is_played


# --- playouts of a move and of a leaf ------------------------------------------------


@pytest.mark.parametrize("playouts", [1, 4])
@pytest.mark.parametrize("line", ["", "b2", "b2 a1 a2 c3"])  # in the last, a move wins at once
def test_flat_gives_each_move_as_many_playouts_as_one_says(line, playouts):
    state = Mnk().start().play_all(line)
    result = search(state, Flat(each=20, playouts=playouts, draw=0.0), seed=1)
    assert {row.visits for row in result.rows} == {20}
    assert result.simulations == 20 * len(state.moves())
    wins = [20 * row.value for row in result.rows]  # a draw is none
    assert wins == pytest.approx([round(n) for n in wins])
    assert result.rows[[row.move for row in result.rows].index(result.move)].value == max(wins) / 20
    less = search(state, Flat(each=20), simulations=10, seed=1)
    assert less.simulations == 10


@pytest.mark.parametrize("final", ["mean", "robust"])
@pytest.mark.parametrize(("each", "playouts", "threads"), [(5, 1, 2), (6, 2, 4), (1, 1, 3)])
def test_each_move_has_as_many_playouts_on_several_threads(each, playouts, threads, final):
    algorithm = Flat(each=each, playouts=playouts, final=final)
    result = search(Mnk().start(), algorithm, seed=1, threads=threads)
    assert {row.visits for row in result.rows} == {each}


def test_each_must_be_a_multiple_of_the_playouts_of_a_leaf():
    with pytest.raises(SearchError, match="multiple"):
        Flat(each=10, playouts=4)


def test_player_with_its_own_number_of_playouts_needs_no_budget():
    choice = PlayerSpec.parse("flat:each=30,policy=biased").player().choose(Mnk().start(), 1)
    assert choice.simulations == 270
    with pytest.raises(SearchError):
        search(Mnk().start(), Flat())


# --- the final move ------------------------------------------------------------------


@pytest.mark.parametrize("algorithm", [Uct(c=1.0, final="ucb"), Ucb(c=1.0, final="ucb")])
def test_final_move_may_be_that_of_the_best_upper_bound(algorithm):
    differs = 0
    for seed in range(12):
        result = search(Mnk().start().play("a1"), algorithm, simulations=60, seed=seed)
        total = sum(row.visits for row in result.rows)
        bounds = {r.move: r.value + explored(1.0, total, r.visits) for r in result.rows if r.visits}
        assert bounds[result.move] == pytest.approx(max(bounds.values()), abs=1e-5)
        differs += result.move != result.rows[0].move
    assert differs


def test_final_move_by_mean_is_that_of_most_victories_for_a_defeat():
    state = Nim(13).start()  # no draws
    for seed in range(5):
        result = search(state, Uct(final="mean", solver=False), simulations=80, seed=seed)
        wins = {row.move: row.value * row.visits for row in result.rows}
        ratios = {r.move: wins[r.move] / max(r.visits - wins[r.move], 1e-9) for r in result.rows}
        assert ratios[result.move] == max(ratios.values())


def test_final_moves_go_by_name():
    for name in ("visits", "mean", "secure", "robust", "ucb"):
        assert str(PlayerSpec.parse(f"uct:final={name}")) in (f"uct:final={name}", "uct")
    with pytest.raises(SearchError, match="score"):
        search(Mnk().start(), Flat(final="ucb"), simulations=10)


# --- early wins ----------------------------------------------------------------------

PLAYERS = {
    "flat": (Flat(), 8),
    "ucb": (Ucb(), 8),
    "uct": (Uct(solver=False), 8),
    "random": (Random(), None),
    "biased": (Biased(blocks=False), None),
}


@pytest.mark.parametrize(("algorithm", "simulations"), PLAYERS.values(), ids=PLAYERS)
@pytest.mark.parametrize(
    ("line", "move"), [("a1 a2 b1 b2", "c1"), ("a1 a2 b1 b2 c3", "c2"), ("a1 a2 b1", "c1")]
)
def test_early_win_finds_a_win_and_an_only_block_for_every_player(
    line, move, algorithm, simulations
):
    state = Mnk().start().play_all(line)
    for seed in range(8):
        result = search(state, algorithm, simulations=simulations, seed=seed, early_win=True)
        assert result.move.name == move
    if not isinstance(algorithm, Biased):
        without = {
            search(state, algorithm, simulations=simulations, seed=seed).move.name
            for seed in range(20)
        }
        assert without != {move}


def test_early_win_is_a_key_of_every_player():
    state = Mnk().start().play_all("a1 a2 b1 b2")
    for text in ("random", "biased", "flat", "uct:solver=false", "beginner", "default"):
        join = "," if ":" in text else ":"
        spec = PlayerSpec.parse(f"{text}{join}early_win=true")
        assert PlayerSpec.parse(str(spec)) == spec
        assert spec.player().choose(state, 1).move.name == "c1"
    with pytest.raises(SearchError):
        PlayerSpec.parse("human:early_win=true")


# --- Killer RAVE by recent results ---------------------------------------------------


@pytest.mark.parametrize(("line", "draw"), [("", 0.5), ("b2", 0.5), ("", 0.0), ("b2", 1.0)])
def test_killers_are_moves_whose_recent_results_are_good(line, draw):
    state, window = Mnk().start().play_all(line), 10
    algorithm = Rave(killer=True, recent=window, solver=False, expand=2, c=0.3, draw=draw)
    found = Search(state, algorithm, seed=1)
    (tree,) = found.trees
    count, recent = {}, {}
    half, left_out = state.game.n_codes() // 2, 0
    totals = [0.0, 0.0]  # what the first player has scored, and what the second has not
    for n in range(N):
        step = found.step()
        path = [state.codes()[step.selected[0].move]]
        there = state
        for choice in step.selected:
            path.append(there.codes()[choice.move])
            there = there.play(choice.move)
        codes = set(step.playouts[0].codes) if step.playouts else set()
        gained = {
            (change.line, change.place)
            for change in step.changes
            if change.statistic == "amaf_visits"
        }
        assert {place for at, place in gained if at == ()} == codes | set(path)
        below = {at for at, _ in gained if at}
        for code in codes - set(path):
            average = totals[code >= half] / max(n, 1)
            surplus = (recent.get(code, average) - average) * (1 if code < half else -1)
            if abs(surplus) > 1e-5:
                for at in below:
                    assert ((at, code) in gained) == (surplus > 0)
                    left_out += surplus < 0
        results = [draw, 1 - draw] if step.winner is None else [float(step.winner == 0)] * 2
        totals = [total + result for total, result in zip(totals, results, strict=True)]
        for code in codes | set(path):
            count[code] = count.get(code, 0) + 1
            mean = recent.get(code, 0.0)
            recent[code] = mean + (results[code >= half] - mean) / min(count[code], window)
    assert left_out > 10
    assert {code: tree.stats.recent[code] for code in recent} == pytest.approx(recent, abs=1e-5)
    assert all(unpacked(tree.stats.amaf[tree.row[ROOT], code])[0] == count[code] for code in count)


# --- the columns of a result ---------------------------------------------------------


@every_formula
def test_table_has_the_value_of_choice_and_beta(algorithm, value):
    state = Mnk().start().play("b2")
    found, books = Search(state, algorithm, seed=1), Books(state)
    for _ in range(N):
        books.add(found.step())
    table = found.result().table.set_index("move")
    assert ("beta" in table.columns) == isinstance(algorithm, Rave)
    for move, code in state.codes().items():
        name = next(m.name for m in state.moves() if m == move)
        n, w = books.visits.get((move,), 0), books.points.get((move,), 0.0)
        amaf = books.amaf[()].get(code, (0, 0.0))
        if n:
            expected = value(N, n, w, *amaf, books.table.get(code, (0, 0.0)))
            assert table.score[name] == pytest.approx(expected, abs=1e-4)
        if isinstance(algorithm, Rave):
            beta = float(algorithm.beta.beta(N, n, max(amaf[0], 1)))
            assert table.beta[name] == pytest.approx(beta if amaf[0] else 0.0, abs=1e-4)


def test_table_has_no_score_where_moves_are_not_chosen_by_one():
    table = search(Mnk().start(), Flat(), simulations=50, seed=1).table
    assert not {"score", "beta"} & {*table.columns}


def test_scores_of_several_trees_are_their_mean():
    result = search(Mnk().start(), Uct(), simulations=400, seed=1, threads=2)
    assert result.table.score.between(0, 2).all()


@needs_jit
def test_players_of_connect4_find_their_early_win():
    state = Connect4().start().play_all("171717")  # three in column 1
    for algorithm in (Flat(), Ucb(), Uct(solver=False)):
        assert search(state, algorithm, simulations=8, seed=1, early_win=True).move.name == "1"


# --- where AMAF is misled ------------------------------------------------------------

# O must take a corner beside both of X's cells at once; later it would be worth nothing.
MISLEADING = Mnk().start().play_all("b1 b3 c2")


@pytest.mark.parametrize(
    ("algorithm", "simulations", "is_right"),
    [
        (Uct(solver=False), 1000, True),
        (Amaf(solver=False), 1000, False),
        (Rave(beta=Hand(100.0), c=0.4, solver=False), 300, False),
        (Rave(beta=Hand(100.0), c=0.4, solver=False), 1000, True),
    ],
)
def test_amaf_is_misled_where_a_move_is_good_only_now(algorithm, simulations, is_right):
    for seed in range(5 if JIT else 1):
        move = search(MISLEADING, algorithm, simulations=simulations, seed=seed).move
        assert (move.name in ("a1", "c1")) == is_right


@needs_jit
def test_amaf_is_misled_by_a_move_that_wins_now_and_not_later():
    """Of 17 matches, 4 at most at a time, take 2: three times 5 are left. Later that is nothing
    special, so its AMAF value is low, and a search by that alone does not come back to it."""
    state = Nim(17, 4).start()
    misled = search(state, Amaf(solver=False, expand=1), simulations=100_000, seed=1)
    table = misled.table.set_index("move")
    right, played = table.loc["2"], table.loc[misled.move.name]
    assert misled.move.name != "2"
    assert right.value > played.value + 0.3
    assert right.amaf_value < played.amaf_value
    assert search(state, Uct(solver=False), simulations=100_000, seed=1).move.name == "2"
