"""The searches on positions of simulated games: the value, the node count, and the time.

    .venv/bin/python -m pytest benches

`record.py` made the expectations. Time is noise on a busy machine, node counts are not.
"""

from __future__ import annotations

import json
from collections import defaultdict
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest
from hanabi_solver.notation import parse_position
from hanabi_solver.solving.solver import solve
from record import EXPECTED, LIMITS

if TYPE_CHECKING:
    from hanabi_solver.game.position import Position
    from hanabi_solver.solving.solution import Solution
    from pytest_benchmark.fixture import BenchmarkFixture


def _cells() -> dict[str, list[tuple[Position, dict[str, Any]]]]:
    cells = defaultdict(list)
    for record in json.loads(EXPECTED.read_text(encoding="utf-8")):
        position = parse_position(record["position"])
        what = "all moves" if record["moves"] else "value"
        name = (
            f"{record['info']} {record['objective']}, {len(position.hands)} players,"
            f" {position.deck_size} in the deck, {what}"
        )
        cells[name].append((position, record))
    return cells


CELLS = _cells()


@pytest.mark.parametrize("name", CELLS)
def test_search(name: str, benchmark: BenchmarkFixture) -> None:
    def run() -> list[Solution]:
        return [
            solve(
                position,
                info=record["info"],
                objective=record["objective"],
                moves=record["moves"],
                limits=LIMITS,
            )
            for position, record in CELLS[name]
        ]

    solutions: list[Solution] = benchmark(run)
    for solution, (_, record) in zip(solutions, CELLS[name], strict=True):
        assert solution.value == Fraction(record["value"]), record
        assert solution.nodes == record["nodes"], record
