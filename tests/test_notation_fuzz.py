"""Position strings under fire: random positions come back, garbage is refused in good order."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from hanabi_solver.errors import PositionError
from hanabi_solver.game.facts import Facts
from hanabi_solver.game.position import UNSPECIFIED, Position
from hanabi_solver.notation import format_position, parse_position
from hypothesis import assume, given
from hypothesis import strategies as st
from positions import Dealt, anonymous_deals, deals


def refusal(text: str) -> PositionError | None:
    try:
        parse_position(text)
    except PositionError as found:
        return found
    return None


def check_refusal(text: str, error: PositionError) -> None:
    assert error.source == text
    assert error.faults
    columns = [fault.column for fault in error.faults]
    assert all(column is not None for column in columns)
    assert columns == sorted(column for column in columns if column is not None)
    for fault in error.faults:
        assert fault.column is not None
        assert 1 <= fault.column <= len(text) + 1
        assert text[fault.column - 1 :].startswith(fault.text)
        assert fault.problem
        assert fault.expected
    assert str(error).isprintable()


def with_number(deal: Dealt) -> str:
    """The text with the deck as a number beside the pile."""
    fields = format_position(replace(deal.position, discard=None)).split(" ")
    return " ".join([*fields[:2], str(deal.position.deck_size), *fields[3:], deal.account])


@given(deals)
def test_positions_come_back(deal: Dealt) -> None:
    text = format_position(deal.position)
    assert parse_position(text) == deal.position
    assert parse_position(text.upper()) == deal.position
    assert Facts(deal.position).discard_pile() == deal.pile


@given(deals)
def test_the_whole_account_says_nothing_new(deal: Dealt) -> None:
    assert parse_position(f"{format_position(deal.position)} {deal.account}") == deal.position


@given(deals)
def test_a_number_is_as_good_as_the_deck(deal: Dealt) -> None:
    bare = parse_position(with_number(deal))
    assert Counter(bare.deck) == Counter(deal.position.deck)
    assert replace(bare, deck=deal.position.deck, deck_ordered=deal.position.deck_ordered) == (
        deal.position
    )


@given(deals, st.integers(0, 90))
def test_a_wrong_number_is_refused(deal: Dealt, size: int) -> None:
    assume(size != len(deal.position.deck))
    fields = with_number(deal).split(" ")
    error = refusal(" ".join([*fields[:2], str(size), *fields[3:]]))
    assert error is not None
    assert ("deck", str(size)) in {(each.field, each.text) for each in error.faults}


@given(deals, st.data())
def test_a_pile_that_lacks_a_card_is_refused(deal: Dealt, data: st.DataObject) -> None:
    assume(deal.pile)
    lost = data.draw(st.integers(0, len(deal.pile) - 1))
    short = replace(deal, pile=deal.pile[:lost] + deal.pile[lost + 1 :])
    error = refusal(f"{format_position(deal.position)} {short.account}")
    assert error is not None
    assert [fault.field for fault in error.faults] == ["discard"]


@given(deals, st.data())
def test_a_copy_too_many_is_refused(deal: Dealt, data: st.DataObject) -> None:
    position = deal.position
    held = [each.card for hand in position.hands for each in hand]
    complete = [card for card in held if card not in deal.pile and card not in position.deck]
    assume(complete)
    card = data.draw(st.sampled_from(complete))
    suit = position.suits[card.suit]
    error = refusal(
        format_position(replace(position, deck=(*position.deck, card), turns_left=None))
    )
    assert error is not None
    assert [(fault.field, fault.text) for fault in error.faults] == [
        ("deck", f"{suit.letter}{card.rank}")
    ]


def check_anonymous(deal: Dealt, text: str) -> Position:
    """What a text with anonymous cards means, apart from which dead cards are named."""
    position = parse_position(text)
    assert [[held.card for held in hand] for hand in position.hands] == [
        [held.card for held in hand] for hand in deal.position.hands
    ]
    assert len(position.deck) == len(deal.position.deck)
    assert position.deck_size == deal.position.deck_size
    facts, dealt_facts = Facts(position), Facts(deal.position)
    assert facts.reachable_stacks == dealt_facts.reachable_stacks
    useful = Counter(card for card in position.deck if not facts.is_dead(card))
    assert useful == Counter(card for card in deal.position.deck if not facts.is_dead(card))
    canonical = format_position(position)
    assert parse_position(canonical) == position
    assert format_position(parse_position(canonical)) == canonical
    return position


def turned(deal: Dealt) -> Dealt:
    """With the turns left that belong to its deck: the unspecified cards came out of it."""
    position = deal.position
    counted = not position.rules.grand_finale and position.deck_size == 0
    kept = position.turns_left if counted or position.rules.flamboyants else None
    turns = kept or (len(position.hands) if counted else None)
    return replace(deal, position=replace(position, turns_left=turns))


@given(anonymous_deals)
def test_anonymous_cards_come_back(deal: Dealt) -> None:
    deal = turned(deal)
    assert parse_position(format_position(deal.position)) == deal.position
    position = check_anonymous(deal, f"{format_position(deal.position)} {deal.account}")
    assert Facts(position).discard_pile() == deal.pile


@given(anonymous_deals)
def test_a_number_beside_anonymous_cards(deal: Dealt) -> None:
    deal = turned(deal)
    # Known trash of the deck is named again: it is left over, whichever it is.
    if deal.position.unspecified == 0:
        deal = replace(deal, position=replace(deal.position, deck_ordered=False))
    position = check_anonymous(deal, with_number(deal))
    assert UNSPECIFIED not in position.deck


NOISE = [
    *"rygbwptmkxa0123456789/<>()[]{}-=cst.:,;_ \t\n\u00b2\uff14\u212a\u0130\ud800\x00",
    "kt",
    "xx",
    " c3",
    " t2",
    "discard=",
    "variant=",
    "rainbow",
    "hanab-live:",
    "bonus=flamboyants",
    "99999999999",
]


@given(st.text() | st.lists(st.sampled_from(NOISE)).map("".join))
def test_garbage_is_refused(text: str) -> None:
    error = refusal(text)
    if error is not None:
        check_refusal(text, error)
    else:
        canonical = format_position(parse_position(text))
        assert parse_position(canonical) == parse_position(text)


@given(anonymous_deals | deals, st.data())
def test_slips_are_refused_or_mean_something(deal: Dealt, data: st.DataObject) -> None:
    text = format_position(turned(deal).position)
    if data.draw(st.booleans()):
        text += " " + deal.account
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 4)))
        piece = data.draw(st.sampled_from(NOISE) | st.just(text[start:end] * 2) | st.just(""))
        text = text[:start] + piece + text[end:]
    error = refusal(text)
    if error is not None:
        check_refusal(text, error)
        return
    position = parse_position(text)
    canonical = format_position(position)
    assert parse_position(canonical) == position
    assert format_position(parse_position(canonical)) == canonical


@given(deals, st.permutations(range(8)))
def test_the_order_of_options_does_not_matter(deal: Dealt, order: list[int]) -> None:
    fields = format_position(deal.position).split(" ")
    options = fields[3:]
    shuffled = [options[place] for place in order if place < len(options)]
    rest = options[8:]
    assert parse_position(" ".join([*fields[:3], *shuffled, *rest])) == deal.position
