"""A check for people: a table with one row per turn, and what it comes to in words."""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING

from hanabi_solver.game.ratings import rating
from hanabi_solver.notation import format_bonuses, format_move
from hanabi_solver.show.document import Document, Piece, Style, line, table
from hanabi_solver.show.numbers import bounds_text, number, short, short_bounds
from hanabi_solver.show.report import stop_reason, stopped_text
from hanabi_solver.show.terms import (
    card_name,
    information,
    move_words,
    objective_title,
    player_words,
)
from hanabi_solver.solving.solution import moved_card
from hanabi_solver.texts.text import _, plural

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hanabi_solver.game.moves import Bonus, Move
    from hanabi_solver.review.course import Step
    from hanabi_solver.review.review import Review, TurnReview, Verdict
    from hanabi_solver.show.document import Table

BLOCKS = " ▁▂▃▄▅▆▇█"
SLICES = " ▏▎▍▌▋▊▉█"
"""Eighths of a character, upright and lying."""

WIDTH = 8
"""Characters of a bar."""

MOVES = 3
"""Best moves that a row names."""

VERDICT_STYLES: dict[Verdict | None, Style] = {
    "best": "faint",
    "inaccuracy": "",
    "mistake": "strong",
    "blunder": "bad",
    None: "faint",
}


def reviewed(review: Review, names: Sequence[str] = ()) -> Document:
    """A check as text. `names` are the players'; without names they are numbered."""
    return (
        line(Piece(heading(review), "strong")),
        *(line(Piece(note, "faint")) for note in review.notes),
        *(
            (
                line(_("Value before each turn: "), Piece(sparkline(review), "strong")),
                _turns(review, names),
            )
            if review.turns
            else (line(_("No turn was checked.")),)
        ),
        *(line(*parts) for parts in summary(review, names)),
    )


def final_verdict(score: int, maximum: int) -> Document:
    """The rule book's verdict on a final score, where there is one for such games."""
    found = rating(score, maximum)
    if found is None:
        return ()
    text = _("{score} of {maximum} points. {verdict}")
    return (line(text.format(score=score, maximum=maximum, verdict=found)),)


def left_verdict(score: int, site_score: int) -> Document:
    """What a game that was left before its end has scored."""
    text = _("The game was left with {score} points on the stacks; hanab.live counts {site_score}.")
    if score == site_score:
        text = _("The game was left with {score} points on the stacks.")
    return (line(text.format(score=score, site_score=site_score)),)


def heading(review: Review) -> str:
    """What was asked."""
    question = review.question
    objective = objective_title(question.objective, question.target)
    return _("{objective}, {info}").format(objective=objective, info=information(question.info))


def verdict_name(verdict: Verdict | None) -> str:
    """A verdict for people; nothing where there is none."""
    if verdict is None:
        return "?"
    return {
        "best": _("best"),
        "inaccuracy": _("inaccuracy"),
        "mistake": _("mistake"),
        "blunder": _("blunder"),
    }[verdict]


def player_name(turn: TurnReview, names: Sequence[str]) -> str:
    """Who moves."""
    mover = turn.step.position.mover
    return names[mover] if names else str(mover + 1)


def scale(review: Review) -> tuple[Fraction, Fraction]:
    """The lowest and highest value that bars show: all of 0 to 1, or the scores that occur."""
    if review.question.objective == "win":
        return Fraction(0), Fraction(1)
    values = [turn.before for turn in review.turns if turn.before is not None]
    values += [review.final] if review.final is not None else []
    if not values:
        return Fraction(0), Fraction(1)
    low, high = Fraction(min(values).__floor__()), Fraction(max(values).__ceil__())
    if low < high:
        return low, high
    # One value throughout: the highest score there is fills its bar.
    return (low - 1, high) if high == review.end.max_score else (low, high + 1)


def sparkline(review: Review) -> str:
    """The value before every turn, and at the end, one character each; `·` where it is unknown."""
    low, high = scale(review)
    values = [*(turn.before for turn in review.turns), review.final]
    return "".join(
        "·" if value is None else BLOCKS[max(1, round(8 * (value - low) / (high - low)))]
        for value in values
    )


def bar(value: Fraction | None, low: Fraction, high: Fraction) -> str:
    """A value as a lying bar."""
    if value is None:
        return ""
    eighths = round(8 * WIDTH * (value - low) / (high - low))
    full, rest = divmod(eighths, 8)
    return "█" * full + (SLICES[rest] if rest else "")


def _turns(review: Review, names: Sequence[str]) -> Table:
    low, high = scale(review)
    rows: list[list[str | Piece]] = []
    for turn in _told(review.turns):
        if turn is None:
            rows.append(["…", *[""] * 9])
            continue
        style = VERDICT_STYLES[turn.verdict]
        loss = short_bounds(turn.loss_bounds) if turn.loss != 0 else ""
        luck = "" if turn.luck == 0 else short(turn.luck)
        signed = f"+{luck}" if turn.luck is not None and turn.luck > 0 else luck
        better = "" if turn.loss == 0 else best_moves(turn)
        rows.append(
            [
                str(turn.step.number),
                player_name(turn, names),
                played(turn),
                drawn(turn),
                Piece(bar(turn.before, low, high), "green"),
                short_bounds(turn.value_before),
                Piece(loss, style),
                signed,
                Piece(verdict_name(turn.verdict), style),
                better,
            ]
        )
    titles = [
        _("turn"),
        _("player"),
        _("move"),
        _("drawn"),
        "",
        _("value"),
        _("loss"),
        _("luck"),
        _("verdict"),
        _("best"),
    ]
    return table(rows, titles, right=(0, 5, 6, 7))


def _told(turns: Sequence[TurnReview]) -> Iterator[TurnReview | None]:
    """The turns that a table shows; None for a run of turns at which nothing happened."""
    calm = [turn.loss == 0 and turn.luck == 0 for turn in turns]

    def told(place: int) -> bool:
        ends = place in (0, len(turns) - 1)
        return ends or not all(calm[max(place - 1, 0) : place + 2])

    for is_told, run in groupby(range(len(turns)), told):
        places = list(run)
        if is_told or len(places) == 1:
            # A line that says so would be no shorter than a single turn.
            yield from (turns[place] for place in places)
        else:
            yield None


def played(turn: TurnReview) -> str:
    """The move made and the bonuses that it brought, with its card."""
    return _written(turn.step, turn.step.bonuses)


def _written(step: Step, bonuses: tuple[Bonus, ...]) -> str:
    """A step's move with bonuses, and its card: `p1/play:y4 r5`."""
    position = step.position
    move = format_move(step.move, position)
    card = card_name(position, step.card)
    return " ".join(filter(None, (move + format_bonuses(bonuses, position), card)))


def named(move: Move, turn: TurnReview) -> str:
    """A move of a turn's list, with its card."""
    position = turn.step.position
    card = card_name(position, moved_card(position, move))
    return " ".join(filter(None, (format_move(move, position), card)))


def best_moves(turn: TurnReview) -> str:
    """The first of the best moves, and how many more there are."""
    best = turn.best
    if turn.better and turn.step.move in best:
        return _written(turn.step, turn.better)
    text = ", ".join(named(move, turn) for move in best[:MOVES])
    return text + (f" +{len(best) - MOVES}" if len(best) > MOVES else "")


def drawn(turn: TurnReview) -> str:
    """The card drawn after the move."""
    step = turn.step
    return card_name(step.position, step.drawn)


def summary(review: Review, names: Sequence[str]) -> Iterator[tuple[str | Piece, ...]]:
    """What it comes to: the account, the worst moment, the last chance."""
    exact = review.exact
    if exact and review.opening is not None and review.final is not None:
        if review.luck < 0:
            account = _(
                "From turn {turn}: value {opening} - {losses} lost - {luck} bad luck = {final}"
                " at the end"
            )
        else:
            account = _(
                "From turn {turn}: value {opening} - {losses} lost + {luck} luck = {final} at"
                " the end"
            )
        yield (
            account.format(
                turn=exact[0].step.number,
                opening=number(review.opening),
                losses=number(review.losses),
                luck=number(abs(review.luck)),
                final=number(review.final),
            ),
        )
    worst = review.worst
    if worst is not None and worst.loss is not None:
        yield (
            _("Worst moment: "),
            Piece(worst_words(worst, names), VERDICT_STYLES[worst.verdict]),
        )
    elif review.turns and all(turn.loss == 0 for turn in review.turns):
        text = _("Every move was best.")
        if not review.over:
            text = _("No move lost anything; what was lost by leaving is not counted.")
        yield (Piece(text, "good"),)
    if not review.over and review.value_final is not None:
        yield (left_early(review),)
    if review.question.info == "perfect" and review.turns:
        yield (last_chance(review),)
    if review.stop in ("interrupt", "cancel"):
        yield (Piece(stop_reason(review.stop), "faint"),)
    elif review.stop is not None and len(exact) == len(review.turns):
        yield (Piece(_("Earlier turns are beyond the limits of time and memory."), "faint"),)
    elif review.stop is not None:
        yield (Piece(stopped_text(review.stop), "faint"),)


def worst_words(turn: TurnReview, names: Sequence[str]) -> str:
    """The worst move in a sentence."""
    step = turn.step
    move = move_words(step.move, card_name(step.position, step.card), step.position)
    who = player_words(names, step.position.mover)
    better = plural("best was {moves}", "best were {moves}", len(turn.best))
    return _("turn {turn}, {player}: {move}; it cost {loss}, {better}").format(
        turn=step.number,
        player=who,
        move=move,
        loss=number(turn.loss or Fraction(0)),
        better=better.format(moves=best_moves(turn)),
    )


def left_early(review: Review) -> str:
    """What was scored where the moves stop, and what could still have come of it."""
    text = _("The moves stop before the end, at {score} points; that position is worth {value}.")
    value = "?" if review.value_final is None else bounds_text(review.value_final)
    return text.format(score=review.end.score, value=value)


def last_chance(review: Review) -> str:
    """Until when the goal could be reached, had everybody known the deck."""
    if review.reached:
        text = _("{goal} points were reached.")
        if not review.over:
            text = _("{goal} points could still be reached where the moves stop.")
        return text.format(goal=review.goal)
    last = review.last_winnable
    if last is None:
        return _("{goal} points were out of reach at every turn checked.").format(goal=review.goal)
    return _("{goal} points could still be reached at turn {turn}, not later.").format(
        goal=review.goal, turn=last.step.number
    )
