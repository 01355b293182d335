"""An archived game as plain data, whatever format it came from."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Struct

from hanabi_solver.texts.text import _
from hanabi_solver.variants.hanab_live import SiteVariant, by_id
from hanabi_solver.variants.registry import STANDARD
from hanabi_solver.variants.variant import PLAIN_SUITS, SITE

if TYPE_CHECKING:
    from hanabi_solver.game.position import Card
    from hanabi_solver.game.rules import Suit


class Kind(IntEnum):
    """What an action is, by the site's numbers."""

    PLAY = 0
    DISCARD = 1
    COLOUR_CLUE = 2
    RANK_CLUE = 3
    END = 4
    VOTE = 5


class Action(NamedTuple):
    """An action: a card's place in the deck or a seat as `target`, seats from 0.

    `value` is the index of the colour among the variant's clue colours, the rank, or the end
    condition; None where the archive left it out.
    """

    kind: Kind
    target: int
    value: int | None = None


class Options(Struct, frozen=True, rename="camel", omit_defaults=True, forbid_unknown_fields=True):
    """The site's options of a game, the variant apart."""

    starting_player: int = 0
    card_cycle: bool = False
    deck_plays: bool = False
    empty_clues: bool = False
    one_extra_card: bool = False
    one_less_card: bool = False
    all_or_nothing: bool = False
    detrimental_characters: bool = False
    speedrun: bool = False
    timed: bool = False
    time_base: int = 0
    time_per_turn: int = 0


class Source(NamedTuple):
    """Where a game was read: a file or a word for it, the line, the game's own name."""

    file: str = ""
    line: int | None = None
    game: str = ""

    def __str__(self) -> str:
        """For error messages."""
        place = self.file
        if self.line is not None:
            place = _("{file} line {line}").format(file=self.file, line=self.line)
        game = _("game {name}").format(name=self.game) if self.game else ""
        return f"{place} ({game})" if place and game else place or game


NOWHERE = Source()
NO_OPTIONS = Options()


@dataclass(frozen=True, slots=True)
class Game:
    """A game as archived, not yet replayed.

    `deck` is in the order drawn; a partial deck lists only the cards that were drawn.
    `suits` are the suits of its positions. `more` keeps what else the archive says of the
    game, so that it can be written again. `turn` is where a link of it points at, which is no part
    of the game itself.
    """

    players: tuple[str, ...]
    deck: tuple[Card, ...]
    actions: tuple[Action, ...]
    variant: SiteVariant
    suits: tuple[Suit, ...]
    options: Options = NO_OPTIONS
    source: Source = NOWHERE
    more: dict[str, Any] = field(default_factory=dict)
    turn: int | None = field(default=None, compare=False)

    @property
    def position_variant(self) -> str:
        """What `variant=` names in the game's positions."""
        own = self.suits == self.variant.position_suits
        return f"{SITE}{self.variant.number}" if own else STANDARD.name

    @property
    def colours(self) -> tuple[str, ...]:
        """The letters of the clue colours in the games's positions."""
        if self.position_variant == STANDARD.name:
            return tuple(suit.letter for suit in self.suits)
        return self.variant.colour_letters

    @property
    def hand_size(self) -> int:
        """Cards dealt to each player by the site's rules."""
        usual = {2: 5, 3: 5, 4: 4, 5: 4, 6: 3}[len(self.players)]
        return usual + self.options.one_extra_card - self.options.one_less_card


NO_VARIANT = by_id(0)


def plain_suits(variant: SiteVariant) -> tuple[Suit, ...]:
    """A plain variant's suits under the letters of their colours; else the site's own."""
    if not variant.plain:
        return variant.position_suits
    named = {suit.name: suit for suit in PLAIN_SUITS}
    return tuple(named[suit.name.lower()] for suit in variant.suits)
