"""Suits, variants and rules as plain data. Nothing here plays the game."""

from __future__ import annotations

from dataclasses import dataclass

from hanabi_solver.errors import wrong

FULL_COPIES = (3, 2, 2, 2, 1)
"""Copies of a full suit's cards, in play order."""

RANKS = (1, 2, 3, 4, 5)
STEPS = 5
"""Cards of a suit, hence the highest stack."""

MAX_CLUE_TOKENS = 8
MAX_STRIKES = 3
"""The strike that ends the game."""

MIN_PLAYERS = 2
MAX_PLAYERS = 6


@dataclass(frozen=True, slots=True)
class Suit:
    """A sequence of five cards. `ranks` and `copies` are in play order.

    `colours` are the letters of the colour clues that touch it; a suit's own colour is
    named by its letter. `touched_by_colour` and `touched_by_rank` tell, card by card in play
    order, whether any colour (rank) clue of the variant touches it: whether a clue is legal
    depends on nothing else. `inverted`: playing a card of this suit discards it, and
    discarding it plays it (hanab.live's Orange).
    """

    letter: str
    name: str
    ranks: tuple[int, ...] = RANKS
    copies: tuple[int, ...] = FULL_COPIES
    colours: frozenset[str] = frozenset()
    inverted: bool = False
    touched_by_colour: tuple[bool, ...] = (True,) * STEPS
    touched_by_rank: tuple[bool, ...] = (True,) * STEPS

    def step(self, rank: int) -> int:
        """Place of a rank in play order, counted from 0. InputError if the suit lacks it."""
        try:
            return self.ranks.index(rank)
        except ValueError:
            raise wrong("rank", rank, ", ".join(map(str, self.ranks))) from None


@dataclass(frozen=True, slots=True)
class Rules:
    """The switches of the rules, each as in the position string's options.

    Clue tokens are counted in units, `units_per_token` of which make a token (2 where tokens
    come in halves, else 1): a clue costs a token, a discard earns `discard_units`, a
    completed suit `completion_units`. `colour_clues` and `rank_clues` tell whether clues of
    that kind exist; `empty_colour_clues` and `empty_rank_clues` that they may touch nothing
    even without `empty_clues`. With `alternating_clues` no clue may be of the kind of the
    clue given last. With `deck_plays` the last card of the deck may be played from there.
    """

    grand_finale: bool = False
    strikeout_keep: bool = False
    empty_clues: bool = False
    flamboyants: bool = False
    deck_plays: bool = False
    units_per_token: int = 1
    discard_units: int = 1
    completion_units: int = 1
    alternating_clues: bool = False
    colour_clues: bool = True
    rank_clues: bool = True
    empty_colour_clues: bool = False
    empty_rank_clues: bool = False
