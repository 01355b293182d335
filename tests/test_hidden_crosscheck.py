"""Hidden hands by the core against brute force: values, moves, worlds, and the policy played."""

from __future__ import annotations

from random import Random

from hanabi_solver.hidden_crosscheck import checked


def test_tiny_positions_agree_with_brute_force() -> None:
    random = Random(7)
    found = [difference for _ in range(60) for difference in checked(random)]
    assert found == []
