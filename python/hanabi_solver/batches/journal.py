"""The journal of a batch: every finished game at once on disk, in the order they finish.

A line a game, its digest and JSON, after a first line that says what was asked. When a journal is
opened again, what a crash tore off at its end is cut away, and lines that do not agree with their
digests do not count: their games are done again. So are games that have changed since. Tables are
written from the journal when all games are done, so their order is that of the games.
"""

from __future__ import annotations

import errno
import fcntl
import os
import stat
from array import array
from hashlib import blake2b
from typing import TYPE_CHECKING, BinaryIO, Self

import msgspec

from hanabi_solver.batches.work import Outcome
from hanabi_solver.errors import InputError
from hanabi_solver.texts.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SYNC_BYTES = 1 << 20
"""After so many bytes the disk is made to have them: what a power cut may cost at most."""

LONGEST_LINE = 50_000_000
"""Bytes of a line; a game's rows take some hundred thousand."""

SPREAD = 1_000_000
"""Games that may be handed out before the first of them is done: far more than ever are."""

_ABSENT = -1
_BEGINS = b'{"format":'


class _Place(msgspec.Struct):
    """What finding an outcome again needs of its line."""

    number: int
    key: str


def key_of(*parts: bytes) -> str:
    """What tells a game, by its place and its text, from another."""
    digest = blake2b(digest_size=12)
    for part in parts:
        digest.update(len(part).to_bytes(8) + part)
    return digest.hexdigest()


def _signed(outcome: bytes) -> bytes:
    return key_of(outcome).encode() + b" " + outcome + b"\n"


def _outcome(line: bytes) -> Outcome | None:
    """What a line holds, if it holds what was written."""
    outcome = line.partition(b" ")[2].removesuffix(b"\n")
    if line != _signed(outcome):
        return None
    try:
        return msgspec.json.decode(outcome, type=Outcome)
    except msgspec.DecodeError:
        return None


class Journal:
    """An open journal. Games are numbered from 1; eight bytes a game are kept in memory."""

    def __init__(self, path: Path, heading: dict[str, object], *, restart: bool = False) -> None:
        """Open the journal or begin one; with `restart` drop what it holds.

        InputError if another run holds it, if it is none, or if it answers other questions than
        `heading` asks.
        """
        self.path = path
        self._file = self._locked()
        self._places = array("q")
        self._unsynced = 0
        self.resumed = 0
        try:
            self._open(msgspec.json.encode(heading) + b"\n", restart)
        except BaseException:
            self._file.close()
            raise

    def _locked(self) -> BinaryIO:
        """The file, which nobody else writes to, and which still has its name."""
        while True:
            try:
                flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_NONBLOCK
                file = os.fdopen(os.open(self.path, flags, 0o666), "a+b")
            except OSError as error:
                if error.errno != errno.ELOOP:
                    raise
                raise self._no_journal() from None
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                    raise self._no_journal()
                if os.path.samestat(os.fstat(file.fileno()), self.path.stat()):
                    return file
            except FileNotFoundError:
                pass
            except BlockingIOError:
                file.close()
                problem = _("{path}: another batch is writing there").format(path=self.path)
                raise InputError(problem) from None
            # Another run has just finished, and removed it.
            file.close()

    def _no_journal(self) -> InputError:
        problem = _("{path} already exists, and is no journal of a batch")
        return InputError(problem.format(path=self.path))

    def _open(self, heading: bytes, restart: bool) -> None:
        self._file.seek(0)
        first = self._file.readline(LONGEST_LINE)
        if not first.startswith(_BEGINS[: len(first)]):
            raise self._no_journal()
        if restart or not first.endswith(b"\n"):
            self._file.truncate(0)
            self._write(heading)
            return
        if first != heading:
            problem = _("{path} was started with other settings; --restart starts again")
            raise InputError(problem.format(path=self.path))
        offset = whole = self._file.tell()
        lines = 0
        while line := self._file.readline(LONGEST_LINE):
            lines += 1
            found = _outcome(line)
            if found is not None and 1 <= found.number <= lines + SPREAD:
                self._put(found.number, offset)
            offset += len(line)
            whole = offset if line.endswith(b"\n") else whole
        self._file.truncate(whole)
        self.resumed = len(self._places) - self._places.count(_ABSENT)

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
        """Whether a game is done, and is still the one that had this number then."""
        if number > len(self._places) or self._places[number - 1] == _ABSENT:
            return False
        found = self._at(number)
        return found is not None and found.key == key

    def _at(self, number: int) -> Outcome | None:
        self._file.seek(self._places[number - 1])
        return _outcome(self._file.readline(LONGEST_LINE))

    def add(self, outcome: bytes) -> None:
        """Keep what a worker found for a game."""
        place = msgspec.json.decode(outcome, type=_Place)
        self._put(place.number, self._write(_signed(outcome)))

    def outcomes(self, count: int) -> Iterator[Outcome]:
        """The outcomes of so many games, in their order."""
        for number in range(1, count + 1):
            found = self._at(number)
            if found is None:
                raise InputError(_("{path} was changed meanwhile").format(path=self.path))
            yield found

    def so_far(self) -> Iterator[Outcome]:
        """The outcomes of the games that are done, in the order of the games."""
        for number, place in enumerate(self._places, 1):
            found = None if place == _ABSENT else self._at(number)
            if found is not None:
                yield found

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
