"""The site's variants as position strings have them: suits and colours by letters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hanabi_solver.variants.hanab_live.variants import SiteVariant, find_variant
from hanabi_solver.variants.variant import SITE, Variant

if TYPE_CHECKING:
    from hanabi_solver.game.rules import Suit


@dataclass(frozen=True, slots=True)
class LetteredVariant(Variant):
    """A variant of the site behind the letters of its suits and colours."""

    site: SiteVariant | None = None

    def colour_name(self, letter: str) -> str:
        """The site's colour; a suit may have another name, or several colours."""
        if self.site is None or self.colours is None:
            raise TypeError("a variant of the site is made by position_variant")
        return self.site.clue_colours[self.colours.index(letter)]

    def touches(self, suit: Suit, rank: int, what: str | int) -> bool:
        """As the site's variant has it."""
        if self.site is None or self.colours is None:
            raise TypeError("a variant of the site is made by position_variant")
        if isinstance(what, str):
            what = self.site.clue_colours[self.colours.index(what)]
        return self.site.touches(what, self.fixed.index(suit), rank)


def position_variant(text: str) -> LetteredVariant:
    """The variant of an id or a name, as `variant=hanab-live:…` gives it."""
    site = find_variant(text)
    return LetteredVariant(
        name=f"{SITE}{site.number}",
        plain=(),
        fixed=site.position_suits,
        colours=site.colour_letters,
        ranks=site.clue_ranks,
        rules=site.rules,
        site=site,
    )
