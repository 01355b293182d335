"""Hidden hands by brute force: every prescription of every turn is tried.

A turn begins with the worlds that are possible for everybody. A prescription gives the mover one
move for each thing that he may see, and all players know it. So after the move everybody knows
that the world is one of those in which this move was prescribed and showed what it showed. The
value of a set of worlds is the best, over prescriptions, of the sets that it falls into: their
sum for a mean, their minimum for a guarantee. No bounds, no symmetries, nothing clever.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Literal

from hanabi_solver.reference.engine import set_up, worth
from hanabi_solver.reference.worlds import all_worlds, moves, seen, shown

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hanabi_solver.game.moves import Move
    from hanabi_solver.game.position import Position
    from hanabi_solver.reference.engine import Cards, State

    Seen = tuple[Cards, ...]
    Worlds = frozenset[State]

Objective = Literal["guaranteed", "expected", "win"]


class TooLargeError(Exception):
    """More prescriptions than brute force should try."""


class HiddenSolver:
    """Values for one position, objective and target."""

    def __init__(
        self, position: Position, objective: Objective, target: int, most: int = 100_000
    ) -> None:
        """`most` prescriptions are tried in all; TooLargeError beyond."""
        self.game, worlds = all_worlds(position)
        self.worlds = frozenset(worlds)
        self.position = position
        self.objective = objective
        self.target = target
        self.left = most
        self.known: dict[Worlds, int] = {}

    def value(self) -> Fraction:
        """The best joint policy's value."""
        return self.scaled(self.total(self.worlds))

    def move_values(self) -> dict[Move, Fraction]:
        """For every move of the actual mover, the best policy's value that prescribes it."""
        _, actual = set_up(self.position)
        if self.game.result(actual) is not None:
            return {}
        return {
            move: self.scaled(self.best(self.worlds, seen(actual), move))
            for move in moves(self.game, actual)
        }

    def scaled(self, total: int) -> Fraction:
        """A mean out of a sum over worlds; a minimum stays as it is."""
        return Fraction(total, 1 if self.objective == "guaranteed" else len(self.worlds))

    def total(self, worlds: Worlds) -> int:
        """The value of a set of worlds: the sum over them, or the minimum."""
        if worlds not in self.known:
            self.known[worlds] = self.best(worlds)
        return self.known[worlds]

    def gather(self, values: Iterable[int]) -> int:
        """One value out of those of the parts."""
        return min(values) if self.objective == "guaranteed" else sum(values)

    def best(self, worlds: Worlds, bound: Seen | None = None, to: Move | None = None) -> int:
        """The best over prescriptions; `bound` to one move is whoever sees a certain thing."""
        over = {world: self.game.result(world) for world in worlds}
        if any(score is not None for score in over.values()):
            ended = [
                worth(self.objective, score, self.target)
                for score in over.values()
                if score is not None
            ]
            rest = frozenset(world for world, score in over.items() if score is None)
            return self.gather([*ended, *([self.total(rest)] if rest else [])])
        classes: dict[Seen, list[State]] = {}
        for world in sorted(worlds):
            classes.setdefault(seen(world), []).append(world)
        options = [
            [to] if view == bound and to is not None else moves(self.game, each[0])
            for view, each in classes.items()
        ]
        self.left -= prod(map(len, options))
        if self.left < 0:
            raise TooLargeError
        return max(
            self.after(zip(classes.values(), chosen, strict=True)) for chosen in product(*options)
        )

    def after(self, prescribed: Iterable[tuple[list[State], Move]]) -> int:
        """The value of a prescription: of the sets into which it parts the worlds."""
        parts: dict[tuple[object, ...], set[State]] = {}
        for worlds, move in prescribed:
            for world in worlds:
                event = (move, shown(self.game, world, move))
                parts.setdefault(event, set()).add(self.game.turn(world, move))
        return self.gather(self.total(frozenset(part)) for part in parts.values())


def open_value(solver: HiddenSolver) -> Fraction:
    """The mean (or minimum) over worlds of the value with hands open."""
    by_hands: dict[Seen, set[State]] = {}
    for world in solver.worlds:
        by_hands.setdefault(world.hands, set()).add(world)
    parts = by_hands.values()
    return solver.scaled(solver.gather(_open_total(solver, part) for part in parts))


def _open_total(solver: HiddenSolver, worlds: set[State]) -> int:
    """The value of worlds with the same hands, known to everybody: only the decks differ."""
    first = next(iter(worlds))
    score = solver.game.result(first)
    if score is not None:
        return solver.gather([worth(solver.objective, score, solver.target)] * len(worlds))
    totals = []
    for move in solver.game.legal_moves(first):
        by_hands: dict[Seen, set[State]] = {}
        for world in worlds:
            after = solver.game.turn(world, move)
            by_hands.setdefault(after.hands, set()).add(after)
        parts = by_hands.values()
        totals.append(solver.gather(_open_total(solver, part) for part in parts))
    return max(totals)
