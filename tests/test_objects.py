"""Positions that programs build are checked like strings; errors survive pickling."""

from __future__ import annotations

import pickle
from dataclasses import replace
from typing import Any

import hanabi_solver as hs
import pytest
from hanabi_solver.errors import GameError, InputError, MoveError, PositionError
from hanabi_solver.game.position import Card, HeldCard, Marks

GOOD = hs.parse_position("r4y3 >r5y4/y5r1 {r2y1} c1 s2")


def with_first(card: Any) -> dict[str, Any]:
    return {"hands": ((HeldCard(card), *GOOD.hands[0][1:]), GOOD.hands[1])}


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"hands": ((Card(0, 5), Card(1, 4)), GOOD.hands[1])}, r"hands: array at hands\[0\]\[0\]"),
    (with_first(Card(0, 9)), "hands: 'r9': rank 9 does not exist; expected r1 to r5"),
    (with_first(Card(7, 1)), r"hands: no card is \(7, 1\)"),
    (with_first(Card(-1, 3)), r"hands: no card is \(-1, 3\)"),
    (with_first("r5"), r"hands: str at hands\[0\]\[0\].card; expected array"),
    ({"stacks": (-1, 3)}, "stacks: '-1': not a stack|stacks"),
    ({"stacks": (4, 9)}, "stacks: 'y9': a stack above 5"),
    ({"stacks": (4,)}, "stacks: 1 stacks; expected 2"),
    ({"stacks": (4, "3")}, r"stacks: str at stacks\[1\]; expected int"),
    ({"mover": 2}, "hands: no player has the index 2; expected 0 to 1"),
    ({"mover": True}, "mover: bool at mover; expected int"),
    ({"strikes": 3}, "s: 's3': strikes above 2"),
    ({"clue_units": 9}, "c: 'c9': clue tokens above 8"),
    ({"clue_units": -1}, "c"),
    ({"turns_left": 2}, "t: 't2': turns are counted only once the deck is empty"),
    ({"discard": (Card(0, 1),)}, "discard: 'r1': these cards are nowhere"),
    ({"discard": (Card(0, 5),)}, "too many r5|these cards"),
    ({"deck": (Card(0, 5),)}, "deck: 'r5': too many r5"),
    ({"deck": [Card(0, 2)]}, "unhashable"),
    ({"last_clue": "colour"}, "clues need not alternate"),
    ({"variant": "nonsense"}, "variant"),
    ({"variant": "rainbow"}, "suit m is missing"),
    ({"rules": replace(GOOD.rules, units_per_token=2)}, "c: .c0.5.: not a number"),
    ({"rules": None}, "rules: null at rules"),
    ({"suits": GOOD.suits[:1]}, "stacks: 2 stacks; expected 1"),
    ({"suits": (replace(GOOD.suits[0], copies=(9, 9, 9, 9, 9)), GOOD.suits[1])}, "suits: not what"),
    (
        {"hands": ((HeldCard(Card(0, 5), Marks(("q",))), GOOD.hands[0][1]), GOOD.hands[1])},
        "hands: 'q'",
    ),
]


@pytest.mark.parametrize(("changes", "message"), WRONG)
def test_objects_are_checked_like_strings(changes: dict[str, Any], message: str) -> None:
    position = replace(GOOD, **changes)
    for use in (hs.solve, hs.solve_all, hs.legal_moves, hs.result):
        with pytest.raises(PositionError, match=message) as caught:
            use(position)
        assert all(fault.column is None for fault in caught.value.faults)
    with pytest.raises(PositionError, match=message):
        hs.play(position, "p1", Card(0, 2))


def test_good_objects_are_taken_as_they_are() -> None:
    unsorted = replace(GOOD, deck=GOOD.deck[::-1])
    assert hs.solve(unsorted, objective="expected").value == (
        hs.solve(GOOD, objective="expected").value
    )


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        (("p1", "q5"), "'q5': suit q is not in play"),
        (("p1", 5), "drawn is 5; expected Card, None"),
        (("p1", (0, 2)), "drawn is"),
        ((7, None), "move is 7"),
        ((hs.Play("1"), None), "slot is '1'; expected int"),
        ((hs.Play(True), None), "slot is True"),
        (("p1", Card(0, 2), "r6"), "'r6': rank 6 does not exist"),
        (("p1", Card(0, 2), None, "token"), "bonuses is 'token'"),
        (("p1", Card(0, 2), None, ("token",)), "bonuses is 'token'; expected Bonus"),
    ],
)
def test_wrong_types_are_named(arguments: tuple[Any, ...], name: str) -> None:
    with pytest.raises(InputError, match=name):
        hs.play(GOOD, *arguments)


def test_a_card_that_the_deck_lacks() -> None:
    with pytest.raises(MoveError, match="no such card is left in the deck"):
        hs.play(GOOD, "p1", Card(0, 5))


def error(use: Any, *arguments: Any) -> InputError:
    with pytest.raises(InputError) as caught:
        use(*arguments)
    return caught.value


@pytest.mark.parametrize(
    "found",
    [
        error(hs.parse_position, "r9y3 >r5/y9 {}"),
        error(hs.parse_position, "r9y3 >r5/y9 {}").at("line 3"),
        error(hs.parse_move, "p9 p1", GOOD),
        error(hs.play, GOOD, "p7"),
        error(hs.solve, replace(GOOD, mover=2)),
        GameError("deal", "why", source="file", turn=3, action="P1 plays"),
    ],
)
def test_errors_come_back_whole_from_another_process(found: InputError) -> None:
    again = pickle.loads(pickle.dumps(found))
    assert type(again) is type(found)
    assert str(again) == str(found)
    assert vars(again) == vars(found)
