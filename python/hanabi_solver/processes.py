"""Worker processes of this machine: how they begin, and how they end at once."""

from __future__ import annotations

import os
import signal
import threading
import time
from concurrent.futures.process import ProcessPoolExecutor
from multiprocessing import get_context
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from concurrent.futures import Executor


def start(workers: int) -> Executor:
    """A pool of fresh interpreters: a fork could inherit locks that nobody releases."""
    return ProcessPoolExecutor(
        workers,
        mp_context=get_context("spawn"),
        initializer=_serve,
        initargs=(os.getpid(),),
    )


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
