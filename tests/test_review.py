"""Lines and games against the optimum: losses, luck, verdicts, and accounts that balance."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction

import pytest
from games import dealt, played
from hanabi_solver.archive import Action, Kind, Options, replay
from hanabi_solver.core.answer import Bounds
from hanabi_solver.errors import MoveError, PositionError, UnsupportedError
from hanabi_solver.game.facts import Facts, with_open_deck
from hanabi_solver.game.moves import Clue, Discard, Play
from hanabi_solver.game.position import Card
from hanabi_solver.notation import parse_position
from hanabi_solver.review.course import Course, course_of_game, course_of_line
from hanabi_solver.review.review import Question, Review, questions, review, verdict
from hanabi_solver.show.review_schema import encode
from hanabi_solver.solving.solution import Solution
from hanabi_solver.solving.solver import solve
from hanabi_solver.system.limits import Limits

OBJECTIVES = ("guaranteed", "expected", "win")
CHANCE = "r3y4g5b5w4 >r4y1/y5w5 {r5b1}"
ORDERED = "r4y4g5b5w5 >y5r1g1b1w1/y1r2g1b1w1 [r5]"
# Peers' solvers called this position lost.
LOST_FOR_PEERS = "r5g4b5m3 m4g4m2r1r2/>g2m1m1g5m5/g1b3b2b1r4 {b1} c1 variant=rainbow"


def line(text: str, moves: str) -> Course:
    return course_of_line(parse_position(text), moves)


def ask(course: Course, info: str, objective: str, target: int | None = None) -> Review:
    [question] = questions([info], [objective], target, course.end)  # type: ignore[list-item]
    return review(course, question, Limits(threads=1))


def endings(info: str = "open") -> list[Course]:
    """The ends of random games, from the last three cards of the deck on. From the seat only of
    those by ordinary rules, and from the last card on: there are many assignments.
    """
    chosen = ENDINGS[:3] if info == "seat" else ENDINGS
    games = [played(seed, variant, players) for seed, variant, players in chosen]
    deck = 1 if info == "seat" else 3
    return [course_of_game(replay(game)).from_deck(deck) for game in games]


ENDINGS = [
    (1, "No Variant", 2),
    (2, "No Variant", 3),
    (3, "3 Suits", 4),
    (4, "White Reversed & Rainbow (5 Suits)", 3),
    (5, "Clue Starved (5 Suits)", 2),
    (6, "Throw It in a Hole (4 Suits)", 5),
]


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("info", ["open", "seat", "perfect"])
def test_accounts_balance_and_every_value_is_that_of_a_fresh_solver(
    info: str, objective: str
) -> None:
    checked = 0
    for course in endings(info):
        found = ask(course, info, objective)
        assert found.balanced
        assert found.exact == found.turns
        assert [turn.step for turn in found.turns] == list(course.steps)
        for turn in found.turns:
            assert turn.loss is not None
            assert turn.luck is not None
            assert turn.loss >= 0
            assert turn.verdict is not None
            assert (turn.verdict == "best") == (turn.loss == 0)
            # What comes to light of the own hand is luck, too.
            if info == "perfect" or (info == "open" and isinstance(turn.step.move, Clue)):
                assert turn.luck == 0
            if objective == "guaranteed" and info == "open":
                assert turn.luck >= 0
            position = turn.step.position
            if info == "open":
                position = with_open_deck(position)
            fresh = solve(position, info=info, objective=objective, limits=Limits(threads=1))  # type: ignore[arg-type]
            assert turn.before == fresh.value
            assert turn.moves == fresh.moves
            checked += 1
    assert checked > 8


def test_a_known_case_that_peers_called_lost() -> None:
    found = ask(line(LOST_FOR_PEERS, "p4 p1"), "open", "win")
    first = found.turns[0]
    assert first.before == 1
    assert first.best == (Play(4),)
    assert (first.made, first.loss, first.verdict) == (1, 0, "best")
    assert found.final == 1
    [other] = ask(line(LOST_FOR_PEERS, "clue"), "open", "win").turns
    assert (other.loss, other.verdict) == (1, "blunder")


def test_loss_luck_and_verdict_of_a_line() -> None:
    found = ask(line(CHANCE, "p1+b1 p2"), "open", "win")
    first, second = found.turns
    assert (first.before, first.made, first.after, first.luck) == (
        Fraction(1, 2),
        Fraction(1, 2),
        0,
        Fraction(-1, 2),
    )
    assert (second.before, second.loss, second.luck) == (0, 0, 0)
    assert (found.opening, found.losses, found.luck, found.final) == (
        Fraction(1, 2),
        0,
        Fraction(-1, 2),
        0,
    )
    blunder = ask(line(CHANCE, "d1+b1"), "open", "win")
    assert blunder.worst is blunder.turns[0]
    assert blunder.worst.verdict == "blunder"


def test_last_turn_at_which_the_target_could_be_reached() -> None:
    found = ask(line(ORDERED, "p1 p2 p1"), "perfect", "win")
    assert found.last_winnable is found.turns[-1]
    assert found.last_winnable.step.number == 3
    assert ask(line(ORDERED, "d2"), "open", "win").last_winnable is None
    lost = ask(line(ORDERED, "d1"), "perfect", "expected")
    assert (lost.turns[0].verdict, lost.worst) == ("blunder", lost.turns[0])
    assert lost.last_winnable is lost.turns[0]


def test_json_has_the_fields_and_their_order() -> None:
    record = json.loads(encode(ask(line(CHANCE, "p1+b1 p2"), "open", "win")))
    assert list(record) == [
        "info", "objective", "target", "start", "turns", "losses", "luck", "result",
        "worst_turn", "last_winnable_turn", "score", "over",
    ]  # fmt: skip
    assert list(record["turns"][0]) == [
        "turn", "player", "move", "card", "value_before", "value_move", "loss", "verdict",
        "best", "drawn", "value_after", "luck",
    ]  # fmt: skip
    assert record["turns"][0]["luck"] == "-1/2"
    assert (record["target"], record["result"], record["worst_turn"]) == (25, "0", None)
    whole = json.loads(encode(ask(line(CHANCE, "p1+b1"), "open", "guaranteed")))
    assert isinstance(whole["turns"][0]["value_before"], int)
    assert whole["target"] is None


def test_a_line_that_stops_early_ends_in_the_value_of_its_last_position() -> None:
    found = ask(line(CHANCE, "p1+r5"), "open", "expected")
    assert (
        found.final
        == solve(parse_position("r4y4g5b5w4 r5y1/>y5w5 {b1}"), objective="expected").value
    )
    assert found.balanced
    empty = ask(line(CHANCE, ""), "open", "win")
    assert (empty.turns, empty.final, empty.opening) == ((), Fraction(1, 2), Fraction(1, 2))


def test_moves_after_the_end_are_noted_and_ignored() -> None:
    course = line("r5y4 >y5/r1 {} t1", "p1 p1 p1")
    assert (len(course.steps), course.result) == (1, 10)
    assert course.notes == ("2 moves after the end are ignored",)


@pytest.mark.parametrize(
    ("position", "moves", "message"),
    [
        (CHANCE, "p1 p1", r"column 1: 'p1': the card drawn is not named"),
        (CHANCE, "p1+y1", "'p1.y1'.*deck"),
        (CHANCE, "p1+r5 p3", r"column 7: 'p3'"),
        (CHANCE, "p1+r5 d1+b1 d2+r5", "column 13.*no card is drawn"),
        (CHANCE, "clue", "'clue': the move is not legal"),
        (ORDERED, "p1+y1", "not the deck's next card"),
        (CHANCE, "p1+kt", "no known trash"),
    ],
)
def test_bad_lines(position: str, moves: str, message: str) -> None:
    if "kt" in moves:
        position = "r3y4g5b5w4 >r4y1/y5w5 {r5r4}"
    with pytest.raises(MoveError, match=message):
        line(position, moves)


def test_draws_that_need_no_name() -> None:
    assert line("r4y5 >r5y1/y2 {y1}", "d2").steps[0].drawn == Card(1, 1)
    assert line("r4y5 >r5y1/y2 [y3y1]", "d2").steps[0].drawn == Card(1, 3)
    assert line("r4y5 >y1/r5 {y1y3} s2", "p1").result == 0
    assert line("r4y5 >r5y1/y2 {y1y3r1}", "d2+kt").steps[0].drawn in (
        Card(1, 1),
        Card(1, 3),
        Card(0, 1),
    )


def test_unspecified_cards_are_refused() -> None:
    with pytest.raises(UnsupportedError, match="xx"):
        line("r4y5 >xx/y1 {r5}", "p1=r5")


def test_perfect_needs_the_order_of_the_deck() -> None:
    with pytest.raises(PositionError, match="deck"):
        ask(line(CHANCE, "p1+r5"), "perfect", "win")


def test_hidden_hands_of_a_line() -> None:
    # Both players guess: what an earlier policy told beyond the marks is not known.
    text = "r4y4 >y5<y1y5>y1<y1y5>/r5<r1r5>r1<r1r5> {} c0"
    found = ask(line(text, "p1 p2"), "hidden", "win")
    first, second = found.turns
    assert (first.before, first.loss, first.luck) == (Fraction(1, 2), 0, 0)
    assert (second.before, second.loss, second.luck) == (Fraction(1, 2), 0, Fraction(-1, 2))
    assert (found.final, found.balanced) == (0, True)


def test_a_mistake_at_the_table_and_one_in_hindsight() -> None:
    # Slot 1 is r5 or r1, nobody said which; slot 2 is marked as a red card that is no 5.
    text = "r4y5 >r1r5/y1y2 {} c0 s2 t2"
    seat = ask(line(text, "p1"), "seat", "win").turns[0]
    seen = ask(line(text, "p1"), "open", "win").turns[0]
    assert (seat.before, seat.loss, seat.verdict) == (Fraction(1, 2), 0, "best")
    assert (seen.before, seen.loss, seen.verdict) == (1, 1, "blunder")
    assert seat.luck == Fraction(-1, 2)
    marked = ask(line("r4y5 >r1r5(5)/y1y2 {} c0 s2 t2", "p1"), "seat", "win").turns[0]
    assert (marked.before, marked.loss, marked.verdict) == (1, 1, "blunder")


def test_all_of_a_check_takes_the_time_given() -> None:
    course = course_of_game(replay(played(3)))
    [question] = questions(["open"], ["win"], None, course.end)
    found = review(course, question, Limits(threads=1), give_up=True, seconds=0.0)
    assert (found.turns, found.unasked, found.stop) == ((), len(course.steps), "time")


def solution(value: Fraction) -> Solution:
    position = parse_position(CHANCE)
    return Solution(
        Facts(position), "open", "win", None, Bounds(value, value), (), None, 0, 0.0, None
    )


@pytest.mark.parametrize(
    ("info", "objective", "before", "loss", "expected"),
    [
        ("open", "win", "1/2", "0", "best"),
        ("open", "win", "1/2", "49/1000", "inaccuracy"),
        ("open", "win", "1/2", "1/20", "mistake"),
        ("open", "win", "1/2", "199/1000", "mistake"),
        ("open", "win", "1/2", "1/5", "blunder"),
        ("open", "win", "1", "1/1000", "blunder"),
        ("perfect", "win", "1", "1", "blunder"),
        ("open", "expected", "24", "249/1000", "inaccuracy"),
        ("open", "expected", "25", "1/4", "mistake"),
        ("open", "expected", "24", "999/1000", "mistake"),
        ("open", "expected", "24", "1", "blunder"),
        ("open", "guaranteed", "24", "1", "mistake"),
        ("open", "guaranteed", "25", "1", "blunder"),
        ("open", "guaranteed", "24", "2", "blunder"),
        ("perfect", "expected", "24", "1", "mistake"),
        ("perfect", "expected", "25", "1", "blunder"),
        ("perfect", "expected", "24", "2", "blunder"),
    ],
)
def test_verdicts(info: str, objective: str, before: str, loss: str, expected: str) -> None:
    target = 25 if objective == "win" else None
    question = Question(info, objective, target)  # type: ignore[arg-type]
    assert verdict(question, solution(Fraction(before)), Fraction(loss)) == expected


def test_a_limit_leaves_null_and_shortens_the_account() -> None:
    course = course_of_game(replay(played(3, players=3))).from_deck(16)
    [question] = questions(["open"], ["expected"], None, course.end)
    little = Limits(memory=1, threads=1)
    found = review(course, question, little)
    assert any(turn.before is None for turn in found.turns)
    assert all(turn.verdict is None for turn in found.turns if turn.loss is None)
    record = json.loads(encode(found))
    assert record["turns"][0]["value_before"] is None
    assert record["turns"][0]["verdict"] is None
    assert record["turns"][0]["luck"] is None
    assert 0 < len(found.exact) < len(found.turns)
    assert found.exact == found.turns[-len(found.exact) :]
    assert found.balanced
    assert found.stop == "memory"
    given_up = review(course, question, little, give_up=True)
    assert given_up.stop == "memory"
    assert all(turn.before is not None for turn in given_up.turns)
    assert len(found.exact) <= len(given_up.turns) < len(found.turns)


@pytest.mark.parametrize("info", ["perfect", "open"])
@pytest.mark.parametrize("objective", OBJECTIVES)
def test_what_came_proves_what_a_limit_left_open(info: str, objective: str) -> None:
    for course in endings():
        [question] = questions([info], [objective], None, course.end)  # type: ignore[list-item]
        exact = review(course, question, Limits(threads=1))
        stopped = review(course, question, Limits(time=0.0, threads=1))
        for turn, same in zip(exact.turns, stopped.turns, strict=True):
            assert turn.before is not None
            assert same.value_before.lower <= turn.before <= same.value_before.upper
            if turn.made is not None and same.value_move is not None:
                assert same.value_move.lower <= turn.made <= same.value_move.upper
            if turn.step.drawn is None and same.value_after is not None:
                assert same.value_before.lower >= same.value_after.lower


def test_a_clue_is_worth_what_it_leads_to() -> None:
    """In the middle of a game limits leave wide bounds, and nothing is drawn after a clue."""
    course = course_of_game(replay(played(3, players=3)))
    [question] = questions(["open"], ["expected"], None, course.end)
    found = review(course, question, Limits(time=0.0, threads=1))
    clues = [turn for turn in found.turns if isinstance(turn.step.move, Clue)]
    open_still = [turn for turn in clues if turn.before is None and turn.value_after is not None]
    assert len(open_still) > 5
    for turn in open_still:
        assert turn.value_before.lower >= turn.value_after.lower  # type: ignore[union-attr]


def test_house_rules_leave_a_hole_in_the_account() -> None:
    """A discard at 8 tokens is no move of ours, so that nobody can say what it cost."""
    game = dealt(1, players=2)
    opening = (Action(Kind.DISCARD, 0), Action(Kind.RANK_CLUE, 0, game.deck[1].rank))
    course = course_of_game(replay(replace(game, actions=opening), house_rules=True))
    assert course.notes == ("turn 1: a discard at 8 clue tokens",)
    found = ask(course, "perfect", "win")
    assert (found.turns[0].made, found.turns[0].loss) == (None, None)
    assert [turn.step.number for turn in found.exact] == [2]


def test_games_with_deck_plays_are_checked_like_others() -> None:
    course = course_of_game(replay(played(3, players=2, options=Options(deck_plays=True))))
    assert course.notes == ()
    assert course.from_deck(1).steps[0].position.rules.deck_plays


def test_starts() -> None:
    course = course_of_game(replay(played(3)))
    assert course.from_deck(4).steps[0].position.deck_size == 4
    assert course.starting_at(7).steps[0].number == 7
    assert isinstance(course.steps[0].move, Play | Discard | Clue)


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("info", ["open", "seat", "perfect"])
def test_without_all_moves_nothing_changes_but_their_values(info: str, objective: str) -> None:
    open_values = 0
    for course in endings(info):
        [question] = questions([info], [objective], None, course.end)  # type: ignore[list-item]
        whole = review(course, question, Limits(threads=1))
        brief = review(course, question, Limits(threads=1), all_moves=False)
        assert encode(brief) == encode(whole)
        for one, other in zip(brief.turns, whole.turns, strict=True):
            for entry, exact in zip(one.moves, other.moves, strict=True):
                assert entry.bounds.lower <= exact.bounds.lower <= entry.bounds.upper
                assert entry.best == exact.best
                open_values += entry.value is None
    assert (open_values > 0) >= ((info, objective) == ("open", "expected"))
