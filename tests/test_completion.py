"""Completion in the shells themselves, as whoever types there has it; and a whole `--help`."""

from __future__ import annotations

import os
import pty
import re
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

import click
import pytest
from hanabi_solver.cli.app import COMMANDS, build

SHELLS = {
    "bash": ("--norc", "--noprofile", "-i"),
    "zsh": ("-f", "-i"),
}
PROMPT = "READY>"
SECONDS = 60
"""What a test waits for the shell's next line, at the most."""


class Terminal:
    """A shell that is typed to."""

    def __init__(self, shell: str, home: Path) -> None:
        path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
        environment = {"PATH": path, "HOME": str(home), "TERM": "xterm", "LANG": "C.UTF-8"}
        self._ours, theirs = pty.openpty()
        self.process = subprocess.Popen(
            [shell, *SHELLS[shell]],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=environment,
            cwd=home,
            start_new_session=True,
        )
        os.close(theirs)

    def type(self, text: str) -> None:
        os.write(self._ours, text.encode())

    def read_until(self, pattern: str) -> str:
        """What the shell shows up to there."""
        found, end = "", time.monotonic() + SECONDS
        while not re.search(pattern, found):
            ready, _, _ = select.select([self._ours], [], [], max(end - time.monotonic(), 0))
            assert ready, f"{pattern} does not come; only {found!r}"
            found += os.read(self._ours, 10_000).decode(errors="replace")
        return found

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._ours)


@pytest.mark.parametrize("shell", SHELLS)
def test_completion(shell: str, tmp_path: Path) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    terminal = Terminal(shell, tmp_path)
    try:
        if shell == "zsh":
            terminal.type("autoload -Uz compinit; compinit -u\n")
        terminal.type(f'eval "$(_HANABI_SOLVER_COMPLETE={shell}_source hanabi-solver)"\n')
        terminal.type("PS1='READY''> '\n")
        terminal.read_until(PROMPT)
        terminal.type("hanabi-solver conv\t--los\t--to li\t--help\n")
        told = terminal.read_until("Show this message and exit")
        assert "Usage: hanabi-solver convert" in told
        shown = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]|\x08", "", told)
        assert "convert --lossy --to link --help" in " ".join(shown.split())
    finally:
        terminal.close()


@pytest.mark.parametrize("name", COMMANDS)
def test_help_is_whole(name: str) -> None:
    group = build()
    command = group.get_command(click.Context(group), name)
    assert command is not None
    assert command.help
    options = [each for each in command.params if isinstance(each, click.Option)]
    assert options
    assert all(option.help for option in options)
