"""The catalogue of texts: nothing missing, nothing left over, in any language."""

from __future__ import annotations

import ast
import gettext
import importlib.machinery
import importlib.util
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from command import run_apart
from games import played
from hanabi_solver.archive import write_export
from hanabi_solver.texts import text

if TYPE_CHECKING:
    from types import ModuleType

    from babel.messages.catalog import Catalog

ROOT = Path(__file__).parents[1]
OTHERS = [language for language in text.LANGUAGES if language != text.SOURCE_LANGUAGE]
POSITION = "r3y4g5b5w4 >r4y1/y5w5 {r5b1}"


def load_tool() -> ModuleType:
    """The development tool `.ci/texts`, which has no suffix to import it by."""
    loader = importlib.machinery.SourceFileLoader("texts", str(ROOT / ".ci" / "texts"))
    spec = importlib.util.spec_from_loader("texts", loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


tool = load_tool()


def catalogue(language: str) -> Catalog:
    read: Catalog = tool.read(language)
    return read


def identities(messages: Catalog) -> set[object]:
    return {message.id for message in messages if message.id}


def fields(words: str) -> set[str]:
    return set(re.findall(r"\{(\w+)(?:![rs])?\}", words))


def test_texts_are_collected_from_every_part() -> None:
    texts = identities(tool.collect())
    assert {"Stacks", "red", "Usage:", ("{number} card", "{number} cards")} <= texts


@pytest.mark.parametrize("path", sorted(tool.SOURCE.rglob("*.py")), ids=lambda path: path.name)
def test_texts_stand_where_the_tool_finds_them(path: Path) -> None:
    """As they are, and not inside an f-string, where the tool does not look."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    inside = {
        id(node)
        for each in ast.walk(tree)
        if isinstance(each, ast.JoinedStr)
        for node in ast.walk(each)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("_", "plural"):
            texts = node.args[: 2 if getattr(node.func, "id", "") == "plural" else 1]
            assert all(isinstance(each, ast.Constant) for each in texts), f"line {node.lineno}"
            assert id(node) not in inside, f"line {node.lineno}"


def test_rules_that_games_break_are_texts() -> None:
    """They are looked up by name, so that the tool cannot find them where they are used."""
    rules = set()
    for path in [*(tool.SOURCE / "archive").glob("*.py"), *(tool.SOURCE / "batches").glob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args:
                # A rule comes first.
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                if name == "GameError" or (name == "_error" and path.name == "replay.py"):
                    rules.add(getattr(node.args[0], "value", None))
            elif isinstance(node, ast.Assign):
                if getattr(node.targets[0], "id", "") in ("FORMAT", "UNREADABLE", "DIED", "FAULT"):
                    rules.add(getattr(node.value, "value", None))
            elif isinstance(node, ast.FunctionDef) and node.name == "_broken_rule":
                found = [each.value for each in ast.walk(node) if isinstance(each, ast.Return)]
                rules |= {getattr(each, "value", None) for each in found}
    rules -= {None}
    assert len(rules) > 20
    assert rules <= identities(tool.collect())


def test_what_the_core_says_of_moves_is_texts() -> None:
    source = (ROOT / "rust" / "py" / "src" / "setup.rs").read_text(encoding="utf-8")
    said = re.findall(r'(?:MoveError::new_err\(|\) =>|_ =>)\s*"([^"]+)"', source)
    assert len(said) > 5
    assert set(said) <= identities(tool.collect())


@pytest.mark.parametrize("language", OTHERS)
def test_no_text_is_missing_or_unused(language: str) -> None:
    known, texts = identities(catalogue(language)), identities(tool.collect())
    assert not texts - known, "run .ci/texts, and translate what it lists"
    assert not known - texts, "run .ci/texts"
    assert tool.missing(catalogue(language)) == [], "translate these"


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_fills_in_what_the_text_does(language: str) -> None:
    for message in catalogue(language):
        singular = message.id[0] if isinstance(message.id, tuple) else message.id
        if not singular or "{r1y1}" in singular:
            continue
        for words in tool.strings(message):
            assert fields(words) == fields(singular), words


@pytest.mark.parametrize("language", OTHERS)
def test_the_files_are_what_the_tool_writes(language: str) -> None:
    catalog = tool.translated(language, tool.collect(), catalogue(language))
    path = tool.place(language)
    assert tool.written(catalog) == (
        path.read_bytes(),
        path.with_suffix(".mo").read_bytes(),
    ), "run .ci/texts"


@pytest.mark.parametrize("language", OTHERS)
def test_the_compiled_catalogue_says_what_the_other_does(language: str) -> None:
    compiled = gettext.translation(text.DOMAIN, text.LOCALE, [language])
    for message in catalogue(language):
        if isinstance(message.id, tuple):
            found = {compiled.ngettext(*message.id, number) for number in range(100)}
            assert found <= set(message.string)
        elif message.id:
            assert compiled.gettext(message.id) == message.string


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("de", "letzte Runde"),
        ("es", "última ronda"),
        ("fr", "dernier tour"),
        ("ja", "最終ラウンド"),
        ("pt", "última rodada"),
    ],
)
def test_option_and_locale_choose_the_language(language: str, words: str) -> None:
    for arguments, environment in (
        (["--lang", language], {}),
        ([f"--lang={language}"], {}),
        ([], {"LANGUAGE": language}),
        ([], {"LANGUAGE": "", "LC_ALL": f"{language}_XX.UTF-8"}),
        ([], {"LANGUAGE": f"xx:{language}_XX:en"}),
    ):
        done = run_apart(*arguments, "solve", POSITION, PYTHONUTF8="1", **environment)
        assert (done.status, done.err) == (0, "")
        assert words in done.out
    for arguments, wanted in ((["--lang", "en"], language), ([], f"en_GB:en:{language}")):
        assert "last round" in run_apart(*arguments, "show", POSITION, LANGUAGE=wanted).out
    help_text = run_apart("--help", LANGUAGE=f"en:{language}").out
    assert "Show this message and exit." in help_text


def test_help_and_mistakes_are_in_the_language_too() -> None:
    assert "Aufruf: hanabi-solver" in run_apart("--lang", "de", "--help").out
    assert "Aufruf: hanabi-solver" in run_apart("--help", "--lang", "de").out
    done = run_apart("--lang", "de", "solve", POSITION, "--target", "many")
    assert "Fehler: Ungültiger Wert" in done.err
    assert "'many' ist kein Ziel" in done.err
    done = run_apart("--lang", "de", "show", "r4y4 >r5y6/y5 {r1}")
    assert done.err.splitlines()[0] == (
        "Fehler: Hände, Spalte 9: 'y6': die Zahl 6 gibt es nicht; erwartet: y1 bis y5"
    )
    done = run_apart("--lang", "fr", "check", "r4y4 >r5/y5 {r1}", "--line", "p7")
    assert "'p7': le joueur 1 n'a pas de place 7 ; attendu : places 1 à 1" in done.err
    done = run_apart("--lang", "ja", "check", "r4y4 >r5/y5 {r1} c8", "--line", "d1")
    assert "'d1': この手はここではできません" in done.err


def test_tables_are_the_same_in_every_language(tmp_path: Path) -> None:
    broken = '{"players":["A","B"],"deck":[],"actions":[]}'
    good = write_export(played(1)).decode()
    (tmp_path / "games.jsonl").write_text(f"{broken}\n2,notes,0\n{good}\n")
    (tmp_path / "broken.zip").write_text("no archive")
    tables = set()
    for language in ("en", "de"):
        out = tmp_path / f"{language}.csv"
        arguments = ("batch", str(tmp_path), "--out", str(out), "--from-deck", "1")
        done = run_apart("--lang", language, *arguments)
        assert done.status == 0
        tables.add(out.read_text().replace(f"{language}.csv", ""))
        out.unlink()
        out.with_name(f"{language}.turns.csv").unlink()
    assert len(tables) == 1
    assert "deck not listed" in tables.pop()
    assert "Karten nicht aufgeführt" in done.out


def test_json_is_the_same_in_every_language() -> None:
    def lines(language: str) -> list[str]:
        out = run_apart("--lang", language, "solve", "--json", POSITION).out
        return re.sub(r'"seconds": [^}]*', "", out).splitlines()

    assert {tuple(lines(language)) for language in text.LANGUAGES} == {tuple(lines("en"))}


def test_a_terminal_without_the_letters_gets_english() -> None:
    done = run_apart("--lang", "ja", "show", POSITION, PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert (done.status, done.err) == (0, "")
    assert "last round" in done.out
