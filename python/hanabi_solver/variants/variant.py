"""A variant as plain data: which suits its positions have, and what its clues touch."""

from __future__ import annotations

from dataclasses import dataclass, field

from hanabi_solver.game.rules import RANKS, Rules, Suit


def plain_suit(letter: str, name: str) -> Suit:
    """A suit of the usual ranks and copies that only clues of its own colour touch."""
    return Suit(letter, name, colours=frozenset(letter))


PLAIN_SUITS = tuple(
    plain_suit(name[0], name)
    for name in ("red", "yellow", "green", "blue", "white", "purple", "teal")
)


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

    def colour_name(self, letter: str) -> str:
        """What a clue says that names the colour of a letter."""
        return self.suits[letter].name

    @property
    def suits(self) -> dict[str, Suit]:
        """Every suit that a position of this variant may have, by its letter."""
        return {suit.letter: suit for suit in self.plain + self.fixed}


SITE = "hanab-live:"
"""What the names of hanab.live's variants begin with."""
