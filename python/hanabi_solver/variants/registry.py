"""Which variants there are: those of the box, as data, and those of hanab.live, by their names."""

from __future__ import annotations

from functools import cache

from hanabi_solver.errors import UnsupportedError
from hanabi_solver.game.rules import RANKS, STEPS, Suit
from hanabi_solver.texts.text import _
from hanabi_solver.variants.variant import PLAIN_SUITS, SITE, Variant, plain_suit

MULTICOLOUR = plain_suit("m", "multicolour")
AVALANCHE = Suit("m", "multicolour", copies=(1,) * STEPS, colours=frozenset("m"))
RAINBOW = Suit("m", "rainbow", colours=frozenset(suit.letter for suit in PLAIN_SUITS))
BLACK_POWDER = Suit("k", "black", ranks=RANKS[::-1], touched_by_colour=(False,) * STEPS)

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


@cache
def find_variant(name: str) -> Variant:
    """The variant that `variant=` names.

    UnsupportedError with the reason for one of hanab.live that is not supported, or does not exist.
    """
    if name.startswith(SITE):
        from hanabi_solver.variants.hanab_live.positions import position_variant

        return position_variant(name.removeprefix(SITE))
    if name not in VARIANTS:
        raise UnsupportedError(_("unknown variant"))
    return VARIANTS[name]
