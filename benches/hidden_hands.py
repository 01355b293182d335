"""Hidden hands on endgames of simulated games: how many are solved in 1 s and in 10 s.

    .venv/bin/python benches/hidden_hands.py [--objective win] [--games 20] [--limit 10]
        [--marked 0.9] [--processes 1] [--print]

Positions come from simulated games that can still be won in full, one a game, with 2 to 5
players and 0 to 3 cards in the deck, the same number for each of these cells. Most useful cards
have marks, a few have none: nine of ten have some, and `--marked` asks for another share (with
0.75 the positions are harder). Of the dead cards three of four have marks.

Printed is, by the number of worlds, the share solved and the mean gap that the bounds of the
others leave. Seconds are the processor's; a search may take `--patience` times as many by the
clock, so that a busy machine counts no worse.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import replace
from itertools import islice, pairwise
from multiprocessing import get_context
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from hanabi_solver.core.playing import play
from hanabi_solver.game.facts import Facts
from hanabi_solver.game.position import HeldCard, Marks
from hanabi_solver.notation import format_card, format_position
from hanabi_solver.solving.solver import Solver
from hanabi_solver.system.limits import Limits
from simulated import choose, late_positions

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hanabi_solver.core.answer import Objective
    from hanabi_solver.game.position import Position

MEMORY = 2_000_000_000
MARKED = 0.9
"""Share of the useful cards that have marks."""
DEAD_MARKED = 0.75
"""The same of the dead cards."""
CLASSES = (500, 5_000, 50_000, 500_000)
"""Numbers of worlds up to which positions are counted together."""


class Run(NamedTuple):
    """What came of one position."""

    worlds: int
    seconds: float
    gap: float


def positions(players: int, deck: int, marked: float = MARKED) -> Iterator[Position]:
    """Endgames that can still be won in full, with marks; one a game, without end.

    At least two cards are still to be played, and two turns left. The simulated players see all
    hands and save their tokens; those who do not have spent most of them on marks, so 0 to 3
    are left. Marks are those of the identity, colour or rank, and a share `marked` of the useful
    cards has some.
    """
    for number, late in enumerate(late_positions(players, deck)):
        random = Random(f"hidden hands, {players} players, {deck} in the deck, {number}")
        position, result = late, None
        for _ in range(random.randint(0, players - 2) if deck == 0 else 0):
            if result is None:
                position, result = play(position, choose(position, random))
        facts = Facts(position)
        enough = position.score <= position.max_score - 2 and facts.reachable == position.max_score
        if result is None and enough and (facts.pace is None or facts.pace >= 0):
            tokens = random.choice((0, 0, 1, 1, 2, 3))
            yield replace(_marked(position, facts, random, marked), clue_units=tokens)


def _marked(position: Position, facts: Facts, random: Random, useful: float) -> Position:
    def held(each: HeldCard) -> HeldCard:
        name = format_card(position.suits, each.card)
        dead = facts.is_dead(each.card)
        marked = DEAD_MARKED if dead else useful
        known = marked * (8 if dead else 7) / 15
        lot = random.random()
        if lot < known:
            return HeldCard(each.card, Marks(identities=(each.card,)))
        if lot < marked:
            return HeldCard(each.card, Marks(positive=(random.choice(name),)))
        return HeldCard(each.card)

    return replace(position, hands=tuple(tuple(map(held, hand)) for hand in position.hands))


def run(asked: tuple[Position, Objective, float, float]) -> Run:
    """Solves a position; its time is the limit where that did not suffice."""
    position, objective, limit, clock = asked
    solver = Solver(Limits(time=clock, memory=MEMORY, threads=1))
    started = time.process_time()
    found = solver.solve(position, info="hidden", objective=objective, moves=False)
    seconds = time.process_time() - started
    worlds = found.hidden.worlds if found.hidden else None
    gap = float(found.bounds.upper - found.bounds.lower)
    return Run(worlds or sys.maxsize, seconds if gap == 0 else limit, gap)


def table(runs: Sequence[Run], limit: float) -> Iterator[str]:
    """Lines of the result."""
    yield f"{'worlds':>16} {'positions':>10} {'in 1 s':>8} {f'in {limit:g} s':>8} {'mean gap':>9}"
    bounds = [0, *CLASSES, sys.maxsize]
    rows = [
        (f"{low + 1:,} on" if high == sys.maxsize else f"to {high:,}", low, high)
        for low, high in pairwise(bounds)
    ]
    for name, low, high in [*rows, ("all", 0, sys.maxsize)]:
        within = [each for each in runs if low < each.worlds <= high]
        if not within:
            continue
        first = sum(each.gap == 0 and each.seconds <= 1 for each in within)
        second = sum(each.gap == 0 and each.seconds <= limit for each in within)
        gaps = [each.gap for each in within if each.gap > 0]
        mean = f"{sum(gaps) / len(gaps):.3f}" if gaps else "-"
        shares = f"{first / len(within):8.1%} {second / len(within):8.1%}"
        yield f"{name:>16} {len(within):>10} {shares} {mean:>9}"


def main() -> None:
    """Solve the positions and print the table; open positions go to stderr as they come."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--objective", choices=["win", "expected", "guaranteed"], default="win")
    parser.add_argument("--games", type=int, default=20, help="positions in each of 16 cells")
    parser.add_argument("--marked", type=float, default=MARKED, help="share of useful cards")
    parser.add_argument("--limit", type=float, default=10.0, help="seconds for each position")
    parser.add_argument("--patience", type=float, default=2.0, help="clock to processor time")
    parser.add_argument("--processes", type=int, default=1, help="positions solved at a time")
    parser.add_argument("--print", action="store_true", help="print the positions, solve nothing")
    asked = parser.parse_args()
    found = [
        position
        for players in (2, 3, 4, 5)
        for deck in (0, 1, 2, 3)
        for position in islice(positions(players, deck, asked.marked), asked.games)
    ]
    if asked.print:
        for position in found:
            sys.stdout.write(f"{format_position(position)}\n")
        return
    clock = asked.limit * asked.patience
    questions = [(position, asked.objective, asked.limit, clock) for position in found]
    runs = []
    with get_context("spawn").Pool(asked.processes) as pool:
        for position, done in zip(found, pool.imap(run, questions), strict=True):
            runs.append(done)
            if done.gap > 0:
                sys.stderr.write(f"open: {format_position(position)}\n")
    for row in table(runs, asked.limit):
        sys.stdout.write(f"{row}\n")


if __name__ == "__main__":
    main()
