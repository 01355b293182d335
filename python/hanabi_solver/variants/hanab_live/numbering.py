"""Which variants the site has, and their numbers.

The site numbered its variants as they were thought of, a family at a time. So the numbering
is written as it grew, in the order of the numbers from 0 on: each line gives families and,
after the colon, the suits they are combined with (letters of suits.py, `-` for none), each
for a number of suits from many to few. Digits after a word of letters give the numbers of
suits where they are not the usual ones: 6543, but 65 with one suit of single cards and 6 with
two; 0 stands for a name without a number. `RP-Ones` is short for Rainbow-Ones, Pink-Ones.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hanabi_solver.variants.hanab_live.suits import SPECIAL

if TYPE_CHECKING:
    from collections.abc import Iterator

_GROWTH = """
No Variant, 6 Suits: -0
Black, Rainbow: -6
Dual-Color: -R6
Rainbow: W6
Dual-Color Mix: -0
Ambiguous, Very Ambiguous, Color Blind, Dark Rainbow: -6
Black: r
White: -6
P-Fives: R5
4 Suits: -0
Rainbow: -54
3 Suits: -0
Rainbow: -3
Ambiguous Mix: -0
Black, White, Dark Rainbow: -5
Up or Down: -5 R6
White: -43
Rainbow: W54
Ambiguous: -4 WR5
Color Blind: -543
Dual-Color: -53 R4
P-Fives: R6
Up or Down: -6 W65 RN5
P-Fives: -65 R-43
Clue Starved: -65 R6
Duck: -
Gray: -56
Black: w
Up or Down: N6
Dark Rainbow: w
Black: WR
Rainbow: w
Brown: -
Black, Rainbow: B
White: Br
Brown: rw
Dark Brown: -
Black, Rainbow, White, Dark Rainbow, Gray: b
Cow & Pig, Number Blind, Pink, Color Mute, Number Mute: -
Black: P
Rainbow: P654
Pink: WBrwb
Dark Pink: -
Black, Rainbow, White, Brown, Dark Rainbow: p
Dark Pink: wb
Rainbow: P3
Matryoshka: -6
Totally Blind: -
Up or Down: PB65
Special Mix: -5
Muddy Rainbow, Light Pink: -
R-Ones: -P
Omni, Null: -
Ambiguous & Dual-Color Mix: -0
Special Mix: -6
Black: ON
Rainbow: O654
Matryoshka: -5
Rainbow: N654
Matryoshka: -4
Pink, White, Brown: ON
Omni: Nr
Null: r
Omni, Null: p
Omni, Null: w
Omni, Null: b
Dark Omni: -
Black, Rainbow, Pink, White, Brown, Null: o
Dark Null: -
Black, Rainbow, Pink, White, Brown, Omni: n
Dark Rainbow, Dark Pink, Gray, Dark Brown: on
Dark Omni: n
Up or Down: O65
Throw It in a Hole: -654
Extremely Ambiguous: -4
Alternating Clues: -
Very Ambiguous: -3
Extremely Ambiguous: -65
Cocoa Rainbow, Gray Pink: -
R-Ones: RWBONrpwbon
PWBON-Ones, R-Fives: -RPWBONrpwbon
P-Fives: PWBONrpwbon
WBON-Fives: -RPWBONrpwbon
Black, Pink, White, Brown, Omni, Null: M
Black: L
Rainbow: L654
Matryoshka: -3
White, Brown, Omni, Null, Muddy Rainbow: L
Light Pink: r
Muddy Rainbow: pw
Light Pink: w
Muddy Rainbow, Light Pink: b
Muddy Rainbow, Light Pink: o
Muddy Rainbow, Light Pink: n
Black, Pink, White, Brown, Omni, Null, Light Pink: m
Black, Rainbow, White, Brown, Omni, Null, Muddy Rainbow, Dark Rainbow: l
Dark Pink: m
Gray, Dark Brown, Dark Omni, Dark Null: ml
Cocoa Rainbow: l
Up or Down: ML65
RPWBON-Ones, RPWBON-Fives: MLml
ML-Ones, ML-Fives: -RPWBONMLrpwbonml
Clue Starved: L5
Throw It in a Hole: RPWBONML654
Alternating Clues: KRPWBONML
Clue Starved: R5 PWBONM65 L6
Rainbow: M654
Matryoshka: K6
Pink: L
Rainbow: m
Pink: l
Muddy Rainbow: r
Light Pink: p
Dark Rainbow: m
Dark Pink: l
RPWB-Ones, R-Fives, O-Ones, PW-Fives, N-Ones, B-Fives, M-Ones, O-Fives, L-Ones, NML-Fives: K
Reversed: -
Black Reversed: -65
Rainbow Reversed: -
Ambiguous: K5
Synesthesia: -6
Ambiguous: P53
White Reversed: -
Ambiguous: W3 BONML53 rpwbonml5
Extremely Ambiguous: K6
Dark Rainbow Reversed: -65
Extremely Ambiguous: K5
Synesthesia: -5
Gray Reversed: -65
Synesthesia: -43
Extremely Ambiguous: P65
Very Ambiguous: P4
Extremely Ambiguous: W65
Very Ambiguous: W4
Extremely Ambiguous: B65
Very Ambiguous: B4
Extremely Ambiguous: O65
Very Ambiguous: O4
Extremely Ambiguous: N65
Very Ambiguous: N4
Extremely Ambiguous: M65
Very Ambiguous: M4
Extremely Ambiguous: L65
Very Ambiguous: L4
Extremely Ambiguous: rpwbonml
Dual-Color: K6 PWBONML64 rpwbonml6
Alternating Clues: rpwbonml
Prism, Dark Prism: -
Black: Ii
Rainbow: I654
Matryoshka: K5
Rainbow: i
Pink: Ii
White: I654
Matryoshka: R6
White: i
Brown: Ii
Omni: I654
Matryoshka: R5
Omni: i
Null: I654
Matryoshka: R4
Null: i
Muddy Rainbow: I654
Matryoshka: R3
Muddy Rainbow: i
Light Pink: I654
Matryoshka: P6
Light Pink: i
Prism: rpwbonml
Dark Rainbow, Dark Pink, Gray, Dark Brown, Dark Omni, Dark Null, Cocoa Rainbow, Gray Pink: i
RPWBONML-Ones, RPWBONML-Fives: Ii
Ambiguous: I5
Synesthesia: K6
Ambiguous: i5
Synesthesia: K5
Critical Fours: K6
Odds and Evens: -6
Synesthesia: R65
Dual-Color: I64 i6
Alternating Clues: Ii
Clue Starved: I65
Throw It in a Hole: I654
Prism Reversed: -
Dark Prism Reversed: -65
Up or Down: I65
Deceptive-Ones, Deceptive-Fives: -KRPWBONMLIrpwbonmli
Synesthesia: R43 WBNr
Critical Fours: r6
Odds and Evens: -5
Synesthesia: w
Critical Fours: p6
Odds and Evens: -4
Synesthesia: b
Critical Fours: w6
Odds and Evens: -3
Synesthesia: n
Critical Fours: b6
Odds and Evens: K6
Critical Fours: -RPWBONMLI65
Odds and Evens: K5 RPWBONMLIrpwbonmli
Funnels, Chimneys: -KRPWBONMLIrpwbonmli
Candy Corn Mix, Holiday Mix: -56
Matryoshka: P543 WBONMLIrpwbonmli
Valentine Mix: -56
RGB Mix: -6
Sudoku: -KRPWBONMLIrpwbonmli5 -RPWBONMLI4
Critical Fours: onmli6
Up or Down, Throw It in a Hole: Krpwbonmli6
White Reversed: R654
Orange, Dark Orange: -
Rainbow, Pink, White, Brown, Omni, Null, Muddy Rainbow, Light Pink, Prism: Uu
Orange: rpwbonmli
Dark Rainbow, Dark Pink, Gray, Dark Brown, Dark Omni, Dark Null, Cocoa Rainbow, Gray Pink: u
Dark Prism: u
RPWBONML-Ones, Deceptive-Ones, RPWBONML-Fives, Deceptive-Fives: Uu
Ambiguous: U53 u5
Very Ambiguous: U4
Extremely Ambiguous: U65 u
Matryoshka: Uu
Dual-Color: U64 u6
Critical Fours: U65 u6
Clue Starved: U65
Alternating Clues, Odds and Evens, Synesthesia: Uu
Orange Reversed: -
Dark Orange Reversed: -65
Up or Down: U65 u6
Throw It in a Hole: U654 u6
Funnels, Chimneys: Uu
Sudoku: U45 u5
Scarce Ones: -65 K6 RPWBONMLIU65 rpwbonmliu6
"""

_CODES = {suit.name: letter for letter, suit in SPECIAL.items()}


def all_names() -> Iterator[str]:
    """The names of all variants, number 0 first."""
    for line in _GROWTH.strip().splitlines():
        families, words = line.split(": ")
        for family in _families(families):
            for letters, digits in re.findall(r"([-A-Za-z]+)(\d*)", words):
                for letter in letters:
                    partner = "" if letter == "-" else f" & {SPECIAL[letter].name}"
                    for count in digits or _usual_counts(family, letter):
                        yield family + partner + ("" if count == "0" else f" ({count} Suits)")


def _families(text: str) -> Iterator[str]:
    for family in text.split(", "):
        short = re.fullmatch(r"([A-Z]+)-(Ones|Fives)", family)
        if short is None:
            yield family
            continue
        for letter in short[1]:
            yield f"{SPECIAL[letter].name.replace(' ', '-')}-{short[2]}"


def _usual_counts(family: str, partner: str) -> str:
    letters = (_CODES.get(family, "-"), partner)
    singles = sum(letter != "-" and SPECIAL[letter].single for letter in letters)
    return ("6543", "65", "6")[singles]
