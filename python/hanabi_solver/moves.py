"""Moves as plain data. Slots and players are counted from 1, as people write them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from hanabi_solver.position import Card


@dataclass(frozen=True, slots=True)
class Play:
    """Play the card of a slot."""

    slot: int


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard the card of a slot."""

    slot: int


@dataclass(frozen=True, slots=True)
class Clue:
    """Give a clue: to a player, a colour (its letter) or a rank. `Clue()` is any legal clue."""

    player: int | None = None
    what: str | int | None = None


Move: TypeAlias = Play | Discard | Clue


@dataclass(frozen=True, slots=True)
class CardMove:
    """A play or a discard that names its card: of two copies in the hand the newer is meant.

    `notation.resolve` finds the slot, once it is known whose turn it is.
    """

    action: type[Play] | type[Discard]
    card: Card


@dataclass(frozen=True, slots=True)
class LineMove:
    """A move of a line, with the cards that it brings to light.

    `named` is the identity of an unspecified card that is played or discarded, `drawn` the
    card drawn after the move; None where not written. `text` and `column` are the move's
    place in the line, for error messages.
    """

    move: Move | CardMove
    named: Card | None = None
    drawn: Card | None = None
    text: str = ""
    column: int | None = None
