"""The suits of hanab.live: which clues touch them, how many copies they have."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class SiteSuit:
    """A suit of the site.

    `colours` are the clue colours that touch it by name. `all_colours`, `no_colours`,
    `all_ranks`, `no_ranks` say that every (no) clue of that kind touches it. A prism card is
    touched by one colour, chosen by its rank. `single`: one copy of each card. `inverted`:
    playing discards and discarding plays. `reversed`: played from 5 to 1.
    """

    name: str
    colours: tuple[str, ...] = ()
    all_colours: bool = False
    no_colours: bool = False
    all_ranks: bool = False
    no_ranks: bool = False
    prism: bool = False
    inverted: bool = False
    single: bool = False
    reversed: bool = False


def _own(name: str) -> SiteSuit:
    return SiteSuit(name, (name,))


# A letter for each special suit. Its dark sister has one copy of each card, its own name and
# the small letter; it is named by the same colour as the bright one. Black has no bright one.
_SPECIAL = {
    "R": ("Dark Rainbow", SiteSuit("Rainbow", all_colours=True)),
    "P": ("Dark Pink", SiteSuit("Pink", ("Pink",), all_ranks=True)),
    "W": ("Gray", SiteSuit("White", no_colours=True)),
    "B": ("Dark Brown", SiteSuit("Brown", ("Brown",), no_ranks=True)),
    "O": ("Dark Omni", SiteSuit("Omni", all_colours=True, all_ranks=True)),
    "N": ("Dark Null", SiteSuit("Null", no_colours=True, no_ranks=True)),
    "M": ("Cocoa Rainbow", SiteSuit("Muddy Rainbow", all_colours=True, no_ranks=True)),
    "L": ("Gray Pink", SiteSuit("Light Pink", no_colours=True, all_ranks=True)),
    "I": ("Dark Prism", SiteSuit("Prism", prism=True)),
    "U": ("Dark Orange", SiteSuit("Orange", ("Orange",), inverted=True)),
}

SPECIAL: dict[str, SiteSuit] = {"K": SiteSuit("Black", ("Black",), single=True)}
"""The special suits by letter."""

for _letter, (_dark, _suit) in _SPECIAL.items():
    SPECIAL[_letter] = _suit
    SPECIAL[_letter.lower()] = replace(_suit, name=_dark, single=True)

# Suits that share colours: the colours by their first letters, K for black.
_COLOURS = {c[0]: c for c in ("Red", "Yellow", "Green", "Blue", "Purple", "Teal")} | {"K": "Black"}
_SHARING = (
    "Tomato R, Mahogany R, Carrot R, Emerald G, Olive G, Berry B, Navy B, Sky B,"
    "Ice EA B, Aqua EA B, Sky EA B, Berry EA B, Navy EA B, Ocean EA B,"
    "Ruby R, Yam RY, Geas RYG, Beatnik RYGB, Plum RYGBP, Taupe RYGBPT,"
    "Tangerine RY, Violet RB, Maroon RK, Jade YB, Tan YK, Cobalt BK, Lime YG, Cyan GB,"
    "Indigo BP, Cardinal PR, Gold RG, Peach RY, Magenta RB, Jungle YB"
)

SUITS: dict[str, SiteSuit] = {name: _own(name) for name in _COLOURS.values() if name != "Black"}
"""Every suit by name, without the reversed ones."""

SUITS |= {suit.name: suit for suit in SPECIAL.values()}
for _entry in _SHARING.split(","):
    _name, _initials = _entry.strip().rsplit(" ", 1)
    SUITS[_name] = SiteSuit(_name, tuple(_COLOURS[initial] for initial in _initials))

LIME_OF_THE_MIX = SiteSuit("Lime", ("Yellow", "Blue"))
"""The Lime of the Ambiguous & Dual-Color Mix; elsewhere Lime is yellow and green."""
