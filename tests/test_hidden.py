"""Hidden hands: values, moves, policies, bounds and limits."""

from __future__ import annotations

import json
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING

import pytest
from command import run
from hanabi_solver.crosscheck.hidden import differences
from hanabi_solver.errors import PositionError, UnsupportedError
from hanabi_solver.game.moves import Clue, Discard
from hanabi_solver.game.position import Card
from hanabi_solver.notation import format_move, parse_position
from hanabi_solver.reference import solve as reference_solve
from hanabi_solver.reference.hidden import HiddenSolver, TooLargeError
from hanabi_solver.reference.policy import Policy, PolicyError
from hanabi_solver.reference.policy import main as play_policy
from hanabi_solver.show.policy import policy_record
from hanabi_solver.show.prescription import FOR_PROGRAMS, Row, collapsed, row_text
from hanabi_solver.solving.solver import Solver, solve
from hanabi_solver.system.limits import Limits
from shared import shared

if TYPE_CHECKING:
    from pathlib import Path

    from hanabi_solver.core.answer import Objective
    from hanabi_solver.game.position import Position
    from hanabi_solver.solving.solution import Solution

PARITY = "r4y4 >r1<r1>/r5<r5y1>y1<r5y1>/y5<y5r2>r2<y5r2> {}"

# Position, worlds, value with hands open, value: by hand, see docs/hidden.md.
EXAMPLES = [
    (f"{PARITY} c8 s2", 4, "1", "1"),
    (f"{PARITY} c0", 4, "1", "1"),
    (f"{PARITY} c0 s2", 4, "1", "1/2"),
    (
        "r4y4g4 >r1<r1>/r5<r5y1>y1<r5y1>/y5<y5r2>r2<y5r2>/g5<g5g1>g1<g5g1> {} c0 s2",
        8,
        "1",
        "1/2",
    ),
    ("r4y4 >y5<y1y5>y1<y1y5>/r5<r1r5>r1<r1r5> {} c0", 4, "1", "1/2"),
    ("r4 >r5<r2r3r5>/r2<r2r3r5> {r3} c0 s2 rules=grand-finale", 6, "1", "2/3"),
    ("r3y4 >r4<r4y5>y1/y5<r4y5>r5 {r1} c1", 12, "1", "2/3"),
    # Every turn is forced, and the first player must find y5 among five cards, unless it is drawn
    # by the second, who sees that it is nowhere else: 1/6 + 1/6, as 5/6 of 1/5 is 1/6.
    (
        "r2y4g5b5p5 >xxxxxxxxr3<r3>/b1<b1>r1<r1>g1<g1>y1<y1>r4<r4>"
        "/b1<b1>r1<r1>g1<g1>y1<y1>r5<r5> {p1p1r4y4g4y5} c0",
        360,
        "1",
        "1/3",
    ),
]

# Where options worth no more than alpha are left out, a search that then takes the bound of
# what is left for one of the whole goes wrong here.
TRAP = "b4r4 r5(r)r1<b1b2r1r5>/>b1<b1>b5<b1b2b5r1r5>/b2<b1b2r1r5>r1(r) {} c1 s2"


def hidden(position: str, objective: Objective = "win", **named: object) -> Solution:
    return Solver(Limits(threads=1)).solve(
        position,
        info="hidden",
        objective=objective,
        policy=True,
        **named,  # type: ignore[arg-type]
    )


def played(solution: Solution) -> Fraction:
    return Policy(policy_record(solution), solution.position).value()


@pytest.mark.parametrize(("position", "worlds", "mean", "value"), EXAMPLES)
def test_examples(position: str, worlds: int, mean: str, value: str) -> None:
    found = hidden(position)
    assert found.hidden is not None
    assert (found.hidden.worlds, found.hidden.open) == (worlds, Fraction(mean))
    assert found.value == played(found) == Fraction(value)
    assert max(entry.bounds.lower for entry in found.moves) == found.value


@pytest.mark.parametrize(
    ("position", "value"),
    [
        ("r4y4 >r1<r1>y1<r4r5y1y3>/y3r4 {r5y5} c8 s1", "1"),
        ("r3y4 >y2r5<r4r5>y5/y4<r2r3y4>r1<r1r2>r2<r2r5y4> {r4r3} c2 s1", "29/36"),
    ],
)
def test_a_policy_may_leave_open_which_clue_is_given(position: str, value: str) -> None:
    found = hidden(position, moves=False)
    assert found.value == played(found) == Fraction(value)
    assert found.hidden is not None
    assert found.hidden.actual is not None
    rules = [rule for node in policy_record(found)["nodes"] for rule in node["rules"]]
    assert any("[" in rule["does"] for rule in rules)
    # What is done with the hands written is a move that the player has.
    assert "[" not in format_move(found.hidden.actual.move)


def test_trap() -> None:
    found = hidden(TRAP, "expected")
    assert found.value == played(found) == Fraction(59, 6)


def test_vectors() -> None:
    count = 0
    for line in shared("vectors", "hidden.jsonl").read_text().splitlines():
        record = json.loads(line)
        found = Solver(Limits(threads=1)).solve(
            record["position"],
            info="hidden",
            objective=record["objective"],
            target=record.get("target"),
            moves=False,
            policy=record["worlds"] <= 500,
        )
        assert found.hidden is not None
        assert found.value == Fraction(str(record["value"])), record
        assert found.hidden.worlds == record["worlds"], record
        assert found.hidden.open == Fraction(str(record["open"])), record
        if found.hidden.policy is not None:
            assert played(found) == found.value, record
        count += 1
    assert count == 150


@pytest.mark.parametrize("seed", range(60))
def test_brute_force_agrees(seed: int) -> None:
    _, found = differences(Random(seed), 5_000)
    assert [str(difference) for difference in found] == []


def test_the_policy_and_the_table_say_the_same() -> None:
    found = hidden(f"{PARITY} c0")
    assert found.hidden is not None
    assert found.hidden.policy is not None
    assert found.hidden.policy.nodes[0].rules == found.hidden.prescription
    rows = [
        (row_text(found.position.suits, row, (), FOR_PROGRAMS), format_move(row.does))
        for row in collapsed(found.hidden.prescription)
    ]
    assert rows == [
        ("P2 slot 2 r5, P3 slot 2 trash", "p1"),
        ("P2 slot 2 trash, P3 slot 2 y5", "p1"),
        ("anything else", "d1"),
    ]
    assert found.hidden.actual is not None
    assert found.hidden.actual.move == Discard(1)
    assert found.hidden.actual.worlds_left == 2
    assert found.hidden.actual.result == 1


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (
            "r4m3 r5<r4r5m1m3m4m5>/>m5/m4<r5m1m4m5>m3(r-1)/r4m1 {} t4 variant=rainbow "
            "strikeout=keep",
            "7/34",
        ),
        (
            "w4b4 b1<b1>b2<b2>/b4(-25)/>b5(-w)w3w5<w2w3w4w5b1b2b3b4b5>/w2(-b15) {w4b3} c1 "
            "empty-clues=yes",
            "53/72",
        ),
    ],
)
def test_policies_that_tell_groups_of_dead_cards_apart(text: str, value: str) -> None:
    found = hidden(text, moves=False)
    assert found.value == Fraction(value)
    assert found.hidden is not None
    assert found.hidden.policy is not None
    assert len(found.hidden.alike) > 1
    assert found.hidden.policy.alike == found.hidden.alike
    assert played(found) == found.value


def test_a_row_names_all_cards_of_a_group() -> None:
    r1, y1, y2 = Card(0, 1), Card(1, 1), Card(1, 2)
    suits = parse_position(f"{PARITY} c0").suits
    row = Row(((2, 1, (r1, y1)),), Discard(1), 1)
    told = row_text(suits, row, ((y1, y2), (r1,)), FOR_PROGRAMS)
    assert told == "P2 slot 1 r1 or y1 or y2"


def test_a_wrong_claim_is_found_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = policy_record(hidden(f"{PARITY} c0"))
    file = tmp_path / "policy.json"
    for value, status in (("1", 0), ("3/4", 1)):
        file.write_text(json.dumps({**record, "value": value}))
        assert play_policy([str(file)]) == status
    assert "but 3/4 is claimed" in capsys.readouterr().out


def test_an_illegal_policy_is_found_out() -> None:
    found = hidden(f"{PARITY} c0")
    record = policy_record(found)
    for rule in record["nodes"][0]["rules"]:
        rule["does"] = "p2"
    with pytest.raises(PolicyError, match="not legal"):
        Policy(record, found.position).value()


def test_hidden_open_and_perfect_are_a_chain() -> None:
    solver = Solver(Limits(threads=1))
    for text in ("r3y4 >r4<r4y5>y1/y5<r4y5>r5 {r1} c1", "g3 >g4<g1g4g5>g1/g5 {g1} c1 s2"):
        for objective in ("guaranteed", "expected", "win"):
            found = solver.solve(text, info="hidden", objective=objective, chain=True)  # type: ignore[arg-type]
            assert found.hidden is not None
            assert found.hidden.open is not None
            assert found.hidden.perfect is not None
            perfect = found.hidden.perfect.value
            assert perfect is not None
            assert found.bounds.upper <= found.hidden.open <= perfect
            worlds = HiddenSolver(found.position, objective, found.position.max_score)  # type: ignore[arg-type]
            values = [
                reference_solve(
                    as_written(found.position, world),
                    "perfect",
                    objective=objective,
                    target=found.position.max_score,
                ).value
                for world in worlds.worlds
            ]
            least, mean = min(values), sum(values, Fraction(0)) / len(values)
            assert perfect == (least if objective == "guaranteed" else mean)


def as_written(position: Position, world: object) -> Position:
    """The position with the cards of a world of the reference engine."""
    from dataclasses import replace

    from hanabi_solver.game.position import HeldCard

    hands = tuple(tuple(map(HeldCard, hand)) for hand in world.hands)  # type: ignore[attr-defined]
    return replace(position, hands=hands, deck=world.deck, deck_ordered=True)  # type: ignore[attr-defined]


def test_one_more_fact_never_hurts() -> None:
    known = hidden("r4y4 >y5<y5>y1<y1>/r5<r1r5>r1<r1r5> {} c0").value
    unknown = hidden("r4y4 >y5<y1y5>y1<y1y5>/r5<r1r5>r1<r1r5> {} c0").value
    assert known is not None
    assert unknown is not None
    assert known >= unknown


def test_marks_are_read_by_every_variant() -> None:
    # The rainbow card is touched by every colour, the black one by none.
    rainbow = hidden("r4m4 >m5(r)r1(r)/r5r2 {} c0 variant=rainbow")
    assert rainbow.hidden is not None
    assert rainbow.hidden.worlds == 24
    black = hidden("r4k4 >k1(-r)r1(r)/r5r2 {} c0 variant=black-powder")
    assert black.hidden is not None
    assert black.hidden.worlds == 6


def test_unspecified_cards() -> None:
    # In another hand the mover sees something that nobody wrote: no moves, no actual world.
    other = hidden("r4y4 >y5<y1y5>y1<y1y5>/xxr1<r1r5> {r5} c0")
    assert other.hidden is not None
    assert (other.moves, other.hidden.actual) == ((), None)
    assert other.hidden.prescription
    own = hidden("r4y4 >xxy1<y1y5>/r5<r1r5>r1<r1r5> {y5} c0")
    assert own.hidden is not None
    assert own.hidden.actual is None
    assert [format_move(entry.move) for entry in own.moves] == ["p1", "p2", "d1", "d2"]


def test_braces_give_the_mean_over_deck_orders() -> None:
    braces = hidden("r3 >r1<r1>/r2<r2> {r4r5} c0", "expected").hidden
    ordered = hidden("r3 >r1<r1>/r2<r2> [r5r4] c0", "expected").hidden
    assert braces is not None
    assert ordered is not None
    assert braces.actual is not None
    assert ordered.actual is not None
    other = hidden("r3 >r1<r1>/r2<r2> [r4r5] c0", "expected").hidden
    assert other is not None
    assert other.actual is not None
    assert braces.actual.result == (ordered.actual.result + other.actual.result) / 2


def test_a_finished_game() -> None:
    over = hidden("r5 >r1/r2 {}", "expected")
    assert (over.value, over.moves, over.recommended) == (5, (), None)
    lost = hidden("r3 >r1/r2 {}")
    assert lost.value == 0
    assert all(entry.value == 0 for entry in lost.moves)


def test_what_is_refused() -> None:
    with pytest.raises(PositionError, match="kt"):
        hidden("r4 >r5kt/r1 {}")
    with pytest.raises(PositionError, match="player 1, slot 1"):
        hidden("r4 >r5<r1>/r1 {}")
    with pytest.raises(UnsupportedError, match="inverted suits"):
        hidden("a4b5c5 >a5/a1b1 {} variant=hanab-live:Orange_(3_Suits)")


@pytest.mark.parametrize("variant", ["Omni_(3_Suits)", "Prism_(3_Suits)", "Rainbow_(3_Suits)"])
@pytest.mark.parametrize("state", ["c1", "c0"])
def test_variants_of_the_site_whose_rules_are_known(variant: str, state: str) -> None:
    """Where clues touch other cards and no rule differs: as the reference engine."""
    hands = ">b5<b1b5>b1<b1b5>/a5<a1a5>a1<a1a5>"
    text = f"a4b4c5 {hands} {{}} {state} variant=hanab-live:{variant}"
    value = HiddenSolver(parse_position(text), "win", 15).value()
    assert 0 < value <= 1
    assert hidden(text).value == value


LARGE = "r3y4g5b4w5 >r1r5g2b1w1/b5r4y2w2g1/y5g3w3b2r2 {y1w4r3} c2"


def test_a_limit_leaves_proven_bounds_and_a_policy() -> None:
    found = Solver(Limits(time=0.2)).solve(LARGE, info="hidden", moves=False)
    assert found.hidden is not None
    assert found.hidden.worlds is not None
    assert 0 <= found.bounds.lower <= found.bounds.upper <= 1
    assert found.stop == "time" or found.value is not None


def test_too_many_worlds_are_only_counted() -> None:
    text = "r0y0g0b0w0 >r1r2r3r4r5/y1y2y3y4y5 40 discard=- c8"
    found = Solver(Limits(time=5.0)).solve(text, info="hidden", objective="expected")
    assert found.stop == "size"
    assert (found.bounds.lower, found.bounds.upper) == (0, 25)


def test_what_does_not_fit_into_the_memory_is_too_large() -> None:
    found = solve(LARGE, info="hidden", moves=False, limits=Limits(time=20.0, memory=1))
    assert found.stop == "size"
    assert found.bounds.lower <= found.bounds.upper


def test_the_same_answer_twice() -> None:
    first, second = (hidden("r3y4 >r4<r4y5>y1/y5<r4y5>r5 {r1} c1") for _ in range(2))
    assert first.hidden == second.hidden
    assert (first.moves, first.nodes) == (second.moves, second.nodes)


def test_brute_force_gives_up_where_it_should() -> None:
    brute = HiddenSolver(parse_position(TRAP), "win", 10, most=10)
    with pytest.raises(TooLargeError):
        brute.value()


def test_clues_are_moves_of_their_own() -> None:
    moves = [entry.move for entry in hidden(f"{PARITY} c8 s2").moves]
    assert moves[1:3] == [Clue(2, "r"), Clue(2, "y")]
    assert len(moves) == len(set(moves)) == 9


def test_the_command_writes_a_policy_that_holds(tmp_path: Path) -> None:
    file = tmp_path / "policy.json"
    done = run(
        "solve", TRAP, "--info", "all", "--objective", "expected", "--policy", str(file), "--json"
    )
    assert done.status == 0
    record = json.loads(done.out)
    assert (record["info"], record["value"], record["worlds"]) == ("all", "59/6", 6)
    assert Fraction(record["value"]) <= Fraction(record["open"])
    assert Fraction(record["open"]) <= Fraction(record["perfect"]["value"])
    assert record["prescription"][-1]["sees"] == "anything else"
    assert set(record["actual"]) == {"move", "worlds_left", "result"}
    assert play_policy([str(file)]) == 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--policy", "x.json"], "one --objective"),
        (["--info", "hidden", "--policy", "x.json"], "one --objective"),
        (["--info", "hidden", "--pv"], "--pv does not support hidden hands"),
        (["--info", "all", "--engine", "reference"], "--info all"),
    ],
)
def test_options_that_do_not_go_together(options: list[str], message: str) -> None:
    done = run("solve", TRAP, *options)
    assert (done.status, done.out) == (2, "")
    assert message in done.err


def test_the_report_shows_worlds_and_prescription() -> None:
    done = run("solve", f"{PARITY} c0", "--info", "hidden", "--objective", "win")
    assert done.status == 0
    assert "in 4 worlds" in done.out
    assert "anything else" in done.out
