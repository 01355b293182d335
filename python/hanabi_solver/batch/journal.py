"""The journal of a batch: every finished game at once on disk, in the order they finish.

A line of JSON a game, after a first line that says what was asked. What a crash tore off at
the end is cut away when the journal is opened again; everything before it counts. Tables are
written from the journal when all games are done, so their order is that of the games.
"""

from __future__ import annotations

import fcntl
import os
from array import array
from hashlib import blake2b
from typing import TYPE_CHECKING, Self

import msgspec

from hanabi_solver.batch.work import Outcome
from hanabi_solver.errors import InputError
from hanabi_solver.texts.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SYNC_BYTES = 1 << 20
"""After so many bytes the disk is made to have them: what a power cut may cost at most."""

_ABSENT = -1


class _Place(msgspec.Struct):
    """What finding an outcome again needs of its line."""

    number: int
    key: str


def key_of(data: bytes) -> str:
    """What tells a game's text from another's."""
    return blake2b(data, digest_size=12).hexdigest()


class Journal:
    """An open journal. Games are numbered from 1; eight bytes a game are kept in memory."""

    def __init__(self, path: Path, heading: dict[str, object]) -> None:
        """Open the journal or begin one.

        InputError if another run holds it, or it answers other questions than `heading` asks.
        """
        self.path = path
        self._file = path.open("a+b")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._file.close()
            problem = _("{path}: another batch is writing there").format(path=path)
            raise InputError(problem) from None
        self._places = array("q")
        self._unsynced = 0
        self.resumed = 0
        self._open(msgspec.json.encode(heading) + b"\n")

    def _open(self, heading: bytes) -> None:
        self._file.seek(0)
        first = self._file.readline()
        if first != heading:
            if first.endswith(b"\n"):
                self._file.close()
                problem = _("{path} was started with other settings; --restart starts again")
                raise InputError(problem.format(path=self.path))
            self._file.truncate(0)
            self._write(heading)
            return
        good = self._file.tell()
        for line in self._file:
            if not line.endswith(b"\n"):
                break
            try:
                place = msgspec.json.decode(line, type=_Place)
            except msgspec.DecodeError:
                break
            self._put(place.number, good)
            self.resumed += 1
            good += len(line)
        self._file.truncate(good)

    def _put(self, number: int, offset: int) -> None:
        if number > len(self._places):
            self._places.extend([_ABSENT] * (number - len(self._places)))
        self._places[number - 1] = offset

    def _write(self, data: bytes) -> int:
        self._file.seek(0, os.SEEK_END)
        offset = self._file.tell()
        self._file.write(data)
        self._file.flush()
        self._unsynced += len(data)
        if self._unsynced >= SYNC_BYTES:
            self.sync()
        return offset

    def has(self, number: int, key: str) -> bool:
        """Whether a game is done. InputError if another game had this number then."""
        if number > len(self._places) or self._places[number - 1] == _ABSENT:
            return False
        self._file.seek(self._places[number - 1])
        if msgspec.json.decode(self._file.readline(), type=_Place).key != key:
            problem = _("{path}: game {number} has changed since; --restart starts again")
            raise InputError(problem.format(path=self.path, number=number))
        return True

    def add(self, outcome: bytes) -> None:
        """Keep what a worker found for a game."""
        place = msgspec.json.decode(outcome, type=_Place)
        self._put(place.number, self._write(outcome + b"\n"))

    def outcomes(self) -> Iterator[Outcome]:
        """All outcomes in the order of the games."""
        for offset in self._places:
            if offset != _ABSENT:
                self._file.seek(offset)
                yield msgspec.json.decode(self._file.readline(), type=Outcome)

    def sync(self) -> None:
        """Make the disk have everything."""
        os.fsync(self._file.fileno())
        self._unsynced = 0

    def remove(self) -> None:
        """The journal's work is done."""
        self.path.unlink()

    def __enter__(self) -> Self:
        """The journal is open from the start."""
        return self

    def __exit__(self, *_error: object) -> None:
        """Close the file; what was written stays."""
        self._file.close()
