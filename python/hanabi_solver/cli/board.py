"""`hanabi-solver board`: the analysis board in the browser."""

from __future__ import annotations

from pathlib import Path

import click

from hanabi_solver.cli import games, options
from hanabi_solver.cli.output import emit
from hanabi_solver.errors import UnsupportedError
from hanabi_solver.system.limits import Limits
from hanabi_solver.texts.text import _

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
    start = _start(what) if what else FIRST
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
    serve(Board(limits, start), place)
    return None


def _start(what: str) -> str:
    """The text that the page opens first; InputError for what it cannot."""
    from hanabi_solver.notation import format_position

    if what == "-":
        from hanabi_solver.cli.inputs import read_input

        return read_input()
    if games.is_game(what) and not games.asked_place():
        games.load(what)
        return Path(what).read_text(encoding="utf-8") if Path(what).exists() else what
    from hanabi_solver.cli.inputs import read_positions

    return format_position(read_positions([what], [])[0][1])
