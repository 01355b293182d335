"""The package's version. Its installed description tells it, too, but takes ten times as long."""

from __future__ import annotations

from hanabi_solver._core import __version__

__all__ = ["__version__"]
