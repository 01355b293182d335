"""Random small positions, solved by the core and by the reference engine."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from hanabi_solver import reference
from hanabi_solver.limits import Limits
from hanabi_solver.notation import format_move, format_position
from hanabi_solver.random_positions import Case, random_case
from hanabi_solver.solving import Solver

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

NODE_LIMIT = 500
"""States that the reference may look at; larger positions are drawn anew."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Where the core and the reference disagree: `what` is "value" or a move."""

    case: Case
    what: str
    core: Fraction | None
    reference: Fraction | None

    def __str__(self) -> str:
        """The case as one line that can be pasted into a command."""
        case = self.case
        goal = "" if case.target is None else f" --target {case.target}"
        return (
            f'"{format_position(case.position)}" --info {case.info}'
            f" --objective {case.objective}{goal}: {self.what} is {self.core} by the core,"
            f" {self.reference} by the reference engine"
        )


def compare(case: Case, *solvers: Solver) -> Difference | None:
    """The first difference in the value or a move's value. NodeLimitError if it is too large."""
    asked: dict[str, Any] = {"objective": case.objective, "target": case.target}
    expected = reference.solve(case.position, case.info, **asked, node_limit=NODE_LIMIT)
    theirs = {format_move(move): value for move, value in expected.moves}
    for solver in solvers:
        found = solver.solve(case.position, info=case.info, **asked)
        if found.value != expected.value:
            return Difference(case, "value", found.value, expected.value)
        ours = {format_move(entry.move): entry.value for entry in found.moves}
        for move in (*theirs, *ours):
            if move not in ours or move not in theirs or ours[move] != theirs[move]:
                return Difference(case, move, ours.get(move), theirs.get(move))
    return None


def crosscheck(seed: int, flamboyants: float = 0.0) -> Iterator[Difference | None]:
    """Cases without end, each compared: None where the engines agree.

    The same seed gives the same cases. `flamboyants` is the share with that bonus.
    """
    random = Random(seed)
    limits = Limits(threads=1)
    kept = Solver(limits)
    while True:
        case = random_case(random, flamboyants=random.random() < flamboyants)
        try:
            # A kept solver, which has seen other positions, must answer as a fresh one does.
            yield compare(case, Solver(limits), kept)
        except reference.NodeLimitError:
            continue
