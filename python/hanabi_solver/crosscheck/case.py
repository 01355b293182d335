"""A question for both engines, and a difference between their answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hanabi_solver.notation import format_position

if TYPE_CHECKING:
    from fractions import Fraction

    from hanabi_solver.core.answer import Info, Objective
    from hanabi_solver.game.position import Position


@dataclass(frozen=True, slots=True)
class Case:
    """A position with a question about it. `target` is None unless it goes with `win`."""

    position: Position
    info: Info
    objective: Objective
    target: int | None


@dataclass(frozen=True, slots=True)
class Difference:
    """Where the core and the reference disagree: `what` is "value" or a move, with hidden hands
    also a bound, the worlds or the policy.
    """

    case: Case
    what: str
    core: Fraction | int | None
    reference: Fraction | int | None

    def __str__(self) -> str:
        """The case as one line that can be pasted into a command."""
        case = self.case
        goal = "" if case.target is None else f" --target {case.target}"
        return (
            f'"{format_position(case.position)}" --info {case.info}'
            f" --objective {case.objective}{goal}: {self.what} is {self.core} by the core,"
            f" {self.reference} by the reference engine"
        )
