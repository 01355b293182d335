"""How narrow proven bounds are after how much time, with hands open and the deck unknown.

    .venv/bin/python benches/gaps.py [--positions 30] [--objectives win expected] [--decks 15 20 25]

Prints a line a cell: positions of simulated games with so many cards in the deck, each solved by
itself with all moves in at most 1 GiB. The gap is between the bounds of the value; a move is within
so much of the best if that is proven of the recommended one. Time is processor time, that of
`--threads` threads for a second being a second, so that a busy machine tells about the same as an
idle one; `--stretch` says how many times longer it takes there.
"""

from __future__ import annotations

import argparse
import resource
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from statistics import median
from typing import TYPE_CHECKING

from hanabi_solver.solving.solver import Solver
from hanabi_solver.system.limits import Limits
from simulated import endgames

if TYPE_CHECKING:
    from fractions import Fraction

    from hanabi_solver.core.answer import Objective
    from hanabi_solver.game.position import Position
    from hanabi_solver.solving.solution import Solution

SECONDS = (1, 10)
MEMORY = 1 << 30
WIDE = 0.05
CLOSE = {"win": 0.01, "expected": 0.05, "guaranteed": 0.5}
"""Within so much of the best move counts as found."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A position, the question, and the means."""

    position: Position
    objective: Objective
    threads: int
    stretch: float


class EnoughError(Exception):
    """The processor time is used up."""


@dataclass(slots=True)
class Marks:
    """What was proven at each of `SECONDS`: the gap, and how close the recommended move is."""

    threads: int
    found: list[tuple[float, float]] = field(default_factory=list)
    last: tuple[float, float] = (1.0, 1.0)

    def hear(self, solution: Solution) -> None:
        """Takes in what is proven now."""
        self._pass(_spent())
        self.last = _gaps(solution)
        if len(self.found) == len(SECONDS):
            raise EnoughError

    def _pass(self, spent: float) -> None:
        while len(self.found) < len(SECONDS) and spent > SECONDS[len(self.found)] * self.threads:
            self.found.append(self.last)

    def end(self) -> list[tuple[float, float]]:
        """The marks, the last word filling those that were not reached."""
        return self.found + [self.last] * (len(SECONDS) - len(self.found))


def _spent() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime - _START[0]


_START = [0.0]


def _gaps(solution: Solution) -> tuple[float, float]:
    width: Fraction = solution.bounds.upper - solution.bounds.lower
    within = solution.within
    return float(width), float(solution.bounds.upper if within is None else within)


def measure(asked: Asked) -> list[tuple[float, float]]:
    """The marks of a position. Called in a process of its own."""
    _START[0] = 0.0
    _START[0] = _spent()
    marks = Marks(asked.threads)
    limits = Limits(SECONDS[-1] * asked.stretch, MEMORY, asked.threads)
    try:
        solution = Solver(limits).solve(
            asked.position, info="open", objective=asked.objective, progress=marks.hear
        )
    except EnoughError:
        return marks.end()
    marks.last = _gaps(solution)
    return marks.end()


def row(objective: Objective, players: int, deck: int, options: argparse.Namespace) -> list[object]:
    """The figures of a cell."""
    positions = islice(endgames(players, deck, options.seed), options.positions)
    asked = [Asked(each, objective, options.threads, options.stretch) for each in positions]
    with ProcessPoolExecutor(1, max_tasks_per_child=1) as pool:
        marks = list(pool.map(measure, asked))
    cells: list[object] = [objective, players, deck]
    for at in range(len(SECONDS)):
        gaps = [each[at][0] for each in marks]
        close = sum(each[at][1] <= CLOSE[objective] for each in marks)
        narrow = sum(gap <= WIDE for gap in gaps)
        cells += [f"{median(gaps):.4f}", f"{max(gaps):.4f}", narrow, close]
    return [*cells, len(marks)]


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=30)
    parser.add_argument("--objectives", nargs="+", default=["win", "expected"])
    parser.add_argument("--players", nargs="+", type=int, default=[2, 3, 4, 5])
    parser.add_argument("--decks", nargs="+", type=int, default=[15, 20, 25])
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--stretch", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    head = ["objective", "players", "deck"]
    for seconds in SECONDS:
        head += [f"median {seconds} s", "widest", f"≤ {WIDE}", "close"]
    print("| " + " | ".join([*head, "of"]) + " |")
    print("|" + "---|" * (len(head) + 1))
    for objective in options.objectives:
        for players in options.players:
            for deck in options.decks:
                cells = row(objective, players, deck, options)
                print("| " + " | ".join(map(str, cells)) + " |", flush=True)


if __name__ == "__main__":
    main()
