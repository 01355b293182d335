"""Worker processes of this machine: how they begin, and how they end at once."""

from __future__ import annotations

import os
import signal
import threading
import time
from concurrent.futures.process import ProcessPoolExecutor
from multiprocessing import get_context, resource_tracker
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Executor, Future

_T = TypeVar("_T")


def start(workers: int) -> Executor:
    """A pool of fresh interpreters: a fork could inherit locks that nobody releases.

    Give it work with `submit`.
    """
    # It begins with the first worker, and would let Ctrl-C through again.
    resource_tracker.ensure_running()
    return ProcessPoolExecutor(
        workers,
        mp_context=get_context("spawn"),
        initializer=_serve,
        initargs=(os.getpid(),),
    )


def submit(pool: Executor, work: Callable[..., _T], *given: object) -> Future[_T]:
    """Hand out work, for which a worker may begin.

    It begins with Ctrl-C held back, as it inherits it, until `_serve` ignores it for good. Here
    it comes as soon as the pool knows of the worker, and so can end it.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return pool.submit(work, *given)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(parent: int) -> None:
    """Begin a worker: Ctrl-C is the parent's to handle, and without it there is no work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def end(pool: Executor) -> None:
    """Stop the workers at once, whatever they do."""
    processes = list((getattr(pool, "_processes", None) or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()
    for process in processes:
        process.join()
