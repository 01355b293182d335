"""A solution as people see it: a table of moves, and what it comes to."""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING

from hanabi_solver.core.answer import Bounds
from hanabi_solver.game.moves import Discard, Play
from hanabi_solver.game.position import UNSPECIFIED
from hanabi_solver.game.ratings import rating
from hanabi_solver.notation import format_bonuses, format_card, format_move
from hanabi_solver.show.board import shown
from hanabi_solver.show.document import (
    Document,
    Line,
    Piece,
    line,
    plain,
    table,
    to_html,
)
from hanabi_solver.show.numbers import bounds_text, decimals, number, rounded
from hanabi_solver.show.terms import (
    card_name,
    information,
    move_words,
    objective_name,
    objective_title,
)
from hanabi_solver.texts.text import _, plural

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from hanabi_solver.core.answer import Objective
    from hanabi_solver.game.moves import Move
    from hanabi_solver.game.position import Card, Position
    from hanabi_solver.solving.solution import MoveValue, Solution, Solutions
    from hanabi_solver.solving.variation import Step

BEST, WORSE = "*", "-"

MOST_LINES = 12
"""Lines of a policy that are told: those that matter most."""


def solved(
    answers: Solutions,
    variations: Mapping[Objective, tuple[Step, ...]] | None = None,
) -> Document:
    """A position's answers by objective, side by side: the values, then one row per move."""
    solutions = answers.by_objective
    first = next(iter(solutions.values()))
    titles = ["", ""]
    values: list[str | Line] = []
    for name, each in solutions.items():
        titles += [objective_title(name, each.target), *[_("here")] * _has_here(each)]
        value = line(Piece(bounds_text(each.bounds), "strong"))
        values += [value, *[""] * _has_here(each)]
    rows: list[list[str | Line]] = [[_("value"), "", *values]]
    if first.hidden is not None:
        cells = _spaced(solutions, _open_value)
        rows.append([_("open hands"), _("mean over worlds"), *cells])
    if first.hidden is not None and first.hidden.perfect is not None:
        cells = _spaced(solutions, _perfect_value)
        rows.append([_("all known"), _("mean over worlds"), *cells])
    entries = [{entry.move: entry for entry in each.moves} for each in solutions.values()]
    for entry in first.moves:
        words = _in_words(entry.move, entry.card, first.position)
        if _is_unseen(entry.card, first):
            words = _in_words_alone(entry.move, first.position).partition(", ")[2]
        told: list[str | Line] = []
        for each, moves in zip(solutions.values(), entries, strict=True):
            told += _move_cells(each, moves.get(entry.move))
        rows.append([format_move(entry.move), words, *told])
    lines = [
        block
        for name, steps in (variations or {}).items()
        for block in variation(solutions[name], steps)
    ]
    return (
        *shown(first.facts),
        Line(),
        line(Piece(information(first.info), "strong")),
        *_own_hand(first),
        table(rows, titles),
        *_notes(answers),
        # Where none has a policy, all say the same.
        *(part for block in dict.fromkeys(map(_first_move, solutions.values())) for part in block),
        *lines,
    )


def solutions_text(answers: Solutions) -> str:
    """A position's answers as plain text."""
    return plain(solved(answers))


def solutions_html(answers: Solutions) -> str:
    """A position's answers for a notebook."""
    return to_html(solved(answers))


SLOT_CARDS = 6
"""Cards that a line on a slot names."""


def _own_hand(solution: Solution) -> Document:
    """What the mover's slots may hold, the likeliest first."""
    seat = solution.seat
    if seat is None:
        return ()
    if seat.assignments is None:
        return (line(_("Own hand: more assignments than can be counted")),)
    text = plural(
        "Own hand: {number} assignment", "Own hand: {number} assignments", seat.assignments
    )
    suits = solution.position.suits
    rows = []
    for slot, cards in enumerate(seat.slots, 1):
        likely = sorted(cards.items(), key=lambda each: -each[1])
        told = []
        for share, alike in groupby(likely[:SLOT_CARDS], key=lambda each: each[1]):
            names = [format_card(suits, card) for card, _share in alike]
            form = plural("{cards} {share}", "{cards} {share} each", len(names))
            told.append(form.format(cards=" ".join(names), share=number(share)))
        if more := likely[SLOT_CARDS:]:
            rest = plural("{number} more {share}", "{number} more {share}", len(more))
            share = sum((share for _, share in more), Fraction(0))
            told.append(rest.format(number=len(more), share=number(share)))
        rows.append([_("slot {slot}").format(slot=slot), ", ".join(told)])
    return (line(text.format(number=seat.assignments)), table(rows), Line())


def _open_value(solution: Solution) -> str:
    """The mean with hands open; where it is not known what the value says of it."""
    if solution.hidden is None or solution.hidden.open is None:
        most = Fraction(1 if solution.objective == "win" else solution.reachable)
        return bounds_text(Bounds(solution.bounds.lower, most))
    return number(solution.hidden.open)


def _perfect_value(solution: Solution) -> str:
    if solution.hidden is None or solution.hidden.perfect is None:
        return "?"
    return bounds_text(solution.hidden.perfect)


def _first_move(solution: Solution) -> Document:
    """With hidden hands: who sees what does what, and what happens in the world that is written."""
    hidden = solution.hidden
    if hidden is None:
        return ()
    if not hidden.prescription:
        if solution.stop is None:
            return ()
        if hidden.worlds is None:
            return (line(_("Worlds: more than can be counted")),)
        return (line(_("Worlds: {worlds}").format(worlds=hidden.worlds)),)
    from hanabi_solver.show.prescription import collapsed, for_people, row_text, words_for_people

    suits = solution.position.suits
    hands = [[held.card for held in hand] for hand in solution.position.hands]
    told, left_out = for_people(collapsed(hidden.prescription), MOST_LINES, hands, hidden.alike)
    words = words_for_people()
    rows = [
        [row_text(suits, row, hidden.alike, words), _in_words_alone(row.does, solution.position)]
        for row in told
    ]
    worlds = hidden.worlds or 0
    title = plural(
        "A best policy for {objective}: player {player}, in {worlds} world",
        "A best policy for {objective}: player {player}, in {worlds} worlds",
        worlds,
    )
    if solution.value is None:
        title = plural(
            "The best policy found for {objective}: player {player}, in {worlds} world",
            "The best policy found for {objective}: player {player}, in {worlds} worlds",
            worlds,
        )
    text = title.format(
        objective=objective_title(solution.objective, solution.target),
        player=solution.position.mover + 1,
        worlds=worlds,
    )
    document: Document = (Line(), line(Piece(text, "strong")), table(rows, [_("sees"), _("does")]))
    if left_out:
        more = plural(
            "and {number} more line: --policy FILE writes all",
            "and {number} more lines: --policy FILE writes all",
            left_out,
        )
        document = (*document, line(Piece(more.format(number=left_out), "faint")))
    if hidden.actual is None:
        return document
    actual = plural(
        "Here: {move}, which leaves {worlds} world; result {result}",
        "Here: {move}, which leaves {worlds} worlds; result {result}",
        hidden.actual.worlds_left,
    ).format(
        move=format_move(hidden.actual.move),
        worlds=hidden.actual.worlds_left,
        result=number(hidden.actual.result),
    )
    return (*document, line(actual))


def _is_unseen(card: Card | None, solution: Solution) -> bool:
    """Whether who moves cannot know the card, so that words name its slot."""
    return card is None or card == UNSPECIFIED or solution.info in ("seat", "hidden")


def _in_words_alone(move: Move, position: Position) -> str:
    """A move of a policy: whatever lies in the slot."""
    if isinstance(move, Play | Discard):
        slot = _("slot {slot}").format(slot=move.slot)
        return f"{format_move(move)}, {move_words(move, slot, position)}"
    return f"{format_move(move)}, {move_words(move, '', position)}"


def _in_words(move: Move, card: Card | None, position: Position) -> str:
    return move_words(move, card_name(position, card), position)


def _move_cells(solution: Solution, entry: MoveValue | None) -> list[str | Line]:
    """A move's value, and with hidden hands what it is worth with the hands that are seen."""
    if entry is None:
        return ["", *[""] * _has_here(solution)]
    text = bounds_text(entry.bounds)
    cell = line(text)
    if entry.worse and entry.value is None:
        cell = line(Piece(f"{text} {WORSE}", "faint"))
    elif entry.best:
        cell = line(Piece(f"{text} {BEST}", "good"))
    here = "" if entry.here is None else number(entry.here)
    return [cell, *[here] * _has_here(solution)]


def _has_here(solution: Solution) -> bool:
    return any(entry.here is not None for entry in solution.moves)


def _spaced(
    solutions: Mapping[Objective, Solution], cell: Callable[[Solution], str]
) -> list[str | Line]:
    """A cell for each objective, and an empty one where a column follows that is for moves."""
    found: list[str | Line] = []
    for each in solutions.values():
        found += [cell(each), *[""] * _has_here(each)]
    return found


def _notes(answers: Solutions) -> Iterator[Line]:
    """What stands below the table: key, recommendation, why it stopped, what it took."""
    solutions = list(answers.by_objective.values())
    first = solutions[0]
    if any(entry.best for each in solutions for entry in each.moves):
        yield line(Piece(_("{sign} best").format(sign=BEST), "faint"))
    if any(map(_has_here, solutions)):
        yield line(
            Piece(_("here: in the worlds that look like this to the player to move"), "faint")
        )
    if any(entry.worse and entry.value is None for each in solutions for entry in each.moves):
        yield line(Piece(_("{sign} certainly not best").format(sign=WORSE), "faint"))
    if answers.recommended is not None:
        card = next((e.card for e in first.moves if e.move == answers.recommended), None)
        if _is_unseen(card, first):
            words = _in_words_alone(answers.recommended, first.position)
        else:
            words = _in_words(answers.recommended, card, first.position)
            words = f"{format_move(answers.recommended)}, {words}"
        yield line(_("Recommended: "), Piece(words, "good"))
        for each in solutions:
            within = each.within
            if within and each.recommended == answers.recommended:
                text = _("{objective}: within {within} of the best move")
                name = objective_title(each.objective, each.target)
                yield line(text.format(objective=name, within=rounded(within, up=True)))
    verdict = _verdict(answers)
    if verdict is not None:
        yield line(verdict)
    for note in dict.fromkeys(map(_stop_note, solutions)):
        if note:
            yield line(Piece(note, "bad"))
    text = _("{seconds} s")
    if answers.nodes:
        text = plural("{nodes} node, {seconds} s", "{nodes} nodes, {seconds} s", answers.nodes)
    yield line(Piece(text.format(nodes=answers.nodes, seconds=f"{answers.seconds:.3f}"), "faint"))


def _stop_note(solution: Solution) -> str:
    """What a limit left open; nothing where nothing is open."""
    if solution.stop is None:
        return ""
    open_moves = sum(entry.value is None for entry in solution.moves)
    if solution.value is None or not open_moves:
        return stopped_text(solution.stop)
    text = plural(
        "{reason} The value is exact; of {number} move only bounds are proven.",
        "{reason} The value is exact; of {number} moves only bounds are proven.",
        open_moves,
    )
    return text.format(reason=stop_reason(solution.stop), number=open_moves)


def _verdict(answers: Solutions) -> str | None:
    """What may be said of the score: the rule book's verdict of the one that is sure. Where none
    is known to be, the mean, or the highest that nothing proven rules out.
    """
    first = next(iter(answers.by_objective.values()))
    expected = answers.by_objective.get("expected")
    text, score = _("At least {score} of {maximum}. {verdict}"), _sure(answers)
    if score is None and "guaranteed" not in answers.by_objective:
        text, score = _("At best {score} of {maximum}."), Fraction(_highest(answers))
        if expected is not None:
            text, score = _("On average {score} of {maximum}."), expected.value
    found = None if score is None else rating(int(score), first.max_score)
    if score is None or found is None:
        return None
    shown = str(score) if score.denominator == 1 else decimals(score, 2)
    return text.format(score=shown, maximum=first.max_score, verdict=found)


def _sure(answers: Solutions) -> Fraction | None:
    """The score that best play is sure of, as far as the objectives asked for tell."""
    guaranteed, expected, win = (
        answers.by_objective.get(name) for name in ("guaranteed", "expected", "win")
    )
    if guaranteed is not None:
        return guaranteed.value
    if expected is not None and expected.info == "perfect":
        return expected.value
    if win is not None and win.target is not None and win.bounds.lower == 1:
        return Fraction(max(win.target, win.position.score))
    return None


def _highest(answers: Solutions) -> int:
    """The highest score that nothing proven rules out: a card a turn, as far as the cards allow."""
    first = next(iter(answers.by_objective.values()))
    highest = first.reachable
    pace = first.facts.pace
    if pace is not None and not first.position.rules.flamboyants:
        highest += min(0, pace)
    win, expected = answers.by_objective.get("win"), answers.by_objective.get("expected")
    if win is not None and win.target is not None and win.bounds.upper == 0:
        highest = min(highest, max(win.target - 1, 0))
    if expected is not None and expected.info == "perfect":
        highest = min(highest, int(expected.bounds.upper))
    return highest


def stop_reason(stop: str) -> str:
    """Why a search ended before all was settled."""
    return {
        "time": _("Stopped by the time limit."),
        "memory": _("Stopped by the memory limit."),
        "interrupt": _("Interrupted."),
        "cancel": _("Interrupted."),
        "size": _("Too large to search in full."),
    }[stop]


def stopped_text(stop: str) -> str:
    """Why a search ended before the exact value, and what then is shown."""
    return {
        "time": _("Stopped by the time limit: proven bounds, not values."),
        "memory": _("Stopped by the memory limit: proven bounds, not values."),
        "interrupt": _("Interrupted: proven bounds, not values."),
        "cancel": _("Interrupted: proven bounds, not values."),
        "tolerance": _("Stopped at the tolerance: proven bounds, not values."),
        "size": _("Too large to search: proven bounds, not values."),
    }[stop]


def variation(solution: Solution, steps: tuple[Step, ...]) -> Document:
    """A principal variation: optimal moves, and the draws that it assumes."""
    title = _("Principal variation for {objective}, with the draws that it assumes")
    suits = solution.position.suits
    rows = []
    for step in steps:
        drawn = ""
        if step.drawn is not None:
            drawn = _("draws {card}").format(card=format_card(suits, step.drawn))
        words = _in_words(step.move, step.card, solution.position)
        player = _("Player {number}").format(number=step.player)
        move = format_move(step.move) + format_bonuses(step.bonuses, solution.position)
        rows.append([player, move, words, drawn, bounds_text(step.bounds)])
    head = line(Piece(title.format(objective=objective_name(solution.objective)), "strong"))
    if not rows:
        return ()
    if solution.info == "seat":
        afresh = _(
            "Each turn from the seat of its own player: values need not agree from turn to turn."
        )
        return (Line(), head, line(Piece(afresh, "faint")), table(rows))
    return (Line(), head, table(rows))
