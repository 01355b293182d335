"""Asks the reference engine and gives its answer the form of the core's."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from hanabi_solver import reference
from hanabi_solver.core.answer import Bounds
from hanabi_solver.game.facts import Facts
from hanabi_solver.solving.advice import recommend
from hanabi_solver.solving.solution import Solution, move_values
from hanabi_solver.solving.solver import check_built, resolve_target

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
    check_built(position, info)
    goal = resolve_target(position, target)
    started = time.perf_counter()
    answer = reference.solve(position, info, objective, goal)
    valued = [(move, Bounds(value, value)) for move, value in answer.moves]
    listed = move_values(position, valued) if moves else ()
    return Solution(
        position=position,
        info=info,
        objective=objective,
        target=goal if objective == "win" else None,
        bounds=Bounds(answer.value, answer.value),
        moves=listed,
        recommended=recommend(position, [listed]),
        reachable=Facts(position).reachable,
        nodes=answer.nodes,
        seconds=time.perf_counter() - started,
        stop=None,
    )
