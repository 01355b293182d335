"""What a value is: of which information and objective, and what is proven of it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Literal, TypeAlias

from hanabi_solver.errors import InputError, written
from hanabi_solver.texts import door
from hanabi_solver.texts.text import _

if TYPE_CHECKING:
    from hanabi_solver import _core

Info: TypeAlias = Literal["perfect", "open", "seat", "hidden"]
Objective: TypeAlias = Literal["guaranteed", "expected", "win"]
Stop: TypeAlias = Literal["time", "memory", "interrupt", "cancel", "size", "tolerance"]

INFOS: tuple[Info, ...] = ("perfect", "open", "seat", "hidden")
OBJECTIVES: tuple[Objective, ...] = ("guaranteed", "expected", "win")


@dataclass(frozen=True, slots=True)
class Bounds:
    """Proven bounds: `lower` ≤ value ≤ `upper`. Where they are equal they are the value."""

    lower: Fraction
    upper: Fraction

    @property
    def value(self) -> Fraction | None:
        """The exact value, None where it is not settled."""
        return self.lower if self.lower == self.upper else None

    def __str__(self) -> str:
        """The value as people read it, with decimals beside a fraction; or both bounds."""
        return door.told(door.BOUNDS, self)


def read_bounds(bounds: _core.Bounds) -> Bounds:
    """Bounds from those that the core gives."""
    lower = Fraction(*bounds.lower)
    # Fractions take time, and most values are exact.
    return Bounds(lower, lower if bounds.upper == bounds.lower else Fraction(*bounds.upper))


def check_info_name(info: str) -> None:
    """InputError if there is no such way of knowing."""
    if not isinstance(info, str) or info not in INFOS:
        problem = _("no info {info}; expected one of {choices}")
        raise InputError(problem.format(info=written(info), choices=", ".join(INFOS)))


def check_objective(objective: str) -> None:
    """InputError if there is no such objective."""
    if not isinstance(objective, str) or objective not in OBJECTIVES:
        problem = _("no objective {objective}; expected one of {choices}")
        choices = ", ".join(OBJECTIVES)
        raise InputError(problem.format(objective=written(objective), choices=choices))


def worth(objective: Objective, score: int, target: int) -> Fraction:
    """What a final score counts."""
    return Fraction(score >= target if objective == "win" else score)
