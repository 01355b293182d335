"""Seat analysis: positions with cards in hands that nobody specified.

The mover does not see the unspecified cards of the own hand and sees those of the others;
from the next turn on all is open. So what lies in the other hands is settled before the
mover chooses, what lies in the own hand after it.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from hanabi_solver.errors import UnsupportedError
from hanabi_solver.game.position import UNSPECIFIED, Card

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    from hanabi_solver.game.moves import Move
    from hanabi_solver.reference.engine import State
    from hanabi_solver.reference.recursion import Solver

MoveValues = tuple[tuple["Move", "Fraction"], ...]


def seat_analysis(solver: Solver, state: State) -> tuple[Fraction, MoveValues]:
    """The value of a position and of its moves, the deck of `state` being the unseen pool."""
    others = [player for player in range(len(state.hands)) if player != state.mover]
    cases = [(ways, *as_seen(solver, seen)) for ways, seen in assignments(state, others)]
    value = solver.over_unknowns((ways, value) for ways, value, _ in cases)
    return value, by_move(solver, [(ways, moves) for ways, _, moves in cases])


def as_seen(solver: Solver, state: State) -> tuple[Fraction, MoveValues]:
    """The same once the mover has seen the other hands: the best move, whatever the own cards."""
    dealt = tuple(assignments(state, [state.mover]))
    moves = by_move(solver, [(ways, solver.move_values(known)) for ways, known in dealt])
    if not moves:  # The game is over, whatever the cards are.
        return solver.over_unknowns((ways, solver.value(known)) for ways, known in dealt), ()
    return max(value for _, value in moves), moves


def by_move(solver: Solver, cases: list[tuple[int, MoveValues]]) -> MoveValues:
    """The value of each move over several cases."""
    legal = [[move for move, _ in moves] for _, moves in cases]
    if any(other != legal[0] for other in legal):
        raise UnsupportedError("whether a clue is legal depends on an unspecified card")
    return tuple(
        (move, solver.over_unknowns((ways, moves[place][1]) for ways, moves in cases))
        for place, move in enumerate(legal[0])
    )


def assignments(state: State, players: list[int]) -> Iterator[tuple[int, State]]:
    """Every way to lay cards of the pool under the unspecified cards of some players.

    Each comes with the number of ways to do it with physical cards, in which copies of one
    card are several cards.
    """
    for player in players:
        hand = state.hands[player]
        if UNSPECIFIED not in hand:
            continue
        slot = hand.index(UNSPECIFIED)
        for card, copies in Counter(state.deck).items():
            dealt = lay(state, player, slot, card)
            for ways, rest in assignments(dealt, players):
                yield copies * ways, rest
        return
    yield 1, state


def lay(state: State, player: int, slot: int, card: Card) -> State:
    """A card of the pool goes to a slot (counted from 0) of a hand."""
    hands = [list(hand) for hand in state.hands]
    hands[player][slot] = card
    deck = list(state.deck)
    deck.remove(card)
    return state._replace(hands=tuple(tuple(hand) for hand in hands), deck=tuple(deck))
