"""Texts that may name files."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from hanabi_solver.errors import InputError
from hanabi_solver.texts.text import _


def exists(name: str) -> bool:
    """Whether a text names a file or a folder that is there; no system allows too long a name."""
    try:
        return Path(name).exists()
    except OSError as error:
        if error.errno != errno.ENAMETOOLONG:
            raise
        return False


def os_problem(error: OSError) -> str:
    """An error of the system without its number: the file, and what is wrong with it."""
    reason = error.strerror or str(error)
    return f"{error.filename}: {reason}" if error.filename else reason


def check_writable(path: Path | str) -> None:
    """InputError where a file cannot be written: to be asked before any work is done."""
    path = Path(path)
    if path.is_dir():
        reason = _("it is a folder")
    elif not path.parent.exists():
        reason = _("the folder {folder} does not exist").format(folder=path.parent)
    elif not path.parent.is_dir():
        reason = _("{folder} is no folder").format(folder=path.parent)
    elif os.access(path if path.exists() else path.parent, os.W_OK):
        return
    else:
        reason = _("that is not permitted")
    problem = _("{path} cannot be written: {reason}")
    raise InputError(problem.format(path=path, reason=reason))


def is_folder(name: str) -> bool:
    """Whether a text names a folder that is there."""
    return exists(name) and Path(name).is_dir()
