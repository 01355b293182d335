"""Position strings: the canonical text of a position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hanabi_solver.errors import expect
from hanabi_solver.game.facts import sort_cards
from hanabi_solver.game.position import Position
from hanabi_solver.notation.cards import format_card, format_cards, format_marks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hanabi_solver.game.position import HeldCard
    from hanabi_solver.game.rules import Suit


def format_position(position: Position) -> str:
    """The position's canonical text; `parse_position` reads it back as the same position."""
    expect("position", position, Position)
    stacks = zip(position.suits, position.stacks, strict=True)
    fields = [
        "".join(f"{suit.letter}{height}" for suit, height in stacks),
        "/".join(_hand(position, player) for player in range(len(position.hands))),
        _deck(position),
        *_counters(position),
        *_options(position),
    ]
    return " ".join(fields)


def _hand(position: Position, player: int) -> str:
    cards = "".join(format_held(position.suits, held) for held in position.hands[player])
    return (">" if player == position.mover else "") + (cards or "-")


def format_held(suits: tuple[Suit, ...], held: HeldCard) -> str:
    """A card in a hand with its marks, `g4(g-5)`."""
    return format_card(suits, held.card) + format_marks(suits, held.marks)


def _deck(position: Position) -> str:
    if position.deck_ordered:
        return f"[{format_cards(position.suits, position.deck)}]"
    return f"{{{format_cards(position.suits, sort_cards(position.suits, position.deck))}}}"


def _counters(position: Position) -> Iterator[str]:
    tokens, part = divmod(position.clue_units, position.rules.units_per_token)
    if position.clue_units:
        yield f"c{tokens}.5" if part else f"c{tokens}"
    if position.strikes:
        yield f"s{position.strikes}"
    if position.turns_left is not None:
        yield f"t{position.turns_left}"


def _options(position: Position) -> Iterator[str]:
    rules = position.rules
    if position.variant != "standard":
        yield f"variant={position.variant}"
    if rules.grand_finale:
        yield "rules=grand-finale"
    if rules.strikeout_keep:
        yield "strikeout=keep"
    if rules.flamboyants:
        yield "bonus=flamboyants"
    if rules.empty_clues:
        yield "empty-clues=yes"
    if rules.deck_plays:
        yield "deck-plays=yes"
    if position.discard is not None:
        pile = format_cards(position.suits, sort_cards(position.suits, position.discard))
        yield f"discard={pile or '-'}"
    if position.last_clue is not None:
        yield f"last-clue={position.last_clue}"
