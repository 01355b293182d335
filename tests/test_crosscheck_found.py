"""Positions in which the core once differed from the reference engine."""

from __future__ import annotations

import pytest
from hanabi_solver.core.answer import OBJECTIVES
from hanabi_solver.crosscheck.case import Case
from hanabi_solver.crosscheck.compare import compare
from hanabi_solver.notation import parse_position
from hanabi_solver.solving.solver import Solver

FOUND = {
    "a dead card of an inverted suit is not like other dead cards": (
        "a5b5c4d4e4 >xxxx/e5a3 {c5d2d5e2} s1 variant=hanab-live:2131 strikeout=keep"
    ),
}


@pytest.mark.parametrize("name", FOUND)
def test_they_agree_now(name: str) -> None:
    for objective in OBJECTIVES:
        case = Case(parse_position(FOUND[name]), "open", objective, None)
        assert compare(case, Solver(), node_limit=None) is None
