"""Facts of positions."""

from __future__ import annotations

import pytest
from hanabi_solver.game.facts import Facts
from hanabi_solver.game.position import KNOWN_TRASH, UNSPECIFIED, Card
from hanabi_solver.notation import format_cards, parse_position
from hypothesis import given
from positions import Dealt, dead_cards, deals

POSITION = parse_position("r2y4k1 >r3r3y5/k1r4k4 {r1r5k2y1} c1 variant=black-powder")
RED, YELLOW, BLACK = range(3)


def test_what_can_still_be_reached() -> None:
    # Black: k5 is played, k4 in a hand, both k3 in the pile.
    facts = Facts(POSITION)
    assert facts.reachable_stacks == (5, 5, 2)
    assert facts.reachable == 12


def test_playable_dead_and_critical_cards() -> None:
    facts = Facts(POSITION)
    suits = POSITION.suits
    everything = [Card(i, rank) for i, suit in enumerate(suits) for rank in suit.ranks]

    def those(predicate: str) -> str:
        return format_cards(suits, filter(getattr(facts, predicate), everything))

    assert those("is_playable") == "r3y5k4"
    assert those("is_dead") == "r1r2y1y2y3y4k5k3k2k1"
    assert those("is_critical") == "r4r5y5k4"


def test_anonymous_cards() -> None:
    facts = Facts(POSITION)
    assert facts.is_dead(KNOWN_TRASH)
    assert not facts.is_dead(UNSPECIFIED)
    for card in (KNOWN_TRASH, UNSPECIFIED):
        assert not facts.is_playable(card)
        assert not facts.is_critical(card)
    # What lies under an xx is in the pool, so it is still there.
    pooled = Facts(parse_position("r3 >xxxx/r1 {r4r5r1}"))
    assert pooled.reachable == 5
    assert pooled.left(Card(0, 4)) == 1


@pytest.mark.parametrize(
    ("text", "pace"),
    [
        ("r4y4 >r5/y5 {r1y1}", 2),  # 8 + 2 + 2 - 10
        ("r4y4 >r5/y5 {}", 0),  # 8 + 2 - 10
        ("r4y4 >r5/y5 {} t1", -1),  # 8 + 1 - 10
        ("r4y4 >r5/y1 {}", 1),  # y5 is gone: 8 + 2 - 9
        ("r4y4 >r5/y5 {} rules=grand-finale", None),
        ("r4y4 >r5/xx {y5r1}", 1),  # one card of the pool is in the deck
        ("r4y4 >r5/y5 {r1y1} t1 bonus=flamboyants", -1),  # a countdown goes on
    ],
)
def test_pace(text: str, pace: int | None) -> None:
    assert Facts(parse_position(text)).pace == pace


@pytest.mark.parametrize(
    ("text", "pile"),
    [
        ("r3 >r4/r5 {}", "r1r1r2r3r4"),
        ("r3 >r4/r5 {r1r1r2r3r4}", ""),
        ("r3 >r4/kt {r5}", None),
        ("r3 >r4/ktktktkt {r5r4} c1", ""),
        ("r3 >r4/ktktktkt {r5}", "r4"),
        ("r3 >r4r5/ktkt {r2r3}", "r4"),
        ("r3 >r4r5/kt {r2r3}", "r1r4"),
    ],
)
def test_the_discard_pile(text: str, pile: str | None) -> None:
    position = parse_position(text)
    found = Facts(position).discard_pile()
    assert (None if found is None else format_cards(position.suits, found)) == pile


@given(deals)
def test_dead_cards_follow_from_the_pile(deal: Dealt) -> None:
    facts = Facts(deal.position)
    dead = dead_cards(deal.position, deal.pile)
    for hand in deal.position.hands:
        for held in hand:
            assert facts.is_dead(held.card) == (held.card in dead)
    for card in deal.position.deck:
        assert facts.is_dead(card) == (card in dead)
