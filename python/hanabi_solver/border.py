"""Positions as the plain numbers that the core takes. One place for both callers of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hanabi_solver import _core
from hanabi_solver.errors import UnsupportedError
from hanabi_solver.moves import Clue, Discard, Play
from hanabi_solver.position import Card
from hanabi_solver.rules import STEPS

if TYPE_CHECKING:
    from hanabi_solver.moves import Move
    from hanabi_solver.position import Position


def card_number(position: Position, card: Card) -> int:
    """5 * suit + place in play order; -1 and -2 for `kt` and `xx`."""
    if card.suit < 0:
        return card.suit
    return STEPS * card.suit + position.suits[card.suit].step(card.rank)


def numbered_card(position: Position, number: int) -> Card:
    """The inverse of `card_number`."""
    if number < 0:
        return Card(number, 0)
    suit, step = divmod(number, STEPS)
    return Card(suit, position.suits[suit].ranks[step])


def named_move(kind: str, slot: int) -> Move:
    """The move that the core calls by this kind and slot."""
    if kind == "clue":
        return Clue()
    return Play(slot) if kind == "p" else Discard(slot)


def _check_built(position: Position) -> None:
    """UnsupportedError for rules that the core does not know yet."""
    rules = position.rules
    if any(suit.inverted for suit in position.suits):
        raise UnsupportedError("inverted suits are not built yet")
    if rules.alternating_clues:
        raise UnsupportedError("clues that must alternate are not built yet")
    always = rules.colour_clues and rules.rank_clues
    if rules.empty_colour_clues or rules.empty_rank_clues or not always:
        raise UnsupportedError("clues that are mute or touch nothing are not built yet")
    for suit in position.suits:
        if not all(map(max, suit.touched_by_colour, suit.touched_by_rank)):
            raise UnsupportedError("cards that no clue touches are not built yet")


def to_setup(position: Position) -> _core.Setup:
    """The position for the core. InputError if it is none."""
    _check_built(position)
    rules = position.rules
    return _core.Setup(
        copies=[suit.copies for suit in position.suits],
        stacks=position.stacks,
        hands=[[card_number(position, held.card) for held in hand] for hand in position.hands],
        deck=[card_number(position, card) for card in position.deck],
        mover=position.mover,
        units=position.clue_units,
        strikes=position.strikes,
        turns_left=position.turns_left,
        grand_finale=rules.grand_finale,
        strikeout_keep=rules.strikeout_keep,
        empty_clues=rules.empty_clues,
        units_per_token=rules.units_per_token,
        discard_units=rules.discard_units,
        completion_units=rules.completion_units,
    )
