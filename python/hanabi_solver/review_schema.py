"""The JSON objects of a check, field by field and in this order. Batches use the same names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from hanabi_solver.notation import format_bonuses, format_card, format_move, format_position

if TYPE_CHECKING:
    from fractions import Fraction

    from hanabi_solver.course import Step
    from hanabi_solver.position import Card, Position
    from hanabi_solver.review import Review, TurnReview

Number = int | str | None
"""An exact value: an integer for `guaranteed`, else "a/b" or an integer's digits, reduced."""

FROM_DECK = "deck"
"""What stands for a move where the deck's last card was played from the deck."""


class TurnRecord(Struct, frozen=True):
    """A turn. Values, loss and luck are null where a limit stopped the search."""

    turn: int
    player: int
    move: str
    card: str | None
    value_before: Number
    value_move: Number
    loss: Number
    verdict: str | None
    best: list[str]
    drawn: str | None
    value_after: Number
    luck: Number


class ReviewRecord(Struct, frozen=True):
    """A check: all turns, then the books of the longest exact run of turns up to the end."""

    info: str
    objective: str
    target: int | None
    start: str
    turns: list[TurnRecord]
    losses: Number
    luck: Number
    result: Number
    worst_turn: int | None
    last_winnable_turn: int | None


def number(value: Fraction | None, objective: str) -> Number:
    """A value as JSON shows it."""
    if value is None:
        return None
    return int(value) if objective == "guaranteed" else str(value)


def turn_record(turn: TurnReview, objective: str) -> TurnRecord:
    """A turn as JSON shows it."""
    step = turn.step
    position = step.position
    return TurnRecord(
        turn=step.number,
        player=position.mover + 1,
        move=_move(step),
        card=_card(step.card, position),
        value_before=number(turn.before, objective),
        value_move=number(turn.made, objective),
        loss=number(turn.loss, objective),
        verdict=turn.verdict,
        best=[format_move(move, position) for move in turn.best],
        drawn=_card(step.drawn, position),
        value_after=number(turn.after, objective),
        luck=number(turn.luck, objective),
    )


def _move(step: Step) -> str:
    """The move, with the bonuses that came: `p1/token`."""
    if step.move is None:
        return FROM_DECK
    return format_move(step.move, step.position) + format_bonuses(step.bonuses, step.position)


def _card(card: Card | None, position: Position) -> str | None:
    return None if card is None else format_card(position.suits, card)


def review_record(review: Review) -> ReviewRecord:
    """A check as JSON shows it."""
    objective = review.question.objective
    return ReviewRecord(
        info=review.question.info,
        objective=objective,
        target=review.question.target,
        start=format_position(review.start),
        turns=[turn_record(turn, objective) for turn in review.turns],
        losses=number(review.losses, objective),
        luck=number(review.luck, objective),
        result=number(review.final, objective),
        worst_turn=review.worst.step.number if review.worst else None,
        last_winnable_turn=review.last_winnable.step.number if review.last_winnable else None,
    )


def encode(review: Review) -> str:
    """A line of JSON."""
    return msgspec.json.encode(review_record(review)).decode()
