"""A batch from its paths to its tables: finds games, hands them out, keeps what comes back."""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from hanabi_solver.archive import Entry, Text, find_texts
from hanabi_solver.archive.streams import SUFFIXES
from hanabi_solver.batches import plot, pool
from hanabi_solver.batches.journal import Journal, key_of
from hanabi_solver.batches.summary import Summary
from hanabi_solver.batches.tables import check_path, turns_path, writers
from hanabi_solver.errors import GameError, InputError
from hanabi_solver.games.rows import GameRow
from hanabi_solver.system.paths import check_writable, exists
from hanabi_solver.texts.text import _, source_language

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hanabi_solver.batches.work import Outcome, Settings
    from hanabi_solver.core.query import Cancel
    from hanabi_solver.elo.ladder import Ladder, Rated

JOURNAL_FORMAT = 5
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

    def texts(self) -> Iterator[Text | Entry]:
        """The texts of all games; its own tables are none, should they lie among them."""
        tables = (self.out, turns_path(self.out))
        return find_texts(self.paths, {Path(os.path.realpath(table)) for table in tables})


def run(
    batch: Batch,
    *,
    begun: Callable[[int], object] | None = None,
    done: Callable[[GameRow | None], object] | None = None,
    cancel: Cancel | None = None,
) -> Summary:
    """Do what is left of a batch, and write its tables.

    `begun` is told how many games an earlier run had done, `done` of every game that is
    finished, with its row where it is refused. InputError for settings that cannot be met.
    Stopped in whatever way, the batch goes on when it is run again. `cancel` stops it from another
    thread: then the summary is that of the games done, and no tables are written.
    """
    stopped = None if cancel is None else lambda: cancel.cancelled
    for file in (batch.out, batch.plot):
        if file is not None:
            check_writable(file)
    check_path(batch.out)
    if batch.plot is not None:
        plot.check(batch.plot)
    _check_tables(batch)
    _check_paths(batch)
    with Journal(batch.journal, _heading(batch), restart=batch.restart) as journal:
        if begun is not None:
            begun(journal.resumed)
        games = _Games(batch, journal)
        for outcome in _outcomes(batch, games.left(), stopped):
            journal.add(outcome)
            if done is not None:
                done(_refused(outcome))
        journal.sync()
        if stopped is not None and stopped():
            return _so_far(journal)
        summary = _write(batch, journal, games.count)
        if batch.plot is not None:
            plot.draw(summary, batch.plot)
        journal.remove()
    return summary


def count(batch: Batch) -> int:
    """How many games there are."""
    return sum(1 for _found in batch.texts())


def _check_tables(batch: Batch) -> None:
    """InputError where a table would take the place of what nobody wants to lose."""
    for table in (batch.out, turns_path(batch.out)):
        if any(exists(path) and table.exists() and table.samefile(path) for path in batch.paths):
            raise InputError(_("{path} is an input").format(path=table))
        if not batch.restart and not batch.journal.exists() and table.exists():
            problem = _("{path} already exists; --restart computes it again")
            raise InputError(problem.format(path=table))


def _check_paths(batch: Batch) -> None:
    """InputError where no game can be read: one for the whole batch, not one a line."""
    for path in map(Path, filter(exists, batch.paths)):
        if not (path.is_file() or path.is_dir()):
            problem = _(
                "{path} is a pipe or a device: games are read more than once, save them to a file"
            )
            raise InputError(problem.format(path=path))
    first: GameError | None = None
    for found in batch.texts():
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
        raise InputError(problem.format(paths=" ".join(batch.paths), endings=endings))
    raise InputError(_("no game could be read: {problem}").format(problem=first))


def _heading(batch: Batch) -> dict[str, object]:
    # Memory may be another amount each time: it depends on what else runs.
    asked = asdict(batch.settings)
    del asked["memory"]
    return {"format": JOURNAL_FORMAT, "settings": asked}


class _Games:
    """The games of a batch; `count` says how many there were, once all are handed out."""

    def __init__(self, batch: Batch, journal: Journal) -> None:
        self._batch = batch
        self._journal = journal
        self.count = 0

    def left(self) -> Iterator[pool.Task]:
        """Those that are not done yet, or have changed since."""
        for found in self._batch.texts():
            self.count += 1
            key = key_of(repr(found.source).encode("utf-8", "replace"), _content(found))
            if not self._journal.has(self.count, key):
                yield pool.Task(found, self.count, key)


def _content(found: Text | Entry) -> bytes:
    if isinstance(found, Text):
        return found.text.encode()
    with source_language():
        return str(found.game).encode()


def _outcomes(
    batch: Batch, tasks: Iterator[pool.Task], stopped: Callable[[], bool] | None
) -> Iterator[bytes]:
    if batch.cluster is not None:
        return pool.cluster(tasks, batch.settings, batch.cluster, stopped)
    return pool.local(tasks, batch.settings, batch.workers, stopped)


class _Rows(msgspec.Struct):
    """What the run itself reads of an outcome."""

    games: list[GameRow]


def _refused(outcome: bytes) -> GameRow | None:
    first = msgspec.json.decode(outcome, type=_Rows).games[0:1]
    return first[0] if first and first[0].status == "refused" else None


def _so_far(journal: Journal) -> Summary:
    summary = Summary()
    for outcome in journal.so_far():
        summary.add(_game_rows(outcome))
    return summary


def _game_rows(outcome: Outcome) -> list[GameRow]:
    return [msgspec.json.decode(row, type=GameRow) for row in outcome.games]


def _write(batch: Batch, journal: Journal, count: int) -> Summary:
    """Both tables in the order of the games, and the summary."""
    summary = Summary()
    with writers(batch.out) as (games, turns):
        for outcome in journal.outcomes(count):
            rows = _game_rows(outcome)
            if batch.ladder is not None and outcome.played is not None:
                rows = _with_ratings(rows, batch.ladder.play(*outcome.played))
            games.write(msgspec.Raw(msgspec.json.encode(row)) for row in rows)
            turns.write(outcome.turns)
            summary.add(rows)
    return summary


def _with_ratings(rows: list[GameRow], rated: Rated) -> list[GameRow]:
    after = " ".join(map(str, rated.after))
    return [
        msgspec.structs.replace(row, bot=rated.bot, elo_change=rated.change, elo=after)
        for row in rows
    ]


__all__ = ["Batch", "count", "run", "turns_path"]
