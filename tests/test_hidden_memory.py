"""Hidden hands take no more memory than they may, also where moves are valued one by one."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction

import pytest
from command import PROGRAM
from test_cli_limits import MEASURE

# The actual class alone has some 10^4 worlds, and the next player sees each of them.
REVEALED = "r4y5g5b5w5 >r4r2r1r1w4/r5g1y3y2w3 {w2b1g3y4} c3 s2"
LOSSY = "r3y4g5b5w5 >r4r2r1y1w4/r5g1y5y2w3 {w2b1g3y4} c2 s2"
THREE = "r3y4g5b4w5 >r1r5g2b1w1/b5r4y2w2g1/y5g3w3b2r2 {y1w4r3} c2"

OVER = 32 * 10**6
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
    lower, upper = (Fraction(record[name]) for name in ("lower", "upper"))
    for move in record["moves"]:
        assert 0 <= Fraction(move["lower"]) <= Fraction(move["upper"]) <= upper
    assert 0 <= lower <= upper
