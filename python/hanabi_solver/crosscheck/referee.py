"""Asks the reference engine and gives its answer the form of the core's."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from hanabi_solver import reference
from hanabi_solver.core.answer import Bounds
from hanabi_solver.solving.advice import recommend
from hanabi_solver.solving.ask import ask
from hanabi_solver.solving.solution import Solution, move_values

if TYPE_CHECKING:
    from hanabi_solver.core.answer import Info, Objective
    from hanabi_solver.game.position import Position


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
    valued = [(move, Bounds(value, value)) for move, value in answer.moves]
    listed = move_values(position, valued) if moves else ()
    return Solution(
        facts=query.facts,
        info=info,
        objective=objective,
        target=query.target if objective == "win" else None,
        bounds=Bounds(answer.value, answer.value),
        moves=listed,
        recommended=recommend(query.facts, [listed]),
        nodes=answer.nodes,
        seconds=time.perf_counter() - started,
        stop=None,
    )
