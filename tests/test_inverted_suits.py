"""Orange and Dark Orange: what the table, the archive and the position say of one rule."""

from __future__ import annotations

from dataclasses import replace

import hanabi_solver as hs
import pytest
from games import dealt, played
from hanabi_solver.archive import Action, Game, Kind, read_export, replay
from hanabi_solver.game.facts import Facts
from hanabi_solver.game.moves import Discard, Play
from hanabi_solver.game.position import Card
from hanabi_solver.reference.engine import set_up
from hanabi_solver.variants.hanab_live import by_name
from hanabi_solver.variants.hanab_live.numbering import all_names
from shared import shared

INVERTED = [name for name in all_names() if "Orange" in name and not by_name(name).unsupported]


def starting_with(variant: str, card: Card) -> Game:
    """A game whose first card dealt is a certain one."""
    game = dealt(0, variant, 2)
    at = game.deck.index(card)
    return replace(game, deck=(card, *game.deck[:at], *game.deck[at + 1 :]))


def test_the_table_and_the_names_agree_on_what_is_inverted() -> None:
    assert len(INVERTED) == 260
    for name in all_names():
        variant = by_name(name)
        for own in variant.suits:
            assert own.inverted == ("Orange" in own.name), name
        if not variant.unsupported:
            suits = zip(variant.suits, variant.position_suits, strict=True)
            assert all(own.inverted == suit.inverted for own, suit in suits), name


@pytest.mark.parametrize("name", INVERTED)
def test_table_archive_and_position_are_one_rule(name: str) -> None:
    """An action of the archive, the button of the position, the core and the reference."""
    for index, suit in enumerate(by_name(name).position_suits):
        game = starting_with(name, Card(index, suit.ranks[0]))
        for kind, stacked in ((Kind.PLAY, True), (Kind.DISCARD, False)):
            start = replay(game).end
            if not stacked and not suit.inverted:
                # Room for a token: pressing discard at 8 is for another test.
                start = replace(start, clue_units=start.clue_units - 1)
            pressed = Discard if stacked == suit.inverted else Play
            button = pressed(len(start.hands[0]))
            after = hs.play(start, button).position
            assert after.stacks[index] == stacked
            assert after.strikes == 0
            engine, state = set_up(start)
            told = engine.act(state, button)
            assert (told.stacks, told.units) == (after.stacks, after.clue_units)
            again = replay(replace(game, actions=(Action(kind, 0),)))
            assert again.end.stacks == after.stacks
            assert again.turns[0].move == button


@pytest.mark.parametrize(
    ("position", "value", "move"),
    [
        ("a5b5c4 >c5/a1 {} c8 t1 variant=hanab-live:2133", 15, "d1"),
        (
            "a5b5c5d1 >d2d5a1a1a2/d3b1b1b2b3/d4c1c1c2c3 {d4} c8 variant=hanab-live:2132",
            20,
            "d1",
        ),
    ],
)
@pytest.mark.parametrize("engine", ["core", "reference"])
def test_discarding_at_eight_tokens_wins(position: str, value: int, move: str, engine: str) -> None:
    if engine == "core":
        found = hs.solve(position, objective="expected", info="open")
        moves = {hs.format_move(entry.move): entry.value for entry in found.moves}
        assert found.value == value
    else:
        from hanabi_solver import reference

        answer = reference.solve(hs.parse_position(position), "open", "expected")
        moves = {hs.format_move(each): worth for each, worth in answer.moves}
        assert answer.value == value
    assert moves[move] == value


def test_a_true_discard_at_eight_tokens_earns_nothing_more() -> None:
    position = hs.parse_position("a5b4c4 >b1c5/a1 {} c8 t2 variant=hanab-live:2133")
    assert hs.Discard(1) in hs.legal_moves(position)
    after = hs.play(position, "d1").position
    assert (after.clue_units, after.strikes, after.score) == (8, 0, 13)
    plain = hs.parse_position("a5b4c4 >b1c5/a1 {} c8 t2 variant=hanab-live:18")
    assert hs.Discard(1) not in hs.legal_moves(plain)


def test_house_rules_change_nothing_where_discarding_is_allowed() -> None:
    """The rule pays no token for a discard that plays a card."""
    game = starting_with("Orange (3 Suits)", Card(2, 1))
    game = replace(game, actions=(Action(Kind.PLAY, 0),))
    for house in (False, True):
        again = replay(game, house_rules=house)
        assert (again.end.clue_units, again.end.score, again.notes) == (8, 1, ())


def test_random_games_come_back() -> None:
    for seed in range(6):
        again = replay(played(seed, "Dark Orange (5 Suits)", 3))
        assert again.result is not None
        for turn in again.turns:
            if turn.card is not None and turn.action.kind is Kind.DISCARD:
                after = again.positions[turn.number]
                assert after.score == turn.position.score
                assert after.strikes == turn.position.strikes


def test_orange_games_of_the_site() -> None:
    ends = []
    for line in shared("games", "will_bot_cpp.jsonl").read_text().splitlines():
        game = read_export(line)
        if any(suit.inverted for suit in game.suits):
            end = replay(game).end
            ends.append((end.stacks, end.clue_units, end.strikes))
    assert ends == [
        ((0, 1, 0), 6, 1),
        ((1, 2, 1), 5, 0),
        ((1, 0, 0), 7, 0),
        ((4, 5, 2), 1, 0),
        ((5, 5, 3), 2, 0),
    ]


def test_the_recommended_move_presses_the_right_button() -> None:
    """Both cards are useless by now; only the orange one strikes when it is discarded."""
    position = hs.parse_position("a5b5c4 >c1b1/c5a1 {} t2 c0 variant=hanab-live:2133")
    found = hs.solve_all(position, info="open")
    assert found.recommended is not None
    assert hs.play(position, found.recommended).position.strikes == 0
    assert Facts(position).reachable == 15
