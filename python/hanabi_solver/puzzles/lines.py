"""Lines of play with hands open: what a solution leads to, and how a tempting move fails."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

from hanabi_solver.core.answer import worth
from hanabi_solver.core.playing import draws, play
from hanabi_solver.game.facts import Facts, sort_cards
from hanabi_solver.game.moves import LineMove
from hanabi_solver.notation import format_step

if TYPE_CHECKING:
    from fractions import Fraction

    from hanabi_solver.core.answer import Objective
    from hanabi_solver.core.playing import Played
    from hanabi_solver.game.moves import Move
    from hanabi_solver.game.position import Card, Position
    from hanabi_solver.solving.solution import Solution
    from hanabi_solver.solving.solver import Solver


@dataclass(frozen=True, slots=True)
class Line:
    """Moves from a position, as `check --line` takes them, and what becomes of the goal.

    `depth` counts the moves until the goal is out of reach for all to see, by the cards or by
    the turns that are left; None where it is reached.
    """

    position: Position
    text: str
    depth: int | None


@dataclass(frozen=True, slots=True)
class Follower:
    """Follows lines of best play with hands open, the deck unknown."""

    solver: Solver
    objective: Objective
    target: int

    def values(self, position: Position) -> dict[Move, Fraction]:
        """The value of every move, as far as it is exact."""
        solution = self._solve(position, moves=True)
        return {entry.move: entry.value for entry in solution.moves if entry.value is not None}

    def line(self, position: Position, move: Move, goal: Fraction, *, unlucky: bool) -> Line:
        """The move, and best play after it: with the draws that cost most, or the likeliest.

        `goal` is what could be had at the start. The line ends with the game, or where the goal
        is out of reach.
        """
        enough = self.target if self.objective == "win" else ceil(goal)
        at, texts = position, list[str]()
        while True:
            drawn, after = self._drawn(at, move, unlucky=unlucky)
            texts.append(format_step(LineMove(move, drawn=drawn), at))
            most = after.result if after.result is not None else _most(after.position)
            lost = most < enough
            if lost or after.result is not None:
                return Line(position, " ".join(texts), len(texts) if lost else None)
            at = after.position
            chosen = self._solve(at, moves=True).recommended
            assert chosen is not None
            move = chosen

    def _drawn(
        self, position: Position, move: Move, *, unlucky: bool
    ) -> tuple[Card | None, Played]:
        """The card drawn (None for none) and what comes of it."""
        if not draws(position, move):
            return None, play(position, move)
        copies = Counter(sort_cards(position.suits, position.deck))
        after = {card: play(position, move, card) for card in copies}
        # Of the same value the likeliest.
        by_chance = sorted(copies, key=lambda card: -copies[card])
        card = (
            min(by_chance, key=lambda card: self._value(after[card])) if unlucky else by_chance[0]
        )
        return (card if len(after[card].position.deck) < len(position.deck) else None), after[card]

    def _value(self, played: Played) -> Fraction:
        if played.result is not None:
            return worth(self.objective, played.result, self.target)
        return self._solve(played.position, moves=False).bounds.upper

    def _solve(self, position: Position, *, moves: bool) -> Solution:
        return self.solver.solve(
            position, info="open", objective=self.objective, target=self.target, moves=moves
        )


def _most(position: Position) -> int:
    """The highest score that cards and turns still allow."""
    facts = Facts(position)
    if facts.pace is None:
        return facts.reachable
    return facts.reachable + min(facts.pace, 0)
