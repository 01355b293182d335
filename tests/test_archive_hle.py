"""Action histories of OpenSpiel: its own games, its own rules as the oracle."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest
from hanabi_solver.archive import find_games, read_export, read_history, replay, write_export
from hanabi_solver.errors import GameError

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")


def played(seed: int, players: int) -> tuple[list[str], list[str], float]:
    """A random game: its moves, what is seen before each turn, and the score."""
    chooser = random.Random(seed)
    state = pyspiel.load_game("hanabi", {"players": players}).new_initial_state()
    moves, seen = [], []
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            action = chooser.choices(actions, chances)[0]
        else:
            seen.append(state.observation_string(0))
            actions = state.legal_actions()
            calm = [a for a in actions if "Play" not in state.action_to_string(a)]
            action = chooser.choice(calm if calm and chooser.random() < 0.8 else actions)
        moves.append(state.action_to_string(state.current_player(), action))
        state.apply_action(action)
    return moves, seen, state.player_return(0)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", range(5))
def test_games_of_open_spiel(seed: int, players: int) -> None:
    moves, seen, _ = played(seed, players)
    game = read_history(" ".join(moves))
    assert len(game.players) == players
    again = replay(game)
    assert len(again.turns) == len(seen)
    assert again.after_end == 0
    for turn, view in zip(again.turns, seen, strict=True):
        position = turn.position
        lives, tokens = (int(re.search(f"{w} tokens: (\\d)", view)[1]) for w in ("Life", "Info"))
        fireworks = view.split("Fireworks")[1]
        stacks = [int(re.search(f"{colour}(\\d)", fireworks)[1]) for colour in "RYGBW"]
        assert (3 - position.strikes, position.clue_units) == (lives, tokens)
        assert list(position.stacks) == stacks
        assert position.deck_size == int(re.search(r"Deck size: (\d+)", view)[1])
    assert again.result is not None
    assert read_export(write_export(game)).deck == game.deck


def test_scores_of_open_spiel() -> None:
    """A strikeout scores 0 there too, which the sum of rewards does not show."""
    for seed in range(20):
        moves, _, returned = played(seed, 2)
        again = replay(read_history("\n".join(moves)))
        if again.end.strikes < 3:
            assert again.result == returned


def test_a_history_may_stand_in_lines(tmp_path) -> None:
    moves, _, _ = played(1, 2)
    (tmp_path / "lines.txt").write_text("\n".join(moves))
    (tmp_path / "list.hle").write_text(repr(moves))
    (tmp_path / "one.txt").write_text(" ".join(moves) + "\n" + " ".join(moves))
    games = [entry.game for entry in find_games([str(tmp_path)])]
    first = games[0]
    assert len(games) == 4
    assert all(replace(game, source=first.source) == first for game in games)


def playthrough(name: str, moves: list[str]) -> str:
    lines = [f"game: {name}", "", 'GameType.long_name = "Hanabi"', "# State 0"]
    for move in moves:
        lines += [
            f'# Apply action "{move}"',
            "action: 1",
            "# Life tokens: 3",
            'Legal() = ["(Play 0)"]',
        ]
    return "\n".join(lines)


def test_a_playthrough_is_one_game(tmp_path) -> None:
    moves, _, _ = played(1, 2)
    (tmp_path / "one.txt").write_text(playthrough("hanabi(players=2)", moves))
    [entry] = find_games([str(tmp_path / "one.txt")])
    assert replace(entry.game, source=read_history(" ".join(moves)).source) == read_history(
        " ".join(moves)
    )


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("hanabi(colors=2,ranks=3,hand_size=3,players=3)", "colors=2; expected 5"),
        ("hanabi(players=2,max_information_tokens=3)", "max_information_tokens=3; expected 8"),
        ("hanabi(players=2,max_life_tokens=1)", "max_life_tokens=1; expected 3"),
        ("hanabi(hand_size=3,players=2)", "6 cards dealt at first"),
    ],
)
def test_smaller_games_are_refused_in_one_line(tmp_path, name: str, message: str) -> None:
    file = tmp_path / "small.txt"
    file.write_text(playthrough(name, ["(Deal R1)"] * 6 + ["(Play 0)"]))
    [entry] = find_games([str(file)])
    assert isinstance(entry.game, GameError)
    assert entry.game.rule == "hands and cards of a full game"
    assert message in str(entry.game)
    assert "\n" not in str(entry.game)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(Deal R1) (Play 0)", "1 cards dealt"),
        ("(Deal R1) (Sleep)", "'.Sleep.' is no move"),
        ("(Deal R1) (Play 0", "is no move"),
        ("(Deal X1) " * 10, "unknown colour"),
        ("(Deal R1) " * 10 + "(Play 5)", "the hand has 5 cards"),
        ("(Deal R1) " * 10 + "(Reveal player +1 color X)", "unknown colour"),
        ("(Deal R1) " * 10 + "(Reveal player +1 rank 1) (Deal R1)", "after no play"),
    ],
)
def test_bad_histories(text: str, message: str) -> None:
    with pytest.raises(GameError, match=message):
        read_history(text)
