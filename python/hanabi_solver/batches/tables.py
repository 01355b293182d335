"""Tables as files: CSV, JSON lines or Parquet by the suffix, written whole or not at all.

Rows come one after the other and none is kept: a table may be larger than memory.
"""

from __future__ import annotations

import csv
import os
import re
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING, Any, BinaryIO, Protocol

import msgspec

from hanabi_solver.errors import InputError, UnsupportedError, visible
from hanabi_solver.games.rows import GameRow, TurnRow, columns
from hanabi_solver.system.paths import begun, part_of
from hanabi_solver.texts.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from msgspec import Struct

SUFFIXES = (".parquet", ".csv", ".jsonl")
GROUP = 5_000
"""Rows of a row group of Parquet: what is kept in memory until it is written."""


def turns_path(path: Path) -> Path:
    """Where the rows a turn go, beside the rows a game."""
    return path.with_name(f"{path.stem}.turns{path.suffix}")


def needs(what: str, library: str) -> str:
    """What to install for something that not everybody needs: the library itself, for that works
    however this package came here.
    """
    text = _("{what} needs {library}: {command}")
    return text.format(what=what, library=library, command=f"pip install {library}")


def check_path(path: Path) -> None:
    """Refuses an unknown suffix, and Parquet without pyarrow, before any work."""
    if path.suffix not in SUFFIXES:
        expected = ", ".join(SUFFIXES)
        problem = _("{path}: unknown suffix; expected one of {choices}")
        raise InputError(problem.format(path=path, choices=expected))
    if path.suffix == ".parquet":
        try:
            import pyarrow  # noqa: F401
        except ImportError:
            raise UnsupportedError(needs("Parquet", "pyarrow")) from None


class _Format(Protocol):
    """Turns rows into the bytes of a file."""

    def write(self, row: msgspec.Raw) -> None:
        """Add a row."""

    def end(self) -> None:
        """Write what is still to be written."""

    def drop(self) -> None:
        """Write no more."""


class _JsonLines:
    """The rows as they come."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def write(self, row: msgspec.Raw) -> None:
        self._file.write(bytes(row) + b"\n")

    def end(self) -> None:
        pass

    def drop(self) -> None:
        pass


class _Csv:
    """RFC 4180 with a heading; null is empty."""

    def __init__(self, file: BinaryIO, row: type[Struct]) -> None:
        self._decoder = msgspec.json.Decoder(dict)
        self._csv = csv.writer(_Lines(file), lineterminator="\n")
        self._csv.writerow(columns(row))

    def write(self, row: msgspec.Raw) -> None:
        self._csv.writerow(map(_cell, self._decoder.decode(row).values()))

    def end(self) -> None:
        pass

    def drop(self) -> None:
        pass


class _Lines:
    """What the csv module writes texts to."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def write(self, text: str) -> int:
        return self._file.write(text.encode())


_FORMULA = re.compile(r"[=@]|[+-](?!\d+(/\d+)?$)")
"""How a cell begins that a spreadsheet may take for a formula; a number is none."""


def _cell(value: object) -> object:
    """Texts with what is invisible escaped, and an apostrophe before what might be a formula."""
    if isinstance(value, str):
        value = visible(value)
        return f"'{value}" if _FORMULA.match(value) else value
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else value


class _Parquet:
    """Row groups, each written as soon as it is full."""

    def __init__(self, file: BinaryIO, row: type[Struct]) -> None:
        import pyarrow
        from pyarrow import parquet

        kinds = {
            int: pyarrow.int64(),
            float: pyarrow.float64(),
            bool: pyarrow.bool_(),
            str: pyarrow.string(),
        }
        self._schema = pyarrow.schema([(name, kinds[kind]) for name, kind in columns(row).items()])
        self._writer: Any = parquet.ParquetWriter(file, self._schema, compression="zstd")
        self._batch: Any = pyarrow.record_batch
        self._decoder = msgspec.json.Decoder(dict)
        self._columns: list[list[object]] = [[] for _ in self._schema]

    def write(self, row: msgspec.Raw) -> None:
        for column, cell in zip(self._columns, self._decoder.decode(row).values(), strict=True):
            column.append(cell)
        if len(self._columns[0]) == GROUP:
            self._flush()

    def end(self) -> None:
        if self._columns[0]:
            self._flush()
        self._writer.close()

    def drop(self) -> None:
        # A writer that is open writes its last words when it is collected.
        self._writer.is_open = False

    def _flush(self) -> None:
        self._writer.write_batch(self._batch(self._columns, schema=self._schema))
        for column in self._columns:
            column.clear()


def _format(suffix: str, file: BinaryIO, row: type[Struct]) -> _Format:
    if suffix == ".parquet":
        return _Parquet(file, row)
    return _Csv(file, row) if suffix == ".csv" else _JsonLines(file)


class Writer:
    """Writes one table row by row into a file beside its place; `place` moves it there."""

    def __init__(self, path: Path, row: type[Struct]) -> None:
        """`row` has the table's columns."""
        self.path = path
        self._part = part_of(path)
        self._file = begun(self._part)
        try:
            self._format = _format(path.suffix, self._file, row)
        except BaseException:
            self._remove()
            raise

    def write(self, rows: Iterable[msgspec.Raw]) -> None:
        """Add rows."""
        for row in rows:
            self._format.write(row)

    def finish(self) -> None:
        """Make the disk have the whole table."""
        self._format.end()
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()

    def place(self) -> None:
        """Put the whole table in its place."""
        self._part.replace(self.path)

    def drop(self) -> None:
        """Give the table up."""
        self._format.drop()
        self._remove()

    def _remove(self) -> None:
        # On a full disk what is still to be written cannot be, and closing says so again.
        with suppress(OSError):
            self._file.close()
        self._part.unlink(missing_ok=True)


@contextmanager
def writers(path: Path) -> Iterator[tuple[Writer, Writer]]:
    """The writers of both tables, which come into their places together or not at all."""
    with ExitStack() as undone:
        both: list[Writer] = []
        for where, row in ((path, GameRow), (turns_path(path), TurnRow)):
            both.append(Writer(where, row))
            undone.callback(both[-1].drop)
        yield both[0], both[1]
        for writer in both:
            writer.finish()
        for writer in reversed(both):
            writer.place()
