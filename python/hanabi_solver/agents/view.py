"""What one player sees on the turn: all that an agent may use."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hanabi_solver.game.moves import Clue, Event, PlayDeck
from hanabi_solver.game.seat import from_seat
from hanabi_solver.variants.clues import touched_slots

if TYPE_CHECKING:
    from hanabi_solver.game.moves import Move
    from hanabi_solver.game.position import Card, Position


@dataclass(frozen=True, slots=True)
class View:
    """The table as the player to move sees it.

    `position` has the other hands with their marks, the own cards as `UNSPECIFIED` with theirs,
    and as its deck the whole unseen pool: the deck and the own hand together. `history` is what
    everybody has seen since the position that was asked about, oldest first.
    """

    position: Position
    history: tuple[Event, ...]

    @property
    def player(self) -> int:
        """The player to move, from 1."""
        return self.position.mover + 1

    @property
    def others(self) -> dict[int, tuple[Card, ...]]:
        """The hands that the player sees, by player (from 1)."""
        return {
            player: tuple(held.card for held in hand)
            for player, hand in enumerate(self.position.hands, 1)
            if player != self.player
        }


def seen(position: Position, history: tuple[Event, ...] = ()) -> View:
    """What the player to move sees of a position with every card written."""
    return View(from_seat(position), history)


def event(position: Position, move: Move) -> Event:
    """What everybody sees of a legal move in a position with every card written."""
    if isinstance(move, Clue):
        return Event(position.mover + 1, move, None, touched_slots(position, move))
    hand = position.hands[position.mover]
    card = position.deck[0] if isinstance(move, PlayDeck) else hand[move.slot - 1].card
    return Event(position.mover + 1, move, card, None)
