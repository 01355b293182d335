"""Puzzles as one HTML page to solve them on: each solution is folded away until it is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hanabi_solver.notation import format_move, format_position
from hanabi_solver.show.document import escaped
from hanabi_solver.show.numbers import number
from hanabi_solver.show.review_page import STYLE, board_html
from hanabi_solver.show.terms import card_name, information, move_words, objective_title
from hanabi_solver.texts.text import _, language

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hanabi_solver.puzzles.puzzle import Puzzle
    from hanabi_solver.solving.solution import MoveValue

MORE_STYLE = "article{border-top:1px solid var(--edge);margin-top:1.6rem}"


def puzzles_page(puzzles: Sequence[Puzzle]) -> str:
    """The page. It stands alone: no scripts, nothing from elsewhere."""
    title = escaped(_("Which move is best?"))
    parts = [
        "<!doctype html>",
        f'<html lang="{language()}"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width,initial-scale=1">',
        f"<title>{title}</title><style>{STYLE}{MORE_STYLE}</style></head><body>",
        f"<h1>{title}</h1>",
    ]
    for place, puzzle in enumerate(puzzles, 1):
        parts += _puzzle(place, puzzle)
    return "\n".join([*parts, "</body></html>", ""])


def _puzzle(place: int, puzzle: Puzzle) -> Iterator[str]:
    solution = puzzle.solution
    asked = f"{objective_title(solution.objective, solution.target)}, {information(solution.info)}"
    yield f"<article><h2>{place}. {escaped(asked)}</h2>"
    yield from board_html(puzzle.position, ())
    yield f'<p class="faint"><code>{escaped(format_position(puzzle.position))}</code></p>'
    folded = escaped(_("Solution"))
    yield f'<details><summary>{folded}</summary><div class="inside"><table>'
    failing = {failure.entry.move: failure for failure in puzzle.failures}
    for entry in solution.moves:
        failure = failing.get(entry.move)
        kind = "best" if entry.best else "mistake" if failure else ""
        cells = [_words(puzzle, entry), "" if entry.value is None else number(entry.value)]
        yield f'<tr class="{kind}">{"".join(f"<td>{escaped(cell)}</td>" for cell in cells)}</tr>'
    yield "</table>"
    if puzzle.line is not None:
        label = escaped(_("Best play, with likely draws:"))
        yield f"<p>{label} <code>{escaped(puzzle.line.text)}</code></p>"
    for failure in puzzle.failures:
        text = _("{move} costs {cost}.").format(
            move=_words(puzzle, failure.entry), cost=number(failure.cost)
        )
        if failure.line is not None:
            text += " " + _("What may come:")
        line = "" if failure.line is None else f" <code>{escaped(failure.line.text)}</code>"
        yield f"<p>{escaped(text)}{line}</p>"
    yield "</div></details></article>"


def _words(puzzle: Puzzle, entry: MoveValue) -> str:
    position = puzzle.position
    words = move_words(entry.move, card_name(position, entry.card), position)
    return f"{format_move(entry.move, position)} {words}"
