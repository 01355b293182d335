"""A line or a game against the optimum: what every move cost, and what every draw brought."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from hanabi_solver.core.answer import Bounds, worth
from hanabi_solver.core.playing import possible_bonuses
from hanabi_solver.game.facts import Facts, with_open_deck
from hanabi_solver.game.moves import Clue, PlayDeck
from hanabi_solver.solving.ask import resolve_target
from hanabi_solver.solving.solution import move_values
from hanabi_solver.solving.solver import Solver

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hanabi_solver.core.answer import Info, Objective, Stop
    from hanabi_solver.core.query import Cancel
    from hanabi_solver.game.moves import Bonus, Move
    from hanabi_solver.game.position import Position
    from hanabi_solver.review.course import Course, Step
    from hanabi_solver.solving.solution import MoveValue, Solution
    from hanabi_solver.system.limits import Limits

SKIPPED: dict[Info, int] = {"perfect": 4, "hidden": 4, "open": 16}
"""Where an earlier position may have an answer although a later one is not settled: that a deal can
be won is seen soon, and else there are bounds. One position may take this part of the time
that is left for all.
"""

Verdict = Literal["best", "inaccuracy", "mistake", "blunder"]


@dataclass(frozen=True, slots=True)
class Question:
    """What a review asks for. `target` counts as a win; it is None for no `win`."""

    info: Info
    objective: Objective
    target: int | None


@dataclass(frozen=True, slots=True)
class TurnReview:
    """One move against the optimum: proven bounds where a limit stopped the search.

    `moves` has the values of all moves of the position. `value_move` is the value of the move
    made, less what was given away by choosing a worse card of the discard pile for a bonus: then
    `better` are the bonuses that came, with a better choice. `value_after` is the value after
    the draw. Both are None where nothing was proven. `before`, `made` and `after` are the exact
    values, None where they are not settled.
    """

    step: Step
    moves: tuple[MoveValue, ...]
    value_before: Bounds
    value_move: Bounds | None
    value_after: Bounds | None
    verdict: Verdict | None
    better: tuple[Bonus, ...] = ()

    @property
    def before(self) -> Fraction | None:
        """The value before the move."""
        return self.value_before.value

    @property
    def made(self) -> Fraction | None:
        """The value of the move made."""
        return None if self.value_move is None else self.value_move.value

    @property
    def after(self) -> Fraction | None:
        """The value after the draw."""
        return None if self.value_after is None else self.value_after.value

    @property
    def loss_bounds(self) -> Bounds | None:
        """What the move gave away, as far as it is proven."""
        if self.value_move is None:
            return None
        before, made = self.value_before, self.value_move
        lower = max(before.lower - made.upper, Fraction(0))
        return Bounds(lower, before.upper - made.lower)

    @property
    def loss(self) -> Fraction | None:
        """What the move gave away: never negative."""
        if self.before is None or self.made is None:
            return None
        return self.before - self.made

    @property
    def luck(self) -> Fraction | None:
        """What draw and bonus brought: zero for a clue, and where the deck order is known."""
        if self.after is None or self.made is None:
            return None
        return self.after - self.made

    @property
    def settled(self) -> bool:
        """Whether loss and luck are known."""
        return self.loss is not None and self.luck is not None

    @property
    def best(self) -> tuple[Move, ...]:
        """Every optimal move, as far as proven."""
        return tuple(entry.move for entry in self.moves if entry.best)


@dataclass(frozen=True, slots=True)
class Review:
    """All turns that were checked, for one question, in order.

    `value_final` is the result, or the value of the last position where the course stops before
    the end; None if that was not asked for. `final` is its exact value, None if a limit stopped
    it. `stop` names the limit at which an open start was given up, or that left something
    unsettled. `over`: the game was played to its end. `unasked` counts the turns before the
    first one checked that were given up.
    """

    question: Question
    turns: tuple[TurnReview, ...]
    end: Position
    value_final: Bounds | None
    stop: Stop | None
    notes: tuple[str, ...] = ()
    over: bool = True
    unasked: int = 0

    @property
    def final(self) -> Fraction | None:
        """The exact value of what the course ends in."""
        return None if self.value_final is None else self.value_final.value

    @property
    def start(self) -> Position:
        """The position before the first turn, as far as the players know it."""
        start = self.turns[0].step.position if self.turns else self.end
        return start if self.question.info == "perfect" else with_open_deck(start)

    @property
    def exact(self) -> tuple[TurnReview, ...]:
        """The longest settled run of turns that reaches the end: what the account is about."""
        run: list[TurnReview] = []
        for turn in reversed(self.turns):
            if not turn.settled:
                break
            run.append(turn)
        return tuple(reversed(run))

    @property
    def opening(self) -> Fraction | None:
        """The value at the start of the account."""
        exact = self.exact
        return exact[0].before if exact else self.final

    @property
    def losses(self) -> Fraction:
        """Sum of the losses in the account."""
        return sum((turn.loss or Fraction(0) for turn in self.exact), Fraction(0))

    @property
    def luck(self) -> Fraction:
        """Sum of the luck in the account."""
        return sum((turn.luck or Fraction(0) for turn in self.exact), Fraction(0))

    @property
    def balanced(self) -> bool:
        """The account: value at the start - losses + luck = result."""
        return self.opening is None or self.opening - self.losses + self.luck == self.final

    @property
    def worst(self) -> TurnReview | None:
        """The turn with the largest loss; the first of several; None where nothing was lost."""
        lost = [turn for turn in self.turns if turn.loss]
        return max(lost, key=lambda turn: turn.loss or Fraction(0), default=None)

    @property
    def goal(self) -> int:
        """The score that counts as a win."""
        return self.end.max_score if self.question.target is None else self.question.target

    @property
    def last_winnable(self) -> TurnReview | None:
        """With the deck known: the last turn before which the goal could still be reached."""
        if self.question.info != "perfect":
            return None
        reachable = [t for t in self.turns if t.before is not None and t.before >= self._enough]
        return reachable[-1] if reachable else None

    @property
    def reached(self) -> bool:
        """Whether the goal was reached; of a game that was left, whether it surely could be."""
        return self.final is not None and self.final >= self._enough

    @property
    def _enough(self) -> int:
        return 1 if self.question.objective == "win" else self.goal


class ReviewInterruptedError(KeyboardInterrupt):
    """Ctrl-C during a review. `review` holds what was settled until then."""

    def __init__(self, review: Review) -> None:
        """Keeps what was settled."""
        super().__init__("interrupted")
        self.review = review


def questions(
    infos: Sequence[Info], objectives: Sequence[Objective], target: int | str | None, end: Position
) -> list[Question]:
    """Every combination, the target as a number."""
    goal = resolve_target(Facts(end), target)
    return [
        Question(info, objective, goal if objective == "win" else None)
        for info in infos
        for objective in objectives
    ]


def review(
    course: Course,
    question: Question,
    limits: Limits | None = None,
    *,
    give_up: bool = False,
    all_moves: bool = True,
    solver: Solver | None = None,
    progress: Callable[[], None] | None = None,
    seconds: float | None = None,
    cancel: Cancel | None = None,
) -> Review:
    """Check a course, from its last turn to its first: what comes later helps what is earlier.

    With `give_up`, the first position from the end that a limit stops ends the work: it and
    the earlier ones are left out. Without `all_moves` only the moves made and the best ones get
    exact values, which costs less. `progress` is called after every position. `seconds` is the time
    for all of it: what it does not reach is left out, too, and so is what comes after `cancel`.

    Raises PositionError where `perfect` is asked for and the deck order is not known,
    ReviewInterruptedError (a KeyboardInterrupt) on Ctrl-C.
    """
    kept = solver or Solver(limits)
    each = kept.limits
    deadline = None if seconds is None else time.monotonic() + seconds
    skips = deadline is not None and question.info in SKIPPED

    def within_time() -> bool:
        """Whether there is time for another position, which is then limited to its part."""
        if deadline is None:
            return True
        left = max(deadline - time.monotonic(), 0.0)
        share = left / SKIPPED[question.info] if skips else left
        kept.limits = replace(each, time=min(share, share if each.time is None else each.time))
        return left > 0

    within_time()
    turns: list[TurnReview] = []
    final: Bounds | None = None
    stop: Stop | None = None
    interrupted = False
    try:
        final, stop = _final(course, question, kept, cancel)
        after = final
        for step in reversed(course.steps):
            if not within_time():
                stop = "time"
                break
            if cancel is not None and cancel.cancelled:
                stop = "cancel"
                break
            made = None if all_moves else step.move
            solution = _solve(kept, step.position, question, made=made, cancel=cancel)
            solution = _with_what_came(step, solution, after)
            stop = solution.stop or stop
            if give_up and solution.value is None and not skips:
                break
            turn = _turn(step, solution, _given_away(kept, step, question, cancel), after, question)
            turns.append(turn)
            after = turn.value_before
            if progress is not None:
                progress()
    except KeyboardInterrupt:
        stop, interrupted = "interrupt", True
    finally:
        kept.limits = each
    while seconds is not None and turns and _vacuous(turns[-1]):
        turns.pop()
    turns.reverse()
    unasked = len(course.steps) - len(turns)
    found = Review(
        question, tuple(turns), course.end, final, stop, course.notes, course.over, unasked
    )
    if interrupted:
        raise ReviewInterruptedError(found)
    return found


def _vacuous(turn: TurnReview) -> bool:
    """Whether no value above nothing is proven for the position before the move."""
    bounds = turn.value_before
    return bounds.value is None and bounds.lower == 0


def _solve(
    solver: Solver,
    position: Position,
    question: Question,
    *,
    moves: bool = True,
    made: Move | None = None,
    cancel: Cancel | None = None,
) -> Solution:
    if question.info == "open" and position.deck_ordered:
        position = with_open_deck(position)
    return solver.solve(
        position,
        info=question.info,
        objective=question.objective,
        target=question.target,
        moves=moves,
        made=made,
        cancel=cancel,
    )


def _with_what_came(step: Step, solution: Solution, after: Bounds | None) -> Solution:
    """The solution of the position before a move, with what the position after it proves.

    Where the deck is known, or with open hands nothing is drawn, the move leads to that position
    alone: the move is worth no less than it, and the position no less than the move. (A clue is
    listed as any clue, which is worth no less than the one given.)
    """
    leads = solution.info == "perfect" or (solution.info == "open" and step.drawn is None)
    made = _entry(step, solution)
    if after is None or not leads or step.bonuses or made is None:
        return solution
    sure = max(made.bounds.lower, after.lower)
    if sure == made.bounds.lower and sure <= solution.bounds.lower:
        return solution
    listed = [
        (each.move, Bounds(sure, each.bounds.upper) if each is made else each.bounds)
        for each in solution.moves
    ]
    bounds = Bounds(max(solution.bounds.lower, sure), solution.bounds.upper)
    moves = move_values(solution.position, listed)
    settled = bounds.value is not None and sure == made.bounds.upper
    return replace(solution, bounds=bounds, moves=moves, stop=None if settled else solution.stop)


def _final(
    course: Course, question: Question, solver: Solver, cancel: Cancel | None
) -> tuple[Bounds | None, Stop | None]:
    """The value of what the course ends in, and the limit that left it unsettled."""
    if course.result is None:
        if course.missed:
            return None, None
        solution = _solve(solver, course.end, question, moves=False, cancel=cancel)
        return solution.bounds, solution.stop
    result = worth(question.objective, course.result, question.target or 0)
    return Bounds(result, result), None


def _given_away(
    solver: Solver, step: Step, question: Question, cancel: Cancel | None
) -> tuple[Fraction | None, tuple[Bonus, ...]]:
    """What other choices among the discard pile's cards would have been worth more, and the
    bonuses up to the first better choice.
    """
    lost = Fraction(0)
    better: tuple[Bonus, ...] = ()
    if isinstance(step.move, Clue | PlayDeck):
        return lost, better
    for place, bonus in enumerate(step.bonuses):
        received = step.bonuses[:place]
        possible = possible_bonuses(step.position, step.move, received)
        choices = [other for other in possible if other.name == bonus.name]
        if len(choices) == 1:
            continue
        values: dict[Bonus, Fraction] = {}
        for other in choices:
            value = solver.follow(
                step.position,
                step.move,
                (*received, other),
                objective=question.objective,
                target=question.target,
                cancel=cancel,
            ).value
            if value is None:
                return None, ()
            values[other] = value
        best = max(values, key=lambda other: values[other])
        if not better and values[best] > values[bonus]:
            better = (*received, best)
        lost += values[best] - values[bonus]
    return lost, better


def _turn(
    step: Step,
    solution: Solution,
    given_away: tuple[Fraction | None, tuple[Bonus, ...]],
    after: Bounds | None,
    question: Question,
) -> TurnReview:
    entry = _entry(step, solution)
    made = None if entry is None else entry.bounds
    lost, better = given_away
    made = None if made is None or lost is None else Bounds(made.lower - lost, made.upper - lost)
    turn = TurnReview(step, solution.moves, solution.bounds, made, after, None, better)
    if turn.loss is None:
        return turn
    return replace(turn, verdict=verdict(question, solution, turn.loss))


def _entry(step: Step, solution: Solution) -> MoveValue | None:
    """The move made and its value. But for hidden hands all clues are the one move `clue`."""
    hidden = solution.info == "hidden"
    move = Clue() if isinstance(step.move, Clue) and not hidden else step.move
    return next((entry for entry in solution.moves if entry.move == move), None)


def verdict(question: Question, solution: Solution, loss: Fraction) -> Verdict:
    """What a loss is called."""
    if not loss:
        return "best"
    before = solution.value or Fraction(0)
    if question.objective == "win":
        if before == 1 or loss >= Fraction(1, 5):
            return "blunder"
        return "inaccuracy" if loss < Fraction(1, 20) else "mistake"
    if question.info == "perfect" or question.objective == "guaranteed":
        goal = solution.max_score if question.target is None else question.target
        lost_goal = before >= goal > before - loss
        return "blunder" if loss >= 2 or lost_goal else "mistake"
    if loss >= 1:
        return "blunder"
    return "inaccuracy" if loss < Fraction(1, 4) else "mistake"
