"""Searches in work: one of a kind for each page, a few in all, each stopped when nobody waits."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import TYPE_CHECKING

from hanabi_solver.core.query import Cancel
from hanabi_solver.errors import HanabiError, InputError, own_fault
from hanabi_solver.solving.solver import Solver
from hanabi_solver.texts.text import _

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from hanabi_solver.system.limits import Limits

    Record = dict[str, object]
    Work = Callable[[Solver, Cancel, Callable[[Record], None]], None]

MOST_SEARCHES = 4
"""Searches at work at once."""
MOST_KEPT = 4
"""Pages whose solvers are kept, the latest."""
LOOK = 0.1
"""Seconds between looks whether somebody still waits."""

Key = tuple[str, str]


class Job:
    """A search in a thread of its own, what it has told, and the means to stop it."""

    def __init__(self) -> None:
        """Not begun."""
        self.cancel = Cancel()
        self.done = asyncio.Event()
        self.told: asyncio.Queue[Record | None] = asyncio.Queue()
        self.task: asyncio.Task[None] | None = None


class Jobs:
    """All searches of the server. Used from its event loop alone."""

    def __init__(self, limits: Limits) -> None:
        """`limits` hold for each search."""
        self._limits = limits
        self._running: dict[Key, Job] = {}
        self._solvers: OrderedDict[Key, Solver] = OrderedDict()

    @property
    def running(self) -> int:
        """Searches at work."""
        return len(self._running)

    def stop(self) -> None:
        """Stop all of them."""
        for job in self._running.values():
            job.cancel.cancel()

    async def run(self, key: Key, work: Work) -> Job:
        """Begin a search for a page in the place of its search before. InputError if there are too
        many at work.
        """
        while (before := self._running.get(key)) is not None:
            before.cancel.cancel()
            await before.done.wait()
        if self.running >= MOST_SEARCHES:
            raise InputError(_("too many searches at once: close another page of the board"))
        job = self._running[key] = Job()
        solver = self._solver(key)
        loop = asyncio.get_running_loop()

        def tell(record: Record | None) -> None:
            loop.call_soon_threadsafe(job.told.put_nowait, record)

        def whole() -> None:
            try:
                work(solver, job.cancel, tell)
            except HanabiError as error:
                tell({"error": str(error)})
            except Exception as error:
                tell({"error": own_fault(error)})
            finally:
                tell(None)

        async def watched() -> None:
            try:
                await asyncio.to_thread(whole)
            finally:
                del self._running[key]
                job.done.set()

        job.task = asyncio.create_task(watched())
        return job

    def _solver(self, key: Key) -> Solver:
        solver = self._solvers.pop(key, None) or Solver(self._limits)
        self._solvers[key] = solver
        while len(self._solvers) > MOST_KEPT:
            oldest = next((each for each in self._solvers if each not in self._running), None)
            if oldest is None:
                break
            del self._solvers[oldest]
        return solver


async def told(job: Job, gone: Callable[[], Awaitable[bool]]) -> AsyncIterator[Record]:
    """What a job tells until it is done. It stops when the one who waits is gone."""
    try:
        while True:
            try:
                record = await asyncio.wait_for(job.told.get(), LOOK)
            except TimeoutError:
                if await gone():
                    return
                continue
            if record is None:
                return
            yield record
    finally:
        job.cancel.cancel()
