"""Shows that a batch needs no more memory for a million rows than for some ten thousand.

    .venv/bin/python benches/many_rows.py [--rows 1_000_000] [--suffix .parquet] [--solve]

Repeats forty short games of random moves, runs a batch on them and looks at its memory as it
goes: reading, the journal, the summary, both tables. A game met again is not solved again,
which would take hours, unless `--solve` is given: then the workers' memory is looked at too.
Fails where the peak of the last half of the run exceeds that of the first tenth by more than
`SLACK` and the eight bytes that a batch keeps of each game.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

sys.path.append(str(Path(__file__).parents[1] / "tests"))

from games import played
from hanabi_solver import batches
from hanabi_solver.archive import write_export
from hanabi_solver.batches import Settings, pool
from hanabi_solver.batches.work import work

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hanabi_solver.batches.pool import Task

GAMES = 40
ROWS = 22
"""Rows that one of the games gives, in both tables together, or a little more."""
SLACK = 48_000_000
"""Bytes: a row group of Parquet of each table is in memory, and what writes it."""
A_GAME = 8
EVERY = 0.25


class Sample(NamedTuple):
    """Bytes resident in memory at a time."""

    games: int
    batch: int
    workers: int


def resident(pid: int) -> int:
    """Bytes of a process that are its own; 0 if there is none."""
    try:
        rows = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    except (FileNotFoundError, ProcessLookupError):
        return 0
    fields = dict(row.split(":", 1) for row in rows)
    return int(fields.get("RssAnon", "0 kB").split()[0]) * 1024


def children(pid: int) -> list[int]:
    """The processes that a process has begun."""
    try:
        return list(map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split()))
    except (FileNotFoundError, ProcessLookupError):
        return []


def watch(inner: subprocess.Popen[bytes], journal: Path) -> list[Sample]:
    """Samples until the batch ends."""
    samples = []
    games = place = 0
    while inner.poll() is None:
        if journal.exists():
            with journal.open("rb") as file:
                file.seek(place)
                new = file.read()
            place += len(new)
            games += new.count(b"\n")
        workers = max(map(resident, children(inner.pid)), default=0)
        samples.append(Sample(games, resident(inner.pid), workers))
        time.sleep(EVERY)
    return samples


def run_batch(source: str, out: str, solve: bool) -> None:
    """The batch itself, in a process of its own. Prints its summary."""
    if not solve:
        pool.local = remembered
    settings = Settings(("open",), ("guaranteed", "expected", "win"), from_deck=1)
    summary = batches.run(batches.Batch((source,), Path(out), settings, workers=2))
    print(json.dumps(summary.record()))


def remembered(tasks: Iterable[Task], settings: Settings, _workers: int) -> Iterator[bytes]:
    """In the place of the workers: what a game comes to is remembered by its text."""
    outcomes: dict[str, tuple[bytes, ...]] = {}
    for found, number, key in tasks:
        if key not in outcomes:
            outcome = work(found, 0, key, settings)
            outcomes[key] = tuple(outcome.split(b'"number":0'))
        yield (b'"number":%d' % number).join(outcomes[key])


def main() -> int:
    """Run the batch; print its memory as it went."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--suffix", default=".parquet")
    parser.add_argument("--solve", action="store_true")
    parser.add_argument("--inner", nargs=2, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.inner:
        run_batch(*asked.inner, asked.solve)
        return 0
    texts = [write_export(played(seed, "3 Suits", 4 + seed % 2)) for seed in range(1, GAMES + 1)]
    with TemporaryDirectory(prefix="many-rows-") as folder:
        source, out = Path(folder) / "games.jsonl", Path(folder) / f"out{asked.suffix}"
        rounds = -(-asked.rows // (ROWS * GAMES))
        with source.open("wb") as file:
            for _ in range(rounds):
                file.writelines(text + b"\n" for text in texts)
        started = time.monotonic()
        solving = ["--solve"] if asked.solve else []
        inner = subprocess.Popen(
            [sys.executable, __file__, *solving, "--inner", str(source), str(out)],
            stdout=subprocess.PIPE,
        )
        samples = watch(inner, out.with_name(f"{out.name}.journal"))
        seconds = time.monotonic() - started
        assert inner.stdout is not None
        summary = json.loads(inner.stdout.read())
    games = summary["read"]
    rows = sum(row["games"] + row["turns"] for row in summary["by_players"])
    print(f"{games} games, {rows} rows, {seconds:.0f} s")
    print(f"{'games':>9}  {'batch':>7}  {'largest worker':>14}")
    for part in range(1, 11):
        share = [s for s in samples if games * (part - 1) <= 10 * s.games <= games * part]
        batch_peak = max((s.batch for s in share), default=0)
        worker_peak = max((s.workers for s in share), default=0)
        print(f"{games * part // 10:>9}  {batch_peak / 1e6:5.0f} MB  {worker_peak / 1e6:11.0f} MB")
    first = [s for s in samples if 10 * s.games <= games]
    last = [s for s in samples if 2 * s.games >= games]
    grown = max(s.batch for s in last) - max(s.batch for s in first)
    grown_workers = max(s.workers for s in last) - max(s.workers for s in first)
    print(f"grown: batch {grown / 1e6:.0f} MB, worker {grown_workers / 1e6:.0f} MB")
    constant = grown <= SLACK + A_GAME * games and grown_workers <= SLACK
    return 0 if inner.returncode == 0 and rows >= asked.rows and constant else 1


if __name__ == "__main__":
    sys.exit(main())
