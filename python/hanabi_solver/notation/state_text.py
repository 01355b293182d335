"""States of the Hanabi Learning Environment as OpenSpiel prints them.

That is `str(state)`, or what a player observes, in which the own cards are `XX`.

Hands begin with the oldest card. Behind a card stand what clues told, `R1 || RX|R1234`: its colour
and rank where named, then every colour and rank that it may have. The text does not tell the most
tokens that there can be: it is taken to be a game of 8.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NoReturn

from hanabi_solver.errors import InputError, shown
from hanabi_solver.game.rules import FULL_COPIES, MAX_STRIKES, RANKS
from hanabi_solver.texts.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable

BEGINNING = "Life tokens:"
ENDING = "Discards:"

_STATE = (
    r"(?s)\s*Life tokens: (\d{1,2})\s+Info tokens: (\d{1,2})\s+Fireworks: ((?:[A-Z]\d\s+)+)"
    r"Hands:\s*\n(.*?)Deck size: (\d{1,3})\s*\nDiscards:(.*)"
)
_CARD = r"(XX|[A-Z]\d) \|\| ([A-Z])([X\d])\|([A-Z]+)(\d+)"
_MOVER = "Cur player"


def is_state_text(text: str) -> bool:
    """Whether a text begins like a state of the environment."""
    return text.lstrip().startswith(BEGINNING)


def position_text(text: str) -> str:
    """The position string of a state. InputError, in one line, where it is none."""
    found = re.fullmatch(_STATE, text)
    if found is None:
        _refuse(_("not whole"), _("the text from 'Life tokens:' to 'Discards:'"))
    lives, tokens, fireworks, listed, deck, discards = found.groups()
    if not 1 <= int(lives) <= MAX_STRIKES:
        _refuse(_("{count} life tokens").format(count=lives), f"1 to {MAX_STRIKES}")
    suits = re.findall(r"([A-Z])(\d)", fireworks)
    letters = [letter for letter, _height in suits]
    hands, mover = _hands(listed, letters)
    pile = discards.split()
    _check_size(suits, [*(card for hand in hands for card, _marks in hand), *pile], int(deck))
    written = [
        "".join(card.lower() + marks for card, marks in reversed(hand)) or "-" for hand in hands
    ]
    written[mover] = ">" + written[mover]
    return " ".join(
        [
            "".join(f"{letter}{height}" for letter, height in suits).lower(),
            "/".join(written),
            deck,
            f"c{tokens}",
            f"s{MAX_STRIKES - int(lives)}",
            f"discard={''.join(pile).lower() or '-'}",
        ]
    )


def _refuse(problem: str, expected: str) -> NoReturn:
    text = _("a state of OpenSpiel: {problem}; expected {expected}")
    raise InputError(text.format(problem=problem, expected=expected))


def _hands(listed: str, letters: list[str]) -> tuple[list[list[tuple[str, str]]], int]:
    """The hands, each card with its marks, oldest first; and the player to move."""
    hands, movers = [], []
    for player, section in enumerate(re.split(r"^-{5}\s*$", listed, flags=re.MULTILINE)):
        hand = []
        for written in filter(None, map(str.strip, section.splitlines())):
            if written == _MOVER:
                movers.append(player)
                continue
            found = re.fullmatch(_CARD, written)
            if found is None:
                _refuse(_("the card {text}").format(text=repr(shown(written))), "R1 || XX|RY12345")
            hand.append((found[1], _marks(found, letters)))
        hands.append(hand)
    if len(movers) != 1:
        _refuse(_("{count} players to move").format(count=len(movers)), _("'Cur player' once"))
    return hands, movers[0]


def _marks(found: re.Match[str], letters: list[str]) -> str:
    """The clues that a card got, as a position string has them."""
    _card, colour, rank, colours, ranks = found.groups()
    touched = "".join(each for each in (colour.lower(), rank) if each not in "xX")
    missed = [] if colour != "X" else [each.lower() for each in letters if each not in colours]
    missed += [] if rank != "X" else [str(each) for each in RANKS if str(each) not in ranks]
    dash = "-" if missed else ""
    return f"({touched}{dash}{''.join(missed)})" if touched or missed else ""


def _check_size(suits: list[tuple[str, str]], cards: Iterable[str], deck: int) -> None:
    """A game of fewer ranks has fewer cards."""
    size = deck + sum(1 for _card in cards) + sum(int(height) for _letter, height in suits)
    full = sum(FULL_COPIES) * len(suits)
    if size != full:
        problem = _("{count} cards of {suits} colours").format(count=size, suits=len(suits))
        _refuse(problem, _("{count}: ranks 1 to 5, no smaller game").format(count=full))
