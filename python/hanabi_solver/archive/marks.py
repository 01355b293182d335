"""What clues told of the cards in hands: the marks of a game's position."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hanabi_solver.game.moves import Clue
from hanabi_solver.game.position import HeldCard, Marks, Position
from hanabi_solver.variants.clues import touches

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hanabi_solver.archive.game import Game
    from hanabi_solver.archive.turn import Orders, Turn


def with_marks(game: Game, turns: Sequence[Turn], position: Position, orders: Orders) -> Position:
    """The position with the clues that each held card got in the turns since it was drawn.

    Where clues do not say what they name (Duck, Cow & Pig) there is nothing to be written.
    """
    told: dict[int, dict[str | int, bool]] = {order: {} for hand in orders for order in hand}
    for turn in () if game.variant.clues_nameless else turns:
        if isinstance(turn.move, Clue) and turn.move.player and turn.move.what is not None:
            for order in turn.orders[turn.move.player - 1]:
                if order in told:
                    touched = touches(position, turn.move.what, game.deck[order])
                    told[order][turn.move.what] = touched
    places: list[str | int] = [*game.colours, *game.variant.clue_ranks]
    hands = tuple(
        tuple(
            HeldCard(held.card, _marks(told[order], places))
            for held, order in zip(hand, hand_orders, strict=True)
        )
        for hand, hand_orders in zip(position.hands, orders, strict=True)
    )
    return replace(position, hands=hands)


def _marks(told: dict[str | int, bool], places: list[str | int]) -> Marks:
    """The marks in canonical order: colours before ranks."""
    clues = sorted(told, key=places.index)
    return Marks(
        tuple(str(clue) for clue in clues if told[clue]),
        tuple(str(clue) for clue in clues if not told[clue]),
    )
