"""The page as it is sent: its skeleton with the texts in the language in use."""

from __future__ import annotations

import json
import re
from importlib.resources import files

from hanabi_solver.board.words import words
from hanabi_solver.show.document import escaped
from hanabi_solver.texts.text import language

MODULES = (
    "dom.js",
    "numbers.js",
    "table.js",
    "graph.js",
    "line.js",
    "server.js",
    "editor.js",
    "main.js",
)
"""The page's script, what is used before what uses it."""


def asset(name: str) -> str:
    """A file of the page."""
    return files("hanabi_solver.board").joinpath("web", name).read_text(encoding="utf-8")


def embedded(data: object) -> str:
    """Data as JSON that can stand in a page: nothing in it ends its element or begins another."""
    return json.dumps(data).replace("<", "\\u003c").replace("&", "\\u0026")


def page() -> str:
    """The page of the board."""
    texts = words()
    values = {"language": language(), "texts": embedded(texts)}
    values |= {name: escaped(text) for name, text in texts.items()}
    return re.sub(r"\{([\w ]+)\}", lambda found: values[found[1]], asset("board.html"))
