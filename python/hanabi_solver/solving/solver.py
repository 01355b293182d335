"""Solves positions: a `Position` in, a `Solution` out, the core between."""

from __future__ import annotations

import time
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from hanabi_solver import _core
from hanabi_solver.core.answer import OBJECTIVES, Bounds
from hanabi_solver.core.setups import bonus_parts, move_parts, named_move, read, to_setup
from hanabi_solver.errors import InputError
from hanabi_solver.game.facts import Facts
from hanabi_solver.solving.advice import recommend
from hanabi_solver.solving.implied import together
from hanabi_solver.solving.knowledge import check_info
from hanabi_solver.solving.limits import Limits, checked
from hanabi_solver.solving.solution import Solution, Solutions, move_values
from hanabi_solver.texts.text import _

if TYPE_CHECKING:
    from hanabi_solver.core.answer import Info, Objective
    from hanabi_solver.game.moves import Bonus, Discard, Move, Play
    from hanabi_solver.game.position import Position

_MOST = 255
"""More than any score: stands for every target that is out of reach."""


class SearchInterruptedError(KeyboardInterrupt):
    """Ctrl-C during a search. `solution` holds the bounds proven until then."""

    def __init__(self, solution: Solution) -> None:
        """Keeps what was proven."""
        super().__init__("interrupted")
        self.solution = solution


def default_info(position: Position) -> Info:
    """`perfect` where the deck is written in order (but for the Flamboyants), else `open`."""
    return "perfect" if position.deck_ordered and not position.rules.flamboyants else "open"


def resolve_target(position: Position, target: int | str | None) -> int:
    """The score that counts as a win: a number or its digits, "max" (the highest still
    reachable), or None for the maximum of the game. InputError for anything else.
    """
    if target is None:
        return position.max_score
    if target == "max":
        return Facts(position).reachable
    if isinstance(target, str) and target.isascii() and target.isdigit() and len(target) < 10:
        return int(target)
    if isinstance(target, bool) or not isinstance(target, int):
        problem = _("{value} is no target; expected a score or max")
        raise InputError(problem.format(value=repr(target)))
    return target


def core_target(goal: int) -> int:
    """The target as the core takes it: 0 for what is surely reached, a large one for never."""
    return min(max(goal, 0), _MOST)


def check_built(position: Position, info: Info) -> None:
    """Refuses by name what is not built. UnsupportedError; PositionError where `info` and the
    position do not go together.
    """
    check_info(position, info)


def check_objective(objective: str) -> None:
    """InputError if there is no such objective."""
    if objective not in OBJECTIVES:
        problem = _("no objective {objective}; expected one of {choices}")
        raise InputError(problem.format(objective=repr(objective), choices=", ".join(OBJECTIVES)))


class Solver:
    """Solves positions and keeps its tables.

    Later positions of the same game are answered faster, and exactly as a fresh solver
    answers. One thread at a time may use it: BusyError otherwise.
    """

    def __init__(self, limits: Limits | None = None) -> None:
        """`limits` hold for every solve; what memory is free is looked up now."""
        self._core = _core.Solver()
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
    ) -> Solution:
        """The value of the position and, with `moves`, of every move.

        `target` goes with `win`. With `hidden`, `policy` asks for the whole joint policy, and
        `chain` for what the position is worth on average if everything is known. With
        `made`, only that move need get its exact value: the bounds of the others tell whether
        they are optimal, and may tell no more; no move is recommended.
        Raises PositionError for a bad position, UnsupportedError for what is not built,
        SearchInterruptedError (a KeyboardInterrupt) on Ctrl-C.
        """
        return self._solve(
            read(position), info, objective, target, moves, self.limits.time, policy, chain, made
        )

    def _solve(
        self,
        position: Position,
        info: Info | None,
        objective: Objective,
        target: int | str | None,
        moves: bool,
        time_limit: float | None,
        policy: bool = False,
        chain: bool = False,
        made: Move | None = None,
    ) -> Solution:
        info = info or default_info(position)
        check_built(position, info)
        check_objective(objective)
        goal = resolve_target(position, target)
        started = time.perf_counter()
        if info == "hidden":
            solution = self._solve_hidden(position, objective, goal, moves, policy, time_limit)
            return self._with_perfect(solution, goal, time_limit) if chain else solution
        value, actions, nodes, stop = self._core.solve(
            to_setup(position),
            info=info,
            objective=objective,
            target=core_target(goal),
            with_actions=moves,
            time_limit=time_limit,
            memory=self.limits.search_memory(self._core.kept_bytes()),
            threads=self.limits.thread_count(),
            made=None if made is None else move_parts(made),
        )
        bounds = _bounds(value)
        # Many moves are worth the same, and fractions take time.
        worth = {pair: _bounds(pair) for _, _, pair in actions}
        listed = move_values(
            position, [(named_move(kind, slot), worth[pair]) for kind, slot, pair in actions]
        )
        solution = Solution(
            position=position,
            info=info,
            objective=objective,
            target=goal if objective == "win" else None,
            bounds=bounds,
            moves=listed,
            recommended=recommend(position, [listed]) if made is None else None,
            reachable=Facts(position).reachable,
            nodes=nodes,
            seconds=time.perf_counter() - started,
            stop=stop,
        )
        if stop == "interrupt":
            raise SearchInterruptedError(solution)
        return solution

    def follow(
        self,
        position: Position,
        move: Play | Discard,
        bonuses: tuple[Bonus, ...],
        *,
        objective: Objective,
        target: int | str | None = None,
    ) -> Bounds:
        """The value, in `open`, of what a move and the bonuses that came led to: before the next
        bonus if one is due, else before the draw. MoveError if they are not possible.
        """
        kind, slot = move_parts(move)
        value, _, _, stop = self._core.follow(
            to_setup(position),
            kind=kind,
            slot=slot,
            bonuses=bonus_parts(position, bonuses),
            objective=objective,
            target=core_target(resolve_target(position, target)),
            time_limit=self.limits.time,
            memory=self.limits.search_memory(self._core.kept_bytes()),
        )
        if stop == "interrupt":
            raise KeyboardInterrupt
        return _bounds(value)

    def _solve_hidden(
        self,
        position: Position,
        objective: Objective,
        goal: int,
        moves: bool,
        policy: bool,
        time_limit: float | None,
    ) -> Solution:
        from hanabi_solver.core.hidden import search

        started = time.perf_counter()
        answer = search(
            position,
            objective=objective,
            target=core_target(goal),
            moves=moves,
            policy=policy,
            time_limit=time_limit,
            memory=self.limits.search_memory(),
        )
        actual = answer.hidden.actual
        listed = move_values(position, answer.moves)
        # Where a stop has told no move from another, none is recommended.
        alike = answer.stop is not None and len({entry.bounds for entry in listed}) == 1
        solution = Solution(
            position=position,
            info="hidden",
            objective=objective,
            target=goal if objective == "win" else None,
            bounds=answer.bounds,
            moves=listed,
            # The move of the policy that is told beside the values.
            recommended=None if actual is None or alike else actual.move,
            reachable=Facts(position).reachable,
            nodes=answer.nodes,
            seconds=time.perf_counter() - started,
            stop=answer.stop,
            hidden=answer.hidden,
        )
        if answer.stop == "interrupt":
            raise SearchInterruptedError(solution)
        return solution

    def _with_perfect(self, solution: Solution, goal: int, time_limit: float | None) -> Solution:
        from hanabi_solver.core.hidden import mean_of_perfect

        hidden = solution.hidden
        if hidden is None:
            return solution
        started = time.perf_counter()
        mean = mean_of_perfect(
            solution.position,
            objective=solution.objective,
            target=core_target(goal),
            time_limit=None if time_limit is None else max(time_limit - solution.seconds, 0.0),
            memory=self.limits.search_memory(),
        )
        most = Fraction(1 if solution.objective == "win" else solution.reachable)
        # Knowing the deck never hurts.
        least = solution.bounds.lower if hidden.open is None else hidden.open
        bounds = Bounds(least, most) if mean is None else Bounds(mean, mean)
        seconds = solution.seconds + time.perf_counter() - started
        return replace(solution, hidden=replace(hidden, perfect=bounds), seconds=seconds)

    def solve_all(
        self,
        position: Position | str,
        *,
        info: Info | None = None,
        target: int | str | None = None,
        moves: bool = True,
        chain: bool = False,
    ) -> Solutions:
        """The three objectives side by side. Errors as for `solve`; the time limit holds for
        all three together.
        """
        position = read(position)
        limit = self.limits.time
        deadline = None if limit is None else time.monotonic() + limit
        found: dict[Objective, Solution] = {}
        for objective in OBJECTIVES:
            left = None if deadline is None else max(deadline - time.monotonic(), 0.0)
            found[objective] = self._solve(
                position, info, objective, target, moves, left, chain=chain
            )
        return all_objectives(position, together(found, moves))


def all_objectives(position: Position, found: dict[Objective, Solution]) -> Solutions:
    """The three answers with the one move recommended among them."""
    order: tuple[Objective, ...] = ("win", "expected", "guaranteed")
    if found["win"].hidden is not None:
        # Each objective's best moves belong to policies of their own.
        recommended, goal = found["win"].recommended, found["win"].target
        if recommended is None and goal is not None and found["guaranteed"].bounds.lower >= goal:
            recommended = found["guaranteed"].recommended
        return Solutions(found, recommended)
    return Solutions(found, recommend(position, [found[objective].moves for objective in order]))


def solve(
    position: Position | str,
    *,
    info: Info | None = None,
    objective: Objective = "win",
    target: int | str | None = None,
    moves: bool = True,
    policy: bool = False,
    limits: Limits | None = None,
) -> Solution:
    """Solves one position with a fresh solver; see `Solver.solve`."""
    return Solver(limits).solve(
        position, info=info, objective=objective, target=target, moves=moves, policy=policy
    )


def solve_all(
    position: Position | str,
    *,
    info: Info | None = None,
    target: int | str | None = None,
    moves: bool = True,
    limits: Limits | None = None,
) -> Solutions:
    """Solves one position for all objectives with a fresh solver; see `Solver.solve_all`."""
    return Solver(limits).solve_all(position, info=info, target=target, moves=moves)


def _bounds(pair: tuple[tuple[int, int], tuple[int, int]]) -> Bounds:
    lower, upper = pair
    return Bounds(Fraction(*lower), Fraction(*upper))
