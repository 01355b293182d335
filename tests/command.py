"""Running the command line in tests."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import time
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


def run_interrupted(*arguments: str) -> tuple[str, Done]:
    """Run the command line in a process of its own, and interrupt it half a second after its first
    line: that line, and how it ended after it.
    """
    with subprocess.Popen(
        [*PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        rest, errors = process.communicate(timeout=30)
    return first, Done(process.returncode, rest, errors)
