"""Hidden hands take no more memory than they may, also where moves are valued one by one."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest
from command import PROGRAM, run
from hanabi_solver import solve
from hanabi_solver.show.policy import policy_record, policy_text
from test_cli_limits import MEASURE

if TYPE_CHECKING:
    from pathlib import Path

# The actual class alone has some 10^4 worlds, and the next player sees each of them.
REVEALED = "r4y5g5b5w5 >r4r2r1r1w4/r5g1y3y2w3 {w2b1g3y4} c3 s2"
LOSSY = "r3y4g5b5w5 >r4r2r1y1w4/r5g1y5y2w3 {w2b1g3y4} c2 s2"
THREE = "r3y4g5b4w5 >r1r5g2b1w1/b5r4y2w2g1/y5g3w3b2r2 {y1w4r3} c2"

OVER = 8 * 10**6
"""What is counted roughly may be so many bytes more."""


@pytest.mark.parametrize("position", [REVEALED, LOSSY, THREE])
@pytest.mark.parametrize(("megabytes", "objective"), [(64, "win"), (96, "expected")])
def test_memory_stays_near_its_limit(position: str, megabytes: int, objective: str) -> None:
    command = [*PROGRAM, "solve", "--json", "--info", "hidden", "--objective", objective]
    command += ["--memory", f"{megabytes}MB", "--time-limit", "4", "--threads", "1", position]
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, *command], capture_output=True, text=True, check=True
    )
    status, peak = map(int, done.stderr.splitlines()[-1].split())
    record = json.loads(done.stdout)
    assert status == (0 if record["status"] == "exact" else 3)
    assert peak < megabytes * 10**6 + OVER
    lower, upper = bounds(record)
    for move in record["moves"]:
        worst, best = bounds(move)
        assert 0 <= worst <= best <= upper
    assert 0 <= lower <= upper


def bounds(record: dict[str, Any]) -> tuple[Fraction, Fraction]:
    """The bounds of a value, or the value twice."""
    value = record["value"]
    lower, upper = (record[name] if value is None else value for name in ("lower", "upper"))
    return Fraction(lower), Fraction(upper)


# The policy has some 10^5 rules.
LARGE = (
    "r5y3g5b3p5 >b1p1(-b)y1(-gb)b5(b5-yg)p4(-ygb5)/r1r3(-y)g1(-yp3)y4(y-p3)y5(y-p13)"
    "/y2r2y1b1(-5)g3(-5) {r1y4g1b4p2} c1 s1 strikeout=keep"
)

# Six scores are raced for, each with a game of its own.
RACES = (
    "r2y2g4b5p5 >b2b3(-y)p2(-y5)p1(-y25)r4(4-y125)/g5b4(-y)p3(-yb5)y3(y-bp5)y4(y4-bp35)"
    "/p4r1(-y)r2(-y)g2(-y)r5(5-yp1) {r3y2y5b1b1} c1 strikeout=keep"
)


@pytest.mark.parametrize("position", [LARGE, RACES])
@pytest.mark.parametrize("megabytes", [64, 128, 256])
def test_a_policy_to_be_written_counts(position: str, megabytes: int, tmp_path: Path) -> None:
    file = tmp_path / "policy.json"
    command = [*PROGRAM, "solve", "--json", "--info", "hidden", "--objective", "guaranteed"]
    command += [position, "--no-moves"]
    command += ["--memory", f"{megabytes}MB", "--time-limit", "2", "--policy", str(file)]
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, *command], capture_output=True, text=True, check=True
    )
    status, peak = map(int, done.stderr.splitlines()[-1].split())
    record = json.loads(done.stdout)
    assert status == 3
    assert peak < megabytes * 10**6 + OVER
    if file.exists():
        written = json.loads(file.read_bytes())
        assert written["value"] == record.get("lower", record["value"])
    else:
        assert "is not written" in done.stderr


@pytest.mark.parametrize("late", ["hanabi_solver.core.hidden", "hanabi_solver.cli.solve"])
def test_what_comes_too_late_is_not_written(
    late: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"{late}._until", lambda *_: 0.0)
    file = tmp_path / "policy.json"
    asked = ("--info", "hidden", "--objective", "win", "--policy", str(file))
    done = run("solve", "--json", "r4y4 >y5<y1y5>y1<y1y5>/r5<r1r5>r1<r1r5> {} c0", *asked)
    assert "is not written" in done.err
    assert list(tmp_path.iterdir()) == []
    assert json.loads(done.out)["value"] == "1/2"


def test_a_policy_is_written_node_by_node() -> None:
    blind = "r4y4 >y5<y1y5>y1<y1y5>/r5<r1r5>r1<r1r5> {} c0"
    found = solve(blind, info="hidden", objective="win", policy=True)
    assert json.loads("".join(policy_text(found))) == policy_record(found)
