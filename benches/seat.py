"""How long the seat takes on real endgames: `python benches/seat.py FILE [--threads 1]`.

FILE has a JSON object a line with `position`. All moves, three objectives, a fresh solver each;
seconds are those of the processor.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import defaultdict
from itertools import chain
from pathlib import Path

from hanabi_solver import Limits, Solver, parse_position


def main() -> None:
    """Print, by cards in the deck, the share solved in 0.1 s and 1 s, the median and the worst."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--limit", type=float, default=60.0)
    asked = parser.parse_args()
    taken: dict[int, list[float]] = defaultdict(list)
    stopped = 0
    for text in asked.file.read_text(encoding="utf-8").splitlines():
        record = json.loads(text)
        solver = Solver(Limits(asked.limit, "2GB", asked.threads))
        started = time.process_time()
        found = solver.solve_all(record["position"], info="seat")
        deck = len(parse_position(record["position"]).deck)
        taken[deck].append(time.process_time() - started)
        stopped += any(each.stop for each in found.by_objective.values())
        for solution in found.by_objective.values():
            # The best move is worth as much as the position, and no objective breaks the order.
            if solution.moves:
                assert solution.bounds.lower == max(m.bounds.lower for m in solution.moves)
        assert found["guaranteed"].bounds.lower <= found["expected"].bounds.upper
    for deck, seconds in [*sorted(taken.items()), (-1, [*chain(*taken.values())])]:
        seconds.sort()
        quick = [sum(each <= limit for each in seconds) / len(seconds) for limit in (0.1, 1)]
        print(
            f"{'all' if deck < 0 else deck:>4} {len(seconds):4} {quick[0]:7.1%} {quick[1]:7.1%}"
            f" median {seconds[len(seconds) // 2]:.4f} worst {seconds[-1]:.3f}"
        )
    print(f"stopped by the limit: {stopped}")


if __name__ == "__main__":
    main()
