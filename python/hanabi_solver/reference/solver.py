"""Values by plain recursion over the states of the game, with known or shuffled deck.

Nothing is pruned, bounded or merged beyond what is said here, and all values are fractions:
this is the solver that the fast one has to agree with.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hanabi_solver.errors import UnsupportedError
from hanabi_solver.reference.engine import impossible, set_up
from hanabi_solver.reference.recursion import Solver
from hanabi_solver.reference.seats import SeatAnalysis, from_seat, slot_sets

if TYPE_CHECKING:
    from fractions import Fraction

    from hanabi_solver.game.moves import Move
    from hanabi_solver.game.position import Position

INFOS = ("perfect", "open", "seat")
OBJECTIVES = ("guaranteed", "expected", "win")


@dataclass(frozen=True, slots=True)
class ReferenceSolution:
    """The value of a position and of every move, in the fixed order of moves."""

    value: Fraction
    moves: tuple[tuple[Move, Fraction], ...]
    nodes: int

    @property
    def best(self) -> tuple[Move, ...]:
        """The moves with the largest value."""
        largest = max((value for _, value in self.moves), default=None)
        return tuple(move for move, value in self.moves if value == largest)


def solve(
    position: Position,
    info: str = "open",
    objective: str = "win",
    target: int | None = None,
    *,
    node_limit: int | None = None,
) -> ReferenceSolution:
    """Solve a position; `target` (default: the maximum score) goes with `win` alone.

    `node_limit` is the most states that may be looked at: NodeLimitError beyond.
    """
    if info not in INFOS:
        raise UnsupportedError(f"the reference solver does not know info '{info}'")
    if objective not in OBJECTIVES:
        raise UnsupportedError(f"the reference solver does not know objective '{objective}'")
    if position.rules.flamboyants and info == "perfect":
        raise UnsupportedError(f"bonus=flamboyants with info={info}")
    if info == "seat":
        position = from_seat(position)
    check_known(position, info)
    game, state = set_up(position)
    goal = position.max_score if target is None else target
    solver = Solver(game, objective, goal, ordered=info == "perfect", node_limit=node_limit)
    if position.unspecified:
        value, moves = SeatAnalysis(solver, slot_sets(position)).value(state)
    else:
        value, moves = solver.value(state), solver.move_values(state)
    return ReferenceSolution(value, moves, solver.nodes)


def check_known(position: Position, info: str) -> None:
    """Known decks need an order and leave no card open."""
    if info != "perfect" and not position.unspecified:
        return
    if info == "perfect":
        if position.unspecified:
            raise impossible("hands", "an unspecified card where everything is known")
        if not position.deck_ordered and len(set(position.deck)) > 1:
            raise impossible("deck", "the order of the deck is not known")
    elif position.deck_ordered:
        raise impossible("deck", "a deck in order beside unspecified cards")
