"""Bonuses of completed suits: values worked out by hand, lines, accounts, refusals."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING

import pytest
from hanabi_solver.core.answer import OBJECTIVES
from hanabi_solver.core.playing import draws, legal_moves, play, possible_bonuses, result
from hanabi_solver.crosscheck.random_positions import random_case
from hanabi_solver.errors import MoveError, PositionError
from hanabi_solver.game.facts import Facts
from hanabi_solver.game.moves import Bonus, Clue, Discard, LineMove, Play
from hanabi_solver.game.position import KNOWN_TRASH, Card
from hanabi_solver.notation import (
    format_cards,
    format_line,
    format_position,
    format_step,
    parse_line,
    parse_position,
)
from hanabi_solver.notation.line import BONUSES
from hanabi_solver.review.course import course_of_line
from hanabi_solver.review.review import questions, review
from hanabi_solver.show.review_report import best_moves
from hanabi_solver.solving.solver import Solver, solve, solve_all
from hanabi_solver.solving.variation import principal_variation
from hanabi_solver.system.limits import Limits

if TYPE_CHECKING:
    from hanabi_solver.game.position import Position
    from hanabi_solver.review.review import Review

LIMITS = Limits(threads=1)


def position(text: str) -> Position:
    return parse_position(f"{text} bonus=flamboyants")


@pytest.mark.parametrize(
    ("text", "guaranteed", "expected", "win"),
    [
        # The last suit of all ends the game: no bonus, and nothing left to chance.
        ("r4y5 >r5/y1 {} t1", 10, "10", "1"),
        # Player 2 has nothing to do but to clue: a token must come, by two of the bonuses. (A
        # card shuffled into the deck comes back to player 1.)
        ("r4y4 >r5y5/- {} rules=grand-finale", 0, "10/3", "1/3"),
        # All pairs of bonuses after r5, then y5 and g5 from the pile: 13 + 1/6 + 1/36.
        ("r4y4g4 >r5/- {} t1", 13, "475/36", "1/36"),
        # Of y4 and g4 in the pile, y4 lets player 2 play y5, who may get g4 then:
        # (5 * 11 + 13 + 1/6) / 6.
        ("r4y3g3 >r5/y5 {} t2", 11, "409/36", "0"),
        # The countdown goes on: a y4 shuffled and drawn after its holder's last turn is of no
        # use; only y4 from the pile lets player 2 play y5.
        ("r4y3 >r5/y5 {} t2", 8, "25/3", "1/6"),
        # A countdown beside a deck: the only turn left, or the usual ones.
        ("r4y4 >r5/y5 {r1} t1", 9, "9", "0"),
        ("r4y4 >r5/y5 {r1}", 10, "10", "1"),
        # A card shuffled into the deck before the last round is a turn more: m5 comes in time.
        ("r4m3 >r5r1r1/m4m5r2 {r3} variant=avalanche", 9, "55/6", "1/6"),
        # The same with an empty pile: that bonus is nothing.
        ("r4m3 >r5r1r1/m4m5r2r4 {r3} variant=avalanche", 9, "9", "0"),
        # Black cards are next in their own order: k2 from the pile, then k1 in the hand.
        ("r4k3 >r5/k1 {} t2 variant=black-powder", 8, "25/3", "1/6"),
    ],
)
def test_values_by_hand(text: str, guaranteed: int, expected: str, win: str) -> None:
    found = solve_all(position(text), limits=LIMITS)
    values = [found.by_objective[objective].value for objective in OBJECTIVES]
    assert values == [guaranteed, Fraction(expected), Fraction(win)]


@pytest.mark.parametrize(
    ("rest", "win"),
    [
        # After r5 player 2 must play y1, a third strike, unless a strike was taken back, or
        # player 1 drew a card of the pile and can be given a clue.
        ("c8 s2", "1/3"),
        ("c8 s2 strikeout=keep", "1"),
        ("c8 s1", "1"),
        ("c7 s2", "5/6"),  # Only the token alone forbids the discard and mends nothing.
    ],
)
def test_a_strike_taken_back(rest: str, win: str) -> None:
    found = solve(position(f"r4y3 >r5/y1/- {{}} t3 {rest}"), target=8, limits=LIMITS)
    assert found.value == Fraction(win)


def test_the_same_positions_without_the_bonus_have_other_values() -> None:
    for text, value in [
        ("r4y4g4 >r5/- {} t1", 13),
        ("r4y3 >r5/y5 {} t2", 8),
        ("r4y4 >r5y5/- {} rules=grand-finale", 10),
    ]:
        assert solve(parse_position(text), objective="expected", limits=LIMITS).value == value


def test_a_discard_may_wait_for_the_bonus() -> None:
    """r5 in the pile is played by the bonus for y5, in one of six games."""
    found = solve(position("r4y4 >r5/y5 {} c1"), objective="expected", limits=LIMITS)
    values = {entry.move: entry.value for entry in found.moves}
    assert values[Discard(1)] == 9 + Fraction(1, 6)
    assert found.best == (Play(1),)


TWO = "r4y4g3 >r5y1/y5g5 {g4r1} c1"


def test_bonuses_in_a_line() -> None:
    start = position("r4y3g3 >r5r1/y5g5 {g4r2} c1")
    text = "p1/play:y4/token+r2 d:r1 p1=g5/deck:r1 clue p1/deck p1/play"
    with pytest.raises(MoveError, match="'p1/play:y4/token"):
        course_of_line(start, text)  # y4 completes nothing.
    line = parse_line("p1=r5/play:y4+g4 p1/strike d1+kt p2/deck:kt+r1", start)
    assert line[0] == LineMove(
        Play(1), Card(0, 5), Card(2, 4), "p1=r5/play:y4+g4", 1, (Bonus("play", Card(1, 4)),)
    )
    assert format_line(line, start) == "p1=r5/play:y4+g4 p1/strike d1+kt p2/deck:kt+r1"


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        ("p1+r1", r"column 1: 'p1.r1': the bonus .* not named, as in p1/token"),
        ("clue p1/colour+r1 p2/play", "column 19.*no bonus comes"),
        ("clue/token", "'clue/token': a clue plays no card"),
        ("p1/", "'p1/': not a bonus; expected one of token, strike"),
        ("p1/gift+r1", "column 4: 'gift': not a bonus"),
        ("p1/token:r1+r1", "column 4: 'token:r1': the bonus token takes no card"),
        ("p1/deck:r1:r1", "the bonus deck takes no card"),
        ("p1/deck:+r1", "'deck:': no card"),
        ("p1/deck+r1", "takes a card of the discard pile"),
        ("p1/deck:g5+r1", "no such card lies in the discard pile"),
        ("p1/play:y3", "no such card of the discard pile can be played"),
        ("p1/token", "drawn is not named, as in p1/token.r1"),
        ("p1/deck:y2+g5", "no such card is left in the deck"),
    ],
)
def test_bad_bonuses_in_a_line(moves: str, message: str) -> None:
    with pytest.raises(MoveError, match=message):
        course_of_line(position(TWO), moves)


def test_bonuses_need_the_option() -> None:
    with pytest.raises(MoveError, match="a bonus without bonus=flamboyants"):
        course_of_line(parse_position(TWO), "p1/token+r1")


@pytest.mark.parametrize(
    ("text", "moves", "after"),
    [
        ("c7 s1", "p1/token+r1", "r5y4g3 r1y1/>y5g5 {g4} c8 s1"),
        ("c8 s1", "p1/strike+r1", "r5y4g3 r1y1/>y5g5 {g4} c8"),
        ("c7", "p1/strike+r1", "r5y4g3 r1y1/>y5g5 {g4} c8"),
        ("c7 s1", "p1/colour+r1", "r5y4g3 r1y1/>y5g5 {g4} c7 s1"),
        ("c7 s1", "p1/deck:y2+g4", "r5y4g3 g4y1/>y5g5 {r1y2} c7 s1"),
        ("c7 s1", "p1/deck:y2+y2", "r5y4g3 y2y1/>y5g5 {r1g4} c7 s1"),
        ("c7 s1", "p1/play+r1", "r5y4g3 r1y1/>y5g5 {g4} c7 s1"),
        ("c7 s1", "p1/play:g4+r1", "r5y4g4 r1y1/>y5g5 {} c7 s1 t2"),
    ],
)
def test_what_a_bonus_does(text: str, moves: str, after: str) -> None:
    deck = "{r1}" if "g4+" in moves and "play" in moves else "{g4r1}"
    course = course_of_line(position(f"r4y4g3 >r5y1/y5g5 {deck} {text}"), moves)
    assert format_position(course.end) == f"{after} bonus=flamboyants"


def test_a_shuffled_card_ends_the_known_order_and_may_be_drawn_at_once() -> None:
    start = position("r4y4 >r5y1/y5 [r1r2]")
    assert [draws(start, Play(1)), draws(position("r4y4 >r5/y5 {}"), Play(1))] == [True, False]
    end = course_of_line(start, "p1/deck:y4+r2").end
    assert format_position(end) == "r5y4 r2y1/>y5 {r1y4} bonus=flamboyants"
    assert course_of_line(start, "p1/rank").end.deck == (Card(0, 2),)
    empty = position("r4y4 >r5/y5 {} t2")
    shuffled = (Bonus("deck", Card(1, 4)),)
    assert draws(empty, Play(1), shuffled)
    after = play(empty, Play(1), Card(1, 4), bonuses=shuffled)
    assert format_position(after.position) == "r5y4 y4/>y5 {} t1 bonus=flamboyants"


def test_a_written_pile_is_kept() -> None:
    start = position("r3y4 >r4kt/y5r5 {r1} discard=r1r2r3r4y1y1y3y4")
    end = course_of_line(start, "p1 p1/deck:y4+y4 d1").end
    assert (end.deck, end.hands[1][0].card) == ((), Card(1, 4))
    assert format_cards(end.suits, end.discard or ()) == "r1r1r2r3r4y1y1y3"
    played = course_of_line(start, "p1 p1/play").end
    assert played.discard == start.discard
    dead = course_of_line(start, "p1 p1/deck:kt").end
    assert dead.hands[1][0].card == Card(0, 1)


def test_the_bonuses_that_are_possible() -> None:
    start = position("r4y4g3 >r5/y5g5 {} t2")
    names = [bonus.name for bonus in possible_bonuses(start, Play(1))]
    assert names[:4] == ["token", "strike", "colour", "rank"]
    taken = [bonus for bonus in possible_bonuses(start, Play(1)) if bonus.name == "play"]
    assert taken == [Bonus("play", Card(2, 4)), Bonus("play")]
    assert possible_bonuses(start, Play(1), (Bonus("token"),)) == ()
    assert possible_bonuses(start, Discard(1)) == ()
    assert possible_bonuses(parse_position("r4y4 >r5/y5 {}"), Play(1)) == ()


def random_line(seed: int) -> tuple[Position, str] | None:
    """A line played at random from a small position, bonuses and cards chosen at random."""
    random = Random(seed)
    start = random_case(random, flamboyants=True).position
    if start.unspecified or start.deck_size > 3 or KNOWN_TRASH in start.deck:
        return None
    if start.rules.alternating_clues:  # a bare clue cannot be played there
        return None
    now, over = start, result(start)
    steps: list[LineMove] = []
    while over is None and len(steps) < 8:
        move = random.choice(legal_moves(now))
        bonuses: tuple[Bonus, ...] = ()
        while possible := possible_bonuses(now, move, bonuses):
            name = random.choice(BONUSES)
            bonuses += (random.choice([each for each in possible if each.name == name]),)
        shuffled = tuple(each.card for each in bonuses if each.name == "deck" and each.card)
        deck = now.deck + shuffled
        ordered = now.deck_ordered and not shuffled
        drawn = random.choice(deck[:1] if ordered else deck) if draws(now, move, bonuses) else None
        after, over = play(now, move, drawn, bonuses=bonuses)
        shown = drawn if len(after.deck) < len(deck) else None
        steps.append(LineMove(move, drawn=shown, bonuses=bonuses))
        now = after
    return start, format_line(tuple(steps), start)


def test_accounts_balance_with_bonuses() -> None:
    lines = [found for seed in range(400) if (found := random_line(seed))]
    with_bonus = [(start, line) for start, line in lines if "/" in line][:60]
    assert len(with_bonus) > 40
    chosen_badly = 0
    for start, line in with_bonus:
        course = course_of_line(start, line)
        for question in questions(["open"], OBJECTIVES, None, course.end):
            found = review(course, question, LIMITS)
            assert found.balanced
            assert found.exact == found.turns
            for turn in found.turns:
                assert turn.loss is not None
                assert turn.luck is not None
                assert turn.loss >= 0
                assert turn.luck >= 0 or question.objective != "guaranteed"
                bare = next(entry for entry in turn.moves if same(entry.move, turn.step.move))
                assert turn.made is not None
                chosen_badly += turn.made < (bare.value or 0)
    assert chosen_badly > 3


def same(move: object, made: object) -> bool:
    """Whether a listed move is the one made; all clues are one."""
    return move == made or (isinstance(move, Clue) and isinstance(made, Clue))


def test_a_bad_choice_is_a_loss_and_not_bad_luck() -> None:
    start = position("r4y3g3 >r5/y5 {} t2")
    good, bad = (
        reviewed(start, f"p1/play:{card} p1{bonus}")
        for card, bonus in (("y4", "/token"), ("g4", ""))
    )
    # y4 leads to 13 + 1/6 on average, g4 to 12; what the bonus brought is luck in both.
    best = Fraction(409, 36)
    assert (good.turns[0].loss, good.turns[0].luck) == (0, 13 + Fraction(1, 6) - best)
    assert (bad.turns[0].loss, bad.turns[0].luck) == (
        Fraction(7, 6),
        12 - (best - Fraction(7, 6)),
    )
    assert bad.worst is bad.turns[0]
    assert bad.turns[0].best == (Play(1),)
    assert (bad.turns[0].better, good.turns[0].better) == ((Bonus("play", Card(1, 4)),), ())
    assert best_moves(bad.turns[0]) == "p1/play:y4 r5"
    assert bad.turns[0].verdict == "blunder"


def reviewed(start: Position, line: str) -> Review:
    [question] = questions(["open"], ["expected"], None, start)
    return review(course_of_line(start, line), question, LIMITS)


def test_the_principal_variation_for_guaranteed_ends_at_the_value() -> None:
    for text in (TWO, "r4y3g3 >r5/y5 {} t2", "r4y4g4 >r5/- {} t1", "r4m3 >r5r1/m4m5 {r3} c2"):
        start = position(text + (" variant=avalanche" if "m" in text else ""))
        value = solve(start, objective="guaranteed", limits=LIMITS).value
        steps = principal_variation(start, objective="guaranteed", limits=LIMITS)
        line = " ".join(
            format_step(LineMove(step.move, drawn=step.drawn, bonuses=step.bonuses), start)
            for step in steps
        )
        assert course_of_line(start, line).result == value
        assert any(step.bonuses for step in steps)


@pytest.mark.parametrize("option", ["", " bonus=flamboyants"])
def test_a_variation_with_the_order_unknown_leaves_brackets_aside(option: str) -> None:
    written, *others = (
        principal_variation(f"r4y4 >r5y1/y5 {deck}{option}", info="open", limits=LIMITS)
        for deck in ("[r2r1]", "{r1r2}")
    )
    assert [written] == others
    assert written[0].drawn == Card(0, 1)


def test_known_trash_can_never_be_brought_back() -> None:
    # r3 is lost: y5 may bring it back, so that r4 and r5 are not dead.
    assert Facts(position("r2y4 >r4r5/y5 {}")).reachable == 10
    with pytest.raises(PositionError, match="only 3 dead cards are not written"):
        position("r2y4 >r4r5ktktktkt/y5 {y1y1y2y3y4}")
    # Without the bonus they are: one more r4 may be meant.
    assert parse_position("r2y4 >r4r5ktktktkt/y5 {y1y1y2y3y4}")
    with pytest.raises(PositionError, match="bonus"):
        solve(position("r2y4 >r4/y5 {}"), info="perfect", limits=LIMITS)


@pytest.mark.parametrize(
    ("text", "reachable", "each"),
    [
        ("r2y4 >r4r5/y5 {}", 10, (5, 5)),
        ("r2y4 >r4r5/y1 {}", 6, (2, 4)),  # Without y5 no bonus ever comes.
        ("r2y4 >r3r5/y1 {}", 7, (3, 4)),
        ("r2y2g4 >r4r5y4y5/g5 {}", 15, (5, 5, 5)),  # g, then r or y, then the other.
        ("r1y1g4 >r3r5y3y5/g5 {}", 9, (5, 5, 5)),  # r2 comes back, and r4 or y2 does not.
        ("r1y2g4 >r3r5y4y5/g5 {}", 13, (5, 5, 5)),
    ],
)
def test_what_can_still_be_reached(text: str, reachable: int, each: tuple[int, ...]) -> None:
    facts = Facts(position(text))
    assert (facts.reachable, facts.reachable_stacks) == (reachable, each)


def test_limits_give_bounds() -> None:
    text = "r2y2g2b3w3 >r3y3g3b4/w4r4y4g4/b5w5r5y1 {y5g5r1g1b1w1} c3"
    exact = position("r4y4g3 >r5y1/y5g5 {g4} c1")
    for limits, stop in (
        (Limits(time=0.05, threads=1), "time"),
        (Limits(memory=1, threads=1), "memory"),
    ):
        found = solve(position(text), objective="expected", limits=limits)
        assert (found.stop, found.value) == (stop, None)
        assert found.bounds.lower < found.bounds.upper
        assert all(entry.bounds.lower <= found.bounds.upper for entry in found.moves)
    kept = Solver(LIMITS)
    for objective in OBJECTIVES:
        fresh = solve(exact, objective=objective, limits=LIMITS)
        assert kept.solve(exact, objective=objective).value == fresh.value
        again = kept.solve(exact, objective=objective)
        assert (again.value, again.moves) == (fresh.value, fresh.moves)
