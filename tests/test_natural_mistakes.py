"""Natural mistakes on the command line: what to do instead is said, before any work."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from typing import TYPE_CHECKING

import pytest
from batches import games_file
from command import PROGRAM, run
from games import played
from hanabi_solver import Clue, play
from hanabi_solver.archive import write_export
from hanabi_solver.errors import InputError
from hanabi_solver.reference.policy import main as play_policy
from hanabi_solver.system.paths import check_writable

if TYPE_CHECKING:
    from pathlib import Path

CHANCE = "r3y4g5b5w4 >r4y1/y5w5 {r5b1}"
BLIND = "r4y4 >y5<y1y5>y1<y1y5>/r5<r1r5>r1<r1r5> {} c0"


@pytest.fixture
def game_file(tmp_path: Path) -> str:
    path = tmp_path / "game.json"
    path.write_bytes(write_export(played(3)))
    return str(path)


@pytest.mark.parametrize("command", ["check", "solve", "show"])
@pytest.mark.parametrize(
    "address", ["https://hanab.live/replay/1234#5", "hanab.live/replay/1234", "https://hanab.live"]
)
def test_the_address_of_a_page_says_what_to_export(command: str, address: str) -> None:
    done = run(command, address)
    assert done.status == 2
    assert "https://hanab.live/export/" in done.err
    assert ("1234" in address) == ("export/1234 " in done.err)
    assert len(done.err.splitlines()) == 1


@pytest.mark.parametrize("command", [[], ["solve"], ["check"], ["batch"], ["elo", "rate"]])
def test_h_is_help(command: list[str]) -> None:
    asked = run(*command[:1], "-h")
    assert (asked.status, asked.out) == (0, run(*command[:1], "--help").out)


def test_a_command_like_the_one_written_is_told() -> None:
    assert "Did you mean 'solve'?" in run("solv", CHANCE).err
    assert "Did you mean" not in run("xyzzy").err


def test_line_goes_with_check() -> None:
    done = run("solve", CHANCE, "--line", "p1")
    assert done.status == 2
    assert "--line goes with the command check" in done.err
    assert "command check" not in run("solve", CHANCE, "--lines", "p1").err


@pytest.mark.parametrize("command", ["check", "solve", "show"])
def test_of_a_file_of_positions_the_option_is_told(command: str, tmp_path: Path) -> None:
    path = tmp_path / "positions.txt"
    path.write_text(f"# mine\n\n{CHANCE}\n", encoding="utf-8")
    done = run(command, str(path))
    assert done.status == 2
    assert "--file" in done.err
    assert run("solve", "--file", str(path), "--no-moves").status == 0


def test_moves_have_blanks_between_them() -> None:
    for moves in ("p1+r5, p1", "p1+r5,p1", "clue , p2"):
        done = run("check", CHANCE, "--line", moves)
        assert done.status == 2
        assert "a comma; expected moves with blanks between them" in done.err


def test_check_offers_what_it_takes() -> None:
    choices = run("check", "--help").out.split("--info")[1].split("]")[0]
    assert choices.strip().startswith("[perfect|open|seat|hidden|all")


def test_what_cannot_be_written_is_refused_before_the_work(game_file: str, tmp_path: Path) -> None:
    """In the same words for every file, without the number of the system's error."""
    nowhere = tmp_path / "none" / "file"
    for place in (f"{nowhere}.csv", str(tmp_path), f"{game_file}/x.csv"):
        for arguments in (
            ["batch", game_file, "--out", place],
            ["check", game_file, "--html", place],
            ["solve", BLIND, "--info", "hidden", "--objective", "win", "--policy", place],
        ):
            done = run(*arguments)
            assert done.status == 2
            assert done.out == ""
            assert f"{place} cannot be written: " in done.err
            assert "Errno" not in done.err
            assert "goes on" not in done.err
    check_writable(tmp_path / "new.csv")
    with pytest.raises(InputError, match=r"the folder .*none does not exist"):
        check_writable(nowhere)


def test_a_file_that_is_not_there_is_told_without_a_number(tmp_path: Path) -> None:
    done = run("solve", "--file", str(tmp_path / "none.txt"))
    assert done.status == 2
    assert done.err == f"Error: {tmp_path}/none.txt: No such file or directory\n"


def test_a_policy_file_that_is_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = tmp_path / "good.json"
    run("solve", BLIND, "--info", "hidden", "--objective", "win", "--policy", str(good))
    assert play_policy([str(good)]) == 0
    assert capsys.readouterr().err == ""
    record = json.loads(good.read_text(encoding="utf-8"))
    large = tmp_path / "large.json"
    large.write_text(json.dumps({**record, "worlds": 10_000}), encoding="utf-8")
    assert play_policy([str(large)]) == 0
    assert "10000 worlds, each to be played" in capsys.readouterr().err
    bad: list[object] = [{}, [], 5, None, {**record, "nodes": [5]}, {**record, "nodes": [{}]}]
    bad += [{**record, "position": "r4"}, {**record, "value": "1/0"}, {**record, "value": "x"}]
    bad += [{**record, "objective": "most"}, {**record, "target": None}]
    bad += [{name: value for name, value in record.items() if name != gone} for gone in record]
    texts = ["", "{", "\x00", "[" * 100_000, *map(json.dumps, bad)]
    for text in texts:
        path = tmp_path / "bad.json"
        path.write_text(text, encoding="utf-8")
        told = play_policy([str(path)])
        lines = capsys.readouterr().err.splitlines()
        if told != 0:
            assert told == 2, text[:80]
            assert lines[-1].startswith(f"Error: {path}: "), text[:80]
    assert play_policy([str(tmp_path / "none.json")]) == 2
    assert "No such file" in capsys.readouterr().err


@pytest.mark.parametrize("wait", [0.0, 0.1, 0.3, 0.6])
def test_ctrl_c_of_the_terminal_while_workers_begin(wait: float, tmp_path: Path) -> None:
    """It reaches the workers too, as they are in the same group, before they can ignore it."""
    games = games_file(tmp_path / "games.jsonl", 40)
    with subprocess.Popen(
        [*PROGRAM, "batch", str(games), "--out", str(tmp_path / "out.csv"), "--workers", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        # The workers begin right after it.
        while not (tmp_path / "out.csv.journal").exists() and process.poll() is None:
            time.sleep(0.01)
        time.sleep(wait)
        os.killpg(process.pid, signal.SIGINT)
        _out, errors = process.communicate(timeout=60)
    assert "Traceback" not in errors
    assert process.returncode in (130, 0)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([CHANCE, "objective", "win"], "was --objective meant?"),
        ([CHANCE, "win"], "was --objective win meant?"),
        (["banana", CHANCE], "'banana' is no position"),
        (CHANCE.split(), "these are 3 arguments; a position is one and must be quoted"),
        ([CHANCE.split()[0], *CHANCE.split()[2:], "c1"], "these are 3 arguments"),
    ],
)
@pytest.mark.parametrize("command", ["solve", "show"])
def test_misplaced_arguments_are_one_error(command: str, arguments: list[str], told: str) -> None:
    done = run(command, *arguments)
    assert (done.status, done.out) == (2, "")
    assert len(done.err.splitlines()) == 1
    if command == "solve":
        assert told in done.err


def test_a_link_under_another_address_is_no_export() -> None:
    done = run("check", "https://hanab.live/shared-replay/415ifirpxq,03td,0")
    assert done.status == 2
    assert "shared-replay-json" in done.err
    assert "export" not in done.err


@pytest.mark.parametrize(
    ("line", "tokens", "reason"),
    [
        ("c2w", 1, "a clue touches a card"),
        ("c2r", 0, "a clue costs a token"),
        ("d1", 8, "no discard at 8 clue tokens"),
    ],
)
def test_an_illegal_move_says_why(line: str, tokens: int, reason: str) -> None:
    position = f"r3y4g5b5w4 >r4y1/y5r1 {{r5b1}} c{tokens}"
    done = run("check", position, "--line", line)
    assert done.status == 2
    assert f"({reason})" in done.err
    drawn = "r5" if line == "d1" else None
    with pytest.raises(InputError, match=reason):
        play(position, line, drawn)


def test_moves_from_objects_say_why_they_are_illegal() -> None:
    for move, reason in (
        (Clue(9, "r"), "seat of a player"),
        (Clue(1, "r"), "no clue to oneself"),
        (Clue(2, "q"), "clues of the variant"),
    ):
        with pytest.raises(InputError, match=reason):
            play(f"{CHANCE} c1", move)


def test_a_wrong_number_of_cards_is_told_beside_the_right_one() -> None:
    done = run("solve", "r3y4g5b3w5 >r4g1y1b1w3/b4b5w1w2g2 2 c1 discard=r1")
    assert "'2': not the number of cards left over; expected 19" in done.err


def test_what_usage_errors_quote_is_made_visible() -> None:
    for arguments in (["check", "a\x1b]0;x\x07,b,c"], ["solve", "--no\x1b[31m"]):
        done = run(*arguments)
        assert done.status == 2
        assert "\\x1b" in done.err
        assert "\x1b" not in done.err


def test_a_variation_from_the_seat_says_that_each_turn_is_afresh() -> None:
    afresh = "Each turn from the seat of its own player"
    assert afresh in run("solve", CHANCE, "--info", "seat", "--pv").out
    assert afresh not in run("solve", CHANCE, "--pv").out


def test_a_hidden_hand_is_told_by_its_slots() -> None:
    text = run("solve", BLIND, "--info", "hidden", "--objective", "win").out
    table = text.partition("hidden hands:")[2]
    assert "play slot 1" in table
    assert "play y" not in table
    assert "discard y" not in table
    assert "here: in the worlds that look like this" in table
