"""The one late-bound door: plain data show and make themselves by what rooms above them know.

`str(position)` is written by `notation`, a notebook's view by `show`. Both import the data, so
here they are named, and imported when they are first asked.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

POSITION = "notation.formatter:format_position"
POSITION_BUILT = "notation.build:build_position"
POSITION_HTML = "show.board:position_html"
SOLUTIONS = "show.report:solutions_text"
SOLUTIONS_HTML = "show.report:solutions_html"
BOUNDS = "show.numbers:bounds_text"
ROWS_HTML = "games.table:rows_html"


def bound(way: str) -> Any:
    """The function that one of the ways above leads to."""
    module, _, function = way.partition(":")
    return getattr(import_module(f"hanabi_solver.{module}"), function)


def told(way: str, thing: object) -> str:
    """The thing as text."""
    text: str = bound(way)(thing)
    return text
