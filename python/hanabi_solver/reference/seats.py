"""Seat analysis: positions with cards in hands that nobody specified.

The mover does not see the unspecified cards of the own hand and sees those of the others;
from the next turn on all is open. So what lies in the other hands is settled before the
mover chooses, what lies in the own hand after it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hanabi_solver.errors import UnsupportedError
from hanabi_solver.game.moves import Clue
from hanabi_solver.game.position import NO_MARKS, UNSPECIFIED, Card, Position
from hanabi_solver.reference.worlds import slot_set

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    from hanabi_solver.game.moves import Move
    from hanabi_solver.reference.engine import State
    from hanabi_solver.reference.recursion import Solver

MoveValues = tuple[tuple["Move", "Fraction"], ...]
SITE = "hanab-live"
"""How variants begin whose clues may touch in ways of their own."""

Place = tuple[int, int]
"""Player and slot, both counted from 0."""


def from_seat(position: Position) -> Position:
    """The position with all of the mover's cards in the pool."""
    hands, pool = list(position.hands), list(position.deck)
    pool += [held.card for held in hands[position.mover] if held.card != UNSPECIFIED]
    hands[position.mover] = tuple(replace(held, card=UNSPECIFIED) for held in hands[position.mover])
    return replace(position, hands=tuple(hands), deck=tuple(pool), deck_ordered=False)


def slot_sets(position: Position) -> dict[Place, set[Card]]:
    """What marks allow each unspecified card to be, where it has any."""
    pool = Counter(position.deck)
    unspecified = [held for hand in position.hands for held in hand if held.card == UNSPECIFIED]
    clued = any(held.marks.positive or held.marks.negative for held in unspecified)
    if clued and position.variant.startswith(SITE):
        raise UnsupportedError(f"what clues touch in {position.variant}")
    return {
        (player, slot): slot_set(position, player, slot, pool)
        for player, hand in enumerate(position.hands)
        for slot, held in enumerate(hand)
        if held.card == UNSPECIFIED and held.marks != NO_MARKS
    }


@dataclass(frozen=True, slots=True)
class SeatAnalysis:
    """Values of positions whose deck is the whole unseen pool; slots without a set may hold
    anything.
    """

    solver: Solver
    sets: dict[Place, set[Card]]

    def value(self, state: State) -> tuple[Fraction, MoveValues]:
        """The value of a position and of its moves."""
        others = [player for player in range(len(state.hands)) if player != state.mover]
        cases = []
        for ways, seen in self.assignments(state, others):
            dealt = tuple(self.assignments(seen, [state.mover]))
            if dealt:
                value, moves = self.as_seen(dealt)
                cases.append((ways * sum(own for own, _ in dealt), value, moves))
        if not cases:
            raise UnsupportedError("no card is left for an unspecified one")
        legal = [[move for move, _ in moves] for _, _, moves in cases]
        if any(other != legal[0] for other in legal):
            raise UnsupportedError("whether a clue is legal depends on an unspecified card")
        mean = self.solver.over_unknowns
        return mean((ways, value) for ways, value, _ in cases), tuple(
            (move, mean((ways, moves[place][1]) for ways, _, moves in cases))
            for place, move in enumerate(legal[0])
        )

    def as_seen(self, dealt: tuple[tuple[int, State], ...]) -> tuple[Fraction, MoveValues]:
        """The same once the mover has seen the other hands: the best move, whatever the own
        cards are. `dealt` has the assignments to the own hand.
        """
        solver, game = self.solver, self.solver.game
        mean = solver.over_unknowns
        _, first = dealt[0]
        if game.result(first) is not None:  # Whatever the cards are.
            return mean((ways, solver.value(known)) for ways, known in dealt), ()
        moves: list[tuple[Move, Fraction]] = []
        for move in game.legal_moves(first):
            if isinstance(move, Clue):
                # Which kind of clue is given is decided before the own cards are seen.
                value = max(
                    mean(
                        (ways, solver.value(game.end_turn(game.give_clue(known, kind))))
                        for ways, known in dealt
                    )
                    for kind in game.clue_kinds(first)
                )
            else:
                value = mean((ways, solver.move_value(known, move)) for ways, known in dealt)
            moves.append((move, value))
        return max(value for _, value in moves), tuple(moves)

    def assignments(self, state: State, players: list[int]) -> Iterator[tuple[int, State]]:
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
                if card in self.sets.get((player, slot), {card}):
                    dealt = lay(state, player, slot, card)
                    for ways, rest in self.assignments(dealt, players):
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
