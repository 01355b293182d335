"""Which module may import which: what is independent has to stay so."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable

PACKAGE = Path(__file__).parents[1] / "python" / "hanabi_solver"
NAME = "hanabi_solver"

PLAIN_DATA = {"errors", "game.rules", "game.position", "game.moves", "variants", "texts"}
"""With them the catalogue of texts, which errors speak through."""

CALLERS_OF_THE_CORE = {
    "core.setups",
    "solving.solver",
    "core.playing",
    "solving.many",
    "solving.hidden",
}
"""The rest of the package knows of the core only what these tell."""

READERS = {"reference.policy"}
"""Of the reference, what reads a file of its own: it needs names of cards and positions."""


def module_name(path: Path) -> str:
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in PACKAGE.rglob("*.py")}


def imports(name: str, *, deferred: bool = True) -> set[str]:
    """Modules of the package that a module imports; `deferred`: inside functions, too."""
    tree = ast.parse(MODULES[name].read_text(encoding="utf-8"))
    nodes: Iterable[ast.AST] = ast.walk(tree) if deferred else tree.body
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name}: relative import"
            found.add(node.module or "")
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    inside = {name.removeprefix(f"{NAME}.") for name in found if name.startswith(f"{NAME}.")}
    return {name for name in inside if name in MODULES or name == "_core"}


def outside(names: set[str], packages: set[str]) -> list[str]:
    """The names that lie in none of the packages."""
    return sorted(name for name in names if not within(name, packages))


def within(name: str, packages: set[str]) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def test_the_reader_of_imports_sees_them() -> None:
    assert "_core" in imports("solving.solver")
    assert {"game.position", "reference.engine"} <= imports("reference.solver")
    assert "notation.parser" in imports("notation")
    assert "show.document" in imports("game.position")
    assert "show.document" not in imports("game.position", deferred=False)


@pytest.mark.parametrize("name", sorted(MODULES))
def test_the_core_has_few_callers_and_the_command_line_none(name: str) -> None:
    if name not in CALLERS_OF_THE_CORE:
        assert "_core" not in imports(name)
    if not within(name, {"cli", "__main__"}):
        assert not [used for used in imports(name) if within(used, {"cli"})]


@pytest.mark.parametrize("name", sorted(name for name in MODULES if within(name, {"reference"})))
def test_the_reference_is_independent(name: str) -> None:
    allowed = PLAIN_DATA | {"reference"}
    if name in READERS:
        allowed |= {"notation"}
    assert outside(imports(name), allowed) == []


@pytest.mark.parametrize("name", ["errors", "game.rules", "game.position", "game.moves", "variants"])
def test_plain_data_stand_alone(name: str) -> None:
    assert outside(imports(name, deferred=False), PLAIN_DATA) == []


@pytest.mark.parametrize("name", sorted(name for name in MODULES if within(name, {"notation"})))
def test_notation_does_not_search(name: str) -> None:
    searching = CALLERS_OF_THE_CORE | {"reference", "solving", "show", "review", "batch", "cli"}
    assert not [used for used in imports(name) if within(used, searching)]
