"""The command line `hanabi-solver`.

A command is a file of this package with a click command named `command`; `app.COMMANDS` lists
them. Everything is imported when it is used, so that a small position costs little more
than starting Python and click.
"""

from __future__ import annotations

import sys

from hanabi_solver.cli.status import INTERRUPTED, is_interrupt

TYPE_CHECKING = False  # Importing typing for it would leave Ctrl-C unguarded for longer.
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line on `arguments` (default: the process's own) and exit."""
    try:
        from hanabi_solver.cli.app import run

        status = run(sys.argv[1:] if arguments is None else arguments)
    except BaseException as error:
        if not is_interrupt(error):
            raise
        status = INTERRUPTED
    sys.exit(status)
