"""Hidden hands on the command line: the shared positions, the fields of the JSON, the policy,
and limits: bounds, never a hang.
"""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest
from command import PROGRAM, run_interrupted
from command import run as run_here
from hanabi_solver.solving.solver import solve
from hanabi_solver.system.limits import Limits
from shared import shared

if TYPE_CHECKING:
    from pathlib import Path

MOST_WORLDS = 300
LONG = "r3y4g5b4w5 >r1r5g2b1w1/b5r4y2w2g1/y5g3w3b2r2 {y1w4r3} c2"
"""No marks: some 10^12 worlds, and values far below those of open hands."""
COUNTABLE = "r3y4g5b4w5 >r1r5g2b1/b5r4y2w2/y5g3w3b2/g1g1w1w1/y1y1r2b3 {w4r3g4b1} c2"
BEYOND_COUNTING = "r0y0g0b0w0 >r1r2r3r4r5/y1y2y3y4y5 40 discard=- c8"
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


def assert_bounded(record: dict[str, Any], most: int) -> None:
    assert (record["status"], record["value"]) == ("bounds", None)
    assert 0 <= Fraction(record["lower"]) < Fraction(record["upper"]) <= most


def test_a_stop_by_time_gives_bounds_and_the_next_position_is_solved() -> None:
    asked = ("--info", "hidden", "--objective", "expected", "--time-limit", "0.3", "--no-moves")
    done = run_here("solve", "--json", *asked, LONG, BLIND_PAIR)
    assert done.status == 3
    first, second = map(json.loads, done.out.splitlines())
    assert_bounded(first, 25)
    assert first["worlds"] > 10**9
    assert second["status"] == "exact"


@pytest.mark.parametrize(
    "position",
    [
        "r4y4g5b5w5 r2(r)g1(g)w1(1)y1/w1<w1>r4b1<b1>g4/>w2(w)y1<y1>g2<g2>w3<w3> {r5y5g3}",
        "r4y4g5b3w5 b3(b)y2y4(y)g2<g2>g3/>r4y1(y)w1<w1>b4(4)b4<b4>/w3(w)r3(3)r5(r)g1(1)g4(g) "
        "{y5b2b5} c2",
    ],
)
def test_a_policy_is_written_for_the_lower_bound(tmp_path: Path, position: str) -> None:
    # The search ends long before it is through; what it has found by then can be played, and to
    # write it down is not stopped by the limit.
    file = tmp_path / "policy.json"
    asked = ("--info", "hidden", "--objective", "win", "--time-limit", "1.5", "--no-moves")
    done = run_here("solve", "--json", position, *asked, "--policy", str(file))
    assert done.status in (0, 3)
    claimed = json.loads(file.read_text())["value"]
    record = json.loads(done.out)
    assert Fraction(claimed) == Fraction(record["value"] or record["lower"])


@pytest.mark.parametrize("position", [COUNTABLE, BEYOND_COUNTING])
def test_worlds_are_counted_before_anything_is_made(position: str) -> None:
    # Little address space: the worlds, or the smallest part of them, would not fit.
    command = " ".join(["ulimit -v 700000;", *PROGRAM, 'solve "$0" --json --info hidden'])
    done = subprocess.run(
        ["bash", "-c", f"{command} --objective win --no-moves --memory 100MB", position],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (3, "")
    record = json.loads(done.stdout)
    assert_bounded(record, 1)
    if position == COUNTABLE:
        assert record["worlds"] > 10**15
    else:
        assert record["worlds"] is None


def test_an_interrupted_search_prints_its_bounds() -> None:
    asked = ("--info", "hidden", "--objective", "expected", "--no-moves")
    first, done = run_interrupted("solve", "--json", *asked, BLIND_PAIR, LONG, BLIND_PAIR)
    assert json.loads(first)["status"] == "exact"
    assert (done.status, done.err) == (130, "")
    [line] = done.out.splitlines()
    assert_bounded(json.loads(line), 25)


def test_the_result_in_the_actual_world_is_a_fraction_whatever_the_objective() -> None:
    # The deck is one of two orders: a guarantee says nothing of the mean over them.
    position = "r3 >r1<r1>/r2<r2> {r4r5} c0"
    for objective, result in (("guaranteed", "9/2"), ("expected", "9/2"), ("win", "1/2")):
        found = json.loads(
            run(
                "hanabi_solver",
                "solve",
                position,
                "--json",
                "--info",
                "hidden",
                "--objective",
                objective,
            )
        )
        assert type(found["actual"]["result"]) is str, objective
        assert found["actual"]["result"] == result, objective
