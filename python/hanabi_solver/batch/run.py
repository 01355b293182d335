"""A batch from its paths to its tables: finds games, hands them out, keeps what comes back."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

import msgspec

from hanabi_solver.archive import Entry, Text, find_texts
from hanabi_solver.archive.streams import SUFFIXES
from hanabi_solver.batch import plot, pool
from hanabi_solver.batch.journal import Journal, key_of
from hanabi_solver.batch.rows import GameRow
from hanabi_solver.batch.summary import Summary
from hanabi_solver.batch.tables import check_path, turns_path, writers
from hanabi_solver.errors import GameError, InputError
from hanabi_solver.system.paths import check_writable
from hanabi_solver.texts.text import _, source_language

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from hanabi_solver.batch.work import Settings
    from hanabi_solver.elo.ladder import Ladder, Rated

JOURNAL_FORMAT = 3
"""Raised when the rows change, so that no old journal is gone on with."""


@dataclass(frozen=True, slots=True)
class Batch:
    """A batch: where games come from, what is asked, where the tables go.

    `workers` are processes of this machine; with `cluster`, the address of a scheduler of
    dask.distributed, they are the cluster's. `restart` drops what an earlier run has left.
    `ladder` rates the games in their order and then has everybody's rating; see `elo.py`.
    """

    paths: tuple[str, ...]
    out: Path
    settings: Settings
    workers: int = 1
    cluster: str | None = None
    plot: Path | None = None
    restart: bool = False
    ladder: Ladder | None = None

    @property
    def journal(self) -> Path:
        """Where finished games are kept until the tables are written."""
        return self.out.with_name(f"{self.out.name}.journal")


def run(
    batch: Batch,
    *,
    begun: Callable[[int], None] | None = None,
    done: Callable[[GameRow | None], None] | None = None,
) -> Summary:
    """Do what is left of a batch, and write its tables.

    `begun` is told how many games an earlier run had done, `done` of every game that is
    finished, with its row where it is refused. InputError for settings that cannot be met.
    Stopped in whatever way, the batch goes on when it is run again.
    """
    for file in (batch.out, batch.plot):
        if file is not None:
            check_writable(file)
    check_path(batch.out)
    if batch.plot is not None:
        plot.check()
    if batch.restart:
        batch.journal.unlink(missing_ok=True)
    elif not batch.journal.exists() and batch.out.exists():
        problem = _("{path} already exists; --restart computes it again")
        raise InputError(problem.format(path=batch.out))
    _check_paths(batch.paths)
    with Journal(batch.journal, _heading(batch)) as journal:
        if begun is not None:
            begun(journal.resumed)
        for outcome in _outcomes(batch, _left(batch, journal)):
            journal.add(outcome)
            if done is not None:
                done(_refused(outcome))
        journal.sync()
        summary = _write(batch, journal)
        if batch.plot is not None:
            plot.draw(summary, batch.plot)
        journal.remove()
    return summary


def count(paths: Sequence[str]) -> int:
    """How many games there are."""
    return sum(1 for _found in find_texts(paths))


def _check_paths(paths: Sequence[str]) -> None:
    """InputError where no game can be read: one for the whole batch, not one per line."""
    first: GameError | None = None
    for found in find_texts(paths):
        try:
            game = found.read().game if isinstance(found, Text) else found.game
        except Exception:
            # Ours to report, and the game's row does.
            return
        if not isinstance(game, GameError):
            return
        first = first or game
    if first is None:
        problem = _("{paths}: no games; expected files that end in {endings}")
        endings = ", ".join((*SUFFIXES, ".gz", ".zip"))
        raise InputError(problem.format(paths=" ".join(paths), endings=endings))
    raise InputError(_("no game could be read: {problem}").format(problem=first))


def _heading(batch: Batch) -> dict[str, object]:
    # Memory may be another amount each time: it depends on what else runs.
    asked = asdict(batch.settings)
    del asked["memory"]
    return {"format": JOURNAL_FORMAT, "settings": asked}


def _left(batch: Batch, journal: Journal) -> Iterator[pool.Task]:
    """The games that are not done yet."""
    for number, found in enumerate(find_texts(batch.paths), 1):
        key = key_of(_content(found))
        if not journal.has(number, key):
            yield pool.Task(found, number, key)


def _content(found: Text | Entry) -> bytes:
    if isinstance(found, Text):
        return found.text.encode()
    with source_language():
        return str(found.game).encode()


def _outcomes(batch: Batch, tasks: Iterator[pool.Task]) -> Iterator[bytes]:
    if batch.cluster is not None:
        return pool.cluster(tasks, batch.settings, batch.cluster)
    return pool.local(tasks, batch.settings, batch.workers)


class _Rows(msgspec.Struct):
    """What the run itself reads of an outcome."""

    games: list[GameRow]


def _refused(outcome: bytes) -> GameRow | None:
    first = msgspec.json.decode(outcome, type=_Rows).games[0:1]
    return first[0] if first and first[0].status == "refused" else None


def _write(batch: Batch, journal: Journal) -> Summary:
    """Both tables in the order of the games, and the summary."""
    summary = Summary()
    games, turns = writers(batch.out)
    try:
        for outcome in journal.outcomes():
            rows = [msgspec.json.decode(row, type=GameRow) for row in outcome.games]
            if batch.ladder is not None and outcome.played is not None:
                rows = _with_ratings(rows, batch.ladder.play(*outcome.played))
            games.write(msgspec.Raw(msgspec.json.encode(row)) for row in rows)
            turns.write(outcome.turns)
            summary.add(rows)
        turns.finish()
        games.finish()
    except BaseException:
        games.drop()
        turns.drop()
        raise
    return summary


def _with_ratings(rows: list[GameRow], rated: Rated) -> list[GameRow]:
    after = " ".join(map(str, rated.after))
    return [
        msgspec.structs.replace(row, bot=rated.bot, elo_change=rated.change, elo=after)
        for row in rows
    ]


__all__ = ["Batch", "count", "run", "turns_path"]
