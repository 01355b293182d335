"""The exact value of an agent: played in every world of a position and every order of the deck."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from types import NoneType
from typing import TYPE_CHECKING

from hanabi_solver.agents.view import View, event, seen
from hanabi_solver.agents.worlds import Unseen, World, Worlds
from hanabi_solver.core.answer import Bounds, check_objective
from hanabi_solver.core.playing import draws, legal_moves, play, result
from hanabi_solver.core.query import Cancel
from hanabi_solver.errors import InputError, MoveError, expect, expect_call, written, wrong
from hanabi_solver.game.facts import Facts
from hanabi_solver.game.moves import Clue, expect_move
from hanabi_solver.notation import format_move, parse_move
from hanabi_solver.solving.ask import resolve_target
from hanabi_solver.solving.solver import Solver
from hanabi_solver.system.limits import Limits, checked
from hanabi_solver.texts.text import _
from hanabi_solver.variants.clues import clues

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hanabi_solver.agents.agent import Agent
    from hanabi_solver.core.answer import Info, Objective
    from hanabi_solver.game.moves import Event, Move
    from hanabi_solver.game.position import Position


@dataclass(frozen=True, slots=True)
class WorldValue:
    """What the agent is worth in one world: over the orders of its deck."""

    world: World
    value: Fraction


@dataclass(frozen=True, slots=True, repr=False)
class Evaluation:
    """What an agent is worth at a position.

    `bounds` are equal, hence its `value`, unless a limit left worlds unplayed: these may be worth
    nothing, or the most there is. `worlds` is the number of all worlds, orders of the deck
    included, and `played` how many of them were played. `results` has what came of each
    arrangement of the hands. `seconds` is wall-clock time.
    """

    position: Position
    unseen: Unseen
    objective: Objective
    target: int | None
    bounds: Bounds
    worlds: int
    played: int
    results: tuple[WorldValue, ...]
    seconds: float

    @property
    def value(self) -> Fraction | None:
        """The exact value, None where a limit left worlds unplayed."""
        return self.bounds.value

    @property
    def losing(self) -> tuple[WorldValue, ...]:
        """The worlds in which the agent does not get the most there is, the worst first."""
        most = _most(self.position, self.objective)
        short = (each for each in self.results if each.value < most)
        return tuple(sorted(short, key=lambda each: each.value))

    def regret(
        self, info: Info, *, limits: Limits | None = None, cancel: Cancel | None = None
    ) -> Bounds:
        """What the best play is worth more than the agent: of players who know the position as
        `info` says. `hidden` is the best that agents can reach; `seat` and `open` bound it: the
        mean (minimum, for `guaranteed`) over the worlds of what the player to move sees, or of
        all hands seen. A time limit of `limits` holds for it all; `cancel` stops it from another
        thread.
        """
        best = self._best(
            expect("info", info, str),
            checked(limits),
            expect("cancel", cancel, Cancel, NoneType),
        )
        none = Fraction(0)
        return Bounds(
            max(best.lower - self.bounds.upper, none), max(best.upper - self.bounds.lower, none)
        )

    def _best(self, info: Info, limits: Limits, cancel: Cancel | None) -> Bounds:
        solver = Solver(limits)
        solve = partial(
            solver.solve, objective=self.objective, target=self.target, moves=False, cancel=cancel
        )
        if info == "hidden" and self.unseen == "hidden":
            return solve(self.position, info="hidden").bounds
        if info not in ("seat", "open"):
            problem = _("no regret against {info} where {unseen} cards are unseen")
            raise InputError(problem.format(info=written(info), unseen=self.unseen))
        deadline = _deadline(limits)
        mixture = _Mixture(self.objective, self.worlds, _most(self.position, self.objective))
        known: dict[Position, Bounds] = {}
        for world in Worlds(self.position, unseen=self.unseen):
            left = None if deadline is None else deadline - time.monotonic()
            if (left is not None and left <= 0) or (cancel is not None and cancel.cancelled):
                break
            position = seen(world.position).position if info == "seat" else world.position
            bounds = known.get(position)
            if bounds is None:
                solver.limits = replace(solver.limits, time=left)
                bounds = solve(position, info="open").bounds
                if info == "seat":
                    known[position] = bounds
            mixture.add(bounds, world.weight)
        return mixture.bounds()

    def __repr__(self) -> str:
        """The essence in one line."""
        return (
            f"<Evaluation of {self.position}: {self.objective} {self.bounds},"
            f" {self.played} of {self.worlds} worlds>"
        )


class _Mixture:
    """Mean, or for `guaranteed` the minimum, of bounds over worlds; the rest may be anything."""

    def __init__(self, objective: Objective, worlds: int, most: Fraction) -> None:
        self.minimum = objective == "guaranteed"
        self.worlds, self.most = worlds, most
        self.weight = 0
        self.lower, self.upper = (most, most) if self.minimum else (Fraction(0), Fraction(0))

    def add(self, bounds: Bounds, weight: int) -> None:
        self.weight += weight
        if self.minimum:
            self.lower = min(self.lower, bounds.lower)
            self.upper = min(self.upper, bounds.upper)
        else:
            self.lower += bounds.lower * weight
            self.upper += bounds.upper * weight

    def bounds(self) -> Bounds:
        rest = self.worlds - self.weight
        if self.minimum:
            return Bounds(Fraction(0) if rest else self.lower, self.upper)
        return Bounds(self.lower / self.worlds, (self.upper + rest * self.most) / self.worlds)


class _StoppedError(Exception):
    """The time is over, or nobody waits any more, in the middle of a world."""


@dataclass
class _Play:
    """Plays an agent from positions with every card written."""

    agent: Agent
    objective: Objective
    target: int
    deadline: float | None
    cancel: Cancel | None
    shared: bool
    known: dict[Position, Fraction]

    def value(self, position: Position, history: tuple[Event, ...], over: int | None) -> Fraction:
        """What the agent gets from here on, over the orders of the deck."""
        if over is not None:
            return self._worth(over)
        if self.shared and (found := self.known.get(position)) is not None:
            return found
        if self.deadline is not None and time.monotonic() >= self.deadline:
            raise _StoppedError
        if self.cancel is not None and self.cancel.cancelled:
            raise _StoppedError
        move = self._move(seen(position, history))
        after = (*history, event(position, move))
        if not draws(position, move):
            played = play(position, move)
            value = self.value(played.position, after, played.result)
        else:
            parts = []
            for card, copies in sorted(Counter(position.deck).items()):
                played = play(position, move, drawn=card)
                parts.append((self.value(played.position, after, played.result), copies))
            value = self._over_draws(parts)
        if self.shared:
            self.known[position] = value
        return value

    def _over_draws(self, parts: Sequence[tuple[Fraction, int]]) -> Fraction:
        if self.objective == "guaranteed":
            return min(value for value, _copies in parts)
        total = sum(copies for _value, copies in parts)
        return sum((value * copies for value, copies in parts), Fraction(0)) / total

    def _worth(self, score: int) -> Fraction:
        return Fraction(score >= self.target if self.objective == "win" else score)

    def _move(self, view: View) -> Move:
        answer = self.agent(view)
        position = view.position
        move = parse_move(answer, position) if isinstance(answer, str) else answer
        expect_move(_("the agent's move"), move)
        given = clues(position)
        if move == Clue() and given:
            move = given[0]
        legal = move in given if isinstance(move, Clue) else move in legal_moves(position)
        if not legal:
            problem = _("the agent's move {move} is not legal for who sees {position}")
            raise MoveError(problem.format(move=format_move(move), position=position))
        return move


def evaluate(
    position: Position | str,
    agent: Agent,
    *,
    unseen: Unseen = "hidden",
    objective: Objective = "win",
    target: int | str | None = None,
    shared: bool = False,
    limits: Limits | None = None,
    progress: Callable[[Evaluation], object] | None = None,
    cancel: Cancel | None = None,
) -> Evaluation:
    """What an agent is worth at a position, exactly: all players follow it, in every world.

    The agent is a function from a `View` to a move. It must be deterministic. `shared` says that
    it looks at what it sees now alone, not at the history: states that come up again are then
    played once. `unseen` tells whose cards vary: "hidden" all hands, as their marks allow,
    "seat" only those of the player to move. A time limit of `limits` leaves bounds; `progress`
    is called with what is known, after each world of hands, and stops by returning False; `cancel`
    stops from another thread.
    MoveError names what the agent saw where its move is not legal.
    """
    if agent is None:
        raise wrong("agent", agent, _("a function"))
    expect_call("agent", agent)
    expect("shared", shared, bool)
    expect_call("progress", progress)
    expect("cancel", cancel, Cancel, NoneType)
    started = time.monotonic()
    ways = Worlds(position, unseen=unseen)
    position = ways.position
    check_objective(objective)
    goal = resolve_target(Facts(position), target)
    limits = checked(limits)
    playing = _Play(agent, objective, goal, _deadline(limits), cancel, shared, {})
    mixture = _Mixture(objective, ways.count, _most(position, objective))
    results: list[WorldValue] = []

    def so_far() -> Evaluation:
        return Evaluation(
            position=position,
            unseen=unseen,
            objective=objective,
            target=goal if objective == "win" else None,
            bounds=mixture.bounds(),
            worlds=ways.count,
            played=mixture.weight,
            results=tuple(results),
            seconds=time.monotonic() - started,
        )

    for world in ways:
        try:
            value = playing.value(world.position, (), result(world.position))
        except _StoppedError:
            break
        mixture.add(Bounds(value, value), world.weight)
        results.append(WorldValue(world, value))
        if progress is not None and progress(so_far()) is False:
            break
    return so_far()


def _deadline(limits: Limits) -> float | None:
    return None if limits.time is None else time.monotonic() + limits.time


def _most(position: Position, objective: Objective) -> Fraction:
    return Fraction(1 if objective == "win" else Facts(position).reachable)
