"""The rows of a check: of a game or a line under each question, and of every turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from hanabi_solver.game.ratings import rating
from hanabi_solver.games.rows import GameRow, TurnRow
from hanabi_solver.notation import format_position
from hanabi_solver.show.review_schema import turn_record

if TYPE_CHECKING:
    from fractions import Fraction

    from hanabi_solver.archive import Replay
    from hanabi_solver.review.course import Course
    from hanabi_solver.review.review import Review

NO_ENDGAME = "left before the endgame"


def row_of_game(game: Replay, number: int) -> GameRow:
    """What is told of a game, whatever is asked."""
    source = game.game.source
    return GameRow(
        number=number,
        file=source.file,
        line=source.line,
        game=source.game,
        status="left",
        variant=game.game.variant.name,
        players=len(game.game.players),
        names=", ".join(game.game.players),
        hand_size=len(game.positions[0].hands[0]),
        moves=len(game.turns),
        after_end=game.after_end,
        house_rules=len(game.notes),
        score=game.score,
        site_score=game.site_score,
        rating=_band(game),
        strikes=game.end.strikes,
        over=game.result is not None,
    )


def row_of_line(course: Course) -> GameRow:
    """What is told of the moves of a line."""
    return GameRow(
        number=1,
        file="",
        line=None,
        game="",
        status="left",
        variant=course.end.variant,
        players=len(course.end.hands),
        names="",
        moves=len(course.steps),
        house_rules=len(course.notes),
        score=course.end.score,
        strikes=course.end.strikes,
        over=course.over,
    )


def game_row(about: GameRow, course: Course, found: Review) -> GameRow:
    """A game under one question; `course` is what was checked of it."""
    question = found.question
    win = question.objective == "win"
    opening, worst = found.opening, found.worst
    counts = [turn.verdict for turn in found.turns]
    first = found.turns[0].step if found.turns else None
    settled = len(found.exact) == len(course.steps) and found.final is not None
    reason = NO_ENDGAME if course.missed else found.stop or "illegal move"
    lost = win and found.final == 0 and bool(opening) and found.losses > 0
    return msgspec.structs.replace(
        about,
        status="solved" if settled else "left" if course.missed else "stopped",
        reason=None if settled else reason,
        info=question.info,
        objective=question.objective,
        target=question.target,
        start_turn=first.number if first else None,
        start_deck=found.start.deck_size,
        # A game that is over has no position string.
        start=format_position(found.start) if first or not found.over else None,
        checked=len(found.turns),
        settled=len(found.exact),
        value_start=_text(opening),
        value_start_float=_float(opening),
        losses=_text(found.losses),
        losses_float=_float(found.losses),
        luck=_text(found.luck),
        luck_float=_float(found.luck),
        result=_text(found.final),
        result_float=_float(found.final),
        balanced=found.balanced,
        worst_turn=worst.step.number if worst else None,
        worst_loss=_text(worst.loss) if worst else None,
        worst_loss_float=_float(worst.loss) if worst else None,
        last_winnable_turn=found.last_winnable.step.number if found.last_winnable else None,
        inaccuracies=counts.count("inaccuracy"),
        mistakes=counts.count("mistake"),
        blunders=counts.count("blunder"),
        sure_win_lost=any(t.before == 1 and t.loss for t in found.turns) if win else None,
        chance_lost=lost if win else None,
    )


def turn_rows(about: GameRow, found: Review) -> list[TurnRow]:
    """Every turn of a game under one question."""
    question = found.question
    rows = []
    for turn in found.turns:
        record = turn_record(turn, question.objective)
        rows.append(
            TurnRow(
                number=about.number,
                file=about.file,
                game=about.game,
                names=about.names or "",
                info=question.info,
                objective=question.objective,
                target=question.target,
                turn=record.turn,
                player=record.player,
                deck=turn.step.position.deck_size,
                move=record.move,
                card=record.card,
                value_before=_text(turn.before),
                value_before_float=_float(turn.before),
                value_move=_text(turn.made),
                value_move_float=_float(turn.made),
                loss=_text(turn.loss),
                loss_float=_float(turn.loss),
                verdict=record.verdict,
                best=" ".join(record.best),
                drawn=record.drawn,
                value_after=_text(turn.after),
                value_after_float=_float(turn.after),
                luck=_text(turn.luck),
                luck_float=_float(turn.luck),
            )
        )
    return rows


def _band(game: Replay) -> str | None:
    if game.result is None and game.stopped_by is None:
        return None
    found = rating(game.site_score, game.end.max_score)
    return None if found is None else found.band


def _text(value: Fraction | None) -> str | None:
    return None if value is None else str(value)


def _float(value: Fraction | None) -> float | None:
    return None if value is None else float(value)
