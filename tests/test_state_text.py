"""States of OpenSpiel are positions: the state itself, and what a player sees of it."""

from __future__ import annotations

import random

import hanabi_solver as hs
import pytest
from command import run
from hanabi_solver.archive import read_history, replay
from hanabi_solver.errors import InputError
from hanabi_solver.game.facts import with_open_deck
from hanabi_solver.notation import format_position, parse_position

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")


def states(seed: int, game: str):
    chooser = random.Random(seed)
    state = pyspiel.load_game(game).new_initial_state()
    moves: list[str] = []
    while not state.is_terminal():
        if not state.is_chance_node():
            yield state, moves
        actions = state.legal_actions()
        calm = [a for a in actions if "Play" not in state.action_to_string(a)]
        action = chooser.choice(calm if calm and chooser.random() < 0.8 else actions)
        moves.append(state.action_to_string(state.current_player(), action))
        state.apply_action(action)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_state_is_the_position_of_its_history(players: int) -> None:
    """The same as the replay of the moves so far has it, in other words, marks included."""
    compared = 0
    for state, moves in states(players, f"hanabi(players={players})"):
        position = parse_position(str(state))
        again = replay(read_history(" ".join(moves)))
        known = with_open_deck(again.at(len(again.turns) + 1))
        if known.deck_size == 0:
            break  # The text does not tell the turns left.
        for ours, theirs in zip(position.hands, known.hands, strict=True):
            assert [held.card for held in ours] == [
                position.hands[0][0].card._replace(
                    suit=[s.letter for s in position.suits].index(
                        known.suits[held.card.suit].letter
                    ),
                    rank=held.card.rank,
                )
                for held in theirs
            ]
            for one, other in zip(ours, theirs, strict=True):
                assert set(one.marks.positive) == set(other.marks.positive)
        assert (position.mover, position.clue_units, position.strikes) == (
            known.mover,
            known.clue_units,
            known.strikes,
        )
        assert position.deck_size == known.deck_size
        observed = parse_position(state.observation_string(state.current_player()))
        assert observed.unspecified == len(observed.hands[observed.mover])
        compared += 1
    assert compared > 10


def test_two_colours_are_two_suits_and_fewer_ranks_are_refused() -> None:
    state, _moves = next(states(1, "hanabi(players=2,colors=2,hand_size=3)"))
    assert format_position(parse_position(str(state))).startswith("r0y0 >")
    small, _moves = next(states(1, "hanabi(players=2,colors=2,ranks=3,hand_size=3)"))
    with pytest.raises(InputError, match="12 cards of 2 colours; expected 20: ranks 1 to 5") as bad:
        parse_position(str(small))
    assert "\n" not in str(bad.value)


LATE = """Life tokens: 1
Info tokens: 3
Fireworks: R4 Y5 
Hands:
Cur player
R5 || XX|RY345
Y1 || X1|RY1
-----
R1 || RX|R12345
Y1 || XX|RY12345
Deck size: 1
Discards: R2 R3 R4 Y2 Y3 Y4"""  # noqa: W291


def test_the_command_line(tmp_path) -> None:
    """An argument, a file with other positions, and standard input."""
    text = "r4y5 >y1(1)r5(-12)/y1r1(r) {r1} c3 s2"
    broken = LATE.replace("Deck size: 1", "Deck size: 2")
    assert text in run("show", LATE).out
    (tmp_path / "states.txt").write_text(f"{text}\n{LATE}\n\n{LATE}\n")
    shown = run("show", "--file", str(tmp_path / "states.txt"))
    assert shown.out.count("\n" + text) + shown.out.startswith(text) == 3
    assert run("solve", "-", "--no-moves", given=LATE).status == 0
    bad = run("solve", broken)
    assert (bad.status, bad.err.count("\n")) == (2, 1)
    assert hs.solve(LATE, objective="expected").value == 10


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("Life tokens: 1", "Life tokens: 0", "0 life tokens; expected 1 to 3"),
        ("Life tokens: 1", "Life tokens: 4", "4 life tokens"),
        ("Cur player\n", "", "0 players to move"),
        ("R5 ||", "R5 |", "the card"),
        ("Discards:", "Pile:", "not whole"),
        ("Info tokens: 3", "Info tokens: 9", "clue tokens above 8"),
    ],
)
def test_bad_states(old: str, new: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse_position(LATE.replace(old, new))
