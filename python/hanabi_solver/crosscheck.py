"""Random small positions, solved by the core and by the reference engine.

The positions lean to what has caught solvers out: tokens at 7 and 8, strikes, uneven and empty
hands, duplicates, known trash, unspecified cards, decks with needed cards, odd targets.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Any

from hanabi_solver import reference
from hanabi_solver.errors import PositionError
from hanabi_solver.facts import Facts, sort_cards
from hanabi_solver.limits import Limits
from hanabi_solver.notation import format_move, format_position, parse_position
from hanabi_solver.position import KNOWN_TRASH, UNSPECIFIED, Card, HeldCard, Position
from hanabi_solver.rules import Rules
from hanabi_solver.solution import OBJECTIVES
from hanabi_solver.solving import Solver
from hanabi_solver.variants import PLAIN_SUITS, VARIANTS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    from hanabi_solver.solution import Info, Objective

NODE_LIMIT = 2000
"""States that the reference may look at; larger positions are drawn anew."""

_TOKENS = (0, 0, 1, 1, 2, 3, 4, 6, 7, 7, 8, 8, 8)


@dataclass(frozen=True, slots=True)
class Case:
    """A position and what is asked of it."""

    position: Position
    info: Info
    objective: Objective
    target: int


@dataclass(frozen=True, slots=True)
class Difference:
    """Where the core and the reference disagree: `what` is "value" or a move."""

    case: Case
    what: str
    core: Fraction | None
    reference: Fraction | None

    def __str__(self) -> str:
        """The case as one line that can be pasted into a command."""
        case = self.case
        goal = f" --target {case.target}" if case.objective == "win" else ""
        return (
            f'"{format_position(case.position)}" --info {case.info}'
            f" --objective {case.objective}{goal}: {self.what} is {self.core} by the core,"
            f" {self.reference} by the reference engine"
        )


def random_position(random: Random) -> Position:
    """A small position; every one is valid."""
    while True:
        position = _deal(random)
        try:
            # The parser is the judge of what a position is.
            return parse_position(format_position(position))
        except PositionError:
            continue


def _deal(random: Random) -> Position:
    variant = random.choice(list(VARIANTS.values()))
    plain = random.sample(PLAIN_SUITS, random.choice((1, 1, 2, 2, 3, 4, 7)))
    suits = (*plain, *variant.fixed)
    low = random.randint(1, 4)
    stacks = tuple(random.randint(low, 5) for _ in suits)
    cards = [
        Card(index, rank)
        for index, suit in enumerate(suits)
        for step, (rank, copies) in enumerate(zip(suit.ranks, suit.copies, strict=True))
        for _ in range(copies - (step < stacks[index]))
        # Dead cards are alike and only make the reference slow.
        if random.random() < (0.2 if step < stacks[index] else 0.85)
    ]
    random.shuffle(cards)
    del cards[random.randint(3, 9) :]
    players = random.choice((2, 2, 2, 3, 3, 4, 5, 6))
    deck = [cards.pop() for _ in range(min(len(cards), random.choice((0, 0, 1, 1, 2, 2, 3, 4))))]
    hands: list[list[Card]] = [[] for _ in range(players)]
    uneven = random.random() < 0.3
    for number, card in enumerate(cards):
        hands[random.randrange(players) if uneven else number % players].append(card)
    rules = Rules(
        grand_finale=random.random() < 0.35,
        strikeout_keep=random.random() < 0.4,
        empty_clues=random.random() < 0.3,
    )
    ordered = random.random() < 0.35
    position = Position(
        variant=variant.name,
        suits=suits,
        stacks=stacks,
        hands=tuple(tuple(map(HeldCard, hand)) for hand in hands),
        mover=random.randrange(players),
        deck=tuple(deck) if ordered else sort_cards(suits, deck),
        deck_ordered=ordered,
        clue_units=random.choice(_TOKENS),
        strikes=random.randint(0, 2),
        rules=rules,
    )
    position = _anonymous(random, position)
    if position.deck_size == 0 and not rules.grand_finale:
        position = replace(position, turns_left=random.randint(1, players))
    return position


def _anonymous(random: Random, position: Position) -> Position:
    """Sometimes turns dead cards into known trash, or held cards into unspecified ones."""
    lot = random.random()
    if lot < 0.15:
        facts = Facts(position)

        def trash(card: Card) -> Card:
            return KNOWN_TRASH if facts.is_dead(card) and random.random() < 0.7 else card

        deck = tuple(trash(card) for card in position.deck)
        hands = tuple(tuple(HeldCard(trash(h.card)) for h in hand) for hand in position.hands)
        if not position.deck_ordered:
            deck = sort_cards(position.suits, deck)
        return replace(position, hands=hands, deck=deck)
    if lot < 0.3 and not position.deck_ordered:
        pool = list(position.deck)
        hidden = random.sample(range(12), 3)
        number = 0
        seats = []
        for hand in position.hands:
            slots = []
            for held in hand:
                covered = number in hidden
                number += 1
                if covered:
                    pool.append(held.card)
                slots.append(HeldCard(UNSPECIFIED) if covered else held)
            seats.append(tuple(slots))
        deck = sort_cards(position.suits, pool)
        return replace(position, hands=tuple(seats), deck=deck)
    return position


def random_case(random: Random) -> Case:
    """A position with an information model, an objective and a target, any target."""
    position = random_position(random)
    info: Info = "perfect" if position.deck_ordered and random.random() < 0.8 else "open"
    objective = random.choice(OBJECTIVES)
    most = position.max_score
    near = random.randint(position.score - 1, most + 1)
    target = random.choice((most, Facts(position).reachable, near, near, -1, 0))
    return Case(position, info, objective, target)


def compare(case: Case, solver: Solver) -> Difference | None:
    """The first difference in the value or a move's value. NodeLimitError if it is too large."""
    asked: dict[str, Any] = {"objective": case.objective, "target": case.target}
    expected = reference.solve(case.position, case.info, **asked, node_limit=NODE_LIMIT)
    found = solver.solve(case.position, info=case.info, **asked)
    if found.value != expected.value:
        return Difference(case, "value", found.value, expected.value)
    ours = {format_move(entry.move): entry.value for entry in found.moves}
    theirs = {format_move(move): value for move, value in expected.moves}
    for move in (*theirs, *ours):
        if ours.get(move) != theirs.get(move):
            return Difference(case, move, ours.get(move), theirs.get(move))
    return None


def crosscheck(seed: int) -> Iterator[Difference | None]:
    """Cases without end, each compared: None where the engines agree.

    The same seed gives the same cases.
    """
    random = Random(seed)
    limits = Limits(threads=1)
    while True:
        try:
            # A kept solver would answer from its tables: each case gets a fresh one.
            yield compare(random_case(random), Solver(limits))
        except reference.NodeLimitError:
            continue
