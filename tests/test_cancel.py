"""A search stops when another thread or an asyncio task wants it to, with proven bounds."""

from __future__ import annotations

import asyncio
import threading
from fractions import Fraction
from typing import TYPE_CHECKING

import hanabi_solver as hs
import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

LONG = (
    "r2y2g1b2w1 >y3b4r1r4/r3w3g3y1 {b3b4b5g2g3g4g5r4r5w2w3w4w5y3y4y5} c2"  # no search ends it soon
)
HIDDEN = "r3y4g5b4w5 >r1r5g2b1w1/b5r4y2w2g1/y5g3w3b2r2 {y1w4r3} c2"  # nor this one, hands hidden
SHORT = "r4y4 >r5y5/y1 {r1}"

SEARCHES: dict[str, Callable[[hs.Cancel], object]] = {
    "solve": lambda cancel: hs.solve(LONG, objective="expected", cancel=cancel).stop,
    "hidden": lambda cancel: hs.solve(HIDDEN, info="hidden", cancel=cancel).stop,
    "seat": lambda cancel: hs.solve(LONG, info="seat", objective="expected", cancel=cancel).stop,
    "all": lambda cancel: hs.solve_all(LONG, cancel=cancel)["expected"].stop,
    "many": lambda cancel: str(
        hs.solve_many([LONG] * 40, objective="expected", cancel=cancel).stop[-1]
    ),
    "many hidden": lambda cancel: str(
        hs.solve_many([HIDDEN] * 40, info="hidden", cancel=cancel).stop[-1]
    ),
}


@pytest.mark.parametrize("name", SEARCHES)
def test_a_search_stops_from_another_thread(name: str) -> None:
    cancel = hs.Cancel()
    threading.Timer(0.2, cancel.cancel).start()
    assert SEARCHES[name](cancel) == "cancel"
    assert cancel.cancelled


def test_bounds_are_proven_and_one_handle_serves_many_searches() -> None:
    cancel = hs.Cancel()
    cancel.cancel()
    many = hs.solve_many([LONG, LONG], objective="expected", cancel=cancel)
    assert list(many.lower) == [0, 0]
    assert list(many.upper) == [25, 25]
    assert not many.exact.any()
    assert hs.solve(LONG, objective="expected", cancel=cancel).bounds.upper <= 25
    assert hs.principal_variation(SHORT, cancel=cancel) == ()


def test_a_kept_solver_goes_on_after_it() -> None:
    solver, cancel = hs.Solver(), hs.Cancel()
    cancel.cancel()
    assert solver.solve(LONG, objective="expected", cancel=cancel).stop == "cancel"
    assert solver.solve(SHORT, cancel=hs.Cancel()).value == 1


def test_an_evaluation_and_its_regret_stop() -> None:
    cancel = hs.Cancel()
    seen = 0

    def agent(view: hs.View) -> hs.Move:
        nonlocal seen
        seen += 1
        if seen == 100:
            cancel.cancel()
        return hs.cautious(view)

    found = hs.evaluate(HIDDEN, agent, cancel=cancel)
    assert seen == 100
    assert found.value is None
    assert found.regret("open", cancel=cancel) == hs.Bounds(Fraction(0), Fraction(1))


def test_a_task_that_is_cancelled_stops_its_search() -> None:
    stopped = threading.Event()

    def search(cancel: hs.Cancel) -> None:
        hs.solve(LONG, objective="expected", cancel=cancel)
        stopped.set()

    async def ask() -> None:
        with hs.Cancel() as cancel:
            await asyncio.to_thread(search, cancel)

    async def main() -> None:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(ask(), 0.2)

    asyncio.run(main())  # It waits for its threads.
    assert stopped.is_set()
