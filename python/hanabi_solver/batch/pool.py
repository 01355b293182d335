"""Where the games of a batch are worked on: processes of this machine, or a cluster."""

from __future__ import annotations

from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from hanabi_solver.batch.tables import needs
from hanabi_solver.batch.work import given_up, work
from hanabi_solver.errors import InputError, UnsupportedError
from hanabi_solver.system import processes
from hanabi_solver.texts.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hanabi_solver.archive import Entry, Text
    from hanabi_solver.batch.work import Settings

AHEAD = 8
"""Games handed out for each worker at a time: enough to keep it busy, few in memory."""

DIED = "worker died"
"""Why a game counts as stopped: killed from outside, as a rule, where memory is short."""


class Task(NamedTuple):
    """A game to be worked on."""

    found: Text | Entry
    number: int
    key: str


def local(tasks: Iterable[Task], settings: Settings, workers: int) -> Iterator[bytes]:
    """Outcomes as they are found. A game that kills its worker, twice, counts as stopped."""
    tasks = iter(tasks)
    while True:
        pool = processes.start(workers)
        running: dict[Future[bytes], Task] = {}
        try:
            yield from _flow(pool, tasks, settings, workers, running)
            break
        except BrokenExecutor:
            pass
        finally:
            processes.end(pool)
        # A worker died, and the pool with it.
        for future, task in running.items():
            finished = future.done() and not future.cancelled() and not future.exception()
            yield future.result() if finished else _alone(task, settings)


def _alone(task: Task, settings: Settings) -> bytes:
    """A game that was under way when a worker died, in a worker of its own."""
    pool = processes.start(1)
    try:
        return processes.submit(pool, work, *task, settings).result()
    except BrokenExecutor:
        return given_up(*task, DIED)
    finally:
        processes.end(pool)


def _flow(
    pool: Executor,
    tasks: Iterator[Task],
    settings: Settings,
    workers: int,
    running: dict[Future[bytes], Task],
) -> Iterator[bytes]:
    """Keep the workers busy, and hand on what they find."""
    more = True
    while more or running:
        while more and len(running) < AHEAD * workers:
            task = next(tasks, None)
            if task is None:
                more = False
                break
            try:
                running[processes.submit(pool, work, *task, settings)] = task
            except BrokenExecutor:
                # Not yet handed out, and yet to be worked on.
                running[Future()] = task
                raise
        if not running:
            break
        done, _waiting = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            outcome = future.result()
            del running[future]
            yield outcome


def cluster(tasks: Iterable[Task], settings: Settings, address: str) -> Iterator[bytes]:
    """Outcomes from a cluster of dask.distributed, which gives lost games to other workers."""
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise UnsupportedError(needs("--cluster", "dask.distributed", "cluster")) from None
    try:
        client = distributed.Client(address, timeout="10s")
    except (OSError, ValueError) as error:
        problem = _("no cluster answers at {address}: {error}")
        raise InputError(problem.format(address=address, error=error)) from None
    with client:
        workers = max(sum(client.nthreads().values()), 1)
        with client.get_executor(retries=5) as pool:
            yield from _flow(pool, iter(tasks), settings, workers, {})
