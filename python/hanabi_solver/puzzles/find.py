"""Puzzles out of archived games, or of simulated ones."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from typing import TYPE_CHECKING

from hanabi_solver.archive import find_games, replay
from hanabi_solver.errors import GameError, UnsupportedError
from hanabi_solver.game.facts import Facts
from hanabi_solver.puzzles import simulated
from hanabi_solver.puzzles.puzzle import Maker, Origin
from hanabi_solver.review.course import course_of_game
from hanabi_solver.solving.ask import resolve_target

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from hanabi_solver.archive import Replay, Source
    from hanabi_solver.core.answer import Info, Objective
    from hanabi_solver.game.position import Position
    from hanabi_solver.puzzles.puzzle import Puzzle
    from hanabi_solver.review.course import Course
    from hanabi_solver.solving.solver import Solver

SIMULATED_FOR_ONE = 500
"""Simulated games that are looked through, for every puzzle wanted, before it is given up."""

LEAST_GAP = Fraction(1, 10)
"""What people can be expected to see."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What puzzles are asked for. `deck`: most cards in the deck; `players`: None for any number;
    `gap`: least that each of the other moves has to cost.
    """

    info: Info = "seat"
    objective: Objective = "win"
    target: int | str | None = None
    deck: int = 5
    gap: Fraction = LEAST_GAP
    players: int | None = None


def of_simulated(solver: Solver, wanted: Wanted, number: int, seed: int = 0) -> Iterator[Puzzle]:
    """Up to `number` puzzles out of simulated games: the hardest of a game, no two of a kind.

    The same seed gives the same puzzles, as long as no limit of time is met.
    """
    tables = (wanted.players,) if wanted.players is not None else (2, 3, 4, 5)
    games = (
        (each, simulated.game(tables[each % len(tables)], each, marks=True))
        for each in count(seed * 1_000_000)
    )
    maker, kinds, found = _maker(solver, wanted), set[object](), 0
    for tried, (name, course) in enumerate(games, 1):
        if found == number or tried > number * SIMULATED_FOR_ONE:
            return
        hardest = _hardest(maker, course, wanted, name, kinds)
        if hardest is not None:
            kinds.add(hardest.kind)
            found += 1
            yield hardest


def of_games(
    solver: Solver,
    wanted: Wanted,
    paths: Sequence[str],
    *,
    refused: Callable[[GameError | UnsupportedError], None],
    house_rules: bool = False,
    hand_size: int | None = None,
    player: str | None = None,
) -> Iterator[Puzzle]:
    """Puzzles out of the games of files and folders: the hardest of a game, no two of a kind.

    With `player` those turns of theirs in which the move made was not best: all of them.
    `refused` is told of each game that cannot be read.
    """
    maker, kinds = _maker(solver, wanted), set[object]()
    for entry in find_games(paths):
        try:
            if isinstance(entry.game, GameError):
                raise entry.game
            game = replay(entry.game, house_rules=house_rules, hand_size=hand_size)
        except (GameError, UnsupportedError) as error:
            refused(error)
            continue
        if wanted.players not in (None, len(game.game.players)):
            continue
        course = course_of_game(game)
        if player is not None:
            yield from _mistakes(maker, game, course, wanted, player)
            continue
        hardest = _hardest(maker, course, wanted, game.game.source, kinds)
        if hardest is not None:
            kinds.add(hardest.kind)
            yield hardest


def names(paths: Sequence[str]) -> set[str]:
    """The players of all games that can be read."""
    found = (entry.game for entry in find_games(paths))
    return {name for game in found if not isinstance(game, GameError) for name in game.players}


def _maker(solver: Solver, wanted: Wanted) -> Maker:
    return Maker(solver, wanted.info, wanted.objective, wanted.target, wanted.gap)


def _hardest(
    maker: Maker, course: Course, wanted: Wanted, game: Source | int, kinds: set[object]
) -> Puzzle | None:
    candidates = (
        maker.puzzle(step, Origin(game, step.number))
        for step in course.from_deck(wanted.deck).steps
        if _is_open(step.position, wanted)
    )
    new = [puzzle for puzzle in candidates if puzzle is not None and puzzle.kind not in kinds]
    return max(new, key=lambda puzzle: puzzle.hardness, default=None)


def _mistakes(
    maker: Maker, game: Replay, course: Course, wanted: Wanted, player: str
) -> Iterator[Puzzle]:
    players = game.game.players
    for step in course.from_deck(wanted.deck).steps:
        if players[step.position.mover] == player:
            origin = Origin(game.game.source, step.number)
            puzzle = maker.puzzle(step, origin, mistake=True)
            if puzzle is not None:
                yield puzzle


def _is_open(position: Position, wanted: Wanted) -> bool:
    """Whether the goal can still be reached by cards and turns, so that something is at stake."""
    facts = Facts(position)
    return facts.reachable >= resolve_target(facts, wanted.target) and (
        facts.pace is None or facts.pace >= 0
    )
