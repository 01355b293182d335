"""`hanabi-solver crosscheck`: the core against the reference engine on random positions."""

from __future__ import annotations

import click

from hanabi_solver.cli import options
from hanabi_solver.cli.output import emit, note
from hanabi_solver.cli.progress import clock
from hanabi_solver.cli.status import FAILED
from hanabi_solver.system.limits import Limits
from hanabi_solver.texts.text import _


@click.command(
    name="crosscheck",
    help=_("""Solve random positions with the core and with the reference engine, and compare the
    values of the position and of every move, until interrupted. The first difference ends the
    run with exit status 1, and its position is printed."""),
)
@click.option(
    "--count",
    type=click.IntRange(1),
    metavar="N",
    help=_("Stop after N positions (default: only when interrupted)."),
)
@click.option(
    "--seed", type=int, default=0, help=_("Another seed gives other positions (default: 0).")
)
@options.threads
def command(count: int | None, seed: int, threads: int | None) -> int:
    """Compare until the count is reached, a difference is found, or Ctrl-C comes."""
    workers = Limits(threads=threads).thread_count()
    done = 0
    try:
        from hanabi_solver.crosscheck.compare import Tally, crosscheck

        tally = Tally()
        with clock(_("comparing"), count) as tell:
            for case, difference in crosscheck(seed, count, workers=workers):
                done += 1
                tally.add(case)
                tell(done)
                if difference is not None:
                    emit(str(difference))
                    return FAILED
    finally:
        note(_("{done} positions compared").format(done=done))
        if done:
            note(str(tally))
    emit(_("no difference"))
    return 0
