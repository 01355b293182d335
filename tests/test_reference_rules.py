"""The rules of the game, one small case each, worked out by hand on the reference engine."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hanabi_solver import reference
from hanabi_solver.errors import PositionError, UnsupportedError
from hanabi_solver.notation import format_move, parse_move, parse_position
from hanabi_solver.reference.engine import Game, State, set_up


def at(text: str) -> tuple[Game, State]:
    return set_up(parse_position(text))


def after(text: str, *moves: str) -> tuple[Game, State]:
    """The state after some turns; drawn cards come in the order written."""
    position = parse_position(text)
    game, state = set_up(position)
    for move in moves:
        state = game.turn(state, parse_move(move, position))
    return game, state


def legal(text: str) -> list[str]:
    game, state = at(text)
    return [format_move(move) for move in game.legal_moves(state)]


def score(text: str, *moves: str) -> int | None:
    game, state = after(text, *moves)
    return game.result(state)


def value(
    text: str, objective: str = "expected", target: int | None = None, info: str = "open"
) -> Fraction:
    return reference.solve(parse_position(text), info, objective, target).value


# Moves.


def test_all_moves_in_the_fixed_order() -> None:
    assert legal("r4 >r5r1/r1 {r2} c1") == ["p1", "p2", "d1", "d2", "clue"]


def test_no_discard_at_eight_tokens() -> None:
    assert legal("r4 >r5/r1 {r2} c8") == ["p1", "clue"]
    assert legal("r4 >r5/r1 {r2} c7") == ["p1", "d1", "clue"]


def test_a_clue_needs_a_token_and_spends_it() -> None:
    assert legal("r4 >r5/r1 {r2} c0") == ["p1", "d1"]
    _, state = after("r4 >r5/r1 {r2} c3", "clue")
    assert (state.units, state.mover) == (2, 1)


def test_a_clue_must_touch_something() -> None:
    assert legal("r4 >r5/-/- {r2} c1") == ["p1", "d1"]
    assert legal("r4 >r5/-/r1 {r2} c1") == ["p1", "d1", "clue"]
    assert legal("r4 >r5/-/- {r2} c1 empty-clues=yes") == ["p1", "d1", "clue"]


def test_a_card_is_played_or_strikes() -> None:
    text = "r2 >r4r3/r1 {} c1 s1"
    _, state = after(text, "p2")
    assert (state.stacks, state.strikes, state.discard.count((0, 3))) == ((3,), 1, 1)
    game, state = after(text, "p1")
    assert (state.stacks, state.strikes) == ((2,), 2)
    assert state.discard.count((0, 4)) == 2, "the copy left over, and the one misplayed"
    assert game.result(state) is None


def test_a_discard_earns_a_token_even_with_an_empty_deck() -> None:
    _, state = after("r2 >r4r3/r1 {} c1", "d1")
    assert (state.units, state.hands[0]) == (2, ((0, 3),))


def test_the_drawn_card_is_the_newest() -> None:
    _, state = after("r2 >r4r3/r1 [r5r1] c1", "p2")
    assert state.hands[0] == ((0, 5), (0, 4))
    assert state.deck == ((0, 1),)


# Completing a suit.


def test_a_completed_suit_gives_a_token_back() -> None:
    assert after("r4y0 >r5/y1 {y2} c3", "p1")[1].units == 4


def test_but_not_a_ninth() -> None:
    assert after("r4y0 >r5/y1 {y2} c8", "p1")[1].units == 8


def test_other_cards_give_none() -> None:
    assert after("r3y0 >r4/y1 {y2} c3", "p1")[1].units == 3


# The end.


def test_the_third_strike_ends_it_at_once() -> None:
    text = "r3y5 >r5/r4 {r1} s2"
    assert score(text, "p1") == 0
    assert score(text + " strikeout=keep", "p1") == 8
    _, state = after(text, "p1")
    assert state.deck, "nothing is drawn after the end"


def test_the_second_strike_ends_nothing() -> None:
    assert score("r3y5 >r5/r4 {r1} s1", "p1") is None


def test_all_suits_complete_ends_it_at_once() -> None:
    assert score("r4y5 >r5/r4 {r1} s2", "p1") == 10
    assert score("r5y5 >r1/r4 {r1}") == 10
    assert legal("r4y5 >r5/r4 {r1}"), "before it there are moves"
    assert reference.solve(parse_position("r5y5 >r1/r4 {r1}")).moves == ()


def test_everyone_has_one_turn_after_the_last_card_the_drawer_included() -> None:
    text = "r0y5 >r1y1/r2y1/r3y2 {r4} c2"
    _, state = after(text, "p1")
    assert (state.turns_left, state.mover) == (3, 1)
    assert score(text, "p1", "p1", "p1") is None
    assert score(text, "p1", "p1", "p1", "p1") == 9, "the drawer plays the card just drawn"


def test_a_clue_draws_nothing_and_starts_no_last_round() -> None:
    _, state = after("r0y5 >r1y1/r2y1 {r4} c2", "clue")
    assert (state.turns_left, len(state.deck)) == (None, 1)


def test_the_last_round_counts_clues_too() -> None:
    assert score("r3y5 >r4/r5 {} c2 t1", "clue") == 8
    assert value("r3y5 >r4/r5 {} c2 t1") == 9
    assert value("r3y5 >r4/r5 {} c2 t2") == 10
    assert value("r3y5 >r1/r4/r5 {} c2 t2") == 9


def test_last_round_without_legal_action_ends_with_the_score_so_far() -> None:
    assert score("r3y5 >-/r4 {} c0 t2") == 8
    assert value("r3y5 >-/r4 {} c1 t2") == 9, "a clue passes the turn"
    assert value("r3y5 >-/r4 {} c0 t2", "win", 8) == 1


def test_the_target_does_not_end_the_game() -> None:
    # At 8 points with two strikes, no token and a hand that cannot play: a discard saves it.
    assert value("r3y5 >r1/r1 {} s2 t1", "win", 8) == 1
    # At 8 tokens the hand may not discard, and nobody else holds a card to clue.
    assert value("r3y5 >r1/- {} c8 s2 t1", "win", 8) == 0
    assert value("r3y5 >r1/- {} c8 s2 t1 strikeout=keep", "win", 8) == 1
    assert value("r3y5 >r1/- {} c8 s2 t1 empty-clues=yes", "win", 8) == 1


def test_targets_out_of_range() -> None:
    lost = "r3y5 >r1/- {} c8 s2 t1"
    assert value(lost, "win", 0) == 1
    assert value(lost, "win", -3) == 1
    assert value("r4y5 >r5/- {} c0 t1", "win", 11) == 0


# The Grand Finale.


def test_grand_finale_goes_on_with_an_empty_deck() -> None:
    text = "r2y5 >r3/r4/-/r5 {} c%d rules=grand-finale"
    assert value(text % 0) == 0, "the third player has no card to play and no clue to give"
    assert value(text % 1) == 10
    assert value("r2y5 >r3/r4/-/r5 {} c1 t3") == 9, "as opposed to the last round"


def test_grand_finale_nothing_between() -> None:
    text = "r3y5 >r5/r4 {} c0 rules=grand-finale"
    # The mover must play or discard r5, whose only copy is then in the discard pile.
    assert score(text, "p1") == 0
    assert score(text, "d1") == 0
    assert value(text) == 0
    assert value(text.replace("c0", "c1")) == 10, "clue, r4, r5"
    assert value(text.replace("c0", "c1"), "win", 1) == 1


def test_grand_finale_is_lost_with_the_last_copy_only() -> None:
    text = "r3y5 >r4r4/r5 {} c1 rules=grand-finale"
    assert score(text, "d1") is None
    assert score("r3y5 >r4r1/r5 {} c1 rules=grand-finale", "d1") == 0
    assert score("r3y5 >r4r1/r5 {} c1 rules=grand-finale", "d2") is None


def test_grand_finale_may_be_lost_from_the_start() -> None:
    text = "r3y5 >r4r4/r1 {} c1 rules=grand-finale"
    assert score(text) == 0
    assert reference.solve(parse_position(text)).moves == ()
    assert value(text, "win", 0) == 1
    assert value(text, "win", 1) == 0


def test_grand_finale_without_legal_action_is_lost() -> None:
    assert score("r3y5 >-/r4r5 {} c0 rules=grand-finale") == 0
    assert value("r3y5 >-/r4r5 {} c2 rules=grand-finale") == 10


def test_grand_finale_third_strike() -> None:
    assert score("r3y5 >r4r1/r5 {} s2 strikeout=keep rules=grand-finale", "p2") == 0


# Suits.


def test_black_powder_goes_down() -> None:
    text = "r5k2 >k3/k2/k1 {} c0 t3 variant=black-powder"
    assert score(text, "p1") is None
    assert after(text, "p1")[1].stacks == (5, 3)
    assert score(text, "p1", "p1", "p1") == 10
    assert after("r5k2 >k2/k3 {} t2 variant=black-powder", "p1")[1].strikes == 1


def test_copies_of_black_powder() -> None:
    # Of the last card played, the black 1, there is one copy; of 2 there are two.
    text = "r5k3 >k2r1/k1k2 {} c0 rules=grand-finale variant=black-powder"
    assert score(text, "d1") is None
    assert score(text, "d2") is None
    lost = "r5k3 >k1r1/k2k2 {} c0 rules=grand-finale variant=black-powder"
    assert score(lost, "d1") == 0


def test_the_short_suit_has_one_copy() -> None:
    text = "r5m3 >m4r1/m5 {} rules=grand-finale variant="
    assert score(text + "avalanche", "d1") == 0
    full = "r5m3 >m4m4/m5 {} rules=grand-finale variant=multicolour"
    assert score(full, "d1") is None


# Known trash and unspecified cards.


def test_known_trash_is_never_played() -> None:
    game, state = after("r4y5 >kt/r5 {} c0 t2", "p1")
    assert (state.strikes, game.result(state)) == (1, None)
    assert value("r4y5 >kt/r5 {} c0 t2") == 10


def test_too_much_known_trash() -> None:
    with pytest.raises(PositionError):
        parse_position("r0 >r1r1r1r2/r2r3r3r4r4r5 {kt}")


def test_own_unspecified_cards_are_played_blind() -> None:
    # One of the two slots is r5, the mover does not know which.
    solution = reference.solve(parse_position("r4 >xxxx/r1 {r5r2} t1"), "open", "win", 5)
    assert [value for _, value in solution.moves] == [Fraction(1, 2)] * 2 + [0, 0]
    assert solution.value == Fraction(1, 2)


def test_unspecified_cards_of_others_are_seen() -> None:
    # The mover plays the 4 that goes before the next player's 5: each is right half the time.
    solution = reference.solve(parse_position("r3y3 >r4y4/xx/xx {r5y5} t2 c0"), "open", "expected")
    assert solution.value == 8
    assert dict(solution.moves)[solution.best[0]] == Fraction(15, 2)
    assert [format_move(move) for move in solution.best] == ["p1", "p2"]
    worst = reference.solve(parse_position("r3y3 >r4y4/xx/xx {r5y5} t2 c0"), "open", "guaranteed")
    assert (worst.value, {value for _, value in worst.moves}) == (8, {6, 7})


def test_assignments_count_physical_cards() -> None:
    # In one of three cases slot 1 is r5; a play of an r1 is the third strike. Discarding an r1
    # leaves time for r5, wherever it is.
    solution = reference.solve(parse_position("r4 >xxxx/r2 {r5r1r1} c0 s2"), "open", "win")
    third = Fraction(1, 3)
    assert [value for _, value in solution.moves] == [third, third, 2 * third, 2 * third]


# What is known.


def test_perfect_knows_the_order_and_open_averages() -> None:
    texts = ("r3 >r1/r2 [r4r5] c0", "r3 >r1/r2 [r5r4] c0")
    perfect = [value(text, info="perfect") for text in texts]
    opened = value("r3 >r1/r2 {r4r5} c0")
    assert opened <= sum(perfect) / 2
    assert value(texts[0]) == opened, "open ignores the order"


def test_perfect_refuses_an_unknown_order() -> None:
    with pytest.raises(PositionError, match="deck"):
        value("r3 >r1/r2 {r4r5}", info="perfect")
    assert value("r3 >r1/r2 {r4r4}", info="perfect") == value("r3 >r1/r2 [r4r4]", info="perfect")
    with pytest.raises(PositionError, match="hands"):
        value("r3 >xx/r2 {r4r4}", info="perfect")


def test_unknown_words_are_refused() -> None:
    with pytest.raises(UnsupportedError, match="hindsight"):
        value("r3 >r1/r2 {}", info="hindsight")
    with pytest.raises(UnsupportedError, match="quick"):
        value("r3 >r1/r2 {}", "quick")


def test_more_tokens_can_hurt() -> None:
    # After g4 the partner must not discard at eight tokens and can clue nobody: w1 would be
    # the third strike. So the mover has to spend a token instead.
    text = "g3w4 >g4/w1 {} s2 c%d"
    assert value(text % 7) == 8
    assert value(text % 8) == 7


def test_the_node_limit_is_no_value() -> None:
    text = "r1y1 >r2y2/r3y3 {r4y4} c2"
    with pytest.raises(reference.NodeLimitError):
        reference.solve(parse_position(text), "open", "win", node_limit=5)
    assert reference.solve(parse_position(text), "open", "win").nodes > 5
