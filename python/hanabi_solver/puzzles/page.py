"""Puzzles as one page to solve them on: the board for each, its solution folded away until it is
asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hanabi_solver.board.page import PUZZLES, page_alone
from hanabi_solver.board.record import board_record
from hanabi_solver.notation import format_card, format_move, format_position
from hanabi_solver.show.document import escaped
from hanabi_solver.show.numbers import number
from hanabi_solver.show.schema import objective_record
from hanabi_solver.show.terms import card_name, information, move_words, objective_title
from hanabi_solver.texts.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hanabi_solver.puzzles.lines import Line
    from hanabi_solver.puzzles.puzzle import Puzzle
    from hanabi_solver.show.schema import Record
    from hanabi_solver.solving.solution import MoveValue


def puzzles_page(puzzles: Sequence[Puzzle]) -> str:
    """The page. It stands alone: nothing comes from elsewhere."""
    title = _("Which move is best?")
    help_text = _("Choose a move on the board to try it. The solution is folded away below.")
    body = [
        f"<header><h1>{escaped(title)}</h1></header>",
        f'<main><section class="told"><p class="faint">{escaped(help_text)}</p></section>',
        *(text for place, puzzle in enumerate(puzzles, 1) for text in _puzzle(place, puzzle)),
        "</main>",
    ]
    return page_alone(title, "\n".join(body), [_data(puzzle) for puzzle in puzzles], PUZZLES)


def _data(puzzle: Puzzle) -> Record:
    solution = puzzle.solution
    solved = {"info": solution.info, "objective": solution.objective, **objective_record(solution)}
    return {"board": board_record(puzzle.position), "solution": solved}


def _puzzle(place: int, puzzle: Puzzle) -> Iterator[str]:
    solution = puzzle.solution
    asked = f"{objective_title(solution.objective, solution.target)}, {information(solution.info)}"
    yield f'<article class="puzzle"><h2>{place}. {escaped(asked)}</h2>'
    yield f'<div class="board" id="board{place}"></div>'
    yield f'<p class="answer" id="answer{place}" role="status"></p>'
    yield f'<p class="faint"><code>{escaped(format_position(puzzle.position))}</code></p>'
    folded = escaped(_("Solution"))
    yield f'<details id="solution{place}"><summary>{folded}</summary><div class="scroll"><table>'
    failing = {failure.entry.move: failure for failure in puzzle.failures}
    for entry in solution.moves:
        failure = failing.get(entry.move)
        kind = "good" if entry.best else "mistake" if failure else ""
        cells = [_words(puzzle, entry), "" if entry.value is None else number(entry.value)]
        yield f'<tr class="{kind}">{"".join(f"<td>{escaped(cell)}</td>" for cell in cells)}</tr>'
    yield "</table></div>"
    if puzzle.line is not None:
        label = _("Best play, with likely draws:")
        yield f"<p>{escaped(label)} {_line(puzzle, puzzle.line)}</p>"
    for failure in puzzle.failures:
        text = _("{move} costs {cost}.").format(
            move=_words(puzzle, failure.entry), cost=number(failure.cost)
        )
        if failure.line is not None:
            text += " " + _("What may come:")
        line = "" if failure.line is None else f" {_line(puzzle, failure.line)}"
        yield f"<p>{escaped(text)}{line}</p>"
    yield "</details></article>"


def _line(puzzle: Puzzle, line: Line) -> str:
    """A line and, where the mover does not see them, the cards that it is about."""
    text = f"<code>{escaped(line.text)}</code>"
    if not puzzle.position.unspecified:
        return text
    position = line.position
    hand = position.hands[position.mover]
    held = " ".join(format_card(position.suits, each.card) for each in hand)
    condition = _("(if the hand is {hand})").format(hand=held)
    return f"{text} {escaped(condition)}"


def _words(puzzle: Puzzle, entry: MoveValue) -> str:
    position = puzzle.position
    words = move_words(entry.move, card_name(position, entry.card), position)
    return f"{format_move(entry.move, position)} {words}"
