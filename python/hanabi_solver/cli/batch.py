"""`hanabi-solver batch`: many games against the optimum."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from hanabi_solver.cli import games, options
from hanabi_solver.cli.elo import ladder_of, ladder_options, read_table
from hanabi_solver.cli.output import Some, emit_document, emit_json, note
from hanabi_solver.cli.status import BAD_INPUT, INTERRUPTED
from hanabi_solver.core.answer import INFOS, OBJECTIVES
from hanabi_solver.system.limits import MOST_THREADS, Limits
from hanabi_solver.system.paths import exists
from hanabi_solver.texts.text import _, plural

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hanabi_solver.batches import Batch
    from hanabi_solver.core.answer import Info, Objective
    from hanabi_solver.games.rows import GameRow


@click.command(
    name="batch",
    help=_("""Check the games of every PATH: files, folders, JSON lines, zip and gz archives.

    Writes two tables, one with a row per game (FILE) and one with a row per turn (FILE with
    .turns before the suffix), as Parquet, CSV or JSON lines by the suffix. However it is
    stopped, the same command continues where it was. Finished tables are computed again with
    --restart alone. Games that cannot be read are listed with the reason and skipped."""),
)
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    required=True,
    metavar="FILE",
    help=_("Table of games: .parquet, .csv or .jsonl."),
)
@options.info(
    _("What the players know. all: seat, open and perfect, each on its own (the default)."),
    *INFOS,
    default="all",
)
@options.objective(_("What is maximised (default: expected and win)."))
@options.target
@options.from_deck(
    _("Start at the first turn with at most N cards in the deck (default: 5)."), default=5
)
@games.reading
@options.time_limit(_("Time for each position (default: none)."))
@options.memory(_("Memory of all workers together (default: half of what is free)."))
@click.option(
    "--workers",
    type=click.IntRange(1, MOST_THREADS),
    metavar="N",
    help=_("Processes to work in (default: all cores)."),
)
@click.option(
    "--cluster", metavar="ADDRESS", help=_("Work on a cluster of dask.distributed instead.")
)
@click.option(
    "--plot",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help=_("Draw a plot, .png, .svg or .pdf: what was lost, and what became of the chances."),
)
@click.option(
    "--bots",
    "bots_table",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.csv",
    help=_("Also rate the teams, as the command elo does: variant,players,score,rating."),
)
@ladder_options
@click.option("--restart", is_flag=True, help=_("Start again: drop what an earlier run has left."))
@click.option("--json", "as_json", is_flag=True, help=_("Print the summary as a JSON object."))
def command(
    paths: tuple[str, ...],
    out: Path,
    info: Info | Literal["all"],
    objective: Objective | Literal["all"] | None,
    target: int | Literal["max"] | None,
    from_deck: int,
    time_limit: float | None,
    memory: int | None,
    workers: int | None,
    cluster: str | None,
    plot: Path | None,
    bots_table: Path | None,
    k_factor: int | None,
    first_rating: int | None,
    restart: bool,
    as_json: bool,
) -> int:
    """Run the batch; list bad games; sum up."""
    from hanabi_solver.batches import run
    from hanabi_solver.batches.api import asked
    from hanabi_solver.batches.report import summed

    for path in paths:
        if not exists(path) and "," not in path:
            raise click.UsageError(_("{path} does not exist").format(path=path))
    ladder = None
    if bots_table is not None:
        ladder = ladder_of(read_table(bots_table), k_factor, first_rating)
    elif k_factor is not None or first_rating is not None:
        raise click.UsageError(_("--k-factor and --first-rating go with --bots"))
    batch = asked(
        paths,
        out,
        info=None if info == "all" else info,
        objective=OBJECTIVES if objective == "all" else objective,
        target=target,
        from_deck=from_deck,
        **games.asked_reading(),
        limits=Limits(time_limit, memory, workers),
        cluster=cluster,
        plot=plot,
        ladder=ladder,
        restart=restart,
    )
    try:
        with _progress(batch) as (begun, done):
            summary = run(batch, begun=begun, done=done)
    except KeyboardInterrupt:
        if batch.journal.exists():
            note(_("Interrupted: the same command continues from here."))
        return INTERRUPTED
    except OSError:
        # A full disk, as a rule; the error itself is told where the run ends.
        if batch.journal.exists():
            note(_("Stopped: the same command continues from here."))
        raise
    if as_json:
        import msgspec

        emit_json(msgspec.json.encode(summary.record()).decode())
    else:
        emit_document(summed(summary))
    return 0 if summary.read else BAD_INPUT


@contextmanager
def _progress(
    batch: Batch,
) -> Iterator[tuple[Callable[[int], None], Callable[[GameRow | None], None]]]:
    """A bar with rate and time left on a terminal; bad games are listed anywhere."""
    told = Some()
    if not sys.stderr.isatty():

        def listed(row: GameRow | None) -> None:
            if row is not None and told.more():
                note(str(row.problem))

        try:
            yield _resumed, listed
        finally:
            told.rest()
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    from hanabi_solver.batches.run import count

    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task("", total=count(batch), rate="")

        def begun(number: int) -> None:
            bar.update(task, completed=number)
            _resumed(number)

        def done(row: GameRow | None) -> None:
            bar.advance(task)
            speed = bar.tasks[0].speed
            rate = "" if speed is None else _("{rate} games/s").format(rate=f"{speed:.1f}")
            bar.update(task, rate=rate)
            if row is not None and told.more():
                bar.console.print(row.problem, markup=False, highlight=False)

        try:
            yield begun, done
        finally:
            told.rest()


def _resumed(number: int) -> None:
    if number:
        text = plural("{number} game was already done", "{number} games were already done", number)
        note(text.format(number=number))
