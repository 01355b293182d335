"""From what people ask to a query: everything checked, nothing left open."""

from __future__ import annotations

from types import NoneType
from typing import TYPE_CHECKING

from hanabi_solver.core.answer import check_objective
from hanabi_solver.core.query import Cancel, Query
from hanabi_solver.core.setups import read
from hanabi_solver.errors import InputError, expect, written
from hanabi_solver.game.facts import Facts
from hanabi_solver.game.moves import expect_move
from hanabi_solver.solving.knowledge import check_info
from hanabi_solver.system.limits import Limits
from hanabi_solver.texts.text import _

if TYPE_CHECKING:
    from hanabi_solver.core.answer import Info, Objective
    from hanabi_solver.game.moves import Move
    from hanabi_solver.game.position import Position

NO_LIMITS = Limits()


def ask(
    position: Position | str,
    info: Info | None = None,
    objective: Objective = "win",
    target: int | str | None = None,
    limits: Limits = NO_LIMITS,
    *,
    moves: bool = True,
    policy: bool = False,
    made: Move | None = None,
    cancel: Cancel | None = None,
) -> Query:
    """The query for a position. Without `info` the deck decides; `target` is as for
    `resolve_target`.

    PositionError, UnsupportedError or InputError for what cannot be asked.
    """
    position = read(position)
    if info is None:
        info = default_info(position)
    check_info(position, info)
    check_objective(objective)
    expect("moves", moves, bool)
    expect("policy", policy, bool)
    if made is not None:
        expect_move("made", made)
    expect("cancel", cancel, Cancel, NoneType)
    facts = Facts(position)
    goal = resolve_target(facts, target)
    return Query(facts, info, objective, goal, limits, moves, policy, made, cancel)


def default_info(position: Position) -> Info:
    """`perfect` where the deck is written in order (but for the Flamboyants), else `open`."""
    return "perfect" if position.deck_ordered and not position.rules.flamboyants else "open"


def resolve_target(facts: Facts, target: int | str | None) -> int:
    """The score that counts as a win: a number or its digits, "max" (the highest still
    reachable), or None for the maximum of the game. InputError for anything else.
    """
    if target is None:
        return facts.position.max_score
    if isinstance(target, str) and target == "max":
        return facts.reachable
    if isinstance(target, str) and target.isascii() and target.isdigit() and len(target) < 10:
        return int(target)
    if isinstance(target, bool) or not isinstance(target, int):
        problem = _("{value} is no target; expected a score or max")
        raise InputError(problem.format(value=written(target)))
    return target
