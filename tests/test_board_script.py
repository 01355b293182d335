"""The page's script: checked types, nothing from elsewhere, no markup out of texts."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from hanabi_solver.board.page import MODULES, PUZZLES, SAVED
from hanabi_solver.board.words import words

WEB = Path(__file__).parents[1] / "python" / "hanabi_solver" / "board" / "web"
SCRIPTS = sorted(WEB.glob("*.js"))


def test_every_module_is_of_a_page() -> None:
    assert {file.name for file in SCRIPTS} == {*MODULES, *SAVED, *PUZZLES}


@pytest.mark.parametrize("modules", [SAVED, PUZZLES])
def test_modules_that_are_put_into_one_have_names_of_their_own(modules: tuple[str, ...]) -> None:
    """And all that they import is of this page, and stands before."""
    told: list[str] = []
    for place, name in enumerate(modules):
        text = (WEB / name).read_text(encoding="utf-8")
        imported = re.findall(r'^import .* from "./(.+)";$', text, re.MULTILINE)
        assert text.count("\nimport ") <= len(imported)
        assert set(imported) <= set(modules[:place])
        told += re.findall(
            r"^(?:export )?(?:async )?(?:function|const|let|class) (\w+)", text, re.MULTILINE
        )
    assert len(told) == len(set(told))


def test_types_are_right(tmp_path: Path) -> None:
    if shutil.which("tsc") is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("TypeScript not found")
    options = {
        "checkJs": True,
        "noEmit": True,
        "strict": True,
        "target": "es2022",
        "module": "es2022",
        "moduleResolution": "node",
        "lib": ["es2022", "dom", "dom.iterable"],
        "types": [],
    }
    config = tmp_path / "tsconfig.json"
    config.write_text(json.dumps({"compilerOptions": options, "include": [f"{WEB}/*"]}))
    done = subprocess.run(["tsc", "-p", config], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.parametrize("file", [*SCRIPTS, *WEB.glob("*.css"), *WEB.glob("*.html")], ids=str)
def test_nothing_comes_from_elsewhere(file: Path) -> None:
    text = file.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
    assert "http" not in text.replace("http-equiv", "")
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document.write|\beval\(", text)
    assert len(text.splitlines()) <= 500


def test_every_text_of_the_page_is_there() -> None:
    source = "".join(file.read_text(encoding="utf-8") for file in SCRIPTS)
    asked = set(re.findall(r"""\bt\("([^"]+)\"""", source))
    skeleton = set(re.findall(r"\{([\w ]+)\}", (WEB / "board.html").read_text(encoding="utf-8")))
    assert asked <= set(words())
    assert skeleton - {"language", "texts"} <= set(words())
