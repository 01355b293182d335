"""How the command line starts and ends, whatever the command."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
from command import PROGRAM, run, run_apart
from hanabi_solver import cli
from hanabi_solver.cli.app import COMMANDS

POSITION = "r3y4g5b5w4 >r4y1/y5w5 {r5b1}"


def test_version() -> None:
    done = run_apart("--version")
    assert (done.status, done.err) == (0, "")
    # The core tells it; what is installed must say the same.
    assert done.out == f"hanabi-solver {version('hanabi-solver')}\n"


def test_the_installed_script_is_the_same_program() -> None:
    script = Path(sys.executable).with_name("hanabi-solver")
    done = subprocess.run([script, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == run_apart("--version").out


@pytest.mark.parametrize("command", [(), *((name,) for name in COMMANDS)])
def test_help(command: tuple[str, ...]) -> None:
    done = run(*command, "--help")
    assert (done.status, done.err) == (0, "")
    assert "Usage: hanabi-solver" in done.out
    assert "--help" in done.out


def test_help_lists_every_command() -> None:
    listed = run("--help").out
    assert all(f"\n  {name} " in listed for name in COMMANDS)
    assert "the value of every move." in " ".join(listed.split())
    assert "..." not in listed.partition("Commands:")[2], "nothing is cut short"


def test_the_language_may_stand_after_the_command() -> None:
    before = run_apart("--lang", "de", "show", "--help")
    after = run_apart("show", "--lang", "de", "--help")
    assert (after.status, after.out) == (0, before.out)
    assert "Stellung" in after.out
    assert run("show", "--lang", "xx").status == 2


@pytest.mark.parametrize("arguments", [("solv",), ("--frobnicate",), ("--lang", "xx", "show")])
def test_bad_usage_is_refused(arguments: tuple[str, ...]) -> None:
    done = run(*arguments)
    assert (done.status, done.out) == (2, "")
    assert arguments[-1] in done.err or arguments[-2] in done.err


def test_shell_completion() -> None:
    done = run_apart(
        _HANABI_SOLVER_COMPLETE="bash_complete", COMP_WORDS="hanabi-solver so", COMP_CWORD="1"
    )
    assert done.out == "plain,solve\n"
    done = run_apart(_HANABI_SOLVER_COMPLETE="bash_source")
    assert "complete " in done.out


def test_a_mistake_in_the_program_is_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def mistake(*_arguments: object) -> None:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr("hanabi_solver.show.board.shown", mistake)
    done = run("show", POSITION)
    assert (done.status, done.out) == (1, "")
    assert done.err.startswith("Error: ")
    assert "ZeroDivisionError: oops" in done.err
    assert len(done.err.splitlines()) == 1


def test_an_interrupt_ends_with_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("hanabi_solver.show.board.shown", interrupt)
    done = run("show", POSITION)
    assert (done.status, done.out) == (cli.INTERRUPTED, "")
    assert "Traceback" not in done.err


def test_an_interrupt_may_come_as_another_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python 3.11 wraps what is raised while it makes a class; so in the midst of imports."""

    def interrupt(*_arguments: object) -> None:
        raise RuntimeError("wrapped") from KeyboardInterrupt()

    for place in ("hanabi_solver.show.board.shown", "hanabi_solver.cli.app.run"):
        with monkeypatch.context() as patch:
            patch.setattr(place, interrupt)
            done = run("show", POSITION)
        assert (done.status, done.out, done.err) == (cli.INTERRUPTED, "", "")


def test_an_interrupt_while_modules_are_imported_is_quiet() -> None:
    code = (
        "import os, signal, sys\n"
        "from hanabi_solver.cli import main\n"
        "class Finder:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == sys.argv[1]:\n"
        "            os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Finder())\n"
        "main(['show', sys.argv[2]])\n"
    )
    for module in ("hanabi_solver.cli.app", "click", "hanabi_solver.cli.show"):
        done = subprocess.run(
            [sys.executable, "-c", code, module, POSITION],
            capture_output=True,
            text=True,
            check=False,
        )
        # Click ends the line of the terminal.
        found = (done.returncode, done.stdout, done.stderr.strip())
        assert found == (cli.INTERRUPTED, "", ""), module


@pytest.mark.parametrize("module", ["signal", "enum", "contextlib"])
def test_an_interrupt_before_its_handlers_stand_is_quiet(module: str) -> None:
    code = (
        "import os, sys\n"
        "from hanabi_solver.cli import main\n"
        "class Finder:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == sys.argv[1]:\n"
        "            del sys.argv[1]\n"
        "            os.kill(os.getpid(), 2)\n"
        "for name in ('signal', 'enum', 'contextlib'):\n"
        "    sys.modules.pop(name, None)\n"
        "sys.meta_path.insert(0, Finder())\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, module, "show", POSITION],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (cli.INTERRUPTED, "", "")


@pytest.mark.parametrize("command", [("show",), ("solve", "--json", "--no-moves")])
def test_a_broken_pipe_is_quiet(command: tuple[str, ...]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as broken:
        done = subprocess.run(
            [*PROGRAM, *command, POSITION, POSITION],
            stdout=broken,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("closed", ["<&-", ">&-"])
def test_a_closed_stream_is_an_error(closed: str) -> None:
    line = f'"$@" solve - {closed}'
    done = subprocess.run(
        ["sh", "-c", line, "sh", *PROGRAM], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert re.search(r"Error: <std(in|out)>: Bad file descriptor", done.stderr)
    assert len(done.stderr.splitlines()) == 1


def test_without_standard_error_results_are_printed() -> None:
    line = f'"$@" solve --json "{POSITION}" 2>&-'
    done = subprocess.run(
        ["sh", "-c", line, "sh", *PROGRAM], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout[:1]) == (0, "{")


def test_a_full_disk_is_an_error() -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("no /dev/full on this system")
    with full.open("w") as disk:
        done = subprocess.run(
            [*PROGRAM, "show", POSITION],
            stdout=disk,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert "No space left" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_terminal_gets_colours_and_a_pipe_none() -> None:
    terminal, program = pty.openpty()
    environment = os.environ | {"TERM": "xterm-256color", "COLUMNS": "100"}
    subprocess.run([*PROGRAM, "show", POSITION], stdout=program, check=True, env=environment)
    os.close(program)
    shown = os.read(terminal, 100_000).decode()
    os.close(terminal)
    assert "\x1b[31mr3\x1b[0m" in shown
    piped = run_apart("show", POSITION).out
    assert "\x1b" not in piped
    assert "r3 y4 g5 b5 w4" in piped


@pytest.mark.parametrize("arguments", [("--version",), ("solve", "--json", POSITION)])
def test_little_is_imported_for_little(arguments: tuple[str, ...]) -> None:
    code = (
        "import sys\n"
        "from hanabi_solver.cli import main\n"
        "try:\n"
        "    main(sys.argv[1:])\n"
        "finally:\n"
        "    print(*sys.modules, file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True
    )
    loaded = set(done.stderr.split())
    assert {"click", "hanabi_solver"} <= loaded
    assert not loaded & {"rich", "numpy", "msgspec", "asyncio", "pandas", "importlib.metadata"}
    if "solve" not in arguments:
        assert not loaded & {f"hanabi_solver.cli.{name}" for name in COMMANDS}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("solve", f"r3y4g5b5w4 >r4y1/y5w5 {'9' * 5000}"), "deck, column 23"),
        (("solve", "x" * 5000), "is no position"),
        (("solve", "r3\0"), "is no position"),
        (("check", "x" * 300), "no file and no link"),
        (("convert", "x" * 300, "--to", "json"), "no file and no link"),
        (("batch", "x" * 300, "--out", "games.csv"), "does not exist"),
    ],
)
def test_a_text_too_long_for_a_file_is_none(arguments: tuple[str, ...], words: str) -> None:
    done = run(*arguments)
    assert (done.status, done.out) == (2, "")
    assert words in done.err
    assert "Errno" not in done.err
