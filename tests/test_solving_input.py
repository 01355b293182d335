"""What the functions of Python say of arguments that they cannot take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hanabi_solver import solve, solve_all, solve_many
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
    with pytest.raises(InputError, match=r"no info 'closed'; .* perfect, open, hidden"):
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
