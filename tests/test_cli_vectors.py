"""The shared vectors through the command line: values and every move, and bad positions."""

from __future__ import annotations

import json
from collections import defaultdict
from fractions import Fraction
from typing import Any

import pytest
from command import run, run_apart
from shared import shared

Record = dict[str, Any]


def records(*parts: str) -> list[Record]:
    return [json.loads(line) for line in shared(*parts).read_text().splitlines()]


def solve(positions: list[str], *options: str) -> list[Record]:
    """The answers of one run of the program for many positions."""
    given = "".join(f"{position}\n" for position in positions)
    done = run_apart("solve", "-", "--json", *options, given=given)
    assert (done.status, done.err) == (0, "")
    answers = [json.loads(line) for line in done.out.splitlines()]
    assert [answer["input"] for answer in answers] == positions
    return answers


def check(answer: Record, value: Any, moves: Record, position: str) -> None:
    """An answer's values are those of the record; so are the moves', where it has any."""
    assert answer["status"] == "exact", position
    assert Fraction(answer["value"]) == Fraction(value), position
    if moves:
        found = {move["move"]: Fraction(move["value"]) for move in answer["moves"]}
        assert found == {name: Fraction(each) for name, each in moves.items()}, position
        assert answer["best"] == [move["move"] for move in answer["moves"] if move["best"]]


def test_open_and_perfect() -> None:
    groups: dict[tuple[str, str, Any], list[Record]] = defaultdict(list)
    for record in records("vectors", "open-and-perfect.jsonl"):
        groups[record["info"], record["objective"], record.get("target")].append(record)
    assert groups
    for (info, objective, target), group in groups.items():
        options = ["--info", info, "--objective", objective]
        if target is not None:
            options += ["--target", str(target)]
        answers = solve([record["position"] for record in group], *options)
        for record, answer in zip(group, answers, strict=True):
            check(answer, record["value"], record["moves"], record["position"])


def test_seat() -> None:
    groups: dict[str, list[Record]] = defaultdict(list)
    for record in records("vectors", "seat.jsonl"):
        assert record["info"] == "seat"
        groups[record["objective"]].append(record)
    assert sum(map(len, groups.values())) >= 420
    for objective, group in groups.items():
        answers = solve(
            [record["position"] for record in group], "--info", "seat", "--objective", objective
        )
        for record, answer in zip(group, answers, strict=True):
            check(answer, record["value"], record["moves"], record["position"])
            assert answer["assignments"] == record["assignments"], record["position"]
            for slot in answer["slots"]:
                assert sum(map(Fraction, slot["cards"].values())) == 1, record["position"]


def test_puzzles() -> None:
    puzzles = records("puzzles", "puzzles.jsonl")
    assert {puzzle["info"] for puzzle in puzzles} == {"open"}
    answers = solve([puzzle["position"] for puzzle in puzzles], "--info", "open")
    for puzzle, answer in zip(puzzles, answers, strict=True):
        for objective, known in puzzle["values"].items():
            found = answer["objectives"][objective]
            check(found, known["value"], known["moves"], puzzle["id"])


def test_bad_positions() -> None:
    lines = shared("vectors", "bad-positions.txt").read_text().splitlines()
    cases = [line.split("\t")[0] for line in lines if line and not line.startswith("#")]
    assert len(cases) >= 40
    for text in cases:
        for command in ("solve", "show"):
            done = run(command, text)
            assert (done.status, done.out) == (2, ""), text
            errors = [line for line in done.err.splitlines() if line.startswith("Error: ")]
            assert len(errors) == (2 if text == "r4y5" else 1), (text, errors)
            assert all(", column " in error for error in errors), text
            assert all("; expected " in error for error in errors), text
    together = run("solve", "-", given="\n".join(cases))
    assert (together.status, together.out) == (2, "")
    for number in range(1, len(cases) + 1):
        assert f"Error: input, line {number}: " in together.err


@pytest.mark.parametrize("file", ["open-and-perfect.jsonl", "hidden.jsonl"])
def test_every_position_can_be_shown(file: str) -> None:
    positions = list(dict.fromkeys(record["position"] for record in records("vectors", file)))
    done = run("show", "-", given="\n".join(positions))
    assert (done.status, done.err) == (0, "")
    assert done.out.count("> ") >= len(positions)
