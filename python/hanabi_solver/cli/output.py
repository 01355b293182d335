"""Results to standard output, complaints to standard error."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from hanabi_solver.errors import visible
from hanabi_solver.texts.text import _, plural

if TYPE_CHECKING:
    from typing import TextIO

    from hanabi_solver.show.document import Document


class OutputClosedError(Exception):
    """Nobody reads the output any more; the run ends quietly."""


_UNREAD = "hanabi_solver.unread"
"""Under this name the context of a command keeps that its output need not be read."""

MOST_TOLD = 100
"""Messages of a kind that are told; the others are counted."""


def go_on_unread() -> None:
    """From here on the command does the rest of its work though nobody reads its output."""
    click.get_current_context().meta[_UNREAD] = True


def abandon(stream: TextIO) -> None:
    """Write no more there. The interpreter flushes when it ends; that must not complain either."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def emit(text: str) -> None:
    """Write a result at once, with a line's end."""
    try:
        sys.stdout.write(text + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        abandon(sys.stdout)
        context = click.get_current_context(silent=True)
        if context is None or not context.meta.get(_UNREAD):
            raise OutputClosedError from None


def emit_json(text: str) -> None:
    """Write JSON, what would act on a terminal written by its number: it reads the same."""
    if not text.isprintable():
        import json

        text = "".join(c if c.isprintable() or c == "\n" else json.dumps(c)[1:-1] for c in text)
    emit(text)


def emit_document(document: Document) -> None:
    """Write a text for people: with styles on a terminal, plain elsewhere."""
    from hanabi_solver.show import document as documents

    if not (sys.stdout.isatty() or os.environ.get("FORCE_COLOR")):
        emit(documents.plain(document))
        return
    from rich.console import Console

    console = Console(highlight=False)
    with console.capture() as capture:
        console.print(documents.to_rich(document))
    emit(capture.get().rstrip("\n"))


def complain(message: str) -> None:
    """Write an error message."""
    note(_("Error: {message}").format(message=message))


def note(message: str) -> None:
    """Write a note that is no result. Where it cannot be written the run goes on."""
    try:
        click.echo("\n".join(map(visible, message.split("\n"))), err=True)
    except OSError:
        abandon(sys.stderr)


class Some:
    """Has the first messages of a kind told, and counts the others."""

    def __init__(self) -> None:
        """Nothing is told yet."""
        self._count = 0

    def more(self) -> bool:
        """Whether one more is to be told."""
        self._count += 1
        return self._count <= MOST_TOLD

    def rest(self) -> None:
        """Say how many were not."""
        left = self._count - MOST_TOLD
        if left > 0:
            text = plural("and {count} more like that", "and {count} more like these", left)
            note(text.format(count=left))
