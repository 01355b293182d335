"""Random small positions, solved by the core and by the reference engine."""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from hanabi_solver import reference
from hanabi_solver.crosscheck.case import Case, Difference
from hanabi_solver.crosscheck.random_positions import random_case
from hanabi_solver.errors import HanabiError
from hanabi_solver.notation import format_move
from hanabi_solver.solving.solver import Solver
from hanabi_solver.system import processes
from hanabi_solver.system.limits import Limits
from hanabi_solver.texts.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

NODE_LIMIT = 500
"""States that the reference may look at; larger positions are drawn anew."""

HIDDEN_EVERY = 20
"""One case in so many has hidden hands: they take longer."""

HIDDEN_PRESCRIPTIONS = 2000
"""Prescriptions that brute force may try for one of them."""

FLAMBOYANTS = 0.15
"""Share of the other cases in which a completed suit earns the bonuses of that option."""

BLOCK = 50
"""Cases that one solver is kept for."""


class Outcome(NamedTuple):
    """A case, and the first difference in it."""

    case: Case
    difference: Difference | None


def compare(case: Case, *solvers: Solver, node_limit: int | None = NODE_LIMIT) -> Difference | None:
    """The first difference in the value or a move's value. NodeLimitError if it is too large."""
    asked: dict[str, Any] = {"objective": case.objective, "target": case.target}
    expected = reference.solve(case.position, case.info, **asked, node_limit=node_limit)
    theirs = {format_move(move): value for move, value in expected.moves}
    for solver in solvers:
        found = solver.solve(case.position, info=case.info, **asked)
        if found.value != expected.value:
            return Difference(case, "value", found.value, expected.value)
        ours = {format_move(entry.move): entry.value for entry in found.moves}
        for move in (*theirs, *ours):
            if move not in ours or move not in theirs or ours[move] != theirs[move]:
                return Difference(case, move, ours.get(move), theirs.get(move))
    return None


def crosscheck(
    seed: int, count: int | None = None, *, flamboyants: float = FLAMBOYANTS, workers: int = 1
) -> Iterator[Outcome]:
    """Random cases, each compared; without a count there is no end to them.

    The same seed gives the same cases in the same order, however many processes work on them.
    `flamboyants` is the share of those with that bonus; hands are open there. Some cases have
    hidden hands and are compared with brute force over joint policies.
    """
    blocks = (
        range(first, first + BLOCK if count is None else min(first + BLOCK, count))
        for first in (itertools.count(0, BLOCK) if count is None else range(0, count, BLOCK))
    )
    if workers == 1 or (count is not None and count <= BLOCK):
        for block in blocks:
            yield from compared(seed, block, flamboyants)
        return
    asked = partial(compared_all, seed, flamboyants=flamboyants)
    early: dict[int, list[Outcome]] = {}
    expected = 0
    for block, outcomes in processes.each(asked, blocks, workers):
        if outcomes is None:
            raise HanabiError(_("worker processes die; are they short of memory?"))
        early[block.start] = outcomes
        while expected in early:
            yield from early.pop(expected)
            expected += BLOCK


def compared(seed: int, numbers: range, flamboyants: float) -> Iterator[Outcome]:
    """The cases of these numbers, each compared."""
    limits = Limits(threads=1)
    kept = Solver(limits)
    for number in numbers:
        random = Random(f"{seed}/{number}")
        if number % HIDDEN_EVERY == HIDDEN_EVERY - 1:
            from hanabi_solver.crosscheck.hidden import differences

            case, found = differences(random, HIDDEN_PRESCRIPTIONS)
            yield Outcome(case, next(iter(found), None))
            continue
        special = random.random() < flamboyants
        while True:
            case = random_case(random, flamboyants=special)
            try:
                # A kept solver, which has seen other positions, must answer as a fresh one does.
                difference = compare(case, Solver(limits), kept)
            except reference.NodeLimitError:
                continue
            yield Outcome(case, difference)
            break


def compared_all(seed: int, numbers: range, flamboyants: float) -> list[Outcome]:
    """The same, for another process."""
    return list(compared(seed, numbers, flamboyants))


class Tally:
    """How many cases there were of each kind."""

    def __init__(self) -> None:
        """None yet."""
        self.kinds: dict[str, Counter[str]] = defaultdict(Counter)

    def add(self, case: Case) -> None:
        """Count a case."""
        position, rules = case.position, case.position.rules
        deck = "[]" if position.deck_ordered else "{}"
        for kind, name in (
            ("info", case.info),
            ("objective", case.objective),
            ("rules", "grand-finale" if rules.grand_finale else "last-round"),
            ("strikeout", "keep" if rules.strikeout_keep else "zero"),
            ("bonus", "flamboyants" if rules.flamboyants else "token"),
            ("deck-plays", "yes" if rules.deck_plays else "no"),
            ("players", str(len(position.hands))),
            ("deck", f"{deck} xx" if position.unspecified else deck),
            ("variant", position.variant),
        ):
            self.kinds[kind][name] += 1

    def __str__(self) -> str:
        """One line per kind, in the words of options and position strings."""
        return "\n".join(
            f"{kind}: " + ", ".join(f"{name} {count}" for name, count in sorted(counts.items()))
            for kind, counts in self.kinds.items()
        )
