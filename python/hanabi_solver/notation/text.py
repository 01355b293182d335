"""Pieces of a text that know their place in it, and the faults found on the way."""

from __future__ import annotations

import string
from typing import TYPE_CHECKING, NamedTuple

from hanabi_solver.errors import Fault, PositionError
from hanabi_solver.texts.text import _

if TYPE_CHECKING:
    from collections.abc import Container

BLANKS = " \t\r\n\f\v"
DIGITS = "0123456789"
LETTERS = string.ascii_lowercase

_LOWER = str.maketrans(string.ascii_uppercase, string.ascii_lowercase)

MAX_FAULTS = 50
"""Enough for whoever mends a position by hand; a flood of garbage is cut off here."""


def fold(text: str) -> str:
    """The text with ASCII capitals made small: unlike `lower`, it keeps every column."""
    return text.translate(_LOWER)


class Piece(NamedTuple):
    """A piece of a text: as given, folded to small letters, and its column from 1."""

    given: str
    folded: str
    column: int

    @classmethod
    def whole(cls, text: str) -> Piece:
        """The whole text as a piece."""
        return cls(text, fold(text), 1)

    def cut(self, start: int, end: int | None = None) -> Piece:
        """The piece between two places of this one."""
        return Piece(self.given[start:end], self.folded[start:end], self.column + start)

    def split(self, separator: str) -> list[Piece]:
        """The pieces between the separators, empty ones included."""
        pieces = []
        start = 0
        while (end := self.folded.find(separator, start)) >= 0:
            pieces.append(self.cut(start, end))
            start = end + len(separator)
        return [*pieces, self.cut(start)]

    def words(self) -> list[Piece]:
        """The pieces between blanks."""
        pieces = []
        start = None
        for place, char in enumerate(self.folded + " "):
            if char in BLANKS:
                if start is not None:
                    pieces.append(self.cut(start, place))
                start = None
            elif start is None:
                start = place
        return pieces

    def end(self) -> Piece:
        """The empty piece behind this one: the place of something that is missing."""
        return self.cut(len(self.given))


def one_of(choices: str) -> str:
    """What was expected, of a few choices."""
    return _("one of {choices}").format(choices=choices)


def span(low: str, high: str) -> str:
    """What was expected, from a lowest to a highest."""
    return _("{low} to {high}").format(low=low, high=high)


def number(piece: Piece, limit: int) -> int | None:
    """The number that the ASCII digits of a piece write, None if there are others or none.

    Any number above `limit` comes back as `limit + 1`: nobody needs to know how much above,
    and converting a million digits takes forever.
    """
    text = piece.folded
    if not text or text.strip(DIGITS):
        return None
    text = text.lstrip("0") or "0"
    if len(text) > len(str(limit)):
        return limit + 1
    return min(int(text), limit + 1)


class Faults:
    """The faults of a position, collected field by field."""

    def __init__(self) -> None:
        """None yet."""
        self._faults: list[Fault] = []

    def __bool__(self) -> bool:
        """Whether there are any."""
        return bool(self._faults)

    def __len__(self) -> int:
        """How many there are."""
        return len(self._faults)

    def first(self) -> Fault:
        """The fault found first."""
        return self._faults[0]

    def any_in(self, fields: Container[str]) -> bool:
        """Whether one of the fields has a fault."""
        return any(fault.field in fields for fault in self._faults)

    def add(self, field: str, piece: Piece, problem: str, expected: str) -> None:
        """One more fault, at a piece of the text."""
        self._faults.append(Fault(field, piece.given, piece.column, problem, expected))

    def error(self, source: str) -> PositionError:
        """All faults together, in the order of their columns."""
        ordered = sorted(self._faults, key=lambda fault: fault.column or 0)
        return PositionError(tuple(ordered[:MAX_FAULTS]), source)
