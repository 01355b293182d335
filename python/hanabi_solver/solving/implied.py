"""What the bounds of one objective prove of the others."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from hanabi_solver.core.answer import OBJECTIVES, Bounds
from hanabi_solver.solving.solution import move_values

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hanabi_solver.core.answer import Info, Objective
    from hanabi_solver.game.moves import Move
    from hanabi_solver.solving.solution import MoveValue, Solution

_ROUNDS = 2
"""What the second objective learns of the third may tell something of the first."""

_Three = dict["Objective", Bounds]


class Frame(NamedTuple):
    """What the values are of: `target` points count as a win, no score exceeds `most`."""

    info: Info
    target: int
    most: int


def implied(frame: Frame, bounds: Mapping[Objective, Bounds]) -> _Three:
    """The bounds of the three objectives, each as tight as the others make it.

    Let S be the score of a game, G, E and W the values, T the target, M the highest score, so
    that 0 ≤ S ≤ M. For every way to play, G's guarantee holds in each outcome and hence in
    the mean: E ≥ G, and W = 1 just where G ≥ T. For 1 ≤ T ≤ M pointwise
    T·[S ≥ T] ≤ S ≤ T - 1 + (M - T + 1)·[S ≥ T]; the means of both sides, maximised, are
    T·W ≤ E ≤ T - 1 + (M - T + 1)·W. Means and minima over what nobody specified keep all of
    these: they are monotone and linear. With everything known S is a number: G = E, and W is
    1 or 0.
    """
    lower = {name: each.lower for name, each in bounds.items()}
    upper = {name: each.upper for name, each in bounds.items()}

    def least(name: Objective, value: Fraction | int) -> None:
        lower[name] = max(lower[name], Fraction(value))

    def most(name: Objective, value: Fraction | int) -> None:
        upper[name] = min(upper[name], Fraction(value))

    for _round in range(_ROUNDS):
        least("expected", lower["guaranteed"])
        most("guaranteed", upper["expected"].__floor__())
        if frame.info == "perfect":
            least("guaranteed", lower["expected"].__ceil__())
            most("expected", upper["guaranteed"])
            if upper["guaranteed"] < frame.target:
                most("win", 0)
            if lower["win"] > 0:
                least("win", 1)
                least("guaranteed", frame.target)
        if lower["guaranteed"] >= frame.target:
            least("win", 1)
        if lower["win"] == 1 and frame.target <= frame.most:
            least("guaranteed", frame.target)
        if upper["win"] < 1:
            most("guaranteed", frame.target - 1)
        if frame.target > frame.most:
            most("win", 0)
        elif frame.target >= 1:
            above = frame.most - frame.target + 1
            most("win", upper["expected"] / frame.target)
            least("win", (lower["expected"] - frame.target + 1) / above)
            least("expected", frame.target * lower["win"])
            most("expected", frame.target - 1 + above * upper["win"])
    return {name: Bounds(lower[name], upper[name]) for name in OBJECTIVES}


def together(
    found: Mapping[Objective, Solution], moves_asked: bool = True
) -> dict[Objective, Solution]:
    """The answers for one position, with what each proves of the others and of the moves.

    Where all are exact there is nothing to learn, and they stay as they are.
    """
    settled = all(
        one.value is not None and all(entry.value is not None for entry in one.moves)
        for one in found.values()
    )
    win = found["win"]
    if settled or win.target is None:
        return dict(found)
    frame = Frame(win.info, win.target, win.reachable)
    whole = implied(frame, {name: each.bounds for name, each in found.items()})
    moves = _moves(frame, found, whole)
    return {
        name: _with(
            _with_policy(name, found, whole[name]),
            whole[name],
            [each[name] for each in moves],
            moves_asked,
        )
        for name in found
    }


def _moves(frame: Frame, found: Mapping[Objective, Solution], whole: _Three) -> list[_Three]:
    """The bounds of every move, if all objectives list the same: none exceeds the position's."""
    tables: dict[Objective, dict[Move, MoveValue]] = {
        name: {entry.move: entry for entry in each.moves} for name, each in found.items()
    }
    listed = list(tables["win"])
    if any(list(table) != listed for table in tables.values()):
        return []
    return [
        implied(
            frame,
            {
                name: Bounds(
                    table[move].bounds.lower, min(table[move].bounds.upper, whole[name].upper)
                )
                for name, table in tables.items()
            },
        )
        for move in listed
    ]


def _with(solution: Solution, bounds: Bounds, moves: list[Bounds], moves_asked: bool) -> Solution:
    if moves:
        pairs = list(zip(solution.moves, moves, strict=True))
        # The policy that was followed for a move is not the one of a bound brought from elsewhere.
        here = {e.move: e.here for e, each in pairs if e.here and each.lower == e.bounds.lower}
        listed = [(e.move, each) for e, each in pairs]
        entries = move_values(solution.position, listed, here)
    else:
        entries = solution.moves
    better = replace(solution, bounds=bounds, moves=entries)
    known = bounds.value is not None and all(entry.value is not None for entry in entries)
    if known and (entries or not moves_asked):
        better = replace(better, stop=None)
    return better


def _with_policy(name: Objective, found: Mapping[Objective, Solution], proven: Bounds) -> Solution:
    """The solution with the policy of another objective, where that one's lower bound proves more
    than its own policy reaches. Each law of `implied` takes a lower bound from one other, and
    holds for every way to play: so the policy that reaches that bound reaches this one.
    """
    solution = found[name]
    hidden, win = solution.hidden, found["win"]
    if hidden is None or win.target is None:
        return solution
    most = Fraction(1 if name == "win" else solution.reachable)
    if hidden.open is None and proven.lower == most:
        # No more is had with hands open.
        hidden = replace(hidden, open=most)
    if proven.lower <= solution.bounds.lower:
        return replace(solution, hidden=hidden)
    frame = Frame("hidden", win.target, win.reachable)
    for other, one in found.items():
        alone = {each: Bounds(Fraction(0), found[each].bounds.upper) for each in OBJECTIVES}
        alone[other] = one.bounds
        reached = implied(frame, alone)[name].lower >= proven.lower
        if reached and one.hidden is not None and one.hidden.actual is not None:
            actual = replace(one.hidden.actual, target=solution.target)
            brought = replace(
                hidden,
                prescription=one.hidden.prescription,
                alike=one.hidden.alike,
                actual=actual,
                policy=one.hidden.policy,
            )
            return replace(solution, hidden=brought, recommended=actual.move)
    without = replace(hidden, prescription=(), actual=None, policy=None)
    return replace(solution, hidden=without, recommended=None)
