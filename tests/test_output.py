"""What is printed and written: nothing from a file acts on a terminal, a page or a spreadsheet, and
readers that go away or disks that are full end no run in disorder.
"""

from __future__ import annotations

import csv
import json
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from batches import LITTLE
from command import PROGRAM, run
from games import played
from hanabi_solver.archive import write_export
from hanabi_solver.batches import Batch
from hanabi_solver.batches import run as run_batch
from hanabi_solver.errors import GameError, shown, visible
from hanabi_solver.system.memory import free_memory

POSITION = "r4y4 >r5y5/y1 {r1}"
EVIL = ("\x1b]0;mine\x07", "\x9b31m\x7f", "\u202eevil\u2066")
FULL = Path("/dev/full")


def evil_game(path: Path) -> Path:
    names = tuple(f"{name}\n<b>" for name in EVIL)
    path.write_bytes(write_export(replace(played(3), players=names, more={"id": EVIL[0]})))
    return path


def acts(text: str) -> bool:
    """Whether something in a text is more than letters and lines."""
    return not text.replace("\n", "").isprintable()


def test_names_are_shown_letter_by_letter(tmp_path: Path) -> None:
    game = evil_game(tmp_path / "game.json")
    page = tmp_path / "page.html"
    asked = ("check", str(game), "--from-deck", "0")
    for done in (run(*asked, "--html", str(page)), run(*asked, "--json")):
        assert done.status == 0
        assert not acts(done.out + done.err)
    assert not acts(page.read_text())
    assert "\\x1b]0;mine\\x07" in page.read_text()
    bots = tmp_path / "bots.csv"
    bots.write_text("variant,players,score,rating\nstandard,3,0,1000\n")
    for more in ((), ("--json",)):
        done = run("elo", str(game), "--bots", str(bots), *more)
        assert done.status == 0
        assert not acts(done.out + done.err)
    assert json.loads(done.out)["names"] == [f"{name}\n<b>" for name in EVIL]
    done = run("convert", str(game), "--to", "json")
    assert not acts(done.out)
    assert json.loads(done.out)["players"] == [f"{name}\n<b>" for name in EVIL]


def test_errors_quote_letter_by_letter(tmp_path: Path) -> None:
    text = json.dumps({"players": [], "actions": [{"type": 0, "target": 0, "\x1b[31m": 1}]})
    game = tmp_path / "\x1b[31mgame.json"
    game.write_text(text.replace("\\u001b", "\x9b"))
    assert not acts(str(GameError("rule", EVIL[0], source=EVIL[1], action=EVIL[2])))
    done = run("check", str(game))
    assert done.status == 2
    assert not acts(done.err)


def test_blanks_of_any_width_stay() -> None:
    assert visible("a\u3000b\xa0c é 日本") == "a\u3000b\xa0c é 日本"
    assert visible("a\tb\u200b") == "a\\tb\\u200b"
    assert shown("a\xa0b\u3000") == "a\\xa0b\\u3000"


def test_a_table_is_no_formula(tmp_path: Path) -> None:
    names = ("=1+1", "@SUM(A1)", "-2+3")
    source = tmp_path / "games.jsonl"
    games = [replace(played(3), players=(name, "B", "C"), more={"id": "\t=1"}) for name in names]
    source.write_bytes(b"\n".join(map(write_export, games)))
    run_batch(Batch((str(source),), tmp_path / "out.csv", LITTLE))
    with (tmp_path / "out.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["names"] for row in rows] == [f"'{name}, B, C" for name in names]
    assert [row["game"] for row in rows] == ["\\t=1"] * 3


@pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")
def test_streams_that_take_nothing() -> None:
    quiet = {"stdin": subprocess.DEVNULL}
    for arguments, status in (
        (("--help",), 2),
        (("solve", POSITION), 2),
        (("show", "nonsense here {}"), 2),
        (("no-command",), 2),
    ):
        command = [*PROGRAM, *arguments]
        with FULL.open("w") as full:
            done = subprocess.run(command, stdout=full, stderr=full, check=False, **quiet)
            assert done.returncode == status, arguments
            done = subprocess.run(
                command, stdout=full, stderr=subprocess.PIPE, text=True, check=False, **quiet
            )
            assert (done.returncode, "Traceback" in done.stderr) == (status, False)


def closed(*arguments: str) -> tuple[int, str]:
    """How a run ends whose output nobody reads, and what it complains of."""
    with subprocess.Popen(
        [*PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        return process.wait(), process.stderr.read()


def test_a_reader_that_goes_away(tmp_path: Path) -> None:
    for arguments in (("--help",), ("solve", "--help"), ("--version",), ("show", POSITION)):
        assert closed(*arguments) == (0, ""), arguments
    game = tmp_path / "game.json"
    game.write_bytes(write_export(played(3)))
    page = tmp_path / "page.html"
    asked = ("check", str(game), "--from-deck", "0", "--html", str(page))
    assert closed(*asked) == (0, "")
    assert page.read_text().endswith("</html>\n")
    policy = tmp_path / "policy.json"
    blind = "r4y4 >y5<y1y5>y1<y1y5>/r5<r1r5>r1<r1r5> {} c0"
    asked = ("solve", blind, "--info", "hidden", "--objective", "win", "--policy", str(policy))
    assert closed(*asked) == (0, "")
    assert json.loads(policy.read_text())
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "game.json",
        "page.html",
        "policy.json",
    ]


def test_of_many_messages_the_first_are_told_and_the_others_counted(tmp_path: Path) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_text("nonsense\n" * 500)
    bots = tmp_path / "bots.csv"
    bots.write_text("variant,players,score,rating\nstandard,3,0,1000\n")
    for arguments in (
        ("show", "--file", str(bad)),
        ("convert", str(bad), "--to", "link"),
        ("elo", str(bad), "--bots", str(bots)),
    ):
        done = run(*arguments)
        assert "and 400 more like these" in done.err
        assert len(done.err.splitlines()) < 1500
    bad.write_bytes(write_export(played(1)) + b"\n" + b"nonsense\n" * 500)
    done = run("batch", str(bad), "--out", str(tmp_path / "out.csv"), "--from-deck", "0")
    assert done.status == 0
    assert "and 400 more like these" in done.err


def test_memory_is_what_the_groups_of_the_process_leave(tmp_path: Path) -> None:
    def write(path: str, text: str) -> None:
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    write("proc/meminfo", "MemTotal: 9000000 kB\nMemAvailable:    5000000 kB\n")
    assert free_memory(tmp_path) == 5_120_000_000
    write("proc/self/cgroup", "3:cpu:/x\n0::/a/b\n")
    for group, most, high in (("", "", ""), ("a/", "400000000", "max"), ("a/b/", "max", "max")):
        if most:
            write(f"sys/fs/cgroup/{group}memory.max", f"{most}\n")
            write(f"sys/fs/cgroup/{group}memory.high", f"{high}\n")
        write(f"sys/fs/cgroup/{group}memory.current", "150000000\n")
        write(f"sys/fs/cgroup/{group}memory.stat", "anon 1\ninactive_file 50000000\n")
    assert free_memory(tmp_path) == 300_000_000
    write("sys/fs/cgroup/a/b/memory.high", "250000000")
    assert free_memory(tmp_path) == 150_000_000
    write("proc/self/cgroup", "4:memory:/docker/1\n0::/\n")
    write("sys/fs/cgroup/memory/memory.limit_in_bytes", "200000000\n")
    write("sys/fs/cgroup/memory/memory.usage_in_bytes", "120000000\n")
    write("sys/fs/cgroup/memory/memory.stat", "inactive_file 0\ntotal_inactive_file 20000000\n")
    assert free_memory(tmp_path) == 100_000_000
    write("sys/fs/cgroup/memory/docker/1/memory.limit_in_bytes", "9223372036854771712\n")
    assert free_memory(tmp_path) == 100_000_000
    write("sys/fs/cgroup/memory/memory.usage_in_bytes", "220000000\n")
    assert free_memory(tmp_path) == 0
