"""Which of several best moves is recommended."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hanabi_solver.game.facts import Facts
from hanabi_solver.game.moves import Clue, Discard, PlayDeck
from hanabi_solver.game.position import UNSPECIFIED, Card
from hanabi_solver.game.rules import MAX_CLUE_TOKENS, STEPS
from hanabi_solver.game.seat import from_seat
from hanabi_solver.solving.solution import proven_best
from hanabi_solver.variants.marks import possible_cards

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hanabi_solver.core.answer import Info
    from hanabi_solver.game.moves import Move
    from hanabi_solver.game.position import Position
    from hanabi_solver.solving.solution import MoveValue


def facts_seen(facts: Facts, info: Info) -> Facts:
    """What the mover can take into account: from the seat not what the own cards are."""
    return Facts(from_seat(facts.position)) if info == "seat" else facts


def recommend(facts: Facts, tables: Iterable[Sequence[MoveValue]]) -> Move | None:
    """One of the best moves of the first table; ties are broken by the value in the others,
    then by what the moves cost, last by the order of moves. None if no move is proven best.
    """
    left: list[Move] | None = None
    for table in tables:
        entries = [entry for entry in table if left is None or entry.move in left]
        best = proven_best(entry.bounds for entry in entries)
        leading = [entry.move for entry in entries if id(entry.bounds) in best]
        if not leading and left is None:
            return None
        left = leading or left
    if not left or len(left) == 1:
        return left[0] if left else None
    return min(left, key=lambda move: cost(facts, move))


def most_promising(moves: Sequence[MoveValue]) -> Move | None:
    """Where no move is proven best, the first that is sure of most, and among those may be worth
    most. None if the bounds tell no move from another.
    """
    if len({(entry.bounds.lower, entry.bounds.upper) for entry in moves}) < 2:
        return None
    return max(moves, key=lambda entry: (entry.bounds.lower, entry.bounds.upper)).move


class Cost(NamedTuple):
    """What a move costs beside its value, the dearest first; what may happen counts as if it
    did. `units` are parts of clue tokens spent, less those that come back.
    """

    strike: bool
    useful_lost: bool
    nothing_played: bool
    units: int


def cost(facts: Facts, move: Move) -> Cost:
    """What a move may cost with any of the cards that its slot may hold."""
    position = facts.position
    if isinstance(move, Clue):
        return Cost(False, False, True, position.rules.units_per_token)
    if isinstance(move, PlayDeck):
        # Where hands hold unspecified cards it may be any of the pool.
        cards = set(position.deck)
    else:
        card = position.hands[position.mover][move.slot - 1].card
        if card != UNSPECIFIED:
            return _with_card(facts, move, card)
        cards = set(possible_cards(position, position.mover, move.slot - 1)) or {card}
    costs = [_with_card(facts, move, each) for each in cards]
    return Cost(*map(max, zip(*costs, strict=True)))


def _with_card(facts: Facts, move: Move, card: Card) -> Cost:
    position = facts.position
    rules, dead = position.rules, facts.is_dead(card)
    inverted = card.suit >= 0 and position.suits[card.suit].inverted
    if isinstance(move, Discard) != inverted:
        return Cost(False, not dead, True, -_earned(position, rules.discard_units))
    if not facts.is_playable(card):
        return Cost(True, not dead, True, 0)
    completes = position.stacks[card.suit] == STEPS - 1 and not rules.flamboyants
    return Cost(False, False, False, -_earned(position, rules.completion_units * completes))


def _earned(position: Position, units: int) -> int:
    """Units that come back, as far as there is room for them."""
    return min(units, MAX_CLUE_TOKENS * position.rules.units_per_token - position.clue_units)
