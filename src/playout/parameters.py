"""Parameters of games and searches: declared once, checked when they are given, then plain numbers.

    c: Annotated[float, Range(0), "how much it explores"] = 0.4
    final: Annotated[int, Choices({"visits": 0, "mean": 1}), "how the move is chosen"] = 0
    policy: Annotated[Any, OneOf("policy"), "how it plays out"] = Random()

The command line, the page, experiments, the tuner and the documentation read this declaration.
"""

import inspect
import math
import operator
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

from .errors import PlayoutError
from .language import Text
from .registry import name_of, written

__all__ = [
    "Choices",
    "OneOf",
    "Parameter",
    "Range",
    "add_checks",
    "checked",
    "fitting",
    "parameters_of",
    "parse",
    "printed",
    "shown",
]

TRUE, FALSE = ("true", "yes", "on", "1"), ("false", "no", "off", "0")
LONG = 10**30  # nobody reads the digits of a larger number
LONGEST = 60  # letters of a text that are repeated


class Range(NamedTuple):
    """From the least to the most that a number may be."""

    least: float = -math.inf
    most: float = math.inf


ANY = Range()
ABOVE_0 = 5e-324  # the least number above 0


@dataclass(frozen=True)
class Choices:
    """A number that goes by names."""

    names: dict[str, int]
    suffix: str = ""  # of files whose paths are names, too


class OneOf(NamedTuple):
    """Something registered of a kind: a policy, a schedule."""

    kind: str


@dataclass(frozen=True)
class Parameter:
    """A parameter as it was declared."""

    name: str
    kind: Any  # int, bool or float; Any for what is registered of the kind `one_of`
    default: Any = None
    is_required: bool = False
    range: Range = ANY
    choices: dict[str, int] | None = None
    suffix: str = ""  # of files that may be chosen, too
    one_of: str | None = None
    text: str = ""

    def value(self, given: Any) -> tuple[Any, str]:
        """The given value as the type has it, and what was wanted where it does not fit."""
        if self.choices is not None:
            return self._chosen(given)
        value, wanted = _converted(self.kind, given, self.one_of)
        if not wanted and self.kind in (int, float):
            wanted = "" if self.range.least <= value <= self.range.most else self._range(value)
        return value, wanted

    def parse(self, text: str) -> tuple[Any, str]:
        """The value that a text means, and what was wanted where it means none."""
        if self.choices is not None:
            return self._chosen(int(text) if text.isdecimal() else text)
        if self.kind is bool:
            known = text.lower() in TRUE + FALSE
            return (text.lower() in TRUE, "") if known else (text, Text("true or false"))
        try:
            return self.value(self.kind(text))
        except ValueError:  # also of a number with thousands of digits
            return text, Text("an integer") if self.kind is int else Text("a number")

    def _chosen(self, given: Any) -> tuple[Any, str]:
        names = self.choices or {}
        if isinstance(given, str) and given in names:
            return names[given], ""
        if not isinstance(given, bool) and _is_single(given) and given in names.values():
            return int(given), ""
        return given, self._names()

    def _names(self) -> str:
        names = ", ".join(self.choices or ())
        if self.suffix:
            named = [name for name in self.choices or () if not self.is_file(name)]
            why = "one of {choices}, or the path of a {suffix} file"
            return Text(why, choices=", ".join(named), suffix=self.suffix)
        return Text("one of {choices}", choices=names)

    def is_file(self, text: str) -> bool:
        """Whether a text names a file that is chosen."""
        return bool(self.suffix) and text.endswith(self.suffix)

    def wanted(self) -> str:
        """The values it may have, in words; nothing where it may be any."""
        if self.choices is not None:
            return self._names()
        return "" if self.range == ANY else self._range()

    def _range(self, value: float = 0) -> str:
        if self.range.least == ABOVE_0:
            return (
                Text("more than 0") if value <= 0 else Text("at most {high}", high=self.range.most)
            )
        least, most = (int(x) if abs(x) < LONG and x == int(x) else x for x in self.range)
        if most >= LONG:
            return Text("at least {low}", low=least)
        if math.isinf(least):
            return Text("at most {high}", high=most)
        return Text("from {low} to {high}", low=least, high=most)

    def text_of(self, value: Any) -> str:
        """A value as people write it: `secure`, not 2."""
        for name, number in (self.choices or {}).items():
            if number == value:
                return name
        return str(value).lower() if self.kind is bool else str(value)


def parameters_of(thing: Any) -> dict[str, Parameter]:
    """The parameters of a game, search, policy or schedule, or of its class, by name."""
    declared: dict[str, Parameter] = thing._parameters
    return declared


def parse(cls: Any, texts: dict[str, str], error: type[PlayoutError]) -> dict[str, Any]:
    """The values of parameters, by name, that texts mean."""
    declared, name = parameters_of(cls), name_of(cls)
    values = {}
    for field, text in texts.items():
        if field not in declared:
            why = "{game} has no parameter {parameter!r}; it has {known}"
            known = ", ".join(declared)
            raise error(why, "unknown-parameter", game=name, parameter=field, known=known)
        values[field] = fitting(declared[field], name, text, error)
    return values


def fitting(parameter: Parameter, name: str, text: str, error: type[PlayoutError]) -> Any:
    """The value of a parameter that a text means; `name` is whose parameter it is."""
    return _fitting(parameter, name, *parameter.parse(text), error)


def checked(parameter: Parameter, name: str, given: Any, error: type[PlayoutError]) -> Any:
    """The given value of a parameter as its type has it; `name` is whose parameter it is."""
    return _fitting(parameter, name, *parameter.value(given), error)


def printed(thing: Any) -> str:
    """The parameters that are not as usual, as people write them: `size=7,swap=true`.

    Those of a policy or a schedule follow it: `beta=hand,beta.k=500`.
    """
    parts = []
    for field, parameter in parameters_of(thing).items():
        value = getattr(thing, field)
        if parameter.is_required or value != parameter.default:
            if parameter.one_of is None:
                parts.append(f"{field}={parameter.text_of(value)}")
                continue
            parts.append(f"{field}={written(type(value))}")
            inner = printed(value)
            parts += [f"{field}.{part}" for part in inner.split(",") if inner]
    return ",".join(parts)


def _fitting(
    parameter: Parameter, name: str, value: Any, wanted: str, error: type[PlayoutError]
) -> Any:
    if not wanted:
        return value
    fields: dict[str, Any] = {
        "parameter": parameter.name,
        "value": shown(value),
        "wanted": wanted,
        "owner": name,
    }
    least, most = parameter.range
    fields |= {"low": least} if math.isfinite(least) else {}
    fields |= {"high": most} if math.isfinite(most) else {}
    fields |= {"choices": ", ".join(parameter.choices)} if parameter.choices else {}
    raise error("{owner}: {parameter} must be {wanted}, not {value}", _code(wanted), **fields)


def _code(wanted: str) -> str:
    """The code of an error, by what was wanted."""
    starts = {
        "true or false": "not-true-or-false",
        "an integer of at most": "number-too-large",
        "an integer": "not-an-integer",
        "a number of at most": "number-too-large",
        "a number": "not-a-number",
        "one of": "not-a-choice",
        "at least": "too-low",
        "more than 0": "not-positive",
        "at most": "too-high",
        "from": "out-of-range",
    }
    return next((code for start, code in starts.items() if wanted.startswith(start)), "not-fitting")


def _declared(cls: Any, error: type[PlayoutError]) -> dict[str, Parameter]:
    hints = get_type_hints(cls, include_extras=True)
    return {field: _parameter(cls, field, hints[field], error) for field in cls._fields}


def _parameter(cls: Any, field: str, hint: Any, error: type[PlayoutError]) -> Parameter:
    kind, *more = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    choices = next((part for part in more if isinstance(part, Choices)), None)
    one_of = next((part.kind for part in more if isinstance(part, OneOf)), None)
    if kind not in (int, float, bool) and one_of is None:
        why = "{cls}: {field} must be declared as int, float or bool"
        raise error(why, "undeclared-type", cls=cls.__name__, field=field)
    return Parameter(
        field,
        kind,
        cls._field_defaults.get(field),
        field not in cls._field_defaults,
        next((part for part in more if isinstance(part, Range)), ANY),
        choices.names if choices else None,
        choices.suffix if choices else "",
        one_of,
        next((part for part in more if isinstance(part, str)), ""),
    )


def add_checks(cls: Any, error: type[PlayoutError]) -> None:
    """Have a NamedTuple class check its fields as they were declared, then by its method `check`.

    What does not fit raises the given error with a sentence that names the field.
    """
    if not cls._fields:  # Numba cannot pass a tuple of nothing
        why = "{cls} needs a parameter, if only one with a default: size: int = 8"
        raise error(why, "no-parameter", cls=cls.__name__)
    plain_new = cls.__new__
    signature = inspect.signature(plain_new)
    name = name_of(cls)  # a class may be renamed for Numba; people know its first name
    cls._parameters = _declared(cls, error)

    def checked_new(kind: Any, *args: Any, **kwargs: Any) -> Any:
        try:
            values = signature.bind(kind, *args, **kwargs)
        except TypeError as problem:
            why = "{owner} takes {takes}: {problem}"
            takes = ", ".join(cls._fields)
            raise error(why, "wrong-call", owner=name, takes=takes, problem=problem) from None
        values.apply_defaults()
        fields = []
        for parameter in cls._parameters.values():
            fields.append(checked(parameter, name, values.arguments[parameter.name], error))
        made = plain_new(kind, *fields)
        made.check()
        return made

    def is_equal(self: Any, other: object) -> bool:
        # As tuples Random(fast=True) and Biased(blocks=True) would be one, and so would two games.
        one, two = type(self), type(other)  # those of a file are other classes when it is read anew
        is_same = (one.__module__, name_of(one)) == (two.__module__, name_of(two))
        return is_same and bool(tuple.__eq__(self, other))

    def as_called(self: Any) -> str:
        parts = []
        for field, parameter in cls._parameters.items():
            value = getattr(self, field)
            shown_as = value if parameter.choices is None else parameter.text_of(value)
            parts.append(f"{field}={shown_as!r}")
        return f"{name}({', '.join(parts)})"

    def checked_replace(self: Any, **fields: Any) -> Any:
        return type(self)(**(self._asdict() | fields))

    checked_new.__signature__ = signature  # type: ignore[attr-defined]
    cls._replace, cls.__repr__ = checked_replace, as_called
    cls.__new__ = checked_new
    cls.__eq__, cls.__hash__ = is_equal, tuple.__hash__
    cls.__ne__ = lambda self, other: not is_equal(self, other)  # a tuple has its own


def _converted(kind: Any, value: Any, one_of: str | None) -> tuple[Any, str]:
    """The value as the type has it, and what was wanted where it does not fit."""
    if kind is bool:
        is_known = _is_single(value) and value in (0, 1)
        return (bool(value), "") if is_known else (value, Text("true or false"))
    if kind is int:
        try:
            number = int(operator.index(value))
        except TypeError:
            return value, Text("an integer")
        return number, "" if -(2**63) <= number < 2**63 else Text("an integer of at most 64 bits")
    if kind is float:
        try:
            as_float = float(value) if hasattr(value, "__float__") else math.nan
        except OverflowError:
            as_float = math.inf
        except TypeError:  # of an array
            as_float = math.nan
        if math.isinf(as_float):
            return value, Text("a number of at most 1e308")
        return (value, Text("a number")) if math.isnan(as_float) else (as_float, "")
    if one_of and (isinstance(value, type) or getattr(value, "kind", None) != one_of):
        example = {"policy": "Mast()", "schedule": "Bias()"}.get(one_of, "")
        return value, Text("a {kind}, such as {example}", kind=Text(one_of), example=example)
    return value, ""


def _is_single(value: Any) -> bool:
    """Whether this is one value, and no array, which `in` cannot compare."""
    return not getattr(value, "shape", ())


def shown(value: Any) -> str:
    """A value as a sentence has it; of a very long number no more than how long it is."""
    if isinstance(value, int) and abs(value) >= LONG:
        return f"one of {value.bit_length()} bits"
    is_long = isinstance(value, str) and len(value) > LONGEST
    return repr(f"{value[:LONGEST]}...") if is_long else repr(value)
