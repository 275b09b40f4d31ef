"""Parameters of games and searches: checked when they are given, plain numbers from then on."""

import inspect
import math
import operator
from typing import Any

__all__ = ["add_checks", "shown"]

LONG = 10**30  # nobody reads the digits of a larger number


def add_checks(cls: Any, error: type[Exception]) -> None:
    """Have a NamedTuple class check its fields by their types, then by its method `check`.

    Fields are of type int, bool or float, or hold a NamedTuple of such fields. What does not
    fit raises the given error with a sentence that names the field.
    """
    if not cls._fields:  # Numba cannot pass a tuple of nothing
        raise error(f"{cls.__name__} needs a parameter, if only one with a default: size: int = 8")
    plain_new = cls.__new__
    signature = inspect.signature(plain_new)
    # A class may be renamed so that Numba can tell it from another; people know its first name.
    name = cls.__qualname__.rpartition(".")[2]

    def checked_new(kind, *args, **kwargs):
        try:
            values = signature.bind(kind, *args, **kwargs)
        except TypeError as problem:
            raise error(f"{name} takes {', '.join(cls._fields)}: {problem}") from None
        values.apply_defaults()
        fields = []
        for field in cls._fields:
            value, wanted = _converted(cls.__annotations__[field], values.arguments[field])
            if wanted:
                raise error(f"{name}: {field} must be {wanted}, not {shown(value)}")
            fields.append(value)
        made = plain_new(kind, *fields)
        made.check()
        return made

    checked_new.__signature__ = signature  # type: ignore[attr-defined]
    cls.__new__ = checked_new


def _converted(kind: Any, value: Any) -> tuple[Any, str]:
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
    return (
        (value, "")
        if hasattr(value, "_fields")
        else (value, "a schedule or a policy, such as Bias() or Mast()")
    )


def shown(value: Any) -> str:
    """A value as a sentence has it; of a very long number no more than how long it is."""
    is_long = isinstance(value, int) and abs(value) >= LONG
    return f"one of {value.bit_length()} bits" if is_long else repr(value)
