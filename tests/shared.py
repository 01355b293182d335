"""The shared test data, which lie beside the checkout and are no part of it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(os.environ.get("HANABI_SHARED", Path(__file__).parents[2] / "shared"))


def shared(*parts: str) -> Path:
    """A shared file; skips the test where it is not there."""
    path = ROOT.joinpath(*parts)
    if not path.exists():
        pytest.skip("shared vectors not found")
    return path
