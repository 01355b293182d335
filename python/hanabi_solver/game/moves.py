"""Moves as plain data. Slots and players are counted from 1, as people write them."""

from __future__ import annotations

from dataclasses import dataclass
from types import NoneType
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias, get_args

from hanabi_solver.errors import expect, expect_all, wrong
from hanabi_solver.game.position import Card

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True, slots=True)
class Play:
    """Play the card of a slot."""

    slot: int


@dataclass(frozen=True, slots=True)
class PlayDeck:
    """Play the last card of the deck from there."""


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard the card of a slot."""

    slot: int


@dataclass(frozen=True, slots=True)
class Clue:
    """Give a clue: to a player, a colour (its letter) or a rank.

    `Clue()` is any legal clue, and in policies `Clue(2, "[rgb]")` the first legal one of several.
    """

    player: int | None = None
    what: str | int | None = None


Move: TypeAlias = Play | PlayDeck | Discard | Clue


def expect_move(name: str, move: Move) -> Move:
    """The move of an argument, if it is one by its types; else InputError with its name."""
    expect(name, move, Play, PlayDeck, Discard, Clue)
    if isinstance(move, Play | Discard):
        expect("slot", move.slot, int)
    elif isinstance(move, Clue):
        expect("player", move.player, int, NoneType)
        expect("what", move.what, str, int, NoneType)
    return move


@dataclass(frozen=True, slots=True)
class Event:
    """What everybody sees of a turn: who moves (from 1) and how, the card that was played or
    discarded (None for a clue), the slots that a clue touched (None for the others).
    """

    player: int
    move: Move
    card: Card | None
    touched: tuple[int, ...] | None


class CardMove(NamedTuple):
    """A play or a discard that names its card: of two copies in the hand the newer is meant.

    `notation.resolve` finds the slot, once it is known whose turn it is.
    """

    action: type[Play] | type[Discard]
    card: Card


BonusName: TypeAlias = Literal["token", "strike", "colour", "rank", "deck", "play"]
BONUSES: tuple[BonusName, ...] = get_args(BonusName)


@dataclass(frozen=True, slots=True)
class Bonus:
    """A bonus of the "5 Flamboyants" that a completed suit has earned.

    A token; a token and a strike taken back; a free colour or rank clue; a card of the discard
    pile shuffled into the deck, or played. `card` is the one chosen there, None for no card.
    """

    name: BonusName
    card: Card | None = None


def expect_bonuses(bonuses: Iterable[Bonus]) -> tuple[Bonus, ...]:
    """The bonuses of an argument, if they are such by their types; else InputError."""
    bonuses = expect_all("bonuses", bonuses, Bonus)
    for bonus in bonuses:
        if not isinstance(bonus.name, str) or bonus.name not in BONUSES:
            raise wrong("bonus name", bonus.name, ", ".join(BONUSES))
        expect("bonus card", bonus.card, Card, NoneType)
    return bonuses


@dataclass(frozen=True, slots=True)
class LineMove:
    """A move of a line, with what it brings to light.

    `named` is the identity of an unspecified card that is played or discarded, `bonuses` those
    that came, `drawn` the card drawn after the move; None where not written. `text` and
    `column` are the move's place in the line, for error messages.
    """

    move: Move | CardMove
    named: Card | None = None
    drawn: Card | None = None
    text: str = ""
    column: int | None = None
    bonuses: tuple[Bonus, ...] = ()
