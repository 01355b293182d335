"""Positions set up by hand: from the parts that the page puts together to a position."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field

from hanabi_solver.errors import InputError
from hanabi_solver.game.position import Position
from hanabi_solver.game.rules import MAX_PLAYERS, MIN_PLAYERS
from hanabi_solver.texts.text import _
from hanabi_solver.variants.registry import find_variant

USUAL_SUITS = 5
"""Plain suits of the box's game."""


class Parts(Struct, forbid_unknown_fields=True):
    """What a position is made of, cards as texts with their marks; see `Position.build`.

    `options` are those of the position string, by the names used there. With `fit`, suits that the
    variant does not have go out with their cards, and those that it lacks come in.
    """

    stacks: dict[str, int]
    hands: list[list[str]]
    deck: list[str]
    ordered: bool = False
    mover: int = 1
    tokens: float = 0
    strikes: int = 0
    turns: int | None = None
    options: dict[str, str] = field(default_factory=dict)
    fit: bool = False


def build(parts: Parts) -> Position:
    """The position, or PositionError with all that is impossible about it."""
    if parts.fit:
        parts = fitted(parts)
    options: dict[str, Any] = {
        name.replace("-", "_"): value for name, value in parts.options.items() if name != "discard"
    }
    unknown = set(options) - _OPTIONS
    if unknown:
        raise InputError(_("unknown option {name}").format(name=repr(min(unknown)[:40])))
    return Position.build(
        parts.stacks,
        parts.hands,
        parts.deck,
        ordered=parts.ordered,
        mover=parts.mover,
        clues=parts.tokens,
        strikes=parts.strikes,
        turns_left=parts.turns,
        **options,
    )


_OPTIONS = {
    "variant",
    "rules",
    "strikeout",
    "bonus",
    "empty_clues",
    "deck_plays",
    "last_clue",
}


def fitted(parts: Parts) -> Parts:
    """The parts with the suits of their variant; without any, all of the usual ones. The hands are
    as many as there can be.
    """
    variant = find_variant(parts.options.get("variant", "standard").lower())
    plain = [suit.letter for suit in variant.plain]
    chosen = [letter for letter in plain if letter in parts.stacks] or plain[:USUAL_SUITS]
    letters = chosen + [suit.letter for suit in variant.fixed]
    players = max(MIN_PLAYERS, min(MAX_PLAYERS, len(parts.hands)))
    hands = (parts.hands + [[]] * MIN_PLAYERS)[:players]

    def kept(cards: list[str]) -> list[str]:
        return [card for card in cards if card[:1] in letters or card[:2] in ("xx", "kt")]

    return Parts(
        {letter: parts.stacks.get(letter, 0) for letter in letters},
        [kept(hand) for hand in hands],
        kept(parts.deck),
        parts.ordered,
        min(parts.mover, players),
        parts.tokens,
        parts.strikes,
        parts.turns,
        parts.options,
    )
