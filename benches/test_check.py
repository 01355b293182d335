"""One search for all turns: what checking an endgame costs beside solving its first position."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

sys.path.append(str(Path(__file__).parents[1] / "tests"))

from games import played
from hanabi_solver.archive import replay
from hanabi_solver.course import course_of_game
from hanabi_solver.limits import Limits
from hanabi_solver.review import questions, review
from hanabi_solver.solving import Solver

if TYPE_CHECKING:
    from hanabi_solver.solution import Solution

MOST = 1.3
"""Nodes of a whole check, in nodes of solving its first position with all moves."""


class Counting(Solver):
    """A solver that counts the nodes of all it is asked."""

    nodes = 0

    def solve(self, *arguments: Any, **named: Any) -> Solution:
        solution = super().solve(*arguments, **named)
        self.nodes += solution.nodes
        return solution


@pytest.mark.parametrize("objective", ["expected", "win"])
def test_endgames_from_nine_cards(benchmark: Any, objective: Any) -> None:
    limits = Limits(threads=1)
    courses = [
        course_of_game(replay(played(s, players=2 + s % 3))).from_deck(9) for s in (5, 7, 10)
    ]
    first = checked = 0

    def check() -> None:
        nonlocal first, checked
        for course in courses:
            [question] = questions(["open"], [objective], None, course.end)
            alone = Solver(limits).solve(
                course.start, info="open", objective=objective, target=question.target
            )
            first += alone.nodes
            solver = Counting(limits)
            found = review(course, question, all_moves=False, solver=solver)
            assert found.turns[0].before == alone.value
            assert found.balanced
            checked += solver.nodes

    benchmark.pedantic(check, rounds=1)
    assert first > 0
    assert checked <= MOST * first
