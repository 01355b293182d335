"""Exports, compact links and files of games, there and back."""

from __future__ import annotations

import gzip
import json
import re
import zipfile
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from games import dealt, played
from hanabi_solver.archive import (
    Action,
    Game,
    Kind,
    Options,
    Source,
    find_games,
    read_export,
    read_game,
    read_history,
    read_link,
    replay,
    write_export,
    write_link,
)
from hanabi_solver.archive.link import is_link, losses
from hanabi_solver.errors import GameError, InputError
from shared import shared

if TYPE_CHECKING:
    from pathlib import Path

ADDRESS = "https://hanab.live/shared-replay-json/"
VARIANTS = ("No Variant", "6 Suits", "Orange (3 Suits)", "White Reversed & Rainbow (5 Suits)")


def normal(record: dict[str, Any]) -> dict[str, Any]:
    """An export with everything in its usual place and defaults left out."""
    record = dict(record)
    options = dict(record.pop("options", {}))
    if "variant" in record:
        options["variant"] = record.pop("variant")
    if options.get("variant") == "No Variant":
        del options["variant"]
    record["options"] = {name: value for name, value in options.items() if value}
    return record


def test_shared_exports_come_back_the_same() -> None:
    count = 0
    for path in sorted(shared("games").glob("*.jsonl")):
        for line in path.read_text().splitlines():
            game = read_export(line)
            again = write_export(game)
            assert read_export(again) == game
            assert normal(json.loads(again)) == normal(json.loads(line))
            count += 1
    assert count == 1216


def test_shared_games_come_back_from_links() -> None:
    """All that a link can hold comes back; the rest is what `losses` names."""
    for path in sorted(shared("games").glob("*.jsonl")):
        for line in path.read_text().splitlines():
            game = read_export(line)
            back = read_link(write_link(game)).game
            assert (back.deck, back.variant, len(back.players)) == (
                game.deck,
                game.variant,
                len(game.players),
            )
            assert back.actions == game.actions
            assert losses(game)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_random_games_there_and_back(variant: str, players: int) -> None:
    game = played(players, variant, players, Options(empty_clues=True, starting_player=1))
    assert read_export(write_export(game)) == game
    plain = replace(game, options=Options(), players=names(players))
    assert losses(plain) == []
    assert read_link(write_link(plain)).game == plain


def names(players: int) -> tuple[str, ...]:
    return ("Alice", "Bob", "Cathy", "Donald", "Emily", "Frank")[:players]


def test_a_link_of_the_site_comes_back_letter_by_letter() -> None:
    text = shared("spec", "FORMATS.md").read_text(encoding="utf-8")
    found = re.search(r"^`([\w,-]+)`$", text, re.MULTILINE)
    assert found is not None
    game = read_link(found[1]).game
    assert (len(game.players), len(game.deck), len(game.actions)) == (4, 50, 52)
    assert game.variant.name == "No Variant"
    assert replay(game).end.deck_size == 0
    assert write_link(game) == ADDRESS + found[1]


def test_link_with_address_seed_and_turn() -> None:
    game = replace(played(2), players=names(3))
    bare = write_link(game).removeprefix(ADDRESS)
    link = read_link(f"{ADDRESS}{bare},p3v0s1#12")
    assert link.turn == 12
    assert link.game == replace(game, more={"seed": "p3v0s1"})
    assert read_link(f"https://hanab.live/replay-json/{bare}") == (game, None)
    assert write_link(link.game) == f"{write_link(replace(game, more=link.game.more))}#12"


def test_ranges_of_a_link_need_not_be_minimal() -> None:
    wide = "215abc,05aa,0"
    narrow = read_link(write_link(read_link(wide).game)).game
    assert narrow == read_link(wide).game


def test_link_without_actions() -> None:
    game = replace(dealt(1), players=names(3))
    assert ",00," in write_link(game)
    assert read_link(write_link(game)).game == game


def test_link_drops_a_vote() -> None:
    game = replace(dealt(1), actions=(Action(Kind.VOTE, -1, 10),))
    assert "the end by vote" in losses(game)
    assert read_link(write_link(game)).game.actions == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "separated by commas"),
        ("2", "separated by commas"),
        ("a15abc,00,0", "'a' is no digit .number of players"),
        ("251abc,00,0", "ranks from 5 to 1"),
        ("215abc,00,x", "variant 'x' is no id"),
        ("215abc,00,9999", "no variant with the id 9999"),
        ("215abc,03t,0", "letters come in pairs"),
        ("215abc,09ta,0", "action types from 0 to 9"),
        ("215ab_,00,0", "'_' is not in the alphabet"),
        ("215abc,00,0,seed,more", "5 fields"),
    ],
)
def test_bad_links(text: str, message: str) -> None:
    with pytest.raises(GameError, match=message):
        read_link(text)


def test_a_turn_of_thousands_of_digits_is_refused() -> None:
    with pytest.raises(GameError, match="expected deck"):
        read_link(f"{write_link(dealt(1))}#{'9' * 5000}")


def test_links_are_told_from_positions() -> None:
    bare = write_link(dealt(1)).removeprefix(ADDRESS)
    assert is_link(bare)
    assert is_link(f"hanab.live/replay-json/{bare}#3")
    assert not is_link("r4y4g5b5w5 r5/y5 {}")


@pytest.mark.parametrize("move", ["Play {}", "Reveal player +{} rank 1"])
def test_a_history_with_a_number_of_thousands_of_digits_is_refused(move: str) -> None:
    with pytest.raises(GameError, match="is no move"):
        read_history("(Deal R1)" * 10 + f"({move.format('9' * 5000)})")


def record(**changes: Any) -> str:
    game = json.loads(write_export(dealt(1, players=2)))
    return json.dumps(game | changes)


@pytest.mark.parametrize(
    ("text", "rule", "message"),
    [
        ("{", "format", "truncated"),
        ("[]", "format", "object"),
        (record(players="AB"), "format", r"\$.players"),
        (record(deck=[{"suitIndex": 0}]), "format", r"rank.*\$.deck\[0\]"),
        (record(deck=[{"suitIndex": 0, "rank": 1.5}]), "format", r"\$.deck\[0\].rank"),
        (record(actions=[{"type": 7, "target": 0}]), "format", "type 7"),
        (record()[:-1] + ', "x": ' + '{"a":' * 5000, "format", "recursion"),
        (record(deck=[]), "deck not listed", "no deck"),
        (record(options={"variant": "Violet (9 Suits)"}), "unknown variant", "Violet"),
        (record(options={"variant": 3}), "format", "no name"),
        (record(options={"houseRule": True}), "options", "houseRule"),
        (record(options={"emptyClues": 1}), "options", r"\$.emptyClues"),
        (record(variant="6 Suits", options={"variant": "4 Suits"}), "format", "4 Suits"),
    ],
)
def test_bad_exports(text: str, rule: str, message: str) -> None:
    with pytest.raises(GameError, match=message) as caught:
        read_export(text, Source("games.jsonl", 7))
    assert rule in caught.value.rule
    assert "games.jsonl line 7" in str(caught.value)


def test_seed_alone_is_no_deck() -> None:
    data = json.loads(record(seed="p2v0s1"))
    del data["deck"]
    with pytest.raises(GameError, match="only the seed 'p2v0s1'"):
        read_export(data)


def test_variant_may_stand_at_the_top() -> None:
    assert read_export(record(variant="6 Suits")).variant.name == "6 Suits"


def two_games() -> list[Game]:
    return [replace(dealt(seed), source=Source()) for seed in (1, 2)]


def without_source(games: list[Game | GameError]) -> list[Game]:
    assert all(isinstance(game, Game) for game in games), games
    return [replace(game, source=Source()) for game in games if isinstance(game, Game)]


def test_every_kind_of_file(tmp_path: Path) -> None:
    games = two_games()
    texts = [write_export(game) for game in games]
    lines = b"\n".join(texts) + b"\n"
    (tmp_path / "a.jsonl").write_bytes(lines)
    (tmp_path / "b.jsonl.gz").write_bytes(gzip.compress(lines))
    (tmp_path / "c.json").write_bytes(b"[" + b",".join(texts) + b"]")
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / "1.json").write_bytes(texts[0])
    (tmp_path / "d" / "2.json").write_bytes(b"\xef\xbb\xbf" + texts[1])
    with zipfile.ZipFile(tmp_path / "e.zip", "w") as archive:
        archive.writestr("y/2.json", texts[1])
        archive.writestr("x/1.json", texts[0])
        archive.writestr("readme.md", "no game")
    (tmp_path / "f.txt").write_bytes(b"# comment\n\n" + lines)
    (tmp_path / "ignored.md").write_text("no game")
    found = without_source([entry.game for entry in find_games([str(tmp_path)])])
    assert found == games * 6
    assert read_game(str(tmp_path / "a.jsonl"), 2).deck == games[1].deck
    with pytest.raises(InputError, match="several games"):
        read_game(str(tmp_path / "a.jsonl"))
    with pytest.raises(InputError, match="no game number 3"):
        read_game(str(tmp_path / "a.jsonl"), 3)


def test_unreadable_files_are_reported_and_passed(tmp_path: Path) -> None:
    good = write_export(two_games()[0])
    (tmp_path / "a.json.gz").write_bytes(gzip.compress(good)[:-20])
    (tmp_path / "b.zip").write_bytes(b"no zip")
    (tmp_path / "c.json").write_bytes(b"\xff\xfe")
    (tmp_path / "d.json").write_text("[1, 2")
    (tmp_path / "e.jsonl").write_bytes(b"nonsense\n" + good)
    (tmp_path / "f.json").write_text("[" * 5000)
    entries = list(find_games([str(tmp_path), str(tmp_path / "missing.json")]))
    errors = [entry.game for entry in entries if isinstance(entry.game, GameError)]
    assert [error.rule for error in errors] == [
        "file not readable",
        "file not readable",
        "file not readable",
        *["format of a game file"] * 3,
        "format of a game file",
        *["format of a game file"] * 2,
        "file not readable",
    ]
    assert len(entries) == len(errors) + 1
    assert "e.jsonl line 1" in str(errors[6])
