"""Worker processes of this machine: how they begin, what passes between, how they end at once.

Every worker has a pipe of its own and one task at a time. So one that is killed in the middle
of a message holds no lock and lets nobody wait: its pipe ends, and that tells its death.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from contextlib import contextmanager, suppress
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import wait
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

_Task = TypeVar("_Task")
_Result = TypeVar("_Result")

LOOK = 0.1
"""Seconds between two looks whether to stop, where somebody may ask for it."""

STOPS = {signal.SIGINT, signal.SIGTERM}
"""What ends a run, and is the parent's to handle."""


class Done(NamedTuple, Generic[_Task, _Result]):
    """A task and what came of it; None where its worker died, and another one too."""

    task: _Task
    result: _Result | None


class _Worker(NamedTuple):
    process: SpawnProcess
    pipe: Connection


def each(
    work: Callable[[_Task], _Result],
    tasks: Iterable[_Task],
    workers: int,
    stopped: Callable[[], bool] | None = None,
) -> Iterator[Done[_Task, _Result]]:
    """Do every task in one of so many processes; results come as they are found.

    A task whose worker dies is tried once more. What `work` raises is raised here. Where `stopped`
    says so, no more results come, and what is in work is ended.
    """
    tasks = iter(tasks)
    # It begins with the first worker, and would let Ctrl-C through to that.
    resource_tracker.ensure_running()
    idle: list[_Worker] = []
    busy: dict[Connection, tuple[_Worker, _Task, bool]] = {}
    again: list[_Task] = []
    more = True
    try:
        while True:
            while len(busy) < workers and (again or more):
                retried = bool(again)
                try:
                    task = again.pop() if retried else next(tasks)
                except StopIteration:
                    more = False
                    break
                # At any moment it is known here, so that it can be ended.
                with _held_back():
                    worker = idle.pop() if idle else _start()
                    busy[worker.pipe] = worker, task, retried
                # Where it has died since, its pipe says so below.
                with suppress(OSError):
                    worker.pipe.send((work, task))
            if not busy or (stopped is not None and stopped()):
                return
            for pipe in wait(list(busy), None if stopped is None else LOOK):
                worker, task, retried = busy[pipe]  # type: ignore[index]
                try:
                    result, error = worker.pipe.recv()
                except (EOFError, OSError):
                    _end([worker])
                    del busy[worker.pipe]
                    if retried:
                        yield Done(task, None)
                    else:
                        again.append(task)
                    continue
                idle.append(worker)
                del busy[worker.pipe]
                if error is not None:
                    raise error
                yield Done(task, result)
    finally:
        _end([*idle, *(worker for worker, _task, _retried in busy.values())])


def _start() -> _Worker:
    """A fresh interpreter: a fork could inherit locks that nobody releases.

    It begins with Ctrl-C held back, as it inherits it, until it ignores it for good.
    """
    context = get_context("spawn")
    pipe, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(theirs, os.getpid()), daemon=True)
    with _without_main():
        process.start()
    theirs.close()
    return _Worker(process, pipe)


@contextmanager
def _without_main() -> Iterator[None]:
    """A worker needs what it is sent alone: not the script that asked, which would run again, or is
    no file at all.
    """
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


def _serve(pipe: Connection, parent: int) -> None:
    """Be a worker. Without its parent there is no work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
    while True:
        answer: tuple[Any, Exception | None]
        try:
            work, task = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            answer = work(task), None
        except Exception as error:
            answer = None, error
        try:
            pipe.send(answer)
        except OSError:
            return


def _end(workers: Iterable[_Worker]) -> None:
    """Stop workers at once, whatever they do."""
    with _held_back():
        for worker in workers:
            worker.process.kill()
        for worker in workers:
            worker.process.join()
            worker.pipe.close()


@contextmanager
def _held_back() -> Iterator[None]:
    """Let what ends a run wait until this is done."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
