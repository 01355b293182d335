"""What slots may hold, and what each way of knowing refuses."""

from __future__ import annotations

import itertools
import json

import pytest
from hanabi_solver.errors import InputError, PositionError
from hanabi_solver.notation import format_cards, parse_position
from hanabi_solver.solving.knowledge import check_info, check_marks
from hanabi_solver.variants.marks import identities
from shared import shared


def allowed(text: str) -> list[str]:
    """Slot by slot, what the marks allow, in play order."""
    position = parse_position(text)
    return [
        format_cards(position.suits, sorted(identities(position, player, slot)))
        for player, hand in enumerate(position.hands)
        for slot in range(len(hand))
    ]


def refusals(text: str, info: str) -> list[str]:
    try:
        check_info(parse_position(text), info)
    except PositionError as error:
        return [f"{fault.field} {fault.text}: {fault.problem}" for fault in error.faults]
    return []


@pytest.mark.parametrize(
    ("text", "sets"),
    [
        # Unseen are r5 y1 y2 and r1 of the deck; no mark means any of them.
        ("r4y4 >r5/y1y2 {r1}", ["r1r5y1y2"] * 3),
        ("r4y4 >r5(r)/y1(-r)y2(2-r1) {r1}", ["r1r5", "y1y2", "y2"]),
        # Identities that are not unseen are ignored; both kinds of marks intersect.
        ("r4y4 >r5<r5r4y1>/y1(1)<r1r5>y2(y)<> {r1}", ["r5y1", "r1", ""]),
        ("r4m4 >r5(r)/m5(-r) {} variant=rainbow", ["r5m5", ""]),
        ("r4m4 >r5(r)/m5(-r) {} variant=multicolour", ["r5", "m5"]),
        ("r4k4 >r5(r)/k1(-r) {} variant=black-powder", ["r5", "k1"]),
        # The pool of unspecified cards is what is unseen, with the cards written.
        ("r4y4 >xx(y)/y1xx {r5y2}", ["y1y2", "r5y1y2", "r5y1y2"]),
    ],
)
def test_identities(text: str, sets: list[str]) -> None:
    assert allowed(text) == sets


@pytest.mark.parametrize(
    ("text", "slots"),
    [
        ("r4y4 >r5<>/y1 {}", ["hands r5<>: player 1, slot 1"]),
        ("r4y4 >r5(r-5)/y1 {}", ["hands r5(r-5): player 1, slot 1"]),
        (
            "r4y4 >y1r5(y)/y1(r) {}",
            ["hands r5(y): player 1, slot 2", "hands y1(r): player 2, slot 1"],
        ),
        ("r4y4 >r5(r-r)/y1 {}", ["hands r5(r-r): player 1, slot 1"]),
        # Each has a card of its own set, but two slots need the one r5.
        ("r4y4 >xx<r5>/xx<r5> {r5y1y2}", ["hands xx<r5>: player 2, slot 1"]),
        ("r4y4 >r5<r5>/xx(r) {y1}", ["hands xx(r): player 2, slot 1"]),
        # Three slots for two identities; the first two move over for each other.
        (
            "r4y4 >xx<r5y5>xx<r5>/xx<r5y5> {r5y5y1y2}",
            ["hands xx<r5y5>: player 2, slot 1"],
        ),
    ],
)
def test_marks_that_cannot_be(text: str, slots: list[str]) -> None:
    found = [each.rpartition(": ")[0] for each in refusals(text, "hidden")]
    assert found == slots
    # With hands open, marks of written cards are not looked at, those of unspecified ones are.
    found = [each.rpartition(": ")[0] for each in refusals(text, "open")]
    assert found == [slot for slot in slots if slot.startswith("hands xx")]


def test_marks_that_only_a_rearrangement_fits() -> None:
    check_marks(parse_position("r4y4 >xx<r5y5>xx<r5>/xx<y5y1> {r5y5y1y2}"))
    check_marks(parse_position("r4y4 >xx<r5y5>/xx<r5> {r5y5}"))


def test_possible_worlds_are_found_as_by_trying_them_all() -> None:
    sets = ["<r5>", "<r5y5>", "<y5y1>", "<y1>", "<r5y1>", ""]
    for marks in itertools.product(sets, repeat=4):
        hand = "".join(f"xx{mark}" for mark in marks)
        position = parse_position(f"r4y4 >{hand}/- {{r5y5y1y1y2}}")
        slots = [identities(position, 0, slot) for slot in range(4)]
        possible = any(
            all(card in each for card, each in zip(world, slots, strict=True))
            for world in set(itertools.permutations(position.deck, 4))
        )
        assert (refusals(f"r4y4 >{hand}/- {{r5y5y1y1y2}}", "hidden") == []) == possible


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("r4y4 >r5/y5 [r1y1]", {}),
        ("r4y4 >r5/y5 {}", {}),
        ("r4y4 >r5/y5 {r1}", {}),
        ("r4y4 >r5/y5 {r1r1}", {}),
        ("r4y4 >r5/y5 {r1y1}", {"perfect": "deck {r1y1}"}),
        ("r4y5 >r5/kt {}", {"hidden": "hands kt"}),
        ("r4y5 >r5/y1 {ktkt}", {"hidden": "deck kt"}),
        ("r4y5 >r5/y1 [ktkt]", {"hidden": "deck kt"}),
        ("r4y5 >r5/y1 {r1kt}", {"hidden": "deck kt", "perfect": "deck {r1kt}"}),
        ("r4y4 >r5/xx {y5}", {"perfect": "hands xx"}),
        (
            "r4y4 >r5/y5 {} bonus=flamboyants",
            {"perfect": "bonus flamboyants", "hidden": "bonus flamboyants"},
        ),
    ],
)
def test_what_an_info_refuses(text: str, refused: dict[str, str]) -> None:
    for info in ("perfect", "open", "hidden"):
        found = [each.partition(": ")[0] for each in refusals(text, info)]
        assert found == ([refused[info]] if info in refused else [])


@pytest.mark.parametrize("marks", ["(5)", "(-r)", "(y-4)"])
def test_marks_beside_known_trash_cannot_be_judged(marks: str) -> None:
    trash = "whether its marks fit the known trash of the pool cannot be said"
    said = [f"hands y5{marks}: player 2, slot 1: {trash}"]
    assert refusals(f"r4y4 ktr5/>y5{marks}y1 {{kt}} c1", "seat") == said
    own = "hands kt: info seat cannot take known trash in the own hand"
    assert refusals(f"r4y4 ktr5/>y5{marks}kt {{kt}} c1", "seat") == [*said, own]
    unspecified = [said[0].replace("y5", "xx")]
    assert refusals(f"r4y4 ktr5/>xx{marks}y1 {{kty5}} c1", "open") == unspecified


def test_an_info_must_be_known() -> None:
    with pytest.raises(InputError, match="perfect, open, seat, hidden"):
        check_info(parse_position("r4 >r5/- {}"), "closed")


def test_every_position_of_the_vectors_fits_its_info() -> None:
    for name in ("hidden.jsonl", "open-and-perfect.jsonl", "deals.jsonl"):
        for line in shared("vectors", name).read_text().splitlines():
            record = json.loads(line)
            check_info(parse_position(record["position"]), record["info"])
