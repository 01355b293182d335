"""The principal variation: best play from a position, with the draw assumed at each step."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from types import NoneType
from typing import TYPE_CHECKING

from hanabi_solver.core.playing import draws, play, possible_bonuses
from hanabi_solver.core.setups import read
from hanabi_solver.errors import UnsupportedError, expect
from hanabi_solver.game.facts import sort_cards, with_open_deck
from hanabi_solver.game.moves import Clue, PlayDeck
from hanabi_solver.solving.ask import ask
from hanabi_solver.solving.solution import moved_card
from hanabi_solver.solving.solver import Solver
from hanabi_solver.system.limits import checked
from hanabi_solver.texts.text import _

if TYPE_CHECKING:
    from fractions import Fraction

    from hanabi_solver.core.answer import Bounds, Info, Objective
    from hanabi_solver.core.query import Cancel
    from hanabi_solver.game.moves import Bonus, BonusName, Move
    from hanabi_solver.game.position import Card, Position
    from hanabi_solver.system.limits import Limits


@dataclass(frozen=True, slots=True)
class Step:
    """A move of the variation: the mover (counted from 1), the move and its card (None for a
    clue), the card assumed to be drawn (None if none is), the value before the move, and the
    bonuses assumed to come.
    """

    player: int
    move: Move
    card: Card | None
    drawn: Card | None
    bounds: Bounds
    bonuses: tuple[Bonus, ...] = ()


def principal_variation(
    position: Position | str,
    *,
    info: Info | None = None,
    objective: Objective = "win",
    target: int | str | None = None,
    limits: Limits | None = None,
    solver: Solver | None = None,
    cancel: Cancel | None = None,
) -> tuple[Step, ...]:
    """One line of best play to the end of the game, or to where a limit or `cancel` stops it.

    Each move is the recommended one. In `perfect` the draws are the deck's; for `guaranteed`
    each draw is one that holds the team to the value (the first such card), otherwise the
    likeliest one (the first, by suit and play order, of those with most copies). So is each
    bonus: one that holds the team to the value, otherwise the first of them, a token; of the
    discard pile the first card that is worth most is taken. Errors as
    for `solve`; positions with unspecified cards have no such line and are refused.
    """
    position = read(position)
    if position.unspecified:
        raise UnsupportedError(_("a principal variation does not support unspecified cards"))
    query = ask(position, info, objective, target, cancel=cancel)
    info, goal = query.info, query.target
    if info == "open" and position.deck_ordered:
        position = with_open_deck(position)
    limits = checked(limits)
    solver = expect("solver", solver, Solver, NoneType) or Solver(limits)
    steps: list[Step] = []
    while True:
        solution = solver.solve(
            position, info=info, objective=objective, target=goal, cancel=cancel
        )
        move = solution.recommended
        if move is None or (cancel is not None and cancel.cancelled):
            return tuple(steps)
        bonuses = _assumed_bonuses(solver, position, move, objective, goal)
        drawn = None
        if draws(position, move, bonuses):
            drawn = _assumed_draw(solver, position, move, bonuses, info, objective)
        played = play(position, move, drawn, bonuses=bonuses)
        ended = played.result is not None
        card = moved_card(position, move)
        shown = None if ended else drawn
        steps.append(Step(position.mover + 1, move, card, shown, solution.bounds, bonuses))
        if ended:
            return tuple(steps)
        position = played.position


def _assumed_bonuses(
    solver: Solver, position: Position, move: Move, objective: Objective, goal: int
) -> tuple[Bonus, ...]:
    received: tuple[Bonus, ...] = ()
    while possible := possible_bonuses(position, move, received):
        assert not isinstance(move, Clue | PlayDeck)
        best: dict[BonusName, tuple[Fraction, Bonus]] = {}
        for bonus in possible:
            bounds = solver.follow(
                position, move, (*received, bonus), objective=objective, target=goal
            )
            if bonus.name not in best or bounds.upper > best[bonus.name][0]:
                best[bonus.name] = (bounds.upper, bonus)
        chosen = list(best.values())
        _, bonus = min(chosen, key=lambda b: b[0]) if objective == "guaranteed" else chosen[0]
        received = (*received, bonus)
    return received


def _assumed_draw(
    solver: Solver,
    position: Position,
    move: Move,
    bonuses: tuple[Bonus, ...],
    info: Info,
    objective: Objective,
) -> Card:
    if info == "perfect":
        return position.deck[0]
    shuffled = (bonus.card for bonus in bonuses if bonus.name == "deck" and bonus.card)
    copies = Counter(sort_cards(position.suits, (*position.deck, *shuffled)))
    if objective != "guaranteed":
        return max(copies, key=lambda card: copies[card])

    def forced(card: Card) -> float:
        after = play(position, move, card, bonuses=bonuses)
        if after.result is not None:
            return after.result
        solution = solver.solve(after.position, info=info, objective=objective, moves=False)
        return float(solution.bounds.upper)

    return min(copies, key=forced)
