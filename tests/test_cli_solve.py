"""`solve` on the command line: its JSON, its statuses, what it refuses."""

from __future__ import annotations

import json

import pytest
from command import run, run_apart

WON = "r4y5g3b5w5 >g4r5w1w1y2/g5b1b1y1r1 {r1y1} c3"
CHANCE = "r3y4g5b5w4 >r4y1/y5w5 {r5b1}"
ORDERED = "r4y4g5b5w5 >y5r1g1b1w1/y1r2g1b1w1 [r5]"
OVER = "r5y5 >r1/y1 {}"

HEAD = ["position", "input", "info", "objective", "target", "rules"]
BODY = ["status", "value", "value_float", "best", "moves"]
TAIL = ["recommended", "max_score", "reachable", "nodes", "seconds"]


def solve(*arguments: str, given: str = "") -> list[dict[str, object]]:
    done = run("solve", "--json", *arguments, given=given)
    assert (done.status, done.err) == (0, "")
    return [json.loads(line) for line in done.out.splitlines()]


def test_json_for_one_objective() -> None:
    [found] = solve(f"{CHANCE.upper()} C00", "--objective", "win")
    assert list(found) == HEAD + BODY + TAIL
    moves = found["moves"]
    assert isinstance(moves, list)
    for move in moves:
        assert list(move) == ["move", "card", "value", "best"]
        assert isinstance(move["value"], str)
    assert [move["move"] for move in moves] == ["p1", "p2", "d1", "d2"]
    assert [move["card"] for move in moves] == ["r4", "y1", "r4", "y1"]
    assert found["best"] == [move["move"] for move in moves if move["best"]]
    assert found["position"] == CHANCE
    assert found["input"] == f"{CHANCE.upper()} C00"
    assert found["info"] == "open"
    assert found["objective"] == "win"
    assert found["target"] == found["max_score"] == found["reachable"] == 25
    assert found["rules"] == "last-round"
    assert found["status"] == "exact"
    assert found["value"] == "1/2"
    assert found["value_float"] == 0.5
    assert found["recommended"] in found["best"]
    assert isinstance(found["nodes"], int)
    assert isinstance(found["seconds"], float)


def test_json_for_all_objectives() -> None:
    [found] = solve(CHANCE)
    assert list(found) == [*HEAD, "objectives", *TAIL]
    assert found["objective"] == "all"
    assert found["target"] == 25
    objectives = found["objectives"]
    assert isinstance(objectives, dict)
    assert list(objectives) == ["guaranteed", "expected", "win"]
    for name, record in objectives.items():
        assert list(record) == BODY
        kind = int if name == "guaranteed" else str
        assert type(record["value"]) is kind
        assert {type(move["value"]) for move in record["moves"]} == {kind}
    assert objectives["guaranteed"]["value"] == 24
    assert objectives["win"]["value"] == "1/2"
    for objective in ("guaranteed", "expected", "win"):
        [alone] = solve(CHANCE, "--objective", objective)
        assert {key: alone[key] for key in BODY} == objectives[objective]


def test_a_clue_has_no_card() -> None:
    [found] = solve(WON, "--objective", "win")
    moves = found["moves"]
    assert isinstance(moves, list)
    assert [move["move"] for move in moves][-2:] == ["d5", "clue"]
    assert moves[-1]["card"] is None


def test_only_win_has_a_target() -> None:
    for objective in ("guaranteed", "expected"):
        [found] = solve(WON, "--objective", objective)
        assert found["target"] is None


def test_an_integer_value_of_a_fractional_objective_is_a_string() -> None:
    [found] = solve(WON, "--objective", "win")
    assert found["value"] == "1"
    assert found["value_float"] == 1.0


def test_a_finished_game_has_no_moves() -> None:
    [found] = solve(OVER)
    objectives = found["objectives"]
    assert isinstance(objectives, dict)
    assert [record["value"] for record in objectives.values()] == [10, "10", "1"]
    assert all(record["moves"] == record["best"] == [] for record in objectives.values())
    assert found["recommended"] is None


def test_no_moves_leaves_the_value() -> None:
    [found] = solve(CHANCE, "--objective", "win", "--no-moves")
    assert found["value"] == "1/2"
    assert found["moves"] == []


def test_brackets_mean_perfect_information() -> None:
    assert [found["info"] for found in solve(ORDERED, CHANCE)] == ["perfect", "open"]
    assert solve(ORDERED, "--info", "open")[0]["info"] == "open"


def test_targets() -> None:
    lost = "r4y5g5b5w5 >y1/g1 {} c1"
    assert solve(lost, "--objective", "win")[0]["value"] == "0"
    [found] = solve(lost, "--objective", "win", "--target", "max")
    assert (found["target"], found["value"]) == (24, "1")
    assert solve(lost, "--objective", "win", "--target", "-3")[0]["value"] == "1"
    assert solve(lost, "--objective", "win", "--target", "26")[0]["value"] == "0"


def test_a_principal_variation() -> None:
    [found] = solve(CHANCE, "--objective", "win", "--pv")
    assert list(found) == [*HEAD, *BODY, "pv", *TAIL]
    assert found["pv"] == [
        {"player": 1, "move": "p1", "card": "r4", "drawn": "r5", "value": "1/2"},
        {"player": 2, "move": "p1", "card": "y5", "drawn": "b1", "value": "1"},
        {"player": 1, "move": "p1", "card": "r5", "drawn": None, "value": "1"},
        {"player": 2, "move": "p2", "card": "w5", "drawn": None, "value": "1"},
    ]
    [found] = solve(CHANCE, "--pv")
    objectives = found["objectives"]
    assert isinstance(objectives, dict)
    assert all(list(record) == [*BODY, "pv"] for record in objectives.values())
    assert [step["drawn"] for step in objectives["guaranteed"]["pv"]][:1] == ["b1"]
    [found] = solve(OVER, "--pv", "--objective", "win")
    assert found["pv"] == []
    words = run("solve", CHANCE, "--pv").out
    assert "Principal variation for guaranteed, with the draws that it assumes" in words
    assert "Player 1  p1  play r4  draws r5  1/2 (0.5000)" in words


def test_a_principal_variation_through_unspecified_cards_is_refused() -> None:
    done = run("solve", "r4y4 >xx/y5 {r5r1}", "--pv")
    assert (done.status, done.out) == (2, "")
    assert "--pv" in done.err


def test_several_positions_in_order_from_everywhere(tmp_path: pytest.TempPathFactory) -> None:
    file = tmp_path / "positions.txt"  # type: ignore[operator]
    file.write_text(f"# two of them\n\n{OVER}  # the end\n  {CHANCE}\n")
    given = f"{WON}\r\n"
    found = solve(ORDERED, "-", "--file", str(file), "--no-moves", given=given)
    assert [each["input"] for each in found] == [ORDERED, WON, OVER, CHANCE]


def test_every_bad_position_is_reported_and_nothing_else_is_printed() -> None:
    given = f"{WON}\nr4x5 >r5/r1 {{}}\n# fine\nr4y5 >r5/y1 {{}} c9 s3\n"
    done = run("solve", CHANCE, "r4y5", "-", given=given)
    assert (done.status, done.out) == (2, "")
    errors = [line for line in done.err.splitlines() if line.startswith("Error: ")]
    assert errors[0].startswith("Error: position 2: ")
    assert any(line.startswith("Error: input, line 2: stacks, column 3: 'x") for line in errors)
    assert any(line.startswith("Error: input, line 4: c, column") for line in errors)
    assert any(line.startswith("Error: input, line 4: s, column") for line in errors)
    assert "quoted" in done.err


@pytest.mark.parametrize("parts", [("r4y5",), ("r4y5", ">r5/y1", "{}"), ("y5/r1",)])
def test_an_unquoted_position_gets_a_hint(parts: tuple[str, ...]) -> None:
    done = run("solve", *parts)
    assert (done.status, done.out) == (2, "")
    assert "quoted" in done.err
    assert "no such file" not in done.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "no position"),
        (("-",), "no position"),
        ((WON, "--objective", "score"), "'score'"),
        ((WON, "--info", "blind"), "'blind'"),
        ((WON, "--memory", "lots"), "'lots'"),
        ((WON, "--memory", "0"), "'0'"),
        ((WON, "--memory", "9" * 32 + "GB"), "no size"),
        ((WON, "--memory", "9" * 5000), "no size"),
        ((WON, "--target", "9" * 5000), "no target"),
        ((WON, "--turn", "9" * 5000), "--turn"),
        ((WON, "--time-limit", "-1"), "-1"),
        ((WON, "--time-limit", "nan"), "nan"),
        ((WON, "--time-limit", "inf"), "inf"),
        ((WON, "--time-limit", "soon"), "soon"),
        ((WON, "--threads", "0"), "0"),
        ((WON, "--target", "many"), "'many'"),
        ((WON, "--target", "20", "--objective", "expected"), "--target"),
        ((WON, "--engine", "other"), "'other'"),
        ((WON, "--engine", "reference", "--pv"), "--engine"),
        ((WON, "--colour"), "--colour"),
        (("--file", "no-such-file"), "no-such-file"),
        (("--file", "."), "."),
        ((CHANCE, "--info", "perfect"), "deck"),
    ],
)
def test_bad_usage_is_refused(arguments: tuple[str, ...], words: str) -> None:
    done = run("solve", *arguments)
    assert (done.status, done.out) == (2, "")
    assert words in done.err
    assert "Traceback" not in done.err


def test_a_file_that_is_no_text_is_refused() -> None:
    done = run("solve", "-", given=b"r4y5\xff\xfe >r5/y1 {}")
    assert (done.status, done.out) == (2, "")
    assert "byte 5" in done.err


def test_the_reference_engine_agrees() -> None:
    core, reference = (solve(CHANCE, "--engine", name)[0] for name in ("core", "reference"))
    assert core["objectives"] == reference["objectives"]
    assert list(core) == list(reference)


def test_text_for_people() -> None:
    done = run("solve", CHANCE)
    assert (done.status, done.err) == (0, "")
    for words in (
        CHANCE,
        "49/2 (24.5000) *",
        "open hands: every hand seen, deck order unknown",
        "last round, three strikes end the game with 0",
        "guaranteed",
        "expected",
        "win (25+)",
        "1/2 (0.5000) *",
        "play r4",
        "Recommended: ",
    ):
        assert words in done.out
    assert "\x1b" not in done.out


def test_it_runs_without_unicode_and_on_a_narrow_terminal() -> None:
    wide = run("solve", CHANCE).out.splitlines()[:-1]
    for environment in (
        {"LC_ALL": "C"},
        {"LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
        {"COLUMNS": "20"},
        {"LANG": "xx_YY.UTF-8"},
    ):
        done = run_apart("solve", CHANCE, **environment)
        assert (done.status, done.err) == (0, "")
        assert done.out.splitlines()[:-1] == wide
