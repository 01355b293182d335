"""The searches with perfect information and with open hands: a query in, an answer out."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from hanabi_solver import _core
from hanabi_solver.core.answer import Bounds, read_bounds
from hanabi_solver.core.query import Answer, Query, Seat
from hanabi_solver.core.setups import (
    bonus_parts,
    core_target,
    move_parts,
    named_move,
    numbered_card,
    to_setup,
)
from hanabi_solver.game.seat import from_seat

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hanabi_solver.game.moves import Bonus, Discard, Play
    from hanabi_solver.system.limits import Limits


class Search:
    """Searches that keep their tables. One thread at a time may use it: BusyError otherwise."""

    def __init__(self) -> None:
        """Its tables are empty."""
        self._core = _core.Solver()

    def answer(self, query: Query, progress: Callable[[Answer], object] | None = None) -> Answer:
        """The value of the position, and of every move if that is asked for.

        `progress` is called with what is proven so far, where bounds narrow with time.
        """
        setup, info = _setup(query)
        answer = _answer(
            self._core.solve(
                setup,
                info=info,
                objective=query.objective,
                target=core_target(query.target),
                with_actions=query.moves,
                time_limit=query.limits.time,
                memory=self._memory(query.limits),
                threads=query.limits.thread_count(),
                made=None if query.made is None else move_parts(query.made),
                tolerance=query.limits.tolerance_parts(),
                progress=None if progress is None else lambda told: progress(_answer(told)),
                cancel=query.cancel,
            )
        )
        return answer._replace(seat=_seat(query, setup)) if query.info == "seat" else answer

    def follow(self, query: Query, move: Play | Discard, bonuses: tuple[Bonus, ...]) -> Answer:
        """The value, in `open`, of what a move and the bonuses that came led to: before the next
        bonus if one is due, else before the draw. MoveError if they are not possible.
        """
        kind, slot = move_parts(move)
        return _answer(
            self._core.follow(
                to_setup(query.position),
                kind=kind,
                slot=slot,
                bonuses=bonus_parts(query.position, bonuses),
                objective=query.objective,
                target=core_target(query.target),
                time_limit=query.limits.time,
                memory=self._memory(query.limits),
                cancel=query.cancel,
            )
        )

    def _memory(self, limits: Limits) -> int:
        return limits.search_memory(self._core.kept_bytes())


def answer_many(queries: Sequence[Query]) -> list[Answer]:
    """The values of many positions, with one objective and the same limits, on all threads; and
    of their moves if the first query asks for them.
    """
    if not queries:
        return []
    first = queries[0]
    asked = [_setup(query) for query in queries]
    answers = _core.solve_many(
        [setup for setup, _ in asked],
        infos=[info for _, info in asked],
        objective=first.objective,
        targets=[core_target(query.target) for query in queries],
        with_actions=first.moves,
        time_limit=first.limits.time,
        memory=first.limits.search_memory(),
        threads=first.limits.thread_count(),
        cancel=first.cancel,
    )
    return [
        unsearched(query) if each is None else _answer(each)
        for query, each in zip(queries, answers, strict=True)
    ]


def unsearched(query: Query) -> Answer:
    """All that is known of a position before its search, which was cancelled."""
    most = Fraction(1 if query.objective == "win" else query.facts.reachable)
    return Answer(Bounds(Fraction(0), most), (), 0, "cancel")


def _setup(query: Query) -> tuple[_core.Setup, str]:
    """The position for the core, and the information model: the seat is that of open hands with
    the own cards unspecified.
    """
    if query.info != "seat":
        return to_setup(query.position), query.info
    return to_setup(from_seat(query.position)), "open"


def _seat(query: Query, setup: _core.Setup) -> Seat:
    outlook = _core.outlook(setup)
    position = query.position
    if outlook is None:
        return Seat(None, tuple({} for _ in position.hands[position.mover]))
    assignments, slots = outlook
    # Where nothing is unspecified, no slot is listed.
    own = [
        {numbered_card(position, number): Fraction(*share) for number, share in cards}
        for player, _, cards in slots
        if player == position.mover
    ]
    return Seat(assignments, tuple(own))


def _answer(told: _core._Answer) -> Answer:
    bounds, actions, nodes, stop = told
    # Many moves are worth the same, and fractions take time.
    worth = {pair: read_bounds(pair) for _, _, pair in actions}
    return Answer(
        bounds=read_bounds(bounds),
        moves=tuple((named_move(kind, slot), worth[pair]) for kind, slot, pair in actions),
        nodes=nodes,
        stop=stop,
    )
