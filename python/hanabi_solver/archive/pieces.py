"""Streams of bytes cut into games: lines, and the values of JSON, none kept but the last.

Where something is wrong the cutting goes on: a broken piece is handed on as it stands, for
whoever reads it to refuse, and so is the next one.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MOST = 1_000_000
"""Bytes of a game: real ones have some ten thousand."""

GIVE_UP = 3 * MOST
"""Bytes in which the end of a value is looked for."""


class Piece(NamedTuple):
    """A line or a value; None in the place of one that is longer than a game can be.

    `number` is its place in an array, or its first line, from 1.
    """

    number: int
    data: bytes | None


def lines(chunks: Iterable[bytes]) -> Iterator[Piece]:
    """The lines, however they end."""
    rest = b""
    number = 0
    for chunk in chunks:
        found = (rest + chunk).splitlines(keepends=True)
        # One that ends in \r may go on with \n.
        rest = found.pop()[: MOST + 1] if found and not found[-1].endswith(b"\n") else b""
        for data in found:
            number += 1
            yield Piece(number, data if len(data) <= MOST else None)
    if rest:
        yield Piece(number + 1, rest if len(rest) <= MOST else None)


class EndlessError(Exception):
    """A value goes on for so long that no more is looked for."""


class Open(NamedTuple):
    """An array that was never closed, after its elements."""


_TOKEN = re.compile(
    rb'"(?P<in>(?:[^"\\\r\n]|\\[^\r\n])*+)(?P<end>"|\\?(?:[\r\n]|\Z))|[\[\]{}:,\n]|[^\s"\[\]{}:,]+'
)
"""A string, which ends with its line at the latest; a sign; an end of a line; anything else."""

_REST = {True: re.compile(rb"[^,\]\r\n]*"), False: re.compile(rb"[^\r\n]*")}
"""What stands in the place of an element of an array, or of a value of its own."""

_CLOSES = {b"}": b"{", b"]": b"["}


class Values:
    """The elements of a JSON array, or values that follow one another; iterate over it.

    A value ends where its brackets close. One that lacks some ends where no value of JSON can
    go on: at a `{` that neither follows a colon nor, in an array, begins or follows a comma.
    """

    def __init__(self, chunks: Iterable[bytes]) -> None:
        """Nothing is read yet."""
        self._chunks = iter(chunks)
        self._buffer = b""
        self._at = self._token_at = 0
        self._start: int | None = None
        self._first_line = self._line = 1
        self._skipped = 0
        self._stack = bytearray()
        self._error: Exception | None = None
        self._before = b""
        self._count = 0
        self.array = False

    def __iter__(self) -> Iterator[Piece | Open]:
        """The values in order."""
        closed = False
        while (token := self._token()) is not None:
            if token == b"\n":
                self._line += 1
            elif self._stack:
                yield from self._inside(token)
            elif token == b"[" and not self._before:
                self.array = True
            elif self.array and token in b",]":
                closed = token == b"]"
            else:
                yield from self._begin(token)
            if token != b"\n":
                self._before = token[:1]
        if self._error is not None:
            raise self._error
        if self._start is not None:
            yield self._end(len(self._buffer))
        if self.array and not closed:
            yield Open()

    def _begin(self, token: bytes) -> Iterator[Piece]:
        self._start, self._first_line = self._token_at, self._line
        if token in b"{[":
            self._stack += token
            return
        rest = _REST[self.array]
        while True:
            found = rest.match(self._buffer, self._at)
            self._at = found.end() if found else self._at
            if self._at < len(self._buffer) or not self._more():
                break
        piece = self._end(self._at)
        if self.array or not (piece.data or b"").startswith(b"#"):
            yield piece

    def _inside(self, token: bytes) -> Iterator[Piece]:
        stack = self._stack
        begins = b":" if stack[-1:] == b"{" else b"[,"
        if token == b"{" and self._before not in begins:
            stack.clear()
            yield self._end(self._token_at)
            yield from self._begin(token)
        elif token in (b"{", b"["):
            stack += token
        elif token in (b"}", b"]") and _CLOSES[token] in stack:
            del stack[stack.rindex(_CLOSES[token]) :]
            if not stack:
                yield self._end(self._at)

    def _end(self, end: int) -> Piece:
        """The value that ends there."""
        self._count += 1
        data = self._buffer[self._start : end]
        long = self._skipped + len(data) > MOST
        self._start, self._skipped = None, 0
        return Piece(self._count if self.array else self._first_line, None if long else data)

    def _token(self) -> bytes | None:
        """The next one, of a string its first letter; None at the end."""
        while True:
            found = _TOKEN.search(self._buffer, self._at)
            if found is None:
                self._at = len(self._buffer)
                if not self._more():
                    return None
            elif found.end() < len(self._buffer) or not self._more():
                self._token_at, self._at = found.span()
                if found["end"] not in (None, b'"'):
                    # The end of the line is a token of its own.
                    self._at = found.start("end")
                return found[0][:1] if found["end"] is not None else found[0]

    def _more(self) -> bool:
        """Read on, and drop what is no longer needed."""
        try:
            chunk = next(self._chunks, b"")
        except Exception as error:
            # It is told after the values that are whole.
            self._error = error
            chunk = b""
        if not chunk:
            return False
        if self._skipped > GIVE_UP:
            self._error = EndlessError()
            return False
        keep = self._at if self._start is None else self._start
        rest = self._buffer[self._at :]
        if self._start is not None and len(self._buffer) - self._start > MOST:
            # Too long to be a game: only its end is looked for.
            self._skipped += self._at - self._start
            keep = self._start = self._at
        if len(rest) > MOST:
            # So is a string or a word. Whether a backslash is open decides where a string ends.
            self._skipped += len(rest)
            open_slash = (len(rest) - len(rest.rstrip(b"\\"))) % 2
            rest = rest[:1] + b"\\" * open_slash
        self._buffer = self._buffer[keep : self._at] + rest + chunk
        self._at -= keep
        if self._start is not None:
            self._start -= keep
        return True
