"""`hanabi-solver check`: a line or a game against the optimum."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Literal

import click

from hanabi_solver.cli import games, options
from hanabi_solver.cli.output import emit_document, emit_json, go_on_unread, note
from hanabi_solver.cli.progress import clock
from hanabi_solver.cli.status import INTERRUPTED, LIMITED
from hanabi_solver.core.answer import INFOS
from hanabi_solver.show.document import Line
from hanabi_solver.system.limits import Limits
from hanabi_solver.system.paths import check_writable, is_folder, write_whole
from hanabi_solver.texts.text import _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hanabi_solver.core.answer import Info, Objective
    from hanabi_solver.game.position import Position
    from hanabi_solver.review.course import Course
    from hanabi_solver.review.review import Question, Review


BUDGET = 10.0
"""Seconds for a whole check where no time limit is given and the start is open."""

WEIGHT = {"seat": 2}
"""Parts of the time that is left that a section may take, where it is not one."""


@click.command(
    name="check",
    help=_("""Compare the moves of a line or a game with the best ones, turn by turn.

    A line is played from a POSITION: --line "p3+r1 clue d1". A GAME is a file (an export of
    hanab.live, an action history of OpenSpiel) or a compact link. For every turn: the value
    before the move, what the move lost, the better moves, and the luck of the draw."""),
)
@click.argument("what", metavar="POSITION|GAME")
@click.option("--line", metavar="MOVES", help=_("The moves, if a POSITION is given."))
@options.info(
    _("What the players know. all: seat, open and perfect, each on its own (default for games)."),
    *INFOS,
)
@options.objective(_("What is maximised (default: expected; for games win)."))
@options.target
@options.from_deck(
    _(
        "Start at the first turn with at most N cards in the deck (default: as early as"
        " the limits allow; without limits, ten seconds in all)."
    )
)
@click.option("--from-turn", type=click.IntRange(1), metavar="T", help=_("Start at turn T."))
@games.chosen
@games.reading
@options.limits
@click.option(
    "--html",
    "page_file",
    metavar="FILE",
    help=_("Write a web page with values, boards and moves; it needs no network."),
)
@click.option("--json", "as_json", is_flag=True, help=_("Print one JSON object per check."))
def command(
    what: str,
    line: str | None,
    info: Info | Literal["all"] | None,
    objective: Objective | Literal["all"] | None,
    target: int | Literal["max"] | None,
    from_deck: int | None,
    from_turn: int | None,
    time_limit: float | None,
    memory: int | None,
    threads: int | None,
    page_file: str | None,
    as_json: bool,
) -> int:
    """Check for every information model and objective that is asked for."""
    from hanabi_solver.review.review import questions

    if page_file is not None:
        check_writable(page_file)
        go_on_unread()
    names: tuple[str, ...] = ()
    game = None
    if line is None:
        from hanabi_solver.review.course import course_of_game

        if what and is_folder(what):
            raise click.UsageError(_("{path} is a folder").format(path=what))
        games.check_named(what)
        if not games.is_game(what):
            raise click.UsageError(
                _("{text} is no file and no link; a position goes with --line").format(text=what)
            )
        game = games.load(what)
        from_turn = from_turn or games.turn_of(what)
        course, names = course_of_game(game), game.game.players
    else:
        course = _course_of_line(what, line)
    asked = questions(
        _infos(info, course, line is None), _objectives(objective, line is None), target, course.end
    )
    give_up = line is None and from_deck is None and from_turn is None
    if from_deck is not None:
        course = course.from_deck(from_deck)
    if from_turn is not None:
        course = course.starting_at(from_turn)
    empty = not course.steps and not give_up
    if empty:
        note(_("Nothing is left to check: the moves end before that."))
    limits = Limits(time_limit, memory, threads)
    if not as_json and not empty:
        _emit_letters(course.end)
    if as_json or not empty:
        # Hidden hands could take any time.
        short = give_up or info == "hidden"
        seconds = BUDGET if short and time_limit is None else None
        reviews = _reviews(course, asked, limits, give_up, seconds, page_file is not None)
    else:
        reviews = []
    _emit_reviews(reviews, as_json, names)
    if not as_json and course.result is not None:
        from hanabi_solver.show.review_report import final_verdict

        emit_document(final_verdict(course.result, course.end.max_score))
    elif not as_json and game is not None:
        from hanabi_solver.show.review_report import left_verdict

        emit_document(left_verdict(game.score, game.site_score))
    interrupted = bool(reviews) and reviews[-1].stop == "interrupt"
    if page_file is not None and (empty or interrupted):
        note(_("{file} is not written.").format(file=page_file))
    elif page_file is not None:
        from hanabi_solver.board.opened import title
        from hanabi_solver.board.saved import saved_page

        told = "" if game is None else title(game)
        write_whole(page_file, saved_page(course, reviews, names, told))
    if interrupted:
        return INTERRUPTED
    return 0 if give_up or all(map(_is_settled, reviews)) else LIMITED


def _course_of_line(text: str, line: str) -> Course:
    from hanabi_solver.cli.inputs import read_positions
    from hanabi_solver.review.course import course_of_line

    if games.is_game(text) and games.turn_of(text) is None:
        problem = _(
            "--line goes with a POSITION, not a game; `show {game} --turn T` prints one of"
            " the game's"
        )
        raise click.UsageError(problem.format(game=text))
    positions = read_positions([text], [])
    if len(positions) > 1:
        raise click.UsageError(_("--line goes with one position"))
    return course_of_line(positions[0][1], line)


def _emit_letters(position: Position) -> None:
    """Say once what the letters of the suits stand for, where that is not plain."""
    from hanabi_solver.show.board import letters

    named = letters(position)
    if named:
        emit_document((*named, Line()))


def _infos(info: str | None, course: Course, game: bool) -> list[Info]:
    """The information models asked for. Without the deck's order `perfect` is not possible."""
    known = course.end.deck_ordered
    if info == "all" or (info is None and game):
        if not known:
            note(_("The order of the deck is not known: perfect information is left out."))
        return ["seat", "open", "perfect"] if known else ["seat", "open"]
    if info is None:
        from hanabi_solver.solving.ask import default_info

        return [default_info(course.start)]
    return [info]  # type: ignore[list-item]


def _objectives(objective: str | None, game: bool) -> list[Objective]:
    if objective == "all":
        return ["guaranteed", "expected", "win"]
    if objective is None:
        return ["win"] if game else ["expected"]
    return [objective]  # type: ignore[list-item]


def _reviews(
    course: Course,
    asked: Sequence[Question],
    limits: Limits,
    give_up: bool,
    seconds: float | None,
    all_moves: bool,
) -> list[Review]:
    """All checks, with one solver: what the seat has learnt answers much of the others.

    `seconds` is for all of them; each may take its part of what is left. Ctrl-C ends the work: what
    is settled by then is kept, and the last one says that it was interrupted.
    """
    from hanabi_solver.review.review import ReviewInterruptedError, review
    from hanabi_solver.solving.solver import Solver

    solver = Solver(limits)
    weights = [WEIGHT.get(question.info, 1) for question in asked]
    found: list[Review] = []
    for place, question in enumerate(asked):
        share = None if seconds is None else seconds * weights[place] / sum(weights[place:])
        started = time.monotonic()
        try:
            with clock(f"{question.objective}, {question.info}"):
                found.append(
                    review(
                        course,
                        question,
                        give_up=give_up,
                        all_moves=all_moves,
                        solver=solver,
                        seconds=share,
                    )
                )
        except ReviewInterruptedError as interrupt:
            return [*found, interrupt.review]
        if seconds is not None:
            seconds = max(seconds - (time.monotonic() - started), 0.0)
    return found


def _emit_reviews(reviews: Sequence[Review], as_json: bool, names: Sequence[str]) -> None:
    if as_json:
        from hanabi_solver.show.review_schema import encode

        for each in reviews:
            emit_json(encode(each))
    elif len(reviews) > 1:
        from hanabi_solver.show.digest import digested

        emit_document(digested(reviews, names))
    else:
        from hanabi_solver.show.review_report import reviewed

        for each in reviews:
            emit_document((*reviewed(each, names), Line()))


def _is_settled(review: Review) -> bool:
    ended = review.final is not None or review.stop is None
    return ended and all(turn.settled for turn in review.turns)
