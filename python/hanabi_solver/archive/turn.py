"""A turn of a game that is played again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hanabi_solver.archive.game import Action
    from hanabi_solver.game.moves import Move
    from hanabi_solver.game.position import Card, Position

Orders = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """An action and the position before it. `number` counts actions from 1.

    `orders` are the places in the deck that the cards of the hands came from.
    """

    number: int
    position: Position
    orders: Orders
    action: Action
    move: Move
    card: Card | None
    drawn: Card | None
