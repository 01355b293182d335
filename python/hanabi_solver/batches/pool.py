"""Where the games of a batch are worked on: processes of this machine, or a cluster."""

from __future__ import annotations

from concurrent.futures import FIRST_COMPLETED, Future, wait
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from hanabi_solver.batches.tables import needs
from hanabi_solver.batches.work import given_up, work
from hanabi_solver.errors import InputError, UnsupportedError
from hanabi_solver.system import processes
from hanabi_solver.texts.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from hanabi_solver.archive import Entry, Text
    from hanabi_solver.batches.work import Settings

AHEAD = 8
"""Games handed out for each worker of a cluster at a time: enough to keep it busy."""

DIED = "worker died"
"""Why a game counts as stopped: killed from outside, as a rule, where memory is short."""


class Task(NamedTuple):
    """A game to be worked on."""

    found: Text | Entry
    number: int
    key: str


def local(
    tasks: Iterable[Task],
    settings: Settings,
    workers: int,
    stopped: Callable[[], bool] | None = None,
) -> Iterator[bytes]:
    """Outcomes as they are found. A game that kills its worker, twice, counts as stopped."""
    done = processes.each(partial(_work, settings=settings), tasks, workers, stopped)
    for task, outcome in done:
        yield given_up(*task, DIED) if outcome is None else outcome


def _work(task: Task, settings: Settings) -> bytes:
    return work(*task, settings)


def cluster(
    tasks: Iterable[Task],
    settings: Settings,
    address: str,
    stopped: Callable[[], bool] | None = None,
) -> Iterator[bytes]:
    """Outcomes from a cluster of dask.distributed, which gives lost games to other workers."""
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise UnsupportedError(needs("--cluster", "distributed")) from None
    try:
        client = distributed.Client(address, timeout="10s")
    except (OSError, ValueError) as error:
        problem = _("no cluster answers at {address}: {error}")
        raise InputError(problem.format(address=address, error=error)) from None
    with client:
        ahead = AHEAD * max(sum(client.nthreads().values()), 1)
        tasks = iter(tasks)
        with client.get_executor(retries=5) as pool:
            running: set[Future[bytes]] = set()
            more = True
            while more or running:
                while more and len(running) < ahead:
                    task = next(tasks, None)
                    if task is None:
                        more = False
                    else:
                        running.add(pool.submit(work, *task, settings))
                if stopped is not None and stopped():
                    for future in running:
                        future.cancel()
                    return
                if running:
                    look = None if stopped is None else processes.LOOK
                    done, running = wait(running, look, return_when=FIRST_COMPLETED)
                    yield from (future.result() for future in done)
