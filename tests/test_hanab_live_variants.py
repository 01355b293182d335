"""The variants of hanab.live, derived from their names, against the site's own facts."""

from __future__ import annotations

import csv

import pytest
from hanabi_solver.errors import UnsupportedError
from hanabi_solver.game.rules import RANKS
from hanabi_solver.variants.hanab_live import SiteVariant, by_id, by_name, find_variant
from hanabi_solver.variants.hanab_live.numbering import all_names
from shared import shared


def facts() -> list[dict[str, str]]:
    with shared("data", "hanab-live-variants.tsv").open() as file:
        return list(csv.DictReader(file, delimiter="\t"))


FLAGS = {
    "Clue Starved": {"clueStarved"},
    "Alternating Clues": {"alternatingClues"},
    "Throw It in a Hole": {"throwItInAHole"},
    "Odds and Evens": {"oddsAndEvens"},
    "Funnels": {"funnels"},
    "Chimneys": {"chimneys"},
    "Synesthesia": {"synesthesia"},
    "Sudoku": {"sudoku"},
    "Up or Down": {"upOrDown"},
    "Duck": {"duck"},
    "Cow & Pig": {"cowAndPig"},
    "Color Blind": {"colorCluesTouchNothing"},
    "Number Blind": {"rankCluesTouchNothing"},
    "Totally Blind": {"colorCluesTouchNothing", "rankCluesTouchNothing"},
    "Scarce Ones": {"scarceOnes"},
    "Critical Fours": {"criticalRank=4"},
    "Color Mute": set(),
    "Number Mute": set(),
    "": set(),
}


def flags(variant: SiteVariant) -> set[str]:
    found = set(FLAGS[variant.rule])
    if any(suit.inverted for suit in variant.suits):
        found.add("inverted")
    if variant.special_rank:
        found.add(f"specialRank={variant.special_rank}")
        if variant.special is None:
            found.add("specialRankDeceptive")
    if variant.clue_ranks != RANKS:
        found.add("clueRanks=" + ("/".join(map(str, variant.clue_ranks)) or "none"))
    if not variant.clue_colours:
        found.add("clueColors=none")
    if variant.stack_size != 5:
        found.add(f"stackSize={variant.stack_size}")
    return found


def test_every_variant_is_derived_as_the_site_has_it() -> None:
    rows = facts()
    assert len(rows) == 2426
    for row in rows:
        variant = by_id(int(row["id"]))
        assert variant.name == row["name"]
        assert "|".join(suit.name for suit in variant.suits) == row["suits"], row["name"]
        copies = "|".join("".join(map(str, variant.copies(suit))) for suit in variant.suits)
        assert copies == row["copies_of_ranks_1_to_5_per_suit"], row["name"]
        backwards = "|".join(suit.name for suit in variant.suits if suit.reversed)
        assert backwards == row["reversed_suits"], row["name"]
        assert flags(variant) == set(row["flags"].split()), row["name"]


def test_number_supported() -> None:
    variants = [by_name(name) for name in all_names()]
    refused = [variant for variant in variants if variant.unsupported]
    assert len(variants) - len(refused) == 2360
    assert {variant.rule for variant in refused} == {"Up or Down", "Sudoku"}


def test_position_suits_of_all_supported_variants() -> None:
    for name in all_names():
        variant = by_name(name)
        if variant.unsupported:
            continue
        assert len(set(variant.colour_letters)) == len(variant.clue_colours), name
        for own, suit in zip(variant.suits, variant.position_suits, strict=True):
            assert suit.ranks == (RANKS[::-1] if own.reversed else RANKS)
            single = (1,) * 5
            if own.single:
                assert suit.copies == single, name
            else:
                first, _, _, fourth, last = suit.copies
                assert first == (2 if variant.rule == "Scarce Ones" else 3), name
                assert fourth == (1 if variant.rule == "Critical Fours" else 2), name
                assert last == 1


def test_a_name_or_an_id_finds_a_variant() -> None:
    assert find_variant("Rainbow_(5_Suits)") is find_variant("16")
    assert find_variant("no_variant").number == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("24", "Up or Down"),
        ("Sudoku_(5_Suits)", "Sudoku"),
        ("2426", "no variant with the id 2426"),
        ("Violet_(9_Suits)", "no variant named"),
    ],
)
def test_refused_by_name(text: str, message: str) -> None:
    with pytest.raises(UnsupportedError, match=message):
        find_variant(text)


def touching(name: str, clue: str | int) -> set[str]:
    """Cards that a clue touches, as suit's first letter and rank."""
    variant = by_name(name)
    return {
        f"{suit.name[0]}{rank}"
        for index, suit in enumerate(variant.suits)
        for rank in RANKS
        if variant.touches(clue, index, rank)
    }


def every(*suits: str) -> set[str]:
    return {f"{suit}{rank}" for suit in suits for rank in RANKS}


@pytest.mark.parametrize(
    ("name", "clue", "cards"),
    [
        ("Omni (3 Suits)", "Red", every("R", "O")),
        ("White (3 Suits)", "Red", every("R")),
        ("White (3 Suits)", 2, {"R2", "B2", "W2"}),
        ("Brown (3 Suits)", "Brown", every("B")),
        ("Pink (3 Suits)", 2, {"R2", "B2", *every("P")}),
        ("Null (3 Suits)", 2, {"R2", "B2"}),
        ("Prism (3 Suits)", "Red", {*every("R"), "P1", "P3", "P5"}),
        ("Prism (3 Suits)", "Blue", {*every("B"), "P2", "P4"}),
        ("Pink-Ones (3 Suits)", 3, {"R1", "R3", "G1", "G3", "B1", "B3"}),
        ("Null-Fives (3 Suits)", "Red", {"R1", "R2", "R3", "R4"}),
        ("Null-Fives & Omni (3 Suits)", "Red", {"R1", "R2", "R3", "R4", *every("O")}),
        ("Rainbow-Ones & White (3 Suits)", "Red", {*every("R"), "B1"}),
        ("Rainbow-Ones & Pink (3 Suits)", "Red", {*every("R"), "B1", "P1"}),
        ("Deceptive-Ones (3 Suits)", 2, {"R1", "R2", "G2", "B2"}),
        ("Deceptive-Ones (3 Suits)", 4, {"R4", "G4", "B1", "B4"}),
        ("Deceptive-Fives (6 Suits)", 1, {f"{s}1" for s in "RYGBPT"} | {"R5", "P5"}),
        ("Funnels (3 Suits)", 2, {f"{s}{r}" for s in "RGB" for r in (1, 2)}),
        ("Chimneys (3 Suits)", 4, {f"{s}{r}" for s in "RGB" for r in (4, 5)}),
        ("Odds and Evens (3 Suits)", 2, {f"{s}{r}" for s in "RGB" for r in (2, 4)}),
        (
            "Synesthesia (3 Suits)",
            "Green",
            {*every("G"), *(f"{s}{r}" for s in "RB" for r in (2, 5))},
        ),
        ("Synesthesia & Brown (3 Suits)", "Brown", {*every("B"), "R3"}),
        ("Color Blind (3 Suits)", "Red", set()),
        ("Totally Blind (3 Suits)", 1, set()),
        ("Dual-Color (3 Suits)", "Blue", every("V", "J")),
        ("Matryoshka (3 Suits)", "Yellow", every("Y", "G")),
    ],
)
def test_touching(name: str, clue: str | int, cards: set[str]) -> None:
    assert touching(name, clue) == cards


def test_cards_that_no_clue_touches() -> None:
    null = by_name("Null (3 Suits)").position_suits[2]
    assert (null.touched_by_colour, null.touched_by_rank) == ((False,) * 5, (False,) * 5)
    white = by_name("Synesthesia & White (3 Suits)").position_suits[2]
    assert not any(white.touched_by_colour + white.touched_by_rank)
    brown_ones = by_name("Brown-Ones & White (3 Suits)").position_suits[2]
    assert brown_ones.touched_by_rank == (False, True, True, True, True)
    assert not any(brown_ones.touched_by_colour)


def test_rules() -> None:
    starved = by_name("Clue Starved (5 Suits)").rules
    assert (starved.units_per_token, starved.discard_units, starved.completion_units) == (2, 1, 1)
    assert by_name("Throw It in a Hole (5 Suits)").rules.completion_units == 0
    assert by_name("Alternating Clues (5 Suits)").rules.alternating_clues
    mute = by_name("Color Mute (5 Suits)").rules
    assert (mute.colour_clues, mute.rank_clues) == (False, True)
    assert by_name("Orange (5 Suits)").position_suits[4].inverted
    assert by_name("Reversed (5 Suits)").position_suits[4].copies == (3, 2, 2, 2, 1)


def test_letters_of_colours_are_those_of_their_suits() -> None:
    assert by_name("Special Mix (5 Suits)").colour_letters == ("a", "c", "e")
    assert by_name("Dual-Color (3 Suits)").colour_letters == ("a", "c", "b")
