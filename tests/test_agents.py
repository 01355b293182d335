"""Agents: the worlds of a position, policies that play, and the exact value of an agent."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import hanabi_solver as hs
import pytest
from hanabi_solver.agents.agent import PolicyAgent, cautious
from hanabi_solver.agents.evaluate import evaluate
from hanabi_solver.agents.worlds import worlds
from hanabi_solver.reference.worlds import all_worlds

if TYPE_CHECKING:
    from hanabi_solver.agents.view import View

BLIND = "r4y4 >y5<y1y5>y1<y1y5>/r5<r1r5>r1<r1r5> {} c0"
PARITY = "r4y4g4 >r1<r1>/r5<r5y1>y1<r5y1>/y5<y5r2>r2<y5r2>/g5<g5g1>g1<g5g1> {} c0 s2"
DRAWING = "r3y4 >r4<r4y5>y1/y5<r4y5>r5 {r1} c1"
SIGNAL = "r4 >r5<r2r3r5>/r2<r2r3r5> {r3} c0 s2 rules=grand-finale"
POSITIONS = (BLIND, PARITY, DRAWING, SIGNAL, "r3y4 >r4r5/r1y5 {y1} c1 s1")


@pytest.mark.parametrize("text", POSITIONS)
def test_worlds_are_those_of_the_reference(text: str) -> None:
    position = hs.parse_position(text)
    found = {
        tuple(tuple(held.card for held in hand) for hand in world.position.hands): world.weight
        for world in worlds(position)
    }
    expected = Counter(state.hands for state in all_worlds(position)[1])
    assert found == expected
    assert worlds(position).count == expected.total()


def test_worlds_of_the_seat_leave_the_other_hands() -> None:
    ways = list(worlds("r3y4 >r4<r4y5>y1/y5<r4y5>r5 {r1} c1", unseen="seat"))
    assert {world.position.hands[1] for world in ways} == {
        hs.parse_position("r3y4 >r4<r4y5>y1/y5<r4y5>r5 {r1} c1").hands[1]
    }
    # Slot 1 is r4: y5 is seen. Slot 2 and the deck hold y1 and r1.
    assert [world.weight for world in ways] == [1, 1]


def test_samples_are_worlds_as_often_as_they_weigh() -> None:
    ways = worlds("r3y4 >r4r5/r1y5 {y1} c1 s1")
    weights = {world.position: world.weight for world in ways}
    drawn = Counter(world.position for world in ways.sample(2000, seed=3))
    assert drawn.keys() <= weights.keys()
    heavy = sum(n for position, n in drawn.items() if weights[position] == 2)
    share = sum(w for w in weights.values() if w == 2) / ways.count
    assert abs(heavy / 2000 - share) < 0.05
    assert list(ways.sample(5, seed=1)) == list(ways.sample(5, seed=1))


@pytest.mark.parametrize("text", POSITIONS)
@pytest.mark.parametrize("objective", ["win", "expected", "guaranteed"])
def test_a_policy_is_worth_what_its_search_claims(text: str, objective: hs.Objective) -> None:
    solution = hs.solve(text, info="hidden", objective=objective, policy=True)
    assert solution.hidden is not None
    assert solution.hidden.policy is not None
    agent = PolicyAgent(solution.hidden.policy)
    evaluation = evaluate(text, agent, objective=objective)
    assert evaluation.value == solution.value
    assert evaluation.regret("hidden") == hs.Bounds(Fraction(0), Fraction(0))


@pytest.mark.parametrize("text", POSITIONS)
@pytest.mark.parametrize("objective", ["win", "expected", "guaranteed"])
def test_no_agent_beats_the_best_policy(text: str, objective: hs.Objective) -> None:
    alone = evaluate(text, cautious, objective=objective)
    shared = evaluate(text, cautious, objective=objective, shared=True)
    assert alone.value == shared.value
    assert alone.value is not None
    best = [hs.solve(text, info="hidden", objective=objective).value]
    assert best[0] is not None
    assert alone.value <= best[0]
    hidden, seat, opened = (alone.regret(info).lower for info in ("hidden", "seat", "open"))
    assert hidden <= seat <= opened


def test_worlds_where_it_loses() -> None:
    evaluation = evaluate(BLIND, lambda _view: "p1")
    assert evaluation.value == Fraction(1, 4)
    assert [each.value for each in evaluation.losing] == [0, 0, 0]
    assert evaluation.regret("open").value == Fraction(3, 4)


def test_a_stop_leaves_proven_bounds() -> None:
    whole = evaluate(BLIND, cautious)
    stopped = evaluate(BLIND, cautious, progress=lambda found: found.played < 2)
    assert (stopped.played, stopped.worlds) == (2, 4)
    assert whole.value is not None
    assert stopped.bounds.lower <= whole.value <= stopped.bounds.upper
    nothing = evaluate(BLIND, cautious, limits=hs.Limits(time=0))
    assert nothing.bounds == hs.Bounds(Fraction(0), Fraction(1))


def test_an_agent_sees_the_history_and_no_card_of_its_own() -> None:
    views: list[View] = []

    def watching(view: View) -> str:
        views.append(view)
        return "d1"

    evaluate("r4y4 >y1<y1>/r5<r5> {} c0", watching)
    assert [len(view.history) for view in views] == [0, 1]
    assert str(views[1].position) == "r4y4 -/>xx<r5> {r5} c1 t1"
    event = views[1].history[0]
    assert (event.player, event.move, event.card) == (1, hs.Discard(1), hs.Card(1, 1))


def test_an_illegal_move_names_what_was_seen() -> None:
    with pytest.raises(hs.MoveError, match="p7 is not legal for who sees r4y4 >xx"):
        evaluate(BLIND, lambda _view: hs.Play(7))
    with pytest.raises(hs.InputError, match="hidden or seat"):
        worlds(BLIND, unseen="open")  # type: ignore[arg-type]


def test_each_search_of_a_regret_gets_the_time_that_is_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    times: list[float | None] = []
    solve = hs.Solver.solve

    def timed(self: hs.Solver, *arguments: Any, **more: Any) -> hs.Solution:
        times.append(self.limits.time)
        return solve(self, *arguments, **more)

    found = hs.evaluate(BLIND, hs.cautious)
    monkeypatch.setattr(hs.Solver, "solve", timed)
    found.regret("open", limits=hs.Limits(time=1000))
    left = [each for each in times if each is not None]
    assert len(left) == len(times) > 1
    assert 1000 >= left[0] > left[-1]
    assert left == sorted(left, reverse=True)
