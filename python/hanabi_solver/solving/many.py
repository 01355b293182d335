"""Many positions at once, on all cores, as arrays."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import nan
from typing import TYPE_CHECKING, Any

import numpy as np

from hanabi_solver.core.answer import check_objective
from hanabi_solver.core.search import answer_many, unsearched
from hanabi_solver.errors import InputError, expect, wrong
from hanabi_solver.game.position import Position
from hanabi_solver.solving.ask import ask
from hanabi_solver.solving.solver import solution_of
from hanabi_solver.system.limits import Limits, checked
from hanabi_solver.texts import door
from hanabi_solver.texts.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy.typing as npt

    from hanabi_solver.core.answer import Info, Objective
    from hanabi_solver.core.query import Answer, Cancel, Query
    from hanabi_solver.solving.solution import Solution

_INT64 = 2**63 - 1


@dataclass(frozen=True, slots=True, eq=False)
class ManySolutions:
    """Values of n positions, in the order given; every array has shape (n,).

    `value` is float64, nan where a limit left only bounds; `numerator` and `denominator` are
    the exact value in lowest terms (0 and 0 where it is not settled), int64, or Python
    integers in an object array if one does not fit. `lower` and `upper` are float64 roundings
    of the proven bounds. `exact` tells which values are settled, `nodes` counts states
    expanded, `stop` names the limit that stopped a search ("" for none).

    `many[3]` and iteration give each position's `Solution`, with its moves if they were asked for;
    its `seconds` are nan. `hs.rows` and `hs.table` tell all of it in columns.
    """

    value: npt.NDArray[np.float64]
    numerator: npt.NDArray[Any]
    denominator: npt.NDArray[Any]
    lower: npt.NDArray[np.float64]
    upper: npt.NDArray[np.float64]
    exact: npt.NDArray[np.bool_]
    nodes: npt.NDArray[np.int64]
    stop: npt.NDArray[np.str_]
    answered: tuple[tuple[Query, Answer], ...] = field(repr=False)
    """What was asked and answered: of use within the package."""

    def __len__(self) -> int:
        """Number of positions."""
        return len(self.value)

    def __getitem__(self, place: int) -> Solution:
        """The answer for the position at that place, from 0; IndexError if there is none."""
        return solution_of(*self.answered[expect("place", place, int)], nan)

    def __iter__(self) -> Iterator[Solution]:
        """The answers in the order of the positions."""
        return map(self.__getitem__, range(len(self)))

    def _repr_html_(self) -> str:
        return door.told(door.ROWS_HTML, self)


def solve_many(
    positions: Iterable[Position | str],
    *,
    info: Info | None = None,
    objective: Objective = "win",
    target: int | str | None = None,
    moves: bool = False,
    limits: Limits | None = None,
    cancel: Cancel | None = None,
) -> ManySolutions:
    """The value of each position and, with `moves`, of every move, as `solve` would give it.

    All positions are checked before the first is solved. The time limit is for each, the
    memory is shared among the threads; positions with hidden hands are solved one after the
    other. `cancel` stops them all from another thread; what was not begun has its widest bounds.
    Errors as for `solve`, with the place of the position in the list; KeyboardInterrupt on Ctrl-C.
    """
    limits = checked(limits).settled()
    if isinstance(positions, str | Position):
        raise InputError(_("solve_many takes several positions; expected a list of them"))
    if not isinstance(positions, Iterable):
        raise wrong("positions", positions, _("a list of positions"))
    check_objective(objective)
    queries = [
        _query(number, position, info, objective, target, limits, moves, cancel)
        for number, position in enumerate(positions)
    ]
    answers = list(map(_hidden, queries)) if info == "hidden" else answer_many(queries)
    bounds = [answer.bounds for answer in answers]
    exact = np.array([each.value is not None for each in bounds], dtype=bool)
    low = np.array([float(each.lower) for each in bounds], dtype=float)
    high = np.array([float(each.upper) for each in bounds], dtype=float)
    settled = [(0, 0) if each.value is None else each.value.as_integer_ratio() for each in bounds]
    return ManySolutions(
        value=np.where(exact, low, np.nan),
        numerator=_integers([numerator for numerator, _ in settled]),
        denominator=_integers([denominator for _, denominator in settled]),
        lower=low,
        upper=high,
        exact=exact,
        nodes=np.array([answer.nodes for answer in answers], dtype=np.int64),
        stop=np.array([answer.stop or "" for answer in answers], dtype=np.str_),
        answered=tuple(zip(queries, answers, strict=True)),
    )


def _query(
    number: int,
    position: Position | str,
    info: Info | None,
    objective: Objective,
    target: int | str | None,
    limits: Limits,
    moves: bool,
    cancel: Cancel | None,
) -> Query:
    """A position of the list, asked about; errors name its place in the list, from 0."""
    try:
        return ask(position, info, objective, target, limits, moves=moves, cancel=cancel)
    except InputError as error:
        raise error.at(f"positions[{number}]") from None


def _hidden(query: Query) -> Answer:
    from hanabi_solver.core.hidden import search

    if query.cancel is not None and query.cancel.cancelled:
        return unsearched(query)
    answer = search(query)
    if answer.stop == "interrupt":
        raise KeyboardInterrupt
    return answer


def _integers(values: Sequence[int]) -> npt.NDArray[Any]:
    fits = all(value <= _INT64 for value in values)
    return np.array(values, dtype=np.int64 if fits else object)
