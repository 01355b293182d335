"""Random positions, dealt from the full set."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING

from hanabi_solver.game.position import KNOWN_TRASH, UNSPECIFIED, Card, HeldCard, Marks, Position
from hanabi_solver.game.rules import RANKS, Rules
from hanabi_solver.notation import format_cards
from hanabi_solver.variants.registry import VARIANTS
from hanabi_solver.variants.variant import PLAIN_SUITS
from hypothesis import strategies as st

if TYPE_CHECKING:
    from hanabi_solver.game.rules import Suit


@dataclass(frozen=True)
class Dealt:
    """A position, and its discard pile as dealt."""

    position: Position
    pile: tuple[Card, ...]

    @property
    def account(self) -> str:
        """`discard=` with the whole pile."""
        cards = format_cards(self.position.suits, self.pile)
        return f"discard={cards or '-'}"


def sort_cards(suits: tuple[Suit, ...], cards: list[Card]) -> tuple[Card, ...]:
    order = [Card(index, rank) for index, suit in enumerate(suits) for rank in suit.ranks]
    return tuple(sorted(cards, key=[*order, KNOWN_TRASH].index))


def random_marks(random: Random, suits: tuple[Suit, ...]) -> Marks:
    """Any marks that have the right form, whether they fit the card or not."""
    names = [suit.letter for suit in suits if suit.letter in suit.colours] + list("12345")
    touched, untouched = (
        tuple(name for name in names if random.random() < share) for share in (0.1, 0.2)
    )
    cards = [Card(index, rank) for index in range(len(suits)) for rank in RANKS]
    stated = sort_cards(suits, random.sample(cards, random.randint(0, 4)))
    return Marks(touched, untouched, stated if random.random() < 0.3 else None)


def deal(seed: int, *, ordered: bool | None = None) -> Dealt:
    """A position without anonymous cards: the full set dealt out at random."""
    random = Random(seed)
    variant = random.choice(list(VARIANTS.values()))
    plain = random.sample(PLAIN_SUITS, random.randint(1, 7))
    suits = tuple(random.sample([*plain, *variant.fixed], len(plain) + len(variant.fixed)))
    stacks = tuple(random.randint(0, 5) for _ in suits)
    cards = [
        Card(index, rank)
        for index, suit in enumerate(suits)
        for step, (rank, copies) in enumerate(zip(suit.ranks, suit.copies, strict=True))
        for _ in range(copies - (step < stacks[index]))
    ]
    random.shuffle(cards)
    players = random.randint(2, 6)
    hands = []
    for _ in range(players):
        size = random.randint(0, min(5, len(cards)))
        marked = random.random() < 0.3
        hand = [HeldCard(cards.pop()) for _ in range(size)]
        if marked:
            hand = [replace(held, marks=random_marks(random, suits)) for held in hand]
        hands.append(tuple(hand))
    deck = [cards.pop() for _ in range(random.choice([0, 0, 1, 2, 5, 10]) if cards else 0) if cards]
    ordered = random.random() < 0.5 if ordered is None else ordered
    rules = Rules(*(random.random() < 0.3 for _ in range(4)))
    deck_plays = random.random() < 0.3 and not rules.flamboyants
    rules = replace(rules, deck_plays=deck_plays)
    position = Position(
        variant=variant.name,
        suits=suits,
        stacks=stacks,
        hands=tuple(hands),
        mover=random.randrange(players),
        deck=tuple(deck) if ordered else sort_cards(suits, deck),
        deck_ordered=ordered,
        clue_units=random.randint(0, 8),
        strikes=random.randint(0, 2),
        rules=rules,
    )
    if not rules.grand_finale and (not deck or (rules.flamboyants and random.random() < 0.5)):
        position = replace(position, turns_left=random.randint(1, players))
    return Dealt(position, sort_cards(suits, cards))


def dead_cards(position: Position, pile: tuple[Card, ...]) -> set[Card]:
    """Cards that can never be played any more: played, or above one that is all discarded.

    Bonuses bring as many of those back as suits can be completed before the last, if there is
    one to begin with.
    """
    gone = Counter(pile)
    lost = [
        [
            step >= height and gone[Card(index, suit.ranks[step])] == suit.copies[step]
            for step in range(5)
        ]
        for index, (suit, height) in enumerate(zip(position.suits, position.stacks, strict=True))
    ]
    open_suits = [index for index, height in enumerate(position.stacks) if height < 5]
    bonuses = 0
    if position.rules.flamboyants and any(not any(lost[index]) for index in open_suits):
        bonuses = len(open_suits) - 1
    return {
        Card(index, rank)
        for index, (suit, height) in enumerate(zip(position.suits, position.stacks, strict=True))
        for step, rank in enumerate(suit.ranks)
        # What is lost itself is not dead yet if it is the first that cannot come back.
        if step < height or sum(lost[index][:step]) > bonuses
    }


def deal_anonymous(seed: int) -> Dealt:
    """A deal in which some cards are not named: `kt`, and `xx` with its card in the pool."""
    random = Random(-seed)
    dealt = deal(seed)
    position = dealt.position
    dead = dead_cards(position, dealt.pile)
    pool = list(position.deck)
    hands = []
    for hand in position.hands:
        cards = []
        for held in hand:
            card = held.card
            if random.random() < 0.3 and card in dead:
                card = KNOWN_TRASH
            elif random.random() < 0.3 and not position.deck_ordered:
                pool.append(card)
                card = UNSPECIFIED
            cards.append(replace(held, card=card))
        hands.append(tuple(cards))
    deck = [KNOWN_TRASH if card in dead and random.random() < 0.5 else card for card in pool]
    position = replace(
        position,
        hands=tuple(hands),
        deck=tuple(deck) if position.deck_ordered else sort_cards(position.suits, deck),
    )
    return Dealt(position, dealt.pile)


seeds = st.integers(0, 2**32 - 1)
deals = seeds.map(deal)
anonymous_deals = seeds.map(deal_anonymous)
