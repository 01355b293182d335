"""Bonuses of completed suits: values worked out by hand, lines, books, refusals."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from hanabi_solver.limits import Limits
from hanabi_solver.moves import Discard, Play
from hanabi_solver.notation import (
    parse_position,
)
from hanabi_solver.solution import OBJECTIVES
from hanabi_solver.solving import solve, solve_all

if TYPE_CHECKING:
    from hanabi_solver.position import Position

LIMITS = Limits(threads=1)


def position(text: str) -> Position:
    return parse_position(f"{text} bonus=flamboyants")


@pytest.mark.parametrize(
    ("text", "guaranteed", "expected", "win"),
    [
        # The last suit of all ends the game: no bonus, and nothing left to chance.
        ("r4y5 >r5/y1 {} t1", 10, "10", "1"),
        # Player 2 has nothing to do but to clue: a token must come, by two of the bonuses. (A
        # card shuffled into the deck comes back to player 1.)
        ("r4y4 >r5y5/- {} rules=grand-finale", 0, "10/3", "1/3"),
        # All pairs of bonuses after r5, then y5 and g5 from the pile: 13 + 1/6 + 1/36.
        ("r4y4g4 >r5/- {} t1", 13, "475/36", "1/36"),
        # Of y4 and g4 in the pile, y4 lets player 2 play y5, who may get g4 then:
        # (5 * 11 + 13 + 1/6) / 6.
        ("r4y3g3 >r5/y5 {} t2", 11, "409/36", "0"),
        # The countdown goes on: a y4 shuffled and drawn after its holder's last turn is of no
        # use; only y4 from the pile lets player 2 play y5.
        ("r4y3 >r5/y5 {} t2", 8, "25/3", "1/6"),
        # A countdown beside a deck: the only turn left, or the usual ones.
        ("r4y4 >r5/y5 {r1} t1", 9, "9", "0"),
        ("r4y4 >r5/y5 {r1}", 10, "10", "1"),
        # A card shuffled into the deck before the last round is a turn more: m5 comes in time.
        ("r4m3 >r5r1r1/m4m5r2 {r3} variant=avalanche", 9, "55/6", "1/6"),
        # The same with an empty pile: that bonus is nothing.
        ("r4m3 >r5r1r1/m4m5r2r4 {r3} variant=avalanche", 9, "9", "0"),
        # Black cards are next in their own order: k2 from the pile, then k1 in the hand.
        ("r4k3 >r5/k1 {} t2 variant=black-powder", 8, "25/3", "1/6"),
    ],
)
def test_values_by_hand(text: str, guaranteed: int, expected: str, win: str) -> None:
    found = solve_all(position(text), limits=LIMITS)
    values = [found.by_objective[objective].value for objective in OBJECTIVES]
    assert values == [guaranteed, Fraction(expected), Fraction(win)]


@pytest.mark.parametrize(
    ("rest", "win"),
    [
        # After r5 player 2 must play y1, a third strike, unless a strike was taken back, or
        # player 1 drew a card of the pile and can be given a clue.
        ("c8 s2", "1/3"),
        ("c8 s2 strikeout=keep", "1"),
        ("c8 s1", "1"),
        ("c7 s2", "5/6"),  # Only the token alone forbids the discard and mends nothing.
    ],
)
def test_a_strike_taken_back(rest: str, win: str) -> None:
    found = solve(position(f"r4y3 >r5/y1/- {{}} t3 {rest}"), target=8, limits=LIMITS)
    assert found.value == Fraction(win)


def test_the_same_positions_without_the_bonus_have_other_values() -> None:
    for text, value in [
        ("r4y4g4 >r5/- {} t1", 13),
        ("r4y3 >r5/y5 {} t2", 8),
        ("r4y4 >r5y5/- {} rules=grand-finale", 10),
    ]:
        assert solve(parse_position(text), objective="expected", limits=LIMITS).value == value


def test_a_discard_may_wait_for_the_bonus() -> None:
    """r5 in the pile is played by the bonus for y5, in one of six games."""
    found = solve(position("r4y4 >r5/y5 {} c1"), objective="expected", limits=LIMITS)
    values = {entry.move: entry.value for entry in found.moves}
    assert values[Discard(1)] == 9 + Fraction(1, 6)
    assert found.best == (Play(1),)
