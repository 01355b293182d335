"""Tables as files: CSV, JSON lines or Parquet by the suffix, written whole or not at all."""

from __future__ import annotations

import csv
import os
from typing import TYPE_CHECKING, BinaryIO

import msgspec

from hanabi_solver.batch.rows import GameRow, TurnRow, columns
from hanabi_solver.errors import InputError, UnsupportedError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from msgspec import Struct

SUFFIXES = (".parquet", ".csv", ".jsonl")


def turns_path(path: Path) -> Path:
    """Where the rows a turn go, beside the rows a game."""
    return path.with_name(f"{path.stem}.turns{path.suffix}")


def check_path(path: Path) -> None:
    """Refuses a suffix that says no format, and Parquet without polars, before any work."""
    if path.suffix not in SUFFIXES:
        expected = ", ".join(SUFFIXES)
        raise InputError(f"{path}: the suffix says no format; expected one of {expected}")
    if path.suffix == ".parquet":
        _polars()


def _polars() -> object:
    try:
        import polars
    except ImportError:
        raise UnsupportedError(
            "Parquet needs polars: pip install 'hanabi-solver[parquet]'"
        ) from None
    return polars


class Writer:
    """Writes one table row by row into a file beside its place; `finish` moves it there."""

    def __init__(self, path: Path, row: type[Struct]) -> None:
        """`row` has the table's columns."""
        self.path = path
        self._row = row
        self._part = path.with_name(f".{path.name}.part")
        self._file: BinaryIO = self._part.open("wb")
        self._decoder = msgspec.json.Decoder(dict)
        self._csv = None
        if path.suffix == ".csv":
            self._csv = csv.writer(_Lines(self._file), lineterminator="\n")
            self._csv.writerow(columns(row))

    def write(self, rows: Iterable[msgspec.Raw]) -> None:
        """Add rows."""
        for row in rows:
            if self._csv is None:
                self._file.write(bytes(row) + b"\n")
            else:
                self._csv.writerow(map(_cell, self._decoder.decode(row).values()))

    def finish(self) -> None:
        """Put the whole table in its place."""
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()
        part = self._part
        if self.path.suffix == ".parquet":
            part = _parquet(part, self._row)
        part.replace(self.path)

    def drop(self) -> None:
        """Give the table up."""
        self._file.close()
        self._part.unlink(missing_ok=True)


class _Lines:
    """What the csv module writes texts to."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def write(self, text: str) -> int:
        return self._file.write(text.encode())


def _cell(value: object) -> object:
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else value


def _parquet(lines: Path, row: type[Struct]) -> Path:
    """The Parquet file of JSON lines, made piece by piece: tables may be larger than memory."""
    import polars

    kinds = {int: polars.Int64, float: polars.Float64, bool: polars.Boolean, str: polars.String}
    schema = {name: kinds[kind] for name, kind in columns(row).items()}
    part = lines.with_name(lines.name + "quet")
    if lines.stat().st_size == 0:
        polars.DataFrame(schema=schema).write_parquet(part)
    else:
        polars.scan_ndjson(lines, schema=schema).sink_parquet(part, maintain_order=True)
    lines.unlink()
    return part


def writers(path: Path) -> tuple[Writer, Writer]:
    """The writers of both tables."""
    return Writer(path, GameRow), Writer(turns_path(path), TurnRow)
