"""The scripts of docs/examples run, and say what is so."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

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
