"""Files of games for the tests of batches, and the tables that come of them."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from games import played
from hanabi_solver.archive import Action, Kind, write_export
from hanabi_solver.batches import Settings

if TYPE_CHECKING:
    from pathlib import Path

LITTLE = Settings(infos=("open",), objectives=("win",), from_deck=1)


def games_file(path: Path, count: int, bad: bool = True) -> Path:
    """A file of random games, the second of them bad."""
    texts = [write_export(played(seed, players=2 + seed % 3)) for seed in range(1, count + 1)]
    if bad:
        broken = replace(played(1), actions=(Action(Kind.DISCARD, 0),))
        texts.insert(1, write_export(broken))
    path.write_bytes(b"\n".join(texts) + b"\n")
    return path


def tables(out: Path) -> tuple[bytes, bytes]:
    return out.read_bytes(), out.with_name(f"{out.stem}.turns{out.suffix}").read_bytes()


def rows(data: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in data.splitlines()]
