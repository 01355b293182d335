"""Bounds that narrow with time: the tolerance, what is told meanwhile, how close a move is."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

import hanabi_solver as hs
import pytest
from command import run
from hanabi_solver.system.limits import Limits

if TYPE_CHECKING:
    from hanabi_solver.solving.solution import Solution

DEEP = "r4y2g3b5w3 w3r1r2g5r5/>w1b1y1w2w5 {r1r3r4y1y3y3y4y5g1g3g4b2b3w1w4} c3"
"""Two players, 15 cards in the deck: worth 0.79 to 0.80."""

GAP = Fraction(3, 10)

FAR = (
    "r2y4g3b0w4 w5y3b5r4/>b2y1y2r4/r1b2b4w2/g2g5r5b3/r1w4g3w3 {r2r3r3y4y5g1g4g4b1b1b1b3b4w1w1} c4",
    "r1y4g2b1w2 >r3b4r2g5/w1b4w5w2/r2y4g4w3/g1w4b2r4/w1r1r4g4"
    " {r1r3r5y1y1y2y3y5g1g2g3g3b1b1b2b3b3b5w3w4} c3",
)
"""Five players, 15 and 20 cards in the deck: too far for the search."""


def test_the_tolerance_ends_the_search() -> None:
    heard: list[Solution] = []
    solver = hs.Solver(Limits(threads=1, tolerance="0.3"))
    solution = solver.solve(DEEP, info="open", progress=heard.append)
    assert solution.stop == "tolerance"
    assert solution.status == "bounds"
    bounds = solution.bounds
    assert 0 < bounds.lower < bounds.upper <= bounds.lower + GAP
    assert bounds.lower <= Fraction(8, 10)
    assert solution.within is not None
    assert solution.within <= GAP
    chosen = next(entry for entry in solution.moves if entry.move == solution.recommended)
    assert chosen.bounds.lower == bounds.lower
    for entry in solution.moves:
        assert entry.bounds.upper <= bounds.upper
        assert entry.worse == (entry.bounds.upper < bounds.lower)
        assert not entry.best
    lowers = [each.bounds.lower for each in heard] + [bounds.lower]
    uppers = [each.bounds.upper for each in heard] + [bounds.upper]
    assert lowers == sorted(lowers)
    assert uppers == sorted(uppers, reverse=True)


@pytest.mark.parametrize("position", FAR)
@pytest.mark.parametrize(("objective", "tolerance"), [("win", "0.35"), ("expected", "0.7")])
def test_far_positions_have_bounds_that_say_something(
    position: str, objective: Literal["win", "expected"], tolerance: str
) -> None:
    solver = hs.Solver(Limits(threads=1, tolerance=tolerance))
    solution = solver.solve(position, info="open", objective=objective)
    bounds = solution.bounds
    assert bounds.upper - bounds.lower <= Fraction(tolerance)
    assert bounds.lower > (Fraction(6, 10) if objective == "win" else 24)


def test_an_exception_of_progress_ends_the_search() -> None:
    class StoppedError(Exception):
        pass

    def stop(_so_far: Solution) -> None:
        raise StoppedError

    # Where nothing is told before the end, nothing is raised: the tolerance is out of reach.
    with pytest.raises(StoppedError):
        hs.Solver(Limits(threads=1, tolerance="1/1000000")).solve(DEEP, info="open", progress=stop)


def test_the_command_line_tells_bounds_rounded_outward() -> None:
    done = run("solve", DEEP, "--objective", "win", "--tolerance", "0.3", "--json")
    record = json.loads(done.out)
    assert record["status"] == "bounds"
    assert Fraction(record["upper"]) - Fraction(record["lower"]) <= GAP
    assert Fraction(record["within"]) <= GAP
    assert record["recommended"] is not None
    assert all(
        entry["worse"] == (Fraction(entry["upper"]) < Fraction(record["lower"]))
        for entry in record["moves"]
        if entry["value"] is None
    )
    text = run("solve", DEEP, "--objective", "win", "--tolerance", "0.3").out
    assert "Stopped at the tolerance" in text
    assert "of the best move" in text


@pytest.mark.parametrize("gap", ["-1", "much", "1/0", "31", "nan"])
def test_what_is_no_tolerance_is_refused(gap: str) -> None:
    done = run("solve", DEEP, "--tolerance", gap)
    assert done.status == 2
    assert "tolerance" in done.err


def test_a_bound_in_decimals_is_still_a_bound() -> None:
    from hanabi_solver.show.numbers import rounded

    for value in (Fraction(1, 3), Fraction(2, 3), Fraction(123456789, 10**9), Fraction(7, 2)):
        below, above = Fraction(rounded(value, up=False)), Fraction(rounded(value, up=True))
        assert below <= value <= above
        assert above - below <= Fraction(1, 10**4)


def test_the_only_move_is_within_nothing_of_the_best() -> None:
    solution = hs.solve("r4y5g5b5w5 >r5/y1 {} c0 t1", info="open", moves=True)
    assert solution.within == 0
    alone = hs.solve("r3 >r1/- {} c8 t1", info="open", objective="expected")
    assert len(alone.moves) == 1
    assert alone.within == 0
