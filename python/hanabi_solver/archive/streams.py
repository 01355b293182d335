"""The bytes of game files, of gz and zip archives too, read once and in small parts.

Whatever goes wrong is told as an UnreadableError, so that one bad member of an archive costs
nothing else. What unpacks beyond a bound, which grows with the size of the archive, is refused.
"""

from __future__ import annotations

import os
import stat
import struct
import zipfile
import zlib
from contextlib import contextmanager
from copy import copy
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING, NamedTuple, cast

from hanabi_solver.system.paths import os_problem
from hanabi_solver.texts.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

SUFFIXES = (".json", ".jsonl", ".ndjson", ".txt", ".hle")
"""What files of a folder or a zip archive are read; each may be followed by .gz."""

CHUNK = 1 << 16
"""Bytes read at a time."""

FREELY = 100_000_000
"""Bytes that any archive may unpack to."""

UNPACKED = 100
"""How many times its own size a larger archive may unpack to: games do to some ten times."""

DIRECTORY = 20_000_000
"""Bytes of a zip archive's list of members: some 200,000 of them."""

_STEP = 512
"""Packed bytes at a time where no bound can be set for what they unpack to: 10 MB at most."""

_LITTLE = 4096
"""Bytes unpacked at a time: what is lost where gzip's data are damaged, at most."""


class UnreadableError(Exception):
    """Why a file, or what follows in it, cannot be read."""


class Stream(NamedTuple):
    """A file or a member of an archive. Reading `chunks` may raise UnreadableError."""

    name: str
    chunks: Iterator[bytes]


def streams(path: Path, skip: Collection[Path] = ()) -> Iterator[Stream]:
    """What a path holds: the file, the members of an archive; those of a folder by their names.

    `skip` are files of a folder that are not meant, by their resolved paths.
    """
    if not path.is_dir():
        yield from _of_file(path, pipe=True)
        return
    unreadable: list[OSError] = []
    found = [
        Path(folder, name)
        for folder, _folders, names in os.walk(path, onerror=unreadable.append)
        for name in names
        if name.endswith(".zip") or _wanted(name)
    ]
    for file in sorted(found):
        # Not Path.resolve, which has an error of its own for links in a circle.
        if Path(os.path.realpath(file)) not in skip:
            yield from _of_file(file, pipe=False)
    for error in unreadable:
        yield Stream(str(error.filename), _refusal(os_problem(error)))


def _wanted(name: str) -> bool:
    return name.removesuffix(".gz").endswith(SUFFIXES) and not Path(name).name.startswith(".")


def _of_file(path: Path, *, pipe: bool) -> Iterator[Stream]:
    try:
        with _told():
            status = path.stat()
        if not stat.S_ISREG(status.st_mode) and not (pipe and stat.S_ISFIFO(status.st_mode)):
            raise UnreadableError(_("it is no regular file"))
        if path.suffix != ".zip":
            bound = _Bound(status.st_size)
            with _told():
                file = path.open("rb")
            with file:
                yield Stream(str(path), _plain(file, str(path), bound))
            return
        with _told():
            archive = _zip(path)
    except UnreadableError as error:
        yield Stream(str(path), _refusal(str(error)))
        return
    with archive:
        bound = _Bound(status.st_size)
        for member in sorted(archive.infolist(), key=lambda member: member.filename):
            if _wanted(member.filename):
                name = f"{path}/{member.filename}"
                yield Stream(name, _of_member(archive, member, name, bound))


class _Bound:
    """What may still be unpacked of an archive."""

    def __init__(self, packed: int) -> None:
        self.whole = self.left = max(FREELY, UNPACKED * packed)

    def take(self, size: int) -> None:
        """UnreadableError if that is too much."""
        self.left -= size
        if self.left < 0:
            problem = _("it unpacks to more than {size} MB, which no archive of games does")
            raise UnreadableError(problem.format(size=self.whole // 1_000_000))


@contextmanager
def _told() -> Iterator[None]:
    """The libraries raise errors of many types for damaged data."""
    try:
        yield
    except UnreadableError:
        raise
    except OSError as error:
        raise UnreadableError(os_problem(error)) from None
    except Exception as error:
        raise UnreadableError(str(error) or type(error).__name__) from None


def _refusal(problem: str) -> Iterator[bytes]:
    """The chunks of what cannot even be opened."""
    raise UnreadableError(problem)
    yield b""


def _zip(path: Path) -> zipfile.ZipFile:
    """A zip archive, if its list of members fits into memory: the library reads it whole."""
    with path.open("rb") as file:
        file.seek(-min(path.stat().st_size, CHUNK + 100), os.SEEK_END)
        tail = file.read()
    for mark, place, form in ((b"PK\x05\x06", 12, "<I"), (b"PK\x06\x06", 40, "<Q")):
        record = tail[tail.rfind(mark) :][place : place + struct.calcsize(form)]
        if mark in tail and record and 0xFFFFFFFF != struct.unpack(form, record)[0] > DIRECTORY:
            raise UnreadableError(_("the archive has too many members"))
    return zipfile.ZipFile(path)


def _of_member(
    archive: zipfile.ZipFile, member: zipfile.ZipInfo, name: str, bound: _Bound
) -> Iterator[bytes]:
    # The library keeps what it has read to itself where the check sum is wrong.
    unchecked = copy(member)
    del unchecked.CRC
    step = CHUNK
    with _told():
        file = cast("zipfile.ZipExtFile", archive.open(unchecked))
    if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        file.MIN_READ_SIZE = step = _STEP

    def checked() -> Iterator[bytes]:
        found = 0
        for part in _read(partial(file.read1, step)):
            bound.take(len(part))
            found = zlib.crc32(part, found)
            yield part
        if found != member.CRC:
            raise UnreadableError(_("the check sum is wrong: something is damaged"))

    with file:
        parts = checked()
        yield from _gathered(_unpacked(parts, bound) if name.endswith(".gz") else parts)


def _plain(file: IO[bytes], name: str, bound: _Bound) -> Iterator[bytes]:
    """A file of its own; only what is packed has a bound."""
    parts = _read(partial(file.read, CHUNK))
    return _gathered(_unpacked(parts, bound)) if name.endswith(".gz") else parts


def _read(read: Callable[[], bytes]) -> Iterator[bytes]:
    while True:
        with _told():
            part = read()
        if not part:
            return
        yield part


def _unpacked(parts: Iterable[bytes], bound: _Bound) -> Iterator[bytes]:
    """What gzip has packed, by little and little, so that hardly anything is lost with an error."""
    inflate = zlib.decompressobj(wbits=31)
    for data in _cut(parts, _STEP):
        while data:
            if inflate.eof:
                data = data.lstrip(b"\0")
                inflate = zlib.decompressobj(wbits=31) if data else inflate
            with _told():
                found = inflate.decompress(data, _LITTLE)
            bound.take(len(found))
            yield found
            data = inflate.unconsumed_tail or inflate.unused_data
    while found := inflate.decompress(b"", _LITTLE):
        yield found
    if not inflate.eof:
        raise UnreadableError(_("its end is missing"))


def _cut(parts: Iterable[bytes], size: int) -> Iterator[bytes]:
    for part in parts:
        yield from (part[place : place + size] for place in range(0, len(part), size))


def _gathered(parts: Iterable[bytes]) -> Iterator[bytes]:
    """Small parts put together; what was read before an error comes before it."""
    found = bytearray()
    try:
        for part in parts:
            found += part
            if len(found) >= CHUNK:
                yield bytes(found)
                found.clear()
    except UnreadableError:
        if found:
            yield bytes(found)
        raise
    if found:
        yield bytes(found)
