"""Journals that were changed, inputs that have changed, and files that lie in the way."""

from __future__ import annotations

import json
import os
import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from batches import LITTLE, games_file, rows, tables
from hanabi_solver.batches import Batch
from hanabi_solver.batches import run as run_batch
from hanabi_solver.batches.journal import Journal, key_of
from hanabi_solver.batches.summary import Summary
from hanabi_solver.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Batch:
    """A batch of seven games that was stopped before its tables were written."""
    source = games_file(tmp_path / "games.jsonl", 6)
    batch = Batch((str(source),), tmp_path / "out.jsonl", LITTLE)

    def stop(*_arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Summary, "add", stop)
    with pytest.raises(KeyboardInterrupt):
        run_batch(batch)
    monkeypatch.undo()
    return batch


def right(batch: Batch) -> tuple[bytes, bytes]:
    """The tables without a journal."""
    again = replace(batch, out=batch.out.with_name("again.jsonl"), restart=True)
    run_batch(again)
    return tables(again.out)


def test_games_that_are_gone_are_in_no_table(stopped: Batch, tmp_path: Path) -> None:
    source = tmp_path / "games.jsonl"
    lines = source.read_bytes().splitlines(keepends=True)
    for kept in (lines[:4], lines[1:4], [b"# a comment\n", *lines[1:4]], lines[3:0:-1]):
        source.write_bytes(b"".join(kept))
        again = replace(stopped, out=tmp_path / "copy.jsonl")
        again.journal.write_bytes(stopped.journal.read_bytes())
        run_batch(replace(again, restart=False))
        assert tables(again.out) == right(stopped)
        for name in ("copy.jsonl", "copy.turns.jsonl"):
            (tmp_path / name).unlink()


def test_a_file_under_another_name_has_that_in_its_rows(stopped: Batch, tmp_path: Path) -> None:
    other = (tmp_path / "games.jsonl").rename(tmp_path / "other.jsonl")
    batch = replace(stopped, paths=(str(other),))
    run_batch(batch)
    assert {row["file"] for row in rows(tables(batch.out)[0])} == {str(other)}


def test_a_journal_changed_anywhere_changes_no_table(stopped: Batch) -> None:
    expected = right(stopped)
    sound = stopped.journal.read_bytes()
    chance = random.Random(1)
    first = sound.index(b"\n") + 1
    for _ in range(6):
        data = bytearray(sound)
        place = chance.randrange(first, len(data))
        kind = chance.randrange(3)
        if kind == 0:
            data[place] ^= 1 << chance.randrange(7)
        elif kind == 1:
            del data[place : place + chance.randrange(1, 2000)]
        else:
            data[place:place] = chance.randbytes(20)
        stopped.journal.write_bytes(data)
        run_batch(stopped)
        assert tables(stopped.out) == expected
        for path in (stopped.out, stopped.out.with_name("out.turns.jsonl")):
            path.unlink()


@pytest.mark.parametrize("number", [0, -1, 2_000_000_000, 8])
def test_a_line_with_a_number_that_is_none_of_a_game_does_not_count(
    number: int, stopped: Batch
) -> None:
    expected = right(stopped)
    line = json.dumps({"number": number, "key": "k", "games": [], "turns": []}).encode()
    with stopped.journal.open("ab") as file:
        file.write(key_of(line).encode() + b" " + line + b"\n")
    run_batch(stopped)
    assert tables(stopped.out) == expected


def test_restart_leaves_a_running_batch_its_journal(stopped: Batch) -> None:
    before = stopped.journal.read_bytes()
    heading = json.loads(before.split(b"\n", 1)[0])
    with Journal(stopped.journal, heading) as running:
        with pytest.raises(InputError, match="another batch is writing"):
            run_batch(replace(stopped, restart=True))
        assert running.resumed == 7
    assert stopped.journal.read_bytes() == before


@pytest.mark.parametrize("restart", [False, True])
def test_what_is_no_journal_is_left_alone(restart: bool, tmp_path: Path) -> None:
    source = games_file(tmp_path / "games.jsonl", 1)
    batch = Batch((str(source),), tmp_path / "out.jsonl", LITTLE, restart=restart)
    for text in ("my diary", "my diary\nsecond line\n"):
        batch.journal.write_text(text)
        with pytest.raises(InputError, match="is no journal"):
            run_batch(batch)
        assert batch.journal.read_text() == text
    diary = batch.journal.rename(tmp_path / "diary")
    batch.journal.symlink_to(diary)
    with pytest.raises(InputError, match="is no journal"):
        run_batch(batch)
    assert diary.read_text() == text


def test_links_in_the_place_of_half_written_files_are_not_followed(tmp_path: Path) -> None:
    source = games_file(tmp_path / "games.jsonl", 1)
    diary = tmp_path / "diary"
    diary.write_text("mine")
    for name in (".out.jsonl.part", ".out.turns.jsonl.part"):
        (tmp_path / name).symlink_to(diary)
    run_batch(Batch((str(source),), tmp_path / "out.jsonl", LITTLE))
    assert diary.read_text() == "mine"
    assert not list(tmp_path.glob(".*"))


def test_no_table_is_overwritten_without_being_asked(tmp_path: Path) -> None:
    source = games_file(tmp_path / "games.jsonl", 1)
    turns = tmp_path / "out.turns.jsonl"
    turns.write_text("mine")
    with pytest.raises(InputError, match=r"out\.turns\.jsonl already exists"):
        run_batch(Batch((str(source),), tmp_path / "out.jsonl", LITTLE))
    assert turns.read_text() == "mine"
    with pytest.raises(InputError, match=r"games\.jsonl is an input"):
        run_batch(Batch((str(source),), source, LITTLE, restart=True))


def test_its_own_tables_are_no_games(tmp_path: Path) -> None:
    games_file(tmp_path / "games.jsonl", 2)
    batch = Batch((str(tmp_path),), tmp_path / "out.jsonl", LITTLE)
    run_batch(batch)
    before = tables(batch.out)
    run_batch(replace(batch, restart=True))
    assert tables(batch.out) == before


def test_a_pipe_is_refused_with_the_reason(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(InputError, match="games are read more than once"):
        run_batch(Batch((str(tmp_path / "pipe"),), tmp_path / "out.jsonl", LITTLE))
