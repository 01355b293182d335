"""Values for the page, as they come: every way of knowing and every objective that it asks for."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from msgspec import Struct, to_builtins

from hanabi_solver.core.answer import worth
from hanabi_solver.core.setups import read
from hanabi_solver.errors import InputError
from hanabi_solver.game.facts import Facts, with_open_deck
from hanabi_solver.review.review import Question, review
from hanabi_solver.show.digest import answers, grouped
from hanabi_solver.show.review_schema import review_record
from hanabi_solver.show.schema import solution_record
from hanabi_solver.show.terms import card_name, move_words
from hanabi_solver.solving.ask import resolve_target
from hanabi_solver.solving.knowledge import check_info
from hanabi_solver.solving.solution import Solutions

if TYPE_CHECKING:
    from collections.abc import Callable
    from fractions import Fraction

    from hanabi_solver.board.step import Value
    from hanabi_solver.core.answer import Info, Objective
    from hanabi_solver.core.query import Cancel
    from hanabi_solver.game.position import Position
    from hanabi_solver.review.course import Course
    from hanabi_solver.review.review import Review
    from hanabi_solver.solving.solution import Solution
    from hanabi_solver.solving.solver import Solver

Record = dict[str, object]

ROUNDS = (0.3, 1.0, 3.0, 10.0, 30.0, 120.0, 600.0)
"""Seconds that a value may take, round by round: what is easy is not kept waiting by what is hard.
Hidden hands begin again in every round; elsewhere a kept solver goes on from its tables.
"""

REVIEW = 10.0
"""Seconds for a review of a game, as for `check`."""

WORST_DRAW = 2.0
"""Seconds to look for the worst draw."""


class Asked(Struct, forbid_unknown_fields=True):
    """What values of a position the page wants: each way of knowing with an objective, what
    matters most first.
    """

    position: str
    cells: list[
        tuple[
            Literal["open", "seat", "perfect", "hidden"],
            Literal["win", "expected", "guaranteed"],
        ]
    ]
    target: int | Literal["max"] | None = None


def values(asked: Asked, solver: Solver, cancel: Cancel, tell: Callable[[Record], None]) -> None:
    """Solve for everything that was asked, telling what is proven each time more is.

    Each record is that of `solve --json`. Ways of knowing that do not take the position are left
    out: the board says why.
    """
    position = read(asked.position)
    target = resolve_target(Facts(position), asked.target)
    left = [cell for cell in dict.fromkeys(asked.cells) if _takes(position, cell[0])]
    before = solver.limits
    try:
        for seconds in ROUNDS:
            solver.limits = replace(before, time=seconds)
            for cell in list(left):
                solution = _solve(solver, position, cell, target, cancel, tell)
                if cancel.cancelled:
                    return
                tell(_record(asked.position, solution))
                if solution.stop not in ("time", "tolerance"):
                    left.remove(cell)
    finally:
        solver.limits = before


def _takes(position: Position, info: Info) -> bool:
    try:
        check_info(position, info)
    except InputError:
        return False
    return True


def _solve(
    solver: Solver,
    position: Position,
    cell: tuple[Info, Objective],
    target: int,
    cancel: Cancel,
    tell: Callable[[Record], None],
) -> Solution:
    info, objective = cell
    if info != "perfect" and position.deck_ordered and info != "hidden":
        position = with_open_deck(position)
    return solver.solve(
        position,
        info=info,
        objective=objective,
        target=target,
        cancel=cancel,
        progress=(lambda so_far: tell(_record(str(so_far.position), so_far)))
        if info == "open"
        else None,
    )


def _record(text: str, solution: Solution) -> Record:
    answers = Solutions({solution.objective: solution}, solution.recommended)
    record = solution_record(text, answers, {})
    hidden = solution.hidden
    if hidden is not None and hidden.actual is not None:
        move = hidden.actual.move
        card = next((e.card for e in solution.moves if e.move == move), None)
        name = card_name(solution.position, card)
        record["actual_words"] = move_words(move, name, solution.position)
    record["stop"] = solution.stop
    return record


def draw_value(
    solver: Solver, objective: Objective, target: int | str | None, cancel: Cancel
) -> Value:
    """What draws lead to is worth, with open hands: for the worst of them."""
    deadline = time.monotonic() + WORST_DRAW

    def value(position: Position, score: int | None) -> Fraction | None:
        goal = resolve_target(Facts(position), target)
        if score is not None:
            return worth(objective, score, goal)
        before = solver.limits
        solver.limits = replace(before, time=max(deadline - time.monotonic(), 0.0))
        try:
            return solver.solve(
                position, info="open", objective=objective, target=goal, moves=False, cancel=cancel
            ).value
        finally:
            solver.limits = before

    return value


class ReviewAsked(Struct, forbid_unknown_fields=True):
    """A review of a game: the text that it was opened with, and what is to be asked."""

    text: str
    number: int | None = None
    objective: Literal["win", "expected", "guaranteed"] = "win"
    target: int | Literal["max"] | None = None


def review_values(
    course: Course,
    names: tuple[str, ...],
    asked: ReviewAsked,
    solver: Solver,
    cancel: Cancel,
    tell: Callable[[Record], None],
) -> None:
    """Check a game from the seat, with open hands and, where it is known, with the deck known.

    Each record is that of `check --json`; last come the answers that people ask for.
    """
    infos: tuple[Info, ...] = ("seat", "open", "perfect")
    if not course.end.deck_ordered:
        infos = infos[:2]
    target = resolve_target(Facts(course.end), asked.target)
    goal = target if asked.objective == "win" else None
    found: list[Review] = []
    deadline = time.monotonic() + REVIEW
    for number, info in enumerate(infos):
        weight = 2 if info == "seat" else 1
        parts = weight + len(infos) - number - 1
        seconds = max(deadline - time.monotonic(), 0.0) * weight / parts
        question = Question(info, asked.objective, goal)
        checked = review(
            course, question, give_up=True, solver=solver, seconds=seconds, cancel=cancel
        )
        if cancel.cancelled:
            return
        found.append(checked)
        tell({"review": review_json(checked)})
    tell({"answers": said(found, names)})


def said(reviews: list[Review], names: tuple[str, ...]) -> list[str]:
    """What people ask of a game, in words."""
    return [
        "".join(part if isinstance(part, str) else part.text for part in parts)
        for checks in grouped(reviews)
        for parts in answers(checks, names)
    ]


def review_json(checked: Review) -> Record:
    """A check as `check --json` has it, as plain data."""
    plain: Record = to_builtins(review_record(checked))
    return plain
