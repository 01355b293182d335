"""`hanabi-solver board`: the analysis board in the browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from hanabi_solver.cli import games, options
from hanabi_solver.cli.output import emit
from hanabi_solver.errors import UnsupportedError, visible
from hanabi_solver.system.limits import Limits
from hanabi_solver.texts.text import _

if TYPE_CHECKING:
    from hanabi_solver.board.opened import Opened

FIRST = "r3y4g5b3w5 >r4g1y1b1w3/b4b5w1w2g2 {r5y5b2} c1"
"""What is shown where nothing is given: the position of the README."""


@click.command(
    name="board",
    help=_("""Open an analysis board in the browser, served from this machine alone.

    Every move's value stands on the card or button that makes it. A GAME is a file or a
    compact link; Ctrl-C ends the board."""),
)
@click.argument("what", metavar="[POSITION|GAME]", default="")
@games.turn
@click.option("--browser/--no-browser", default=True, help=_("Open the browser (default)."))
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    metavar="N",
    help=_("Port to serve at, always with the same address (default: any that is free)."),
)
@options.threads
@options.memory(_("Memory of the whole process, such as 500MB (default: half of what is free)."))
def command(
    what: str, browser: bool, port: int, threads: int | None, memory: int | None
) -> int | None:
    """Serve until Ctrl-C."""
    limits = Limits(None, memory, threads)
    start, game = _start(what) if what else (FIRST, None)
    try:
        from hanabi_solver.board.server import Board, serve
    except ImportError as error:
        from hanabi_solver.batches.tables import needs

        libraries = "starlette uvicorn"
        raise UnsupportedError(needs(_("the board"), libraries)) from error
    from hanabi_solver.board.place import Place, kept_token

    place = Place(port, kept_token(port) if port else "")
    emit(place.address)
    if browser:
        import webbrowser

        webbrowser.open(place.address)
    serve(Board(limits, start, game), place)
    return None


def _start(what: str) -> tuple[str, Opened | None]:
    """The text that the page opens first, and what a game opens to; InputError for what it cannot.

    A game is read here, with all that the options say of it, and goes by the name given.
    """
    if what == "-":
        from hanabi_solver.cli.inputs import read_input

        return read_input(), None
    if games.is_game(what):
        from hanabi_solver.board.opened import of_game

        return visible(what), of_game(games.load(what), games.turn_of(what))
    from hanabi_solver.cli.inputs import read_positions
    from hanabi_solver.notation import format_position

    return format_position(read_positions([what], [])[0][1]), None
