"""The rule book's verdicts on final scores."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import hanabi_solver as hs
import pytest
from command import run
from games import played
from hanabi_solver.archive import replay, write_export
from hanabi_solver.game.ratings import BY_NAME
from hanabi_solver.texts import text

if TYPE_CHECKING:
    from pathlib import Path

SURE = "r5y5g5b5w4 >w5/r1 {r1}"


def band(score: int, maximum: int) -> str | None:
    found = hs.rating(score, maximum)
    return None if found is None else found.band


def test_every_score_has_its_band() -> None:
    edges = {0: "0-5", 6: "6-10", 11: "11-15", 16: "16-20", 21: "21-24"}
    for maximum, top in ((25, {25: "25"}), (30, {25: "25-29", 30: "30"})):
        expected = edges | top
        for score in range(maximum + 1):
            lowest = max(each for each in expected if each <= score)
            assert band(score, maximum) == expected[lowest]


@pytest.mark.parametrize("maximum", [5, 10, 15, 20, 35])
def test_other_games_have_no_verdict(maximum: int) -> None:
    assert {hs.rating(score, maximum) for score in range(maximum + 1)} == {None}


@pytest.mark.parametrize(("score", "maximum"), [(-1, 25), (26, 25), (31, 30), (1, 0)])
def test_no_score_is_refused(score: int, maximum: int) -> None:
    with pytest.raises(hs.InputError, match=f"score is {score}"):
        hs.rating(score, maximum)


def test_every_language_has_seven_verdicts_of_its_own() -> None:
    words = set()
    for language in text.LANGUAGES:
        text.use_language(language)
        words |= {str(each) for each in BY_NAME.values()}
    text.use_language("en")
    # A perfect 25 and 25 to 29 points of 30 are praised alike.
    assert len(BY_NAME) == 8
    assert len(words) == 7 * len(text.LANGUAGES)


@pytest.mark.parametrize(
    ("position", "options", "said"),
    [
        (SURE, [], ("At least 25 of 25.", 25, 25)),
        (SURE, ["--objective", "win"], ("At least 25 of 25.", 25, 25)),
        ("r4y3g5b5w4 >r1/y1 {r1}", [], ("At least 21 of 25.", 21, 25)),
        ("r5y5g5b5w4k5 >w1/r1 {r1} variant=black-powder", [], ("At least 29 of 30.", 29, 30)),
        ("r4y4 >r5y5/y1 {r1}", [], None),
    ],
)
def test_solve_says_it(
    position: str, options: list[str], said: tuple[str, int, int] | None
) -> None:
    lines = run("solve", *options, position).out.splitlines()
    found = [each for each in lines if each.startswith("At ")]
    if said is None:
        assert not found
    else:
        start, score, maximum = said
        assert found == [f"{start} {hs.rating(score, maximum)}"]


def test_no_verdict_of_a_score_that_is_not_sure() -> None:
    chance = "r3y4g5b3w5 >r4g1y1b1w3/b4b5w1w2g2 {r5y5b2} c1"
    assert "At best 25 of 25.\n" in run("solve", chance, "--objective", "win").out
    assert "On average 24.67 of 25.\n" in run("solve", chance, "--objective", "expected").out


def test_solve_speaks_the_language_and_json_has_no_verdict() -> None:
    assert "Mindestens 25 von 25." in run("--lang", "de", "solve", SURE).out
    run("--lang", "en", "show", SURE)
    assert "rating" not in json.loads(run("solve", "--json", SURE).out)


def test_check_says_it() -> None:
    done = run("check", SURE, "--line", "p1")
    assert done.out.splitlines()[-1] == f"25 of 25 points. {hs.rating(25, 25)}"
    # A line that stops early has no final score.
    assert "of 25 points" not in run("check", SURE, "--line", "d1+r1").out


def test_batch_counts_them(tmp_path: Path) -> None:
    games = [played(seed) for seed in range(1, 7)]
    games.append(played(7, most=3))
    source, out = tmp_path / "games.jsonl", tmp_path / "out.jsonl"
    source.write_bytes(b"\n".join(map(write_export, games)))
    done = run("batch", str(source), "--out", str(out), "--from-deck", "0", "--time-limit", "0.1")
    expected = [band(replay(game).site_score, 25) for game in games[:6]] + [None]
    rows = {row["number"]: row["rating"] for row in map(json.loads, out.read_text().splitlines())}
    assert list(rows.values()) == expected
    shown = re.findall(r"^ *(\d+(?:-\d+)?)  (\S.*\.) +(\d+)$", done.out, re.MULTILINE)
    assert {(name, words) for name, words, _ in shown} == {
        (name, str(BY_NAME[name])) for name in expected if name
    }
    assert sum(int(count) for *_, count in shown) == 6
