"""Batches that are stopped: by kill, Ctrl-C, a full disk, or a worker's death. Nothing is lost."""

from __future__ import annotations

import gc
import json
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest
from batches import LITTLE, games_file, rows, tables
from command import PROGRAM, run
from games import played
from hanabi_solver.archive import Source, Text, write_export
from hanabi_solver.batches import Batch
from hanabi_solver.batches import run as run_batch
from hanabi_solver.batches.journal import Journal
from hanabi_solver.batches.summary import Summary
from hanabi_solver.batches.work import work


def start(source: Path, out: Path, *more: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [*PROGRAM, "batch", str(source), "--out", str(out), "--from-deck", "1", *more],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def finished(journal: Path) -> list[int]:
    """Numbers of the games that stand in a journal."""
    if not journal.exists():
        return []
    lines = journal.read_bytes().split(b"\n")[1:-1]
    return [json.loads(line.partition(b" ")[2])["number"] for line in lines]


def test_killed_again_and_again_nothing_is_lost_or_done_twice(tmp_path: Path) -> None:
    source = games_file(tmp_path / "games.jsonl", 30)
    whole = tmp_path / "whole.jsonl"
    assert start(source, whole, "--workers", "2").wait() == 0
    out = tmp_path / "out.jsonl"
    journal = tmp_path / "out.jsonl.journal"
    kills = 0
    before: list[int] = []
    while True:
        batch = start(source, out, "--workers", "2")
        # Killed as soon as there is news, or left to finish after three times.
        while batch.poll() is None and (kills == 3 or len(finished(journal)) < len(before) + 4):
            time.sleep(0.01)
        if batch.poll() is not None:
            break
        batch.send_signal(signal.SIGKILL)
        batch.wait()
        kills += 1
        now = finished(journal)
        assert now[: len(before)] == before
        assert len(set(now)) == len(now)
        before = now
    assert batch.returncode == 0
    assert kills == 3
    assert tables(out) == tables(whole)


def test_workers_end_with_their_parent(tmp_path: Path) -> None:
    source = games_file(tmp_path / "games.jsonl", 30)
    batch = start(source, tmp_path / "out.jsonl", "--workers", "2")
    children = Path(f"/proc/{batch.pid}/task/{batch.pid}/children")
    if not children.exists():
        pytest.skip("this system does not list the children of a process")
    while batch.poll() is None and not finished(tmp_path / "out.jsonl.journal"):
        time.sleep(0.01)
    workers = [int(pid) for pid in children.read_text().split()]
    assert len(workers) >= 2
    batch.send_signal(signal.SIGKILL)
    batch.wait()
    until = time.monotonic() + 30
    while any(map(alive, workers)):
        assert time.monotonic() < until, "workers outlive the batch"
        time.sleep(0.05)


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_ctrl_c_ends_with_130_and_goes_on(tmp_path: Path) -> None:
    source = games_file(tmp_path / "games.jsonl", 30)
    out = tmp_path / "out.jsonl"
    batch = start(source, out, "--workers", "1")
    while batch.poll() is None and not finished(tmp_path / "out.jsonl.journal"):
        time.sleep(0.01)
    batch.send_signal(signal.SIGINT)
    assert batch.wait() == 130
    assert not out.exists()
    again = run("batch", str(source), "--out", str(out), "--from-deck", "1", "--workers", "1")
    assert again.status == 0
    assert "already done" in again.err
    assert len({row["number"] for row in rows(tables(out)[0])}) == 31


def test_a_file_that_may_not_grow_stops_and_loses_nothing(tmp_path: Path) -> None:
    """What a full disk does, by a limit of the system: the last write is cut off."""
    source = games_file(tmp_path / "games.jsonl", 10)
    whole = tmp_path / "whole.jsonl"
    assert start(source, whole, "--workers", "1").wait() == 0
    out = tmp_path / "out.jsonl"
    journal = tmp_path / "out.jsonl.journal"
    resource = pytest.importorskip("resource", reason="this system has no limits of that kind")
    limit = 40_000
    batch = subprocess.run(
        [*PROGRAM, "batch", str(source), "--out", str(out), "--from-deck", "1", "--workers", "1"],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
        capture_output=True,
        check=False,
    )
    assert batch.returncode == 2
    assert b"continues from here" in batch.stderr
    assert not out.exists()
    assert journal.stat().st_size == limit
    assert not journal.read_bytes().endswith(b"\n")
    assert 0 < len(finished(journal)) < 11
    assert start(source, out, "--workers", "1").wait() == 0
    assert tables(out) == tables(whole)


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_a_full_disk_while_the_tables_are_written_leaves_the_journal(
    suffix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    if suffix == ".parquet":
        pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    source = games_file(tmp_path / "games.jsonl", 2)
    batch = Batch((str(source),), tmp_path / f"out{suffix}", LITTLE)

    def full(_summary: Summary, _rows: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Summary, "add", full)
    with pytest.raises(OSError, match="No space left"):
        run_batch(batch)
    gc.collect()
    assert capfd.readouterr().err == ""
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {"games.jsonl", f"out{suffix}.journal"}
    monkeypatch.undo()
    assert run_batch(batch).read == 2
    assert batch.out.exists()


def test_a_killed_worker_costs_no_game(tmp_path: Path) -> None:
    source = games_file(tmp_path / "games.jsonl", 30)
    whole = tmp_path / "whole.jsonl"
    assert start(source, whole, "--workers", "2").wait() == 0
    out = tmp_path / "out.jsonl"
    batch = start(source, out, "--workers", "2")
    children = Path(f"/proc/{batch.pid}/task/{batch.pid}/children")
    if not children.exists():
        batch.kill()
        pytest.skip("this system does not list the children of a process")
    killed: list[int] = []
    while batch.poll() is None:
        # Those of the pool, not the process that tracks what they share.
        workers = [pid for pid in map(int, children.read_text().split()) if is_worker(pid)]
        if workers and not killed and len(finished(tmp_path / "out.jsonl.journal")) > 3:
            os.kill(workers[-1], signal.SIGKILL)
            killed.append(workers[-1])
        time.sleep(0.05)
    assert batch.returncode == 0
    assert killed
    assert tables(out) == tables(whole)


def is_worker(pid: int) -> bool:
    try:
        return b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except FileNotFoundError:
        return False


def test_a_full_disk_stops_and_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = games_file(tmp_path / "games.jsonl", 4)
    batch = Batch((str(source),), tmp_path / "out.jsonl", LITTLE)
    add = Journal.add
    kept = []

    def full(journal: Journal, outcome: bytes) -> None:
        if len(kept) == 2:
            raise OSError(28, "No space left on device")
        kept.append(outcome)
        add(journal, outcome)

    monkeypatch.setattr(Journal, "add", full)
    with pytest.raises(OSError, match="No space left"):
        run_batch(batch)
    monkeypatch.undo()
    resumed: list[int] = []
    run_batch(batch, begun=resumed.append)
    assert resumed == [2]
    assert len({row["number"] for row in rows(tables(batch.out)[0])}) == 5


def test_a_game_that_kills_its_worker_counts_as_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The third game asks the workers' interpreters to end, by a hook in a site directory."""
    hook = tmp_path / "site"
    hook.mkdir()
    (hook / "sitecustomize.py").write_text(
        "import os, sys\n"
        "class Finder:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'hanabi_solver.batches.work': sys.meta_path.remove(self); patch()\n"
        "def patch():\n"
        "    import hanabi_solver.archive.files as files\n"
        "    read = files.read_text\n"
        "    def deadly(text, source):\n"
        "        if source.line == 3: os._exit(9)\n"
        "        return read(text, source)\n"
        "    files.read_text = deadly\n"
        "if 'spawn_main' in ' '.join(sys.orig_argv): sys.meta_path.insert(0, Finder())\n"
    )
    source = games_file(tmp_path / "games.jsonl", 5, bad=False)
    monkeypatch.setenv("PYTHONPATH", f"{hook}{os.pathsep}{os.environ.get('PYTHONPATH', '')}")
    batch = start(source, tmp_path / "out.jsonl", "--workers", "2")
    assert batch.wait() == 0
    found = rows(tables(tmp_path / "out.jsonl")[0])
    status = {row["number"]: (row["status"], row["reason"]) for row in found}
    solved = ("solved", None)
    assert status == {1: solved, 2: solved, 3: ("stopped", "worker died"), 4: solved, 5: solved}


@pytest.mark.parametrize(
    ("error", "status", "reason"),
    [
        (MemoryError(), "stopped", "memory"),
        (ZeroDivisionError("oh"), "refused", "an error in hanabi-solver itself"),
    ],
)
def test_what_goes_wrong_with_a_game_ends_no_batch(
    error: Exception, status: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def replay(*_arguments: object, **_named: object) -> None:
        raise error

    monkeypatch.setattr("hanabi_solver.batches.work.replay", replay)
    found = Text(Source("f.jsonl", 7), write_export(played(1)).decode())
    [row] = json.loads(work(found, 3, "k", LITTLE))["games"]
    assert (row["number"], row["file"], row["line"]) == (3, "f.jsonl", 7)
    assert (row["status"], row["reason"]) == (status, reason)
