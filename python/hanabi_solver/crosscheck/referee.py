"""Asks the reference engine and gives its answer the form of the core's."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from hanabi_solver import reference
from hanabi_solver.core.answer import Bounds
from hanabi_solver.core.query import Answer
from hanabi_solver.solving.ask import ask
from hanabi_solver.solving.solver import solution_of

if TYPE_CHECKING:
    from hanabi_solver.core.answer import Info, Objective
    from hanabi_solver.game.position import Position
    from hanabi_solver.solving.solution import Solution


def refer(
    position: Position,
    *,
    info: Info,
    objective: Objective,
    target: int | str | None = None,
    moves: bool = True,
) -> Solution:
    """The reference engine's solution. Errors as for `solving.solve`; there are no limits."""
    query = ask(position, info, objective, target)
    started = time.perf_counter()
    answer = reference.solve(position, info, objective, query.target)
    valued = ((move, Bounds(value, value)) for move, value in answer.moves if moves)
    value = Bounds(answer.value, answer.value)
    return solution_of(query, Answer(value, tuple(valued), answer.nodes, None), started)
