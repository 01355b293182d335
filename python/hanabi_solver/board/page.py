"""The pages as they are sent or written: their skeletons with the texts in the language in use."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha256
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
    "view.js",
    "server.js",
    "editor.js",
    "main.js",
)
"""The board's script, what is used before what uses it."""

SAVED = (*MODULES[:6], "saved.js")
"""The script of a check with its values inside."""

PUZZLES = (*MODULES[:3], "puzzles.js")
"""The script of puzzles."""


def asset(name: str) -> str:
    """A file of the page."""
    return files("hanabi_solver.board").joinpath("web", name).read_text(encoding="utf-8")


def embedded(data: object) -> str:
    """Data as JSON that can stand in a page: nothing in it ends its element or begins another."""
    text = json.dumps(data, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("&", "\\u0026")


def page() -> str:
    """The page of the board."""
    texts = words()
    values = {"language": language(), "texts": embedded(texts)}
    values |= {name: escaped(text) for name, text in texts.items()}
    return _filled("board.html", values)


def page_alone(title: str, body: str, data: object, modules: tuple[str, ...]) -> str:
    """A page that needs no server: style, script and data are inside, and its policy lets in
    nothing else. `body` is HTML; `data` is for the last of the modules.
    """
    style, script = asset("board.css"), _joined(modules)
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    values = {
        "language": language(),
        "policy": policy,
        "title": escaped(title),
        "style": style,
        "body": body,
        "texts": embedded(words()),
        "data": embedded(data),
        "script": script,
    }
    return _filled("saved.html", values)


def _filled(name: str, values: dict[str, str]) -> str:
    return re.sub(r"\{([\w ]+)\}", lambda found: values[found[1]], asset(name))


def _joined(modules: tuple[str, ...]) -> str:
    """Modules in one: names at their top are different, so that they need not import each other."""
    text = "\n".join(map(asset, modules))
    return re.sub(r"^(import .*\n|export )", "", text, flags=re.MULTILINE)


def _hash(text: str) -> str:
    """How a policy names the text of an element."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
