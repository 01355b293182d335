"""A position as plain, frozen data: what is on the table, and nothing about how it is played."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from hanabi_solver.game.rules import Rules, Suit
from hanabi_solver.texts import door

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


class Card(NamedTuple):
    """A card's identity: the suit's index in `Position.suits`, and the printed rank."""

    suit: int
    rank: int


KNOWN_TRASH = Card(-1, 0)
"""`kt`: a card that can never be played any more, whichever it is."""

UNSPECIFIED = Card(-2, 0)
"""`xx`: a card nobody specified."""


@dataclass(frozen=True, slots=True)
class Marks:
    """What clues told of a card: colour letters and rank digits; or the set stated outright.

    `identities` is None where no set was stated in angle brackets.
    """

    positive: tuple[str, ...] = ()
    negative: tuple[str, ...] = ()
    identities: tuple[Card, ...] | None = None


NO_MARKS = Marks()


@dataclass(frozen=True, slots=True)
class HeldCard:
    """A card in a hand, with its clue marks."""

    card: Card
    marks: Marks = NO_MARKS


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """A position. `parse_position` and `build` make them, and check everything.

    `stacks` are numbers of cards played, suit by suit. Hands stand in turn order, slot 1
    (the newest card) first. `mover` counts players from 0. `deck` has the next card first
    where `deck_ordered`, otherwise it is a sorted multiset; where hands hold `UNSPECIFIED`
    cards it is the whole unseen pool. `discard` is the discard pile as a sorted multiset, or
    None where it was not written and follows from the rest. `clue_units` counts clue tokens
    in units of `rules.units_per_token`. `turns_left` is None while the deck has cards, and
    under the Grand Finale rule. `last_clue` is "colour", "rank" or None, for rules where
    clues must alternate.
    """

    variant: str
    suits: tuple[Suit, ...]
    stacks: tuple[int, ...]
    hands: tuple[tuple[HeldCard, ...], ...]
    mover: int
    deck: tuple[Card, ...]
    deck_ordered: bool
    clue_units: int = 0
    strikes: int = 0
    turns_left: int | None = None
    rules: Rules = field(default_factory=Rules)
    discard: tuple[Card, ...] | None = None
    last_clue: str | None = None

    @staticmethod
    def build(
        stacks: Mapping[str, int],
        hands: Iterable[Iterable[str]],
        deck: Iterable[str] | int,
        *,
        ordered: bool = False,
        mover: int = 1,
        clues: float = 0,
        strikes: int = 0,
        turns_left: int | None = None,
        discard: Iterable[str] | None = None,
        **options: str,
    ) -> Position:
        """A position from its parts; PositionError as for a string, without columns.

        `stacks` has the cards played by suit letter. Hands stand in turn order, the newest card
        first; `mover` counts players from 1. Cards are texts as in position strings, with their
        marks if they have any: `g4`, `g4(g-5)`, `xx`. `deck` is the cards left (the next first if
        `ordered`), or their number, together with `discard`. `clues` are tokens. Options are
        those of position strings, `-` written as `_`: `variant`, `rules`, `strikeout`,
        `bonus`, `empty_clues`, `deck_plays`, `last_clue`.

        >>> Position.build({"r": 4, "y": 4}, [["r5", "y5"], ["y1"]], ["r1"])
        parse_position('r4y4 >r5y5/y1 {r1}')
        """
        built: Position = door.bound(door.POSITION_BUILT)(
            stacks,
            hands,
            deck,
            ordered=ordered,
            mover=mover,
            clues=clues,
            strikes=strikes,
            turns_left=turns_left,
            discard=discard,
            options=options,
        )
        return built

    @property
    def unspecified(self) -> int:
        """Number of cards in hands that nobody specified."""
        return sum(held.card == UNSPECIFIED for hand in self.hands for held in hand)

    @property
    def deck_size(self) -> int:
        """Number of cards left in the deck."""
        return len(self.deck) - self.unspecified

    @property
    def score(self) -> int:
        """Sum of the stacks."""
        return sum(self.stacks)

    @property
    def max_score(self) -> int:
        """Five points for every suit in play."""
        return 5 * len(self.suits)

    def __str__(self) -> str:
        """The canonical position string."""
        return door.told(door.POSITION, self)

    def __repr__(self) -> str:
        """The call that makes it again."""
        return f"parse_position({str(self)!r})"

    def _repr_html_(self) -> str:
        return door.told(door.POSITION_HTML, self)
