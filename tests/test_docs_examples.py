"""The scripts of docs/examples and the examples of docstrings run, and say what is so."""

from __future__ import annotations

import doctest
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import hanabi_solver as hs
import pytest
from shared import shared

EXAMPLES = Path(__file__).parents[1] / "docs" / "examples"


def run(script: str, *arguments: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, EXAMPLES / script, *arguments], capture_output=True, text=True, check=True
    )
    return done.stdout.splitlines()


def test_a_policy_plays_in_all_worlds() -> None:
    *worlds, last = run("policy_in_all_worlds.py")
    assert len(worlds) == 4
    assert last == "the policy wins 1/2; the search says 1/2"
    *_, last = run("policy_in_all_worlds.py", "r3y4 >r4<r4y5>y1/y5<r4y5>r5 {r1} c1")
    assert last == "the policy wins 2/3; the search says 2/3"


def test_the_regret_of_a_bot(tmp_path: Path) -> None:
    lines = (EXAMPLES / "endgames.txt").read_text().splitlines()
    assert len(lines) == 101
    few = tmp_path / "few.txt"
    few.write_text("\n".join(lines[:4]))
    counted, wins, regret = run("regret_of_a_bot.py", str(few), "60")
    assert counted == "3 endgames, 0 of them with bounds only"
    assert wins.startswith("the bot wins 0.")
    assert regret.startswith("its regret is ")


def test_an_agent_of_the_learning_environment() -> None:
    pytest.importorskip(
        "hanabi_learning_environment", reason="the Hanabi Learning Environment is not installed"
    )
    wins, more, loses = run("simple_agent_of_hle.py")
    assert wins == "the agent wins 1/240 (0.0042) of 1440 worlds"
    assert more == "the best players would win 191/240 (0.7958) more"
    assert loses.startswith("it gets 0 of a win in r3y4 >")


def test_my_last_games(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    picture = tmp_path / "losses.svg"
    *games, last = run("review_my_games.py", str(EXAMPLES / "games.txt"), str(picture))
    assert len(games) == 12
    worst = "most of it by p5 in turn 63; better: clue"
    assert f"2: Alice, Bob, 17 points: gave away 0.7000 points (exactly 7/10), {worst}" in games
    assert last == "12 games, on average 0.8756 points given away at the end of each"
    assert picture.read_bytes().startswith(b"<?xml")


def test_my_last_games_of_an_archive(tmp_path: Path) -> None:
    lines = shared("games", "ah2ac2_val3p.jsonl").read_text(encoding="utf-8").splitlines()
    few = tmp_path / "few.jsonl"
    few.write_text("\n".join([*lines[-4:], "{}"]), encoding="utf-8")
    bad, *games, last = run("review_my_games.py", str(few))
    assert bad.startswith(f"left out: {few} line 5: ")
    assert len(games) == 4
    assert last.startswith("4 games, on average ")


@pytest.mark.parametrize(
    "name",
    sorted(
        {getattr(hs, name).__module__ for name in hs.__all__ if callable(getattr(hs, name))}
        - {"typing"}
    ),
)
def test_examples_of_docstrings(name: str) -> None:
    found = doctest.testmod(import_module(name))
    assert found.failed == 0


def test_there_are_examples_in_docstrings() -> None:
    counts = [
        doctest.testmod(import_module(hs.__name__ + name)).attempted
        for name in (".games.check", ".games.game", ".agents.worlds")
    ]
    assert all(counts)
