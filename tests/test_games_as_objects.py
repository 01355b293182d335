"""Games, checks and solutions as objects and as tables: the same rows as `batch` writes."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from pathlib import Path

import hanabi_solver as hs
import pytest
from batches import games_file, rows, tables
from command import run
from games import played
from hanabi_solver.archive import replay, write_export, write_link
from hanabi_solver.games.rows import columns
from shared import shared

POSITIONS = [
    "r4y4 >r5y5/y1 {r1}",
    "r3y4g5b3w5 >r4g1y1b1w3/b4b5w1w2g2 {r5y5b2} c1",
    "r5y4 r1y5/>y1 [] c1 t2",
]


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return games_file(tmp_path_factory.mktemp("games") / "games.jsonl", 4)


def test_rows_of_games_are_those_of_the_command(source: Path, tmp_path: Path) -> None:
    done = run("batch", str(source), "--out", str(tmp_path / "c.jsonl"), "--from-deck", "1")
    assert done.status == 0
    games, turns = map(rows, tables(tmp_path / "c.jsonl"))
    found = list(hs.read_games(source))
    checks = [game.check(from_deck=1) for game in found if isinstance(game, hs.Game)]
    assert len(checks) == 4
    assert hs.rows(checks) == [row for row in games if row["status"] != "refused"]
    assert hs.rows(checks, moves=True) == turns
    [bad] = [game for game in found if isinstance(game, hs.Refused)]
    [row] = [row for row in games if row["status"] == "refused"]
    assert (bad.number, bad.file, bad.line) == (2, str(source), 2)
    assert (row["number"], row["file"], row["line"]) == (2, str(source), 2)
    assert (bad.reason, str(bad)) == (row["reason"], row["problem"])


def test_a_batch_is_that_of_the_command(source: Path, tmp_path: Path) -> None:
    run("batch", str(source), "--out", str(tmp_path / "c.csv"), "--from-deck", "1")
    stopped: list[hs.GameRow | None] = []

    def stop(row: hs.GameRow | None) -> None:
        stopped.append(row)
        if len(stopped) == 2:
            raise RuntimeError("enough")

    asked = {"from_deck": 1, "limits": hs.Limits(threads=1)}
    with pytest.raises(RuntimeError, match="enough"):
        hs.batch(source, tmp_path / "p.csv", done=stop, **asked)  # type: ignore[arg-type]
    resumed: list[int] = []
    done = hs.batch([str(source)], tmp_path / "p.csv", begun=resumed.append, **asked)  # type: ignore[arg-type]
    assert resumed == [2]
    assert tables(tmp_path / "p.csv") == tables(tmp_path / "c.csv")
    assert (done.games, done.turns) == (tmp_path / "p.csv", tmp_path / "p.turns.csv")
    assert (done.summary.read, done.summary.refused.total()) == (4, 1)
    assert "refused" in str(done)
    assert "<table>" in done._repr_html_()
    with pytest.raises(hs.InputError, match="already exists"):
        hs.batch(source, tmp_path / "p.csv")
    with pytest.raises(hs.InputError, match="tolerance"):
        hs.batch(source, tmp_path / "q.csv", limits=hs.Limits(tolerance=1))


def test_a_batch_asked_for_by_a_script_without_a_guard(source: Path, tmp_path: Path) -> None:
    """Or by what is typed: the workers do not run it again."""
    paths = f"{str(source)!r}, {str(tmp_path / 'o.jsonl')!r}"
    asked = f"{paths}, from_deck=0, restart=True, limits=hs.Limits(threads=2)"
    script = f"import hanabi_solver as hs\nprint('once')\nprint(hs.batch({asked}).summary.solved)\n"
    (tmp_path / "ask.py").write_text(script)
    for given, typed in ((str(tmp_path / "ask.py"), None), ("-", script)):
        done = subprocess.run(
            [sys.executable, given], input=typed, capture_output=True, text=True, check=False
        )
        assert (done.stdout, done.stderr) == ("once\n4\n", "")


def test_a_game_tells_of_itself(source: Path) -> None:
    game = next(hs.read_games(source))
    assert isinstance(game, hs.Game)
    archived = played(1, players=3)
    assert (game.file, game.line, game.number, game.name) == (str(source), 1, 1, "")
    assert (game.names, game.players, game.variant) == (("P1", "P2", "P3"), 3, "No Variant")
    assert game.deck_known
    assert game.over
    assert not game.notes
    assert len(game.moves) == len(archived.actions)
    again = replay(archived)
    assert (game.score, game.site_score) == (again.score, again.site_score)
    assert game.moves == tuple(turn.move for turn in again.turns)
    assert game.position(9) == again.at(9)
    with pytest.raises(hs.GameError, match="turn 0"):
        game.position(0)
    assert repr(game).endswith(f"P1, P2, P3, {len(again.turns)} turns, {again.score} points>")
    assert json.loads(game.to_export()) == json.loads(write_export(archived))


def test_texts_links_and_paths() -> None:
    plain = replace(played(3, players=2), players=("Alice", "Bob"))
    link = write_link(plain)
    text = write_export(plain).decode()
    games = list(hs.read_games(link, text, f"{text}\n{text}", "nowhere.json"))
    assert [type(game).__name__ for game in games] == ["Game"] * 4 + ["Refused"]
    assert [game.number for game in games] == [1, 2, 3, 4, 5]
    first, *_, missing = games
    assert isinstance(first, hs.Game)
    assert first.file == "link"
    assert first.to_link() == link
    assert isinstance(missing, hs.Refused)
    assert (missing.file, missing.reason) == ("nowhere.json", "file not readable")
    named = next(hs.read_games(write_export(played(3, players=2)).decode() + "\n"))
    assert isinstance(named, hs.Game)
    with pytest.raises(hs.UnsupportedError, match="names of the players"):
        named.to_link()
    assert named.to_link(lossy=True) == link


@pytest.mark.parametrize(
    "name", ["ah2ac2_val3p", "mit2021_clueless", "bga_yaml", "hanabi_live_testdata"]
)
def test_nothing_of_an_archive_is_lost(name: str) -> None:
    path = shared("games", f"{name}.jsonl")
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    found = list(hs.read_games(path))
    assert [game.line for game in found] == list(range(1, len(lines) + 1))
    counts = Counter(type(game) for game in found)
    assert counts[hs.Game] + counts[hs.Refused] == len(lines)
    assert counts[hs.Game] > 0


def test_house_rules_are_asked_for(source: Path) -> None:
    *_, kind = islice(hs.read_games(source, house_rules=True), 2)
    assert isinstance(kind, hs.Game)
    assert len(kind.notes) == 1


def test_a_line_is_checked() -> None:
    found = hs.check("r4y4 >r5y5/y1 {r1}", "d1+r1 clue p2", objective=("expected", "win"))
    assert [(row.objective, row.losses, row.status) for row in found.games] == [
        ("expected", "1", "solved"),
        ("win", "1", "solved"),
    ]
    assert [turn.loss for turn in found.turns] == ["1", "0", "0"] * 2
    assert found.to_dicts() == hs.rows(found, moves=True)
    assert repr(found) == "<Check of 2 questions, 6 turns>"
    with pytest.raises(hs.MoveError, match="line, column 1"):
        hs.check("r4y4 >r5y5/y1 {r1}", "p9")


def test_a_check_that_is_cancelled_leaves_out_what_was_not_asked() -> None:
    cancel = hs.Cancel()
    cancel.cancel()
    [game] = hs.check("r4y4 >r5y5/y1 {r1}", "d1+r1 clue", cancel=cancel).games
    assert (game.status, game.reason, game.checked) == ("stopped", "cancel", 0)


def test_many_solutions_are_those_of_solve() -> None:
    many = hs.solve_many(POSITIONS, objective="expected", moves=True)
    for text, found in zip(POSITIONS, many, strict=True):
        alone = hs.solve(text, objective="expected")
        assert (found.bounds, found.moves, found.best) == (alone.bounds, alone.moves, alone.best)
        assert found.recommended == alone.recommended
    assert many[1].value == Fraction(74, 3)
    assert all(not found.moves for found in hs.solve_many(POSITIONS, objective="expected"))
    with pytest.raises(IndexError):
        many[3]
    hidden = hs.solve_many([POSITIONS[2]], info="hidden", moves=True)
    assert hidden[0].moves == hs.solve(POSITIONS[2], info="hidden").moves


def test_rows_have_the_documented_columns() -> None:
    many = hs.solve_many(POSITIONS, moves=True)
    kinds = ((hs.SolutionRow, hs.rows(many)), (hs.MoveRow, hs.rows(many, moves=True)))
    for kind, listed in kinds:
        types = columns(kind)
        for row in listed:
            assert list(row) == list(types)
            for name, cell in row.items():
                assert cell is None or type(cell) is types[name]
    page = (Path(__file__).parents[1] / "docs" / "python.md").read_text(encoding="utf-8")
    assert all(f"`{name}`" in page for kind, _rows in kinds for name in columns(kind))
    assert [row["number"] for row in hs.rows(many)] == [1, 2, 3]
    assert hs.rows(hs.solve_all(POSITIONS[1]))[1]["value"] == "74/3"
    assert hs.rows([hs.solve(each) for each in POSITIONS])[1]["value_float"] == float(
        Fraction(2, 3)
    )
    best = [row["move"] for row in hs.rows(hs.solve(POSITIONS[1]), moves=True) if row["best"]]
    assert best == ["p1", "clue"]
    assert hs.rows([]) == []
    assert hs.table([]) == {}


def test_tables_go_into_polars_and_pandas(source: Path) -> None:
    polars = pytest.importorskip("polars", reason="polars is not installed")
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    game = next(hs.read_games(source))
    assert isinstance(game, hs.Game)
    check = game.check(from_deck=0)
    # More rows than a library looks at to guess the types, the first without a value.
    cancel = hs.Cancel()
    cancel.cancel()
    late = [hs.check(POSITIONS[0], "p1+r1", cancel=cancel)] * 150
    solved = hs.solve_many(POSITIONS, moves=True)
    for found, moves in (
        (check, False),
        (check, True),
        ([*late, check], False),
        (solved, False),
        (solved, True),
    ):
        listed = hs.rows(found, moves=moves)
        frame = polars.DataFrame(hs.table(found, moves=moves))
        assert frame.to_dicts() == listed
        framed = pandas.DataFrame(hs.table(found, moves=moves))
        assert list(framed.columns) == list(listed[0])
        assert len(framed) == len(listed)
        for name in listed[0]:
            floats = [row[name] for row in listed]
            if name.endswith("_float") and None not in floats:
                assert framed[name].to_list() == floats == frame[name].to_list()


def test_what_a_notebook_shows_is_escaped() -> None:
    game = replace(played(1), players=("<script>", "&", "c"))
    read = next(hs.read_games(write_export(game).decode() + "\n"))
    assert isinstance(read, hs.Game)
    html = read.check(from_deck=0)._repr_html_()
    assert "<script>" not in html
    assert "&lt;script&gt;" in html
    many = hs.solve_many([POSITIONS[0]] * 100)._repr_html_()
    assert many.count("<tr>") == 61
    assert "and 40 more rows" in many
