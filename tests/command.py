"""Running the command line in tests."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from unittest.mock import patch

import pytest
from hanabi_solver.cli import main

PROGRAM = [sys.executable, "-m", "hanabi_solver"]


@dataclass
class Done:
    """How a run ended and what it printed."""

    status: int
    out: str
    err: str


def run(*arguments: str, given: str | bytes = b"") -> Done:
    """Run the command line in this process."""
    out, err, source = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(3))
    source.buffer.write(given.encode() if isinstance(given, str) else given)
    source.seek(0)
    with (
        redirect_stdout(out),
        redirect_stderr(err),
        patch.object(sys, "stdin", source),
        pytest.raises(SystemExit) as ending,
    ):
        main(list(arguments))
    for stream in (out, err):
        stream.flush()
    printed = [stream.buffer.getvalue().decode() for stream in (out, err)]  # type: ignore[attr-defined]
    assert isinstance(ending.value.code, int)
    return Done(ending.value.code, *printed)


def run_apart(*arguments: str, given: str = "", **environment: str) -> Done:
    """Run the command line in a process of its own."""
    done = subprocess.run(
        [*PROGRAM, *arguments],
        input=given,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        env=os.environ | environment,
    )
    return Done(done.returncode, done.stdout, done.stderr)
