"""Endgames of simulated games: where the benchmarks' positions come from."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from hanabi_solver.core.playing import play
from hanabi_solver.game.facts import Facts, with_open_deck
from hanabi_solver.puzzles.simulated import choose, deal, game

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hanabi_solver.game.position import Position

__all__ = ["choose", "deal", "endgames", "game", "late_positions"]


def endgames(players: int, deck: int, seed: int = 0) -> Iterator[Position]:
    """Positions with `deck` cards left, their order forgotten, one a game, without end.

    Only those that are no trivial ones: the maximum is still possible, pace is 0 or more, and
    a needed card is in nobody's hand.
    """
    return (position for position in late_positions(players, deck, seed) if _is_open(position))


def late_positions(players: int, deck: int, seed: int = 0) -> Iterator[Position]:
    """One position with `deck` cards left of every game that gets so far, without end."""
    while True:
        random = Random(f"game {seed}")
        position = deal(players, seed)
        seed += 1
        while position.deck_size > deck:
            played = play(position, choose(position, random))
            position = played.position
            if played.result is not None:
                break
        else:
            yield with_open_deck(position)


def _is_open(position: Position) -> bool:
    facts = Facts(position)
    held = {held.card for hand in position.hands for held in hand}
    waits = any(not facts.is_dead(card) and card not in held for card in position.deck)
    return facts.reachable == position.max_score and (facts.pace or 0) >= 0 and waits
