"""Limits and targets from Python: what is no such thing is refused by its name."""

from __future__ import annotations

from typing import Any

import pytest
from hanabi_solver import InputError, Limits, solve

WON = "r5y5g5b5w5 >r4/r1 {}"


@pytest.mark.parametrize(
    "wrong",
    [
        {"time": float("nan")},
        {"time": float("inf")},
        {"time": -1},
        {"time": "5"},
        {"memory": -1},
        {"memory": 10**30},
        {"memory": 1.5e9},
        {"threads": 0},
        {"threads": -1},
        {"threads": 1.5},
        {"threads": 10**30},
    ],
)
def test_what_is_no_limit_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=next(iter(wrong))):
        Limits(**wrong)


def test_limits_at_their_ends() -> None:
    for limits in (Limits(), Limits(0.0, 0, 1), Limits(1e9, 10**18, 1024)):
        assert solve(WON, limits=limits).target == 25


@pytest.mark.parametrize("target", [True, 1.5, "-20", "most"])
def test_what_is_no_target_is_refused(target: Any) -> None:
    with pytest.raises(InputError, match="target"):
        solve(WON, target=target)
