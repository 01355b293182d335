"""Puzzles as JSON objects and as position strings with a comment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hanabi_solver.notation import format_move, format_position
from hanabi_solver.show.numbers import exact_number, number
from hanabi_solver.show.schema import objective_record
from hanabi_solver.texts.text import _

if TYPE_CHECKING:
    from hanabi_solver.puzzles.lines import Line
    from hanabi_solver.puzzles.puzzle import Failure, Puzzle
    from hanabi_solver.show.schema import Record


def puzzle_record(puzzle: Puzzle) -> Record:
    """The object of a puzzle; see docs/json.md."""
    solution = puzzle.solution
    solved = objective_record(solution)
    return {
        "position": format_position(solution.position),
        "info": solution.info,
        "objective": solution.objective,
        "target": solution.target,
        "value": solved["value"],
        "value_float": solved["value_float"],
        "best": solved["best"],
        "moves": solved["moves"],
        "failures": [_failure(puzzle, failure) for failure in puzzle.failures],
        "gap": str(puzzle.gap),
        "depth": puzzle.depth,
        **_line(puzzle.line),
        "made": None if puzzle.made is None else format_move(puzzle.made),
        **_origin(puzzle),
    }


def _failure(puzzle: Puzzle, failure: Failure) -> Record:
    entry = failure.entry
    return {
        "move": format_move(entry.move),
        "value": exact_number(entry.value, puzzle.solution.objective),
        "cost": str(failure.cost),
        **_line(failure.line),
        "depth": None if failure.line is None else failure.line.depth,
    }


def _line(line: Line | None) -> Record:
    if line is None:
        return {"line": None, "line_position": None}
    return {"line": line.text, "line_position": format_position(line.position)}


def _origin(puzzle: Puzzle) -> Record:
    game, turn = puzzle.origin.game, puzzle.origin.turn
    if isinstance(game, int):
        return {"file": None, "line_number": None, "game": game, "turn": turn}
    return {"file": game.file, "line_number": game.line, "game": game.game, "turn": turn}


def puzzle_text(puzzle: Puzzle) -> str:
    """The position string, above it how hard it is; `solve --file` reads it."""
    failures = len(puzzle.failures)
    about = _("{info}: {moves} moves, {failures} tempt and fail; the best of them costs {gap}")
    said = about.format(
        info=puzzle.solution.info,
        moves=len(puzzle.solution.moves),
        failures=failures,
        gap=number(puzzle.gap),
    )
    return f"# {said}\n{format_position(puzzle.position)}"
