"""What one player sees on the turn: all that an agent may use."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hanabi_solver.errors import MoveError, expect, expect_all, shown
from hanabi_solver.game.moves import Clue, Event, LineMove, PlayDeck, expect_move
from hanabi_solver.game.position import Position
from hanabi_solver.game.seat import from_seat
from hanabi_solver.notation import format_move, resolve
from hanabi_solver.texts.text import _
from hanabi_solver.variants.clues import clue_names, touched_slots

if TYPE_CHECKING:
    from hanabi_solver.game.moves import Move
    from hanabi_solver.game.position import Card


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
    expect("position", position, Position)
    return View(from_seat(position), expect_all("history", history, Event))


def event(position: Position, move: Move) -> Event:
    """What everybody sees of a legal move in a position with every card written.

    MoveError for one that names no card or no cards: for `Clue()`, too.
    """
    expect("position", position, Position)
    resolve(LineMove(expect_move("move", move)), position)
    if isinstance(move, Clue):
        if move.player is None or move.what not in clue_names(position):
            named = format_move(move)
            raise MoveError(_("{name} cannot be named").format(name=shown(named)))
        return Event(position.mover + 1, move, None, touched_slots(position, move))
    if isinstance(move, PlayDeck) and not position.deck:
        raise MoveError(_("no such card is left in the deck"))
    hand = position.hands[position.mover]
    card = position.deck[0] if isinstance(move, PlayDeck) else hand[move.slot - 1].card
    return Event(position.mover + 1, move, card, None)
