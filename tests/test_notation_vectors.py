"""Position strings against the shared vectors: bad ones refused, good ones read and kept."""

from __future__ import annotations

import json

import pytest
from hanabi_solver.errors import PositionError
from hanabi_solver.notation import format_position, parse_position
from shared import shared

FILES = (
    ("vectors", "open-and-perfect.jsonl"),
    ("vectors", "hidden.jsonl"),
    ("vectors", "speed.jsonl"),
    ("vectors", "deals.jsonl"),
    ("puzzles", "puzzles.jsonl"),
)


def test_bad_positions_are_refused_where_they_are_bad() -> None:
    lines = shared("vectors", "bad-positions.txt").read_text().splitlines()
    cases = [line.split("\t") for line in lines if not line.startswith("#")]
    assert len(cases) >= 40
    for text, reason in cases:
        with pytest.raises(PositionError) as caught:
            parse_position(text)
        for fault in caught.value.faults:
            assert fault.column is not None
            assert text[fault.column - 1 :].startswith(fault.text), (text, fault)
            assert fault.problem
            assert fault.expected
        field, colon, _ = reason.partition(":")
        if colon:
            assert {fault.field for fault in caught.value.faults} == {field}, (text, reason)


@pytest.mark.parametrize("file", FILES, ids="/".join)
def test_positions_come_back(file: tuple[str, str]) -> None:
    lines = shared(*file).read_text().splitlines()
    texts = [json.loads(line)["position"] for line in lines if line.startswith("{")]
    assert texts
    for text in texts:
        position = parse_position(text)
        canonical = format_position(position)
        assert parse_position(canonical) == position, text
        assert format_position(parse_position(canonical)) == canonical
