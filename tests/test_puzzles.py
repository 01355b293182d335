"""Puzzles: what makes one, that their values, lines and counts are true, and the command."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from command import run
from hanabi_solver.core.playing import legal_moves, result
from hanabi_solver.game.facts import Facts
from hanabi_solver.game.moves import Clue, Discard, Play
from hanabi_solver.notation import format_move, parse_position
from hanabi_solver.puzzles import Wanted, of_games, of_simulated, puzzle_record
from hanabi_solver.puzzles.find import LEAST_GAP
from hanabi_solver.puzzles.simulated import game
from hanabi_solver.puzzles.tempting import temptation
from hanabi_solver.reference.solver import solve as reference
from hanabi_solver.review.course import course_of_line
from hanabi_solver.review.review import Question, review
from hanabi_solver.solving.solver import Solver
from hanabi_solver.system.limits import Limits
from hanabi_solver.variants.clues import clues
from shared import shared

if TYPE_CHECKING:
    from hanabi_solver.core.answer import Info
    from hanabi_solver.game.position import Position
    from hanabi_solver.puzzles import Puzzle
    from hanabi_solver.puzzles.lines import Line

ONE_THREAD = Limits(threads=1)


@cache
def some(info: Info, number: int = 6, deck: int = 2) -> tuple[Puzzle, ...]:
    return tuple(of_simulated(Solver(ONE_THREAD), Wanted(info, deck=deck), number))


def tempting(text: str, info: Info = "open") -> list[str]:

    return [format_move(move) for move in temptation(parse_position(text), info).moves]


def first(text: str, info: Info = "open") -> object:
    return temptation(parse_position(text), info).first


class TestTempting:
    def test_a_playable_card_comes_first(self) -> None:
        text = "r4y5 >r5r1y1/y1r2y2 {r1} c3"
        assert first(text) == Play(1)
        assert tempting(text) == ["p1", "d2", "d3"]

    def test_then_a_clue_where_somebody_holds_a_playable_card(self) -> None:
        assert first("r4y5 >r1r1y1/y1r5y2 {r2} c3") == Clue()
        assert first("r4y5 >r1r1y1/y1r5y2 {r2} c0") == Discard(1), "no token"

    def test_of_unseen_cards_what_marks_leave(self) -> None:
        sure = "r4y5 >xx(r5)xx(-r)/y1y2 {y1r5r1} c1"
        assert first(sure, "seat") == Play(1)
        assert first("r4y5 >xx(-r)xx(5)/y1y2 {y1r5r1} c1", "seat") == Play(2), "one five is left"
        likely = "r4y5 >xx(5)xx(-5)/y1y2 {y1y3r5} c1"
        assert first(likely, "seat") == Play(1)

    def test_hidden_clues_are_named(self) -> None:
        found = temptation(parse_position("r4y5 >xxxx/y1r5 {y1r1} c1"), "hidden").moves
        assert {move for move in found if isinstance(move, Clue)} == {Clue(2, "r"), Clue(2, 5)}


class TestSimulatedGames:
    @pytest.mark.parametrize("players", [2, 3, 4, 5])
    def test_marks_are_those_of_the_clues_given(self, players: int) -> None:
        course = game(players, 7, marks=True)
        given = 0
        for step in course.steps:
            if isinstance(step.move, Clue):
                assert step.move in clues(step.position)
                given += 1
            else:
                assert step.move in legal_moves(step.position)
        assert given > 3
        assert result(course.end) == course.result

    def test_marks_change_nothing_else(self) -> None:
        marked, plain = game(3, 5, marks=True), game(3, 5)
        assert [step.card for step in marked.steps] == [step.card for step in plain.steps]
        assert marked.result == plain.result


class TestTruth:
    """What a puzzle says, checked by the slow engine and by the review of its lines."""

    @pytest.mark.parametrize("info", ["open", "seat"])
    def test_values(self, info: Info) -> None:
        for puzzle in some(info, 3, deck=int(info == "open")):
            found = reference(puzzle.position, info, "win")
            told = {entry.move: entry.value for entry in puzzle.solution.moves}
            assert told == dict(found.moves)
            assert set(puzzle.solution.best) == set(found.best)
            for failure in puzzle.failures:
                assert failure.entry.move not in found.best
                assert failure.cost == found.value - dict(found.moves)[failure.entry.move]

    @pytest.mark.parametrize("info", ["open", "seat"])
    def test_one_move_is_best_and_the_simple_one_is_not(self, info: Info) -> None:
        for puzzle in some(info):
            tempted = temptation(puzzle.position, info)
            assert tempted.first not in puzzle.solution.best
            assert tempted.first in {failure.entry.move for failure in puzzle.failures}
            value = puzzle.solution.value
            assert value is not None
            for entry in puzzle.solution.moves:
                assert entry.best or value - entry.bounds.upper >= LEAST_GAP
            hand = puzzle.position.hands[puzzle.position.mover]
            slots = [move.slot for move in puzzle.solution.best if isinstance(move, Play | Discard)]
            assert (
                len({hand[slot - 1] for slot in slots})
                + any(isinstance(move, Clue) for move in puzzle.solution.best)
                == 1
            )

    @pytest.mark.parametrize("info", ["open", "seat"])
    def test_lines_show_it(self, info: Info) -> None:
        for puzzle in some(info):
            assert puzzle.line is not None
            assert puzzle.line.text.startswith(told(puzzle)["best"][0])
            for failure in puzzle.failures:
                assert failure.line is not None
                assert failure.line.depth is not None
                assert out_of_reach(failure.line) == failure.line.depth

    def test_after_a_failing_move_the_line_is_best_play(self) -> None:
        for puzzle in some("open"):
            for failure in puzzle.failures:
                assert failure.line is not None
                course = course_of_line(failure.line.position, failure.line.text)
                found = review(course, Question("open", "win", 25), ONE_THREAD)
                assert [turn.loss for turn in found.turns][1:] == [0] * (len(found.turns) - 1)
                assert found.turns[0].loss == failure.cost

    def test_no_two_are_of_a_kind(self) -> None:
        puzzles = some("open")
        assert len({puzzle.kind for puzzle in puzzles}) == len(puzzles) == 6

    def test_the_same_seed_gives_the_same(self) -> None:
        again = of_simulated(Solver(ONE_THREAD), Wanted("open", deck=2), 3)
        assert list(map(told, again)) == list(map(told, some("open")[:3]))
        other = of_simulated(Solver(ONE_THREAD), Wanted("open", deck=2), 1, seed=1)
        assert list(map(told, other)) != list(map(told, some("open")[:1]))

    def test_hidden_hands_count_what_a_move_costs_where_it_is_made(self) -> None:
        # One of three cards that fit the marks wins; the own view is one of sixty.
        text = "r5y5g4b5w5 >xxxx(-b)xx(-b)xx(-rb)xx(-rbw)/b3y1(-b)r1(-b)y1(-b) {y3g4g5w3w4} c2 t1"
        found = maker_of("hidden", text)
        assert found is not None
        assert told(found)["best"] == ["p5"]
        costs = {json_move["move"]: json_move["cost"] for json_move in told(found)["failures"]}
        assert costs["d5"] == "1/3", "without p5 nothing is won here"
        assert found.line is None
        assert found.depth is None


def never(error: object) -> None:
    pytest.fail(str(error))


def told(puzzle: Puzzle) -> dict[str, Any]:
    record: dict[str, Any] = puzzle_record(puzzle)
    return record


def maker_of(info: Info, text: str) -> Puzzle | None:
    from hanabi_solver.puzzles.puzzle import Maker, Origin
    from hanabi_solver.review.course import Step

    position = parse_position(text)
    maker = Maker(Solver(ONE_THREAD), info, "win", None, Fraction(1, 10))
    return maker.puzzle(Step(1, position, Discard(5), None, None), Origin(0, 1))


def out_of_reach(line: Line) -> int | None:
    """Moves of the line until 25 points can no more be had, by cards or by turns."""
    course = course_of_line(line.position, line.text)
    after = [*(step.position for step in course.steps[1:]), course.end]
    for number, position in enumerate(after, 1):
        if number == len(after) and course.over:
            return number if course.result != 25 else None
        if most(position) < 25:
            return number
    return None


def most(position: Position) -> int:
    facts = Facts(position)
    turns = position.turns_left
    left = position.deck_size + len(position.hands) if turns is None else turns
    return min(facts.reachable, position.score + left)


class TestGames:
    def test_mistakes_are_those_of_the_review(self) -> None:
        path = str(shared("games", "ah2ac2_val3p.jsonl"))
        wanted = Wanted(deck=3, gap=Fraction(0))
        found = of_games(Solver(ONE_THREAD), wanted, [path], refused=never, player="P1")
        one = next(found)
        assert one.made is not None
        assert one.made not in one.solution.best
        assert [failure.entry.move for failure in one.failures] == [one.made]
        source = one.origin.game
        assert not isinstance(source, int)
        turn = str(one.origin.turn)
        asked = ("--info", "seat", "--objective", "win", "--json", "--from-turn", turn)
        checked = run("check", path, "--game", str(source.line), *asked)
        first_turn = json.loads(checked.out)["turns"][0]
        assert first_turn["turn"] == one.origin.turn
        assert first_turn["loss"] == str(one.gap)

    def test_of_every_game_one_at_most(self) -> None:
        path = str(shared("games", "ah2ac2_val3p.jsonl"))
        found = of_games(Solver(ONE_THREAD), Wanted(deck=1), [path], refused=never)
        sources = [next(found).origin.game for _ in range(3)]
        assert len(set(sources)) == 3


class TestCommand:
    def test_position_strings_can_be_solved(self, tmp_path: Path) -> None:
        done = run("puzzles", "--count", "2", "--deck", "2")
        assert done.status == 0
        file = tmp_path / "puzzles"
        file.write_text(done.out)
        solved = run("solve", "--file", str(file), "--info", "seat", "--json")
        assert len(solved.out.splitlines()) == 2

    def test_files_begin_with_the_easiest(self, tmp_path: Path) -> None:
        out = tmp_path / "some.jsonl"
        assert run("puzzles", "--count", "4", "--deck", "2", "--out", str(out)).status == 0
        records = [json.loads(line) for line in out.read_text().splitlines()]
        hardness = [(len(each["failures"]), each["depth"], len(each["moves"])) for each in records]
        assert hardness == sorted(hardness)
        assert all(a != b for a, b in pairwise(records))

    def test_the_page_folds_solutions_away(self, tmp_path: Path) -> None:
        out = tmp_path / "some.html"
        assert run("puzzles", "--count", "2", "--deck", "2", "--out", str(out)).status == 0
        page = out.read_text()
        page = page.split("<script")[0]
        shown = re.sub(r"<details .*?</details>", "", page, flags=re.DOTALL)
        folded = re.findall(r"<details .*?</details>", page, flags=re.DOTALL)
        assert len(folded) == page.count("<article ") == 2
        assert all('class="good"' in each and "costs" in each for each in folded)
        assert all("(if the hand is " in each for each in folded), "which the mover does not see"
        assert "costs" not in shown

    @pytest.mark.parametrize(
        ("arguments", "said"),
        [
            (["nowhere.json"], "nowhere.json does not exist"),
            (["--out", "some.doc"], "some.doc: expected a name that ends in .html, .jsonl, .txt"),
            (["--gap", "much"], "'much' is no gap; expected a number such as 0.2 or 1/5"),
            (["--gap", "1/0"], "'1/0' is no gap; expected a number such as 0.2 or 1/5"),
            (["--player", "Ann"], "--player goes with a PATH"),
            (["--objective", "expected", "--target", "3"], "--target goes with --objective win"),
        ],
    )
    def test_bad_input(self, arguments: list[str], said: str) -> None:
        done = run("puzzles", *arguments)
        assert done.status == 2
        assert done.err.splitlines()[-1] == f"Error: {said}"

    def test_an_unknown_player_is_told_the_like(self) -> None:
        path = str(shared("games", "ah2ac2_val3p.jsonl"))
        done = run("puzzles", path, "--player", "P11")
        assert done.status == 2
        assert done.err.splitlines()[-1] == "Error: no game has a player 'P11'. Did you mean 'P1'?"

    def test_no_puzzle_is_no_success(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("hanabi_solver.puzzles.find.SIMULATED_FOR_ONE", 3)
        done = run("puzzles", "--count", "1", "--target", "0")
        assert done.status == 1
        assert done.err == "0 puzzles were found.\n"


@pytest.mark.parametrize(("info", "number"), [("open", 22), ("seat", 20), ("hidden", 8)])
def test_the_set_in_the_documentation(info: Info, number: int) -> None:
    path = Path(__file__).parents[1] / "docs" / "puzzles" / f"{info}.jsonl"
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert len({record["position"] for record in records}) == number
    solver = Solver(ONE_THREAD)
    for record in records if info != "hidden" else records[:2]:
        solution = solver.solve(record["position"], info=info)
        assert record["info"] == info
        assert record["value"] == str(solution.value)
        assert record["best"] == [format_move(move) for move in solution.best]
    made = of_simulated(solver, Wanted(info, deck=1 if info == "hidden" else 5), 1)
    assert info == "hidden" or told(next(made)) in records
