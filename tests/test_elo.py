"""Team Elo: exact changes, the table of bots, ratings through time."""

from __future__ import annotations

import csv
import json
import random
import re
from decimal import ROUND_HALF_EVEN, Decimal, localcontext
from fractions import Fraction
from typing import TYPE_CHECKING

import hanabi_solver as hs
import pytest
from command import Done, run
from games import played
from hanabi_solver.archive import Action, Kind, replay, write_export
from hanabi_solver.elo.bots import EASY_BOT, TableError, scale
from hanabi_solver.errors import InputError, UnsupportedError
from hanabi_solver.variants.registry import VARIANTS

if TYPE_CHECKING:
    from pathlib import Path

TABLE = "variant,players,score,rating\n"


def in_decimals(team: list[int], bot: int, k: int) -> int:
    """The change by the formula, to 60 digits."""
    with localcontext() as context:
        context.prec = 60
        gap = bot - Fraction(sum(team), len(team))
        power = Decimal(10) ** (Decimal(gap.numerator) / gap.denominator / 400)
        change = k * (Decimal("0.5") - 1 / (1 + power))
        return int(change.to_integral_value(ROUND_HALF_EVEN))


def test_changes_are_those_of_the_formula() -> None:
    chooser = random.Random(1)
    for _ in range(1000):
        team = [chooser.randrange(3000) for _ in range(chooser.randint(2, 6))]
        bot, k = chooser.randrange(3000), chooser.choice([1, 2, 11, 20, 33, 40, 999])
        if (bot - Fraction(sum(team), len(team))) % 400:
            assert hs.elo_change(team, bot, k=k) == in_decimals(team, bot, k)


@pytest.mark.parametrize(
    ("gap", "k", "exactly", "change"),
    [
        (400, 11, Fraction(9, 2), 4),
        (400, 33, Fraction(27, 2), 14),
        (-400, 11, Fraction(-9, 2), -4),
        (-400, 33, Fraction(-27, 2), -14),
        (800, 101, Fraction(99, 2), 50),
        (-800, 101, Fraction(-99, 2), -50),
        (0, 1, Fraction(0), 0),
    ],
)
def test_a_half_goes_to_the_even_number(gap: int, k: int, exactly: Fraction, change: int) -> None:
    expected = 1 / (1 + Fraction(10) ** (gap // 400))
    assert k * (Fraction(1, 2) - expected) == exactly
    assert hs.elo_change([1500, 1700], 1600 + gap, k=k) == change


def test_a_hair_beside_a_half_is_no_half() -> None:
    # Six players: the mean is a sixth of a point off.
    team = [1300] * 6
    assert hs.elo_change([1299, *team[1:]], 1700, k=11) == 5
    assert hs.elo_change(team, 1700, k=11) == 4
    assert hs.elo_change([1301, *team[1:]], 1700, k=33) == 13
    assert hs.elo_change(team, 1700, k=33) == 14


def test_changes_are_even_handed_and_bounded() -> None:
    changes = [hs.elo_change([1500, 1500], 1500 + gap) for gap in range(-4000, 4001, 7)]
    assert changes == sorted(changes)
    assert (changes[0], changes[-1]) == (-10, 10)
    for gap in range(0, 2000, 13):
        down = hs.elo_change([1500, 1500], 1500 - gap)
        assert down == -hs.elo_change([1500, 1500], 1500 + gap)
        assert hs.elo_change([1500, 1500], 1500 - gap, maximum=True) == 0
        assert hs.elo_change([1500, 1500], 1500 + gap, maximum=True) == -down


@pytest.mark.parametrize(
    ("team", "k", "named"),
    [([], 20, "team is"), ([1500], 0, "k is 0"), ([10**6], 20, "team is 1000000")],
)
def test_no_team_and_no_factor(team: list[int], k: int, named: str) -> None:
    with pytest.raises(InputError, match=named):
        hs.elo_change(team, 1500, k=k)


def test_bots_by_cards_and_score() -> None:
    bots = hs.Bots("t", {("standard", 3, 18): 1200, ("rainbow", 2, 21): 1300})
    assert [bots.rating("standard", 3, score) for score in (0, 17, 18)] == [1000, 1000, 1200]
    assert [bots.rating("rainbow", 2, score) for score in (0, 20, 21)] == [1000, 1000, 1300]
    assert bots.rating("hanab-live:0", 3, 18) == 1200
    for missing in (("standard", 3, 19), ("standard", 4, 18), ("multicolour", 2, 21)):
        with pytest.raises(InputError, match="t has no bot for"):
            bots.rating(*missing)
    with pytest.raises(InputError, match="expected 0 to 25"):
        bots.rating("standard", 3, 26)


def test_only_50_and_60_cards_are_rated() -> None:
    cards = {name: 50 if name == "standard" else 60 for name in VARIANTS if name != "avalanche"}
    assert {name: scale(name).cards for name in cards} == cards
    assert {name: scale(name).maximum for name in cards} == {
        name: cards[name] // 2 for name in cards
    }
    for name in ("avalanche", "hanab-live:Black_(6_Suits)"):
        with pytest.raises(UnsupportedError, match="55 cards"):
            scale(name)
    with pytest.raises(UnsupportedError, match="40 cards"):
        scale("hanab-live:4_Suits")


@pytest.mark.parametrize(
    "content",
    [
        "variant,players,score,rating\nstandard,3,18,1200\n",
        "variant,players,score,rating\r\nstandard,3,18,1200\r\n",
        '\ufeffVariant, Players, Score, Rating\n\n"STANDARD", 03, 18 ,1200',
        "variant,players,score,rating\nstandard,3,17,1000\nhanab-live:no_variant,3,18,1200\n",
    ],
)
def test_good_tables(content: str, tmp_path: Path) -> None:
    path = tmp_path / "bots.csv"
    path.write_bytes(content.encode())
    assert hs.read_bots(path).rating("standard", 3, 18) == 1200


@pytest.mark.parametrize(
    ("content", "faults"),
    [
        ("", ["line 1: '' is not the heading; expected variant,players,score,rating"]),
        ("standard,3,18,1200\n", ["line 1: 'standard,3,18,1200' is not the heading"]),
        ("variant;players;score;rating\n", ["line 1: 'variant;players;score;rating' is not"]),
        (TABLE, ["line 1: no bot below the heading"]),
        (TABLE + "standard,3,18\n", ["line 2: 3 columns; expected 4"]),
        (TABLE + "standart,3,18,1\n", ["line 2, column 1 (variant): 'standart': unknown variant"]),
        (TABLE + "avalanche,3,21,1\n", ["column 1 (variant): 'avalanche': avalanche has 55 cards"]),
        (
            TABLE + "hanab-live:99999,1,3O,1e3\n",
            [
                "line 2, column 1 (variant): 'hanab-live:99999'",
                "line 2, column 2 (players): '1'; expected a whole number from 2 to 6",
                "line 2, column 3 (score): '3O'; expected a whole number from 0 to 30",
                "line 2, column 4 (rating): '1e3'; expected a whole number from 0 to 9999",
            ],
        ),
        (
            TABLE + "standard,3,26,1\n",
            ["column 3 (score): '26'; expected a whole number from 0 to"],
        ),
        (TABLE + "rainbow,3,31,1\n", ["'31'; expected a whole number from 0 to 30"]),
        (
            TABLE + "standard,3,17,1100\n",
            ["'1100' for 17 points; expected 1000, as always below 18"],
        ),
        (
            TABLE + "rainbow,3,20,1100\n",
            ["'1100' for 20 points; expected 1000, as always below 21"],
        ),
        (TABLE + "standard,3,18,-5\n", ["column 4 (rating): '-5'"]),
        (TABLE + "standard,3,18,1٣\n", ["column 4 (rating)"]),
        (
            TABLE + "standard,3,18,1200\n\nhanab-live:0,3,18,1300\n",
            ["line 4: the same variant, players and score as in line 2; expected each once"],
        ),
        (TABLE + 'standard,3,18,"1200\n', ["line 2: unexpected end of data; expected comma"]),
    ],
)
def test_bad_tables(content: str, faults: list[str], tmp_path: Path) -> None:
    path = tmp_path / "bots.csv"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(TableError) as caught:
        hs.read_bots(path)
    assert len(caught.value.faults) == len(faults)
    for fault, start in zip(caught.value.faults, faults, strict=True):
        assert fault.startswith(f"{path}, line ")
        assert start in fault
        assert "; expected " in fault
    done = run("elo", "--bots", str(path), "--team", "1500,1500", "--score", "3")
    assert (done.status, done.out) == (2, "")
    assert done.err.splitlines() == [f"Error: {fault}" for fault in caught.value.faults]


def test_unreadable_tables(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="No such file"):
        hs.read_bots(tmp_path / "none.csv")
    (tmp_path / "latin.csv").write_bytes(TABLE.encode() + b"standard,3,18,\xe9\n")
    with pytest.raises(TableError, match="byte 44 is no UTF-8"):
        hs.read_bots(tmp_path / "latin.csv")


@pytest.fixture
def table(tmp_path: Path) -> str:
    path = tmp_path / "bots.csv"
    path.write_text(TABLE + "standard,2,25,1900\nhanab-live:1,2,22,1650\n")
    return str(path)


def test_one_game_on_the_command_line(table: str) -> None:
    def asked(*arguments: str) -> Done:
        return run("elo", "--bots", table, *arguments)

    shown = asked("--team", "1300,1300", "--score", "25").out
    assert "1900" in shown
    assert "+9" in shown
    assert "1309 1309" in shown
    lost = asked("--team", "1300,1300", "--score", "3", "--k-factor", "40", "--json")
    assert json.loads(lost.out) == {
        "variant": "standard",
        "players": 2,
        "score": 3,
        "bot": 1000,
        "change": -14,
        "before": [1300, 1300],
        "after": [1286, 1286],
    }
    assert "+0" in asked("--team", "2400,2400", "--score", "25").out
    for refused in (
        ["--team", "1300,1300", "--score", "24"],
        ["--team", "1300,1300", "--score", "26"],
        ["--team", "1300,1300", "--score", "3", "--variant", "avalanche"],
        ["--team", "1300", "--score", "3"],
        ["--team", "1300,1300"],
        ["--team", "1300,1300", "--score", "3", "games.jsonl"],
        ["--variant", "standard", "games.jsonl"],
        ["--team", "1300,1300", "--score", "3", "--first-rating", "1500"],
        ["nowhere.jsonl"],
        [],
    ):
        done = asked(*refused)
        assert (done.status, done.out) == (2, ""), refused
        assert done.err


def test_a_ladder_goes_on_from_game_to_game() -> None:
    bots = hs.Bots("t", {("standard", 2, 25): 900, ("standard", 3, 18): 1500})
    ladder = hs.Ladder(bots, first=1500)
    # The mean is 1500 each time, E = 1/2 against 1500.
    assert ladder.play(["A", "B", "C"], "standard", 18).change == 0
    # Better than the bot by 600 points, and yet nothing is lost.
    assert ladder.play(["A", "B"], "standard", 25).change == 0
    # 500 points above: E = 0.9468, 20 * -0.4468 = -8.9
    assert ladder.play(["A", "B"], "standard", 17).after == (1491, 1491)
    for names, variant, score, reason in (
        (["A", "B", "C", "D"], "standard", 18, "bot"),
        (["A", "C"], "avalanche", 30, "variant"),
        (["A", "C"], "standard", None, "unfinished"),
    ):
        unrated = ladder.play(names, variant, score)
        assert unrated.change is None
        assert unrated.reason == reason
        assert unrated.before == unrated.after
    assert ladder.ratings == {"A": 1491, "B": 1491, "C": 1500}


@pytest.fixture
def games(tmp_path: Path) -> str:
    """Games of two and three players; one stops early, one cannot be read."""
    found = [played(seed, players=2 + seed % 2) for seed in range(1, 6)]
    found.append(played(6, players=2, most=3))
    found.append(played(7, "6 Suits", 2))
    found.append(played(8, "Black (6 Suits)", 2))
    texts = [write_export(game) for game in found]
    texts.insert(2, b'{"players":["P1","P2"],"deck":[],"actions":[]}')
    (tmp_path / "games.jsonl").write_bytes(b"\n".join(texts) + b"\n")
    return str(tmp_path / "games.jsonl")


def test_games_are_rated_in_their_order(table: str, games: str) -> None:
    done = run("elo", "--bots", table, games, "--json", "--k-factor", "50")
    assert done.status == 0
    assert "line 3" in done.err
    rows = [json.loads(line) for line in done.out.splitlines()]
    assert [row["number"] for row in rows] == [1, 2, 4, 5, 6, 7, 8, 9]
    ratings: dict[str, int] = {}
    for row in rows:
        before = [ratings.get(name, 1300) for name in row["names"]]
        assert row["before"] == before
        if row["reason"] is None:
            # One of the random games got 22 points in six suits, the others too few for the table.
            assert row["bot"] == (1650 if row["score"] == 22 else EASY_BOT)
            assert row["change"] == hs.elo_change(before, row["bot"], k=50)
            before = [rating + row["change"] for rating in before]
        assert row["after"] == before
        ratings.update(zip(row["names"], before, strict=True))
    assert [row["number"] for row in rows if row["reason"]] == [7, 9]
    assert (rows[-2]["variant"], rows[-2]["bot"]) == ("hanab-live:1", 1650)
    shown = run("elo", "--bots", table, games, "--k-factor", "50").out
    for name in ("P1", "P2", "P3"):
        assert f"{name} {ratings[name]}" in shown
        assert re.search(rf"^{name} +{ratings[name]}$", shown, re.MULTILINE)


def test_a_batch_has_the_same_ratings(table: str, games: str, tmp_path: Path) -> None:
    limits = ("--from-deck", "0", "--time-limit", "0.1", "--info", "open", "--objective", "win")
    listed = run("elo", "--bots", table, games, "--json").out.splitlines()
    wanted = {
        row["number"]: (row["names"], row["bot"], row["change"], row["after"])
        for row in map(json.loads, listed)
    }
    for workers in ("1", "2"):
        out = tmp_path / f"{workers}.csv"
        options = ("--out", str(out), "--workers", workers, "--bots", table)
        assert run("batch", games, *options, *limits).status == 0
        with out.open(newline="") as file:
            rows = {int(row["number"]): row for row in csv.DictReader(file)}
        assert rows.pop(3)["elo"] == ""
        found = {
            number: (
                row["names"].split(", "),
                int(row["bot"]) if row["bot"] else None,
                int(row["elo_change"]) if row["elo_change"] else None,
                [int(rating) for rating in row["elo"].split()],
            )
            for number, row in rows.items()
        }
        assert found == wanted


def test_without_bots_a_batch_has_no_ratings(games: str, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    assert run("batch", games, "--out", str(out), "--k-factor", "40").status == 2
    run("batch", games, "--out", str(out), "--from-deck", "0", "--time-limit", "0.1")
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    assert {(row["bot"], row["elo_change"], row["elo"]) for row in rows} == {(None, None, None)}


def test_a_game_ended_by_decision_is_not_rated() -> None:
    from dataclasses import replace

    from hanabi_solver.elo.ladder import played as counted

    game = played(6, players=2, most=3)
    ended = replace(game, actions=(*game.actions, Action(Kind.END, 0, 4)))
    assert counted(replay(ended)).score is None
    whole = replay(played(1, players=2))
    assert counted(whole) == (("P1", "P2"), "standard", whole.site_score)
