"""Variants: which suits a position may have, which clues exist, what they touch.

Those of the box stand here, as data; those of hanab.live are derived from their names.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from hanabi_solver.errors import UnsupportedError
from hanabi_solver.game.moves import Clue
from hanabi_solver.game.position import KNOWN_TRASH, UNSPECIFIED
from hanabi_solver.game.rules import RANKS, STEPS, Rules, Suit
from hanabi_solver.texts.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hanabi_solver.game.position import Card, Position


def _plain(letter: str, name: str) -> Suit:
    return Suit(letter, name, colours=frozenset(letter))


PLAIN_SUITS = tuple(
    _plain(name[0], name) for name in ("red", "yellow", "green", "blue", "white", "purple", "teal")
)

MULTICOLOUR = _plain("m", "multicolour")
AVALANCHE = Suit("m", "multicolour", copies=(1,) * STEPS, colours=frozenset("m"))
RAINBOW = Suit("m", "rainbow", colours=frozenset(suit.letter for suit in PLAIN_SUITS))
BLACK_POWDER = Suit("k", "black", ranks=RANKS[::-1], touched_by_colour=(False,) * STEPS)


@dataclass(frozen=True, slots=True)
class Variant:
    """A variant: which suits its positions have, and what its rules start from.

    All of `fixed` are in play; of `plain`, if there are any, one or more. `colours` are the
    letters of the colour clues in their order, `ranks` the rank clues; no colours stated
    means the own colours of the suits in play.
    """

    name: str
    plain: tuple[Suit, ...] = PLAIN_SUITS
    fixed: tuple[Suit, ...] = ()
    colours: tuple[str, ...] | None = None
    ranks: tuple[int, ...] = RANKS
    rules: Rules = field(default_factory=Rules)

    def touches(self, suit: Suit, rank: int, what: str | int) -> bool:
        """Whether a clue naming `what`, a colour's letter or a rank, touches a card."""
        return rank == what if isinstance(what, int) else what in suit.colours

    @property
    def suits(self) -> dict[str, Suit]:
        """Every suit that a position of this variant may have, by its letter."""
        return {suit.letter: suit for suit in self.plain + self.fixed}


STANDARD = Variant("standard")

VARIANTS = {
    variant.name: variant
    for variant in (
        STANDARD,
        Variant("avalanche", fixed=(AVALANCHE,)),
        Variant("multicolour", fixed=(MULTICOLOUR,)),
        Variant("rainbow", fixed=(RAINBOW,)),
        Variant("black-powder", fixed=(BLACK_POWDER,)),
    )
}
"""The variants of the box by the name that `variant=` takes."""


SITE = "hanab-live:"
"""What the names of hanab.live's variants begin with."""


@cache
def find_variant(name: str) -> Variant:
    """The variant that `variant=` names.

    UnsupportedError with the reason for one of hanab.live that is not built, or is none.
    """
    if name.startswith(SITE):
        from hanabi_solver.variants.hanab_live.positions import position_variant

        return position_variant(name.removeprefix(SITE))
    if name not in VARIANTS:
        raise UnsupportedError(_("unknown variant"))
    return VARIANTS[name]


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
