"""The Flamboyants, one small case each, worked out by hand on the reference engine.

Cards that are not written lie in the discard pile: with `r4y4` and no y5 in sight it is there.
"""

from __future__ import annotations

from fractions import Fraction

import pytest
from hanabi_solver import reference
from hanabi_solver.errors import PositionError, UnsupportedError
from hanabi_solver.game.moves import Play
from hanabi_solver.game.position import Card
from hanabi_solver.notation import format_move, parse_position
from hanabi_solver.reference import bonus
from hanabi_solver.reference.bonus import Bonus
from hanabi_solver.reference.engine import State, set_up

OPTION = " bonus=flamboyants"


def moves(
    text: str, objective: str = "expected", target: int | None = None
) -> dict[str, Fraction | int]:
    solution = reference.solve(parse_position(text + OPTION), "open", objective, target)
    return {format_move(move): value for move, value in solution.moves}


def value(text: str, objective: str = "expected", target: int | None = None) -> Fraction:
    return reference.solve(parse_position(text + OPTION), "open", objective, target).value


def choices(text: str, kind: Bonus) -> tuple[State, list[State]]:
    """The state of a position, and what a bonus makes of it."""
    game, state = set_up(parse_position(text + OPTION))
    return state, bonus.outcomes(game, state, kind)


def mixed(*values: Fraction | int) -> Fraction:
    """The mean of what the six bonuses lead to."""
    assert len(values) == len(Bonus) == 6
    return sum(map(Fraction, values), Fraction()) / 6


# When a bonus is earned.


def test_a_completed_suit_earns_a_bonus_instead_of_the_token() -> None:
    game, state = set_up(parse_position("r4y0 >r5r1/y1 {y2} c3" + OPTION))
    after = game.act(state, Play(1))
    assert (after.stacks, after.units) == ((5, 0), 3)
    assert bonus.is_earned(game, state, after)
    assert not bonus.is_earned(game, after, after)


def test_the_last_suit_ends_the_game_without_a_bonus() -> None:
    text = "r4y5 >r5/y1 {y2} c0 s2"
    game, state = set_up(parse_position(text + OPTION))
    after = game.act(state, Play(1))
    assert game.is_ended(after)
    assert not bonus.is_earned(game, state, after)
    assert value(text) == value(text, "guaranteed") == 10
    assert value(text, "win") == 1


# The six bonuses.


def test_a_token_but_no_ninth() -> None:
    state, after = choices("r5y0 >r1/y1 {y2} c3 s1", Bonus.TOKEN)
    assert after == [state._replace(units=4)]
    state, after = choices("r5y0 >r1/y1 {y2} c8 s1", Bonus.TOKEN)
    assert after == [state]


def test_a_token_and_a_strike_taken_back() -> None:
    state, after = choices("r5y0 >r1/y1 {y2} c3 s2", Bonus.TOKEN_AND_STRIKE)
    assert after == [state._replace(units=4, strikes=1)]
    state, after = choices("r5y0 >r1/y1 {y2} c8 s1", Bonus.TOKEN_AND_STRIKE)
    assert after == [state._replace(strikes=0)]
    state, after = choices("r5y0 >r1/y1 {y2} c2", Bonus.TOKEN_AND_STRIKE)
    assert after == [state._replace(units=3)]


@pytest.mark.parametrize("kind", [Bonus.COLOUR_CLUE, Bonus.RANK_CLUE])
def test_free_clues_are_worth_nothing(kind: Bonus) -> None:
    state, after = choices("r5y0 >r1/y1 {y2} c3 s2", kind)
    assert after == [state]


def test_any_card_of_the_pile_is_shuffled_into_the_deck() -> None:
    state, after = choices("r5y4 >y1y1/y2y3y4 {r1}", Bonus.SHUFFLE)
    pile = [Card(0, 1), Card(0, 2), Card(0, 3), Card(0, 4), Card(1, 5)]
    assert list(state.discard) == pile
    assert [then.deck for then in after] == [(Card(0, 1), card) for card in pile]
    assert [list(then.discard) for then in after] == [
        [other for other in pile if other != card] for card in pile
    ]


def test_nothing_is_shuffled_where_the_pile_is_empty() -> None:
    state, after = choices("r5m4 >m5r1/r1r2r3r4 {} t1 variant=avalanche", Bonus.SHUFFLE)
    assert state.discard == ()
    assert after == [state]
    state, after = choices("r5m4 >r1/r1r2r3r4 {m5} variant=avalanche", Bonus.SHUFFLE)
    assert after == [state]


def test_a_card_of_the_pile_that_fits_may_be_played() -> None:
    state, after = choices("r5y3g4 >r1/y5 {}", Bonus.PLAY)
    assert after[0] == state, "it may be left alone"
    assert [then.stacks for then in after[1:]] == [(5, 4, 4), (5, 3, 5)]
    assert len(after[1].discard) == len(state.discard) - 1


# What they are worth.


def test_the_card_from_the_pile_scores_after_the_last_turn() -> None:
    text = "r4y4 >r5/y1 {} t1"
    assert value(text) == mixed(9, 9, 9, 9, 9, 10)
    assert value(text, "win") == Fraction(1, 6)
    assert value(text, "guaranteed") == 9


def test_a_bonus_that_completes_another_suit_earns_another() -> None:
    # Bonus 6 plays y5, then bonus 6 of yellow plays g5.
    text = "r4y4g4 >r5/r1 {} t1"
    assert value(text) == mixed(13, 13, 13, 13, 13, mixed(14, 14, 14, 14, 14, 15))
    assert value(text, "win", 14) == Fraction(1, 6)
    assert value(text, "win", 15) == Fraction(1, 36)
    assert value(text, "guaranteed") == 13


def test_the_player_chooses_the_card_that_is_played() -> None:
    # y4 lets the partner play y5, whose bonus may bring g5. Or g5 at once, whose bonus may
    # bring y4, and only then y5 can be played.
    text = "r4y3g4 >r5/y5 {} c0 t2"
    y4, g5 = mixed(14, 14, 14, 14, 14, 15), mixed(13, 13, 13, 13, 13, 15)
    assert y4 > g5
    assert moves(text)["p1"] == mixed(12, 12, 12, 12, 12, y4)
    assert moves(text, "win", 15)["p1"] == Fraction(1, 36), "the same by both ways"
    assert moves(text, "guaranteed")["p1"] == 12


def test_the_token_saves_the_partner_from_discarding() -> None:
    # The second player has nothing but y5 and needs a token, or y4 from the pile.
    text = "r4y3 >r5r1/y5/y4 {} c0 rules=grand-finale"
    assert moves(text, "win")["p1"] == mixed(1, 1, 0, 0, 0, 1)
    assert moves(text)["p1"] == mixed(10, 10, 0, 0, 0, 10)
    assert moves(text, "guaranteed")["p1"] == 0
    # A discard first brings the token for certain, and r5 waits a round.
    assert moves(text, "guaranteed")["d2"] == 10


def test_a_strike_taken_back_saves_the_game() -> None:
    # At eight tokens the partner may not discard y1, and has nobody to clue once the mover's
    # hand is empty. So y1 is a strike, unless the mover had to draw a card that was shuffled.
    text = "r4y4 >r5/y1 {} c8 s2 t2"
    assert moves(text)["p1"] == mixed(0, 9, 0, 0, 9, 10)
    assert moves(text + " strikeout=keep")["p1"] == mixed(9, 9, 9, 9, 9, 10)
    assert moves(text, "win", 9)["p1"] == Fraction(1, 2)


def test_the_bonus_is_the_adversarys_choice() -> None:
    text = "r4y4 >r5/y1 {} c8 s2 t2"
    assert moves(text, "guaranteed") == {"p1": 0, "clue": 8}
    assert value(text, "guaranteed") == 8
    assert value(text, "win", 9) == Fraction(1, 2)
    # With one strike less the third one is out of reach, whatever the bonus.
    assert value(text.replace("s2", "s1"), "guaranteed") == 9


def test_a_lost_card_comes_back_through_the_deck() -> None:
    # y5 is shuffled into the deck, and whoever draws it has another turn to play it.
    text = "r4y4 >r5/y1 {r1} c0"
    assert value(text) == mixed(9, 9, 9, 9, 10, 10)
    assert value(text, "win") == Fraction(1, 3)
    assert value(text, "guaranteed") == 9


def test_a_countdown_that_has_begun_goes_on() -> None:
    # The mover draws y5 from a deck that was empty, but has had the last turn.
    text = "r4y4 >r5/y1/y1 {} c0 t3"
    assert value(text) == mixed(9, 9, 9, 9, 9, 10)


def test_a_countdown_beside_a_deck_is_not_begun_anew() -> None:
    text = "r4y4 >r5/y1 {r1} c0"
    assert value(text + " t2") == mixed(9, 9, 9, 9, 9, 10)
    game, state = set_up(parse_position(text + " t2" + OPTION))
    state = game.turn(state, Play(1))
    assert (state.deck, state.turns_left) == ((), 1)


def test_with_an_empty_pile_neither_the_fifth_nor_the_sixth_brings_anything() -> None:
    text = "r4m4 >r5/m5r1r1r2r3r4 {} c0 t1 variant=avalanche"
    assert value(text) == 9
    assert value("r4m4 >r5/r1 {} c0 t1 variant=avalanche") == Fraction(55, 6), "m5 in the pile"


def test_the_grand_finale_is_lost_with_a_lost_card_all_the_same() -> None:
    text = "r4y4 >r5/y1 {r1} c0 rules=grand-finale"
    assert moves(text) == {}
    assert value(text, "win") == 0


def test_a_shuffled_card_or_a_token_keeps_the_grand_finale_going() -> None:
    # y5; a clue; r4; and now the first player must do something, so that r5 can follow: clue
    # with a token of the bonus, or discard the card that was shuffled and drawn. Or r4 comes
    # from the pile, and r5 at once.
    text = "r3y4 >y5/r5/r4 {} c1 rules=grand-finale"
    assert value(text, "win") == mixed(1, 1, 0, 0, 1, 1)
    # Without the first token the second player has to part with r5: only r4 helps.
    assert value(text.replace("c1", "c0"), "win") == mixed(0, 0, 0, 0, 0, 1)


def test_unspecified_cards_are_played_blind_before_the_bonus() -> None:
    text = "r4y4 >xx/y1 {r5r1} c0 t1"
    hit = mixed(9, 9, 9, 9, 9, 10)
    assert value(text) == (hit + 8) / 2
    assert value(text, "win") == Fraction(1, 12)


def test_known_trash_can_never_be_played() -> None:
    assert value("r4y4 >r5/kt {kt} c0") == value("r4y4 >r5/y1 {r1} c0")


def test_a_card_above_lost_ones_is_dead_if_too_few_bonuses_can_come() -> None:
    """All cards that can be dead are written, but for what the known trash may stand for."""
    spent = "r1r1r2r3r4"
    # y3 is lost. With r5 to play a bonus may bring it back, and then y4 and y5 are useful.
    text = "r4y2 >r5kt/y4y1y1y2" + spent + " {}"
    with pytest.raises(PositionError):
        parse_position(text + OPTION)
    # Without the option they are dead. So they are if both suits lack a card.
    assert parse_position(text)
    assert value("r4y2 >ktkt/y1y1y2" + spent + " {} c0 t1") == 6
    # y3 and y4 are lost: two bonuses are needed for y5, and only red earns one.
    assert value("r4y2 >r5kt/y1y1y2" + spent + " {} c0 t1") == mixed(7, 7, 7, 7, 7, 8)


def test_only_open_hands() -> None:
    position = parse_position("r4y4 >r5/y1 [r1y2] c0" + OPTION)
    for info in ("perfect", "hidden"):
        with pytest.raises(UnsupportedError, match=info):
            reference.solve(position, info)
    assert reference.solve(position).value == value("r4y4 >r5/y1 {r1y2} c0", "win")
