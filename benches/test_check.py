"""One search for all turns: what checking an endgame costs beside solving its first position."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

sys.path.append(str(Path(__file__).parents[1] / "tests"))

from games import played
from hanabi_solver.archive import replay
from hanabi_solver.game.facts import with_open_deck
from hanabi_solver.review.course import course_of_game
from hanabi_solver.review.review import questions, review
from hanabi_solver.solving.solver import Solver
from hanabi_solver.system.limits import Limits
from simulated import game

if TYPE_CHECKING:
    from hanabi_solver.review.course import Course
    from hanabi_solver.solving.solution import Solution

RANDOM = (4, 5, 7, 8, 10, 13, 14, 23, 24)
SIMULATED = (9, 18, 34, 35, 44, 46, 55, 56)
"""Seeds of the first games whose start costs 10,000 to 200,000 nodes or so (`expected`)."""
MOST = 1.3
"""Nodes of a whole check, in nodes of solving its first position with all moves.

It holds for the games together: after a mistake a single game can get harder than it began,
and take up to twice as much.
"""


class Counting(Solver):
    """A solver that counts the nodes of all it is asked."""

    nodes = 0

    def solve(self, *arguments: Any, **named: Any) -> Solution:
        solution = super().solve(*arguments, **named)
        self.nodes += solution.nodes
        return solution


def random_games() -> list[Course]:
    """Games of random moves: every turn may throw something away."""
    return [course_of_game(replay(played(seed, players=2 + seed % 3))) for seed in RANDOM]


def simulated_games() -> list[Course]:
    """Games like those of good teams."""
    return [game(2 + seed % 4, seed) for seed in SIMULATED]


@pytest.mark.parametrize("objective", ["expected", "win"])
@pytest.mark.parametrize("games", [random_games, simulated_games])
def test_endgames_from_nine_cards(benchmark: Any, games: Any, objective: Any) -> None:
    limits = Limits(threads=1)
    courses = [course.from_deck(9) for course in games()]
    nodes = {"first": 0, "check": 0}
    seconds = {"first": 0.0, "check": 0.0}

    def check() -> None:
        for course in courses:
            [question] = questions(["open"], [objective], None, course.end)
            started = time.process_time()
            alone = Solver(limits).solve(
                with_open_deck(course.start),
                info="open",
                objective=objective,
                target=question.target,
            )
            between = time.process_time()
            solver = Counting(limits)
            found = review(course, question, limits, all_moves=False, solver=solver)
            seconds["check"] += time.process_time() - between
            seconds["first"] += between - started
            assert found.turns[0].before == alone.value
            assert found.balanced
            nodes["first"] += alone.nodes
            nodes["check"] += solver.nodes

    benchmark.pedantic(check, rounds=1)
    benchmark.extra_info["nodes of the first position"] = nodes["first"]
    benchmark.extra_info["nodes, times"] = round(nodes["check"] / nodes["first"], 3)
    benchmark.extra_info["time, times"] = round(seconds["check"] / seconds["first"], 3)
    assert nodes["first"] > 50_000
    assert nodes["check"] <= MOST * nodes["first"]
