"""What was found as plain rows and columns, for loops, JSON and libraries of tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from hanabi_solver.errors import expect, wrong
from hanabi_solver.games.check import Check
from hanabi_solver.games.rows import Cell, GameRow, MoveRow, SolutionRow, TurnRow, to_dicts, to_html
from hanabi_solver.notation import format_move, format_position
from hanabi_solver.show.terms import card_name
from hanabi_solver.solving.solution import Solution, Solutions
from hanabi_solver.texts.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from msgspec import Struct

    from hanabi_solver.core.answer import Bounds
    from hanabi_solver.solving.many import ManySolutions

    Found: TypeAlias = Check | Solution | Solutions | ManySolutions | GameRow | TurnRow
    """What `rows` and `table` take, alone or several."""


def rows(found: Found | Iterable[Found], *, moves: bool = False) -> list[dict[str, Cell]]:
    """Solutions or checks, one or several, as plain rows: a list of dicts with the same columns.

    A row of solutions is a position under one objective, and with `moves` a legal move of it; a row
    of checks is a game under one question, and with `moves` a turn. The columns are those of
    `SolutionRow`, `MoveRow`, `GameRow` and `TurnRow`: numbers, texts, truth values and None; exact
    values are texts, with the nearest float beside them in `…_float`.

    >>> import hanabi_solver as hs
    >>> [row] = rows(hs.solve("r4y4 >r5y5/y1 {r1}"))
    >>> row["value"], row["value_float"], row["best"]
    ('1', 1.0, 'p1 p2')
    """
    expect("moves", moves, bool)
    listed: list[Struct] = []
    number = 0
    for each in _flat(found):
        if isinstance(each, Check):
            listed += each.turns if moves else each.games
        elif isinstance(each, Solution):
            number += 1
            listed += _move_rows(each, number) if moves else [_row(each, number)]
        else:
            listed.append(each)
    return to_dicts(listed)


def table(found: Found | Iterable[Found], *, moves: bool = False) -> dict[str, list[Cell]]:
    """The same by columns: what `polars.DataFrame` and `pandas.DataFrame` are made of."""
    listed = rows(found, moves=moves)
    return {name: [row[name] for row in listed] for name in (listed[0] if listed else ())}


def rows_html(found: Found) -> str:
    """The rows as a notebook shows them."""
    return to_html(rows(found))


def _flat(found: object) -> Iterator[Check | Solution | GameRow | TurnRow]:
    """What is found one by one; InputError for what has no rows."""
    if isinstance(found, Check | Solution | GameRow | TurnRow):
        yield found
    elif isinstance(found, Solutions):
        yield from found.by_objective.values()
    elif isinstance(found, Iterable) and not isinstance(found, str | bytes | Mapping):
        for each in found:
            yield from _flat(each)
    else:
        raise wrong("found", found, _("solutions or checks"))


def _row(solution: Solution, number: int) -> SolutionRow:
    return SolutionRow(
        **_asked(solution, number),
        **_proven(solution.bounds),
        best=" ".join(format_move(move, solution.position) for move in solution.best),
        reachable=solution.reachable,
        nodes=solution.nodes,
        stop=solution.stop,
    )


def _move_rows(solution: Solution, number: int) -> list[MoveRow]:
    asked = _asked(solution, number)
    return [
        MoveRow(
            **asked,
            move=format_move(entry.move, solution.position),
            card=card_name(solution.position, entry.card) or None,
            **_proven(entry.bounds),
            best=entry.best,
        )
        for entry in solution.moves
    ]


def _asked(solution: Solution, number: int) -> dict[str, Any]:
    return {
        "number": number,
        "position": format_position(solution.position),
        "info": solution.info,
        "objective": solution.objective,
        "target": solution.target,
    }


def _proven(bounds: Bounds) -> dict[str, Any]:
    value, lower, upper = bounds.value, bounds.lower, bounds.upper
    return {
        "value": None if value is None else str(value),
        "value_float": None if value is None else float(value),
        "lower": str(lower),
        "lower_float": float(lower),
        "upper": str(upper),
        "upper_float": float(upper),
    }
