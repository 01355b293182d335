"""Writes benches/expected.json: the value and the node count of every benchmark position.

Run it after a change that moves node counts on purpose, and say why in CHANGELOG.md.
"""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path

from hanabi_solver.notation import format_position
from hanabi_solver.solving.solver import solve
from hanabi_solver.system.limits import Limits
from simulated import deal, endgames

EXPECTED = Path(__file__).parent / "expected.json"
LIMITS = Limits(threads=1, memory=2_000_000_000)
CELLS = [*((players, deck) for deck in (8, 10, 12) for players in (2, 3, 4, 5)), (2, 18)]
A_CELL = 3
MOST_NODES = 1_000_000
MOST_SECONDS = 4
"""What takes more of both is left out: the benchmarks run once in every check."""
DEALS = 4


def main() -> None:
    """Solve everything once and write it down."""
    records = []
    for players, deck in CELLS:
        for position in islice(endgames(players, deck), A_CELL):
            for objective in ("win", "guaranteed") if deck <= 12 else ("win",):
                for moves in (False, True):
                    solution = solve(position, objective=objective, moves=moves, limits=LIMITS)
                    assert solution.value is not None
                    if solution.nodes > MOST_NODES and solution.seconds > MOST_SECONDS:
                        continue
                    records.append(
                        {
                            "position": format_position(position),
                            "info": "open",
                            "objective": objective,
                            "moves": moves,
                            "value": str(solution.value),
                            "nodes": solution.nodes,
                        }
                    )
    for players in (2, 3, 4, 5):
        for seed in range(DEALS):
            position = deal(players, seed)
            solution = solve(position, objective="win", moves=False, limits=LIMITS)
            assert solution.value is not None
            records.append(
                {
                    "position": format_position(position),
                    "info": "perfect",
                    "objective": "win",
                    "moves": False,
                    "value": str(solution.value),
                    "nodes": solution.nodes,
                }
            )
    lines = ",\n".join(json.dumps(record) for record in records)
    EXPECTED.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
