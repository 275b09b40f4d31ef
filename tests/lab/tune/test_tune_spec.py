"""Specs of tunings: what is read from them, and what is refused with the line and the reason."""

import pytest

from playout.lab.run.spec import SpecError, parse_spec

GOOD = """
kind = "tune"
game = "nim:9"
seed = 3

[tune]
player = "uct:c={c},simulations={n},policy={policy}"
against = ["uct:simulations=20", "random"]
budget = 800
final = 30
c = {low = 0.1, high = 10.0, log = true}
n = {low = 2, high = 60, whole = true, start = 5}
policy = ["random", "biased"]
"""


def test_tuning_is_read():
    found = parse_spec(GOOD)
    tune = found.tune
    assert (found.kind, found.pairs, found.players) == ("tune", 30, {})
    assert tune.against == ("uct:simulations=20", "random")
    assert (tune.trials, tune.pairs, tune.batch) == (800 // (2 * 4 * 2), 4, 10)
    assert tune.start == {"c": 1.0, "n": 5, "policy": "random"}  # the middle, as said, the first
    assert tune.filled(tune.start) == "uct:c=1,simulations=5,policy=random"
    assert tune.name({"c": 0.25, "n": 7, "policy": "biased"}) == "c=0.25, n=7, policy=biased"


def test_opponent_is_the_start_where_none_is_said():
    text = GOOD.replace('against = ["uct:simulations=20", "random"]\n', "")
    assert parse_spec(text).tune.against == ("uct:c=1,simulations=5,policy=random",)


def test_values_lie_in_the_unit_cube():
    c, n, policy = parse_spec(GOOD).tune.parameters
    assert c.place(0.1) == [0.0]
    assert c.place(10.0) == pytest.approx([1.0])
    assert c.place(1.0) == pytest.approx([0.5])  # a logarithmic scale
    for p in (c, n, policy):
        for share in (0.0, 0.2, 0.5, 0.99, 1.0):
            value = p.at(share)
            assert value in p.choices or p.low <= value <= p.high
            if not p.choices:
                assert p.place(value)[0] == pytest.approx(share, abs=0.01)
    assert isinstance(n.at(0.3), int)
    one, other = policy.place("random"), policy.place("biased")
    assert sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) == pytest.approx(1.0)


def test_values_have_few_digits_and_stay_in_their_range():
    c = parse_spec(GOOD).tune.parameters[0]
    assert c.near(0.123456) == 0.1235
    assert c.near(99.0) == 10.0
    assert c.text(c.near(1e-9)) == "0.1"
    narrow = c._replace(low=0.100049, high=0.3)
    assert narrow.near(0.100049) >= narrow.low
    assert c.text(0.00001) == "0.00001"


def test_digest_is_of_what_decides_the_games():
    base = parse_spec(GOOD)
    for old, new in [
        ("budget = 800", "budget = 816"),
        ("high = 10.0", "high = 9.0"),
        ("log = true", "log = false"),
        ("start = 5", "start = 6"),
        ('["random", "biased"]', '["biased", "random"]'),
        ("final = 30", "final = 31"),
        ('"random"]\nbudget', '"biased"]\nbudget'),
        ("seed = 3", "seed = 4"),
    ]:
        assert old in GOOD
        assert parse_spec(GOOD.replace(old, new, 1)).digest() != base.digest(), new
    # Who plays is decided as it goes on: that is no other experiment.
    assert base._replace(players={"c=1": "uct:c=1"}).digest() == base.digest()


@pytest.mark.parametrize(
    ("old", "new", "line", "why"),
    [
        ("low = 0.1", "low = 20.0", 11, "c: low must be below high"),
        ("low = 0.1", "low = 0.0", 11, "c: a logarithmic scale begins above 0"),
        ("low = 0.1", "low = -1", 11, "c: a logarithmic scale begins above 0"),
        ("low = 0.1", 'low = "0"', 11, "c: low must be a number"),
        ("low = 0.1, ", "", 11, "c: a logarithmic scale begins above 0, not at 0"),
        ("high = 10.0, ", "", 11, "nothing says what {c} may be: write c = {low = ..., high = "),
        ("high = 10.0", "high = inf", 11, "c: high must be a number"),
        ("log = true", "log = 1", 11, "c: log must be true or false"),
        ("log = true", "logs = true", 11, "c: 'logs' means nothing (did you mean log?)"),
        ("log = true", "start = 11.0", 11, "c: start must be from 0.1 to 10, not 11.0"),
        ("log = true", 'start = "x"', 11, "c: start must be a number"),
        ("low = 2,", "low = 2.5,", 12, "n: low must be an integer"),
        ("high = 60, whole = true", "high = 60.5", 12, "n: high must be an integer"),
        ("start = 5", "start = 5.5", 12, "n: start must be an integer"),
        ("low = 2,", "low = -2,", 12, "n: low must be from 1 to 2147483647, not -2"),
        ("low = 0.1, high = 10.0, log = true", "low = -1.0, high = 1", 11, "at least 0, not -1.0"),
        ('["random", "biased"]', "[]", 13, "choices must be a list of two or more"),
        ('["random", "biased"]', '["random"]', 13, "choices must be a list of two or more"),
        ('["random", "biased"]', '["random", "random"]', 13, "twice"),
        ('["random", "biased"]', '["random", "odd"]', 13, "policy must be one of"),
        ('["random", "biased"]', "5", 13, "a range such as"),
        (
            '["random", "biased"]',
            '{choices = ["random", "biased"], start = "x"}',
            13,
            "start must be one of the choices",
        ),
        ("policy={policy}", "policy=random", 13, "player does not depend on policy"),
        ("c={c}", "c={q}", 11, "player does not depend on c"),
        ("simulations={n}", "simulations={n},fpu={f}", 7, "{f} may be: write f = {low = "),
        ("simulations={n}", "simulations={n},fpu={f}", 7, "fpu may be at least 0"),
        ('policy = ["random", "biased"]', "", 7, 'write policy = ["...", "..."] with some of'),
        ("uct:c={c}", "odd:c={c}", 7, "no player is called 'odd'"),
        ("uct:c={c}", "{algo}:c={c}", 7, "nothing says what {algo} may be"),
        ("c={c}", "c={c},fpu=1.{e}", 7, "nothing says what {e} may be"),
        ("c={c}", "c={}", 7, "cannot be the name of a parameter"),
        ("c={c}", "c={c", 7, "field name"),
        ("c={c}", "d={c}", 7, "has no setting 'd'"),
        ('"random"]\n', '"god"]\n', 8, "no player is called 'god'"),
        ('["uct:simulations=20", "random"]', "[]", 8, "against must be a player"),
        ('["uct:simulations=20", "random"]', '["random", "random"]', 8, "twice"),
        ("budget = 800", "budget = 100", 9, "budget must be 160 or more: 10 to"),
        ("budget = 800", "budget = 0.5", 9, "budget must be a whole number"),
        ("budget = 800\n", "", 6, "budget is missing"),
        ("final = 30", "final = 0", 10, "final must be a whole number from 1"),
        ("final = 30", "batch = 90", 10, "batch must be a whole number from 1 to 50"),
        ("seed = 3", "pairs = 3", 4, "pairs means nothing here: it goes under [tune]"),
        ('kind = "tune"', 'kind = "match"', 6, 'it is for kind = "tune"'),
    ],
)
def test_bad_tuning_is_refused_with_its_line(old, new, line, why):
    assert old in GOOD
    with pytest.raises(SpecError) as error:
        parse_spec(GOOD.replace(old, new, 1), "trial.toml")
    assert why in str(error.value)
    assert f"trial.toml, line {line}: " in str(error.value)


def opened(player, lines=""):
    """The parameters of a tuning of this player, by name."""
    text = f'kind = "tune"\ngame = "nim:9"\n[tune]\nplayer = "{player}"\nbudget = 800\n{lines}'
    return {p.name: p for p in parse_spec(text).tune.parameters}


def test_what_is_not_said_of_a_parameter_is_as_it_was_declared():
    found = opened("implicit:alpha={a},c={c},final={f},solver={s},simulations={n}", OPEN)
    assert found["a"][1:] == (0.4, 0, 1, False, False, ())  # its default, and its whole range
    assert (found["c"].low, found["c"].high, found["c"].start) == (0, 2.0, 1.0)
    assert found["f"].choices == ("visits", "mean", "secure", "robust", "ucb")
    assert (found["s"].choices, found["s"].start) == ((False, True), True)
    assert found["n"].whole  # without a word of it
    assert isinstance(found["n"].start, int)


OPEN = "c = {high = 2.0}\nn = {low = 10, high = 60}\n"


def test_parameters_of_a_policy_or_a_schedule_are_declared_too():
    assert opened("uct:policy=mast,keep={k},simulations=5")["k"].high == 1
    assert opened("uct:policy=mast,policy.keep={k},simulations=5")["k"].high == 1
    by_list = opened("uct:policy={p},keep={k},simulations=5", 'p = ["nst", "mast"]')
    assert (by_list["k"].low, by_list["k"].high) == (0, 1)
    assert opened("{s}:playouts={n},simulations=5", 's = ["uct", "rave"]')["n"].high == 10**6


def test_range_beyond_the_declared_one_is_refused_with_it():
    with pytest.raises(SpecError, match="line 6: a: high must be from 0 to 1, not 3"):
        opened("implicit:alpha={a},simulations=5", "a = {high = 3}")
    with pytest.raises(SpecError, match="final must be one of visits, mean, secure, robust"):
        opened("uct:final={f},simulations=5", 'f = ["visits", "luck"]')


def test_nothing_left_open_is_refused():
    text = GOOD[: GOOD.index("c = {low")]
    text = text.replace("c={c},simulations={n},policy={policy}", "simulations=5")
    with pytest.raises(SpecError, match="line 7: nothing is left open"):
        parse_spec(text, "trial.toml")


def test_table_of_a_parameter_of_its_own_has_a_line_too():
    text = GOOD.replace("c = {low = 0.1, high = 10.0, log = true}\n", "")
    with pytest.raises(SpecError, match="line 13: c: low must be below high"):
        parse_spec(text + "[tune.c]\nlow = 5\nhigh = 2\n", "trial.toml")


def test_tuning_without_its_table_is_refused():
    with pytest.raises(SpecError, match="tune is missing: it must be a table with player"):
        parse_spec('kind = "tune"\ngame = "nim:9"\n', "trial.toml")
