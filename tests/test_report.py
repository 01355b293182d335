"""What people see: boards and answers as text, in a shell and in a notebook."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from html.parser import HTMLParser

import hanabi_solver as hs
import pytest
from hanabi_solver.core.answer import Bounds
from hanabi_solver.game.facts import Facts
from hanabi_solver.show import board, document, numbers, report
from hanabi_solver.show.document import Line, Piece, line, table
from hanabi_solver.show.numbers import short_bounds

CHANCE = "r3y4g5b5w4 >r4y1/y5w5 {r5b1}"


def shown(text: str) -> str:
    return document.plain(board.shown(Facts(hs.parse_position(text))))


@pytest.mark.parametrize(
    ("position", "words"),
    [
        (
            "r4y3 >r5r1/y4y5 {} c1 t1",
            ["Turns left    1", "Pace          -2", "r5+!  r1.", "y4+!  y5!"],
        ),
        ("r4y3 y4y1/>r5/y5 [y4r1] c2 s1", ["2 cards, next first: y4+ r1.", "Strikes       1 / 3"]),
        (
            "r4y4 >xx/y5 {r5r1r1} c0",
            ["2 cards; they and the unspecified ones are: r1. r1. r5", "xx"],
        ),
        ("r4y4 >ktr5/y5 {kt} c0", ["kt.", "not known in full"]),
        ("r5y4 >-/y5 {} c8", ["> Player 1", "8 / 8"]),
        ("r4y4 >r5(r5-y1)/y5<y5> {r1} c1", ["r5+!(r5-y1)", "y5+!<y5>"]),
        ("r4y4 >r5/y5 {r1} rules=grand-finale", ["Grand Finale: all or nothing"]),
        ("r4y4 >r5/y5 {r1} strikeout=keep", ["keep the score"]),
        ("r4y4 >r5/y5 {r1} empty-clues=yes", ["empty clues allowed"]),
        ("r4k2 >k3/r5 {r1} variant=black-powder", ["black-powder", "k3+"]),
    ],
)
def test_boards(position: str, words: list[str]) -> None:
    board = shown(position)
    for each in words:
        assert each in board, board


def test_a_grand_finale_has_no_pace() -> None:
    assert "Pace" in shown("r4y4 >r5/y5 {r1}")
    assert "Pace" not in shown("r4y4 >r5/y5 {r1} rules=grand-finale")


def test_only_the_mover_is_marked() -> None:
    board = shown("r4y3 y4y1/>r5/y5 [y4r1] c2").splitlines()
    assert [row[0] for row in board if "Player" in row] == [" ", ">", " "]


def test_columns_line_up_whatever_the_letters_take() -> None:
    drawn = document.plain((table([["赤", "1"], ["red", "22"]], right=[1]),))
    assert drawn == "赤    1\nred  22"


def test_the_three_renderers_show_the_same() -> None:
    solution = hs.solve(CHANCE)
    text = str(solution)
    page = solution._repr_html_()

    class Words(HTMLParser):
        found = ""

        def handle_data(self, data: str) -> None:
            self.found += data

    parser = Words()
    parser.feed(page)
    squeezed = re.sub(r"\s", "", text)
    assert re.sub(r"\s", "", parser.found) == squeezed

    from rich.console import Console

    console = Console(width=200, no_color=True)
    with console.capture() as capture:
        console.print(
            document.to_rich(report.solved(hs.Solutions({"win": solution}, solution.recommended)))
        )
    assert re.sub(r"\s", "", capture.get()) == squeezed


def test_a_narrow_terminal_folds_and_drops_nothing() -> None:
    from rich.console import Console

    console = Console(width=30, no_color=True)
    fraction = "70524720/479001600"
    with console.capture() as capture:
        console.print(document.to_rich((table([["p1", "play r4", fraction, fraction]]),)))
    letters = sorted(re.sub(r"\s", "", capture.get()))
    assert letters == sorted(f"p1playr4{fraction}{fraction}")


def test_html_is_escaped() -> None:
    assert (
        document.to_html((line("<b>&"), Line(), line(Piece("x", "red")))).count("&lt;b&gt;&amp;")
        == 1
    )


def test_positions_in_shell_and_notebook() -> None:
    position = hs.parse_position(CHANCE)
    assert str(position) == CHANCE
    assert eval(repr(position), {"parse_position": hs.parse_position}) == position
    assert "Player 2" in position._repr_html_()


def test_solutions_in_shell_and_notebook() -> None:
    solution = hs.solve(CHANCE)
    assert repr(solution) == f"<Solution of {CHANCE}: open win (25+) 1/2 (0.5000)>"
    assert "1/2 (0.5000) *" in str(solution)
    answers = hs.solve_all(CHANCE)
    assert repr(answers) == (
        f"<Solutions of {CHANCE}: open guaranteed 24, open expected 49/2 (24.5000), "
        "open win (25+) 1/2 (0.5000)>"
    )
    assert "49/2 (24.5000) *" in str(answers)
    assert "<table>" in answers._repr_html_()


def test_bounds_are_shown_as_such() -> None:
    bounds = Bounds(Fraction(1, 3), Fraction(1, 2))
    stopped = replace(hs.solve(CHANCE, moves=False), bounds=bounds, stop="memory", moves=())
    assert "1/3 (0.3333) to 1/2 (0.5000)" in str(stopped)
    assert "Stopped by the memory limit" in str(stopped)
    assert repr(stopped).endswith("open win (25+) 1/3 (0.3333) to 1/2 (0.5000)>")


def test_decimals_tell_apart_what_differs() -> None:
    tiny, near = Fraction(1, 3_000_000), Fraction(999_999, 1_000_000)
    assert numbers.number(tiny) == f"{tiny} (3.3333e-07)"
    assert numbers.number(near) == f"{near} (0.999999)"
    assert numbers.number(Fraction(1, 30_000)) == "1/30000 (0.00003)"
    assert numbers.number(Fraction(2, 3)) == "2/3 (0.6667)"
    bounds = hs.Bounds(Fraction(241611, 10_000), Fraction(2416111, 100_000))
    assert numbers.bounds_text(bounds).count("24.1611)") == 0
    assert "(24.16110) to 2416111/100000 (24.16111)" in numbers.bounds_text(bounds)
    assert short_bounds(bounds) == "≈24.16110 to ≈24.16111"


def test_no_star_is_explained_where_there_is_none() -> None:
    loose = hs.Bounds(Fraction(0), Fraction(1))
    solution = hs.solve(CHANCE)
    assert "* best" in str(solution)
    moves = tuple(replace(entry, bounds=loose, best=False) for entry in solution.moves)
    stopped = replace(solution, bounds=loose, moves=moves, stop="time", recommended=None)
    assert "* best" not in str(stopped)
    assert "Recommended" not in str(stopped)


def test_worlds_are_counted_once_where_no_policy_was_found() -> None:
    large = "r3y4g5b4w5 >r1r5g2b1w1/b5r4y2w2g1/y5g3w3b2r2 {y1w4r3} c2"
    found = hs.solve_all(large, info="hidden", moves=False, limits=hs.Limits(time=0))
    assert str(found).count("Worlds: ") == 1


def test_chances_of_the_own_cards_have_their_decimals() -> None:
    text = str(hs.solve("r3y4g5b3w5 >r4g1y1b1w3/b4b5w1w2g2 {r5y5b2} c1", info="seat", moves=False))
    assert "slot 1  r4 r5 y1 y5 g1 b1 1/8 (0.1250) each, 2 more 1/4 (0.2500)\n" in text
