"""Moves and lines of moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hanabi_solver.errors import InputError, MoveError
from hanabi_solver.game.moves import CardMove, Clue, Discard, LineMove, Move, Play
from hanabi_solver.game.position import KNOWN_TRASH, Card
from hanabi_solver.notation import (
    format_line,
    format_move,
    parse_line,
    parse_move,
    parse_position,
    resolve,
)
from hypothesis import given
from hypothesis import strategies as st

if TYPE_CHECKING:
    from collections.abc import Callable

POSITION = parse_position("r3y4 r4y1y5y1/>y2r5r4y3/xxkt {r1r2r3} c3")


def resolved(text: str) -> list[Move]:
    """The moves of a line, each as if it were made in the position itself."""
    return [resolve(step, POSITION) for step in parse_line(text, POSITION)]


def refusal(call: Callable[..., object], *arguments: object) -> MoveError | None:
    try:
        call(*arguments)
    except MoveError as found:
        return found
    return None


def error(text: str) -> MoveError:
    found = refusal(resolved, text)
    assert found is not None
    assert found.column is not None
    assert text[found.column - 1 :].startswith(found.text)
    assert found.problem
    assert found.expected
    return found


@pytest.mark.parametrize(
    ("text", "move", "canonical"),
    [
        ("p1", Play(1), "p1"),
        ("P4", Play(4), "p4"),
        ("p04", Play(4), "p4"),
        ("d2", Discard(2), "d2"),
        ("clue", Clue(), "clue"),
        ("CLUE", Clue(), "clue"),
        ("c1r", Clue(1, "r"), "c1r"),
        ("c1Y", Clue(1, "y"), "c1y"),
        ("c3:5", Clue(3, 5), "c3:5"),
        ("c35", Clue(3, 5), "c3:5"),
        ("c0035", Clue(3, 5), "c3:5"),
        ("c3:y", Clue(3, "y"), "c3y"),
        ("p:r4", Play(3), "p3"),
        ("d:y3", Discard(4), "d4"),
        (" p1 ", Play(1), "p1"),
    ],
)
def test_moves(text: str, move: Move, canonical: str) -> None:
    assert parse_move(text, POSITION) == move
    assert format_move(move) == canonical
    assert parse_move(canonical, POSITION) == move


def test_of_two_copies_the_newer_is_taken() -> None:
    position = parse_position("r3y4 >r4y1y5y1/r5 {}")
    assert parse_move("d:y1", position) == Discard(2)
    position = parse_position("r3y5 >r4ktkt/r5 {}")
    assert parse_move("d:kt", position) == Discard(2)


def test_a_line() -> None:
    line = parse_line("p3=r5+Y1 clue  d:r1+kt c1:4 p2", POSITION)
    assert line == (
        LineMove(Play(3), Card(0, 5), Card(1, 1), "p3=r5+Y1", 1),
        LineMove(Clue(), None, None, "clue", 10),
        LineMove(CardMove(Discard, Card(0, 1)), None, KNOWN_TRASH, "d:r1+kt", 16),
        LineMove(Clue(1, 4), None, None, "c1:4", 24),
        LineMove(Play(2), None, None, "p2", 29),
    )
    assert format_line(line, POSITION) == "p3=r5+y1 clue d:r1+kt c1:4 p2"
    assert parse_line("", POSITION) == ()


@pytest.mark.parametrize(
    ("text", "column", "offending"),
    [
        ("p1 q1", 4, "q1"),
        ("p", 1, "p"),
        ("p-1", 1, "p-1"),
        ("p1.", 1, "p1."),
        ("p\uff11", 1, "p\uff11"),
        ("p\u00b2", 1, "p\u00b2"),
        ("clues", 1, "clues"),
        ("c", 1, "c"),
        ("cr", 1, "cr"),
        ("c1", 1, "c1"),
        ("c1:", 1, "c1:"),
        ("c::5", 1, "c::5"),
        ("c1b", 1, "c1b"),
        ("c1:6", 1, "c1:6"),
        ("c10", 1, "c10"),
        ("c1\u0661", 1, "c1\u0661"),
        ("+r1", 1, "+r1"),
        ("p1+", 3, "+"),
        ("p1=", 3, "="),
        ("p1+b1", 4, "b1"),
        ("p1+r6", 4, "r6"),
        ("p1+xx", 4, "xx"),
        ("p1=xx", 4, "xx"),
        ("p1+r1r2", 4, "r1r2"),
        ("p1+r1+r2", 4, "r1+r2"),
        ("p1+r1=r2", 4, "r1=r2"),
        ("p:", 1, "p:"),
        ("p:b1", 3, "b1"),
        ("p:r9", 3, "r9"),
        ("clue p:xx", 8, "xx"),
        ("clue+r1", 1, "clue+r1"),
        ("clue=r1", 1, "clue=r1"),
        ("c1r+r1", 1, "c1r+r1"),
        # What only the position tells.
        ("p0", 1, "p0"),
        ("p5", 1, "p5"),
        ("p99999999999999999999999999", 1, "p99999999999999999999999999"),
        ("p:r1", 1, "p:r1"),
        ("clue d:kt", 6, "d:kt"),
        ("c2r", 1, "c2r"),
        ("c4r", 1, "c4r"),
        ("c0r", 1, "c0r"),
        ("c99999999999999999r", 1, "c99999999999999999r"),
        ("p1=r1", 1, "p1=r1"),
    ],
)
def test_refused(text: str, column: int, offending: str) -> None:
    found = error(text)
    assert (found.column, found.text) == (column, offending)


def test_messages() -> None:
    assert str(error("p1 p7+r1")) == (
        "line, column 4: 'p7+r1': player 2 has no slot 7; expected slots 1 to 4"
    )
    assert str(error("c1b")) == (
        "line, column 1: 'c1b': b cannot be named; expected one of r y 1 2 3 4 5"
    )
    assert "another player: 1 3" in str(error("c2r"))
    assert "one of y2 r5 r4 y3" in str(error("p:r1"))


def test_only_an_unspecified_card_needs_a_name() -> None:
    position = parse_position("r3y4 >xxr4/r5 {y5r1} c3")
    (named,) = parse_line("p1=y5", position)
    assert resolve(named, position) == Play(1)
    (named,) = parse_line("p2=r4", position)
    assert resolve(named, position) == Play(2)
    (named,) = parse_line("p2=y5", position)
    with pytest.raises(MoveError, match="slot 2 holds r4"):
        resolve(named, position)


def test_a_single_move_names_no_cards() -> None:
    for text in ("", "p1 p2", "p1+r1", "p1=r1"):
        with pytest.raises(MoveError):
            parse_move(text, POSITION)


def test_an_empty_hand_can_only_clue() -> None:
    position = parse_position("r3y4 >-/r5 {} c3")
    for text in ("p1", "d:r1"):
        with pytest.raises(MoveError, match="expected a clue"):
            parse_move(text, position)


def test_clues_name_what_the_variant_has() -> None:
    rainbow = parse_position("r3m4 >r5/m5 {} variant=rainbow")
    with pytest.raises(MoveError, match="m cannot be named; expected one of r 1"):
        parse_move("c2m", rainbow)
    full = parse_position("r3m4 >r5/m5 {} variant=multicolour")
    assert parse_move("c2m", full) == Clue(2, "m")
    black = parse_position("r3k4 >r5/k1 {} variant=black-powder")
    with pytest.raises(MoveError, match="k cannot be named"):
        parse_move("c2k", black)


def test_a_card_move_is_written_in_a_positions_suits() -> None:
    move = CardMove(Play, Card(1, 2))
    assert format_move(move, POSITION) == "p:y2"
    with pytest.raises(InputError, match="suits"):
        format_move(move)


PIECES = ["p", "d", "c", "clue", ":", "+", "=", " ", "r", "y", "kt", "xx", *"0123456789"]


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join) | st.text(max_size=12))
def test_garbage_is_refused_or_comes_back(text: str) -> None:
    found = refusal(parse_line, text, POSITION)
    if found is not None:
        assert found.column is not None
        assert text[found.column - 1 :].startswith(found.text)
        return
    line = parse_line(text, POSITION)
    again = parse_line(format_line(line, POSITION), POSITION)
    assert [(s.move, s.named, s.drawn) for s in again] == [(s.move, s.named, s.drawn) for s in line]
    for step in line:
        found = refusal(resolve, step, POSITION)
        if found is not None:
            assert found.column == step.column
        else:
            move = resolve(step, POSITION)
            assert parse_move(format_move(move), POSITION) == move
