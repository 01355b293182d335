"""Hidden hands on endgames of real and of simulated games: how many are solved in 1 s and in 10 s.

    .venv/bin/python benches/hidden_hands.py [--marks real simulated] [--objective win]
        [--moves] [--limit 10] [--processes 1] [--print]
        [--file FILE] [--share 1/4] [--games 20] [--marked 0.9]

Real marks are those of endgames out of human games that can still be won in full, one JSON
object with `position` a line of FILE; of these `--share` takes as many, evenly spread.

Simulated marks are given to positions of simulated games that can still be won in full, one a
game, with 2 to 5 players and 0 to 3 cards in the deck, the same number for each of these cells.
Most useful cards have marks, a few have none: nine of ten have some, and `--marked` asks for
another share (with 0.75 the positions are harder). Of the dead cards three of four have marks.

Printed is, by the number of worlds, the share solved and the mean gap that the bounds of the
others leave; with `--moves` also in how many of those solved every move is, and in how many one
move is shown to be no worse than any other. Seconds are the processor's; a search may take
`--patience` times as many by the clock, so that a busy machine counts no worse.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from dataclasses import replace
from fractions import Fraction
from itertools import islice, pairwise
from math import inf
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from hanabi_solver.core.playing import play
from hanabi_solver.game.facts import Facts
from hanabi_solver.game.position import HeldCard, Marks
from hanabi_solver.notation import format_card, format_position, parse_position
from hanabi_solver.solving.solver import Solver
from hanabi_solver.system.limits import Limits
from simulated import choose, late_positions

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hanabi_solver.core.answer import Objective
    from hanabi_solver.game.position import Position
    from hanabi_solver.solving.solution import Solution

SHARED = os.environ.get("HANABI_SHARED", Path(__file__).parents[2] / "shared")
MEMORY = 2_000_000_000
MARKED = 0.9
"""Share of the useful cards that have marks."""
DEAD_MARKED = 0.75
"""The same of the dead cards."""
CLASSES = (500, 5_000, 50_000, 500_000, 500_000_000, 500_000_000_000)
"""Numbers of worlds up to which positions are counted together."""


class Run(NamedTuple):
    """What came of one position."""

    worlds: float
    seconds: float
    gap: float
    settled: bool
    """Whether every move's value is known."""
    proven: bool
    """Whether some move is known to be no worse than any other."""


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


def real(file: Path, share: Fraction) -> Iterator[Position]:
    """The positions of a file, or a share of them, evenly spread."""
    lines = file.read_text(encoding="utf-8").splitlines()
    for number in range(int(len(lines) * share)):
        yield parse_position(json.loads(lines[int(number / share)])["position"])


def run(asked: tuple[Position, Objective, bool, float, float]) -> Run:
    """Solves a position; its time is the limit where that did not suffice.

    Moves are asked for where the value was found, with the value and as much time anew.
    """
    position, objective, moves, limit, clock = asked
    solver = Solver(Limits(time=clock, memory=MEMORY, threads=1))
    started = time.process_time()
    found = solver.solve(position, info="hidden", objective=objective, moves=False)
    seconds = time.process_time() - started
    worlds = found.hidden.worlds if found.hidden else None
    gap = float(found.bounds.upper - found.bounds.lower)
    if moves and gap == 0:
        found = solver.solve(position, info="hidden", objective=objective)
    settled = all(move.bounds.lower == move.bounds.upper for move in found.moves)
    return Run(worlds or inf, seconds if gap == 0 else limit, gap, settled, _proven(found))


def _proven(found: Solution) -> bool:
    surest = max(found.moves, key=lambda move: move.bounds.lower, default=None)
    others = [move.bounds.upper for move in found.moves if move is not surest]
    return surest is not None and all(surest.bounds.lower >= upper for upper in others)


def table(runs: Sequence[Run], limit: float, moves: bool) -> Iterator[str]:
    """Lines of the result."""
    of_moves = f" {'moves':>8} {'best move':>9}" if moves else ""
    yield (
        f"{'worlds':>18} {'positions':>10} {'in 1 s':>8} {f'in {limit:g} s':>8}"
        f" {'mean gap':>9}{of_moves}"
    )
    bounds = [0, *CLASSES, inf]
    rows = [
        (f"{low + 1:,} on" if high == inf else f"to {high:,}", low, high)
        for low, high in pairwise(bounds)
    ]
    for name, low, high in [*rows, ("all", 0, inf)]:
        within = [each for each in runs if low < each.worlds <= high]
        if not within:
            continue
        solved = [each for each in within if each.gap == 0]
        shares = [
            sum(each.seconds <= 1 for each in solved) / len(within),
            sum(each.seconds <= limit for each in solved) / len(within),
        ]
        gaps = [each.gap for each in within if each.gap > 0]
        mean = f"{sum(gaps) / len(gaps):.3f}" if gaps else "-"
        of_moves = ""
        if moves and solved:
            settled = sum(each.settled for each in solved) / len(solved)
            proven = sum(each.proven for each in solved) / len(solved)
            of_moves = f" {settled:8.1%} {proven:9.1%}"
        yield (
            f"{name:>18} {len(within):>10} {shares[0]:8.1%} {shares[1]:8.1%} {mean:>9}{of_moves}"
        )


def _of(marks: str, asked: argparse.Namespace) -> list[Position]:
    if marks == "simulated":
        return [
            position
            for players in (2, 3, 4, 5)
            for deck in (0, 1, 2, 3)
            for position in islice(positions(players, deck, asked.marked), asked.games)
        ]
    if asked.file.exists():
        return [*real(asked.file, asked.share)]
    sys.stderr.write(f"skipped real marks: {asked.file} not found\n")
    return []


def main() -> None:
    """Solve the positions and print the tables; open positions go to stderr as they come."""
    file = Path(SHARED, "vectors", "real-endgames.jsonl")
    parser = argparse.ArgumentParser(description=__doc__)
    kinds = ["real", "simulated"]
    parser.add_argument("--marks", choices=kinds, nargs="+", default=kinds)
    parser.add_argument("--objective", choices=["win", "expected", "guaranteed"], default="win")
    parser.add_argument("--moves", action="store_true", help="the value of every move, too")
    parser.add_argument("--file", type=Path, default=file, help="positions with real marks")
    parser.add_argument("--share", type=Fraction, default=Fraction(1), help="of these positions")
    parser.add_argument("--games", type=int, default=20, help="positions in each of 16 cells")
    parser.add_argument("--marked", type=float, default=MARKED, help="share of useful cards")
    parser.add_argument("--limit", type=float, default=10.0, help="seconds for each position")
    parser.add_argument("--patience", type=float, default=2.0, help="clock to processor time")
    parser.add_argument("--processes", type=int, default=1, help="positions solved at a time")
    parser.add_argument("--print", action="store_true", help="print the positions, solve nothing")
    asked = parser.parse_args()
    clock = asked.limit * asked.patience
    for marks in asked.marks:
        found = _of(marks, asked)
        if asked.print:
            sys.stdout.writelines(f"{format_position(position)}\n" for position in found)
            continue
        questions = [
            (position, asked.objective, asked.moves, asked.limit, clock) for position in found
        ]
        runs = []
        with get_context("spawn").Pool(asked.processes) as pool:
            for position, done in zip(found, pool.imap(run, questions), strict=True):
                runs.append(done)
                if done.gap > 0 or (asked.moves and not done.settled):
                    sys.stderr.write(f"open: {done.gap:.3f} {format_position(position)}\n")
        if runs:
            sys.stdout.write(f"{marks} marks, {asked.objective}\n")
        for row in table(runs, asked.limit, asked.moves) if runs else ():
            sys.stdout.write(f"{row}\n")


if __name__ == "__main__":
    main()
