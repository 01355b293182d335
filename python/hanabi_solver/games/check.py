"""Checks of games and lines for programs: questions in, rows out."""

from __future__ import annotations

from dataclasses import dataclass
from types import NoneType
from typing import TYPE_CHECKING, TypeVar

from hanabi_solver.core.answer import check_objective
from hanabi_solver.core.query import Cancel
from hanabi_solver.core.setups import read
from hanabi_solver.errors import expect, expect_all, expect_whole
from hanabi_solver.games.checked import game_row, row_of_game, row_of_line, turn_rows
from hanabi_solver.games.rows import Cell, to_dicts, to_html
from hanabi_solver.review.course import course_of_game, course_of_line
from hanabi_solver.review.review import questions, review
from hanabi_solver.solving.ask import default_info
from hanabi_solver.solving.solver import Solver
from hanabi_solver.system.limits import checked

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hanabi_solver.archive import Replay
    from hanabi_solver.core.answer import Info, Objective
    from hanabi_solver.game.position import Position
    from hanabi_solver.games.rows import GameRow, TurnRow
    from hanabi_solver.review.course import Course
    from hanabi_solver.system.limits import Limits

INFOS: tuple[Info, ...] = ("seat", "open", "perfect")
OBJECTIVES: tuple[Objective, ...] = ("expected", "win")
FROM_DECK = 5
"""What is asked of a game where nothing is said."""

MOST_TURNS = 10**6

_T = TypeVar("_T", bound=str)


@dataclass(frozen=True, slots=True, repr=False)
class Check:
    """A game or a line against the optimum, as `batch` tells it: a row of `games` for each question
    (an information model and an objective), and a row of `turns` for every turn of each.
    """

    games: tuple[GameRow, ...]
    turns: tuple[TurnRow, ...]

    def to_dicts(self, *, moves: bool = True) -> list[dict[str, Cell]]:
        """The rows as plain data: a row a turn, or without `moves` a row a question."""
        return to_dicts(self.turns if expect("moves", moves, bool) else self.games)

    def __repr__(self) -> str:
        """The essence in one line."""
        return f"<Check of {len(self.games)} questions, {len(self.turns)} turns>"

    def _repr_html_(self) -> str:
        return to_html(self.to_dicts(moves=False)) + to_html(self.to_dicts())


def check(
    position: Position | str,
    line: str,
    *,
    info: Info | Iterable[Info] | None = None,
    objective: Objective | Iterable[Objective] = "expected",
    target: int | str | None = None,
    limits: Limits | None = None,
    cancel: Cancel | None = None,
) -> Check:
    """The moves of a line against the best ones, as the command `check` tells it.

    Without `info` the deck decides, as for `solve`. The limits hold for each position; `cancel`
    stops from another thread, and what was not asked by then is left out. MoveError for a move that
    cannot be made; other errors as for `solve`.

    >>> found = check("r4y4 >r5y5/y1 {r1}", "d1+r1 clue p2", objective="win")
    >>> [(turn.move, turn.loss) for turn in found.turns]
    [('d1', '1'), ('clue', '0'), ('p2', '0')]
    """
    course = course_of_line(read(position), expect("line", line, str))
    infos = (default_info(course.start),) if info is None else several("info", info)
    return check_course(
        row_of_line(course),
        course,
        infos,
        several("objective", objective),
        target,
        limits,
        cancel,
    )


def check_game(
    game: Replay,
    *,
    number: int = 1,
    info: Info | Iterable[Info] | None = None,
    objective: Objective | Iterable[Objective] = OBJECTIVES,
    target: int | str | None = None,
    from_deck: int | None = FROM_DECK,
    from_turn: int | None = None,
    limits: Limits | None = None,
    cancel: Cancel | None = None,
) -> Check:
    """A game against the optimum. `number` is its place among others; see `Game.check`."""
    course = course_of_game(game)
    if from_deck is not None:
        course = course.from_deck(expect_whole("from_deck", from_deck, 0, MOST_TURNS))
    if from_turn is None:
        from_turn = game.game.turn
    if from_turn is not None:
        course = course.starting_at(expect_whole("from_turn", from_turn, 1, MOST_TURNS))
    if info is None:
        infos = tuple(each for each in INFOS if each != "perfect" or game.deck_known)
    else:
        infos = several("info", info)
    objectives = several("objective", objective)
    return check_course(
        row_of_game(game, number), course, infos, objectives, target, limits, cancel
    )


def check_course(
    about: GameRow,
    course: Course,
    infos: Sequence[Info],
    objectives: Sequence[Objective],
    target: int | str | None,
    limits: Limits | None,
    cancel: Cancel | None,
) -> Check:
    """Every question in turn, with one solver: what the seat has learnt answers much of the others.

    Only the moves made and the best ones get exact values, for no row tells more.
    """
    for objective in objectives:
        check_objective(objective)
    expect("cancel", cancel, Cancel, NoneType)
    solver = Solver(checked(limits))
    games: list[GameRow] = []
    turns: list[TurnRow] = []
    for question in questions(infos, objectives, target, course.end):
        found = review(course, question, all_moves=False, solver=solver, cancel=cancel)
        games.append(game_row(about, course, found))
        turns += turn_rows(about, found)
    return Check(tuple(games), tuple(turns))


def several(name: str, given: _T | Iterable[_T]) -> tuple[_T, ...]:
    """One or several of what an argument names."""
    return (given,) if isinstance(given, str) else expect_all(name, given, str)
