"""What the functions of Python say of arguments that they cannot take."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any
from unittest.mock import ANY

import hanabi_solver as hs
import pytest
from hanabi_solver import solve, solve_all, solve_many
from hanabi_solver.core.answer import OBJECTIVES
from hanabi_solver.errors import InputError
from hanabi_solver.notation import parse_position

if TYPE_CHECKING:
    from collections.abc import Callable

CHANCE = "r3y4g5b5w4 >r4y1/y5w5 {r5b1}"


@pytest.mark.parametrize(
    ("function", "positions"), [(solve, CHANCE), (solve_many, [CHANCE]), (solve_many, [])]
)
def test_an_objective_must_be_known(function: Callable[..., Any], positions: Any) -> None:
    with pytest.raises(InputError, match=r"no objective 'best'; .* guaranteed, expected, win"):
        function(positions, objective="best")


@pytest.mark.parametrize(
    ("function", "positions"), [(solve, CHANCE), (solve_all, CHANCE), (solve_many, [CHANCE])]
)
def test_an_info_must_be_known(function: Callable[..., Any], positions: Any) -> None:
    with pytest.raises(InputError, match=r"no info 'closed'; .* perfect, open, seat, hidden"):
        function(positions, info="closed")


@pytest.mark.parametrize(
    ("function", "positions"), [(solve, 42), (solve_all, [CHANCE]), (solve_many, [CHANCE, 42])]
)
def test_a_position_is_a_position_or_a_string(function: Callable[..., Any], positions: Any) -> None:
    with pytest.raises(InputError, match="is no position; expected a Position or its string"):
        function(positions)


@pytest.mark.parametrize("position", [CHANCE, parse_position(CHANCE)])
def test_many_positions_are_no_single_one(position: Any) -> None:
    with pytest.raises(InputError, match="expected a list"):
        solve_many(position)
    assert solve_many([position]).exact.all()


@pytest.mark.parametrize(
    "function", [solve, solve_all, lambda p, limits: solve_many([p], limits=limits)]
)
def test_limits_are_limits(function: Callable[..., Any]) -> None:
    with pytest.raises(InputError, match=r"5 are no limits; expected Limits, such as Limits\(time"):
        function(CHANCE, limits=5)


def test_memory_is_written_as_on_the_command_line() -> None:
    assert hs.Limits(memory="500MB") == hs.Limits(memory=500_000_000)
    assert hs.Limits(memory="1.5 gb").memory == 1_500_000_000
    assert solve(CHANCE, limits=hs.Limits(memory="1GB")).value == solve(CHANCE).value
    for bad in ("", "much", "0", "-1", "5TB"):
        with pytest.raises(InputError, match="is no size; expected bytes or a number with KB"):
            hs.Limits(memory=bad)


def test_a_target_may_be_written() -> None:
    assert solve(CHANCE, target="22") == replace(solve(CHANCE, target=22), seconds=ANY)
    for bad in ("", "22.5", "-1", "all"):
        with pytest.raises(InputError, match="is no target"):
            solve(CHANCE, target=bad)


def test_moves_and_positions_may_be_written() -> None:
    position = parse_position(CHANCE)
    assert hs.legal_moves(CHANCE) == hs.legal_moves(position)
    assert hs.result(CHANCE) is None
    drawn = hs.Card(0, 5)
    assert hs.play(CHANCE, "p1", drawn) == hs.play(position, hs.Play(1), drawn)
    assert hs.play(CHANCE, "p1", "r5", named=None) == hs.play(position, hs.Play(1), drawn)
    assert hs.play(CHANCE, "p:r4", drawn) == hs.play(position, hs.Play(1), drawn)
    for bad in ("p9", "x", "p1 p2"):
        with pytest.raises(InputError):
            hs.play(CHANCE, bad, drawn)


def test_a_bad_position_of_many_is_named() -> None:
    with pytest.raises(hs.PositionError, match=r"^positions\[1\]: hands, column") as told:
        solve_many([CHANCE, "r3y4 >r9/y5 {}"])
    assert told.value.faults[0].field == "hands"
    with pytest.raises(InputError, match=r"^positions\[2\]: 5 is no position"):
        solve_many([CHANCE, CHANCE, 5])  # type: ignore[list-item]


def test_many_with_hidden_hands() -> None:
    blind = "r4y4 >y5<y1y5>y1<y1y5>/r5<r1r5>r1<r1r5> {} c0"
    for objective in OBJECTIVES:
        many = solve_many([blind, "r4y4 >y5/r5 {} c0"], info="hidden", objective=objective)
        alone = [
            solve(each, info="hidden", objective=objective, moves=False).value
            for each in (blind, "r4y4 >y5/r5 {} c0")
        ]
        found = zip(many.numerator, many.denominator, strict=True)
        assert [Fraction(int(a), int(b)) for a, b in found] == alone
        assert many.exact.all()
