"""Facts of a position: what can still be reached, what is dead, what is critical.

For people, and for breaking ties. Nothing here plays the game or searches.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache, cached_property
from typing import TYPE_CHECKING

from hanabi_solver.game.position import KNOWN_TRASH, Card
from hanabi_solver.game.rules import STEPS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from hanabi_solver.game.position import Position
    from hanabi_solver.game.rules import Suit


def card_order(suits: tuple[Suit, ...], card: Card) -> tuple[int, int]:
    """Sort key: by suit as given, then by play order; cards without an identity last."""
    if card.suit < 0:
        return len(suits), -card.suit
    return card.suit, suits[card.suit].step(card.rank)


def sort_cards(suits: tuple[Suit, ...], cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards in the order of canonical position strings."""
    return tuple(sorted(cards, key=lambda card: card_order(suits, card)))


def sort_marks(suits: tuple[Suit, ...], names: Iterable[str]) -> tuple[str, ...]:
    """Names of clues in the order of canonical position strings: colours, then ranks."""
    order = {suit.letter: index for index, suit in enumerate(suits)}
    return tuple(sorted(names, key=lambda name: (name.isdigit(), order.get(name, 0), name)))


def unplayed(suits: tuple[Suit, ...], stacks: tuple[int, ...]) -> Counter[Card]:
    """Every card of the full set that does not lie on a stack, with its copies."""
    return Counter(
        {
            Card(index, rank): copies - (step < height)
            for index, (suit, height) in enumerate(zip(suits, stacks, strict=True))
            for step, (rank, copies) in enumerate(zip(suit.ranks, suit.copies, strict=True))
        }
    )


def stack_limits(
    suits: tuple[Suit, ...], stacks: tuple[int, ...], index: int, left: Mapping[Card, int]
) -> tuple[int, ...]:
    """Highest that a suit's stack can become: as long as none, one, two … of the cards of
    which none is left come back. The last of the limits is the whole suit.
    """
    steps = range(stacks[index], STEPS)
    ranks = suits[index].ranks
    return (*(step for step in steps if not left.get(Card(index, ranks[step]))), STEPS)


def most_bonuses(limits: Sequence[tuple[int, ...]], stacks: Sequence[int]) -> int:
    """How many completed suits can still earn a bonus that brings a card back, by the cards.

    All but the last suit of all; but none at all if every suit lacks a card that only a bonus
    can bring back.
    """
    suits = zip(limits, stacks, strict=True)
    lacking = [len(limit) for limit, height in suits if height < STEPS]
    return len(lacking) - 1 if 1 in lacking else 0


def highest_score(limits: Sequence[tuple[int, ...]], bonuses: int) -> int:
    """The highest score if so many bonuses bring a card back each, and every suit that thereby
    becomes whole earns another.
    """
    if not bonuses:
        return sum(limit[0] for limit in limits)

    @cache
    def most(limits: tuple[tuple[int, ...], ...], bonuses: int) -> int:
        scores = [sum(limit[0] for limit in limits)]
        for at, limit in enumerate(limits):
            if bonuses and len(limit) > 1:
                rest = (*limits[:at], limit[1:], *limits[at + 1 :])
                scores.append(most(rest, bonuses - 1 + (len(limit) == 2)))
        return max(scores)

    return most(tuple(limits), bonuses)


def known_trash(
    suits: tuple[Suit, ...],
    stacks: tuple[int, ...],
    left: Mapping[Card, int],
    *,
    flamboyants: bool = False,
) -> frozenset[Card]:
    """Identities that `kt` can stand for: played, or above a card of which none is left.

    That card itself is none of them: all its copies are in the discard pile. `left` counts
    the useful cards that are neither played nor in the pile. Where bonuses can bring cards
    back, only what lies above more of those than bonuses can come is out of play for good.
    """
    limits = [stack_limits(suits, stacks, index, left) for index in range(len(suits))]
    bonuses = most_bonuses(limits, stacks) if flamboyants else 0
    trash: set[Card] = set()
    for index, suit in enumerate(suits):
        reach = limits[index][min(bonuses, len(limits[index]) - 1)]
        steps = suit.ranks[: stacks[index]] + suit.ranks[reach + 1 :]
        trash.update(Card(index, rank) for rank in steps)
    return frozenset(trash)


def without_trash(pile: Counter[Card], trash: frozenset[Card], count: int) -> Counter[Card]:
    """The cards less `count` known-trash cards, nobody knows which.

    Those that remain are named where there is no doubt, otherwise they are `KNOWN_TRASH`.
    """
    present = [card for card, copies in pile.items() if copies and card in trash]
    remaining = sum(pile[card] for card in present) - count
    if count == 0 or remaining < 0:
        return pile
    rest = Counter({card: copies for card, copies in pile.items() if card not in trash})
    rest[present[0] if len(present) == 1 else KNOWN_TRASH] = remaining
    return +rest


class Facts:
    """Facts of a position, counted once, when they are first asked for.

    `reachable_stacks` is the highest stack that the cards still allow, suit by suit, and
    `reachable` the highest score: their sum, or less where bonuses bring cards back to one
    suit or another. `pace` is score + deck + players (turns left
    once the deck is empty) less `reachable`; None under the Grand Finale rule, which has none.
    """

    def __init__(self, position: Position) -> None:
        """Counts nothing yet."""
        self.position = position

    @cached_property
    def _left(self) -> Counter[Card]:
        """The cards of hands and deck. Those under `xx` are in the deck's pool."""
        left = Counter(held.card for hand in self.position.hands for held in hand)
        left.update(self.position.deck)
        return left

    @cached_property
    def _limits(self) -> list[tuple[int, ...]]:
        """Of each suit how high its stack can be, by the bonuses spent on it."""
        suits, stacks = self.position.suits, self.position.stacks
        return [stack_limits(suits, stacks, index, self._left) for index in range(len(suits))]

    @cached_property
    def _bonuses(self) -> int:
        flamboyants = self.position.rules.flamboyants
        return most_bonuses(self._limits, self.position.stacks) if flamboyants else 0

    @cached_property
    def reachable_stacks(self) -> tuple[int, ...]:
        """See the class."""
        return tuple(limit[min(self._bonuses, len(limit) - 1)] for limit in self._limits)

    @cached_property
    def reachable(self) -> int:
        """See the class."""
        whole = sum(len(limit) == 1 for limit in self._limits)
        bonuses = whole - self.position.stacks.count(STEPS) if self._bonuses else 0
        return highest_score(self._limits, bonuses)

    def __eq__(self, other: object) -> bool:
        """Facts are equal where the positions are."""
        return isinstance(other, Facts) and self.position == other.position

    def __hash__(self) -> int:
        """By the position."""
        return hash(self.position)

    @property
    def pace(self) -> int | None:
        """See the class."""
        position = self.position
        if position.rules.grand_finale:
            return None
        turns = position.turns_left
        if turns is None:
            turns = position.deck_size + len(position.hands)
        return position.score + turns - self.reachable

    def left(self, card: Card) -> int:
        """Copies of the card in hands and deck, as far as they are written."""
        return self._left[card]

    def is_playable(self, card: Card) -> bool:
        """Whether the card is the next of its suit."""
        return card.suit >= 0 and self._step(card) == self.position.stacks[card.suit]

    def is_dead(self, card: Card) -> bool:
        """Whether the card can never be played any more. Of an `xx` nobody can say so."""
        if card.suit < 0:
            return card == KNOWN_TRASH
        step = self._step(card)
        return step < self.position.stacks[card.suit] or step >= self.reachable_stacks[card.suit]

    def is_critical(self, card: Card) -> bool:
        """Whether the card is the last copy of one that can still be played."""
        return card.suit >= 0 and not self.is_dead(card) and self._left[card] == 1

    def discard_pile(self) -> tuple[Card, ...] | None:
        """The discard pile, None where known trash leaves it in doubt."""
        pile = self.pile()
        return None if KNOWN_TRASH in pile else pile

    def pile(self) -> tuple[Card, ...]:
        """The discard pile, its dead cards as known trash where nobody can name them."""
        position = self.position
        if position.discard is not None:
            return position.discard
        pile = unplayed(position.suits, position.stacks)
        pile.subtract({card: n for card, n in self._left.items() if card.suit >= 0})
        trash = known_trash(
            position.suits,
            position.stacks,
            self._left,
            flamboyants=position.rules.flamboyants,
        )
        pile = without_trash(pile, trash, self._left[KNOWN_TRASH])
        return sort_cards(position.suits, (+pile).elements())

    def _step(self, card: Card) -> int:
        return self.position.suits[card.suit].step(card.rank)


def without_implied_pile(position: Position) -> Position:
    """The position with its discard pile left unwritten, where the rest tells it anyway."""
    bare = replace(position, discard=None)
    return bare if Facts(bare).discard_pile() == position.discard else position


def with_open_deck(position: Position) -> Position:
    """The position with the order of the deck unknown."""
    return replace(position, deck=sort_cards(position.suits, position.deck), deck_ordered=False)
