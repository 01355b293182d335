"""The search with hidden hands: a query in, an answer with the best joint policy out."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from hanabi_solver import _core
from hanabi_solver.core.answer import read_bounds
from hanabi_solver.core.policy import Actual, Edge, Hidden, Node, Policy, Rule
from hanabi_solver.core.query import Answer, Query
from hanabi_solver.core.setups import card_bits, core_target, numbered_card, to_setup
from hanabi_solver.game.moves import Clue, Discard, Play
from hanabi_solver.variants.clues import clue_names, touched_cards
from hanabi_solver.variants.marks import identities

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hanabi_solver.game.moves import Move
    from hanabi_solver.game.position import Card, Position

    _Move = tuple[str, int, int]
    _Sees = Sequence[tuple[int, Sequence[int]]]


def search(query: Query) -> Answer:
    """The best joint policy's value, and what is told beside it."""
    position = query.position
    worlds, mean, value, valued, first, actual, joint, nodes, stop = _core.solve_hidden(
        to_setup(position),
        sets=_sets(position),
        clues=_clues(position),
        ordered=position.deck_ordered,
        objective=query.objective,
        target=core_target(query.target),
        with_moves=query.moves,
        with_policy=query.policy,
        time_limit=query.limits.time,
        memory=query.limits.search_memory(),
        cancel=query.cancel,
    )
    reader = _Reader(position, clue_names(position))
    prescription, alike = first
    return Answer(
        bounds=read_bounds(value),
        moves=tuple((reader.move(move), read_bounds(pair)) for move, pair, _ in valued),
        nodes=nodes,
        stop=stop,
        hidden=Hidden(
            here={
                reader.move(move): Fraction(*here) for move, _, here in valued if here is not None
            },
            worlds=worlds,
            open=None if mean is None else Fraction(*mean),
            prescription=tuple(reader.rule(*rule) for rule in prescription),
            alike=reader.alike(alike),
            actual=None
            if actual is None
            else Actual(
                reader.move(actual[0]),
                actual[1],
                {score: Fraction(*share) for score, share in actual[2]},
                query.target if query.objective == "win" else None,
            ),
            policy=None if joint is None else reader.policy(*joint),
        ),
    )


def mean_of_perfect(query: Query) -> Fraction | None:
    """The mean over worlds (for `guaranteed` the minimum) of the value with everything known.

    None if a limit stopped it.
    """
    position = query.position
    mean, _stop = _core.hidden_mean_of_perfect(
        to_setup(position),
        sets=_sets(position),
        clues=_clues(position),
        objective=query.objective,
        target=core_target(query.target),
        time_limit=query.limits.time,
        memory=query.limits.search_memory(),
        cancel=query.cancel,
    )
    return None if mean is None else Fraction(*mean)


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

    def move(self, move: _Move) -> Move:
        kind, number, clue = move
        match kind:
            case "p":
                return Play(number)
            case "d":
                return Discard(number)
            case "c":
                return Clue(number, self.names[clue])
            case _:
                return Clue()

    def card(self, number: int) -> Card:
        return numbered_card(self.position, number)

    def rule(self, sees: _Sees, does: _Move, worlds: int) -> Rule:
        hands = ((player, tuple(map(self.card, hand))) for player, hand in sees)
        return Rule(tuple(hands), self.move(does), worlds)

    def edge(self, move: _Move, card: int | None, touched: int | None, node: int) -> Edge:
        slots = None if touched is None else tuple(_slots(touched))
        return Edge(self.move(move), None if card is None else self.card(card), slots, node)

    def policy(
        self,
        alike: Sequence[int],
        nodes: Sequence[
            tuple[
                int,
                Sequence[tuple[_Sees, _Move, int]],
                Sequence[tuple[_Move, int | None, int | None, int]],
            ]
        ],
    ) -> Policy:
        return Policy(
            self.alike(alike),
            tuple(
                Node(
                    player,
                    tuple(self.rule(*rule) for rule in rules),
                    tuple(self.edge(*edge) for edge in edges),
                )
                for player, rules, edges in nodes
            ),
        )

    def alike(self, groups: Sequence[int]) -> tuple[tuple[Card, ...], ...]:
        return tuple(
            tuple(self.card(slot - 1) for slot in _slots(group) if self.in_play(slot - 1))
            for group in groups
        )

    def in_play(self, number: int) -> bool:
        return number < 5 * len(self.position.suits)


def _slots(bits: int) -> list[int]:
    """The places of the bits set, counted from 1."""
    return [place + 1 for place in range(bits.bit_length()) if bits >> place & 1]
