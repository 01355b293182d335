"""Hidden hands on the command line: the shared positions, the fields of the JSON, the policy."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from typing import TYPE_CHECKING

from hanabi_solver.limits import Limits
from hanabi_solver.solving import solve
from shared import shared

if TYPE_CHECKING:
    from pathlib import Path

MOST_WORLDS = 300
BLIND_PAIR = "r4y4 >y5<y1y5>y1<y1y5>/r5<r1r5>r1<r1r5> {} c0"


def run(*arguments: str) -> str:
    command = [sys.executable, "-m", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_shared_positions() -> None:
    lines = shared("vectors", "hidden.jsonl").read_text().splitlines()
    records = [record for record in map(json.loads, lines) if record["worlds"] <= MOST_WORLDS]
    assert len(records) > 100
    for record in records:
        solution = solve(
            record["position"],
            info="hidden",
            objective=record["objective"],
            target=record.get("target"),
            moves=False,
            limits=Limits(threads=1),
        )
        assert solution.value == Fraction(record["value"]), record


def test_the_fields_of_hidden_hands() -> None:
    found = json.loads(
        run(
            "hanabi_solver", "solve", BLIND_PAIR, "--info", "hidden", "--objective", "win", "--json"
        )
    )
    assert found["value"] == "1/2"
    assert found["worlds"] == 4
    assert found["open"] == "1"
    assert found["prescription"]
    assert set(found["actual"]) == {"move", "worlds_left", "result"}


def test_a_written_policy_is_played_to_its_value(tmp_path: Path) -> None:
    file = tmp_path / "policy.json"
    asked = ("--info", "hidden", "--objective", "win", "--policy", str(file))
    run("hanabi_solver", "solve", BLIND_PAIR, *asked)
    assert "1/2" in run("hanabi_solver.reference.policy", str(file))
