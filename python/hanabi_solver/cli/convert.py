"""`hanabi-solver convert`: between positions, exports of hanab.live and compact links."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from hanabi_solver.cli import games
from hanabi_solver.cli.inputs import STANDARD_INPUT, read_input, read_positions
from hanabi_solver.cli.output import Some, complain, emit, emit_json, note
from hanabi_solver.cli.status import BAD_INPUT
from hanabi_solver.errors import GameError, UnsupportedError
from hanabi_solver.texts.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hanabi_solver.archive import Game


@click.command(
    name="convert",
    help=_("""Print a game or a position in another form.

    IN is a file of games, a compact link or a position. --turn T takes a position out of a
    game. If the form cannot hold everything, what would be lost is named, and --lossy accepts
    that."""),
)
@click.argument("what", metavar="IN")
@click.option(
    "--to",
    "form",
    type=click.Choice(["position", "json", "link"]),
    required=True,
    help=_("The form to print."),
)
@games.turn
@click.option(
    "--unknown-deck", is_flag=True, help=_("Write the deck of a position in braces, unordered.")
)
@click.option("--lossy", is_flag=True, help=_("Accept the loss of what the form cannot hold."))
def command(what: str, form: str, unknown_deck: bool, lossy: bool) -> int:
    """Convert; several games of a file come out one per line."""
    if form == "position":
        from hanabi_solver.game.facts import with_open_deck
        from hanabi_solver.notation import format_position

        for _text, position in read_positions([what], []):
            emit(format_position(with_open_deck(position) if unknown_deck else position))
        return 0
    if what != STANDARD_INPUT and not games.is_game(what):
        problem = _("{text} is no file and no link, and a position has no deal and no past moves")
        raise UnsupportedError(problem.format(text=what))
    lines = []
    bad = refused = False
    told = Some()
    for game in _games(what):
        if isinstance(game, GameError):
            if told.more():
                complain(str(game))
            bad = True
            continue
        lost = _losses(game, form)
        if lost:
            text = _("a {form} cannot hold: {lost}").format(form=form, lost=", ".join(lost))
            place = f"{game.source}: " if str(game.source) else ""
            if told.more():
                (note if lossy else complain)(place + text)
            refused = refused or not lossy
        lines.append(_written(game, form))
    told.rest()
    if refused:
        note(_("With --lossy it is left out."))
    if bad or refused:
        return BAD_INPUT
    for line in lines:
        (emit_json if form == "json" else emit)(line)
    return 0


def _games(what: str) -> Iterator[Game | GameError]:
    from hanabi_solver.archive import find_games, games_of_text, pick_game

    if what == STANDARD_INPUT:
        what = _("input")
        entries = games_of_text(read_input(), what)
    else:
        entries = find_games([what])
    number = games.asked_game()
    if number is not None:
        yield pick_game(entries, what, number)
        return
    for entry in entries:
        yield entry.game


def _losses(game: Game, form: str) -> list[str]:
    from hanabi_solver.archive.link import losses

    if form == "link":
        return losses(game)
    return [] if game.turn is None else [_("the turn that a link points at")]


def _written(game: Game, form: str) -> str:
    from hanabi_solver.archive import write_export, write_link

    return write_link(game) if form == "link" else write_export(game).decode()
