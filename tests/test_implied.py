"""What the bounds of one objective prove of the others: never too much, and what is plain."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest
from command import run
from hanabi_solver.core.answer import OBJECTIVES, Bounds
from hanabi_solver.solving.implied import Frame, implied, together
from hanabi_solver.solving.solver import Solver, solve_all
from hanabi_solver.system.limits import Limits

if TYPE_CHECKING:
    from hanabi_solver.core.answer import Info, Objective

POSITIONS = [
    ("r3y4g5b3w5 >r4g1y1b1w3/b4b5w1w2g2 {r5y5b2} c1", "open"),
    ("r3y4g5b5w4 >r4y1/y5w5 {r5b1}", "open"),
    ("r4y4 >r5y5/y1 {r1}", "open"),
    ("r3y4g5b5w4 >r4y1/y5w5 [r5b1]", "perfect"),
    ("r3y3 >xxy4/r4y1 {r5y5r1} c1", "open"),
    ("r4y4 >y5<y1y5>y1<y1y5>/r5<r1r5>r1<r1r5> {} c0", "hidden"),
]


def outer(truth: Fraction, most: int, chance: random.Random) -> Bounds:
    """Bounds somewhere around the truth, often none at all on a side."""
    low, high = chance.choice([0, chance.random(), 1]), chance.choice([0, chance.random(), 1])
    return Bounds(truth * Fraction(low), truth + (most - truth) * Fraction(high))


@pytest.mark.parametrize(("position", "info"), POSITIONS)
@pytest.mark.parametrize("points", [-1, 0, 1, 2])
def test_what_is_implied_holds(position: str, info: Info, points: int) -> None:
    target = solve_all(position, info=info, moves=False)["guaranteed"].bounds.lower + points
    found = solve_all(position, info=info, target=int(target))
    chance = random.Random(1)
    frame = Frame(info, int(target), found["win"].reachable)
    values: list[dict[Objective, Bounds]] = [{name: found[name].bounds for name in OBJECTIVES}]
    for entries in zip(*(found[name].moves for name in OBJECTIVES), strict=True):
        values.append({n: e.bounds for n, e in zip(OBJECTIVES, entries, strict=True)})
    learnt = 0
    for exact in values:
        for _ in range(200):
            known = {
                name: outer(exact[name].lower, 1 if name == "win" else frame.most, chance)
                for name in OBJECTIVES
            }
            better = implied(frame, known)
            for name in OBJECTIVES:
                assert better[name].lower <= exact[name].lower <= better[name].upper
                assert known[name].lower <= better[name].lower
                assert better[name].upper <= known[name].upper
            learnt += better != known
    assert learnt > 100


def test_a_guaranteed_score_is_expected_and_wins() -> None:
    """Whatever the model: only the guaranteed score has been found before the time was up."""
    for position, info in POSITIONS:
        sure = solve_all(position, info=info, moves=False)["guaranteed"].bounds.lower  # type: ignore[arg-type]
        found = solve_all(position, info=info, target=int(sure))  # type: ignore[arg-type]
        most = found["win"].reachable
        cut: dict[Any, Any] = dict(found.by_objective)
        for name, upper in (("expected", most), ("win", 1)):
            loose = Bounds(Fraction(0), Fraction(upper))
            moves = tuple(replace(e, bounds=loose, best=False) for e in cut[name].moves)
            cut[name] = replace(cut[name], bounds=loose, moves=moves, stop="time")
        better = together(cut)
        assert better["expected"].bounds.lower == max(sure, found["guaranteed"].bounds.lower)
        assert better["win"].value == 1
        assert better["guaranteed"] == found["guaranteed"]
        for one, full in zip(better["win"].moves, found["win"].moves, strict=True):
            assert one.bounds.lower <= full.bounds.lower <= one.bounds.upper
        hidden, sure_hidden = better["win"].hidden, found["guaranteed"].hidden
        if hidden is not None and sure_hidden is not None and hidden.actual is not None:
            # The policy that was found for `win` need not win: the other one surely does.
            assert hidden.prescription == sure_hidden.prescription
            assert hidden.actual.result == 1
            assert better["win"].recommended == hidden.actual.move


def test_a_limit_leaves_no_bounds_that_contradict_each_other() -> None:
    """A moment for all three together: what is printed fits together."""
    position = "r2y2g1b2w1 >y3b4r1r4/r3w3g3y1 {b3b4b5g2g3g4g5r4r5w2w3w4w5y3y4y5} c2"
    found = Solver(Limits(time=0.05, threads=1)).solve_all(position)
    frame = Frame("open", 25, found["win"].reachable)
    bounds = {name: found[name].bounds for name in OBJECTIVES}
    assert implied(frame, bounds) == bounds


def test_at_best_is_not_said_of_what_is_proven_out_of_reach() -> None:
    lost = "r3y4g5b5w4 >r4y1/y5w5 [b1r5]"
    told = [run("solve", lost, "--objective", objective).out for objective in ("win", "expected")]
    win = json.loads(run("solve", lost, "--objective", "win", "--json").out)
    assert win["value"] == "0"
    assert win["reachable"] == 25
    assert all("At best 25" not in text for text in told)
    assert "At best 24 of 25" in told[0]
