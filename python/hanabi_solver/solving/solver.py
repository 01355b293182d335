"""Solves positions: a `Position` in, a `Solution` out, the core between."""

from __future__ import annotations

import time
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from hanabi_solver.core.answer import OBJECTIVES, Bounds
from hanabi_solver.core.search import Search
from hanabi_solver.errors import expect, expect_call
from hanabi_solver.game.moves import expect_bonuses, expect_move
from hanabi_solver.solving.advice import facts_seen, most_promising, recommend
from hanabi_solver.solving.ask import ask
from hanabi_solver.solving.implied import together
from hanabi_solver.solving.solution import MoveValue, Solution, Solutions, move_values
from hanabi_solver.system.limits import Limits, checked

if TYPE_CHECKING:
    from collections.abc import Callable

    from hanabi_solver.core.answer import Info, Objective
    from hanabi_solver.core.query import Answer, Cancel, Query
    from hanabi_solver.game.moves import Bonus, Discard, Move, Play
    from hanabi_solver.game.position import Position


class SearchInterruptedError(KeyboardInterrupt):
    """Ctrl-C during a search. `solution` holds the bounds proven until then."""

    def __init__(self, solution: Solution) -> None:
        """Keeps what was proven."""
        super().__init__("interrupted")
        self.solution = solution


class Solver:
    """Solves positions and keeps its tables.

    Later positions of the same game are answered faster, and exactly as a fresh solver
    answers. One thread at a time may use it: BusyError otherwise.
    """

    def __init__(self, limits: Limits | None = None) -> None:
        """`limits` hold for every solve; what memory is free is looked up now."""
        self._search = Search()
        self.limits = checked(limits).settled()

    def solve(
        self,
        position: Position | str,
        *,
        info: Info | None = None,
        objective: Objective = "win",
        target: int | str | None = None,
        moves: bool = True,
        policy: bool = False,
        chain: bool = False,
        made: Move | None = None,
        progress: Callable[[Solution], object] | None = None,
        cancel: Cancel | None = None,
    ) -> Solution:
        """The value of the position and, with `moves`, of every move.

        `target` goes with `win`. With `hidden`, `policy` asks for the whole joint policy, and
        `chain` for what the position is worth on average if everything is known. With
        `made`, only that move need get its exact value: the bounds of the others tell whether
        they are optimal, and may tell no more; no move is recommended. With `open`, `progress`
        is called with what is proven so far, from this thread, while bounds narrow. `cancel` stops
        the search from another thread: the solution then has the bounds proven by then.
        Raises PositionError for a bad position, UnsupportedError for what is not supported,
        SearchInterruptedError (a KeyboardInterrupt) on Ctrl-C.
        """
        query = ask(
            position,
            info,
            objective,
            target,
            self.limits,
            moves=moves,
            policy=policy,
            made=made,
            cancel=cancel,
        )
        expect("chain", chain, bool)
        expect_call("progress", progress)
        return self._solve(query, chain=chain, progress=progress)

    def _solve(
        self,
        query: Query,
        *,
        chain: bool,
        progress: Callable[[Solution], object] | None = None,
    ) -> Solution:
        started = time.perf_counter()

        def timed(answer: Answer) -> Solution:
            return solution_of(query, answer, time.perf_counter() - started)

        if query.info == "hidden":
            # Its module takes a while to import, and few need it.
            from hanabi_solver.core.hidden import search

            answer = search(query)
        else:
            told = progress
            answer = self._search.answer(
                query, None if told is None else lambda so_far: told(timed(so_far))
            )
        solution = timed(answer)
        if answer.stop == "interrupt":
            raise SearchInterruptedError(solution)
        return _with_perfect(query, solution) if chain else solution

    def follow(
        self,
        position: Position,
        move: Play | Discard,
        bonuses: tuple[Bonus, ...],
        *,
        objective: Objective,
        target: int | str | None = None,
        cancel: Cancel | None = None,
    ) -> Bounds:
        """The value, in `open`, of what a move and the bonuses that came led to: before the next
        bonus if one is due, else before the draw. MoveError if they are not possible.
        """
        query = ask(position, "open", objective, target, self.limits, cancel=cancel)
        expect_move("move", move)
        answer = self._search.follow(query, move, expect_bonuses(bonuses))
        if answer.stop == "interrupt":
            raise KeyboardInterrupt
        return answer.bounds

    def solve_all(
        self,
        position: Position | str,
        *,
        info: Info | None = None,
        target: int | str | None = None,
        moves: bool = True,
        chain: bool = False,
        progress: Callable[[Solution], object] | None = None,
        cancel: Cancel | None = None,
    ) -> Solutions:
        """The three objectives side by side. Errors, `progress` and `cancel` as for `solve`; the
        time limit holds for all three together.
        """
        query = ask(position, info, "win", target, self.limits, moves=moves, cancel=cancel)
        expect("chain", chain, bool)
        expect_call("progress", progress)
        limit = self.limits.time
        deadline = None if limit is None else time.monotonic() + limit
        found: dict[Objective, Solution] = {}
        for number, objective in enumerate(OBJECTIVES):
            left = None if deadline is None else max(deadline - time.monotonic(), 0.0)
            if left is not None and query.info == "hidden":
                # Each has its share: none would have a policy where another takes all.
                left /= len(OBJECTIVES) - number
            limits = replace(self.limits, time=left)
            found[objective] = self._solve(
                query._replace(objective=objective, limits=limits),
                chain=chain,
                progress=progress,
            )
        return all_objectives(together(found, moves))


def solution_of(query: Query, answer: Answer, seconds: float) -> Solution:
    """The solution that an answer comes to, found in that time."""
    here = None if answer.hidden is None else answer.hidden.here
    listed = move_values(facts_seen(query.facts, query.info).position, answer.moves, here)
    return Solution(
        facts=query.facts,
        info=query.info,
        objective=query.objective,
        target=query.target if query.objective == "win" else None,
        bounds=answer.bounds,
        moves=listed,
        recommended=_recommended(query, answer, listed),
        nodes=answer.nodes,
        seconds=seconds,
        stop=answer.stop,
        hidden=answer.hidden,
        seat=answer.seat,
    )


def _recommended(query: Query, answer: Answer, listed: tuple[MoveValue, ...]) -> Move | None:
    if answer.hidden is None:
        if query.made is not None:
            return None
        facts = facts_seen(query.facts, query.info)
        return recommend(facts, [listed]) or most_promising(listed)
    if answer.hidden.actual is not None:
        # The move of the policy that is told beside the values.
        return answer.hidden.actual.move
    # Where nothing can be had all moves are alike, and the mover does not see his cards.
    unseen = facts_seen(query.facts, "seat")
    return recommend(unseen, [listed]) if answer.bounds.upper == 0 else None


def _with_perfect(query: Query, solution: Solution) -> Solution:
    """A solution of hidden hands with bounds of what all is worth where everything is known."""
    if solution.hidden is None:
        return solution
    from hanabi_solver.core.hidden import mean_of_perfect

    started = time.perf_counter()
    limit = query.limits.time
    left = None if limit is None else max(limit - solution.seconds, 0.0)
    mean = mean_of_perfect(query._replace(limits=replace(query.limits, time=left)))
    most = Fraction(1 if solution.objective == "win" else solution.reachable)
    # Knowing the deck never hurts.
    least = solution.bounds.lower if solution.hidden.open is None else solution.hidden.open
    bounds = Bounds(least, most) if mean is None else Bounds(mean, mean)
    seconds = solution.seconds + time.perf_counter() - started
    return replace(solution, hidden=replace(solution.hidden, perfect=bounds), seconds=seconds)


def all_objectives(found: dict[Objective, Solution]) -> Solutions:
    """The three answers with the one move recommended among them."""
    order: tuple[Objective, ...] = ("win", "expected", "guaranteed")
    if found["win"].hidden is not None:
        # Each objective's best moves belong to policies of their own: that of the first one which
        # reaches anything.
        told = (found[objective] for objective in order)
        recommended = (each.recommended for each in told if each.bounds.lower > 0)
        return Solutions(found, next(recommended, found["win"].recommended))
    facts = facts_seen(found["win"].facts, found["win"].info)
    tables = [found[objective].moves for objective in order]
    return Solutions(found, recommend(facts, tables) or most_promising(found["win"].moves))


def solve(
    position: Position | str,
    *,
    info: Info | None = None,
    objective: Objective = "win",
    target: int | str | None = None,
    moves: bool = True,
    policy: bool = False,
    limits: Limits | None = None,
    cancel: Cancel | None = None,
) -> Solution:
    """Solves one position with a fresh solver; see `Solver.solve`."""
    return Solver(limits).solve(
        position,
        info=info,
        objective=objective,
        target=target,
        moves=moves,
        policy=policy,
        cancel=cancel,
    )


def solve_all(
    position: Position | str,
    *,
    info: Info | None = None,
    target: int | str | None = None,
    moves: bool = True,
    limits: Limits | None = None,
    cancel: Cancel | None = None,
) -> Solutions:
    """Solves one position for all objectives with a fresh solver; see `Solver.solve_all`."""
    return Solver(limits).solve_all(position, info=info, target=target, moves=moves, cancel=cancel)
