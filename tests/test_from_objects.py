"""Positions from plain objects, and from states of other programs."""

from __future__ import annotations

import random
from typing import Any

import hanabi_solver as hs
import pytest


def test_a_position_is_built_from_its_parts() -> None:
    built = hs.Position.build({"r": 4, "y": 4}, [["r5(5-r)", "y5"], []], ["y1", "r1"], mover=2)
    assert built == hs.parse_position("r4y4 r5(5-r)y5/>- {r1y1}")
    ordered = hs.Position.build(
        {"r": 4, "y": 4},
        [["r5"], ["xx"]],
        ["r1", "y1"],
        clues=3,
        strikes=1,
        rules="grand-finale",
        empty_clues="yes",
    )
    assert str(ordered) == "r4y4 >r5/xx {r1y1} c3 s1 rules=grand-finale empty-clues=yes"
    last = hs.Position.build({"r": 4}, [["r5"], ["r1"]], [], turns_left=1)
    assert str(last) == "r4 >r5/r1 {} t1"
    assert hs.solve(last).value == 1


def test_what_cannot_be_is_refused_like_a_string() -> None:
    with pytest.raises(hs.PositionError, match="hands: 'r6': rank 6 does not exist") as bad:
        hs.Position.build({"r": 4}, [["r6"], ["r1"]], [])
    assert bad.value.faults[0].column is None
    with pytest.raises(hs.InputError, match="mover=3; expected 1 to 2"):
        hs.Position.build({"r": 4}, [["r5"], ["r1"]], [], mover=3)
    with pytest.raises(hs.InputError, match="hands='r5/r1'; expected a list"):
        hs.Position.build({"r": 4}, "r5/r1", [])
    with pytest.raises(hs.InputError, match=r"hands: Card\(.*\) is no card; expected its text"):
        hs.Position.build({"r": 4}, [[hs.Card(0, 5)], ["r1"]], [])  # type: ignore[list-item]
    with pytest.raises(hs.PositionError, match="mode"):
        hs.Position.build({"r": 4}, [["r5"], ["r1"]], [], mode="easy")


def states(players: int, seed: int) -> Any:
    pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")
    chooser = random.Random(seed)
    state = pyspiel.load_game(f"hanabi(players={players})").new_initial_state()
    while not state.is_terminal():
        if not state.is_chance_node():
            yield state
        actions = state.legal_actions()
        calm = [a for a in actions if "Play" not in state.action_to_string(a)]
        state.apply_action(chooser.choice(calm if calm and chooser.random() < 0.9 else actions))


@pytest.mark.parametrize("players", [2, 3, 5])
def test_states_of_open_spiel_are_positions(players: int) -> None:
    """In every state the legal moves are those of OpenSpiel, to the very last turn."""
    seen_last_round = False
    for state in states(players, seed=players):
        position = hs.from_open_spiel(state)
        legal = {state.action_to_string(a).split()[0].strip("(") for a in state.legal_actions()}
        ours = {type(move).__name__ for move in hs.legal_moves(position)}
        assert ("Discard" in legal) == ("Discard" in ours)
        assert ("Reveal" in legal) == ("Clue" in ours)
        assert len(position.hands[position.mover]) == sum(
            "Play" in state.action_to_string(action) for action in state.legal_actions()
        )
        seen = hs.from_open_spiel(state, observer=state.current_player())
        assert seen.unspecified == len(position.hands[position.mover])
        assert hs.from_hle(state.observation_string(state.current_player())).unspecified > 0
        if position.deck_size == 0:
            assert position.turns_left is not None
            seen_last_round = True
    assert seen_last_round


def test_what_is_no_state_is_refused() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")
    state = pyspiel.load_game("hanabi(players=2)").new_initial_state()
    with pytest.raises(hs.InputError, match="no player is to move"):
        hs.from_open_spiel(state)
    with pytest.raises(hs.InputError, match="no state of OpenSpiel"):
        hs.from_open_spiel("r4")
    some = next(states(2, 1))
    with pytest.raises(hs.InputError, match="player 1 is not to move; expected 0"):
        hs.from_open_spiel(some, observer=1)
