"""Many positions at once, on all cores, as arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from hanabi_solver import _core
from hanabi_solver.core.setups import read, to_setup
from hanabi_solver.errors import InputError
from hanabi_solver.game.position import Position
from hanabi_solver.solving.limits import Limits, checked
from hanabi_solver.solving.solver import (
    Solver,
    check_built,
    check_objective,
    core_target,
    default_info,
    resolve_target,
)
from hanabi_solver.texts.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy.typing as npt

    from hanabi_solver._core import _Answer
    from hanabi_solver.core.answer import Info, Objective

_INT64 = 2**63 - 1


@dataclass(frozen=True, slots=True, eq=False)
class ManySolutions:
    """Values of n positions, in the order given; every array has shape (n,).

    `value` is float64, nan where a limit left only bounds; `numerator` and `denominator` are
    the exact value in lowest terms (0 and 0 where it is not settled), int64, or Python
    integers in an object array if one does not fit. `lower` and `upper` are float64 roundings
    of the proven bounds. `exact` tells which values are settled, `nodes` counts states
    expanded, `stop` names the limit that stopped a search ("" for none).
    """

    value: npt.NDArray[np.float64]
    numerator: npt.NDArray[Any]
    denominator: npt.NDArray[Any]
    lower: npt.NDArray[np.float64]
    upper: npt.NDArray[np.float64]
    exact: npt.NDArray[np.bool_]
    nodes: npt.NDArray[np.int64]
    stop: npt.NDArray[np.str_]

    def __len__(self) -> int:
        """Number of positions."""
        return len(self.value)


def solve_many(
    positions: Iterable[Position | str],
    *,
    info: Info | None = None,
    objective: Objective = "win",
    target: int | str | None = None,
    limits: Limits | None = None,
) -> ManySolutions:
    """The value of each position (not of its moves), as `solve` would give it.

    All positions are checked before the first is solved. The time limit is for each, the
    memory is shared among the threads; positions with hidden hands are solved one after the
    other. Errors as for `solve`, with the place of the position in the list; KeyboardInterrupt
    on Ctrl-C.
    """
    limits = checked(limits)
    if isinstance(positions, str | Position):
        raise InputError(_("solve_many takes several positions; expected a list of them"))
    check_objective(objective)
    read_positions = [_read(number, position, info) for number, position in enumerate(positions)]
    if info == "hidden":
        answers = _solve_hidden(read_positions, objective, target, limits)
    else:
        answers = _core.solve_many(
            [to_setup(position) for position in read_positions],
            infos=[info or default_info(position) for position in read_positions],
            objective=objective,
            targets=[core_target(resolve_target(position, target)) for position in read_positions],
            time_limit=limits.time,
            memory=limits.search_memory(),
            threads=limits.thread_count(),
        )
    lower = [answer[0][0] for answer in answers]
    upper = [answer[0][1] for answer in answers]
    exact = np.array([low == high for low, high in zip(lower, upper, strict=True)], dtype=bool)
    low = np.array([numerator / denominator for numerator, denominator in lower], dtype=float)
    high = np.array([numerator / denominator for numerator, denominator in upper], dtype=float)
    settled = [
        fraction if is_exact else (0, 0) for fraction, is_exact in zip(lower, exact, strict=True)
    ]
    return ManySolutions(
        value=np.where(exact, low, np.nan),
        numerator=_integers([numerator for numerator, _ in settled]),
        denominator=_integers([denominator for _, denominator in settled]),
        lower=low,
        upper=high,
        exact=exact,
        nodes=np.array([answer[2] for answer in answers], dtype=np.int64),
        stop=np.array([answer[3] or "" for answer in answers], dtype=np.str_),
    )


def _read(number: int, position: Position | str, info: Info | None) -> Position:
    """A position of the list, checked; errors name its place in the list, counted from 0."""
    try:
        found = read(position)
        check_built(found, info or default_info(found))
    except InputError as error:
        raise error.at(f"positions[{number}]") from None
    return found


def _solve_hidden(
    positions: Sequence[Position],
    objective: Objective,
    target: int | str | None,
    limits: Limits,
) -> list[_Answer]:
    """The core's form of answers, one position after the other."""
    solver = Solver(limits)
    answers: list[_Answer] = []
    for position in positions:
        found = solver.solve(
            position, info="hidden", objective=objective, target=target, moves=False
        )
        lower, upper = found.bounds.lower, found.bounds.upper
        pairs = (lower.as_integer_ratio(), upper.as_integer_ratio())
        answers.append((pairs, [], found.nodes, found.stop))
    return answers


def _integers(values: Sequence[int]) -> npt.NDArray[Any]:
    fits = all(value <= _INT64 for value in values)
    return np.array(values, dtype=np.int64 if fits else object)
