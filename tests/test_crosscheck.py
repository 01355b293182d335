"""The core against the reference engine, and the comparison itself."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import islice
from random import Random

import pytest
from hanabi_solver import crosscheck, reference
from hanabi_solver.cli import main
from hanabi_solver.errors import UnsupportedError
from hanabi_solver.notation import parse_position
from hanabi_solver.solution import Bounds
from hanabi_solver.solving import Solver


def test_random_positions_agree() -> None:
    found = list(islice(crosscheck.crosscheck(seed=5), 150))
    assert [str(difference) for difference in found if difference] == []


def test_the_same_seed_gives_the_same_cases() -> None:
    first, second = (Random(3), Random(3))
    assert [crosscheck.random_case(first) for _ in range(20)] == [
        crosscheck.random_case(second) for _ in range(20)
    ]


def test_a_wrong_value_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    solve = Solver.solve

    def wrong(self: Solver, *arguments: object, **named: object) -> object:
        solution = solve(self, *arguments, **named)  # type: ignore[arg-type]
        return replace(solution, bounds=Bounds(Fraction(-1), Fraction(-1)))

    monkeypatch.setattr(Solver, "solve", wrong)
    difference = next(crosscheck.crosscheck(seed=1))
    assert difference is not None
    assert difference.what == "value"
    assert "by the reference engine" in str(difference)


def test_the_command_ends_with_status_1_on_a_difference(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    solve = reference.solve

    def wrong(*arguments: object, **named: object) -> reference.ReferenceSolution:
        solution = solve(*arguments, **named)  # type: ignore[arg-type]
        return replace(solution, value=solution.value + 1)

    monkeypatch.setattr(reference, "solve", wrong)
    with pytest.raises(SystemExit) as ended:
        main(["crosscheck", "--count", "5"])
    assert ended.value.code == 1
    assert "--objective" in capsys.readouterr().out


def test_the_command_counts() -> None:
    with pytest.raises(SystemExit) as ended:
        main(["crosscheck", "--count", "5", "--seed", "2"])
    assert ended.value.code == 0


def test_the_reference_refuses_what_it_does_not_know() -> None:
    with pytest.raises(UnsupportedError, match="flamboyants"):
        reference.solve(parse_position("r4y4 >r5/y5 {y1} c0 bonus=flamboyants"))


def test_dead_cards_of_an_inverted_suit_are_not_like_others() -> None:
    position = (
        "a5b5c4d4e4 >xxxx/e5a3 {c5d2d5e2} s1 variant=hanab-live:2131 strikeout=keep empty-clues=yes"
    )
    assert Solver().solve(position, info="open").value == Fraction(11, 12)
