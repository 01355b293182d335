"""How deep the search goes in how much time, against the project's targets.

    .venv/bin/python benches/targets.py [--positions 30] [--rows win guaranteed] [--growth]

Prints a line a cell: positions of simulated games with so many cards in the deck, each solved by
itself for its value, then with every move's value, on all cores, in at most 1 GiB and 10 seconds.
`states` are nodes expanded for the value; `peak` is the largest resident size of the process
that solved the cell. Every cell runs in a process of its own. Times mean something on an idle
machine only.
"""

from __future__ import annotations

import argparse
import resource
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from itertools import islice
from math import exp, log
from statistics import median
from typing import TYPE_CHECKING

from hanabi_solver.solving.solver import solve
from hanabi_solver.system.limits import Limits
from simulated import deal, endgames

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hanabi_solver.game.position import Position

SECONDS = 10
LIMITS = Limits(time=SECONDS, memory=1 << 30)
PLAYERS = (2, 3, 4, 5)
GOALS = {"median": 0.1, "worst": 10.0, "stretch": 10.0}
"""Most seconds: of the median, of every position, of the median again."""
DECKS = {
    "win": {"median": (12, 12, 10, 8), "worst": (18, 15, 15, 12), "stretch": (22, 20, 18, 15)},
    "guaranteed": {
        "median": (15, 12, 12, 10),
        "worst": (20, 18, 15, 15),
        "stretch": (24, 22, 20, 18),
    },
    "expected": {"median": (10, 10, 8, 6), "worst": (15, 12, 12, 10), "stretch": (18, 15, 15, 12)},
    "grand-finale": {"median": (12, 12, 12, 10), "worst": (15, 15, 15, 12)},
}
GROWTH_DECKS = (4, 6, 8, 10, 12)


@dataclass(frozen=True, slots=True)
class Cell:
    """A row of the targets, with `deck` cards in the deck; None for a full deal, deck known."""

    row: str
    players: int
    deck: int | None
    positions: int

    def __iter__(self) -> Iterator[Position]:
        if self.deck is None:
            return (deal(self.players, seed) for seed in range(self.positions))
        return islice(endgames(self.players, self.deck), self.positions)


@dataclass(frozen=True, slots=True)
class Measured:
    """Of each position: seconds for the value, and with all moves (None: stopped); states."""

    value: list[float | None]
    moves: list[float | None]
    states: list[int]
    peak: int
    """Bytes."""


def measure(cell: Cell) -> Measured:
    """Solves a cell's positions. Called in a process of its own."""
    measured = Measured([], [], [], 0)
    for position in cell:
        asked = position
        if cell.row == "grand-finale":
            asked = replace(position, rules=replace(position.rules, grand_finale=True))
        for moves, seconds in ((False, measured.value), (True, measured.moves)):
            solution = solve(
                asked,
                info="perfect" if cell.deck is None else "open",
                objective=cell.row if cell.row in ("guaranteed", "expected") else "win",
                moves=moves,
                limits=LIMITS,
            )
            seconds.append(solution.seconds if solution.stop is None else None)
            if not moves:
                measured.states.append(solution.nodes)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return replace(measured, peak=peak)


def alone(cell: Cell) -> Measured:
    """`measure` in a new process, whose peak memory is the cell's own."""
    with ProcessPoolExecutor(1) as pool:
        return pool.submit(measure, cell).result()


def told(seconds: float) -> str:
    """Seconds for people; what is above the limit was stopped."""
    return f">{SECONDS}" if seconds > SECONDS else f"{seconds:.3f}"


def filled(seconds: list[float | None]) -> list[float]:
    """A stopped position took longer than any that was not."""
    return [2.0 * SECONDS if one is None else one for one in seconds]


def print_cell(cell: Cell, goal: str) -> None:
    """Measures a cell and prints its line."""
    measured = alone(cell)
    value, moves = filled(measured.value), filled(measured.moves)
    reached = (max if goal == "worst" else median)(value) < GOALS[goal]
    rate = sum(measured.states) / max(sum(min(one, SECONDS) for one in value), 1e-9)
    stopped = sum(one is None for one in measured.value)
    print(
        f"{cell.row:12} {goal:8} {cell.players} {cell.deck or 'deal':>5}"
        f" {told(median(value)):>8} {told(max(value)):>8}"
        f" {told(median(moves)):>8} {told(max(moves)):>8} {stopped:>7}"
        f" {max(measured.states):>10} {rate / 1e6:>8.2f} {measured.peak / 2**20:>8.0f}"
        f"  {'reached' if reached else 'missed'}",
        flush=True,
    )


def print_growth(players: int, positions: int) -> None:
    """The geometric mean of states by cards in the deck, and the factor for two more."""
    last = None
    for deck in GROWTH_DECKS:
        measured = alone(Cell("win", players, deck, positions))
        states = measured.states
        mean = exp(sum(log(max(one, 1)) for one in states) / len(states))
        factor = f"x {mean / last:.1f}" if last else ""
        if stopped := sum(one is None for one in measured.value):
            factor += f", {stopped} stopped, so more"
        print(f"win {players} players, {deck:2} cards: {mean:10.0f} states {factor}", flush=True)
        last = mean


def main() -> None:
    """Measures what the command line asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--positions", type=int, default=30, help="positions a cell")
    parser.add_argument("--rows", nargs="+", default=[*DECKS, "perfect"], metavar="ROW")
    parser.add_argument("--goals", nargs="+", default=list(GOALS), metavar="GOAL")
    parser.add_argument("--growth", action="store_true", help="states by cards in the deck")
    options = parser.parse_args()
    if options.growth:
        for players in PLAYERS:
            print_growth(players, options.positions)
        return
    print("row          goal     P  deck    value    worst    moves    worst stopped", end="")
    print("     states     M/s      MiB")
    for row in options.rows:
        if row == "perfect":
            for players in PLAYERS:
                print_cell(Cell(row, players, None, options.positions), "median")
            continue
        for goal, decks in DECKS[row].items():
            for players, deck in zip(PLAYERS, decks, strict=True):
                if goal in options.goals:
                    print_cell(Cell(row, players, deck, options.positions), goal)


if __name__ == "__main__":
    main()
