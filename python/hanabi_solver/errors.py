"""Every error that the package raises on purpose."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from numbers import Integral
from types import NoneType
from typing import TYPE_CHECKING, TypeVar
from unicodedata import category

from hanabi_solver.texts.text import _, lookup

if TYPE_CHECKING:
    from typing import Self

MAX_SHOWN = 40
"""Characters of an offending text that a message repeats."""


def shown(text: str) -> str:
    """A text fit to stand in a message: cut to size, unprintable characters escaped, blanks of
    other kinds too: a message has to tell them apart.
    """
    if len(text) > MAX_SHOWN:
        text = text[: MAX_SHOWN - 1] + "…"
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def visible(text: str) -> str:
    """A text from outside fit to be shown: what would act on a terminal or turn the direction of
    writing is written as its escape, as `\\x1b`. All that comes from files goes through here.
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or category(c) == "Zs" else ascii(c)[1:-1] for c in text)


_T = TypeVar("_T")

_VAST = 10**100
"""Beyond every number that means anything here; far larger ones cannot even be written."""


def written(value: object) -> str:
    """Whatever was given, as a message shows it: its kind where it cannot be written."""
    try:
        return shown(repr(value))
    except Exception:
        return f"<{type(value).__name__}>"


def expect(name: str, value: _T, *types: type) -> _T:
    """The value of an argument, if it is of one of the types; else InputError with its name.

    A truth value is no number, every kind of whole number is an `int`, and none is vast.
    """
    if isinstance(value, Integral):
        kind = bool if isinstance(value, bool) else int
        if kind in types and -_VAST < int(value) < _VAST:
            return value
    elif isinstance(value, types):
        return value
    expected = ", ".join("None" if each is NoneType else each.__name__ for each in types)
    raise wrong(name, value, expected)


def expect_all(name: str, values: Iterable[_T], *types: type) -> tuple[_T, ...]:
    """The values of an argument that takes several, each of one of the types; else InputError."""
    if isinstance(values, str | bytes | Mapping) or not isinstance(values, Iterable):
        several = ", ".join(each.__name__ for each in types)
        raise wrong(name, values, _("a list of {kinds}").format(kinds=several))
    return tuple(expect(name, value, *types) for value in values)


def expect_whole(name: str, value: int, low: int, high: int) -> int:
    """The value of an argument, if it is a whole number in these bounds; else InputError."""
    if not low <= expect(name, value, int) <= high:
        expected = _("a whole number from {low} to {high}").format(low=low, high=high)
        raise wrong(name, value, expected)
    return value


def expect_call(name: str, value: _T) -> _T:
    """The value of an argument, if it can be called or is None; else InputError."""
    if value is None or callable(value):
        return value
    raise wrong(name, value, _("a function"))


def wrong(name: str, value: object, expected: str) -> InputError:
    """The error for an argument: its name, what was given, what would have been right."""
    problem = _("{name} is {value}").format(name=name, value=written(value))
    return InputError(_expecting(problem, expected))


class HanabiError(Exception):
    """Base of all errors of this package. Its text is one clear sentence for people."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a text: where it stands, what it is, what was expected.

    `field` is the part of the position string (stacks, hands, deck, c, s, t or a key),
    `text` the offending piece, `column` its first column in the input, counted from 1
    (None where the data did not come from a text), `problem` what is wrong with it and
    `expected` what would have been right.
    """

    field: str
    text: str
    column: int | None
    problem: str
    expected: str

    def __str__(self) -> str:
        """The fault in one line."""
        where = lookup(self.field)
        if self.column:
            where = _("{field}, column {column}").format(field=where, column=self.column)
        text = f": '{shown(self.text)}'" if self.text else ""
        return f"{where}{text}: {_expecting(self.problem, self.expected)}"


def _expecting(problem: str, expected: str) -> str:
    return _("{problem}; expected {expected}").format(problem=problem, expected=expected)


class InputError(HanabiError):
    """Bad input: exit status 2 on the command line."""

    place = ""
    """Which of several inputs it is, where there are several."""

    def at(self, place: str) -> Self:
        """The same error, its text beginning with the place of the input."""
        self.place = place
        return self

    def __str__(self) -> str:
        """What is wrong, and where."""
        text = super().__str__()
        return f"{self.place}: {text}" if self.place else text


class PositionError(InputError):
    """A position that cannot be. Holds all its faults, in the order of their columns."""

    def __init__(self, faults: tuple[Fault, ...], source: str = "") -> None:
        """`source` is the text given, where there was one."""
        expect_all("faults", faults, Fault)
        super().__init__("; ".join(map(str, faults)))
        self.faults = faults
        self.source = source

    def __reduce__(self) -> tuple[type[Self], tuple[tuple[Fault, ...], str], dict[str, object]]:
        """Comes whole from another process: made of its faults, not of their text."""
        return type(self), (self.faults, self.source), vars(self).copy()


class MoveError(InputError):
    """A move that cannot be made: names the move, its place in the line, and the reason."""

    def __init__(
        self, problem: str, *, text: str = "", column: int | None = None, expected: str = ""
    ) -> None:
        """`text` is the offending piece, `column` its first column in the line, from 1."""
        for name, given in (("problem", problem), ("text", text), ("expected", expected)):
            expect(name, given, str)
        expect("column", column, int, NoneType)
        place = _("line, column {column}").format(column=column)
        where = f"{place}: " if column else ""
        what = f"'{shown(text)}': " if text else ""
        whole = _expecting(problem, expected) if expected else problem
        super().__init__(f"{where}{what}{whole}")
        self.problem = problem
        self.text = text
        self.column = column
        self.expected = expected


class UnsupportedError(InputError):
    """A mode, rule or variant that is not supported, refused by its name."""


class GameError(InputError):
    """An archived game that is malformed, against the rules, or refused.

    `rule` is the rule that it breaks in a few words, the same for every game that breaks it:
    what a summary counts by. `turn` counts actions from 1.
    """

    def __init__(
        self,
        rule: str,
        problem: str,
        *,
        source: str = "",
        turn: int | None = None,
        action: str = "",
    ) -> None:
        """`source` names file, line and game, `action` what was to be done at that turn."""
        super().__init__(rule, problem)
        self.rule = rule
        self.problem = problem
        self.source = source
        self.turn = turn
        self.action = action

    def __str__(self) -> str:
        """Where it is, what is wrong, and the rule that it breaks."""
        number = _("turn {turn}").format(turn=self.turn) if self.turn is not None else ""
        where = ", ".join(filter(None, (self.source, number, self.action)))
        told = f"{self.problem} ({lookup(self.rule)})"
        return visible(f"{where}: {told}" if where else told)


class BusyError(HanabiError):
    """A kept solver was used from two threads at once."""


def own_fault(error: Exception) -> str:
    """What is said of an error that nobody raised on purpose."""
    return _("an error in hanabi-solver itself, please report it: {error}").format(
        error=f"{type(error).__name__}: {error}"
    )
