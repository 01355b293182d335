"""`hanabi-solver puzzles`: positions in which one move is best, out of games."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from hanabi_solver.cli import games, options
from hanabi_solver.cli.output import Some, emit, emit_json, note
from hanabi_solver.cli.status import FAILED
from hanabi_solver.core.answer import OBJECTIVES
from hanabi_solver.game.rules import MAX_PLAYERS, MIN_PLAYERS
from hanabi_solver.system.limits import Limits
from hanabi_solver.system.paths import check_writable, exists, write_whole
from hanabi_solver.texts.text import _, plural

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hanabi_solver.core.answer import Objective
    from hanabi_solver.puzzles import Puzzle, Wanted
    from hanabi_solver.solving.solver import Solver

SUFFIXES = (".html", ".jsonl", ".txt")


@click.command(
    name="puzzles",
    help=_("""Make puzzles of the games of every PATH, or of simulated games.

    A puzzle is a position in which one move is best, and a simple player makes another. Of a
    game the hardest is taken, and no two are of a kind. With --player they are that player's
    own mistakes."""),
)
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option(
    "--count",
    type=click.IntRange(1, 100_000),
    default=10,
    show_default=True,
    metavar="N",
    help=_("Puzzles to make."),
)
@click.option(
    "--seed",
    type=click.IntRange(0, 10**9),
    metavar="N",
    help=_("Simulated games: the same seed gives the same puzzles (default: 0)."),
)
@click.option("--player", metavar="NAME", help=_("Make them of this player's mistakes."))
@click.option(
    "--players",
    type=click.IntRange(MIN_PLAYERS, MAX_PLAYERS),
    metavar="N",
    help=_("Take only games with this many players."),
)
@click.option(
    "--info",
    type=click.Choice(["open", "seat", "hidden"]),
    default="seat",
    help=_("What the player sees (default: seat)."),
)
@click.option(
    "--objective",
    type=click.Choice(OBJECTIVES),
    default="win",
    help=_("What is maximised (default: win)."),
)
@options.target
@click.option(
    "--deck",
    type=click.IntRange(0),
    default=5,
    metavar="N",
    help=_("Most cards in the deck (default: 5)."),
)
@click.option(
    "--gap",
    metavar="GAP",
    help=_("The least that every other move must cost, such as 0.2 or 1/5 (default: 1/10)."),
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help=_(
        "Write them to FILE, the easiest first: .html, a page to solve them on, .jsonl, or .txt for"
        " position strings."
    ),
)
@games.reading
@options.time_limit(_("Time for each position; what takes longer is no puzzle (default: 2)."))
@options.memory(_("Memory of the whole process, such as 500MB (default: half of what is free)."))
@options.threads
@click.option("--json", "as_json", is_flag=True, help=_("Print one JSON object per puzzle."))
def command(
    paths: tuple[str, ...],
    count: int,
    seed: int | None,
    player: str | None,
    players: int | None,
    info: Literal["open", "seat", "hidden"],
    objective: Objective,
    target: int | Literal["max"] | None,
    deck: int,
    gap: str | None,
    out: Path | None,
    time_limit: float | None,
    memory: int | None,
    threads: int | None,
    as_json: bool,
) -> int:
    """Make the puzzles, each printed as soon as it is found."""
    from hanabi_solver.puzzles import Wanted, puzzle_record, puzzle_text
    from hanabi_solver.puzzles.find import LEAST_GAP
    from hanabi_solver.puzzles.page import puzzles_page
    from hanabi_solver.show.schema import encode
    from hanabi_solver.solving.solver import Solver

    if paths and seed is not None:
        raise click.UsageError(_("--seed goes without a PATH"))
    if player is not None and not paths:
        raise click.UsageError(_("--player goes with a PATH"))
    if target is not None and objective != "win":
        raise click.UsageError(_("--target goes with --objective win"))
    if out is not None:
        if out.suffix not in SUFFIXES:
            problem = _("{path}: expected a name that ends in {endings}")
            raise click.UsageError(problem.format(path=out, endings=", ".join(SUFFIXES)))
        check_writable(out)
    least = LEAST_GAP if gap is None else _gap(gap)
    wanted = Wanted(info, objective, target, deck, least, players)
    solver = Solver(Limits(2 if time_limit is None else time_limit, memory, threads))

    def written(puzzle: Puzzle, *, lines: bool) -> str:
        return encode(puzzle_record(puzzle)) if lines else puzzle_text(puzzle)

    found: list[Puzzle] = []
    for puzzle in islice(_puzzles(solver, wanted, paths, count, seed or 0, player), count):
        found.append(puzzle)
        if out is None:
            (emit_json if as_json else emit)(written(puzzle, lines=as_json))
    if out is not None:
        found.sort(key=lambda puzzle: puzzle.hardness)
        if out.suffix == ".html":
            text = puzzles_page(found)
        else:
            lines = out.suffix == ".jsonl"
            text = "".join(f"{written(puzzle, lines=lines)}\n" for puzzle in found)
        write_whole(out, text)
    if len(found) < count and not (player and found):
        text = plural("{count} puzzle was found.", "{count} puzzles were found.", len(found))
        note(text.format(count=len(found)))
    return 0 if found else FAILED


def _gap(text: str) -> Fraction:
    try:
        gap = Fraction(text)
    except (ValueError, ZeroDivisionError):
        gap = Fraction(-1)
    if gap < 0:
        problem = _("{value} is no gap; expected a number such as 0.2 or 1/5")
        raise click.UsageError(problem.format(value=repr(text)))
    return gap


def _puzzles(
    solver: Solver,
    wanted: Wanted,
    paths: tuple[str, ...],
    count: int,
    seed: int,
    player: str | None,
) -> Iterator[Puzzle]:
    from hanabi_solver.puzzles import of_games, of_simulated
    from hanabi_solver.puzzles.find import names

    if not paths:
        yield from of_simulated(solver, wanted, count, seed)
        return
    for path in paths:
        if not exists(path) and "," not in path:
            raise click.UsageError(_("{path} does not exist").format(path=path))
    if player is not None and player not in (known := names(paths)):
        from difflib import get_close_matches

        problem = _("no game has a player {name}").format(name=repr(player))
        like = get_close_matches(player, known, 1)
        hint = _("Did you mean {name}?").format(name=repr(like[0])) if like else ""
        raise click.UsageError(f"{problem}. {hint}".strip())
    told = Some()

    def refused(error: Any) -> None:
        if told.more():
            note(str(error))

    yield from of_games(
        solver, wanted, paths, refused=refused, player=player, **games.asked_reading()
    )
    told.rest()
