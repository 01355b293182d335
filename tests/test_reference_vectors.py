"""The reference solver against positions and puzzles that other programs have solved."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from hanabi_solver import reference
from hanabi_solver.notation import format_move, parse_position
from shared import shared

MOST_STATES = 20
"""Of a record, as its program counts them after merging: the reference looks at more."""

NODE_LIMIT = 400


def fractions(moves: dict[str, str]) -> dict[str, Fraction]:
    return {move: Fraction(value) for move, value in moves.items()}


def check(
    record: dict[str, Any],
    info: str,
    objective: str,
    wanted: dict[str, Any],
    node_limit: int | None = None,
) -> None:
    solution = reference.solve(
        parse_position(record["position"]),
        info,
        objective,
        record.get("target"),
        node_limit=node_limit,
    )
    assert solution.value == Fraction(wanted["value"]), record
    moves = {format_move(move): value for move, value in solution.moves}
    assert moves == fractions(wanted["moves"]), record


def test_vectors() -> None:
    lines = shared("vectors", "open-and-perfect.jsonl").read_text().splitlines()
    records = [json.loads(line) for line in lines]
    small = [record for record in records if record["states"] <= MOST_STATES]
    checked = 0
    for record in small:
        try:
            check(record, record["info"], record["objective"], record, NODE_LIMIT)
        except reference.NodeLimitError:
            continue
        checked += 1
    assert checked >= 200, f"{checked} of {len(small)} small records checked"


@pytest.mark.parametrize("name", ["wb-bomb-slot1", "hg-850"])
def test_puzzles(name: str) -> None:
    lines = shared("puzzles", "puzzles.jsonl").read_text().splitlines()
    record = next(json.loads(line) for line in lines if f'"{name}"' in line)
    for objective, wanted in record["values"].items():
        check(record, record["info"], objective, wanted)
