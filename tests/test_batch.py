"""Many games: tables, whatever the number of workers, and memory that does not grow."""

from __future__ import annotations

import csv
import gc
import json
import os
import signal
import sys
import tracemalloc
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import hanabi_solver as hs
import pytest
from batches import LITTLE, games_file, rows, tables
from command import run
from games import played
from hanabi_solver.archive import (
    Action,
    Kind,
    Options,
    Source,
    Text,
    replay,
    write_export,
    write_link,
)
from hanabi_solver.batches import Batch, Settings, pool
from hanabi_solver.batches import run as run_batch
from hanabi_solver.batches import tables as tables_module
from hanabi_solver.batches.journal import Journal, key_of
from hanabi_solver.batches.work import work
from hanabi_solver.errors import InputError, UnsupportedError
from hanabi_solver.games.rows import GameRow, TurnRow, columns
from hanabi_solver.notation import format_move
from hanabi_solver.review.course import course_of_game
from hanabi_solver.review.review import questions, review

SHORT = ("--time-limit", "0.001")


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished batch in JSON lines."""
    folder = tmp_path_factory.mktemp("batch")
    games_file(folder / "games.jsonl", 5)
    run_batch(Batch((str(folder / "games.jsonl"),), folder / "out.jsonl", Settings(from_deck=2)))
    return folder / "out.jsonl"


def test_rows_are_what_check_says(done: Path) -> None:
    games, turns = map(rows, tables(done))
    settled = 0
    for seed in range(1, 6):
        again = replay(played(seed, players=2 + seed % 3))
        course = course_of_game(again).from_deck(2)
        number = seed if seed == 1 else seed + 1
        for question in questions(
            ["seat", "open", "perfect"], ["expected", "win"], None, course.end
        ):
            found = review(course, question)
            asked = (number, question.info, question.objective)
            [game] = [r for r in games if (r["number"], r["info"], r["objective"]) == asked]
            assert list(game) == list(columns(GameRow))
            assert game["status"] == "solved"
            assert Fraction(game["value_start"]) == found.opening
            assert Fraction(game["losses"]) == found.losses
            assert Fraction(game["luck"]) == found.luck
            assert game["balanced"]
            mine = [r for r in turns if (r["number"], r["info"], r["objective"]) == asked]
            assert len(mine) == len(found.turns) == game["checked"]
            for row, turn in zip(mine, found.turns, strict=True):
                assert list(row) == list(columns(TurnRow))
                assert Fraction(row["loss"]) == turn.loss
                assert row["loss_float"] == float(turn.loss or 0)
                assert row["turn"] == turn.step.number
                settled += 1
    assert settled == len(turns) > 0


def test_a_bad_game_is_a_row_with_its_reason(done: Path) -> None:
    [bad] = [row for row in rows(tables(done)[0]) if row["status"] == "refused"]
    assert (bad["number"], bad["line"], bad["reason"]) == (2, 2, "no discard at 8 clue tokens")
    assert "turn 1" in bad["problem"]
    assert bad["losses"] is None


def test_no_journal_is_left(done: Path) -> None:
    assert sorted(path.name for path in done.parent.iterdir()) == [
        "games.jsonl",
        "out.jsonl",
        "out.turns.jsonl",
    ]


@pytest.mark.parametrize("suffix", [".csv", ".jsonl", ".parquet"])
def test_any_number_of_workers_gives_the_same_files(suffix: str, tmp_path: Path) -> None:
    if suffix == ".parquet":
        pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    source = games_file(tmp_path / "games.jsonl", 6)
    found = []
    for workers in (1, 2):
        out = tmp_path / f"{workers}{suffix}"
        run_batch(Batch((str(source),), out, LITTLE, workers))
        found.append(tables(out))
    assert found[0] == found[1]


def test_csv_and_parquet_hold_what_json_lines_hold(done: Path, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    source = str(done.parent / "games.jsonl")
    run_batch(Batch((source,), tmp_path / "t.csv", Settings(from_deck=2)))
    run_batch(Batch((source,), tmp_path / "t.parquet", Settings(from_deck=2)))
    for name in ("", ".turns"):
        expected = rows((done.parent / f"out{name}.jsonl").read_bytes())
        assert parquet.read_table(tmp_path / f"t{name}.parquet").to_pylist() == expected
        with (tmp_path / f"t{name}.csv").open() as file:
            table = list(csv.DictReader(file))
        shown = [
            {key: "" if value is None else str(value) for key, value in row.items()}
            for row in expected
        ]
        for row, mine in zip(table, shown, strict=True):
            assert {
                k: v.capitalize() if v in ("true", "false") else v for k, v in row.items()
            } == mine


def lone_journal(path: Path) -> None:
    with Journal(path, {"format": 1}) as journal:
        for number in (2, 1, 3):
            journal.add(
                json.dumps({"number": number, "key": "k", "games": [], "turns": []}).encode()
            )


def test_what_a_crash_tore_off_is_cut_away(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    lone_journal(path)
    whole = path.read_bytes()
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        with Journal(path, {"format": 1}) as journal:
            assert journal.resumed == max(whole[:length].count(b"\n") - 1, 0)
            assert [n for n in (1, 2, 3) if journal.has(n, "k")] == sorted(
                [2, 1, 3][: journal.resumed]
            )


def test_outcomes_come_in_the_order_of_the_games(tmp_path: Path) -> None:
    lone_journal(tmp_path / "journal")
    with Journal(tmp_path / "journal", {"format": 1}) as journal:
        assert [outcome.number for outcome in journal.outcomes(3)] == [1, 2, 3]
        assert journal.has(2, "k")
        assert not journal.has(4, "k")
        assert not journal.has(2, "other")
        with pytest.raises(InputError, match="another batch"):
            Journal(tmp_path / "journal", {"format": 1})


def test_other_settings_are_refused(tmp_path: Path) -> None:
    lone_journal(tmp_path / "journal")
    with pytest.raises(InputError, match="other settings"):
        Journal(tmp_path / "journal", {"format": 2})


def test_a_finished_batch_is_not_overwritten(done: Path) -> None:
    batch = Batch((str(done.parent / "games.jsonl"),), done, Settings(from_deck=2))
    before = tables(done)
    with pytest.raises(InputError, match="--restart"):
        run_batch(batch)
    run_batch(replace(batch, restart=True))
    assert tables(done) == before


def test_keys_tell_texts_apart() -> None:
    assert key_of(b"a") != key_of(b"b")


def repeated(path: Path, count: int) -> Path:
    text = write_export(played(1, "3 Suits", 4)) + b"\n"
    path.write_bytes(text * count)
    return path


def test_memory_does_not_grow_with_the_number_of_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the batch itself: one game is repeated, and what it comes to is remembered.
    `benches/many_rows.py` does the same with a million rows.
    """
    parquet = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    monkeypatch.setattr(tables_module, "GROUP", 200)
    peaks = []
    for count in (300, 3000):
        source = repeated(tmp_path / f"{count}.jsonl", count)
        outcome: list[bytes] = []

        def remembered(
            tasks: Any,
            settings: Settings,
            _workers: int,
            _stopped: Any,
            outcome: list[bytes] = outcome,
        ) -> Any:
            for found, number, key in tasks:
                outcome[:] = outcome or work(found, 0, key, settings).split(b'"number":0')
                yield (b'"number":%d' % number).join(outcome)

        monkeypatch.setattr(pool, "local", remembered)
        pool_of_arrow = parquet.default_memory_pool()
        tracemalloc.start()
        run_batch(Batch((str(source),), tmp_path / f"{count}.parquet", LITTLE))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert pool_of_arrow.bytes_allocated() < 1_000_000
        meta = parquet.parquet.read_metadata(tmp_path / f"{count}.turns.parquet")
        assert meta.num_rows > count
        assert meta.num_row_groups == -(-meta.num_rows // 200)
    assert peaks[1] < peaks[0] + 3000 * 8 + 100_000


def test_memory_of_a_worker_does_not_grow_with_the_number_of_games() -> None:
    text = write_export(played(1, "3 Suits", 4)).decode()

    def several(count: int) -> int:
        for number in range(1, count + 1):
            work(Text(Source("f.jsonl", number), text), number, "k", LITTLE)
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    several(3)
    tracemalloc.start()
    before = several(3)
    after = several(30)
    tracemalloc.stop()
    assert after < before + 20_000


def test_where_no_game_can_be_read_that_is_one_error(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("buy milk\nread the rules\n")
    (tmp_path / "empty").mkdir()
    out = tmp_path / "out.csv"
    (tmp_path / "other.json").write_text("{}")
    for path, words in (
        ("notes.txt", "notes.txt line 1: 'buy milk' does not begin"),
        ("other.json", "other.json: "),
        ("empty", "files that end in .json"),
    ):
        done = run("batch", str(tmp_path / path), "--out", str(out))
        assert (done.status, done.out) == (2, "")
        assert words in done.err
        assert len(done.err.splitlines()) == 1
        assert not out.exists()


def test_where_every_game_is_refused_the_tables_say_why(tmp_path: Path) -> None:
    broken = replace(played(1), actions=(Action(Kind.DISCARD, 0),))
    (tmp_path / "game.json").write_bytes(write_export(broken))
    out = tmp_path / "out.csv"
    done = run("batch", str(tmp_path / "game.json"), "--out", str(out))
    assert done.status == 2
    assert "No game was checked." in done.out
    assert "refused" in out.read_text()


@pytest.mark.parametrize("arguments", [["--out", "x.xlsx"], ["--out", "x.csv", "--target", "no"]])
def test_bad_usage(arguments: list[str], tmp_path: Path) -> None:
    source = games_file(tmp_path / "games.jsonl", 1)
    done = run("batch", str(source), *arguments)
    assert (done.status, done.out) == (2, "")
    assert run("batch", "missing", "--out", "x.csv").status == 2


def test_without_its_extra_a_format_is_refused_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("pyarrow", "matplotlib", "distributed"):
        monkeypatch.setitem(sys.modules, module, None)
    source = str(games_file(tmp_path / "games.jsonl", 1))
    for out, more, library in [
        ("x.parquet", {}, "pyarrow"),
        ("x.csv", {"plot": tmp_path / "x.png"}, "matplotlib"),
        ("x.csv", {"cluster": "tcp://localhost:1"}, "distributed"),
    ]:
        with pytest.raises(UnsupportedError, match=f"pip install {library}$"):
            run_batch(Batch((source,), tmp_path / out, LITTLE, **more))  # type: ignore[arg-type]


def test_summary_and_plot(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    source = games_file(tmp_path / "games.jsonl", 4)
    picture = tmp_path / "x.png"
    arguments = ["--out", str(tmp_path / "x.csv"), "--from-deck", "1", "--plot", str(picture)]
    done = run("batch", str(source), *arguments, "--json")
    assert done.status == 0
    record = json.loads(done.out)
    assert (record["games"], record["read"], record["solved"], record["unbalanced"]) == (5, 4, 4, 0)
    assert record["refused"] == {"no discard at 8 clue tokens": 1}
    assert "turn 1" in done.err
    assert sum(row["games"] for row in record["by_players"]) == 24
    assert picture.read_bytes().startswith(b"\x89PNG")
    asked = ("batch", str(source), "--from-deck", "1", "--objective", "expected")
    for form, begins in (("svg", b"<?xml"), ("pdf", b"%PDF")):
        files = [tmp_path / f"{place}.{form}" for place in (1, 2)]
        for file in files:
            out = file.with_suffix(f".{form}.csv")
            assert run(*asked, "--out", str(out), "--plot", str(file)).status == 0
        assert files[0].read_bytes().startswith(begins)
        assert files[0].read_bytes() == files[1].read_bytes()
    bad = run(*asked, "--out", str(tmp_path / "z.csv"), "--plot", str(tmp_path / "z.bmp"))
    assert "expected one of .png, .svg, .pdf" in bad.err
    text = run("batch", str(source), "--out", str(tmp_path / "y.csv"), "--from-deck", "1")
    assert "mean loss" in text.out
    assert "no discard at 8 clue tokens" in text.out


def test_a_cluster_gives_the_same_files_though_a_worker_is_killed(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed", reason="distributed is not installed")
    source = games_file(tmp_path / "games.jsonl", 30)
    settings = replace(LITTLE, from_deck=3)
    expected = tmp_path / "local.jsonl"
    run_batch(Batch((str(source),), expected, settings, 2))
    out = tmp_path / "out.jsonl"
    killed: list[int] = []
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    ) as cluster:

        def kill(_row: object) -> None:
            if not killed:
                pid = next(iter(cluster.workers.values())).process.process.pid
                os.kill(pid, signal.SIGKILL)
                killed.append(pid)

        run_batch(
            Batch((str(source),), out, settings, cluster=cluster.scheduler_address), done=kill
        )
    assert killed
    assert tables(out) == tables(expected)


def test_every_column_is_documented() -> None:
    text = (Path(__file__).parents[1] / "docs" / "games.md").read_text(encoding="utf-8")
    _, games, turns = text.split("Columns of ")
    for row, part in ((GameRow, games), (TurnRow, turns)):
        for column in columns(row):
            assert f"`{column}`" in part


def test_hidden_hands_of_a_game(tmp_path: Path) -> None:
    game = played(9, players=2)
    (tmp_path / "game.json").write_bytes(write_export(game))
    out = tmp_path / "out.jsonl"
    asked = ["--info", "hidden", "--objective", "expected", "--from-deck", "0"]
    done = run("batch", str(tmp_path / "game.json"), "--out", str(out), *asked)
    assert (done.status, done.err) == (0, "")
    [row], turns = map(rows, tables(out))
    course = course_of_game(replay(game)).from_deck(0)
    [question] = questions(["hidden"], ["expected"], None, course.end)
    found = review(course, question)
    assert (row["status"], row["info"], row["balanced"]) == ("solved", "hidden", True)
    assert Fraction(row["value_start"]) == found.opening
    assert Fraction(row["losses"]) == found.losses > 0
    assert [Fraction(turn["value_before"]) for turn in turns] == [t.before for t in found.turns]
    assert [turn["best"].split() for turn in turns] == [
        list(map(format_move, t.best)) for t in found.turns
    ]


def test_hidden_hands_stop_at_the_time_limit(tmp_path: Path) -> None:
    (tmp_path / "game.json").write_bytes(write_export(played(1)))
    out = tmp_path / "out.jsonl"
    asked = ["--info", "hidden", "--objective", "expected", "--from-deck", "4"]
    done = run("batch", str(tmp_path / "game.json"), "--out", str(out), *asked, *SHORT)
    assert done.status == 0
    [game], turns = map(rows, tables(out))
    assert (game["status"], game["reason"]) == ("stopped", "time")
    assert game["checked"] == len(turns) > game["settled"]
    assert turns[0]["value_before"] is None


@pytest.mark.parametrize(
    ("variant", "options", "reason"),
    [
        ("Null (5 Suits)", Options(), "cards that no clue touches"),
        ("Alternating Clues (5 Suits)", Options(), "clues that must alternate"),
        ("No Variant", Options(deck_plays=True), "plays from the deck"),
    ],
)
def test_what_hidden_hands_refuse_is_one_row_with_the_reason(
    variant: str, options: Options, reason: str, tmp_path: Path
) -> None:
    text = write_export(played(1, variant, options=options))
    (tmp_path / "games.jsonl").write_bytes(text + b"\n" + write_export(played(1)) + b"\n")
    out = tmp_path / "out.jsonl"
    asked = ["--info", "hidden", "--from-deck", "1", "--objective", "win", *SHORT]
    done = run("batch", str(tmp_path / "games.jsonl"), "--out", str(out), *asked)
    [refused, other], _turns = map(rows, tables(out))
    assert (done.status, refused["status"], other["info"]) == (0, "refused", "hidden")
    assert refused["reason"].endswith(f"info hidden does not support {reason}")
    assert reason in refused["problem"]
    assert reason in done.out
    [told] = done.err.splitlines()
    assert reason in told
    assert "report" not in told


def test_the_order_of_a_partial_deck_is_not_asked_for_in_silence(tmp_path: Path) -> None:
    left = played(1, most=20)
    drawn = len(left.deck) - replay(left).end.deck_size
    partial = replace(left, deck=left.deck[:drawn])
    texts = [write_export(game) for game in (partial, played(1))]
    (tmp_path / "games.jsonl").write_bytes(b"\n".join(texts) + b"\n")
    out = tmp_path / "out.jsonl"
    asked = ["--info", "perfect", "--from-deck", "1", "--objective", "win", *SHORT]
    done = run("batch", str(tmp_path / "games.jsonl"), "--out", str(out), *asked)
    [refused, other], _turns = map(rows, tables(out))
    assert (done.status, refused["status"], other["info"]) == (0, "refused", "perfect")
    assert "needs the order of the deck" in refused["problem"]
    assert "needs the order of the deck" in done.err


def test_a_link_that_points_at_a_turn_is_checked_from_there(tmp_path: Path) -> None:
    link = write_link(played(1))
    last = len(played(1).actions)
    found = {}
    for name, text in (("whole", link), ("part", f"{link}#{last}")):
        out = tmp_path / f"{name}.jsonl"
        asked = ["--info", "open", "--from-deck", "1", "--objective", "win", *SHORT]
        assert run("batch", text, "--out", str(out), *asked).status == 0
        found[name] = [row["turn"] for row in rows(tables(out)[1])]
    assert found["part"] == [turn for turn in found["whole"] if turn >= last]
    assert 0 < len(found["part"]) < len(found["whole"])


@pytest.mark.parametrize("stop_after", [0, 2])
def test_a_batch_stops_from_another_thread_and_goes_on(stop_after: int, tmp_path: Path) -> None:
    source = games_file(tmp_path / "games.jsonl", 8)
    whole, out = tmp_path / "whole.jsonl", tmp_path / "out.jsonl"
    asked: dict[str, Any] = {"info": "open", "objective": "win", "from_deck": 1}
    hs.batch(source, whole, **asked)
    cancel, finished = hs.Cancel(), []

    def done(row: object) -> None:
        finished.append(row)
        if len(finished) == stop_after:
            cancel.cancel()

    if not stop_after:
        cancel.cancel()
    limits = hs.Limits(threads=1)
    stopped = hs.batch(source, out, limits=limits, done=done, cancel=cancel, **asked)
    assert stopped.stop == "cancel"
    assert stopped.summary.read + stopped.summary.refused.total() == len(finished) == stop_after
    assert not out.exists()
    resumed = []
    ended = hs.batch(source, out, begun=resumed.append, cancel=hs.Cancel(), **asked)
    assert (ended.stop, resumed) == (None, [stop_after])
    assert tables(out) == tables(whole)


def test_a_game_left_before_its_endgame_is_not_solved() -> None:
    game = played(1)
    left = write_export(replace(game, actions=game.actions[:3])).decode()
    outcome = json.loads(work(Text(Source("left.json"), left), 1, "k", Settings()))
    reasons = {(row["status"], row["reason"], row["players"]) for row in outcome["games"]}
    assert reasons == {("left", "left before the endgame", len(game.players))}
    assert outcome["turns"] == []
