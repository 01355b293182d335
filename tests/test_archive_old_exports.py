"""The exports of hanab.live's first years."""

from __future__ import annotations

import json
from typing import Any

import pytest
from games import played
from hanabi_solver.archive import Game, Kind, Options, read_export, replay
from hanabi_solver.errors import GameError

OLD_SUITS = ("Blue", "Green", "Yellow", "Red", "Purple", "Teal")


def old(game: Game) -> dict[str, Any]:
    """The game as the site wrote it then."""

    def place(name: str, names: list[str]) -> int:
        order = [each for each in OLD_SUITS if each in names]
        return (order + [each for each in names if each not in order]).index(name)

    suits, colours = [suit.name for suit in game.variant.suits], list(game.variant.clue_colours)
    actions: list[dict[str, Any]] = []
    for kind, target, value in game.actions:
        if kind in (Kind.PLAY, Kind.DISCARD):
            actions.append({"type": kind + 1, "target": target, "clue": {"type": 0, "value": 0}})
            continue
        named = value if kind is Kind.RANK_CLUE else place(colours[value or 0], colours)
        clue = {"type": int(kind is Kind.COLOUR_CLUE), "value": named}
        actions.append({"type": 0, "target": target, "clue": clue})
    return {
        "actions": actions,
        "deck": [{"suit": place(suits[card.suit], suits), "rank": card.rank} for card in game.deck],
        "firstPlayer": game.options.starting_player,
        "players": list(game.players),
        "variant": game.variant.name,
    }


@pytest.mark.parametrize(
    "variant", ["No Variant", "Black (5 Suits)", "Rainbow (6 Suits)", "6 Suits", "3 Suits"]
)
@pytest.mark.parametrize("start", [0, 2])
def test_old_exports_are_the_same_games(variant: str, start: int) -> None:
    game = played(4, variant, 3, Options(starting_player=start))
    again = read_export(json.dumps(old(game)))
    assert (again.deck, again.variant, again.options) == (game.deck, game.variant, game.options)
    assert replay(again).positions == replay(game).positions


def test_only_the_word_for_the_suit_is_old() -> None:
    game = played(4, "Black (5 Suits)", 3)
    record = {
        "players": list(game.players),
        "deck": [{"suit": card.suit, "rank": card.rank} for card in game.deck],
        "actions": [{"type": a.kind, "target": a.target, "value": a.value} for a in game.actions],
        "options": {"variant": game.variant.name},
    }
    assert replay(read_export(json.dumps(record))).positions == replay(game).positions


def broken(**changes: Any) -> dict[str, Any]:
    return {**old(played(4, most=3)), **changes}


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (broken(variant="Dual-Color (5 Suits)"), "the order of its suits is not known"),
        (broken(variant="Violet"), "hanab.live has no variant named 'Violet'"),
        (broken(actions=[{"type": 3, "target": 1}]), "action 1 of an old export: no type 3"),
        (broken(actions=[{"type": 0, "target": 1}]), "action 1 of an old export: a clue has"),
        (broken(actions=[{"type": 0, "target": 1, "clue": {"type": 2}}]), "a clue has a type 0"),
        (broken(actions=[7]), "Expected `object`, got `int`"),
        (broken(deck=[{"suit": "blue", "rank": 1}]), "Expected `int`, got `str`"),
        (broken(firstPlayer="P1"), "Expected `int`, got `str`"),
        (broken(options=7), "Expected `int`|Expected `object`"),
    ],
)
def test_bad_old_exports(record: dict[str, Any], message: str) -> None:
    with pytest.raises(GameError, match=message):
        replay(read_export(json.dumps(record)))
