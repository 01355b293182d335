"""The worlds of a position: every way in which the cards that are not seen may lie."""

from __future__ import annotations

import random
from bisect import bisect
from collections import Counter
from dataclasses import dataclass, replace
from itertools import accumulate
from math import factorial, prod
from typing import TYPE_CHECKING, Literal, TypeAlias

from hanabi_solver.core.setups import read
from hanabi_solver.errors import InputError, expect, written
from hanabi_solver.game.facts import sort_cards
from hanabi_solver.game.position import KNOWN_TRASH, Card, Position
from hanabi_solver.solving.knowledge import check_marks
from hanabi_solver.texts.text import _
from hanabi_solver.variants.marks import allowed, unseen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hanabi_solver.game.position import HeldCard

Unseen: TypeAlias = Literal["hidden", "seat"]
"""Whose cards are not seen: everybody's own, or those of the player to move alone."""


@dataclass(frozen=True, slots=True)
class World:
    """The cards of every hand, and how many worlds have them.

    `position` has every card written, the deck as a multiset. `weight` is the number of distinct
    orders of the deck: all distinct arrangements of the unseen cards are equally likely.
    """

    position: Position
    weight: int


class Worlds:
    """The worlds of a position, one for each arrangement of the cards in hands.

    Iterating gives every `World`, in a fixed order. `count` is the sum of their weights.
    """

    def __init__(self, position: Position | str, *, unseen: Unseen = "hidden") -> None:
        """`unseen`: "hidden" for all hands, limited by their marks, "seat" for the own hand of
        the player to move. PositionError for marks that cannot be, and for known trash.
        """
        self.position = read(position)
        if not isinstance(unseen, str) or unseen not in ("hidden", "seat"):
            problem = _("unseen={value}; expected hidden or seat")
            raise InputError(problem.format(value=written(unseen)))
        check_marks(self.position)
        self._slots, self._cards = _unseen_slots(self.position, unseen)
        self._sets = [
            allowed(self.position, player, slot, self._cards) for player, slot in self._slots
        ]
        self._ways: dict[tuple[int, tuple[int, ...]], int] = {}
        # Cards that the same slots may hold are counted together.
        columns: dict[tuple[bool, ...], list[Card]] = {}
        for card in sort_cards(self.position.suits, self._cards):
            columns.setdefault(tuple(card in each for each in self._sets), []).append(card)
        self._columns = list(columns)
        self._type = {card: index for index, cards in enumerate(columns.values()) for card in cards}

    @property
    def count(self) -> int:
        """Number of worlds, orders of the deck included."""
        deck = self._cards.total() - len(self._slots)
        physical = self._fillings(0, self._by_type(self._cards)) * factorial(deck)
        return physical // prod(map(factorial, self._cards.values()))

    def __iter__(self) -> Iterator[World]:
        """Every arrangement of the hands."""
        yield from self._filled(0, +self._cards, [])

    def sample(self, count: int, *, seed: int = 0) -> Iterator[World]:
        """`count` worlds drawn at random, independently and each arrangement of hands as often
        as its weight says. The same seed gives the same worlds.
        """
        chance = random.Random(expect("seed", seed, int))
        for _each in range(expect("count", count, int)):
            left, cards = +self._cards, list[Card]()
            for slot in range(len(self._slots)):
                options = [card for card in self._in_order(left) if card in self._sets[slot]]
                weights = [
                    left[card] * self._fillings(slot + 1, self._by_type(left - Counter([card])))
                    for card in options
                ]
                sums = list(accumulate(weights))
                card = options[bisect(sums, chance.randrange(sums[-1]))]
                cards.append(card)
                left -= Counter([card])
            yield self._world(cards, left)

    def _in_order(self, cards: Counter[Card]) -> tuple[Card, ...]:
        return sort_cards(self.position.suits, cards)

    def _by_type(self, cards: Counter[Card]) -> tuple[int, ...]:
        counts = [0] * len(self._columns)
        for card, copies in cards.items():
            counts[self._type[card]] += copies
        return tuple(counts)

    def _fillings(self, slot: int, left: tuple[int, ...]) -> int:
        """Ways to fill the slots from this one on with physical cards."""
        if slot == len(self._slots):
            return 1
        known = self._ways.get((slot, left))
        if known is None:
            known = sum(
                copies * self._fillings(slot + 1, (*left[:index], copies - 1, *left[index + 1 :]))
                for index, copies in enumerate(left)
                if copies and self._columns[index][slot]
            )
            self._ways[slot, left] = known
        return known

    def _filled(self, slot: int, left: Counter[Card], cards: list[Card]) -> Iterator[World]:
        if slot == len(self._slots):
            yield self._world(cards, left)
            return
        for card in self._in_order(left):
            if card not in self._sets[slot]:
                continue
            rest = left - Counter([card])
            if self._fillings(slot + 1, self._by_type(rest)):
                yield from self._filled(slot + 1, rest, [*cards, card])

    def _world(self, cards: list[Card], deck: Counter[Card]) -> World:
        position = self.position
        hands: list[list[HeldCard]] = [list(hand) for hand in position.hands]
        for (player, slot), card in zip(self._slots, cards, strict=True):
            hands[player][slot] = replace(hands[player][slot], card=card)
        written = replace(
            position,
            hands=tuple(map(tuple, hands)),
            deck=sort_cards(position.suits, deck.elements()),
            deck_ordered=False,
        )
        orders = factorial(deck.total()) // prod(map(factorial, deck.values()))
        return World(written, orders)


def _unseen_slots(position: Position, whose: Unseen) -> tuple[list[tuple[int, int]], Counter[Card]]:
    """The slots that are not seen, and the cards that lie there and in the deck."""
    slots = [
        (player, slot)
        for player, hand in enumerate(position.hands)
        if whose == "hidden" or player == position.mover
        for slot in range(len(hand))
    ]
    cards = unseen(position)
    if whose == "seat":
        seen = [
            held.card
            for player, hand in enumerate(position.hands)
            if player != position.mover
            for held in hand
        ]
        missing = [card for card in seen if card not in cards or card == KNOWN_TRASH]
        if missing:
            raise InputError(_("the other hands must be written to be seen"))
        cards -= Counter(seen)
    return slots, +cards


def worlds(position: Position | str, *, unseen: Unseen = "hidden") -> Worlds:
    """The worlds of a position: iterate over them, `count` them, or `sample` some.

    >>> ways = worlds("r4y4 >y5<y1y5>y1<y1y5>/r5<r1r5>r1<r1r5> {} c0")
    >>> ways.count, [world.weight for world in ways]
    (4, [1, 1, 1, 1])
    """
    return Worlds(position, unseen=unseen)
