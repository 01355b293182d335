"""Texts that may name files."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import TYPE_CHECKING

from hanabi_solver.errors import InputError
from hanabi_solver.texts.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import BinaryIO


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


def begun(path: Path) -> BinaryIO:
    """A new file of that name to write to. What stands there goes; a link is not followed."""
    path.unlink(missing_ok=True)
    return path.open("xb")


def part_of(path: Path) -> Path:
    """Where a file is written before it is put in its place."""
    return path.with_name(f".{path.name}.part")


def write_whole(name: Path | str, text: str | Iterable[str]) -> None:
    """Write a file whole or not at all, as far as it is a file and its folder takes new ones.
    The text may come in pieces.
    """
    path = Path(os.path.realpath(name))
    pieces = (piece.encode() for piece in ([text] if isinstance(text, str) else text))
    if (path.exists() and not path.is_file()) or not os.access(path.parent, os.W_OK):
        with path.open("wb") as file:
            file.writelines(pieces)
        return
    part = part_of(path)
    try:
        with begun(part) as file:
            file.writelines(pieces)
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def is_folder(name: str) -> bool:
    """Whether a text names a folder that is there."""
    return exists(name) and Path(name).is_dir()
