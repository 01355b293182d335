"""Results to standard output, complaints to standard error."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from hanabi_solver.texts.text import _

if TYPE_CHECKING:
    from hanabi_solver.show.document import Document


class OutputClosedError(Exception):
    """Nobody reads the output any more; the run ends quietly."""


def emit(text: str) -> None:
    """Write a result at once, with a line's end."""
    try:
        sys.stdout.write(text + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        # The interpreter flushes again when it ends; that must not complain either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise OutputClosedError from None


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
    click.echo(_("Error: {message}").format(message=message), err=True)


def note(message: str) -> None:
    """Write a note that is no result."""
    click.echo(message, err=True)
