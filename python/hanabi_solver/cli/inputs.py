"""Where a command's positions come from, and how bad ones are reported."""

from __future__ import annotations

import errno
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from hanabi_solver.cli import games
from hanabi_solver.cli.output import Some, complain, note
from hanabi_solver.cli.status import BAD_INPUT
from hanabi_solver.errors import InputError, PositionError, shown
from hanabi_solver.notation.state_text import BEGINNING, ENDING
from hanabi_solver.system.paths import is_folder
from hanabi_solver.texts.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hanabi_solver.game.position import Position

STANDARD_INPUT = "-"
LONGEST_SHOWN = 1000
"""Letters of a bad position that is shown whole."""

LEAST_FIELDS = 3
"""Of a position: stacks, hands, deck."""

_STACKS = r"([A-Za-z]\d+)+"

PATH_ENDINGS = (".json", ".jsonl", ".ndjson", ".txt", ".hle", ".gz", ".zip")
"""What ends so is meant as a file's name."""


class Source(NamedTuple):
    """The text of a position, and the place it was read from ("" for an only argument)."""

    text: str
    place: str
    argument: bool = False


def read_positions(
    arguments: Sequence[str], files: Sequence[str], turn: int | None = None
) -> list[tuple[str, Position]]:
    """Every text with its position, in order. If any is bad, reports all that are and exits.

    An argument may name a game: then it is the position at the turn asked for, else at `turn`.
    """
    _check_arguments(arguments)
    sources = list(_sources(arguments, files))
    if not sources:
        raise click.UsageError(
            _("no position given: write one, name a --file, or use - for standard input")
        )
    positions: list[tuple[str, Position]] = []
    told = Some()
    for source in sources:
        try:
            positions.append((source.text, _read(source, turn)))
        except InputError as error:
            if told.more():
                _report(source, error)
    told.rest()
    if len(positions) < len(sources):
        raise click.exceptions.Exit(BAD_INPUT)
    if games.asked_place() and not any(map(_names_game, sources)):
        raise click.UsageError(_("--turn and --game go with a game"))
    return positions


def _names_game(source: Source) -> bool:
    return source.argument and games.is_game(source.text)


def _read(source: Source, turn: int | None) -> Position:
    if source.argument:
        games.check_named(source.text)
    if _names_game(source):
        return games.position_of(source.text, turn)
    if source.argument:
        _check_path(source.text)
    from hanabi_solver.core.setups import read

    return read(source.text)


def _check_arguments(arguments: Sequence[str]) -> None:
    """InputError, once, where arguments are the parts of a position that was not quoted, or options
    without their dashes.
    """
    parts = [each for each in arguments if _may_be_part(each)]
    if (
        len(parts) > 1
        and len(parts) == len(arguments)
        and re.fullmatch(_STACKS, parts[0].split()[0])
    ):
        problem = _("these are {count} arguments; a position is one and must be quoted")
        raise InputError(problem.format(count=len(parts)))
    for part in parts:
        if not re.fullmatch(_STACKS, part.split()[0]):
            problem = _("'{text}' is no position, which has at least three fields and is quoted")
            meant = _option_like(part)
            hint = _("{problem}; was {option} meant?").format(problem=problem, option=meant)
            raise InputError((hint if meant else problem).format(text=shown(part)))


def _may_be_part(argument: str) -> bool:
    """Whether it has fewer fields than a position, and names no file."""
    fields = argument.split()
    if argument == STANDARD_INPUT or not 0 < len(fields) < LEAST_FIELDS:
        return False
    games.check_named(argument)
    if games.is_game(argument):
        return False
    _check_path(argument)
    return True


def _option_like(text: str) -> str | None:
    """The option that has this name, or this among its choices."""
    for option in click.get_current_context().command.params:
        if f"--{text}" in option.opts:
            return f"--{text}"
        if isinstance(option.type, click.Choice) and text in option.type.choices:
            return f"{option.opts[0]} {text}"
    return None


def _check_path(text: str) -> None:
    """InputError where an argument is meant as a path. A position has blanks, or hands only."""
    if not text or re.search(r"[\s{\[]", text):
        return
    if is_folder(text):
        raise InputError(_("{path} is a folder").format(path=text))
    # One hand of an unquoted position has / too, yet in no folder that is there.
    inside = "/" in text and (text.startswith(("/", ".", "~")) or is_folder(str(Path(text).parent)))
    if inside or text.endswith(PATH_ENDINGS):
        raise InputError(_("{path}: no such file").format(path=text))


def _sources(arguments: Sequence[str], files: Sequence[str]) -> Iterator[Source]:
    many = len(arguments) > 1
    for number, argument in enumerate(arguments, 1):
        if argument == STANDARD_INPUT:
            yield from _lines(read_input(), _("input"))
        else:
            place = _("position {number}").format(number=number) if many else ""
            yield Source(argument, place, argument=True)
    for name in files:
        if name == STANDARD_INPUT:
            yield from _lines(read_input(), _("input"))
        else:
            content = _decode(Path(name).read_bytes(), name)
            if re.match(r'[\s\[]*\{\s*"', content):
                problem = _("{file} is a game: give it as GAME, without --file and with --turn T")
                raise InputError(problem.format(file=name))
            yield from _lines(content, name)


def read_input() -> str:
    """All of standard input."""
    if sys.stdin is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF), "<stdin>")
    return _decode(sys.stdin.buffer.read(), _("input"))


def _decode(data: bytes, name: str) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(
            _("{name}: byte {place} is no UTF-8 text").format(name=name, place=error.start + 1)
        ) from None


def _lines(content: str, name: str) -> Iterator[Source]:
    lines = enumerate(content.split("\n"), 1)
    for number, written in lines:
        text = written.partition("#")[0].strip()
        while text.startswith(BEGINNING) and ENDING not in text:
            # A state of OpenSpiel goes over many lines.
            line = next(lines, None)
            if line is None:
                break
            text += "\n" + line[1]
        if text:
            yield Source(text, _("{name}, line {number}").format(name=name, number=number))


def _report(source: Source, error: InputError) -> None:
    """All that is wrong with a position, a line each, and where to look."""
    place = f"{source.place}: " if source.place else ""
    if not isinstance(error, PositionError):
        complain(f"{place}{error}")
        return
    told = Some()
    for fault in error.faults:
        if told.more():
            complain(f"{place}{fault}")
    told.rest()
    if len(source.text) > LONGEST_SHOWN:
        return
    note(f"  {source.text}")
    columns = {fault.column: len(fault.text) for fault in error.faults if fault.column}
    if columns and source.text.isprintable() and source.text.isascii():
        marks = [" "] * (max(columns) + max(columns.values()))
        for column, length in columns.items():
            marks[column - 1 : column - 1 + max(length, 1)] = "^" * max(length, 1)
        note(f"  {''.join(marks).rstrip()}")
