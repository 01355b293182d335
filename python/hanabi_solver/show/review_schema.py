"""The JSON objects of a check, field by field and in this order. Batches use the same names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec import UNSET, Struct, UnsetType

from hanabi_solver.notation import format_bonuses, format_move, format_position
from hanabi_solver.show.numbers import exact_number, proven_fields
from hanabi_solver.show.terms import card_name

if TYPE_CHECKING:
    from hanabi_solver.review.course import Step
    from hanabi_solver.review.review import Review, TurnReview

Number = int | str | None
"""An exact value: an integer for `guaranteed`, else "a/b" or an integer's digits, reduced."""

Proven = int | str | UnsetType
"""A proven bound; the field is there only where the value itself is null and has been bounded."""


class TurnRecord(Struct, frozen=True):
    """A turn. Values, loss and luck are null where a limit stopped the search.

    Then `value_before_lower`, `value_before_upper` and their like say what is proven.
    """

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
    value_before_lower: Proven = UNSET
    value_before_upper: Proven = UNSET
    value_move_lower: Proven = UNSET
    value_move_upper: Proven = UNSET
    value_after_lower: Proven = UNSET
    value_after_upper: Proven = UNSET
    loss_lower: Proven = UNSET
    loss_upper: Proven = UNSET


class ReviewRecord(Struct, frozen=True):
    """A check: all turns, then the account of the longest exact run of turns up to the end.

    `result` is the value of the last position where the game was left before its end: then
    `over` is false. `score` is what lies on the stacks there.
    """

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
    score: int
    over: bool
    result_lower: Proven = UNSET
    result_upper: Proven = UNSET


def turn_record(turn: TurnReview, objective: str) -> TurnRecord:
    """A turn as JSON shows it."""
    step = turn.step
    position = step.position
    return TurnRecord(
        turn=step.number,
        player=position.mover + 1,
        move=_move(step),
        card=card_name(position, step.card) or None,
        value_before=exact_number(turn.before, objective),
        value_move=exact_number(turn.made, objective),
        loss=exact_number(turn.loss, objective),
        verdict=turn.verdict,
        best=[format_move(move, position) for move in turn.best],
        drawn=card_name(position, step.drawn) or None,
        value_after=exact_number(turn.after, objective),
        luck=exact_number(turn.luck, objective),
        **proven_fields("value_before", turn.value_before, objective),
        **proven_fields("value_move", turn.value_move, objective),
        **proven_fields("value_after", turn.value_after, objective),
        **proven_fields("loss", turn.loss_bounds, objective),
    )


def _move(step: Step) -> str:
    """The move, with the bonuses that came: `p1/token`."""
    return format_move(step.move, step.position) + format_bonuses(step.bonuses, step.position)


def review_record(review: Review) -> ReviewRecord:
    """A check as JSON shows it."""
    objective = review.question.objective
    return ReviewRecord(
        info=review.question.info,
        objective=objective,
        target=review.question.target,
        start=format_position(review.start),
        turns=[turn_record(turn, objective) for turn in review.turns],
        losses=exact_number(review.losses, objective),
        luck=exact_number(review.luck, objective),
        result=exact_number(review.final, objective),
        worst_turn=review.worst.step.number if review.worst else None,
        last_winnable_turn=review.last_winnable.step.number if review.last_winnable else None,
        score=review.end.score,
        over=review.over,
        **proven_fields("result", review.value_final, objective),
    )


def encode(review: Review) -> str:
    """A line of JSON."""
    return msgspec.json.encode(review_record(review)).decode()
