"""Several checks of one line or game, side by side: first what people ask, then a row a turn."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING

from hanabi_solver.show.document import Document, Line, Piece, Style, line, table
from hanabi_solver.show.numbers import bounds_text, short_bounds
from hanabi_solver.show.review_report import (
    VERDICT_STYLES,
    best_moves,
    drawn,
    heading,
    played,
    player_name,
    summary,
    verdict_name,
    worst_words,
)
from hanabi_solver.show.terms import objective_title
from hanabi_solver.texts.text import _, plural

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hanabi_solver.core.answer import Info, Objective
    from hanabi_solver.review.review import Review, TurnReview
    from hanabi_solver.show.document import Table

TOLD = 3
"""Mistakes that the first lines name, the largest first."""

Answer = tuple[str | Piece, ...]


@dataclass(frozen=True, slots=True)
class Checks:
    """The checks of one course for one objective, by what the players know."""

    by_info: dict[Info, Review]

    @property
    def numbers(self) -> list[int]:
        """The turns that any of them has checked."""
        return sorted({turn.step.number for each in self.by_info.values() for turn in each.turns})

    def turn(self, info: Info, number: int) -> TurnReview | None:
        """A turn in one of the checks."""
        review = self.by_info.get(info)
        turns = () if review is None else review.turns
        return next((turn for turn in turns if turn.step.number == number), None)

    def any_turn(self, number: int) -> TurnReview:
        """A turn in the first of the checks that has it."""
        found = (self.turn(info, number) for info in self.by_info)
        return next(turn for turn in found if turn is not None)

    @property
    def table_mistakes(self) -> list[TurnReview]:
        """What lost something at the table."""
        seat = self.by_info.get("seat")
        return [] if seat is None else [turn for turn in seat.turns if turn.loss]

    @property
    def hindsight(self) -> list[TurnReview]:
        """What only an onlooker could have seen: nothing was lost at the table."""
        return [
            turn
            for turn in (self.by_info["open"].turns if "open" in self.by_info else ())
            if turn.loss and self._right_at_table(turn.step.number)
        ]

    def _right_at_table(self, number: int) -> bool:
        seat = self.turn("seat", number)
        return seat is not None and seat.loss == 0


def grouped(reviews: Sequence[Review]) -> list[Checks]:
    """The checks by objective."""
    groups: dict[Objective, Checks] = {}
    for review in reviews:
        question = review.question
        groups.setdefault(question.objective, Checks({})).by_info[question.info] = review
    return list(groups.values())


def digested(reviews: Sequence[Review], names: Sequence[str] = ()) -> Document:
    """Several checks as text: the answers, a row a turn, then each check's books."""
    groups = grouped(reviews)
    parts: list[Line | Table] = []
    notes = dict.fromkeys(note for review in reviews for note in review.notes)
    parts += [line(Piece(note, "faint")) for note in notes]
    for checks in groups:
        if len(groups) > 1:
            parts.append(line(Piece(_title(checks), "strong")))
        parts += [line(*answer) for answer in answers(checks, names)]
        if checks.numbers:
            parts += [Line(), overview(checks, names)]
        parts.append(Line())
    for review in reviews:
        parts.append(line(Piece(heading(review), "strong")))
        parts += [line(*each) for each in summary(review, names)]
        parts.append(Line())
    return tuple(parts)


def _title(checks: Checks) -> str:
    question = next(iter(checks.by_info.values())).question
    return objective_title(question.objective, question.target)


def answers(checks: Checks, names: Sequence[str]) -> Iterator[Answer]:
    """What people ask of a game: could it have been won, who erred, and what was better."""
    yield (Piece(_could_be_won(checks), "strong"),)
    chances = _chances(checks)
    if chances:
        yield (chances,)
    if "seat" in checks.by_info:
        yield from _mistakes(checks, names)
    yield from unasked(checks)


def _could_be_won(checks: Checks) -> str:
    known = checks.by_info.get("perfect")
    review = known or next(iter(checks.by_info.values()))
    goal = review.goal
    if review.reached:
        if not review.over:
            return _("{goal} points can still be reached where the moves stop.").format(goal=goal)
        return _("{goal} points were reached.").format(goal=goal)
    turns = review.turns
    if not turns:
        return _("Whether {goal} points could be reached was not asked.").format(goal=goal)
    proven = [turn for turn in turns if turn.value_before.lower >= _least(review)]
    later = turns[turns.index(proven[-1]) + 1 :] if proven else turns
    unsettled = any(turn.value_before.upper >= _least(review) for turn in later)
    if not proven:
        text = _("{goal} points were out of reach from turn {turn} on.")
        if unsettled:
            text = _("Whether {goal} points could be reached from turn {turn} on is not settled.")
        return text.format(goal=goal, turn=turns[0].step.number)
    text = _(
        "As the deck lay, {goal} points could be reached until turn {turn};"
        " after that move no longer."
    )
    if unsettled:
        text = _("{goal} points could be reached at turn {turn}; how much longer is not settled.")
    return text.format(goal=goal, turn=proven[-1].step.number)


def _least(review: Review) -> Fraction:
    """The value from which on the goal is within reach."""
    if review.question.objective != "win":
        return Fraction(review.goal)
    # Any chance will do where the deck is not known.
    return Fraction(1) if review.question.info == "perfect" else Fraction(1, 10**30)


def _chances(checks: Checks) -> str:
    """What the first turn that all have checked was worth."""
    order: tuple[Info, ...] = ("seat", "hidden", "open")
    told = [
        (info, turns[0])
        for info in order
        if (turns := checks.by_info[info].turns if info in checks.by_info else ())
    ]
    if not told:
        return ""
    number = max(turn.step.number for _info, turn in told)
    words: dict[str, str] = {
        "seat": _("{value} from the seat"),
        "hidden": _("{value} with hidden hands"),
        "open": _("{value} with every hand seen"),
    }
    values = [
        words[info].format(value=bounds_text(turn.value_before))
        for info, _first in told
        if (turn := checks.turn(info, number)) is not None
    ]
    text = _("At turn {turn} it was worth {values}.")
    return text.format(turn=number, values=", ".join(values))


def _mistakes(checks: Checks, names: Sequence[str]) -> Iterator[Answer]:
    at_table, later = checks.table_mistakes, checks.hindsight
    yield from _named(_("At the table: "), at_table, names)
    seat = checks.by_info["seat"]
    if not at_table and seat.turns and all(turn.loss == 0 for turn in seat.turns):
        text = _("At the table every move from turn {turn} on was right.")
        yield (Piece(text.format(turn=seat.turns[0].step.number), "good"),)
    yield from _named(_("Only in hindsight: "), later, names)


def _named(label: str, turns: list[TurnReview], names: Sequence[str]) -> Iterator[Answer]:
    """The largest of some losses, and how many more there are."""
    by_loss = sorted(turns, key=lambda turn: -(turn.loss or Fraction(0)))
    for turn in by_loss[:TOLD]:
        yield (label, Piece(worst_words(turn, names), VERDICT_STYLES[turn.verdict]))
    more = len(by_loss) - TOLD
    if more > 0:
        text = plural("{number} smaller one", "{number} smaller ones", more)
        yield (label, Piece(text.format(number=more), "faint"))


def unasked(checks: Checks) -> Iterator[Answer]:
    """How many turns the time was too short for, and how to ask for them."""
    counts = {
        info: review.unasked
        for info, review in checks.by_info.items()
        if review.unasked and review.stop not in ("interrupt", "cancel")
    }
    if counts:
        told = ", ".join(f"{info_name(info)} {count}" for info, count in counts.items())
        text = _(
            "Earlier turns not asked for want of time: {counts}; {option} asks from turn T on,"
            " however long it takes."
        )
        yield (Piece(text.format(counts=told, option="--from-turn T"), "faint"),)


def overview(checks: Checks, names: Sequence[str], *, every: bool = False) -> Table:
    """A row a turn: the values side by side, and what the move was. Turns at which nothing
    happened share a row, unless `every` turn shall have one.
    """
    infos = list(checks.by_info)
    rows: list[list[str | Piece]] = []
    for numbers in ([number] for number in checks.numbers) if every else _told(checks):
        if len(numbers) > 1:
            rows.append(["…", *[""] * (5 + 2 * len(infos))])
            continue
        number = numbers[0]
        first = checks.any_turn(number)
        cells: list[str | Piece] = []
        for info in infos:
            turn = checks.turn(info, number)
            style: Style = "" if turn is None else VERDICT_STYLES[turn.verdict]
            cells.append("" if turn is None else short_bounds(turn.value_before))
            lost = "" if turn is None or turn.loss == 0 else short_bounds(turn.loss_bounds)
            cells.append(Piece(lost, style))
        what, style, better = _judged(checks, number)
        rows.append(
            [
                str(number),
                player_name(first, names),
                played(first),
                drawn(first),
                *cells,
                Piece(what, style),
                better,
            ]
        )
    titles = [_("turn"), _("player"), _("move"), _("drawn")]
    for info in infos:
        titles += [info_name(info), _("loss")]
    titles += [_("verdict"), _("best")]
    return table(rows, titles, right=(0, *range(4, 4 + 2 * len(infos))))


def info_name(info: Info) -> str:
    """An information model as a column's title."""
    return {
        "open": _("open"),
        "perfect": _("perfect"),
        "seat": _("seat"),
        "hidden": _("hidden"),
    }[info]


def _judged(checks: Checks, number: int) -> tuple[str, Style, str]:
    """What a move was: a mistake at the table, in hindsight, or none; and what was better."""
    order: tuple[Info, ...] = ("hidden", "seat", "open", "perfect")
    for info in order:
        turn = checks.turn(info, number)
        if turn is None or not turn.loss:
            continue
        if info in ("open", "perfect") and "seat" in checks.by_info:
            # The values with the deck known are beside: nobody could know it.
            if info == "perfect" or checks.turn("seat", number) is None:
                continue
            return _("hindsight"), "", best_moves(turn)
        return verdict_name(turn.verdict), VERDICT_STYLES[turn.verdict], best_moves(turn)
    asked = (checks.turn(info, number) for info in checks.by_info if info != "perfect")
    return ("" if any(asked) else "?"), "faint", ""


def _told(checks: Checks) -> Iterator[list[int]]:
    """The turns of the table, one by one; together where nothing happened at several."""

    def calm(number: int) -> bool:
        turns = (checks.turn(info, number) for info in checks.by_info)
        return all(turn is None or (turn.loss == 0 and turn.luck == 0) for turn in turns)

    for is_calm, run in groupby(checks.numbers, calm):
        numbers = list(run)
        if is_calm and len(numbers) > 2:
            yield from ([numbers[0]], numbers[1:])
        else:
            yield from ([number] for number in numbers)
