"""The variants of the box and their clues."""

from __future__ import annotations

import pytest
from hanabi_solver.errors import UnsupportedError
from hanabi_solver.game.moves import Clue
from hanabi_solver.game.position import KNOWN_TRASH, UNSPECIFIED, Card
from hanabi_solver.notation import format_move, parse_position
from hanabi_solver.variants.clues import clue_names, clues, touched_slots, touches
from hanabi_solver.variants.registry import VARIANTS, find_variant


def written(text: str) -> str:
    return " ".join(format_move(clue) for clue in clues(parse_position(text)))


def test_the_box() -> None:
    assert list(VARIANTS) == ["standard", "avalanche", "multicolour", "rainbow", "black-powder"]
    cards = {
        name: [sum(suit.copies) for suit in variant.plain[:5] + variant.fixed]
        for name, variant in VARIANTS.items()
    }
    assert {name: sum(counts) for name, counts in cards.items()} == {
        "standard": 50,
        "avalanche": 55,
        "multicolour": 60,
        "rainbow": 60,
        "black-powder": 60,
    }
    assert "".join(find_variant("standard").suits) == "rygbwpt"
    black = find_variant("black-powder").suits["k"]
    assert dict(zip(black.ranks, black.copies, strict=True)) == {5: 3, 4: 2, 3: 2, 2: 2, 1: 1}
    with pytest.raises(UnsupportedError):
        find_variant("purple")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("w0r0 >r1/w1 {}", "w r 1 2 3 4 5"),
        ("r0m0y0 >r1/m1 {} variant=avalanche", "r m y 1 2 3 4 5"),
        ("r0m0y0 >r1/m1 {} variant=multicolour", "r m y 1 2 3 4 5"),
        ("r0m0y0 >r1/m1 {} variant=rainbow", "r y 1 2 3 4 5"),
        ("r0k0y0 >r1/k1 {} variant=black-powder", "r y 1 2 3 4 5"),
    ],
)
def test_what_a_clue_can_name(text: str, names: str) -> None:
    assert " ".join(map(str, clue_names(parse_position(text)))) == names


@pytest.mark.parametrize(
    ("variant", "by_colour"),
    [("avalanche", "m"), ("multicolour", "m"), ("rainbow", "ry"), ("black-powder", "")],
)
def test_what_touches_the_special_suit(variant: str, by_colour: str) -> None:
    letter = "k" if variant == "black-powder" else "m"
    position = parse_position(f"r0y0{letter}0 >r3/{letter}3 {{}} variant={variant}")
    special = Card(2, 3)
    touching = [name for name in clue_names(position) if touches(position, name, special)]
    assert touching == [*by_colour, 3]
    assert [name for name in clue_names(position) if touches(position, name, Card(0, 3))] == [
        "r",
        3,
    ]


def test_clues_stand_in_the_fixed_order() -> None:
    # By player from the mover's left, colours in suit order before ranks.
    text = "w0r0 r2w1/>w5/r1r3/- {} c1"
    assert written(text) == "c3r c3:1 c3:3 c1w c1r c1:1 c1:2"
    assert touched_slots(parse_position(text), Clue(3, "r")) == (1, 2)
    assert touched_slots(parse_position(text), Clue(1, 1)) == (2,)
    assert touched_slots(parse_position(text), Clue(4, 1)) == ()


def test_a_clue_needs_a_token() -> None:
    assert written("r0 >r1/r2 {} c0") == ""
    halves = "a4b5c3d5e5 >a5/b1 {{}} c{} t1 variant=hanab-live:Clue_Starved_(5_Suits)"
    assert written(halves.format("0.5")) == ""
    assert written(halves.format("1")) == "c2b c2:1"


def test_empty_clues_where_they_are_allowed() -> None:
    assert written("r0 >r1/- {} c1") == ""
    assert written("r0 >r1/- {} c1 empty-clues=yes") == "c2r c2:1 c2:2 c2:3 c2:4 c2:5"


def test_clues_that_must_alternate() -> None:
    text = "a4b5c3d5e5 >a5/b1 {} c3 t1 variant=hanab-live:Alternating_Clues_(5_Suits)"
    assert written(text) == "c2b c2:1"
    assert written(f"{text} last-clue=colour") == "c2:1"
    assert written(f"{text} last-clue=rank") == "c2b"


def test_only_written_cards_are_known_to_be_touched() -> None:
    assert written("r3y5 >r4/ktxxr5 {y1r4} c1") == "c2r c2:5"
    position = parse_position("r3y5 >r4/ktxxr5 {y1r4} c1")
    for card in (KNOWN_TRASH, UNSPECIFIED):
        with pytest.raises(ValueError, match="identity"):
            touches(position, "r", card)
    with pytest.raises(ValueError, match="names nothing"):
        touched_slots(position, Clue())


def test_a_variant_of_hanab_live() -> None:
    # Rainbow-Ones: a 1 of any suit is touched by every colour and by no rank of its own.
    variant = "variant=hanab-live:Rainbow-Ones_(5_Suits)"
    position = parse_position(f"a0b0c0d0e0 >a1/b1b2 {{}} c1 {variant}")
    names = clue_names(position)
    assert [name for name in names if touches(position, name, Card(1, 1))] == [*"abcde", 1]
    assert [name for name in names if touches(position, name, Card(1, 2))] == ["b", 2]
