"""What is told with hidden hands belongs together: values, policy, recommended move, notes."""

from __future__ import annotations

import json
from fractions import Fraction
from random import Random
from typing import Any

import hanabi_solver as hs
import pytest
from command import run
from hanabi_solver.core.policy import Rule
from hanabi_solver.crosscheck.hidden import random_position
from hanabi_solver.game.moves import Play
from hanabi_solver.show.prescription import collapsed
from shared import shared

CARRIED = (
    "r5y4g5b4w5 >r2(r)b1b2w3(3)y5/w2<w2>g1b5w1(1)g1(g) {y1} c2",
    "r4y5g5b3p5 r1b5r3(3)b1g1/>y2(y)p4(4)b4(4)r5(5)g2 {y1} c2",
)
SIDE_MOVES = "r4y4g4b5p5 >b1<b1>b1<b1>b2<b2>b3<b3>/y1r5p1p1/r1y5p2g1/y1g5r1p3 {} c0 t4"
BEYOND_COUNTING = "r0y0g0b0w0 >r1r2r3r4r5/y1y2y3y4y5 40 discard=- c7"
EMPTY_GROUP = "r0 >r1r2/r3r4r5 {} c1"


def belong_together(record: dict[str, Any]) -> None:
    """What one objective says must agree with itself."""
    if record["actual"] is None:
        return
    move, result = record["actual"]["move"], Fraction(record["actual"]["result"])
    [row] = [each for each in record["moves"] if each["move"] == move]
    lower = row["value"] if row["value"] is not None else row["lower"]
    least = record["value"] if record["value"] is not None else record["lower"]
    assert Fraction(lower) >= Fraction(least)
    assert any(rule["does"] in (move, "clue") for rule in record["prescription"])
    if record["value"] in ("1", 25):
        assert result >= Fraction(record["value"])


@pytest.mark.parametrize("limit", ["0.05", "1", "3"])
@pytest.mark.parametrize("position", CARRIED)
def test_a_value_that_is_carried_over_brings_its_policy(position: str, limit: str) -> None:
    asked = ("--info", "hidden", "--time-limit", limit, "--json")
    record = json.loads(run("solve", position, *asked).out)
    objectives = record["objectives"]
    for each in objectives.values():
        belong_together(each)
    told = [each["actual"]["move"] for each in objectives.values() if each["actual"]]
    assert record["recommended"] is None or record["recommended"] in told


def test_real_endgames_in_little_time_tell_one_policy() -> None:
    lines = shared("vectors", "real-endgames.jsonl").read_text().splitlines()[::12]
    for record in map(json.loads, lines):
        asked = ("--info", "hidden", "--time-limit", "0.3", "--json")
        found = json.loads(run("solve", record["position"], *asked).out)
        for each in found["objectives"].values():
            belong_together(each)
            assert each["moves"]


def test_exact_values_are_not_called_bounds() -> None:
    done = run("solve", SIDE_MOVES, "--info", "hidden", "--objective", "win")
    assert "16/55" in done.out
    assert "proven bounds, not values" not in done.out
    if done.status == 3:
        assert "The value is exact; of " in done.out


@pytest.mark.parametrize("limit", ["0.001", "0.2"])
@pytest.mark.parametrize("position", [*CARRIED, SIDE_MOVES, BEYOND_COUNTING])
def test_no_move_vanishes(position: str, limit: str) -> None:
    done = run("solve", position, "--info", "hidden", "--time-limit", limit)
    assert "?" not in done.out
    assert "p1" in done.out
    assert "d1" in done.out


def test_a_mean_is_not_called_the_best() -> None:
    position = "r5y5g1b5p5 >y1y4p3g4g3/g1y2b3g3g5 {g2} c8"
    done = run("solve", position, "--objective", "expected")
    assert "On average 22 of 25" in done.out
    assert "At best" not in done.out
    assert "At best 23 of 25" in run("solve", position, "--objective", "win", "--target", "24").out


def test_an_empty_group_of_dead_cards_has_no_name() -> None:
    found = hs.solve(EMPTY_GROUP, info="hidden", objective="expected")
    assert found.hidden is not None
    assert () not in found.hidden.alike
    assert "A best policy" in run("solve", EMPTY_GROUP, "--info", "hidden").out


def test_random_small_positions_are_told_whole() -> None:
    rng, told = Random(269), 0
    while told < 120:
        position = random_position(rng)
        if position is None:
            continue
        try:
            answers = hs.solve_all(position, info="hidden", limits=hs.Limits(time=0.3, threads=1))
        except hs.PositionError:
            continue
        assert "?" not in str(answers)
        told += 1


def test_a_policy_for_people_has_a_dozen_lines() -> None:
    done = run("solve", SIDE_MOVES, "--info", "hidden", "--objective", "win")
    _, table = done.out.split("player 1, in ")
    assert len(table.splitlines()) <= 1 + 1 + 12 + 2
    assert "more lines: --policy FILE writes all" in table


def test_large_prescriptions_are_collapsed_in_linear_time() -> None:
    """Twice the rules, about twice the work: counted in comparisons of moves, not in seconds."""
    position = hs.parse_position(CARRIED[0])
    cards = [held.card for hand in position.hands for held in hand]
    looked = 0

    class Counting(Play):
        def __eq__(self, other: object) -> bool:
            nonlocal looked
            looked += 1
            return isinstance(other, Play) and other.slot == self.slot

        __hash__ = Play.__hash__

    def work(count: int) -> int:
        nonlocal looked
        rng = Random(count)
        rules = [
            Rule(((2, tuple(rng.choice(cards) for _ in range(5))),), Counting(rng.randint(1, 5)), 1)
            for _ in range(count)
        ]
        looked = 0
        collapsed(rules)
        return looked

    assert work(40_000) < 3 * work(20_000)
