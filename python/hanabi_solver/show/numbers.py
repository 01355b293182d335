"""How values are written: fractions, their decimals and bounds, for people and for programs."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor
from typing import TYPE_CHECKING, overload

from hanabi_solver.texts.text import _

if TYPE_CHECKING:
    from collections.abc import Callable

    from hanabi_solver.core.answer import Bounds

# ---- for people ----------------------------------------------------------------------------

DECIMALS, MOST_DECIMALS = 4, 15
"""Decimals of a fraction, and how many more are told where fewer would mislead."""

TINY = Fraction(1, 10**6)


def decimals(value: Fraction, digits: int = DECIMALS) -> str:
    """About a fraction: enough decimals that it looks like no integer, which it is not."""
    if 0 < abs(value) < TINY:
        return f"{float(value):.{digits}e}"
    text = f"{float(value):.{digits}f}"
    while float(text).is_integer() and value.denominator != 1 and digits < MOST_DECIMALS:
        digits += 1
        text = f"{float(value):.{digits}f}"
    return text


def number(value: Fraction, digits: int = DECIMALS) -> str:
    """An exact value, with its decimals beside it where it is no integer."""
    if value.denominator == 1:
        return str(value.numerator)
    return f"{value} ({decimals(value, digits)})"


def bounds_text(bounds: Bounds, told: Callable[[Fraction, int], str] = number) -> str:
    """A value, or what is proved of it, each told with so many decimals."""
    if bounds.value is not None:
        return told(bounds.value, DECIMALS)
    digits = _apart(bounds)
    if told is number:
        lower = _outward(bounds.lower, digits, up=False)
        upper = _outward(bounds.upper, digits, up=True)
    else:
        lower, upper = told(bounds.lower, digits), told(bounds.upper, digits)
    return _("{lower} to {upper}").format(lower=lower, upper=upper)


def rounded(value: Fraction, digits: int = DECIMALS, *, up: bool) -> str:
    """A fraction that is not negative in decimals, rounded in one direction."""
    scale = 10**digits
    units = ceil(value * scale) if up else floor(value * scale)
    return f"{units // scale}.{units % scale:0{digits}d}"


LONG = 10**6
"""From this denominator on a bound is told in decimals alone."""


def _outward(value: Fraction, digits: int, *, up: bool) -> str:
    """A bound, in decimals that are still one."""
    if value.denominator == 1:
        return str(value.numerator)
    about = rounded(value, digits, up=up)
    return about if value.denominator >= LONG else f"{value} ({about})"


def _apart(bounds: Bounds) -> int:
    """As many decimals as tell two bounds apart."""
    digits = DECIMALS
    while digits < MOST_DECIMALS and decimals(bounds.lower, digits) == decimals(
        bounds.upper, digits
    ):
        digits += 1
    return digits


SHORT = 5
"""Longest fraction, in characters, that a table shows as it is."""


def short(value: Fraction | None, digits: int = DECIMALS) -> str:
    """A value in a narrow column: exact if that is short, else about its decimals."""
    if value is None:
        return "?"
    text = str(value)
    return text if len(text) <= SHORT else f"≈{decimals(value, digits)}"


def short_bounds(bounds: Bounds | None) -> str:
    """A value in a narrow column, or what is proven of it."""
    return short(None) if bounds is None else bounds_text(bounds, short)


def mean_text(value: Fraction) -> str:
    """A mean: exact while that is short."""
    return number(value) if len(str(value)) < 9 else f"≈{decimals(value)}"


# ---- for programs --------------------------------------------------------------------------


@overload
def exact_number(value: Fraction, objective: str) -> int | str: ...
@overload
def exact_number(value: Fraction | None, objective: str) -> int | str | None: ...
def exact_number(value: Fraction | None, objective: str) -> int | str | None:
    """An integer for `guaranteed`, else a reduced fraction as text; None where it is not known."""
    if value is None:
        return None
    return int(value) if objective == "guaranteed" else str(value)


def value_fields(bounds: Bounds, objective: str) -> dict[str, int | str | None]:
    """The value; where it is not settled null, and what is proved of it."""
    if bounds.value is not None:
        return {"value": exact_number(bounds.value, objective)}
    lower, upper = exact_number(bounds.lower, objective), exact_number(bounds.upper, objective)
    return {"value": None, "lower": lower, "upper": upper}


def proven_fields(name: str, bounds: Bounds | None, objective: str) -> dict[str, int | str]:
    """The bounds of the value of that name, where it is not settled."""
    if bounds is None or bounds.value is not None:
        return {}
    return {
        f"{name}_lower": exact_number(bounds.lower, objective),
        f"{name}_upper": exact_number(bounds.upper, objective),
    }
