"""What clue marks tell: which cards a slot may hold."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from hanabi_solver.game.position import KNOWN_TRASH, UNSPECIFIED
from hanabi_solver.variants.clues import touches

if TYPE_CHECKING:
    from hanabi_solver.game.position import Card, Position


def unseen(position: Position) -> Counter[Card]:
    """The cards of hands and deck together, which is all that is known of them by all."""
    cards = Counter(held.card for hand in position.hands for held in hand)
    cards.update(position.deck)
    del cards[UNSPECIFIED]
    return cards


def identities(position: Position, player: int, slot: int) -> frozenset[Card]:
    """Unseen cards that the marks of a slot allow. Player and slot are counted from 0.

    The position must be without known trash: nobody can say which clues touch it.
    """
    return allowed(position, player, slot, unseen(position))


def allowed(position: Position, player: int, slot: int, cards: Counter[Card]) -> frozenset[Card]:
    """The same, of `cards`, which are all that are unseen."""
    marks = position.hands[player][slot].marks
    stated = cards if marks.identities is None else marks.identities
    return frozenset(
        card
        for card in stated
        if card in cards
        and all(touches(position, _clue(mark), card) for mark in marks.positive)
        and not any(touches(position, _clue(mark), card) for mark in marks.negative)
    )


def _clue(mark: str) -> str | int:
    return int(mark) if mark.isdigit() else mark


def possible_cards(position: Position, player: int, slot: int) -> set[Card]:
    """What an unspecified card may be: each card that some assignment of the pool gives it.

    Known trash in the pool goes with all marks.
    """
    pool = Counter(position.deck)
    named = Counter({card: copies for card, copies in pool.items() if card != KNOWN_TRASH})
    trash = {KNOWN_TRASH} & pool.keys()
    sets = {
        (owner, place): allowed(position, owner, place, named) | trash
        for owner, hand in enumerate(position.hands)
        for place, held in enumerate(hand)
        if held.card == UNSPECIFIED
    }
    return {
        card
        for card in sets[player, slot]
        if first_stuck({**sets, (player, slot): frozenset({card})}, pool) is None
    }


def first_stuck(
    sets: dict[tuple[int, int], frozenset[Card]], cards: Counter[Card]
) -> tuple[int, int] | None:
    """The first slot for which no card is left, or None: bipartite matching.

    A slot takes a spare copy, or one whose holder can move on to another (an augmenting
    path); if there is no such path, no assignment serves all slots up to this one.
    """
    holders: dict[Card, list[tuple[int, int]]] = {card: [] for card in cards}

    def place(slot: tuple[int, int], tried: set[Card]) -> bool:
        for card in sets[slot]:
            if card in tried:
                continue
            tried.add(card)
            held = holders[card]
            if len(held) < cards[card]:
                held.append(slot)
                return True
            for index, other in enumerate(held):
                if place(other, tried):
                    held[index] = slot
                    return True
        return False

    return next((slot for slot in sets if not place(slot, set())), None)
