"""Limits of time and memory, and Ctrl-C: never a value, always proven bounds."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from fractions import Fraction
from typing import Any

import pytest
from command import PROGRAM, run, run_apart, run_interrupted

EASY = "r3y4g5b5w4 >r4y1/y5w5 {r5b1}"
LARGE = "r2y2g1b2w1 >y3b4r1r4/r3w3g3y1 {b3b4b5g2g3g4g5r4r5w2w3w4w5y3y4y5} c2"
"""Open hands with 16 cards in the deck: more than any of these limits allows."""

LARGE_BY_SPECIAL_RULES = (
    "a1b0c1 >a2b1c3a3/b2a4c4b3/c5a5b4b5 {a1b1c4a2b2c1a3b3c2a4c3}"
    " variant=hanab-live:Orange_(3_Suits)"
)
MANY_WORLDS = "r1y2g0 >r3xxy3/xxxxy4/y5xxxx {r5g1r2g3g4y1r1g1r3g2r4g5y3y4}"

MEASURE = """
import os, sys
child = os.spawnvp(os.P_NOWAIT, sys.argv[1], sys.argv[1:])
_, status, usage = os.wait4(child, 0)
print(os.waitstatus_to_exitcode(status), usage.ru_maxrss * 1024, file=sys.stderr)
"""
"""Run a command; print its status and the most memory it had, in bytes. In a process of its own,
because a child starts with the peak of the process that it was forked from."""


def assert_bounded(record: dict[str, Any]) -> None:
    assert record["status"] == "bounds"
    assert record["value"] is record["value_float"] is None
    assert 0 <= Fraction(record["lower"]) < Fraction(record["upper"]) <= 25


def test_a_stop_by_time_gives_bounds_and_the_next_position_is_solved() -> None:
    done = run(
        "solve", "--json", "--objective", "expected", "--time-limit", "0.05", LARGE, EASY, LARGE
    )
    assert (done.status, done.err) == (3, "")
    first, second, third = map(json.loads, done.out.splitlines())
    for record in (first, third):
        assert_bounded(record)
        assert list(record)[6:11] == ["status", "value", "lower", "upper", "value_float"]
        assert [move["move"] for move in record["moves"]][:3] == ["p1", "p2", "p3"]
        for move in record["moves"]:
            if move["value"] is None:
                assert list(move) == ["move", "card", "value", "lower", "upper", "best", "worse"]
                assert Fraction(move["lower"]) < Fraction(move["upper"])
    assert (second["status"], second["value"]) == ("exact", "49/2")


def test_a_stop_is_said_in_words() -> None:
    done = run("solve", "--objective", "expected", "--time-limit", "0.05", "--no-moves", LARGE)
    assert done.status == 3
    assert " to " in done.out
    assert "Stopped by the time limit" in done.out


def test_assignments_of_unspecified_cards_end_with_the_time() -> None:
    done = run("solve", "--json", "--objective", "expected", "--time-limit", "0.05", MANY_WORLDS)
    assert done.status == 3
    assert_bounded(json.loads(done.out))


def test_what_was_stopped_has_no_variation() -> None:
    limit = ("--objective", "expected", "--time-limit", "0.05")
    done = run("solve", "--json", *limit, "--pv", "--no-moves", LARGE)
    assert done.status == 3
    assert json.loads(done.out)["pv"] == []


def test_bounds_of_an_integer_objective_are_integers() -> None:
    done = run("solve", "--json", "--objective", "all", "--time-limit", "0.05", LARGE)
    assert done.status == 3
    record = json.loads(done.out)["objectives"]["guaranteed"]
    if record["status"] == "bounds":
        assert type(record["lower"]) is type(record["upper"]) is int


@pytest.mark.parametrize("position", [LARGE, LARGE_BY_SPECIAL_RULES])
@pytest.mark.parametrize("megabytes", [64, 96])
def test_memory_stays_below_its_limit(megabytes: int, position: str) -> None:
    command = [*PROGRAM, "solve", "--json", "--objective", "expected", position]
    # The table has all its memory from the beginning, so that a few seconds show the peak.
    command += ["--memory", f"{megabytes}MB", "--time-limit", "3"]
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, *command], capture_output=True, text=True, check=True
    )
    *errors, measured = done.stderr.splitlines()
    status, peak = map(int, measured.split())
    assert (errors, status) == ([], 3)
    assert 32 * 10**6 < peak < megabytes * 10**6
    assert_bounded(json.loads(done.stdout))


def test_an_interrupted_search_prints_its_bounds() -> None:
    first, done = run_interrupted("solve", "--json", "--objective", "expected", EASY, LARGE, EASY)
    assert json.loads(first)["status"] == "exact"
    assert (done.status, done.err) == (130, "")
    [line] = done.out.splitlines()
    assert_bounded(json.loads(line))


def test_an_interrupt_while_positions_are_read() -> None:
    with subprocess.Popen(
        [*PROGRAM, "solve", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        time.sleep(1.0)  # By now it waits for its input.
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=30)
    assert (process.returncode, output) == (130, "")
    assert "Traceback" not in errors


def test_units_of_memory() -> None:
    for size in ("100000000", "100MB", "100 mb", "0.1GB", "100000KB", "100000000B"):
        assert run_apart("solve", "--json", "--no-moves", EASY, "--memory", size).status == 0


@pytest.mark.parametrize("megabytes", [60, 100, 150, 200, 300])
@pytest.mark.parametrize("info", ["open", "seat", "hidden"])
def test_a_system_that_refuses_memory_ends_no_search_by_a_signal(megabytes: int, info: str) -> None:
    script = f'ulimit -v {megabytes}000 || exit 9; exec "$@"'
    asked = ["--info", info, "--objective", "expected", "--memory", "4GB", "--time-limit", "1"]
    command = ["sh", "-c", script, "sh", *PROGRAM, "solve", LARGE, *asked, "--threads", "4"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode == 9:
        pytest.skip("this system limits no addresses")
    assert done.returncode in (2, 3), done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) <= 1
