"""A position as the player to move sees it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hanabi_solver.game.facts import sort_cards
from hanabi_solver.game.position import UNSPECIFIED

if TYPE_CHECKING:
    from hanabi_solver.game.position import Position


def from_seat(position: Position) -> Position:
    """The position with the mover's hand unseen but for its marks: its cards join the pool."""
    mover = position.mover
    own = position.hands[mover]
    written = [held.card for held in own if held.card != UNSPECIFIED]
    unseen = tuple(replace(held, card=UNSPECIFIED) for held in own)
    return replace(
        position,
        hands=(*position.hands[:mover], unseen, *position.hands[mover + 1 :]),
        deck=sort_cards(position.suits, (*position.deck, *written)),
        deck_ordered=False,
    )
