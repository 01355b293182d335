"""Every field that `--json` prints stands in the document, and nothing else does."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from command import run
from hanabi_solver import parse_position
from hanabi_solver.board.record import board_record

TEXT = (Path(__file__).parents[1] / "docs" / "json.md").read_text(encoding="utf-8")
SOLVE, _, REST = TEXT.partition("## `check`")
CHECK, _, REST = REST.partition("## `puzzles`")
PUZZLES, _, BOARD = REST.partition("## `board`")
BLIND = "r4y4 >y5<y1y5>y1<y1y5>/r5<r1r5>r1<r1r5> {} c0"
CHANCE = "r3y4g5b5w4 >r4y1/y5w5 {r5b1}"
LARGE = "r2y2g1b2w1 >y3b4r1r4/r3w3g3y1 {b3b4b5g2g3g4g5r4r5w2w3w4w5y3y4y5} c2"


def names(found: Any) -> set[str]:
    """Every field of an object, and of those in it."""
    if isinstance(found, list):
        return set().union(*map(names, found)) if found else set()
    if not isinstance(found, dict):
        return set()
    return set(found).union(*map(names, found.values()))


def printed(*arguments: str) -> set[str]:
    return set().union(*(names(json.loads(text)) for text in run(*arguments).out.splitlines()))


def first_column(text: str) -> set[str]:
    rows = re.findall(r"^\| (`[^|]*) \|", text, re.MULTILINE)
    return {name for row in rows for name in re.findall(r"`(\w+)`", row)}


def test_solve() -> None:
    found = printed("solve", CHANCE, "--json", "--pv")
    found |= printed("solve", LARGE, "--json", "--time-limit", "0.05")
    found |= printed("solve", BLIND, "--info", "all", "--json")
    seat = printed("solve", CHANCE, "--info", "seat", "--json")
    found |= {name for name in seat if not re.fullmatch("[a-z][1-5]", name)}
    assert found <= set(re.findall(r"`(\w+)`", SOLVE))
    assert first_column(SOLVE) <= found


def test_check() -> None:
    documented = first_column(CHECK) - {"result_lower", "result_upper"}
    assert printed("check", CHANCE, "--line", "p1+r5", "--json") == documented
    stopped = printed("check", LARGE, "--line", "p1+b3", "--json", "--time-limit", "0.05")
    assert "result_lower" in stopped
    assert {re.sub(r"_(lower|upper)$", "", name) for name in stopped} == documented


def test_puzzles() -> None:
    found = printed("puzzles", "--count", "1", "--deck", "2", "--json")
    assert found <= set(re.findall(r"`(\w+)`", SOLVE + PUZZLES))
    assert first_column(PUZZLES) <= found


def test_board() -> None:
    position = parse_position("r3y4g5b5w4 >r4y1(1)/y5w5 {r5b1} c1 rules=grand-finale")
    record = board_record(position)
    record["suits"] = [dict.fromkeys(suit) for suit in record["suits"]]  # type: ignore[attr-defined]
    record["options"] = record["infos"] = None
    documented = set(re.findall(r"`(\w+)`", BOARD))
    assert names(record) <= documented
    assert first_column(BOARD) <= names(record)
