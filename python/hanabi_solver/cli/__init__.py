"""The command line `hanabi-solver`.

A command is a file of this package with a click command named `command`; `app.COMMANDS` lists
them. Everything is imported when it is used, so that a small position costs little more
than starting Python and click.
"""

from __future__ import annotations

import os
import sys

from hanabi_solver.cli.status import INTERRUPTED, is_interrupt

TYPE_CHECKING = False  # Importing typing for it would leave Ctrl-C unguarded for longer.
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line on `arguments` (default: the process's own) and exit."""
    try:
        import signal
        from contextlib import suppress
    except BaseException as error:
        # Python raises what comes before the handlers below stand, and these imports are most of
        # that time. Nothing is open or written yet.
        if arguments is not None or not is_interrupt(error):
            raise
        os._exit(INTERRUPTED)

    stops = (signal.SIGINT, signal.SIGTERM)
    before = {stop: signal.getsignal(stop) for stop in stops}

    def interrupt(_number: int, _frame: object) -> None:
        # It comes but once, so that whoever handles it is left alone; a second one ends the
        # process at once.
        for stop in stops:
            signal.signal(stop, lambda _number, _frame: os._exit(INTERRUPTED))
        raise KeyboardInterrupt

    def leave() -> None:
        # Nothing disturbs the interpreter while it ends: that takes no time.
        for stop in stops:
            signal.signal(stop, signal.SIG_IGN if arguments is None else before[stop])

    try:
        for stop in stops:
            # What is ignored from the start, as in the background of a shell, stays so.
            if before[stop] is not signal.SIG_IGN:
                signal.signal(stop, interrupt)
        from hanabi_solver.cli.app import run

        status = run(sys.argv[1:] if arguments is None else arguments)
        leave()
    except BaseException as error:
        leave()
        if not is_interrupt(error):
            raise
        status = INTERRUPTED
        if arguments is None:
            # Python remembers an interrupt within exec, as dataclasses and named tuples use it,
            # and would end by that signal in spite of a status.
            for stream in (sys.stdout, sys.stderr):
                if stream is not None:
                    with suppress(Exception):
                        stream.flush()
            os._exit(status)
    sys.exit(status)
