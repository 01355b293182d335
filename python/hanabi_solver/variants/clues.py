"""Clues: what a variant lets them name, what they touch, and which are legal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hanabi_solver.game.moves import Clue
from hanabi_solver.game.position import KNOWN_TRASH, UNSPECIFIED, Card
from hanabi_solver.variants.registry import find_variant

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hanabi_solver.game.position import Position
    from hanabi_solver.game.rules import Suit
    from hanabi_solver.variants.variant import Variant


def clue_colours(variant: Variant, suits: tuple[Suit, ...]) -> tuple[str, ...]:
    """Letters of the colours that a clue can name, in the order of clues."""
    if variant.colours is not None:
        return variant.colours
    return tuple(suit.letter for suit in suits if suit.letter in suit.colours)


def clue_names(position: Position) -> tuple[str | int, ...]:
    """Everything that a clue can name in this position: colours, then ranks."""
    variant = find_variant(position.variant)
    colours = clue_colours(variant, position.suits) if position.rules.colour_clues else ()
    return colours + (variant.ranks if position.rules.rank_clues else ())


def touches(position: Position, what: str | int, card: Card) -> bool:
    """Whether a clue naming `what`, a colour's letter or a rank, touches the card.

    The card must have an identity.
    """
    if card in (KNOWN_TRASH, UNSPECIFIED):
        raise ValueError("a card without an identity is touched by who knows which clues")
    variant = find_variant(position.variant)
    return variant.touches(position.suits[card.suit], card.rank, what)


def touched_cards(position: Position, what: str | int) -> frozenset[Card]:
    """Every card of the suits in play that a clue naming `what` touches."""
    cards = (Card(n, rank) for n, suit in enumerate(position.suits) for rank in suit.ranks)
    return frozenset(card for card in cards if touches(position, what, card))


def touched_slots(position: Position, clue: Clue) -> tuple[int, ...]:
    """Slots (from 1) of the written cards that a clue to a player touches."""
    if clue.player is None or clue.what is None:
        raise ValueError("a clue that names nothing touches no one knows what")
    hand = position.hands[clue.player - 1]
    return tuple(
        slot
        for slot, held in enumerate(hand, 1)
        if held.card not in (KNOWN_TRASH, UNSPECIFIED) and touches(position, clue.what, held.card)
    )


def clues(position: Position) -> tuple[Clue, ...]:
    """The legal clues: by player from the mover's left, colours in suit order before ranks.

    Of cards without a written identity (`kt`, `xx`) nobody can say which clues touch them:
    only the written ones count.
    """
    if position.clue_units < position.rules.units_per_token:
        return ()
    return tuple(
        clue
        for clue in _named_clues(position)
        if _may_touch_nothing(position, clue) or touched_slots(position, clue)
    )


def _named_clues(position: Position) -> Iterator[Clue]:
    players = len(position.hands)
    barred = position.last_clue if position.rules.alternating_clues else None
    for step in range(1, players):
        player = (position.mover + step) % players + 1
        for what in clue_names(position):
            if barred != ("colour" if isinstance(what, str) else "rank"):
                yield Clue(player, what)


def _may_touch_nothing(position: Position, clue: Clue) -> bool:
    rules = position.rules
    kind = rules.empty_colour_clues if isinstance(clue.what, str) else rules.empty_rank_clues
    return rules.empty_clues or kind
