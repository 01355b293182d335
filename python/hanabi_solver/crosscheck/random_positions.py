"""Random small endgames of every kind, to hold the core against the reference engine.

Small, so that the reference engine can solve them; odd, so that every rule comes into play:
tokens at the limit, copies of useful cards, cards that must come from the deck, lost cards,
empty hands, known trash, unspecified cards.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from hanabi_solver.core.answer import OBJECTIVES
from hanabi_solver.crosscheck.case import Case
from hanabi_solver.game.facts import Facts, known_trash, sort_cards, sort_marks, unplayed
from hanabi_solver.game.position import KNOWN_TRASH, UNSPECIFIED, Card, HeldCard, Marks, Position
from hanabi_solver.game.rules import MAX_CLUE_TOKENS, STEPS, Suit
from hanabi_solver.variants.clues import clue_names, touches
from hanabi_solver.variants.registry import VARIANTS, find_variant
from hanabi_solver.variants.variant import SITE, Variant

if TYPE_CHECKING:
    from random import Random

    from hanabi_solver.core.answer import Info

SITE_VARIANTS = (
    "Alternating_Clues_(5_Suits)",
    "Black_(6_Suits)",
    "Clue_Starved_(5_Suits)",
    "Color_Mute_(5_Suits)",
    "Dark_Orange_(6_Suits)",
    "Null_(5_Suits)",
    "Number_Blind_(5_Suits)",
    "Omni_(5_Suits)",
    "Orange_(3_Suits)",
    "Orange_(5_Suits)",
    "Reversed_(5_Suits)",
    "Throw_It_in_a_Hole_(5_Suits)",
)
"""Variants of hanab.live with rules that the box does not have."""

SEAT = 0.4
"""Share of the positions without the deck's order that are seen from the mover's seat."""

MOST_SUITS = 7
MOST_HELD = 6
MOST_POOL = 6
"""Cards unseen from the seat: the reference looks at every way to lay them."""


class Shape(NamedTuple):
    """What a position is drawn from: each a choice of equally likely numbers.

    `to_go` are cards still to be played over all suits; `sizes` of hands, None for uneven ones.
    """

    suits: tuple[int, ...]
    to_go: tuple[int, ...]
    players: tuple[int, ...]
    sizes: tuple[int, ...] | None
    decks: tuple[int, ...]
    tokens: tuple[int, ...]


WIDE = Shape(
    suits=(1, 2, 2, 3, 3, 4, 5, MOST_SUITS),
    to_go=(0, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 5),
    players=(2, 2, 2, 2, 3, 3, 3, 4, 4, 5, 6),
    sizes=None,
    decks=(0, 0, 0, 1, 1, 1, 2, 2, 3, 4),
    tokens=(*range(MAX_CLUE_TOKENS + 1), 0, 1, 7, 7, 8, 8),
)

TIGHT = WIDE._replace(
    to_go=(3, 3, 4, 5),
    players=(2, 2, 2, 3),
    sizes=(1, 1, 2),
    decks=(1, 2, 2, 3),
    tokens=(0, 0, 0, 1, 1, 7, 8),
)
"""Small hands, few tokens and a deck, so that the order of draws counts."""

WITH_BONUS = TIGHT._replace(suits=(1, 2, 2, 3), decks=(0, 0, 1, 1, 2))
"""Few suits and a small deck: the discard pile comes on top."""


def random_case(rng: Random, *, flamboyants: bool = False) -> Case:
    """A random position and question. `flamboyants`: with that bonus."""
    position = _random_position(rng, flamboyants=flamboyants)
    info: Info = "open"
    if position.deck_ordered and not flamboyants:
        info = rng.choice(("perfect", "perfect", "open"))
    if info == "open" and rng.random() < SEAT and _has_seat(position):
        position, info = _with_marks(rng, position, {position.mover}), "seat"
    objective = rng.choice(OBJECTIVES)
    target = _random_target(rng, position) if objective == "win" else None
    return Case(position, info, objective, target)


def _random_target(rng: Random, position: Position) -> int | None:
    reachable = Facts(position).reachable
    near = rng.randint(position.score, reachable + 1)
    odd = rng.choice((-1, 0, 1, position.max_score, position.max_score + 1))
    return rng.choice((None, near, near, near, reachable, odd))


def _random_position(rng: Random, *, flamboyants: bool) -> Position:
    variant = _random_variant(rng)
    shape = WITH_BONUS if flamboyants else TIGHT if rng.random() < 0.6 else WIDE
    suits = _random_suits(rng, variant, rng.choice(shape.suits))
    stacks = _random_stacks(rng, suits, rng.choice(shape.to_go))
    if flamboyants:
        stacks = tuple(rng.choice((height, height, STEPS - 1)) for height in stacks)
    players = rng.choice(shape.players)
    sizes = [rng.choice(shape.sizes)] * players if shape.sizes else _random_sizes(rng, players)
    cards = _deal(rng, suits, stacks, sum(sizes) + rng.choice(shape.decks))
    hands = []
    for size in sizes:
        hands.append(tuple(HeldCard(card) for card in cards[:size]))
        cards = cards[size:]
    rules = replace(
        variant.rules,
        grand_finale=rng.random() < 0.35,
        strikeout_keep=rng.random() < 0.3,
        empty_clues=rng.random() < 0.25,
        flamboyants=flamboyants,
        deck_plays=not flamboyants and rng.random() < 0.12,
    )
    units = rng.choice(shape.tokens) * rules.units_per_token
    if rules.units_per_token > 1 and units and rng.random() < 0.5:
        units -= 1
    last_clue = rng.choice((None, "colour", "rank")) if rules.alternating_clues else None
    position = Position(
        variant=variant.name,
        suits=suits,
        stacks=stacks,
        hands=tuple(hands),
        mover=rng.randrange(players),
        deck=tuple(cards),
        deck_ordered=True,
        clue_units=units,
        strikes=rng.choice((0, 1, 2, 2)),
        rules=rules,
        last_clue=last_clue,
    )
    return _with_turns_left(rng, _blurred(rng, position))


def _random_variant(rng: Random) -> Variant:
    if rng.random() < 0.2:
        return find_variant(SITE + rng.choice(SITE_VARIANTS))
    return rng.choice((VARIANTS["standard"], *VARIANTS.values()))


def _random_suits(rng: Random, variant: Variant, count: int) -> tuple[Suit, ...]:
    if not variant.plain:
        return variant.fixed
    most = min(MOST_SUITS, len(variant.plain)) - len(variant.fixed)
    suits = [*rng.sample(variant.plain, min(count, most)), *variant.fixed]
    rng.shuffle(suits)
    return tuple(suits)


def _random_stacks(rng: Random, suits: tuple[Suit, ...], to_go: int) -> tuple[int, ...]:
    """Mostly with a few cards to go, sometimes any."""
    if rng.random() < 0.05:
        return tuple(rng.randint(0, STEPS) for _ in suits)
    stacks = [STEPS] * len(suits)
    for _ in range(to_go):
        index = rng.randrange(len(suits))
        stacks[index] = max(0, stacks[index] - 1)
    return tuple(stacks)


def _random_sizes(rng: Random, players: int) -> list[int]:
    """Sizes of the hands: mostly even, sometimes any, sometimes empty."""
    if rng.random() < 0.5:
        return [rng.randint(1, max(2, MOST_HELD // players))] * players
    sizes = [0] * players
    for _ in range(rng.randint(players, MOST_HELD)):
        sizes[rng.randrange(players)] += 1
    return sizes


def _deal(rng: Random, suits: tuple[Suit, ...], stacks: tuple[int, ...], count: int) -> list[Card]:
    """Cards for hands and deck: mostly all that is needed, then others as chance has it.

    Useful ones come more often, the next of a suit most often.
    """
    left = unplayed(suits, stacks)
    cards = []
    if rng.random() < 0.8:
        needed = [
            Card(index, rank)
            for index, suit in enumerate(suits)
            for rank in suit.ranks[stacks[index] :]
        ]
        rng.shuffle(needed)
        cards = needed[:count]
        left.subtract(cards)
    favour = rng.choice((1, 3, 10))
    while len(cards) < count and left.total():
        kinds = [card for card, copies in left.items() if copies]
        weights = [left[card] * _weight(suits, stacks, card, favour) for card in kinds]
        card = rng.choices(kinds, weights)[0]
        left[card] -= 1
        cards.append(card)
    rng.shuffle(cards)
    return cards


def _weight(suits: tuple[Suit, ...], stacks: tuple[int, ...], card: Card, favour: int) -> int:
    above = suits[card.suit].step(card.rank) - stacks[card.suit]
    if above < 0:
        return 1
    return favour if above else 2 * favour


def _blurred(rng: Random, position: Position) -> Position:
    """The position with less said of it: known trash, an unknown order, unspecified cards."""
    if rng.random() < 0.2 and _trash_is_alike(position):
        position = _with_known_trash(rng, position)
    if rng.random() < 0.5:
        return position
    position = replace(position, deck_ordered=False)
    if rng.random() < 0.3 and _clues_are_alike(position):
        position = _with_unspecified(rng, position)
    return replace(position, deck=sort_cards(position.suits, position.deck))


def _trash_is_alike(position: Position) -> bool:
    """Known trash is refused where it matters which dead card it is."""
    suits = position.suits
    return not position.rules.alternating_clues and all(
        not suit.inverted and all(suit.touched_by_rank) for suit in suits
    )


def _clues_are_alike(position: Position) -> bool:
    """Unspecified cards are refused where what they are may decide which clues are legal."""
    rules = position.rules
    if rules.alternating_clues:
        return False
    return all(
        (rules.colour_clues and by_colour) or (rules.rank_clues and by_rank)
        for suit in position.suits
        for by_colour, by_rank in zip(suit.touched_by_colour, suit.touched_by_rank, strict=True)
    )


def _with_known_trash(rng: Random, position: Position) -> Position:
    """Some dead cards are written as known trash.

    Those above a lost card only count where the lost one is all in the discard pile.
    """
    held = [held.card for hand in position.hands for held in hand]
    left = Counter((*held, *position.deck))
    flamboyants = position.rules.flamboyants
    trash = known_trash(position.suits, position.stacks, left, flamboyants=flamboyants)

    def veil(card: Card) -> Card:
        return KNOWN_TRASH if card in trash and rng.random() < 0.7 else card

    hands = tuple(tuple(HeldCard(veil(held.card)) for held in hand) for hand in position.hands)
    return replace(position, hands=hands, deck=tuple(map(veil, position.deck)))


def _with_unspecified(rng: Random, position: Position) -> Position:
    """Some cards in hands join the pool."""
    if KNOWN_TRASH not in position.deck and rng.random() < 0.7:
        written = [held.card for hand in position.hands for held in hand]
        if KNOWN_TRASH not in written:
            position = _with_marks(rng, position, set(range(len(position.hands))))
    pool = list(position.deck)
    chance = rng.choice((0.2, 0.5, 1.0))
    owner = rng.choice((None, position.mover, position.mover))
    hands = []
    for player, hand in enumerate(position.hands):
        shown = []
        for held in hand:
            if len(pool) < 5 and owner in (None, player) and rng.random() < chance:
                pool.append(held.card)
                shown.append(replace(held, card=UNSPECIFIED))
            else:
                shown.append(held)
        hands.append(tuple(shown))
    return replace(position, hands=tuple(hands), deck=tuple(pool))


def _has_seat(position: Position) -> bool:
    """Whether the position may be asked about from the seat: the pool is not too large for the
    reference, and no card of it is known trash where marks may be drawn.
    """
    own = [held.card for held in position.hands[position.mover]]
    pool = (*own, *position.deck)
    return KNOWN_TRASH not in pool and len(pool) <= MOST_POOL


def _with_marks(rng: Random, position: Position, players: set[int]) -> Position:
    """The position with marks that go with the cards of some players' hands."""
    # What clues touch in variants of the site is beyond the reference: sets are stated outright.
    plain = not position.variant.startswith(SITE)
    names = clue_names(position) if plain else ()

    def marked(held: HeldCard) -> HeldCard:
        if held.card in (KNOWN_TRASH, UNSPECIFIED) or rng.random() < 0.4:
            return held
        if not names or rng.random() < 0.2:
            others = [*position.deck, *(each.card for each in position.hands[position.mover])]
            chosen = {held.card, *(c for c in others if c.suit >= 0 and rng.random() < 0.4)}
            return replace(held, marks=Marks(identities=sort_cards(position.suits, chosen)))
        told = rng.sample(names, min(len(names), rng.choice((1, 1, 2, 3))))
        yes = [str(name) for name in told if touches(position, name, held.card)]
        no = [str(name) for name in told if not touches(position, name, held.card)]
        suits = position.suits
        return replace(held, marks=Marks(sort_marks(suits, yes), sort_marks(suits, no)))

    hands = tuple(
        tuple(map(marked, hand)) if player in players else hand
        for player, hand in enumerate(position.hands)
    )
    return replace(position, hands=hands)


def _with_turns_left(rng: Random, position: Position) -> Position:
    """The last round runs once the deck is empty; with the Flamboyants also beside a deck."""
    rules = position.rules
    running = position.deck_size == 0 or (rules.flamboyants and rng.random() < 0.3)
    if rules.grand_finale or not running:
        return position
    return replace(position, turns_left=rng.randint(1, len(position.hands)))
