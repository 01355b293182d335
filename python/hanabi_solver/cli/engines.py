"""Which solver answers: the core, or the reference engine to check it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from hanabi_solver.core.answer import OBJECTIVES
from hanabi_solver.errors import UnsupportedError
from hanabi_solver.solving import solver as solving
from hanabi_solver.solving.ask import default_info
from hanabi_solver.solving.solution import Solutions
from hanabi_solver.texts.text import _

if TYPE_CHECKING:
    from collections.abc import Callable

    from hanabi_solver.core.answer import Info, Objective
    from hanabi_solver.game.position import Position
    from hanabi_solver.solving.solution import Solution
    from hanabi_solver.system.limits import Limits


class Question(NamedTuple):
    """What is asked of every position. `info` None lets the deck decide."""

    info: Info | Literal["all"] | None
    objective: Objective | Literal["all"]
    target: int | Literal["max"] | None
    moves: bool
    limits: Limits
    policy: bool = False


def ask_core(
    position: Position,
    question: Question,
    progress: Callable[[Solution], object] | None = None,
) -> Solutions:
    """The core's answers. After Ctrl-C, what was proven of the objective in work."""
    solver = solving.Solver(question.limits)
    target, moves = question.target, question.moves
    # Side by side with the other models are the values of hidden hands.
    chain = question.info == "all"
    info: Info | None = "hidden" if question.info == "all" else question.info
    try:
        if question.objective == "all":
            return solver.solve_all(
                position, info=info, target=target, moves=moves, chain=chain, progress=progress
            )
        solution = solver.solve(
            position,
            info=info,
            objective=question.objective,
            target=target,
            moves=moves,
            policy=question.policy,
            chain=chain,
            progress=progress,
        )
    except solving.SearchInterruptedError as interrupt:
        solution = interrupt.solution
    return Solutions({solution.objective: solution}, solution.recommended)


def ask_reference(
    position: Position, question: Question, _progress: Callable[[Solution], object] | None = None
) -> Solutions:
    """The reference engine's answers, in the form of the core's."""
    from hanabi_solver.crosscheck.referee import refer

    if question.info == "all":
        raise UnsupportedError(_("--engine reference does not support --info all"))
    info = question.info or default_info(position)
    objectives = OBJECTIVES if question.objective == "all" else (question.objective,)
    found: dict[Objective, Solution] = {
        objective: refer(
            position,
            info=info,
            objective=objective,
            target=question.target,
            moves=question.moves,
        )
        for objective in objectives
    }
    if question.objective == "all":
        return solving.all_objectives(found)
    return Solutions(found, found[question.objective].recommended)


ENGINES = {"core": ask_core, "reference": ask_reference}
