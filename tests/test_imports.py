"""Which module may import which: the rooms stand in one order, and nothing goes in a circle."""

from __future__ import annotations

import ast
import re
from graphlib import CycleError, TopologicalSorter
from importlib import import_module
from pathlib import Path

import pytest
from hanabi_solver.texts import door

PACKAGE = Path(__file__).parents[1] / "python" / "hanabi_solver"
NAME = "hanabi_solver"

ORDER = (
    "texts",
    "errors",
    "system",
    "game",
    "variants",
    "notation",
    "_core",
    "core",
    "solving",
    "agents",
    "archive",
    "review",
    "elo",
    "show",
    "reference",
    "crosscheck",
    "games",
    "batches",
    "board",
    "puzzles",
    "",
    "cli",
    "__main__",
)
"""The rooms; each may import those that stand before it. "" is the package itself."""

LATE = {"", "texts.door", "cli.app", "batches.pool"}
"""What imports by name: the public names, the late-bound door, commands when they are asked for,
and a library of others.
"""


REFERENCE = {"errors", "game.rules", "game.position", "game.moves", "reference"}
"""All that the slow engine may know: it has to be independent."""

READERS = {"reference.policy"}
"""Of the reference, what reads a file of its own: it needs names of cards and positions."""


def module_name(path: Path) -> str:
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in PACKAGE.rglob("*.py")}


def tree(name: str) -> ast.Module:
    return ast.parse(MODULES[name].read_text(encoding="utf-8"))


def imports(name: str) -> set[str]:
    """Modules of the package that a module imports, in functions and for types, too."""
    found: set[str] = set()
    for node in ast.walk(tree(name)):
        if isinstance(node, ast.Import):
            found.update(within_package(alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name}: relative import"
            base = node.module or ""
            for alias in node.names:
                whole = within_package(f"{base}.{alias.name}")
                found.add(whole if whole in {*MODULES, "_core"} else within_package(base))
    return found - {"outside"}


def within_package(name: str) -> str:
    """A module's name within the package; "outside" for others."""
    first, _, rest = name.partition(".")
    return rest if first == NAME else "outside"


def room(name: str) -> str:
    return name.partition(".")[0]


def test_the_reader_of_imports_sees_them() -> None:
    assert "_core" in imports("core.playing")
    assert {"game.position", "reference.engine"} <= imports("reference.recursion")
    assert "notation.parser" in imports("notation")
    assert "core.hidden" in imports("solving.solver"), "in a function"
    assert "core.policy" in imports("core.query"), "for types"
    assert "cli.options" in imports("cli.solve"), "a module out of its package"


def test_every_room_has_its_place() -> None:
    assert {room(name) for name in MODULES} | {"_core"} == set(ORDER)


def test_contributing_has_the_rooms_in_this_order() -> None:
    page = (PACKAGE.parents[1] / "CONTRIBUTING.md").read_text(encoding="utf-8")
    table = page.partition("from the bottom up")[2].partition("###")[0]
    rooms = re.findall(r"^\| `(\w+)(?:\.py)?` \|", table, re.MULTILINE)
    assert rooms == [room for room in ORDER if room not in ("_core", "", "__main__")]


@pytest.mark.parametrize("name", sorted(MODULES))
def test_imports_obey_the_order(name: str) -> None:
    place = ORDER.index(room(name))
    assert not [used for used in imports(name) if ORDER.index(room(used)) > place]


@pytest.mark.parametrize("name", ORDER)
def test_no_room_has_a_circle(name: str) -> None:
    graph = {
        module: {used for used in imports(module) if room(used) == name and used != module}
        for module in MODULES
        if room(module) == name
    }
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(f"imports in a circle: {error.args[1]}")


@pytest.mark.parametrize("name", sorted(MODULES))
def test_only_core_calls_the_core(name: str) -> None:
    assert room(name) == "core" or "_core" not in imports(name)


@pytest.mark.parametrize("name", sorted(MODULES))
def test_few_modules_import_by_name(name: str) -> None:
    used = any(
        "import_module" in (getattr(node, "id", ""), getattr(node, "name", ""))
        for node in ast.walk(tree(name))
    )
    assert used == (name in LATE)


@pytest.mark.parametrize("way", [way for way in vars(door) if way.isupper()])
def test_the_late_bound_door_leads_somewhere(way: str) -> None:
    module, _, function = getattr(door, way).partition(":")
    assert callable(getattr(import_module(f"{NAME}.{module}"), function))


@pytest.mark.parametrize("name", sorted(name for name in MODULES if room(name) == "reference"))
def test_the_reference_is_independent(name: str) -> None:
    allowed = REFERENCE | ({"notation"} if name in READERS else set())
    assert not [used for used in imports(name) if not {used, room(used)} & allowed]
