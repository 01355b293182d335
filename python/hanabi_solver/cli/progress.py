"""A clock on standard error while something takes long, and only on a terminal."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from threading import Timer
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.progress import Progress

PATIENCE = 1.0
"""Seconds before anything is shown: most positions are solved by then."""


@contextmanager
def clock(label: str, total: int | None = None) -> Iterator[Callable[[int | str], None]]:
    """Show `label` and the time gone by, from `PATIENCE` on until the block is left.

    What is yielded takes how much is done, of `total` where that is known, and shows it, too.
    """
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    shown: list[Progress] = []
    timer = Timer(PATIENCE, lambda: shown.append(_start(label)))
    timer.daemon = True
    timer.start()
    of = "" if total is None else f"/{total}"

    def tell(done: int | str) -> None:
        for progress in shown:
            progress.update(progress.task_ids[0], description=f"{label} {done}{of}")

    try:
        yield tell
    finally:
        timer.cancel()
        timer.join()
        for progress in shown:
            progress.stop()


def _start(label: str) -> Progress:
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    progress = Progress(
        SpinnerColumn(),
        TextColumn("{task.description}", markup=False),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    progress.add_task(label, total=None)
    progress.start()
    return progress
