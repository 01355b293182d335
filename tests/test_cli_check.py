"""`check`, `convert` and games in `show` and `solve`, on the command line."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from command import run
from games import played
from hanabi_solver.archive import (
    Action,
    Kind,
    Options,
    read_export,
    read_link,
    replay,
    write_export,
    write_link,
)
from hanabi_solver.archive.link import ADDRESS
from hanabi_solver.notation import format_position, parse_position
from hanabi_solver.solving.solver import Solver

if TYPE_CHECKING:
    from hanabi_solver.game.position import Position
    from hanabi_solver.solving.solution import Solution

CHANCE = "r3y4g5b5w4 >r4y1/y5w5 {r5b1}"
NAMES = ("Alice", "Bob", "Cathy")
GAME = replace(played(3), players=NAMES)
LAST = len(GAME.actions)


@pytest.fixture
def game_file(tmp_path: Path) -> str:
    path = tmp_path / "game.json"
    path.write_bytes(write_export(GAME))
    return str(path)


@pytest.fixture
def games_file(tmp_path: Path) -> str:
    path = tmp_path / "games.jsonl"
    second = replace(played(4), options=Options(empty_clues=True))
    path.write_bytes(write_export(GAME) + b"\n" + write_export(second) + b"\n")
    return str(path)


def test_check_of_a_line() -> None:
    done = run("check", CHANCE, "--line", "d1+b1 p2", "--objective", "win")
    assert done.status == 0
    assert done.err == ""
    assert "turn 1, player 1: discard r4; it cost 1/2 (0.5000), best was p1 r4" in done.out
    assert "blunder" in done.out
    assert "From turn 1: value 1/2 (0.5000) - 1/2 (0.5000) lost + 0 luck = 0 at the end" in done.out


def test_json_of_a_line_is_one_object_a_check() -> None:
    done = run("check", CHANCE, "--line", "p1+r5", "--objective", "all", "--json")
    records = [json.loads(text) for text in done.out.splitlines()]
    assert [record["objective"] for record in records] == ["guaranteed", "expected", "win"]
    assert {record["info"] for record in records} == {"open"}
    [ordered] = run(
        "check", CHANCE.replace("{", "[").replace("}", "]"), "--line", "p1", "--json"
    ).out.splitlines()
    assert json.loads(ordered)["info"] == "perfect"


def test_check_of_a_game(game_file: str) -> None:
    done = run("check", game_file, "--from-deck", "1", "--json")
    assert done.status == 0
    records = [json.loads(text) for text in done.out.splitlines()]
    asked = [(record["info"], record["objective"]) for record in records]
    assert asked == [("seat", "win"), ("open", "win"), ("perfect", "win")]
    first = replay(GAME)
    turns = [turn.number for turn in first.turns if turn.position.deck_size <= 1]
    for record in records:
        assert [turn["turn"] for turn in record["turns"]] == turns
    text = run("check", game_file, "--from-turn", str(LAST), "--info", "open").out
    assert "Alice" in text or "Bob" in text or "Cathy" in text


def test_hidden_hands_of_a_game(game_file: str) -> None:
    """Mostly bounds: then status 3."""
    asked = ["--info", "hidden", "--objective", "expected", "--time-limit", "10"]
    done = run("check", game_file, "--from-turn", str(LAST), *asked, "--json")
    assert done.status == 0
    [turn] = json.loads(done.out)["turns"]
    assert Fraction(turn["value_before"]) - Fraction(turn["loss"]) == Fraction(turn["value_move"])
    assert "hidden hands" in run("check", game_file, "--from-turn", str(LAST), *asked).out
    asked[-1] = "0.001"
    done = run("check", game_file, "--from-deck", "4", *asked, "--json")
    assert done.status == 3
    assert json.loads(done.out)["turns"][0]["value_before"] is None


def test_what_hidden_hands_refuse_is_one_error(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(write_export(played(1, "Null (5 Suits)")))
    done = run("check", str(path), "--info", "hidden")
    assert done.status == 2
    assert done.err == "Error: info hidden does not support cards that no clue touches\n"


def test_check_of_a_partial_deck_leaves_perfect_out(tmp_path: Path) -> None:
    game = played(3, players=2, most=30)
    drawn = 10 + sum(turn.drawn is not None for turn in replay(game).turns)
    path = tmp_path / "partial.json"
    path.write_bytes(write_export(replace(game, deck=game.deck[:drawn])))
    done = run(
        "check",
        str(path),
        "--from-turn",
        "31",
        "--json",
        "--objective",
        "win",
        "--time-limit",
        "0.1",
    )
    assert "not known" in done.err
    assert [json.loads(text)["info"] for text in done.out.splitlines()] == ["seat", "open"]


def test_the_page_stands_alone(game_file: str, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    done = run("check", game_file, "--from-deck", "1", "--html", str(path))
    assert done.status == 0
    page = path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
    for outside in ("http:", "https:", " src=", "<link", "@import", "url(", "fetch("):
        assert outside not in page
    assert "default-src 'none'; script-src 'sha256-" in page
    assert re.findall(r'href="(.)', page) in ([], ["#"] * page.count("href="))
    assert "viewport" in page
    assert '<html lang="en">' in page
    first = next(turn.number for turn in replay(GAME).turns if turn.position.deck_size <= 1)
    for turn in range(first, LAST + 1):
        assert f'id="t{turn}"' in page
    assert "Alice, Bob, Cathy" in page


def test_letters_that_count_the_suits_of_a_variant_are_named(tmp_path: Path) -> None:
    path, page = tmp_path / "game.json", tmp_path / "page.html"
    path.write_bytes(write_export(played(1, "Rainbow (5 Suits)")))
    named = "a Red, b Yellow, c Green, d Blue, e Rainbow"
    assert named in run("show", str(path)).out
    shown = run("check", str(path), "--from-deck", "0", "--html", str(page)).out
    assert shown.count(named) == 1
    assert page.read_text(encoding="utf-8").count(named) == 1
    assert named not in run("check", str(path), "--from-deck", "0", "--json").out


def test_names_are_escaped_in_the_page(tmp_path: Path) -> None:
    game = replace(GAME, players=("<b>", "&amp;", '"'))
    (tmp_path / "game.json").write_bytes(write_export(game))
    page = tmp_path / "page.html"
    run("check", str(tmp_path / "game.json"), "--from-turn", str(LAST), "--html", str(page))
    assert "<b>," not in page.read_text(encoding="utf-8")


def test_a_limit_ends_with_status_3(game_file: str) -> None:
    done = run("check", game_file, "--from-turn", "5", "--memory", "1", "--info", "open", "--json")
    assert done.status == 3
    assert json.loads(done.out.splitlines()[0])["turns"][0]["value_before"] is None
    assert run("check", game_file, "--memory", "1", "--info", "open").status == 0


@pytest.mark.parametrize("turn", [0, 1])
def test_what_was_settled_before_an_interrupt_is_printed(
    turn: int, game_file: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """At once after so many turns, of the second check."""
    solve, asked = Solver.solve, list[str]()

    def interrupted(self: Solver, position: Position, **more: Any) -> Solution:
        asked.append(more["info"])
        if asked.count("open") > turn:
            raise KeyboardInterrupt
        return solve(self, position, **more)

    monkeypatch.setattr(Solver, "solve", interrupted)
    done = run("check", game_file, "--from-turn", str(LAST - 2), "--json")
    assert done.status == 130
    whole, part = map(json.loads, done.out.splitlines())
    assert (whole["info"], [each["turn"] for each in whole["turns"]]) == (
        "seat",
        [LAST - 2, LAST - 1, LAST],
    )
    assert (part["info"], [each["turn"] for each in part["turns"]]) == (
        "open",
        [LAST][:turn],
    )
    asked.clear()
    page = tmp_path / "page.html"
    done = run("check", game_file, "--from-turn", str(LAST - 2), "--html", str(page))
    assert (done.status, page.exists()) == (130, False)
    assert "Interrupted." in done.out
    assert "page.html is not written" in done.err
    assert "want of time" not in done.out
    asked.clear()
    done = run("check", game_file, "--from-turn", str(LAST - 2), "--info", "open")
    assert done.status == 130
    assert "Interrupted." in done.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["check", CHANCE], "no file and no link"),
        (["check", "missing.json"], "no file and no link"),
        (["check", CHANCE, "--line", "p1"], "the card drawn is not named"),
        (["check", CHANCE, "--line", "p1+r5", "--info", "perfect"], "deck"),
        (["check", "r4y5 >r5", "--line", "p1"], "three fields"),
        (["check", "{game}", "--line", "p1"], "game.json --turn T` prints one of the game's"),
        (["check", "."], ". is a folder"),
        (["check", "r3y4g5b5w4 >r4y1/y5w5 {r5b1} c1", "--line", "clue clue"], "costs a token"),
        (["check", "r3y4g5b5w4 >r4y1/y5w5 {r5b1} c8", "--line", "d1+b1"], "at 8 clue tokens"),
        (["solve", "missing.json"], "missing.json: no such file"),
        (["solve", "./missing"], "./missing: no such file"),
        (["solve", "."], ". is a folder"),
        (["solve", "--file", "{game}"], "game.json is a game: give it as GAME"),
        (["convert", CHANCE, "--to", "json"], "no deal"),
        (["solve", "{game}"], "needs --turn"),
        (["show", "{game}", "--turn", "999"], "not one of 1 to"),
        (["check", "{games}"], "several games; expected the number of one (--game N)"),
        (["check", f"{ADDRESS}215abc"], "expected deck, actions and variant"),
        (["check", f"{ADDRESS}215abc,03"], "2 fields"),
        (["convert", "{games}", "--game", "3", "--to", "json"], "no game number 3"),
        (["convert", "{games}", "--to", "link"], "With --lossy"),
        (["solve", CHANCE, "--turn", "3"], "--turn and --game go with a game"),
        (["show", CHANCE, "--game", "1"], "--turn and --game go with a game"),
        (["check", "{games}", "--game", "3"], "no game number 3"),
    ],
)
def test_bad_usage(arguments: list[str], message: str, game_file: str, games_file: str) -> None:
    filled = [
        part.format(game=game_file, games=games_file) if "{g" in part else part
        for part in arguments
    ]
    done = run(*filled)
    assert (done.status, done.out) == (2, "")
    assert message in done.err
    assert done.err.count("Error: ") == 1 or "three fields" in message


def test_of_a_file_that_holds_no_games_the_first_line_is_named(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("# Notes\nbuy milk\nread the rules\n")
    done = run("check", str(tmp_path / "notes.txt"))
    assert done.status == 2
    assert "notes.txt line 2: 'buy milk' does not begin a JSON object" in done.err


def test_the_discard_that_house_rules_accept_names_their_option(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(write_export(replace(GAME, actions=(Action(Kind.DISCARD, 0),))))
    done = run("show", str(path), "--turn", "1")
    assert done.status == 2
    assert "; --house-rules accepts it (no discard at 8 clue tokens)" in done.err
    assert run("show", str(path), "--turn", "1", "--house-rules").status == 0


def test_where_nothing_is_left_to_check_that_is_said(game_file: str, tmp_path: Path) -> None:
    done = run("check", game_file, "--from-turn", "999", "--info", "open")
    assert done.status == 0
    assert "Nothing is left to check" in done.err
    assert "No turn" not in done.out
    assert "lost + " not in done.out
    assert "points. " in done.out
    page = tmp_path / "page.html"
    done = run("check", game_file, "--from-turn", "999", "--html", str(page))
    assert f"{page} is not written" in done.err
    assert not page.exists()
    records = run("check", game_file, "--from-turn", "999", "--json").out.splitlines()
    assert [json.loads(record)["turns"] for record in records] == [[]] * 3


def test_what_a_game_left_early_ends_in_is_not_solved(tmp_path: Path) -> None:
    game = played(1)
    left = tmp_path / "left.json"
    left.write_bytes(write_export(replace(game, actions=game.actions[:3])))
    done = run("check", str(left), "--from-deck", "2")
    assert (done.status, "Nothing is left to check" in done.err) == (0, True)


def test_of_a_game_that_was_left_it_is_said_what_was_scored(tmp_path: Path) -> None:
    """By decision, or because the archive ends: the value of the last position is no result."""
    game = played(8, "3 Suits", players=2)
    number = next(turn.number for turn in replay(game).turns if turn.position.deck_size == 1)
    actions = game.actions[:number]
    decided = (*actions, Action(Kind.END, 0, 4))
    for name, moves, counted in (("left", actions, ""), ("ended", decided, "hanab.live counts 0")):
        path, page = tmp_path / f"{name}.json", tmp_path / f"{name}.html"
        path.write_bytes(write_export(replace(game, actions=moves)))
        score = replay(replace(game, actions=moves)).score
        asked = ("check", str(path), "--from-deck", "2", "--target", str(score))
        done = run(*asked, "--html", str(page))
        assert f"The moves stop before the end, at {score} points; " in done.out
        assert f"left with {score} points on the stacks" in done.out
        assert counted in done.out
        for text in (done.out, page.read_text(encoding="utf-8")):
            assert "Every move was best" not in text
            assert "points were reached" not in text
            assert f"{score} points could still be reached where the moves stop." in text
        assert f"left with {score} points" in page.read_text(encoding="utf-8")
        records = [json.loads(text) for text in run(*asked, "--json").out.splitlines()]
        assert {(record["score"], record["over"]) for record in records} == {(score, False)}
        out = tmp_path / f"{name}.jsonl"
        summed = run("batch", str(path), "--out", str(out), "--from-deck", "2", "--json")
        assert json.loads(summed.out)["unfinished"] == 1
        rows = [json.loads(row) for row in out.read_text().splitlines()]
        assert {(row["score"], row["over"]) for row in rows} == {(score, False)}
        assert {row["site_score"] for row in rows} == {0 if counted else score}


def test_what_a_limit_leaves_are_bounds(tmp_path: Path) -> None:
    position = "r2y2g1b2w1 >y3b4r1r4/r3w3g3y1 {b3b4b5g2g3g4g5r4r5w2w3w4w5y3y4y5} c2"
    page = tmp_path / "page.html"
    limit = ("--objective", "expected", "--time-limit", "0.05")
    asked = ("check", position, "--line", "p1+b3", *limit)
    done = run(*asked, "--html", str(page))
    assert done.status == 3
    assert re.search(r"1 .*p1 y3 .*\d to \S*\d", done.out)
    assert re.search(r"that position is worth .* to ", done.out)
    assert re.search(r'<td class="n">\S+ to \S+</td>', page.read_text(encoding="utf-8"))
    [turn] = json.loads(run(*asked, "--json").out)["turns"]
    for name in ("value_before", "value_move", "value_after", "loss"):
        assert turn[name] is None
        assert Fraction(turn[f"{name}_lower"]) < Fraction(turn[f"{name}_upper"])


def test_no_single_turn_is_left_out() -> None:
    """Clues that change nothing: the first and the last are told, and one between them too."""
    text = "r4y5g5b5w5 >y1r5/y1r1 {r1} c5"
    for count in range(1, 6):
        done = run("check", text, "--line", " ".join(["clue"] * count), "--objective", "win")
        told = re.findall(r"^ *(\d+|…)(?: |$)", done.out, re.MULTILINE)
        assert ("…" in told) == (count > 3), done.out
        assert "…" in told or len(told) == count


def test_a_goal_reached_was_no_last_chance() -> None:
    won = run("check", "r4y5g5b5w5 >r5/r1 []", "--line", "p1", "--objective", "expected")
    assert "25 points were reached." in won.out
    assert "Value before each turn: ██" in won.out
    lost = run("check", "r4y5g5b5w5 >r5/r1 [] t1", "--line", "d1", "--objective", "expected")
    assert "25 points could still be reached at turn 1, not later." in lost.out


def test_convert_there_and_back(game_file: str) -> None:
    link = run("convert", game_file, "--to", "link")
    assert (link.status, link.err) == (0, "")
    assert link.out.startswith(ADDRESS)
    assert read_link(link.out).game.actions == GAME.actions
    back = run("convert", link.out.strip(), "--to", "json")
    assert read_export(back.out) == replace(GAME, source=read_export(back.out).source)


def test_convert_reads_standard_input(games_file: str) -> None:
    games = Path(games_file).read_text(encoding="utf-8")
    written = run("convert", games_file, "--to", "json")
    for given in (games, written.out, f"[{written.out.strip().replace(chr(10), ',')}]"):
        assert run("convert", "-", "--to", "json", given=given) == written
    second = run("convert", "-", "--to", "json", "--game", "2", given=games)
    assert second.out == written.out.splitlines(keepends=True)[1]
    link = run("convert", "-", "--to", "link", "--lossy", given=games).out
    assert run("convert", "-", "--to", "json", given=link).status == 0
    bad = run("convert", "-", "--to", "json", given=CHANCE)
    assert (bad.status, bad.out) == (2, "")
    assert "does not begin a JSON object" in bad.err


def test_of_several_positions_in_standard_input() -> None:
    given = f"{CHANCE}\n{CHANCE}\n"
    assert run("convert", "-", "--to", "position", given=given).out.count("\n") == 2
    done = run("check", "-", "--line", "p1", given=given)
    assert (done.status, done.out) == (2, "")
    assert "--line goes with one position" in done.err


def test_convert_names_what_is_lost(games_file: str) -> None:
    refused = run("convert", games_file, "--to", "link")
    assert (refused.status, refused.out) == (2, "")
    assert "a link cannot hold: options (emptyClues), names of the players" in refused.err
    assert run("convert", games_file, "--to", "link", "--game", "1").status == 0
    lossy = run("convert", games_file, "--to", "link", "--lossy")
    assert lossy.status == 0
    assert len(lossy.out.splitlines()) == 2
    assert "options (emptyClues)" in lossy.err


@pytest.mark.parametrize("turn", [1, 20, LAST])
def test_positions_of_games(turn: int, game_file: str) -> None:
    expected = format_position(replay(GAME).at(turn))
    done = run("convert", game_file, "--to", "position", "--turn", str(turn))
    assert done.out.strip() == expected
    braces = run(
        "convert", game_file, "--to", "position", "--turn", str(turn), "--unknown-deck"
    ).out
    assert not parse_position(braces.strip()).deck_ordered
    assert expected in run("show", game_file, "--turn", str(turn)).out
    assert expected in run("show", f"{write_link(GAME)}#{turn}").out


def test_a_link_that_points_at_a_turn_is_checked_from_there(game_file: str) -> None:
    asked = ("--json", "--info", "open", "--objective", "expected")
    link = f"{write_link(GAME)}#{LAST}"
    for more, turn in (((), LAST), (("--from-turn", str(LAST - 1)), LAST - 1)):
        found = json.loads(run("check", link, *asked, *more).out)
        assert next(each["turn"] for each in found["turns"]) == turn
        same = run("check", game_file, *asked, "--from-turn", str(turn))
        assert found["turns"] == json.loads(same.out)["turns"]


def test_convert_drops_no_turn_of_a_link_in_silence() -> None:
    link = f"{write_link(GAME)}#{LAST}"
    assert run("convert", link, "--to", "link", "--lossy").out.strip() == link
    done = run("convert", link, "--to", "json")
    assert (done.status, done.out) == (2, "")
    assert "the turn that a link points at" in done.err
    done = run("convert", link, "--to", "json", "--lossy")
    assert done.status == 0
    assert "actions" in json.loads(done.out)


def test_show_without_a_turn_shows_the_deal(game_file: str) -> None:
    assert format_position(replay(GAME).at(1)) in run("show", game_file).out


def test_solve_takes_a_game(game_file: str) -> None:
    done = run("solve", game_file, "--turn", str(LAST), "--json", "--objective", "expected")
    assert json.loads(done.out)["position"] == format_position(replay(GAME).at(LAST))


def test_convert_makes_positions_canonical() -> None:
    done = run("convert", CHANCE.upper().replace("{R5B1}", "{B1R5}"), "--to", "position")
    assert done.out.strip() == CHANCE
