"""The searches with perfect information and with open hands: a query in, an answer out."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from hanabi_solver import _core
from hanabi_solver.core.answer import Bounds, read_bounds
from hanabi_solver.core.query import Answer, Query, Seat
from hanabi_solver.core.setups import (
    bonus_parts,
    core_limits,
    core_move,
    core_query,
    named_move,
    numbered_card,
    to_setup,
)
from hanabi_solver.game.seat import from_seat

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hanabi_solver.game.moves import Bonus, Discard, Play


class Search:
    """Searches that keep their tables. One thread at a time may use it: BusyError otherwise."""

    def __init__(self) -> None:
        """Its tables are empty."""
        self._core = _core.Solver()

    def answer(self, query: Query, progress: Callable[[Answer], object] | None = None) -> Answer:
        """The value of the position, and of every move if that is asked for.

        `progress` is called with what is proven so far, where bounds narrow with time.
        """
        setup = _setup(query)
        tell = None if progress is None else lambda told: progress(read_answer(told))
        told = self._core.solve(setup, core_query(query), self._limits(query), tell)
        answer = read_answer(told)
        return answer._replace(seat=_seat(query, setup)) if query.info == "seat" else answer

    def follow(self, query: Query, move: Play | Discard, bonuses: tuple[Bonus, ...]) -> Answer:
        """The value, in `open`, of what a move and the bonuses that came led to: before the next
        bonus if one is due, else before the draw. MoveError if they are not possible.
        """
        return read_answer(
            self._core.follow(
                to_setup(query.position),
                core_move(move),
                bonus_parts(query.position, bonuses),
                core_query(query),
                self._limits(query),
            )
        )

    def _limits(self, query: Query) -> _core.Limits:
        return core_limits(query, self._core.kept_bytes())


def answer_many(queries: Sequence[Query]) -> list[Answer]:
    """What many queries with the same limits ask for, on all threads."""
    if not queries:
        return []
    asked = [core_query(query) for query in queries]
    answers = _core.solve_many(list(map(_setup, queries)), asked, core_limits(queries[0]))
    return [
        unsearched(query) if each is None else read_answer(each)
        for query, each in zip(queries, answers, strict=True)
    ]


def unsearched(query: Query) -> Answer:
    """All that is known of a position before its search, which was cancelled."""
    most = Fraction(1 if query.objective == "win" else query.facts.reachable)
    return Answer(Bounds(Fraction(0), most), (), 0, "cancel")


def _setup(query: Query) -> _core.Setup:
    return to_setup(from_seat(query.position) if query.info == "seat" else query.position)


def _seat(query: Query, setup: _core.Setup) -> Seat:
    outlook = _core.outlook(setup)
    position = query.position
    if outlook is None:
        return Seat(None, tuple({} for _ in position.hands[position.mover]))
    # Where nothing is unspecified, no slot is listed.
    own = [
        {numbered_card(position, number): Fraction(*share) for number, share in slot.cards.items()}
        for slot in outlook.slots
        if slot.player == position.mover + 1
    ]
    return Seat(outlook.assignments, tuple(own))


def read_answer(told: _core.Answer, clues: Sequence[str | int] = ()) -> Answer:
    """The answer of the core; `clues` are the names of those that it gives by number."""
    moves = [(valued.move, valued.bounds) for valued in told.moves]
    # Many moves are worth the same, and fractions take time.
    worth = {each: read_bounds(each) for each in {told.bounds, *(each for _, each in moves)}}
    return Answer(
        bounds=worth[told.bounds],
        moves=tuple((named_move(move, clues), worth[each]) for move, each in moves),
        nodes=told.nodes,
        stop=told.stop,
    )
