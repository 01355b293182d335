"""Texts that may name files."""

from __future__ import annotations

import errno
from pathlib import Path


def exists(name: str) -> bool:
    """Whether a text names a file or a folder that is there; no system allows too long a name."""
    try:
        return Path(name).exists()
    except OSError as error:
        if error.errno != errno.ENAMETOOLONG:
            raise
        return False


def is_folder(name: str) -> bool:
    """Whether a text names a folder that is there."""
    return exists(name) and Path(name).is_dir()
