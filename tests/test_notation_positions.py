"""Position strings, rule by rule."""

from __future__ import annotations

import pytest
from hanabi_solver.errors import Fault, PositionError
from hanabi_solver.game.position import KNOWN_TRASH, UNSPECIFIED, Card, HeldCard, Marks
from hanabi_solver.notation import format_position, parse_position


def faults(text: str) -> tuple[Fault, ...]:
    with pytest.raises(PositionError) as caught:
        parse_position(text)
    for fault in caught.value.faults:
        assert fault.column is not None
        assert text[fault.column - 1 :].startswith(fault.text)
        assert fault.problem
        assert fault.expected
    assert caught.value.source == text
    return caught.value.faults


def fault(text: str) -> Fault:
    (only,) = faults(text)
    return only


def refused(text: str) -> tuple[str, int | None, str]:
    only = fault(text)
    return only.field, only.column, only.text


def canonical(text: str) -> str:
    position = parse_position(text)
    formatted = format_position(position)
    assert parse_position(formatted) == position
    return formatted


def test_a_position_in_full() -> None:
    position = parse_position(
        "r4y5g3b5k2 g4(g-51r)k3/>r1<r1r5>b1 {k1g4} c3 s1 "
        "variant=black-powder strikeout=keep empty-clues=yes"
    )
    assert position.variant == "black-powder"
    assert [suit.letter for suit in position.suits] == list("rygbk")
    assert position.suits[4].ranks == (5, 4, 3, 2, 1)
    assert position.stacks == (4, 5, 3, 5, 2)
    assert position.hands == (
        (HeldCard(Card(2, 4), Marks(("g",), ("r", "1", "5"))), HeldCard(Card(4, 3))),
        (HeldCard(Card(0, 1), Marks((), (), (Card(0, 1), Card(0, 5)))), HeldCard(Card(3, 1))),
    )
    assert position.mover == 1
    assert position.deck == (Card(2, 4), Card(4, 1))
    assert not position.deck_ordered
    assert (position.clue_units, position.strikes, position.turns_left) == (3, 1, None)
    assert position.discard is None
    assert position.rules.strikeout_keep
    assert position.rules.empty_clues
    assert not position.rules.grand_finale
    assert not position.rules.flamboyants
    assert position.score == 19
    assert position.max_score == 25


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # The examples of the grammar.
        (
            "r4y5g3b5w5 >g4r5w1w1y2/g5b1b1y1r1 {r1y1} c3",
            "r4y5g3b5w5 >g4r5w1w1y2/g5b1b1y1r1 {r1y1} c3",
        ),
        (
            "r4y5g3b5w5 g4r5w1w1y2/>g5b1b1y1r1 [y1r1] c0 s2 strikeout=keep",
            "r4y5g3b5w5 g4r5w1w1y2/>g5b1b1y1r1 [y1r1] s2 strikeout=keep",
        ),
        (
            "r5y5g5b4w4 >w5/-/b5 {} c1 rules=grand-finale",
            "r5y5g5b4w4 >w5/-/b5 {} c1 rules=grand-finale",
        ),
        (
            "r5y4g5b5w5k4 >k1r1y1b2/g1r1k5g2/b1y5k5w1/w1g1b1y2 {} c2 t3 variant=black-powder",
            "r5y4g5b5w5k4 >k1r1y1b2/g1r1k5g2/b1y5k5w1/w1g1b1y2 {} c2 t3 variant=black-powder",
        ),
        # Capitals, blanks, the mover unsaid, the last round's turns unsaid.
        ("  R4Y5 \t R5/Y1   {}  C1 ", "r4y5 >r5/y1 {} c1 t2"),
        ("r4y5 r5/y1 [] c1 t1", "r4y5 >r5/y1 [] c1 t1"),
        # Leading zeros.
        ("r04y0005 >r5/y1 {} c003 s02 t01", "r4y5 >r5/y1 {} c3 s2 t1"),
        # Options in any order; defaults are left out.
        (
            "r4y5 >r5/y1 {y1} empty-clues=yes STRIKEOUT=Keep s1 rules=grand-finale c2",
            "r4y5 >r5/y1 {y1} c2 s1 rules=grand-finale strikeout=keep empty-clues=yes",
        ),
        (
            "r4y5 >r5/y1 {} c0 s0 variant=standard rules=last-round strikeout=zero "
            "empty-clues=no bonus=token",
            "r4y5 >r5/y1 {} t2",
        ),
        # Braces are sorted by suit as given and by play order, brackets are not.
        ("w3k2r4 >r5/k3 {r1k1k3r2w5w4k2} variant=black-powder",
         "w3k2r4 >r5/k3 {w4w5k3k2k1r1r2} variant=black-powder"),
        ("w3r4 >r5/w4 [r1w5r2]", "w3r4 >r5/w4 [r1w5r2]"),
        # Empty hands, an empty hand to move, six players, any hand sizes.
        ("r4y5 -/>-/r5 {}", "r4y5 -/>-/r5 {} t3"),
        ("r1 >r1r1/r2r2/r3r3/r4r4/r5/- {}", "r1 >r1r1/r2r2/r3r3/r4r4/r5/- {} t6"),
        # All plain suits and one.
        ("t4p5w5b5g5y5r5 >t5/r1 {t1}", "t4p5w5b5g5y5r5 >t5/r1 {t1}"),
        ("t4 t5/t1 {t1}", "t4 >t5/t1 {t1}"),
        # Marks: positive before negative, colours before ranks, sets sorted, each once.
        ("r4y4 >r5(5r-y11)/y5<y5y1y5>(-r4) {}", "r4y4 >r5(r5-y1)/y5(-r4)<y1y5> {} t2"),
        ("r4y4 >r5()/y5(-)r1(5-) {}", "r4y4 >r5/y5r1(5) {} t2"),
        ("r4y4 >r5<>/y5 {}", "r4y4 >r5<>/y5 {} t2"),
        # A card outside its own set matters only where hands are hidden.
        ("r4y4 >r5(y)/y5<r1> {}", "r4y4 >r5(y)/y5<r1> {} t2"),
        # A finished game is a position.
        ("r5y5 >-/- {}", "r5y5 >-/- {} t2"),
        # Known trash; kt after the other cards of the deck.
        ("r3y5 >ktr5/KTy1(y) {ktr4}", "r3y5 >ktr5/kty1(y) {r4kt}"),
        ("r3y5 >ktr5/kt [ktr4kt]", "r3y5 >ktr5/kt [ktr4kt]"),
        # Unspecified cards: braces are the pool.
        ("r3y5 >xxxx/r5 {y1r4y2}", "r3y5 >xxxx/r5 {r4y1y2}"),
        ("r3y5 >xxxx/r5 {y1r4} t1", "r3y5 >xxxx/r5 {r4y1} t1"),
        ("r3y5 >xxxx/r5 {y1r4}", "r3y5 >xxxx/r5 {r4y1} t2"),
        # The bonus cards: a countdown may go on beside cards in the deck.
        ("r3y5 >r4/r5 {y1} t2 bonus=flamboyants", "r3y5 >r4/r5 {y1} t2 bonus=flamboyants"),
        ("r3y5 >r4/r5 {y1} bonus=flamboyants", "r3y5 >r4/r5 {y1} bonus=flamboyants"),
        ("r3y5 >r4/r5 {} bonus=flamboyants", "r3y5 >r4/r5 {} t2 bonus=flamboyants"),
    ],
)  # fmt: skip
def test_canonical(text: str, expected: str) -> None:
    assert canonical(text) == expected
    assert canonical(expected) == expected


# The whole red suit but r5 is played or lies in the pile; the yellow suit is complete.
PILE = "r1r1r2r3r4y1y1y2y3y4"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # The pile says nothing that the rest does not say: it is left out.
        (f"r4y5 >r5/- {{}} discard={PILE}", "r4y5 >r5/- {} t2"),
        (f"r4y5 >-/- {{r5}} discard={PILE}", "r4y5 >-/- {r5}"),
        ("r0 >r1r2r3r4r5/r1r2r3r4r1 {} discard=-", "r0 >r1r2r3r4r5/r1r2r3r4r1 {} t2"),
        # A number: the deck is what is left over.
        (f"r4y5 >-/- 1 discard={PILE}", "r4y5 >-/- {r5}"),
        (f"r4y5 >r5/- 0 discard={PILE}", "r4y5 >r5/- {} t2"),
        ("r4y5 >r5/y1 002 discard=R2R1R3R1Y1Y2Y3", "r4y5 >r5/y1 {r4y4}"),
        # With xx the number is the deck's, the braces are the pool.
        ("r4y5 >r5/xx 1 discard=r1r2r3r1y1y1y2y3", "r4y5 >r5/xx {r4y4}"),
        ("r4y5 >r5/xxxx 0 discard=r1r2r3r1y1y1y2y3 t1", "r4y5 >r5/xxxx {r4y4} t1"),
        # Left over are r4 r4 r5, and of dead cards y3 y4: one of them lies in the hand, and
        # nobody knows which. So the pile says something, and is kept.
        (
            "r3y5 >r4/kt 3 discard=r1r1r2r3y1y1y2",
            "r3y5 >r4/kt {r4r5kt} discard=r1r1r2r3y1y1y2",
        ),
        (
            "r3y5 >r4/ktkt 2 discard=r1r1r2r3y1y1y2",
            "r3y5 >r4/ktkt {r4r5} discard=r1r1r2r3y1y1y2",
        ),
        (
            "r3y5 >r4/ktkt {r4r5} discard=r1r1r2r3y1y1y2",
            "r3y5 >r4/ktkt {r4r5} discard=r1r1r2r3y1y1y2",
        ),
        # Only r1 and r1 are left over of dead cards: the deck's can be named.
        (
            "r3y5 >r4/kt 3 discard=y4y3y1y1y2r2r3",
            "r3y5 >r4/kt {r1r4r5} discard=r2r3y1y1y2y3y4",
        ),
        # No dead card lies in the pile, so all that is left over is under the kt.
        ("r1 >r1r1/ktktktktkt {} discard=r2r2", "r1 >r1r1/ktktktktkt {} t2"),
        # The pile blocks the suit: r4 and r5 are dead, r3 is in the pile.
        ("r2 >kt/- {kt} discard=r1r1r2r3r3r4", "r2 >kt/- {kt} discard=r1r1r2r3r3r4"),
        # Known trash and unspecified cards: the pool is a card less for each kt.
        ("r3y5 >r4xx/kt 2 discard=r1r1r2r3y1y1y2", "r3y5 >r4xx/kt {r4r5kt} discard=r1r1r2r3y1y1y2"),
    ],
)  # fmt: skip
def test_the_discard_pile(text: str, expected: str) -> None:
    assert canonical(text) == expected


@pytest.mark.parametrize(
    ("text", "field", "column", "offending"),
    [
        # Stacks.
        ("r4y5x3 >r5/y1 {}", "stacks", 5, "x3"),
        ("r4y >r5/y1 {}", "stacks", 3, "y"),
        ("r4y6 >r5/y1 {}", "stacks", 3, "y6"),
        ("r4y99999999999999999999 >r5/y1 {}", "stacks", 3, "y99999999999999999999"),
        ("r4y\uff14 >r5/y1 {}", "stacks", 3, "y\uff14"),
        ("r4y² >r5/y1 {}", "stacks", 3, "y²"),
        ("r4,y5 >r5/y1 {}", "stacks", 3, ","),
        ("4r4 >r5/r1 {}", "stacks", 1, "4"),
        ("r4R3 >r5/r1 {}", "stacks", 3, "R3"),
        ("r4y5m0 >r5/y1 {}", "stacks", 5, "m0"),
        ("r4m5k0 >r5/r1 {} variant=rainbow", "stacks", 5, "k0"),
        ("r4y5 >r5/y1 {} variant=rainbow", "stacks", 1, "r4y5"),
        ("m4 >m5/m1 {} variant=rainbow", "stacks", 1, "m4"),
        # Hands.
        ("r4y5 >r5/r {}", "hands", 10, "r"),
        ("r4y5 >r5/r0 {}", "hands", 10, "r0"),
        ("r4y5 >r5/r6 {}", "hands", 10, "r6"),
        ("r4y5 >r5/r01 {}", "hands", 10, "r01"),
        ("r4y5 >r5/r\uff14 {}", "hands", 10, "r\uff14"),
        ("r4y5 >r5/b5 {}", "hands", 10, "b5"),
        ("r4y5 >r5/B5 {}", "hands", 10, "B5"),
        ("r4y5 >r5/\u212a5 {}", "hands", 10, "\u212a5"),
        ("r4y5 >r5,y1/y2 {}", "hands", 9, ","),
        ("r4y5 >r5/y1- {}", "hands", 12, "-"),
        ("r4y5 >r5/-y1 {}", "hands", 10, "-"),
        ("r4y5 r5>/y1 {}", "hands", 8, ">"),
        ("r4y5 >>r5/y1 {}", "hands", 7, ">"),
        ("r4y5 >r5/>y1 {}", "hands", 10, ">"),
        ("r4y5 >r5/ {}", "hands", 10, ""),
        ("r4y5 /r5 {}", "hands", 6, ""),
        ("r4y5 r5/> {}", "hands", 10, ""),
        ("r4y5 >r5 {}", "hands", 6, ">r5"),
        ("r4y5 >r5/y1/y2/y3/y4/r1/r2/r3 {}", "hands", 25, "r2"),
        # Deck.
        ("r4y5 >r5/y1 {y2", "deck", 13, "{y2"),
        ("r4y5 >r5/y1 [y2", "deck", 13, "[y2"),
        ("r4y5 >r5/y1 [y2}", "deck", 13, "[y2}"),
        ("r4y5 >r5/y1 {y2]", "deck", 13, "{y2]"),
        ("r4y5 >r5/y1 {y2}y3", "deck", 17, "y3"),
        ("r4y5 >r5/y1 {}{}", "deck", 15, "{}"),
        ("r4y5 >r5/y1 {y2 y3} c1", "deck", 13, "{y2 y3}"),
        ("r4y5 >r5/y1 y2", "deck", 13, "y2"),
        ("r4y5 >r5/y1 -1 discard=-", "deck", 13, "-1"),
        ("r4y5 >r5/y1 \uff14 discard=-", "deck", 13, "\uff14"),
        ("r4y5 >r5/y1 0", "deck", 13, "0"),
        ("r4y5 >r5/y1 {y2(y)}", "deck", 16, "(y)"),
        ("r4y5 >r5/y1 {xx}", "deck", 14, "xx"),
        ("r4y5 >r5/y1 {-}", "deck", 14, "-"),
        ("r4y5 >r5/y1 c1", "deck", 13, ""),
        # Counters.
        ("r4y5 >r5/y1 {} c9", "c", 16, "c9"),
        ("r4y5 >r5/y1 {} c99999999999", "c", 16, "c99999999999"),
        ("r4y5 >r5/y1 {} c", "c", 16, "c"),
        ("r4y5 >r5/y1 {} c-1", "c", 16, "c-1"),
        ("r4y5 >r5/y1 {} c4.5", "c", 16, "c4.5"),
        ("r4y5 >r5/y1 {} c\uff14", "c", 16, "c\uff14"),
        ("r4y5 >r5/y1 {} c1 c1", "c", 19, "c1"),
        ("r4y5 >r5/y1 {} s3", "s", 16, "s3"),
        ("r4y5 >r5/y1 {} t0", "t", 16, "t0"),
        ("r4y5 >r5/y1 {} t3", "t", 16, "t3"),
        ("r4y5 >r5/y1 {y2} t1", "t", 18, "t1"),
        ("r4y5 >r5/y1 {} t1 rules=grand-finale", "t", 16, "t1"),
        ("r4y5 >r5/y1 {} t1 rules=grand-finale bonus=flamboyants", "t", 16, "t1"),
        ("r4y5 >r5/y1 {y2} t3 bonus=flamboyants", "t", 18, "t3"),
        ("r4y5 >r5/xx {y1y2} t1", "t", 20, "t1"),
        # Options.
        ("r4y5 >r5/y1 {} rules=", "rules", 16, "rules="),
        ("r4y5 >r5/y1 {} discard=", "discard", 16, "discard="),
        ("r4y5 >r5/y1 {} rules=last-round rules=last-round", "rules", 33, "rules=last-round"),
        ("r4y5 >r5/y1 {} =keep", "options", 16, "=keep"),
        ("r4y5 >r5/y1 {} rule=keep", "options", 16, "rule=keep"),
        ("r4y5 >r5/y1 {} keep", "options", 16, "keep"),
        ("r4y5 >r5/y1 {} colour", "options", 16, "colour"),
        ("r4y5 >r5/y1 {} {}", "options", 16, "{}"),
        ("r4y5 >r5/y1 {} bonus=flamboyant", "bonus", 22, "flamboyant"),
        ("r4y5 >r5/y1 {} variant=purple", "variant", 24, "purple"),
        ("r4y5 >r5/y1 {} variant=hanab-live:9999", "variant", 24, "hanab-live:9999"),
        ("r4y5 >r5/y1 {} variant=hanab-live:sudoku_(5_suits)", "variant", 24,
         "hanab-live:sudoku_(5_suits)"),
        ("r4y5 >r5/y1 {} last-clue=rank", "last-clue", 26, "rank"),
        ("r4y5 >r5/y1 {} discard=-r1", "discard", 24, "-"),
        ("r4y5 >r5/y1 {} discard=kt", "discard", 24, "kt"),
        ("r4y5 >r5/y1 {} discard=xx", "discard", 24, "xx"),
        ("r4y5 >r5/y1 {} discard=r1(r)", "discard", 26, "(r)"),
        # Marks are checked for syntax everywhere.
        ("r4y5 >r5(r/y1 {}", "hands", 9, "(r"),
        ("r4y5 >r5<r5/y1 {}", "hands", 9, "<r5"),
        ("r4y5 >r5(b)/y1 {}", "hands", 10, "b"),
        ("r4y5 >r5(6)/y1 {}", "hands", 10, "6"),
        ("r4y5 >r5(r-y-1)/y1 {}", "hands", 13, "-"),
        ("r4y5 >r5<b5>/y1 {}", "hands", 10, "b5"),
        ("r4y5 >r5<r>/y1 {}", "hands", 10, "r"),
        ("r4y5 >r5<kt>/y1 {}", "hands", 10, "kt"),
        ("r4y5 >r5<xx>/y1 {}", "hands", 10, "xx"),
        ("r4y5 >r5<r5(r)>/y1 {}", "hands", 12, "(r)"),
        ("r4y5 >r5<r5><r5>/y1 {}", "hands", 13, "<r5>"),
        ("r4y5 >r5(r)(5)/y1 {}", "hands", 12, "(5)"),
        ("r4y5 >(r)r5/y1 {}", "hands", 7, "(r)"),
        ("r4y5 >r5)/y1 {}", "hands", 9, ")"),
        ("r4m5 >r5(m)/r1 {} variant=rainbow", "hands", 10, "m"),
        ("r4k5 >r5(k)/r1 {} variant=black-powder", "hands", 10, "k"),
        # Copies.
        ("r4y5 >r5r5/y1 {}", "hands", 9, "r5"),
        ("r5y4 >r5/y5 {}", "hands", 7, "r5"),
        ("r4y3 >r5/y4 {y4y4}", "deck", 16, "y4"),
        ("r4y3 >r5/y4 {y4} discard=y4y4y4", "discard", 26, "y4"),
        ("k1r4 >k5k5/k5 {} variant=black-powder", "hands", 12, "k5"),
        ("m0r4 >m2/m2 {} variant=avalanche", "hands", 10, "m2"),
        # Known trash: r1 r2 r3 r4 (2 1 1 1 left) once red stands at 4, and all of it at 5.
        ("r4 >ktktkt/ktkt {kt} c1", "deck", 18, "kt"),
        ("r4 >ktktkt/ktktktkt {r5}", "hands", 16, "kt"),
        # r1 is in the pile, so all above it is dead (7 cards), but r1 itself is not.
        ("r0 >ktktkt/ktktkt {ktkt}", "deck", 22, "kt"),
        # A pile tells what is dead: r3 is there with both copies, r4 once.
        ("r2 >ktkt/- {ktkt} discard=r1r1r2r3r3r4", "deck", 13, "kt"),
        ("r2 >ktktkt/ktkt 0 discard=r1r1r2r3r3r4", "hands", 9, "kt"),
        ("r2 >kt/- {} discard=r1r1r2r3r4", "hands", 5, "kt"),
        # Every card exactly once.
        ("r2 >kt/- {} discard=r1r1r2r3r3r4", "discard", 21, "r1r1r2r3r3r4"),
        ("r2 >kt/- {} discard=r1r2r3r4", "discard", 21, "r1r2r3r4"),
        ("r4y5 >r5/y1 {} discard=r1r1r2r3r4y1y2y3", "discard", 24, "r1r1r2r3r4y1y2y3"),
        ("r4y5 >r5/y1 {} discard=-", "discard", 24, "-"),
        ("r4y5 >r5/y1 2 discard=r1r1r2r3r4y1y2y3", "deck", 13, "2"),
        ("r4y5 >r5/y1 999999999999999999999 discard=r1r1r2r3r4y1y2y3", "deck", 13,
         "999999999999999999999"),
        ("r4y5 >r5/xxxx 0 discard=r1r1r2r3r4y1y1y2y3", "deck", 15, "0"),
        # Unspecified cards need a pool, and one whose order is unknown.
        ("r4y5 >r5/xxxx {y1}", "deck", 15, "{y1}"),
        ("r4y5 >r5/xx [y1]", "hands", 10, "xx"),
        ("r4y5 >r5/XX [y1y2]", "hands", 10, "XX"),
    ],
)  # fmt: skip
def test_refused(text: str, field: str, column: int, offending: str) -> None:
    assert refused(text) == (field, column, offending)


def test_all_faults_come_together_in_the_order_of_columns() -> None:
    text = "r4q1y6 >r6/b1/>y9 {y1 c9 s7 t0 rules=x colour=red"
    assert [(each.field, each.column) for each in faults(text)] == [
        ("stacks", 3),
        ("stacks", 5),
        ("hands", 9),
        ("hands", 12),
        ("hands", 15),
        ("hands", 16),
        ("deck", 19),
        ("c", 23),
        ("s", 26),
        ("t", 29),
        ("rules", 38),
        ("options", 40),
    ]
    assert str(faults(text)[3]) == (
        "hands, column 12: 'b1': suit b is not in play; expected one of r y"
    )


def test_one_mistake_is_one_fault() -> None:
    # A suit that the stacks refuse is not reported again with every card of it.
    assert refused("r4y5k2 >k3(k)/k5<k5> {k1}") == ("stacks", 5, "k2")
    # An unknown variant says nothing about suits, halves of tokens or copies.
    assert refused("a4b5 >a5/b1 {b1} c3.5 variant=hanab-live:x") == (
        "variant",
        31,
        "hanab-live:x",
    )
    # Stacks that cannot be read at all say nothing about suits.
    assert refused("-- >r5/y1 {}") == ("stacks", 1, "--")
    # A deck with a fault is not also found to be of the wrong size.
    assert refused("r4y5 >r5/y1 {y} t1 discard=-") == ("deck", 14, "y")


def test_too_few_fields_hint_at_the_shell() -> None:
    for text, missing in (
        ("", ["stacks", "hands", "deck"]),
        (" ", ["stacks", "hands", "deck"]),
        ("r4y5g3b5w5", ["hands", "deck"]),
        ("r4y5 >r5/y1", ["deck"]),
        ("r4y5 {}", ["hands"]),
    ):
        found = faults(text)
        assert [each.field for each in found] == missing
        assert all("quoted" in each.expected for each in found)
    assert "quoted" not in str(fault("r4y5 >r5/y1 c1"))


def test_garbage_is_cut_to_size() -> None:
    with pytest.raises(PositionError) as caught:
        parse_position("q" * 100_000 + " " + "q1/" * 100_000 + " {" + "(" * 100_000)
    assert len(caught.value.faults) <= 50
    assert len(str(caught.value)) < 10_000
    with pytest.raises(PositionError) as caught:
        parse_position("r4y5 >r5/y1 {} c" + "9" * 100_000 + " \x1b[31m\ud800")
    assert len(str(caught.value)) < 1_000
    assert str(caught.value).isprintable()


def test_a_long_hand_is_one_fault_for_each_card() -> None:
    found = faults("r0 >" + "r1" * 10_000 + "/r2 {}")
    assert [(each.column, each.text) for each in found] == [(11, "r1")]


def test_halves_of_tokens() -> None:
    text = "a4b5c3d5e5 >a5/b1 {{}} c{} t1 variant=hanab-live:{}"
    starved = parse_position(text.format("3.5", "Clue_Starved_(5_Suits)"))
    assert starved.clue_units == 7
    assert format_position(starved) == text.format("3.5", starved.variant.partition(":")[2])
    assert parse_position(text.format("08", "Clue_Starved_(5_Suits)")).clue_units == 16
    for bad in ("8.5", "3.0", "3.50", ".5", "3.", "9"):
        only = fault(text.format(bad, "Clue_Starved_(5_Suits)"))
        assert (only.field, only.text) == ("c", f"c{bad}")
    assert fault(text.format("3.5", "0")).field == "c"


def test_the_kind_of_the_last_clue() -> None:
    text = "a4b5c3d5e5 >a5/b1 {} c3 t1 variant=hanab-live:Alternating_Clues_(5_Suits)"
    position = parse_position(text + " last-clue=Rank")
    assert position.last_clue == "rank"
    assert canonical(text + " last-clue=rank").endswith(" last-clue=rank")
    assert parse_position(text).last_clue is None
    assert fault(text + " last-clue=red").field == "last-clue"


def test_anonymous_cards() -> None:
    position = parse_position("r3y5 >ktxx/r5 {y1r4} c1")
    assert [held.card for held in position.hands[0]] == [KNOWN_TRASH, UNSPECIFIED]
    assert position.unspecified == 1
    assert position.deck_size == 1
