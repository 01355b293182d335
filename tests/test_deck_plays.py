"""The option deckPlays: the deck's last card may be played from there."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import hanabi_solver as hs
import pytest
from command import run
from games import played
from hanabi_solver import reference
from hanabi_solver.archive import Options, replay, write_export
from hanabi_solver.crosscheck.compare import compare
from hanabi_solver.crosscheck.random_positions import random_case
from hanabi_solver.errors import MoveError, PositionError
from hanabi_solver.notation import format_position, parse_position

WITHOUT = "r5y5g1b5p5 >y1y4p3g4g3/g1y2b3g3g5 {g2} c8"
WITH = WITHOUT + " deck-plays=yes"


def test_the_next_to_last_card_of_a_suit_waits_in_the_deck() -> None:
    """Without the rule the last round runs out before g2, g3, g4; with it two points more."""
    for text, value in ((WITHOUT, 22), (WITH, 24)):
        position = parse_position(text)
        for info in ("open", "perfect"):
            assert hs.solve(position, info=info, objective="expected").value == value
            assert reference.solve(position, info, "expected").value == value


def test_values_of_all_moves() -> None:
    found = hs.solve(WITH, objective="expected")
    values = {hs.format_move(entry.move): entry.value for entry in found.moves}
    assert list(values) == ["p1", "p2", "p3", "p4", "p5", "pd", "clue"]
    assert values["pd"] == 24
    assert values["p1"] == 22
    assert found.moves[5].card == hs.Card(2, 2)


def test_it_stands_in_the_position_string() -> None:
    position = parse_position(WITH.upper())
    assert position.rules.deck_plays
    assert format_position(position) == WITH
    assert parse_position(WITHOUT + " deck-plays=no") == parse_position(WITHOUT)
    ordered = "r4y4 >r5/y5 {r1} empty-clues=yes deck-plays=yes discard=r1r2r3r4y1y1y2y3y4"
    assert "empty-clues=yes deck-plays=yes" in format_position(parse_position(ordered))
    with pytest.raises(PositionError, match="deck-plays, column 54: 'maybe': unknown value"):
        parse_position(WITHOUT + " deck-plays=maybe")
    with pytest.raises(PositionError, match="the Flamboyants do not go with plays from the deck"):
        parse_position("r4y4 >r5/y5 {r1} bonus=flamboyants deck-plays=yes")


def test_playing_it() -> None:
    position = parse_position("r4y4 >r1y5/y1y1 {r5} c1 deck-plays=yes")
    assert hs.PlayDeck() in hs.legal_moves(position)
    after, result = hs.play(position, "pd")
    assert result is None
    assert format_position(after) == "r5y4 r1y5/>y1y1 {} c2 t2 deck-plays=yes"
    assert hs.PlayDeck() not in hs.legal_moves(after)
    missed = hs.play("r4y4 >r1y5/y1y1 {r2} c1 deck-plays=yes", "pd").position
    assert format_position(missed) == "r4y4 r1y5/>y1y1 {} c1 s1 t2 deck-plays=yes"
    finale = hs.play("r4y4 >y5/r1 {r5} rules=grand-finale deck-plays=yes", "pd").position
    assert format_position(finale) == "r5y4 y5/>r1 {} c1 rules=grand-finale deck-plays=yes"
    # Empty hands are not stuck while a card can be played from the deck.
    assert hs.legal_moves("r4y4 >-/r5 {y5} deck-plays=yes") == (hs.PlayDeck(),)
    pile = "r4y5 >r1/r1 {r5} deck-plays=yes discard=r2r3r4y1y1y2y3y4"
    assert hs.play(pile, "pd").result == 10


@pytest.mark.parametrize(
    ("position", "rule"),
    [
        ("r4y4 >r1y5/y1y1 {r5} c1", "no plays from the deck"),
        ("r4y4 >r1y5/y1y1 {r5r2} c1 deck-plays=yes", "only the deck's last card is played"),
        ("r4y4 >r1y5/y1y1 {} c1 deck-plays=yes", "only the deck's last card is played"),
    ],
)
def test_where_it_is_illegal(position: str, rule: str) -> None:
    with pytest.raises(MoveError, match="not legal here"):
        hs.play(position, "pd")
    done = run("check", position, "--line", "pd")
    assert done.status == 2
    assert rule in done.err


def test_an_inverted_suit_is_discarded_from_the_deck() -> None:
    position = "a5b5c4 >a1/b1 {c5} c2 variant=hanab-live:2133 deck-plays=yes"
    after = hs.play(position, "pd").position
    assert (after.stacks, after.clue_units, after.strikes) == ((5, 5, 4), 3, 0)


def test_with_an_empty_deck_it_is_the_same_position() -> None:
    position = parse_position("r3y4 >r4y5/r5y1 {} c1 deck-plays=yes")
    bare = replace(position, rules=replace(position.rules, deck_plays=False))
    for info in ("open", "perfect", "hidden"):
        one, other = (hs.solve(each, info=info, objective="expected") for each in (position, bare))
        assert (one.value, one.nodes) == (other.value, other.nodes)


def test_unseen_cards_are_played_blind() -> None:
    """Own cards nobody specified: the deck's card is any of the pool."""
    found = hs.solve("r4y4 >xxr1/y1y1 {r5y5} deck-plays=yes", objective="expected")
    values = {hs.format_move(entry.move): (entry.card, entry.value) for entry in found.moves}
    # r5 or y5 from the deck; the other one, in slot 1, is then played in the last round.
    assert values["pd"][1] == 10
    assert hs.format_card(found.position.suits, values["pd"][0]) == "xx"
    with pytest.raises(MoveError, match="name it, as in pd=r5"):
        hs.play(found.position, "pd")
    after = hs.play(found.position, "pd", named=hs.Card(1, 5)).position
    assert format_position(after) == "r4y5 xxr1/>y1y1 {r5} c1 t2 deck-plays=yes"


def test_hidden_refuses_it_by_name() -> None:
    with pytest.raises(PositionError, match="deck-plays: 'yes': info hidden"):
        hs.solve("r4y4 >r5y1/y5y1 {r1} c1 deck-plays=yes", info="hidden")


def test_the_command_line() -> None:
    done = run("solve", WITH, "--objective", "expected", "--json", "--pv")
    record = json.loads(done.out)
    assert (record["position"], record["value"], record["recommended"]) == (WITH, "24", "pd")
    assert {
        "move": "pd",
        "card": "g2",
        "value": "24",
        "value_float": 24.0,
        "best": True,
    }.items() <= (
        next(entry for entry in record["moves"] if entry["move"] == "pd").items()
        | {("value_float", 24.0)}
    )
    assert [step["move"] for step in record["pv"]] == ["pd", "p4", "p4"]
    assert record["pv"][0]["drawn"] is None
    assert "play g2 from the deck" in run("solve", WITH).out
    shown = run("show", WITH).out
    assert "the deck's last card may be played from there" in shown
    checked = json.loads(run("check", WITH, "--line", "pd p4 p4", "--json").out)
    assert [turn["loss"] for turn in checked["turns"]] == ["0", "0", "0"]
    assert (checked["turns"][0]["move"], checked["turns"][0]["drawn"]) == ("pd", None)
    refused = run("check", WITH, "--line", "pd+g2 p4 p4")
    assert "no card is drawn" in refused.err


def test_games_with_the_option_have_the_rule(tmp_path) -> None:
    game = played(3, players=2, options=Options(deck_plays=True))
    again = replay(game)
    assert all(turn.position.rules.deck_plays for turn in again.turns)
    file = tmp_path / "game.json"
    file.write_bytes(write_export(game))
    last = next(turn.number for turn in again.turns if turn.position.deck_size == 1)
    shown = run("convert", str(file), "--to", "position", "--turn", str(last))
    assert "deck-plays=yes" in shown.out
    table = tmp_path / "out.jsonl"
    done = run("batch", str(file), "--from-deck", "1", "--out", str(table), "--workers", "1")
    assert done.status == 0
    rows = [json.loads(row) for row in (tmp_path / "out.turns.jsonl").read_text().splitlines()]
    assert min(row["turn"] for row in rows) == last
    assert all(row["loss"] is not None for row in rows)


def test_the_engines_agree() -> None:
    random = Random(20)
    seen = 0
    while seen < 40:
        case = random_case(random)
        if not case.position.rules.deck_plays or case.position.deck_size == 0:
            continue
        try:
            assert compare(case, hs.Solver(), node_limit=400) is None
        except reference.NodeLimitError:
            continue
        seen += 1
