"""A puzzle: a position in which one move is best, and a simple player makes another."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from hanabi_solver.agents.worlds import worlds
from hanabi_solver.game.facts import Facts, with_open_deck
from hanabi_solver.game.moves import Clue, Discard, Play, PlayDeck
from hanabi_solver.game.seat import from_seat
from hanabi_solver.puzzles.lines import Follower
from hanabi_solver.puzzles.tempting import temptation

if TYPE_CHECKING:
    from hanabi_solver.archive import Source
    from hanabi_solver.core.answer import Info, Objective
    from hanabi_solver.game.moves import Move
    from hanabi_solver.game.position import Position
    from hanabi_solver.puzzles.lines import Line
    from hanabi_solver.review.course import Step
    from hanabi_solver.solving.solution import MoveValue, Solution
    from hanabi_solver.solving.solver import Solver

HANDS_TRIED = 30
"""Hands that the mover may hold, of which the one that shows most is taken for the lines."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a position was met: the game of an archive, or the number of a simulated one."""

    game: Source | int
    turn: int


@dataclass(frozen=True, slots=True)
class Failure:
    """A move that tempts and is not best. `cost` is what it loses on average, by what the mover
    sees. `line` shows how it fails, None with hidden hands.
    """

    entry: MoveValue
    cost: Fraction
    line: Line | None


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position as the mover sees it, and its solution.

    `solution` has the exact value of every move. `line` begins with a best move. Lines are with
    open hands, from the seat with a hand that the mover may hold. `made` is the move made in the
    game, where the puzzle is about that mistake.
    """

    solution: Solution
    failures: tuple[Failure, ...]
    line: Line | None
    origin: Origin
    made: Move | None = None

    @property
    def position(self) -> Position:
        """The position that is asked about."""
        return self.solution.position

    @property
    def gap(self) -> Fraction:
        """What the least bad of the failures costs."""
        return min(failure.cost for failure in self.failures)

    @property
    def depth(self) -> int | None:
        """Moves until the last of the failures shows; None with hidden hands."""
        depths = [each.line.depth for each in self.failures if each.line and each.line.depth]
        return max(depths, default=None)

    @property
    def hardness(self) -> tuple[int, int, int, Fraction]:
        """Sort key, the easiest first."""
        return len(self.failures), self.depth or 0, len(self.solution.moves), -self.gap

    @property
    def kind(self) -> tuple[object, ...]:
        """What two puzzles have in common that are of a kind."""
        facts = Facts(self.position)
        return (
            len(self.position.hands),
            self.depth,
            frozenset(_role(facts, move) for move in self.solution.best),
            frozenset(_role(facts, failure.entry.move) for failure in self.failures),
        )


class Maker:
    """Makes puzzles of positions, for one information model and objective."""

    def __init__(
        self,
        solver: Solver,
        info: Info,
        objective: Objective,
        target: int | str | None,
        gap: Fraction,
    ) -> None:
        """`target` is the score that counts as a win, None for the highest there is; `gap` the
        least that the other moves cost.
        """
        self._solver = solver
        self._info: Info = info
        self._objective: Objective = objective
        self._target = target
        self._gap = gap

    def puzzle(self, step: Step, origin: Origin, *, mistake: bool = False) -> Puzzle | None:
        """The puzzle of a position, None if it is none.

        One move has to be best (cards that the mover cannot tell apart are one), every other costs
        at least the gap, and that which a simple player makes is not the best. With `mistake` it is
        enough that the move made costs the gap.
        None, too, where a limit leaves a value open.
        """
        position = self._told(step.position)
        if position.rules.flamboyants:
            return None
        tempted = temptation(position, self._info)
        if not mistake and tempted.first is None:
            return None
        if self._info == "hidden" and not mistake and not self._may_be(position):
            return None
        solution = self._solve(position, self._info)
        if solution.value is None or any(entry.value is None for entry in solution.moves):
            return None
        made = step.move
        if isinstance(made, Clue) and self._info != "hidden":
            made = Clue()
        if mistake:
            if made in solution.best:
                return None
        elif tempted.first in solution.best or not self._is_one(solution):
            return None
        share = self._share(position)
        costs = [
            (entry, (solution.value - entry.bounds.lower) / share)
            for entry in solution.moves
            if not entry.best and (not mistake or entry.move == made)
        ]
        if any(cost < self._gap for _entry, cost in costs):
            return None
        tempting = [each for each in costs if mistake or each[0].move in tempted.moves]
        failures, line = self._lines(solution, tempting)
        return Puzzle(solution, failures, line, origin, made if mistake else None)

    def _may_be(self, position: Position) -> bool:
        """Whether the position is a puzzle from the seat: those are soon found, and few of the
        others are with hidden hands, which take long.
        """
        solution = self._solve(position, "seat")
        return solution.bounds.upper > 0 and temptation(position, "seat").first not in solution.best

    def _solve(self, position: Position, info: Info) -> Solution:
        return self._solver.solve(
            position, info=info, objective=self._objective, target=self._target
        )

    def _told(self, position: Position) -> Position:
        return with_open_deck(position) if self._info == "open" else from_seat(position)

    def _share(self, position: Position) -> Fraction:
        """The share of the worlds that a move's value speaks of in which the mover sees what he
        sees here. Hidden hands have one value for all that he may see, and the move is made here
        alone: what it loses, it loses in these.
        """
        if self._info != "hidden":
            return Fraction(1)
        return Fraction(worlds(position, unseen="seat").count, worlds(position).count)

    def _is_one(self, solution: Solution) -> bool:
        """Whether the best moves are one, for somebody who sees what the mover sees."""
        hand = solution.position.hands[solution.position.mover]
        seen = {
            (type(move), hand[move.slot - 1] if isinstance(move, Play | Discard) else move)
            for move in solution.best
        }
        return len(seen) == 1

    def _lines(
        self, solution: Solution, costs: list[tuple[MoveValue, Fraction]]
    ) -> tuple[tuple[Failure, ...], Line | None]:
        if self._info == "hidden":
            return tuple(Failure(entry, cost, None) for entry, cost in costs), None
        goal = solution.max_score if solution.target is None else solution.target
        follower = Follower(self._solver, self._objective, goal)
        failures: list[Failure] = []
        position, best = solution.position, solution.best[0]
        for entry, cost in costs:
            position, most = self._shown(solution, entry.move, follower)
            line = follower.line(position, entry.move, most, unlucky=True)
            failures.append(Failure(entry, cost, line))
        most = solution.bounds.lower
        line = follower.line(position, best, most, unlucky=False)
        return tuple(failures), line

    def _shown(
        self, solution: Solution, move: Move, follower: Follower
    ) -> tuple[Position, Fraction]:
        """The position with a hand of the mover's in which the move fails most against the best
        one, and what that is worth there.
        """
        position, best = solution.position, solution.best[0]
        if not position.unspecified:
            return position, solution.bounds.lower
        sampled = worlds(position, unseen="seat").sample(HANDS_TRIED)
        different = {world.position: None for world in sampled}
        found = [(each, follower.values(each)) for each in different]
        chosen, values = max(
            found, key=lambda each: each[1].get(best, 0) - each[1].get(move, Fraction(0))
        )
        return chosen, values.get(best, Fraction(0))


def _role(facts: Facts, move: Move) -> str:
    """What a move is about, without the names of cards."""
    if isinstance(move, Clue | PlayDeck):
        return type(move).__name__
    held = facts.position.hands[facts.position.mover][move.slot - 1]
    card, marked = held.card, bool(held.marks.positive)
    if card.suit < 0:
        role = "marked" if marked else "unmarked"
    elif facts.is_playable(card):
        role = "playable"
    elif facts.is_dead(card):
        role = "dead"
    else:
        role = "critical" if facts.is_critical(card) else "spare"
    return f"{type(move).__name__} {role}"
