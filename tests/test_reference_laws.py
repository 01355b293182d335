"""Laws that hold for every position, checked on the reference solver at random."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from random import Random
from typing import TYPE_CHECKING

import pytest
from hanabi_solver import reference
from hanabi_solver.core.answer import OBJECTIVES
from hanabi_solver.crosscheck.random_positions import random_case
from hanabi_solver.game.position import Card, HeldCard, Position
from hanabi_solver.reference import NodeLimitError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from fractions import Fraction

    from hanabi_solver.core.answer import Objective

POSITIONS = 50
NODE_LIMIT = 250


def value(
    position: Position, objective: Objective, target: int | None = None, info: str = "open"
) -> Fraction:
    return reference.solve(position, info, objective, target, node_limit=NODE_LIMIT).value


def positions(seed: str, flamboyants: float) -> Iterator[Position]:
    """Without end; hands and decks are known, as far as the law does not say otherwise."""
    random = Random(seed)
    while True:
        position = random_case(random, flamboyants=random.random() < flamboyants).position
        if not position.unspecified:
            yield position


def check(law: Callable[[Position, Random], bool], flamboyants: float = 0.0) -> None:
    """Holds a law against positions that are small enough. A law says if it was of use.

    `flamboyants` is the share of positions with that bonus.
    """
    random = Random(law.__qualname__)
    used = 0
    for position in positions(law.__qualname__, flamboyants):
        try:
            used += law(position, random)
        except NodeLimitError:
            continue
        if used == POSITIONS:
            return


def test_knowing_the_deck_never_hurts() -> None:
    def law(position: Position, random: Random) -> bool:
        orders = sorted(permutations(position.deck))
        if len(set(orders)) < 2:
            return False
        objective = random.choice(OBJECTIVES)
        opened = value(position, objective)
        known = [
            value(replace(position, deck=order, deck_ordered=True), objective, info="perfect")
            for order in orders
        ]
        if objective == "guaranteed":
            assert min(known) >= opened, position
        else:
            assert sum(known) / len(known) >= opened, position
        return True

    check(law)


def test_objectives_agree() -> None:
    def law(position: Position, random: Random) -> bool:
        guaranteed = value(position, "guaranteed")
        assert guaranteed <= value(position, "expected") <= position.max_score, position
        for target in (int(guaranteed), int(guaranteed) + 1, random.randint(0, 10)):
            sure = value(position, "win", target) == 1
            assert sure == (guaranteed >= target), (position, target)
        return True

    check(law, flamboyants=0.4)


def test_a_strike_never_helps() -> None:
    def law(position: Position, random: Random) -> bool:
        if position.strikes == 2:
            return False
        objective = random.choice(OBJECTIVES)
        worse = replace(position, strikes=position.strikes + 1)
        assert value(worse, objective) <= value(position, objective), position
        return True

    check(law, flamboyants=0.4)


def test_order_of_hands_and_suits_means_nothing() -> None:
    def law(position: Position, random: Random) -> bool:
        places = random.sample(range(len(position.suits)), len(position.suits))

        def renamed(card: Card) -> Card:
            return Card(places.index(card.suit), card.rank) if card.suit >= 0 else card

        hands = tuple(
            tuple(HeldCard(renamed(held.card)) for held in random.sample(hand, len(hand)))
            for hand in position.hands
        )
        other = replace(
            position,
            suits=tuple(position.suits[place] for place in places),
            stacks=tuple(position.stacks[place] for place in places),
            hands=hands,
            deck=tuple(map(renamed, position.deck)),
        )
        objective = random.choice(OBJECTIVES)
        assert value(other, objective) == value(position, objective), position
        return True

    check(law, flamboyants=0.4)


def test_the_grand_finale_wins_more_often() -> None:
    def law(position: Position, _: Random) -> bool:
        if position.rules.grand_finale:
            return False
        finale = replace(
            position, rules=replace(position.rules, grand_finale=True), turns_left=None
        )
        assert value(finale, "win") >= value(position, "win"), position
        return True

    check(law)


def tokens_to_earn(position: Position) -> int:
    """The most tokens that can still be earned."""
    cards = sum(map(len, position.hands)) + position.deck_size
    if position.rules.grand_finale:
        return cards
    turns = position.turns_left or position.deck_size + len(position.hands)
    return min(cards, turns)


def test_another_token_helps_where_the_limit_is_far() -> None:
    def law(position: Position, random: Random) -> bool:
        if position.rules.units_per_token > 1:
            return False
        if position.clue_units + tokens_to_earn(position) > 7:
            return False
        objective = random.choice(OBJECTIVES)
        richer = replace(position, clue_units=position.clue_units + 1)
        assert value(richer, objective) >= value(position, objective), position
        return True

    check(law)


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_seats_lie_between_the_blind_and_the_open(objective: Objective) -> None:
    """A position with unspecified cards is worth at most the mean (minimum) over its deals."""
    random = Random(objective)
    used = 0
    while used < 8:
        position = random_case(random).position
        if not 0 < position.unspecified <= 2:
            continue
        try:
            seat = value(position, objective)
            opened = [value(deal, objective) for deal in deals(position)]
        except NodeLimitError:
            continue
        used += 1
        mean = sum(opened) / len(opened)
        assert seat <= (min(opened) if objective == "guaranteed" else mean), position


def deals(position: Position) -> list[Position]:
    """Every way to lay physical cards of the pool under the unspecified ones."""
    dealt = []
    count = position.unspecified
    for order in permutations(range(len(position.deck)), count):
        laid = iter(position.deck[place] for place in order)
        hands = tuple(
            tuple(
                HeldCard(next(laid)) if held.card == Card(-2, 0) else held  # xx
                for held in hand
            )
            for hand in position.hands
        )
        rest = tuple(card for place, card in enumerate(position.deck) if place not in order)
        dealt.append(replace(position, hands=hands, deck=rest))
    return dealt
