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

from .registry import name_of

__all__ = ["Choices", "OneOf", "Parameter", "Range", "add_checks", "parameters_of", "shown"]

LONG = 10**30  # nobody reads the digits of a larger number


class Range(NamedTuple):
    """From the least to the most that a number may be."""

    least: float = -math.inf
    most: float = math.inf


ANY = Range()


@dataclass(frozen=True)
class Choices:
    """A number that goes by names."""

    names: dict[str, int]


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
    one_of: str | None = None
    text: str = ""

    def value(self, given: Any) -> tuple[Any, str]:
        """The given value as the type has it, and what was wanted where it does not fit."""
        if self.choices is not None:
            return self._chosen(given)
        value, wanted = _converted(self.kind, given, self.one_of)
        if not wanted and self.kind in (int, float):
            wanted = "" if self.range.least <= value <= self.range.most else self._range()
        return value, wanted

    def _chosen(self, given: Any) -> tuple[Any, str]:
        names = self.choices or {}
        if isinstance(given, str) and given in names:
            return names[given], ""
        if not isinstance(given, bool) and given in names.values():
            return int(given), ""
        return given, f"one of {', '.join(names)}"

    def _range(self) -> str:
        least, most = (int(x) if math.isfinite(x) and x == int(x) else x for x in self.range)
        if math.isinf(most):
            return f"at least {least}"
        return f"at most {most}" if math.isinf(least) else f"from {least} to {most}"

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


def _declared(cls: Any) -> dict[str, Parameter]:
    hints = get_type_hints(cls, include_extras=True)
    return {field: _parameter(cls, field, hints[field]) for field in cls._fields}


def _parameter(cls: Any, field: str, hint: Any) -> Parameter:
    kind, *more = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    choices = next((part.names for part in more if isinstance(part, Choices)), None)
    return Parameter(
        field,
        kind,
        cls._field_defaults.get(field),
        field not in cls._field_defaults,
        next((part for part in more if isinstance(part, Range)), ANY),
        choices,
        next((part.kind for part in more if isinstance(part, OneOf)), None),
        next((part for part in more if isinstance(part, str)), ""),
    )


def add_checks(cls: Any, error: type[Exception]) -> None:
    """Have a NamedTuple class check its fields as they were declared, then by its method `check`.

    What does not fit raises the given error with a sentence that names the field.
    """
    if not cls._fields:  # Numba cannot pass a tuple of nothing
        raise error(f"{cls.__name__} needs a parameter, if only one with a default: size: int = 8")
    plain_new = cls.__new__
    signature = inspect.signature(plain_new)
    name = name_of(cls)  # a class may be renamed for Numba; people know its first name
    cls._parameters = _declared(cls)

    def checked_new(kind, *args, **kwargs):
        try:
            values = signature.bind(kind, *args, **kwargs)
        except TypeError as problem:
            raise error(f"{name} takes {', '.join(cls._fields)}: {problem}") from None
        values.apply_defaults()
        fields = []
        for parameter in cls._parameters.values():
            value, wanted = parameter.value(values.arguments[parameter.name])
            if wanted:
                raise error(f"{name}: {parameter.name} must be {wanted}, not {shown(value)}")
            fields.append(value)
        made = plain_new(kind, *fields)
        made.check()
        return made

    checked_new.__signature__ = signature  # type: ignore[attr-defined]
    cls.__new__ = checked_new


def _converted(kind: Any, value: Any, one_of: str | None) -> tuple[Any, str]:
    """The value as the type has it, and what was wanted where it does not fit."""
    if kind is bool:
        return (bool(value), "") if value in (0, 1) else (value, "true or false")
    if kind is int:
        try:
            number = operator.index(value)
        except TypeError:
            return value, "an integer"
        return number, "" if -(2**63) <= number < 2**63 else "an integer of at most 64 bits"
    if kind is float:
        try:
            as_float = float(value) if hasattr(value, "__float__") else math.nan
        except OverflowError:
            return value, "a number of at most 1e308"
        return (value, "a number") if math.isnan(as_float) else (as_float, "")
    if one_of and getattr(value, "kind", None) != one_of:
        example = {"policy": "Mast()", "schedule": "Bias()"}.get(one_of, "")
        return value, f"a {one_of}, such as {example}"
    return value, ""


def shown(value: Any) -> str:
    """A value as a sentence has it; of a very long number no more than how long it is."""
    is_long = isinstance(value, int) and abs(value) >= LONG
    return f"one of {value.bit_length()} bits" if is_long else repr(value)
