"""The JSON objects that the command line prints, field by field and in this order.

They are plain dictionaries: the standard library writes them, and starts faster than any other.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from hanabi_solver.notation import format_bonuses, format_move, format_position
from hanabi_solver.show.numbers import exact_number, value_fields
from hanabi_solver.show.terms import card_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hanabi_solver.core.answer import Objective
    from hanabi_solver.solving.solution import MoveValue, Solution, Solutions
    from hanabi_solver.solving.variation import Step

Record = dict[str, object]
"""A JSON object. Exact values in it are integers for `guaranteed`, else strings, "a/b" reduced."""


def encode(record: Record) -> str:
    """The object as one line of JSON."""
    return json.dumps(record)


def solution_record(
    text: str,
    answers: Solutions,
    variations: Mapping[Objective, tuple[Step, ...]],
) -> Record:
    """The object of a solved position: `text` is the input, `variations` only where asked for."""
    solutions = answers.by_objective
    records: dict[str, Record] = {
        name: objective_record(solution) for name, solution in solutions.items()
    }
    for name, steps in variations.items():
        records[name]["pv"] = [_step_record(solutions[name], step) for step in steps]
    first = next(iter(solutions.values()))
    alone = len(records) == 1
    body = records[first.objective] if alone else {"objectives": records}
    return {
        "position": format_position(first.position),
        "input": text,
        "info": "all" if first.hidden is not None and first.hidden.perfect else first.info,
        "objective": first.objective if alone else "all",
        "target": next((s.target for s in solutions.values() if s.target is not None), None),
        "rules": "grand-finale" if first.position.rules.grand_finale else "last-round",
        **body,
        **_worlds(first),
        **_seat(first),
        "recommended": None if answers.recommended is None else format_move(answers.recommended),
        "max_score": first.max_score,
        "reachable": first.reachable,
        "nodes": answers.nodes,
        "seconds": round(answers.seconds, 6),
    }


def objective_record(solution: Solution) -> Record:
    """What is known for one objective, of the position and of every move."""
    value = solution.bounds.value
    return {
        "status": solution.status,
        **value_fields(solution.bounds, solution.objective),
        "value_float": None if value is None else float(value),
        **_within(solution),
        "best": [format_move(move) for move in solution.best],
        "moves": [_move_record(solution, entry) for entry in solution.moves],
        **_hidden(solution),
    }


def _within(solution: Solution) -> Record:
    """How far the recommended move may be from the best one, where that is not settled."""
    within = solution.within
    if within is None or (solution.value is not None and not within):
        return {}
    return {"within": exact_number(within, solution.objective)}


def _worlds(solution: Solution) -> Record:
    return {} if solution.hidden is None else {"worlds": solution.hidden.worlds}


def _seat(solution: Solution) -> Record:
    """What only the seat has: how many hands there may be, and what each slot may hold."""
    if solution.seat is None:
        return {}
    position = solution.position
    slots = [
        {
            "slot": number,
            "cards": {card_name(position, card): str(share) for card, share in cards.items()},
        }
        for number, cards in enumerate(solution.seat.slots, 1)
    ]
    return {"assignments": solution.seat.assignments, "slots": slots}


def _hidden(solution: Solution) -> Record:
    """What only hidden hands have: the value of open ones, the first move's rules, one world."""
    hidden = solution.hidden
    if hidden is None:
        return {}
    from hanabi_solver.show.prescription import FOR_PROGRAMS, collapsed, row_text

    suits, objective = solution.position.suits, solution.objective
    actual = hidden.actual
    return {
        "open": None if hidden.open is None else exact_number(hidden.open, objective),
        **({} if hidden.perfect is None else {"perfect": value_fields(hidden.perfect, objective)}),
        "prescription": [
            {
                "sees": row_text(suits, row, hidden.alike, FOR_PROGRAMS),
                "does": format_move(row.does),
            }
            for row in collapsed(hidden.prescription)
        ],
        "actual": None
        if actual is None
        else {
            "move": format_move(actual.move),
            "worlds_left": actual.worlds_left,
            "result": str(actual.result),
        },
    }


def _move_record(solution: Solution, entry: MoveValue) -> Record:
    return {
        "move": format_move(entry.move),
        "card": card_name(solution.position, entry.card) or None,
        **value_fields(entry.bounds, solution.objective),
        "best": entry.best,
        **({} if entry.value is not None else {"worse": entry.worse}),
        **_here(solution, entry),
    }


def _here(solution: Solution, entry: MoveValue) -> Record:
    if solution.hidden is None:
        return {}
    here = entry.here
    return {"here": None if here is None else exact_number(here, solution.objective)}


def _step_record(solution: Solution, step: Step) -> Record:
    return {
        "player": step.player,
        "move": format_move(step.move) + format_bonuses(step.bonuses, solution.position),
        "card": card_name(solution.position, step.card) or None,
        "drawn": card_name(solution.position, step.drawn) or None,
        **value_fields(step.bounds, solution.objective),
    }
