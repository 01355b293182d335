"""Colours in words and on the screen: by the variant, not by the letter."""

from __future__ import annotations

import pytest
from command import run
from hanabi_solver.game.moves import Clue
from hanabi_solver.notation import parse_position
from hanabi_solver.show.board import suit_style
from hanabi_solver.show.terms import colour_name, move_words
from hanabi_solver.variants.clues import clue_names
from hanabi_solver.variants.hanab_live import by_name
from hanabi_solver.variants.hanab_live.numbering import all_names
from hanabi_solver.variants.registry import VARIANTS, find_variant


def test_a_clue_names_the_colour_of_the_variant() -> None:
    position = "a5b4c5d5e5 >b5/b1a1 {} c1 t2 variant=hanab-live:16"
    checked = run("check", position, "--line", "c2b d1", "--objective", "win")
    assert "player 1: clue yellow to player 2; it cost 1" in checked.out
    assert "blue" not in checked.out
    # Dual-Color: a suit that is touched by the colour is called by another name.
    dual = parse_position("a5b4c5 >b5/b1a1 {} c1 t2 variant=hanab-live:Dual-Color_(3_Suits)")
    assert [colour_name(dual, str(name)) for name in clue_names(dual)[:3]] == [
        "red",
        "yellow",
        "blue",
    ]


@pytest.mark.parametrize(
    ("position", "word"),
    [
        ("b4w4 >b5/w5 {} c1", "blue"),
        ("r4m4 >r5/m5 {} c1 variant=multicolour", "multicolour"),
        ("t4r4 >t5/r5 {} c1", "teal"),
    ],
)
def test_the_box_keeps_its_words(position: str, word: str) -> None:
    place = parse_position(position)
    assert move_words(Clue(2, word[0]), "", place) == f"clue {word} to player 2"


def test_every_colour_of_every_variant_has_its_own_word() -> None:
    for name in (*VARIANTS, *(f"hanab-live:{each.replace(' ', '_')}" for each in all_names())):
        if name.startswith("hanab-live:"):
            site = by_name(name.removeprefix("hanab-live:").replace("_", " "))
            if site.unsupported:
                continue
            variant = find_variant(name)
            words = [variant.colour_name(letter) for letter in variant.colours or ()]
            assert words == list(site.clue_colours)


def test_cards_are_drawn_in_the_colour_of_their_suit() -> None:
    suits = find_variant("hanab-live:16").fixed
    assert [suit_style(suit) for suit in suits] == ["red", "yellow", "green", "blue", "rainbow"]
    black = find_variant("hanab-live:Black_Reversed_(5_Suits)").fixed[-1]
    assert suit_style(black) == "black"
    assert suit_style(find_variant("multicolour").fixed[0]) == "rainbow"
