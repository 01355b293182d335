"""Every example of the documents is run: what they show is what comes out."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)

# `...` stands for anything: node counts and seconds differ from machine to machine.
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def blocks(path: Path, *languages: str) -> list[str]:
    return [text for language, text in BLOCK.findall(path.read_text()) if language in languages]


def examples(session: str) -> list[tuple[str, str]]:
    """The commands of a shell session, each with the output shown below it."""
    parts = re.split(r"^\$ ", session, flags=re.MULTILINE)
    assert not parts[0].strip(), "a session starts with a command"
    found = []
    for part in parts[1:]:
        command, _, output = part.partition("\n")
        while command.endswith("\\"):
            more, _, output = output.partition("\n")
            command += f"\n{more}"
        found.append((command, output))
    return found


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_shell_sessions(path: Path, tmp_path: Path) -> None:
    search = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    for session in blocks(path, "console"):
        for command, expected in examples(session):
            done = subprocess.run(
                ["bash", "-c", command],
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                check=False,
                cwd=tmp_path,
                env=os.environ | {"PATH": search},
            )
            same = doctest.OutputChecker().check_output(expected, done.stdout, FLAGS)
            assert same, f"$ {command}\n{done.stdout}"


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_python_sessions(path: Path) -> None:
    session = "\n".join(blocks(path, "python"))
    test = doctest.DocTestParser().get_doctest(session, {}, path.name, str(path), 0)
    report: list[str] = []
    doctest.DocTestRunner(optionflags=FLAGS).run(test, out=report.append)
    assert not report, "".join(report)


def test_no_example_is_left_out() -> None:
    """Only what sets the project up is shown and not run here: that is what `.ci/run` does."""
    readme = ROOT / "README.md"
    ci = (ROOT / ".ci" / "run").read_text()
    assert blocks(readme, "console")
    assert blocks(readme, "python")
    for path in DOCUMENTS:
        kinds = {language for language, _ in BLOCK.findall(path.read_text())}
        assert kinds <= {"console", "python", "sh", "text"}, path.name
    for block in blocks(readme, "sh"):
        for command in block.splitlines():
            assert f"\n{command.partition('#')[0].strip()}\n" in ci
