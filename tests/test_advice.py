"""The recommended move: one of the best, and of those the one that costs least."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import permutations
from random import Random
from typing import TYPE_CHECKING

import hanabi_solver as hs
import pytest
from command import run
from hanabi_solver.core.answer import OBJECTIVES
from hanabi_solver.crosscheck.random_positions import random_case
from hanabi_solver.game.facts import Facts
from hanabi_solver.game.moves import Clue
from hanabi_solver.game.position import KNOWN_TRASH, UNSPECIFIED
from hanabi_solver.game.seat import from_seat
from hanabi_solver.notation import format_move, parse_position
from hanabi_solver.reference.engine import set_up
from hanabi_solver.solving.solution import moved_card
from hanabi_solver.variants.clues import touches
from shared import shared

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hanabi_solver.core.answer import Objective
    from hanabi_solver.game.moves import Move
    from hanabi_solver.game.position import HeldCard, Position

ORDER: tuple[Objective, ...] = ("win", "expected", "guaranteed")


@pytest.mark.parametrize(
    ("position", "moves"),
    [
        # Known trash and unspecified cards are strikes unless they surely are not.
        ("r4y5 >ktr5/ktkt {kt} c1", ("p2",)),
        ("r4y5 >xxr5/y1y2 {r1y3} c1", ("p2",)),
        ("r4y5 >xx(5)r1/y1y2 {r5} c1", ("p1",)),
        ("r4y5 >xx(5)r1/y1y2 {r5y1} c1", ("p1",)),
        # One r5 cannot lie in both slots: the second is surely a strike.
        ("r4y5 >xx<r5>xx/y1y2 {r5r1} c1", ("p1",)),
        # The 5 goes on its stack now, though any move wins.
        ("r4y5 >r1r5/r2y1 {y2y3} c1", ("p2",)),
        # A dead card goes rather than a useful one, and a discard brings a token.
        ("r4y4 >r1y1/r5y5 {} c0", ("d1",)),
        # A completed suit brings a token, another card of the same value none.
        ("r4y3 >y4r5/y5r1 {r2y1r3} c0", ("p2",)),
    ],
)
def test_examples(position: str, moves: tuple[str, ...]) -> None:
    found = hs.solve_all(position, info="open").recommended
    assert found is not None
    assert format_move(found) in moves


def test_every_face_says_the_same() -> None:
    position = "r4y5 >ktr5/ktkt {kt} c1"
    assert "Recommended: p2, play r5" in run("solve", position).out
    for objective in OBJECTIVES:
        asked = ("--objective", objective, "--json", "--pv")
        record = json.loads(run("solve", position, *asked).out)
        assert record["recommended"] == "p2"
        assert [step["move"] for step in record["pv"]] == ["p2"]
        found = hs.solve(position, objective=objective).recommended
        assert found is not None
        assert format_move(found) == "p2"


PUZZLES = {
    "wb-simple": "p1",
    "wb-h-cluable": "d2",
    "hg-3-left": "d1",
    "hg-3-left-was-4": "p4",
    "florrat-1": "d1",
    "mit-puff-ups": "d1",
}
"""Puzzles with several best moves, by name: nobody strikes, and r4 goes on its stack."""


def test_published_puzzles() -> None:
    lines = shared("puzzles", "puzzles.jsonl").read_text().splitlines()
    for puzzle in map(json.loads, lines):
        position = parse_position(puzzle["position"])
        found = hs.solve_all(position, info="open")
        assert found.recommended is not None
        name = format_move(found.recommended)
        assert name == PUZZLES.get(puzzle["id"], name)
        assert found.recommended == least(position, tied(found)), puzzle["id"]


def tied(found: hs.Solutions) -> list[Move]:
    """The moves that no objective tells apart from the best."""
    best = list(found["win"].best)
    for objective in ORDER[1:]:
        worth = {e.move: e.bounds.lower for e in found[objective].moves if e.move in best}
        best = [move for move in best if worth[move] == max(worth.values())]
    return best


def fits(position: Position, held: HeldCard) -> bool:
    marks = held.marks
    if held.card == KNOWN_TRASH:
        return True
    told = [(name, True) for name in marks.positive] + [(name, False) for name in marks.negative]
    return (marks.identities is None or held.card in marks.identities) and all(
        touches(position, int(name) if name.isdigit() else name, held.card) == hit
        for name, hit in told
    )


def worlds(position: Position) -> Iterator[Position]:
    """Every assignment of the pool to the cards that nobody specified that agrees with marks."""
    slots = [
        (player, slot)
        for player, hand in enumerate(position.hands)
        for slot, held in enumerate(hand)
        if held.card == UNSPECIFIED
    ]
    for order in set(permutations(position.deck)):
        hands = [list(hand) for hand in position.hands]
        dealt = list(zip(slots, order, strict=False))
        for (player, slot), card in dealt:
            hands[player][slot] = replace(hands[player][slot], card=card)
        if not all(fits(position, hands[player][slot]) for (player, slot), _ in dealt):
            continue
        yield replace(position, hands=tuple(map(tuple, hands)), deck=order[len(slots) :])


def costs(position: Position, move: Move) -> tuple[bool, bool, bool, int]:
    """What the reference engine says that a move costs in a world."""
    game, before = set_up(position)
    after = game.act(before, move)
    played = sum(after.stacks) > sum(before.stacks)
    lost = not isinstance(move, Clue) and not played
    if lost:
        card = moved_card(position, move)
        assert card is not None
        lost = not Facts(position).is_dead(card)
    return after.strikes > before.strikes, lost, not played, before.units - after.units


def least(position: Position, best: list[Move]) -> Move:
    """The first of the moves with the least of the dearest costs over all worlds."""
    dear = [
        tuple(map(max, zip(*(costs(world, move) for world in worlds(position)), strict=True)))
        for move in best
    ]
    return best[dear.index(min(dear))]


@pytest.mark.parametrize("seed", range(40))
def test_the_least_cost_of_the_best(seed: int) -> None:
    rng = Random(seed)
    for _ in range(10):
        case = random_case(rng)
        found = hs.solve_all(case.position, info=case.info, target=case.target)
        if found.recommended is None:
            assert not found["win"].best
            continue
        seen = from_seat(case.position) if case.info == "seat" else case.position
        assert found.recommended == least(seen, tied(found)), case
