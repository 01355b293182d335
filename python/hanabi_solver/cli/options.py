"""Option types and options that several commands share."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, TypeVar

import click

from hanabi_solver.cli import games
from hanabi_solver.core.answer import OBJECTIVES
from hanabi_solver.errors import InputError
from hanabi_solver.system.limits import LONGEST, MOST_THREADS, memory_size
from hanabi_solver.texts.text import _

if TYPE_CHECKING:
    from collections.abc import Callable

_F = TypeVar("_F", bound="Callable[..., Any]")

ABOUT_POSITIONS = _(
    "A POSITION is stacks, hands and deck in one quoted argument, such as"
    ' "r4y5g3b5w5 >g4r5w1w1y2/g5b1b1y1r1 {r1y1} c3"; - reads standard input, one'
    " position per line."
)


class Size(click.ParamType[int]):
    """An amount of memory: bytes, or a number with KB, MB or GB."""

    name = "size"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The amount in bytes."""
        try:
            return memory_size(str(value))
        except InputError as error:
            self.fail(str(error), param, ctx)


class Target(click.ParamType[Any]):
    """A score to reach: a number, or `max` for the highest still reachable."""

    name = "target"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> int | str:
        """The number, or "max"."""
        if value == "max":
            return "max"
        if not re.fullmatch(r"-?\d{1,6}", str(value), re.ASCII):
            self.fail(
                _("{value} is no target; expected a score or max").format(value=repr(value)),
                param,
                ctx,
            )
        return int(value)


class Seconds(click.ParamType[float]):
    """A time in seconds, above 0."""

    name = "seconds"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The time."""
        try:
            seconds = float(value)
        except ValueError:
            seconds = 0.0
        if not 0 < seconds <= LONGEST:
            self.fail(
                _("{value} is no time; expected seconds, such as 2.5").format(value=repr(value)),
                param,
                ctx,
            )
        return seconds


def info(text: str, *names: str, default: str | None = None) -> Callable[[_F], _F]:
    """`--info`, `text` saying what holds without it."""
    return click.option("--info", type=click.Choice([*names, "all"]), default=default, help=text)


def objective(text: str, default: str | None = None) -> Callable[[_F], _F]:
    """`--objective`, `text` saying what holds without it."""
    choices = click.Choice([*OBJECTIVES, "all"])
    return click.option("--objective", type=choices, default=default, help=text)


def target(function: _F) -> _F:
    """`--target`."""
    return click.option(
        "--target",
        type=Target(),
        metavar="N|max",
        help=_(
            "Score that counts as a win: a number, or max for the highest still reachable"
            " (default: the highest there is)."
        ),
    )(function)


def from_deck(text: str, default: int | None = None) -> Callable[[_F], _F]:
    """`--from-deck`."""
    return click.option(
        "--from-deck", type=click.IntRange(0), default=default, metavar="N", help=text
    )


def time_limit(text: str) -> Callable[[_F], _F]:
    """`--time-limit`."""
    return click.option("--time-limit", type=Seconds(), metavar="SECONDS", help=text)


def memory(text: str) -> Callable[[_F], _F]:
    """`--memory`."""
    return click.option("--memory", type=Size(), metavar="SIZE", help=text)


def json_option(function: _F) -> _F:
    """`--json`: one JSON object per result, and nothing else on standard output."""
    return click.option(
        "--json", "as_json", is_flag=True, help=_("Print one JSON object per position.")
    )(function)


def positions(function: _F) -> _F:
    """The positions of a command: arguments, files, standard input, turns of games."""
    function = games.turn(function)
    function = click.option(
        "--file",
        "files",
        multiple=True,
        metavar="FILE",
        help=_("Read positions from FILE, one per line; # starts a comment. May be repeated."),
    )(function)
    return click.argument("position", nargs=-1, metavar="[POSITION|GAME|-]...")(function)


def threads(function: _F) -> _F:
    """`--threads`."""
    return click.option(
        "--threads",
        type=click.IntRange(1, MOST_THREADS),
        metavar="N",
        help=_("Threads to search with (default: all cores)."),
    )(function)


def limits(function: _F) -> _F:
    """`--time-limit`, `--memory`, `--threads`."""
    for option in (
        threads,
        memory(_("Memory of the whole process, such as 500MB (default: half of what is free).")),
        time_limit(_("Time for each position; when it runs out, proven bounds are printed.")),
    ):
        function = option(function)
    return function
