"""The core against the reference engine, and the comparison itself."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace
from fractions import Fraction
from itertools import islice

import pytest
from hanabi_solver import reference
from hanabi_solver.cli import main
from hanabi_solver.core.answer import Bounds
from hanabi_solver.crosscheck import compare as crosscheck
from hanabi_solver.notation import format_position
from hanabi_solver.solving.solver import Solver


def test_random_positions_agree() -> None:
    found = crosscheck.crosscheck(seed=5, count=200, flamboyants=0.4)
    assert [str(difference) for _, difference in found if difference] == []


def test_the_same_seed_gives_the_same_cases_in_any_number_of_processes() -> None:
    alone, together = (
        [format_position(case.position) for case, _ in crosscheck.crosscheck(3, 120, workers=n)]
        for n in (1, 2)
    )
    assert alone == together
    assert len(set(alone)) > 100
    endless = islice(crosscheck.crosscheck(3), 60)
    assert [format_position(case.position) for case, _ in endless] == alone[:60]
    other = next(crosscheck.crosscheck(4))
    assert format_position(other.case.position) != alone[0]


def test_a_wrong_value_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    solve = Solver.solve

    def wrong(self: Solver, *arguments: object, **named: object) -> object:
        solution = solve(self, *arguments, **named)  # type: ignore[arg-type]
        return replace(solution, bounds=Bounds(Fraction(-1), Fraction(-1)))

    monkeypatch.setattr(Solver, "solve", wrong)
    _, difference = next(crosscheck.crosscheck(seed=1))
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
        main(["crosscheck", "--count", "5", "--threads", "1"])
    assert ended.value.code == 1
    assert "--objective" in capsys.readouterr().out


def test_the_command_counts(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["crosscheck", "--count", "5", "--seed", "2", "--threads", "1"])
    assert ended.value.code == 0
    shown = capsys.readouterr()
    assert shown.out == "no difference\n"
    count, *tally = shown.err.splitlines()
    assert count == "5 positions compared"
    kinds = ["info", "objective", "rules", "strikeout", "bonus"]
    kinds += ["deck-plays", "players", "deck", "variant"]
    assert [line.split(":")[0] for line in tally] == kinds
    for line in tally:
        assert sum(int(part.split()[-1]) for part in line.split(": ", 1)[1].split(", ")) == 5


def test_ctrl_c_tells_the_count(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    solve = reference.solve
    calls = itertools.count()

    def interrupted(*arguments: object, **named: object) -> reference.ReferenceSolution:
        if next(calls) == 20:
            raise KeyboardInterrupt
        return solve(*arguments, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(reference, "solve", interrupted)
    with pytest.raises(SystemExit) as ended:
        main(["crosscheck", "--threads", "1"])
    assert ended.value.code == 130
    shown = capsys.readouterr()
    assert shown.out == ""
    assert re.match(r"1\d positions compared\ninfo: ", shown.err)


def test_dead_cards_of_an_inverted_suit_are_not_like_others() -> None:
    position = (
        "a5b5c4d4e4 >xxxx/e5a3 {c5d2d5e2} s1 variant=hanab-live:2131 strikeout=keep empty-clues=yes"
    )
    assert Solver().solve(position, info="open").value == Fraction(11, 12)
