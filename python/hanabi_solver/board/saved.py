"""A check as a page that needs no server: the board with all its values inside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hanabi_solver.board.opened import course_record
from hanabi_solver.board.page import SAVED, page_alone
from hanabi_solver.board.values import review_json
from hanabi_solver.notation import format_move
from hanabi_solver.show.board import suit_names
from hanabi_solver.show.digest import answers, grouped, overview
from hanabi_solver.show.document import Piece, escaped
from hanabi_solver.show.numbers import value_fields
from hanabi_solver.show.review_report import heading, summary
from hanabi_solver.show.terms import objective_title
from hanabi_solver.texts.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hanabi_solver.board.record import Record
    from hanabi_solver.review.course import Course
    from hanabi_solver.review.review import Review, TurnReview
    from hanabi_solver.show.digest import Checks

KINDS = {"bad": "blunder", "strong": "strong", "good": "good", "faint": "faint"}
"""Classes of the page's style, by the styles of pieces."""


def saved_page(
    course: Course, reviews: Sequence[Review], names: Sequence[str] = (), title: str = ""
) -> str:
    """The page of several checks of one game or line. What people ask of it comes first, then the
    board, then a row a turn: the words are there without the script, too.
    """
    title = title or _("A line against the optimum")
    groups = grouped(reviews)
    named = suit_names(course.end)
    notes = [*([named] if named else []), *(n for review in reviews for n in review.notes)]
    body = [
        f"<header><h1>{escaped(title)}</h1></header>",
        '<main><section class="told">',
        *(f'<p class="faint small">{escaped(note)}</p>' for note in dict.fromkeys(notes)),
        *(text for checks in groups for text in _told(checks, names, several=len(groups) > 1)),
        "</section>",
        _BOARD.format(
            values=escaped(_("values")), review=escaped(_("review")), moves=escaped(_("moves"))
        ),
        '<section class="told">',
        *(text for checks in groups for text in _turns(checks, names, first=checks is groups[0])),
        *(text for review in reviews for text in _books(review, names)),
        '</section><div id="printed"></div></main>',
    ]
    return page_alone(title, "\n".join(body), _data(course, reviews, names), SAVED)


_BOARD = """<div class="desk">
<div id="table"><section id="review" aria-label="{review}"></section>
<div id="board" tabindex="-1"></div></div>
<aside>
<section aria-label="{values}"><div id="values"></div><p id="busy" role="status"></p></section>
<section aria-label="{moves}"><div id="ways" role="group" aria-label="{moves}"></div>
<div id="line" tabindex="0" role="group" aria-label="{moves}"></div></section>
</aside>
</div>"""


def _data(course: Course, reviews: Sequence[Review], names: Sequence[str]) -> Record:
    values: dict[int, list[Record]] = {}
    for review in reviews:
        for turn in review.turns:
            values.setdefault(turn.step.number, []).append(_solution(review, turn))
    return {
        "game": {"title": "", "turn": None, **course_record(course, names)},
        "reviews": [review_json(review) for review in reviews],
        "values": values,
        "first": min(values, default=course.steps[0].number if course.steps else 1),
    }


def _solution(review: Review, turn: TurnReview) -> Record:
    """What a turn's position and moves are worth, as `solve --json` has it."""
    question = review.question
    moves = [
        {
            "move": format_move(entry.move),
            **value_fields(entry.bounds, question.objective),
            "best": entry.best,
        }
        for entry in turn.moves
    ]
    return {
        "info": question.info,
        "objective": question.objective,
        "target": question.target,
        **value_fields(turn.value_before, question.objective),
        "moves": moves,
        "recommended": None,
        "stop": None,
    }


def _told(checks: Checks, names: Sequence[str], *, several: bool) -> Iterator[str]:
    """The answers to what people ask. Of one check its account says it all."""
    if several:
        yield f"<h2>{escaped(_objective(checks))}</h2>"
    if len(checks.by_info) > 1:
        yield from map(_paragraph, answers(checks, names))
    else:
        for review in checks.by_info.values():
            yield from map(_paragraph, summary(review, names))


def _objective(checks: Checks) -> str:
    question = next(iter(checks.by_info.values())).question
    return objective_title(question.objective, question.target)


def _turns(checks: Checks, names: Sequence[str], *, first: bool) -> Iterator[str]:
    """A row a turn, each with a link that shows it on the board."""
    if not checks.numbers:
        return
    heading = _("Turn by turn")
    yield f"<h2>{escaped(heading)}: {escaped(_objective(checks))}</h2>"
    table = overview(checks, names, every=True)
    heads = "".join(f"<th>{escaped(title)}</th>" for title in table.titles)
    yield '<div class="scroll" tabindex="0">'
    yield f'<table class="turns"><thead><tr>{heads}</tr></thead><tbody>'
    for number, row in zip(checks.numbers, table.rows, strict=True):
        yield f'<tr id="t{number}">' if first else "<tr>"
        yield f'<td class="n"><a href="#t{number}">{number}</a></td>'
        for column, cell in enumerate(row[1:], 1):
            kind = ' class="n"' if column in table.right else ""
            yield f"<td{kind}>{_pieces(cell.pieces)}</td>"
        yield "</tr>"
    yield "</tbody></table></div>"


def _books(review: Review, names: Sequence[str]) -> Iterator[str]:
    yield f"<h2>{escaped(heading(review))}</h2>"
    yield from map(_paragraph, summary(review, names))


def _paragraph(parts: tuple[str | Piece, ...]) -> str:
    return f"<p>{_pieces(parts)}</p>"


def _pieces(parts: tuple[str | Piece, ...]) -> str:
    texts = []
    for part in parts:
        text, style = part if isinstance(part, Piece) else (part, "")
        kind = KINDS.get(style)
        texts.append(f'<span class="{kind}">{escaped(text)}</span>' if kind else escaped(text))
    return "".join(texts)
