"""The bots that teams are rated against: a table of the user's, and what holds without it.

Board Game Arena's table is not public, so a CSV file states the rating of the bot that a team
has played a draw with, by variant, number of players and score.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from hanabi_solver.errors import InputError, UnsupportedError, expect, shown, written
from hanabi_solver.game.rules import MAX_PLAYERS, MIN_PLAYERS, STEPS
from hanabi_solver.texts.text import _, plural
from hanabi_solver.variants.registry import STANDARD, VARIANTS, find_variant
from hanabi_solver.variants.variant import SITE

if TYPE_CHECKING:
    from collections.abc import Iterator

EASY_BOT = 1000
"""The bot's rating for scores below those of the table."""

FIRST_SCORE = {50: 18, 60: 21}
"""By the number of cards: the lowest score for which the table states a rating."""

COLUMNS = ("variant", "players", "score", "rating")

PLAIN_IN_BOX = 5
"""Plain suits of a whole game by the box's rules."""

SITE_STANDARD = f"{SITE}0"
"""What hanab.live calls the standard game."""

_NUMBER = re.compile(r"-?[0-9]{1,6}")


class TableError(InputError):
    """A table of bots that cannot be used. Holds all its faults, in order."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        """A fault names file, line, column, what stands there and what was expected."""
        super().__init__("; ".join(faults))
        self.faults = faults


class Scale(NamedTuple):
    """What a variant's scores are measured by: its name, cards, and highest score."""

    variant: str
    cards: int
    maximum: int

    @property
    def first(self) -> int:
        """The lowest score for which the table states a rating."""
        return FIRST_SCORE[self.cards]


def scale(variant: str) -> Scale:
    """The scale of a variant, as `variant=` names it. UnsupportedError if it is not rated."""
    found = find_variant(variant.lower())
    suits = found.plain[:PLAIN_IN_BOX] + found.fixed
    cards = sum(sum(suit.copies) for suit in suits)
    if cards not in FIRST_SCORE:
        kinds = ", ".join(map(str, FIRST_SCORE))
        raise UnsupportedError(
            _("{variant} has {cards} cards; rated are {kinds}").format(
                variant=variant, cards=cards, kinds=kinds
            )
        )
    name = STANDARD.name if found.name == SITE_STANDARD else found.name
    return Scale(name, cards, STEPS * len(suits))


@dataclass(frozen=True, slots=True)
class Bots:
    """The ratings of the bots by variant, number of players and score."""

    source: str
    ratings: Mapping[tuple[str, int, int], int]

    def __post_init__(self) -> None:
        """InputError for what is no such table."""
        expect("source", self.source, str)
        expect("ratings", self.ratings, Mapping)

    def rating(self, variant: str, players: int, score: int) -> int:
        """The bot's rating. InputError where the table lacks it or the game is not rated."""
        expect("variant", variant, str)
        expect("players", players, int)
        expect("score", score, int)
        found = scale(variant)
        if not 0 <= score <= found.maximum:
            problem = _("no score of {variant}: {score}; expected 0 to {maximum}")
            raise InputError(
                problem.format(variant=variant, score=written(score), maximum=found.maximum)
            )
        if score < found.first:
            return EASY_BOT
        rating = self.ratings.get((found.variant, players, score))
        if rating is None:
            problem = _("{file} has no bot for {variant}, {players} players, {score} points")
            raise InputError(
                problem.format(
                    file=self.source, variant=variant, players=written(players), score=score
                )
            )
        return rating


def read_bots(path: str | Path) -> Bots:
    """Read a table of bots: `variant,players,score,rating`, and a line for every bot.

    TableError with everything that is wrong with it.
    """
    name = str(expect("path", path, str, PathLike))
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise InputError(f"{name}: {error.strerror}") from error
    except ValueError as error:  # A zero byte, or half of a surrogate pair.
        raise InputError(f"path {written(name)}: {error}") from error
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        problem = _("{name}: byte {place} is no UTF-8 text")
        raise TableError((problem.format(name=name, place=error.start + 1),)) from None
    table = _Table(name)
    table.read(text)
    if table.faults:
        raise TableError(tuple(table.faults))
    return Bots(name, table.ratings)


class _Table:
    """Reads one table; faults pile up."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.faults: list[str] = []
        self.ratings: dict[tuple[str, int, int], int] = {}
        self.lines: dict[tuple[str, int, int], int] = {}

    def read(self, text: str) -> None:
        rows = self._rows(text)
        line, heads = next(rows, (1, []))
        wanted = ",".join(COLUMNS)
        if tuple(head.strip().lower() for head in heads) != COLUMNS:
            problem = _("'{text}' is not the heading").format(text=shown(",".join(heads)))
            self._fault(line, None, problem, wanted)
            return
        for line, cells in rows:
            if len(cells) != len(COLUMNS):
                problem = plural("{count} column", "{count} columns", len(cells))
                counted = problem.format(count=len(cells))
                self._fault(line, None, counted, f"{len(COLUMNS)}: {wanted}")
            else:
                self._row(line, [cell.strip() for cell in cells])
        if not self.ratings and not self.faults:
            self._fault(line, None, _("no bot below the heading"), wanted)

    def _rows(self, text: str) -> Iterator[tuple[int, list[str]]]:
        """The rows that are not empty, each with the line that it ends on."""
        reader = csv.reader(io.StringIO(text, newline=""), strict=True)
        try:
            for cells in reader:
                if cells:
                    yield reader.line_num, cells
        except csv.Error as error:
            self._fault(reader.line_num, None, str(error), _("comma-separated values"))

    def _row(self, line: int, cells: list[str]) -> None:
        variant, players, score, rating = cells
        found = self._variant(line, variant)
        many = self._number(line, 1, players, MIN_PLAYERS, MAX_PLAYERS)
        points = self._number(line, 2, score, 0, found.maximum if found else 30)
        stated = self._number(line, 3, rating, 0, 9999)
        if found is None or many is None or points is None or stated is None:
            return
        if points < found.first and stated != EASY_BOT:
            problem = _("'{rating}' for {points} points").format(rating=rating, points=points)
            expected = _("{rating}, as always below {points} points")
            named = expected.format(rating=EASY_BOT, points=found.first)
            self._fault(line, 3, problem, named)
            return
        key = (found.variant, many, points)
        if key in self.lines:
            problem = _("the same variant, players and score as in line {line}")
            named = problem.format(line=self.lines[key])
            self._fault(line, None, named, _("each once"))
            return
        self.lines[key] = line
        self.ratings[key] = stated

    def _variant(self, line: int, text: str) -> Scale | None:
        try:
            return scale(text)
        except UnsupportedError as error:
            rated = [name for name in VARIANTS if _is_rated(name)]
            expected = _("one of {choices}").format(choices=f"{', '.join(rated)}, {SITE}ID")
            self._fault(line, 0, f"'{shown(text)}': {error}", expected)
            return None

    def _number(self, line: int, column: int, text: str, low: int, high: int) -> int | None:
        if _NUMBER.fullmatch(text) and low <= int(text) <= high:
            return int(text)
        expected = _("a whole number from {low} to {high}").format(low=low, high=high)
        self._fault(line, column, f"'{shown(text)}'", expected)
        return None

    def _fault(self, line: int, column: int | None, problem: str, expected: str) -> None:
        place = _("{name}, line {number}").format(name=self.name, number=line)
        if column is not None:
            name = _("column {number} ({name})").format(number=column + 1, name=COLUMNS[column])
            place = f"{place}, {name}"
        fault = _("{problem}; expected {expected}").format(problem=problem, expected=expected)
        self.faults.append(f"{place}: {fault}")


def _is_rated(variant: str) -> bool:
    try:
        return bool(scale(variant))
    except UnsupportedError:
        return False
