"""The search with hidden hands: a query in, an answer with the best joint policy out."""

from __future__ import annotations

import gc
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from math import inf
from typing import TYPE_CHECKING, Any

from hanabi_solver import _core
from hanabi_solver.core.policy import Actual, Edge, Hidden, Node, Policy, Rule
from hanabi_solver.core.search import read_answer
from hanabi_solver.core.setups import (
    card_bits,
    core_limits,
    core_query,
    named_move,
    numbered_card,
    to_setup,
)
from hanabi_solver.system.memory import give_back
from hanabi_solver.variants.clues import clue_names, touched_cards
from hanabi_solver.variants.marks import identities

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hanabi_solver.core.query import Answer, Query
    from hanabi_solver.game.moves import Move
    from hanabi_solver.game.position import Card, Position

_READ = 0.6
"""Of the time left the part for reading a policy: writing it takes less."""

_MOMENTS = 0.05
"""Seconds for reading a policy where no time is left."""


def search(query: Query) -> Answer:
    """The best joint policy's value, and what is told beside it."""
    position = query.position
    give_back()
    started = time.monotonic()
    told = _core.solve_hidden(_known(position), core_query(query), core_limits(query))
    names = clue_names(position)
    reader = _Reader(position, names)
    hidden = told.hidden
    assert hidden is not None
    with _uncollected():
        prescription = tuple(map(reader.rule, hidden.prescription))
        policy = (
            None if hidden.policy is None else reader.policy(hidden.policy, _until(query, started))
        )
    here = {reader.move(valued.move): valued.here for valued in told.moves}
    answer = read_answer(told, names)
    return answer._replace(
        hidden=Hidden(
            here={move: Fraction(*value) for move, value in here.items() if value is not None},
            worlds=hidden.worlds,
            open=None if hidden.open is None else Fraction(*hidden.open),
            prescription=prescription,
            alike=reader.alike(hidden.alike),
            actual=None if hidden.actual is None else reader.actual(hidden.actual, query),
            policy=policy,
        ),
        stop=answer.stop if policy is not None or hidden.policy is None else "time",
    )


def mean_of_perfect(query: Query) -> Fraction | None:
    """The mean over worlds (for `guaranteed` the minimum) of the value with everything known.

    None if a limit stopped it.
    """
    known = _known(query.position)
    mean = _core.hidden_mean_of_perfect(known, core_query(query), core_limits(query))
    return None if mean is None else Fraction(*mean)


def _until(query: Query, started: float) -> float:
    """When a policy must be read, if the time that is left is also to do for writing it."""
    if query.limits.time is None:
        return inf
    now = time.monotonic()
    left = started + query.limits.time - now
    return now + max(left * _READ, _MOMENTS)


def _known(position: Position) -> _core.Knowledge:
    """The position as common knowledge."""
    return _core.Knowledge(
        to_setup(position), _sets(position), _clues(position), position.deck_ordered
    )


def _sets(position: Position) -> list[list[int]]:
    """For every slot the identities it may have, as bits."""
    return [
        [card_bits(position, identities(position, player, slot)) for slot in range(len(hand))]
        for player, hand in enumerate(position.hands)
    ]


def _clues(position: Position) -> list[int]:
    """For everything that a clue may name the cards it touches, as bits."""
    return [card_bits(position, touched_cards(position, name)) for name in clue_names(position)]


@dataclass(frozen=True, slots=True)
class _Reader:
    """Turns the core's numbers into cards, moves and rules."""

    position: Position
    names: Sequence[str | int]
    shared: dict[object, Any] = field(default_factory=dict)
    """Hands, and what is seen: a large policy has each of them many times."""

    def move(self, move: _core.Move) -> Move:
        return named_move(move, self.names)

    def card(self, number: int) -> Card:
        return numbered_card(self.position, number)

    def rule(self, rule: _core.Rule) -> Rule:
        sees = tuple((player, self.hand(tuple(hand))) for player, hand in rule.sees)
        return Rule(self.shared.setdefault(sees, sees), self.move(rule.does), rule.worlds)

    def hand(self, numbers: tuple[int, ...]) -> tuple[Card, ...]:
        if numbers not in self.shared:
            self.shared[numbers] = tuple(map(self.card, numbers))
        found: tuple[Card, ...] = self.shared[numbers]
        return found

    def edge(self, edge: _core.Edge) -> Edge:
        card, touched = edge.card, edge.touched
        slots = None if touched is None else _slots(touched)
        return Edge(
            self.move(edge.move), None if card is None else self.card(card), slots, edge.node
        )

    def node(self, node: _core.Node) -> Node:
        return Node(
            node.player, tuple(map(self.rule, node.rules)), tuple(map(self.edge, node.next))
        )

    def policy(self, policy: _core.Policy, until: float) -> Policy | None:
        """The policy; None if that takes longer than until then."""
        nodes = []
        for number in range(len(policy)):
            if time.monotonic() > until:
                return None
            nodes.append(self.node(policy[number]))
        return Policy(self.alike(policy.alike), tuple(nodes))

    def actual(self, actual: _core.Actual, query: Query) -> Actual:
        return Actual(
            self.move(actual.move),
            actual.worlds_left,
            {score: Fraction(*share) for score, share in actual.scores.items()},
            query.target if query.objective == "win" else None,
        )

    def alike(self, groups: Sequence[int]) -> tuple[tuple[Card, ...], ...]:
        return tuple(
            tuple(self.card(slot - 1) for slot in _slots(group) if self.in_play(slot - 1))
            for group in groups
        )

    def in_play(self, number: int) -> bool:
        return number < 5 * len(self.position.suits)


@cache
def _slots(bits: int) -> tuple[int, ...]:
    """The places of the bits set, counted from 1."""
    return tuple(place + 1 for place in range(bits.bit_length()) if bits >> place & 1)


@contextmanager
def _uncollected() -> Iterator[None]:
    """Without the search for garbage in circles: it would look through all of a large policy again
    and again, and takes most of the time.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
