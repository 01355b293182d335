"""What the core answers, in this package's words."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hanabi_solver.core.policy import Policy, Rule
    from hanabi_solver.game.moves import Move
    from hanabi_solver.game.position import Card

Info: TypeAlias = Literal["perfect", "open", "hidden"]
Objective: TypeAlias = Literal["guaranteed", "expected", "win"]
Stop: TypeAlias = Literal["time", "memory", "interrupt", "size"]

INFOS: tuple[Info, ...] = ("perfect", "open", "hidden")
OBJECTIVES: tuple[Objective, ...] = ("guaranteed", "expected", "win")


@dataclass(frozen=True, slots=True)
class Bounds:
    """Proven bounds: `lower` ≤ value ≤ `upper`. Where they are equal they are the value."""

    lower: Fraction
    upper: Fraction

    @property
    def value(self) -> Fraction | None:
        """The exact value, None where it is not settled."""
        return self.lower if self.lower == self.upper else None


@dataclass(frozen=True, slots=True)
class Actual:
    """What happens, with hidden hands, in the world that is written.

    `worlds_left` are still possible for everybody after the first move. `scores` has every
    final score with its share of the orders of the deck where that is unknown. With a
    `target` (for `win`) a score is worth 1 from there on, else 0; without one, itself.
    """

    move: Move
    worlds_left: int
    scores: Mapping[int, Fraction]
    target: int | None

    @property
    def result(self) -> Fraction:
        """What the scores are worth on average."""
        worth = (
            share * (score if self.target is None else score >= self.target)
            for score, share in self.scores.items()
        )
        return sum(worth, Fraction(0))


@dataclass(frozen=True, slots=True)
class Hidden:
    """What is told beside the values with hidden hands.

    `worlds` is their number (None if it is beyond 128 bits), `open` the mean over them of the
    value with hands open (for `guaranteed` the minimum; None if not known). `prescription` is
    the first move of the best policy found, by what the mover sees, and `alike` the groups of
    dead cards that it does not tell apart; `policy` is all of it, if asked for. `perfect`, if
    asked for, bounds the mean (minimum) over the worlds of the value with the deck known as
    well: value ≤ `open` ≤ `perfect`.
    """

    worlds: int | None
    open: Fraction | None
    prescription: tuple[Rule, ...]
    alike: tuple[tuple[Card, ...], ...]
    actual: Actual | None
    policy: Policy | None
    perfect: Bounds | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What a search found. `moves` is empty where they were not asked for, or the game is over.

    `stop` names the limit that stopped the search; `hidden` tells more where hands are hidden.
    """

    bounds: Bounds
    moves: tuple[tuple[Move, Bounds], ...]
    nodes: int
    stop: Stop | None
    hidden: Hidden | None = None


def read_bounds(pair: tuple[tuple[int, int], tuple[int, int]]) -> Bounds:
    """Bounds from the numerators and denominators that the core gives."""
    lower, upper = pair
    return Bounds(Fraction(*lower), Fraction(*upper))


def worth(objective: Objective, score: int, target: int) -> Fraction:
    """What a final score counts."""
    return Fraction(score >= target if objective == "win" else score)
