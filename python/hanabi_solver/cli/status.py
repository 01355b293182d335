"""Exit statuses of the command line."""

from __future__ import annotations

FAILED = 1
"""A check failed."""

BAD_INPUT = 2
"""Bad input or usage."""

LIMITED = 3
"""A limit stopped something that was asked for."""

INTERRUPTED = 130
"""Ctrl-C."""


def is_interrupt(error: BaseException) -> bool:
    """Whether Ctrl-C caused an error. While modules are imported, another one may hide it."""
    cause: BaseException | None = error
    while cause is not None and not isinstance(cause, KeyboardInterrupt):
        cause = cause.__cause__ or cause.__context__
    return cause is not None
