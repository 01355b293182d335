"""`hanabi-solver show`: a position drawn for people."""

from __future__ import annotations

import click

from hanabi_solver.cli import options
from hanabi_solver.cli.inputs import read_positions
from hanabi_solver.cli.output import emit_document
from hanabi_solver.show.document import Line
from hanabi_solver.texts.text import _


@click.command(
    name="show",
    help=_("Draw each POSITION: stacks, hands, deck, discards, pace, what is critical or dead.")
    + "\n\n"
    + options.ABOUT_POSITIONS
    + " "
    + _(
        "A GAME is a file or a compact link; the position at --turn T is drawn (default: the deal)."
    ),
)
@options.positions
def command(position: tuple[str, ...], files: tuple[str, ...]) -> None:
    """Draw every position in turn."""
    from hanabi_solver.game.facts import Facts
    from hanabi_solver.show.board import shown

    for number, (_text, each) in enumerate(read_positions(position, files, turn=1)):
        emit_document((Line(),) * (number > 0) + shown(Facts(each)))
