"""`hanabi-solver elo`: ratings of teams against bots."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from hanabi_solver.cli import games
from hanabi_solver.cli.output import Some, complain, emit_document, emit_json, note
from hanabi_solver.cli.status import BAD_INPUT
from hanabi_solver.elo.ladder import FIRST_RATING, K_FACTOR, Ladder, elo_change
from hanabi_solver.system.paths import exists
from hanabi_solver.texts.text import _, plural
from hanabi_solver.variants.registry import STANDARD

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hanabi_solver.archive.game import Source
    from hanabi_solver.elo.bots import Bots
    from hanabi_solver.elo.ladder import Rated
    from hanabi_solver.show.document import Document


class Team(click.ParamType[tuple[int, ...]]):
    """The ratings of a team, as 1500,1480."""

    name = "team"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, ...]:
        """The ratings as numbers."""
        if not re.fullmatch(r"[0-9]{1,5}(,[0-9]{1,5}){1,5}", str(value), re.ASCII):
            self.fail(
                _("{value} is no team; expected 2 to 6 ratings, such as 1500,1480").format(
                    value=repr(value)
                ),
                param,
                ctx,
            )
        return tuple(map(int, value.split(",")))


def ladder_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """`--k-factor`, `--first-rating`: how ratings change, and what they begin with."""
    for option in (
        click.option(
            "--first-rating",
            type=click.IntRange(0, 9999),
            metavar="N",
            help=_("Rating of a player before the first game (default: 1300)."),
        ),
        click.option(
            "--k-factor",
            type=click.IntRange(1, 1000),
            metavar="N",
            help=_("A game changes a rating by at most half of N (default: 20)."),
        ),
    ):
        function = option(function)
    return function


def ladder_of(bots: Bots, k_factor: int | None, first_rating: int | None) -> Ladder:
    """The ladder that the options ask for."""
    return Ladder(
        bots,
        k=K_FACTOR if k_factor is None else k_factor,
        first=FIRST_RATING if first_rating is None else first_rating,
    )


def read_table(path: Path) -> Bots:
    """The table of bots; what is wrong with it is listed, a line each, and ends the run."""
    from hanabi_solver.elo.bots import TableError, read_bots

    try:
        return read_bots(path)
    except TableError as error:
        for fault in error.faults:
            complain(fault)
        raise click.exceptions.Exit(BAD_INPUT) from None


@click.command(
    name="elo",
    help=_("""Rate teams as Board Game Arena does: a game counts as a draw with a bot, whose rating
    depends on the score.

    You give the bots in a CSV file: variant,players,score,rating. With a PATH, its games are
    rated in their order, and everybody begins with the first rating. Without one, --team and
    --score rate one game."""),
)
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option(
    "--bots",
    "table",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    metavar="FILE.csv",
    help=_("The bots' ratings by variant, players and score."),
)
@click.option("--team", type=Team(), metavar="N,N…", help=_("Ratings of one team's players."))
@click.option("--score", type=click.IntRange(0), metavar="N", help=_("Score of that team."))
@click.option(
    "--variant",
    metavar="NAME",
    help=_("Variant that it played (default: standard)."),
)
@ladder_options
@games.reading
@click.option("--json", "as_json", is_flag=True, help=_("Print one JSON object per game."))
def command(
    paths: tuple[str, ...],
    table: Path,
    team: tuple[int, ...] | None,
    score: int | None,
    variant: str | None,
    k_factor: int | None,
    first_rating: int | None,
    as_json: bool,
) -> None:
    """Rate one game, or all games of the paths."""
    if paths and any(each is not None for each in (team, score, variant)):
        raise click.UsageError(_("--team, --score and --variant go without a PATH"))
    if not paths and first_rating is not None:
        raise click.UsageError(_("--first-rating goes with a PATH"))
    if not paths and (team is None or score is None):
        raise click.UsageError(_("expected a PATH, or --team and --score"))
    bots = read_table(table)
    if team is not None and score is not None:
        _rate_one(bots, team, variant or STANDARD.name, score, k_factor or K_FACTOR, as_json)
        return
    ladder = ladder_of(bots, k_factor, first_rating)
    rated = list(_rated(ladder, paths))
    if as_json:
        for each in rated:
            emit_json(_encode(_record(each)))
    else:
        emit_document(_told(rated, ladder))


class Entry(NamedTuple):
    """A game of the paths, rated. `number` counts from 1, what cannot be read included."""

    number: int
    source: Source
    rated: Rated


def _rated(ladder: Ladder, paths: tuple[str, ...]) -> Iterator[Entry]:
    from hanabi_solver.archive import find_games, replay
    from hanabi_solver.elo.ladder import played
    from hanabi_solver.errors import GameError

    for path in paths:
        if not exists(path) and "," not in path:
            raise click.UsageError(_("{path} does not exist").format(path=path))
    told = Some()
    for number, found in enumerate(find_games(paths), 1):
        try:
            if isinstance(found.game, GameError):
                raise found.game
            game = replay(found.game, **games.asked_reading())
        except GameError as error:
            if told.more():
                note(str(error))
            continue
        yield Entry(number, found.game.source, ladder.play(*played(game)))
    told.rest()


def _rate_one(
    bots: Bots, team: tuple[int, ...], variant: str, score: int, k: int, as_json: bool
) -> None:
    from hanabi_solver.elo.bots import scale
    from hanabi_solver.elo.ladder import expected_result

    bot = bots.rating(variant, len(team), score)
    found = scale(variant)
    change = elo_change(team, bot, k=k, maximum=score == found.maximum)
    after = [rating + change for rating in team]
    if as_json:
        record = {
            "variant": found.variant,
            "players": len(team),
            "score": score,
            "bot": bot,
            "change": change,
            "before": list(team),
            "after": after,
        }
        emit_json(_encode(record))
        return
    from hanabi_solver.show.document import table

    rows = [
        (_("bot"), str(bot)),
        (_("expected result"), f"≈{expected_result(team, bot):.4f}"),
        (_("change"), _signed(change)),
        (_("ratings"), " ".join(map(str, after))),
    ]
    emit_document((table(rows),))


def _told(entries: list[Entry], ladder: Ladder) -> Document:
    """A row a game, then a row a player."""
    from hanabi_solver.show.document import Line, line, table

    if not entries:
        return (line(_("No game was rated.")),)
    rows = []
    for number, _source, rated in entries:
        told = _reason(rated)
        if rated.reason is None:
            after = zip(rated.names, rated.after, strict=True)
            told = ", ".join(f"{name} {rating}" for name, rating in after)
        bot = "" if rated.bot is None else str(rated.bot)
        score = "" if rated.score is None else str(rated.score)
        rows.append([str(number), rated.variant, score, bot, _signed(rated.change), told])
    titles = [_("game"), _("variant"), _("score"), _("bot"), _("change"), _("ratings")]
    ranking = sorted(ladder.ratings.items(), key=lambda entry: (-entry[1], entry[0]))
    players = [(name, str(rating)) for name, rating in ranking]
    document: Document = (table(rows, titles, right=(0, 2, 3, 4)),)
    if players:
        document += (Line(), table(players, (_("player"), _("rating")), right=(1,)))
    return document


def _reason(rated: Rated) -> str:
    return {
        None: "",
        "unfinished": _("not played to its end"),
        "variant": _("not rated: neither 50 nor 60 cards"),
        "bot": plural(
            "no bot for {count} player", "no bot for {count} players", len(rated.names)
        ).format(count=len(rated.names)),
    }[rated.reason]


def _signed(change: int | None) -> str:
    return "" if change is None else f"{change:+d}"


def _record(entry: Entry) -> dict[str, object]:
    rated = entry.rated
    return {
        "number": entry.number,
        "file": entry.source.file,
        "line": entry.source.line,
        "game": entry.source.game,
        "variant": rated.variant,
        "names": list(rated.names),
        "players": len(rated.names),
        "score": rated.score,
        "bot": rated.bot,
        "change": rated.change,
        "before": list(rated.before),
        "after": list(rated.after),
        "reason": rated.reason,
    }


def _encode(record: dict[str, object]) -> str:
    import json

    return json.dumps(record)
