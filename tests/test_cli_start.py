"""How the command line starts and ends."""

import subprocess
import sys

from hanabi_solver import __name__ as package


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", package, *arguments], capture_output=True, text=True, check=False
    )


def test_version() -> None:
    done = run("--version")
    assert done.returncode == 0
    assert done.stdout.startswith("hanabi-solver 0.")
    assert done.stderr == ""


def test_an_unknown_command_is_refused() -> None:
    done = run("solv")
    assert done.returncode == 2
    assert done.stdout == ""
    assert "solv" in done.stderr
