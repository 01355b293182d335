"""What the core is asked, and what it answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hanabi_solver._core import Cancel

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from hanabi_solver.core.answer import Bounds, Info, Objective, Stop
    from hanabi_solver.core.policy import Hidden
    from hanabi_solver.game.facts import Facts
    from hanabi_solver.game.moves import Move
    from hanabi_solver.game.position import Card, Position
    from hanabi_solver.system.limits import Limits


class Query(NamedTuple):
    """A question about a position, checked and with nothing left open: `solving.ask` makes it.

    `target` is the score that counts as a win, whatever the objective. `moves` asks for every
    move's value, `policy` (hidden hands) for the whole joint policy. With `made` only that
    move need get its exact value. `cancel` stops the search from another thread.
    """

    facts: Facts
    info: Info
    objective: Objective
    target: int
    limits: Limits
    moves: bool = True
    policy: bool = False
    made: Move | None = None
    cancel: Cancel | None = None

    @property
    def position(self) -> Position:
        """The position that the question is about."""
        return self.facts.position


class Seat(NamedTuple):
    """What the player to move knows of the own hand.

    `assignments` counts the different ways to fill its slots (None if beyond 128 bits). `slots`
    has, slot by slot, every card that it may hold with its probability.
    """

    assignments: int | None
    slots: tuple[Mapping[Card, Fraction], ...]


class Answer(NamedTuple):
    """What a search found. `moves` is empty where they were not asked for, or the game is over.

    `stop` names the limit that stopped the search; `hidden` tells more where hands are hidden,
    `seat` where only the mover's own is.
    """

    bounds: Bounds
    moves: tuple[tuple[Move, Bounds], ...]
    nodes: int
    stop: Stop | None
    hidden: Hidden | None = None
    seat: Seat | None = None


__all__ = ["Answer", "Cancel", "Query", "Seat"]
