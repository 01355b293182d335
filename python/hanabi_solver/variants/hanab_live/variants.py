"""A variant of hanab.live from its name: its suits, its clues, its rules."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache, cached_property

from hanabi_solver.errors import UnsupportedError, shown
from hanabi_solver.game.rules import FULL_COPIES, RANKS, Rules, Suit
from hanabi_solver.texts.text import _
from hanabi_solver.variants.hanab_live.numbering import all_names
from hanabi_solver.variants.hanab_live.suits import LIME_OF_THE_MIX, SUITS, SiteSuit

_PLAIN = {
    6: "Red Yellow Green Blue Purple Teal",
    5: "Red Yellow Green Blue Purple",
    4: "Red Yellow Green Blue",
    3: "Red Green Blue",
    2: "Red Blue",
    1: "Red",
}
_EXTREMELY = ("Ice EA", "Aqua EA", "Sky EA", "Berry EA", "Navy EA", "Ocean EA")
_NESTED = ("Ruby", "Yam", "Geas", "Beatnik", "Plum", "Taupe")

# Families that replace the plain suits, by the number of suits replaced.
_REPLACED: dict[str, dict[int, tuple[str, ...]]] = {
    "Ambiguous": {
        6: ("Tomato", "Mahogany", "Emerald", "Olive", "Berry", "Navy"),
        4: ("Tomato", "Mahogany", "Berry", "Navy"),
        2: ("Tomato", "Mahogany"),
    },
    "Very Ambiguous": {
        6: ("Tomato", "Mahogany", "Carrot", "Berry", "Navy", "Sky"),
        3: ("Berry", "Navy", "Sky"),
    },
    "Extremely Ambiguous": {count: _EXTREMELY[:count] for count in range(1, 7)},
    "Matryoshka": {count: _NESTED[:count] for count in range(1, 7)},
    "Dual-Color": {
        6: ("Tangerine", "Violet", "Maroon", "Jade", "Tan", "Cobalt"),
        5: ("Tangerine", "Lime", "Cyan", "Indigo", "Cardinal"),
        3: ("Tangerine", "Violet", "Jade"),
    },
}

_MIXES = {
    "Special Mix (5 Suits)": "Black, Rainbow, Pink, White, Brown",
    "Special Mix (6 Suits)": "Black, Rainbow, Pink, White, Brown, Null",
    "Ambiguous Mix": "Tomato, Mahogany, Sky, Navy, Black, White",
    "Dual-Color Mix": "Tangerine, Violet, Jade, Black, Rainbow, White",
    "Ambiguous & Dual-Color Mix": "Peach, Tangerine, Magenta, Violet, Lime, Jungle",
    "Candy Corn Mix (5 Suits)": "Red, Tangerine, Yellow, White, Brown",
    "Candy Corn Mix (6 Suits)": "Red, Tangerine, Yellow, White, Brown, Cocoa Rainbow",
    "Holiday Mix (5 Suits)": "Dark Pink, Green, White, Sky, Navy",
    "Holiday Mix (6 Suits)": "Light Pink, Red, Green, White, Sky, Navy",
    "Valentine Mix (5 Suits)": "Red, Pink, White, Light Pink, Cocoa Rainbow",
    "Valentine Mix (6 Suits)": "Red, Pink, White, Light Pink, Cocoa Rainbow, Null",
    "RGB Mix (6 Suits)": "Red, Gold, Green, Cyan, Blue, Violet",
}


@dataclass(frozen=True)
class SiteVariant:
    """A variant of the site. `rule` is the family that changes the rules, or empty.

    With `special_rank`, the cards of that rank are touched as a card of the `special` suit
    would be; without a `special` suit they are deceptive: touched by the rank clue that the
    place of their suit chooses.
    """

    number: int
    name: str
    suits: tuple[SiteSuit, ...]
    rule: str = ""
    special_rank: int | None = None
    special: SiteSuit | None = None

    @property
    def unsupported(self) -> str | None:
        """Why the solver cannot play this variant; None where it can."""
        reason = {
            "Up or Down": _(
                "its stacks grow up or down as the first card decides, with START cards"
            ),
            "Sudoku": _("its stacks start at any rank"),
        }.get(self.rule)
        text = _("hanab.live's {name} is not supported: {reason}")
        return reason and text.format(name=self.name, reason=reason)

    @property
    def plain(self) -> bool:
        """Nothing but plain suits under the common rules."""
        return not (self.rule or self.special_rank) and all(
            suit == SUITS.get(suit.name) and suit.name in _PLAIN[6].split() for suit in self.suits
        )

    @cached_property
    def clue_colours(self) -> tuple[str, ...]:
        """The colours that can be named, in the site's order."""
        if self.rule == "Color Mute":
            return ()
        return tuple(dict.fromkeys(colour for suit in self.suits for colour in suit.colours))

    @cached_property
    def clue_ranks(self) -> tuple[int, ...]:
        """The ranks that can be named."""
        if self.rule in ("Number Mute", "Synesthesia"):
            return ()
        if self.rule == "Odds and Evens":
            return (1, 2)
        if self.special_rank is not None:
            all_or_none = self.special is None or self.special.all_ranks or self.special.no_ranks
            if all_or_none:
                return tuple(rank for rank in RANKS if rank != self.special_rank)
        return RANKS[: self.stack_size]

    @property
    def stack_size(self) -> int:
        """Cards of a complete stack."""
        return 4 if self.rule == "Sudoku" and len(self.suits) == 4 else 5

    @property
    def clues_nameless(self) -> bool:
        """Clues point at cards without saying what they name (Duck, Cow & Pig)."""
        return self.rule in ("Duck", "Cow & Pig")

    def copies(self, suit: SiteSuit) -> tuple[int, ...]:
        """Copies of the ranks 1 to 5 of a suit."""
        if suit.single:
            return (1,) * 5
        if self.rule == "Sudoku":
            return (2,) * self.stack_size
        copies = list(FULL_COPIES)
        if self.rule == "Up or Down":
            copies[0] = 1
        elif self.rule == "Scarce Ones":
            copies[0] -= 1
        elif self.rule == "Critical Fours":
            copies[3] = 1
        return tuple(reversed(copies) if suit.reversed else copies)

    def touches(self, clue: str | int, suit: int, rank: int) -> bool:
        """Whether a clue, a colour's name or a rank, touches the card of a suit's index."""
        if isinstance(clue, str):
            return self._colour_touches(clue, self.suits[suit], rank)
        return self._rank_touches(clue, suit, rank)

    def _colour_touches(self, colour: str, suit: SiteSuit, rank: int) -> bool:
        if self.rule in ("Color Blind", "Totally Blind"):
            return False
        if suit.all_colours or suit.no_colours:
            return suit.all_colours
        by_rank = self.clue_colours[(rank - 1) % len(self.clue_colours)]
        if self.rule == "Synesthesia" and not suit.no_ranks and colour == by_rank:
            return True
        special = self.special if rank == self.special_rank else None
        if special and (special.all_colours or special.no_colours):
            return special.all_colours
        return colour == by_rank if suit.prism else colour in suit.colours

    def _rank_touches(self, named: int, index: int, rank: int) -> bool:
        suit = self.suits[index]
        if self.rule in ("Number Blind", "Totally Blind"):
            return False
        if suit.all_ranks or suit.no_ranks:
            return suit.all_ranks
        if self.rule == "Funnels":
            return rank <= named
        if self.rule == "Chimneys":
            return rank >= named
        if self.rule == "Odds and Evens":
            return rank % 2 == named % 2
        if rank == self.special_rank:
            if self.special is None:
                return named == self.clue_ranks[index % len(self.clue_ranks)]
            if self.special.all_ranks or self.special.no_ranks:
                return self.special.all_ranks
        return named == rank

    @cached_property
    def colour_letters(self) -> tuple[str, ...]:
        """A letter for each clue colour: that of a suit that it names, as far as possible alone.

        A colour takes the letter of the first suit that only it touches, else of the first
        suit it touches that no other colour took.
        """
        letters: dict[str, int] = {}
        for alone in (True, False):
            for colour in self.clue_colours:
                own = (
                    index
                    for index, suit in enumerate(self.suits)
                    if colour in suit.colours and index not in letters.values()
                    if len(suit.colours) == 1 or not alone
                )
                if colour not in letters and (index := next(own, None)) is not None:
                    letters[colour] = index
        return tuple(suit_letter(letters[colour]) for colour in self.clue_colours)

    @cached_property
    def position_suits(self) -> tuple[Suit, ...]:
        """The suits as a position has them, with the letters a, b, c …"""
        return tuple(map(self._position_suit, range(len(self.suits))))

    def _position_suit(self, index: int) -> Suit:
        suit = self.suits[index]
        ranks = RANKS[::-1] if suit.reversed else RANKS
        by_rank = dict(zip(RANKS, self.copies(suit), strict=True))
        named_by = dict(zip(self.clue_colours, self.colour_letters, strict=True))
        return Suit(
            suit_letter(index),
            suit.name,
            ranks,
            tuple(by_rank[rank] for rank in ranks),
            frozenset(
                letter
                for colour, letter in named_by.items()
                if any(self.touches(colour, index, rank) for rank in RANKS)
            ),
            suit.inverted,
            tuple(any(self.touches(c, index, r) for c in self.clue_colours) for r in ranks),
            tuple(any(self.touches(c, index, r) for c in self.clue_ranks) for r in ranks),
        )

    @property
    def rules(self) -> Rules:
        """The rules, options apart."""
        starved = self.rule == "Clue Starved"
        return Rules(
            units_per_token=2 if starved else 1,
            completion_units=0 if self.rule == "Throw It in a Hole" else 1,
            alternating_clues=self.rule == "Alternating Clues",
            colour_clues=bool(self.clue_colours),
            rank_clues=bool(self.clue_ranks),
            empty_colour_clues=self.rule in ("Color Blind", "Totally Blind"),
            empty_rank_clues=self.rule in ("Number Blind", "Totally Blind"),
        )


def suit_letter(index: int) -> str:
    """The letter of a suit in the position strings of the site's variants."""
    return "abcdefgh"[index]


@cache
def _numbers() -> dict[str, int]:
    return {name: number for number, name in enumerate(all_names())}


@cache
def by_name(name: str) -> SiteVariant:
    """The variant of a name, supported or not. UnsupportedError if the site has none."""
    number = _numbers().get(name)
    if number is None:
        raise UnsupportedError(_unnamed(name))
    return _describe(number, name)


def by_id(number: int) -> SiteVariant:
    """The variant of a number, supported or not. UnsupportedError if the site has none."""
    names = tuple(_numbers())
    if not 0 <= number < len(names):
        problem = _("hanab.live has no variant with the id {number}; expected 0 to {last}")
        raise UnsupportedError(problem.format(number=number, last=len(names) - 1))
    return by_name(names[number])


def find_variant(text: str) -> SiteVariant:
    """The variant of an id or a name, with `_` for blanks, as in `variant=hanab-live:…`.

    Raises UnsupportedError for a variant that the solver cannot play.
    """
    variant = by_id(int(text)) if re.fullmatch(r"[0-9]{1,6}", text) else _by_loose_name(text)
    if variant.unsupported:
        raise UnsupportedError(variant.unsupported)
    return variant


def _by_loose_name(text: str) -> SiteVariant:
    wanted = text.replace("_", " ").casefold()
    for name in _numbers():
        if name.casefold() == wanted:
            return by_name(name)
    raise UnsupportedError(_unnamed(text))


def _unnamed(name: str) -> str:
    return _("hanab.live has no variant named {name}").format(name=repr(shown(name)))


def _describe(number: int, name: str) -> SiteVariant:
    if name in _MIXES:
        suits = [SUITS[suit] for suit in _MIXES[name].split(", ")]
        if name == "Ambiguous & Dual-Color Mix":
            suits = [LIME_OF_THE_MIX if suit.name == "Lime" else suit for suit in suits]
        return SiteVariant(number, name, tuple(suits))
    match = re.fullmatch(r"(.*?) ?\(?(\d) Suits\)?", name)
    family, count = (match[1], int(match[2])) if match else ("", 5)
    if family == "Cow & Pig":
        return SiteVariant(number, name, _plain(count), family)
    family, _, partner = family.partition(" & ")
    partners = [SUITS[partner]] if partner else []
    if family in SUITS:
        partners.insert(0, SUITS[family])
        family = ""
    if family.endswith("Reversed"):
        own = SUITS.get(family.removesuffix(" Reversed"), _plain(count)[-1])
        partners.insert(0, replace(own, name=f"{own.name} Reversed", reversed=True))
        family = ""
    rest = count - len(partners)
    basic = _plain(count)[:-1] if name.startswith("Reversed") else _plain(rest)
    if family in _REPLACED:
        basic = tuple(SUITS[suit] for suit in _REPLACED[family][rest])
        family = ""
    suits = [*basic, *partners]
    special_rank, special = None, None
    if match := re.fullmatch(r"(.*)-(Ones|Fives)", family):
        special_rank = 1 if match[2] == "Ones" else 5
        special = SUITS.get(match[1].replace("-", " "))
        family = ""
    return SiteVariant(number, name, tuple(suits), family, special_rank, special)


def _plain(count: int) -> tuple[SiteSuit, ...]:
    return tuple(SUITS[name] for name in _PLAIN[count].split()) if count else ()
