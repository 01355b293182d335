"""`hanabi-solver solve`: the value of a position, and of every move."""

from __future__ import annotations

import time
from contextlib import suppress
from math import inf
from typing import TYPE_CHECKING, Literal

import click

from hanabi_solver.cli import options
from hanabi_solver.cli.engines import ENGINES, Question
from hanabi_solver.cli.inputs import read_positions
from hanabi_solver.cli.output import emit_document, emit_json, go_on_unread, note
from hanabi_solver.cli.progress import clock
from hanabi_solver.cli.status import INTERRUPTED, LIMITED
from hanabi_solver.core.answer import INFOS
from hanabi_solver.errors import UnsupportedError
from hanabi_solver.system.limits import Limits
from hanabi_solver.system.paths import check_writable, write_whole
from hanabi_solver.texts.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from hanabi_solver.core.answer import Info, Objective
    from hanabi_solver.solving.solution import Solution, Solutions
    from hanabi_solver.solving.variation import Step

_MOMENTS = 0.1
"""Seconds for writing a policy where no time is left."""


@click.command(
    name="solve",
    help=_("Print the exact value of each POSITION, and the value of every move.")
    + "\n\n"
    + options.ABOUT_POSITIONS
    + " "
    + _("A GAME is a file or a compact link; --turn T says which of its positions is meant."),
)
@options.positions
@options.info(
    _(
        "What the players know (default: perfect if the deck is in brackets, else"
        " open). all: the value of hidden, beside the means of open and perfect over"
        " all that the players cannot tell apart."
    ),
    *INFOS,
)
@options.objective(_("What is maximised (default: all three, side by side)."), default="all")
@options.target
@options.limits
@click.option(
    "--tolerance",
    metavar="GAP",
    help=_("Stop once the proven bounds are this close, such as 0.01 (hands open, deck unknown)."),
)
@click.option(
    "--engine",
    type=click.Choice(["core", "reference"]),
    default="core",
    help=_("The solver to ask: the fast core, or the slow reference engine that checks it."),
)
@click.option(
    "--pv", is_flag=True, help=_("Show one line of best play, with the draws that it assumes.")
)
@click.option(
    "--policy",
    "policy_file",
    metavar="FILE",
    help=_("Write the whole joint policy to FILE as JSON (--info hidden, one objective)."),
)
@click.option(
    "--no-moves", is_flag=True, help=_("Find only the position's value, which is faster.")
)
@options.json_option
def command(
    position: tuple[str, ...],
    files: tuple[str, ...],
    info: Info | Literal["all"] | None,
    objective: Objective | Literal["all"],
    target: int | Literal["max"] | None,
    time_limit: float | None,
    memory: int | None,
    threads: int | None,
    tolerance: str | None,
    engine: str,
    pv: bool,
    policy_file: str | None,
    no_moves: bool,
    as_json: bool,
) -> int:
    """Solve every position in turn; a limit stops one and not those after it."""
    if target is not None and objective not in ("win", "all"):
        raise click.UsageError(_("--target goes with --objective win or all"))
    if engine == "reference" and (pv or time_limit or memory or threads or tolerance):
        raise click.UsageError(_("--engine reference has no limits, threads or --pv"))
    if policy_file is not None and (info not in ("hidden", "all") or objective == "all"):
        raise click.UsageError(_("--policy goes with --info hidden and one --objective"))
    limits = Limits(time_limit, memory, threads, tolerance or 0)
    with_policy = policy_file is not None
    question = Question(info, objective, target, not no_moves, limits, with_policy)
    positions = read_positions(position, files)
    if with_policy and len(positions) != 1:
        raise click.UsageError(_("--policy goes with one position"))
    if pv and any(each.unspecified for _text, each in positions):
        raise UnsupportedError(_("--pv does not support unspecified cards"))
    if pv and info in ("hidden", "all"):
        raise UnsupportedError(_("--pv does not support hidden hands"))
    if policy_file is not None:
        check_writable(policy_file)
        go_on_unread()
    status = 0
    for number, (text, each) in enumerate(positions, 1):
        label = _("solving position {number} of {count}")
        label = label.format(number=number, count=len(positions))
        started = time.monotonic()
        with clock(label) as tell:
            answers = ENGINES[engine](each, question, _narrowing(tell))
            variations = _variations(answers, question.limits) if pv else {}
        if as_json:
            from hanabi_solver.show.schema import encode, solution_record

            emit_json(encode(solution_record(text, answers, variations)))
        else:
            from hanabi_solver.show.document import Line
            from hanabi_solver.show.report import solved

            emit_document((Line(),) * (number > 1) + solved(answers, variations))
        solutions = answers.by_objective.values()
        if policy_file is not None:
            for solution in solutions:
                _write_policy(policy_file, solution, _until(limits, started))
        if any(solution.stop == "interrupt" for solution in solutions):
            return INTERRUPTED
        if not all(map(_is_settled, solutions)):
            status = LIMITED
    return status


def _narrowing(tell: Callable[[int | str], None]) -> Callable[[Solution], None]:
    """Tells, beside the clock, what is proven so far."""

    def told(so_far: Solution) -> None:
        from hanabi_solver.show.numbers import bounds_text
        from hanabi_solver.show.terms import objective_name

        tell(f"{objective_name(so_far.objective)}: {bounds_text(so_far.bounds)}")

    return told


def _is_settled(solution: Solution) -> bool:
    """Whether everything that was asked for is exact: the value, and every move's."""
    bounds = [solution.bounds, *(entry.bounds for entry in solution.moves)]
    return solution.stop is None and all(each.value is not None for each in bounds)


def _variations(answers: Solutions, limits: Limits) -> dict[Objective, tuple[Step, ...]]:
    """The principal variation for each objective, as far as the limits let it be followed: not at
    all where they stopped the search itself.
    """
    from hanabi_solver.solving.variation import principal_variation

    return {
        objective: ()
        if solution.stop is not None
        else principal_variation(
            solution.position,
            info=solution.info,
            objective=objective,
            target=solution.target,
            limits=limits,
        )
        for objective, solution in answers.by_objective.items()
    }


def _until(limits: Limits, started: float) -> float:
    """When a policy must be written: at the end of the time, or a moment from now."""
    if limits.time is None:
        return inf
    return max(started + limits.time, time.monotonic() + _MOMENTS)


def _write_policy(file: str, solution: Solution, until: float) -> None:
    """Write the policy that attains the lower bound, if the limits leave one."""
    if solution.hidden is not None and solution.hidden.policy is not None:
        from hanabi_solver.show.policy import policy_text

        with suppress(_TooLateError):
            write_whole(file, _in_time(policy_text(solution), until))
            return
    problem = _("The limits leave no policy to write: {file} is not written.")
    note(problem.format(file=file))


def _in_time(pieces: Iterable[str], until: float) -> Iterator[str]:
    for piece in pieces:
        if time.monotonic() > until:
            raise _TooLateError
        yield piece


class _TooLateError(Exception):
    """The time is over."""
