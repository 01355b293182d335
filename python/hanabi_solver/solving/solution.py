"""What a search gives back: exact values, or proven bounds."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from hanabi_solver.core.answer import check_objective
from hanabi_solver.game.moves import Clue, PlayDeck
from hanabi_solver.game.position import UNSPECIFIED
from hanabi_solver.texts import door

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from hanabi_solver.core.answer import Bounds, Info, Objective, Stop
    from hanabi_solver.core.policy import Hidden
    from hanabi_solver.core.query import Seat
    from hanabi_solver.game.facts import Facts
    from hanabi_solver.game.moves import Move
    from hanabi_solver.game.position import Card, Position


@dataclass(frozen=True, slots=True)
class MoveValue:
    """A move and its value. `card` is the card of its slot (None for a clue).

    `best`: proven optimal. (Where another hand holds unspecified cards: largest of all.)
    `worse`: proven not to be.
    `here`, with hidden hands: the mean over the worlds that agree with what the mover sees, under
    the policy that reaches the lower bound (for `guaranteed` the score reached in all of them);
    None where no such policy was followed.
    """

    move: Move
    card: Card | None
    bounds: Bounds
    best: bool
    worse: bool = False
    here: Fraction | None = None

    @property
    def value(self) -> Fraction | None:
        """The exact value, None where it is not settled."""
        return self.bounds.value


@dataclass(frozen=True, slots=True, repr=False)
class Solution:
    """The answer for one position, information model and objective.

    `target` is the score that counts as a win (None for other objectives). `moves` has every
    legal slot move and clue in the fixed order; it is empty if the game is over or moves were
    not asked for. `recommended` is one of the best moves, or, where a limit has left it open which
    is, one that is sure of most; see `within`. `nodes` counts states expanded, and
    values where whole layers were swept; `seconds` is wall-clock time. `stop` names the limit
    that stopped the search ("cancel" where that was asked for), None if all that was asked for is
    exact. `hidden` tells more where
    hands are hidden, `seat` what the mover's hand may be where it is not seen.
    """

    facts: Facts = field(repr=False)
    info: Info
    objective: Objective
    target: int | None
    bounds: Bounds
    moves: tuple[MoveValue, ...]
    recommended: Move | None
    nodes: int
    seconds: float
    stop: Stop | None
    hidden: Hidden | None = None
    seat: Seat | None = None

    @property
    def position(self) -> Position:
        """The position that was asked about."""
        return self.facts.position

    @property
    def reachable(self) -> int:
        """The highest score that the cards still allow."""
        return self.facts.reachable

    @property
    def value(self) -> Fraction | None:
        """The exact value, None where a limit left only bounds."""
        return self.bounds.value

    @property
    def status(self) -> Literal["exact", "bounds"]:
        """Whether the position's value is settled."""
        return "bounds" if self.value is None else "exact"

    @property
    def within(self) -> Fraction | None:
        """The recommended move is worth no less than the best one, less this; None without one, or
        with unspecified cards, where each move's bounds are means.
        """
        chosen = [entry for entry in self.moves if entry.move == self.recommended]
        if not chosen or self.position.unspecified:
            return None
        sure = chosen[0].bounds.lower
        others = (entry.bounds.upper for entry in self.moves if entry is not chosen[0])
        return max((upper - sure for upper in others if upper > sure), default=Fraction(0))

    @property
    def best(self) -> tuple[Move, ...]:
        """Every move proven optimal."""
        return tuple(entry.move for entry in self.moves if entry.best)

    @property
    def max_score(self) -> int:
        """The highest score there is: five points a suit."""
        return self.position.max_score

    def __repr__(self) -> str:
        """The essence in one line."""
        return f"<Solution of {self.position}: {_essence(self)}>"

    def __str__(self) -> str:
        """As the command line shows it."""
        return str(Solutions({self.objective: self}, self.recommended))

    def _repr_html_(self) -> str:
        return Solutions({self.objective: self}, self.recommended)._repr_html_()


@dataclass(frozen=True, slots=True, repr=False)
class Solutions:
    """The answers for all three objectives of one position and information model.

    `recommended` is a move that is best for `win`, ties broken by `expected`, then
    `guaranteed`, then by strikes kept, useful cards kept, a useful card played now, tokens.
    """

    by_objective: Mapping[Objective, Solution]
    recommended: Move | None

    def __getitem__(self, objective: Objective) -> Solution:
        """The answer for one objective."""
        check_objective(objective)
        return self.by_objective[objective]

    @property
    def nodes(self) -> int:
        """States expanded, in all."""
        return sum(solution.nodes for solution in self.by_objective.values())

    @property
    def seconds(self) -> float:
        """Wall-clock time, in all."""
        return sum(solution.seconds for solution in self.by_objective.values())

    def __repr__(self) -> str:
        """The essence in one line."""
        solutions = list(self.by_objective.values())
        return f"<Solutions of {solutions[0].position}: {', '.join(map(_essence, solutions))}>"

    def __str__(self) -> str:
        """As the command line shows it."""
        return door.told(door.SOLUTIONS, self)

    def _repr_html_(self) -> str:
        return door.told(door.SOLUTIONS_HTML, self)


def _essence(solution: Solution) -> str:
    target = "" if solution.target is None else f" ({solution.target}+)"
    return f"{solution.info} {solution.objective}{target} {solution.bounds}"


def moved_card(position: Position, move: Move) -> Card | None:
    """The card that the move plays or discards, None for a clue."""
    if isinstance(move, Clue):
        return None
    if isinstance(move, PlayDeck):
        return UNSPECIFIED if position.unspecified else position.deck[0]
    return position.hands[position.mover][move.slot - 1].card


def proven_best(several: Iterable[Bounds]) -> set[int]:
    """The `id` of those bounds whose lower one no upper one exceeds. Many moves share the same, and
    to compare fractions takes time.
    """
    different = {id(bounds): bounds for bounds in several}
    most = max((bounds.upper for bounds in different.values()), default=0)
    return {key for key, bounds in different.items() if bounds.lower >= most}


def move_values(
    position: Position,
    valued: Sequence[tuple[Move, Bounds]],
    here: Mapping[Move, Fraction] | None = None,
) -> tuple[MoveValue, ...]:
    """The moves with their cards, the best ones and those that are not marked."""
    if not valued:
        return ()
    means = here or {}
    different = {id(bounds): bounds for _, bounds in valued}
    best = proven_best(bounds for _, bounds in valued)
    sure = max(bounds.lower for bounds in different.values())
    worse = {key for key, bounds in different.items() if bounds.upper < sure}
    return tuple(
        MoveValue(
            move,
            moved_card(position, move),
            bounds,
            best=id(bounds) in best,
            worse=id(bounds) in worse,
            here=means.get(move),
        )
        for move, bounds in valued
    )
